# The bootstrap of nominal alpha, per replicate: over items by their patterns, compared with R code written for this
# purpose, and over items and raters, compared with one pass over the sparse rows.
#   Rscript bench/bootstrap.R [items] [workers]
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)
size <- as.integer(commandArgs(TRUE))
items <- if (length(size) > 0) size[1] else 2000000L
workers <- if (length(size) > 1) size[2] else 10000L

# Seconds per replicate, without what does not depend on their number.
per_replicate <- function(run, few, many) {
  seconds <- race(few = function() run(few), many = function() run(many), times = 3)
  (seconds[["many"]] - seconds[["few"]]) / (many - few)
}

d <- crowd(items, workers)
ratings <- as_ratings(d, item, worker, rating)

# The R code computes counts per pattern from the long frame once, and then for each replicate a multinomial draw of
# items, item by item, and their sums.
by_hand <- local({
  item <- collapse::group(d$item)
  rating <- collapse::qG(d$rating)
  k <- attr(rating, "N.groups")
  n <- attr(item, "N.groups")
  counts <- matrix(as.double(tabulate((unclass(rating) - 1) * n + item, n * k)), ncol = k)
  m <- rowSums(counts)
  apart <- (m^2 - rowSums(counts^2)) / (m - 1)
  function(times) {
    replicate(times, {
      w <- as.double(tabulate(sample.int(n, n, replace = TRUE), n))
      margin <- drop(w %*% counts)
      total <- sum(margin)
      1 - (sum(w * apart) / total) / ((total^2 - sum(margin^2)) / (total * (total - 1)))
    })
  }
})
seconds <- c(
  accord = per_replicate(function(times) krippendorff_alpha(ratings, ci = ci_bootstrap(times = times)), 1000, 9000),
  `by hand, collapse` = per_replicate(by_hand, 1, 6)
)
show(
  paste(format(nrow(d), big.mark = ","), "ratings, bootstrap over the", format(items, big.mark = ","), "items"),
  run = names(seconds), `seconds per replicate` = seconds, `times accord` = seconds / seconds[["accord"]]
)

d <- crowd(items %/% 10L, workers %/% 2L)
ratings <- as_ratings(d, item, worker, rating)
both <- function(times) krippendorff_alpha(ratings, ci = ci_bootstrap(times = times, over = "both"))
pass <- race(pass = function() krippendorff_alpha(ratings, ci = ci_none()), times = 9)[["pass"]]
seconds <- c(`two-way bootstrap` = per_replicate(both, 5, 45), `alpha alone, from ratings` = pass)
show(
  paste(format(nrow(d), big.mark = ","), "ratings: bootstrap over items and raters"),
  run = names(seconds), `seconds per replicate` = seconds, `times one pass` = seconds / pass
)
