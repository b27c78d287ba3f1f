test_that("a comparison fails where values, names or signs of infinity differ", {
  expect_failure(expect_equal(1, 1 + 1e-6))
  expect_failure(expect_equal(c(1, 1 + 1e-6), c(1, 1), tolerance = 1e-8))
  expect_failure(expect_equal(c(a = 1), c(b = 1)))
  expect_failure(expect_equal(c(1, Inf), c(1, -Inf)))
  expect_failure(expect_equal(c(1, NA), c(NA, 1)))
  expect_failure(expect_identical(1, 1L))
  expect_failure(expect_identical(list(1), list(2)))
  expect_success(expect_equal(c(1, NA), c(1 + 1e-12, NA)))
})

test_that("a comparison in a loop fails where a later one does, and lists are compared by their parts", {
  expect_equal(1, 1) # the success of this frame
  expect_failure({
    for (x in c(1, 1, 2)) expect_equal(x, 1)
  })
  expect_failure(expect_equal(list(a = 1, b = list(2)), list(a = 1, b = list(2 + 1e-6))))
  expect_failure(expect_equal(list(a = 1), list(b = 1)))
  expect_failure(expect_equal(list(1, "a"), list(1 + 1e-12, "b")))
  expect_failure(expect_equal(data.frame(x = 1:2), data.frame(x = c(1L, 3L))))
  same <- function() expect_equal(data.frame(x = 1, y = "a"), data.frame(x = 1 + 1e-12, y = "a"))
  expect_success(same())
})

test_that("an error that does not come, or another one, fails", {
  mine <- function() rlang::abort("these words", class = "my_class")
  expect_success(expect_error(mine(), "these", class = "my_class"))
  expect_failure(expect_error(1))
  expect_failure(expect_error(NULL, class = "my_class"))
  expect_success(expect_error(1, NA))
  # testthat lets it pass, as an error of the test.
  expect_s3_class(tryCatch(expect_error(mine(), class = "your_class"), error = identity), "my_class")
  expect_s3_class(tryCatch(expect_error(mine(), "other words"), error = identity), "my_class")
  expect_failure(expect_fault(1, "argument"))
  bare <- function() rlang::abort("of none", class = "accord_error_argument")
  expect_s3_class(tryCatch(expect_fault(bare(), "argument"), expectation_failure = identity), "expectation_failure")
})
