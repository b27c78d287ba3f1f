ticked <- function() {
  tibble::tibble(
    item = rep(1:4, each = 2), rater = rep(c("A", "B"), 4),
    boxes = list("x", c("y", "x"), NA, "x", character(), NULL, c("x", "y", "x"), c("x", "y"))
  )
}

test_that("distinct sets are the categories", {
  x <- as_ratings(ticked(), item, rater, boxes)
  expect_equal(x$categories, c("{x, y}", "{x}", "{}"))
  expect_equal(x$sets, list("{x, y}" = c("x", "y"), "{x}" = "x", "{}" = character()))
  expect_equal(x$level, "nominal")
  expect_equal(x$code, c(1L, 0L, 1L, 2L, 2L, 0L, 0L))
  expect_equal(x$set_aside$reason, "missing")
  expect_equal(tibble::as_tibble(x)$rating[1:2], list("x", c("x", "y")))
  expect_output(print(x), "\\{x, y\\}")
})

test_that("text with a separator is the same as a list column", {
  rows <- ticked()
  rows$boxes <- c("x", "y;x", NA, "x", "", "", "x;y;x", ";x;y")
  expect_equal(
    as_ratings(rows, item, rater, boxes, separator = ";"), as_ratings(ticked(), item, rater, boxes)
  )
  rows$boxes <- factor(rows$boxes)
  expect_equal(
    as_ratings(rows, item, rater, boxes, separator = ";"), as_ratings(ticked(), item, rater, boxes)
  )
  # The separator is text, not a pattern, and nothing is trimmed.
  dots <- data.frame(item = 1, rater = 1:2, boxes = c("a.b", "a. b"))
  expect_warning(
    r <- as_ratings(dots, item, rater, boxes, separator = "."), class = "accord_warning_look_alike"
  )
  expect_equal(r$categories, c("{ b, a}", "{a, b}"))
  # Factors and numbers in a list.
  numbers <- tibble::tibble(item = 1, rater = 1:3, boxes = list(2:1, c(1, 2), factor(c("2", "1"))))
  expect_no_warning(r <- as_ratings(numbers, item, rater, boxes))
  expect_equal(r$categories, "{1, 2}")
})

test_that("labels with commas stay apart", {
  rows <- tibble::tibble(item = 1, rater = 1:2, boxes = list("a, b", c("a", "b")))
  expect_equal(as_ratings(rows, item, rater, boxes)$categories, c("{\"a, b\"}", "{a, b}"))
})

test_that("bad sets are errors", {
  skip_if_quick()
  rows <- ticked()
  rows$boxes[[2]] <- c("x", NA)
  expect_fault(as_ratings(rows, item, rater, boxes), "missing_label", "1 set contains .*row 2", rows = 2L)
  rows$boxes[[8]] <- c("x", NA)
  expect_fault(as_ratings(rows, item, rater, boxes), "missing_label", "2 sets contain .*rows 2 and 8")
  rows$boxes[[2]] <- list("x")
  expect_fault(as_ratings(rows, item, rater, boxes), "list_column")
  expect_fault(
    as_ratings(ticked(), item, rater, boxes, categories = c("x", "y")), "categories", "sets that occur"
  )
  expect_fault(as_ratings(ticked(), item, rater, item, separator = ";"), "rating_type", "an integer vector")
  expect_fault(as_ratings(small(), item, who, label, separator = ""), "argument", "separator")
  expect_fault(
    as_ratings(small(), item, who, label, separator = c(",", ";")), "argument", "a character vector"
  )
  expect_fault(as_ratings(ticked(), item, rater, boxes, level = "ordinal"), "level")
  for (layout in c("counts", "confusion")) {
    expect_fault(as_ratings(data.frame(A = 1, B = 2), layout = layout, separator = ","), "argument", "counts have none")
  }
  expect_fault(as_ratings(diag(2), layout = "counts", separator = ","), "argument", "counts have none")
})

test_that("cells of a wide table may be sets", {
  tidy <- as_ratings(ticked(), item, rater, boxes)
  rows <- ticked()
  wide <- tibble::tibble(item = 1:4, A = rows$boxes[rows$rater == "A"], B = rows$boxes[rows$rater == "B"])
  x <- as_ratings(wide, item = item, rating = A:B, layout = "raters_in_columns")
  expect_equal(tibble::as_tibble(x), tibble::as_tibble(tidy))
  expect_equal(x$sets, tidy$sets)
  expect_equal(
    krippendorff_alpha(x, distance = "masi", ci = ci_none())$estimate,
    krippendorff_alpha(tidy, distance = "masi", ci = ci_none())$estimate
  )
  turned <- tibble::tibble(rater = c("A", "B"))
  for (i in 1:4) turned[[paste(i)]] <- list(wide$A[[i]], wide$B[[i]])
  y <- as_ratings(turned, rater = rater, layout = "raters_in_rows")
  expect_equal(y$sets[y$code + 1L], tidy$sets[tidy$code + 1L])

  text <- c(A = "x", B = "y;x", A = NA, B = "x", A = "", B = "", A = "x;y;x", B = ";x;y")
  text <- matrix(text, 4, byrow = TRUE, dimnames = list(1:4, c("A", "B")))
  same <- function(z) {
    expect_equal(z$sets, tidy$sets)
    expect_equal(z[c("code", "rater", "item_start", "level")], tidy[c("code", "rater", "item_start", "level")])
  }
  same(as_ratings(text, layout = "raters_in_columns", separator = ";"))
  same(as_ratings(t(text), layout = "raters_in_rows", separator = ";"))
  same(as_ratings(as.data.frame(text), rating = c(A, B), layout = "raters_in_columns", separator = ";"))
  cells <- c(wide$A, wide$B)
  dim(cells) <- c(4, 2)
  same(as_ratings(cells, layout = "raters_in_columns"))
  # One column has single labels, the other sets.
  mixed <- tibble::tibble(A = list("x", c("y", "x")), B = factor(c("x", NA)))
  z <- as_ratings(mixed, rating = c(A, B), layout = "raters_in_columns")
  expect_equal(z$categories[z$code + 1L], c("{x}", "{x}", "{x, y}"))

  wide$B[[3]] <- c("x", NA)
  expect_fault(
    as_ratings(wide, item = item, rating = A:B, layout = "raters_in_columns"), "missing_label", "row 3", rows = 3L
  )
})

test_that("labels of sets are the same as numbers of either type", {
  d <- data.frame(item = 1, rater = c("a", "b"))
  d$rating <- list(100000, 100000L)
  expect_equal(as_ratings(d, item, rater, rating)$categories, "{100000}")
})

test_that("lists of what can be no label are an error wherever ratings enter", {
  skip_if_quick()
  data <- data.frame(item = rep(1:3, 2), rater = rep(c("ann", "bob"), each = 3))
  blob <- structure(lapply(1:6, as.raw), class = c("blob", "vctrs_list_of", "vctrs_vctr", "list"), ptype = raw())
  for (values in list(lapply(1:6, as.raw), as.list(1:6 + 1i), blob, list("a", "b", NULL, NA, as.raw(1), "c"))) {
    data$label <- values
    expect_fault(as_ratings(data, item, rater, label), "list_column")
    expect_fault(krippendorff_alpha(data, item, rater, label), "list_column")
    expect_fault(corpus_to(data, item, rater, label, tempfile(fileext = ".csv")), "list_column")
    expect_fault(intra_rater_agreement(transform(data, item = 1), item, rater, label), "list_column")
  }
  # Such a column can come from a damaged file or from other code.
  columns <- c(as.list(data[1:2]), list(label = expression(a, b, a, b, a, a)))
  odd <- structure(columns, class = "data.frame", row.names = 1:6)
  odd$item <- 1
  expect_fault(intra_rater_agreement(odd, item, rater, label), "rating_type")
})
