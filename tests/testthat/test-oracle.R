# Alpha on random sparse data against the definition, individually and many data sets as groups of one call. With
# `ACCORD_TEST_LONG=true`, 10,000 data sets are tested instead of 50, and 1,000 of them also individually.

n_sets <- test_size(50, 10000)
n_alone <- test_size(3, 1000)

levels_of_numbers <- c("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")

quiet_alpha <- function(data, set, rating, ...) {
  suppressWarnings(
    if (is.null(set)) {
      krippendorff_alpha(data, item, rater, {{ rating }}, ..., ci = ci_none())
    } else {
      krippendorff_alpha(data, item, rater, {{ rating }}, ..., by = set, ci = ci_none())
    },
    classes = "accord_warning"
  )
}

first_to_last <- function(numbers) paste(format(numbers, digits = 13, trim = TRUE), collapse = " ")

# Returns as text the differences between a result and the oracle of more than 1e-10 (for disagreements: 1e-10 of their
# size), and nothing if there are none.
departures <- function(got, oracle, used, name) {
  apart <- abs(c(got$estimate, got$observed, got$expected) - oracle)
  wrong <- if (is.na(oracle[["estimate"]])) {
    !identical(got$estimate, NA_real_) || got$status == "ok"
  } else {
    !all(apart <= 1e-10 * c(1, pmax(1, oracle[2:3]))) || got$status != "ok"
  }
  wrong <- wrong || !identical(c(got$n_items, got$n_raters, got$n_ratings), used)
  if (wrong) {
    numbers <- c(got$estimate, got$observed, got$expected, got$n_items, got$n_raters, got$n_ratings)
    paste(name, "got", first_to_last(numbers), "not", first_to_last(c(oracle, used)))
  }
}

# Items with two ratings or more, their raters and ratings.
count_used <- function(data) {
  data <- data[!is.na(data$rating), ]
  data <- data[data$item %in% data$item[duplicated(data$item)], ]
  c(length(unique(data$item)), length(unique(data$rater)), nrow(data))
}

compare_groups <- function(got, data, oracle, name) {
  rows <- split(data, if (is.null(data$set)) rep("alone", nrow(data)) else data$set)
  if (is.null(data$set)) rows <- list(alone = data)
  stopifnot(nrow(got) == length(rows))
  unlist(lapply(seq_along(rows), function(i) {
    group <- rows[[i]]
    departures(got[i, ], oracle(group), count_used(group), paste0("set ", names(rows)[i], ", ", name, ":"))
  }))
}

# A range of the user's, wide enough for all groups; NULL for the default.
random_range <- function(level, given) {
  switch(level,
    circular = stats::runif(1, 0.7, 20),
    bipolar = c(min(given, 0), max(given, 1)) + c(-1, 1) * stats::runif(2)
  )
}

levels_against_oracle <- function(data) {
  unlist(lapply(levels_of_numbers, function(level) {
    if (level == "ratio") data$rating <- abs(data$rating)
    given <- data$rating[!is.na(data$rating)]
    default <- is.null(data$set) && all(given == round(given)) && stats::runif(1) < 0.5
    range <- if (!default) random_range(level, given)
    got <- quiet_alpha(data, data$set, rating, level = level, range = range)
    oracle <- function(group) oracle_on_values(group$item, group$rating, level, range)
    compare_groups(got, data, oracle, level)
  }))
}

# A matrix of distances with zeros outside its diagonal, and a function of labels.
distances_against_oracle <- function(data) {
  data$rating <- data$place
  places <- sort(unique(data$place))
  k <- length(places)
  distance <- matrix(stats::rexp(k^2) * (stats::runif(k^2) < 0.8), k)
  distance[lower.tri(distance, diag = TRUE)] <- 0
  distance <- distance + t(distance)
  got <- quiet_alpha(data, data$set, rating, distance = distance)
  oracle <- function(group) oracle_alpha(group$item, match(group$rating, places), distance)
  by_matrix <- compare_groups(got, data, oracle, "matrix")

  data$rating <- strrep("x", data$place)
  labels <- strrep("x", places)
  f <- function(a, b) abs(nchar(a) - nchar(b)) + (a != b) / 3
  got <- quiet_alpha(data, data$set, rating, distance = f)
  delta <- oracle_matrix(f, labels)
  oracle <- function(group) oracle_alpha(group$item, match(group$rating, labels), delta)
  c(by_matrix, compare_groups(got, data, oracle, "function"))
}

test_that("alpha is that of the definition, a data set at a time", {
  for (seed in seq_len(n_alone)) {
    set <- random_ratings(seed)
    local_seed(seed + 1e6)
    wrong <- c(levels_against_oracle(set$data), distances_against_oracle(set$data))
    expect_identical(wrong, NULL, info = paste0("random_ratings(", seed, "), ", set$kind))
  }
})

test_that("alpha is that of the definition, many data sets as groups", {
  for (first in seq(1, n_sets, by = 50)) {
    seeds <- seq(first, length.out = 50)
    data <- lapply(seeds, function(seed) {
      rows <- random_ratings(seed)$data
      cbind(rows, set = rep(seed, nrow(rows)))
    })
    data <- do.call(rbind, data)
    local_seed(first + 1e6)
    wrong <- c(levels_against_oracle(data), distances_against_oracle(data))
    expect_identical(wrong, NULL, info = paste0("`set` is the seed; local_seed(", first, " + 1e6)"))
  }
})

test_that("the random data are as hostile as they are meant to be", {
  n <- test_size(120, 300)
  sets <- lapply(seq_len(n), random_ratings)
  expect_setequal(
    vapply(sets, function(set) set$kind, ""),
    c("whole", "negative", "offset", "zero", "fraction", "two", "continuous", "spread")
  )
  per_item <- unlist(lapply(sets, function(set) table(set$data$item[!is.na(set$data$rating)])))
  expect_setequal(per_item, 1:6)
  distinct <- vapply(sets, function(set) length(unique(stats::na.omit(set$data$rating))), 1L)
  expect_true(all(0:8 %in% distinct) && max(distinct) > 20)
  undefined <- vapply(sets, function(set) {
    is.na(oracle_on_values(set$data$item, set$data$rating, "nominal")[["estimate"]])
  }, NA)
  expect_true(sum(undefined) > n / 30 && sum(undefined) < n / 2)
})

test_that("a departure is seen", {
  got <- data.frame(
    estimate = 0.5, observed = 1, expected = 2, n_items = 3L, n_raters = 2L, n_ratings = 6L, status = "ok"
  )
  used <- c(3L, 2L, 6L)
  exact <- c(estimate = 0.5, observed = 1, expected = 2)
  expect_null(departures(got, exact, used, "level"))
  expect_match(departures(got, exact + c(2e-10, 0, 0), used, "level"), "^level got 0.5.* not 0.5000000002")
  expect_match(departures(got, exact + c(0, 0, 3e-10), used, "level"), "^level got")
  expect_match(departures(got, exact, c(3L, 2L, 7L), "level"), "^level got")
  expect_match(departures(got, c(estimate = NA, observed = 1, expected = 0), used, "level"), "not NA")
})

test_that("a whole turn ends at the same place", {
  hours <- data.frame(
    item = rep(1:4, each = 2), rater = rep(c("a", "b"), 4),
    hour = c(0, 24, 6, 6, 12, 0, 24, 18)
  )
  before <- transform(hours, hour = hour %% 24)
  expect_equal(
    krippendorff_alpha(hours, item, rater, hour, level = "circular", range = 24, ci = ci_none())$estimate,
    krippendorff_alpha(before, item, rater, hour, level = "circular", range = 24, ci = ci_none())$estimate
  )
  midnight <- transform(hours, hour = c(0, 24, 0, 24, 24, 24, 0, 0))
  expect_warning(
    got <- krippendorff_alpha(midnight, item, rater, hour, level = "circular", range = 24, ci = ci_none()),
    "all distances are 0",
    class = "accord_warning_undefined"
  )
  expect_identical(got$estimate, NA_real_)
})
