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
  expect_identical(found[[slips]], "\"agianst\" by ann on 1, like \"against\"")
  expect_false(stray %in% names(found))
  found <- answers("agains", "againstt", "Supqort", "supprot", "supprot")
  expect_setequal(strsplit(found[[slips]], "; ")[[1]], c(
    "\"agains\" by ann on 1, like \"against\"", "\"againstt\" by bob on 1, like \"against\"",
    "\"supprot\" by ann on 2 and by bob on 2, like \"support\"", "\"Supqort\" by cat on 1, like \"support\""
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

test_that("missing ratings are those left blank, outside the categories and without a row, and add up", {
  data <- expand.grid(item = 1:20, rater = c("ann", "bob", "cat"), stringsAsFactors = FALSE)
  data$label <- c("x", "y", "y")[seq_len(60) %% 3 + 1]
  data$label[c(2, 25, 46)] <- NA
  data$label[c(41, 43)] <- "z"
  data <- data[-c(10, 31, 52, 53), ]
  ratings <- suppressWarnings(as_ratings(data, item, rater, label, categories = c("x", "y")))
  check <- Filter(function(one) one$check == "Missing ratings", quality_checks(ratings))[[1]]
  # Of 60 ratings, 3 are NA, 2 are z and 4 have no row.
  expect_identical(check$n, 60 - sum(data$label %in% c("x", "y")))
  expect_identical(check$which, "3 left blank, 2 outside the categories and 4 without a row")
  aside <- rater_summary(ratings)$n_set_aside
  expect_identical(sum(aside), 5L)
  expect_identical(aside_words(ratings, sum(aside)), paste(
    "Set aside: how many ratings in the data do not count, since they are left blank, outside the categories, or",
    "repeat another one, 5 in all; 4 missing ratings without a row are not among them."
  ))
  text <- methods_text(percent_agreement(ratings))$text
  expect_match(text, "Of the 60 possible ratings of these items by these raters, 9 are")
})

test_that("an answer that may be misspelt is not said to be no rare one, and is to be corrected first", {
  data <- data.frame(item = rep(1:60, each = 3), rater = c("ann", "bob", "cat"))
  data$label <- c("against", "support", "open")[(data$item + (data$rater == "cat")) %% 3 + 1]
  expect_null(misspelt_advice(as_ratings(data, item, rater, label)))
  data$label[1] <- "agianst"
  ratings <- as_ratings(data, item, rater, label)
  expect_false("Answers given only once or twice" %in% check_names(ratings))
  expect_true("Other answers given only once or twice" %in% check_names(ratings))
  expect_match(misspelt_advice(ratings), "^Correct \"agianst\" \\(like \"against\"\\) first")
})
