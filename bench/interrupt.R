# The time from Ctrl-C to the interrupt. For each call: seconds from the signal to the interrupt that is caught, at
# several times of the call. `Rscript bench/interrupt.R [call ...]` runs the named rows only; ACCORD_TIMES is the number
# of signals (10). A child process makes the data, calls once without a signal, and writes "go" before each call; after
# a signal it writes the time of the interrupt, and the functions in which R was. Signals after the end are counted
# separately.

cases <- function() {
  suppressPackageStartupMessages(library(accord))
  set.seed(1)
  crowd <- function(n, each = 5, raters = 50, categories = 5) {
    item <- rep(seq_len(n), each = each)
    data.frame(
      item, rater = (item * 7 + rep(seq_len(each), n)) %% raters + 1,
      label = as.character(sample(categories, n * each, TRUE)), score = stats::rnorm(n * each)
    )
  }
  of <- function(data, verb, ...) list(data = data, call = function(d) verb(d, item, rater, label, ...))
  labels <- function(n = 1e6) data.frame(item = seq_len(n), label = as.character(sample(5, n, TRUE)))
  numbers <- function(n = 1e6) data.frame(item = seq_len(n), label = stats::rnorm(n))
  marked <- function(n) {
    start <- rep(10 * seq_len(n / 2), 2)
    data.frame(
      document = start %/% 1000, annotator = rep(1:2, each = n / 2), label = sample(letters[1:4], n, TRUE), start,
      end = start + sample(3:8, n, TRUE), length = 1e4 + n * 10
    )
  }
  # A hundred bytes a row
  file_of <- function(n) {
    path <- tempfile(fileext = ".csv")
    text <- "a sentence that is to be rated, of the length that is often found in files of annotators"
    utils::write.csv(cbind(labels(n), text), path, row.names = FALSE)
    path
  }
  list(
    `evaluate_consensus, numbers` = function() {
      list(data = list(numbers(), numbers()), call = function(d) evaluate_consensus(d[[1]], d[[2]]))
    },
    `evaluate_consensus, labels` = function() {
      list(data = list(labels(), labels()), call = function(d) evaluate_consensus(d[[1]], d[[2]]))
    },
    `disagreements` = function() of(crowd(1e6), disagreements),
    `glad` = function() of(crowd(2e4), consensus, method = "glad"),
    `mace` = function() of(crowd(2e4), consensus, method = "mace"),
    `dawid_skene` = function() of(crowd(2e5), consensus, method = "dawid_skene"),
    `majority` = function() of(crowd(1e6), consensus),
    `item_influence` = function() of(crowd(1e6), item_influence),
    `rater_influence` = function() of(crowd(1e6, raters = 1000), rater_influence),
    `item_summary` = function() of(crowd(1e6), item_summary),
    `agreement` = function() of(crowd(1e6), agreement),
    `alpha, texts as ids` = function() {
      data <- crowd(1e6)
      data$item <- paste0("item ", data$item)
      of(data, krippendorff_alpha)
    },
    `alpha of numbers` = function() {
      list(data = crowd(1e6), call = function(d) krippendorff_alpha(d, item, rater, score, level = "interval"))
    },
    `as_ratings, wide` = function() {
      wide <- as.data.frame(matrix(as.character(sample(5, 5e6, TRUE)), 1e6, 5, dimnames = list(NULL, letters[1:5])))
      wide$item <- paste0("item ", seq_len(1e6))
      list(data = wide, call = function(d) as_ratings(d, item, rating = c(a, b, c, d, e), layout = "raters_in_columns"))
    },
    `icc` = function() list(data = crowd(1e6), call = function(d) icc(d, item, rater, score)),
    `span_gamma` = function() {
      list(data = marked(1e5), call = function(d) span_gamma(as_spans(d)))
    },
    `rater_severity` = function() {
      data <- crowd(4e4)
      data$label <- as.integer(data$label)
      of(data, rater_severity)
    },
    `variance_components` = function() {
      list(data = crowd(2000), call = function(d) {
        variance_components(d, score ~ (1 | item) + (1 | rater), ci = ci_bootstrap(times = 200))
      })
    },
    `rater_summary` = function() of(crowd(1e6, raters = 1000), rater_summary),
    `pairwise_agreement` = function() of(crowd(1e6, raters = 2000), pairwise_agreement),
    `category_agreement` = function() of(crowd(1e5, categories = 5000), category_agreement),
    `light_kappa` = function() of(crowd(1e5, raters = 500), light_kappa),
    `bootstrap` = function() of(crowd(1e5), agreement, ci = ci_bootstrap()),
    `chain_agreement` = function() {
      set.seed(2)
      mentions <- data.frame(
        mention = rep(1:200, 1000), document = rep(1:500, each = 400), annotator = rep(1:2, each = 200),
        chain = sample(50, 2e5, TRUE),
        start = rep(1:200, 1000), end = rep(1:200, 1000)
      )
      list(data = mentions, call = function(d) chain_agreement(as_chains(d)))
    },
    `read_annotators` = function() {
      list(data = file_of(1e6), call = function(d) read_annotators(d, id = item, annotation = label))
    }
  )
}

child <- function(name, times) {
  case <- cases()[[name]]()
  cpu <- function() sum(proc.time()[c("user.self", "sys.self")])
  now <- function() paste(format(as.double(Sys.time()), digits = 17), cpu())
  say <- function(...) {
    cat(..., "\n")
    flush(stdout())
  }
  run <- function() suppressWarnings(suppressMessages(case$call(case$data)))
  taken <- system.time(run())[["elapsed"]]
  say("alone", taken)
  for (i in seq_len(times)) {
    gc()
    ended <- NULL
    stack <- ""
    say("go")
    tryCatch(
      withCallingHandlers(
        {
          run()
          ended <- now()
        },
        interrupt = function(cnd) {
          calls <- vapply(sys.calls(), function(call) paste(deparse(call[[1]], nlines = 1), collapse = ""), "")
          stack <<- paste(utils::tail(calls[!grepl("function|Handler|tryCatch|^h$", calls)], 6), collapse = ">")
        }
      ),
      interrupt = function(cnd) NULL
    )
    at <- ended %||% now()
    # The signal of a call that has ended comes here.
    if (!is.null(ended)) tryCatch(Sys.sleep(30), interrupt = function(cnd) NULL)
    say(if (is.null(ended)) "stopped" else "ended", at, gsub(" ", "", stack))
  }
}

`%||%` <- function(x, y) if (is.null(x)) y else x

parent <- function(name, times) {
  script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
  process <- processx::process$new(
    file.path(R.home("bin"), "Rscript"), c(script, "--child", name, times), stdout = "|", stderr = ""
  )
  on.exit(process$kill())
  lines <- character()
  line <- function() {
    while (!length(lines)) {
      if (!process$is_alive() && !process$is_incomplete_output()) stop("The child has ended.", call. = FALSE)
      process$poll_io(1000)
      lines <<- process$read_output_lines()
    }
    first <- trimws(lines[1])
    lines <<- lines[-1]
    strsplit(first, " ")[[1]]
  }
  taken <- as.double(line()[2])
  # Returns the CPU time of the child since it started, in hundredths of a second: on a busy machine elapsed time is
  # longer than its calls need.
  cpu <- function() {
    fields <- strsplit(readLines(file.path("/proc", process$get_pid(), "stat")), " ")[[1]]
    sum(as.double(fields[14:15])) / 100
  }
  delay <- computed <- numeric()
  where <- character()
  for (i in seq_len(times)) {
    line()
    Sys.sleep(taken * (i - 0.5) / times)
    signal <- as.double(Sys.time())
    before <- cpu()
    process$signal(2L)
    said <- line()
    if (said[1] == "stopped") {
      delay <- c(delay, as.double(said[2]) - signal)
      computed <- c(computed, as.double(said[3]) - before)
      where <- c(where, if (length(said) > 3) said[4] else "")
    }
  }
  worst <- if (length(delay)) which.max(delay)
  cat(sprintf(
    "%-28s alone %6.2f s; stopped %2d of %2d; seconds to stop: median %.2f, longest %.2f, of CPU %.2f%s\n",
    name, taken, length(delay), times, stats::median(delay), max(delay, 0), max(computed, 0),
    if (max(computed, 0) > 1) "  <- more than 1" else ""
  ))
  if (length(worst) && nzchar(Sys.getenv("ACCORD_WHERE"))) {
    show <- order(-delay)[seq_len(min(4, length(delay)))]
    cat(sprintf("    %.2f s, stopped in %s\n", delay[show], where[show]), sep = "")
  }
}

asked <- commandArgs(TRUE)
if (length(asked) && asked[1] == "--child") {
  child(asked[2], as.integer(asked[3]))
} else {
  times <- as.integer(Sys.getenv("ACCORD_TIMES", "10"))
  for (name in if (length(asked)) asked else names(cases())) {
    tryCatch(parent(name, times), error = function(cnd) cat(name, "fails:", conditionMessage(cnd), "\n"))
  }
}
