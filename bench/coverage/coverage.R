# How often the intervals of agreement cover the true value, on which side they miss, and how wide they
# are, in the designs of designs.R.
#   Rscript bench/coverage/coverage.R choose    # the designs on which anything may be chosen
#   Rscript bench/coverage/coverage.R report    # those on which what was chosen is reported, once
#   Rscript bench/coverage/coverage.R beyond    # what no interval over items can know
# Environment variables: ACCORD_COVERAGE_REPLICATES (1000), ACCORD_COVERAGE_CELLS (a regular expression
# for "design n20"), ACCORD_COVERAGE_METHODS (names of the list below, by commas), ACCORD_COVERAGE_FILE
# (coverage.csv beside this script), ACCORD_COVERAGE_DATA (see real.R), ACCORD_COVERAGE_DRAWS (of the default; as many
# as it takes by itself).
# Rows are added after each cell, and what the file holds is not run again. The jobs of a cell depend on its
# name alone: 100 at a time, with a seed of their own, so that fewer replicates are the first of more.
suppressPackageStartupMessages(library(accord))
options(accord.threads = 1, accord.ci = NULL, cli.progress_show_after = 1e9)
source("bench/coverage/designs.R")
source("bench/coverage/truth.R")

use <- match.arg(c(commandArgs(TRUE), "choose")[1], c("choose", "report", "beyond"))
setting <- function(name, default) {
  value <- Sys.getenv(paste0("ACCORD_COVERAGE_", name))
  if (nzchar(value)) value else default
}
replicates <- as.integer(setting("REPLICATES", "1000"))
file <- setting("FILE", "bench/coverage/coverage.csv")
at_once <- 100L
draws <- 1000

usual_ci <- function(conf_level = 0.95) {
  times <- setting("DRAWS", "")
  if (nzchar(times)) ci_bayes(conf_level, times = as.numeric(times)) else ci_default(conf_level)
}

methods <- list(
  `default` = usual_ci(),
  `default .90` = usual_ci(0.90),
  `default .99` = usual_ci(0.99),
  `jackknife` = ci_jackknife(),
  `analytic` = ci_analytic(),
  `bca` = ci_bootstrap(times = draws, type = "bca"),
  `percentile` = ci_bootstrap(times = draws),
  `studentized` = ci_bootstrap(times = draws, type = "studentized"),
  `raters drawn` = ci_analytic(over = "both"),
  `two-way` = ci_bootstrap(times = draws, over = "both")
)
usual <- "default,default .90,default .99,jackknife,analytic,bca"
if (use == "beyond") usual <- "default,jackknife,raters drawn,two-way"
wanted <- strsplit(setting("METHODS", usual), ",")[[1]]
stopifnot(wanted %in% names(methods))

# The jobs of one part, each of them a group. What a method draws by the random numbers of the session
# comes after them from the same seed.
jobs_of <- function(design, items, part) {
  set.seed(seed_of(paste(design$name, items, part)))
  design$draw(items, at_once)
}

measure <- function(design, data, ci) {
  result <- suppressWarnings(agreement_of(design, data, ci))
  result$coefficient <- sub("_ac2", "_ac1", result$coefficient)
  as.data.frame(result)[c("job", "coefficient", "estimate", "conf.low", "conf.high")]
}

# A row per coefficient. An estimate that is not defined has no interval, and is counted by itself; of
# those that are defined, `coverage` looks at the jobs that have an interval, and `covered` at all.
summarise <- function(x, truth) {
  rows <- lapply(split(x, x$coefficient), function(x) {
    true <- truth[[x$coefficient[1]]]
    defined <- !is.na(x$estimate)
    has <- defined & !is.na(x$conf.low) & !is.na(x$conf.high)
    above <- has & x$conf.low > true
    below <- has & x$conf.high < true
    width <- (x$conf.high - x$conf.low)[has]
    some <- max(1, sum(has))
    data.frame(
      coefficient = x$coefficient[1], replicates = nrow(x), truth = true,
      estimate = mean(x$estimate[defined]), sd = stats::sd(x$estimate[defined]),
      undefined = mean(!defined), without = sum(defined & !has) / sum(defined),
      coverage = sum(has & !above & !below) / some, covered = sum(has & !above & !below) / sum(defined),
      above = sum(above) / some, below = sum(below) / some,
      width = mean(width), median_width = stats::median(width)
    )
  })
  do.call(rbind, unname(rows))
}

run_cell <- function(design, items, method, truth) {
  parts <- lapply(seq_len(ceiling(replicates / at_once)), function(part) {
    measure(design, jobs_of(design, items, part), methods[[method]])
  })
  summarise(do.call(rbind, parts), truth)
}

known <- if (file.exists(file)) utils::read.csv(file)
for (design in Filter(function(d) d$use == use, designs)) {
  if (!is_there(design)) {
    cat(design$name, ": no data\n")
    next
  }
  for (items in design$items) {
    cell <- sprintf("%s n%d", design$name, items)
    done <- known$method[known$cell == cell & known$replicates >= replicates]
    todo <- setdiff(wanted, done)
    if (!grepl(setting("CELLS", "."), cell) || !length(todo)) next
    truth <- true_values(design)
    seconds <- vapply(todo, function(method) {
      time <- system.time(rows <- run_cell(design, items, method, truth))[["elapsed"]]
      rows <- cbind(
        cell = cell, kind = design$kind, use = use, items = items, level = design$level,
        declared = !is.null(design$categories), method = method, rows
      )
      numbers <- vapply(rows, is.double, NA)
      rows[numbers] <- lapply(rows[numbers], round, 5)
      known <<- rbind(known[!(known$cell == cell & known$method == method), ], rows)
      time
    }, 0)
    utils::write.csv(known, file, row.names = FALSE)
    cat(sprintf("%-32s", cell), paste(todo, round(seconds, 1), collapse = "  "), "\n")
  }
}
