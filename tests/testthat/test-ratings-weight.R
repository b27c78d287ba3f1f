# Case weights: an item with frequency 3 is equivalent to three items, for every verb.

weighted_job <- function(seed, n = 25) {
  local_seed(seed)
  data <- expand.grid(item = seq_len(n), rater = c("ann", "bob", "cat", "dan"), stringsAsFactors = FALSE)
  truth <- sample(letters[1:3], n, TRUE)
  data$label <- ifelse(stats::runif(nrow(data)) < 0.6, truth[data$item], sample(letters[1:3], nrow(data), TRUE))
  data$times <- sample(1:4, n, TRUE)[data$item]
  data[stats::runif(nrow(data)) < 0.8, ]
}

laid_out <- function(data) {
  rows <- rep(seq_len(nrow(data)), data$times)
  copy <- sequence(data$times)
  transform(data[rows, ], item = paste(item, copy))
}

# Returns the values without the name of the weights.
values_of <- function(x) {
  x[["case_weights"]] <- NULL
  as.data.frame(x)
}

test_that("frequencies are as many equal items: estimates, counts, limits", {
  for (seed in seq_len(test_size(1, 4))) {
    data <- weighted_job(seed)
    for (ci in list(ci_default(), ci_jackknife(), ci_analytic())) {
      got <- agreement(data, item, rater, label, case_weights = times, ci = ci)
      expected <- agreement(laid_out(data), item, rater, label, ci = ci)
      expect_equal(values_of(got), as.data.frame(expected), tolerance = 1e-9)
    }
    for (level in c("ordinal", "interval")) {
      data$score <- match(data$label, letters)
      expect_equal(
        values_of(krippendorff_alpha(data, item, rater, score, level = level, case_weights = times)),
        values_of(krippendorff_alpha(laid_out(data), item, rater, score, level = level)),
        tolerance = 1e-9
      )
    }
  }
})

test_that("frequencies in clusters are as many equal items, to the digits that choose the draws", {
  skip_if_quick()
  # thirds and halves, three times or thrice
  for (seed in 1:6) {
    local_seed(seed)
    d <- expand.grid(item = 1:12, rater = c("a", "b", "c", "d"))
    d$label <- sample(c("x", "y", "z"), 48, TRUE)
    d <- d[stats::runif(48) < 0.8, ]
    d$text <- sample.int(5, 12, TRUE)[d$item]
    d$n <- sample.int(3, 12, TRUE)[d$item]
    laid_out <- d[rep(seq_len(nrow(d)), d$n), ]
    copy <- stats::ave(laid_out$item, laid_out$item, laid_out$rater, FUN = seq_along)
    laid_out$item <- paste(laid_out$item, copy)
    limits <- function(data, ...) {
      x <- agreement(
        data, item, rater, label,
        cluster = text, ..., coefficients = c("fleiss", "gwet_ac", "conger", "alpha"), ci = ci_bayes(times = 2048)
      )
      as.matrix(as.data.frame(x)[c("std.error", "conf.low", "conf.high")])
    }
    expect_equal(limits(d, case_weights = n), limits(laid_out), tolerance = 1e-9, info = seed)
  }
})

test_that("verbs that look at each item lay frequencies out", {
  data <- weighted_job(9)
  plain <- laid_out(data)
  expect_equal(
    values_of(pairwise_agreement(data, item, rater, label, case_weights = times, ci = ci_jackknife())),
    values_of(pairwise_agreement(plain, item, rater, label, ci = ci_jackknife()))
  )
  expect_equal(
    rater_summary(data, item, rater, label, case_weights = times)$n_items,
    rater_summary(plain, item, rater, label)$n_items
  )
  expect_equal(nrow(item_summary(data, item, rater, label, case_weights = times)), length(unique(plain$item)))
  set.seed(1)
  got <- agreement(data, item, rater, label, case_weights = times, ci = ci_bootstrap(times = 20))
  expect_equal(got$n_items, agreement(plain, item, rater, label, ci = ci_none())$n_items)
  expect_true(all(got$conf.low < got$estimate & got$estimate < got$conf.high))
})

test_that("frequencies that are all 1, or were laid out, are as none", {
  skip_if_quick()
  data <- weighted_job(2)
  data$doc <- data$item %/% 3
  data$one <- 1L
  for (ci in list(ci_none(), ci_bootstrap(times = 20), ci_bootstrap(times = 20, over = "both"))) {
    measured <- function(...) {
      set.seed(1)
      as.data.frame(agreement(..., ci = ci))
    }
    expect_equal(measured(data, item, rater, label, case_weights = one), measured(data, item, rater, label))
    expect_true("light_kappa" %in% measured(data, item, rater, label, case_weights = times, cluster = doc)$coefficient)
  }
  data$label[1:3] <- "N/A"
  expect_warning(as_ratings(data, item, rater, label, case_weights = one), class = "accord_warning_no_answer")
})

test_that("frequencies in groups and of patterns of answers in columns", {
  data <- weighted_job(3)
  data$part <- ifelse(data$item > 10, "x", "y")
  expect_equal(
    values_of(fleiss_kappa(data, item, rater, label, by = part, case_weights = times)),
    values_of(fleiss_kappa(laid_out(data), item, rater, label, by = part)),
    tolerance = 1e-9
  )
  wide <- data.frame(ann = c("a", "b", "b"), bob = c("a", "b", "a"), n = c(5L, 3L, 2L))
  got <- agreement(wide, rating = c(ann, bob), layout = "raters_in_columns", case_weights = n)
  table <- as.table(rbind(a = c(a = 5, b = 0), b = c(2, 3)))
  expect_equal(got$estimate, agreement(table, layout = "confusion", ci = ci_none())$estimate)
  expect_equal(got$estimate[got$coefficient == "percent_agreement"], 0.8)
  expect_identical(got$n_items[1], 10L)
})

test_that("sampling weights: estimates by the definition, and an interval that knows how many items there are", {
  skip_if_quick()
  data <- weighted_job(5)
  data$share <- c(0.3, 2.2, 1)[data$item %% 3 + 1]
  got <- percent_agreement(data, item, rater, label, case_weights = share)
  agree <- vapply(split(data, data$item), function(x) {
    pairs <- utils::combn(nrow(x), min(2, nrow(x)))
    if (nrow(x) < 2) NA else mean(x$label[pairs[1, ]] == x$label[pairs[2, ]])
  }, 0)
  w <- vapply(split(data$share, data$item), mean, 0)
  expect_equal(got$estimate, sum(w * agree, na.rm = TRUE) / sum(w[!is.na(agree)]))
  # Their scale does not matter, equal ones change nothing, and many small ones are no more items.
  data$large <- 1000 * data$share
  expect_equal(
    values_of(agreement(data, item, rater, label, case_weights = share)),
    values_of(agreement(data, item, rater, label, case_weights = large)),
    tolerance = 1e-9
  )
  data$one <- 1
  expect_equal(
    values_of(agreement(data, item, rater, label, case_weights = one)),
    values_of(agreement(data, item, rater, label)),
    tolerance = 1e-9
  )
  expect_fault(
    agreement(data, item, rater, label, case_weights = share, ci = ci_jackknife()),
    "case_weights", "^Jackknife intervals do not"
  )
  expect_fault(rater_summary(data, item, rater, label, case_weights = share), "case_weights")
})

test_that("the sampling weight of an item with one rating moves nothing that does not use it", {
  skip_if_quick()
  data <- weighted_job(4)
  data <- data[data$item > 2 | data$rater == "ann", ]
  data$label[data$item == 3] <- NA
  data$share <- c(0.3, 2.2, 1)[data$item %% 3 + 1]
  rated <- data[!is.na(data$label), ]
  several <- rated[rated$item %in% names(which(table(rated$item) > 1)), ]
  using <- c("percent_agreement", "brennan_prediger", "krippendorff_alpha")
  columns <- c("estimate", "conf.low", "conf.high", "n_items", "n_ratings", "status")
  measured <- function(data, coefficients) {
    data$label <- factor(data$label)
    as.data.frame(agreement(data, item, rater, label, coefficients = coefficients, case_weights = share))[columns]
  }
  # Krippendorff's definition, with the mean weight of the items that it uses 1
  w <- several$share * length(unique(several$item)) / sum(several$share[!duplicated(several$item)])
  size <- as.vector(table(several$item)[as.character(several$item)])
  pairs <- outer(several$item, several$item, "==") & !diag(nrow(several))
  differ <- outer(several$label, several$label, "!=")
  observed <- sum((w / (size - 1)) * (pairs & differ)) / sum(w)
  margin <- tapply(w, several$label, sum)
  expected <- (sum(margin)^2 - sum(margin^2)) / (sum(margin) * (sum(margin) - 1))
  for (weight in c(0.1, 1000)) {
    data$share[data$item < 3] <- weight
    expect_equal(measured(data, c(using, "fleiss_kappa"))[1:3, ], measured(several, using), tolerance = 1e-9)
    expect_equal(measured(data, "krippendorff_alpha")$estimate, 1 - observed / expected)
  }
})

test_that("sampling weights: limits cover in a simulation of unequal sampling", {
  skip_if_quick()
  local_seed(11)
  cover <- vapply(1:60, function(i) {
    n <- 60
    hard <- stats::runif(n) < 0.5 # half of the sample, a tenth of the population
    agree <- stats::runif(n) < ifelse(hard, 0.5, 0.9)
    data <- data.frame(item = rep(1:n, 2), rater = rep(1:2, each = n), label = c(rep("x", n), ifelse(agree, "x", "y")))
    data$w <- rep(ifelse(hard, 0.2, 1.8), 2)
    x <- percent_agreement(data, item, rater, label, case_weights = w)
    x$conf.low <= 0.86 && 0.86 <= x$conf.high
  }, NA)
  expect_gte(sum(cover), 50) # of 60 at 95 %: fewer have a probability below .001
})

test_that("a confusion table of a billion items is as quick as a small one", {
  counts <- rbind(c(1e9, 2e8), c(1e8, 7e8))
  got <- agreement(counts, layout = "confusion", ci = ci_analytic())
  n <- sum(counts)
  share <- counts / n
  chance <- sum(rowSums(share) * colSums(share))
  expect_equal(got$estimate[got$coefficient == "cohen_kappa"], (sum(diag(share)) - chance) / (1 - chance))
  expect_equal(got$n_items[1], n)
  expect_equal(got$n_ratings[1], 2 * n)
  wide <- agreement(counts, layout = "confusion")
  expect_true(all(wide$conf.high - wide$conf.low < 1e-3))
  expect_fault(rater_summary(counts, layout = "confusion"), "case_weights")
  expect_fault(as_ratings(rbind(c(3e9, 1), c(1, 2)), layout = "counts"), "size")
  expect_fault(as_ratings(rbind(c(1e9, 1), c(1, 2)), layout = "counts"), "size", "They add up to 1,000,000,004")
})

test_that("pairs of raters are counted from frequencies, however many items they stand for", {
  skip_if_quick()
  counts <- rbind(c(1e9, 2e8), c(1e8, 7e8))
  n <- sum(counts)
  got <- pairwise_agreement(counts, layout = "confusion", coefficient = "percent", confusion = TRUE)
  expect_equal(unname(got$confusion[[1]]), counts)
  expect_identical(c(got$n_items, got$n_ratings), c(n, 2 * n))
  expect_equal(got$estimate, 1.7e9 / n)
  patterns <- data.frame(
    r1 = c("x", "x", "y", "y"), r2 = c("x", "y", "x", "y"), r3 = c(NA, "x", "y", "x"), n = as.integer(t(counts))
  )
  got <- pairwise_agreement(patterns,
    layout = "raters_in_columns", rating = r1:r3, case_weights = n, coefficient = "percent", confusion = TRUE,
    min_items = 1e9
  )
  expect_equal(got$n_items, c(n, 1e9, 1e9))
  expect_equal(got$estimate, c(1.7 / 2, 0.3, 0))
  expect_equal(unname(got$confusion[[2]]), rbind(c(2e8, 0), c(7e8, 1e8)))
  expect_fault(
    pairwise_agreement(transform(patterns, n = n / 3),
      layout = "raters_in_columns", rating = r1:r3, case_weights = n
    ),
    "case_weights"
  )
})

test_that("the items that sampling weights stand for are whole numbers where these add up to them", {
  data <- weighted_job(8)
  local_seed(3)
  for (i in 1:5) {
    data$share <- stats::runif(25)[data$item]
    got <- fleiss_kappa(data, item, rater, label, case_weights = share, ci = ci_none())
    expect_identical(got$n_items, length(unique(data$item)))
  }
})

test_that("each call says that whole numbers are sampling weights, but not of those that are confirmed", {
  data <- weighted_job(7)
  data$whole <- as.double(data$times)
  for (i in 1:2) {
    expect_message(
      as_ratings(data, item, rater, label, case_weights = whole), "taken as sampling weights",
      class = "accord_message_case_weights"
    )
  }
  expect_no_message(as_ratings(data, item, rater, label, case_weights = times))
  # The attribute is that of SPSS files read with package haven.
  attr(data$whole, "format.spss") <- "F8.0"
  expect_message(
    as_ratings(data, item, rater, label, case_weights = whole), "taken as sampling weights",
    class = "accord_message_case_weights"
  )
  class(data$whole) <- c("hardhat_importance_weights", "hardhat_case_weights", "vctrs_vctr")
  expect_no_message(as_ratings(data, item, rater, label, case_weights = whole))
})

test_that("case weights are shown, kept, and checked", {
  data <- weighted_job(6)
  expect_output(print(as_ratings(data, item, rater, label, case_weights = times)), "case weights: +frequencies, ")
  expect_true("case_weights" %in% names(tibble::as_tibble(as_ratings(data, item, rater, label, case_weights = times))))
  data$zero <- ifelse(data$item == 3, 0L, data$times)
  ratings <- as_ratings(data, item, rater, label, case_weights = zero)
  expect_identical(ratings$set_aside$reason, "without weight")
  expect_equal(
    agreement(ratings, ci = ci_none())$estimate,
    agreement(data[data$item != 3, ], item, rater, label, case_weights = times, ci = ci_none())$estimate
  )
  data$torn <- seq_len(nrow(data))
  expect_fault(as_ratings(data, item, rater, label, case_weights = torn), "case_weights")
  data$bad <- c(-1, NA, rep(1, nrow(data) - 2))
  expect_fault(as_ratings(data, item, rater, label, case_weights = bad), "case_weights", rows = 1:2)
  expect_fault(as_ratings(data, item, rater, label, case_weights = label), "argument", argument = "case_weights")
  data$share <- data$times / 8
  expect_fault(
    fleiss_kappa(data, item, rater, label, case_weights = share, ci = ci_jackknife()), "case_weights",
    "Jackknife intervals do not take sampling weights"
  )
})

test_that("the copies that a frequency makes of an item have its id, and are paired one by one", {
  d <- data.frame(
    id = rep(c("p", "q", "r"), each = 3), rater = c("a", "b", "c"),
    label = c("x", "x", "z", "u", "u", "v", "w", "w", "w"), n = rep(1:3, each = 3)
  )
  x <- consensus(d, id, rater, label, case_weights = n)
  expect_identical(x$item, c("p", "q", "q", "r", "r", "r"))
  expect_identical(augment(x, d)$.label, rep(c("x", "u", "w"), each = 3))
  expect_identical(evaluate_consensus(x, c(p = "x", q = "z", r = "w"))$estimate[1], 4 / 6)
  expect_identical(item_summary(d, id, rater, label, case_weights = n)$item, x$item)

  once <- data.frame(
    round = rep(c("before", "after"), each = 12), item = rep(rep(1:6, each = 2), 2), rater = c("r", "s"),
    label = c(
      "x", "x", "y", "y", "x", "y", "x", "x", "y", "x", "y", "y", "x", "x", "y", "y", "x", "x", "x", "x", "y", "x",
      "y", "y"
    )
  )
  twice <- rbind(once, transform(once, item = item + 100))
  for (ci in list(ci_default(), ci_analytic())) {
    compared <- function(data, ...) {
      compare_agreement(data, item, rater, label, by = round, paired = TRUE, ci = ci, ...)
    }
    expect_equal(compared(transform(once, n = 2L), case_weights = n), compared(twice), ignore_attr = TRUE)
  }
})

test_that("a table as a data frame has its frequencies as case weights", {
  skip_if_quick()
  crossed <- table(first = c("x", "y", "x", "x", "z"), second = c("x", "x", "y", "x", "z"))
  frame <- as.data.frame(crossed)
  expect_fault(cohen_kappa(frame), "argument", "case_weights")
  found <- cohen_kappa(frame, layout = "raters_in_columns", rating = first:second, case_weights = Freq)
  expect_equal(found$estimate, cohen_kappa(crossed)$estimate, tolerance = 1e-14)
})

test_that("a group without weight has no ratings, and leaves the others as they are", {
  d <- data.frame(part = rep(1:3, each = 8), item = 1:4, rater = rep(1:2, each = 4), label = rep(c("a", "b"), 12))
  d$label[c(3, 20)] <- "c"
  d$weight <- ifelse(d$part == 2, 0, 1.5)
  x <- suppressWarnings(
    agreement(d, item, rater, label, by = part, case_weights = weight, coefficients = "fleiss", ci = ci_none())
  )
  plain <- agreement(d, item, rater, label, by = part, coefficients = "fleiss", ci = ci_none())
  expect_identical(x$status, c("ok", "no ratings", "ok"))
  expect_equal(x$estimate[-2], plain$estimate[-2])
  d$weight <- 0
  expect_identical(nrow(as_ratings(d, item, rater, label, case_weights = weight)$set_aside), 1L)
  d$weight <- 1e308
  expect_fault(as_ratings(d, item, rater, label, case_weights = weight), "case_weights", "1e100")
})

test_that("print and table of a result say which weights the items had", {
  skip_if_quick()
  data <- weighted_job(2)
  data$share <- data$times + 0.5
  says <- function(x, words) {
    expect_identical(unique(x$case_weights), words)
    note <- paste0("Case weights: ", words, ".")
    expect_true(paste0("  ", note) %in% format(x))
    if (rlang::is_installed("knitr")) {
      for (wide in c(FALSE, TRUE)) expect_match(paper_table(x, "markdown", wide = wide), note, fixed = TRUE)
    }
  }
  says(agreement(data, item, rater, label, case_weights = times), "frequencies")
  says(fleiss_kappa(data, item, rater, label, case_weights = share), "sampling weights")
  says(category_agreement(data, item, rater, label, case_weights = share), "sampling weights")
  # weights of one part of a table
  plain <- fleiss_kappa(data, item, rater, label)
  both <- vctrs::vec_rbind(fleiss_kappa(data, item, rater, label, case_weights = share), plain)
  expect_true("  Case weights of some rows: sampling weights." %in% format(both))
  # counts of a table are no weights of anybody's
  table <- cohen_kappa(table(a = c(1, 1, 2), b = c(1, 2, 2)), layout = "confusion", ci = ci_none())
  for (x in list(plain, table)) {
    expect_false("case_weights" %in% names(x))
    expect_false(any(grepl("Case weights", format(x))))
  }
})
