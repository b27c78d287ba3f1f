# Ctrl-C is a signal to a process, so that each call runs in one of its own.

test_that("calls of many items stop on Ctrl-C, and R goes on", {
  # The signal must come while the call runs, and not after it, which depends on the machine.
  skip_if_not(asks_all(), "long")
  skip_on_os("windows")
  skip_if_not_installed("callr")
  child <- callr::r_bg(
    function(library) {
      loadNamespace("accord", lib.loc = library)
      numbers <- function(n) data.frame(item = seq_len(n), label = stats::rnorm(n))
      scores <- data.frame(item = rep(1:2e5, each = 4), score = stats::rnorm(8e5))
      calls <- list(
        function() accord::krippendorff_alpha(scores, item, rating = score, level = "interval"),
        function() accord::evaluate_consensus(numbers(4e5), numbers(4e5))
      )
      for (call in calls) {
        outcome <- tryCatch(
          {
            cat("go\n")
            call()
            "ended"
          },
          interrupt = function(cnd) "stopped"
        )
        few <- accord::percent_agreement(data.frame(item = c(1, 1), label = "a"), item, rating = label)
        cat(outcome, few$estimate, "\n")
      }
    },
    list(dirname(find.package("accord"))),
    stdout = "|"
  )
  on.exit(child$kill())
  next_line <- function() {
    line <- character()
    while (!length(line) && (child$is_alive() || child$is_incomplete_output())) {
      child$poll_io(1000)
      line <- child$read_output_lines(1)
    }
    trimws(line)
  }
  for (i in 1:2) {
    expect_identical(next_line(), "go")
    Sys.sleep(0.3)
    child$signal(tools::SIGINT)
    expect_identical(next_line(), "stopped 1")
  }
})
