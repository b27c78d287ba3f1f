numbers <- c(
  "n_items", "n_ratings", "n_compared", "n_met", "agree_majority", "agree_others", "agree_pairs",
  "n_set_aside", "set_aside"
)

expect_same_columns <- function(found, truth, columns) {
  for (name in columns) {
    expect_equal(as.double(found[[name]]), as.double(truth[[name]]), tolerance = 1e-12, info = name)
  }
}

test_that("every column equals the definition on random sparse data", {
  skip_if_quick()
  for (seed in 1:test_size(4, 60)) {
    data <- random_job(seed, labels = letters[1:(1 + seed %% 4)])
    values <- sort(unique(data$rating[!is.na(data$rating)]))
    for (ties in c("disagree", "split")) {
      truth <- oracle_raters(data, ties, values)
      found <- rater_summary(data, item, rater, rating, ties = ties, mean_of = sure)
      expect_equal(found$rater, truth$rater)
      expect_same_columns(found, truth, c(numbers, paste0("share_", values)))
      sure <- as.double(tapply(data$sure, data$rater, mean, na.rm = TRUE)[found$rater])
      expect_equal(found$mean_sure, ifelse(is.nan(sure), NA, sure), tolerance = 1e-12)
    }
  }
})

test_that("the share of equal answers with each other rater is that of pairwise_agreement()", {
  data <- random_job(30, n_items = 60)
  found <- rater_summary(data, item, rater, rating)
  pairs <- pairwise_agreement(data, item, rater, rating, coefficient = "percent")
  both <- data.frame(rater = c(pairs$rater_1, pairs$rater_2), estimate = rep(pairs$estimate, 2))
  expect_equal(found$agree_pairs, as.double(tapply(both$estimate, both$rater, mean)[found$rater]))
})

# t1: a a b; t2: a b c, a tie; t3: b b; t4: one rating; t5: a and none.
by_hand <- function() {
  data.frame(
    item = c("t1", "t1", "t1", "t2", "t2", "t2", "t3", "t3", "t4", "t5", "t5"),
    rater = c("ann", "bob", "cat", "ann", "bob", "cat", "ann", "bob", "ann", "ann", "dan"),
    rating = c("a", "a", "b", "a", "b", "c", "b", "b", "a", "a", NA),
    sure = c(1, 2, 3, 1, 2, NA, 1, 2, 5, 2, 4), seconds = c(1, 2, 3, 4, 5, 10, NA, NA, 9, 2, 11)
  )
}

test_that("what is worked out by hand comes out", {
  found <- rater_summary(by_hand(), item, rater, rating, mean_of = c(sure, time = seconds))
  expect_equal(
    tibble::as_tibble(unclass(found)[!names(found) %in% c("kappa", "std.error", "conf.low", "conf.high")]),
    tibble::tibble(
      rater = c("ann", "bob", "cat", "dan"), n_items = c(5L, 3L, 2L, 0L), n_ratings = c(5L, 3L, 2L, 0L),
      n_compared = c(3L, 3L, 2L, 0L), n_met = c(2L, 2L, 2L, 0L),
      agree_majority = c(2, 2, 0, NA) / c(3, 3, 2, 1),
      # t1: the others of ann and of bob are tied, those of cat chose a; t3: the other chose b.
      agree_others = c(1, 1, 0, NA) / c(3, 3, 2, 1),
      # ann and bob agree on t1 and t3 of three items; cat agrees with no rater.
      agree_pairs = c(1 / 3, 1 / 3, 0, NA), conf.level = 0.95,
      n_set_aside = c(0L, 0L, 0L, 1L), set_aside = c(0, 0, 0, 1),
      mean_sure = c(2, 2, 3, 4), mean_time = c(4, 3.5, 6.5, 11),
      share_a = c(4 / 5, 1 / 3, 0, NA), share_b = c(1 / 5, 2 / 3, 1 / 2, NA), share_c = c(0, 0, 1 / 2, NA),
      status = c("ok", "ok", "ok", "no ratings")
    )
  )
  split <- rater_summary(by_hand(), item, rater, rating, ties = "split")
  expect_equal(split$agree_majority, c((1 + 1 / 3 + 1) / 3, (1 + 1 / 3 + 1) / 3, 1 / 3 / 2, NA))
  expect_equal(split$agree_others, c((1 / 2 + 1) / 3, (1 / 2 + 1) / 3, 0, NA))
})

test_that("the agreement with the majority of the MTurk study is the published one, and its table", {
  answers <- mturk_answers()
  found <- rater_summary(answers, Input.code, WorkerId, best, by = dimension)
  means <- summary(found)
  majority <- means[means$measure == "agree_majority", ]
  # Annotator agreement.ipynb of the study: an answer agrees if another worker gave it and it is A or B.
  published <- data.frame(
    dimension = c("Coherence", "Repetition", "Grammaticality"), mean = c("0.717073", "0.734200", "0.737685"),
    weighted = c("0.778333", "0.786667", "0.756667"), workers = c(119L, 135L, 80L)
  )
  at <- match(published$dimension, majority$dimension)
  expect_equal(sprintf("%.6f", majority$estimate[at]), published$mean)
  expect_equal(sprintf("%.6f", majority$weighted_mean[at]), published$weighted)
  expect_equal(majority$n_raters[at], published$workers)
  expect_equal(majority$n_ratings, c(600, 600, 600))
  # Only raters who gave A or B agree: no other answer occurs twice on an item.
  items <- item_summary(answers, Input.code, WorkerId, best, by = dimension)
  expect_true(all(items$majority %in% c("A", "B", NA)))

  skip_if_not_installed("knitr")
  columns <- c("dimension", "measure", "estimate", "weighted_mean")
  table <- as.character(paper_table(majority[columns], "latex", digits = 2, leading_zero = TRUE))
  # The rows of percentage_agreement.tex of the study.
  for (row in c("Coherence & 0.72 & 0.78", "Repetition & 0.73 & 0.79", "Grammaticality & 0.74 & 0.76")) {
    expect_match(table, paste0("\n", row, "\\\\\n"), fixed = TRUE)
  }
  expect_match(table, "Dimension & Mean & Weighted mean\\\\\n\\midrule", fixed = TRUE)
  expect_match(table, "\\textit{Note.} Agreement with the majority.", fixed = TRUE)
})

test_that("the label counts of the six annotators are the printed ones", {
  found <- rater_summary(sarcasm_labels(), ID, annotator, annotation)
  expect_equal(found$n_items, rep(100L, 6))
  who <- c("samba", "zsofia", "florian", "ivo", "joely", "maiwenn")
  expect_equal((found$share_1 * found$n_ratings)[match(who, found$rater)], c(58, 29, 14, 31, 22, 11))
})

test_that("the mean confidences of the study of understatements are the printed ones", {
  answers <- read_reference("tables/tisbuta-answers.csv")
  found <- rater_summary(answers, item, annotator, is_understatement, mean_of = confidence)
  # antanas, bastiaan, kris, szabi, the model
  expect_equal(sprintf("%.2f", found$mean_confidence), c("2.28", "2.18", "2.62", "2.36", "2.95"))
  # Two annotators left one sentence open each.
  expect_equal(found$n_set_aside, c(0L, 0L, 1L, 1L, 0L))
  expect_equal(found$set_aside, c(0, 0, 1, 1, 0) / 120)
})

test_that("the order of rows, names, frames and threads do not matter, and groups stand alone", {
  data <- random_job(7, n_items = 40)
  found <- rater_summary(data, item, rater, rating, mean_of = sure)
  expect_equal(rater_summary(data[sample(nrow(data)), ], item, rater, rating, mean_of = sure), found)
  of_ratings <- rater_summary(as_ratings(data, item, rater, rating))
  expect_equal(of_ratings, found[names(found) != "mean_sure"])
  renamed <- transform(data, rater = chartr("0123456789", "9876543210", rater), item = paste0("x", item))
  renamed <- rater_summary(renamed, item, rater, rating, mean_of = sure)
  at <- match(chartr("0123456789", "9876543210", found$rater), renamed$rater)
  expect_equal(renamed[at, -1], found[-1])
  old <- options(accord.threads = 1)
  expect_identical(rater_summary(data, item, rater, rating, mean_of = sure), found)
  options(old)

  two <- rbind(cbind(part = "y", random_job(8)), cbind(part = "x", data))
  by_part <- rater_summary(two, item, rater, rating, by = part, mean_of = sure)
  # The table of one group also says of how many items it is.
  expect_equal(by_part[by_part$part == "x", -1], found, ignore_attr = c("rated", "seal"))
  if (rlang::is_installed("dplyr")) {
    grouped <- dplyr::group_by(two, part)
    expect_equal(rater_summary(grouped, item, rater, rating, mean_of = sure), by_part)
  }
  # A rater who has no row in a group has none in the result.
  expect_equal(nrow(by_part), nrow(unique(two[c("part", "rater")])))
  means <- summary(by_part)
  expect_equal(means[means$part == "x", -1], summary(found))
})

test_that("summaries are plain and weighted means, of those with a value", {
  found <- rater_summary(by_hand(), item, rater, rating, mean_of = sure)
  means <- summary(found)
  columns <- c("estimate", "weighted_mean", "n_raters", "n_ratings")
  row <- function(figure) unlist(means[means$measure == figure, columns])
  expect_equal(unname(row("agree_majority")), c(mean(c(2 / 3, 2 / 3, 0)), 4 / 8, 3, 8))
  expect_equal(unname(row("agree_others")), c(mean(c(1 / 3, 1 / 3, 0)), 2 / 8, 3, 8))
  expect_equal(unname(row("set_aside")), c(1 / 4, 1 / 11, 4, 11))
  expect_equal(unname(row("share_a")), c(mean(c(4 / 5, 1 / 3, 0)), 5 / 10, 3, 10))
  expect_equal(unname(row("mean_sure")), c(11 / 4, (10 + 6 + 6) / 10, 4, 10))
  # A summary of some raters only.
  expect_equal(summary(found[found$rater != "cat", ])$estimate[1], 2 / 3)
  expect_equal(summary(found[found$rater == "dan", ])$estimate[1:3], c(NA_real_, NA, NA))
  expect_true(all(is.na(summary(found[0, ])$estimate)))
})

test_that("it prints with its means", {
  found <- rater_summary(by_hand(), item, rater, rating)
  expect_output(print(found), "# Mean over 3 raters: Majority .444 (weighted .500)", fixed = TRUE)
  parts <- rbind(cbind(part = "x", by_hand()), cbind(part = "y", by_hand()))
  by_part <- rater_summary(parts, item, rater, rating, by = part)
  expect_output(print(by_part), "# Mean over 3 raters, y: Majority .444", fixed = TRUE)
  expect_no_match(paste(capture.output(print(found["rater"])), collapse = "\n"), "# Mean")
  expect_no_match(paste(capture.output(print(found[c(1:5, 9)])), collapse = "\n"), "# Mean")
  found$n_ratings <- "many"
  expect_output(print(found), "ann")
})

test_that("shares of categories can be asked for or left out", {
  expect_false(any(grepl("^share_", names(rater_summary(by_hand(), item, rater, rating, shares = FALSE)))))
  many <- data.frame(item = rep(1:30, 2), rater = rep(c("ann", "bob"), each = 30), rating = c(1:30, 30:1))
  expect_false(any(grepl("^share_", names(rater_summary(many, item, rater, rating)))))
  expect_equal(sum(grepl("^share_", names(rater_summary(many, item, rater, rating, shares = TRUE)))), 30)
  unused <- rater_summary(by_hand(), item, rater, rating, categories = c("a", "b", "c", "d"))
  expect_equal(unused$share_d, c(0, 0, 0, NA))
})

test_that("what is outside of the categories, duplicated or kept is counted", {
  found <- rater_summary(by_hand(), item, rater, rating, categories = c("a", "b"))
  expect_equal(found$n_set_aside, c(0L, 0L, 1L, 1L))
  expect_equal(found$agree_majority, c(2 / 3, 2 / 3, 0, NA)) # t2 is a tie still
  twice <- rbind(by_hand(), by_hand()[1, ])
  expect_fault(rater_summary(twice, item, rater, rating), "duplicate_rating")
  first <- rater_summary(twice, item, rater, rating, duplicates = "first")
  expect_equal(first$n_set_aside, c(1L, 0L, 0L, 1L))
  expect_equal(first$n_ratings, c(5L, 3L, 2L, 0L))
  kept <- rater_summary(twice, item, rater, rating, duplicates = "keep")
  expect_equal(kept$n_items, c(5L, 3L, 2L, 0L))
  expect_equal(kept$n_ratings, c(6L, 3L, 2L, 0L))
  # Empty cells of a table are no ratings.
  wide <- rater_summary(krippendorff_c(), layout = "raters_in_rows")
  expect_equal(wide$n_set_aside, rep(0L, 4))
  expect_equal(wide$n_items, c(9L, 11L, 10L, 11L))
})

test_that("one rating per item: nobody can be compared, which is said once", {
  alone <- by_hand()[!duplicated(by_hand()$item), ]
  expect_warning(
    found <- rater_summary(alone, item, rater, rating), "No rater", class = "accord_warning_undefined"
  )
  expect_equal(found$agree_majority, NA_real_)
  expect_equal(found$status, "no item with two ratings")
  none <- transform(by_hand(), rating = NA_character_)
  expect_warning(
    found <- rater_summary(none, item, rater, rating), "no ratings", class = "accord_warning_undefined"
  )
  expect_equal(found$n_set_aside, c(5L, 3L, 2L, 1L))
  # One rater, twice on the same items.
  same <- transform(by_hand()[1:2, ], rater = "ann")
  expect_warning(
    found <- rater_summary(same, item, rater, rating, duplicates = "keep"),
    "no item in common", class = "accord_warning_undefined"
  )
  expect_equal(found$agree_pairs, NA_real_)
})

test_that("a group with a fault is left out, with a warning", {
  d <- rbind(cbind(part = "x", by_hand()), cbind(part = "y", by_hand()), cbind(part = "z", by_hand()))
  expect_warning(
    found <- rater_summary(rbind(d, d[1, ]), item, rater, rating, by = part, mean_of = sure),
    "1 group is left", class = "accord_warning_faulty_group"
  )
  expect_equal(unique(found$part), c("y", "z"))
  expect_equal(found$mean_sure[found$part == "z"], c(2, 2, 3, 4))
  expect_warning(
    rater_summary(rbind(d, d[c(1, 12), ]), item, rater, rating, by = part),
    "2 groups are left", class = "accord_warning_faulty_group"
  )
})

test_that("bad input is a classed error", {
  skip_if_quick()
  d <- cbind(by_hand(), text = "x", when = as.Date("2024-01-01"))
  of <- function(...) rater_summary(d, item, rater, rating, ...)
  expect_fault(of(mean_of = text), "not_numeric", "1 column is not", columns = "text")
  expect_fault(
    of(mean_of = c(text, sure, when)), "not_numeric", "2 columns are not", columns = c("text", "when")
  )
  expect_fault(of(mean_of = shure), "missing_column", "1 column does not exist", column = "shure")
  expect_fault(of(mean_of = c(shure, txt)), "missing_column", "2 columns do not exist")
  expect_fault(of(ties = "random"), "argument", "must be one of")
  expect_fault(of(shares = "yes"), "argument", "TRUE")
  expect_fault(of(level = "rank"), "argument", argument = "level")
  expect_fault(of(coefficient = "alpha"), "argument", "1 unknown argument")
  expect_fault(rater_summary(d, item, rating = rating), "anonymous", "A summary of raters needs")
  expect_fault(rater_summary(d, item, rating = rating, mean_of = sure), "argument", "`rater` is not given")
  ratings <- as_ratings(d, item, rater, rating)
  expect_fault(rater_summary(ratings, mean_of = sure), "argument", "mean_of", argument = "mean_of")
  expect_fault(
    rater_summary(cbind(d, set_aside = 1), item, rater, rating, by = set_aside),
    "reserved_name", "1 of them does", columns = "set_aside"
  )
  key <- cbind(d, set_aside = 1, n_met = 1)
  expect_fault(
    rater_summary(key, item, rater, rating, by = c(set_aside, n_met)), "reserved_name", "2 of them do"
  )
  found <- rater_summary(d, item, rater, rating)
  less <- found[names(found) != "n_compared"]
  expect_fault(summary(less), "missing_column", "1 column is", column = "n_compared")
  expect_fault(summary(found[1:3]), "missing_column", "2 columns are")
  expect_fault(summary(found, weighted = TRUE), "argument", "1 unknown argument")
})

test_that("means of other columns stand by the rater, whatever the class of the ids", {
  d <- data.frame(item = rep(1:4, each = 2), who = rep(1:2, 4), label = c("x", "y"), sure = 1:8)
  d$part <- rep(1:2, each = 4)
  by_hand <- c(mean(c(1, 3, 5, 7)), mean(c(2, 4, 6, 8)))
  expect_equal(rater_summary(d, item, who, label, mean_of = sure)$mean_sure, by_hand)
  d$who <- structure(as.double(d$who), labels = c(Ann = 1), class = c("haven_labelled", "vctrs_vctr", "double"))
  expect_equal(rater_summary(d, item, who, label, mean_of = sure)$mean_sure, by_hand)
  expect_equal(
    rater_summary(d, item, c(who, part), label, mean_of = sure)[c("rater", "mean_sure")],
    tibble::tibble(rater = c("1 / 1", "1 / 2", "2 / 1", "2 / 2"), mean_sure = c(2, 6, 3, 7)),
    ignore_attr = TRUE
  )
  # A selection without columns adds no column.
  expect_named(
    rater_summary(d, item, who, label, mean_of = tidyselect::any_of("nope")),
    names(rater_summary(d, item, who, label))
  )
})

test_that("the print and the table say how kappas see ratings that differ", {
  data <- transform(result_ratings(), score = match(label, c("a", "b", "c")))
  said <- function(...) paste(cli::ansi_strip(format(rater_summary(data, item, rater, score, ...))), collapse = " ")
  expect_match(said(level = "interval"), "# Kappa: weights of the level: interval", fixed = TRUE)
  expect_match(said(weights = "linear"), "# Kappa: weights: linear", fixed = TRUE)
  skip_if_not_installed("knitr")
  weighted <- rater_summary(data, item, rater, score, weights = "linear")
  expect_match(
    paper_table(weighted, "markdown"), "of a rater and all other ratings of the same items (weights: linear)",
    fixed = TRUE
  )
})

test_that("ratings that are written alike cannot name columns, and the advice works", {
  rows <- data.frame(item = rep(1:4, each = 2), rater = c("a", "b"), y = c(0.4, 0.4, 0.5, 0.4, 0.5, 0.5, 1, 1))
  # The last digit of these differs.
  rows$y[2] <- 0.4 + 2^-54
  ask <- function(...) rater_summary(rows, item, rater, y, categories = sort(unique(rows$y)), ...)
  expect_fault(ask(), "reserved_name", "1 name stands for .*share_0.4.*shares = FALSE")
  expect_identical(nrow(ask(shares = FALSE)), 2L)
  expect_true("share_0.4" %in% names(rater_summary(transform(rows, y = round(y, 10)), item, rater, y)))
})
