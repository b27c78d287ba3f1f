#' Read annotations of doccano
#'
#' Reads the exports of doccano, JSONL with a text per line (one file per annotator, alone or in a zip), JSON or CSV,
#' and returns one tibble with a row per text, span or relation.
#'
#' @section Rows:
#' * Classification: a row per text; if some text has several labels or none, `label` is a list column of sets, as
#'   accepted by [as_ratings()]. In CSV several labels are in one cell, separated by `#`; a `#` within a label cannot
#'   be distinguished there: export JSONL instead.
#' * Sequence labelling: a row per span with `label`, `start` and `end`. A text without spans is a row whose
#'   `label` is `NA`: the annotator saw it and marked nothing, which counts in [as_spans()] (but see `empty`).
#' * The JSON of old versions (`annotations`): the same, with the id of a label instead of its name.
#' * Categories together with spans (`cats`, of intent detection with slots): the spans are read, and a message says
#'   how many texts have categories; `task = "classification"` reads these instead.
#' * Images and sounds: like texts, with the name of the file in `text`.
#' * Relations: one row each with `label`, `from` and `to`, the ids of spans (`region`).
#' * Sequence to sequence: the texts are labels.
#'
#' @section Annotators:
#' doccano names a file after its annotator: `ann.jsonl` holds the labels of `ann`. Name the elements of `path` to use
#' other names. A project in which members share annotations exports one file, `all.jsonl`, which does not say who
#' annotated what. In the JSON of old versions the annotator is `user`, and annotators who marked nothing are not
#' named.
#'
#' @section Texts that nobody labelled:
#' For each member of the project doccano exports all texts, whether the member has seen them or not, unless only
#' approved ones are exported ("Export only approved documents"). So a text without labels may have been seen or not;
#' specify this with `empty`. A message names annotators who labelled no text at all.
#'
#' @section Offsets:
#' Characters of the text from 0; the end is the first character after the span. `length` is the number of
#' characters of the text.
#'
#' @section Problems:
#' Listed in [problems()] with their line:
#' * left out: lines that are not json; records without a text or name of a file, an id or any field of labels, such as
#'   those of boxes in pictures; spans that are empty, end before they start or lie outside the text (an annotator
#'   without other spans in a text has a row without a span, since the text was seen); labels that are no spans among
#'   those that are;
#' * kept: a text that occurs twice for an annotator;
#' * a file without records, which doccano writes for a member who annotated nothing.
#'
#' @section Errors:
#' Those of [read_annotators()] about files, `accord_error_other_format` for the export of another tool, and
#' for an archive `accord_error_bad_zip`, `accord_error_unsafe_zip` (a path leads out of it) and
#' `accord_error_large_zip` (it unpacks to more than 50 MB and 200 times
#' its size, or 1 GB; `options(accord.unzip_limit)` allows more).
#'
#' @param path Files, folders, archives or globs. In a folder, the files with extension jsonl, json, csv or zip are
#'   read.
#' @param task The meaning of labels in a file without spans: `"classification"` or `"spans"`. `NULL`, the default,
#'   decides from the files: spans, if any record has a span or a field for spans.
#' @param empty The meaning of a text without labels: `"seen"`, the default: its annotator saw it and marked nothing;
#'   or `"unseen"`: the annotator has not seen it, and it is left out.
#'
#' @return A tibble: `item` (id of the text; the text where no file has ids), `annotator`, `label`, `start`, `end`,
#'   `text` (covered, or of the whole item), `length`, `region`, `from`, `to`, `file`, and `line`.
#' @seealso [as_spans()], [as_ratings()], [problems()], [read_] for other tools
#' @references
#' doccano, `backend/data_export`, commit ab6b765, <https://github.com/doccano/doccano>.
#' @export
#' @examplesIf rlang::is_installed("jsonlite")
#' folder <- tempfile()
#' dir.create(folder)
#' writeLines(
#'   '{"id": 1, "text": "Ruth slept", "label": [[0, 4, "PER"]]}',
#'   file.path(folder, "ann.jsonl")
#' )
#' writeLines('{"id": 1, "text": "Ruth slept", "label": []}', file.path(folder, "bob.jsonl"))
#' read_doccano(folder)[c("item", "annotator", "label", "start", "end", "length")]
read_doccano <- function(path, task = NULL, empty = "seen") {
  check_choice(task, c("classification", "spans"), "task", optional = TRUE)
  check_choice(empty, c("seen", "unseen"), "empty")
  found <- export_files(path, c("jsonl", "json", "csv"))
  check_format(found$files, found$shown, "doccano")
  records <- by_users(labelled_records(doccano_records(found), found$shown), found$shown)
  made <- doccano_rows(records, found, task)
  checked <- check_doccano(made$rows, found$shown)
  data <- checked$rows
  if (empty == "seen") tell_idle(data$annotator, data$blank) else data <- data[!data$blank, ]
  data$blank <- NULL
  data$label <- set_column(data$label)
  data$file <- found$shown[data$file]
  others <- other_problems(
    field_objects(records$record, "entities", "relations")$other, found$shown[records$file], records$row,
    "of the entities and relations"
  )
  at <- which(made$no_spans > 0)
  no_spans <- new_problems(found$shown[records$file[at]], records$row[at], problem = sprintf(
    "%d %s; left out.", made$no_spans[at], ifelse(made$no_spans[at] == 1, "label is no span", "labels are no spans")
  ))
  with_problems(data, rbind(records$problems, others, no_spans, checked$problems), found$shown)
}

# The records of json and csv files, in the same form.
doccano_records <- function(found) {
  is_table <- has_extension(found$files, "csv")
  json <- if (all(is_table)) NULL else json_records(lapply(found, `[`, !is_table))
  if (!is.null(json)) json$file <- which(!is_table)[json$file]
  tables <- lapply(found$files[is_table], function(file) {
    if (file.size(file) == 0) bad_file("empty_file", "no bytes") else read_text_table(file)
  })
  check_files_read(tables, found$shown[is_table])
  records <- unlist(lapply(tables, doccano_csv_records), recursive = FALSE)
  n <- vapply(tables, function(table) nrow(table$data), 0L)
  problems <- problems_of_parts(tables, found$shown[is_table])
  list(
    record = c(json$record, records), file = c(json$file, rep(which(is_table), n)),
    row = c(json$row, unlist(lapply(tables, `[[`, "row"))), problems = rbind(json$problems, problems)
  )
}

doccano_csv_records <- function(table) {
  key <- intersect(c("label", "labels"), names(table$data))
  columns <- lapply(table$data[setdiff(names(table$data), key)], as.character)
  cell <- if (length(key)) as.character(table$data[[key[1]]]) else character(nrow(table$data))
  cell[is.na(cell)] <- ""
  label <- lapply(strsplit(cell, "#", fixed = TRUE), as.list)
  records <- .mapply(list, c(columns, if (length(key)) list(label = label)), NULL)
  empty <- lapply(columns, is.na)
  some <- which(Reduce(`|`, empty, logical(nrow(table$data))))
  records[some] <- lapply(some, function(i) records[[i]][!c(vapply(empty, `[`, NA, i), if (length(key)) FALSE)])
  records
}

DOCCANO_LABELS <- c("label", "labels", "cats", "entities", "relations", "annotations")

# A record without any field for labels is a problem, not a text without labels.
labelled_records <- function(records, shown) {
  # Older versions have categories and entities in one object.
  is_nested <- function(label) any(c("cats", "entities") %in% names(label))
  nested <- which(vapply(field_values(records$record, "label"), is_nested, NA))
  records$record[nested] <- lapply(records$record[nested], function(x) c(x[names(x) != "label"], x$label))
  good <- vapply(records$record, function(x) any(DOCCANO_LABELS %in% names(x)), NA)
  fields <- vapply(records$record[!good], function(x) paste(first_few(names(x)), collapse = ", "), "")
  records$problems <- rbind(records$problems, new_problems(
    shown[records$file[!good]], records$row[!good], problem = sprintf(
      "The record has none of the fields %s, but %s; left out.", paste(DOCCANO_LABELS, collapse = ", "), fields
    )
  ))
  records[c("record", "file", "row")] <- lapply(records[c("record", "file", "row")], `[`, good)
  arrays <- which(vapply(field_values(records$record, "entities"), is.list, NA))
  records$record[arrays] <- lapply(records$record[arrays], function(x) {
    x$entities <- lapply(x$entities, doccano_span)
    x
  })
  records
}

# Old versions export the annotations of all users in one record, which is split into a record for each user. A user
# without annotations does not occur in it.
by_users <- function(records, shown) {
  old <- vapply(records$record, function(x) is.list(x[["annotations"]]), NA)
  parts <- rep(list(NULL), length(old))
  parts[old] <- lapply(records$record[old], function(x) {
    user <- field_text(x$annotations, "user")
    lapply(unname(split(x$annotations, factor(user, unique(user), exclude = NULL))), function(own) {
      spanned <- vapply(own, function(y) "start_offset" %in% names(y), NA)
      label <- if (any(spanned)) list(entities = own) else list(label = as.list(field_text(own, "label", "text")))
      c(x[setdiff(names(x), "annotations")], label, list(user = field_text(own[1], "user")))
    })
  })
  nobody <- old & lengths(parts) == 0
  parts[!old] <- lapply(records$record[!old], list)
  split <- split_records(records, parts, new_problems(
    shown[records$file[nobody]], records$row[nobody], problem = rep(
      "The record has no annotations, and does not say who saw it; left out.", sum(nobody)
    )
  ))
  split$old <- old[split$of]
  split
}

# Returns `rows`, and for each record `no_spans`, the number of its labels without a span, if others have one.
doccano_rows <- function(records, found, task) {
  record <- records$record
  labels <- lapply(field_values(record, c("label", "labels", "cats")), as.list)
  listed <- lapply(field_values(record, c("label", "labels")), function(x) lapply(as.list(x), doccano_span))
  in_list <- lapply(listed, function(x) x[vapply(x, is_object, NA)])
  spans <- Map(c, in_list, field_objects(record, "entities")$objects)
  relations <- field_objects(record, "relations")$objects
  with_entities <- !vapply(field_values(record, "entities"), is.null, NA)
  if (is.null(task)) task <- if (any(lengths(spans) > 0) || any(with_entities)) "spans" else "classification"
  if (task == "spans") tell_categories(sum(lengths(field_values(record, "cats")) > 0))
  parts <- if (task == "spans") Map(c, spans, relations) else vector("list", length(record))
  rows <- part_rows(parts)
  of <- rows$of
  part <- rows$part
  label <- as.list(field_text(part, "label", "type"))
  if (task == "classification") label <- json_text_lists(labels[of])
  start <- field_whole(part, "start_offset")
  end <- field_whole(part, "end_offset")
  id <- field_text(record, "id")
  own <- field_text(record, "text", "data")
  whole <- ifelse(is.na(own), field_text(record, "filename"), own)[of]
  source <- field_text(part, "from_id")
  spanned <- vapply(part, function(x) any(c("start_offset", "end_offset") %in% names(x)), NA)
  annotator <- ifelse(is.na(found$annotator), annotator_of(found$name), found$annotator)
  user <- field_text(record, "user")
  unnamed <- !records$old | is.na(user)
  user[unnamed] <- annotator[records$file][unnamed]
  rows <- tibble::tibble(
    item = if (all(is.na(id))) whole else id[of],
    annotator = user[of], label = label,
    start = start, end = end,
    text = ifelse(spanned, covered_text(whole, start, end), whole), length = nchar(own, "chars")[of],
    region = ifelse(spanned, field_text(part, "id"), NA),
    from = source, to = field_text(part, "to_id"),
    file = records$file[of], line = records$row[of], spanned = spanned, nameless = is.na(whole),
    whole = whole, blank = lengths(label) == 0 | is.na(label) & !spanned & is.na(source)
  )
  no_spans <- if (task == "spans") lengths(listed) - lengths(in_list) else integer(length(record))
  # Whoever gave a label that is left out has seen the text.
  rows$blank <- rows$blank & no_spans[of] == 0
  list(rows = rows, no_spans = no_spans)
}

tell_categories <- function(n) {
  if (n > 0) {
    inform_accord(
      "answers",
      c(i = "Left out: the categories of {n} text{?s} with spans ({.code task = \"classification\"} reads them).")
    )
  }
}

# A message about annotators without any label, who may not have seen the texts.
tell_idle <- function(annotator, blank) {
  idle <- setdiff(annotator, annotator[!blank])
  if (length(idle)) {
    inform_accord(
      "idle",
      c(
        i = "{length(idle)} annotator{?s} labelled none of {?the/their} texts: {.val {first_few(idle)}}.",
        i = "If they did not open these texts, use {.code empty = \"unseen\"}."
      ),
      annotators = idle
    )
  }
}

# Converts a span such as [0, 5, "ORG"] to an object with the keys of entities.
doccano_span <- function(x) {
  if (!is.list(x) || length(x) < 3 || !is.null(names(x))) {
    return(x)
  }
  rlang::set_names(x[1:3], c("start_offset", "end_offset", "label"))
}

check_doccano <- function(rows, shown) {
  nameless <- is.na(rows$item) | rows$nameless
  of <- paste(rows$file, rows$line, rows$annotator, sep = "\r")
  bad <- rows$spanned & !nameless & bad_offsets(rows$start, rows$end, rows$length)
  first <- !duplicated(rows[c("file", "line")]) & !nameless
  again <- which(first)[duplicated(rows[first, c("item", "annotator")])]
  place <- function(at, problem) new_problems(shown[rows$file[at]], rows$line[at], problem = problem)
  kept <- keep_seen(rows[!nameless, ], !bad[!nameless], of[!nameless], c("start", "end", "text", "region"))
  kept$text[!kept$spanned] <- kept$whole[!kept$spanned]
  list(
    rows = kept[setdiff(names(kept), c("spanned", "nameless", "whole"))],
    problems = rbind(
      place(which(nameless), rep("The record has no id or no text; left out.", sum(nameless))),
      place(which(bad), offset_problems(rows$start, rows$end, rows$length, bad, of)),
      place(
        again,
        sprintf("Annotator %s has text %s more than once; kept.", rows$annotator[again], rows$item[again])
      )
    )
  )
}
