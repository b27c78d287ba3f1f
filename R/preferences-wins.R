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
  x <- as_preferences(data, ...)
  cells <- judged_pairs(x)
  id <- group_ids(cells[c("item", "judge", "one", "two")])$code
  value <- if (conflicts == "tie") {
    settled_choice(cells, id)
  } else {
    choice <- c(cells$straight, cells$reverse)
    known <- !is.na(choice)
    tapply(choice[known], c(id, id)[known], mean)
  }
  at <- match(as.integer(names(value)), id)
  sides <- data.frame(
    judge = cells$judge[at], answer = c(cells$one[at], cells$two[at]), score = c(value, 1 - value),
    cluster = cells$cluster[at]
  )
  judges <- unique(cells$judge)
  answers <- order_text(c(x$first, x$second))
  rows <- expand.grid(answer = answers, judge = judges, stringsAsFactors = FALSE)
  shown <- unique(c(paste(x$judge, x$first, sep = "\r"), paste(x$judge, x$second, sep = "\r")))
  rows <- rows[paste(rows$judge, rows$answer, sep = "\r") %in% shown, ]
  each <- split(seq_len(nrow(sides)), factor(
    paste(sides$judge, sides$answer, sep = "\r"), paste(rows$judge, rows$answer, sep = "\r")
  ))
  found <- lapply(each, function(at) unit_row(sides$score[at], sides$cluster[at], ci) %||% no_row("no choice"))
  columns <- do.call(Map, c(list(f = c), unname(found)))
  unusable <- function(judge, answer) sum(is.na(x$choice) & x$judge == judge & (x$first == answer | x$second == answer))
  rows <- data.frame(
    judge = rows$judge, answer = rows$answer, quantity = "win_rate", columns,
    n_left_out = mapply(unusable, rows$judge, rows$answer)
  )
  new_pairwise(rows, ci, "answer")
}
