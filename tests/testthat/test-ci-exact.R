exact <- c("percent_agreement", "brennan_prediger", "cohen_kappa", "scott_pi", "gwet_ac1")

# All tables of n items in rows: (1, 1), (1, 2), (2, 1), (2, 2).
all_tables <- function(n) {
  x <- as.matrix(expand.grid(0:n, 0:n, 0:n))
  x <- x[rowSums(x) <= n, ]
  cbind(x, n - rowSums(x))
}

limits_of_tables <- function(tables, coefficient, ci = ci_exact()) {
  cell <- data.frame(
    group = rep(seq_len(nrow(tables)), each = 4), one = c(1, 1, 2, 2), two = c(1, 2, 1, 2),
    n = as.integer(t(tables))
  )
  cell <- cell[cell$n > 0, ]
  rows <- data.frame(
    group = cell$group, item = seq_len(nrow(cell)), rater = rep(c("one", "two"), each = nrow(cell)),
    label = c(cell$one, cell$two), n = cell$n
  )
  x <- as_ratings(rows, item, rater, label, by = group, case_weights = n, categories = 1:2)
  found <- suppressWarnings(agreement(x, coefficients = coefficient, ci = ci))
  found[order(found$group), ]
}

# The value in a population, from its four cells, by the definitions.
value_of_cells <- function(p, coefficient) {
  first <- p[1] + p[2]
  second <- p[1] + p[3]
  mean <- (first + second) / 2
  chance <- switch(coefficient,
    percent_agreement = 0, brennan_prediger = 1 / 2,
    cohen_kappa = first * second + (1 - first) * (1 - second),
    scott_pi = mean^2 + (1 - mean)^2, gwet_ac1 = 2 * mean * (1 - mean)
  )
  (p[1] + p[4] - chance) / (1 - chance)
}

test_that("limits of a share are those of Clopper and Pearson", {
  for (table in list(c(5, 1, 2, 32), c(20, 5, 10, 15), c(0, 4, 3, 0), c(60, 10, 15, 115))) {
    found <- limits_of_tables(rbind(table), exact[1:2])
    expected <- as.vector(stats::binom.test(sum(table[c(1, 4)]), sum(table))$conf.int)
    expect_equal(c(found$conf.low[1], found$conf.high[1]), expected, tolerance = 1e-8)
    expect_equal(c(found$conf.low[2], found$conf.high[2]), 2 * expected - 1, tolerance = 1e-8)
  }
})

test_that("each limit holds with at least its probability in any population", {
  n <- 8
  tables <- all_tables(n)
  ways <- lfactorial(n) - rowSums(lfactorial(tables))
  set.seed(1)
  cells <- matrix(stats::rgamma(4 * 1500, rep(c(0.1, 0.5, 2), each = 2000)), ncol = 4)
  cells <- cells[rowSums(cells) > 0, ] / rowSums(cells[rowSums(cells) > 0, ])
  # Rare categories, and raters who never disagree in one direction.
  corners <- expand.grid(a = c(0.01, 0.05, 0.2), b = c(0, 0.01, 0.1), c = c(0, 0.05, 0.3))
  cells <- rbind(cells, as.matrix(cbind(corners, d = 1 - rowSums(corners))))
  for (coefficient in exact[3:5]) {
    limits <- limits_of_tables(tables, coefficient)
    low <- ifelse(is.na(limits$conf.low), -1, limits$conf.low)
    high <- ifelse(is.na(limits$conf.high), 1, limits$conf.high)
    value <- apply(cells, 1, value_of_cells, coefficient)
    wrong <- vapply(which(is.finite(value)), function(i) {
      p <- exp(ways + drop(tables %*% log(pmax(cells[i, ], 1e-300))))
      c(sum(p[low > value[i] + 1e-4]), sum(p[high < value[i] - 1e-4]))
    }, c(0, 0))
    expect_lte(max(wrong), 0.025)
    # Limits that never fail would say nothing.
    expect_gt(max(wrong[1, ]), 0.015)
    expect_gt(max(wrong[2, ]), 0.015)
  }
})

test_that("limits are those of Buehler's method by a search over populations", {
  skip_if_quick()
  n <- 7
  tables <- all_tables(n)
  ways <- lfactorial(n) - rowSums(lfactorial(tables))
  steps <- function(n) sin(seq(0, pi / 2, length.out = n))^2
  grid <- expand.grid(apart = steps(161), more = steps(21), first = steps(25))
  cells <- with(grid, cbind((1 - apart) * first, apart * more, apart * (1 - more), (1 - apart) * (1 - first)))
  p <- exp(ways + tables %*% log(t(pmax(cells, 1e-300))))
  for (coefficient in exact[3:5]) {
    value <- apply(cells, 1, value_of_cells, coefficient)
    # The rank by the delta method, with derivatives by differences.
    rank <- function(table, side) {
      q <- (table + 0.5) / (n + 2)
      slope <- vapply(1:4, function(j) {
        # The derivative in the direction of a cell, of a function of probabilities that need not sum to 1.
        h <- 1e-5 * (1:4 == j)
        (value_of_cells((q + h) / (1 + 1e-5), coefficient) - value_of_cells((q - h) / (1 - 1e-5), coefficient)) / 2e-5
      }, 0)
      value_of_cells(q, coefficient) +
        side * stats::qnorm(0.975) * sqrt((sum(q * slope^2) - sum(q * slope)^2) / (n + 2))
    }
    defined <- is.finite(apply(tables / n, 1, value_of_cells, coefficient))
    low_rank <- apply(tables, 1, rank, -1)
    high_rank <- apply(tables, 1, rank, 1)
    found <- limits_of_tables(tables, coefficient)
    for (i in which(defined)[seq(1, sum(defined), by = 9)]) {
      # The share of the first category among agreements is within its limits, for which a part of the tail is spent.
      agreed <- sum(tables[i, c(1, 4)])
      bounds <- if (agreed > 0) stats::binom.test(tables[i, 1], agreed, conf.level = 1 - 0.001)$conf.int else 0:1
      possible <- grid$first >= bounds[1] & grid$first <= bounds[2]
      at_least <- possible & colSums(p[defined & low_rank >= low_rank[i] - 0.25 / n, , drop = FALSE]) > 0.024
      at_most <- possible & colSums(p[defined & high_rank <= high_rank[i] + 0.25 / n, , drop = FALSE]) > 0.024
      low <- min(value[at_least & is.finite(value)])
      high <- max(value[at_most & is.finite(value)])
      # The grid is coarse, so its limits are inside.
      expect_true(found$conf.low[i] <= low + 1e-6 && found$conf.low[i] > low - 0.05)
      expect_true(found$conf.high[i] >= high - 1e-6 && found$conf.high[i] < high + 0.05)
    }
  }
})

test_that("limits do not depend on the order of rows, raters and categories", {
  rows <- data.frame(
    item = rep(1:14, 2), rater = rep(c("b", "a"), each = 14),
    label = c(rep(c("y", "n"), 7), rep(c("y", "n"), 5), "n", "n", "y", "y")
  )
  limits <- function(x) {
    unlist(agreement(x, item, rater, label, coefficients = exact, ci = ci_exact())[c("conf.low", "conf.high")])
  }
  expected <- limits(rows)
  set.seed(3)
  expect_equal(limits(rows[sample(28), ]), expected)
  expect_equal(limits(transform(rows, rater = ifelse(rater == "a", "z", "b"))), expected)
  expect_equal(limits(transform(rows, label = ifelse(label == "y", "a", "z"))), expected)
  # An item without ratings does not count.
  expect_equal(limits(rbind(rows, data.frame(item = 15, rater = "a", label = NA))), expected)
})

test_that("a limit alone is at the level that is asked for", {
  table <- rbind(c(12, 2), c(1, 15))
  both <- cohen_kappa(table, layout = "confusion", ci = ci_exact(0.9))
  low <- cohen_kappa(table, layout = "confusion", ci = ci_exact(0.95, alternative = "greater"))
  high <- cohen_kappa(table, layout = "confusion", ci = ci_exact(0.95, alternative = "less"))
  expect_equal(c(low$conf.low, low$conf.high), c(both$conf.low, 1))
  expect_equal(c(high$conf.low, high$conf.high), c(-1, both$conf.high))
  expect_identical(both$interval, "exact")
  expect_true(is.na(both$std.error))
})

test_that("perfect agreement and data without a value", {
  perfect <- limits_of_tables(rbind(c(10, 0, 0, 10), c(20, 0, 0, 0)), "cohen_kappa")
  expect_equal(perfect$conf.high[1], 1)
  expect_true(perfect$conf.low[1] < 0.9)
  expect_true(is.na(perfect$estimate[2]) && is.na(perfect$conf.low[2]) && is.na(perfect$conf.high[2]))
})

test_that("what exact limits are not for is an error", {
  rows <- data.frame(item = rep(1:6, 2), rater = rep(c("a", "b"), each = 6), label = rep(c("y", "n", "y"), 4))
  of <- function(x, ...) cohen_kappa(x, item, rater, label, ci = ci_exact(), ...)
  expect_fault(
    agreement(rows, item, rater, label, coefficients = c("krippendorff_alpha", "cohen_kappa"), ci = ci_exact()),
    "argument", "Krippendorff's alpha", argument = "ci"
  )
  three <- rbind(rows, data.frame(item = 1:6, rater = "c", label = "y"))
  expect_fault(
    conger_kappa(three, item, rater, label, ci = ci_exact()), "argument", "There are 3 raters", argument = "ci"
  )
  expect_fault(of(transform(rows, label = c("y", "n", "m"))), "argument", "There are 3 categories", argument = "ci")
  expect_fault(of(rows[-1, ]), "argument", "1 item with one rating", argument = "ci")
  expect_no_error(percent_agreement(rows[-1, ], item, rater, label, ci = ci_exact()))
  expect_fault(of(transform(rows, site = item %% 3), cluster = site), "argument", "independent items")
  expect_fault(
    percent_agreement(rows, item, rating = label, ci = ci_exact()), "anonymous", "anonymous"
  )
  expect_fault(
    cohen_kappa(rbind(c(150, 20), c(20, 150)), layout = "confusion", ci = ci_exact()), "argument", "at most 300 items",
    argument = "ci"
  )
  expect_fault(cohen_kappa(rows, item, rater, label, ci = ci_exact(0.4, alternative = "less")), "argument", "above 0.5")
})
