#' Best-worst choices
#'
#' A judge sees several answers and names the best and the worst. `best_worst_scores()` counts the choices, and
#' `best_worst_pairs()` gives the pairs that they imply, for [preference_model()] and other functions.
#'
#' @details
#' The score of an answer is \eqn{(b - w) / s}, with \eqn{b} and \eqn{w} how often it was best and worst, and \eqn{s}
#' how often it was shown: from -1 to 1 (Louviere, Flynn and Marley 2015). Limits are those of [ci_jackknife()] over
#' judges, of whom each is left out with all choices. They need 8 judges to whom the answer was shown: with fewer there
#' are none, and `status` and a warning (`accord_warning_undefined`) say so.
#'
#' A best answer is preferred to all others that were shown, and all others to the worst: \eqn{2k - 3} pairs of \eqn{k}
#' answers. They are not independent, so fit them with `over = "judges"`, or, if each judge made one choice,
#' `over = "items"`, in which each choice is an item's.
#'
#' @section Missing and bad data:
#' Answers without a mark are neither best nor worst. A choice, an item of a judge, needs one best or one worst answer
#' at least; where one of the two is missing, the pairs are those of the other. Two best answers, or an answer shown
#' twice, are errors.
#'
#' @section Errors:
#' `accord_error_choice` (marks with another meaning, two best or two worst answers, no choice),
#' `accord_error_duplicate_judgement` (an answer shown twice), `accord_error_missing_id`, and those of
#' [as_preferences()].
#'
#' @param data A data frame with a row per answer shown.
#' @param item,answer,choice <[`tidy-select`][tidyselect::language]> Columns: the question, the answer that was shown,
#'   and whether it was `"best"`, `"worst"` or neither (`NA` or empty).
#' @param ... Must be empty.
#' @param judge <[`tidy-select`][tidyselect::language]> Column: who judged. `NULL` if there is none.
#' @param ci The interval: [ci_jackknife()] with `over = "raters"`, the default, or [ci_none()].
#' @return `best_worst_scores()`: a tibble of class `accord_pairwise`, a row per answer: `judge` (`"all judges"`),
#'   `answer`, `quantity` (`"best_worst"`), `estimate` and the columns of [pairwise_judgements()], where `n` is how
#'   often the answer was shown and `n_clusters` the number of judges to whom. `best_worst_pairs()`:
#'   `accord_preferences`, whose items are choices.
#' @references
#' Louviere, J. J., Flynn, T. N. and Marley, A. A. J. (2015) *Best-Worst Scaling*. Cambridge University Press.
#' \doi{10.1017/CBO9781107337855}
#' @seealso [preference_model()], [win_rates()]
#' @export
#' @examples
#' marks <- c("best", NA, NA, "worst", NA, "best", NA, "worst", "best", NA, "worst", NA)
#' shown <- data.frame(
#'   judge = rep(1:9, each = 4), question = 1, answer = c("w", "x", "y", "z"), mark = rep(marks, 3)
#' )
#' best_worst_scores(shown, question, answer, mark, judge = judge)
#' best_worst_pairs(shown, question, answer, mark, judge = judge)
best_worst_scores <- function(data, item, answer, choice, ..., judge = NULL, ci = ci_default()) {
  check_no_dots(...)
  ci <- check_own_ci(ci, list(ci_jackknife(over = "raters")))
  rows <- best_worst_rows(
    data, rlang::enquos(item = item, answer = answer, choice = choice, judge = judge)
  )
  answers <- order_text(rows$answer)
  found <- lapply(answers, function(name) {
    mine <- rows[rows$answer == name, ]
    of_judge <- rowsum(cbind((mine$choice == "best") - (mine$choice == "worst"), 1), mine$judge)
    m <- nrow(of_judge)
    sums <- colSums(of_judge)
    estimate <- sums[1] / sums[2]
    limits <- c(NA_real_, NA_real_)
    few <- m < LEAST_CLUSTERS && ci$method != "none"
    if (ci$method != "none" && !few) {
      left <- (sums[1] - of_judge[, 1]) / (sums[2] - of_judge[, 2])
      s <- sqrt((m - 1) / m * sum((left - mean(left))^2))
      row <- data.frame(estimate = estimate, lowest = -1)
      if (s > 1e-12) limits <- unlist(jackknife_limits(ci, row, s, m - 1)[-1], use.names = FALSE)
    }
    status <- if (few) paste("no limits: fewer than", LEAST_CLUSTERS, "judges") else "ok"
    data.frame(
      judge = ALL_JUDGES, answer = name, quantity = "best_worst", estimate = unname(estimate), conf.low = limits[1],
      conf.high = limits[2], n = nrow(mine), n_clusters = m, n_left_out = 0L, status = status
    )
  })
  result <- new_pairwise(do.call(rbind, found), ci, "answer")
  result$interval <- ifelse(is.na(result$conf.low), NA_character_, ci$label)
  result
}

#' @rdname best_worst_scores
#' @export
best_worst_pairs <- function(data, item, answer, choice, ..., judge = NULL) {
  check_no_dots(...)
  rows <- best_worst_rows(
    data, rlang::enquos(item = item, answer = answer, choice = choice, judge = judge)
  )
  against <- function(mark) {
    chosen <- rows[rows$choice == mark, ]
    others <- rows[rows$set %in% chosen$set & rows$choice != mark, ]
    named <- chosen$answer[match(others$set, chosen$set)]
    data.frame(
      set = others$set, winner = if (mark == "best") named else others$answer,
      loser = if (mark == "best") others$answer else named
    )
  }
  pairs <- unique(rbind(against("best"), against("worst")))
  at <- match(pairs$set, rows$set)
  first <- ifelse(match(pairs$winner, order_text(rows$answer)) < match(pairs$loser, order_text(rows$answer)), "w", "l")
  choices <- data.frame(
    item = if (length(unique(rows$judge)) > 1) paste(rows$item, rows$judge, sep = " / ")[at] else rows$item[at],
    judge = rows$judge[at], first = ifelse(first == "w", pairs$winner, pairs$loser),
    second = ifelse(first == "w", pairs$loser, pairs$winner), choice = pairs$winner
  )
  as_preferences(choices, "item", "first", "second", "choice", judge = "judge")
}

# A row per answer shown: `set` numbers the choices, `choice` is "best", "worst" or "".
best_worst_rows <- function(data, quos) {
  check_data_frame(data, "choice")
  check_not_empty(data)
  check_ungrouped(data)
  text <- function(name) {
    at <- select_ids(quos[[name]], data, name, name == "judge", layouts = FALSE)
    if (is.null(at)) return(rep("judge", nrow(data)))
    ids <- ids_at(data, at, name)
    value <- id_text(ids$values)[ids$code]
    if (name != "choice") check_known(is.na(value), name)
    value
  }
  rows <- as.data.frame(lapply(rlang::set_names(names(quos)), text))
  rows$choice[is.na(rows$choice)] <- ""
  odd <- which(!rows$choice %in% c("best", "worst", ""))
  if (length(odd)) {
    abort_accord(
      "choice",
      c(
        "A choice is {.val best}, {.val worst} or missing.",
        x = "{length(odd)} {?is/are} not, in row{cli::qty(length(odd))}{?s} {first_few(odd)}:
             {.val {first_few(unique(rows$choice[odd]))}}.",
        i = if (all(fold_case(trimws(rows$choice[odd])) %in% c("best", "worst", ""))) {
          "Recode {.arg choice}, as in {.code tolower(trimws(choice))}."
        } else {
          "Recode {.arg choice}, with your marks in the place of B and W, as in
           {.code c(B = \"best\", W = \"worst\")[as.character(choice)]}."
        }
      ),
      rows = odd
    )
  }
  rows$set <- group_ids(unclass(rows)[c("item", "judge")])$code
  again <- which(duplicated(rows[c("set", "answer")]))
  if (length(again)) {
    abort_accord(
      "duplicate_judgement",
      c(
        "An answer is shown once in a choice.",
        x = "{length(again)} row{?s} {?repeats/repeat} an answer, as row {again[1]}: {.val {rows$answer[again[1]]}}.",
        i = "If several judges or questions are mixed, name the column in {.arg judge}, or add it to {.arg item}."
      ),
      rows = again
    )
  }
  marked <- rows$choice != ""
  twice <- which(marked)[duplicated(rows[marked, c("set", "choice")])]
  without <- which(!rows$set %in% rows$set[marked])
  if (length(twice) || length(without)) {
    abort_accord(
      "choice",
      c(
        "A choice has one best answer and one worst, or one of these.",
        x = if (length(twice)) "{length(twice)} {?is a second one/are second ones}, in row{?s} {first_few(twice)}.",
        x = if (length(without)) {
          "{length(unique(rows$set[without]))} choice{?s} {?has/have} neither, as in row {without[1]}."
        }
      ),
      rows = c(twice, without)
    )
  }
  rows
}
