# Starts, and posteriors that are averaged over samples of the items.

job <- function(seed, ...) {
  set.seed(seed)
  simulate_ratings(150, 12, 3, prevalence = rep(1 / 4, 4), accuracy = 0.55, rater_sd = 0.7, ...)
}

model <- function(data, ..., method = dawid_skene()) {
  suppressWarnings(consensus(data, item, rater, rating, ..., method = method))
}

test_that("averaged posteriors are nearer to the share of labels that are right", {
  miss <- function(x, data) mean(x$probability) - mean(x$label == data$truth[match(x$item, data$item)], na.rm = TRUE)
  for (seed in 1:2) {
    data <- job(seed)
    plain <- miss(model(data), data)
    expect_gt(plain, 0.15)
    expect_lt(abs(miss(model(data, method = dawid_skene(bags = 10)), data)), plain / 2)
  }
})

test_that("each bag is a fit to items that were drawn, applied to all of them", {
  data <- job(3)
  data$rating <- letters[data$rating]
  for (method in c("dawid_skene", "one_coin")) {
    set.seed(9)
    got <- model(data, posterior = TRUE, method = method_of(method, bags = 1))
    set.seed(9)
    drawn <- sample.int(150, 150, replace = TRUE)
    again <- do.call(rbind, lapply(seq_along(drawn), function(i) transform(data[data$item == drawn[i], ], item = i)))
    fit <- model(again, method = method, categories = letters[1:4])
    learnt <- tidy(fit)
    prior <- tidy(fit, "classes")$estimate
    chance <- function(who, answer) {
      if (!who %in% learnt$rater) return(rep(1 / 4, 4))
      p <- if (method == "one_coin") {
        skill <- learnt$estimate[learnt$rater == who]
        ifelse(letters[1:4] == answer, skill, (1 - skill) / 3)
      } else {
        learnt$estimate[learnt$rater == who & learnt$rating == answer]
      }
      pmax(ifelse(is.na(p), 1 / 4, p), 1e-6)
    }
    for (item in c(1, 50, 150)) {
      rows <- data[data$item == item, ]
      p <- prior
      for (i in seq_len(nrow(rows))) p <- p * chance(rows$rater[i], rows$rating[i])
      expect_equal(unname(got$posterior[item, ]), p / sum(p), tolerance = 1e-6, info = paste(method, item))
    }
    expect_identical(got$label, letters[max.col(got$posterior, "first")])
    expect_equal(got$probability, apply(got$posterior, 1, max))
  }
})

test_that("labels that are known stay, and the print says how far probabilities go", {
  data <- rated(ann = c("a", "b", "b", "a"), bob = c("a", "b", "a", "a"), cat = c("b", "b", "a", "b"))
  x <- suppressWarnings(consensus(data, item, rater, label, method = dawid_skene(bags = 3), gold = c("1" = "b")))
  expect_identical(x$label[1], "b")
  expect_identical(x$probability[1], 1)
  expect_output(print(x), "mean over 3 fits to resampled items")
  plain <- suppressWarnings(consensus(data, item, rater, label, method = "dawid_skene"))
  expect_output(print(plain), "over-confident; `dawid_skene\\(bags = 20\\)` is better")
  expect_output(print(consensus(data, item, rater, label, method = "glad")), "over-confident")
  # The first group has no fit; if no group has one, the note about probabilities is omitted.
  groups <- rbind(cbind(data, group = "b"), cbind(data[1, ], group = "a"))
  x <- suppressWarnings(consensus(groups, item, rater, label, method = one_coin(bags = 3), by = group))
  expect_output(print(x), "mean over 3 fits to resampled items")
  one <- consensus(rated(ann = c("a", "a"), bob = c("a", "a")), item, rater, label, method = "one_coin")
  expect_false(any(grepl("over-confident", utils::capture.output(print(one)))))
  expect_fault(consensus(data, item, rater, label, method = glad(bags = 3)), "argument", "`bags` is not a setting")
  expect_fault(one_coin(bags = -1), "argument", argument = "bags")
})

test_that("EM starts from the labels that are given", {
  data <- job(4)
  labels <- stats::setNames(rep_len(c(1, 2, 3, 4, 4), 150), 1:150)
  x <- model(data, method = dawid_skene(start = labels, max_iterations = 1), posterior = TRUE)
  at <- labels[as.character(data$item)]
  p <- rep(tapply(labels, labels, length) / 150, each = 3)
  rows <- data[data$item == 7, ]
  scores <- tapply(labels, labels, length) / 150
  for (i in 1:3) {
    own <- data$rater == rows$rater[i]
    share <- vapply(1:4, function(l) mean(data$rating[own & at == l] == rows$rating[i]), 0)
    scores <- scores * share
  }
  expect_equal(unname(x$posterior[7, ]), as.vector(scores / sum(scores)), tolerance = 1e-4)
  end <- model(data)
  again <- model(data, method = dawid_skene(start = data.frame(item = end$item, label = end$label)))
  expect_gte(glance(again)$objective, glance(end)$objective - 1e-6 * abs(glance(end)$objective))
  expect_fault(model(data, method = dawid_skene(start = c("1" = 9))), "gold", "Starting labels must be categories")
  expect_fault(majority(start = c("1" = 1)), "argument", "`start` is not a setting of `majority")
})

test_that("numbers with many values are asked about, and labels are not", {
  scores <- rated(ann = c(10, 55, 90), bob = c(12, 50, 91), cat = c(80, 55, 93))
  expect_fault(consensus(scores, item, rater, label), "level_needed", "say which `method` they need")
  expect_identical(consensus(scores, item, rater, label, method = "median")$label, c(12, 55, 91))
  expect_identical(consensus(scores, item, rater, label, method = "majority")$label, c(NA, 55, NA))
  expect_identical(consensus(scores, item, rater, label, level = "nominal")$label, c(NA, 55, NA))
  binary <- rated(ann = c(0, 1), bob = c(0, 1), cat = c(1, 1))
  expect_identical(consensus(binary, item, rater, label)$label, c(0, 1))
})

test_that("ties of averaged posteriors are broken as those of one fit", {
  data <- data.frame(
    item = rep(1:10, each = 2), rater = rep(c("a", "b"), 10), rating = c(rep("x", 6), rep("y", 6), rep(c("x", "y"), 4))
  )
  fit <- function(...) {
    consensus(data, item, rater, rating, method = one_coin(prior = "uniform", bags = 3), ...)$label[7:10]
  }
  expect_equal(fit(), rep(NA_character_, 4))
  expect_equal(fit(ties = "first"), rep("x", 4))
  expect_equal(fit(ties = c(rater = "b")), rep("y", 4))
})
