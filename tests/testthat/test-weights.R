# Weights of agreement over values that are not equally spaced: 1, 2, 4 and 5. Each weight is seen
# through percent agreement on one item that two raters gave two of the categories. Weights of
# values 1 to 4 against irrCAC: test-published-kappa.R.

pairs <- data.frame(x = c(1, 1, 1, 2, 2, 4), y = c(2, 4, 5, 4, 5, 5))

# The weight of each of these pairs. `as`: from the numbers to the ratings.
pair_weights <- function(weights, ..., as = identity,
                         categories = if (identical(as, identity)) c(1, 2, 4, 5)) {
  n <- nrow(pairs)
  data <- data.frame(pair = rep(seq_len(n), 2), rater = rep(1:2, each = n), rating = c(pairs$x, pairs$y))
  data$rating <- as(data$rating)
  percent_agreement(data, pair, rater, rating, ...,
    by = pair, weights = weights, categories = categories, ci = ci_none()
  )$estimate
}

# Two items that two raters rate as they like.
two_items <- function(ratings, ...) {
  cells <- matrix(ratings, 2)
  percent_agreement(cells, layout = "raters_in_columns", ..., ci = ci_none())$estimate
}

# Pairs 1-2, 1-4, 1-5, 2-4, 2-5, 4-5.
distances <- list(
  identity = c(1, 1, 1, 1, 1, 1),
  linear = c(1, 3, 4, 2, 3, 1) / 4,
  quadratic = c(1, 9, 16, 4, 9, 1) / 16,
  # places 1 to 4: one step counts 1, two count 3, three count 6
  ordinal = c(1, 3, 6, 1, 3, 1) / 6,
  radical = sqrt(c(1, 3, 4, 2, 3, 1)) / 2,
  # 1/9, 9/25, 4/9, 1/9, 9/49, 1/81, in parts of 4/9
  ratio = c(1 / 4, 81 / 100, 1, 1 / 4, 81 / 196, 1 / 36),
  # fifths of a turn: sin^2 36 = (5 - sqrt 5) / 8 for one or four, sin^2 72 = (5 + sqrt 5) / 8 else
  circular = c(1, 0, 1, 0, 0, 1) * (5 - sqrt(5)) / (5 + sqrt(5)) + c(0, 1, 0, 1, 1, 0),
  # ends 1 and 5: 1/(1*7), 9/(3*5), 16/(4*4), 4/(4*4), 9/(5*3), 1/(7*1)
  bipolar = c(1 / 7, 3 / 5, 1, 1 / 4, 3 / 5, 1 / 7)
)

test_that("every scheme has a weight worked out by hand", {
  expect_setequal(names(distances), names(accord:::WEIGHTS))
})

for (weights in names(distances)) {
  test_that(paste0("weights are one minus the distance of the values, in parts of the largest: ", weights), {
    expect_equal(pair_weights(weights), 1 - distances[[weights]], tolerance = 1e-14)
    expect_equal(two_items(c(4, 5, 4, 5), weights = weights), 1)
  })
}

test_that("the largest distance is that of the declared categories", {
  expect_equal(pair_weights("linear", categories = 1:9), 1 - c(1, 3, 4, 2, 3, 1) / 8)
  # places 1, 2, 4, 5 of nine: eight steps count 36
  expect_equal(pair_weights("ordinal", categories = 1:9), 1 - c(1, 6, 10, 3, 6, 1) / 36)
  # ends 0 and 6, which are a whole scale apart: 1/(3*9), 9/(5*7), 16/(6*6), 4/(6*6), 9/(7*5), 1/(9*3)
  got <- pair_weights("bipolar", categories = 0:6)
  expect_equal(got, 1 - c(1 / 27, 9 / 35, 4 / 9, 1 / 9, 9 / 35, 1 / 27))
})

test_that("the circle and the ends of the scale may be given", {
  # eighths of a turn: sin^2 of 22.5 degrees, 67.5, 90, 45, 67.5 and 22.5
  circle <- c(1 - sqrt(0.5), 1 + sqrt(0.5), 2, 1, 1 + sqrt(0.5), 1 - sqrt(0.5)) / 2
  expect_equal(pair_weights("circular", range = 8), 1 - circle)
  # ends 0 and 6: 1/(3*9), 9/(5*7), 16/(6*6), 4/(6*6), 9/(7*5), 1/(9*3), in parts of 4/9
  ends <- c(1 / 12, 81 / 140, 1, 1 / 4, 81 / 140, 1 / 12)
  expect_equal(pair_weights("bipolar", range = c(0, 6)), 1 - ends)
})

test_that("the range of the circle and of the scale is checked", {
  skip_if_quick()
  expect_fault(pair_weights("circular", range = 0), "argument", "one number above 0", argument = "range")
  expect_fault(pair_weights("circular", range = c(1, 5)), "argument", argument = "range")
  expect_fault(pair_weights("circular", as = function(x) x / 2), "range_needed", "full turn")
  expect_equal(
    pair_weights("circular", as = function(x) x / 2, range = 2.5, categories = c(1, 2, 4, 5) / 2),
    pair_weights("circular", range = 5)
  )
  expect_fault(pair_weights("bipolar", range = c(6, 0)), "argument", "lower one first", argument = "range")
  expect_fault(
    two_items(c(1, 2, 4, 5), weights = "bipolar", range = c(2, 9)),
    "outside_range", "1 rating outside the scale: 1 \\(item 1\\)"
  )
  expect_fault(
    two_items(c(1, 2, 4, 5), weights = "bipolar", range = c(3, 4)), "outside_range", "3 ratings outside"
  )
})

test_that("a range is for circular and bipolar weights only", {
  for (weights in c("identity", "ordinal", "ratio")) {
    cnd <- expect_fault(
      pair_weights(weights, range = 8), "argument", "circular and bipolar", argument = "range"
    )
    expect_match(conditionMessage(cnd), paste0("scheme of weights is \"", weights, "\""), fixed = TRUE)
  }
})

test_that("ordered labels that are numbers count as these, others are a step apart", {
  numbers <- function(x) factor(x, c(1, 2, 4, 5), ordered = TRUE)
  words <- function(x) factor(c("bad", "fair", NA, "good", "fine")[x], c("bad", "fair", "good", "fine"))
  steps <- 1 - c(1, 2, 3, 1, 2, 1) / 3
  expect_equal(pair_weights("linear", as = numbers), pair_weights("linear"))
  got <- pair_weights("linear", as = as.character, categories = c("1", "2", "4", "5"))
  expect_equal(got, 1 - distances$linear)
  expect_equal(pair_weights("linear", as = function(x) as.ordered(words(x))), steps)
  expect_equal(pair_weights("linear", as = words, categories = c("bad", "fair", "good", "fine")), steps)
  # one label that is no number
  mixed <- function(x) factor(c("1", "2", NA, "4", "5+")[x], c("1", "2", "4", "5+"), ordered = TRUE)
  expect_equal(pair_weights("linear", as = mixed), steps)
})

test_that("categories out of order put the order of the labels", {
  words <- function(x) c("d", "a", NA, "c", "b")[x]
  got <- pair_weights("quadratic", as = words, categories = c("d", "a", "c", "b"))
  expect_equal(got, 1 - c(1, 4, 9, 1, 4, 1) / 9)
})

test_that("logicals are 0 and 1", {
  for (weights in names(distances)) {
    expect_equal(two_items(c(TRUE, TRUE, FALSE, TRUE), weights = weights), 1 / 2, info = weights)
  }
})

test_that("labels without an order have no values", {
  skip_if_quick()
  labels <- function(x) letters[x]
  for (weights in c("linear", "ordinal", "bipolar")) {
    cnd <- expect_fault(
      pair_weights(weights, as = labels), "level", "needs numbers, or the order",
      categories = c("a", "b", "d", "e")
    )
    expect_match(conditionMessage(cnd), paste0("weights = \"", weights, "\""), fixed = TRUE)
  }
  expect_fault(pair_weights("linear", as = factor), "level", "labels without an order: \"1\", \"2\", \"4\"")
  expect_fault(pair_weights("linear", as = as.character), "level")
  expect_equal(pair_weights("identity", as = labels), rep(0, 6))
})

test_that("ratio weights are for numbers that are not negative", {
  expect_fault(
    two_items(c(-1, 2, 4, 5), weights = "ratio"), "negative_rating", "1 negative rating: -1 \\(item 1\\)"
  )
  cnd <- expect_fault(two_items(c(-1, 2, -4, -5), weights = "ratio"), "negative_rating", "3 negative ratings")
  expect_match(conditionMessage(cnd), "Choose a level or weights", fixed = TRUE)
  # 0 and 0 agree, 0 and any other number have the largest distance
  expect_equal(two_items(c(0, 0, 0, 2), weights = "ratio"), 1 / 2)
  # 2 and 4: 1/9 of it
  expect_equal(two_items(c(0, 2, 2, 4), weights = "ratio"), (0 + 8 / 9) / 2)
})

test_that("weights are relative to the category set, so a category that does not suit them is an error", {
  data <- data.frame(
    part = rep(c("x", "y"), each = 4), item = rep(1:2, 4), rater = rep(c(1, 1, 2, 2), 2),
    score = c(1, 2, 3, 2, -1, 2, 3, 2)
  )
  measured <- function(...) percent_agreement(data, item, rater, score, by = part, ..., ci = ci_none())
  expect_fault(measured(weights = "ratio"), "negative_rating", "1 negative rating: -1 \\(item 1\\)")
  expect_fault(measured(weights = "bipolar", range = c(0, 9)), "outside_range", "1 rating outside")
  unused <- data[data$part == "x", ]
  expect_fault(
    percent_agreement(unused, item, rater, score, categories = c(-2, -1, 1:3), weights = "ratio"),
    "negative_rating", "2 are not, though no rating is in them: -2 and -1"
  )
  expect_fault(
    percent_agreement(unused, item, rater, score,
      categories = 1:4, weights = "bipolar", range = c(1, 3)
    ),
    "outside_range", "1 is not, though no rating is in it: 4"
  )
  # without it, 1 and 3 are farthest apart, and 2 and 2 agree
  got <- measured(weights = "ratio", categories = 1:3)
  expect_equal(got$estimate[1], 1 / 2)
})

# Returns the weights of the pairs 1-2, 1-4, 1-5, 2-4, 2-5, 4-5 in a matrix.
own <- diag(4)
own[lower.tri(own)] <- c(0.9, 0.5, 0, 0.8, 0.3, 0.7)
own <- pmax(own, t(own))

test_that("a range is not given beside a matrix of weights", {
  expect_fault(pair_weights(own, range = 8), "argument", argument = "range")
})

test_that("a scheme is one of those known", {
  skip_if_quick()
  expect_fault(pair_weights("lineal"), "argument", "Did you mean \"linear\"?", argument = "weights")
  expect_fault(pair_weights("squared"), "argument", "It is \"squared\"", argument = "weights")
  expect_fault(pair_weights(c("linear", "ratio")), "argument", "a character vector", argument = "weights")
  expect_fault(pair_weights(NULL), "argument", argument = "weights")
  expect_fault(pair_weights(function(a, b) 1), "argument", "a function", argument = "weights")
})

test_that("a matrix of weights stands in the order of the categories, or is named", {
  skip_if_quick()
  expected <- c(0.9, 0.5, 0, 0.8, 0.3, 0.7)
  expect_equal(pair_weights(own), expected)
  turned <- own[c(3, 1, 4, 2), c(2, 1, 3, 4)]
  dimnames(turned) <- list(c(4, 1, 5, 2), c(2, 1, 4, 5))
  expect_equal(pair_weights(turned), expected)
  rows <- own
  rownames(rows) <- c(1, 2, 4, 5)
  expect_equal(pair_weights(rows), expected)
  # names of categories that are not there
  wide <- rbind(cbind(own, 0), 0)
  wide[5, 5] <- 1
  expect_fault(pair_weights(wide), "weights", "over the 4 categories")
  # labels without an order may have weights of their own
  expect_equal(pair_weights(own, as = function(x) letters[x]), expected)
})

test_that("a matrix of weights has a row and a column per category", {
  expect_fault(pair_weights(own[-1, -1]), "weights", "It is 3 \u00d7 3")
  expect_fault(pair_weights(own[-1, ]), "weights", "It is 3 \u00d7 4")
  expect_fault(pair_weights(matrix("1", 4, 4)), "weights")
})

test_that("names of a matrix are the categories", {
  named <- own
  dimnames(named) <- list(c(1, 2, 4, 9), c(1, 2, 4, 5))
  expect_fault(
    pair_weights(named), "weights", "1 category without a row or column: \"5\"", categories = "5"
  )
  colnames(named) <- c(1, 2, 8, 5)
  expect_fault(
    pair_weights(named), "weights", "2 categories without a row or column: \"4\" and \"5\"",
    categories = c("4", "5")
  )
})

test_that("names of one side do not tell the order of the other", {
  skip_if_quick()
  turned <- own[4:1, 4:1]
  rownames(turned) <- c(5, 4, 2, 1)
  expect_fault(pair_weights(turned), "weights", "The columns of `weights` have no names")
  expect_fault(pair_weights(t(turned)), "weights", "The rows of `weights` have no names")
})

# `own` with other values at (row, column).
with_weight <- function(row, column, value, both = TRUE) {
  own[cbind(row, column)] <- value
  if (both) own[cbind(column, row)] <- value
  own
}

test_that("weights are symmetric", {
  expect_fault(
    pair_weights(with_weight(1, 2, 0.1, both = FALSE)), "weights",
    "1 pair of categories breaks this: 0.1 from 1 to 2"
  )
  expect_fault(
    pair_weights(with_weight(c(1, 2), c(2, 4), c(0.1, 0.2), both = FALSE)), "weights",
    "2 pairs of categories break this: 0.1 from 1 to 2 and 0.2 from 2 to 5"
  )
  # the number of digits with which a weight was printed does not matter
  expect_equal(pair_weights(with_weight(1, 2, 0.9 + 1e-15, both = FALSE)), pair_weights(own))
})

test_that("weights lie between 0 and 1", {
  rule <- "Weights of agreement lie between 0 and 1"
  cnd <- expect_fault(pair_weights(with_weight(1, 3, 1.5, both = FALSE)), "weights", rule)
  expect_match(conditionMessage(cnd), "1 pair of categories breaks this: 1.5 from 1 to 4", fixed = TRUE)
  for (value in c(-0.1, NA, NaN, Inf)) {
    cnd <- expect_fault(pair_weights(with_weight(1, 3, value)), "weights", rule)
    expect_match(conditionMessage(cnd), "2 pairs of categories break this", fixed = TRUE)
  }
})

test_that("a category agrees with itself", {
  skip_if_quick()
  rule <- "must be 1 between equal categories"
  cnd <- expect_fault(pair_weights(with_weight(2, 2, 0.5)), "weights", rule)
  expect_match(conditionMessage(cnd), "1 pair of categories breaks this: 0.5 from 2 to 2", fixed = TRUE)
  cnd <- expect_fault(pair_weights(with_weight(1:3, 1:3, 0)), "weights", rule)
  expect_match(conditionMessage(cnd), "3 pairs of categories break this", fixed = TRUE)
  expect_fault(pair_weights(1 - own), "weights", paste0(rule, ".*as in a matrix of disagreements"))
})

test_that("the result names the weights", {
  metric <- function(weights) {
    two <- matrix(c(1, 2, 4, 2, 2, 5), 3)
    cohen_kappa(two, layout = "raters_in_columns", weights = weights, ci = ci_none())$metric
  }
  for (weights in names(distances)) expect_equal(metric(weights), weights)
  expect_equal(metric(own), "custom")
})

test_that("logical weights say which categories count as equal", {
  # Adjacent agreement: of 18 pairs of ratings of an item by three raters, 15 differ by at most 1.
  v <- cbind(c(4, 4, 3, 2, 5, 3), c(4, 5, 3, 4, 5, 3), c(3, 4, 3, 3, 4, 1))
  near <- abs(outer(1:5, 1:5, "-")) <= 1
  measure <- function(weights) {
    percent_agreement(v, layout = "raters_in_columns", categories = 1:5, weights = weights, ci = ci_none())$estimate
  }
  expect_equal(measure(near), 15 / 18)
  expect_fault(measure(matrix("a", 5, 5)), "weights", "of type character")
})
