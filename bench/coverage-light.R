# Coverage and width of 95% limits of Light's kappa by the jackknife and by `ci_bayes(times = 2^14)`, which draws
# them, where items and raters are many: 100, 300 and 1,000 items with so many raters that there are more than 1e5
# pairs of ratings, complete or 60% of the ratings, for other items by the same raters. The true value is the mean of
# the kappas of all pairs in the population, from the raters' probabilities: each rater has an accuracy of his own,
# .55 to .97, and errs to any other category alike. In the rows of hard items, half of the items have the chances of a
# guess. Prevalences are as named.
# In the last ten rows, which are apart, 100 raters give ten ratings to each of 1,000 items. The results are in
# coverage-light.csv: rows 1 to 40 with 400 and 100 replicates, 41 to 60 with 300 and 60, the others with 200 and 60.
# Rscript bench/coverage-light.R [replicates] [replicates of ci_bayes()] [rows of `designs`, such as 1:8]

library(accord)

arguments <- commandArgs(trailingOnly = TRUE)
times <- if (length(arguments)) as.integer(arguments[1]) else 500
times_bayes <- if (length(arguments) > 1) as.integer(arguments[2]) else 100

prevalences <- list(
  equal = c(0.5, 0.5), skewed = c(0.9, 0.1), rare = c(0.97, 0.03), three = c(0.6, 0.3, 0.1), five = rep(0.2, 5)
)

# Raters' probabilities of each category for each kind of item: rows are kinds, columns categories.
raters_of <- function(k, q, hard) {
  lapply(stats::runif(k, 0.55, 0.97), function(right) {
    easy <- matrix((1 - right) / (q - 1), q, q)
    diag(easy) <- right
    if (hard) rbind(easy, matrix(1 / q, q, q)) else easy
  })
}

true_light <- function(raters, share) {
  kappas <- utils::combn(length(raters), 2, function(pair) {
    g <- raters[[pair[1]]]
    h <- raters[[pair[2]]]
    observed <- sum(share * rowSums(g * h))
    expected <- sum(colSums(share * g) * colSums(share * h))
    (observed - expected) / (1 - expected)
  })
  mean(kappas)
}

one_set <- function(raters, share, n, given) {
  kind <- sample(length(share), n, replace = TRUE, prob = share)
  labels <- vapply(raters, function(p) {
    cumulative <- t(apply(p, 1, cumsum))[kind, , drop = FALSE]
    1L + rowSums(stats::runif(n) > cumulative[, -ncol(cumulative), drop = FALSE])
  }, numeric(n))
  labels[stats::runif(length(labels)) >= given] <- NA
  rows <- data.frame(item = c(row(labels)), rater = c(col(labels)), label = c(labels))
  as_ratings(rows, item, rater, label, categories = seq_len(ncol(raters[[1]])))
}

covers <- function(ratings, true, ci) {
  found <- suppressWarnings(light_kappa(ratings, ci = ci))
  c(
    holds = found$conf.low <= true && true <= found$conf.high, below = found$conf.high < true,
    width = found$conf.high - found$conf.low
  )
}

designs <- expand.grid(
  prevalence = names(prevalences), hard = c(FALSE, TRUE), given = c(1, 0.6), n = c(100, 300, 1000),
  stringsAsFactors = FALSE
)
# Crowds with ten ratings an item on average, of 100 raters.
crowds <- designs[designs$n == 1000 & designs$given == 1, ]
crowds$given <- 0.1
designs$raters <- c(50, 30, 16)[match(designs$n, c(100, 300, 1000))] / ifelse(designs$given < 1, 0.6, 1)
designs$raters <- ceiling(designs$raters)
designs <- rbind(designs, cbind(crowds, raters = 100))

rows <- if (length(arguments) > 2) eval(parse(text = arguments[3])) else seq_len(nrow(designs))
for (i in rows) {
  d <- designs[i, ]
  set.seed(900 + i)
  share <- prevalences[[d$prevalence]]
  raters <- raters_of(d$raters, length(share), d$hard)
  if (d$hard) share <- c(share, share) / 2
  true <- true_light(raters, share)
  found <- bayes <- NULL
  for (j in seq_len(times)) {
    ratings <- one_set(raters, share, d$n, d$given)
    found <- cbind(found, covers(ratings, true, ci_jackknife()))
    if (j <= times_bayes) bayes <- cbind(bayes, covers(ratings, true, ci_bayes(times = 2^14)))
  }
  of <- function(x) round(rowMeans(x), 3)
  all <- data.frame(d, true = round(true, 3), jackknife = t(of(found)), bayes = if (times_bayes > 0) t(of(bayes)))
  utils::write.table(all, quote = FALSE, row.names = FALSE, col.names = i == rows[1])
  flush(stdout())
}
