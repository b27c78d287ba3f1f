rated_objects <- function(n_items, n_raters, gaps = TRUE) {
  rows <- expand.grid(item = seq_len(n_items), rater = paste0("r", seq_len(n_raters)), stringsAsFactors = FALSE)
  rows$object <- lapply(seq_len(nrow(rows)), function(i) round(stats::rnorm(2, rows$item[i] %% 3), 1))
  if (gaps) rows <- rows[sample(nrow(rows), ceiling(0.8 * nrow(rows))), ]
  rows
}

# All measures from the definition, pair by pair.
oracle_distances <- function(rows, distance) {
  m <- table(rows$item)
  rows <- rows[rows$item %in% names(m)[m > 1], ]
  m <- table(rows$item)[as.character(rows$item)]
  o <- e <- all <- NULL
  for (i in seq_len(nrow(rows))) for (j in seq_len(nrow(rows))[-i]) {
    d <- distance(rows$object[[i]], rows$object[[j]])
    all <- c(all, d)
    if (rows$item[i] == rows$item[j]) o <- rbind(o, c(d, 1 / (m[i] - 1))) else e <- c(e, d)
  }
  share <- function(ok) sum(o[ok, 2]) / sum(o[, 2])
  at <- c(o[, 1], e)
  c(
    1 - stats::weighted.mean(o[, 1], o[, 2]) / mean(all), 1 - stats::weighted.mean(o[, 1], o[, 2]) / mean(e),
    max(0, vapply(at, function(d) share(o[, 1] <= d) - mean(e <= d), 0)),
    share(vapply(o[, 1], function(d) mean(e < d) + mean(e == d) / 2, 0) < 0.05)
  )
}

test_that("alpha, KS and sigma are those of their definitions", {
  skip_if_quick()
  set.seed(6)
  apart <- function(a, b) sum(abs(round(10 * a) - round(10 * b)))
  for (i in 1:4) {
    rows <- rated_objects(8, 4)
    x <- distance_agreement(rows, item, rater, object, distance = apart, ci = ci_none())
    expect_identical(x$coefficient, c("alpha", "alpha_between", "ks", "sigma"))
    expect_equal(x$estimate, oracle_distances(rows, apart))
    # The order of the distances alone decides KS and sigma.
    y <- distance_agreement(rows, item, rater, object, distance = function(a, b) apart(a, b)^2, ci = ci_none())
    expect_equal(y$estimate[3:4], x$estimate[3:4])
    z <- distance_agreement(rows[rev(seq_len(nrow(rows))), ], item, rater, object, distance = apart, ci = ci_none())
    expect_equal(z$estimate, x$estimate)
  }
})

test_that("alpha of scores is that of the definition, and medoids have the printed scores", {
  skip_if_quick()
  # Snow and others (2008), in Praznat/annotationmodeling: example_experiments.ipynb prints the score of the medoid.
  path <- test_path("reference", "objects")
  affect <- read.csv(file.path(path, "affect.csv"))
  gold <- read.csv(file.path(path, "affect_gold.csv"))
  x <- consensus(affect, item, worker, surprise:anger, method = medoid(distance = distance_vector()), ties = "first")
  truth <- as.matrix(gold[match(x$item, gold$item), -1])
  error <- sqrt(rowMeans((truth - do.call(rbind, x$label))^2)) / 100
  expect_equal(mean(1 / error), 6.551911855129005, tolerance = 1e-12)
  # By the definition, over all pairs of ratings: 1 less the mean distance of the pairs of an item (each item weighted
  # by its ratings) over that of all pairs.
  scores <- as.matrix(affect[match("surprise", names(affect)):match("anger", names(affect))])
  apart <- as.matrix(stats::dist(scores))
  same <- outer(affect$item, affect$item, "==")
  size <- stats::ave(seq_along(affect$item), affect$item, FUN = length)
  n <- nrow(affect)
  observed <- sum(ifelse(same, apart / (size - 1), 0)) / n
  alpha <- 1 - observed / (sum(apart) / (n * (n - 1)))
  whole <- distance_agreement(affect, item, worker, surprise:anger, distance = distance_vector(), ci = ci_none())
  expect_equal(whole$estimate[1], alpha, tolerance = 1e-12)
  # For 30 translations, alpha_between and KS are as printed by interannotator.ipynb there.
  gleu <- unname(as.matrix(read.csv(file.path(path, "gleu30.csv"))))
  rows <- data.frame(item = gleu[, 1], rater = stats::ave(gleu[, 1], gleu[, 1], FUN = seq_along), text = 1:30)
  y <- distance_agreement(rows, item, rater, text, distance = gleu[, -1], ci = ci_jackknife())
  # The file has the distances with twelve digits.
  expect_equal(y$estimate[2], 0.3720402492242415, tolerance = 1e-9)
  expect_equal(round(y$estimate[3], 3), 0.918)
  # The notebook counts 57 of the 60 distances below 5%.
  expect_equal(y$estimate[4], 57 / 60)
  alpha <- krippendorff_alpha(rows, item, rater, text, distance = gleu[, -1], ci = ci_jackknife())
  limits <- c("estimate", "conf.low", "conf.high")
  expect_equal(unlist(y[1, limits]), unlist(alpha[limits]))
})

test_that("distances are those of worked examples and definitions", {
  expect_equal(distance_iou()(c(0, 0, 2, 2), c(1, 1, 3, 3)), 6 / 7)
  expect_equal(distance_iou(size = TRUE)(c(0, 0, 2, 2), c(1, 1, 2, 2)), 6 / 7)
  # With pixels the two share four of fourteen.
  expect_equal(distance_iou(pixel = 1)(c(0, 0, 2, 2), c(1, 1, 3, 3)), 1 - 4 / 14)
  two <- rbind(c(0, 0, 2, 2), c(5, 5, 6, 6))
  # The first boxes overlap by a seventh, both ways, and the second has no partner.
  expect_equal(distance_iou()(two, c(1, 1, 3, 3)), 1 - 2 / 7 / 3)
  expect_equal(distance_iou()(matrix(0, 0, 4), matrix(0, 0, 4)), 0)
  expect_equal(distance_iou()(two, matrix(0, 0, 4)), 1)
  expect_equal(distance_edit()("kitten", "sitting"), 3 / 7)
  expect_equal(distance_edit()("", ""), 0)
  expect_equal(distance_edit()("", "abc"), 1)
  expect_equal(distance_edit()(c("the", "dog", "ran"), c("the", "cat", "ran", "off")), 2 / 4)
  expect_equal(distance_vector("cosine")(c(1, 0), c(1, 1)), 1 - 1 / sqrt(2))
  for (unit in c(1e160, 1e-165, 1e-200, 1e300)) {
    # The cosine is 4 / 5, also if the vectors have different units.
    expect_equal(distance_vector("cosine")(c(1, 2) * unit, c(2, 1) * unit), 0.2)
    expect_equal(distance_vector("cosine")(c(1, 2) * unit, c(2, 1)), 0.2)
    expect_equal(distance_vector()(c(1, 2) * unit, c(4, 6) * unit) / unit, 5 / sqrt(2))
    expect_equal(distance_iou()(two[1, ] * unit, c(1, 1, 3, 3) * unit), 1 - 1 / 7)
  }
  # A small difference of vectors that have a large number in common.
  expect_equal(distance_vector()(c(1, 3e-200), c(1, 1e-200)) * 1e200, sqrt(2))
  set.seed(2)
  for (i in 1:5) {
    a <- sample(letters[1:6])
    b <- sample(letters[1:6])
    kendall <- stats::cor(match(letters[1:6], a), match(letters[1:6], b), method = "kendall")
    expect_equal(distance_ranking()(a, b), (1 - kendall) / 2)
    expect_equal(distance_ranking("footrule")(a, b), sum(abs(match(letters[1:6], a) - match(letters[1:6], b))) / 18)
  }
})

test_that("edit distance is one of alpha too, and lists there are refused", {
  texts <- data.frame(
    item = rep(1:3, each = 2), rater = c("a", "b"), text = c("cat", "cart", "dog", "dog", "horse", "house")
  )
  by_definition <- function(a, b) drop(utils::adist(a, b)) / max(nchar(c(a, b)))
  alpha <- function(distance) krippendorff_alpha(texts, item, rater, text, distance = distance, ci = ci_none())$estimate
  expect_equal(alpha(distance_edit()), alpha(by_definition))
  texts$text <- strsplit(texts$text, "")
  expect_fault(
    krippendorff_alpha(texts, item, rater, text, distance = distance_edit()), "distance", "distance_agreement"
  )
})

test_that("degenerate objects have a status, and what cannot be compared is an error", {
  skip_if_quick()
  one <- data.frame(item = c(1, 1, 2), rater = c("a", "b", "a"), object = c("x", "y", "x"))
  x <- suppressWarnings(distance_agreement(one, item, rater, object, distance = distance_edit(), ci = ci_none()))
  expect_equal(x$estimate, rep(NA_real_, 4))
  expect_equal(x$status, rep("one item only", 4))
  none <- suppressWarnings(distance_agreement(one[2:3, ], item, rater, object, distance = distance_edit()))
  expect_equal(none$estimate, rep(NA_real_, 4))
  expect_equal(none$status, rep("no item with two ratings", 4))
  alike <- data.frame(item = c(1, 1, 2, 2), rater = c("a", "b"), object = "x")
  x <- distance_agreement(alike, item, rater, object, distance = distance_edit(), ci = ci_none())
  expect_equal(x$estimate[1:2], c(NA_real_, NA_real_))
  lists <- data.frame(item = 1:2, rater = "a")
  lists$object <- list(c("a", "b"), c("a", "c"))
  expect_fault(distance_agreement(lists, item, rater, object, distance = distance_ranking()), "distance", "same ids")
  expect_fault(distance_agreement(lists, item, rater, object, distance = matrix(0, 2, 2)), "argument")
  expect_fault(distance_agreement(lists, item, rater, object), "argument", argument = "distance")
  lists$object <- list(c(0, 0, 1, 1), c(3, 3, 2, 2))
  expect_fault(distance_agreement(lists, item, rater, object, distance = distance_iou()), "distance", "1 object is not")
  expect_fault(
    distance_agreement(one, item, rater, object, distance = function(a, b) if (a == b) 0 else NA), "distance"
  )
})

test_that("a missing object has no distance", {
  for (missing in list(NA, NA_character_, c("a", NA))) {
    expect_fault(distance_edit()(missing, "a"), "distance", "1 object is not")
    expect_fault(distance_ranking()(missing, c("a", "b")), "distance", "is not")
  }
})

test_that("rankings by the numbers 1 to n must say what the numbers are", {
  a <- c(2, 4, 1, 3)
  b <- c(1, 2, 4, 3)
  expect_fault(distance_ranking()(a, b), "distance", "may be ranks, or ids.*2 objects hold the numbers 1 to 4")
  # The share of pairs of things whose ranks are in the opposite order.
  opposite <- function(x, y) {
    pairs <- utils::combn(4, 2)
    mean(sign(x[pairs[1, ]] - x[pairs[2, ]]) != sign(y[pairs[1, ]] - y[pairs[2, ]]))
  }
  expect_equal(distance_ranking(values = "ranks")(a, b), opposite(a, b))
  expect_equal(distance_ranking(values = "order")(a, b), opposite(order(a), order(b)))
  expect_false(opposite(a, b) == opposite(order(a), order(b)))
  expect_equal(distance_ranking("footrule", values = "ranks")(a, b), sum(abs(a - b)) / 8)
  named <- function(x) stats::setNames(x, c("p", "q", "r", "s"))
  expect_equal(distance_ranking(values = "ranks")(named(a), named(b)[c(3, 1, 2, 4)]), opposite(a, b))
  expect_fault(distance_ranking(values = "ranks")(c(1, 1, 3), c(1, 2, 3)), "distance", "without ties")
  expect_equal(distance_ranking()(c(11, 12, 13), c(12, 11, 13)), 1 / 3)
})

test_that("links and distances say that they have no plot", {
  skip_if_not_installed("ggplot2")
  d <- data.frame(item = rep(1:3, each = 2), rater = c("a", "b"), text = c("ab", "ac", "b", "b", "abc", "a"))
  x <- distance_agreement(d, item, rater, text, distance = distance_edit(), ci = ci_none())
  marked <- data.frame(document = "d", annotator = c("a", "b"), start = 0, end = 4, label = "x")
  for (result in list(x, link_objects(marked))) {
    expect_fault(plot(result), "no_plot", "no plot of their own")
    expect_fault(ggplot2::autoplot(result), "no_plot")
  }
})

test_that("a distance that is named or not called is told how to be called", {
  texts <- data.frame(item = c(1, 1, 2, 2), rater = c("a", "b"), text = c("x", "y", "z", "z"))
  for (d in list("edit", "distance_edit", distance_edit)) {
    for (verb in list(distance_agreement, krippendorff_alpha)) {
      expect_fault(verb(texts, item, rater, text, distance = d), "distance", "distance_edit[(][)]")
    }
  }
  boxes <- data.frame(item = 1, rater = c("a", "b"), x = c(5, 6), y = 5, w = 2, h = 2)
  expect_fault(
    distance_agreement(boxes, item, rater, c(x, y, w, h), distance = distance_iou()), "distance", "size = TRUE"
  )
})

test_that("the unit of a distance changes nothing, since rounding errors are no differences", {
  far <- function(a, b) abs(a - b)
  for (seed in 1:6) {
    local_seed(seed)
    d <- expand.grid(item = 1:8, rater = 1:3)
    d$y <- sample(4, 24, TRUE)
    whole <- distance_agreement(d, item, rater, y, distance = far, ci = ci_none())
    tenths <- distance_agreement(transform(d, y = y * 0.1), item, rater, y, distance = far, ci = ci_none())
    expect_equal(tenths$estimate, whole$estimate)
  }
})

test_that("limits depend neither on the order of the rows nor on the unit", {
  set.seed(3)
  rows <- data.frame(item = rep(1:10, each = 2), rater = c("a", "b"))
  vectors <- lapply(1:20, function(i) rnorm(3))
  rankings <- lapply(1:20, function(i) sample(c("x", "y", "z", "w"))[seq_len(3 + i %% 2)])
  limits <- function(values, distance, unit = 1, order = seq_along(values)) {
    rows$value <- if (unit == 1) values else lapply(values, `*`, unit)
    x <- distance_agreement(rows[order, ], item, rater, value, distance = distance)
    unlist(x[1, c("estimate", "conf.low", "conf.high")])
  }
  set.seed(4)
  for (i in 1:3) {
    order <- sample(20)
    found <- limits(vectors, distance_vector(), order = order)
    expect_equal(found, limits(vectors, distance_vector()), tolerance = 1e-12)
    edit <- function(order) limits(rankings, function(a, b) mean(!union(a, b) %in% intersect(a, b)), order = order)
    expect_equal(edit(order), edit(1:20), tolerance = 1e-12)
  }
  # Ten is no power of two, so that the numbers are rounded anew.
  expect_equal(limits(vectors, distance_vector(), unit = 10), limits(vectors, distance_vector()), tolerance = 1e-9)
})
