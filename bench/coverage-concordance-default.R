# How often 95% limits of the concordance correlation hold that of the population: the default ones and those of the
# jackknife, for 2 and 3 raters, 10 to 100 items that are normal or skewed, and two sizes of error. The default interval
# is that of ci_bayes(), here with 4,096 draws, which move limits by less than .01 and take a tenth of the time.
#   Rscript bench/coverage-concordance-default.R [sets] [seed]

suppressPackageStartupMessages(library(accord))
arguments <- as.integer(commandArgs(TRUE))
sets <- if (length(arguments)) arguments[1] else 500
set.seed(if (length(arguments) > 1) arguments[2] else 1989)

# Returns lognormal values with mean 0 and variance 1.
lognormal <- function(n, s) (stats::rlnorm(n, 0, s) - exp(s^2 / 2)) / sqrt((exp(s^2) - 1) * exp(s^2))
subjects <- list(
  normal = stats::rnorm, lognormal = function(n) lognormal(n, 0.8), long_tail = function(n) lognormal(n, 1.2)
)

# Raters stand `shift` apart; errors are normal.
one_design <- function(subject, n, raters, error, shift) {
  rows <- expand.grid(item = seq_len(n), rater = seq_len(raters), set = seq_len(sets))
  truth <- subjects[[subject]](n * sets)[(rows$set - 1) * n + rows$item]
  rows$score <- truth + shift * rows$rater + stats::rnorm(nrow(rows), sd = sqrt(error))
  pairs <- raters * (raters - 1) / 2
  concordance_here <- pairs / (pairs * (1 + error) + sum(stats::dist(shift * seq_len(raters))^2) / 2)
  each <- vapply(list(default = ci_bayes(times = 4096), jackknife = ci_jackknife()), function(ci) {
    x <- concordance(rows, item, rater, score, by = set, pairs = FALSE, ci = ci)
    low <- concordance_here < x$conf.low
    high <- concordance_here > x$conf.high
    c(
      held = mean(!low & !high, na.rm = TRUE), below = mean(low, na.rm = TRUE), above = mean(high, na.rm = TRUE),
      width = mean(x$conf.high - x$conf.low, na.rm = TRUE)
    )
  }, numeric(4))
  data.frame(
    subject, n, raters,
    concordance = round(concordance_here, 3), limits = colnames(each), round(t(each), 3), row.names = NULL
  )
}

design <- expand.grid(n = c(10, 20, 50, 100), raters = 2:3, size = 1:2, subject = names(subjects))
errors <- c(0.4, 0.03)
shifts <- c(0.3, 0.05)
found <- Map(function(subject, n, raters, size) {
  one <- one_design(as.character(subject), n, raters, errors[size], shifts[size])
  print(one, row.names = FALSE)
}, design$subject, design$n, design$raters, design$size)
found <- do.call(rbind, found)
print(stats::aggregate(held ~ subject + limits + n, found, function(x) round(c(mean(x), range(x)), 3)))
