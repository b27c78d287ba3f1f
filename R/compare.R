#' Differences between estimates of agreement
#'
#' Did agreement increase after the training? Do raters agree less on some texts than on others? Do people agree more
#' among themselves than with the model? How much does one rater change the estimate? Do two coefficients differ?
#' Computes the difference of two estimates with its interval and test, paired if both use the same items.
#'
#' @details
#' What is compared follows from the arguments:
#' * `by`, or a grouped data frame: all pairs of groups, for each coefficient;
#' * `raters`: the ratings that each set of raters gave, for each coefficient and with the category set of
#'   the whole data, for example `list("with Bob" = NULL, "without Bob" = c("ann", "cat"))`;
#' * neither: the coefficients with each other, on the same data.
#'
#' With `reference` one of them is compared with each of the others; otherwise all pairs are compared. The difference
#' is the second minus the first, and groups are in sorted order, so use a factor or `reference = "before"` to get
#' after minus before.
#'
#' **Items.** An item that is hard in one group tends to be hard in the other, so a difference on common items is
#' estimated more precisely. But the same id in two groups need not be the same item: patient 1 of one hospital is not
#' patient 1 of another. So groups are assumed to have different items unless `paired = TRUE`, with which the same id
#' in two groups is the same item. Sets of raters and coefficients are always compared on the same items. The first
#' line of the printed result and the columns `paired` and `n_shared` say what was paired.
#'
#' **The default interval**, [ci_bayes()], is computed from draws of the difference. An item used in both estimates
#' has the same weight in both. Two groups, or sets of raters, have one pseudo-item each: for the lower limit the
#' ratings of the first agree and those of the second are random, for the upper limit the other way round. Two
#' coefficients of the same items share a pseudo-item, and each limit is the less favourable of its two forms.
#' `std.error` is the standard deviation of the draws, and the p value is twice the smaller of the posterior
#' probabilities of a difference of 0 or less and of 0 or more, but at least 2e-8. It is below `1 - conf_level`
#' exactly if the limits exclude 0. The p value is cautious: the pseudo-item is added against the difference, so that p
#' may seem large beside the interval. With few items the weight of an item depends on the level of the limits, and so
#' does the p value. There are no `statistic` and `df`.
#'
#' **Standard error** of the other intervals. Let \eqn{e_{gi}}{e_gi} be the contribution of item \eqn{i} to the error
#' of estimate \eqn{g}, which is 0 if the estimate does not use the item. Items are drawn independently, so
#' \deqn{s^2 = \sum_i (e_{2i} - e_{1i})^2}{s^2 = sum_i (e_2i - e_1i)^2}
#' over all items used in one estimate or both. Without common items this is \eqn{s_1^2 + s_2^2}, with the variances
#' that [agreement()] gives for each; on the same \eqn{n} items it is the variance of a paired \eqn{t} test (Gwet
#' 2016). The contribution of an item is
#' * [ci_analytic()]: \eqn{e_{gi} = u_{gi} / \sqrt{n_g (n_g - 1)}}{e_gi = u_gi / sqrt(n_g (n_g - 1))}, with the
#'   influence \eqn{u_{gi}}{u_gi} according to `variance`, and \eqn{n_g} items;
#' * [ci_jackknife()]: \eqn{e_{gi} = \sqrt{(n_g - 1) / n_g}\, (\hat\kappa_{g(i)} - \bar\kappa_{g(\cdot)})}{
#'   e_gi = sqrt((n_g - 1) / n_g) (k_g(i) - mean k_g(.))}, with the estimate without the item and the
#'   mean of these. On the same items this is the jackknife of the difference.
#'
#' The statistic is the difference divided by \eqn{s}. With \eqn{s_1^2}, \eqn{s_2^2} and
#' \eqn{s_{12}^2}{s_12^2} the parts of \eqn{s^2} from the \eqn{m_1} items of the first alone, the
#' \eqn{m_2} of the second alone and the \eqn{m_{12}}{m_12} of both, \eqn{t} has
#' \deqn{\frac{s^4}{s_1^4 / (m_1 - 1) + s_2^4 / (m_2 - 1) + s_{12}^4 / (m_{12} - 1)}}{
#' s^4 / (s_1^4 / (m_1 - 1) + s_2^4 / (m_2 - 1) + s_12^4 / (m_12 - 1))}
#' degrees of freedom (Satterthwaite 1946; \eqn{m - 1} counts as 1 at least): \eqn{n - 1} on the same items, those of
#' Welch (1947) on others.
#'
#' [ci_bootstrap()] draws items, and uses each draw for both estimates. Groups that share items, if only through a
#' third group, are drawn together; others are drawn separately. `"percentile"` takes quantiles of the differences,
#' and the p value is twice the smaller share of them on one side of 0, counting the sample as one more draw, but
#' below `1 - conf_level` exactly if the limits exclude 0;
#' `"normal"` divides the difference by their standard deviation.
#'
#' With `cluster` (see [as_ratings()]) clusters take the place of items, even if two groups have different items of
#' the same clusters. The contribution of a cluster in [ci_analytic()] is
#' \eqn{e_{gc} = \sqrt{C_g / (C_g - 1)} \sum_{i \in c} u_{gi} / n_g}{
#' e_gc = sqrt(C_g / (C_g - 1)) sum_{i in c} u_gi / n_g} for \eqn{C_g}{C_g} clusters.
#'
#' The interval is formed on the scale of the difference (`scale` of [ci_jackknife()] is not used) and
#' truncated at the bounds of the difference. `adj.p.value` is adjusted for all tests of the call, the
#' intervals are not.
#'
#' Inference refers to other items of the same kind, rated by the same raters. Chance-corrected coefficients depend on
#' the prevalence of the categories: groups with different prevalences may differ in a coefficient although their
#' raters err equally often.
#'
#' @section Intraclass correlations:
#' `coefficients` may be forms of [icc()], such as `"icc_a1"`, for groups or sets of raters. The limits of the
#' difference are found from those of the two correlations, \eqn{l} and \eqn{u}, by the method of variance estimates
#' recovery (Zou 2007; Ramasundarahettige, Donner and Zou 2009),
#' \deqn{\hat\rho_2 - \hat\rho_1 - \sqrt{(\hat\rho_2 - l_2)^2 + (u_1 - \hat\rho_1)^2 -
#' 2 r (\hat\rho_2 - l_2) (u_1 - \hat\rho_1)}}{
#' d - sqrt((e2 - l2)^2 + (u1 - e1)^2 - 2 r (e2 - l2) (u1 - e1))}
#' and likewise above, so that they are not symmetric. Paired estimates have the correlation \eqn{r} of a jackknife over
#' items, or 50 blocks of them, with ten items or more; otherwise it is 0. If it is above 0 it is lowered, at most to 0,
#' by its standard error on Fisher's scale, \eqn{1 / \sqrt{m - 3}}{1 / sqrt(m - 3)} with \eqn{m} items or blocks,
#' since limits with a correlation that is too high by chance are too narrow. Limits of absolute agreement are also
#' those for other raters, of whose part the items say nothing: \eqn{r} is then multiplied by the ratio of the
#' jackknife's standard error to that of the limits, at most 1, for both estimates. `ci` is [ci_mover()] or [ci_f()], as
#' in [icc()]; the p value is 1 minus the largest level of an interval without 0. Raters are a sample, in each group
#' anew: if the same raters rate in both groups, limits of absolute agreement are wider than they need be. Means are of
#' the ratings per item of each group, mean squares by least squares. In simulations of normal ratings (twelve designs
#' fixed beforehand with 10 to 100 items and three or eight raters, 200 or 300 data sets each) 95% limits contained the
#' true difference in 94 to 100% of the data sets of independent groups, and of paired ones
#' (`bench/coverage-icc-differences.R` in the sources).
#'
#' @section Groups of raters:
#' `groups` divides the raters, such as by gender, and asks whether raters agree more with their own group than with
#' all other raters. A column of `data` has the group of each rater (several columns: their combinations), or a vector
#' names the raters, as in `c(ann = "old", bob = "young")`, or a list has the raters of each group. For each group the
#' result has
#' * `within`: alpha of the group;
#' * `across`: \eqn{\kappa_x = 1 - d_o / d_e}{kappa_x = 1 - d_o / d_e} with all other raters (Wong et al. 2021), where
#'   \eqn{d_o} is the mean disagreement of a rating of the group and one of the others on the same item, each item
#'   weighted by its ratings \eqn{r_i + s_i}, and \eqn{d_e} that of all such pairs of ratings on any items;
#' * `difference`: within minus across, 0 if groups do not matter;
#' * `association`: their ratio, the group association index GAI (Prabhakaran et al. 2024), given only if the lower
#'   limit of `across` is above 0, since the ratio is unstable near 0;
#' * `normalised`: `across` divided by the root of the product of alpha of the group and of the others.
#'
#' Of two groups, `across` and `normalised` are the same for both, and are rows of the first. At the ordinal level
#' the ranks of all ratings are used for all groups, so that differences do not come from different scales; `within`
#' then differs slightly from alpha of the group alone.
#'
#' Items and raters count as random. The variance is the jackknife variance over items (or clusters) plus those over the
#' raters of each side, with Satterthwaite's degrees of freedom; upper limits of `within` and `across` also allow for
#' half of what one more item would add on which all agree, since samples with few items in a rare category show too
#' little of their uncertainty. The limits of `association` are Fieller's (1954). There is no interval for a group of
#' two raters. A group of one rater, such as a model beside people, is not drawn anew: the intervals of `across`, and of
#' the figures of the other group, are for this rater, with items and the other raters random.
#'
#' p values come from assigning the same raters at random to groups of the same sizes: twice the smaller share of
#' assignments, the observed one included, that are as low or as high. If there are at most `permutations` + 1
#' assignments, all are computed. `least.p` is the smallest p value that was possible: three raters against three can
#' never give less than .1. The random assignments are always the same, so that results can be repeated.
#'
#' In a simulation of two groups of 5, 15 or 40 raters and 50 or 150 items (36 designs fixed beforehand, 1,000 data sets
#' each, see `bench/coverage-groups.R` in the sources) the limits covered alpha within in 95 to 100%, kappa across in 95
#' to 100%, their difference in 92 to 100% and their ratio in 94 to 100% of the data sets. Resampling of items alone, as
#' is common, covered them in as few as 78, 79, 82 and 82%.
#'
#' Agreement within and across also depends on how often a group uses each category; print() shows the shares. What
#' the groups differ in on each item is in [item_summary()].
#'
#' @section Several questions:
#' Of a sheet with several questions ([read_sheet()]) groups, sets of raters or coefficients are compared within each
#' question, at its own level, and so are sets of raters within the groups of `by`. The p values of all rows are
#' adjusted together. A rater need not have answered all questions: where a set has one rater only, or two sets are the
#' same raters, the row has no difference, and `status` says so. Questions are compared with each other as groups of a
#' data frame: `by = question` for `as.data.frame(x)`.
#'
#' @section Coverage:
#' In a simulation of alpha in two groups of 20, 50 or 200 items, independent or paired, by two or three raters, with
#' half or 95% of the items in one of two categories (72 designs fixed beforehand, 400 data sets each), the default
#' interval contained the true difference in 93 to 100% of the data sets with an interval, and its test at the 5%
#' level rejected in 0 to 6.5% of those without a difference. With [ci_jackknife()] it was 69 to 98%, and 1 to 10%.
#' With 20 items of which 95% are in one category, a fifth to half of the data sets had no interval by default, as one
#' group had a single category, and most had none by the jackknife (`bench/coverage-differences.R` in the sources).
#'
#' @section Missing and degenerate data:
#' Each estimate uses the items that it uses in [agreement()]. If one is not defined, the difference is `NA` and
#' `status` says which and why, with one warning; so it does if the raters of two sets who rated are the same. There is
#' no interval (`NA`, with a warning) by default between coefficients whose draws never differ, such as alpha and
#' Fleiss' kappa of complete data, and with a single item (or cluster) on one side. The other methods give no interval
#' if no item changes the difference, as between equal data or between two groups with perfect agreement; with fewer
#' than two items; for the jackknife, if leaving out some item leaves no value; for the bootstrap, if most draws have no
#' value. With these methods an estimate of perfect agreement adds nothing to the standard error, which is then too
#' small. With `paired = TRUE` groups without a common item are compared as independent, and a warning
#' (`accord_warning_not_paired`) says so if no two groups have one. Coefficients that depend on the number of
#' categories, such as AC1, come with a warning (`accord_warning_categories`) if groups used different numbers of them.
#'
#' @section Errors:
#' Those of [agreement()]. `accord_error_argument` if there is nothing to compare, for an unknown `reference`, sets of
#' raters that are not named or contain fewer than two raters, and intervals that are not available for differences:
#' those over raters, and some types of the others. `accord_error_unknown_rater`, and `accord_error_anonymous` for sets
#' of raters if raters are anonymous.
#'
#' @inheritParams agreement
#' @param coefficients Names from the table in [agreement()], or `"all"`: those that all groups have, with the names
#'   for any number of raters if a group has more than two. Or forms of [icc()].
#' @param by <[`tidy-select`][tidyselect::language]> Columns that split the data into the groups to be
#'   compared. The default is the grouping of a grouped data frame.
#' @param raters A named list with a vector of raters for each set; `NULL` for all raters. With `by`, sets are compared
#'   within each group.
#' @param groups The group of each rater, see *Groups of raters*: <[`tidy-select`][tidyselect::language]> columns of
#'   `data`, a vector named by raters, or a named list of raters.
#' @param reference One group, set of raters or coefficient, with which to compare all others. Groups
#'   by several columns are named as in the result, `"a, b"`.
#' @param paired Whether the same id in two groups is the same item (and the same cluster): `TRUE` or
#'   `FALSE`, which is the default for groups.
#' @param ci The method for the interval: [ci_default()], which is [ci_bayes()]; [ci_analytic()], [ci_jackknife()],
#'   [ci_bootstrap()] over items, or [ci_none()].
#' @param adjust How to adjust p values for several tests, one of [stats::p.adjust.methods]; with `groups` over the
#'   groups, for each measure by itself.
#' @param permutations With `groups`, the number of random assignments of raters to groups; 0 for no tests.
#' @return A tibble of class `accord_comparison` with one row per pair and coefficient: `group_1`, `group_2` (the
#'   names of groups or sets of raters), `coefficient` and `metric`, or instead `coefficient_1`, `coefficient_2`,
#'   `metric_1` and `metric_2`; `estimate_1`, `estimate_2`, `estimate` (the difference, second minus first),
#'   `std.error`, `statistic`, `df`, `p.value` (two-sided), `adj.p.value`, `conf.low`, `conf.high`, `n_items_1`,
#'   `n_items_2` and `n_shared` (items used by the first, by the second, and ids used by both), `paired` (whether these
#'   were taken as the same items), `interval`, `conf.level`, `adjust`, `n_tests` (for how many tests the p values
#'   were adjusted), and `status`.
#'
#'   With `groups`, a tibble of class `accord_group_comparison` with a row per group and measure: `group`, `against`,
#'   `measure`, `metric`, `estimate`, `std.error`, `df`, `p.value`, `adj.p.value`, `least.p`, `conf.low`, `conf.high`,
#'   `n_raters` (of the group), `n_items` (rated by both sides), `n_permutations`, `interval`, `conf.level`, `adjust`,
#'   `n_tests`, `status`.
#' @references
#' Fieller, E. C. (1954) Some problems in interval estimation. *Journal of the Royal Statistical Society B* 16, 175-185.
#' \doi{10.1111/j.2517-6161.1954.tb00159.x}
#'
#' Gwet, K. L. (2016) Testing the difference of correlated agreement coefficients for statistical
#' significance. *Educational and Psychological Measurement* 76, 609-637.
#' \doi{10.1177/0013164415596420}
#'
#' Prabhakaran, V., Homan, C., Aroyo, L., Mostafazadeh Davani, A., Parrish, A., Taylor, A., Diaz, M., Wang, D. and
#' Serapio-Garcia, G. (2024) GRASP: a disagreement analysis framework to assess group associations in perspectives.
#' *NAACL 2024*. <https://arxiv.org/abs/2311.05074>
#'
#' Ramasundarahettige, C. F., Donner, A. and Zou, G. Y. (2009) Confidence interval construction for a difference between
#' two dependent intraclass correlation coefficients. *Statistics in Medicine* 28, 1041-1053. \doi{10.1002/sim.3523}
#'
#' Satterthwaite, F. E. (1946) An approximate distribution of estimates of variance components.
#' *Biometrics Bulletin* 2, 110-114. \doi{10.2307/3002019}
#'
#' Wong, K., Paritosh, P. and Aroyo, L. (2021) Cross-replication reliability: an empirical approach to interpreting
#' inter-rater reliability. *ACL-IJCNLP 2021*. <https://arxiv.org/abs/2106.07393>
#'
#' Welch, B. L. (1947) The generalization of 'Student's' problem when several different population variances are
#' involved. *Biometrika* 34, 28-35. \doi{10.1093/biomet/34.1-2.28}
#' Zou, G. Y. (2007) Toward using confidence intervals to compare correlations. *Psychological Methods* 12, 399-413.
#' \doi{10.1037/1082-989X.12.4.399}
#' @seealso [rater_influence()] for what each rater changes, [agreement()] for the estimates themselves;
#'   `vignette("intervals")`.
#' @export
#' @examples
#' # Four raters, fifteen subjects, two occasions: the data of Gwet's R package pairedCAC
#' first <- rbind(
#'   A = c(1, 1, 1, 2, 1, 2, 2, 2, 3, 1, 1, 3, 3, 1, 2),
#'   B = c(1, 1, 1, 2, 2, 1, 2, 3, 3, 1, 1, 3, 2, 2, 1),
#'   C = c(1, 2, 2, 2, 1, 1, 2, 2, 3, 1, 2, 3, 3, 1, 1),
#'   D = c(1, 3, 3, 3, 1, 1, 2, 2, 3, 1, 3, 3, 3, 1, 1)
#' )
#' second <- rbind(
#'   A = c(1, 3, 3, 1, 1, 1, 2, 2, 3, 1, 2, 3, 3, 1, 3),
#'   B = c(1, 3, 3, 1, 1, 1, 2, 2, 3, 1, 2, 3, 3, 2, 3),
#'   C = c(1, 3, 3, 2, 1, 1, 2, 1, 3, 1, 2, 3, 3, 1, 3),
#'   D = c(1, 2, 3, 1, 1, 1, 2, 1, 3, 3, 2, 3, 3, 1, 3)
#' )
#' long <- function(x, round) {
#'   data.frame(round = round, item = c(col(x)), rater = rownames(x)[row(x)], rating = c(x))
#' }
#' ratings <- rbind(long(first, 1), long(second, 2))
#' compare_agreement(
#'   ratings, item, rater, rating,
#'   by = round, paired = TRUE, coefficients = c("fleiss_kappa", "gwet_ac")
#' )
#'
#' # The same items: with and without D
#' compare_agreement(
#'   ratings[ratings$round == 1, ], item, rater, rating,
#'   raters = list("with D" = NULL, "without D" = c("A", "B", "C")), level = "nominal"
#' )
#'
#' # Do A and B agree more with each other than with C and D?
#' compare_agreement(
#'   ratings[ratings$round == 1, ], item, rater, rating,
#'   groups = c(A = "old", B = "old", C = "new", D = "new"), level = "nominal", ci = ci_none()
#' )
compare_agreement <- function(data, item, rater, rating, ..., coefficients = "krippendorff_alpha", by = NULL,
                              raters = NULL, groups = NULL, reference = NULL, paired = NULL, weights = NULL,
                              level = NULL, range = NULL, categories = NULL, duplicates = "error",
                              ci = ci_default(), adjust = "holm", permutations = 999) {
  groups <- rlang::enquo(groups)
  by_raters <- !rlang::quo_is_null(groups)
  icc <- are_iccs(coefficients)
  ci <- if (by_raters) {
    check_own_ci(ci, list(ci_jackknife()))
  } else if (icc) {
    check_own_ci(ci, list(ci_mover(), ci_f()))
  } else {
    check_difference_ci(ci)
  }
  if (icc) check_icc_alone(list(weights = weights, level = level, range = range))
  check_choice(adjust, stats::p.adjust.methods, "adjust")
  if (by_raters) check_groups_alone(coefficients, raters, reference, paired, permutations)
  ratings <- verb_ratings(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = level, categories = categories, duplicates = duplicates, ..., .weighted = "Comparisons", .scores = icc
  )
  compare <- function(ratings) {
    scale <- list(weights = weights, level = level, range = range)
    if (by_raters) {
      return(compare_rater_groups(ratings, groups_of_raters, scale, ci, adjust, permutations))
    }
    if (icc) {
      return(compare_iccs(ratings, unique(coefficients), raters, reference, paired, ci, adjust))
    }
    compare_estimates(ratings, coefficients, raters, reference, paired, scale, ci, adjust)
  }
  if (by_raters) {
    ratings <- sort_raters(ratings)
    groups_of_raters <- rater_groups(groups, data, rlang::enquo(rater), ratings)
  }
  if (is.null(raters) && !by_raters || ncol(ratings$groups) == 0) {
    return(compare(ratings))
  }
  # Sets or groups of raters are compared within each group of `by`.
  groups <- lapply(seq_along(ratings$group_status), function(g) one_group(ratings, g))
  names(groups) <- group_labels(ratings$groups)
  bind_results(each_question(groups, TRUE, function(one, label) {
    one$groups <- one$groups[0]
    compare(one)
  }, noun = "Group"), as.list(ratings$groups))
}

# `scale`: the weights, the level and the range that the user gave.
compare_estimates <- function(ratings, coefficients, raters, reference, paired, scale, ci, adjust) {
  weights <- scale$weights
  level <- scale$level
  entries <- resolve_coefficients(coefficients, is_weighted(weights), all = common_coefficients(ratings))
  check_level_is_used(level, entries$model, weights)
  given <- ratings
  if (anyDuplicated(ratings$items)) ratings$items <- number_copies(ratings)
  what <- what_is_compared(ratings, raters, entries)
  asked <- what == "groups" && isTRUE(paired)
  paired <- settle_paired(paired, what)
  ratings <- if (what == "raters") split_by_raters(ratings, raters) else with_labels(ratings)
  names <- if (what == "coefficients") entries$id else ratings$groups$group
  pairs <- pairs_to_compare(names, reference, what)
  metrics <- metrics_for(ratings, "alpha" %in% entries$model, weights, level, scale$range)

  if (ci$method == "bayes" && "pairs" %in% entries$model) check_pair_draws(ratings)
  figures <- measure_figures(ratings, entries, metrics, paired)
  if (what == "raters") figures$raters <- lapply(seq_along(names), function(g) raters_of_group(ratings, g))
  if (what == "groups") warn_category_sets(figures$estimates, ratings)
  pairs <- figure_pairs(pairs, nrow(entries), what)
  ci <- over_clusters(ci, ratings)
  result <- compare_figures(figures, pairs, ci)
  result$paired <- rep(paired, nrow(pairs))
  result$adj.p.value <- stats::p.adjust(result$p.value, adjust)
  result$n_tests <- rep(sum(!is.na(result$p.value)), nrow(pairs))
  result <- note_set_aside(comparison_columns(result, what, ci, adjust), given)
  result <- with_note(result, "sets", if (what == "raters") set_words(raters))
  if (asked && !shares_clusters(figures)) warn_not_shared(result)
  announce_comparison(result, ci)
}
