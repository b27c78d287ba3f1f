#' Bayesian interval with two pseudo-items
#'
#' A posterior for the population of items: the probabilities of the count patterns have a
#' Dirichlet distribution, with a prior that is worth two items. It covers where the
#' bootstrap and the jackknife are too narrow: few items, and one dominant category.
#'
#' @details
#' Items are a sample from a population, in which pattern \eqn{x} of ratings has probability
#' \eqn{\theta_x}{theta_x}. The prior is a Dirichlet process with mass \eqn{c} = `prior`, half of
#' it on items in perfect agreement, their category uniform over the category set, and half on
#' items whose ratings are independent and uniform: over all categories or, where more than four of
#' them have an order, over those from one random category to another, four or more. Which raters, and
#' how many, rate such a pseudo-item is drawn from the items of the data. Given \eqn{n} items, the
#' posterior is again a Dirichlet process, with mass \eqn{n + c}; a draw from it is a set of
#' gamma-distributed weights, one per pattern, with the number of items (or pseudo-items) as their
#' shape. The coefficient of the population with these weights is a draw from its posterior;
#' `std.error` is the standard deviation of `times` draws.
#'
#' The same draws without the pseudo-items, which are those of the Bayesian bootstrap (Rubin 1981),
#' have a median \eqn{m} off the estimate \eqn{\hat\kappa}{kappa}, since coefficients are not linear. The
#' limits are quantiles \eqn{q} of the posterior moved by as much, on Fisher's scale, where there is a
#' move:
#' \deqn{\tanh(\mathrm{artanh}\,q + \mathrm{artanh}\,\hat\kappa - \mathrm{artanh}\,m).}{
#' tanh(artanh(q) + artanh(kappa) - artanh(m)).}
#'
#' Two pseudo-items do for agreement what Agresti and Coull (1998) do for a proportion: they
#' keep a sample without disagreement from being taken for a population without. So there is an
#' interval in perfect agreement, too. The estimate is always the one from the data; with few items
#' it can lie beyond all but a few draws, and the interval is then extended to it. With `prior = 0`
#' no pseudo-items are left, and the interval covers no better than the bootstrap.
#'
#' How often it covers was simulated for 108 kinds of jobs: see
#' `vignette("intervals", package = "accord")`.
#'
#' With a `cluster` (see [as_ratings()]) the clusters take the place of the items, and a pseudo-item
#' weighs as much as a mean cluster.
#'
#' Alpha is read off its large-sample form, as the coefficient of a population. The interval speaks
#' about other items, rated by the same raters.
#'
#' @section Degenerate data:
#' An estimate that is not defined has no interval, as everywhere. Draws in which the coefficient
#' is not defined are left out; there is no interval (`NA`, with a warning) when more than half of
#' them are not.
#'
#' @section Errors:
#' `accord_error_argument` for arguments that are not as described.
#'
#' @param prior Mass of the prior, as a number of items, 0 or more.
#' @param times Number of draws from the posterior.
#' @inheritParams ci_bootstrap
#' @return An object for the argument `ci` of [agreement()] and all verbs that have it.
#' @references
#' Agresti, A. and Coull, B. A. (1998) Approximate is better than "exact" for interval estimation of
#' binomial proportions. *The American Statistician* 52, 119-126.
#' \doi{10.1080/00031305.1998.10480550}
#'
#' Ferguson, T. S. (1973) A Bayesian analysis of some nonparametric problems. *Annals of
#' Statistics* 1, 209-230. \doi{10.1214/aos/1176342360}
#'
#' Rubin, D. B. (1981) The Bayesian bootstrap. *Annals of Statistics* 9, 130-134.
#' \doi{10.1214/aos/1176345338}
#' @seealso [ci_jackknife()], [ci_bootstrap()]
#' @export
#' @examples
#' # Perfect agreement on ten items: how sure does that make us?
#' ratings <- data.frame(
#'   item = rep(1:10, each = 2), rater = c("ann", "bob"),
#'   label = rep(c("a", "b", "a", "a", "a", "b", "a", "a", "a", "a"), each = 2)
#' )
#' set.seed(1)
#' krippendorff_alpha(ratings, item, rater, label, ci = ci_bayes())
ci_bayes <- function(prior = 2, times = NULL, conf_level = 0.95, seed = 1) {
  check_prior(prior)
  if (!is.null(times)) check_times(times)
  check_seed(seed)
  new_ci("bayes", conf_level,
    prior = prior, bits = draw_bits(times), seed = as.integer(seed), posterior = TRUE, label = "Bayesian"
  )
}

# The core makes draws in powers of two, half of them where the limit is; 0: as many as it sees fit.
draw_bits <- function(times) {
  if (is.null(times)) 0L else as.integer(min(max(ceiling(log2(times / 2)), 6), 20))
}

check_prior <- function(prior) {
  good <- is.numeric(prior) && length(prior) == 1 && is.finite(prior) && prior >= 0
  if (!good) abort_argument(prior, "prior", "one number, 0 or more")
}

check_seed <- function(seed) {
  good <- is.numeric(seed) && length(seed) == 1 && is.finite(seed) && seed == round(seed) && abs(seed) < 1e5
  if (!good) abort_argument(seed, "seed", "a whole number below 100,000")
}

# The core's limits, a row for each group and coefficient. Groups in `skip` have none.
posterior_columns <- function(ratings, models, metric, weights, ci, skip) {
  call_core(posterior_limits(
    ratings, models, metric, weights, ratings$cluster %||% integer(),
    seq_along(ratings$group_status) %in% skip, unclass(ci), n_threads()
  ))
}

#' @export
add_interval.accord_ci_bayes <- function(ci, estimates) {
  none <- is.na(estimates$estimate)
  column <- function(x) replace(x, none, NA_real_)
  list(
    std.error = column(sqrt(estimates$posterior_variance)), conf.low = column(estimates$posterior_low),
    conf.high = column(estimates$posterior_high)
  )
}
