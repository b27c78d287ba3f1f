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
  check_no_dots(...)
  if (!missing(data) && inherits(data, "accord_preferences")) {
    given <- names(as.list(match.call()))[-(1:2)]
    if (length(given)) {
      abort_accord(
        "argument",
        c(
          "Preferences were read already.",
          x = "{.arg {given}} would change nothing.",
          i = "Give {cli::qty(length(given))}{?it/them} to {.fn as_preferences}, with the data frame."
        ),
        argument = given
      )
    }
    return(whole_preferences(data))
  }
  check_data_frame(data, "choice")
  check_not_empty(data)
  check_ungrouped(data)
  quos <- rlang::enquos(
    item = item, first = first, second = second, choice = choice, judge = judge, run = run, cluster = cluster
  )
  lacking <- names(which(vapply(quos[c("item", "first", "second", "choice")], rlang::quo_is_missing, NA)))
  if (length(lacking)) {
    available <- names(data)
    abort_accord(
      "argument",
      c(
        "Choices between two answers need their columns in this order: {.arg item}, {.arg first}, {.arg second},
         {.arg choice}.",
        x = "{length(lacking)} {?is/are} not given: {.arg {lacking}}.",
        i = "{length(available)} column{?s} of {.arg data} {?is/are} available: {.var {first_few(available)}}.",
        i = if (all(c("winner", "loser") %in% available)) {
          "Where a row has a winner and a loser, {.code choice} is the winner, too, as in
           {.code first = winner, second = loser, choice = winner}."
        }
      ),
      argument = lacking[1], columns = character()
    )
  }
  text <- function(name) {
    optional <- name %in% c("judge", "run", "cluster")
    at <- select_ids(quos[[name]], data, name, optional, layouts = FALSE)
    if (is.null(at)) return(NULL)
    ids <- ids_at(data, at, name)
    value <- id_text(ids$values)[ids$code]
    if (name == "run") check_runs_of_choices(value)
    if (name != "choice") check_known(is.na(value), name)
    value
  }
  columns <- rlang::set_names(lapply(names(quos), text), names(quos))
  check_answers_differ(columns)
  columns$choice <- as.character(read_choices(columns, choices))
  columns$judge <- columns$judge %||% rep("judge", nrow(data))
  columns$run <- columns$run %||% rep("1", nrow(data))
  columns$cluster <- columns$cluster %||% columns$item
  x <- tibble::new_tibble(columns[PREFERENCE_COLUMNS], nrow = nrow(data), class = "accord_preferences")
  check_judged_once(x)
  warn_alike_ids(c(x$first, x$second), "answers")
  x
}

PREFERENCE_COLUMNS <- c("item", "judge", "first", "second", "choice", "run", "cluster")

#' @export
print.accord_preferences <- function(x, ...) {
  x <- whole_preferences(x)
  cells <- judged_pairs(x)
  both <- !is.na(cells$straight) & !is.na(cells$reverse)
  n_pairs <- max(group_ids(unclass(cells)[c("item", "one", "two")])$code)
  cli::cat_line(
    "<preferences> ", count(nrow(x), "judgement"), " of ", count(n_pairs, "pair"), " by ",
    count(length(unique(x$judge)), "judge")
  )
  cli::cat_line(
    "Judged in both orders: ", big(sum(both)), ", in one: ", big(sum(!both)), "; ties: ", big(sum(x$choice %in% "tie")),
    "; without a choice: ", big(sum(is.na(x$choice)))
  )
  invisible(x)
}

#' @export
as_ratings.accord_preferences <- function(data, ..., raters = "judges") {
  check_choice(raters, c("judges", "orders"), "raters")
  cells <- judged_pairs(whole_preferences(data))
  winner <- function(value) ifelse(value == 0.5, "tie", ifelse(value == 1, cells$one, cells$two))
  rows <- if (raters == "orders") {
    item <- do.call(paste, c(cells[c("item", "judge", "run", "one", "two")], sep = " / "))
    data.frame(
      item = c(item, item), rater = rep(c("order of names", "reverse order"), each = nrow(cells)),
      rating = c(winner(cells$straight), winner(cells$reverse)), cluster = rep(cells$cluster, 2)
    )
  } else {
    id <- group_ids(cells[c("item", "judge", "one", "two")])$code
    settled <- settled_choice(cells, id)
    at <- match(as.integer(names(settled)), id)
    data.frame(
      item = do.call(paste, c(cells[at, c("item", "one", "two")], sep = " / ")), rater = cells$judge[at],
      rating = ifelse(settled == 0.5, "tie", ifelse(settled == 1, cells$one[at], cells$two[at])),
      cluster = cells$cluster[at]
    )
  }
  clustered <- anyDuplicated(unique(rows[c("item", "cluster")])$cluster) > 0
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
