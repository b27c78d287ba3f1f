# What the runners in R share. A runner sources this file and calls run_cases() with its package and a function for each
# coefficient that the package has; README.md says what a runner writes.

arguments <- commandArgs(trailingOnly = TRUE)
suite <- if (length(arguments)) arguments[1] else "conformance"

# Stops the case: the program does not take it, by its own help.
not_applicable <- function(reason) {
  stop(structure(class = c("not_applicable", "error", "condition"), list(message = reason, call = NULL)))
}

only <- function(fine, reason) if (!fine) not_applicable(reason)

read_cases <- function(folder = suite) {
  utils::read.csv(file.path(folder, "cases.csv"), colClasses = "character", na.strings = character())
}

# `ratings`: items in rows, raters in columns, NA for none; numbers if all are numbers. `categories`: in order, NULL if
# the case does not declare them. `weights`: a name, or a matrix if the case has one of its own.
read_case <- function(case, folder = suite) {
  cells <- utils::read.csv(file.path(folder, "data", paste0(case$data, ".csv")),
    colClasses = "character", na.strings = "", row.names = 1, check.names = FALSE
  )
  file <- file.path(folder, "weights", paste0(case$weights, ".csv"))
  x <- list(
    coefficient = case$coefficient, name = case$weights, weights = case$weights,
    ratings = as_numbers(as.matrix(cells)), categories = NULL
  )
  rownames(x$ratings) <- NULL
  if (nzchar(case$categories)) x$categories <- as_numbers(strsplit(case$categories, ";")[[1]])
  if (nzchar(case$weights) && file.exists(file)) {
    matrix <- utils::read.csv(file, row.names = 1, colClasses = "character", check.names = FALSE)
    x$weights <- apply(as.matrix(matrix), c(1, 2), function(text) eval(parse(text = text)))
  }
  x
}

as_numbers <- function(x) {
  numbers <- suppressWarnings(as.numeric(x))
  if (anyNA(numbers[!is.na(x)])) return(x)
  if (is.matrix(x)) matrix(numbers, nrow(x), dimnames = dimnames(x)) else numbers
}

is_complete <- function(x) !anyNA(x$ratings)

# The categories in order, also if the case does not declare them.
all_categories <- function(x) {
  if (is.null(x$categories)) sort(unique(as.vector(x$ratings)), method = "radix") else x$categories
}

# Two raters as a table with all categories.
cross_table <- function(x) {
  levels <- all_categories(x)
  table(factor(x$ratings[, 1], levels), factor(x$ratings[, 2], levels))
}

run_case <- function(case, calls) {
  out <- list(value = "", note = "")
  out$note <- tryCatch(
    {
      call <- calls[[case$coefficient]]
      if (is.null(call)) not_applicable("has no such coefficient")
      value <- suppressWarnings(suppressMessages(call(read_case(case))))
      if (length(value) == 1 && !is.na(value)) out$value <- format(as.numeric(value), digits = 15)
      if (nzchar(out$value)) "" else "no number"
    },
    not_applicable = function(cnd) paste("not applicable:", conditionMessage(cnd)),
    error = function(cnd) paste("error:", gsub("[[:space:]]+", " ", conditionMessage(cnd)))
  )
  data.frame(case = case$case, value = out$value, note = out$note)
}

# A package that is not installed ends the runner with status 77, as skipped tests do elsewhere.
run_cases <- function(package, calls) {
  if (!requireNamespace(package, quietly = TRUE)) quit(status = 77)
  # What a program prints is no part of the table.
  utils::capture.output(file = nullfile(), {
    cases <- read_cases()
    rows <- do.call(rbind, lapply(split(cases, seq_len(nrow(cases))), run_case, calls))
  })
  version <- as.character(utils::packageVersion(package))
  utils::write.csv(data.frame(program = package, version = version, rows), stdout(), row.names = FALSE)
}
