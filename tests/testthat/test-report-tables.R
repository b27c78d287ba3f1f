# Tables and sections of a report.

skip_if_not_installed("ggplot2")
skip_if_not_installed("knitr")

cells_of <- function(html) {
  html <- paste(html, collapse = "\n")
  cells <- regmatches(html, gregexpr("<td[^>]*>.*?</td>", html, perl = TRUE))[[1]]
  trimws(gsub("<[^>]*>", "", cells))
}

test_that("a group is named once only where rows are sorted by groups", {
  rows <- data.frame(item = 1:4, far = c(4, 3, 2, 1), criterion = c("form", "logic", "logic", "style"))
  named <- c(item = "Item", far = "Difference")
  expect_identical(cells_of(html_columns(rows, named, 10, "unexpected"))[c(3, 6, 9, 12)], rows$criterion)
  data <- expand.grid(item = 1:3, rater = c("a", "b"), criterion = c("form", "logic", "style"))
  data$label <- c("x", "y")
  ratings <- as_ratings(data, item, rater, label, by = criterion)
  sorted <- html_columns(rows[c("criterion", "item")], named["item"], 10, "raters", ratings = ratings)
  expect_identical(cells_of(sorted), as.character(rows$item))
  groups <- gsub("<[^>]*>", "", grep("scope=\"rowgroup\"", sorted, value = TRUE))
  expect_identical(groups, paste("Criterion:", c("form", "logic", "style")))
})

test_that("means and medians are values, and labels are not", {
  data <- data.frame(item = rep(1:6, 2), rater = rep(c("a", "b"), each = 6), x = c(1, 2, 3, 1, 2, 3, 1, 2, 3, 2, 2, 3))
  heading <- function(level, method = NULL) {
    ratings <- as_ratings(data, item, rater, x, level = level)
    label_heading(report_scale(ratings, NULL, level), if (!is.null(method)) consensus(ratings, method = method))
  }
  expect_identical(heading("interval"), "Values")
  expect_identical(heading("ordinal"), "Values")
  expect_identical(heading("nominal"), "Labels")
  expect_identical(heading("interval", "one_coin"), "Labels")
})

test_that("up to ten answers are named, however wide the console is", {
  local_width <- options(width = 40)
  on.exit(options(local_width))
  answers <- function(labels) {
    data <- expand.grid(rater = c("a", "b"), item = seq_along(labels))
    data_facts(suppressWarnings(as_ratings(transform(data, x = labels[item]), item, rater, x, level = "nominal")))
  }
  ten <- paste("a long answer", letters[1:10])
  expect_identical(answers(ten)[["Answers"]], paste(ten, "10.0%", collapse = ", "))
  expect_identical(answers(as.double(1:10))[["Answers"]], paste0(1:10, ": 10.0%", collapse = ", "))
  expect_match(answers(paste("a long answer", letters[1:12]))[["Answers"]], "a long answer j 8.3%, and 2 more$")
})

test_that("ratings that were set aside are explained where the table has them", {
  data <- data.frame(item = rep(1:12, 3), rater = rep(c("a", "b", "c"), each = 12), label = c("x", "y", "y"))
  data$label[c(5, 20, 33)] <- c("y", "x", "x")
  part <- function() paste(rater_section(as_ratings(data, item, rater, label), 10), collapse = "\n")
  expect_no_match(part(), "Set aside")
  # Missing ratings are told by the numbers of ratings, and those of a rater who repeats an item are not.
  data$label[2] <- NA
  expect_no_match(part(), "Set aside")
  data <- rbind(data, data[13, ])
  part <- function() {
    ratings <- suppressWarnings(as_ratings(data, item, rater, label, duplicates = "first"))
    paste(rater_section(ratings, 10), collapse = "\n")
  }
  expect_match(part(), "Set aside: how many ratings in the data do not count[^<]*, 2 in all[.].*<th[^>]*> *Set aside")
})

test_that("each of several groups has a line with its limits, and for whom limits are stands first in a table", {
  set.seed(5)
  data <- rbind(
    cbind(simulate_ratings(40, 5, accuracy = 0.95), part = "easy"),
    cbind(simulate_ratings(12, 5, accuracy = 0.7), part = "hard")
  )
  ratings <- as_ratings(data, item, rater, rating, by = part, level = "nominal")
  found <- krippendorff_alpha(ratings)
  both <- other_raters(found, ratings, list(asked = NULL, weights = NULL))
  lines <- certain_of_groups(found, ratings, both)
  expect_identical(
    lines[1], "95% intervals of what other items and raters would give (wider than .60: too wide to tell):"
  )
  for (k in 1:2) {
    ends <- function(row) paste(below_one(row$conf.low[k]), "to", below_one(row$conf.high[k]))
    is_open <- both$conf.high[k] - both$conf.low[k] > 0.6
    expect_match(lines[k + 1], paste0(found$part[k], ": "), fixed = TRUE)
    expect_match(lines[k + 1], paste0("; other items ", ends(found), "; "), fixed = TRUE)
    others <- paste0(ends(both), if (is_open) ", too wide to tell")
    expect_match(lines[k + 1], paste0("; other items and raters ", others), fixed = TRUE)
  }
  # Without these lines the sentence on the lowest and the highest value says which limits are too wide.
  both$conf.low <- c(0.7, -0.12)
  both$conf.high <- c(0.9, 0.71)
  expect_match(
    how_high(found, ratings, report_scale(ratings, NULL, NULL), both = both),
    paste0(
      "in hard to .* In hard [(].\\.12 to \\.71[)] the 95% interval for other raters is wider than \\.60: ",
      "too wide to tell[.]$"
    )
  )
  expect_no_match(how_high(found, ratings, report_scale(ratings, NULL, NULL)), "too wide")
  both$conf.low[2] <- NA
  expect_match(certain_of_groups(found, ratings, both)[3], "other items and raters not determined.", fixed = TRUE)
  part <- paste(population_part(found, both, 5, ratings), collapse = "\n")
  head <- regmatches(part, gregexpr("<th[^>]*>.*?</th>", part, perl = TRUE))[[1]]
  head <- trimws(gsub("<[^>]*>", "", head))
  expect_identical(head[-(1:2)], c("Other items", "Other items and raters"))
})

# Two documents in which ann marks spans that nobody else marks, the longest one last.
lone_spans <- function(labels = c("X", "Y")) {
  as_spans(data.frame(
    document = rep(c("d1", "d2"), c(5, 3)), annotator = c("ann", "ann", "bob", "bob", "cat", "ann", "bob", "cat"),
    start = c(2, 20, 30, 20, 30, 5, NA, NA), end = c(4, 24, 33, 24, 33, 14, NA, NA),
    label = c(labels[1], labels[2], labels[1], labels[2], labels[1], labels[1], NA, NA), length = 50
  ))
}

test_that("a report on spans says what a position is, and what no label is called", {
  facts <- data_facts(as_ratings(lone_spans()))
  expect_match(facts[["Stretches"]], "^[0-9]+, in each of which no label changes$")
  expect_match(facts[["Answers"]], "; O: no label, the rater marked nothing there$")
  # Where a label is called O, positions without a label are "(O)".
  facts <- data_facts(as_ratings(lone_spans(c("X", "O"))))
  expect_match(facts[["Answers"]], "; (O): no label, the rater marked nothing there", fixed = TRUE)
  skip_if_quick()
  file <- tempfile(fileext = ".html")
  report_agreement(as_ratings(lone_spans()), file = file, coefficients = "alpha")
  page <- paste(readLines(file), collapse = " ")
  expect_match(page, "begin with the label X \\(alpha against all others")
  expect_match(page, "largest part of all disagreement is between &quot;O&quot; \\(no label\\)")
})

test_that("a report on spans has the mean F1 of raters and the F1 of each label", {
  spans <- lone_spans()
  ratings <- as_ratings(spans)
  measures <- measures_of_spans(spans, ratings, ratings)
  expect_identical(measures$n_spans, 6L)
  # ann and bob have one equal span of three and two, bob and cat one of two and one, ann and cat none.
  mean <- (2 / 5 + 2 / 3 + 0) / 3
  note <- grep("Mean F1 of all pairs", annotator_part(measures$spans), value = TRUE)
  expect_match(note, paste0("Mean F1 of all pairs: ", sub("^0", "", sprintf("%.2f", mean)), ", 95% CI"), fixed = TRUE)
  # Each label has one pair with the same span, and two pairs without an equal one.
  expect_equal(measures$f1_of_labels, c(X = 1 / 3, Y = 1 / 3))
  section <- category_section(ratings, report_scale(ratings, NULL, NULL), 15, measures$f1_of_labels)
  expect_identical(sum(cells_of(section) == ".33"), 2L)
  expect_match(attr(section, "answer"), "; alpha is lowest on \"[XY]\" [(]")
})

test_that("stretches have their words, from the texts of their documents", {
  text <- c(d1 = "Anna & Tom live in the old Rome of the north.", "d:2" = "ab")
  expect_identical(
    texts_of_stretches(c("d1:27-31", "d1:0-4", "d:2:1-2", "d3:0-2"), text),
    c(
      "\u2026in the old <b>Rome</b> of the north.", "<b>Anna</b> &amp; Tom live in\u2026", "a<b>b</b>", ""
    )
  )
  expect_null(texts_of_stretches("d1:0-4", NULL))
  ratings <- as_ratings(lone_spans())
  documents <- c(d1 = strrep("word ", 10), d2 = strrep("text ", 10))
  section <- paste(item_section(ratings, report_scale(ratings, NULL, NULL), documents, 20), collapse = "")
  expect_match(section, "<b>text text</b>", fixed = TRUE)
})

test_that("stretches are sorted by their share of the disagreement", {
  ratings <- as_ratings(lone_spans())
  about <- report_scale(ratings, NULL, NULL)
  found <- by_doubt(report_disagreements(ratings, about), ratings, about, NULL)
  # Both are a label by ann alone, 9 and 2 positions of all that differ; bob and cat agree on d1:30-33 against ann.
  lone <- found[id_text(found$item) %in% c("d1:2-4", "d2:5-14"), ]
  expect_identical(id_text(lone$item), c("d2:5-14", "d1:2-4"))
  expect_equal(lone$share[1] / lone$share[2], 9 / 2)
  expect_false(is.unsorted(-found$share))
  table <- cells_of(item_section(ratings, about, NULL, 20))
  expect_identical(grep("%$", table, value = TRUE), percent_cells(found$share))
  shown <- cells_of(label_section(ratings, about, 20))
  expect_lt(match("d2:5-14", shown), match("d1:2-4", shown))
  # Where the table has the first rows only, these are not listed twice.
  short <- label_section(ratings, about, 2)
  expect_false(any(id_text(found$item) %in% cells_of(short)))
  # Instead it says how many stretches have each label.
  labels <- stretches_once(labels_of_items(ratings, "majority"), ratings)$label
  at <- match("O", cells_of(short))
  expect_identical(cells_of(short)[at + 1], as.character(sum(labels %in% "O")))
  expect_match(short, "listed under Stretches", fixed = TRUE, all = FALSE)
})

test_that("the axis of influences is one line in a report, and the words above it say the rest", {
  data <- expand.grid(item = 1:8, rater = c("ann", "bob", "cat"))
  data$label <- c("x", "y", "y", "x", "y")[seq_len(24) %% 5 + 1]
  for (who in c("rater", "item")) {
    x <- (if (who == "rater") rater_influence else item_influence)(data, item, rater, label)
    plot <- ggplot2::autoplot(x, width = PLOT_WIDTH, height = 6)
    expect_identical(plot$labels$x, "Change in Krippendorff's alpha")
    words <- gsub("\n", " ", plot$labels$subtitle)
    expect_match(words, paste("alpha \\(nominal\\) is with the", who, "than without"))
  }
})

test_that("the first lines of several questions tell the limits of each for other raters", {
  set.seed(6)
  rows <- data.frame(id = rep(1:20, each = 4), rater = c("a", "b", "c", "d"))
  truth <- c("x", "y")[rows$id %% 2 + 1]
  measures <- lapply(c(tone = 0.1, mood = 0.6), function(slip) {
    rows$label <- ifelse(stats::runif(80) < slip & rows$rater != "a", "x", truth)
    one <- as_ratings(rows, id, rater, label)
    found <- krippendorff_alpha(one)
    list(found = found, both = other_raters(found, one, list(asked = NULL, weights = NULL)))
  })
  width <- vapply(measures, function(one) one$both$conf.high - one$both$conf.low, 0)
  open <- width > 0.6
  expect_true(any(open) && !all(open))
  line <- function(name) regmatches(text, regexpr(paste0("<li>", name, ": [^<]*"), text))
  # An interval is not broken between its limits.
  text <- first_of_questions(measures)
  expect_match(text, "[0-9]&nbsp;to&nbsp;[.]")
  text <- gsub("&nbsp;", " ", text)
  expect_match(line(names(which(open))), ", too wide to tell.", fixed = TRUE)
  limits <- measures[[which(!open)]]$both
  told <- paste0("other items and raters ", below_one(limits$conf.low), " to ", below_one(limits$conf.high), ".")
  expect_match(line(names(which(!open))), told, fixed = TRUE)
  measures <- lapply(measures, `[`, "found")
  expect_no_match(first_of_questions(measures), "and raters", fixed = TRUE)
})

test_that("the middle of raters is the ordinary median of their kappas", {
  kappa <- c(0.2, 0.9, 0.5, 0.7)
  for (n in list(rep(10, 4), c(400, 1, 1, 1))) {
    expect_identical(kappa_middle(kappa, n, rep(0.1, 4))$centre, stats::median(kappa))
  }
  expect_identical(kappa_middle(c(kappa, NA), rep(10, 5), rep(0.1, 5))$centre, stats::median(kappa))
})

test_that("marks say what they are the sum of, and verdicts are on their scale", {
  skip_if_quick()
  set.seed(2)
  rows <- expand.grid(item = 1:30, rater = c("ann", "bob", "cat"), part = c("form", "logic", "style"))
  level <- stats::rnorm(30, 2.5)[rows$item] - 1.2 * (rows$rater == "ann")
  rows$mark <- pmin(pmax(round(level + stats::rnorm(nrow(rows), 0, 0.6)), 0), 5)
  rows <- rows[!(rows$rater == "cat" & rows$item > 8) & !(rows$rater == "bob" & rows$item < 6), ]
  ratings <- as_ratings(rows, item, rater, mark, by = part, level = "interval")
  about <- report_scale(ratings, NULL, NULL)
  fits <- marks_fits(ratings, 8)
  scale <- paste0("ratings for each part (", in_a_list(unique(ratings$groups$part)), "), from 0 to 15.")
  expect_identical(range(rows$mark), c(0, 5))
  expect_match(pass_words_first(fits, 8), paste0("A mark adds up the ", scale), fixed = TRUE)
  expect_identical(ggplot2::autoplot(fits$fair)$labels$y, "Mark (0 to 15)")
  # Half a category on each of three parts.
  verdicts <- tidy(fits$fit, "verdicts")
  expect_match(verdict_words(fits, verdicts), "Severe, lenient: by 1.5 marks or more", fixed = TRUE)
  expect_match(marks_rules(fits), "marks differ from the average by 1.5 or more, half a category", fixed = TRUE)
  expect_match(marks_rules(fits), "for marks that add up the same ratings.", fixed = TRUE)
  # Items are said to have the usual number of raters if most have it for all parts.
  raters <- vapply(split(rows$rater, rows$item), function(own) length(unique(own)), 0L)
  usual <- round(mean(raters))
  complete <- as.vector(table(rows$item)) == 3 * usual
  expect_true(mean(complete) > 0.5 && !all(complete))
  expect_match(reliable_raters_words(fits), paste0("; most items now have ", usual, ".$"))
  # The sum of three parts has three times the standard error of their mean.
  sem <- fits$study$sem[fits$study$coefficient == "dependability" & fits$study$rater == 2]
  expect_true(in_first(3 * sem) %in% cells_of(reliability_section(fits)))
  # Difficulties are in the paragraph on methods, the most difficult first.
  found <- tidy(fits$fit, "facets")
  first <- found$level[which.max(found$estimate)]
  first <- paste0("difficulties of each part (", first, "\u00a0", in_first(max(found$estimate)))
  expect_match(marks_methods(fits), first, fixed = TRUE)
  expect_no_match(severity_section(fits, 10), "logits")
  # bob and cat have three items in common, on three parts.
  section <- mark_pairs_section(ratings, about, 10)
  pairs <- cells_of(section)
  expect_false(any(pairs == "bob" & c(pairs[-1], "") == "cat"))
  expect_true(any(pairs == "ann"))
  expect_match(section, "fewer than 10 ratings in common", all = FALSE)
  expect_match(attr(section, "answer"), "^2 pairs of raters have 10 ratings in common or more; ")
})

test_that("a report of marks says what its verdicts mean, and what an erratic rater does to fair marks", {
  skip_if_quick()
  set.seed(2)
  rows <- expand.grid(essay = 1:120, marker = letters[1:6], criterion = c("x", "y", "z"), stringsAsFactors = FALSE)
  place <- stats::rnorm(120, 0, 1.4)[rows$essay] - 1.6 * (rows$marker == "f")
  rows$mark <- rowSums(outer(place, c(-2, -0.7, 0.7, 2), `-`) > stats::rlogis(nrow(rows) * 4))
  # One marker is severe, and one gives any mark.
  random <- rows$marker == "b"
  rows$mark[random] <- sample(0:4, sum(random), TRUE)
  fits <- marks_fits(as_ratings(rows, essay, marker, mark, by = criterion, level = "interval"), 6)
  expect_identical(fits$fit$verdict[c(2, 6)], c("erratic", "severe"))
  expect_match(erratic_words(fits), "The ratings of b are erratic and draw the fair marks", fixed = TRUE)
  # The marks without this rater, from a fit without the ratings.
  without <- fair_marks(rater_severity(rows[!random, ], essay, marker, mark, facets = criterion), cut = 6)
  expect_match(erratic_words(fits, 6), "Without these ratings no item changes between pass and fail.", fixed = TRUE)
  # This rater marked all items, so that none is decided, though some intervals lie on one side of the pass mark.
  expect_true(any(fits$fair$conf.low > 6) && any(fits$fair$conf.high < 6))
  expect_identical(unique(fits$fair$decision), "mark again")
  expect_match(gsub("\n", " ", subtitles(ggplot2::autoplot(fits$fair))), "contains it, or b marked the item[.]$")
  expect_identical(
    pass_words(fits$fair, 6, "b"),
    "No item passes or fails for certain at a pass mark of 6: 120 should be marked again: all that b marked."
  )
  # The first lines say what is to be done about both, and the items of the erratic one are listed with fair marks.
  advice <- marks_advice(fits, 6)
  expect_match(advice, "Let other raters mark the 120 items of b again", fixed = TRUE, all = FALSE)
  expect_match(advice, "here f\u00a0\\([0-9.]+\u00a0marks\u00a0fewer\\)", all = FALSE)
  severity <- severity_section(fits, 10)
  expect_match(attr(severity, "answer"), "Of 6 raters, 2 stand out: b (erratic) and f (severe).", fixed = TRUE)
  listed <- again_part(fits$fair, fits)
  all <- paste0("120 that b marked: ", paste(1:120, collapse = ", "), ".")
  expect_match(listed, all, fixed = TRUE, all = FALSE)
  expect_match(severity, "Erratic: ratings differ from those expected by more than chance", fixed = TRUE, all = FALSE)
  expect_match(severity, "Severe, lenient: by 1.5 marks or more, and not by chance.", fixed = TRUE, all = FALSE)
  rules <- marks_rules(fits)
  expect_match(rules, "are those of a fit without raters whose verdict is erratic", fixed = TRUE)
  expect_match(rules, "if the probability of the opposite is below 2.5% and it was not marked by b.", fixed = TRUE)
  # Without such a rater nothing is said of it.
  fits <- marks_fits(as_ratings(rows[!random, ], essay, marker, mark, by = criterion, level = "interval"), 6)
  expect_null(erratic_words(fits))
  expect_no_match(severity_section(fits, 10), "[Ee]rratic")
  expect_no_match(again_part(fits$fair, fits), "that b marked")
  expect_no_match(marks_rules(fits), "of a fit without")
})

in_one_line <- function(table) gsub("\\s+", " ", paste(table, collapse = " "))

test_that("tables of marks and markers define what is decided", {
  skip_if_quick()
  local_seed(13)
  rows <- draw_examination(60, c(-0.3, 0, 0.3), criteria = 2)$rows
  # A marker who avoids the ends of the scale.
  rows$mark[rows$marker == 2] <- pmin(pmax(rows$mark[rows$marker == 2], 3), 4)
  x <- rater_severity(rows, essay, marker, mark, facets = criterion)
  expect_match(x$verdict[2], "central tendency", fixed = TRUE)
  expect_match(
    in_one_line(paper_table(x, "markdown")), "Central tendency: ratings vary less than 0.8 times as much as expected",
    fixed = TRUE
  )
  # Verdicts are defined if they are in the table.
  words <- c("severe", "lenient", "erratic", "predictable", "halo", "central tendency", "extremes", "bias", "drift")
  defined <- vapply(words, function(word) {
    grepl(paste0(sub("^.", toupper(substr(word, 1, 1)), word), ": "), in_one_line(paper_table(x, "markdown")))
  }, NA)
  expect_identical(unname(defined), words %in% unlist(strsplit(x$verdict, ", ")))
  marks <- suppressMessages(fair_marks(x, cut = 6, conf_level = 0.9))
  # The rule of the note gives the decisions.
  expect_identical(
    marks$decision, ifelse(marks$p_pass > 0.95, "pass", ifelse(marks$p_pass < 0.05, "fail", "mark again"))
  )
  expect_match(
    in_one_line(paper_table(marks, "markdown")),
    "P(pass): probability of a fair mark of 6 or more; pass above .95, fail below .05.",
    fixed = TRUE
  )
  expect_no_match(in_one_line(paper_table(suppressMessages(fair_marks(x)), "markdown")), "mark again")
})

test_that("items near the pass mark are marked again after those of erratic raters", {
  words <- "Let one more rater mark the 2 items too near the pass mark, the nearest first."
  expect_identical(near_advice(2, FALSE), words)
  expect_identical(near_advice(1, FALSE), "Let one more rater mark the 1 item too near the pass mark.")
  words <- "Let one more rater mark the items that are still too near the pass mark (now 2), the nearest first."
  expect_identical(near_advice(2, TRUE), words)
  expect_null(near_advice(0, TRUE))
})

test_that("items that equally many of the raters rated are shared out, and no rating is missing", {
  rows <- data.frame(item = rep(1:6, each = 2), rater = c("a", "b", "b", "c", "c", "a"), label = c("x", "y", "y", "x"))
  shared <- as_ratings(rows, item, rater, label)
  expect_true(is_shared_out(shared))
  expect_null(missing_parts(shared))
  expect_match(data_facts(shared)[["Ratings per item"]], "of 3 raters", fixed = TRUE)
  expect_false(is_shared_out(as_ratings(rows[-1, ], item, rater, label)))
  # All raters rated all items.
  expect_false(is_shared_out(as_ratings(expand.grid(item = 1:3, rater = 1:2, label = 1)[-7, ], item, rater, label)))
})

test_that("the section on labels counts them and names ties, each with its group", {
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  rows <- data.frame(
    item = rep(1:4, each = 2), rater = c("a", "b"), label = c("x", "x", "y", "y", "x", "y", "z", "z"), part = "one"
  )
  rows <- rbind(rows, transform(rows, part = "two", label = rev(label)))
  ratings <- as_ratings(rows, item, rater, label, by = part)
  section <- label_section(ratings, report_scale(ratings, NULL, NULL), 2)
  plain <- gsub("<[^>]*>", "", section)
  expect_match(plain, "^Ties in one, undecided: 3.$", all = FALSE)
  expect_match(plain, "^Ties in two, undecided: 2.$", all = FALSE)
  expect_identical(sum(cells_of(section) == "undecided"), 2L)
  # Of many ties the first ones are named.
  rows <- data.frame(item = rep(1:45, each = 2), rater = c("a", "b"), label = c("x", "y", "y", "x", "x", "y"))
  named <- gsub("<[^>]*>", "", ties_named(labels_of_items(as_ratings(rows, item, rater, label), "majority"), list()))
  expect_identical(named, paste0("Ties, undecided: ", toString(1:40), ", and 5 more."))
})

test_that("names in a sentence are not broken", {
  expect_identical(
    html_names(c("comment 1", "a<b>")),
    "<span class=\"whole\">comment 1,</span> <span class=\"whole\">a&lt;b&gt;.</span>"
  )
  expect_match(html_names(strrep("x", 50)), "^<span>x+[.]</span>$")
})

test_that("shares are percentages, with a decimal if all are small", {
  expect_identical(percent_cells(c(0.438, 0.014, NA)), c("44%", "1%", "\u2014"))
  expect_identical(percent_cells(c(0.0114, 0.007)), c("1.1%", "0.7%"))
  expect_identical(percent_cells(numeric()), character())
  # A half is rounded up on both sides, so that two parts are not 2% and 98%.
  expect_identical(whole_percent(c(1, 39) / 40), c("3%", "98%"))
  expect_identical(whole_percent((2 * 0:49 + 1) / 200), paste0(1:50, "%"))
  expect_identical(percent_cells(c(0.0125, NA)), c("1.3%", "\u2014"))
})

test_that("a category that was given once in a group has no figures, and is named", {
  rows <- data.frame(item = rep(1:12, 2), rater = rep(c("a", "b"), each = 12), label = rep(c("x", "y", "z"), 8))
  rows$label[c(2, 15)] <- c("x", "y")
  rows <- rbind(cbind(rows, part = "p"), cbind(rows, part = "q"))
  rows$label[rows$part == "p"][5] <- "once"
  ratings <- as_ratings(rows, item, rater, label, by = part)
  uses <- uses_in_groups(ratings)
  expect_equal(c(uses), c(table(rows$part, factor(rows$label, ratings$categories))))
  each <- paste(each_category(ratings, report_scale(ratings, NULL, NULL), 10), collapse = " ")
  expect_false("once" %in% cells_of(each))
  expect_match(each, "Left out, since it was given only once: once (p).", fixed = TRUE)
  expect_identical(sum(cells_of(each) == "x"), 2L)
})

test_that("the note says how many categories each group used where a coefficient depends on it", {
  rows <- data.frame(item = rep(1:12, 2), rater = rep(c("a", "b"), each = 12), label = rep(c("x", "y", "z"), 8))
  rows$label[c(2, 15)] <- c("x", "y")
  two <- transform(rows, label = ifelse(label == "z", "x", label))
  ratings <- as_ratings(rbind(cbind(rows, question = "tone"), cbind(two, question = "stance")), item, rater, label,
    by = question)
  found <- suppressWarnings(agreement(ratings, coefficients = c("brennan_prediger", "alpha"), ci = ci_none()))
  expect_identical(category_set_words(found, ratings), paste(
    "Brennan-Prediger depends on the number of categories used: 2 in stance and 3 in tone."
  ))
  before <- "The last ones, Brennan-Prediger is higher."
  expect_match(category_set_words(found, ratings, before), "^It depends on the number of categories used: 2 in stance")
  html <- paste(html_agreement(found, 5, ratings, "Beside <i>it</i>."), collapse = "")
  expect_match(html, "<em>Note.</em> Beside <i>it</i>.", fixed = TRUE)
  expect_null(category_set_words(found[found$coefficient == "krippendorff_alpha", ], ratings))
  # The report has no warning that says it again.
  skip_if_quick()
  file <- tempfile(fileext = ".html")
  report_agreement(ratings, file = file, coefficients = c("brennan_prediger", "alpha"), ci = ci_none())
  page <- paste(readLines(file, encoding = "UTF-8"), collapse = " ")
  expect_no_match(page, "<h2>Warnings</h2>", fixed = TRUE)
})

test_that("annotators of spans have their spans, and the share that others marked, too", {
  spans <- as_spans(data.frame(
    document = rep(c("d1", "d2"), c(7, 3)),
    annotator = c("ann", "ann", "bob", "bob", "bob", "cat", "cat", "ann", "bob", "cat"),
    start = c(0, 9, 0, 9, 20, 0, 10, 3, 3, 3), end = c(4, 14, 4, 14, 24, 4, 14, 8, 8, 8),
    label = c("X", "Y", "X", "Y", "X", "X", "Y", "X", "Y", "X"), length = 30
  ))
  # ann and bob have 2 equal spans of 3 and 4; ann and cat 2 of 3 and 3; bob and cat 1 of 4 and 3.
  rows <- annotators_of_pairs(span_agreement(spans, ci = ci_none()))
  rows <- rows[match(c("ann", "bob", "cat"), rows$annotator), ]
  expect_equal(rows$n_spans, c(3, 4, 3))
  expect_equal(rows$equal, c(mean(c(2, 2) / 3), mean(c(2, 1) / 4), mean(c(2, 1) / 3)))
  f1 <- c(ab = 2 * 2 / 7, ac = 2 * 2 / 6, bc = 2 * 1 / 7)
  expect_equal(rows$f1, unname(c(mean(f1[c("ab", "ac")]), mean(f1[c("ab", "bc")]), mean(f1[c("ac", "bc")]))))
  pairs <- span_agreement(spans, match = "exact")
  expect_match(f1_words(pairs), paste0("label, is ", below_one(mean(f1)), " on average"), fixed = TRUE)
  expect_match(paste(annotator_part(pairs), collapse = " "), "Spans of each rater", fixed = TRUE)
  expect_null(annotator_part(NULL))
  expect_null(f1_words(NULL))
  # Pseudonyms are those of the ratings.
  ratings <- as_ratings(spans)
  named <- under_pseudonyms(ratings, "numbers", NULL)
  expect_setequal(
    annotators_of_pairs(span_agreement(renamed_annotators(spans, ratings, named), ci = ci_none()))$annotator,
    paste("rater", 1:3)
  )
})

test_that("the marks of all items are listed by number, with why near ones are decided differently", {
  rows <- data.frame(
    item = c("e10", "e2", "e1", "e3"), raw = c(9, 9.5, 3, 18), fair = c(9.09, 9.08, 3, 18.5),
    conf.low = c(6, 6.1, 1, 14), conf.high = c(11.98, 12.2, 6, 21), conf.level = 0.95,
    decision = c("fail", "mark again", "fail", "pass")
  )
  list <- marks_list(rows)
  expect_match(list, "<h3>Marks of all 4 items, from e1 to e10</h3>", fixed = TRUE, all = FALSE)
  listed <- unlist(regmatches(list, gregexpr(">e[0-9]+<", list)))
  expect_identical(listed, paste0(">e", c(1, 2, 3, 10), "<"))
  expect_match(list, "9.08<.*>\\[6.10,&nbsp;12.20\\]<.*>mark again<", all = FALSE)
  expect_null(marks_list(rows[rep(1, 501), ]))
  # A list that fits a page of paper is not divided.
  expect_match(list[1], "class=\"list one\"", fixed = TRUE)
  expect_match(marks_list(transform(rows[rep(1, 400), ], item = 1:400))[1], "class=\"list\"", fixed = TRUE)
  words <- close_words(rows)
  expect_match(words, "item e10 (9.09) fails, and item e2 (9.08), whose interval is wider, should", fixed = TRUE)
  expect_match(list, words, fixed = TRUE, all = FALSE)
  # Decisions on items of erratic raters have a star, and the others its room.
  expect_no_match(list, "*", fixed = TRUE)
  marked <- transform(rows, reason = NA_character_)
  marked[marked$item %in% c("e1", "e10"), c("decision", "reason")] <-
    list("mark again", "marked by an erratic rater")
  starred <- marks_list(marked, c("ann", "bob"))
  stars <- unlist(regmatches(starred, gregexpr("(hidden\">)?&nbsp;[*]<", starred)))
  expect_identical(startsWith(stars, "hidden"), c(FALSE, TRUE, TRUE, FALSE))
  expect_match(starred, "&#42; Marked by ann or bob, whose ratings are erratic", fixed = TRUE, all = FALSE)
  # Their intervals do not matter for their decision.
  expect_null(close_words(marked))
  # The same above the pass mark.
  above <- transform(rows, fair = 24 - fair, conf.low = 24 - conf.high, conf.high = 24 - conf.low)
  above$decision <- c("pass", "mark again", "pass", "fail")
  expect_match(close_words(above), "e10 (14.91) passes, and item e2 (14.92), whose interval is wider", fixed = TRUE)
  expect_null(close_words(rows[c(2, 3, 4), ]))
})

test_that("the largest difference of groups is told where none differs, and otherwise the table", {
  rows <- data.frame(item = rep(1:20, each = 2), rater = c("a", "b"), part = rep(c("x", "y"), each = 20))
  rows$rating <- c(1, 2, 2, 4, 3, 3, 4, 3, 5, 5, 1, 1, 2, 3, 3, 5, 4, 4, 5, 4)
  rows$rating[21:40] <- rev(rows$rating[21:40])
  rows$rating[c(21, 23)] <- c(1, 5)
  fits <- function(rows) list(rows = rows, facets = character(), batch = "part")
  alpha <- vapply(split(rows, rows$part), function(own) {
    oracle_alpha(own$item, own$rating, outer(1:5, 1:5, `-`)^2)[["estimate"]]
  }, 0)
  expect_gt(alpha[["x"]], alpha[["y"]])
  section <- compared_section(list(level = "interval"), fits(rows), "part", 10)
  difference <- sub("^0", "", sprintf("%.2f", alpha[["x"]] - alpha[["y"]]))
  expect_match(attr(section, "answer"), paste0("alpha is ", difference, ", x above y (95% interval "), fixed = TRUE)
  expect_no_match(section, "<table")
  many <- do.call(rbind, lapply(0:9, function(k) transform(rows, item = item + 20 * k)))
  many$rating[many$part == "y"] <- rep(c(1, 5), length.out = sum(many$part == "y"))
  section <- compared_section(list(level = "interval"), fits(many), "part", 10)
  expect_match(attr(section, "answer"), "^x and y differ in agreement")
  expect_match(section, "<table", all = FALSE)
})

test_that("the plot of agreement says which intervals its lines are, beside those for other raters", {
  set.seed(5)
  ratings <- as_ratings(simulate_ratings(30, 2, n_raters = 3), item, rater, rating)
  found <- report_estimates(ratings, "alpha", ci_default(), report_scale(ratings, NULL, NULL))
  plot <- ggplot2::autoplot(found)
  told <- lines_told(plot, "95% intervals for other items")$labels$subtitle
  expect_match(told, "^Points are estimates, lines 95% intervals for other items\\.")
  expect_no_match(told, "their intervals")
  expect_identical(lines_told(plot), plot)
})
