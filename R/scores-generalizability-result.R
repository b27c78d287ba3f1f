# The result of generalizability().

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

sealed_names.accord_generalizability <- function(x) c("fit", "estimates")

#' @rdname print.accord_generalizability
#' @export
format.accord_generalizability <- function(x, ..., digits = NULL, n = 20, width = getOption("width"),
                                         style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_printing(..., digits = digits, style = style)
  if (style != "table") {
    sentence <- list(format = apa_format(), digits = digits %||% 2, leading_zero = FALSE)
    return(apa_generalizability(x, in_house(sentence, style)))
  }
  style <- list(format = "text", digits = digits %||% 3, digits_given = !is.null(digits), leading_zero = FALSE)
  table <- own_table(x, generalizability_cells(x, style), style, width, n)
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

# The columns for the print and for paper_table().
generalizability_cells <- function(x, style) {
  facets <- setdiff(names_before(x, "coefficient"), GENERALIZABILITY_COLUMNS)
  sem <- utils::modifyList(style_in_units(style, x$sem), list(leading_zero = TRUE))
  c(
    as_keys(c(
      lapply(facets, function(name) {
        heading <- facet_heading(x, name, style)
        one <- key_column(heading, x[[name]], style)
        # A number of levels that is fixed for all rows.
        words <- paste0(tolower(escape(heading, style)), ": ", one$cells[1])
        if (heading == name) one else or_note(one, words, setting = TRUE)
      }),
      list(column("Coefficient", in_words(x$coefficient, STUDY_WORDS), FALSE))
    )),
    list(column("Estimate", format_numbers(x$estimate, style), TRUE, must = TRUE), interval_column(x, style)),
    interpretation_columns(x, style),
    list(kept(x, "sem", column("SEM", format_numbers(x$sem, sem), TRUE)))
  )
}

# Columns with numbers of levels of a facet say so; those of the user keep their names.
facet_heading <- function(x, name, style) {
  if (style$format == "text" || !name %in% study_facets(x)) name else levels_of(name)
}

levels_of <- function(name) if (name == "rater") "Raters" else paste("Levels of", name)

# The facets of the fit; NULL if the rows are not of one fit.
study_facets <- function(x) {
  fit <- of_fit(x, "fit")
  if (!is.null(fit)) variance_sources(fit$design, attr(x, "object"))$facets
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

# ---- Tables ----

table_parts.accord_generalizability <- function(x, style) {
  fit <- of_fit(x, "fit")
  fixed <- of_fit(x, "fixed")
  notes <- c(
    if (!is.null(fit)) paste("Estimated from", fit_words(fit)),
    if (length(fixed)) paste("The levels of", in_a_list(fixed), "are fixed: the same ones each time"),
    if (length(unique(x$coefficient)) > 1) {
      "Generalizability: reliability for comparing items; dependability: that of the scores themselves"
    },
    kept(x, "sem", "SEM: standard error of measurement")
  )
  list(
    columns = bind_columns(generalizability_cells(x, style)),
    notes = c(escape(c(notes, scale_note(x)), style), phrase_notes(row_labels(x, "coefficient"), x$status, style)),
    told = is_told(x)
  )
}

# A sentence such as: rater = 3, task = 2: generalizability = .72, 95% CI [.55, .84].
apa_generalizability <- function(x, style) {
  facets <- setdiff(names_before(x, "coefficient"), GENERALIZABILITY_COLUMNS)
  numbers <- lapply(facets, function(name) paste(name, "=", x[[name]]))
  with <- if (length(numbers)) paste0(do.call(paste, c(numbers, sep = ", ")), ": ") else ""
  value <- apa_value(x, style)
  paste0(apa_text(with, style), as.character(x$coefficient), value, apa_interval(x, style))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_generalizability <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, GENERALIZABILITY_COLUMNS)
  facets <- names_before(object, "coefficient")
  # Columns of text belong to the user, such as the study in results combined by rbind(), unless a facet has that
  # name.
  known <- study_facets(object)
  own <- setdiff(lost_columns(object, facets, words = NULL), known)
  check_still_numbers(object, setdiff(facets, own), words = NULL) # even if a facet is called rater
  several <- facets[vapply(facets, function(name) length(unique(object[[name]])) > 1, NA)]
  words <- in_words(object$coefficient, STUDY_WORDS)
  words[is.na(words)] <- "NA"
  sizes <- setdiff(several, own)
  if (length(sizes) == 0) {
    data <- forest_data(object, words)
    data$panel <- plot_groups(unclass(object)[c(own, "coefficient")], "coefficient")
    return(forest_plot(data, paste0("Estimate", ci_words(object))))
  }
  # Rows with a missing size have no position on the axis.
  sized <- Reduce(`&`, lapply(sizes, function(name) is.finite(object[[name]])))
  value <- replace(object$estimate, !sized, NA)
  if (!any(sized)) check_plot_values(value, NULL, "row", "numbers of levels", n = nrow(object))
  growth_plot(
    vctrs::vec_slice(object, sized), several, words[sized], missing_caption(value, object$status, "study", "studies")
  )
}

# The horizontal axis is the facet with most sizes; there is a curve for each combination of the others, or of the
# user's columns. `lost`: a line of the caption about studies that are not drawn.
growth_plot <- function(x, facets, words, lost) {
  along <- facets[which.max(vapply(facets, function(name) length(unique(x[[name]])) * is.numeric(x[[name]]), 0L))]
  others <- setdiff(facets, along)
  data <- data.frame(
    n = x[[along]], value = x$estimate, low = x$conf.low, high = x$conf.high, each = sizes_in_words(x, others),
    panel = factor_in_order(words)
  )
  # A band needs a single row for each size; without the column of a facet there may be several.
  one <- nlevels(data$each) == 1 && !all(is.na(data$low)) && !anyDuplicated(data[c("n", "panel")])
  dense <- all(diff(sort(unique(data$n))) == 1)
  levels <- if (along == "rater") "raters" else paste("levels of", along)
  start_plot(
    data[!is.na(data$value), ], lost,
    c(
      paste0("Reliability of means over as many ", levels, " as the axis says."),
      if (one) paste0(if (dense) "Band: " else "Vertical lines: ", format(100 * x$conf.level[1]), "% interval."),
      if (no_interval_asked(x)) "Without intervals."
    ),
    alt_list("Reliability", paste0(
      data$panel, ", ", along, " ", data$n, ifelse(data$each == "", "", paste0(", ", data$each)), ": ",
      plot_numbers(data$value)
    ), data$value)
  ) +
    (if (one) growth_limits(dense)) +
    ggplot2::geom_line(
      ggplot2::aes(.data$n, .data$value, colour = .data$each, group = .data$each),
      data = growth_curves(x, along, others), linewidth = 0.55
    ) +
    points_by_size(data, "value", if (length(others) == 1) levels_of(others), 3) +
    ggplot2::scale_y_continuous(labels = axis_numbers, limits = c(0, 1)) +
    by_panel(data$panel, 2) +
    ggplot2::labs(
      x = paste("Number of", levels), y = "Coefficient"
    )
}

# Labels such as "4", or for several facets "rater: 4, task: 2".
sizes_in_words <- function(x, facets) {
  named <- lapply(facets, function(name) paste0(if (length(facets) > 1) paste0(name, ": "), x[[name]]))
  factor_in_order(if (length(named)) do.call(paste, c(named, sep = ", ")) else rep("", nrow(x)))
}

# Limits are known only at the sizes in the result, so a band is drawn only if these are consecutive integers;
# otherwise lines at each size.
growth_limits <- function(dense) {
  limits <- ggplot2::aes(.data$n, ymin = .data$low, ymax = .data$high)
  if (dense) {
    ggplot2::geom_ribbon(limits, fill = PALETTE[1], alpha = 0.18, na.rm = TRUE)
  } else {
    ggplot2::geom_linerange(limits, colour = PALETTE[1], linewidth = 0.3, na.rm = TRUE)
  }
}

# The coefficients at all sizes from the smallest to the largest, up to `most` of them, since they do not lie on a
# straight line. Results combined by rbind() have no common components, and therefore no curve.
growth_curves <- function(x, along, others) {
  facets <- names_before(x, "coefficient")
  studies <- as.data.frame(unclass(x)[facets])
  rows <- split(seq_len(nrow(x)), sizes_in_words(x, others))
  curves <- Map(function(each, rows) {
    own <- studies[rows, , drop = FALSE]
    n <- unique(round(seq(min(own[[along]]), max(own[[along]]), length.out = 200)))
    sizes <- own[rep(1, length(n)), , drop = FALSE]
    sizes[[along]] <- n
    data.frame(
      n = rep(n, each = 2), each = each, panel = unname(STUDY_WORDS)[c(1, 2)],
      value = if (is.null(of_fit(x, "fit"))) NA_real_ else coefficients_of_studies(x, sizes)
    )
  }, names(rows), rows)
  curves <- do.call(rbind, curves)
  curves$each <- factor(curves$each, names(rows))
  curves$panel <- factor(curves$panel, unique(in_words(x$coefficient, STUDY_WORDS)))
  curves[!is.na(curves$value) & !is.na(curves$panel), ]
}
