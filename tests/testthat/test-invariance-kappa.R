# Changes that must not affect a kappa: one call for all coefficients, with each kind of interval.

several <- sub("gwet_ac1", "gwet_ac", oracle_coefficients("all"))
intervals <- list(
  jackknife = ci_jackknife(), gwet = ci_analytic(test = TRUE), ratio = ci_analytic(variance = "ratio")
)

# Sparse ratings from 1 to 5: 30 items, 5 raters, about two of three cells.
sparse_scores <- function(seed, share = 0.65) {
  local_seed(seed)
  data <- expand.grid(item = paste0("item", 1:30), rater = paste0("rater", 1:5), stringsAsFactors = FALSE)
  truth <- sample.int(5, 30, replace = TRUE)
  data$score <- ifelse(stats::runif(150) < 0.6, truth, sample.int(5, 150, replace = TRUE))
  data <- data[stats::runif(150) < share, ]
  data$label <- c("e", "a", "d", "b", "c")[data$score]
  data[sample.int(nrow(data)), ]
}

# Two raters who rated all items of a set.
two_raters <- function(data) {
  data <- data[data$rater %in% c("rater1", "rater2"), ]
  data[data$item %in% data$item[duplicated(data$item)], ]
}

on_labels <- function(data, ..., ci = ci_jackknife()) {
  agreement(data, item, rater, label, ..., coefficients = several, ci = ci)
}
on_scores <- function(data, ..., weights = "identity", coefficients = several, ci = ci_analytic()) {
  agreement(data, item, rater, score, ..., weights = weights, coefficients = coefficients, ci = ci)
}

# The same in every column, to the last digits of a sum in another order.
expect_same <- function(got, expected, leave_out = character(), info = NULL) {
  keep <- setdiff(names(expected), leave_out)
  expect_equal(as.list(got)[keep], as.list(expected)[keep], tolerance = 1e-10, info = info)
}

# Alpha's disagreements have the unit of the scale, and no agreement where that passes 1.
IN_UNITS <- c("observed", "expected", "observed_agreement", "expected_agreement")
expect_unit_free <- function(got, expected, leave_out = character(), info = NULL) {
  expect_same(got, expected, c(IN_UNITS, leave_out), info)
}

datasets <- lapply(1:2, sparse_scores)
some <- datasets[seq_len(test_size(1, 2))]

for (kind in names(intervals)) {
  ci <- intervals[[kind]]

  test_that(paste0("the order of rows and the names of items and raters mean nothing to kappas: ", kind), {
    for (data in some) {
      expected <- on_labels(data, ci = ci)
      expect_equal(unique(expected$status), "ok")
      expect_false(anyNA(expected$std.error))
      expect_same(on_labels(data[rev(seq_len(nrow(data))), ], ci = ci), expected)
      expect_same(on_labels(data[order(data$rater, data$score), ], ci = ci), expected)
      renamed <- transform(data,
        item = paste0("z", rev(seq_len(99))[match(item, unique(item))]),
        rater = match(rater, sort(unique(rater), decreasing = TRUE)) * 10
      )
      expect_same(on_labels(renamed, ci = ci), expected)
      gaps <- data.frame(item = c("item1", "new"), rater = c("nobody", "rater1"), score = NA, label = NA)
      expect_same(on_labels(rbind(gaps, data), ci = ci), expected)
    }
  })

  test_that(paste0("names of labels mean nothing to kappas without weights: ", kind), {
    for (data in some) {
      expected <- on_labels(data, ci = ci)
      expect_same(on_labels(transform(data, label = chartr("abcde", "ZbQ7+", label)), ci = ci), expected)
      expect_same(on_labels(transform(data, label = factor(label, rev(letters[1:5]))), ci = ci), expected)
      expect_same(on_scores(data, ci = ci), expected)
      expect_same(on_scores(transform(data, score = c(9, -1, 0.1, pi, 1e9)[score]), ci = ci), expected)
    }
  })

  test_that(paste0("a group has the kappas it has alone: ", kind), {
    parts <- do.call(rbind, lapply(1:3, function(i) cbind(sparse_scores(i), part = i)))
    for (weights in c("identity", "linear")) {
      among <- on_scores(parts[order(parts$item), ], by = part, weights = weights, ci = ci)
      expect_equal(among$part, rep(1:3, each = length(several)))
      for (i in 1:3) {
        alone <- on_scores(sparse_scores(i), weights = weights, ci = ci)
        expect_same(among[among$part == i, names(alone)], alone, info = paste(weights, i))
      }
    }
  })

  test_that(paste0("one coefficient is what it is among others: ", kind), {
    expected <- on_scores(datasets[[1]], weights = "ordinal", ci = ci)
    for (i in seq_along(several)) {
      alone <- on_scores(datasets[[1]], weights = "ordinal", coefficients = several[i], ci = ci)
      expect_same(alone, expected[i, ], info = several[i])
    }
  })
}

test_that("a frame, a ratings object, a matrix and its transpose have the same kappas", {
  for (data in some) {
    wide <- unclass(tapply(data$score, data[c("item", "rater")], function(x) x))
    for (weights in gwet_weights) {
      expected <- on_scores(data, weights = weights)
      on <- function(x, ...) {
        agreement(x, ..., weights = weights, coefficients = several, ci = ci_analytic())
      }
      expect_same(on(as_ratings(data, item, rater, score)), expected, info = weights)
      expect_same(on(wide, layout = "raters_in_columns"), expected, info = weights)
      expect_same(on(t(wide)[5:1, ], layout = "raters_in_rows"), expected, info = weights)
    }
  }
})

test_that("tables of counts and of two raters have the same kappas", {
  anonymous <- c("percent_agreement", "fleiss_kappa", "brennan_prediger", "gwet_ac", "krippendorff_alpha")
  for (data in some) {
    counts <- unclass(table(data$item, factor(data$score, 1:5)))
    expected <- on_scores(data, weights = "linear", coefficients = anonymous)
    got <- agreement(counts,
      layout = "counts", categories = 1:5, weights = "linear", coefficients = anonymous, ci = ci_analytic()
    )
    expect_same(got, expected, leave_out = "n_raters")

    two <- two_raters(data)
    ratings <- split(factor(two$score, 1:5), two$rater)
    items <- split(two$item, two$rater)
    confusion <- table(ratings[[1]], ratings[[2]][match(items[[1]], items[[2]])])
    both <- c(several, "cohen_kappa", "scott_pi")
    expected <- on_scores(two, weights = "linear", coefficients = both, categories = 1:5)
    on <- function(x) {
      agreement(x, layout = "confusion", weights = "linear", coefficients = both, ci = ci_analytic())
    }
    expect_same(on(confusion), expected)
    expect_same(on(t(confusion)), expected)
    expect_same(on(confusion[5:1, c(2, 4, 1, 3, 5)]), expected)
  }
})

test_that("for two raters Cohen's is Conger's and Light's kappa, and Scott's pi is Fleiss' kappa", {
  values <- setdiff(names(on_scores(datasets[[1]])), c("coefficient", IN_UNITS))
  for (weights in c("identity", "quadratic")) {
    two <- two_raters(datasets[[2]])
    got <- on_scores(two, weights = weights, coefficients = c("cohen", "conger", "light", "scott", "fleiss"))
    expect_same(got[2, values], got[1, values], info = weights)
    expect_same(got[3, values], got[1, values], info = weights)
    expect_same(got[5, values], got[4, values], info = weights)
    expect_false(isTRUE(all.equal(got$estimate[1], got$estimate[4])))
  }
})

test_that("origin, unit and direction of the scale mean what they mean to the weights", {
  moved <- list(
    linear = c(-8, 3), quadratic = c(0.25, -7), radical = c(4, 100), ordinal = c(-1, 0),
    ratio = c(1024, 0), circular = c(-1, 12), bipolar = c(-3, 20)
  )
  for (weights in names(moved)) {
    by <- moved[[weights]]
    for (data in some) {
      expected <- on_scores(data, weights = weights)
      got <- on_scores(transform(data, score = by[1] * score + by[2]), weights = weights)
      expect_unit_free(got, expected, info = weights)
    }
  }
  words <- c("none", "a few", "some", "many", "all")
  for (data in some) {
    ordered <- transform(data, score = factor(words[score], words, ordered = TRUE))
    expect_same(on_scores(ordered, weights = "linear"), on_scores(data, weights = "linear"))
  }
  # unequal steps count for linear weights, and not for ordinal ones
  steps <- transform(datasets[[1]], score = c(1, 2, 4, 5, 9)[score])
  expect_unit_free(on_scores(steps, weights = "ordinal"), on_scores(datasets[[1]], weights = "ordinal"))
  gap <- on_scores(steps, weights = "linear")$estimate - on_scores(datasets[[1]], weights = "linear")$estimate
  expect_true(all(abs(gap) > 1e-4))
})

test_that("weights as a matrix follow the categories, in any order", {
  names_only <- c("metric", "coefficient") # AC1 goes by the name of AC2 with a matrix
  for (data in some) {
    for (weights in c("identity", "linear", "circular")) {
      expected <- on_scores(data, weights = weights)
      w <- oracle_weights(weights, 1:5)
      expect_unit_free(on_scores(data, weights = w), expected, names_only, info = weights)
      turned <- c(3, 1, 5, 4, 2)
      w <- w[turned, turned]
      dimnames(w) <- list(turned, turned)
      expect_unit_free(on_scores(data, weights = w), expected, names_only, info = weights)
    }
  }
})

test_that("categories that nobody used change what counts categories, and nothing else", {
  for (data in some) {
    expected <- on_labels(data)
    got <- on_labels(data, categories = c(letters[1:5], "unused"))
    counting <- expected$coefficient %in% c("brennan_prediger", "gwet_ac1")
    expect_same(but_categories(got[!counting, ]), but_categories(expected[!counting, ]))
    # chance agreement 1/6 in place of 1/5; AC1: 1/5 in place of 1/4 of the same sum
    expect_equal(got$expected[counting], 1 - c(1 / 6, (1 - expected$expected[counting][2]) * 4 / 5))
  }
})

test_that("all items twice leave the estimates of kappas as they are", {
  for (weights in c("identity", "ratio")) {
    for (data in some) {
      once <- on_scores(data, weights = weights, ci = ci_analytic(variance = "ratio"))
      twice <- rbind(data, transform(data, item = paste0(item, "again")))
      twice <- on_scores(twice, weights = weights, ci = ci_analytic(variance = "ratio"))
      kappas <- once$coefficient != "krippendorff_alpha"
      expect_equal(twice$estimate[kappas], once$estimate[kappas], tolerance = 1e-12)
      expect_false(isTRUE(all.equal(twice$estimate[!kappas], once$estimate[!kappas])))
      expect_equal(twice$n_items, 2 * once$n_items)
      # the sum of squares doubles: s^2 = sum / (n (n - 1))
      n <- once$n_items
      expect_equal(twice$std.error, once$std.error * sqrt((n - 1) / (2 * n - 1)), tolerance = 1e-10)
    }
  }
})

test_that("perfect agreement is 1, and has no standard error", {
  for (data in some) {
    data$score <- match(data$item, unique(data$item)) %% 4 + 1
    for (weights in gwet_weights) {
      suppressWarnings(
        got <- on_scores(data, weights = weights, ci = ci_analytic(variance = "ratio")),
        classes = "accord_warning"
      )
      expect_equal(got$estimate, rep(1, length(several)), tolerance = 1e-14, info = weights)
      expect_equal(unique(got$status), "ok")
      expect_true(all(is.na(got$std.error) | got$std.error < 1e-7), info = weights)
    }
  }
})

test_that("two raters who always say the opposite, each half of the time, have a kappa of -1", {
  n <- 10
  data <- data.frame(
    item = rep(seq_len(n), 2), rater = rep(c("a", "b"), each = n),
    score = c(rep(1:2, n / 2), rep(2:1, n / 2))
  )
  coefficients <- c(
    "cohen_kappa", "scott_pi", "conger_kappa", "fleiss_kappa", "light_kappa", "brennan_prediger", "gwet_ac"
  )
  for (weights in gwet_weights) {
    got <- on_scores(data, weights = weights, coefficients = coefficients, ci = ci_none())
    expect_equal(got$estimate, rep(-1, length(coefficients)), tolerance = 1e-14, info = weights)
  }
  # alpha: D_o = 1, D_e = 2 * 10 * 10 / (20 * 19)
  got <- on_scores(data, coefficients = c("percent", "alpha"), ci = ci_none())
  expect_equal(got$estimate, c(0, 1 - 380 / 200))
})

test_that("the number of threads changes no bit of a kappa", {
  threads <- getOption("accord.threads")
  on.exit(options(accord.threads = threads))
  local_seed(12)
  n <- test_size(16500, 50000)
  data <- data.frame(
    # Four raters that differ, from any of the twelve on.
    item = rep(seq_len(n), each = 4), rater = (rep(sample.int(12, n, replace = TRUE), each = 4) + c(0, 2, 3, 7)) %% 12,
    score = sample.int(5, 4 * n, replace = TRUE),
    part = rep(sample(c("x", "y"), n, replace = TRUE), each = 4)
  )
  calls <- list(
    function() on_scores(data, weights = "linear"),
    function() on_scores(data, by = part, ci = ci_jackknife())
  )
  for (call in calls) {
    options(accord.threads = 1L)
    one <- call()
    expect_false(anyNA(one$std.error))
    for (k in c(2L, 4L)) {
      options(accord.threads = k)
      expect_true(identical(call(), one), info = paste(deparse(body(call)), k, "threads"))
    }
  }
})

test_that("pairs and categories do not depend on the order of rows or on names", {
  for (data in some) {
    # raters in another order of the alphabet, the same pairs
    shuffled <- data[order(data$score, data$item), ]
    expected <- pairwise_agreement(data, item, rater, score, weights = "linear")
    got <- pairwise_agreement(shuffled, item, rater, score, weights = "linear")
    expect_equal(sort(got$estimate), sort(expected$estimate), tolerance = 1e-12)
    expect_equal(as.matrix(got)[rownames(as.matrix(expected)), colnames(as.matrix(expected))],
      as.matrix(expected),
      tolerance = 1e-12
    )
    expect_equal(as.matrix(got), t(as.matrix(got)))
    by_label <- category_agreement(data, item, rater, label, ci = ci_jackknife())
    by_score <- category_agreement(data, item, rater, score, ci = ci_jackknife())
    at <- match(
      paste(by_label$coefficient, match(by_label$category, c("e", "a", "d", "b", "c"))),
      paste(by_score$coefficient, by_score$category)
    )
    expect_same(by_score[at, ], by_label, leave_out = "category")
  }
})
