# Three raters, who fill these tables (first rater in rows):
#   ann, bob: a-a 2, a-b 1, b-a 1, b-b 2   p_a 4/6, p_e 1/2                    kappa 1/3
#   ann, cat: a-a 2, a-b 1, b-a 1, b-b 1   p_a 3/5, p_e (3 * 3 + 2 * 2) / 25   kappa 1/6
#   bob, cat: the same as ann, cat
# cat skipped item 4.
three <- function(...) {
  transform(
    data.frame(
      item = rep(1:6, each = 3), rater = c("bob", "cat", "ann"),
      label = c(
        "a", "a", "a", "b", "a", "b", "b", "b", "a", "b", NA, "b", "a", "a", "a", "a", "b", "b"
      )
    ),
    ...
  )
}

# Random sparse ratings in categories 1 to 5, without 4; some raters share no items.
sparse <- function(seed) {
  local_seed(seed)
  n <- 40
  data <- data.frame(
    item = rep(seq_len(n), each = 3), rater = c(replicate(n, sample(c("d", "b", "a", "c", "e"), 3))),
    truth = rep(sample(c(1, 2, 3, 5), n, replace = TRUE), each = 3)
  )
  seen <- sample(c(1, 2, 3, 5), 3 * n, replace = TRUE)
  data$score <- ifelse(stats::runif(3 * n) < 0.6, data$truth, seen)
  data$score[sample(3 * n, 12)] <- NA
  # d and e never rate the same item
  data$score[data$rater == "e" & data$item %in% data$item[data$rater == "d"]] <- NA
  data
}

# The rows of two raters on the items that both rated.
common <- function(data, who) {
  data <- data[!is.na(data$score) & data$rater %in% who, ]
  data[data$item %in% data$item[duplicated(data$item)], ]
}

all_pairs <- function(raters) utils::combn(sort(raters), 2, simplify = FALSE)

quietly <- function(code) suppressWarnings(code, classes = "accord_warning")

test_that("every pair has a row, with the kappa of its common items", {
  got <- pairwise_agreement(three(), item, rater, label)
  expect_s3_class(got, c("accord_pairs", "accord_agreement", "tbl_df"), exact = FALSE)
  expect_equal(names(got), c("rater_1", "rater_2", AGREEMENT_COLUMNS))
  expect_equal(got$rater_1, c("ann", "ann", "bob"))
  expect_equal(got$rater_2, c("bob", "cat", "cat"))
  expect_equal(got$estimate, c(1 / 3, 1 / 6, 1 / 6))
  expect_equal(got$observed, c(1 / 3, 2 / 5, 2 / 5))
  expect_equal(got$expected, c(1 / 2, 12 / 25, 12 / 25))
  expect_equal(got$n_items, c(6L, 5L, 5L))
  expect_equal(got$n_raters, c(2L, 2L, 2L))
  expect_equal(got$n_ratings, c(12L, 10L, 10L))
  expect_equal(got$coefficient, rep("cohen_kappa", 3))
  expect_equal(got$metric, rep("identity", 3))
  expect_equal(got$status, rep("ok", 3))
  expect_equal(got$interval, rep("none", 3))
  expect_true(all(is.na(c(got$std.error, got$conf.low, got$conf.high, got$conf.level))))
})

test_that("each coefficient is that of its definition on the common items", {
  skip_if_quick()
  coefficients <- c(
    "percent_agreement", "cohen_kappa", "conger_kappa", "scott_pi", "fleiss_kappa", "brennan_prediger", "gwet_ac",
    "krippendorff_alpha"
  )
  w <- list(identity = diag(5), quadratic = 1 - outer(1:5, 1:5, "-")^2 / 16)
  for (weights in names(w)) {
    data <- sparse(match(weights, names(w)))
    for (coefficient in coefficients) {
      got <- pairwise_agreement(data, item, rater, score,
        coefficient = coefficient, weights = weights, categories = 1:5, ci = ci_analytic(variance = "ratio")
      )
      name <- sub("gwet_ac", if (weights == "identity") "gwet_ac1" else "gwet_ac2", coefficient)
      expect_equal(unique(got$coefficient), name)
      unit <- if (name == "krippendorff_alpha" && weights == "quadratic") 16 else 1
      met <- Filter(function(who) nrow(common(data, who)) > 0, all_pairs(unique(data$rater)))
      expect_equal(Map(c, got$rater_1, got$rater_2), met, ignore_attr = TRUE)
      expect_length(met, 9)
      for (i in seq_along(met)) {
        rows <- common(data, met[[i]])
        items <- oracle_items(rows$item, rows$rater, rows$score)
        expected <- oracle_kappa(items, name, w[[weights]])
        info <- paste(weights, coefficient, paste(met[[i]], collapse = "-"))
        expect_equal(
          c(got$estimate[i], c(got$observed, got$expected)[c(i, i + 9)] / unit), unname(expected),
          tolerance = 1e-10, info = info
        )
        expect_equal(got$n_items[i], nrow(rows) / 2, info = info)
        if (i > test_size(1, 3)) next
        s <- oracle_se_ratio(items, name, w[[weights]])
        expect_equal(got$std.error[i], if (s > 1e-7) s else NA_real_, tolerance = 1e-6, info = info)
      }
    }
  }
})

test_that("alpha of pairs takes its level, and that before the weights", {
  data <- sparse(3)
  on <- function(...) pairwise_agreement(data, item, rater, score, coefficient = "alpha", ...)
  deltas <- list(
    nominal = outer(1:5, 1:5, "!=") + 0,
    interval = outer(1:5, 1:5, "-")^2,
    ordinal = oracle_ordinal
  )
  for (level in names(deltas)) {
    got <- on(level = level)
    expected <- vapply(seq_len(nrow(got)), function(i) {
      rows <- common(data, c(got$rater_1[i], got$rater_2[i]))
      oracle_alpha(rows$item, rows$score, deltas[[level]])[["estimate"]]
    }, 0)
    expect_equal(got$estimate, expected, tolerance = 1e-10, info = level)
    expect_equal(unique(got$metric), level)
  }
  expect_identical(on(level = "interval", weights = "linear"), on(level = "interval"))
  expect_equal(unique(on(weights = "linear")$metric), "linear")
  ordered <- transform(data, score = factor(score, ordered = TRUE))
  from_factor <- pairwise_agreement(ordered, item, rater, score, coefficient = "alpha")
  expect_identical(from_factor, on(level = "ordinal"))
  expect_equal(unique(pairwise_agreement(ordered, item, rater, score)$metric), "identity")
})

test_that("weights may be a matrix, and circular ones have a range", {
  data <- sparse(4)
  w <- 1 - abs(outer(1:5, 1:5, "-")) / 4
  turned <- w[c(2, 5, 1, 4, 3), c(2, 5, 1, 4, 3)]
  dimnames(turned) <- list(c(2, 5, 1, 4, 3), c(2, 5, 1, 4, 3))
  linear <- pairwise_agreement(data, item, rater, score, weights = "linear", categories = 1:5)
  by_matrix <- pairwise_agreement(data, item, rater, score, weights = turned, categories = 1:5)
  expect_equal(by_matrix$estimate, linear$estimate)
  expect_equal(unique(by_matrix$metric), "custom")
  # 6 o'clock in the middle between 3 and 9 of 12 hours: of two quarters, w = 1 - sin(pi / 4)^2
  hours <- data.frame(item = c(1, 1, 2, 2), rater = c("a", "b"), hour = c(3, 6, 9, 9))
  got <- pairwise_agreement(hours, item, rater, hour,
    coefficient = "percent", weights = "circular", range = 12
  )
  # the largest distance is that of 3 and 9, 1; item 1 counts 1/2, item 2 counts 1
  expect_equal(got$estimate, 3 / 4)
})

test_that("the category set is that of the whole data", {
  # on their common items p_a = 3/4; the third category is not used, or only by cat
  data <- data.frame(
    item = c(1:4, 1:4, 5, 5), rater = rep(c("ann", "bob", "cat", "dan"), c(4, 4, 1, 1)),
    label = c("a", "a", "b", "b", "a", "a", "b", "a", "c", "c")
  )
  on <- function(rows, coefficient, ...) {
    got <- pairwise_agreement(data[rows, ], item, rater, label, coefficient = coefficient, ...)
    got$estimate[1]
  }
  expect_equal(on(1:8, "brennan_prediger"), (3 / 4 - 1 / 2) / (1 / 2))
  expect_equal(on(1:10, "brennan_prediger"), (3 / 4 - 1 / 3) / (2 / 3))
  expect_equal(on(1:8, "brennan_prediger", categories = letters[1:4]), (3 / 4 - 1 / 4) / (3 / 4))
  # AC1: pi = 5/8, 3/8; p_e = 2 * 15/64 / (q - 1)
  expect_equal(on(1:8, "gwet_ac1"), (3 / 4 - 30 / 64) / (1 - 30 / 64))
  expect_equal(on(1:10, "gwet_ac1"), (3 / 4 - 15 / 64) / (1 - 15 / 64))
  # Cohen's does not count categories: p_e = (2 * 3 + 2 * 1) / 16
  expect_equal(on(1:8, "cohen_kappa"), 1 / 2)
  expect_equal(on(1:10, "cohen_kappa"), 1 / 2)
})

test_that("confusion tables have rater_1 in rows, whatever the order of the data", {
  # ann uses a where bob uses b for two items, and b where bob uses a for one
  data <- data.frame(
    item = rep(1:6, 2), rater = rep(c("bob", "ann"), each = 6),
    label = c("b", "b", "a", "a", "b", "b", "a", "a", "b", "a", "b", "b")
  )
  got <- pairwise_agreement(data, item, rater, label, confusion = TRUE, categories = c("c", "a", "b"))
  expect_equal(names(got), c("rater_1", "rater_2", AGREEMENT_COLUMNS, "confusion"))
  labels <- c("c", "a", "b")
  expected <- matrix(c(0L, 0L, 0L, 0L, 1L, 1L, 0L, 2L, 2L), 3)
  dimnames(expected) <- list(rater_1 = labels, rater_2 = labels)
  expect_identical(got$confusion, list(expected))
  data <- sparse(5)
  got <- pairwise_agreement(data, item, rater, score, confusion = TRUE)
  for (i in seq_len(nrow(got))) {
    rows <- common(data, c(got$rater_1[i], got$rater_2[i]))
    first <- rows[rows$rater == got$rater_1[i], ]
    second <- rows[rows$rater == got$rater_2[i], ]
    values <- c(1, 2, 3, 5)
    expected <- table(
      factor(first$score, values), factor(second$score[match(first$item, second$item)], values)
    )
    expect_equal(got$confusion[[i]], unclass(expected), ignore_attr = TRUE)
    expect_equal(sum(got$confusion[[i]]), got$n_items[i])
  }
  expect_null(pairwise_agreement(data, item, rater, score)[["confusion"]])
})

test_that("raters come in sorted order: letters, numbers, or the levels of a factor", {
  pairs <- function(raters) {
    data <- three()
    data$rater <- rep(raters, 6)
    got <- pairwise_agreement(data[sample(nrow(data)), ], item, rater, label)
    got[c("rater_1", "rater_2", "estimate")]
  }
  local_seed(6)
  # bob, cat, ann of three() by other names: 1/3 is the kappa of the first and the third
  numbers <- pairs(c(10, 9, 2))
  expect_equal(numbers$rater_1, c(2, 2, 9))
  expect_equal(numbers$rater_2, c(9, 10, 10))
  expect_equal(numbers$estimate, c(1 / 6, 1 / 3, 1 / 6))
  upper <- pairs(c("b", "B", "a"))
  expect_equal(upper$rater_1, c("B", "B", "a"))
  expect_equal(upper$rater_2, c("a", "b", "b"))
  expect_equal(upper$estimate, c(1 / 6, 1 / 6, 1 / 3))
  levels <- c("cat", "nobody", "bob", "ann")
  by_factor <- pairs(factor(c("bob", "cat", "ann"), levels))
  expect_equal(by_factor$rater_1, factor(c("cat", "cat", "bob"), levels))
  expect_equal(by_factor$rater_2, factor(c("bob", "ann", "ann"), levels))
  expect_equal(by_factor$estimate, c(1 / 6, 1 / 6, 1 / 3))
})

test_that("the order of rows changes nothing", {
  for (coefficient in c("cohen_kappa", "krippendorff_alpha")) {
    data <- sparse(7)
    on <- function(data) {
      pairwise_agreement(data, item, rater, score,
        coefficient = coefficient, weights = "ordinal", confusion = TRUE, ci = ci_jackknife()
      )
    }
    local_seed(8)
    expect_equal(on(data[sample(nrow(data)), ]), on(data), tolerance = 1e-12)
  }
})

test_that("groups are pairs by themselves", {
  # in part x only ann and bob share items, and item 1 is not that of part y
  data <- rbind(cbind(three(), part = "y"), cbind(three()[-c(2, 5, 8, 14, 17), ], part = "x"))
  data$label[data$part == "x" & data$item > 3] <- NA
  got <- pairwise_agreement(data, item, rater, label, by = part)
  expect_equal(names(got)[1:3], c("part", "rater_1", "rater_2"))
  expect_equal(got$part, c("x", "y", "y", "y"))
  expect_equal(got$rater_1, c("ann", "ann", "ann", "bob"))
  expect_equal(got$rater_2, c("bob", "bob", "cat", "cat"))
  # x: a-a, b-b, a-b: p_a = 2/3, p_e = (2 * 1 + 1 * 2) / 9
  expect_equal(got$estimate, c((2 / 3 - 4 / 9) / (5 / 9), 1 / 3, 1 / 6, 1 / 6))
  expect_equal(got$n_items, c(3L, 6L, 5L, 5L))
  if (rlang::is_installed("dplyr")) {
    expect_identical(pairwise_agreement(dplyr::group_by(data, part), item, rater, label), got)
  }
})

test_that("a group with a fault has no pairs, and the others keep theirs", {
  data <- rbind(cbind(three(), part = "x"), cbind(three(), part = "y"), cbind(three()[1, ], part = "y"))
  got <- quietly(pairwise_agreement(data, item, rater, label, by = part))
  expect_equal(got$part, rep("x", 3))
  expect_equal(got$estimate, c(1 / 3, 1 / 6, 1 / 6))
  expect_warning(
    pairwise_agreement(data, item, rater, label, by = part), "1 of 2 groups: y \\(duplicate ratings\\)",
    class = "accord_warning_undefined"
  )
  data <- rbind(cbind(three(score = 1:3), part = "x"), cbind(three(score = -1:1), part = "y"))
  # here the fault is found by the level
  got <- quietly(
    pairwise_agreement(data, item, rater, score, by = part, coefficient = "alpha", level = "ratio")
  )
  expect_equal(unique(got$part), "x")
  expect_fault(
    pairwise_agreement(data[data$part == "y", ], item, rater, score, weights = "ratio"), "negative_rating"
  )
})

test_that("min_items leaves out pairs with fewer common items", {
  n_items <- function(...) pairwise_agreement(three(), item, rater, label, ...)$n_items
  expect_equal(n_items(min_items = 5), c(6L, 5L, 5L))
  expect_equal(n_items(min_items = 6), 6L)
  none <- pairwise_agreement(three(), item, rater, label, min_items = 7, confusion = TRUE)
  expect_equal(dim(none), c(0L, length(AGREEMENT_COLUMNS) + 3L))
  expect_s3_class(none, "accord_pairs")
  expect_type(none$rater_1, "character")
  got <- pairwise_agreement(three(), item, rater, label, min_items = 6, confusion = TRUE)
  expect_equal(unname(got$confusion[[1]]), matrix(c(2L, 1L, 1L, 2L), 2))
})

test_that("raters who share no item are in no row", {
  apart <- data.frame(item = 1:4, rater = c("a", "a", "b", "b"), label = c("x", "y", "x", "y"))
  expect_equal(nrow(pairwise_agreement(apart, item, rater, label)), 0)
  expect_equal(nrow(pairwise_agreement(transform(apart, rater = "a"), item, rater, label)), 0)
  met <- rbind(apart, data.frame(item = 1:2, rater = "c", label = c("x", "y")))
  got <- pairwise_agreement(met, item, rater, label)
  expect_equal(c(got$rater_1, got$rater_2), c("a", "c"))
  expect_equal(got$estimate, 1)
  unrated <- pairwise_agreement(transform(met, label = NA), item, rater, label)
  expect_equal(nrow(unrated), 0)
})

test_that("a pair with one category only has the values that are defined, and no warning", {
  data <- data.frame(
    item = rep(1:3, 3), rater = rep(c("a", "b", "c"), each = 3),
    label = c("x", "x", "x", "x", "x", "x", "x", "y", "y")
  )
  for (coefficient in c("cohen_kappa", "conger_kappa", "scott_pi", "fleiss_kappa", "krippendorff_alpha")) {
    expect_no_warning(
      got <- pairwise_agreement(data, item, rater, label, coefficient = coefficient, ci = ci_analytic())
    )
    expect_identical(got$estimate[1], NA_real_, info = coefficient)
    expect_equal(got$status, c("one category only", "ok", "ok"), info = coefficient)
    expect_true(is.na(got$std.error[1]))
  }
  for (coefficient in c("percent_agreement", "gwet_ac", "brennan_prediger")) {
    got <- pairwise_agreement(data, item, rater, label, coefficient = coefficient)
    expect_equal(got$estimate[1], 1, info = coefficient)
    expect_equal(got$status[1], "ok", info = coefficient)
  }
  # if x is the only category, Brennan and Prediger's expected disagreement is 0
  got <- pairwise_agreement(data[1:6, ], item, rater, label, coefficient = "brennan_prediger")
  expect_identical(got$estimate, NA_real_)
  expect_equal(got$status, "one category only")
})

test_that("intervals are those of two raters on their common items", {
  data <- sparse(9)
  got <- pairwise_agreement(data, item, rater, score, ci = ci_jackknife())
  classic <- pairwise_agreement(data, item, rater, score, ci = ci_analytic(0.9, variance = "classic"))
  expect_equal(unique(got$interval), "jackknife")
  expect_equal(unique(classic$interval), "analytic")
  expect_equal(unique(classic$conf.level), 0.9)
  for (i in seq_len(nrow(got))) {
    rows <- common(data, c(got$rater_1[i], got$rater_2[i]))
    place <- match(rows$score, c(1, 2, 3, 5))
    items <- oracle_items(rows$item, rows$rater, place)
    s <- oracle_kappa_jackknife(items, "cohen_kappa", diag(4))
    expect_equal(got$std.error[i], s, tolerance = 1e-10)
    ratings <- split(factor(place, 1:4), rows$rater)
    where <- split(rows$item, rows$rater)
    table <- table(ratings[[1]], ratings[[2]][match(where[[1]], where[[2]])])
    s <- oracle_se_classic(unname(unclass(table)), diag(4))[["std.error"]]
    expect_equal(classic$std.error[i], s, tolerance = 1e-10)
    limits <- classic$estimate[i] + c(-1, 1) * stats::qnorm(0.95) * s
    expect_equal(c(classic$conf.low[i], classic$conf.high[i]), pmin(pmax(limits, -1), 1))
  }
})

test_that("the number of threads changes no bit", {
  threads <- getOption("accord.threads")
  on.exit(options(accord.threads = threads))
  local_seed(10)
  n <- 4000
  data <- data.frame(
    item = rep(seq_len(n), each = 4), rater = c(replicate(n, sample.int(30, 4))),
    score = sample.int(5, 4 * n, replace = TRUE)
  )
  for (coefficient in c("cohen_kappa", "gwet_ac", "krippendorff_alpha")) {
    on <- function(threads) {
      options(accord.threads = threads)
      pairwise_agreement(data, item, rater, score,
        coefficient = coefficient, weights = "linear", confusion = TRUE, ci = ci_analytic()
      )
    }
    one <- on(1L)
    expect_equal(nrow(one), 30 * 29 / 2)
    expect_identical(on(2L), one)
    expect_identical(on(4L), one)
  }
})

test_that("layouts and ratings are as good as columns", {
  expected <- pairwise_agreement(three(), item, rater, label, confusion = TRUE)
  wide <- tapply(three()$label, three()[c("item", "rater")], function(x) x)
  expect_identical(pairwise_agreement(wide, layout = "raters_in_columns", confusion = TRUE), expected)
  expect_identical(pairwise_agreement(t(wide), layout = "raters_in_rows", confusion = TRUE), expected)
  ratings <- as_ratings(three(), item, rater, label)
  expect_identical(pairwise_agreement(ratings, confusion = TRUE), expected)
  # sorting the raters is for the result, not for the ratings of the user
  expect_identical(ratings, as_ratings(three(), item, rater, label))
  first_and_last <- rbind(three(), three()[1:2, ])
  got <- pairwise_agreement(first_and_last, item, rater, label, duplicates = "first", confusion = TRUE)
  # One rating each of bob and cat is set aside, and none of ann.
  expect_identical(got$n_set_aside, c(1L, 1L, 2L))
  got$n_set_aside <- expected$n_set_aside
  expect_identical(got, expected)
})

test_that("arguments that are not as described are refused", {
  skip_if_quick()
  on <- function(...) pairwise_agreement(three(), item, rater, label, ...)
  expect_fault(on(coefficient = "kohen"), "argument", "Did you mean \"cohen_kappa\"", argument = "coefficient")
  for (other in c("category_agreement", "icc1", "all")) {
    expect_fault(on(coefficient = other), "argument", paste0("It is \"", other), argument = "coefficient")
  }
  expect_fault(on(coefficient = "light"), "argument", "the mean over all pairs.*light_kappa", argument = "coefficient")
  expect_fault(on(coefficient = c("cohen", "alpha")), "argument", "must be one name")
  expect_fault(on(coefficient = NULL), "argument", "must be one name")
  expect_fault(on(min_items = 0), "argument", "above 0.*It is 0", argument = "min_items")
  expect_fault(on(min_items = NA), "argument", argument = "min_items")
  expect_fault(on(min_items = 1:2), "argument", argument = "min_items")
  expect_fault(on(confusion = NA), "argument", argument = "confusion")
  expect_fault(on(ci = "analytical"), "argument", argument = "ci")
  expect_fault(on(minitems = 2), "argument", "1 unknown argument: `minitems`")
  expect_fault(on(minitems = 2, matrix = TRUE), "argument", "2 unknown arguments: `minitems` and `matrix`")
  expect_fault(on(weights = "linear"), "level", "labels without an order: \"a\" and \"b\"")
  expect_fault(on(range = 3), "argument", "circular and bipolar", argument = "range")
  ratings <- as_ratings(three(), item, rater, label)
  expect_fault(
    pairwise_agreement(ratings, categories = c("a", "b")), "argument", "1 argument given in addition"
  )
  expect_fault(
    pairwise_agreement(ratings, item, rater, categories = c("a", "b")), "argument",
    "3 arguments given in addition: `item`, `rater`, and `categories`"
  )
})

test_that("pairs need raters with names", {
  expect_fault(pairwise_agreement(three(), item, rating = label), "anonymous", "raters are anonymous")
  counts <- rbind(c(2, 0), c(1, 1))
  expect_fault(pairwise_agreement(counts, layout = "counts"), "anonymous", "tables of counts")
})

test_that("a group column may not have the name of a column of pairs", {
  data <- three(rater_1 = "x", confusion = "y")
  expect_fault(
    pairwise_agreement(data, item, rater, label, by = rater_1), "reserved_name",
    "1 of them does: rater_1",
    columns = "rater_1"
  )
  expect_fault(
    pairwise_agreement(data, item, rater, label, by = c(rater_1, confusion)), "reserved_name",
    "2 of them do: rater_1 and confusion",
    columns = c("rater_1", "confusion")
  )
  got <- pairwise_agreement(data, item, rater, label, by = c(part = rater_1))
  expect_equal(names(got)[1:3], c("part", "rater_1", "rater_2"))
})

test_that("pairs have no interval from replicates", {
  expect_fault(
    pairwise_agreement(three(), item, rater, label, ci = ci_bootstrap()), "argument",
    argument = "ci"
  )
})

test_that("the default interval of a pair is that of agreement() on what both rated", {
  skip_if_quick()
  local_seed(3)
  data <- expand.grid(item = 1:40, rater = c("c", "a", "b"), stringsAsFactors = FALSE)
  data$label <- sample(c("x", "y", "z"), 120, TRUE)
  data <- data[sample(120, 95), ]
  for (coefficient in c("cohen_kappa", "percent_agreement", "krippendorff_alpha")) {
    level <- if (coefficient == "krippendorff_alpha") "nominal"
    pairs <- pairwise_agreement(
      data, item, rater, label,
      coefficient = coefficient, level = level, ci = ci_default()
    )
    expect_equal(nrow(pairs), 3)
    for (i in 1:3) {
      both <- data[data$rater %in% c(pairs$rater_1[i], pairs$rater_2[i]), ]
      both <- both[both$item %in% both$item[duplicated(both$item)], ]
      alone <- agreement(
        both, item, rater, label,
        coefficients = coefficient, level = level, categories = c("x", "y", "z"), ci = ci_default()
      )
      columns <- c("estimate", "std.error", "conf.low", "conf.high", "interval")
      expect_identical(as.list(as.data.frame(pairs)[i, columns]), as.list(as.data.frame(alone)[columns]))
    }
  }
})

test_that("categories are counted once for all groups, not in each", {
  skip_if_quick()
  data <- data.frame(
    item = c(1, 1, 2, 2, 3, 3, 4, 4, 5, 5), rater = c("ann", "bob"), g = rep(c("x", "y"), c(4, 6)),
    label = c("a", "b", "a", "a", "a", "c", "c", "d", "a", "a")
  )
  counted <- 0
  accord <- asNamespace("accord")
  suppressMessages(trace("n_categories_by_group", function() counted <<- counted + 1, where = accord, print = FALSE))
  on.exit(suppressMessages(untrace("n_categories_by_group", where = accord)))
  x <- pairwise_agreement(data, item, rater, label, by = g)
  expect_identical(counted, 1)
  expect_identical(x$n_categories, c(2L, 3L))
})
