# Nine items of DKPro's tests of sets, two raters each.
dkpro_sets <- function() {
  pairs <- list(
    list(character(), character()), list("A", character()), list("A", "A"), list("A", "B"),
    list(c("A", "B"), "A"), list(c("A", "B"), c("A", "C")), list(c("A", "B", "C"), c("A", "B", "C")),
    list("C", c("A", "C")), list("C", c("A", "C"))
  )
  tibble::tibble(item = rep(1:9, each = 2), rater = rep(1:2, 9), set = unlist(pairs, recursive = FALSE))
}

set_alpha <- function(distance, data = dkpro_sets(), ...) {
  krippendorff_alpha(data, item, rater, set, distance = distance, ..., ci = ci_none())
}

test_that("published and recomputed alphas of sets", {
  masi <- set_alpha("masi")
  expect_equal(round(c(masi$observed, masi$expected, masi$estimate), 6), c(.543210, .747277, .273081))
  jaccard <- set_alpha("jaccard")
  expect_equal(
    round(c(jaccard$observed, jaccard$expected, jaccard$estimate), 6), c(.462963, .676471, .315620)
  )
  passonneau <- set_alpha("passonneau")
  # DKPro cuts .40958 to .409.
  expect_equal(round(c(passonneau$observed, passonneau$estimate), 3), c(.333, .186))
  expect_equal(floor(passonneau$expected * 1000), 409)
  # DKPro's MASI is another distance: 1 - J times 0, 1/3, 2/3, 1.
  other <- set_alpha(
    function(a, b) oracle_set_distances$jaccard(a, b) * oracle_set_distances$passonneau(a, b)
  )
  expect_equal(round(other$observed, 3), .253)
  expect_equal(masi$metric, "masi")
})

test_that("the distances of two sets", {
  skip_if_quick()
  distance <- function(a, b, name) {
    rows <- tibble::tibble(item = 1, rater = 1:2, set = list(a, b))
    suppressWarnings(set_alpha(name, rows))$observed # one category has no alpha
  }
  # The example of nltk, which rounds 2/3 to .67 and gives .665.
  expect_equal(distance(1:2, 1:4, "masi"), 2 / 3)
  expect_equal(distance(1:2, 1:4, "jaccard"), 1 / 2)
  expect_equal(distance(1:2, 1:4, "dice"), 1 / 3)
  expect_equal(distance(1:2, 1:4, "passonneau"), 1 / 3)
  expect_equal(distance(1:2, 2:3, "masi"), 1 - 1 / 9)
  expect_equal(distance(1:2, 2:3, "passonneau"), 2 / 3)
  expect_equal(distance(1:2, 2:1, "masi"), 0)
  for (name in set_weights()) {
    expect_equal(distance(1:2, 3:4, name), 1)
    expect_equal(distance(1:2, character(), name), if (name == "passonneau") 1 / 3 else 1)
    expect_equal(distance(character(), character(), name), 0)
  }
})

random_sets <- function(n_items, n_raters) {
  rows <- expand.grid(item = seq_len(n_items), rater = seq_len(n_raters))
  rows <- rows[sample(nrow(rows), 0.8 * nrow(rows)), ]
  boxes <- replicate(nrow(rows), letters[1:4][runif(4) < .4], simplify = FALSE)
  tibble::tibble(item = rows$item, rater = rows$rater, set = boxes)
}

test_that("alpha, groups and intervals are those of the definition", {
  set.seed(641)
  for (i in seq_len(test_size(1, 100))) {
    rows <- random_sets(12, 4)
    for (name in names(oracle_set_distances)) {
      expected <- oracle_set_alpha(split(rows$set, rows$item), oracle_set_distances[[name]])
      expect_equal(set_alpha(name, rows)$estimate, expected, info = paste(i, name))
    }
  }
  # The jackknife from estimates that really leave out an item.
  without <- vapply(unique(rows$item), function(item) {
    set_alpha("jaccard", rows[rows$item != item, ])$estimate
  }, 0)
  influence <- item_influence(rows, item, rater, set, distance = "jaccard")
  expect_equal(influence$estimate_without, without[match(influence$item, unique(rows$item))])
  whole <- set_alpha("jaccard", rows)$estimate
  rest <- rater_influence(rows, item, rater, set, distance = "jaccard")
  for (r in rest$rater) {
    left_out <- set_alpha("jaccard", rows[rows$rater != r, ])$estimate
    expect_equal(rest$influence[rest$rater == r], whole - left_out)
  }
})

test_that("weights of these names are 1 less the distance, for every coefficient", {
  set.seed(642)
  rows <- random_sets(8, 3)
  ratings <- as_ratings(rows, item, rater, set)
  for (name in set_weights()) {
    k <- seq_along(ratings$sets)
    d <- outer(
      k, k, Vectorize(function(i, j) oracle_set_distances[[name]](ratings$sets[[i]], ratings$sets[[j]]))
    )
    dimnames(d) <- list(ratings$categories, ratings$categories)
    named <- agreement(ratings, weights = name, ci = ci_analytic())
    given <- agreement(ratings, weights = 1 - d, ci = ci_analytic())
    expect_equal(named$estimate, given$estimate)
    expect_equal(named$std.error, given$std.error)
    alpha <- named$estimate[named$coefficient == "krippendorff_alpha"]
    expect_equal(alpha, set_alpha(name, rows)$estimate)
    pairs <- pairwise_agreement(ratings, coefficient = "alpha", weights = name)
    one <- rows[rows$rater %in% pairs$rater_1[1] | rows$rater %in% pairs$rater_2[1], ]
    expect_equal(pairs$estimate[1], set_alpha(name, one)$estimate)
  }
  set.seed(1)
  boot <- krippendorff_alpha(ratings, distance = "masi", ci = ci_bootstrap(times = 50))
  expect_true(boot$conf.low < boot$estimate && boot$estimate < boot$conf.high)
  expect_equal(unique(disagreements(ratings, weights = "jaccard", what = "categories")$n_items > 0), TRUE)
})

test_that("a nominal distance, and a function of two sets", {
  rows <- dkpro_sets()
  plain <- krippendorff_alpha(rows, item, rater, set, ci = ci_none())
  expect_equal(set_alpha("nominal")$estimate, plain$estimate)
  expect_equal(set_alpha(oracle_set_distances$dice)$estimate, set_alpha("dice")$estimate)
})

test_that("distances of sets are for sets", {
  skip_if_quick()
  expect_fault(
    krippendorff_alpha(small(), item, who, label, distance = "masi"), "distance", "ratings are single values"
  )
  expect_fault(agreement(small(), item, who, label, weights = "dice"), "weights", "ratings are single values")
  expect_fault(set_alpha("massi"), "argument", "Did you mean \"masi\"")
  expect_fault(set_alpha("masi", level = "nominal"), "argument", "takes the place of a level")
  many <- tibble::tibble(item = rep(1:2600, 2), rater = rep(1:2, each = 2600), set = as.list(1:5200))
  expect_fault(set_alpha("masi", many), "too_many_values", "5200 distinct sets", n = 5200L)
})

test_that("sets that are all missing have no value, with a status", {
  data <- data.frame(item = c(1, 1), who = c("a", "b"))
  data$tags <- list(NA_character_, NA_character_)
  for (distance in c("jaccard", "masi")) {
    expect_warning(
      got <- krippendorff_alpha(data, item, who, tags, distance = distance, ci = ci_none()),
      class = "accord_warning_undefined"
    )
    expect_identical(got$estimate, NA_real_)
  }
})

test_that("alpha of sets at the nominal level points to distances that count common labels", {
  data <- data.frame(item = rep(1:3, each = 2), rater = c("a", "b"), set = c("x|y", "x", "y", "y", "x|y", "y|x"))
  words <- function(...) {
    x <- suppressWarnings(krippendorff_alpha(data, item, rater, set, separator = "|", ci = ci_none(), ...))
    paste(format(x, width = 200), collapse = " ")
  }
  expect_match(words(), "`distance = \"jaccard\"` or `\"masi\"` counts common labels", fixed = TRUE)
  expect_no_match(words(distance = "jaccard"), "common labels")
  expect_no_match(words(distance = "masi"), "common labels")
})
