# Shrout and Fleiss (1979), table 2: six targets, four judges. Their ICC(1,1) is .17.
judges <- data.frame(
  j1 = c(9, 6, 8, 7, 10, 6), j2 = c(2, 1, 4, 1, 5, 2), j3 = c(5, 3, 6, 2, 6, 4), j4 = c(8, 2, 8, 6, 9, 7)
)
wide <- function(data, ...) as_ratings(data, ..., layout = "raters_in_columns")

test_that("the user chooses the columns of raters", {
  d <- cbind(id = 1:6, session = c(1, 2), judges, mean = rowMeans(judges))
  expect_no_message(r <- wide(d, rating = j1:j4))
  expect_identical(r$raters, c("j1", "j2", "j3", "j4"))
  expect_identical(r$items, 1:6)
  expect_identical(wide(d, item = id, rating = c(j4, j1))$raters, c("j4", "j1"))
  icc11 <- icc(d, rating = starts_with("j"), form = "icc1", layout = "raters_in_columns")$estimate
  expect_equal(round(icc11, 2), .17)
  expect_fault(wide(d, item = id, rating = id:j4), "argument", "1 of them is an id or a group: `id`")
  expect_fault(wide(d, item = id, by = session, rating = id:j4), "argument", "2 of them are ids or groups")
  expect_fault(wide(d, rating = starts_with("q")), "argument", "selects none")
  expect_fault(wide(d, rating = j9), "missing_column")
})

test_that("an id or a condition is never taken for a rater", {
  skip_if_quick()
  for (name in c("id", "HITId", "patient_id", "subject", "condition", "session", "Group", "item.id", "site")) {
    d <- cbind(rlang::set_names(data.frame(c(3, 1, 4, 1, 5, 9)), name), judges)
    expect_fault(wide(d), "rating_columns", paste0("1 column looks like.*", name), columns = name)
  }
  expect_fault(
    wide(cbind(id = 1:6, group = 1:2, judges)), "rating_columns", "2 columns look", columns = c("id", "group")
  )
  expect_fault(icc(cbind(n = 101:106, judges), layout = "raters_in_columns"), "rating_columns", columns = "n")
  d <- rbind(judges, judges + 1)
  expect_fault(wide(cbind(x = c(0, 1), d)), "rating_columns", columns = "x")
  expect_no_error(wide(d))
  # Columns of ids and of raters who gave labels; no rater has numbers.
  labels <- data.frame(number = 101:106, ann = c("a", "b", "a", "b", "a", "a"), bob = factor(c("a", "b")))
  expect_fault(wide(labels), "rating_columns", "1 column looks like an id", columns = "number")
  # Rankings of five are not a numbering: all raters have them.
  expect_identical(wide(data.frame(a = 1:5, b = 5:1))$raters, c("a", "b"))
})

test_that("the print names the raters", {
  suppressMessages(r <- wide(judges))
  expect_match(format(r), "raters: +j1, j2, j3, j4", all = FALSE)
  many <- data.frame(item = 1, rater = 1:20, label = "a")
  expect_match(format(as_ratings(many, item, rater, label)), "raters: +1, 2, .*8, and 12 more", all = FALSE)
})

test_that("sums in a table of counts are noticed", {
  skip_if_quick()
  # Two categories, three raters a subject. Without the sums Fleiss' kappa is as fleiss() below has it.
  counts <- data.frame(yes = c(3, 0, 2, 3, 1), no = c(0, 3, 1, 0, 2))
  total <- cbind(counts, Total = 3)
  cnd <- expect_fault(fleiss_kappa(total, layout = "counts"), "total", "column Total")
  expect_fault(as_ratings(as.matrix(total), layout = "counts"), "total")
  names(total)[3] <- "third"
  expect_fault(as_ratings(total, layout = "counts"), "total", "column third")
  expect_identical(as_ratings(total, rating = yes:no, layout = "counts")$categories, c("yes", "no"))
  expect_fault(as_ratings(rbind(as.matrix(counts), Sum = colSums(counts)), layout = "counts"), "total", "row Sum")
  both <- addmargins(table(c("a", "b", "b"), c("a", "a", "b")))
  expect_fault(as_ratings(both, layout = "confusion"), "total", "column Sum and row Sum")
  expect_fault(as_ratings(cbind(id = 1:5, counts), layout = "counts"), "rating_columns")
  # Of three categories, one happens to be as frequent as the others together, for few items.
  expect_silent(as_ratings(data.frame(a = c(1, 2), b = c(1, 0), c = c(2, 2)), layout = "counts"))
  expect_silent(as_ratings(total, layout = "counts", categories = c("yes", "no", "third")))
})

test_that("sums in a table without names are noticed", {
  counts <- cbind(c(3, 0, 2, 3, 1), c(0, 3, 1, 0, 2), 3)
  expect_fault(fleiss_kappa(counts, layout = "counts"), "total", "column 3")
  expect_silent(as_ratings(counts, layout = "counts", categories = 1:3))
  # Two raters and two categories, with margins: with so few columns, a sum in one direction is weak evidence.
  table <- rbind(c(20, 5, 25), c(4, 21, 25), c(24, 26, 50))
  expect_fault(cohen_kappa(table, layout = "confusion"), "total", "column 3 and row 3")
  expect_silent(as_ratings(table, layout = "confusion", categories = 1:3))
  # Of three categories, the last is as frequent as the others together for only one rater.
  expect_silent(as_ratings(rbind(c(20, 5, 25), c(4, 21, 25), c(1, 2, 3)), layout = "confusion"))
  # Two of three categories are in use, and rows have equal sums by chance.
  expect_silent(as_ratings(rbind(c(5, 0, 5), 0, c(5, 0, 5)), layout = "confusion"))
  dimnames(table) <- list(c("a", "b", "c"), c("a", "b", "c"))
  expect_silent(as_ratings(table, layout = "confusion"))
})

test_that("a table of two raters needs no layout", {
  a <- factor(c("x", "y", "y", "x"))
  b <- factor(c("x", "y", "x", "x"))
  expect_identical(as_ratings(table(a, b)), as_ratings(table(a, b), layout = "confusion"))
  expect_equal(cohen_kappa(table(a, b), ci = ci_none())$estimate, 1 - .25 / .5)
  expect_fault(as_ratings(table(1:4, a)), "layout")
  expect_fault(as_ratings(table(a, b, a)), "not_ratings")
})

test_that("a set may come in several columns", {
  skip_if_quick()
  labels <- list(c("a", "b"), character(), "b", NA_character_)
  d <- data.frame(item = c(1, 1, 2, 2), rater = c("r", "s"))
  d$label <- labels
  known <- as_ratings(d, item, rater, label)
  flags <- data.frame(d[1:2], a = c(TRUE, FALSE, FALSE, NA), b = c(TRUE, FALSE, TRUE, NA))
  expect_equal(as_ratings(flags, item, rater, c(a, b)), known)
  numbers <- data.frame(d[1:2], a = c(1, 0, 0, NA), b = c("true", "false", "true", NA))
  expect_equal(as_ratings(numbers, item, rater, a:b), known)
  texts <- data.frame(d[1:2], a = c("Joy", "", "", NA), b = c("x", "", "x", NA))
  expect_equal(as_ratings(texts, item, rater, a:b), known)
  expect_fault(
    as_ratings(transform(texts, b = c("x", "y", "", "")), item, rater, a:b), "argument",
    "1 of them has values other .*: `b`"
  )
  expect_fault(
    as_ratings(transform(texts, a = 1:4, b = letters[1:4]), item, rater, a:b), "argument", "2 of them have values other"
  )
})

test_that("a forgotten group is suggested", {
  d <- data.frame(
    item = rep(1:3, each = 4), rater = c("a", "b"), question = rep(c("q1", "q1", "q2", "q2"), 3),
    row = 1:12, label = c("x", "y", "y")
  )
  cnd <- expect_fault(as_ratings(d, item, rater, label), "duplicate_rating", "by = question")
  expect_false(grepl("first", conditionMessage(cnd)))
  expect_no_error(as_ratings(d, item, rater, label, by = question))
  expect_fault(as_ratings(d[-3], item, rater, label), "duplicate_rating", "duplicates = \"first\"")
})

test_that("questions are suggested, however many there are", {
  skip_if_quick()
  told <- function(d) conditionMessage(expect_fault(as_ratings(d, item, rater, label), "duplicate_rating"))
  for (n in 2:6) {
    for (n_items in 1:2) {
      d <- expand.grid(control = LETTERS[seq_len(n)], rater = c("a", "b"), item = seq_len(n_items))
      d <- transform(d, row = seq_along(item), at = paste(rater, control, item), label = "x")
      expect_match(told(d), "by = control", fixed = TRUE)
      # One who left out questions.
      expect_match(told(d[-n, ]), "by = control", fixed = TRUE)
      expect_match(told(d[c("item", "rater", "row", "at", "label")]), "duplicates = \"first\"", fixed = TRUE)
    }
  }
  # An item has five of twelve questions.
  d <- expand.grid(k = 1:5, rater = c("a", "b"), item = 1:3)
  d$control <- paste0("q", (d$k + 3 * d$item) %% 12)
  d$label <- "x"
  expect_match(told(d[-1]), "by = control", fixed = TRUE)
  # A rating that was given again later, or by mistake twice, is no other question.
  twice <- data.frame(
    item = c(1, 1, 1, 2, 2), rater = c("a", "a", "b", "a", "b"), day = c("d1", "d2", "d3", "d4", "d5"), label = "x"
  )
  expect_match(told(twice), "duplicates = \"first\"", fixed = TRUE)
})

test_that("tables that are not in memory are told to be collected", {
  lazy <- structure(list(), class = c("Table", "ArrowTabular", "ArrowObject"))
  expect_fault(krippendorff_alpha(lazy, item, rater, label), "not_ratings", "collect")
  expect_fault(as_ratings(lazy), "not_ratings", "collect")
})

test_that("a column of sums or means is no rater", {
  skip_if_quick()
  sheet <- data.frame(id = 1:6, ann = c(1, 2, 3, 1, 2, NA), bob = c(1, 2, 3, 1, 1, 2), cat = c(1, 2, 2, 1, 2, 2))
  alpha <- function(data, ...) {
    krippendorff_alpha(data, id, layout = "raters_in_columns", level = "nominal", ci = ci_none(), ...)$estimate
  }
  ratings <- alpha(sheet)
  for (f in list(rowSums, rowMeans, function(x, na.rm) round(rowMeans(x, na.rm = na.rm), 2))) {
    both <- cbind(sheet, total = f(sheet[-1], na.rm = TRUE))
    cnd <- expect_fault(alpha(both), "rating_columns", "total")
    expect_equal(cnd$columns, "total")
    expect_equal(alpha(both, rating = ann:cat), ratings)
  }
  # The column is recognised by its name if a rating was corrected later; a column of labels is nevertheless one of
  # ratings.
  for (name in c("Total", "mean", "score_sum", "Average rating")) {
    late <- cbind(sheet, total = c(7, 6, 8, 3, 5, 4))
    names(late)[5] <- name
    expect_fault(alpha(late), "rating_columns", name, columns = name)
    expect_equal(alpha(late, rating = ann:cat), ratings)
  }
  expect_no_error(alpha(data.frame(id = 1:5, a = c("x", "y", "y", "x", "x"), mean = c("x", "y", "x", "x", "x"))))
  # One who is always between the others, or where all agree, may be a rater.
  expect_equal(alpha(cbind(sheet[1:2], bob = sheet$ann, cat = sheet$ann)), 1)
  expect_no_error(alpha(data.frame(id = 1:5, a = c(1, 2, 3, 4, 5), b = c(3, 4, 5, 2, 1), c = 3)))
})

test_that("spans that are taken for ratings are named as what they are", {
  d <- data.frame(
    item = 1, rater = c("ann", "ann", "bob", "bob"), label = c("PER", "LOC", "PER", "LOC"),
    start = c(0, 9, 0, 9), end = c(4, 14, 4, 14)
  )
  expect_fault(as_ratings(d, item, rater, label), "duplicate_rating", "are spans.*`span_agreement[(][)]`")
  # Times of the ratings are no positions.
  d[c("start", "end")] <- lapply(d[c("start", "end")], as.POSIXct, origin = "2020-01-01", tz = "UTC")
  cnd <- expect_fault(as_ratings(d, item, rater, label), "duplicate_rating")
  expect_no_match(conditionMessage(cnd), "spans", fixed = TRUE)
  # Answers about the whole text have no positions.
  d <- data.frame(item = 1, rater = "ann", label = c("a", "b"), start = NA_real_, end = NA_real_)
  cnd <- expect_fault(as_ratings(d, item, rater, label), "duplicate_rating")
  expect_no_match(conditionMessage(cnd), "spans", fixed = TRUE)
})

test_that("advice quotes names of columns that are not syntactic", {
  wide <- data.frame(id = 1:3, "first rater" = c(1, 2, 3), "second rater" = c(1, 2, 2), check.names = FALSE)
  cnd <- expect_fault(as_ratings(wide, layout = "raters_in_columns"), "rating_columns")
  expect_match(conditionMessage(cnd), "rating = c(`first rater`, `second rater`)", fixed = TRUE)
  d <- data.frame(item = 1, rater = "a", "my round" = 1:2, x = "x", check.names = FALSE)
  expect_fault(as_ratings(d, item, rater, x), "duplicate_rating", "by = `my round`")
})

test_that("the columns of a matrix are checked as those of a data frame", {
  skip_if_quick()
  ratings <- cbind(ann = c(1, 2, 3, 1, 2, 3), bob = c(1, 2, 3, 1, 2, 2))
  alpha <- function(data, ...) {
    krippendorff_alpha(data, layout = "raters_in_columns", level = "nominal", ci = ci_none(), ...)$estimate
  }
  m <- cbind(item = 1:6, ratings)
  cnd <- expect_fault(alpha(m), "rating_columns", "1 column looks like an id.*`data\\[, -1\\]`", columns = "item")
  expect_equal(alpha(m[, -1]), alpha(ratings))
  for (name in c("total", "mean", "condition", "patient_id")) {
    with <- cbind(ratings, c(7, 4, 6, 2, 4, 5))
    colnames(with)[3] <- name
    expect_fault(alpha(with), "rating_columns", "data\\[, -3\\]", columns = name)
    # This is the alternative that the message suggests.
    colnames(with) <- NULL
    expect_no_error(alpha(with))
  }
  expect_fault(alpha(cbind(m, total = 1:6)), "rating_columns", "data\\[, -c[(]1, 4[)]\\]", columns = c("item", "total"))
  expect_fault(alpha(cbind(n = 1:6, ratings)), "rating_columns", columns = "n")
  # Without names columns cannot be recognised.
  expect_no_error(alpha(unname(m)))
  expect_fault(alpha(cbind(item = paste0("i", 1:6), ann = "a", bob = "a")), "rating_columns", columns = "item")
  sets <- cbind(id = as.list(letters[1:3]), ann = list("a", "b", "a"), bob = list("a", "b", c("a", "b")))
  expect_fault(as_ratings(sets, layout = "raters_in_columns"), "rating_columns", columns = "id")
})

test_that("counts and sparse matrices with names are checked too", {
  counts <- cbind(a = c(3, 0, 2, 3, 1), time = c(0, 3, 1, 0, 2))
  expect_fault(as_ratings(cbind(id = 1:5, counts), layout = "counts"), "rating_columns", columns = c("id", "time"))
  # Categories that are named are intended.
  expect_no_error(as_ratings(counts, layout = "counts", categories = c("a", "time")))
  skip_if_not_installed("Matrix")
  sparse <- Matrix::sparseMatrix(
    c(1, 2, 3, 1, 2, 3), c(1, 1, 1, 2, 2, 2), x = c(7, 1, 2, 1, 1, 2), dimnames = list(NULL, c("subject", "ann"))
  )
  expect_fault(as_ratings(sparse, layout = "raters_in_columns"), "rating_columns", columns = "subject")
  dimnames(sparse) <- list(NULL, c("bob", "ann"))
  expect_no_error(as_ratings(sparse, layout = "raters_in_columns"))
})

test_that("a rater who used each number once is no numbering", {
  # Numbers in another order than that of the rows, and with values like those of the others.
  m <- cbind(ann = c(2, 1, 4, 3, 5), bob = c(2, 1, 4, 3, 4))
  expect_no_error(as_ratings(m, layout = "raters_in_columns"))
  expect_fault(
    as_ratings(cbind(n = 1:5, bob = m[, "bob"]), layout = "raters_in_columns"), "rating_columns", columns = "n"
  )
  expect_fault(
    as_ratings(cbind(n = 100 + m[, "ann"], bob = m[, "bob"]), layout = "raters_in_columns"), "rating_columns",
    columns = "n"
  )
})

test_that("a column without a name is a rater whom no advice can choose", {
  d <- data.frame(id = 1:4, ann = c("x", "y", "y", "x"), bob = c("x", "x", "y", "x"))
  known <- as_ratings(d, item = id, layout = "raters_in_columns")
  names(d)[3] <- ""
  expect_fault(as_ratings(d, layout = "raters_in_columns"), "rating_columns", "rating = c[(]2, 3[)]")
  expect_identical(as_ratings(d, item = id, layout = "raters_in_columns")$code, known$code)
})

test_that("an id is never taken for a rater in a row", {
  skip_if_quick()
  d <- data.frame(item = 1:6, ann = c("a", "b", "a", "b", "a", "a"), bob = c("a", "b", "b", "b", "a", "a"))
  alpha <- function(m) krippendorff_alpha(m, layout = "raters_in_rows", level = "nominal", ci = ci_none())
  expect_fault(alpha(t(d)), "rating_columns", "1 row looks like an id.*`data\\[-1, \\]`", columns = "item")
  expect_equal(alpha(t(d[-1]))$estimate, alpha(unname(t(d[-1])))$estimate)
  # Numbers that count the items, and totals, by whatever name; two of them.
  scores <- t(cbind(n = 101:106, judges))
  expect_fault(alpha(scores), "rating_columns", "Rows without ratings", columns = "n")
  # Numbers that are ratings though they count: the way that the error shows.
  expect_fault(alpha(scores), "rating_columns", "rownames[(]data[)] <- NULL")
  bare <- scores
  rownames(bare) <- NULL
  expect_equal(alpha(bare)$estimate, alpha(unname(scores))$estimate)
  expect_fault(
    alpha(rbind(scores, total = rowSums(judges))), "rating_columns", "2 rows look like ids.*data\\[-c[(]1, 6[)], \\]",
    columns = c("n", "total")
  )
  turned <- as.data.frame(t(d))
  expect_fault(alpha(turned), "rating_columns", "1 row looks", columns = "item")
  expect_equal(alpha(turned[-1, ])$estimate, alpha(t(d[-1]))$estimate)
  skip_if_not_installed("Matrix")
  sparse <- Matrix::Matrix(rbind(id = c(1, 0, 2, 0, 0), ann = c(1, 0, 0, 2, 0), bob = c(1, 0, 0, 0, 2)), sparse = TRUE)
  expect_fault(as_ratings(sparse, layout = "raters_in_rows"), "rating_columns", columns = "id")
})

test_that("a table with a row per rating is not taken for one with raters in columns", {
  d <- expand.grid(a = 1:3, b = 1:6, c = 1:2)
  d$score <- c(1, 3, 2, 2, 1)[seq_len(nrow(d)) %% 5 + 1]
  wide <- function(...) krippendorff_alpha(..., layout = "raters_in_columns", level = "ordinal", ci = ci_none())
  cnd <- expect_fault(wide(d), "rating_columns", columns = c("a", "b", "c"))
  expect_match(conditionMessage(cnd), "there is a row per rating: leave out `layout`", fixed = TRUE)
  expect_silent(wide(d, rating = c(a, b, c, score)))
  # Each rater used each value equally often, and some combinations occur twice.
  expect_silent(wide(data.frame(ann = rep(1:3, 4), bob = rep(1:3, 4), cem = rep(3:1, 4))))
})
