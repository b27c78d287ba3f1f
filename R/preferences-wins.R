#' Win rates of answers in pairs
#'
#' The share of pairs in which a judge prefers the answers of a system to those of the others, with ties as half a win.
#'
#' @details
#' Each pair of [as_preferences()] gives a system 1 if its answer is preferred, 1/2 in a tie, and 0 otherwise. If a pair
#' was judged in both orders, or in several runs, and the choices differ, it is a tie with `conflicts = "tie"` (Zheng et
#' al. 2023), and the mean of the choices with `conflicts = "mean"`. The rate is the mean over the system's pairs,
#' \eqn{(1 + d) / 2} with \eqn{d} the share of wins minus that of losses, and its limits are those of Tango (1998) for
#' \eqn{d}; without ties they are Wilson's. Over clusters they are as in [pairwise_judgements()]. Dropping ties, as some
#' tables do, drops the hard pairs and is not offered.
#'
#' @inheritSection pairwise_judgements Missing and degenerate data
#' @section Errors:
#' Those of [as_preferences()], and `accord_error_argument`.
#' @inheritParams pairwise_judgements
#' @param conflicts How choices of a pair that differ count: `"tie"` or `"mean"`.
#' @return A tibble of class `accord_pairwise`, a row per judge and system: `judge`, `answer`, `quantity`
#'   (`"win_rate"`), and the columns of [pairwise_judgements()], where `n` counts pairs.
#' @references
#' Tango, T. (1998) Equivalence test and confidence interval for the difference in proportions for the paired-sample
#' design. *Statistics in Medicine* 17, 891-908.
#' \doi{10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B}
#'
#' Zheng, L. et al. (2023) Judging LLM-as-a-judge with MT-Bench and chatbot arena. *Advances in Neural Information
#' Processing Systems* 36. \doi{10.48550/arXiv.2306.05685}
#' @seealso [pairwise_judgements()]
#' @export
#' @examples
#' judged <- data.frame(
#'   question = 1:20, first = rep(c("x", "y"), 10), second = rep(c("y", "x"), 10),
#'   choice = rep(c("x", "x", "y", "x", NA), 4)
#' )
#' win_rates(judged, question, first, second, choice)
win_rates <- function(data, ..., conflicts = "tie", ci = ci_score()) {
  check_choice(conflicts, c("tie", "mean"), "conflicts")
  ci <- check_own_ci(ci, list(ci_score()))
  x <- judgements(data, ...)
  units <- x$units
  id <- pair_codes(x, of_judge = TRUE)
  n <- length(id$starts)
  value <- if (conflicts == "tie") {
    settled_choice(units, id$code, n)
  } else {
    choice <- c(units$straight, units$reverse)
    known <- which(!is.na(choice))
    group <- c(id$code, id$code)[known]
    sum_by(choice[known], group, n) / tabulate(group, n)
  }
  # Each judge and answer that was shown has a row, in the order of the judges and, within them, of the answers.
  n_units <- length(units$item)
  cell <- code_together(
    list(c(units$judge, units$judge), c(units$one, units$two)), lengths(x[c("judges", "answers")])
  )
  judge <- c(units$judge, units$judge)[cell$starts]
  answer <- c(units$one, units$two)[cell$starts]
  sorted <- order(judge, answer)
  cell <- order(sorted)[cell$code]
  of_pair <- c(id$starts, id$starts + n_units)
  sums <- share_sums(
    c(value, 1 - value), c(units$cluster, units$cluster)[of_pair], group = cell[of_pair], n_groups = length(sorted)
  )
  without <- x$unit[is.na(x$choice)]
  rows <- data.frame(
    judge = x$judges[judge[sorted]], answer = x$answers[answer[sorted]], quantity = "win_rate", rows_of_sums(sums, ci),
    n_left_out = tabulate(cell[c(without, without + n_units)], length(sorted))
  )
  new_pairwise(rows, ci, "answer")
}
