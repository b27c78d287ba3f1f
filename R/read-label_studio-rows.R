# The three forms of Label Studio to rows: `file`, `row`, `item`, `annotator`, … and `whole`, the text that a
# span is of.

label_studio_json <- function(found, controls, predictions) {
  records <- json_records(found)
  is_full <- vapply(
    records$record, function(x) any(c("annotations", "completions", "predictions") %in% names(x)), NA
  )
  tasks <- which(is_full)
  flat <- which(!is_full)
  full <- label_studio_tasks(records, tasks, predictions, found$shown)
  min <- label_studio_flat(
    lapply(records$record[flat], function(x) x), records$file[flat], records$row[flat], controls
  )
  rows <- rbind(full$rows, min)
  rows <- rows[order(rows$file, rows$row, method = "radix"), ]
  without <- setdiff(tasks, full$used)
  problems <- new_problems(
    found$shown[records$file[without]], records$row[without],
    problem = rep("The task has no annotations; it counts as not annotated.", length(without))
  )
  list(rows = rows, problems = rbind(records$problems, problems, full$problems))
}

label_studio_tasks <- function(records, tasks, predictions, shown) {
  record <- records$record[tasks]
  task_item <- field_text(record, "id")
  all_made <- field_objects(record, "annotations", "completions")
  all_guessed <- field_objects(record, if (predictions) "predictions")
  made <- all_made$objects
  guessed <- all_guessed$objects
  task <- c(rep(seq_along(record), lengths(made)), rep(seq_along(record), lengths(guessed)))
  annotation <- c(unlist(made, recursive = FALSE), unlist(guessed, recursive = FALSE))
  is_prediction <- rep(c(FALSE, TRUE), c(sum(lengths(made)), sum(lengths(guessed))))
  people <- lapply(annotation, function(x) if (is.list(x$completed_by)) x$completed_by else list())
  who <- field_text(people, "email", "id")
  who <- ifelse(is.na(who), field_text(lapply(annotation, drop_people), "completed_by"), who)
  who[is_prediction] <- field_text(annotation[is_prediction], "model_version")
  who[is_prediction & is.na(who)] <- "prediction"
  all_results <- field_objects(annotation, "result")
  results <- all_results$objects
  # An annotation without a result is a row too.
  n <- pmax(lengths(results), 1L)
  of <- rep(seq_along(annotation), n)
  result <- unlist(lapply(results, function(x) if (length(x)) x else list(NULL)), recursive = FALSE)
  rows <- label_studio_rows(
    result,
    data = lapply(record, field_list, "data")[task[of]],
    file = records$file[tasks][task[of]], row = records$row[tasks][task[of]],
    item = task_item[task[of]], annotator = who[of], annotation = field_text(annotation, "id")[of]
  )
  rows$cancelled <- (field_flag(annotation, "was_cancelled") | field_flag(annotation, "skipped"))[of][rows$of]
  rows$ground_truth <- (
    field_flag(annotation, "ground_truth") | field_flag(annotation, "honeypot")
  )[of][rows$of]
  rows$prediction <- is_prediction[of][rows$of]
  rows$lead_time <- field_text(annotation, "lead_time")[of][rows$of]
  rows$of <- NULL
  file <- shown[records$file[tasks]]
  row <- records$row[tasks]
  problems <- rbind(
    other_problems(all_made$other + all_guessed$other, file, row, "of the annotations"),
    other_problems(all_results$other, file[task], row[task], "of the results of an annotation")
  )
  list(rows = rows, used = tasks[unique(c(task, which(all_made$other > 0)))], problems = problems)
}

drop_people <- function(annotation) {
  if (is.list(annotation$completed_by)) annotation$completed_by <- NULL
  annotation
}

# `result`: a region, choice or relation each, NULL for none. A span with several labels is a row for each.
label_studio_rows <- function(result, data, file, row, item, annotator, annotation) {
  value <- lapply(result, function(x) if (is.list(x$value)) x$value else list())
  type <- field_text(result, "type")
  # In html `start` is a path to a node; offsets into the whole page go beside it, or are not there.
  in_nodes <- type %in% c("hypertextlabels", "paragraphlabels")
  value[in_nodes] <- lapply(value[in_nodes], function(x) {
    replace(x, c("start", "end"), list(x$globalOffsets$start %||% "?", x$globalOffsets$end %||% "?"))
  })
  start <- field_text(value, "start")
  end <- field_text(value, "end")
  is_relation <- type %in% "relation"
  spanned <- !is.na(start) | !is.na(end)
  labels <- Map(label_studio_labels, result, value, type)
  n <- ifelse(spanned & lengths(labels) > 1, lengths(labels), 1L)
  of <- rep(seq_along(result), n)
  each <- sequence(n)
  labels[spanned] <- lapply(labels[spanned], function(x) if (length(x)) x else NA_character_)
  label <- Map(function(set, i, split) if (split) set[i] else set, labels[of], each, spanned[of])
  whole <- label_studio_text(result, data, type)
  number <- function(text) suppressWarnings(as.numeric(text))
  tibble::tibble(
    file = file[of], row = row[of], item = item[of], annotator = annotator[of], annotation = annotation[of],
    control = field_text(result, "from_name")[of], type = type[of], label = unname(label),
    start = number(start)[of], end = number(end)[of], text = field_text(value, "text")[of],
    length = NA_integer_, region = field_text(result, "id")[of],
    from = field_text(result, "from_id")[of], to = field_text(result, "to_id")[of],
    cancelled = FALSE, ground_truth = FALSE, prediction = FALSE, lead_time = NA_character_,
    whole = whole[of], spanned = spanned[of], of = of
  )
}

# The labels of one result, as text: the value of the key that its type names.
label_studio_labels <- function(result, value, type) {
  if (is.null(result)) {
    return(NA_character_)
  }
  if (type %in% "relation") {
    labels <- unlist(result$labels)
    return(if (length(labels)) json_texts(as.list(labels)) else NA_character_)
  }
  keys <- c(
    type, "choices", "labels", grep("labels$", names(value), value = TRUE), "rating", "number", "text",
    "selected"
  )
  found <- if (length(names(value))) value[[intersect(keys, names(value))[1]]]
  if (is.null(found)) {
    found <- result$preference %||% value[["preference"]]
  }
  if (is.null(found)) {
    return(NA_character_)
  }
  # A path in a taxonomy is one label.
  json_texts(
    lapply(as.list(found), function(x) if (is.list(x)) paste(json_texts(x), collapse = " / ") else x)
  )
}

# The text that each span is of: the field of the task by the name of the object, or `text`. NA for images and
# sounds.
label_studio_text <- function(result, data, type) {
  to <- sub("^[$]", "", field_text(result, "to_name"))
  vapply(seq_along(result), function(i) {
    if (!type[i] %in% c("labels", NA)) {
      return(NA_character_)
    }
    own <- c(if (!is.na(to[i])) data[[i]][[to[i], exact = TRUE]], data[[i]][["text", exact = TRUE]])
    own <- Filter(rlang::is_string, as.list(own))
    if (length(own) && !grepl("^(https?|s3|gs)://\\S*$", own[[1]])) json_texts(own[1]) else NA_character_
  }, "")
}

# A flat record each, as JSON_MIN has it.
label_studio_flat <- function(records, file, row, controls) {
  if (length(records) == 0) {
    return(NULL)
  }
  parts <- lapply(seq_along(records), function(i) {
    record <- records[[i]]
    names <- if (is.null(controls)) controls_between(names(record)) else intersect(controls, names(record))
    results <- unlist(
      lapply(names, function(name) flat_results(name, record[[name, exact = TRUE]])), recursive = FALSE
    )
    if (length(results)) results else list(NULL)
  })
  of <- rep(seq_along(records), lengths(parts))
  rows <- label_studio_rows(
    unlist(parts, recursive = FALSE), records[of],
    file = file[of], row = row[of], item = field_text(records, "id")[of],
    annotator = field_text(records, "annotator")[of], annotation = field_text(records, "annotation_id")[of]
  )
  rows$lead_time <- field_text(records, "lead_time")[of][rows$of]
  rows$of <- NULL
  rows
}

controls_between <- function(names) {
  from <- match("id", names, 0L)
  to <- match("annotator", names, 0L)
  if (to > from + 1) names[(from + 1):(to - 1)] else character()
}

# What the converter made of the results of a control, as results again.
flat_results <- function(name, value) {
  if (is.null(value)) {
    return(NULL)
  }
  result <- function(type, value) list(from_name = name, to_name = "text", type = type, value = value)
  if (is.list(value) && is.null(names(value)) && all(vapply(value, is.list, NA))) {
    lapply(value, function(x) {
      type <- c(grep("labels$", names(x), value = TRUE), "labels")[1]
      result(type, x)
    })
  } else if (is.list(value) && "choices" %in% names(value)) {
    list(result("choices", value))
  } else {
    list(result("choices", list(choices = as.list(value))))
  }
}

label_studio_table <- function(found, controls) {
  tables <- lapply(found$files, read_studio_csv)
  bad <- vapply(tables, inherits, NA, "accord_bad_file")
  if (any(bad)) abort_bad_files(found$shown[bad], tables[bad], length(bad))
  check_studio_columns(tables, found$shown, controls)
  need_package("jsonlite", "to read the cells of Label Studio")
  rows <- lapply(seq_along(tables), function(i) {
    table <- tables[[i]]
    records <- lapply(seq_len(nrow(table$data)), function(j) {
      cells <- lapply(table$data, `[[`, j)
      cells <- cells[!vapply(cells, is.na, NA)]
      lapply(cells, function(x) if (grepl("^[[{]", x)) parse_marked(x) %||% x else x)
    })
    label_studio_flat(records, rep(i, length(records)), table$row, controls)
  })
  problems <- do.call(rbind, Map(function(table, shown) {
    table$problems$file <- rep(shown, nrow(table$problems))
    table$problems
  }, tables, found$shown))
  list(rows = do.call(rbind, rows), problems = problems)
}

read_studio_csv <- function(file) {
  if (file.size(file) == 0) bad_file("empty_file", "no bytes") else read_text_table(file)
}

check_studio_columns <- function(tables, shown, controls) {
  needed <- c("id", "annotator", "annotation_id")
  lacking <- lapply(rlang::set_names(needed), function(column) {
    shown[!vapply(tables, function(table) column %in% names(table$data), NA)]
  })
  lacking <- lacking[lengths(lacking) > 0]
  if (length(lacking)) {
    available <- names(tables[[match(lacking[[1]][1], shown)]]$data)
    abort_missing_in_files(
      "A csv file of Label Studio must have columns id, annotator, annotation_id.", lacking, length(shown),
      available
    )
  }
  there <- unique(unlist(lapply(tables, function(table) names(table$data))))
  others <- setdiff(there, c(needed, "agreement", "created_at", "updated_at", "lead_time"))
  unknown <- setdiff(controls, there)
  if (is.null(controls) || length(unknown)) {
    abort_accord(
      "argument",
      c(
        "{.arg controls} must name the columns of a csv file that hold answers.",
        x = if (is.null(controls)) {
          "It is {.val NULL}."
        } else {
          "{length(unknown)} of them {?is/are} not there: {.val {unknown}}."
        },
        i = "{length(others)} column{?s} could be: {.var {first_few(others)}}.",
        i = "JSON holds more: export it if you can."
      ),
      argument = "controls",
      available = others
    )
  }
}
