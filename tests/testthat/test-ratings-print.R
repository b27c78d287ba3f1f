test_that("printing tells what is there and what is not", {
  d <- rbind(small(), small(label = c(NA, "z", "a", "a", "b", "b"), item = paste0(item, "+")))
  words <- capture.output(print(as_ratings(d, item, who, label, categories = c("a", "b"))))
  expect_match(words[1], "10 ratings, 6 items, 2 raters")
  expect_match(words, "level: +nominal", all = FALSE)
  expect_match(words, "ratings per item: +0 to 2, median 2; 1 with fewer than two", all = FALSE)
  expect_match(words, "ratings per rater: +5 each", all = FALSE)
  expect_match(words, "categories: +a 50.0%, b 50.0%", all = FALSE)
  expect_match(words, "83.3% of the 12 item . rater cells are filled", all = FALSE)
  expect_match(words, "set aside: +1 missing, 1 outside the categories", all = FALSE)
})

test_that("printing copes with nothing, anonymous raters, groups and many values", {
  skip_if_quick()
  nothing <- format(as_ratings(small(label = NA_character_), item, who, label))
  expect_match(nothing, "0 ratings, 3 items, 2 raters", all = FALSE)
  expect_match(nothing, "categories: +none", all = FALSE)
  expect_match(format(as_ratings(small(), item, rating = label)), "anonymous raters", all = FALSE)
  expect_match(format(as_ratings(small(), item, who, label, by = part)), "groups: +2 by part", all = FALSE)
  d <- data.frame(item = 1:20, rater = "r", x = 1:20 / 4)
  expect_match(format(as_ratings(d, item, rater, x)), "20 values from 0.25 to 5.00", all = FALSE)
  expect_match(format(as_ratings(d, item, rater, x)), "not stated", all = FALSE)
})

test_that("raters and categories are listed as far as the line goes, two at least", {
  long <- paste0("annotator_of_the_first_group_", 1:20)
  data <- data.frame(item = rep(1:2, each = 20), rater = long, label = paste0("a label ", 1:10))
  printed <- function(width) {
    rlang::local_options(width = width)
    format(as_ratings(data, item, rater, label))
  }
  lines <- printed(80)
  expect_true(all(nchar(lines) <= 80 | grepl("raters:", lines)))
  expect_match(lines, "first_group_1, annotator_of_the_first_group_2, and 18 more", all = FALSE)
  expect_match(lines, "categories: .* and [4-8] more$", all = FALSE)
  expect_match(printed(500), "_8, and 12 more", all = FALSE)
})

test_that("lines longer than the console go on below their beginning", {
  old <- options(width = 60)
  on.exit(options(old))
  ratings <- data.frame(item = rep(1:4000, each = 2), rater = 1:4000, label = c("a", "b"))
  lines <- utils::capture.output(print(as_ratings(ratings, item, rater, label)))
  expect_lte(max(nchar(lines)), 60)
  expect_match(paste(trimws(lines), collapse = " "), "item \u00d7 rater cells are filled", fixed = TRUE)
})

test_that("very long labels and ids are printed without their ends", {
  long <- vapply(c("a", "b"), strrep, "", times = 1e4)
  data <- data.frame(item = c(1, 1, 2, 2), who = rep(unname(long), 2), label = unname(long)[c(1, 2, 2, 2)])
  shown <- format(as_ratings(data, item, who, label))
  expect_lt(sum(nchar(shown)), 2000)
  expect_match(shown, "b[.]{3} 75.0%", all = FALSE)
})
