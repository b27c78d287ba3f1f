#' Simulate an annotation study
#'
#' Draws items with true labels and ratings by raters of a given accuracy, to try out a design, a coefficient or an
#' analysis before data are collected.
#'
#' @details
#' **True labels.** Each item has a true label, drawn with the probabilities `prevalence`. With clusters (documents,
#' batches of items of one kind), the labels of two items in one cluster have correlation `cluster_cor`: with
#' probability \eqn{\sqrt{\rho}}{sqrt(rho)} an item has the label of its cluster, otherwise an independent one. The
#' prevalence is not changed.
#'
#' **Ratings.** Given the true label, raters are independent. A rater \eqn{g}{g} has a confusion matrix \eqn{C_g}{C_g}
#' with the true labels in rows. `accuracy` specifies one: right with this probability, with errors spread evenly over
#' the other categories, or (`errors = "near"`, for ordered categories) half as frequent with each further step.
#' Raters and items may differ: on the logit scale, a normal effect of the rater, with standard deviation `rater_sd`,
#' and one of the cluster (of the item, if there are no clusters), with standard deviation `difficulty_sd`, are added
#' to the probability of being right; the errors keep their proportions:
#' \deqn{\mathrm{logit}\, P(\mathrm{right}) = \mathrm{logit}\, C_{g,tt} + u_g + v_c.}{
#' logit P(right) = logit C_g[t, t] + u_g + v_c.}
#' The `accuracy` is then that of a typical rater on a typical item,
#' and not the mean. An accuracy of 0 or 1 is not changed.
#'
#' **Assignment.** With fewer ratings per item than raters, each item gets random raters, with numbers of ratings per
#' rater as equal as possible. Consecutive items that form a batch of `batch_size` have the same raters, as on
#' crowdsourcing platforms; with `batch_size = cluster_size` these are whole documents.
#'
#' Draws use R's random numbers: after the same [set.seed()] the ratings are the same.
#'
#' @section Errors:
#' `accord_error_argument` for an impossible design: more ratings per item than raters, shares or rows of a confusion
#' matrix that do not add up to 1, probabilities outside 0 and 1, `confusion` together with `accuracy`, or more ratings
#' than a data frame has rows.
#'
#' @param n_items,n_raters Numbers of items and raters.
#' @param ratings_per_item Number of raters for each item; all of them by default.
#' @param prevalence Shares of the true labels, a number per category, which add up to 1. Names are the labels:
#'   numbers if all names are increasing numbers, as in `c("0" = .7, "1" = .3)`, otherwise a factor with these levels
#'   in this order. Without names the categories are the numbers 1, 2, and so on.
#' @param accuracy Probability that a rating is the true label: one number, or one per rater.
#' @param errors `"even"`, or `"near"` for errors that decrease with the distance of the categories; a factor is then
#'   ordered.
#' @param confusion In place of `accuracy` and `errors`: a matrix of probabilities with the true
#'   labels in rows and the ratings in columns, or a list with a matrix per rater.
#' @param rater_sd,difficulty_sd Standard deviations of the effects of raters, and of items or clusters, on the logit
#'   of being right.
#' @param cluster_size Number of consecutive items in a cluster.
#' @param cluster_cor Correlation of the true labels in a cluster, 0 to 1.
#' @param batch_size Number of consecutive items with the same raters.
#' @param ... Must be empty.
#' @return A tibble with a row per rating, in the order of items and raters: `item` and `rater`
#'   (whole numbers), `rating` and `truth` (the true label of the item), and `cluster` if there are
#'   any.
#' @seealso [plan_agreement()] for the width of intervals; `vignette("planning")`.
#' @export
#' @examples
#' set.seed(1)
#' simulate_ratings(100, 3, prevalence = c(no = 0.9, yes = 0.1), accuracy = 0.85)
#'
#' # A crowd: 40 workers, 5 ratings per item, documents of 10 sentences, better and worse workers
#' crowd <- simulate_ratings(
#'   200, 40,
#'   ratings_per_item = 5, prevalence = c(low = 0.2, mid = 0.5, high = 0.3), errors = "near",
#'   rater_sd = 0.8, cluster_size = 10, cluster_cor = 0.2, batch_size = 10
#' )
#' krippendorff_alpha(crowd, item, rater, rating)
simulate_ratings <- function(n_items, n_raters, ratings_per_item = n_raters,
                             prevalence = c(0.5, 0.5), accuracy = 0.8, errors = "even",
                             confusion = NULL, rater_sd = 0, difficulty_sd = 0, cluster_size = 1,
                             cluster_cor = 0, batch_size = 1, ...) {
  check_no_dots(...)
  check_whole(if (!missing(n_items)) n_items, "n_items")
  check_whole(if (!missing(n_raters)) n_raters, "n_raters")
  check_one_accuracy(!missing(accuracy), confusion)
  design <- rating_design(
    n_items, n_raters, ratings_per_item, prevalence, accuracy, errors, confusion, rater_sd,
    difficulty_sd, cluster_size, cluster_cor, batch_size
  )
  drawn <- draw_ratings(design)
  item <- rep(seq_len(n_items), each = ratings_per_item)
  columns <- list(
    item = item,
    rater = as.vector(drawn$rater),
    rating = design$categories[as.vector(drawn$rating)],
    truth = design$categories[drawn$truth[item]]
  )
  if (cluster_size > 1) columns$cluster <- (item - 1L) %/% design$cluster_size + 1L
  tibble::new_tibble(columns, nrow = length(item))
}

# Draws `studies` independent studies of the same design, one after the other: the `truth` of each item, matrices
# `rater` and `rating` with a column per item, and the `cluster` of each item if there are any. All are positions from
# 1.
draw_ratings <- function(design, studies = 1L) {
  n <- design$n_items * studies
  study <- rep(seq_len(studies), each = design$n_items)
  clusters <- ceiling(design$n_items / design$cluster_size)
  within <- rep.int(seq_len(design$n_items) - 1L, studies)
  cluster <- (study - 1L) * clusters + within %/% design$cluster_size + 1L

  truth <- draw_truth(design, cluster, clusters * studies)
  rater <- assign_raters(design, studies)
  shift <- 0
  if (design$rater_sd > 0) {
    of_rater <- stats::rnorm(design$n_raters * studies, sd = design$rater_sd)
    shift <- shift + of_rater[rep((study - 1L) * design$n_raters, each = nrow(rater)) + as.vector(rater)]
  }
  if (design$difficulty_sd > 0) {
    of_cluster <- stats::rnorm(clusters * studies, sd = design$difficulty_sd)
    shift <- shift + rep(of_cluster[cluster], each = nrow(rater))
  }
  kind <- if (length(design$confusion) > 1) as.vector(rater) else 1L
  rating <- draw_answers(design$confusion, kind, rep(truth, each = nrow(rater)), shift)
  list(
    truth = truth, rater = rater, rating = matrix(rating, nrow(rater), n),
    cluster = if (design$cluster_size > 1) as.integer(cluster)
  )
}

draw_truth <- function(design, cluster, n_clusters) {
  q <- length(design$prevalence)
  truth <- sample.int(q, length(cluster), replace = TRUE, prob = design$prevalence)
  if (design$cluster_cor > 0) {
    shared <- sample.int(q, n_clusters, replace = TRUE, prob = design$prevalence)
    takes <- stats::runif(length(cluster)) < sqrt(design$cluster_cor)
    truth[takes] <- shared[cluster[takes]]
  }
  truth
}

# A matrix of raters with a column per item. Each block of batches goes through one shuffled list of all raters a
# whole number of times, and the next block uses a new one, so that loads are equal and no rater gets a batch twice.
assign_raters <- function(design, studies) {
  m <- design$ratings_per_item
  n_raters <- design$n_raters
  if (m == n_raters) {
    return(matrix(seq_len(m), m, design$n_items * studies))
  }
  batches <- ceiling(design$n_items / design$batch_size)
  per_block <- n_raters / greatest_divisor(n_raters, m) # fewest batches that use the whole list equally often
  blocks <- ceiling(batches / per_block)
  deck <- order(rep(seq_len(blocks * studies), each = n_raters), stats::runif(n_raters * blocks * studies))
  deck <- matrix((deck - 1L) %% n_raters + 1L, n_raters)
  batch <- rep(seq_len(batches) - 1, studies)
  block <- rep(seq_len(studies) - 1, each = batches) * blocks + batch %/% per_block + 1
  card <- outer(seq_len(m) - 1, (batch %% per_block) * m, "+") %% n_raters + 1
  panel <- matrix(deck[cbind(as.vector(card), rep(block, each = m))], m)
  panel <- matrix(panel[order(as.vector(col(panel)), as.vector(panel))], m) # sorts the raters of each batch
  of_item <- rep((seq_len(studies) - 1) * batches, each = design$n_items) +
    rep((seq_len(design$n_items) - 1) %/% design$batch_size + 1, studies)
  panel[, of_item, drop = FALSE]
}

greatest_divisor <- function(a, b) if (b == 0) a else greatest_divisor(b, a %% b)

# The rating of each row, from the rater's confusion matrix (`kind` is its position), the truth and the shift on the
# logit scale: first whether the rating is correct, then which error occurs.
draw_answers <- function(confusion, kind, truth, shift) {
  q <- nrow(confusion[[1]])
  right <- matrix(vapply(confusion, diag, numeric(q)), q)[cbind(truth, kind)]
  wrong <- stats::runif(length(truth)) >= stats::plogis(stats::qlogis(right) + shift)
  rating <- truth
  kind <- rep_len(kind, length(truth))[wrong]
  place <- (kind - 1L) * q + truth[wrong]
  up_to <- do.call(rbind, lapply(confusion, cumulative_errors))
  which_error <- stats::runif(length(place))
  error <- rep(1L, length(place))
  for (k in seq_len(q - 1)) error <- error + (which_error > up_to[place, k])
  rating[wrong] <- error
  rating
}

# For each row, the cumulative distribution of the errors, in which the truth has probability 0. A row without errors
# is NaN, and is never used.
cumulative_errors <- function(confusion) {
  diag(confusion) <- 0
  sums <- t(apply(confusion, 1, cumsum))
  sums / sums[, ncol(sums)]
}
