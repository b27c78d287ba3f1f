#' Ask a language model to annotate
#'
#' Asks one or more language models about each row of the data, through package ellmer. Every answer is written to a
#' file at once, so that an interrupted run can be resumed, and a finished one is read back without a request. The
#' result is a tibble in which each model is a rater.
#'
#' @details
#' Each row is a separate request: the model sees the prompt with the values of this row only. In `prompt`, `{column}`
#' stands for the row's value, `{options(field)}` for the options of a field of the answer, and `{{` and `}}` for
#' braces. Only names of columns are filled in; no code is run. A missing value is sent as the text `NA`, with a
#' warning of class `accord_warning_llm_missing_text`.
#'
#' `type` is the schema of an answer, made by `type_object()` of ellmer, with fields that are booleans, integers,
#' numbers, strings, enums, or arrays of an enum (a set of labels). A field with `required = FALSE` may be null, and
#' is then `NA`. `range` bounds integers and numbers, which ellmer cannot express: the bounds are added to the
#' description of the field. **An answer that does not fit the schema is rejected** (additional or missing fields, an
#' option that was not offered, a number out of range) and counts as a failed try.
#'
#' @section Several raters:
#' If `chat` is a named list of chats, each is a rater with this name: several models, or one model with several
#' temperatures or system prompts. With `repetitions = 3` each is asked three times for each row, in rows that differ in
#' `repetition`. Runs of a model are not raters beside each other: `intra_rater_agreement(occasion = repetition)`
#' measures whether they agree, and for agreement with people keep one, as in `subset(answers, repetition == 1)`. The
#' position of an option can influence a model; `shuffle` draws a new order of the options for each request, with the
#' random numbers of the session, in the schema and for `{options(field)}` in the prompt. The order is recorded in
#' column `options`.
#'
#' @section A trial:
#' `trial = 20` asks about the first 20 rows only, returns their answers, and says what all rows would cost: the cost
#' and tokens in proportion, the time from the mean time of a request, with `max_active` at a time and at most `rpm` a
#' minute. The next call without `trial` goes on from there. If the rows are in an order, shuffle them first.
#'
#' @section Failures:
#' A request that fails (no connection, no answer within `getOption("ellmer_timeout_s", 300)` seconds, a status of
#' 408, 409, 425, 429 or 500 and above) or whose answer does not fit is tried again, up to `tries` times in all, after
#' a pause that doubles from about a second to a minute. If the server says how long to wait (`Retry-After`), nothing
#' is sent until then. Any other status of 400 or above concerns this row only, and is not tried again. If all tries
#' fail, the columns of the answer are `NA`, `reason` says why, one warning of class `accord_warning_llm_failures`
#' gives the number of such rows, and they are asked again by the next call, unless `retry_failed = FALSE`.
#'
#' The run ends with `accord_error_llm_stopped` if continuing is pointless: a key that is refused, a model or address
#' that does not exist (401 to 405), a server that asks to wait longer than ten minutes, many consecutive failures, or
#' a model that does not keep the schema: none of its answers has fitted, and `2 * tries` of them, at least eight, were
#' rejected. The error has the text of the first rejected answer. Requests under way are waited for, up to 20 seconds.
#' The answers so far are in the file.
#'
#' @section The file:
#' JSON lines: one line for the run (prompt, schema, order of options, a hash of these, version of ellmer), a line per
#' rater (provider, server, model, parameters, system prompt), and a line per answer or failure with the tokens and
#' the cost of all its tries, if available from ellmer. `raw` is the text of the answer as the model gave it; a rejected
#' answer has a line with its text and the reason, even if the row is answered later. [read_llm()] reads it. **Keys and
#' headers are neither written nor printed**: a key that a server returns in a message is hidden.
#'
#' A file can only be resumed with the same prompt and schema, raters with the same model and parameters, and rows
#' with the same text and image; anything else is an error. The schema may become narrower: a `range` is added or made
#' smaller, options are left out, a field becomes required. Answers that still fit are taken over, and the other rows
#' are asked again. Rows and raters may be added later. Answers to rows that
#' are no longer in the data stay in the file and are left out of the result, with a message. If a crash cut the last
#' line, that row is asked again.
#'
#' Only one process at a time can write a file: meanwhile a folder next to it, with the name of the file and `.lock`,
#' identifies the process, and another process stops with an error. The folder of a process that was killed on this
#' machine is ignored, if the system can list its processes; otherwise the error names the folder to delete.
#'
#' If the disk is full, the run ends with `accord_error_write`; the file stays whole, the answer that had no room is in
#' field `line` of the error, and the next call goes on. If R is killed, the answers to active requests, at most
#' `max_active`, are lost although they may have been paid for.
#'
#' @section Errors:
#' `accord_error_missing_package`; `accord_error_missing_column` for a prompt or selection that names a column that
#' does not exist; `accord_error_prompt` for unmatched braces, options of a field that has none, or a prompt that
#' names no column if there is no `image` either; `accord_error_schema` for a schema that no answer fits, such as an
#' enum without values or an empty range; `accord_error_missing_id` and `accord_error_duplicate_items` for rows
#' without a unique id; `accord_error_reserved_name` for fields named like a column of the result;
#' `accord_error_missing_file` for images or folders that do not exist; `accord_error_llm_file` for a file that was
#' not written by this function, or is damaged other than at its end; `accord_error_llm_other_run` for a file with
#' another prompt, schema, model or parameters (`differs` says which); `accord_error_llm_other_rows` for rows whose
#' text has changed; `accord_error_llm_locked` if another process (`pid`, `host`) writes the file;
#' `accord_error_llm_stopped`; `accord_error_write` for a file that cannot be written; `accord_error_argument`.
#'
#' @param data A data frame with a row per item.
#' @param prompt The text of the request, one string, see below.
#' @param type The schema of an answer, made by `ellmer::type_object()`.
#' @param chat A chat of ellmer, such as `ellmer::chat_openai()`, or a list of them, named by rater. Without a name,
#'   the name of the model is used. Turns that a chat already has (such as examples) are sent before each request.
#' @param item <[`tidy-select`][tidyselect::language]> The column of ids, text or whole numbers, which must be unique.
#' @param file Path of the file of answers, which is created or resumed.
#' @param ... Must be empty.
#' @param image <[`tidy-select`][tidyselect::language]> A column of paths or addresses of images, sent unchanged with
#'   the prompt; `NA` for none.
#' @param range Bounds of numbers by field, as in `list(confidence = c(1, 3))`.
#' @param shuffle Names of fields whose options are offered in random order.
#' @param repetitions How often each chat is asked about each row.
#' @param trial Number of rows, from the first on, to ask about; `NULL` for all.
#' @param max_active Maximum number of simultaneous requests.
#' @param rpm Maximum number of requests started per minute, `Inf` for no limit.
#' @param tries Maximum number of tries for a row.
#' @param retry_failed Whether to ask rows again that failed in an earlier run.
#' @return A tibble with a row per row of `data`, rater and repetition: the column of ids, `rater` (the name in `chat`),
#' `model`, `repetition`, a column per field of the
#' answer (enums are factors whose levels are the options, sets list columns, with `NA` for none), `reason` (`NA` for
#' an answer, else why there is none), `tries`, `input_tokens`, `output_tokens`, `cost` (in US dollars, of all tries,
#' as estimated by ellmer from the tokens and the prices in its version, which may differ from the amount billed; `NA`
#' if it has no price, as for local models), `raw_answer` (the text as the model gave it, also of an answer that was
#' rejected) and, if options were shuffled, `options`, a list with their order by field.
#' [as_ratings()] accepts the result.
#' @seealso [read_llm()]; [alt_test()] for whether a model may replace a person; [corrected_estimate()] for
#'   estimates from a corpus that it labelled; [calibration()] for the calibration of its confidence;
#'   `vignette("people-and-a-model")`.
#' @export
#' @examples
#' \dontrun{
#' sentences <- data.frame(id = 1:2, sentence = c("It is a bit chilly, at -30.", "It is cold."))
#' answers <- annotate_llm(
#'   sentences,
#'   prompt = "Does this contain an understatement? {sentence}",
#'   type = ellmer::type_object(
#'     understatement = ellmer::type_boolean("Is there one?"),
#'     confidence = ellmer::type_integer("How sure are you?")
#'   ),
#'   range = list(confidence = c(1, 3)),
#'   chat = ellmer::chat_openai(model = "gpt-4.1-mini", params = ellmer::params(temperature = 0)),
#'   item = id, file = "answers.jsonl", repetitions = 3
#' )
#' intra_rater_agreement(answers, id, rater, understatement, occasion = repetition)
#' }
annotate_llm <- function(data, prompt, type, chat, item, file, ..., image = NULL, range = NULL, shuffle = NULL,
                         repetitions = 1, trial = NULL, max_active = 10, rpm = 500, tries = 5, retry_failed = TRUE) {
  check_no_dots(...)
  check_given(data, "data")
  check_given(prompt, "prompt")
  check_given(type, "type")
  check_given(chat, "chat")
  need_ellmer()
  check_data_frame(data)
  if (missing(file)) abort_argument(NULL, "file", "the path of a file for the answers")
  check_flag(retry_failed, "retry_failed")
  if (!is.null(trial)) check_whole(trial, "trial")
  limits <- check_llm_limits(max_active, rpm, tries)
  check_llm_file(file)
  items <- llm_items(rlang::enquo(item), data)
  images <- llm_images(rlang::enquo(image), data)
  fields <- llm_fields(type, range)
  check_free_names(items$name, c(LLM_COLUMNS, names(fields)), "column of ids")
  template <- parse_prompt(prompt, data, fields)
  check_prompt_varies(template, images)
  shuffle <- check_shuffle(shuffle, fields)
  raters <- llm_raters(chat, repetitions)

  about <- attr(type, "description")
  run <- new_run(prompt, fields, about, shuffle, images$name, items)
  work <- list(
    data = data, items = items, images = images, fields = fields, about = about, template = template,
    shuffle = shuffle, raters = raters, hashes = row_hashes(template, data, images$values)
  )
  unlock <- lock_answers(file)
  on.exit(unlock())
  n <- min(nrow(data), trial)
  left <- resume_file(file, run, work, retry_failed)
  open <- left$open[left$open$row <= n, ]
  started <- proc.time()[["elapsed"]]
  if (nrow(open)) {
    warn_missing_text(template, data, sort(unique(open$row)))
    ask_open(open, left$answered, work, file, limits)
  }
  seconds <- proc.time()[["elapsed"]] - started
  result <- llm_result(file, work, n)
  warn_llm_failures(result)
  if (n < nrow(data)) tell_trial(result, list(rows = nrow(data), asked = nrow(open), seconds = seconds), limits, file)
  result
}

# Tells what a trial cost, and what all rows would cost. `of`: the number of all `rows`, of requests that were `asked`
# now, and the `seconds` these took.
tell_trial <- function(result, of, limits, file) {
  n_trial <- nrow(result)
  times <- of$rows / (n_trial / max(1, raters_in(result)))
  all <- n_trial * times
  cost <- sum(result$cost, na.rm = TRUE)
  tokens <- sum(result$input_tokens, result$output_tokens, na.rm = TRUE)
  # Requests ran side by side, so that few of them do not show how many end in a minute.
  each <- of$seconds * min(limits$max_active, of$asked) / of$asked
  seconds <- if (of$asked > 0) max(each * all / min(limits$max_active, all), 60 * all / limits$rpm)
  inform_accord(
    "llm_trial",
    c(
      "This was a trial of {n_trial / max(1, raters_in(result))} of {of$rows} row{?s}; the rest was not asked about.",
      x = "{n_trial} answer{?s}: {big(tokens)} tokens, {dollars(cost)}.",
      i = "All {big(all)}: about {big(round(tokens * times))} tokens, {dollars(cost * times)}{in_about(seconds)}.",
      i = "Call again without {.arg trial} to go on; the answers are in {.file {file}}."
    ),
    cost = cost * times, tokens = tokens * times, seconds = seconds, answers = all
  )
}

raters_in <- function(result) nrow(vctrs::vec_unique(vctrs::new_data_frame(as.list(result)[c("rater", "repetition")])))

# Local models, and those that ellmer does not know, have no price.
dollars <- function(cost) {
  if (cost > 0) paste0("$", formatC(cost, format = "f", digits = if (cost < 1) 4 else 2)) else "no known price"
}

in_about <- function(seconds) {
  if (is.null(seconds)) {
    return("")
  }
  unit <- if (seconds < 100) c(seconds = 1) else if (seconds < 6000) c(minutes = 60) else c(hours = 3600)
  paste(", in about", format(signif(seconds / unit[[1]], 2)), names(unit))
}
