#' The default interval
#'
#' The interval of [agreement()], the functions of single coefficients and others with this default, if `ci` is not
#' given: [ci_bayes()], for groups of any size.
#'
#' @details
#' The interval of a group depends on that group alone. Its limits are a function of the data of the group: they do
#' not depend on the order of rows, items and raters, on their names, on the layout, the number of threads, or other
#' coefficients and groups in the call. Renaming the categories changes a limit by about as much as another `seed` of
#' [ci_bayes()]. The random numbers of the session are neither used nor changed.
#'
#' Functions whose limits come from a formula of their own, such as [icc()] and [generalizability()], use that, at the
#' level of this object. Where `ci` is asked for, the name of an interval also stands for it: `ci = "jackknife"` is
#' `ci = ci_jackknife()`.
#'
#' `options(accord.ci = )` sets another default for the session, such as `ci_jackknife(0.9)`; functions with limits of
#' their own use its level.
#'
#' @section Errors:
#' `accord_error_argument` for a `conf_level` that is not between 0 and 1, and for an option that is
#' not an interval.
#'
#' @param conf_level Confidence level, between 0 and 1; 0.95, or that of the option, if `NULL`.
#' @return An object for the argument `ci` of [agreement()] and of other functions; their pages say which methods they
#'   accept.
#' @seealso [ci_jackknife()], [ci_analytic()] and [ci_bootstrap()] for other intervals, [ci_none()] for no interval;
#'   `vignette("intervals")`.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 2), rater = c("ann", "bob"),
#'   label = c("a", "a", "b", "b", "a", "b", "b", "b", "a", "a", "b", "b")
#' )
#' fleiss_kappa(ratings, item, rater, label)
#' fleiss_kappa(ratings, item, rater, label, ci = ci_default(0.9))
ci_default <- function(conf_level = NULL) {
  if (!is.null(conf_level)) check_conf_level(conf_level)
  structure(list(method = "default", label = "default", conf_level = conf_level),
    class = c("accord_ci_default", "accord_ci")
  )
}

# The interval that it stands for.
settle_ci <- function(ci) {
  if (ci$method != "default") {
    return(ci)
  }
  settled <- check_ci(getOption("accord.ci") %||% ci_bayes(), option = TRUE)
  settled$conf_level <- if (settled$method != "none") ci$conf_level %||% settled$conf_level
  settled
}
