#' Intraclass correlations
#'
#' Agreement of numeric ratings: the share of their variance that is due to the items. All six forms, for any number
#' of raters and any pattern of missing ratings, each with its F test and interval.
#'
#' @details
#' Let \eqn{B}, \eqn{R} and \eqn{E} be the mean squares of the items, the raters and the error, \eqn{n} the number of
#' items and \eqn{k} the number of ratings per item. In the one-way analysis \eqn{E} is the mean square within items.
#' For a single rating
#' \deqn{\mathrm{ICC(1)},\ \mathrm{ICC(C,1)} = \frac{B - E}{B + (k - 1) E},\qquad
#' \mathrm{ICC(A,1)} = \frac{B - E}{B + (k - 1) E + \frac{k}{n} (R - E)}}{
#' ICC(1), ICC(C,1) = (B - E) / (B + (k - 1) E),
#' ICC(A,1) = (B - E) / (B + (k - 1) E + k / n (R - E))}
#' and for the mean of \eqn{k} ratings (Spearman-Brown)
#' \deqn{\rho_k = \frac{k \rho_1}{1 + (k - 1) \rho_1}.}{rho_k = k rho_1 / (1 + (k - 1) rho_1).}
#'
#' @section Which of the six:
#' | `form` | McGraw and Wong | Shrout and Fleiss | measures |
#' |---|---|---|---|
#' | `"icc1"` | ICC(1) | ICC(1,1) | one rating; raters are not distinguished |
#' | `"icc_a1"` | ICC(A,1) | ICC(2,1) | one rating, absolute agreement |
#' | `"icc_c1"` | ICC(C,1) | ICC(3,1) | one rating, consistency |
#' | `"icc1k"` | ICC(1,k) or ICC(k) | ICC(1,k) | the mean of k ratings |
#' | `"icc_ak"` | ICC(A,k) | ICC(2,k) | the mean of k ratings, absolute agreement |
#' | `"icc_ck"` | ICC(C,k) | ICC(3,k) | the mean of k ratings, consistency |
#'
#' * Raters are unknown, or each item has different raters: `"icc1"`.
#' * The same raters rate several items, and the numbers themselves will be used, so that a rater who is always one
#'   point higher is an error: `"icc_a1"`. The raters are a sample of possible raters.
#' * Only the order of the items and the differences between them will be used, so that a constant difference between
#'   raters does not matter: `"icc_c1"`. With complete data `"icc_ck"` is Cronbach's alpha.
#' * The mean of several ratings will be used: the form with k. Its absolute value is never smaller, and it does not
#'   describe a single rater.
#'
#' @section Missing ratings:
#' All ratings are used, also those of items with a single rating. The one-way forms use the analysis of variance of
#' groups of unequal size, in which \eqn{k} is \eqn{(N - \sum k_i^2 / N) / (n - 1)} with \eqn{k_i} ratings of item
#' \eqn{i}, \eqn{N} in all (Ebel 1951): a little less than the mean number of ratings per item. For the two-way forms,
#'
#' * `missing = "least_squares"` fits items and raters together. \eqn{B} comes from the items given the raters, \eqn{R}
#'   from the raters given the items, and the variances from the expected mean squares (Henderson 1953, method 3; Gwet
#'   2021), which is unbiased for any assignment of raters to items. In the formulas above \eqn{k} becomes
#'   \eqn{k' = (N - r)/(n - 1)}{k' = (N - r) / (n - 1)} for \eqn{r} raters, and \eqn{k/n} becomes \eqn{k'/n'} with
#'   \eqn{n' = (N - n)/(r - 1)}{n' = (N - n) / (r - 1)}. \eqn{E} has \eqn{N - n - r + 1} degrees of freedom. If the
#'   design falls into \eqn{c} parts without a common item or rater, 1 becomes \eqn{c}: items are compared within
#'   their part.
#' * `missing = "rater_means"` subtracts the mean of its rater from each rating and continues as in the one-way
#'   analysis, with \eqn{(n - 1)(N/n - 1)} degrees of freedom (Brueckl 2011). It gives the estimates and tests of
#'   `iccNA()` in package irrNA 0.2.3. Part of the variance of the items is removed with the means of raters who rated
#'   few of them. If ICC(C,1) is .5 and each of 200 items is rated by 3 out of 200 raters, it gives .34 on average,
#'   and 2% of its 95% intervals contain .5; with least squares these are .49 and 95% (`bench/coverage-icc-crowd.R` in
#'   the sources).
#'
#' With complete data both are the classic analysis. The means of `"icc1k"`, `"icc_ak"` and `"icc_ck"` are of \eqn{k}
#' ratings, with Ebel's \eqn{k}, unless the argument `k` says otherwise. With `duplicates = "keep"` the mean squares
#' include the interaction of items and raters in the error; `method = "reml"` does not.
#'
#' @section REML:
#' `method = "reml"` estimates the components of items, raters and error by restricted maximum likelihood (see
#' [variance_components()]); the coefficients are ratios of these:
#' \deqn{\mathrm{ICC(C,1)} = \frac{\sigma_I^2}{\sigma_I^2 + \sigma_E^2}, \qquad
#' \mathrm{ICC(A,1)} = \frac{\sigma_I^2}{\sigma_I^2 + \sigma_R^2 + \sigma_E^2}.}{
#' ICC(C,1) = s_I^2 / (s_I^2 + s_E^2), ICC(A,1) = s_I^2 / (s_I^2 + s_R^2 + s_E^2).}
#' With complete data these are the values of the analysis of variance if no component is negative; a component, and
#' so a coefficient, is never below 0. With missing ratings the likelihood weights each
#' rating by its information. If a rater rated an item more than once (`duplicates = "keep"`), the interaction of
#' items and raters is separated from the error, and counts as disagreement; k is then a number of raters with one
#' rating each. Limits are those of the profile likelihood ([ci_profile()]), or those of a jackknife over items,
#' which assumes normality neither of items nor of errors ([ci_jackknife()]): the help of [generalizability()]
#' describes both and their coverage. With very few ratings the search for a profile limit may fail, and without an item
#' the items may not differ, so that there is no jackknife limit: such a limit is `NA`, with a warning of class
#' `accord_warning_no_interval`. There is no F test, so `test_value` and `missing` are errors.
#'
#' @section Tests and intervals:
#' For the one-way and the consistency forms \eqn{B/E} follows an F distribution (times a constant), which gives test
#' and limits (Shrout and Fleiss 1979; McGraw and Wong 1996). For absolute agreement the test compares \eqn{B} with a
#' sum of mean squares that has Satterthwaite's degrees of freedom at `test_value`, so that the test of 0 is exact; if
#' `test_value` is below 0, the mean square of the raters is added to \eqn{B} instead. The
#' limits for the mean of k ratings are those for one rating, stepped up, as in Shrout and Fleiss. With missing ratings
#' the tests of 0 are exact for normal ratings; all other tests and limits are approximations.
#'
#' The limits of absolute agreement depend on the variance of raters, about which two or three raters say little.
#'
#' * [ci_mover()]: each mean square has exact limits, from the chi-square distribution; those of ICC(A,1), a
#'   ratio of sums of mean squares, are found from them by the method of variance estimates recovery (Zou and Donner
#'   2008; Donner and Zou 2012). In a simulation of normal ratings, 10 to 50 items and 2 to 10 raters, rater variance
#'   from none to twice that of the items, complete and with 30% missing, 95% intervals contained the true value in
#'   93.5 to 98.2% of the replicates. They can be wide, with two raters from near 0 to near 1, which cannot be avoided
#'   if the raters are a sample of others (Rousson et al. 2003).
#' * [ci_f()]: the classic F limits (Shrout and Fleiss 1979; McGraw and Wong 1996), with Satterthwaite's degrees
#'   of freedom at the estimate. In the same simulation they contained it in 73 to 97%, and in less than 93% in 42 of
#'   the 52 designs in which two to five raters contribute two fifths or more of the variance that is not due to items.
#'   Packages irr, irrNA and psych give them; but irr and irrNA use k twice in the degrees of freedom of ICC(A,k), and
#'   irr tests ICC(A,1) with the degrees of freedom of its limits.
#'
#' The two differ most in their lower limits, for many items and few raters whose means differ: the variance of two or
#' three raters may well be many times its estimate, which F limits at the estimate do not allow for. To show both, as
#' readers know the F limits of other software, bind the results by `rbind()`: print and table then have a column for
#' the method.
#'
#' Both assume normal ratings; [ci_jackknife()] with `method = "reml"` does not. If items, raters and errors are
#' skewed (exponential), the limits of [ci_mover()] contained the true value in 75 to 96%, and the F limits in 68 to 92%
#' (`bench/coverage-icc.R` and its table in the sources).
#'
#' There is no test (`NA`) if the statistic is infinite, as with perfect agreement, or if `test_value` is lower than
#' the correlation can be, and no interval if it is 0 or
#' infinite, if the lower limit is too negative for a mean of k ratings, or, with the F limits of absolute agreement,
#' if there is less than one degree of freedom or the variance of the raters is so negative, as with few and missing
#' ratings, that nothing is left. A lower limit of absolute agreement is at least -1, or the estimate if that is lower,
#' as it can be if the variance of raters is estimated as negative: two raters who put five items in opposite order
#' have ICC(A,1) = -1.67, without an interval.
#'
#' @section Standard error of measurement, rankings:
#' With `sem = TRUE` there are two more columns, in the unit of the ratings. The standard error of measurement is the
#' root of the variance that is not due to the items, in the terms above
#' \deqn{\mathrm{SEM} = \sqrt{E / k}\ \mathrm{(one\ way,\ consistency)},\qquad
#' \mathrm{SEM} = \sqrt{\left(E + \frac{R - E}{n}\right) / k}\ \mathrm{(agreement)}}{
#' SEM = sqrt(E / k) (one-way, consistency), SEM = sqrt((E + (R - E) / n) / k) (agreement)}
#' with \eqn{k = 1} for a single rating (by REML with the components), and the minimal detectable change
#' \deqn{\mathrm{MDC} = z_{.975}\,\sqrt 2\ \mathrm{SEM}}{MDC = z sqrt(2) SEM}
#' with the normal quantile \eqn{z_{.975} = 1.959964}{z = 1.959964}
#' is exceeded by 5% of the differences of two scores of an unchanged item (Weir 2005). Report the SEM of the same form
#' as the correlation. [generalizability()] has it for more facets.
#'
#' For rankings there is [kendall_w()]: for complete rankings without ties by m raters, the single-rater ICC for
#' consistency r is the mean of Spearman's correlations, and W is (1 + (m - 1) r) / m.
#'
#' @section Degenerate data:
#' `estimate` is `NA`, and `status` says why, for "no ratings", "one item only", "one rater only", "no item with two
#' ratings", "all ratings are equal" and, in the two-way forms, "raters are anonymous", "items and raters are
#' confounded" (no degrees of freedom are left, or no rater rated two items), "raters differ, items do not" (of
#' consistency: there is neither variance between items nor error), "negative variance" (of absolute agreement: the
#' estimated variances do not add up to more than 0) and, by REML, "no error variance" (items and raters, or their
#' interaction if ratings were repeated, explain every rating, so that the profile likelihood is unbounded) and "fit did
#' not converge". Forms with k are "too negative for a mean" if \eqn{1 + (k - 1)\rho_1} is not above 0. One warning
#' names the groups and forms.
#'
#' A warning of class `accord_warning_exchanged` says that items and raters may be exchanged: raters are at least twice
#' as many as items, rated at least half of them, and differ so much more than the items that ICC(C,1) would be .6 or
#' more if they were the items. Exchange them if what is called raters is what was rated.
#'
#' @section Errors:
#' Those of [as_ratings()], and `accord_error_level` (labels instead of numbers),
#' `accord_error_reserved_name` (a group named like a column of the result) and
#' `accord_error_argument`.
#'
#' @inheritParams krippendorff_alpha
#' @param ... For matrices and tables, `layout`, and other arguments of [as_ratings()]; clusters are an error.
#' @param form Which forms: `"all"`, or some of `"icc1"`, `"icc_a1"`, `"icc_c1"`, `"icc1k"`,
#'   `"icc_ak"` and `"icc_ck"`, see below.
#' @param k Number of ratings in the mean, for the forms with k. The default is the number of ratings per item.
#' @param sem Whether to add the standard error of measurement and the minimal detectable change, see below.
#' @param test_value The value under the null hypothesis of the F test, which is one-sided (is the correlation
#'   larger?). A value other than 0 is in the column `null.value` and in the print.
#' @param missing How the two-way forms treat missing ratings: `"least_squares"` or `"rater_means"`, see below.
#' @param method `"anova"`, mean squares, or `"reml"`, restricted maximum likelihood, see below.
#' @param ci The interval: [ci_default()], [ci_none()], or, for the limits of absolute agreement, [ci_mover()] (the
#'   default) or [ci_f()], the classic F limits, see below. With `method = "reml"` [ci_profile()] (the default) or
#'   [ci_jackknife()] for all forms.
#'
#' @return A tibble of class `accord_agreement` with one row per group and form, as that of [krippendorff_alpha()].
#'   `std.error`, `observed` and `expected` are `NA`, `interval` is `"MOVER"`, `"F"`, `"profile"` or `"jackknife"`.
#'   After `conf.high` come `statistic`, `df1`, `df2` and `p.value` (the F test), and `n_averaged`, the number of
#'   ratings in the mean (1 for a single rating); with `sem = TRUE` also `sem` and `mdc`.
#'
#' @references
#' Shrout, P. E. and Fleiss, J. L. (1979) Intraclass correlations: uses in assessing rater
#' reliability. *Psychological Bulletin* 86, 420-428. \doi{10.1037/0033-2909.86.2.420}
#'
#' McGraw, K. O. and Wong, S. P. (1996) Forming inferences about some intraclass correlation
#' coefficients. *Psychological Methods* 1, 30-46. \doi{10.1037/1082-989X.1.1.30}
#'
#' Zou, G. Y. and Donner, A. (2008) Construction of confidence limits about effect measures: a general
#' approach. *Statistics in Medicine* 27, 1693-1702. \doi{10.1002/sim.3095}
#'
#' Donner, A. and Zou, G. Y. (2012) Closed-form confidence intervals for functions of the normal mean and
#' standard deviation. *Statistical Methods in Medical Research* 21, 347-359. \doi{10.1177/0962280210383082}
#'
#' Rousson, V., Gasser, T. and Seifert, B. (2003) Confidence intervals for intraclass correlation in
#' inter-rater reliability. *Scandinavian Journal of Statistics* 30, 617-624.
#'
#' Ebel, R. L. (1951) Estimation of the reliability of ratings. *Psychometrika* 16, 407-424.
#' \doi{10.1007/BF02288803}
#'
#' Henderson, C. R. (1953) Estimation of variance and covariance components. *Biometrics* 9,
#' 226-252. \doi{10.2307/3001853}
#'
#' Gwet, K. L. (2021) *Handbook of Inter-Rater Reliability, Volume 2: Analysis of Quantitative
#' Ratings*, 5th ed. AgreeStat Analytics.
#'
#' Brueckl, M. (2011) Statistische Verfahren zur Ermittlung der Urteileruebereinstimmung. In:
#' *Altersbedingte Veraenderungen der Stimme und Sprechweise von Frauen*, 88-103. Logos.
#'
#' Weir, J. P. (2005) Quantifying test-retest reliability using the intraclass correlation coefficient and the SEM.
#' *Journal of Strength and Conditioning Research* 19, 231-240. \doi{10.1519/15184.1}
#' @seealso [variance_components()] and [generalizability()] for more facets than items and raters,
#'   [limits_of_agreement()] in the unit of the ratings, [concordance()]; [krippendorff_alpha()] with
#'   `level = "interval"`, which is close to ICC(1); `vignette("scores")`.
#' @export
#' @examples
#' # Shrout and Fleiss (1979), table 2: six targets, four judges
#' targets <- rbind(
#'   c(9, 2, 5, 8), c(6, 1, 3, 2), c(8, 4, 6, 8), c(7, 1, 2, 6), c(10, 5, 6, 9), c(6, 2, 4, 7)
#' )
#' icc(targets, layout = "raters_in_columns")
#'
#' # One rating is missing; the mean of two ratings
#' targets[1, 1] <- NA
#' icc(targets, layout = "raters_in_columns", form = c("icc_a1", "icc_ak"), k = 2)
icc <- function(data, item, rater, rating, ..., by = NULL, form = "all", k = NULL, sem = FALSE, test_value = 0,
                missing = "least_squares", method = "anova", categories = NULL, duplicates = "error",
                ci = ci_default()) {
  form <- check_icc_form(form)
  check_choice(method, c("anova", "reml"), "method")
  if (method == "reml") {
    check_no_anova(c(test_value = missing(test_value), missing = missing(missing)))
  }
  check_flag(sem, "sem")
  if (!is.null(k)) k <- check_number(k, "k", above = 0)
  check_number(test_value, "test_value", above = -1, below = 1)
  check_choice(missing, c("least_squares", "rater_means"), "missing")
  ci <- check_own_ci(ci, if (method == "anova") list(ci_mover(), ci_f()) else list(ci_profile(), ci_jackknife()))
  check_no_level(...)
  ratings <- verb_ratings(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = NULL, categories = categories, duplicates = duplicates, ..., .weighted = "Intraclass correlations",
    .scores = TRUE
  )
  check_key_names(names(ratings$groups), c(ICC_COLUMNS, if (sem) SEM_COLUMNS))
  values <- rating_numbers(ratings$categories, "The intraclass correlation needs numbers.", isTRUE(ratings$of_spans))
  check_no_clusters(ratings, "Intervals of intraclass correlations")
  anova <- function(design) icc_anova(ratings, values, design)
  two_way <- unique(ICC_FORMS$two_way[match(form, ICC_FORMS$id)])
  designs <- list(
    one_way = if (any(!two_way)) anova("one_way"),
    two_way = if (any(two_way)) anova(missing)
  )
  unbiased <- any(two_way) && missing == "least_squares"
  warn_exchanged(if (unbiased) designs$two_way else anova("least_squares"), exchanged_icc)
  rows <- if (method == "anova") {
    lapply(form, icc_rows, designs, ratings, k, test_value, ci)
  } else {
    fits <- list(
      one_way = if (any(!two_way)) icc_reml_fits(ratings, values, designs$one_way, FALSE, ci),
      two_way = if (any(two_way)) icc_reml_fits(ratings, values, designs$two_way, TRUE, ci)
    )
    lapply(form, icc_reml_rows, designs, fits, ratings, k, ci)
  }
  result <- as_icc(rows, form, ratings, ci, sem)
  if (method == "reml" && ci$method != "none") warn_no_limit(result) else result
}

# Says what would change if items and raters were exchanged.
exchanged_icc <- function(variances) {
  correlation <- function(of) sub("^0", "", formatC(of[1] / (of[1] + variances$error[1]), digits = 2, format = "f"))
  paste0(
    "ICC(C,1) is ", correlation(variances$items), ", and would be ", correlation(variances$raters),
    " with items and raters exchanged"
  )
}

# The mean squares of each group, NA where there are none.
icc_anova <- function(ratings, values, design) {
  squares <- call_core(icc_by_group(ratings, values, place_of("icc_design", design)))
  squares[squares$status > 0, names(squares) != "status"] <- NA_real_
  squares
}
