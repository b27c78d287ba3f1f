# Coverage of 95% limits of components and coefficients with three facets, by simulation: normal scores of persons on
# few tasks by few raters, who are crossed with tasks or nested in them; complete, or a part of the scores missing.
# Variances: persons 1, tasks .1, raters .2, persons by tasks .3, residual .6. The decision study has two tasks and
# three raters. Rscript bench/coverage-facets.R [replicates] [interval: profile or bootstrap]

library(accord)
options(accord.threads = 1)

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 300
ci <- if (length(arguments) > 1) arguments[2] else "profile"
if (ci == "bootstrap") ci <- ci_bootstrap(times = 200)

VARIANCE <- c(person = 1, task = 0.1, rater = 0.2, cell = 0.3, residual = 0.6)

covers <- function(x, true) x$conf.low <= true & true <= x$conf.high

design <- function(n_persons, n_tasks, n_raters, nested, missing) {
  rows <- expand.grid(person = seq_len(n_persons), task = seq_len(n_tasks), rater = seq_len(n_raters))
  rater <- if (nested) rows$rater + n_raters * (rows$task - 1) else rows$rater
  cell <- rows$person + n_persons * (rows$task - 1)
  model <- if (nested) {
    y ~ (1 | person) + (1 | task) + (1 | task:rater) + (1 | person:task)
  } else {
    y ~ (1 | person) + (1 | task) + (1 | rater) + (1 | person:task)
  }
  error <- (0.3 + c(0, 0.1)) / 2 + 0.6 / 6 + c(0, if (nested) 0.2 / 6 else 0.2 / 3)
  effect <- function(name, level) sqrt(VARIANCE[[name]]) * stats::rnorm(max(level))[level]
  hits <- replicate(times, suppressWarnings({
    rows$y <- effect("person", rows$person) + effect("task", rows$task) + effect("rater", rater) +
      effect("cell", cell) + effect("residual", seq_along(cell))
    given <- rows[stats::runif(nrow(rows)) >= missing, ]
    x <- variance_components(given, model, ci = ci)
    g <- generalizability(x, object = person, n = list(task = 2, rater = 3), ci = ci)
    c(covers(x, VARIANCE), covers(g, 1 / (1 + error)))
  }))
  lost <- mean(is.na(hits))
  hits <- round(rowMeans(hits, na.rm = TRUE), 3)
  names(hits) <- c(names(VARIANCE), "generalizability", "dependability")
  data.frame(n_persons, n_tasks, n_raters, nested, missing, t(hits), lost = round(lost, 3))
}

set.seed(105)
designs <- expand.grid(n_persons = c(20, 50), n_tasks = c(2, 4), n_raters = c(2, 4), nested = c(FALSE, TRUE))
designs$missing <- c(0, 0.4)
print(do.call(rbind, do.call(Map, c(list(design), designs))))
