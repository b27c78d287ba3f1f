test_that("each row holds the same quantiles of its gamma distribution, whatever their order", {
  shape <- c(3, 0.5, 1, 3)
  x <- dirichlet_draws(shape, 200)
  expect_equal(dim(x), c(4L, 200L))
  for (i in seq_along(shape)) {
    expect_equal(sort(x[i, ]), stats::qgamma((1:200 - 0.5) / 200, shape[i]))
  }
  expect_false(identical(x[1, ], x[4, ]))
})

test_that("rows are in no relation to each other", {
  orders <- latin_orders(60, 2000)
  r <- stats::cor(t(orders))
  r <- r[upper.tri(r)]
  # Standard error of a correlation of 2,000 random pairs: .022
  expect_lt(max(abs(r)), 4.5 * 0.0224)
  expect_equal(stats::sd(r), 0.0224, tolerance = 0.1)
  squares <- stats::cor(t((orders - 1000.5)^2))
  expect_lt(max(abs(squares[upper.tri(squares)])), 4.5 * 0.0224)
})

test_that("shares of the weights have the beta distribution", {
  x <- dirichlet_draws(c(4, 6, 7, 3), 5000)
  share <- colSums(x[1:2, ]) / colSums(x)
  probs <- c(0.025, 0.25, 0.5, 0.75, 0.975)
  expect_equal(stats::quantile(share, probs, names = FALSE), stats::qbeta(probs, 10, 10), tolerance = 0.01)
})

test_that("they are the same each time, and leave the session's random numbers alone", {
  set.seed(1)
  before <- .Random.seed
  x <- dirichlet_draws(c(2, 5), 100)
  expect_identical(.Random.seed, before)
  set.seed(2)
  expect_identical(dirichlet_draws(c(2, 5), 100), x)
  expect_false(identical(dirichlet_draws(c(2, 5), 100, stream = 2), x))
  rm(".Random.seed", envir = globalenv())
  dirichlet_draws(c(2, 5), 100)
  expect_false(exists(".Random.seed", envir = globalenv()))
  set.seed(1)
})

test_that("quantiles that are kept are those of the gamma distribution, and are not kept without end", {
  for (shape in c(0.5, 3, 0.5)) {
    expect_identical(gamma_quantiles(shape, 100), stats::qgamma((1:100 - 0.5) / 100, shape))
  }
  expect_length(gamma_quantiles(0.5, 50), 50)
  assign("many", numeric(1.3e6), GAMMA_QUANTILES)
  gamma_quantiles(0.7, 10)
  expect_null(GAMMA_QUANTILES$many)
})

test_that("orders that were made once are kept, and are those of the two generators", {
  by_hand <- function(rows, n, stream) {
    modulus <- 2147483647
    x <- Reduce(function(seed, i) (16807 * seed) %% modulus, seq_len(n), 271828183 + stream, accumulate = TRUE)[-1]
    t(vapply(seq_len(rows), function(i) order(x <<- (48271 * x) %% modulus), integer(n)))
  }
  # More rows, fewer, and none further, in turn with another stream and another number of draws
  for (rows in c(2, 5, 3, 5, 9)) {
    expect_identical(latin_orders(rows, 150, stream = 7), by_hand(rows, 150, 7))
    expect_identical(latin_orders(rows, 150, stream = 8), by_hand(rows, 150, 8))
    expect_identical(latin_orders(rows, 151, stream = 7), by_hand(rows, 151, 7))
  }
  expect_identical(dim(latin_orders(0, 150, stream = 7)), c(0L, 150L))
  expect_identical(dim(LATIN_ORDERS[["150 of 7"]]$orders), c(9L, 150L))
  # What is kept is limited
  many <- latin_orders(1000, 4000, stream = 7)
  expect_identical(dim(LATIN_ORDERS[["4000 of 7"]]$orders), c(1000L, 4000L))
  latin_orders(600, 4000, stream = 8)
  kept <- function() sum(vapply(as.list(LATIN_ORDERS), function(x) length(x$orders), 1L))
  expect_identical(kept(), 600L * 4000L)
  latin_orders(1300, 4000, stream = 9)
  expect_identical(kept(), 600L * 4000L)
  expect_identical(latin_orders(1000, 4000, stream = 7), many)
})
