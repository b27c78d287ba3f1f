# Columns that were computed from the raters' are found by their values, in data frames and in files, with points and
# commas. The oracle is the formula by which the column is made here.

set.seed(1)
truth <- runif(20, 0, 10)
scores <- data.frame(
  dog = 1:20, A = round(truth + rnorm(20), 1), B = round(truth + rnorm(20), 1), C = round(truth + rnorm(20), 1)
)
own <- as.matrix(scores[2:4])
derived <- list(
  Mittelwert = round(rowMeans(own), 1), "mean VAS" = round(rowMeans(own), 1), "\u00d8" = rowMeans(own),
  X = round(rowMeans(own), 2), Median = apply(own, 1, stats::median), total = rowSums(own), S = rowSums(own),
  Q = round(apply(own, 1, stats::sd), 2), Range = apply(own, 1, function(x) diff(range(x)))
)

test_that("what is computed from all raters is no rater, in a frame and in a file with commas", {
  file <- tempfile(fileext = ".csv")
  for (name in names(derived)) {
    data <- scores
    data[[name]] <- derived[[name]]
    cnd <- expect_error(
      as_ratings(data, dog, rating = -dog, layout = "raters_in_columns"), class = "accord_error_rating_columns"
    )
    expect_identical(cnd$columns, name)
    utils::write.csv2(data, file, row.names = FALSE)
    cnd <- expect_error(read_sheet(file, item = dog, rating = -dog), class = "accord_error_rating_columns")
    expect_identical(cnd$columns, name)
    calls <- NULL
    utils::capture.output(calls <- inspect_sheet(file))
    expect_match(calls, "rating = c(A, B, C))", fixed = TRUE)
  }
})

test_that("a difference of two raters is none, whatever its name, and a note on agreement does not hide it", {
  for (name in c("Difference", "Diff", "Z")) for (signed in c(TRUE, FALSE)) {
    data <- scores[1:3]
    data[[name]] <- if (signed) data$A - data$B else abs(data$A - data$B)
    cnd <- expect_error(
      as_ratings(data, dog, rating = -dog, layout = "raters_in_columns"), class = "accord_error_rating_columns"
    )
    expect_identical(cnd$columns, name)
    data$"Agree?" <- ifelse(abs(data[[name]]) < 1, "Yes", "No")
    cnd <- expect_error(
      as_ratings(data, dog, rating = -dog, layout = "raters_in_columns"), class = "accord_error_rating_columns"
    )
    expect_match(conditionMessage(cnd), "rating = c(A, B)`", fixed = TRUE)
  }
  # Among several raters, too.
  data <- scores
  data$d <- data$A - data$C
  cnd <- expect_error(
    as_ratings(data, dog, rating = -dog, layout = "raters_in_columns"), class = "accord_error_rating_columns"
  )
  expect_identical(cnd$columns, "d")
})

test_that("several derived columns are all found, and missing ratings do not hide a mean", {
  data <- scores
  data$m <- round(rowMeans(own), 2)
  data$r <- derived$Range
  data$d <- data$A - data$B
  cnd <- expect_error(
    as_ratings(data, dog, rating = -dog, layout = "raters_in_columns"), class = "accord_error_rating_columns"
  )
  expect_setequal(cnd$columns, c("m", "r", "d"))
  gaps <- scores
  gaps$B[c(3, 8)] <- NA
  gaps$m <- round(rowMeans(gaps[2:4], na.rm = TRUE), 1)
  expect_error(
    as_ratings(gaps, dog, rating = -dog, layout = "raters_in_columns"), class = "accord_error_rating_columns"
  )
})

test_that("raters who agree well are raters", {
  set.seed(5)
  alarms <- vapply(1:200, function(i) {
    k <- c(3, 5, 8, 20)[i %% 4 + 1]
    truth <- sample(0:3, 60, TRUE, c(0.6, 0.2, 0.1, 0.1))
    raters <- lapply(seq_len(k), function(j) as.double(ifelse(runif(60) < 0.9, truth, sample(0:3, 60, TRUE))))
    any(derived_reasons(raters, letters[seq_len(k)]) != "")
  }, NA)
  expect_identical(sum(alarms), 0L)
})

test_that("a good rater of many is not refused as the median of the others", {
  set.seed(9)
  alarms <- vapply(1:60, function(i) {
    k <- c(8, 20, 50)[i %% 3 + 1]
    truth <- sample(1:3, 40, TRUE)
    raters <- lapply(seq_len(k), function(j) as.double(ifelse(runif(40) < 0.95, truth, sample(1:3, 40, TRUE))))
    any(combined_reasons(raters, paste0("r", seq_len(k))) != "")
  }, NA)
  # The rule keeps such alarms below one in twenty.
  expect_lte(sum(alarms), 60 / 20)
  raters <- lapply(1:7, function(j) round(runif(40, 0, 10), 1))
  raters[[8]] <- apply(do.call(cbind, raters), 1, stats::median)
  expect_identical(which(combined_reasons(raters, letters[1:8]) != ""), 8L)
})

test_that("a weight with decimal commas beside scores is no rater, and the mean is none either", {
  data <- scores
  data <- cbind(data[1], weight = round(seq(5.5, 44.6, length.out = 20), 1), data[2:4])
  data$Mittelwert <- derived$Mittelwert
  file <- tempfile(fileext = ".csv")
  utils::write.csv2(data, file, row.names = FALSE)
  calls <- NULL
  utils::capture.output(calls <- inspect_sheet(file))
  expect_match(calls, "rating = c(A, B, C))", fixed = TRUE)
  expect_error(read_sheet(file, item = dog, rating = -dog), class = "accord_error_rating_columns")
})
