# The checks in the data section of a report.

found_checks <- function(ratings) {
  checks <- Filter(function(check) check$n > 0, quality_checks(ratings))
  rlang::set_names(vapply(checks, `[[`, "", "which"), vapply(checks, `[[`, "", "check"))
}
check_names <- function(ratings) vapply(quality_checks(ratings), `[[`, "", "check")

test_that("a rater who always gave the same answer is named from ten ratings on", {
  data <- data.frame(item = rep(1:12, 3), rater = rep(c("ann", "bob", "cat"), each = 12), label = c("no", "yes"))
  data$label[data$rater == "bob"] <- "no"
  data$label[data$rater == "cat"] <- "yes"
  # Nine equal ratings are too few.
  data <- data[!(data$rater == "cat" & data$item > 9), ]
  found <- found_checks(as_ratings(data, item, rater, label))
  expect_identical(found[["Raters with ten ratings or more who always gave the same answer"]], "bob")
  # An annotator without any span gave no label to all positions.
  spans <- data.frame(
    document = "d1", annotator = c("ann", "bob"), start = c(2, NA), end = c(5, NA), label = c("X", NA), length = 20
  )
  found <- found_checks(as_ratings(as_spans(spans)))
  expect_identical(found[["Raters with ten positions or more who always gave the same answer"]], "bob")
})

test_that("checks have no tails, and repeated ratings are said to be counted", {
  data <- data.frame(item = c(1, 1, 1, 2, 2), rater = c("ann", "bob", "bob", "ann", "bob"))
  data$label <- c("x", "y", "x", "x", "y")
  ratings <- as_ratings(data, item, rater, label, duplicates = "keep")
  expect_identical(found_checks(ratings)[["Ratings of an item repeated by a rater, all counted"]], "1")
  expect_true("Answers outside the categories" %in% check_names(ratings))
})

test_that("a rare answer that is one slip from a frequent one is named, and not as a stray answer", {
  data <- data.frame(item = rep(1:60, each = 3), rater = c("ann", "bob", "cat"))
  data$label <- c("against", "support", "open")[(data$item + (data$rater == "cat")) %% 3 + 1]
  answers <- function(...) {
    data$label[seq_along(c(...))] <- c(...)
    found_checks(as_ratings(data, item, rater, label))
  }
  slips <- "Answers that may be misspelt"
  stray <- "Answers given only once or twice"
  found <- answers("agianst")
  expect_identical(found[[slips]], "\"agianst\" (1), like \"against\"")
  expect_false(stray %in% names(found))
  found <- answers("agains", "againstt", "Supqort", "supprot", "supprot")
  expect_setequal(strsplit(found[[slips]], "; ")[[1]], c(
    "\"agains\" (1), like \"against\"", "\"againstt\" (1), like \"against\"", "\"supprot\" (2), like \"support\"",
    "\"Supqort\" (1), like \"support\""
  ))
  # Short answers, other digits, two slips, and answers that are not rare are no slips.
  expect_identical(answers("opem")[[stray]], "opem (1)")
  expect_identical(answers("agaisnst x")[[stray]], "agaisnst x (1)")
  data$label <- sub("support", "round 1", data$label)
  expect_identical(answers("round 2")[[stray]], "round 2 (1)")
  expect_false(any(c(slips, stray) %in% names(answers(rep("agianst", 3)))))
  # Declared categories are meant, and so are those of a scale.
  data$label[1] <- "agianst"
  data$label <- factor(data$label)
  expect_length(found_checks(as_ratings(data, item, rater, label)), 0)
})

test_that("one slip is an edit distance of 1, or two neighbours exchanged", {
  words <- c("against", "agianst", "gainsta", "agains", "gainst", "aagainst", "against.", "agoinst", "agoinsd", "abcd")
  words <- c(words, "aa", "aaa", "ab", "ba", "abab", "baba", "")
  swapped <- function(a, b) {
    a <- strsplit(a, "")[[1]]
    any(vapply(seq_along(a)[-1], function(i) {
      swap <- replace(a, c(i - 1, i), a[c(i, i - 1)])
      paste(swap, collapse = "") == b && b != paste(a, collapse = "")
    }, NA))
  }
  for (a in words) {
    for (b in words) {
      slip <- utils::adist(a, b)[1] == 1 || swapped(a, b)
      expect_identical(is_one_slip(utf8ToInt(a), utf8ToInt(b)), slip, info = paste(a, b))
    }
  }
})
