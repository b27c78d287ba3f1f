# Parts of sentences in a house style, such as APA: an estimate, its interval, counts, and the reason for a missing
# value.

apa_value <- function(x, style) {
  undefined <- paste0(" is not defined (", apa_text(plain_reasons(x), style), ")")
  equals <- if (identical(style$house, "vancouver")) " " else " = "
  ifelse(is.na(x$estimate), undefined, paste0(equals, format_numbers(x$estimate, style)))
}

# Names are escaped in LaTeX only; otherwise the format of the user's document is unknown.
apa_text <- function(text, style) if (style$format == "latex") escape(text, style) else text

plain_reasons <- function(x) {
  reason <- as.character(x[["status"]] %||% rep(NA, nrow(x)))
  ifelse(is.na(reason) | reason == "ok", "no value", reason)
}

apa_format <- function() if (is_in_latex()) "latex" else "markdown"

is_in_latex <- function() isTRUE(getOption("knitr.in.progress")) && knitr::is_latex_output()

apa_interval <- function(x, style) {
  low <- x[["conf.low"]] %||% rep(NA_real_, nrow(x))
  high <- x[["conf.high"]] %||% rep(NA_real_, nrow(x))
  percent_sign <- if (style$format == "latex") "\\%" else "%" # pandoc reads both
  level <- x[["conf.level"]] %||% rep(NA_real_, nrow(x))
  level <- ifelse(is.na(level), "", paste0(format(100 * level, trim = TRUE), percent_sign, " "))
  side <- x[["alternative"]] %||% rep(NA, nrow(x))
  level <- paste0(ifelse(side %in% c("greater", "less"), "one-sided ", ""), level)
  number <- function(values) format_numbers(values, style)
  text <- switch(style$house %||% "apa",
    vancouver = paste0(" (", level, "CI ", number(low), " to ", number(high), ")"),
    acl = paste0(" (", level, "CI [", number(low), ", ", number(high), "])"),
    paste0(", ", level, "CI [", number(low), ", ", number(high), "]")
  )
  ifelse(is.na(low) | is.na(high), "", text)
}

apa_counts <- function(x) {
  rater <- if (inherits(x, "accord_intra")) "occasion" else "rater"
  parts <- c(n_items = "item", n_raters = rater, n_ratings = "rating")
  words <- lapply(names(parts), function(name) {
    n <- x[[name]]
    if (is.null(n)) return(rep("", nrow(x)))
    ifelse(is.na(n), "", paste0(", ", vapply(n, count, "", noun = parts[[name]])))
  })
  do.call(paste0, words)
}
