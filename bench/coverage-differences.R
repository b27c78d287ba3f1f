# How often 95% limits of compare_agreement() hold the true difference of two alphas, and how often the test at the 5%
# level rejects where there is none: the default interval and the jackknife. Groups of 20, 50 or 200 items, independent
# or paired, by 2 or 3 raters, with half or 95% of the items in one of two categories. Designs fixed before the first run.
#   Rscript bench/coverage-differences.R [sets] [seed]
# A set without limits counts as not covered and not rejected; `none` is the share of these.

suppressPackageStartupMessages(library(accord))
options(width = 250)
arguments <- as.integer(commandArgs(TRUE))
sets <- if (length(arguments)) arguments[1] else 400
set.seed(if (length(arguments) > 1) arguments[2] else 11)

# A rater gives the true category with probability `knows`, otherwise a random one by its share: alpha is knows^2.
rate <- function(truth, share, knows, raters) {
  n <- length(truth)
  one <- function(r) ifelse(stats::runif(n) < knows, truth, stats::runif(n) < share)
  data.frame(item = seq_len(n), rater = rep(seq_len(raters), each = n), label = unlist(lapply(seq_len(raters), one)))
}

one_set <- function(kind, n, share, raters, knows_1, knows_2) {
  first <- stats::runif(n) < share
  second <- if (kind == "paired") first else stats::runif(n) < share
  data <- rbind(
    cbind(rate(first, share, knows_1, raters), group = 1), cbind(rate(second, share, knows_2, raters), group = 2)
  )
  data$label <- factor(data$label, c(FALSE, TRUE))
  of <- function(ci) {
    x <- suppressWarnings(compare_agreement(
      data, item, rater, label,
      by = group, level = "nominal", paired = kind == "paired", ci = ci
    ))
    c(x$conf.low, x$conf.high, x$p.value)
  }
  c(of(ci_default()), of(ci_jackknife()))
}

one_design <- function(kind, n, share, raters, knows_1, knows_2) {
  x <- replicate(sets, one_set(kind, n, share, raters, knows_1, knows_2))
  true <- knows_2^2 - knows_1^2
  figures <- function(low, high, p) {
    holds <- !is.na(low) & low <= true & true <= high
    data.frame(
      held = mean(holds), below = mean(true < low, na.rm = TRUE), above = mean(true > high, na.rm = TRUE),
      rejects = mean(!is.na(p) & p < 0.05), width = mean(high - low, na.rm = TRUE), none = mean(is.na(low))
    )
  }
  default <- figures(x[1, ], x[2, ], x[3, ])
  jackknife <- figures(x[4, ], x[5, ], x[6, ])
  names(jackknife) <- paste0(names(jackknife), "_jackknife")
  cbind(data.frame(kind, n, share, raters, alpha_1 = knows_1^2, alpha_2 = knows_2^2), default, jackknife)
}

design <- expand.grid(
  kind = c("independent", "paired"), n = c(20, 50, 200), share = c(0.5, 0.95), raters = 2:3,
  knows_1 = c(0.55, 0.9), knows_2 = c(0.55, 0.9), stringsAsFactors = FALSE
)
design <- design[design$knows_1 <= design$knows_2, ]
found <- do.call(rbind, do.call(Map, c(list(one_design), design)))
print(found, row.names = FALSE, digits = 2)
null <- found$alpha_1 == found$alpha_2
cat("held or none", range(found$held + found$none), "mean", mean(found$held + found$none), "\n")
cat("rejects without a difference:", range(found$rejects[null]), "jackknife", range(found$rejects_jackknife[null]), "\n")
