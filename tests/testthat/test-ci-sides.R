# Fleiss, Cohen and Everitt (1969): kappa .429, standard error .054.
diagnoses <- 2 * rbind(c(53, 5, 2), c(11, 14, 5), c(1, 6, 3))
on_table <- function(ci, verb = cohen_kappa, ...) verb(diagnoses, layout = "confusion", ci = ci, ...)

test_that("a value other than 0 is tested with the standard error of the interval", {
  s <- oracle_se_classic(diagnoses, diag(3))
  # p_a = .70, p_e = .475, printed by Fleiss, Cohen and Everitt
  z <- ((0.7 - 0.475) / (1 - 0.475) - 0.3) / s[["std.error"]]
  got <- on_table(ci_analytic(variance = "classic", null = 0.3))
  expect_equal(c(got$statistic, got$p.value, got$null.value), c(z, 2 * stats::pnorm(-z), 0.3))
  expect_null(got[["alternative"]])
  above <- on_table(ci_analytic(variance = "classic", null = 0.3, alternative = "greater"))
  below <- on_table(ci_analytic(variance = "classic", null = 0.3, alternative = "less"))
  expect_equal(c(above$p.value, below$p.value), c(stats::pnorm(-z), stats::pnorm(z)))
  expect_identical(c(above$alternative, below$alternative), c("greater", "less"))
  # 0 is tested as by `test`, with the standard error under the hypothesis
  expect_identical(on_table(ci_analytic(variance = "classic", null = 0)),
    on_table(ci_analytic(variance = "classic", test = TRUE)))
})

test_that("a one-sided limit at 97.5% is that of a two-sided interval at 95%", {
  skip_if_quick()
  methods <- list(
    ci_default, ci_bayes, ci_jackknife, ci_analytic,
    function(...) ci_jackknife(..., over = "raters", scale = "identity")
  )
  rows <- random_job(11, 30)
  for (ci in methods) {
    measured <- function(...) as.data.frame(agreement(rows, item, rater, rating, coefficients = "all", ci = ci(...)))
    two <- measured(0.95)
    above <- measured(0.975, alternative = "greater")
    below <- measured(0.975, alternative = "less")
    expect_equal(above$conf.low, two$conf.low)
    expect_equal(below$conf.high, two$conf.high)
    expect_equal(above$conf.high, ifelse(is.na(two$conf.high), NA, 1))
    expect_true(all(below$conf.low <= two$conf.low, na.rm = TRUE))
    expect_equal(above$conf.level, rep(0.975, nrow(two)))
    expect_equal(above$std.error, two$std.error)
    expect_identical(unique(below$alternative), "less")
  }
  set.seed(1)
  two <- on_table(ci_bootstrap(0.9))
  set.seed(1)
  expect_equal(on_table(ci_bootstrap(0.95, alternative = "greater"))$conf.low, two$conf.low)
})

test_that("a test rejects exactly the values outside the limits", {
  skip_if_quick()
  rows <- random_job(12, 40)
  for (alternative in c("two.sided", "greater", "less")) {
    for (ci in list(ci_jackknife, ci_analytic, function(...) ci_jackknife(..., scale = "identity"))) {
      limits <- fleiss_kappa(rows, item, rater, rating, ci = ci(0.9, alternative = alternative))
      ends <- c(if (alternative != "less") limits$conf.low, if (alternative != "greater") limits$conf.high)
      for (end in ends) {
        p <- fleiss_kappa(rows, item, rater, rating, ci = ci(0.9, null = end, alternative = alternative))$p.value
        expect_equal(p, 0.1)
      }
    }
  }
})

test_that("prints, tables and sentences say which side and which value", {
  x <- on_table(ci_analytic(0.975, null = 0.3, alternative = "greater"))
  expect_output(print(x), "Intervals are one-sided.*tested is a value of .30 or less")
  expect_match(as.character(paper_table(x, format = "markdown")), "one-sided.*0?.30 or less", all = FALSE)
  expect_match(format(x, style = "apa"), "one-sided 97.5% CI [.32, 1.00], t(199) = 2.39", fixed = TRUE)
  expect_match(methods_text(x)$text, "97.5% one-sided analytic.*tested is a value of .30 or less[.]", all = FALSE)
  z <- on_table(ci_analytic(variance = "classic", null = 0.3, alternative = "less"))
  expect_match(format(z, style = "apa"), ", z = 2.39, p = .99", fixed = TRUE)
  both <- rbind(x, on_table(ci_analytic(test = TRUE)))
  expect_output(print(both), "Tested value +t.*[.]30 +2[.]39.*[.]00 +7[.]96.*Intervals of some rows are one-sided")
  expect_no_match(paste(format(on_table(ci_analytic(test = TRUE))), collapse = " "), "hypothesis")
  expect_equal(tidy(both)$null.value, c(0.3, NA))
  expect_identical(format(ci_default(0.975, alternative = "greater")), "97.5%, default, one-sided")
})

test_that("an option has sides, which a level keeps", {
  old <- options(accord.ci = ci_jackknife(0.975, alternative = "greater"))
  on.exit(options(old))
  expect_equal(on_table(ci_default()), on_table(ci_jackknife(0.975, alternative = "greater")))
  expect_equal(on_table(ci_default(0.8)), on_table(ci_jackknife(0.8, alternative = "greater")))
  expect_equal(on_table(ci_default(0.8, "less")), on_table(ci_jackknife(0.8, alternative = "less")))
})

test_that("invalid sides and values are explained", {
  skip_if_quick()
  expect_fault(ci_default(0.5, alternative = "less"), "argument", "above 0.5.*0.975", argument = "conf_level")
  expect_fault(ci_bayes(alternative = "grater"), "argument", "you mean \"greater\"", argument = "alternative")
  expect_fault(ci_jackknife(null = 1), "argument", "-1 to below 1", argument = "null")
  expect_fault(ci_analytic(null = c(0.1, 0.2)), "argument", argument = "null")
  one <- ci_default(0.975, alternative = "greater")
  scores <- cbind(a = c(9, 6, 8, 7), b = c(2, 1, 4, 1), c = c(5, 3, 6, 2))
  expect_fault(icc(scores, layout = "raters_in_columns", ci = one), "argument", "are two-sided", argument = "ci")
  expect_fault(plan_agreement(n_items = 10, n_raters = 2, ci = one), "argument", "are two-sided", argument = "ci")
  rows <- random_job(11, 30)
  expect_fault(compare_agreement(rows, item, rater, rating, by = rater, ci = one), "argument", argument = "ci")
})

test_that("percent agreement has a test of 0, which is no value on Fisher's scale", {
  k <- data.frame(item = rep(1:20, 2), rater = rep(c("a", "b"), each = 20), y = c(rep(c("x", "y"), 19), "x", "x"))
  got <- percent_agreement(k, item, rater, y, ci = ci_jackknife(null = 0))
  # 19 of 20 agree: the jackknife's standard error of a mean is its own.
  expect_equal(got$statistic, 0.95 / (stats::sd(rep(1:0, c(19, 1))) / sqrt(20)))
})

test_that("intervals that are limits alone say who tests a value", {
  for (method in list(ci_bayes, ci_bootstrap)) {
    cnd <- expect_error(method(null = 0.6), class = "accord_error_argument")
    expect_identical(cnd$argument, "null")
    expect_error(method(nul = 0.6), "unknown argument", class = "accord_error_argument")
  }
})
