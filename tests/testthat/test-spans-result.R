test_that("tidy() of spans has broom's columns and the keys of the rows", {
  skip_if_quick()
  data <- rbind(cbind(result_spans(), wave = 1), cbind(result_spans(), wave = 2))
  x <- span_agreement(data, match = c("exact", "overlap"), what = "labels", by = wave)
  expect_named(
    tidy(x),
    c("wave", "annotator_1", "annotator_2", "match", "label", "term", "estimate", "std.error", "conf.low", "conf.high",
      "status")
  )
  expect_identical(tidy(x)$estimate, x$f1)
  expect_identical(tidy(x)$conf.high, x$conf.high)
  for (x in list(span_alpha(data, by = wave), with_seed(1, span_gamma(data, by = wave)))) {
    expect_named(tidy(x), c("wave", "label", "term", "estimate", "std.error", "conf.low", "conf.high", "status"))
    expect_identical(tidy(x)$term, x$coefficient)
    expect_identical(tidy(x)$std.error, x$std.error)
  }
  expect_error(tidy(x[names(x) != "conf.low"]), class = "accord_error_missing_column")
  expect_error(tidy(x[names(x) != "estimate"]), class = "accord_error_missing_column")
})

test_that("glance() of spans has one row", {
  data <- result_spans()
  x <- glance(span_alpha(data, ci = ci_jackknife(conf_level = 0.9)))
  expect_identical(x$interval, "jackknife")
  expect_identical(x$conf.level, 0.9)
  expect_identical(c(x$min_documents, x$max_documents), c(2L, 2L))
  alone <- transform(data, label = ifelse(annotator == "ann", label, NA), start = ifelse(annotator == "ann", start, NA))
  alone$end[is.na(alone$start)] <- NA
  expect_gt(glance(span_alpha(alone))$n_undefined, 0)
  expect_identical(glance(span_agreement(data, what = "documents"))$max_documents, 1L)
  expect_identical(nrow(glance(span_agreement(data)[0, ])), 1L)
  expect_identical(glance(span_agreement(data, ci = ci_none()))$conf.level, NA_real_)
  expect_error(glance(span_agreement(data)[1:3]), class = "accord_error_missing_column")
})

test_that("tables of spans head intervals with their level", {
  skip_if_quick()
  for (level in c(0.95, 0.8)) {
    ci <- ci_jackknife(conf_level = level)
    results <- list(
      span_agreement(result_spans(), ci = ci), span_alpha(result_spans(), ci = ci),
      with_seed(1, span_gamma(result_spans(), ci = ci))
    )
    for (x in results) {
      lines <- as.character(paper_table(x, "markdown"))
      expect_match(lines, sprintf("%g%% CI", 100 * level), fixed = TRUE, all = FALSE)
      expect_no_match(lines, "jackknife [|]|conf.level|[|] *interval")
    }
  }
  lines <- as.character(paper_table(chain_alpha(result_chains()), "markdown"))
  expect_match(lines, "95% CI", fixed = TRUE, all = FALSE)
})

test_that("results of spans print figures, what is the same in the headline, and reasons", {
  x <- span_alpha(result_spans())
  lines <- cli::ansi_strip(format(x, width = 100))
  expect_identical(lines[1], "Alpha for unitizing of 3 annotators in 2 documents, 95% jackknife intervals")
  expect_match(lines[3], "Coefficient +Label +Estimate +95% CI")
  expect_length(grep("^  Unitizing alpha", lines), nrow(x))
  expect_output(print(x, digits = 1), "Unitizing alpha +all +[.][0-9] ")
  narrow <- cli::ansi_strip(format(x, width = 75))
  expect_true(all(nchar(grep("^#", narrow, invert = TRUE, value = TRUE)[-1]) <= 75))
  expect_match(narrow, "# Too wide to show: .*Spans", all = FALSE)
  f1 <- span_agreement(result_spans(), what = "documents", ci = ci_none())
  lines <- cli::ansi_strip(format(f1, n = 2))
  expect_identical(lines[1], "F1 of spans, no intervals")
  # Two documents, each with three pairs and their mean.
  expect_match(lines, "# 6 more rows: print(x, n = Inf)", fixed = TRUE, all = FALSE)
  none <- data.frame(document = "d", annotator = c("a", "b"), start = c(0, NA), end = c(3, NA), label = "x", length = 9)
  expect_match(format(span_alpha(none)), "labels only.*: no overlap", all = FALSE)
  gamma <- with_seed(1, span_gamma(result_spans()))
  expect_match(format(gamma)[1], "^Gamma of 3 annotators in 2 documents")
  # Objects that are not a result any more are printed as tibbles.
  for (y in list(x["estimate"], x[0, ], f1[1:4], transform(tibble::as_tibble(f1), f1 = "x"))) {
    expect_output(print(y), "tibble|<|f1")
  }
  expect_error(print(x, digits = -1), class = "accord_error_argument")
  expect_error(print(x, digit = 1), class = "accord_error_argument")
})

test_that("words of interpret() stand beside the interval", {
  x <- interpret(span_alpha(result_spans()))
  expect_match(format(x, width = 90)[3], "95% CI +Interpretation")
  expect_match(as.character(paper_table(x, "markdown")), "CI\\| *Interpretation", all = FALSE)
  expect_no_match(as.character(paper_table(x, "markdown")), "landis|interpretation_scale")
  expect_match(as.character(paper_table(x[names(x) != "conf.high"], "markdown")), "Interpretation", all = FALSE)
})

test_that("a note says which estimate of spans has no interval", {
  alpha <- span_alpha(result_spans())
  expect_true(is.na(alpha$conf.low[match("LOC", alpha$label)]))
  expect_match(paper_table(alpha), "Label LOC: no interval", fixed = TRUE)
  expect_no_match(paper_table(alpha[!is.na(alpha$conf.low), ]), "no interval")
})

test_that("results of documents in which nobody marked anything print, and say so", {
  none <- data.frame(document = "d1", annotator = c("a", "b"), start = NA_real_, end = NA_real_, length = 10)
  for (x in list(suppressWarnings(span_agreement(none)), suppressWarnings(span_gamma(none)))) {
    expect_output(print(x), "no spans")
    expect_match(as.character(paper_table(x)), "no spans")
  }
})

test_that("tables of spans fit a narrow console", {
  rows <- data.frame(
    document = rep(c("d1", "d2", "d3"), each = 4), annotator = rep(c("annotator-ann", "annotator-bob"), each = 2),
    start = c(0, 9, 0, 9, 0, 9, 0, 10, 1, 9, 0, 9), end = c(4, 14, 4, 14, 4, 14, 4, 14, 4, 15, 4, 14),
    label = c("PERSON", "LOCATION"), length = 30
  )
  for (x in list(span_alpha(rows), span_agreement(rows), span_agreement(rows, by = "label"))) {
    lines <- format(x, width = 60)
    # Notes are broken when they are printed.
    expect_lte(max(nchar(grep("^  [^\u2014 ]", lines, value = TRUE))), 60)
  }
  expect_true("Spans" %in% table_parts(rater_influence(as_spans(rows)), list(
    format = "text", digits = 3, leading_zero = FALSE
  ))$columns$names)
})

test_that("disorder, which may pass 1, has its leading zero", {
  skip_if_not_installed("knitr")
  x <- with_seed(1, span_gamma(result_spans()))
  x$observed <- 0.5
  expect_match(as.character(paper_table(x, "markdown")), "0.500", fixed = TRUE, all = FALSE)
})

test_that("a note names rows by their labels where the coefficient was removed", {
  x <- span_alpha(data.frame(
    document = "d1", annotator = c("ann", "bob"), start = 0, end = c(3, 4), label = "PER", length = 9
  ))
  # One label only: alpha of labels has no value, in total and of the label.
  note <- sub(".*Note", "", paper_table(x[c("label", "estimate", "status")], "markdown"))
  expect_match(note, " For all and PER: no variation", fixed = TRUE)
  note <- sub(".*Note", "", paper_table(x[c("coefficient", "label", "estimate", "status")], "markdown"))
  expect_match(note, "For Labels only and Label PER: no variation", fixed = TRUE)
})

test_that("notes name the group, document or label of a row, where rows differ in these", {
  skip_if_quick()
  marked <- data.frame(
    document = c("d1", "d1", "d1", "d2", "d2"), annotator = c("ann", "ann", "bob", "ann", "bob"),
    start = c(0, 9, 0, 3, NA), end = c(4, 14, 4, 8, NA), label = c("PER", "LOC", "PER", "PER", NA), length = 20,
    part = c("p1", "p1", "p1", "p2", "p2")
  )
  note <- function(x) paste(trimws(format(x, width = 200)), collapse = "\n")
  # PER has an interval, LOC has none.
  expect_match(note(span_agreement(marked, what = "labels")), "LOC, ann and bob: no interval", fixed = TRUE)
  # p1 has positions that both marked, p2 has none.
  expect_match(
    note(span_alpha(marked, by = part)),
    paste0(
      "p1, Label LOC; p2, Unitizing alpha, labels only; ",
      "p2, Label PER: no overlap"
    ),
    fixed = TRUE
  )
  expect_match(
    note(span_gamma(marked, what = "documents", samples = 2)),
    paste0(
      "d1, Label LOC; d2, Gamma, labels only; d2, Label LOC; ",
      "d2, Label PER: no aligned spans"
    ),
    fixed = TRUE
  )
  # Parts that are equal in all rows are not repeated.
  expect_match(note(span_alpha(marked[1:3, ])), "Label LOC: no overlap", fixed = TRUE)
  expect_no_match(note(span_alpha(marked[1:3, ])), "d1, ", fixed = TRUE)
})

test_that("long names of annotators can be told apart, and make room for the interval", {
  long <- transform(result_spans(), annotator = paste("annotator of the second crowdsourcing batch", annotator))
  lines <- format(span_agreement(long), width = 80)
  expect_match(lines[3], "F1 +95% CI")
  expect_match(paste(lines[4:6], collapse = ""), "ann +.*bob +Exact.*ann +.*cat +Exact.*bob +.*cat +Exact")
  expect_lte(max(nchar(lines[3:7])), 80)
  # Words of a coefficient's name are not split.
  expect_match(format(span_alpha(long), width = 60), "Unitizing alpha, positions only", fixed = TRUE, all = FALSE)
})

test_that("F1 by tolerance is a curve with intervals", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  set.seed(5)
  marked <- expand.grid(document = paste0("d", 1:6), event = 1:8, annotator = c("ann", "bob", "cat"))
  marked$start <- 20 * marked$event + sample(0:6, nrow(marked), TRUE)
  marked$end <- marked$start + 5
  marked$label <- c("x", "y")[1 + marked$event %% 2]
  marked$event <- NULL
  curve <- function(...) span_agreement(marked, match = "tolerance", tolerance = c(1, 2, 4), ...)
  x <- curve()
  plot <- ggplot2::autoplot(x)
  points <- drawn(plot, "GeomPoint")
  expect_equal(sort(points$y), sort(x$f1))
  lines <- drawn(plot, "GeomLinerange")
  expect_equal(sort(lines$ymin), sort(x$conf.low))
  expect_equal(sort(lines$ymax), sort(x$conf.high))
  # The three pairs and their mean.
  expect_length(unique(points$colour), 4)
  two <- curve(ci = ci_none())
  two <- two[!is.na(two$annotator_1) & two$annotator_2 == "bob", ]
  plot <- ggplot2::autoplot(two)
  expect_equal(drawn(plot, "GeomPoint")$x, c(1, 2, 4))
  expect_identical(subtitles(plot), "")
  expect_equal(panels_of(ggplot2::autoplot(curve(what = "labels")))[["n"]], 4)
  # Two tolerances are no curve.
  expect_false("GeomLine" %in% geoms(ggplot2::autoplot(x[x$tolerance < 3, ])))
})
