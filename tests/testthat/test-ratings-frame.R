test_that("a tidy frame becomes ratings, and comes back", {
  r <- as_ratings(small(), item, who, label)
  expect_s3_class(r, "accord_ratings")
  expect_equal(r$level, "nominal")
  expect_equal(r$categories, c("a", "b"))
  expect_equal(r$item_start, c(0L, 2L, 4L, 6L))
  back <- tibble::as_tibble(r)
  expect_equal(as.list(back), list(
    item = small()$item, rater = small()$who, rating = small()$label
  ))
})

test_that("rows may come in any order; those of an item keep theirs", {
  d <- small()[c(6, 1, 4, 2, 5, 3), ]
  back <- tibble::as_tibble(as_ratings(d, item, who, label))
  expect_equal(back$item, c("t3", "t3", "t1", "t1", "t2", "t2"))
  expect_equal(back$rater, c("bob", "ann", "ann", "bob", "bob", "ann"))
})

test_that("types of ids are kept", {
  d <- small(item = rep(c(10L, 20L, 30L), each = 2), who = factor(rep(c("z", "y"), 3)))
  back <- tibble::as_tibble(as_ratings(d, item, who, label))
  expect_identical(back$item, d$item)
  expect_identical(back$rater, d$who)
})

test_that("columns that are not there are named, with the nearest", {
  expect_fault(as_ratings(small(), itm, who, label), "missing_column", "Did you mean `item`",
    column = "itm", nearest = "item"
  )
  expect_fault(krippendorff_alpha(small(), item, who, lable), "missing_column", "Did you mean `label`")
  expect_fault(as_ratings(small(), item, who), "argument", "not given", argument = "rating")
  expect_fault(as_ratings(small(), item, who, label, cluster = c(item, part)), "argument", "2 columns")
})

test_that("groups come from by and from dplyr, sorted, with items apart", {
  d <- small(item = "t", who = c("ann", "bob", "cat", "dan", "ann", "bob"))
  r <- as_ratings(d[6:1, ], item, who, label, by = part)
  expect_equal(r$groups, tibble::tibble(part = c("x", "y")))
  expect_equal(r$items, c("t", "t"))
  expect_equal(r$group_start, 0:2)
  expect_equal(diff(r$item_start), c(4L, 2L))
  skip_if_not_installed("dplyr")
  expect_equal(as_ratings(dplyr::group_by(d[6:1, ], part), item, who, label), r)
  two <- dplyr::group_by(transform(d, score = score > 2), part, score)
  r2 <- as_ratings(two, item, who, label)
  expect_equal(r2$groups, tibble::tibble(part = c("x", "x", "y"), score = c(FALSE, TRUE, TRUE)))
})

test_that("groups of one item each are refused if they were left on", {
  d <- small()
  expect_identical(nrow(as_ratings(d, item, who, label, by = item)$groups), length(unique(d$item)))
  skip_if_not_installed("dplyr")
  expect_fault(fleiss_kappa(dplyr::group_by(d, part, item), item, who, label), "argument", "dplyr::ungroup")
})

test_that("a factor splits into groups in the order of its levels", {
  d <- small(part = factor(part, levels = c("y", "x")))
  expect_equal(as.character(as_ratings(d, item, who, label, by = part)$groups$part), c("y", "x"))
})

test_that("without raters they are anonymous", {
  r <- as_ratings(rbind(small(), small()[1, ]), item, rating = label)
  expect_null(r$raters)
  expect_identical(krippendorff_alpha(r, ci = ci_none())$n_raters, NA_integer_)
  expect_equal(names(tibble::as_tibble(r)), c("item", "rating"))
})

test_that("ids in different encodings are one id", {
  latin <- "caf\xe9"
  Encoding(latin) <- "latin1"
  utf8 <- enc2utf8(latin)
  d <- data.frame(item = c(latin, utf8), who = c("ann", "bob"), label = c(utf8, latin))
  r <- as_ratings(d, item, who, label)
  expect_length(r$items, 1)
  expect_equal(r$categories, utf8)
})

test_that("one zero, and near numbers stay apart", {
  near <- small(score = c(0, -0, .1 + .2, .3, 1, 1))
  expect_warning(r <- as_ratings(near, item, who, score), class = "accord_warning_look_alike")
  expect_equal(r$categories, c(0, .3, .1 + .2, 1), tolerance = 0)
})

test_that("missing ratings are no ratings, and are counted", {
  d <- small(label = c("a", NA, "a", "a", NA, "b"))
  r <- as_ratings(d, item, who, label)
  expect_equal(r$set_aside, tibble::tibble(reason = "missing", n = 2L, rows = list(c(2L, 5L))))
  expect_equal(diff(r$item_start), c(1L, 2L, 1L))
  by_part <- as_ratings(d, item, who, label, by = part)$set_aside_by
  expect_equal(by_part, list(group = 1:2, rater = 2:1)) # bob in x, ann in y
  nan <- as_ratings(small(score = c(1, NaN, NA, 2, 1, 2)), item, who, score)
  expect_equal(nan$set_aside$rows, list(2:3))
})

test_that("ratings outside the categories are set aside and counted", {
  r <- as_ratings(
    small(label = c("a", "B", NA, "a", "b", "b")),
    item, who, label, categories = c("a", "b", "c")
  )
  expect_equal(r$categories, c("a", "b", "c"))
  expect_equal(r$set_aside$reason, c("missing", "outside the categories"))
  expect_equal(r$set_aside$rows, list(3L, 2L))
  expect_equal(r$raters[r$set_aside_by$rater], c("ann", "bob"))
})

test_that("duplicates stop, or are dealt with as asked", {
  twice <- rbind(small(), small(label = "b")[c(1, 3), ])
  cnd <- expect_fault(as_ratings(twice, item, who, label), "duplicate_rating",
    "Found 2 duplicate ratings: row 7 \\(item t1, rater ann\\)",
    rows = 7:8
  )
  expect_fault(as_ratings(twice[1:7, ], item, who, label), "duplicate_rating", "Found 1 duplicate rating:")
  first <- as_ratings(twice, item, who, label, duplicates = "first")
  last <- as_ratings(twice, item, who, label, duplicates = "last")
  keep <- as_ratings(twice, item, who, label, duplicates = "keep")
  plain <- as_ratings(small(), item, who, label)
  expect_equal(first$code, plain$code)
  expect_equal(first$set_aside, tibble::tibble(reason = "duplicate", n = 2L, rows = list(7:8)))
  expect_equal(last$set_aside$rows, list(c(1L, 3L)))
  expect_equal(sort(tibble::as_tibble(last)$rating), c("a", "b", "b", "b", "b", "b"))
  expect_length(keep$code, 8)
})

test_that("a rating that was not given is no duplicate", {
  twice <- rbind(small(), small(label = NA)[1, ])
  expect_equal(as_ratings(twice, item, who, label)$code, as_ratings(small(), item, who, label)$code)
})

test_that("an unknown id stops", {
  expect_fault(as_ratings(small(item = c(NA, "t1", "t2", "t2", "t3", "t3")), item, who, label),
    "missing_id", "1 row whose item is NA: row 1",
    rows = 1L
  )
  expect_fault(as_ratings(small(who = c("a", NA, NA, "b", "a", "b")), item, who, label),
    "missing_id", "2 rows whose rater is NA: row 2; row 3",
    rows = 2:3
  )
})

test_that("list columns stop, as ratings and as ids", {
  d <- small()
  d$set <- lapply(d$label, list)
  expect_fault(as_ratings(d, item, who, set), "list_column")
  expect_fault(as_ratings(d, set, who, label), "list_column", argument = "item")
  expect_fault(as_ratings(d, item, who, score, by = set), "list_column", argument = "by")
})

test_that("groups may be renamed, and may not be named like a result", {
  skip_if_quick()
  d <- small(status = part, estimate = score > 2)
  suppressWarnings(x <- krippendorff_alpha(d, item, who, label, by = c(task = status), ci = ci_none()))
  expect_equal(x$task, c("x", "y"))
  expect_fault(
    krippendorff_alpha(d, item, who, label, by = status),
    "reserved_name", "1 of them does", columns = "status"
  )
  expect_fault(
    krippendorff_alpha(d, item, who, label, by = c(status, estimate)),
    "reserved_name", "2 of them do"
  )
})

test_that("data without rows or columns stop", {
  expect_fault(as_ratings(small()[0, ], item, who, label), "no_rows", "0 rows and 5 columns")
  expect_fault(krippendorff_alpha(small()[0, ], item, who, label, by = part), "no_rows")
  expect_fault(as_ratings(matrix(0, 3, 0), layout = "raters_in_rows"), "no_rows", "3 rows and 0 columns")
})

test_that("groups are sorted as in the C locale, factors by their levels", {
  d <- data.frame(item = 1, who = 1:4, label = "a", part = c("b", "B", "a", "A"))
  expect_equal(as_ratings(d, item, who, label, by = part)$groups$part, c("A", "B", "a", "b"))
})

test_that("dots must be empty, and what is no data stops", {
  expect_fault(as_ratings(small(), item, who, label, foo = 1), "argument", "unknown argument: `foo`")
  expect_fault(as_ratings("file.csv"), "not_ratings", "a string")
  expect_fault(
    as_ratings(small(), item, who, label, level = "nominl"),
    "argument", "Did you mean \"nominal\""
  )
  expect_fault(as_ratings(small(), item, who, label, duplicates = 1), "argument", argument = "duplicates")
})

test_that("the rows of ratings with clusters or weights make the same ratings again", {
  d <- result_ratings()
  d$doc <- rep(c("d1", "d2", "d3", "d4"), each = 6)
  d$n <- rep(c(2L, 1L, 3L, 1L), each = 6)
  d$share <- d$n / 2
  r <- as_ratings(d, item, rater, label, cluster = doc)
  rows <- tibble::as_tibble(r)
  expect_identical(rows$cluster, d$doc)
  again <- as_ratings(rows, item, rater, rating, cluster = cluster)
  expect_equal(agreement(again, ci = ci_jackknife()), agreement(r, ci = ci_jackknife()))
  # Frequencies are integers, sampling weights are not.
  r <- as_ratings(d, item, rater, label, case_weights = n)
  rows <- tibble::as_tibble(r)
  expect_identical(rows$case_weights, d$n)
  expect_silent(again <- as_ratings(rows, item, rater, rating, case_weights = case_weights))
  expect_equal(agreement(again, ci = ci_jackknife()), agreement(r, ci = ci_jackknife()))
  # Only the ratios of these weights matter.
  shares <- tibble::as_tibble(as_ratings(d, item, rater, label, case_weights = share))$case_weights
  expect_type(shares, "double")
  expect_equal(shares / shares[1], d$share / d$share[1])
  table <- as_ratings(table(factor(c("x", "y", "x")), factor(c("x", "y", "x"))))
  expect_identical(tibble::as_tibble(table)$case_weights, c(2L, 2L, 1L, 1L))
})

test_that("what is not yet, or no longer, the ratings is no data", {
  data <- result_ratings()
  x <- krippendorff_alpha(data, item, rater, label)
  expect_fault(compare_agreement(x, x), "not_ratings", "table of estimates.*compare_agreement")
  difference <- compare_agreement(data, item, rater, label, coefficients = c("fleiss", "gwet_ac1"))
  expect_fault(agreement(difference), "not_ratings")
  expect_fault(agreement("ratings.csv", item, rater, label), "argument", "Read the file first")
})
