test_that("a template is read in the one way in which each question has the same raters", {
  x <- data.frame(id = 1:3, pop_elite_a = 1, pop_elite_b = 1, tone_a = 1, tone_b = 1)
  found <- read_sheet(x, item = id, names = "{question}_{rater}")
  expect_setequal(found$question, c("pop_elite", "tone"))
  expect_setequal(found$rater, c("a", "b"))
})

test_that("two ways that both do are an error, and so are fields with nothing between them", {
  x <- data.frame(id = 1:3, a_x_1 = 1, a_x_2 = 1, b_x_1 = 1, b_x_2 = 1)
  cnd <- expect_error(read_sheet(x, item = id, names = "{question}_{rater}"), class = "accord_error_template")
  expect_length(cnd$fits, 2)
  found <- read_sheet(x, item = id, names = "{question}_{rater:1|2}")
  expect_setequal(found$question, c("a_x", "b_x"))
  expect_error(read_sheet(x, item = id, names = "{question}{rater}"), class = "accord_error_template")
})

test_that("values of a field are those that it may have, the empty one too", {
  x <- data.frame(tone = 1:3, tone1 = 1:3, tone2 = 1:3, size = 1:3, size1 = 1:3, size2 = 1:3, year = 1:3)
  found <- read_sheet(x, names = "{question}{rater:|1|2}")
  expect_setequal(found$question, c("tone", "size"))
  expect_setequal(found$rater, c("", "1", "2"))
  expect_match(paste(format_sheet(found), collapse = "\n"), "one rater only: year")
})

test_that("questions with other raters are an error whose advice works", {
  x <- data.frame(
    id = 1:3, tone_a = 1:3, tone_b = 1:3, tone_c = 1:3, size_a = 1:3, size_b = 1:3
  )
  cnd <- expect_error(read_sheet(x, item = id, names = "{question}_{rater}"), class = "accord_error_template")
  expect_identical(cnd$raters, list(common = c("a", "b"), others = "c"))
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "names = \"{question}_{rater:a|b}\"", fixed = TRUE)
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "names = \"{question}_{rater:a|b|c}\"", fixed = TRUE)
  expect_setequal(read_sheet(x, item = id, names = "{question}_{rater:a|b}")$rater, c("a", "b"))
})

test_that("a final label that all questions have is no rater, unless it is named", {
  x <- data.frame(
    id = 1:3, tone_a = 1:3, tone_b = c(1, 3, 3), tone_final = 1:3, size_a = 1:3, size_b = 3:1, size_final = 1:3
  )
  # Too few rows in which the coders agree confirm the name.
  cnd <- expect_error(read_sheet(x, item = id, names = "{question}_{rater}"), class = "accord_error_rating_columns")
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "{rater:a|b}", fixed = TRUE)
  expect_setequal(read_sheet(x, item = id, names = "{question}_{rater:a|b|final}")$rater, c("a", "b", "final"))
})

test_that("columns of several questions are no raters of one", {
  x <- data.frame(
    id = 1:12, tone_c1 = rep(1:3, 4), tone_c2 = rep(1:3, 4), frame_c1 = rep(c("h", "c"), 6),
    frame_c2 = rep(c("h", "c"), 6)
  )
  cnd <- expect_error(
    read_sheet(x, item = id, rating = tone_c1:frame_c2 & contains("_")),
    class = "accord_error_several_questions"
  )
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "names = \"{question}_{rater}\"", fixed = TRUE)
})

test_that("two columns of one rater and question are an error", {
  x <- data.frame(id = 1:3, tone_a_x = 1:3, tone_a_y = 1:3, tone_b_x = 1:3, size_a_x = 1, size_b_x = 1)
  expect_error(
    read_sheet(x, item = id, names = "{question:tone|size}_{rater:a|b}_{*}"),
    class = "accord_error_template"
  )
})

test_that("fields that are unknown, twice there or open are errors", {
  x <- data.frame(id = 1:3, tone_a = 1:3, tone_b = 1:3)
  for (text in c("{question}_{coder}", "{rater}_{rater}", "{question}_{rater", "tone")) {
    expect_error(read_sheet(x, item = id, names = text), class = "accord_error")
  }
  expect_error(read_sheet(x, item = id, names = "{question}.{rater}"), class = "accord_error_template")
})

test_that("signs of regular expressions stand for themselves", {
  x <- data.frame(a = 1:3, b = 1:3, c = 1:3, d = 1:3)
  names(x) <- c("tone (a+)", "tone (b.)", "size (a+)", "size (b.)")
  expect_setequal(read_sheet(x, names = "{question} ({rater})")$rater, c("a+", "b."))
  expect_setequal(read_sheet(x, names = "{question} ({rater:a+|b.})")$rater, c("a+", "b."))
})

test_that("a question with one of the raters is a warning, as after a misspelled name", {
  x <- data.frame(id = 1:3, tone_a = 1:3, tone_b = 1:3, size_a = 1:3, sizeb = 1:3)
  cnd <- expect_warning(read_sheet(x, item = id, names = "{question}_{rater}"), class = "accord_warning_one_rater")
  expect_identical(cnd$questions, "size")
})

test_that("a rater of one question may be named", {
  x <- data.frame(id = 1:3, tone_a = 1:3, tone_b = 1:3, tone_c = 3:1, size_a = 1:3, size_b = 1:3)
  cnd <- expect_error(read_sheet(x, item = id, names = "{question}_{rater}"), class = "accord_error_template")
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "{question}_{rater:a|b|c}", fixed = TRUE)
  found <- read_sheet(x, item = id, names = "{question}_{rater:a|b|c}")
  expect_identical(sum(found$rater == "c"), 3L)
})

test_that("the first of numbered columns is not left out for want of a number", {
  sheet <- data.frame(
    who = c("a", "b", "c"), Clip = c(1, 2, 1), Clip2 = c(2, 2, 1), Clip3 = c(1, 3, 3), Clip4 = c(2, 1, 2)
  )
  cnd <- expect_error(read_sheet(sheet, rater = who, names = "Clip{item}"), class = "accord_error_template")
  expect_identical(cnd$columns, "Clip")
  expect_identical(cnd$advice, "names = \"Clip{item:|2|3|4}\"")
  x <- read_sheet(sheet, rater = who, names = "Clip{item:|2|3|4}")
  expect_identical(unique(x$item), c("Clip", "2", "3", "4"))
  expect_identical(
    krippendorff_alpha(x, level = "nominal", ci = ci_none())$estimate,
    krippendorff_alpha(t(sheet[-1]), layout = "raters_in_columns", level = "nominal", ci = ci_none())$estimate
  )
  expect_length(unique(read_sheet(sheet, rater = who, names = "Clip{item:2|3|4}")$item), 3)
  # R numbers names that occur again.
  sheet <- data.frame(id = 1:6, tone = c(1, 2, 3, 1, 2, 3), tone.1 = c(1, 2, 3, 1, 2, 2), tone.2 = c(1, 2, 3, 3, 2, 2))
  cnd <- expect_error(read_sheet(sheet, item = id, names = "{question}.{rater}"), class = "accord_error_template")
  expect_length(unique(read_sheet(sheet, item = id, names = "{question}{rater:|.1|.2}")$rater), 3)
  expect_identical(cnd$advice, "names = \"{question}{rater:|.1|.2}\"")
})
