# The result of variance_components().

#' Print and tidy variance components
#'
#' `print()` shows a row per component with few digits, `tidy()` gives the components, `glance()` a summary of the fit.
#'
#' @param x A result of [variance_components()], also filtered or sorted.
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15. The default is three, or more if needed for three
#'   significant digits of numbers in the units of the scores.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line.
#' @param style `"table"` for the printed lines; `"apa"`, `"vancouver"` or `"acl"` for a sentence per row in that
#'   style, to use in a text.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector. `tidy()` and `glance()`: tibbles,
#'   see [variance_components()].
#' @seealso [variance_components()], [paper_table()]
#' @name print.accord_components
#' @examples
#' scores <- data.frame(
#'   person = rep(1:6, each = 3), rater = c("a", "b", "c"),
#'   score = c(3, 4, 4, 1, 2, 1, 5, 5, 4, 2, 2, 3, 4, 5, 5, 3, 2, 3)
#' )
#' x <- variance_components(scores, score ~ (1 | person) + (1 | rater))
#' print(x, digits = 2)
#' tidy(x)
NULL

result_kind.accord_components <- function(x) {
  list(words = "variance components", columns = COMPONENT_COLUMNS, needed = c("component", "estimate"))
}

text_columns.accord_components <- function(x) "component"

sealed_names.accord_components <- function(x) c("fit", "estimates")

not_coefficients.accord_components <- function(x) "variance components"

#' @rdname print.accord_components
#' @export
format.accord_components <- function(x, ..., digits = NULL, n = 20, width = getOption("width"), style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_printing(..., digits = digits, style = style)
  if (style != "table") {
    digits <- digits %||% unit_digits(x$estimate, 3)
    return(apa_components(x, in_house(list(format = apa_format(), digits = digits, leading_zero = TRUE), style)))
  }
  style <- list(format = "text", digits = digits %||% unit_digits(x$estimate, 3), leading_zero = TRUE)
  table <- own_table(x, component_cells(x, style), style, width, n)
  fit <- of_fit(x, "fit")
  printed_lines(
    x, paste0("Variance components", if (!is.null(fit)) paste0(" of ", fit_words(fit))), table,
    paragraph(component_notes(x)), last = all_columns(x, if (!is.null(fit)) "How the search ended: glance(x). ")
  )
}

fit_words <- function(fit) {
  design <- fit$design
  paste0(
    count(length(design$problem$y), "score"),
    if (design$n_set_aside > 0) paste0(" (", big(design$n_set_aside), " not given)"),
    " by ", if (design$problem$reml) "REML" else "ML"
  )
}

component_notes <- function(x) {
  zero <- x$component[x$estimate %in% 0]
  c(
    if (length(zero)) paste0(
      if (length(zero) == 1) "The estimate for " else "The estimates for ", in_a_list(zero),
      if (length(zero) == 1) " lies" else " lie", " on the boundary of the parameter space (0)"
    ),
    # If the fit failed, all rows have the same reason, so it is shown once.
    phrase_notes(if (length(unique(x$status)) > 1) x$component else rep("", nrow(x)), x$status, list(format = "text"))
  )
}

# Facets keep the names that the user gave them.
component_words <- function(x) in_words(x$component, c(residual = "Residual"))

# The columns for the print and for paper_table().
component_cells <- function(x, style) {
  shares <- ifelse(is.na(x$share), dash(style), percent(x$share))
  component <- if (style$format == "text") as.character(x$component) else with_capital(component_words(x))
  c(
    as_keys(list(name_column("Component", escape(component, style)))),
    list(
      column("Variance", format_numbers(x$estimate, style), TRUE, must = TRUE),
      interval_column(x, style),
      kept(x, "share", column("Share", escape(shares, style), TRUE)),
      kept(x, "n_levels", column("Levels", ifelse(is.na(x$n_levels), dash(style), big(x$n_levels)), TRUE))
    )
  )
}

#' @rdname print.accord_components
#' @export
tidy.accord_components <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  columns <- unclass(x)
  tibble::tibble(
    term = columns$component, estimate = columns$estimate, std.dev = sqrt(columns$estimate),
    share = columns$share, n_levels = columns$n_levels, conf.low = columns$conf.low,
    conf.high = columns$conf.high, status = columns$status
  )
}

#' @rdname print.accord_components
#' @export
glance.accord_components <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  glance_fit(check_one_fit(x, "fit", "glance"))
}

glance_fit <- function(fit) {
  design <- fit$design
  tibble::tibble(
    n_scores = length(design$problem$y), n_set_aside = design$n_set_aside, n_components = length(fit$variance),
    n_fixed = length(design$fixed), method = if (design$problem$reml) "reml" else "ml",
    criterion = fit$deviance, converged = fit$converged, decrement = fit$decrement,
    evaluations = fit$evaluations, status = fit$status
  )
}

# A sentence such as: essay: variance = 0.473, 95% CI [0.201, 1.020].
apa_components <- function(x, style) {
  paste0(apa_text(x$component, style), ": variance", apa_value(x, style), apa_interval(x, style))
}

table_parts.accord_components <- function(x, style) {
  fit <- of_fit(x, "fit")
  style <- style_in_units(style, x$estimate)
  list(
    columns = bind_columns(component_cells(x, utils::modifyList(style, list(leading_zero = TRUE)))),
    notes = escape(c(
      if (!is.null(fit)) fit_words(fit), kept(x, "share", "Share: of the total variance"),
      kept(x, "n_levels", "Levels: numbers of items, raters and so on, and of scores"), component_notes(x)
    ), style),
    told = is_told(x)
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_components <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, COMPONENT_COLUMNS)
  data <- forest_data(object, cut_labels(component_words(object)))
  data$panel <- own_groups(object, COMPONENT_COLUMNS, "component")
  forest_plot(data, paste0("Variance", ci_words(object)))
}
