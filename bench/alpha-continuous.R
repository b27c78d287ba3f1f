# Alpha of continuous values, where every value is distinct, from 1e5 to 1e6 values: the time
# should grow no faster than n log n.
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)

values <- function(n, per_item = 4) {
  set.seed(n)
  items <- n / per_item
  data.frame(
    item = rep(seq_len(items), each = per_item),
    rater = rep(seq_len(per_item), items),
    value = rep(rnorm(items), each = per_item) + rnorm(n)
  )
}
sizes <- c(1e5, 1e6)
for (level in c("interval", "ordinal", "circular")) {
  for (ci in list(ci_none(), ci_jackknife())) {
    seconds <- vapply(sizes, function(n) {
      d <- values(n)
      range <- if (level == "circular") 24
      race(
        alpha = function() krippendorff_alpha(d, item, rater, value, level = level, range = range, ci = ci),
        times = 3
      )
    }, 0)
    show(
      paste0(level, ", ", format(ci)),
      values = format(sizes, big.mark = ",", scientific = FALSE),
      seconds = seconds,
      growth = seconds / seconds[1],
      `n log n` = sizes * log(sizes) / (sizes[1] * log(sizes[1]))
    )
  }
}
