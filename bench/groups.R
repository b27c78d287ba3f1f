# Intervals of many small groups, of a coefficient by rater of many raters, and of Light's kappa, compared with the same
# call without intervals, and with alpha.
source("bench/crowd.R")
library(accord)
options(accord.threads = 1)

# Groups of three items by three raters in three categories, a quarter of the ratings at random.
groups <- function(n) {
  set.seed(1)
  data <- expand.grid(rater = 1:3, item = 1:3, group = seq_len(n))
  data$rating <- rep(sample.int(3, 3 * n, TRUE), each = 3)
  wrong <- stats::runif(nrow(data)) < 0.25
  data$rating[wrong] <- sample.int(3, sum(wrong), TRUE)
  transform(data, rating = letters[rating])
}

for (n in c(1e3, 1e4, 1e5)) {
  data <- groups(n)
  seconds <- race(
    alpha = function() suppressWarnings(krippendorff_alpha(data, item, rater, rating, by = group)),
    all = function() suppressWarnings(agreement(data, item, rater, rating, by = group)),
    all_none = function() suppressWarnings(agreement(data, item, rater, rating, by = group, ci = ci_none())),
    times = 1
  )
  show(
    paste(format(n, big.mark = ","), "groups of nine ratings"),
    run = names(seconds), seconds = seconds, `times without intervals` = seconds / seconds[["all_none"]]
  )
}

data <- crowd(2e6, 10000)
ratings <- as_ratings(data, item, worker, rating)
seconds <- race(
  alpha = function() krippendorff_alpha(data, item, worker, rating),
  all = function() agreement(data, item, worker, rating),
  alpha_of_ratings = function() krippendorff_alpha(ratings),
  all_of_ratings = function() agreement(ratings),
  all_none = function() agreement(ratings, ci = ci_none()),
  times = 3
)
show(
  paste(format(nrow(data), big.mark = ","), "ratings by 10,000 raters, default intervals"),
  run = names(seconds), seconds = seconds, `times alpha` = seconds / seconds[["alpha"]]
)

# Ten ratings an item by different raters in three categories, three in ten of them at random.
for (size in list(c(100, 1000), c(300, 3000), c(1000, 20000))) {
  set.seed(1)
  item <- rep(seq_len(size[2]), each = 10)
  rater <- as.integer(replicate(size[2], sample.int(size[1], 10)))
  truth <- sample.int(3, size[2], TRUE)[item]
  label <- ifelse(stats::runif(length(item)) < 0.3, sample.int(3, length(item), TRUE), truth)
  ratings <- as_ratings(data.frame(item, rater, label = letters[label]), item, rater, label)
  seconds <- race(
    estimate = function() light_kappa(ratings, ci = ci_none()), interval = function() light_kappa(ratings), times = 1
  )
  show(
    paste("Light's kappa of", size[1], "raters,", format(size[2], big.mark = ","), "items"),
    run = names(seconds), seconds = seconds, `times the estimate` = seconds / seconds[["estimate"]]
  )
}
