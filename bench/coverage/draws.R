# How jobs come about: small generating processes that designs.R puts together. Each works on all
# items of all jobs of a cell at once and gives a matrix of ratings, a row per item and a column per
# place (rater, or seat in a crowd), NA where there is none.

`%||%` <- function(x, y) if (is.null(x)) y else x

# One category per row, by the row's probabilities (a matrix, or one vector for all rows).
pick <- function(n, shares) {
  if (!is.matrix(shares)) return(sample.int(length(shares), n, TRUE, shares))
  u <- stats::runif(n) * rowSums(shares)
  below <- 0
  chosen <- rep(1L, n)
  for (k in seq_len(ncol(shares) - 1)) {
    below <- below + shares[, k]
    chosen <- chosen + (u > below)
  }
  chosen
}

even <- function(k) rep(1 / k, k)
zipf <- function(k, slope = 1) (1 / seq_len(k)^slope) / sum(1 / seq_len(k)^slope)

# Knows the answer with probability `skill` (one per rater), else guesses by the shares of the
# classes. Two raters then have the joint distribution c diag(p) + (1 - c) p p', c the product of
# their skills, so that every coefficient that corrects for the raters' own shares is c exactly.
know_or_guess <- function(n, shares, skill) {
  class <- pick(n, shares)
  vapply(skill, function(a) {
    ifelse(stats::runif(n) < a, class, pick(n, shares))
  }, numeric(n))
}

# The same, as they follow from p and c.
exact_know_or_guess <- function(shares, skill) {
  c <- (sum(skill)^2 - sum(skill^2)) / (length(skill) * (length(skill) - 1))
  k <- length(shares)
  pa <- 1 - (1 - c) * (1 - sum(shares^2))
  ac <- sum(shares * (1 - shares)) / (k - 1)
  c(
    krippendorff_alpha = c, fleiss_kappa = c, conger_kappa = c, cohen_kappa = c, percent_agreement = pa,
    brennan_prediger = (pa - 1 / k) / (1 - 1 / k), gwet_ac1 = (pa - ac) / (1 - ac)
  )
}
exact_chance <- c(krippendorff_alpha = 0, fleiss_kappa = 0, conger_kappa = 0, cohen_kappa = 0)

# Each rater answers a class by their own confusion matrix: rows are classes, a list or one for all.
confused <- function(class, raters, confusion) {
  vapply(seq_len(raters), function(j) {
    m <- if (is.list(confusion)) confusion[[j]] else confusion
    as.numeric(pick(length(class), m[class, , drop = FALSE]))
  }, numeric(length(class)))
}
# Right with probability `right`, errors even over the others, or falling off with the distance.
errors_even <- function(k, right) {
  m <- matrix((1 - right) / (k - 1), k, k)
  diag(m) <- right
  m
}
errors_near <- function(k, decay) {
  m <- decay^abs(outer(seq_len(k), seq_len(k), "-"))
  m / rowSums(m)
}

# Ratings on an ordered scale: a latent value, `loading` of it seen by each rater, cut by thresholds
# (a matrix with a row per rater, or one vector for all).
cut_latent <- function(latent, loading, cuts, sd = 1) {
  vapply(seq_along(loading), function(j) {
    own <- if (is.matrix(cuts)) cuts[j, ] else cuts
    seen <- loading[j] * latent + stats::rnorm(length(latent), sd = sd)
    1 + findInterval(seen, own)
  }, numeric(length(latent)))
}

# Workers who take the places of an item: different ones, each as often as `activity` says.
seats <- function(n, places, activity) {
  workers <- matrix(0L, n, places)
  for (j in seq_len(places)) {
    todo <- seq_len(n)
    while (length(todo)) {
      workers[todo, j] <- sample.int(length(activity), length(todo), TRUE, activity)
      taken <- rep(FALSE, length(todo))
      for (i in seq_len(j - 1)) taken <- taken | workers[todo, i] == workers[todo, j]
      todo <- todo[taken]
    }
  }
  workers
}
# A few do most of the work.
busy <- function(workers) zipf(workers, 1)
# Traits of the workers of a pool: the same pool in every job, spread like a normal sample, in an
# order that has nothing to do with how busy they are.
traits <- function(workers, sd) {
  sd * stats::qnorm(stats::ppoints(workers))[order((seq_len(workers) * 0.6180339887) %% 1)]
}

# Loses ratings at random, all of an item's but `least`.
lose <- function(ratings, share, least = 0) {
  gone <- matrix(stats::runif(length(ratings)) < share, nrow(ratings))
  if (least > 0) {
    short <- which(ncol(ratings) - rowSums(gone) < least)
    gone[cbind(rep(short, least), rep(seq_len(least), each = length(short)))] <- FALSE
  }
  ratings[gone] <- NA
  ratings
}
# Keeps the first `size` places of each item.
keep_first <- function(ratings, size) {
  ratings[col(ratings) > size] <- NA
  ratings
}

# A later place is filled only while the places before it disagree (or until two of them agree).
only_if_split <- function(ratings, until_two_agree = FALSE) {
  for (j in 3:ncol(ratings)) {
    before <- ratings[, seq_len(j - 1), drop = FALSE]
    settled <- if (until_two_agree) {
      two_alike(before)
    } else {
      rowSums(before != before[, 1], na.rm = TRUE) == 0
    }
    ratings[settled, j] <- NA
  }
  ratings
}
two_alike <- function(ratings) {
  alike <- rep(FALSE, nrow(ratings))
  for (b in 2:ncol(ratings)) {
    for (a in seq_len(b - 1)) alike <- alike | (ratings[, a] == ratings[, b]) %in% TRUE
  }
  alike
}

# From the matrix to rows: jobs of `items` items each, one below the other.
as_rows <- function(ratings, items, workers = col(ratings), ...) {
  item <- as.vector(row(ratings))
  data <- data.frame(
    job = (item - 1L) %/% items + 1L, item = item, rater = as.vector(workers), rating = as.vector(ratings)
  )
  extra <- list(...)
  for (name in names(extra)) data[[name]] <- extra[[name]][item]
  data[!is.na(data$rating), ]
}
