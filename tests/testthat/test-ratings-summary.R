# Two observers in rows, four units.
scores <- rbind(c(5, 5, 5, 1), c(4, 5, 4, 3))

# A table by rows, with names.
square <- function(labels, ...) matrix(c(...), length(labels), byrow = TRUE, dimnames = list(labels, labels))

# Alpha from its table, for a distance of two values.
alpha_by_hand <- function(o, delta2) {
  n <- rowSums(o)
  1 - (sum(n) - 1) * sum(o * delta2) / sum(outer(n, n) * delta2)
}

test_that("the table counts how often two categories meet, and alpha follows from it", {
  # units 5-4, 5-5, 5-4, 1-3: each pair stands twice
  ratings <- as_ratings(scores, layout = "raters_in_rows", level = "interval")
  got <- summary(ratings)
  expect_s3_class(got, "accord_ratings_summary")
  expect_identical(got$ratings, ratings)
  expected <- square(c(1, 3, 4, 5), 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 2, 2)
  expect_identical(unname(got$coincidences), list(expected))
  # D_o: sum of o delta^2 = 2 * 1 * 4 + 2 * 2 * 1 = 12. With n = 1, 1, 2, 4 of 1, 3, 4, 5:
  # sum of n_c n_k delta^2 = 2 (4 + 2 * 9 + 4 * 16 + 2 * 1 + 4 * 4 + 8 * 1) = 224
  delta2 <- outer(c(1, 3, 4, 5), c(1, 3, 4, 5), "-")^2
  expect_equal(alpha_by_hand(got$coincidences[[1]], delta2), 1 - 7 * 12 / 224)
  expect_equal(krippendorff_alpha(ratings, ci = ci_none())$estimate, 1 - 7 * 12 / 224)
})

test_that("missing ratings and items with one rating are left out", {
  # a a b: pairs a-a 2, a-b 2, b-a 2, each 1/2; a -: none; b b: 2; a b -: one each
  data <- data.frame(
    item = rep(1:4, each = 3), rater = c("ann", "bob", "cat"),
    label = c("a", "a", "b", "a", NA, NA, "b", NA, "b", "a", "b", NA)
  )
  got <- summary(as_ratings(data, item, rater, label))
  expect_equal(got$coincidences[[1]], square(c("a", "b"), 1, 2, 2, 2))
  # an item with four ratings: pairs weigh 1/3
  one <- as_ratings(matrix(c("a", "a", "a", "b"), 1), layout = "raters_in_columns")
  expect_equal(summary(one)$coincidences[[1]], square(c("a", "b"), 2, 1, 1, 0))
})

test_that("the table of Krippendorff (2011), example C", {
  # printed there, section C: 40 pairable values
  ratings <- as_ratings(krippendorff_c(), layout = "raters_in_rows", level = "nominal")
  got <- summary(ratings)$coincidences[[1]]
  expect_equal(unname(rowSums(got)), c(9, 13, 10, 5, 3))
  expect_equal(unname(got), rbind(
    c(7, 4 / 3, 1 / 3, 1 / 3, 0), c(4 / 3, 10, 4 / 3, 1 / 3, 0), c(1 / 3, 4 / 3, 8, 1 / 3, 0),
    c(1 / 3, 1 / 3, 1 / 3, 4, 0), c(0, 0, 0, 0, 3)
  ))
  # printed with three digits: .743, .815, .849, .797
  deltas <- list(
    nominal = 1 - diag(5), ordinal = oracle_ordinal(c(9, 13, 10, 5, 3)),
    interval = oracle_delta("interval", 1:5), ratio = oracle_delta("ratio", 1:5)
  )
  alphas <- vapply(deltas, alpha_by_hand, 0, o = got)
  expect_equal(unname(round(alphas, 3)), c(0.743, 0.815, 0.849, 0.797))
})

test_that("categories that nobody used have rows of zeros", {
  label <- factor(c("b", "b", "b", "c"), levels = c("a", "b", "c", "d"))
  data <- data.frame(item = c(1, 1, 2, 2), rater = c("ann", "bob"), label = label)
  got <- summary(as_ratings(data, item, rater, label))$coincidences[[1]]
  expect_identical(got, square(levels(label), 0, 0, 0, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0))
})

test_that("each group has a table, on the same categories", {
  data <- small(part = c("y", "y", "x", "x", "x", "x"))
  got <- summary(as_ratings(data, item, who, label, by = part))$coincidences
  expect_named(got, c("x", "y"))
  expect_equal(got$x, square(c("a", "b"), 2, 0, 0, 2))
  expect_equal(got$y, square(c("a", "b"), 0, 1, 1, 0))
  by_two <- summary(as_ratings(cbind(data, phase = 1L), item, who, label, by = c(part, phase)))
  expect_named(by_two$coincidences, c("x, 1", "y, 1"))
  # a group with a fault has no ratings
  data <- rbind(data, data[1, ])
  suppressWarnings(ratings <- as_ratings(data, item, who, label, by = part), classes = "accord_warning")
  got <- summary(ratings)$coincidences
  expect_equal(got$x, square(c("a", "b"), 2, 0, 0, 2))
  expect_equal(got$y, square(c("a", "b"), 0, 0, 0, 0))
})

test_that("tables of counts and data without a pair have a table too", {
  counts <- as_ratings(rbind(c(2, 1), c(0, 4)), layout = "counts", categories = c("u", "v"))
  # u u v as above; v four times: 12 pairs, each 1/3
  expect_equal(summary(counts)$coincidences[[1]], square(c("u", "v"), 1, 1, 1, 4))
  alone <- as_ratings(data.frame(item = 1:2, rater = "ann", label = c("a", "b")), item, rater, label)
  expect_equal(summary(alone)$coincidences[[1]], square(c("a", "b"), 0, 0, 0, 0))
})

test_that("the table does not depend on the order of rows or the number of threads", {
  threads <- getOption("accord.threads")
  on.exit(options(accord.threads = threads))
  local_seed(1)
  n <- 30000
  data <- data.frame(
    item = rep(seq_len(n), each = 3), rater = c("ann", "bob", "cat"), score = sample.int(6, 3 * n, TRUE)
  )
  data$score[sample(3 * n, n)] <- NA
  on <- function(data, threads) {
    options(accord.threads = threads)
    summary(as_ratings(data, item, rater, score, level = "interval"))$coincidences
  }
  one <- on(data, 1L)
  expect_identical(on(data, 2L), one)
  expect_equal(on(data[sample(3 * n), ], 2L), one)
  pairable <- data$item %in% which(tabulate(data$item[!is.na(data$score)], n) > 1)
  expect_equal(unname(rowSums(one[[1]])), tabulate(data$score[pairable], 6))
})

test_that("more than 1000 categories are refused", {
  of <- function(n) as_ratings(matrix(seq_len(n), 2), layout = "raters_in_rows", level = "interval")
  expect_equal(dim(summary(of(1000))$coincidences[[1]]), c(1000, 1000))
  expect_fault(summary(of(1002)), "too_many_values", "at most 1000.*There are 1002 distinct", n = 1002L)
})

test_that("unknown arguments are refused", {
  ratings <- as_ratings(scores, layout = "raters_in_rows", level = "interval")
  expect_fault(summary(ratings, digits = 2), "argument", "1 unknown argument: `digits`")
  expect_fault(summary(ratings, digits = 2, table = TRUE), "argument", "2 unknown arguments")
})

test_that("a summary prints the ratings and each table with its sums", {
  got <- summary(as_ratings(scores, layout = "raters_in_rows", level = "interval"))
  lines <- cli::ansi_strip(utils::capture.output(printed <- withVisible(print(got))))
  expect_false(printed$visible)
  expect_identical(printed$value, got)
  expect_match(lines[1], "^<accord_ratings> 8 ratings")
  from <- which(lines == "Coincidence table:")
  expect_length(from, 1)
  expect_equal(lines[from + 1:6], c(
    "  1 3 4 5 n", "1 0 1 0 0 1", "3 1 0 0 0 1", "4 0 0 0 2 2", "5 0 0 2 2 4", "n = 8"
  ))
  groups <- summary(as_ratings(small(), item, who, label, by = part))
  lines <- utils::capture.output(print(groups))
  expect_equal(grep("^Coincidence", lines, value = TRUE), paste0("Coincidence table of ", c("x", "y"), ":"))
  expect_equal(grep("^n =", lines, value = TRUE), c("n = 4", "n = 2"))
  # a a b c: 12 pairs, each 1/3
  thirds <- summary(as_ratings(matrix(c("a", "a", "b", "c"), 1), layout = "raters_in_columns"))
  expect_match(utils::capture.output(print(thirds, digits = 2)), "^a 0.67 0.67 0.67 2$", all = FALSE)
})

test_that("digits of a summary are a whole number", {
  x <- summary(as_ratings(matrix(c("a", "b", "a", "a"), 2), layout = "raters_in_columns"))
  for (bad in list(NULL, -1, "2", NaN, 0.5)) {
    expect_fault(print(x, digits = bad), "argument", argument = "digits")
  }
})
