#' Plan the numbers of items and ratings
#'
#' Simulates studies of several sizes, before data are collected, from a model of the raters or from pilot data, and
#' reports how wide the interval of a coefficient will be, and how reliable the aggregated labels will be.
#'
#' @details
#' **From a model.** For every combination of `n_items` and `ratings_per_item`, `times` studies are drawn as in
#' [simulate_ratings()], which explains the model and its arguments, and analysed as by [agreement()]. `value` is the
#' coefficient in the infinite population of this design; it is computed exactly, from the joint distribution of two
#' ratings of an item. If the design has clusters (`cluster_size`), the interval takes them into account.
#'
#' **From a pilot.** Given data, `times` studies of `n_items` items are drawn from the items of the pilot with
#' replacement, each with all of its ratings; with `cluster` whole clusters are drawn until there are as many items, of
#' which the last cluster may give a part. `value` is the estimate from the pilot. A pilot with few items, and so
#' this plan, contains little information about rare categories: with fewer than 50 items with two ratings or more a
#' warning, `accord_warning_small_pilot`, says how uncertain the pilot is; the widths may then be inaccurate.
#'
#' **Aggregated labels.** A corpus usually contains aggregated labels, not single ratings. `aggregated` is the value
#' of the coefficient between the labels of two independent panels, each with as many raters as an item has ratings
#' (\eqn{k}{k}-rater reliability, Wong and Paritosh 2022). A panel's label is the majority of its ratings, ties broken
#' at random; this is computed exactly from the distribution of \eqn{k}{k} independent votes by raters of the given
#' kinds. For alpha at the interval level it is the mean of the ratings, by the formula of Spearman and Brown,
#' \eqn{k\alpha / (1 + (k - 1)\alpha)}{ k alpha / (1 + (k - 1) alpha)}, which is exact for exchangeable raters. With a
#' pilot only the latter is available, and only if all items have the same number of ratings.
#'
#' @section Missing and degenerate data:
#' `no_interval` counts studies whose coefficient is not defined or has no interval; widths are those of the other
#' studies, or `NA` if there are none. Many such studies mean that the design is too small for the rare category.
#' Without a pilot `value` is `NA` for Light's kappa and unanimous agreement. With `rater_sd` it is the value for
#' infinitely many raters.
#'
#' @section Errors:
#' Those of [simulate_ratings()] and [agreement()]; `accord_error_argument` for fewer than two ratings per item and
#' for incompatible arguments, and `accord_error_groups` for a pilot in groups.
#'
#' @inheritParams agreement
#' @param coefficients `"all"`, or names from the table in [agreement()].
#' @param data A pilot: data as for [agreement()]. By default there is none, and raters are
#'   simulated.
#' @param item,rater,rating <[`tidy-select`][tidyselect::language]> Columns of the pilot.
#' @param ... Without a pilot, further arguments of [simulate_ratings()]: `prevalence`, `accuracy`, `errors`,
#'   `confusion`, `rater_sd`, `difficulty_sd`, `cluster_size`, `cluster_cor`, `batch_size`. With a pilot, the `layout`
#'   of data that are not tidy, and `cluster`.
#' @param n_items Numbers of items, one or several.
#' @param ratings_per_item Numbers of ratings of each item, one or several, each 2 or more; by default each of
#'   `n_raters` rates every item. Not with a pilot.
#' @param n_raters Number of raters; as many as an item has ratings by default, or as there are accuracies or confusion
#'   matrices. Not with a pilot.
#' @param value In place of `accuracy`: the value that the first coefficient shall have in the population. The accuracy,
#'   the same for all raters, is computed from it. Not with a pilot.
#' @param ci The method for the intervals, by default that of [agreement()]. [ci_jackknife()] is faster.
#' @param times Number of simulated studies per row. With more of them, `estimate`, `std.error` and the
#' widths depend less on the seed.
#' @return A tibble of class `accord_plan` with a row per combination and coefficient: `n_items`, `ratings_per_item`
#'   (for a pilot, the mean), `n_raters`, `n_ratings` (the cost), `coefficient`, `metric`; `value`; `estimate` and
#'   `std.error`, mean and standard deviation of the estimates over the studies; `width` and `width_90`, mean and 90%
#'   quantile of the widths of the intervals; `no_interval`, the share of studies without one; `aggregated`;
#'   `interval`, `conf.level`, `times`.
#' @references
#' Wong, K. and Paritosh, P. (2022) k-Rater reliability: The correct unit of reliability for
#' aggregated human annotations. *Proceedings of the 60th Annual Meeting of the Association for
#' Computational Linguistics* 2, 378-384. \doi{10.18653/v1/2022.acl-short.42}
#'
#' Brown, W. (1910) Some experimental results in the correlation of mental abilities. *British
#' Journal of Psychology* 3, 296-322. \doi{10.1111/j.2044-8295.1910.tb00207.x}
#' @seealso [sample_size()] for the number of items by formula, [plan_labels()] for labels beside those of a judge,
#'   [simulate_ratings()], [compare_agreement()] after the first round; `vignette("planning")`.
#' @export
#' @examples
#' set.seed(1)
#' plan_agreement(
#'   n_items = c(50, 100, 200), ratings_per_item = c(2, 3, 5),
#'   prevalence = c(no = 0.8, yes = 0.2), accuracy = 0.85, times = 50
#' )
#' # Raters so accurate that alpha is .7
#' plan_agreement(
#'   n_items = 100, n_raters = 3, value = 0.7, prevalence = c(no = 0.8, yes = 0.2), times = 50
#' )
#'
#' pilot <- simulate_ratings(60, 3, prevalence = c(no = 0.8, yes = 0.2), accuracy = 0.85)
#' plan_agreement(pilot, item, rater, rating, n_items = c(100, 200), times = 50)
plan_agreement <- function(data = NULL, item, rater, rating, ..., n_items, ratings_per_item = NULL,
                           n_raters = NULL, value = NULL, coefficients = "krippendorff_alpha", weights = NULL,
                           level = NULL, range = NULL, categories = NULL, duplicates = "error",
                           ci = ci_default(), times = 200) {
  ci <- check_ci(ci)
  check_two_sided(ci, "The widths of a plan")
  if (missing(n_items)) check_pilot_is_no_size(data)
  if (is.null(data)) check_design_names(list(...))
  check_whole(if (!missing(n_items)) n_items, "n_items", several = TRUE)
  check_whole(times, "times")
  check_times(max(times, 2))
  columns <- rlang::enquos(item = item, rater = rater, rating = rating)
  measure <- function(ratings, coefficients) {
    # Simulated studies without a value or an interval are counted in the result, so they need no warning.
    without_warnings(agreement(
      ratings,
      coefficients = coefficients, weights = weights, level = level, range = range, ci = ci
    ), c("undefined", "no_interval"))
  }
  if (is.null(data)) {
    check_no_pilot(columns, categories, duplicates)
    check_value_alone(value, list(...))
    scale_of <- function(design) design_scale(design, coefficients, weights, level, range)
    designs <- grid_of_designs(n_items, ratings_per_item, n_raters, list(...))
    if (!is.null(value)) designs <- lapply(designs, design_with_value, value, list(...)$errors %||% "even", scale_of)
    studies <- lapply(designs, design_study, scale_of)
  } else {
    check_pilot_arguments(ratings_per_item, n_raters, c(names(rlang::enquos(...)), if (!is.null(value)) "value"))
    pilot <- verb_ratings(data, columns, level, categories, duplicates, ..., .weighted = "Plans")
    found <- measure(check_pilot(pilot), coefficients)
    warn_small_pilot(found, pilot)
    studies <- lapply(n_items, pilot_study, pilot, found)
  }
  rows <- list()
  tick <- progress_tick("Simulating")
  for (i in seq_along(studies)) {
    rows[[i]] <- study_rows(studies[[i]], measure, times, ci)
    tick(i / length(studies))
  }
  new_result(vctrs::vec_rbind(!!!rows), class = "accord_plan")
}

# A study is a list: the `counts` of the result, the `value` and the `aggregated` value of each coefficient, and
# draw(n), which returns the ratings of n such studies, each of them a group.
design_study <- function(design, scale_of) {
  scale <- scale_of(design)
  list(
    counts = list(
      n_items = design$n_items, ratings_per_item = as.double(design$ratings_per_item),
      n_raters = design$n_raters, n_ratings = as.double(design$n_items) * design$ratings_per_item
    ),
    value = population_agreement(design, scale),
    aggregated = aggregated_agreement(design, scale),
    draw = function(n) design_ratings(design, draw_ratings(design, n), n)
  )
}

# The same list for a pilot. `found`: the estimates from the pilot.
pilot_study <- function(n_items, pilot, found) {
  sizes <- item_sizes(pilot)
  sizes <- sizes[sizes > 0]
  mean_known <- found$metric == "interval" & found$coefficient == "krippendorff_alpha" & length(unique(sizes)) == 1
  list(
    counts = list(
      n_items = as.integer(n_items), ratings_per_item = mean(sizes),
      n_raters = if (is.null(pilot$raters)) NA_integer_ else length(pilot$raters),
      n_ratings = n_items * mean(sizes)
    ),
    value = stats::setNames(found$estimate, found$coefficient),
    aggregated = ifelse(mean_known, spearman_brown(found$estimate, mean(sizes)), NA_real_),
    draw = function(n) resample_items(pilot, as.integer(n_items), n)
  )
}

# Draws items that have ratings, or whole clusters of them, with replacement: `studies` groups of `n_items` each.
resample_items <- function(pilot, n_items, studies) {
  rated <- which(item_sizes(pilot) > 0)
  if (is.null(pilot$cluster)) {
    drawn <- take_items(pilot, rated[sample.int(length(rated), n_items * studies, replace = TRUE)])
  } else {
    chosen <- draw_clusters(pilot$cluster[rated], n_items, studies)
    drawn <- take_items(pilot, rated[chosen$place])
    drawn$clusters <- seq_len(max(chosen$cluster))
    drawn$cluster <- chosen$cluster
  }
  drawn$items <- seq_along(drawn$items)
  drawn$groups <- tibble::tibble(study = seq_len(studies))
  drawn$group_start <- seq(0L, by = n_items, length.out = studies + 1L)
  drawn$group_status <- rep("ok", studies)
  drawn
}

# Draws clusters until there are `n_items` items, of which the last cluster may have a part. Returns the `place` of each
# item drawn, and its new `cluster`.
draw_clusters <- function(cluster, n_items, studies) {
  places <- unname(split(seq_along(cluster), match(cluster, unique(cluster))))
  size <- lengths(places)
  at_once <- 2 + ceiling(n_items / mean(size))
  one <- function(study) {
    drawn <- sample.int(length(size), at_once, replace = TRUE)
    while (sum(size[drawn]) < n_items) drawn <- c(drawn, sample.int(length(size), at_once, replace = TRUE))
    own <- seq_len(n_items)
    list(place = unlist(places[drawn])[own], cluster = rep(seq_along(drawn), size[drawn])[own])
  }
  drawn <- lapply(seq_len(studies), one)
  last <- cumsum(c(0L, vapply(drawn, function(x) max(x$cluster), 0L)))
  list(
    place = unlist(lapply(drawn, `[[`, "place")),
    cluster = unlist(lapply(drawn, `[[`, "cluster")) + rep(last[seq_len(studies)], each = n_items)
  )
}

study_rows <- function(study, measure, times, ci) {
  at_once <- max(1, 2e6 %/% study$counts$n_ratings) # limits the use of memory
  parts <- rep(at_once, times %/% at_once)
  parts <- as.integer(c(parts, if (times > sum(parts)) times - sum(parts)))
  id <- names(study$value)
  used <- c("coefficient", "metric", "estimate", "conf.low", "conf.high", "interval", "conf.level")
  found <- vctrs::vec_rbind(!!!lapply(parts, function(n) as_tibble(measure(study$draw(n), id))[used]))
  of_each <- function(x, summary) {
    vapply(id, function(i) summary(x[found$coefficient == i & !is.na(x)]), 0, USE.NAMES = FALSE)
  }
  width <- found$conf.high - found$conf.low
  counts <- lapply(study$counts, rep, length(id))
  columns <- c(counts, list(
    coefficient = id,
    metric = found$metric[match(id, found$coefficient)],
    value = unname(study$value),
    estimate = of_each(found$estimate, mean),
    std.error = of_each(found$estimate, stats::sd),
    width = of_each(width, mean),
    width_90 = of_each(width, function(x) stats::quantile(x, 0.9, names = FALSE)),
    no_interval = if (ci$method == "none") NA_real_ else 1 - of_each(width, length) / times,
    aggregated = unname(study$aggregated),
    interval = found$interval[1],
    conf.level = found$conf.level[1],
    times = as.integer(times)
  ))
  undefined <- vapply(columns, is.double, NA)
  columns[undefined] <- lapply(columns[undefined], undefined_as_na)
  tibble::as_tibble(columns)
}
