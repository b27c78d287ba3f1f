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

# Preferences that a user filtered or changed.
whole_preferences <- function(x) {
  check_ungrouped(x)
  gone <- setdiff(PREFERENCE_COLUMNS, names(x))
  odd <- PREFERENCE_COLUMNS[!vapply(unclass(x)[PREFERENCE_COLUMNS], is.character, NA)]
  if (length(gone) || length(odd) || anyNA(unclass(x)[setdiff(PREFERENCE_COLUMNS, "choice")], recursive = TRUE) ||
    !all(x$choice %in% c("first", "second", "tie", NA))) {
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
  check_not_empty(x)
  check_answers_differ(x)
  check_judged_once(x)
  x
}

# Returns "first", "second", "tie" or NA for each row. Names of answers go before `choices`.
read_choices <- function(columns, choices) {
  given <- columns$choice
  check_choice_names(choices, columns)
  place <- names(choices)[match(given, as.character(choices))] %||% rep(NA_character_, length(given))
  place[given == columns$first] <- "first"
  place[given == columns$second] <- "second"
  unknown <- which(is.na(place) & !is.na(given))
  place[place %in% "none"] <- NA
  if (length(unknown)) {
    found <- unique(given[unknown])
    hints <- near_spellings(found, unique(c(columns$first, columns$second)))
    named <- any(given == columns$first | given == columns$second, na.rm = TRUE)
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
  place
}

check_choice_names <- function(choices, columns) {
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
  # Comparisons with a few values take less time than a table of all answers.
  is_answer <- function(choice) any(columns$first == choice) || any(columns$second == choice)
  both <- Filter(is_answer, as.character(choices))
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

check_answers_differ <- function(x) {
  if (any(x$first == "tie") || any(x$second == "tie")) {
    abort_accord(
      "reserved_name",
      c(
        "An answer must not be called {.val tie}, the name of a choice of neither.",
        x = "{sum(x$first == 'tie' | x$second == 'tie')} judgement{?s} {?has/have} an answer of this name.",
        i = "Rename the answer in the columns {.arg first}, {.arg second} and {.arg choice}."
      )
    )
  }
  same <- which(x$first == x$second)
  if (length(same)) {
    abort_accord(
      "same_answer",
      c(
        "The two answers of a judgement must have different names.",
        x = "{length(same)} judgement{?s} {?has/have} the same name twice, in row{cli::qty(length(same))}{?s}
             {first_few(same)}: {.val {first_few(unique(x$first[same]))}}.",
        i = "Name the systems or texts that were shown, not their places."
      ),
      rows = same
    )
  }
}

check_judged_once <- function(x) {
  columns <- unclass(x)[c("judge", "first", "second", "run")]
  # A column of one value distinguishes no rows.
  vary <- vapply(columns, function(column) any(column != column[1]), NA)
  id <- group_ids(c(unclass(x)["item"], columns[vary]))$code
  again <- if (max(id, 0) < length(id)) which(duplicated(id)) else integer()
  if (length(again)) {
    shown <- again[1]
    abort_accord(
      "duplicate_judgement",
      c(
        "A judge may judge a pair once in each order.",
        x = "{length(again)} judgement{?s} {?repeats/repeat} another, as in row {shown}: item {.val {x$item[shown]}},
             {.val {x$first[shown]}} before {.val {x$second[shown]}}.",
        i = "If a judge was asked several times, name the column that numbers the repetitions in {.arg run}.",
        i = "If several judges or topics are mixed, name their column in {.arg judge}, or add it to {.arg item}."
      ),
      rows = again
    )
  }
}

# People who judged once often have no run beside judges that were asked several times.
check_runs_of_choices <- function(run) {
  lacking <- which(is.na(run))
  if (length(lacking) && length(lacking) < length(run)) {
    known <- run[!is.na(run)][1]
    abort_accord(
      "missing_id",
      c(
        "Every judgement needs its {.arg run}.",
        x = "{length(lacking)} of {length(run)} {?has/have} none, in row{cli::qty(length(lacking))}{?s}
             {first_few(lacking)}.",
        i = "Do not remove the rows of people, who judge once: give them any run, as in
             {.code data$run[is.na(data$run)] <- \"{known}\"}. {.fn judge_report} takes people without a run."
      ),
      rows = lacking, argument = "run"
    )
  }
}
