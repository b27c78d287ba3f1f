# Converts JSON_MIN and csv files of Label Studio, in which answers are next to the data, to rows.

# `records`: flat records in the form of JSON_MIN.
label_studio_flat <- function(records, file, row, controls) {
  if (length(records) == 0) {
    return(NULL)
  }
  answers <- lapply(records, function(record) {
    if (is.null(controls)) controls_between(names(record)) else intersect(controls, names(record))
  })
  parts <- Map(function(record, names) {
    results <- unlist(lapply(names, function(name) flat_results(name, record[[name]])), recursive = FALSE)
    if (length(results)) results else list(NULL)
  }, records, answers)
  of <- rep(seq_along(records), lengths(parts))
  data <- Map(function(record, names) record[setdiff(names(record), c(names, FLAT_FIELDS))], records, answers)
  rows <- label_studio_rows(
    unlist(parts, recursive = FALSE), data, of,
    file = file[of], row = row[of], item = field_text(records, "id")[of],
    annotator = field_text(records, "annotator")[of], annotation = field_text(records, "annotation_id")[of]
  )
  rows$lead_time <- field_text(records, "lead_time")[of][rows$of]
  rows[c("created", "updated")] <- lapply(annotation_times(records), function(x) x[of][rows$of])
  rows$of <- NULL
  rows
}

# Fields that are neither data nor answers.
FLAT_FIELDS <- c("id", "annotator", "annotation_id", "agreement", "created_at", "updated_at", "lead_time", "history")

# Stops if answers cannot be distinguished from data. Label Studio writes the data of a task, its id, then the
# controls. A data field named `id` keeps its position, so that the data after it would be taken for answers; a
# control with the name of a data field takes the position of that field.
check_flat_order <- function(records, file, row, shown) {
  id <- vapply(records, function(record) match("id", names(record), 0L), 0L)
  if (any(id == 1L)) {
    fields <- setdiff(unique(unlist(lapply(records[id == 1L], names))), FLAT_FIELDS)
    abort_accord(
      "argument",
      c(
        "{.arg controls} must name the fields of answers in JSON_MIN if `id` is the first field.",
        x = "Records begin with `id` in {.file {first_few(unique(shown[file[id == 1L]]))}}.",
        i = "{length(fields)} field{?s} could be: {.var {first_few(fields)}}.",
        i = "The JSON export contains more: use it if you can."
      ),
      argument = "controls",
      available = fields
    )
  }
  answered <- vapply(records, function(record) length(controls_between(names(record))) > 0, NA)
  silent <- setdiff(file, file[answered])
  new_problems(shown[silent], row[match(silent, file)], problem = rep(paste(
    "There is no field between id and annotator: nobody answered, or a control has the name of a field of the data;",
    "then say `controls`."
  ), length(silent)))
}

controls_between <- function(names) {
  from <- match("id", names, 0L)
  to <- match("annotator", names, 0L)
  if (to > from + 1) names[(from + 1):(to - 1)] else character()
}

# Converts an answer in the flat format back to results of a control.
flat_results <- function(name, value) {
  if (is.null(value)) {
    return(NULL)
  }
  result <- function(type, value) list(from_name = name, type = type, value = value)
  if (is.list(value) && is.null(names(value)) && all(vapply(value, is.list, NA))) {
    lapply(value, function(x) result(flat_type(names(x)), x))
  } else if (is.list(value) && !is.null(names(value))) {
    list(result(flat_type(names(value)), value))
  } else {
    list(result("choices", list(choices = as.list(value))))
  }
}

# The type that the full json would have, derived from the keys of an answer.
flat_type <- function(keys) {
  type <- c(keys[keys == "choices"], keys[endsWith(keys, "labels")], names(ANSWER_KEYS)[ANSWER_KEYS %in% keys])
  if (length(type)) type[1] else NA_character_
}

label_studio_table <- function(found, controls) {
  tables <- lapply(found$files, read_studio_csv)
  check_files_read(tables, found$shown)
  check_studio_columns(tables, found$shown, controls)
  need_package("jsonlite", "to read the cells of Label Studio")
  cut <- lapply(tables, function(table) cut_cells(table$data, controls))
  rows <- lapply(seq_along(tables), function(i) {
    table <- tables[[i]]
    whole <- is.na(cut[[i]])
    records <- lapply(which(whole), function(j) {
      cells <- lapply(table$data, `[[`, j)
      cells <- cells[!vapply(cells, is.na, NA)]
      lapply(cells, function(x) if (grepl("^[[{]", x)) parse_marked(x) %||% x else x)
    })
    label_studio_flat(records, rep(i, length(records)), table$row[whole], controls)
  })
  problems <- do.call(rbind, Map(function(table, shown, cut) {
    rbind(in_file(table$problems, shown), new_problems(shown, table$row[!is.na(cut)], cut[!is.na(cut)], rep(
      "The cell begins like json and is none, as if it were cut; annotation left out.", sum(!is.na(cut))
    )))
  }, tables, found$shown, cut))
  list(rows = do.call(rbind, rows), problems = problems, controls = controls)
}

# For each row, the first control whose answer was cut, as spreadsheets do after 32,767 characters; NA for none.
cut_cells <- function(data, controls) {
  cut <- rep(NA_character_, nrow(data))
  for (control in rev(intersect(controls, names(data)))) {
    marked <- grep("^(\\[\\s*)?\\{\\s*\"", data[[control]], perl = TRUE)
    broken <- vapply(data[[control]][marked], function(x) is.null(parse_marked(x)), NA, USE.NAMES = FALSE)
    cut[marked[broken]] <- control
  }
  cut
}

read_studio_csv <- function(file) {
  if (file.size(file) == 0) bad_file("empty_file", "no bytes") else read_text_table(file)
}

check_studio_columns <- function(tables, shown, controls) {
  check_file_columns(tables, shown, c("id", "annotator", "annotation_id"), "A csv file of Label Studio")
  there <- unique(unlist(lapply(tables, function(table) names(table$data))))
  others <- setdiff(there, FLAT_FIELDS)
  unknown <- setdiff(controls, there)
  if (is.null(controls) || length(unknown)) {
    abort_accord(
      "argument",
      c(
        "{.arg controls} must name the columns of answers in a csv file.",
        x = if (is.null(controls)) {
          "It is NULL."
        } else {
          "{length(unknown)} of them {?does/do} not exist: {.val {unknown}}."
        },
        i = "{length(others)} column{?s} could be: {.var {first_few(others)}}.",
        i = "The JSON export contains more: use it if you can."
      ),
      argument = "controls",
      available = others
    )
  }
}
