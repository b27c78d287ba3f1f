# A few texts among measurements: no proposal and no first advice makes labels of the numbers, and it reads the cells
# that are numbers as what they say. The oracle is the table before cells were changed.

clean <- data.frame(
  id = 1:12, X = c(40, 45, 50, 55, 60, 35, 42, 48, 52, 58, 61, 39),
  Y = c(41, 44, 52, 55, 58, 36, 40, 49, 51, 57, 63, 38)
)
# Each case: cells of X and Y by row, the text, and the number that it says (NA if none).
cases <- list(
  list(x = c("4" = ">55"), y = c("5" = "55-60"), is = c(NA, NA)),
  list(x = c("4" = "45*", "7" = "118\u00b0"), y = c("5" = "ca. 50 %", "6" = "~58%"), is = c(45, 118, 50, 58)),
  list(x = c("4" = "55 (?)"), y = c("6" = "< 40", "7" = "about 41"), is = c(55, NA, 41)),
  list(x = c("4" = "sehr hoch"), y = c("2" = "44+"), is = c(NA, NA))
)

test_that("the first advice and the proposal read the numbers, and nothing else is a rating", {
  for (case in cases) {
    odd <- clean
    wanted <- clean
    odd$X[as.integer(names(case$x))] <- case$x
    odd$Y[as.integer(names(case$y))] <- case$y
    wanted$X[as.integer(names(case$x))] <- case$is[seq_along(case$x)]
    wanted$Y[as.integer(names(case$y))] <- case$is[-seq_along(case$x)]
    cnd <- expect_error(read_sheet(odd, item = id, rating = -id), class = "accord_error_text_among_numbers")
    x <- eval(str2lang(sprintf("read_sheet(odd, item = id, rating = -id, %s)", cnd$advice)))
    utils::capture.output(call <- inspect_sheet(odd))
    expect_length(call, 1)
    expect_identical(eval(str2lang(call))$rating, x$rating)
    for (rater in c("X", "Y")) {
      known <- !is.na(wanted[[rater]])
      own <- x[x$rater == rater & !is.na(x$rating), ]
      expect_equal(own$rating, wanted[[rater]][known])
      expect_identical(own$item, as.character(wanted$id[known]))
    }
  }
})

test_that("percentages with an odd one are read by one more change", {
  odd <- clean
  odd$X <- paste0(odd$X, "%")
  odd$Y <- paste0(odd$Y, " %")
  odd$X[4] <- "ca. 55 %"
  odd$Y[6] <- "~58%"
  cnd <- expect_error(read_sheet(odd, item = id, rating = -id), class = "accord_error_text_among_numbers")
  x <- suppressMessages(eval(str2lang(sprintf("read_sheet(odd, item = id, rating = -id, %s)", cnd$advice))))
  expect_equal(x$rating[x$rater == "X"], replace(clean$X, 4, 55))
  expect_equal(x$rating[x$rater == "Y"], replace(clean$Y, 6, 58))
})

test_that("a grade beside codes may still be a label", {
  d <- data.frame(id = 1:12, a = c("1", "2", "3", "3+", "1", "2", "3", "1", "2", "3", "3", "3+"), b = rep(1:3, 4))
  cnd <- tryCatch(read_sheet(d, item = id, rating = -id), accord_error = identity)
  if (inherits(cnd, "accord_error")) expect_match(conditionMessage(cnd), "\"3+\" = \"3+\"", fixed = TRUE)
  expect_true("3+" %in% read_sheet(d, item = id, rating = -id, recode = c("3+" = "3+"))$rating)
})
