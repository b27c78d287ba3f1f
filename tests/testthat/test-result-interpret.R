# A result with these estimates and standard errors, a row each.
rated <- function(estimate, se = NA_real_, coefficient = "krippendorff_alpha", keys = NULL) {
  n <- length(estimate)
  new_agreement(keys %||% tibble::tibble(.rows = n), list(
    coefficient = rep_len(coefficient, n), metric = rep("nominal", n), estimate = estimate,
    std.error = rep_len(se, n), conf.low = rep(NA_real_, n), conf.high = rep(NA_real_, n),
    observed = rep(NA_real_, n), expected = rep(NA_real_, n), n_items = rep(9L, n), n_raters = rep(2L, n),
    n_ratings = rep(18L, n), interval = rep("jackknife", n), conf.level = rep(0.95, n),
    status = ifelse(is.na(estimate), "no ratings", "ok")
  ))
}

test_that("the cut points are those of the sources, and each bound has one label", {
  expect_equal(
    interpret(c(-0.01, 0, 0.2, 0.21, 0.4, 0.41, 0.6, 0.61, 0.8, 0.81, 1), "landis_koch"),
    c(
      "Poor", "Slight", "Slight", "Fair", "Fair", "Moderate", "Moderate", "Substantial", "Substantial",
      "Almost perfect", "Almost perfect"
    )
  )
  expect_equal(
    interpret(c(0.39, 0.4, 0.75, 0.76), "fleiss"), c("Poor", "Fair to good", "Fair to good", "Excellent")
  )
  expect_equal(
    interpret(c(-0.2, 0.2, 0.21, 0.4, 0.41, 0.6, 0.61, 0.8, 0.81), "altman"),
    c("Poor", "Poor", "Fair", "Fair", "Moderate", "Moderate", "Good", "Good", "Very good")
  )
  expect_equal(
    interpret(c(0.39, 0.4, 0.59, 0.6, 0.74, 0.75), "cicchetti_sparrow"),
    c("Poor", "Fair", "Fair", "Good", "Good", "Excellent")
  )
  expect_equal(
    interpret(c(0.19, 0.2, 0.39, 0.4, 0.59, 0.6, 0.79, 0.8), "regier"),
    c(
      "Unacceptable", "Questionable", "Questionable", "Good", "Good", "Very good", "Very good", "Excellent"
    )
  )
  expect_equal(
    interpret(c(0.49, 0.5, 0.74, 0.75, 0.9, 0.91), "koo_li"),
    c("Poor", "Moderate", "Moderate", "Good", "Good", "Excellent")
  )
  expect_equal(
    interpret(c(0.666, 0.667, 0.799, 0.8), "krippendorff"),
    c("Not reliable", "Tentative", "Tentative", "Reliable")
  )
})

test_that("rounding errors do not cross a cut point, and the lowest label has no end", {
  nearly <- 1 - 0.9 + 0.7 # 0.8, but for the last digits
  expect_false(nearly == 0.8)
  expect_equal(interpret(c(nearly, 0.8), "krippendorff"), c("Reliable", "Reliable"))
  expect_equal(interpret(c(0.1 + 0.2 + 0.3, 0.6), "landis_koch"), c("Moderate", "Moderate"))
  expect_equal(interpret(c(-1.7, NA, NaN)), c("Poor", NA, NA))
  expect_equal(interpret(numeric()), character())
})

test_that("a scale of one's own has lower bounds in any order", {
  expect_equal(
    interpret(c(-1, 0.39, 0.4, 0.6), c(good = 0.6, poor = -1, fair = 0.4)), c("poor", "poor", "fair", "good")
  )
  expect_equal(interpret(c(0, 1), c(all = 0)), c("all", "all"))
})

test_that("a result keeps its class and columns, and tells its scale", {
  x <- rated(c(0.5, NA, 0.9))
  y <- interpret(x, "regier")
  expect_s3_class(y, "accord_agreement")
  expect_equal(names(y), c(names(x), "interpretation", "interpretation_scale"))
  expect_equal(y$interpretation, c("Good", NA, "Excellent"))
  expect_equal(y$interpretation_scale, rep("regier", 3))
  expect_equal(interpret(x, c(low = -1))$interpretation_scale, rep("custom", 3))
  expect_equal(names(interpret(x[0, ])), names(y))
  bare <- data.frame(estimate = c(0.1, 0.3))
  expect_equal(interpret(bare)$interpretation, c("Slight", "Fair"))
  expect_equal(interpret(rated(NA))$interpretation, NA_character_)
})

test_that("the scales are not for coefficients that are not corrected for chance", {
  x <- rated(c(0.9, 0.9, 0.9), coefficient = c("percent_agreement", "krippendorff_alpha", "category_agreement"))
  expect_equal(interpret(x)$interpretation, c(NA, "Almost perfect", NA))
  expect_equal(interpret(x, c(low = 0, high = 0.7))$interpretation, rep("high", 3))
})

# Gwet (2014), chapter 6, as the package irrCAC 1.0 prints it for AC1 of its data cac.raw4raters.
test_that("the probabilities are those that irrCAC prints", {
  printed <- list(
    landis_koch = c(0.39674, 0.88336, 0.99542, 0.99997, 1, 1),
    altman = c(0.39674, 0.88336, 0.99542, 0.99997, 1),
    fleiss = c(0.54414, 0.99542, 1)
  )
  for (scale in names(printed)) {
    ours <- probability_above(0.77544, 0.14295, check_scale(scale))
    expect_equal(dim(ours), c(1, length(printed[[scale]])))
    for (i in seq_along(printed[[scale]])) expect_published(ours[1, i], printed[[scale]][i], 5, scale)
  }
  x <- rated(0.77544, 0.14295)
  y <- interpret(x, method = "probabilistic")
  expect_equal(y$interpretation, "Moderate")
  expect_published(y$probability, 0.99542, 5)
  expect_equal(interpret(x, method = "probabilistic", threshold = 0.8)$interpretation, "Substantial")
  expect_equal(interpret(x, "fleiss", "probabilistic")$interpretation, "Fair to good")
})

test_that("the probabilities are areas under a normal curve that ends at the ends of the scale", {
  area <- function(from, estimate, se) {
    stats::integrate(stats::dnorm, from, 1, mean = estimate, sd = se, rel.tol = 1e-10)$value
  }
  for (estimate in c(-0.4, 0.1, 0.85)) {
    expected <- c(area(0.8, estimate, 0.3), area(0.667, estimate, 0.3)) / area(-1, estimate, 0.3)
    expect_equal(probability_above(estimate, 0.3, check_scale("krippendorff"))[1, ], c(expected, 1))
    expected <- c(area(0.5, estimate, 0.3), area(0, estimate, 0.3)) / area(0, estimate, 0.3)
    expect_equal(probability_above(estimate, 0.3, check_scale(c(low = 0, high = 0.5)))[1, ], expected)
  }
})

test_that("no standard error, and none to speak of", {
  x <- rated(c(0.7, 0.7, NA, 0.7), c(0, NA, NA, 0.1))
  cnd <- expect_warning(
    y <- interpret(x, method = "probabilistic"), "1 estimate has none; its label",
    class = "accord_warning_no_std_error"
  )
  expect_equal(cnd$n, 1)
  expect_equal(y$interpretation, c("Substantial", NA, NA, "Moderate"))
  expect_equal(is.na(y$probability), c(FALSE, TRUE, TRUE, FALSE))
  expect_equal(y$probability[1], 1)
  expect_warning(
    interpret(rated(c(0.1, 0.2)), method = "probabilistic"), "2 estimates have none; their label",
    class = "accord_warning_no_std_error"
  )
  expect_equal(interpret(rated(1, 0), method = "probabilistic")$interpretation, "Almost perfect")
  expect_equal(interpret(rated(-3, 0.01), method = "probabilistic")$interpretation, "Poor")
  expect_fault(interpret(0.5, method = "probabilistic"), "no_std_error", "ci_jackknife")
  scores <- rbind(ann = c(1, 3, 2, 5), bob = c(2, 3, 2, 4))
  expect_warning(
    interpret(icc(scores, layout = "raters_in_rows", form = "icc1"), method = "probabilistic"),
    "1 estimate has none.*Intraclass correlations have none: choose `method = .estimate.`",
    class = "accord_warning_no_std_error"
  )
  without <- x[setdiff(names(x), "std.error")]
  expect_fault(interpret(without, method = "probabilistic"), "no_std_error", "no column std.error")
})

test_that("a second call replaces the first", {
  x <- rated(0.7, 0.1)
  y <- interpret(interpret(x, method = "probabilistic"), "regier")
  expect_identical(y, interpret(x, "regier"))
})

test_that("the scales can be read as a table", {
  scales <- interpretation_scales()
  expect_equal(names(scales), c("scale", "source", "label", "lower", "inclusive"))
  expect_equal(scales$lower[scales$scale == "fleiss"], c(0.75, 0.4, -1))
  for (part in split(scales, scales$scale)) {
    expect_false(is.unsorted(rev(part$lower), strictly = TRUE))
    expect_equal(min(part$lower), -1)
  }
})

test_that("what cannot be interpreted is an error", {
  expect_fault(interpret("0.5"), "not_agreement", "It is a string")
  expect_fault(interpret(data.frame(a = 1)), "not_agreement", "no column estimate")
  expect_fault(interpret(c(55, 0.2)), "outside_scale", "1 estimate is outside: 55.*divided", estimates = 55)
  expect_fault(
    interpret(c(-0.1, -0.2), c(low = 0)), "outside_scale", "2 estimates are outside.*begin at -1"
  )
  one <- rated(0.5, keys = tibble::tibble(interpretation = "a"))
  expect_fault(interpret(one), "reserved_name", "1 of them does", columns = "interpretation")
  two <- rated(0.5, 0.1, keys = tibble::tibble(interpretation = "a", probability = 1))
  expect_fault(interpret(two, method = "probabilistic"), "reserved_name", "2 of them do")
  key <- rated(0.5, keys = tibble::tibble(probability = "high"))
  expect_equal(interpret(key)$probability, "high")
})

test_that("arguments are checked", {
  skip_if_quick()
  expect_fault(interpret(0.5, "landis"), "argument", "landis_koch", argument = "scale")
  expect_fault(interpret(0.5, method = "guess"), "argument", argument = "method")
  expect_fault(interpret(0.5, threshold = 95), "argument", argument = "threshold")
  for (scale in list(numeric(), c(0, 1), c(a = 0, 0.5), c(a = 0, b = NA), c(a = 1), c(a = 0, b = 0))) {
    expect_fault(interpret(0.5, scale), "argument", "lower bounds", argument = "scale", value = scale)
  }
  expect_fault(interpret(0.5, c(a = -1, 0, 0.5)), "argument", "2 of its bounds have no name")
  expect_fault(interpret(0.5, c(a = -1, b = 2, c = 3)), "argument", "2 of its bounds are")
  expect_fault(interpret(0.5, c(a = 0, b = 0, c = 0.5, d = 0.5)), "argument", "2 bounds have more.*0 and 0.5")
})

test_that("an intraclass correlation has the words of Koo and Li, unless another scale is named", {
  x <- tibble::tibble(coefficient = c("icc_a1", "icc1k", "fleiss_kappa"), estimate = c(0.77, 0.91, 0.77))
  words <- interpret(x)
  expect_identical(words$interpretation, c("Good", "Excellent", "Substantial"))
  expect_identical(words$interpretation_scale, c("koo_li", "koo_li", "landis_koch"))
  expect_identical(interpret(x, "altman")$interpretation, c("Good", "Very good", "Good"))
  x$std.error <- 0
  expect_identical(interpret(x, method = "probabilistic")$interpretation, words$interpretation)
  scores <- rbind(c(9, 2, 5, 8), c(6, 1, 3, 2), c(8, 4, 6, 8), c(7, 1, 2, 6), c(10, 5, 6, 9), c(6, 2, 4, 7))
  got <- interpret(icc(scores, layout = "raters_in_columns", form = "icc_c1"))
  expect_identical(got$interpretation_scale, "koo_li") # .71 of Shrout and Fleiss (1979): moderate
  expect_identical(got$interpretation, "Moderate")
})

test_that("words beside a concordance correlation are printed, and in the table with their source", {
  skip_if_not_installed("knitr")
  scores <- cbind(a = c(1, 2, 4, 3, 5, 2), b = c(2, 2, 5, 4, 5, 1))
  words <- interpret(concordance(scores, layout = "raters_in_columns"), "koo_li")
  expect_output(print(words), words$interpretation[1])
  expect_output(print(words), "Koo and Li (2016)", fixed = TRUE)
  expect_match(paper_table(words), "Interpretation after Koo and Li (2016)", fixed = TRUE)
})

test_that("results whose estimates are no coefficients have no words", {
  results <- every_result()
  for (name in c("accord_evaluation", "accord_estimate", "accord_components", "accord_plan")) {
    expect_fault(interpret(results[[name]]), "not_agreement")
  }
})

test_that("generalizability coefficients, which are intraclass correlations, have their scale", {
  set.seed(1)
  scores <- expand.grid(person = 1:12, rater = 1:3)
  scores$score <- stats::rnorm(12)[scores$person] + stats::rnorm(36, sd = 0.5)
  x <- generalizability(scores, score ~ (1 | person) + (1 | rater), person, ci = "none")
  words <- interpret(x)
  expect_identical(words$interpretation_scale, rep("koo_li", 2))
  expect_identical(words$interpretation, interpret(x$estimate, "koo_li"))
  expect_output(print(words), "Interpretation after Koo and Li (2016)", fixed = TRUE)
  expect_identical(interpret(x, "fleiss")$interpretation_scale, rep("fleiss", 2))
})

test_that("the probabilistic method refuses what has no standard error, with advice that can be followed", {
  scores <- expand.grid(person = 1:12, rater = 1:3)
  scores$score <- sin(scores$person) + cos(5 * scores$person * scores$rater) / 4
  study <- generalizability(scores, score ~ (1 | person) + (1 | rater), object = "person")
  expect_fault(interpret(study, method = "probabilistic"), "no_std_error", "Choose `method = .estimate.`")
  expect_s3_class(interpret(study, method = "estimate"), "accord_generalizability")
})
