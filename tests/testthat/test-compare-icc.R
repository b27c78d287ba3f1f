# Differences of intraclass correlations: the method of variance estimates recovery from the limits of icc(), and what
# does not change them.

scores_of_rounds <- function(n = 20, raters = 4, seed = 1, stable = 1) {
  local_seed(seed)
  item <- stats::rnorm(n)
  one <- function(round, noise) {
    rows <- expand.grid(item = seq_len(n), rater = letters[seq_len(raters)])
    again <- stable * item + sqrt(1 - stable^2) * stats::rnorm(n)
    data.frame(round = round, rows, score = again[rows$item] + noise * stats::rnorm(nrow(rows)))
  }
  rbind(one("before", 1), one("after", 0.5))
}

test_that("limits of independent groups are those of the formula", {
  skip_if_quick()
  rows <- scores_of_rounds()
  forms <- c("icc1", "icc_a1", "icc_c1", "icc1k", "icc_ak", "icc_ck")
  for (ci in list(ci_mover(), ci_f(0.9))) {
    x <- compare_agreement(rows, item, rater, score, by = round, coefficients = forms, ci = ci, reference = "before")
    of <- function(which) icc(rows[rows$round == which, ], item, rater, score, ci = ci)
    a <- of("before")
    b <- of("after")
    expect_identical(x$coefficient, forms)
    expect_equal(x$estimate_1, a$estimate)
    expect_equal(x$estimate, b$estimate - a$estimate)
    expect_equal(x$conf.low, x$estimate - sqrt((b$estimate - b$conf.low)^2 + (a$conf.high - a$estimate)^2))
    expect_equal(x$conf.high, x$estimate + sqrt((b$conf.high - b$estimate)^2 + (a$estimate - a$conf.low)^2))
    expect_identical(x$p.value < 1 - x$conf.level, x$conf.low > 0 | x$conf.high < 0)
    # At the level 1 - p a limit is 0.
    for (k in c(2, 3)) {
      at <- if (ci$method == "f") ci_f(1 - x$p.value[k]) else ci_mover(1 - x$p.value[k])
      again <- compare_agreement(
        rows, item, rater, score, by = round, coefficients = forms[k], ci = at, reference = "before"
      )
      expect_lt(min(abs(c(again$conf.low, again$conf.high))), 2e-3)
    }
  }
  expect_false(any(x$paired))
  expect_identical(unique(x$n_shared), 20L)
})

test_that("paired limits use the correlation of the estimates without each item", {
  skip_if_quick()
  rows <- scores_of_rounds(n = 15)
  x <- compare_agreement(rows, item, rater, score, by = round, coefficients = "icc_c1", paired = TRUE)
  of <- function(which, without = 0) icc(rows[rows$round == which & rows$item != without, ], item, rater, score)
  left <- sapply(1:15, function(i) {
    vapply(c("after", "before"), function(g) {
      found <- of(g, i)
      found$estimate[found$coefficient == "icc_c1"]
    }, 0)
  })
  r <- stats::cor(left[1, ], left[2, ])
  expect_gt(r, 0) # so that it is lowered by its standard error
  r <- max(0, tanh(atanh(r) - 1 / sqrt(15 - 3)))
  pick <- function(x) x[x$coefficient == "icc_c1", ]
  a <- pick(of("after"))
  b <- pick(of("before"))
  below <- c(b$estimate - b$conf.low, a$conf.high - a$estimate)
  expect_equal(x$conf.low, x$estimate - sqrt(sum(below^2) - 2 * r * prod(below)))
  expect_true(x$paired)
  # Few items tell too little of it.
  few <- rows[rows$item <= 8, ]
  compare <- function(...) compare_agreement(few, item, rater, score, by = round, coefficients = "icc_c1", ...)
  expect_equal(compare(paired = TRUE)$conf.low, compare()$conf.low)
})

test_that("sets of raters are compared on the same items, and the order of groups turns the sign", {
  skip_if_quick()
  rows <- scores_of_rounds()
  x <- compare_agreement(
    rows[rows$round == "after", ], item, rater, score,
    raters = list(all = NULL, some = c("a", "b")), coefficients = "icc_a1"
  )
  some <- icc(rows[rows$round == "after" & rows$rater %in% c("a", "b"), ], item, rater, score, form = "icc_a1")
  expect_equal(x$estimate_2, some$estimate)
  expect_true(x$paired)
  x <- compare_agreement(rows, item, rater, score, by = round, coefficients = "icc_a1", reference = "before")
  y <- compare_agreement(rows, item, rater, score, by = round, coefficients = "icc_a1", reference = "after")
  expect_equal(c(x$estimate, x$conf.low, x$conf.high, x$p.value), c(-y$estimate, -y$conf.high, -y$conf.low, y$p.value))
  rows$score <- 1e6 + 100 * rows$score
  z <- compare_agreement(rows[rev(seq_len(nrow(rows))), ], item, rater, score, by = round, coefficients = "icc_a1",
    reference = "before"
  )
  expect_equal(c(z$conf.low, z$p.value), c(x$conf.low, x$p.value), tolerance = 1e-6)
  expect_match(format(x)[1], "ICC\\(A,1\\)")
})

test_that("what has no difference says so, and what does not apply is an error", {
  rows <- scores_of_rounds()
  rows$score[rows$round == "after"] <- 1
  expect_warning(
    x <- compare_agreement(rows, item, rater, score, by = round, coefficients = "icc_c1"),
    class = "accord_warning_undefined"
  )
  expect_match(x$status, "after: all ratings are equal")
  expect_identical(c(x$estimate, x$conf.low, x$p.value), rep(NA_real_, 3))
  rows <- scores_of_rounds()
  compare <- function(...) compare_agreement(rows, item, rater, score, by = round, ...)
  expect_fault(compare(coefficients = c("icc_a1", "krippendorff_alpha")), "argument", "by themselves")
  expect_fault(compare(coefficients = "icc_a1", level = "interval"), "argument", "no weights or level")
  expect_fault(compare(coefficients = "icc_a1", ci = ci_jackknife()), "argument")
  expect_fault(
    compare_agreement(rows[rows$round == "after", ], item, rater, score, coefficients = c("icc_a1", "icc_c1")),
    "argument", "groups or sets of raters"
  )
  expect_true(is.na(compare(coefficients = "icc_a1", ci = ci_none())$conf.low))
})
