# Two raters, 12 items, of which 9 are in agreement.
two_raters <- data.frame(
  item = rep(1:12, 2), rater = rep(c("x", "y"), each = 12),
  label = c(rep(c("a", "b", "c"), 4), rep(c("a", "b", "c"), 3), "b", "c", "a")
)

seeded <- function(code, seed = 4) {
  set.seed(seed)
  code
}

# Draws from the posterior, and (`row` 2) from the data alone.
bayes_draws <- function(ratings, coefficient, ci, group = 1, row = 1) {
  entry <- registry_entries(coefficient)
  metric <- weights_for(ratings, "identity")
  skip <- setdiff(seq_along(ratings$group_status), group)
  models <- match(entry$model, MODELS) - 1L
  matrix(replicate_estimates(ratings, models, metric, metric, ci, skip)[[group]]$estimate, 2)[row, ]
}

# The interval of k / n when the posterior is Beta(a, b) and that of the data alone Beta(k, n - k), whose
# median is moved to k / n: on the scale of logits, which is Fisher's for shares. Within 4 standard
# errors of what 4000 draws make of quantiles and standard deviation.
expect_beta <- function(got, a, b, k, n) {
  probs <- c(0.025, 0.975)
  limits <- stats::qbeta(probs, a, b)
  centre <- stats::qbeta(0.5, k, n - k)
  logit_error <- function(p, x, a, b) sqrt(p * (1 - p) / 4000) / stats::dbeta(x, a, b) / x / (1 - x)
  error <- sqrt(logit_error(probs, limits, a, b)^2 + logit_error(0.5, centre, k, n - k)^2)
  expected <- stats::qlogis(limits) + stats::qlogis(k / n) - stats::qlogis(centre)
  expect_true(all(abs(stats::qlogis(c(got$conf.low, got$conf.high)) - expected) < 4 * error))
  s <- sqrt(a * b / (a + b)^2 / (a + b + 1))
  expect_lt(abs(got$std.error / s - 1), 4 / sqrt(2 * 4000))
}

# Items of a list of pseudo-items: the codes of each.
codes_of <- function(pieces) unname(split(pieces$code, rep(seq_along(pieces$size), pieces$size)))

test_that("the posterior is described by its arguments", {
  ci <- ci_bayes(prior = 1, times = 100, conf_level = 0.9)
  expect_s3_class(ci, c("accord_ci_bayes", "accord_ci"))
  expect_equal(format(ci), "90%, Bayesian")
  got <- seeded(percent_agreement(two_raters, item, rater, label, ci = ci))
  expect_equal(c(got$interval, got$conf.level), c("Bayesian", "0.9"))
  expect_equal(got$estimate, 9 / 12)
  expect_output(print(got), "90% Bayesian intervals", fixed = TRUE)
  expect_equal(tidy(got)$conf.low, got$conf.low)
  table <- as.character(paper_table(got, format = "markdown"))
  expect_match(paste(table, collapse = " "), "90% CI", fixed = TRUE)
})

test_that("without a prior, agreement of two raters has the posterior Beta(k, n - k)", {
  ratings <- as_ratings(two_raters, item, rater, label)
  x <- seeded(bayes_draws(ratings, "percent", ci_bayes(0, 4000)))
  expect_gt(stats::ks.test(x, "pbeta", 9, 3)$p.value, 0.01)
  # which is told from one item more or less
  expect_lt(stats::ks.test(x, "pbeta", 10, 3)$p.value, 1e-6)
  expect_lt(stats::ks.test(x, "pbeta", 9, 4)$p.value, 1e-6)
  got <- seeded(percent_agreement(two_raters, item, rater, label, ci = ci_bayes(0, 4000)))
  expect_beta(got, 9, 3, 9, 12)
})

test_that("the weights of patterns have the moments of the Dirichlet distribution", {
  rows <- list(mass = c(5, 0, 1, 2, 0), prior = c(0, 0, 0, 0.5, 0.25))
  both <- seeded(replicate(8000, draw_weights(ci_bayes(), rows)$weights))
  expect_equal(unname(apply(both, 2:3, sum)), matrix(8.75, 2, 8000))
  alone <- both[, 2, ] / 8.75
  expect_identical(unique(c(alone[c(2, 5), ])), 0)
  q <- c(5, 0, 1, 2, 0) / 8
  expect_true(all(abs(rowMeans(alone) - q) <= 5 * sqrt(q * (1 - q) / 9 / 8000)))
  w <- both[, 1, ]
  expect_identical(unique(w[2, ]), 0)
  p <- (rows$mass + rows$prior) / 8.75
  share <- w / 8.75
  v <- p * (1 - p) / 9.75
  expect_true(all(abs(rowMeans(share) - p) <= 5 * sqrt(v / 8000)))
  expect_true(all(abs(apply(share, 1, stats::var)[-2] / v[-2] - 1) < 0.15))
  expect_equal(stats::cov(share[1, ], share[4, ]), -p[1] * p[4] / 9.75, tolerance = 0.1)
})

test_that("two pseudo-items make it Beta(k + 1 + 1/K, n - k + 1 - 1/K)", {
  # The random half of the pseudo-items agrees in a share near 1/K of them; by how much, the seed says.
  for (q in c(3, 4, 10)) {
    ratings <- as_ratings(two_raters, item, rater, label, categories = letters[seq_len(q)])
    agreed <- seeded(vapply(codes_of(pseudo_items(ratings, diff(ratings$item_start))), function(code) {
      code[1] == code[2]
    }, NA))
    n <- length(agreed) / 2
    expect_true(all(agreed[seq_len(n)]))
    share <- mean(agreed[-seq_len(n)])
    expect_lt(abs(share - 1 / q), 4 * sqrt(1 / q * (1 - 1 / q) / n))
    x <- seeded(bayes_draws(ratings, "percent", ci_bayes(2, 4000)))
    expect_gt(stats::ks.test(x, "pbeta", 9 + 1 + share, 3 + 1 - share)$p.value, 0.01)
    expect_lt(stats::ks.test(x, "pbeta", 9, 3)$p.value, 1e-6)
  }
  # So does the average over many sets of pseudo-items.
  ratings <- as_ratings(two_raters, item, rater, label)
  x <- seeded(unlist(lapply(1:200, function(i) bayes_draws(ratings, "percent", ci_bayes(2, 20)))))
  expect_gt(stats::ks.test(x, "pbeta", 9 + 1 + 1 / 3, 3 + 1 - 1 / 3)$p.value, 0.01)
  got <- seeded(percent_agreement(two_raters, item, rater, label, ci = ci_bayes(6, 4000)))
  # of k + 3 + 1 = 13 and n - k + 3 - 1 = 5
  s <- sqrt(13 * 5 / 18^2 / 19)
  expect_lt(abs(got$std.error / s - 1), 0.1)
})

test_that("half of the pseudo-items agree, half are random, and real items say who rates", {
  local_seed(1)
  data <- random_weighted(8)$data
  ratings <- as_ratings(
    data, item, rater, rating,
    categories = 1:15, duplicates = "first", level = "nominal"
  )
  size <- diff(ratings$item_start)
  rows <- split(ratings$rater, rep(seq_along(size), size))
  pieces <- seeded(pseudo_items(ratings, size))
  code <- codes_of(pieces)
  n <- length(code) / 2
  expect_equal(n, 15 * 14) # the least multiple of 15 that is 200 or more
  alike <- vapply(code[seq_len(n)], function(x) if (length(unique(x)) == 1) x[1] else NA, 0L)
  expect_equal(tabulate(alike + 1L, 15), rep(14, 15))
  random <- unlist(code[-seq_len(n)])
  expect_gt(stats::chisq.test(tabulate(random + 1L, 15))$p.value, 0.001)
  raters <- split(pieces$rater, rep(seq_along(pieces$size), pieces$size))
  several <- unique(lapply(unname(rows[lengths(rows) > 1]), sort))
  expect_true(all(lapply(unname(raters), sort) %in% several))
  expect_true(all(several %in% lapply(unname(raters), sort)))
})

test_that("on an ordered scale random items lie between two random categories, four wide or more", {
  for (k in c(2, 4, 6, 20)) {
    pairs <- expand.grid(first = seq_len(k), last = seq_len(k))
    width <- pmin(k, pmax(abs(pairs$first - pairs$last) + 1, 4))
    windows <- seeded(random_windows(k, 5000, TRUE))
    got <- tabulate(windows$width, k)
    possible <- sort(unique(width))
    expect_equal(sum(got[-possible]), 0)
    if (length(possible) > 1) {
      p <- as.vector(table(width)) / length(width)
      expect_gt(stats::chisq.test(got[possible], p = p)$p.value, 0.001)
    }
    # anywhere on the scale
    for (w in possible[possible < k]) {
      at <- tabulate(windows$first[windows$width == w] + 1, k)
      expect_equal(sum(at[-seq_len(k - w + 1)]), 0)
      if (w < k - 1) expect_gt(stats::chisq.test(at[seq_len(k - w + 1)])$p.value, 1e-4)
    }
    expect_identical(unique(random_windows(k, 50, FALSE)$width), k)
  }
  local_seed(1)
  data <- random_weighted(8)$data
  spread <- function(level) {
    ratings <- as_ratings(data, item, rater, rating, categories = 1:15, duplicates = "first", level = level)
    code <- codes_of(seeded(pseudo_items(ratings, diff(ratings$item_start))))
    vapply(code[-seq_len(210)], function(x) diff(range(x)), 0L)
  }
  expect_lt(mean(spread("interval")), 0.7 * mean(spread("nominal")))
})

test_that("the mass of the prior is shared by the pseudo-items", {
  ratings <- as_ratings(two_raters, item, rater, label)
  joined <- seeded(with_pseudo_items(ratings, 3))
  n <- length(joined$mass) - 12
  expect_equal(joined$mass, rep(c(1, 0), c(12, n)))
  expect_equal(joined$prior, rep(c(0, 3 / n), c(12, n)))
  expect_equal(diff(joined$ratings$item_start), rep(2, 12 + n))
  expect_identical(joined$ratings$code[1:24], ratings$code)
  expect_length(joined$ratings$rater, 2 * (12 + n))
  expect_identical(joined$ratings$group_start, c(0L, 12L + as.integer(n)))
})

test_that("one group is taken out of the ratings whole", {
  data <- random_weighted(5)$data
  ratings <- as_ratings(data, item, rater, rating, by = part, categories = 1:15)
  for (g in 1:3) {
    one <- one_group(ratings, g)
    own <- data[data$part == ratings$groups$part[g], ]
    alone <- as_ratings(own, item, rater, rating, categories = 1:15)
    expect_equal(as.character(one$items), as.character(alone$items))
    parts <- c("code", "item_start", "group_start")
    expect_identical(one[parts], alone[parts])
    expect_equal(as.character(one$raters[one$rater + 1L]), as.character(alone$raters[alone$rater + 1L]))
  }
  data <- data.frame(item = c(1, 1, 2, 2), label = c("a", "b", "b", "b"), part = c("x", "x", "y", "y"))
  anonymous <- as_ratings(data, item = item, rating = label, by = part)
  expect_null(one_group(anonymous, 2)$rater)
  expect_true("rater" %in% names(one_group(anonymous, 2)))
})

all_of <- function(data, ..., ci = ci_bayes(times = 100)) {
  seeded(agreement(data, ..., ci = ci))
}

test_that("perfect agreement has an interval", {
  perfect <- transform(two_raters, label = label[1:12])
  got <- all_of(perfect, item, rater, label)
  expect_equal(got$estimate, rep(1, nrow(got)))
  expect_true(all(got$conf.low < 0.95 & got$conf.low > 0.3 & got$conf.high <= 1))
  # but not when nothing is known but the data
  expect_warning(
    got <- all_of(perfect, item, rater, label, ci = ci_bayes(0, 100)),
    class = "accord_warning_no_interval"
  )
  expect_identical(got$conf.low, rep(NA_real_, nrow(got)))
})

test_that("the category set counts, unused categories too", {
  few <- seeded(percent_agreement(two_raters, item, rater, label, ci = ci_bayes(4, 4000)))
  many <- seeded(percent_agreement(two_raters, item, rater, label,
    categories = letters, ci = ci_bayes(4, 4000)
  ))
  # the mean of Beta(k + 2 + 2/K, n - k + 2 - 2/K) moves by 2 (1/3 - 1/26) / 16
  moved <- (few$conf.low + few$conf.high - many$conf.low - many$conf.high) / 2
  expect_equal(moved, 2 * (1 / 3 - 1 / 26) / 16, tolerance = 0.5)
})

test_that("every coefficient has one: anonymous raters, counts, weights, levels, continuous values", {
  anonymous <- all_of(two_raters, item = item, rating = label)
  expect_false(anyNA(anonymous$conf.low))
  expect_false("conger" %in% anonymous$coefficient)
  counts <- rbind(c(2, 1, 0), c(0, 3, 0), c(3, 0, 0), c(1, 2, 0), c(0, 1, 2))
  expect_false(anyNA(all_of(counts, layout = "counts")$conf.low))
  scores <- transform(two_raters, label = match(label, letters))
  known <- all_of(scores, item, rater, label, weights = "quadratic")
  expect_false(anyNA(known$conf.low))
  expect_true(all(c("cohen", "gwet_ac2", "alpha") %in% known$coefficient))
  local_seed(1)
  truth <- stats::rnorm(150)
  continuous <- data.frame(
    item = rep(1:150, 2), rater = rep(1:2, each = 150), value = rep(truth, 2) + stats::rnorm(300, sd = 0.5)
  )
  for (level in c("ordinal", "interval")) {
    ci <- ci_bayes(times = 200)
    got <- seeded(krippendorff_alpha(continuous, item, rater, value, level = level, ci = ci))
    expect_true(got$conf.low < got$estimate && got$estimate < got$conf.high)
    expect_lt(got$conf.high - got$conf.low, 0.3)
  }
  pieces <- seeded(pseudo_items(as_ratings(continuous, item, rater, value), rep(2L, 150)))
  expect_length(pieces$size, 400)
  expect_equal(anyDuplicated(pieces$code[c(TRUE, FALSE)][1:200]), 0)
})

test_that("groups have their own posterior, and faulty ones none", {
  data <- rbind(
    cbind(two_raters, part = "good"),
    data.frame(item = 1:3, rater = c("x", "y", "x"), label = c("a", "b", "a"), part = "single"),
    data.frame(item = c(1, 1, 1), rater = c("x", "x", "y"), label = c("a", "b", "a"), part = "twice"),
    cbind(transform(two_raters, item = item + 100), part = "same")
  )
  expect_warning(
    got <- seeded(percent_agreement(data, item, rater, label, by = part, ci = ci_bayes(times = 4000))),
    class = "accord_warning_undefined"
  )
  got <- got[match(c("good", "single", "twice", "same"), got$part), ]
  expect_equal(is.na(got$estimate), c(FALSE, TRUE, TRUE, FALSE))
  expect_equal(is.na(got$conf.low), c(FALSE, TRUE, TRUE, FALSE))
  # The same data: the same posterior, but for the pseudo-items and 4000 draws.
  expect_equal(got$conf.low[4], got$conf.low[1], tolerance = 0.03)
  expect_equal(got$conf.high[4], got$conf.high[1], tolerance = 0.03)
})

test_that("items with one rating tell nothing of pairs", {
  # pairs are ten times rarer in the posterior than items, so their total is often less than one
  data <- rbind(two_raters[c(1, 13, 10, 22), ], data.frame(item = 21:60, rater = "x", label = "a"))
  ratings <- as_ratings(data, item, rater, label)
  x <- seeded(bayes_draws(ratings, "alpha", ci_bayes(0, 500)))
  expect_lt(mean(is.na(x)), 0.01)
})

test_that("arguments are checked", {
  for (prior in list(-1, NA, Inf, "two", c(1, 2))) {
    expect_fault(ci_bayes(prior), "argument", "`prior` must be one number, 0 or more", argument = "prior")
  }
  expect_fault(ci_bayes(times = 1), "argument", argument = "times")
  expect_fault(ci_bayes(times = 2.5), "argument", argument = "times")
  expect_fault(ci_bayes(conf_level = 1), "argument", argument = "conf_level")
})
