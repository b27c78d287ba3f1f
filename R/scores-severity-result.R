# The result of rater_severity().

#' Print and tidy severities of raters
#'
#' `print()` shows a row per rater with few digits, `tidy()` gives the tables of estimates, `glance()` a summary of the
#' fit, `augment()` the residuals of the ratings.
#'
#' @param x A result of [rater_severity()], also filtered or sorted.
#' @inheritParams print.accord_components
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param what The table to return: `"raters"`, `"verdicts"`, `"slopes"`, `"items"`, `"facets"`, `"steps"`, `"bias"` or
#'   `"drift"`.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector.
#'
#'   `tidy()`: a tibble with `estimate` and `std.error` in logits. `"raters"` has a row per rater (and batch), with the
#'   other columns of [rater_severity()]; `"verdicts"` the figures behind the verdict of each: `severity`,
#'   `severity_marks` (how much lower the mark of an item is than from an average rater, in all facets, averaged over
#'   the distribution of the items) with its limits, `marks_low` and `marks_high`, `infit` and `outfit` with
#'   their `_z` and the `p.value`, `consistency` (the correlation of ratings with those expected from the ratings of the
#'   others, corrected for severity), `halo` and
#'   `spread` (sums of squares of ratings within an item and of all ratings, relative to those expected), with their p
#'   values, `verdict` and `why`; `"items"` the posterior mean and standard deviation of each item, its `infit`
#'   and `outfit`, and `n_ratings`; `"facets"` a difficulty per level, and `"steps"` a row per step into `category`, for
#'   each `group` with separate steps, both with `conf.low` and `conf.high`; `"slopes"`, with `slopes = TRUE`, the slope
#'   of each rater with the test of a slope of 1, the average (`p.value`, and `adj.p.value` by Holm), where limits and
#'   test are those of its logarithm; `"bias"`, with facets, a row per rater and level: `facet`, `level`, the added
#'   severity with its test (`p.value`, and `adj.p.value` by Holm), the mean rating `observed` and `expected`;
#'   `"drift"`, with batches, a row per rater: `first` and `last` batch, `change` (the last minus the first) with its
#'   standard error, the test of no change with `statistic`, `df`, `p.value` and `adj.p.value` (Holm), and the `trend`
#'   with the same.
#'
#'   `glance()`: one row with `n_ratings`, `n_set_aside`, `n_items`, `n_raters`, `n_parameters`, `log_likelihood`,
#'   `AIC`, `BIC` (by items), `item_mean`, `item_sd` and `item_reliability` (of the items), `separation`, `strata` and
#'   `reliability` of the raters, `statistic`, `df` and `p.value` of the test of equal severities, `converged`,
#'   `decrement` (the squared distance from the optimum in standard errors), `iterations`, `n_nodes` (of the
#'   integration, for the item that needs most) and `status`. `augment()`: a tibble with a row per rating of the raters
#'   in `x`, in the order of the data and with its column names: the item, the rater, the rating, with `weights` the
#'   weight, `.fitted` (the rating
#'   expected by the model, averaged over the posterior of the item), `.resid` (the rating minus `.fitted`; for an
#'   ordered factor the value of its level minus `.fitted`) and `.std.resid` (this divided by the standard
#'   deviation of the rating under the model, the root of its variance averaged in the same way). A rating contributes
#'   to the estimate of its item, so residuals are somewhat too small if items have few ratings; an absolute value of
#'   2 or more is worth a check. For raters without a severity they are `NA`.
#'
#'   `anova()`: a row per fit, sorted by its number of parameters, with `model` (the rating scale model has common
#'   steps, the partial credit model those of each rater or level, a generalized model slopes), `facets`,
#'   `batches` (whether raters have several
#'   severities), `n_parameters`, `log_likelihood`, `AIC` and `BIC`, of which the lowest is best, and the likelihood
#'   ratio test against the row above, which holds only if that model is a special case.
#' @seealso [rater_severity()], [paper_table()]
#' @name print.accord_severity
#' @examples
#' grades <- data.frame(
#'   essay = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   grade = c(3, 4, 4, 1, 2, 1, 5, 5, 4, 2, 2, 3, 4, 5, 5, 3, 2, 3)
#' )
#' x <- rater_severity(grades, essay, rater, grade)
#' print(x, digits = 1)
#' tidy(x, "items")
#' ratings <- augment(x)
#' ratings[order(-abs(ratings$.std.resid)), ][1:3, ]
NULL

result_kind.accord_severity <- function(x) {
  list(words = "severities", columns = SEVERITY_COLUMNS, needed = c("rater", "severity"), others = c("batch", "slope"))
}

text_columns.accord_severity <- function(x) c("rater", "verdict")

sealed_names.accord_severity <- function(x) c("parts", "estimates")

#' @rdname print.accord_severity
#' @export
format.accord_severity <- function(x, ..., digits = 2, n = 20, width = getOption("width"), style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_digits(digits)
  check_choice(style, SENTENCE_STYLES, "style")
  if (style != "table") {
    return(apa_severity(x, in_house(list(format = apa_format(), digits = digits, leading_zero = TRUE), style)))
  }
  style <- list(format = "text", digits = digits, leading_zero = TRUE)
  table <- own_table(x, severity_cells(x, style), style, width, n)
  tables <- c("verdicts", "slopes", "items", "facets", "steps", "bias", "drift")
  positions <- position_words(of_fit(x, "parts")$model)
  there <- tables[!vapply(of_fit(x, "parts")[tables], is.null, NA)]
  printed_lines(
    x, paste0("Severity of raters in logits", severity_words(x)), table, reason_paragraph(severity_reasons(x, style)),
    notes = c(
      "# High: severe. Fair: what the average item gets from the rater", slope_words(x),
      if (by_batch(x)) paste0("# ", batch_words(x)),
      criteria_words(x), dimension_note(x), if (length(positions)) paste("#", sub("[.]$", "", positions)),
      if (!is.null(of_fit(x, "parts"))) "# Marks that items would get from an average rater: fair_marks(x)"
    ), last = if (is.null(of_fit(x, "parts"))) all_columns(x) else paste0(
      "# Separation, reliability: glance(x)", if (length(there)) paste0(". tidy(x, \"", there[1], "\")"),
      if (length(there) > 1) paste0(", \"", there[-1], "\"", collapse = "")
    )
  )
}

severity_words <- function(x) {
  glance <- of_fit(x, "parts")$glance
  if (!is.null(glance)) {
    paste0(": ", count(glance$n_ratings, "rating"), " of ", count(glance$n_items, "item"),
      if (glance$n_set_aside > 0) paste0(" (", big(glance$n_set_aside), " set aside", outside_words(x), ")")
    )
  }
}

# Ratings that are not among the categories.
outside_words <- function(x) {
  outside <- of_fit(x, "parts")$outside
  if (!is.null(outside)) {
    some <- utils::head(outside$values, 5)
    paste0(
      ", ", big(outside$n), " outside the categories: ", paste(some, collapse = ", "),
      if (length(outside$values) > length(some)) ", ..."
    )
  }
}

by_batch <- function(x) "batch" %in% names(x) && length(of_fit(x, "parts")$batches) > 1

# The first and the last batch, since drift depends on the order of batches.
batch_words <- function(x) {
  ends <- as.character(of_fit(x, "parts")$batches)
  paste0("First batch: ", ends[1], "; last: ", ends[length(ends)])
}

# The columns for the print and for paper_table().
severity_cells <- function(x, style) {
  by_batch <- "batch" %in% names(x)
  numbers <- function(name, heading, must = FALSE) {
    kept(x, name, column(heading, format_numbers(x[[name]], style), TRUE, must))
  }
  keys <- list(
    name_column("Rater", user_cells(x$rater, style)),
    if (by_batch) key_column("Batch", x$batch, style)
  )
  c(as_keys(keys), list(
    numbers("severity", "Severity", must = TRUE), interval_column(x, style), numbers("fair_average", "Fair"),
    # Fair means are comparable, while observed ones depend on the items; outfit is mostly near infit.
    spare(numbers("mean", "Mean"), 2), numbers("infit", "Infit"), spare(numbers("outfit", "Outfit"), 3),
    if ("slope" %in% names(x)) numbers("slope", "Slope"),
    kept(x, "n_ratings", spare(counts_column("Ratings", x$n_ratings, style), 1)),
    if (any(!x$verdict %in% c("ok", NA))) name_column("Verdict", verdict_cells(x, style))
  ))
}

slope_words <- function(x) {
  if (is_slope(x)) "# Slope: consistency, how steeply ratings rise with the items; 1 on (geometric) average"
}

is_slope <- function(x) isTRUE(of_fit(x, "parts")$model$slopes) && "slope" %in% names(x)

# In the console "ok" is not worth a word in each row.
verdict_cells <- function(x, style) {
  none <- if (style$format == "text") "" else "none"
  ifelse(is.na(x$verdict), "", ifelse(x$verdict == "ok", none, escape(x$verdict, style)))
}

#' @rdname print.accord_severity
#' @export
tidy.accord_severity <- function(x, what = "raters", ...) {
  check_no_dots(...)
  check_choice(what, c("raters", "verdicts", "slopes", "items", "facets", "steps", "bias", "drift"), "what")
  check_kind(x)
  if (what == "raters") {
    return(tidy_as(x, "severity", "estimate"))
  }
  part <- check_one_fit(x, "parts", "tidy")[[what]]
  if (is.null(part)) {
    abort_accord(
      "argument",
      c(
        "{.arg what} must be a part of this fit.",
        x = if (what == "drift") "No rater has several batches." else "It has no {sub('bias', 'facets', what)}.",
        i = if (what == "drift") "Name the column of batches in {.arg batch} of {.fn rater_severity}.",
        i = if (what == "slopes") "Fit the model with {.code slopes = TRUE} of {.fn rater_severity}."
      ),
      argument = "what"
    )
  }
  part
}

#' @rdname print.accord_severity
#' @export
augment.accord_severity <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  ratings <- check_one_fit(x, "parts", "augment")$ratings
  # Users may have filtered or sorted the rows.
  cells <- vctrs::vec_match(tibble::as_tibble(unclass(x)[names(ratings$cells)]), ratings$cells)
  ratings$rows[ratings$cell %in% cells, ]
}

#' @rdname print.accord_severity
#' @export
glance.accord_severity <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  check_one_fit(x, "parts", "glance")$glance
}

# Notes with the reason for each rater or batch without a value.
severity_reasons <- function(x, style) phrase_notes(row_labels(x, c("rater", "batch")), x$status, style)

# The figures behind the verdicts of a table, where they are few.
verdict_figures <- function(x) {
  verdicts <- of_fit(x, "parts")$verdicts
  keys <- intersect(c("rater", "batch"), names(verdicts))
  if (is.null(verdicts) || !all(c(keys, "verdict") %in% names(x))) {
    return(NULL)
  }
  at <- vctrs::vec_match(tibble::as_tibble(unclass(x)[keys]), verdicts[keys])
  why <- ifelse(verdicts$verdict[at] == x$verdict, verdicts$why[at], "")
  told <- which(!is.na(why) & why != "")
  if (length(told) <= 3) sprintf("For %s: %s", row_labels(x, keys)[told], why[told])
}

table_parts.accord_severity <- function(x, style) {
  glance <- of_fit(x, "parts")$glance
  meanings <- c(
    Fair = kept(x, "fair_average", "fair: expected rating of the average item"),
    Mean = kept(x, "mean", "mean: of the ratings given"),
    Infit = kept(x, "infit", "infit: how far ratings are from those expected, 1 by the model"),
    Outfit = kept(x, "outfit", "outfit: more sensitive to single surprises")
  )
  logits <- utils::modifyList(style, list(leading_zero = TRUE))
  list(
    columns = bind_columns(severity_cells(x, logits)),
    notes = c(escape(c(
      "Severity in logits: 0 for the average rater, positive if severe",
      meanings_note(meanings),
      if (is_slope(x)) "Slope: consistency, 1 on (geometric) average",
      if ("verdict" %in% names(x)) {
        sub(": .*; all ratings of the rater together", ": ratings", verdict_meanings(verdicts_in(x$verdict)))
      },
      verdict_figures(x),
      if (by_batch(x)) batch_words(x),
      if (!is.null(glance) && !is.na(glance$reliability)) {
        paste0(
          "Reliability of the differences: ", format_numbers(glance$reliability, style), " (1 if raters surely differ)"
        )
      }
    ), style), severity_reasons(x, style)),
    told = is_told(x), meanings = meanings, columns_told = "Verdict"
  )
}

# A sentence such as: ann: severity = -0.53 logits, 95% CI [-0.91, -0.15], 36 ratings.
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

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_severity <- function(object, ..., what = "raters", sort = TRUE, width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_choice(what, c("raters", "map", "categories"), "what")
  check_flag(sort, "sort")
  check_plot_columns(object, SEVERITY_COLUMNS)
  if (what != "raters") {
    check_plot_values(object$severity, object$status, "severity")
    return(if (what == "map") severity_map(object) else category_curves(object))
  }
  title <- paste0("Severity in logits", ci_words(object))
  if ("batch" %in% names(object) && length(unique(object$batch)) > 1) {
    return(drift_plot(object, title))
  }
  if (sort) object <- object[order(-object$severity), ]
  data <- forest_data(object, cut_labels(as.character(object$rater)), object$severity)
  data$panel <- own_groups(object, c(SEVERITY_COLUMNS, "batch", "slope"), "rater")
  fit <- rater_fit(object)
  if (nlevels(fit) > 1 && !anyDuplicated(data[c("label", "panel")[c(TRUE, !is.null(data$panel))]])) data$series <- fit
  items <- if (is.null(data$panel)) severity_items(object)
  forest_plot(
    data, title, leading_zero = TRUE, reach = items,
    read = c(
      "Raters above 0 are more severe than the mean.",
      if (!is.null(items)) "Ticks at the bottom: items, further right with higher ratings."
    ),
    bands = function(drawn) {
      if (!is.null(items)) {
        ggplot2::geom_rug(
          ggplot2::aes(.data$at), data.frame(at = items, panel = drawn$panel[1]), sides = "b", colour = "grey45",
          linewidth = 0.25, length = ggplot2::unit(1.8, "mm")
        )
      }
    }
  )
}

# Whether the ratings of each rater follow the model: mean squares from .5 to 1.5 are productive for measurement
# (Linacre 2002).
rater_fit <- function(x) {
  outside <- function(square) !is.na(square) & (square < 0.5 | square > 1.5)
  words <- c("fits", "infit or outfit beyond .5 to 1.5")
  droplevels(factor(words[1 + (outside(x$infit) | outside(x$outfit))], words))
}

# The places of the items on the scale of the raters, NULL without any or if results were combined.
severity_items <- function(x) {
  items <- of_fit(x, "parts")$items
  places <- items$estimate[is.finite(items$estimate)]
  if (length(places)) places
}
