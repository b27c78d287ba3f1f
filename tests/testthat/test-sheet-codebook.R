# Sheets of a workbook that are codebooks, a row of the texts of questions, and words for final labels.

test_that("a codebook is no rater, and the advice reads the others", {
  skip_if_not_installed("readxl")
  path <- test_path("fixtures", "codebook_coders.xlsx")
  cnd <- expect_error(
    read_sheet(path, item = Nr., rater = "{sheet}", rating = c(Thema, Wertung)),
    class = "accord_error_sheets"
  )
  expect_identical(cnd$sheets, "Codebuch")
  expect_identical(cnd$advice, "rater = c(\"{sheet}\" = \"{rater:Anna|Ben}\")")
  x <- read_sheet(path, item = Nr., rater = c("{sheet}" = "{rater:Anna|Ben}"), rating = c(Thema, Wertung))
  expect_identical(unique(x$rater), c("Anna", "Ben"))
})

test_that("a codebook before the sheet of ratings is not read, and not proposed", {
  skip_if_quick()
  skip_if_not_installed("readxl")
  path <- test_path("fixtures", "codebook_columns.xlsx")
  expect_message(x <- read_sheet(path, item = Nr., names = "{question}_{rater}"), "not read, a codebook: Codebuch")
  expect_length(unique(x$item), 20)
  utils::capture.output(calls <- inspect_sheet(path))
  expect_match(calls, "item = Nr., names = \"{question}_{rater}\"", fixed = TRUE)
})

test_that("the texts of questions below the names hide no column of raters", {
  skip_if_quick()
  ratings <- data.frame(
    CASE = as.character(1:16), AR01 = as.character(rep(1:8, 2)), CO01 = rep(c("1", "2"), each = 8),
    TO01 = rep(c("1", "3", "2", "4", "3", "1", "4", "2"), 2), GE01 = rep(c("2", "2", "1", "1", "1", "1", "2", "2"), 2)
  )
  texts <- c("Interview number", "Number of the article", "Who codes?", "What is its tone?", "Which genre is it?")
  path <- file.path(own_folder(), "soscisurvey.csv")
  utils::write.csv(rbind(stats::setNames(as.list(texts), names(ratings)), ratings), path, row.names = FALSE)
  utils::capture.output(calls <- inspect_sheet(path))
  expect_match(calls, "item = AR01, rater = CO01, rating = c(TO01, GE01), drop = 2)", fixed = TRUE)
  expect_identical(unique(eval(str2lang(calls))$rater), c("1", "2"))
})

test_that("final labels are known by further words", {
  d <- data.frame(id = 1:9, tone_anna = rep(1:3, 3), tone_ben = c(rep(1:3, 2), 1, 1, 1))
  for (word in c("master", "konsolidiert", "ground_truth")) {
    d$last <- rep(1:3, 3)
    names(d)[4] <- paste0("tone_", word)
    x <- suppressMessages(read_sheet(d, item = id, names = "{question}_{rater}"))
    expect_identical(unique(x$rater), c("anna", "ben"))
    d <- d[1:3]
  }
})
