#' Read annotations of Prodigy
#'
#' Reads the output of `prodigy db-out`, JSONL with a decision per line, and returns one tibble with a row per
#' decision or span.
#'
#' @section Rows:
#' * Yes or no to a label (`textcat` and others): `question` is the label that was shown, and `label` the
#'   answer. The item is the input, so that agreement is measured `by = question`.
#' * A choice: `label` is the chosen option; if a decision has several options or none, `label` is a list column of
#'   sets, as accepted by [as_ratings()].
#' * Spans: one row each with `label`, `start` and `end`. A decision without spans is a row whose `label` is `NA`: the
#'   annotator saw the text and marked nothing, which counts in [as_spans()]. Spans shown with a question or a choice
#'   are not read; in `blocks`, where the annotator may have marked them, they are listed.
#' * Spans of a sound or video (`audio_spans`): the same in seconds, without `length`; [as_spans()] accepts them with
#'   a `unit` such as 0.1.
#' * Text that was typed (`user_input`, or the key that `field_id` names): the `label` of its decision if there is no
#'   other; otherwise it is listed.
#' * Relations: one row each with `label`, and the spans `from` and `to`, as `"0-4"`.
#' * A decision of a `review`: the decision of the reviewer; with `versions = TRUE`, the decisions that were compared,
#'   each by every annotator whose session made it.
#' * A task of several `pages`: each page is a decision, with the answer and annotator of the task.
#'
#' @section Answers:
#' For a question, accept and reject are labels. For choices and spans, reject says that the annotation shown is
#' wrong, but not which one is right. `answers` selects the decisions to keep; a message gives the number left out.
#'
#' @section Items and annotators:
#' The item is `_input_hash` or, without one, the text. For a page it is the `_input_hash` of the page, or that of the
#' task with the number of the page, as in `"2_1"`, or the text. The annotator is the first available of the name of
#' the element of `path` (not with `versions`), `_annotator_id`, `_session_id` and the name of the file.
#'
#' @section Offsets:
#' Prodigy counts characters of the text from 0, and the end is the first one after the span. `length` is
#' the number of characters of the text.
#'
#' @section Problems:
#' Listed in [problems()] with their line, and left out: lines that are not json, decisions without an answer (or with
#' one that Prodigy does not know) or an item, spans that have no offsets, are empty, end before they start or lie
#' outside the text, and tasks with `pages` that have no page. A decision without other spans is a row without a span,
#' since the text was seen. Annotations outside the pages are not read. A decision that an annotator made twice is
#' listed and kept.
#'
#' @section Errors:
#' Those of [read_annotators()] about files, `accord_error_other_format` for the export of another tool, and
#' `accord_error_argument`.
#'
#' @param path Files, folders, archives or globs. In a folder, the files with extension jsonl, json or zip are read.
#' @param answers Decisions to keep: some of `"accept"`, `"reject"` and `"ignore"`; `NULL`, the default, keeps accept,
#'   and for questions also reject.
#' @param versions What is read from a `review`: the decision of the reviewer (`FALSE`, the default), or the versions
#'   that the reviewer saw (`TRUE`). A `review` contains no version that was ignored and, for choices and spans, none
#'   that was rejected.
#'
#' @return A tibble: `item`, `annotator`, `question`, `label`, `answer`, `start`, `end`, `text` (covered, or
#'   of the whole item), `length`, `from`, `to`, `session`, `view`, `task` (`_task_hash`), `file`, and
#'   `line`.
#' @seealso [as_spans()], [as_ratings()], [problems()], [read_] for other tools
#' @references
#' Explosion, *Prodigy: annotation interfaces*, <https://prodi.gy/docs/api-interfaces>; checked with
#' prodigy-recipes, commit 428bccb.
#' @export
#' @examplesIf rlang::is_installed("jsonlite")
#' file <- tempfile(fileext = ".jsonl")
#' line <- paste0(
#'   '{"text": "Ruth slept", "_input_hash": 1, "label": "CALM", ',
#'   '"answer": "%s", "_session_id": "%s"}'
#' )
#' writeLines(sprintf(line, c("accept", "reject"), c("ann", "bob")), file)
#' read_prodigy(file)[c("item", "annotator", "question", "label")]
read_prodigy <- function(path, answers = NULL, versions = FALSE) {
  check_answers(answers)
  check_flag(versions, "versions")
  found <- export_files(path, c("jsonl", "json"))
  check_format(found$files, found$shown, "prodigy")
  records <- json_records(found)
  if (versions) {
    records <- open_versions(records, found$shown)
    found$annotator[] <- NA
  } else {
    tell_versions(records)
  }
  records <- open_pages(records, found$shown)
  rows <- prodigy_rows(records, found)
  kind <- rows$kind[!duplicated(rows$decision)]
  left_out <- prodigy_left_out(rows, answers)
  tell_left_out(rows$answer[left_out & !duplicated(rows$decision)])
  rows <- rows[!left_out, ]
  checked <- check_decisions(rows, found$shown)
  data <- checked$rows
  data$label <- set_column(data$label)
  data$file <- found$shown[data$file]
  others <- prodigy_others(records, kind, found$shown)
  data <- data[setdiff(names(data), c("kind", "decision"))]
  with_problems(data, rbind(records$problems, others, checked$problems), found$shown)
}

PRODIGY_ANSWERS <- c("accept", "reject", "ignore")

check_answers <- function(answers) {
  unknown <- if (is.character(answers)) setdiff(answers, PRODIGY_ANSWERS)
  if (is.null(answers) || is.character(answers) && length(unknown) == 0) {
    return(invisible())
  }
  abort_accord(
    "argument",
    c(
      "{.arg answers} must be {.code NULL}, or some of {.val {PRODIGY_ANSWERS}}.",
      x = if (is.null(unknown)) {
        "It is {.obj_type_friendly {answers}}."
      } else {
        "{length(unknown)} value{?s} {?is/are} none of these: {.val {first_few(unknown)}}."
      }
    ),
    argument = "answers",
    value = answers
  )
}

prodigy_rows <- function(records, found) {
  record <- records$record
  text <- field_text(record, "text", "html", "image", "audio", "video", "_input_hash")
  own <- field_text(record, "text")
  hash <- field_text(record, "_input_hash")
  annotator <- field_text(record, "_annotator_id", "_session_id")
  # A name given to the file has precedence over the name of the session.
  given <- found$annotator[records$file]
  annotator <- ifelse(is.na(given), annotator, given)
  of_file <- annotator_of(found$name)[records$file]
  question <- field_text(record, "label")
  view <- field_text(record, "_view_id")
  # A review contains tasks from another interface.
  interface <- ifelse(view %in% "review", field_text(record, "view_id"), view)
  kind <- prodigy_kinds(record, question, interface, records$file)
  # A decision without spans or relations gives a row too.
  rows <- part_rows(prodigy_parts(record, kind))
  of <- rows$of
  part <- rows$part
  label <- as.list(field_text(part, "label"))
  is_choice <- kind[of] == "choice"
  is_question <- kind[of] == "question"
  answer <- field_text(record, "answer")
  label[is_choice] <- lapply(record[of][is_choice], function(x) json_texts(as.list(x$accept)))
  label[is_question] <- as.list(answer[of][is_question])
  label[kind[of] == "input"] <- as.list(typed_text(record)[of][kind[of] == "input"])
  covered <- field_text(part, "text")
  # Offsets in a sound are seconds, and do not refer to a text in the same task.
  is_sound <- (lengths(field_objects(record, "audio_spans")$objects) > 0 | grepl("^audio", view))[of]
  offset <- function(key) {
    found <- field_whole(part, key)
    found[is_sound] <- suppressWarnings(as.numeric(field_text(part[is_sound], key)))
    found
  }
  start <- offset("start")
  end <- offset("end")
  whole <- ifelse(is_sound, NA, own[of])
  known <- is.na(covered) & !is.na(start) & !is.na(end) & !is.na(whole)
  covered[known] <- covered_text(whole[known], start[known], end[known])
  tibble::tibble(
    item = ifelse(is.na(hash), text, hash)[of],
    annotator = ifelse(is.na(annotator), of_file, annotator)[of],
    question = as.character(ifelse(kind == "question", question, NA))[of],
    label = label, answer = answer[of], start = start, end = end,
    text = ifelse(kind[of] %in% c("spans", "relations") & !is.na(start), covered, whole),
    whole = whole, length = characters_in(whole), from = relation_end(part, "head_span"),
    to = relation_end(part, "child_span"),
    session = field_text(record, "_session_id")[of], view = view[of], task = field_text(record, "_task_hash")[of],
    file = records$file[of], line = records$row[of], kind = kind[of], decision = of,
    # An annotation in a text should have offsets; relations and boxes in a picture have none.
    spanned = vapply(part, function(x) any(c("start", "end") %in% names(x)), NA) |
      !is.na(whole) & lengths(part) > 0 & !vapply(part, function(x) any(WITHOUT_OFFSETS %in% names(x)), NA)
  )
}

# The parts of each decision: its spans, then its relations.
prodigy_parts <- function(record, kind) {
  parts <- vector("list", length(record))
  spanned <- kind %in% c("spans", "relations")
  parts[spanned] <- field_objects(record[spanned], "spans", "audio_spans")$objects
  related <- kind %in% "relations"
  parts[related] <- Map(c, parts[related], field_objects(record[related], "relations")$objects)
  parts
}

# The kind of each decision. Without a view, spans in one record of a file show that the others could have had spans
# too.
prodigy_kinds <- function(record, question, view, file) {
  has <- function(key) vapply(field_values(record, key), is.list, NA)
  written <- !is.na(typed_text(record)) | view %in% "text_input"
  asked <- !is.na(question)
  chosen <- (has("options") | has("accept")) & (!asked | view %in% c("choice", "blocks"))
  has_spans <- has("spans") | has("audio_spans")
  spanned <- file %in% file[has_spans & !asked]
  ifelse(
    has("relations"), "relations",
    ifelse(
      chosen, "choice",
      ifelse(
        !asked & !(written & !has_spans) & (spanned | grepl("^(ner|spans|relations|audio)", view)), "spans",
        ifelse(!asked & written, "input", "question")
      )
    )
  )
}

# Typed text is under the key `user_input`, or under another one named in the task.
typed_text <- function(record) {
  key <- field_text(record, "field_id")
  key[is.na(key)] <- "user_input"
  typed <- rep(NA_character_, length(record))
  for (one in unique(key)) typed[key == one] <- field_text(record[key == one], one)
  typed
}

prodigy_others <- function(records, kind, shown) {
  other <- field_objects(records$record, "spans", "audio_spans", "relations")$other
  written <- which(!is.na(typed_text(records$record)) & kind != "input")
  n_spans <- lengths(field_objects(records$record, "spans", "audio_spans")$objects)
  in_blocks <- field_text(records$record, "_view_id") %in% "blocks"
  blocks <- which(in_blocks & kind %in% c("choice", "question") & n_spans > 0)
  rbind(
    other_problems(other, shown[records$file], records$row, "of the spans and relations"),
    new_problems(shown[records$file[written]], records$row[written], "user_input", rep(
      "Text typed by the annotator is not read if there are other labels.", length(written)
    )),
    new_problems(shown[records$file[blocks]], records$row[blocks], "spans", sprintf(
      "Spans with a choice or question are not read (here %d); the answer is.", n_spans[blocks]
    ))
  )
}

WITHOUT_OFFSETS <- c("head", "child", "points", "x")

relation_end <- function(part, key) {
  spans <- lapply(part, field_list, key)
  start <- field_whole(spans, "start")
  ifelse(is.na(start), NA, sprintf("%.0f-%.0f", start, field_whole(spans, "end")))
}

# The rows to leave out by their answer. Answers other than Prodigy's three are listed in the problems.
prodigy_left_out <- function(rows, answers) {
  if (!is.null(answers)) {
    return(rows$answer %in% setdiff(PRODIGY_ANSWERS, answers))
  }
  rows$answer %in% "ignore" | rows$answer %in% "reject" & rows$kind != "question"
}

tell_left_out <- function(answer) {
  if (length(answer)) {
    n <- table(answer)
    words <- paste(n, names(n))
    inform_accord(
      "answers", c(i = "Left out: {.and {words}} decision{cli::qty(sum(n))}{?s} (see {.arg answers}).")
    )
  }
}

# Returns the usable rows, and the problems of the others.
check_decisions <- function(rows, shown) {
  none <- is.na(rows$answer)
  unanswered <- !rows$answer %in% PRODIGY_ANSWERS
  first <- !duplicated(rows$decision)
  nameless <- is.na(rows$item)
  bad <- rows$spanned & !unanswered & !nameless & bad_offsets(rows$start, rows$end, rows$length)
  unusable <- which(first & unanswered)
  first <- first & !unanswered & !nameless
  asked <- rows[first, c("item", "annotator", "question", "view")]
  again <- which(first)[duplicated(asked)]
  place <- function(at, problem) new_problems(shown[rows$file[at]], rows$line[at], problem = problem)
  usable <- !unanswered & !nameless
  kept <- keep_seen(rows[usable, ], !bad[usable], rows$decision[usable], c("start", "end", "text"))
  kept$text[!kept$spanned] <- kept$whole[!kept$spanned]
  list(
    rows = kept[setdiff(names(kept), c("spanned", "whole"))],
    problems = rbind(
      place(unusable, ifelse(
        none[unusable], "The decision has no answer; left out.",
        sprintf("The answer is \"%s\", none of accept, reject and ignore; left out.", rows$answer[unusable])
      )),
      place(which(nameless & !unanswered), rep("No input is named; left out.", sum(nameless & !unanswered))),
      place(which(bad), offset_problems(rows$start, rows$end, rows$length, bad, rows$decision)),
      place(again, sprintf("Annotator %s decided on this already; kept.", rows$annotator[again]))
    )
  )
}
