# Who gave which answer on the items to discuss, and which of these items come first.

three <- function() {
  as_ratings(data.frame(
    item = rep(c("i1", "i2", "i3", "i4"), each = 3), rater = c("eva", "jonas", "mia"),
    label = c("a", "b", "a", "b", "c", "c", "a", "a", "a", "c", "a", "b")
  ), item, rater, label)
}

test_that("items with few ratings name the raters of each answer, the majority first", {
  x <- disagreements(three())
  named <- answers_by_rater(x, three())
  said <- stats::setNames(named$ratings, named$item)
  expect_identical(said[["i1"]], "eva, mia: a; jonas: b")
  expect_identical(said[["i2"]], "jonas, mia: c; eva: b")
  expect_identical(said[["i4"]], "eva: c; jonas: a; mia: b")
  expect_identical(names(named), names(x))
  expect_identical(named$disagreement, x$disagreement)
  # The note on parentheses stands where there are any.
  expect_match(paste(paper_table(x, "html"), collapse = " "), "in parentheses")
  expect_no_match(paste(paper_table(named, "html"), collapse = " "), "in parentheses")
})

test_that("raters that are numbers are called raters, and items with many ratings keep the numbers of raters", {
  data <- data.frame(item = 1, rater = 1:3, label = c("2", "2", "1"))
  ratings <- as_ratings(data, item, rater, label)
  expect_identical(answers_by_rater(disagreements(ratings), ratings)$ratings, "raters 1, 2: 2; rater 3: 1")
  data <- data.frame(item = rep(1:2, c(7, 2)), rater = letters[c(1:7, 1:2)], label = c("x", rep("y", 7), "x"))
  ratings <- as_ratings(data, item, rater, label)
  found <- answers_by_rater(disagreements(ratings), ratings)
  expect_setequal(found$ratings, c("y (6), x (1)", "a: y; b: x"))
})

test_that("items of groups have the raters of their own group", {
  data <- data.frame(
    item = 1, rater = c("ann", "bob"), round = rep(1:2, each = 2), label = c("a", "b", "b", "a")
  )
  ratings <- as_ratings(data, item, rater, label, by = round)
  found <- answers_by_rater(disagreements(ratings), ratings)
  expect_identical(found$ratings[order(found$round)], c("ann: a; bob: b", "ann: b; bob: a"))
})

test_that("items with the categories that are confused most come first among equals", {
  pairs <- list(c("c", "d"), c("a", "b"), c("a", "b"), c("a", "c"), c("b", "b"), c("a", "b"))
  data <- data.frame(item = rep(seq_along(pairs), each = 2), rater = c("ann", "bob"), label = unlist(pairs))
  ratings <- as_ratings(data, item, rater, label)
  found <- items_to_discuss(disagreements(ratings), ratings)
  expect_identical(as.integer(found$item), c(2L, 3L, 6L, 1L, 4L))
  expect_match(items_answer(found, item_summary(ratings), ratings), "differ on 5 of 6 items.*; they differ equally[.]$")
})

test_that("limits for other raters that are not wider say that other raters would change little", {
  limits <- function(low, high) {
    tibble::tibble(estimate = 0.95, conf.low = low, conf.high = high, n_raters = 3L)
  }
  ratings <- three()
  main <- limits(0.86, 0.99)
  expect_match(raters_words(limits(0.97, 1), ratings, main), "Other raters would change little")
  expect_no_match(raters_words(limits(0.97, 1), ratings, main), ".97", fixed = TRUE)
  expect_match(raters_words(limits(0.80, 1), ratings, main), "goes from .80 to 1.00: 3 raters", fixed = TRUE)
  # Without limits for other items nothing is narrower.
  expect_match(raters_words(limits(0.97, 1), ratings, limits(NA, NA)), "goes from .97", fixed = TRUE)
})

test_that("advice at the level of chance is not to use the ratings", {
  data <- expand.grid(item = 1:60, rater = c("ann", "bob"), stringsAsFactors = FALSE)
  data$label <- c(rep(c("a", "b"), 30), rep(c("a", "a", "b", "b"), 15))
  ratings <- as_ratings(data, item, rater, label)
  found <- agreement(ratings, coefficients = "krippendorff_alpha")
  said <- what_to_do(found, ratings, report_scale(ratings, NULL, NULL))
  expect_match(said, "Do not use these ratings, which agree no better than chance")
  expect_no_match(said, "in doubt")
})

test_that("differences have the unit of the ratings, and points only where they are marks", {
  unit <- function(values, raters = c("ann", "bob"), level = "interval") {
    data <- data.frame(item = rep(seq_along(values), 2), rater = rep(raters, each = length(values)), value = values)
    ratings <- as_ratings(data, item, rater, value, level = level)
    unit_of_ratings(ratings, report_scale(ratings, NULL, NULL))
  }
  expect_identical(unit(c(1, 2, 2.5, 4)), " points")
  expect_identical(unit(c(1, 2, 4), level = "ratio"), "")
  expect_identical(unit(c(1.2, 2, 4)), "")
  expect_identical(unit(c(1, 2, 4), level = "ordinal"), " steps")
  expect_identical(unit(c(1, 2, 4), c("Weiss (mm)", "Kaya (mm)"), "ratio"), " mm")
})

test_that("a table of raters leaves out columns that cannot tell them apart", {
  said <- paste(paper_table(rater_summary(three()), "html"), collapse = " ")
  expect_match(said, "Majority")
  expect_no_match(said, "Others")
  set.seed(4)
  size <- stats::runif(30, 5, 40)
  data <- data.frame(
    item = rep(1:30, 3), rater = rep(c("ann", "bob", "cat"), each = 30), size = round(size + stats::rnorm(90, 0, 3), 1)
  )
  ratings <- as_ratings(data, item, rater, size, level = "ratio")
  said <- paste(paper_table(rater_summary(ratings, scores = TRUE, shares = FALSE), "html"), collapse = " ")
  expect_no_match(said, "Majority|Others|Exact|Adjacent")
  expect_match(said, "Difference")
  expect_false("percent_agreement" %in% app_scales(ratings)$measured)
  expect_true("krippendorff_alpha" %in% app_scales(ratings)$measured)
})

test_that("a column with the only rater of a question is said once, by its own name", {
  data <- data.frame(id = 1:6, tone_a = c(1, 2, 1, 2, 1, 2), tone_b = c(1, 2, 2, 2, 1, 1), Start_s = 11:16, note = "x")
  said <- format_sheet(suppressWarnings(read_sheet(data, item = id, names = "{question}_{rater}")))
  expect_identical(sum(grepl("Start", said)), 1L)
  expect_match(grep("Start", said, value = TRUE), "one rater only: Start_s", fixed = TRUE)
})

test_that("sets that are equal or not say so, and by common labels they do not", {
  data <- data.frame(item = rep(1:3, each = 2), rater = c("ann", "bob"), label = c("a;b", "a", "b", "b", "c", "a;c"))
  sheet <- read_sheet(data, item = item, rater = rater, rating = label, separator = ";")
  expect_match(overlap_words(as_ratings(sheet)), "overlap count as different; .* common labels [(]Jaccard or MASI[)]")
  expect_null(overlap_words(as_ratings(sheet, distance = "jaccard")))
  expect_null(overlap_words(three()))
})

test_that("what high, moderate and low mean is said once, also of several questions", {
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  data <- data.frame(
    id = 1:8, tone_a = rep(1:2, 4), tone_b = rep(1:2, c(4, 4)), mood_a = rep(1:2, 4), mood_b = rep(1:2, 4)
  )
  sheet <- read_sheet(data, item = id, names = "{question}_{rater}")
  page <- paste(readLines(report_agreement(as_ratings(sheet, level = "nominal"), file = tempfile(fileext = ".html"))),
    collapse = " ")
  expect_length(gregexpr("class=\"bounds\"", page, fixed = TRUE)[[1]], 1)
  expect_match(page, HEIGHT_WORDS, fixed = TRUE)
})

test_that("numbers that differ equally are in the order of the data, and the section says so", {
  data <- data.frame(
    item = rep(c("z", "b", "m", "a"), each = 2), rater = c("ann", "bob"), score = c(1, 2, 3, 2, 4, 5, 1, 3)
  )
  ratings <- as_ratings(data, item, rater, score, level = "interval")
  about <- report_scale(ratings, NULL, NULL)
  found <- by_doubt(report_disagreements(ratings, about), ratings, about, NULL)
  expect_identical(as.character(found$item), c("a", "z", "b", "m"))
  expect_identical(
    item_words(ratings, about, found$item), "The items in most doubt come first, equal ones in data order."
  )
})
