# Estimates under other weights, draw by draw, against data in which all that counts several times
# is there several times.

n_sets <- if (identical(Sys.getenv("ACCORD_TEST_LONG"), "true")) 600 else 6

any_weights <- c("percent_agreement", "fleiss_kappa", "conger_kappa", "light_kappa", "brennan_prediger", "gwet_ac1")
schemes <- c("identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")
alpha_levels <- c("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")

scheme_of <- function(seed) schemes[seed %% length(schemes) + 1]
level_of <- function(seed) alpha_levels[seed %% length(alpha_levels) + 1]

prepare_set <- function(seed, ...) {
  set <- random_weighted(seed)
  prepared <- prepare_weighted(set, scheme_of(seed), level_of(seed), ...)
  prepared$d <- 1 - oracle_weights(scheme_of(seed), set$values)
  prepared$delta <- oracle_delta(level_of(seed), set$values, level_range(seed, set$values))
  prepared
}

level_range <- function(seed, values) {
  switch(level_of(seed), circular = max(values) - min(values) + 1, bipolar = range(values))
}

# Draws of n items out of n, as the bootstrap makes them, one where an item has all the weight,
# and one where none is drawn that has a rating.
item_draws <- function(prepared, n_draws = 3) {
  n <- length(prepared$items)
  rated <- prepared$items %in% prepared$data$item[!is.na(prepared$data$place)]
  v <- vapply(seq_len(n_draws), function(i) tabulate(sample.int(n, replace = TRUE), n) + 0, numeric(n))
  cbind(matrix(v, n), n * (seq_len(n) == 1), as.numeric(!rated))
}

rater_draws <- function(prepared, n_draws) {
  n <- length(prepared$raters)
  times <- vapply(seq_len(n_draws), function(i) tabulate(sample.int(n, replace = TRUE), n), integer(n))
  matrix(times, n)
}

oracle_draw <- function(prepared, v, times, coefficient, population = FALSE) {
  named_times <- if (!is.null(times)) stats::setNames(times, prepared$raters)
  rows <- copy_rows(prepared$data, stats::setNames(v, prepared$items), named_times)
  if (nrow(rows) == 0) return(NA_real_)
  d <- if (coefficient == "krippendorff_alpha") prepared$delta else prepared$d
  oracle_of_copies(rows, coefficient, d, population)
}

# Returns the differences from the definition as text; NULL if there are none.
draw_departures <- function(got, prepared, v, times, population = FALSE) {
  unlist(lapply(seq_len(ncol(v)), function(j) {
    unlist(lapply(colnames(got), function(name) {
      truth <- oracle_draw(prepared, v[, j], times[, j], name, population && name == "krippendorff_alpha")
      departure(got[j, name], truth, paste0("draw ", j, ", ", name))
    }))
  }))
}

departure <- function(got, truth, info, tolerance = 1e-10) {
  same <- if (is.na(truth)) is.na(got) else !is.na(got) && abs(got - truth) <= tolerance * max(1, abs(truth))
  if (!same) paste0(info, ": got ", format(got, digits = 15), ", not ", format(truth, digits = 15))
}

test_that("weights of items, and of their patterns, are items that are there as often", {
  skip_if_quick()
  for (seed in seq_len(n_sets)) {
    prepared <- prepare_set(seed)
    local_seed(seed)
    v <- item_draws(prepared)
    info <- paste0("random_weighted(", seed, "), ", scheme_of(seed), ", ", level_of(seed))
    by_item <- replicates_of(prepared, c(any_weights, "krippendorff_alpha"), v)$estimate
    expect_identical(draw_departures(by_item, prepared, v, NULL), NULL, info = info)
    of_patterns <- setdiff(c(any_weights, "krippendorff_alpha"), c("conger_kappa", "light_kappa"))
    got <- replicates_of(prepared, of_patterns, by_pattern(prepared, v), by_item = FALSE)$estimate
    expect_equal(got, by_item[, of_patterns], tolerance = 1e-12, info = info)
  }
})

test_that("a rater who counts several times is never compared with himself", {
  skip_if_quick()
  for (seed in seq_len(n_sets)) {
    prepared <- prepare_set(seed)
    local_seed(seed)
    times <- cbind(rater_draws(prepared, 3), 1L, 0L)
    v <- matrix(1, length(prepared$items), ncol(times))
    info <- paste0("random_weighted(", seed, "), ", scheme_of(seed), ", ", level_of(seed))
    got <- replicates_of(prepared, c(any_weights, "krippendorff_alpha"), v, times)$estimate
    expect_identical(draw_departures(got, prepared, v, times), NULL, info = info)
    once <- replicates_of(prepared, c(any_weights, "krippendorff_alpha"), v)$estimate
    expect_equal(got[4, ], once[4, ], tolerance = 1e-12, info = info)
  }
})

test_that("items and raters may both count several times", {
  skip_if_quick()
  for (seed in seq_len(n_sets)) {
    prepared <- prepare_set(seed)
    local_seed(seed)
    v <- item_draws(prepared, 2)
    times <- rater_draws(prepared, ncol(v))
    info <- paste0("random_weighted(", seed, "), ", scheme_of(seed), ", ", level_of(seed))
    got <- replicates_of(prepared, c(any_weights, "krippendorff_alpha"), v, times)$estimate
    expect_identical(draw_departures(got, prepared, v, times), NULL, info = info)
    got <- replicates_of(prepared, "krippendorff_alpha", v, times, population = TRUE)$estimate
    expect_identical(draw_departures(got, prepared, v, times, population = TRUE), NULL, info = info)
  }
})

test_that("for two raters, each once, Cohen's kappa is the same as Conger's", {
  prepared <- prepare_set(4)
  v <- matrix(1, length(prepared$items), 1)
  got <- replicates_of(prepared, c("cohen_kappa", "conger_kappa"), v)$estimate
  expect_false(anyNA(got))
  expect_identical(got[[1]], got[[2]])
})

test_that("weights need not be whole, and only their ratios count", {
  skip_if_quick()
  found <- 0
  for (seed in seq_len(n_sets)) {
    prepared <- prepare_set(seed)
    local_seed(seed)
    v <- stats::rexp(length(prepared$items))
    coefficients <- c(any_weights, "krippendorff_alpha")
    got <- replicates_of(prepared, coefficients, v, population = TRUE)$estimate
    found <- found + sum(!is.na(got))
    data <- prepared$data[!is.na(prepared$data$place), ]
    if (nrow(data) == 0) next
    items <- oracle_items(data$item, data$rater, data$place, stats::setNames(v, prepared$items))
    truth <- vapply(coefficients, function(name) {
      f <- if (name == "krippendorff_alpha") {
        oracle_population_alpha(items, prepared$delta)
      } else {
        oracle_function(items, name, 1 - prepared$d)
      }
      f(items$times)[["estimate"]]
    }, 0)
    info <- paste0("random_weighted(", seed, "), ", scheme_of(seed), ", ", level_of(seed), ", ")
    wrong <- unlist(Map(departure, got, truth, paste0(info, coefficients)))
    expect_identical(wrong, NULL)
    for (unit in c(1e-3, 1e3)) {
      scaled <- replicates_of(prepared, coefficients, unit * v, population = TRUE)$estimate
      expect_equal(scaled, got, tolerance = 1e-12, info = info)
    }
  }
  expect_gt(found, n_sets)
})

test_that("the variance of a replicate is the linearised one of the data with copies", {
  n_varied <- 0
  for (seed in seq_len(n_sets / 2)) {
    prepared <- prepare_set(seed)
    local_seed(seed)
    v_item <- item_draws(prepared, 1)[, 1]
    v <- by_pattern(prepared, v_item)
    of_patterns <- setdiff(c(any_weights, "krippendorff_alpha"), c("conger_kappa", "light_kappa"))
    got <- c(
      replicates_of(prepared, of_patterns, v, by_item = FALSE, with_variance = TRUE)$variance,
      replicates_of(prepared, "conger_kappa", v_item, with_variance = TRUE)$variance
    )
    expect_true(is.na(replicates_of(prepared, "light_kappa", v_item, with_variance = TRUE)$variance))
    rows <- copy_rows(prepared$data, stats::setNames(v_item, prepared$items))
    if (nrow(rows) == 0) next
    items <- oracle_items(rows$item, rows$origin, rows$place)
    names(got) <- c(of_patterns, "conger_kappa")
    for (name in names(got)) {
      d <- if (name == "krippendorff_alpha") prepared$delta else prepared$d
      if (is.na(oracle_of_copies(rows, name, d))) {
        expect_true(is.na(got[[name]]))
        next
      }
      s <- if (name == "krippendorff_alpha") {
        # any name of a coefficient of items with two ratings: the function is given
        oracle_se_ratio(items, "percent_agreement", NULL, oracle_population_alpha(items, prepared$delta))
      } else {
        oracle_se_ratio(items, name, 1 - prepared$d)
      }
      info <- paste0("random_weighted(", seed, "), ", name)
      if (!is.finite(s)) {
        expect_true(is.na(got[[name]]), info = info)
      } else {
        expect_lte(abs(sqrt(got[[name]]) - s), 1e-6 * max(s, 0.1), label = info)
        n_varied <- n_varied + (s > 0.01)
      }
    }
  }
  expect_gt(n_varied, n_sets / 2)
})

test_that("the number of threads changes nothing", {
  for (seed in 1:6) {
    local_seed(seed)
    one <- prepare_set(seed, threads = 1L)
    two <- prepare_set(seed, threads = 2L)
    v <- item_draws(one, 40)
    times <- rater_draws(one, ncol(v))
    coefficients <- c(any_weights, "krippendorff_alpha")
    for (t in list(NULL, times)) {
      expect_identical(
        replicates_of(one, coefficients, v, t)$estimate,
        replicates_of(two, coefficients, v, t)$estimate
      )
    }
  }
})

test_that("row masses count items that are rated, by item and by pattern", {
  for (seed in seq_len(test_size(6, 20))) {
    prepared <- prepare_set(seed)
    rated <- prepared$items %in% prepared$data$item[!is.na(prepared$data$place)]
    masses <- function(mass, by_item) row_masses(prepared$sample, prepared$group, mass, by_item)
    expect_identical(masses(double(), TRUE), as.numeric(rated))
    expect_identical(masses(double(), FALSE), by_pattern(prepared, as.numeric(rated))[, 1])
    local_seed(seed)
    mass <- stats::rexp(length(prepared$ratings$item_start) - 1)
    own <- mass[prepared$ratings$group_start[prepared$group + 1] + seq_along(rated)]
    expect_identical(masses(mass, TRUE), own * rated)
    expect_equal(masses(mass, FALSE), by_pattern(prepared, own * rated)[, 1], tolerance = 1e-14)
  }
})
