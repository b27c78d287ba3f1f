# A mistyped number outside of a scale, and numbers that belong to one.

# Two raters on a scale, who differ in every seventh item.
scale <- function(steps, n = 30) {
  a <- rep(steps, length.out = n)
  data.frame(item = seq_len(n), ann = a, bob = replace(a, seq(1, n, 7), steps[2]))
}
read <- function(data, ..., level = "ordinal") as_ratings(data, item, layout = "raters_in_columns", level = level, ...)
typed <- function(data, value, row = 4) {
  data$ann[row] <- value
  data
}

test_that("a lone number outside of a scale must be declared", {
  skip_if_quick()
  for (value in c(11, 22, 33, 44, 55, 12, 100, -3)) {
    data <- typed(scale(1:5), value)
    expect_fault(read(data), "stray_code", "item 4 by ann", codes = value)
    expect_fault(read(data), "missing_code")
    expect_warning(read(data, level = "nominal"), class = "accord_warning_stray_code")
    # Both suggested calls are run.
    expect_silent(found <- read(data, na = value))
    expect_identical(found$set_aside$n, 1L)
    expect_silent(read(data, categories = sort(c(1:5, value))))
  }
  expect_fault(read(typed(scale(1:7), 77)), "missing_code", codes = 77)
  expect_fault(read(typed(scale(seq(1, 5, 0.5), 60), 45)), "stray_code", codes = 45)
  expect_fault(read(typed(scale(0:4, 40), 22)), "stray_code", codes = 22)
  expect_fault(read(typed(scale(c(0, 1)), 11)), "stray_code", codes = 11)
  expect_fault(icc(typed(scale(1:5), 11), item, layout = "raters_in_columns"), "missing_code", codes = 11)
  two <- typed(typed(scale(1:5), 11), 33, row = 9)
  expect_fault(read(two), "stray_code", "item 4 by ann; item 9 by ann", codes = c(11, 33))
})

test_that("in a group or a question its own scale counts", {
  data <- rbind(cbind(scale(1:5), q = "tone"), cbind(scale(seq(0, 90, 10), 40), q = "score"))
  expect_silent(read(data, by = q))
  data$ann[4] <- 11
  expect_fault(read(data, by = q), "stray_code", codes = 11)
  sheet <- stats::setNames(typed(scale(1:5), 11), c("id", "tone_a", "tone_b"))
  x <- read_sheet(sheet, item = id, names = "{question}_{rater}")
  expect_fault(krippendorff_alpha(x, level = "ordinal"), "stray_code", codes = 11)
  expect_silent(as_ratings(x, level = "ordinal", na = 11))
})

test_that("numbers of a scale, counts, ages and scores are ratings", {
  skip_if_quick()
  # The end of a scale, the next step, numbers near it, and what two raters gave.
  for (value in c(0, 5, 6, 7, 9)) expect_silent(read(typed(scale(1:5), value)))
  expect_silent(read(typed(scale(1:4), 5)))
  both <- scale(1:5)
  both[4, c("ann", "bob")] <- 11
  expect_silent(read(both))
  expect_silent(read(typed(scale(1:9, 60), 12)))
  # Counts, of which small ones are frequent.
  counts <- data.frame(item = 1:40, ann = rep(c(0, 0, 0, 0, 1, 1, 2, 3), 5), bob = rep(c(0, 0, 1, 0, 1, 1, 2, 2), 5))
  for (value in c(9, 11, 14, 22)) expect_silent(read(typed(counts, value)))
  expect_silent(read(transform(counts, ann = ann + 1, bob = bob + 1)))
  expect_silent(read(typed(scale(c(23, 25, 24, 26, 28, 27, 29), 40), 61)))
  expect_silent(read(typed(scale(seq(0, 100, 5), 60), 3)))
  expect_silent(read(typed(scale(c(0, 10, 20, 30)), 80)))
  # Months and hours.
  expect_silent(read(scale(1:12, 48), level = "circular", categories = 1:12))
  set.seed(1)
  for (k in 1:20) {
    x <- stats::rnbinom(40, size = 0.7, mu = 2)
    expect_silent(read(data.frame(item = 1:40, ann = x, bob = pmax(0, x + rep(c(0, 0, 0, 1), 10))), level = "interval"))
  }
})

test_that("numbers in any unit are looked through in no time, and are no codes of a scale", {
  set.seed(1)
  data <- data.frame(item = rep(1:12, each = 3), rater = 1:3, score = sample(1:5, 36, TRUE))
  for (unit in c(1e-300, 1e-12, 1e9, 1e200)) {
    expect_no_condition(
      as_ratings(transform(data, score = unit * score), item, rater, score, level = "interval"),
      class = "accord_warning"
    )
  }
})

test_that("weights calculate with the size of a number, as levels do", {
  skip_if_quick()
  data <- typed(scale(1:5), 11)
  wide <- function(f, ..., d = data) f(d, item, layout = "raters_in_columns", ...)
  for (f in list(fleiss_kappa, conger_kappa, gwet_ac, pairwise_agreement, agreement, rater_summary)) {
    expect_fault(suppressWarnings(wide(f, weights = "quadratic")), "stray_code", "item 4 by ann", codes = 11)
  }
  expect_fault(wide(fleiss_kappa, weights = "linear", d = typed(scale(1:5), -99)), "missing_code", codes = -99)
  expect_warning(wide(fleiss_kappa), class = "accord_warning_stray_code")
  expect_warning(wide(fleiss_kappa, weights = "identity"), class = "accord_warning_stray_code")
  expect_silent(wide(fleiss_kappa, weights = "quadratic", na = 11))
  expect_silent(wide(fleiss_kappa, weights = "quadratic", categories = c(1:5, 11)))
})

test_that("a number far beyond sums must be declared", {
  skip_if_quick()
  sums <- scale(5:20, 64)
  for (value in c(100, 155, 202)) {
    expect_fault(read(typed(sums, value), level = "interval"), "stray_code", "item 4 by ann", codes = value)
    expect_silent(read(typed(sums, value), level = "interval", na = value))
  }
  # Near ones, those of two raters, percentages, ages, counts and measurements are ratings.
  for (value in c(21, 25, 40, 60, 0)) expect_silent(read(typed(sums, value), level = "interval"))
  both <- sums
  both[4, c("ann", "bob")] <- 100
  expect_silent(read(both, level = "interval"))
  set.seed(1)
  counts <- 1 + stats::rgeom(60, 0.25)
  expect_silent(read(typed(data.frame(item = 1:60, ann = counts, bob = counts), 40), level = "interval"))
  ages <- sample(20:45, 60, TRUE)
  expect_silent(read(typed(data.frame(item = 1:60, ann = ages, bob = ages), 90), level = "interval"))
  expect_silent(read(typed(scale(seq(5, 95, 5), 60), 100), level = "interval"))
  lengths <- round(stats::rnorm(60, 15, 3), 1)
  expect_silent(read(typed(data.frame(item = 1:60, ann = lengths, bob = lengths), 150), level = "interval"))
})

test_that("scores for components have a warning, since any number may be a score", {
  skip_if_quick()
  data <- scale(1:5)
  fit <- function(d) {
    rows <- data.frame(person = d$item, rater = rep(1:2, each = 30), score = c(d$ann, d$bob))
    variance_components(rows, score = score, facets = c(person, rater), ci = ci_none())
  }
  expect_silent(fit(data))
  for (value in c(11, -99)) {
    cnd <- expect_warning(fit(typed(data, value)), class = "accord_warning_missing_code")
    expect_identical(cnd$rows, 4L)
    expect_identical(cnd$codes, value)
  }
  expect_warning(fit(typed(data, 11)), class = "accord_warning_stray_code")
  data[4, c("ann", "bob")] <- 11
  expect_silent(fit(data))
  set.seed(2)
  expect_silent(fit(data.frame(item = 1:30, ann = stats::rnorm(30, 50, 10), bob = stats::rnorm(30, 50, 10))))
})

test_that("a number far beyond a scale from 0 is one, and a number near counts that become rarer is none", {
  skip_if_quick()
  rows <- data.frame(
    item = rep(1:30, each = 4), rater = letters[1:4], mark = rep(c(0:5, 0, 2, 1, 4, 3), length.out = 120)
  )
  for (typed in c(45, 49, 50)) {
    wrong <- rows
    wrong$mark[5] <- typed
    expect_fault(krippendorff_alpha(wrong, item, rater, mark, level = "interval"), "stray_code")
    expect_fault(rater_severity(wrong, item, rater, mark), "stray_code")
  }
  rows$mark <- rep(c(0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5), 10)
  rows$mark[5] <- 20
  expect_no_error(krippendorff_alpha(rows, item, rater, mark, level = "interval"))
})

test_that("ratings made before are checked again where the size of numbers matters", {
  skip_if_quick()
  for (value in c(11, 99)) {
    ratings <- suppressWarnings(as_ratings(typed(scale(1:5), value), item, layout = "raters_in_columns"))
    expect_fault(cohen_kappa(ratings, weights = "quadratic"), "missing_code", codes = value)
    expect_fault(krippendorff_alpha(ratings, level = "interval"), "missing_code", codes = value)
    expect_silent(cohen_kappa(ratings, ci = ci_none()))
    expect_silent(cohen_kappa(ratings, weights = "identity", ci = ci_none()))
    # Both ways out go to as_ratings().
    for (arguments in list(list(na = value), list(categories = c(1:5, value)))) {
      again <- rlang::inject(
        as_ratings(typed(scale(1:5), value), item, layout = "raters_in_columns", level = "ordinal", !!!arguments)
      )
      expect_silent(cohen_kappa(again, weights = "quadratic", ci = ci_none()))
    }
  }
})

test_that("a number beyond the scale is found beside one that is a little above it", {
  d <- data.frame(item = rep(1:60, 2), rater = rep(c("a", "b"), each = 60), mark = rep(c(0:6, 3, 4, 2), 12))
  d$mark[5] <- 9
  d$mark[120] <- 33
  expect_fault(icc(d, item, rater, mark), "missing_code", "33, is outside")
})
