# Limits for other items and other raters, compared with leaving out each item, each rater and each rating.

n_sets <- if (identical(Sys.getenv("ACCORD_TEST_LONG"), "true")) 200 else 2

# Ratings of items in clusters of two, by raters of different skill; `share` of them are there.
crossed_set <- function(seed, n_raters = pick(4:6), share = pick(c(1, 0.7, 0.5))) {
  local_seed(seed)
  n <- pick(8:15)
  truth <- sample.int(4, n, replace = TRUE)
  data <- expand.grid(item = seq_len(n), rater = paste0("r", seq_len(n_raters)), stringsAsFactors = FALSE)
  agrees <- stats::runif(nrow(data)) < stats::runif(n_raters, 0.3, 0.95)[match(data$rater, unique(data$rater))]
  data$place <- ifelse(agrees, truth[data$item], sample.int(4, nrow(data), replace = TRUE))
  data$text <- paste0("text", (data$item - 1) %/% 2)
  data[stats::runif(nrow(data)) < share, ]
}

# The definition: `value(rows)` is the coefficient of some rows, `used` whether a row is of an item that it uses.
oracle_two_way <- function(data, value, used, conf_level = 0.95, unit = "item", lowest = -1) {
  keys <- function(key) unique(key[used])
  without <- function(key) vapply(keys(key), function(k) value(data[key != k, ]), 0)
  of_items <- without(as.character(data[[unit]]))
  of_raters <- without(data$rater)
  of_cells <- without(paste(data[[unit]], data$rater))
  squares <- function(x) sum((x - mean(x))^2)
  n <- length(of_items)
  r <- length(of_raters)
  v_items <- (n - 1) / n * squares(of_items)
  v_raters <- (r - 1) / r * squares(of_raters)
  excess <- 1.5 * max(v_raters - squares(of_cells), 0)
  v <- v_items + excess
  if (isTRUE(max(v_items, v_raters) < 1e-24)) v <- NA_real_ # nothing varies (see ?ci_jackknife)
  shares <- prop.table(table(data$rater)[keys(data$rater)])
  df_raters <- max(1 / sum(shares^2) - 1 - 2 * excess / v, 1)
  df <- max(v^2 / (v_items^2 / (n - 1) + v_raters^2 / df_raters), min(n - 1, df_raters))
  x <- value(data)
  bias <- (r - 1) * (mean(log(1 - of_raters)) - log(1 - x))
  if (!isTRUE(all(of_raters < 1 - 1e-12))) bias <- -(r - 1) * (mean(of_raters) - x) / (1 - x)
  half <- stats::qt(1 - (1 - conf_level) / 2, df) * sqrt(v) / (1 - x)
  limits <- 1 - exp(log(1 - x) - bias + c(1, -1) * half)
  limits <- c(min(max(limits[1], lowest), x), max(limits[2], x))
  c(sqrt(v), if (isTRUE(x < 1 - 1e-12) && !is.na(v)) limits else c(NA, NA))
}

coefficients <- oracle_coefficients()

expect_two_way <- function(x, expected, info) {
  got <- c(x$std.error, x$conf.low, x$conf.high)
  expect_identical(is.na(got), is.na(expected), info = info)
  expect_lt(max(0, abs(got - expected), na.rm = TRUE), 1e-8, label = info)
}

test_that("it is the sum of the variances over items and raters less that over ratings, for every coefficient", {
  skip_if_quick()
  for (seed in seq_len(n_sets)) {
    data <- crossed_set(seed)
    scheme <- c("identity", "linear", "quadratic")[seed %% 3 + 1]
    w <- oracle_weights(scheme, 1:4)
    for (unit in c("item", "text")) {
      ratings <- if (unit == "item") {
        as_ratings(data, item, rater, place, categories = 1:4)
      } else {
        as_ratings(data, item, rater, place, categories = 1:4, cluster = text)
      }
      x <- suppressWarnings(
        agreement(ratings, coefficients = coefficients, weights = scheme, ci = ci_jackknife(0.9, over = "both")),
        classes = "accord_warning"
      )
      ratings_of <- table(data$item)[as.character(data$item)]
      for (i in seq_along(coefficients)) {
        value <- function(rows) {
          oracle_kappa(oracle_items(rows$item, rows$rater, rows$place), coefficients[i], w)[["estimate"]]
        }
        expected <- oracle_two_way(
          data, value, ratings_of >= oracle_least(coefficients[i]), 0.9, unit, oracle_lowest(coefficients[i])
        )
        expect_two_way(x[i, ], expected, paste0("crossed_set(", seed, "), ", unit, ", ", scheme, " ", coefficients[i]))
      }
    }
  }
})

test_that("it is that at every level of alpha, and for sets", {
  skip_if_quick()
  for (seed in seq_len(n_sets)) {
    data <- crossed_set(seed + 50)
    used <- table(data$item)[as.character(data$item)] > 1
    ci <- ci_jackknife(over = "both")
    for (level in c("nominal", "ordinal", "interval", "ratio")) {
      x <- krippendorff_alpha(data, item, rater, place, level = level, ci = ci)
      value <- function(rows) oracle_on_values(rows$item, rows$place, level)[["estimate"]]
      expect_two_way(x, oracle_two_way(data, value, used), paste(level, seed))
    }
    sets <- list("a", "b", c("a", "b"), c("a", "b", "c"))
    data$set <- sets[data$place]
    x <- krippendorff_alpha(data, item, rater, set, distance = "jaccard", ci = ci)
    d <- outer(1:4, 1:4, Vectorize(function(i, j) {
      1 - length(intersect(sets[[i]], sets[[j]])) / length(union(sets[[i]], sets[[j]]))
    }))
    value <- function(rows) oracle_alpha(rows$item, rows$place, d)[["estimate"]]
    expect_two_way(x, oracle_two_way(data, value, used), paste("sets", seed))
  }
})

test_that("many values at the ordinal level do not take the way of few", {
  data <- crossed_set(77, n_raters = 4, share = 0.8)
  local_seed(77)
  data$place <- data$place + round(stats::runif(nrow(data), 0, 3), 3)
  x <- krippendorff_alpha(data, item, rater, place, level = "ordinal", ci = ci_jackknife(over = "both"))
  value <- function(rows) oracle_on_values(rows$item, rows$place, "ordinal")[["estimate"]]
  expect_two_way(x, oracle_two_way(data, value, table(data$item)[as.character(data$item)] > 1), "many values")
})

test_that("all ratings of a rater on an item go together if there are several", {
  data <- crossed_set(5, n_raters = 4, share = 0.9)
  again <- data[c(1, 4, 9, 12), ]
  again$place <- again$place %% 4 + 1
  data <- rbind(data, again)
  used <- table(data$item)[as.character(data$item)] > 1
  x <- krippendorff_alpha(
    data, item, rater, place, level = "nominal", duplicates = "keep", ci = ci_jackknife(over = "both")
  )
  value <- function(rows) oracle_on_values(rows$item, rows$place, "nominal")[["estimate"]]
  expect_two_way(x, oracle_two_way(data, value, used), "duplicates")
})

test_that("a sum that one rating determines is computed anew", {
  # Without the 1e9, all variation is of another size.
  data <- crossed_set(9, n_raters = 4, share = 1)
  data$place[3] <- 1e9
  x <- krippendorff_alpha(
    data, item, rater, place, level = "interval", categories = c(1:4, 1e9),
    ci = ci_jackknife(over = "both", scale = "identity")
  )
  value <- function(rows) oracle_on_values(rows$item, rows$place, "interval")[["estimate"]]
  expect_equal(x$std.error, oracle_two_way(data, value, rep(TRUE, nrow(data)))[1], tolerance = 1e-8)
})

test_that("groups and questions have what they would have alone, and threads change nothing", {
  sets <- lapply(1:3, function(seed) transform(crossed_set(seed), part = seed))
  ci <- ci_jackknife(over = "both")
  of <- function(data, ...) {
    agreement(
      data, item, rater, place, coefficients = coefficients, weights = "identity", categories = 1:4, ci = ci, ...
    )
  }
  together <- suppressWarnings(of(do.call(rbind, sets), by = part), classes = "accord_warning")
  for (part in 1:3) {
    alone <- suppressWarnings(of(sets[[part]]), classes = "accord_warning")
    rows <- together$part == part
    expect_equal(together$conf.low[rows], alone$conf.low, tolerance = 1e-12)
    expect_equal(together$conf.high[rows], alone$conf.high, tolerance = 1e-12)
  }
  local_options <- options(accord.threads = 1)
  on.exit(options(local_options))
  one <- suppressWarnings(of(sets[[1]]), classes = "accord_warning")
  expect_identical(one$conf.low, together$conf.low[together$part == 1])
})

test_that("print, table and methods name the population", {
  data <- crossed_set(3, n_raters = 5, share = 1)
  ratings <- as_ratings(data, item, rater, place, level = "nominal")
  both <- krippendorff_alpha(ratings, ci = ci_jackknife(over = "both"))
  words <- paste(format(both, width = 200), collapse = " ")
  expect_match(words, "two-way jackknife intervals, for other items and other raters")
  expect_match(format(paper_table(both)), "refer to other items and other raters", all = FALSE)
  expect_match(methods_text(both)$text, "over items and raters, which refer to other items and other raters")
  items <- krippendorff_alpha(ratings)
  expect_no_match(format(items), "other items")
  together <- paste(format(rbind(items, both), width = 200), collapse = "\n")
  expect_match(together, "Limits for.*95% CI.*\n.*  other items  .*\n.*  other items and other raters  ")
})

test_that("without limits a warning says what was found", {
  ci <- ci_jackknife(over = "both")
  no_interval <- function(rows, reason, ...) {
    expect_warning(
      x <- krippendorff_alpha(rows, item, rater, place, level = "nominal", ci = ci, ...),
      class = "accord_warning_no_interval", reason
    )
    expect_identical(c(x$std.error, x$conf.low, x$conf.high), rep(NA_real_, 3))
  }
  data <- crossed_set(4, n_raters = 4, share = 1)
  no_interval(data[data$rater %in% c("r1", "r2"), ], "two raters, and without one of them there is no pair")
  no_interval(transform(data, place = item %% 3), "all raters agree")
  no_interval(transform(data, text = "one"), "all items are in one cluster", cluster = text)
  # r1 takes part in every pair.
  meets_r1 <- data$item %% 3 == as.integer(factor(data$rater)) - 2
  star <- data[data$rater == "r1" | meets_r1, ]
  no_interval(star, "without some rater or item there is no value")
})

test_that("raters of one cluster each are an error, whose advice works", {
  data <- crossed_set(6, n_raters = 3, share = 1)
  data$rater <- paste(data$rater, data$text)
  of <- function(ci) krippendorff_alpha(data, item, rater, place, level = "nominal", cluster = text, ci = ci)
  n <- length(unique(data$rater))
  expect_fault(of(ci_jackknife(over = "both")), "argument", paste("Each of the", n, "raters"), argument = "ci")
  expect_false(is.na(of(ci_jackknife())$conf.low))
})

test_that("where limits for other raters are not known it is an error that says so", {
  skip_if_quick()
  data <- crossed_set(2, n_raters = 4, share = 1)
  ci <- ci_jackknife(over = "both")
  counts <- rbind(c(3, 0), c(2, 1), c(0, 3), c(1, 2))
  expect_fault(fleiss_kappa(counts, layout = "counts", ci = ci), "anonymous", "raters with names")
  expect_fault(pairwise_agreement(data, item, rater, place, ci = ci), "argument", "pair of raters", argument = "ci")
  expect_fault(icc(data, item, rater, place, ci = ci), "argument", argument = "ci")
  expect_fault(limits_of_agreement(data, item, rater, place, ci = ci), "argument", argument = "ci")
  expect_fault(concordance(data, item, rater, place, ci = ci), "argument", argument = "ci")
  x <- as_ratings(data, item, rater, place, level = "nominal")
  expect_fault(compare_agreement(x, x, ci = ci), "argument", argument = "ci")
  occasions <- expand.grid(item = 1:6, rater = c("a", "b"), round = 1:3)
  occasions$label <- occasions$item %% (occasions$round + 1)
  expect_fault(
    intra_rater_agreement(occasions, item, rater, label, occasion = round, level = "nominal", ci = ci),
    "argument", "over = \"both\"", argument = "ci"
  )
  expect_fault(ci_jackknife(over = "everything"), "argument", "both", argument = "over")
})

test_that("category agreement refers to both populations too", {
  data <- crossed_set(8, n_raters = 5, share = 1)
  x <- suppressWarnings(category_agreement(
    data, item, rater, place, coefficients = "category_agreement", ci = ci_jackknife(over = "both")
  ), classes = "accord_warning")
  for (k in sort(unique(data$place))) {
    value <- function(rows) {
      items <- oracle_items(rows$item, rows$rater, rows$place)
      oracle_specific(items, k)(items$times)[["estimate"]]
    }
    expected <- oracle_two_way(data, value, rep(TRUE, nrow(data)), lowest = 0)
    expect_two_way(x[x$category == k, ], expected, paste("category", k))
  }
})
