# The sentence for the text of a paper, an estimate each.

# As in: Krippendorff's alpha = .13, 95% CI [.06, .22], 200 items, 119 raters, 600 ratings.
apa_sentences <- function(x, digits) {
  # The signs of print, or formulas in a document that becomes LaTeX.
  style <- list(format = apa_format(), digits = digits, leading_zero = FALSE)
  names <- apa_text(group_names(x), style)
  paste0(
    ifelse(names == "", "", paste0(names, ": ")),
    apa_names(x, style), apa_value(x, style), apa_interval(x, style), apa_test(x, style), apa_counts(x)
  )
}

apa_value <- function(x, style) {
  undefined <- paste0(" is not defined (", apa_text(plain_reasons(x), style), ")")
  ifelse(is.na(x$estimate), undefined, paste0(" = ", format_numbers(x$estimate, style)))
}

# Names are escaped in LaTeX; elsewhere nobody knows where the sentence will stand.
apa_text <- function(text, style) if (style$format == "latex") escape(text, style) else text

plain_reasons <- function(x) {
  reason <- as.character(x[["status"]] %||% rep(NA, nrow(x)))
  ifelse(is.na(reason) | reason == "ok", "no value", reason)
}

# The Greek letter for the coefficient, where the session can write it.
apa_names <- function(x, style) {
  labels <- apa_text(sub(" (nominal)", "", coefficient_labels(x), fixed = TRUE), style)
  latex <- style$format == "latex"
  if (!latex && !l10n_info()[["UTF-8"]]) {
    return(labels)
  }
  for (letter in names(GREEK)) {
    sign <- if (latex) paste0("$\\\\", letter, "$") else GREEK[[letter]]
    labels <- sub(paste0("\\b", letter, "\\b"), sign, labels)
  }
  labels
}

apa_format <- function() if (is_in_latex()) "latex" else "markdown"

is_in_latex <- function() isTRUE(getOption("knitr.in.progress")) && knitr::is_latex_output()

GREEK <- c(alpha = "\u03b1", kappa = "\u03ba", pi = "\u03c0")

apa_interval <- function(x, style) {
  low <- x[["conf.low"]] %||% rep(NA_real_, nrow(x))
  high <- x[["conf.high"]] %||% rep(NA_real_, nrow(x))
  percent_sign <- if (style$format == "latex") "\\%" else "%" # pandoc reads both
  level <- x[["conf.level"]] %||% rep(NA_real_, nrow(x))
  level <- ifelse(is.na(level), "", paste0(format(100 * level, trim = TRUE), percent_sign, " "))
  number <- function(values) format_numbers(values, style)
  ifelse(is.na(low) | is.na(high), "", paste0(", ", level, "CI [", number(low), ", ", number(high), "]"))
}

apa_test <- function(x, style) {
  if (!has_added(x, "p.value") || !has_added(x, "statistic")) {
    return("")
  }
  two <- utils::modifyList(style, list(digits = 2, leading_zero = TRUE))
  whole <- function(df) sub("[.]0$", "", formatC(df, format = "f", digits = 1))
  less <- if (style$format == "latex") "p $<$ .001" else "p < .001"
  df <- if (has_added(x, "df")) {
    ifelse(is.finite(x[["df"]]), paste0("(", whole(x[["df"]]), ")"), "")
  } else if (all(c("df1", "df2") %in% names(x))) {
    ifelse(is.na(x[["df1"]]), "", paste0("(", whole(x[["df1"]]), ", ", whole(x[["df2"]]), ")"))
  } else {
    ""
  }
  p <- x[["p.value"]]
  small <- !is.na(p) & p < 0.001
  p <- ifelse(small, less, paste("p =", format_numbers(p, utils::modifyList(style, list(digits = 3)))))
  text <- paste0(", ", statistic_name(x), df, " = ", format_numbers(x[["statistic"]], two), ", ", p)
  ifelse(is.na(x[["p.value"]]) | is.na(x[["statistic"]]), "", text)
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
