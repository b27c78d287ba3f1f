# Sentences for the text of a paper: limits of agreement, concordance correlations, generalizability, components of
# variance, severities.

# As in: mini less wright: bias = 2.1, 95% CI [-17.8, 22.0], 95% limits of agreement from -73.9, 95% CI [-110.6, -37.2],
# to 78.1, 95% CI [41.4, 114.8], 17 items.
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
  value <- paste0(
    if (is_with_mean(x)) "" else bias, share, "limits of agreement from ", number(x$lower), low, comma(low),
    " to ", number(x$upper), interval(x$upper.conf.low, x$upper.conf.high),
    apa_counts(tibble::tibble(n_items = x$n_items))
  )
  undefined <- paste0("limits of agreement are not defined (", apa_text(plain_reasons(x), style), ")")
  paste0(apa_raters(x, " minus ", style), ifelse(is.na(x$lower), undefined, value))
}

# As in: ann and bob: concordance correlation = .81, 95% CI [.70, .88], 30 items.
apa_concordance <- function(x, style) {
  value <- apa_value(x, style)
  paste0(
    apa_raters(x, " and ", style), "concordance correlation", value, apa_interval(x, style),
    apa_counts(tibble::tibble(n_items = x$n_items))
  )
}

# As in: rater = 3, task = 2: generalizability = .72, 95% CI [.55, .84].
apa_generalizability <- function(x, style) {
  facets <- setdiff(names_before(x, "coefficient"), GENERALIZABILITY_COLUMNS)
  numbers <- lapply(facets, function(name) paste(name, "=", x[[name]]))
  with <- if (length(numbers)) paste0(do.call(paste, c(numbers, sep = ", ")), ": ") else ""
  value <- apa_value(x, style)
  paste0(apa_text(with, style), as.character(x$coefficient), value, apa_interval(x, style))
}

# As in: essay: variance = 0.473, 95% CI [0.201, 1.020].
apa_components <- function(x, style) {
  paste0(apa_text(x$component, style), ": variance", apa_value(x, style), apa_interval(x, style))
}

# As in: ann: severity = -0.53 logits, 95% CI [-0.91, -0.15], 36 ratings.
apa_severity <- function(x, style) {
  rows <- tibble::tibble(
    estimate = x$severity, conf.low = x$conf.low, conf.high = x$conf.high, conf.level = x$conf.level, status = x$status,
    n_ratings = x$n_ratings
  )
  batch <- if (by_batch(x)) paste0(", ", x$batch) else ""
  unit <- ifelse(is.na(x$severity), "", " logits")
  paste0(
    apa_text(paste0(x$rater, batch), style), ": severity", apa_value(rows, style), unit,
    apa_interval(rows, style), apa_counts(rows)
  )
}

# The group and the two raters, before a colon.
apa_raters <- function(x, between, style) {
  keys <- unclass(x)[names_before(x, "rater_1")]
  group <- lapply(keys, as.character)
  nobody <- ifelse(x$status == "no item with two raters", "", "all raters")
  raters <- ifelse(is.na(x$rater_1), nobody, paste0(x$rater_1, between, x$rater_2))
  about <- do.call(paste, c(unname(group), list(raters), sep = ", "))
  about <- apa_text(sub(", $", "", about), style)
  ifelse(about == "", "", paste0(about, ": "))
}
