# Sheets as people in different fields make them, invented: Rscript bench/sheets/invented.R [name ...]. Each is written
# from known ratings, and read by the first call that somebody makes who knows README and help; alpha of each question
# is compared with its definition. `then` is the call that the error of the first one leads to.
suppressMessages(library(accord))
library(tidyselect)
here <- Sys.getenv("ACCORD_BENCH", "bench")
sheets <- list()
sheet <- function(name, ratings, write, first, then = NULL, error = NULL) {
  sheets[[name]] <<- list(ratings = ratings, write = write, first = first, then = then, error = error)
}

# Items x raters of one question. Most ratings are the true value of the item, the others any.
draw <- function(seed, n, raters, values, agree = 0.7, missing = 0, level = "nominal") {
  set.seed(seed)
  true <- sample(values, n, TRUE)
  x <- vapply(raters, function(r) ifelse(runif(n) < agree, true, sample(values, n, TRUE)), rep(values[1], n))
  x[runif(length(x)) < missing] <- NA
  structure(x, level = level, dimnames = list(NULL, raters))
}

# The definition: differences of all pairs within items, and of all pairs of values that could be paired.
alpha_of <- function(x, level = attr(x, "level")) {
  rows <- lapply(seq_len(nrow(x)), function(i) {
    own <- x[i, ]
    if (is.list(own)) own[!vapply(own, function(s) length(s) == 1 && is.na(s), NA)] else own[!is.na(own)]
  })
  rows <- rows[lengths(rows) > 1]
  v <- unlist(rows, recursive = FALSE)
  delta <- switch(level,
    nominal = function(a, b) a != b, interval = function(a, b) (a - b)^2,
    ordinal = function(a, b) {
      values <- if (is.numeric(v)) sort(unique(v)) else attr(x, "order")
      n <- tabulate(match(v, values), length(values))
      i <- match(a, values)
      j <- match(b, values)
      (sum(n[i:j]) - (n[i] + n[j]) / 2)^2
    },
    jaccard = function(a, b) {
      all <- union(a[[1]], b[[1]])
      if (length(all)) 1 - length(intersect(a[[1]], b[[1]])) / length(all) else 0
    }
  )
  pairs <- function(w) {
    ij <- expand.grid(i = seq_along(w), j = seq_along(w))
    ij <- ij[ij$i != ij$j, ]
    sum(mapply(function(i, j) delta(w[i], w[j]), ij$i, ij$j))
  }
  observed <- sum(vapply(rows, function(w) pairs(w) / (length(w) - 1), 0)) / length(v)
  1 - observed / (pairs(v) / (length(v) * (length(v) - 1)))
}

value_of <- function(x, question, truth) {
  level <- attr(truth, "level")
  if (inherits(x, "accord_sheet")) {
    if (length(unique(x$question)) == 1) question <- x$question[1]
    if (!question %in% x$question) stop("no question ", question)
    more <- if (!is.null(attr(truth, "order"))) list(categories = attr(truth, "order"))
    r <- do.call(as_ratings, c(
      list(x, question = question, level = if (level == "jaccard") "nominal" else level), more
    ))
    return(krippendorff_alpha(r, distance = if (level == "jaccard") "jaccard", ci = ci_none())$estimate)
  }
  if ("question" %in% names(x)) x <- x[x$question == question, ]
  x$estimate[grepl("alpha", x$coefficient)]
}

try_call <- function(call, ratings) {
  warned <- character()
  quiet <- function(code) {
    withCallingHandlers(tryCatch(code, error = identity), warning = function(w) {
      warned <<- c(warned, sub("accord_warning_", "", class(w)[1]))
      invokeRestart("muffleWarning")
    })
  }
  x <- quiet(eval(call, globalenv()))
  if (inherits(x, "error")) {
    if (verbose) cat(cli::ansi_strip(conditionMessage(x)), "\n")
    return(paste("error", sub("accord_error_", "", class(x)[1])))
  }
  if (verbose) print(x)
  state <- vapply(names(ratings), function(q) {
    value <- quiet(value_of(x, q, ratings[[q]]))
    if (inherits(value, "error")) {
      if (verbose) cat(q, cli::ansi_strip(conditionMessage(value)), "\n")
      return("error at the measure")
    }
    if (isTRUE(abs(value - alpha_of(ratings[[q]])) < 1e-9)) "right" else if (length(warned)) "warned" else "SILENT"
  }, "")
  found <- paste(unique(state), collapse = "/")
  if (length(warned)) paste0(found, " (", toString(unique(warned)), ")") else found
}

source(file.path(here, "sheets", "invented-sheets.R"))
others <- Sys.getenv("ACCORD_INVENTED")
if (nzchar(others)) {
  sheets <- list()
  source(file.path(here, "sheets", others))
}
chosen <- commandArgs(TRUE)
verbose <- length(chosen) > 0
total <- c()
old <- getwd()
for (name in if (verbose) chosen else names(sheets)) {
  one <- sheets[[name]]
  folder <- file.path(tempdir(), name)
  dir.create(folder)
  setwd(folder)
  d <- one$write(one$ratings)
  inform <- if (verbose) identity else suppressMessages
  first <- inform(try_call(one$first, one$ratings))
  then <- if (is.null(one$then)) "" else inform(try_call(one$then, one$ratings))
  proposed <- if (nzchar(Sys.getenv("ACCORD_INSPECT"))) {
    what <- if (is.data.frame(d)) d else if (length(dir()) > 1) "." else dir()
    out <- utils::capture.output(calls <- suppressMessages(tryCatch(inspect_sheet(what), error = function(e) {
      if (verbose) cat(cli::ansi_strip(conditionMessage(e)), "\n")
      NULL
    })))
    if (verbose) cat(out, sep = "\n")
    if (length(calls)) {
      call <- str2lang(calls[1])
      if (is.data.frame(d)) call[[2]] <- quote(d)
      suppressMessages(try_call(call, one$ratings))
    } else "no proposal"
  } else ""
  cat(sprintf("%-26s %-42s %-26s %s\n", name, first, then, proposed))
  total[name] <- first
  setwd(old)
}
cat(sprintf(
  "%d sheets: %d right at the first call, %d an error, %d wrong with a warning, %d wrong in silence\n", length(total),
  sum(grepl("^right", total)), sum(grepl("^error", total)), sum(grepl("^warned", total)),
  sum(grepl("SILENT", total))
))
