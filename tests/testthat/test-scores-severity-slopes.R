# The generalized model, a slope for each rater, against its likelihood from the definition; frequencies of ratings.

# Minus the log likelihood by parameters: severities, logarithms of the slopes but the last (their sum is 0), thresholds
# T_1 ... T_{K - 1}, and the standard deviation of items. `code`: columns item, rater, x from 0.
slopes_of <- function(par, n) exp(c(par[n + seq_len(n - 1)], -sum(par[n + seq_len(n - 1)])))

rating_shares <- function(par, n, top, z) {
  slope <- slopes_of(par, n)
  t <- c(par[2 * n - 1 + seq_len(top - 1)], 0)
  lapply(seq_len(n), function(r) {
    linear <- slope[r] * (outer(par[length(par)] * z - par[r], 0:top) - rep(c(0, t), each = length(z)))
    exp(linear) / rowSums(exp(linear))
  })
}

# The joint density of the ratings of each item and z: items in rows, nodes in columns.
item_densities <- function(par, code, n, top, z = oracle_nodes) {
  share <- lapply(rating_shares(par, n, top, z), log)
  joint <- mapply(function(r, x) share[[r]][, x + 1], code$rater, code$x)
  exp(rowsum(t(joint), code$item)) * rep(stats::dnorm(z) * diff(z[1:2]), each = max(code$item))
}

generalized_deviance <- function(par, code, n, top) -sum(log(rowSums(item_densities(par, code, n, top))))

draw_generalized <- function(n, severity, slope, k = 3, sd = 1.2, tau = c(-1, 0, 1)) {
  rows <- data.frame(item = rep(seq_len(n), each = k), rater = c(replicate(n, sample(seq_along(severity), k))))
  eta <- sd * stats::rnorm(n)[rows$item] - severity[rows$rater]
  w <- exp(slope[rows$rater] * (outer(eta, 0:length(tau)) - rep(c(0, cumsum(tau)), each = nrow(rows))))
  rows$x <- rowSums(stats::runif(nrow(rows)) > t(apply(w / rowSums(w), 1, cumsum)))
  rows
}

parameters_of <- function(x) {
  slope <- tidy(x, "slopes")$estimate
  steps <- tidy(x, "steps")$estimate
  c(x$severity, utils::head(log(slope), -1), utils::head(cumsum(steps), -1), glance(x)$item_sd)
}

numeric_hessian <- function(f, at, h = 1e-3) {
  unit <- diag(length(at)) * h
  found <- matrix(0, length(at), length(at))
  for (i in seq_along(at)) {
    for (j in seq_len(i)) {
      found[i, j] <- found[j, i] <- (f(at + unit[i, ] + unit[j, ]) - f(at + unit[i, ] - unit[j, ]) -
        f(at - unit[i, ] + unit[j, ]) + f(at - unit[i, ] - unit[j, ])) / (4 * h^2)
    }
  }
  found
}

test_that("estimates, errors and fair marks with slopes are those of the likelihood by its definition", {
  skip_if_quick()
  local_seed(41)
  rows <- draw_generalized(60, c(-0.8, 0.1, 0.7), c(1.5, 1, 0.7), k = 3)
  x <- rater_severity(rows, item, rater, x, slopes = TRUE, center = "items")
  at <- parameters_of(x)
  f <- function(par) generalized_deviance(par, rows, 3, 3)
  # Nodes are as close as the narrowest posterior is wide: the sum is exact to about 3e-9.
  expect_equal(f(at), -glance(x)$log_likelihood, tolerance = 1e-8)
  expect_equal(glance(x)$n_parameters, length(at))
  expect_equal(glance(x)$BIC, 2 * f(at) + length(at) * log(60), tolerance = 1e-8)
  h <- 1e-3
  gradient <- vapply(seq_along(at), function(i) {
    unit <- replace(numeric(length(at)), i, h)
    (f(at + unit) - f(at - unit)) / (2 * h)
  }, 0)
  expect_lt(max(abs(gradient)), 1e-3)
  v <- solve(numeric_hessian(f, at))
  expect_equal(x$std.error, sqrt(diag(v)[1:3]), tolerance = 1e-3)
  slopes <- tidy(x, "slopes")
  expect_equal(prod(slopes$estimate), 1, tolerance = 1e-8)
  contrast <- rbind(diag(2), -1)
  expect_equal(slopes$std.error / slopes$estimate, sqrt(diag(contrast %*% v[4:5, 4:5] %*% t(contrast))),
    tolerance = 1e-3
  )
  expect_equal(log(slopes$conf.low), log(slopes$estimate) - 1.959964 * slopes$std.error / slopes$estimate)
  expect_equal(x$slope, slopes$estimate)
  steps <- rbind(c(1, 0), c(-1, 1), c(0, -1))
  expect_equal(tidy(x, "steps")$std.error, sqrt(diag(steps %*% v[6:7, 6:7] %*% t(steps))), tolerance = 1e-3)
  # Wald's statistic for equal severities
  away <- cbind(-1, diag(2))
  gap <- away %*% x$severity
  want <- drop(t(gap) %*% solve(away %*% v[1:3, 1:3] %*% t(away), gap))
  expect_equal(glance(x)$statistic, want, tolerance = 1e-2)
  # The average item from each rater
  t <- c(at[6:7], 0)
  fair <- mapply(function(s, a) {
    w <- exp(a * (-s * 0:3 - c(0, t)))
    sum(0:3 * w) / sum(w)
  }, x$severity, slopes$estimate)
  expect_equal(x$fair_average, fair, tolerance = 1e-7)

  # The mark from a rater of mean severity and slope 1, averaged over the posterior; its error by the delta method.
  z <- oracle_nodes
  mark <- function(par) {
    w <- exp(outer(par[length(par)] * z - mean(par[1:3]), 0:3) - rep(c(0, par[6:7], 0), each = length(z)))
    value <- drop(w %*% 0:3) / rowSums(w)
    joint <- item_densities(par, rows, 3, 3)
    posterior <- joint / rowSums(joint)
    mean <- drop(posterior %*% value)
    list(mean = unname(mean), variance = unname(drop(posterior %*% value^2) - mean^2))
  }
  marks <- fair_marks(x)
  expect_equal(marks$fair, mark(at)$mean, tolerance = 1e-6)
  slope <- vapply(seq_along(at), function(i) {
    unit <- replace(numeric(length(at)), i, h)
    (mark(at + unit)$mean - mark(at - unit)$mean) / (2 * h)
  }, marks$fair)
  expect_equal(marks$std.error, sqrt(mark(at)$variance + rowSums((slope %*% v) * slope)), tolerance = 1e-3)
  again <- fair_marks(x, newdata = rows[rows$item %in% 7:9, ])
  expect_equal(again$fair, marks$fair[7:9])
  expect_equal(again$std.error, marks$std.error[7:9])
})

test_that("slopes and severities do not depend on the order of rows or raters", {
  skip_if_quick()
  local_seed(42)
  rows <- draw_generalized(150, c(-0.8, 0, 0.3, 0.7), c(1.6, 1, 0.9, 0.6))
  x <- rater_severity(rows, item, rater, x, slopes = TRUE)
  other <- rows[sample(nrow(rows)), ]
  other$rater <- letters[c(3, 1, 4, 2)][other$rater]
  y <- rater_severity(other, item, rater, x, slopes = TRUE)
  at <- match(letters[c(3, 1, 4, 2)], y$rater)
  expect_equal(y$severity[at], x$severity, tolerance = 1e-6)
  expect_equal(y$slope[at], x$slope, tolerance = 1e-6)
  expect_equal(tidy(y, "slopes")$std.error[at], tidy(x, "slopes")$std.error, tolerance = 1e-6)
  # A rater has one slope in all batches. Twice the same ratings are the same estimates.
  twice <- rbind(cbind(rows, batch = 1), cbind(transform(rows, item = item + 150), batch = 2))
  y <- rater_severity(twice, item, rater, x, slopes = TRUE, batch = batch, link = "population")
  expect_equal(y$slope[y$batch == 1], y$slope[y$batch == 2])
  expect_equal(y$slope[y$batch == 1], x$slope, tolerance = 1e-5)
})

test_that("planted slopes are found, and criteria choose the model", {
  skip_if_quick()
  local_seed(43)
  slope <- exp(c(0.6, 0.3, 0, -0.3, -0.6))
  found <- replicate(test_size(20, 200), {
    rows <- draw_generalized(400, c(-0.8, -0.3, 0, 0.4, 0.7), slope)
    x <- rater_severity(rows, item, rater, x)
    y <- rater_severity(rows, item, rater, x, slopes = TRUE)
    own <- tidy(y, "slopes")
    c(mean(own$conf.low < slope & slope < own$conf.high), glance(y)$AIC < glance(x)$AIC, log(own$estimate))
  })
  # 100 intervals of 95%: fewer than 88 hold with a probability below .001
  expect_gte(mean(found[1, ]), 0.88)
  expect_gte(mean(found[2, ]), 0.8)
  error <- apply(found[-(1:2), ], 1, stats::sd) / sqrt(ncol(found))
  expect_true(all(abs(rowMeans(found[-(1:2), ]) - log(slope)) < 4 * error))
  even <- replicate(test_size(20, 200), {
    rows <- draw_severity(200, c(-0.8, -0.3, 0, 0.4, 0.7))
    x <- rater_severity(rows, item, rater, x)
    glance(rater_severity(rows, item, rater, x, slopes = TRUE))$BIC > glance(x)$BIC
  })
  expect_gte(mean(even), 0.8)
})

test_that("the print, tables and anova() name the model and its slopes", {
  local_seed(44)
  rows <- draw_generalized(200, c(-0.5, 0, 0.5), c(1.5, 1, 0.7))
  x <- rater_severity(rows, item, rater, x)
  y <- rater_severity(rows, item, rater, x, slopes = TRUE)
  lines <- paste(format(y), collapse = " ")
  expect_match(lines, "Slope")
  expect_match(gsub("[ #\n]+", " ", lines), "Model: generalized rating scale, a slope by rater, AIC")
  expect_no_match(paste(format(x), collapse = " "), "Slope")
  table <- anova(x, y)
  expect_equal(table$model, c("rating scale", "generalized rating scale, a slope by rater"))
  expect_equal(table$df, c(NA, 2))
  expect_equal(table$statistic[2], 2 * (glance(y)$log_likelihood - glance(x)$log_likelihood))
  cnd <- expect_error(tidy(x, "slopes"), class = "accord_error_argument")
  expect_match(conditionMessage(cnd), "slopes = TRUE")
  expect_error(rater_severity(rows, item, rater, x, slopes = "rater"), class = "accord_error_argument")
  expect_named(tidy(y, "slopes"), c(
    "rater", "estimate", "std.error", "conf.low", "conf.high", "p.value", "adj.p.value"
  ))
})

test_that("a rater who rates against the others has no slope, and the result says so", {
  local_seed(45)
  rows <- draw_generalized(100, c(-0.5, 0, 0.5, 0), rep(1, 4), sd = 2)
  rows$x[rows$rater == 3] <- 3 - rows$x[rows$rater == 3]
  cnd <- expect_warning(x <- rater_severity(rows, item, rater, x, slopes = TRUE), class = "accord_warning_undefined")
  said <- gsub("\\s+", " ", conditionMessage(cnd))
  expect_match(said, "as the slope of 3 goes to 0 or grows: none of 4 severities has a value", fixed = TRUE)
  expect_match(said, paste("here", min(table(rows$rater)), "to", max(table(rows$rater))), fixed = TRUE)
  expect_match(x$status, "no finite slope of 3", all = TRUE)
  expect_true(all(is.na(x$severity)) && all(is.na(x$slope)))
  expect_true(all(is.na(tidy(x, "slopes")$estimate)))
})

test_that("a rating with a weight is that many ratings", {
  skip_if_quick()
  local_seed(46)
  rows <- draw_severity(400, c(-0.5, 0, 0.2, 0.5))
  rows$n <- sample(c(0, 1, 1, 1, 1, 1, 1, 2), nrow(rows), TRUE)
  # The first items have many ratings each.
  rows$n[1:12] <- rep(c(200, 17, 30), 4)
  rows$criterion <- rep(1:2, length.out = nrow(rows))
  rows$week <- 1 + rows$item %% 2
  many <- rows[rep(seq_len(nrow(rows)), rows$n), ]
  check <- function(..., parts = NULL) {
    x <- rater_severity(rows, item, rater, x, ..., weights = n)
    y <- rater_severity(many, item, rater, x, ..., duplicates = "keep")
    expect_equal(x, y, ignore_attr = TRUE)
    for (part in c("items", "steps", "verdicts", parts)) expect_equal(tidy(x, part), tidy(y, part))
    expect_equal(glance(x)[-2], glance(y)[-2])
    expect_equal(glance(x)$n_set_aside, sum(rows$n == 0))
    expect_equal(fair_marks(x), fair_marks(y), ignore_attr = TRUE)
    found <- augment(x)
    expect_equal(found$n, rows$n[rows$n > 0])
    expect_equal(found[rep(seq_len(nrow(found)), found$n), names(found) != "n"], augment(y), ignore_attr = TRUE)
  }
  check()
  check(facets = criterion, parts = c("facets", "bias"))
  check(slopes = TRUE, parts = "slopes")
  check(batch = week, link = "population", parts = "drift")
  cnd <- expect_error(
    rater_severity(transform(rows, n = n + 0.5), item, rater, x, weights = n), class = "accord_error_argument"
  )
  expect_length(cnd$rows, nrow(rows))
  cnd <- expect_error(
    rater_severity(transform(rows, n = replace(n, 4, -1L)), item, rater, x, weights = n),
    class = "accord_error_argument"
  )
  expect_equal(cnd$rows, 4)
  expect_error(rater_severity(transform(rows, n = "a"), item, rater, x, weights = n), class = "accord_error_argument")
  expect_error(rater_severity(rows, item, rater, x, weights = x), class = "accord_error_argument")
  expect_fault(
    rater_severity(transform(rows, n = 1e9), item, rater, x, weights = n), "too_large", "at most 2,147,483,647"
  )
  none <- transform(rows, n = 0)
  expect_fault(rater_severity(none, item, rater, x, weights = n), "no_scores", "weights in `weights` are 0")
})
