#' Influence of each item and each rater on agreement
#'
#' The exact change of a coefficient when one item, or all ratings of one rater, are left out: which items and raters
#' lower agreement, and which raise it.
#'
#' @details
#' With \eqn{\hat\kappa}{kappa} the estimate from all ratings of a group and
#' \eqn{\hat\kappa_{(j)}}{kappa_(j)} the one without item or rater \eqn{j},
#' \deqn{\mathrm{influence}_j = \hat\kappa - \hat\kappa_{(j)},}{influence_j = kappa - kappa_(j),}
#' which is DFBETA of Belsley, Kuh and Welsch (1980), used for alpha by Hughes (2021). It is negative if agreement
#' would be higher without the item or rater. The values are exact: each is the estimate from the data without these
#' rows, with the category set of the whole data. Since only the changes of the sums are computed, the values of all
#' raters take about as long as a few estimates, and those of all items no longer than one jackknife. At the ordinal
#' level each rater changes the ranks of all categories, which takes a pass over all pairs of categories per rater:
#' little for a rating scale, some seconds for thousands of raters with a thousand values.
#'
#' An influential item or rater is a reason to inspect, not to delete: the estimate without the worst raters is biased
#' upwards, since they were selected for it.
#'
#' @section Missing and degenerate data:
#' With integer frequencies (`case_weights` of [as_ratings()]) each copy of an item has a row. An item or rater that
#' the coefficient does not use, such as an item with one rating for alpha, has influence 0. Raters who rated nothing
#' in a group have no row there; items without a rating have one. If the coefficient is not defined without the item
#' or rater, for instance if only one of two raters remains, `estimate_without` and `influence` are `NA`; `status`
#' says why, also for all rows of a group without an estimate.
#'
#' @section Errors:
#' Those of [agreement()], and `accord_error_anonymous` for the influence of raters if they are anonymous.
#' `accord_error_too_large` for Light's kappa of more than 2e10 pairs of ratings.
#'
#' @inheritParams agreement
#' @param coefficient One name from the table in [agreement()].
#' @param distance For alpha only: disagreements in place of a level, see [krippendorff_alpha()].
#' @return A tibble of class `accord_influence` with a row per group and item, or rater: the group keys, `item` or
#'   `rater`, `n_ratings` (of the item; or given by the rater in the group), `estimate` (from all ratings of the
#'   group), `estimate_without`, `influence`, and `status`, `"ok"` or the reason why there is no value. Within each
#'   group the lowest influence comes first, `NA` last.
#' @references
#' Belsley, D. A., Kuh, E. and Welsch, R. E. (1980) *Regression Diagnostics*. Wiley.
#' \doi{10.1002/0471725153}
#'
#' Hughes, J. (2021) krippendorffsalpha: An R package for measuring agreement using Krippendorff's
#' alpha coefficient. *The R Journal* 13, 413-425. \doi{10.32614/RJ-2021-046}
#' @seealso [ci_jackknife()], which computes an interval from these values; [rater_summary()], [item_summary()],
#'   [pairwise_agreement()]; [compare_agreement()] for a test; [rater_influence.accord_spans()] for spans.
#' @export
#' @examples
#' # Krippendorff (2011), example C: the four observers differ about the sixth unit
#' observers <- rbind(
#'   A = c(1, 2, 3, 3, 2, 1, 4, 1, 2, NA, NA, NA),
#'   B = c(1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NA, 3),
#'   C = c(NA, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NA),
#'   D = c(1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NA)
#' )
#' item_influence(observers, layout = "raters_in_rows", level = "nominal")
#' rater_influence(observers, layout = "raters_in_rows", level = "nominal")
item_influence <- function(data, item, rater, rating, ..., coefficient = "krippendorff_alpha", by = NULL,
                           weights = NULL, level = NULL, range = NULL, distance = NULL,
                           categories = NULL, duplicates = "error") {
  ratings <- verb_ratings(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = level, categories = categories, duplicates = duplicates, ..., .weighted = "Influences"
  )
  check_key_names(names(ratings$groups), INFLUENCE_COLUMNS)
  asked <- influence_of(ratings, coefficient, weights, level, range, distance)
  if (asked$pairs) check_pair_work(ratings)
  found <- call_core(without_each_item(core_sample(ratings), asked$model, asked$metric))
  found$group <- item_groups(ratings)
  found$n_ratings <- item_sizes(ratings)
  found$without_status <- status_in_words(status_names(found$without_status))
  stretches_once(influence_rows(found, ratings, asked, list(item = ratings$items), seq_along(found$group)), ratings)
}

#' @rdname item_influence
#' @export
rater_influence <- function(data, ...) {
  UseMethod("rater_influence")
}

#' @rdname item_influence
#' @export
rater_influence.default <- function(data, item, rater, rating, ..., coefficient = "krippendorff_alpha", by = NULL,
                                    weights = NULL, level = NULL, range = NULL, distance = NULL,
                                    categories = NULL, duplicates = "error") {
  ratings <- verb_ratings(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = level, categories = categories, duplicates = duplicates, ..., .weighted = "Influences", .tally = TRUE,
    .joins = TRUE
  )
  check_named_raters(ratings, "The influence of raters needs")
  check_key_names(names(ratings$groups), INFLUENCE_COLUMNS)
  asked <- influence_of(ratings, coefficient, weights, level, range, distance)
  if (asked$pairs) check_pair_work(ratings)
  # Single ratings are needed if chance agreement depends on who rated or on the categories in use, or if a rater may
  # have rated an item repeatedly, since then a pattern loses more than one rating.
  if (is_remote(ratings) && (asked$needs_raters || ratings$remote$asked$duplicates == "keep")) {
    ratings <- expand_frequencies(with_raters(ratings), "Influences")
  }
  if (is_remote(ratings) && is.null(ratings$raters)) {
    raters <- remote_raters(ratings$remote)
    found <- lazy_without_raters(ratings, asked)
  } else {
    ratings <- sort_raters(ratings)
    raters <- ratings$raters
    found <- call_core(without_each_rater(core_sample(ratings), asked$model, asked$metric))
  }
  # If no pair of ratings is left, this is because only one rater is left, or none.
  left <- tabulate(found$group, length(found$estimate))[found$group] - 1L
  without <- status_names(found$without_status)
  no_pairs <- without == "no_pairs"
  without[no_pairs & left == 1L] <- "one_rater"
  without[no_pairs & left == 0L] <- "no_ratings"
  found$without_status <- status_in_words(without)
  influence_rows(found, ratings, asked, list(rater = raters), found$rater)
}

INFLUENCE_COLUMNS <- c("item", "rater", "n_ratings", "estimate_without", "influence")

# Returns the model of the core and the metric of disagreement.
influence_of <- function(ratings, coefficient, weights, level, range, distance) {
  coefficient <- full_names(coefficient, coefficient_choices())
  check_choice(coefficient, coefficient_choices(), "coefficient", near = nearest_coefficients)
  weighted <- is_weighted(weights)
  entry <- resolve_coefficients(coefficient, weighted)
  if (!is.null(distance) && entry$model != "alpha") {
    abort_accord(
      "argument",
      c(
        "{.arg distance} is for Krippendorff's alpha.",
        x = "The coefficient is {.val {coefficient}}.",
        i = "Give {.arg weights}."
      ),
      argument = "distance"
    )
  }
  check_level_is_used(level, entry$model, weights)
  metric <- if (is.null(distance)) {
    metrics <- metrics_for(ratings, entry$model == "alpha", weights, level, range)
    metrics$alpha %||% metrics$weights
  } else {
    metric_for(ratings, level, range, distance)
  }
  list(
    model = place_of("model", entry$model), metric = metric, id = entry$id, pairs = entry$model == "pairs",
    needs_raters = entry$raters || entry$category_set && !ratings$declared
  )
}

# `found`: the result of the core, with `without_status` in words. `who`: the ids; `which`: the id of each row.
influence_rows <- function(found, ratings, asked, who, which) {
  group <- found$group
  without <- undefined_as_na(found$without)
  estimate <- undefined_as_na(found$estimate)
  status <- found$without_status
  # If the group has no value, its reason takes precedence.
  ratings$group_status <- asked$metric$group_status
  of_group <- estimate_status(found$status, ratings, seq_along(estimate))
  estimate[of_group != "ok"] <- NA_real_
  none <- of_group[group] != "ok"
  without[none] <- NA_real_
  status[none] <- of_group[group][none]
  influence <- estimate[group] - without
  sorted <- order(group, influence, na.last = TRUE, method = "radix")
  columns <- list(
    n_ratings = found$n_ratings, estimate = estimate[group], estimate_without = without,
    influence = influence, status = status
  )
  columns <- c(lapply(who, vctrs::vec_slice, which[sorted]), lapply(columns, `[`, sorted))
  result <- grouped_result(ratings$groups, group[sorted], columns, "accord_influence")
  named <- list(coefficient = asked$id, metric = asked$metric$name, n_raters = length(ratings$raters %||% who$rater))
  with_note(note_set_aside(result, ratings), "coefficient", coefficient_labels(named))
}
