# The values of coefficients in the population of a design, without simulation: two raters of an item
# are independent given its truth and difficulty, so the joint distribution of their ratings is
#
#   P(k, l) = mean over ordered pairs of raters g, h of sum_t p_t E[C_g[t, k] C_h[t, l]],
#
# and every coefficient is a function of it and of the shares of each rater, which the core computes.
# The expectation is over the normal effects of the items and, independently, of the raters. Which
# raters an item gets does not matter, nor do clusters, which change no margin.

# A named vector of values; NA for undefined values and for Light's kappa, which is a mean of ratios.
population_agreement <- function(design, scale) population_values(joint_ratings(design), scale)

# The same for the labels from two panels of `ratings_per_item` independent raters: the majority with ties broken at
# random, or, for alpha at the interval level, the mean.
aggregated_agreement <- function(design, scale) {
  values <- population_values(joint_majorities(design), scale)
  if (scale$aggregation == "mean") {
    of_one <- population_agreement(design, scale)
    alpha <- scale$entries$model == "alpha"
    values[alpha] <- spearman_brown(of_one[alpha], design$ratings_per_item)
  }
  values
}

# The Spearman-Brown formula, which is exact for means of k exchangeable ratings: the variance of the mean contains
# the item component in full and the rating component divided by k.
spearman_brown <- function(reliability, k) k * reliability / (1 + (k - 1) * reliability)

# A list of the coefficients, with the metric and the weights that they use.
design_scale <- function(design, coefficients, weights = NULL, level = NULL, range = NULL) {
  ratings <- design_ratings(design)
  weighted <- is_weighted(weights)
  all <- all_coefficients(design$n_raters, design$n_items)
  entries <- resolve_coefficients(coefficients, weighted, all = all)
  metrics <- metrics_for(ratings, "alpha" %in% entries$model, weights, level, range)
  list(
    entries = entries,
    metrics = metrics,
    aggregation = if (identical(metrics$alpha$name, "interval")) "mean" else "majority"
  )
}

# Ratings of the design without items, or those drawn in `studies` studies, each of them a group.
design_ratings <- function(design, drawn = NULL, studies = 1L) {
  n_items <- if (is.null(drawn)) 0L else length(drawn$truth)
  categories <- design$categories
  level <- default_level(rating_kind(categories), list(categories = categories))
  new_ratings(
    items = seq_len(n_items),
    raters = seq_len(design$n_raters),
    rows = list(
      item_start = seq(0L, by = design$ratings_per_item, length.out = n_items + 1L),
      code = as.vector(drawn$rating) - 1L,
      rater = as.vector(drawn$rater) - 1L
    ),
    categories = if (is.factor(categories)) levels(categories) else categories,
    level = level,
    has_order = is.numeric(categories) || is.ordered(categories),
    groups = tibble::tibble(study = seq_len(studies)),
    group_start = seq(0L, by = n_items %/% studies, length.out = studies + 1L),
    group_status = rep("ok", studies),
    set_aside = tibble::tibble(reason = character(), n = integer(), rows = list()),
    clusters = if (!is.null(drawn$cluster)) list(values = seq_len(max(drawn$cluster)), code = drawn$cluster)
  )
}

# A list: `pairs`, the joint distribution of two ratings of an item, and `shares` of the categories, a row for each
# rater, or two rows if all raters are alike.
joint_ratings <- function(design) {
  n <- design$n_raters
  confusion <- design$confusion
  alike <- length(confusion) == 1
  q <- length(design$prevalence)
  pairs <- matrix(0, q, q)
  own <- matrix(0, length(confusion), q)
  items <- normal_nodes(design$difficulty_sd)
  for (i in seq_along(items$shift)) {
    expected <- lapply(confusion, expected_confusion, items$shift[i], design$rater_sd)
    own <- own + items$weight[i] * t(vapply(expected, function(e) colSums(design$prevalence * e), numeric(q)))
    with_itself <- Reduce(`+`, lapply(expected, function(e) crossprod(e, design$prevalence * e)))
    total <- Reduce(`+`, expected)
    of_two <- if (alike) {
      with_itself
    } else {
      (crossprod(total, design$prevalence * total) - with_itself) / (n * (n - 1))
    }
    pairs <- pairs + items$weight[i] * of_two
  }
  list(pairs = pairs, shares = if (alike) rbind(own, own) else own)
}

joint_majorities <- function(design) {
  q <- length(design$prevalence)
  pairs <- matrix(0, q, q)
  shares <- numeric(q)
  items <- normal_nodes(design$difficulty_sd)
  for (i in seq_along(items$shift)) {
    expected <- lapply(design$confusion, expected_confusion, items$shift[i], design$rater_sd)
    vote <- Reduce(`+`, expected) / length(expected)
    label <- majority_shares(vote, design$ratings_per_item)
    pairs <- pairs + items$weight[i] * crossprod(label, design$prevalence * label)
    shares <- shares + items$weight[i] * colSums(design$prevalence * label)
  }
  list(pairs = pairs, shares = rbind(shares, shares))
}

# Nodes and weights of the trapezoidal rule for a normal effect, which for smooth functions is exact to rounding
# error.
normal_nodes <- function(sd) {
  if (sd == 0) {
    return(list(shift = 0, weight = 1))
  }
  z <- seq(-8, 8, by = 0.25)
  list(shift = sd * z, weight = stats::dnorm(z) / sum(stats::dnorm(z)))
}

# The mean confusion matrix of raters of one kind, for items with the given shift.
expected_confusion <- function(confusion, shift, rater_sd) {
  raters <- normal_nodes(rater_sd)
  right <- diag(confusion)
  shifted <- stats::plogis(outer(stats::qlogis(right), shift + raters$shift, "+"))
  expected <- as.vector(shifted %*% raters$weight)
  confusion <- confusion * ifelse(right < 1, (1 - expected) / (1 - right), 0)
  diag(confusion) <- expected
  confusion
}

# The distribution of the majority of k votes, with ties broken at random; rows of `p` are the distributions of a
# vote. Category j wins with v votes if the others have fewer, or as many (a tie). For these, `rest` counts votes and
# ties: the terms of the multinomial distribution, added one category at a time.
majority_shares <- function(p, k) {
  q <- ncol(p)
  wins <- p * 0
  for (v in seq_len(k)) {
    ties <- (k - v) %/% v
    for (j in seq_len(q)) {
      rest <- array(0, c(nrow(p), k - v + 1, ties + 1))
      rest[, 1, 1] <- 1
      for (other in seq_len(q)[-j]) rest <- add_votes(rest, p[, other], v)
      last <- matrix(rest[, k - v + 1, ], nrow(p))
      wins[, j] <- wins[, j] + choose(k, v) * p[, j]^v * last %*% (1 / seq_len(ties + 1))
    }
  }
  wins
}

# Adds a category with up to v votes, each with probability p; the binomial coefficient counts the orders in which
# they occur among the earlier votes.
add_votes <- function(rest, p, v) {
  room <- dim(rest)[2]
  result <- rest
  for (votes in seq_len(min(v, room - 1))) {
    from <- seq_len(room - votes)
    more <- rest[, from, , drop = FALSE] * as.vector(outer(p^votes, choose(from - 1 + votes, votes)))
    tie <- votes == v
    kept <- seq_len(dim(rest)[3] - tie) # if there are too few votes left for v more, there is no tie
    result[, from + votes, kept + tie] <- result[, from + votes, kept + tie] + more[, , kept]
  }
  result
}

# Returns NA for undefined values and for Light's kappa.
population_values <- function(joint, scale) {
  metrics <- scale$metrics
  values <- call_core(values_of_population(
    joint$pairs, t(joint$shares), place_of("model", scale$entries$model),
    metrics$alpha %||% metrics$weights, metrics$weights
  ))
  stats::setNames(undefined_as_na(values), scale$entries$id)
}
