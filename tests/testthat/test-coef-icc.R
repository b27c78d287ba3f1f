# The intraclass correlations: published values, other software, the definition, and data that
# have none.

published <- read_reference("icc-published.csv", colClasses = c(value = "character"))

icc_published <- function(dataset) {
  table <- icc_table(dataset)
  if (dataset == "gwet_iccdata1") {
    judge <- rep(names(table)[-1], each = nrow(table))
    long <- data.frame(item = table$Target, rater = judge, y = unlist(table[-1]))
    return(icc(long, item, rater, y, duplicates = "keep", ci = "f"))
  }
  adjust <- if (grepl("missing$", dataset)) "rater_means" else "least_squares"
  icc_of(table, missing = adjust, ci = "f")
}

for (dataset in unique(published$dataset)) {
  test_that(paste("the intraclass correlations have the published values:", dataset), {
    rows <- published[published$dataset == dataset, ]
    got <- icc_published(dataset)
    for (i in seq_len(nrow(rows))) {
      value <- got[[rows$quantity[i]]][got$coefficient == rows$form[i]]
      info <- paste(rows$form[i], rows$quantity[i], rows$source[i])
      expect_published(value, as.numeric(rows$value[i]), rows$digits[i], info)
    }
  })
}

test_that("the words of the table of values are known", {
  expect_setequal(published$form, c("icc1", "icc_a1", "icc_c1", "icc1k", "icc_ak", "icc_ck"))
  shown <- nchar(sub("^[^.]*\\.?", "", published$value))
  expect_equal(shown, published$digits)
})

# The limits of ICC(A,1) by irrNA, stepped up: ?icc explains why its limits of ICC(A,k) are not used.
stepped_up <- function(limits, k) {
  whole <- 1 + (k - 1) * limits
  if (anyNA(whole) || whole[1] <= 0) c(NA_real_, NA_real_) else k * limits / whole
}

irrna_values <- function(row) {
  quantities <- c("estimate", "p.value", "conf.low", "conf.high")
  want <- t(vapply(ICC_FORMS$id, function(form) unlist(row[paste(form, quantities, sep = ".")]), numeric(4)))
  colnames(want) <- quantities
  want["icc_ak", 3:4] <- stepped_up(want["icc_a1", 3:4], row$k)
  # -Inf in irrNA, left empty in the file
  want[is.na(want[, "estimate"]), ] <- NA
  one <- c("icc1", "icc1k")
  two <- c("icc_c1", "icc_ck")
  want <- cbind(want, statistic = NA, df2 = NA)
  want[one, "statistic"] <- row$one_way_statistic
  want[two, "statistic"] <- row$two_way_statistic
  want[one, "df2"] <- row$one_way_df2
  want[two, "df2"] <- row$two_way_df2
  want
}

test_that("rater means give what irrNA gives", {
  skip_if_quick()
  table <- read_reference("icc-irrNA.csv", colClasses = c(ratings = "character"))
  table[-(1:2)] <- lapply(table[-(1:2)], as.numeric)
  expect_gte(nrow(table), 200)
  for (i in seq(1, nrow(table), by = test_size(12, 1))) {
    x <- suppressWarnings(icc_of(icc_matrix(table$ratings[i]), missing = "rater_means", ci = "f"))
    want <- irrna_values(table[i, ])
    got <- do.call(cbind, as.list(x)[colnames(want)])
    # F of the agreement forms is not in irrNA's result.
    got[c(2, 5), c("statistic", "df2")] <- NA
    expect_identical(unname(is.na(got)), unname(is.na(want)), info = paste("set", i))
    expect_lte(max(abs(got - want) / pmax(1, abs(want)), na.rm = TRUE), 1e-9, label = paste("set", i))
    expect_equal(x$status == "ok", unname(!is.na(want[, "estimate"])), info = paste("set", i))
    averaged <- ifelse(ICC_FORMS$average, table$k[i], 1)
    expect_equal(x$n_averaged, ifelse(x$status == "ok", averaged, NA), tolerance = 1e-9)
  }
})

test_that("least squares give the variance components of the definition, whoever rated what", {
  skip_if_quick()
  set.seed(1953)
  compared <- 0
  n <- test_size(25, 1000)
  for (i in seq_len(n)) {
    rows <- random_icc_rows()
    oracle <- if (anyDuplicated(rows$item)) oracle_icc(rows)
    got <- suppressWarnings(icc(rows, item, rater, y, form = c("icc_a1", "icc_c1"), duplicates = "keep"))
    if (is.null(oracle)) {
      expect_true(all(got$status != "ok"))
      next
    }
    c1 <- got[2, ]
    expect_equal(c1$estimate, oracle$icc_c1, tolerance = 1e-9)
    expect_equal(c1$statistic, oracle$items / oracle$error, tolerance = 1e-9)
    expect_equal(c(c1$df1, c1$df2), c(oracle$df_items, oracle$df_error))
    if (oracle$total > 1e-9) expect_equal(got$estimate[1], oracle$icc_a1, tolerance = 1e-9)
    compared <- compared + 1
  }
  expect_gt(compared, n / 2)
})

test_that("complete data need no adjustment", {
  set.seed(1)
  m <- outer(rnorm(7), rnorm(4), "+") + rnorm(28)
  expect_equal(icc_of(m), icc_of(m, missing = "rater_means"))
})

test_that("neither offset nor scale matters", {
  m <- as.matrix(icc_table("shrout_fleiss1979_missing"))
  x <- icc_of(m)
  expect_equal(icc_of(m + 1e9), x, tolerance = 1e-12)
  expect_equal(icc_of(-m), x, tolerance = 1e-12)
  expect_equal(icc_of(m * 1e200), x, tolerance = 1e-12)
  expect_equal(icc_of(m * 1e-300), x, tolerance = 1e-12)
  expect_equal(icc_of(m[6:1, c(3, 1, 4, 2)]), x, tolerance = 1e-12)
})

test_that("k is the number of ratings in the mean (Spearman-Brown)", {
  x <- icc_of(icc_table("shrout_fleiss1979"))
  ten <- icc_of(icc_table("shrout_fleiss1979"), k = 10)
  expect_equal(ten$n_averaged, c(1, 1, 1, 10, 10, 10))
  for (column in c("estimate", "conf.low", "conf.high")) {
    single <- x[[column]][1:3]
    up <- 10 * single / (1 + 9 * single)
    # ICC(1) may be as low as -.13: ten such ratings have no lower limit, hence no interval
    if (column != "estimate") up[1] <- NA
    expect_equal(ten[[column]], c(single, up), tolerance = 1e-12)
  }
  expect_equal(icc_of(icc_table("shrout_fleiss1979"), k = 4), x)
})

test_that("the mean of k is tested at the value that it steps up from", {
  # .4 for the mean of four ratings is .4 / (4 - 3 * .4) = 1 / 7 for one rating
  mean_of_four <- icc_of(icc_table("shrout_fleiss1979"), test_value = 0.4)[4:6, ]
  single <- icc_of(icc_table("shrout_fleiss1979"), test_value = 1 / 7)[1:3, ]
  columns <- c("statistic", "df1", "df2", "p.value")
  expect_equal(as.list(mean_of_four)[columns], as.list(single)[columns])
  # The result, its tidy form and its print say which value was tested.
  expect_identical(mean_of_four$null.value, rep(0.4, 3))
  expect_identical(tidy(mean_of_four)$null.value, rep(0.4, 3))
  lines <- cli::ansi_strip(format(mean_of_four))
  expect_match(lines, "F tests are one-sided, of a value of .40 or less", fixed = TRUE, all = FALSE)
  expect_null(icc_of(icc_table("shrout_fleiss1979"))[["null.value"]])
  # one-way: F (1 - rho) / (1 + (k - 1) rho); F is 1.794678
  expect_published(single$statistic[1], 1.79467849 * (6 / 7) / (10 / 7), 6)
})

test_that("absolute agreement is tested at values below 0 without a mean square of negative weight", {
  # Items differ less than expected from the error variance, so the correlation is negative: with n items, k raters and
  # expected mean squares b, r and e it is (b - e) / (b + (k - 1) e + k (r - e) / n).
  set.seed(1996)
  n <- 12
  k <- 3
  expected <- list(b = 0.3, r = 1 + n, e = 1)
  truth <- (expected$b - 1) / (expected$b + (k - 1) + k * (expected$r - 1) / n)
  sets <- 500
  rows <- do.call(rbind, lapply(seq_len(sets), function(set) {
    noise <- matrix(stats::rnorm(n * k), n)
    of_item <- rowMeans(noise)
    y <- noise - of_item + sqrt(expected$b) * of_item + rep(stats::rnorm(k), each = n)
    data.frame(set = set, item = rep(seq_len(n), k), who = rep(seq_len(k), each = n), y = as.vector(y))
  }))
  x <- icc(rows, item, who, y, by = set, form = "icc_a1", test_value = truth)
  # The test of the true value rejects it at .05 about as often.
  expect_true(stats::binom.test(sum(x$p.value < 0.05), sets, 0.05)$p.value > 0.001)
  # By hand for the first set: F = (B + |a| R) / (b E), with Satterthwaite's degrees of freedom of the sum.
  squares <- summary(stats::aov(y ~ factor(item) + factor(who), rows[rows$set == 1, ]))[[1]][["Mean Sq"]]
  a <- k * truth / (n * (1 - truth))
  terms <- c(squares[1], -a * squares[2])
  expect_equal(x$statistic[1], sum(terms) / ((1 + (n - 1) * a) * squares[3]))
  expect_equal(x$df1[1], sum(terms)^2 / sum(terms^2 / c(n - 1, k - 1)))
  expect_equal(x$df2[1], (n - 1) * (k - 1))
  expect_equal(x$p.value[1], stats::pf(x$statistic[1], x$df1[1], x$df2[1], lower.tail = FALSE))
  # At 0 both are the same test, and a value that no correlation can have is not tested.
  near <- function(value) icc(rows[rows$set == 1, ], item, who, y, form = "icc_a1", test_value = value)$p.value
  expect_equal(near(-1e-9), near(1e-9), tolerance = 1e-6)
  expect_identical(near(-0.9), NA_real_)
})

test_that("the limits are where the test has half the tail", {
  m <- icc_table("shrout_fleiss1979_missing")
  x <- icc_of(m, ci = ci_default(0.9))
  for (form in c("icc1", "icc_c1", "icc1k")) {
    at <- function(limit) icc_of(m, form = form, test_value = x[[limit]][x$coefficient == form])$p.value
    expect_equal(at("conf.low"), 0.05, tolerance = 1e-8)
    expect_equal(at("conf.high"), 0.95, tolerance = 1e-8)
  }
})

# Returns the distance from 0 of the lower or upper limit of a sum of terms, each a multiple of an expected mean square:
# their distances are combined like standard errors.
mover_of_sum <- function(terms, df, sign, conf_level) {
  tails <- c((1 - conf_level) / 2, (1 + conf_level) / 2)
  ends <- mapply(function(term, df) range(term * df / stats::qchisq(tails, df)), terms, df)
  sum(terms) + sign * sqrt(sum((ends[if (sign < 0) 1 else 2, ] - terms)^2))
}

test_that("limits of agreement are where the sum of mean squares that defines it has 0 as its limit", {
  skip_if_quick()
  set.seed(2008)
  compared <- 0
  for (i in seq_len(test_size(12, 500))) {
    rows <- random_icc_rows()
    s <- if (anyDuplicated(rows$item)) oracle_icc_squares(rows)
    if (is.null(s) || min(s$df_items, s$df_raters, s$df_error) < 1) next
    x <- suppressWarnings(icc(rows, item, rater, y, form = "icc_a1", ci = ci_default(0.9), duplicates = "keep"))
    if (is.na(x$conf.low)) next
    expect_true(x$conf.low <= x$estimate && x$estimate <= x$conf.high)
    expect_lte(x$conf.high, 1)
    at <- function(rho, sign) {
      share <- s$k / s$n
      terms <- c((1 - rho) * s$items, -(1 + (s$k - 1 - share) * rho) * s$error, -rho * share * s$raters)
      mover_of_sum(terms, c(s$df_items, s$df_error, s$df_raters), sign, 0.9) / max(abs(terms))
    }
    # The lower limit is cut off at -1, where the sum has none above 0.
    if (x$conf.low > -1) expect_equal(at(x$conf.low, -1), 0, tolerance = 1e-8)
    between <- seq(x$conf.low, x$estimate, length.out = 50)
    expect_lte(max(vapply(between, at, 0, -1)), 1e-8)
    expect_equal(at(x$conf.high, 1), 0, tolerance = 1e-8)
    compared <- compared + 1
  }
  expect_gt(compared, test_size(5, 15))
})

test_that("limits of agreement cover with three raters who differ, where the F limits do not", {
  # Variances 1 of the items, .3 of the raters and .2 of the error
  set.seed(3)
  jobs <- 400
  rows <- expand.grid(item = 1:30, rater = 1:3, job = seq_len(jobs))
  item <- stats::rnorm(30 * jobs)[interaction(rows$item, rows$job)]
  rater <- sqrt(0.3) * stats::rnorm(3 * jobs)[interaction(rows$rater, rows$job)]
  rows$y <- item + rater + sqrt(0.2) * stats::rnorm(nrow(rows))
  covered <- function(ci) {
    x <- icc(rows, item, rater, y, by = job, form = "icc_a1", ci = ci)
    mean(x$conf.low <= 1 / 1.5 & 1 / 1.5 <= x$conf.high)
  }
  # 10,000 jobs of the mean squares, drawn directly: .952 and .870
  expect_gt(covered("mover"), 0.91)
  expect_lt(covered("f"), 0.91)
})

test_that("only the limits of agreement can be chosen, and the result says which they are", {
  m <- icc_table("shrout_fleiss1979")
  mover <- icc_of(m)
  f <- icc_of(m, ci = "f")
  expect_equal(mover$interval, c("F", "MOVER", "F", "F", "MOVER", "F"))
  expect_equal(unique(f$interval), "F")
  expect_equal(as.list(mover)[ICC_COLUMNS], as.list(f)[ICC_COLUMNS])
  expect_equal(mover$conf.low[c(1, 3, 4, 6)], f$conf.low[c(1, 3, 4, 6)])
  expect_fault(icc_of(m, ci = "F"), "argument", argument = "ci")
})

test_that("the mean of a complete consistent set is Cronbach's alpha", {
  m <- as.matrix(icc_table("anxiety"))
  alpha <- 3 / 2 * (1 - sum(apply(m, 2, stats::var)) / stats::var(rowSums(m)))
  expect_equal(icc_of(m, form = "icc_ck")$estimate, alpha, tolerance = 1e-12)
})

test_that("many raters of few items are told apart from the items", {
  # 60 items of 3 out of 60 raters who differ, no error: all residual variance is the raters'
  rows <- expand.grid(item = 1:60, j = 0:2)
  rows$rater <- (rows$item * 7 + rows$j * 11) %% 60
  rows$y <- (rows$item * 17) %% 23 + (rows$rater * 5) %% 13
  x <- icc(rows, item, rater, y, form = c("icc_c1", "icc_a1", "icc1"))
  expect_equal(x$estimate[1], 1)
  expect_equal(x$estimate[2], oracle_icc(rows)$icc_a1, tolerance = 1e-9)
  expect_equal(is.na(x$conf.low), c(TRUE, FALSE, FALSE))
})

test_that("the forms are those of the registry", {
  registry <- coefficient_registry()
  expect_equal(registry$id[registry$verb == "icc"], ICC_FORMS$id)
})

test_that("forms and groups have a row each", {
  rows <- rbind(cbind(small(), day = 1), cbind(small(score = c(1, 1, 4, 5, 2, 3)), day = 2))
  x <- icc(rows, item, who, score, by = day, form = c("icc_c1", "icc1"))
  expect_s3_class(x, "accord_agreement")
  expect_true(all(AGREEMENT_COLUMNS %in% names(x)))
  expect_equal(x$day, c(1, 1, 2, 2))
  expect_equal(x$coefficient, c("icc_c1", "icc1", "icc_c1", "icc1"))
  alone <- icc(rows[rows$day == 2, ], item, who, score, form = c("icc_c1", "icc1"))
  expect_equal(as.list(x[3:4, ])[names(alone)], as.list(alone))
  expect_equal(unique(x$interval), "F")
  expect_equal(x$n_items, rep(3L, 4))
  expect_equal(x$n_ratings, rep(6L, 4))
  expect_equal(names(x)[c(1, 8:12)], c("day", "statistic", "df1", "df2", "p.value", "n_averaged"))
  expect_equal(names(x)[ncol(x)], "status")
  expect_equal(icc(as_ratings(rows, item, who, score, by = day), form = c("icc_c1", "icc1")), x)
})

# Estimates, one warning, and no number that is not finite.
expect_icc <- function(data, status, estimate = rep(NA_real_, length(status)), ..., warn = TRUE) {
  warnings <- capture_warnings_of(x <- icc_of(data, ...))
  expect_length(warnings, as.integer(warn))
  if (warn) expect_s3_class(warnings[[1]], "accord_warning_undefined")
  expect_equal(x$status, status)
  expect_equal(x$estimate, estimate)
  numbers <- unlist(as.list(x)[c("estimate", "conf.low", "conf.high", ICC_COLUMNS)])
  expect_true(all(is.finite(numbers) | (is.na(numbers) & !is.nan(numbers))))
  undefined <- is.na(x$estimate)
  expect_true(all(is.na(unlist(as.list(x)[c("conf.low", "conf.high", ICC_COLUMNS)])[rep(undefined, 7)])))
  invisible(x)
}

test_that("data without a value say why, in one warning", {
  skip_if_quick()
  expect_icc(matrix(NA_real_, 3, 2), rep("no ratings", 6))
  expect_icc(rbind(c(1, 2, 3)), rep("one item only", 6))
  expect_icc(cbind(c(1, 2, 3)), rep("one rater only", 6))
  expect_icc(rbind(c(1, NA), c(NA, 2), c(3, NA)), rep("no item with two ratings", 6))
  expect_icc(matrix(4, 3, 3), rep("all ratings are equal", 6))
  expect_icc(matrix(0.1 + 1e9, 3, 3), rep("all ratings are equal", 6))
  confounded <- "items and raters are confounded"
  # items 1 and 2 have separate raters: all variance is error
  x <- expect_icc(
    rbind(c(1, 2, NA, NA), c(NA, NA, 4, 6)), rep(confounded, 2),
    form = c("icc_a1", "icc_c1")
  )
  # without an interaction there are no degrees of freedom for the error
  expect_icc(rbind(c(1, 2), c(4, NA)), confounded, form = "icc_c1")
  # All means are 2: B = R = 0, E = 4 / 2; ICC(A,1) is -2 / (2 + 2 / 3 (0 - 2)).
  negative <- rep("too negative for a mean", 3)
  expect_icc(cbind(1:3, 3:1), c("ok", "ok", "ok", negative), c(-1, -3, -1, NA, NA, NA))
  # B is 0, and the mean square within items .5: (0 - .5) / (0 + .5); agreement of nothing is 0
  differ <- "raters differ, items do not"
  expect_icc(
    cbind(rep(1, 6), 2), c("ok", "ok", differ, negative[1], "ok", differ), c(-1, 0, NA, NA, 0, NA)
  )
})

test_that("perfect agreement is 1 without an interval; so is perfect consistency", {
  x <- expect_icc(cbind(1:4, 1:4) / 3, rep("ok", 6), rep(1, 6), warn = FALSE)
  expect_true(all(is.na(c(x$conf.low, x$conf.high, x$statistic, x$p.value))))
  # Two raters, one always 1 higher: var 5/3 of the items, 1/2 of the raters, 0 of the error
  m <- cbind(1:4, 2:5)
  for (offset in c(0, 0.1, 1e9)) {
    agree <- (5 / 3) / (5 / 3 + 1 / 2)
    x <- expect_icc(m + offset, c("ok", "ok"), c(1, agree), form = c("icc_c1", "icc_a1"), warn = FALSE)
    expect_equal(is.na(x$conf.low), c(TRUE, FALSE))
  }
})

test_that("raters who are not known leave the one-way forms", {
  rows <- data.frame(item = rep(1:6, 4), y = unlist(icc_table("shrout_fleiss1979")))
  expect_warning(x <- icc(rows, item, rating = y), "ICC\\(A,1\\)", class = "accord_warning_undefined")
  expect_equal(x$status, c("ok", rep("raters are anonymous", 2), "ok", rep("raters are anonymous", 2)))
  expect_published(x$estimate[1], 0.1657418, 7)
  expect_silent(icc(rows, item, rating = y, form = c("icc1", "icc1k")))
})

test_that("a group without a value leaves the others theirs", {
  rows <- rbind(
    cbind(small(), day = "a"),
    cbind(small(score = 1), day = "b"),
    cbind(small(score = c(1, Inf, 2:5)), day = "c")
  )
  cnd <- expect_warning(x <- icc(rows, item, who, score, by = day), class = "accord_warning_undefined")
  expect_equal(unique(cnd$groups), c("b", "c"))
  expect_equal(x$status[c(1, 7, 13)], c("ok", "all ratings are equal", "infinite ratings"))
  expect_equal(x$estimate[1:6], icc(small(), item, who, score)$estimate)
})

test_that("labels and wrong arguments are errors", {
  skip_if_quick()
  expect_fault(icc(small(), item, who, label), "level", "needs numbers", level = "interval")
  many <- data.frame(i = 1:26, r = "a", x = letters)
  expect_fault(icc(many, i, r, x), "level", "\"c\", [^\"]+, \"y\", and \"z\"")
  expect_fault(icc(small(score = factor(score)), item, who, score), "level")
  expect_fault(icc(small(), item, who, score, level = "interval"), "argument", argument = "level")
  expect_fault(icc(small(), item, who, score, form = "icc2"), "argument", argument = "form")
  expect_fault(icc(small(), item, who, score, form = character()), "argument", argument = "form")
  expect_fault(icc(small(), item, who, score, form = 1), "argument", argument = "form")
  expect_fault(icc(small(), item, who, score, k = 0), "argument", argument = "k")
  expect_fault(icc(small(), item, who, score, test_value = 1), "argument", argument = "test_value")
  expect_fault(icc(small(), item, who, score, missing = "no"), "argument", argument = "missing")
  expect_fault(icc(small(), item, who, score, ci = ci_default(1)), "argument", argument = "conf_level")
  expect_fault(icc(small(df2 = part), item, who, score, by = df2), "reserved_name", columns = "df2")
  two <- small(n_averaged = part, df1 = 1)
  expect_fault(icc(two, item, who, score, by = c(n_averaged, df1)), "reserved_name", "2 of them do")
  taken <- small(estimate = 1)
  expect_fault(icc(taken, item, who, score, by = estimate), "reserved_name", columns = "estimate")
  expect_fault(icc(rbind(small(), small()), item, who, score), "duplicate_rating")
  expect_equal(icc(small(), item, who, score, form = c("all", "icc1"))$coefficient, ICC_FORMS$id)
})

test_that("logicals are 0 and 1", {
  rows <- small(score = c(1, 0, 1, 1, 0, 0))
  expect_equal(icc(transform(rows, score = score == 1), item, who, score), icc(rows, item, who, score))
})

test_that("the names of Shrout and Fleiss lead to the forms they are", {
  scores <- cbind(c(1, 2, 4, 5), c(1, 3, 4, 4))
  of <- function(form) icc(scores, layout = "raters_in_columns", form = form)
  expect_fault(of("icc21"), "argument", 'it is "icc_a1"')
  expect_fault(of("ICC(3,1)"), "argument", 'it is "icc_c1"')
  expect_fault(of(c("icc2k", "ICC3k")), "argument", 'they are "icc_ak" and "icc_ck"')
  expect_fault(of("icc_a2"), "argument", 'Did you mean "icc_a1"')
})

test_that("whole numbers keep their digits at any offset", {
  skip_if_quick()
  scores <- rbind(c(9, 2, 5, 8), c(6, 1, 3, 2), c(8, 4, 6, 8), c(7, 1, 2, 6), c(10, 5, 6, 9), c(6, 2, 4, 7))
  of <- function(scores, ...) icc(scores, layout = "raters_in_columns", ...)[c("estimate", "conf.low", "statistic")]
  for (offset in c(1e9, 1e12, 1e15, -1e15, 2^52)) {
    expect_identical(of(scores + offset), of(scores), info = offset)
    expect_identical(of(scores + offset, missing = "rater_means"), of(scores, missing = "rater_means"), info = offset)
  }
  reml <- function(scores) of(scores, form = "icc_a1", method = "reml")
  expect_equal(reml(scores + 1e15), reml(scores))
})

test_that("text that is no number gets advice that can be followed", {
  d <- data.frame(item = rep(1:3, 2), rater = rep(c("a", "b"), each = 3), y = c("yes", "no", "yes"))
  expect_fault(icc(d, item, rater, y), "level", "makes NA of .no.")
  d$y <- c("1,5", "2", "3,25", "1", "2,5", "3")
  expect_fault(icc(d, item, rater, y), "decimal_comma", "sub\\(")
  d$y <- factor(c(1, 2, 3, 1, 2, 2))
  expect_fault(icc(d, item, rater, y), "level", "as[.]numeric\\(as[.]character")
})

test_that("limits of absolute agreement enclose the estimate, also where many ratings are missing", {
  # The variance of raters may be estimated as so negative that the lower limit of the ratio has no bottom.
  found <- rbind(
    c(-1.2, NA), c(-0.7, 2.4), c(3.5, NA), c(-3.3, -3.3), c(NA, 0.7), c(NA, -0.2), c(NA, 1.8), c(0.3, 0.3), c(NA, 0.5)
  )
  x <- icc(found, layout = "raters_in_columns", form = "icc_a1")
  expect_identical(x$conf.low, -1)
  set.seed(4)
  sets <- lapply(seq_len(test_size(60, 600)), function(i) {
    n <- sample(3:12, 1)
    r <- sample(2:5, 1)
    data <- data.frame(set = i, item = rep(seq_len(n), r), rater = rep(seq_len(r), each = n))
    data$score <- stats::rnorm(n)[data$item] + stats::rnorm(r)[data$rater] * stats::runif(1) + stats::rnorm(n * r)
    data[stats::runif(n * r) > 0.3, ]
  })
  for (choice in list(c("mover", "least_squares"), c("f", "least_squares"), c("mover", "rater_means"))) {
    x <- suppressWarnings(icc(
      do.call(rbind, sets), item, rater, score,
      by = set, form = "icc_a1", ci = choice[1], missing = choice[2]
    ))
    x <- x[x$status == "ok" & !is.na(x$conf.low), ]
    expect_gt(nrow(x), 30)
    expect_true(all(x$conf.low <= x$estimate & x$estimate <= x$conf.high & x$conf.high <= 1))
  }
})

test_that("the lower limit of an absolute agreement below -1 is the estimate", {
  # B = 3/4, R = 0, E = 17/4: -3.5 / (5 - 1.7).
  x <- icc(cbind(c(2, 5, 1, 3, 4), c(4, 3, 5, 2, 1)), layout = "raters_in_columns", form = "icc_a1")
  expect_equal(x$estimate, -35 / 33)
  expect_equal(x$conf.low, -35 / 33)
})

test_that("the standard error of measurement is that of the published mean squares", {
  x <- icc_of(icc_table("shrout_fleiss1979"), sem = TRUE)
  # Shrout & Fleiss (1979, table 3): WMS 6.26, JMS 32.49, EMS 1.02; six targets, four judges.
  expect_equal(round(x$sem[c(1, 3)]^2, 2), c(6.26, 1.02))
  expect_equal(x$sem[2]^2, 1.02 + (32.49 - 1.02) / 6, tolerance = 0.001)
  expect_equal(x$sem[4:6], x$sem[1:3] / 2)
  # Weir (2005): MDC = SEM x 1.96 x square root of 2.
  expect_equal(x$mdc, x$sem * sqrt(2) * stats::qnorm(0.975))
  expect_false("sem" %in% names(icc_of(icc_table("shrout_fleiss1979"))))
  shown <- cli::ansi_strip(format(x))
  expect_match(shown[3], "SEM +MDC")
  expect_match(paste(paper_table(x, "markdown"), collapse = " "), "SEM")
  expect_fault(icc_of(icc_table("shrout_fleiss1979"), sem = "yes"), "argument")
})

test_that("the standard error of measurement is the root of the other variances, in the unit of the ratings", {
  skip_if_quick()
  set.seed(2005)
  d <- expand.grid(item = 1:9, rater = letters[1:3])
  d$y <- rnorm(9, 0, 2)[d$item] + c(0, 1, 3)[d$rater] + rnorm(27)
  squares <- stats::anova(stats::lm(y ~ factor(item) + rater, d))[["Mean Sq"]]
  noise <- c(squares[3] + (squares[2] - squares[3]) / 9, squares[3])
  within <- stats::anova(stats::lm(y ~ factor(item), d))[["Mean Sq"]][2]
  for (unit in c(1, 2^-1000, 2^900)) {
    for (offset in c(0, 1e4)) {
      x <- icc(transform(d, y = unit * (y + offset)), item, rater, y, form = c("icc1", "icc_a1", "icc_c1"), sem = TRUE)
      expect_equal(x$sem / unit, sqrt(c(within, noise)), tolerance = 1e-8)
    }
  }
  # With complete data and no negative variance, REML gives the same; the mean of two has half the variance.
  reml <- icc(d, item, rater, y, form = c("icc_a1", "icc_ck"), k = 2, method = "reml", sem = TRUE, ci = ci_none())
  expect_equal(reml$sem, sqrt(noise / 1:2), tolerance = 1e-5)
  # Groups have their own unit, and raters who differ less than by chance may leave no variance.
  two <- icc(rbind(cbind(d, g = 1), cbind(transform(d, y = 100 * y), g = 2)), item, rater, y, by = g, sem = TRUE)
  expect_equal(two$sem[7:12], 100 * two$sem[1:6])
})

test_that("a table of estimates with limits of two methods names the method of each row", {
  targets <- icc_table("shrout_fleiss1979")
  both <- rbind(icc_of(targets, form = "icc_a1"), icc_of(targets, form = "icc_a1", ci = "f"))
  expect_match(paste(cli::ansi_strip(format(both)), collapse = "\n"), "Method.*MOVER.* F ")
  expect_match(paste(paper_table(both, "markdown"), collapse = " "), "Method.*MOVER")
  expect_no_match(paste(format(icc_of(targets)), collapse = "\n"), "Method")
})
