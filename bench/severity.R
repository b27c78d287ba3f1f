# rater_severity() of crowds: 1e4 and 1e5 ratings, five an item, five categories, one rater for 200 ratings.
# Then 1e5 ratings by 50 raters, from 10 to 1e4 of each item, and ratings with weights.
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

draw <- function(n_items, each, n_raters) {
  set.seed(1)
  data <- data.frame(item = rep(seq_len(n_items), each = each), rater = sample(n_raters, n_items * each, TRUE))
  place <- stats::rnorm(n_items, sd = 1.2)[data$item] - stats::rnorm(n_raters, sd = 0.7)[data$rater]
  data$x <- rowSums(outer(place, c(-1.5, -0.5, 0.5, 1.5), `-`) > stats::rlogis(4 * nrow(data)))
  data
}
for (each in 10^(1:4)) {
  data <- draw(1e5 / each, each, 50)
  time <- system.time(rater_severity(data, item, rater, x, duplicates = "keep"))[["elapsed"]]
  cat(sprintf("1e5 ratings, %.0f of each item: %.1f s\n", each, time))
}
data <- transform(draw(80, 3, 4), n = 200)
time <- system.time(rater_severity(data, item, rater, x, duplicates = "keep", weights = n))[["elapsed"]]
cat(sprintf("240 ratings, each with the weight 200: %.2f s\n", time))
