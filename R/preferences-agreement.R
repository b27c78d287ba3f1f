#' Agreement and consistency of judges of pairs
#'
#' How far judges agree on which answer of each pair is better (Kendall and Babington Smith's coefficient u), and how
#' far each judge is consistent, without circles such as x over y, y over z, and z over x.
#'
#' @details
#' A pair is an item with two answers. With \eqn{m} judges, \eqn{N} pairs, and \eqn{c} judges who prefer one of
#' the answers, summed over both answers of all pairs (Kendall and Babington Smith 1940),
#' \deqn{u = \frac{2 \Sigma}{N \binom{m}{2}} - 1, \qquad \Sigma = \sum \binom{c}{2}.}{
#' u = 2 S / (N choose(m, 2)) - 1, S = sum choose(c, 2).}
#' It is 1 if all judges agree, 0 if half of the pairs of judges do, and at least \eqn{-1 / (m - 1)} for an even and
#' \eqn{-1 / m} for an odd number of judges. It equals [brennan_prediger()] for two categories. If judges saw
#' different pairs, \eqn{N \binom{m}{2}}{N choose(m, 2)} becomes the number of pairs of judges who judged the same pair.
#' The test that all choices are random, with a correction for continuity, needs a complete design of three judges or
#' more:
#' \deqn{\chi^2 = \frac{4}{m - 2} \left(\Sigma - 1 - \frac{N}{2} \binom{m}{2} \frac{m - 3}{m - 2}\right),
#' \qquad \mathrm{df} = N \frac{m (m - 1)}{(m - 2)^2}.}{
#' chi^2 = 4 / (m - 2) (S - 1 - N / 2 choose(m, 2) (m - 3) / (m - 2)), df = N m (m - 1) / (m - 2)^2.}
#'
#' A judge who judged all pairs of \eqn{n} answers of an item, preferring answer \eqn{i} \eqn{a_i} times, has
#' \eqn{d = n (n - 1) (2n - 1) / 12 - \sum_i a_i^2 / 2}{d = n (n - 1) (2 n - 1) / 12 - sum a_i^2 / 2} circular triads,
#' at most \eqn{n (n^2 - 4) / 24} for an even and \eqn{n (n^2 - 1) / 24} for an odd \eqn{n}. The consistency is
#' \eqn{\zeta = 1 - d / d_{\max}}{zeta = 1 - d / d_max}. Over several items, `circular_triads` is the sum and
#' `zeta` is 1 minus the ratio of the sums.
#'
#' With \eqn{p_{ij}} the share of judgements that prefer \eqn{i} to \eqn{j}, over judges and items, each order of three
#' answers with \eqn{p_{ij} \ge 1/2}{p_ij >= 1/2} and \eqn{p_{jk} \ge 1/2}{p_jk >= 1/2} is a test of transitivity:
#' violated weakly if \eqn{p_{ik} < 1/2}{p_ik < 1/2}, moderately if it is less than the smaller, and strongly if it is
#' less than the larger of the two. `"weak_violations"`, `"moderate_violations"` and `"strong_violations"` are the
#' shares of these tests, `n`.
#'
#' @section Intervals:
#' The interval of u is that of [ci_jackknife()] with `over = "raters"`: it refers to other judges of the same pairs.
#' There is none with two judges, or if u is the same whichever judge is left out, as with perfect agreement; `status`
#' says so. Other quantities have none.
#'
#' @section Missing and degenerate data:
#' Judgements without a choice are left out, and counted in `n_left_out`. The choice of a judge who judged a pair
#' several times is a tie unless all are the same. Ties have no place in u, in circular triads or in transitivity. If
#' there are any, u is `NA` (use [krippendorff_alpha()] of [as_ratings()]), and a judge with a tie or without some pair
#' of an item's answers has no triads for that item. With fewer than three answers there are no triads. `status` says
#' why a value is missing.
#'
#' @section Errors:
#' Those of [as_preferences()], and `accord_error_argument`.
#'
#' @inheritParams pairwise_judgements
#' @param ci The interval: [ci_jackknife()] with `over = "raters"`, the default, or [ci_none()].
#' @return A tibble of class `accord_pairwise` with the columns of [pairwise_judgements()] and `statistic`, `df`,
#'   `p.value`: rows of `"all judges"` (`"u"` and the violations), then two rows per judge (`"circular_triads"`,
#'   where `n` is the largest possible number, and `"zeta"`). For u, `n` counts pairs.
#' @references
#' Kendall, M. G. and Babington Smith, B. (1940) On the method of paired comparisons. *Biometrika* 31, 324-345.
#' \doi{10.1093/biomet/31.3-4.324}
#' @seealso [preference_model()], [pairwise_judgements()], [kendall_w()] for rankings.
#' @export
#' @examples
#' answers <- c("x", "y", "z")
#' judged <- expand.grid(judge = 1:4, first = answers, second = answers, stringsAsFactors = FALSE)
#' judged <- judged[judged$first < judged$second, ]
#' judged$choice <- ifelse(judged$judge == 4 & judged$first == "x", judged$second, judged$first)
#' judged$question <- 1
#' preference_agreement(judged, question, first, second, choice, judge = judge)
preference_agreement <- function(data, ..., ci = ci_default()) {
  ci <- check_own_ci(ci, list(ci_jackknife(over = "raters")))
  x <- judgements(data, ...)
  without <- tabulate(x$judge[is.na(x$choice)], length(x$judges))
  id <- pair_codes(x, of_judge = TRUE)
  settled <- settled_choice(x$units, id$code, length(id$starts))
  known <- which(!is.na(settled))
  rows <- if (length(known) == 0) {
    pair_row("u", "no choice")
  } else {
    at <- id$starts[known]
    chosen <- c(
      lapply(x$units[c("item", "judge", "one", "two")], `[`, at),
      list(pair = code_column(pair_codes(x)$code[at])$code, value = settled[known]), x[c("items", "judges", "answers")]
    )
    rbind(agreement_of_judges(chosen, ci), violation_rows(chosen), triad_rows(chosen))
  }
  rows$n_left_out <- ifelse(rows$judge == ALL_JUDGES, sum(without), without[match(rows$judge, x$judges)])
  tests <- unclass(rows)[c("statistic", "df", "p.value")]
  result <- new_pairwise(rows, ci, character())
  result[names(tests)] <- tests
  result$interval <- ifelse(is.na(result$conf.low), NA_character_, ci$label)
  result
}

pair_row <- function(quantity, status = "ok", estimate = NA_real_, judge = ALL_JUDGES, n = 0,
                     limits = rep(NA_real_, 2), test = rep(NA_real_, 3)) {
  data.frame(
    judge = judge, quantity = quantity, estimate = estimate, conf.low = limits[1], conf.high = limits[2],
    n = n, n_clusters = n, status = status, statistic = test[1], df = test[2], p.value = test[3]
  )
}

# `chosen`: codes for each judge and pair, `value` 1 for the first name, 0 for the second, 0.5 for a tie.
agreement_of_judges <- function(chosen, ci) {
  n <- max(chosen$pair)
  if (any(chosen$value == 0.5)) return(pair_row("u", "there are ties", n = n))
  n_judges <- length(chosen$judges)
  found <- call_core(agreement_of_choices(chosen, n_judges, n))
  equal <- found$equal
  possible <- found$possible
  if (possible == 0) return(pair_row("u", "no pair with two judges", n = n))
  judged <- tabulate(chosen$judge, n_judges) > 0
  m <- sum(judged)
  left <- (2 * (equal - found$same) / (possible - found$others) - 1)[judged]
  estimate <- 2 * equal / possible - 1
  s <- sqrt((m - 1) / m * sum((left - mean(left))^2))
  limits <- c(NA_real_, NA_real_)
  if (ci$method != "none" && m > 2 && is.finite(s) && s > 1e-12) {
    row <- data.frame(estimate = estimate, lowest = -1)
    limits <- unlist(jackknife_limits(ci, row, s, m - 1)[-1], use.names = FALSE)
  }
  status <- if (ci$method == "none" || !is.na(limits[1])) {
    "ok"
  } else if (m < 3) {
    "no limits: fewer than 3 judges"
  } else if (is.finite(s)) {
    "no limits: u is the same without any judge"
  } else {
    "no limits: no pair with two judges without one of them"
  }
  test <- rep(NA_real_, 3)
  if (m > 2 && possible == n * choose(m, 2)) {
    statistic <- 4 / (m - 2) * (equal - 1 - n / 2 * choose(m, 2) * (m - 3) / (m - 2))
    df <- n * m * (m - 1) / (m - 2)^2
    test <- c(statistic, df, stats::pchisq(statistic, df, lower.tail = FALSE))
  }
  pair_row("u", status, estimate, n = n, limits = limits, test = test)
}

violation_rows <- function(chosen) {
  shown <- tabulate(c(chosen$one, chosen$two), length(chosen$answers)) > 0
  n <- sum(shown)
  name <- paste0(c("weak", "moderate", "strong"), "_violations")
  none <- function(status) do.call(rbind, lapply(name, pair_row, status))
  if (n < 3) return(NULL)
  if (n > 500) return(none("more than 500 answers"))
  if (any(chosen$value == 0.5)) return(none("there are ties"))
  place <- cumsum(shown)
  one <- place[chosen$one]
  two <- place[chosen$two]
  # The rows are those who won, the columns those who lost.
  wins <- matrix(
    sum_by(chosen$value, (two - 1) * n + one, n^2) + sum_by(1 - chosen$value, (one - 1) * n + two, n^2), n
  )
  share <- wins / (wins + t(wins))
  if (anyNA(share[row(share) != col(share)])) return(none("some answers never met"))
  diag(share) <- NA
  counts <- c(0, 0, 0)
  tests <- 0
  # All orders i, j, k at once for each j.
  for (j in seq_len(n)) {
    to <- which(share[, j] >= 0.5)
    on <- which(share[j, ] >= 0.5)
    if (length(to) == 0 || length(on) == 0) next
    first <- matrix(share[to, j], length(to), length(on))
    second <- matrix(share[j, on], length(to), length(on), byrow = TRUE)
    direct <- share[to, on, drop = FALSE]
    tests <- tests + sum(!is.na(direct))
    counts <- counts + c(
      sum(direct < 0.5, na.rm = TRUE), sum(direct < pmin(first, second), na.rm = TRUE),
      sum(direct < pmax(first, second), na.rm = TRUE)
    )
  }
  do.call(rbind, Map(function(quantity, count) pair_row(quantity, "ok", count / tests, n = tests), name, counts))
}

# Two rows per judge with a choice, in the order of their first.
triad_rows <- function(chosen) {
  block <- code_together(chosen[c("judge", "item")], lengths(chosen[c("judges", "items")]))
  found <- call_core(triads_of_choices(chosen, block$code, length(chosen$judges), length(block$starts)))
  judges <- unique(chosen$judge[block$starts])
  found <- slice_rows(found, judges)
  status <- ifelse(
    found$n_usable > 0, "ok", ifelse(
      found$n_small == found$n_blocks, "fewer than three answers",
      ifelse(found$n_tied == found$n_blocks, "there are ties", "not all pairs were judged")
    )
  )
  of_judge <- function(quantity, estimate, n) {
    ok <- found$n_usable > 0
    data.frame(
      judge = chosen$judges[judges], quantity, estimate = ifelse(ok, estimate, NA_real_), conf.low = NA_real_,
      conf.high = NA_real_, n, n_clusters = n, status, statistic = NA_real_, df = NA_real_, p.value = NA_real_
    )
  }
  rows <- rbind(
    of_judge("circular_triads", found$triads, found$most),
    of_judge("zeta", 1 - found$triads / found$most, found$pairs)
  )
  rows[order(rep(seq_along(judges), 2)), ]
}
