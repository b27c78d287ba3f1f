#' agreement(): the coefficients in one table
#'
#' Computes any of the coefficients below, for all groups of the data, in one pass. Raters and items with missing
#' ratings are not dropped; the table below shows which items each coefficient uses.
#'
#' @details
#' All but Krippendorff's alpha, Light's kappa and unanimous agreement follow the framework of Gwet (2014): the
#' coefficient is \eqn{(p_a - p_e) / (1 - p_e)}{(p_a - p_e) / (1 - p_e)} with
#' \deqn{p_a = \frac{1}{n'} \sum_{i: r_i \ge 2} \sum_{k,l} w_{kl}
#' \frac{r_{ik} (r_{il} - [k = l])}{r_i (r_i - 1)},}{
#' p_a = 1 / n' sum_{i: r_i >= 2} sum_kl w_kl r_ik (r_il - [k = l]) / (r_i (r_i - 1)),}
#' where item \eqn{i} has \eqn{r_i} ratings, \eqn{r_{ik}}{r_ik} of them in category \eqn{k}, and
#' \eqn{n'}{n'} items have two ratings or more. They differ in the chance agreement
#' \eqn{p_e}{p_e}, which each help page gives. The columns `observed` and `expected` are disagreements, \eqn{1 - p_a}
#' and \eqn{1 - p_e}, so that `estimate` is `1 - observed / expected` for all but Light's kappa.
#'
#' @section Coefficients:
#' `r coefficient_table()`
#'
#' Ratings: how many an item needs to be used.
#'
#' A name is also understood by any of its words that no other name has: `"alpha"`, `"cohen"`, `"percent"`.
#'
#' `"all"` is decided for each group separately: `"cohen_kappa"` and `"scott_pi"` with two raters, otherwise
#' `"conger_kappa"` and `"fleiss_kappa"`, which generalise them; `"light_kappa"` if there are no more pairs of raters
#' than items, and at most three million pairs of ratings on distinct items; if raters are anonymous, only coefficients
#' that do not need them. Van Oest's coefficient and unanimous agreement are computed only if named. `"gwet_ac"` is
#' `"gwet_ac1"` without weights and `"gwet_ac2"` with them; either can also be named. Hubert's (1977) kappa is
#' Conger's, Bennett's S and Randolph's free-marginal kappa are Brennan and Prediger's, and so is PABAK for two
#' categories.
#'
#' @section Weights:
#' With \eqn{x}{x} and \eqn{y}{y} the values of two categories, the weight of agreement is
#' \eqn{w = 1 - d(x, y) / \max d}{w = 1 - d(x, y) / max d}, where the maximum is over the category
#' set:
#'
#' * `"identity"`: \eqn{d = 0}{d = 0} if equal, else 1;
#' * `"linear"`: \eqn{d = |x - y|}{d = |x - y|};
#' * `"quadratic"`: \eqn{d = (x - y)^2}{d = (x - y)^2};
#' * `"ordinal"`: \eqn{d = (s + 1) s / 2}{d = (s + 1) s / 2} for categories that are \eqn{s}{s}
#'   steps apart;
#' * `"radical"`: \eqn{d = \sqrt{|x - y|}}{d = sqrt(|x - y|)};
#' * `"ratio"`: \eqn{d = ((x - y) / (x + y))^2}{d = ((x - y) / (x + y))^2};
#' * `"circular"`: \eqn{d = \sin^2(\pi (x - y) / U)}{d = sin^2(pi (x - y) / U)}, \eqn{U}{U} the
#'   full turn;
#' * `"bipolar"`: \eqn{d = (x - y)^2 / ((x + y - 2 x_{min}) (2 x_{max} - x - y))}{
#'   d = (x - y)^2 / ((x + y - 2 x_min) (2 x_max - x - y))}.
#'
#' The values are those of the declared categories: 1, 2, 4, 5 are not equally spaced. Ordered labels that are
#' increasing numbers have these values; other ordered labels have the values 1, 2, 3 and so on. Labels without an
#' order have no values, which is an error. Alpha uses the same disagreement \eqn{d}{d}, not divided by its maximum,
#' unless a `level` is given: that changes `observed` and `expected`, but not the estimate. Its `metric` is a level:
#' `"interval"` for quadratic weights. Gwet's ordinal weights are not Krippendorff's ordinal level, so `metric` is
#' `"ordinal weights"` for alpha with the former.
#'
#' In `agreement()` weights may differ between coefficients: `weights = c(fleiss_kappa = "quadratic")`, or a list. A
#' coefficient that is not named is computed as without `weights`, so that percent agreement stays raw beside a weighted
#' kappa.
#'
#' @section Order of rows:
#' Estimates do not depend on the order of rows, except that rounding in sums may change the last of about 16 digits.
#'
#' @section Missing and degenerate data:
#' Only missing ratings are left out: items with one rating do not enter the observed agreement, but contribute to the
#' shares of the categories (see the table). An estimate that is not defined is `NA` with the reason in `status`; one
#' warning names all of them. When all ratings are in one category, percent and unanimous agreement, AC1 and AC2 are 1,
#' and so are Brennan and Prediger's and van Oest's coefficients if more categories are declared; all others are not
#' defined.
#' Raters must be known for Cohen's, Conger's and Light's kappa.
#'
#' The reasons are "no ratings"; "one rater only"; "no item with two ratings"; "one category only"; "raters are
#' anonymous"; "no two raters with a kappa" (Light's kappa: every pair of raters has no common item, or a single
#' category on these); "category not used" (specific agreement); "all distances are 0" (the weights or the distance
#' treat all categories used as equal); "values too large to square" (numbers that differ by about 1e154 or more); and
#' in grouped data the fault because of which a group is left without ratings, such as "duplicate ratings".
#'
#' A warning (`accord_warning_one_rating`) is given if an estimate is 1 and five items or more, and at least a fifth of
#' them, have a single rating: if raters only mark what they find, as with named entities, the data do not show what
#' they left unmarked on purpose.
#'
#' The print says if a rater rated hardly any items but those on which the others differ, as a third person does who
#' was asked to decide. Such ratings raise every coefficient, since each repeats one of the two that differ. The print
#' also says if raters agree on all items with two ratings and on none with more. Both are looked for in up to 200,000
#' ratings; by chance they would occur in fewer than one of 10,000 data sets.
#'
#' @section Errors:
#' Those of [krippendorff_alpha()], and `accord_error_weights`.
#'
#' @inheritParams krippendorff_alpha
#' @param coefficients `"all"`, or names from the table in section Coefficients.
#' @param weights Weights of agreement: `"identity"`, `"linear"`, `"quadratic"`,
#'   `"ordinal"`, `"radical"`, `"ratio"`, `"circular"`, `"bipolar"`, for sets `"jaccard"`, `"masi"`,
#'   `"dice"`, `"passonneau"` (1 minus the distance in [krippendorff_alpha()]), or a matrix with a row and a
#'   column per category (named, or in the order of the categories): symmetric, from 0 to 1, 1 on its diagonal.
#'   The default `NULL` is `"identity"` for all but alpha, which takes a level, see `level`.
#' @param level For alpha only: a level of measurement in place of the weights. If neither is given, alpha uses the
#'   level of the ratings; for numbers with more than two values one of them must be given, as in
#'   [krippendorff_alpha()]. With `"identity"` weights all differences are equal.
#' @param ci The method for the intervals: by default [ci_bayes()], see [ci_default()]; [ci_jackknife()],
#'   [ci_analytic()], [ci_bootstrap()], or [ci_none()].
#' @return A tibble of class `accord_agreement` with one row per group and coefficient, and these columns:
#'
#' * the group keys, `coefficient`, and `metric`, which names the weights, or alpha's level;
#' * `estimate`, `std.error`, `conf.low` and `conf.high`, `interval` (its method) and `conf.level`;
#' * `observed` and `expected`, the disagreements, and 1 minus these, `observed_agreement` and `expected_agreement`:
#'   `NA` for Light's kappa, a mean of kappas;
#' * `n_items`, `n_raters`, `n_ratings` (those used), `n_categories`, and `n_set_aside`, the number of ratings outside
#'   the categories or repeated;
#' * `status`, `"ok"` or the reason why there is no estimate.
#'
#' With clusters, case weights or a test there are more: see [krippendorff_alpha()] and [ci_analytic()].
#' @references
#' Bennett, E. M., Alpert, R. and Goldstein, A. C. (1954) Communications through limited-response
#' questioning. *Public Opinion Quarterly* 18, 303-308. \doi{10.1086/266520}
#'
#' Byrt, T., Bishop, J. and Carlin, J. B. (1993) Bias, prevalence and kappa. *Journal of Clinical
#' Epidemiology* 46, 423-429. \doi{10.1016/0895-4356(93)90018-V}
#'
#' Cohen, J. (1960) A coefficient of agreement for nominal scales. *Educational and Psychological
#' Measurement* 20, 37-46. \doi{10.1177/001316446002000104}
#'
#' Conger, A. J. (1980) Integration and generalization of kappas for multiple raters. *Psychological
#' Bulletin* 88, 322-328. \doi{10.1037/0033-2909.88.2.322}
#'
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#'
#' Hubert, L. (1977) Kappa revisited. *Psychological Bulletin* 84, 289-297.
#' \doi{10.1037/0033-2909.84.2.289}
#'
#' Krippendorff, K. (2011) Computing Krippendorff's alpha-reliability. University of Pennsylvania.
#'
#' Light, R. J. (1971) Measures of response agreement for qualitative data: some generalizations and
#' alternatives. *Psychological Bulletin* 76, 365-377. \doi{10.1037/h0031643}
#'
#' Randolph, J. J. (2005) Free-marginal multirater kappa: an alternative to Fleiss' fixed-marginal
#' multirater kappa. *Joensuu Learning and Instruction Symposium*.
#'
#' Scott, W. A. (1955) Reliability of content analysis: the case of nominal scale coding. *Public
#' Opinion Quarterly* 19, 321-325. \doi{10.1086/266577}
#'
#' van Oest, R. (2019) A new coefficient of interrater agreement: The challenge of highly unequal category
#' proportions. *Psychological Methods* 24, 439-451. \doi{10.1037/met0000183}
#' @seealso `vignette("coefficients")`, [category_agreement()] for one category at a time,
#'   [pairwise_agreement()] for pairs of
#'   raters, [interpret()] for the verbal labels of benchmark scales, [paper_table()] for the table.
#' @export
#' @examples
#' # A row per rating: all coefficients for each task
#' ratings <- data.frame(
#'   task = rep(c("style", "topic"), each = 12),
#'   item = rep(1:6, each = 2), rater = c("ann", "bob"),
#'   label = c(
#'     "a", "a", "b", "b", "a", "b", "b", "b",
#'     "a", "a", "b", "b", "a", "b", "b", "a",
#'     "a", "b", "b", "b", "a", "a", "b", "a"
#'   )
#' )
#' # Scott's pi and alpha have the same limits, those of a
#' # population of items, in which the two are equal
#' x <- agreement(ratings, item, rater, label, by = task)
#' x
#'
#' # Krippendorff (2011), example C: a row per rater
#' observers <- rbind(
#'   A = c(1, 2, 3, 3, 2, 1, 4, 1, 2, NA, NA, NA),
#'   B = c(1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NA, 3),
#'   C = c(NA, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NA),
#'   D = c(1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NA)
#' )
#' x <- agreement(
#'   observers,
#'   layout = "raters_in_rows",
#'   coefficients = c("fleiss", "gwet"),
#'   weights = "quadratic", ci = ci_analytic()
#' )
#' x
agreement <- function(data, item, rater, rating, ..., coefficients = "all", by = NULL,
                      weights = NULL, level = NULL, range = NULL, categories = NULL,
                      duplicates = "error", ci = ci_default()) {
  ci <- check_ci(ci)
  ratings <- verb_ratings(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = level, categories = categories, duplicates = duplicates, ..., .tally = TRUE
  )
  several <- is_by_coefficient(weights)
  if (several) weights <- by_coefficient_id(weights)
  weighted <- is_weighted(if (several) weights$gwet_ac else weights)
  if (identical(coefficients, "all") && may_have_light(ratings)) ratings <- with_joined_items(ratings)
  kinds <- coefficients_by_group(coefficients, ratings, weighted)
  known <- all_entries(kinds)
  if (identical(coefficients, "all") && keeps_rows(ratings)) kinds <- without_rater_models(kinds)
  entries <- all_entries(kinds)
  ratings <- who_rated(ratings, entries, ci)
  ratings$left_out <- setdiff(known$label, entries$label)
  check_level_is_used(level, entries$model, if (!several) weights)
  if (several) {
    return(measure_entries(ratings, split_by_weights(kinds, ratings, weights, level, range), NULL, ci))
  }
  metrics <- metrics_for(ratings, "alpha" %in% entries$model, weights, level, range)
  measure_entries(ratings, kinds, metrics, ci)
}

# Only alpha has a level, and a level that would be ignored is an error. Without weights all coefficients are at the
# nominal level, so that "nominal" is accepted.
check_level_is_used <- function(level, models, weights) {
  check_level_name(level)
  if (identical(level, "nominal") && !is_weighted(weights)) {
    return(invisible())
  }
  if (!is.null(level) && !"alpha" %in% models) {
    abort_accord(
      "argument",
      c(
        "{.arg level} is for Krippendorff's alpha.",
        x = "It is {.val {level}}, which would change nothing here.",
        i = "Choose alpha by {.arg coefficients} or {.code coefficient = \"krippendorff_alpha\"}; all others take
             {.arg weights}."
      ),
      argument = "level"
    )
  }
}

# Returns the metric of alpha (NULL if it is not computed) and the weights of all other coefficients. For alpha, a given
# level takes precedence over given weights, and these over the level of the ratings; without any of them the level is
# an error. `range` belongs to the level if alpha has one.
metrics_for <- function(ratings, alpha, weights, level, range) {
  own <- takes_own_metric(ratings, weights, level)
  weighting <- function(range) weights_for(ratings, weights %||% "identity", range)
  if (alpha && own && !is.null(ratings$said$distance)) {
    return(list(alpha = metric_for(ratings), weights = weighting(range)))
  }
  if (own && !is.na(ratings$level)) level <- ratings$level
  if (alpha && is.null(weights)) level <- check_metric_level(level %||% NA_character_, ratings)
  by_level <- alpha && !is.null(level)
  weighting <- weighting(if (!by_level) range)
  list(
    alpha = if (by_level) metric_for(ratings, level, range) else if (alpha) metric_of_weights(weighting),
    weights = weighting
  )
}

# Whether neither a level nor weights decide the metric of alpha, so that it is that of the ratings. Weights that came
# with the ratings of a question decide it unless a level or a distance came with them.
takes_own_metric <- function(ratings, weights, level) {
  said <- ratings$said
  has_own <- !is.null(said$level) || !is.null(said$distance)
  is.null(level) && (is.null(weights) || has_own && identical(weights, said$weights))
}

# Drops coefficients that need the single ratings, so that "all" does not collect all rows of a table in a database.
without_rater_models <- function(kinds) {
  lapply(kinds, function(kind) {
    kind$entries <- kind$entries[!kind$entries$raters, ]
    kind
  })
}

# Makes the verb of one coefficient with weights; all these verbs have the same arguments.
kappa_verb <- function(coefficient) {
  force(coefficient)
  function(data, item, rater, rating, ..., by = NULL, weights = "identity", range = NULL, categories = NULL,
           duplicates = "error", ci = ci_default()) {
    ci <- check_ci(ci)
    check_no_level(...)
    ratings <- verb_ratings(
      data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
      level = NULL, categories = categories, duplicates = duplicates, ..., .tally = TRUE
    )
    kinds <- coefficients_by_group(coefficient, ratings, !identical(weights, "identity"))
    ratings <- who_rated(ratings, all_entries(kinds), ci)
    measure_entries(ratings, kinds, list(weights = weights_for(ratings, weights, range)), ci)
  }
}
