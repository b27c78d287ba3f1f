# Coverage of 95% limits for other items and other raters, by simulation: the designs of coverage-two-way-designs.R, of
# which the odd ones of the first set served to choose. For each design and coefficient the share of studies whose
# limits contain the value of the population (from 20,000 raters), and the median width.
#   Rscript bench/coverage-two-way.R [replicates] [new, report, odd or even designs] [csv]
# The other intervals, of alpha only, are computed for the first tenth of the studies.

library(accord)
options(accord.threads = 1)
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "coverage-two-way-designs.R"))

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments) > 0) as.integer(arguments[1]) else 500
set <- if (length(arguments) > 1) arguments[2] else "report"
file <- if (length(arguments) > 2) arguments[3] else file.path(here, "coverage-two-way.csv")

N_CATEGORIES <- c(threshold = 2, skill = 4, ordinal = 4, interval = 7)

# The limits of coefficients of a study.
limits_of <- function(ratings, d, ci, others) {
  of <- function(ids, weights) {
    x <- agreement(ratings, coefficients = ids, weights = weights, ci = ci)
    data.frame(coefficient = x$coefficient, conf.low = x$conf.low, conf.high = x$conf.high)
  }
  weights <- if (level_of(d) == "nominal") "identity" else "quadratic"
  main <- of(c("krippendorff_alpha", if (others) c("conger_kappa", "percent_agreement")), weights)
  if (others) rbind(main, of("gwet_ac1", "identity")) else main
}

methods <- list(
  two_way = ci_jackknife(over = "both"),
  analytic = ci_analytic(over = "both"),
  bootstrap = ci_bootstrap(times = 500, over = "both"),
  default = ci_default()
)

rows <- list()
designs <- switch(set, new = two_way_new_designs(), report = two_way_report_designs(), two_way_designs())
if (set %in% c("odd", "even")) designs <- designs[designs$design %% 2 == (set == "odd"), ]
for (i in seq_len(nrow(designs))) {
  d <- designs[i, ]
  truth <- truth_of(d, 20000)
  set.seed(5000 + d$design)
  found <- list()
  for (b in seq_len(times)) {
    study <- study_of(d)
    q <- N_CATEGORIES[[d$kind]]
    ratings <- as_ratings(study, item, rater, label, level = level_of(d), categories = seq_len(q))
    for (name in if (b <= times / 10) names(methods) else "two_way") {
      x <- suppressWarnings(limits_of(ratings, d, methods[[name]], others = name == "two_way"))
      found[[length(found) + 1]] <- cbind(method = name, x)
    }
  }
  found <- do.call(rbind, found)
  found$truth <- truth[found$coefficient]
  found$known <- !is.na(found$conf.low) & !is.na(found$conf.high)
  parts <- split(found, paste(found$method, found$coefficient))
  rows <- c(rows, lapply(parts, function(x) {
    y <- x[x$known, ]
    data.frame(
      design = d$design, kind = d$kind, raters = d$raters, items = d$items, each = d$each,
      method = x$method[1], coefficient = x$coefficient[1], truth = round(x$truth[1], 3), studies = nrow(x),
      with_limits = nrow(y), coverage = round(mean(y$conf.low <= y$truth & y$truth <= y$conf.high), 3),
      above = round(mean(y$conf.low > y$truth), 3), below = round(mean(y$conf.high < y$truth), 3),
      width = round(stats::median(y$conf.high - y$conf.low), 3)
    )
  }))
  cat(d$design, "")
  result <- do.call(rbind, rows)
  utils::write.csv(result, file, row.names = FALSE, quote = FALSE)
}

# The lines of the report.
for (name in names(methods)) {
  x <- result[result$method == name & result$raters >= 4, ]
  cat(sprintf(
    "%s: of %d rows with four raters or more %.0f%% in .93 to .985, %.0f%% above, %d below .90, lowest %.3f\n",
    name, nrow(x), 100 * mean(x$coverage >= 0.93 & x$coverage <= 0.985, na.rm = TRUE),
    100 * mean(x$coverage > 0.985, na.rm = TRUE), sum(x$coverage < 0.9, na.rm = TRUE), min(x$coverage, na.rm = TRUE)
  ))
}
