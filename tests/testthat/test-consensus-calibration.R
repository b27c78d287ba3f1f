answers <- function(...) {
  d <- data.frame(
    rater = rep(c("ann", "bob"), each = 4), label = c("a", "b", "a", NA, "b", "b", "a", "a"),
    sure = c(1, 2, 3, 3, 2, 2, 1, 3), gold = c("b", "b", "a", "a", "b", "a", "a", "a")
  )
  transform(d, ...)
}

test_that("shares by confidence are those counted by hand, with limits of Clopper and Pearson", {
  x <- calibration(answers(), label, sure, gold)
  by_level <- x[!is.na(x$class), ]
  # 1: wrong, right; 2: right, right, wrong; 3: right, right (one answer is missing).
  expect_equal(by_level$class, paste("confidence", 1:3))
  expect_equal(by_level$estimate, c(1 / 2, 2 / 3, 1))
  expect_equal(by_level$n, c(2L, 3L, 2L))
  limits <- binom.test(2, 3)$conf.int
  expect_equal(by_level$conf.low[2], limits[1])
  expect_equal(by_level$conf.high[2], limits[2])
  all <- x[is.na(x$class), ]
  expect_equal(all$measure, c("accuracy", "auc"))
  # Pairs of a right (1, 2, 2, 3, 3) and a wrong (1, 2): 4 + 1/2 and 2 + 2/2 of 5 each.
  expect_equal(all$estimate, c(5 / 7, 7.5 / 10))
})

test_that("probabilities have a Brier score and a calibration error", {
  set.seed(3)
  d <- data.frame(label = sample(0:1, 200, TRUE), gold = sample(0:1, 200, TRUE), p = runif(200))
  x <- calibration(d, label, p, gold, bins = 4)
  right <- d$label == d$gold
  bin <- findInterval(d$p, c(0.25, 0.5, 0.75), left.open = TRUE)
  gaps <- vapply(split(seq_along(bin), bin), function(i) abs(mean(right[i]) - mean(d$p[i])) * length(i), 0)
  pairs <- outer(d$p[right], d$p[!right], function(a, b) (a > b) + (a == b) / 2)
  value <- function(name) x$estimate[x$measure == name & is.na(x$class)]
  expect_equal(value("ece"), sum(gaps) / 200)
  expect_equal(value("brier"), mean((d$p - right)^2))
  expect_equal(value("auc"), mean(pairs))
  expect_equal(x$n[x$measure == "accuracy"], c(200L, tabulate(bin + 1)))
  # Another order of rows, and of answers by name, changes nothing.
  expect_equal(calibration(d[200:1, ], label, p, gold, bins = 4), x)
})

test_that("groups stand alone, and what is not defined says why", {
  x <- calibration(answers(), label, sure, gold, by = rater)
  expect_equal(x[x$rater == "bob", -1], calibration(answers()[5:8, ], label, sure, gold), ignore_attr = TRUE)
  none <- suppressMessages(
    calibration(answers(gold = ifelse(rater == "bob", NA, gold)), label, sure, gold, by = rater)
  )
  expect_equal(none$status[none$rater == "bob"], c("no items", "no items"))
  expect_equal(none$estimate[none$rater == "bob"], c(NA_real_, NA))
  right <- calibration(answers(gold = label), label, sure, gold)
  expect_equal(right$status[2], "all are right")
  ordered <- calibration(answers(sure = factor(sure, ordered = TRUE)), label, sure, gold)
  expect_equal(ordered, calibration(answers(), label, sure, gold))
})

test_that("answers that do not count are counted in a message", {
  expect_message(
    calibration(answers(gold = replace(gold, 1:3, NA)), label, sure, gold),
    "4 of 8 answers are left out: 1 without label and 3 without gold", class = "accord_message_incomplete"
  )
  expect_no_message(calibration(answers()[-4, ], label, sure, gold))
})

test_that("wrong input is refused", {
  skip_if_quick()
  expect_fault(
    calibration(answers(sure = replace(sure, 2, Inf)), label, sure, gold), "argument", "row 2", rows = 2L
  )
  expect_fault(calibration(answers(), label, sure, nope), "missing_column", column = "nope")
  expect_fault(calibration(answers(), label, rater, gold), "argument", argument = "confidence")
  expect_fault(calibration(answers(sure = Inf), label, sure, gold), "argument", argument = "confidence")
  expect_fault(calibration(answers(gold = "z"), label, sure, gold), "gold", "\"z\"")
  expect_fault(calibration(answers(), label, gold, sure), "gold", "were they exchanged\\?")
  numbers <- data.frame(label = c(1, 2, 1), sure = c(0.5, 0.9, 0.8), gold = c(1, 2, 2))
  expect_fault(calibration(numbers, label, gold, sure), "gold", "was it exchanged with `gold`\\?")
  expect_fault(calibration(1, label, sure, gold), "argument", argument = "data")
  expect_fault(calibration(answers(), label, sure, gold, bins = 1), "argument", argument = "bins")
  named <- answers(n = rater)
  expect_fault(calibration(named, label, sure, gold, by = n), "reserved_name", columns = "n")
})

test_that("no answer is an error", {
  none <- data.frame(label = character(), sure = double(), gold = character())
  expect_error(calibration(none, label, sure, gold), class = "accord_error_no_rows")
})

test_that("answers that are left out determine neither the bins nor whether confidence is a probability", {
  d <- data.frame(label = c("a", "b", "b", "a"), gold = c("a", "a", "b", "a"), sure = c(0.2, 0.2, 0.6, 0.7))
  more <- rbind(d, data.frame(label = "a", gold = NA, sure = c(0.1, 3)))
  got <- suppressMessages(calibration(more, label, sure, gold, bins = 3))
  expect_equal(got, calibration(d, label, sure, gold, bins = 3))
})

test_that("confidences that are no round numbers have short names that differ", {
  d <- data.frame(label = c("a", "b", "a", "b"), gold = c("a", "b", "b", "b"), p = c(1 / 3, 2 / 3, 0.99991, 0.99992))
  expect_equal(
    stats::na.omit(unique(calibration(d, label, p, gold)$class)),
    paste("confidence", c("0.33333", "0.66667", "0.99991", "0.99992")), ignore_attr = TRUE
  )
  expect_equal(calibration(d[1:2, ], label, p, gold)$class[5:6], paste("confidence", c("0.333", "0.667")))
})

test_that("confidence as text has advice for its kind", {
  ask <- function(x) calibration(data.frame(label = "a", sure = x, gold = "a"), label, sure, gold)
  expect_fault(ask(c("90%", "80 %")), "argument", "as.numeric\\(sub\\(\"%\", \"\", x\\)\\) / 100")
  expect_fault(ask(c("0.9", "0.8")), "argument", "as.numeric\\(as.character\\(x\\)\\)")
  expect_fault(ask(c("high", "low")), "argument", "ordered = TRUE")
})
