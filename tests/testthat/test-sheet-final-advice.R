# Advice about final labels among the raters, for any way to name the column of these, and columns without a cell.

test_that("a blank column of items whose questions stand in a column is no error", {
  d <- data.frame(code = c("K", "K"), who = c("a", "b"), d1 = c(1, 0), d2 = NA)
  x <- read_sheet(d, question = code, rater = who, names = "{item}")
  expect_identical(x$item, c("d1", "d1"))
  expect_identical(x$rating, c(1, 0))
})

test_that("the advice on a final label works however the column of raters is named", {
  skip_if_quick()
  tone <- rep(c(1, 2, 3, 1, 2, 3, 1, 2), 3)
  d <- data.frame(id = rep(1:8, 3), coder = rep(c("anna", "ben", "Consensus"), each = 8), tone)
  d$tone[10] <- 1
  names(d)[2] <- "Reviewer Name"
  for (rater in expression(`Reviewer Name`, "Reviewer Name", 2, all_of("Reviewer Name"), c(who = `Reviewer Name`))) {
    call <- bquote(read_sheet(d, item = id, rater = .(rater), rating = tone))
    cnd <- expect_error(eval(call), class = "accord_error_rating_columns")
    expect_identical(cnd$advice, "drop = `Reviewer Name` == \"Consensus\"")
    for (arg in c("drop", "keep")) {
      again <- call
      again[[arg]] <- str2lang(sub("^drop = ", "", cnd$advice))
      x <- eval(again)
      expect_identical(unique(x$rater), c("anna", "ben", if (arg == "keep") "Consensus"))
    }
  }
})
