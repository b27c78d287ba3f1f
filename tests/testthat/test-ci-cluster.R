# Items in clusters: whole clusters are deleted, drawn, or summed up.

clustered <- function(seed = 1, clusters = 12) {
  set.seed(seed)
  size <- sample(1:4, clusters, TRUE)
  doc <- rep(seq_len(clusters), size)
  shift <- stats::rnorm(clusters)[doc]
  data <- expand.grid(item = seq_along(doc), rater = c("ann", "bob", "cat", "dan"))
  data$doc <- paste0("d", doc[data$item])
  logit <- 2 * shift[data$item] + stats::rnorm(nrow(data), 0, 0.7)
  data$score <- 1 + stats::rbinom(nrow(data), 3, stats::plogis(logit))
  data$score[sample(nrow(data), nrow(data) / 6)] <- NA
  data[sample(nrow(data)), ]
}

all_of <- function(data, ..., coefficients = c("percent", "fleiss", "conger", "gwet_ac", "alpha"),
                   weights = "identity", ci = ci_jackknife()) {
  agreement(data, item, rater, score, ..., coefficients = coefficients, weights = weights, ci = ci)
}

test_that("the estimate knows no clusters, and the label of the interval says so", {
  data <- clustered()
  with <- all_of(data, cluster = doc)
  expect_equal(with$estimate, all_of(data)$estimate)
  expect_equal(unique(with$interval), "jackknife over clusters")
  expect_output(print(as_ratings(data, item, rater, score, cluster = doc)), "clusters: +12")
})

test_that("an interval over raters is not said to be over clusters", {
  skip_if_quick()
  data <- clustered()
  label <- function(ci) unique(all_of(data, cluster = doc, ci = ci)$interval)
  expect_equal(label(ci_jackknife(over = "raters")), "rater jackknife")
  expect_equal(label(ci_bootstrap(times = 20, over = "raters")), "rater bootstrap")
  expect_equal(label(ci_bootstrap(times = 20, over = "both")), "two-way bootstrap over clusters")
  alike <- data.frame(item = rep(1:4, each = 2), rater = 1:2, score = rep(c(1, 2, 1, 2), each = 2), doc = 1)
  expect_warning(all_of(alike, cluster = doc, coefficients = "fleiss"), "where the clusters are too few or do not vary")
  expect_fault(
    all_of(data, cluster = doc, ci = ci_analytic(population = 5)), "argument",
    "at least the number of clusters"
  )
})

test_that("clusters of single ratings take part where items with one rating do", {
  data <- data.frame(
    item = c(1, 1, 2, 2, 3, 3, 4, 4, 5, 6), rater = c("a", "b"),
    score = c(1, 1, 2, 2, 1, 2, 2, 2, 1, 2)
  )
  for (coefficient in c("fleiss_kappa", "conger_kappa", "gwet_ac", "krippendorff_alpha", "percent_agreement")) {
    alone <- all_of(data, coefficients = coefficient)
    own <- all_of(data, cluster = item, coefficients = coefficient)
    expect_equal(own$std.error, alone$std.error, tolerance = 1e-12)
    expect_equal(own$conf.low, alone$conf.low, tolerance = 1e-12)
  }
  later <- data
  later$score[2] <- 2
  both <- rbind(cbind(data, round = 1), cbind(later, round = 2))
  compared <- function(...) {
    compare_agreement(
      both, item, rater, score,
      by = round, coefficients = "fleiss", ci = ci_jackknife(), ...
    )
  }
  expect_equal(compared(cluster = item)$std.error, compared()$std.error, tolerance = 1e-12)
})

test_that("a cluster per item is an item", {
  data <- clustered(2)
  for (ci in list(ci_jackknife(), ci_analytic(), ci_analytic(variance = "ratio"))) {
    alone <- all_of(data, ci = ci)
    own <- all_of(data, cluster = item, ci = ci)
    expect_equal(own$std.error, alone$std.error, tolerance = 1e-9)
    expect_equal(own$conf.low, alone$conf.low, tolerance = 1e-9)
  }
})

test_that("the jackknife leaves whole clusters out", {
  skip_if_quick()
  data <- clustered(3)
  for (weights in c("identity", "quadratic")) {
    estimate <- function(data) {
      all_of(data, weights = weights, categories = 1:4, ci = ci_none())$estimate
    }
    pairable <- tapply(!is.na(data$score), data$item, sum)
    docs <- unique(data$doc[data$item %in% names(pairable)[pairable > 1]])
    without <- sapply(docs, function(doc) estimate(data[data$doc != doc, ]))
    n <- length(docs)
    variance <- (n - 1) / n * rowSums((without - rowMeans(without))^2)
    got <- all_of(data, weights = weights, categories = 1:4, cluster = doc)
    expect_equal(got$std.error, sqrt(variance), tolerance = 1e-9)
    # on Fisher's scale from -1 to 1, but percent agreement from 0 to 1
    half <- stats::qt(0.975, n - 1) * sqrt(variance[5]) / (1 - got$estimate[5]^2)
    expect_equal(got$conf.low[5], tanh(atanh(got$estimate[5]) - half), tolerance = 1e-9)
  }
})

# Returns for each item the share of agreeing pairs.
agreeing_pairs <- function(data) {
  tapply(data$score, data$item, function(x) {
    x <- x[!is.na(x)]
    if (length(x) < 2) NA else mean(outer(x, x, `==`)[row(diag(length(x))) != col(diag(length(x)))])
  })
}

test_that("the analytic variance sums the influences of a cluster", {
  data <- clustered(4)
  data$score[data$item %in% 1:3] <- 2
  docs <- unique(data$doc)
  # percent agreement is the mean over items
  share <- agreeing_pairs(data)
  doc <- data$doc[match(names(share), data$item)]
  used <- !is.na(share)
  u <- share[used] - mean(share[used])
  sums <- tapply(u, doc[used], sum)
  n <- length(sums)
  got <- all_of(data, cluster = doc, coefficients = "percent", ci = ci_analytic(variance = "ratio"))
  expect_equal(got$std.error, sqrt(n / (n - 1) * sum(sums^2) / length(u)^2))
  half <- stats::qt(0.975, n - 1) * got$std.error
  expect_equal(got$conf.high, min(1, got$estimate + half))
})

test_that("copies of the items of each cluster tell nothing new", {
  data <- clustered(5)
  copies <- do.call(rbind, lapply(1:3, function(i) transform(data, item = item + 1000 * i)))
  one <- all_of(data, cluster = doc, coefficients = c("fleiss", "conger"), ci = ci_analytic())
  three <- all_of(copies, cluster = doc, coefficients = c("fleiss", "conger"), ci = ci_analytic())
  expect_equal(three$std.error, one$std.error, tolerance = 1e-9)
  set.seed(1)
  one <- all_of(data, cluster = doc, coefficients = "fleiss", ci = ci_bootstrap(times = 50))
  set.seed(1)
  three <- all_of(copies, cluster = doc, coefficients = "fleiss", ci = ci_bootstrap(times = 50))
  # The order of the clusters is the same, and so are the draws.
  expect_equal(three[c("std.error", "conf.low", "conf.high")], one[c("std.error", "conf.low", "conf.high")])
  set.seed(1)
  one <- all_of(data, cluster = doc, coefficients = "fleiss", ci = ci_bayes(times = 50, prior = 0))
  set.seed(1)
  three <- all_of(copies, cluster = doc, coefficients = "fleiss", ci = ci_bayes(times = 50, prior = 0))
  expect_equal(three$std.error, one$std.error)
  # A replicate has the standard error of its clusters, copies of one being several.
  t_of <- function(data) {
    set.seed(1)
    ci <- ci_bootstrap(times = 99, type = "studentized")
    quietly(all_of(data, cluster = doc, coefficients = c("fleiss", "conger", "gwet_ac"), ci = ci))
  }
  one <- t_of(data)
  three <- t_of(copies)
  expect_equal(three$conf.low, one$conf.low, tolerance = 1e-8)
  expect_equal(three$conf.high, one$conf.high, tolerance = 1e-8)
})

test_that("a studentized interval is in units of the standard error of clusters", {
  data <- clustered(4)
  data$score[data$item %in% 1:3] <- 2
  data <- data[order(data$item), ]
  share <- agreeing_pairs(data)
  doc <- factor(data$doc[match(names(share), data$item)], unique(data$doc))
  # of the mean over items, when each cluster is there `times` times
  of <- function(times) {
    w <- ifelse(is.na(share), 0, times[doc])
    p <- sum(w * share, na.rm = TRUE) / sum(w)
    s <- tapply(ifelse(is.na(share), 0, share - p), doc, sum)
    n <- sum(times[tapply(w > 0, doc, any)])
    c(p, sqrt(n / (n - 1) * sum(times * s^2)) / sum(w))
  }
  z <- function(x) atanh(2 * x[1] - 1)
  unit <- function(x) 2 / (1 - (2 * x[1] - 1)^2) * x[2]
  set.seed(3)
  got <- all_of(data, cluster = doc, coefficients = "percent", ci = ci_bootstrap(times = 199, type = "studentized"))
  set.seed(3)
  n <- nlevels(doc)
  own <- of(rep(1, n))
  t <- replicate(199, {
    x <- of(tabulate(as.integer(stats::runif(n, 1, n + 1)), n))
    (z(x) - z(own)) / unit(x)
  })
  limits <- z(own) - unit(own) * stats::quantile(t, c(0.975, 0.025), type = 6, names = FALSE)
  expect_equal(c(got$conf.low, got$conf.high), (tanh(limits) + 1) / 2, tolerance = 1e-8)
})

test_that("groups have clusters of their own", {
  data <- rbind(cbind(clustered(6), part = "x"), cbind(clustered(7), part = "y"))
  for (ci in list(ci_jackknife(), ci_analytic())) {
    both <- all_of(data, by = part, cluster = doc, categories = 1:4, ci = ci)
    one <- all_of(data[data$part == "y", ], cluster = doc, categories = 1:4, ci = ci)
    expect_equal(both$std.error[both$part == "y"], one$std.error)
  }
})

test_that("an item belongs to one cluster", {
  data <- clustered(8)
  torn <- data
  torn$doc[torn$item == 3][1] <- "other"
  expect_fault(all_of(torn, cluster = doc), "cluster", "1 item is in more than one: .*item 3")
  torn$doc[torn$item == 5][1] <- "other"
  expect_fault(all_of(torn, cluster = doc), "cluster", "2 items are in more than one")
  torn <- data
  torn$doc[4] <- NA
  expect_fault(all_of(torn, cluster = doc), "missing_id", "Every rating needs its cluster")
  expect_fault(all_of(data, cluster = dok), "missing_column", "Did you mean `doc`?")
})

test_that("clusters are not ignored", {
  skip_if_quick()
  data <- clustered(9)
  expect_fault(all_of(data, cluster = doc, ci = ci_analytic(variance = "classic")), "argument", "12 clusters")
  expect_fault(icc(data, item, rater, score, cluster = doc), "argument", "12 clusters\\.", argument = "cluster")
  one <- transform(data, doc = 1)
  expect_fault(all_of(one, cluster = doc, ci = ci_analytic(variance = "classic")), "argument", "1 cluster\\.")
  expect_fault(icc(one, item, rater, score, cluster = doc), "argument", "1 cluster\\.")
  pairs <- pairwise_agreement(data, item, rater, score, cluster = doc, ci = ci_analytic())
  expect_identical(unique(pairs$interval), "analytic over clusters")
  rated <- data[!is.na(data$score), ]
  both <- function(a, b) intersect(rated$item[rated$rater == a], rated$item[rated$rater == b])
  expect_equal(pairs$n_clusters, mapply(function(a, b) {
    length(unique(data$doc[data$item %in% both(a, b)]))
  }, pairs$rater_1, pairs$rater_2), ignore_attr = TRUE)
  wide <- data.frame(item = 1:3, doc = 1:3, ann = c("a", "b", "a"), bob = c("a", "b", "b"))
  long <- data.frame(item = 1:3, doc = 1:3, rater = rep(c("ann", "bob"), each = 3), label = c(wide$ann, wide$bob))
  shown <- c("coefficient", "estimate", "conf.low", "conf.high", "n_clusters")
  expect_equal(
    as.data.frame(agreement(wide, item, layout = "raters_in_columns", cluster = doc))[shown],
    as.data.frame(agreement(long, item, rater, label, cluster = doc))[shown]
  )
})

# Wilson's limits for as many independent items as are worth the clusters. For the variance, which is that of the
# jackknife over clusters, a cluster is added of which half agrees: of four times the items that are worth an
# independent one with a cluster of mean size, but not more than the mean.
pseudo_cluster_limits <- function(agreement, cluster) {
  with_added <- function(sums, sizes, added) {
    sums <- c(sums, added / 2)
    sizes <- c(sizes, added)
    p <- sum(sums) / sum(sizes)
    without <- vapply(seq_along(sums), function(g) sum(sums[-g]) / sum(sizes[-g]), 0)
    n <- length(sums)
    p * (1 - p) / ((n - 1) / n * sum((without - mean(without))^2))
  }
  worth <- function(sums, sizes) {
    added <- 4 * sum(sizes) / with_added(sums, sizes, mean(sizes))
    with_added(sums, sizes, min(added, mean(sizes)))
  }
  n <- length(agreement)
  clusters <- length(unique(cluster))
  alone <- if (all(agreement %in% 0:1)) n else worth(agreement, rep(1, n))
  m <- min(alone, worth(tapply(agreement, cluster, sum), tapply(agreement, cluster, length)))
  m <- m * (stats::qt(.975, n - 1) / stats::qt(.975, clusters - 1))^2
  p <- mean(agreement)
  z <- stats::qnorm(.975)
  (p + z^2 / (2 * m) + c(-1, 1) * z * sqrt(p * (1 - p) / m + z^2 / (4 * m^2))) / (1 + z^2 / m)
}

test_that("percent and unanimous agreement have score limits where items are in clusters", {
  data <- clustered(5)
  of_item <- split(data, data$item)
  of_item <- Filter(function(d) sum(!is.na(d$score)) > 1, of_item)
  cluster <- vapply(of_item, function(d) d$doc[1], "")
  pairs <- function(d, weight) {
    score <- d$score[!is.na(d$score)]
    mean(apply(utils::combn(score, 2), 2, function(two) weight(abs(diff(two)))))
  }
  share <- vapply(of_item, pairs, 0, weight = function(apart) apart == 0)
  linear <- vapply(of_item, pairs, 0, weight = function(apart) 1 - apart / 3)
  whole <- vapply(of_item, function(d) as.double(length(unique(stats::na.omit(d$score))) == 1), 0)
  limits <- function(x) c(x$conf.low, x$conf.high)
  of <- function(coefficient, ...) all_of(data, cluster = doc, coefficients = coefficient, ci = ci_default(), ...)
  expect_equal(limits(of("percent_agreement")), pseudo_cluster_limits(share, cluster))
  expect_equal(limits(of("unanimous_agreement")), pseudo_cluster_limits(whole, cluster))
  expect_equal(limits(of("percent_agreement", weights = "linear")), pseudo_cluster_limits(linear, cluster))
  # A linear function of percent agreement has the same function of its limits.
  by_chance <- mean(outer(1:4, 1:4, function(a, b) 1 - abs(a - b) / 3))
  expect_equal(
    limits(of("brennan_prediger", weights = "linear")),
    (pseudo_cluster_limits(linear, cluster) - by_chance) / (1 - by_chance)
  )
  # Each row says which interval it has; chance-corrected coefficients keep theirs.
  x <- of(c("percent_agreement", "fleiss_kappa"))
  expect_equal(x$interval, c("score over clusters", "Bayesian over clusters"))
  expect_equal(limits(x[2, ]), limits(of("fleiss_kappa")))
  # Groups are alone.
  data$part <- ifelse(data$doc %in% paste0("d", 1:6), "a", "b")
  both <- of("percent_agreement", by = part)
  data <- data[data$part == "b", ]
  expect_equal(limits(both[2, ]), limits(of("percent_agreement")))
  # A cluster for each item is none.
  expect_equal(
    limits(all_of(data, cluster = item, coefficients = "percent", ci = ci_default())),
    limits(all_of(data, coefficients = "percent", ci = ci_default()))
  )
})
