# The influence of items and raters on an estimate, compared with data from which their rows are removed.

long_run <- identical(Sys.getenv("ACCORD_TEST_LONG"), "true")
n_sets <- if (long_run) 1000 else 4

schemes <- c(
  "identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar", "custom"
)
kappas <- sub("gwet_ac1", "gwet_ac", oracle_coefficients())

# random_ratings() on at most nine categories, some of them unused, and a matrix of weights.
influence_set <- function(seed) {
  data <- random_ratings(seed)$data
  local_seed(seed + 2e7)
  data$place <- (data$place - 1) %% 9 + 1
  q <- max(1, data$place, na.rm = TRUE) + pick(c(0, 0, 1, 2))
  values <- sort(sample.int(q + 4, q))
  data$rating <- values[data$place]
  custom <- matrix(stats::runif(q^2), q)
  custom[lower.tri(custom)] <- t(custom)[lower.tri(custom)]
  diag(custom) <- 1
  list(data = data, values = values, custom = custom)
}

# Returns the differences from `truth`: the estimate from all rows, and one without each id, named by it.
influence_departures <- function(got, id, truth, whole, name) {
  ids <- as.character(got[[id]])
  expected <- unname(truth[ids])
  if (is.na(whole)) expected[] <- NA
  wrong <- c(
    "ids" = !setequal(ids, names(truth)) || anyDuplicated(ids) > 0,
    "estimate" = !all_near(got$estimate, rep(whole, nrow(got))),
    "estimate_without" = !all_near(got$estimate_without, expected),
    "influence" = !all_near(got$influence, whole - expected),
    "status" = !identical(got$status == "ok", !is.na(expected)),
    "order" = is.unsorted(got$influence, na.rm = TRUE) || is.unsorted(is.na(got$influence))
  )
  if (any(wrong)) paste(name, id, paste(names(wrong)[wrong], collapse = ", "))
}

all_near <- function(got, expected) {
  identical(is.na(got), is.na(expected)) && all(abs(got - expected) < 1e-10, na.rm = TRUE)
}

without_each <- function(data, column, estimate) {
  ids <- unique(data[[column]])
  values <- vapply(ids, function(id) estimate(data[data[[column]] != id, ]), 0)
  stats::setNames(values, ids)
}

# Both functions on one data set. Raters who rated nothing have no row, items without a rating do.
both_departures <- function(data, estimate, name, ...) {
  whole <- estimate(data)
  given <- data[!is.na(data$rating), ]
  items <- item_influence(data, item, rater, rating, ...)
  raters <- rater_influence(data, item, rater, rating, ...)
  c(
    influence_departures(items, "item", without_each(data, "item", estimate), whole, name),
    influence_departures(raters, "rater", without_each(given, "rater", estimate), whole, name)
  )
}

test_that("for every kappa and every weight, they are those of the data without the rows", {
  skip_if_quick()
  for (seed in seq_len(n_sets)) {
    set <- influence_set(seed)
    scheme <- schemes[seed %% length(schemes) + 1]
    weights <- if (scheme == "custom") set$custom else scheme
    w <- if (scheme == "custom") set$custom else oracle_weights(scheme, set$values)
    for (coefficient in kappas) {
      id <- if (coefficient == "gwet_ac") "gwet_ac1" else coefficient
      estimate <- function(rows) {
        oracle_kappa(oracle_items(rows$item, rows$rater, rows$place), id, w)[["estimate"]]
      }
      wrong <- both_departures(set$data, estimate, paste(scheme, coefficient),
        coefficient = coefficient, weights = weights, categories = set$values
      )
      expect_identical(wrong, NULL, info = paste0("influence_set(", seed, ")"))
    }
  }
})

test_that("for two raters, Cohen's kappa and Scott's pi are those of the data without the item", {
  for (seed in seq_len(test_size(2, 5))) {
    data <- influence_set(seed + 106)$data
    data <- data[!is.na(data$rating), ]
    data <- data[data$rater %in% unique(data$rater)[1:2], ]
    for (coefficient in c("cohen_kappa", "scott_pi")) {
      estimate <- function(rows) {
        items <- oracle_items(rows$item, rows$rater, rows$place)
        oracle_kappa(items, coefficient, diag(11))[["estimate"]]
      }
      got <- item_influence(data, item, rater, rating, coefficient = coefficient)
      truth <- without_each(data, "item", estimate)
      wrong <- influence_departures(got, "item", truth, estimate(data), coefficient)
      expect_identical(wrong, NULL, info = seed)
    }
  }
})

for (level in c("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")) {
  test_that(paste0("at every level of alpha, they are those of the data without the rows: ", level), {
    range <- switch(level, circular = 7.5, bipolar = c(-20, 1e3))
    for (seed in seq_len(n_sets / 2)) {
      data <- random_ratings(seed + 300)$data
      if (level == "ratio") data$rating <- abs(data$rating)
      if (level == "bipolar") data$rating <- pmin(pmax(data$rating, -20), 1e3)
      estimate <- function(rows) oracle_on_values(rows$item, rows$rating, level, range)[["estimate"]]
      wrong <- both_departures(data, estimate, level, level = level, range = range)
      expect_identical(wrong, NULL, info = paste0("random_ratings(", seed + 300, ")"))
    }
  })
}

test_that("a distance of the user's goes with alpha", {
  for (seed in seq_len(test_size(2, 5))) {
    data <- random_ratings(seed + 700)$data
    distance <- function(a, b) sqrt(abs(a - b))
    estimate <- function(rows) oracle_on_values(rows$item, rows$rating, "radical")[["estimate"]]
    wrong <- both_departures(data, estimate, "radical", distance = distance)
    expect_identical(wrong, NULL, info = paste0("random_ratings(", seed + 700, ")"))
  }
})

test_that("all ratings that a rater gave to an item leave with the rater", {
  for (seed in seq_len(test_size(2, 10))) {
    data <- influence_set(seed + 500)$data
    again <- data[!is.na(data$rating), ]
    again <- again[seq_len(min(5, nrow(again))), ]
    data <- rbind(data, transform(again, place = rev(place), rating = rev(rating)))
    for (coefficient in c("percent_agreement", "fleiss_kappa", "gwet_ac", "krippendorff_alpha")) {
      id <- if (coefficient == "gwet_ac") "gwet_ac1" else coefficient
      estimate <- function(rows) {
        oracle_kappa(oracle_items(rows$item, rows$rater, rows$place), id, diag(11))[["estimate"]]
      }
      if (coefficient == "gwet_ac") data$rating <- data$place
      wrong <- both_departures(data, estimate, coefficient,
        coefficient = coefficient, level = if (coefficient == "krippendorff_alpha") "nominal", duplicates = "keep",
        categories = if (coefficient == "gwet_ac") 1:11
      )
      expect_identical(wrong, NULL, info = paste0("influence_set(", seed + 500, ")"))
    }
  }
})

test_that("DFBETA of unit 6 is the one that Hughes printed", {
  table <- reference_table("krippendorff2011c_hughes")
  x <- item_influence(table$data, layout = "raters_in_columns", level = "nominal")
  six <- x[x$item == 6, ]
  expect_published(six$influence, -0.114, 3)
  expect_published(six$estimate, 0.743, 3)
  expect_published(six$estimate_without, 0.8574338085539714, 12)
  expect_equal(x$item[1], 6)
})

test_that("they are right where they can be worked out by hand", {
  # Pairs of raters agree on 3, 2 and 3 of 4 items; all three of them on 2 of 3 pairs.
  data <- long(rbind(x = c("a", "b", "b", "a"), y = c("a", "b", "b", "b"), z = c("a", "a", "b", "b")))
  x <- rater_influence(data, item, rater, rating, coefficient = "percent")
  expect_equal(x$rater, c("x", "z", "y"))
  expect_equal(x$estimate, rep(8 / 12, 3), tolerance = 1e-14)
  expect_equal(x$estimate_without, c(3, 3, 2) / 4, tolerance = 1e-14)
  expect_equal(x$influence, c(-1, -1, 2) / 12, tolerance = 1e-14)
  expect_equal(x$n_ratings, rep(4L, 3))
  y <- item_influence(data, item, rater, rating, coefficient = "percent")
  # Items 1 and 3 agree in full, 2 and 4 in one of three pairs.
  expect_equal(y$item, c(2, 4, 1, 3))
  expect_equal(y$estimate_without, c(7, 7, 5, 5) / 9, tolerance = 1e-14)
})

test_that("the result says what it is about", {
  data <- small(score = NULL)
  x <- item_influence(data, item, who, label, by = part, level = "nominal")
  expect_s3_class(x, "tbl_df")
  columns <- c("n_ratings", "estimate", "estimate_without", "influence", "status")
  expect_named(x, c("part", "item", columns))
  expect_equal(x$part, c("x", "x", "y"))
  y <- rater_influence(data, item, who, label, by = part, level = "nominal")
  expect_named(y, c("part", "rater", columns))
  expect_equal(y$n_ratings, c(2L, 2L, 1L, 1L))
})

test_that("a group is as it would be alone, and its rows stay together", {
  skip_if_quick()
  sets <- lapply(1:4, function(seed) transform(influence_set(seed + 40)$data, part = paste0("p", seed)))
  data <- do.call(rbind, sets)
  for (coefficient in kappas) {
    influence <- function(which, rows, ...) {
      which(rows, item, rater, place, coefficient = coefficient, categories = 1:11,
        level = if (coefficient == "krippendorff_alpha") "nominal", ...
      )
    }
    for (which in list(item_influence, rater_influence)) {
      together <- influence(which, data, by = part)
      expect_false(is.unsorted(together$part))
      for (part in unique(data$part)) {
        own <- together[together$part == part, -1]
        expect_equal(own, influence(which, data[data$part == part, ]), tolerance = 1e-14, info = coefficient)
      }
    }
  }
})

with_threads <- function(threads, code) {
  old <- options(accord.threads = threads)
  on.exit(options(old))
  code
}

test_that("neither order, names, layout nor the number of threads matters", {
  data <- influence_set(11)$data
  data <- data[!is.na(data$rating), ]
  of <- function(data, threads = 2L, ...) {
    with_threads(threads, rater_influence(data, item, rater, rating, coefficient = "fleiss", ...))
  }
  x <- of(data)
  expect_identical(of(data, threads = 1L), x)
  ratings <- as_ratings(data, item, rater, rating)
  expect_identical(rater_influence(ratings, coefficient = "fleiss"), x)
  local_seed(1)
  shuffled <- of(data[sample.int(nrow(data)), ])
  by_name <- function(x) x[order(x$rater), ]
  expect_equal(by_name(shuffled), by_name(x), tolerance = 1e-14)
  renamed <- of(transform(data, rater = chartr("0123456789", "9876543210", rater)))
  renamed$rater <- chartr("0123456789", "9876543210", renamed$rater)
  expect_equal(by_name(renamed), by_name(x), tolerance = 1e-14)
})

test_that("who takes no part has no influence", {
  # Item 3 and rater z have but one rating: alpha does without them, Fleiss' kappa does not.
  data <- data.frame(
    item = c(1, 1, 2, 2, 4, 4, 3), rater = c("x", "y", "x", "y", "x", "y", "z"),
    rating = c("a", "a", "b", "a", "b", "b", "a")
  )
  items <- item_influence(data, item, rater, rating)
  expect_identical(items$influence[items$item == 3], 0)
  raters <- rater_influence(data, item, rater, rating)
  expect_identical(raters$influence[raters$rater == "z"], 0)
  expect_identical(raters$status[raters$rater == "z"], "ok")
  expect_true(rater_influence(data, item, rater, rating, coefficient = "fleiss")$influence[1] != 0)
  # A rating that is missing: the item has a row, the rater has none.
  data <- rbind(data, data.frame(item = 5, rater = "v", rating = NA))
  items <- item_influence(data, item, rater, rating)
  expect_identical(items$influence[items$item == 5], 0)
  expect_identical(items$n_ratings[items$item == 5], 0L)
  expect_false("v" %in% rater_influence(data, item, rater, rating)$rater)
})

test_that("status says why nothing is left", {
  two <- long(rbind(x = c("a", "b", "b"), y = c("a", "b", "a")))
  for (coefficient in c("krippendorff_alpha", "cohen_kappa", "light_kappa", "percent_agreement")) {
    x <- rater_influence(two, item, rater, rating, coefficient = coefficient)
    expect_identical(x$status, rep("one rater only", 2), info = coefficient)
    expect_identical(x$influence, rep(NA_real_, 2), info = coefficient)
    expect_false(anyNA(x$estimate), info = coefficient)
  }
  # Without y no rater uses b.
  three <- long(rbind(x = c("a", "a", "a"), y = c("a", "b", "a"), z = c("a", "a", "a")))
  x <- rater_influence(three, item, rater, rating)
  expect_equal(x$status[x$rater == "y"], "one category only")
  expect_equal(x$rater[3], "y")
  # The same holds without item 2.
  y <- item_influence(three, item, rater, rating)
  expect_equal(y$status[y$item == 2], "one category only")
  # Of three raters, no two share an item except with x.
  star <- data.frame(item = c(1, 1, 2, 2), rater = c("x", "y", "x", "z"), rating = c("a", "b", "b", "b"))
  z <- rater_influence(star, item, rater, rating)
  expect_equal(z$status[z$rater == "x"], "no item with two ratings")
})

test_that("a group without an estimate says so in every row", {
  data <- rbind(
    transform(long(rbind(x = c("a", "b", "b"), y = c("a", "b", "a"), z = c("a", "b", "b"))), part = "good"),
    transform(long(rbind(x = c("a", "a"), y = c("a", "a"))), part = "same"),
    data.frame(item = 1:2, rater = "x", rating = c("a", "b"), part = "single")
  )
  expect_no_warning(x <- rater_influence(data, item, rater, rating, by = part))
  expect_equal(x$status, c(rep("ok", 3), rep("one category only", 2), "one rater only"))
  expect_identical(x$estimate[4:6], rep(NA_real_, 3))
  expect_identical(x$estimate_without[4:6], rep(NA_real_, 3))
  expect_no_warning(y <- item_influence(data, item, rater, rating, by = part))
  expect_equal(y$status[y$part == "single"], rep("one rater only", 2))
  expect_equal(y$status[y$part == "same"], rep("one category only", 2))
})

test_that("a faulty group has its fault, and the others their values", {
  data <- rbind(
    transform(long(rbind(x = c("a", "b", "b"), y = c("a", "b", "a"), z = c("a", "b", "b"))), part = "good"),
    data.frame(item = c(1, 1, 1), rater = c("x", "x", "y"), rating = c("a", "b", "a"), part = "twice")
  )
  x <- item_influence(data, item, rater, rating, by = part)
  expect_equal(sum(x$part == "good" & x$status == "ok"), 3)
  expect_true(all(x$status[x$part == "twice"] != "ok"))
  expect_identical(x$influence[x$part == "twice"], rep(NA_real_, sum(x$part == "twice")))
})

test_that("anonymous raters have no influence of their own, but items do", {
  counts <- rbind(c(3, 0), c(2, 1), c(0, 3), c(1, 2))
  expect_fault(
    rater_influence(counts, layout = "counts", categories = c("a", "b")), "anonymous", "raters with names"
  )
  x <- item_influence(counts, layout = "counts", categories = c("a", "b"), coefficient = "fleiss")
  expect_equal(nrow(x), 4)
  expect_equal(x$status, rep("ok", 4))
  y <- item_influence(counts, layout = "counts", categories = c("a", "b"), coefficient = "conger")
  expect_equal(y$status, rep("raters are anonymous", 4))
})

test_that("no ratings, no rows", {
  none <- data.frame(item = 1:2, rater = c("x", "y"), rating = NA_character_)
  expect_equal(nrow(rater_influence(none, item, rater, rating)), 0)
  x <- item_influence(none, item, rater, rating)
  expect_equal(x$status, rep("no ratings", nrow(x)))
})

test_that("what makes no sense is an error", {
  skip_if_quick()
  data <- small()
  for (influence in list(item_influence, rater_influence)) {
    of <- function(...) influence(data, item, who, label, ...)
    expect_fault(of(coefficient = "kappa"), "argument", "must be one of", argument = "coefficient")
    expect_fault(of(coefficient = c("alpha", "fleiss")), "argument", argument = "coefficient")
    one <- function(a, b) 1
    expect_fault(of(coefficient = "fleiss", distance = one), "argument", argument = "distance")
    expect_fault(
      of(coefficient = "fleiss", level = "ordinal", categories = c("a", "b")), "argument", argument = "level"
    )
    expect_fault(of(coefficient = "fleiss", weights = "square"), "argument", argument = "weights")
    expect_fault(of(weights = "linear"), "level")
    expect_fault(of(by = c(influence = part)), "reserved_name", "1 of them does", columns = "influence")
    expect_fault(of(by = c(influence = part, rater = score)), "reserved_name", "2 of them do",
      columns = c("influence", "rater")
    )
  }
})

test_that("a departure of an influence is seen", {
  got <- tibble::tibble(
    item = c("u", "v"), estimate = 0.5, estimate_without = c(0.6, 0.4), influence = c(-0.1, 0.1),
    status = "ok"
  )
  truth <- c(u = 0.6, v = 0.4)
  expect_null(influence_departures(got, "item", truth, 0.5, "x"))
  expect_match(influence_departures(got, "item", truth + 2e-10, 0.5, "x"), "estimate_without, influence")
  expect_match(influence_departures(got[2:1, ], "item", truth, 0.5, "x"), "x item order")
  expect_match(influence_departures(got[1, ], "item", truth, 0.5, "x"), "x item ids")
  expect_match(influence_departures(got, "item", c(truth, w = 1), 0.5, "x"), "x item ids")
  expect_match(influence_departures(got, "item", replace(truth, 1, NA), 0.5, "x"), "status")
})

test_that("the linearised influence of an item is the derivative with its weight", {
  for (seed in seq_len(test_size(2, 9))) {
    set <- influence_set(seed + 900)
    scheme <- schemes[seed %% length(schemes) + 1]
    w <- if (scheme == "custom") set$custom else oracle_weights(scheme, set$values)
    data <- set$data[!is.na(set$data$rating), ]
    ratings <- as_ratings(data, item, rater, rating, categories = set$values)
    metric <- weights_for(ratings, if (scheme == "custom") set$custom else scheme)
    for (coefficient in kappas) {
      entry <- resolve_coefficients(coefficient, FALSE)
      model <- place_of("model", entry$model)
      got <- item_influences(core_sample(ratings), model, metric, 1L)
      items <- oracle_items(data$item, data$rater, data$place)
      alpha <- coefficient == "krippendorff_alpha"
      f <- if (alpha) oracle_large_alpha(items, w) else oracle_function(items, entry$id, w)
      estimate <- oracle_kappa(items, entry$id, w)[["estimate"]]
      info <- paste0("influence_set(", seed + 900, "), ", scheme, " ", coefficient)
      if (is.na(estimate)) {
        expect_identical(got, rep(NA_real_, length(got)), info = info)
        next
      }
      part <- oracle_taking_part(items, entry$id)
      truth <- sum(part) * oracle_gradient(function(v) f(v)[["estimate"]], items$times)
      truth[!part] <- NA
      # The oracle has the items in the order of the rows.
      truth <- truth[match(ratings$items, unique(data$item))]
      expect_identical(is.na(got), is.na(truth), info = info)
      expect_true(all(abs(got - truth) < 1e-6 * (1 + abs(truth)), na.rm = TRUE), info = info)
    }
  }
})
