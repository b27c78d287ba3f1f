# Means over raters: the summary() of rater_summary().

#' @rdname rater_summary
#' @param object The result of `rater_summary()`, possibly with some rows removed.
#' @export
summary.accord_raters <- function(object, ..., ci = ci_default()) {
  check_no_dots(...)
  conf_level <- check_own_ci(ci, list(ci_analytic()))$conf_level %||% NA_real_
  check_result_columns(object, c("rater", RATER_COUNTS), "The summary of raters")
  keys <- unclass(object)[names_before(object, "rater")]
  groups <- row_groups(tibble::new_tibble(keys, nrow = nrow(object)))
  code <- groups$code %||% rep(1L, nrow(object))
  figures <- rater_figures(object)
  rows <- lapply(figures, function(figure) mean_over_raters(object, figure, code, length(groups$status), conf_level))
  rows <- vctrs::vec_rbind(!!!rows)
  group <- rep(seq_along(groups$status), times = length(figures))
  sorted <- order(group)
  columns <- c(list(measure = rep(figures, each = length(groups$status))), rows)
  result <- grouped_result(groups$keys, group, columns, c("accord_rater_means", "accord_summary"))
  vctrs::vec_slice(result, sorted)
}

# Returns the columns whose means over raters are computed.
rater_figures <- function(x) {
  columns <- setdiff(
    names(x)[-seq_len(match("rater", names(x)))],
    c(RATER_COUNTS, "n_items", "n_met", "std.error", "conf.low", "conf.high", "conf.level")
  )
  columns[vapply(unclass(x)[columns], is.numeric, NA)]
}

# Returns the mean of one statistic in each of `n` groups.
mean_over_raters <- function(x, figure, code, n, conf_level) {
  value <- as.double(x[[figure]])
  weight <- if (figure %in% c(AGREE_FIGURES, SCORE_COLUMNS)) {
    x$n_compared
  } else if (figure == "set_aside") {
    x$n_ratings + x$n_set_aside
  } else {
    x$n_ratings
  }
  weight <- ifelse(is.na(value), NA, as.double(weight))
  mean_in_group <- function(y) undefined_as_na(call_core(means_by_place(code - 1L, y, n)))
  n_raters <- tabulate(code[!is.na(value)], n)
  mean <- mean_in_group(value)
  # If all raters have the same share, the variance is 0 and there is no interval.
  squares <- mean_in_group((value - mean[code])^2)
  half <- stats::qt((1 + conf_level) / 2, pmax(n_raters - 1, 1)) * sqrt(squares / pmax(n_raters - 1, 1))
  shares <- figure %in% c(AGREE_FIGURES, "correlation", "exact", "adjacent", "set_aside") ||
    startsWith(figure, "share_")
  range <- if (!shares) c(-Inf, Inf) else if (figure %in% c("kappa", "correlation")) c(-1, 1) else 0:1
  half[n_raters < 2 | (!is.na(half) & half <= 1e-12 * abs(mean))] <- NA_real_
  tibble::tibble(
    estimate = mean, conf.low = pmax(mean - half, range[1]), conf.high = pmin(mean + half, range[2]),
    conf.level = rep(conf_level, n),
    weighted_mean = undefined_as_na(mean_in_group(value * weight) / mean_in_group(weight)),
    n_raters = n_raters,
    n_ratings = ifelse(n_raters > 0, n_raters * mean_in_group(weight), 0),
    status = ifelse(n_raters > 0, "ok", "no rater has a value")
  )
}

#' @export
tidy.accord_rater_means <- function(x, ...) {
  check_no_dots(...)
  check_whole_result(x)
  check_result_columns(x, c("measure", "estimate"), "The means over raters")
  tidy_as(x, "measure", "term")
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_rater_means <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("measure", "estimate", "conf.low", "conf.high"))
  if (any(!is_untelling_mean(object))) object <- vctrs::vec_slice(object, !is_untelling_mean(object))
  # Means of further columns may have units on whose scale shares could not be read.
  other_unit <- startsWith(as.character(object$measure), "mean_") | object$measure == "difference"
  apart <- other_unit & abs(object$estimate) > 1 & !is.na(object$estimate)
  apart <- object$measure %in% object$measure[apart] & !all(object$measure %in% object$measure[apart])
  lost <- unique(object$measure[apart])
  object <- vctrs::vec_slice(object, !apart)
  # Shares of ratings and means are not agreement: they have a panel of their own, or are left out with groups.
  agree <- object$measure %in% names(SHORT_FIGURES)
  groups <- plot_groups(object, "measure")
  mixed <- any(agree) && !all(agree)
  hidden <- if (mixed && !is.null(groups)) unique(figure_words(object$measure[!agree]))
  if (length(hidden)) object <- vctrs::vec_slice(object, agree)
  alike <- alike_measures(object)
  same <- values_in_words(object, alike)
  object <- vctrs::vec_slice(object, !object$measure %in% alike)
  if (!is.null(groups) && !measures_have_room(object)) return(one_measure_of_groups(object))
  data <- forest_data(transform(object, status = ifelse(is.na(estimate), "no value", "ok")), means_rows(object$measure))
  data$name <- figure_words(object$measure)
  if (!is.null(groups)) {
    # Groups are compared by each measure.
    data$label <- factor_in_order(cut_labels(plot_groups(object, "measure")))
    data$name <- NULL
    data$panel <- factor_in_order(figure_words(object$measure))
  } else if (mixed) {
    of_agreement <- object$measure %in% names(SHORT_FIGURES)
    shares <- all(startsWith(as.character(object$measure[!of_agreement]), "share_"))
    headings <- c("Agreement", if (shares) "Shares of categories" else "Other means")
    data$panel <- factor(headings[2 - of_agreement], headings)
  }
  forest_plot(
    data, paste0("Mean over raters", ci_words(object)),
    c(
      if (length(lost)) {
        paste0("Not drawn, since beyond 1: ", paste(cut_labels(figure_words(lost), 40), collapse = ", "), ".")
      },
      if (length(hidden)) "Only means of agreement are drawn.",
      if (length(same)) paste0("Not drawn, the same for all raters: ", in_a_list(same), ".")
    ),
    stacked = mixed && is.null(groups) || !is.null(groups) && have_room_below(data), panels = "measure",
    bare = no_interval_of_means(object),
    read = "Those that begin with \"With\" are shares of ratings that agree."[is.null(groups) && any(agree)]
  )
}

# Whether panels of the measures, two side by side with headings of three lines, have room for a row of each group.
measures_have_room <- function(object) {
  down <- ceiling(length(unique(object$measure)) / 2)
  down * (nlevels(plot_groups(object, "measure")) + 5) <= max_lines()
}

# If there are many groups, one measure is drawn, kappa if it is there.
one_measure_of_groups <- function(object) {
  all <- unique(as.character(object$measure))
  one <- if ("kappa" %in% all) "kappa" else all[1]
  object <- vctrs::vec_slice(object, object$measure == one)
  forest_plot(
    forest_data(transform(object, status = ifelse(is.na(estimate), "no value", "ok")), plot_groups(object, "measure")),
    paste0(figure_words(one), ", mean over raters", ci_words(object)),
    if (length(all) > 1) "Other measures are not drawn for lack of height.", bare = no_interval_of_means(object)
  )
}

# The measures of agreement that are the same for all raters of each group, if another is not: of three raters these are
# the shares of items on which all agree.
alike_measures <- function(x) {
  measure <- as.character(x$measure)
  known <- !is.na(x$estimate) & measure %in% names(SHORT_FIGURES)
  alike <- is.na(x$conf.low) & (x[["n_raters"]] %||% 0) > 1
  found <- tapply(alike[known], factor_in_order(measure[known]), all)
  if (!all(found)) names(found)[found]
}

# These measures with their values, such as "agreement with the others' majority (.57, .42)" in two groups.
values_in_words <- function(x, measures) {
  words <- sub("^([AM])", "\\L\\1", figure_words(measures), perl = TRUE)
  values <- vapply(measures, function(one) {
    paste(plot_numbers(x$estimate[x$measure %in% one & !is.na(x$estimate)]), collapse = ", ")
  }, "")
  if (length(measures)) paste0(words, " (", values, ")")
}

means_rows <- function(measure) wrap_letters(cut_labels(short_figure_words(measure), 44), letters_of(26))

# Why means have no interval, as far as it holds for some of these.
no_interval_of_means <- function(x) {
  bare <- !is.na(x$estimate) & is.na(x$conf.low)
  few <- x[["n_raters"]][bare] < 2
  if (length(few) == 0 || anyNA(few)) return("fewer than two raters with a value, or all alike")
  c(if (any(few)) FEW_VALUES, if (!all(few)) SAME_VALUES)
}

FEW_VALUES <- "only one rater has a value"
SAME_VALUES <- "all raters have the same value"

# Names of the rows in one line each, so that several groups fit.
SHORT_FIGURES <- c(
  agree_majority = "With the majority", agree_others = "With the others' majority",
  agree_pairs = "With each other rater",
  kappa = "Kappa against others"
)

short_figure_words <- function(measure) {
  short <- SHORT_FIGURES[as.character(measure)]
  unname(ifelse(is.na(short), figure_words(measure), short))
}

# Means that tell nothing, for the reasons for which a table of raters lacks their columns: see untelling_columns().
is_untelling_mean <- function(x) {
  none_aside <- x[["measure"]] %in% "set_aside" & x[["estimate"]] %in% 0
  has_few <- !is.null(x[["n_raters"]]) && isTRUE(all(x[["n_raters"]] <= 3))
  none_aside | x[["measure"]] %in% "agree_others" & has_few
}

table_parts.accord_rater_means <- function(x, style) {
  rows <- if (style$format != "text" && any(!is_untelling_mean(x))) which(!is_untelling_mean(x)) else seq_len(nrow(x))
  x <- x[rows, ]
  measure <- x[["measure"]]
  notes <- character()
  if (!is.null(measure)) {
    words <- figure_words(as.character(measure))
    if (length(unique(words)) == 1) {
      notes <- escape(words[1], style)
      x[["measure"]] <- NULL
    } else {
      x[["measure"]] <- words
    }
  }
  # A weighted mean that is the mean in all rows, as where all raters gave as many ratings, needs no column.
  weighted <- x[["weighted_mean"]]
  same <- style$format != "text" && length(weighted) && isTRUE(all.equal(x[["estimate"]], weighted))
  if (same) x[["weighted_mean"]] <- NULL
  # Means of further columns may exceed 1.
  shares <- if (!any(grepl("^mean_|^difference$", measure))) {
    c("estimate", "conf.low", "conf.high", "weighted_mean")
  }
  if (style$format != "text") {
    notes <- c(
      notes,
      if (!is.null(x[["weighted_mean"]])) "Weighted mean: by the number of ratings of each rater",
      if (!all(is.na(x[["conf.low"]] %||% NA))) {
        paste0(
          escape(ci_heading(unique(level_words(x[["conf.level"]]))), style), ": of the mean, by t over raters",
          if (any(x[["conf.low"]] %in% 0 | x[["conf.high"]] %in% 1)) ", cut at the ends of the scale"
        )
      },
      if (any(measure %in% "set_aside")) paste0("Share set aside: ", SET_ASIDE_WORDS)
    )
  }
  list(
    columns = summary_columns(x, style, shares, MEANS_HEADINGS), notes = notes,
    rows = rows,
    because = rlang::set_names(
      list(ifelse(x[["n_raters"]] %||% rep(2, nrow(x)) < 2, FEW_VALUES, SAME_VALUES)),
      ci_heading(level_words(x[["conf.level"]]))
    )
  )
}

text_columns.accord_rater_means <- function(x) "measure"

not_coefficients.accord_rater_means <- function(x) "means over raters"
