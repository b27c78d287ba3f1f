# Items in clusters, in the verbs that are no coefficient of all raters: their limits are over clusters.

clustered <- function(seed, clusters = 6, size = 4) {
  set.seed(seed)
  n <- clusters * size
  cluster <- rep(seq_len(clusters), each = size)
  z <- stats::rnorm(clusters)[cluster] + stats::rnorm(n)
  data <- expand.grid(item = seq_len(n), rater = c("a", "b", "c"))
  data$doc <- letters[cluster[data$item]]
  data$score <- round(z[data$item] + stats::rnorm(nrow(data), c(a = 0, b = 0.3, c = -0.2)[data$rater], 0.7), 2)
  data$label <- ifelse(data$score > 0, "yes", "no")
  data
}

test_that("limits of agreement in clusters of equal size are those of a nested analysis of variance", {
  data <- clustered(1)
  two <- data[data$rater != "c", ]
  got <- limits_of_agreement(two, item, rater, score, cluster = doc)
  d <- two$score[two$rater == "a"] - two$score[two$rater == "b"]
  doc <- two$doc[two$rater == "a"]
  ms <- stats::anova(stats::lm(d ~ doc))[["Mean Sq"]]
  # The components of variance: (MSB - MSW) / m between clusters and MSW within.
  sd <- sqrt((ms[1] - ms[2]) / 4 + ms[2])
  expect_equal(got$sd, sd)
  expect_equal(got$lower, mean(d) - stats::qnorm(0.975) * sd)
  expect_equal(got$bias, mean(d))
  # The interval of the bias is that of the means of clusters.
  means <- tapply(d, doc, mean)
  expect_equal(c(got$bias.conf.low, got$bias.conf.high), c(stats::t.test(means)$conf.int))
  expect_identical(got$n_clusters, 6L)
  expect_true(got$lower.conf.low < got$lower && got$upper < got$upper.conf.high)
})

test_that("the limits with the mean in clusters are those of an analysis of variance of raters in clusters", {
  data <- clustered(2)
  got <- limits_of_agreement(data, item, rater, score, cluster = doc, against = "mean")
  fit <- stats::anova(stats::lm(score ~ factor(item) + rater + rater:doc, data))
  ms <- stats::setNames(fit[["Mean Sq"]], rownames(fit))
  # Items and clusters are crossed with raters: components of raters, of raters in clusters, and of the residual.
  variance <- (ms[["rater"]] - ms[["rater:doc"]]) / 24 + (ms[["rater:doc"]] - ms[["Residuals"]]) / 4 + ms[["Residuals"]]
  expect_equal(got$sd, sqrt(2 / 3 * variance))
})

test_that("clusters that are single items change no limits", {
  data <- clustered(3)
  data$own <- data$item
  for (against in c("each_other", "mean")) {
    with <- limits_of_agreement(data, item, rater, score, cluster = own, against = against)
    without <- limits_of_agreement(data, item, rater, score, against = against)
    expect_equal(as.list(with)[names(without)], as.list(without)[names(without)])
  }
  with <- concordance(data, item, rater, score, cluster = own, ci = ci_jackknife())
  without <- concordance(data, item, rater, score, ci = ci_jackknife())
  limits <- c("estimate", "conf.low", "conf.high")
  expect_equal(as.list(with)[limits], as.list(without)[limits])
  expect_equal(
    rater_summary(data, item, rater, label, cluster = own)$kappa, rater_summary(data, item, rater, label)$kappa
  )
})

test_that("all items in one cluster have no limits of agreement, and the status says so", {
  data <- transform(clustered(4), doc = "one")
  expect_warning(
    got <- limits_of_agreement(data, item, rater, score, cluster = doc), "two clusters",
    class = "accord_warning_undefined"
  )
  expect_identical(unique(got$status), "all items are in one cluster")
  expect_true(all(is.na(got$lower)))
})

test_that("kappa of a rater has the error of a jackknife over clusters", {
  data <- clustered(5)
  got <- rater_summary(data, item, rater, label, cluster = doc)
  kappa <- function(weight) {
    own <- data[data$rater == "a", ]
    others <- data[data$rater != "a", ]
    w <- weight[own$doc]
    yes <- tapply(others$label == "yes", others$item, mean)[as.character(own$item)]
    agree <- ifelse(own$label == "yes", yes, 1 - yes)
    p <- sum(w * (own$label == "yes")) / sum(w)
    q <- sum(w * yes) / sum(w)
    chance <- p * q + (1 - p) * (1 - q)
    (sum(w * agree) / sum(w) - chance) / (1 - chance)
  }
  weight <- stats::setNames(rep(1, 6), letters[1:6])
  expect_equal(got$kappa[1], kappa(weight))
  without <- vapply(names(weight), function(doc) kappa(replace(weight, doc, 0)), 0)
  error <- sqrt(5 / 6 * sum((without - got$kappa[1])^2))
  expect_equal(got$std.error[1], error)
  # On the scale of Fisher's z
  z <- atanh(got$kappa[1]) + c(-1, 1) * stats::qt(0.975, 5) * error / (1 - got$kappa[1]^2)
  expect_equal(c(got$conf.low[1], got$conf.high[1]), tanh(z))
  expect_identical(got$n_clusters, rep(6L, 3))
})

test_that("weighted kappas of raters are those without each cluster in turn", {
  data <- clustered(8)
  data$grade <- findInterval(data$score, stats::quantile(data$score, 1:3 / 4))
  for (weights in c("linear", "quadratic", "identity")) {
    kappas <- function(rows) {
      rater_summary(rows, item, rater, grade, cluster = doc, weights = weights, categories = 0:3)
    }
    whole <- kappas(data)
    deleted <- vapply(unique(data$doc), function(doc) kappas(data[data$doc != doc, ])$kappa, double(3))
    n <- length(unique(data$doc))
    expect_equal(whole$std.error, sqrt((n - 1) / n * rowSums((deleted - whole$kappa)^2)), ignore_attr = TRUE)
  }
})

test_that("pairs of raters in clusters are the ratings of two raters alone", {
  skip_if_quick()
  data <- clustered(6)
  data <- data[-c(1, 30, 60), ]
  for (ci in list(ci_jackknife(), ci_analytic(), ci_default())) {
    got <- pairwise_agreement(data, item, rater, label, cluster = doc, ci = ci)
    for (i in seq_len(3)) {
      both <- c(as.character(got$rater_1[i]), as.character(got$rater_2[i]))
      own <- data[data$rater %in% both, ]
      own <- own[own$item %in% own$item[duplicated(own$item)], ]
      alone <- cohen_kappa(own, item, rater, label, cluster = doc, ci = ci)
      columns <- c("estimate", "std.error", "conf.low", "conf.high", "n_items", "n_clusters", "interval")
      expect_equal(as.list(got)[columns] |> lapply(`[`, i), as.list(alone)[columns])
    }
  }
})

test_that("raters in columns and counts take a column of clusters", {
  data <- clustered(7)
  long <- krippendorff_alpha(data, item, rater, label, level = "nominal", cluster = doc)
  wide <- stats::reshape(
    data[c("item", "doc", "rater", "label")],
    idvar = c("item", "doc"), timevar = "rater", direction = "wide"
  )
  got <- krippendorff_alpha(
    wide, item, rating = c(label.a, label.b, label.c), cluster = doc, layout = "raters_in_columns", level = "nominal"
  )
  columns <- c("estimate", "conf.low", "conf.high", "n_clusters")
  expect_equal(as.list(got)[columns], as.list(long)[columns])
  counts <- as.data.frame.matrix(table(data$item, data$label))
  counts$doc <- wide$doc
  got <- krippendorff_alpha(counts, cluster = doc, layout = "counts", level = "nominal")
  expect_equal(as.list(got)[columns], as.list(long)[columns])
  expect_fault(
    krippendorff_alpha(wide[-1], cluster = doc, layout = "raters_in_rows", level = "nominal"), "argument",
    "rows are ratings or items", argument = "cluster"
  )
  torn <- rbind(wide, transform(wide[1, ], doc = "z", label.a = NA))
  expect_fault(
    krippendorff_alpha(torn, item, cluster = doc, layout = "raters_in_columns", duplicates = "first"), "cluster"
  )
})

test_that("a pilot in clusters is drawn by cluster, and its intervals are over these", {
  skip_if_quick()
  data <- clustered(8, clusters = 30, size = 3)
  set.seed(1)
  data$doc_of <- (data$item - 1) %/% 3
  plan <- plan_agreement(data, item, rater, label, cluster = doc_of, n_items = 50, times = 4, level = "nominal")
  expect_match(plan$interval, "over clusters")
  drawn <- accord:::resample_items(as_ratings(data, item, rater, label, cluster = doc_of), 50L, 3L)
  expect_identical(diff(drawn$group_start), rep(50L, 3))
  # Whole clusters of three, and two items of the last.
  expect_true(all(tabulate(drawn$cluster) %in% c(2, 3)))
  expect_identical(length(unique(drawn$cluster)), 51L)
})

test_that("intra-rater agreement in clusters is that of the occasions in these clusters", {
  data <- rbind(transform(clustered(9), round = 1), transform(clustered(10), round = 2))
  got <- intra_rater_agreement(data, item, rater, label, occasion = round, cluster = doc, level = "nominal")
  own <- data[data$rater == "a", ]
  alone <- krippendorff_alpha(own, item, round, label, cluster = doc, level = "nominal", categories = c("no", "yes"))
  columns <- c("estimate", "conf.low", "conf.high", "n_clusters")
  expect_equal(lapply(as.list(got)[columns], `[`, 1), as.list(alone)[columns])
  expect_identical(got$n_clusters, rep(6L, 4))
  data$doc[1] <- "z"
  expect_fault(intra_rater_agreement(data, item, rater, label, occasion = round, cluster = doc), "cluster")
})

test_that("degrees of freedom in clusters are those of a jackknife of the logarithm of the variance", {
  set.seed(6)
  size <- c(1, 3, 5, 2, 4, 6, 3)
  of <- rep(seq_along(size), size)
  d <- stats::rnorm(7)[of] + exp(stats::rnorm(7))[of] * stats::rnorm(length(of))
  variance <- function(clusters) {
    means <- tapply(d, of, mean)[clusters]
    keep <- of %in% clusters
    within <- sum((d[keep] - tapply(d, of, mean)[of[keep]])^2) / sum(size[clusters] - 1)
    stats::var(means) + (1 - mean(1 / size[clusters])) * within
  }
  without <- vapply(1:7, function(c) log(variance(setdiff(1:7, c))), 0)
  found <- parts_of_units(d, of)
  expect_equal(found$variance, variance(1:7))
  expect_equal(found$df, 2 / (6 / 7 * sum((without - mean(without))^2)))
  # Only limits that are wider are used.
  both <- list(x = d, y = 0 * d, n_1 = 1 + 0 * d, n_2 = 1 + 0 * d, around_1 = 0 * d, around_2 = 0 * d, cluster = of)
  row <- pair_limits(both, 0.95, 0.95)
  parts <- do.call(rbind, found$parts)
  sd <- sqrt(c(variance(1:7), min(variance_limits(parts, 0.025)[1], variance_limits(
    rbind(c(1, variance(1:7), found$df)), 0.025
  )[1])))
  half <- stats::qt(0.975, 6) * sqrt(stats::var(tapply(d, of, mean)) / 7)
  expect_equal(row$upper.conf.low, row$upper - sqrt(half^2 + stats::qnorm(0.975)^2 * (sd[1] - sd[2])^2))
})
