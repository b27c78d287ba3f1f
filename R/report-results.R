# The first lines of a report, from results that are there already: accord_app() shows them above its tables.

# `found`: estimates of agreement(), span_agreement() or chain_agreement() for `ratings`; the rest as they are known:
# limits for other raters (`both`) of krippendorff_alpha(), the `alpha` of spans or chains, and of spans the `raters`
# and the `items`.
first_of_results <- function(found, ratings, both = NULL, raters = NULL, items = NULL, alpha = NULL) {
  if (inherits(found, "accord_chain_agreement")) {
    return(first_of_chains(found, alpha))
  }
  if (inherits(found, "accord_span_agreement")) {
    return(first_of_spans(found, raters, items, alpha))
  }
  if (is_questions(ratings)) {
    measures <- lapply(rlang::set_names(names(ratings)), function(name) {
      own <- rows_on(found, name)
      about <- report_scale(ratings[[name]], NULL, NULL)
      list(about = about, found = own, people = ratings[[name]], both = beside_main(rows_on(both, name), own))
    })
    measures <- Filter(function(one) nrow(one$found) > 0, measures)
    return(first_of_questions(measures, "The items to discuss, below, say where to begin."))
  }
  if (!inherits(found, "accord_agreement") || !inherits(ratings, "accord_ratings")) {
    return(NULL)
  }
  first_part(found, ratings, report_scale(ratings, NULL, NULL), beside_main(both, found))
}

rows_on <- function(x, name) {
  if (!is.null(x)) x[x$question == name, names(x) != "question"]
}

# Limits for other raters belong to the first lines if they are of the coefficient that these name, and if its own
# limits are not of this kind already.
beside_main <- function(both, found) {
  main <- main_estimates(found)
  same <- identical(unique(as.character(both$coefficient)), unique(as.character(main$coefficient)))
  if (same && !any(has_random_raters(main$interval))) both
}

# Spans have two measures: F1 counts spans that are equal, alpha compares the text position by position and takes off
# what chance gives.
first_of_spans <- function(found, raters, items, alpha) {
  mean <- is.na(found$annotator_1)
  row <- found[if (any(mean)) which(mean)[1] else 1, ]
  # Without alpha nothing is known of chance.
  if (is.na(row$f1) || is.null(alpha)) {
    return(NULL)
  }
  pairs <- found[!mean & !is.na(found$f1), ]
  ends <- pairs[c(which.min(pairs$f1), which.max(pairs$f1)), ]
  named <- paste0(below_one(ends$f1), " (", spoken_pairs(ends), ")")
  alpha <- alpha[alpha$coefficient == "u_alpha" & !is.na(alpha$estimate), ]
  by_alpha <- NROW(alpha) > 0
  high <- paste0(
    "F1 is ", below_one(row$f1), if (any(mean)) paste0(", the mean of ", count(nrow(pairs), "pair"), " of annotators"),
    ": the share of spans that both annotators of a pair marked with the same ends and the same label",
    if (nrow(pairs) > 1) paste0("; it ranges from ", named[1], " to ", named[2]), ".",
    if (by_alpha) paste0(
      " Unitizing alpha is ", below_one(alpha$estimate[1]), " (", height_of(alpha)[1], "; 1 is perfect agreement, 0 ",
      "what chance alone would give): it compares the documents position by position, so that spans which partly ",
      "overlap count in part."
    )
  )
  certain <- c(
    span_limits(row, "F1"), if (by_alpha) span_limits(alpha[1, ], "unitizing alpha")
  )
  certain <- if (length(certain)) {
    paste0("The 95% interval of ", certain[1], if (length(certain) > 1) paste0(", that of ", certain[2]), ".")
  } else {
    "The data give no interval, so that nothing can be said about the precision of the value."
  }
  judged <- if (by_alpha) alpha$estimate[1] else row$f1
  open <- if (by_alpha) is_open(alpha$conf.low[1], alpha$conf.high[1]) else is_open(row$conf.low, row$conf.high)
  use <- if (open) MORE_DOCUMENTS else c(
    "Do not rely on single annotators: clarify the instructions, and let the spans in doubt be marked again",
    "Draw tentative conclusions only, and clarify the instructions before more is marked",
    "The spans can be relied on; worth a look are those in doubt that are listed below"
  )[1 + (round(judged, 2) >= 0.67) + (round(judged, 2) >= 0.8)]
  begin <- c(span_kind_words(items), span_rater_words(raters))
  first_lines(c(
    "How high is agreement?" = high, "How certain is this?" = certain,
    "What should be done?" = paste0(use, if (length(begin)) paste0("; begin with ", in_a_list(begin)), ".")
  ))
}

# The advice where the data leave the height open.
MORE_DOCUMENTS <- "Let more documents be marked before agreement is judged"

# Names such as "ann and bob", or "annotators 8 and 9" of numbers.
spoken_pairs <- function(x) {
  first <- id_text(x$annotator_1)
  second <- id_text(x$annotator_2)
  paste0(ifelse(is_numeric_text(first) & is_numeric_text(second), "annotators ", ""), first, " and ", second)
}

# Chains have a share of mentions on which two annotators differ, and alpha, which takes off what chance gives.
first_of_chains <- function(found, alpha) {
  alpha <- alpha[alpha$scope == "total" & !is.na(alpha$estimate), ]
  total <- found[found$scope == "total" & !is.na(found$delta), ]
  if (NROW(alpha) == 0 || nrow(total) == 0) {
    return(NULL)
  }
  ends <- total[c(which.min(total$delta), which.max(total$delta)), ]
  ends_words <- paste0(below_one(ends$delta), " (", spoken_pairs(ends), ")")
  high <- paste0(
    "Agreement is ", height_of(alpha), ": Krippendorff's alpha of chains is ", below_one(alpha$estimate),
    " (1 is perfect agreement, 0 what chance alone would give). Once the chains of two annotators are matched, the ",
    "share of their mentions that are in one of the two chains only (delta) ",
    if (nrow(total) > 1) {
      paste0("goes from ", ends_words[1], " to ", ends_words[2])
    } else {
      paste("is", below_one(total$delta))
    }, "."
  )
  n <- length(unique(found$document[found$scope == "document"]))
  certain <- if (is.na(alpha$conf.low)) {
    paste0(
      count(n, "document"), if (n == 1) " gives" else " give", " no interval, so that nothing can be said about the ",
      "precision of the value."
    )
  } else {
    # With one document there is none, see chain_alpha().
    paste0(
      "The 95% interval of alpha goes from ", below_one(alpha$conf.low), " to ", below_one(alpha$conf.high), ": ",
      count(n, "document"), " ", determined(alpha$conf.high - alpha$conf.low), "."
    )
  }
  first_lines(c(
    "How high is agreement?" = high, "How certain is this?" = certain,
    "What should be done?" = paste0(chain_advice(alpha), chain_place(found), ".")
  ))
}

chain_advice <- function(alpha) {
  open <- is_open(alpha$conf.low, alpha$conf.high)
  if (open) return(MORE_DOCUMENTS)
  c(
    "Do not rely on single annotators: clarify the instructions, and let the documents be marked again",
    "Draw tentative conclusions only, and clarify the instructions before more is marked",
    "The chains can be relied on"
  )[1 + (round(alpha$estimate, 2) >= 0.67) + (round(alpha$estimate, 2) >= 0.8)]
}

# The document on which annotators differ most, by the mean over their pairs, if there are several.
chain_place <- function(found) {
  each <- found[found$scope == "document" & !is.na(found$delta), ]
  mean <- tapply(each$delta, factor(each$document, unique(each$document)), mean)
  if (length(mean) < 2 || is_same(as.double(mean))) return(NULL)
  worst <- which.max(mean)
  what <- if (length(unique(paste(each$annotator_1, each$annotator_2))) > 1) "mean delta" else "delta"
  paste0("; begin with ", names(mean)[worst], " (", what, " ", below_one(mean[[worst]]), ")")
}

span_limits <- function(row, name) {
  if (!is.na(row$conf.low)) {
    paste0(
      name, " goes from ", below_one(row$conf.low), " to ", below_one(row$conf.high), " (",
      count(row$n_documents, "document"), " ", determined(row$conf.high - row$conf.low, "it"), ")"
    )
  }
}

# The kind of disagreement about spans with the largest part of all disagreement.
span_kind_words <- function(items) {
  kinds <- strsplit(as.character(items[["kind"]]), ", ", fixed = TRUE)
  if (length(kinds) == 0) {
    return(NULL)
  }
  words <- c(
    place = "where a span begins and ends", label = "which label a span gets", missing = "what is to be marked at all"
  )
  part <- vapply(names(words), function(kind) sum(items$share[vapply(kinds, function(own) kind %in% own, NA)]), 0)
  most <- names(words)[which.max(part)]
  n <- sum(unlist(kinds) == most)
  paste0(
    "the rules on ", words[[most]], " (at issue in ", n, " of ", count(length(kinds), "disagreement"), ", with ",
    below_one(part[[most]]), " of all disagreement)"
  )
}

# The annotator without whom alpha would be higher by 0.02 or more.
span_rater_words <- function(raters) {
  lowest <- which.min(raters$influence)
  if (length(lowest) && raters$influence[lowest] <= -0.02) {
    paste0(
      "the spans of annotator ", id_text(raters$rater)[lowest], ", without whom unitizing alpha would be ",
      below_one(raters$estimate_without[lowest])
    )
  }
}

# The paragraph on methods for estimates of ratings, for F1 of spans, or for chains.
methods_of_results <- function(found, ratings) {
  if (inherits(found, "accord_chain_agreement")) {
    return(paste(
      count(length(ratings$annotators), "annotator"), "marked chains of mentions in",
      paste0(count(length(ratings$documents), "document"), "."),
      "Delta is the share of mentions on which two annotators differ once their chains are matched. Krippendorff's",
      "alpha of chains has the distance of Passonneau (2004); its interval is about other documents.",
      software_sentence("text")
    ))
  }
  if (!inherits(found, "accord_span_agreement")) {
    return(methods_text(found)$text)
  }
  n <- length(ratings$annotators)
  mean <- any(is.na(found$annotator_1))
  limits <- found[!is.na(found$conf.low), ]
  paste(c(
    paste0(
      count(n, "annotator"), " marked ", count(nrow(ratings$span), "span"), " in ",
      count(length(ratings$documents), "document"), if (length(ratings$labels)) {
        paste0(" with the labels ", in_a_list(show_labels(ratings$labels)))
      }, "."
    ),
    paste0(
      "Agreement of two annotators is the F1 of their spans, in which two spans match if both ends and the label are ",
      "equal (Hripcsak & Rothschild, 2005)", if (mean) "; the mean over all pairs is given", "."
    ),
    if (nrow(limits) > 0) {
      paste0(
        "Intervals (", format(100 * limits$conf.level[1]), "%) are by the ", limits$interval[1], " over documents."
      )
    },
    "Unitizing alpha (Krippendorff et al., 2016) compares the annotators position by position, corrected for chance.",
    software_sentence("text")
  ), collapse = " ")
}
