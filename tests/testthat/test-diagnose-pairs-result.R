# Four raters: kappas 1, 0, 0 and 1/2, one pair in one category only, and one that shares no item.
#   ann, bob  items 1 to 4   a a b b / a a b b                                   kappa 1
#   ann, cat  items 1 to 4   a a b b / a b a b                                   kappa 0
#   bob, cat  items 1 to 4   a a b b / a b a b                                   kappa 0
#   ann, dan  items 5, 6     a a / a a                                           no kappa
#   bob, dan                 no common item
#   cat, dan  items 7 to 10  a a b b / a a b a   p_a 3/4, p_e (2*3 + 2*1) / 16   kappa 1/2
four <- function(raters = c("ann", "bob", "cat", "dan")) {
  data.frame(
    item = c(1:4, 5:6, 1:4, 1:4, 7:10, 5:6, 7:10), rater = rep(raters, c(6, 4, 8, 6)),
    label = c(
      "a", "a", "b", "b", "a", "a", "a", "a", "b", "b",
      "a", "b", "a", "b", "a", "a", "b", "b", "a", "a", "a", "a", "b", "a"
    )
  )
}
pairs_of_four <- function(...) pairwise_agreement(four(...), item, rater, label)

test_that("the mean is over pairs that have a value, plain or by items", {
  pairs <- pairs_of_four()
  expect_equal(nrow(pairs), 5)
  expect_equal(mean(pairs), (1 + 0 + 0 + 1 / 2) / 4)
  ten <- rbind(four(), data.frame(item = 11:16, rater = rep(c("cat", "dan"), each = 6), label = c("a", "b")))
  # cat, dan: now 10 items, a-a 5, b-b 4, b-a 1: p_a 9/10, p_e (5 * 6 + 5 * 4) / 100
  pairs <- pairwise_agreement(ten, item, rater, label)
  expect_equal(mean(pairs), (1 + 0 + 0 + 4 / 5) / 4)
  expect_equal(mean(pairs, weighted = TRUE), (4 * 1 + 4 * 0 + 4 * 0 + 10 * 4 / 5) / 22)
})

test_that("the mean of Cohen's kappas is Light's kappa", {
  data <- four()
  items <- oracle_items(data$item, data$rater, match(data$label, c("a", "b")))
  light <- oracle_light(items, diag(2))(items$times)[["estimate"]]
  expect_equal(light, 3 / 8)
  expect_equal(mean(pairs_of_four()), light)
  expect_equal(light_kappa(data, item, rater, label, ci = ci_none())$estimate, light)
})

test_that("without a pair that has a value there is no mean", {
  pairs <- pairwise_agreement(transform(four(), label = "a"), item, rater, label)
  expect_equal(nrow(pairs), 5)
  expect_identical(mean(pairs), NA_real_)
  expect_identical(mean(pairs, weighted = TRUE), NA_real_)
  expect_identical(mean(pairs[0, ]), NA_real_)
})

test_that("the matrix has the estimates twice, 1 on the diagonal, NA where there is none", {
  expected <- matrix(
    c(1, 1, 0, NA, 1, 1, 0, NA, 0, 0, 1, 1 / 2, NA, NA, 1 / 2, 1), 4,
    dimnames = rep(list(c("ann", "bob", "cat", "dan")), 2)
  )
  pairs <- pairs_of_four()
  expect_equal(as.matrix(pairs), expected)
  expect_equal(as.matrix(pairs[5:1, ]), expected)
  # raters without a remaining pair are not in it
  expect_equal(as.matrix(pairs[pairs$rater_1 == "ann" & pairs$estimate %in% 0:1, ]), rbind(
    ann = c(ann = 1, bob = 1, cat = 0), bob = c(1, 1, NA), cat = c(0, NA, 1)
  ))
  expect_equal(dim(as.matrix(pairs[0, ])), c(0L, 0L))
})

test_that("the matrix has raters in their order", {
  by_number <- as.matrix(pairs_of_four(c(10, 9, 100, 1)))
  expect_equal(rownames(by_number), c("1", "9", "10", "100"))
  expect_equal(colnames(by_number), rownames(by_number))
  expect_equal(by_number["1", "100"], 1 / 2)
  expect_equal(by_number["10", "9"], 1)
  levels <- c("dan", "nobody", "cat", "bob", "ann")
  by_factor <- as.matrix(pairs_of_four(factor(c("ann", "bob", "cat", "dan"), levels)))
  expect_equal(rownames(by_factor), levels[-2])
  expect_equal(by_factor["dan", "cat"], 1 / 2)
  expect_equal(by_factor["ann", "bob"], 1)
})

test_that("a matrix holds one group and one coefficient", {
  data <- rbind(cbind(four(), part = "x"), cbind(four()[c(1:4, 7:10), ], part = "y"))
  pairs <- pairwise_agreement(data, item, rater, label, by = part)
  expect_fault(as.matrix(pairs), "groups", "1 pair occurs in more than one row")
  expect_equal(as.matrix(pairs[pairs$part == "y", ]), rbind(ann = c(ann = 1, bob = 1), bob = c(1, 1)))
  twice <- vctrs::vec_rbind(pairs_of_four(), pairs_of_four())
  expect_fault(as.matrix(twice), "groups", "5 pairs occur in more than one row")
})

test_that("unknown arguments of the methods are refused", {
  pairs <- pairs_of_four()
  expect_fault(mean(pairs, na.rm = TRUE), "argument", "1 unknown argument: `na.rm`")
  expect_fault(mean(pairs, na.rm = TRUE, trim = 0), "argument", "2 unknown arguments")
  expect_fault(mean(pairs, weighted = "n_items"), "argument", argument = "weighted")
  expect_fault(as.matrix(pairs, digits = 2), "argument", "1 unknown argument: `digits`")
  expect_fault(as.matrix(pairs, digits = 2, n = 1), "argument", "2 unknown arguments")
})

test_that("pairs print, tidy and go into a table like other results", {
  pairs <- pairwise_agreement(four(), item, rater, label, confusion = TRUE, ci = ci_analytic(test = TRUE))
  lines <- cli::ansi_strip(format(pairs, width = 120))
  expect_equal(lines[1], "Agreement of 2 raters in each of 5 pairs, 95% analytic intervals")
  expect_match(lines[3], "rater_1 +rater_2 +Cohen's kappa +95% CI .* p +Items +Ratings +confusion$")
  expect_match(lines[8], "cat +dan +[.]500 .* 4 +8")
  expect_match(lines, "ann, dan: one category only", all = FALSE)
  tidied <- tidy(pairs)
  expect_equal(names(tidied)[1:4], c("rater_1", "rater_2", "term", "estimate"))
  expect_equal(tidied$estimate, c(1, 0, NA, 0, 1 / 2))
  expect_equal(glance(pairs)$n_undefined, 1L)
  skip_if_not_installed("knitr")
  table <- format(paper_table(pairs[names(pairs) != "confusion"]))
  expect_match(table, "[|]cat +[|]dan +[|] +[.]500[|]")
  expect_identical(
    sub("[.] The confusion tables are left out", "", format(paper_table(pairs))), table
  )
  pairs$more <- list(1)
  expect_fault(paper_table(pairs), "list_column", columns = "more")
})

test_that("a matrix of pairs has the raters in the order of the rows", {
  set.seed(1)
  data <- data.frame(item = rep(1:10, 3), rater = rep(c("B", "a", "c"), each = 10), rating = sample(1:2, 30, TRUE))
  pairs <- pairwise_agreement(data, item, rater, rating, level = "nominal", ci = ci_none())
  expect_equal(colnames(as.matrix(pairs)), c("B", "a", "c"))
})
