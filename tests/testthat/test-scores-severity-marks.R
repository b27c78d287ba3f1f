# Fair marks: the posterior by numerical integration, uncertainty by the delta method, and planted marks.

# The ratings, the fit, its parameters in the order of oracle_deviance(), and their covariance from numerical
# derivatives.
marks_fit <- function() {
  local_seed(51)
  rows <- draw_severity(25, c(-1, 0.2, 0.8), k = 2)
  x <- rater_severity(rows, item, rater, x, center = "items")
  at <- c(x$severity, cumsum(tidy(x, "steps")$estimate)[1:2], glance(x)$item_sd)
  f <- function(par) oracle_deviance(par, rows, 3, 3)
  unit <- diag(6) * 1e-3
  hessian <- outer(1:6, 1:6, Vectorize(function(i, j) {
    (f(at + unit[i, ] + unit[j, ]) - f(at + unit[i, ] - unit[j, ]) - f(at - unit[i, ] + unit[j, ]) +
      f(at - unit[i, ] - unit[j, ])) / 4e-6
  }))
  list(rows = rows, x = x, at = at, covariance = solve(hessian))
}

test_that("fair marks and their uncertainty are those of their definition", {
  skip_if_quick()
  fit <- marks_fit()
  marks <- fair_marks(fit$x, cut = 1.4, conf_level = 0.9)
  z <- seq(-8, 8, length.out = 4001)
  fair <- function(z, par) drop(oracle_share(par[6] * z - mean(par[1:3]), c(par[4:5], 0), 0:3) %*% 0:3)
  posterior <- function(own, par) {
    w <- stats::dnorm(z)
    for (j in seq_len(nrow(own))) w <- w * oracle_share(par[6] * z - par[own$rater[j]], c(par[4:5], 0), own$x[j])
    w / sum(w)
  }
  for (i in c(1, 7, 25)) {
    own <- fit$rows[fit$rows$item == i, ]
    mean_at <- function(par) sum(posterior(own, par) * fair(z, par))
    w <- posterior(own, fit$at)
    value <- fair(z, fit$at)
    expect_equal(marks$fair[i], sum(w * value), tolerance = 1e-6)
    slope <- vapply(1:6, function(k) {
      unit <- replace(numeric(6), k, 1e-4)
      (mean_at(fit$at + unit) - mean_at(fit$at - unit)) / 2e-4
    }, 0)
    inner <- sum(w * (value - sum(w * value))^2)
    estimated <- drop(slope %*% fit$covariance %*% slope)
    expect_equal(marks$std.error[i], sqrt(inner + estimated), tolerance = 1e-4)
    # Limits: quantiles of the posterior, widened about its mean
    wider <- sqrt(1 + estimated / inner)
    middle <- sum(w * z)
    share <- cumsum(w) - w / 2
    rises <- w > 1e-12
    limit <- function(p) fair(middle + wider * (stats::approx(share[rises], z[rises], p)$y - middle), fit$at)
    expect_equal(c(marks$conf.low[i], marks$conf.high[i]), c(limit(0.05), limit(0.95)), tolerance = 1e-3)
    bound <- stats::uniroot(function(z) fair(z, fit$at) - 1.4, c(-8, 8), tol = 1e-9)$root
    above <- 1 - stats::approx(z, share, middle + (bound - middle) / wider)$y
    expect_equal(marks$p_pass[i], above, tolerance = 1e-3)
    expect_identical(marks$decision[i], if (above > 0.95) "pass" else if (above < 0.05) "fail" else "mark again")
  }
  expect_true(all(marks$decision == "mark again" | (marks$decision == "pass") == (marks$conf.low > 1.4)))
  expect_identical(unique(marks$conf.level), 0.9)
})

test_that("marks add up over criteria, or are averaged, and raw marks are means of the ratings given", {
  skip_if_quick()
  local_seed(52)
  drawn <- draw_examination(60, c(-0.5, 0, 0.2, 0.3), criteria = 3)
  rows <- drawn$rows[-1, ]
  x <- rater_severity(rows, essay, marker, mark, facets = criterion)
  all <- fair_marks(x)
  each <- fair_marks(x, by = criterion)
  expect_identical(each$criterion, rep(c("a", "b", "c"), 60))
  expect_equal(c(rowsum(each$fair, each$item)), all$fair)
  expect_equal(fair_marks(x, average = criterion)$fair, all$fair / 3)
  given <- tapply(rows$mark, list(rows$essay, rows$criterion), mean)
  expect_equal(each$raw, c(t(given)))
  expect_equal(all$raw, unname(rowSums(given)))
  alone <- rows[!(rows$essay == 2 & rows$criterion == "b"), ]
  y <- rater_severity(alone, essay, marker, mark, facets = criterion)
  expect_identical(which(is.na(fair_marks(y)$raw)), 2L)
  expect_false(anyNA(fair_marks(y)$fair))
  expect_equal(all$n_ratings, as.integer(table(rows$essay)))
  expect_identical(unique(all$n_raters[-1]), 2L)
  # The origin of the scale changes nothing, and marks begin where the scale does.
  higher <- rater_severity(transform(rows, mark = mark + 2), essay, marker, mark, facets = criterion, center = "items")
  expect_equal(fair_marks(higher)$fair, all$fair + 6, tolerance = 1e-7)
  expect_equal(fair_marks(higher, cut = 12)$p_pass, fair_marks(x, cut = 6)$p_pass, tolerance = 1e-6)
  # With separate steps the average marker is the mean over markers, of a criterion its own.
  steps <- rater_severity(rows, essay, marker, mark, facets = criterion, steps = criterion)
  expect_gt(stats::cor(fair_marks(steps)$fair, all$fair), 0.99)
})

test_that("new ratings by known markers give marks as those of the fit", {
  skip_if_quick()
  local_seed(53)
  rows <- draw_examination(50, c(-0.5, 0, 0.5), criteria = 2)$rows
  rows$marker <- c("ann", "bob", "cat")[rows$marker]
  x <- rater_severity(rows, essay, marker, mark, facets = criterion)
  own <- fair_marks(x, by = criterion, cut = 3)
  some <- rows[rows$essay %in% c(3, 11) & rows$criterion %in% c("a", "b"), ]
  columns <- function(x) lapply(x, identity)
  expect_equal(columns(fair_marks(x, newdata = some, by = criterion, cut = 3)), columns(own[own$item %in% c(3, 11), ]))
  expect_equal(predict(x, some[1, ]), fair_marks(x, newdata = some[1, ]))
  expect_equal(predict(x), fair_marks(x))
  low <- transform(rows, mark = pmin(mark, 4))
  steps <- rater_severity(low, essay, marker, mark, facets = criterion, steps = marker)
  some$mark <- pmin(some$mark, 4)
  # The attributes say how many marks there were.
  expect_equal(predict(steps, some), fair_marks(steps)[c(3, 11), ], ignore_attr = c("made", "seal"))
  expect_fault(
    fair_marks(x, newdata = transform(some[1, ], marker = "dan")), "unknown_levels",
    "1 of marker is not in the fit: \"dan\"", levels = "dan"
  )
  expect_fault(fair_marks(x, newdata = transform(some, mark = 9)), "outside_categories", "1 value is not: \"9\"")
  expect_fault(fair_marks(x, newdata = some[-2]), "missing_column", "marker", columns = "marker")
  expect_fault(fair_marks(x, newdata = 1:3), "argument", "newdata")
  expect_fault(fair_marks(x, newdata = some[0, ]), "no_rows", "`newdata` has 0 rows")
  expect_fault(fair_marks(x, by = marker), "missing_column")
  expect_fault(fair_marks(x, by = criterion, average = criterion), "argument", "must be different facets")
  expect_fault(fair_marks(rows), "argument", "a result of")
  expect_fault(fair_marks(rbind(x, x)), "several_fits", "one fit")
  expect_fault(fair_marks(x, cut = "C"), "argument", "cut")
  # Ordered levels are positions, in newdata as well.
  rows$mark <- factor(rows$mark, 0:6, letters[1:7], ordered = TRUE)
  y <- rater_severity(rows, essay, marker, mark, facets = criterion)
  expect_equal(fair_marks(y)$fair, fair_marks(x)$fair + 2, tolerance = 1e-6)
  expect_equal(predict(y, transform(rows[rows$essay == 3, ], mark = as.character(mark)))$fair, fair_marks(y)$fair[3])
})

test_that("perfect marks, single marks and markers of one essay have finite marks, or a status", {
  skip_if_quick()
  local_seed(54)
  rows <- draw_severity(60, c(-0.5, 0, 0.5), k = 2)
  rows$x[rows$item == 1] <- 3
  rows <- rbind(rows[-3, ], data.frame(item = c(5, 70, 71), rater = c(4, 5, 5), x = c(1, 3, 3)))
  suppressWarnings(x <- rater_severity(rows, item, rater, x))
  marks <- fair_marks(x, cut = 2)
  expect_true(all(is.finite(marks$fair[1:60]) & marks$conf.low[1:60] >= 0 & marks$conf.high[1:60] <= 3))
  expect_identical(marks$n_ratings[2], 1L)
  expect_gt(marks$std.error[2], stats::median(marks$std.error[1:60]))
  # Items 70 and 71 have ratings only by a rater without a severity.
  expect_identical(marks$status[61:62], rep("no rating by a rater with a severity", 2))
  expect_true(all(is.na(marks$fair[61:62]) & is.na(marks$decision[61:62])))
  expect_identical(marks$raw[61:62], c(3, 3))
  expect_identical(predict(x, data.frame(item = 1, rater = 5, x = 3))$status, "no rating by a rater with a severity")
  close <- data.frame(item = rep(1:12, each = 2), rater = 1:2, x = rep(1:3, each = 2))
  suppressWarnings(none <- rater_severity(close, item, rater, x))
  expect_true(all(is.na(fair_marks(none)$fair)))
  expect_identical(unique(fair_marks(none)$status), "raters agree too closely for finite severities")
})

test_that("planted marks are found, by intervals that hold them", {
  local_seed(55)
  severity <- seq(-1, 1, length.out = 12)
  n <- test_size(1, 20)
  found <- replicate(n, {
    drawn <- draw_examination(400, severity)
    marks <- fair_marks(rater_severity(drawn$rows, essay, marker, mark, facets = criterion), cut = 12)
    clear <- marks$decision != "mark again"
    c(
      error = mean((marks$fair - drawn$true)^2), raw = mean((marks$raw - drawn$true)^2),
      held = mean(marks$conf.low <= drawn$true & drawn$true <= marks$conf.high),
      wrong = sum(clear & (marks$decision == "pass") != (drawn$true >= 12)) / sum(clear)
    )
  })
  found <- rowMeans(found)
  expect_lt(sqrt(found[["error"]] / found[["raw"]]), 0.8)
  # Essays are independent but for the few estimates that they share.
  expect_lt(abs(found[["held"]] - 0.95), 4 * sqrt(0.95 * 0.05 / (400 * n)))
  expect_lt(found[["wrong"]], 0.025)
})

test_that("levels that are numbers have these values, in the fit and in new ratings", {
  skip_if_quick()
  local_seed(55)
  rows <- draw_severity(40, c(-0.5, 0, 0.5), k = 3)
  rows$x[1:5] <- 0:4
  x <- rater_severity(rows, item, rater, x)
  y <- rater_severity(transform(rows, x = factor(x, 0:4, ordered = TRUE)), item, rater, x)
  expect_equal(y$fair_average, x$fair_average)
  expect_equal(y$mean, x$mean)
  expect_equal(fair_marks(y, cut = 2), fair_marks(x, cut = 2))
  expect_identical(tidy(y, "steps")$category, tidy(x, "steps")$category)
  expect_equal(augment(y)$.resid, augment(x)$.resid)
  expect_no_match(format(y), "positions")
  words <- rater_severity(transform(rows, x = factor(x, 0:4, letters[1:5], ordered = TRUE)), item, rater, x)
  expect_match(format(words), "\"a\" is 1, \"e\" is 5", fixed = TRUE, all = FALSE)
  # Tens up to 100 span more steps than the model has, and halves are not whole.
  tens <- rater_severity(transform(rows, x = factor(25 * x, 25 * 0:4, ordered = TRUE)), item, rater, x)
  halves <- rater_severity(transform(rows, x = factor(x / 2, 0:4 / 2, ordered = TRUE)), item, rater, x)
  expect_equal(tens$fair_average, words$fair_average)
  expect_equal(halves$fair_average, words$fair_average)
  expect_match(format(halves), "\"0\" is 1, \"2\" is 5", fixed = TRUE, all = FALSE)
  # The raw mark of 1 and 4 is 2.5.
  new <- data.frame(item = "new", rater = 1:2, x = factor(c("1", "4"), c("1", "4"), ordered = TRUE))
  expect_identical(predict(x, new)$raw, 2.5)
  expect_equal(predict(x, new), predict(x, transform(new, x = c(1, 4))))
  expect_equal(predict(y, new), predict(y, transform(new, x = c(1, 4))))
  low <- transform(new, x = factor(c("low", "4"), c("low", "4"), ordered = TRUE))
  expect_fault(predict(x, low), "outside_categories", "1 value is not: \"low\"", values = "low")
  expect_fault(predict(x, transform(new, x = as.character(x))), "level", "as.numeric\\(x\\)")
})

test_that("a cut is a possible mark, and an erratic marker is told", {
  skip_if_quick()
  local_seed(56)
  rows <- draw_examination(60, c(-0.5, 0, 0.5), criteria = 2, each = 3)$rows
  rows$mark[1:7] <- 0:6
  rows$marker <- c("Ann", "Bob", "Cat")[rows$marker]
  x <- rater_severity(rows, essay, marker, mark, facets = criterion)
  expect_no_message(fair_marks(x, cut = 12))
  expect_fault(fair_marks(x, cut = 60), "argument", "from 0 to 12.*It is 60", value = 60)
  expect_fault(fair_marks(x, cut = -1), "argument", "from 0 to 12")
  expect_fault(fair_marks(x, cut = 7, by = criterion), "argument", "from 0 to 6")
  expect_fault(fair_marks(x, newdata = transform(rows[1, ], marker = "ann")), "unknown_levels", "Did you mean \"Ann\"")
  one <- rows[rows$criterion == rows$criterion[1], ]
  wide <- rater_severity(one, essay, marker, mark, categories = 0:20)
  expect_identical(unique(fair_marks(wide, cut = 18)$decision), "fail")
  expect_fault(fair_marks(wide, by = essay), "missing_column", "This fit has no facets")
  words <- rater_severity(transform(one, mark = factor(mark, 0:6, letters[1:7], ordered = TRUE)), essay, marker, mark)
  expect_fault(fair_marks(words, cut = 0), "argument", "from 1 to 7")
  one$mark[one$marker == "Cat"] <- sample(0:6, sum(one$marker == "Cat"), TRUE)
  y <- rater_severity(one, essay, marker, mark)
  expect_match(y$verdict[3], "erratic")
  expect_message(fair_marks(y), "1 erratic rater.*Cat", class = "accord_message_erratic")
})

test_that("fair marks are a result: print, tables, summary and plot say the pass mark and what follows", {
  skip_if_quick()
  local_seed(58)
  rows <- draw_examination(40, c(-0.5, 0, 0.5), criteria = 2)$rows
  x <- rater_severity(rows, essay, marker, mark, facets = criterion)
  marks <- fair_marks(x, cut = 6)
  n <- table(factor(marks$decision, c("pass", "fail", "mark again")))
  expect_match(
    paste(format(marks, width = 200), collapse = " "),
    paste0(
      "Fair marks of 40 items .*Pass mark 6: of 40 marks, ", n[1], " pass, ", n[2], " fail, ", n[3],
      " to be marked again"
    )
  )
  found <- glance(marks)
  expect_equal(c(found$n_pass, found$n_fail, found$n_mark_again), as.vector(n))
  expect_equal(found$reliability, stats::var(marks$fair) / (stats::var(marks$fair) + mean(marks$std.error^2)))
  expect_identical(tidy(marks)$estimate, marks$fair)
  expect_match(format(marks), "Raw: means", all = FALSE)
  expect_no_match(format(marks[setdiff(names(marks), "raw")]), "Raw")
  each <- fair_marks(x, by = criterion)
  expect_identical(glance(each)$n_items, rep(40L, 2))
  expect_match(format(each)[1], "by criterion")
  skip_if_not_installed("knitr")
  table <- as.character(paper_table(each, "markdown"))
  expect_match(table[1], "Item *[|]Criterion *[|] *Raw[|] *Fair")
  taken <- stats::setNames(rows, sub("criterion", "fair", names(rows)))
  y <- rater_severity(taken, essay, marker, mark, facets = fair)
  expect_error(fair_marks(y, by = fair), class = "accord_error_reserved_name")
})

test_that("raw marks are open circles behind the points, and what passes is green", {
  skip_if_not_installed("ggplot2")
  marks <- every_result()$accord_marks
  plot <- ggplot2::autoplot(marks)
  known <- !is.na(marks$fair)
  layers <- which(geoms(plot) == "GeomPoint")
  circles <- ggplot2::layer_data(plot, layers[1])
  points <- ggplot2::layer_data(plot, layers[2])
  expect_equal(sort(circles$y), sort(marks$raw[known & !is.na(marks$raw)]))
  # The circles are wider than the points, which stand on them.
  expect_identical(unique(circles$shape), 1)
  expect_gt(min(circles$size), max(points$size))
  # Green passes and orange fails, in the order of the decisions.
  colour <- split(points$colour[order(points$y)], marks$decision[known][order(marks$fair[known])])
  expect_identical(unique(colour[["pass"]]), "#009E73")
  expect_identical(unique(colour[["fail"]]), "#D55E00")
  expect_identical(levels(plot$data$series), c("fail", "mark again", "pass"))
  read <- gsub("\n", " ", subtitles(plot), fixed = TRUE)
  expect_match(read, "95% intervals.*The line is the pass mark, 3[.] Mark again: the interval contains it[.]$")
  expect_identical(plot$labels$x, "Items, from the lowest to the highest fair mark")
})
