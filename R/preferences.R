#' Check and prepare preferences between two answers
#'
#' A judge, person or model, sees two answers to the same question and says which is better. `as_preferences()` checks a
#' table of such judgements, from which [pairwise_judgements()] and [win_rates()] are computed.
#'
#' @section Choices:
#' A row is one judgement of the answers `first` and `second`, in the order in which they were shown. Its `choice` is
#' the name of the chosen answer, or what `choices` says: `choices = c(first = "A", second = "B", tie = "C")` for a
#' judge who replies with the letter of a place, `choices = c(tie = "tie", none = "?")` beside names of answers. A name
#' may occur several times, as in `c(tie = "tie", tie = "tie (both bad)")`, and `none` marks replies that could not be
#' used. `NA` is no choice either. The name of an answer cannot stand for a place. The order in which answers were shown
#' is never guessed: without it the position of an answer has no effect that can be seen.
#'
#' @section Pairs, orders and runs:
#' A pair is an item with two answers, whatever their order. A judge may judge a pair in both orders, once each.
#' Repeated judgements in the same order need `run`, a column that numbers them.
#'
#' @section Missing and bad data:
#' An item, an answer or a judge that is `NA` is an error, and so are two answers with the same name, a judgement that
#' occurs twice, and a choice that is neither an answer of its row nor named in `choices`.
#'
#' @section Errors:
#' `accord_error_missing_id`, `accord_error_same_answer`, `accord_error_duplicate_judgement`, `accord_error_choice`,
#' `accord_error_missing_column`, `accord_error_no_rows`, `accord_error_not_data`, `accord_error_reserved_name`
#' (an answer called `tie`) and `accord_error_argument`.
#'
#' @param data A data frame with a row per judgement, or `accord_preferences`.
#' @param item,first,second,choice <[`tidy-select`][tidyselect::language]> Columns: the question that is answered
#'   (several columns make one id), the answer or system shown first, that shown second, and the choice. The question
#'   is that under which answers are compared, not the number of a pair, and may be the same in all rows.
#' @param judge,run,cluster <[`tidy-select`][tidyselect::language]> Columns: who judged, which repetition it was, and
#'   which cluster, such as a topic, the item belongs to. `NULL` if there is none.
#' @param ... Must be empty.
#' @param choices What values of `choice` mean that are not the name of an answer, a vector named by `first`, `second`,
#'   `tie` and `none`.
#' @return A tibble of class `accord_preferences`, a row per judgement: `item`, `judge`, `first`, `second` (text),
#'   `choice` (`"first"`, `"second"`, `"tie"` or `NA`), `run`, `cluster`. `as_ratings()` of it has a rating per pair and
#'   judge, the name of the preferred answer or `"tie"`, so that every measure of agreement takes it. A judge's rating
#'   is `"tie"` if the judgements of the pair differ. `as_ratings(x, raters = "orders")` has the two orders as raters
#'   instead.
#' @seealso [pairwise_judgements()], [win_rates()], [alt_test()]
#' @export
#' @examples
#' judged <- data.frame(
#'   question = rep(1:4, each = 2), shown_first = c("x", "y"), shown_second = c("y", "x"),
#'   reply = c("A", "B", "A", "A", "B", "A", "C", "A")
#' )
#' x <- as_preferences(
#'   judged, question, shown_first, shown_second, reply,
#'   choices = c(first = "A", second = "B", tie = "C")
#' )
#' x
#' pairwise_judgements(x)
as_preferences <- function(data, item, first, second, choice, ..., judge = NULL, run = NULL, cluster = NULL,
                           choices = NULL) {
  x <- judgements(
    data, {{ item }}, {{ first }}, {{ second }}, {{ choice }}, ...,
    judge = {{ judge }}, run = {{ run }}, cluster = {{ cluster }}, choices = choices
  )
  if (inherits(data, "accord_preferences")) data else text_of_judgements(x)
}

#' @export
print.accord_preferences <- function(x, ...) {
  coded <- judgements(x)
  n_pairs <- length(pair_codes(coded)$starts)
  n_units <- length(coded$units$item)
  both <- sum(!is.na(coded$units$straight) & !is.na(coded$units$reverse))
  cli::cat_line(
    "<preferences> ", count(nrow(x), "judgement"), " of ", count(n_pairs, "pair"), " by ",
    count(length(coded$judges), "judge")
  )
  cli::cat_line(
    "Judged in both orders: ", big(both), ", in one: ", big(n_units - both),
    "; ties: ", big(sum(coded$choice == 3L, na.rm = TRUE)), "; without a choice: ", big(sum(is.na(coded$choice)))
  )
  invisible(x)
}

#' @export
as_ratings.accord_preferences <- function(data, ..., raters = "judges") {
  check_choice(raters, c("judges", "orders"), "raters")
  x <- judgements(data)
  units <- x$units
  labels <- c(x$answers, "tie")
  winner <- function(value, at = seq_along(value)) {
    label <- units$two[at]
    one <- which(value == 1)
    label[one] <- units$one[at[one]]
    label[which(value == 0.5)] <- length(labels)
    label[is.na(value)] <- NA
    labels[label]
  }
  rows <- if (raters == "orders") {
    name <- paste(
      x$items[units$item], x$judges[units$judge], x$runs[units$run], x$answers[units$one], x$answers[units$two],
      sep = " / "
    )
    data.frame(
      item = c(name, name), rater = rep(c("order of names", "reverse order"), each = length(name)),
      rating = c(winner(units$straight), winner(units$reverse)), cluster = rep(units$cluster, 2)
    )
  } else {
    pair <- pair_codes(x)
    id <- pair_codes(x, of_judge = TRUE)
    settled <- settled_choice(units, id$code, length(id$starts))
    known <- which(!is.na(settled))
    at <- id$starts[known]
    first <- pair$starts
    name <- paste(x$items[units$item[first]], x$answers[units$one[first]], x$answers[units$two[first]], sep = " / ")
    data.frame(
      item = name[pair$code[at]], rater = x$judges[units$judge[at]], rating = winner(settled[known], at),
      cluster = units$cluster[at]
    )
  }
  of_item <- code_columns(rows[c("item", "cluster")])$starts
  clustered <- anyDuplicated(rows$cluster[of_item]) > 0
  rows$cluster <- x$clusters[rows$cluster]
  as_ratings(rows, "item", "rater", "rating", cluster = !!(if (clustered) "cluster"), level = "nominal", ...)
}

#' @export
tidy.accord_preferences <- function(x, ...) abort_not_result("tidy", "preferences", "pairwise_judgements")

#' @export
glance.accord_preferences <- function(x, ...) abort_not_result("glance", "preferences", "pairwise_judgements")

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_preferences <- function(object, ...) {
  abort_no_plot(
    "Preferences have", c("preference_model", "win_rates", "pairwise_judgements", "preference_agreement")
  )
}

#' @rdname autoplot.accord
#' @export
plot.accord_preferences <- function(x, ...) plot.accord_result(x, ...)

not_coefficients.accord_preferences <- function(x) cli::format_inline("preferences, of {.fn as_preferences}")
