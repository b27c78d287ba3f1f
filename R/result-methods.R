# Default methods for all results: print, tidy() and glance().

#' @rdname tidy.accord_agreement
#' @export
tidy.accord_result <- function(x, ...) {
  check_no_dots(...)
  if (!is.data.frame(x)) {
    abort_accord(
      "no_tidy",
      c("{.fn tidy} is for results that are tables.", x = "{.arg x} is a list of tables.", i = "Take one of them.")
    )
  }
  check_whole_result(x)
  # Results are already tidy, so only their class is removed.
  tibble::new_tibble(unclass(x)[names(x)], nrow = nrow(x))
}

#' @rdname tidy.accord_agreement
#' @export
glance.accord_result <- function(x, ...) {
  check_no_dots(...)
  abort_accord(
    "no_glance",
    c(
      "{.fn glance} summarises estimates or a model in one row.",
      x = "{.arg x} has neither.",
      i = "{.fn paper_table} and {.fn plot} show them."
    )
  )
}

abort_not_result <- function(verb, what, example) {
  abort_accord(
    "not_result",
    c(
      "{.fn {verb}} is for results.",
      x = "{.arg x} is {what}, from which results are computed.",
      i = "{.code tibble::as_tibble(x)} gives its rows; {.fn {example}} gives a result."
    )
  )
}

# The summary of any data frame, after checking the columns.
#' @export
summary.accord_result <- function(object, ...) {
  check_whole_result(object)
  NextMethod()
}

#' @export
generics::tidy

#' @export
generics::glance

#' @export
generics::augment
