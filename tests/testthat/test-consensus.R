by_hand <- function() {
  rated(
    ann = c("a", "a", "b", "b", NA),
    bob = c("a", "b", "b", "a", "c"),
    cat = c("b", "c", "b", NA, NA)
  )
}

test_that("the majority is the label and its share the probability", {
  x <- consensus(by_hand(), item, rater, label)
  expect_s3_class(x, c("accord_consensus", "tbl_df"), exact = FALSE)
  expect_named(x, c("item", "label", "probability", "n", "status"))
  expect_identical(x$item, 1:5)
  expect_identical(x$label, c("a", NA, "b", NA, "c"))
  expect_equal(x$probability, c(2 / 3, 1 / 3, 1, 1 / 2, 1))
  expect_identical(x$n, c(3L, 3L, 3L, 2L, 1L))
  expect_identical(x$status, c("ok", "tie", "ok", "tie", "ok"))
})

test_that("ties go to the first, to a rater, or are drawn", {
  label <- function(...) consensus(by_hand(), item, rater, label, ...)$label
  expect_identical(label(ties = "first"), c("a", "a", "b", "a", "c"))
  expect_identical(label(ties = "first", categories = c("c", "b", "a")), c("a", "c", "b", "b", "c"))
  expect_identical(label(ties = c(rater = "bob")), c("a", "b", "b", "a", "c"))
  # Cat has not rated the fourth item.
  expect_identical(label(ties = c(rater = "cat")), c("a", "c", "b", NA, "c"))
  expect_identical(label(ties = c(rater = "cat", "first")), c("a", "c", "b", "a", "c"))
  local_seed(1)
  many <- data.frame(item = rep(1:300, each = 3), rater = 1:3, label = c("a", "c", "b"))
  drawn <- consensus(many, item, rater, label, categories = c("a", "b", "c"), ties = "random")$label
  # 300 fair draws: a share is off by more than .12 once in 100,000 times.
  expect_lt(max(abs(table(drawn) / 300 - 1 / 3)), 0.12)
})

test_that("random ties follow the seed", {
  draw <- function() {
    local_seed(3)
    consensus(by_hand(), item, rater, label, ties = "random")$label
  }
  expect_identical(draw(), draw())
})

test_that("weights count in the majority and in means", {
  x <- consensus(by_hand(), item, rater, label, method = majority(rater_weights = c(cat = 0.5, ann = 1, bob = 2)))
  expect_identical(x$label, c("a", "b", "b", "a", "c"))
  expect_equal(x$probability, c(3, 2, 3.5, 2, 2) / c(3.5, 3.5, 3.5, 3, 2))
  numbers <- rated(ann = c(1, 4), bob = c(2, 8))
  m <- consensus(numbers, item, rater, label, method = weighted_mean(rater_weights = c(ann = 3, bob = 1)))
  expect_equal(m$label, c(5 / 4, 5))
  # sqrt(sum w^2 d^2 m / (m - 1)) / sum w, with d = -1/4 and 3/4 in the first item.
  expect_equal(m$std.error, sqrt((9 / 16 + 9 / 16) * 2) / 4 * c(1, 4))
  # A single rating has no standard error, also if 3 * 0.05 / 3 is not exactly 0.05.
  one <- rated(ann = c(0.05, 0.1))
  single <- consensus(one, item, rater, label, method = weighted_mean(rater_weights = c(ann = 3)))
  expect_identical(single$std.error, c(NA_real_, NA_real_))
})

test_that("only the ratios of weights count, however large or small they are", {
  d <- rated(ann = c("a", "b", "b"), bob = c("a", "b", "a"), cat = c("b", "b", "a"))
  # The largest is a number, but not the sum.
  for (unit in c(2^1021, 2^-1060)) {
    x <- consensus(d, item, rater, label, method = majority(rater_weights = c(ann = 7, bob = 6, cat = 4) * unit))
    expect_identical(x$label, c("a", "b", "a"))
    expect_equal(x$probability, c(13, 17, 10) / 17)
  }
})

test_that("a rater with weight 0 has no say", {
  x <- consensus(by_hand(), item, rater, label, method = majority(rater_weights = c(ann = 1, bob = 0, cat = 0)))
  expect_identical(x$label, c("a", "a", "b", "b", NA))
  expect_identical(x$probability, c(1, 1, 1, 1, NA))
  expect_identical(x$status, c("ok", "ok", "ok", "ok", "no weight"))
  # If all items are tied, no rater has a skill.
  tied <- rated(ann = c("a", "b"), bob = c("b", "a"))
  expect_identical(consensus(tied, item, rater, label, method = "wawa")$status, rep("no weight", 2))
  expect_identical(tidy(consensus(tied, item, rater, label, method = "wawa"))$estimate, c(NA_real_, NA_real_))
})

test_that("the limits of skills in the help are those of shares of right answers, without a warning", {
  local_seed(2)
  d <- data.frame(item = rep(1:30, 3), rater = rep(c("ann", "bob", "cat"), each = 30))
  gold <- stats::setNames(sample(c("a", "b"), 30, TRUE), 1:30)
  d$rating <- ifelse(stats::runif(90) < 0.8, gold[d$item], "b")
  recipe <- function() {
    evaluate_consensus(data.frame(item = d$item, label = d$rating, rater = d$rater), gold[1:25], by = rater)
  }
  expect_no_warning(x <- recipe())
  accuracy <- x[x$measure == "accuracy" & is.na(x$class), ]
  use <- d$item <= 25
  right <- tapply(d$rating[use] == gold[d$item[use]], d$rater[use], sum)
  expect_equal(accuracy$estimate, as.vector(right) / 25)
  # Clopper and Pearson's limits.
  expect_equal(accuracy$conf.low, stats::qbeta(0.025, as.vector(right), 26 - as.vector(right)))
})

test_that("gold labels may be sets, of the same labels in any order", {
  skip_if_quick()
  d <- data.frame(item = rep(1:3, each = 2), rater = 1:2)
  d$label <- list("a", c("a", "b, c"), c("a", "b"), "a", "a", "a")
  gold <- data.frame(item = c(1, 2))
  gold$label <- list(c("b, c", "a"), c("b", "a"))
  truth <- list(c("a", "b, c"), c("a", "b"), "a")
  settled <- as_ratings(data.frame(item = 1:3, rater = 1, label = I(truth)), item, rater, label)
  label <- settled$categories[settled$code + 1L]
  for (known in list(gold, stats::setNames(gold$label, gold$item))) {
    x <- consensus(d, item, rater, label, method = "majority", gold = known, sets = "whole")
    expect_identical(x$status, c("gold", "gold", "ok"))
    expect_identical(x$label, label)
  }
  # Rater 2 is right on the first item.
  plain <- consensus(d, item, rater, label, method = "majority", ties = c(rater = "2"), sets = "whole")
  found <- evaluate_consensus(plain, gold)
  expect_equal(found$estimate[found$measure %in% "accuracy"], 1 / 2)
  gold$label[[2]] <- "z"
  whole <- function(gold) consensus(d, item, rater, label, gold = gold, sets = "whole")
  expect_fault(whole(gold), "gold", "1 of them is not: \"\\{z\\}\"")
  expect_fault(whole(gold), "gold", "Leave out items whose set no rater gave")
  expect_fault(whole(c("1" = "a")), "gold", "Give sets as a list")
  expect_fault(consensus(by_hand(), item, rater, label, gold = list("1" = "a")), "gold", "a vector in place of a list")
})

test_that("gold labels settle their items", {
  x <- consensus(by_hand(), item, rater, label, gold = c("2" = "c", "9" = "a"))
  expect_identical(x$label, c("a", "c", "b", NA, "c"))
  expect_identical(x$status, c("ok", "gold", "ok", "tie", "ok"))
  expect_identical(x$probability[2], 1)
  again <- consensus(by_hand(), item, rater, label, gold = data.frame(item = c(2, 3), label = c("c", NA)))
  expect_equal(tibble::as_tibble(x), tibble::as_tibble(again), ignore_attr = TRUE)
})

test_that("an item without ratings has no label", {
  d <- by_hand()
  d$label[d$item == 1] <- NA
  for (method in c("majority", "wawa", "zbs", "dawid_skene", "one_coin", "mace", "mace_vb", "glad")) {
    em <- !method %in% c("majority", "wawa")
    x <- consensus(d, item, rater, label, method = if (em) method_of(method, max_iterations = 5000) else method)
    expect_identical(x$label[x$n == 0], NA_character_, info = method)
    expect_identical(x$status[x$n == 0], "no ratings", info = method)
    expect_identical(x$probability[x$n == 0], NA_real_, info = method)
  }
  known <- consensus(d, item, rater, label, gold = c("1" = "b"))
  expect_identical(known$label[known$item == 1], "b")
})

test_that("groups are apart, and may have gold of their own", {
  both <- rbind(cbind(by_hand(), part = "x"), cbind(by_hand(), part = "y"))
  both$label[both$part == "y" & both$item == 1] <- "c"
  x <- consensus(both, item, rater, label, by = part, gold = data.frame(item = 2, part = "y", label = "b"))
  expect_identical(x$part, rep(c("x", "y"), each = 5))
  expect_identical(x$label, c("a", NA, "b", NA, "c", "c", "b", "b", NA, "c"))
  for (method in c("dawid_skene", "wawa", "glad")) {
    together <- consensus(both, item, rater, label, by = part, method = method)
    alone <- consensus(both[both$part == "y", ], item, rater, label, method = method)
    expect_equal(together$probability[together$part == "y"], alone$probability, info = method)
    expect_identical(together$label[together$part == "y"], alone$label, info = method)
  }
  expect_identical(nrow(glance(x)), 2L)
  expect_identical(glance(x)$part, c("x", "y"))
})

test_that("ratings, matrices and grouped frames come in by the same door", {
  x <- consensus(by_hand(), item, rater, label)
  expect_equal(consensus(as_ratings(by_hand(), item, rater, label)), x, ignore_attr = c("consensus", "seal"))
  wide <- matrix(c("a", "a", "b", "b", NA, "a", "b", "b", "a", "c", "b", "c", "b", NA, NA), 5)
  expect_identical(consensus(wide, layout = "raters_in_columns")$label, x$label)
  skip_if_not_installed("dplyr")
  grouped <- dplyr::group_by(cbind(by_hand(), part = "x"), part)
  expect_identical(consensus(grouped, item, rater, label)$label, x$label)
})

test_that("the majority of anonymous raters is defined", {
  expect_identical(consensus(by_hand(), item, rating = label)$label, c("a", NA, "b", NA, "c"))
})

test_that("labels keep the type of the ratings", {
  d <- by_hand()
  logical <- consensus(transform(d, label = label == "a"), item, rater, label)
  expect_identical(logical$label, c(TRUE, FALSE, FALSE, NA, FALSE))
  number <- consensus(transform(d, label = match(label, letters)), item, rater, label, method = "majority")
  expect_equal(number$label, c(1, NA, 2, NA, 3))
  factor <- consensus(transform(d, label = factor(label)), item, rater, label)
  expect_identical(factor$label, c("a", NA, "b", NA, "c"))
})

test_that("posterior gives the support of each category", {
  x <- consensus(by_hand(), item, rater, label, posterior = TRUE)
  expect_identical(colnames(x$posterior), c("a", "b", "c"))
  expect_equal(unname(x$posterior[2, ]), rep(1 / 3, 3))
  model <- consensus(by_hand(), item, rater, label, method = "one_coin", posterior = TRUE)
  expect_equal(rowSums(model$posterior), rep(1, 5))
  expect_equal(do.call(pmax, as.data.frame(model$posterior)), model$probability)
})

test_that("the posterior of a gold item is its label, also where it is a vote", {
  d <- data.frame(item = c(1, 1, 1, 2, 2, 3), rater = c(1, 2, 3, 1, 2, 1), label = c("a", "b", "b", "a", "a", NA))
  for (method in c("majority", "wawa", "zbs", "one_coin")) {
    x <- consensus(d, item, rater, label, method = method, gold = c("1" = "a", "3" = "b"), posterior = TRUE)
    expect_equal(x$label, c("a", "a", "b"), info = method)
    expect_equal(unname(x$posterior[c(1, 3), ]), diag(2), info = method)
  }
})

test_that("a gold item has its label where nothing can be learnt about raters", {
  d <- data.frame(item = 1:4, rater = c(1, 2, 1, 1), label = c("a", "b", "b", NA))
  x <- suppressWarnings(consensus(d, item, rater, label, method = "one_coin", gold = c("4" = "a")))
  expect_identical(x$label, c(NA, NA, NA, "a"))
  expect_identical(x$probability, c(NA, NA, NA, 1))
  expect_identical(x$status, rep(c("no item with two ratings", "gold"), c(3, 1)))
})

test_that("means and medians are those of R", {
  local_seed(5)
  d <- data.frame(item = rep(1:20, 1:20 %% 6 + 1))
  d$rater <- sequence(1:20 %% 6 + 1)
  d$label <- sample(0:100, nrow(d), replace = TRUE) / 10
  order <- sample(unique(d$label))
  by_item <- function(f) unname(c(tapply(d$label, d$item, f)))
  expect_equal(consensus(d, item, rater, label, method = "mean")$label, by_item(mean))
  expect_equal(
    consensus(d, item, rater, label, method = "mean")$std.error,
    by_item(function(x) stats::sd(x) / sqrt(length(x)))
  )
  expect_equal(consensus(d, item, rater, label, method = "median")$label, by_item(stats::median))
  # The same holds if the categories are not given in order.
  expect_equal(
    consensus(d, item, rater, label, method = "median", categories = order)$label, by_item(stats::median)
  )
})

test_that("the median of ordered categories is a category, or a tie", {
  d <- rated(ann = c("low", "low", "mid"), bob = c("mid", "high", "mid"), cat = c("high", NA, NA))
  d$label <- factor(d$label, c("low", "mid", "high"), ordered = TRUE)
  median <- function(...) consensus(d, item, rater, label, method = "median", ...)
  expect_identical(as.character(median()$label), c("mid", NA, "mid"))
  expect_identical(median()$status, c("ok", "tie", "ok"))
  expect_identical(as.character(median(ties = "first")$label), c("mid", "low", "mid"))
  d$label <- as.character(d$label)
  expect_fault(median(), "level")
  expect_identical(median(level = "ordinal", categories = c("low", "mid", "high"))$label, c("mid", NA, "mid"))
  d$label <- factor(d$label, c("low", "mid", "high"), ordered = TRUE)
  local_seed(2)
  expect_setequal(replicate(30, as.character(median(ties = "random")$label[2])), c("low", "high"))
})

test_that("printing says what was done", {
  local_seed(1)
  local_reproducible_output(width = 200)
  head <- function(...) grep("^#|^Consensus", format(consensus(by_hand(), item, rater, label, ...)), value = TRUE)
  expect_match(head(), "^Consensus about 5 items, from 12 ratings by 3 raters$", all = FALSE)
  expect_match(head(), "Method: +majority vote", all = FALSE)
  expect_match(head(), "Notes: +2 ties, 2 without a label", all = FALSE)
  expect_match(
    head(method = dawid_skene(restarts = 3), gold = c("2" = "a")),
    "Dawid-Skene; converged after .* iterations?; best of 4 starts", all = FALSE
  )
  x <- consensus(by_hand(), item, rater, label)
  expect_match(format(x[1:2, ])[1], "2 items")
  expect_match(format(x[, "item"])[1], "A tibble: 5 x 1")
})

test_that("a tie with a label is no reason for a dash", {
  data <- data.frame(item = rep(1:3, each = 2), rater = c("ann", "bob"), label = c("a", "b", "a", "a", "b", "a"))
  broken <- consensus(data, item, rater, label, ties = c(rater = "ann"))
  expect_identical(as.character(broken$label), c("a", "a", "b"))
  expect_no_match(paste(format(broken), collapse = "\n"), ": tie", fixed = TRUE)
  expect_match(paste(format(broken), collapse = "\n"), "2 ties")
  expect_match(paste(format(consensus(data, item, rater, label)), collapse = "\n"), "1; 3: tie", fixed = TRUE)
})

test_that("each question may have its own method", {
  d <- data.frame(
    id = c("007", "042", "100", "101"), mi_a = c("y", "n", "u", "y"), mi_b = c("y", "n", "y", "u"),
    hb_a = c(9.1, 10, 11.2, 8), hb_b = c(9.1, 10.4, 11.2, 8)
  )
  x <- read_sheet(d, item = id, names = "{question}_{rater}", level = c(hb = "interval"))
  found <- consensus(x, method = c(hb = "mean"))
  # The mean of two numbers, and the vote of two raters, which ties where they differ.
  expect_equal(as.double(found$label[found$question == "hb"]), (d$hb_a + d$hb_b) / 2)
  expect_identical(found$label[found$question == "mi"], ifelse(d$mi_a == d$mi_b, d$mi_a, NA))
  expect_match(cli::ansi_strip(format(found)), "Method: mi: majority vote; hb: mean", fixed = TRUE, all = FALSE)
  both <- consensus(x, method = list(mi = dawid_skene(smoothing = 1), hb = "median"))
  expect_equal(as.double(both$label[both$question == "hb"]), (d$hb_a + d$hb_b) / 2)
  expect_fault(consensus(x, method = c(bh = "mean")), "argument", "1 is none")
  expect_fault(consensus(as_ratings(x, question = "hb"), method = c(hb = "mean")), "argument", "one question")
  # Measurements have no default, since votes would tie.
  expect_fault(consensus(as_ratings(x, question = "hb")), "level_needed", "5 distinct values")
  joined <- augment(found, d, item = id)
  # A label that is a number joins as one.
  expect_identical(joined$.label_hb, (d$hb_a + d$hb_b) / 2)
  expect_type(joined$.label_mi, "character")
  # The column of items is `item` in a sheet, and here `id`.
  expect_fault(augment(found, d), "missing_column", "The items are in `id`: `item = id`")
})

test_that("ids that are written in two ways are named where labels are joined", {
  d <- data.frame(item = rep(c("007", "100"), each = 2), rater = c("a", "b"), x = c("y", "y", "n", "n"))
  found <- consensus(d, item, rater, x)
  expect_warning(joined <- augment(found, data.frame(item = c(7, 100))), class = "accord_warning_items_not_met")
  expect_identical(joined$.label, c(NA, "n"))
  # Rows without ratings, and items without rows, are no fault by themselves.
  expect_no_warning(augment(found, data.frame(item = "100")))
  expect_no_warning(augment(found, data.frame(item = c("007", "100", "101"))))
})
