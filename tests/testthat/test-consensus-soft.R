# Distributions of labels in evaluate_consensus(): published values, and the definitions written out here.

shares <- function(...) {
  x <- rbind(...)
  dimnames(x) <- list(seq_len(nrow(x)), letters[seq_len(ncol(x))])
  x
}

score <- function(found, measure, class = NA) found$estimate[found$measure == measure & found$class %in% class]

label_rows <- function(text, who) {
  cells <- do.call(rbind, strsplit(strsplit(text, " ")[[1]], ""))
  data.frame(item = c(row(cells)), rater = paste0(who, c(col(cells))), label = c(cells))
}

test_that("columns that are no categories are not taken for some", {
  p <- data.frame(item = 1:3, a = c(.9, .7, .1), b = c(.1, .3, .9))
  gold <- data.frame(item = 1:3, a = c(4, 3, 0), b = c(0, 1, 4))
  expect_fault(evaluate_consensus(p, cbind(gold, words = c(80, 91, 70))), "shares", categories = "words")
  expect_fault(evaluate_consensus(stats::setNames(p, c("item", "A", "B")), gold), "shares", "same categories")
})

test_that("measures are those of published tests and baselines", {
  # kmkurn/train-eval-hlv (Kurniawan et al. 2025), tests.
  found <- evaluate_consensus(shares(c(0.6, 0.4)), shares(c(0.2, 0.8)), ci = ci_none())
  expect_published(1 - score(found, "js_divergence"), 0.8754887502, 10)
  expect_equal(score(found, "soft_accuracy"), 0.6)
  p <- c(0.2, 0.3, 0.3, 0.9)
  q <- c(0.4, 0.1, 0.7, 0.8)
  found <- evaluate_consensus(shares(cbind(q, 1 - q)), shares(cbind(p, 1 - p)))
  expect_equal(score(found, "soft_precision", c("a", "b")), c(1.4 / 2, 1.7 / 2))
  expect_equal(score(found, "soft_recall", c("a", "b")), c(1.4 / 1.7, 1.7 / 2.3))
  expect_equal(score(found, "soft_f1", c("a", "b")), c(2.8 / 3.7, 3.4 / 4.3))
  expect_equal(score(found, "soft_f1_macro"), mean(c(2.8 / 3.7, 3.4 / 4.3)))

  # LeWiDi 2023 (arXiv 2304.14803), test items by the share of label 1, and the cross-entropy of "always 0".
  test_sets <- list(
    list(n = c(114, 16, 15, 13, 5, 3, 2), share = c(0, 0.17, 0.33, 0.5, 0.67, 0.83, 1), printed = 2.715),
    list(n = c(1020, 549, 470, 386, 360, 272), share = c(0, 0.2, 0.4, 0.6, 0.8, 1), printed = 7.385)
  )
  for (set in test_sets) {
    p <- rep(set$share, set$n)
    gold <- cbind("0" = 1 - p, "1" = p)
    rownames(gold) <- seq_along(p)
    found <- evaluate_consensus(data.frame(item = seq_along(p), label = "0"), gold)
    expect_published(score(found, "cross_entropy"), set$printed, 3)
  }
})

test_that("two groups of raters are compared item by item", {
  # Recomputed by a script of the study page, not with accord.
  rows <- list(label_rows("200 002 111 011 000", "Y"), label_rows("200 202 111 120 000", "Z"))
  y <- as_ratings(rows[[1]], item, rater, label)
  z <- as_ratings(rows[[2]], item, rater, label)
  found <- evaluate_consensus(z, y)
  expect_published(score(found, "js_divergence"), 0.05784458, 8)
  expect_published(score(found, "manhattan"), 0.2666667, 7)
  expect_equal(score(found, "soft_accuracy"), 1 - 0.2666667 / 2, tolerance = 1e-6)
  h <- function(counts) {
    p <- counts[counts > 0] / sum(counts)
    -sum(p * log(p))
  }
  of <- function(d) vapply(split(factor(d$label, 0:2), d$item), function(x) h(table(x)), 0)
  expect_equal(score(found, "entropy_correlation"), stats::cor(of(rows[[1]]), of(rows[[2]])))
  expect_false("wasserstein" %in% found$measure)
})

test_that("ordered labels have Wasserstein distances, and predictions for persons an error", {
  local_seed(1)
  people <- expand.grid(item = 1:20, rater = c("a", "b", "c"))
  people$rating <- sample(c(1, 2, 5), 60, replace = TRUE)
  guess <- transform(people, rating = sample(c(1, 2, 5), 60, replace = TRUE))
  as_gold <- function(x, level) as_ratings(x, item, rater, rating, level = level, categories = c(1, 2, 5))
  found <- evaluate_consensus(as_gold(guess, "interval"), as_gold(people, "interval"))
  # In one dimension it is the mean distance of the sorted values, if there are as many.
  sorted <- function(x) tapply(x$rating, x$item, sort)
  apart <- mapply(function(a, b) mean(abs(a - b)), sorted(people), sorted(guess))
  expect_equal(score(found, "wasserstein"), mean(apart))
  expect_equal(score(found, "perspectivist_error"), mean(abs(people$rating - guess$rating)) / 4)
  steps <- evaluate_consensus(as_gold(guess, "ordinal"), as_gold(people, "ordinal"))
  rank <- function(x) match(x, c(1, 2, 5))
  expect_equal(score(steps, "perspectivist_error"), mean(abs(rank(people$rating) - rank(guess$rating))) / 2)
  plain <- evaluate_consensus(as_gold(guess, "nominal"), as_gold(people, "nominal"))
  expect_equal(score(plain, "perspectivist_error"), mean(people$rating != guess$rating))

  # The jackknife of a mean is s / sqrt(n).
  row <- found[found$measure == "wasserstein", ]
  half <- stats::qt(0.975, 19) * stats::sd(apart) / sqrt(20)
  expect_equal(c(row$conf.low, row$conf.high), mean(apart) + c(-half, half))
})

test_that("sets are compared label by label", {
  # Shares of kmkurn/train-eval-hlv: P = .2 .3, .1 .8, .9 .7, Q = .8 .1, .3 .4, .7 .4; ten ratings an item.
  sets <- function(first, second) {
    rows <- lapply(seq_along(first), function(i) {
      has <- cbind(seq_len(10) <= 10 * first[i] + 0.5, seq_len(10) <= 10 * second[i] + 0.5)
      tibble::tibble(item = i, rater = 1:10, label = lapply(1:10, function(r) c("x", "y")[has[r, ]]))
    })
    as_ratings(do.call(rbind, rows), item, rater, label)
  }
  found <- evaluate_consensus(sets(c(0.8, 0.3, 0.7), c(0.1, 0.4, 0.4)), sets(c(0.2, 0.1, 0.9), c(0.3, 0.8, 0.7)))
  expect_equal(score(found, "soft_f1_micro"), 2 * 1.9 / 5.7)
  differences <- c(0.6, 0.2, 0.2, 0.2, 0.4, 0.3)
  expect_equal(score(found, "manhattan"), mean(2 * differences))
  expect_fault(evaluate_consensus(shares(c(0.5, 0.5)), sets(0.2, 0.3)), "argument", "sets")
})

test_that("a prediction without any label is one too", {
  people <- tibble::tibble(item = c(1, 1, 2), rater = c("a", "b", "a"), label = list("x", c("x", "y"), character()))
  none <- people
  none$label <- list(character(), character(), character())
  found <- evaluate_consensus(as_ratings(none, item, rater, label), as_ratings(people, item, rater, label))
  # Of two labels the first rating has one, the second both; the second item has none.
  expect_equal(score(found, "perspectivist_error"), (mean(c(0.5, 1)) + 0) / 2)
  expect_equal(score(found, "manhattan"), mean(c(2 * mean(c(1, 0.5)), 0)))
})

test_that("what a perfect model gets is near what one gets that knows the shares", {
  # Shares of 400 items from a beta distribution, six ratings each; the model knows them.
  local_seed(2)
  p <- stats::rbeta(400, 0.6, 1.4)
  ones <- stats::rbinom(400, 6, p)
  counts <- data.frame(item = 1:400, yes = ones, no = 6 - ones)
  found <- evaluate_consensus(data.frame(item = 1:400, yes = p, no = 1 - p), counts)
  for (measure in c("manhattan", "js_divergence", "cross_entropy", "soft_f1_macro")) {
    row <- found[found$measure == measure, ]
    expect_lt(abs(row$perfect - row$estimate), 2 * (row$conf.high - row$conf.low))
  }
  again <- evaluate_consensus(data.frame(item = 400:1, yes = rev(p), no = rev(1 - p)), counts[sample(400), ])
  expect_equal(again$perfect, found$perfect)
  unknown <- evaluate_consensus(shares(c(0.6, 0.4)), shares(c(0.2, 0.8)))
  expect_true(all(is.na(unknown$perfect)))
})

test_that("clusters are left out as a whole, and groups are evaluated apart", {
  local_seed(3)
  people <- expand.grid(item = 1:12, rater = 1:3)
  people$topic <- people$item %% 4
  people$half <- ifelse(people$item > 6, "b", "a")
  people$label <- sample(c("x", "y"), 36, replace = TRUE)
  gold <- as_ratings(people, item, rater, label, cluster = topic)
  share <- tapply(people$label == "x", people$item, mean)
  apart <- 2 * abs(share - 0.5)
  guess <- data.frame(item = 1:12, x = 0.5, y = 0.5)
  found <- evaluate_consensus(guess, gold)
  without <- vapply(0:3, function(t) mean(apart[1:12 %% 4 != t]), 0)
  se <- sqrt(3 / 4 * sum((without - mean(without))^2))
  row <- found[found$measure == "manhattan", ]
  expect_equal(row$conf.high - row$estimate, stats::qt(0.975, 3) * se)
  by_half <- evaluate_consensus(guess, as_ratings(people, item, rater, label, by = half))
  expect_equal(
    by_half$estimate[by_half$measure == "manhattan"], unname(c(mean(apart[1:6]), mean(apart[7:12])))
  )
})

test_that("posterior probabilities and labels of consensus() are distributions too", {
  people <- label_rows("200 002 111 011 000", "Y")
  gold <- as_ratings(people, item, rater, label)
  sure <- consensus(people, item, rater, label, method = dawid_skene(), posterior = TRUE)
  found <- evaluate_consensus(sure, gold)
  p <- t(vapply(split(factor(people$label, 0:2), people$item), function(x) table(x) / 3, double(3)))
  expect_equal(score(found, "manhattan"), mean(rowSums(abs(p - unclass(sure$posterior)))))
  majority <- consensus(people, item, rater, label)
  expect_equal(score(evaluate_consensus(majority, gold), "soft_accuracy"), mean(apply(p, 1, max)))
})

test_that("wrong shares are named, and what cannot be used says why", {
  skip_if_quick()
  expect_fault(evaluate_consensus(shares(c(0.6, 0.4)), shares(c(0.2, 0.2))), "shares", "1 item do not|of 1 item")
  expect_fault(
    evaluate_consensus(shares(c(0.6, 0.4), c(1, 0)), shares(c(0.2, 0.2), c(0.1, 0.1))), "shares", "2 items"
  )
  other <- shares(c(0.5, 0.5))
  rownames(other) <- "z"
  expect_fault(evaluate_consensus(other, shares(c(0.2, 0.8))), "gold", "none in common")
  expect_message(
    evaluate_consensus(shares(c(0.5, 0.5)), shares(c(0.2, 0.8), c(1, 0))), class = "accord_message_unused_gold"
  )
  expect_fault(evaluate_consensus(other, other, clip = 0), "argument", "two numbers")
  expect_fault(evaluate_consensus(other, other, level = "ratio"), "argument")
  expect_fault(evaluate_consensus(other, other, ci = ci_bootstrap()), "argument")
  twice <- rbind(data.frame(item = 1, a = 0.5, b = 0.5), data.frame(item = 1, a = 1, b = 0))
  expect_fault(evaluate_consensus(twice, twice), "duplicate_items", "1 item has")
  expect_fault(
    evaluate_consensus(data.frame(item = 1, label = "a"), c("1" = "a"), level = "ordinal"), "argument", "single labels"
  )
})

test_that("items without all shares are told, and the others are evaluated as alone", {
  p <- shares(c(0.6, 0.4), c(0.1, 0.9), c(0.5, 0.5), c(0.3, 0.7))
  q <- shares(c(0.2, 0.8), c(NA, 0.9), c(0.5, 0.5), c(0.9, 0.1))
  cnd <- expect_message(found <- evaluate_consensus(q, p, ci = ci_none()), class = "accord_message_without_shares")
  expect_match(conditionMessage(cnd), "1 item is left out.*`x` [(]1[)]")
  expect_identical(cnd$items, "2")
  expect_equal(found$estimate, evaluate_consensus(q[-2, ], p[-2, ], ci = ci_none())$estimate)
  expect_output(print(found), "1 item left out")
  labels <- data.frame(item = 1:4, label = c("a", NA, "b", "a"))
  expect_message(
    evaluate_consensus(labels, p, ci = ci_none()), "label is missing",
    class = "accord_message_without_shares"
  )
  expect_message(evaluate_consensus(p, q, ci = ci_none()), "`gold` [(]1[)]")
  expect_no_message(evaluate_consensus(p, p, ci = ci_none()))
})

test_that("print has what a perfect model gets", {
  y <- as_ratings(label_rows("200 002 111 011 000", "Y"), item, rater, label)
  lines <- format(evaluate_consensus(y, y))
  expect_match(lines[1], "Shares of labels compared with those of people")
  expect_true(any(grepl("Perfect", lines)))
})

test_that("categories in another spelling have a warning", {
  people <- data.frame(item = 1:3, hate = c(0.2, 0.4, 0.5), none = c(0.8, 0.6, 0.5))
  model <- as_ratings(
    data.frame(item = 1:3, rater = "m", label = c("Hate", "none", "none")), item, rater, label
  )
  expect_warning(evaluate_consensus(model, people), "\"hate\" and \"Hate\"", class = "accord_warning_gold_labels")
})
