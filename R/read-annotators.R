#' Read one file per annotator
#'
#' Reads the files in which annotators labelled the same items, one file per annotator, and returns one long tibble
#' with a row per annotator and item.
#'
#' @section Annotators:
#' The annotator is the name of the element of `path`, as in `c(ann = "first.csv")`, or else the name of the file
#' without its extension: `maiwenn.csv` holds the labels of `maiwenn`. Two files of one annotator are an error.
#'
#' @section Types:
#' The id column stays text as written, so that `"1.10"` and `"1.1"` are two items. Labels are read as text and
#' recoded as text. After that, a label column becomes numeric when all of its values in all files are plain numbers
#' (see [read_mturk()]) and remain distinct as numbers; then `1` of one annotator and `1.0` of another are the same
#' label. Codes of sections stay text if one annotator wrote both `1.1` and `1.10`. Numbers with a decimal comma, such
#' as `1,5`, stay text and are listed in [problems()], unless `decimal = ","` says that they are numbers. A date stored
#' as a date in Excel becomes Excel's number of days. In a json file `true` is the text `"true"`, and an array stays
#' json text.
#'
#' @section Missing data:
#' A blank cell is `NA`, and so are a `null` in json and an error of Excel, such as `#N/A`, in a workbook; the text
#' `NA` stays text, unless `recode` says otherwise. Rows without an id are left out and listed in [problems()], and so
#' are rows with more cells than columns, and a repeated header, as where files were joined. A row with too
#' few cells is kept, with `NA` in its last columns, and listed. An item that occurs twice in the file of an annotator
#' is kept and listed; the argument `duplicates` of [as_ratings()] decides what is used.
#'
#' An `annotation` column that only some files have is `NA` for the annotators of the other files, and listed; it is
#' an error if these have a column with a similar name, unless a helper such as `starts_with()` selects the columns.
#'
#' An empty or blank file is listed, and is an error only if all files are empty; its annotator has no rows, and is
#' ignored by `join`.
#'
#' `join = "full"` keeps every row, including those without a label, which measures of agreement treat as missing
#' ratings. `join = "inner"` leaves out rows in which one of the `annotation` columns is `NA`, then keeps the items
#' for which every annotator still has a row. Do not select questions in `annotation` that were asked for some items
#' only, or only these items remain.
#'
#' @section Files:
#' A json file holds an array of records, `[{"id": "t1", "label": "yes"}]`, or an object from id to
#' record, `{"t1": {"label": "yes"}}`, or from id to value, `{"t1": "yes"}`. The keys of an object
#' become column `id`, bare values column `value`. For all other files see [read_mturk()].
#'
#' @section Errors:
#' Those of [read_mturk()] except `status`, `duplicate_annotator`, and `several_annotators` for a file in which a column
#' such as `annotator` says who annotated: [read_sheet()] reads it, with this column as `rater`.
#'
#' @param path A folder, files, or globs such as `"labels/*.tsv"`. In a folder, or among the matches of a glob, the
#'   files with extension csv, tsv, xlsx or json are read. Names are those of the annotators.
#' @param id <[`tidy-select`][tidyselect::language]> The column that identifies the item, or several that do so
#'   together, as in `id = c(document, sentence)`. They are looked up in every file.
#' @param annotation <[`tidy-select`][tidyselect::language]> One or more columns with labels, which at least one file
#'   must have: `annotation = c(sarcasm, confidence)`. They can be renamed: `c(sarcasm = "Is this tweet sarcastic?")`.
#'   Other columns are not read.
#' @param join `"full"`, the default, keeps all items, `"inner"` those that every annotator annotated.
#' @param recode New labels: a vector from the label in the file to the new label, `c("Yes" = "yes", "y" = "yes")`,
#'   for all `annotation` columns, or a list of such vectors named by column. The new label `NA` means no annotation.
#'   Other labels are not changed; a label that never occurs gives a warning. `NULL`, the default, changes none.
#'
#' @param decimal The decimal mark of csv and tsv files, `"."` or `","`. With `","` a column may still use points, but
#'   not both. It does not affect json and xlsx files.
#' @param skip Number of rows above the header in each csv, tsv and xlsx file, such as titles; blank rows count.
#'
#' @return A tibble with the id columns (with their names in the first file), `annotator`, and the `annotation` columns,
#'   in the order of the files. [problems()] lists what could not be read.
#' @seealso `vignette("annotators")`, [problems()], [as_ratings()], [read_] for other tools
#' @export
#' @examples
#' folder <- system.file("extdata", "sarcasm", package = "accord")
#' read_annotators(file.path(folder, "*.csv"), id = ID, annotation = annotation)
#'
#' # The tweets that all six annotators labelled, with words for labels
#' tweets <- read_annotators(
#'   file.path(folder, "*.csv"), ID, c(sarcasm = annotation),
#'   join = "inner",
#'   recode = c("0.0" = "no", "1.0" = "yes")
#' )
#' table(tweets$annotator, tweets$sarcasm)
read_annotators <- function(path, id, annotation, join = c("full", "inner"), recode = NULL, decimal = ".",
                            skip = 0) {
  joins <- c("full", "inner")
  check_choice(decimal, c(".", ","), "decimal")
  check_whole(skip, "skip", least = 0)
  join <- if (identical(join, joins)) "full" else check_choice(join, joins, "join")
  found <- files_of_annotators(path, c("csv", "tsv", "xlsx", "json"), annotator_of)
  files <- found$files
  check_annotators(found)
  tables <- read_tables(files, idle = TRUE, skip = skip)
  idle <- setdiff(files, vapply(tables, `[[`, "", "path"))
  id <- select_in_files(rlang::enquo(id), tables, "id", select_ids, "every file")
  tables <- with_lacking_columns(rlang::enquo(annotation), tables)
  labels <- select_in_files(rlang::enquo(annotation), tables, "annotation", select_labels, "at least one file")
  id_name <- names(id[[1]])
  check_ids_alike(id)
  label_names <- unique(unlist(lapply(labels, names)))
  check_no_annotator_column(tables, id, labels)
  check_result_names(c(id_name, "annotator", label_names))

  bound <- bind_tables(Map(pick_columns, tables, id, labels, list(id_name)))
  bound$annotators <- found$annotator[match(bound$paths, files)]
  bound$data[label_names] <- recode_labels(bound$data[label_names], recode)
  bound <- drop_blank_ids(bound, id_name)
  bound <- note_repeated_items(bound, id_name)
  if (join == "inner") bound <- keep_common_items(bound, id_name, label_names)
  bound <- settle_decimals(bound, label_names, decimal)
  data <- vctrs::vec_cbind(
    bound$data[id_name],
    tibble::tibble(annotator = bound$annotators[match(bound$file, bound$paths)]),
    convert_numbers(bound$data[label_names], writer = bound$file),
    .name_repair = "minimal"
  )
  below <- skip > 0 & !grepl("[.]json$", idle, ignore.case = TRUE)
  nothing <- ifelse(below, sprintf("Nothing is below row %d", as.integer(skip)), "The file is empty")
  nothing <- paste0(nothing, "; its annotator is not among the rows.", recycle0 = TRUE)
  with_problems(data, rbind(bound$problems, new_problems(idle, problem = nothing)), files)
}

annotator_of <- function(file) {
  one <- unique(file)
  sub("[.][^.]*$", "", last_name(one))[match(file, one)]
}

# `found`: the `files`, and the `annotator` of each.
check_annotators <- function(found) {
  twice <- unique(found$annotator[duplicated(found$annotator)])
  if (length(twice)) {
    those <- found$files[found$annotator %in% twice]
    abort_accord(
      "duplicate_annotator",
      c(
        "Each annotator must have one file: its name is the annotator's, unless {.arg path} has names.",
        x = "{length(twice)} annotator{?s} {?has/have} more: {.val {first_few(twice)}}.",
        x = "The files are {.file {first_few(those)}}.",
        i = "If they are of several annotators, name the elements of {.arg path}: {.code c(ann = \"file\")}.",
        i = "If they are of one, read them separately and combine the results."
      ),
      annotator = twice,
      path = those
    )
  }
}

select_labels <- function(quo, data, arg) {
  selected <- select_columns(quo, data, arg)
  if (length(selected) == 0) {
    abort_accord(
      "argument",
      c("{.arg {arg}} must select at least one column.", x = "It selects none."),
      argument = arg,
      columns = character()
    )
  }
  selected
}

# Handles questions that only some annotators were asked: a column missing in one file but present in another becomes
# NA, and is listed in the problems.
with_lacking_columns <- function(quo, tables) {
  # Other errors concern every file, or a file in which a selection helper matches nothing; they are raised later.
  chosen <- lapply(tables, function(table) {
    tryCatch(names(table$data)[select_labels(quo, table$data, "annotation")], accord_error = identity)
  })
  selected <- unique(unlist(Filter(is.character, chosen)))
  lacking <- Map(function(table, one) {
    if (inherits(one, "accord_error_missing_column")) one$column else setdiff(selected, names(table$data))
  }, tables, chosen)
  Map(function(table, columns, one) {
    if (is.character(one)) return(note_lacking_columns(table, columns))
    elsewhere <- vapply(columns, function(column) {
      any(vapply(tables, function(other) column %in% names(other$data), NA))
    }, NA)
    # If the file has a column with a similar name that no other file has, the name is rather a misprint.
    others <- unlist(lapply(tables, function(other) if (other$path != table$path) names(other$data)))
    near <- nearest_columns(columns, setdiff(names(table$data), others))
    if (length(columns) == 0 || !all(elsewhere & is.na(near))) {
      return(table)
    }
    for (column in columns) table$data[[column]] <- rep(NA_character_, nrow(table$data))
    note_lacking_columns(table, columns)
  }, tables, lacking, chosen)
}

note_lacking_columns <- function(table, columns) {
  found <- rep("The file has no such column; taken as not annotated.", length(columns))
  table$problems <- rbind(table$problems, new_problems(table$path, column = columns, problem = found))
  table
}

check_result_names <- function(names) {
  twice <- unique(names[duplicated(names)])
  if (length(twice)) {
    abort_accord(
      "argument",
      c(
        "The id, {.var annotator}, and the annotation columns must have different names.",
        x = "{length(twice)} name{?s} {?is/are} used twice: {.var {twice}}.",
        i = "Give a new name in the call, as in {.code annotation = c(label = old_name)}."
      ),
      argument = "annotation",
      columns = twice
    )
  }
}

pick_columns <- function(table, id, labels, id_name) {
  table$data <- rlang::set_names(table$data[c(id, labels)], c(id_name, names(labels)))
  table
}

# The id of each row as text, from one column or several.
bound_ids <- function(bound, id_name) joined_text(unclass(bound$data)[id_name])

note_repeated_items <- function(bound, id_name) {
  id <- bound_ids(bound, id_name)
  first <- vctrs::vec_duplicate_id(data.frame(id = id, file = bound$file))
  again <- which(first != seq_along(first))
  problem <- sprintf("Item %s is in row %d already; kept.", id[again], bound$row[first[again]])
  add_problems(bound, again, id_name[1], problem)
}

# The number of id columns must be the same in all files.
check_ids_alike <- function(id) {
  n <- lengths(id)
  if (any(n != n[1])) {
    abort_accord(
      "argument",
      c("{.arg id} must select as many columns in every file.", x = "It selects {min(n)} to {max(n)} columns."),
      argument = "id",
      columns = unique(unlist(lapply(id, names)))
    )
  }
}

# Stops for a file with the answers of all annotators, a row per answer and a column that names the annotator.
check_no_annotator_column <- function(tables, id, labels) {
  for (j in seq_along(tables)) {
    data <- unclass(tables[[j]]$data)
    ids <- code_columns(unname(data[id[[j]]]))
    # A file of one annotator may contain the name in each row.
    n_ids <- length(ids$starts)
    if (n_ids == length(ids$code)) next
    apart <- vapply(data, function(x) {
      code <- code_column(x)
      n <- length(code$starts)
      n > 1 && n < length(x) && length(code_columns(list(ids$code, x))$starts) == length(x)
    }, NA)
    column <- names(data)[apart & grepl(RATER_NAME, names(data), ignore.case = TRUE)]
    if (length(column)) {
      one <- column_code(column[1])
      ids_code <- columns_of_id(names(data)[id[[j]]])
      rating <- columns_of_id(names(data)[setdiff(labels[[j]], match(column[1], names(data)))])
      code <- sprintf("read_sheet(\"%s\", item = %s, rater = %s, rating = %s)", tables[[j]]$path, ids_code, one, rating)
      sheet <- has_extension(tables[[j]]$path, c("csv", "tsv", "xlsx"))
      abort_accord(
        "several_annotators",
        c(
          "A file must be of one annotator.",
          x = "In {.file {tables[[j]]$path}}, {length(ids$code)} rows have {n_ids} id{?s}, and column \
               {.var {column[1]}} tells them apart: it seems to say who annotated.",
          i = format_hint(tables[[j]]$path),
          i = if (sheet) "Use {.code {code}}.",
          i = if (!sheet) {
            "Make a data frame of it, and use {.code item = {ids_code}, rater = {one}} in {.fn as_ratings} and all \
             measures."
          }
        ),
        path = tables[[j]]$path,
        column = column[1]
      )
    }
  }
}

keep_common_items <- function(bound, id_name, label_names) {
  bound <- keep_rows(bound, which(!Reduce(`|`, lapply(bound$data[label_names], is.na))))
  id <- bound_ids(bound, id_name)
  annotated <- unique(data.frame(id = id, file = bound$file))
  n_annotators <- table(factor(annotated$id, unique(id)))
  common <- names(n_annotators)[n_annotators == length(bound$paths)]
  if (length(common) == 0) {
    n_items <- lengths(split(annotated$id, factor(annotated$file, bound$paths)))
    found <- first_few(sprintf("%s %d", bound$annotators, n_items))
    warn_accord(
      "no_common_item",
      c(
        "No item is annotated by all {length(bound$paths)} annotators.",
        x = "Items with an annotation: {found}.",
        i = "Do the ids have the same form in every file? {.code join = \"full\"} keeps all."
      ),
      n_items = rlang::set_names(n_items, bound$annotators)
    )
  }
  keep_rows(bound, id %in% common)
}
