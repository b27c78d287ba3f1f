# Summaries with a row per rater and a row per item, compared with nominal alpha alone, from checked ratings: two
# million items, ten million ratings, 10,000 workers.
source("bench/crowd.R")
library(accord)

data <- crowd(2e6, 10000)
ratings <- as_ratings(data, item, worker, rating)

seconds <- race(
  `as_ratings()` = function() as_ratings(data, item, worker, rating),
  alpha = function() krippendorff_alpha(ratings, ci = ci_none()),
  raters = function() rater_summary(ratings),
  items = function() item_summary(ratings),
  times = 3
)
show(
  paste(format(nrow(data), big.mark = ","), "ratings"),
  run = names(seconds), seconds = seconds, `times as_ratings()` = seconds / seconds[["as_ratings()"]]
)
