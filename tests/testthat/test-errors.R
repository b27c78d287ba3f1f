test_that("errors name the function that the user called", {
  cnd <- expect_error(krippendorff_alpha(small(), nope, who, label))
  expect_equal(as.character(cnd$call[[1]]), "krippendorff_alpha")
  # The verbs of the kappas are all made by one function.
  cnd <- expect_error(fleiss_kappa(small(), nope, who, label))
  expect_equal(as.character(cnd$call[[1]]), "fleiss_kappa")
  wrapper <- function() as_ratings(small(), item, who, label, level = "x")
  cnd <- expect_error(wrapper())
  expect_equal(as.character(cnd$call[[1]]), "as_ratings")
  cnd <- expect_error(krippendorff_alpha(as_ratings(small(), nope, who, label), level = "nominal"))
  expect_equal(as.character(cnd$call[[1]]), "as_ratings")
  cnd <- expect_error(read_mturk("no-such-file.csv") |> krippendorff_alpha(item, who, label))
  expect_equal(as.character(cnd$call[[1]]), "read_mturk")
})

test_that("errors end where a frame is its own parent, as in a reactive of Shiny", {
  skip_if_not_installed("shiny")
  told <- NULL
  shiny::testServer(
    function(input, output, session) {
      twice <- shiny::reactive(tryCatch(
        krippendorff_alpha(rbind(small(), small()), item, who, label), error = identity
      ))
    },
    told <<- twice()
  )
  expect_s3_class(told, "accord_error_duplicate_rating")
  expect_equal(as.character(told$call[[1]]), "krippendorff_alpha")
})
