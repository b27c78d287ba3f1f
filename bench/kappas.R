# All coefficients with analytic intervals, compared with alpha alone without an interval.
source("bench/crowd.R")
library(accord)

data <- crowd(2e5, 5000)
ratings <- as_ratings(data, item, worker, rating)
names <- agreement(ratings, ci = ci_none())$coefficient

seconds <- race(
  alpha = function() krippendorff_alpha(data, item, worker, rating, ci = ci_none()),
  all_analytic = function() agreement(data, item, worker, rating, coefficients = "all", ci = ci_analytic()),
  all_jackknife = function() agreement(data, item, worker, rating, coefficients = "all", ci = ci_jackknife()),
  weighted = function() {
    agreement(data, item, worker, rating,
      categories = letters[1:5], weights = "quadratic", ci = ci_analytic()
    )
  },
  times = 9
)
show(
  paste(format(nrow(data), big.mark = ","), "ratings,", paste(names, collapse = " ")),
  run = names(seconds), seconds = seconds, `times alpha` = seconds / seconds[["alpha"]]
)
