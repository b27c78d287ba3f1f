read_spans <- function(name) {
  if (name == "krippendorff2019") {
    data <- read_reference("spans/krippendorff2019.csv")
    names(data) <- c("annotator", "start", "end", "label")
    return(as_spans(transform(data, document = "text", length = 60), from = 1, closed = TRUE))
  }
  stretch <- if (grepl(" x ", name)) as.numeric(sub(".* x ", "", name)) else 1
  data <- read_reference(sprintf("spans/%s.csv", sub(" x .*", "", name)))
  first <- if (name == "krippendorff2004") 150 else 0
  start <- data$start %||% data$begin
  as_spans(data.frame(
    document = "text", annotator = data$observer %||% data$rater, start = (start - first) * stretch,
    end = (start - first + data$length) * stretch, label = data$value %||% data$category,
    length = if (name == "krippendorff2004") 300 else 24 * stretch
  ))
}
`%||%` <- rlang::`%||%`

value_of <- function(x, coefficient, label = NA, quantity = "estimate") {
  x[[quantity]][x$coefficient == coefficient & x$label %in% label]
}

test_that("published values are met", {
  published <- read_reference("spans/published.csv", colClasses = c(label = "character"))
  for (name in unique(published$data)) {
    spans <- read_spans(name)
    rows <- published[published$data == name, ]
    x <- span_alpha(spans, family = as.character(rows$family[1]))
    for (i in seq_len(nrow(rows))) {
      found <- value_of(x, rows$coefficient[i], rows$label[i], rows$quantity[i])
      expect_lte(
        abs(found - rows$value[i]), rows$tolerance[i] + 1e-9, label = paste(rows[i, 1:5], collapse = " ")
      )
    }
  }
})

test_that("examples of DKPro's own tests are met", {
  # UnitizingAgreementTest.java: -11111111- and --1-1-1---
  d <- data.frame(
    document = "d", annotator = c(0, 1, 1, 1), start = c(1, 2, 4, 6), end = c(9, 3, 5, 7), label = "A",
    length = 10
  )
  x <- span_alpha(d, family = "2004")
  expect_equal(round(value_of(x, "alpha_2004", "A", "observed"), 4), .9100)
  expect_lt(abs(value_of(x, "alpha_2004", "A", "expected") - .5351), .0001)
  expect_equal(round(value_of(x, "alpha_2004", "A"), 4), -.7003)
  # One span of one of three raters: 0.
  single <- data.frame(
    document = "d", annotator = 1:3, start = c(0, NA, NA), end = c(1, NA, NA), label = "X", length = 20
  )
  expect_equal(span_alpha(single, family = "2004")$estimate, c(0, 0))
})

test_that("the family of 2019 is that of every position", {
  skip_if_quick()
  set.seed(1)
  n_coded <- 0
  for (i in seq_len(test_size(8, 200))) {
    data <- random_spans(sample(1:3, 1), c("a", "b", "c")[seq_len(sample(2:3, 1))])
    x <- span_alpha(data, ci = ci_none())
    if (all(is.na(data$start))) next
    expect_equal(value_of(x, "u_alpha"), oracle_u_alpha(data), info = i)
    expect_equal(value_of(x, "u_alpha_binary"), oracle_u_alpha(data, binary = TRUE), info = i)
    if (value_of(x, "cu_alpha", quantity = "status") == "ok") {
      n_coded <- n_coded + 1
      expect_equal(value_of(x, "cu_alpha"), oracle_u_alpha(data, coded = TRUE), info = i)
    }
    for (label in x$label[x$coefficient == "ku_alpha" & x$status == "ok"]) {
      expected <- oracle_u_alpha(data, coded = TRUE, label = label)
      expect_equal(value_of(x, "ku_alpha", label), expected[["estimate"]], info = paste(i, label))
      expect_equal(value_of(x, "ku_alpha", label, "coverage"), expected[["coverage"]], info = paste(i, label))
    }
  }
  expect_gt(n_coded, test_size(2, 5))
})

test_that("the coefficient of 2004 is that of every pair of spans", {
  skip_if_quick()
  set.seed(2)
  for (i in seq_len(test_size(8, 300))) {
    data <- random_spans(1, c("a", "b", "c")[seq_len(sample(2:3, 1))])
    if (all(is.na(data$start))) next
    x <- span_alpha(data, family = "2004")
    each <- vapply(
      sort(unique(data$label)), function(label) oracle_alpha_2004(data, label), c(observed = 0, expected = 0)
    )
    expect_equal(x$observed[-1], unname(each["observed", ]), info = i)
    expect_equal(x$expected[-1], unname(each["expected", ]), info = i)
    expect_equal(x$estimate[1], 1 - sum(each["observed", ]) / sum(each["expected", ]), info = i)
  }
})

test_that("nothing depends on the order of rows, on names, or on an empty document's place", {
  set.seed(3)
  data <- random_spans(5)
  mixed <- transform(
    data[sample(nrow(data)), ], document = paste0("z", rev(seq_len(5))[match(document, paste0("d", 1:5))])
  )
  for (family in c("2019", "2004")) {
    a <- span_alpha(data, family = family)
    b <- span_alpha(mixed, family = family)
    expect_equal(a, b)
    renamed <- transform(data, annotator = c(a = "w", b = "v", c = "u")[annotator])
    expect_equal(span_alpha(renamed, family = family), a)
  }
})

test_that("intervals leave documents out or draw them", {
  skip_if_quick()
  set.seed(4)
  data <- random_spans(6)
  for (family in c("2019", "2004")) {
    x <- span_alpha(data, family = family, ci = ci_jackknife(scale = "identity"))
    without <- vapply(paste0("d", 1:6), function(d) {
      span_alpha(data[data$document != d, ], family = family, ci = ci_none())$estimate[1]
    }, 0)
    se <- sqrt(5 / 6 * sum((without - mean(without))^2))
    expect_equal(x$std.error[1], se)
    # Documents of unequal sizes are fewer of equal ones (Kish), which give the degrees of freedom of t.
    size <- if (family == "2004") {
      tapply(data$length, data$document, `[`, 1)
    } else {
      tapply(data$end - data$start, data$document, sum, na.rm = TRUE)
    }
    df <- sum(size)^2 / sum(size^2) - 1
    expect_equal(x$conf.low[1], max(-1, x$estimate[1] - stats::qt(.975, df) * se))
    set.seed(9)
    boot <- span_alpha(data, family = family, ci = ci_bootstrap(times = 300))
    expect_true(boot$conf.low[1] < x$estimate[1] && x$estimate[1] < boot$conf.high[1])
    # A draw is equivalent to data in which documents are repeated as often as they were drawn.
    set.seed(9)
    drawn <- stats::rmultinom(300, 6, rep(1, 6))
    figure <- function(times) {
      copies <- do.call(rbind, lapply(seq_len(6), function(d) {
        do.call(rbind, lapply(seq_len(times[d]), function(k) {
          transform(data[data$document == paste0("d", d), ], document = paste(document, k))
        }))
      }))
      span_alpha(copies, family = family, ci = ci_none())$estimate[1]
    }
    few <- apply(drawn[, 1:2], 2, figure)
    spans <- as_spans(data)
    draws <- list(n = 6, left_out = FALSE, drawn = drawn[, 1:2])
    if (family == "2019") {
      sums <- unitizing_sums(spans)
      columns <- cbind(
        sums$total, rowSums(sums$same) + sums$same_gap, sums$square + sums$total - rowSums(sums$length),
        sums$total - rowSums(sums$length), sums$length
      )
      expect_equal(u_figure(document_sums(draws, columns))$estimate, few)
    }
    expect_equal(nrow(boot), nrow(x))
  }
  bca <- span_alpha(data, ci = ci_bootstrap(times = 300, type = "bca"))
  expect_true(is.finite(bca$conf.low[1]))
})

test_that("leaving documents out in turn takes no longer per document if there are many", {
  skip_if_quick()
  set.seed(11)
  data <- random_spans(8, c("a", "b"))
  x <- span_alpha(data, family = "2004", ci = ci_jackknife(scale = "identity"))
  for (k in which(!is.na(x$std.error) & !is.na(x$label))) {
    without <- vapply(unique(data$document), function(d) {
      rest <- data[data$document != d, ]
      y <- span_alpha(rest, family = "2004", ci = ci_none())
      y$estimate[match(x$label[k], y$label)]
    }, 0)
    expect_equal(x$std.error[k], sqrt(7 / 8 * sum((without - mean(without))^2)))
  }
  several <- function(n) {
    one <- data[data$document == "d1", ]
    copies <- one[rep(seq_len(nrow(one)), n), ]
    copies$document <- rep(seq_len(n), each = nrow(one))
    span_alpha(copies, family = "2004")
  }
  expect_linear_time(several, 400)
})

test_that("without any span the disagreement of 2004 is no NaN", {
  none <- data.frame(document = "d", annotator = c("a", "b"), start = NA, end = NA, label = NA, length = 9)
  x <- span_alpha(none, family = "2004")
  expect_identical(x$estimate, NA_real_)
  expect_identical(c(x$observed, x$expected), c(0, 0))
})

test_that("without any value the estimates are numbers, and there is a plot that says so", {
  skip_if_quick()
  none <- data.frame(document = "d", annotator = c("a", "b"), start = NA, end = NA, label = NA, length = 9)
  for (family in c("2019", "2004")) {
    x <- span_alpha(none, family = family)
    expect_identical(x$estimate, rep(NA_real_, nrow(x)))
    skip_if_not_installed("ggplot2")
    expect_no_error(ggplot2::ggplot_build(ggplot2::autoplot(x)))
  }
})

test_that("what is not defined has a status", {
  none <- data.frame(document = "d", annotator = c("a", "b"), start = NA, end = NA, label = NA, length = 9)
  x <- span_alpha(none)
  expect_equal(x$status, c("no variation", "no variation", "no overlap"))
  expect_true(all(is.na(x$estimate)))
  whole <- transform(none, start = 0, end = 9, label = "A")
  expect_equal(span_alpha(whole)$status[1:2], rep("no variation", 2))
  apart <- transform(none, start = c(0, 5), end = c(2, 7), label = "A")
  y <- span_alpha(apart)
  expect_equal(y$status, c("ok", "ok", "no overlap", "no overlap"))
  expect_equal(y$coverage[4], 0)
  expect_equal(span_alpha(none, family = "2004")$status, "no variation")
})

test_that("overlaps, single annotators and unbalanced documents are errors", {
  skip_if_quick()
  d <- data.frame(
    document = "d", annotator = c("a", "a", "b"), start = c(0, 2, 0), end = c(4, 6, 4),
    label = c("X", "Y", "X"), length = 9
  )
  expect_fault(span_alpha(d), "overlapping_spans", "1 span begins within another")
  expect_equal(nrow(span_alpha(d, family = "2004")), 3)
  d$label <- "X"
  expect_fault(span_alpha(d, family = "2004"), "overlapping_spans")
  more <- rbind(d, transform(d, document = "e"))
  expect_fault(span_alpha(more), "overlapping_spans", "2 spans begin within")
  expect_fault(span_alpha(d[1, ]), "one_annotator", "there is|There is|1 annotator")
  expect_fault(span_alpha(transform(d[-2, ], document = c("d", "e"))), "one_annotator", "seen = \"all\"")
  three <- data.frame(
    document = c("d", "d", "d", "e", "e"), annotator = c("a", "b", "c", "a", "b"), start = 0, end = 3,
    label = "X", length = 9
  )
  expect_fault(span_alpha(three, family = "2004"), "unbalanced", "1 document lacks some", documents = "e")
  expect_equal(span_alpha(three)$estimate[1], 1)
  expect_fault(span_alpha(three, family = "1995"), "argument", argument = "family")
  expect_fault(
    span_alpha(three[1:3, ], family = "2004", ci = ci_bayes()), "argument", "not such a sum",
    argument = "ci"
  )
  expect_fault(span_alpha(three, ci = ci_jackknife(over = "raters")), "argument", argument = "ci")
})

test_that("unknown lengths are told", {
  d <- data.frame(document = c("d", "d"), annotator = c("a", "b"), start = 0, end = c(3, 4), label = "X")
  expect_message(
    span_alpha(d), "The length of 1 document is not known", class = "accord_message_unknown_length"
  )
  expect_silent(span_alpha(d, lengths = c(d = 9)))
})

test_that("a label that occurs only where one annotator alone was has no coverage", {
  d <- data.frame(
    document = c("d", "d", "e"), annotator = c("a", "b", "a"), start = c(0, 1, 2), end = c(4, 4, 5),
    label = c("A", "A", "B"), length = 9
  )
  # There are four and three positions of A, three of which are in both.
  expect_identical(round(span_alpha(d)$coverage, 4), c(NA, NA, NA, round(6 / 7, 4), NA))
})
