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

test_that("the text of a condition is that of cli, wrapped to the width of the console", {
  message <- c(
    "The first line is longer than a line of the console may be, which is 60 columns here.",
    x = "{length(letters)} letter{?s} {?is/are} in {.arg x},
         which is {.cls {class(letters)}}, and not {.val {letters[1:3]}}.",
    i = "Say {.code x = 1}, as {.fn rev} does.",
    "A line without a mark."
  )
  for (width in c(60, Inf)) {
    old <- options(cli.condition_width = width)
    warned <- tryCatch(warn_accord("nothing", message), warning = conditionMessage)
    options(old)
    expected <- {
      options(cli.condition_width = width)
      cli::format_warning(message)
    }
    options(old)
    expect_identical(warned, expected)
  }
  stopped <- tryCatch(abort_accord("nothing", message), error = conditionMessage)
  expect_identical(stopped, tryCatch(cli::cli_abort(message), error = conditionMessage))
})
