# Numbers that are written as text: they are labels, which is told once, and errors say how to make numbers of them.

test_that("text that is numbers is told once, with code that makes numbers of it", {
  skip_if_quick()
  d <- data.frame(
    item = rep(1:6, 2), rater = rep(c("p", "q"), each = 6),
    score = c("1", "2", "3", "4", "2", "1", "1", "2", "3", "4", "3", "1"),
    share = paste0(c(10, 20, 30, 40, 50, 60, 10, 20, 30, 40, 50, 50), "%"), half = c("1,5", "2", "3", "4", "5", "6")
  )
  text <- function(cnd) gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
  rlang::reset_message_verbosity(paste("accord number_texts", rlang::hash(list("share", unique(d$share)))))
  numbers <- function(column) {
    cnd <- expect_error(
      rlang::inject(krippendorff_alpha(d, item, rater, !!as.name(column), level = "interval")),
      class = "accord_error_level"
    )
    expect_match(text(cnd), "numbers written as text|Commas are not decimal points")
    x <- d[[column]]
    eval(str2lang(regmatches(text(cnd), regexpr("as.numeric\\(.*\\)(?=` makes)", text(cnd), perl = TRUE))))
  }
  expect_identical(numbers("score"), as.numeric(d$score))
  expect_identical(numbers("share"), c(10, 20, 30, 40, 50, 60, 10, 20, 30, 40, 50, 50))
  expect_identical(numbers("half"), rep(c(1.5, 2, 3, 4, 5, 6), 2))
  cnd <- expect_error(krippendorff_alpha(d, item, rater, score, level = "ordinal"), class = "accord_error_level")
  expect_match(text(cnd), "as.numeric(as.character(x))", fixed = TRUE)
  cnd <- expect_message(as_ratings(d, item, rater, share), class = "accord_message_number_texts")
  expect_match(text(cnd), "as.numeric(sub(\"%\", \"\", d$share, fixed = TRUE))", fixed = TRUE)
  expect_silent(as_ratings(d, item, rater, share))
})

test_that("labels that only look like numbers, and two values, are not told", {
  d <- data.frame(item = rep(1:3, 2), rater = rep(c("p", "q"), each = 3), code = c("01", "02", "10", "01", "02", "02"))
  expect_silent(as_ratings(d, item, rater, code))
  d$code <- factor(c("1", "2", "3", "1", "2", "2"))
  expect_silent(as_ratings(d, item, rater, code))
  d$code <- c("7", "8", "7", "7", "8", "8")
  expect_silent(as_ratings(d, item, rater, code))
  d$code <- c("7", "8", "9", "7", "8", "8")
  expect_silent(as_ratings(d, item, rater, code, level = "nominal"))
  expect_silent(as_ratings(d, item, rater, code, categories = c("7", "8", "9")))
})
