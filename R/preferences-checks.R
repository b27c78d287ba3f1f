# Checks of judgements between two answers, and the meaning of their choices.

# Functions of preferences have no groups, so that groups of a data frame would be ignored.
check_ungrouped <- function(data) {
  if (inherits(data, "grouped_df")) {
    by <- setdiff(names(attr(data, "groups")), ".rows")
    abort_accord(
      "argument",
      c(
        "Preferences must not be grouped: all judgements are used together.",
        x = "{.arg data} is grouped by {.var {by}}.",
        i = "Call {.fn dplyr::ungroup} first, or use the rows of each group by themselves: {.fn dplyr::group_split}."
      ),
      argument = "data"
    )
  }
}

# Columns of preferences that a user changed. `gone`: the names of those that are missing.
abort_changed <- function(gone) {
  abort_accord(
    "damaged",
    c(
      "Preferences must have the columns that {.fn as_preferences} made.",
      x = if (length(gone)) {
        "{length(gone)} of them {?is/are} missing: {.var {gone}}."
      } else {
        "Values in them are missing or were changed."
      },
      i = "Call {.fn as_preferences} again."
    )
  )
}

check_columns_of_choices <- function(data, quos) {
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
}

# Returns 1, 2, 3 (a tie) or NA for each row. `given`: the codes and texts of the choices; `shown`: the names of
# answers, which go before `choices`.
read_choices <- function(x, given, choices, shown) {
  check_choice_names(choices, x$answers)
  meaning <- match(names(choices), CHOICES)[match(given$values, as.character(choices))]
  meaning[is.na(meaning)] <- 0L
  none <- is.na(given$values) | given$values %in% as.character(choices[names(choices) == "none"])
  meaning[none] <- NA_integer_
  found <- call_core(choices_of_judgements(x$first, x$second, given$code, match(given$values, x$answers), meaning))
  unknown <- found$unknown
  if (length(unknown)) {
    named <- found$any_named
    found <- given$values[unique(given$code[unknown])]
    hints <- near_spellings(found, shown)
    abort_accord(
      "choice",
      c(
        "Each choice must be the name of one of the two answers of its row, or one of {.arg choices}.",
        x = "{length(unknown)} choice{?s} {?is/are} not, in row{cli::qty(length(unknown))}{?s} {first_few(unknown)}:
             {.val {first_few(found)}}.",
        i = if (length(hints)) "Did you mean {.val {hints}}?",
        i = if (named) {
          "If these are ties or no replies, say so, as in {.code choices = c(tie = \"tie\", none = \"?\")}."
        } else {
          "Say what they mean, as in {.code choices = c(first = \"A\", second = \"B\", tie = \"C\", none = \"?\")}."
        }
      ),
      rows = unknown, values = found
    )
  }
  found$choice
}

check_choice_names <- function(choices, answers) {
  if (is.null(choices)) {
    return(invisible())
  }
  named <- rlang::is_named(choices) && all(names(choices) %in% c("first", "second", "tie", "none"))
  if (!is.atomic(choices) || !named || anyNA(choices) || anyDuplicated(as.character(choices))) {
    abort_accord(
      "argument",
      c(
        "{.arg choices} must be different values, named by {.val {c('first', 'second', 'tie', 'none')}}.",
        x = if (!is.atomic(choices)) {
          "It is {.obj_type_friendly {choices}}."
        } else if (is.null(names(choices))) {
          "{cli::qty(length(choices))}{?The value has/The values have} no name{?s}: {.val {first_few(choices)}}."
        } else if (!named) {
          "The names are {.val {names(choices)}}."
        } else {
          "The values are {.val {first_few(as.character(choices))}}."
        },
        i = "For replies with the letter of a place: {.code choices = c(first = \"A\", second = \"B\", tie = \"C\")}."
      ),
      argument = "choices"
    )
  }
  both <- intersect(as.character(choices), answers)
  if (length(both)) {
    abort_accord(
      "argument",
      c(
        "{.arg choices} must not contain the name of an answer, which means this answer wherever it was shown.",
        x = "{cli::qty(length(both))}{?It contains/They are} {.val {first_few(both)}}.",
        i = "Leave {cli::qty(length(both))}{?it/them} out of {.arg choices}.",
        i = "If {cli::qty(length(both))}{?it means a place, rename the answer/they mean places, rename the answers}."
      ),
      argument = "choices"
    )
  }
}

# `same`: the rows whose two answers are the same.
check_answers_differ <- function(x, same) {
  tie <- match("tie", x$answers)
  if (!is.na(tie)) {
    n <- sum(x$first == tie | x$second == tie)
    abort_accord(
      "reserved_name",
      c(
        "An answer must not be called {.val tie}, the name of a choice of neither.",
        x = "{n} judgement{?s} {?has/have} an answer of this name.",
        i = "Rename the answer in the columns {.arg first}, {.arg second} and {.arg choice}."
      )
    )
  }
  if (length(same)) {
    abort_accord(
      "same_answer",
      c(
        "The two answers of a judgement must have different names.",
        x = "{length(same)} judgement{?s} {?has/have} the same name twice, in row{cli::qty(length(same))}{?s}
             {first_few(same)}: {.val {first_few(x$answers[unique(x$first[same])])}}.",
        i = "Name the systems or texts that were shown, not their places."
      ),
      rows = same
    )
  }
}

# `again`: the rows that repeat a judgement.
check_judged_once <- function(x, again) {
  if (length(again)) {
    shown <- again[1]
    abort_accord(
      "duplicate_judgement",
      c(
        "A judge may judge a pair once in each order.",
        x = "{length(again)} judgement{?s} {?repeats/repeat} another, as in row {shown}: item
             {.val {x$items[x$item[shown]]}}, {.val {x$answers[x$first[shown]]}} before
             {.val {x$answers[x$second[shown]]}}.",
        i = "If a judge was asked several times, name the column that numbers the repetitions in {.arg run}.",
        i = "If several judges or topics are mixed, name their column in {.arg judge}, or add it to {.arg item}."
      ),
      rows = again
    )
  }
}

# People who judged once often have no run beside judges that were asked several times.
check_runs_of_choices <- function(is_lacking, run) {
  lacking <- which(is_lacking)
  if (length(lacking) < length(is_lacking)) {
    known <- run$values[!is.na(run$values)][1]
    abort_accord(
      "missing_id",
      c(
        "Every judgement needs its {.arg run}.",
        x = "{length(lacking)} of {length(is_lacking)} {?has/have} none, in row{cli::qty(length(lacking))}{?s}
             {first_few(lacking)}.",
        i = "Do not remove the rows of people, who judge once: give them any run, as in
             {.code data$run[is.na(data$run)] <- \"{known}\"}. {.fn judge_report} takes people without a run."
      ),
      rows = lacking, argument = "run"
    )
  }
}
