# Two groups with two coefficients that are not in the registry, so that labels are ids; the last row has no value.
result <- function(...) {
  columns <- list(
    coefficient = rep(c("one", "two"), 2),
    metric = rep("nominal", 4),
    estimate = c(0.1283, -0.05, 0.7, NA),
    std.error = c(0.04, 0.1, 0.1, NA),
    conf.low = c(0.0412, -0.245, 0.5, NA),
    conf.high = c(0.2134, 0.1452, 0.9, NA),
    observed = c(0.44, 0.5, 0.1, 0),
    expected = c(0.5, 0.4, 0.2, 0),
    n_items = c(1200L, 1198L, 8L, 8L),
    n_raters = c(119L, 119L, 119L, 119L),
    n_ratings = rep(3600L, 4),
    n_categories = rep(2L, 4),
    interval = rep("jackknife", 4),
    conf.level = rep(0.95, 4),
    status = c("ok", "ok", "ok", "one category only")
  )
  keys <- tibble::tibble(Part = rep(c("first", "second"), each = 2))
  new_agreement(keys, utils::modifyList(columns, list(...)))
}

dash <- if (l10n_info()[["UTF-8"]]) "\u2014" else "--"
# Returns the lines before print() breaks those that are longer than the console.
shown <- function(x, ...) cli::ansi_strip(if (is_whole(x)) format(x, ...) else capture.output(print(x, ...)))

# Returns the parts of a line that are separated by two blanks or more.
words <- function(line) strsplit(trimws(line), "  +")[[1]]

test_that("a result reads as a headline, a table, reasons, and where the rest is", {
  lines <- shown(result(), width = 80)
  expect_equal(
    lines[1], "Agreement of 119 raters (3,600 ratings) in each of 2 groups, 95% jackknife intervals"
  )
  expect_equal(words(lines[3]), c("Part", "Coefficient", "Estimate", "95% CI", "Items"))
  expect_equal(words(lines[4]), c("first", "one", ".128", "[.041, .213]", "1,200"))
  expect_equal(words(lines[5]), c("first", "two", "-.050", "[-.245, .145]", "1,198"))
  expect_equal(words(lines[7]), c("second", "two", dash, dash, "8"))
  expect_equal(lines[9], paste0("  ", dash, " second, two: one category only"))
  expect_equal(lines[11], "# All 18 columns: tibble::as_tibble(x)")
  expect_length(lines, 11)
})

test_that("numbers end in one column, words begin in one", {
  lines <- shown(result(), width = 80)[3:7]
  expect_length(unique(nchar(lines, "width")), 1)
  ends <- vapply(lines[2:4], function(line) regexpr("[.][0-9]{3}  ", line) + 3, 0, USE.NAMES = FALSE)
  expect_equal(ends, rep(regexpr("Estimate", lines[1])[1] + 7, 3))
  expect_equal(unique(regexpr("one|two", lines[2:5])[1:4]), regexpr("Coefficient", lines[1])[1])
})

test_that("a single estimate has its counts in the headline", {
  x <- result()[1, ]
  x$coefficient <- "krippendorff_alpha"
  x$metric <- "ordinal"
  lines <- shown(x[names(x) != "Part"])
  expect_equal(lines[1], "Agreement of 119 raters on 1,200 items (3,600 ratings), 95% jackknife intervals")
  expect_equal(words(lines[3]), c("Krippendorff's alpha (ordinal)", "95% CI"))
  expect_equal(words(lines[4]), c(".128", "[.041, .213]"))
  x$n_raters <- NA_integer_
  expect_match(shown(x)[1], "Agreement on 1,200 items (3,600 ratings), 95%", fixed = TRUE)
  x$n_items <- 1L
  expect_match(shown(x)[1], "Agreement on 1 item (3,600", fixed = TRUE)
})

test_that("the headline tells the kind of interval only if there is one kind", {
  none <- result(conf.low = rep(NA_real_, 4), interval = rep("none", 4), conf.level = rep(NA_real_, 4))
  expect_match(shown(none)[1], "in each of 2 groups, no intervals$")
  mixed <- shown(result(interval = c("jackknife", "analytic", "jackknife", "jackknife")))
  expect_match(mixed[1], "in each of 2 groups$")
  levels <- shown(result(conf.level = c(0.95, 0.9, 0.95, 0.95)))
  expect_match(levels[1], "in each of 2 groups$")
  expect_match(levels[5], "[-.245, .145] (90%)", fixed = TRUE)
  counts <- result(n_raters = c(1L, 2L, NA, 4L), n_ratings = 1:4)
  expect_match(shown(counts)[1], "^Agreement in 2 groups, 95%")
  expect_match(shown(counts), "second: anonymous raters|second, one: anonymous raters", all = FALSE)
})

test_that("digits, rows and width are for the caller to choose", {
  expect_equal(words(shown(result(), digits = 2)[4])[3:4], c(".13", "[.04, .21]"))
  few <- shown(result(), n = 3)
  expect_match(few, "^# 1 more row: print\\(x, n = Inf\\)$", all = FALSE)
  expect_no_match(few, "one category only")
  expect_match(shown(result(), n = 2), "^# 2 more rows", all = FALSE)
  many <- result()[rep(1, 25), ]
  expect_match(shown(many), "# 5 more rows", all = FALSE)
  expect_no_match(shown(many, n = Inf), "more row")

  narrow <- shown(result(), width = 40)
  expect_equal(words(narrow[3]), c("Part", "Coefficient", "Estimate"))
  expect_match(narrow, "^# Too wide to show: 95% CI, Items$", all = FALSE)
  expect_equal(words(shown(result(), width = 5)[3]), c("Part", "Coefficient", "Estimate"))
  expect_fault(print(result(), digits = 1.5), "argument", argument = "digits")
  expect_fault(print(result(), rows = 3), "argument")
})

test_that("it prints whatever was done to the rows and columns", {
  x <- result()
  expect_match(shown(x[x$Part == "first", ])[1], "^Agreement of 119 raters \\(3,600 ratings\\), 95%")
  expect_equal(shown(x[0, ]), c("Agreement: no estimates", "# All 18 columns: tibble::as_tibble(x)"))
  lean <- shown(x[c("coefficient", "estimate")])
  expect_equal(lean[1], "Agreement, no intervals")
  expect_equal(words(lean[4]), c("one", ".128"))
  expect_match(lean, "two: no value", all = FALSE)
  expect_match(shown(x["estimate"])[1], "tibble|Agreement:")
  expect_match(shown(x["estimate"]), "<dbl>", all = FALSE)
  text <- x
  text$estimate <- as.character(text$estimate)
  expect_match(shown(text), "<chr>", all = FALSE)

  x$remark <- c("good\nwork", "bad", NA, strrep("long ", 20))
  x$list <- list(1, 2, 3, 4)
  lines <- shown(x, width = 200)
  expect_equal(words(lines[4])[6:7], c("good work", "<list>"))
  expect_equal(words(lines[6])[6], "NA")
  expect_equal(words(lines[7])[6], paste0(strrep("long ", 7), "lo..."))
})

test_that("keys of any type and letter are shown", {
  x <- result()
  x$Part <- factor(c("\u4e2d\u6587", "\u4e2d\u6587", "b", NA))
  lines <- shown(x, width = 80)
  expect_match(lines[6], "^  b ")
  expect_match(lines[7], "^  NA ")
  if (l10n_info()[["UTF-8"]]) expect_length(unique(nchar(lines[3:7], "width")), 1)
  x$Part <- c("a", "a", "caf\xe9", "b")
  expect_match(shown(x), "caf<e9>", all = FALSE, fixed = TRUE)
})

test_that("no character outside ASCII in a session without UTF-8", {
  before <- Sys.getlocale("LC_CTYPE")
  on.exit(Sys.setlocale("LC_CTYPE", before))
  Sys.setlocale("LC_CTYPE", "C")
  lines <- format(result())
  expect_false(any(grepl("[^ -~]", lines, useBytes = TRUE)))
  expect_match(lines, "-- second, two: one category only", fixed = TRUE, all = FALSE)
})

test_that("the words of interpret() and tests stand beside the interval", {
  x <- result()
  x$statistic <- c(2.5, -1, 10, NA)
  x$p.value <- 2 * stats::pnorm(-abs(x$statistic))
  lines <- shown(interpret(x, "krippendorff"), width = 120)
  expect_equal(
    words(lines[3]), c("Part", "Coefficient", "Estimate", "95% CI", "z", "p", "Interpretation", "Items")
  )
  expect_equal(words(lines[4])[5:7], c("2.50", ".012", "Not reliable"))
  expect_equal(words(lines[6])[5:7], c("10.00", "< .001", "Tentative"))
  expect_equal(words(lines[7]), c("second", "two", dash, dash, "8"))
  expect_match(lines, "Interpretation after Krippendorff (2004).", fixed = TRUE, all = FALSE)
  expect_no_match(shown(interpret(x, c(all = -1)), width = 120), "Interpretation after")
})

test_that("printing returns its argument, and as_tibble() has all columns", {
  x <- result()
  capture.output(expect_invisible(returned <- print(x)))
  expect_identical(returned, x)
  expect_equal(class(tibble::as_tibble(x)), c("tbl_df", "tbl", "data.frame"))
  expect_equal(names(tibble::as_tibble(x)), names(x))
  expect_output(print(tibble::as_tibble(x)), "A tibble: 4")
})

test_that("the number of categories is shown where chance depends on it, or on request", {
  kappas <- result(n_categories = rep(5L, 4))
  expect_no_match(shown(kappas, width = 80), "categories")
  asked <- shown(kappas, width = 80, categories = TRUE)
  expect_equal(asked[1], paste(
    "Agreement of 119 raters (3,600 ratings) with 5 categories in each of 2 groups, 95% jackknife intervals"
  ))
  expect_equal(asked[-1], shown(kappas, width = 80)[-1])
  for (id in c("brennan_prediger", "gwet_ac1", "gwet_ac2")) {
    x <- result(coefficient = rep(c("fleiss_kappa", id), 2), n_categories = rep(1L, 4))
    expect_match(shown(x, width = 80)[1], "(3,600 ratings) with 1 category in each", fixed = TRUE)
    expect_no_match(shown(x, width = 80, categories = FALSE), "categor.* in each")
  }
  x <- result(coefficient = rep("gwet_ac1", 4), n_categories = c(5L, 5L, 3L, 3L))
  lines <- shown(x, width = 80)
  expect_no_match(lines[1], "categories")
  expect_equal(words(lines[3]), c("Part", "Gwet's AC1", "95% CI", "Items", "Categories"))
  expect_equal(words(lines[4]), c("first", ".128", "[.041, .213]", "1,200", "5"))
  expect_fault(format(x, categories = 1), "argument", "`categories` must be")
})

test_that("words of interpretation stay, however narrow the console is", {
  x <- interpret(result())
  lines <- shown(x, width = 50)
  expect_match(lines[3], "Interpretation")
  expect_match(lines, "Too wide to show: .*Items", all = FALSE)
})

test_that("long names are shortened where that makes room for the interval, and can still be told apart", {
  d <- result_ratings()
  d$part <- paste("A newspaper of the far", c("north", "south"))[1 + (as.integer(factor(d$item)) %% 2)]
  d$label <- paste("a sentiment that is clearly", d$label)
  by_part <- agreement(d, item, rater, label, by = part, coefficients = c("fleiss", "alpha"))
  by_category <- category_agreement(d, item, rater, label)
  compared <- compare_agreement(d, item, rater, label, by = part)
  for (x in list(by_part, by_category, compared)) {
    lines <- shown(x, width = 60)
    table <- lines[cumsum(lines == "") == 1][-1]
    expect_match(table[1], "95% CI")
    expect_lte(max(nchar(table)), 60)
    expect_match(table[-1], "\\.\\.\\.")
  }
  first <- function(x) unique(sub("  .*", "", sub("^ +", "", shown(x, width = 60)[4:7])))
  expect_length(first(by_part), 2)
  expect_match(first(by_part), "(north|south|th)$")
  # Names are kept in full if there is enough width, and also if there is too little even for the interval.
  expect_match(shown(by_part, width = 100)[4], "A newspaper of the far north", fixed = TRUE)
  expect_match(shown(by_part, width = 30)[4], "A newspaper of the far north", fixed = TRUE)
})

test_that("names longer than a column can be told apart also where the console is wide", {
  d <- result_ratings()
  d$rater <- paste("An annotator of the university of", c(ann = "Leiden", bob = "Leuven")[c("ann", "bob")])[
    match(d$rater, unique(d$rater)) %% 2 + 1
  ]
  d$occasion <- stats::ave(seq_along(d$item), d$item, d$rater, FUN = seq_along)
  d$part <- paste(strrep("A newspaper ", 4), c("north", "south"))[1 + (as.integer(factor(d$item)) %% 2)]
  x <- krippendorff_alpha(d, item, occasion, label, by = part, duplicates = "first", ci = ci_none())
  names <- sub("  +[-.0-9].*", "", shown(x, width = 100)[4:5])
  expect_match(names, "(north|south)$")
  # Names of two columns too.
  pairs <- pairwise_agreement(d, item, rater, label, duplicates = "first")
  expect_match(shown(pairs, width = 200)[4], "Leiden +.*Leuven|Leuven +.*Leiden")
})

test_that("names that differ in their middle can be told apart in a table of three columns of names", {
  d <- result_ratings()
  d$rater <- paste("annotator of the second crowdsourcing batch", d$rater)
  d$part <- sprintf("newspaper section number %d (weekend edition)", as.integer(factor(d$item)) %% 2 + 1L)
  pairs <- pairwise_agreement(d, item, rater, label, by = part)
  for (width in c(80, 200)) {
    lines <- shown(pairs, width = width)[4:9]
    expect_lte(max(nchar(lines)), width)
    expect_identical(anyDuplicated(sub("  +[-.0-9 ]+$", "", lines)), 0L)
  }
  # If there is not enough width for all of them, names still identify their rows.
  narrow <- shown(pairs, width = 30)[4:9]
  expect_identical(anyDuplicated(sub("  +[-.0-9 ]+$", "", narrow)), 0L)
  by_part <- agreement(d, item, rater, label, by = part, coefficients = c("fleiss", "alpha"))
  expect_match(shown(by_part, width = 70)[3], "95% CI")
  expect_match(shown(by_part, width = 70)[c(4, 6)], "[.]{3}.*[12] \\(")
})

test_that("long names give way to both limits of agreement", {
  scores <- matrix(c(1, 4, 6, 9, 2, 4, 7, 9, 2, 3, 6, 8), ncol = 3)
  colnames(scores) <- paste("annotator from the second crowdsourcing batch", 1:3)
  x <- limits_of_agreement(scores, layout = "raters_in_columns")
  for (width in c(60, 80, 120)) {
    lines <- shown(x, width = width)
    expect_match(lines[3], "Bias +Lower limit +Upper limit")
    expect_lte(max(nchar(lines[3:6])), width)
  }
})

test_that("the print shows the columns that the user put in front, as paper_table() does", {
  results <- every_result()
  kinds <- c(
    "accord_severity", "accord_components", "accord_comparison", "accord_generalizability", "accord_limits",
    "accord_concordance", "accord_alt_test", "accord_plan"
  )
  for (kind in kinds) {
    x <- results[[kind]]
    both <- rbind(x, x)
    both <- structure(
      c(list(study = rep(c("north", "south"), each = nrow(x))), unclass(both)[names(both)]),
      class = class(x), row.names = seq_len(2 * nrow(x))
    )
    lines <- shown(both, width = 120)
    expect_match(lines, "^  study ", all = FALSE, info = kind)
    expect_length(grep("^  (north|south) ", lines), 2 * nrow(x))
    both$remark <- "seen"
    expect_match(shown(both, width = 250), "remark", all = FALSE, info = kind)
  }
})

test_that("the column of three raters is not called Cohen's kappa", {
  three <- rated(ann = c("a", "b", "a"), bob = c("a", "b", "b"), cat = c("b", "b", "a"))
  expect_match(shown(cohen_kappa(three, item, rater, label, ci = ci_none())), "Conger's kappa", all = FALSE)
  expect_match(shown(scott_pi(three, item, rater, label, ci = ci_none())), "Fleiss' kappa", all = FALSE)
  two <- three[three$rater != "cat", ]
  expect_match(shown(cohen_kappa(two, item, rater, label, ci = ci_none())), "Cohen's kappa", all = FALSE)
  both <- agreement(three, item, rater, label, coefficients = c("cohen", "conger"), ci = ci_none())
  expect_identical(coefficient_labels(both), c("Cohen's kappa", "Conger's kappa"))
})

test_that("the number of rows to print is one or more", {
  x <- agreement(result_ratings(), item, rater, label)
  for (n in list(0, -1, NA, "a")) expect_fault(print(x, n = n), "argument", "whole number from 1 on")
  expect_fault(print(span_alpha(result_spans()), n = 0), "argument", "whole number from 1 on")
  expect_output(print(x, n = Inf), "Krippendorff")
})

test_that("glance() of a result without rows has no range", {
  x <- agreement(result_ratings(), item, rater, label)
  expect_no_warning(none <- glance(x[0, ]))
  expect_identical(none$n_estimates, 0L)
  expect_identical(none$min_items, NA_integer_)
})

test_that("the number of ratings averaged is a dash where a form is not defined", {
  data <- data.frame(i = rep(1:6, 2), r = rep(1:2, each = 6), v = c(1:6, 6:1))
  x <- suppressWarnings(icc(data, i, r, v))
  expect_no_match(paste(format(x), collapse = " "), "NA")
  skip_if_not_installed("knitr")
  expect_no_match(as.character(paper_table(x)), "NA")
})

test_that("a plan without intervals explains no width", {
  plan <- with_seed(1, plan_agreement(n_items = c(20, 40), ratings_per_item = 2, times = 5, ci = ci_none()))
  expect_no_match(paste(format(plan), collapse = " "), "Width|90%")
})

test_that("no line of words is longer than the console", {
  old <- options(width = 60)
  on.exit(options(old))
  for (x in every_result()[c("accord_agreement", "accord_comparison", "accord_plan", "accord_generalizability")]) {
    lines <- cli::ansi_strip(utils::capture.output(print(x)))
    expect_lte(max(nchar(lines)), 60)
    # Only the line breaks differ.
    joined <- function(lines) paste(strsplit(gsub("#", "", paste(lines, collapse = " ")), " +")[[1]], collapse = " ")
    expect_equal(joined(lines), joined(cli::ansi_strip(format(x))))
  }
  expect_equal(console_lines("# one two three", 12), c("# one two", "#   three"))
  expect_equal(console_lines("  a table  1.00", 10), "  a table  1.00")
})

test_that("the width of lines is a number, and NULL that of the console", {
  d <- data.frame(item = rep(1:4, 2), rater = rep(c("a", "b"), each = 4), label = strsplit("xyxyxyyy", "")[[1]])
  x <- agreement(d, item, rater, label, ci = ci_none())
  expect_identical(format(x, width = NULL), format(x))
  expect_output(print(x, width = NULL), "Percent agreement")
  for (bad in list(NA_character_, NaN, -1, c(40, 80), "wide")) {
    expect_fault(format(x, width = bad), "argument", argument = "width")
  }
  expect_fault(print(x, width = "wide"), "argument", argument = "width")
})

test_that("a row without a status has no reason below the table", {
  scores <- cbind(a = c(1, 2, 4, 3, 6), b = c(2, 2, 5, 4, 6), c = c(1, 3, 4, 4, 5))
  rows <- data.frame(item = rep(1:5, 3), rater = rep(1:3, each = 5), y = c(scores))
  for (x in list(
    limits_of_agreement(scores, layout = "raters_in_columns"),
    generalizability(rows, y ~ (1 | item) + (1 | rater), item, n = list(rater = 1:3), ci = "none")
  )) {
    x[2, ] <- NA
    expect_false(any(grepl("^ *(\u2014|--?) +NA$", format(x))))
  }
})

test_that("names of groups and raters never take the place of the figure in a narrow console", {
  ratings <- expand.grid(
    item = 1:8, rater = c("Rater Anna Maier", "Rater Benno Huber", "cat"), place = c("University hospital", "Practice"),
    year = 1:2, stringsAsFactors = FALSE
  )
  ratings$score <- ratings$item + (ratings$item * nchar(ratings$rater)) %% 3
  ratings$label <- ifelse(ratings$score %% 2 == 1, "first long category", "second long category")
  people <- unique(ratings[c("item", "place", "year")])
  people$model <- people$label <- rep_len(c("first long category", "second long category"), nrow(people))
  head_of <- function(x, width = 80) {
    lines <- cli::ansi_strip(format(x, width = width))
    expect_lte(max(nchar(lines[3:8], "width")), width)
    lines[3]
  }
  args <- list(ratings, "item", "rater", "score", by = c("place", "year"))
  pairs <- do.call(concordance, c(args, list(ci = ci_jackknife())))
  expect_match(head_of(pairs), "First +Second +Concordance")
  expect_match(head_of(do.call(limits_of_agreement, args)), "First +Second +Bias")
  expect_match(head_of(do.call(limits_of_agreement, c(args, against = "mean"))), "First +Second +Lower limit")
  estimates <- corrected_estimate(people, label, model, by = c(place, year))
  expect_match(head_of(estimates, 45), "place +year +Term +Estimate$")
  tested <- alt_test(ratings, item, rater, label, models = "cat", epsilon = .1, min_items = 2, by = c(place, year))
  expect_match(head_of(tested, 60), "Winning rate")
  # k is a key of the row too.
  both <- rbind(
    krippendorff_alpha(ratings, item, rater, score, by = c(place, year), level = "ordinal", ci = ci_jackknife()),
    icc(ratings, item, rater, score, by = c(place, year), form = c("icc_a1", "icc_ak"))
  )
  expect_match(head_of(interpret(both, "koo_li"), 90), "Coefficient +k +Estimate .*Interpretation")
})

test_that("names that would look alike if they were cut are not cut", {
  names <- c("Rater Anna Maier", "Rater Gerda Maier")
  columns <- bind_columns(c(
    as_keys(list(name_column("First", names), name_column("Second", rev(names)))),
    list(column("Estimate", c(".1", ".2"), TRUE, must = TRUE), column("Items", c("1", "2"), TRUE))
  ))
  table <- text_table(columns, 30)
  expect_match(table$lines[2], paste0(names[1], " +", names[2], " +[.]1$"))
  expect_identical(table$dropped, "Items")
})

test_that("a one-sided test that rejects 0 within a two-sided interval is explained", {
  scores <- cbind(
    c(-1.9, 1.2, -0.9, -1.4, -0.3, 0.1, 0.3, -0.8, 0.1, 2.3, 0.4, -1.3),
    c(-2.1, 0.9, -0.9, -0.6, -1.4, 0.2, 0.4, 1.6, -0.6, -0.7, -1, -1.5),
    c(-0.8, 0.7, 0.1, -1.7, -1.4, -1.4, 0.3, -2.1, -0.4, 0.8, -1.6, -0.8)
  )
  # The one-sided p value is between .025 and .05: the test rejects, but the limits, each with half of 5%, contain 0.
  p <- stats::anova(stats::lm(c(scores) ~ factor(c(row(scores)))))[1, 5]
  expect_true(p > .025 && p < .05)
  x <- icc(scores, layout = "raters_in_columns", form = "icc1")
  words <- "F tests are one-sided; intervals are two-sided"
  expect_true(any(startsWith(cli::ansi_strip(format(x)), paste("#", words))))
  expect_false(any(grepl(words, format(icc(scores + 5 * 1:12, layout = "raters_in_columns")))))
  # A test of another value says its value in the same sentence.
  other <- icc(scores, layout = "raters_in_columns", form = "icc1", test_value = 0.01)
  note <- grep("F tests", cli::ansi_strip(format(other)), value = TRUE)
  expect_match(note, "^# F tests are one-sided, of a value of [.]01 or less(; intervals are two-sided, |$)")
  expect_length(strsplit(note, "one-sided")[[1]], 2)
  # If there are no p values, no explanation is needed.
  expect_false(any(grepl(words, format(x, width = 30))))
  skip_if_not_installed("knitr")
  expect_match(paper_table(x), paste0("*F*", substring(words, 2)), fixed = TRUE)
  expect_no_match(paper_table(x, wide = TRUE), "are one-sided", fixed = TRUE)
  expect_no_match(paper_table(x[setdiff(names(x), "p.value")]), "are one-sided", fixed = TRUE)
})

test_that("plans bound together say what differs between them", {
  one <- function(times, ci) {
    with_seed(1, plan_agreement(n_items = 20, ratings_per_item = 2, times = times, ci = ci))
  }
  both <- rbind(one(3, ci_jackknife()), one(4, ci_jackknife(conf_level = 0.9)))
  lines <- shown(both, width = 120)
  expect_match(lines[3], "Interval +Studies")
  expect_match(lines[4], "95% jackknife +3 ")
  expect_match(lines[5], "90% jackknife +4 ")
  expect_no_match(lines[1], "studies|%")
  table <- paste(as.character(paper_table(both, format = "markdown")), collapse = "\n")
  expect_match(table, "95% jackknife")
  expect_match(table, "90% jackknife")
  expect_no_match(table, "simulated")
  skip_if_not_installed("ggplot2")
  expect_identical(ggplot2::autoplot(both)$labels$y, "Width of the interval")
})

test_that("a coefficient that stands twice has no place in a wide table", {
  x <- fleiss_kappa(small(), item, who, label, ci = ci_none())
  expect_fault(paper_table(rbind(x, x), wide = TRUE), "not_wide", "1 row repeats a group and coefficient")
  expect_fault(paper_table(rbind(x, x, x), wide = TRUE), "not_wide", "2 rows repeat a group and coefficient")
})

test_that("few items and many raters are asked about", {
  data <- expand.grid(item = 1:3, rater = 1:12)
  data$label <- rep(c("x", "y", "x", "y", "y"), length.out = 36)
  asked <- function(...) any(grepl("in each other's place?", format(agreement(data, ..., label)), fixed = TRUE))
  expect_true(asked(item, rater))
  some <- agreement(data, item, rater, label)[c("coefficient", "estimate", "n_items")]
  expect_false(any(grepl("other's place", format(some), fixed = TRUE)))
  expect_false(asked(rater, item))
})

test_that("one rater of many items is counted, and not taken for an item", {
  data <- data.frame(item = 1:12, rater = "ann", label = c("x", "y"))
  for (measure in list(krippendorff_alpha, percent_agreement, scott_pi)) {
    expect_warning(found <- measure(data, item, rater, label), class = "accord_warning_undefined")
    lines <- format(found)
    expect_match(lines[1], "Agreement of 1 rater on 12 items (12 ratings)", fixed = TRUE)
    expect_false(any(grepl("other's place", lines, fixed = TRUE)))
    expect_match(lines, "two or more ratings", all = FALSE)
  }
})
