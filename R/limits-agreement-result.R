# The result of limits_of_agreement().

#' Print and tidy limits of agreement and concordance correlations
#'
#' `print()` shows a row per pair of raters with few digits, `tidy()` gives a row per bias and limit or per correlation,
#' `augment()` one per difference, `glance()` a summary.
#'
#' @param x A result of [limits_of_agreement()] or [concordance()], also filtered or sorted.
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15. The default shows three significant digits of
#'   limits, and three decimals of correlations.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line. Where the limits do not fit, they are shown without their
#'   intervals.
#' @param style `"table"` for the printed lines; `"apa"`, `"vancouver"` or `"acl"` for a sentence per row in that
#'   style, to use in a text.
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

# TRUE for limits with the mean, where rater_1 is "each rater". A group without two raters has NA there.
is_with_mean <- function(x) any(x$rater_1 %in% "each rater")

result_kind.accord_limits <- function(x) {
  list(
    words = "limits of agreement", columns = c(LIMITS_COLUMNS, if (has_trend(x)) TREND_COLUMNS),
    needed = c("rater_1", "rater_2", "lower", "upper"), grouped = TRUE
  )
}

text_columns.accord_limits <- function(x) c("rater_1", "rater_2")

sealed_names.accord_limits <- function(x) "differences"

#' @rdname print.accord_limits
#' @export
format.accord_limits <- function(x, ..., digits = NULL, n = 20, width = getOption("width"), style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_printing(..., digits = digits, style = style)
  if (style != "table") {
    return(apa_limits(x, in_house(score_style(x, digits, apa_format()), style)))
  }
  of <- if (is_same(x$share)) percent_of(x$share[1])
  level <- if (is_same(x$conf.level) && !has_trend(x)) paste0(", ", percent_of(x$conf.level[1]), " intervals")
  style <- score_style(x, digits)
  # If the table is too wide, the intervals of the limits are left out first, then also that of the bias.
  for (left_out in c("none", "of the limits", "of bias and limits")) {
    cells <- limits_cells(x, style, left_out)
    if (!any(c("Lower limit", "Upper limit") %in% own_table(x, cells, style, width, n)$dropped)) break
  }
  if (left_out == "of bias and limits") level <- NULL
  score_lines(
    x, cells, paste0(trimws(paste(of, "limits of agreement")), level), style, width, n,
    if (has_trend(x)) {
      c(paste0("# ", TREND_NOTE), spread_note(x))
    } else if (left_out != "none") {
      paste("# Too wide to show: intervals", left_out)
    }
  )
}

# Columns of the estimates. `left_out` says which intervals are left out: "none", "of the limits" or "of bias and
# limits".
limits_cells <- function(x, style, left_out = "none") {
  cells <- function(name, show) {
    low <- if (show) x[[paste0(name, ".conf.low")]] else NA
    high <- if (show) x[[paste0(name, ".conf.high")]] else NA
    if (has_trend(x)) trend_cells(trend_lines(x)[[name]], style) else with_ends(x[[name]], low, high, style)
  }
  bias <- if (!is_with_mean(x)) {
    kept(x, "bias", column("Bias", cells("bias", left_out != "of bias and limits"), TRUE, must = TRUE))
  }
  all <- left_out == "none"
  c(score_keys(x, style), list(
    bias,
    c(column("Lower limit", cells("lower", all), TRUE, must = is.null(bias)), wanted = TRUE),
    c(column("Upper limit", cells("upper", all), TRUE), wanted = TRUE),
    if (!has_trend(x)) kept(x, "sd", column("SD", format_numbers(x$sd, style), TRUE)),
    kept(x, "n_items", counts_column("Items", x$n_items, style)),
    if (!is.null(x[["n_clusters"]])) counts_column("Clusters", x$n_clusters, style)
  ), if (left_out == "none" && !has_trend(x)) slope_cells(x, style))
}

# The slope of the differences on the means has no unit; its p value is that of no slope.
slope_cells <- function(x, style) {
  if (all(is.na(x[["slope"]]))) {
    return(NULL)
  }
  number <- list(format = style$format, digits = 3, leading_zero = TRUE)
  p <- x[["slope.p.value"]]
  of_p <- utils::modifyList(style, list(leading_zero = style$zero_of_p %||% style$leading_zero))
  list(
    column("Slope", ifelse(is.na(x$slope), dash(style), format_numbers(x$slope, number)), TRUE),
    if (!all(is.na(p))) column("p of slope", ifelse(is.na(p), dash(style), format_p(p, of_p)), TRUE)
  )
}

#' @rdname print.accord_limits
#' @export
tidy.accord_limits <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  keys <- unclass(x)[setdiff(names(x), c(LIMITS_COLUMNS[-(1:2)], TREND_COLUMNS, "n_clusters"))]
  terms <- c("bias", "lower", "upper")
  value <- function(end) c(do.call(rbind, unclass(x)[paste0(terms, end)]))
  lines <- if (has_trend(x)) {
    of <- function(figure) c(do.call(rbind, lapply(trend_lines(x)[terms], `[[`, figure)))
    list(at = rep(x$at, each = 3), intercept = of("intercept"), slope = of("slope"))
  }
  tibble::new_tibble(c(
    lapply(keys, rep, each = 3),
    list(
      term = rep(terms, nrow(x)), estimate = value(""),
      conf.low = value(".conf.low"), conf.high = value(".conf.high")
    ),
    lines, list(status = rep(x$status, each = 3))
  ), nrow = 3L * nrow(x))
}

#' @rdname print.accord_limits
#' @export
augment.accord_limits <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  points <- check_one_fit(x, "differences", "augment")
  # Users may have filtered or sorted the rows, so points are matched to them by their keys.
  keys <- tibble::as_tibble(unclass(x)[seq_len(match("rater_2", names(x)))])
  all <- attr(x, "pairs")
  place <- match(points$row, vctrs::vec_match(keys[intersect(names(keys), names(all))], all))
  points <- points[!is.na(place), ]
  place <- place[!is.na(place)]
  keys <- as.list(vctrs::vec_slice(keys, place))
  if (!is.null(points$rater)) keys$rater_1 <- points$rater
  limits <- limits_at(x, place, points$mean)
  outside <- points$difference < limits$lower | points$difference > limits$upper
  tibble::new_tibble(
    c(keys, list(item = points$item, .mean = points$mean, .difference = points$difference, .outside = outside)),
    nrow = nrow(points)
  )
}

#' @rdname print.accord_limits
#' @export
glance.accord_limits <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("n_items", "conf.level", "status"), "Limits of agreement")
  glance_scores(x)
}

# How far the limits are from the bias, where this is a multiple of the standard deviation.
distance_words <- function(x) {
  share <- unique(x[["share"]])
  if (length(share) != 1 || anyNA(c(share, x[["sd"]])) || is.null(x[["sd"]])) return(NULL)
  z <- stats::qnorm((1 + share) / 2)
  if (!isTRUE(all.equal(x[["upper"]] - x[["bias"]], z * x[["sd"]]))) return(NULL)
  paste0(percent_of(share), " limits: the bias plus and minus ", format(z, digits = 3), " SD")
}

# Words for the note of a table that say what bias, standard deviation and slope are computed from.
limits_words <- function(x, style) {
  if (style$format == "text" || is_with_mean(x) || has_trend(x) || is.null(x[["bias"]])) {
    return(NULL)
  }
  c(
    "Bias: the mean difference, the first minus the second",
    if (!is.null(x[["sd"]])) "SD: of the differences",
    distance_words(x),
    if ("slope" %in% names(x)) "slope: of the differences on the means"
  ) |> paste(collapse = "; ")
}

# Unless the user chose the digits, the number of digits depends on the size of the limits.
table_parts.accord_limits <- function(x, style) {
  if (!isTRUE(style$digits_given)) style$digits <- score_style(x, NULL)$digits
  style$zero_of_p <- style$leading_zero
  style$leading_zero <- TRUE
  has_ends <- !all(is.na(unlist(unclass(x)[c("bias.conf.low", "lower.conf.low", "upper.conf.low")])))
  level <- if (has_trend(x)) {
    TREND_NOTE
  } else if (is_same(x$conf.level) && has_ends) {
    paste0(percent_of(x$conf.level[1]), " intervals in brackets")
  }
  if (in_column(style) && !has_trend(x) && !is_with_mean(x)) {
    return(with_row_each(x, style))
  }
  list(
    columns = bind_columns(limits_cells(x, style)),
    notes = c(limits_words(x, style), escape(as.character(level), style), score_reasons(x, style)), told = is_told(x)
  )
}

# In a column of a page, bias and limits have a row each, with their intervals.
with_row_each <- function(x, style) {
  figures <- intersect(c(Bias = "bias", `Lower limit` = "lower", `Upper limit` = "upper"), names(x))
  words <- c(bias = "Bias", lower = "Lower limit", upper = "Upper limit")[figures]
  n <- length(figures)
  each <- function(values) rep(values, each = n)
  all <- function(end) c(do.call(rbind, lapply(paste0(figures, end), function(name) as.double(x[[name]] %||% NA))))
  rows <- list(conf.low = all(".conf.low"), conf.high = all(".conf.high"), conf.level = each(x$conf.level))
  pair <- paste(escape(as.character(x$rater_1), style), minus(style), escape(as.character(x$rater_2), style))
  keys <- unclass(x)[setdiff(names_before(x, "rater_1"), result_kind(x)$columns)]
  counts <- kept(x, "n_items", counts_column("Items", x$n_items, style))
  if (!is.null(counts)) counts$cells <- each(counts$cells)
  columns <- c(
    as_keys(c(
      Map(function(name, values) key_column(name, each(values), style), names(keys), keys),
      list(name_column("Raters", each(pair)), column("Figure", rep(words, nrow(x)), FALSE))
    )),
    list(column("Value", format_numbers(all(""), style), TRUE), interval_column(rows, style), spare(counts, 1))
  )
  list(
    columns = bind_columns(columns),
    notes = c(
      "Bias: the mean difference of the two raters",
      if (is_same(x$share)) escape(paste("Limits: of", percent_of(x$share[1]), "of the differences"), style),
      score_reasons(x, style)
    ),
    told = each(is_told(x))
  )
}

# A sentence such as: mini less wright: bias = 2.1, 95% CI [-17.8, 22.0], 95% limits of agreement from -73.9, 95% CI
# [-110.6, -37.2], to 78.1, 95% CI [41.4, 114.8], 17 items.
apa_limits <- function(x, style) {
  number <- function(values) format_numbers(values, style)
  interval <- function(low, high) {
    apa_interval(tibble::tibble(conf.low = low, conf.high = high, conf.level = x$conf.level), style)
  }
  percent_sign <- if (style$format == "latex") "\\%" else "%"
  share <- ifelse(is.na(x$share), "", paste0(format(100 * x$share, trim = TRUE), percent_sign, " "))
  comma <- function(text) ifelse(text == "", "", ",")
  low <- interval(x$lower.conf.low, x$lower.conf.high)
  bias <- paste0("bias = ", number(x$bias), interval(x$bias.conf.low, x$bias.conf.high), ", ")
  items <- apa_counts(tibble::tibble(n_items = x$n_items))
  value <- if (has_trend(x)) {
    lines <- lapply(trend_lines(x), trend_cells, style)
    paste0(
      "bias = ", lines$bias, ", ", share, "limits of agreement from ", lines$lower, " to ", lines$upper,
      " (", TREND_NOTE, ")", items
    )
  } else {
    paste0(
      if (is_with_mean(x)) "" else bias, share, "limits of agreement from ", number(x$lower), low, comma(low),
      " to ", number(x$upper), interval(x$upper.conf.low, x$upper.conf.high), items
    )
  }
  undefined <- paste0("limits of agreement are not defined (", apa_text(plain_reasons(x), style), ")")
  paste0(apa_raters(x, " minus ", style), ifelse(is.na(x$lower), undefined, value))
}
