#' Consistency, position bias and accuracy of a judge of pairs
#'
#' For each judge of [as_preferences()]: how often both orders of two answers lead to the same choice, how far the place
#' of an answer decides, and, given a reference, how often the choice is right.
#'
#' @details A unit is a pair judged by a judge in one run. With \eqn{n} units that were judged in both orders, of which
#' \eqn{a} chose the first place twice, \eqn{b} the second place twice, and \eqn{c} the same answer, or a tie, twice:
#'
#' * `"consistency"`: \eqn{c / n}; score limits (Wilson 1927).
#' * `"position_bias"`: \eqn{(a - b) / n}, from -1 to 1: above 0 if the first place is preferred; score limits for
#'   paired shares (Tango 1998).
#' * `"first_place"`: the share of first places in units judged in one order, ties left out; .5 is expected without bias
#'   if the order was drawn at random; score limits.
#' * `"ties"`: the share of ties among the choices of a unit, mean over units; limits as for
#'   `"accuracy"`.
#' * `"accuracy"`: the share of a unit's choices that are those of the reference, mean over units; score
#'   limits, of Tango for the difference of right and wrong units if one of two choices is right in some.
#' * `"accuracy_of_all"`: the same, where judgements without a choice count as wrong; score limits.
#' * `"accuracy_both"`: the share of the \eqn{n} units that are right in both orders; score limits.
#'
#' A row is shown if the data have such units. The choice of a reference is that of all its judgements of the pair, a
#' tie if they differ; pairs that it did not judge are left out.
#'
#' @section Clusters:
#' Pairs of one item, and items of one `cluster` of [as_preferences()], are not independent. A share of units that count
#' or do not then has Wilson's limits for \eqn{m} units, \eqn{m = \tilde p (1 - \tilde p) / v \cdot (t_{N-1} /
#' t_{G-1})^2}{m = p (1 - p) / v (t[N-1] / t[G-1])^2}, at most \eqn{N} times the same ratio: \eqn{v} is the jackknife
#' variance over the \eqn{G} clusters and one more of mean size, of which half counts and which gives \eqn{\tilde p}{p};
#' \eqn{N} is the number of units, \eqn{t} a quantile of the t distribution. Tango's limits are those for counts
#' multiplied by the ratio of the \eqn{m} with these clusters and with each unit a cluster, for the signs or their
#' absolute values, whichever is smaller. Fewer than 8 clusters give no limits, and `status` says so.
#' `bench/coverage-preferences.R` has the coverage.
#'
#' @section Missing and degenerate data:
#' Judgements without a choice are left out, but for `"accuracy_of_all"`, and counted in `n_left_out`. A unit judged in
#' both orders with a choice in one is in neither `"consistency"` nor `"first_place"`. A judge without a usable choice
#' has one row with `NA` and the reason in `status`.
#'
#' @section Errors:
#' Those of [as_preferences()], `accord_error_unknown_rater` for a reference that is not among the judges, and
#' `accord_error_argument`.
#'
#' @param data `accord_preferences`, or a data frame for [as_preferences()].
#' @param ... For a data frame, arguments of [as_preferences()].
#' @param reference The judge whose choices count as right, by name, or `NULL`.
#' @param ci The interval: [ci_score()], the default, or [ci_none()].
#' @return A tibble of class `accord_pairwise`, a row per judge and quantity: `judge`, `quantity`, `estimate`,
#'   `conf.low`, `conf.high`, `n` (units), `n_clusters`, `n_left_out`, `interval`, `conf.level`, `status`. See
#'   [tidy.accord_pairwise()].
#' @references
#' Tango, T. (1998) Equivalence test and confidence interval for the difference in proportions for the paired-sample
#' design. *Statistics in Medicine* 17, 891-908.
#' \doi{10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B}
#'
#' Wilson, E. B. (1927) Probable inference, the law of succession, and statistical inference. *Journal of the American
#' Statistical Association* 22, 209-212. \doi{10.1080/01621459.1927.10502953}
#'
#' Zheng, L. et al. (2023) Judging LLM-as-a-judge with MT-Bench and chatbot arena. *Advances in Neural Information
#' Processing Systems* 36. \doi{10.48550/arXiv.2306.05685}
#' @seealso [win_rates()], [intra_rater_agreement()] for repeated labels, [alt_test()]
#' @export
#' @examples
#' set.seed(1)
#' judged <- expand.grid(question = 1:60, order = 1:2, judge = c("person", "model"))
#' judged$first <- ifelse(judged$order == 1, "x", "y")
#' judged$second <- ifelse(judged$order == 1, "y", "x")
#' better <- sample(c("x", "y"), 60, replace = TRUE)[judged$question]
#' swayed <- judged$judge == "model" & runif(240) < .3 # takes what it sees first
#' judged$choice <- ifelse(swayed, judged$first, better)
#' x <- as_preferences(judged, question, first, second, choice, judge = judge)
#' pairwise_judgements(x, reference = "person")
pairwise_judgements <- function(data, ..., reference = NULL, ci = ci_score()) {
  ci <- check_own_ci(ci, list(ci_score()))
  x <- judgements(data, ...)
  n_judges <- length(x$judges)
  found <- call_core(figures_of_judges(x$units, reference_choice(x, reference), n_judges))
  quantities <- setdiff(names(found), "n_lacking")
  rows <- vctrs::vec_rbind(!!!lapply(quantities, function(quantity) {
    data.frame(judge = seq_len(n_judges), quantity, rows_of_sums(found[[quantity]], ci))
  }))
  # A judge who gave no choice has one row.
  given <- rows$n > 0
  none <- rows$quantity == "consistency" & !rows$judge %in% rows$judge[given]
  told <- !(rows$quantity == "ties" & rows$estimate %in% 0) &
    !(rows$quantity == "accuracy_of_all" & found$n_lacking[rows$judge] == 0)
  rows <- rows[(given & told | none) & !x$judges[rows$judge] %in% reference, ]
  rows <- rows[order(rows$judge), ]
  rows$n_left_out <- tabulate(x$judge[is.na(x$choice)], n_judges)[rows$judge]
  rows$judge <- x$judges[rows$judge]
  new_pairwise(rows, ci, character())
}

# The preference of the reference for the first name of the pair of each unit, NA without one; empty without a
# reference.
reference_choice <- function(x, reference) {
  units <- x$units
  if (is.null(reference)) return(double())
  if (!rlang::is_string(reference) && !(is.atomic(reference) && length(reference) == 1)) {
    abort_argument(reference, "reference", "the name of one judge")
  }
  at <- match(as.character(reference), x$judges)
  if (is.na(at) || length(x$judges) == 1) {
    abort_accord(
      "unknown_rater",
      c(
        "{.arg reference} must be one of several judges.",
        x = "The judges are {.val {first_few(x$judges)}}, and {.arg reference} is {.val {reference}}."
      ),
      argument = "reference"
    )
  }
  pair <- pair_codes(x)
  its <- units$judge == at
  settled_choice(lapply(units, `[`, its), pair$code[its], length(pair$starts))[pair$code]
}

# A row for each row of share_sums(): the mean with its limits. The two choices of a unit count as their mean, so that
# units are independent unless they share a cluster.
rows_of_sums <- function(sums, ci, limits = limits_of_sums) {
  asked <- ci$method != "none"
  few <- asked & sums$n_clusters < sums$n & sums$n_clusters < LEAST_CLUSTERS
  status <- rep("ok", nrow(sums))
  status[few] <- paste("no limits: fewer than", LEAST_CLUSTERS, "clusters")
  status[sums$n == 0] <- "no choice"
  rows <- data.frame(
    estimate = sums$mean, conf.low = NA_real_, conf.high = NA_real_, n = sums$n, n_clusters = sums$n_clusters, status
  )
  known <- which(asked & !few & sums$n > 0)
  rows[known, c("conf.low", "conf.high")] <- limits(slice_rows(sums, known), ci$conf_level)
  rows
}
