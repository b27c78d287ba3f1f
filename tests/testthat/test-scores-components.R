# Variance components: published and rerun values, the analysis of variance of balanced data, the likelihood from
# its definition, and designs that have none.

# The dense definition: V, its inverse, and minus twice the (restricted) log likelihood.
oracle_criterion <- function(y, terms, variance, reml = TRUE, x = matrix(1, length(y))) {
  v <- diag(variance[length(variance)], length(y))
  for (j in seq_along(terms)) v <- v + variance[j] * outer(terms[[j]], terms[[j]], `==`)
  inverse <- solve(v)
  inner <- t(x) %*% inverse %*% x
  p <- inverse - inverse %*% x %*% solve(inner, t(x) %*% inverse)
  n <- length(y) - reml * ncol(x)
  log_det <- function(m) as.numeric(determinant(m)$modulus)
  log_det(v) + reml * log_det(inner) + drop(y %*% p %*% y) + n * log(2 * pi)
}

brennan <- function() read_reference(file.path("tables", "brennan_3_2.csv"))

BRENNAN <- Score ~ (1 | Person) + (1 | Task) + (1 | Rater:Task) + (1 | Person:Task)

test_that("balanced data have the components of the analysis of variance", {
  b <- brennan()
  x <- variance_components(b, BRENNAN, ci = "none")
  b[1:3] <- lapply(b[1:3], factor)
  ms <- stats::anova(stats::lm(Score ~ Person * Task + Rater %in% Task, b))
  ms <- rlang::set_names(ms[["Mean Sq"]], rownames(ms))
  # Expected mean squares of p x (r:t), 10 persons, 3 tasks, 4 raters a task
  want <- c(
    ms[["Person"]] - ms[["Person:Task"]],
    (ms[["Task"]] - ms[["Person:Task"]] - ms[["Task:Rater"]] + ms[["Residuals"]]) * 12 / 40,
    (ms[["Task:Rater"]] - ms[["Residuals"]]) * 12 / 10,
    (ms[["Person:Task"]] - ms[["Residuals"]]) * 3, ms[["Residuals"]] * 12
  ) / 12
  expect_equal(x$estimate, want, tolerance = 1e-7)
  # lme4 1.1.31 with its default search, which ends a little off
  lme4 <- c(.47302281, .32532229, .64748898, .55955010, 2.38028610)
  expect_equal(x$estimate, lme4, tolerance = 5e-4)
  expect_lt(glance(x)$criterion, 487.25962400738)
})

test_that("lme4's data sets have lme4's values", {
  # lme4 1.1.31, Penicillin: standard deviations .8467043 1.9315584 .5499231 with a search to 1e-9
  table <- read_reference("components-lme4-data.csv", colClasses = c(value = "character"))
  data <- list(
    Penicillin = read_reference(file.path("tables", "penicillin.csv")),
    Dyestuff2 = read_reference(file.path("tables", "dyestuff2.csv")),
    Pastes = read_reference(file.path("tables", "pastes.csv"))
  )
  formulas <- list(
    Penicillin = diameter ~ (1 | plate) + (1 | sample), Dyestuff2 = Yield ~ (1 | Batch),
    Pastes = strength ~ (1 | batch / cask)
  )
  for (set in unique(table$dataset)) {
    rows <- table[table$dataset == set, ]
    x <- variance_components(data[[set]], formulas[[set]], method = rows$method[1], ci = "none")
    for (i in seq_len(nrow(rows))) {
      value <- if (rows$quantity[i] == "criterion") {
        glance(x)$criterion
      } else {
        sqrt(x$estimate[x$component == rows$quantity[i]])
      }
      expect_published(value, as.numeric(rows$value[i]), rows$digits[i], paste(set, rows$quantity[i]))
    }
  }
})

test_that("random unbalanced designs have lme4's components", {
  scores <- read_reference("components-designs.csv.xz")
  table <- read_reference("components-lme4.csv")
  expect_identical(nrow(table), 200L)
  for (i in seq(1, 200, by = test_size(14, 1))) {
    row <- table[i, ]
    bars <- paste0("(1 | ", strsplit(row$terms, "+", fixed = TRUE)[[1]], ")", collapse = " + ")
    formula <- stats::as.formula(paste("y ~", row$fixed, "+", bars))
    x <- variance_components(scores[scores$set == row$set, ], formula, method = row$method, ci = "none")
    want <- as.numeric(strsplit(row$variance, " ")[[1]])
    expect_lt(abs(glance(x)$criterion - row$criterion), 1e-7)
    expect_lt(max(abs(sqrt(x$estimate) - sqrt(want))), 1e-5 * sqrt(sum(want)))
  }
})

test_that("the criterion is that of the definition, and no other variances have a lower one", {
  set.seed(7)
  for (reml in c(TRUE, FALSE)) {
    rows <- expand.grid(a = 1:6, b = 1:4, c = 1:2)[sort(sample(48, 36)), ]
    rows$y <- rnorm(6)[rows$a] + rnorm(4)[rows$b] + rnorm(36)
    rows$z <- rnorm(36)
    x <- variance_components(
      rows, y ~ z + (1 | a) + (1 | b) + (1 | a:c),
      method = if (reml) "reml" else "ml", ci = "none"
    )
    terms <- list(rows$a, rows$b, paste(rows$a, rows$c))
    at <- function(v) oracle_criterion(rows$y, terms, v, reml, cbind(1, rows$z))
    best <- at(x$estimate)
    expect_equal(glance(x)$criterion, best, tolerance = 1e-9)
    for (j in 1:4) {
      for (change in c(-1e-3, 1e-3)) {
        v <- replace(x$estimate, j, max(0, x$estimate[j] + change))
        if (v[j] != x$estimate[j]) expect_gt(at(v), best)
      }
    }
  }
})

test_that("profile limits are where the criterion, best in all else, has risen by a quantile", {
  set.seed(8)
  rows <- expand.grid(a = 1:8, b = 1:4)[-c(3, 17), ]
  rows$y <- rnorm(8)[rows$a] + rnorm(4)[rows$b] + rnorm(30)
  x <- variance_components(rows, y ~ (1 | a) + (1 | b), ci = ci_default(0.9))
  terms <- list(rows$a, rows$b)
  best <- oracle_criterion(rows$y, terms, x$estimate)
  rise <- function(j, value) {
    at <- function(log_v) {
      v <- numeric(3)
      v[j] <- value
      v[-j] <- exp(log_v)
      oracle_criterion(rows$y, terms, v)
    }
    found <- stats::optim(log(x$estimate[-j]), at, control = list(reltol = 1e-12))
    found$value - best
  }
  for (j in 1:3) {
    for (limit in c(x$conf.low[j], x$conf.high[j])) {
      if (limit > 0) expect_equal(rise(j, limit), stats::qchisq(0.9, 1), tolerance = 1e-3)
      if (limit == 0) expect_lte(rise(j, 1e-9), stats::qchisq(0.9, 1))
    }
  }
})

# Eight scores whose restricted likelihood has two maxima.
two_maxima <- function() {
  data.frame(
    p = c(1, 1, 2, 2, 3, 3, 3, 3), r = c("b", "c", "b", "d", "a", "b", "c", "d"),
    y = c(.17, 2.46, 8.08, 4.51, 1.29, 5.53, 6.78, 1.09)
  )
}

test_that("of several maxima of the likelihood the highest is found", {
  x <- variance_components(two_maxima(), y ~ (1 | p) + (1 | r), ci = "none")
  # lme4 1.1.31: 15.32, 8.04, .188, criterion 33.485
  expect_identical(round(x$estimate, 2), c(15.32, 8.04, .19))
  expect_identical(round(glance(x)$criterion, 3), 33.485)
})

test_that("profile limits hold every value that is not rejected, by whatever maximum", {
  d <- two_maxima()
  x <- variance_components(d, y ~ (1 | p) + (1 | r))
  terms <- list(d$p, d$r)
  lowest <- oracle_criterion(d$y, terms, x$estimate)
  from <- test_size(c(-4, 3), c(-4, 0, 3))
  starts <- as.matrix(expand.grid(from, from))
  rise <- function(j, value) {
    v <- numeric(3)
    at <- function(log_v) oracle_criterion(d$y, terms, replace(replace(v, j, value), -j, exp(pmax(log_v, -25))))
    ends <- apply(starts, 1, function(from) stats::optim(from, at, control = list(reltol = 1e-11))$value)
    min(ends) - lowest
  }
  for (j in 1:3) {
    limits <- c(x$conf.low[j], x$conf.high[j])
    limits <- limits[limits > 0]
    for (limit in limits) expect_equal(rise(j, limit), stats::qchisq(0.95, 1), tolerance = 2e-3)
    for (beyond in max(limits) * test_size(1.5, c(1.5, 3))) expect_gt(rise(j, beyond), stats::qchisq(0.95, 1))
  }
})

test_that("an error that may be 0 has 0 for its lower limit", {
  # Six scores of three persons by four raters: persons and raters may explain them completely
  d <- data.frame(p = c(2, 3, 2, 4, 3, 4), r = c(1, 1, 2, 3, 5, 5), y = c(-2.92, -3.02, -3.14, -.69, -.77, -1.54))
  x <- variance_components(d, y ~ (1 | p) + (1 | r), method = "ml")
  expect_identical(x$conf.low[3], 0)
  criterion <- function(v) {
    s <- v[1] * outer(d$p, d$p, "==") + v[2] * outer(d$r, d$r, "==") + diag(v[3], 6)
    one <- solve(s, rep(1, 6))
    e <- d$y - sum(one * d$y) / sum(one)
    6 * log(2 * pi) + log(det(s)) + sum(e * solve(s, e))
  }
  nearly_0 <- stats::optim(c(0, 0), function(log_v) criterion(c(exp(log_v), 1e-7)))$value
  expect_lt(nearly_0 - criterion(x$estimate), stats::qchisq(0.95, 1))
})

test_that("complete designs of four facets have lme4's components", {
  skip_if_quick()
  f <- expand.grid(p = 1:100, t = 1:5, r = 1:4, o = 1:2)
  # lme4 1.1.31, criterion; with the seed 11 it stops a little above the lowest one
  lme4 <- c("2" = 11780.0687, "10" = 11924.8454, "11" = 11655.2320)
  for (seed in names(lme4)[seq_len(test_size(1, 3))]) {
    set.seed(as.integer(seed))
    f$y <- rnorm(100)[f$p] + rnorm(5)[f$t] + rnorm(4000)
    x <- variance_components(f, score = y, facets = c(p, t, r, o), ci = "none")
    expect_identical(unique(x$status), "ok")
    expect_lt(glance(x)$criterion, lme4[[seed]] + 1e-4)
    if (seed == "2") {
      expect_equal(glance(x)$criterion, lme4[[seed]], tolerance = 1e-8)
      estimate <- rlang::set_names(x$estimate, x$component)
      want <- c(p = 1.37813, t = .637901, "p:t:r" = .0124469, "t:o" = .00380705, residual = .973704)
      expect_equal(estimate[names(want)], want, tolerance = 1e-3)
    }
  }
})

test_that("five facets span their terms, and a formula may name as many", {
  set.seed(3)
  f <- expand.grid(p = 1:6, t = 1:3, r = 1:2, o = 1:2, q = 1:2)
  f$y <- rnorm(6)[f$p] + rnorm(3)[f$t] + rnorm(144)
  x <- variance_components(f, score = y, facets = c(p, t, r, o, q), ci = "none")
  expect_identical(nrow(x), 31L)
  bars <- paste0("(1 | ", x$component[-31], ")", collapse = " + ")
  y <- variance_components(f, stats::as.formula(paste("y ~", bars)), ci = "none")
  expect_equal(y$estimate, x$estimate)
  many <- paste0("(1 | f", 1:32, ")", collapse = " + ")
  expect_error(
    variance_components(f, stats::as.formula(paste("y ~", many))), "32 random terms; at most 31",
    class = "accord_error_formula"
  )
})

test_that("neither unit nor origin, order, names nor threads matter", {
  b <- brennan()
  x <- variance_components(b, BRENNAN)
  moved <- transform(b, Score = 1e6 - 1000 * Score, Person = paste("p", Person))
  y <- variance_components(moved[sample(nrow(b)), ], BRENNAN)
  for (name in c("estimate", "conf.low", "conf.high")) expect_equal(y[[name]] / 1e6, x[[name]], tolerance = 1e-5)
  old <- options(accord.threads = 1)
  on.exit(options(old))
  expect_identical(variance_components(b, BRENNAN)$conf.high, x$conf.high)
})

test_that("columns span the terms of a formula, and nesting is seen", {
  b <- brennan()
  x <- variance_components(b, BRENNAN, ci = "none")
  y <- variance_components(b, score = Score, facets = c(Person, Task, Rater), ci = "none")
  expect_setequal(y$component, c("Person", "Task", "Task:Rater", "Person:Task", "residual"))
  expect_equal(sort(y$estimate), sort(x$estimate))
  z <- variance_components(b, Score ~ (1 | Person) + (1 | Task / Rater) + (1 | Person:Task), ci = "none")
  expect_equal(sort(z$estimate), sort(x$estimate))
})

test_that("a sparse factor gives what a dense one does", {
  # More than 200 levels besides those of the largest term, and few crossings: the sparse factor is used.
  set.seed(9)
  n <- test_size(230, 300)
  rows <- data.frame(a = rep(seq_len(n), each = 2))
  rows$b <- (rows$a + sample(0:2, 2 * n, replace = TRUE)) %% (n - 20)
  rows$y <- rnorm(n)[rows$a] + rnorm(n)[rows$b + 1] + rnorm(2 * n)
  x <- variance_components(rows, y ~ (1 | a) + (1 | b), ci = "none")
  expect_true(glance(x)$converged)
  best <- oracle_criterion(rows$y, list(rows$a, rows$b), x$estimate)
  expect_equal(glance(x)$criterion, best, tolerance = 1e-9)
  for (j in 1:3) {
    moved <- replace(x$estimate, j, x$estimate[j] * 1.02)
    expect_gt(oracle_criterion(rows$y, list(rows$a, rows$b), moved), best)
  }
})

test_that("a component of 0 is found, and said", {
  x <- variance_components(read_reference(file.path("tables", "dyestuff2.csv")), Yield ~ (1 | Batch))
  expect_identical(x$estimate[1], 0)
  expect_identical(x$conf.low[1], 0)
  expect_gt(x$conf.high[1], 0)
  expect_output(print(x), "The estimate for Batch lies on the boundary of the parameter space (0)", fixed = TRUE)
})

test_that("bootstrap intervals follow set.seed()", {
  b <- brennan()
  of <- function() {
    set.seed(1)
    variance_components(b, BRENNAN, ci = ci_bootstrap(times = 50))
  }
  x <- of()
  expect_identical(of()$conf.high, x$conf.high)
  expect_true(all(x$conf.low <= x$conf.high))
})

test_that("missing scores are counted, and leave the others theirs", {
  b <- brennan()
  gone <- rbind(b, transform(b[1:3, ], Score = NA))
  x <- variance_components(gone, BRENNAN, ci = "none")
  expect_equal(x$estimate, variance_components(b, BRENNAN, ci = "none")$estimate)
  expect_identical(glance(x)$n_set_aside, 3L)
})

test_that("designs and scores that have no components are errors", {
  skip_if_quick()
  rows <- expand.grid(person = 1:6, rater = 1:3)
  rows$score <- c(1, 3, 2, 5, 4, 6, 2, 3, 3, 5, 5, 6, 1, 2, 2, 4, 4, 5)
  of <- function(data, formula = score ~ (1 | person) + (1 | rater)) variance_components(data, formula)
  own <- transform(rbind(rows, rows), rater = rep(1:6, 6))
  own$person <- own$rater
  cnd <- expect_fault(of(own), "not_identified", "person", terms = c("person", "rater"))
  expect_fault(of(rows, score ~ (1 | person:rater)), "too_many_effects", "error itself", terms = "person:rater")
  expect_fault(of(transform(rows, score = 3)), "no_variance", "All 18 are 3")
  expect_fault(of(rows[1:6, ]), "one_level", "rater", terms = "rater")
  expect_fault(of(transform(rows[1, ], score = 2)), "no_scores")
  expect_fault(of(transform(rows, score = letters[score])), "not_numeric")
  expect_fault(of(transform(rows, score = factor(score))), "not_numeric")
  expect_fault(of(transform(rows, score = replace(score, 2:3, Inf))), "infinite_value", "2 are not", rows = 2:3)
  expect_fault(of(transform(rows, rater = replace(rater, 4, NA))), "missing_value", "no rater: row 4", rows = 4L)
  expect_fault(of(transform(rows, rater = replace(rater, 4:5, NA))), "missing_value", "no rater: rows 4 and 5")
  expect_fault(of(rows, score ~ factor(rater) + (1 | rater)), "not_identified", "fixed effects")
  expect_fault(of(transform(rows, x = 2), score ~ x + (1 | person)), "collinear")
  expect_fault(of(rows, score ~ (rater | person)), "formula", "slope")
  expect_fault(of(rows, score ~ rater), "formula", "no term")
  expect_fault(of(rows, ~ (1 | rater)), "formula")
  expect_fault(of(rows, score ~ (1 | rator)), "missing_column", "Did you mean")
  expect_fault(variance_components(rows), "argument")
  expect_fault(variance_components(rows, score ~ (1 | rater), facets = rater), "argument")
  expect_fault(variance_components(rows, score ~ (1 | rater), ci = "wald"), "argument")
  expect_fault(variance_components(as.list(rows), score ~ (1 | rater)), "argument")
})

test_that("scores without error have no components, and say so", {
  rows <- expand.grid(person = 1:6, rater = 1:3)
  rows$score <- rows$person + 10 * rows$rater^2
  expect_warning(
    x <- variance_components(rows, score ~ (1 | person) + (1 | rater)),
    class = "accord_warning_undefined"
  )
  expect_true(all(is.na(x$estimate)))
  expect_identical(unique(x$status), "no error variance")
  expect_output(print(x), "no error variance")
  # An interaction can only be omitted if there is one
  told <- function(model) conditionMessage(rlang::catch_cnd(variance_components(rows, model), "accord_warning"))
  expect_match(told(score ~ (1 | person) + (1 | rater)), "leave no error", fixed = TRUE)
  rows <- rbind(rows, rows)
  rows$score <- rows$score + rep(c(1, 3, 2), 12) * rows$person
  expect_match(told(score ~ (1 | person) + (1 | person:rater)), "leave out the largest interaction", fixed = TRUE)
})

test_that("scores that one facet settles have no error, wherever the search for it ends", {
  rows <- expand.grid(person = 1:6, rater = 1:3, task = 1:3)
  rows$score <- as.double(rows$rater == 1)
  for (method in c("reml", "ml")) {
    x <- suppressWarnings(variance_components(rows, score ~ (1 | person) + (1 | rater), method = method))
    expect_identical(unique(x$status), "no error variance")
  }
  # An error of a thousandth is one.
  rows$score <- rows$score + 1e-3 * sin(seq_len(nrow(rows)))
  x <- variance_components(rows, score ~ (1 | person) + (1 | rater), ci = "none")
  expect_identical(unique(x$status), "ok")
})

test_that("a profile limit that was not found is not called ok", {
  rows <- data.frame(person = c(3, 2, 4, 2, 1), rater = c("a", "a", "b", "b", "b"), score = c(-4, 9, 18, -3, -3))
  x <- variance_components(rows, score ~ rater + (1 | person))
  expect_identical(x$status == "ok", !is.na(x$conf.low) & !is.na(x$conf.high))
  expect_false(any(is.nan(c(x$conf.low, x$conf.high))))
  expect_false(anyNA(x$estimate))
  # The same holds for any fit, and its coefficients.
  fit <- list(status = "ok")
  limits <- data.frame(low = c(0, NaN, 1), high = c(1, 2, NaN))
  expect_identical(accord:::limit_status(fit, limits), c("ok", rep("a limit was not found", 2)))
  expect_identical(accord:::limit_status(list(status = "did not converge"), limits * NA), rep("did not converge", 3))
})

test_that("a formula in quotes is told from one with one side", {
  scores <- data.frame(a = rep(1:3, 2), y = 1:6)
  expect_error(variance_components(scores, "y ~ (1 | a)"), "leave out the quotes", class = "accord_error_formula")
  expect_error(variance_components(scores, 3), "a number", class = "accord_error_formula")
  expect_error(variance_components(scores, ~ (1 | a)), "one side", class = "accord_error_formula")
})

test_that("a formula may take out the intercept", {
  set.seed(4)
  rows <- expand.grid(a = 1:8, b = 1:3)
  rows$z <- rnorm(24, mean = 3)
  rows$y <- 2 * rows$z + rnorm(8)[rows$a] + rnorm(24)
  of <- function(formula) variance_components(rows, formula, ci = "none")
  x <- of(y ~ 0 + z + (1 | a))
  expect_identical(glance(x)$n_fixed, 1L)
  best <- oracle_criterion(rows$y, list(rows$a), x$estimate, x = cbind(rows$z))
  expect_equal(glance(x)$criterion, best)
  for (j in 1:2) {
    moved <- replace(x$estimate, j, x$estimate[j] * 1.02)
    expect_gt(oracle_criterion(rows$y, list(rows$a), moved, x = cbind(rows$z)), best)
  }
  expect_identical(of(y ~ z - 1 + (1 | a))$estimate, x$estimate)
  expect_identical(of(y ~ z + (1 | a) - 1)$estimate, x$estimate)
  # Indicators of all levels span the intercept.
  expect_equal(of(y ~ 0 + factor(b) + (1 | a))$estimate, of(y ~ factor(b) + (1 | a))$estimate)
  for (formula in c(y ~ 0 + (1 | a), y ~ (1 | a) - 1)) {
    expect_error(of(formula), "neither an intercept nor", class = "accord_error_formula")
  }
  expect_error(of(y ~ z - (1 | a)), class = "accord_error_formula")
})

test_that("an offset and effects that are no numbers are errors", {
  rows <- expand.grid(a = 1:4, b = 1:3)
  rows$y <- c(1, 3, 2, 5, 4, 6, 2, 3, 3, 5, 5, 6)
  rows$z <- c(-1, 2:12)
  of <- function(formula) variance_components(rows, formula, ci = "none")
  expect_error(of(y ~ offset(z) + (1 | a)), "no `offset\\(\\)`", class = "accord_error_formula")
  expect_no_warning(expect_fault(of(y ~ log(z) + (1 | a)), "missing_value", "row 1", rows = 1L))
  # A fixed effect without a column was dropped once.
  expect_fault(of(y ~ factor(1:12) + (1 | a)), "formula", "no column of the data")
  expect_fault(of(y ~ y + (1 | a)), "argument", "must not be a facet", argument = "y")
  expect_fault(of(y ~ (1 | a) + (1 | y)), "argument", "must not be a facet")
  expect_fault(variance_components(rows, score = y, facets = c(a, y)), "argument", "must not be a facet")
})

test_that("scores of any size that has a square are fitted, others are an error that says so", {
  rows <- expand.grid(person = 1:6, rater = 1:3)
  score <- c(1, 3, 2, 5, 4, 6, 2, 3, 3, 5, 5, 6, 1, 2, 2, 4, 4, 5)
  of <- function(unit) {
    variance_components(transform(rows, y = score * unit), y ~ (1 | person) + (1 | rater), ci = "none")
  }
  for (unit in c(1e140, 1e-140)) expect_equal(of(unit)$share, of(1)$share)
  for (unit in c(1e160, 1e-160)) expect_fault(of(unit), "outside_range", "another unit")
})

test_that("two components never have one name", {
  set.seed(1)
  rows <- expand.grid(a = 1:6, residual = 1:4, again = 1:2)
  rows$y <- rnorm(48) + rows$a + rows$residual
  error <- expect_error(
    variance_components(rows, y ~ (1 | a) + (1 | residual), ci = "none"),
    class = "accord_error_reserved_name"
  )
  expect_identical(error$columns, "residual")
  names(rows)[2] <- "b"
  rows[["a:b"]] <- rows$again
  error <- expect_error(
    variance_components(rows, y ~ (1 | a) + (1 | a:b) + (1 | `a:b`), ci = "none"),
    class = "accord_error_reserved_name"
  )
  expect_identical(error$columns, "a:b")
})

test_that("levels of fixed effects that no score has are left out", {
  set.seed(1)
  rows <- expand.grid(i = 1:10, r = letters[1:3])
  rows$y <- rnorm(10)[rows$i] + rnorm(30)
  want <- variance_components(rows, y ~ r + (1 | i), ci = "none")
  rows$r <- factor(rows$r, letters[1:5])
  expect_equal(variance_components(rows, y ~ r + (1 | i), ci = "none")$estimate, want$estimate)
})

test_that("a matrix, and columns without their argument, are told what to write", {
  m <- matrix(c(1.5, 2, 3, 4, 5, 6), 3)
  expect_fault(variance_components(m, score ~ (1 | item)), "argument", "raters_in_columns")
  d <- data.frame(item = 1:3, rater = 1, score = 1:3)
  expect_fault(variance_components(d, item, rater, score), "argument", "by name only: .score.*facets")
})
