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
  for (i in seq(1, 200, by = test_size(8, 1))) {
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
  x <- variance_components(rows, y ~ (1 | a) + (1 | b), conf_level = 0.9)
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
  # More than 200 levels beside the largest term, and few meetings: the sparse one is taken.
  set.seed(9)
  rows <- data.frame(a = rep(1:300, each = 3))
  rows$b <- (rows$a + sample(0:2, 900, replace = TRUE)) %% 250
  rows$y <- rnorm(300)[rows$a] + rnorm(250)[rows$b + 1] + rnorm(900)
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
  expect_output(print(x), "Batch: the best value is 0")
})

test_that("bootstrap intervals follow set.seed()", {
  b <- brennan()
  of <- function() {
    set.seed(1)
    variance_components(b, BRENNAN, ci = "bootstrap", times = 50)
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
  expect_fault(of(transform(rows, rater = replace(rater, 4, NA))), "missing_value", rows = 4L)
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
})

test_that("a formula in quotes is told from one with one side", {
  scores <- data.frame(a = rep(1:3, 2), y = 1:6)
  expect_error(variance_components(scores, "y ~ (1 | a)"), "leave out the quotes", class = "accord_error_formula")
  expect_error(variance_components(scores, 3), "a number", class = "accord_error_formula")
  expect_error(variance_components(scores, ~ (1 | a)), "one side", class = "accord_error_formula")
})
