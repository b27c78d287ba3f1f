held <- function(label, gold, ..., item = seq_along(label)) {
  evaluate_consensus(data.frame(item = item, label = label), stats::setNames(gold, seq_along(gold)), ...)
}

score <- function(x, metric, class = NA, column = "estimate") {
  x[[column]][x$metric == metric & x$class %in% class]
}

test_that("scores are those of the confusion table by hand", {
  # gold in rows: a 3 right, 1 as b, 1 without a label; b 2 right, 1 as a; c 0 right, 1 as a
  x <- held(
    c("a", "a", "a", "b", NA, "b", "b", "a", "a"),
    c("a", "a", "a", "a", "a", "b", "b", "b", "c")
  )
  expect_equal(score(x, "accuracy"), 5 / 9)
  expect_equal(score(x, "labelled"), 8 / 9)
  expect_equal(score(x, "precision", "a"), 3 / 5)
  expect_equal(score(x, "recall", "a"), 3 / 5)
  expect_equal(score(x, "f1", "a"), 6 / 10)
  expect_equal(score(x, "precision", "b"), 2 / 3)
  expect_equal(score(x, "recall", "b"), 2 / 3)
  expect_equal(score(x, "f1", "b"), 4 / 6)
  expect_identical(score(x, "precision", "c"), NA_real_)
  expect_identical(score(x, "precision", "c", "status"), "never labelled")
  expect_identical(score(x, "recall", "c"), 0)
  expect_identical(score(x, "f1", "c"), 0)
  expect_equal(score(x, "macro_f1"), (6 / 10 + 4 / 6 + 0) / 3)
  expect_identical(score(x, "accuracy", column = "n"), 9L)
  expect_identical(score(x, "precision", "a", "n"), 5L)
  expect_identical(score(x, "f1", "a", "n"), 7L)
})

test_that("Wilson's interval is the one that prop.test() gives", {
  x <- held(rep(c("a", "b"), c(17, 3)), rep("a", 20), conf.level = 0.9)
  limits <- stats::prop.test(17, 20, conf.level = 0.9, correct = FALSE)$conf.int
  expect_equal(score(x, "accuracy", column = "conf.low"), limits[1])
  expect_equal(score(x, "accuracy", column = "conf.high"), limits[2])
  # F1 of class a: 2 J / (1 + J) with J = 17 of 20.
  expect_equal(score(x, "f1", "a", "conf.low"), 2 * limits[1] / (1 + limits[1]))
  expect_equal(score(x, "f1", "a", "conf.high"), 2 * limits[2] / (1 + limits[2]))
})

test_that("the variance of macro F1 is that of its slope, and close to the bootstrap", {
  local_seed(1)
  gold <- sample(letters[1:3], 400, replace = TRUE, prob = c(0.5, 0.3, 0.2))
  label <- ifelse(stats::runif(400) < 0.75, gold, sample(letters[1:3], 400, replace = TRUE))
  x <- held(label, gold)
  macro <- function(label, gold) {
    f1 <- function(c) 2 * sum(label == c & gold == c) / (sum(label == c) + sum(gold == c))
    mean(vapply(letters[1:3], f1, 0))
  }
  expect_equal(score(x, "macro_f1"), macro(label, gold))
  # The influence of each item by differences: a little more weight on it.
  shares <- function(w) {
    mean(vapply(letters[1:3], function(c) {
      2 * sum(w * (label == c & gold == c)) / (sum(w * (label == c)) + sum(w * (gold == c)))
    }, 0))
  }
  ones <- rep(1, 400)
  slope <- vapply(1:400, function(i) (shares(replace(ones, i, 1 + 1e-5)) - shares(ones)) / 1e-5, 0)
  half <- stats::qnorm(0.975) * sqrt(sum(slope^2))
  expect_equal(score(x, "macro_f1", column = "conf.low"), macro(label, gold) - half, tolerance = 1e-4)
  drawn <- replicate(500, {
    i <- sample(400, replace = TRUE)
    macro(label[i], gold[i])
  })
  expect_equal(sqrt(sum(slope^2)), stats::sd(drawn), tolerance = 0.15)
})

test_that("macro F1 is not sure of itself where all is right", {
  x <- held(c("a", "a", "b"), c("a", "a", "b"))
  expect_identical(score(x, "macro_f1"), 1)
  expect_equal(
    score(x, "macro_f1", column = "conf.low"),
    mean(c(score(x, "f1", "a", "conf.low"), score(x, "f1", "b", "conf.low")))
  )
})

test_that("labels that were given as gold are left out, and so is gold of other items", {
  d <- rated(ann = c("a", "b", "b"), bob = c("a", "b", "a"), cat = c("b", "b", "a"))
  x <- consensus(d, item, rater, label, gold = c("1" = "b"))
  e <- evaluate_consensus(x, c("1" = "b", "2" = "b", "9" = "a"))
  expect_identical(score(e, "accuracy", column = "n"), 1L)
  expect_identical(score(e, "accuracy"), 1)
  expect_identical(score(e, "recall", "a", "status"), "class never used")
  none <- evaluate_consensus(x, c("8" = "a"))
  expect_identical(score(none, "accuracy", column = "status"), "no items")
  expect_identical(score(none, "macro_f1", column = "status"), "no items")
  expect_identical(score(none, "accuracy"), NA_real_)
})

test_that("groups are evaluated apart", {
  d <- rated(ann = c("a", "b", "b"), bob = c("a", "b", "a"), cat = c("b", "b", "a"))
  x <- consensus(rbind(cbind(d, part = "x"), cbind(d, part = "y")), item, rater, label, by = part)
  gold <- data.frame(item = c(1, 2, 1), part = c("x", "x", "y"), label = c("a", "a", "a"))
  e <- evaluate_consensus(x, gold)
  accuracy <- e[e$metric == "accuracy", ]
  expect_identical(accuracy$part, c("x", "y"))
  expect_identical(accuracy$estimate, c(0.5, 1))
  # A vector is for the item of that name in every group; a plain table says what its groups are.
  plain <- tibble::as_tibble(x)
  class(plain) <- setdiff(class(plain), "accord_consensus")
  attr(plain, "consensus") <- NULL
  by_key <- evaluate_consensus(plain, c("1" = "a", "2" = "a"), by = "part")
  expect_identical(by_key$estimate[by_key$metric == "accuracy"], c(0.5, 0.5))
})

test_that("numbers are held against gold by their errors", {
  x <- held(c(1, 2, 4, 8, NA), c("2", "2", "5", "5", "1"))
  expect_equal(score(x, "mae"), mean(c(1, 0, 1, 3)))
  expect_equal(score(x, "rmse"), sqrt(mean(c(1, 0, 1, 9))))
  expect_equal(score(x, "correlation"), stats::cor(c(1, 2, 4, 8), c(2, 2, 5, 5)))
  expect_equal(score(x, "labelled"), 4 / 5)
  test <- stats::t.test(c(1, 0, 1, 3))
  expect_equal(score(x, "mae", column = "conf.high"), test$conf.int[2])
  interval <- stats::cor.test(c(1, 2, 4, 8), c(2, 2, 5, 5))$conf.int
  expect_equal(score(x, "correlation", column = "conf.low"), interval[1])
  flat <- held(c(1, 1, 1), c("2", "2", "5"))
  expect_identical(score(flat, "correlation", column = "status"), "no spread")
})

test_that("what cannot be evaluated is an error", {
  d <- rated(ann = c("a", "b"), bob = c("a", "b"))
  x <- consensus(d, item, rater, label)
  expect_fault(evaluate_consensus(x, c("1" = "z")), "gold", "1 of them is not", labels = "z")
  expect_fault(evaluate_consensus(x, c("1" = "z", "2" = "y")), "gold", "2 of them are not")
  expect_fault(held(c(1, 2, 3), c("1", "x", "3")), "not_numbers", "1 value is not", values = "x")
  expect_fault(held(c(1, 2, 3), c("y", "x", "3")), "not_numbers", "2 values are not")
  expect_fault(evaluate_consensus(data.frame(item = 1), c("1" = "a")), "missing_column", column = "label")
  expect_fault(evaluate_consensus("x", c("1" = "a")), "argument")
  expect_fault(evaluate_consensus(x, c("1" = "a"), conf.level = 1), "argument", "below 1")
  expect_fault(evaluate_consensus(x, c("1" = "a"), by = 1), "argument")
})
