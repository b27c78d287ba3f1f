# Pilots here are small; the warning about that is tested separately.
plan_of <- function(...) {
  suppressWarnings(plan_agreement(...), classes = "accord_warning_small_pilot")
}

plan <- function(...) plan_agreement(..., prevalence = c(no = 0.8, yes = 0.2), accuracy = 0.85)

test_that("a plan has a row per design and coefficient", {
  local_seed(1)
  x <- plan(n_items = c(30, 60), ratings_per_item = 2:3, coefficients = c("alpha", "percent"), times = 5)
  expect_s3_class(x, "accord_plan")
  expect_equal(x$n_items, rep(c(30, 60), each = 4))
  expect_equal(x$ratings_per_item, rep(c(2, 2, 3, 3), 2))
  expect_equal(x$n_raters, rep(c(2, 2, 3, 3), 2))
  expect_equal(x$n_ratings, x$n_items * x$ratings_per_item)
  expect_equal(x$coefficient, rep(c("krippendorff_alpha", "percent_agreement"), 4))
  expect_equal(x$metric, rep(c("nominal", "identity"), 4))
  # P(yes) = .2 (.85) + .8 (.15) = .29; two ratings agree with probability .85^2 + .15^2.
  agree <- 0.85^2 + 0.15^2
  chance <- 0.29^2 + 0.71^2
  expect_equal(x$value, rep(c((agree - chance) / (1 - chance), agree), 4))
  # The majority of two is one of them; that of three is right with 3 a^2 (1 - a) + a^3.
  a <- 3 * 0.85^2 * 0.15 + 0.85^3
  expect_equal(x$aggregated[x$coefficient == "percent_agreement"], rep(c(agree, a^2 + (1 - a)^2), 2))
  expect_equal(unique(x$interval), "Bayesian")
  expect_equal(unique(x$times), 5)
  expect_equal(plan(n_items = 30, n_raters = 9, ratings_per_item = 2, times = 2)$n_raters, 9)
  by_rater <- plan_agreement(n_items = 30, ratings_per_item = 2, accuracy = c(0.8, 0.7, 0.9), times = 2)
  expect_equal(by_rater$n_raters, 3)
})

test_that("widths are those of studies measured one by one", {
  skip_if_quick()
  local_seed(2)
  arguments <- list(n_items = 12, n_raters = 5, ratings_per_item = 3, prevalence = c(0.7, 0.3))
  set.seed(5)
  found <- plan_agreement(
    n_items = 12, n_raters = 5, ratings_per_item = 3, prevalence = c(0.7, 0.3), times = 40,
    coefficients = "fleiss", ci = ci_analytic(conf_level = 0.9)
  )
  set.seed(5)
  drawn <- draw_ratings(do.call(rating_design, arguments), 40)
  each <- lapply(1:40, function(study) {
    cells <- cbind(1:3, rep((study - 1) * 12 + 1:12, each = 3))
    d <- data.frame(item = cells[, 2], rater = drawn$rater[cells], rating = drawn$rating[cells])
    ci <- ci_analytic(conf_level = 0.9)
    suppressWarnings(fleiss_kappa(d, item, rater, rating, categories = 1:2, ci = ci))
  })
  width <- vapply(each, function(x) x$conf.high - x$conf.low, 0)
  estimate <- vapply(each, `[[`, 0, "estimate")
  expect_equal(found$width, mean(width, na.rm = TRUE))
  expect_equal(found$width_90, stats::quantile(width, 0.9, na.rm = TRUE, names = FALSE))
  expect_equal(found$no_interval, mean(is.na(width)))
  expect_equal(found$estimate, mean(estimate, na.rm = TRUE))
  expect_equal(found$std.error, stats::sd(estimate, na.rm = TRUE))
  expect_equal(found$conf.level, 0.9)
})

test_that("the interval is told of the clusters of a design", {
  design <- list(n_items = 12, n_raters = 3, cluster_size = 4, cluster_cor = 0.5)
  plan <- function(...) {
    set.seed(5)
    plan_agreement(
      n_items = 12, n_raters = 3, ratings_per_item = 3, times = 10, coefficients = "percent",
      ci = ci_analytic(), ...
    )
  }
  found <- plan(cluster_size = 4, cluster_cor = 0.5)
  set.seed(5)
  drawn <- draw_ratings(do.call(rating_design, design), 10)
  rows <- data.frame(
    item = rep(seq_len(120), each = 3), rater = c(drawn$rater), rating = c(drawn$rating),
    study = rep(1:10, each = 36), doc = rep(1:30, each = 12)
  )
  each <- suppressWarnings(
    percent_agreement(rows, item, rater, rating, by = study, cluster = doc, ci = ci_analytic())
  )
  expect_equal(found$width, mean(each$conf.high - each$conf.low, na.rm = TRUE))
  expect_equal(found$interval, "analytic over clusters")
  expect_equal(plan()$interval, "analytic")
})

test_that("many studies are drawn in parts", {
  drawn <- integer()
  study <- list(
    counts = list(n_items = 4L, ratings_per_item = 2, n_raters = 2L, n_ratings = 1e6),
    value = c(krippendorff_alpha = 0.5), aggregated = 0.6,
    draw = function(n) {
      drawn <<- c(drawn, n)
      n
    }
  )
  measure <- function(n, coefficients) {
    tibble::tibble(
      coefficient = "krippendorff_alpha", metric = "nominal", estimate = seq_len(n) / 10, conf.low = 0, conf.high = 1,
      interval = "jackknife", conf.level = 0.95
    )
  }
  x <- study_rows(study, measure, 5, ci_jackknife())
  expect_equal(drawn, c(2L, 2L, 1L))
  expect_equal(x$estimate, mean(c(0.1, 0.2, 0.1, 0.2, 0.1)))
  expect_equal(x$width, 1)
})

test_that("studies without an interval are counted", {
  local_seed(3)
  expect_warning(
    x <- plan_agreement(n_items = 3, ratings_per_item = 2, prevalence = c(1, 0), accuracy = 1, times = 4),
    NA
  )
  expect_equal(x$no_interval, 1)
  expect_true(all(is.na(c(x$width, x$width_90, x$estimate, x$std.error, x$value))))
  none <- plan(n_items = 10, ratings_per_item = 2, times = 3, ci = ci_none())
  expect_true(all(is.na(c(none$width, none$no_interval, none$conf.level))))
  expect_false(is.na(none$estimate))
  light <- plan(n_items = 30, ratings_per_item = 3, coefficients = "light", times = 2)
  expect_true(is.na(light$value) && is.na(light$aggregated) && !is.na(light$estimate))
})

test_that("the seed rules", {
  skip_if_quick()
  local_seed(4)
  draw <- function(seed) {
    set.seed(seed)
    plan(n_items = 20, ratings_per_item = 3, times = 10)
  }
  expect_identical(draw(1), draw(1))
  expect_false(identical(draw(1), draw(2)))
})

test_that("a pilot is resampled item by item", {
  skip_if_quick()
  local_seed(5)
  d <- data.frame(
    item = rep(1:6, c(3, 3, 2, 3, 1, 2)), rater = c(1:3, 1:3, 1:2, 1:3, 1, 1:2),
    rating = c(1, 1, 2, 2, 2, 2, 1, 2, 3, 3, 3, 1, 2, NA)
  )
  ratings <- as_ratings(d, item, rater, rating, level = "interval")
  again <- resample_items(ratings, 50L, 4L)
  rows <- tibble::as_tibble(again)
  items <- split(paste(rows$rater, rows$rating), paste(rows$study, rows$item))
  expect_length(items, 200)
  rated <- d[!is.na(d$rating), ]
  known <- vapply(split(paste(rated$rater, rated$rating), rated$item), toString, "")
  drawn <- table(factor(vapply(items, toString, ""), unique(known)))
  expect_equal(sum(drawn), 200)
  # Six items, so 200 / 6 each, give or take four standard deviations.
  expect_true(all(abs(drawn - 200 / 6) < 4 * sqrt(200 * 5 / 36)))

  x <- plan_of(d, item, rater, rating, n_items = c(20, 40), level = "interval", times = test_size(4, 10))
  truth <- oracle_on_values(d$item, d$rating, "interval")
  expect_equal(x$value, rep(truth[["estimate"]], 2))
  expect_equal(x$ratings_per_item, rep(13 / 6, 2))
  expect_equal(x$n_ratings, c(20, 40) * 13 / 6)
  expect_equal(x$n_raters, c(3L, 3L))
  expect_equal(x$aggregated, c(NA_real_, NA))
  even <- d[d$item %in% c(1, 2, 4), ]
  x <- plan_of(even, item, rater, rating, n_items = 20, level = "interval", times = 5)
  one <- oracle_on_values(even$item, even$rating, "interval")[["estimate"]]
  expect_equal(x$aggregated, 3 * one / (1 + 2 * one))
  x <- plan_of(even, item, rater, rating, n_items = 20, level = "nominal", times = 5)
  expect_true(is.na(x$aggregated))
  x <- plan_of(
    krippendorff_c(),
    layout = "raters_in_rows", level = "nominal", n_items = 30, times = 5
  )
  expect_equal(round(x$value, 3), 0.743) # as Krippendorff (2011) prints it
})

test_that("a pilot may be a table of counts", {
  counts <- rbind(c(3, 0), c(2, 1), c(0, 3), c(3, 0), c(1, 2))
  set.seed(1)
  plan <- plan_of(
    counts,
    layout = "counts", coefficients = "fleiss", n_items = 12, times = 10, ci = ci_none()
  )
  expect_equal(plan$value, fleiss_kappa(counts, layout = "counts", ci = ci_none())$estimate)
  # drawn by hand: rows of the table with replacement
  set.seed(1)
  drawn <- matrix(sample.int(5, 120, replace = TRUE), 12)
  by_hand <- apply(drawn, 2, function(rows) {
    fleiss_kappa(counts[rows, ], layout = "counts", ci = ci_none())$estimate
  })
  expect_equal(plan$estimate, mean(by_hand))
  expect_equal(plan$n_raters, NA_integer_)
})

test_that("a plan prints, whole or in part", {
  local_seed(6)
  x <- plan(n_items = c(1000, 20), ratings_per_item = 3, times = 4)
  lines <- format(x, width = 80)
  expect_match(
    lines[1],
    "Plan for Krippendorff's alpha [(]nominal[)], 3 raters: 4 simulated studies per row, 95% Bayesian intervals"
  )
  expect_match(lines[3], "Items +Ratings each +Ratings +Value +Width +Aggregated")
  # Fewer than ten studies have no width that nine in ten do not exceed.
  enough <- x
  enough$times <- 10L
  expect_match(format(enough, width = 80)[3], "Items +Ratings each +Ratings +Value +Width +90% +Aggregated")
  expect_match(lines[4], "1,000 +3 +3,000 +\\.381")
  expect_output(print(x), "Plan for")
  expect_output(expect_false(withVisible(print(x[1, ]))$visible))
  coefficients <- c("krippendorff_alpha", "percent_agreement")
  both <- plan(n_items = 30, ratings_per_item = 2, coefficients = coefficients, times = 2, ci = ci_none())
  expect_match(format(both)[1], "^Plan for agreement, 2 raters: 2 simulated studies per row$")
  one <- plan(n_items = 30, ratings_per_item = 2, times = 1, ci = ci_none())
  expect_match(format(one)[1], "2 raters: 1 simulated study per row$")
  expect_match(paste(format(both), collapse = " "), "Percent agreement")
  expect_output(print(x["n_items"]), "A tibble")
  expect_output(print(x[0, ]), "A tibble")
  expect_match(paste(format(x, width = 30), collapse = " "), "Too wide to show: .*Aggregated")
  expect_fault(format(x, digits = -1), "argument")
  x$no_interval <- c(0.125, NA)
  expect_match(format(x, width = 100)[3], "No interval")
  expect_match(format(x, width = 100)[4], "12\\.5%")
  expect_match(format(x, width = 100)[5], " (--|\u2014) ")
})

test_that("arguments that are missing, unknown or contradict each other are errors", {
  skip_if_quick()
  expect_fault(plan_agreement(ratings_per_item = 2), "argument", "n_items")
  expect_fault(plan_agreement(100, 3), "argument", "a pilot.*`n_items = 100`", argument = "data")
  expect_fault(plan_agreement(n_items = 10, coefficient = "fleiss"), "argument", "Did you mean `coefficients`")
  expect_fault(plan_agreement(n_items = 10), "argument", "or `n_raters`.*Neither is given")
  # The number of accuracies determines that of raters.
  plan <- plan_agreement(n_items = 10, accuracy = c(0.8, 0.7, 0.9), times = 2, ci = ci_none())
  expect_equal(c(plan$n_raters, plan$ratings_per_item, plan$n_ratings), c(3, 3, 30))
  expect_fault(
    plan_agreement(simulate_ratings(60, 3), item, rater, rating, n_items = 10, accuracy = 0.8),
    "argument", "own raters.*given together with `data`: `accuracy`", argument = "accuracy"
  )
  expect_fault(plan_agreement(n_items = 10, n_raters = 1), "argument", "`n_raters` must be", argument = "n_raters")
  expect_fault(plan_agreement(n_items = c(10, NA), ratings_per_item = 2), "argument", "whole numbers")
  expect_fault(plan_agreement(n_items = 10, ratings_per_item = 1), "argument", "from 2 on")
  expect_fault(plan_agreement(n_items = 10, ratings_per_item = 3, n_raters = 2), "argument", "from 2 raters")
  expect_fault(plan_agreement(n_items = 10, ratings_per_item = 2, times = 0), "argument", "times")
  expect_fault(
    plan_agreement(n_items = 10, ratings_per_item = 2, acuracy = 0.7),
    "argument", "1 argument is none.*Did you mean", argument = "acuracy"
  )
  expect_fault(
    plan_agreement(n_items = 10, ratings_per_item = 2, acuracy = 0.7, what = 1),
    "argument", "2 arguments are none"
  )
  expect_fault(
    plan_agreement(n_items = 10, ratings_per_item = 2, item = x),
    "argument", "1 argument given without"
  )
  expect_fault(
    plan_agreement(n_items = 10, ratings_per_item = 2, item = x, categories = 1:2),
    "argument", "2 arguments given without"
  )
  expect_fault(plan_agreement(100, n_items = 5), "not_ratings")
  d <- small()
  expect_fault(
    plan_agreement(d, item, who, label, n_items = 5, n_raters = 2),
    "argument", "1 argument given together with"
  )
  expect_fault(
    plan_agreement(d, item, who, label, n_items = 5, n_raters = 2, ratings_per_item = 2),
    "argument", "2 arguments given together with"
  )
  expect_fault(plan_agreement(d, item, who, label, n_items = 5, by = part), "groups", "2 groups", n = 2L)
  expect_fault(plan_agreement(transform(d, label = NA), item, who, label, n_items = 5), "no_rows")
  expect_fault(plan_agreement(n_items = 10, ratings_per_item = 2, ci = 0.95), "argument", "ci")
  expect_fault(
    plan_agreement(n_items = 10, ratings_per_item = 2, coefficients = "alfa"), "argument",
    "Did you mean \"krippendorff_alpha\""
  )
})

test_that("a small pilot is said to be uncertain, with what it knows of itself", {
  skip_if_quick()
  set.seed(3)
  data <- simulate_ratings(60, 3)
  small <- data[data$item <= 12, ]
  cnd <- expect_warning(
    plan_agreement(small, item, rater, rating, n_items = 20, times = 5), class = "accord_warning_small_pilot"
  )
  expect_identical(cnd$n_items, 12L)
  own <- krippendorff_alpha(small, item, rater, rating)
  expect_equal(c(cnd$conf.low, cnd$conf.high), c(own$conf.low, own$conf.high))
  expect_match(conditionMessage(cnd), "12 items of the pilot have two ratings or more")
  expect_no_warning(
    plan_agreement(data, item, rater, rating, n_items = 20, times = 5), class = "accord_warning_small_pilot"
  )
  same <- rated(ann = c("a", "b"), bob = c("a", "b"))
  cnd <- expect_warning(
    plan_agreement(same, item, rater, label, n_items = 5, times = 2, ci = ci_jackknife()),
    class = "accord_warning_small_pilot"
  )
  expect_match(conditionMessage(cnd), "The pilot has no interval")
})

test_that("raters without a number of ratings rate all items, and a misspelt size is named", {
  set.seed(2)
  found <- plan_agreement(n_items = 10, n_raters = 3, times = 4)
  expect_identical(found$ratings_per_item, 3)
  expect_fault(plan_agreement(n_item = 10, n_raters = 3), "argument", "Did you mean `n_items`")
})

test_that("all coefficients of a plan are all of its data, Light's kappa too", {
  set.seed(1)
  plan <- plan_agreement(n_items = c(2, 30), ratings_per_item = 3, coefficients = "all", times = 3, ci = ci_none())
  of_data <- function(n) {
    set.seed(1)
    data <- simulate_ratings(n, 3)
    suppressWarnings(agreement(data, item, rater, rating, coefficients = "all", ci = ci_none())$coefficient)
  }
  for (n in c(2, 30)) expect_identical(plan$coefficient[plan$n_items == n], of_data(n))
  expect_true("light_kappa" %in% plan$coefficient[plan$n_items == 30])
  expect_false("light_kappa" %in% plan$coefficient[plan$n_items == 2]) # three pairs of raters
})

test_that("a value of the coefficient takes the place of the accuracy", {
  skip_if_quick()
  # Two categories with equal shares: kappa is (2 a - 1)^2, so that .64 needs an accuracy of .9.
  plan <- function(...) {
    with_seed(1, plan_agreement(n_items = 20, n_raters = 2, times = 3, ci = ci_none(), ...))
  }
  expect_equal(plan(value = 0.64)$value, 0.64)
  expect_equal(as.data.frame(plan(value = 0.64)), as.data.frame(plan(accuracy = 0.9)))
  x <- plan(
    value = 0.5, coefficients = c("gwet_ac1", "alpha"), prevalence = c(0.5, 0.3, 0.2), errors = "near",
    difficulty_sd = 0.5, level = "ordinal"
  )
  expect_equal(x$value[x$coefficient == "gwet_ac1"], 0.5)
  expect_equal(plan(value = 0)$value, 0)
  expect_fault(plan(value = 0.6, accuracy = 0.8), "argument", "takes the place of `accuracy`", argument = "value")
  expect_fault(plan(value = 1), "argument", argument = "value")
  expect_fault(plan(value = -0.2), "argument", "It is -0.2, but.*is between 0 and 1", argument = "value")
  expect_fault(plan(value = 0.5, coefficients = "unanimous"), "argument", "is not known", argument = "value")
  pilot <- data.frame(item = rep(1:4, 2), rater = rep(1:2, each = 4), label = rep(c("a", "b"), 4))
  expect_fault(
    plan_agreement(pilot, item, rater, label, n_items = 10, value = 0.5), "argument", "`value`",
    argument = "value"
  )
})
