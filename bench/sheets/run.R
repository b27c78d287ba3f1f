# How many figures of a collection of real sheets come out right, by the calls of a list: Rscript bench/sheets/run.R
# calls-first.R. ACCORD_SHEETS is the folder of the collection, with `expected.csv` and `files/`; it is not part of the
# package. A figure is right, wrong with or without a warning, or not there because of an error.
suppressMessages(library(accord))
here <- Sys.getenv("ACCORD_BENCH", "bench")
calls <- commandArgs(TRUE)
calls <- if (length(calls)) calls[1] else "calls-first.R"
first <- NULL
library(tidyselect)
source(file.path(here, "sheets", calls), local = TRUE)
folder <- Sys.getenv("ACCORD_SHEETS")
expected <- read.csv(file.path(folder, "expected.csv"), encoding = "UTF-8")
setwd(file.path(folder, "files"))
verbose <- nzchar(Sys.getenv("ACCORD_VERBOSE"))

value_of <- function(x, question, row) {
  questions <- unique(x$question)
  if (!question %in% questions && length(questions) == 1) question <- questions
  if (!question %in% questions) stop("no question ", question)
  level <- if (row$level == "set" || row$coefficient == "alpha_jaccard") "nominal" else row$level
  r <- as_ratings(x, question = question, level = level)
  switch(row$coefficient,
    percent = percent_agreement(r, ci = ci_none()), cohen = cohen_kappa(r, ci = ci_none()),
    alpha = krippendorff_alpha(r, ci = ci_none()),
    alpha_jaccard = krippendorff_alpha(r, distance = "jaccard", ci = ci_none())
  )$estimate
}

total <- list()
for (file in names(first)) {
  warned <- character()
  x <- withCallingHandlers(
    tryCatch(eval(first[[file]]), error = identity),
    warning = function(w) {
      warned <<- c(warned, class(w)[1])
      invokeRestart("muffleWarning")
    }
  )
  rows <- expected[expected$file == file, ]
  state <- if (inherits(x, "error")) {
    if (verbose) cat("\n----", file, "\n", cli::ansi_strip(conditionMessage(x)), "\n")
    rep(paste("error", class(x)[1]), nrow(rows))
  } else {
    if (verbose) cat("\n----", file, "\n", head(accord:::format_sheet(x), 12), sep = "\n")
    vapply(seq_len(nrow(rows)), function(i) {
      own <- warned
      value <- withCallingHandlers(
        tryCatch(value_of(x, rows$question[i], rows[i, ]), error = identity),
        warning = function(w) {
          own <<- c(own, class(w)[1])
          invokeRestart("muffleWarning")
        }
      )
      if (inherits(value, "error")) {
        if (verbose) cat(rows$question[i], rows$coefficient[i], cli::ansi_strip(conditionMessage(value)), "\n")
        return("error at the measure")
      }
      same <- if (is.na(rows$value[i])) is.na(value) else isTRUE(abs(value - rows$value[i]) < 5e-7)
      if (same) "right" else if (length(own)) "wrong, warned" else "wrong, silent"
    }, "")
  }
  cat(sprintf("%-26s %s\n", file, paste(names(table(state)), table(state), collapse = "; ")))
  total[[file]] <- state
}
all <- unlist(total)
whole <- vapply(total, function(s) all(s == "right"), NA)
silent <- vapply(total, function(s) any(s == "wrong, silent"), NA)
cat(sprintf(
  "sheets: %d of %d right, %d with a number wrong without a warning; figures: %d of %d right, %d wrong so\n",
  sum(whole), length(whole), sum(silent), sum(all == "right"), nrow(expected), sum(all == "wrong, silent")
))
