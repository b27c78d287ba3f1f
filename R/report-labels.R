# The labels in a report: by majority, median or mean, or by the method of consensus() that `model` names.

# Returns the labels of the `model`, NULL without one. What it cannot do with these ratings is an error of the call. Of
# several questions, those whose values are no labels, or no numbers, keep the usual method.
labels_by_model <- function(ratings, about, model, question = NULL) {
  if (!is.null(question)) model <- value_for(model, question, "model")
  if (is.null(model)) {
    return(NULL)
  }
  method <- as_method(model, "model")
  if (!is.null(question) && (method$method %in% NUMBER_METHODS) != (about$kind == "scores")) {
    return(NULL)
  }
  if (method$method == "medoid") {
    abort_argument(model, "model", "a method for labels or numbers")
  }
  labels_of_items(ratings, method)
}

# The labels of consensus(), with a row per item also where ratings are sets, whose labels are settled one by one:
# augment() puts them together by the same rule.
labels_of_items <- function(ratings, method) {
  found <- consensus(ratings, method = method)
  facts <- attr(found, "consensus")
  if (length(facts$labels) == 0) {
    return(found)
  }
  facts$keys$category <- NULL
  sets <- sets_of_items(found, names(facts$keys), facts$without)
  open <- vapply(sets$label, anyNA, NA)
  sets$label <- paste0("{", vapply(sets$label, paste, "", collapse = ", "), "}")
  sets$label[open] <- NA
  result <- new_result(unclass(sets)[names(sets)], nrow(sets), "accord_consensus", consensus = facts)
  with_note(result, "voted", CONSENSUS_METHODS[[facts$method]])
}

usual_method <- function(about) switch(about$kind, labels = "majority", ordered = "median", scores = "mean")

# Means and medians are values.
label_heading <- function(about, settled = NULL) {
  if ((attr(settled, "consensus")$method %||% usual_method(about)) %in% NUMBER_METHODS) "Values" else "Labels"
}

# All labels are saved, and those in most doubt are shown. `settled`: the labels of a model, or NULL.
label_section <- function(ratings, about, n, settled = NULL) {
  usual <- usual_method(about)
  labels <- settled %||% labels_of_items(ratings, usual)
  facts <- attr(labels, "consensus")
  method <- facts$method
  by_model <- !is.null(labels[["probability"]]) && method != "majority"
  if (by_model) {
    labels[["Majority"]] <- labels_of_items(ratings, "majority")$label
    labels <- labels[append(setdiff(names(labels), "Majority"), "Majority", match("label", names(labels)))]
  }
  labels <- stretches_once(labels, ratings)
  votes <- labels[["Majority"]]
  changed <- if (by_model) !is.na(votes) & !is.na(labels$label) & !same_labels(votes, labels$label)
  if (!any(changed)) labels[["Majority"]] <- NULL
  words <- label_words(labels, facts, ratings, n, changed, is_listed_before(labels, settled, n))
  doubt <- if (method == "median") spread_of_items(labels, ratings, about) else labels[["std.error"]]
  support <- labels[["probability"]] %||% -doubt
  # The longest of the stretches in equal doubt come first.
  positions <- labels[["n_positions"]] %||% rep(1L, nrow(labels))
  sorted <- order(group_numbers_of(labels, ratings), !is.na(labels$label), signif(support, 10), -positions)
  shown <- vctrs::vec_slice(labels, sorted)
  heads <- c(median = "Median", mean = "Mean", weighted_mean = "Weighted mean")
  if (method %in% names(heads)) names(shown)[names(shown) == "label"] <- heads[[method]]
  all <- if (nrow(labels) > n) " The csv file has all."
  answer <- labels_answer(labels, facts, ratings)
  counted <- label_counts(labels, facts, ratings, n)
  if (is_listed_before(labels, settled, n)) {
    words <- c(html_text(words, all), ties_named(labels, ratings), html_save(labels, "labels"))
    return(answered(html_beside(words, counted), answer))
  }
  table <- html_table(
    shown, n, "labels", labels, digits = if (method %in% NUMBER_METHODS) 2, ratings = ratings
  )
  answered(half_if_narrow(c(html_text(words, all), counted), table), answer)
}

# How many items have each label, in each group; NULL for numbers and sets.
label_counts <- function(labels, facts, ratings, n) {
  if (facts$method %in% NUMBER_METHODS || !is.null(ratings$sets) || is.list(labels$label)) {
    return(NULL)
  }
  group <- group_numbers_of(labels, ratings)
  label <- as.character(labels$label)
  label[is.na(label)] <- "none"
  counts <- vctrs::vec_count(data.frame(group, none = is.na(labels$label), label), "location")
  own <- counts$key
  sorted <- order(own$group, own$none, -counts$count)
  rows <- vctrs::vec_slice(ratings$groups, own$group[sorted])
  rows$label <- ifelse(own$none, "undecided", own$label)[sorted]
  rows$n_items <- counts$count[sorted]
  rows$share <- (counts$count / tabulate(group)[own$group])[sorted]
  items <- if (is_spans(ratings)) "Stretches" else "Items"
  named <- c(label = "Label", n_items = items, share = paste("Share of", tolower(items)))
  html_columns(rows, named, max(n, 40), "labels-counted", ratings = ratings)
}

# The most ties that are named in a group; the csv file has all.
NAMED_TIES <- 40

# Names the items without a label, since a decision is due on each of them, in a sentence for each group.
ties_named <- function(labels, ratings) {
  tied <- which(is.na(labels$label) & labels$status == "tie")
  keys <- names(ratings$groups)
  group <- if (length(keys)) group_labels(tibble::as_tibble(labels)[tied, keys]) else rep("", length(tied))
  name <- split(id_text(labels$item)[tied], factor(group, unique(group)))
  name <- lapply(name, function(all) {
    more <- length(all) - NAMED_TIES
    # One more name takes no more room than words on it.
    if (more > 1) c(utils::head(all, NAMED_TIES), paste("and", big(more), "more")) else all
  })
  begin <- paste0("Ties", ifelse(names(name) == "", "", paste(" in", names(name))), ", undecided: ", recycle0 = TRUE)
  paste0("<p class=\"names\">", escape_html(begin), vapply(name, html_names, ""), "</p>", recycle0 = TRUE)
}

# How many items have a label. `facts`: how they were settled.
labels_answer <- function(labels, facts, ratings) {
  rows <- nrow(labels)
  open <- sum(is.na(labels$label))
  tied <- sum(labels$status == "tie")
  numbers <- facts$method %in% NUMBER_METHODS
  paste0(
    big(rows - open), " of ", count_item_rows(rows, ratings), if (is_spans(ratings)) {
      paste0(if (rows - open == 1) " is" else " are", " decided", no_span_words(labels, ratings))
    } else {
      paste0(if (rows - open == 1) " has a " else " have a ", if (numbers) "value" else "label")
    },
    if (tied > 0) paste0("; ", big(tied), if (tied == 1) " is a tie" else " are ties"), "."
  )
}

# Most stretches of a text may have the label that nothing is marked there.
no_span_words <- function(labels, ratings) {
  none <- none_of_spans(ratings)
  n <- sum(as.character(labels$label) %in% none)
  if (n > 0) paste0(", ", big(n), " of them as ", none, " (no label)")
}

# Whether the section on items has the rows that are first by doubt: without a model both are sorted by it, so that a
# table of labels would repeat them.
is_listed_before <- function(labels, settled, n) is.null(settled) && nrow(labels) > n

# The difference between the highest and the lowest rating of each item, by which the medians in most doubt are found.
spread_of_items <- function(labels, ratings, about) {
  value <- about$values[ratings$code + 1L]
  item <- rating_items(ratings)
  items <- length(item_sizes(ratings))
  if (length(value) == 0 || nrow(labels) != items) {
    return(rep(0, nrow(labels)))
  }
  sorted <- order(item, value)
  first <- !duplicated(item[sorted])
  last <- !duplicated(item[sorted], fromLast = TRUE)
  spread <- numeric(items)
  spread[item[sorted][first]] <- value[sorted][last] - value[sorted][first]
  spread
}

same_labels <- function(a, b) if (is.list(a)) mapply(setequal, a, b) else a == b

# `facts`: how they were settled; `changed`: whether the label of a model differs from that of the majority; `listed`:
# whether those in doubt are in another section.
label_words <- function(labels, facts, ratings, n, changed, listed = FALSE) {
  one <- if (is_spans(ratings)) "stretch" else "item"
  rows <- nrow(labels)
  numbers <- facts$method %in% NUMBER_METHODS
  trimws(paste0(
    "The ", if (numbers) "value" else "label", " of a", if (one == "item") "n", " ", one, " is ",
    settled_by(facts), " ", if (!is.null(ratings$sets)) paste0(SETS_RULE, " "),
    if (one == "stretch" && !listed) "The last number in the name of a stretch does not belong to it. ",
    if (!is.null(changed)) {
      if (!any(changed)) {
        "All are those of the majority. "
      } else {
        paste0(
          big(sum(changed)), if (sum(changed) == 1) " label differs" else " labels differ",
          " from that of the majority, which stands beside. "
        )
      }
    },
    if (listed) {
      paste0("Those in most doubt are listed under ", if (one == "stretch") "Stretches." else "Items.")
    } else if (rows > n) {
      "Those in most doubt are shown."
    }
  ))
}

SETS_RULE <- paste(
  "Ratings are sets of labels, of which each is settled by itself: an item has the labels that most of its raters",
  "gave, and the share is that of the label in most doubt."
)

settled_by <- function(facts) {
  method <- facts$method
  switch(method,
    majority = if (length(facts$labels)) "that of the majority." else "the most frequent rating.",
    median = "the median of its ratings.",
    mean = "the mean of its ratings; raters who are severe lower those of their items.",
    weighted_mean = "the mean of its ratings, corrected for the bias of raters and weighted by their precision.",
    wawa = , zbs = paste0("that of the ", CONSENSUS_METHODS[[method]], "; the probability is its share of the votes."),
    paste0(
      "the most probable one by the model ", CONSENSUS_METHODS[[method]], ", with its probability",
      if (method == "crowdlab") {
        ", which serves to sort labels and is too cautious"
      } else if (method %in% EM_METHODS && is.null(tempering_words(facts))) {
        ", which is too high on average"
      },
      ". No model of ratings alone is right where raters err together."
    )
  )
}

LABEL_REFERENCES <- c(
  dawid_skene = "dawid1979", one_coin = "dawid1979", anchored = "dawid1979", mace = "hovy2013", mace_vb = "hovy2013",
  glad = "whitehill2009", crowdlab = "goh2022"
)

# The sentence of the methods paragraph on labels. `settled`: those of a model, or NULL.
label_methods <- function(about, settled = NULL, sets = FALSE) {
  if (is.null(settled)) {
    return(if (about$kind == "labels") {
      each <- if (sets) ", each label of a set by itself"
      paste0("The label of an item is its most frequent rating (majority vote)", each, "; a tie has no label.")
    } else {
      paste0("The value of an item is the ", if (about$kind == "scores") "mean" else "median", " of its ratings.")
    })
  }
  method <- attr(settled, "consensus")$method
  paste0(
    if (method %in% NUMBER_METHODS) {
      "The value of an item is its "
    } else {
      paste0("Labels are determined by ", if (!method %in% c("majority", "wawa", "zbs")) "the model ")
    },
    CONSENSUS_METHODS[[method]], if (method %in% names(LABEL_REFERENCES)) citations(LABEL_REFERENCES[[method]], "text"),
    "."
  )
}

label_references <- function(settled) {
  method <- attr(settled, "consensus")$method
  if (length(method)) unname(LABEL_REFERENCES[intersect(method, names(LABEL_REFERENCES))])
}
