#' @importFrom tibble tbl_sum
#' @export
tbl_sum.accord_agreement <- function(x, ...) {
  ci <- attr(x, "ci")
  c(
    "Agreement" = paste(nrow(x), if (nrow(x) == 1) "estimate" else "estimates"),
    if (!is.null(ci)) c("Interval" = format(ci))
  )
}

#' Tidy results of agreement
#'
#' Methods for the generics of package generics, in the words of package broom.
#'
#' @param x The result of [krippendorff_alpha()].
#' @param ... Must be empty.
#' @return `tidy()`: a tibble with the group keys, `term` (the coefficient), `estimate`,
#'   `std.error`, `conf.low` and `conf.high`. `glance()`: a tibble with one row: the number of
#'   estimates and of those without a value, the method and level of the interval,
#'   and the smallest and largest number of items.
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

#' @rdname tidy.accord_agreement
#' @importFrom generics tidy
#' @export
tidy.accord_agreement <- function(x, ...) {
  check_no_dots(...)
  columns <- unclass(x)
  fixed <- c("estimate", "std.error", "conf.low", "conf.high")
  tibble::new_tibble(
    c(as.list(agreement_keys(x)), list(term = columns$coefficient), columns[fixed]),
    nrow = nrow(x)
  )
}

#' @rdname tidy.accord_agreement
#' @importFrom generics glance
#' @export
glance.accord_agreement <- function(x, ...) {
  check_no_dots(...)
  ci <- attr(x, "ci")
  tibble::tibble(
    n_estimates = nrow(x),
    n_undefined = sum(x$status != "ok"),
    interval = ci$method %||% NA_character_,
    conf.level = ci$conf_level %||% NA_real_,
    min_items = min(x$n_items),
    max_items = max(x$n_items)
  )
}

#' @export
generics::tidy

#' @export
generics::glance
