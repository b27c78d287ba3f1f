skip_if_not_installed("knitr")

results <- every_result()
lines <- function(table) strsplit(as.character(table), "\n")[[1]]
cells <- function(line) trimws(strsplit(gsub("^[|]|[|]$", "", line), "|", fixed = TRUE)[[1]])
heading <- function(x) cells(lines(paper_table(x, "markdown"))[1])

# Headings of all results are words of the field with a capital or symbols, and cells are no codes.
test_that("headings and cells of all results are words", {
  no_table <- c("accord_ratings", "accord_chains", "accord_preferences", "accord_spans", "span_consensus", "confusion")
  for (name in setdiff(names(results), no_table)) {
    x <- results[[name]]
    if (name == "accord_pairs") x$confusion <- NULL
    heads <- gsub("\\", "", heading(x), fixed = TRUE)
    # A matrix of coincidences has the labels of the user as its headings.
    ours <- heads[!heads %in% c("", "a", "b", "c")]
    expect_no_match(ours, "[a-z][_.][a-z0-9]", info = name)
    symbols <- gsub("*", "", grep("^[*]", ours, value = TRUE), fixed = TRUE)
    expect_true(all(symbols %in% SYMBOLS), info = name)
    words <- grep("^[*]", ours, value = TRUE, invert = TRUE)
    expect_match(words, "^([A-Z]|95% CI$|90% width$|95% lower)", info = name)
    rows <- unlist(lapply(lines(paper_table(x, "markdown"))[-(1:2)], cells))
    expect_false(any(rows %in% c("TRUE", "FALSE", "NA", "mean", "residual")), info = name)
  }
})

test_that("a table says what was counted, what its figures are of and how its intervals were computed", {
  note <- function(x) sub("^[*]Note[.][*] ", "", utils::tail(lines(paper_table(x, "markdown")), 1))
  expect_match(note(results$accord_span_gamma), "^Gamma of 3 annotators in 2 documents, 95% jackknife intervals[.] Lab")
  expect_match(note(results$accord_span_alpha), "of 3 annotators in 2 documents, 95% jackknife intervals")
  expect_match(note(results$accord_chain_alpha), "95% jackknife intervals")
  expect_match(note(results$accord_evaluation), "^6 items with a gold label[.] .* 95% intervals of Clopper and Pears")
  expect_match(note(results$accord_influence), "Influence on Krippendorff's alpha (nominal): the est", fixed = TRUE)
  expect_match(note(results$accord_disagreements), "Disagreement: the share of pairs of ratings that differ[.] Share")
  # 8 of 12 labels are right; the capital is 1 / .05 where it decides.
  audit <- note(results$accord_audit)
  expect_match(audit, "^Go on: it is not shown yet that more than 50% of the labels are right; .* 20 is")
  expect_match(note(results$accord_raters), paste(
    "8 ratings[.] 8 items, 3 categories[.] Majority: agreement with the majority; pairs: .*",
    "kappa: as Cohen's, of a rater and all other ratings of the same items, unweighted; 95% CI: of kappa, analytic"
  ))
})

test_that("raters who are numbers are named as raters above their ratings", {
  data <- with_seed(1, simulate_ratings(20, 3))
  between <- disagreements(data, item, rater, rating, raters = 1:2)
  expect_equal(heading(between[1, ]), c("Item", "Rater 1", "Rater 2", "Disagreement", "Share"))
  # What is the same in all rows is in the note.
  expect_equal(heading(between), c("Item", "Rater 1", "Rater 2"))
  expect_match(paper_table(between, "markdown"), "Each row has disagreement 1.000 and share ", fixed = TRUE)
  named <- disagreements(result_ratings(), item, rater, label, raters = c("ann", "bob"))
  expect_equal(heading(named)[2:3], c("ann", "bob"))
})

test_that("logical values are yes and no, and a facet has the number of its levels", {
  expect_equal(cells(lines(paper_table(results$accord_estimate, "markdown"))[3])[1], "Share of yes")
  data <- transform(result_ratings(), spoken = rep(c(TRUE, FALSE), each = 12))
  alpha <- krippendorff_alpha(data, item, rater, label, by = spoken)
  table <- lines(paper_table(alpha, "markdown"))
  expect_equal(cells(table[1])[1], "Spoken")
  expect_setequal(c(cells(table[3])[1], cells(table[4])[1]), c("no", "yes"))
  expect_equal(heading(results$accord_generalizability)[1], "Raters")
})

test_that("raters of pairs have headings in words", {
  pairs <- results$accord_pairs
  pairs$confusion <- NULL
  expect_equal(heading(pairs)[1:2], c("First rater", "Second rater"))
})

test_that("scores are in words, with their interval in one column", {
  x <- results$accord_evaluation
  table <- lines(paper_table(x, "markdown"))
  expect_equal(cells(table[1]), c("Class", "Measure", "Estimate", "95% CI", "If calibrated", "Items"))
  expect_equal(cells(table[3])[1:2], c("all", "Accuracy"))
  # Six items have gold labels; the raters gave c, c, a to t6.
  expect_equal(
    cells(table[3])[c(3, 6)], c(formatC(x$estimate[1], format = "f", digits = 3), "6")
  )
  expect_equal(cells(table[6])[1:2], c("", "Stated probability"))
  expect_equal(cells(table[9])[1:2], c("a", "Precision"))
})

test_that("calibration counts answers, not items", {
  answers <- data.frame(item = rep(1:5, each = 4), label = "a", gold = c("a", "b"), sure = rep(1:2, 10))
  x <- calibration(answers, label, sure, gold)
  heads <- function(x) cells(lines(paper_table(x, "markdown"))[1])
  expect_equal(heads(x), c("Class", "Measure", "Estimate", "95% CI", "Answers"))
  expect_equal(cells(lines(paper_table(x, "markdown"))[3])[5], "20")
  expect_match(paper_table(x[is.na(x$class), ]), "Note.* Each row has 20 answers")
  expect_true("Answers" %in% heads(rbind(x, x)))
})

test_that("totals of chains are called all", {
  table <- lines(paper_table(results$accord_chain_agreement, "markdown"))
  expect_equal(
    cells(table[1]),
    c(
      "Document",
      "Only in ann's chain",
      "In both",
      "Only in bob's chain",
      "Difference",
      "Delta"
    )
  )
  expect_equal(cells(table[5])[1], "all")
  expect_match(tail(table, 1), "Note[.][*] In both: mentions in both of two matched chains; ")
  expect_equal(cells(lines(paper_table(results$accord_coref, "markdown"))[3])[2], "MUC")
})

test_that("differences are told in full below their table", {
  table <- as.character(paper_table(results$accord_comparison, "markdown"))
  expect_match(table, "First (alpha|\u03b1)")
  expect_match(
    table, paste0(
      "Krippendorff's (alpha|\u03b1) \\(nominal\\). Sets of raters: all .*[.] ",
      "Difference: second minus first, computed before rounding, ",
      "paired on the same 8 items[.] CI: [A-Za-z ]+ interval of the difference"
    )
  )
})

test_that("a status is told in the note", {
  data <- rated(ann = c("a", "a", NA), bob = c("a", "a", NA), cat = c(NA, NA, "a"))
  x <- suppressWarnings(rater_influence(data, item, rater, label))
  expect_match(as.character(paper_table(x, "markdown")), "Note.*: one category only")
})

test_that("soft labels are left out of the table, other matrices of the user are an error", {
  x <- consensus(result_ratings(), item, rater, label, method = "one_coin", posterior = TRUE)
  expect_equal(heading(x), c("Item", "Label", "Probability"))
  influence <- results$accord_influence
  influence$more <- list(1)
  expect_fault(paper_table(influence), "list_column")
})

test_that("text is escaped in every table", {
  data <- result_ratings()
  data$rater <- sub("ann", "a_%&#{}~^\\$<>|n", data$rater, fixed = TRUE)
  latex <- as.character(paper_table(rater_influence(data, item, rater, label), "latex"))
  expect_match(
    latex,
    paste0(
      "a\\_\\%\\&\\#\\{\\}\\textasciitilde{}\\textasciicircum{}",
      "\\textbackslash{}\\$\\textless{}\\textgreater{}\\textbar{}n"
    ),
    fixed = TRUE
  )
})

test_that("what has no coefficients is not wide", {
  for (name in paste0("accord_", c("comparison", "plan", "consensus", "coref", "influence"))) {
    expect_fault(paper_table(results[[name]], wide = TRUE), "not_wide")
  }
})

test_that("a result of spans or chains tells the level of its intervals", {
  skip_if_quick()
  skip_if_not_installed("knitr")
  heading <- function(x) strsplit(as.character(paper_table(x)), "\n")[[1]][1]
  expect_match(heading(span_agreement(result_spans())), "95% CI")
  expect_match(heading(span_alpha(result_spans(), ci = ci_jackknife(conf_level = 0.9))), "90% CI")
  expect_match(heading(with_seed(1, span_gamma(result_spans(), samples = 5))), "95% CI")
  expect_match(heading(chain_alpha(result_chains())), "95% CI")
  expect_no_match(heading(span_agreement(result_spans(), ci = ci_none())), "CI")
})

test_that("counts are grouped in thousands as in every table, ids are not", {
  x <- chain_agreement(result_chains())
  x$both[1] <- 1438L
  x$document[1] <- "1438"
  expect_match(paper_table(x), "1,438", fixed = TRUE)
  expect_match(paper_table(x), "[|]1438 ")
})

test_that("small numbers in the units of the data keep their digits", {
  data <- result_ratings()
  data$score <- 1e-4 * c(1, 2, 2, 4, 5, 4, 2, 2, 3, 5, 5, 4)
  x <- variance_components(data, score ~ (1 | item) + (1 | rater))
  shown <- formatC(x$estimate[1], format = "f", digits = 2 - floor(log10(max(x$estimate))))
  expect_match(paste(format(x), collapse = " "), shown, fixed = TRUE)
  expect_match(as.character(paper_table(x)), shown, fixed = TRUE)
  expect_no_match(as.character(paper_table(x, digits = 3)), shown, fixed = TRUE)
  expect_no_match(paste(format(limits_of_agreement(transform(data, score = score / 100), item, rater, score)),
    collapse = " "
  ), "0.000000[], ]")
  study <- generalizability(data, score ~ (1 | item) + (1 | rater), item)
  expect_no_match(paste(format(study), collapse = " "), "0[.]000 *$")
  expect_identical(unit_digits(c(0.00012, NA)), 6)
  expect_identical(unit_digits(c(1234, 2)), 0)
  tiny <- transform(data, score = score * 1e-60)
  expect_match(
    paste(format(variance_components(tiny, score ~ (1 | item) + (1 | rater))), collapse = " "),
    sub("e-.*", "", formatC(x$estimate[1], format = "e", digits = 2)), fixed = TRUE
  )
  limits <- limits_of_agreement(tiny, item, rater, score)
  expect_no_match(paste(format(limits), collapse = " "), "0.000000", fixed = TRUE)
})

test_that("an alignment or headings for other columns are an error", {
  skip_if_quick()
  for (format in c("markdown", "html", "typst")) {
    expect_fault(paper_table(results$accord_agreement, format, align = "zz"), "argument", "align")
    expect_fault(paper_table(results$accord_agreement, format, col.names = "a"), "argument", "col.names")
    expect_s3_class(paper_table(results$accord_agreement, format, align = "c"), "accord_table")
  }
})

test_that("votes are counted, and only shares of votes are headed as such", {
  heading <- function(x) paper_table(x, "markdown")[1]
  labels <- function(method) consensus(result_ratings(), item, rater, label, method = method)
  x <- labels("majority")
  expect_match(heading(x), "Votes", fixed = TRUE)
  expect_no_match(heading(x), "Share|Ratings")
  # The votes for the label, counted in the data.
  rows <- result_ratings()
  counted <- mapply(function(item, label) {
    paste(sum(rows$label[rows$item == item] %in% label), "of", sum(rows$item == item & !is.na(rows$label)))
  }, x$item, as.character(x$label))
  known <- !is.na(x$label)
  lines <- strsplit(paper_table(x, "markdown"), "\n")[[1]][2 + seq_along(x$item)]
  cells <- vapply(strsplit(lines, "|", fixed = TRUE), function(cells) trimws(cells[4]), "")
  expect_identical(cells[known], unname(counted)[known])
  expect_match(heading(labels("wawa")), "Share of weighted votes", fixed = TRUE)
  expect_match(heading(labels("dawid_skene")), "Probability", fixed = TRUE)
  # Verbs that only keep columns lose the attribute when they bind rows.
  bare <- labels("one_coin")
  attr(bare, "consensus") <- NULL
  expect_match(heading(bare), "Probability", fixed = TRUE)
})

test_that("a consensus with numbers that are text now is no table", {
  for (column in c("probability", "n")) {
    x <- consensus(result_ratings(), item, rater, label)
    x[[column]] <- format(x[[column]])
    expect_fault(paper_table(x, "markdown"), "not_agreement", "1 is not", columns = column)
  }
})

test_that("the rater of a result about raters is headed in words", {
  skip_if_not_installed("knitr")
  x <- intra_rater_agreement(rbind(result_ratings(), result_ratings()), item, rater, label, ci = ci_none())
  expect_match(as.character(paper_table(x, "markdown"))[1], "^[|]Rater ")
})

# Columns without which there is no table of a class; those of estimates of coefficients are tested in test-table.R.
NEEDED <- list(
  accord_comparison = c("coefficient_1", "coefficient_2", "group_1", "group_2", "coefficient", "estimate"),
  accord_group_comparison = c("group", "measure", "estimate"),
  accord_plan = c("n_items", "ratings_per_item", "coefficient"),
  accord_limits = c("rater_1", "rater_2", "lower", "upper"),
  accord_concordance = c("rater_1", "rater_2", "estimate"),
  accord_severity = c("rater", "severity"),
  accord_alt_test = c("model", "winning_rate"),
  accord_components = c("component", "estimate"),
  accord_generalizability = c("coefficient", "estimate"),
  accord_estimate = c("term", "estimate")
)

test_that("a table leaves out every column that was taken away, but the estimate and what identifies a row", {
  skip_if_quick()
  headings <- function(x) {
    lines <- strsplit(as.character(paper_table(x, "markdown")), "\n")[[1]]
    found <- trimws(strsplit(grep("^[|]", lines, value = TRUE)[1], "|", fixed = TRUE)[[1]][-1])
    # Without its column the level is not in any heading.
    sub("^[0-9]+% | [(][a-z]+[)]$", "", found)
  }
  results <- every_result()
  for (class in names(NEEDED)) {
    x <- results[[class]]
    if (class == "accord_alt_test") x$people <- NULL
    whole <- headings(x)
    for (name in setdiff(names(x), NEEDED[[class]])) {
      rest <- headings(x[setdiff(names(x), name)])
      # Without degrees of freedom the letter of a statistic is unknown, and without the least p value whether there is a
      # test.
      expect_identical(setdiff(rest, c(whole, "Statistic", "*p*")), character(), info = c(class, name))
      expect_no_warning(paper_table(x[setdiff(names(x), name)], "latex"))
    }
    for (name in intersect(names(x), NEEDED[[class]])) {
      expect_fault(paper_table(x[setdiff(names(x), name)]), "missing_column", "^A table of", column = name)
    }
    least <- x[intersect(names(x), NEEDED[[class]])]
    expect_no_match(as.character(paper_table(least)), "NA|NULL|Items 1")
  }
})

test_that("what is left of a result without a column is as before", {
  # A line of headings and one for each row, without the columns whose headings are `less`.
  cells <- function(x, less = character()) {
    lines <- grep("^[|]", strsplit(as.character(paper_table(x, "markdown")), "\n")[[1]], value = TRUE)[-2]
    cells <- do.call(rbind, lapply(strsplit(lines, "|", fixed = TRUE), function(x) trimws(x[-1])))
    cells[, !cells[1, ] %in% less]
  }
  results <- every_result()
  less <- function(class, names) results[[class]][setdiff(names(results[[class]]), names)]
  expect_identical(cells(less("accord_limits", "sd")), cells(results$accord_limits, "*SD*"))
  expect_identical(cells(less("accord_limits", c("bias", "n_items"))), cells(results$accord_limits, c("Bias", "Items")))
  expect_identical(cells(less("accord_severity", "infit")), cells(results$accord_severity, "Infit"))
  expect_identical(cells(less("accord_severity", "conf.low")), cells(results$accord_severity, "95% CI"))
  expect_identical(cells(less("accord_components", "status")), cells(results$accord_components))
  expect_identical(cells(less("accord_generalizability", "status")), cells(results$accord_generalizability))
  expect_identical(cells(less("accord_estimate", "status")), cells(results$accord_estimate))
  expect_identical(cells(less("accord_plan", "n_ratings")), cells(results$accord_plan, "Ratings"))
  expect_identical(cells(less("accord_comparison", "n_shared")), cells(results$accord_comparison, "Shared"))
  expect_no_match(as.character(paper_table(less("accord_comparison", "n_shared"))), "paired|items")
})

test_that("the note of a plan without intervals begins like a sentence", {
  x <- plan_agreement(n_items = c(5, 8), ratings_per_item = 2, times = 2, ci = ci_none())
  expect_match(paper_table(x), "From 2 simulated studies per row.", fixed = TRUE)
  x <- plan_agreement(n_items = c(5, 8), ratings_per_item = 2, times = 2, ci = ci_jackknife())
  expect_match(paper_table(x), "Width of 95% jackknife intervals, from 2 simulated", fixed = TRUE)
})

test_that("columns that the user added are in the table of every result", {
  skip_if_quick()
  skip_if_not_installed("knitr")
  cells <- function(x) {
    lines <- grep("^[|]", strsplit(as.character(paper_table(x, "markdown")), "\n")[[1]], value = TRUE)[-2]
    do.call(rbind, lapply(strsplit(lines, "|", fixed = TRUE), function(x) trimws(x[-1])))
  }
  results <- every_result()
  kinds <- Filter(function(x) is.data.frame(x) && inherits(x, "accord_result"), results)
  expect_true(all(names(NEEDED) %in% names(kinds)))
  for (class in names(kinds)) {
    x <- kinds[[class]]
    x <- x[setdiff(names(x), c("people", "confusion", "posterior"))]
    if (any(vapply(x, is.list, NA))) next
    plain <- cells(x)
    x$remark <- rep_len(letters, nrow(x))
    # Questions that a judge's data cannot answer are in the note, and groups without a value; a pair of annotators has
    # one direction; figures that tell nothing beside others are left out.
    shown <- switch(class,
      accord_judge_report = !is_unanswered(x) & !spare_report_rows(x), accord_rater_means = !is_untelling_mean(x),
      accord_group_comparison = !is.na(x$estimate),
      accord_coref = x$key < x$response, accord_evaluation = !is_unused_class(x),
      # A mean of one pair is left out.
      accord_event_kappa = !is.na(x$annotator_1) | x$coefficient != "event_kappa_linked", rep(TRUE, nrow(x))
    )
    remarks <- c("Remark", x$remark[shown])
    table <- cells(x)
    expect_identical(table[, ncol(table)], remarks, info = class)
    expect_identical(table[, -ncol(table)], plain, info = class)
    # Before all others, the column is one of the keys.
    table <- cells(x[c("remark", setdiff(names(x), "remark"))])
    expect_identical(table[, 1], remarks, info = class)
    # With another value in each row no group is left unnamed.
    named <- plain != ""
    expect_identical(table[, -1][named], plain[named], info = class)
  }
  # The note explains its dashes, too.
  x <- results$accord_severity
  x$remark <- c("a", NA, "b")
  expect_match(paper_table(x, "markdown"), "For bob: no remark", fixed = TRUE)
  for (format in c("latex", "html", "typst")) expect_match(paper_table(x, format), "remark")
  x <- results$accord_agreement[1:2, ]
  x$remark <- c("a", NA)
  x$weight <- c(NA, 0.5)
  expect_match(paper_table(x, "markdown"), "|a      |      \u2014|", fixed = TRUE)
  expect_match(
    paper_table(x, "markdown"), "ratings. For Percent agreement: no weight. For Fleiss' \u03ba: no remark.",
    fixed = TRUE
  )
  x <- krippendorff_alpha(result_ratings(), item, rater, label, ci = ci_none())
  x$remark <- NA_character_
  expect_match(paper_table(x, "markdown"), "\\*Note[.]\\* No remark[.] No intervals were computed[.]$")
})

test_that("notes of chains say whose documents they are about", {
  # ann and bob may pair x with y or with z; ann and cat agree.
  marked <- data.frame(
    document = rep(c("d1", "d2"), each = 12), annotator = rep(c("ann", "bob", "cat"), each = 4), mention = 1:4,
    chain = c("x", "x", "x", "x", "y", "y", "z", "z", "x", "x", "x", "x", rep("x", 12))
  )
  table <- paper_table(chain_agreement(as_chains(marked)), "markdown")
  expect_match(
    as.character(table), "ann, bob, d1; ann, bob, all; bob, cat, d1; bob, cat, all: the pairing is not unique",
    fixed = TRUE
  )
  # d1 of ann and cat has only singletons: MUC has nothing to score.
  marked$chain[marked$document == "d1" & marked$annotator != "bob"] <- NA
  notes <- as.character(paper_table(coref_scores(as_chains(marked)), "markdown"))
  expect_match(notes, "ann, cat, d1, MUC; ", fixed = TRUE)
  expect_no_match(notes, "ann, bob, d1, MUC", fixed = TRUE)
})

test_that("the places of spans are in the name of the item alone", {
  found <- disagreements(as_spans(result_spans()))
  heads <- function(x) cells(lines(paper_table(x, "markdown"))[1])
  expect_equal(heads(found), c("Item", "ann", "bob", "cat", "Disagreement", "Share", "Kind"))
  # A group of ratings can have any of these names.
  grouped <- disagreements(transform(result_ratings(), document = "d"), item, rater, label, by = document)
  expect_true("Document" %in% heads(grouped))
})

test_that("a probability of a model is not written as certain unless it is", {
  style <- list(format = "markdown", digits = 2, leading_zero = FALSE)
  expect_identical(
    probability_cells(c(0.9999, 0.5, 1, 0.0001, 0, 0.994, NA), style),
    c("\\> .99", ".50", "1.00", "\\< .01", ".00", ".99", dash(style))
  )
  style <- list(format = "text", digits = 2, leading_zero = TRUE)
  expect_identical(probability_cells(0.9999, style), "> 0.99")
})
