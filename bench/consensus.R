# Majority vote and Dawid-Skene: two and ten million ratings by 10,000 workers in five categories, from the
# long frame; seconds, seconds per iteration, and memory. Against crowd-kit for Python, if it can be loaded,
# and against what a good R programmer writes with collapse.
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)
suppressPackageStartupMessages(library(collapse))

majority_by_hand <- function(data) {
  item <- group(data$item, starts = TRUE)
  code <- qF(data$rating, sort = TRUE)
  k <- fnlevels(code)
  n <- matrix(tabulate((unclass(item) - 1L) * k + unclass(code), attr(item, "N.groups") * k), k)
  best <- max.col(t(n), ties.method = "first")
  data.frame(item = data$item[attr(item, "starts")], label = levels(code)[best])
}

# Per cell of worker and answer a row of log probabilities; sums by collapse.
dawid_skene_by_hand <- function(data, iterations) {
  item <- GRP(group(data$item))
  code <- qF(data$rating, sort = TRUE)
  k <- fnlevels(code)
  worker <- group(data$worker)
  cell <- GRP((unclass(worker) - 1L) * k + unclass(code))
  of_worker <- (cell$groups[[1]] - 1L) %/% k + 1L
  q <- fsum(diag(k)[unclass(code), ], item)
  q <- q / rowSums(q)
  seconds <- system.time(for (i in seq_len(iterations)) {
    counts <- fsum(q[item$group.id, ], cell, use.g.names = FALSE)
    counts <- log(counts / fsum(counts, of_worker, TRA = "replace_fill"))
    score <- fsum(counts[cell$group.id, ], item, use.g.names = FALSE)
    score <- score + rep(log(fmean(q)), each = nrow(q))
    top <- do.call(pmax, lapply(seq_len(k), function(j) score[, j]))
    q <- exp(score - top)
    likelihood <- sum(top + log(rowSums(q)))
    q <- q / rowSums(q)
  })[["elapsed"]]
  list(likelihood = likelihood, step = seconds / iterations)
}

crowdkit <- function(file, iterations) {
  code <- c(
    "import sys, time, resource, warnings; warnings.filterwarnings('ignore'); import pandas as pd",
    "from crowdkit.aggregation.classification.majority_vote import MajorityVote",
    "from crowdkit.aggregation.classification.dawid_skene import DawidSkene",
    paste0("d = pd.read_csv('", file, "').rename(columns={'item': 'task', 'rating': 'label'})"),
    "def run(model):",
    "    t = time.time(); model.fit(d); return time.time() - t",
    "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024",
    "before = peak(); mv = run(MajorityVote())",
    "one = run(DawidSkene(n_iter=1, tol=-1e300))",
    paste0("more = run(DawidSkene(n_iter=", 1 + iterations, ", tol=-1e300))"),
    paste0("print(mv, more, (more - one) / ", iterations, ", peak() - before)")
  )
  script <- tempfile(fileext = ".py")
  writeLines(code, script)
  out <- suppressWarnings(system2("python3", script, stdout = TRUE, stderr = FALSE))
  if (length(out) == 0) rep(NA_real_, 4) else as.numeric(strsplit(out[length(out)], " ")[[1]])
}

em_steps <- function(data, iterations) {
  suppressWarnings(
    consensus(data, item, worker, rating, method = dawid_skene(max_iterations = iterations, tolerance = 0))
  )
}

# Memory is measured in a new process, because one that has run before has free memory.
tasks <- list(
  majority = function(data) consensus(data, item, worker, rating, method = "majority"),
  majority_by_hand = majority_by_hand,
  dawid_skene = function(data) em_steps(data, 2),
  dawid_skene_by_hand = function(data) dawid_skene_by_hand(data, 2)
)
task <- Sys.getenv("ACCORD_BENCH_TASK")
sizes <- as.numeric(strsplit(Sys.getenv("ACCORD_BENCH_ITEMS", "4e5,2e6"), ",")[[1]])
if (nzchar(task)) {
  data <- crowd(sizes, 10000)
  cat(peak_above(function() tasks[[task]](data)), "\n")
  quit()
}
peak <- function(task, items) {
  script <- file.path(Sys.getenv("ACCORD_BENCH", "bench"), "consensus.R")
  set <- c(paste0("ACCORD_BENCH_TASK=", task), paste0("ACCORD_BENCH_ITEMS=", items))
  out <- system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE, stderr = FALSE, env = set)
  as.numeric(out[length(out)])
}

steps <- 10
for (items in sizes) {
  data <- crowd(items, 10000)
  by_hand <- dawid_skene_by_hand(data, steps)
  stopifnot(
    all.equal(glance(em_steps(data, steps))$log_likelihood, by_hand$likelihood),
    identical(
      majority_by_hand(data)$label, consensus(data, item, worker, rating, method = "majority", ties = "first")$label
    )
  )
  ratings <- as_ratings(data, item, worker, rating)
  seconds <- race(
    checked = function() consensus(ratings, method = "majority", ties = "first"),
    accord = function() consensus(data, item, worker, rating, method = "majority", ties = "first"),
    collapse = function() majority_by_hand(data),
    more = function() em_steps(data, steps),
    one = function() em_steps(data, 1),
    times = 3
  )
  file <- tempfile(fileext = ".csv")
  utils::write.csv(data, file, row.names = FALSE, quote = FALSE)
  python <- crowdkit(file, 2)
  unlink(file)
  show(
    paste(format(nrow(data), big.mark = ","), "ratings, a frame of", format(object.size(data), units = "MB")),
    what = c(
      "majority vote, s", "majority vote of checked ratings, s", "one iteration of Dawid-Skene, s",
      "majority vote, peak MB", "Dawid-Skene, peak MB"
    ),
    accord = c(
      seconds[["accord"]], seconds[["checked"]], (seconds[["more"]] - seconds[["one"]]) / (steps - 1),
      peak("majority", items), peak("dawid_skene", items)
    ),
    collapse = c(
      seconds[["collapse"]], seconds[["collapse"]], by_hand$step,
      peak("majority_by_hand", items), peak("dawid_skene_by_hand", items)
    ),
    `crowd-kit` = c(python[1], python[1], python[3], NA, python[4])
  )
}
