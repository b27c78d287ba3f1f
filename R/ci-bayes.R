#' Interval from an imprecise Dirichlet posterior
#'
#' Limits that are quantiles of a posterior for the population of items, with one pseudo-item of two ratings added to
#' the data: for the lower limit its ratings are random, for the upper one they agree. Its coverage is better than
#' that of the bootstrap and the jackknife with few items, a dominant category or perfect agreement.
#'
#' @details
#' Items are a sample from a population, in which pattern \eqn{x} of ratings has probability \eqn{\theta_x}{theta_x}.
#' The probabilities have a Dirichlet distribution (Ferguson 1973): the weight of an observed pattern is gamma
#' distributed with shape \eqn{\lambda n_x}{lambda n_x}, \eqn{n_x} the number of its items, and the pseudo-item has a
#' weight that is gamma distributed with shape 1; if its ratings are random, this shape is divided among the patterns
#' that they can have, by their probabilities. The coefficient of the population with these weights is a draw from its
#' posterior. There are two near-ignorance priors instead of one (Walley 1996), and each limit comes from the less
#' favourable one.
#'
#' The pseudo-item has two ratings and counts as \eqn{c = 2 / m} items, \eqn{m} the mean number of ratings of the
#' items with two or more. Random ratings are uniform over the categories: over the declared set for labels and for
#' coefficients that depend on that set, otherwise over the values used in the group. For the upper limit the weight of
#' the pseudo-item is larger, up to one item, if that changes the coefficient by no more than one standard deviation of
#' the influence of an item. With more categories the limits for percent agreement of two raters approach those of
#' Clopper and Pearson.
#'
#' Of more than ten categories, 45 pairs of different and ten of equal categories stand for all pairs. They and their
#' probabilities are chosen such that the disagreement within a pair, and that of its categories with the ratings of
#' the group, vary as among all pairs (of more than 128 categories, as among up to 8,192 pairs on a lattice). In 108
#' simulations with all pairs (two raters; lognormal, gamma, t and normal values, values of a slider, and 20 labels)
#' the lower limit of alpha differed by up to .010 with 12 items, .004 with 25 and .002 with 60.
#'
#' An item counts as \eqn{\lambda \le 1}{lambda <= 1} observations, such that the limit of a mean, with the
#' pseudo-item one standard deviation off, is that of Student's t:
#' \deqn{\frac{c}{\lambda n + c} + \frac{z}{\sqrt{\lambda n + c + 1}} = \frac{t_{n-1}}{\sqrt{n - 1}}}{
#' c / (lambda n + c) + z / sqrt(lambda n + c + 1) = t / sqrt(n - 1)}
#' with \eqn{z} and \eqn{t_{n-1}}{t} the quantiles of the normal and of Student's distribution. With some tens of items
#' or more \eqn{\lambda}{lambda} is nearly 1; beyond 4,096 items it is set to 1.
#'
#' Expected disagreement is that of two ratings of different items: the population is infinite, so the pairs of an item
#' with itself are subtracted, for \eqn{n_x} items with the same pattern their expectation. In Light's kappa they are
#' kept, as in the estimate: for two raters with \eqn{n} common items they are one pair in \eqn{n}. Cohen's and Conger's
#' kappa keep those of the pseudo-item. Limits are truncated to the range of the coefficient, and always include the
#' estimate, which may lie outside the posterior: Fleiss' kappa is biased downwards, by one over the number of ratings
#' if raters agree no more than by chance. Alpha is computed in its large-sample form, at the ordinal level with the
#' ranks of each draw.
#'
#' The draws are quantiles of the gamma distributions in a fixed shuffled order (Latin hypercube sampling). Half of
#' them are tilted towards the limit and weighted by the ratio of densities (importance sampling, Owen and Zhou 2000).
#' The tilt follows from a saddlepoint approximation (Lugannani and Rice 1980) or, where that is off by a factor of
#' 1.5, from the exact probability, computed as an integral. The linear approximation of the coefficient at its limit,
#' whose tail probability is known from its moment generating function, is the control variate. No random number is
#' used: the limits are a function of the data. Between values of `seed` they vary with a standard deviation of about
#' .001 with 20 items and .0005 with 200 or more; it is larger with fewer items and with hundreds of values or raters.
#' `std.error` is the standard deviation of the draws, truncated to the range of the coefficient, with the same
#' control variate; between values of `seed` its standard deviation is up to 2% of its size, and less than 1% with 200
#' items or more, unless more than 4,096 of them have different ratings.
#'
#' With more than 4,096 items, the limits of Cohen's and Conger's kappa are computed without draws if their posterior is
#' nearly normal: from its mean and variance to the second order, and its skewness (Cornish and Fisher 1938). They
#' differ from the limits by one set of 8,192 draws by up to .04 standard deviations in 23 of 24 designs like those of
#' `bench/many-items.R`, and by .08 in one of 5,000 raters; a part of that is the error of the draws.
#' Draws are made if `times` is given, with `cluster`, and where the posterior may be skewed, as with few disagreements
#' or with raters of few ratings on whom chance agreement depends.
#'
#' With `cluster` (see [as_ratings()]) the clusters take the place of the items, and \eqn{m} is the number of ratings of
#' the cluster of an item drawn at random: the pseudo-item has two ratings as before. If items have sampling weights
#' (`case_weights` of [as_ratings()]), or clusters differ in their numbers of items, \eqn{n} is the effective number,
#' the square of the sum of the sizes divided by the sum of their squares (Kish 1965), and the weight of the pseudo-item
#' that of an item drawn at random. For Cohen's, Conger's and Light's kappa the ratings of the pseudo-item are
#' attributed to all raters in proportion to their ratings in the sample. In Cohen's and Conger's kappa each rater has
#' one pseudo-rating besides, whose weight is gamma distributed with shape 1 and divided among the categories by the
#' mean shares of the raters: what is unknown of a rater with one or two ratings would be left out otherwise. The
#' interval refers to other items, rated by the same raters.
#'
#' @section Degenerate data:
#' There is no interval if the estimate is not defined or from a single item (or cluster). If most draws of a
#' posterior have no value, the limit is `NA`. With perfect agreement the upper limit is 1. If all ratings are in one
#' category, and `categories` or a factor do not declare it as the only one, a second category is assumed for the
#' pseudo-item of percent and unanimous agreement and AC1.
#'
#' @section Errors:
#' `accord_error_argument` for arguments that are not as described; `accord_error_too_large` for Light's kappa of more
#' than three million pairs of ratings on items that differ in their ratings or raters.
#'
#' @param conf_level Confidence level, between 0 and 1.
#' @param prior Number of ratings of the pseudo-item; 0: no pseudo-item.
#' @param times Number of draws for each limit, rounded up to a power of 2, from 128 to 2,097,152; `NULL`: as many as
#'   the precision stated in section Details requires, at most 262,144.
#' @param seed A whole number from -99,999 to 99,999 that selects a set of draws.
#' @return An object for the argument `ci` of [agreement()] and of other functions; their pages say which methods they
#'   accept.
#' @references
#' Clopper, C. J. and Pearson, E. S. (1934) The use of confidence or fiducial limits illustrated in the case of
#' the binomial. *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#'
#' Cornish, E. A. and Fisher, R. A. (1938) Moments and cumulants in the specification of distributions. *Revue de
#' l'Institut International de Statistique* 5, 307-320. \doi{10.2307/1400905}
#'
#' Ferguson, T. S. (1973) A Bayesian analysis of some nonparametric problems. *Annals of
#' Statistics* 1, 209-230. \doi{10.1214/aos/1176342360}
#'
#' Kish, L. (1965) *Survey sampling*. New York: Wiley.
#'
#' Lugannani, R. and Rice, S. (1980) Saddle point approximation for the distribution of the sum of independent
#' random variables. *Advances in Applied Probability* 12, 475-490. \doi{10.2307/1426607}
#'
#' Owen, A. and Zhou, Y. (2000) Safe and effective importance sampling. *Journal of the American
#' Statistical Association* 95, 135-143. \doi{10.1080/01621459.2000.10473909}
#'
#' Walley, P. (1996) Inferences from multinomial data: learning about a bag of marbles. *Journal of the Royal
#' Statistical Society B* 58, 3-34. \doi{10.1111/j.2517-6161.1996.tb02065.x}
#' @seealso [ci_default()], [ci_jackknife()], [ci_bootstrap()], [ci_analytic()]; `vignette("intervals")`.
#' @export
#' @examples
#' # Perfect agreement on ten items: how sure does that make us?
#' ratings <- data.frame(
#'   item = rep(1:10, each = 2), rater = c("ann", "bob"),
#'   label = rep(c("a", "b", "a", "a", "a", "b", "a", "a", "a", "a"), each = 2)
#' )
#' krippendorff_alpha(ratings, item, rater, label, ci = ci_bayes())
ci_bayes <- function(conf_level = 0.95, prior = 2, times = NULL, seed = 1) {
  check_number(prior, "prior", from = 0)
  if (!is.null(times)) check_times(times)
  check_whole(seed, "seed", least = -99999, most = 99999)
  new_ci("bayes", conf_level,
    prior = prior, bits = draw_bits(times), seed = as.integer(seed), label = "Bayesian"
  )
}

# Returns the binary logarithm of the number of draws for each limit; 0 lets the core choose.
draw_bits <- function(times) {
  if (is.null(times)) 0L else as.integer(min(max(ceiling(log2(times / 2)), 6), 20))
}

#' @export
interval_ratings.accord_ci_bayes <- function(ci, ratings, entries) {
  if ("pairs" %in% entries$model) {
    ratings <- with_joined_items(ratings)
    check_pair_draws(ratings)
  }
  ratings
}

#' @export
interval_inputs.accord_ci_bayes <- function(ci, estimates, asked) {
  cbind(estimates, posterior_columns(asked$ratings, asked$models, asked$metric, asked$weights, ci, asked$skip))
}

#' @export
refusal.accord_ci_bayes <- function(ci, what) if (what %in% c("sums", "documents_alone")) NextMethod()

# Returns the limits computed by the core, a row for each group and coefficient. Groups in `skip` have no limits.
posterior_columns <- function(ratings, models, metric, weights, ci, skip) {
  figures <- list(models = models, metric = metric, weights = weights, unit = ratings$cluster %||% integer())
  skipped <- seq_along(ratings$group_status) %in% skip
  if (place_of("model", "pairs") %in% models) ratings <- for_drawn_pairs(ratings)
  # The progress bar counts groups, so that a single group, which takes little time, has none.
  tick <- if (length(skipped) > 1) progress_tick("Computing intervals") else function(share) NULL
  call_core(posterior_limits(core_sample(ratings), figures, skipped, unclass(ci), tick))
}

#' @export
add_interval.accord_ci_bayes <- function(ci, estimates) {
  none <- is.na(estimates$estimate)
  or_na <- function(x) replace(x, none, NA_real_)
  list(
    std.error = or_na(sqrt(estimates$posterior_variance)),
    conf.low = or_na(pmin(pmax(estimates$posterior_low, lowest_limit(estimates)), estimates$estimate)),
    conf.high = or_na(pmax(estimates$posterior_high, estimates$estimate))
  )
}
