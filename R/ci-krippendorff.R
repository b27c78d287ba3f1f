#' Krippendorff's bootstrap of alpha
#'
#' **Use it to reproduce published intervals, not for new data.** It draws pairs of ratings, as if they were
#' independent, and not items: with few items and several raters the interval is too narrow and its coverage is below
#' the nominal level. The number of draws is limited independently of the number of items: with many items the
#' interval is too wide. [ci_bootstrap()] resamples items; [ci_bayes()] is for few items.
#'
#' @details
#' This is the algorithm of Krippendorff (2011), as implemented in version 3 of the macro KALPHA of Hayes and
#' Krippendorff (2007). From the table of coincidences \eqn{o_{ck}}{o_ck} (see [summary.accord_ratings()]), whose sum
#' is \eqn{n}, \eqn{M} cells are drawn with replacement, each with probability \eqn{o_{ck} / n}{o_ck / n}. With
#' \eqn{D_e} the expected disagreement of the data and \eqn{\delta^2}{delta^2} the disagreement of the categories of a
#' cell,
#' \deqn{\alpha^* = 1 - \frac{1}{M D_e} \sum_{\mathrm{draws}} \delta^2_{ck}.}{
#' alpha* = 1 - sum over draws of delta^2_ck / (M D_e).} \eqn{M} is the smaller of \eqn{25 Q} and \eqn{(m - 1) n / 2},
#' rounded down: \eqn{Q} is the number of cells that are not 0, and \eqn{m} the number of raters (if they are
#' anonymous or rate items twice, the largest number of ratings of an item, if that is larger). Then
#' * \eqn{\alpha^* < -1}{alpha* < -1} becomes -1;
#' * \eqn{\alpha^* = 1}{alpha* = 1} becomes 0 if all draws are from one cell, since there is no variation: always if
#'   only one category was agreed on, otherwise as often as expected, \eqn{X \sum_c (o_{cc} / n)^M}{X sum_c (o_cc /
#'   n)^M} times in \eqn{X} replicates.
#'
#' The limits are the replicates with the ranks \eqn{X \gamma / 2}{X g / 2} (rounded down) and
#' \eqn{X (1 - \gamma / 2) + 1}{X (1 - g / 2) + 1} (rounded down), \eqn{1 - \gamma}{1 - g} the confidence level;
#' `std.error` is the standard deviation of the replicates. `estimate` is that of the data. Draws use R's random
#' numbers: after the same [set.seed()] the result is the same.
#'
#' In a simulation with five categories, alpha .56, five raters and 20 items, its 95% intervals contained
#' alpha in 71% of 300 samples, those of [ci_bootstrap()] in 94%. With three raters its intervals were .10,
#' .094 and .092 wide at 200, 1000 and 5000 items, those of [ci_bootstrap()] .12, .057 and .026.
#'
#' R package icr (0.6.6) has another algorithm of Krippendorff's, which draws pairs for each item separately
#' and without a limit; its intervals are not the same.
#'
#' @section Degenerate data:
#' There is no interval (`NA`, with a warning) without disagreement, since all draws would agree; for a single item;
#' or if all replicates are the same.
#'
#' @section Case weights:
#' Integer frequencies (`case_weights` of [as_ratings()]) count as that many items. Sampling weights are an error:
#' only [ci_default()], that is [ci_bayes()], and [ci_none()] accept them.
#'
#' @section Errors:
#' `accord_error_argument` for arguments that are not as described, for coefficients other than alpha, and for ratings
#' with a `cluster`.
#'
#' @param times Number of replicates, \eqn{X}.
#' @inheritParams ci_bootstrap
#' @return An object for the argument `ci` of [krippendorff_alpha()], and of [agreement()] if alpha is the only
#'   coefficient.
#' @references
#' Hayes, A. F. and Krippendorff, K. (2007) Answering the call for a standard reliability measure for
#' coding data. *Communication Methods and Measures* 1, 77-89. \doi{10.1080/19312450709336664}
#'
#' Krippendorff, K. (2011) Algorithm for bootstrapping a distribution of alpha. Manuscript, first
#' version of 2006.
#'
#' Zapf, A., Castell, S., Morawietz, L. and Karch, A. (2016) Measuring inter-rater reliability for
#' nominal data: which coefficients and confidence intervals are appropriate? *BMC Medical Research
#' Methodology* 16, 93. \doi{10.1186/s12874-016-0200-9} (a comparison with the bootstrap over items)
#' @seealso [ci_bootstrap()], [ci_default()], [ci_jackknife()]; `vignette("intervals")`.
#' @export
#' @examples
#' # Krippendorff (2011), example C
#' observers <- rbind(
#'   A = c(1, 2, 3, 3, 2, 1, 4, 1, 2, NA, NA, NA),
#'   B = c(1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NA, 3),
#'   C = c(NA, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NA),
#'   D = c(1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NA)
#' )
#' set.seed(1)
#' krippendorff_alpha(observers, layout = "raters_in_rows", level = "nominal", ci = ci_krippendorff())
#' # The items say less than that:
#' krippendorff_alpha(observers, layout = "raters_in_rows", level = "nominal", ci = ci_bootstrap())
ci_krippendorff <- function(conf_level = 0.95, times = 20000) {
  check_not_times(conf_level)
  check_times(times)
  new_ci("krippendorff", conf_level, times = times, label = "Krippendorff bootstrap")
}

#' @export
interval_inputs.accord_ci_krippendorff <- function(ci, estimates, asked) with_replicates(ci, estimates, asked)

#' @export
replicator.accord_ci_krippendorff <- function(ci, ratings, models, metric, weights) {
  check_only_alpha(models)
  check_no_clusters(
    ratings, "Intervals of Krippendorff's bootstrap", "{.code ci = ci_bootstrap()} draws clusters."
  )
  tables <- call_core(cells_by_group(core_sample(ratings), metric))
  used <- count_used(ratings, 2L)
  function(g, tick) {
    table <- tables[[g]]
    if (used$n_items[g] < 2 || !any(table$delta > 0)) {
      return(list(NULL))
    }
    raters <- max(used$n_raters[g], table$most_ratings, na.rm = TRUE)
    list(list(estimate = draw_cells(table, n_draws(table, raters), ci$times, tick)))
  }
}

check_only_alpha <- function(models) {
  others <- ENUMS$model[models + 1L] != "alpha"
  if (any(others)) {
    abort_accord(
      "argument",
      c(
        "{.fn ci_krippendorff} is for Krippendorff's alpha.",
        x = "{sum(others)} other coefficient{?s} {?was/were} requested.",
        i = "Use {.fn ci_bootstrap}, which is for all coefficients."
      ),
      argument = "ci"
    )
  }
}

# The number M of draws in Krippendorff's algorithm; a cell of two different categories counts for two of the table.
n_draws <- function(table, raters) {
  filled <- sum(ifelse(table$agreed, 1, 2))
  floor(min(25 * filled, (raters - 1) * table$n / 2))
}

# Cells with the same disagreement are drawn together.
draw_cells <- function(table, draws, times, tick) {
  delta <- sort(unique(table$delta))
  p <- rowsum(table$coincidences, match(table$delta, delta))[, 1] / table$n
  sums <- unlist(in_blocks(times, length(delta), tick, function(first, n) {
    colSums(stats::rmultinom(n, draws, p) * delta)
  }))
  without_lack_of_variation(pmax(1 - sums / (draws * table$expected), -1), table, draws)
}

# Sets as many replicates of 1 to 0 as are expected to come from draws of a single cell, where alpha is undefined.
without_lack_of_variation <- function(alpha, table, draws) {
  agreed <- table$coincidences[table$agreed] / table$n
  ones <- which(alpha == 1)
  expected <- round(length(alpha) * sum(agreed^draws))
  alpha[utils::head(ones, if (length(agreed) == 1) length(ones) else expected)] <- 0
  alpha
}

#' @export
add_interval.accord_ci_krippendorff <- function(ci, estimates) {
  tail <- ci$times * level_tails(ci$conf_level)
  # Rounding errors must not lower a rank that is a whole number.
  ranks <- floor(tail + 1e-9) + 0:1
  interval_columns(lapply(seq_len(nrow(estimates)), function(i) {
    x <- sort(estimates$replicates[[i]]$estimate)
    if (length(x) == 0 || x[1] == x[length(x)]) {
      return(rep(NA_real_, 3))
    }
    c(stats::sd(x), x[pmin(pmax(ranks, 1), length(x))])
  }))
}
