# The verb: numbers worked out by hand, the real batches, what it takes and what it gives. More
# numbers: test-published.R, test-awkward.R, test-oracle.R, test-invariance.R.

# Two raters, three items: 1 1, 1 3, 4 4. n = 6; n_1 = 3, n_3 = 1, n_4 = 2.
tiny <- data.frame(
  item = rep(1:3, each = 2), rater = rep(c("x", "y"), 3), rating = c(1, 1, 1, 3, 4, 4)
)

expect_disagreements <- function(got, observed, expected) {
  expect_equal(got$observed, observed, tolerance = 1e-14)
  expect_equal(got$expected, expected, tolerance = 1e-14)
  expect_equal(got$estimate, 1 - observed / expected, tolerance = 1e-14)
}

test_that("observed and expected disagreement are those worked out by hand", {
  # D_o: the pair 1, 3 twice over n. D_e: 2 (3 d(1, 3) + 6 d(1, 4) + 2 d(3, 4)) over n (n - 1).
  by_hand <- function(d13, d14, d34) c(2 * d13 / 6, 2 * (3 * d13 + 6 * d14 + 2 * d34) / 30)
  alpha <- function(...) krippendorff_alpha(tiny, item, rater, rating, ..., ci = ci_none())
  check <- function(got, d) expect_disagreements(got, d[1], d[2])
  check(alpha(level = "nominal"), by_hand(1, 1, 1))
  # n_g from 1 to 3: 3 + 1 less (3 + 1) / 2; from 1 to 4: 6 less 5 / 2; from 3 to 4: 3 less 3 / 2
  check(alpha(level = "ordinal"), by_hand(4, 3.5^2, 1.5^2))
  check(alpha(level = "interval"), by_hand(4, 9, 1))
  check(alpha(level = "ratio"), by_hand(1 / 4, 9 / 25, 1 / 49))
  # a full turn of 4: half a turn, three quarters, one quarter
  check(alpha(level = "circular"), by_hand(1, 1 / 2, 1 / 2))
  check(alpha(level = "circular", range = 6), by_hand(3 / 4, 1, 1 / 4))
  # ends 1 and 4: 4 / (2 * 4), 9 / (3 * 3), 1 / (5 * 1)
  check(alpha(level = "bipolar"), by_hand(1 / 2, 1, 1 / 5))
  # ends 0 and 5: 4 / (4 * 6), 9 / (5 * 5), 1 / (7 * 3)
  check(alpha(level = "bipolar", range = c(0, 5)), by_hand(1 / 6, 9 / 25, 1 / 21))
  check(alpha(distance = function(a, b) abs(a - b)), by_hand(2, 3, 1))
})

test_that("an item with m ratings counts m times, not m (m - 1) times", {
  # a a b and a b: D_o = (2 * 2 / 2 + 2) / 5, D_e = 2 * 3 * 2 / 20
  data <- data.frame(item = c(1, 1, 1, 2, 2), rater = c(1, 2, 3, 1, 2), rating = c("a", "a", "b", "a", "b"))
  got <- krippendorff_alpha(data, item, rater, rating, ci = ci_none())
  expect_disagreements(got, 4 / 5, 12 / 20)
})

test_that("an item with one rating takes no part, nor does its category", {
  alone <- rbind(tiny, data.frame(item = 9, rater = "z", rating = 100))
  for (level in c("nominal", "ordinal", "interval", "ratio")) {
    got <- krippendorff_alpha(alone, item, rater, rating, level = level, ci = ci_jackknife())
    expected <- krippendorff_alpha(tiny, item, rater, rating, level = level, ci = ci_jackknife())
    expect_equal(but_categories(got), but_categories(expected), info = level)
  }
})

test_that("categories that nobody used change nothing", {
  for (level in c("nominal", "ordinal", "interval", "ratio")) {
    got <- krippendorff_alpha(tiny, item, rater, rating, level = level, categories = 0:9, ci = ci_jackknife())
    expected <- krippendorff_alpha(tiny, item, rater, rating, level = level, ci = ci_jackknife())
    expect_equal(but_categories(got), but_categories(expected), info = level)
  }
})

test_that("the default range is that of the categories, used or not", {
  alpha <- function(...) krippendorff_alpha(tiny, item, rater, rating, categories = 0:5, ..., ci = ci_none())
  circle <- alpha(level = "circular")
  expect_equal(circle$estimate, oracle_on_values(tiny$item, tiny$rating, "circular", 6)[["estimate"]])
  ends <- alpha(level = "bipolar")
  expect_equal(ends$estimate, oracle_on_values(tiny$item, tiny$rating, "bipolar", c(0, 5))[["estimate"]])
})

test_that("the level follows from the ratings where it can", {
  metric_of <- function(values) {
    krippendorff_alpha(transform(tiny, rating = values), item, rater, rating, ci = ci_none())$metric
  }
  expect_equal(metric_of(factor(tiny$rating)), "nominal")
  expect_equal(metric_of(as.character(tiny$rating)), "nominal")
  expect_equal(metric_of(tiny$rating > 1), "nominal")
  expect_equal(metric_of(factor(tiny$rating, ordered = TRUE)), "ordinal")
  expect_equal(metric_of(as.numeric(tiny$rating > 1)), "nominal")
  cnd <- expect_fault(metric_of(tiny$rating), "level_needed")
  expect_equal(cnd$choices, c("nominal", "ordinal", "interval", "ratio", "circular", "bipolar"))
})

test_that("logicals have an order, and numbers", {
  data <- transform(tiny, rating = rating > 1)
  nominal <- krippendorff_alpha(data, item, rater, rating, ci = ci_none())$estimate
  for (level in c("ordinal", "interval", "ratio")) {
    got <- krippendorff_alpha(data, item, rater, rating, level = level, ci = ci_none())
    expect_equal(got$estimate, nominal, info = level)
  }
})

test_that("duplicates that are kept are ratings like others", {
  twice <- rbind(tiny, data.frame(item = 1, rater = "x", rating = 4))
  alpha <- function(..., data = twice) {
    krippendorff_alpha(data, item, rater, rating, level = "interval", ..., ci = ci_none())
  }
  expect_fault(alpha(), "duplicate_rating")
  keep <- alpha(duplicates = "keep")
  oracle <- oracle_on_values(twice$item, twice$rating, "interval")
  expect_disagreements(keep, oracle[["observed"]], oracle[["expected"]])
  expect_equal(but_set_aside(alpha(duplicates = "first"), 1), alpha(data = tiny))
  last <- alpha(duplicates = "last")
  expect_equal(last$estimate, oracle_on_values(twice$item[-1], twice$rating[-1], "interval")[["estimate"]])
})

test_that("raters may be anonymous", {
  got <- krippendorff_alpha(tiny, item, rating = rating, level = "interval", ci = ci_jackknife())
  expected <- krippendorff_alpha(tiny, item, rater, rating, level = "interval", ci = ci_jackknife())
  expect_identical(got$n_raters, NA_integer_)
  expect_equal(as.list(got)[names(got) != "n_raters"], as.list(expected)[names(got) != "n_raters"])
})

test_that("what has no alpha says why, with one warning", {
  undefined <- function(data, status, ...) {
    alpha <- function() krippendorff_alpha(data, item, rater, rating, ..., ci = ci_jackknife())
    warnings <- capture_warnings_of(x <- alpha())
    expect_length(warnings, 1)
    expect_s3_class(warnings[[1]], "accord_warning_undefined")
    expect_equal(x$status, status)
    numbers <- c(x$estimate, x$std.error, x$conf.low, x$conf.high)
    expect_identical(numbers, rep(NA_real_, 4))
  }
  undefined(transform(tiny, rating = 1), "one category only")
  undefined(transform(tiny, rating = 1), "one category only", level = "ratio")
  undefined(transform(tiny, rating = 0), "one category only", level = "ratio")
  undefined(transform(tiny, rating = NA), "no ratings")
  undefined(transform(tiny, rating = NaN), "no ratings", level = "interval")
  undefined(tiny[c(1, 4, 5), ], "no item with two ratings", level = "interval")
  undefined(tiny[tiny$rater == "x", ], "one rater only", level = "ordinal")
})

test_that("a group that has no alpha leaves the others theirs", {
  data <- rbind(
    cbind(tiny, part = "a"),
    cbind(transform(tiny, rating = 1), part = "b"),
    cbind(transform(tiny, rating = -rating), part = "c"),
    cbind(transform(tiny, rating = rating / 0), part = "d"),
    cbind(tiny[c(1, 1, 2), ], part = "e")
  )
  cnd <- expect_warning(
    x <- krippendorff_alpha(data, item, rater, rating, by = part, level = "ratio", ci = ci_none()),
    class = "accord_warning_undefined"
  )
  expect_equal(cnd$groups, c("b", "c", "d", "e"))
  reasons <- c("one category only", "negative ratings", "infinite ratings", "duplicate ratings")
  expect_equal(x$status, c("ok", reasons))
  expect_equal(is.na(x$estimate), c(FALSE, TRUE, TRUE, TRUE, TRUE))
  expect_equal(x$estimate[1], oracle_on_values(tiny$item, tiny$rating, "ratio")[["estimate"]])
})

# The study's four attempts at its own data, twelve batches of three quality dimensions.
mturk <- read_reference("mturk-alphas.csv", colClasses = c(value = "character"))

for (dimension in unique(mturk$dimension)) {
  test_that(paste0("the batches give the alphas of the study, the fourth set right: ", dimension), {
    data <- read_mturk(system.file("extdata", "mturk", dimension, package = "accord"))
    data$best <- data[[grep("^Answer.best", names(data), value = TRUE)]]
    place <- stats::ave(seq_len(nrow(data)), data$Input.code, FUN = seq_along)
    attempts <- list(
      `1` = data,
      `3` = data[data$best %in% c("A", "B"), ],
      `4` = transform(data, WorkerId = paste("rater", place))
    )
    rows <- mturk[mturk$dimension == dimension, ]
    for (i in seq_len(nrow(rows))) {
      attempt <- attempts[[as.character(rows$attempt[i])]]
      got <- krippendorff_alpha(attempt, Input.code, WorkerId, best, ci = ci_none())
      printed <- as.numeric(rows$value[i])
      info <- paste("attempt", rows$attempt[i], rows$source[i])
      if (rows$quantity[i] == "irr") {
        expect_failure(expect_published(got$estimate, printed, 4))
      } else {
        expect_published(got[[rows$quantity[i]]], printed, rows$digits[i], info)
      }
    }
    expect_equal(nrow(data), 600)
    fourth <- krippendorff_alpha(attempts$`4`, Input.code, WorkerId, best, ci = ci_none())
    expect_equal(fourth$n_raters, 3)
  })
}

test_that("weights are not taken for an unknown argument", {
  sets <- data.frame(item = rep(1:3, each = 2), rater = c("a", "b"), tags = c("x", "x;y", "y", "y", "x", "y"))
  cnd <- expect_fault(
    krippendorff_alpha(sets, item, rater, tags, separator = ";", weights = "masi"), "argument",
    'distance = "masi"', argument = "weights"
  )
  expect_fault(krippendorff_alpha(small(), item, who, score, weights = "linear"), "argument", "takes a `level`")
  expect_fault(krippendorff_alpha(small(), item, who, score, weights = diag(5)), "argument", "is given")
})

test_that("labels that are no numbers are not to be converted as they are", {
  d <- data.frame(item = c(1, 1), rater = c("ann", "bob"), x = c("neg", "pos"))
  interval <- function(d) krippendorff_alpha(d, item, rater, x, level = "interval")
  expect_fault(interval(d), "level", "makes NA of \"neg\"")
  expect_fault(interval(transform(d, x = c("1,5", "2"))), "level", "not decimal points")
  expect_fault(interval(transform(d, x = c("1", "2"))), "level", "Convert them with `as.numeric")
})
