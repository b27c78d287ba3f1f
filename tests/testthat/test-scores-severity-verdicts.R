# The figures behind verdicts from their definitions, and planted faults.

test_that("figures behind verdicts are those of their definitions", {
  skip_if_quick()
  local_seed(61)
  drawn <- draw_examination(30, c(-0.6, 0.1, 0.5), criteria = 2)
  rows <- drawn$rows[-c(1, 2, 9), ]
  rows$mark <- pmin(rows$mark, 3)
  x <- rater_severity(rows, essay, marker, mark, facets = criterion, center = "items")
  beside <- rater_severity(rows, essay, marker, mark, facets = criterion, center = "raters")
  found <- tidy(x, "verdicts")
  z <- seq(-8, 8, length.out = 801)
  sd <- glance(x)$item_sd
  t <- c(cumsum(tidy(x, "steps")$estimate)[1:2], 0)
  difficulty <- tidy(x, "facets")$estimate
  rows$c <- match(rows$criterion, c("a", "b"))
  share <- lapply(seq_len(nrow(rows)), function(j) {
    oracle_share(sd * z - x$severity[rows$marker[j]] - difficulty[rows$c[j]], t, 0:3)
  })
  expected <- vapply(share, function(p) drop(p %*% 0:3), z)
  variance <- vapply(share, function(p) drop(p %*% (0:3)^2), z) - expected^2
  likely <- vapply(seq_along(share), function(j) share[[j]][, rows$mark[j] + 1], z)
  # The posterior of an essay by the given ratings.
  posterior <- function(rated) {
    w <- stats::dnorm(z) * apply(likely[, rated, drop = FALSE], 1, prod)
    w / sum(w)
  }
  figures <- t(vapply(seq_along(share), function(j) {
    own <- which(rows$essay == rows$essay[j])
    w <- posterior(setdiff(own, j))
    mass <- colSums(w * share[[j]])
    square <- outer(expected[, j], 0:3, function(e, x) (x - e)^2)
    standard <- colSums(w * share[[j]] * square / variance[, j]) / mass
    rest <- colSums(w * share[[j]] * (square - variance[, j])) / mass
    # Given the other ratings, both means are known: 1 and 0.
    expect_equal(c(sum(mass * standard), sum(mass * rest)), c(1, 0), tolerance = 1e-8)
    others <- own[rows$marker[own] != rows$marker[j]]
    all <- posterior(own)
    c(
      outfit = sum(mass * (standard - 1)^2), infit = sum(mass * rest^2), variance = sum(all * variance[, j]),
      predicted = if (length(others)) sum(posterior(others) * expected[, j]) else NA,
      expected = sum(all * expected[, j])
    )
  }, numeric(5)))
  gaps <- list()
  expected_sum <- numeric()
  cube_root <- function(square, v) (square^(1 / 3) - (1 - v / 9)) / sqrt(v / 9)
  for (r in 1:3) {
    own <- which(rows$marker == r)
    n <- length(own)
    expect_equal(found$outfit_z[r], cube_root(x$outfit[r], sum(figures[own, "outfit"]) / n^2), tolerance = 1e-5)
    infit <- sum(figures[own, "infit"]) / sum(figures[own, "variance"])^2
    expect_equal(found$infit_z[r], cube_root(x$infit[r], infit), tolerance = 1e-5)
    known <- own[!is.na(figures[own, "predicted"])]
    expect_equal(found$consistency[r], stats::cor(rows$mark[known], figures[known, "predicted"]), tolerance = 1e-6)
    # Sums of squares by essay, observed, and expected at each place.
    middle <- mean(figures[own, "expected"])
    sums <- t(vapply(split(own, rows$essay[own]), function(at) {
      w <- posterior(which(rows$essay == rows$essay[at[1]]))
      e <- expected[, at, drop = FALSE]
      m <- length(at)
      c(
        sum((rows$mark[at] - mean(rows$mark[at]))^2),
        sum(w * (rowSums(variance[, at, drop = FALSE]) * (1 - 1 / m) + rowSums((e - rowMeans(e))^2))),
        sum((rows$mark[at] - middle)^2), sum(w * rowSums(variance[, at, drop = FALSE] + (e - middle)^2)), m
      )
    }, numeric(5)))
    two <- sums[sums[, 5] == 2, ]
    expect_equal(found$halo[r], sum(two[, 1]) / sum(two[, 2]), tolerance = 1e-6)
    expect_equal(found$spread[r], sum(sums[, 3]) / sum(sums[, 4]), tolerance = 1e-6)
    gaps[[r]] <- two[, 1] - two[, 2]
    expected_sum[r] <- sum(two[, 2])
    # How much lower the marks are than by an average rater
    w <- stats::dnorm(z) / sum(stats::dnorm(z))
    mark <- function(s) sum(vapply(difficulty, function(d) sum(w * oracle_share(sd * z - s - d, t, 0:3) %*% 0:3), 0))
    expect_equal(found$severity_marks[r], mark(mean(x$severity)) - mark(x$severity[r]), tolerance = 1e-3)
    # The limits are those of the severity beside an average rater of 0, in marks.
    average <- mean(x$severity)
    limits <- mark(average) - vapply(average + c(beside$conf.low[r], beside$conf.high[r]), mark, 0)
    expect_equal(c(found$marks_low[r], found$marks_high[r]), limits, tolerance = 1e-3)
  }
  # The variance of a difference is that over all raters.
  v <- lengths(gaps) * mean(unlist(gaps)^2) / expected_sum^2
  expect_equal(found$halo.p.value, 2 * stats::pnorm(-abs(cube_root(found$halo, v))), tolerance = 1e-5)
})

test_that("planted faults are found and named, and others are not", {
  skip_if_quick()
  severity <- seq(-0.5, 0.5, length.out = 8)
  verdicts <- function(seed, ...) {
    local_seed(seed)
    tidy(rater_severity(draw_examination(320, severity, ...)$rows, essay, marker, mark, facets = criterion), "verdicts")
  }
  erratic <- verdicts(62, noise = 2)
  expect_match(erratic$verdict[1], "erratic")
  expect_match(erratic$why[1], "(infit|outfit) [0-9.]+: ratings differ from those expected")
  halo <- verdicts(63, spoil = function(rows) transform(rows, mark = round(stats::ave(mark, essay, marker))))
  expect_match(halo$verdict[1], "halo")
  expect_lt(halo$halo[1], 0.3)
  central <- verdicts(64, spoil = function(rows) transform(rows, mark = round(3 + 0.6 * (mark - 3))))
  expect_match(central$verdict[1], "central tendency")
  expect_no_match(central$verdict[1], "halo|predictable")
  # One faulty marker of eight changes the steps, and so the fit of the others a little.
  others <- c(erratic$verdict[-1], halo$verdict[-1], central$verdict[-1])
  expect_lte(sum(grepl("erratic|predictable|halo|central|extremes", others)), 3)
  # A spread of a logit is half a mark and more at both ends.
  expect_match(erratic$verdict[8], "severe")
})

test_that("verdicts are printed if there are any, and absent without a fit", {
  skip_if_quick()
  local_seed(65)
  drawn <- draw_examination(150, c(-1.5, 0, 0.2, 0.3))$rows
  x <- rater_severity(drawn, essay, marker, mark, facets = criterion)
  expect_match(format(x), "lenient", all = FALSE)
  expect_match(tidy(x, "verdicts")$why[1], "^marks [0-9.]+ higher than by an average rater")
  # Without differences, there is nothing to tell.
  even <- rater_severity(draw_examination(150, c(0, 0, 0, 0))$rows, essay, marker, mark, facets = criterion)
  if (all(even$verdict == "ok")) expect_no_match(format(even), "Verdict")
  ends <- rbind(drawn, data.frame(essay = 1:3, marker = 9, criterion = "a", mark = 6))
  suppressWarnings(ends <- rater_severity(ends, essay, marker, mark, facets = criterion))
  expect_identical(is.na(ends$verdict), c(FALSE, FALSE, FALSE, FALSE, TRUE))
  close <- data.frame(item = rep(1:12, each = 2), rater = 1:2, x = rep(1:3, each = 2))
  suppressWarnings(none <- rater_severity(close, item, rater, x))
  expect_true(all(is.na(none$verdict)) && all(is.na(tidy(none, "verdicts")$infit_z)))
  expect_identical(tidy(none, "verdicts")$why, rep("raters agree too closely for finite severities", 2))
})

test_that("a trend over days is found, and is the change per day", {
  skip_if_quick()
  local_seed(66)
  drawn <- draw_examination(400, c(-0.3, 0, 0.1, 0.2), criteria = 1)$rows
  days <- as.Date("2026-06-01") + 0:7
  drawn$day <- sample(days, 400, TRUE)[drawn$essay]
  slow <- drawn$marker == 1
  # Marks of the first marker fall in the course of the days.
  drawn$mark <- pmax(0, drawn$mark - slow * (stats::runif(800) < as.integer(drawn$day - days[1]) / 7) * 1.5)
  drawn$mark <- floor(drawn$mark)
  x <- rater_severity(drawn, essay, marker, mark, batch = day, link = "population")
  drift <- tidy(x, "drift")
  expect_lt(drift$trend.adj.p.value[1], 0.01)
  expect_gt(drift$trend[1], 0)
  expect_gt(min(drift$trend.p.value[-1]), 0.001)
  expect_true(all(grepl("drift", x$verdict[x$rater == 1])))
  drawn$late <- ifelse(drawn$day > days[4], 8, 3)
  two <- tidy(rater_severity(drawn, essay, marker, mark, batch = late, link = "population"), "drift")
  expect_equal(two$trend, two$change / 5)
  expect_equal(two$trend.p.value, two$p.value)
})

test_that("ratings outside the categories are set aside, and told", {
  skip_if_quick()
  local_seed(67)
  rows <- draw_examination(60, c(-0.3, 0, 0.3), criteria = 1)$rows
  x <- rater_severity(rows, essay, marker, mark, categories = 0:6)
  expect_equal(x$severity, rater_severity(rows, essay, marker, mark)$severity)
  typed <- rbind(rows, data.frame(essay = 1:2, marker = 7, criterion = "a", mark = c(9, 66)))
  y <- rater_severity(typed, essay, marker, mark, categories = 0:6)
  expect_equal(y$severity, x$severity)
  expect_match(format(y)[1], "2 set aside, 2 outside the categories: 66, 9", fixed = TRUE)
  expect_identical(glance(y)$n_set_aside, 2L)
  letters_of <- transform(typed, mark = factor(mark, c(0:6, 9, 66), ordered = TRUE))
  expect_equal(rater_severity(letters_of, essay, marker, mark, categories = 0:6)$severity, x$severity)
  wide <- as_ratings(typed[-nrow(typed), ], essay, marker, mark, level = "interval")
  expect_equal(rater_severity(wide, categories = 0:6)$severity, x$severity)
  with_categories <- function(data, x) rater_severity(data, essay, marker, mark, categories = x)
  expect_fault(with_categories(rows, "all"), "argument", "the ratings that can be given")
  expect_fault(with_categories(rows, c(0, 2.5)), "argument", "It is \"0\" and \"2.5\"")
  expect_fault(with_categories(letters_of, c(0:6, 8)), "argument", "levels of the ordered")
})

test_that("the others are compared with a fit without an erratic rater", {
  skip_if_quick()
  set.seed(2)
  rows <- expand.grid(essay = 1:120, marker = letters[1:6], criterion = c("x", "y", "z"), stringsAsFactors = FALSE)
  place <- stats::rnorm(120, 0, 1.4)
  rows$mark <- rowSums(outer(place[rows$essay], c(-2, -0.7, 0.7, 2), `-`) > stats::rlogis(nrow(rows) * 4))
  random <- rows$marker == "b"
  rows$mark[random] <- sample(0:4, sum(random), TRUE)
  fit <- function(rows) suppressMessages(rater_severity(rows, essay, marker, mark, facets = criterion))
  all <- tidy(fit(rows), "verdicts")
  expect_match(all$verdict[all$rater == "b"], "erratic")
  expect_identical(all$verdict[all$rater != "b"], rep("ok", 5))
  without <- tidy(fit(rows[!random, ]), "verdicts")
  figures <- c("infit", "outfit", "consistency", "halo", "spread")
  expect_equal(all[all$rater != "b", figures], without[figures], tolerance = 1e-6)
})

test_that("the others are compared with a fit without a rater with halo, who makes them look erratic", {
  skip_if_quick()
  set.seed(5)
  rows <- expand.grid(essay = 1:150, marker = letters[1:6], criterion = c("w", "x", "y", "z"), stringsAsFactors = FALSE)
  place <- stats::rnorm(150, 0, 1.4)
  rows$mark <- rowSums(outer(place[rows$essay], c(-2, -0.7, 0.7, 2), `-`) > stats::rlogis(nrow(rows) * 4))
  # One marker gives all criteria nearly the same mark.
  halo <- rows$marker == "b"
  alike <- stats::ave(rows$mark, rows$essay, rows$marker)
  rows$mark[halo] <- round((0.3 * rows$mark + 0.7 * alike)[halo])
  fit <- function(rows) suppressMessages(rater_severity(rows, essay, marker, mark, facets = criterion))
  all <- tidy(fit(rows), "verdicts")
  expect_match(all$verdict[all$rater == "b"], "halo")
  expect_identical(all$verdict[all$rater != "b"], rep("ok", 5))
  without <- tidy(fit(rows[!halo, ]), "verdicts")
  figures <- c("infit", "outfit", "consistency", "halo", "spread")
  expect_equal(all[all$rater != "b", figures], without[figures], tolerance = 1e-6)
})
