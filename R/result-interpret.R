#' Verbal labels of benchmark scales
#'
#' Adds a verbal label such as "moderate" to each estimate, from a published scale or your own, optionally only as
#' high a label as the standard error allows.
#'
#' @details
#' `method = "estimate"` uses the label of the estimate. This ignores its uncertainty: with few items, the true value
#' behind .61 may well be .45.
#'
#' `method = "probabilistic"` is the benchmarking of Gwet (2014, chapter 6). The true coefficient is assumed to be
#' normal around the estimate \eqn{c}, with the standard error \eqn{s}, truncated to the range from the lower end
#' \eqn{l} of the scale to 1. The probability that it is at least the lower bound \eqn{b} of a label is
#' \deqn{\frac{\Phi((c - b)/s) - \Phi((c - 1)/s)}{\Phi((c - l)/s) - \Phi((c - 1)/s)}}{
#' (Phi((c - b)/s) - Phi((c - 1)/s)) / (Phi((c - l)/s) - Phi((c - 1)/s))} and the label is the highest for which it
#' exceeds `threshold`. So `probability` is the probability of this label *or a better one*.
#'
#' @section Limits of these scales:
#' The scales are conventions. Landis and Koch called their own divisions arbitrary, and none has a mathematical
#' basis. The size of a coefficient depends not only on the raters, but also on the number of categories, on their
#' prevalence, on weights, and on the coefficient. If raters use one of two categories nine times out of ten, chance
#' agreement is high, and a "moderate" kappa there may mean better ratings than a "substantial" one elsewhere (Sim and
#' Wright 2005; Bakeman et al. 1997). So report the coefficient with its interval, name the scale of the label, and
#' consider the effect of the errors on your results. Krippendorff's cut-offs are meant for alpha, those of Koo and Li
#' for intraclass correlations, those of Cicchetti and Sparrow for these and kappa, all others for kappa.
#'
#' @section Scales:
#' | `scale` | labels |
#' |---|---|
#' | `"landis_koch"` | Poor < 0, Slight to .2, Fair to .4, Moderate to .6, Substantial to .8, Almost perfect |
#' | `"fleiss"` | Poor < .4, "Fair to good" from .4 to .75, Excellent |
#' | `"altman"` | Poor to .2, Fair to .4, Moderate to .6, Good to .8, Very good |
#' | `"cicchetti_sparrow"` | Poor < .4, Fair from .4, Good from .6, Excellent from .75 |
#' | `"regier"` | Unacceptable < .2, Questionable from .2, Good from .4, Very good from .6, Excellent |
#' | `"koo_li"` | Poor < .5, Moderate from .5, Good from .75 to .9, Excellent |
#' | `"krippendorff"` | Not reliable < .667, Tentative from .667, Reliable from .8 |
#'
#' "To" and "from" include the bound. Some sources print ranges with two digits, so that .405 lies between .21-.40 and
#' .41-.60; here a value above .40 belongs to the upper range, and a value within 1e-10 of a bound is equal to it.
#' "Tentative" is short for "good for tentative conclusions only". Regier et al. observed no kappa of .8; "Excellent"
#' for such values was added by others who cite their scale.
#'
#' @section Missing and degenerate data:
#' If `estimate` is `NA`, so is the label. Percent, unanimous and specific agreement are not corrected for chance, so
#' published scales do not apply to them: their label is `NA`. So is that of Kendall's W, which depends on the number of
#' raters, and of mean rank correlations. Your own scale is applied to all rows. The lowest label
#' of a scale that begins at -1 has no lower bound. Without a standard error the probabilistic method gives `NA`, with
#' a warning; with a standard error of 0 it gives the label of the estimate.
#'
#' @section Errors:
#' An object without estimates (`accord_error_not_agreement`), the probabilistic method without a column `std.error`
#' (`accord_error_no_std_error`), a grouping column with the name of an added column (`accord_error_reserved_name`),
#' estimates above 1 or below the lowest bound of your own scale (`accord_error_outside_scale`), and arguments that
#' are not as described here (`accord_error_argument`). All have the class `accord_error` too.
#'
#' @param x A result of accord, such as that of [krippendorff_alpha()], also filtered or combined, or a numeric vector
#'   of estimates.
#' @param scale The name of a scale (see below), or your own scale: the lower bounds, which are included, named by the
#'   labels. The default is `"koo_li"` for intraclass correlations, including the coefficients of
#'   [generalizability()], and `"landis_koch"` otherwise.
#' @param method `"estimate"`: the label of the estimate. `"probabilistic"`: the highest label
#'   that the true coefficient reaches with a probability above `threshold`.
#' @param threshold For the probabilistic method: the probability to be exceeded, between 0 and 1.
#'
#' @return `interpret()`: `x` with new columns at its end, `interpretation` (the label) and `interpretation_scale`
#'   (the name of the scale, or `"custom"`), and for the probabilistic method `probability`, that of the label or a
#'   better one. For a numeric vector, the labels. [paper_table()] and printing show the labels next to the intervals.
#'
#'   `interpretation_scales()`: a tibble with a row per label, the highest first: `scale`, `source`, `label`, `lower`
#'   (its lower bound) and `inclusive` (whether the bound belongs to it).
#'
#' @references
#' Altman, D. G. (1991) *Practical Statistics for Medical Research*, p. 404.
#' \doi{10.1201/9780429258589}
#'
#' Bakeman, R., McArthur, D., Quera, V. and Robinson, B. F. (1997) Detecting sequential patterns
#' and determining their reliability with fallible observers. *Psychological Methods* 2, 357-370.
#' \doi{10.1037/1082-989X.2.4.357}
#'
#' Cicchetti, D. V. and Sparrow, S. A. (1981) Developing criteria for establishing interrater
#' reliability of specific items. *American Journal of Mental Deficiency* 86, 127-137. Also in
#' Cicchetti (1994), \doi{10.1037/1040-3590.6.4.284}
#'
#' Fleiss, J. L. (1981) *Statistical Methods for Rates and Proportions*, 2nd ed. Also in the
#' 3rd ed. with Levin and Paik (2003), chapter 18. \doi{10.1002/0471445428}
#'
#' Gwet, K. L. (2014) *Handbook of Inter-Rater Reliability*, 4th ed., chapter 6.
#' ISBN 9780970806284
#'
#' Koo, T. K. and Li, M. Y. (2016) A guideline of selecting and reporting intraclass correlation
#' coefficients for reliability research. *Journal of Chiropractic Medicine* 15, 155-163.
#' \doi{10.1016/j.jcm.2016.02.012}
#'
#' Krippendorff, K. (2004) Reliability in content analysis: some common misconceptions and
#' recommendations. *Human Communication Research* 30, 411-433.
#' \doi{10.1111/j.1468-2958.2004.tb00738.x}
#'
#' Landis, J. R. and Koch, G. G. (1977) The measurement of observer agreement for categorical
#' data. *Biometrics* 33, 159-174. \doi{10.2307/2529310}
#'
#' Regier, D. A., Narrow, W. E., Clarke, D. E., Kraemer, H. C., Kuramoto, S. J., Kuhl, E. A. and
#' Kupfer, D. J. (2013) DSM-5 field trials in the United States and Canada, part II. *American
#' Journal of Psychiatry* 170, 59-70. \doi{10.1176/appi.ajp.2012.12070999}
#'
#' Sim, J. and Wright, C. C. (2005) The kappa statistic in reliability studies: use,
#' interpretation, and sample size requirements. *Physical Therapy* 85, 257-268.
#' \doi{10.1093/ptj/85.3.257}
#' @seealso [paper_table()] for the table.
#' @export
#' @examples
#' # Krippendorff (2011), example C: 12 units, 4 observers
#' observers <- rbind(
#'   A = c(1, 2, 3, 3, 2, 1, 4, 1, 2, NA, NA, NA),
#'   B = c(1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NA, 3),
#'   C = c(NA, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NA),
#'   D = c(1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NA)
#' )
#' alpha <- krippendorff_alpha(observers, layout = "raters_in_rows", level = "nominal")
#' interpret(alpha, "krippendorff")
#'
#' # Substantial is what the estimate says, not what eleven items can show
#' interpret(alpha)
#' interpret(alpha, method = "probabilistic")
#'
#' # Numbers, and a scale of your own
#' interpret(c(0.2, 0.45, 0.8), c(poor = -1, fair = 0.4, good = 0.6))
#' interpretation_scales()
interpret <- function(x, scale = NULL, method = c("estimate", "probabilistic"), threshold = 0.95) {
  check_given(x, "x")
  if (!is.null(scale)) scale <- check_scale(scale)
  method <- if (missing(method)) "estimate" else method
  check_choice(method, c("estimate", "probabilistic"), "method")
  check_number(threshold, "threshold", above = 0, below = 1)
  probabilistic <- method == "probabilistic"
  if (is.numeric(x) && is.null(dim(x))) {
    if (probabilistic) abort_no_std_error()
    scale <- scale %||% check_scale("landis_koch")
    check_within(x, scale)
    return(labels_reached(scale, estimate_reaches(x, scale)))
  }
  check_interpretable(x, probabilistic)
  name <- if (is.null(scale)) usual_scale(x) else rep(scale$name, nrow(x))
  estimate <- as.double(x[["estimate"]])
  estimate[has_no_scale(x) & name != "custom"] <- NA_real_
  words <- data.frame(label = rep(NA_character_, nrow(x)), probability = rep(NA_real_, nrow(x)))
  for (one in unique(name)) {
    rows <- which(name == one)
    se <- if (probabilistic) as.double(x[["std.error"]])[rows]
    words[rows, ] <- words_of(estimate[rows], se, scale %||% check_scale(one), threshold)
  }
  if (probabilistic) warn_no_std_error(estimate, as.double(x[["std.error"]]), startsWith(coefficient_names(x), "icc"))
  x[["interpretation"]] <- words$label
  x[["interpretation_scale"]] <- name
  # A probability from an earlier call would not belong to the new labels.
  if (!"probability" %in% key_names(x)) x[["probability"]] <- NULL
  if (probabilistic) x[["probability"]] <- words$probability
  x
}

# Package effectsize also has a generic interpret(), which is called for results of accord if it was attached later.
#' @exportS3Method effectsize::interpret
interpret.accord_result <- function(x, ...) interpret(x, ...)

# The usual scale for the coefficient of each row.
usual_scale <- function(x) {
  name <- coefficient_names(x)
  ifelse(startsWith(name, "icc") | name %in% c("generalizability", "dependability"), "koo_li", "landis_koch")
}

coefficient_names <- function(x) as.character(x[["coefficient"]] %||% x[["term"]] %||% rep("", nrow(x)))

# The label of each estimate and, if standard errors are given, its cumulative probability.
words_of <- function(estimate, se, scale, threshold) {
  check_within(estimate, scale)
  if (is.null(se)) {
    label <- labels_reached(scale, estimate_reaches(estimate, scale))
    return(data.frame(label = label, probability = rep(NA_real_, length(estimate))))
  }
  probability <- probability_above(estimate, se, scale)
  reached <- probability > threshold
  data.frame(
    label = labels_reached(scale, reached),
    probability = probability[cbind(seq_along(estimate), first_reached(reached))]
  )
}

# Whether a coefficient is not corrected for chance.
is_raw <- function(x) coefficient_names(x) %in% REGISTRY$id[!REGISTRY$corrected]

# These are the coefficients that kendall_w() returns.
RANK_COEFFICIENTS <- c("kendall_w", "mean_spearman", "mean_kendall")

# No published scale is for these.
has_no_scale <- function(x) is_raw(x) | coefficient_names(x) %in% RANK_COEFFICIENTS

# Interval membership probabilities by Gwet (2014, chapter 6), accumulated from the top.
probability_above <- function(estimate, se, scale) {
  above <- function(bound) stats::pnorm((estimate - bound) / se) - stats::pnorm((estimate - 1) / se)
  bottom <- max(min(scale$lower), -1)
  probability <- vapply(pmax(scale$lower, -1), above, numeric(length(estimate))) / above(bottom)
  probability <- matrix(probability, length(estimate))
  # Without a standard error above 0, or with no probability within the scale, the label of the estimate is certain.
  certain <- which(se == 0 | above(bottom) <= 0)
  probability[certain, ] <- estimate_reaches(estimate[certain], scale)
  probability[is.na(se), ] <- NA_real_
  probability
}

check_interpretable <- function(x, probabilistic) {
  estimate <- if (is.data.frame(x)) x[["estimate"]]
  kind <- not_coefficients(x)
  if (is.data.frame(x)) check_no_false_integers(x, intersect("estimate", names(x)))
  if (!is.null(kind) || !is.numeric(estimate) && !(is.logical(estimate) && all(is.na(estimate)))) {
    abort_accord(
      "not_agreement",
      c(
        "{.arg x} must be coefficients, as of {.fn agreement}, or numbers.",
        x = if (!is.null(kind)) {
          "It is {kind}."
        } else if (!is.data.frame(x)) {
          "It is {.obj_type_friendly {x}}."
        } else {
          "It has no column {.field estimate} of numbers."
        }
      )
    )
  }
  if (probabilistic && is.null(x[["std.error"]])) abort_no_std_error()
  new <- c("interpretation", "interpretation_scale", if (probabilistic) "probability")
  check_free_names(key_names(x), new, advice = "Rename it before you call {.fn interpret}.")
}

abort_no_std_error <- function() {
  abort_accord(
    "no_std_error",
    c(
      "The probabilistic method needs the standard error of each estimate.",
      x = "{.arg x} has no column {.field std.error}.",
      i = "Choose {.code method = \"estimate\"}, or give a result of {.fn agreement} with an interval, as by
        {.code ci = ci_jackknife()}."
    )
  )
}

# `never`: the estimates whose coefficients never have a standard error, whatever the interval.
warn_no_std_error <- function(estimate, se, never) {
  lacking <- !is.na(estimate) & is.na(se)
  without <- sum(lacking)
  if (without > 0) {
    warn_accord(
      "no_std_error",
      c(
        "The probabilistic method needs the standard error of each estimate.",
        x = "{without} estimate{?s} {?has/have} none; {?its/their} label is {.val {NA}}.",
        i = if (any(lacking & !never)) {
          "Ask for an interval when you compute the coefficient, as by {.code ci = ci_jackknife()}."
        },
        i = if (any(lacking & never)) "Intraclass correlations have none: choose {.code method = \"estimate\"}."
      ),
      n = without
    )
  }
}
