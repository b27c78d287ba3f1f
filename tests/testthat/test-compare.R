# The linearised interval where a test names none: what is tested here is the joint variance.
compare_analytic <- function(..., ci = ci_analytic()) compare_agreement(..., ci = ci)

# Differences of two figures: against Gwet's own numbers, against gradients over the items of both
# sides, against items really taken out, and against draws made here.

kinds <- c(
  "percent_agreement", "fleiss_kappa", "conger_kappa", "light_kappa", "brennan_prediger", "gwet_ac1",
  "krippendorff_alpha"
)

# Two rounds of ratings by four raters in four categories, with gaps: the first has items 1 to 14, the
# second `second`. Items that are hard are hard twice.
two_rounds <- function(seed, second = 1:14) {
  local_seed(seed)
  truth <- sample.int(4, 40, replace = TRUE)
  easy <- stats::runif(40, 0.3, 1)
  rounds <- lapply(list(a = 1:14, b = second), function(items) {
    cells <- expand.grid(rater = c("ann", "bob", "cat", "dan"), item = items, stringsAsFactors = FALSE)
    right <- stats::runif(nrow(cells)) < easy[cells$item]
    cells$rating <- ifelse(right, truth[cells$item], sample.int(4, nrow(cells), replace = TRUE))
    cells[stats::runif(nrow(cells)) > 0.2, ]
  })
  data <- rbind(cbind(round = "a", rounds$a), cbind(round = "b", rounds$b))
  data$item <- paste0("item", data$item)
  data
}

# These tests differ in whether rounds have common items.
compare_rounds <- function(data, coefficient, ..., weights = NULL, paired = TRUE) {
  without_warnings(what = "not_paired", code = compare_analytic(data, item, rater, rating, ...,
    by = round, coefficients = coefficient, categories = 1:4, weights = weights, paired = paired,
    level = if (coefficient[1] == "krippendorff_alpha" && is.null(weights)) "nominal"
  ))
}

# One side by the oracle: `f`, its value under weights of its items, their names, and its gradient.
oracle_side <- function(rows, coefficient, w) {
  items <- oracle_items(rows$item, rows$rater, rows$rating)
  value <- oracle_function(items, coefficient, w)
  if (coefficient == "krippendorff_alpha") value <- oracle_large_alpha(items, w)
  part <- oracle_taking_part(items, coefficient)
  names <- unique(rows$item)
  gradient <- oracle_gradient(function(v) value(v)[["estimate"]], items$times)
  list(
    estimate = oracle_kappa(items, coefficient, w)[["estimate"]], n = sum(part),
    f = function(v) value(v)[["estimate"]],
    # The rules of ?compare_agreement, by name of the item.
    e = stats::setNames(sqrt(sum(part) / (sum(part) - 1)) * gradient, names)[part],
    used = names[part]
  )
}

oracle_sides <- function(data, coefficient, w) {
  lapply(split(data, data$round), oracle_side, coefficient = coefficient, w = w)
}

# Returns the variance of the difference and its degrees of freedom, from the influence of each item on each side.
oracle_difference <- function(e_1, e_2) {
  squares <- m <- c(0, 0, 0)
  for (item in union(names(e_1), names(e_2))) {
    own <- c(item %in% names(e_1), item %in% names(e_2))
    kind <- if (all(own)) 3 else which(own)
    d <- (if (own[2]) e_2[[item]] else 0) - (if (own[1]) e_1[[item]] else 0)
    squares[kind] <- squares[kind] + d^2
    m[kind] <- m[kind] + 1
  }
  list(variance = sum(squares), df = sum(squares)^2 / sum(squares[m > 0]^2 / (m[m > 0] - 1)), m = m)
}

# Only items with two ratings in both rounds, so that both sides of any coefficient use the same.
rated_twice <- function(data) {
  keep <- names(which(rowSums(table(data$item, data$round) > 1) == 2))
  data[data$item %in% keep, ]
}

# The difference where each item has one weight, in whichever round it is; `v` is named by item.
difference_under <- function(v, sides, data) {
  side <- function(round) sides[[round]]$f(v[unique(data$item[data$round == round])])
  side("b") - side("a")
}

expect_comparison <- function(got, sides, truth, info) {
  difference <- sides$b$estimate - sides$a$estimate
  s <- sqrt(truth$variance)
  half <- stats::qt(0.975, truth$df) * s
  expect_equal(got$estimate_1, sides$a$estimate, tolerance = 1e-12, info = info)
  expect_equal(got$estimate_2, sides$b$estimate, tolerance = 1e-12, info = info)
  expect_equal(got$estimate, difference, tolerance = 1e-10, info = info)
  expect_equal(got$std.error, s, tolerance = 1e-6, info = info)
  expect_equal(got$df, truth$df, tolerance = 1e-6, info = info)
  expect_equal(got$statistic, difference / s, tolerance = 1e-6, info = info)
  expect_equal(got$p.value, 2 * stats::pt(-abs(difference / s), truth$df), tolerance = 1e-6, info = info)
  expect_equal(c(got$conf.low, got$conf.high), difference + c(-half, half), tolerance = 1e-6, info = info)
  expect_identical(got$n_shared, length(intersect(sides$a$used, sides$b$used)), info = info)
  expect_identical(c(got$n_items_1, got$n_items_2), lengths(list(sides$a$used, sides$b$used)), info = info)
}

test_that("Gwet's package has the same differences, standard errors and tests", {
  data <- read_reference("tables/pairedCAC-ratings.csv")
  printed <- read_reference("compare-published.csv", colClasses = c(value = "character"))
  got <- compare_analytic(data, item, coder, label,
    by = round, paired = TRUE, coefficients = unique(printed$coefficient), level = "nominal"
  )
  # The second round without its fourth rater.
  three <- data[!(data$round == 2 & data$coder == "RaterD"), ]
  three <- compare_analytic(three, item, coder, label, by = round, paired = TRUE, coefficients = "fleiss")
  for (i in seq_len(nrow(printed))) {
    row <- printed[i, ]
    one <- if (row$raters == "all") got[got$coefficient == row$coefficient, ] else three
    if (row$coefficient == "krippendorff_alpha") {
      # It multiplies the influences, though not the estimates, by 1 - 1 / n..; n.. = 60 ratings.
      one$std.error <- one$std.error * (1 - 1 / 60)
      one$statistic <- one$estimate / one$std.error
      one$p.value <- 2 * stats::pt(-one$statistic, 14)
    }
    quantity <- if (row$quantity == "difference") "estimate" else row$quantity
    expect_published(one[[quantity]], as.numeric(row$value), row$digits,
      info = paste(row$coefficient, row$raters, row$quantity)
    )
  }
})

test_that("on the same items the variance is n / (n - 1) times the squared gradient of the difference", {
  skip_if_quick()
  data <- rated_twice(two_rounds(1))
  items <- unique(data$item)
  n <- length(items)
  for (coefficient in kinds) {
    scheme <- if (coefficient %in% c("fleiss_kappa", "light_kappa")) "linear" else "identity"
    sides <- oracle_sides(data, coefficient, oracle_weights(scheme, 1:4))
    both <- function(v) difference_under(stats::setNames(v, items), sides, data)
    truth <- list(variance = n / (n - 1) * sum(oracle_gradient(both, rep(1, n))^2), df = n - 1)
    got <- compare_rounds(data, coefficient, ci = ci_analytic(variance = "ratio"), weights = scheme)
    expect_comparison(got, sides, truth, info = coefficient)
    expect_identical(got$n_shared, n)
  }
})

test_that("with some common items, each item has one part in the variance", {
  skip_if_quick()
  for (seed in 2:3) {
    data <- two_rounds(seed, second = 8:22)
    for (coefficient in kinds) {
      sides <- oracle_sides(data, coefficient, diag(4))
      truth <- oracle_difference(sides$a$e, sides$b$e)
      expect_true(all(truth$m > 1))
      got <- compare_rounds(data, coefficient, ci = ci_analytic(variance = "ratio"))
      expect_comparison(got, sides, truth, info = paste(seed, coefficient))
    }
  }
})

test_that("with other items, the variances add up", {
  skip_if_quick()
  data <- two_rounds(5, second = 21:33)
  for (coefficient in kinds) {
    rows <- split(data, data$round)
    items <- lapply(rows, function(x) oracle_items(x$item, x$rater, x$rating))
    n <- vapply(items, function(x) sum(oracle_taking_part(x, coefficient)), 0)
    welch <- function(v) sum(v)^2 / sum(v^2 / (n - 1))
    v <- vapply(items, oracle_se_gwet, 0, coefficient, diag(4))^2
    got <- compare_rounds(data, coefficient)
    expect_equal(got$std.error, sqrt(sum(v)), tolerance = 1e-6, info = coefficient)
    expect_equal(got$n_shared, 0L)
    if (coefficient %in% c("fleiss_kappa", "percent_agreement", "krippendorff_alpha")) {
      v <- vapply(items, oracle_se_ratio, 0, coefficient, diag(4))^2
      got <- compare_rounds(data, coefficient, ci = ci_analytic(variance = "ratio"))
      expect_equal(got$df, welch(v), tolerance = 1e-6, info = coefficient)
    }
    v <- vapply(items, oracle_kappa_jackknife, 0, coefficient, diag(4))^2
    got <- compare_rounds(data, coefficient, ci = ci_jackknife())
    expect_equal(got$std.error, sqrt(sum(v)), tolerance = 1e-9, info = coefficient)
    expect_equal(got$df, welch(v), tolerance = 1e-9, info = coefficient)
  }
})

test_that("groups have items of their own unless the user says that the same id is the same item", {
  data <- two_rounds(6)
  apart <- transform(data, item = paste(round, item))
  shown <- function(x) x[!names(x) %in% c("n_shared", "paired")]
  a <- compare_analytic(data, item, rater, rating, by = round, coefficients = "fleiss", categories = 1:4)
  expect_false(a$paired)
  expect_gt(a$n_shared, 0L)
  expect_equal(shown(a), shown(compare_rounds(apart, "fleiss_kappa")))
  expect_equal(a, compare_rounds(data, "fleiss_kappa", paired = FALSE))
  paired <- compare_rounds(data, "fleiss_kappa")
  expect_true(paired$paired)
  expect_false(isTRUE(all.equal(a$std.error, paired$std.error)))
  expect_true(compare_analytic(data[data$round == "a", ], item, rater, rating,
    coefficients = c("fleiss", "percent"))$paired)
})

test_that("the first line says what was paired, and a line what could be", {
  data <- two_rounds(6)
  n <- length(intersect(data$item[data$round == "a"], data$item[data$round == "b"]))
  text <- function(...) format(compare_rounds(data, "percent_agreement", ...), width = 200)
  expect_match(text()[1], "paired on ([0-9]+ items in common|the same [0-9]+ items)")
  apart <- text(paired = NULL)
  expect_match(apart[1], "not paired: the groups are taken as having different items")
  expect_match(apart, "ids are in both groups: `paired = TRUE` if they are the same items", all = FALSE)
  other <- compare_rounds(transform(data, item = paste(round, item)), "percent_agreement", paired = NULL)
  expect_match(format(other)[1], "not paired: no common items")
  expect_no_match(format(other), "paired = TRUE")
  # If pairing was requested, a warning says that there is none.
  expect_warning(
    compare_agreement(transform(data, item = paste(round, item)), item, rater, rating, by = round, paired = TRUE,
      coefficients = "percent"
    ), "No two groups have an item in common",
    class = "accord_warning_not_paired"
  )
})

test_that("patients that are counted anew in each place are not paired", {
  data <- two_rounds(12)
  north <- compare_agreement(data, item, rater, rating, by = round, level = "nominal", ci = ci_analytic())
  v <- vapply(c("a", "b"), function(r) {
    krippendorff_alpha(
      data[data$round == r, ], item, rater, rating, level = "nominal", ci = ci_analytic()
    )$std.error^2
  }, 0)
  expect_equal(north$std.error, sqrt(sum(v)))
})

estimate <- function(rows, coefficient) {
  oracle_kappa(oracle_items(rows$item, rows$rater, rows$rating), coefficient, diag(4))[["estimate"]]
}
# The second round less the first.
difference <- function(rows, coefficient) {
  estimate(rows[rows$round == "b", ], coefficient) - estimate(rows[rows$round == "a", ], coefficient)
}

test_that("the jackknife takes each item out of both sides", {
  data <- rated_twice(two_rounds(7))
  items <- unique(data$item)
  n <- length(items)
  for (coefficient in kinds) {
    without <- vapply(items, function(item) difference(data[data$item != item, ], coefficient), 0)
    s <- sqrt((n - 1) / n * sum((without - mean(without))^2))
    got <- compare_rounds(data, coefficient, ci = ci_jackknife(conf_level = 0.9))
    expect_equal(got$std.error, s, tolerance = 1e-9, info = coefficient)
    half <- stats::qt(0.95, n - 1) * s
    expect_equal(got$conf.high - got$estimate, half, tolerance = 1e-9, info = coefficient)
    expect_identical(got$conf.level, 0.9)
  }
})

test_that("each draw of the bootstrap serves both sides", {
  skip_if_quick()
  data <- two_rounds(8)
  items <- unique(data$item)
  n <- length(items)
  for (coefficient in c("fleiss_kappa", "conger_kappa", "light_kappa", "gwet_ac1")) {
    sides <- oracle_sides(data, coefficient, diag(4))
    local_seed(3)
    draws <- vapply(1:30, function(b) {
      v <- tabulate(draw_places(n), n)
      difference_under(stats::setNames(v, items), sides, data)
    }, 0)
    set.seed(3)
    got <- compare_rounds(data, coefficient, ci = ci_bootstrap(times = 30, conf_level = 0.8))
    expect_equal(got$std.error, stats::sd(draws), tolerance = 1e-10, info = coefficient)
    limits <- stats::quantile(draws, c(0.1, 0.9), type = 6, names = FALSE)
    expect_equal(c(got$conf.low, got$conf.high), limits, tolerance = 1e-10, info = coefficient)
    beyond <- min(sum(draws <= 0), sum(draws >= 0))
    expect_equal(got$p.value, min(1, 2 * (beyond + 1) / 31), info = coefficient)
    expect_identical(c(got$statistic, got$df), c(NA_real_, NA_real_))
    set.seed(3)
    got <- compare_rounds(data, coefficient, ci = ci_bootstrap(times = 30, type = "normal"))
    expect_equal(got$statistic, got$estimate / stats::sd(draws), tolerance = 1e-9, info = coefficient)
    expect_equal(got$p.value, 2 * stats::pnorm(-abs(got$statistic)), tolerance = 1e-9)
  }
})

test_that("groups without common items are drawn apart, others together", {
  strata <- units_drawn_together(list(c(1, 2), c(5, 6), c(2, 5), c(8, 9), integer()))
  expect_equal(strata, list(c(1, 2, 5, 6), c(8, 9)))
  expect_equal(units_drawn_together(list(c(4, 7))), list(c(4, 7)))
  # Draws of each round by itself, all of the first before all of the second. No two items are equal.
  data <- two_rounds(15, second = 21:33)
  sides <- oracle_sides(data, "conger_kappa", diag(4))
  n <- c(length(unique(data$item[data$round == "a"])), length(unique(data$item[data$round == "b"])))
  local_seed(4)
  draws <- vapply(1:20, function(b) {
    v <- lapply(n, function(n) tabulate(draw_places(n), n))
    sides$b$f(v[[2]]) - sides$a$f(v[[1]])
  }, 0)
  set.seed(4)
  got <- compare_rounds(data, "conger_kappa", ci = ci_bootstrap(times = 20))
  expect_equal(got$std.error, stats::sd(draws), tolerance = 1e-10)
})

test_that("equal items are drawn as one, as often as there are such", {
  # Two raters agree on 80 and 60 of 100 items, and on 50 of these in both rounds.
  agree <- list(a = rep(c(TRUE, FALSE), c(80, 20)), b = rep(c(TRUE, FALSE), c(50, 50)))
  agree$b[91:100] <- TRUE
  data <- do.call(rbind, lapply(names(agree), function(round) {
    second <- ifelse(agree[[round]], "x", "y")
    rater <- rep(c("ann", "bob"), each = 100)
    data.frame(round = round, item = rep(1:100, 2), rater = rater, label = c(rep("x", 100), second))
  }))
  ratings <- as_ratings(data, item, rater, label, by = round)
  joined <- join_equal_units(ratings, registry_entries("percent_agreement"), rep(1:100, 2))
  expect_equal(joined$mass, c(50, 30, 10, 10))
  expect_length(joined$ratings$items, 8)
  error <- function(paired) {
    set.seed(1)
    compare_agreement(
      data, item, rater, label,
      by = round, paired = paired, coefficients = "percent", ci = ci_bootstrap(times = 4000)
    )$std.error
  }
  spread <- function(x) sqrt(mean((x - mean(x))^2) / 100)
  expect_equal(error(TRUE), spread(agree$b - agree$a), tolerance = 0.05)
  expect_equal(error(FALSE), sqrt(spread(agree$a)^2 + spread(agree$b)^2), tolerance = 0.05)
})

test_that("several coefficients of the same data are compared with each other", {
  data <- two_rounds(10)
  data <- data[data$round == "a", ]
  coefficients <- c("fleiss_kappa", "percent_agreement", "conger_kappa")
  got <- compare_analytic(data, item, rater, rating,
    coefficients = coefficients, categories = 1:4, weights = "linear", ci = ci_analytic(variance = "ratio")
  )
  expect_equal(got$coefficient_1, c("fleiss_kappa", "fleiss_kappa", "percent_agreement"))
  expect_equal(got$coefficient_2, c("percent_agreement", "conger_kappa", "conger_kappa"))
  expect_equal(got$metric_1, rep("linear", 3))
  sides <- lapply(coefficients, oracle_side, rows = data, w = oracle_weights("linear", 1:4))
  for (i in 1:3) {
    pair <- sides[list(1:2, c(1, 3), 2:3)[[i]]]
    truth <- oracle_difference(pair[[1]]$e, pair[[2]]$e)
    expect_comparison(got[i, ], list(a = pair[[1]], b = pair[[2]]), truth, info = i)
  }
  against <- compare_analytic(data, item, rater, rating,
    coefficients = c("percent", "alpha", "gwet_ac"), categories = 1:4, level = "ordinal",
    reference = "gwet_ac"
  )
  expect_equal(against$coefficient_1, rep("gwet_ac1", 2))
  expect_equal(against$coefficient_2, c("percent_agreement", "krippendorff_alpha"))
  for (short in c("alpha", "gwet")) {
    first <- compare_analytic(data, item, rater, rating,
      coefficients = c("percent", "alpha", "gwet_ac"), categories = 1:4, level = "ordinal", reference = short
    )$coefficient_1
    expect_equal(first, rep(c(alpha = "krippendorff_alpha", gwet = "gwet_ac1")[[short]], 2))
  }
  expect_equal(against$metric_2, c("identity", "ordinal"))
})

test_that("sets of raters are compared on their ratings", {
  skip_if_quick()
  data <- two_rounds(11)
  data <- data[data$round == "a", ]
  sets <- list(all = NULL, few = c("ann", "bob", "dan"), others = c("cat", "ann"))
  for (coefficient in c("fleiss_kappa", "conger_kappa", "light_kappa", "krippendorff_alpha")) {
    got <- compare_analytic(data, item, rater, rating,
      raters = sets, reference = "few", coefficients = coefficient, categories = 1:4, level = NULL,
      weights = "identity", ci = ci_analytic(variance = "ratio")
    )
    expect_equal(got$group_1, c("few", "few"))
    expect_equal(got$group_2, c("all", "others"))
    side <- function(who) oracle_side(data[data$rater %in% who, ], coefficient, diag(4))
    few <- side(sets$few)
    for (i in 1:2) {
      other <- side(list(unique(data$rater), sets$others)[[i]])
      expect_comparison(got[i, ], list(a = few, b = other), oracle_difference(few$e, other$e), coefficient)
    }
  }
})

test_that("what is compared, and in which order", {
  data <- two_rounds(12)
  data$round[data$item %in% c("item1", "item2", "item3", "item4")] <- "c"
  data <- data[!duplicated(data[c("round", "item", "rater")]), ]
  got <- compare_rounds(data, c("fleiss_kappa", "percent_agreement"))
  expect_equal(got$group_1, rep(c("a", "a", "b"), each = 2))
  expect_equal(got$group_2, rep(c("b", "c", "c"), each = 2))
  expect_equal(got$coefficient, rep(c("fleiss_kappa", "percent_agreement"), 3))
  back <- compare_rounds(data, "fleiss_kappa", reference = "b")
  expect_equal(back$group_1, c("b", "b"))
  expect_equal(back$group_2, c("a", "c"))
  expect_equal(back$estimate, c(-1, 1) * got$estimate[c(1, 5)])
  expect_equal(back$conf.low[1], -got$conf.high[1])
  expect_equal(back$std.error, got$std.error[c(1, 5)])
  # Numbers are groups too, and a factor has an order of its own.
  late <- transform(data, round = factor(round, levels = c("c", "a", "b"), labels = c("3", "1", "2")))
  expect_equal(compare_rounds(late, "fleiss_kappa")$group_1, c("3", "3", "1"))
  expect_equal(compare_rounds(late, "fleiss_kappa", reference = 2)$group_1, c("2", "2"))
  halves <- transform(data, half = ifelse(item < "item2", "x", "y"))
  two <- compare_analytic(halves, item, rater, rating,
    by = c(round, half), coefficients = "percent", reference = "a, y", ci = ci_none(), categories = 1:4
  )
  expect_equal(two$group_2, setdiff(sort(unique(paste(halves$round, halves$half, sep = ", "))), "a, y"))
})

test_that("p values are adjusted for all tests of the call", {
  data <- two_rounds(13)
  for (adjust in c("holm", "bonferroni", "none")) {
    got <- compare_rounds(data, c("fleiss_kappa", "percent_agreement", "gwet_ac"), adjust = adjust)
    p <- sort(got$p.value)
    by_hand <- switch(adjust,
      holm = pmin(1, c(3 * p[1], max(3 * p[1], 2 * p[2]), max(3 * p[1], 2 * p[2], p[3]))),
      bonferroni = pmin(1, 3 * p),
      none = p
    )
    expect_equal(got$adj.p.value[order(got$p.value)], by_hand)
    expect_identical(got$adjust, rep(adjust, 3))
  }
})

test_that("neither order, names, layout nor the number of threads matters", {
  data <- two_rounds(14, second = 8:22)
    for (ci in list(ci_analytic(), ci_jackknife())) {
    compare <- function(data) compare_rounds(data, kinds, ci = ci, weights = "identity")
    got <- compare(data)
    expect_equal(nrow(got), length(kinds))
    local_seed(1)
    shuffled <- data[sample.int(nrow(data)), ]
    expect_equal(compare(shuffled), got, tolerance = 1e-10)
    renamed <- transform(data, rater = c(ann = "z", bob = "y", cat = "x", dan = "w")[rater])
    expect_equal(compare(renamed), got, tolerance = 1e-10)
    ratings <- as_ratings(data, item, rater, rating, by = round, categories = 1:4)
    expect_identical(compare_analytic(ratings, coefficients = kinds, ci = ci, weights = "identity", paired = TRUE), got)
  }
  with_threads <- function(threads) {
    old <- options(accord.threads = threads)
    on.exit(options(old))
    set.seed(2)
    compare_rounds(data, c("fleiss_kappa", "conger_kappa"), ci = ci_bootstrap(times = 20))
  }
  expect_identical(with_threads(1L), with_threads(2L))
})

test_that("a grouped data frame is compared by its groups", {
  skip_if_not_installed("dplyr")
  data <- two_rounds(15)
  grouped <- dplyr::group_by(data, round)
  got <- compare_analytic(
    grouped, item, rater, rating, coefficients = "fleiss", categories = 1:4, paired = TRUE
  )
  expect_identical(got, compare_rounds(data, "fleiss_kappa"))
})

# Documents of three items each; `c` after what each item does to a side.
in_documents <- function(data) {
  transform(data, document = paste0("d", as.integer(sub("item", "", item)) %% 5))
}

test_that("clusters take the place of items", {
  data <- in_documents(two_rounds(16, second = 8:22))
  w <- diag(4)
  document <- function(item) paste0("d", as.integer(sub("item", "", item)) %% 5)
  for (coefficient in c("fleiss_kappa", "conger_kappa", "krippendorff_alpha", "percent_agreement")) {
    sides <- oracle_sides(data, coefficient, w)
    # The gradients of the items of a document, summed up.
    e <- lapply(sides, function(side) {
      gradient <- side$e * sqrt((side$n - 1) / side$n)
      sums <- tapply(gradient, document(names(gradient)), sum)
      c(sqrt(length(sums) / (length(sums) - 1)) * sums)
    })
    truth <- oracle_difference(e$a, e$b)
    got <- compare_rounds(data, coefficient, ci = ci_analytic(variance = "ratio"), cluster = document)
    expect_comparison(got, sides, truth, info = coefficient)
    expect_identical(got$df, 4)
    expect_identical(got$interval, "analytic over clusters")
  }
})

test_that("groups without a common item are paired by their common clusters, and no warning says otherwise", {
  data <- in_documents(two_rounds(18))
  apart <- transform(data, item = paste(round, item))
  compared <- function(...) {
    compare_agreement(
      apart, item, rater, rating,
      by = round, paired = TRUE, coefficients = "percent", ci = ci_analytic(variance = "ratio"), ...
    )
  }
  expect_no_warning(got <- compared(cluster = document))
  expect_identical(got$n_shared, 0L)
  expect_match(format(got)[1], "no common items; the same id is the same cluster")
  # by hand: what the items of a document add up to, in both rounds
  sums <- lapply(c("a", "b"), function(r) {
    rows <- apart[apart$round == r, ]
    share <- c(tapply(rows$rating, rows$item, function(x) {
      if (length(x) < 2) NA else mean(outer(x, x, `==`)[row(diag(length(x))) != col(diag(length(x)))])
    }))
    share <- share[!is.na(share)]
    u <- (share - mean(share)) / length(share)
    s <- tapply(u, factor(rows$document[match(names(share), rows$item)], unique(data$document)), sum)
    used <- sum(!is.na(s))
    ifelse(is.na(s), 0, s) * sqrt(used / (used - 1))
  })
  expect_equal(got$std.error, sqrt(sum((sums[[2]] - sums[[1]])^2)))
  # documents of their own
  expect_warning(
    compare_agreement(
      transform(apart, document = paste(round, document)), item, rater, rating,
      by = round, paired = TRUE, coefficients = "percent", ci = ci_analytic(), cluster = document
    ),
    class = "accord_warning_not_paired"
  )
})

test_that("the jackknife takes whole clusters out of both sides, the bootstrap draws them", {
  data <- in_documents(two_rounds(17))
  documents <- unique(data$document)
  for (coefficient in c("fleiss_kappa", "conger_kappa", "light_kappa", "krippendorff_alpha")) {
    without <- vapply(documents, function(d) difference(data[data$document != d, ], coefficient), 0)
    s <- sqrt(4 / 5 * sum((without - mean(without))^2))
    got <- compare_rounds(data, coefficient, ci = ci_jackknife(), cluster = document)
    expect_equal(got$std.error, s, tolerance = 1e-9, info = coefficient)
    expect_identical(got$df, 4)
  }
  sides <- oracle_sides(data, "fleiss_kappa", diag(4))
  items <- unique(data$item)
  local_seed(5)
  draws <- vapply(1:20, function(b) {
    times <- stats::setNames(tabulate(draw_places(5), 5), documents)
    v <- stats::setNames(times[data$document[match(items, data$item)]], items)
    difference_under(v, sides, data)
  }, 0)
  set.seed(5)
  got <- compare_rounds(data, "fleiss_kappa", ci = ci_bootstrap(times = 20), cluster = document)
  expect_equal(got$std.error, stats::sd(draws), tolerance = 1e-10)
  # Rounds with documents of their own.
  apart <- compare_rounds(data, "fleiss_kappa", ci = ci_jackknife(), cluster = document, paired = FALSE)
  alone <- vapply(c("a", "b"), function(round) {
    rows <- data[data$round == round, ]
    without <- vapply(documents, function(d) estimate(rows[rows$document != d, ], "fleiss_kappa"), 0)
    4 / 5 * sum((without - mean(without))^2)
  }, 0)
  expect_equal(apart$std.error, sqrt(sum(alone)), tolerance = 1e-9)
})

test_that("sets of raters have the clusters of their items", {
  data <- in_documents(two_rounds(18))
  data <- data[data$round == "a", ]
  sets <- list(all = NULL, few = c("ann", "bob", "dan"))
  got <- compare_analytic(data, item, rater, rating,
    raters = sets, coefficients = "fleiss", categories = 1:4, cluster = document, ci = ci_jackknife()
  )
  without <- vapply(unique(data$document), function(d) {
    rows <- data[data$document != d, ]
    estimate(rows[rows$rater != "cat", ], "fleiss_kappa") - estimate(rows, "fleiss_kappa")
  }, 0)
  expect_equal(got$std.error, sqrt(4 / 5 * sum((without - mean(without))^2)), tolerance = 1e-9)
})

test_that("the number of common items stays, however narrow the console is", {
  x <- compare_rounds(two_rounds(6), c("fleiss_kappa", "percent_agreement"), paired = FALSE)
  expect_match(format(x, width = 60), "Shared", all = FALSE)
  expect_match(format(x, width = 40), "Difference .*Shared", all = FALSE)
})

test_that("the second less the first is the mirror image of the first less the second, in each interval", {
  data <- two_rounds(8)
  for (ci in list(ci_bayes(), ci_jackknife())) {
    # Pairing is a property of the items, not of the interval.
    for (paired in test_size(ci$method == "bayes", c(TRUE, FALSE))) {
      one <- function(reference) {
        compare_agreement(
          data, item, rater, rating, by = round, reference = reference, paired = paired, ci = ci,
          coefficients = c("fleiss", "percent"), categories = 1:4
        )
      }
      there <- one("a")
      back <- one("b")
      expect_identical(there$estimate, -back$estimate)
      expect_equal(there$conf.low, -back$conf.high, tolerance = 1e-12)
      expect_equal(there$conf.high, -back$conf.low, tolerance = 1e-12)
      expect_equal(there$p.value, back$p.value, tolerance = 1e-12)
    }
  }
})

test_that("no p value is 0", {
  set.seed(23)
  one <- simulate_ratings(150, 3, accuracy = 0.95)[1:3]
  two <- simulate_ratings(150, 3, accuracy = 0.6)[1:3]
  data <- rbind(cbind(g = "A", one), cbind(g = "B", two))
  found <- compare_agreement(data, item, rater, rating, by = g)
  expect_gt(found$p.value, 0)
  expect_lt(found$p.value, 0.001)
})

# Two raters and categories: the shares of agreement have the beta posteriors of ?ci_bayes. Here that of the first
# group is the higher one, so the less favourable limit has random ratings in it and agreeing ones in the second.
test_that("small p values are probabilities of the posterior, and not of how many draws were made", {
  labels <- function(agree, n) {
    x <- rep(c("a", "b"), length.out = n)
    other <- ifelse(seq_len(n) <= agree, x, ifelse(x == "a", "b", "a"))
    data.frame(item = rep(seq_len(n), 2), rater = rep(1:2, each = n), label = c(x, other))
  }
  p_value <- function(agree, n) {
    data <- rbind(cbind(g = "A", labels(agree[1], n)), cbind(g = "B", labels(agree[2], n)))
    compare_agreement(data, item, rater, label, by = g, coefficients = "percent")$p.value
  }
  # from 60 items on an item counts as one observation
  exact <- function(agree, n) {
    x <- seq(0, 1, length.out = 20001)
    first <- stats::pbeta(x, agree[1] + 1 / 2, n - agree[1] + 1 / 2)
    second <- stats::pbeta((x[-1] + x[-20001]) / 2, agree[2] + 1, n - agree[2], lower.tail = FALSE)
    2 * sum(diff(first) * second)
  }
  for (case in list(list(c(56, 50), 60), list(c(190, 165), 200), list(c(190, 160), 200), list(c(285, 250), 300))) {
    expect_equal(p_value(case[[1]], case[[2]]) / exact(case[[1]], case[[2]]), 1, tolerance = 0.15)
  }
  # with more items the same shares give narrower limits
  expect_equal(p_value(c(950, 600), 1000), 2e-8)
})

test_that("a p value is below 1 - conf_level exactly if the limits exclude 0, also where both are close", {
  skip_if_quick()
  set.seed(31)
  for (i in 1:test_size(4, 20)) {
    method <- if (i %% 2) ci_bayes else function(conf_level) ci_bootstrap(times = 100, conf_level = conf_level)
    n <- pick(c(15, 30, 60))
    data <- rbind(
      cbind(g = "A", simulate_ratings(n, 2, accuracy = 0.85)[1:3]),
      cbind(g = "B", simulate_ratings(n, 2, accuracy = pick(c(0.6, 0.8)))[1:3])
    )
    level <- 0.95
    for (step in 1:8) { # towards the level of which 0 is a limit
      x <- compare_agreement(data, item, rater, rating, by = g, ci = method(conf_level = level))
      expect_identical(x$p.value < 1 - level, x$conf.low > 0 || x$conf.high < 0)
      level <- 1 - min(x$p.value, 0.8)
    }
  }
})

test_that("default limits enclose the difference, also where it lies outside the posterior", {
  skip_if_quick()
  few <- list(
    data.frame(
      g = rep(c("a", "b"), each = 18), item = rep(rep(1:9, each = 2), 2), rater = c("x", "y"),
      y = c(rep(c("p", "q", "q", "p", "p", "q"), 3), rep(c("p", "p", "q", "q", "p", "p"), 3))
    ),
    data.frame(
      g = rep(c("a", "b"), each = 4), item = rep(c(1, 1, 2, 2), 2), rater = c("x", "y"),
      y = c("p", "q", "q", "p", "p", "p", "q", "q")
    )
  )
  for (data in few) {
    x <- compare_agreement(data, item, rater, y, by = g, coefficients = c("percent", "fleiss", "light"))
    x <- x[!is.na(x$conf.low), ]
    expect_gt(nrow(x), 0)
    expect_true(all(x$conf.low <= x$estimate & x$estimate <= x$conf.high))
  }
})

test_that("columns that were made factors are printed as before, and rows without values too", {
  d <- data.frame(item = rep(1:12, 2), rater = rep(c("a", "b"), each = 12), g = rep(c("p", "q"), each = 6))
  d$label <- strsplit("xyxxyyxxyxyxxyyxyxxxyyyx", "")[[1]]
  x <- compare_agreement(d, item, rater, label, by = g)
  made <- x
  text <- vapply(made, is.character, NA)
  made[text] <- lapply(made[text], factor)
  expect_identical(format(made), format(x))
  expect_identical(as.character(paper_table(made, "latex")), as.character(paper_table(x, "latex")))
  x[2, ] <- NA
  expect_match(format(x), "not paired", all = FALSE)
})

# Three questions of two rounds, coded by three people.
compared_questions <- function() {
  data <- with_seed(7, {
    n <- 40
    data <- data.frame(id = seq_len(n), round = rep(c("one", "two"), each = n / 2))
    for (question in c("tone", "frame", "size")) {
      truth <- sample(3, n, TRUE)
      for (rater in c("A", "B", "C")) {
        miss <- stats::runif(n) < if (rater == "C") 0.5 else 0.15
        data[[paste0(question, "_", rater)]] <- ifelse(miss, sample(3, n, TRUE), truth)
      }
    }
    data$frame_A <- letters[data$frame_A]
    data$frame_B <- letters[data$frame_B]
    data$frame_C <- letters[data$frame_C]
    data
  })
  list(data = data, level = c(tone = "ordinal", size = "interval"))
}
long_of <- function(data, question) {
  columns <- data[paste0(question, "_", c("A", "B", "C"))]
  data.frame(
    item = rep(data$id, 3), rater = rep(c("A", "B", "C"), each = nrow(data)), rating = unlist(columns),
    round = rep(data$round, 3)
  )
}

test_that("sets of raters, and rounds, are compared for every question, with p values adjusted together", {
  skip_if_quick()
  given <- compared_questions()
  sets <- list(all = NULL, "without C" = c("A", "B"))
  read <- function(...) read_sheet(given$data, item = id, names = "{question}_{rater}", level = given$level, ...)
  questions <- c("tone", "frame", "size")
  # Each question alone, from a plain data frame.
  alone <- function(...) {
    lapply(questions, function(question) {
      level <- c(given$level, frame = "nominal")[[question]]
      compare_agreement(long_of(given$data, question), item, rater, rating, ..., level = level, ci = ci_jackknife())
    })
  }
  expect_parts <- function(found, parts) {
    same <- c("group_1", "group_2", "metric", "estimate_1", "estimate_2", "estimate", "p.value", "conf.low", "n_shared")
    for (name in same) expect_identical(found[[name]], unlist(lapply(parts, `[[`, name)), info = name)
    expect_identical(found$adj.p.value, stats::p.adjust(found$p.value, "holm"))
    expect_identical(found$n_tests, rep(nrow(found), nrow(found)))
  }
  raters <- compare_agreement(read(), raters = sets, ci = ci_jackknife())
  expect_identical(raters$question, questions)
  expect_parts(raters, alone(raters = sets))
  rounds <- compare_agreement(read(by = round), ci = ci_jackknife())
  expect_parts(rounds, alone(by = round))
  expect_identical(tidy(rounds)$contrast, rep("two - one", 3))

  both <- compare_agreement(read(by = round), raters = sets, ci = ci_jackknife())
  expect_identical(both$question, rep(questions, each = 2))
  expect_identical(both$round, rep(c("one", "two"), 3))
  expect_identical(both$adj.p.value, stats::p.adjust(both$p.value, "holm"))
})

test_that("sets of raters are compared within each group of `by`, as in the data of that group", {
  data <- long_of(compared_questions()$data, "tone")
  sets <- list(all = NULL, "without C" = c("A", "B"))
  compare <- function(data, ...) {
    compare_agreement(data, item, rater, rating, ..., raters = sets, level = "ordinal", ci = ci_jackknife())
  }
  found <- compare(data, by = round)
  expect_identical(found$round, c("one", "two"))
  alone <- lapply(c("one", "two"), function(part) compare(data[data$round == part, ]))
  for (name in setdiff(names(alone[[1]]), c("adj.p.value", "n_tests"))) {
    expect_identical(found[[name]], unlist(lapply(alone, `[[`, name)), info = name)
  }
  expect_identical(found$adj.p.value, stats::p.adjust(found$p.value, "holm"))
  # Two p values by Bonferroni's rule, by hand: twice each.
  twice <- compare(data, by = round, adjust = "bonferroni")
  expect_identical(twice$adj.p.value, pmin(1, 2 * twice$p.value))
  expect_output(print(found), "p adj.: for 2 (z |t )?tests")
  # A set of which one rater is left has no value.
  cnd <- expect_warning(
    left <- compare(data[!(data$round == "two" & data$rater == "B"), ], by = round), "\"two\"",
    class = "accord_warning_undefined"
  )
  expect_identical(left$status, c("ok", "without C: one rater only"))
})

test_that("what is the same in all comparisons is in the note of a table, which is one in LaTeX", {
  skip_if_quick()
  set.seed(1)
  rows <- 80
  sheet <- data.frame(id = rep(1:20, each = 4), coder = letters[1:4], part = rep(c("round 1", "round 2"), each = 40))
  for (name in c("topic", "frame", "tone")) sheet[[name]] <- sample(c("a", "b", "c"), rows, TRUE)
  x <- read_sheet(sheet, item = id, rater = coder, rating = topic:tone, by = part)
  table <- paper_table(compare_agreement(x), "latex")
  expect_identical(lengths(regmatches(table, gregexpr("toprule", table))), 1L)
  expect_match(table, "Question", fixed = TRUE)
  expect_match(table, "First: round 1. Second: round 2. 10 items on each side.", fixed = TRUE)
  expect_match(table, "\\textit{p} adj.: for 3 tests of no difference", fixed = TRUE)
  expect_no_match(table, "Shared|Items 1")
  # Columns of the user keep their names, also in tables with questions.
  by <- paper_table(krippendorff_alpha(x, ci = ci_none()), "markdown")
  expect_match(by, "|Question |Part ", fixed = TRUE)
})

test_that("a rater who did not answer a question leaves its rows a status, and the other questions their differences", {
  sheet <- data.frame(
    id = 1:8, tone_a = c(1, 2, 3, 1, 2, 3, 1, 2), tone_b = c(1, 2, 3, 2, 2, 3, 1, 1),
    tone_c = c(1, 1, 3, 1, 2, 2, 1, 2),
    ad_a = c(1, 2, 1, 1, 2, 2, 1, 2), ad_b = c(1, 2, 2, 1, 2, 2, 1, 1)
  )
  x <- read_sheet(sheet, item = id, names = "{question}_{rater:a|b|c}")
  sets <- list(all = NULL, "without c" = c("a", "b"), "without b" = c("a", "c"))
  expect_warning(
    got <- compare_agreement(x, raters = sets, level = "nominal", ci = ci_none()), class = "accord_warning_undefined"
  )
  tone <- got[got$question == "tone", ]
  expect_identical(tone$status, rep("ok", 3))
  alone <- compare_agreement(as_ratings(x, question = "tone", level = "nominal"), raters = sets, ci = ci_none())
  expect_identical(tone$estimate, alone$estimate)
  ad <- got[got$question == "ad", ]
  expect_identical(
    ad$status, c("the same raters on both sides", rep("without b: one rater only", 2))
  )
  expect_identical(ad$estimate, rep(NA_real_, 3))
  expect_false(anyNA(ad$estimate_1))
  # Someone who rated nothing at all is misspelled.
  unknown <- list(all = NULL, other = c("a", "z"))
  expect_error(compare_agreement(x, raters = unknown), class = "accord_error_unknown_rater")
})
