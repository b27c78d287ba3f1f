test_that("a rater whose codes begin with another number is named", {
  first <- rep(c(0, 1, 1, 0, 1), 4)
  other <- replace(first, 3, 0) + 1
  wide <- function(...) cohen_kappa(data.frame(...), layout = "raters_in_columns", ci = ci_none())
  cnd <- expect_warning(wide(ann = first, bob = other), class = "accord_warning_other_scale")
  expect_identical(cnd$raters, "bob")
  expect_identical(cnd$shift, 1)
  # 19 of 20 agree without the constant; with it the item at which bob has 1 for the 1 of ann.
  expect_match(conditionMessage(cnd), "5% of the pairs with this rater agree, and 95%", fixed = TRUE)
  # If the advice is followed, there is no further warning.
  expect_silent(wide(ann = first, bob = other - 1))
  expect_silent(
    cohen_kappa(data.frame(ann = first, bob = other), layout = "raters_in_columns", categories = 0:2, ci = ci_none())
  )
  # The warning names the one of three raters who differs.
  cnd <- expect_warning(
    light_kappa(cbind(ann = other, bob = first, cem = first), layout = "raters_in_columns", ci = ci_none()),
    class = "accord_warning_other_scale"
  )
  expect_identical(cnd$raters, "ann")
  # Fewer than ten items, and raters whose means differ on one scale.
  expect_silent(wide(ann = first[1:9], bob = other[1:9]))
  expect_silent(wide(ann = rep(1:4, 5), bob = rep(c(2, 3, 4, 4), 5)))
})

test_that("two raters of many items without a common category are named", {
  told <- rep(c("no", "yes", "yes"), 5)
  short <- rep(c("n", "y", "n"), 5)
  wide <- function(...) cohen_kappa(data.frame(...), layout = "raters_in_columns", ci = ci_none())
  cnd <- expect_warning(wide(ann = told, bob = short), class = "accord_warning_other_scale")
  expect_identical(cnd$raters, c("ann", "bob"))
  expect_silent(wide(ann = told[1:9], bob = short[1:9]))
  # Counts that few people would ever share are no names of categories.
  counts <- data.frame(ann = c(101:108, 101, 102), bob = c(203:210, 201, 202) + 7 * (1:10 %% 2))
  expect_silent(krippendorff_alpha(counts, layout = "raters_in_columns", level = "interval", ci = ci_none()))
})
