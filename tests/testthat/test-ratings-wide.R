m <- krippendorff_c()

test_that("a matrix reads both ways, and equals the long form", {
  rows <- as_ratings(m, layout = "raters_in_rows", level = "interval")
  columns <- as_ratings(t(m), layout = "raters_in_columns", level = "interval")
  tidy <- as_ratings(long(m), item, rater, rating, level = "interval")
  expect_equal(rows$raters, c("A", "B", "C", "D"))
  expect_equal(rows$items, 1:12)
  expect_equal(rows[c("items", "raters", "item_start")], columns[c("items", "raters", "item_start")])
  expect_equal(krippendorff_alpha(rows, ci = ci_none()), krippendorff_alpha(columns, ci = ci_none()))
  expect_equal(krippendorff_alpha(rows, ci = ci_none()), krippendorff_alpha(tidy, ci = ci_none()))
})

test_that("a matrix must say what its rows are", {
  expect_fault(as_ratings(m), "layout", "raters_in_columns")
  expect_fault(as_ratings(m, layout = "tidy"), "argument")
  expect_fault(krippendorff_alpha(m, item = a, layout = "counts"), "argument", "only for a data frame")
})

test_that("an item or rater without ratings is kept", {
  r <- as_ratings(rbind(c(1, 2), c(NA, NA)), layout = "raters_in_columns")
  expect_equal(diff(r$item_start), c(2L, 0L))
  r <- as_ratings(cbind(c(1, 2), NA), layout = "raters_in_columns")
  expect_equal(r$raters, 1:2)
})

test_that("names of rows and columns stand once", {
  rownames(m)[2] <- "A"
  expect_fault(
    as_ratings(m, layout = "raters_in_rows"),
    "duplicate_name", "1 name of rows occurs", names = "A"
  )
  rownames(m)[4] <- "C"
  expect_fault(as_ratings(m, layout = "raters_in_rows"), "duplicate_name", "2 names of rows occur more")
})

test_that("cells that break a rule are located", {
  m["B", 3] <- Inf
  expect_fault(as_ratings(m, layout = "raters_in_rows"), "infinite_rating", "row B, column 3")
})

test_that("a wide data frame, with ids and groups", {
  d <- data.frame(id = letters[1:12], t(m), part = rep(c("x", "y"), 6))
  r <- as_ratings(d, item = id, by = part, layout = "raters_in_columns", level = "interval")
  expect_equal(r$raters, c("A", "B", "C", "D"))
  expect_equal(r$items, c(letters[seq(1, 12, 2)], letters[seq(2, 12, 2)]))
  whole <- as_ratings(d, item = id, rating = A:D, layout = "raters_in_columns", level = "interval")
  expect_equal(
    krippendorff_alpha(whole, ci = ci_none()),
    krippendorff_alpha(m, layout = "raters_in_rows", level = "interval", ci = ci_none())
  )
  by_rater <- data.frame(who = rownames(m), m)
  expect_equal(
    krippendorff_alpha(by_rater, rater = who, layout = "raters_in_rows", level = "interval", ci = ci_none()),
    krippendorff_alpha(whole, ci = ci_none())
  )
  expect_fault(
    as_ratings(d, item = id, rater = part, layout = "raters_in_columns"),
    "argument", "tidy layout only"
  )
})

test_that("the columns of a wide data frame must go together", {
  d <- data.frame(id = 1:3, ann = c("a", "b", "a"), bob = 1:3)
  expect_fault(
    as_ratings(d, item = id, layout = "raters_in_columns"),
    "rating_type", "2 kinds among 2 columns"
  )
  d[2:3] <- list(ordered(c("lo", "hi", "lo"), c("lo", "hi")), ordered(c("lo", "hi", "lo"), c("hi", "lo")))
  expect_fault(as_ratings(d, item = id, layout = "raters_in_columns"), "rating_type", "levels differ.*the same levels")
  d[2:3] <- lapply(d[2:3], factor, levels = c("hi", "lo"), ordered = TRUE)
  expect_identical(as_ratings(d, item = id, layout = "raters_in_columns")$categories, c("hi", "lo"))
  expect_fault(
    as_ratings(d[c(1, 2, 2)], item = id, layout = "raters_in_columns", by = nope), "missing_column"
  )
})

test_that("an id twice in a wide frame is a duplicate", {
  d <- data.frame(id = c("a", "a", "b"), ann = c(1, 2, 1), bob = c(1, NA, 1))
  expect_fault(
    as_ratings(d, item = id, layout = "raters_in_columns"),
    "duplicate_rating", "item a, rater ann"
  )
})

test_that("stored entries of a sparse matrix are ratings, zeros included", {
  skip_if_not_installed("Matrix")
  i <- c(1, 1, 2, 2, 3)
  j <- c(1, 3, 1, 2, 3)
  x <- c(0, 1, 2, 2, 0)
  triplets <- Matrix::sparseMatrix(i = i, j = j, x = x, dims = c(4, 3), repr = "T")
  tidy <- as_ratings(data.frame(i, j, x), i, j, x, level = "interval")
  for (class in c("TsparseMatrix", "CsparseMatrix", "RsparseMatrix")) {
    sparse <- methods::as(triplets, class)
    r <- as_ratings(sparse, layout = "raters_in_columns", level = "interval")
    expect_length(r$code, 5)
    expect_equal(r$categories, c(0, 1, 2))
    expect_equal(diff(r$item_start), c(2L, 2L, 1L, 0L))
    alpha <- function(ratings) krippendorff_alpha(ratings, ci = ci_none())
    expect_equal(alpha(r), alpha(tidy), info = class)
    flipped <- as_ratings(Matrix::t(sparse), layout = "raters_in_rows", level = "interval")
    expect_equal(alpha(flipped), alpha(tidy), info = class)
  }
})

test_that("an entry stored twice is a duplicate, and symmetric storage is refused", {
  skip_if_not_installed("Matrix")
  twice <- methods::new("dgTMatrix", i = c(0L, 0L, 1L), j = c(0L, 0L, 1L), x = c(1, 2, 3), Dim = c(2L, 2L))
  expect_fault(as_ratings(twice, layout = "raters_in_columns"), "duplicate_rating")
  expect_fault(as_ratings(Matrix::Diagonal(3), layout = "raters_in_columns"), "not_ratings")
  symmetric <- Matrix::sparseMatrix(i = 1:2, j = 1:2, x = c(1, 2), symmetric = TRUE)
  expect_fault(as_ratings(symmetric, layout = "raters_in_columns"), "not_ratings", "dsCMatrix")
})

test_that("a dense Matrix is read as the matrix that it is", {
  skip_if_not_installed("Matrix")
  m <- cbind(c(0, 1, 0, 1, NA), c(0, 1, 0, 0, 1))
  dense <- Matrix::Matrix(m, sparse = FALSE)
  expect_true(methods::is(dense, "dgeMatrix"))
  for (layout in c("raters_in_columns", "raters_in_rows")) {
    expect_identical(
      percent_agreement(dense, layout = layout, ci = ci_none()), percent_agreement(m, layout = layout, ci = ci_none())
    )
  }
})

test_that("a sheet of thousands of raters is read, and what is told once has a short name", {
  skip_if_quick()
  wide <- as.data.frame(matrix(rep(1:3, length.out = 3 * 3000), 3, dimnames = list(NULL, paste0("rater_", 1:3000))))
  x <- suppressMessages(as_ratings(wide, layout = "raters_in_columns", level = "nominal"))
  expect_length(x$raters, 3000)
})

test_that("an infinite rating in a wide sheet is an infinite rating, not a total", {
  wide <- data.frame(a = c(1, 2, 3, 1), b = c(2, 2, 3, 1), c = c(1, Inf, 3, 2))
  read <- function() suppressMessages(as_ratings(wide, layout = "raters_in_columns", level = "interval"))
  expect_error(read(), class = "accord_error_infinite_rating")
})
