# An interval is an object of class accord_ci_<method> and accord_ci: a list of the fields that every interval has, and
# of the arguments of its constructor, which only the file of the method reads. Each method has its own file;
# ci-questions.R says what it can be asked.

# `variance`: the variance that the core computes for it, by the name in its enum; `null_variance`: whether also the one
# without agreement. `raters`: whether each rater is "left_out" in turn, or raters are "drawn". `units`: what the sample
# is of, in words. `label`: the name of the interval in results.
new_ci <- function(method, conf_level, variance = "none", ..., label = method, null_variance = FALSE, raters = "fixed",
                   units = "items") {
  if (method != "none") check_conf_level(conf_level)
  structure(
    list(
      method = method, label = label, conf_level = conf_level, variance = place_of("variance", variance),
      null_variance = null_variance, raters = raters, units = units, ...
    ),
    class = c(paste0("accord_ci_", method), "accord_ci")
  )
}

# Returns the name of the variance that the interval needs from the core.
variance_of <- function(ci) ENUMS$variance[ci$variance + 1L]

# Returns `ci` as an object; names of intervals and the default are resolved.
check_ci <- function(ci) settle_ci(check_method(as_ci(ci)))

# Stops if the interval is only for verbs with their own formula.
check_method <- function(ci) {
  if (!is.null(ci$verbs)) {
    abort_accord(
      "argument",
      c(
        "{.fn ci_{ci$method}} is an interval for {.or {.fn {ci$verbs}}}.",
        i = "Use for example {.code ci_default()}, {.code ci_jackknife()} or {.code ci_bootstrap()}."
      ),
      argument = "ci",
      value = ci
    )
  }
  ci
}

# For verbs with their own limits: returns `ci` if it equals one of the list `known` in all but the level and the number
# of draws. The default stands for the first of them, at the level of the session's default.
check_own_ci <- function(ci, known) {
  ci <- as_ci(ci)
  check_two_sided(ci, "Limits of this function")
  if (ci$method == "default") {
    settled <- settle_ci(ci)
    if (settled$method == "none") {
      return(settled)
    }
    ci <- known[[1]]
    ci$conf_level <- settled$conf_level
    return(ci)
  }
  fixed <- function(x) unclass(x)[setdiff(names(x), c("conf_level", "stated", "times"))]
  if (ci$method != "none" && !any(vapply(known, function(x) identical(fixed(x), fixed(ci)), NA))) {
    abort_other_ci(ci, known)
  }
  ci
}

abort_other_ci <- function(ci, known) {
  calls <- c(unique(vapply(known, ci_call, "")), "ci_none()")
  same <- Filter(function(x) x$method == ci$method, known)
  abort_accord(
    "argument",
    c(
      "Limits here are those of {.or {.code {calls}}}.",
      x = if (length(same)) {
        "{.code {ci_call(ci)}} has arguments that do not apply here."
      } else {
        "{.arg ci} is {.code {ci_call(ci)}}."
      },
      i = "Leave {.arg ci} out, or give a level to the default: {.code ci = ci_default(0.9)}."
    ),
    argument = "ci",
    value = ci
  )
}

# Methods are those with an exported constructor.
ci_methods <- function() sub("^ci_", "", sort(grep("^ci_", getNamespaceExports("accord"), value = TRUE)))

# `option`: whether `ci` comes from `options(accord.ci = )`.
as_ci <- function(ci, option = FALSE) {
  if (inherits(ci, "accord_ci")) {
    return(ci)
  }
  if (rlang::is_string(ci) && ci %in% ci_methods()) {
    return(match.fun(paste0("ci_", ci))())
  }
  abort_accord(
    "argument",
    c(
      if (option) {
        "The option {.code accord.ci} must be a kind of interval."
      } else {
        "{.arg ci} must be a kind of interval."
      },
      x = "It is {.obj_type_friendly {ci}}.",
      i = if (option) {
        "Set it as in {.code options(accord.ci = ci_bayes(conf_level = 0.9))}, or to {.code NULL}."
      } else if (is_share(ci)) {
        "A level is given to one of them, as in {.code ci = ci_default({ci})}."
      } else if (is.function(ci)) {
        "Call it: {.code ci = ci_jackknife()} and not {.code ci = ci_jackknife}."
      } else if (length(named_ci(ci))) {
        "Did you mean {.code ci = {named_ci(ci)}()}?"
      } else {
        "Use for example {.code ci_jackknife()}, {.code ci_analytic()} or {.code ci_none()}."
      }
    ),
    argument = "ci",
    value = ci
  )
}

# Returns the name of the function for a kind of interval.
named_ci <- function(x) {
  near <- if (rlang::is_string(x)) nearest(sub("^ci_", "", sub("[(].*", "", x)), ci_methods())
  if (length(near)) paste0("ci_", near)
}

is_share <- function(x) is.numeric(x) && length(x) == 1 && !is.na(x) && x > 0 && x < 1

# Returns in words the units that are resampled or left out.
units_of <- function(over) if (over == "both") "items and raters" else over

# For items in clusters, intervals over items become intervals over clusters.
over_clusters <- function(ci, ratings) {
  if (!is.null(ratings$cluster) && ci$method != "none" && grepl("items", ci$units)) {
    ci$label <- paste(ci$label, "over clusters")
    ci$units <- sub("items", "clusters", ci$units)
  }
  ci
}

# Combines vectors of standard error and limits, one for each estimate.
interval_columns <- function(rows) {
  each <- function(j) vapply(rows, function(x) x[j], 0)
  list(std.error = each(1), conf.low = each(2), conf.high = each(3))
}

#' @export
format.accord_ci <- function(x, ...) {
  paste0(interval_words(x$label, stated_level(x) %||% NA), if (is_one_sided(x)) ", one-sided")
}

interval_words <- function(label, conf_level) {
  if (is.na(conf_level)) label else paste0(format(100 * conf_level), "%, ", label)
}

#' @export
print.accord_ci <- function(x, ...) {
  cat("<accord_ci> ", format(x), "\n", sep = "")
  invisible(x)
}

# Limits end at the lowest possible value, or at the estimate if that is lower, which can happen with unequal numbers of
# ratings per item.
lowest_limit <- function(estimates) pmin(estimates$lowest, estimates$estimate, na.rm = TRUE)

# Fisher's z = artanh(y), for a coefficient with values from `lowest` to 1: limits computed on this scale stay within
# the range.
fisher_scale <- function(lowest) {
  width <- (1 - lowest) / 2
  y <- function(x) 1 - (1 - x) / width
  inside <- function(x) ifelse(!is.na(x) & abs(y(x)) < 1, y(x), NA_real_)
  list(
    to = function(x) atanh(inside(x)),
    slope = function(x) 1 / width / (1 - inside(x)^2),
    back = function(z) 1 - (1 - tanh(z)) * width
  )
}

# The scale of limits by its name in ci_jackknife(): `to`, its derivative `slope`, and `back`.
limit_scale <- function(name, lowest) {
  switch(name,
    z = fisher_scale(lowest),
    # The logarithm of the observed disagreement, relative to that expected by chance.
    log = list(
      to = function(x) ifelse(!is.na(x) & x < 1, -log1p(-pmin(x, 1)), NA_real_),
      slope = function(x) 1 / (1 - x),
      back = function(z) pmax(-expm1(-z), lowest)
    ),
    identity = list(to = identity, slope = function(x) rep(1, length(x)), back = function(x) pmin(pmax(x, lowest), 1))
  )
}

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
#' @param alternative `"two.sided"` for two limits. `"greater"`: only the lower limit, at the level `conf_level`, as in
#'   "at least .67 with 97.5%"; `conf.high` is then 1. `"less"`: only the upper limit.
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
#' # Which value does kappa exceed with 97.5% confidence?
#' fleiss_kappa(ratings, item, rater, label, ci = ci_default(0.975, alternative = "greater"))
ci_default <- function(conf_level = NULL, alternative = "two.sided") {
  sided_level(conf_level %||% 0.95, alternative)
  structure(
    list(
      method = "default", label = "default", conf_level = conf_level, alternative = alternative, stated = conf_level
    ),
    class = c("accord_ci_default", "accord_ci")
  )
}

# Replaces the default by the interval that it stands for.
settle_ci <- function(ci) {
  if (ci$method != "default") {
    return(ci)
  }
  settled <- check_method(as_ci(getOption("accord.ci") %||% ci_bayes(), option = TRUE))
  if (is_one_sided(ci)) {
    return(with_sides(settled, ci))
  }
  if (settled$method != "none" && !is.null(ci$conf_level)) {
    settled$conf_level <- sided_level(ci$conf_level, settled$alternative %||% "two.sided")
    settled$stated <- ci$conf_level
  }
  settled
}
