# Bagging (Breiman 1996) makes posteriors less extreme: the model is fitted to items drawn with replacement, many times,
# and the posterior probabilities of every item under these fits are averaged.

# Returns a matrix with a row per item of group `g` and a column per category.
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

# Applies the E step of a fit to items that may not have been in its sample. Raters who were not in the sample give no
# information, and no answer has the probability 0.
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

# Returns the probability of each answer (first index) given each label (second) for each rater.
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

# Returns the weights of categories per item from which EM starts; empty without labels to start from.
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
