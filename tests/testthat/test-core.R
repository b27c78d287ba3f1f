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

test_that("the core has what R asks for by name, and says what it has not", {
  expect_length(place_of("level", c(LEVELS, WEIGHTS)), length(c(LEVELS, WEIGHTS)))
  expect_true(all(names(ICC_STATUS) %in% ENUMS$icc_status))
  for (enum in ENUMS) expect_identical(anyDuplicated(enum), 0L)
  expect_error(place_of("level", c("nominal", "odd")), "no level called .odd", class = "accord_error_internal")
})

test_that("the core computes no method of consensus that it does not know", {
  ratings <- as_ratings(data.frame(item = 1, rater = 1:2, rating = 1:2), item, rater, rating)
  settings <- consensus_settings(list(), "majority", ratings)
  labels <- function(method) {
    call_core(consensus_of_group(ratings, 0L, method, settings, double(), 1L))
  }
  expect_identical(labels("majority")$tie, TRUE)
  expect_error(labels("magic"), "no method of consensus .magic", class = "accord_error_internal")
  means <- function(method) call_core(mean_of_group(ratings, 0L, method, c(1, 2), settings, 1L))
  expect_identical(means("mean")$label, 1.5)
  expect_error(means("magic"), "no method of consensus .magic", class = "accord_error_internal")
})

test_that("a number of threads that is none is an error that names the option", {
  before <- options(accord.threads = NULL)
  on.exit(options(before))
  expect_identical(n_threads(), 2L)
  for (threads in list(c(1, 2), "a", 0, 1.5, NA, 1e9)) {
    options(accord.threads = threads)
    expect_fault(
      percent_agreement(cbind(c(1, 2), c(1, 2)), layout = "raters_in_columns"), "argument",
      "options\\(accord.threads\\)` must be a whole number from 1 to 1,024"
    )
  }
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

test_that("threads that the system refuses are done without", {
  skip_on_cran()
  skip_if_not(Sys.info()[["sysname"]] == "Linux", "not Linux")
  # With stacks of 1 GB, memory does not suffice for seven threads.
  job <- "
    options(accord.threads = 8)
    counts <- cbind(yes = rep(0:2, 40000), no = rep(2:0, 40000))
    cat(accord::percent_agreement(counts, layout = 'counts', ci = accord::ci_none())$estimate)
  "
  limits <- "ulimit -Ss 1000000; ulimit -Sv 3500000;"
  library <- paste0("R_LIBS=", shQuote(paste(.libPaths(), collapse = ":")))
  run <- paste(limits, library, shQuote(file.path(R.home("bin"), "Rscript")), "-e", shQuote(job))
  said <- suppressWarnings(system2("bash", c("-c", shQuote(run)), stdout = TRUE, stderr = FALSE))
  # Two of three items are agreed upon.
  expect_identical(said, format(2 / 3))
})
