# Ratings drawn with known parameters: the estimates come near them, for several seeds, and nearer with more data. Each
# tolerance is four standard errors by theory, or, where theory has none, what the sizes of the study allow.

seeds <- seq_len(test_size(3, 50))

drawn <- function(seed, run) {
  local_seed(seed)
  run()
}

# Two raters who are right with probability a, else anything of the other k - 1 categories, which are equally frequent:
# they agree with probability a^2 + (1 - a)^2 / (k - 1), and by chance with 1 / k.
agreed <- function(a, k) a^2 + (1 - a)^2 / (k - 1)
beyond_chance <- function(observed, k) (observed - 1 / k) / (1 - 1 / k)

test_that("coefficients come near the value of the population", {
  k <- 4
  for (a in c(0.5, 0.8, 0.95)) {
    observed <- agreed(a, k)
    error <- sqrt(observed * (1 - observed) / 3000) / (1 - 1 / k)
    for (seed in seeds) {
      data <- drawn(seed, function() simulate_ratings(3000, 2, prevalence = rep(1 / k, k), accuracy = a))
      x <- agreement(data, item, rater, rating,
        coefficients = c("cohen", "fleiss", "gwet_ac1", "brennan_prediger", "alpha"), level = "nominal", ci = ci_none()
      )
      # Four standard errors of the observed agreement; what is left for the chance agreement is far smaller.
      expect_lt(max(abs(x$estimate - beyond_chance(observed, k))), 4 * error + 0.005)
    }
  }
})

test_that("the error of alpha becomes smaller with the number of items, as one over its root", {
  skip_if_quick()
  error <- function(n) {
    estimates <- vapply(1:20, function(seed) {
      data <- drawn(seed, function() simulate_ratings(n, 2, prevalence = rep(1 / 3, 3), accuracy = 0.8))
      krippendorff_alpha(data, item, rater, rating, level = "nominal", ci = ci_none())$estimate
    }, 0)
    sqrt(mean((estimates - beyond_chance(agreed(0.8, 3), 3))^2))
  }
  # A factor of ten by theory; each error of 20 studies has itself an error of a sixth.
  ratio <- error(50) / error(5000)
  expect_gt(ratio, 5)
  expect_lt(ratio, 20)
})

# How often the label with the largest probability, by the parameters that the data were drawn with, is right.
best_rule <- function(data, confusion, shares) {
  wide <- matrix(match(data$rating, names(shares)), ncol = length(confusion), byrow = TRUE)
  truth <- match(data$truth, names(shares))[seq(1, nrow(data), length(confusion))]
  likelihood <- vapply(seq_along(shares), function(t) {
    parts <- lapply(seq_along(confusion), function(g) confusion[[g]][t, wide[, g]])
    shares[[t]] * Reduce(`*`, parts)
  }, numeric(nrow(wide)))
  mean(max.col(likelihood, "first") == truth)
}

test_that("the model of Dawid and Skene finds the errors of raters, the shares of labels and the labels", {
  confusion <- list(
    matrix(c(0.9, 0.05, 0.05, 0.1, 0.8, 0.1, 0.05, 0.15, 0.8), 3, byrow = TRUE),
    matrix(c(0.7, 0.2, 0.1, 0.05, 0.9, 0.05, 0.2, 0.2, 0.6), 3, byrow = TRUE),
    matrix(c(0.85, 0.1, 0.05, 0.1, 0.85, 0.05, 0.1, 0.1, 0.8), 3, byrow = TRUE),
    matrix(c(0.6, 0.3, 0.1, 0.1, 0.7, 0.2, 0.1, 0.1, 0.8), 3, byrow = TRUE)
  )
  shares <- c(a = 0.5, b = 0.3, c = 0.2)
  for (seed in seeds) {
    data <- drawn(seed, function() simulate_ratings(3000, 4, prevalence = shares, confusion = confusion))
    x <- consensus(data, item, rater, rating, method = dawid_skene())
    table <- tidy(x)
    table <- table[!is.na(table$rating), ]
    expect_identical(nrow(table), 36L)
    truth <- vapply(seq_len(nrow(table)), function(i) {
      confusion[[table$rater[i]]][match(table$label[i], names(shares)), match(table$rating[i], names(shares))]
    }, 0)
    expect_lt(max(abs(table$estimate - truth)), 0.1)
    expect_lt(mean(abs(table$estimate - truth)), 0.02)
    classes <- tidy(x, "classes")
    expect_lt(max(abs(classes$estimate - shares[classes$category])), 0.05)
    # No rule can be right more often than the best one, which knows the parameters.
    right <- mean(x$label == as.character(data$truth[match(x$item, data$item)]))
    expect_lt(abs(right - best_rule(data, confusion, shares)), 0.02)
  }
})

test_that("variance components of a sparse design come near those of the draw", {
  truth <- c(item = 2, rater = 0.5, residual = 1)
  for (seed in seeds) {
    data <- drawn(seed, function() {
      rows <- data.frame(item = rep(seq_len(800), each = 3))
      rows$rater <- unlist(lapply(seq_len(800), function(i) sample.int(60, 3)))
      item <- stats::rnorm(800, sd = sqrt(truth[["item"]]))
      rater <- stats::rnorm(60, sd = sqrt(truth[["rater"]]))
      rows$score <- 5 + item[rows$item] + rater[rows$rater] + stats::rnorm(nrow(rows), sd = sqrt(truth[["residual"]]))
      rows
    })
    x <- variance_components(data, score ~ (1 | item) + (1 | rater), ci = ci_none())
    # Standard errors of variances of n effects: variance times the root of 2 / n.
    error <- c(truth[["item"]] * sqrt(2 / 800) * 1.3, truth[["rater"]] * sqrt(2 / 60) * 1.2, sqrt(2 / 1600) * 1.2)
    info <- paste(seed, toString(round(x$estimate, 2)))
    expect_true(all(abs(x$estimate - truth[x$component]) < 4 * error), info = info)
  }
})

test_that("severities of raters come near those of the draw", {
  skip_if_quick()
  severity <- stats::setNames(c(-1, -0.5, 0, 0.5, 1), paste0("r", 1:5))
  for (seed in seeds) {
    data <- drawn(seed, function() {
      rows <- expand.grid(essay = 1:400, rater = names(severity), stringsAsFactors = FALSE)
      place <- 1.5 * stats::rnorm(400)[rows$essay] - severity[rows$rater]
      # The rating scale model with three grades, drawn by its probabilities.
      top <- cbind(1, exp(place + 0.7), exp(2 * place))
      rows$grade <- 1 + rowSums(stats::runif(nrow(rows)) > t(apply(top / rowSums(top), 1, cumsum))[, 1:2])
      rows
    })
    x <- rater_severity(data, essay, rater, grade)
    off <- x$severity - severity[as.character(x$rater)]
    expect_lt(max(abs(off - mean(off)) / x$std.error), 4)
    expect_lt(max(abs(off - mean(off))), 0.5)
  }
})

test_that("worths of answers come near those of the draw", {
  good <- c(w = 0.9, x = 0.3, y = -0.2, z = -1)
  for (seed in seeds) {
    data <- drawn(seed, function() {
      rows <- expand.grid(
        judge = 1:60, question = 1:10, first = names(good), second = names(good), stringsAsFactors = FALSE
      )
      rows <- rows[rows$first < rows$second, ]
      sure <- good[rows$first] - good[rows$second] + stats::rlogis(nrow(rows))
      rows$choice <- ifelse(sure > 0, rows$first, rows$second)
      rows
    })
    x <- preference_model(data, question, first, second, choice, judge = judge)
    x <- x[x$quantity == "worth", ]
    off <- x$estimate - (good - mean(good))[as.character(x$answer)]
    off <- off - mean(off)
    expect_lt(max(abs(off)), 0.2)
  }
})
