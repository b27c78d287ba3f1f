skip_if_not_installed("knitr")

# The note under a table, "" without one, and the rows that have a dash.
note_of <- function(x) {
  text <- strsplit(as.character(suppressWarnings(paper_table(x, "markdown"))), "\n")[[1]]
  paste(sub("^[*]Note.[*] ", "", text[startsWith(text, "*Note.*")]), collapse = "")
}
has_dash <- function(x) {
  dash <- dash(list(format = "markdown"))
  any(grepl(paste0("[|] *", dash, " *[|]"), strsplit(as.character(paper_table(x, "markdown")), "\n")[[1]]))
}

test_that("there is a note for every dash, whatever the result", {
  skip_if_quick()
  gaps <- data.frame(
    item = rep(1:4, 3), rater = rep(c("ann", "bob", "cat"), each = 4), label = "a", g = c("x", "x", "y", "y")
  )
  chains <- result_chains()
  kappas <- note_of(rater_summary(gaps, item, rater, label))
  expect_match(kappas, "For all rows: no kappa, no interval (one", fixed = TRUE)
  means <- summary(rater_summary(gaps, item, rater, label))
  expect_match(note_of(means), "Kappa against the other ratings: no mean, no interval", fixed = TRUE)
  expect_match(note_of(chain_alpha(chains)), "no interval, since one document is too few", fixed = TRUE)
  expect_match(note_of(coref_scores(chains)), "CoNLL mean: no recall, no precision (it is a mean of F1)", fixed = TRUE)
  expect_match(note_of(mean(coref_scores(chains))), "CoNLL mean: no recall", fixed = TRUE)
  alpha <- note_of(span_alpha(result_spans()))
  expect_match(alpha, " Label LOC: no interval", fixed = TRUE)
  # Only a label has a coverage, which its meaning says.
  expect_no_match(alpha, "no coverage", fixed = TRUE)
  expect_match(alpha, "coverage: of single labels only", fixed = TRUE)
  spans <- span_alpha(result_spans())
  parts <- table_parts(spans, list(format = "markdown", digits = 3, leading_zero = FALSE))$columns
  coverage <- parts$cells[[match("Coverage", parts$names)]]
  expect_identical(coverage == dash(list(format = "markdown")), is.na(spans$label))
  expect_match(
    note_of(coref_scores(chains)), "CoNLL mean: no recall, no precision (it is a mean of F1)", fixed = TRUE
  )
})

test_that("a table says once how its intervals were computed, or that it has none", {
  style <- list(format = "markdown", digits = 3, leading_zero = FALSE, wide = FALSE, methods = TRUE)
  has_intervals <- function(x) is.data.frame(x) && !is.null(x[["interval"]]) && any(!is.na(x[["conf.low"]] %||% NA))
  results <- Filter(has_intervals, suppressWarnings(every_result()))
  expect_gt(length(results), 10)
  told <- vapply(results, function(x) {
    method <- unique(x$interval[!is.na(x$conf.low)])
    # Two names of methods are letters that stand for others as well.
    words <- ifelse(method %in% c("F", "MOVER"), INTERVAL_WORDS[method], method)
    level_removed <- x
    level_removed$conf.level <- NULL
    vapply(list(x, level_removed), function(x) {
      notes <- gsub("*", "", made_table(x, style, NULL)$notes, fixed = TRUE)
      all(vapply(words, function(one) sum(grepl(paste0("\\b", one, "\\b"), notes)), 0) == 1)
    }, NA)
  }, logical(2))
  expect_identical(colnames(told)[!told[1, ] | !told[2, ]], character())
  bare <- lapply(results, function(x) {
    x$conf.low[] <- NA
    notes <- suppressWarnings(made_table(x, style, NULL))$notes
    sum(grepl("(^|, )no intervals", notes, ignore.case = TRUE))
  })
  expect_true(all(unlist(bare) <= 1))
})

test_that("of a table without a dash nothing is said to lack", {
  for (x in every_result()[c("accord_comparison", "accord_limits", "accord_generalizability")]) {
    expect_false(has_dash(x))
    expect_no_match(note_of(x), ": no ")
  }
})

test_that("scores without an interval are named", {
  answers <- data.frame(
    label = c("a", "b", "a", "b"), sure = c(0.9, 0.8, 0.7, 0.6), gold = c("a", "b", "b", "b")
  )
  x <- calibration(answers, label, sure, gold)
  lacking <- x$measure[x$status == "ok" & is.na(x$conf.low)]
  expect_gt(length(lacking), 0)
  for (one in SCORE_WORDS[lacking]) expect_match(note_of(x), one)
  expect_match(note_of(x), ": no interval", fixed = TRUE)
})

test_that("reasons of groups and raters name them", {
  skip_if_quick()
  people <- data.frame(
    person = c(TRUE, FALSE, TRUE, FALSE, rep(NA, 8)), model = rep(c(TRUE, FALSE, FALSE), 4), g = rep(c("u", "v"), 6)
  )
  x <- suppressWarnings(corrected_estimate(people, person, model, by = g))
  expect_match(note_of(x), "For u and v: fewer than 3 labelled items", fixed = TRUE)
  between <- suppressWarnings(corrected_estimate(people, person, model, by = g, differences = TRUE))
  expect_match(note_of(between), "Differences: second minus first", fixed = TRUE)

  data <- transform(result_ratings(), g = rep(c("x", "y"), each = 12))
  gold <- stats::setNames(rep("a", 8), paste0("t", 1:8))
  scores <- evaluate_consensus(consensus(data, item, rater, label, by = g), gold)
  expect_match(note_of(scores), "x, Recall of b; .*y, Recall of c: not in gold")

  grades <- data.frame(
    item = rep(1:6, 3), rater = rep(c("ann", "bob", "cat"), each = 6),
    grade = c(1, 2, 3, 4, 2, 3, 2, 2, 3, 3, 1, 3, 4, 4, 4, 4, 4, 4)
  )
  severities <- suppressWarnings(rater_severity(grades, item, rater, grade))
  expect_match(note_of(severities), "For cat: only the rating 4", fixed = TRUE)
  expect_match(paste(format(severities), collapse = " "), "cat: only the rating 4", fixed = TRUE)
})

test_that("a comparison without intervals says so, as its print does", {
  data <- with_seed(1, simulate_ratings(60, 4, accuracy = 0.8))
  x <- suppressWarnings(
    compare_agreement(data, item, rater, rating, coefficients = c("fleiss", "alpha"), ci = ci_analytic())
  )
  expect_match(note_of(x), "No intervals", fixed = TRUE)
})

test_that("figures that only pairs have are told in one sentence, not a dash at a time", {
  skip_if_quick()
  scores <- cbind(a = c(1, 2, 4, 3, 5), b = c(2, 2, 5, 4, 5), c = c(1, 3, 4, 3, 4))
  notes <- as.character(paper_table(concordance(scores, layout = "raters_in_columns"), "markdown"))
  expect_match(notes, "*Note.* Each row has 5 items. Concordance: precision times accuracy; ", fixed = TRUE)
  expect_match(notes, "; only pairs have these.", fixed = TRUE)
  expect_no_match(notes, "all raters[^|]*: no ")

  marked <- data.frame(
    document = "d", annotator = c("ann", "ann", "bob", "cat"), start = c(0, 9, 0, 9), end = c(4, 14, 4, 14),
    label = c("PER", "LOC", "PER", "LOC"), length = 20
  )
  notes <- as.character(paper_table(span_agreement(marked), "markdown"))
  expect_match(notes, "Counts of spans, precision and recall are not given for the mean over pairs; ", fixed = TRUE)
  expect_no_match(notes, "no spans of first", fixed = TRUE)
})

test_that("counts that are the same on both sides are told once", {
  both <- c("8 items", "5 spans of the first annotator", "5 spans of the second annotator")
  expect_identical(of_each_annotator(both), c("8 items", "5 spans of each annotator"))
  others <- c("5 spans of the first annotator", "4 spans of the second annotator")
  expect_identical(of_each_annotator(others), others)
  expect_identical(of_each_annotator(both[1:2]), both[1:2])
  expect_identical(of_each_annotator(character()), character())
})

test_that("means of scores in both directions have one column for recall and precision, which are equal", {
  means <- suppressWarnings(every_result())$accord_coref_means
  style <- list(format = "markdown", digits = 3, leading_zero = FALSE)
  names <- function(x) table_parts(x, style)$columns$names
  expect_identical(means$recall, means$precision)
  expect_true("Recall and precision" %in% names(means) && !"Precision" %in% names(means))
  words <- "Means over both directions of 1 pair of annotators, so that recall and precision are equal"
  expect_match(note_of(means), words, fixed = TRUE)
  expect_match(note_of(means), "F1: the mean of the F1 of the pairs", fixed = TRUE)
  # Of one direction they differ.
  means$recall[1] <- means$precision[1] / 2
  expect_true(all(c("Recall", "Precision") %in% names(means)))
  expect_no_match(note_of(means), "are equal", fixed = TRUE)
})

test_that("a reason that more than five rows share names none of them", {
  style <- list(format = "text")
  expect_identical(phrase_notes(letters[1:5], rep("tie", 5), style), "a; b; c; d; e: tie")
  expect_identical(phrase_notes(letters[1:6], rep("tie", 6), style), "6 rows: tie")
  expect_identical(phrase_notes(letters[1:6], rep("ok", 6), style), character())
})

test_that("what holds for all rows of a group is said once in a table of groups of raters", {
  x <- suppressWarnings(every_result())$accord_group_comparison
  parts <- table_parts(x, list(format = "markdown", digits = 3, leading_zero = FALSE))
  lost <- tapply(x$status, x$group, function(status) if (length(unique(status)) == 1) unique(status) else "ok")
  lost <- lost[lost != "ok"]
  expect_gt(length(lost), 0)
  left_out <- grep("not shown", parts$notes, value = TRUE)
  for (one in paste0("Group ", names(lost), " is not shown (", lost, ")")) expect_match(left_out, one, fixed = TRUE)
  # Three assignments of raters to groups cannot give a small p value, so that the table has none.
  expect_true(all(x$least.p > 0.05, na.rm = TRUE) && !all(is.na(x$p.value)))
  p <- parts$columns$cells[[match("p", parts$columns$names)]]
  expect_identical(unique(p), dash(list(format = "markdown")))
  expect_match(parts$notes, "No test: with 3 assignments", all = FALSE)
  expect_length(parts$columns$cells[[1]], sum(!is.na(x$estimate)))
  # The shares of the ratings are for the print.
  expect_no_match(parts$notes, "Shares of the ratings")
  expect_match(format(x), "Shares of the ratings", all = FALSE)
})

test_that("a value that all designs share is in the note", {
  x <- suppressWarnings(every_result())$accord_plan
  parts <- same_in_note(table_parts(x, list(format = "markdown", digits = 3, leading_zero = FALSE)))
  expect_identical(length(unique(x$value)), 1L)
  expect_match(parts$notes, "^True Krippendorff", all = FALSE)
  expect_no_match(parts$columns$names, "Krippendorff")
})

test_that("agreement on categories says what it is, and how many ratings are in each", {
  data <- result_ratings()[-(2:3), ]
  x <- category_agreement(data, item, rater, label)
  table <- strsplit(paper_table(x, "markdown"), "\n")[[1]]
  counted <- table(data$label[data$item %in% data$item[duplicated(data$item)]])
  shown <- trimws(vapply(strsplit(table[-(1:2)], "|", fixed = TRUE), function(line) c(line, "", "")[2], ""))
  expect_identical(grep("[(]", shown, value = TRUE), sprintf("%s (%d)", names(counted), counted))
  expect_match(note_of(x), "In parentheses: ratings in the category. Specific agreement: the probability", fixed = TRUE)
  # With groups the numbers are those of no row.
  two <- rbind(transform(data, g = "u"), transform(data, g = "v"))
  expect_no_match(paper_table(category_agreement(two, item, rater, label, by = g), "markdown"), "In brackets")
})

test_that("the method of intervals is told where all rows have the same", {
  data <- result_ratings()
  analytic <- krippendorff_alpha(data, item, rater, label, ci = ci_analytic())
  expect_match(note_of(analytic), "95% CI: analytic", fixed = TRUE)
  expect_no_match(note_of(krippendorff_alpha(data, item, rater, label, ci = ci_none())), "CI")
  both <- rbind(analytic, krippendorff_alpha(data, item, rater, label, ci = ci_jackknife()))
  expect_no_match(note_of(both), "CI:")
  # A comparison says it in its own words.
  expect_length(gregexpr("jackknife", note_of(every_result()$accord_comparison))[[1]], 1)
})

test_that("a column without a value in any row is left out of a table, and the note says why", {
  skip_if_not_installed("knitr")
  heading <- function(x) strsplit(paper_table(x, "markdown"), "\n")[[1]][1]
  x <- suppressWarnings(every_result()$accord_group_comparison)
  expect_gt(nrow(x), 1)
  expect_no_match(heading(x), "*p*", fixed = TRUE)
  expect_match(note_of(x), "No test: with 3 assignments", fixed = TRUE)
  style <- list(format = "markdown")
  columns <- bind_columns(list(
    c(column("Rater", c("ann", "bob"), FALSE), key = TRUE), column("Mean", c("—", "—"), TRUE),
    column("SD", c("—", "—"), TRUE), column("Kappa", c("—", "—"), TRUE, must = TRUE), column("p", c("—", ".5"), TRUE)
  ))
  expect_identical(without_empty(columns, style)$names, c("Rater", "Mean", "Kappa", "p"))
  expect_identical(lengths(without_empty(columns, style)$cells), rep(2L, 4))
  # A single row keeps them all.
  columns$cells <- lapply(columns$cells, `[`, 1)
  expect_identical(without_empty(columns, style), columns)
})

test_that("each row has the reason for its dash", {
  style <- list(format = "markdown")
  columns <- bind_columns(list(
    c(column("Statistic", c("a", "b", "c"), FALSE), key = TRUE), column("95% CI", c("—", "[.1, .2]", "—"), TRUE)
  ))
  notes <- function(why) gap_notes(list(columns = columns, because = list("95% CI" = why)), style)
  expect_identical(
    notes(c("one value", "", "all alike")), c("For a: no interval (one value)", "For c: no interval (all alike)")
  )
  expect_identical(notes("one value"), "For a and c: no interval (one value)")
})

test_that("means over raters that tell nothing are left out of a table", {
  skip_if_not_installed("knitr")
  means <- summary(rater_summary(result_ratings(), item, rater, label))
  table <- paper_table(means, "markdown")
  # No rating was set aside, and two others agree or not for all three raters alike.
  expect_identical(means$estimate[means$measure == "set_aside"], 0)
  expect_no_match(table, "set aside")
  expect_no_match(table, "others' majority")
  expect_match(table, "with the majority")
  # The console shows all rows.
  expect_match(paste(format(means), collapse = "\n"), "Share set aside")
})

test_that("intervals over two or three documents or clusters are said to tell little", {
  x <- suppressWarnings(every_result())$accord_span_gamma
  expect_match(note_of(x), "Intervals over 2 documents say little", fixed = TRUE)
  x$n_documents <- 4L
  expect_no_match(note_of(x), "say little")
  x$n_documents <- c(2L, 3L, 4L, 4L)
  expect_match(note_of(x), "Intervals over 2 or 3 documents say little", fixed = TRUE)
  x$conf.low <- x$conf.high <- NA_real_
  expect_no_match(note_of(x), "say little")
})

test_that("names of rows of one kind are joined in a sentence", {
  expect_identical(names_in_sentence("events of a and b"), "events of a and b")
  expect_identical(names_in_sentence(c("events of a and b", "events of a and c")), "events of a and b, and of a and c")
  expect_identical(names_in_sentence(paste("events of", c("a", "b", "c"))), "events of a, of b, and of c")
  expect_identical(names_in_sentence(c("events of a and b", "kappa of c")), "events of a and b; kappa of c")
  expect_identical(names_in_sentence(c("a", "b")), "a and b")
})

test_that("figures of a pair of annotators stand once, and a class that nobody used is only named", {
  results <- suppressWarnings(every_result())
  style <- list(format = "markdown", digits = 3, leading_zero = FALSE)
  parts <- table_parts(results$accord_event_kappa, style)
  links <- parts$columns$cells[[which(parts$columns$names == "Links")]]
  expect_identical(links == "", c(FALSE, TRUE, FALSE, TRUE, FALSE, TRUE, TRUE))
  text <- as.character(paper_table(results$accord_evaluation, "markdown"))
  expect_match(text, "Class c is never used and not shown; macro F1 is of the others", fixed = TRUE)
  expect_no_match(text, "\n[|]c ")
})
