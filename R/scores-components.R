#' Variance components of scores
#'
#' Divides the variance of scores into components due to persons (or essays, images, answers), raters, tasks and
#' occasions, and a residual. Raters may be crossed with persons or nested in them, and need not have scored all of
#' them.
#'
#' @details
#' The model of the scores is
#' \deqn{y = X \beta + \sum_j Z_j b_j + e, \qquad b_j \sim N(0, \sigma_j^2 I), \quad e \sim N(0, \sigma^2 I)}{
#' y = X beta + sum_j Z_j b_j + e, b_j ~ N(0, s_j^2 I), e ~ N(0, s^2 I)} with one variance component for each random
#' term. `method = "reml"` maximises the restricted likelihood, that of the residuals from the fixed effects
#' (Patterson and Thompson 1971); with complete data it gives the components of the analysis of variance, unless one of
#' these is negative. `"ml"` maximises the full likelihood, which gives smaller components.
#'
#' Computation uses the sparse matrix of the combinations of levels (Bates et al. 2015), with steps by the average
#' information (Gilmour et al. 1995) and exact derivatives. So estimates are more accurate than those of a search
#' without derivatives, and convergence is reported: `glance()` gives `decrement`, the squared distance from the
#' optimum in standard errors. With few scores the likelihood may have several maxima: in designs of up to 100 levels
#' the search has several starting points, and the best result is used.
#'
#' @section The model:
#' As a formula: `(1 | rater)` is a term for the raters, `(1 | person:task)` one for each combination,
#' `(1 | task/rater)` is `(1 | task) + (1 | rater:task)`, raters within tasks. All other terms are fixed effects;
#' `0 +` removes the intercept, if there is another fixed effect. Alternatively, `score` and `facets` name columns:
#' then every combination of facets with more than one score per level is a term, and a facet whose levels each appear
#' with only one level of another facet is nested in it. Combinations with a single score per level are the residual.
#' There may be at most 31 terms, the number of combinations of five facets.
#'
#' @section Intervals:
#' * [ci_profile()], the default: the values that a likelihood ratio test with the chi-square distribution does not
#'   reject. The other components are refitted at each value. A component of 0 has a lower limit of 0.
#' * [ci_jackknife()], with the `object` of measurement: this one does not assume normal scores of the objects
#'   (Arvesen and Schmitz 1970). Each of the \eqn{N} objects is left out in turn with all its scores, and the components
#'   are fitted to the others; a component of the object, or of the residual, has the limits
#'   \eqn{\exp(\log \hat\sigma^2 \pm t s)}{exp(log(s_j^2) +- t s)} with the jackknife's standard error \eqn{s} of the
#'   logarithm and Student's quantile \eqn{t} on \eqn{N - 1} degrees of freedom. There are no limits (`NA`) for a
#'   component that is 0 without some object. Raters and other facets have too few levels to leave out; their
#'   components have profile limits (see the column `interval`).
#' * [ci_bootstrap()]: percentiles of the components of `times` data sets drawn from the fitted model; call
#'   `set.seed()` to reproduce them. With few levels prefer the profile.
#' * [ci_none()].
#'
#' Use the jackknife for skewed scores, otherwise the profile; the help of [generalizability()] reports their
#' coverage.
#'
#' @section Missing and degenerate data:
#' Missing scores (`NA`) are left out and counted. A component whose estimate lies on the boundary of the parameter
#' space is 0, and the printed result says so. If the terms explain all scores without error, or the fit does not
#' converge, `estimate` is `NA`, `status` says why, and there is a warning of class `accord_warning_undefined`. With
#' very few scores the search for a profile limit may fail, and a jackknife may have none: the limit is `NA`, and
#' `status` is "a limit was not found".
#'
#' @section Errors:
#' `accord_error_not_identified` if components cannot be separated, for example if each rater scored a different
#' person; `accord_error_too_many_effects` for a term with a level for each score; `accord_error_one_level`;
#' `accord_error_no_variance` for scores that are all equal; `accord_error_not_numeric` for labels;
#' `accord_error_formula`, `accord_error_missing_column`, `accord_error_missing_value` (a score without its rater),
#' `accord_error_infinite_value`, `accord_error_outside_range` (scores whose squares overflow or underflow),
#' `accord_error_collinear` (of fixed effects), `accord_error_reserved_name` for a facet named `residual`, or like an
#' interaction in the model, `accord_error_object` for a jackknife without an `object` that is a term of the model,
#' `accord_error_no_scores`, `accord_error_no_rows` and `accord_error_argument`.
#'
#' @param data A data frame with a row per score.
#' @param formula A formula such as `score ~ (1 | person) + (1 | rater)`. Leave it out to name columns with
#'   `score` and `facets`.
#' @param ... Must be empty.
#' @param score,facets Columns by tidy selection, instead of a formula: the scores, and up to five facets (persons,
#'   raters, tasks …).
#' @param method `"reml"` (restricted maximum likelihood) or `"ml"`.
#' @param ci The interval: [ci_default()], which is [ci_profile()], [ci_jackknife()], [ci_bootstrap()] or [ci_none()],
#'   see below.
#' @param object The column of the object of measurement, for the jackknife: persons, essays, images; for nested
#'   objects several columns, as in `class:person`.
#'
#' @return A tibble of class `accord_components` with a row per component, the residual last: `component`, `estimate`
#'   (the variance), `share` of all variance, `n_levels`, `conf.low`, `conf.high`, `interval`, `conf.level`, `status`.
#'   `tidy()` has `term` in place of `component`, and `std.dev`; `glance()` gives a row with `n_scores`, `n_set_aside`
#'   (missing scores), `n_components`, `n_fixed` (fixed effects), `method`, `criterion` (minus twice the log likelihood,
#'   restricted or not), `converged`, `decrement`, `evaluations` (of the criterion) and `status`.
#' @references
#' Arvesen, J. N. and Schmitz, T. H. (1970) Robust procedures for variance component problems using the jackknife.
#' *Biometrics* 26, 677-686.
#'
#' Bates, D., Maechler, M., Bolker, B. and Walker, S. (2015) Fitting linear mixed-effects models using lme4.
#' *Journal of Statistical Software* 67(1). \doi{10.18637/jss.v067.i01}
#'
#' Gilmour, A. R., Thompson, R. and Cullis, B. R. (1995) Average information REML: an efficient algorithm for variance
#' parameter estimation in linear mixed models. *Biometrics* 51, 1440-1450. \doi{10.2307/2533274}
#'
#' Patterson, H. D. and Thompson, R. (1971) Recovery of inter-block information when block sizes are unequal.
#' *Biometrika* 58, 545-554. \doi{10.1093/biomet/58.3.545}
#' @seealso [generalizability()] for reliability from the components, [icc()] for two facets; `vignette("scores")`.
#' @export
#' @examples
#' set.seed(1)
#' essays <- expand.grid(essay = 1:20, rater = c("ann", "bob", "cat"))
#' essays$score <- rnorm(20)[essays$essay] + c(0, .5, -.5)[essays$rater] + rnorm(60, sd = .7)
#' essays$score[c(3, 17, 40)] <- NA
#' x <- variance_components(essays, score ~ (1 | essay) + (1 | rater))
#' x
#' glance(x)
#'
#' # The same by columns
#' variance_components(essays, score = score, facets = c(essay, rater), ci = ci_none())
variance_components <- function(data, formula = NULL, ..., score = NULL, facets = NULL, method = "reml",
                                ci = ci_default(), object = NULL) {
  check_no_dots(...)
  check_choice(method, c("reml", "ml"), "method")
  ci <- check_component_ci(ci)
  formula <- given_formula(rlang::enquo(formula), data)
  object <- rlang::enquo(object)
  check_object_used(object, ci)
  check_no_groups(data, "Models of scores are fitted to all rows.")
  model <- score_model(data, formula, rlang::enquo(score), rlang::enquo(facets))
  fit <- fit_components(score_design(data, model, method))
  unit <- if (ci$method == "jackknife") jackknife_unit(fit$design, object_columns(object, fit$design))
  new_components(fit, ci, unit)
}
