# The linearised interval where a test names none: what is tested here is the joint variance.
compare_analytic <- function(..., ci = ci_analytic()) compare_agreement(..., ci = ci)

# Differences that have no value or no interval, what makes no sense, and what is printed.

two <- function(a, b, raters = c("x", "y", "z")) {
  side <- function(cells, round) {
    m <- matrix(strsplit(cells, "")[[1]], length(raters), dimnames = list(raters, NULL))
    cbind(round = round, long(m))
  }
  rbind(side(a, "one"), side(b, "two"))
}

compare_two <- function(data, ..., coefficients = "alpha", paired = TRUE) {
  compare_analytic(data, item, rater, rating, by = round, coefficients = coefficients, paired = paired, ...)
}

NO_TEST <- c("std.error", "statistic", "df", "p.value", "adj.p.value", "conf.low", "conf.high")

expect_no_test <- function(got) expect_true(all(is.na(unlist(got[NO_TEST]))))

test_that("between equal data there is no difference, and nothing moves it", {
  data <- two("aababbaaabbb", "aababbaaabbb")
  shuffled <- rbind(data[data$round == "one", ], data[rev(which(data$round == "two")), ])
  for (x in list(data, shuffled)) {
    cis <- list(ci_analytic(), ci_analytic(variance = "ratio"), ci_jackknife(), ci_bootstrap(times = 20))
    for (ci in cis) {
      coefficients <- c(
        "krippendorff_alpha", "fleiss_kappa", "conger_kappa", "light_kappa", "gwet_ac", "percent_agreement"
      )
      warnings <- capture_warnings_of(got <- compare_two(x, ci = ci, coefficients = coefficients))
      expect_length(warnings, 1)
      expect_s3_class(warnings[[1]], "accord_warning_no_interval")
      expect_length(warnings[[1]]$comparisons, 6)
      expect_true(all(abs(got$estimate) < 1e-15))
      expect_no_test(got)
      expect_identical(got$status, rep("ok", 6))
    }
  }
})

test_that("perfect agreement on both sides tells no interval, on one side it does", {
  data <- two("aaabbbaaabbb", "aaabbbbbbbbb")
  expect_warning(got <- compare_two(data), "1 of 1 comparison: two - one")
  expect_identical(got$estimate, 0)
  expect_no_test(got)
  data <- two("aaabbbaaabbb", "aaabbbaabbba")
  got <- compare_two(data, coefficients = "fleiss", ci = ci_analytic(variance = "ratio"))
  items <- with(data[data$round == "two", ], oracle_items(item, rater, match(rating, c("a", "b"))))
  # The first side does not contribute.
  expect_equal(got$std.error, oracle_se_ratio(items, "fleiss_kappa", diag(2)), tolerance = 1e-7)
  expect_lt(got$estimate, 0)
})

test_that("limits end where the difference does", {
  data <- two("aababb", "bababb", raters = c("x", "y"))
  wide <- function(coefficient) compare_two(data, coefficients = coefficient, ci = ci_analytic(0.999))
  expect_identical(unlist(wide("fleiss_kappa")[c("conf.low", "conf.high")], use.names = FALSE), c(-2, 2))
  # Percent agreement cannot be below 0.
  expect_identical(unlist(wide("percent_agreement")[c("conf.low", "conf.high")], use.names = FALSE), c(-1, 1))
})

test_that("a side without a value is named with its reason", {
  data <- two("aaaaaaaaa", "aabbbbaba")
  warnings <- capture_warnings_of(got <- compare_two(data, coefficients = c("alpha", "percent")))
  expect_identical(got$status, c("one: one category only", "ok"))
  expect_identical(got$estimate_1[1], NA_real_)
  expect_false(is.na(got$estimate_2[1]))
  expect_identical(got$estimate[1], NA_real_)
  expect_no_test(got[1, ])
  expect_false(is.na(got$p.value[2]))
  expect_length(warnings, 1)
  expect_s3_class(warnings[[1]], "accord_warning_undefined")
  expect_identical(warnings[[1]]$reasons, "one: one category only")
  expect_identical(warnings[[1]]$comparisons, "two - one, Krippendorff's alpha")
  # Only one test remains for the adjustment.
  expect_identical(got$adj.p.value[2], got$p.value[2])
  none <- suppressWarnings(compare_two(two("aaaaaa", "bbbbbb")))
  expect_identical(none$status, "one: one category only; two: one category only")
  counts <- rbind(c(3, 0), c(2, 1), c(0, 3), c(1, 2))
  kappas <- c("conger_kappa", "fleiss_kappa")
  expect_warning(
    got <- compare_analytic(counts, layout = "counts", categories = c("a", "b"), coefficients = kappas),
    class = "accord_warning_undefined"
  )
  expect_identical(got$status, "Conger's kappa: raters are anonymous")
})

test_that("a faulty group has its fault, and the others their differences", {
  data <- two("aababbaaabbb", "aababbaabbbb")
  faulty <- data.frame(round = "zero", item = 1, rater = "x", rating = c("a", "b"))
  expect_warning(got <- compare_two(rbind(data, faulty)), class = "accord_warning_undefined")
  expect_identical(got$status, c("ok", "zero: duplicate ratings", "zero: duplicate ratings"))
  expect_equal(got$p.value[1], compare_two(data)$p.value)
})

test_that("without a value for some item the jackknife has no interval", {
  # Without the last item, the first round has only one category.
  data <- two("aaaaaaabb", "aabbbbaba")
  expect_warning(got <- compare_two(data, ci = ci_jackknife()), class = "accord_warning_no_interval")
  expect_no_test(got)
  expect_false(is.na(compare_two(data)$conf.low))
})

test_that("no interval was asked for, so none is missed", {
  expect_no_warning(got <- compare_two(two("aababbaaabbb", "aababbaabbbb"), ci = ci_none()))
  expect_no_test(got)
  expect_false(is.na(got$estimate))
  expect_identical(got$conf.level, NA_real_)
})

test_that("one item is no sample", {
  expect_warning(got <- compare_two(two("aab", "aba")), class = "accord_warning_no_interval")
  expect_no_test(got)
})

test_that("there must be something to compare", {
  skip_if_quick()
  data <- two("aababbaaabbb", "aababbaabbbb")
  one <- data[data$round == "one", ]
  of <- function(data, ...) compare_analytic(data, item, rater, rating, ...)
  expect_fault(of(one), "argument", "needs two estimates", argument = "by")
  expect_fault(of(one, by = round), "argument", "needs two groups", argument = "by")
  expect_fault(of(one, coefficients = "kappa"), "argument", argument = "coefficients")
  expect_fault(of(data, by = round, adjust = "hlm"), "argument", "holm", argument = "adjust")
  expect_fault(of(data, by = round, paired = NA), "argument", argument = "paired")
  expect_fault(of(one, coefficients = c("alpha", "fleiss"), paired = FALSE), "argument", "coefficients",
    argument = "paired"
  )
  expect_fault(of(one, raters = list(a = NULL, b = c("x", "y")), paired = FALSE), "argument", "raters",
    argument = "paired"
  )
  expect_fault(
    of(data, by = round, coefficients = "fleiss", level = "ordinal", categories = c("a", "b")),
    "argument", argument = "level"
  )
})

test_that("the reference must be there", {
  data <- two("aababbaaabbb", "aababbaabbbb")
  expect_fault(compare_two(data, reference = "tow"), "argument", "mean \"two\"", argument = "reference")
  expect_fault(compare_two(data, reference = c("one", "two")), "argument", "a character vector",
    argument = "reference"
  )
  expect_fault(compare_two(data, reference = NA), "argument", argument = "reference")
})

test_that("sets of raters must be sets of raters", {
  skip_if_quick()
  data <- two("aababbaaabbb", "aababbaabbbb")
  data <- data[data$round == "one", ]
  of <- function(sets, ...) compare_analytic(data, item, rater, rating, raters = sets, ...)
  fault <- function(given, regexp, what = "argument", ...) expect_fault(of(given), what, regexp, ...)
  fault(c("x", "y"), "a character vector", argument = "raters")
  fault(list(a = NULL), "It has 1 set\\.")
  fault(list(), "It has 0 sets\\.")
  fault(list(a = NULL, c("x", "y")), "1 of them has no name")
  fault(list(NULL, c("x", "y")), "2 of them have no name")
  fault(list(a = NULL, a = c("x", "y")), "1 name is given again: \"a\"")
  fault(list(a = NULL, a = NULL, b = NULL, b = NULL), "2 names are given again")
  fault(list(a = NULL, b = list("x", "y")), "1 of them is no vector")
  fault(list(a = sum, b = list("x", "y")), "2 of them are no vector")
  fault(list(a = NULL, b = c("x", "w")), "1 of them is not: \"w\"", "unknown_rater", raters = "w")
  fault(list(a = c("v", "y"), b = c("x", "w")), "2 of them are not", "unknown_rater", raters = c("v", "w"))
  fault(list(a = NULL, b = c("x", "x")), "1 does not: \"b\"", sets = "b")
  fault(list(a = "y", b = "x"), "2 do not", sets = c("a", "b"))
  counts <- rbind(c(3, 0), c(2, 1), c(0, 3), c(1, 2))
  expect_fault(
    compare_analytic(counts, layout = "counts", categories = c("a", "b"), raters = list(a = NULL, b = NULL)),
    "anonymous", "raters with names"
  )
})

test_that("an interval without a joint form says why", {
  skip_if_quick()
  data <- two("aababbaaabbb", "aababbaabbbb")
  fault <- function(ci, regexp) expect_fault(compare_two(data, ci = ci), "argument", regexp, argument = "ci")
  fault(ci_analytic(variance = "classic"), "classic")
  fault(ci_analytic(population = 100), "finite population")
  fault(ci_analytic(over = "both"), "raters as random")
  fault(ci_jackknife(over = "raters"), "leaves out raters")
  fault(ci_bootstrap(over = "both"), "draws raters")
  fault(ci_bootstrap(type = "bca"), "type is \"bca\"")
  fault(ci_bootstrap(type = "studentized"), "type is \"studentized\"")
  fault(0.95, "kind of interval")
})

test_that("it prints what differs, and says why something is not there", {
  data <- two("aababbaaabbb", "aababbaabbbb")
  x <- compare_two(data)
  lines <- format(x, width = 120)
  expect_match(
    lines[1], "^Difference in Krippendorff's alpha [(]nominal[)], paired on the same 4 items, 95% analytic interval$"
  )
  expect_match(lines[3], "First +Second +Est. 1 +Est. 2 +Difference +95% CI +t +p$")
  expect_match(lines[4], "^ +one +two ")
  expect_false(any(grepl("p adj.|Shared|Coefficient", lines)))
  expect_output(print(x), "second minus first")
  y <- compare_two(data[-1, ], coefficients = c("fleiss", "alpha"), paired = FALSE)
  lines <- format(y, width = 140)
  expect_match(
    lines[1],
    "^Differences in agreement, not paired: the groups are taken as having different items, 95% analytic intervals$"
  )
  expect_match(lines[3], "Coefficient .* t +p +p adj. +Items 1 +Items 2 +Shared$")
  expect_true(any(grepl("p adj.: for 2 t tests (Holm)", lines, fixed = TRUE)))
  z <- suppressWarnings(compare_two(two("aaaaaaaaa", "aabbbbaba"), coefficients = c("alpha", "percent")))
  lines <- format(z, width = 120)
  expect_true(any(grepl("two - one, Krippendorff's alpha: one: one category only", lines, fixed = TRUE)))
  one <- data[data$round == "one", ]
  between <- compare_analytic(one, item, rater, rating, coefficients = c("fleiss", "percent"))
  expect_match(format(between)[4], "Fleiss' kappa +Percent agreement")
  expect_match(format(compare_two(data, ci = ci_none()))[1], "no intervals$")
  normal <- compare_two(data, ci = ci_analytic(distribution = "normal"))
  expect_match(format(normal, width = 120)[3], " z +p$")
  # Without its columns it is an ordinary tibble.
  expect_output(print(x["estimate"]), "A tibble")
  expect_fault(format(x, digits = 1.5), "argument", argument = "digits")
})

test_that("tidy() and paper_table()", {
  data <- two("aababbaaabbb", "aababbaabbbb")
  x <- compare_two(data, coefficients = c("fleiss", "percent"))
  tidied <- tidy(x)
  expect_named(tidied, c(
    "group_1", "group_2", "coefficient", "metric", "contrast", "estimate", "std.error", "statistic",
    "p.value", "adj.p.value", "conf.low", "conf.high", "status"
  ))
  expect_identical(tidied$contrast, rep("two - one", 2))
  expect_identical(tidied$estimate, x$estimate)
  expect_identical(tidied$adj.p.value, x$adj.p.value)
  one <- data[data$round == "one", ]
  y <- compare_analytic(one, item, rater, rating, coefficients = c("fleiss", "percent"))
  expect_identical(tidy(y)$contrast, "percent_agreement - fleiss_kappa")
  expect_fault(tidy(x[setdiff(names(x), "df")]), "missing_column", "1 column is missing", column = "df")
  expect_fault(tidy(x[setdiff(names(x), c("df", "status"))]), "missing_column", "2 columns are missing")
})

# With complete data alpha is Fleiss' kappa plus (1 - kappa) / (n m), so there is nothing to test.
test_that("coefficients that are one in an infinite population have no interval of their difference", {
  local_seed(4)
  answer <- rep(c("a", "b"), each = 10)
  data <- data.frame(item = rep(1:20, 3), rater = rep(c("x", "y", "z"), each = 20))
  data$label <- ifelse(stats::runif(60) < 0.8, rep(answer, 3), "b")
  expect_warning(
    found <- compare_agreement(data, item, rater, label, coefficients = c("fleiss", "alpha"), ci = ci_bayes()),
    class = "accord_warning"
  )
  expect_equal(found$estimate, (1 - found$estimate_1) / 60)
  expect_identical(c(found$conf.low, found$conf.high, found$p.value), rep(NA_real_, 3))
})

test_that("with the default interval, too, one side without a value leaves the other comparisons", {
  d <- data.frame(
    g = rep(c("a", "b", "c"), each = 12), item = rep(1:18, each = 2), rater = c("r", "s"),
    label = c(rep("no", 12), rep(c("yes", "no", "no", "no", "yes", "yes"), 4))
  )
  expect_warning(x <- compare_agreement(d, item, rater, label, by = g), class = "accord_warning_undefined")
  expect_identical(is.na(x$estimate), c(TRUE, TRUE, FALSE))
  expect_identical(is.na(x$conf.low), c(TRUE, TRUE, FALSE))
  # One category in each of two groups of one population: no evidence of a difference.
  two <- data.frame(
    g = rep(1:2, each = 40), item = rep(1:40, each = 2), rater = c("r", "s"), label = c(rep("no", 79), "yes")
  )
  expect_gt(compare_agreement(two, item, rater, label, by = g, coefficients = "percent")$p.value, 0.05)
})

test_that("groups with category sets of different sizes are pointed out where the coefficient depends on these", {
  data <- data.frame(
    part = rep(c("x", "y"), each = 12), item = rep(1:6, 4), rater = rep(rep(c("ann", "bob"), each = 6), 2),
    label = c(rep(c("a", "b", "a", "b", "a", "a"), 2), rep(c("a", "b", "c", "c", "b", "a"), 2))
  )
  compared <- function(coefficient, ...) {
    compare_agreement(data, item, rater, label, by = part, coefficients = coefficient, ci = ci_none(), ...)
  }
  cnd <- expect_warning(compared(c("krippendorff_alpha", "gwet_ac")), class = "accord_warning_categories")
  expect_identical(cnd$n_categories, 2:3)
  expect_no_warning(compared("krippendorff_alpha"))
  expect_no_warning(compared("gwet_ac", categories = c("a", "b", "c")))
  # Sets of raters have the categories of the whole data.
  only <- data[data$part == "y", ]
  only$rater <- paste(only$rater, only$item %% 2)
  expect_no_warning(compare_agreement(
    only, item, rater, label,
    raters = list(odd = c("ann 1", "bob 1"), all = NULL), coefficients = "gwet_ac", ci = ci_none()
  ))
})

test_that("coefficients whose pseudo-items have other sets of categories are compared", {
  one <- expand.grid(item = 1:6, rater = c("ann", "bob", "cat"))
  one$label <- "a"
  expect_warning(
    found <- compare_agreement(one, item, rater, label, coefficients = c("percent", "fleiss", "alpha")),
    class = "accord_warning_undefined"
  )
  expect_true(all(is.na(found$estimate)))
  # Some of a declared set were used: all of them count for one coefficient, those that were used for the other.
  set.seed(2)
  some <- data.frame(item = rep(1:30, 2), rater = rep(1:2, each = 30), value = sample(2:4, 60, TRUE))
  both <- compare_agreement(some, item, rater, value,
    coefficients = c("brennan_prediger", "alpha"), weights = "quadratic", level = "interval", categories = 1:7
  )
  expect_true(is.finite(both$conf.low) && both$conf.low <= both$estimate && both$conf.high >= both$estimate)
})

test_that("a table of some of the comparisons does not give its own number of tests as that of the adjustment", {
  ratings <- expand.grid(item = 1:40, rater = c("ann", "bob"), site = c("A", "B", "C"), stringsAsFactors = FALSE)
  # Bob errs at one item in ten, five, and two.
  wrong <- ratings$rater == "bob" & ratings$item %% c(A = 10, B = 5, C = 2)[ratings$site] == 0
  ratings$label <- ifelse(xor(ratings$item %% 4 < 2, wrong), "yes", "no")
  x <- compare_agreement(ratings, item, rater, label, by = site, ci = ci_analytic())
  note <- function(x) sub("^.*(p adj[.]: [^)]*[)]).*$", "\\1", paste(format(x), collapse = " "))
  expect_identical(note(x), "p adj.: for 3 t tests (Holm)")
  expect_identical(note(x[3:1, ]), "p adj.: for 3 t tests (Holm)")
  least <- x[order(x$p.value), ]
  expect_equal(least$adj.p.value[1], 3 * least$p.value[1])
  expect_identical(note(least[1:2, ]), "p adj.: for 3 t tests (Holm)")
  expect_match(paper_table(least[1:2, ]), "*p* adj.: for 3 *t* tests of no difference (Holm)", fixed = TRUE)
  # One of three is not a single test.
  expect_match(paper_table(least[1, ]), "p[*] adj[.] *[|](.|\n)*for 3 [*]t[*] tests")
  # Tests of two calls.
  one <- function(sites) {
    some <- ratings[ratings$site %in% sites, ]
    compare_agreement(some, item, rater, label, by = site, ci = ci_analytic())
  }
  # Each of these is the only test of its call.
  both <- rbind(one(c("A", "C")), one(c("B", "C")))
  expect_identical(both$n_tests, c(1L, 1L))
  expect_no_match(paste(format(both), collapse = " "), "p adj")
  expect_identical(note(rbind(x, one(c("B", "C")))), "p adj.: for the t tests of each call, 1 to 3 (Holm)")
})

test_that("the headline of intervals over clusters has its words in order", {
  ratings <- data.frame(item = rep(1:8, 2), rater = rep(c("ann", "bob"), each = 8), text = (0:15 %% 8) %/% 2)
  ratings$label <- strsplit("aababbabaabbbbab", "")[[1]]
  of <- function(coefficients) {
    x <- compare_analytic(ratings, item, rater, label, cluster = text, coefficients = coefficients)
    format(x, width = 200)[1]
  }
  expect_match(of(c("percent_agreement", "fleiss_kappa")), "95% analytic interval over clusters$")
  expect_match(of(c("percent_agreement", "fleiss_kappa", "gwet_ac")), "95% analytic intervals over clusters$")
})
