# Rows of totals below the items of a data frame, and ids that are empty.

labelled <- function(id, values) {
  data.frame(id = c(1:5, id), ann = c("a", "b", "a", "c", "b", values[1]), ben = c("a", "b", "c", "c", "a", values[2]))
}

test_that("a row named like a total with numbers among labels is an error", {
  skip_if_quick()
  agree <- function(d) as_ratings(d, id, rating = c(ann, ben), layout = "raters_in_columns")
  for (id in c("Total", "sum", "Mean", "% agreement", "Gesamt")) {
    cnd <- expect_error(agree(labelled(id, c("5", "5"))), class = "accord_error_total")
    expect_identical(cnd$found, id)
  }
  expect_error(agree(labelled("% agreement", c("80", ""))), class = "accord_error_total")
  factors <- transform(labelled("Total", c("80%", "80%")), id = factor(id), ann = factor(ann))
  expect_error(agree(factors), class = "accord_error_total")
  # A word that is rated, and numbers that are labels of others too.
  expect_no_error(agree(labelled("total", c("a", "b"))))
  expect_no_error(agree(labelled("6", c("5", "5"))))
  numbers <- labelled("total", c("1", "2"))
  numbers$ann[1:5] <- numbers$ben[1:5] <- c("1", "2", "2", "1", "1")
  expect_no_error(agree(numbers))
})

test_that("an empty id is a missing one", {
  d <- data.frame(id = c("a", "a", "", "", "b", "b"), who = c("x", "y", "x", "y", "x", "y"), v = c(1, 2, 1, 2, 1, 1))
  cnd <- expect_error(as_ratings(d, id, who, v), 'rows whose item is ""', class = "accord_error_missing_id")
  expect_identical(cnd$rows, 3:4)
  d$id[3:4] <- "c"
  d$who[2] <- ""
  cnd <- expect_error(as_ratings(d, id, who, v), 'row whose rater is ""', class = "accord_error_missing_id")
  expect_identical(cnd$rows, 2L)
})

test_that("a rater whose name is empty by a template is one", {
  sheet <- data.frame(id = 1:3, tone = c("a", "b", "a"), tone1 = c("a", "b", "b"))
  ratings <- as_ratings(read_sheet(sheet, item = id, names = "{question}{rater:|1}"))
  expect_identical(ratings$raters, c("", "1"))
})
