skip_if_not_installed("ggplot2")
autoplot <- ggplot2::autoplot
results <- every_result()

test_that("influences are sorted, and cut to the largest", {
  x <- results$accord_influence
  points <- drawn(autoplot(x), "GeomPoint")
  expect_equal(points$x[order(-points$y)], x$influence)
  plot <- autoplot(x, n = 1)
  expect_equal(drawn(plot, "GeomPoint")$x, x$influence[which.max(abs(x$influence))])
  expect_match(captions(plot), "The 1 rater of most influence, of 3")
  x$influence[1] <- NA
  x$status[1] <- "one rater only"
  expect_equal(drawn(autoplot(x), "GeomLabel")$label, "one rater only")
})

test_that("items are counted by their agreement", {
  x <- results$accord_items
  bars <- drawn(autoplot(x), "GeomCol")
  counts <- table(round(x$agreement, 6))
  expect_equal(bars$x, as.double(names(counts)))
  expect_equal(bars$y, as.vector(counts))
  x$status[1] <- "one rating only"
  expect_match(captions(autoplot(x)), "1 item without a value")
  expect_equal(sort(unique(in_bins(c(0, 0.5, 1)))), c(0, 0.5, 1))
  expect_length(unique(in_bins(seq(0, 1, 0.001))), 20)
})

test_that("disagreements show the items with their answers, or categories by categories", {
  x <- results$accord_disagreements
  plot <- autoplot(x)
  expect_equal(drawn(plot, "GeomCol")$xmax, x$disagreement)
  expect_equal(trimws(drawn(plot, "GeomText")$label), x$ratings)
  categories <- disagreements(result_ratings(), item, rater, label, what = "categories")
  tiles <- autoplot(categories)$data
  expect_equal(sum(tiles$value), 1)
  expect_true(all(as.character(tiles$row) != as.character(tiles$column)))
  side <- disagreements(result_ratings(), item, rater, label, raters = c("ann", "bob"))
  expect_match(drawn(autoplot(side), "GeomText")$label[1], "^ [a-c]   [a-c]$")
})

test_that("coincidences are shares in their row", {
  x <- results$accord_ratings_summary
  table <- x$coincidences[[1]]
  expect_equal(autoplot(x)$data$value, as.vector(table / rowSums(table)))
  expect_equal(autoplot(results$accord_ratings)$data, autoplot(x)$data)
})

test_that("differences have their intervals and names", {
  x <- results$accord_comparison
  plot <- autoplot(x)
  expect_equal(drawn(plot, "GeomPoint")$x, x$estimate)
  expect_equal(row_names(plot), "two minus all")
})

test_that("plans are widths against items", {
  x <- results$accord_plan
  points <- drawn(autoplot(x), "GeomPoint")
  expect_equal(sort(points$y), sort(x$width))
  expect_setequal(points$x, x$n_items)
  x$width[1] <- NA
  expect_match(captions(autoplot(x)), "1 design without a value")
  # If there is no width, nothing is drawn.
  x$width <- NA
  expect_fault(autoplot(x), "no_values", "None of [0-9]+ designs has one [(]no interval[)]", n = nrow(x))
  x <- plan_agreement(n_items = c(5, 8), ratings_per_item = 2, times = 2, ci = ci_none())
  expect_fault(autoplot(x[1, ]), "no_values", "The design has none [(]planned without intervals[)]")
  x$interval <- NULL
  expect_fault(autoplot(x), "no_values", "None of 2 designs has one")
})

test_that("scores of each class stand above those of all classes, or have panels if there is no room", {
  x <- results$accord_evaluation
  # A log score is no share, and a calibration error is good if it is low.
  expect_true(all(c("log_score", "calibration_error") %in% x$measure))
  plot <- autoplot(x, height = 12)
  points <- drawn(plot, "GeomPoint")
  of_class <- !is.na(x$class) & !is.na(x$estimate)
  expect_equal(sort(points$x[points$PANEL == 1]), sort(x$estimate[of_class]))
  expect_setequal(points$x[points$PANEL == 2], x$estimate[x$measure %in% c("accuracy", "macro_f1")])
  expect_identical(levels(plot$data$panel), c("Each class", "All classes"))
  # Macro F1 has the sign of F1.
  expect_identical(as.character(plot$data$series[plot$data$label == "Macro F1"]), "F1")
  said <- paste("Mean probability of the labels", plot_numbers(x$estimate[x$measure == "stated"]))
  expect_match(captions(plot), said, fixed = TRUE)
  expect_match(captions(plot), "Classes with neither labels nor gold: c.", fixed = TRUE)
  low <- autoplot(x, height = 5)
  expect_identical(levels(low$data$panel), c("Precision", "Recall", "F1"))
  expect_equal(sort(drawn(low, "GeomPoint")$x), sort(x$estimate[of_class]))
  for (measure in c("accuracy", "macro_f1")) {
    said <- paste(in_words(measure, SCORE_WORDS), plot_numbers(x$estimate[x$measure == measure]))
    expect_match(tolower(subtitles(low)), tolower(said), fixed = TRUE)
  }
})

test_that("a panel is higher if its rows have three series", {
  # Three rows of one series take 3.5 lines, those of three series 0.5 with 1.92 for each.
  data <- expand.grid(label = letters[1:3], series = c("x", "y", "z"), panel = c("One", "Three"))
  data <- data[data$panel == "Three" | data$series == "x", ]
  data[c("value", "low", "high")] <- list(0.5, 0.4, 0.6)
  plot <- forest_plot(data, "Score", panels = NULL, stacked = TRUE)
  table <- ggplot2::ggplotGrob(plot)
  rows <- sort(unique(table$layout$t[startsWith(table$layout$name, "panel")]))
  heights <- vapply(rows, function(row) as.numeric(table$heights[row]), 0)
  expect_length(heights, 2)
  expect_gt(heights[2] / heights[1], 1.5)
})

test_that("precision, recall and F1 have the same signs in all plots", {
  signs <- function(plot) {
    vapply(c("Precision", "Recall", "F1"), function(score) {
      colour <- plot$scales$get_scales("colour")$palette(1)
      paste(colour[[score]], plot$scales$get_scales("shape")$palette(1)[[score]])
    }, "")
  }
  twice <- rbind(results$accord_evaluation, results$accord_evaluation)
  of_classes <- signs(autoplot(tibble::add_column(twice, set = rep(c("a", "b"), each = nrow(twice) / 2), .before = 1)))
  expect_identical(anyDuplicated(of_classes), 0L)
  expect_identical(signs(autoplot(results$accord_coref, height = 14)), of_classes)
  # Three scores of a measure share its row, also where their points are close.
  expect_equal(panels_of(autoplot(results$accord_coref))[["n"]], 1)
  # Means over both directions have equal precision and recall, which are drawn once.
  means <- autoplot(results$accord_coref_means)$data
  expect_identical(levels(means$series), c("Precision and recall", "F1"))
  equal <- results$accord_coref_means$recall
  expect_equal(means$value[means$series == "Precision and recall"], equal[!is.na(equal)])
  # No other series takes them.
  expect_identical(series_signs(c("All classes", "Precision", "x", "F1")), c(1, 2, 5, 4))
  expect_identical(series_signs(letters[1:3]), 1:3 + 0)
})

test_that("of several pairs of annotators F1 is drawn alone, of many pairs one measure", {
  marked <- expand.grid(mention = 1:6, annotator = c("ann", "bob", "cat", "dan"), document = "d")
  marked$chain <- ifelse((marked$mention * match(marked$annotator, unique(marked$annotator))) %% 4 < 2, "r", "n")
  x <- coref_scores(as_chains(marked))
  plot <- autoplot(x)
  expect_identical(plot$labels$x, "F1, CoNLL mean")
  expect_identical(levels(plot$data$label)[1], "ann and bob")
  # A pair has two directions with the same F1.
  mean <- x[x$scope == "total" & x$measure == "conll", ]
  expect_equal(sort(rep(drawn(plot, "GeomPoint")$x, 2)), sort(mean$f1))
  three <- autoplot(x[x$key != "dan" & x$response != "dan", ])
  expect_identical(three$labels$x, "F1")
  expect_identical(levels(three$data$series), c("ann and bob", "ann and cat", "bob and cat"))
})

test_that("axes and legends of all results have words", {
  no_plot <- c("accord_chains", "accord_preferences", "accord_spans", "span_consensus", "confusion")
  for (name in setdiff(names(results), no_plot)) {
    plot <- suppressWarnings(autoplot(results[[name]]))
    titles <- c(plot$labels$x, plot$labels$y, lapply(plot$scales$scales, function(scale) {
      if (is.character(scale$name) && !identical(scale$guide, "none")) scale$name
    }))
    titles <- gsub("\n", " ", unlist(titles))
    expect_false(any(grepl("TRUE|FALSE|[a-z]_[a-z]|[.]data", titles)), info = paste(name, titles))
    # The labels of pairs are those of the user.
    expect_true(all(grepl("^([A-Z0-9]|ann|bob)", titles)), info = paste(name, titles))
  }
})

test_that("many groups and many differences are cut to what can be read, and the plot says so", {
  skip_if_quick()
  groups <- with_seed(1, simulate_ratings(60, 3, accuracy = 0.9))
  groups$group <- sprintf("g%02d", groups$item %% 15)
  raters <- autoplot(suppressWarnings(rater_summary(groups, item, rater, rating, by = group)))
  expect_match(captions(raters), paste("The first", panels_of(raters)[["n"]], "of 15 groups."), fixed = TRUE)
  poor <- with_seed(1, simulate_ratings(150, 3, accuracy = 0.6))
  poor$group <- sprintf("g%02d", poor$item %% 15)
  others <- list(
    suppressWarnings(pairwise_agreement(poor, item, rater, rating, by = group, coefficient = "percent")),
    disagreements(poor, item, rater, rating, by = group, what = "categories"),
    as_ratings(poor, item, rater, rating, by = group)
  )
  for (x in others) {
    tiles <- autoplot(x)
    shown <- nlevels(droplevels(factor(tiles$data$panel)))
    expect_gte(shown, 3)
    expect_lte(shown, 12)
    expect_match(tiles$labels$caption, paste("The first", shown, "of 15 groups."), fixed = TRUE)
  }
  differences <- suppressWarnings(
    compare_agreement(groups, item, rater, rating, by = group, coefficients = "percent", ci = ci_jackknife())
  )
  plot <- autoplot(differences)
  expect_gte(nrow(plot$data), 20)
  expect_equal(captions(plot), paste("The", nrow(plot$data), "largest of 105 differences."))
})

test_that("counts of items stand above each other in low panels", {
  skip_if_quick()
  groups <- do.call(rbind, lapply(1:12, function(i) {
    cbind(with_seed(i, simulate_ratings(20, n_raters = 4)), group = sprintf("g%02d", i))
  }))
  plots <- list(
    autoplot(item_summary(groups, item, rater, rating, by = group)),
    autoplot(consensus(groups, item, rater, rating, by = group))
  )
  for (plot in plots) {
    expect_equal(panels_of(plot)[["n"]], 12)
    breaks <- built(plot)$layout$panel_params[[1]]$y$get_breaks()
    # A panel of a page of 7 cm has 6 mm at most, and a number takes 2.6 mm.
    expect_lte(length(breaks[!is.na(breaks)]), 2)
    expect_true(all(breaks == round(breaks), na.rm = TRUE))
  }
})

test_that("few items in many panels still have a scale of counts", {
  many <- do.call(rbind, lapply(1:12, function(i) transform(result_ratings(), label = "a", half = i)))
  plot <- autoplot(item_summary(many, item, rater, label, by = half))
  breaks <- built(plot)$layout$panel_params[[1]]$y$get_breaks()
  expect_gt(sum(!is.na(breaks)), 1)
})

test_that("of many classes the first are drawn, and the plot says so", {
  data <- data.frame(
    item = rep(1:50, each = 3), rater = rep(c("ann", "bob", "cat"), 50),
    label = rep(sprintf("a long name of a category, number %02d", 1:25), each = 6)
  )
  gold <- stats::setNames(data$label[3 * (1:50)], 1:50)
  plot <- autoplot(evaluate_consensus(consensus(data, item, rater, label), gold))
  expect_identical(levels(factor(plot$data$panel)), c("Precision", "Recall", "F1"))
  expect_match(captions(plot), "The first [0-9]+ of 25 rows")
})

test_that("many pairs of long names show which pair each is", {
  skip_if_quick()
  set.seed(1)
  scores <- matrix(rnorm(80), 10, dimnames = list(NULL, paste("annotator of the second crowdsourcing batch", 1:8)))
  plot <- autoplot(concordance(scores, layout = "raters_in_columns", ci = ci_none()))
  expect_match(row_names(plot)[-1], "^[1-8] and [1-8]$")
  expect_match(captions(plot), "All names begin with \"annotator of the second crowdsourcing batch\".", fixed = TRUE)
  expect_identical(common_words(c("ann_1", "ann_2")), "ann_")
  expect_identical(common_words(c("ann", "anna", "annika")), "")
  marked <- data.frame(
    document = rep(c("d1", "d2"), each = 8), annotator = paste("annotator of the second crowdsourcing batch", 1:8),
    start = rep(0:3, 4), end = 5, label = "x", length = 20
  )
  rows <- row_names(autoplot(span_agreement(marked, ci = ci_none())))
  expect_match(setdiff(rows, "Mean of pairs"), "^[.]{3}.*[1-8], [.]{3}.*[1-8]$")
  d <- result_ratings()
  several <- do.call(rbind, lapply(1:8, function(i) {
    transform(d, section = sprintf("newspaper section number %d (weekend edition)", i), item = paste(item, i))
  }))
  plot <- autoplot(compare_agreement(several, item, rater, label, by = section, ci = ci_jackknife()))
  expect_match(levels(plot$data$label), "^[.]{3}[1-8].* minus [.]{3}[1-8]")
  expect_identical(nlevels(plot$data$label), 28L)
})

test_that("panels of a decision study have whole names, and its lines a title", {
  scores <- with_seed(1, expand.grid(person = 1:10, task = 1:3, rater = 1:3))
  scores$score <- with_seed(1, rnorm(10)[scores$person] + rnorm(nrow(scores)))
  x <- suppressWarnings(
    generalizability(scores, score ~ (1 | person) + (1 | task) + (1 | rater), person, n = list(task = 1:2, rater = 1:3))
  )
  plot <- ggplot2::autoplot(x)
  names <- plot$facet$params$labeller(data.frame(panel = "Generalizability"))
  expect_identical(unname(unlist(names)), "Generalizability")
  scale <- plot$scales$get_scales("colour")
  expect_identical(scale$name, "Levels of task")
  expect_identical(levels(plot$data$each), c("1", "2"))
})

test_that("where there is nothing to draw an error says why", {
  skip_if_quick()
  one <- data.frame(item = 1:5, rater = "a", label = c("x", "y", "x", "y", "x"))
  none <- transform(one, label = NA_character_)
  quiet <- suppressWarnings
  expect_fault(autoplot(quiet(item_summary(one, item, rater, label))), "no_values", "None of 5 items.*one rating only")
  expect_fault(autoplot(quiet(item_summary(none, item, rater, label))), "no_values", "no ratings")
  for (data in list(one, none)) {
    skills <- quiet(consensus(data, item, rater, label, method = "wawa"))
    expect_fault(autoplot(skills), "no_values", "A plot needs a probability")
    expect_fault(autoplot(skills, what = "raters"), "no_values", "A plot needs a skill")
  }
  expect_fault(autoplot(quiet(consensus(one, item, rater, label, method = "dawid_skene"))), "no_values")
  lost <- quiet(consensus(none, item, rater, label, method = "dawid_skene"))
  expect_fault(autoplot(lost, what = "raters"), "no_values", "There are no raters")
  scores <- data.frame(item = rep(1:3, 2), rater = rep(c("a", "b"), each = 3), score = c(120, 131, 140, 122, 130, 144))
  expect_fault(
    autoplot(consensus(scores, item, rater, score, method = "median")), "no_values", "Medians have no standard error"
  )
})

test_that("ratings without pairs have no coincidences to draw", {
  one <- data.frame(item = 1:5, rater = "a", label = c("x", "y", "x", "y", "x"))
  none <- transform(rbind(one, transform(one, rater = "b")), label = NA_character_)
  for (data in list(one, none)) {
    ratings <- suppressWarnings(as_ratings(data, item, rater, label))
    expect_fault(autoplot(ratings), "no_values", "A plot needs coincidences.*no item with two ratings")
  }
  expect_fault(paper_table(summary(ratings)), "no_rows")
  tested <- suppressWarnings(alt_test(none, item, rater, label, models = "a", epsilon = 0.1))
  expect_fault(autoplot(tested), "no_values", "no item that two people")
})

test_that("a forest without numbers has an axis", {
  data <- data.frame(label = factor("a"), value = NA_real_, low = NA_real_, high = NA_real_, reason = "nothing")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_no_error(print(forest_plot(data, "Score", zero = FALSE)))
})

test_that("of many pairs the limits of the first have panels", {
  skip_if_quick()
  numbers <- with_seed(1, data.frame(item = rep(1:10, 6), rater = rep(letters[1:6], each = 10), score = rnorm(60)))
  x <- limits_of_agreement(numbers, item, rater, score)
  plot <- autoplot(x)
  expect_equal(panels_of(plot)[["n"]], 12)
  expect_match(captions(plot), "The first 12 of 15 panels.", fixed = TRUE)
  expect_equal(panels_of(autoplot(x[1:4, ]))[["n"]], 4)
  expect_equal(autoplot(x[1:4, ])$labels$y, "Difference")
  # A single panel has no heading.
  expect_equal(autoplot(x[1, ])$labels$y, "a minus b")
})

test_that("panels of rows are as many as have room", {
  skip_if_quick()
  data <- with_seed(1, simulate_ratings(500, 4, n_raters = 6))
  data$group <- sprintf("g%02d", data$item %% 50)
  x <- suppressWarnings(rater_influence(data, item, rater, rating, by = group, level = "nominal"))
  plot <- autoplot(x)
  expect_equal(panels_of(plot), c(across = 3, down = 2, n = 6))
  expect_match(captions(plot), "The first 6 of 50 groups.", fixed = TRUE)
  many <- disagreements(data, item, rater, rating, by = group)
  expect_equal(nrow(drawn(autoplot(many), "GeomCol")), 4 * 3)
  expect_match(captions(autoplot(many)), "The first 4 of 50 groups. The first 3 of up to", fixed = TRUE)
  expect_equal(panels_of(autoplot(many, n = 2))[["n"]], 12)
})

test_that("scores of a group stand in one panel, all before those of classes", {
  gold <- data.frame(item = paste0("t", 1:8), label = c("a", "b", "b", "b", "a", "c", "b", "a"))
  data <- rbind(transform(result_ratings(), part = "one"), transform(result_ratings(), part = "two"))
  gold <- rbind(transform(gold, part = "one"), transform(gold, part = "two"))
  labels <- consensus(data, item, rater, label, by = part)
  x <- evaluate_consensus(labels, gold, by = "part")
  plot <- autoplot(x)
  expect_equal(panels_of(plot), c(across = 2, down = 1, n = 2))
  expect_equal(row_names(plot)[1], "Accuracy")
  expect_equal(utils::tail(row_names(plot), 3), c("a", "b", "c"))
  expect_length(drawn(plot, "GeomPoint")$x, nrow(x))
})

test_that("calibration draws the share that is right in each bin against its mean confidence", {
  answers <- data.frame(sure = rep(seq(0.05, 0.95, 0.1), each = 4) + c(0, 0.02, 0.04, 0), label = "a")
  answers$gold <- ifelse(seq_len(40) %% 10 < answers$sure * 10, "a", "b")
  answers$label[40] <- "b"
  x <- calibration(answers, label, sure, gold)
  plot <- autoplot(x)
  points <- drawn(plot, "GeomPoint")
  bins <- x[!is.na(x$class), ]
  expect_equal(points$y, bins$estimate)
  expect_equal(points$x, as.vector(tapply(answers$sure, rep(1:10, each = 4), mean)))
  expect_equal(unlist(drawn(plot, "GeomSegment")[c("x", "y", "xend", "yend")], use.names = FALSE), c(0, 0, 1, 1))
  expect_match(captions(plot), "All answers: accuracy .*Brier score")
  # Rows that were combined with others only have the centres of their bins.
  attr(x, "sure") <- NULL
  expect_equal(drawn(autoplot(x), "GeomPoint")$x, seq(0.05, 0.95, 0.1))
})

test_that("what the numbers are is said behind the scores of all groups", {
  answers <- data.frame(
    who = rep(c("m1", "m2"), each = 20), label = "a", sure = rep(c(0.2, 0.4, 0.6, 0.8), 10), gold = c("a", "b")
  )
  plot <- autoplot(calibration(answers, label, sure, gold, by = who))
  expect_match(captions(plot), "^m1: [^:]*[.] m2: [^:]*[.]$")
  expect_match(subtitles(plot), "Numbers below count answers. Line: perfect calibration[.]$")
})

test_that("levels of confidence stand in their order in each group", {
  levels <- c("low", "middle", "high")
  answers <- data.frame(
    who = c("ann", "ann", rep("bob", 4)), label = "a", gold = c("a", "b", "a", "a", "b", "a"),
    sure = factor(c("low", "high", levels, "high"), levels, ordered = TRUE)
  )
  answers$label[6] <- "b"
  x <- calibration(answers, label, sure, gold, by = who)
  expect_fault(autoplot(x[setdiff(names(x), "n")]), "missing_column", "1 column is missing: n")
  plot <- autoplot(x)
  expect_equal(panels_of(plot)[["n"]], 2)
  scale <- ggplot2::ggplot_build(plot)$layout$panel_params[[2]]$x
  expect_equal(scale$get_labels(), levels)
  expect_equal(drawn(plot, "GeomPoint")$x, c(1, 3, 1, 2, 3), ignore_attr = TRUE)
  expect_false("GeomAbline" %in% geoms(plot))
})

test_that("a single bar of shares stands on the whole axis", {
  one <- item_summary(result_ratings()[1:3, ], item, rater, label)
  range <- ggplot2::ggplot_build(autoplot(one))$layout$panel_params[[1]]$x.range
  expect_lte(range[1], 0)
  expect_gte(range[2], 1)
})

test_that("batches have their names, and no more raters than panels", {
  skip_if_quick()
  marks <- with_seed(1, expand.grid(item = 1:12, rater = letters[1:14], stringsAsFactors = FALSE))
  marks$score <- with_seed(1, pmin(4, pmax(1, round(2.5 + rnorm(12)[marks$item] + rnorm(nrow(marks))))))
  marks$batch <- c("first batch of March (training)", "second batch of April (study)")[1 + (marks$item > 6)]
  x <- suppressWarnings(rater_severity(marks, item, rater, score, batch = batch, link = "population"))
  plot <- autoplot(x)
  labels <- ggplot2::ggplot_build(plot)$layout$panel_params[[1]]$x$get_labels()
  expect_length(unique(labels), 2)
  expect_equal(plot$theme$axis.text.x$angle, 90)
  expect_equal(panels_of(plot)[["n"]], 12)
  expect_match(captions(plot), "The first 12 of 14 raters.", fixed = TRUE)
})

test_that("severities without a value are counted as such, also those of one rater", {
  marks <- data.frame(item = rep(1:24, each = 2), rater = c("ann", "bob"), batch = rep(1:3, each = 16))
  marks$grade <- with_seed(3, pmin(4, pmax(1, round(2.5 + rnorm(24)[marks$item] + rnorm(48, sd = 0.6)))))
  marks$grade[marks$rater == "ann" & marks$batch != 3] <- 4
  x <- suppressWarnings(rater_severity(marks, item, rater, grade, batch = batch, link = "population"))
  expect_match(captions(autoplot(x)), "2 severities without a value (only the rating 4).", fixed = TRUE)
  expect_match(captions(autoplot(x[-1, ])), "1 severity without a value (only the rating 4).", fixed = TRUE)
})

test_that("corrected estimates and coefficients are forests", {
  skip_if_quick()
  items <- data.frame(
    year = rep(1:2, each = 12), person = c(TRUE, FALSE, TRUE, FALSE, rep(NA, 8)),
    model = c(rep(c(TRUE, FALSE, FALSE), 4)), x = with_seed(1, rnorm(24))
  )
  estimate <- function(...) suppressWarnings(corrected_estimate(items, person, model, ...))
  x <- estimate(by = year)
  plot <- autoplot(x)
  # A third of the predictions and half of the labels of each year are TRUE.
  expect_equal(drawn(plot, "GeomPoint")$x, c(1 / 3, 1 / 3, 1 / 2, 1 / 2, x$estimate))
  expect_equal(drawn(plot, "GeomLinerange")$xmin[5:6], x$conf.low)
  expect_equal(row_names(plot), c("1", "2"))
  expect_equal(plot$labels$x, "Share of yes, 95% CI")
  difference <- autoplot(estimate(by = year, differences = TRUE))
  expect_equal(row_names(difference), "2 - 1")
  expect_true("GeomVline" %in% geoms(difference))
  regression <- corrected_regression(items, x ~ person, person, model)
  expect_equal(row_names(autoplot(regression)), regression$term)
  expect_match(autoplot(regression)$labels$x, "^Coefficient")
})

test_that("all raters stand on top of the pairs", {
  numbers <- with_seed(1, data.frame(item = rep(1:10, 3), rater = rep(letters[1:3], each = 10), score = rnorm(30)))
  plot <- autoplot(concordance(numbers, item, rater, score, ci = test_size(ci_jackknife(), ci_default())))
  expect_equal(row_names(plot), c("all raters", "a and b", "a and c", "b and c"))
  expect_match(plot$labels$x, "95% CI$")
})

test_that("without disagreement, or a kappa of any rater, an error says so", {
  same <- transform(result_ratings(), label = "a")
  agreed <- suppressWarnings(disagreements(same, item, rater, label))
  expect_fault(autoplot(agreed), "no_rows", "agree on every item")
  expect_fault(autoplot(suppressWarnings(rater_summary(same, item, rater, label))), "no_values", "two categories")
})

test_that("a decision study of few sizes has the curve between them", {
  set.seed(3)
  scores <- expand.grid(person = 1:20, rater = 1:3)
  scores$score <- rnorm(20)[scores$person] + c(0, 1, -1)[scores$rater] + rnorm(60)
  model <- score ~ (1 | person) + (1 | rater)
  x <- generalizability(scores, model, person, n = list(rater = c(1, 100)))
  plot <- autoplot(x)
  parts <- variance_components(scores, model, ci = "none")
  of <- stats::setNames(parts$estimate, parts$component)
  line <- drawn(plot, "GeomLine")
  expect_setequal(line$x, 1:100)
  expect_equal(line$y[line$PANEL == 1 & line$x == 7], of[["person"]] / (of[["person"]] + of[["residual"]] / 7))
  expect_false("GeomRibbon" %in% geoms(plot))
  expect_true("GeomRibbon" %in% geoms(autoplot(generalizability(scores, model, person, n = list(rater = 1:4)))))
  attr(x, "fit") <- NULL
  expect_equal(nrow(drawn(autoplot(x), "GeomLine")), 0)
})

test_that("long answers are cut one by one, so that their counts are seen", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  long <- c("Spending of the government on education, and schools", "Spending of the government on health (public)")
  data <- data.frame(item = rep(1:16, each = 5), rater = 1:5, label = c(long, long[1], "no", "no"))
  # Raters who never agree, which is warned of, have the longest bars.
  x <- quietly(disagreements(data, item, rater, label))
  text <- drawn(ggplot2::autoplot(x, n = 16), "GeomText")$label
  expect_match(text, "^ [^(]+[.]{3}[^(]+ [(]2[)], no [(]2[)], [^(]+[.]{3}.+ [(]1[)]$")
  side <- quietly(disagreements(data, item, rater, label, raters = 1:2))
  expect_match(drawn(ggplot2::autoplot(side, n = 16), "GeomText")$label, "^ [^:]*[.]{3}[^:]*   [^:]*[.]{3}[^:]*$")
})

# The categories in the text of bars: entries without their counts.
bar_categories <- function(plot) {
  text <- gsub("\n", "", trimws(drawn(plot, "GeomText")$label))
  unlist(lapply(strsplit(text, ", ", fixed = TRUE), function(entries) sub(" [(][0-9]+[)]$", "", entries)))
}

test_that("a category has one name in all bars, and no count is cut", {
  scale <- c("strongly_agree", "agree", "neutral", "disagree", "strongly_disagree")
  data <- data.frame(item = rep(1:20, each = 5), rater = 1:5, label = scale)
  # Half of the items lack two of the answers, so that whole names fit.
  data <- data[data$item > 10 | data$rater < 4, ]
  plot <- autoplot(quietly(disagreements(data, item, rater, label)), width = 16)
  names <- bar_categories(plot)
  expect_length(unique(names), 5)
  # No name is truncated at the beginning.
  expect_false(any(startsWith(names, "...")))
  expect_match(strsplit(drawn(plot, "GeomText")$label, ", ")[[1]], "[(]1[)]$")
  # If even the shortest names do not fit, whole entries are omitted.
  data$label <- paste("The answer", data$label, "that was chosen by this person")
  data$item <- paste("an item with a long name", data$item)
  text <- trimws(drawn(autoplot(quietly(disagreements(data, item, rater, label)), n = 20), "GeomText")$label)
  expect_true(all(grepl("^([^,]+ [(]1[)], )+([^,]+ [(]1[)]|[.]{3})$", text)))
  expect_true(any(endsWith(text, ", ...")))
})

test_that("in the bars of spans the names of annotators and labels are cut, but no place", {
  people <- c("Alexandra Papadopoulou-Smith", "Bartholomew Featherstonehaugh", "Christopher Montgomery",
    "Dorothea von Trapp"
  )
  data <- expand.grid(annotator = people, document = paste("document", 1:9), stringsAsFactors = FALSE)
  data$start <- seq_len(nrow(data)) %% 4 + 100
  data$end <- data$start + 5
  data$label <- c("name_of_an_organisation", "name_of_a_person")[1 + (seq_len(nrow(data)) %% 3 == 0)]
  x <- disagreements(as_spans(data, document, annotator, start, end, label))
  text <- gsub("\n", "   ", trimws(drawn(autoplot(x, width = 16), "GeomText")$label))
  entries <- trimws(unlist(strsplit(text, " {2,}")))
  entries <- entries[entries != "..."]
  expect_gte(length(entries), 2 * 9)
  expect_true(all(grepl("^[A-D][^:]*: .+ [0-9]+-[0-9]+$", entries)))
  labels <- unique(sub("^[^:]*: (.*) [0-9-]+$", "\\1", entries))
  expect_length(labels, 2)
})

test_that("a share without an interval does not pass for a sure one", {
  skip_if_not_installed("ggplot2")
  data <- data.frame(
    part = rep(c("a", "b"), each = 12), person = c(TRUE, FALSE, TRUE, FALSE, rep(NA, 8), rep(FALSE, 4), rep(NA, 8)),
    model = rep(c(TRUE, FALSE, FALSE), 8)
  )
  x <- suppressWarnings(corrected_estimate(data, person, model, by = part, ci = "analytic"))
  expect_match(captions(ggplot2::autoplot(x)), "Points without a line: labels and predictions do not vary")
  expect_identical(captions(ggplot2::autoplot(x[1, ])), "")
})

test_that("decision studies without a size, or without a column of sizes, are left out or have no curve", {
  skip_if_quick()
  set.seed(4)
  scores <- expand.grid(person = 1:20, task = 1:3, rater = 1:4)
  scores$score <- rnorm(20)[scores$person] + c(0, 1, -1)[scores$task] + rnorm(4)[scores$rater] + rnorm(240)
  model <- score ~ (1 | person) + (1 | task) + (1 | rater)
  x <- generalizability(scores, model, person, n = list(task = 1:3, rater = 1:4), ci = "none")
  lost <- x
  lost[3, ] <- NA
  lost$task[8] <- NA
  plot <- autoplot(lost)
  expect_equal(nrow(drawn(plot, "GeomPoint")), 22)
  expect_match(plot$labels$caption, "2 studies without a value", fixed = TRUE)
  lost[, ] <- NA
  expect_match(drawn(autoplot(lost), "GeomLabel")$label, "no value")
  unknown <- x
  unknown$task <- rep(c(NA, Inf), 12)
  unknown$rater <- NA
  expect_fault(autoplot(unknown), "no_values", "None of 24 rows")
  # without the other facets their curve cannot be computed
  alone <- x[x$task == 2, ]
  alone$task <- NULL
  expect_equal(nrow(drawn(autoplot(alone), "GeomLine")), 0)
  expect_equal(nrow(drawn(autoplot(alone), "GeomPoint")), 8)
})

test_that("rows of which nothing is left have a dash or a reason in a forest, not an error of R", {
  scores <- cbind(a = c(1, 2, 4, 3, 6), b = c(2, 2, 5, 4, 6), c = c(1, 3, 4, 4, 5))
  rows <- data.frame(item = rep(1:5, 3), rater = rep(1:3, each = 5), y = c(scores))
  for (x in list(
    concordance(scores, layout = "raters_in_columns", ci = ci_none()),
    variance_components(rows, y ~ (1 | item) + (1 | rater), ci = "none")
  )) {
    x[, ] <- NA
    expect_silent(drawn(autoplot(x), "GeomPoint"))
  }
})

test_that("results bound together have a panel for each, not points on top of each other", {
  skip_if_quick()
  results <- every_result()
  for (kind in c("accord_severity", "accord_components", "accord_comparison")) {
    x <- results[[kind]]
    both <- rbind(x, x)
    both <- structure(
      c(list(study = rep(c("north", "south"), each = nrow(x))), unclass(both)[names(both)]),
      class = class(x), row.names = seq_len(2 * nrow(x))
    )
    points <- drawn(autoplot(both), "GeomPoint")
    expect_equal(nrow(points), 2 * sum(!is.na(x[[utils::tail(result_kind(x)$needed, 1)]])), info = kind)
    expect_false(anyDuplicated(points[c("y", "PANEL")]) > 0, info = kind)
    # Columns of the result are none of the user's, wherever they stand.
    expect_equal(panels_of(autoplot(x[rev(names(x))]))[["n"]], panels_of(autoplot(x))[["n"]], info = kind)
  }
})

test_that("rows of any two results bound together do not lie on each other", {
  skip_if_quick()
  results <- every_result()
  kinds <- c(
    "accord_intra", "accord_rater_means", "accord_comparison", "accord_coref_means", "accord_chain_alpha",
    "accord_estimate", "accord_components", "accord_span_agreement", "accord_span_alpha", "accord_span_gamma",
    "accord_concordance", "accord_severity"
  )
  for (kind in kinds) {
    points <- drawn(autoplot(rbind(results[[kind]], results[[kind]])), "GeomPoint")
    expect_false(any(duplicated(points[c("PANEL", "y")])), label = kind)
  }
  plot <- autoplot(rbind(results$accord_severity, results$accord_severity))
  expect_identical(levels(plot$data$series), c("Result 1", "Result 2"))
})

test_that("curves of reliability are left out if results were combined", {
  scores <- expand.grid(item = 1:12, rater = c("ann", "bob", "cat"))
  scores$y <- 10 + scores$item %% 5 + as.integer(scores$rater) + (scores$item * as.integer(scores$rater)) %% 3
  one <- function(d, n) {
    generalizability(d, y ~ (1 | item) + (1 | rater), item, n = list(rater = n), ci = "none")
  }
  expect_gt(nrow(drawn(autoplot(one(scores, 1:3)), "GeomLine")), 0)
  both <- rbind(one(scores, 1:3), one(scores[scores$item <= 8, ], 4:6))
  expect_equal(nrow(drawn(autoplot(both), "GeomLine")), 0)
})

test_that("a column of words in front of decision studies is a series, or a panel, and no facet", {
  skip_if_quick()
  scores <- expand.grid(item = 1:12, rater = c("ann", "bob", "cat"))
  scores$y <- 10 + scores$item %% 5 + as.integer(scores$rater) + (scores$item * as.integer(scores$rater)) %% 3
  named <- function(n, study, items) {
    d <- scores[scores$item <= items, ]
    x <- generalizability(d, y ~ (1 | item) + (1 | rater), item, n = list(rater = n), ci = "none")
    structure(c(list(study = rep(study, nrow(x))), unclass(x)[names(x)]),
      class = class(x), row.names = seq_len(nrow(x)), fit = attr(x, "fit"), object = "item",
      estimates = attr(x, "estimates"), seal = attr(x, "seal")
    )
  }
  one <- named(1:3, "north", 12)
  plot <- autoplot(one)
  expect_identical(plot$labels$x, "Number of raters")
  expect_gt(nrow(drawn(plot, "GeomLine")), 0)
  both <- autoplot(rbind(one, named(1:3, "south", 8)))
  points <- drawn(both, "GeomPoint")
  expect_equal(nrow(points), 12)
  expect_length(unique(points$colour), 2)
  expect_identical(both$labels$x, "Number of raters")
  expect_equal(panels_of(autoplot(rbind(named(2, "north", 12), named(2, "south", 8))))[["n"]], 2)
  # A facet that was changed is still an error.
  one$rater <- as.character(one$rater)
  expect_fault(autoplot(one), "not_agreement", "rater")
})

test_that("within, across and their difference follow each other, and what has no interval has its reason", {
  x <- results$accord_group_comparison
  plot <- autoplot(x)
  # A group without any value is said, and the rows of the other are named by what they are.
  expect_identical(levels(plot$data$label), c("Within", "Across", "Difference"))
  expect_match(captions(plot), "y: no value (one rater).", fixed = TRUE)
  expect_match(captions(plot), "across: agreement with all other raters,", fixed = TRUE)
  expect_match(captions(plot), "no interval: too few raters for the jackknife.", fixed = TRUE)
})

test_that("means over raters: agreement and shares of the ratings have panels, with groups agreement alone is drawn", {
  x <- summary(rater_summary(result_ratings(), item, rater, label))
  plot <- autoplot(x)
  expect_identical(levels(plot$data$panel), c("Agreement", "Shares of categories"))
  points <- drawn(plot, "GeomPoint")
  expect_setequal(points$x[points$PANEL == 2], x$estimate[grepl("^share_", x$measure)])
  several <- rbind(transform(result_ratings(), part = "one"), transform(result_ratings(), part = "two"))
  grouped <- summary(rater_summary(several, item, rater, label, by = part))
  plot <- autoplot(grouped)
  expect_false(any(grepl("Share", plot$data$label)))
  expect_match(captions(plot), "Only means of agreement are drawn.", fixed = TRUE)
  # Groups are compared by each measure. With three raters all have the same agreement with the others' majority.
  expect_identical(unique(row_names(plot)), c("one", "two"))
  expect_false("Agreement with the others' majority" %in% plot$data$panel)
  same <- data.frame(measure = "agree_pairs", estimate = c(0.5, NA, 0.75))
  expect_identical(values_in_words(same, "agree_pairs"), "mean agreement with each other rater (.50, .75)")
  # Of groups that are too many for several panels kappa is drawn.
  many <- do.call(rbind, lapply(1:15, function(i) transform(result_ratings(), part = paste("part", i))))
  many <- summary(rater_summary(many, item, rater, label, by = part))
  plot <- autoplot(many)
  expect_equal(plot$data$value, many$estimate[many$measure == "kappa"])
  expect_match(captions(plot), "Other measures are not drawn for lack of height.", fixed = TRUE)
  # Shares alone are drawn.
  shares <- grouped[grepl("^share_", grouped$measure), ]
  expect_setequal(drawn(autoplot(shares), "GeomPoint")$x, shares$estimate)
})

test_that("coefficients over time have panels with one axis of time", {
  days <- do.call(rbind, lapply(0:3, function(i) transform(result_ratings(), day = as.Date("2024-03-01") + i)))
  plot <- autoplot(agreement(days, item, rater, label, by = day, coefficients = c("fleiss", "alpha"), ci = ci_none()))
  expect_equal(panels_of(plot), c(across = 1, down = 2, n = 2))
  expect_identical(plot$labels$x, "2024")
  expect_setequal(drawn(plot, "GeomPoint")$x, as.numeric(as.Date("2024-03-01") + 0:3))
})

test_that("items at one place of the limits are one larger point", {
  scores <- data.frame(
    item = rep(1:6, 2), rater = rep(c("a", "b"), each = 6), y = c(1, 1, 1, 1, 2, 4, 2, 2, 2, 2, 1, 3)
  )
  plot <- autoplot(limits_of_agreement(scores, item, rater, y))
  points <- drawn(plot, "GeomPoint")
  expect_equal(nrow(points), 3)
  expect_equal(points$size[points$y == -1] / min(points$size), 2) # the root of four items
  expect_match(subtitles(plot), "Points are items. Line: bias")
  expect_no_match(subtitles(autoplot(limits_of_agreement(scores[c(1, 5, 6, 7, 11, 12), ], item, rater, y))), "larger")
})

test_that("small probabilities of answers are no numbers, and the one rater that is drawn is named", {
  data <- with_seed(1, simulate_ratings(200, 5, prevalence = rep(1 / 9, 9)))
  data$rater <- c("ann", "bob", "cat", "dan", "eve")[data$rater]
  plot <- autoplot(consensus(data, item, rater, rating, method = "dawid_skene"), what = "raters", n = 1)
  expect_true(all((plot$data$text == "") == (plot$data$value < 0.005)))
  shown <- "Shown: ann, who has the most ratings of the 5 raters. Empty: less than .005."
  expect_match(captions(plot), shown, fixed = TRUE)
})

test_that("ties among items with disagreement are told", {
  d <- data.frame(item = rep(1:30, each = 2), rater = 1:2, label = c("x", "y", "y", "x"))
  plot <- autoplot(disagreements(d, item, rater, label, raters = 1:2))
  # If more tie than there is room for, items with the same ratings share a bar.
  expect_equal(plot$data$n, c(15, 15))
  expect_match(plot$data$text, "^[xy]   [xy]$")
  expect_match(subtitles(plot), "those of raters 1 and 2 in this order", fixed = TRUE)
  d$label[1:2] <- c("x", "x")
  d <- rbind(d, data.frame(item = 31, rater = 1:2, label = c("y", "x")))
  expect_setequal(autoplot(disagreements(d, item, rater, label, raters = 1:2))$data$n, c(14, 16))
})

test_that("a sample size and an audit say their aim", {
  expect_match(
    subtitles(autoplot(results$accord_sample_size)),
    "enough for a 95% interval whose limits are at most .10 from the value. Shares of the categories: .5, .5.",
    fixed = TRUE
  )
  x <- sample_size("fleiss_kappa", c(0.6, 0.7), null = 0.4, power = 0.8, n_raters = 2:3)
  expect_match(subtitles(autoplot(x)), "enough for a test against .40 with a power of .80.", fixed = TRUE)
  expect_match(subtitles(autoplot(results$accord_audit)), "Target: more than 50% of the labels", fixed = TRUE)
})

test_that("numbers that can exceed 1 have a zero before the point", {
  plot <- autoplot(results$accord_worths)
  expect_match(right_values(plot), "^-?0[.]")
})

test_that("tiles have the width of their column, also beside one without tiles", {
  skip_if_not_installed("ggplot2")
  # "b" met "a" only, and as a column it has no tile below the diagonal.
  data <- data.frame(
    item = rep(1:4, each = 2), rater = c("x", "y"), rating = c("a", "b", "a", "c", "c", "d", "a", "d")
  )
  tiles <- drawn(autoplot(disagreements(data, item, rater, rating, what = "categories")), "GeomTile")
  expect_identical(unique(c(tiles$xmax - tiles$xmin, tiles$ymax - tiles$ymin)), 1)
})

test_that("a plot says that all its values are equal, and only then", {
  skip_if_not_installed("ggplot2")
  said <- function(x) grepl("All that are shown have the same", subtitles(autoplot(x)), fixed = TRUE)
  pair <- data.frame(item = rep(1:6, each = 2), rater = c("x", "y"), rating = rep(c("a", "b", "a", "b"), c(1, 2, 5, 4)))
  expect_true(said(disagreements(pair, item, rater, rating)))
  some <- rbind(pair, data.frame(item = c(1, 3), rater = "z", rating = c("a", "b")))
  expect_false(said(disagreements(some, item, rater, rating)))
  # Items in which both chose one of two equally frequent labels are alike, and so are those in which they differ.
  influence <- item_influence(pair, item, rater, rating)
  expect_true(said(influence[influence$item %in% 1:2, ]))
  expect_false(said(influence[influence$item %in% 1:3, ]))
})

test_that("a mean of one pair is not drawn, but that of pairs that were filtered out is", {
  x <- results$accord_event_kappa
  plot <- autoplot(x)
  means <- plot$data[plot$data$label == "Mean of pairs" & !is.na(plot$data$value), ]
  values <- tapply(!is.na(x$estimate) & !is.na(x$annotator_1), x$coefficient, sum)
  expect_equal(values[["event_kappa_linked"]], 1)
  expect_gt(values[["event_kappa"]], 1)
  expect_equal(means$value, x$estimate[is.na(x$annotator_1) & x$coefficient == "event_kappa"])
  few <- x[is.na(x$annotator_1) & x$coefficient == "event_kappa", ]
  expect_equal(drawn(autoplot(few), "GeomPoint")$x, few$estimate)
})

test_that("sizes of a legend are numbers of items that occur", {
  expect_equal(sizes_shown(c(1, 1, 3, 9, 25)), c(1, 9, 25))
  expect_equal(sizes_shown(c(2, 2)), 2)
})
