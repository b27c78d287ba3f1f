# Annotations of Label Studio that do not count: cancelled ones, and all but one of those that an annotator submitted
# for one task.

without_cancelled <- function(rows) {
  gone <- rows$cancelled
  answered <- gone & !is.na(rows$type)
  if (any(answered)) {
    n <- nrow(unique(rows[answered, ANNOTATION_KEY]))
    inform_accord(
      "cancelled",
      c(
        i = "{big(n)} cancelled {cli::qty(n)}annotation{?s} with {big(sum(answered))} \\
             {cli::qty(sum(answered))}answer{?s} {cli::qty(n)}{?is/are} left out.",
        i = "Use {.code cancelled = \"keep\"} to read {cli::qty(n)}{?it/them}."
      ),
      n = n, n_answers = sum(answered)
    )
  }
  rows[!gone, ]
}

# Columns that identify an annotation.
ANNOTATION_KEY <- c("file", "row", "annotation", "prediction")

# Returns a list: the `rows` without the versions that do not count, and a `problems` row for each version that is kept
# beside an earlier one.
one_version <- function(rows, duplicates, shown) {
  first <- which(!duplicated(rows[ANNOTATION_KEY]) & !rows$prediction & !is.na(rows$annotator))
  task <- rows[first, c("task_id", "annotator")]
  several <- vctrs::vec_duplicate_detect(task)
  first <- first[several]
  task <- vctrs::vec_slice(task, several)
  again <- duplicated(task)
  before <- first[vctrs::vec_match(task[again, ], task)]
  if (length(first) == 0 || duplicates == "keep") {
    return(list(rows = rows, problems = repeated_problems(rows, first[again], before, shown)))
  }
  if (duplicates == "error") abort_repeated(rows[first[again], ], rows[before, ], shown)
  # Equal or unknown times leave the order of the files.
  time <- seconds_of(rows[[if (duplicates == "first") "created" else "updated"]][first])
  id <- vctrs::vec_group_id(task)
  unknown <- id %in% id[is.na(time)]
  time[unknown] <- 0
  sorted <- order(id, time, seq_along(first), method = "radix")
  kept <- sorted[!duplicated(id[sorted], fromLast = duplicates == "last")]
  gone <- rows[first[-kept], ANNOTATION_KEY]
  n <- nrow(gone)
  inform_accord(
    "versions",
    c(i = "{big(n)} {cli::qty(n)}annotation{?s} {?is another version/are other versions} of \\
           {?one/ones} by the same annotator of the same task, and left out."),
    n = n
  )
  list(rows = rows[!vctrs::vec_in(rows[ANNOTATION_KEY], gone), ], problems = new_problems())
}

# Seconds since 1970 of times such as "2024-01-02T03:04:05.678Z", "2024-01-02 04:04:05+01:00" or "2024-01-02"; NA for
# other text.
seconds_of <- function(time) {
  form <- paste0(
    "^(\\d{4}-\\d\\d-\\d\\d)(?:[T ](\\d\\d)(?::(\\d\\d)(?::(\\d\\d(?:\\.\\d+)?))?)?)?", # date, hours, minutes, seconds
    "(?:Z|([+-])(\\d\\d):?(\\d\\d))?$" # time zone
  )
  is_time <- grepl(form, time, perl = TRUE)
  part <- function(n) sub(form, paste0("\\", n), time[is_time], perl = TRUE)
  number <- function(n) as.numeric(paste0("0", part(n)))
  ahead <- (60 * number(6) + number(7)) * ifelse(part(5) == "-", -1, 1)
  seconds <- 86400 * as.numeric(as.Date(part(1))) + 3600 * number(2) + 60 * (number(3) - ahead) + number(4)
  replace(rep(NA_real_, length(time)), is_time, seconds)
}

repeated_problems <- function(rows, again, before, shown) {
  new_problems(shown[rows$file[again]], rows$row[again], problem = sprintf(
    "Annotator %s has task %s more than once%s; kept.", rows$annotator[again], rows$task_id[again],
    words_of_repeat(rows[again, ], rows[before, ], shown)
  ))
}

# Says where a repeated task was before and whether its data differ, since two projects may have tasks with the same
# number.
words_of_repeat <- function(again, before, shown) {
  paste0(
    ifelse(again$file != before$file, sprintf(", first in %s", shown[before$file]), ""),
    ifelse(again$data != before$data, ", and the data of the two tasks differ", "")
  )
}

abort_repeated <- function(again, before, shown) {
  places <- paste0(again$task_id, " by ", again$annotator, words_of_repeat(again, before, shown))
  abort_accord(
    "duplicate_annotation",
    c(
      "An annotator may have one annotation of a task.",
      x = "{nrow(again)} annotation{?s} {?has/have} an earlier one: {.val {first_few(places)}}.",
      i = "Call {.fn read_label_studio} with {.code duplicates = \"last\"} for the latest or {.code \"first\"} \\
           for the earliest of each.",
      i = if (any(again$data != before$data)) "Tasks of two projects may have the same number: read these apart."
    ),
    items = again$task_id, annotators = again$annotator
  )
}
