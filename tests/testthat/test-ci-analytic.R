# Two raters, the table of the lecture: p_a = 88/100, p_e = (11 * 15 + 89 * 85) / 100^2 = .773.
lecture <- rbind(c(7, 4), c(8, 81))

# Four items with two ratings, which agree for three of them, and two items with one rating.
with_single <- data.frame(
  item = c(1, 1, 2, 2, 3, 3, 4, 4, 5, 6), rater = c(rep(c("ann", "bob"), 4), "ann", "bob"),
  label = c("a", "a", "b", "b", "a", "a", "a", "b", "a", "b")
)

on_lecture <- function(verb, ...) verb(lecture, layout = "confusion", ci = ci_analytic(...))
limits <- function(x) c(x$conf.low, x$conf.high)

test_that("an interval is described by its level and kind", {
  expect_s3_class(ci_analytic(), c("accord_ci_analytic", "accord_ci"))
  expect_equal(format(ci_analytic()), "95%, analytic")
  expect_output(print(ci_analytic(0.9)), "<accord_ci> 90%, analytic", fixed = TRUE)
  got <- on_lecture(percent_agreement, conf_level = 0.9)
  expect_equal(got$interval, "analytic")
  expect_equal(got$conf.level, 0.9)
})

test_that("percent agreement is a mean over items, so its variance is p (1 - p) / (n - 1)", {
  s <- sqrt(0.88 * 0.12 / 99)
  for (variance in c("gwet", "ratio")) {
    got <- on_lecture(percent_agreement, variance = variance)
    expect_equal(got$std.error, s)
    expect_equal(limits(got), 0.88 + c(-1, 1) * stats::qt(0.975, 99) * s)
  }
  # the chance agreement of Brennan and Prediger is 1/2 whatever the sample: twice as wide
  got <- on_lecture(brennan_prediger)
  expect_equal(got$estimate, 0.76)
  expect_equal(got$std.error, 2 * s)
  got <- on_lecture(percent_agreement, conf_level = 0.5)
  expect_equal(limits(got), 0.88 + c(-1, 1) * stats::qt(0.75, 99) * s)
})

test_that("the interval is that of t on n - 1 degrees of freedom, or of the normal distribution", {
  s <- sqrt(0.88 * 0.12 / 99)
  got <- on_lecture(percent_agreement, distribution = "normal")
  expect_equal(limits(got), 0.88 + c(-1, 1) * stats::qnorm(0.975) * s)
  # the classic variance divides by n, with normal limits by default
  s <- sqrt(0.88 * 0.12 / 100)
  got <- on_lecture(percent_agreement, variance = "classic")
  expect_equal(got$std.error, s)
  expect_equal(limits(got), 0.88 + c(-1, 1) * stats::qnorm(0.975) * s)
  got <- on_lecture(percent_agreement, variance = "classic", distribution = "t")
  expect_equal(limits(got), 0.88 + c(-1, 1) * stats::qt(0.975, 99) * s)
})

test_that("kappa has the interval of Fleiss, Cohen and Everitt, and n / (n - 1) of their variance", {
  s <- oracle_se_classic(lecture, diag(2))[["std.error"]]
  kappa <- (0.88 - 0.773) / (1 - 0.773)
  got <- on_lecture(cohen_kappa, variance = "classic")
  expect_equal(got$estimate, kappa)
  expect_equal(got$std.error, s)
  expect_equal(limits(got), kappa + c(-1, 1) * stats::qnorm(0.975) * s)
  for (variance in c("gwet", "ratio")) {
    got <- on_lecture(cohen_kappa, variance = variance)
    expect_equal(got$std.error, s * sqrt(100 / 99))
    expect_equal(limits(got), kappa + c(-1, 1) * stats::qt(0.975, 99) * s * sqrt(100 / 99))
  }
  diagnoses <- rbind(c(88, 14, 18), c(10, 40, 10), c(2, 6, 12))
  w <- 1 - rbind(c(0, 1, 3), c(1, 0, 6), c(3, 6, 0)) / 6
  got <- cohen_kappa(diagnoses, layout = "confusion", weights = w, ci = ci_analytic(variance = "classic"))
  expect_equal(got$std.error, oracle_se_classic(diagnoses, w)[["std.error"]])
})

test_that("items with one rating add to the variance of Gwet, and not to that of the ratio", {
  on <- function(...) percent_agreement(with_single, item, rater, label, ci = ci_analytic(...))
  # 6 items, u_i = 6/4 a_i - 3/4: three times 3/4, three times -3/4
  got <- on()
  s <- sqrt(6 * (3 / 4)^2 / (6 * 5))
  expect_equal(got$estimate, 3 / 4)
  expect_equal(got$std.error, s)
  expect_equal(limits(on(conf_level = 0.5)), 3 / 4 + c(-1, 1) * stats::qt(0.75, 5) * s)
  # 4 items, u_i = a_i - 3/4
  got <- on(variance = "ratio")
  s <- sqrt((3 * (1 / 4)^2 + (3 / 4)^2) / (4 * 3))
  expect_equal(got$std.error, s)
  expect_equal(limits(on(conf_level = 0.5, variance = "ratio")), 3 / 4 + c(-1, 1) * stats::qt(0.75, 3) * s)
})

test_that("in complete data alpha's large-sample variance is that of Fleiss' kappa", {
  # kappa = 1 - D_o / sum p_k (1 - p_k), and alpha without the correction n / (n - 1) the same
  got <- agreement(lecture, layout = "confusion", coefficients = c("fleiss", "alpha"), ci = ci_analytic())
  p <- c(26, 174) / 200
  # d D_e / d weight of an item with shares q: sum over k of (q_k - p_k) (1 - 2 p_k)
  d_e <- 2 * p[1] * p[2]
  apart <- c(0, 1, 1, 0)
  slope <- (c(1, 1 / 2, 1 / 2, 0) - p[1]) * 2 * (1 - 2 * p[1])
  u <- -(apart - 0.12) / d_e + 0.12 / d_e^2 * slope
  s <- sqrt(sum(c(7, 8, 4, 81) * u^2) / (100 * 99))
  expect_equal(got$estimate, c(1 - 0.12 / d_e, 1 - 0.12 / (d_e * 200 / 199)))
  expect_equal(got$std.error, c(s, s))
})

test_that("a finite population takes from the variance, in each group", {
  s <- sqrt(0.88 * 0.12 / 99)
  got <- on_lecture(percent_agreement, population = 400)
  expect_equal(got$std.error, s * sqrt(3 / 4))
  expect_equal(limits(got), 0.88 + c(-1, 1) * stats::qt(0.975, 99) * s * sqrt(3 / 4))
  got <- on_lecture(percent_agreement, population = 101, variance = "classic", test = TRUE)
  expect_equal(got$std.error, sqrt(0.88 * 0.12 / 100 / 101))
  expect_equal(got$statistic, 0.88 / sqrt(0.88 * 0.12 / 100 / 101))

  # part x: 3 of 4 agree; y: 1 of 2
  data <- data.frame(
    item = rep(1:6, 2), part = rep(c("x", "x", "x", "x", "y", "y"), 2),
    rater = rep(c("ann", "bob"), each = 6),
    label = c("a", "b", "a", "a", "a", "b", "a", "b", "a", "b", "b", "b")
  )
  got <- percent_agreement(data, item, rater, label, by = part, ci = ci_analytic(population = 8))
  expect_equal(got$estimate, c(3 / 4, 1 / 2))
  expect_equal(got$std.error, sqrt(c(3 / 16 / 3 * 4 / 8, 1 / 4 / 1 * 6 / 8)))
  expect_fault(
    percent_agreement(data, item, rater, label, by = part, ci = ci_analytic(population = 3)),
    "argument", "at least the number of items.*It is 3, but there are 4 items",
    argument = "population"
  )
})

test_that("limits do not leave the range of the coefficient", {
  few <- data.frame(
    item = rep(1:3, 2), rater = rep(c("ann", "bob"), each = 3), label = c("a", "b", "a", "a", "b", "b")
  )
  verbs <- list(percent_agreement, brennan_prediger, cohen_kappa)
  lowest <- c(0, -1, -1)
  for (i in 1:3) {
    got <- verbs[[i]](few, item, rater, label, ci = ci_analytic())
    expect_equal(limits(got), c(lowest[i], 1))
  }
  # if the limits are inside the range, nothing is cut off; s = sqrt(2/3 * 1/3 / 2) = 1/3
  got <- percent_agreement(few, item, rater, label, ci = ci_analytic(0.2))
  expect_equal(limits(got), 2 / 3 + c(-1, 1) * stats::qt(0.6, 2) / 3)
})

test_that("a test has its columns behind the interval", {
  got <- on_lecture(percent_agreement, test = TRUE)
  expect_equal(names(got)[1:10], c(AGREEMENT_COLUMNS[1:6], "statistic", "df", "p.value", "observed"))
  expect_setequal(names(got), c(AGREEMENT_COLUMNS, "statistic", "df", "p.value"))
  statistic <- 0.88 / sqrt(0.88 * 0.12 / 99)
  expect_equal(got$statistic, statistic)
  expect_equal(got$p.value, 2 * stats::pt(-statistic, 99))
  expect_named(on_lecture(percent_agreement), AGREEMENT_COLUMNS)
  normal <- on_lecture(percent_agreement, test = TRUE, distribution = "normal")
  expect_equal(normal$p.value, 2 * stats::pnorm(-statistic))
})

test_that("a negative estimate has a negative statistic, and the p value of both sides", {
  data <- rbind(c(1, 3), c(2, 2))
  got <- cohen_kappa(data, layout = "confusion", ci = ci_analytic(test = TRUE))
  # p_a = 3/8, p_e = (4 * 3 + 4 * 5) / 64 = 1/2
  s <- oracle_se_classic(data, diag(2))[["std.error"]] * sqrt(8 / 7)
  expect_equal(got$estimate, -1 / 4)
  expect_equal(got$statistic, -1 / 4 / s)
  expect_equal(got$p.value, 2 * stats::pt(-1 / 4 / s, 7))
})

test_that("the classic test takes the standard error under the hypothesis", {
  # Both raters use both categories equally often: p_e = 1/2. Equation 9 of Fleiss, Cohen and
  # Everitt: cells that agree add 1/4 (1 - 1/2 - 1/2)^2, others 1/4 (0 - 1/2 - 1/2)^2, so
  # (1/2 - 1/4) / (8 (1/2)^2) = 1/8. Fleiss, Nee and Landis with two ratings and shares 1/2: 1/8.
  even <- rbind(c(3, 1), c(1, 3))
  got <- agreement(even,
    layout = "confusion", coefficients = c("cohen", "fleiss", "scott", "conger"),
    ci = ci_analytic(variance = "classic", test = TRUE)
  )
  expect_equal(got$estimate, rep(1 / 2, 4))
  expect_equal(got$statistic, rep(sqrt(8) / 2, 4))
  expect_equal(got$p.value, rep(2 * stats::pnorm(-sqrt(2)), 4))
  # the interval is that of the sampled kappa
  expect_equal(got$std.error, rep(oracle_se_classic(even, diag(2))[["std.error"]], 4))
  expect_false(isTRUE(all.equal(got$std.error, rep(1 / sqrt(8), 4))))
  # with t the same statistic on 7 degrees of freedom
  ci <- ci_analytic(variance = "classic", test = TRUE, distribution = "t")
  got <- cohen_kappa(even, layout = "confusion", ci = ci)
  expect_equal(got$p.value, 2 * stats::pt(-sqrt(2), 7))

  ci <- ci_analytic(variance = "classic", test = TRUE)
  scores <- rbind(c(20, 4, 1), c(6, 15, 5), c(0, 3, 9))
  w <- 1 - outer(1:3, 1:3, "-")^2 / 4
  got <- cohen_kappa(scores, layout = "confusion", categories = 1:3, weights = "quadratic", ci = ci)
  expect_equal(got$statistic, got$estimate / oracle_se_classic(scores, w)[["null"]])

  # three ratings per item (Fleiss, Nee and Landis), also for anonymous raters
  counts <- rbind(c(3, 0), c(3, 0), c(1, 2), c(0, 3), c(2, 1))
  code <- lapply(1:5, function(i) rep(1:2, counts[i, ]))
  items <- list(code = code, times = rep(1, 5))
  got <- fleiss_kappa(counts, layout = "counts", categories = 1:2, ci = ci)
  # p_a = (1 + 1 + 1/3 + 1 + 1/3) / 5 = 11/15, p_e = .6^2 + .4^2 = .52
  expect_equal(got$estimate, (11 / 15 - 0.52) / 0.48)
  expect_equal(got$statistic, (11 / 15 - 0.52) / 0.48 / oracle_se_fleiss_null(items, 2))
})

test_that("coefficients without a formula for the hypothesis are tested by their own error", {
  ci <- ci_analytic(variance = "classic", test = TRUE)
  got <- agreement(lecture,
    layout = "confusion", coefficients = c("percent", "brennan_prediger", "gwet_ac", "alpha"), ci = ci
  )
  expect_equal(got$statistic, got$estimate / got$std.error)
  expect_equal(got$statistic[1:2], c(0.88, 0.38) / sqrt(0.88 * 0.12 / 100))
  expect_equal(got$p.value, 2 * stats::pnorm(-got$statistic))
})

test_that("without variation there is no interval, and one warning", {
  perfect <- diag(c(4, 3))
  expect_warning(
    got <- cohen_kappa(perfect, layout = "confusion", ci = ci_analytic(test = TRUE)),
    "The estimate has no interval",
    class = "accord_warning_no_interval"
  )
  expect_equal(got$estimate, 1)
  expect_equal(got$status, "ok")
  expect_identical(c(got$std.error, limits(got), got$statistic, got$p.value), rep(NA_real_, 5))
  expect_warning(
    got <- agreement(perfect, layout = "confusion", coefficients = c("fleiss", "alpha"), ci = ci_analytic()),
    "No interval for 2 of 2 estimates: Fleiss' kappa; Krippendorff's alpha",
    class = "accord_warning_no_interval"
  )
  # under the hypothesis kappa does vary: 7 items, p_e = (16 + 9) / 49
  suppressWarnings(
    got <- cohen_kappa(perfect, layout = "confusion", ci = ci_analytic(variance = "classic", test = TRUE)),
    classes = "accord_warning_no_interval"
  )
  expect_identical(c(got$std.error, limits(got)), rep(NA_real_, 3))
  expect_equal(got$statistic, 1 / oracle_se_classic(perfect, diag(2))[["null"]])
  # one item gives no variance between items
  one <- data.frame(item = 1, rater = c("ann", "bob", "cat"), label = c("a", "b", "a"))
  expect_warning(
    got <- fleiss_kappa(one, item, rater, label, ci = ci_analytic(test = TRUE)),
    class = "accord_warning_no_interval"
  )
  # p_a = 1/3, p_e = 5/9
  expect_equal(got$estimate, -1 / 2)
  expect_identical(c(got$std.error, limits(got), got$statistic, got$p.value), rep(NA_real_, 5))
})

test_that("an estimate that is not defined has no interval and no test, and one warning", {
  data <- data.frame(
    item = rep(1:8, 2), part = rep(c("x", "x", "x", "x", "y", "y", "y", "y"), 2),
    rater = rep(c("ann", "bob"), each = 8),
    label = c("a", "b", "a", "b", "a", "a", "a", "a", "a", "b", "b", "a", "a", "a", "a", "a")
  )
  for (variance in c("gwet", "classic")) {
    ci <- ci_analytic(variance = variance, test = TRUE)
    expect_warning(
      expect_no_warning(
        got <- cohen_kappa(data, item, rater, label, by = part, ci = ci),
        class = "accord_warning_no_interval"
      ),
      class = "accord_warning_undefined"
    )
    expect_equal(got$status, c("ok", "one category only"))
    # x: p_a = 1/2, p_e = 1/2
    expect_equal(got$estimate, c(0, NA))
    expect_equal(got$statistic, c(0, NA))
    expect_equal(got$p.value, c(1, NA))
    expect_identical(got$std.error[2], NA_real_)
  }
})

test_that("the classic variance is for complete data", {
  skip_if_quick()
  ci <- ci_analytic(variance = "classic")
  cnd <- expect_fault(
    cohen_kappa(with_single, item, rater, label, ci = ci), "argument",
    "all raters rated all items.*2 raters gave 10 ratings to 6 items",
    argument = "variance"
  )
  expect_match(conditionMessage(cnd), "gwet.*ratio")
  # of the items with two ratings none is missing
  expect_fault(
    percent_agreement(with_single, item, rater, label, ci = ci), "argument",
    "2 raters gave 8 ratings to 4 items, but other items have a single rating"
  )
  # one group is enough
  data <- rbind(cbind(with_single[1:8, ], part = "x"), cbind(with_single[1:7, ], part = "y"))
  expect_fault(
    fleiss_kappa(data, item, rater, label, by = part, ci = ci), "argument",
    "2 raters gave 7 ratings to 4 items"
  )
  got <- fleiss_kappa(data[data$part == "x", ], item, rater, label, by = part, ci = ci)
  expect_equal(got$n_items, 4L)
  # a group without a value needs no variance
  data$label[data$part == "y"] <- "a"
  expect_warning(
    got <- fleiss_kappa(data, item, rater, label, by = part, ci = ci), class = "accord_warning_undefined"
  )
  expect_equal(is.na(got$std.error), c(FALSE, TRUE))
})

test_that("arguments that are not as described are refused", {
  skip_if_quick()
  expect_fault(ci_analytic(conf_level = 95), "argument", "above 0 and below 1", argument = "conf_level")
  expect_fault(ci_analytic(conf_level = c(0.9, 0.95)), "argument", argument = "conf_level")
  expect_fault(ci_analytic(variance = "clasic"), "argument", "you mean \"classic\"", argument = "variance")
  expect_fault(ci_analytic(variance = c("gwet", "ratio")), "argument", argument = "variance")
  expect_fault(ci_analytic(distribution = "gauss"), "argument", "\"normal\"", argument = "distribution")
  expect_fault(ci_analytic(population = 0), "argument", "above 0.*It is 0", argument = "population")
  expect_fault(ci_analytic(population = -Inf), "argument", argument = "population")
  expect_fault(ci_analytic(population = c(10, 20)), "argument", argument = "population")
  expect_fault(ci_analytic(test = NA), "argument", argument = "test")
  expect_fault(
    cohen_kappa(lecture, layout = "confusion", ci = ci_analytic), "argument", "It is a function",
    argument = "ci"
  )
})

test_that("tests print, tidy and stand in tables, and results with and without bind", {
  coefficients <- c("percent_agreement", "cohen_kappa")
  on <- function(...) {
    agreement(lecture, layout = "confusion", coefficients = coefficients, ci = ci_analytic(...))
  }
  tested <- on(test = TRUE)
  plain <- on()
  heads <- function(x) strsplit(trimws(cli::ansi_strip(format(x, width = 120))[3]), "  +")[[1]]
  expect_equal(heads(tested), c("Coefficient", "Estimate", "95% CI", "t", "df", "p"))
  expect_equal(heads(on(test = TRUE, variance = "classic")), c("Coefficient", "Estimate", "95% CI", "z", "p"))
  expect_equal(heads(plain), c("Coefficient", "Estimate", "95% CI"))
  # the statistic: .88 in parts of the root of .88 * .12 / 99
  expect_match(cli::ansi_strip(format(tested, width = 120))[4], "26.94  99  < .001$")
  expect_equal(names(tidy(tested))[1:3], c("term", "estimate", "std.error"))
  expect_equal(tidy(tested)$std.error[1], sqrt(0.88 * 0.12 / 99))
  expect_equal(glance(tested)$interval, "analytic")

  both <- vctrs::vec_rbind(tested, plain)
  expect_s3_class(both, "accord_agreement")
  expect_equal(is.na(both$p.value), c(FALSE, FALSE, TRUE, TRUE))
  expect_equal(both$estimate, rep(c(0.88, 0.107 / 0.227), 2))
  turned <- vctrs::vec_rbind(plain, tested)
  expect_setequal(names(turned), names(tested))
  expect_equal(heads(turned)[4:6], c("t", "df", "p"))
  expect_equal(nrow(rbind(tested, tested)), 4)
  skip_if_not_installed("knitr")
  lines <- strsplit(format(paper_table(both)), "\n")[[1]]
  expect_match(lines[1], "^[|]Coefficient +[|] +Estimate[|] +95% CI[|] +[*]t[*][|] +[*]df[*][|] +[*]p[*][|]")
  expect_match(lines[3], "26.94", fixed = TRUE)
  expect_equal(trimws(strsplit(lines[5], "|", fixed = TRUE)[[1]][5:6]), c("", ""))
})

test_that("a test without a standard error has no statistic", {
  # one rater uses one category: kappa is 0 for any ratings of the other
  expect_warning(
    got <- cohen_kappa(rbind(c(5, 3, 1), 0, 0),
      layout = "confusion", ci = ci_analytic(variance = "classic", test = TRUE)
    ),
    class = "accord_warning_no_interval"
  )
  expect_identical(is.na(c(got$statistic, got$p.value)), c(TRUE, TRUE))
})

test_that("classic refuses counts of different sizes, whatever their order", {
  counts <- rbind(c(2, 0), c(1, 4), c(0, 3), c(5, 0), c(1, 1))
  for (order in list(1:5, c(2, 1, 3:5))) {
    expect_fault(
      fleiss_kappa(counts[order, ],
        layout = "counts", categories = c("a", "b"), ci = ci_analytic(variance = "classic")
      ),
      "argument", "Raters gave 17 ratings to 5 items", argument = "variance"
    )
  }
})

test_that("a pair is tested as two raters are", {
  table <- rbind(c(7, 4, 1), c(8, 20, 3), c(0, 2, 9))
  ci <- ci_analytic(variance = "classic", test = TRUE)
  pair <- pairwise_agreement(table, layout = "confusion", ci = ci)
  expect_equal(pair$statistic, cohen_kappa(table, layout = "confusion", ci = ci)$statistic)
  # Fleiss, Cohen and Everitt (1969), equation 9 without weights
  p <- table / sum(table)
  row <- rowSums(p)
  column <- colSums(p)
  chance <- sum(row * column)
  null <- (chance + chance^2 - sum(row * column * (row + column))) / (sum(table) * (1 - chance)^2)
  expect_equal(pair$statistic, (sum(diag(p)) - chance) / (1 - chance) / sqrt(null))
})

test_that("when the items are the population, there is no sampling error and no test", {
  # The second estimate is 0.
  for (cells in list(rbind(c(7, 4), c(8, 81)), matrix(1, 2, 2))) {
    for (variance in c("gwet", "ratio", "classic")) {
      ci <- ci_analytic(variance = variance, population = sum(cells), test = TRUE)
      got <- cohen_kappa(cells, layout = "confusion", ci = ci)
      expect_equal(c(got$std.error, limits(got)), c(0, got$estimate, got$estimate), info = variance)
      expect_identical(c(got$statistic, got$df, got$p.value), rep(NA_real_, 3), info = variance)
    }
  }
})

test_that("a finite population takes from the variance under the hypothesis too", {
  classic <- function(population) {
    ci <- ci_analytic(variance = "classic", population = population, test = TRUE)
    cohen_kappa(rbind(c(7, 4), c(8, 81)), layout = "confusion", ci = ci)$statistic
  }
  # equation 9 of Fleiss, Cohen and Everitt (1969), and three quarters of it
  a <- c(.11, .89)
  b <- c(.15, .85)
  p_e <- sum(a * b)
  v <- (p_e + p_e^2 - sum(a * b * (a + b))) / (100 * (1 - p_e)^2)
  kappa <- (.88 - p_e) / (1 - p_e)
  expect_equal(classic(Inf), kappa / sqrt(v))
  expect_equal(classic(400), kappa / sqrt(v * 3 / 4))
})

test_that("a population that is too small is said to be one of items, for random raters too", {
  rows <- expand.grid(item = 1:4, rater = c("a", "b", "c"))
  rows$label <- c("x", "y", "x", "y", "x", "y", "y", "y", "x", "x", "x", "y")
  refused <- function(...) {
    fleiss_kappa(rows, item, rater, label, ..., ci = ci_analytic(population = 1, over = "both"))
  }
  expect_fault(refused(), "argument", "number of items\\.", argument = "population")
  rows$text <- ceiling(rows$item / 2)
  expect_fault(refused(cluster = text), "argument", "there are 2 clusters\\.", argument = "population")
})

test_that("limits hold an estimate below -1", {
  # One of two items has one rating: shares .75 and .25, no agreement, so kappa is -.625 / .375.
  rows <- data.frame(item = c(1, 1, 2), rater = c("a", "b", "a"), label = c("x", "y", "x"))
  got <- fleiss_kappa(rows, item, rater, label, ci = ci_analytic())
  expect_equal(got$estimate, -5 / 3)
  expect_identical(got$conf.low, got$estimate)
  rows <- rbind(rows, data.frame(item = 3:4, rater = "a", label = "x"))
  for (ci in list(ci_analytic(), ci_default())) {
    got <- fleiss_kappa(rows, item, rater, label, ci = ci)
    expect_lt(got$estimate, -1)
    expect_lte(got$conf.low, got$estimate)
  }
})
