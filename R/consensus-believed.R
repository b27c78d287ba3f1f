# How far the probabilities of labels can be believed: what they state, their log score and their calibration error
# against gold labels, beside what perfect probabilities would show.

# `posterior`: a row for each item with gold and a column for each category; `truth`: the column of its gold label, NA
# if it is no category. `perfect` is the mean of a score if labels were drawn from these very probabilities.
probability_scores <- function(posterior, truth) {
  known <- which(!is.na(truth) & !is.na(posterior[, 1]))
  p <- posterior[known, , drop = FALSE]
  truth <- truth[known]
  n <- length(known)
  if (n == 0) {
    none <- list(low = NA_real_, high = NA_real_)
    return(scores(c("stated", "log_score", "calibration_error"), NA_real_, none, 0L, "no items"))
  }
  most <- p[cbind(seq_len(n), max.col(p, "first"))]
  leads <- p >= most * (1 - 1e-10)
  # Tied labels count in proportion.
  hit <- (leads / rowSums(leads))[cbind(seq_len(n), truth)]
  logs <- log(pmax(p, 1e-6))
  bin <- calibration_tenths(most)
  found <- scores(
    c("stated", "log_score", "calibration_error"),
    c(mean(most), mean(logs[cbind(seq_len(n), truth)]), sum(abs(rowsum(most - hit, bin))) / n),
    list(low = NA_real_, high = NA_real_), n, "ok"
  )
  found$perfect <- c(NA, sum(p * logs) / n, sum(tapply(most, bin, mean_gap)) / n)
  found
}

# Ten bins with about the same number of items; equal probabilities are in the same bin.
calibration_tenths <- function(p) ceiling(10 * rank(signif(p, 12)) / (length(p) + 1))

# Returns the mean of |hits - sum(p)| if each hit has its probability. De Moivre's formula gives it for a binomial
# distribution with the mean of p; it is scaled to the variance of hits with unequal probabilities.
mean_gap <- function(p) {
  n <- length(p)
  mean <- mean(p)
  if (mean >= 1 || mean <= 0) {
    return(0)
  }
  v <- floor(n * mean) + 1
  gap <- 2 * exp(log(v) + lchoose(n, v) + v * log(mean) + (n - v + 1) * log1p(-mean))
  gap * sqrt(sum(p * (1 - p)) / (n * mean * (1 - mean)))
}
