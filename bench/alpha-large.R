# Nominal alpha with its default interval from a long frame with integer ids, duplicates checked, at growing
# size: seconds per ten million ratings, and peak memory above the frame. The largest of 1e8 needs 4 GB:
#   Rscript bench/alpha-large.R [ratings ...]
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)
sizes <- as.numeric(commandArgs(TRUE))
if (length(sizes) == 0) sizes <- c(1e6, 1e7, 1e8)

# Five ratings an item by 10,000 workers, in random order of rows.
integer_crowd <- function(n) {
  set.seed(1)
  row <- sample.int(n) - 1L
  item <- row %/% 5L
  data.frame(
    item = item + 1L,
    worker = (item + (row %% 5L) * 1999L) %% 10000L + 1L,
    rating = sample.int(5L, n, replace = TRUE)
  )
}

rows <- lapply(sizes, function(n) {
  d <- integer_crowd(as.integer(n))
  frame <- as.numeric(object.size(d)) / 1024^2
  run <- function() krippendorff_alpha(d, item, worker, rating, level = "nominal")
  above <- peak_above(run)
  seconds <- race(accord = run, times = if (n > 5e7) 1 else 3)
  data.frame(
    ratings = format(n, big.mark = ","), seconds = seconds, `s per 1e7` = seconds / n * 1e7,
    `frame, MB` = frame, `above it, MB` = above, ratio = above / frame, check.names = FALSE
  )
})
show("Nominal alpha, integer ids", do.call(rbind, rows))
