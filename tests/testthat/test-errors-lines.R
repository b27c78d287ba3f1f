# Warnings that become errors keep a line for each sentence.

test_that("an error that was a warning has its sentences on lines of their own", {
  d <- data.frame(i = 1:20, a = rep(1:4, 5), b = c(rep(1:4, 4), 4:1))
  d$a[3] <- -99
  for (f in list(icc, limits_of_agreement)) {
    cnd <- expect_error(f(d, i, rating = c(a, b), layout = "raters_in_columns"), class = "accord_error_missing_code")
    expect_identical(cnd$message, "A number that may mean a missing rating must be declared.")
    expect_identical(names(cnd$body), c("x", "x", "i", "i"))
    expect_gte(length(strsplit(conditionMessage(cnd), "\n")[[1]]), 5)
  }
  sets <- data.frame(i = 1:4, a = c("x, y", "x", "y", "y,x"), b = c("x, y", "x,y", "y", "x"))
  cnd <- expect_error(
    read_sheet(sets, item = i, rating = c(a, b), separator = ","), class = "accord_error_look_alike"
  )
  expect_gt(length(cnd$body), 1)
})
