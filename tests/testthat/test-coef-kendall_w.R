# Kendall's W: published and recomputed values (reference/rankings), identities, and an oracle from the definition.

ranking_matrix <- function(name) {
  data <- utils::read.csv(test_path("reference/rankings", paste0(name, ".csv")))
  unname(as.matrix(data[vapply(data, is.numeric, NA)]))
}
w_of <- function(m, ..., ci = ci_none()) {
  suppressMessages(kendall_w(m, layout = "raters_in_columns", ..., ci = ci))
}

# From the formula: sums of mid-ranks and groups of ties.
oracle_w <- function(m, corrected = TRUE) {
  r <- apply(m, 2, rank)
  n <- nrow(m)
  k <- ncol(m)
  ties <- if (corrected) sum(apply(m, 2, function(x) sum(table(x)^3 - table(x)))) else 0
  12 * sum((rowSums(r) - k * (n + 1) / 2)^2) / (k^2 * (n^3 - n) - k * ties)
}
oracle_pairs <- function(m, method) {
  found <- suppressWarnings(stats::cor(m, method = method, use = "pairwise.complete.obs"))
  mean(found[lower.tri(found)], na.rm = TRUE)
}

test_that("W and its tests have the recomputed and printed values", {
  anxiety <- ranking_matrix("anxiety")
  x <- w_of(anxiety)
  expect_published(x$estimate[1], 0.5396569, 7)
  expect_published(x$estimate[2], 0.31, 2)
  expect_published(x$estimate[3], 0.25425, 5)
  expect_published(x$statistic[1], 2.344585, 6)
  expect_published(x$df1[1], 18.33333, 5)
  expect_published(x$df2[1], 36.66667, 5)
  expect_published(x$p.value[1], 0.0138062, 7)
  chi <- w_of(anxiety, test = "chi_square")
  expect_published(chi$statistic[1], 30.76044, 5)
  expect_identical(chi$df, c(19, NA, NA))
  expect_published(oracle_w(anxiety, corrected = FALSE), 0.5019215, 7)
  gaps <- anxiety
  gaps[cbind(c(1, 5, 9, 13, 17, 20), c(1, 2, 3, 1, 2, 3))] <- NA
  expect_published(w_of(gaps, gaps = "pairwise")$estimate[1], 0.67193, 5)
  expect_published(w_of(gaps)$estimate[1], 0.711806, 6)
  reasons <- w_of(ranking_matrix("reasons"), test = "chi_square")
  expect_published(reasons$estimate[1], 0.6560847, 7)
  expect_published(reasons$statistic[1], 13.7778, 4)
  expect_published(w_of(ranking_matrix("ties"))$estimate[1], 0.8277311, 7)
  salad <- kendall_w(ranking_matrix("salad"), layout = "raters_in_rows", ci = ci_none())
  expect_published(salad$estimate[1], 0.428125, 6)
  expect_identical(c(salad$n_items[1], salad$n_raters[1]), c(4L, 32L))
})

test_that("W and mean correlations are those of the definition on random data", {
  skip_if_quick()
  set.seed(7)
  for (i in 1:12) {
    n <- sample(4:30, 1)
    k <- sample(2:6, 1)
    m <- outer(rnorm(n), rep(1, k)) + matrix(rnorm(n * k, sd = runif(1, 0.2, 3)), n)
    if (i %% 2) m <- round(m)
    m <- m - min(m) + 0.5
    x <- w_of(m)
    expect_equal(x$estimate[1], oracle_w(m))
    expect_equal(x$estimate[2], oracle_pairs(m, "spearman"))
    expect_equal(x$estimate[3], oracle_pairs(m, "kendall"))
    # W does not depend on the direction, nor on the order of raters and objects.
    expect_equal(w_of((max(m) + 1 - m)[n:1, k:1])$estimate, x$estimate)
    m[sample(n * k, 3)] <- NA
    pairwise <- w_of(m, gaps = "pairwise")
    expect_equal(pairwise$estimate[3], oracle_pairs(m, "kendall"))
  }
})

test_that("without ties the mean correlation is (m W - 1) / (m - 1), and alpha follows from W", {
  set.seed(8)
  m <- replicate(5, order(1:12 + rnorm(12, sd = 4)))
  x <- w_of(m)
  expect_equal(x$estimate[2], (5 * x$estimate[1] - 1) / 4)
  expect_equal(w_of(m, gaps = "pairwise")$estimate, x$estimate)
  anxiety <- ranking_matrix("anxiety")
  alpha <- krippendorff_alpha(
    apply(anxiety, 2, rank), layout = "raters_in_columns", level = "interval", ci = ci_none()
  )$estimate
  expect_published(alpha, 0.3209939, 7)
  expect_equal(alpha, 1 - (1 - w_of(anxiety)$estimate[1]) * 59 / 40)
})

test_that("limits over raters are those of the mean covariance, left out or drawn", {
  set.seed(9)
  m <- round(outer(rnorm(15), rep(1, 6)) + matrix(rnorm(90), 15), 1) + 9
  x <- w_of(m, ci = ci_jackknife(over = "raters"))
  left <- vapply(1:6, function(j) {
    of_five <- oracle_w(m[, -j])
    (1 + 5 * (5 * of_five - 1) / 4) / 6
  }, 0)
  s <- sqrt(5 / 6 * sum((left - mean(left))^2))
  expect_equal(x$std.error[1], s)
  # Fisher's scale from 0 to 1.
  w <- oracle_w(m)
  ends <- tanh(atanh(2 * w - 1) + c(-1, 1) * qt(0.975, 5) * s * 2 / (1 - (2 * w - 1)^2)) / 2 + 0.5
  expect_equal(c(x$conf.low[1], x$conf.high[1]), ends)
  rho <- vapply(1:6, function(j) oracle_pairs(m[, -j], "spearman"), 0)
  expect_equal(x$std.error[2], sqrt(5 / 6 * sum((rho - mean(rho))^2)))
  tau <- vapply(1:6, function(j) oracle_pairs(m[, -j], "kendall"), 0)
  expect_equal(x$std.error[3], sqrt(5 / 6 * sum((tau - mean(tau))^2)))
  objects <- vapply(1:15, function(i) oracle_w(m[-i, ]), 0)
  by_object <- w_of(m, ci = ci_jackknife())
  expect_equal(by_object$std.error[1], sqrt(14 / 15 * sum((objects - mean(objects))^2)))
  tau <- vapply(1:15, function(i) oracle_pairs(m[-i, ], "kendall"), 0)
  expect_equal(by_object$std.error[3], sqrt(14 / 15 * sum((tau - mean(tau))^2)))
})

test_that("draws of raters compare no rater with himself, and draws of objects are ties", {
  set.seed(10)
  m <- replicate(5, sample(9))
  rho <- stats::cor(m)
  set.seed(1)
  x <- w_of(m, ci = ci_bootstrap(over = "raters", times = 200))
  set.seed(1)
  drawn <- replicate(200, {
    v <- tabulate(sample.int(5, replace = TRUE), 5)
    both <- outer(v, v) * (1 - diag(5))
    sum(both * rho) / sum(both)
  })
  drawn <- drawn[is.finite(drawn)]
  expect_equal(x$std.error[2], stats::sd(drawn))
  expect_equal(x$conf.low[1], max(0, (1 + 4 * unname(stats::quantile(drawn, 0.025, type = 6))) / 5))
  set.seed(2)
  x <- w_of(m, ci = ci_bootstrap(times = 100))
  set.seed(2)
  drawn <- replicate(100, {
    rows <- rep(1:9, tabulate(sample.int(9, replace = TRUE), 9))
    c(oracle_w(m[rows, ]), oracle_pairs(m[rows, ], "kendall"))
  })
  expect_equal(x$std.error[c(1, 3)], apply(drawn, 1, stats::sd))
})

test_that("long data, groups and questions give what matrices give", {
  m <- ranking_matrix("anxiety")
  long <- data.frame(object = rep(1:20, 3), rater = rep(c("a", "b", "c"), each = 20), score = c(m))
  expect_equal(kendall_w(long, object, rater, score, ci = ci_none())$estimate, w_of(m)$estimate)
  both <- rbind(cbind(part = "x", long), cbind(part = "y", long[long$object < 11, ]))
  x <- kendall_w(both, object, rater, score, by = part, ci = ci_none())
  expect_equal(x$estimate, c(w_of(m)$estimate, w_of(m[1:10, ])$estimate))
})

test_that("a matrix the wrong way round is an error that names the call", {
  salad <- ranking_matrix("salad")
  expect_fault(
    kendall_w(salad, layout = "raters_in_columns"), "transposed", "exchange", n_objects = 32, n_raters = 4
  )
  expect_no_error(w_of(salad, values = "scores"))
  expect_no_error(w_of(t(salad)))
  # Rows and columns are both rankings: nothing is wrong.
  expect_no_error(w_of(rbind(1:3, c(2, 3, 1), c(3, 1, 2))))
  expect_fault(w_of(ranking_matrix("anxiety"), values = "ranks"), "not_ranks")
  expect_no_error(w_of(ranking_matrix("ties"), values = "ranks"))
  # Also with means of ranks for ties.
  salad[1, ] <- rank(c(1, 2, 2, 3))
  expect_fault(kendall_w(salad, layout = "raters_in_columns"), "transposed")
})

test_that("a rater in the opposite direction is named, with the group, and noise is not", {
  skip_if_quick()
  opposite <- cbind(a = 1:6, b = c(2, 1, 3:6), c = 6:1)
  w <- expect_warning(w_of(opposite), class = "accord_warning_reversed")
  expect_identical(w$raters, "c")
  w <- expect_warning(w_of(cbind(a = 1:8, b = 8:1)), class = "accord_warning_reversed")
  expect_identical(w$raters, c("a", "b"))
  long <- data.frame(
    object = rep(1:6, 6), rater = rep(rep(c("a", "b", "c"), each = 6), 2),
    rank = c(opposite, opposite[, c(1, 2, 2)]), kind = rep(c("red", "white"), each = 18)
  )
  expect_warning(
    kendall_w(long, object, rater, rank, by = kind, ci = ci_none()), "in group \"red\"",
    class = "accord_warning_reversed"
  )
  # By the level of the test at most about .05 of rankings without agreement.
  set.seed(4)
  told <- replicate(60, tryCatch(
    is.null(w_of(replicate(5, sample(8)))), accord_warning_reversed = function(w) TRUE
  ))
  expect_lte(sum(told), stats::qbinom(0.999, 60, 0.05))
})

test_that("a test that pairs of raters do not have is said to be missing", {
  m <- cbind(c(1, 2, 3, NA), 1:4, c(2, 1, 3, 4))
  expect_message(
    kendall_w(m, layout = "raters_in_columns", gaps = "pairwise", test = "chi_square", ci = ci_none()),
    class = "accord_message_no_test"
  )
})

test_that("degenerate rankings have no value and say why", {
  expect_warning(x <- w_of(cbind(1:4)), class = "accord_warning_undefined")
  expect_identical(x$status[1], "one rater only")
  expect_warning(x <- w_of(cbind(c(1, NA, 2), c(NA, 1, 2))), class = "accord_warning_undefined")
  expect_identical(x$status[1], "fewer than two objects ranked by all raters")
  expect_warning(x <- w_of(matrix(c(1, 1, 1, 1), 2)), class = "accord_warning_undefined")
  expect_identical(x$status[1], "all objects are tied")
  expect_warning(x <- w_of(cbind(1:5, 1:5, 1:5), ci = ci_default()), class = "accord_warning_no_interval")
  expect_equal(x$estimate, c(1, 1, 1))
  expect_identical(x$conf.low, rep(NA_real_, 3))
  expect_fault(
    w_of(cbind(1:4, 4:1), gaps = "pairwise", ci = ci_jackknife()), "argument", "over raters"
  )
  # Opposite rankings have W = 0, and never less.
  expect_equal(w_of(cbind(1:4, 4:1))$estimate, c(0, -1, -1))
  expect_gte(w_of(cbind(c(1:4, NA), c(4:1, 5)), gaps = "pairwise")$estimate[1], 0)
})

test_that("W and its chi-square test are those of irr", {
  printed <- utils::read.csv(test_path("reference/rankings/irr.csv"))
  for (name in unique(printed$dataset)) {
    m <- ranking_matrix(name)
    if (name == "salad") m <- t(m)
    x <- w_of(m, test = "chi_square")
    values <- c(w = x$estimate[1], chi_square = x$statistic[1], p_value = x$p.value[1])
    rows <- printed[printed$dataset == name, ]
    for (k in seq_len(nrow(rows))) {
      expect_published(values[[rows$quantity[k]]], rows$value[k], 9, info = paste(name, rows$quantity[k]))
    }
  }
})

test_that("draws of fewer than five raters give no interval", {
  m <- cbind(c(1, 3, 2, 4, 5), c(2, 1, 3, 5, 4), c(1, 2, 4, 3, 5), c(1, 2, 3, 5, 4), c(3, 1, 2, 4, 5))
  ci <- ci_bootstrap(over = "raters", times = 50)
  expect_warning(x <- w_of(m[, 1:4], ci = ci), class = "accord_warning_no_interval")
  expect_true(all(is.na(x$conf.low)) && !anyNA(x$estimate))
  expect_true(!anyNA(w_of(m, ci = ci)$conf.low))
})

test_that("zeros for objects that are not ranked are not the best rank", {
  top <- cbind(a = c(1, 2, 3, 0, 0), b = c(0, 1, 2, 3, 0), c = c(2, 1, 0, 3, 0))
  w <- function(x, ...) kendall_w(x, layout = "raters_in_columns", ..., ci = ci_none())$estimate
  expect_fault(w(top), "not_ranks", "3 raters gave ranks from 1 on, and 0 .*, 6 times.*are left, 4.5")
  last <- replace(top, top == 0, 4.5)
  expect_equal(w(last), w(last, values = "ranks"))
  expect_no_error(w(top, values = "scores"))
  # Others may have ranked all objects, with ties, and one zero of one rater is enough.
  expect_fault(w(cbind(1:6, c(2, 1, 3.5, 3.5, 6, 5), c(1, 2, 3, 0, 0, 0))), "not_ranks", "1 rater gave .* 3 times")
  expect_fault(w(cbind(1:4, c(2, 1, 3, 0))), "not_ranks", "1 rater gave .* 1 time")
  # Ties are the mean or the smallest of their ranks, of some raters or of all, and nobody need rank many.
  expect_fault(w(cbind(c(1, 2.5, 2.5, 0, 0, 0), c(2.5, 0, 1, 0, 2.5, 0), c(0, 1, 2, 0, 0, 3))), "not_ranks", "9 times")
  expect_fault(w(cbind(c(1, 2, 2, 0, 0, 0), c(2, 0, 1, 0, 2, 0), c(0, 1, 2, 0, 0, 3))), "not_ranks", "9 times")
  expect_fault(w(cbind(top, d = c(0, 0, 0, 0, 1), e = c(1.5, 1.5, 0, 0, 0))), "not_ranks", "5 raters")
  # Scores with zeros, none or all the same, and ranks from 0 on.
  expect_no_error(w(cbind(a = c(0, 0, 2, 2, 3), b = c(0, 2, 1, 0, 0))))
  expect_no_error(w(cbind(a = c(0, 0, 1, 1, 1), b = c(0, 1, 1, 0, 0), c = c(1, 0, 0, 0, 0))))
  expect_no_error(w(cbind(a = 0:3, b = c(1, 0, 2, 3))))
})

test_that("a second rank of an object by a rater, and more raters or samples than can be computed, are errors", {
  d <- data.frame(object = rep(1:4, each = 2), rater = c("a", "b"), rank = c(1, 1, 2, 2, 3, 4, 4, 3))
  again <- function(rows) kendall_w(rbind(d, d[rows, ]), object, rater, rank, duplicates = "keep", ci = ci_none())
  expect_fault(again(1), "duplicate_rating", "1 time a rater", n = 1L)
  expect_fault(again(c(1, 4)), "duplicate_rating", "2 times a rater", n = 2L)
  expect_identical(nrow(again(0)), nrow(kendall_w(d, object, rater, rank, ci = ci_none())))
  gaps <- cbind(c(1, 2, NA), replicate(200, c(1, 2, 3)))
  expect_fault(w_of(gaps, gaps = "pairwise"), "too_large", "There are 201", n = 201L)
  many <- ci_bootstrap(times = 1e7)
  expect_fault(w_of(matrix(1:3e4, 1e4), ci = many), "too_large", "10,000,000 samples of 10,000 objects")
})

test_that("lists of the best objects are told how to rank the others", {
  tops <- matrix(c(1, 2, NA, 3, 1, 2, 3, NA, 2, 1, NA, 3), 4, dimnames = list(NULL, c("a", "b", "c")))
  top <- function(x) kendall_w(x, layout = "raters_in_columns", ci = ci_none())
  expect_message(top(tops), "tied last", class = "accord_message_incomplete")
  gaps <- replace(tops, 4, 4)
  expect_no_match(conditionMessage(expect_message(top(gaps), class = "accord_message_incomplete")), "tied last")
})
