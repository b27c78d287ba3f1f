#' Interval from an imprecise Dirichlet posterior
#'
#' Limits that are quantiles of a posterior for the population of items, with one pseudo-item of two ratings added to
#' the data: for the lower limit its ratings are random, for the upper one they agree. Its coverage is better than
#' that of the bootstrap and the jackknife with few items, a dominant category or perfect agreement.
#'
#' @details
#' Items are a sample from a population, in which pattern \eqn{x} of ratings has probability \eqn{\theta_x}{theta_x}.
#' The probabilities have a Dirichlet distribution (Ferguson 1973): the weight of an observed pattern is gamma
#' distributed with shape \eqn{\lambda n_x}{lambda n_x}, where \eqn{n_x} is the number of its items and
#' \eqn{\lambda}{lambda} is at most 1. The pseudo-item has a weight that is gamma distributed with shape 1; if its
#' ratings are random, this shape is divided among the patterns that they can have. The coefficient of the population
#' with these weights is a draw from its posterior. There are two near-ignorance priors instead of one (Walley 1996),
#' and each limit comes from the less favourable one.
#'
#' \eqn{\lambda}{lambda} makes limits of few items as wide as those of Student's t. With \eqn{n} items, and quantiles
#' \eqn{z} and \eqn{t} (with \eqn{n - 1} degrees of freedom) at the confidence level, it solves
#' \deqn{\frac{1}{\lambda n + 1} + \frac{z}{\sqrt{\lambda n + 2}} = \frac{t}{\sqrt{n - 1}}.}{
#' 1 / (lambda n + 1) + z / sqrt(lambda n + 2) = t / sqrt(n - 1).}
#' At 95% it is .15 with 4 items, .48 with 6, .75 with 10 and .94 with 20, and 1 with 34 or more.
#'
#' Two raters who agree on \eqn{k} of \eqn{n} items, with \eqn{K} categories, have for percent agreement the
#' posterior Beta(\eqn{\lambda k + 1/K}{lambda k + 1/K}, \eqn{\lambda (n - k) + 1 - 1/K}{lambda (n - k) + 1 - 1/K})
#' for the lower limit and Beta(\eqn{\lambda k + 1}{lambda k + 1}, \eqn{\lambda (n - k)}{lambda (n - k)}) for the
#' upper one.
#'
#' **With clusters** percent and unanimous agreement, which are means over items of a number from 0 to 1, and the
#' coefficient of Brennan and Prediger, a linear function of the former, have score limits (Wilson 1927) instead, since
#' few clusters may lack an unusual one: `interval` is then "score over clusters".
#' They are those of \eqn{m = \min(N, \tilde p (1 - \tilde p) / v)\, (t_{N-1} / t_{G-1})^2}{
#' m = min(N, p (1 - p) / v) (t_(N - 1) / t_(G - 1))^2} independent items, for \eqn{N} items in \eqn{G} clusters, where
#' \eqn{\tilde p}{p} and the jackknife variance \eqn{v} over clusters are those with an additional cluster of which half
#' agrees: of as many items as are worth four independent ones (Agresti and Coull 1998), at most of mean size. In a
#' simulation of 8 to 80 clusters of 5 to 600 items (60 designs, 1,000 data sets each) they contained the true value in
#' 93 to 100 percent, and in 98 percent where the limits of the posterior did in 80 (`bench/coverage-clusters.R` in the
#' sources).
#'
#' **Light's kappa** of 100 items (or clusters) and more with more than 30,000 pairs of ratings has the limits of
#' [ci_jackknife()] instead, and `interval` says so, since draws of all pairs of raters would take many times as long as
#' the estimate. In 60 designs of 100 to 1,000 items by 16 to 84 raters these contained the true value in 85 to 98% of
#' 300 or 400 data sets each (median 95%), those of the posterior in 75 to 100% of 60 or 100 (`bench/coverage-light.R`
#' in the sources). With `prior` or `times` of your own, with sampling weights, or if the jackknife has no limits, they
#' are drawn.
#'
#' No random number is used: the limits are a function of the data. Between values of `seed` they vary with a standard
#' deviation of about .001 with 20 items and .0005 with 200 or more; it is larger with fewer items and with hundreds of
#' values or raters. Limits are truncated to the range of the coefficient, and always include the estimate.
#' `std.error` is the standard deviation of the posterior. The interval refers to other items, rated by the same
#' raters.
#'
#' `vignette("bayes")` derives the pseudo-item and explains the draws, clusters and sampling weights, and
#' `vignette("intervals")` reports the coverage.
#'
#' @section Prior:
#' What is assumed before the data is one item with two ratings (`prior = 2`), which counts as \eqn{2/m} items where an
#' item has \eqn{m} ratings on average. It is not known whether these two ratings would agree: the lower limit assumes
#' that they are random, the upper one that they are equal, so that neither assumption narrows the interval. `prior` is
#' the number of its ratings. A larger one says that the population may hold more that the sample does not show, and
#' makes intervals wider; with `prior = 0` both limits are the estimate if all raters agree. The default was chosen by
#' its coverage (`vignette("intervals")`), not for any subject.
#'
#' @section Degenerate data:
#' There is no interval if the estimate is not defined or from a single item (or cluster). If most draws of a
#' posterior have no value, the limit is `NA`. With perfect agreement the upper limit is 1. If all ratings are in one
#' category, and `categories` or a factor do not declare it as the only one, a second category is assumed for the
#' pseudo-item of percent and unanimous agreement and AC1.
#'
#' @section Errors:
#' `accord_error_argument` for arguments that are not as described; `accord_error_too_large` for Light's kappa of more
#' than three million pairs of ratings on items that differ in their ratings or raters, if its limits are drawn.
#'
#' @param conf_level Confidence level, between 0 and 1.
#' @param prior Number of ratings of the pseudo-item; 0: no pseudo-item.
#' @param times Number of draws for each limit, rounded up to a power of 2, from 128 to 2,097,152; `NULL`: as many as
#'   the precision stated in section Details requires, at most 262,144.
#' @param seed A whole number from -99,999 to 99,999 that selects a set of draws.
#' @param alternative `"two.sided"` for two limits. `"greater"`: only the lower limit, at the level `conf_level`, as in
#'   "at least .67 with 97.5%"; `conf.high` is then 1. `"less"`: only the upper limit.
#' @param ... Must be empty. In particular no `null`: limits contain the values that the data do not contradict, and
#'   [ci_jackknife()] and [ci_analytic()] test one.
#' @return An object for the argument `ci` of [agreement()] and of other functions; their pages say which methods they
#'   accept.
#' @references
#' Ferguson, T. S. (1973) A Bayesian analysis of some nonparametric problems. *Annals of
#' Statistics* 1, 209-230. \doi{10.1214/aos/1176342360}
#'
#' Walley, P. (1996) Inferences from multinomial data: learning about a bag of marbles. *Journal of the Royal
#' Statistical Society B* 58, 3-34. \doi{10.1111/j.2517-6161.1996.tb02065.x}
#'
#' Wilson, E. B. (1927) Probable inference, the law of succession, and statistical inference. *Journal of the American
#' Statistical Association* 22, 209-212. \doi{10.1080/01621459.1927.10502953}
#' @seealso [ci_default()], [ci_jackknife()], [ci_bootstrap()], [ci_analytic()]; `vignette("bayes")`,
#'   `vignette("intervals")`.
#' @export
#' @examples
#' # Perfect agreement on ten items: how sure does that make us?
#' ratings <- data.frame(
#'   item = rep(1:10, each = 2), rater = c("ann", "bob"),
#'   label = rep(c("a", "b", "a", "a", "a", "b", "a", "a", "a", "a"), each = 2)
#' )
#' krippendorff_alpha(ratings, item, rater, label, ci = ci_bayes())
#'
#' # The same without a prior, and with a prior of four ratings
#' percent_agreement(ratings, item, rater, label, ci = ci_bayes(prior = 0))
#' percent_agreement(ratings, item, rater, label, ci = ci_bayes(prior = 4))
ci_bayes <- function(conf_level = 0.95, prior = 2, times = NULL, seed = 1, alternative = "two.sided", ...) {
  check_no_test(...)
  level <- sided_level(conf_level, alternative)
  check_number(prior, "prior", from = 0)
  if (!is.null(times)) check_times(times)
  check_whole(seed, "seed", least = -99999, most = 99999)
  new_ci("bayes", level,
    prior = prior, bits = draw_bits(times), seed = as.integer(seed), label = "Bayesian",
    alternative = alternative, stated = conf_level
  )
}

# Returns the binary logarithm of the number of draws for each limit; 0 lets the core choose.
draw_bits <- function(times) {
  if (is.null(times)) 0L else as.integer(min(max(ceiling(log2(times / 2)), 6), 20))
}

#' @export
interval_ratings.accord_ci_bayes <- function(ci, ratings, entries) {
  if ("pairs" %in% entries$model) with_joined_items(ratings) else ratings
}

#' @export
interval_inputs.accord_ci_bayes <- function(ci, estimates, asked) {
  estimates$interval <- ci$label
  estimates <- with_light_limits(ci, estimates, asked)
  estimates <- with_posterior_limits(ci, estimates, asked)
  with_share_limits(ci, estimates, asked)
}

# With many pairs of ratings the draws of Light's kappa take many times as long as the estimate, and with many items
# the limits of the jackknife contain the true value as often (bench/coverage-light.R). So the columns of the posterior
# get these limits where the jackknife has any.
MANY_MEETINGS <- 3e4
MANY_UNITS <- 100

with_light_limits <- function(ci, estimates, asked) {
  columns <- c("posterior_low", "posterior_high", "posterior_variance")
  estimates[columns] <- NA_real_
  entry <- which(asked$entries$model == "pairs")
  ratings <- asked$ratings
  if (length(entry) == 0 || has_sampling_weights(ratings)) {
    return(estimates)
  }
  if (!identical(ci[c("prior", "bits")], ci_bayes()[c("prior", "bits")])) {
    return(estimates)
  }
  units <- if (is.null(ratings$cluster)) count_used(ratings, 2L)$n_items else count_clusters(ratings, 2L)
  many <- count_meetings(ratings, ratings$weight %||% 1) > MANY_MEETINGS & units >= MANY_UNITS
  if (!any(many)) {
    return(estimates)
  }
  found <- asked$measure(entry, ci_jackknife(ci$conf_level))
  row <- seq(entry, nrow(estimates), by = nrow(asked$entries))
  taken <- many & !is.na(found$conf.low + found$conf.high)
  estimates[row[taken], columns] <- data.frame(found$conf.low, found$conf.high, found$std.error^2)[taken, ]
  estimates$interval[row[taken]] <- found$interval[taken]
  estimates
}

# Percent and unanimous agreement are means over items of a number from 0 to 1, a share if it is 0 or 1. For few
# clusters of items the posterior of a mean is too narrow: the pseudo-item is small beside a cluster, so that it hardly
# says that an unusual cluster may be missing. The limits of these are score limits with a pseudo-cluster. The
# coefficient of Brennan and Prediger is a linear function of percent agreement, and so are its limits.
with_share_limits <- function(ci, estimates, asked) {
  ratings <- asked$ratings
  shares <- which(asked$entries$id %in% c("percent_agreement", "unanimous_agreement", "brennan_prediger"))
  if (is.null(ratings$cluster)) {
    return(estimates)
  }
  for (entry in shares) {
    agreement <- call_core(agreement_of_items(ratings$sample, asked$models[entry], asked$weights))
    for (g in seq_along(ratings$group_status)) {
      row <- (g - 1) * nrow(asked$entries) + entry
      items <- items_of_group(ratings, g)
      cluster <- clusters_of_group(ratings, g)[!is.na(agreement[items])]
      items <- items[!is.na(agreement[items])]
      several <- length(unique(cluster)) > 1 && anyDuplicated(cluster) > 0
      if (is.na(estimates$posterior_low[row]) || !several) next
      sums <- share_sums(agreement[items], cluster, weight_of_items(ratings, items))
      limits <- wilson_limits(sums, ci$conf_level)
      if (asked$entries$id[entry] == "brennan_prediger") {
        limits <- lapply(limits, function(agreement) 1 - (1 - agreement) / estimates$expected[row])
      }
      estimates[row, c("posterior_low", "posterior_high")] <- limits
      estimates$interval[row] <- "score over clusters"
    }
  }
  estimates
}

weight_of_items <- function(ratings, items) {
  if (is.null(ratings$weight)) rep(1, length(items)) else ratings$weight[items]
}

#' @export
refusal.accord_ci_bayes <- function(ci, what) if (what %in% c("sums", "documents_alone")) NextMethod()

# Fills in the limits of all rows that have none yet. Groups without an estimate are left out.
with_posterior_limits <- function(ci, estimates, asked) {
  ratings <- asked$ratings
  n <- nrow(asked$entries)
  skip <- rep(seq_along(ratings$group_status) %in% asked$skip, each = n) | !is.na(estimates$posterior_low)
  of_light <- rep_len(asked$entries$model == "pairs", nrow(estimates))
  if (any(of_light)) {
    check_pair_draws(ratings, ceiling(which(of_light & !skip) / n))
    ratings <- for_drawn_pairs(ratings)
  }
  limits <- posterior_columns(ratings, asked$models, asked$metric, asked$weights, ci, skip)
  estimates[!skip, names(limits)] <- limits[!skip, ]
  estimates
}

# Returns the limits computed by the core, a row for each group and coefficient; NA where `skip`, which is as long.
posterior_columns <- function(ratings, models, metric, weights, ci, skip) {
  figures <- list(models = models, metric = metric, weights = weights, unit = ratings$cluster %||% integer())
  # The progress bar counts groups, so that a single group, which takes little time, has none.
  tick <- if (length(ratings$group_status) > 1) progress_tick("Computing intervals") else function(share) NULL
  call_core(posterior_limits(core_sample(ratings), figures, skip, unclass(ci), tick))
}

#' @export
add_interval.accord_ci_bayes <- function(ci, estimates) {
  none <- is.na(estimates$estimate)
  or_na <- function(x) replace(x, none, NA_real_)
  list(
    std.error = or_na(sqrt(estimates$posterior_variance)),
    conf.low = or_na(pmin(pmax(estimates$posterior_low, lowest_limit(estimates)), estimates$estimate)),
    conf.high = or_na(pmax(estimates$posterior_high, estimates$estimate)),
    interval = estimates$interval
  )
}
