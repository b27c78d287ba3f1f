#' Read a file of answers of a language model
#'
#' Reads a file that [annotate_llm()] wrote, without a request and without package ellmer.
#'
#' @details
#' The file has a JSON object on each line. The first holds the prompt, the schema and a hash of them; one line per
#' rater says which model answered with which parameters; each further line is an answer, with its id, rater, tokens
#' and cost, or a failure or rejected answer with its reason. If a row was asked again after a failure, its answer is
#' used; if it has several answers, the first.
#'
#' A last line that was cut by a crash is left out, with a message; the file is not changed.
#'
#' @section Errors:
#' `accord_error_missing_file` and `accord_error_llm_file` for files that do not exist or were not written by
#' [annotate_llm()], with the `line`; `accord_error_missing_package` without package jsonlite.
#'
#' @param file Path of the file.
#' @return A tibble as returned by [annotate_llm()], for the rows in the file, in the order in which they were first
#'   answered. Ids are text or numbers, as in the data.
#' @seealso [annotate_llm()]
#' @export
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' file <- system.file("extdata", "understatement", "model.jsonl", package = "accord")
#' answers <- read_llm(file)
#' answers
#' table(answers$is_understatement, answers$confidence)
read_llm <- function(file) {
  check_given(file, "file")
  need_package("jsonlite", "to read answers of a model")
  if (rlang::is_string(file) && dir.exists(file)) {
    abort_accord(
      "missing_file",
      c(
        "{.arg file} must be one file that {.fn annotate_llm} wrote.",
        x = "{.file {file}} is a folder.",
        i = "For several files: {.code lapply(list.files(folder, full.names = TRUE), read_llm)}."
      ),
      file = file
    )
  }
  check_llm_file(file)
  if (!file.exists(file)) {
    abort_accord("missing_file", c("{.arg file} must exist.", x = "{.file {file}} does not."), file = file)
  }
  found <- collect_answers(file)
  id <- found$answers$id
  raters <- names(found$raters)
  rows <- order(match(id, unique(id)), match(found$answers$rater, raters), method = "radix")
  values <- if (identical(found$run$id_type, "number")) as_whole_numbers(id) else id
  answers_frame(found, rows, found$run$item, values[rows])
}

as_whole_numbers <- function(text) whole_column(as.double(text))

LLM_COLUMNS <- c(
  "rater", "model", "repetition", "reason", "tries", "input_tokens", "output_tokens", "cost", "raw_answer", "options"
)

# A list: `run` (the description of the questions), `raters` (a named list of records) and `answers` (a row per row of
# the data and rater).
collect_answers <- function(path) {
  raters <- list()
  chunks <- list()
  last <- last_schema(path)
  run <- walk_answers(path, function(records, run) {
    records <- lapply(records, under_schema, last, run)
    is_rater <- vapply(records, function(x) is.null(x[["id"]]), NA)
    for (record in records[is_rater]) raters[[record$rater]] <<- record
    chunks[[length(chunks) + 1]] <<- answers_chunk(records[!is_rater], last$fields)
  })
  if (is.null(run)) abort_llm_file(path, 1L, "is missing: the file is empty")
  answers <- vctrs::vec_rbind(!!!chunks, .ptype = answers_chunk(list(), run$fields))
  # If a row and rater have several lines, the first answer is kept, or the last failure if there is no answer.
  answered <- is.na(answers$reason)
  place <- seq_along(answered)
  sorted <- order(!answered, ifelse(answered, place, -place), method = "radix")
  kept <- sort(sorted[!duplicated(answers[sorted, c("id", "rater")])])
  list(run = run, raters = raters, answers = answers[kept, ])
}

# The last schema of a file, which may be narrower than the first and applies to all answers. NULL if it cannot be
# read; then walk_answers() reports the fault.
last_schema <- function(path, block = 10000) {
  connection <- file(path, "rb")
  on.exit(close(connection))
  found <- NULL
  while (length(text <- readLines(connection, n = block, warn = FALSE, encoding = "UTF-8", skipNul = TRUE))) {
    found <- c(found, utils::tail(text[startsWith(text, "{\"accord\":")], 1))
  }
  if (length(found)) tryCatch(read_run(parse_json(utils::tail(found, 1))), error = function(cnd) NULL)
}

answers_chunk <- function(records, fields) {
  get <- function(name, na) {
    vapply(records, function(x) if (is.null(x[[name]])) na else rlang::inject(c(na[0], x[[name]])), na)
  }
  columns <- lapply(names(fields), function(name) {
    field_column(lapply(records, function(x) x[["answer"]][[name]]), fields[[name]])
  })
  tibble::new_tibble(c(
    list(id = get("id", NA_character_), rater = get("rater", NA_character_)),
    list(answer = tibble::new_tibble(rlang::set_names(columns, names(fields)), nrow = length(records))),
    list(
      reason = get("error", NA_character_), tries = get("tries", NA_integer_),
      input_tokens = get("input_tokens", NA_real_), output_tokens = get("output_tokens", NA_real_),
      cost = get("cost", NA_real_), raw_answer = get("raw", NA_character_),
      options = lapply(records, function(x) lapply(x[["options"]], function(o) as.character(unlist(o))))
    )
  ), nrow = length(records))
}

# The tibble of answers for users. `rows`: positions in the answers, NA for none.
answers_frame <- function(found, rows, item, values, rater = found$answers$rater[rows]) {
  answers <- vctrs::vec_slice(found$answers, rows)
  who <- vctrs::vec_slice(raters_of_records(found$raters), match(rater, names(found$raters)))
  who$rater <- ifelse(is.na(who$rater), rater, who$rater)
  # Files of earlier versions may have an answer, or ids, with the name of a column on the rater.
  who <- who[setdiff(names(who), c(item, names(answers$answer)))]
  columns <- c(rlang::set_names(list(values), item), as.list(who), as.list(answers$answer))
  about <- as.list(answers)[setdiff(
    LLM_COLUMNS, c("rater", "model", "repetition", if (length(found$run$shuffle) == 0) "options")
  )]
  tibble::new_tibble(c(columns, about), nrow = length(rows))
}

# Returns a row for each record of a file: the rater, its model and the number of the repetition. In the file each
# repetition has a name of its own, such as "cold_2", and the record has the `name` "cold" since it is written.
raters_of_records <- function(records) {
  field <- function(name, na) unname(vapply(records, function(x) x[[name]] %||% na, na))
  key <- as.character(names(records))
  repetition <- as.integer(field("repetition", 1))
  ending <- paste0("_", repetition)
  repeated <- endsWith(key, ending)
  base <- ifelse(repeated, substr(key, 1, nchar(key) - nchar(ending)), key)
  # In earlier files the first of several repetitions is known by the others.
  repeated <- repeated & base %in% base[repeated & repetition > 1]
  name <- field("name", NA_character_)
  vctrs::data_frame(
    rater = ifelse(is.na(name), ifelse(repeated, base, key), name), model = field("model", NA_character_),
    repetition = repetition
  )
}

# The answers for the first `n` rows.
llm_result <- function(path, work, n) {
  found <- collect_answers(path)
  raters <- names(work$raters)
  row <- rep(seq_len(n), each = length(raters))
  rater <- rep(raters, n)
  asked <- vctrs::data_frame(id = work$items$text[row], rater = rater)
  rows <- vctrs::vec_match(asked, vctrs::new_data_frame(as.list(found$answers)[c("id", "rater")]))
  answers_frame(found, rows, work$items$name, vctrs::vec_slice(work$items$values, row), rater)
}

warn_llm_failures <- function(result) {
  failed <- which(!is.na(result$reason))
  if (length(failed)) {
    reasons <- unique(result$reason[failed])
    warn_accord(
      "llm_failures",
      c(
        "{length(failed)} of {nrow(result)} answer{?s} {?is/are} {.val {NA}}: the request failed.",
        x = "{first_few(reasons)}",
        i = "See column {.field reason}. Call again to ask them again."
      ),
      rows = failed, reasons = reasons
    )
  }
}
