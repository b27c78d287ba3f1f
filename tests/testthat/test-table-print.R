# The print of summaries, influences, disagreements, labels and chains.

lines_of <- function(x, ...) cli::ansi_strip(format(x, ...))

test_that("counts that are equal in all rows are in the first line, and columns that repeat another one are left out", {
  data <- result_ratings()
  raters <- lines_of(rater_summary(data, item, rater, label), width = 80)
  expect_identical(raters[1], "Summary of 3 raters with 8 ratings each")
  expect_match(raters[3], "^  Rater +Majority +Others +Pairs +Kappa +95% CI")
  expect_no_match(raters, "Compared|Raters met|Set aside")
  # Without one rating its rater has fewer, so that the numbers are a column.
  raters <- lines_of(rater_summary(data[-1, ], item, rater, label), width = 80)
  expect_identical(raters[1], "Summary of 3 raters")
  expect_match(raters[3], "^  Rater +Ratings +")
  items <- lines_of(item_summary(data, item, rater, label))
  expect_identical(items[1], "Summary of 8 items with 3 ratings each")
  expect_identical(lines_of(item_summary(data[1:3, ], item, rater, label))[1], "Summary of 1 item")
})

test_that("every print shows the first n rows, and says how many there are", {
  skip_if_quick()
  for (x in Filter(function(x) inherits(x, "accord_result") && is.data.frame(x) && nrow(x) > 1, every_result())) {
    lines <- lines_of(x, n = 1)
    more <- nrow(x) - 1
    expect_match(lines, sprintf("^# %d more rows?: print[(]x, n = Inf[)]$", more), all = FALSE, info = class(x)[1])
    expect_lt(length(lines), length(lines_of(x, n = Inf)) + 1)
    expect_no_match(lines_of(x, n = Inf), "more rows?: print", info = class(x)[1])
    expect_fault(format(x, n = "all"), "argument", argument = "n")
  }
})

test_that("no result prints as a tibble, and no word of a status is cut", {
  skip_if_quick()
  for (x in Filter(function(x) inherits(x, "accord_result") && is.data.frame(x), every_result())) {
    expect_no_match(lines_of(x), "# A tibble", info = class(x)[1])
  }
  alone <- data.frame(
    item = c(1, 1, 2, 2, 3), rater = c("ann", "bob", "ann", "bob", "cat"), label = c("a", "a", "b", "a", "b")
  )
  expect_match(lines_of(rater_summary(alone, item, rater, label)), "cat: no item with two ratings$", all = FALSE)
})

test_that("influences have three significant digits, and name their coefficient", {
  # 1,000 items of which one is a disagreement: the largest influence is below .001.
  data <- data.frame(item = rep(1:1000, each = 2), rater = c("ann", "bob"), label = rep(c("a", "b"), each = 1000))
  data$label[1] <- "b"
  data$label[1003] <- "a"
  x <- item_influence(data, item, rater, label, coefficient = "cohen")
  lines <- lines_of(x, n = 1)
  expect_match(lines[1], "^Influence of 1,000 items with 2 ratings each on Cohen's kappa, [.]99\\d with all items$")
  expect_match(lines[4], "-[.]00\\d{3}$|-[.]000\\d{3}$")
  three <- rater_influence(result_ratings(), item, rater, label, coefficient = "cohen")
  expect_match(lines_of(three)[1], "on Conger's kappa", fixed = TRUE)
  mixed <- rbind(three, rater_influence(result_ratings(), item, rater, label, coefficient = "fleiss"))
  expect_match(lines_of(mixed)[1], "on the estimate", fixed = TRUE)
})

test_that("what is Cohen's kappa in a group of two is Conger's in a group of more", {
  data <- rbind(cbind(part = "x", result_ratings()), cbind(part = "y", result_ratings()))
  data <- data[data$part == "x" | data$rater != "cat", ]
  lines <- lines_of(cohen_kappa(data, item, rater, label, by = part))
  expect_match(lines, "^  x +Conger's kappa", all = FALSE)
  expect_match(lines, "^  y +Cohen's kappa", all = FALSE)
})

test_that("ordinal disagreement is a share of the largest one, and the print says what the numbers are", {
  # Ratings 1, 1, 2, 3, 3, 3: ranks of the ends are 1.5 and 5, that of 2 is 3, so that the distances of 1 and 2, and of
  # 1 and 3, are 1.5^2 and 3.5^2.
  data <- data.frame(item = rep(1:3, each = 2), rater = c("ann", "bob"), score = c(1, 2, 1, 3, 3, 3))
  x <- disagreements(data, item, rater, score, level = "ordinal")
  expect_equal(x$disagreement, c(1, (1.5 / 3.5)^2))
  expect_match(lines_of(x), "# Disagreement: mean squared distance in ranks, 1 between", fixed = TRUE, all = FALSE)
  pairs <- disagreements(data, item, rater, score, level = "ordinal", what = "categories")
  expect_equal(sort(pairs$disagreement), c((1.5 / 3.5)^2, 1))
  interval <- disagreements(data, item, rater, score, level = "interval")
  expect_match(lines_of(interval), "# Disagreement: mean squared difference", fixed = TRUE, all = FALSE)
})

test_that("positions of spans with the same labels are one row", {
  marked <- data.frame(
    document = "d1", annotator = c("ann", "ann", "bob"), start = c(0, 9, 0), end = c(4, 14, 5),
    label = c("PER", "LOC", "PER"), length = 20
  )
  ratings <- as_ratings(as_spans(marked))
  items <- item_summary(ratings)
  # Both marked 0 to 4, one 4 to 5, and one 9 to 14.
  expect_identical(items$item, c("d1:0-4", "d1:4-5", "d1:5-9", "d1:9-14", "d1:14-20"))
  expect_identical(items$n_positions, c(4L, 1L, 4L, 5L, 6L))
  apart <- disagreements(ratings)
  expect_identical(apart$item, c("d1:4-5", "d1:9-14"))
  expect_equal(apart$share, c(1, 5) / 6)
  influence <- item_influence(ratings, coefficient = "percent")
  expect_identical(nrow(influence), 5L)
  # Without one position of disagreement, 13 of 19 agree instead of 14 of 20.
  expect_equal(influence$influence[influence$item == "d1:4-5"], 14 / 20 - 14 / 19)
  expect_match(lines_of(items)[3], "^  Item +Positions +")
})
