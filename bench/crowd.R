# Data and tools that the benchmark scripts share.

# Crowd data in long form, rows shuffled: items rated three to seven times by different workers,
# character ids, `k` categories.
crowd <- function(items, workers, k = 5, seed = 1) {
  set.seed(seed)
  per_item <- sample(3:7, items, replace = TRUE)
  item <- rep.int(seq_len(items), per_item)
  first <- sample.int(workers, items, replace = TRUE)
  worker <- (first[item] + sequence(per_item) * (workers %/% 7L)) %% workers + 1L
  row <- sample.int(length(item))
  data.frame(
    item = sprintf("item_%07d", seq_len(items))[item[row]],
    worker = sprintf("worker_%05d", seq_len(workers))[worker[row]],
    rating = letters[sample.int(k, length(item), replace = TRUE)]
  )
}

# Elapsed seconds: the median of `times` runs of each expression, taken in turn, so that a
# machine that slows down slows all of them.
race <- function(..., times = 5) {
  runs <- list(...)
  seconds <- vapply(
    seq_len(times),
    function(i) vapply(runs, function(run) {
      gc(FALSE)
      system.time(run())[["elapsed"]]
    }, 0),
    numeric(length(runs))
  )
  apply(matrix(seconds, length(runs), dimnames = list(names(runs), NULL)), 1, stats::median)
}

# Returns the increase of the peak memory of this process while `run` runs, in MB. Linux only.
peak_above <- function(run) {
  status <- "/proc/self/status"
  if (!file.exists(status)) {
    return(NA_real_)
  }
  read <- function(field) {
    line <- grep(paste0("^", field), readLines(status), value = TRUE)
    as.numeric(gsub("[^0-9]", "", line)) / 1024
  }
  gc(FALSE)
  writeLines("5", "/proc/self/clear_refs") # starts the peak anew
  before <- read("VmRSS")
  run()
  read("VmHWM") - before
}

show <- function(title, ...) {
  cat("\n##", title, "\n")
  print(data.frame(..., check.names = FALSE), row.names = FALSE, digits = 3)
}
