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
#' @section Anchored Dawid-Skene:
#' The model of Dawid and Skene whose rows are pooled over raters (as in hierarchical models, Paun et al. 2018), which
#' is anchored to a vote and not run to convergence.
#'
#' A rater answers an item of class \eqn{k} rightly with odds \eqn{o_{jk}}{o_jk}. These have 4 pseudo-answers at the
#' odds \eqn{r_j o_k}{r_j o_k}, where the ability is \eqn{r_j \sim \Gamma(4, 4)}{r_j ~ Gamma(4, 4)} and
#' \eqn{o_k = o\, g_k}{o_k = o g_k} with \eqn{g_k \sim \Gamma(20, 20)}{g_k ~ Gamma(20, 20)}; the shares of wrong answers
#' have 4 pseudo-answers at those of all raters.
#' 1. The accuracy \eqn{a} of a vote solves \eqn{a^2 + (1 - a)^2 / (K - 1) = P}{a^2 + (1 - a)^2 / (K - 1) = P}, the
#'    share of pairs of ratings of an item that agree, and is kept between \eqn{1 / K + .05}{1 / K + .05} and .95. The
#'    anchor is \eqn{A_i(k) \propto (a (K - 1) / (1 - a))^{v_{ik}}}{A_i(k) ~ (a (K - 1) / (1 - a))^v_ik} for
#'    \eqn{v_{ik}}{v_ik} votes.
#' 2. `iterations` times: the odds and shares are improved by an MM step from the weights
#'    \eqn{w_i = (1 - c) q_i + c A_i}{w_i = (1 - c) q_i + c A_i}, \eqn{c} = `anchor` (first \eqn{A_i}); then
#'    \eqn{q_i(k) \propto \pi_k \prod_j p_j(x_{ij} | k)}{q_i(k) ~ pi_k prod_j p_j(x_ij | k)}, where each factor is
#'    computed without the part of item \eqn{i} in the sums of rater \eqn{j} and of the classes (leave-one-out mean
#'    field, Asuncion et al. 2009).
#' 3. Tempering: \eqn{q_i^{\tau}}{q_i^tau}, normalised, with \eqn{\tau = 1 / (1 + \rho (m_i - 1))}{
#'    tau = 1 / (1 + rho (m_i - 1))}, the design effect of \eqn{m_i} ratings with correlated errors (Kish 1965);
#'    then \eqn{(1 - \epsilon) q + \epsilon / K}{(1 - eps) q + eps / K}. Neither changes a label.
#' 4. `gold` labels replace \eqn{w_i}. Those of 20 items and more also calibrate: \eqn{\tau} gets a factor whose
#'    logarithm is N(0, 0.25), and \eqn{\epsilon}{eps} is estimated, logit \eqn{\epsilon}{eps} being N(logit `eps`,
#' 0.64), by
#'    the log score of these items, each judged without its own label. The print has the result.
#'
#' Over 12 sets with gold (`bench/labels.R`) mean accuracy was .829, log score -.51 and the calibration error .080
#' (.030 is what perfect probabilities would show); `dawid_skene()`: .825, -1.67 and .146. Where most raters err
#' together, no model of ratings alone can be right, and only gold labels help: with faces and their emotions it stated
#' .89 and was right in .64. With 40 and more ratings per item the default `rho` is too cautious. An item with one
#' rating
#' gets little more than the shares of the classes and what raters in general do.
#'
#' `rho` and `eps` temper the probabilities of other models in the same way; there they are 0 by default.
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
#' @section CROWDLAB:
#' `crowdlab()` (Goh et al. 2022) takes the mean of the probabilities \eqn{\hat{p}_i(k)}{p^_i(k)} of a classifier and of
#' the answers:
#' \deqn{p_i(k) = \frac{w_M \hat{p}_i(k) + \sum_j w_j g(x_{ij}, k)}{w_M + \sum_j w_j}, \quad
#' g(x, k) = P \textrm{ if } x = k, \textrm{ else } \frac{1 - P}{K - 1}.}{
#' p_i(k) = (w_M p^_i(k) + sum_j w_j g(x_ij, k)) / (w_M + sum_j w_j),  g(x, k) = P if x = k, else (1 - P) / (K - 1).}
#' \eqn{c_i} is the majority label (ties by \eqn{\hat{p}}{p^}, then the category with fewer ratings, then the first).
#' Over the items with two ratings or more, \eqn{P} is the mean share of ratings equal to \eqn{c_i}, \eqn{A_j} the share
#' of pairs of a rating by \eqn{j} and one by another rater that agree, \eqn{A_M} the share of items whose most probable
#' label is \eqn{c_i}, and \eqn{e_0} the share whose \eqn{c_i} is not the most frequent one. With
#' \eqn{v(A) = \max(10^{-6}, 1 - (1 - A) / e_0)}{v(A) = max(1e-6, 1 - (1 - A) / e_0)}, the weights are
#' \eqn{w_j = v(A_j)} and \eqn{w_M = v(A_M) \sqrt{\bar{m}}}{w_M = v(A_M) sqrt(m)}, where \eqn{\bar{m}}{m} is the mean
#' number of ratings of an item. A rater who rated no item with others has the mean \eqn{A_j}.
#'
#' The label is the most probable category. The quality of an item is \eqn{p_i(c_i)}, that of a rating
#' \eqn{p_i(x_{ij})}{p_i(x_ij)}, and that of a rater
#' \eqn{w\, \overline{p_i(x_{ij})} + (1 - w) s_j}{w mean(p_i(x_ij)) + (1 - w) s_j}, where \eqn{s_j} is the share of the
#' rater's answers that are \eqn{c_i} (items with two ratings or more) and
#' \eqn{w = w_M / (w_M + \bar{w}_j \bar{m})}{w = w_M / (w_M + mean(w_j) m)}. See `tidy(x, "items")`, `"ratings"` and
#' `"raters"`, sorted by quality. Probabilities that are means are too cautious: they serve to sort labels.
#'
#' `classifier` has the probabilities for every item: a matrix with the items as row names and the categories as column
#' names; a data frame with the column of items and a column per category, in which other columns are ignored; or one
#' with the columns of items, `category` and `probability`. A row may occur several times, as in the ratings themselves.
#' **They must be out of sample**: predictions for items on whose labels the classifier was not trained, as by
#' cross-validation. If the classifier agrees with the majority more often than the right labels would, by more than 3
#' standard deviations, a warning of class `accord_warning_in_sample` says so.
#'
#' @section A classifier as a prior:
#' `anchored(classifier = )` takes the probabilities \eqn{\hat{p}_i(k)}{p^_i(k)} of a classifier, in the same forms, as
#' a prior of each item,
#' \deqn{\log \pi_i(k) = \beta \log \hat{p}_i(k) + b_k - \textrm{constant},}{
#' log pi_i(k) = beta log p^_i(k) + b_k - constant,}
#' whose slope \eqn{\beta}{beta} corrects a classifier that is too sure or too cautious, and whose \eqn{b_k} correct its
#' shares of the classes. They are estimated in six rounds: \eqn{\beta}{beta} and \eqn{b} by maximum likelihood for the
#' posterior of the items with ratings, with the penalty
#' \eqn{2.5 (\beta - 0.7)^2 + \sum_k b_k^2 / 8}{2.5 (beta - 0.7)^2 + sum_k b_k^2 / 8}, and the posterior from the
#' evidence of the ratings and this prior.
#' Then the model is fitted again with the prior, in the anchor too; the evidence of the
#' ratings is tempered while fitting, and `eps` mixes in the prior in place of \eqn{1 / K}. Logarithms are those of
#' probabilities of at least \eqn{10^{-6}}{1e-6}. The errors of the classifier are taken to be independent of those of
#' the raters: one that was trained on their labels shares their errors, and the result is then too sure.
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
#'   all ratings around the means of their items, so that no variance is 0. If all ratings of each item are equal there
#'   is nothing to estimate, and all errors are 0.
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
#' @param classifier Probabilities of a classifier for all items, out of sample, see section CROWDLAB.
#' @param bags The number of samples of items over which probabilities are averaged, see below; 20 is enough. They use
#'   R's random numbers (set a seed).
#' @param rho Correlation of the errors of raters, by which probabilities are tempered, from 0 to 1.
#' @param eps Share of items that the crowd gets wrong for reasons that its ratings do not show, from 0 to .5.
#' @param anchor Weight of the vote in what raters are judged by, from 0 to 1.
#' @param iterations Number of iterations. From 5 to 20 gave nearly the same.
#' @param tolerance Relative change of the objective at which EM stops.
#' @param max_iterations Maximum number of iterations.
#' @return An object for the argument `method` of [consensus()].
#' @references
#' Asuncion, A., Welling, M., Smyth, P. and Teh, Y. W. (2009) On smoothing and inference for topic models.
#' *Proceedings of UAI*, 27-34. \doi{10.48550/arXiv.1205.2662}
#'
#' Breiman, L. (1996) Bagging predictors. *Machine Learning* 24, 123-140. \doi{10.1007/BF00058655}
#'
#' Dawid, A. P. and Skene, A. M. (1979) Maximum likelihood estimation of observer error-rates using the EM
#' algorithm. *Applied Statistics* 28, 20-28. \doi{10.2307/2346806}
#'
#' Goh, H. W., Tkachenko, U. and Mueller, J. (2022) CROWDLAB: supervised learning to infer consensus labels and quality
#' scores for data with multiple annotators. *NeurIPS Human in the Loop Learning Workshop*.
#' \doi{10.48550/arXiv.2210.06812}
#'
#' Hovy, D., Berg-Kirkpatrick, T., Vaswani, A. and Hovy, E. (2013) Learning whom to trust with MACE.
#' *Proceedings of NAACL-HLT*, 1120-1130. <https://aclanthology.org/N13-1132/>
#'
#' Jaakkola, T. S. and Jordan, M. I. (2000) Bayesian parameter estimation via variational methods.
#' *Statistics and Computing* 10, 25-37. \doi{10.1023/A:1008932416310}
#'
#' Kish, L. (1965) *Survey Sampling*. Wiley.
#'
#' Paun, S., Carpenter, B., Chamberlain, J., Hovy, D., Kruschwitz, U. and Poesio, M. (2018) Comparing Bayesian models of
#' annotation. *Transactions of the ACL* 6, 571-585. \doi{10.1162/tacl_a_00040}
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
crowdlab <- function(..., classifier = NULL) {
  check_settings("crowdlab", ...)
  new_method("crowdlab", classifier = classifier)
}

#' @rdname consensus_methods
#' @export
anchored <- function(..., rho = 0.15, eps = 0.05, anchor = 0.3, iterations = 20, classifier = NULL) {
  check_settings("anchored", ...)
  check_tempering(list(rho = rho, eps = eps))
  check_number(anchor, "anchor", from = 0, to = 1)
  new_method("anchored",
    rho = rho, eps = eps, anchor = anchor, iterations = check_whole(iterations, "iterations"),
    classifier = classifier
  )
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
