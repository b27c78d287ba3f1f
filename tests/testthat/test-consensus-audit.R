# audit_labels(): the betting test computed rating by rating, its guarantee, and what it refuses.

# From the definition, one audit after the other.
bet_by_hand <- function(right, a, n_items = Inf) {
  capital <- 1
  hits <- 0
  path <- numeric()
  for (t in seq_along(right)) {
    share <- if (is.finite(n_items)) (n_items * a - hits) / (n_items - t + 1) else a
    p <- min(0.999, max(share, (hits + 1) / (t + 1)))
    lambda <- min((p - share) / (share * (1 - share)), 0.9 / share)
    capital <- capital * (1 + lambda * (right[t] - share))
    hits <- hits + right[t]
    path[t] <- capital
  }
  path
}

test_that("the capital is that of the definition", {
  set.seed(4)
  for (p in c(0.6, 0.9, 0.98)) {
    right <- as.double(stats::runif(50) < p)
    expect_equal(tidy(audit_labels(right, target = 0.8))$capital, bet_by_hand(right, 0.8))
    drawn <- tidy(audit_labels(right, target = 0.8, n_items = 200))$capital
    expect_equal(drawn, bet_by_hand(right, 0.8, 200))
  }
})

test_that("two right audits by hand", {
  # a = .5. Audit 1: p = max(.5, 1/2), no bet. Audit 2: p = 2/3, lambda = (1/6) / .25 = 2/3, capital 1 + 2/3 * .5 = 4/3.
  expect_equal(tidy(audit_labels(c(TRUE, TRUE), target = 0.5))$capital, c(1, 4 / 3))
  # Audit 3: p = 3/4, lambda = 1; wrong: 4/3 * (1 - .5) = 2/3.
  x <- audit_labels(c(1, 1, 0), target = 0.5)
  expect_equal(x$capital, 2 / 3)
  expect_equal(x$estimate, 2 / 3)
  expect_identical(x$decision, "go on")
  expect_identical(c(x$n_audited, x$n_right, x$n_set_aside), c(3L, 2L, 0L))
})

test_that("of a census the share is known", {
  right <- rep(c(1, 0), c(57, 3))
  x <- audit_labels(sample(right), target = 0.9, n_items = 60)
  expect_identical(c(x$estimate, x$conf.low), c(0.95, 0.95))
  expect_identical(c(x$decision, x$status), c("stop", "ok"))
  expect_match(
    paste(format(x), collapse = " "), "exactly 57 of 60 labels [(]95.0%[)] are right, which is more than 90%"
  )
  # The target itself is not more than the target, also where 60 * .95 is not a whole number to the last digit.
  same <- audit_labels(right, target = 0.95, n_items = 60)
  expect_identical(same$decision, "not reached")
  expect_identical(c(same$stopped, same$conf.low), c(NA, 0.95))
  expect_match(paste(format(same), collapse = " "), "which is not more than 95%")
  # One audit less is a sample, which leaves the share open, but not above what three wrong labels of 60 allow.
  mixed <- rep(rep(c(1, 0), c(19, 1)), 3)
  expect_lt(audit_labels(mixed[-1], target = 0.9, n_items = 60)$conf.low, 0.95)
  expect_equal(audit_labels(right[-1], target = 0.9, n_items = 60)$conf.low, 0.95)
})

test_that("it stops falsely in at most 5 percent, however often it is looked at", {
  set.seed(11)
  stops <- replicate(300, any(capital_of(as.double(stats::runif(400) < 0.9), 0.9) >= 20))
  # The test is valid: 300 audits that stop in 5% stop at most 24 times with probability .99.
  expect_lte(sum(stops), 24)
  # All items audited in turn, of which exactly the target is right: without replacement.
  whole <- replicate(300, any(capital_of(sample(rep(c(1, 0), c(90, 10))), 0.9, 100) >= 20))
  expect_lte(sum(whole), 24)
  # And it does stop if more is right.
  expect_gt(mean(replicate(50, any(capital_of(as.double(stats::runif(400) < 0.98), 0.9) >= 20))), 0.9)
})

test_that("the number of audits that are needed is the mean number of simulated ones", {
  skip_if_quick()
  set.seed(5)
  needed <- audit_labels(logical(), target = 0.9, expected = 0.97)$needed
  stopped <- replicate(500, which(capital_of(as.double(stats::runif(2000) < 0.97), 0.9) >= 20)[1])
  expect_lt(abs(needed - mean(stopped)), 4 * stats::sd(stopped) / sqrt(500) + 2)
  expect_identical(audit_labels(logical(), target = 0.9, expected = 0.9)$needed, Inf)
  expect_identical(audit_labels(logical(), target = 0.9, expected = 0.9001)$needed, NA_real_)
})

test_that("the lower limit is the largest target that is shown", {
  set.seed(2)
  right <- stats::runif(120) < 0.95
  x <- audit_labels(right)
  expect_identical(audit_labels(right, target = x$conf.low - 0.002)$decision, "stop")
  expect_identical(audit_labels(right, target = x$conf.low + 0.002)$decision, "go on")
})

test_that("audits are a column or a vector, and missing ones are set aside", {
  audits <- data.frame(id = 1:4, good = c(1, NA, 1, 0))
  x <- audit_labels(audits, good, target = 0.5)
  expect_identical(x$n_set_aside, 1L)
  expect_equal(x$capital, audit_labels(c(TRUE, TRUE, FALSE), target = 0.5)$capital)
  expect_identical(tidy(x)$row, c(1L, 3L, 4L))
  expect_identical(audit_labels(logical())$decision, "go on")
  expect_output(print(audit_labels(rep(TRUE, 99))), "Stop: more than 90%")
  expect_output(print(audit_labels(c(TRUE, FALSE))), "no number of audits is enough")
})

test_that("bad audits are errors", {
  skip_if_quick()
  expect_fault(audit_labels(c(1, 2, 0)), "argument", "1 other value")
  expect_fault(audit_labels(c(1, 2, 3)), "argument", "2 other values")
  expect_fault(audit_labels("yes"), "argument", "It is a string")
  expect_fault(audit_labels(data.frame(a = 1), b), "missing_column")
  expect_fault(audit_labels(c(TRUE, FALSE), target = 1), "argument", "target")
  expect_fault(audit_labels(rep(TRUE, 5), n_items = 4), "argument", "n_items")
})

test_that("a table says when no number of audits is enough", {
  x <- audit_labels(c(TRUE, FALSE, TRUE), target = 0.9)
  expect_identical(x$needed, Inf)
  expect_match(as.character(paper_table(x, format = "markdown")), "none is enough", all = FALSE)
})

test_that("an item audited twice does not make a census, and a certain target has no amount of capital", {
  skip_if_quick()
  twice <- data.frame(item = c(1, 1, 2), right = TRUE)
  expect_fault(audit_labels(twice, right, n_items = 3), "duplicate_items", "1 item is audited more", items = 1)
  expect_equal(audit_labels(twice, right)$n_audited, 3)
  sure <- audit_labels(rep(TRUE, 30), target = 0.8, n_items = 40)
  expect_no_match(format(paper_table(rbind(sure, audit_labels(rep(TRUE, 36), target = 0.8, n_items = 40)))), "Inf")
  certain <- audit_labels(rep(TRUE, 36), target = 0.8, n_items = 40)
  expect_identical(certain$capital, Inf)
  expect_no_match(paste(capture.output(print(certain)), collapse = "\n"), "Inf")
  skip_if_not_installed("ggplot2")
  p <- ggplot2::autoplot(certain)
  expect_true(all(is.finite(p$data$capital)))
  expect_equal(max(p$data$audit), max(which(is.finite(tidy(certain)$capital))))
})
