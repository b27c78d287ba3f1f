# Ctrl-C is a signal to a process, so that each call runs in one of its own.

# A process that was started in the background of a script ignores Ctrl-C, and so does R from version 4.5 on, and every
# process that it starts. The second of the bits, written from the right, is that of SIGINT.
ignores_interrupts <- function() {
  status <- "/proc/self/status"
  if (!file.exists(status)) {
    return(FALSE)
  }
  ignored <- sub("^SigIgn:\t", "", grep("^SigIgn:", readLines(status), value = TRUE))
  strtoi(substr(ignored, nchar(ignored), nchar(ignored)), 16) %/% 2 %% 2 == 1
}

test_that("calls of many items stop on Ctrl-C, and R goes on", {
  # The signal must come while the call runs, and not after it, which depends on the machine.
  skip_if_not(asks_all(), "long")
  skip_on_os("windows")
  skip_if_not_installed("callr")
  skip_if(ignores_interrupts(), "this process ignores Ctrl-C")
  child <- callr::r_bg(
    function(library) {
      loadNamespace("accord", lib.loc = library)
      numbers <- function(n) data.frame(item = seq_len(n), label = stats::rnorm(n))
      calls <- list(
        function(n) {
          scores <- data.frame(item = rep(seq_len(n), each = 4), score = stats::rnorm(4 * n))
          function() accord::krippendorff_alpha(scores, item, rating = score, level = "interval")
        },
        function(n) {
          labels <- numbers(n)
          gold <- numbers(n)
          function() accord::evaluate_consensus(labels, gold)
        }
      )
      for (of_size in calls) {
        # The number of items is increased until the call takes two seconds on this machine.
        n <- 5e4
        repeat {
          call <- of_size(n)
          taken <- system.time(call())[["elapsed"]]
          if (taken > 2 || n > 1e7) break
          n <- 2 * n
        }
        cat("go", taken, "\n")
        outcome <- tryCatch(
          {
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
  next_words <- function() {
    line <- character()
    while (!length(line) && (child$is_alive() || child$is_incomplete_output())) {
      child$poll_io(1000)
      line <- child$read_output_lines(1)
    }
    strsplit(line, " ")[[1]]
  }
  for (i in 1:2) {
    go <- next_words()
    expect_identical(go[1], "go")
    Sys.sleep(as.double(go[2]) / 4)
    child$signal(tools::SIGINT)
    expect_identical(next_words(), c("stopped", "1"))
  }
})
