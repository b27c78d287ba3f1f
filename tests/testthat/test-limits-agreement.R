# Peak expiratory flow of 17 people by two meters, twice each, litres per minute: Bland & Altman (1986),
# the table of the Lancet 327, 307-310.
flow <- data.frame(
  item = rep(1:17, 4), meter = rep(c("wright", "mini"), each = 34), reading = rep(1:2, each = 17),
  flow = c(
    494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427,
    490, 397, 512, 401, 470, 611, 415, 431, 638, 429, 420, 633, 275, 492, 165, 372, 421,
    512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451,
    525, 415, 508, 444, 500, 625, 460, 390, 642, 432, 420, 605, 227, 467, 268, 370, 443
  )
)

test_that("the published figures of the peak flow meters", {
  x <- limits_of_agreement(flow[flow$reading == 1, ], item, meter, flow)
  # There the difference is Wright less mini: the mean is -2.1, the standard deviation 38.8; the interval of the mean
  # -22.0 to 17.8. Their limits are two standard deviations from it.
  expect_equal(c(x$rater_1, x$rater_2), c("mini", "wright"))
  expect_equal(round(c(-x$bias, x$sd, -x$bias.conf.high, -x$bias.conf.low), 1), c(-2.1, 38.8, -22.0, 17.8))
  two <- limits_of_agreement(flow[flow$reading == 1, ], item, meter, flow, share = 2 * stats::pnorm(2) - 1)
  expect_equal(c(two$lower, two$upper), two$bias + c(-2, 2) * two$sd)
  # Repeated readings: their differences have 21.6 and 28.2, those of means 33.2, corrected 37.7.
  both <- limits_of_agreement(flow, item, meter, flow, duplicates = "keep")
  expect_equal(round(sqrt(2) * c(both$within_2, both$within_1), 1), c(21.6, 28.2))
  expect_equal(round(both$sd, 1), 37.7)
  means <- tapply(flow$flow, flow[c("item", "meter")], mean)
  expect_equal(round(stats::sd(means[, "mini"] - means[, "wright"]), 1), 33.2)
})

test_that("limits with the mean are those of the analysis of variance", {
  set.seed(2)
  for (r in c(2, 4, 9)) {
    scores <- matrix(stats::rnorm(12 * r, rep(stats::rnorm(r), each = 12)), 12) + stats::rnorm(12, 0, 4)
    long <- data.frame(item = rep(1:12, r), rater = rep(letters[1:r], each = 12), score = c(scores))
    x <- limits_of_agreement(long, item, rater, score, against = "mean", share = 0.9)
    squares <- stats::anova(stats::lm(score ~ factor(item) + rater, long))[["Mean Sq"]]
    components <- (squares[2] + 11 * squares[3]) / 12
    half <- stats::qnorm(0.95) * sqrt((r - 1) / r * components)
    expect_equal(c(x$lower, x$upper), c(-half, half))
    # Items without a rating by all raters are left out.
    expect_message(
      less <- limits_of_agreement(rbind(long, data.frame(item = 13, rater = "a", score = 3)), item, rater, score,
        against = "mean", share = 0.9
      ),
      class = "accord_message_incomplete"
    )
    expect_equal(less$lower, x$lower)
  }
})

test_that("intervals of limits cover", {
  set.seed(3)
  times <- test_size(400, 20000)
  least <- stats::qbinom(0.001, times, 0.95) / times
  most <- stats::qbinom(0.999, times, 0.95) / times
  covers <- function(n, repeats) {
    found <- replicate(times, {
      around <- function() matrix(stats::rnorm(n * repeats), n)
      one <- around()
      two <- around() + stats::rnorm(n)
      mean_ss <- function(x) list(rowMeans(x), sqrt(rowSums((x - rowMeans(x))^2)))
      a <- mean_ss(one)
      b <- mean_ss(two)
      row <- pair_limits(list(
        x = a[[1]], y = b[[1]], n_1 = rep(repeats, n), n_2 = rep(repeats, n), around_1 = a[[2]], around_2 = b[[2]]
      ), 0.95, 0.95)
      # The variance of a difference of single ratings is 3.
      limit <- stats::qnorm(0.975) * sqrt(3)
      c(
        row$lower.conf.low <= -limit && row$lower.conf.high >= -limit,
        row$upper.conf.low <= limit && row$upper.conf.high >= limit,
        row$bias.conf.low <= 0 && row$bias.conf.high >= 0
      )
    })
    rowMeans(found)
  }
  exact <- covers(8, 1)
  expect_gt(min(exact), least)
  expect_lt(max(exact), most)
  expect_gt(min(covers(15, 2)), stats::qbinom(0.001, times, 0.93) / times)
})

test_that("the exact limits have the probabilities of the noncentral t distribution", {
  for (n in c(5, 60, 350)) {
    ends <- limit_intervals(0, cbind(1, 1, n - 1), n, 1.96, 0.9)$upper
    # The probability that mean + 1.96 sd of the sample is below the limit, integrated over the chi-squared variance.
    below <- function(end) {
      stats::integrate(function(w) {
        stats::pnorm(-end * sqrt(n) * sqrt(w / (n - 1)) + 1.96 * sqrt(n)) * stats::dchisq(w, n - 1)
      }, max(0, n - 1 - 12 * sqrt(2 * n)), n - 1 + 15 * sqrt(2 * n), rel.tol = 1e-10)$value
    }
    expect_equal(c(below(ends[1]), below(ends[2])), c(0.95, 0.05), tolerance = 1e-6)
  }
})

test_that("where the exact interval ends, that from parts is the same to the digits that are printed", {
  set.seed(4)
  x <- stats::rnorm(350)
  parts <- cbind(1, stats::var(x), 349)
  exact <- limit_intervals(mean(x), parts, 350, 1.96, 0.95)
  other <- limit_intervals(mean(x), rbind(parts, c(0, 1, 1)), 350, 1.96, 0.95)
  expect_lt(max(abs(exact$lower - other$lower)), 0.005)
})

test_that("rows, groups and raters come in any order, and sparse pairs on what they share", {
  set.seed(5)
  d <- data.frame(item = rep(1:20, each = 3), part = rep(1:2, each = 30))
  d$rater <- c(replicate(20, sample(letters[1:5], 3)))
  d$score <- stats::rnorm(60) + d$item
  x <- suppressWarnings(limits_of_agreement(d, item, rater, score, by = part))
  again <- suppressWarnings(limits_of_agreement(d[sample(60), ], item, rater, score, by = part))
  expect_equal(again[order(again$part), ], x, ignore_attr = TRUE)
  own <- d[d$part == 2 & d$rater == "b", ]
  other <- d[d$part == 2 & d$rater == "d", ]
  both <- merge(own, other, by = "item")
  row <- x[x$part == 2 & x$rater_1 == "b" & x$rater_2 == "d", ]
  expect_equal(row$bias, mean(both$score.x - both$score.y))
  expect_equal(row$n_items, nrow(both))
  fit <- summary(stats::lm(I(score.x - score.y) ~ I((score.x + score.y) / 2), both))$coefficients
  expect_equal(c(row$slope, row$slope.p.value), fit[2, c(1, 4)], ignore_attr = TRUE)
})

test_that("what has no limits is told", {
  one <- data.frame(item = c(1, 1, 2, 3, 3), rater = c("a", "b", "a", "a", "c"), score = c(1, 2, 3, 4, 5))
  expect_warning(x <- limits_of_agreement(one, item, rater, score), class = "accord_warning_undefined")
  expect_identical(unique(x$status), "fewer than two items")
  expect_identical(c(x$lower, x$upper), rep(NA_real_, 4))
  equal <- limits_of_agreement(cbind(a = c(1, 5, 9), b = c(2, 6, 10)), layout = "raters_in_columns")
  expect_equal(c(equal$bias, equal$lower, equal$upper.conf.high), c(-1, -1, -1))
  expect_fault(limits_of_agreement(one, item, rater, rater), "level", "needs? numbers|need numbers")
  expect_fault(
    limits_of_agreement(rbind(one, one[1, ]), item, rater, score, against = "mean", duplicates = "keep"),
    "duplicate_rating"
  )
  expect_fault(limits_of_agreement(one, item, rater, score, share = 1), "argument")
  expect_fault(limits_of_agreement(one, item, rating = score), "anonymous")
  many <- data.frame(item = 1, rater = 1:201, score = 1:201)
  expect_fault(limits_of_agreement(many, item, rater, score), "too_large")
})

test_that("a table has the digits of the unit, or those that were asked for", {
  skip_if_not_installed("knitr")
  x <- limits_of_agreement(flow[flow$reading == 1, ], item, meter, flow)
  upper <- x$bias + stats::qnorm(0.975) * x$sd
  shows <- function(text, digits) {
    expect_match(paste(text, collapse = " "), sprintf("%.*f [", digits, upper), fixed = TRUE)
  }
  shows(paper_table(x, "markdown"), 1)
  shows(paper_table(x, "markdown", digits = 3), 3)
})

test_that("one rater, or ratings that are all missing, have a row that says so", {
  one <- data.frame(ward = "B", item = 1:6, rater = "a", score = c(120, 131, 140, 118, 125, 133))
  both <- rbind(
    transform(one, ward = "A"), transform(one, ward = "A", rater = "b", score = score + c(1, 3, 2, 0, 1, 2)),
    transform(one, score = NA_real_)
  )
  for (against in c("each_other", "mean")) {
    expect_warning(x <- limits_of_agreement(one, item, rater, score, against = against), "no two raters")
    expect_identical(x$status, "no item with two raters")
    expect_identical(c(x$bias, x$sd, x$lower, x$upper), rep(NA_real_, 4))
    expect_match(paste(format(x), collapse = " "), "no item with two raters")
    expect_s3_class(paper_table(x, "markdown"), "accord_table")
    expect_warning(
      x <- limits_of_agreement(both, item, rater, score, by = ward, against = against),
      class = "accord_warning_undefined"
    )
    expect_identical(x$status, c("ok", "no item with two raters"))
    alone <- limits_of_agreement(both[both$ward == "A", ], item, rater, score, against = against)
    expect_identical(x$lower, c(alone$lower, NA))
    expect_match(paste(format(x), collapse = " "), "no item with two raters")
  }
})

test_that("limits without a difference are no plot", {
  skip_if_not_installed("ggplot2")
  one <- data.frame(item = 1:3, rater = "a", score = c(120, 131, 140))
  for (against in c("each_other", "mean")) {
    x <- suppressWarnings(limits_of_agreement(one, item, rater, score, against = against))
    expect_fault(ggplot2::autoplot(x), "no_values", "no item with two raters")
  }
})

# Cardiac output of 12 patients by two methods in pairs, litres per minute: Bland & Altman (1999), table 4, Statistical
# Methods in Medical Research 8, 135-160, as in data set `cardiac` of package MethComp 1.30.2.
cardiac <- data.frame(
  patient = rep(rep(1:12, c(5, 4, 6, 5, 6, 4, 4, 6, 3, 5, 6, 6)), 2),
  method = rep(c("IC", "RV"), each = 60),
  output = c(
    6.57, 5.62, 6.90, 6.57, 6.35, 4.06, 4.29, 4.26, 4.09, 4.71, 5.50, 5.08, 5.02, 6.01, 5.67,
    4.14, 4.20, 4.61, 4.68, 5.04, 3.03, 2.86, 2.77, 2.46, 2.32, 2.43, 5.90, 5.81, 5.70, 5.76,
    5.09, 4.63, 4.61, 5.09, 4.72, 4.61, 4.36, 4.20, 4.36, 4.20, 3.17, 3.12, 2.96, 4.35, 4.62,
    3.16, 3.53, 3.53, 7.20, 6.09, 7.00, 7.10, 7.40, 6.80, 4.50, 4.20, 3.80, 3.80, 4.20, 4.50,
    7.83, 7.42, 7.89, 7.12, 7.88, 6.16, 7.26, 6.71, 6.54, 4.75, 5.24, 4.86, 4.78, 6.05, 5.42,
    4.21, 3.61, 3.72, 3.87, 3.92, 3.13, 2.98, 2.85, 3.17, 3.09, 3.12, 5.92, 6.42, 5.92, 6.27,
    7.13, 6.62, 6.58, 6.93, 4.54, 4.81, 5.11, 5.29, 5.39, 5.57, 4.48, 4.92, 3.97, 4.22, 4.65,
    4.74, 4.44, 4.50, 6.78, 6.07, 6.52, 6.42, 6.41, 5.76, 5.06, 4.72, 4.90, 4.80, 4.90, 5.10
  )
)
cardiac$pair <- stats::ave(seq_along(cardiac$patient), cardiac$patient, cardiac$method, FUN = seq_along)

test_that("the published limits of ratings in pairs", {
  # Zou (2013), on the first four patients, radionuclide less impedance; as printed in the tests of package SimplyAgree,
  # "examples from Zou".
  x <- limits_of_agreement(cardiac[cardiac$patient <= 4, ], patient, method, output, occasion = pair)
  expect_identical(c(x$rater_1, x$rater_2), c("IC", "RV"))
  expect_identical(c(x$n_items, x$n_ratings), c(4L, 40L))
  expect_equal(round(-x$bias, 4), 0.7255, tolerance = 1.5e-4)
  expect_equal(round(-c(x$upper, x$lower), 2), c(-2.14, 3.59))
  # Zou's interval of the mean has the normal quantile, and here it has Student's.
  student <- x$bias.conf.high - x$bias
  normal <- student * stats::qnorm(0.975) / stats::qt(0.975, 3)
  with_normal <- function(end, limit) limit + sign(end - limit) * sqrt((end - limit)^2 - student^2 + normal^2)
  lower <- with_normal(c(x$lower.conf.low, x$lower.conf.high), x$lower)
  upper <- with_normal(c(x$upper.conf.low, x$upper.conf.high), x$upper)
  # The printed ends are both a hundredth lower than his formula gives them: he rounded on the way.
  expect_lt(max(abs(-rev(c(lower, upper)) - c(-9.83, -0.33, 1.77, 11.27))), 0.0151)
})

test_that("limits of ratings in pairs are those of the analysis of variance of their differences", {
  set.seed(11)
  # With equal numbers of pairs per item, Bland & Altman (1999, section 5.3) and Zou agree. The true value drifts.
  d <- expand.grid(occasion = 1:3, item = 1:20)
  truth <- rnorm(20, 0, 5)[d$item] + rnorm(60, 0, 4)
  a <- truth + rnorm(60)
  b <- truth + 1 + rnorm(20, 0, 2)[d$item] + rnorm(60)
  long <- rbind(cbind(d, rater = "a", score = a), cbind(d, rater = "b", score = b))
  x <- limits_of_agreement(long[sample(120), ], item, rater, score, occasion = occasion)
  squares <- stats::anova(stats::lm(I(a - b) ~ factor(item), d))[["Mean Sq"]]
  total <- (squares[1] - squares[2]) / 3 + squares[2]
  expect_equal(c(x$bias, x$sd^2, x$within_both^2), c(mean(a - b), total, squares[2]))
  expect_identical(c(x$within_1, x$within_2), c(NA_real_, NA_real_))
  # If the true value were assumed constant, the drift would count as disagreement.
  unlinked <- limits_of_agreement(long, item, rater, score, duplicates = "keep")
  expect_gt(unlinked$sd, 1.5 * x$sd)
  # Names of occasions are those of an item, whatever they are; a rating without its counterpart does not count.
  named <- long
  named$occasion <- c("x", "second", "10")[long$occasion]
  named$part <- ifelse(named$item > 10, "v", "u")
  alone <- data.frame(occasion = "w", item = 1:2, rater = "a", score = 1e6, part = "u")
  by_part <- limits_of_agreement(rbind(named, alone), item, rater, score, occasion = occasion, by = part)
  shown <- c("bias", "sd", "lower.conf.low", "upper.conf.high", "slope", "n_items", "n_ratings")
  for (part in 1:2) {
    half <- limits_of_agreement(long[(long$item > 10) == (part == 2), ], item, rater, score, occasion = occasion)
    expect_equal(unlist(by_part[part, shown]), unlist(half[shown]))
  }
  expect_identical(nrow(attr(x, "differences")), 60L)
})

test_that("what ratings in pairs cannot be has a sentence", {
  skip_if_quick()
  one <- cardiac[cardiac$patient < 3, ]
  limits <- function(data = one, ...) limits_of_agreement(data, patient, method, output, occasion = pair, ...)
  expect_fault(limits(against = "mean"), "argument", "pairs of raters")
  expect_fault(limits(rbind(one, one[1, ])), "duplicate_rating", "1, occasion 1")
  expect_equal(limits(rbind(one, one[1, ]), duplicates = "last")$bias, limits()$bias)
  expect_fault(limits(duplicates = "keep"), "argument")
  expect_fault(limits(layout = "tidy"), "argument", "takes no")
  expect_fault(limits(transform(one, pair = replace(pair, 2, NA))), "missing_id", "occasion")
  expect_fault(limits(transform(one, patient = replace(patient, 2, NA))), "missing_id", "item")
  expect_fault(limits_of_agreement(cbind(a = 1:3, b = 2:4), occasion = pair), "argument")
  # Two names that would be pasted to the same text are two pairs.
  same <- data.frame(
    patient = rep(c("1", "1, occasion 2", "3"), 2), pair = rep(c("2, occasion 3", "3", "1"), 2),
    method = rep(c("a", "b"), each = 3), output = c(1, 2, 4, 2, 4, 3)
  )
  expect_identical(limits(same)$n_items, 3L)
})

test_that("augment() has each difference with its item, and a sentence has bias and limits", {
  first <- flow[flow$reading == 1, ]
  x <- limits_of_agreement(first, item, meter, flow)
  rows <- augment(x)
  mini <- first$flow[first$meter == "mini"][match(rows$item, 1:17)]
  wright <- first$flow[first$meter == "wright"][match(rows$item, 1:17)]
  expect_identical(sort(rows$item), 1:17)
  expect_equal(rows$.difference, mini - wright)
  expect_equal(rows$.mean, (mini + wright) / 2)
  expect_identical(rows$.outside, rows$.difference < x$lower | rows$.difference > x$upper)
  # Bland & Altman print 2.1 and 38.8, with the interval of the mean difference
  expect_match(format(x, style = "apa", digits = 1), paste(
    "^mini minus wright: bias = 2.1, 95% CI \\[.17.8, 22.0\\], 95% limits of agreement from .73.9, 95% CI",
    "\\[.*\\], to 78.1, 95% CI \\[.*\\], 17 items$"
  ))
  # Filtered rows, and comparisons with the mean of all
  several <- transform(first, part = ifelse(item > 9, "u", "v"))
  parts <- limits_of_agreement(several, item, meter, flow, by = part)
  expect_setequal(augment(parts[parts$part == "u", ])$item, 10:17)
  mean <- limits_of_agreement(first, item, meter, flow, against = "mean")
  rows <- augment(mean)
  expect_identical(nrow(rows), 34L)
  one <- rows[rows$item == 3 & rows$rater_1 == "mini", ]
  expect_equal(c(one$.mean, one$.difference), c(518, 2))
  expect_match(format(mean, style = "apa"), "^each rater minus mean of all: 95% limits of agreement from")
})

test_that("values too large to square have no limits", {
  skip_if_quick()
  d <- expand.grid(item = 1:4, rater = c("a", "b", "c"))
  d$y <- c(1, 2, 3, 4, 1, 3, 2, 4, 2, 2, 3, 5)
  d$y[1:8] <- 1e200 * d$y[1:8]
  for (against in c("each_other", "mean")) {
    cnd <- expect_warning(
      x <- limits_of_agreement(d, item, rater, y, against = against), "squares are numbers",
      class = "accord_warning_undefined"
    )
    expect_identical(unique(x$status), "values too large to square")
    numbers <- as.data.frame(x)[
      c("bias", "sd", "lower", "lower.conf.low", "upper", "upper.conf.high", "slope", "within_1")
    ]
    expect_true(all(is.na(numbers)))
  }
  twice <- rbind(d, transform(d, y = 1.5 * y))
  expect_warning(
    x <- limits_of_agreement(twice, item, rater, y, duplicates = "keep"), "3 of 3 rows have no limits"
  )
  expect_true(all(is.na(x$within_1)))
  # the third rater of the second group is not affected
  small <- transform(d, y = c(1, 2, 3, 4, 1, 3, 2, 4, 2, 2, 3, 5))
  expect_warning(
    x <- limits_of_agreement(rbind(cbind(d, g = 1), cbind(small, g = 2)), item, rater, y, by = g),
    "3 of 6 rows have no limits"
  )
  expect_identical(is.na(x$sd), rep(c(TRUE, FALSE), each = 3))
})

test_that("limits have the unit of the ratings, however small or large it is", {
  skip_if_quick()
  # Powers of two change no digit, so all numbers in the unit are multiplied and all others stay.
  set.seed(6)
  d <- expand.grid(item = 1:8, rater = c("a", "b", "c"), visit = 1:2)
  d$y <- rnorm(8)[d$item] + rnorm(48)
  found <- function(unit) {
    all <- transform(d, y = unit * y)
    once <- all[all$visit == 1, ]
    list(
      limits_of_agreement(once, item, rater, y), limits_of_agreement(once, item, rater, y, against = "mean"),
      limits_of_agreement(all, item, rater, y, duplicates = "keep"),
      limits_of_agreement(all, item, rater, y, occasion = visit)
    )
  }
  free <- c("rater_1", "rater_2", "n_items", "n_ratings", "slope", "slope.p.value", "share", "conf.level", "status")
  one <- found(1)
  for (unit in 2^c(-1000, -700, -540, 300, 500)) {
    Map(function(x, expected) {
      in_unit <- setdiff(names(x), free)
      expect_equal(x[free], expected[free], ignore_attr = TRUE)
      expect_equal(unlist(unclass(x)[in_unit]) / unit, unlist(unclass(expected)[in_unit]))
    }, found(unit), one)
  }
})

test_that("where a print is narrow, both limits stay and intervals go", {
  skip_if_quick()
  data <- expand.grid(item = 1:12, method = c("spectrometer", "photometer"), site = c("north clinic", "south clinic"))
  data$value <- (data$item * 7 + as.integer(data$method) * data$item %/% 3 + as.integer(data$site)) / 10
  x <- limits_of_agreement(data, item, method, value, by = site)
  shown <- function(width) cli::ansi_strip(format(x, width = width))
  heading <- function(width) grep("First", shown(width), value = TRUE)
  row <- function(width) grep("north", shown(width), value = TRUE)
  for (width in 75:140) {
    expect_match(heading(width), "Bias +Lower limit +Upper limit")
    expect_lte(max(nchar(shown(width)[3:5])), width)
  }
  with_interval <- function(width) lengths(regmatches(row(width), gregexpr("\\[", row(width))))
  expect_equal(vapply(c(140, 96, 78), with_interval, 0L), c(3L, 1L, 0L))
  expect_no_match(paste(shown(140), collapse = " "), "intervals of")
  expect_match(paste(shown(96), collapse = " "), "Too wide to show: intervals of the limits")
  expect_match(paste(shown(78), collapse = " "), "Too wide to show: intervals of bias and limits")
  expect_no_match(shown(78)[1], "intervals")
})

test_that("a mistyped number stops limits and concordance, with advice that they take", {
  skip_if_quick()
  local_seed(57)
  rows <- expand.grid(item = 1:40, rater = c("a", "b"), stringsAsFactors = FALSE)
  rows$x <- c(0:5, sample(0:5, 74, TRUE))
  rows$visit <- rep(1:2, 20)
  typed <- transform(rows, x = replace(x, 3, 11))
  verbs <- list(
    function(...) limits_of_agreement(..., item = item, rater = rater, rating = x),
    function(...) limits_of_agreement(..., item = item, rater = rater, rating = x, occasion = visit),
    function(...) concordance(..., item = item, rater = rater, rating = x)
  )
  for (verb in verbs) {
    expect_fault(
      verb(typed), "stray_code", "`na = 11` leaves it out.*it is a rating, use `na = character\\(\\)`", codes = 11
    )
    expect_equal(verb(typed, na = 11)$n_ratings, verb(rows[-3, ])$n_ratings)
    expect_identical(verb(typed, na = character())$n_items, 40L)
  }
  # A code for a missing rating.
  coded <- transform(rows, x = replace(x, 3:4, 99))
  expect_fault(concordance(coded, item, rater, x), "missing_code", "use `na = 99`.*it is a rating, use `na = character")
})

test_that("repeated ratings get advice that works here", {
  data <- expand.grid(rep = 1:2, patient = 1:6, reader = c("a", "b"))
  data$bp <- c(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4)
  expect_error(
    limits_of_agreement(data, patient, reader, bp), "constant.*duplicates = \"keep\".*occasion = rep",
    class = "accord_error_duplicate_rating"
  )
  expect_identical(limits_of_agreement(data, patient, reader, bp, duplicates = "keep")$status, "ok")
  expect_identical(limits_of_agreement(data, patient, reader, bp, occasion = rep)$status, "ok")
})

test_that("a bias that depends on the size of the measurement is in the print", {
  data <- data.frame(item = rep(1:8, 2), rater = rep(c("a", "b"), each = 8))
  data$x <- c(1:8, 1.2, 1.9, 2.7, 3.3, 4.1, 4.6, 5.3, 6.1)
  d <- data$x[1:8] - data$x[9:16]
  fit <- summary(stats::lm(d ~ I((data$x[1:8] + data$x[9:16]) / 2)))$coefficients
  got <- limits_of_agreement(data, item, rater, x)
  expect_lt(fit[2, 4], 0.001)
  slope <- sub("^0", "", sprintf("%.3f", fit[2, 1]))
  expect_match(paste(format(got), collapse = " "), paste0("measurement (slope ", slope, ", p < .001)"), fixed = TRUE)
  data$x[9:16] <- data$x[1:8] + c(1, -1, 1, -1, -1, 1, -1, 1)
  expect_no_match(paste(format(limits_of_agreement(data, item, rater, x)), collapse = " "), "size of the measurement")
})

test_that("approximate intervals are those of Bland and Altman (1986)", {
  first <- flow[flow$reading == 1, ]
  two <- 2 * stats::pnorm(2) - 1
  x <- limits_of_agreement(first, item, meter, flow, share = two, intervals = "approximate")
  # Published for Wright less mini: -79.7, from -114.3 to -45.1, and 75.5, from 40.9 to 110.1. They were computed from
  # -2.1, 38.8, 2.12 and 16.3, which are rounded.
  published <- c(-79.7, -114.3, -45.1, 75.5, 40.9, 110.1)
  ours <- -c(x$upper, x$upper.conf.high, x$upper.conf.low, x$lower, x$lower.conf.high, x$lower.conf.low)
  expect_lt(max(abs(ours - published)), 0.2)
  error <- sqrt(3 * x$sd^2 / 17)
  expect_equal(x$upper.conf.high, x$upper + stats::qt(0.975, 16) * error)
  exact <- limits_of_agreement(first, item, meter, flow, share = two)
  expect_identical(x[c("bias", "lower", "upper")], exact[c("bias", "lower", "upper")], ignore_attr = TRUE)
  approximately <- function(...) limits_of_agreement(..., intervals = "approximate")
  expect_fault(approximately(first, item, meter, flow, against = "mean"), "argument", "1 argument is against this")
  expect_fault(approximately(flow, item, meter, flow, duplicates = "keep"), "argument", "keep")
  first$place <- first$item %% 4
  expect_fault(approximately(first, item, meter, flow, cluster = place), "argument", "cluster")
})

test_that("the table shows the slope of the differences and the plot its line", {
  set.seed(8)
  size <- stats::runif(40, 10, 100)
  scores <- cbind(a = size + stats::rnorm(40), b = 0.8 * size + stats::rnorm(40))
  x <- limits_of_agreement(scores, layout = "raters_in_columns")
  fit <- stats::lm(I(scores[, 1] - scores[, 2]) ~ rowMeans(scores))
  text <- paste(format(x, width = 200), collapse = " ")
  expect_match(text, "Slope", fixed = TRUE)
  expect_match(text, sprintf("%.3f", stats::coef(fit)[[2]]), fixed = TRUE)
  skip_if_not_installed("ggplot2")
  # A sloping line has an intercept.
  sloping <- function(x) {
    Filter(function(layer) is.data.frame(layer$data) && !is.null(layer$data$intercept), ggplot2::autoplot(x)$layers)
  }
  lines <- sloping(x)
  # Bands are drawn where there is room for them: not in three panels of a column.
  banded <- function(...) any(vapply(ggplot2::autoplot(...)$layers, function(l) inherits(l$geom, "GeomRect"), NA))
  three <- limits_of_agreement(cbind(scores, c = scores[, 1] + 1:40 %% 7), layout = "raters_in_columns")
  expect_true(banded(x))
  expect_false(banded(three))
  expect_true(banded(three, width = 16))
  expect_no_match(ggplot2::autoplot(three)$labels$subtitle, "bands")
  expect_equal(unlist(lines[[1]]$data[c("intercept", "slope")]), stats::coef(fit), ignore_attr = TRUE)
  none <- limits_of_agreement(cbind(a = 1:6, b = c(2, 1, 4, 3, 6, 5)), layout = "raters_in_columns")
  expect_length(sloping(none), 0)
})

test_that("numbers of bias and limits stand right of the points and do not overlap", {
  skip_if_not_installed("ggplot2")
  # Two raters nearly agree, the third is far from both.
  score <- c(1, 4, 2, 6, 5, 9, 3, 8)
  x <- limits_of_agreement(
    cbind(a = score, b = score + c(0.1, -0.1), c = 10 * score), layout = "raters_in_columns"
  )
  plot <- ggplot2::autoplot(x)
  range <- built(plot)$layout$panel_params[[1]]
  own <- drawn(plot, "GeomText")
  own <- own[own$PANEL == 1, ]
  expect_identical(own$label[order(own$y)], drawn_minus(plot_numbers(c(x$lower[1], x$bias[1], x$upper[1]), 2, TRUE)))
  # A letter of 7 points is 2.5 mm high, in a panel of less than 50 mm.
  expect_gt(min(diff(sort(own$y))) / diff(range$y.range), 2.5 / 50)
  expect_lt(max(drawn(plot, "GeomPoint")$x), range$x.range[2] - 0.2 * diff(range$x.range))
})
