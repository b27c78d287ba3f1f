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
  some <- intersect(c(ALONE_COLUMNS, CALIBRATION_COLUMNS, "n_drawn"), names(x))
  list(
    words = "corrected estimates", columns = c(ESTIMATE_COLUMNS, some), needed = c("term", "estimate"), grouped = TRUE
  )
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
    notes = paste("#", estimate_notes(x))
  )
}

# The notes of print() and paper_table().
estimate_notes <- function(x) {
  lost <- x[["n_drawn"]] - x[["n_labelled"]]
  c(
    if (!all(is.na(x$n_equivalent))) {
      paste0(
        "Equivalent labels: number of labels by people alone that would be as precise",
        if (any(x$n_equivalent < x$n_labelled, na.rm = TRUE)) {
          "; where it is below the number labelled, the model makes the estimate less precise"
        }
      )
    },
    if (all(c("group_1", "group_2") %in% names(x))) "Differences: second minus first",
    if (any(x$estimate < x$conf.low | x$estimate > x$conf.high, na.rm = TRUE)) {
      "Estimated shares may lie outside of 0 to 1, but not their limits"
    },
    if (isTRUE(any(is_cut(x)))) "Intervals are truncated to the range of shares",
    if (is_calibrated(x)) {
      "Labelled: items of the calibration sample, in which the errors of the model are assumed to be as here"
    },
    if (!all(is.na(x[["equal_errors"]]))) {
      "p of equal errors: of the hypothesis that they are, from the labelled items here (Fisher's exact test)"
    },
    if (any(lost > 0, na.rm = TRUE)) {
      paste0(
        "Drawn for labelling, without a label: ", if (!is_same(lost)) "up to ", count(max(lost, na.rm = TRUE), "item")
      )
    }
  )
}

# Whether errors come from a calibration sample.
is_calibrated <- function(x) all(c("sensitivity", "equal_errors") %in% names(x))

# Returns whether limits were truncated, so that they are closer to the estimate than the standard error implies.
is_cut <- function(x) {
  half <- half_widths(x, x$conf.level) * (1 - 1e-8)
  by_error <- !is.na(half) & !x$interval %in% c("score", "melded", "adjusted")
  by_error & (x$conf.low > x$estimate - half | x$conf.high < x$estimate + half)
}

# Coefficients may have different units. Unless the user chose the digits, a coefficient gets more of them if it would
# otherwise be shown as 0.
row_digits <- function(x, style) {
  if (!is_regression(x) || isTRUE(style$digits_given) || nrow(x) == 0) {
    return(style$digits)
  }
  vapply(seq_len(nrow(x)), function(i) {
    values <- c(x$estimate[i], x[["conf.low"]][i], x[["conf.high"]][i])
    shown <- any(abs(values) >= 10^(1 - style$digits), na.rm = TRUE)
    if (shown) style$digits else unit_digits(values, style$digits)
  }, 0)
}

# Whether rows are coefficients, which have no weight of the model.
is_regression <- function(x) {
  "lambda" %in% names(x) && all(is.na(x$lambda[!is.na(x$estimate)])) && !"group_1" %in% names(x) && !is_calibrated(x)
}

# The columns of print() and paper_table().
estimate_cells <- function(x, style) {
  keys <- unclass(x)[setdiff(names_before(x, "term"), result_kind(x)$columns)]
  headings <- c(group_1 = "First", group_2 = "Second")
  heading <- function(name) if (name %in% names(headings)) headings[[name]] else name
  whole <- function(n) big_cells(round(n), style)
  of_row <- utils::modifyList(style, list(digits = row_digits(x, style)))
  c(
    as_keys(c(
      lapply(names(keys), function(name) key_column(heading(name), keys[[name]], style)),
      list(term_column(x, style))
    )),
    list(
      column("Estimate", format_numbers(x$estimate, of_row), TRUE, must = TRUE),
      interval_column(x, of_row),
      kept(x, "n_labelled", counts_column("Labelled", round(x$n_labelled), style)),
      kept(x, "n_items", counts_column("Items", round(x$n_items), style)),
      if (!all(is.na(x$n_equivalent))) column("Equivalent labels", whole(x$n_equivalent), TRUE),
      if (is_calibrated(x)) column("Sensitivity", format_numbers(x$sensitivity, style), TRUE),
      if (!all(is.na(x[["specificity"]]))) column("Specificity", format_numbers(x$specificity, style), TRUE),
      if (!all(is.na(x[["equal_errors"]]))) column("p of equal errors", format_p(x$equal_errors, style), TRUE)
    )
  )
}

# Names what is estimated: coefficients of a regression keep the names of their terms.
term_column <- function(x, style) {
  if (style$format == "text" || is_regression(x) && !is_removed(x, "lambda")) {
    return(name_column("Term", escape(as.character(x$term), style)))
  }
  words <- term_words(x$term)
  words <- ifelse(x$term %in% "mean", "Mean", paste("Share of", words))
  note <- paste("Statistic:", sub("^(S|M)", "\\L\\1", words[1], perl = TRUE))
  or_note(name_column("Statistic", escape(words, style)), escape(note, style), setting = TRUE)
}

# The share of a column of logical values is that of its yes.
term_words <- function(term) if (all(term %in% "TRUE")) rep("yes", length(term)) else as.character(term)

#' @rdname print.accord_estimate
#' @export
tidy.accord_estimate <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  columns <- unclass(x)
  keys <- columns[setdiff(names(x), result_kind(x)$columns)]
  # The test corresponds to t limits and could contradict other limits of shares, so that it is omitted with these.
  df <- replace(columns$df, columns$interval %in% c("score", "melded", "adjusted"), NA)
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
      if (is_calibrated(x) || is.null(x[["lambda"]])) {
        "Labels by people and a model's predictions"
      } else {
        "Labels by people, adjusted by a model's predictions (prediction-powered inference)"
      },
      estimate_notes(x),
      phrase_notes(row_labels(x, "term"), x$status, style)
    ),
    told = is_told(x)
  )
}
