#' Read annotations of Label Studio
#'
#' Reads the exports of Label Studio in JSON, JSON_MIN or CSV, or the files that it keeps in a storage (one per
#' annotation), and returns one tibble with a row per label or span of each annotation.
#'
#' @section Rows:
#' An annotation is the work of one annotator on one task; a control is a part of the labelling interface
#' (`from_name`), of which a task may have several: read one with `controls`, or use the column `control` as `by`.
#' Filtering that column would lose the annotators who marked nothing with the control, which is an answer.
#' * A choice, rating, number, text, pairwise comparison, taxonomy or message of a chat is a row with its `label`. If
#'   some annotation has several choices, `label` is a list column of sets, as accepted by [as_ratings()]; if all are
#'   ratings or numbers (read one with `controls`), it is numeric.
#' * A ranking is one label, its items in order (`"b / a"`); if items are sorted into buckets, the label is a set of
#'   items with their buckets (`"good: b"`), without items that were not moved.
#' * A span of text or sound is a row per label, with `start` and `end`; so is an answer about a span, such as a
#'   rating of a region. Spans of html or dialogues whose offsets refer to a node are not read.
#' * A range on the timeline of a video is a row per label too, with `start` and `end` in frames from 0.
#' * A region of an image is one row whose `label` may be a set. Its coordinates are not read.
#' * In a task with several pages or pictures (`item_index`) each is an item, such as `"7_0"`, and so is each text in
#'   which the same control marked spans, such as `"7_question"`. An annotator who marked nothing on a page that others
#'   have marked has a row whose `label` is `NA`; pages that nobody marked are not in the export.
#' * A relation is a row with `from` and `to`, the ids of regions, and its `label`. It has no control; `controls` keeps
#'   relations between regions of these controls.
#' * An annotation without any result is a row whose `control` and `label` are `NA`: the annotator saw the
#'   task and marked nothing, which counts in [as_spans()].
#'
#' @section Annotators:
#' `completed_by` is a number or a person; for a person the annotator is the e-mail address or, without one, the id.
#' In JSON_MIN and CSV it is column `annotator`. With `predictions = TRUE` each prediction is an annotation whose
#' annotator is its `model_version`.
#'
#' @section JSON_MIN and CSV:
#' In these formats the fields of the task and the controls are not distinguished. In JSON_MIN controls are between
#' `id` and `annotator`; in CSV, whose columns are sorted, `controls` must name them. They must also be named in
#' JSON_MIN if the data of the tasks have a field `id`, since fields after it are then among the controls (an error if
#' it is their first field), or a field with the name of a control, which the answer replaces.
#'
#' `type` is derived from the keys of an answer, so ratings and numbers are numeric here too; plain text has type
#' `"choices"`, even that of a text area. The names of choices stay text even if they are numbers. Cancelled
#' annotations, ground truth, predictions and relations are not in these exports, nor is the text that a span is of: if
#' a control marks several texts of a task, use JSON.
#'
#' @section Offsets:
#' `start` and `end` count characters of the text from 0, and `end` is the first character after the span. Label
#' Studio counts in UTF-16 units, as JavaScript does, in which an emoji counts as two; they are converted to
#' characters if the text of the task is known, unless the covered words show that they already count characters. The
#' text is the field of the task with the name of the object (`to_name`), or `text`, unless the words at these offsets
#' are those of another field; otherwise the field that contains the words, or the only text. Where several fields
#' contain them, the spans of the same object in other tasks decide, or else the text is not known. `length` is its
#' number of characters, the same for all annotators of an item. In sounds, offsets are seconds and are not changed;
#' [as_spans()] accepts them with a `unit`. On the timeline of a video the file counts frames from 1, including the
#' last one: 3 to 5 becomes 2 to 5.
#'
#' @section Problems:
#' Listed in [problems()] with the number of the record (the line in a csv file):
#' * left out: annotations without an annotator; spans that are empty, end before they start or lie outside the text
#'   (with the offsets of the file; an annotation without other spans is a row without a span, since the text was
#'   seen); annotations with a cell of a csv file that begins like json and is none, as where a spreadsheet cut it;
#' * kept: spans whose text differs from the text at their offsets or is not found; answers of an unknown kind (without
#'   a label); tasks without an id; several annotations of a task by one annotator, in one file or several, unless
#'   `duplicates` chooses one (tasks of two projects may have the same id, and the message says if their data differ);
#' * tasks without annotations, and JSON_MIN files without answers.
#'
#' @section Errors:
#' Those of [read_annotators()] about files, `accord_error_duplicate_annotation` for `duplicates = "error"`,
#' `accord_error_other_format` for the export of another tool,
#' `accord_error_no_annotations` for tasks as they are imported, `accord_error_argument` and
#' `accord_error_missing_column`.
#'
#' @param path Files, folders, archives or globs. In a folder, the files with extension json, jsonl, csv, tsv or zip
#'   are read.
#' @param controls Names of the controls, for CSV files and for JSON_MIN files that do not show them (see below); for
#'   JSON, the controls to keep, `NULL` for all. A name that no file has is an error.
#' @param cancelled What to do with cancelled (skipped) annotations: `"drop"`, the default, with a message if they have
#'   answers, or `"keep"`; column `cancelled` marks them.
#' @param ground_truth What to do with annotations marked as ground truth: `"keep"`, the default, `"drop"`, or keep
#'   `"only"` these.
#' @param predictions Whether to read predictions of models, as annotators. By default (`FALSE`) they are not read.
#' @param duplicates What to do with several annotations of a task by one annotator, who submitted it twice: `"keep"`
#'   them, and list them in [problems()]; only the `"first"` (by `created_at`) or the `"last"` (by `updated_at`; without
#'   times the order in the files), with a message; or stop (`"error"`).
#'
#' @return A tibble: `item` (id of the task, or of a page of it), `annotator`, `annotation` (its id), `control`,
#'   `type`, `label`, `start`, `end`, `text` (covered by the span; `NA` for answers without one), `length`,
#'   `region` (its id), `from`, `to`, `cancelled`, `ground_truth`, `prediction`, `lead_time` (seconds), and `file`.
#' @seealso `vignette("spans")`, [as_spans()], [as_ratings()], [problems()], [read_] for other tools
#' @references
#' HumanSignal, *Label Studio: task format*, <https://labelstud.io/guide/task_format>; checked with
#' label-studio-converter, commit 2ef5400, and label-studio-sdk, commit 97fcff1.
#' @export
#' @examplesIf rlang::is_installed("jsonlite")
#' file <- tempfile(fileext = ".json")
#' writeLines('[{"id": 1, "data": {"text": "Ruth saw the field"}, "annotations": [
#'   {"id": 7, "completed_by": 1, "result": [{"id": "r1", "from_name": "ner", "to_name": "text",
#'     "type": "labels", "value": {"start": 0, "end": 4, "labels": ["PER"]}}]},
#'   {"id": 8, "completed_by": 2, "result": []}]}]', file)
#' found <- read_label_studio(file)
#' found[c("item", "annotator", "control", "label", "start", "end", "length")]
#' as_spans(found)
read_label_studio <- function(path, controls = NULL, cancelled = "drop", ground_truth = "keep",
                              predictions = FALSE, duplicates = "keep") {
  named <- is.character(controls) && !anyNA(controls)
  if (!is.null(controls) && !named) abort_argument(controls, "controls", "names of controls, or NULL")
  check_choice(cancelled, c("drop", "keep"), "cancelled")
  check_choice(ground_truth, c("keep", "drop", "only"), "ground_truth")
  check_flag(predictions, "predictions")
  check_choice(duplicates, c("keep", "first", "last", "error"), "duplicates")
  found <- export_files(path, c("json", "jsonl", "csv", "tsv"))
  check_format(found$files, found$shown, "label_studio")
  is_table <- has_extension(found$files, c("csv", "tsv"))
  read <- function(these, reader, ...) {
    if (any(these)) {
      part <- reader(lapply(found, `[`, these), controls, ...)
      part$rows$file <- which(these)[part$rows$file]
      part
    }
  }
  parts <- list(read(!is_table, label_studio_json, predictions), read(is_table, label_studio_table))
  rows <- do.call(rbind, lapply(parts, `[[`, "rows"))
  problems <- do.call(rbind, lapply(parts, `[[`, "problems"))
  check_controls(controls, unique(unlist(lapply(parts, `[[`, "controls"))))

  if (cancelled == "drop") rows <- without_cancelled(rows)
  if (ground_truth != "keep") rows <- rows[rows$ground_truth == (ground_truth == "only"), ]
  settled <- one_version(rows, duplicates, found$shown)
  rows <- settled$rows
  if (!is.null(controls)) rows <- keep_controls(rows, controls)
  checked <- check_label_studio(rows, found$shown)
  data <- checked$rows
  data$label <- set_column(data$label)
  data$file <- found$shown[data$file]
  # Labels are converted to numbers only if all are ratings or numbers: numbers used as categories must stay labels,
  # and stars left as text would silently be nominal.
  measured <- all(is.na(data$label) | data$type %in% c("rating", "number"))
  data <- convert_numbers(data, if (measured) "label")
  # Lead time is always numeric, since exports may be combined by rows; a spreadsheet may have written a decimal
  # comma.
  data$lead_time <- suppressWarnings(as.numeric(sub(",", ".", data$lead_time, fixed = TRUE)))
  data <- data[c(setdiff(names(data), c("file", "row", "spanned", LABEL_STUDIO_INNER)), "file")]
  with_problems(data, rbind(problems, settled$problems, checked$problems), found$shown)
}

# Columns that are needed only for checks.
LABEL_STUDIO_INNER <- c("whole", "in_characters", "no_text", "not_read", "data", "task_id", "created", "updated")

check_controls <- function(controls, there) {
  unknown <- setdiff(controls, there)
  none <- !is.null(controls) && length(controls) == 0 && length(there) > 0
  if (length(unknown) || none) {
    abort_accord(
      "argument",
      c(
        "{.arg controls} must name controls that the files have.",
        x = if (none) "It names none." else "{length(unknown)} of them {?does/do} not exist: {.val {unknown}}.",
        i = "{length(there)} {?is/are} available: {.val {first_few(there)}}."
      ),
      argument = "controls",
      available = there
    )
  }
}

# Keeps the rows of the chosen controls. An annotation of which no row remains gets a row with `NA`, since its
# annotator saw the task.
keep_controls <- function(rows, controls) {
  kept <- is.na(rows$control) & is.na(rows$type) | rows$control %in% controls
  # A relation has no control: it is kept if both of its regions are.
  is_answer <- rows$type %in% c("choices", names(ANSWER_KEYS))
  regions <- paste(one_annotation(rows), rows$region, sep = "\r")[kept & !is_answer & !is.na(rows$region)]
  joins <- function(id) paste(one_annotation(rows), id, sep = "\r") %in% regions
  kept <- kept | rows$type %in% "relation" & joins(rows$from) & joins(rows$to)
  # Answers about the whole task do not count as a sign that a page was seen.
  whole <- do.call(paste, c(rows[c("file", "row", "annotation", "prediction")], sep = "\r"))
  on_page <- rows$item != rows$task_id
  drop <- which(!kept & !on_page & whole %in% whole[kept & on_page])
  if (length(drop)) {
    rows <- rows[-drop, ]
    kept <- kept[-drop]
  }
  blank <- c(LABEL_STUDIO_REGION, "not_read")
  keep_seen(rows, kept, one_annotation(rows), blank, c("spanned", "no_text"))
}

# Columns that are NA in an annotation without results.
LABEL_STUDIO_REGION <- c("control", "type", "start", "end", "text", "region", "from", "to")

one_annotation <- function(rows) {
  do.call(paste, c(rows[c("file", "row", "annotation", "prediction", "item")], sep = "\r"))
}

# Returns the rows with offsets in characters, without rows with invalid offsets, and the problems.
check_label_studio <- function(rows, shown) {
  file <- rows[c("start", "end")]
  on_text <- !is.na(rows$whole) & !is.na(rows$start)
  in_units <- on_text & !rows$in_characters
  for (side in c("start", "end")) rows[[side]][in_units] <- characters_of_utf16(
    rows[[side]][in_units], rows$whole[in_units]
  )
  rows$length <- characters_in(rows$whole)
  bad <- rows$spanned & bad_offsets(rows$start, rows$end, rows$length)
  of <- one_annotation(rows)
  nobody <- is.na(rows$annotator)
  covered <- covered_text(rows$whole, rows$start, rows$end)
  differs <- which(on_text & !bad & !is.na(rows$text) & !same_words(covered, rows$text))
  rows$text <- ifelse(is.na(rows$text), covered, rows$text)
  place <- function(at, problem) new_problems(shown[rows$file[at]], rows$row[at], rows$control[at], problem)
  whole <- function(at, problem) new_problems(shown[rows$file[at]], rows$row[at], problem = problem)
  no_text <- which(rows$no_text & !bad & !nobody)
  no_text <- no_text[!duplicated(rows[no_text, c("file", "row", "control")])]
  one_each <- !duplicated(rows[c("file", "row", "annotation", "prediction", "region", "control")])
  unnamed <- which(is.na(rows$item) & !nobody)
  unnamed <- unnamed[!duplicated(rows[unnamed, c("file", "row")])]
  ranges <- which(rows$not_read %in% "ranges" & one_each)
  answers <- which(rows$not_read %in% "answer" & one_each)
  list(
    rows = keep_seen(rows[!nobody, ], !bad[!nobody], of[!nobody], LABEL_STUDIO_REGION),
    problems = rbind(
      place(which(bad), offset_problems(file$start, file$end, rows$length, bad, of)),
      whole(which(nobody), rep("No annotator is named; left out.", sum(nobody))),
      whole(unnamed, rep("The task has no id; kept without one.", length(unnamed))),
      place(differs, sprintf(
        "The span is \"%s\", but the text there is \"%s\"; kept.", rows$text[differs], covered[differs]
      )),
      place(no_text, rep(paste(
        "It is not certain which field of the task is the text of the spans: its length is not known, their offsets",
        "are not changed, and an emoji counts as two."
      ), length(no_text))),
      place(ranges, rep("A timeline without a range; the label is kept.", length(ranges))),
      place(answers, rep("The answer has none of the known keys, and is not read; kept without a label.",
        length(answers)))
    )
  )
}
