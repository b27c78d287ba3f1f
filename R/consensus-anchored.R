# The anchored model of Dawid and Skene, alone and with a classifier as a prior: its settings and its help. The prior is
# in consensus-classifier-prior.R, and the model in the core.

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
#' Over 12 sets with gold (`bench/labels.R`) mean accuracy was .828, log score -.51 and the calibration error .081
#' (.030 is what perfect probabilities would show); `dawid_skene()`: .825, -1.67 and .146. Where most raters err
#' together, no model of ratings alone can be right, and only gold labels help: with faces and their emotions it stated
#' .89 and was right in .64. With 40 and more ratings per item the default `rho` is too cautious. An item with one
#' rating
#' gets little more than the shares of the classes and what raters in general do.
#'
#' `rho` and `eps` temper the probabilities of other models in the same way; there they are 0 by default.
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
#' @param anchor Weight of the vote in what raters are judged by, from 0 to 1.
#' @param iterations Number of iterations. From 10 to 20 gave nearly the same: mean accuracy .828 to .829, log score
#'   -.51 and calibration error .079 to .081 in the 12 sets of *Anchored Dawid-Skene*.
#' @references
#' Asuncion, A., Welling, M., Smyth, P. and Teh, Y. W. (2009) On smoothing and inference for topic models.
#' *Proceedings of UAI*, 27-34. \doi{10.48550/arXiv.1205.2662}
#'
#' Kish, L. (1965) *Survey Sampling*. Wiley.
#'
#' Paun, S., Carpenter, B., Chamberlain, J., Hovy, D., Kruschwitz, U. and Poesio, M. (2018) Comparing Bayesian models of
#' annotation. *Transactions of the ACL* 6, 571-585. \doi{10.1162/tacl_a_00040}
#' @rdname consensus_methods
#' @export
anchored <- function(..., rho = 0.15, eps = 0.05, anchor = 0.3, iterations = 15, classifier = NULL) {
  check_settings("anchored", ...)
  check_tempering(list(rho = rho, eps = eps))
  check_number(anchor, "anchor", from = 0, to = 1)
  new_method("anchored",
    rho = rho, eps = eps, anchor = anchor, iterations = check_whole(iterations, "iterations"),
    classifier = classifier
  )
}
