# vignettes/articles/standards.csv: each standard once, and what it names exists.

article <- test_path("..", "..", "vignettes", "articles", "standards.csv")

test_that("the article on standards has each of them once, and every file and help page that it names exists", {
  skip_if_not(file.exists(article), "the sources are not there")
  rows <- utils::read.csv(article, colClasses = "character", na.strings = character())
  expect_identical(rows$id[duplicated(rows$id)], character())
  # As many as the lists have, with their parts.
  found <- table(sub("[0-9].*", "", rows$id))
  expect_identical(c(found[["G"]], found[["EA"]], found[["UL"]]), c(68L, 34L, 33L))
  expect_identical(setdiff(rows$kept, c("yes", "partly", "no", "does not apply")), character())
  places <- unlist(strsplit(rows$where, "; ", fixed = TRUE))
  pages <- startsWith(places, "?")
  files <- places[!pages]
  expect_identical(files[!file.exists(test_path("..", "..", files))], character())
  expect_identical(setdiff(sub("^[?]", "", places[pages]), c(help_topics(), "accord")), character())
  # What is not kept has a reason, and what is kept a place.
  expect_true(all(nzchar(rows$how[rows$kept %in% c("partly", "no")])))
  expect_true(all(nzchar(rows$where[rows$kept %in% c("yes", "partly")])))
})
