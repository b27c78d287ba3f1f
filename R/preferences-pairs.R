# Judgements as integer codes, and the judgements of a pair of answers side by side in both orders.

# All functions of preferences work on this: a list with integer codes for each judgement, `item`, `judge`, `run`,
# `cluster`, `first`, `second` and `choice` (1 for the first answer, 2 for the second, 3 for a tie, NA for none); their
# texts, `items`, `judges`, `runs`, `clusters` and `answers`, all but the sorted answers in the order in which they
# appear; and `unit` and `units` (judged_units()). Columns of text are coded here once, and never compared again.
judgements <- function(data, item, first, second, choice, ..., judge = NULL, run = NULL, cluster = NULL,
                       choices = NULL) {
  check_no_dots(...)
  quos <- rlang::enquos(
    item = item, first = first, second = second, choice = choice, judge = judge, run = run, cluster = cluster
  )
  if (missing(data) || !inherits(data, "accord_preferences")) {
    return(read_judgements(data, quos, choices))
  }
  none <- vapply(quos, function(quo) rlang::quo_is_missing(quo) || rlang::quo_is_null(quo), NA)
  given <- c(names(quos)[!none], if (!is.null(choices)) "choices")
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
  coded_preferences(data)
}

# Those of a data frame.
read_judgements <- function(data, quos, choices) {
  check_data_frame(data, "choice")
  check_not_empty(data)
  check_ungrouped(data)
  check_columns_of_choices(data, quos)
  ids <- lapply(rlang::set_names(names(quos)), function(name) {
    at <- select_ids(quos[[name]], data, name, name %in% c("judge", "run", "cluster"), layouts = FALSE)
    if (is.null(at)) return(NULL)
    ids <- ids_at(data, at, name)
    text <- id_text(ids$values)
    # Two numbers with decimals may have the same text.
    if (!typeof(ids$values) %in% c("character", "integer") && anyDuplicated(text)) {
      same <- group_ids(text)
      ids$code <- same$code[ids$code]
      text <- same$values
    }
    ids$values <- text
    missing <- match(NA, ids$values)
    if (!is.na(missing)) {
      lacking <- ids$code == missing
      if (name == "run") check_runs_of_choices(lacking, ids)
      if (name != "choice") check_known(lacking, name)
    }
    ids
  })
  constant <- function(text) list(code = rep(1L, nrow(data)), values = text)
  ids$judge <- ids$judge %||% constant("judge")
  ids$run <- ids$run %||% constant("1")
  ids$cluster <- ids$cluster %||% ids$item
  shown <- unique(c(ids$first$values, ids$second$values))
  x <- judgements_of(ids, function(x) read_choices(x, ids$choice, choices, shown))
  warn_alike_ids(shown, "answers")
  x
}

# Those of preferences, which a user may have filtered or changed; otherwise as_preferences() coded them.
coded_preferences <- function(x) {
  check_ungrouped(x)
  gone <- setdiff(PREFERENCE_COLUMNS, names(x))
  columns <- unclass(x)[PREFERENCE_COLUMNS]
  coded <- attr(x, "coded")
  if (!is.null(coded) && identical(columns, coded$columns)) return(coded)
  if (length(gone) || !all(vapply(columns, is.character, NA))) abort_changed(gone)
  check_not_empty(x)
  # The cluster is usually the item.
  same <- identical(columns$cluster, columns$item)
  ids <- lapply(columns[setdiff(names(columns), if (same) "cluster")], group_ids)
  if (same) ids$cluster <- ids$item
  known <- ids[setdiff(names(ids), "choice")]
  place <- match(ids$choice$values, CHOICES)
  if (anyNA(lapply(known, `[[`, "values"), recursive = TRUE) || anyNA(place[!is.na(ids$choice$values)])) {
    abort_changed(gone)
  }
  judgements_of(ids, function(x) place[ids$choice$code])
}

PREFERENCE_COLUMNS <- c("item", "judge", "first", "second", "choice", "run", "cluster")
CHOICES <- c("first", "second", "tie")

# `ids`: the codes and the text of each column; `read`: returns the choices.
judgements_of <- function(ids, read) {
  answers <- order_text(c(ids$first$values, ids$second$values))
  place <- function(id) match(id$values, answers)[id$code]
  x <- list(
    item = ids$item$code, judge = ids$judge$code, run = ids$run$code, cluster = ids$cluster$code,
    first = place(ids$first), second = place(ids$second),
    items = ids$item$values, judges = ids$judge$values, runs = ids$run$values, clusters = ids$cluster$values,
    answers = answers
  )
  sides <- call_core(answers_of_judgements(x$first, x$second))
  check_answers_differ(x, sides$same)
  x$choice <- read(x)
  c(x, judged_units(x, sides$one, sides$two))
}

# The columns of as_preferences().
text_of_judgements <- function(x) {
  item <- x$items[x$item]
  same <- identical(x$cluster, x$item) && identical(x$clusters, x$items)
  columns <- list(
    item = item, judge = x$judges[x$judge], first = x$answers[x$first], second = x$answers[x$second],
    choice = CHOICES[x$choice], run = x$runs[x$run], cluster = if (same) item else x$clusters[x$cluster]
  )
  # The columns are kept beside the codes to see whether a user changed them.
  coded <- c(x, list(columns = columns))
  tibble::new_tibble(columns, nrow = length(x$item), coded = coded, class = "accord_preferences")
}

# A unit is a pair of answers judged by a judge in a run. Returns the `unit` of each judgement, and `units`, codes of
# each: `item`, `judge`, `run`, `cluster`, and `one` and `two`, the answers in the order of their names; the choice when
# they were shown in this order (`straight`) and in reverse: 1 for the first name, 0 for the second, 0.5 for a tie, NA
# for no choice or no judgement; and `shown`, 1 if only the first order was, 2 if only the second, 3 if both were.
judged_units <- function(x, one, two) {
  id <- code_together(
    list(x$item, x$judge, x$run, one, two), lengths(x[c("items", "judges", "runs", "answers", "answers")])
  )
  found <- call_core(units_of_judgements(id$code, x$first, x$second, x$choice, length(id$starts)))
  check_judged_once(x, found$again)
  codes <- c(x[c("item", "judge", "run", "cluster")], list(one = one, two = two))
  list(unit = id$code, units = c(lapply(codes, `[`, id$starts), found[c("straight", "reverse", "shown")]))
}

# Codes of the pairs of answers of the units, or, with `of_judge`, of the pairs of each judge, which are the units
# themselves if there is one run.
pair_codes <- function(x, of_judge = FALSE) {
  if (of_judge && length(x$runs) == 1) {
    each <- seq_along(x$units$item)
    return(list(code = each, starts = each))
  }
  codes <- x$units[c("item", if (of_judge) "judge", "one", "two")]
  code_together(codes, lengths(x[c("items", if (of_judge) "judges", "answers", "answers")]))
}

# The preference for the first name of a pair over all judgements of each group of units, NA without a choice: 0.5
# unless they are the same.
settled_choice <- function(units, group, n) call_core(settled_choices(units$straight, units$reverse, group, n))

order_text <- function(x) sort(distinct(x), method = "radix")
