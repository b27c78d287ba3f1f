# The overhead of a call for small data: alpha of 600 ratings; and the time that the default interval adds to all
# coefficients of 2,000 items by five raters.
#   Rscript bench/alpha-small.R
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)

# Labels that agree in part, `k` of them.
job <- function(items, raters, k = 4) {
  set.seed(1)
  truth <- sample(letters[1:k], items, TRUE)
  data <- data.frame(item = rep(seq_len(items), each = raters), rater = rep(seq_len(raters), items))
  guess <- sample(letters[1:k], nrow(data), TRUE)
  data$label <- ifelse(stats::runif(nrow(data)) < 0.5, truth[data$item], guess)
  data
}
times <- function(n, run) function() for (i in seq_len(n)) run()

small <- job(200, 3)
seconds <- race(
  `as_ratings()` = times(20, function() as_ratings(small, item, rater, label)),
  `alpha, no interval` = times(20, function() krippendorff_alpha(small, item, rater, label, ci = ci_none())),
  `alpha, default interval` = times(20, function() krippendorff_alpha(small, item, rater, label))
)
show("600 ratings", what = names(seconds), milliseconds = seconds * 1000 / 20)

large <- job(2000, 5)
ratings <- as_ratings(large, item, rater, label)
seconds <- race(
  `ci_none()` = function() agreement(ratings, ci = ci_none()),
  `default interval` = function() agreement(ratings)
)
show("2,000 items by five raters, seven coefficients", what = names(seconds), seconds = seconds,
  `times ci_none()` = seconds / seconds[[1]])
