test_that("each row holds the same quantiles of its gamma distribution, whatever their order", {
  shape <- c(3, 0.5, 1, 3)
  x <- dirichlet_draws(shape, 256)
  expect_equal(dim(x), c(4L, 256L))
  for (i in seq_along(shape)) {
    # The core's quantiles have five digits or more.
    expect_equal(sort(x[i, ]) / stats::qgamma((1:256 - 0.5) / 256, shape[i]), rep(1, 256), tolerance = 1e-5)
  }
  expect_false(identical(x[1, ], x[4, ]))
})

test_that("rows are in no relation to each other", {
  orders <- latin_orders(60, 2048)
  r <- stats::cor(t(orders))
  r <- r[upper.tri(r)]
  # Standard error of a correlation of 2,048 random pairs: .022
  expect_lt(max(abs(r)), 4.5 * 0.0221)
  expect_equal(stats::sd(r), 0.0221, tolerance = 0.1)
  squares <- stats::cor(t((orders - 1024.5)^2))
  expect_lt(max(abs(squares[upper.tri(squares)])), 4.5 * 0.0221)
})

test_that("shares of the weights have the beta distribution", {
  x <- dirichlet_draws(c(4, 6, 7, 3), 4096)
  share <- colSums(x[1:2, ]) / colSums(x)
  probs <- c(0.025, 0.25, 0.5, 0.75, 0.975)
  expect_equal(stats::quantile(share, probs, names = FALSE), stats::qbeta(probs, 10, 10), tolerance = 0.01)
})

test_that("they are the same each time, and leave the session's random numbers alone", {
  set.seed(1)
  before <- .Random.seed
  x <- dirichlet_draws(c(2, 5), 128)
  expect_identical(.Random.seed, before)
  set.seed(2)
  expect_identical(dirichlet_draws(c(2, 5), 128), x)
  expect_false(identical(dirichlet_draws(c(2, 5), 128, stream = 2), x))
  rm(".Random.seed", envir = globalenv())
  dirichlet_draws(c(2, 5), 128)
  expect_false(exists(".Random.seed", envir = globalenv()))
  set.seed(1)
})

test_that("each row holds all places, and a number of draws must be a power of two", {
  orders <- latin_orders(5, 64, stream = 7)
  expect_identical(t(apply(orders, 1, sort)), matrix(rep(1:64, each = 5), 5))
  expect_false(anyDuplicated(orders) > 0)
  expect_identical(latin_orders(3, 64, stream = 7), orders[1:3, ])
  expect_identical(dim(latin_orders(0, 64)), c(0L, 64L))
  expect_error(latin_orders(2, 100), "no power of two")
})
