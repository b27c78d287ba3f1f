# Whether a program passes a case: the rules of README.md.

TOLERANCE <- 1e-5

read_cases <- function(folder) {
  utils::read.csv(file.path(folder, "cases.csv"), colClasses = "character", na.strings = character())
}

# `rows`: what a runner wrote. Adds the verdict and, for a case that failed, what was found.
judge <- function(rows, cases, tolerance = TOLERANCE) {
  stopifnot(identical(rows$case, cases$case))
  value <- suppressWarnings(as.numeric(rows$value))
  right <- suppressWarnings(as.numeric(cases$value))
  passed <- ifelse(cases$exact == "undefined", is.na(value), !is.na(value) & abs(value - right) <= tolerance)
  rows$verdict <- ifelse(startsWith(rows$note, "not applicable"), "not applicable", ifelse(passed, "passed", "failed"))
  rows
}

# "0.43088 instead of 0.43341"; the words of errors are in results.csv.
found_instead <- function(rows, cases) {
  short <- function(x) sub("^-(0[.]0*)$", "\\1", formatC(as.numeric(x), digits = 5, format = "f"))
  found <- ifelse(nzchar(rows$value), short(rows$value), sub("^error:.*", "an error", rows$note))
  right <- ifelse(cases$exact == "undefined", "no number", short(cases$value))
  paste(found, "instead of", right)
}

# What failed, by what the cases are about, with the first value of each.
why_failed <- function(rows, cases) {
  bad <- rows$verdict == "failed"
  if (!any(bad)) return("")
  about <- factor(cases$about[bad], unique(cases$about[bad]))
  first <- tapply(found_instead(rows, cases)[bad], about, `[`, 1)
  times <- tabulate(about)
  paste0(levels(about), ifelse(times > 1, paste0(" (", times, " cases)"), ""), ": ", first, collapse = "; ")
}

summarise <- function(results, cases) {
  parts <- lapply(unique(results$program), function(program) {
    rows <- results[results$program == program, ]
    count <- function(verdict) sum(rows$verdict == verdict)
    data.frame(
      program = program, version = rows$version[1], passed = count("passed"), failed = count("failed"),
      not_applicable = count("not applicable"), date = rows$date[1],
      why = why_failed(rows, cases[match(rows$case, cases$case), ])
    )
  })
  do.call(rbind, parts)
}
