#' Shares and means from labels by people and a model
#'
#' People labelled a random part of the items, a model all of them. The model's labels alone give a biased estimate,
#' however many there are, since its errors are systematic; the labels of people alone give a wide interval. Together
#' they give an estimate whose interval is valid however good the model is, and narrower the better the model is
#' (prediction-powered inference, Angelopoulos and others 2023).
#'
#' @details
#' With labels \eqn{Y_i} and predictions \eqn{f_i} of the \eqn{n} items that people labelled, and predictions of
#' \eqn{N} other items,
#' \deqn{\hat\theta = \lambda \bar f_{others} + \frac{1}{n} \sum_{i=1}^n (Y_i - \lambda f_i),}{
#' theta = lambda mean(f, others) + mean(Y - lambda f, labelled),}
#' and its variance is that of the two means,
#' \eqn{\lambda^2 s^2_f / N + s^2_{Y - \lambda f} / n}{lambda^2 var(f)/N + var(Y - lambda f)/n}. \eqn{\lambda}{lambda}
#' is the weight of the model: at 0 it is ignored, at 1 used in full. `lambda = NULL` chooses the value with the
#' smallest variance (PPI++, Angelopoulos, Duchi and Zrnic 2023),
#' \deqn{\hat\lambda = \frac{\mathrm{cov}(Y, f)}{(1 + n/N)\, \mathrm{var}(f)},}{
#' lambda = cov(Y, f) / ((1 + n/N) var(f)),}
#' with the covariance over the labelled items and the divisor \eqn{n}, and the variance of \eqn{f} over all
#' \eqn{n + N} items and the divisor \eqn{n + N - 1}, so that a poor model hardly widens the interval.
#'
#' If items had different probabilities \eqn{\pi_i} of being labelled by people, give them as `probability`. Then all
#' items are used, and the labelled ones have weights \eqn{w_i \propto 1/\pi_i}{w_i ~ 1/pi_i} that sum to 1:
#' \deqn{\hat\theta = \lambda \bar f + \sum_i w_i (Y_i - \lambda f_i),}{
#' theta = lambda mean(f) + sum w (Y - lambda f),}
#' with the variance by linearisation, and \eqn{\lambda}{lambda} again
#' chosen to minimise this variance.
#'
#' For numbers the mean is estimated, for logical labels the share of `TRUE`, for text and factors the share of each
#' category. Predictions of numbers and logical labels may be numbers, such as probabilities. With
#' `differences = TRUE` there is a row for each pair of groups, the second minus the first.
#'
#' `n_equivalent` is the number of items that people alone would have had to label, at random, for the same standard
#' error: the variance of the labels divided by the squared standard error. If it is about `n_labelled`, the model was
#' of no use. It is at most the number of items; a larger ratio is due to chance in few labels.
#'
#' @section Intervals:
#' **Shares** have score limits ([ci_score()], the default for shares), which contain all shares \eqn{p} with
#' \deqn{(\hat\theta - p)^2 \le z^2 \frac{p (1 - p)}{m},}{(theta - p)^2 <= z^2 p (1 - p) / m,}
#' as in the interval of Wilson (1927) for \eqn{m} labels; without a model they are Wilson's. An estimate below 0 or
#' above 1 is taken as 0 or 1 here. \eqn{m} is the number of labels by people alone that would be as precise.
#' With \eqn{r} the variance of the estimate divided by that of the estimate from the labels alone,
#' and \eqn{n} labels with the variance \eqn{s^2} (with the divisor \eqn{n - 1}; in the
#' first variance the divisor is \eqn{n - 2} with \eqn{\lambda}{lambda} chosen from the data), it is
#' \deqn{m = n \frac{n s^2 + 1}{r n s^2 + 1} \quad (r < 1), \qquad m = n / r \quad (r \ge 1).}{
#' m = n (n s^2 + 1) / (r n s^2 + 1) where r < 1, m = n / r where r >= 1.}
#' This is a little less than `n_equivalent`, as if one additional label had differed from its prediction: a model that
#' made no error in five labels of a category may still make some. (With unequal probabilities \eqn{n} is Kish's
#' effective number of labels.) Limits of differences are computed from those of both shares (Newcombe 1998). Limits of
#' shares are always between 0 and 1, and exist even if no label is of the category.
#'
#' **Means** have t limits ([ci_analytic()]): variances are divided by \eqn{n - 1}, or \eqn{n - 2} with
#' \eqn{\lambda}{lambda} chosen from the data, and the quantile is that of t, with Satterthwaite's degrees of freedom
#' (with unequal probabilities, from Kish's effective number of labels). `ci_analytic(distribution = "normal")` is the
#' published one, with division by \eqn{n} and the normal quantile; it is too narrow with few labels. For shares both
#' are truncated at 0 and 1, for their differences at -1 and 1. For numbers that are 0 or 1, [ci_score()] treats the
#' mean as a share.
#'
#' In a simulation 20 to 100 of 1,000 items were labelled, 2 to 50 percent of all were of the category, and models
#' ranged from useless to nearly perfect and predicted yes or no, or a probability (100 designs, 1,500 data sets
#' each). 95% score limits contained the true share in 93 to 100 percent; t limits, if they existed, in 70 to 100
#' percent, and Wilson's, from the labels alone, in 91 to 99 percent. With few labels and a good model score limits
#' are wider than necessary. If items that the model put in the category were four times as likely to be labelled (45
#' designs of 30 to 100 labels, 1,000 data sets each), they contained it in 93 to 100 percent, t limits in 77 to 96.
#' Designs like these are in `bench/coverage-corrected.R` in the sources.
#'
#' For differences of two shares, the score limits contained the true difference in 92 to 100 percent (217 designs, 600
#' data sets each, with 20 to 100 of 500 items labelled in each group, shares from 1 to 96 percent, and models that were
#' as good in both groups or not), 98 percent on average, and least often for shares near a half and a useless model.
#' With few labels of a rare category they are wider than necessary (`bench/coverage-corrected-differences.R`).
#'
#' All intervals refer to the population from which the items were drawn, and so are slightly too wide for these items
#' themselves. They are not valid if the part labelled by people is not random, which the data cannot show. Estimates
#' are not truncated: with few labels of a rare category they may lie outside of 0 and 1, and outside of their limits.
#' The shares of three or more categories add up to 1 only with one `lambda` for all of them, such as `lambda = 1`: if
#' it is chosen for each category, their sum differs a little from 1.
#'
#' @section Calibration sample:
#' If the items with labels are from another population, such as the posts of an earlier year, they are given as
#' `calibration`, a data frame with the same two columns. From them come the sensitivity \eqn{e} and specificity
#' \eqn{s} of the model, and the share of the category in `data`, of whose items the model puts \eqn{q} in it, is (Rogan
#' and Gladen 1978)
#' \deqn{\hat\theta = \frac{q + s - 1}{e + s - 1}.}{theta = (q + s - 1) / (e + s - 1).}
#' For three labels or more, the shares are \eqn{M^{-1} q}{solve(M) q}, where column \eqn{k} of \eqn{M} has the shares
#' of predictions among items of label \eqn{k}. (Each label against the rest would be wrong if shares change, as the
#' errors on the rest depend on its composition.) The sample must be random within each label; it may have more items of
#' rare labels than the population, but must not be drawn by the prediction. All groups of `by` share it.
#'
#' Melded limits ([ci_melded()], the default; Bayer, Fay and Graubard 2023) of a share are the quantiles of
#' \eqn{\theta} with each count as uncertain as in Clopper and Pearson's limits, in the direction least favourable for
#' the limit: for the lower one \eqn{q} has the distribution Beta(\eqn{x}, \eqn{n - x + 1}), \eqn{e} that of Beta(\eqn{y
#' + 1}, \eqn{m - y}), for \eqn{x} of \eqn{n} predictions and \eqn{y} of \eqn{m} items predicted right. With more labels
#' these are Dirichlet distributions, with one more item in the least favourable cell, in 16,384 fixed draws. Limits of
#' Lang and Reiczigel (2014) for two labels, [ci_adjusted()], are narrower. Limits are truncated at 0 and 1;
#' where sensitivity and specificity add up to less than 1, the share is 1 if \eqn{q} exceeds \eqn{e}, and 0 otherwise.
#' In 100
#' simulated studies of each of 30 designs of two labels and 50 of each of 12 with three or four
#' (`bench/coverage-calibration.R` in the sources), melded 95% limits contained the share in 94 to 100%, adjusted ones
#' in 93 to 100%, Wald's in 49 to 99%.
#'
#' **Only the shares may differ between the two populations, not the errors of the model.** If items of `data` have
#' labels as well, `equal_errors` is the p value of the hypothesis that the model is right as often in both (Fisher's
#' exact test for each label, with Bonferroni's correction), and the warning `accord_warning_unequal_errors` tells a
#' value below .05. If these labels are of a random part, leave out `calibration`: the estimate is then valid without
#' this assumption, and mostly narrower. A share has the `status` "no share from 0 to 1 agrees with the errors in the
#' calibration sample" if its limits lie outside of 0 and 1, "sensitivity + specificity is not above 1" if the model is
#' no better than chance, and "the predictions do not tell the labels apart" for more labels. Without calibration items
#' of a label there is an error, with fewer than ten the warning `accord_warning_few_calibration`.
#'
#' @section Missing and degenerate data:
#' A label that is `NA` means that nobody was asked to label the item. **Items that were drawn for labelling and have no
#' label**, such as ties and skipped items, break the random sample: `drawn` names them, and the warning
#' `accord_warning_lost_labels` says how many there are, and how the predictions of these items differ from those of the
#' others. It is also given for ties in a consensus that was joined by [augment()][tidy.accord_consensus], and for items
#' of a calibration sample without a label. An item without prediction is an error, since leaving
#' it out would change the population. If fewer than three items are labelled, or `lambda` is so large that variances
#' overflow, the estimate is `NA`, and `status` says so (warning `accord_warning_undefined`); if labels and predictions
#' do not vary, there is an estimate, but no interval for a mean (`accord_warning_no_interval`). An empty cell is text,
#' and so a category: the warning `accord_warning_no_answer` names labels that look like missing ones. If all items are
#' labelled, the estimate is the mean of the labels (with unequal probabilities the mean weighted by
#' \eqn{1/\pi_i}{1/pi_i}). If predictions do not vary, \eqn{\lambda}{lambda} is chosen as 0.
#'
#' @section Errors:
#' `accord_error_missing_prediction`; `accord_error_not_numeric` if labels are numbers and predictions are not, or the
#' other way round; `accord_error_categories` if they have no category in common; `accord_error_infinite_rating`;
#' `accord_error_calibration` for labels without calibration items, `accord_error_not_labels` if labels or predictions
#' are numbers other than 0 and 1 with a calibration sample; `accord_error_drawn` for items with a label that were not
#' drawn;
#' `accord_error_probability` for probabilities that are missing, 0 or below, or above 1; `accord_error_no_labels` if
#' no item was labelled; `accord_error_no_rows`, `missing_column`, `column_type`, `list_column`, `reserved_name` and
#' `argument`, with the same prefix.
#'
#' @param data A data frame with a row per item.
#' @param label <[`tidy-select`][tidyselect::language]> Column of the labels by people, `NA` if there is none:
#'   numbers, logical, text or a factor. With a calibration sample `data` need not have it.
#' @param prediction <[`tidy-select`][tidyselect::language]> Column of the model's labels, for every item.
#' @param probability <[`tidy-select`][tidyselect::language]> Column of the probability of each item to be drawn for
#'   labelling by people, above 0 and at most 1; needed for labelled items. Only the ratios matter. By default it is
#'   the same for all items.
#' @param ... Must be empty.
#' @param calibration A data frame of labelled items of another population, with the columns of `label` and
#'   `prediction`; see below.
#' @param drawn <[`tidy-select`][tidyselect::language]> Column that is `TRUE` for items that people were to label. By
#'   default these are the items with a label.
#' @param by <[`tidy-select`][tidyselect::language]> Columns that split the items into groups. The default is
#'   the grouping of a grouped data frame.
#' @param differences Whether to estimate the differences of all pairs of groups instead of each group.
#' @param lambda The weight of the model, a number; `NULL` chooses it for each group and category.
#' @param ci The interval: [ci_default()], which is [ci_score()] for shares and [ci_analytic()] for means,
#'   `ci_analytic(distribution = "normal")` or [ci_none()]; with a calibration sample [ci_melded()], the default,
#'   [ci_adjusted()] or [ci_none()]. See below.
#' @return A tibble of class `accord_estimate`, a row per group and category: the group keys (for differences
#'   `group_1` and `group_2`, keys pasted together), `term` (`"mean"` or the category), `estimate`, `std.error`, `df`,
#'   `conf.low`, `conf.high`, `interval`, `conf.level`, `lambda`, `n_labelled`, `n_items`, `n_equivalent` and
#'   `status`, `"ok"` or the reason why there is no estimate. For differences `lambda` and `n_equivalent` are `NA`,
#'   and the counts are those of both groups. Other results have the estimates that are plotted beside: `model_alone`
#'   from all predictions, with the limits `model_low` and `model_high`, which ignore the errors of the model, and
#'   `people_alone`, `people_low` and `people_high` from the labels. With a calibration sample `n_labelled` is its size,
#'   and `sensitivity`, `specificity` (for two labels) and `equal_errors` follow; `n_drawn` is there if drawn items have
#'   no label. [tidy()][tidy.accord_estimate] and [paper_table()] accept the result.
#' @references
#' Angelopoulos, A. N., Bates, S., Fannjiang, C., Jordan, M. I. and Zrnic, T. (2023) Prediction-powered
#' inference. *Science* 382, 669-674. \doi{10.1126/science.adi6000}
#'
#' Angelopoulos, A. N., Duchi, J. C. and Zrnic, T. (2023) PPI++: efficient prediction-powered inference.
#' \doi{10.48550/arXiv.2311.01453}
#'
#' Bayer, D. M., Fay, M. P. and Graubard, B. I. (2023) Confidence intervals for prevalence estimates from complex
#' surveys with imperfect assays. \doi{10.48550/arXiv.2205.13494}
#'
#' Egami, N., Hinck, M., Stewart, B. M. and Wei, H. (2023) Using imperfect surrogates for downstream
#' inference: design-based supervised learning for social science applications of large language models.
#' *NeurIPS 2023*.
#' \doi{10.48550/arXiv.2306.04746}
#'
#' Lang, Z. and Reiczigel, J. (2014) Confidence limits for prevalence of disease adjusted for estimated sensitivity
#' and specificity. *Preventive Veterinary Medicine* 113, 13-22. \doi{10.1016/j.prevetmed.2013.09.015}
#'
#' Newcombe, R. G. (1998) Interval estimation for the difference between independent proportions: comparison of eleven
#' methods. *Statistics in Medicine* 17, 873-890.
#' \doi{10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I}
#'
#' Rogan, W. J. and Gladen, B. (1978) Estimating prevalence from the results of a screening test. *American Journal of
#' Epidemiology* 107, 71-76. \doi{10.1093/oxfordjournals.aje.a112510}
#'
#' Wilson, E. B. (1927) Probable inference, the law of succession, and statistical inference. *Journal of the American
#' Statistical Association* 22, 209-212. \doi{10.1080/01621459.1927.10502953}
#' @seealso [corrected_regression()] for regression coefficients, [alt_test()] for whether the model may replace
#'   people; `vignette("people-and-a-model")`.
#' @export
#' @examples
#' set.seed(1)
#' truth <- runif(1000) < .3
#' items <- data.frame(
#'   year = rep(c(2023, 2024), each = 500),
#'   person = ifelse(runif(1000) < .2, truth, NA),
#'   model = ifelse(runif(1000) < .15, TRUE, truth)
#' )
#' mean(items$model)
#' corrected_estimate(items, person, model)
#' corrected_estimate(items, person, model, by = year, differences = TRUE)
#'
#' # The labels are of 2023 only
#' earlier <- subset(items, year == 2023 & !is.na(person))
#' corrected_estimate(subset(items, year == 2024, model), person, model, calibration = earlier)
corrected_estimate <- function(data, label, prediction, ..., calibration = NULL, probability = NULL, drawn = NULL,
                               by = NULL, differences = FALSE, lambda = NULL, ci = ci_default()) {
  check_no_dots(...)
  check_flag(differences, "differences")
  if (!is.null(lambda)) lambda <- check_number(lambda, "lambda")
  ci <- as_ci(ci)
  check_items(data)
  quos <- rlang::enquos(label = label, prediction = prediction, probability = probability, drawn = drawn, by = by)
  if (!is.null(calibration)) {
    check_calibration_alone(quos, differences, lambda)
    return(estimate_by_calibration(data, calibration, quos, ci))
  }
  columns <- label_columns(data, quos$label, quos$prediction, quos$probability, quos$drawn)
  ci <- estimate_ci(ci, columns)
  groups <- row_groups(group_keys(data, group_columns(data, quos$by)))
  check_free_names(names(groups$keys), c(ESTIMATE_COLUMNS, ALONE_COLUMNS, "n_drawn"))
  check_differences(differences, groups)
  check_common_labels(columns$label, columns$prediction)
  terms <- label_terms(columns)
  of_group <- split(seq_len(nrow(data)), groups$code %||% rep(1L, nrow(data)))
  each <- expand.grid(term = seq_along(terms$names), group = seq_along(of_group))
  share <- columns$share || ci$method == "score"
  bounds <- if (share) 0:1 else c(-Inf, Inf)
  rows <- Map(function(term, g) {
    here <- of_group[[g]]
    estimates_beside(terms$at(term, here), columns$weight[here], lambda, ci, bounds)
  }, each$term, each$group)
  rows <- vctrs::vec_rbind(!!!rows)
  rows$term <- terms$names[each$term]
  result <- if (differences) {
    rows <- differences_of_groups(rows, each$group, groups$keys, ci)
    if (ci$method == "score") rows else with_limits(rows, ci, if (share) c(-1, 1) else c(-Inf, Inf))
  } else {
    vctrs::vec_cbind(vctrs::vec_slice(groups$keys, each$group), rows)
  }
  lost <- any(columns$drawn & is.na(columns$label)) && !differences
  if (lost) result$n_drawn <- unname(vapply(of_group, function(here) sum(columns$drawn[here]), 0L))[each$group]
  new_estimate(result, ci, c(if (!differences) ALONE_COLUMNS, if (lost) "n_drawn"))
}

ESTIMATE_COLUMNS <- c(
  "term", "estimate", "std.error", "df", "conf.low", "conf.high", "interval", "conf.level", "lambda",
  "n_labelled", "n_items", "n_equivalent", "status"
)

# Estimates from the predictions of all items alone, and from the labels alone.
ALONE_COLUMNS <- c("model_alone", "model_low", "model_high", "people_alone", "people_low", "people_high")

# Returns a row with the corrected estimate and, beside it, those from the predictions alone and the labels alone.
estimates_beside <- function(term, weight, lambda, ci, bounds) {
  exact <- is.infinite(limit_df(ci, 1))
  limited <- function(...) with_limits(estimate_mean(..., exact), ci, bounds)
  beside <- list(
    limited(list(label = term$prediction, prediction = term$prediction), NULL, 0), limited(term, weight, 0)
  )
  values <- lapply(beside, function(row) row[c("estimate", "conf.low", "conf.high")])
  cbind(limited(term, weight, lambda), stats::setNames(do.call(cbind, values), ALONE_COLUMNS))
}

# Builds the result, and warns about rows without an estimate or an interval. `more`: columns beside those that all
# estimates have.
new_estimate <- function(rows, ci, more = character()) {
  # With few labels the estimated gain from predictions may by chance exceed that of labelling all items.
  rows$n_equivalent <- pmin(rows$n_equivalent, rows$n_items)
  rows$interval <- rep(estimate_label(ci), nrow(rows))
  rows$conf.level <- rep(ci$conf_level %||% NA_real_, nrow(rows))
  keys <- setdiff(names(rows), c(ESTIMATE_COLUMNS, more, "variance", "of_labels", "n_effective"))
  columns <- unclass(rows)[c(keys, ESTIMATE_COLUMNS, more)]
  result <- new_result(columns, nrow = nrow(rows), class = "accord_estimate")
  warn_estimates(result)
  result
}
