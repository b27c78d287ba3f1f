# The table of annotators in a report on spans, who are raters there as in its other tables.

# The spans with the names that their annotators have in the report; `from`, `to`: the ratings of them before and after.
renamed_annotators <- function(spans, from, to) {
  if (!is.null(from$raters)) {
    at <- match(id_text(spans$annotators), id_text(from$raters))
    if (!anyNA(at)) spans$annotators <- vctrs::vec_slice(to$raters, at)
  }
  spans
}

# What only the spans tell: how many there are, and the F1 of pairs of annotators, who have the names of the report, in
# total (`spans`) and of each label. NULL where there is none.
measures_of_spans <- function(spans, from, to) {
  spans <- renamed_annotators(spans, from, to)
  exact <- function(...) {
    tryCatch(
      suppressWarnings(span_agreement(spans, match = "exact", ...), classes = "accord_warning"),
      accord_error = function(cnd) NULL
    )
  }
  labels <- exact(what = "labels", ci = ci_none())
  if (any(is.na(labels$annotator_1))) labels <- labels[is.na(labels$annotator_1), ]
  list(
    n_spans = nrow(spans$span), spans = exact(),
    f1_of_labels = if (!is.null(labels)) rlang::set_names(labels$f1, as.character(labels$label))
  )
}

# The row of all pairs.
row_of_all_pairs <- function(pairs) pairs[if (any(is.na(pairs$annotator_1))) is.na(pairs$annotator_1) else 1, ]

# The F1 of two annotators in the first lines.
f1_words <- function(pairs) {
  mean <- row_of_all_pairs(pairs)
  if (NROW(mean) == 0 || is.na(mean$f1)) {
    return(NULL)
  }
  limits <- if (!is.na(mean$conf.low)) {
    paste0(" (", level_of(mean), " interval ", below_one(mean$conf.low), " to ", below_one(mean$conf.high), ")")
  }
  paste0(
    "the F1 of two raters, which counts spans with the same ends and label, is ", below_one(mean$f1),
    if (nrow(pairs) > 1) " on average", limits
  )
}

# How many spans each annotator marked, and how many of them others marked, too. NULL without `pairs`.
annotator_part <- function(pairs) {
  rows <- annotators_of_pairs(pairs)
  if (is.null(rows)) {
    return(NULL)
  }
  named <- c(annotator = "Rater", n_spans = "Spans", equal = "Equal spans", f1 = "F1")
  words <- paste0(
    "Equal spans: the share that another rater marked with the same ends and the same label. F1: twice the number of ",
    "equal spans of two raters, divided by the spans of both.",
    if (nrow(rows) > 2) " Both are means over the other raters."
  )
  mean <- row_of_all_pairs(pairs)
  note <- if (nrow(rows) > 2 && !is.na(mean$conf.low)) {
    limits <- paste0("[", below_one(mean$conf.low), ", ", below_one(mean$conf.high), "]")
    paste0("Mean F1 of all pairs: ", below_one(mean$f1), ", ", level_of(mean), " CI ", unbroken(limits), ".")
  }
  c("<h3>Spans of each rater</h3>", html_text(words), html_columns(rows, named, 50, "spans-of-raters", note = note))
}

# A row for each annotator, from the rows of pairs of span_agreement() with exact matches.
annotators_of_pairs <- function(pairs) {
  pairs <- pairs[!is.na(pairs$annotator_1) & pairs$status == "ok", ]
  if (NROW(pairs) == 0) {
    return(NULL)
  }
  sides <- data.frame(
    annotator = c(id_text(pairs$annotator_1), id_text(pairs$annotator_2)), n = c(pairs$n_1, pairs$n_2),
    found = c(pairs$found_1, pairs$found_2), f1 = rep(pairs$f1, 2)
  )
  each <- split(sides, factor(sides$annotator, unique(sides$annotator)))
  of <- function(figure) vapply(each, figure, 0, USE.NAMES = FALSE)
  rows <- tibble::tibble(
    annotator = names(each), n_spans = of(function(own) max(own$n)), equal = of(function(own) mean(own$found / own$n)),
    f1 = of(function(own) mean(own$f1))
  )
  rows[order(rows$f1), ]
}
