#' Generalizability and decision studies
#'
#' The reliability of scores, and the reliability expected with more raters, tasks or occasions: the coefficients of
#' generalizability theory (Cronbach et al. 1972; Brennan 2001) from the variance components of
#' [variance_components()], for crossed and nested facets, random or fixed, and incomplete scores.
#'
#' @details
#' The generalizability study estimates the component \eqn{\sigma_t^2}{s_t^2} of each term \eqn{t}. A decision study
#' with \eqn{n_f} levels of facet \eqn{f} averages over them, so that a component is multiplied by \eqn{1 / \prod
#' n_f}{1 / prod n_f}, with the product over its facets other than the object (raters within tasks have \eqn{n} raters
#' per task). Then
#' \deqn{E\rho^2 = \frac{\sigma^2_\tau}{\sigma^2_\tau + \sigma^2_\delta}, \qquad
#' \Phi = \frac{\sigma^2_\tau}{\sigma^2_\tau + \sigma^2_\Delta}}{
#' Erho2 = s_tau^2 / (s_tau^2 + s_delta^2), Phi = s_tau^2 / (s_tau^2 + s_Delta^2)}
#' where the universe score variance \eqn{\sigma^2_\tau}{s_tau^2} is that of the object and of its interactions with
#' fixed facets; the relative error \eqn{\sigma^2_\delta}{s_delta^2} is that of interactions of the object with a
#' random facet, the residual among them; and the absolute error \eqn{\sigma^2_\Delta}{s_Delta^2} is that of all
#' terms with a random facet.
#'
#' \eqn{E\rho^2}{Erho2} (`"generalizability"`) is for comparing objects, as in a ranking: effects common to all
#' objects are not error. \eqn{\Phi}{Phi} (`"dependability"`) is for the scores themselves, for example compared with
#' a pass mark.
#'
#' **Nesting.** A facet is nested in another if a term says so, as in `(1 | task/rater)`, or if each of its levels
#' appears with only one level of the other. If facets are nested in the object (pupils in classes, with classes as
#' objects, design p:c), their components are relative error as well. If the *object* is nested,
#' `object = class:person` measures persons from all classes, and `universe` is \eqn{\sigma^2_c + \sigma^2_{p:c}}{s_c
#' + s_p:c}; interactions of the class with random facets are then relative error. With `object = person` the class is
#' a facet like any other, and a message says so: persons are compared within a class, and differences between classes
#' are absolute error.
#'
#' The residual is the variance not explained by the terms of the model. If the objects have one score for each
#' combination of facets, it is the interaction of all facets together with the error, and is averaged over all
#' facets. If this interaction is a term, the residual is that of repeated scores, averaged over `replicate` as well;
#' or, in place of `replicate`, over a column in `facets` that has a level for each score, as raters who each gave one.
#' An interaction that is neither in the model nor the residual is assumed to be 0.
#'
#' @section Intervals:
#' [ci_profile()], the default, gives the values of a coefficient that a likelihood ratio test with the chi-square
#' distribution does not reject, with all components refitted at each value; it needs no draws, and respects that
#' variances are not negative. [ci_bootstrap()] gives percentiles of the coefficient in data sets drawn from the fitted
#' model (`times` of them; call `set.seed()` to reproduce them). Both assume normal scores.
#'
#' [ci_jackknife()] does not assume normal scores of the objects (Arvesen and Schmitz 1970). Each of the \eqn{N}
#' objects is left out in turn with all its scores, and the components are fitted to the others. With
#' \eqn{z = \log(1 + c\, \rho / (1 - \rho))}{z = log(1 + c rho / (1 - rho))} the limits are
#' \deqn{z \pm \sqrt{t^2 s^2 + \textstyle\sum_f (z_f - z)^2}, \qquad
#' s^2 = \frac{N - 1}{N} \sum_i (z_{(i)} - \bar z_{(\cdot)})^2}{
#' z +- sqrt(t^2 s^2 + sum_f (z_f - z)^2), s^2 = (N - 1) / N * sum_i (z_(i) - mean z_(.))^2}
#' with the quantile \eqn{t} of Student's distribution on \eqn{N - 1} degrees of freedom. The constant \eqn{c}
#' converts the odds to those of the design of the data, so that for one facet \eqn{z} is the logarithm of the F
#' ratio, whose
#' variance depends little on \eqn{\rho}{rho} (Ukoumunne et al. 2003). There are too few raters to leave out: for each
#' component that does not involve the object, such as that of raters in a dependability, \eqn{z_f} is \eqn{z} with
#' this component replaced by its profile limit (Zou and Donner 2008). So raters are still assumed to be normal. For
#' persons in classes, if both are measured, classes are left out. There are no limits (`NA`, with the `status` "a limit
#' was not found") if a fit without some object has no universe score variance, or cannot separate the components. The
#' method takes one fit per object.
#'
#' In a simulation of normal scores, 10 or 30 items by 2, 3, 5 or 10 raters, rater variance a tenth of that of the
#' items or equal to it, 95% profile limits contained the true coefficient in 92 to 97% of 500 data sets, and the true
#' components in 93 to 97%, that of two or three raters with a small variance in up to 99.6%
#' (`bench/coverage-components.R` in the sources). If each of 20 or 60 items was scored by 2 or 3 of 5 or 15 raters,
#' or raters were nested in 8 centres, the coverage for the components was 92 to 99%
#' (`bench/coverage-components-sparse.R`). With persons on 2 or 4 tasks by 2 or 4 raters, crossed or nested, complete or
#' with 40% missing, it was 92 to 99.7% for components and 93 to 98% for the coefficients of two tasks and three raters
#' (`bench/coverage-facets.R`, 300 data sets). With two or three levels of a facet limits are necessarily wide, and the
#' likelihood ratio of a dependability does not quite have its distribution: with 10 to 100 items by 2 to 10 raters,
#' rater variance none to five times that of the items, limits of one rater's dependability contained it in 92 to 97%
#' of 10,000 sets of mean squares (three raters: 93 to 96%; ten: 94 to 96%), those of the generalizability in 94 to 96%
#' (`bench/coverage-dependability.R`). If two or three raters differ much, [icc()] with `form = "icc_a1"` has limits of
#' the same quantity that hold more often.
#'
#' **Bootstrap limits are too narrow with few raters.** In the complete designs above (200 data sets, 200 draws) they
#' contained the true component of raters in 63 to 96%, of items in 85 to 94% and the residual in 87 to 96%, the
#' generalizability coefficient in 88 to 96% and the dependability in 82 to 96%. Prefer profile limits.
#'
#' **Profile and bootstrap assume normal scores.** With skewed items and errors (exponential; 20 items by 4 raters,
#' 500 data sets) the coverage of 95% profile limits was 76% for the generalizability coefficient, 85% for the
#' dependability, 76% for the component of items and 73% for that of the residual (`bench/coverage-scores.R`; with 15
#' normal items by 3 raters whose variance equals that of the items, 93 to 95%).
#'
#' **For skewed scores use the jackknife.** The coverage (%) of its 95% limits for one rater, in 500 data sets each of
#' 20 or 50 items by 3 or 4 raters, complete (computed from mean squares), by the distribution of items and errors:
#'
#' | distribution | generalizability (limits from F) | dependability | the same, raters vary as much as items |
#' |---|---|---|---|
#' | normal | 94 to 96 | 94 to 96 | 91 to 94 |
#' | exponential | 90 to 92 (74 to 80) | 89 to 93 | 88 to 92 |
#' | lognormal | 89 to 92 (77 to 85) | 91 to 94 | 89 to 93 |
#' | two values | 96 to 98 (98 to 99) | 95 to 98 | 94 to 95 |
#'
#' The coverage for the components of items and residual was 92 to 96% (normal) and 88 to 92% (exponential). With 20
#' items and 30% of the scores missing the coverage for both coefficients was 94 to 96% (normal; profile: 93 to 95%)
#' and 92 to 93% (exponential; 78 to 89%); up to 4% of these data sets had no limits. With a generalizability of .17
#' (20 items by 4 raters, 200 data sets) a fifth of the data sets had no limits, and the coverage of the profile was
#' nominal: use it if objects differ little. For normal scores prefer the profile, whose limits are up to a fifth
#' narrower (`bench/coverage-jackknife.R`). Scores may also be transformed to be less skewed, for example by
#' logarithms.
#'
#' @section Missing and degenerate data:
#' As in [variance_components()]. If the variance of the objects is 0, the coefficients are 0.
#'
#' @section Errors:
#' Those of [variance_components()]; `accord_error_object` if the object is not a term of the model;
#' `accord_error_unknown_facet` for a name in `n` or `fixed` that is not a facet; `accord_error_no_random_facet` if
#' all facets are fixed; `accord_error_reserved_name` for a facet named `replicate` or like a column of the result.
#'
#' @inheritParams variance_components
#' @param data A data frame with a row per score, or a result of [variance_components()] instead of data and model.
#' @param object The column of the object of measurement: persons, essays, images. For nested objects several columns,
#'   as in `class:person`.
#' @param n Numbers of levels of facets in the decision study, as in `list(rater = 1:6, task = c(2, 4))`: all
#'   combinations are computed. The default for a facet is the mean number of its levels per object, rounded.
#' @param fixed Names of fixed facets, whose levels are not a sample of others, as in `"task"`, `task` or
#'   `c(task, rater)`.
#'
#' @return A tibble of class `accord_generalizability` with two rows per decision study: a column for each facet with
#'   its number of levels, `coefficient` (`"generalizability"` or `"dependability"`), `estimate`, `conf.low`,
#'   `conf.high`, `universe` and `error` (variances), `sem` (the root of `error`), `interval`, `conf.level`, `status`.
#'   `tidy()` gives these with `coefficient` renamed to `term`; `glance()` is that of the components.
#' @references
#' Brennan, R. L. (2001) *Generalizability Theory*. Springer. \doi{10.1007/978-1-4757-3456-0}
#'
#' Arvesen, J. N. and Schmitz, T. H. (1970) Robust procedures for variance component problems using the jackknife.
#' *Biometrics* 26, 677-686.
#'
#' Cronbach, L. J., Gleser, G. C., Nanda, H. and Rajaratnam, N. (1972) *The Dependability of Behavioral
#' Measurements*. Wiley.
#'
#' Ukoumunne, O. C., Davison, A. C., Gulliford, M. C. and Chinn, S. (2003) Non-parametric bootstrap confidence intervals
#' for the intraclass correlation coefficient. *Statistics in Medicine* 22, 3805-3821. \doi{10.1002/sim.1643}
#'
#' Zou, G. Y. and Donner, A. (2008) Construction of confidence limits about effect measures: a general approach.
#' *Statistics in Medicine* 27, 1693-1702. \doi{10.1002/sim.3095}
#' @seealso [variance_components()] for the components alone, [icc()] for persons and raters; `vignette("scores")`.
#' @export
#' @examples
#' set.seed(1)
#' essays <- expand.grid(essay = 1:25, task = 1:2, rater = c("ann", "bob", "cat"))
#' essays$score <- rnorm(25)[essays$essay] + c(0, .5, -.5)[essays$rater] + rnorm(150, sd = .8)
#' generalizability(essays, score ~ (1 | essay) + (1 | rater) + (1 | task), essay)
#'
#' # Are four raters enough, with one task?
#' x <- variance_components(essays, score ~ (1 | essay) + (1 | rater) + (1 | task), ci = ci_none())
#' generalizability(x, object = essay, n = list(rater = 1:4, task = 1))
generalizability <- function(data, formula = NULL, object, ..., score = NULL, facets = NULL, n = NULL,
                             fixed = NULL, method = "reml", ci = ci_default()) {
  check_no_dots(...)
  check_choice(method, c("reml", "ml"), "method")
  ci <- check_component_ci(ci)
  formula <- given_formula(rlang::enquo(formula), data)
  fit <- attr(data, "fit")
  if (inherits(data, "accord_components")) {
    check_fitted(!missing(method), formula, rlang::enquo(score), rlang::enquo(facets))
  } else {
    check_no_groups(data, "Models of scores are fitted to all rows.")
    model <- score_model(data, formula, rlang::enquo(score), rlang::enquo(facets))
    fit <- fit_components(score_design(data, model, method))
  }
  object <- object_columns(rlang::enquo(object), fit$design)
  # Repeated scores get a column of this name, so no facet may have it.
  check_free_names(names(fit$design$codes), "replicate", "facet")
  check_free_names(setdiff(names(fit$design$codes), object), GENERALIZABILITY_COLUMNS, "facet")
  sources <- variance_sources(fit$design, object)
  tell_nested_object(sources)
  fixed <- fixed_names(rlang::enquo(fixed), sources)
  check_fixed_facets(fixed, sources)
  studies <- decision_studies(n, sources)
  weights <- study_weights(studies, sources, fixed)
  new_generalizability(fit, term_label(object), studies, weights, list(
    ci = ci, fixed = fixed,
    unit = if (ci$method == "jackknife") jackknife_unit(fit$design, object),
    met = study_sides(study_weights(decision_studies(NULL, sources), sources, fixed))
  ))
}
