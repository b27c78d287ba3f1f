#' Tidy results of agreement
#'
#' Methods for the generics of package generics, with the column names of package broom.
#'
#' @param x The result of [agreement()] or of the function for one coefficient, such as [krippendorff_alpha()]. `tidy()`
#'   of a result without another method, such as that of [rater_summary()], is the result as a plain tibble; `glance()`
#'   of it is an error.
#' @param ... Must be empty.
#' @return `tidy()`: a tibble with the group keys, `term` (the coefficient), `estimate`, `std.error`, the test if
#'   there is one (`statistic`, `df` or `df1` and `df2`, `p.value`), `conf.low`, `conf.high`, `n_set_aside` and
#'   `status`. `glance()`: a tibble with one row: `n_estimates`, `n_undefined` (those without a value), `n_set_aside`
#'   (the sum over groups), `status` (`"ok"`, or the other ones that occur), `interval` and `conf.level` (`NA` if rows
#'   differ), `min_items` and `max_items`, and `n_categories` (`NA` if rows differ).
#' @seealso [agreement()], [krippendorff_alpha()], [paper_table()] for a table to publish
#' @name tidy.accord_agreement
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:4, each = 2), rater = rep(c("ann", "bob"), 4),
#'   label = c("a", "a", "b", "b", "a", "b", "b", "b")
#' )
#' x <- krippendorff_alpha(ratings, item, rater, label)
#' tidy(x)
#' glance(x)
NULL

result_kind.accord_agreement <- function(x) list(words = "a result of agreement", columns = AGREEMENT_COLUMNS)

#' @rdname tidy.accord_agreement
#' @importFrom generics tidy
#' @export
tidy.accord_agreement <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  columns <- unclass(x)
  tests <- intersect(TEST_COLUMNS, setdiff(names(x), key_names(x)))
  fixed <- c("estimate", "std.error", tests, "conf.low", "conf.high")
  tibble::new_tibble(
    c(as.list(agreement_keys(x)), list(term = columns$coefficient), columns[c(fixed, "n_set_aside", "status")]),
    nrow = nrow(x)
  )
}

#' @rdname tidy.accord_agreement
#' @importFrom generics glance
#' @export
glance.accord_agreement <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  tibble::tibble(
    n_estimates = nrow(x),
    n_undefined = sum(x$status != "ok"),
    n_set_aside = sum(x$n_set_aside[!duplicated(agreement_keys(x))]),
    status = if (all(x$status == "ok")) "ok" else paste(setdiff(x$status, "ok"), collapse = "; "),
    interval = common_value(x$interval),
    conf.level = common_value(x$conf.level),
    min_items = if (nrow(x)) min(x$n_items) else NA_integer_,
    max_items = if (nrow(x)) max(x$n_items) else NA_integer_,
    n_categories = common_value(x$n_categories)
  )
}

#' @export
generics::tidy

#' @export
generics::glance
