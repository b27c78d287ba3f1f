# Converts json of Label Studio to rows: `file`, `row`, `item`, `annotator`, … and `whole`, the text that contains the
# span.

label_studio_json <- function(found, controls, predictions) {
  records <- json_records(found)
  records$record <- lapply(records$record, task_of_annotation)
  is_annotated <- vapply(
    records$record, function(x) any(c("annotations", "completions", "predictions") %in% names(x)), NA
  )
  is_bare <- !is_annotated & vapply(records$record, is_bare_task, NA)
  check_annotated(records$file, is_bare, found$shown)
  is_full <- is_annotated | is_bare
  tasks <- which(is_full)
  flat <- which(!is_full)
  full <- label_studio_tasks(records, tasks, controls, predictions, found$shown)
  unanswered <- if (is.null(controls) && length(flat)) {
    check_flat_order(records$record[flat], records$file[flat], records$row[flat], found$shown)
  }
  min <- if (length(flat)) {
    label_studio_flat(records$record[flat], records$file[flat], records$row[flat], controls)
  }
  rows <- rbind(full$rows, min)
  rows <- rows[order(rows$file, rows$row, method = "radix"), ]
  without <- setdiff(tasks, full$used)
  problems <- new_problems(
    found$shown[records$file[without]], records$row[without],
    problem = rep("The task has no annotations; it counts as not annotated.", length(without))
  )
  # JSON_MIN does not distinguish controls from data, so all fields are listed.
  fields <- setdiff(unique(unlist(lapply(records$record[flat], names))), FLAT_FIELDS)
  list(
    rows = rows, problems = rbind(records$problems, problems, full$problems, unanswered),
    controls = c(unique(full$rows$control[!is.na(full$rows$control)]), fields)
  )
}

# Whether a record is a task of an import file, with data but without annotations or the fields of JSON_MIN.
is_bare_task <- function(record) {
  answered <- c(setdiff(FLAT_FIELDS, c("id", "created_at", "updated_at")), "completion_id", "result")
  !any(answered %in% names(record)) && is_object(record)
}

# Fields of a task besides its data. In an import file the data may be mixed with these.
TASK_FIELDS <- c(
  "id", "data", "annotations", "completions", "predictions", "drafts", "project", "meta", "inner_id", "file_upload",
  "created_at", "updated_at", "created_by", "updated_by", "completed_at", "annotators", "comment_authors", "state"
)

data_of_tasks <- function(record) {
  data <- field_values(record, "data")
  open <- vapply(data, is.null, NA)
  data[open] <- lapply(record[open], function(x) x[setdiff(names(x), TASK_FIELDS)])
  lapply(data, as.list)
}

# Stops if no task has annotations; a single task without any is listed in the problems.
check_annotated <- function(file, is_bare, shown) {
  if (length(is_bare) && all(is_bare)) {
    files <- unique(shown[file])
    abort_accord(
      "no_annotations",
      c(
        "The tasks must have annotations.",
        x = "{length(is_bare)} task{?s} {?has/have} no field {.field annotations}: {.file {first_few(files)}}.",
        i = "This is a file for import into Label Studio: export the project as JSON, and read that."
      ),
      path = files
    )
  }
}

# A cloud storage has a file per annotation, which contains its task. This gives the task with its annotation.
task_of_annotation <- function(record) {
  if (!is.list(record[["result"]]) || is.null(record[["task"]])) {
    return(record)
  }
  task <- record[["task"]]
  annotation <- record[names(record) != "task"]
  others <- c("annotations", "completions", "predictions")
  about <- if (is.list(task)) task[setdiff(names(task), others)] else list(id = task)
  c(about, list(annotations = list(annotation)))
}

label_studio_tasks <- function(records, tasks, controls, predictions, shown) {
  record <- records$record[tasks]
  task_item <- field_text(record, "id")
  all_made <- field_objects(record, "annotations", "completions")
  all_guessed <- field_objects(record, if (predictions) "predictions")
  made <- all_made$objects
  guessed <- all_guessed$objects
  task <- c(rep(seq_along(record), lengths(made)), rep(seq_along(record), lengths(guessed)))
  annotation <- c(unlist(made, recursive = FALSE), unlist(guessed, recursive = FALSE))
  is_prediction <- rep(c(FALSE, TRUE), c(sum(lengths(made)), sum(lengths(guessed))))
  people <- lapply(field_values(annotation, "completed_by"), function(x) if (is.list(x)) x else list())
  who <- field_text(people, "email", "id")
  numbers <- lapply(field_values(annotation, "completed_by"), function(x) if (!is.list(x)) list(id = x))
  who <- ifelse(is.na(who), field_text(numbers, "id"), who)
  who[is_prediction] <- field_text(annotation[is_prediction], "model_version")
  who[is_prediction & is.na(who)] <- "prediction"
  all_results <- field_objects(annotation, "result")
  results <- with_blank_pages(objects_as_pages(all_results$objects, task), task)
  # An annotation without results gives a row too.
  each <- part_rows(results)
  of <- each$of
  rows <- label_studio_rows(
    each$part,
    data = data_of_tasks(record), task = task[of],
    file = records$file[tasks][task[of]], row = records$row[tasks][task[of]],
    item = task_item[task[of]], annotator = who[of], annotation = field_text(annotation, "id")[of],
    controls = controls
  )
  rows$cancelled <- (field_flag(annotation, "was_cancelled") | field_flag(annotation, "skipped"))[of][rows$of]
  rows$ground_truth <- (
    field_flag(annotation, "ground_truth") | field_flag(annotation, "honeypot")
  )[of][rows$of]
  rows$prediction <- is_prediction[of][rows$of]
  rows$lead_time <- field_text(annotation, "lead_time")[of][rows$of]
  rows[c("created", "updated")] <- lapply(annotation_times(annotation), function(x) x[of][rows$of])
  rows$of <- NULL
  file <- shown[records$file[tasks]]
  row <- records$row[tasks]
  problems <- rbind(
    other_problems(all_made$other + all_guessed$other, file, row, "of the annotations"),
    other_problems(all_results$other, file[task], row[task], "of the results of an annotation")
  )
  list(rows = rows, used = tasks[unique(c(task, which(all_made$other > 0)))], problems = problems)
}

# Returns the times when annotations were made and last changed, as text.
annotation_times <- function(records) {
  list(created = field_text(records, "created_at"), updated = field_text(records, "updated_at", "created_at"))
}

# A result for each range on the timeline of a video, where frames count from 1 and the last frame is included.
open_ranges <- function(result) {
  ranges <- field_objects(field_values(result, "value"), "ranges")$objects
  of <- rep(seq_along(result), pmax(lengths(ranges), 1L))
  opened <- result[of]
  some <- lengths(ranges)[of] > 0
  opened[some] <- Map(function(one, range) {
    own <- setdiff(names(one$value), "ranges")
    one$value <- c(one$value[own], list(start = range$start %||% "?", end = range$end %||% "?", in_frames = TRUE))
    one
  }, opened[some], unlist(ranges, recursive = FALSE))
  list(result = opened, of = of)
}

# `result`: a list of regions, choices and relations, NULL for none. A span with several labels gives a row for each.
# `task`: the position of each result in `data`, the fields of the tasks. `controls`: those to be read, NULL for all.
label_studio_rows <- function(result, data, task, file, row, item, annotator, annotation, controls = NULL) {
  opened <- open_ranges(result)
  result <- opened$result
  task <- task[opened$of]
  place <- list(file = file, row = row, item = item, annotator = annotator, annotation = annotation, task_id = item)
  place <- lapply(place, `[`, opened$of)
  place$item <- item_of_page(place$item, result)
  value <- lapply(field_values(result, "value"), function(x) if (is.list(x)) x else list())
  type <- field_text(result, "type")
  keys <- lapply(value, names)
  with_key <- function(...) vapply(keys, function(x) any(c(...) %in% x), NA)
  in_nodes <- type %in% c("hypertextlabels", "paragraphlabels") | with_key("globalOffsets", "startOffset")
  value[in_nodes] <- lapply(value[in_nodes], with_page_offsets)
  start <- field_text(value, "start")
  end <- field_text(value, "end")
  spanned <- !is.na(start) | !is.na(end)
  labels <- label_studio_labels(result, value, type)
  n <- ifelse(spanned & lengths(labels) > 1, lengths(labels), 1L)
  of <- rep(seq_along(result), n)
  labels[lengths(labels) == 0 & spanned] <- list(NA_character_)
  label <- labels[of]
  split <- (n > 1)[of]
  label[split] <- as.list(unlist(labels[n > 1]))
  number <- function(text) suppressWarnings(as.numeric(text))
  start <- number(start) - with_key("in_frames")
  end <- number(end)
  # In a text area, `text` is the answer and not the text covered by a region.
  own <- field_text(value, "text")
  own[type %in% "textarea" | vapply(field_values(value, "text"), is.list, NA)] <- NA
  region <- field_text(result, "id")
  is_sound <- with_key("channel", "original_length") | !is.na(field_text(result, "original_length"))
  is_other <- in_nodes | is_sound | with_key("in_frames") | grepl(".labels$", type)
  hash <- vapply(data, rlang::hash, "")[task]
  control <- field_text(result, "from_name")
  whole <- label_studio_text(
    list(
      task = task, same = paste(place$task_id, hash), control = control,
      is_asked = is.null(controls) | is.na(control) | control %in% controls,
      is_page = !is.na(field_text(result, "item_index")), to = sub("^[$]", "", field_text(result, "to_name")),
      start = start, end = end, own = own,
      region = paste(place$file, place$row, place$annotation, region, sep = "\r"), is_other = is_other,
      is_blank = lengths(keys) == 0 & is.na(control)
    ), data
  )
  not_read <- ifelse(with_key("ranges"), "ranges", ifelse(
    lengths(keys) > 0 & !spanned & is.na(labels) & !type %in% "relation" & !with_key(REGION_KEYS), "answer", NA
  ))
  tibble::new_tibble(c(lapply(place, `[`, of), list(
    control = control[of], type = type[of], label = unname(label),
    start = start[of], end = end[of], text = own[of],
    length = rep(NA_integer_, length(of)), region = region[of],
    from = field_text(result, "from_id")[of], to = field_text(result, "to_id")[of],
    cancelled = rep(FALSE, length(of)), ground_truth = rep(FALSE, length(of)), prediction = rep(FALSE, length(of)),
    lead_time = rep(NA_character_, length(of)), created = rep(NA_character_, length(of)),
    updated = rep(NA_character_, length(of)),
    whole = whole$text[of], in_characters = whole$in_characters[of], no_text = whole$not_found[of],
    data = hash[of], not_read = not_read[of], spanned = spanned[of], of = opened$of[of]
  )), nrow = length(of))
}

# In html, `start` is a path to a node; the offsets into the whole page are in `globalOffsets`, if there are any.
with_page_offsets <- function(value) {
  replace(value, c("start", "end"), list(value$globalOffsets$start %||% "?", value$globalOffsets$end %||% "?"))
}

# Keys for the position of an image region, which is not read.
REGION_KEYS <- c("x", "points", "vertices", "rle", "sequence", "brush")

# The labels of each result as text: the values under the key that corresponds to its type.
label_studio_labels <- function(result, value, type) {
  found <- Map(function(result, value, type) as.list(label_studio_values(result, value, type)), result, value, type)
  found[vapply(found, is.null, NA) | vapply(result, is.null, NA)] <- list(list(NA_character_))
  # A path in a taxonomy is a single label.
  flat <- unlist(unname(found), recursive = FALSE)
  inner <- vapply(flat, is.list, NA)
  flat[inner] <- lapply(flat[inner], function(x) paste(json_texts(x), collapse = " / "))
  parts_like(json_texts(flat), found)
}

label_studio_values <- function(result, value, type) {
  if (type %in% "relation") {
    labels <- unlist(result$labels)
    return(if (length(labels)) labels else NA_character_)
  }
  keys <- names(value) %||% character()
  # A region of text contains the covered text as well as its labels.
  answers <- if ("start" %in% keys && !type %in% "textarea") setdiff(ANSWER_KEYS, "text") else ANSWER_KEYS
  key <- c(
    intersect(c(type, "choices", "labels"), keys), keys[endsWith(keys, "labels")], intersect(answers, keys)
  )
  found <- if (length(key)) value[[key[1]]]
  # A message of a chat is an object, whose content is the answer.
  if (type %in% "chatmessage" && is_object(found)) found <- found[["content"]]
  if ("ranker" %in% key[1] && is.list(found)) found <- ranked_labels(found, result$from_name)
  found %||% result$preference %||% value[["preference"]] %||% NA_character_
}

# The order of a ranker is one label, since a set would ignore the order. With buckets each item is a label that
# includes its bucket; items that were not moved are in "_", which is dropped.
ranked_labels <- function(found, control) {
  if (is_object(found) && identical(names(found), control)) found <- found[[1]]
  if (!is_object(found)) {
    return(list(paste(json_texts(found), collapse = " / ")))
  }
  found <- found[names(found) != "_"]
  as.list(unlist(Map(function(bucket, items) {
    paste0(bucket, ": ", json_texts(items), recycle0 = TRUE)
  }, names(found), found), use.names = FALSE))
}

# The keys of answers that are not labels, named by the type of their control.
ANSWER_KEYS <- c(
  taxonomy = "taxonomy", ranker = "ranker", datetime = "datetime", rating = "rating", number = "number",
  textarea = "text", pairwise = "selected"
)
