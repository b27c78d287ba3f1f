# The class of results of judge_report().

#' Print and tidy reports on judges
#'
#' `print()` shows a row per figure, `tidy()` uses the column names of package broom, `glance()` gives one row.
#'
#' @param x A result of [judge_report()], also filtered or sorted.
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param n Maximum number of rows.
#' @param width Maximum number of characters in a line.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector. `tidy()`: a tibble with `judge`,
#'   `question`, `term` (the quantity), `of`, `estimate`, `std.error`, `conf.low`, `conf.high`, `n`, `n_intervals`,
#'   `status`. `glance()`: `n_judges`, `n_questions` (those with an answer), `n_not_possible`, `conf.level`.
#' @seealso [judge_report()], [paper_table()]
#' @name print.accord_judge_report
#' @examples
#' set.seed(1)
#' truth <- sample(c("a", "b"), 40, replace = TRUE)
#' slip <- function(p) ifelse(runif(40) < p, sample(truth), truth)
#' labels <- data.frame(
#'   item = 1:40, rater = rep(c("ann", "bob", "judge"), each = 40),
#'   label = c(slip(.2), slip(.2), slip(.3))
#' )
#' x <- judge_report(labels, item, rater, label, judges = "judge")
#' print(x, digits = 2)
#' tidy(x)
NULL

REPORT_COLUMNS <- c(
  "judge", "question", "quantity", "of", "estimate", "std.error", "conf.low", "conf.high", "n", "n_clusters",
  "interval", "n_intervals", "conf.level", "status"
)

new_judge_report <- function(rows, study) {
  rows$conf.level <- ifelse(is.na(rows$conf.low), NA_real_, study$ci$conf_level %||% NA_real_)
  rows$of <- rows$who
  result <- new_result(unclass(rows)[REPORT_COLUMNS], nrow(rows), "accord_judge_report")
  versions <- if (anyDuplicated(study$units$judge)) stats::setNames(study$units$judge, study$units$name)
  told <- list(
    notes = study_notes(study), n_people = length(study$people), label_width = study$width, versions = versions,
    estimates = rows$estimate
  )
  for (name in names(told)) result <- with_note(result, name, told[[name]])
  result
}

result_kind.accord_judge_report <- function(x) {
  list(
    words = "a report on judges", columns = REPORT_COLUMNS, needed = c("judge", "question", "quantity", "estimate")
  )
}

text_columns.accord_judge_report <- function(x) c("judge", "question", "quantity", "of")

not_coefficients.accord_judge_report <- function(x) "a report on judges"

sealed_names.accord_judge_report <- function(x) c("notes", "n_people", "label_width", "versions", "estimates")

#' @rdname print.accord_judge_report
#' @export
format.accord_judge_report <- function(x, ..., digits = 3, n = 60, width = getOption("width")) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_digits(digits)
  style <- list(format = "text", digits = digits, leading_zero = FALSE)
  check_rows(n)
  first <- x[seq_len(min(n, nrow(x))), ]
  shown <- first[!is_unanswered(first), ]
  table <- own_table(shown, report_cells(shown, style), style, width)
  table$more <- nrow(x) - nrow(first)
  printed_lines(
    x, report_headline(x), table,
    reason_paragraph(c(unanswered_words(first), setdiff(unique(shown$status), c("ok", NA)))),
    notes = sprintf("# %s", report_notes(x))
  )
}

report_numbers <- function(x, style) {
  counts <- x$question %in% "labels"
  replace(format_numbers(x$estimate, style), counts, big_cells(x$estimate[counts], style))
}

# The columns of print() and paper_table().
report_cells <- function(x, style) {
  judges <- length(unique(x$judge[x$judge != ALL_JUDGES])) > 1
  question <- comparison_words(x)
  # In the console a question is named in the first of its rows, in few words.
  if (style$format == "text") {
    question[duplicated(question) & c("", question[-nrow(x)]) == question] <- ""
    question <- sub("majority of others", "most others", sub("^Against (the )?", "", question), fixed = TRUE)
    question <- with_capital(sub(" of people", "", question, fixed = TRUE))
  }
  c(
    as_keys(list(
      name_column("Comparison", escape(question, style)),
      if (judges) key_column("Judge", as.character(x$judge), style),
      name_column("Measure", escape(figure_labels(x), style))
    )),
    list(
      column("Estimate", report_numbers(x, style), TRUE, must = TRUE), interval_column(x, style),
      kept(x, "n", column("Items", big_cells(x$n, style), TRUE)),
      if (any(x$n_clusters < x$n, na.rm = TRUE)) column("Clusters", big_cells(x$n_clusters, style), TRUE)
    )
  )
}

#' @rdname print.accord_judge_report
#' @export
tidy.accord_judge_report <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  columns <- unclass(x)[setdiff(names(x), c("n_clusters", "interval", "conf.level"))]
  names(columns)[names(columns) == "quantity"] <- "term"
  tibble::new_tibble(columns, nrow = nrow(x))
}

#' @rdname print.accord_judge_report
#' @export
glance.accord_judge_report <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  tibble::tibble(
    n_judges = length(judges_named(x)),
    n_questions = length(unique(x$question[!is.na(x$estimate)])), n_not_possible = sum(is_unanswered(x)),
    conf.level = common_value(x$conf.level[!is.na(x$conf.level)])
  )
}

table_parts.accord_judge_report <- function(x, style) {
  # Questions without an answer have no row, unless there is no other one.
  rows <- which(!is_unanswered(x))
  answered <- x[rows, ]
  if (length(rows) == 0) rows <- seq_len(nrow(x))
  spare <- spare_report_rows(x[rows, ])
  left_out <- unique(lower_first(figure_labels(x[rows, ][spare, ])))
  left_rows <- rows[spare]
  rows <- rows[!spare]
  shown <- x[rows, ]
  # The note names figures that are lacking only if their comparison has other figures.
  lost <- is_unanswered(x) & (nrow(answered) == 0 | comparison_words(x) %in% comparison_words(answered))
  beside <- report_beside(shown, style)
  # A column of a page has no room for what its readers know.
  brief <- in_column(style)
  methods <- report_interval_words(shown)
  limits <- beside$notes %||% ci_heading(unique(level_words(shown$conf.level[!is.na(shown$conf.low)])))
  notes <- c(
    beside_people_words(x),
    if (isTRUE(style$methods) && length(methods)) paste0(limits, ": ", methods) else beside$notes,
    if (!brief) c(pair_words(shown), macro_words(shown)),
    report_notes(x[!(brief & x$quantity %in% LEFT_OUT_FIGURES) & !seq_len(nrow(x)) %in% left_rows, ]),
    if (brief) left_out_words(shown),
    panel_words(shown),
    unanswered_words(x[lost | !is_unanswered(x), ]),
    figure_reasons(shown)
  )
  list(
    columns = beside$columns %||% bind_columns(report_cells(shown, style)),
    notes = escape(gsub("`", "", notes, fixed = TRUE), style),
    rows = rows, told = is_told(shown), interval_told = TRUE, columns_told = "Clusters", all_told = !is.null(beside),
    left_out = left_out, method_told = length(methods) > 0
  )
}

# The shares and differences of judges; figures on another scale are in the table.
NOT_SHARES <- c(
  "effective_number", "labels_alone", "labels_with_judge", "distance_to_people", "distance_of_people", "absolute_error",
  "mean_error", "within_sd", "score_drift", "brier", "ece", "auc", "as_judged", "corrected"
)

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_judge_report <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("judge", "question", "quantity", "estimate", "conf.low", "conf.high", "status"))
  drawn <- object[!is_unanswered(object) & !object$quantity %in% NOT_SHARES & !is.na(object$conf.low), ]
  if (nrow(drawn) == 0) {
    abort_accord(
      "argument",
      c(
        "A plot of a report needs shares with limits.",
        x = "None of the {nrow(object)} row{?s} has them.",
        i = "{.fn paper_table} shows all figures."
      ),
      argument = "object"
    )
  }
  rows <- judge_rows(drawn, max_lines())
  data <- data.frame(
    rows, value = drawn$estimate, low = drawn$conf.low, high = drawn$conf.high, reason = plain_reasons(drawn)
  )
  only_differences <- all(drawn$quantity == "difference" & drawn$question %in% c("agreement", "majority"))
  axis <- if (only_differences) "Judge minus people" else "Estimate"
  # A report for readers without R has differences in percentage points, or in points of scores.
  unit <- attr(object, "unit")
  if (!is.null(unit)) {
    if (unit == "percent") data[c("value", "low", "high")] <- 100 * data[c("value", "low", "high")]
    data$text <- unit_texts(drawn, unit)
    axis <- c(percent = "Percentage points", points = "Points")[[unit]]
  }
  read <- c(
    if (any(drawn$quantity == "with_people")) "Against each person: the share of pairs with the same label.",
    # In a report the table says it.
    if (is.null(unit) && length(together_words(drawn))) paste0(together_words(drawn), ".")
  )
  forest_plot(
    data, paste0(axis, ci_words(drawn)), panels = NULL, stacked = TRUE,
    read = if (length(read)) paste(read, collapse = " "),
    leading_zero = identical(unit, "points")
  )
}

# The rows of a plot and their panels. Several judges are the rows, with a panel for each figure, if there is `room` for
# so many lines; otherwise they are series. Figures of one judge are the rows, with a panel for each comparison.
# Differences need no panels, since their comparisons tell them apart.
judge_rows <- function(x, room = Inf) {
  comparison <- comparison_words(x)
  figure <- figure_labels(x)
  judge <- as.character(x$judge)
  once <- all(tapply(figure, comparison, function(own) length(unique(own))) == 1) && is_same(figure)
  own <- judge != ALL_JUDGES
  several <- length(unique(judge[own])) > 1
  if (several) {
    panel <- ifelse(own & !once, paste0(comparison, ": ", lower_first(figure)), comparison)
    # A heading takes a line and a half, and names close to each other are read badly.
    if (1.2 * (nrow(x) + 1.5 * length(unique(panel))) <= room) {
      label <- factor_in_order(ifelse(own, judge, figure))
      return(data.frame(label = label, panel = factor_in_order(panel)))
    }
  }
  if (once && !several) {
    return(data.frame(label = factor_in_order(comparison), panel = factor("")))
  }
  data.frame(
    label = factor_as_last(wrap_words(figure, 20)), panel = factor_in_order(comparison),
    series = factor_in_order(judge)
  )
}

# The levels are in the order in which they are last, so that the difference in each panel is below what it is of.
factor_as_last <- function(x) factor(x, rev(unique(rev(x))))
