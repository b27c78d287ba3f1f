#' Read annotations of Label Studio
#'
#' Reads what Label Studio exports as JSON, JSON_MIN or CSV, or keeps in a storage (a file per annotation), and returns
#' one tibble with a row per label or span of each annotation.
#'
#' @section Rows:
#' An annotation is what one annotator made of one task; a control is a part of the labelling interface
#' (`from_name`), of which a task may have several: read one with `controls`, or use the column `control` as `by`.
#' A filter of that column would lose the annotators who marked nothing with the control, which counts.
#' * A choice, rating, number, text, pairwise comparison, taxonomy or message of a chat is a row with its `label`.
#'   Where some annotation holds several choices at once, `label` is a list column of sets, as [as_ratings()]
#'   takes it; where all are ratings or numbers (read one with `controls`), it holds numbers.
#' * A span of text or of a sound is a row per label, with `start` and `end`; so is an answer about one, such as a
#'   rating of a region. Spans of html or of dialogues whose offsets are those of a node are not read.
#' * A range on the timeline of a video is a row per label too, with `start` and `end` in frames from 0.
#' * A region of an image is one row whose `label` may be a set. Its coordinates are not read.
#' * Of a task with several pages or pictures (`item_index`) each is an item of its own, such as `"7_0"`. Who marked
#'   nothing on one that others have marked has a row whose `label` is `NA`; one that nobody marked is not known.
#' * A relation is a row with `from` and `to`, the ids of regions, and its `label`.
#' * An annotation without any result is a row whose `control` and `label` are `NA`: the annotator saw the
#'   task and marked nothing, which counts in [as_spans()].
#'
#' @section Annotators:
#' `completed_by` is a number or a person; of a person the e-mail is the annotator, or else (without one) the id. In
#' JSON_MIN and CSV it is column `annotator`. With `predictions = TRUE` each prediction is an annotation by
#' its `model_version`.
#'
#' @section JSON_MIN and CSV:
#' There the fields of the task and those of the controls stand side by side. In JSON_MIN controls stand
#' between `id` and `annotator`; in CSV, whose columns are sorted, `controls` has to name them. They have to be named in
#' JSON_MIN too where the data of the tasks have a field `id`, since fields after it stand among the controls (an error
#' where it is their first field), or a field with the name of a control, whose place the answer takes.
#'
#' `type` is told by the keys of an answer, so that ratings and numbers are numbers here too; plain text has type
#' `"choices"`, also that of a text area. The names of choices stay text even if they are numbers. Cancelled
#' annotations, ground truth, predictions and relations are not in these exports.
#'
#' @section Offsets:
#' `start` and `end` count characters of the text from 0, and `end` is the first character after the span.
#' Label Studio counts in the units of JavaScript, UTF-16, in which an emoji is two; they are turned into
#' characters where the text of the task is known, unless only as characters they give the words that the
#' annotation says it covers. The text is the field of the task that has the name of the object (`to_name`), or
#' `text`, or the one in which these words are, or the only text; `length` is its number of characters. In
#' sounds offsets are seconds and stay as they are; [as_spans()] takes them with a `unit`. On the timeline of a video
#' the file counts frames from 1, and the last one belongs to the range: 3 to 5 becomes 2 to 5.
#'
#' @section Problems:
#' Listed in [problems()] with the number of the record (the line in a csv file): tasks without annotations,
#' spans that are empty, end before they start or lie outside the text (left out, with the offsets of the file;
#' an annotation of which nothing else is left is a row without a span, since the text was seen), spans whose
#' text is not the one there or is not found (kept), answers of an unknown kind (kept without a
#' label), annotators who are not known (left out), more than one annotation of a task by one
#' annotator, in one file or several (kept; tasks of two projects may have one id, and where their data differ
#' this is said), and JSON_MIN files without any answer.
#'
#' @section Errors:
#' Those of [read_annotators()] about files, `accord_error_other_format` for the export of another tool,
#' `accord_error_argument` and `accord_error_missing_column`.
#'
#' @param path Files, folders, archives or globs. Of a folder the files with extension json, jsonl, csv, tsv or zip
#'   are read.
#' @param controls Names of the controls, for CSV files and for JSON_MIN files that do not show them (see below);
#'   those to keep, for JSON. `NULL` keeps all of JSON. A name that no file has is an error.
#' @param cancelled What happens to annotations that were cancelled (skipped): `"drop"`, the default, or `"keep"`;
#'   column `cancelled` says which.
#' @param ground_truth Annotations marked as ground truth: `"keep"`, the default, `"drop"`, or `"only"` those.
#' @param predictions Whether predictions of models count as annotators. By default (`FALSE`) they are not read.
#'
#' @return A tibble: `item` (id of the task, or of a page of it), `annotator`, `annotation` (its id), `control`,
#'   `type`, `label`, `start`, `end`, `text` (covered by the span; `NA` for answers without one), `length`,
#'   `region` (its id), `from`, `to`, `cancelled`, `ground_truth`, `prediction`, `lead_time` (seconds), and `file`.
#' @seealso [as_spans()], [as_ratings()], [problems()], [read_prodigy()], [read_doccano()], [read_webanno()]
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
                              predictions = FALSE) {
  named <- is.character(controls) && !anyNA(controls)
  if (!is.null(controls) && !named) abort_argument(controls, "controls", "names of controls, or NULL")
  check_choice(cancelled, c("drop", "keep"), "cancelled")
  check_choice(ground_truth, c("keep", "drop", "only"), "ground_truth")
  check_flag(predictions, "predictions")
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

  if (cancelled == "drop") rows <- rows[!rows$cancelled, ]
  if (ground_truth != "keep") rows <- rows[rows$ground_truth == (ground_truth == "only"), ]
  if (!is.null(controls)) rows <- keep_controls(rows, controls)
  checked <- check_label_studio(rows, found$shown)
  data <- checked$rows
  data$label <- set_column(data$label)
  data$file <- found$shown[data$file]
  # Numbers of categories would be labels; stars that are text would count as nominal, unasked.
  measured <- all(is.na(data$label) | data$type %in% c("rating", "number"))
  data <- convert_numbers(data, intersect(c("lead_time", if (measured) "label"), names(data)))
  data <- data[c(setdiff(names(data), c("file", "row", "spanned", LABEL_STUDIO_INNER)), "file")]
  with_problems(data, rbind(problems, checked$problems), found$shown)
}

# Columns of rows that only the checks need.
LABEL_STUDIO_INNER <- c("whole", "in_characters", "no_text", "not_read", "data", "task_id")

check_controls <- function(controls, there) {
  unknown <- setdiff(controls, there)
  none <- !is.null(controls) && length(controls) == 0 && length(there) > 0
  if (length(unknown) || none) {
    abort_accord(
      "argument",
      c(
        "{.arg controls} must name controls that the files have.",
        x = if (none) "It names none." else "{length(unknown)} of them {?is/are} not there: {.val {unknown}}.",
        i = "{length(there)} {?is/are} there: {.val {first_few(there)}}."
      ),
      argument = "controls",
      available = there
    )
  }
}

# An annotation of which no row is left saw the task, and is a row with `NA`.
keep_controls <- function(rows, controls) {
  kept <- is.na(rows$control) & is.na(rows$type) | rows$control %in% controls
  blank <- c(LABEL_STUDIO_REGION, "not_read")
  keep_seen(rows, kept, one_annotation(rows), blank, c("spanned", "no_text"))
}

# Columns that an annotation without a result does not have.
LABEL_STUDIO_REGION <- c("control", "type", "start", "end", "text", "region", "from", "to")

one_annotation <- function(rows) {
  do.call(paste, c(rows[c("file", "row", "annotation", "prediction", "item")], sep = "\r"))
}

# Rows with offsets in characters, without those that cannot be; what is wrong with them.
check_label_studio <- function(rows, shown) {
  file <- rows[c("start", "end")]
  on_text <- !is.na(rows$whole) & !is.na(rows$start)
  in_units <- on_text & !rows$in_characters
  for (side in c("start", "end")) rows[[side]][in_units] <- characters_of_utf16(
    rows[[side]][in_units], rows$whole[in_units]
  )
  rows$length <- nchar(rows$whole, "chars")
  bad <- rows$spanned & bad_offsets(rows$start, rows$end, rows$length)
  of <- one_annotation(rows)
  nobody <- is.na(rows$annotator)
  covered <- covered_text(rows$whole, rows$start, rows$end)
  differs <- which(on_text & !bad & !is.na(rows$text) & !same_words(covered, rows$text))
  rows$text <- ifelse(is.na(rows$text), covered, rows$text)
  first <- !duplicated(rows[c("file", "row", "annotation", "prediction")]) & !rows$prediction & !nobody
  first <- which(first)
  task <- rows[first, c("task_id", "annotator")]
  again <- first[duplicated(task)]
  before <- first[vctrs::vec_match(task[duplicated(task), ], task)]
  place <- function(at, problem) new_problems(shown[rows$file[at]], rows$row[at], rows$control[at], problem)
  whole <- function(at, problem) new_problems(shown[rows$file[at]], rows$row[at], problem = problem)
  no_text <- which(rows$no_text & !bad & !nobody)
  no_text <- no_text[!duplicated(rows[no_text, c("file", "row", "control")])]
  one_each <- !duplicated(rows[c("file", "row", "annotation", "prediction", "region", "control")])
  ranges <- which(rows$not_read %in% "ranges" & one_each)
  answers <- which(rows$not_read %in% "answer" & one_each)
  list(
    rows = keep_seen(rows[!nobody, ], !bad[!nobody], of[!nobody], LABEL_STUDIO_REGION),
    problems = rbind(
      place(which(bad), offset_problems(file$start, file$end, rows$length, bad, of)),
      whole(which(nobody), rep("No annotator is named; left out.", sum(nobody))),
      place(differs, sprintf(
        "The span is \"%s\", but the text there is \"%s\"; kept.", rows$text[differs], covered[differs]
      )),
      place(no_text, rep(paste(
        "No field of the task is the text of the spans: their offsets stay as they are, an emoji counting as two."
      ), length(no_text))),
      place(ranges, rep("A timeline without a range; the label is kept.", length(ranges))),
      place(answers, rep("The answer has none of the known keys, and is not read; kept without a label.",
        length(answers))),
      whole(again, sprintf(
        "Annotator %s has task %s more than once%s; kept.", rows$annotator[again], rows$task_id[again],
        words_of_repeat(rows, again, before, shown)
      ))
    )
  )
}

# Where a task was before, and whether it is the same one: two projects may have tasks of one number.
words_of_repeat <- function(rows, again, before, shown) {
  elsewhere <- rows$file[again] != rows$file[before]
  differs <- rows$data[again] != rows$data[before]
  paste0(
    ifelse(elsewhere, sprintf(", first in %s", shown[rows$file[before]]), ""),
    ifelse(differs, ", and the data of the two tasks differ", "")
  )
}
