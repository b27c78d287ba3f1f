# Nominal alpha from a long frame with character ids, checked for duplicates, compared with grouping the two id columns
# only, and with R code written for this purpose. Ten million ratings:
#   Rscript bench/alpha-nominal.R [items] [workers]
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)
size <- as.integer(commandArgs(TRUE))
items <- if (length(size) > 0) size[1] else 2000000L
workers <- if (length(size) > 1) size[2] else 10000L
d <- crowd(items, workers)

# Counts per item and category, dense in the categories; no duplicates checked, no interval.
from_counts <- function(n) {
  m <- rowSums(n)
  n <- n[m > 1, , drop = FALSE]
  m <- m[m > 1]
  margin <- colSums(n)
  total <- sum(m)
  observed <- sum((m^2 - rowSums(n^2)) / (m - 1)) / total
  expected <- (total^2 - sum(margin^2)) / (total * (total - 1))
  1 - observed / expected
}

by_collapse <- function() {
  item <- collapse::group(d$item)
  rating <- collapse::qG(d$rating)
  k <- attr(rating, "N.groups")
  n <- tabulate((unclass(rating) - 1) * attr(item, "N.groups") + item, attr(item, "N.groups") * k)
  from_counts(matrix(as.double(n), ncol = k))
}

by_data_table <- function() {
  counts <- data.table::as.data.table(d)[, .N, by = c("item", "rating")]
  item <- counts[, list(m = sum(N), squares = sum(as.double(N)^2)), by = "item"][m > 1]
  margin <- counts[item, on = "item"][, list(n = sum(N)), by = "rating"]$n
  total <- sum(item$m)
  observed <- sum((as.double(item$m)^2 - item$squares) / (item$m - 1)) / total
  1 - observed / ((total^2 - sum(margin^2)) / (total * (total - 1)))
}

accord <- function() krippendorff_alpha(d, item, worker, rating)
runs <- list(
  accord = accord,
  `accord, one thread` = function() {
    old <- options(accord.threads = 1)
    on.exit(options(old))
    accord()
  },
  `as_ratings()` = function() as_ratings(d, item, worker, rating),
  `accord, no interval` = function() krippendorff_alpha(d, item, worker, rating, ci = ci_none()),
  `group(item) and group(worker)` = function() {
    collapse::group(d$item)
    collapse::group(d$worker)
  },
  `group(list(item, worker))` = function() collapse::group(list(d$item, d$worker)),
  `by hand, collapse` = by_collapse
)
if (requireNamespace("data.table", quietly = TRUE)) {
  `:=` <- NULL # data.table's verbs are found by name
  .datatable.aware <- TRUE
  N <- m <- NULL
  runs$`by hand, data.table` <- by_data_table
}
stopifnot(all.equal(accord()$estimate, by_collapse()))
seconds <- do.call(race, c(runs, times = 5))
show(
  paste0("Nominal alpha, ", format(nrow(d), big.mark = ","), " ratings"),
  what = names(seconds),
  seconds = seconds,
  `accord takes × as long` = seconds[["accord"]] / seconds
)

frame <- as.numeric(object.size(d)) / 1024^2
above <- peak_above(accord)
show("Peak memory", `frame, MB` = frame, `above it, MB` = above, ratio = above / frame)
