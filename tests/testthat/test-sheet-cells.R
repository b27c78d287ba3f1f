tags <- data.frame(
  token = 1:12, word = paste0("w", 1:12), ann = c("NOUN", "VERB", "DET", "ADJ"), bob = c("NOUN", "VERB", "ADJ", "ADJ")
)
written <- function(lines) {
  path <- file.path(own_folder(parent.frame()), "tags.tsv")
  writeLines(lines, path)
  path
}

test_that("a first row of labels is none of names, and is read by the proposal", {
  first <- list(c("NOUN", "NOUN"), c("VERB", "ADJ"))
  for (own in first) {
    tags$ann[1] <- own[1]
    tags$bob[1] <- own[2]
    path <- written(do.call(paste, c(unname(tags), sep = "\t")))
    cnd <- expect_error(read_sheet(path, rating = c(3, 4)), class = "accord_error_header")
    expect_identical(cnd$advice, "header = 0")
    x <- read_sheet(path, item = V1, rating = c(ann = V3, bob = V4), header = 0)
    expect_identical(x$rating, c(tags$ann, tags$bob))
    utils::capture.output(call <- inspect_sheet(path))
    expect_identical(eval(str2lang(call))$rating, x$rating)
  }
  # Numbers in the first row, some of them twice.
  path <- written(do.call(paste, c(data.frame(1:9, c(1, 2, 3), c(1, 3, 3)), sep = "\t")))
  utils::capture.output(call <- inspect_sheet(path))
  expect_match(call, "header = 0")
})

test_that("names that are values by chance are names", {
  read <- function(names, data, ...) {
    read_sheet(written(c(paste(names, collapse = "\t"), do.call(paste, c(unname(data), sep = "\t")))), ...)
  }
  d <- data.frame(paste0("t", 1:12), c("A", "B", "C"), c("A", "B", "B"), c("A", "C", "C"))
  expect_length(read(c("id", "A", "B", "C"), d, item = id, rating = A:C)$rating, 36)
  # Above numbers there is a name, and one name alone proves nothing.
  d <- data.frame(1:12, c("left", "right"), c("left", "left", "right"))
  expect_length(read(c("id", "left", "right"), d, item = id, rating = c(left, right))$rating, 24)
  d <- data.frame(paste0("t", 1:12), c("news", "ad"), c("news", "ad", "ad"))
  expect_length(read(c("id", "news", "second"), d, item = id, rating = c(news, second))$rating, 24)
})

test_that("a title above the names of one sheet of several is said before what the sheets are", {
  skip_if_quick()
  skip_if_not_installed("readxl")
  path <- test_path("fixtures", "title.xlsx")
  cnd <- expect_error(
    read_sheet(path, item = candidate, rating = c(first, second)), class = "accord_error_missing_column"
  )
  expect_match(conditionMessage(cnd), "header = 2")
})
