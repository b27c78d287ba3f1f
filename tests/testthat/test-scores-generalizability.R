# Decision studies: Brennan's formulas by hand, from the components that lme4 gave and from our own.

brennan_scores <- function() read_reference(file.path("tables", "brennan_3_2.csv"))

BRENNAN_MODEL <- Score ~ (1 | Person) + (1 | Task) + (1 | Rater:Task) + (1 | Person:Task)

test_that("the coefficients of the p x (r:t) design follow from its components by Brennan's formulas", {
  x <- variance_components(brennan_scores(), BRENNAN_MODEL, ci = "none")
  fit <- attr(x, "fit")
  # lme4 1.1.31 with its default search: residual, Person, Task, Rater:Task, Person:Task
  fit$variance <- c(2.38028610, .47302281, .32532229, .64748898, .55955010) / fit$design$unit^2
  lme4 <- structure(x, fit = fit)
  g <- generalizability(lme4, object = Person, ci = "none")
  expect_identical(c(g$Task, g$Rater), rep(c(3, 4), each = 2))
  expect_published(g$estimate[1], .551375, 6)
  expect_published(g$estimate[2], .463614, 6)
  # The same from the exact components of balanced data
  v <- rlang::set_names(x$estimate, c("p", "t", "rt", "pt", "e"))
  exact <- generalizability(x, object = Person, ci = "none", n = list(Task = 2:3, Rater = c(1, 4)))
  expect_identical(exact$Task, rep(2:3, each = 4))
  for (i in seq_len(nrow(exact))) {
    t <- exact$Task[i]
    r <- exact$Rater[i]
    relative <- v[["pt"]] / t + v[["e"]] / (t * r)
    error <- relative + if (exact$coefficient[i] == "dependability") v[["t"]] / t + v[["rt"]] / (t * r) else 0
    expect_equal(exact$error[i], error)
    expect_equal(exact$sem[i], sqrt(error))
    expect_equal(exact$estimate[i], v[["p"]] / (v[["p"]] + error))
  }
})

test_that("a fixed facet lends its interaction to the universe score", {
  x <- variance_components(brennan_scores(), BRENNAN_MODEL, ci = "none")
  v <- rlang::set_names(x$estimate, c("p", "t", "rt", "pt", "e"))
  g <- generalizability(x, object = Person, fixed = "Task", n = list(Task = 3, Rater = 2), ci = "none")
  expect_equal(g$universe, rep(v[["p"]] + v[["pt"]] / 3, 2))
  expect_equal(g$error, c(v[["e"]] / 6, v[["e"]] / 6 + v[["rt"]] / 6))
})

test_that("two crossed facets without interaction terms are the intraclass correlations", {
  set.seed(1)
  rows <- expand.grid(item = 1:12, rater = 1:4)
  rows$y <- rnorm(12, sd = 2)[rows$item] + rnorm(4)[rows$rater] + rnorm(48)
  g <- generalizability(rows, y ~ (1 | item) + (1 | rater), item, n = list(rater = c(1, 4)), ci = "none")
  forms <- c("icc_c1", "icc_a1", "icc_ck", "icc_ak")
  expect_equal(g$estimate, icc(rows, item, rater, y, form = forms)$estimate, tolerance = 1e-6)
})

test_that("repeated scores are averaged over replicates", {
  set.seed(2)
  rows <- expand.grid(item = 1:8, rater = 1:3, again = 1:2)
  rows$y <- rnorm(8)[rows$item] + rnorm(24)[rows$item + 8 * (rows$rater - 1)] + rnorm(48)
  x <- variance_components(rows, y ~ (1 | item) + (1 | rater) + (1 | item:rater), ci = "none")
  g <- generalizability(x, object = item, n = list(rater = 3, replicate = 1:2), ci = "none")
  v <- x$estimate
  expect_equal(g$replicate, c(1, 1, 2, 2))
  expect_equal(g$error[c(1, 3)], v[3] / 3 + v[4] / c(3, 6))
  expect_identical(generalizability(x, object = item, ci = "none")$replicate, c(2, 2))
})

test_that("raters with two columns of names count once", {
  set.seed(4)
  rows <- expand.grid(person = 1:10, rater = 1:3)
  rows$y <- rnorm(10)[rows$person] + rnorm(3)[rows$rater] + rnorm(30)
  rows$name <- c("ann", "bob", "cat")[rows$rater]
  one <- generalizability(rows, score = y, facets = c(person, rater), object = person, ci = "none")
  both <- generalizability(rows, score = y, facets = c(person, rater, name), object = person, ci = "none")
  expect_equal(c(both$rater, both$name), c(3, 3, 1, 1))
  expect_equal(both$estimate, one$estimate)
})

test_that("raters who each gave one score are a facet, whatever their names", {
  set.seed(3)
  rows <- expand.grid(person = 1:15, rater = 1:3, task = 1:2)
  rows$y <- rnorm(15)[rows$person] + rnorm(90)
  one <- rows[rows$task == 1, ]
  one$own <- paste(one$person, one$rater)
  # The one-way analysis of variance: Spearman and Brown's formula of ICC(1).
  squares <- summary(stats::aov(y ~ factor(person), one))[[1]][["Mean Sq"]]
  for (n in list(NULL, list(own = 3), list(own = 1:2))) {
    g <- generalizability(one, score = y, facets = c(person, own), object = person, n = n, ci = "none")
    expect_equal(g$own, rep(as.numeric(unlist(n) %||% 3), each = 2))
    expect_equal(g$error, squares[2] / g$own, tolerance = 1e-6)
    expect_equal(g$universe, rep((squares[1] - squares[2]) / 3, nrow(g)), tolerance = 1e-6)
  }
  # Within persons and tasks, as if they were replicates.
  rows$own <- seq_len(nrow(rows))
  g <- generalizability(rows, score = y, facets = c(person, task, own), object = person, ci = "none")
  same <- generalizability(rows, score = y, facets = c(person, task), object = person, ci = "none")
  expect_equal(g$own, c(3, 3))
  expect_equal(g$estimate, same$estimate)
  expect_fault(
    generalizability(rows, score = y, facets = c(person, own), object = person, fixed = own), "no_random_facet",
    facets = "own"
  )
  expect_error(
    generalizability(one, score = y, facets = c(person, own), object = person, n = list(replicate = 2)), "facet is own",
    class = "accord_error_unknown_facet"
  )
})

test_that("profile limits of a coefficient are those of a likelihood ratio test", {
  # With one facet, 1 + k g is F distributed around its estimate, and the limits of the coefficient are those of a
  # variance ratio g with a known criterion: q log(1 + k g) + nu log(E + B / (1 + k g)), where E and B are sums of
  # squares.
  set.seed(3)
  rows <- expand.grid(item = 1:15, again = 1:4)
  rows$y <- rnorm(15)[rows$item] + rnorm(60)
  g <- generalizability(rows, y ~ (1 | item) + (1 | again), item, n = list(again = 1), fixed = NULL)
  rows$free <- seq_len(60)
  one <- icc(rows, item, rating = y, form = "icc1", method = "reml")
  squares <- stats::anova(stats::lm(y ~ factor(item), rows))[["Sum Sq"]]
  f <- function(rho) {
    up <- 1 + 4 * rho / (1 - rho)
    14 * log(up) + 59 * log(squares[2] + squares[1] / up)
  }
  best <- stats::optimize(f, c(0, .99), tol = 1e-10)
  expect_equal(one$estimate, best$minimum, tolerance = 1e-5)
  for (limit in c(one$conf.low, one$conf.high)) {
    expect_equal(f(limit) - best$objective, stats::qchisq(.95, 1), tolerance = 1e-4)
  }
  expect_true(all(g$conf.low < g$estimate & g$estimate < g$conf.high))
})

# For complete data of n items and k raters, the restricted likelihood is that of three independent mean squares: minus
# twice its logarithm is the sum of df (log(lambda) + ms / lambda), with the expected mean squares lambda.
two_way_squares <- function(y, n, k) {
  y <- matrix(y, n)
  item <- rowMeans(y) - mean(y)
  rater <- colMeans(y) - mean(y)
  list(
    n = n, k = k, df = c(n - 1, k - 1, (n - 1) * (k - 1)),
    ms = c(k * sum(item^2), n * sum(rater^2), sum((y - mean(y) - outer(item, rater, "+"))^2)) /
      c(n - 1, k - 1, (n - 1) * (k - 1))
  )
}

# The likelihood ratio of a value of a coefficient of one rater, at the best size of all and share of raters.
ratio_at <- function(s, coefficient, value) {
  criterion <- function(lambda) sum(s$df * (log(lambda) + s$ms / lambda))
  at <- function(share) {
    v <- if (coefficient == "dependability") {
      c(value, (1 - value) * share, (1 - value) * (1 - share))
    } else {
      c(value, share / (1 - share), 1 - value)
    }
    lambda <- c(v[3] + s$k * v[1], v[3] + s$n * v[2], v[3])
    criterion(lambda * sum(s$df * s$ms / lambda) / sum(s$df))
  }
  # It may be lowest in two places: where most of the error is that of raters, and where little is.
  grid <- c(0, stats::plogis(seq(-8, 8, 0.5)))
  found <- vapply(grid, at, 0)
  near <- range(grid[pmin(pmax(which.min(found) + c(-1, 1), 1), length(grid))])
  fixed <- min(found, stats::optimize(at, near, tol = 1e-9)$objective)
  # If no value is fixed, components are 0 if a mean square is below that of the error.
  pooled <- function(with) replace(s$ms, with, sum(s$df[with] * s$ms[with]) / sum(s$df[with]))
  free <- lapply(list(3, c(1, 3), c(2, 3), 1:3), pooled)
  free <- free[vapply(free, function(lambda) all(lambda >= lambda[3] * (1 - 1e-12)), NA)]
  fixed - min(vapply(free, criterion, 0))
}

test_that("profile limits contain what the mean squares do not reject, with few raters", {
  skip_if_quick()
  set.seed(4)
  rows <- expand.grid(item = 1:12, rater = 1:3)
  true <- c(generalizability = 1 / 1.5, dependability = 1 / 2.5)
  for (i in seq_len(test_size(40, 400))) {
    rows$y <- rnorm(12)[rows$item] + rnorm(3)[rows$rater] + sqrt(.5) * rnorm(36)
    g <- generalizability(rows, y ~ (1 | item) + (1 | rater), item, n = list(rater = 1))
    squares <- two_way_squares(rows$y, 12, 3)
    for (coefficient in names(true)) {
      limits <- unlist(g[g$coefficient == coefficient, c("conf.low", "conf.high")])
      for (limit in limits[limits > 0 & limits < 1]) {
        expect_equal(ratio_at(squares, coefficient, limit), stats::qchisq(.95, 1), tolerance = 1e-3)
      }
      inside <- limits[1] <= true[[coefficient]] && true[[coefficient]] <= limits[2]
      expect_identical(inside, ratio_at(squares, coefficient, true[[coefficient]]) <= stats::qchisq(.95, 1))
    }
  }
})

test_that("the lower limit of a dependability goes with the likelihood's lowest place, of raters or of tasks", {
  skip_if_quick()
  # Persons by tasks by raters without interactions: four mean squares, as above. The error may be that of tasks or
  # that of raters, and a search follows one of them.
  set.seed(5)
  rows <- expand.grid(person = 1:15, task = 1:2, rater = 1:3)
  df <- c(14, 1, 2, 72)
  for (i in seq_len(test_size(16, 100))) {
    spread <- if (i %% 2) c(.3, 1) else c(1, .3)
    rows$y <- rnorm(15)[rows$person] + spread[1] * rnorm(2)[rows$task] + spread[2] * rnorm(3)[rows$rater] +
      .7 * rnorm(90)
    x <- variance_components(rows, y ~ (1 | person) + (1 | task) + (1 | rater), ci = "none")
    g <- generalizability(x, object = person, n = list(task = 1, rater = 1))
    squares <- lapply(rows[c("person", "task", "rater")], function(facet) {
      sum((stats::ave(rows$y, facet) - mean(rows$y))^2)
    })
    squares <- c(unlist(squares), sum((rows$y - mean(rows$y))^2) - sum(unlist(squares)))
    criterion <- function(v) {
      lambda <- c(6, 45, 30, 0) * v + v[4]
      lambda <- lambda * sum(squares / lambda) / sum(df)
      sum(df * log(lambda) + squares / lambda)
    }
    low <- g$conf.low[g$coefficient == "dependability"]
    if (low == 0) next
    starts <- expand.grid(c(-5, 0, 4), c(-5, 0, 4))
    found <- apply(starts, 1, function(start) {
      of <- function(z) criterion(c(low, (1 - low) * exp(c(z, 0)) / sum(exp(c(z, 0)))))
      stats::optim(start, of, control = list(reltol = 1e-11, maxit = 1000))$value
    })
    expect_equal(min(found) - criterion(x$estimate), stats::qchisq(.95, 1), tolerance = 2e-3)
  }
})

test_that("limits hold with few raters who differ, as often as they say", {
  skip_if_not(asks_all(), "long")
  # bench/coverage-dependability.R: by the mean squares alone, .961, .940 and .929 of 10,000 for the dependability, and
  # .95 for the generalizability. The standard error of 4,000 data sets is .004.
  set.seed(4)
  rows <- expand.grid(item = 1:30, rater = 1:3)
  for (variance in c(.1, 1, 5)) {
    true <- c(1 / 1.5, 1 / (1.5 + variance))
    covered <- replicate(4000, {
      rows$y <- rnorm(30)[rows$item] + sqrt(variance) * rnorm(3)[rows$rater] + sqrt(.5) * rnorm(90)
      g <- generalizability(rows, y ~ (1 | item) + (1 | rater), item, n = list(rater = 1))
      g$conf.low <= true & true <= g$conf.high
    })
    expect_true(all(rowMeans(covered) > .92 & rowMeans(covered) < .975))
  }
})

test_that("bootstrap intervals follow set.seed()", {
  of <- function() {
    set.seed(1)
    generalizability(brennan_scores(), BRENNAN_MODEL, Person, ci = ci_bootstrap(times = 40))
  }
  x <- of()
  expect_identical(of()$conf.low, x$conf.low)
  expect_identical(x$interval, rep("bootstrap", 2))
})

test_that("wrong objects, facets and numbers are errors", {
  skip_if_quick()
  x <- variance_components(brennan_scores(), BRENNAN_MODEL, ci = "none")
  expect_fault(generalizability(x), "object", "not given")
  expect_fault(generalizability(x, object = Rater), "object", "only together with other columns", object = "Rater")
  expect_fault(generalizability(x, object = "Essay"), "object", "not in the model")
  expect_fault(generalizability(x, object = Person, n = list(raters = 2)), "unknown_facet", facets = "raters")
  expect_fault(
    generalizability(x, object = Person, n = list(raters = 2, a = 1)),
    "unknown_facet", "2 of them are not in it: raters"
  )
  expect_fault(generalizability(x, object = Person, n = list(Rater = 0)), "argument")
  expect_fault(generalizability(x, object = Person, n = 3), "argument")
  expect_fault(generalizability(x, object = Person, fixed = c("Task", "Rater")), "no_random_facet")
  expect_fault(generalizability(x, object = Person, fixed = "task"), "unknown_facet", "Facets are")
})

test_that("arguments that would change nothing, groups and names of columns are refused", {
  d <- expand.grid(i = 1:8, r = c("a", "b", "c"))
  d$y <- c(1, 4, 2, 5, 3, 9, 2, 4, 3, 5, 5, 7, 1, 2, 3, 6, 2, 4, 2, 4, 3, 8, 1, 5)
  fitted <- variance_components(d, y ~ (1 | i) + (1 | r), ci = "none")
  expect_fault(generalizability(fitted, y ~ (1 | i), object = i, ci = "none"), "argument", "`formula`")
  expect_fault(generalizability(fitted, object = i, method = "ml", ci = "none"), "argument", "`method`")
  renamed <- stats::setNames(d, c("i", "error", "y"))
  expect_fault(generalizability(renamed, y ~ (1 | i) + (1 | error), i, ci = "none"), "reserved_name")
  skip_if_not_installed("dplyr")
  grouped <- dplyr::group_by(d, r)
  expect_fault(variance_components(grouped, y ~ (1 | i)), "argument", "grouped by r")
  expect_fault(generalizability(grouped, y ~ (1 | i) + (1 | r), i), "argument", "grouped by r")
})

test_that("numbers of a facet stand together, and facets without quotes", {
  skip_if_quick()
  scores <- data.frame(
    item = rep(1:8, each = 6), rater = rep(c("a", "b", "c"), 16), task = rep(1:2, each = 3),
    score = c(1, 2, 2, 4, 5, 4, 2, 2, 3, 5, 5, 4, 1, 1, 2, 3, 4, 4, 2, 3, 3, 5, 4, 4)
  )
  model <- variance_components(scores, score ~ (1 | item) + (1 | rater) + (1 | item:task) + (1 | task), ci = "none")
  study <- function(...) generalizability(model, object = item, ci = "none", ...)
  error <- expect_error(study(n = list(rater = 1, rater = 2)), class = "accord_error_argument")
  expect_match(conditionMessage(error), "list(rater = c(1, 2))", fixed = TRUE)
  expect_identical(study(fixed = task), study(fixed = "task"))
  expect_identical(study(fixed = c(task)), study(fixed = "task"))
  named <- "task"
  expect_identical(study(fixed = named), study(fixed = "task"))
  expect_error(study(fixed = judge), class = "accord_error_unknown_facet")
  expect_error(study(fixed = c(task, judge)), class = "accord_error_unknown_facet")
  expect_error(study(fixed = 1), class = "accord_error_argument")
})

test_that("no facet may have the name that repeated scores have", {
  set.seed(1)
  rows <- expand.grid(person = 1:20, replicate = 1:4)
  rows$y <- rnorm(20)[rows$person] + rnorm(80)
  expect_error(
    generalizability(rows, y ~ (1 | person) + (1 | replicate), person, ci = "none"),
    "replicate", class = "accord_error_reserved_name"
  )
  expect_error(
    generalizability(rows, y ~ (1 | person) + (1 | replicate), replicate, ci = "none"),
    class = "accord_error_reserved_name"
  )
  names(rows)[1] <- "estimate"
  names(rows)[2] <- "task"
  expect_no_error(generalizability(rows, y ~ (1 | estimate) + (1 | task), estimate, ci = "none"))
  expect_error(
    generalizability(rows, y ~ (1 | estimate) + (1 | task), task, ci = "none"),
    class = "accord_error_reserved_name"
  )
})

# Six pupils in each of eight classes, scored by the same four raters.
pupils_in_classes <- function() {
  set.seed(12)
  d <- expand.grid(class = 1:8, seat = 1:6, rater = 1:4)
  d$pupil <- paste(d$class, d$seat)
  d$y <- rnorm(8)[d$class] + rnorm(48)[match(d$pupil, unique(d$pupil))] + rnorm(4)[d$rater] +
    rnorm(32, sd = .6)[(d$class - 1) * 4 + d$rater] + rnorm(192)
  d
}

test_that("pupils nested in classes: Brennan's formulas for classes and for pupils, however nesting is written", {
  d <- pupils_in_classes()
  forms <- list(
    y ~ (1 | class) + (1 | class:seat) + (1 | rater) + (1 | class:rater),
    y ~ (1 | class) + (1 | pupil) + (1 | rater) + (1 | class:rater)
  )
  for (inner in 1:2) {
    x <- variance_components(d, forms[[inner]], ci = "none")
    v <- rlang::set_names(x$estimate, c("c", "p:c", "r", "cr", "e"))
    # Brennan (2001), p:c x r: classes are measured; their pupils are error, of both kinds.
    facet <- c("seat", "pupil")[inner]
    n <- rlang::set_names(list(5, 3), c(facet, "rater"))
    g <- generalizability(x, object = class, n = n, ci = "none")
    relative <- v[["p:c"]] / 5 + v[["cr"]] / 3 + v[["e"]] / 15
    expect_equal(g$error, c(relative, relative + v[["r"]] / 3))
    expect_equal(g$universe, rep(v[["c"]], 2))
    expect_identical(unique(generalizability(x, object = class, ci = "none")[[facet]]), 6)
    # Pupils of all classes are measured.
    object <- paste0("class:", facet)
    expect_no_message(g <- generalizability(x, object = !!object, n = list(rater = 3), ci = "none"))
    relative <- (v[["cr"]] + v[["e"]]) / 3
    expect_equal(g$universe, rep(v[["c"]] + v[["p:c"]], 2))
    expect_equal(g$error, c(relative, relative + v[["r"]] / 3))
    expect_identical(names(g)[1:2], c("rater", "coefficient"))
  }
  expect_equal(generalizability(x, object = class:pupil, n = list(rater = 3), ci = "none"), g)
  # Pupils within their class, which is then a facet.
  expect_message(g <- generalizability(x, object = pupil, n = list(rater = 3), ci = "none"), "object = class:pupil")
  relative <- v[["e"]] / 3
  expect_equal(g$error, c(relative, relative + v[["c"]] + v[["r"]] / 3 + v[["cr"]] / 3))
  expect_fault(generalizability(d, forms[[1]], seat, ci = "none"), "object", "class:seat", object = "seat")
  expect_fault(generalizability(x, object = class:rater:pupil), "object", "not in the model")
})

test_that("raters with names of their own in each task are as many as in a task", {
  # Brennan's data, where rater 1 of task 2 gets another name than rater 1 of task 1
  scores <- brennan_scores()
  scores$Rater <- paste(scores$Task, scores$Rater)
  model <- Score ~ (1 | Person) + (1 | Task) + (1 | Rater) + (1 | Person:Task)
  named <- generalizability(scores, model, Person, ci = "none")
  crossed <- generalizability(brennan_scores(), BRENNAN_MODEL, Person, ci = "none")
  columns <- c("Task", "Rater", "estimate", "universe", "error")
  expect_equal(unclass(named)[columns], unclass(crossed)[columns])
  expect_identical(named$Rater, c(4, 4))
  # Raters who are each of one person's own are relative error.
  set.seed(13)
  own <- data.frame(person = rep(1:10, each = 6), rater = rep(1:30, each = 2))
  own$y <- rnorm(10)[own$person] + rnorm(30)[own$rater] + rnorm(60)
  x <- variance_components(own, y ~ (1 | person) + (1 | rater), ci = "none")
  g <- generalizability(x, object = person, ci = "none")
  expect_equal(g$error, rep(x$estimate[2] / 3 + x$estimate[3] / 6, 2))
})

test_that("columns in place of a formula are an error that says how to give them", {
  skip_if_quick()
  d <- expand.grid(person = 1:4, rater = 1:3)
  d$score <- c(1, 2, 4, 3, 2, 2, 5, 3, 1, 3, 4, 4)
  expect_fault(generalizability(d, person, rater), "formula", "It is `person`.*Columns go by name")
  expect_fault(generalizability(d, c(person, rater), person), "formula", "c\\(person, rater\\)")
  expect_fault(variance_components(d, person), "formula", "facets = c")
  expect_fault(variance_components(d, no_such), "formula", "no_such")
  given <- score ~ (1 | person) + (1 | rater)
  expect_s3_class(variance_components(d, given), "accord_components")
})
