# CROWDLAB: its settings and its help. The estimates are in consensus-classifier.R and the core.

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
#' @param classifier Probabilities of a classifier for all items, out of sample, see section CROWDLAB.
#' @references
#' Goh, H. W., Tkachenko, U. and Mueller, J. (2022) CROWDLAB: supervised learning to infer consensus labels and quality
#' scores for data with multiple annotators. *NeurIPS Human in the Loop Learning Workshop*.
#' \doi{10.48550/arXiv.2210.06812}
#' @rdname consensus_methods
#' @export
crowdlab <- function(..., classifier = NULL) {
  check_settings("crowdlab", ...)
  new_method("crowdlab", classifier = classifier)
}
