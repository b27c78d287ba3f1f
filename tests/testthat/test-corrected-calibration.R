# Items of the target population, and a calibration sample with these counts.
predicted_items <- function(positive, items) data.frame(model = rep(c(TRUE, FALSE), c(positive, items - positive)))
calibration_sample <- function(hits, positive, right, negative) {
  data.frame(
    person = rep(c(TRUE, FALSE), c(positive, negative)),
    model = rep(c(TRUE, FALSE, FALSE, TRUE), c(hits, positive - hits, right, negative - right))
  )
}
by_calibration <- function(positive, items, ..., ci = ci_default()) {
  corrected_estimate(
    predicted_items(positive, items), person, model, calibration = calibration_sample(...), ci = ci
  )
}

test_that("adjusted intervals are the published ones", {
  published <- read_reference("corrected-published.csv")
  for (i in seq_len(nrow(published))) {
    p <- published[i, ]
    x <- by_calibration(
      p$positive, p$items, p$hits, p$positive_labels, p$right, p$negative_labels, ci = p$interval
    )
    expect_published(x[[p$quantity]], p$value, p$digits, info = paste(p$source, p$quantity))
  }
})

test_that("the share is that of Rogan and Gladen, and its standard error by the delta method", {
  x <- by_calibration(400, 1000, 180, 200, 140, 200)
  # (.4 + .7 - 1) / (.9 + .7 - 1) = 1/6; the variances of .4, .9 and .7, weighted by 1, 1/36 and 25/36, over .6^2
  expect_equal(x$estimate, 1 / 6)
  variance <- .4 * .6 / 1000 + .9 * .1 / 200 / 36 + .7 * .3 / 200 * 25 / 36
  expect_equal(x$std.error, sqrt(variance) / .6)
  expect_equal(x$sensitivity, .9)
  expect_equal(x$specificity, .7)
  expect_identical(x$interval, "melded")
  expect_identical(c(x$n_labelled, x$n_items), c(400L, 1000L))
  expect_equal(x$model_alone, .4)
  expect_equal(c(x$model_low, x$model_high), as.double(stats::prop.test(400, 1000, correct = FALSE)$conf.int))
  expect_true(is.na(x$people_alone))
})

# The definition of Bayer, Fay and Graubard (2023), by random draws: quantiles of the share with L or U in place of
# each count, where U of the model's errors goes with L of the share.
drawn_limits <- function(x, n, hits, m1, right, m0, times = 2e5) {
  l <- function(x, n) stats::rbeta(times, x, n - x + 1)
  u <- function(x, n) stats::rbeta(times, x + 1, n - x)
  share <- function(p, sensitivity, specificity) (p + specificity - 1) / (sensitivity + specificity - 1)
  low <- stats::quantile(share(l(x, n), u(hits, m1), l(right, m0)), .025, names = FALSE)
  high <- stats::quantile(share(u(x, n), l(hits, m1), u(right, m0)), .975, names = FALSE)
  c(max(0, low), min(1, high))
}

test_that("melded limits are those of the definition", {
  skip_if_quick()
  local_seed(1)
  for (counts in list(c(400, 1000, 180, 200, 140, 200), c(259, 509, 84, 127, 96, 109), c(30, 400, 38, 40, 57, 60))) {
    x <- do.call(by_calibration, as.list(counts))
    # Two hundred thousand draws have an error of about .001.
    expect_lt(max(abs(c(x$conf.low, x$conf.high) - do.call(drawn_limits, as.list(counts)))), 0.004)
  }
  # Of 4e6 draws with Beta(5, 1) and Beta(30, 11) .2% have a sensitivity below 1 - specificity, always with more
  # predictions than that. Published draws of 2e6 give .3953.
  expect_warning(x <- by_calibration(310, 500, 4, 5, 30, 40), class = "accord_warning")
  expect_lt(abs(x$conf.low - 0.3953), 0.0005)
  expect_equal(x$conf.high, 1)
  # No errors in the sample: the lower limit allows for some, and all limits are shares.
  x <- by_calibration(0, 100, 20, 20, 20, 20)
  expect_equal(c(x$estimate, x$conf.low), c(0, 0))
  # Without errors the upper limit would be Clopper and Pearson's.
  expect_gt(x$conf.high, stats::binom.test(0, 100)$conf.int[2])
  x <- by_calibration(100, 100, 20, 20, 20, 20)
  expect_equal(c(x$estimate, x$conf.high), c(1, 1))
})

test_that("two labels as text are both shares, in any coding", {
  yes <- function(data) as.data.frame(lapply(data, function(x) ifelse(x, "yes", "no")))
  items <- predicted_items(400, 1000)
  sample <- calibration_sample(180, 200, 140, 200)
  logical <- corrected_estimate(items, person, model, calibration = sample)
  text <- corrected_estimate(yes(items), person, model, calibration = yes(sample))
  numbers <- corrected_estimate(items + 0, person, model, calibration = sample + 0)
  figures <- c("estimate", "std.error", "conf.low", "conf.high", "sensitivity", "specificity")
  expect_identical(text$term, c("no", "yes"))
  expect_equal(as.list(text[2, figures]), as.list(logical[figures]))
  expect_equal(as.list(numbers[figures]), as.list(logical[figures]))
  expect_equal(text$estimate[1], 1 - text$estimate[2])
  expect_equal(text$conf.low[1], 1 - text$conf.high[2])
  adjusted <- corrected_estimate(yes(items), person, model, calibration = yes(sample), ci = ci_adjusted(0.9))
  expect_equal(adjusted$conf.low[1], 1 - adjusted$conf.high[2])
  # Groups of the data share the sample.
  items$part <- rep(c("a", "b", "a", "b"), c(200, 200, 200, 400))
  each <- corrected_estimate(items, person, model, calibration = sample, by = part)
  expect_equal(each$estimate, (c(200 / 400, 200 / 600) - .3) / .6)
})

# Errors with the counts of a table of predictions (rows) by labels (columns).
sample_of_table <- function(table) {
  labels <- letters[seq_len(ncol(table))]
  cells <- expand.grid(model = labels, person = labels, stringsAsFactors = FALSE)
  cells[rep(seq_len(nrow(cells)), table), ]
}

test_that("three labels go through the inverse of the table of errors", {
  skip_if_quick()
  table <- cbind(c(70, 20, 10), c(5, 60, 10), c(10, 10, 30))
  # Shares .5, .3 and .2 give predictions .5 * .7 + .3 / 15 + .2 / 5 = .41, ...
  true <- c(.5, .3, .2)
  counts <- drop(sweep(table, 2, colSums(table), "/") %*% true) * 1000
  items <- data.frame(model = rep(letters[1:3], round(counts)))
  x <- corrected_estimate(items, person, model, calibration = sample_of_table(table))
  expect_equal(x$estimate, true)
  expect_equal(x$sensitivity, c(.7, .8, .6))
  expect_true(all(is.na(x$specificity)))
  # One label against the rest would be wrong: the errors on the rest depend on their shares.
  # Limits of the definition, by random draws: one more item in the cell that lowers or raises the share most.
  local_seed(2)
  times <- 1e5
  weights <- solve(sweep(table, 2, colSums(table), "/"))
  shares <- function(counts, more) {
    counts[more] <- counts[more] + 1
    drawn <- matrix(stats::rgamma(3 * times, rep(counts, each = times)), times)
    drawn / rowSums(drawn)
  }
  volume <- function(a, b, c) {
    a[, 1] * (b[, 2] * c[, 3] - b[, 3] * c[, 2]) - b[, 1] * (a[, 2] * c[, 3] - a[, 3] * c[, 2]) +
      c[, 1] * (a[, 2] * b[, 3] - a[, 3] * b[, 2])
  }
  limit <- function(label, sign) {
    effect <- sign * weights[label, ]
    q <- shares(counts, which.min(effect))
    errors <- lapply(1:3, function(k) shares(table[, k], which.max(effect)))
    of_all <- do.call(volume, errors)
    errors[[label]] <- q
    stats::quantile(do.call(volume, errors) / of_all, if (sign > 0) .025 else .975, names = FALSE)
  }
  expect_lt(max(abs(x$conf.low - vapply(1:3, limit, 0, sign = 1))), 0.008)
  expect_lt(max(abs(x$conf.high - vapply(1:3, limit, 0, sign = -1))), 0.008)
  # Random numbers are neither used nor needed.
  expect_identical(corrected_estimate(items, person, model, calibration = sample_of_table(table)), x)
})

test_that("the draws of many labels are those of the integral of two", {
  for (counts in list(c(400, 1000, 180, 200, 140, 200), c(259, 509, 84, 127, 96, 109))) {
    confusion <- matrix(c(counts[3], counts[4] - counts[3], counts[6] - counts[5], counts[5]), 2)
    predicted <- c(counts[1], counts[2] - counts[1])
    expect_equal(
      melded_by_draws(predicted, confusion, 0.025), melded_limits(predicted, confusion, 0.95), tolerance = 0.02
    )
  }
})

test_that("labels in the data test whether the errors are the same", {
  sample <- calibration_sample(45, 50, 40, 50)
  items <- rbind(cbind(person = NA, predicted_items(100, 300)), calibration_sample(18, 20, 25, 30))
  x <- corrected_estimate(items, person, model, calibration = sample)
  p <- c(
    stats::fisher.test(matrix(c(45, 5, 18, 2), 2))$p.value, stats::fisher.test(matrix(c(40, 10, 25, 5), 2))$p.value
  )
  expect_equal(x$equal_errors, min(1, 2 * min(p)))
  expect_equal(x$people_alone, .4)
  # Other errors: a warning, and the estimate of the labels is advised.
  items <- rbind(cbind(person = NA, predicted_items(100, 300)), calibration_sample(8, 20, 25, 30))
  expect_warning(
    x <- corrected_estimate(items, person, model, calibration = sample), class = "accord_warning_unequal_errors"
  )
  # 2 x Fisher's p of 45 of 50 and 8 of 20
  expect_equal(x$equal_errors, 2 * stats::fisher.test(matrix(c(45, 5, 8, 12), 2))$p.value)
  # Labels of one kind only are tested alone.
  one <- subset(items, is.na(person) | person)
  x <- suppressWarnings(corrected_estimate(one, person, model, calibration = sample))
  expect_equal(x$equal_errors, stats::fisher.test(matrix(c(45, 5, 8, 12), 2))$p.value)
})

test_that("a share that no value explains, and useless predictions, have a status", {
  # Five of 100 predicted, where a fifth of the negatives would be predicted by error: (.05 - .2) / .7
  expect_warning(x <- by_calibration(5, 100, 90, 100, 80, 100), class = "accord_warning_undefined")
  expect_true(is.na(x$estimate) && is.na(x$conf.high))
  expect_match(x$status, "no share from 0 to 1 agrees", fixed = TRUE)
  expect_equal(by_calibration(5, 100, 90, 100, 80, 100, ci = "none")$estimate, -.15 / .7)
  # A share slightly below 0 has limits.
  expect_equal(by_calibration(18, 100, 90, 100, 80, 100)$conf.low, 0)
  expect_warning(x <- by_calibration(40, 100, 20, 50, 30, 50), class = "accord_warning_undefined")
  expect_match(x$status, "sensitivity + specificity is not above 1", fixed = TRUE)
  # .4 + .7 - 1 is above 0
  expect_identical(by_calibration(40, 100, 20, 50, 35, 50)$status, "ok")
  useless <- sample_of_table(matrix(10, 3, 3))
  expect_warning(
    x <- corrected_estimate(useless["model"], person, model, calibration = useless),
    class = "accord_warning_undefined"
  )
  expect_identical(unique(x$status), "the predictions do not tell the labels apart")
})

test_that("a calibration sample needs items of every label, and ten are few", {
  sample <- calibration_sample(18, 20, 15, 20)
  items <- predicted_items(30, 100)
  by <- function(sample, data = items, ...) corrected_estimate(data, person, model, calibration = sample, ...)
  expect_fault(by(sample[sample$person, ]), "calibration", "none of 1 label", labels = "FALSE")
  of <- function(...) data.frame(person = c(...), model = c(...))
  expect_fault(by(of("a", "b"), of("a", "c", "d")), "calibration", "none of 2 labels", labels = c("c", "d"))
  expect_warning(
    x <- by(sample[-(1:11), ]), "1 of 2 labels has fewer: \"TRUE\" 9", class = "accord_warning_few_calibration"
  )
  expect_false(is.na(x$conf.low))
  expect_no_warning(by(sample[-(1:10), ]))
  expect_warning(by(sample[c(1:9, 21:29), ]), "2 of 2 labels have fewer", class = "accord_warning_few_calibration")
})

test_that("bad calibration samples and arguments are told", {
  skip_if_quick()
  sample <- calibration_sample(18, 20, 15, 20)
  items <- predicted_items(30, 100)
  by <- function(sample, data = items, ...) corrected_estimate(data, person, model, calibration = sample, ...)
  expect_fault(by("sample"), "argument", argument = "calibration")
  expect_fault(by(sample[0, ]), "no_rows")
  expect_fault(by(sample["model"]), "missing_column")
  expect_fault(by(sample, data.frame(other = TRUE)), "missing_column")
  expect_fault(by(transform(sample, model = c(NA, model[-1]))), "missing_prediction", "row 1", rows = 1L)
  expect_fault(by(sample, data.frame(model = c(NA, NA, TRUE))), "missing_prediction", "rows 1 and 2", rows = 1:2)
  expect_fault(by(transform(sample, model = model * .5)), "not_labels", "1 other value is found: 0.5")
  expect_fault(by(transform(sample, person = person * 3)), "not_labels", argument = "label")
  expect_fault(by(sample, data.frame(model = "yes")), "not_numeric")
  expect_fault(by(sample, lambda = 1), "argument", argument = "lambda")
  items$part <- rep(1:2, 50)
  expect_fault(by(sample, items, by = part, differences = TRUE), "argument", "share", argument = "differences")
  expect_fault(by(sample, items, probability = part), "argument", argument = "probability")
  expect_fault(by(sample, ci = "score"), "argument", "ci_melded")
  expect_fault(corrected_estimate(sample, person, model, ci = "adjusted"), "argument", "ci_score")
  three <- sample_of_table(diag(20, 3))
  expect_fault(by(three, three, ci = ci_adjusted()), "argument", "two labels")
  expect_fault(by(sample, transform(items, sensitivity = part), by = sensitivity), "reserved_name")
})

test_that("an empty sample, and labels of another kind, are named as they were given", {
  data <- data.frame(p = c("a", "b"))
  none <- data.frame(l = character(), p = character())
  expect_fault(corrected_estimate(data, l, p, calibration = none), "no_rows", "`calibration` has 0 rows")
  yes <- data.frame(l = c(TRUE, FALSE), p = c(TRUE, FALSE))
  expect_fault(corrected_estimate(data, l, p, calibration = yes), "not_numeric", "labels are a logical vector")
  own <- data.frame(l = c(TRUE, NA), p = c("a", "b"))
  same <- data.frame(l = c("a", "b"), p = c("a", "b"))
  expect_fault(corrected_estimate(own, l, p, calibration = same), "not_numeric", "labels are a logical vector")
})

test_that("items that were drawn and have no label are told", {
  skip_if_quick()
  items <- data.frame(
    person = c(rep(c("A", "B"), c(40, 30)), rep(NA, 130)), model = rep(c("A", "B", "A", "B"), c(38, 32, 5, 125)),
    asked = rep(c(TRUE, FALSE), c(84, 116))
  )
  # Rows 71 to 84 were drawn: 9 of these 14 are predicted B, and 32 of the 70 with a label.
  cnd <- expect_warning(
    x <- corrected_estimate(items, person, model, drawn = asked), class = "accord_warning_lost_labels"
  )
  expect_identical(cnd$rows, 71:84)
  expect_identical(cnd$n_drawn, 84L)
  expect_match(conditionMessage(cnd), "14 of 84 drawn items have none", fixed = TRUE)
  expect_match(conditionMessage(cnd), "of 64% of them is \"B\", of the labelled ones 46%", fixed = TRUE)
  expect_identical(x$n_drawn, c(84L, 84L))
  expect_output(print(x), "Drawn for labelling, without a label: 14 items", fixed = TRUE)
  columns <- c("estimate", "conf.low", "conf.high")
  expect_equal(x[columns], corrected_estimate(items, person, model)[columns])
  one <- transform(items, asked = seq_along(person) <= 71)
  expect_warning(corrected_estimate(one, person, model, drawn = asked), "1 of 71 drawn items has none: row 71[.]")
  expect_no_warning(corrected_estimate(transform(one, asked = !is.na(person)), person, model, drawn = asked))
  expect_fault(
    corrected_estimate(transform(items, asked = FALSE), person, model, drawn = asked), "drawn", "70 have one and were"
  )
  expect_fault(corrected_estimate(transform(items, asked = NA), person, model, drawn = asked), "drawn", "200 are")
  expect_fault(corrected_estimate(items, person, model, drawn = person), "drawn", "character")
  # The same of a regression, and of a calibration sample, whose items are all drawn.
  numbers <- transform(items, person = person == "A", model = model == "A", x = seq_along(person))
  expect_warning(
    corrected_regression(numbers, person ~ x, person, model, drawn = asked), class = "accord_warning_lost_labels"
  )
  sample <- items[1:75, ]
  expect_warning(
    corrected_estimate(items["model"], person, model, calibration = sample), "5 of 75 drawn calibration items",
    class = "accord_warning_lost_labels"
  )
})

test_that("ties of a consensus are drawn items without a label", {
  votes <- data.frame(
    id = rep(1:20, each = 2), who = c("ann", "bob"), vote = c("A", "A", "B", "B", "A", "A", "A", "B")
  )
  corpus <- data.frame(id = 1:100, model = rep(c("A", "B"), 50))
  labels <- suppressWarnings(consensus(votes, id, who, vote))
  cnd <- expect_warning(
    corrected_estimate(augment(labels, corpus, item = id), .label, model), class = "accord_warning_lost_labels"
  )
  # Every fourth of the 20 items is a tie.
  expect_identical(cnd$rows, as.integer(seq(4, 20, 4)))
})

test_that("results with a calibration sample print, tidy, and become a table", {
  x <- by_calibration(400, 1000, 180, 200, 140, 200)
  expect_output(print(x), "TRUE +[.]167 +\\[[.]045, [.]264\\] +400 +1,000 +[.]900 +[.]700")
  expect_output(print(x), "errors of the model")
  # No test against 0 of a share
  expect_true(is.na(tidy(x)$p.value))
  expect_equal(glance(x)$n_labelled, 400L)
  skip_if_not_installed("knitr")
  expect_match(paste(paper_table(x), collapse = "\n"), "Sensitivity")
})

test_that("the plot shows the model alone, people alone and the corrected share", {
  skip_if_not_installed("ggplot2")
  items <- data.frame(
    person = rep(c(TRUE, FALSE, NA), c(30, 70, 200)), model = rep(c(TRUE, FALSE, TRUE), c(40, 60, 200))
  )
  x <- corrected_estimate(items, person, model)
  points <- function(x) {
    plot <- ggplot2::autoplot(x, width = 16, height = 10)
    unique(data.frame(
      row = as.character(plot$data$label), series = as.character(plot$data$series), value = plot$data$value
    ))
  }
  found <- points(x)
  # The three are rows of a single share.
  expect_identical(found$row, c("Model alone", "People alone", "Corrected"))
  expect_equal(found$value, c(240 / 300, 30 / 100, x$estimate))
  # Without labels in the data there are no people alone.
  expect_identical(points(by_calibration(400, 1000, 180, 200, 140, 200))$row, c("Model alone", "Corrected"))
  items$part <- rep(1:2, 150)
  expect_length(unique(points(corrected_estimate(items, person, model, by = part, differences = TRUE))$series), 1)
})

test_that("labels that are logical are named so", {
  data <- data.frame(label = NA, model = rep(c(TRUE, FALSE), 10))
  sample <- data.frame(label = FALSE, model = rep(c(TRUE, FALSE), 10))
  expect_fault(
    corrected_estimate(data, label, model, calibration = sample), "calibration", "none of 1 label: \"TRUE\"",
    labels = "TRUE"
  )
})
