# Posteriors that are less sure (Breiman 1996): the model is fitted to items that are drawn anew, with
# replacement, time and again; what each fit makes of the answers to every item is averaged.

# A matrix with a row per item of group `g` and a column per category.
bagged_posterior <- function(ratings, g, method, settings, tick) {
  places <- items_of_group(ratings, g)
  own <- take_items(ratings, places)
  n <- length(places)
  k <- length(ratings$categories)
  item <- rating_items(own)
  sum <- matrix(0, n, k)
  for (bag in seq_len(settings$bags)) {
    drawn <- sample.int(n, n, replace = TRUE)
    again <- take_items(own, drawn)
    again$items <- seq_along(drawn)
    of_bag <- settings
    for (name in c("gold", "start", "draw")) {
      if (length(settings[[name]])) of_bag[[name]] <- settings[[name]][places][drawn]
    }
    fit <- fit_labels(again, 1L, method, of_bag, start_weights(of_bag$start, seq_len(n), k))$fit
    sum <- sum + posterior_under(fit, method, own, item, k)
    tick(bag / settings$bags)
  }
  posterior <- sum / settings$bags
  gold <- if (length(settings$gold)) settings$gold[places] else rep(-1L, n)
  known <- which(gold >= 0)
  posterior[known, ] <- 0
  posterior[cbind(known, gold[known] + 1L)] <- 1
  posterior
}

# The E step of a fit for items that it may not have seen. Of raters whom it did not see it knows nothing, and
# no answer is impossible.
posterior_under <- function(fit, method, ratings, item, k) {
  seen <- answer_probabilities(fit, method, k)
  log_p <- array(-log(k), c(k, k, length(ratings$raters)))
  log_p[, , fit$raters] <- log(pmax(seen, 1e-6))
  answer <- ratings$code + 1L
  rater <- ratings$rater + 1L
  score <- vapply(seq_len(k), function(label) log_p[cbind(answer, label, rater)], numeric(length(item)))
  total <- matrix(log(pmax(fit$prior, 1e-12)), length(ratings$item_start) - 1L, k, byrow = TRUE)
  total <- total + group_sums(matrix(score, ncol = k), item, nrow(total))
  total <- exp(total - apply(total, 1, max))
  total / rowSums(total)
}

# How likely each rater is to give each answer (first index) to each label (second).
answer_probabilities <- function(fit, method, k) {
  n <- length(fit$raters)
  if (method == "dawid_skene") {
    confusion <- array(fit$confusion, c(k, k, n))
    confusion[is.nan(confusion)] <- 1 / k
    return(confusion)
  }
  wrong <- (1 - fit$skill) / (k - 1)
  right <- array(diag(k), c(k, k, n))
  rep(wrong, each = k * k) + right * rep(fit$skill - wrong, each = k * k)
}

# Weights of the categories of each item from which EM starts; none without labels to start from.
start_weights <- function(start, places, k) {
  if (length(start) == 0) {
    return(double())
  }
  start <- start[places]
  weights <- matrix(1, k, length(start))
  weights[, start >= 0] <- 1e-9
  weights[cbind(start[start >= 0] + 1L, which(start >= 0))] <- 1
  weights
}
