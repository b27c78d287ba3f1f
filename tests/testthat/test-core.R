test_that("what the core throws is a bug of accord", {
  thrown <- structure(
    class = c("std::runtime_error", "C++Error", "error", "condition"),
    list(message = "boom", call = NULL)
  )
  expect_error(call_core(stop(thrown)), "Internal error in accord: boom", class = "accord_error_internal")
})

test_that("a status has a name and words, in the order of the core", {
  words <- status_words()
  expect_identical(status_names(seq_along(words) - 1L), names(words))
  expect_identical(status_names(0L), "ok")
  expect_identical(status_in_words(c("ok", "no_pairs")), c("ok", "no item with two ratings"))
  expect_identical(status_in_words("one_rater"), "one rater only")
  expect_identical(anyDuplicated(c(words, MORE_STATUS)), 0L)
})

test_that("the log of a script gets no bars", {
  before <- options(rlang_interactive = FALSE, cli.dynamic = FALSE, cli.progress_show_after = 0)
  on.exit(options(before))
  expect_silent({
    tick <- progress_tick("Working")
    for (share in seq(0, 1, 0.1)) tick(share)
  })
  options(cli.dynamic = TRUE)
  expect_true(shows_progress())
})
