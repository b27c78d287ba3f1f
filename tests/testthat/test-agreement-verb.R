# Several coefficients at once: alpha's metric, groups, data that have no value, and what the verb
# takes. Numbers are worked out by hand in the comments; more of them: test-coef-kappas.R.

# There is one warning for all missing values.
expect_undefined <- function(code, reasons) {
  warnings <- capture_warnings_of(x <- code)
  expect_length(warnings, 1)
  expect_s3_class(warnings[[1]], "accord_warning_undefined")
  expect_equal(warnings[[1]]$reasons, reasons)
  expect_identical(x$estimate[x$status != "ok"], rep(NA_real_, length(reasons)))
  expect_equal(x$status[x$status != "ok"], reasons)
  x
}

# Alpha's metric is determined by the level, else by weights, else by the type of the ratings.

scores <- data.frame(
  item = rep(1:3, each = 2), rater = rep(c("x", "y"), 3), label = c(1, 1, 1, 3, 4, 4)
)
ordered_scores <- transform(scores, label = factor(label, ordered = TRUE))
alpha_of <- function(data, ...) measure(data, coefficients = c("alpha", "fleiss"), ...)

alpha_of_ratings <- function(ratings, ...) {
  agreement(ratings, ..., coefficients = c("alpha", "fleiss"), ci = ci_none())
}

# n_1 = 3, n_3 = 1, n_4 = 2; the pair 1, 3 once.
by_hand <- function(d13, d14, d34) 1 - (2 * d13 / 6) / (2 * (3 * d13 + 6 * d14 + 2 * d34) / 30)

test_that("a level is alpha's, whatever the weights of the others", {
  for (weights in list(NULL, "identity", "quadratic", diag(3))) {
    got <- alpha_of(scores, level = "interval", weights = weights)
    expect_equal(got$metric[1], "interval")
    expect_equal(got$estimate[1], by_hand(4, 9, 1))
  }
  got <- alpha_of(scores, level = "nominal", weights = "linear")
  expect_equal(got$metric, c("nominal", "linear"))
  expect_equal(got$estimate[1], by_hand(1, 1, 1))
  expect_equal(got$observed[2], (2 / 3) / 3)
  got <- alpha_of(ordered_scores, level = "nominal")
  expect_equal(got$metric, c("nominal", "identity"))
})

test_that("without a level alpha goes by the weights", {
  by_weights <- list(
    identity = by_hand(1, 1, 1), linear = by_hand(2, 3, 1), quadratic = by_hand(4, 9, 1),
    # places 1, 2, 3: one step 1, two steps 3
    ordinal = by_hand(1, 3, 1), radical = by_hand(sqrt(2), sqrt(3), 1),
    ratio = by_hand(1 / 4, 9 / 25, 1 / 49), circular = by_hand(1, 1 / 2, 1 / 2),
    bipolar = by_hand(1 / 2, 1, 1 / 5)
  )
  named <- c(identity = "nominal", quadratic = "interval", ordinal = "ordinal weights")
  for (weights in names(by_weights)) {
    for (data in list(scores, ordered_scores)) {
      got <- alpha_of(data, weights = weights)
      expect_equal(got$estimate[1], by_weights[[weights]], info = weights)
      label <- if (weights %in% names(named)) named[[weights]] else weights
      expect_equal(got$metric, c(label, weights), info = weights)
    }
  }
  own <- matrix(c(1, 0.5, 0, 0.5, 1, 0.25, 0, 0.25, 1), 3)
  got <- alpha_of(scores, weights = own)
  expect_equal(got$estimate[1], by_hand(0.5, 1, 0.75))
  expect_equal(got$metric, c("custom", "custom"))
})

test_that("with neither, alpha goes by the level of the ratings, and asks if they have none", {
  expect_fault(alpha_of(scores), "level_needed", "say which with `level`")
  expect_equal(alpha_of(scores, weights = "identity")$metric, c("nominal", "identity"))
  expect_equal(alpha_of(scores, weights = "identity")$estimate[1], by_hand(1, 1, 1))
  expect_fault(agreement(scores, item, rater, label), "level_needed")
  expect_equal(agreement(scores, item, rater, label, coefficients = "fleiss")$metric, "identity")
  # n_g from 1 to 3: 4 - 4/2, from 1 to 4: 6 - 5/2, from 3 to 4: 3 - 3/2
  ordinal <- alpha_of(ordered_scores)
  expect_equal(ordinal$metric, c("ordinal", "identity"))
  expect_equal(ordinal$estimate[1], by_hand(2^2, 3.5^2, 1.5^2))
  ratio <- alpha_of_ratings(as_ratings(scores, item, rater, label, level = "ratio"))
  expect_equal(ratio$metric, c("ratio", "identity"))
  expect_equal(ratio$estimate[1], by_hand(1 / 4, 9 / 25, 1 / 49))
  # a level given in the call has precedence
  nominal <- alpha_of_ratings(as_ratings(scores, item, rater, label, level = "ratio"), level = "nominal")
  expect_equal(nominal$estimate[1], by_hand(1, 1, 1))
})

test_that("a range goes to the level, or else to the weights", {
  circle <- by_hand(3 / 4, 1, 1 / 4) # a full turn of 6
  got <- alpha_of(scores, level = "circular", range = 6)
  expect_equal(got$estimate[1], circle)
  expect_equal(got$metric, c("circular", "identity"))
  got <- alpha_of(scores, weights = "circular", range = 6)
  expect_equal(got$estimate[1], circle)
  expect_equal(got$observed[2], (3 / 4) / 3)
  cnd <- expect_fault(
    alpha_of(scores, weights = "identity", range = 6), "argument", "scheme of weights is \"identity\""
  )
  expect_equal(cnd$argument, "range")
  expect_fault(alpha_of(scores, level = "interval", range = 6), "argument", "level is \"interval\"")
})

test_that("all verbs ask where krippendorff_alpha() asks, and say what they took", {
  skip_if_quick()
  seven <- rated(ann = c(1, 2, 7, 4, 5), bob = c(1, 3, 7, 5, 5), cat = c(2, 3, 6, 4, 7))
  verbs <- list(
    function(...) krippendorff_alpha(seven, item, rater, label, ..., ci = ci_none()),
    function(...) agreement(seven, item, rater, label, ..., ci = ci_none()),
    function(...) pairwise_agreement(seven, item, rater, label, ..., coefficient = "alpha"),
    function(...) {
      compare_agreement(seven, item, rater, label, ..., coefficients = c("alpha", "fleiss"), ci = ci_none())
    },
    function(...) rater_influence(seven, item, rater, label, ...),
    function(...) item_influence(seven, item, rater, label, ...),
    function(...) plan_agreement(seven, item, rater, label, ..., n_items = 5, times = 2),
    function(...) plan_agreement(n_items = 5, ratings_per_item = 2, prevalence = rep(1 / 7, 7), times = 2, ...)
  )
  for (verb in verbs) {
    cnd <- expect_fault(verb(), "level_needed", "7 distinct values")
    expect_s3_class(suppressWarnings(verb(level = "interval")), "tbl_df")
  }
  at <- function(level) agreement(seven, item, rater, label, coefficients = "alpha", level = level)
  expect_match(format(at("nominal")), "Krippendorff's alpha (nominal)", fixed = TRUE, all = FALSE)
  expect_match(format(at("interval")), "Krippendorff's alpha (interval)", fixed = TRUE, all = FALSE)
  skip_if_not_installed("knitr")
  expect_match(as.character(paper_table(at("nominal"))), "Krippendorff's \\S+ \\(nominal\\)")
})

test_that("a level is one of those known, and suits the ratings", {
  expect_fault(alpha_of(scores, level = "interval scale"), "argument", argument = "level")
  labels <- transform(scores, label = letters[label])
  expect_fault(alpha_of(labels, level = "ordinal"), "level", "needs the order")
  expect_fault(alpha_of(ordered_scores, level = "interval"), "level", "needs numbers")
})

# Groups.

parts <- rbind(
  cbind(rated(ann = c("a", "a", "b", "b"), bob = c("a", "b", "b", "b")), part = "p"),
  cbind(rated(ann = c("a", "a"), bob = c("a", "a")), part = "q"),
  cbind(rated(ann = c("a", "b", "a"), bob = c("a", "b", "a")), part = "r")
)

test_that("a row is a group and a coefficient, coefficient by coefficient", {
  got <- suppressWarnings(
    measure(parts[rev(seq_len(nrow(parts))), ], by = part, coefficients = c("scott", "percent")),
    classes = "accord_warning_undefined"
  )
  expect_equal(names(got)[1:3], c("part", "coefficient", "metric"))
  expect_setequal(got$part, c("p", "q", "r"))
  expect_equal(got$part[c(1, 3, 5)], got$part[c(2, 4, 6)])
  expect_equal(got$coefficient, rep(c("scott_pi", "percent_agreement"), 3))
  got <- got[order(got$part), ]
  # p: p_a = 3/4, pi_a = 3/8
  pi <- (9 + 25) / 64
  expect_equal(got$estimate, c((3 / 4 - pi) / (1 - pi), 3 / 4, NA, 1, 1, 1))
  expect_equal(got$n_items, c(4, 4, 2, 2, 3, 3))
})

test_that("one warning names the groups without a value", {
  expect_undefined(measure(parts, by = part, coefficients = "scott"), "one category only")
  cnd <- expect_warning(measure(parts, by = part, coefficients = "scott"), class = "accord_warning_undefined")
  expect_match(conditionMessage(cnd), "Scott's pi has no value in 1 of 3 groups", fixed = TRUE)
  expect_match(conditionMessage(cnd), "q (one category only)", fixed = TRUE)
  expect_equal(cnd$groups, "q")
  cnd <- expect_warning(
    measure(parts, by = part, coefficients = c("scott", "percent", "cohen")),
    class = "accord_warning_undefined"
  )
  expect_match(conditionMessage(cnd), "2 of 9 estimates have no value", fixed = TRUE)
  expect_equal(cnd$groups, c("q", "q"))
  expect_equal(cnd$coefficients, c("scott_pi", "cohen_kappa"))
})

test_that("a faulty group has no value in any coefficient, and leaves the others theirs", {
  faulty <- rbind(parts, parts[1, ])
  only <- "one category only"
  got <- expect_undefined(
    measure(faulty, by = part, categories = c("a", "b")),
    c(rep("duplicate ratings", 9), rep(only, 4), "no two raters with a kappa", only)
  )
  expect_equal(unique(got$status[got$part == "p"]), "duplicate ratings")
  expect_identical(got$observed[got$part == "p"], rep(NA_real_, 9))
  expect_identical(got$expected[got$part == "p"], rep(NA_real_, 9))
  expect_equal(got$estimate[got$part == "r"], rep(1, 9))
})

# Data without a value. Order as in `every`.

test_that("one category only: percent agreement and AC1 are 1, the others not defined", {
  one <- rated(ann = c("a", "a"), bob = c("a", "a"))
  only <- "one category only"
  light <- "no two raters with a kappa"
  got <- expect_undefined(measure(one), c(rep(only, 4), light, only, only))
  expect_equal(value(got, c("percent_agreement", "gwet_ac1")), c(1, 1))
  # with two categories declared, Brennan and Prediger's is 1 too: p_e = 1/2
  got <- expect_undefined(measure(one, categories = c("a", "b")), c(rep(only, 4), light, only))
  expect_equal(value(got, c("percent_agreement", "gwet_ac1", "brennan_prediger")), c(1, 1, 1))
  expect_equal(value(got, "brennan_prediger", "expected"), 1 / 2)
  # and with weights: p_e = (3 + 4 / 2) / 9 for 1, 2, 3
  got <- expect_undefined(
    measure(transform(one, label = 1), categories = 1:3, weights = "linear"), c(rep(only, 4), light, only)
  )
  expect_equal(value(got, c("percent_agreement", "gwet_ac2", "brennan_prediger")), c(1, 1, 1))
  expect_equal(value(got, "brennan_prediger", "expected"), 1 - 5 / 9)
})

test_that("weights of 1 everywhere leave nothing to disagree about", {
  data <- rated(ann = c("a", "b"), bob = c("b", "b"))
  got <- expect_undefined(
    measure(data, weights = matrix(1, 2, 2), coefficients = c("percent", "fleiss", "cohen")),
    rep("all distances are 0", 2)
  )
  expect_equal(got$estimate[1], 1)
})

test_that("one rater, no item with two ratings, no rating", {
  alone <- rated(ann = c("a", "b", "a"))
  got <- expect_undefined(measure(alone), rep("one rater only", 9))
  expect_equal(value(got, c("fleiss_kappa", "percent_agreement"), "n_ratings"), c(3, 0))
  expect_undefined(measure(rated(ann = c("a", NA), bob = c(NA, "b"))), rep("no item with two ratings", 9))
  none <- transform(alone, label = NA_character_)
  any_raters <- c("percent_agreement", "fleiss_kappa", "gwet_ac", "krippendorff_alpha")
  expect_undefined(measure(none, coefficients = any_raters), rep("no ratings", 4))
})

test_that("anonymous raters have no kappa that needs to know them", {
  data <- rated(ann = c("a", "a", "b"), bob = c("b", "a", "b"))
  warnings <- capture_warnings_of(
    got <- agreement(data, item, rating = label, coefficients = every, ci = ci_none())
  )
  expect_length(warnings, 1)
  needy <- every %in% c("cohen_kappa", "conger_kappa", "light_kappa")
  expect_equal(got$status, ifelse(needy, "raters are anonymous", "ok"))
  known <- measure(data)
  expect_equal(got$estimate[!needy], known$estimate[!needy])
  expect_identical(got$n_raters, rep(NA_integer_, 9))
  expect_identical(got$estimate[needy], rep(NA_real_, 3))
})

test_that("no rows are an error", {
  expect_fault(measure(parts[0, ]), "no_rows", "0 rows and 4 columns")
})

# Arguments of the verbs.

test_that("ratings give what data and columns give", {
  data <- rated(ann = c("a", "a", "b", "a"), bob = c("b", "a", "b", NA))
  declared <- as_ratings(data, item, rater, label, categories = c("a", "b", "c"))
  expected <- agreement(data, item, rater, label, categories = c("a", "b", "c"), ci = ci_jackknife())
  expect_equal(agreement(declared, ci = ci_jackknife()), expected)
  fleiss <- function(...) but_categories(fleiss_kappa(..., ci = ci_jackknife()))
  expect_equal(fleiss(declared), fleiss(data, item, rater, label))
  by_part <- as_ratings(parts, item, rater, label, by = part)
  grouped <- function(...) suppressWarnings(agreement(..., ci = ci_jackknife()), classes = "accord_warning")
  expect_equal(grouped(by_part), grouped(parts, item, rater, label, by = part))
})

test_that("columns, categories and duplicates are not given beside ratings", {
  ratings <- as_ratings(parts, item, rater, label, by = part)
  for (verb in list(agreement, gwet_ac, category_agreement)) {
    cnd <- expect_fault(verb(ratings, categories = "a"), "argument", "1 argument given in addition")
    expect_equal(cnd$argument, "categories")
  }
  cnd <- expect_fault(cohen_kappa(ratings, item, rater, label), "argument", "3 arguments given in addition")
  expect_equal(cnd$argument, c("item", "rater", "rating"))
  cnd <- expect_fault(agreement(ratings, by = part, duplicates = "keep"), "argument", "2 arguments given")
  expect_equal(cnd$argument, c("by", "duplicates"))
  expect_fault(light_kappa(ratings, layout = "tidy"), "argument", argument = "layout")
})

test_that("arguments are known", {
  skip_if_quick()
  data <- rated(ann = c("a", "a"), bob = c("b", "a"))
  for (verb in list(agreement, light_kappa)) {
    expect_fault(verb(data, item, rater, label, nonsense = 1), "argument", "1 unknown argument: `nonsense`")
    expect_fault(verb(data, item, rater, label, x = 1, y = 2), "argument", "2 unknown arguments: `x` and `y`")
    expect_fault(verb(data, item, rater, label, ci = 0.95), "argument", argument = "ci")
    expect_fault(verb(data, item, rater, lable), "missing_column", "Did you mean `label`?")
  }
  expect_fault(fleiss_kappa(data, item, rater, label, distance = 1), "argument", "1 unknown argument")
})

test_that("a group does not have the name of a column of the result", {
  data <- transform(parts, estimate = part, status = part)
  cnd <- expect_fault(measure(data, by = estimate), "reserved_name", "1 of them does: estimate")
  expect_equal(cnd$columns, "estimate")
  cnd <- expect_fault(measure(data, by = c(estimate, status)), "reserved_name", "2 of them do")
  expect_setequal(cnd$columns, c("estimate", "status"))
  expect_equal(names(suppressWarnings(measure(data, by = c(section = status))))[1], "section")
})

test_that("arguments of other verbs, or almost, are unknown", {
  data <- rated(ann = c("a", "a"), bob = c("b", "a"))
  for (verb in list(cohen_kappa, category_agreement)) {
    expect_fault(verb(data, item, rater, label, weight = "linear"), "argument", "unknown argument: `weight`")
  }
  expect_fault(agreement(data, item, rater, label, columns = 1), "argument", "unknown argument: `columns`")
})

test_that("a level is not ignored", {
  data <- rated(ann = c("a", "a"), bob = c("b", "a"))
  expect_fault(
    agreement(data, item, rater, label,
      coefficients = "fleiss", level = "ordinal", categories = c("a", "b")
    ), "argument",
    argument = "level"
  )
})

test_that("verbs whose coefficient has no level do not know the argument, and name the weights", {
  skip_if_quick()
  data <- rated(ann = c(1, 2, 3), bob = c(2, 2, 3))
  registry <- accord:::coefficient_registry()
  verbs <- setdiff(registry$verb[registry$joins != "own_verb"], "krippendorff_alpha")
  for (name in verbs) {
    verb <- getExportedValue("accord", name)
    expect_false("level" %in% names(formals(verb)), info = name)
    for (level in list("nominal", "ordinal", NULL, mean)) {
      cnd <- expect_fault(
        verb(data, item, rater, label, level = level), "argument", "1 unknown argument: `level`", argument = "level"
      )
      expect_match(conditionMessage(cnd), "weights = \"quadratic\"", fixed = TRUE)
    }
    expect_fault(verb(as_ratings(data, item, rater, label), level = "ordinal"), "argument", argument = "level")
    expect_equal(verb(data, item, rater, label, weights = "quadratic", ci = ci_none())$metric, "quadratic")
  }
  for (verb in list(item_summary, icc, category_agreement)) {
    expect_fault(verb(data, item, rater, label, level = "ordinal"), "argument", "No level of measurement")
  }
  # The word is not taken for a misspelt one, and other misspelt ones are still recognised.
  expect_fault(cohen_kappa(data, item, rater, label, wieghts = "linear"), "argument", "Did you mean `weights`")
})

test_that("raters without any rating are not anonymous", {
  none <- data.frame(item = c(1, 1), rater = c("x", "y"), label = NA_character_)
  expect_undefined(measure(none), rep("no ratings", 9))
})

test_that("the warning about a kappa of three raters has the name that its table has", {
  alike <- matrix("a", 2, 3)
  expect_warning(x <- cohen_kappa(alike, layout = "raters_in_columns"), "Conger's kappa has no value")
  expect_output(print(x), "Conger's kappa")
})
