# Limits of agreement and concordance correlations in print, in tables and as tidy frames.

#' Print and tidy limits of agreement and concordance correlations
#'
#' `print()` shows a row per pair of raters with few digits, `tidy()` gives a row per bias and limit or per correlation,
#' `augment()` one per difference, `glance()` a summary.
#'
#' @param x A result of [limits_of_agreement()] or [concordance()], also filtered or sorted.
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15. The default shows three significant digits of
#'   limits, and three decimals of correlations.
#' @param width Maximum number of characters in a line. Where the limits do not fit, they are shown without their
#'   intervals.
#' @param style `"table"` for the printed lines, `"apa"` for a sentence per row, to use in a text.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector. `augment()`: a tibble with a row per
#'   difference: the keys, raters and `item`, `.mean` of the two ratings (or of all), `.difference`, and whether it lies
#'   `.outside` the limits. `tidy()`: a tibble with a row per
#'   bias and limit, or per correlation: the keys and raters, `term`, `estimate`, `std.error` (of correlations),
#'   `conf.low`, `conf.high`. `glance()`: one row with `n_pairs` (the number of rows, that of all raters
#'   among them), `n_undefined`, `conf.level` and `n_items` (the largest).
#' @seealso [limits_of_agreement()], [concordance()], [paper_table()]
#' @examples
#' x <- limits_of_agreement(cbind(a = c(1, 2, 4, 3), b = c(2, 2, 5, 4)), layout = "raters_in_columns")
#' print(x, digits = 2)
#' format(x, style = "apa")
#' tidy(x)
#' augment(x)
#' @name print.accord_limits
NULL

# Groups without two raters have no names of raters.
is_with_mean <- function(x) any(x$rater_1 %in% "each rater")

result_kind.accord_limits <- function(x) {
  list(
    words = "limits of agreement", columns = LIMITS_COLUMNS, needed = c("rater_1", "rater_2", "lower", "upper"),
    grouped = TRUE
  )
}

#' @rdname print.accord_limits
#' @export
format.accord_limits <- function(x, ..., digits = NULL, width = getOption("width"), style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_choice(style, c("table", "apa"), "style")
  if (style == "apa") {
    return(apa_limits(x, score_style(x, digits, apa_format())))
  }
  of <- if (is_same(x$share)) percent_of(x$share[1])
  level <- if (is_same(x$conf.level)) paste0(", ", percent_of(x$conf.level[1]), " intervals")
  style <- score_style(x, digits)
  # Both limits are shown before their intervals, and before that of the bias.
  for (left_out in c("none", "of the limits", "of bias and limits")) {
    cells <- limits_cells(x, style, left_out)
    if (!any(c("Lower limit", "Upper limit") %in% own_table(x, cells, style, width)$dropped)) break
  }
  if (left_out == "of bias and limits") level <- NULL
  score_lines(
    x, cells, paste0(trimws(paste(of, "limits of agreement")), level), style, width,
    if (left_out != "none") paste("# Too wide to show: intervals", left_out)
  )
}

result_kind.accord_concordance <- function(x) {
  list(
    words = "concordance correlations", columns = CONCORDANCE_COLUMNS, needed = c("rater_1", "rater_2", "estimate"),
    grouped = TRUE
  )
}

#' @rdname print.accord_limits
#' @export
format.accord_concordance <- function(x, ..., digits = NULL, width = getOption("width"), style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_choice(style, c("table", "apa"), "style")
  if (style == "apa") {
    return(apa_concordance(x, score_style(x, digits %||% 2, apa_format())))
  }
  style <- score_style(x, digits)
  score_lines(x, concordance_cells(x, style), "Concordance correlation", style, width)
}

percent_of <- function(share) paste0(format(100 * share), "%")

# Limits have the unit of the ratings: as many decimals as show three digits of the widest.
score_style <- function(x, digits, format = "text") {
  if (!is.null(digits)) check_digits(digits)
  in_units <- inherits(x, "accord_limits")
  digits <- digits %||% if (in_units) unit_digits(c(x$lower, x$upper)) else 3
  list(format = format, digits = digits, leading_zero = in_units)
}

score_lines <- function(x, cells, headline, style, width, note = NULL) {
  table <- own_table(x, cells, style, width)
  printed_lines(
    x, headline, table, c(score_paragraphs(x, score_reasons(x, list(format = "text"))), set_aside_line(x)),
    notes = c(
      if (inherits(x, "accord_limits") && !is_with_mean(x)) "# Bias: first rater minus second",
      if (any(!is.na(x[["within_both"]]))) "# Limits of single ratings on the same occasion",
      note
    )
  )
}

# Why there are dashes, and whose labels these are.
score_paragraphs <- function(x, reasons = setdiff(unique(x$status), c("ok", NA))) {
  c(reason_paragraph(reasons), paragraph(sprintf("%s.", scale_note(x))))
}

# `number`, [low, high]
with_ends <- function(value, low, high, style) {
  ends <- paste0(" ", interval_cells(low, high, style, padded = TRUE))
  ifelse(is.na(value), dash(style), paste0(format_numbers(value, style), ifelse(is.na(low) | is.na(high), "", ends)))
}

score_keys <- function(x, style) {
  keys <- unclass(x)[names_before(x, "rater_1")]
  nobody <- ifelse(x$status %in% "no item with two raters", "none", "all raters")
  as_keys(c(
    lapply(names(keys), function(name) key_column(name, keys[[name]], style)),
    list(
      name_column("First", user_cells(ifelse(is.na(x$rater_1), nobody, x$rater_1), style)),
      name_column("Second", ifelse(is.na(x$rater_2), "", user_cells(x$rater_2, style)))
    )
  ))
}

# `left_out`: which intervals.
limits_cells <- function(x, style, left_out = "none") {
  cells <- function(name, show) {
    low <- if (show) x[[paste0(name, ".conf.low")]] else NA
    high <- if (show) x[[paste0(name, ".conf.high")]] else NA
    with_ends(x[[name]], low, high, style)
  }
  bias <- if (!is_with_mean(x)) {
    kept(x, "bias", column("Bias", cells("bias", left_out != "of bias and limits"), TRUE, must = TRUE))
  }
  all <- left_out == "none"
  c(score_keys(x, style), list(
    bias,
    c(column("Lower limit", cells("lower", all), TRUE, must = is.null(bias)), wanted = TRUE),
    c(column("Upper limit", cells("upper", all), TRUE), wanted = TRUE),
    kept(x, "sd", column("SD", format_numbers(x$sd, style), TRUE)),
    kept(x, "n_items", column("Items", big_cells(x$n_items, style), TRUE))
  ))
}

concordance_cells <- function(x, style) {
  c(score_keys(x, style), list(
    column("Concordance", format_numbers(x$estimate, style), TRUE, must = TRUE),
    interval_column(x, style)
  ), interpretation_columns(x, style), list(
    if (!all(is.na(x$precision))) column("Precision", format_numbers(x$precision, style), TRUE),
    if (!all(is.na(x$accuracy))) column("Accuracy", format_numbers(x$accuracy, style), TRUE),
    kept(x, "n_items", column("Items", big_cells(x$n_items, style), TRUE))
  ))
}

#' @rdname print.accord_limits
#' @export
tidy.accord_limits <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  keys <- unclass(x)[setdiff(names(x), LIMITS_COLUMNS[-(1:2)])]
  terms <- c("bias", "lower", "upper")
  value <- function(end) c(do.call(rbind, unclass(x)[paste0(terms, end)]))
  tibble::new_tibble(c(
    lapply(keys, rep, each = 3),
    list(
      term = rep(terms, nrow(x)), estimate = value(""),
      conf.low = value(".conf.low"), conf.high = value(".conf.high"), status = rep(x$status, each = 3)
    )
  ), nrow = 3L * nrow(x))
}

#' @rdname print.accord_limits
#' @export
augment.accord_limits <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  points <- check_one_fit(x, "differences", "augment")
  # Rows may have been filtered or sorted.
  keys <- tibble::as_tibble(unclass(x)[seq_len(match("rater_2", names(x)))])
  all <- attr(x, "pairs")
  place <- match(points$row, vctrs::vec_match(keys[intersect(names(keys), names(all))], all))
  points <- points[!is.na(place), ]
  place <- place[!is.na(place)]
  keys <- as.list(vctrs::vec_slice(keys, place))
  if (!is.null(points$rater)) keys$rater_1 <- points$rater
  outside <- points$difference < x$lower[place] | points$difference > x$upper[place]
  tibble::new_tibble(
    c(keys, list(item = points$item, .mean = points$mean, .difference = points$difference, .outside = outside)),
    nrow = nrow(points)
  )
}

#' @rdname print.accord_limits
#' @export
tidy.accord_concordance <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  keys <- unclass(x)[setdiff(names(x), CONCORDANCE_COLUMNS[-(1:2)])]
  values <- unclass(x)[c("estimate", "std.error", "conf.low", "conf.high", "status")]
  tibble::new_tibble(c(keys, list(term = rep("concordance", nrow(x))), values), nrow = nrow(x))
}

#' @rdname print.accord_limits
#' @export
glance.accord_limits <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("n_items", "conf.level", "status"), "Limits of agreement")
  glance_scores(x)
}

#' @rdname print.accord_limits
#' @export
glance.accord_concordance <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("n_items", "conf.level", "status"), "A concordance correlation")
  glance_scores(x)
}

glance_scores <- function(x) {
  tibble::tibble(
    n_pairs = nrow(x), n_undefined = sum(x$status != "ok"),
    conf.level = common_value(x$conf.level),
    n_items = if (nrow(x)) max(x$n_items) else NA_integer_
  )
}

# Of every group and pair of raters that has one.
score_reasons <- function(x, style) {
  groups <- as.list(x)[names_before(x, "rater_1")]
  # Beside pairs, the row of all raters has a name, but a group without two raters has none.
  of_all <- !all(is.na(x$rater_1)) & !x$status %in% "no item with two raters"
  pair <- ifelse(is.na(x$rater_1), ifelse(of_all, "all raters", ""), paste(x$rater_1, "and", x$rater_2))
  about <- do.call(paste, c(unname(groups), list(pair), sep = ", "))
  phrase_notes(sub(", $", "", about), x$status, style)
}

# Unless the user chose the digits, limits have those of their unit.
table_parts.accord_limits <- function(x, style) {
  if (!isTRUE(style$digits_given)) style$digits <- score_style(x, NULL)$digits
  style$leading_zero <- TRUE
  has_ends <- !all(is.na(unlist(unclass(x)[c("bias.conf.low", "lower.conf.low", "upper.conf.low")])))
  level <- if (is_same(x$conf.level) && has_ends) paste0(percent_of(x$conf.level[1]), " intervals in brackets")
  list(
    columns = bind_columns(limits_cells(x, style)),
    notes = c(escape(as.character(level), style), score_reasons(x, style)), told = is_told(x)
  )
}

table_parts.accord_concordance <- function(x, style) {
  of_all <- is.na(x$rater_1) & !is_told(x)
  list(
    columns = bind_columns(concordance_cells(x, style)),
    notes = c(
      escape(scale_note(x), style), score_reasons(x, style),
      if (any(of_all) && !all(is.na(x$precision) & is.na(x$accuracy))) {
        "Precision and accuracy are those of pairs of raters"
      }
    ),
    told = is_told(x), columns_told = if (any(of_all)) c("Precision", "Accuracy")
  )
}
