# The paragraph on methods of a report, and its references.

# Returns what the report says on methods. `both`: the estimates with limits for other items and other raters; `judged`:
# the report on judges; `settled`: the labels of a model; `spans`: those whose F1 is shown.
report_methods <- function(found, about, fits = NULL, both = NULL, judged = NULL, ratings = NULL, settled = NULL,
                           spans = NULL) {
  labels <- about$kind == "labels"
  marks <- !is.null(fits) && !inherits(fits, "condition")
  # Marks have fair marks and severities in place of means and mean differences.
  text <- paste(
    methods_text(found)$text, interval_methods(found, ratings),
    if (!marks || !is.null(settled)) label_methods(about, settled, !is.null(ratings$sets)),
    if (!marks) {
      paste0(
        "Raters are compared by ", if (labels) "kappa against" else "their mean difference from",
        " the other ratings of the same items",
        if (labels && length(ratings$raters) > 3) " and by how often they agree with the majority of the other raters",
        "; a rater beyond the limits of a Bonferroni correction at the 5% level is marked."
      )
    },
    if (!is.null(both) && !all(is.na(both$conf.low))) population_methods(both, ratings),
    if (!is.null(judged) && !inherits(judged, "condition")) judge_methods(judged),
    further_methods(ratings, about, spans), if (marks) marks_methods(fits)
  )
  words_for(text, ratings)
}

# Sentences on figures that a report shows beside the coefficients of its paragraph.
further_methods <- function(ratings, about, spans = NULL) {
  keys <- further_references(ratings, about, spans)
  words <- c(
    pairs = paste0("Pairs of raters have Cohen's kappa", weights_of_kappa(about)),
    icc = "Intraclass correlations have the form A",
    f1 = "F1 of two raters counts spans with the same ends and the same label as equal"
  )
  if (length(keys)) paste0(words[names(keys)], vapply(keys, citations, "", "text"), ".", collapse = " ")
}

# The keys of their references.
further_references <- function(ratings, about, spans = NULL) {
  pairs <- length(ratings$raters) > 2 && length(ratings$raters) <= MOST_RATERS_OF_PAIRS
  c(
    pairs = if (pairs) if (is.null(about$weights)) "cohen1960" else "cohen1968",
    icc = if (about$kind == "scores") "mcgraw1996", f1 = if (!is.null(spans)) "hripcsak2005"
  )
}

# Says what is drawn in Bayesian intervals.
interval_methods <- function(found, ratings) {
  if (any(startsWith(as.character(found$interval[!is.na(found$conf.low)]), "Bayesian"))) {
    paste0("Bayesian limits are quantiles of estimates with Dirichlet weights of ", drawn_units(ratings), ".")
  }
}

population_methods <- function(both, ratings) {
  method <- setdiff(unique(both$interval[!is.na(both$conf.low)]), c("none", NA))
  by <- in_a_list(vapply(method, intervals_by, ""))
  paste0(
    "Limits for other ", drawn_units(ratings), " and other raters are ", by,
    if (any(startsWith(as.character(method), "two-way jackknife"))) {
      paste0(
        ", which leave out ", drawn_units(ratings), " and raters in turn (Student's t with Satterthwaite's degrees of ",
        "freedom)"
      )
    }, "."
  )
}

# How judges are compared with people, and the intervals of the figures: first the method of most, then the others with
# their figures.
judge_methods <- function(judged) {
  known <- judged[!is.na(judged$conf.low) & !judged$interval %in% c("none", NA), ]
  known <- known[!known$question %in% UNREPORTED & !known$quantity %in% MACRO_FIGURES, ]
  rule <- clear_rule(judged)
  known[["of"]] <- NULL
  figure <- as.character(known$quantity)
  figure <- ifelse(figure %in% names(FIGURE_NOUNS), FIGURE_NOUNS[figure], lower_first(figure_labels(known)))
  by <- vapply(sub(" over items$", "", as.character(known$interval)), intervals_by, "")
  by[by == "score intervals"] <- paste0("score intervals", citations(judge_references(judged), "text"))
  each <- split(figure, factor(by, unique(by)))
  each <- each[order(-lengths(each))]
  others <- paste0("those of ", vapply(each[-1], function(one) in_a_list(unique(one)), ""), " are ", names(each)[-1])
  paste0(
    "Judges are compared with people on the items that both rated.",
    if (any(known$quantity == "accuracy_others")) {
      paste(
        " On items with three people or more, one person is left out in turn, and judge and person are compared with",
        "the majority of the other people."
      )
    },
    if (length(rule)) paste0(" A difference is called clear ", rule, "."),
    if (length(together_words(judged))) paste0(" ", together_words(judged), "."),
    if (length(each)) {
      paste0(" The intervals of judges are ", paste(c(names(each)[1], others[length(each) > 1]), collapse = "; "), ".")
    },
    if (any(known$quantity == "error_correlation")) {
      paste(
        " The correlation of errors is the mean over pairs of judges of the correlation of being wrong about the label",
        "of most people; k judges with errors that correlate by r are worth as much as",
        gsub(" ", "\u00a0", "k / (1 + (k \u2212 1) r)", fixed = TRUE), "with independent errors."
      )
    }
  )
}

# Figures whose words in tables are no nouns.
FIGURE_NOUNS <- c(
  with_people = "the agreement of a judge with a person", among_people = "the agreement of two people",
  accuracy_others = "the agreement of a judge with the majority of the other people",
  person_others = "the agreement of a person with the majority of the other people",
  panel_accuracy = "the accuracy of the label that most judges give", all_wrong = "how often all judges err",
  changed = "how often labels changed", gained = "how often they are now right", lost = "how often they no longer are"
)

# The key of the reference of score intervals of differences.
judge_references <- function(judged) {
  by_score <- judged$quantity == "difference" & grepl("^score", judged$interval) & !is.na(judged$conf.low)
  if (any(by_score)) "tango1998"
}

MARKS_REFERENCES <- c(
  model = "linacre1989", steps = "andrich1978", fit = "bock1981", study = "brennan2001", reml = "patterson1971"
)

# Returns what the report says on the models of marks.
marks_methods <- function(fits) {
  cited <- function(name) citations(MARKS_REFERENCES[[name]], "text")
  paste0(
    "Severities of raters", if (length(fits$facets)) paste0(
      ", difficulties of each ", in_a_list(fits$facets), difficulty_words(fits), ","
    ),
    " and fair marks are those of a many-facet Rasch model", cited("model"), " with steps common to all raters",
    cited("steps"), ", by marginal maximum likelihood with normally distributed items", cited("fit"),
    ". The reliability of means of several raters is that of generalizability theory", cited("study"),
    ", with variance components by restricted maximum likelihood", cited("reml"), ". ", marks_rules(fits)
  )
}

# The references that the paragraph cites. `marks`: whether it has the models of marks; `more`: further keys; `judged`:
# the report on judges.
references_of <- function(x, marks = FALSE, more = NULL, judged = NULL) {
  keys <- unlist(methods_keys(x), use.names = FALSE)
  if (inherits(judged, "accord_judge_report")) {
    limits <- sub(" over .*$", "", judged$interval[!is.na(judged$conf.low)])
    of_judges <- c(if ("kappa" %in% judged$quantity) "cohen1960", unlist(INTERVAL_REFERENCES[unique(limits)]))
    keys <- c(keys, unname(of_judges), judge_references(judged))
  }
  written_references(c(keys, if (marks) unname(MARKS_REFERENCES), unname(more)), doi = TRUE)
}
