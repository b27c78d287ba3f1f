test_that("errors name the function that the user called", {
  cnd <- expect_error(krippendorff_alpha(small(), nope, who, label))
  expect_equal(as.character(cnd$call[[1]]), "krippendorff_alpha")
  wrapper <- function() as_ratings(small(), item, who, label, level = "x")
  cnd <- expect_error(wrapper())
  expect_equal(as.character(cnd$call[[1]]), "as_ratings")
  cnd <- expect_error(krippendorff_alpha(as_ratings(small(), nope, who, label), level = "nominal"))
  expect_equal(as.character(cnd$call[[1]]), "as_ratings")
  cnd <- expect_error(read_mturk("no-such-file.csv") |> krippendorff_alpha(item, who, label))
  expect_equal(as.character(cnd$call[[1]]), "read_mturk")
})

test_that("what the core throws is a bug of accord", {
  thrown <- structure(
    class = c("std::runtime_error", "C++Error", "error", "condition"),
    list(message = "boom", call = NULL)
  )
  expect_error(call_core(stop(thrown)), "Internal error in accord: boom", class = "accord_error_internal")
})

test_that("a package that is not there is asked for", {
  expect_fault(
    need_package("accord.nowhere", "to try"),
    "missing_package", "needed to try", package = "accord.nowhere"
  )
})
