# Time of the influence of every item and every rater, compared with the estimate alone: two million items, ten million
# ratings, 10,000 raters.
source("bench/crowd.R")
library(accord)

data <- crowd(2e6, 10000)
ratings <- as_ratings(data, item, worker, rating)
ordered <- as_ratings(data, item, worker, rating, level = "ordinal", categories = letters[1:5])

seconds <- race(
  estimate = function() krippendorff_alpha(data, item, worker, rating, ci = ci_none()),
  `both influences` = function() {
    all <- as_ratings(data, item, worker, rating)
    item_influence(all)
    rater_influence(all)
  },
  times = 3
)
show(
  paste(format(nrow(data), big.mark = ","), "ratings, alpha, from the frame"),
  run = names(seconds), seconds = seconds, `times estimate` = seconds / seconds[["estimate"]]
)

seconds <- race(
  estimate = function() krippendorff_alpha(data, item, worker, rating, ci = ci_none()),
  items = function() item_influence(ratings),
  raters = function() rater_influence(ratings),
  `raters, ordinal` = function() rater_influence(ordered),
  `raters, Fleiss` = function() rater_influence(ratings, coefficient = "fleiss"),
  `raters, Conger` = function() rater_influence(ratings, coefficient = "conger"),
  `raters, AC1` = function() rater_influence(ratings, coefficient = "gwet_ac1"),
  times = 3
)
show(
  "the same from ratings that are checked already, against the estimate of alpha from the frame",
  run = names(seconds), seconds = seconds, `times estimate` = seconds / seconds[["estimate"]]
)

# The alternative: ten raters are removed one by one, and the time is multiplied.
ids <- unique(data$worker)[1:10]
seconds <- race(
  accord = function() rater_influence(ratings),
  `ten by hand` = function() {
    for (id in ids) krippendorff_alpha(data[data$worker != id, ], item, worker, rating, ci = ci_none())
  },
  times = 1
)
cat("\nall raters by hand take", format(round(1000 * seconds[[2]] / seconds[[1]])), "times as long\n")
