#' No interval
#'
#' Gives the estimate alone: `std.error`, `conf.low` and `conf.high` are `NA`.
#'
#' @return An object for the argument `ci` of [agreement()] and of other functions; their pages say which methods they
#'   accept.
#' @seealso [ci_default()] for an interval.
#' @export
#' @examples
#' cohen_kappa(rbind(c(7, 4), c(8, 81)), layout = "confusion", ci = ci_none())
ci_none <- function() {
  new_ci("none", NULL)
}

#' @export
interval_ratings.accord_ci_none <- function(ci, ratings, entries) ratings

#' @export
refusal.accord_ci_none <- function(ci, what) NULL

#' @export
add_interval.accord_ci_none <- function(ci, estimates) {
  nothing <- rep(NA_real_, nrow(estimates))
  list(std.error = nothing, conf.low = nothing, conf.high = nothing)
}
