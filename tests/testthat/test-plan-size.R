size_of <- function(...) sample_size(...)$n_items
given <- function(x) if (!is.na(x)) x
shares_of <- function(text) if (is.na(text)) c(0.5, 0.5) else as.numeric(strsplit(text, " ")[[1]])

test_that("published sample sizes, and those of other packages, are met to the digit", {
  skip_if_quick()
  rows <- read_reference("sample-size.csv", colClasses = c(prevalence = "character"))
  # kappaSize searches the first number of items, from 11 on, whose chi-squared is 0.001 above the quantile.
  searched <- grepl("^kappaSize", rows$source) & !is.na(rows$width)
  for (i in seq_len(nrow(rows))) {
    row <- rows[i, ]
    of_test <- list(power = given(row$power), alternative = if (!row$method %in% "krippendorff") row$alternative)
    n <- do.call(size_of, c(
      list(
        row$coefficient, row$value,
        width = given(row$width), null = given(row$null), conf_level = row$conf_level, n_raters = row$n_raters,
        prevalence = shares_of(row$prevalence), method = given(row$method)
      ),
      Filter(length, of_test)
    ))
    if (searched[i]) {
      expect_true(n == row$n || n == row$n - 1 || (row$n == 11 && n < 11), info = paste(row, collapse = ", "))
    } else {
      expect_identical(n, as.double(row$n), info = paste(row, collapse = ", "))
    }
  }
  expect_gt(sum(!searched), 100)
})

test_that("the large-sample size is that of the variance of the population, whatever the coefficient", {
  # Percent agreement of two raters is a binomial share: variance p (1 - p).
  expect_identical(size_of("percent", 0.8, width = 0.1), ceiling(0.8 * 0.2 * (2 * stats::qnorm(0.975) / 0.1)^2))
  # Brennan and Prediger's coefficient for two categories is 2 p - 1, so its variance is 4 p (1 - p), p = .9.
  expect_identical(
    size_of("brennan_prediger", 0.8, width = 0.1, prevalence = c(0.9, 0.1)),
    ceiling(4 * 0.9 * 0.1 * (2 * stats::qnorm(0.975) / 0.1)^2)
  )
  # Bloch and Kraemer (1989): the variance of the intraclass kappa of two raters and two categories.
  kappa <- 0.6
  p <- 0.3
  variance <- (1 - kappa) * ((1 - kappa) * (1 - 2 * kappa) + kappa * (2 - kappa) / (2 * p * (1 - p)))
  expect_identical(
    size_of("scott_pi", kappa, width = 0.2, prevalence = c(p, 1 - p), method = "large_sample"),
    ceiling(variance * (2 * stats::qnorm(0.975) / 0.2)^2)
  )
  # With one side the width is the distance to the limit.
  expect_identical(
    size_of("percent", 0.8, width = 0.1, alternative = "greater", conf_level = 0.975),
    size_of("percent", 0.8, width = 0.2)
  )
})

test_that("weights and levels are those of agreement()", {
  shares <- c(low = 0.2, mid = 0.5, high = 0.3)
  # Alpha at the interval level and kappa with quadratic weights have the same population and variance.
  alpha <- size_of("alpha", 0.7, width = 0.2, prevalence = unname(shares), level = "interval")
  expect_identical(alpha, size_of("fleiss_kappa", 0.7, width = 0.2, prevalence = shares, weights = "quadratic"))
  expect_false(alpha == size_of("alpha", 0.7, width = 0.2, prevalence = shares))
  # With two categories all levels are one.
  expect_identical(size_of("alpha", 0.7, width = 0.2, level = "ordinal"), size_of("alpha", 0.7, width = 0.2))
})

test_that("a design has a row, a cost and a sentence", {
  x <- sample_size("fleiss_kappa", c(0.6, 0.8), null = 0.4, n_raters = 2:3, cost = c(rating = 1, item = 5))
  expect_identical(nrow(x), 4L)
  expect_identical(x$n_ratings, x$n_items * x$n_raters)
  expect_identical(x$cost, x$n_items * (5 + x$n_raters))
  expect_true(all(diff(x$n_items[x$n_raters == 2]) < 0))
  expect_output(print(x), "The cost is least with 3 raters")
  expect_output(print(x), "power 80%; shares of the categories .5, .5;\\s+by the test of goodness of fit")
  sentences <- format(x, style = "protocol")
  expect_match(sentences[1], "items, each rated by 2 raters, are needed to give a two-sided test of Fleiss' kappa at")
  expect_match(sentences[1], "5% level a power of 80% to reject the value .4 if it is .6", fixed = TRUE)
  # Cohen's kappa is of two raters; that of more has another name.
  expect_match(format(sample_size("cohen_kappa", 0.6, width = 0.2, n_raters = 3), style = "protocol"), "Conger's kappa")
  expect_match(format(sample_size("cohen_kappa", 0.6, width = 0.2), style = "protocol"), "Cohen's kappa")
  one <- sample_size("icc", 0.8, width = 0.2, n_raters = 3)
  expect_output(print(one), "95% confidence interval of width .2", fixed = TRUE)
  limit <- sample_size("ac1", 0.8, width = 0.1, alternative = "greater", prevalence = c(yes = 0.7, no = 0.3))
  expect_match(format(limit, style = "protocol"), "one-sided 95% confidence limit at a distance of .1", fixed = TRUE)
  expect_match(format(limit, style = "protocol"), "yes .7, no .3", fixed = TRUE)
  least <- sample_size("alpha", 0.8, method = "krippendorff")
  expect_match(format(least, style = "protocol"), "show at the 5% level that Krippendorff's alpha is at least .8")
  # The formula has the quantile of one side.
  expect_identical(least$n_items, ceiling(2 * stats::qnorm(0.95)^2 * (1.8 * 2.2 / (4 * 0.2 * 0.25) - 0.8)))
  expect_identical(least$alternative, "greater")
  expect_output(print(least), "One-sided 95%", fixed = TRUE)
  both <- rbind(one, limit)
  expect_output(print(both), "Sample size for agreement")
})

test_that("the power is that of the test in simulated studies", {
  skip_if_not(test_size(FALSE, TRUE), "1,000 studies of each kind, with make test-long")
  for (case in list(list(0.6, 0.4, c(0.7, 0.3), 2), list(0.8, 0.6, c(0.5, 0.3, 0.2), 3))) {
    p <- case[[3]]
    r <- case[[4]]
    n <- size_of("conger_kappa", case[[1]], null = case[[2]], prevalence = p, n_raters = r, alternative = "greater")
    power <- with_seed(1, {
      all <- 1000 * n
      same <- stats::runif(all) < case[[1]]
      shared <- sample(length(p), all, TRUE, p)
      labels <- lapply(seq_len(r), function(i) ifelse(same, shared, sample(length(p), all, TRUE, p)))
      rows <- data.frame(
        study = rep(rep(1:1000, each = n), r), item = rep(seq_len(all), r), rater = rep(seq_len(r), each = all),
        label = unlist(labels)
      )
      ci <- ci_analytic(null = case[[2]], alternative = "greater")
      found <- conger_kappa(rows, item, rater, label, by = study, ci = ci)
      mean(found$p.value < 0.05)
    })
    expect_lt(abs(power - 0.8), 0.05)
  }
})

test_that("invalid arguments are explained", {
  skip_if_quick()
  expect_fault(sample_size(), "argument", argument = "coefficient")
  expect_fault(sample_size("cohen_kapa", 0.6, null = 0.4), "argument", "cohen_kappa", argument = "coefficient")
  expect_fault(sample_size("fleiss", 0.6), "argument", "0 are given.*null = 0.4", argument = "width")
  expect_fault(sample_size("fleiss", 0.6, width = 0.1, null = 0.4), "argument", "2 are given", argument = "width")
  expect_fault(sample_size("fleiss", null = 0.4), "argument", argument = "value")
  expect_fault(sample_size("fleiss", 1, null = 0.4), "argument", argument = "value")
  expect_fault(sample_size("icc", -0.6, width = 0.2), "argument", "from 0 to below 1", argument = "value")
  expect_fault(sample_size("icc", 0.6, null = -0.9, n_raters = 4), "argument", "from 0", argument = "null")
  expect_fault(sample_size("fleiss", 0.6, null = 0.6), "argument", "0.6 and `null` is 0.6", argument = "null")
  expect_fault(
    sample_size("fleiss", 0.6, null = 0.8, alternative = "greater"), "argument", "above", argument = "null"
  )
  expect_fault(sample_size("fleiss", 0.6, null = 0.4, n_raters = 1), "argument", argument = "n_raters")
  expect_fault(
    sample_size("fleiss", 0.6, null = 0.4, prevalence = c(0.5, 0.4)), "argument", "add up", argument = "prevalence"
  )
  expect_fault(sample_size("ac1", 0.5, width = 0.2, prevalence = c(0.9, 0.1)), "argument", "the least is 0.781",
    argument = "value")
  expect_fault(sample_size("alpha", 0.6, width = 0.2, n_raters = 20), "argument", "1,048,576", argument = "n_raters")
  expect_fault(sample_size("fleiss", 0.6, null = 0.4, cost = 5), "argument", "without names[.]", argument = "cost")
  expect_fault(sample_size("fleiss", 0.6, null = 0.4, cost = c(item = 5, rater = 1)), "argument", argument = "cost")
  expect_fault(sample_size("ac1", 0.6, null = 0.4, method = "krippendorff"), "argument", argument = "method")
  expect_fault(sample_size("icc", 0.6, null = 0.4, method = "large_sample"), "argument", argument = "method")
  expect_fault(
    sample_size("fleiss", 0.6, null = 0.4, weights = "linear", method = "goodness_of_fit"), "argument",
    argument = "method"
  )
  expect_fault(
    sample_size("alpha", 0.6, method = "krippendorff", alternative = "less"), "argument",
    "1 is given, and would change nothing: `alternative`", argument = "alternative"
  )
  expect_fault(
    sample_size("alpha", 0.6, method = "krippendorff", power = 0.9, alternative = "two.sided"), "argument",
    "2 are given.*`power` and `alternative`", argument = "power"
  )
  expect_fault(sample_size("ac1", 0.6, width = 0.2, power = 0.9), "argument", "of the test", argument = "power")
  expect_fault(
    sample_size("alpha", 0.6, width = 0.1, method = "krippendorff"), "argument", "neither",
    argument = "width"
  )
  expect_fault(plan_agreement(kappa = 0.6, n_items = 50, n_raters = 2), "argument", "sample_size", argument = "kappa")
  expect_fault(plan_agreement(alpha = 0.6, n_items = 50, n_raters = 2), "argument", "sample_size\\(\"krippendorff")
})

test_that("arguments of categories are not for scores", {
  expect_fault(sample_size("icc", 0.6, width = 0.2, prevalence = c(0.9, 0.1)), "argument", "have no categories")
  expect_fault(sample_size("icc", 0.6, width = 0.2, weights = "linear"), "argument", argument = "weights")
})

test_that("shares of one category alone are an error", {
  for (coefficient in c("cohen_kappa", "fleiss_kappa", "ac1", "alpha")) {
    expect_error(
      sample_size(coefficient, 0.6, width = 0.1, prevalence = c(1, 0)), "one category",
      class = "accord_error_argument"
    )
  }
})
