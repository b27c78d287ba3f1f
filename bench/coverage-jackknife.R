# Coverage and width of 95% limits of the generalizability (ICC(C,1)) and the dependability (ICC(A,1)) of one rater, by
# the profile of the likelihood and by the jackknife over items: 20 or 50 items x 3 or 4 raters, complete and with 30%
# of the scores missing; variance 1 of the items, .25 of the raters (normal), .5 of the error; items and errors normal,
# exponential, lognormal (sdlog .5) or of two values (shares .3 and .7). In the last rows the items' variance is .1.
# `none`: the share of sets without limits by the jackknife, which are left out.
# Rscript bench/coverage-jackknife.R [replicates] [rows of `designs`, such as 1:8]

library(accord)
options(accord.threads = 1)

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 500

# Numbers with mean 0 and variance 1.
draws <- list(
  normal = stats::rnorm,
  exponential = function(n) stats::rexp(n) - 1,
  lognormal = function(n) (stats::rlnorm(n, 0, 0.5) - exp(0.125)) / sqrt(expm1(0.25) * exp(0.25)),
  two_values = function(n) (stats::rbinom(n, 1, 0.3) - 0.3) / sqrt(0.21)
)

# Returns for one set of scores whether the limits of both coefficients contain the true values, and their widths.
one_set <- function(rows, draw, item, share) {
  k <- max(rows$rater)
  rows$y <- sqrt(item) * draw(max(rows$item))[rows$item] + stats::rnorm(k, sd = 0.5)[rows$rater] +
    sqrt(0.5) * draw(nrow(rows))
  rows <- rows[stats::runif(nrow(rows)) >= share, ]
  x <- variance_components(rows, y ~ (1 | item) + (1 | rater), ci = "none")
  true <- item / (item + c(0.5, 0.75))
  unlist(lapply(c(profile = "profile", jackknife = "jackknife"), function(ci) {
    g <- generalizability(x, object = item, n = list(rater = 1), ci = ci)
    c(holds = g$conf.low <= true & true <= g$conf.high, width = g$conf.high - g$conf.low)
  }))
}

row <- function(n, k, share, draw, item = 1) {
  rows <- expand.grid(item = seq_len(n), rater = seq_len(k))
  found <- replicate(times, suppressWarnings(one_set(rows, draws[[draw]], item, share)))
  means <- round(rowMeans(found, na.rm = TRUE), 3)
  names(means) <- c("profile_g", "profile_d", "pw_g", "pw_d", "jack_g", "jack_d", "jw_g", "jw_d")
  data.frame(n, k, share, draw, item, t(means), none = mean(is.na(found[5, ])))
}

designs <- expand.grid(draw = names(draws), share = c(0, 0.3), k = c(4, 3), n = c(20, 50), stringsAsFactors = FALSE)
designs$item <- 1
designs <- rbind(designs, expand.grid(draw = c("normal", "exponential"), share = 0, k = 4, n = c(20, 50), item = 0.1))
rows <- if (length(arguments) > 1) eval(parse(text = arguments[2])) else seq_len(nrow(designs))
for (i in rows) {
  d <- designs[i, ]
  set.seed(202 + i)
  found <- row(d$n, d$k, d$share, d$draw, d$item)
  utils::write.table(found, quote = FALSE, row.names = FALSE, col.names = i == rows[1])
}
