# How often the intervals of agreement cover the true value, and how wide they are.
#   Rscript bench/coverage/coverage.R
# Environment variables: ACCORD_COVERAGE_REPLICATES (2000), ACCORD_COVERAGE_CELLS (a regular expression
# for names of cells.R), ACCORD_COVERAGE_METHODS (the same for methods), ACCORD_COVERAGE_COEFFICIENTS
# ("alpha,fleiss,gwet_ac1,conger"), ACCORD_COVERAGE_FILE (coverage.csv).
# Results are added to coverage.csv after each cell; what it holds is not run again.
suppressPackageStartupMessages(library(accord))
options(accord.threads = 1, cli.progress_show_after = 1e9)

here <- "bench/coverage"
source(file.path(here, "cells.R"))
setting <- function(name, default) {
  value <- Sys.getenv(paste0("ACCORD_COVERAGE_", name))
  if (nzchar(value)) value else default
}
replicates <- as.integer(setting("REPLICATES", "2000"))
wanted <- grep(setting("CELLS", "."), names(cells), value = TRUE)
methods <- setting("METHODS", ".")
coefficients <- strsplit(setting("COEFFICIENTS", "alpha,fleiss,gwet_ac1,conger"), ",")[[1]]
file <- setting("FILE", file.path(here, "coverage.csv"))
draws <- 500

weights_at <- c(nominal = "identity", ordinal = "ordinal", interval = "quadratic")

# `jobs` jobs of a cell, each of them a group.
draw_jobs <- function(cell, jobs) {
  rows <- lapply(seq_len(jobs), function(i) do.call(simulate_ratings, c(cell$items, cell$design)))
  data <- vctrs::vec_rbind(!!!rows)
  data$job <- rep(seq_len(jobs), vapply(rows, nrow, 0L))
  data <- data[stats::runif(nrow(data)) < cell$keep, ]
  clusters <- if (cell$clusters) quote(cluster)
  if (cell$clusters) data$cluster <- paste(data$job, data$cluster) # no two jobs share one
  as_ratings(
    data, item, rater, rating,
    by = job, categories = seq_along(cell$design$prevalence), level = cell$level, cluster = !!clusters
  )
}

measure <- function(ratings, cell, coefficients, ci) {
  suppressWarnings(agreement(
    ratings,
    coefficients = coefficients, weights = weights_at[[cell$level]],
    level = if ("alpha" %in% coefficients) cell$level, ci = ci
  ))
}

true_values <- function(cell, coefficients) {
  design <- do.call(accord:::rating_design, c(cell$items, cell$design))
  accord:::population_agreement(
    design, coefficients,
    weights = weights_at[[cell$level]], level = if ("alpha" %in% coefficients) cell$level
  )
}

# Three bootstrap intervals from the same draws, which take most of the time: what the core found is
# set aside, for each type of interval to look at.
found <- new.env()
registerS3method("add_interval", "accord_ci_set_aside", function(ci, core) {
  found$core <- core
  none <- rep(NA_real_, nrow(core))
  list(std.error = none, conf.low = none, conf.high = none)
}, envir = asNamespace("accord"))

measure_bootstraps <- function(ratings, cell, coefficients) {
  types <- c("studentized", "percentile", "bca")
  results <- list()
  for (type in types) {
    # The draws of the first are kept; BCa needs an acceleration besides.
    ci <- ci_bootstrap(times = if (type == "studentized") draws else 2, type = type)
    aside <- structure(ci, class = c("accord_ci_set_aside", class(ci)))
    result <- measure(ratings, cell, coefficients, aside)
    if (type == "studentized") kept <- found$core$replicates
    core <- found$core
    core$replicates <- kept
    interval <- accord:::add_interval(ci, core)
    result[names(interval)] <- interval
    results[[type]] <- result
  }
  names(results) <- paste("bootstrap", names(results))
  results
}

measure_all <- function(ratings, cell, coefficients) {
  intervals <- list(
    `analytic` = ci_analytic(),
    `jackknife z` = ci_jackknife(),
    `jackknife identity` = ci_jackknife(scale = "identity"),
    `bayes 2` = ci_bayes(2, draws)
  )
  if (!is.null(cell$design$rater_sd)) {
    intervals$`analytic random` <- ci_analytic(raters = "random")
    intervals$`bootstrap both` <- ci_bootstrap(draws, resample = "both")
  }
  intervals <- intervals[grepl(methods, names(intervals))]
  results <- lapply(intervals, function(ci) measure(ratings, cell, coefficients, ci))
  c(results, if (grepl(methods, "bootstrap")) measure_bootstraps(ratings, cell, coefficients))
}

# A row per method and coefficient. An interval that is not there does not cover.
summarise <- function(name, cell, results, truth) {
  all <- vctrs::vec_rbind(!!!results)
  all$method <- rep(names(results), vapply(results, nrow, 0L))
  parts <- split(all, paste(all$coefficient, all$method))
  rows <- lapply(parts, function(x) {
    true <- truth[[x$coefficient[1]]]
    data.frame(
      cell = name, items = cell$items, level = cell$level, coefficient = x$coefficient[1],
      method = x$method[1], replicates = nrow(x), truth = true,
      estimate = mean(x$estimate, na.rm = TRUE), sd = stats::sd(x$estimate, na.rm = TRUE),
      undefined = mean(is.na(x$estimate)), without = mean(is.na(x$conf.low)),
      coverage = mean(!is.na(x$conf.low) & x$conf.low <= true & true <= x$conf.high),
      too_high = mean(x$conf.low > true, na.rm = TRUE),
      too_low = mean(x$conf.high < true, na.rm = TRUE),
      width = mean(x$conf.high - x$conf.low, na.rm = TRUE)
    )
  })
  rows <- do.call(rbind, unname(rows))
  numbers <- vapply(rows, is.double, NA)
  rows[numbers] <- lapply(rows[numbers], round, 4)
  rows
}

run_cell <- function(name, coefficients) {
  cell <- cells[[name]]
  set.seed(sum(utf8ToInt(name) * seq_len(nchar(name)))) # the same data whatever else is run
  at_once <- max(1L, 500000L %/% as.integer(cell$items * cell$design$n_raters))
  truth <- true_values(cell, coefficients)
  parts <- list()
  done <- 0L
  while (done < replicates) {
    jobs <- min(at_once, replicates - done)
    parts[[length(parts) + 1]] <- measure_all(draw_jobs(cell, jobs), cell, coefficients)
    done <- done + jobs
  }
  results <- lapply(names(parts[[1]]), function(m) vctrs::vec_rbind(!!!lapply(parts, `[[`, m)))
  names(results) <- names(parts[[1]])
  summarise(name, cell, results, truth)
}

# Conger's kappa needs a weight per item, which is slower: a call of its own.
calls <- Filter(length, list(setdiff(coefficients, "conger"), intersect(coefficients, "conger")))
for (name in wanted) {
  for (ids in calls) {
    old <- if (file.exists(file)) utils::read.csv(file) else NULL
    done <- old$coefficient[old$cell == name & old$replicates >= replicates & grepl(methods, old$method)]
    if (all(ids %in% sub("gwet_ac2", "gwet_ac1", done))) next # AC2 is what AC1 is with weights
    seconds <- system.time(rows <- run_cell(name, ids))[["elapsed"]]
    replaced <- old$cell == name & old$coefficient %in% rows$coefficient & old$method %in% rows$method
    utils::write.csv(rbind(old[!replaced, ], rows), file, row.names = FALSE)
    cat(sprintf("%-40s %-24s %5.1f s\n", name, paste(ids, collapse = " "), seconds))
  }
}
