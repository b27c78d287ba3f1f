# Kappa of a rater against the other ratings of its items.

# Computes kappa by loops, for weights of the rater's items. `w`: weights of agreement, named by the labels.
kappa_by_hand <- function(data, who, v = NULL, w = NULL) {
  own <- data[data$rater == who & data$item %in% data$item[duplicated(data$item)], ]
  v <- v %||% rep(1, nrow(own))
  labels <- as.character(unique(data$label))
  w <- w %||% outer(labels, labels, "==")
  dimnames(w) <- dimnames(w) %||% list(labels, labels)
  data$label <- as.character(data$label)
  own$label <- as.character(own$label)
  a <- 0
  p <- q <- stats::setNames(numeric(length(labels)), labels)
  for (j in seq_len(nrow(own))) {
    others <- data$label[data$item == own$item[j] & data$rater != who]
    a <- a + v[j] * mean(w[own$label[j], others])
    p[own$label[j]] <- p[own$label[j]] + v[j]
    for (k in labels) q[k] <- q[k] + v[j] * mean(others == k)
  }
  chance <- sum(outer(p, q) * w[labels, labels]) / sum(v)^2
  (a / sum(v) - chance) / (1 - chance)
}

crowd <- function(seed, accuracy, n_items = 60, categories = 3) {
  set.seed(seed)
  data <- simulate_ratings(n_items, length(accuracy), 3, rep(1 / categories, categories), accuracy = accuracy)
  data$label <- letters[data$rating]
  as.data.frame(data)
}

test_that("it is agreement beyond the rater's and the others' shares, with a linearised interval", {
  skip_if_quick()
  data <- crowd(1, c(0.9, 0.8, 0.7, 0.6, 0.34))
  data <- data[-c(1:3, 10, 20, 21), ]
  found <- rater_summary(data, item, rater, label)
  for (i in seq_len(nrow(found))) {
    who <- found$rater[i]
    n <- found$n_compared[i]
    expect_equal(found$kappa[i], kappa_by_hand(data, who), tolerance = 1e-12)
    gradient <- vapply(seq_len(n), function(j) {
      h <- 1e-5 * (seq_len(n) == j)
      (kappa_by_hand(data, who, 1 + h) - kappa_by_hand(data, who, 1 - h)) / 2e-5
    }, 0)
    half <- stats::qt(0.975, n - 1) * sqrt(n / (n - 1) * sum(gradient^2))
    limits <- c(max(found$kappa[i] - half, -1), min(found$kappa[i] + half, 1))
    expect_equal(c(found$conf.low[i], found$conf.high[i]), limits, tolerance = 1e-6)
  }
})

test_that("with weights or a level other ratings agree in part, and the interval is linearised too", {
  skip_if_quick()
  data <- crowd(5, c(0.9, 0.8, 0.6, 0.5), n_items = 40, categories = 4)
  data <- data[-c(2, 5, 6), ]
  data$label <- c(1, 2, 4, 5)[data$rating]
  quadratic <- 1 - outer(c(1, 2, 4, 5), c(1, 2, 4, 5), "-")^2 / 16
  dimnames(quadratic) <- rep(list(c("1", "2", "4", "5")), 2)
  found <- rater_summary(data, item, rater, label, weights = "quadratic")
  for (i in seq_len(nrow(found))) {
    kappa <- function(v = NULL) kappa_by_hand(data, found$rater[i], v, quadratic)
    n <- found$n_compared[i]
    expect_equal(found$kappa[i], kappa(), tolerance = 1e-12)
    gradient <- vapply(seq_len(n), function(j) {
      h <- 1e-5 * (seq_len(n) == j)
      (kappa(1 + h) - kappa(1 - h)) / 2e-5
    }, 0)
    expect_equal(found$std.error[i], sqrt(sum(gradient^2) * n / (n - 1)), tolerance = 1e-6)
  }
  expect_equal(rater_summary(data, item, rater, label, level = "interval")$kappa, found$kappa)
  expect_equal(rater_summary(data, item, rater, label, weights = quadratic)$kappa, found$kappa)
  plain <- rater_summary(data, item, rater, label)
  expect_equal(plain$kappa[1], kappa_by_hand(data, 1))
  expect_identical(rater_summary(data, item, rater, label, level = "nominal")$kappa, plain$kappa)
  # The counts of an ordinal level are those of the group.
  ordinal <- rater_summary(data, item, rater, label, level = "ordinal")$kappa
  n <- table(factor(data$label[data$item %in% data$item[duplicated(data$item)]], c(1, 2, 4, 5)))
  ranks <- outer(1:4, 1:4, Vectorize(function(c, k) (sum(n[c:k]) - (n[c] + n[k]) / 2)^2))
  dimnames(ranks) <- dimnames(quadratic)
  expect_equal(ordinal[2], kappa_by_hand(data, 2, w = 1 - ranks / max(ranks)), tolerance = 1e-12)
  expect_fault(
    rater_summary(data, item, rater, label, weights = "linear", level = "interval"), "argument",
    argument = c("weights", "level")
  )
})

test_that("coins are around 0 and good raters are not, so that a filter leaves the good ones", {
  data <- crowd(2, rep(c(0.9, 0.5), c(5, 4)), n_items = 400, categories = 2)
  found <- rater_summary(data, item, rater, label)
  coin <- found$rater > 5
  expect_true(all(found$conf.low[coin] < 0 & found$conf.high[coin] > 0))
  expect_true(all(found$conf.low[!coin] > 0.1))
  kept <- found$rater[found$conf.low > 0]
  expect_identical(kept, 1:5)
  alpha <- compare_agreement(data, item, rater, label, raters = list(all = NULL, kept = kept), ci = ci_none())
  expect_gt(alpha$estimate, 0.1)
})

test_that("groups are apart, and what has no chance to differ has no kappa", {
  data <- rbind(cbind(crowd(3, c(0.9, 0.8, 0.4)), part = "x"), cbind(crowd(4, c(0.9, 0.8, 0.4)), part = "y"))
  both <- rater_summary(data, item, rater, label, by = part)
  alone <- rater_summary(data[data$part == "y", ], item, rater, label)
  columns <- c("kappa", "conf.low", "conf.high")
  for (name in columns) expect_equal(both[[name]][both$part == "y"], alone[[name]])
  same <- rated(ann = c("a", "a"), bob = c("a", "a"))
  expect_identical(rater_summary(same, item, rater, label)$kappa, c(NA_real_, NA_real_))
  perfect <- rater_summary(rated(ann = c("a", "b"), bob = c("a", "b")), item, rater, label)
  expect_identical(perfect$kappa, c(1, 1))
  expect_identical(perfect$conf.low, c(NA_real_, NA_real_))
})

test_that("the means over raters have an interval", {
  data <- crowd(5, c(0.9, 0.8, 0.7, 0.6, 0.5))
  found <- rater_summary(data, item, rater, label)
  means <- summary(found)
  expect_false("conf.low" %in% means$measure)
  for (figure in c("agree_others", "kappa", "share_a")) {
    ci <- stats::t.test(found[[figure]])$conf.int
    row <- means[means$measure == figure, ]
    expect_equal(c(row$conf.low, row$conf.high), as.vector(ci), info = figure)
  }
  alike <- summary(rater_summary(rated(ann = c("a", "b"), bob = c("a", "b")), item, rater, label))
  expect_identical(alike$conf.low[alike$measure == "agree_pairs"], NA_real_)
})

test_that("a share that is the same for all raters has no interval, also where its mean is rounded", {
  # Each rater uses y for eight items where the others use x, so that each pair agrees on 14 of 30. The mean of three
  # such shares differs from 14 / 30 by rounding.
  label <- matrix("x", 30, 3)
  label[cbind(1:24, rep(1:3, 8))] <- "y"
  data <- data.frame(item = c(row(label)), rater = c(col(label)), label = c(label))
  means <- summary(rater_summary(data, item, rater, label))
  same <- means[means$measure == "agree_pairs", ]
  expect_equal(same$estimate, 14 / 30)
  expect_identical(same$conf.low, NA_real_)
})
