# testthat's own comparisons, which set options and environment variables before each one. That takes longer than to
# compare, and there are 15,000: values that are the same, or numbers of which each is near its own, are not
# handed on.

expect_identical <- function(object, expected, info = NULL, label = NULL, ...) {
  force(object)
  if (...length() == 0 && identical(object, expected)) {
    succeed_once(parent.frame())
    return(invisible(object))
  }
  label <- label %||% deparse1(substitute(object))
  testthat::expect_identical(object, expected, info = info, label = label, ...)
}

expect_equal <- function(object, expected, ..., tolerance = testthat::testthat_tolerance(), info = NULL,
                         label = NULL) {
  force(object)
  if (identical(object, expected) || each_near(object, expected, tolerance)) {
    succeed_once(parent.frame())
    return(invisible(object))
  }
  label <- label %||% deparse1(substitute(object))
  testthat::expect_equal(object, expected, ..., tolerance = tolerance, info = info, label = label)
}

# testthat looks for a trace of every error, and quotes the code before it runs. An error of that class, with these
# words, is not handed on.
expect_error <- function(object, regexp = NULL, class = NULL, ..., info = NULL, label = NULL) {
  plain <- ...length() == 0 && !identical(regexp, NA)
  if (!plain) return(testthat::expect_error(object, regexp, class, ..., info = info, label = label))
  cnd <- tryCatch(
    {
      force(object)
      NULL
    },
    error = identity
  )
  if (inherits(cnd, class %||% "error") && (is.null(regexp) || has_words(cnd, regexp))) {
    succeed_once(parent.frame())
    return(invisible(cnd))
  }
  label <- label %||% deparse1(substitute(object))
  testthat::expect_error(if (!is.null(cnd)) stop(cnd), regexp, class, info = info, label = label)
}

# The lines of an error have their words when it is made; wrapped, and with signs before them, they take as long again.
# The long run looks at the whole text, and so does make test where the lines do not match.
has_words <- function(cnd, regexp) {
  lines <- c(cnd$message, cnd$body)
  if (!asks_all() && inherits(cnd, "accord_error") && is.character(lines)) {
    if (grepl(regexp, paste(lines, collapse = "\n"))) return(TRUE)
  }
  grepl(regexp, conditionMessage(cnd))
}

# A process of tests tells the one that collects them of each success, and that takes longer than most of them. One
# for each frame, so that a loop tells one; a test without any would count as empty. Failures are told each.
succeed_once <- function(frame) {
  if (identical(SUCCEEDED$frame, frame)) return()
  SUCCEEDED$frame <- frame
  testthat::succeed()
}

SUCCEEDED <- new.env(parent = emptyenv())

# Stricter than testthat, which takes the mean over all values. Of lists and data frames each element is looked at.
each_near <- function(x, y, tolerance) {
  if (is.list(x) && is.list(y) && length(x) == length(y) && identical(attributes(x), attributes(y))) {
    near <- function(x, y) identical(x, y) || each_near(x, y, tolerance)
    return(all(unlist(Map(near, unclass(x), unclass(y)))))
  }
  plain <- is.double(x) && is.double(y) && length(x) == length(y) && identical(attributes(x), attributes(y))
  plain && !is.null(tolerance) && identical(is.na(x), is.na(y)) &&
    all(x == y | is.finite(y) & abs(x - y) <= tolerance * abs(y), na.rm = TRUE)
}
