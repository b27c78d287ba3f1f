#' How many items does a study need?
#'
#' Sample size from the value that a coefficient is expected to have, the shares of the categories and the number of
#' raters: for an interval of a given width, or for the power of a test of a value. It is the calculation that protocols
#' ask for; [plan_agreement()] simulates designs for which there is no formula, and the intervals of few items.
#'
#' @details
#' **Population.** Ratings of an item agree because raters see the same, or by chance: with probability \eqn{m}{m} all
#' raters give the same label, drawn from the shares \eqn{p_1, \ldots, p_q}{p_1, ..., p_q}, otherwise each rater draws
#' one, independently of the others (the common correlation model of Bloch and Kraemer 1989, and of Altaye, Donner and
#' Klar 2001). All raters have the same shares. For coefficients that take agreement by chance from these shares, at any
#' level and with any weights, \eqn{m}{m} is the value of the coefficient; for the others, such as AC1, it is chosen so
#' that the coefficient has the value.
#'
#' **Large samples** (`method = "large_sample"`). \eqn{\sigma^2 / n}{sigma^2 / n} is the variance of the coefficient for
#' \eqn{n} items in this population, from the influence of each pattern of ratings (see [ci_analytic()]). With quantiles
#' \eqn{z} of the normal distribution, \eqn{1 - \gamma}{1 - g} the confidence level and \eqn{1 - \beta}{1 - b} the
#' power, an interval of the width \eqn{w} needs
#' \deqn{n = \left(\frac{2 z_{1 - \gamma / 2}\, \sigma}{w}\right)^2,}{n = (2 z_(1 - g/2) sigma / w)^2,}
#' and the test of \eqn{\kappa_0}{k0}, if the coefficient has the value \eqn{\kappa_1}{k1}, with the standard deviations
#' \eqn{\sigma_0}{sigma_0} and \eqn{\sigma_1}{sigma_1} of the two populations (for Cohen's kappa and two categories
#' Cantor 1996),
#' \deqn{n = \left(\frac{z_{1 - \gamma / 2}\, \sigma_0 + z_{1 - \beta}\, \sigma_1}{\kappa_1 - \kappa_0}\right)^2.}{
#' n = ((z_(1 - g/2) sigma_0 + z_(1 - b) sigma_1) / (k1 - k0))^2.}
#'
#' **Goodness of fit** (`method = "goodness_of_fit"`, the default for Scott's pi and Fleiss' kappa without weights). The
#' test compares the frequencies of patterns with those under \eqn{\kappa_0}{k0} (Donner and Eliasziw 1992). With
#' \eqn{P_j(\kappa)}{P_j(k)} the probabilities, and \eqn{\lambda}{lambda} the noncentrality of \eqn{\chi^2} on one
#' degree of freedom that has the power,
#' \deqn{n = \lambda \Big/ \sum_j \frac{(P_j(\kappa_1) - P_j(\kappa_0))^2}{P_j(\kappa_0)}.}{
#' n = lambda / sum_j (P_j(k1) - P_j(k0))^2 / P_j(k0).}
#' For a width, \eqn{\lambda}{lambda} is the quantile of \eqn{\chi^2} and \eqn{\kappa_0}{k0} the limit farther to reach
#' (Donner and Rotondi 2010; Rotondi and Donner 2012): neither limit is farther from the value than half the width, so
#' that the whole interval is narrower than `width`. With two categories \eqn{j} counts the raters who choose the
#' first; with more, items on which all raters agree on a category are distinguished from the rest, with the probability
#' \eqn{\prod_{i = 0}^{r - 1} ((1 - \kappa) p_j + i \kappa) / (1 + (i - 1) \kappa)}{prod_(i = 0)^(r - 1)
#' ((1 - k) p_j + i k) / (1 + (i - 1) k)} (Bartfay and Donner 2001).
#'
#' **Krippendorff's table** (`method = "krippendorff"`). \eqn{r} raters, \eqn{p} the smallest share, and `value` the
#' smallest acceptable alpha (Krippendorff 2019, who takes it from Bloch and Kraemer 1989); `width`, `null`, `power` and
#' `alternative` are not asked for, and the level is one-sided (`alternative` is `"greater"` in the result):
#' \deqn{n = r z_{1 - \gamma}^2 \left(\frac{(1 + \alpha) (3 - \alpha)}{4 (1 - \alpha) p (1 - p)} - \alpha\right).}{
#' n = r z_(1 - g)^2 ((1 + alpha) (3 - alpha) / (4 (1 - alpha) p (1 - p)) - alpha).}
#'
#' **Intraclass correlation** (`"icc"`, of one rating, with \eqn{r} raters). For a width, Bonett (2002),
#' \deqn{n = \frac{8 z^2 (1 - \rho)^2 (1 + (r - 1) \rho)^2}{r (r - 1) w^2} + 1,}{
#' n = 8 z^2 (1 - rho)^2 (1 + (r - 1) rho)^2 / (r (r - 1) w^2) + 1,}
#' and \eqn{5 \rho}{5 rho} more if \eqn{r = 2} and \eqn{\rho \ge 0.7}{rho >= 0.7}. For a null value, Walter, Eliasziw
#' and Donner (1998): with \eqn{F(\rho) = (1 + (r - 1) \rho) / (1 - \rho)}{F(rho) = (1 + (r - 1) rho) / (1 - rho)},
#' \deqn{n = 1 + \frac{2 (z_{1 - \gamma / 2} + z_{1 - \beta})^2 r}{(r - 1) (\ln F(\rho_1) - \ln F(\rho_0))^2}.}{
#' n = 1 + 2 (z_(1 - g/2) + z_(1 - b))^2 r / ((r - 1) (ln F(rho1) - ln F(rho0))^2).}
#'
#' All \eqn{n} are rounded up. With `alternative = "greater"` or `"less"` the limit or the test is one-sided,
#' \eqn{\gamma / 2}{g / 2} becomes \eqn{\gamma}{g}, and `width` is the distance of the value from the limit.
#'
#' @section Errors:
#' `accord_error_argument` for arguments that are not as described, for values that no population with these shares has,
#' and if the patterns of ratings are too many.
#'
#' @param coefficient A coefficient, as in [agreement()], such as `"cohen_kappa"`, `"fleiss_kappa"`, `"alpha"` or
#'   `"ac1"`; or `"icc"`.
#' @param value The expected value of the coefficient, one or several.
#' @param width Width of the interval, one or several; or
#' @param null the value to test, one or several, such as 0.4.
#' @param power Power of the test of `null`.
#' @param conf_level Confidence level; the test has the level `1 - conf_level`.
#' @param alternative `"two.sided"`, or `"greater"` or `"less"` for a one-sided test or limit.
#' @param n_raters Number of raters of each item, one or several.
#' @param prevalence Shares of the categories among the ratings, a number per category, which add up to 1; not for
#'   `"icc"`. Names as in [simulate_ratings()].
#' @param weights,level As in [agreement()]; categories are ordered as in `prevalence`. Without them the coefficient is
#'   that of nominal ratings.
#' @param method `"large_sample"`, `"goodness_of_fit"` or `"krippendorff"`, see section Details; the usual one of the
#'   coefficient if `NULL`.
#' @param cost The cost of an item and of a rating, such as `c(item = 5, rating = 1)`.
#' @return A tibble of class `accord_sample_size` with a row per combination of `value`, `width` or `null`, and
#'   `n_raters`: `coefficient`, `metric`, `value`, `width`, `null.value`, `power`, `n_raters`, `n_items` (the sample
#'   size), `n_ratings`, `cost`, `shares` (in words), `conf.level`, `alternative`, `method`.
#' @references
#' Altaye, M., Donner, A. and Klar, N. (2001) Inference procedures for assessing interobserver agreement among multiple
#' raters. *Biometrics* 57, 584-588. \doi{10.1111/j.0006-341X.2001.00584.x}
#'
#' Bartfay, E. and Donner, A. (2001) Statistical inferences for interobserver agreement studies with nominal outcome
#' data. *The Statistician* 50, 135-146. \doi{10.1111/1467-9884.00266}
#'
#' Bloch, D. A. and Kraemer, H. C. (1989) 2 x 2 kappa coefficients: measures of agreement or association. *Biometrics*
#' 45, 269-287. \doi{10.2307/2532052}
#'
#' Bonett, D. G. (2002) Sample size requirements for estimating intraclass correlations with desired precision.
#' *Statistics in Medicine* 21, 1331-1335. \doi{10.1002/sim.1108}
#'
#' Cantor, A. B. (1996) Sample-size calculations for Cohen's kappa. *Psychological Methods* 1, 150-153.
#' \doi{10.1037/1082-989X.1.2.150}
#'
#' Donner, A. and Eliasziw, M. (1992) A goodness-of-fit approach to inference procedures for the kappa statistic.
#' *Statistics in Medicine* 11, 1511-1519. \doi{10.1002/sim.4780111109}
#'
#' Donner, A. and Rotondi, M. A. (2010) Sample size requirements for interval estimation of the kappa statistic for
#' interobserver agreement studies with a binary outcome and multiple raters. *International Journal of Biostatistics*
#' 6. \doi{10.2202/1557-4679.1275}
#'
#' Krippendorff, K. (2019) *Content Analysis: An Introduction to Its Methodology*, 4th ed. Sage.
#' \doi{10.4135/9781071878781}
#'
#' Rotondi, M. A. and Donner, A. (2012) A confidence interval approach to sample size estimation for interobserver
#' agreement studies with multiple raters and outcomes. *Journal of Clinical Epidemiology* 65, 778-784.
#' \doi{10.1016/j.jclinepi.2011.10.019}
#'
#' Walter, S. D., Eliasziw, M. and Donner, A. (1998) Sample size and optimal designs for reliability studies.
#' *Statistics in Medicine* 17, 101-110.
#' \doi{10.1002/(SICI)1097-0258(19980115)17:1<101::AID-SIM727>3.0.CO;2-E}
#' @seealso [plan_agreement()] for other designs and for pilots; [ci_analytic()] for the test; `vignette("planning")`.
#' @export
#' @examples
#' # Is kappa above .4, if it is .6 and 30% are positive?
#' sample_size("cohen_kappa", 0.6, null = 0.4, alternative = "greater", prevalence = c(0.7, 0.3))
#'
#' # Two to four raters, if an item costs as much as five ratings
#' size <- sample_size(
#'   "fleiss_kappa", c(0.6, 0.7, 0.8),
#'   width = 0.2, n_raters = 2:4, prevalence = c(0.7, 0.3), cost = c(item = 5, rating = 1)
#' )
#' size
#' format(size, style = "protocol")[1]
sample_size <- function(coefficient, value, width = NULL, null = NULL, power = 0.8, conf_level = 0.95,
                        alternative = "two.sided", n_raters = 2, prevalence = c(0.5, 0.5), weights = NULL,
                        level = NULL, method = NULL, cost = NULL) {
  asked <- size_coefficient(if (!missing(coefficient)) coefficient, weights)
  method <- size_method(method, asked$id, weights, level, !is.null(null))
  # Formulas other than that for large samples are of values from 0 on.
  check_number(if (!missing(value)) value, "value", from = if (method == "large_sample") -1 else 0, below = 1, n = NULL)
  if (method != "large_sample" && !is.null(null)) check_number(null, "null", from = 0, below = 1, n = NULL)
  check_whole(n_raters, "n_raters", least = 2, several = TRUE)
  check_number(power, "power", above = 0, below = 1)
  two_sided <- sided_level(conf_level, alternative)
  check_goal(width, null, method)
  check_of_tests(c("power", "alternative")[c(!missing(power), !missing(alternative))], is.null(null), method)
  # Krippendorff's formula has a level on one side.
  if (method == "krippendorff") alternative <- "greater"
  check_cost(cost)
  if (asked$id == "icc") {
    given <- c(prevalence = !identical(prevalence, c(0.5, 0.5)), weights = !is.null(weights), level = !is.null(level))
    check_of_categories(names(given)[given])
  }
  if (asked$id != "icc") check_prevalence(prevalence, least = 2)
  grid <- expand.grid(n_raters = n_raters, goal = width %||% null %||% NA_real_, value = value)
  if (!is.null(null)) check_other_value(grid, alternative)
  task <- list(
    z = stats::qnorm(if (alternative == "two.sided") 1 - (1 - conf_level) / 2 else conf_level),
    z_power = stats::qnorm(power), power = power, conf_level = conf_level, alternative = alternative,
    two_sided = two_sided, prevalence = unname(prevalence) / sum(prevalence), tests = !is.null(null),
    deviation = if (method == "large_sample") population_deviation(asked$coefficient, prevalence, weights, level)
  )
  size <- switch(method,
    large_sample = size_large_sample, goodness_of_fit = size_goodness_of_fit, krippendorff = size_krippendorff,
    Bonett = size_bonett, Walter = size_walter
  )
  n <- vapply(seq_len(nrow(grid)), function(i) size(task, grid$value[i], grid$goal[i], grid$n_raters[i]), 0)
  n <- pmax(2, ceiling(n - 1e-6))
  rows <- list(
    coefficient = rep(asked$id, nrow(grid)), metric = rep(size_metric(asked$id, weights, level), nrow(grid)),
    value = as.double(grid$value), width = if (is.null(null)) as.double(grid$goal) else NA_real_,
    null.value = if (is.null(null)) NA_real_ else as.double(grid$goal),
    power = if (is.null(null)) NA_real_ else power,
    n_raters = as.integer(grid$n_raters), n_items = n, n_ratings = n * grid$n_raters,
    cost = if (is.null(cost)) NA_real_ else n * (cost[["item"]] + grid$n_raters * cost[["rating"]]),
    shares = if (asked$id == "icc") NA_character_ else prevalence_in_words(prevalence),
    conf.level = conf_level, alternative = alternative, method = gsub("_", " ", method)
  )
  new_result(tibble::as_tibble(rows), class = "accord_sample_size")
}

# Returns the `id` of the coefficient, and `coefficient`, the name by which agreement() computes it.
size_coefficient <- function(coefficient, weights) {
  check_text(coefficient, "coefficient")
  if (coefficient == "icc") {
    return(list(id = "icc"))
  }
  known <- c(coefficient_choices(), "icc")
  coefficient <- full_names(coefficient, known)
  check_choice(coefficient, known, "coefficient", near = nearest_coefficients)
  list(id = resolve_coefficients(coefficient, is_weighted(weights))$id, coefficient = coefficient)
}

size_metric <- function(id, weights, level) {
  if (id == "icc") {
    return("interval")
  }
  level %||% if (is.character(weights)) weights else if (!is.null(weights)) "custom" else
    if (id == "krippendorff_alpha") "nominal" else "identity"
}

# Returns text such as "no .7, yes .3".
prevalence_in_words <- function(prevalence) {
  share <- vapply(unname(prevalence), function(x) sub("^0[.]", ".", format(round(x, 4))), "")
  paste0(if (!is.null(names(prevalence))) paste0(names(prevalence), " "), share, collapse = ", ")
}
