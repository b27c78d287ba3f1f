#' Methods of consensus
#'
#' **Which one:** for labels alone, [majority()] with few ratings per item or raters about as good as each other, and
#' `dawid_skene()`, `mace()` or `anchored()` where raters differ; for probabilities that can be believed, `anchored()`.
#'
#' [consensus()] determines labels by votes, by models of the errors of raters, or by means of numbers. Each method is
#' an object for its argument `method`, which also takes the name of a method, such as `"dawid_skene"`, for its default
#' settings.
#'
#' The mean and the median have no settings, and are given by name only: `method = "mean"`, `method = "median"`.
#'
#' @section Votes:
#' * `majority()`: the category with the most answers, or with the largest sum of `rater_weights`.
#'   `probability` is its share.
#' * `wawa()`, worker agreement with the aggregate: the skill of a rater is the share of their answers that equal the
#'   label by majority vote; then answers are weighted by skill.
#' * `zbs()`, zero-based skill: votes weighted by skill and skills from the votes are computed in turn, 100 times
#'   (`max_iterations`). All skills start at \eqn{1 / K + 10^{-5}}{1 / K + 1e-5} for \eqn{K} categories. Each iteration
#'   replaces a skill by the agreement just computed; from the 20th iteration on it moves half of the way, from the
#'   40th a quarter, and so on.
#'
#' The last two follow Toloka's crowd-kit (`vignette("consensus")`, section Other software).
#' An item without a label because of a tie does not count for the skill of its
#' raters; a rater without labelled items has no skill (`NA`) and no vote.
#'
#' @section Models:
#' Let \eqn{z_i} be the hidden label of item \eqn{i}, \eqn{\pi_k} the share of label \eqn{k}, and \eqn{x_{ij}}{x_ij}
#' the answer of rater \eqn{j}. Each model specifies \eqn{p_j(x | z)}, and EM finds the parameters that maximise
#' \deqn{\ell = \sum_i \log \sum_k \pi_k \prod_j p_j(x_{ij} | k).}{
#' l = sum_i log sum_k pi_k prod_j p_j(x_ij | k).} `probability` is the posterior probability of the label, given all
#' answers. Several answers of one rater to an item (`duplicates = "keep"`) count as independent.
#' * `dawid_skene()` (Dawid and Skene 1979): a table of \eqn{K \times K}{K x K} probabilities for each
#'   rater, \eqn{p_j(x | k) = \theta_{jkx}}{p_j(x | k) = theta_jkx}.
#' * `one_coin()` (Zhang et al. 2016, the homogeneous model): the answer is right with probability
#'   \eqn{\theta_j}{theta_j}, otherwise any other category, each with probability
#'   \eqn{(1 - \theta_j) / (K - 1)}{ (1 - theta_j) / (K - 1)}.
#' * `mace()` (Hovy et al. 2013): the rater knows the label with probability \eqn{\theta_j}{theta_j} and otherwise
#'   answers by a strategy that does not depend on it,
#'   \eqn{p_j(x | k) = \theta_j [x = k] + (1 - \theta_j) \xi_{jx}}{
#'   p_j(x | k) = theta_j [x = k] + (1 - theta_j) xi_jx}.
#'   This is EM without priors but with the smoothing of the paper's program; `mace_vb()` is variational
#'   Bayes with its priors, Beta(.5, .5) for \eqn{\theta}{theta} and Dirichlet(10) for \eqn{\xi}{xi}.
#'   The prior of the labels is uniform.
#' * `glad()` (Whitehill et al. 2009): the answer is right with probability
#'   \eqn{1 / (1 + \exp(-\alpha_j \beta_i))}{ 1 / (1 + exp(-alpha_j beta_i))}, with the ability
#'   \eqn{\alpha_j}{alpha_j} of the rater and the ease \eqn{\beta_i > 0}{beta_i > 0} of the item (column `ease`),
#'   otherwise any other category. \eqn{\alpha_j}{alpha_j} and \eqn{\log \beta_i}{log beta_i} have normal priors with
#'   mean 1 and variance 1. The M step is a step of Newton's method for each item, halved until the objective does not
#'   decrease, and a step on a quadratic bound (Jaakkola and Jordan 2000) for each rater; the prior of the labels is
#'   uniform.
#'
#' * `anchored()`, see below.
#'
#' EM starts from the shares of the votes and converges to a local maximum, which need not be the global one. With
#' `restarts` it also starts from the votes plus \eqn{1/K}, each multiplied by an exponential random number, and the
#' best result is kept. `glance()` reports the objectives. EM stops when the objective, \eqn{\ell}{l} plus the log
#' priors (for `mace_vb()` the lower bound), changes by less than `tolerance` of its size. All computations use
#' logarithms, so many answers to one item cause no underflow.
#'
#' `smoothing` is added to the expected counts in the M step: to every cell of a confusion table; to the
#' right and the wrong answers (`one_coin()`); to knowing, not knowing and every category of a strategy
#' (`mace()`). The default is 0, maximum likelihood; for `mace()` \eqn{0.01 / K}{0.01 / K}.
#'
#' @section Priors:
#' What the models assume before they see ratings. *Of the labels*, their shares: `prior = "free"` assumes nothing and
#' estimates them, `"uniform"` says that all labels are equally likely, and numbers give shares that are known, as from
#' an earlier sample of the same population. *Of a rater*: `smoothing = s` is a Dirichlet prior with parameters \eqn{1
#' + s}, of which the estimates are the mode. It counts as `s` more answers in each cell, and so draws raters with few
#' ratings towards using all categories equally. The normal priors of `glad()` say that most raters are better than
#' chance; they and those of `mace_vb()` are those of the papers and cannot be changed. No prior is right for all data:
#' with gold labels, [evaluate_consensus()] shows which does best.
#'
#' @section Early stopping:
#' Later iterations of EM follow whatever explains the ratings, such as types of items or of raters, and need not
#' improve the labels. Mean accuracy, stated probability and log score over the 12 sets of
#' `bench/labels.R` after 2 and 3 iterations and at convergence: `dawid_skene()` .827, .943, -1.18; .828, .953, -1.29;
#' .825, .971, -1.67; `mace()` .823, .935, -1.05; .825, .940, -1.10; .830, .955, -1.32; `glad()` .811, .946,
#' -1.22; .811, .947, -1.24; .806, .958, -1.39. Convergence of `dawid_skene()` tempered by `rho = 0.15` and
#' `eps = 0.05`: log score -.64, calibration error .098.
#' To stop early, give `max_iterations`; a warning of class `accord_warning_not_converged` then says so.
#'
#' @section Numbers:
#' * `"mean"`, or `weighted_mean()` with given `rater_weights` \eqn{w_j}; `std.error` is that of the \eqn{m} ratings of
#'   the item,
#'   \eqn{\sqrt{\sum_j w_j^2 (x_{ij} - \bar{x}_i)^2\, m / (m - 1)} / \sum_j w_j}{
#'   sqrt(sum_j w_j^2 (x_ij - mean_i)^2 m / (m - 1)) / sum_j w_j}.
#' * `"median"`, also of ordered categories; if the two middle values differ, numbers are averaged and categories tie.
#' * `weighted_mean()`, if no weights are given: \eqn{x_{ij} = z_i + b_j + e_{ij}}{x_ij = z_i + b_j + e_ij} with a bias
#'   \eqn{b_j} for every rater, normal errors of variance \eqn{\sigma_j^2}{s_j^2}, and normal \eqn{z_i}, by EM. The
#'   label is the mean of \eqn{x_{ij} - b_j}{x_ij - b_j}, weighted by \eqn{1 / \sigma_j^2}{1 / s_j^2}, `std.error` is
#'   \eqn{(\sum_j \sigma_j^{-2})^{-1/2}}{(sum_j 1 / s_j^2)^(-1/2)}. Biases add up to 0 over all ratings, since only
#'   their differences are identified. Each rater gets `smoothing` (default 1) additional ratings with the variance of
#'   all residuals of an additive model of items and raters (of all ratings around the means of their items, where this
#'   model leaves no degree of freedom), so that no variance is 0. A constant added to a rater changes this rater's bias
#'   only. If raters differ by constants only there is nothing else to estimate, and all errors are 0.
#'
#' @section Calibration of the probabilities: The probabilities of the models treat the estimated errors of raters as
#' known, although they were estimated from the same labels. With few ratings per item they are much too high,
#' especially those of `dawid_skene()`; `vignette("consensus")` has a table.
#'
#' `bags` is the number of samples of the items, drawn with replacement, to which the model is fitted; the
#' probabilities of these fits are averaged for each item (Breiman 1996). They are closer to the share of right
#' labels, but still above it. The estimates for raters are those from the original data. If raters gave few ratings
#' in many categories, `one_coin()` has fewer parameters and is right more often. If accuracy matters, use gold
#' labels: [evaluate_consensus()].
#'
#' @section Errors:
#' `accord_error_argument` for settings that are not as described, or that belong to another method or to
#' [consensus()].
#'
#' @param ... Must be empty: settings are given by name.
#' @param rater_weights Named numbers of 0 or more, one for each rater. `weighted_mean()` then estimates nothing.
#' @param prior The shares \eqn{\pi_k} of the labels: `"free"` (estimated), `"uniform"`, or numbers above 0 that add up
#'   to 1, named by category or in the order of the categories.
#' @param smoothing A number of 0 or more (`weighted_mean()`: above 0), see below; `NULL` for the default of `mace()`.
#' @param restarts Number of additional random starts.
#' @param start Labels from which the models start, for some or all items, in the form of `gold` in [consensus()].
#'   Other items start from their votes. EM converges to a nearby maximum, so a good start may find a better one.
#' @param bags The number of samples of items over which probabilities are averaged, see below; 20 is enough. They use
#'   R's random numbers (set a seed).
#' @param rho Correlation of the errors of raters, by which probabilities are tempered, from 0 to 1.
#' @param eps Share of items that the crowd gets wrong for reasons that its ratings do not show, from 0 to .5.
#' @param tolerance Relative change of the objective at which EM stops.
#' @param max_iterations Maximum number of iterations.
#' @return An object for the argument `method` of [consensus()].
#' @references
#' Breiman, L. (1996) Bagging predictors. *Machine Learning* 24, 123-140. \doi{10.1007/BF00058655}
#'
#' Dawid, A. P. and Skene, A. M. (1979) Maximum likelihood estimation of observer error-rates using the EM
#' algorithm. *Applied Statistics* 28, 20-28. \doi{10.2307/2346806}
#'
#' Hovy, D., Berg-Kirkpatrick, T., Vaswani, A. and Hovy, E. (2013) Learning whom to trust with MACE.
#' *Proceedings of NAACL-HLT*, 1120-1130. <https://aclanthology.org/N13-1132/>
#'
#' Jaakkola, T. S. and Jordan, M. I. (2000) Bayesian parameter estimation via variational methods.
#' *Statistics and Computing* 10, 25-37. \doi{10.1023/A:1008932416310}
#'
#' Ustalov, D., Pavlichenko, N. and Tseitlin, B. (2024) Learning from crowds with Crowd-Kit. *Journal of
#' Open Source Software* 9(96), 6227. \doi{10.21105/joss.06227}
#'
#' Whitehill, J., Ruvolo, P., Wu, T., Bergsma, J. and Movellan, J. (2009) Whose vote should count more:
#' optimal integration of labels from labelers of unknown expertise. *Advances in Neural Information
#' Processing Systems* 22, 2035-2043.
#'
#' Zhang, Y., Chen, X., Zhou, D. and Jordan, M. I. (2016) Spectral methods meet EM: a provably optimal
#' algorithm for crowdsourcing. *Journal of Machine Learning Research* 17(102), 1-44.
#' \doi{10.48550/arXiv.1406.3824}
#' @seealso [consensus()]; [evaluate_consensus()] to compare methods; `vignette("consensus")`.
#' @name consensus_methods
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "b", "b", "b", "a", "a", "b", "c", "b", "b", NA, "a", "a", "a", "c", "c", "b"
#'   )
#' )
#' consensus(ratings, item, rater, label, method = one_coin(prior = "uniform", smoothing = 1))
#' weighted <- majority(rater_weights = c(ann = 2, bob = 1, cat = 1))
#' consensus(ratings, item, rater, label, method = weighted)
#'
#' predicted <- data.frame(
#'   item = 1:6, a = c(0.9, 0.2, 0.3, 0.1, 0.8, 0.2), b = c(0.1, 0.7, 0.4, 0.8, 0.1, 0.3),
#'   c = c(0, 0.1, 0.3, 0.1, 0.1, 0.5)
#' )
#' x <- consensus(ratings, item, rater, label, method = crowdlab(classifier = predicted))
#' tidy(x, "ratings")
NULL

#' @rdname consensus_methods
#' @export
majority <- function(..., rater_weights = NULL) {
  check_settings("majority", ...)
  if (!is.null(rater_weights)) check_rater_weights(rater_weights)
  new_method("majority", rater_weights = rater_weights)
}

#' @rdname consensus_methods
#' @export
wawa <- function(...) {
  check_settings("wawa", ...)
  new_method("wawa")
}

#' @rdname consensus_methods
#' @export
zbs <- function(..., max_iterations = 100) {
  check_settings("zbs", ...)
  new_method("zbs", max_iterations = check_whole(max_iterations, "max_iterations"))
}

#' @rdname consensus_methods
#' @export
dawid_skene <- function(..., prior = "free", smoothing = 0, restarts = 0, start = NULL, bags = 0,
                        tolerance = 1e-10, max_iterations = 1000, rho = 0, eps = 0) {
  check_settings("dawid_skene", ...)
  new_model("dawid_skene", environment())
}

#' @rdname consensus_methods
#' @export
one_coin <- function(..., prior = "free", smoothing = 0, restarts = 0, start = NULL, bags = 0,
                     tolerance = 1e-10, max_iterations = 1000, rho = 0, eps = 0) {
  check_settings("one_coin", ...)
  new_model("one_coin", environment())
}

#' @rdname consensus_methods
#' @export
mace <- function(..., prior = "uniform", smoothing = NULL, restarts = 0, start = NULL, tolerance = 1e-10,
                 max_iterations = 1000, rho = 0, eps = 0) {
  check_settings("mace", ...)
  new_model("mace", environment())
}

#' @rdname consensus_methods
#' @export
mace_vb <- function(..., prior = "uniform", restarts = 0, start = NULL, tolerance = 1e-10, max_iterations = 1000,
                    rho = 0, eps = 0) {
  check_settings("mace_vb", ...)
  new_model("mace_vb", environment())
}

#' @rdname consensus_methods
#' @export
glad <- function(..., prior = "uniform", restarts = 0, start = NULL, tolerance = 1e-10, max_iterations = 1000,
                 rho = 0, eps = 0) {
  check_settings("glad", ...)
  new_model("glad", environment())
}

#' @rdname consensus_methods
#' @export
weighted_mean <- function(..., rater_weights = NULL, smoothing = 1, tolerance = 1e-10, max_iterations = 1000) {
  check_settings("weighted_mean", ...)
  if (is.null(rater_weights)) {
    check_number(smoothing, "smoothing", above = 0)
    return(new_model("weighted_mean", environment()))
  }
  useless <- c("smoothing", "tolerance", "max_iterations")[!c(
    missing(smoothing), missing(tolerance), missing(max_iterations)
  )]
  if (length(useless)) {
    abort_accord(
      "argument",
      c(
        "With {.arg rater_weights} nothing is estimated.",
        x = "{.arg {useless}} {cli::qty(length(useless))}{?is a setting/are settings} of the estimation.",
        i = "Leave out {.arg rater_weights} to estimate the weights, or {.arg {useless}}."
      ),
      argument = useless
    )
  }
  check_rater_weights(rater_weights)
  new_method("mean", rater_weights = rater_weights)
}

# The constructor of methods: a name and settings.
new_method <- function(method, ...) {
  structure(list(method = method, ...), class = "accord_method")
}

# The same for a model whose settings are the arguments of its constructor, read in the constructor's frame.
new_model <- function(method, frame) {
  settings <- mget(setdiff(names(formals(method)), c("...", "rater_weights")), frame)
  if ("prior" %in% names(settings)) check_prior(settings$prior)
  if (!is.null(settings$smoothing)) check_number(settings$smoothing, "smoothing", from = 0)
  for (name in intersect(c("restarts", "bags"), names(settings))) check_whole(settings[[name]], name, least = 0)
  check_tempering(settings)
  check_number(settings$tolerance, "tolerance", from = 0, to = 1)
  check_whole(settings$max_iterations, "max_iterations")
  do.call(new_method, c(list(method), settings))
}

check_tempering <- function(settings) {
  if (!is.null(settings$rho)) check_number(settings$rho, "rho", from = 0, to = 1)
  if (!is.null(settings$eps)) check_number(settings$eps, "eps", from = 0, to = 0.5)
}
