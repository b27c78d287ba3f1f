held <- function(label, gold, ..., item = seq_along(label)) {
  evaluate_consensus(data.frame(item = item, label = label), stats::setNames(gold, seq_along(gold)), ...)
}

score <- function(x, metric, class = NA, column = "estimate") {
  x[[column]][x$measure == metric & x$class %in% class]
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

limits <- function(x, ...) c(score(x, ..., column = "conf.low"), score(x, ..., column = "conf.high"))

test_that("the interval of a share is the exact one of binom.test()", {
  x <- held(rep(c("a", "b"), c(17, 3)), rep("a", 20), ci = ci_default(0.9))
  exact <- as.vector(stats::binom.test(17, 20, conf.level = 0.9)$conf.int)
  expect_equal(limits(x, "accuracy"), exact)
  expect_equal(limits(x, "recall", "a"), exact)
  # F1 of class a: 2 J / (1 + J) with J = 17 of 20.
  expect_equal(limits(x, "f1", "a"), 2 * exact / (1 + exact))
  none <- held(rep("b", 5), rep("a", 5))
  expect_equal(limits(none, "accuracy"), as.vector(stats::binom.test(0, 5)$conf.int))
})

# Limits of macro F1 from random draws, as described on the help page: for the lower limit wrong ratings are added, for
# the upper one agreeing items.
macro_f1_by_chance <- function(cells, conf.level, draws = test_size(8000, 20000)) {
  k <- nrow(cells)
  gamma <- function(shape) matrix(stats::rgamma(draws * length(shape), rep(shape, each = draws)), draws)
  one <- function(added, wrong) {
    weight <- gamma(cells + added)
    by <- function(of) weight %*% outer(c(of(cells)), seq_len(k), `==`) # sums of rows or columns of each draw
    ratings <- by(row) + by(col) + gamma(rep(wrong, k))
    rowMeans(2 * weight[, diag(matrix(seq_len(k * k), k))] / ratings)
  }
  low <- one(0, min(1, 2 / k))
  high <- one(diag(max(1 / 2, 1 / k), k), 0)
  c(stats::quantile(low, (1 - conf.level) / 2), stats::quantile(high, (1 + conf.level) / 2))
}

test_that("the limits of macro F1 are quantiles of the two posteriors", {
  skip_if_quick()
  set.seed(1996)
  for (cells in list(
    rbind(c(9, 2, 0), c(1, 5, 1), c(0, 0, 2)), rbind(c(20, 1), c(3, 4)),
    rbind(c(5, 0, 0, 1), c(0, 3, 2, 0), c(1, 0, 4, 0), c(0, 0, 0, 1))
  )) {
    classes <- letters[seq_len(nrow(cells))]
    at <- which(cells > 0, arr.ind = TRUE)
    times <- cells[at]
    x <- held(classes[rep(at[, 2], times)], classes[rep(at[, 1], times)], ci = ci_default(0.9))
    # The error of either side is about .003 with 20,000 draws, .005 with 8,000.
    expect_lt(max(abs(limits(x, "macro_f1") - macro_f1_by_chance(cells, 0.9))), 0.012)
  }
})

test_that("with many items the interval of macro F1 is that of its standard error", {
  set.seed(1)
  gold <- sample(letters[1:3], 4000, replace = TRUE, prob = c(0.5, 0.3, 0.2))
  label <- ifelse(stats::runif(4000) < 0.75, gold, sample(letters[1:3], 4000, replace = TRUE))
  x <- held(label, gold)
  # The influence of each item by differences: a little more weight on it.
  shares <- function(w) {
    mean(vapply(letters[1:3], function(c) {
      2 * sum(w * (label == c & gold == c)) / (sum(w * (label == c)) + sum(w * (gold == c)))
    }, 0))
  }
  ones <- rep(1, 4000)
  expect_equal(score(x, "macro_f1"), shares(ones))
  kind <- !duplicated(cbind(label, gold))
  slope <- vapply(which(kind), function(i) (shares(replace(ones, i, 1 + 1e-5)) - shares(ones)) / 1e-5, 0)
  slope <- slope[match(paste(label, gold), paste(label, gold)[kind])]
  half <- stats::qnorm(0.975) * sqrt(sum(slope^2))
  expect_lt(max(abs(limits(x, "macro_f1") - shares(ones) - c(-half, half))), 0.001)
})

test_that("what is right everywhere is 1 up to its upper limit, and not sure of itself", {
  x <- held(c("a", "a", "b"), c("a", "a", "b"))
  expect_identical(unique(x$conf.high), 1)
  expect_lt(max(x$conf.low), 0.5)
  expect_gte(min(x$conf.low), 0)
  # A single class: its wrong item has weight 1, and J is a beta variable, here that of 1 in 1.
  one <- held(rep("a", 12), rep("a", 12))
  expect_identical(score(one, "macro_f1", column = "conf.high"), 1)
  low <- score(one, "f1", "a", "conf.low")
  expect_equal(score(one, "macro_f1", column = "conf.low"), low, tolerance = 0.01)
  # All wrong: the limit of F1 is 0 below.
  wrong <- held(c("a", "b"), c("b", "a"))
  expect_identical(score(wrong, "macro_f1", column = "conf.low"), 0)
  expect_gt(score(wrong, "macro_f1", column = "conf.high"), 0.5)
})

test_that("limits depend on nothing but the pairs of label and gold", {
  skip_if_quick()
  label <- c("a", "a", "b", "b", "c", "c", "c", "a", NA, "b", "c", "c")
  gold <- c("a", "b", "b", "b", "c", "a", "c", "a", "a", "a", "c", "c")
  x <- held(label, gold)
  turned <- 12:1
  expect_identical(held(label[turned], gold[turned]), x)
  new <- c(a = "z", b = "y", c = "x")
  expect_identical(limits(held(new[label], new[gold]), "macro_f1"), limits(x, "macro_f1"))
  set.seed(5)
  before <- .Random.seed
  again <- held(label, gold)
  expect_identical(.Random.seed, before)
  expect_identical(again, x)
  number <- c(2, 3, 5, 8, 1, 4)
  golden <- c(2.5, 2, 6, 7, 0, 4)
  turned <- c(3, 1, 6, 5, 2, 4)
  expect_identical(
    evaluate_consensus(data.frame(item = turned, label = number[turned]), stats::setNames(golden, 1:6)),
    held(number, golden)
  )
})

test_that("labels that were given as gold are left out, and so is gold of other items", {
  d <- rated(ann = c("a", "b", "b"), bob = c("a", "b", "a"), cat = c("b", "b", "a"))
  x <- consensus(d, item, rater, label, gold = c("1" = "b"))
  e <- suppressMessages(evaluate_consensus(x, c("1" = "b", "2" = "b", "9" = "a")))
  expect_match(format(e), "1 item left out, with a gold label that was given to consensus", all = FALSE)
  expect_message(
    evaluate_consensus(x, c("1" = "b", "2" = "b")), "1 of 2 items with a gold label is left out",
    class = "accord_message_given_gold"
  )
  expect_no_match(format(evaluate_consensus(x, c("2" = "b"))), "left out")
  expect_identical(score(e, "accuracy", column = "n"), 1L)
  expect_identical(score(e, "accuracy"), 1)
  expect_identical(score(e, "recall", "a", "status"), "class never used")
  all_given <- consensus(d, item, rater, label, gold = c("1" = "b"))
  none <- suppressMessages(evaluate_consensus(all_given, c("1" = "b")))
  expect_identical(score(none, "accuracy", column = "status"), "no items")
  expect_identical(score(none, "macro_f1", column = "status"), "no items")
  expect_identical(score(none, "accuracy"), NA_real_)
})

test_that("groups are evaluated apart", {
  d <- rated(ann = c("a", "b", "b"), bob = c("a", "b", "a"), cat = c("b", "b", "a"))
  x <- consensus(rbind(cbind(d, part = "x"), cbind(d, part = "y")), item, rater, label, by = part)
  gold <- data.frame(item = c(1, 2, 1), part = c("x", "x", "y"), label = c("a", "a", "a"))
  e <- evaluate_consensus(x, gold)
  accuracy <- e[e$measure == "accuracy", ]
  expect_identical(accuracy$part, c("x", "y"))
  expect_identical(accuracy$estimate, c(0.5, 1))
  # A vector gives the label of an item in every group; the groups of a plain table are in its columns.
  plain <- tibble::as_tibble(x)
  class(plain) <- setdiff(class(plain), "accord_consensus")
  attr(plain, "consensus") <- NULL
  by_key <- evaluate_consensus(plain, c("1" = "a", "2" = "a"), by = "part")
  expect_identical(by_key$estimate[by_key$measure == "accuracy"], c(0.5, 0.5))
})

test_that("numbers are held against gold by their errors", {
  x <- held(c(1, 2, 4, 8, NA), c("2", "2", "5", "5", "1"), type = "numbers")
  expect_equal(score(x, "mae"), mean(c(1, 0, 1, 3)))
  expect_equal(score(x, "rmse"), sqrt(mean(c(1, 0, 1, 9))))
  expect_equal(score(x, "correlation"), stats::cor(c(1, 2, 4, 8), c(2, 2, 5, 5)))
  expect_equal(score(x, "labelled"), 4 / 5)
  flat <- held(c(1, 1, 1), c("2", "2", "5"), type = "numbers")
  expect_identical(score(flat, "correlation", column = "status"), "no spread")
})

test_that("errors of numbers are in their unit, also where squares of these are no numbers", {
  label <- c(1, 2, 4, 8, 5)
  gold <- c(2, 2, 5, 5, 1)
  one <- held(label, as.character(gold), type = "numbers")
  for (unit in 2^c(-900, 900, 1000)) {
    x <- held(label * unit, format(gold * unit, digits = 17), type = "numbers")
    expect_equal(x$estimate, one$estimate * c(unit, unit, 1, 1))
    expect_equal(x$conf.high, one$conf.high * c(unit, unit, 1, 1))
  }
})

test_that("the mean error of numbers that are right or 1 off is a share", {
  # Gold is 0, and 12 of 40 labels are 1: an item without error is one more of those that are right; one
  # with the label of some item and the gold of another is off in 12 of 40 draws.
  x <- held(rep(0:1, c(28, 12)), rep(0, 40), ci = ci_default(0.9), type = "numbers")
  low <- stats::qbeta(0.05, 12, 29)
  off <- function(q) 0.3 * stats::pbeta(q, 13, 28) + 0.7 * stats::pbeta(q, 12, 29) - 0.95
  high <- stats::uniroot(off, c(0.2, 0.8), tol = 1e-9)$root
  expect_equal(limits(x, "mae"), c(low, high), tolerance = 0.01)
  expect_equal(limits(x, "rmse"), sqrt(c(low, high)), tolerance = 0.01)
})

test_that("the limits of a correlation are quantiles of the two posteriors", {
  skip_if_quick()
  set.seed(8)
  gold <- exp(stats::rnorm(25))
  label <- gold + stats::rnorm(25)
  x <- held(label, gold)
  # Weighted correlations with a pseudo-item each, a row per draw.
  n <- test_size(2e4, 1e5)
  correlation <- function(extra_label, extra_gold) {
    weight <- matrix(stats::rexp(n * 26), n)
    weight <- weight / rowSums(weight)
    x <- cbind(matrix(label, n, 25, byrow = TRUE), extra_label)
    y <- cbind(matrix(gold, n, 25, byrow = TRUE), extra_gold)
    x <- x - rowSums(weight * x)
    y <- y - rowSums(weight * y)
    rowSums(weight * x * y) / sqrt(rowSums(weight * x^2) * rowSums(weight * y^2))
  }
  low <- correlation(sample(label, n, TRUE), sample(gold, n, TRUE))
  rank <- sample(25, n, TRUE)
  high <- correlation(sort(label)[rank], sort(gold)[rank])
  by_chance <- c(stats::quantile(low, 0.025), stats::quantile(high, 0.975))
  expect_lt(max(abs(limits(x, "correlation") - by_chance)), 0.02)
  moved <- held(1e6 - 3 * label, 1e6 - 3 * gold)
  expect_lt(max(abs(limits(moved, "correlation") - by_chance)), 0.02)
  scaled <- held(1e6 + 3 * label, 1e6 + 5 * gold)
  expect_equal(limits(scaled, "correlation"), limits(x, "correlation"), tolerance = 1e-6)
})

test_that("more than a thousand numbers have the interval of the t distribution", {
  set.seed(9)
  gold <- stats::rnorm(2500)
  label <- gold + stats::rnorm(2500) / 2
  x <- held(label, gold)
  expect_equal(limits(x, "mae"), as.vector(stats::t.test(abs(label - gold))$conf.int), tolerance = 0.005)
  expect_equal(limits(x, "rmse")^2, as.vector(stats::t.test((label - gold)^2)$conf.int), tolerance = 0.015)
  expect_equal(limits(x, "correlation"), as.vector(stats::cor.test(label, gold)$conf.int), tolerance = 0.003)
})

test_that("a handful of numbers has no interval", {
  one <- held(3, 4, type = "numbers")
  expect_identical(score(one, "mae"), 1)
  expect_identical(limits(one, "mae"), c(NA_real_, NA_real_))
  three <- held(c(1, 2, 4), c(1, 3, 4), type = "numbers")
  expect_identical(limits(three, "correlation"), c(NA_real_, NA_real_))
  expect_false(anyNA(limits(three, "rmse")))
  exact <- held(c(1, 2, 4, 8), c(1, 2, 4, 8), type = "numbers")
  expect_identical(limits(exact, "correlation")[2], 1)
  expect_identical(score(exact, "mae", column = "conf.low"), 0)
  expect_gt(score(exact, "mae", column = "conf.high"), 0)
})

test_that("what cannot be evaluated is an error", {
  skip_if_quick()
  d <- rated(ann = c("a", "b"), bob = c("a", "b"))
  x <- consensus(d, item, rater, label)
  expect_fault(evaluate_consensus(x, c("1" = "z")), "gold", "1 of them is not", labels = "z")
  expect_fault(evaluate_consensus(x, c("1" = "z", "2" = "y")), "gold", "2 of them are not")
  expect_fault(held(c(1, 2, 3), c("1", "x", "3"), type = "numbers"), "not_numbers", "1 value is not", values = "x")
  expect_fault(held(c(1, 2, 3), c("y", "x", "3"), type = "numbers"), "not_numbers", "2 values are not")
  expect_fault(evaluate_consensus(data.frame(item = 1), c("1" = "a")), "missing_column", column = "label")
  expect_fault(evaluate_consensus("x", c("1" = "a")), "argument")
  expect_fault(evaluate_consensus(x, c("1" = "a"), ci = ci_default(1)), "argument", "below 1")
  expect_fault(evaluate_consensus(x, c("1" = "a"), by = nope), "missing_column", column = "nope")
})

test_that("gold of other items is a sentence, and ids that nearly match are one too", {
  d <- rated(ann = c("a", "b"), bob = c("a", "b"))
  x <- consensus(transform(d, item = sprintf("%03d", item)), item, rater, label)
  cnd <- expect_fault(evaluate_consensus(x, c("1" = "a", "2" = "b")), "gold", "2 labels belong to none of them")
  expect_identical(cnd$items, c("1", "2"))
  expect_match(conditionMessage(cnd), "leading zeros")
  expect_fault(evaluate_consensus(x, c("7" = "a")), "gold", "1 label belongs to none of them")
  expect_fault(held(c("a", "b"), c("a", "b"), item = c("x", "y")), "gold", "\"x\" and \"y\"")
  warned <- expect_warning(e <- evaluate_consensus(x, c("001" = "a", "2" = "b")), class = "accord_warning_gold_ids")
  expect_identical(warned$items, "2")
  expect_identical(score(e, "accuracy", column = "n"), 1L)
})

test_that("gold of items that are not there is counted in a message", {
  d <- rated(ann = c("a", "b"), bob = c("a", "b"))
  told <- function(code) {
    cnd <- expect_message(code, class = "accord_message_unused_gold")
    c(conditionMessage(cnd), cnd$items)
  }
  text <- "1 of 2 gold labels is left out, since its item is not in the data: \"8\"."
  given <- told(x <- consensus(d, item, rater, label, gold = c("1" = "a", "8" = "b")))
  expect_match(given[1], text, fixed = TRUE)
  expect_identical(given[2], "8")
  expect_match(told(evaluate_consensus(x, c("2" = "b", "8" = "b")))[1], text, fixed = TRUE)
  several <- told(evaluate_consensus(x, stats::setNames(rep("a", 1201), 2:1202)))
  expect_match(several[1], "1,200 of 1,201 gold labels are left out, since their items are not")
  # The table has a group that does not occur in the data.
  by_wave <- rbind(transform(d, wave = 1), transform(d, wave = 2))
  by_wave <- consensus(by_wave, item, rater, label, by = wave)
  gold <- data.frame(item = c("1", "1"), wave = c(1, 3), label = "a")
  expect_match(told(evaluate_consensus(by_wave, gold))[1], "1 of 2 gold labels is left out")
})

test_that("labels that are whole numbers are labels, unless gold says that they are numbers", {
  x <- held(c(0L, 1L, 1L, 0L), c(0, 1, 0, 0))
  expect_equal(score(x, "accuracy"), 3 / 4)
  expect_equal(score(x, "precision", "1"), 1 / 2)
  expect_equal(held(c(0, 1, 1, 0), c(0, 1, 0, 0)), x)
  numbers <- held(c(1, 2, 3, 4), c(1.5, 2, 3, 4))
  expect_equal(score(numbers, "mae"), 0.5 / 4)
  expect_equal(score(held(1:4, c(2, 2, 3, 4), type = "numbers"), "mae"), 1 / 4)
  expect_fault(held(1:4, 1:4, type = "number"), "argument", "Did you mean \"numbers\"")
})

test_that("gold may have the names that its columns have in the data", {
  d <- rated(ann = c("a", "b", "b"), bob = c("a", "b", "a"), cat = c("b", "b", "a"))
  names(d) <- c("text", "who", "answer")
  gold <- data.frame(text = 1:3, answer = c("b", "b", "a"))
  x <- consensus(d, text, who, answer, gold = gold[1, ])
  expect_identical(x$label, c("b", "b", "a"))
  expect_identical(x$status[1], "gold")
  expect_identical(score(evaluate_consensus(x, gold), "accuracy"), 1)
})

test_that("gold with other columns is an error that names them", {
  gold <- data.frame(task = 1:2, truth = c("a", "b"))
  labels <- data.frame(item = 1:2, label = c("a", "b"))
  expect_error(evaluate_consensus(labels, gold), "2 columns: .*task.* and .*truth", class = "accord_error_argument")
  expect_error(evaluate_consensus(labels, 1:2), "named by items", class = "accord_error_argument")
})

test_that("ids and labels that are round numbers are the same as text, as integers and among names", {
  ids <- c(99999, 100000, 200000, 123456)
  d <- data.frame(
    item = rep(ids, each = 3), rater = c(1, 1e5, 3e5), label = rep(c(1e5, 2e5, 1e5, 2e5), each = 3)
  )
  x <- consensus(d, item, rater, label, method = "majority")
  truth <- c(1e5, 1e5, 1e5, 2e5)
  kinds_of <- function(x) list(x, as.integer(x), format(x, scientific = FALSE, trim = TRUE))
  # Ids and labels of each kind; in make test not each with each.
  for (i in 1:3) {
    id <- kinds_of(ids)[[i]]
    for (label in kinds_of(truth)[test_size(4 - i, 1:3)]) {
      found <- evaluate_consensus(x, data.frame(item = id, label = label), type = "labels")
      expect_identical(found$estimate[1], 0.75)
      expect_identical(found$n[1], 4L)
      expect_identical(evaluate_consensus(x, setNames(label, id), type = "labels")$estimate[1], 0.75)
    }
  }
  expect_identical(
    consensus(d, item, rater, label, method = "majority", gold = c("100000" = 1e5))$status,
    c("ok", "gold", "ok", "ok")
  )
  weighted <- function(names) {
    consensus(d, item, rater, label, method = majority(rater_weights = setNames(c(1, 2, 3), names)))$label
  }
  expect_identical(weighted(c("1", "100000", "300000")), weighted(c("1", "1e+05", "3e+05")))
})

test_that("an item that would count twice is refused, unless `by` tells its rows apart", {
  x <- data.frame(item = c(1, 1, 2), label = c("x", "y", "x"))
  gold <- c("1" = "x", "2" = "x")
  expect_fault(evaluate_consensus(x, gold), "duplicate_items", "1 item has several", items = 1)
  expect_fault(evaluate_consensus(rbind(x, x), gold), "duplicate_items", "2 items have several", items = c(1, 2))
  x$model <- c("a", "b", "a")
  expect_identical(evaluate_consensus(x, gold, by = "model")$n[1], 2L)
  expect_fault(evaluate_consensus(x, gold), "duplicate_items", "1 item has several", items = 1)
  # Items without gold do not count at all.
  expect_no_error(evaluate_consensus(x[c("item", "label")], c("2" = "x")))
})

test_that("group keys are selected as columns", {
  labels <- data.frame(item = 1:2, label = c("a", "b"), part = c("x", "y"))
  gold <- c("1" = "a", "2" = "a")
  x <- evaluate_consensus(labels, gold, by = part)
  expect_equal(x, evaluate_consensus(labels, gold, by = "part"))
  expect_identical(unique(x$part), c("x", "y"))
})

test_that("without a gold label there is nothing to evaluate", {
  x <- data.frame(item = 1:2, label = c("a", "b"))
  for (gold in list(c("1" = NA, "2" = NA), data.frame(item = integer(), label = character()))) {
    found <- evaluate_consensus(x, gold)
    expect_identical(found$measure, c("accuracy", "macro_f1", "labelled"))
    expect_identical(found$status, rep("no items", 3))
    expect_identical(found$estimate, rep(NA_real_, 3))
  }
})

test_that("text is evaluated as numbers only if it holds finite numbers", {
  skip_if_quick()
  x <- data.frame(item = 1:3, label = c("1", "2", "4"))
  gold <- c("1" = 1, "2" = 2.5, "3" = 3)
  # Errors 0, 1/2 and 1.
  expect_equal(evaluate_consensus(x, gold, type = "numbers")$estimate[1], 1 / 2)
  x$label <- factor(x$label)
  expect_equal(evaluate_consensus(x, gold, type = "numbers")$estimate[1], 1 / 2)
  x$label <- c("1", "b", "c")
  expect_fault(
    evaluate_consensus(x, gold, type = "numbers"), "not_numbers", "2 values are not: .b. and .c.", values = c("b", "c")
  )
  x$label <- c(1, 2, Inf)
  expect_fault(evaluate_consensus(x, gold), "not_numbers", "1 value is not: .Inf.", values = "Inf")
  x$label <- c(1, 2, 4)
  gold[3] <- -Inf
  expect_fault(evaluate_consensus(x, gold), "not_numbers", "1 value is not: .-Inf.", values = "-Inf")
})

test_that("labels of a data frame that have nothing in common with gold give a warning", {
  x <- data.frame(item = 1:2, label = c("Yes", "No"))
  gold <- c("1" = "yes", "2" = "no")
  expect_warning(found <- evaluate_consensus(x, gold), "none in common", class = "accord_warning_gold_labels")
  expect_identical(found$estimate[1], 0)
  # One that could be given, was not, or is right for once.
  x$label <- factor(x$label, c("Yes", "No", "yes", "no"))
  expect_no_warning(evaluate_consensus(x, gold))
  expect_no_warning(evaluate_consensus(data.frame(item = 1:2, label = NA_character_), gold))
  expect_no_warning(evaluate_consensus(data.frame(item = 1:2, label = "no"), gold))
  expect_no_warning(evaluate_consensus(data.frame(item = 1:2, label = "no"), c("1" = "yes", "2" = "yes")))
})

test_that("sets of labels in a data frame are compared as sets", {
  x <- data.frame(item = 1:3)
  x$label <- list(c("b", "a"), "a", character())
  gold <- list("1" = c("a", "b"), "2" = "a", "3" = "a")
  found <- evaluate_consensus(x, gold)
  expect_identical(found$estimate[1], 2 / 3)
  expect_setequal(found$class, c(NA, "{a, b}", "{a}", "{}"))
})

test_that("a gold set that no rater gave is a class of its own", {
  d <- data.frame(item = rep(1:3, each = 2), rater = 1:2)
  d$label <- list("a", "a", c("a", "b"), c("b", "a"), "b", "b")
  x <- consensus(d, item, rater, label, sets = "whole")
  # Right: the second item alone.
  gold <- list("1" = c("a", "b", "c"), "2" = c("b", "a"), "3" = "z")
  found <- evaluate_consensus(x, gold)
  expect_equal(found$estimate[found$measure == "accuracy"], 1 / 3)
  # Four wrong classes and a right one
  expect_equal(found$estimate[found$measure == "macro_f1"], 1 / 5)
  fresh <- found[found$class %in% "{a, b, c}", ]
  expect_identical(fresh$status[match(c("precision", "recall"), fresh$measure)], c("never labelled", "ok"))
  expect_equal(fresh$estimate[fresh$measure == "recall"], 0)
  # Text may be spelled in another way.
  expect_fault(evaluate_consensus(x, c("1" = "a")), "gold", "Give sets as a list")
  expect_warning(evaluate_consensus(x, list("1" = "A", "2" = "B")), class = "accord_warning_gold_labels")
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::ggplot_build(ggplot2::autoplot(x, what = "calibration", gold = gold)), "ggplot_built")
})

test_that("numbers as gold keep all their digits", {
  items <- data.frame(item = 1:3, label = c(1 / 3, 2 / 3, 1e-17))
  for (gold in list(items, c("1" = 1 / 3, "2" = 2 / 3, "3" = 1e-17))) {
    result <- evaluate_consensus(items, gold, ci = ci_none())
    expect_identical(result$estimate[result$measure == "mae"], 0)
  }
})

test_that("gold ids that differ by zeros or blanks are found among items that have none", {
  items <- data.frame(item = c("7", "8", "a  b", "c"), label = c("x", "y", "x", "y"))
  expect_warning(
    evaluate_consensus(items, c("007" = "x", " a b" = "x", "c" = "y"), ci = ci_none()),
    class = "accord_warning_gold_ids"
  ) |> suppressMessages()
  expect_message(
    evaluate_consensus(items, c("7" = "x", "8" = "y", "9" = "x"), ci = ci_none()),
    class = "accord_message_unused_gold"
  )
})

test_that("ratings given as gold are refused with advice", {
  d <- rated(ann = c("a", "b", "b"), bob = c("a", "b", "a"), cat = c("b", "b", "a"))
  x <- consensus(d, item, rater, label)
  expect_fault(evaluate_consensus(x, d), "gold", "gold = as_ratings")
  ratings <- as_ratings(d, item, rater, label)
  expect_fault(consensus(d, item, rater, label, gold = ratings), "argument", "gold = consensus")
  # What the advice says works.
  expect_no_error(evaluate_consensus(x, consensus(d[d$rater != "cat", ], item, rater, label)))
  expect_no_error(evaluate_consensus(consensus(d, item, rater, label, method = "one_coin", posterior = TRUE), ratings))
})

test_that("columns that are not in `by` do not make several rows of an item count", {
  labels <- data.frame(item = rep(1:3, each = 2), label = c("a", "b", "a", "a", "b", "b"), rater = c("x", "y"))
  gold <- c("1" = "a", "2" = "a", "3" = "b")
  expect_fault(evaluate_consensus(labels, gold), "duplicate_items", "3 items have several", items = 1:3)
  by_rater <- evaluate_consensus(labels, gold, by = rater)
  accuracy <- by_rater[by_rater$measure == "accuracy", ]
  expect_equal(accuracy$estimate, c(1, 2 / 3))
  expect_equal(accuracy$n, c(3, 3))
})

test_that("combined evaluations are told apart by one name in all rows", {
  gold <- c("1" = "a", "2" = "b", "3" = "a")
  of <- function(label) evaluate_consensus(data.frame(item = 1:3, label = label), gold)
  one <- of(c("a", "b", "b"))
  other <- of(c("a", "b", "a"))
  named <- rbind(majority = one, ds = other)
  expect_equal(named$result, rep(c("majority", "ds"), c(nrow(one), nrow(other))))
  expect_s3_class(named, "accord_evaluation")
  expect_equal(rbind(one, other)$result, rep(c("1", "2"), c(nrow(one), nrow(other))))
  expect_equal(unique(rbind(named, last = one)$result), c("majority", "ds", "last"))
  # Other rows of one evaluation are no other result.
  expect_null(rbind(one[1:2, ], one[3:4, ])[["result"]])
  skip_if_not_installed("ggplot2")
  expect_no_match(as.character(ggplot2::autoplot(named)$data$label), "[(][0-9][)]")
})

test_that("gold labels in another spelling are told the one of the ratings", {
  votes <- data.frame(item = rep(1:3, each = 2), rater = c("a", "b"), label = c("Yes", "Yes", "No", "No", "Yes", "Yes"))
  x <- consensus(votes, item, rater, label)
  expect_fault(evaluate_consensus(x, c("1" = "yes ", "2" = "No")), "gold", "Did you mean \"Yes\"", labels = "yes ")
  expect_fault(consensus(votes, item, rater, label, gold = c("1" = "yes")), "gold", "Did you mean \"Yes\"")
  expect_fault(evaluate_consensus(x, c("1" = "maybe")), "gold", "`categories` of `consensus[(][)]`")
})

test_that("rows are items, not ratings, and a cut print names them", {
  votes <- data.frame(item = rep(1:6, each = 3), rater = c("a", "b", "c"), label = c("x", "x", "y", "y", "y", "x"))
  gold <- c("1" = "x", "2" = "y")
  x <- suppressMessages(evaluate_consensus(consensus(votes, item, rater, label, gold = gold), gold))
  lines <- format(x, n = 2)
  expect_true(any(grepl("Accuracy; Macro F1: no items", lines, fixed = TRUE)))
  expect_no_match(lines, "NA:|0 ratings|0 items")
  shares <- data.frame(item = 1:6, x = 0.5, y = 0.5)
  lines <- format(evaluate_consensus(shares, as_ratings(votes, item, rater, label), ci = ci_none()))
  expect_match(lines[1], "people, 6 items each", fixed = TRUE)
  names(shares)[1] <- "tweet"
  cnd <- expect_fault(
    evaluate_consensus(shares, as_ratings(votes, item, rater, label)), "missing_column", "`item`", column = "item"
  )
  expect_match(conditionMessage(cnd), 'names(x)[names(x) == "tweet"] <- "item"', fixed = TRUE)
})

test_that("items have the name that they have in gold, and a single other column holds labels", {
  x <- data.frame(item = 1:6, label = c("a", "b", "a", "a", "b", "b"))
  gold <- data.frame(item = 1:6, label = c("a", "b", "b", "a", "b", "a"))
  same <- evaluate_consensus(x, gold)
  expect_identical(evaluate_consensus(setNames(x, c("essay", "label")), setNames(gold, c("essay", "label"))), same)
  expect_identical(evaluate_consensus(setNames(x, c("essay", "guess")), setNames(gold, c("essay", "truth"))), same)
  expect_identical(evaluate_consensus(x, setNames(gold, c("essay", "label"))), same)
  expect_identical(evaluate_consensus(x, setNames(gold, c("item", "truth"))), same)
  sure <- cbind(setNames(x, c("essay", "label")), sure = 0.9)
  expect_identical(evaluate_consensus(sure, setNames(gold, c("essay", "label"))), same)
  # Which of several columns is meant is not guessed.
  expect_fault(evaluate_consensus(sure, gold), "missing_column", column = "item")
  expect_fault(evaluate_consensus(x, cbind(setNames(gold, c("essay", "truth")), by = 1)), "argument", "3 columns")
  votes <- data.frame(tweet = rep(1:6, each = 3), rater = 1:3, label = rep(x$label, each = 3))
  votes <- consensus(votes, tweet, rater, label, method = "majority")
  expect_equal(score(evaluate_consensus(votes, setNames(gold, c("tweet", "truth"))), "accuracy"), 4 / 6)
  parts <- rbind(cbind(x, part = "p"), cbind(x, part = "q"))
  golds <- rbind(cbind(gold, part = "p"), cbind(gold, part = "q"))
  names <- c("essay", "label", "part")
  expect_identical(
    evaluate_consensus(setNames(parts, names), setNames(golds, names), by = part),
    evaluate_consensus(parts, golds, by = part)
  )
})
