#' Exact limits for two raters and two categories
#'
#' Limits that contain the value of the population with at least the stated probability, whatever the two raters do
#' and however few items there are. Other intervals are approximations, whose coverage was simulated.
#'
#' @details
#' The numbers of items on which two raters said (yes, yes), (yes, no), (no, yes) and (no, no) are a draw from a
#' multinomial distribution with \eqn{n} items. By Buehler's (1957) method, which Shan and Wang (2017) applied to
#' Cohen's kappa, all tables of \eqn{n} items are ranked by a statistic \eqn{T}. With \eqn{\alpha} the probability on
#' one side (.025 with `conf_level = 0.95`) and \eqn{x} the observed table, the lower limit is the smallest value of the
#' coefficient that is compatible with \eqn{x},
#' \deqn{\inf \{\kappa(\pi): P_\pi(T \ge T(x)) > \alpha\},}{inf {kappa(pi): P_pi(T >= T(x)) > alpha},}
#' over the probabilities \eqn{\pi} of the four cells, and the upper limit likewise the largest. \eqn{T} is the limit by
#' the delta method after half an item was added to each cell; tables whose \eqn{T} differs by less than \eqn{1 / (4 n)}
#' have the same rank. The order decides how narrow limits are, and not whether they hold. The share of the first
#' category among the items on which both agree is sought within its own limits (Clopper and Pearson 1934), which it
#' exceeds with a probability of at most \eqn{\alpha / 25}; \eqn{24 \alpha / 25} are left for the coefficient (Berger
#' and Boos 1994). Otherwise populations that the data exclude, such as those with a very rare category, would make
#' limits of many items too wide.
#'
#' Each limit alone holds with probability \eqn{1 - \alpha}, so that `alternative = "greater"` gives an exact statement
#' such as "at least .67 with 97.5%". For percent agreement, and for Brennan and Prediger's coefficient with two
#' categories, which is \eqn{2 p - 1}, the limits are those of Clopper and Pearson (1934). As the data are discrete, the
#' coverage is usually above the stated level. Computed without simulation for 34 populations and 10, 20 and 30 items
#' (`bench/coverage-exact.R` in the sources), 95% limits contained kappa with a probability of .959 and more, and a
#' limit failed on one side with at most .0225; [ci_default()] .940 and .046, [ci_analytic()] .629 and .346. They were
#' 1, 1.12 and 1.16 times as wide as the default (medians), and 1.02 to 1.12 times in tables of 60 to 200 items.
#'
#' The infimum is sought over a grid of the composition of agreements and disagreements, and then around the best of its
#' points, so that the error of a limit is about .0001.
#'
#' Limits are for the coefficients [percent_agreement()], [brennan_prediger()], [gwet_ac()] (AC1), [cohen_kappa()] or
#' [conger_kappa()], and [scott_pi()] or [fleiss_kappa()].
#'
#' @section Degenerate data:
#' Without an estimate, as when both raters put all items in one category, there are no limits. Such tables have no
#' rank, so the stated probability counts them as tables whose limits are -1 and 1. With perfect agreement in two
#' categories the upper limit is 1. There is no standard error.
#'
#' @section Errors:
#' `accord_error_argument` if a coefficient is none of those above, if there are more than two categories, if items are
#' in clusters, if an item has another number of ratings than one by each of two raters (items that no rater, or for
#' [percent_agreement()] and [brennan_prediger()] only one, rated do not count), and with more than 300 items;
#' `accord_error_anonymous` if raters are anonymous. Case weights must be integer frequencies.
#'
#' @inheritParams ci_jackknife
#' @inherit ci_jackknife return
#' @references
#' Berger, R. L., and Boos, D. D. (1994) P values maximized over a confidence set for the nuisance parameter. *Journal
#' of the American Statistical Association* 89, 1012-1016. \doi{10.1080/01621459.1994.10476836}
#'
#' Buehler, R. J. (1957) Confidence intervals for the product of two binomial parameters. *Journal of the American
#' Statistical Association* 52, 482-493. \doi{10.1080/01621459.1957.10501404}
#'
#' Clopper, C. J., and Pearson, E. S. (1934) The use of confidence or fiducial limits illustrated in the case of the
#' binomial. *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#'
#' Shan, G., and Wang, W. (2017) Exact one-sided confidence limits for Cohen's kappa as a measurement of agreement.
#' *Statistical Methods in Medical Research* 26, 615-632. \doi{10.1177/0962280214552881}
#' @seealso [ci_default()] for any number of raters, categories and items; `vignette("intervals")`.
#' @export
#' @examples
#' table <- rbind(c(12, 2), c(1, 15))
#' cohen_kappa(table, layout = "confusion", ci = ci_exact())
#' # A lower limit alone, at 97.5%.
#' cohen_kappa(table, layout = "confusion", ci = ci_exact(0.975, alternative = "greater"))
#' gwet_ac(table, layout = "confusion", ci = ci_exact())
ci_exact <- function(conf_level = 0.95, alternative = "two.sided") {
  level <- sided_level(conf_level, alternative)
  new_ci("exact", level, alternative = alternative, stated = conf_level)
}

EXACT_MODELS <- c("percent", "uniform", "gwet", "raters", "shared")

# The time grows with the third power of the number of items.
MOST_EXACT_ITEMS <- 300

#' @export
interval_ratings.accord_ci_exact <- function(ci, ratings, entries) {
  check_exact_coefficients(entries)
  check_no_clusters(ratings, "Exact limits", "{.code ci = ci_default()} takes clusters.")
  check_named_raters(ratings, "Exact limits need")
  n <- length(ratings$categories)
  if (n > 2) {
    abort_exact(
      "Exact limits are for two categories.", sprintf("There are %d categories.", n),
      "Use {.code ci_default()}, or combine categories with {.fn recode_labels}."
    )
  }
  NextMethod()
}

check_exact_coefficients <- function(entries) {
  others <- entries$label[!entries$model %in% EXACT_MODELS]
  if (length(others)) {
    abort_exact(
      "Exact limits are for percent agreement, Brennan-Prediger, AC1, and Cohen's, Conger's, Scott's, Fleiss' kappa.",
      sprintf("Not among these: %s.", in_a_list(others)),
      "Use {.code ci_default()}, or name what to compute, as in {.code coefficients = \"cohen_kappa\"}."
    )
  }
}

abort_exact <- function(rule, found, advice) {
  abort_accord("argument", c(rule, x = found, i = advice), argument = "ci")
}

#' @export
interval_inputs.accord_ci_exact <- function(ci, estimates, asked) {
  ratings <- asked$ratings
  check_two_each(ratings, asked$entries)
  tables <- tables_of_two(ratings)
  limits <- Map(function(id, model) {
    tail <- (1 - ci$conf_level) / 2
    # The part of the probability that is spent on the share of the first category among agreements.
    spent <- if (model %in% c("percent", "uniform")) 0 else tail / 25
    share <- clopper_pearson(tables[, 1], tables[, 1] + tables[, 4], spent)
    z <- stats::qnorm(tail, lower.tail = FALSE)
    call_core(exact_limits(tables, id, tail - spent, z, share$low, share$high))
  }, asked$models, asked$entries$model)
  # The rows are group by group, each with all coefficients.
  in_rows <- function(name) as.vector(do.call(rbind, lapply(limits, `[[`, name)))
  estimates$exact_low <- in_rows("low")
  estimates$exact_high <- in_rows("high")
  estimates
}

# Limits of a share of `k` in `n`, which do not contain it with at most the probability `p`.
clopper_pearson <- function(k, n, p) {
  list(
    low = ifelse(k == 0, 0, stats::qbeta(p / 2, k, n - k + 1)),
    high = ifelse(k == n, 1, stats::qbeta(p / 2, k + 1, n - k, lower.tail = FALSE))
  )
}

#' @export
add_interval.accord_ci_exact <- function(ci, estimates) {
  known <- !is.na(estimates$estimate)
  list(
    std.error = rep(NA_real_, nrow(estimates)),
    conf.low = ifelse(known, estimates$exact_low, NA_real_), conf.high = ifelse(known, estimates$exact_high, NA_real_)
  )
}

# Stops unless two raters rated each item once. Items with one rating count for some coefficients.
check_two_each <- function(ratings, entries) {
  raters <- max(0, count_used(ratings, 1L)$n_raters)
  size <- item_sizes(ratings)
  single <- sum(item_counts(ratings)[size == 1])
  of_single <- entries$label[entries$least_ratings < 2]
  found <- if (raters > 2) {
    sprintf("There are %d raters.", raters)
  } else if (any(size > 2) || any(diff(ratings$rater)[ratings$item_start[which(size == 2)] + 1L] == 0)) {
    "A rater rated an item several times."
  } else if (single > 0 && length(of_single)) {
    sprintf("%s with one rating, which %s counts.", count(single, "item"), of_single[1])
  }
  if (length(found)) {
    abort_exact("Exact limits are for two raters who each rate all items once.", found, if (single > 0 && raters < 3) {
      "Leave these items out, or use {.code ci_default()}."
    } else {
      "Use {.code ci_default()}, which is for any number of raters."
    })
  }
}

# The numbers of items of each group, a row, on which the first of two raters and the second said (1, 1), (1, 2), (2, 1)
# and (2, 2).
tables_of_two <- function(ratings) {
  pairs <- which(item_sizes(ratings) == 2)
  at <- ratings$item_start[pairs] + 1L
  swapped <- ratings$rater[at] > ratings$rater[at + 1L]
  cell <- 1L + 2L * ratings$code[at + swapped] + ratings$code[at + !swapped]
  n <- length(ratings$group_status)
  at <- item_groups(ratings)[pairs] + n * (cell - 1L)
  tables <- matrix(0, n, 4)
  tables[sort(unique(at))] <- rowsum(item_counts(ratings)[pairs], at)
  most <- max(0, rowSums(tables))
  if (most > MOST_EXACT_ITEMS) {
    abort_exact(
      sprintf("Exact limits are for at most %d items.", MOST_EXACT_ITEMS), sprintf("There are %s items.", big(most)),
      "Use {.code ci_default()}."
    )
  }
  tables
}
