# 20 items and three raters, one of whom is often absent; 14 of the items have all three ratings.
sparse <- local({
  local_seed(1)
  truth <- sample(c(1, 2, 4), 20, replace = TRUE)
  cells <- expand.grid(item = 1:20, rater = c("ann", "bob", "eve"))
  wrong <- stats::runif(60) < c(0.1, 0.2, 0.3)[cells$rater]
  cells$score <- ifelse(wrong, sample(c(1, 2, 4), 60, replace = TRUE), truth[cells$item])
  cells[!(cells$rater == "eve" & cells$item > 14), ]
})

several_coefficients <- c("krippendorff_alpha", "fleiss_kappa", "gwet_ac1", "percent_agreement")

measure <- function(..., data = sparse, coefficients = several_coefficients) {
  agreement(
    data, item, rater, score,
    coefficients = coefficients, weights = "identity", ci = ci_bootstrap(...)
  )
}

quiet <- function(code) suppressWarnings(code, classes = "accord_warning_no_interval")

# The replicates that measure() gets after the same seed.
same_replicates <- function(..., data = sparse, coefficients = several_coefficients) {
  ratings <- as_ratings(data, item, rater, score)
  models <- place_of("model", registry_entries(coefficients)$model)
  metric <- weights_for(ratings, "identity")
  replicate_estimates(ratings, models, metric, metric, ci_bootstrap(...), integer())
}

seeded <- function(code, seed = 2) {
  set.seed(seed)
  code
}

# Interpolates between the values of the ranks below and above h = (B + 1) p.
quantile_by_hand <- function(x, p) {
  x <- sort(x)
  h <- (length(x) + 1) * p
  below <- floor(h)
  x[below] + (h - below) * (x[below + 1] - x[below])
}

expect_limits <- function(got, low, high, std.error) {
  expect_equal(got$conf.low, low, tolerance = 1e-12)
  expect_equal(got$conf.high, high, tolerance = 1e-12)
  expect_equal(got$std.error, std.error, tolerance = 1e-12)
}

test_that("the bootstrap is described by its arguments", {
  ci <- ci_bootstrap(0.9, times = 100, over = "both", type = "normal")
  expect_s3_class(ci, c("accord_ci_bootstrap", "accord_ci"))
  expect_equal(format(ci), "90%, two-way bootstrap")
  got <- seeded(measure(times = 50, conf_level = 0.8))
  expect_equal(unique(got$interval), "bootstrap")
  expect_equal(unique(got$conf.level), 0.8)
  got <- seeded(quiet(measure(times = 50, over = "raters")))
  expect_equal(unique(got$interval), "rater bootstrap")
})

test_that("percentiles and standard errors are those of the replicates", {
  for (over in c("items", "raters", "both")) {
    got <- seeded(measure(times = 199, over = over, conf_level = 0.9))
    replicates <- seeded(same_replicates(times = 199, over = over))
    expect_length(replicates, 4)
    for (i in 1:4) {
      x <- replicates[[i]]$estimate
      x <- x[!is.nan(x)]
      s <- sqrt(sum((x - mean(x))^2) / (length(x) - 1))
      expect_limits(got[i, ], quantile_by_hand(x, 0.05), quantile_by_hand(x, 0.95), s)
    }
    expect_gt(min(got$conf.high - got$conf.low), 0.05)
  }
})

test_that("the estimate is that of the data, whatever was drawn", {
  without <- agreement(
    sparse, item, rater, score,
    coefficients = c("krippendorff_alpha", "fleiss_kappa"), weights = "identity", ci = ci_none()
  )
  for (over in c("items", "raters", "both")) {
    got <- measure(times = 20, over = over, coefficients = c("krippendorff_alpha", "fleiss_kappa"))
    same <- setdiff(names(got), c("std.error", "conf.low", "conf.high", "interval", "conf.level"))
    expect_equal(got[same], without[same])
  }
})

test_that("the normal interval is the estimate with z standard errors, and ends within the range", {
  got <- seeded(measure(times = 99, type = "normal"))
  replicates <- seeded(same_replicates(times = 99, type = "normal"))
  for (i in 1:4) {
    s <- stats::sd(replicates[[i]]$estimate)
    half <- stats::qnorm(0.975) * s
    expect_limits(got[i, ], got$estimate[i] - half, min(1, got$estimate[i] + half), s)
  }
  # 11 of 12 items agree: the upper limit would be beyond 1
  high <- data.frame(item = rep(1:12, 2), rater = rep(c("x", "y"), each = 12), score = rep(1:2, 12))
  high$score[24] <- 1
  got <- seeded(measure(times = 99, type = "normal", data = high, coefficients = c("percent", "fleiss")))
  expect_equal(got$conf.high, c(1, 1))
  # 1 of 12 agrees: below 0 for a percentage, but not for kappa
  low <- transform(high, score = ifelse(rater == "y", 3 - score, score))
  got <- seeded(measure(times = 99, type = "normal", data = low, coefficients = c("percent", "fleiss")))
  expect_equal(got$conf.low, c(0, -1))
})

# Efron and Tibshirani (1993), equation 14.15, with each item taken out of the rows.
acceleration_by_hand <- function(data, coefficient) {
  without <- vapply(unique(data$item), function(item) {
    rest <- data[data$item != item, ]
    place <- match(rest$score, c(1, 2, 4))
    oracle_kappa(oracle_items(rest$item, rest$rater, place), coefficient, diag(3))[["estimate"]]
  }, 0)
  apart <- mean(without) - without
  sum(apart^3) / (6 * sum(apart^2)^1.5)
}

test_that("BCa has the bias of the replicates and the acceleration of the textbook", {
  coefficients <- c(
    "krippendorff_alpha", "fleiss_kappa", "gwet_ac1", "percent_agreement", "conger_kappa", "light_kappa"
  )
  got <- seeded(measure(times = 199, type = "bca", conf_level = 0.9, coefficients = coefficients))
  replicates <- seeded(same_replicates(times = 199, type = "bca", coefficients = coefficients))
  for (i in seq_along(coefficients)) {
    x <- replicates[[i]]$estimate
    place <- match(sparse$score, c(1, 2, 4))
    items <- oracle_items(sparse$item, sparse$rater, place)
    estimate <- oracle_kappa(items, coefficients[i], diag(3))[["estimate"]]
    equal <- abs(x - estimate) < 1e-9
    z0 <- stats::qnorm((sum(x[!equal] < estimate) + sum(equal) / 2) / 199)
    a <- acceleration_by_hand(sparse, coefficients[i])
    level <- function(z) stats::pnorm(z0 + (z0 + z) / (1 - a * (z0 + z)))
    low <- quantile_by_hand(x, level(stats::qnorm(0.05)))
    high <- quantile_by_hand(x, level(stats::qnorm(0.95)))
    expect_gt(abs(a), 0.001)
    expect_limits(got[i, ], low, high, stats::sd(x))
  }
})

test_that("BCa needs a value without each item, and replicates on both sides", {
  row <- data.frame(estimate = 0.5, lowest = -1, acceleration = 0.02, undefined = 0, variance = NA)
  interval <- function(x, row) bootstrap_interval(list(estimate = x), row, ci_bootstrap(type = "bca"))
  x <- seq(0.3, 0.7, length.out = 99)
  expect_false(anyNA(interval(x, row)))
  expect_identical(interval(x, transform(row, undefined = 1)), rep(NA_real_, 3))
  for (a in c(0, 0.02)) {
    expect_identical(interval(x + 1, transform(row, acceleration = a)), rep(NA_real_, 3))
    expect_identical(interval(x - 1, transform(row, acceleration = a)), rep(NA_real_, 3))
  }
  # all variation is in one item
  data <- data.frame(item = rep(1:10, 2), rater = rep(c("x", "y"), each = 10), score = c(1, rep(2, 19)))
  expect_warning(
    got <- seeded(measure(times = 99, type = "bca", data = data, coefficients = "krippendorff_alpha")),
    class = "accord_warning_no_interval"
  )
  expect_identical(got$conf.low, NA_real_)
})

test_that("the studentized interval is formed on Fisher's scale", {
  coefficients <- c("krippendorff_alpha", "fleiss_kappa", "gwet_ac1", "percent_agreement")
  got <- seeded(measure(times = 199, type = "studentized", conf_level = 0.9))
  replicates <- seeded(same_replicates(times = 199, type = "studentized"))
  z <- function(x) 0.5 * log((1 + x) / (1 - x))
  slope <- function(x) 1 / (1 - x^2)
  items <- oracle_items(sparse$item, sparse$rater, match(sparse$score, c(1, 2, 4)))
  for (i in 1:4) {
    # a percentage p runs from 0 to 1, so its scale is that of 2 p - 1
    k <- if (coefficients[i] == "percent_agreement") 2 else 1
    y <- function(x) k * x - (k - 1)
    x <- replicates[[i]]$estimate
    t <- (z(y(x)) - z(y(got$estimate[i]))) / (k * sqrt(replicates[[i]]$variance) * slope(y(x)))
    t <- t[is.finite(t)]
    s <- oracle_se_ratio(items, coefficients[i], diag(3))
    limits <- z(y(got$estimate[i])) - k * s * slope(y(got$estimate[i])) *
      c(quantile_by_hand(t, 0.95), quantile_by_hand(t, 0.05))
    limits <- (tanh(limits) + k - 1) / k
    expect_equal(c(got$conf.low[i], got$conf.high[i]), limits, tolerance = 1e-7)
    expect_equal(got$std.error[i], stats::sd(x), tolerance = 1e-12)
  }
})

test_that("Light's kappa has no studentized interval", {
  cnd <- expect_warning(
    got <- seeded(measure(times = 50, type = "studentized", coefficients = c("light_kappa", "fleiss_kappa"))),
    class = "accord_warning_no_interval"
  )
  expect_equal(cnd$coefficients, "light_kappa")
  expect_equal(is.na(got$conf.low), c(TRUE, FALSE))
  expect_equal(got$status, c("ok", "ok"))
})

test_that("there is no interval where most replicates have no value, or all the same", {
  skip_if_quick()
  none <- function(..., data, estimate) {
    expect_warning(got <- seeded(measure(..., data = data)), class = "accord_warning_no_interval")
    expect_identical(c(got$std.error, got$conf.low, got$conf.high)[c(1, 5, 9)], rep(NA_real_, 3))
    expect_equal(got$estimate[1], estimate)
    expect_equal(unique(got$status), "ok")
  }
  perfect <- data.frame(item = rep(1:6, 2), rater = rep(c("x", "y"), each = 6), score = rep(c(1, 2, 2), 4))
  for (type in c("percentile", "bca", "normal", "studentized")) {
    none(times = 50, type = type, data = perfect, estimate = 1)
  }
  none(times = 50, over = "both", data = perfect, estimate = 1)
  # With two raters, half of the draws have only one of them, and the others are all equal.
  one_off <- transform(perfect, score = replace(score, 1, 2))
  none(times = 50, over = "raters", data = one_off, estimate = 1 - (2 / 12) / (2 * 3 * 9 / (12 * 11)))
})

test_that("kappas of named raters are drawn by patterns, as quickly from a billion items as from few", {
  counts <- rbind(c(50, 10), c(15, 25))
  # Fleiss, Cohen and Everitt (1969), equation 13
  p <- counts / sum(counts)
  both <- outer(colSums(p), rowSums(p), "+")
  observed <- sum(diag(p))
  chance <- sum(rowSums(p) * colSums(p))
  kappa <- (observed - chance) / (1 - chance)
  off <- p * (1 - kappa)^2 * both^2
  variance <- sum(diag(p) * (1 - diag(both) * (1 - kappa))^2) + sum(off) - sum(diag(off)) -
    (kappa - chance * (1 - kappa))^2
  for (times in c(1e4, 1e7, 1e12)) {
    got <- seeded(cohen_kappa(times * counts, layout = "confusion", ci = ci_bootstrap(times = 2000)))
    expect_equal(got$estimate, kappa)
    expect_equal(got$std.error, sqrt(variance / sum(times * counts)) / (1 - chance), tolerance = 0.08)
    got <- seeded(light_kappa(times * counts, layout = "confusion", ci = ci_bootstrap(times = 100)))
    expect_equal(got$estimate, kappa)
    expect_true(got$conf.low < kappa && kappa < got$conf.high)
  }
})

test_that("equal items and their frequency are drawn alike", {
  d <- data.frame(
    item = rep(1:6, each = 3), rater = c("ann", "bob", "eve"), n = rep(c(4L, 2L, 7L, 3L, 2L, 5L), each = 3),
    label = c("a", "a", "b", "b", "b", "b", "a", "a", "a", "b", "a", "b", "a", "b", "b", "c", "c", "a")
  )
  d <- d[-5, ]
  each <- d[order(d$item), ][rep(seq_len(nrow(d)), d$n), ]
  each$item <- paste(each$item, sequence(d$n))
  for (over in c("items", "raters", "both")) {
    measure <- function(...) {
      quiet(seeded(agreement(..., coefficients = c("conger", "light", "alpha"), level = "nominal",
        ci = ci_bootstrap(times = 60, over = over))))
    }
    got <- measure(d, item, rater, label, case_weights = n)
    got$case_weights <- NULL
    expect_equal(got, measure(each, item, rater, label), tolerance = 1e-12, info = over)
  }
})

test_that("numbers of items beyond R's integers are multinomial", {
  mass <- c(3e9, 1e9, 0, 6e9)
  drawn <- seeded(draw_multinomial(400, mass))
  expect_identical(colSums(drawn), rep(1e10, 400))
  expect_identical(drawn[3, ], rep(0, 400))
  p <- mass / 1e10
  # a mean of 400 is within 4 standard errors, and a standard deviation has an error of 1 in 28
  expect_true(all(abs(rowMeans(drawn) - mass) <= 4 * sqrt(1e10 * p * (1 - p) / 400)))
  sd <- sqrt(1e10 * p * (1 - p))
  expect_true(all(abs(apply(drawn, 1, stats::sd) - sd) <= 4 * sd / 28))
})

test_that("replicates without a value are left out", {
  # 30 items, one with another category: in draws without it, (29/30)^30 = 36 %, alpha is not defined
  data <- data.frame(item = rep(1:30, 2), rater = rep(c("x", "y"), each = 30), score = c(1, rep(2, 59)))
  replicates <- seeded(same_replicates(times = 400, data = data, coefficients = "krippendorff_alpha"))[[1]]$estimate
  share <- (29 / 30)^30
  expect_lt(abs(mean(is.nan(replicates)) - share), 4 * sqrt(share * (1 - share) / 400))
  got <- seeded(measure(times = 400, data = data, coefficients = "krippendorff_alpha"))
  x <- replicates[!is.nan(replicates)]
  expect_limits(got, quantile_by_hand(x, 0.025), quantile_by_hand(x, 0.975), stats::sd(x))
  # unless they are more than half
  row <- data.frame(estimate = 0.5, lowest = -1)
  half <- list(estimate = c(seq(0, 1, length.out = 20), rep(NaN, 20)))
  expect_false(anyNA(bootstrap_interval(half, row, ci_bootstrap())))
  half$estimate[1] <- NaN
  expect_identical(bootstrap_interval(half, row, ci_bootstrap()), rep(NA_real_, 3))
})

test_that("groups without an interval are named, and groups with a fault have none", {
  data <- rbind(
    cbind(sparse, part = "good"),
    data.frame(item = rep(1:3, 2), rater = rep(c("x", "y"), each = 3), score = 1:3, part = "perfect"),
    data.frame(item = 1:2, rater = "x", score = 1:2, part = "alone"),
    data.frame(item = c(1, 1, 1), rater = c("x", "x", "y"), score = 1:3, part = "twice")
  )
  grouped <- function(ci) {
    withCallingHandlers(
      krippendorff_alpha(data, item, rater, score, by = part, level = "nominal", ci = ci),
      accord_warning_undefined = function(cnd) rlang::cnd_muffle(cnd)
    )
  }
  cnd <- expect_warning(got <- seeded(grouped(ci_bootstrap(times = 50))), class = "accord_warning_no_interval")
  expect_equal(cnd$groups, "perfect")
  got <- got[match(c("good", "perfect", "alone", "twice"), got$part), ]
  expect_equal(is.na(got$std.error), c(FALSE, TRUE, TRUE, TRUE))
  expect_equal(is.na(got$estimate), c(FALSE, FALSE, TRUE, TRUE))
})

test_that("drawn raters must be known, and specific agreement cannot draw them", {
  skip_if_quick()
  counts <- rbind(c(2, 1), c(0, 3), c(3, 0), c(1, 2))
  for (over in c("raters", "both")) {
    cnd <- expect_fault(
      agreement(counts, layout = "counts", ci = ci_bootstrap(times = 50, over = over)), "argument",
      "To draw raters, these must be known", argument = "over"
    )
    expect_match(conditionMessage(cnd), "anonymous")
    ci <- ci_bootstrap(times = 50, over = over)
    cnd <- expect_fault(
      category_agreement(sparse, item, rater, score, ci = ci), "argument",
      "Specific agreement has no interval from drawn raters", argument = "over"
    )
    expect_match(conditionMessage(cnd), over)
    got <- category_agreement(sparse, item, rater, score, coefficients = "fleiss_kappa", ci = ci)
    expect_false(anyNA(got$conf.low))
  }
  expect_false(anyNA(agreement(counts, layout = "counts", ci = ci_bootstrap(times = 50))$conf.low))
  expect_false(anyNA(category_agreement(sparse, item, rater, score, ci = ci_bootstrap(times = 50))$conf.low))
})

test_that("arguments are checked", {
  skip_if_quick()
  for (times in list(1, 0, -5, NA, Inf, "many", c(10, 20), NULL)) {
    expect_fault(ci_bootstrap(times = times), "argument", "must be a whole number from 2 on", argument = "times")
  }
  cnd <- expect_fault(ci_bootstrap(times = 10.5), "argument", "`times` must be a whole number", argument = "times")
  expect_match(conditionMessage(cnd), "10.5", fixed = TRUE)
  cnd <- expect_fault(ci_bootstrap(over = "item"), "argument", argument = "over", value = "item")
  expect_match(conditionMessage(cnd), "Did you mean \"items\"", fixed = TRUE)
  expect_fault(ci_bootstrap(type = c("bca", "normal")), "argument", argument = "type")
  expect_fault(ci_bootstrap(conf_level = 95), "argument", argument = "conf_level")
  expect_fault(ci_bootstrap(1000), "argument", "`times = 1000`", argument = "conf_level")
  for (type in c("bca", "studentized")) {
    for (over in c("raters", "both")) {
      cnd <- expect_fault(ci_bootstrap(over = over, type = type), "argument", argument = "type")
      expect_match(conditionMessage(cnd), paste0("`over` is \"", over, "\""), fixed = TRUE)
      expect_match(conditionMessage(cnd), paste0("`type = \"", type, "\"` is for"), fixed = TRUE)
      expect_match(conditionMessage(cnd), c(bca = "acceleration", studentized = "standard error")[[type]], fixed = TRUE)
    }
  }
})

test_that("results show their interval", {
  got <- seeded(measure(times = 50, conf_level = 0.9))
  expect_output(print(got), "90%\\s+bootstrap intervals")
  tidied <- tidy(got)
  expect_equal(tidied$conf.low, got$conf.low)
  expect_equal(glance(got)$interval, "bootstrap")
  table <- as.character(paper_table(got, format = "markdown"))
  expect_match(paste(table, collapse = "\n"), "90% CI", fixed = TRUE)
  expect_match(paste(table, collapse = "\n"), sub("^0", "", sprintf("%.3f", got$conf.low[1])), fixed = TRUE)
})

test_that("more draws than anybody can wait for are refused", {
  for (ci in list(ci_bootstrap, ci_bayes, ci_krippendorff)) {
    expect_fault(ci(times = 1e10), "argument", "at most 10,000,000", argument = "times")
  }
  expect_fault(plan_agreement(n_items = 5, ratings_per_item = 2, times = 2e9), "argument", argument = "times")
})

test_that("calls without random draws leave the random numbers of the session alone", {
  skip_if_quick()
  data <- rated(ann = c("a", "b", "a", "b"), bob = c("a", "b", "b", "b"), cat = c("a", "a", "a", "b"))
  had <- exists(".Random.seed", globalenv(), inherits = FALSE)
  if (had) {
    before <- get(".Random.seed", globalenv())
    on.exit(assign(".Random.seed", before, globalenv()))
    rm(".Random.seed", envir = globalenv())
  }
  agreement(data, item, rater, label)
  agreement(data, item, rater, label, ci = ci_jackknife())
  pairwise_agreement(data, item, rater, label)
  rater_summary(data, item, rater, label) |> summary()
  rater_influence(data, item, rater, label)
  consensus(data, item, rater, label, method = "dawid_skene") |> evaluate_consensus(c("1" = "a"))
  compare_agreement(data, item, rater, label, coefficients = c("percent_agreement", "krippendorff_alpha"))
  try(agreement(data, item, rater, lable), silent = TRUE)
  expect_false(exists(".Random.seed", globalenv(), inherits = FALSE))
})
