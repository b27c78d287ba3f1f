# predict() of a consensus against its formula, and against the probabilities of fitted items.

crowd_of <- function(n, raters = 8, k = 3, seed = 1) {
  local_seed(seed)
  truth <- sample(k, n, replace = TRUE)
  size <- sample(2:5, n, replace = TRUE)
  d <- data.frame(item = rep(seq_len(n), size), rater = unlist(lapply(size, function(m) sample(raters, m))))
  good <- stats::runif(nrow(d)) < seq(.4, .95, length.out = raters)[d$rater]
  d$label <- letters[ifelse(good, truth[d$item], sample(k, nrow(d), replace = TRUE))]
  d$rater <- paste0("r", d$rater)
  d
}

predicted <- function(fit, data, ...) {
  x <- predict(fit, data, item, rater, label, ..., posterior = TRUE)
  x$posterior[order(x$item), ]
}

# The formula of ?predict.accord_consensus in loops, from what tidy() shows.
oracle_predict <- function(fit, data, rho, eps) {
  classes <- tidy(fit, "classes")
  rows <- tidy(fit)
  t(vapply(sort(unique(data$item)), function(i) {
    own <- data[data$item == i, ]
    q <- stats::setNames(classes$estimate, classes$category)
    for (r in seq_len(nrow(own))) {
      for (label in names(q)) {
        p <- rows$estimate[rows$rater == own$rater[r] & rows$label == label & rows$rating == own$label[r]]
        q[label] <- q[label] * max(p, 1e-10)
      }
    }
    q <- (q / sum(q))^(1 / (1 + rho * (nrow(own) - 1)))
    (1 - eps) * q / sum(q) + eps / length(q)
  }, numeric(nrow(classes))))
}

test_that("labels of new items are those of the formula", {
  data <- crowd_of(60)
  new <- crowd_of(25, seed = 2)
  for (method in list(anchored(), anchored(rho = .4, eps = .1), dawid_skene(smoothing = .1, rho = .2))) {
    fit <- consensus(data, item, rater, label, method = method)
    expect_equal(predicted(fit, new), oracle_predict(fit, new, method$rho, method$eps), tolerance = 1e-10)
  }
})

test_that("models without leave-one-out give fitted items their own probabilities", {
  data <- crowd_of(80)
  methods <- list(dawid_skene(smoothing = .1, tolerance = 1e-15), one_coin(smoothing = 1, tolerance = 1e-15), mace())
  for (method in methods) {
    fit <- consensus(data, item, rater, label, method = method, posterior = TRUE)
    expect_equal(predicted(fit, data), fit$posterior[order(fit$item), ], tolerance = 1e-6)
  }
})

test_that("an item is judged as a new one where its own ratings hardly count", {
  data <- crowd_of(40)
  gap <- function(copies) {
    many <- do.call(rbind, lapply(seq_len(copies), function(i) transform(data, item = item + 1000 * i)))
    fit <- consensus(many, item, rater, label, method = anchored(), posterior = TRUE)
    max(abs(predicted(fit, many) - fit$posterior[order(fit$item), ]))
  }
  # The part of an item in the sums is one of so many copies.
  expect_lt(gap(100), .005)
  expect_lt(gap(100), gap(10) / 5)
})

test_that("a calibrated fit predicts by its calibration", {
  data <- crowd_of(120, k = 2)
  gold <- stats::setNames(rep(c("a", "b"), 30), 1:60)
  fit <- consensus(data, item, rater, label, method = anchored(), gold = gold)
  found <- attr(fit, "consensus")$fits[[1]]
  new <- crowd_of(10, k = 2, seed = 5)
  sharp <- oracle_predict(fit, new, .15, 0)^found$factor
  expect_equal(predicted(fit, new), (1 - found$eps) * sharp / rowSums(sharp) + found$eps / 2, tolerance = 1e-10)
})

test_that("unknown raters have the pooled row, or are an error that names them", {
  data <- crowd_of(60)
  new <- data.frame(item = 1, rater = c("r1", "zoe"), label = c("a", "b"))
  fit <- consensus(data, item, rater, label, method = anchored())
  expect_message(found <- predicted(fit, new), "zoe", class = "accord_message_new_raters")
  # By itself the new rater is better than chance and worse than sure.
  alone <- suppressMessages(predict(fit, new[2, ], item, rater, label))
  expect_identical(alone$label, "b")
  expect_gt(alone$probability, 1 / 3)
  expect_lt(alone$probability, .95)
  fit <- consensus(data, item, rater, label, method = dawid_skene(smoothing = 1))
  expect_error(predict(fit, new, item, rater, label), "zoe", class = "accord_error_unknown_rater")
})

test_that("groups have their own estimates", {
  data <- rbind(cbind(crowd_of(40), part = "x"), cbind(crowd_of(40, seed = 3), part = "y"))
  new <- crowd_of(8, seed = 4)
  fit <- consensus(data, item, rater, label, by = part, method = anchored())
  of_y <- consensus(data[data$part == "y", ], item, rater, label, method = anchored())
  expect_equal(predicted(fit, cbind(new, part = "y"), by = part), predicted(of_y, new), tolerance = 1e-10)
  expect_error(predict(fit, new, item, rater, label), "part", class = "accord_error_argument")
  other <- cbind(new, part = "z")
  expect_error(predict(fit, other, item, rater, label, by = part), "z", class = "accord_error_argument")
})

test_that("what cannot be predicted is an error", {
  data <- crowd_of(20)
  expect_error(predict(consensus(data, item, rater, label), data, item, rater, label), class = "accord_error_argument")
  fit <- consensus(data, item, rater, label, method = anchored())
  new <- data.frame(item = 1:2, rater = "r1", label = c("a", "z"))
  expect_error(predict(fit, new, item, rater, label), "z", class = "accord_error_categories")
  new$label[2] <- NA
  found <- predict(fit, new, item, rater, label)
  expect_identical(found$status, c("ok", "no ratings"))
  expect_identical(is.na(found$label), c(FALSE, TRUE))
  expect_output(print(found), "Predicted by the estimates of a fit to [0-9]+ ratings")
})
