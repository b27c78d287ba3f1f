# Severities: what TAM and mfrmr gave, the likelihood from its definition, planted severities, and designs without an
# answer.

ratings_of <- function(set) {
  x <- read_reference("severity-ratings.csv.xz")
  x[x$set == set, ]
}

tam <- function(set, formula, nodes = "fine") {
  x <- read_reference("severity-tam.csv", colClasses = c(value = "character"))
  x <- x[x$set == set & x$formula == formula & x$nodes == nodes, ]
  data.frame(value = as.numeric(x$value), std.error = x$std.error, row.names = x$parameter)
}

test_that("severities are those of TAM", {
  skip_if_quick()
  ex10 <- ratings_of("ex10")
  # Its example 10a2, in which the five items of a test are treated as raters
  x <- rater_severity(ex10, person, criterion, rating, center = "items", duplicates = "keep")
  fine <- tam("ex10", "~item")
  # TAM's EM ends where steps are small, a little below the maximum
  expect_equal(x$severity, fine[x$rater, "value"], tolerance = 1e-7)
  expect_equal(glance(x)$item_sd^2, fine["variance", "value"], tolerance = 1e-6)
  expect_equal(-2 * glance(x)$log_likelihood, fine["deviance", "value"], tolerance = 1e-8)
  # The values printed in its help, with 21 nodes: -1.931 -1.023 -.089 1.015 1.918. The second one is -1.02348 there,
  # and -1.02352 with 161 nodes.
  printed <- c(-1.931, -1.023, -0.089, 1.015, 1.918)
  for (i in c(1, 3, 4, 5)) expect_published(x$severity[i], printed[i], 3)
  expect_lt(max(abs(x$severity - tam("ex10", "~item", "default")[x$rater, "value"])), 1e-4)

  # Two facets; steps in common, and by criterion
  check <- function(data, formula, ...) {
    x <- rater_severity(data, person, rater, rating, facets = criterion, ...)
    want <- tam(data$set[1], formula)
    expect_equal(x$severity, want[paste0("rater", x$rater), "value"], tolerance = 1e-6)
    difficulty <- tidy(x, "facets")
    expect_equal(difficulty$estimate - glance(x)$item_mean, want[difficulty$level, "value"], tolerance = 1e-6)
    expect_equal(-2 * glance(x)$log_likelihood, want["deviance", "value"], tolerance = 2e-8)
    expect_equal(glance(x)$item_sd^2, want["variance", "value"], tolerance = 1e-5)
    list(steps = tidy(x, "steps"), want = want)
  }
  check(ex10, "~item + rater")
  drawn <- ratings_of("drawn")
  x <- check(drawn, "~item + rater + step")
  expect_equal(x$steps$estimate, x$want[paste0("step", 1:3), "value"], tolerance = 1e-5)
  x <- check(drawn, "~item + rater + item:step", steps = criterion)
  expect_equal(x$steps$estimate, x$want[paste0(x$steps$group, ":step", 1:3), "value"], tolerance = 1e-5)
})

test_that("severities, errors and fair averages are those of mfrmr", {
  skip_if_quick()
  ratings <- read_reference("severity-mfrmr-ratings.csv.xz")
  reference <- read_reference("severity-mfrmr.csv")
  for (study in c("study1", "study2")) {
    for (model in c("RSM", "PCM")) {
      rows <- ratings[ratings$study == study, ]
      x <- if (model == "PCM") {
        rater_severity(rows, person, rater, rating, facets = criterion, steps = criterion)
      } else {
        rater_severity(rows, person, rater, rating, facets = criterion)
      }
      want <- reference[reference$study == study & reference$model == model, ]
      of <- function(kind, name) {
        own <- want[want$kind == kind, ]
        own[match(name, own$name), ]
      }
      # mfrmr ends where its log likelihood changes by less than 1e-12 of itself.
      expect_equal(x$severity, of("severity", x$rater)$value, tolerance = 1e-5)
      expect_equal(x$std.error, of("severity", x$rater)$std.error, tolerance = 1e-4)
      expect_equal(glance(x)$log_likelihood, of("fit", "log likelihood")$value, tolerance = 1e-8)
      expect_equal(glance(x)$item_sd^2, of("fit", "variance")$value, tolerance = 1e-5)
      criteria <- tidy(x, "facets")
      expect_equal(criteria$estimate, of("criterion", criteria$level)$value, tolerance = 1e-5)
      steps <- tidy(x, "steps")
      expect_equal(steps$estimate, want$value[want$kind == "step"], tolerance = 1e-5)
      if (model == "PCM") next # mfrmr's fair averages have the steps of one criterion then
      expect_equal(x$fair_average, of("fair average", x$rater)$value, tolerance = 1e-5)
    }
  }
})

test_that("TAM's standard errors are those of known items", {
  skip_if_quick()
  # 1 / sqrt(sum Var(x)), averaged over the posterior of each person; our errors include the uncertainty of persons.
  ex10 <- ratings_of("ex10")
  x <- rater_severity(ex10, person, criterion, rating, center = "items", duplicates = "keep")
  z <- seq(-7, 7, length.out = 301)
  p <- vapply(x$severity, function(s) stats::plogis(glance(x)$item_sd * z - s), z)
  error <- rowSums(vapply(split(ex10, ex10$person), function(rows) {
    at <- match(rows$criterion, x$rater)
    x <- rep(rows$rating, each = 301)
    weight <- stats::dnorm(z) * apply(x * p[, at] + (1 - x) * (1 - p[, at]), 1, prod)
    tabulate(at, 5) * colSums(weight / sum(weight) * p * (1 - p))
  }, numeric(5)))^-0.5
  printed <- c(.111, .095, .089, .094, .110)
  for (i in 1:5) expect_published(error[i], printed[i], 3)
  expect_true(all(x$std.error > error))
})

test_that("estimates and errors are those of the likelihood by its definition", {
  skip_if_quick()
  set.seed(31)
  rows <- draw_severity(20, c(-1, 0.2, 0.8), k = 2)
  x <- rater_severity(rows, item, rater, x, center = "items")
  steps <- tidy(x, "steps")
  # Thresholds of the core: T_k = tau_1 + ... + tau_k
  at <- c(x$severity, cumsum(steps$estimate)[1:2], glance(x)$item_sd)
  f <- function(par) oracle_deviance(par, rows, 3, 3)
  expect_equal(f(at), -glance(x)$log_likelihood, tolerance = 1e-9)
  h <- 1e-3
  unit <- diag(length(at)) * h
  slope <- vapply(seq_along(at), function(i) (f(at + unit[i, ]) - f(at - unit[i, ])) / (2 * h), 0)
  expect_lt(max(abs(slope)), 1e-4)
  hessian <- outer(seq_along(at), seq_along(at), Vectorize(function(i, j) {
    (f(at + unit[i, ] + unit[j, ]) - f(at + unit[i, ] - unit[j, ]) - f(at - unit[i, ] + unit[j, ]) +
      f(at - unit[i, ] - unit[j, ])) / (4 * h^2)
  }))
  v <- solve(hessian)
  expect_equal(x$std.error, sqrt(diag(v)[1:3]), tolerance = 1e-4)
  centered <- rater_severity(rows, item, rater, x)
  away <- diag(3) - 1 / 3
  expect_equal(centered$std.error, sqrt(diag(away %*% v[1:3, 1:3] %*% away)), tolerance = 1e-4)
  expect_equal(centered$severity, x$severity - mean(x$severity), tolerance = 1e-8)
  tau <- rbind(c(1, 0), c(-1, 1), c(0, -1))
  expect_equal(steps$std.error, sqrt(diag(tau %*% v[4:5, 4:5] %*% t(tau))), tolerance = 1e-4)
  # Wald's statistic for equal severities
  contrast <- cbind(-1, diag(2))
  gap <- contrast %*% x$severity
  want <- drop(t(gap) %*% solve(contrast %*% v[1:3, 1:3] %*% t(contrast), gap))
  expect_equal(glance(x)$statistic, want, tolerance = 1e-3)

  # Fit, places and fair averages
  z <- oracle_nodes
  t <- c(at[4:5], 0)
  moment <- function(s, k) drop(oracle_share(at[6] * z - s, t, 0:3) %*% (0:3)^k)
  e <- vapply(at[1:3], moment, z, 1)
  var <- vapply(at[1:3], moment, z, 2) - e^2
  by_rating <- do.call(rbind, lapply(split(rows, rows$item), function(own) {
    p <- mapply(function(r, x) oracle_share(at[6] * z - at[r], t, x), own$rater, own$x)
    weight <- stats::dnorm(z) * apply(p, 1, prod)
    weight <- weight / sum(weight)
    square <- (rep(own$x, each = length(z)) - e[, own$rater])^2
    data.frame(
      rater = own$rater, square = colSums(weight * square), variance = colSums(weight * var[, own$rater]),
      standard = colSums(weight * square / var[, own$rater]), place = at[6] * sum(weight * z)
    )
  }))
  sums <- rowsum(by_rating, by_rating$rater)
  expect_equal(x$infit, sums$square / sums$variance, tolerance = 1e-6)
  expect_equal(x$outfit, sums$standard / x$n_ratings, tolerance = 1e-6)
  expect_equal(tidy(x, "items")$estimate, by_rating$place[c(TRUE, FALSE)], tolerance = 1e-6)
  expect_equal(x$fair_average, vapply(at[1:3], function(s) sum(0:3 * oracle_share(-s, t, 0:3)), 0), tolerance = 1e-8)
})

test_that("the search does not end where items do not differ, if they do", {
  # The likelihood is even in the standard deviation of the items, so that 0 is level: a saddle, where it is no maximum.
  for (seed in 1:2) {
    local_seed(seed)
    rows <- draw_severity(15, c(-1, 0, 1), sd = 0.3)
    x <- rater_severity(rows, item, rater, x, center = "items")
    par <- c(x$severity, cumsum(tidy(x, "steps")$estimate)[1:2])
    at <- function(sd) oracle_deviance(c(par, sd), rows, 3, 3)
    sd <- glance(x)$item_sd
    expect_gt(sd, 0.3)
    expect_equal(at(sd), -glance(x)$log_likelihood, tolerance = 1e-9)
    for (other in c(0, 0.9 * sd, 1.1 * sd)) expect_gt(at(other), at(sd))
  }
  # For these data it is the maximum.
  local_seed(9)
  rows <- draw_severity(15, c(-1, 0, 1), sd = 0.3)
  x <- rater_severity(rows, item, rater, x, center = "items")
  par <- c(x$severity, cumsum(tidy(x, "steps")$estimate)[1:2])
  expect_lt(glance(x)$item_sd, 1e-6)
  expect_equal(oracle_deviance(c(par, 0), rows, 3, 3), -glance(x)$log_likelihood, tolerance = 1e-9)
  expect_gt(oracle_deviance(c(par, 0.1), rows, 3, 3), oracle_deviance(c(par, 0), rows, 3, 3))
})

test_that("planted severities are found, and intervals hold them", {
  skip_if_quick()
  set.seed(32)
  truth <- c(-1.2, -0.5, 0, 0.3, 0.6, 0.8)
  n <- test_size(12, 300)
  z <- replicate(n, {
    x <- rater_severity(draw_severity(120, truth, k = 3), item, rater, x)
    (x$severity - truth + mean(truth)) / x$std.error
  })
  # Six raters with five degrees of freedom: the mean square of z is 1
  expect_gt(mean(abs(z) < stats::qnorm(0.975)), 0.95 - 4 * sqrt(0.95 * 0.05 / (5 * n)))
  expect_lt(abs(mean(z)), 4 / sqrt(5 * n))
  one <- rater_severity(draw_severity(1500, truth, k = 3), item, rater, x)
  expect_lt(max(abs(one$severity - truth + mean(truth))), 0.15)
  expect_lt(abs(glance(one)$item_sd - 1.2), 0.15)
  expect_lt(max(abs(tidy(one, "steps")$estimate - c(-1, 0, 1))), 0.15)
  expect_lt(max(abs(c(one$infit, one$outfit) - 1)), 0.1)
})

test_that("names, order, origin of the scale and threads change nothing, and its direction the sign", {
  skip_if_quick()
  set.seed(33)
  rows <- draw_severity(60, c(-1, 0, 1, 0.5), k = 2)
  x <- rater_severity(rows, item, rater, x)
  same <- function(y) expect_equal(unclass(y)$severity, x$severity, tolerance = 1e-8)
  same(rater_severity(rows[sample(nrow(rows)), ], item, rater, x))
  same(rater_severity(transform(rows, rater = letters[rater], item = paste0("t", item)), item, rater, x))
  same(rater_severity(transform(rows, x = x + 7), item, rater, x))
  same(rater_severity(transform(rows, x = factor(x, 0:3, c("--", "-", "+", "++"), ordered = TRUE)), item, rater, x))
  same(rater_severity(as_ratings(rows, item, rater, x)))
  old <- options(accord.threads = 1L)
  same(rater_severity(rows, item, rater, x))
  options(old)
  flipped <- rater_severity(transform(rows, x = 3 - x), item, rater, x)
  expect_equal(flipped$severity, -x$severity, tolerance = 1e-7)
  expect_equal(flipped$std.error, x$std.error, tolerance = 1e-7)
  # Two categories have no further steps
  two <- transform(rows, x = as.integer(x > 1))
  expect_identical(
    rater_severity(two, item, rater, x)$severity, rater_severity(two, item, rater, x, steps = rater)$severity
  )
})

test_that("a rater has a severity in each batch", {
  skip_if_quick()
  set.seed(34)
  # The third of three raters became severe by 1.5; items of batch 2 are others, some of both
  first <- draw_severity(150, c(-0.5, 0, 0.5), k = 2)
  both <- draw_severity(60, c(-0.5, 0, 0.5, -0.5, 0, 2), k = 4)
  second <- draw_severity(150, c(-0.5, 0, 2), k = 2)
  rows <- rbind(
    transform(first, batch = "a"), transform(second, item = item + 500, batch = "b"),
    transform(both, item = item + 1000, batch = c("a", "b")[1 + (rater > 3)], rater = (rater - 1) %% 3 + 1)
  )
  x <- rater_severity(rows, item, rater, x, batch = batch)
  expect_identical(x$rater, rep(1:3, each = 2) + 0)
  expect_identical(x$batch, rep(c("a", "b"), 3))
  drift <- tidy(x, "drift")
  expect_lt(max(abs(drift$change - c(0, 0, 1.5)) / drift$std.error), 3)
  expect_equal(drift$change, x$severity[c(2, 4, 6)] - x$severity[c(1, 3, 5)])
  # With two batches Wald's test is the square of a z
  expect_equal(drift$statistic, (drift$change / drift$std.error)^2)
  expect_lt(drift$adj.p.value[3], 1e-4)
  expect_error(tidy(rater_severity(first, item, rater, x), "drift"), class = "accord_error_argument")

  apart <- rbind(transform(first, batch = 1), transform(second, item = item + 500, batch = 2))
  cnd <- expect_error(rater_severity(apart, item, rater, x, batch = batch), class = "accord_error_not_identified")
  expect_length(cnd$sets, 2)
  y <- rater_severity(apart, item, rater, x, batch = batch, link = "population")
  expect_gt(tidy(y, "drift")$change[3], 1)
})

test_that("raters without a common item are found and named", {
  set.seed(35)
  rows <- rbind(
    transform(draw_severity(20, c(0, 0.5), k = 2), rater = c("ann", "bob")[rater]),
    transform(draw_severity(20, c(0, 0.5), k = 2), rater = c("cat", "dan")[rater], item = item + 100)
  )
  cnd <- expect_error(rater_severity(rows, item, rater, x), class = "accord_error_not_identified")
  expect_identical(unname(lapply(cnd$sets, sort)), list(c("ann", "bob"), c("cat", "dan")))
  # Each rater an item of her own
  expect_error(
    rater_severity(data.frame(i = 1:6, r = 1:6, x = c(1, 2, 1, 3, 2, 1)), i, r, x),
    class = "accord_error_not_identified"
  )
  # None of these six ratings is between the lowest and the highest of those that remain
  expect_fault(rater_severity(data.frame(i = 1:6, r = 1:6, x = 1:6), i, r, x), "not_identified", "6 sets of raters")
  # A chain connects them, however long it is
  chain <- data.frame(item = rep(1:30, each = 2), rater = c(rbind(1:30, 2:31)), x = rep_len(c(0, 1, 1, 0, 2), 60))
  expect_s3_class(suppressWarnings(rater_severity(chain, item, rater, x)), "accord_severity")
  # Each rater has a criterion of her own
  nested <- transform(rows[rows$rater %in% c("ann", "bob"), ], part = rater)
  cnd <- expect_error(
    rater_severity(nested, item, rater, x, facets = part), class = "accord_error_not_identified"
  )
  expect_identical(cnd$terms, "part")
  # Two criteria are rated by two separate sets of raters, which share items
  crossed <- draw_severity(30, c(0, 0.5, 1, -1), k = 4)
  crossed$part <- ifelse(crossed$rater < 3, "p", "q")
  expect_error(
    rater_severity(crossed, item, rater, x, facets = part), class = "accord_error_not_identified"
  )
})

test_that("a rater at one end has no severity, and takes no part", {
  set.seed(36)
  rows <- draw_severity(50, c(-0.5, 0, 0.5), k = 2)
  ends <- rbind(rows, data.frame(item = 1:10, rater = 4, x = 3), data.frame(item = 1:10, rater = 5, x = 0))
  expect_warning(x <- rater_severity(ends, item, rater, x), class = "accord_warning_undefined")
  expect_identical(x$status[4:5], c("only the rating 3", "only the rating 0"))
  expect_true(all(is.na(x$severity[4:5])))
  expect_equal(x$severity[1:3], rater_severity(rows, item, rater, x)$severity, tolerance = 1e-8)
  expect_identical(glance(x)$n_set_aside, 20L)
})

test_that("what has no answer is an error", {
  skip_if_quick()
  set.seed(37)
  rows <- draw_severity(20, c(-0.5, 0, 0.5), k = 2)
  class_of <- function(..., data = rows) {
    cnd <- tryCatch(rater_severity(data, item, rater, x, ...), accord_error = identity)
    sub("accord_error_", "", class(cnd)[1])
  }
  expect_identical(class_of(data = transform(rows, x = c("a", "b"))), "level")
  expect_fault(
    rater_severity(transform(rows, x = c("a", NA)[seq_along(x) %% 2 + 1]), item, rater, x), "level",
    "labels: \"a\"\\."
  )
  expect_identical(class_of(data = transform(rows, x = factor(x))), "level")
  expect_error(
    rater_severity(transform(rows, x = rep_len(c("low", "high"), nrow(rows))), item, rater, x),
    "levels[[:space:]]=[[:space:]]c\\(\"high\", \"low\"\\)"
  )
  # The factor already has this order.
  expect_error(
    rater_severity(transform(rows, x = factor(rep_len(1:2, nrow(rows)), labels = c("low", "high"))), item, rater, x),
    "levels[[:space:]]=[[:space:]]c\\(\"low\", \"high\"\\)"
  )
  message_of <- function(values) {
    rows$x <- values
    cnd <- tryCatch(rater_severity(rows, item, rater, x), accord_error_level = identity)
    gsub("[[:space:]]+", " ", cli::ansi_strip(conditionMessage(cnd)))
  }
  marks <- rep_len(0:7, nrow(rows))
  expect_match(message_of(as.character(marks)), "These are numbers: `as.numeric(x)`.", fixed = TRUE)
  expect_match(message_of(factor(marks)), "`as.numeric(as.character(x))`", fixed = TRUE)
  expect_no_match(message_of(as.character(marks)), "table of counts|factor\\(")
  # All levels are in the call, so that it can be typed.
  code <- sub("^.*`(factor.*)`.*$", "\\1", message_of(letters[marks + 1]))
  expect_identical(eval(str2lang(code), list(x = "h")), factor("h", letters[1:8], ordered = TRUE))
  expect_no_match(message_of(paste0("level", seq_along(marks))), "factor\\(x")
  expect_identical(class_of(data = transform(rows, x = x + 0.5)), "not_whole")
  one <- transform(rows, x = replace(x, 3, 1.5))
  expect_fault(rater_severity(one, item, rater, x), "not_whole", "1 rating is not, as in row 3", rows = 3L)
  expect_identical(class_of(data = transform(rows, x = 1)), "no_variance")
  expect_identical(class_of(data = transform(rows, x = 30 * x)), "too_many_categories")
  expect_identical(class_of(data = rows[rows$rater == 1, ]), "one_level")
  expect_identical(class_of(data = rbind(rows, rows[1, ])), "duplicate_rating")
  expect_identical(class_of(data = rows[0, ]), "no_rows")
  expect_identical(class_of(data = transform(rows, rater = replace(rater, 1, NA))), "missing_value")
  expect_identical(class_of(data = transform(rows, x = replace(x, 1, Inf))), "infinite_value")
  expect_identical(class_of(data = transform(rows, part = 1), facets = part), "one_level")
  expect_identical(class_of(facets = rater), "argument")
  expect_identical(class_of(steps = item), "argument")
  expect_identical(class_of(center = "mean"), "argument")
  expect_identical(class_of(facets = nobody), "missing_column")
  cut <- transform(rows, x = ifelse(rater == 1, pmin(x, 2), x))
  expect_identical(class_of(data = cut, steps = rater), "sparse_categories")
  part <- rep_len(c("p", "q"), 40)
  end <- transform(rows, part = part, x = ifelse(part == "p", 3, x))
  expect_identical(class_of(data = end, facets = part), "extreme")
  part <- rep_len(c("p", "q", "r"), 40)
  end <- transform(rows, part = part, x = ifelse(part == "p", x, 3))
  expect_error(rater_severity(end, item, rater, x, facets = part), "2 of part have none: \"q\" and \"r\"")
  # NA is a rating not given
  x <- rater_severity(rbind(rows, data.frame(item = 1, rater = 9, x = NA)), item, rater, x)
  expect_identical(glance(x)$n_set_aside, 1L)
  expect_identical(nrow(x), 3L)
})

test_that("severity without ratings says that there are none", {
  d <- expand.grid(item = 1:4, rater = c("a", "b"))
  expect_fault(rater_severity(transform(d, y = NA_real_), item, rater, y), "no_scores", "All are", n_scores = 0L)
})

test_that("batches of text that differ in one number are in its order, and the print tells the ends", {
  set.seed(3)
  rows <- expand.grid(item = 1:80, rater = c("a", "b"), week = 9:10)
  severe <- rows$rater == "b" & rows$week == 10
  rows$y <- pmin(pmax(round(3 + rnorm(80)[rows$item] + 0.7 * rnorm(320) - severe), 1), 5)
  number <- rater_severity(rows, item, rater, y, batch = week)
  rows$week <- paste("week", rows$week)
  text <- rater_severity(rows, item, rater, y, batch = week)
  expect_identical(text$batch, rep(c("week 9", "week 10"), 2))
  expect_equal(text$severity, number$severity)
  drift <- tidy(text, "drift")
  if (rlang::is_installed("ggplot2")) {
    plot <- ggplot2::autoplot(text)
    expect_identical(as.character(plot$scales$get_scales("x")$labels), c("week 9", "week 10"))
    # Only batches that have an order are joined by lines.
    expect_true("GeomLine" %in% geoms(plot))
    named <- transform(rows, week = ifelse(week == "week 9", "warm-up", "main"))
    expect_false("GeomLine" %in% geoms(ggplot2::autoplot(rater_severity(named, item, rater, y, batch = week))))
  }
  expect_identical(drift$first, rep("week 9", 2))
  expect_identical(drift$last, rep("week 10", 2))
  expect_gt(drift$change[2], 0)
  expect_match(format(text), "First batch: week 9; last: week 10", all = FALSE)
  # Other columns are ordered by their text, or by the levels of a factor.
  rows$week <- ifelse(rows$week == "week 9", "warm-up", "main")
  expect_identical(unique(rater_severity(rows, item, rater, y, batch = week)$batch), c("main", "warm-up"))
  rows$week <- factor(rows$week, c("warm-up", "main"))
  expect_equal(tidy(rater_severity(rows, item, rater, y, batch = week), "drift")$change, drift$change)
})

test_that("frequencies make items of their own, and groups and clusters are refused", {
  set.seed(1)
  rows <- data.frame(item = rep(1:30, each = 2), rater = c("a", "b"), y = sample(1:4, 60, TRUE))
  rows$n <- rep(sample(1:3, 30, TRUE), each = 2)
  rows$g <- rep(1:2, each = 30)
  x <- rater_severity(as_ratings(rows, item, rater, y, case_weights = n))
  copies <- rows[rep(1:60, rows$n), ]
  copies$item <- paste(copies$item, sequence(rows$n))
  expect_equal(x$severity, rater_severity(copies, item, rater, y)$severity)
  expect_identical(anyDuplicated(tidy(x, "items")$item), 0L)
  expect_error(rater_severity(as_ratings(rows, item, rater, y, cluster = g)), class = "accord_error_argument")
  expect_error(rater_severity(as_ratings(rows, item, rater, y, by = g)), class = "accord_error_argument")
})

test_that("a facet may have any name", {
  set.seed(4)
  rows <- draw_severity(60, c(-1, 0.2, 0.8))
  rows$criterion <- rep(c("form", "content"), length.out = nrow(rows))
  plain <- rater_severity(rows, item, rater, x, facets = criterion)
  for (name in c("item", "rater", "batch", "own", "cell")) {
    other <- rlang::set_names(rows, c("essay", "judge", "mark", name))
    renamed <- rater_severity(other, essay, judge, mark, facets = tidyselect::all_of(name))
    expect_equal(renamed$severity, plain$severity)
    expect_identical(tidy(renamed, "facets")$facet, rep(name, 2))
  }
})

test_that("augment() gives what is expected of each rating, averaged over the posterior of its item", {
  set.seed(5)
  rows <- draw_severity(20, c(-1, 0.2, 0.8), k = 2)
  rows$x <- rows$x + 2
  x <- rater_severity(rows, item, rater, x, center = "items")
  found <- augment(x)
  expect_identical(names(found), c("item", "rater", "x", ".fitted", ".resid", ".std.resid"))
  expect_equal(found[1:3], tibble::as_tibble(rows), ignore_attr = TRUE)
  t <- c(cumsum(tidy(x, "steps")$estimate)[1:2], 0)
  sd <- glance(x)$item_sd
  of_rater <- function(r) oracle_share(sd * oracle_nodes - x$severity[r], t, 0:3)
  for (one in c(1, 20, 40)) {
    own <- which(rows$item == rows$item[one])
    weight <- stats::dnorm(oracle_nodes)
    for (at in own) weight <- weight * of_rater(rows$rater[at])[, rows$x[at] - 1]
    share <- of_rater(rows$rater[one])
    expected <- drop(share %*% (0:3))
    variance <- drop(share %*% (0:3)^2) - expected^2
    mean <- function(v) sum(weight * v) / sum(weight)
    expect_equal(found$.fitted[one], 2 + mean(expected), tolerance = 1e-5)
    expect_equal(found$.resid[one], rows$x[one] - 2 - mean(expected), tolerance = 1e-5)
    expect_equal(found$.std.resid[one], found$.resid[one] / sqrt(mean(variance)), tolerance = 1e-5)
  }
  # Residuals of the remaining raters; ordered factors give the same ones; a rater without severity has none
  expect_identical(augment(x[2, ])$rater, rep(2L, sum(rows$rater == 2)))
  rows$x <- factor(rows$x, 2:5, letters[1:4], ordered = TRUE)
  expect_equal(augment(rater_severity(rows, item, rater, x))$.resid, found$.resid, tolerance = 1e-6)
  more <- rbind(rows, data.frame(item = 1:3, rater = 9L, x = factor("d", letters[1:4], ordered = TRUE)))
  suppressWarnings(more <- rater_severity(more, item, rater, x))
  expect_identical(is.na(augment(more)$.fitted), rep(c(FALSE, TRUE), c(40, 3)))
  expect_identical(augment(more)$x, factor(c(as.character(rows$x), "d", "d", "d"), letters[1:4], ordered = TRUE))
})

test_that("raters who gave one rating are said to have given theirs, and what they leave must differ", {
  data <- expand.grid(item = 1:8, rater = c("a", "b", "c", "d"))
  data$y <- c(rep(1, 8), 2, 3, 2, 3, 2, 2, 3, 3, 2, 3, 3, 3, 2, 3, 2, 3, rep(4, 8))
  x <- suppressWarnings(rater_severity(data, item, rater, y))
  expect_identical(x$status[c(1, 4)], c("only the rating 1", "only the rating 4"))
  data$y[data$rater %in% c("b", "c")] <- 2
  expect_fault(rater_severity(data, item, rater, y), "no_variance", "16 of 32 are left, all the same")
})

test_that("arguments of as_ratings() are for rows, too", {
  set.seed(6)
  rows <- draw_severity(15, c(-0.5, 0.5), k = 2)
  rows$n <- c(1L, 2L)[1 + rows$item %% 2]
  copies <- rows[rep(seq_len(nrow(rows)), rows$n), ]
  copies$item <- paste(copies$item, stats::ave(copies$item, copies$item, copies$rater, FUN = seq_along))
  expect_equal(
    rater_severity(rows, item, rater, x, case_weights = n)$severity,
    rater_severity(copies, item, rater, x)$severity,
    tolerance = 1e-8
  )
  coded <- transform(rows, x = replace(x, 3, 99))
  missing <- transform(rows, x = replace(x, 3, NA))
  expect_equal(
    rater_severity(coded, item, rater, x, na = 99)$severity,
    rater_severity(missing, item, rater, x)$severity,
    tolerance = 1e-8
  )
  expect_fault(rater_severity(rows, item, rater, x, cluster = n), "argument", "The items come in 2 clusters")
  expect_fault(
    rater_severity(rows, item, rater, x, case_weights = n, batch = n), "argument",
    "`batch` and `case_weights` cannot be combined",
    argument = "case_weights"
  )
  expect_fault(
    rater_severity(rows, item, rater, x, cluster = n, case_weights = n, facets = n), "argument",
    "`cluster` and `case_weights` are for"
  )
})

test_that("raters who always agree have no finite severities, and nothing is said of the fit", {
  rows <- expand.grid(item = 1:12, rater = c("ann", "bob", "cat"), task = 1:2)
  rows$batch <- 1 + rows$item %% 2
  # The likelihood of equal ratings grows with the standard deviation of the items.
  rows$grade <- 1 + rows$item %% 3
  expect_warning(
    x <- rater_severity(rows, item, rater, grade, facets = task, batch = batch, link = "population"),
    "agree too closely", class = "accord_warning_undefined"
  )
  expect_equal(unique(x$status), "raters agree too closely for finite severities")
  estimates <- c("estimate", "std.error", "conf.low", "conf.high", "infit", "outfit", "change", "statistic", "p.value")
  for (what in c("items", "facets", "steps", "drift")) {
    part <- tidy(x, what)
    expect_true(all(is.na(part[intersect(names(part), estimates)])), info = what)
  }
  plain <- suppressWarnings(rater_severity(rows, item, rater, grade, duplicates = "first"))
  expect_equal(unique(plain$status), "raters agree too closely for finite severities")
  expect_fault(tidy(plain, "facets"), "argument", "It has no facets")
  expect_fault(tidy(plain, "drift"), "argument", "No rater has several batches")
  expect_false(any(grepl("facets", format(plain))))
  expect_equal(tidy(x, "items")$item, 1:12)
  expect_equal(tidy(x, "drift")$last, c(2, 2, 2))
  found <- glance(x)
  none <- c("log_likelihood", "AIC", "BIC", "item_mean", "item_sd", "item_reliability", "separation", "reliability")
  expect_true(all(is.na(found[c(none, "strata", "statistic", "p.value")])))
  expect_equal(c(found$n_ratings, found$n_items, found$n_raters), c(72, 12, 3))
  skip_if_not_installed("knitr")
  expect_no_match(paper_table(x, "markdown"), "Separation")
})

test_that("many ratings outside of the categories have a warning, and texts among numbers are to become numbers", {
  d <- expand.grid(item = 1:30, rater = c("a", "b"), stringsAsFactors = FALSE)
  d$mark <- (d$item + (d$rater == "b") * (d$item * 7) %% 4) %% 5
  expect_warning(
    rater_severity(d, item, rater, mark, categories = 1:5),
    paste(sum(d$mark == 0), "of 60 ratings of `mark` are outside: \"0\""), class = "accord_warning_outside_categories"
  )
  d$mark[1] <- 9
  expect_no_warning(rater_severity(d, item, rater, mark, categories = 0:5))
  d$mark <- as.character(d$mark)
  d$mark[2] <- "four"
  expect_fault(rater_severity(d, item, rater, mark), "level", "All but 1 are numbers: write \"four\" as a number")
})

test_that("mean squares are those of the ratings where all markers gave most essays the highest mark", {
  skip_if_quick()
  # Reversed marks turn the signs of severities, and leave the fit as it is.
  fits <- lapply(1:4, function(seed) {
    set.seed(seed)
    rows <- expand.grid(essay = 1:30, marker = c("A", "B", "C"))
    quality <- sample(1:5, 30, TRUE)
    rows$mark <- pmin(5, pmax(1, quality[rows$essay] + sample(-1:1, 90, TRUE, c(0.1, 0.8, 0.1))))
    list(
      up = suppressWarnings(rater_severity(rows, essay, marker, mark)),
      down = suppressWarnings(rater_severity(transform(rows, mark = 6 - mark), essay, marker, mark))
    )
  })
  for (one in fits) {
    expect_lt(max(one$up$outfit), 10)
    expect_equal(one$down$outfit, one$up$outfit, tolerance = 1e-4)
    expect_equal(one$down$infit, one$up$infit, tolerance = 1e-4)
    expect_equal(one$down$severity, -one$up$severity, tolerance = 1e-4)
  }
})

test_that("a plot of raters needs no items with a place", {
  skip_if_not_installed("ggplot2")
  rows <- data.frame(item = rep(1:12, each = 3), rater = c("a", "b", "c"), x = c(rbind(1:12, c(2:12, 12), c(1:11, 11))))
  expect_no_error(suppressWarnings(ggplot2::ggplot_build(ggplot2::autoplot(rater_severity(rows, item, rater, x)))))
})

test_that("ratings with an order, and a sheet, are read as their columns are; halves are told to be counted", {
  set.seed(3)
  rows <- expand.grid(item = 1:20, rater = c("a", "b", "c"))
  steps <- pmin(3, pmax(1, sample(1:3, 20, TRUE)[rows$item] + sample(-1:1, 60, TRUE)))
  rows$label <- c("low", "mid", "high")[steps]
  rows$number <- steps
  want <- rater_severity(rows, item, rater, number)
  order <- c("low", "mid", "high")
  ordinal <- as_ratings(rows, item, rater, label, level = "ordinal", categories = order)
  expect_equal(rater_severity(ordinal)$severity, want$severity, tolerance = 1e-6)
  sheet <- read_sheet(rows, item = item, rater = rater, rating = number, level = "interval")
  expect_equal(rater_severity(sheet)$severity, want$severity, tolerance = 1e-6)
  halves <- transform(rows, number = number / 2)
  expect_error(rater_severity(halves, item, rater, number), "steps of 1/2.*`2 [*] number`")
})

test_that("half marks at the ordinal level count as steps, as twice the marks do", {
  half <- data.frame(
    item = rep(1:12, 3), rater = rep(c("a", "b", "c"), each = 12),
    mark = c(1, 1.5, 2, 3, 2.5, 2, 1.5, 3, 2, 2.5, 1, 3, 1, 2, 2, 3, 3, 2.5, 1.5, 3, 2, 2, 1.5, 3,
      1.5, 1, 1.5, 2.5, 2.5, 1.5, 1, 3, 2.5, 2, 1, 2)
  )
  whole <- rater_severity(transform(half, mark = 2 * mark), item, rater, mark)
  steps <- rater_severity(as_ratings(half, item, rater, mark, level = "ordinal"))
  expect_equal(steps$severity, whole$severity)
  expect_equal(steps$std.error, whole$std.error)
  cnd <- expect_error(rater_severity(half, item, rater, mark), class = "accord_error_not_whole")
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "level = \"ordinal\"", fixed = TRUE)
  # Measurements are no steps.
  half$mark <- half$mark + (1:36) / 997
  expect_error(rater_severity(as_ratings(half, item, rater, mark, level = "ordinal")), class = "accord_error_not_whole")
})

test_that("essays with one rating and with hundreds have the likelihood of the model", {
  local_seed(7)
  rows <- draw_severity(60, c(-0.5, 0, 0.5), k = 2)
  # Another essay that each rater rated 100 times, and one whose ratings are nearly all the highest.
  more <- data.frame(item = rep(61:62, each = 300), rater = rep(1:3, 200))
  more$x <- c(sample(0:3, 300, TRUE, c(1, 4, 4, 1)), rep(3, 299), 2)
  rows <- rbind(rows[-(1:20 * 2), ], more)
  x <- rater_severity(rows, item, rater, x, duplicates = "keep", center = "items")
  par <- c(x$severity, cumsum(tidy(x, "steps")$estimate)[1:2], glance(x)$item_sd)
  expect_equal(glance(x)$log_likelihood, -oracle_deviance(par, rows, 3, 3), tolerance = 1e-8)
  # It is the maximum.
  for (k in seq_along(par)) {
    for (step in c(-0.01, 0.01)) {
      expect_lt(-oracle_deviance(replace(par, k, par[k] + step), rows, 3, 3), glance(x)$log_likelihood)
    }
  }
  expect_equal(tidy(x, "items")$n_ratings, tabulate(rows$item))
})
