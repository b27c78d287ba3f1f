# Medoids of objects.

texts <- data.frame(
  item = c(1, 1, 1, 2, 2, 3, 4), rater = c("a", "b", "c", "a", "b", "a", "a"),
  text = c("abc", "abd", "abc", "x", "yz", "one", NA)
)
by_edits <- medoid(distance = distance_edit())

test_that("a medoid has the smallest mean distance to the other ratings of its item", {
  set.seed(4)
  rows <- expand.grid(item = 1:30, rater = 1:6)[sample(180, 120), ]
  rows$value <- round(stats::rnorm(120), 3)
  far <- function(a, b) abs(a - b)
  x <- consensus(rows, item, rater, value, method = medoid(distance = far), ties = "first")
  # Of numbers it is a middle one: with an odd number the median, else the lower of the two in the middle.
  middle <- tapply(rows$value, rows$item, function(v) sort(v)[ceiling(length(v) / 2)])
  expect_equal(x$label, unname(c(middle[as.character(x$item)])))
  apart <- mapply(function(i, v) {
    own <- rows$value[rows$item == i]
    if (length(own) > 1) sum(abs(own - v)) / (length(own) - 1) else NA
  }, x$item, x$label)
  expect_equal(x$distance, apart)
  even <- table(rows$item)[as.character(x$item)] %% 2 == 0
  open <- consensus(rows, item, rater, value, method = medoid(distance = far))
  expect_equal(is.na(open$label), as.vector(even))
  expect_equal(open$status == "tie", as.vector(even))
})

test_that("ties, single and missing objects have a status", {
  x <- consensus(texts, item, rater, text, method = by_edits)
  expect_identical(x$label, c("abc", NA, "one", NA))
  # One of three characters differs from one of the two others; all two characters differ.
  expect_equal(x$distance, c(1 / 6, 1, NA, NA))
  expect_identical(x$n, c(3L, 2L, 1L, 0L))
  expect_identical(x$status, c("ok", "tie", "ok", "no ratings"))
  expect_identical(consensus(texts, item, rater, text, method = by_edits, ties = "first")$label[2], "x")
  expect_output(print(x), "Consensus about 4 items")
  expect_output(print(x), "abc")
  twice <- rbind(texts, data.frame(item = 1, rater = "a", text = "q"))
  expect_fault(consensus(twice, item, rater, text, method = by_edits), "duplicate_rating")
  expect_identical(consensus(twice, item, rater, text, method = by_edits, duplicates = "first")$label[1], "abc")
})

test_that("objects of a list column stay objects", {
  lists <- data.frame(item = c(1, 1, 1, 2), rater = c("a", "b", "c", "a"))
  lists$box <- list(c(0, 0, 2, 2), c(0, 0, 2, 3), c(0, 0, 9, 9), c(0, 0, 1, 1))
  x <- consensus(lists, item, rater, box, method = medoid(distance = distance_iou()))
  expect_identical(x$label, list(c(0, 0, 2, 3), c(0, 0, 1, 1)))
  expect_output(print(x), "tibble")
})

test_that("arguments that a medoid does not use are errors", {
  expect_fault(consensus(texts, item, rater, text, method = "medoid"), "argument", argument = "distance")
  expect_fault(consensus(texts, item, rater, text, method = by_edits, ties = "random"), "argument", argument = "ties")
  expect_fault(
    consensus(texts, item, rater, text, method = by_edits, ties = c(rater = "a")), "argument", argument = "ties"
  )
  expect_fault(consensus(texts, item, rater, text, method = by_edits, gold = c("1" = "abc")), "argument")
  expect_fault(consensus(texts, item, rater, text, method = by_edits, posterior = TRUE), "argument")
  expect_fault(consensus(texts, item, rater, text, method = by_edits, by = rater), "argument", argument = "by")
  expect_fault(consensus(texts, item, rater, text, method = by_edits, level = "nominal"), "argument")
  expect_fault(medoid(distance_edit()), "argument")
  expect_output(print(by_edits), "medoid; distance = <function>", fixed = TRUE)
})

test_that("items may be several columns, as the advice against `by` says", {
  parts <- transform(texts, group = "g")
  found <- consensus(parts, c(group, item), rater, text, method = by_edits)
  one <- consensus(texts, item, rater, text, method = by_edits)
  expect_identical(found$label, one$label)
  expect_identical(found$item, paste("g", one$item, sep = " / "))
  agreement <- distance_agreement(parts, c(group, item), rater, text, distance = distance_edit())
  expect_equal(agreement, distance_agreement(texts, item, rater, text, distance = distance_edit()))
})

test_that("medoids are joined to data, and have no estimates for raters", {
  own <- transform(texts, id = item, item = NULL)
  x <- consensus(own, id, rater, text, method = by_edits)
  joined <- augment(x, own)
  at <- match(own$id, x$item)
  expect_identical(joined$.label, x$label[at])
  expect_identical(joined$.distance, x$distance[at])
  expect_identical(joined$.status, x$status[at])
  for (f in list(tidy, glance)) expect_fault(f(x), "not_consensus", "Labels by `medoid[(][)]` have neither")
})
