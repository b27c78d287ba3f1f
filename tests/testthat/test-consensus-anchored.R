# The anchored model of Dawid and Skene: an oracle from the definition in ?consensus_methods, invariances, gold labels.

# Dense and slow: the ratings are an array of items, raters and answers, with a 1 for each rating.
oracle_anchored <- function(x, iterations = 15, anchor = 0.3, rho = 0.15, eps = 0.05, known = NULL) {
  n <- dim(x)[1]
  n_raters <- dim(x)[2]
  k <- dim(x)[3]
  votes <- apply(x, c(1, 3), sum)
  m <- rowSums(votes)
  p <- sum(votes * (votes - 1)) / sum(m * (m - 1))
  # The larger root of a^2 + (1 - a)^2 / (k - 1) = p.
  a <- Re(max(Re(polyroot(c(1 / (k - 1) - p, -2 / (k - 1), 1 + 1 / (k - 1))))))
  a <- min(.95, max(1 / k + .05, a))
  vote <- (a * (k - 1) / (1 - a))^votes
  vote <- vote / rowSums(vote)
  fixed <- function(w) {
    for (i in seq_along(known)) w[i, ] <- if (is.na(known[i])) w[i, ] else seq_len(k) == known[i]
    w
  }
  w <- fixed(vote)
  o <- 3
  o_k <- rep(3, k)
  r <- rep(1, n_raters)
  o_jk <- matrix(3, n_raters, k)
  for (iteration in seq_len(iterations)) {
    # sums[j, k, x]: the weights of class k among the ratings x of rater j
    sums <- array(0, c(n_raters, k, k))
    for (j in seq_len(n_raters)) sums[j, , ] <- t(w) %*% x[, j, ]
    all <- apply(sums, 1:2, sum)
    hits <- t(apply(sums, 1, diag))
    wrong <- apply(sums, 2:3, sum) + 2 / (k - 1)
    diag(wrong) <- 0
    wrong <- wrong / rowSums(wrong)
    for (step in seq_len(if (iteration == 1) 8 else 1)) {
      down <- colSums(all * r / (1 + outer(r, o_k)))
      o_new <- (sum(hits) + 1.5) / (sum(down * o_k / o) + 2 / (1 + o))
      o <- o_new
      o_k <- o * (colSums(hits) + 20) / (down * o + 20)
      r <- (rowSums(hits) + 4) / (rowSums(all * rep(o_k, each = n_raters) / (1 + outer(r, o_k))) + 4)
      mean <- outer(r, o_k) / (1 + outer(r, o_k))
      o_jk <- (hits + 4 * mean) / ((all + 4) / (1 + o_jk))
    }
    log_q <- matrix(0, n, k)
    for (i in seq_len(n)) {
      log_q[i, ] <- log((colSums(w) - w[i, ] + 1) / (n - 1 + k))
      for (j in seq_len(n_raters)) {
        for (answer in which(x[i, j, ] == 1)) {
          others <- sums[j, , ]
          others[, answer] <- others[, answer] - w[i, ]
          exposed <- sum((all[j, ] - w[i, ]) * o_k / (1 + r[j] * o_k))
          able <- (sum(diag(others)) + 4) / (exposed + 4)
          mean <- able * o_k / (1 + able * o_k)
          odds <- (diag(others) + 4 * mean) / ((rowSums(others) + 4) / (1 + o_jk[j, ]))
          share <- (others[, answer] + 4 * wrong[, answer]) / (rowSums(others) - diag(others) + 4)
          log_q[i, ] <- log_q[i, ] + log(ifelse(seq_len(k) == answer, odds, share) / (1 + odds))
        }
      }
    }
    q <- exp(log_q - apply(log_q, 1, max))
    w <- fixed((1 - anchor) * q / rowSums(q) + anchor * vote)
  }
  q <- q^(1 / (1 + rho * (m - 1)))
  fixed((1 - eps) * q / rowSums(q) + eps / k)
}

# Random sparse data as a data frame and as the array of the oracle.
sparse_crowd <- function(n, raters, k, seed, most = 5) {
  set.seed(seed)
  size <- sample(1:most, n, replace = TRUE)
  truth <- sample(k, n, replace = TRUE)
  item <- rep(seq_len(n), size)
  rater <- unlist(lapply(size, function(m) sample(raters, m)))
  good <- stats::runif(length(item)) < stats::plogis(stats::rnorm(raters, 1))[rater]
  rating <- ifelse(good, truth[item], sample(k, length(item), replace = TRUE))
  x <- array(0, c(n, raters, k))
  x[cbind(item, rater, rating)] <- 1
  list(x = x, data = data.frame(item, rater = paste0("r", rater), rating = factor(letters[rating], letters[1:k])))
}

labels_of <- function(data, ..., method = anchored()) {
  x <- consensus(data, item, rater, rating, ..., method = method, posterior = TRUE)
  x$posterior[order(x$item), ]
}

test_that("probabilities are those of the definition", {
  for (case in list(c(30, 6, 2, 1), c(25, 5, 3, 2), c(40, 9, 5, 3))) {
    crowd <- sparse_crowd(case[1], case[2], case[3], case[4])
    expect_equal(unname(labels_of(crowd$data)), oracle_anchored(crowd$x), tolerance = 1e-10)
  }
  # More ratings per item than are multiplied at once.
  crowd <- sparse_crowd(12, 30, 3, 4, most = 25)
  got <- labels_of(crowd$data, method = anchored(iterations = 3, anchor = .1, rho = .3, eps = .01))
  expect_equal(unname(got), oracle_anchored(crowd$x, 3, .1, .3, .01), tolerance = 1e-10)
})

test_that("gold labels hold, and judge raters", {
  crowd <- sparse_crowd(30, 5, 3, 5)
  known <- rep(NA, 30)
  known[1:8] <- rep(1:3, length.out = 8)
  gold <- stats::setNames(letters[known[1:8]], 1:8)
  expect_equal(unname(labels_of(crowd$data, gold = gold)), oracle_anchored(crowd$x, known = known), tolerance = 1e-10)
})

test_that("the order of rows, names and threads do not matter", {
  data <- sparse_crowd(60, 8, 3, 6)$data
  expected <- labels_of(data)
  expect_equal(labels_of(data[rev(seq_len(nrow(data))), ]), expected, tolerance = 1e-10)
  renamed <- data
  renamed$rater <- chartr("r12345678", "x86754213", data$rater)
  expect_equal(labels_of(renamed), expected, tolerance = 1e-10)
  swapped <- data
  swapped$rating <- factor(chartr("abc", "cab", data$rating), letters[1:3])
  expect_equal(unname(labels_of(swapped)[, c(3, 1, 2)]), unname(expected), tolerance = 1e-10)
})

test_that("tempering changes no label", {
  data <- sparse_crowd(60, 8, 3, 7)$data
  best <- function(method) max.col(labels_of(data, method = method), "first")
  expect_identical(best(anchored()), best(anchored(rho = 0, eps = 0)))
  expect_identical(best(dawid_skene(rho = .2, eps = .1)), best(dawid_skene()))
  # By the definition: a power, normalised, and a share of 1 / K.
  sharp <- labels_of(data, method = mace())
  m <- as.vector(table(data$item))
  flat <- sharp^(1 / (1 + .2 * (m - 1)))
  expect_equal(
    labels_of(data, method = mace(rho = .2, eps = .1)), .9 * flat / rowSums(flat) + .1 / 3,
    tolerance = 1e-10
  )
})

test_that("20 gold labels calibrate the tempering to the maximum of their log score", {
  crowd <- sparse_crowd(200, 10, 2, 8)
  set.seed(9)
  gold <- stats::setNames(sample(c("a", "b"), 60, replace = TRUE), 1:60)
  fit_of <- function(...) attr(consensus(crowd$data, item, rater, rating, ...), "consensus")$fits[[1]]
  fit <- fit_of(gold = gold, method = anchored())
  expect_equal(fit$n_calibrated, 60)
  # Labels drawn at random contradict the ratings: their probabilities become flatter.
  expect_lt(fit$factor, .8)
  expect_gt(fit$eps, .05)
  expect_equal(fit_of(gold = gold[1:19], method = anchored())$factor, 1)
})

test_that("soft labels need not be asked for", {
  data <- sparse_crowd(20, 6, 3, 10)$data
  x <- consensus(data, item, rater, rating, method = anchored())
  asked <- consensus(data, item, rater, rating, method = anchored(), posterior = TRUE)
  expect_identical(tidy(x, "posterior"), tidy(asked, "posterior"))
  expect_identical(tidy(x[5:3, ], "posterior"), tidy(asked[5:3, ], "posterior"))
})

test_that("the mean deviation of hits is that of a binomial distribution", {
  for (p in c(.5, .83, .99)) {
    for (n in c(1, 7, 40)) {
      exact <- sum(stats::dbinom(0:n, n, p) * abs(0:n - n * p))
      expect_equal(accord:::mean_gap(rep(p, n)), exact)
    }
  }
})

test_that("evaluation says how far probabilities can be believed", {
  crowd <- sparse_crowd(80, 8, 3, 11)
  x <- consensus(crowd$data, item, rater, rating, method = anchored(), posterior = TRUE)
  gold <- stats::setNames(rep(letters[1:3], length.out = 80), 1:80)
  found <- evaluate_consensus(x, gold)
  value <- function(measure) found$estimate[found$measure == measure]
  q <- x$posterior
  at <- cbind(seq_len(80), match(gold[as.character(x$item)], letters[1:3]))
  expect_equal(value("stated"), mean(apply(q, 1, max)))
  expect_equal(value("log_score"), mean(log(q[at])))
  expect_equal(found$perfect[found$measure == "log_score"], mean(rowSums(q * log(q))))
  expect_equal(found$perfect[found$measure == "accuracy"], value("stated"))
})

test_that("evaluations of a vote and of a model can be bound", {
  crowd <- sparse_crowd(40, 6, 3, 12)
  gold <- stats::setNames(rep(letters[1:3], length.out = 40), 1:40)
  of_method <- function(method) {
    evaluate_consensus(consensus(crowd$data, item, rater, rating, method = method), gold)
  }
  vote <- of_method("majority")
  both <- rbind(vote, of_method("one_coin"))
  expect_true(all(is.na(vote$perfect)))
  expect_setequal(names(both), c("result", names(vote)))
  expect_equal(as.data.frame(both[seq_len(nrow(vote)), names(vote)]), as.data.frame(vote))
})
