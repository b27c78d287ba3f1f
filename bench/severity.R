# rater_severity() of crowds: 1e4 and 1e5 ratings, five an item, five categories, one rater for 200 ratings.
# Rscript bench/severity.R

library(accord)

set.seed(1)
for (n_ratings in c(1e4, 1e5)) {
  n_items <- n_ratings / 5
  n_raters <- n_ratings / 200
  severity <- stats::rnorm(n_raters, sd = 0.7)
  data <- data.frame(
    item = rep(seq_len(n_items), each = 5),
    rater = c(replicate(n_items, sample(n_raters, 5)))
  )
  place <- stats::rnorm(n_items, sd = 1.2)[data$item] - severity[data$rater]
  cuts <- rep(cumsum(c(-1.5, -0.5, 0.5, 1.5)), each = n_ratings)
  weight <- exp(cbind(0, outer(place, 1:4) - cuts))
  data$x <- rowSums(stats::runif(n_ratings) > t(apply(weight / rowSums(weight), 1, cumsum)))
  gc(reset = TRUE)
  time <- system.time(x <- rater_severity(data, item, rater, x))[["elapsed"]]
  true <- severity[as.integer(x$rater)]
  z <- (x$severity - true + mean(true - x$severity)) / x$std.error
  cat(sprintf(
    "%.0f ratings, %.0f items, %.0f raters: %.1f s, memory %.0f MB; correlation with the truth %.3f, limits hold %.3f\n",
    n_ratings, n_items, n_raters, time, sum(gc()[, 6]), stats::cor(x$severity, true), mean(abs(z) < 1.96)
  ))
}
