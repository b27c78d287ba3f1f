# crowdlab() and anchored(classifier = ): a small table by hand, the definition on random data, and bad probabilities.

# Straight from the formulas of the help page, with dense tables. `d`: rows of item, rater, code from 1.
oracle_crowdlab <- function(d, p) {
  k <- ncol(p)
  votes <- oracle_votes(d, k)
  m <- rowSums(votes)
  total <- colSums(votes)
  major <- vapply(seq_len(nrow(votes)), function(i) {
    order(-votes[i, ], -p[i, ], total)[1]
  }, 1L)
  many <- m > 1
  agreement <- mean(votes[cbind(seq_along(m), major)][many] / m[many])
  base <- max(1e-6, 1 - max(tabulate(major[many], k)) / sum(many))
  pairs <- merge(d, d, by = "item", suffixes = c("", ".other"))
  pairs <- pairs[pairs$rater != pairs$rater.other, ]
  a <- vapply(seq_len(max(d$rater)), function(j) {
    own <- pairs[pairs$rater == j, ]
    mean(own$code == own$code.other)
  }, 0)
  a[is.nan(a)] <- mean(a, na.rm = TRUE)
  weight <- pmax(1e-6, 1 - (1 - a) / base)
  hit <- apply(p, 1, which.max) == major
  model <- max(1e-6, 1 - mean(!hit[many]) / base) * sqrt(mean(m))
  post <- p
  for (i in seq_along(m)) {
    own <- d[d$item == i, ]
    up <- model * p[i, ]
    for (r in seq_len(nrow(own))) {
      up <- up + weight[own$rater[r]] * ifelse(seq_len(k) == own$code[r], agreement, (1 - agreement) / (k - 1))
    }
    post[i, ] <- up / (model + sum(weight[own$rater]))
  }
  quality <- post[cbind(d$item, d$code)]
  w <- model / (model + mean(weight) * mean(m))
  met <- m[d$item] > 1
  rater <- vapply(seq_len(max(d$rater)), function(j) {
    w * mean(quality[d$rater == j]) + (1 - w) * mean((d$code == major[d$item])[d$rater == j & met])
  }, 0)
  list(post = post, major = major, quality = quality, rater = rater, weight = weight, model = model)
}

random_probabilities <- function(seed, n, k) {
  local_seed(seed)
  p <- matrix(stats::rexp(n * k), n, k)
  p <- p / rowSums(p)
  dimnames(p) <- list(paste0("t", seq_len(n)), letters[seq_len(k)])
  p
}

named_answers <- function(d, k) {
  data.frame(item = paste0("t", d$item), rater = paste0("r", d$rater), label = factor(letters[d$code], letters[1:k]))
}

test_that("a table by hand", {
  d <- data.frame(
    item = c("x", "x", "y", "y", "z", "z"), rater = c("ann", "bob"), label = c("a", "a", "b", "b", "a", "b")
  )
  p <- data.frame(item = c("x", "y", "z"), a = c(0.9, 0.2, 0.7), b = c(0.1, 0.8, 0.3))
  x <- consensus(d, item, rater, label, method = crowdlab(classifier = p), posterior = TRUE)
  # Majority a, b, a (z: the tie goes to a by p). P = (1 + 1 + 1/2) / 3 = 5/6. e0 = 1 - 2/3 = 1/3.
  # A_ann = A_bob = 2/3: w = max(1e-6, 1 - (1/3) / (1/3)) = 1e-6. A_M = 1: w_M = sqrt(2).
  expect_equal(
    x$posterior[, "a"], c(
      (sqrt(2) * 0.9 + 2e-6 * 5 / 6), (sqrt(2) * 0.2 + 2e-6 / 6), (sqrt(2) * 0.7 + 1e-6)
    ) / (sqrt(2) + 2e-6)
  )
  expect_identical(x$label, c("a", "b", "a"))
  expect_identical(tidy(x, "items")$item, c("z", "y", "x"))
  expect_identical(tidy(x, "ratings")$rating[1], "b")
})

test_that("posterior, weights and qualities are those of the definition", {
  for (seed in 1:5) {
    k <- 2 + seed %% 3
    d <- random_answers(seed, k = k)
    p <- random_probabilities(seed, max(d$item), k)
    o <- oracle_crowdlab(d, p)
    x <- consensus(named_answers(d, k), item, rater, label, method = crowdlab(classifier = p), posterior = TRUE)
    at <- match(x$item, rownames(p))
    expect_equal(x$posterior, o$post[at, ], ignore_attr = TRUE)
    expect_identical(as.character(x$label), letters[apply(o$post, 1, which.max)][at])
    items <- tidy(x, "items")
    expect_false(is.unsorted(items$quality))
    place <- match(items$item, rownames(p))
    expect_equal(items$quality, o$post[cbind(place, o$major[place])])
    raters <- tidy(x)
    expect_equal(raters$estimate, o$rater[as.integer(sub("r", "", raters$rater))])
    ratings <- tidy(x, "ratings")
    key <- paste(ratings$item, ratings$rater)
    expect_equal(ratings$quality, o$quality[match(key, paste0("t", d$item, " r", d$rater))])
  }
})

test_that("forms of the probabilities and the order of rows do not matter", {
  d <- named_answers(random_answers(2), 3)
  p <- random_probabilities(2, 12, 3)
  label <- function(d, p, ...) consensus(d, item, rater, label, method = crowdlab(classifier = p), posterior = TRUE)
  x <- label(d, p)
  wide <- data.frame(item = rownames(p), p, score = 7)
  expect_equal(label(d, wide)$posterior, x$posterior)
  long <- data.frame(item = rep(rownames(p), 3), category = rep(letters[1:3], each = 12), probability = as.vector(p))
  expect_equal(label(d, long)$posterior, x$posterior)
  # The ratings themselves, with a column per category.
  expect_equal(label(d, merge(d, wide))$posterior, x$posterior)
  y <- label(d[rev(seq_len(nrow(d))), ], wide[12:1, ])
  expect_equal(y$posterior[match(x$item, y$item), ], x$posterior, tolerance = 1e-12)
})

test_that("probabilities that do not fit are errors", {
  skip_if_quick()
  d <- named_answers(random_answers(2), 3)
  p <- random_probabilities(2, 12, 3)
  ask <- function(p, ...) consensus(d, item, rater, label, ..., method = crowdlab(classifier = p))
  changed <- function(rows, value) replace(p, cbind(rows, 1), value)
  expect_fault(ask(changed(1, 2)), "classifier", "1 item do|1 item does|Those of 1 item")
  expect_fault(ask(changed(1:2, 2)), "classifier", "Those of 2 items do not")
  expect_fault(ask(changed(3, NA)), "classifier", "1 item lacks")
  expect_fault(ask(changed(3:4, NA)), "classifier", "2 items lack")
  expect_fault(ask(p[, 1:2]), "classifier", "1 is missing")
  expect_fault(ask(p[-1, ]), "classifier", "1 item of the ratings has none")
  expect_fault(ask(p[-(1:3), ]), "classifier", "3 items of the ratings have none")
  expect_fault(ask(rbind(p, t1 = c(1, 0, 0))), "classifier", "1 item has several")
  strangers <- p
  rownames(strangers) <- paste0("q", 1:12)
  expect_fault(ask(strangers), "classifier", "none in common")
  expect_fault(ask(letters), "argument", "a matrix of probabilities")
  expect_fault(ask(NULL), "argument", "needs the probabilities")
  expect_fault(ask(p, gold = c(t1 = "a")), "argument", "not used by method")
  expect_fault(ask(data.frame(item = rownames(p), category = "d", probability = 1)), "classifier", "1 is not")
  expect_message(ask(rbind(p, extra = c(0.2, 0.3, 0.5))), class = "accord_message_unused_items")
  one <- d[!duplicated(d$item), ]
  expect_warning(
    x <- consensus(one, item, rater, label, method = crowdlab(classifier = p)), class = "accord_warning_no_model"
  )
  expect_true(all(is.na(x$label)))
})

# Two categories, raters with independent errors, and a classifier that is right with a probability of its own.
simulated_classifier <- function(seed, n = 400, m = 3, skill = 0.75, strength = 1.5, memory = 0) {
  local_seed(seed)
  truth <- sample(2, n, TRUE)
  d <- expand.grid(rater = paste0("r", seq_len(m)), item = seq_len(n), stringsAsFactors = FALSE)
  d$code <- ifelse(stats::runif(nrow(d)) < skill, truth[d$item], 3 - truth[d$item])
  d$label <- c("a", "b")[d$code]
  logit <- stats::rnorm(n, strength * (2 * truth - 3), 1)
  majority <- round(tapply(d$code, d$item, mean))
  learnt <- stats::runif(n) < memory
  logit[learnt] <- 4 * (2 * majority[learnt] - 3)
  p <- stats::plogis(2 * logit)
  list(d = d, truth = truth, p = data.frame(item = seq_len(n), a = 1 - p, b = p))
}

test_that("a classifier that has seen the labels is warned of, and no other", {
  for (method in list(crowdlab, anchored)) {
    honest <- simulated_classifier(1, strength = 4)
    expect_no_warning(consensus(honest$d, item, rater, label, method = method(classifier = honest$p)))
    learnt <- simulated_classifier(1, memory = 1)
    expect_warning(
      consensus(learnt$d, item, rater, label, method = method(classifier = learnt$p)),
      class = "accord_warning_in_sample"
    )
  }
})

test_that("a classifier as a prior is right more often than ratings or classifier alone", {
  right <- vapply(1:3, function(seed) {
    s <- simulated_classifier(seed, strength = 1)
    label <- function(method) consensus(s$d, item, rater, label, method = method)$label
    truth <- c("a", "b")[s$truth]
    c(
      both = mean(label(anchored(classifier = s$p)) == truth), ratings = mean(label("anchored") == truth),
      classifier = mean(ifelse(s$p$a > 0.5, "a", "b") == truth)
    )
  }, double(3))
  expect_true(all(right["both", ] > right["ratings", ] + 0.02))
  expect_true(all(right["both", ] > right["classifier", ] + 0.02))
})

test_that("the slope is that of a general optimiser, and the classes have no order", {
  local_seed(3)
  q <- random_probabilities(5, 80, 3)
  log_p <- log(random_probabilities(6, 80, 3)) + 0.5 * log(q)
  log_p <- log_p - log(rowSums(exp(log_p)))
  loss <- function(h) {
    x <- h[1] * log_p + rep(h[-1], each = 80)
    x <- x - log(rowSums(exp(x)))
    -sum(q * x) + 2.5 * (h[1] - 0.7)^2 + sum(h[-1]^2) / 8
  }
  found <- stats::optim(c(0.7, 0, 0, 0), loss, method = "BFGS", control = list(reltol = 1e-14, maxit = 500))$par
  expect_equal(fit_slope(q, log_p), found, tolerance = 1e-4)
  expect_equal(fit_slope(q[, 3:1], log_p[, 3:1])[c(1, 4:2)], fit_slope(q, log_p), tolerance = 1e-8)
  s <- simulated_classifier(2)
  x <- consensus(s$d, item, rater, label, method = anchored(classifier = s$p))
  expect_output(print(x, n = 1), "Classifier: a prior, with its log probabilities times")
  turned <- s$d[rev(seq_len(nrow(s$d))), ]
  y <- consensus(turned, item, rater, label, method = anchored(classifier = s$p))
  expect_equal(y$probability[match(x$item, y$item)], x$probability, tolerance = 1e-10)
  renamed <- transform(s$d, label = ifelse(label == "a", "z", label))
  z <- consensus(renamed, item, rater, label, method = anchored(classifier = stats::setNames(s$p, c("item", "z", "b"))))
  expect_equal(z$probability, x$probability, tolerance = 1e-10)
})

test_that("mistakes in a classifier's columns are named", {
  skip_if_quick()
  d <- named_answers(data.frame(item = rep(1:12, each = 2), rater = 1:2, code = rep(c(1, 2, 3, 1), each = 6)), 3)
  p <- random_probabilities(3, 12, 3)
  label <- function(classifier, method = crowdlab) {
    consensus(d, item, rater, label, method = method(classifier = classifier))
  }
  for (method in list(crowdlab, anchored)) {
    expect_fault(label(data.frame(id = rownames(p), p), method), "classifier", "no column item, but \"id\", \"a\"")
    expect_fault(label(as.data.frame(p), method), "classifier", "no column item, but \"a\"")
    expect_fault(label(cbind(p * 0.9, owl = 0.1), method), "classifier", "1 column of .* is of none: \"owl\"")
    expect_fault(label(100 * p, method), "classifier", "by 100")
  }
  right <- matrix(0.02, 12, 3, dimnames = dimnames(p))
  right[cbind(1:12, as.integer(d$label[2 * 1:12]))] <- 0.96
  expect_no_warning(label(right, anchored), class = "accord_warning_classifier_against_raters")
  moved <- right[, c(2, 3, 1)]
  colnames(moved) <- colnames(right)
  expect_warning(x <- label(moved, anchored), class = "accord_warning_classifier_against_raters")
  expect_fault(predict(x, d, item, rater, label), "argument", "classifier as a prior")
})
