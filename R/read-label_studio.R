#' Read annotations of Label Studio
#'
#' Reads what Label Studio exports as JSON, JSON_MIN or CSV, and returns one tibble with a row per label or
#' span of each annotation.
#'
#' @section Rows:
#' An annotation is what one annotator made of one task; a control is a part of the labelling interface
#' (`from_name`), of which a task may have several: filter `control` before measuring agreement, or use it
#' as `by`.
#' * A choice, rating, number, text, pairwise comparison or taxonomy is a row with its `label`. Where some
#'   annotation holds several choices at once, `label` is a list column of sets, as [as_ratings()] takes it.
#' * A span of text, or a region of an image or a sound, is a row per label, with `start` and `end`. The
#'   coordinates of regions of images are not read, and neither are spans of html or of dialogues whose
#'   offsets are those of a node.
#' * A relation is a row with `from` and `to`, the ids of regions, and its `label`.
#' * An annotation without any result is a row whose `control` and `label` are `NA`: the annotator saw the
#'   task and marked nothing, which counts in [as_spans()].
#'
#' @section Annotators:
#' `completed_by` is a number or a person; of a person the e-mail is the annotator, or else the id. In
#' JSON_MIN and CSV it is column `annotator`. With `predictions = TRUE` each prediction is an annotation by
#' its `model_version`.
#'
#' @section JSON_MIN and CSV:
#' There the fields of the task and those of the controls stand side by side. In JSON_MIN controls stand
#' between `id` and `annotator`; in CSV, whose columns are sorted, `controls` has to name them. Cancelled
#' annotations, ground truth, predictions and relations are not in these exports.
#'
#' @section Offsets:
#' `start` and `end` count characters of the text from 0, and `end` is the first character after the span.
#' Label Studio counts in the units of JavaScript, UTF-16, in which an emoji is two; they are turned into
#' characters where the text of the task is known. `length` is its number of characters: the field of the
#' task that the control names, or `text`. In sounds and videos offsets are seconds and stay as they are.
#'
#' @section Problems:
#' Listed in [problems()] with the number of the record (the line in a csv file): tasks without annotations,
#' spans that end before they start or lie outside the text (left out), spans whose text is not the one
#' there (kept), annotators who are not known (left out), more than one annotation of a task by one
#' annotator (kept).
#'
#' @section Errors:
#' Those of [read_annotators()] about files, `accord_error_other_format` for the export of another tool,
#' `accord_error_argument` and `accord_error_missing_column`.
#'
#' @param path Files, folders or globs. Of a folder the files with extension json, jsonl, csv or tsv are read.
#' @param controls Names of the controls, for CSV files and for JSON_MIN files whose order was changed;
#'   those to keep, for JSON. `NULL` keeps all of JSON.
#' @param cancelled What happens to annotations that were cancelled (skipped): `"drop"` or `"keep"`; column
#'   `cancelled` says which.
#' @param ground_truth Annotations marked as ground truth: `"keep"`, `"drop"`, or `"only"` those.
#' @param predictions Whether predictions of models count as annotators.
#'
#' @return A tibble: `item` (id of the task), `annotator`, `annotation` (its id), `control`, `type`,
#'   `label`, `start`, `end`, `text` (covered), `length`, `region` (its id), `from`, `to`, `cancelled`,
#'   `ground_truth`, `prediction`, `lead_time` (seconds), and `file`.
#' @seealso [as_spans()], [as_ratings()], [problems()], [read_prodigy()], [read_doccano()], [read_webanno()]
#' @references
#' HumanSignal, *Label Studio: task format*, <https://labelstud.io/guide/task_format>; checked with
#' label-studio-converter, commit 2ef5400.
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
  if (!is.null(controls) && !is.character(controls)) abort_argument(
    controls, "controls", "names of controls, or NULL"
  )
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

  if (cancelled == "drop") rows <- rows[!rows$cancelled, ]
  if (ground_truth != "keep") rows <- rows[rows$ground_truth == (ground_truth == "only"), ]
  if (!is.null(controls)) rows <- keep_controls(rows, controls)
  checked <- check_label_studio(rows, found$shown)
  data <- checked$rows
  data$label <- set_column(data$label)
  data$file <- found$shown[data$file]
  data <- convert_numbers(data, intersect("lead_time", names(data)))
  data <- data[c(setdiff(names(data), c("file", "row", "whole", "spanned")), "file")]
  with_problems(data, rbind(problems, checked$problems), found$shown)
}

# An annotation of which no row is left saw the task, and is a row with `NA`.
keep_controls <- function(rows, controls) {
  kept <- is.na(rows$control) & is.na(rows$type) | rows$control %in% controls
  of <- do.call(paste, c(rows[c("file", "row", "annotation", "prediction")], sep = "\r"))
  alone <- !of %in% of[kept] & !duplicated(of)
  blank <- c("control", "type", "start", "end", "text", "region", "from", "to")
  rows[alone, blank] <- NA
  rows$label[alone] <- list(NA_character_)
  rows$spanned[alone] <- FALSE
  rows[kept | alone, ]
}

# Rows with offsets in characters, without those that cannot be; what is wrong with them.
check_label_studio <- function(rows, shown) {
  on_text <- !is.na(rows$whole) & !is.na(rows$start)
  for (side in c("start", "end")) rows[[side]][on_text] <- characters_of_utf16(
    rows[[side]][on_text], rows$whole[on_text]
  )
  rows$length <- nchar(rows$whole, "chars")
  rows$length[is.na(rows$whole)] <- NA
  bad <- rows$spanned & bad_offsets(rows$start, rows$end, rows$length)
  nobody <- is.na(rows$annotator)
  covered <- ifelse(on_text, covered_text(rows$whole, rows$start, rows$end), NA)
  plain <- function(x) gsub("[[:space:]]|\\\\n", "", x)
  differs <- which(on_text & !bad & !is.na(rows$text) & plain(covered) != plain(rows$text))
  first <- !duplicated(rows[c("file", "row", "annotation", "prediction")]) & !rows$prediction & !nobody
  whose <- rows[first, c("file", "item", "annotator")]
  again <- which(first)[duplicated(whose)]
  list(
    rows = rows[!bad & !nobody, ],
    problems = rbind(
      new_problems(
        shown[rows$file[bad]], rows$row[bad], rows$control[bad],
        offset_words(rows$start[bad], rows$end[bad], rows$length[bad])
      ),
      new_problems(
        shown[rows$file[nobody]], rows$row[nobody], problem = rep(
          "No annotator is named; left out.", sum(nobody)
        )
      ),
      new_problems(
        shown[rows$file[differs]], rows$row[differs], rows$control[differs],
        sprintf(
          "The span is \"%s\", but the text there is \"%s\"; kept.", rows$text[differs], covered[differs]
        )
      ),
      new_problems(
        shown[rows$file[again]], rows$row[again],
        problem = sprintf(
          "Annotator %s has task %s more than once; kept.", rows$annotator[again], rows$item[again]
        )
      )
    )
  )
}
