# The class of results of corrected_estimate() and corrected_regression().

#' Print and tidy corrected estimates
#'
#' `print()` shows a row per estimate with few digits, `tidy()` uses the column names of package broom, `glance()` gives
#' one row.
#'
#' @param x A result of [corrected_estimate()] or [corrected_regression()], also filtered or sorted.
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15. The default is three, or more if needed for three
#'   significant digits of the largest estimate. A coefficient of a regression, which has a unit of its own, gets more
#'   digits if fewer than two of its own would be shown.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector. `tidy()`: a tibble with the keys,
#'   `term`, `estimate`, `std.error`, `statistic` (against 0), `parameter` (degrees of freedom), `p.value`,
#'   `conf.low`, `conf.high`. Shares with score limits, and their differences, have no test (`NA`), since a t test
#'   would not match their limits: `interval = "t"` gives both. `glance()`: one row with `n_estimates`, `n_undefined`,
#'   `conf.level`, `n_labelled` and `n_items` (the largest).
#' @seealso [corrected_estimate()], [corrected_regression()], [paper_table()]
#' @name print.accord_estimate
#' @examples
#' items <- data.frame(
#'   person = c(1, 0, 1, 1, 0, 0, rep(NA, 6)), model = c(1, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1)
#' )
#' x <- corrected_estimate(items, person, model)
#' print(x, digits = 2)
#' tidy(x)
NULL

result_kind.accord_estimate <- function(x) {
  list(words = "corrected estimates", columns = ESTIMATE_COLUMNS, needed = c("term", "estimate"), grouped = TRUE)
}

text_columns.accord_estimate <- function(x) c("term", "group_1", "group_2")

not_coefficients.accord_estimate <- function(x) "estimates of shares, means or effects"

#' @rdname print.accord_estimate
#' @export
format.accord_estimate <- function(x, ..., digits = NULL, n = 20, width = getOption("width")) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  if (!is.null(digits)) check_digits(digits)
  style <- list(
    format = "text", digits = digits %||% unit_digits(x$estimate, 3), digits_given = !is.null(digits),
    leading_zero = FALSE
  )
  table <- own_table(x, estimate_cells(x, style), style, width, n)
  printed_lines(
    x, "Estimates from labels by people and a model's predictions", table,
    reason_paragraph(unique(x$status[x$status != "ok"])),
    notes = c(
      if (!all(is.na(x$n_equivalent))) "# Equivalent: number of labels by people alone that would be as precise",
      if (all(c("group_1", "group_2") %in% names(x))) "# Differences: second minus first",
      if (any(is_cut(x))) "# Intervals are truncated to the range of shares"
    )
  )
}

# Returns whether limits were truncated, so that they are closer to the estimate than the standard error implies.
is_cut <- function(x) {
  half <- half_widths(x, x$conf.level) * (1 - 1e-8)
  !is.na(half) & x$interval != "score" & (x$conf.low > x$estimate - half | x$conf.high < x$estimate + half)
}

# Coefficients may have different units. Unless the user chose the digits, a coefficient gets more of them if it would
# otherwise be shown as 0.
row_digits <- function(x, style) {
  regression <- "lambda" %in% names(x) && all(is.na(x$lambda)) && !"group_1" %in% names(x)
  if (!regression || isTRUE(style$digits_given) || nrow(x) == 0) {
    return(style$digits)
  }
  vapply(seq_len(nrow(x)), function(i) {
    values <- c(x$estimate[i], x[["conf.low"]][i], x[["conf.high"]][i])
    shown <- any(abs(values) >= 10^(1 - style$digits), na.rm = TRUE)
    if (shown) style$digits else unit_digits(values, style$digits)
  }, 0)
}

# The columns of print() and paper_table().
estimate_cells <- function(x, style) {
  keys <- unclass(x)[setdiff(names_before(x, "term"), ESTIMATE_COLUMNS)]
  headings <- c(group_1 = "First", group_2 = "Second")
  heading <- function(name) if (name %in% names(headings)) headings[[name]] else name
  whole <- function(n) big_cells(round(n), style)
  of_row <- utils::modifyList(style, list(digits = row_digits(x, style)))
  c(
    as_keys(c(
      lapply(names(keys), function(name) key_column(heading(name), keys[[name]], style)),
      list(name_column("Term", escape(as.character(x$term), style)))
    )),
    list(
      column("Estimate", format_numbers(x$estimate, of_row), TRUE, must = TRUE),
      interval_column(x, of_row),
      kept(x, "n_labelled", counts_column("Labelled", round(x$n_labelled), style)),
      kept(x, "n_items", counts_column("Items", round(x$n_items), style)),
      if (!all(is.na(x$n_equivalent))) column("Equivalent", whole(x$n_equivalent), TRUE)
    )
  )
}

#' @rdname print.accord_estimate
#' @export
tidy.accord_estimate <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  columns <- unclass(x)
  keys <- columns[setdiff(names(x), ESTIMATE_COLUMNS)]
  # The test corresponds to t limits and could contradict score limits, so that it is omitted with these.
  df <- replace(columns$df, columns$interval %in% "score", NA)
  statistic <- replace(columns$estimate / columns$std.error, is.na(df), NA_real_)
  numbers <- list(
    term = columns$term, estimate = columns$estimate, std.error = columns$std.error, statistic = statistic,
    parameter = df, p.value = 2 * stats::pt(-abs(statistic), df),
    conf.low = columns$conf.low, conf.high = columns$conf.high, status = columns$status
  )
  tibble::new_tibble(c(keys, numbers), nrow = nrow(x))
}

#' @rdname print.accord_estimate
#' @export
glance.accord_estimate <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  most <- function(n) if (length(n)) max(n) else NA_integer_
  tibble::tibble(
    n_estimates = nrow(x), n_undefined = sum(x$status != "ok"),
    conf.level = common_value(x$conf.level),
    n_labelled = most(x$n_labelled), n_items = most(x$n_items)
  )
}

table_parts.accord_estimate <- function(x, style) {
  list(
    columns = bind_columns(estimate_cells(x, style_in_units(style, x$estimate))),
    notes = c(
      "Labels by people and a model's predictions",
      if (!all(is.na(x$n_equivalent))) "Equivalent: number of labels by people alone that would be as precise",
      if (all(c("group_1", "group_2") %in% names(x))) "Differences: second minus first",
      if (isTRUE(any(is_cut(x)))) "Intervals are truncated to the range of shares",
      phrase_notes(row_labels(x, "term"), x$status, style)
    ),
    told = is_told(x)
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_estimate <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("term", "estimate", "conf.low", "conf.high", "lambda", "status"))
  groups <- plot_groups(object, "term")
  differences <- all(c("group_1", "group_2") %in% names(object))
  if (differences) groups <- factor_in_order(paste(object$group_2, object$group_1, sep = " - "))
  terms <- factor_in_order(as.character(object$term))
  data <- forest_data(object, cut_labels(terms))
  one_term <- nlevels(terms) == 1
  if (!is.null(groups) && one_term) data$label <- factor_in_order(cut_labels(groups))
  if (!is.null(groups) && !one_term) data$panel <- groups
  # Coefficients of a regression have no lambda and are compared with 0, as differences are.
  coefficients <- !differences && all(is.na(object$lambda[!is.na(object$estimate)]))
  what <- if (identical(levels(terms), "mean")) "Mean" else paste("Share", if (one_term) paste("of", terms[1]))
  if (differences) what <- paste0("Difference", if (!one_term && nlevels(groups) == 1) paste0(" (", groups[1], ")"))
  if (coefficients) what <- "Coefficient"
  alone <- !is.na(data$value) & is.na(data$low)
  forest_plot(
    data, paste0(trimws(what), ci_words(object)),
    if (any(alone)) "Points without a line: labels and predictions do not vary, so that there is no interval.",
    zero = differences || coefficients
  )
}
