#' Print and tidy generalizability studies
#'
#' `print()` shows two rows per decision study with few digits, `tidy()` gives the coefficients, `glance()` a summary of
#' the fit.
#'
#' @param x A result of [generalizability()], also filtered or sorted.
#' @inheritParams print.accord_components
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector. `tidy()` and `glance()`: tibbles,
#'   see [generalizability()].
#' @seealso [generalizability()], [paper_table()]
#' @name print.accord_generalizability
#' @examples
#' scores <- data.frame(
#'   person = rep(1:6, each = 3), rater = c("a", "b", "c"),
#'   score = c(3, 4, 4, 1, 2, 1, 5, 5, 4, 2, 2, 3, 4, 5, 5, 3, 2, 3)
#' )
#' x <- generalizability(scores, score ~ (1 | person) + (1 | rater), person, n = list(rater = 1:3))
#' print(x, digits = 2)
#' tidy(x)
NULL

result_kind.accord_generalizability <- function(x) {
  needed <- c("coefficient", "estimate")
  list(words = "a generalizability study", columns = GENERALIZABILITY_COLUMNS, needed = needed, grouped = TRUE)
}

#' @rdname print.accord_generalizability
#' @export
format.accord_generalizability <- function(x, ..., digits = NULL, width = getOption("width"), style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  if (!is.null(digits)) check_digits(digits)
  check_choice(style, c("table", "apa"), "style")
  if (style == "apa") {
    return(apa_generalizability(x, list(format = apa_format(), digits = digits %||% 2, leading_zero = FALSE)))
  }
  style <- list(format = "text", digits = digits %||% 3, digits_given = !is.null(digits), leading_zero = FALSE)
  table <- own_table(x, generalizability_cells(x, style), style, width)
  fit <- of_fit(x, "fit")
  fixed <- of_fit(x, "fixed")
  printed_lines(
    x, paste0(
      "Generalizability of ", of_fit(x, "object") %||% "objects", if (!is.null(fit)) paste0(", ", fit_words(fit)),
      if (length(fixed)) paste0("; fixed: ", paste(fixed, collapse = ", "))
    ),
    table, score_paragraphs(x),
    notes = c(
      "# Generalizability (E rho^2) is for comparing, dependability (Phi) for the scores themselves",
      "# SEM: standard error of measurement, in units of the scores"
    )
  )
}

# The columns of the print and of paper_table().
generalizability_cells <- function(x, style) {
  facets <- setdiff(names_before(x, "coefficient"), GENERALIZABILITY_COLUMNS)
  sem <- utils::modifyList(style_in_units(style, x$sem), list(leading_zero = TRUE))
  c(
    as_keys(c(
      lapply(facets, function(name) key_column(name, x[[name]], style)),
      list(column("Coefficient", in_words(x$coefficient, STUDY_WORDS), FALSE))
    )),
    list(column("Estimate", format_numbers(x$estimate, style), TRUE, must = TRUE), interval_column(x, style)),
    interpretation_columns(x, style),
    list(kept(x, "sem", column("SEM", format_numbers(x$sem, sem), TRUE)))
  )
}

STUDY_WORDS <- c(generalizability = "Generalizability", dependability = "Dependability")

#' @rdname print.accord_generalizability
#' @export
tidy.accord_generalizability <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  tidy_as(x, "coefficient", "term")
}

#' @rdname print.accord_generalizability
#' @export
glance.accord_generalizability <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  glance_fit(check_one_fit(x, "fit", "glance"))
}

# Tables.

table_parts.accord_components <- function(x, style) {
  fit <- of_fit(x, "fit")
  style <- style_in_units(style, x$estimate)
  list(
    columns = bind_columns(component_cells(x, utils::modifyList(style, list(leading_zero = TRUE)))),
    notes = escape(c(if (!is.null(fit)) fit_words(fit), component_notes(x)), style), told = is_told(x)
  )
}

table_parts.accord_generalizability <- function(x, style) {
  fit <- of_fit(x, "fit")
  fixed <- of_fit(x, "fixed")
  notes <- c(
    if (!is.null(fit)) fit_words(fit), if (length(fixed)) paste("Fixed:", paste(fixed, collapse = ", ")),
    kept(x, "sem", "SEM: standard error of measurement")
  )
  list(
    columns = bind_columns(generalizability_cells(x, style)),
    notes = c(escape(c(notes, scale_note(x)), style), phrase_notes(row_labels(x, "coefficient"), x$status, style)),
    told = is_told(x)
  )
}
