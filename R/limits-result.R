# Functions shared by the results of limits_of_agreement() and concordance().

# The beginning of a sentence: the group and the two raters, before a colon.
apa_raters <- function(x, between, style) {
  keys <- unclass(x)[names_before(x, "rater_1")]
  group <- lapply(keys, as.character)
  nobody <- ifelse(x$status == "no item with two raters", "", "all raters")
  raters <- ifelse(is.na(x$rater_1), nobody, paste0(x$rater_1, between, x$rater_2))
  about <- do.call(paste, c(unname(group), list(raters), sep = ", "))
  about <- apa_text(sub(", $", "", about), style)
  ifelse(about == "", "", paste0(about, ": "))
}

percent_of <- function(share) paste0(format(100 * share), "%")

# Limits are in the unit of the ratings, so they get as many decimals as give the widest three significant digits.
score_style <- function(x, digits, format = "text") {
  if (!is.null(digits)) check_digits(digits)
  in_units <- inherits(x, "accord_limits")
  digits <- digits %||% if (in_units) unit_digits(c(x$lower, x$upper)) else 3
  list(format = format, digits = digits, leading_zero = in_units)
}

score_lines <- function(x, cells, headline, style, width, n, note = NULL) {
  table <- own_table(x, cells, style, width, n)
  printed_lines(
    x, headline, table, c(score_paragraphs(x, score_reasons(x, list(format = "text"))), set_aside_line(x)),
    notes = c(
      if (inherits(x, "accord_limits") && !is_with_mean(x)) "# Bias: first rater minus second",
      if (inherits(x, "accord_limits")) slope_note(x),
      if (any(!is.na(x[["within_both"]]))) "# Limits of single ratings on the same occasion",
      note
    )
  )
}

# Says in how many rows the bias depends on the size of the measurement, with slope and p if it is one row.
slope_note <- function(x) {
  p <- x[["slope.p.value"]]
  found <- which(p < 0.05)
  if (length(found) == 0 || has_trend(x)) {
    return(NULL)
  }
  figures <- if (nrow(x) == 1) {
    style <- list(format = "text", digits = 3, leading_zero = FALSE)
    small <- if (p[1] < 0.001) "p < .001" else paste("p =", format_numbers(p[1], style))
    paste0(" (slope ", format_numbers(x$slope[1], style), ", ", small, ")")
  } else {
    paste(" in", length(found), "of", nrow(x), "rows (slope.p.value < .05)")
  }
  repeated <- !all(is.na(unlist(unclass(x)[c("within_1", "within_2", "within_both")])))
  paste0(
    "# The bias depends on the size of the measurement", figures,
    if (!repeated && is.null(x[["n_clusters"]])) "; `trend = \"bias\"` has limits for each size"
  )
}

# Cells such as "1.2 [0.4, 2.0]".
with_ends <- function(value, low, high, style) {
  # In the console limits are aligned.
  ends <- paste0(" ", interval_cells(low, high, style, padded = style$format == "text"))
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

glance_scores <- function(x) {
  tibble::tibble(
    n_pairs = nrow(x), n_undefined = sum(x$status != "ok"),
    conf.level = common_value(x$conf.level),
    n_items = if (nrow(x)) max(x$n_items) else NA_integer_
  )
}

# Notes with the reason why a value is missing, for each such group and pair of raters.
score_reasons <- function(x, style) {
  groups <- as.list(x)[names_before(x, "rater_1")]
  # In a table with pairs, the row of all raters is named "all raters", except in a group without two raters.
  of_all <- !all(is.na(x$rater_1)) & !x$status %in% "no item with two raters"
  pair <- ifelse(is.na(x$rater_1), ifelse(of_all, "all raters", ""), paste(x$rater_1, "and", x$rater_2))
  about <- do.call(paste, c(unname(groups), list(pair), sep = ", "))
  phrase_notes(sub(", $", "", about), x$status, style)
}
