#' Analytic interval from the linearised variance
#'
#' An interval from the delta method. A coefficient is a function of totals over items; the influence of each item is
#' the derivative of this function, in closed form for each coefficient, any weights and each level of alpha.
#'
#' @details
#' With \eqn{u_i}{u_i} the influence of item \eqn{i} (\eqn{n} times the derivative of the estimate with respect to the
#' weight of the item), \eqn{n} items and \eqn{N} items in the population,
#' \deqn{s^2 = \frac{1 - n / N}{n (n - 1)} \sum_i u_i^2,}{s^2 = (1 - n / N) / (n (n - 1)) sum_i u_i^2,}
#' and the interval is \eqn{\hat\kappa \pm q s}{estimate +- q s}, truncated to the range of the coefficient, with
#' \eqn{q} a quantile of \eqn{t} on \eqn{n - 1} degrees of freedom, or of the normal distribution. The interval refers
#' to other items rated by the same raters.
#'
#' With `over = "both"` it refers to other items and other raters: the variance of the jackknife over the \eqn{r}
#' raters is added to \eqn{s^2}{s^2}, \eqn{s_R^2}{s_R^2} (Gwet 2014, chapter 5; the unconditional standard error of
#' Klein 2018; see [ci_jackknife()] for \eqn{s_R}{s_R} alone), and \eqn{t} has the degrees of freedom of Satterthwaite
#' (1946),
#' \deqn{\frac{(s^2 + s_R^2)^2}{s^4 / (n - 1) + s_R^4 / (r - 1)}.}{
#' (s^2 + s_R^2)^2 / (s^4 / (n - 1) + s_R^4 / (r - 1)).}
#' The item-by-rater interaction is part of both terms, so the
#' sum tends to be too large; [ci_jackknife()] with `over = "both"` subtracts it once.
#'
#' `variance` selects the derivative:
#' * `"gwet"` is Gwet's (2014), as published and, except for alpha, as printed by his R package irrCAC. It treats the
#'   share of items with two ratings or more as a constant of the design. Items with a single rating then add to the
#'   variance, even of percent agreement: with many of them the interval is too wide.
#' * `"ratio"` is the exact derivative, in which this share varies with the sample, like all other totals; Stata's
#'   kappaetc prints it for alpha. If all items have two ratings or more, the two are the same, except for alpha
#'   (below).
#' * `"classic"` is the large-sample formula of Fleiss, Cohen and Everitt (1969), for data in which
#'   the same raters rated all items (Cohen's kappa: two raters). It divides by \eqn{n} and uses
#'   the normal distribution.
#'
#' For alpha it is the derivative of the large-sample form, in which \eqn{D_e}{D_e} is divided by \eqn{n^2} rather
#' than \eqn{n (n - 1)}. If items have different numbers of ratings, `"gwet"` differs from `"ratio"` by a term of the
#' order \eqn{1 / n}; irrCAC 1.4 prints `"ratio"` for alpha. The default is `"gwet"`, since this interval is mostly
#' used to reproduce published ones; use `"ratio"` for new data. At Krippendorff's ordinal level the derivative
#' includes the effect of ratings on the ranks of the categories. For Light's kappa it is the mean influence over
#' pairs of raters.
#'
#' With `null`, or `test = TRUE` for 0, the result has three more columns: `statistic`, the difference of the estimate
#' and the value divided by the standard error, `df`, its degrees of freedom (`Inf` with the normal distribution), and
#' the `p.value`, two-sided or of the `alternative`. A value other than 0 is in the column `null.value`, a one-sided
#' alternative in `alternative`. The test rejects a value if it is outside the limits. Only for
#' `variance = "classic"` and the value 0 the standard error of the test is that under the hypothesis: for Cohen's
#' kappa with any weights by equation 9 of Fleiss, Cohen and Everitt (1969), for Fleiss' kappa and Scott's pi without
#' weights by Fleiss, Nee and Landis (1979). [rbind()] combines results with and without a test.
#'
#' @section Degenerate data:
#' There is no interval (`NA`, with a warning) when all items have the same influence, as in perfect agreement, and
#' with fewer than two items; with random raters only if the raters have the same influence too, and also if leaving
#' out a rater leaves no estimate, as with two raters. When the items are the whole population, the standard error
#' is 0. A test has no `statistic` if its standard error would be 0.
#'
#' @section Case weights:
#' Integer frequencies (`case_weights` of [as_ratings()]) count as that many items. Sampling weights are an error:
#' only [ci_default()], that is [ci_bayes()], and [ci_none()] accept them.
#'
#' @section Errors:
#' `accord_error_argument` for arguments that are not as described, a population smaller than the sample, random
#' raters together with `variance = "classic"` or for pairs of raters, and `variance = "classic"` if raters skipped
#' items; `accord_error_anonymous` for random raters if raters are anonymous.
#'
#' @param conf_level Confidence level, between 0 and 1.
#' @param variance `"gwet"`, `"ratio"` or `"classic"`, see below.
#' @param distribution `"t"` or `"normal"`. The default is `"t"`, for the classic variance `"normal"`.
#' @param population Number of items (with `cluster`, of clusters) in the population from which they were drawn, for
#'   the finite-population correction.
#' @param test Whether to test the hypothesis that the coefficient is 0; the same as `null = 0`.
#' @param over `"items"`: the interval refers to these raters; `"both"`: to a population of raters, of which they
#'   are a sample.
#' @param null The value to test, such as 0.4; `NULL` for no test, unless `test` is `TRUE`.
#' @param alternative `"two.sided"` for two limits. `"greater"`: only the lower limit, at the level `conf_level`, as in
#'   "at least .67 with 97.5%"; `conf.high` is then 1. `"less"`: only the upper limit.
#' @return An object for the argument `ci` of [agreement()] and of other functions; their pages say which methods they
#'   accept.
#' @references
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed. Advanced Analytics.
#'
#' Gwet, K. L. (2021) Large-sample variance of Fleiss generalized kappa. *Educational and
#' Psychological Measurement* 81, 781-790. \doi{10.1177/0013164420973080}
#'
#' Fleiss, J. L., Cohen, J. and Everitt, B. S. (1969) Large sample standard errors of kappa and
#' weighted kappa.
#' *Psychological Bulletin* 72, 323-327. \doi{10.1037/h0028106}
#'
#' Fleiss, J. L., Nee, J. C. M. and Landis, J. R. (1979) Large sample variance of kappa in the case
#' of different sets of raters. *Psychological Bulletin* 86, 974-977.
#' \doi{10.1037/0033-2909.86.5.974}
#'
#' Klein, D. (2018) Implementing a general framework for assessing interrater agreement in Stata.
#' *The Stata Journal* 18, 871-901. \doi{10.1177/1536867X1801800408}
#'
#' Satterthwaite, F. E. (1946) An approximate distribution of estimates of variance components.
#' *Biometrics Bulletin* 2, 110-114. \doi{10.2307/3002019}
#' @seealso [ci_default()], [ci_jackknife()], [ci_bootstrap()]; `vignette("intervals")`.
#' @export
#' @examples
#' # Fleiss, Cohen and Everitt (1969): two raters, 200 subjects
#' table <- 2 * rbind(c(53, 5, 2), c(11, 14, 5), c(1, 6, 3))
#' cohen_kappa(table, layout = "confusion", ci = ci_analytic())
#' cohen_kappa(table, layout = "confusion", ci = ci_analytic(variance = "classic", test = TRUE))
#' # Is kappa above .3?
#' cohen_kappa(table, layout = "confusion", ci = ci_analytic(null = 0.3, alternative = "greater"))
ci_analytic <- function(conf_level = 0.95, variance = "gwet", distribution = NULL,
                        population = Inf, test = FALSE, over = "items", null = NULL, alternative = "two.sided") {
  level <- sided_level(conf_level, alternative)
  check_choice(variance, c("gwet", "ratio", "classic"), "variance")
  check_choice(distribution, c("t", "normal"), "distribution", optional = TRUE)
  if (!identical(population, Inf)) check_number(population, "population", above = 0)
  check_flag(test, "test")
  if (is.null(check_null(null)) && test) null <- 0
  check_choice(over, c("items", "both"), "over")
  classic <- variance == "classic"
  if (classic && over == "both") {
    abort_accord(
      "argument",
      c(
        "The classic variance is for fixed raters.",
        x = "{.arg over} is {.val both} and {.arg variance} is {.val classic}.",
        i = "Use {.code variance = \"gwet\"} or {.code variance = \"ratio\"}."
      ),
      argument = "over"
    )
  }
  new_ci(
    "analytic", level, if (classic) "ratio" else variance,
    classic = classic,
    null_variance = classic && identical(as.double(null), 0),
    distribution = distribution %||% if (classic) "normal" else "t",
    population = population,
    null = null,
    alternative = alternative,
    stated = conf_level,
    raters = if (over == "both") "left_out" else "fixed",
    units = units_of(over),
    label = if (over == "both") "analytic (random raters)" else "analytic"
  )
}

#' @export
interval_ratings.accord_ci_analytic <- function(ci, ratings, entries) {
  if (ci$classic && !is.null(ratings$cluster)) {
    abort_accord(
      "argument",
      c(
        "{.code variance = \"classic\"} assumes independent items.",
        x = "They come in {vctrs::vec_size(ratings$clusters)} cluster{?s}.",
        i = "Use {.code variance = \"gwet\"} or {.code variance = \"ratio\"}."
      ),
      argument = "variance"
    )
  }
  NextMethod()
}

#' @export
refusal.accord_ci_analytic <- function(ci, what) {
  switch(what,
    pairs = NULL,
    sums = if (ci$classic || ci$raters != "fixed") NextMethod(),
    difference = if (ci$classic) {
      "The classic variance is for a single table."
    } else if (!identical(ci$population, Inf)) {
      "A correction for a finite population is for a single estimate."
    } else if (ci$raters != "fixed") {
      "It takes raters as random, and two estimates may have raters in common."
    },
    NextMethod()
  )
}

#' @export
limit_df.accord_ci_analytic <- function(ci, df) if (ci$distribution == "t") pmax(df, 1) else Inf

#' @export
ci_call.accord_ci_analytic <- function(ci) {
  if (ci$distribution == "normal") "ci_analytic(distribution = \"normal\")" else NextMethod()
}

#' @export
add_interval.accord_ci_analytic <- function(ci, estimates) {
  n <- estimates$variance_items
  check_population(ci, n)
  if (ci$classic) check_classic(estimates)
  not_seen <- 1 - n / ci$population
  variance <- estimates$variance * not_seen
  if (ci$classic) variance <- variance * (n - 1) / n
  varies <- estimates$variance > 0 # without variation there is no interval
  df <- n - 1
  if (ci$raters == "left_out") {
    estimates <- rater_columns(estimates)
    of_raters <- ifelse(estimates$undefined_raters > 0, NA, estimates$rater_variance)
    df <- (variance + of_raters)^2 / (variance^2 / df + of_raters^2 / (estimates$variance_raters - 1))
    variance <- variance + of_raters
    varies <- varies | of_raters > 0
  }
  s <- sqrt(variance)
  s[!is.na(s) & !varies] <- NA_real_
  df <- limit_df(ci, df)
  half <- stats::qt(1 - (1 - ci$conf_level) / 2, df) * s
  result <- list(
    std.error = s,
    conf.low = pmax(estimates$estimate - half, lowest_limit(estimates)),
    conf.high = pmin(estimates$estimate + half, 1)
  )
  if (!is.null(ci$null)) {
    # If the items are the whole population, there is no sampling error and no test.
    known <- ci$null_variance & !is.na(estimates$null_variance)
    error <- ifelse(known, sqrt(estimates$null_variance * not_seen), s)
    result <- c(result, test_of(ci, estimates$estimate - ci$null, error, df))
  }
  result
}

check_population <- function(ci, n) {
  if (any(n > ci$population)) {
    unit <- sub("s( and raters)?$", "", ci$units)
    abort_accord(
      "argument",
      c(
        "{.arg population} must be at least the number of {unit}s.",
        x = "It is {ci$population}, but there are {max(n)} {unit}{cli::qty(max(n))}{?s}."
      ),
      argument = "population"
    )
  }
}

# The classic formulas assume that every rater rated every item.
check_classic <- function(estimates) {
  incomplete <- which(estimates$status == "ok" & !estimates$complete)
  if (length(incomplete)) {
    first <- estimates[incomplete[1], ]
    who <- if (is.na(first$n_raters)) "Raters" else paste(first$n_raters, "raters")
    all_rated <- isTRUE(first$n_ratings == first$n_raters * first$n_items) # of items that the coefficient uses
    missing <- if (all_rated) ", but other items have a single rating." else ", not all the same number."
    abort_accord(
      "argument",
      c(
        "{.code variance = \"classic\"} is for data in which all raters rated all items.",
        x = paste0("{who} gave {first$n_ratings} rating{?s} to {first$n_items} item{?s}", missing),
        i = "Use {.code variance = \"gwet\"} or {.code variance = \"ratio\"}."
      ),
      argument = "variance"
    )
  }
}

# For a proportion both posteriors are beta distributions, and the limits are those of Clopper & Pearson (1934).
share_limits <- function(times, n, conf_level) {
  n[n == 0] <- NA
  tail <- (1 - conf_level) / 2
  list(
    low = stats::qbeta(tail, times, n - times + 1),
    high = stats::qbeta(tail, times + 1, n - times, lower.tail = FALSE)
  )
}
