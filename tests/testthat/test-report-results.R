# The first lines of a report from results that are there already.

words_of <- function(html) gsub("<[^>]*>", "", html)

test_that("the first lines of one question are those of a report, with limits for other raters", {
  set.seed(2)
  x <- as_ratings(simulate_ratings(40, 3, n_raters = 4, accuracy = 0.8), item, rater, rating)
  found <- agreement(x)
  both <- krippendorff_alpha(x, ci = ci_jackknife(over = "both"))
  expect_identical(first_of_results(found, x), first_part(found, x, report_scale(x, NULL, NULL)))
  expect_identical(first_of_results(found, x, both), first_part(found, x, report_scale(x, NULL, NULL), both))
  # Limits of another coefficient say nothing of the one that is named.
  kappa <- agreement(x, coefficients = "fleiss_kappa")
  expect_identical(first_of_results(kappa, x, both), first_of_results(kappa, x))
  # Nor are limits for other raters named twice.
  expect_identical(first_of_results(both, x, both), first_of_results(both, x))
})

test_that("each of several questions has a line, which says what other raters would give or that it is not known", {
  data <- data.frame(
    id = 1:20, good_a = rep(1:4, 5), good_b = rep(1:4, 5), good_c = rep(1:4, 5),
    bad_a = rep(1:4, 5), bad_b = rep(c(1, 2, 4, 3), 5), bad_c = rep(c(3, 1, 2, 4), each = 5)
  )
  sheet <- read_sheet(data, item = id, names = "{question}_{rater}")
  x <- as_ratings(sheet, level = c(good = "ordinal", bad = "ordinal"))
  found <- agreement(x, coefficients = c("percent_agreement", "krippendorff_alpha"))
  both <- suppressWarnings(krippendorff_alpha(x, ci = ci_jackknife(over = "both")))
  text <- words_of(first_of_results(found, x, both))
  expect_match(text, "good: 1.00 (high)", fixed = TRUE)
  expect_match(text, "What should be done?", fixed = TRUE)
  wide <- both$conf.high - both$conf.low > 0.6
  known <- !is.na(both$conf.low)
  line <- function(name) regmatches(text, regexpr(paste0(name, ": [^\n]*"), text))
  at <- match("bad", both$question)
  expect_true(known[at] && wide[at])
  expect_match(line("bad"), "other items and raters .*&nbsp;to&nbsp;.*, too wide to tell[.]$")
})

test_that("spans have both measures by name, and advice on what is most at issue", {
  skip_if_not_installed("jsonlite")
  export <- read_label_studio(system.file("extdata", "label_studio", "project.json", package = "accord"))
  x <- as_spans(export)
  found <- span_agreement(x)
  alpha <- span_alpha(x)
  items <- disagreements(x)
  text <- words_of(first_of_results(found, x, NULL, rater_influence(x), items, alpha))
  expect_match(text, paste0("F1 is ", below_one(found$f1[is.na(found$annotator_1)])), fixed = TRUE)
  # Annotators of this export are numbers.
  expect_match(text, "annotators [0-9]+ and [0-9]+")
  by_length <- alpha$estimate[alpha$coefficient == "u_alpha"]
  expect_match(text, paste0("Unitizing alpha is ", below_one(by_length)), fixed = TRUE)
  # The kind with the largest part of all disagreement, however many disagreements there are.
  part <- vapply(c("place", "label", "missing"), function(kind) sum(items$share[grepl(kind, items$kind)]), 0)
  expect_identical(names(which.max(part)), "label")
  n_label <- sum(grepl("label", items$kind))
  at_issue <- sprintf(
    "which label a span gets (at issue in %d of %d disagreements, with %s of all disagreement)",
    n_label, nrow(items), below_one(max(part))
  )
  expect_match(text, at_issue, fixed = TRUE)
  # Without alpha nothing is known of chance.
  expect_null(first_of_results(found, x))
  methods <- methods_of_results(found, x)
  expect_match(methods, sprintf("3 annotators marked %d spans in 12 documents", sum(!is.na(export$start))))
  expect_match(methods, "Hripcsak & Rothschild, 2005", fixed = TRUE)
})

test_that("chains have alpha and the mentions on which annotators differ, and advice on where to begin", {
  # In d1 both have the same chains; in d2 nothing is alike.
  marked <- data.frame(
    document = rep(c("d1", "d2"), each = 12), annotator = rep(rep(c("ann", "bob"), each = 6), 2), mention = rep(1:6, 4),
    chain = c("a", "a", "a", "b", "b", "b", "x", "x", "x", "y", "y", "y", "a", "a", "b", "b", "c", "c",
      "x", "y", "z", "x", "y", "z")
  )
  x <- as_chains(marked)
  found <- chain_agreement(x)
  alpha <- chain_alpha(x)
  text <- words_of(first_of_results(found, x, alpha = alpha))
  total <- alpha$estimate[alpha$scope == "total"]
  expect_match(text, paste("alpha of chains is", below_one(total)), fixed = TRUE)
  expect_match(text, paste("in one of the two chains only (delta) is", below_one(
    found$delta[found$scope == "total"]
  )), fixed = TRUE)
  expect_match(text, "begin with d2 (delta ", fixed = TRUE)
  # One document has no interval, and nothing to begin with.
  one <- as_chains(marked[marked$document == "d1", ])
  text <- words_of(first_of_results(chain_agreement(one), one, alpha = chain_alpha(one)))
  expect_match(text, "alpha of chains is 1.00", fixed = TRUE)
  expect_match(text, "1 document gives no interval", fixed = TRUE)
  expect_no_match(text, "begin with", fixed = TRUE)
  expect_null(first_of_results(found, x))
  expect_match(methods_of_results(found, x), "2 annotators marked chains of mentions in 2 documents", fixed = TRUE)
})

test_that("of a table of counts the largest cell off the diagonal is named, as no item is known", {
  counts <- rbind(yes = c(yes = 20, no = 5), no = c(yes = 10, no = 15))
  x <- as_ratings(counts, layout = "confusion")
  text <- words_of(first_of_results(agreement(x), x))
  expect_match(text, "no (rows) and yes (columns), 10 items", fixed = TRUE)
  expect_no_match(text, "items in doubt be rated")
  x <- as_ratings(t(counts), layout = "confusion")
  expect_match(words_of(first_of_results(agreement(x), x)), "yes (rows) and no (columns), 10 items", fixed = TRUE)
  # Counts are counted as the items that they are.
  expect_match(format(x)[1], "100 ratings, 50 items, 2 raters", fixed = TRUE)
  expect_match(paste(format(x), collapse = " "), "yes 55.0%, no 45.0%", fixed = TRUE)
})

test_that("a rater with another threshold stands out by the majority of the others", {
  # Five raters with few random changes; the sixth says yes of half of the items that are no.
  n <- 120
  truth <- rep(c("no", "no", "no", "yes"), length.out = n)
  flip <- function(at) replace(truth, at, ifelse(truth[at] == "no", "yes", "no"))
  said <- c(
    lapply(1:5, function(k) flip(seq(k, n, by = 11))), list(replace(truth, which(truth == "no")[c(TRUE, FALSE)], "yes"))
  )
  data <- data.frame(item = rep(seq_len(n), 6), rater = rep(letters[1:6], each = n), rating = unlist(said))
  x <- as_ratings(data, item, rater, rating)
  rows <- rater_summary(x)
  expect_identical(as.character(rows$rater)[is_below_majority(rows)], "f")
  share <- whole_percent(rows$agree_others[rows$rater == "f"])
  expect_match(words_of(first_of_results(agreement(x), x)), sprintf("by f, who agrees .* in %s of", share))
  # Of raters who are alike none stands out.
  expect_false(any(is_below_majority(rater_summary(as_ratings(data[data$rater != "f", ], item, rater, rating)))))
})

test_that("a star stands at its reason: at the name for the distance, else at the share of the majority", {
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  # Five raters with few random changes; the sixth says yes of each `k`th item that is no.
  n <- 120
  truth <- rep(c("no", "no", "no", "yes"), length.out = n)
  flip <- function(at) replace(truth, at, ifelse(truth[at] == "no", "yes", "no"))
  row_of_f <- function(k) {
    yes <- which(truth == "no")[seq_len(sum(truth == "no")) %% k == 0]
    said <- c(lapply(1:5, function(k) flip(seq(k, n, by = 11))), list(replace(truth, yes, "yes")))
    data <- data.frame(item = rep(seq_len(n), 6), rater = rep(letters[1:6], each = n), rating = unlist(said))
    html <- paste(rater_section(as_ratings(data, item, rater, rating), 15), collapse = " ")
    plot <- sub("</svg>.*", "", html)
    row <- sub("</tr>.*", "", sub(".*<span class=\"whole\">f", "f", html))
    expect_match(html, "A star marks this, a reason to look", fixed = TRUE)
    list(
      name = startsWith(row, "f &#42;"), plot = grepl(">f \\*</text>", plot), triangle = grepl("<polygon", plot),
      share = grepl("[0-9]%&nbsp;[*]</td>$", row), stars = lengths(regmatches(html, gregexpr("[0-9]%?&nbsp;[*]", html)))
    )
  }
  # The kappa, which the plot has, is far below the others, or the share of the majority alone.
  expect_identical(row_of_f(2), list(name = TRUE, plot = TRUE, triangle = TRUE, share = FALSE, stars = 0L))
  expect_identical(row_of_f(3), list(name = FALSE, plot = FALSE, triangle = FALSE, share = TRUE, stars = 1L))
})

test_that("with two raters their agreement is one column, and that they met is not told", {
  data <- data.frame(id = 1:12, ann = rep(c("a", "b"), 6), bob = rep(c("a", "b", "b"), 4))
  x <- as_ratings(read_sheet(data, item = id, rating = c(ann, bob)))
  table <- paper_table(rater_summary(x), "markdown")
  expect_no_match(paste(table, collapse = " "), "Majority|Others")
  expect_match(paste(table, collapse = " "), "12 items, 2 categories", fixed = TRUE)
  expect_no_match(paste(table, collapse = " "), "other rater met")
  expect_identical(counted_in_words(1, "Raters met"), "1 other rater met")
})

test_that("raters are compared within their group, so that a group with less agreement names nobody", {
  # The same four raters agree on the first question and answer the second one at random.
  share <- c(0.9, 0.91, 0.9, 0.89, 0.5, 0.51, 0.5, 0.49)
  rows <- data.frame(agree_others = share, n_compared = rep(400, 8))
  group <- rep(1:2, each = 4)
  expect_false(any(is_below_majority(rows, group)))
  # One who is far below the others of the group stands out.
  rows$agree_others[8] <- 0.2
  expect_identical(which(is_below_majority(rows, group)), 8L)
})

test_that("groups that allow different uses are advised on each, and others together", {
  advice <- function(estimate, low = estimate - 0.05, high = pmin(1, estimate + 0.05)) {
    paste(advice_on_each(estimate, low, high, letters[seq_along(estimate)], "all of them", ": ask."), collapse = " ")
  }
  expect_identical(
    advice(c(0.9, 0.7, 0.5, 0.2)),
    paste(
      "The ratings can be relied on in a. Draw only tentative conclusions in b.",
      "Do not rely on single ratings in c and d: ask."
    )
  )
  expect_match(advice(c(0.85, 0.02), c(0.5, 0)), "be rated twice .*, in a. Do not use the ratings in b, which")
  expect_match(advice(c(0.5, 0.9), c(0, 0.85), c(0.9, 0.95)), "Let more be rated before agreement is judged in a.")
  expect_identical(advice(c(0.9, 0.91, 0.92)), "The ratings can be relied on in all of them.")
  # In part x all agree, in part y nobody does better than by chance.
  rows <- data.frame(item = rep(1:160, each = 2), rater = c("ann", "bob"), part = rep(c("x", "y"), each = 160))
  rows$label <- c(rep(c("a", "b"), each = 2, times = 40), rep(c("a", "b", "b", "a", "a", "a", "b", "b"), 20))
  ratings <- as_ratings(rows, item, rater, label, by = part)
  found <- krippendorff_alpha(ratings)
  said <- what_to_do(found, ratings, report_scale(ratings, NULL, NULL))
  expect_match(said, "can be relied on in x. Do not use the ratings in y, which agree no better", fixed = TRUE)
  expect_no_match(what_to_do(found[1, ], ratings, report_scale(ratings, NULL, NULL)), "in x")
})

test_that("of spans the label is named on which raters agree least, not the pair with no label", {
  row <- function(annotator, start, label) {
    data.frame(document = "d", annotator, start, end = start + 5, label, length = 100)
  }
  # All agree on PER; of LOC, ORG and no label each of two annotators gives another.
  rows <- rbind(
    row("ann", c(0, 10, 20, 30, 40), c("PER", "PER", "LOC", "LOC", "ORG")),
    row("bob", c(0, 10, 20, 30, 50), c("PER", "PER", "LOC", "ORG", "ORG"))
  )
  ratings <- as_ratings(as_spans(rows))
  # The alpha of each label against all others, by its definition, of the 100 positions.
  label_of <- function(who) {
    own <- rows[rows$annotator == who, ]
    label <- rep("O", 100)
    for (i in seq_len(nrow(own))) label[own$start[i] + 1:5] <- own$label[i]
    label
  }
  alpha <- vapply(c("LOC", "ORG", "PER"), function(label) {
    is <- c(label_of("ann") == label, label_of("bob") == label)
    oracle_alpha(rep(1:100, 2), 1 + is, 1 - diag(2))[["estimate"]]
  }, 0)
  expect_identical(names(which.min(alpha)), "ORG")
  expect_identical(
    hardest_label_words(ratings),
    paste0("the label ORG (alpha against all others ", below_one(min(alpha)), ", the lowest)")
  )
})
