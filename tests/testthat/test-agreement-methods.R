test_that("the paragraph has data, coefficients with references, intervals, what is set aside, and software", {
  skip_if_not(l10n_info()[["UTF-8"]])
  data <- result_ratings()
  x <- suppressWarnings(agreement(
    data, item, rater, label,
    coefficients = c("percent", "fleiss", "alpha"), level = "nominal", ci = ci_bayes()
  ))
  methods <- methods_text(x)
  expect_match(methods$text, "Agreement was measured among 3 raters on 8 items (24 ratings).", fixed = TRUE)
  expect_match(methods$text, paste0(
    "The coefficients were percent agreement, Fleiss' \u03ba (Fleiss, 1971) and Krippendorff's \u03b1 ",
    "(Krippendorff, 2019) at the nominal level."
  ), fixed = TRUE)
  expect_match(methods$text, "Intervals are 95% Bayesian intervals over items (Ferguson, 1973).", fixed = TRUE)
  expect_match(methods$text, "No rating was outside the categories or repeated by a rater.", fixed = TRUE)
  expect_match(methods$text, paste0("accord ", utils::packageVersion("accord"), " in R ", getRversion()), fixed = TRUE)
  keys <- sub("^@[a-z]+[{]([a-z0-9]+),.*", "\\1", methods$references)
  expect_identical(unname(keys), c("fleiss1971", "krippendorff2019", "ferguson1973", "kottner2011", "accord"))
  expect_output(print(methods), "1. Title and abstract", fixed = TRUE)
})

test_that("each format cites in its way", {
  x <- krippendorff_alpha(result_ratings(), item, rater, label, ci = ci_none())
  expect_match(methods_text(x, "markdown")$text, "[@krippendorff2019] at the nominal level.", fixed = TRUE)
  latex <- methods_text(x, "latex")$text
  expect_match(latex, "Krippendorff's $\\alpha$ \\citep{krippendorff2019} at the nominal level", fixed = TRUE)
  expect_match(latex, "No intervals were computed.", fixed = TRUE)
  expect_fault(methods_text(x, "word"), "argument", argument = "format")
  expect_fault(methods_text(data.frame(a = 1)), "not_agreement")
})

test_that("ratings that were set aside are told, and nothing of what is unknown", {
  data <- transform(result_ratings(), label = replace(label, 1:2, "other"))
  x <- suppressWarnings(percent_agreement(
    data, item, rater, label, categories = c("a", "b", "c"), ci = ci_none()
  ))
  expect_match(methods_text(x)$text, "2 ratings were set aside, being outside the categories", fixed = TRUE)
  x$n_set_aside <- NULL
  expect_no_match(methods_text(x)$text, "set aside")
})

test_that("of GRRAS the data fill the analysis, the numbers and the estimates", {
  x <- krippendorff_alpha(result_ratings(), item, rater, label)
  grras <- methods_text(x)$grras
  # Kottner and others (2011) have 15 items: 10 is the analysis, 11 the actual numbers, 13 estimates with uncertainty.
  expect_identical(grras$item, 1:15)
  expect_identical(which(!is.na(grras$reported)), c(10L, 11L, 13L))
  none <- krippendorff_alpha(result_ratings(), item, rater, label, ci = ci_none())
  expect_true(is.na(methods_text(none)$grras$reported[13]))
})

test_that("numbers of raters that are not known are left to report", {
  counts <- fleiss_kappa(matrix(c(3, 0, 1, 2, 2, 1, 0, 3), 4), layout = "counts", categories = 1:2, ci = ci_none())
  found <- methods_text(counts)
  expect_match(found$text, "measured on 4 items (12 ratings)", fixed = TRUE)
  expect_identical(which(!is.na(found$grras$reported)), 10L)
  expect_match(format(found), "11. The numbers of raters, subjects and ratings included.", fixed = TRUE, all = FALSE)
})

test_that("every coefficient has its references among the entries", {
  entries <- bibtex_entries()
  expect_true(all(unlist(c(COEFFICIENT_REFERENCES, INTERVAL_REFERENCES, MARKS_REFERENCES)) %in% names(entries)))
  expect_identical(unname(cited_authors(entries["kottner2011"])), "Kottner et al., 2011")
  expect_identical(unname(cited_authors(entries["shrout1979"])), "Shrout & Fleiss, 1979")
  expect_identical(unname(cited_authors(entries["vanoest2019"])), "van Oest, 2019")
})

test_that("the paragraph says what varies in the intervals, and what was set aside", {
  data <- result_ratings()
  words <- function(ci, ...) {
    ratings <- suppressWarnings(as_ratings(data, item, rater, label, ...))
    methods_text(suppressWarnings(agreement(ratings, coefficients = "fleiss", ci = ci)))$text
  }
  expect_match(words(ci_jackknife()), "95% jackknife intervals over items", fixed = TRUE)
  expect_match(words(ci_jackknife(over = "raters")), "95% rater jackknife intervals over raters", fixed = TRUE)
  both <- with_seed(1, words(ci_bootstrap(times = 50, over = "both")))
  expect_match(both, "95% two-way bootstrap intervals over items and raters", fixed = TRUE)
  data$part <- as.integer(factor(data$item)) %/% 3
  expect_match(words(ci_analytic(), cluster = part), "95% analytic intervals over clusters", fixed = TRUE)
  first <- sort(unique(data$label))[1]
  others <- setdiff(data$label, first)
  n <- sum(data$label == first)
  expect_match(words(ci_none(), categories = others), paste(n, "ratings were set aside"), fixed = TRUE)
})

test_that("entries are printed with authors, year, title and where they appeared", {
  skip_if_not(l10n_info()[["UTF-8"]])
  written <- written_references(names(bibtex_entries()))
  expect_true(all(c(
    "Brennan, R. L., & Prediger, D. J. (1981) Coefficient Kappa: Some Uses, Misuses, and Alternatives. Educational and Psychological Measurement 41, 687\u2013699.", # nolint
    "Brennan, R. L. (2001) Generalizability Theory. Springer.",
    "Krippendorff, K. (2019) Content Analysis: An Introduction to Its Methodology, 4th ed. SAGE."
  ) %in% written))
  expect_no_match(written, "[{}\\\\]|\\bNA\\b")
  expect_match(written, "Audig\u00e9, L., Brorson, S.", all = FALSE)
})

test_that("of questions the paragraph says which variable is at which level, and cites each reference once", {
  skip_if_not(l10n_info()[["UTF-8"]])
  sheet <- data.frame(
    id = rep(1:6, each = 2), coder = c("ann", "bob"), tone = c(1, 1, 2, 3, 3, 3, 1, 2, 2, 2, 3, 1),
    ad = c("y", "n", "n", "n", "y", "y", "n", "y", "n", "n", "y", "y"), mood = c(3, 3, 2, 1, 1, 1, 2, 2, 3, 2, 1, 1),
    part = rep(c("p", "q"), each = 6)
  )
  x <- read_sheet(sheet, item = id, rater = coder, rating = tone:mood, level = c(tone = "ordinal", mood = "ordinal"))
  text <- methods_text(krippendorff_alpha(x, ci = ci_none()))$text
  expect_match(text, "Agreement on 3 questions was measured among 2 raters on 6 items", fixed = TRUE)
  expect_match(text, "The coefficient was Krippendorff's \u03b1 (Krippendorff, 2019). ", fixed = TRUE)
  expect_match(
    text, "\u03b1 was computed at the ordinal level for tone and mood, and at the nominal level for ad.", fixed = TRUE
  )
  weighted <- fleiss_kappa(x, weights = list(tone = "linear"), ci = ci_none())
  expect_match(
    methods_text(weighted)$text,
    "Fleiss' \u03ba was computed with linear weights for tone, and unweighted for ad and mood.", fixed = TRUE
  )
  by <- read_sheet(
    sheet, item = id, rater = coder, rating = tone:mood, by = part, level = c(tone = "ordinal", mood = "ordinal")
  )
  expect_match(
    methods_text(krippendorff_alpha(by, ci = ci_none()))$text,
    paste0("on 3 questions was measured in each part (", paste(unique(sheet$part), collapse = " and "), ")"),
    fixed = TRUE
  )
})

test_that("of questions coefficients with the same weights share a sentence, and missing ratings have their question", {
  skip_if_not(l10n_info()[["UTF-8"]])
  sheet <- data.frame(
    id = rep(1:8, each = 2), coder = c("ann", "bob"), tone = c(1, 1, 2, 3, 3, 3, 1, 2, 2, 2, 3, 1, 1, 1, 2, NA),
    ad = c("y", "n", "n", "n", "y", "y", "n", "y"), length = c(3, 3.5, 2, 1, 1, 1, 2.5, 2)
  )
  x <- read_sheet(sheet,
    item = id, rater = coder, rating = tone:length, level = c(tone = "ordinal", length = "interval"),
    weights = c(tone = "quadratic")
  )
  measured <- function(...) methods_text(suppressWarnings(agreement(x, coefficients = c(...), ci = ci_none())))$text
  text <- measured("percent", "fleiss", "gwet_ac1", "gwet_ac2", "alpha")
  expect_match(text, "(15 to 16 ratings each).", fixed = TRUE)
  expect_match(text, "1 is missing (tone: 1).", fixed = TRUE)
  expect_match(text, paste0(
    "Percent agreement and Fleiss' \u03ba were computed with quadratic weights for tone, ",
    "and unweighted for ad and length. "
  ), fixed = TRUE)
  expect_match(text, "Gwet's AC1 was computed unweighted for ad and length.", fixed = TRUE)
  expect_match(text, "Gwet's AC2 was computed with quadratic weights for tone.", fixed = TRUE)
  expect_match(
    text, "\u03b1 was computed at the ordinal level for tone, at the nominal level for ad, and at the", fixed = TRUE
  )
  # Weights are not repeated behind the names.
  expect_no_match(text, "(unweighted)", fixed = TRUE)
})

test_that("the number of clusters is in the result, its print, its tables and the paragraph", {
  data <- data.frame(
    item = rep(1:12, 2), rater = rep(c("a", "b"), each = 12), doc = rep(1:4, each = 3),
    label = c(rep(c("x", "y", "x"), 4), rep(c("x", "y", "y", "x"), 3))
  )
  # Document 4 has a single rating of each item, which counts for no coefficient.
  data <- data[!(data$doc == 4 & data$rater == "b"), ]
  measured <- function(..., data = data.frame(item = 1)) {
    agreement(data, item, rater, label, coefficients = c("percent", "alpha"), ...)
  }
  x <- measured(data = data, cluster = doc)
  expect_identical(unique(x$n_clusters), c(3L))
  expect_match(paste(format(x), collapse = " "), "in 3 clusters, 95% Bayesian +and +score +intervals +over +clusters")
  expect_match(paper_table(x, "latex"), "3 clusters")
  expect_match(paper_table(x, "html", wide = TRUE), "Clusters")
  expect_match(methods_text(x)$text, paste0(
    "in 3 clusters. .*score intervals over clusters for percent agreement and Bayesian intervals over clusters for ",
    "Krippendorff's alpha \\(Ferguson, 1973\\)"
  ))
  plain <- measured(data = data)
  expect_false("n_clusters" %in% names(plain))
  expect_no_match(methods_text(plain)$text, "cluster")
  both <- rbind(x, plain)
  expect_identical(both$n_clusters, c(3L, 3L, NA, NA))
  expect_match(paper_table(both, "latex"), "Clusters")
})

test_that("the paragraph for one rater has no counts of zero", {
  x <- suppressWarnings(agreement(data.frame(item = 1:3, rater = "a", label = c("x", "y", "x")), item, rater, label))
  expect_match(methods_text(x)$text, "among 1 rater on 3 items (3 ratings).", fixed = TRUE)
})

test_that("the bootstrap of few clusters warns, and other methods do not", {
  data <- data.frame(
    item = rep(1:20, 2), rater = rep(c("a", "b"), each = 20), doc = rep(1:10, each = 2),
    label = c(rep(c("x", "y", "x", "y"), 5), rep(c("x", "y", "y", "x", "x"), 4))
  )
  measured <- function(docs, ci) {
    krippendorff_alpha(data[data$doc %in% docs, ], item, rater, label, cluster = doc, ci = ci)
  }
  cnd <- expect_warning(measured(1:4, ci_bootstrap(times = 50)), class = "accord_warning_few_clusters")
  expect_identical(cnd$n, 4L)
  expect_match(conditionMessage(cnd), "There are 4.", fixed = TRUE)
  for (ci in list(ci_bayes(times = 128), ci_jackknife(), ci_none())) expect_no_warning(measured(1:4, ci))
  expect_no_warning(measured(1:10, ci_bootstrap(times = 50)))
  cnd <- expect_warning(measured(1, ci_bayes(times = 128)), class = "accord_warning_no_interval")
  expect_match(conditionMessage(cnd), "Bayesian method over clusters finds no interval", fixed = TRUE)
})

test_that("figures of documents have no paragraph, and a mean is not capitalised within a sentence", {
  spans <- data.frame(document = "d", annotator = c("a", "b"), start = c(0, 1), end = c(9, 9), label = c("x", "y"))
  expect_fault(methods_text(event_kappa(spans, ci = ci_none())), "not_agreement")
  ranks <- cbind(a = 1:5, b = c(2, 1, 3, 5, 4), c = c(1, 3, 2, 4, 5))
  x <- kendall_w(ranks, layout = "raters_in_columns", ci = ci_none())
  expect_match(methods_text(x)$text, ", mean Spearman", fixed = TRUE)
})

test_that("weighted kappa is cited where kappa has weights", {
  data <- data.frame(item = rep(1:6, 2), rater = rep(c("a", "b"), each = 6), mark = c(1:3, 1, 2, 1:3, 1, 1:3))
  measured <- function(weights) {
    agreement(data, item, rater, mark, coefficients = c("cohen", "alpha"), level = "ordinal", weights = weights)
  }
  quadratic <- methods_text(measured("quadratic"))
  expect_match(quadratic$text, "(Cohen, 1960, 1968)", fixed = TRUE)
  expect_match(methods_text(measured("quadratic"), "latex")$text, "\\citep{cohen1960,cohen1968}", fixed = TRUE)
  expect_no_match(methods_text(measured("identity"))$text, "1968")
  # The weights stand apart from the list, whose last coefficient has none.
  skip_if_not(l10n_info()[["UTF-8"]])
  expect_match(
    quadratic$text, "Cohen's \u03ba was computed with quadratic weights, and Krippendorff's \u03b1 at the ordinal",
    fixed = TRUE
  )
  expect_match(methods_text(suppressWarnings(agreement(
    data, item, rater, mark, coefficients = c("percent", "fleiss", "scott", "brennan_prediger", "alpha"),
    level = "ordinal", weights = "linear"
  )))$text, "All but Krippendorff's \u03b1 were computed with linear weights, and", fixed = TRUE)
})

test_that("missing ratings are counted, and items with one rating named", {
  data <- data.frame(item = rep(1:12, 2), rater = rep(c("a", "b"), each = 12), mark = c(1, 2, 3, 3, 2, 2))
  written <- function(rows, coefficients = c("cohen", "alpha")) {
    methods_text(agreement(rows, item, rater, mark, level = "ordinal", coefficients = coefficients))$text
  }
  expect_match(written(data), "All raters rated all items.", fixed = TRUE)
  expect_no_match(written(data, "alpha"), "All raters", fixed = TRUE)
  less <- written(data[-c(3, 20), ])
  expect_match(less, "Of the 24 possible ratings of these items by these raters, 2 are missing. 10 of 12", fixed = TRUE)
  expect_match(less, "the others count only for chance agreement \\(Cohen's (kappa|\u03ba)\\)[.]")
  # Items without a pair are not told as a range of numbers of items that nothing explains.
  expect_match(less, "on 12 items (22 ratings).", fixed = TRUE)
  expect_match(written(data[-3, ]), "11 of 12 items have two or more ratings; the other counts", fixed = TRUE)
  table <- paper_table(cohen_kappa(data[-3, ], item, rater, mark))
  expect_match(paste(table, collapse = " "), "11 of 12 items have two or more ratings", fixed = TRUE)
  crowd <- data.frame(item = rep(1:12, each = 2), rater = 1:24, mark = data$mark)
  expect_no_match(written(crowd), "missing|All raters")
})

test_that("a third reader of the disagreements is told in the paragraph, the table and the report", {
  l <- data.frame(
    item = rep(1:30, 2), rater = rep(c("Ann", "Bob"), each = 30),
    v = c(rep(c("y", "n"), 15), rep(c("y", "n", "n", "n", "y"), 6))
  )
  differ <- which(l$v[1:30] != l$v[31:60])
  l <- rbind(l, data.frame(item = differ, rater = "Cem", v = "y"))
  x <- krippendorff_alpha(l, item, rater, v)
  said <- paste0(
    "Rater .?Cem.? read ", length(differ), " items; the others differ on all of them, and on 0 of the other ",
    30 - length(differ), "[.] Such a choice raises agreement[.]"
  )
  expect_match(methods_text(x)$text, said)
  expect_no_match(methods_text(x)$text, "missing")
  expect_match(paste(paper_table(x), collapse = " "), said)
  skip_if_not_installed("ggplot2")
  skip_if_not(capabilities("cairo") || rlang::is_installed("svglite"))
  file <- tempfile(fileext = ".html")
  on.exit(unlink(file))
  report_agreement(l, item, rater, v, file = file)
  expect_match(paste(readLines(file), collapse = " "), "the others differ on all of them", fixed = TRUE)
})
