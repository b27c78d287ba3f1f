# The kappas and their standard errors on random sparse data against the definitions. With `ACCORD_TEST_LONG=true`,
# 10,000 data sets are tested instead of 50, and 1,000 of them also individually.

n_sets <- test_size(50, 10000)
n_alone <- test_size(5, 1000)

# random_ratings() on at most nine categories, which are whole numbers and may be unused.
random_kappa <- function(seed) {
  data <- random_ratings(seed)$data
  local_seed(seed + 1e7)
  place <- (data$place - 1) %% 9 + 1
  q <- max(1, place, na.rm = TRUE) + pick(c(0, 0, 1, 2))
  values <- sort(sample.int(q + 4, q))
  data$rating <- values[place]
  data$place <- place
  w <- matrix(stats::runif(q^2), q)
  w[lower.tri(w)] <- t(w)[lower.tri(w)]
  diag(w) <- 1
  list(data = data, values = values, custom = w)
}

for_any_number <- oracle_coefficients()

quietly <- function(code) suppressWarnings(code, classes = "accord_warning")

# Returns the differences between a row of a result and the oracle as text; NULL if there are none. Estimates may differ
# by 1e-10, standard errors by 1e-6 of their size.
kappa_departures <- function(got, oracle, used, name, unit = 1) {
  parts <- c(got$estimate, c(got$observed, got$expected) / unit)
  parts <- parts[!is.na(oracle)]
  wrong <- if (is.na(oracle[["estimate"]])) {
    !identical(got$estimate, NA_real_) || got$status == "ok"
  } else {
    !isTRUE(all(abs(parts - oracle[!is.na(oracle)]) < 1e-10)) || got$status != "ok"
  }
  wrong <- wrong || !identical(c(got$n_items, got$n_raters, got$n_ratings), used)
  if (wrong) {
    paste(
      name, got$coefficient, "got", first_to_last(c(parts, got$n_items, got$n_raters, got$n_ratings)),
      "not", first_to_last(c(oracle, used))
    )
  }
}

error_departures <- function(got, oracle, name) {
  s <- got$std.error
  none <- is.na(oracle) || !is.finite(oracle) || oracle < 1e-7
  wrong <- if (none) !(is.na(s) || s < 1e-7) else !isTRUE(abs(s - oracle) <= 1e-6 * oracle)
  if (wrong) {
    paste(name, got$coefficient, "got standard error", first_to_last(s), "not", first_to_last(oracle))
  }
}

first_to_last <- function(numbers) paste(format(numbers, digits = 13, trim = TRUE), collapse = " ")

# Items with at least so many ratings, their raters and ratings.
count_used <- function(data, least) {
  data <- data[!is.na(data$rating), ]
  n <- table(data$item)
  data <- data[data$item %in% names(n)[n >= least], ]
  c(length(unique(data$item)), length(unique(data$rater)), nrow(data))
}

# All coefficients on one data set, with one scheme of weights and each kind of interval.
set_departures <- function(set, scheme, seed) {
  data <- set$data
  q <- length(set$values)
  weights <- if (scheme == "custom") set$custom else scheme
  w <- if (scheme == "custom") set$custom else oracle_weights(scheme, set$values)
  unit <- if (scheme == "custom" || q < 2) 1 else max(oracle_gwet_distance(scheme, set$values))
  items <- oracle_items(data$item, data$rater, data$place)
  two <- length(unique(data$rater[!is.na(data$rating)])) == 2
  coefficients <- c(for_any_number, if (two) c("cohen_kappa", "scott_pi"))
  measure <- function(ci) {
    quietly(agreement(data, item, rater, rating,
      coefficients = coefficients, weights = weights, categories = set$values, ci = ci
    ))
  }
  results <- list(
    ratio = measure(ci_analytic(variance = "ratio")),
    gwet = measure(ci_analytic()),
    jackknife = measure(ci_jackknife())
  )
  unlist(lapply(seq_along(coefficients), function(i) {
    name <- results$ratio$coefficient[i]
    info <- paste0("seed ", seed, ", ", scheme, ":")
    oracle <- oracle_kappa(items, name, w)
    used <- count_used(data, oracle_least(name))
    same <- lapply(results, function(got) {
      kappa_departures(got[i, ], oracle, used, info, if (name == "krippendorff_alpha") unit else 1)
    })
    if (is.na(oracle[["estimate"]])) return(unlist(same))
    errors <- list(
      ratio = oracle_se_ratio(items, name, w),
      gwet = oracle_se_gwet(items, name, w),
      jackknife = oracle_kappa_jackknife(items, name, w)
    )
    c(unlist(same), unlist(lapply(names(errors), function(kind) {
      error_departures(results[[kind]][i, ], errors[[kind]], paste(info, kind))
    })))
  }))
}

test_that("kappas and their standard errors are those of the definition, a data set at a time", {
  schemes <- c(gwet_weights[-1], "custom")
  for (seed in seq_len(n_alone)) {
    set <- random_kappa(seed)
    scheme <- schemes[seed %% length(schemes) + 1]
    wrong <- set_departures(set, if (seed %% 3 == 0) "identity" else scheme, seed)
    expect_identical(wrong, NULL, info = paste0("random_kappa(", seed, ")"))
  }
})

test_that("kappas are those of the definition, many data sets as groups", {
  schemes <- c("identity", "linear", "quadratic", "ordinal", "ratio", "bipolar")
  for (first in seq(1, n_sets, by = 50)) {
    data <- lapply(seq(first, length.out = 50), function(seed) {
      rows <- random_kappa(seed)$data
      cbind(rows, set = rep(seed, nrow(rows)))
    })
    data <- do.call(rbind, data)
    scheme <- schemes[(first %/% 50) %% length(schemes) + 1]
    w <- oracle_weights(scheme, 1:9)
    unit <- max(oracle_gwet_distance(scheme, 1:9))
    got <- quietly(agreement(data, item, rater, place,
      coefficients = for_any_number, by = set, weights = scheme, categories = 1:9, ci = ci_none()
    ))
    data$rating <- data$place
    groups <- split(data, data$set)
    expect_equal(nrow(got), length(groups) * length(for_any_number))
    wrong <- unlist(lapply(seq_len(nrow(got)), function(i) {
      group <- groups[[as.character(got$set[i])]]
      name <- got$coefficient[i]
      oracle <- oracle_kappa(oracle_items(group$item, group$rater, group$place), name, w)
      used <- count_used(group, oracle_least(name))
      unit <- if (name == "krippendorff_alpha") unit else 1
      kappa_departures(got[i, ], oracle, used, paste0("set ", got$set[i], ":"), unit)
    }))
    expect_identical(wrong, NULL, info = scheme)
  }
})

test_that("the agreement on each category is that of the definition", {
  for (seed in seq_len(n_alone / 2)) {
    set <- random_kappa(seed)
    data <- set$data
    items <- oracle_items(data$item, data$rater, data$place)
    results <- lapply(c("ratio", "gwet"), function(variance) {
      quietly(category_agreement(data, item, rater, rating,
        categories = set$values, ci = ci_analytic(variance = variance)
      ))
    })
    expect_equal(nrow(results[[1]]), 3 * length(set$values))
    wrong <- unlist(lapply(seq_len(nrow(results[[1]])), function(i) {
      got <- lapply(results, function(result) result[i, ])
      k <- match(as.numeric(as.character(got[[1]]$category)), set$values)
      name <- got[[1]]$coefficient
      info <- paste0("random_kappa(", seed, "), category ", k, ",")
      one <- oracle_one_category(items, k)
      if (name == "category_agreement") {
        f <- oracle_specific(items, k)
        oracle <- f(items$times)
        errors <- function() rep(oracle_se_ratio(items, name, NULL, f), 2)
      } else {
        oracle <- oracle_kappa(one, name, diag(2))
        errors <- function() c(oracle_se_ratio(one, name, diag(2)), oracle_se_gwet(one, name, diag(2)))
      }
      used <- count_used(data, oracle_least(name))
      wrong <- unlist(lapply(got, kappa_departures, oracle, used, info))
      if (is.na(oracle[["estimate"]])) return(wrong)
      c(wrong, unlist(Map(error_departures, got, errors(), info)))
    }))
    expect_identical(wrong, NULL, info = paste0("random_kappa(", seed, ")"))
  }
})

test_that("the random data of the kappas are hostile", {
  sets <- lapply(seq_len(100), random_kappa)
  per_item <- unlist(lapply(sets, function(set) table(set$data$item[!is.na(set$data$rating)])))
  expect_setequal(per_item, 1:6)
  used <- vapply(sets, function(set) length(unique(stats::na.omit(set$data$place))), 1L)
  expect_true(all(0:8 %in% used))
  unused <- vapply(sets, function(set) length(set$values), 1L) - used
  expect_true(any(unused == 0) && any(unused > 1))
  raters <- vapply(sets, function(set) length(unique(set$data$rater[!is.na(set$data$rating)])), 1L)
  expect_true(all(1:8 %in% raters))
})

test_that("a departure of a kappa or of its standard error is seen", {
  got <- data.frame(
    coefficient = "fleiss_kappa", estimate = 0.5, std.error = 0.1, observed = 0.25, expected = 0.5,
    n_items = 3L, n_raters = 2L, n_ratings = 6L, status = "ok"
  )
  used <- c(3L, 2L, 6L)
  exact <- c(estimate = 0.5, observed = 0.25, expected = 0.5)
  expect_null(kappa_departures(got, exact, used, "identity"))
  expect_match(kappa_departures(got, exact + c(2e-10, 0, 0), used, "identity"), "^identity fleiss_kappa got 0.5")
  expect_match(kappa_departures(got, exact, used + 1L, "identity"), "^identity fleiss_kappa got")
  expect_match(kappa_departures(got, exact + c(NA, 0, 0), used, "identity"), "not NA")
  expect_match(kappa_departures(transform(got, estimate = NA_real_), exact, used, "identity"), "got NA")
  expect_null(error_departures(got, 0.1 + 5e-8, "ratio"))
  expect_match(error_departures(got, 0.1 + 2e-7, "ratio"), "^ratio fleiss_kappa got standard error 0.1")
  expect_match(error_departures(transform(got, std.error = NA), 0.1, "ratio"), "got standard error NA")
  expect_match(error_departures(got, 0, "ratio"), "not 0")
})
