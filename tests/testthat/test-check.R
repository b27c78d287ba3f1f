test_that("the nearest spelling is found, and only if it is near", {
  expect_equal(nearest("workerid", c("WorkerId", "HITId")), "WorkerId")
  expect_equal(nearest("worker", c("WorkerId", "Title")), "WorkerId")
  expect_equal(nearest("xyz", c("WorkerId", "HITId")), character())
  expect_equal(nearest("a", character()), character())
  expect_equal(nearest("bonf", c("holm", "bonferroni", "none")), "bonferroni")
  expect_equal(nearest("wide", c("tidy", "raters_in_columns", "counts")), character())
})

test_that("flags and numbers are checked", {
  expect_true(check_flag(TRUE, "x"))
  expect_fault(check_flag(NA, "x"), "argument", argument = "x")
  expect_equal(check_number(2L, "x"), 2)
  expect_fault(check_number(Inf, "x"), "argument", "It is Inf")
  expect_fault(check_number(c(1, 2), "x"), "argument")
  expect_null(check_choice(NULL, "a", "x", optional = TRUE))
})

test_that("an argument without a default is asked for by name", {
  skip_if_quick()
  # Generics of other packages are theirs.
  exports <- setdiff(getNamespaceExports("accord"), c("augment", "autoplot", "glance", "tidy"))
  for (name in sort(exports)) {
    verb <- getExportedValue("accord", name)
    first <- formals(verb)[1]
    no_default <- identical(as.character(first[[1]]), "") && is.name(first[[1]])
    if (!no_default || names(first) == "...") next
    expect_error(verb(), class = "accord_error", info = name)
  }
  d <- data.frame(id = 1:2)
  expect_fault(consensus(), "argument", "`data` must be given.*It is missing", argument = "data")
  expect_fault(read_llm(), "argument", argument = "file")
  expect_fault(read_label_studio(), "argument", argument = "path")
  expect_fault(evaluate_consensus(d), "argument", argument = "gold")
  expect_fault(annotate_llm(d), "argument", argument = "prompt")
  expect_fault(annotate_llm(d, "Is it {id}?", list()), "argument", argument = "chat")
})

test_that("the bounds of a number are said as a person would", {
  skip_if_quick()
  rule <- function(x, ...) {
    cnd <- expect_fault(check_number(x, "x", ...), "argument", argument = "x")
    sub(".*must be (.*?)[.]\n.*", "\\1", conditionMessage(cnd))
  }
  expect_identical(rule(1, above = 0, below = 1), "one number above 0 and below 1")
  expect_identical(rule(2, from = 0, to = 1), "one number between 0 and 1")
  expect_identical(rule(1, from = 0, below = 1), "one number from 0 to below 1")
  expect_identical(rule(-1, from = 0), "one number of 0 or more")
  expect_identical(rule("1"), "one number")
  expect_identical(rule(1:2, above = 0, n = c(1, 3)), "one number above 0, or one for each of the 3 raters")
  expect_fault(check_digits(16), "argument", "a whole number from 0 to 15")
  expect_fault(check_whole(0, "x"), "argument", "a whole number from 1 on")
  expect_fault(check_whole(2^31, "x"), "argument", "a whole number from 1 to 2,147,483,647")
  expect_fault(check_whole(c(1, 1.5), "x", several = TRUE), "argument", "whole numbers from 1 on.*1 and 1.5")
})

test_that("a package that is not there is asked for", {
  expect_fault(
    need_package("accord.nowhere", "to try"),
    "missing_package", "needed to try", package = "accord.nowhere"
  )
})

test_that("initials stand for a name, and short names for those that differ by a letter alone", {
  methods <- c("zbs", "dawid_skene", "one_coin", "majority")
  expect_identical(nearest("ds", methods), "dawid_skene")
  expect_identical(nearest("DS", methods), "dawid_skene")
  expect_identical(nearest("zb", methods), "zbs")
  expect_identical(nearest("qq", methods), character())
})

test_that("an unknown argument is told the nearest one", {
  skip_if_quick()
  d <- data.frame(item = rep(1:3, 2), rater = rep(c("a", "b"), each = 3), label = c("x", "y", "y", "x", "y", "x"))
  expect_fault(agreement(d, item, rater, label, weigths = "linear"), "argument", "Did you mean `weights`")
  expect_fault(agreement(d, item, rater, label, lev = "nominal"), "argument", "unknown argument: `lev`.*mean `level`")
  expect_fault(agreement(as_ratings(d, item, rater, label), weigths = "linear"), "argument", "Did you mean `weights`")
  expect_fault(rater_severity(d, item, rater, label, centre = "items"), "argument", "Did you mean `center`")
  expect_fault(agreement(d, item, rater, label, conf_level = 0.8), "argument", "ci = ci_default\\(0.8\\)")
  level <- 0.8
  expect_fault(agreement(d, item, rater, label, conf_level = level), "argument", "ci = ci_default\\(0.9\\)")
  # Weights of agreement and weights of items have similar names but must not be confused.
  cnd <- tryCatch(category_agreement(d, item, rater, label, weights = "linear"), error = identity)
  expect_match(conditionMessage(cnd), "no weights of agreement to choose here")
  expect_no_match(conditionMessage(cnd), "Did you mean")
  cnd <- tryCatch(agreement(d, item, rater, label, zzzzzz = 1), error = identity)
  expect_no_match(conditionMessage(cnd), "Did you mean")
})

test_that("an argument of class integer64 is told to be converted", {
  # The bits of 7, which only package bit64 can read.
  seven <- structure(7 * 2^-1074, class = "integer64")
  expect_fault(check_whole(seven, "x"), "argument", "<integer64> object.*Convert it with `as.numeric", argument = "x")
  expect_fault(ci_bayes(seed = seven), "argument", "<integer64> object", argument = "seed")
  expect_fault(simulate_ratings(n_items = seven, n_raters = 3), "argument", "<integer64> object")
})

test_that("functions, formulas and environments are refused by their argument", {
  skip_if_quick()
  d <- data.frame(item = rep(1:3, 2), rater = rep(c("a", "b"), each = 3), label = c("x", "y", "y", "x", "y", "x"))
  file <- tempfile(fileext = ".csv")
  for (bad in list(mean, ~label, globalenv())) {
    expect_fault(agreement(d, item, rater, label, coefficients = bad), "argument", argument = "coefficients")
    expect_fault(krippendorff_alpha(d, item, rater, label, level = bad), "argument", argument = "level")
    expect_fault(cohen_kappa(d, item, rater, label, weights = bad), "argument", argument = "weights")
    expect_fault(agreement(d, item, rater, label, categories = bad), "argument", argument = "categories")
    expect_fault(icc(d, item, rater, label, form = bad), "argument", argument = "form")
    expect_fault(alt_test(d, item, rater, label, models = bad, epsilon = 0.1), "argument", argument = "models")
    expect_fault(corpus_to(d, item, rater, label, file, models = bad), "argument", argument = "models")
    expect_fault(corpus_to(d, item, rater, label, file, agreement = bad), "argument", argument = "agreement")
  }
  expect_fault(corpus_to(d, item, rater, label, file, agreement = "kappa"), "argument", argument = "agreement")
  expect_false(file.exists(file))
})

test_that("several choices are checked one by one", {
  expect_fault(check_choices(c("a", "z"), c("a", "b"), "x"), "argument", "It is \"z\"", argument = "x")
  expect_fault(check_choices(character(), c("a", "b"), "x"), "argument", argument = "x")
  expect_fault(check_choices(mean, c("a", "b"), "x"), "argument", "a function", argument = "x")
  expect_null(check_choices(c("b", "a"), c("a", "b"), "x"))
})

test_that("a text may be left out only where nothing stands for it", {
  expect_null(check_text(NULL, "x", optional = TRUE))
  expect_fault(check_text(NULL, "x"), "argument", "must be one string.*It is NULL", argument = "x")
})

test_that("a comma may stand after the last argument", {
  skip_if_quick()
  d <- expand.grid(item = 1:4, rater = c("a", "b", "c"))
  d$y <- c(1, 2, 3, 5, 1, 2, 4, 4, 2, 2, 3, 5)
  calls <- c(
    "agreement(d, item, rater, y, level = 'interval', ci = ci_none()%s)", "icc(d, item, rater, y%s)",
    "item_influence(d, item, rater, y, level = 'interval'%s)", "limits_of_agreement(d, item, rater, y%s)",
    "concordance(d, item, rater, y, ci = ci_none()%s)", "as_ratings(d, item, rater, y%s)",
    "variance_components(d, y ~ (1 | item) + (1 | rater), ci = 'none'%s)",
    "generalizability(d, y ~ (1 | item) + (1 | rater), item, ci = 'none'%s)",
    "tidy(icc(d, item, rater, y)%s)"
  )
  for (call in calls) {
    of <- function(end) eval(str2lang(sprintf(call, end)))
    expect_equal(of(", "), of(""), ignore_attr = "fit", info = call)
  }
  expect_fault(icc(d, item, rater, y, forms = "icc1", ), "argument", "1 unknown argument: `forms`", argument = "forms")
})
