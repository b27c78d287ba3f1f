`%||%` <- rlang::`%||%`

replay_files <- c("01_two_annotators_simple", "02_unequal_counts", "03_identical_perfect")

# Runs of pygamma-agreement 0.5.9, which computes in single precision.
read_replay <- function(name) {
  jsonlite::read_json(
    test_path("reference", "spans", "gamma", paste0("fixture_", name, ".json")), simplifyVector = TRUE
  )
}

single <- function(x) readBin(writeBin(x, raw(), size = 4), "double", length(x), size = 4)

# Units of annotators as the core takes them, in the order of the file, as single precision has them.
core_units <- function(units) {
  units <- units[order(units$annotator), ]
  labels <- sort(unique(units$category))
  of <- match(units$annotator, unique(units$annotator))
  c(
    accord:::continua_of(
      rep(1L, max(of)), tabulate(of), single(units$start), single(units$end), match(units$category, labels) - 1L, 1
    ),
    list(annotator = of, n_labels = length(labels), size = single(units$end - units$start))
  )
}

aligned <- function(units, alpha = 1, beta = 1) {
  distance <- list(alpha = alpha, beta = beta, n_labels = units$n_labels, table = double())
  accord:::align_continua(units, distance, FALSE, c(2e5, 5e3), 1L)
}

# d of the paper: `round` is what is done to the result of each step.
dissimilarity_by <- function(round, x, i, j) {
  apart <- round(round(abs(x$start[i] - x$start[j])) + round(abs(x$end[i] - x$end[j])))
  share <- round(apart / round(x$size[i] + x$size[j]))
  c(positional = round(share * share), categorical = as.double(x$label[i] != x$label[j]))
}

# The disorder of an alignment by two annotators, in single precision.
single_disorder <- function(x, set_of) {
  sets <- split(seq_along(set_of), set_of)
  cost <- vapply(sets, function(u) {
    if (length(u) == 1) 1 else single(sum(dissimilarity_by(single, x, u[1], u[2])))
  }, 0)
  # The order of their sum is unknown: that of the units of the first annotator, or of the second.
  second <- order(vapply(sets, max, 0L))
  sums <- c(Reduce(add_single, cost), Reduce(add_single, cost[second]), Reduce(add_single, rev(cost)))
  single(sums / (length(set_of) / 2))
}

add_single <- function(x, y) single(x + y)

test_that("replayed runs come out, as single precision has them", {
  skip_if_quick()
  skip_if_not_installed("jsonlite")
  for (name in replay_files) {
    run <- read_replay(name)
    units <- core_units(run$continuum)
    pairs <- run$tier1$pairDissimilarities
    first <- which(units$annotator == 1)[pairs$unitIndexA + 1]
    second <- which(units$annotator == 2)[pairs$unitIndexB + 1]
    # Those of pairs were rounded at the end alone.
    found <- mapply(function(i, j) dissimilarity_by(identity, units, i, j), first, second)
    expect_identical(single(found["positional", ]), as.double(pairs$positional))
    expect_identical(unname(found["categorical", ]), as.double(pairs$categorical))
    best <- aligned(units)
    mean_spans <- length(units$start) / 2
    expect_lt(min(abs(single_disorder(units, best$set_of) - run$tier1$bestAlignmentDisorder)), 1e-9)
    expect_equal(best$cost / mean_spans, run$tier1$bestAlignmentDisorder, tolerance = 1e-6)
    # The file has 10 of the 30 samples, and their mean.
    gamma <- single(1 - single_disorder(units, best$set_of) / run$tier3$expectedDisorder)
    expect_lt(min(abs(gamma - run$tier3$gamma)), 1e-9)
    for (sample in seq_len(nrow(run$tier2$sampledContinua))) {
      drawn <- core_units(run$tier2$sampledContinua$units[[sample]])
      best <- aligned(drawn)
      theirs <- run$tier2$sampledContinua$bestAlignmentDisorder[sample]
      expect_lt(min(abs(single_disorder(drawn, best$set_of) - theirs)), 1e-9)
      expect_equal(best$cost / (length(drawn$start) / 2), theirs, tolerance = 1e-6)
    }
  }
})

read_continuum <- function(name) {
  data <- utils::read.csv(
    test_path("reference", "spans", "gamma", paste0(name, ".csv")), header = FALSE, strip.white = TRUE,
    colClasses = c("character", "character", "numeric", "numeric")
  )
  data.frame(document = "text", annotator = data$V1, label = data$V2, start = data$V3, end = data$V4)
}

expect_between <- function(x, coefficient, low, high, label = NA) {
  found <- x$estimate[x$coefficient == coefficient & x$label %in% label]
  expect_true(found >= low && found <= high, label = paste(coefficient, label, format(found), "is in its range"))
}

test_that("what the tests of pygamma-agreement assert holds", {
  skip_if_quick()
  # tests/test_gammas.py, commit 44587ef: alpha 3, beta 1, spans without a partner counted by gamma-cat
  gamma <- function(name, ...) {
    with_seed(11, span_gamma(read_continuum(name), alpha = 3, unaligned = TRUE, samples = 100, ...))
  }
  book <- gamma("AlexPaulSuzan", chance = "shuffle")
  expect_identical(book$n_alignments[1], 6L)
  expect_lt(abs(book$observed[1] / 0.96 - 1), 0.01)
  expect_between(book, "gamma", .44, .47)
  expect_between(book, "gamma_cat", .38, .42)
  expected <- c(`1` = 1, `2` = 0, `3` = 0, `4` = 0, `5` = 1, `6` = .37, `7` = 0)
  for (k in names(expected)) {
    if (expected[[k]] == 0) {
      expect_between(book, "gamma_k", -Inf, 1e-12, k)
    } else {
      expect_between(book, "gamma_k", expected[[k]] - .01, expected[[k]] + .01, k)
    }
  }
  three <- gamma("3by100")
  expect_identical(three$n_alignments[1], 127L)
  expect_between(three, "gamma", .79, .81)
  expect_between(three, "gamma_cat", .89, .91)
  expect_between(three, "gamma_k", .81, .83, "Adj")
  expect_between(three, "gamma_k", .88, .90, "Noun")
  expect_between(three, "gamma_k", .69, .71, "Verb")
  expect_between(three, "gamma_k", .96, 1, "Prep")
  two <- gamma("2by1000")
  expect_identical(two$n_alignments[1], 1085L)
  expect_between(two, "gamma", .39, .42)
  expect_between(two, "gamma_cat", .38, .42)
  expect_between(two, "gamma_k", .21, .25, "Adj")
  expect_between(two, "gamma_k", .36, .39, "Noun")
  expect_between(two, "gamma_k", .31, .35, "Prep")
  expect_between(two, "gamma_k", .11, .15, "Verb")
})

marked <- function() {
  data <- with_seed(5, random_spans(4, longest = 60, overlap = TRUE))
  unique(data)
}

test_that("names, order of rows and where the continuum begins do not matter", {
  skip_if_quick()
  data <- marked()
  gamma <- function(data) structure(with_seed(3, span_gamma(data)), alignment = NULL)
  own <- gamma(data)
  expect_equal(gamma(data[rev(seq_len(nrow(data))), ]), own)
  renamed <- data
  renamed$annotator <- c(a = "z", b = "k", c = "b")[data$annotator]
  expect_equal(gamma(renamed), own)
  moved <- data
  moved[c("start", "end", "length")] <- moved[c("start", "end", "length")] + 1000
  expect_equal(gamma(moved), own, tolerance = 1e-9)
  wide <- data
  wide[c("start", "end", "length")] <- wide[c("start", "end", "length")] * 10
  expect_equal(gamma(wide), own, tolerance = 1e-9)
})

test_that("delta_empty changes disorders alone, and distances of labels count", {
  skip_if_quick()
  data <- marked()
  gamma <- function(...) with_seed(3, span_gamma(data, ...))
  own <- gamma()
  twice <- gamma(delta_empty = 2)
  expect_equal(twice$estimate, own$estimate)
  expect_equal(twice$observed[1], 2 * own$observed[1])
  expect_identical(twice$observed[2], own$observed[2])
  expect_equal(gamma(distance = function(a, b) as.double(a != b))$estimate, own$estimate)
  half <- gamma(distance = function(a, b) (a != b) / 2)
  expect_equal(half$observed[1], gamma(beta = 0.5)$observed[1])
  expect_error(gamma(distance = function(a, b) 2 * (a != b)), class = "accord_error_argument")
  expect_error(gamma(alpha = 0, beta = 0), "One of `alpha` and `beta`", class = "accord_error_argument")
  expect_error(gamma(alpha = -1), class = "accord_error_argument")
  expect_error(gamma(samples = 1), class = "accord_error_argument")
  expect_error(gamma(precision = 2), class = "accord_error_argument")
})

test_that("the total is that of mean disorders, and precision draws more", {
  skip_if_quick()
  data <- marked()
  own <- with_seed(3, span_gamma(data))
  each <- with_seed(3, span_gamma(data, what = "documents"))
  gamma <- each[each$coefficient == "gamma", ]
  expect_equal(own$observed[1], sum(gamma$observed * gamma$n_spans) / sum(gamma$n_spans))
  expect_equal(own$expected[1], sum(gamma$expected * gamma$n_spans) / sum(gamma$n_spans))
  exact <- with_seed(3, span_gamma(data, precision = 0.02))
  expect_gt(exact$n_samples[1], 30)
  error <- exact$simulation.error[1] * exact$expected[1] / exact$observed[1]
  expect_lt(stats::qnorm(.975) * error, 0.025)
  expect_true(all(own$conf.low[1] < own$estimate[1], own$estimate[1] < own$conf.high[1]))
})

test_that("degenerate data have no value, or one", {
  one <- data.frame(document = "d", annotator = c("a", "b"), start = 3, end = 8, label = "x", length = 20)
  same <- span_gamma(one)
  expect_identical(same$status[1], "no variation")
  expect_true(all(is.na(same$estimate)))
  none <- transform(one, start = NA_real_, end = NA_real_)
  expect_identical(span_gamma(none)$status[1], "no spans")
  equal <- data.frame(
    document = "d", annotator = rep(c("a", "b"), each = 3), start = c(1, 9, 20), end = c(4, 12, 30),
    label = c("x", "y", "x"), length = 40
  )
  expect_identical(with_seed(1, span_gamma(equal))$estimate[1:2], c(1, 1))
  apart <- transform(one, start = c(0, 15), end = c(3, 19))
  far <- with_seed(1, span_gamma(apart))
  expect_identical(far$status[2], "no aligned spans")
  expect_error(span_gamma(one[1, ]), class = "accord_error_one_annotator")
})

test_that("an alignment that is cut short is told, with the range of gamma", {
  data <- with_seed(2, do.call(rbind, lapply(letters[1:9], function(a) {
    start <- seq(0, 90, 10)
    data.frame(
      document = "d", annotator = a, start = start + sample(0:3, 10, TRUE), end = start + sample(6:12, 10, TRUE),
      label = sample(c("x", "y"), 10, TRUE)
    )
  })))
  old <- options(accord.alignment = c(50, 2))
  on.exit(options(old))
  expect_warning(found <- with_seed(1, span_gamma(data, samples = 3)), class = "accord_warning_not_exact")
  expect_lte(found$bound.low[1], found$estimate[1])
  expect_lt(found$estimate[1], found$bound.high[1])
  expect_true(is.na(found$bound.low[2]))
})

test_that("a matrix of distances is named by the labels", {
  marked <- data.frame(
    document = "d", annotator = rep(c("ann", "bob"), each = 3), start = c(0, 9, 21, 0, 10, 22),
    end = c(4, 14, 30, 5, 14, 30), label = c("B", "A", "B", "B", "C", "C"), length = 40
  )
  # The order differs from that of the labels, so that rows can only be matched by name.
  table <- matrix(c(0, 1, 0.2, 1, 0, 1, 0.2, 1, 0), 3, dimnames = rep(list(c("C", "A", "B")), 2))
  gamma <- function(distance) {
    set.seed(1)
    span_gamma(marked, distance = distance, ci = ci_none())$estimate
  }
  expect_equal(gamma(table), gamma(function(a, b) table[a, b]))
  expect_fault(gamma(unname(table)), "distance", "must be named.*no names.*3 values.*\"A\", \"B\", and \"C\"")
})

test_that("shuffled continua keep to the stretch that has spans, whatever the length of the document", {
  d <- data.frame(document = "d", annotator = c("a", "b"), start = c(10, 12), end = c(20, 19), label = "A")
  shuffled <- function(length) {
    set.seed(1)
    span_gamma(transform(d, length = length), chance = "shuffle", samples = 20, ci = ci_none())
  }
  expect_equal(shuffled(20)$expected, shuffled(5000)$expected)
})

test_that("standard deviations of rows are those of each row", {
  x <- rbind(c(1, 2, 4), c(NA, 3, 5), c(NA, NA, 1), c(7, 7, 7), NA)
  expect_identical(is.na(row_sd(x)), c(FALSE, FALSE, TRUE, FALSE, TRUE))
  expect_equal(row_sd(x), apply(x, 1, stats::sd, na.rm = TRUE))
})
