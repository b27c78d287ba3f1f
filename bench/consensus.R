# Majority vote and Dawid-Skene: two and ten million ratings by 10,000 workers in five categories, from the
# long frame; seconds, seconds per iteration, and memory. Against crowd-kit for Python, if it can be loaded,
# and against what a good R programmer writes with collapse.
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
library(accord)
library(collapse)

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
  list(likelihood = likelihood, step = seconds / iterations, first = max.col(q, "first")[1:1000])
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

steps <- 20
for (items in as.numeric(strsplit(Sys.getenv("ACCORD_BENCH_ITEMS", "4e5,2e6"), ",")[[1]])) {
  data <- crowd(items, 10000)
  fit <- function(n) {
    suppressWarnings(
      consensus(data, item, worker, rating, method = "dawid_skene", max_iterations = n, tolerance = 0)
    )
  }
  theirs <- dawid_skene_by_hand(data, 3)
  ours <- fit(3)
  stopifnot(
    all.equal(glance(ours)$log_likelihood, theirs$likelihood),
    identical(majority_by_hand(data)$label, consensus(data, item, worker, rating, ties = "first")$label)
  )
  rm(ours)
  seconds <- race(
    `majority, accord` = function() consensus(data, item, worker, rating, ties = "first"),
    `majority, collapse` = function() majority_by_hand(data),
    `Dawid-Skene, accord` = function() fit(steps),
    `one iteration` = function() fit(1),
    `Dawid-Skene, collapse` = function() dawid_skene_by_hand(data, steps),
    times = 3
  )
  hand_step <- dawid_skene_by_hand(data, steps)$step
  step <- (seconds[["Dawid-Skene, accord"]] - seconds[["one iteration"]]) / (steps - 1)
  file <- tempfile(fileext = ".csv")
  data.table::fwrite(data, file)
  python <- crowdkit(file, 2)
  unlink(file)
  show(
    paste(format(nrow(data), big.mark = ","), "ratings"),
    what = c(
      "majority vote, s", paste0("Dawid-Skene, ", steps, " iterations, s"), "one iteration, s",
      "peak memory of Dawid-Skene, MB", "peak memory of majority vote, MB"
    ),
    accord = c(
      seconds[["majority, accord"]], seconds[["Dawid-Skene, accord"]], step, peak_above(function() fit(2)),
      peak_above(function() consensus(data, item, worker, rating))
    ),
    collapse = c(
      seconds[["majority, collapse"]], seconds[["Dawid-Skene, collapse"]], hand_step,
      peak_above(function() dawid_skene_by_hand(data, 2)), peak_above(function() majority_by_hand(data))
    ),
    `crowd-kit` = c(python[1], NA, python[3:4], NA)
  )
  cat("the frame:", format(object.size(data), units = "MB"), "\n")
}
