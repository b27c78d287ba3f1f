#' Read batch results of Amazon Mechanical Turk
#'
#' Reads the files that "Download CSV" gives for a batch, unchanged or saved as tsv or xlsx, and combines any number
#' of them into one tibble with one row per assignment.
#'
#' @section Types:
#' Cells are read as text and no value is changed. `HITId`, `HITTypeId`, `AssignmentId`, `WorkerId` and all `Input.*`
#' columns stay text: they name workers and items, and `"007"` and `"7"` are two ids. Any other column becomes numeric
#' when all of its values in all files are plain numbers such as `12`, `-0.5` or `1e-05`. One value like `"007"`,
#' `".5"`, `"12E4"`, `"T"`, `"TRUE"` or a whole number of more than 15 digits keeps a column text. Numbers with a
#' decimal comma, such as `1,5`, stay text and are listed in [problems()], unless `decimal = ","` says that they are
#' numbers. Dates stay text; a date stored as a date in Excel becomes Excel's number of days.
#'
#' @section Newer forms:
#' Forms made of crowd elements store all answers in column `Answer.taskAnswers`, as json. Its fields become columns
#' `Answer.<field>`. A choice is its label; check boxes become one column `Answer.<field>.<box>` each, with `"true"`
#' or `"false"`, which [as_ratings()] reads as a set. Options are check boxes if there is only one, or if a worker
#' ticked none or several, and otherwise a choice; this is decided from all rows, before `status` and `rejected` are
#' applied. The labels of an element for several classes (`labels`) are a list column of sets. A cell that is not
#' valid json is listed, and the column is kept.
#'
#' @section Missing data:
#' A blank cell is `NA`, and so are a cell of a workbook with an error of Excel, such as `#N/A`, and a column that a
#' batch does not have. The text `NA` stays text. A row without `HITId` or `WorkerId` is left out and listed in
#' [problems()], and so is one with more cells than columns, and a repeated header, as where files were
#' joined. A row with too few cells is kept, with `NA` in its last columns, and listed, unless it lacks only `Approve`
#' and `Reject`, for which MTurk writes no cells. An assignment that occurs twice is kept and listed; the argument
#' `duplicates` of [as_ratings()] decides what is used.
#'
#' @section Files:
#' Text may be UTF-8, with or without a byte order mark, or UTF-16 with one; any other text is read as Windows-1252
#' (latin1). Fields are separated by commas, semicolons or tabs in a csv file, as in its header, and by tabs in a tsv
#' file; a first line such as `sep=;`, which Excel understands, names the separator and does not count as a row. A
#' field that begins and ends with a quote (`"`) is quoted: it may contain separators, line breaks and doubled quotes;
#' any other quote is part of the text. Only the first sheet of a workbook is read. Folders inside a folder are not
#' searched.
#'
#' @section Errors:
#' Each has a class `accord_error_<what>`: `missing_file`, `no_match` (a glob),
#' `no_tables` (a folder), `extension`, `empty_file`, `not_a_table`, `duplicate_column`,
#' `missing_column`, `status`, `argument`, and `missing_package` for xlsx without readxl.
#'
#' @param path One or more files, folders, or globs such as `"Responses/*/*.xlsx"`. In a folder, or among the matches
#'   of a glob, the files with extension csv, tsv or xlsx are read.
#' @param status Keep only assignments with one of these values of `AssignmentStatus`, such as
#'   `"Approved"` or `c("Submitted", "Approved")`. `NULL`, the default, keeps all. A value that no assignment
#'   has gives a warning; it is an error if no assignment is left.
#' @param rejected What to do with rejected assignments: `"keep"`, `"drop"`, or `"flag"` them in a logical column
#'   `rejected`. `NULL`, the default, keeps them, and a message gives their number, unless `status` is given.
#'
#' @param decimal The decimal mark of csv and tsv files, `"."` or `","`. With `","` a column may still use points, but
#'   not both. It does not affect xlsx files.
#'
#' @return A tibble with the rows of all files in the order of the files. Column `file` is the path of the row's file;
#'   then come the columns of all files, named as in the file, in order of first appearance. [problems()] lists what
#'   could not be read.
#' @seealso `vignette("mturk")`, [problems()], [as_ratings()], [read_] for other tools
#' @export
#' @examples
#' folder <- system.file("extdata", "mturk", "Coherence", package = "accord")
#' coherence <- read_mturk(folder)
#' coherence[c("WorkerId", "Input.code", "Answer.best_coh")]
#'
#' # All three quality dimensions: each has its own answer column
#' all <- read_mturk(file.path(dirname(folder), "*", "*.csv"))
#' table(dimension = basename(dirname(all$file)), status = all$AssignmentStatus)
read_mturk <- function(path, status = NULL, rejected = NULL, decimal = ".") {
  check_choice(decimal, c(".", ","), "decimal")
  check_status(status)
  check_choice(rejected, c("keep", "drop", "flag"), "rejected", optional = TRUE)
  files <- find_files(path, c("csv", "tsv", "xlsx"))
  tables <- read_tables(files, optional = MTURK_OPTIONAL)
  needs_status <- !is.null(status) || any(rejected %in% c("drop", "flag"))
  check_mturk_columns(tables, c(MTURK_REQUIRED, if (needs_status) "AssignmentStatus"))
  bound <- drop_blank_ids(bind_tables(tables), MTURK_REQUIRED)
  # Answers are spread before rows are left out, so that the columns do not depend on the arguments.
  bound <- spread_task_answers(bound)
  bound <- keep_status(bound, status)
  bound <- settle_rejected(bound, if (is.null(status)) rejected else rejected %||% "keep")
  bound <- note_repeated_assignments(bound)
  columns <- names(bound$data)
  text <- columns %in% MTURK_IDS | startsWith(columns, "Input.")
  bound <- settle_decimals(bound, columns[!text], decimal)
  data <- convert_numbers(bound$data, columns[!text], writer = bound$data$WorkerId)
  data <- vctrs::vec_cbind(tibble::tibble(file = bound$file), data, .name_repair = "minimal")
  with_problems(data, bound$problems, files)
}

MTURK_IDS <- c("HITId", "HITTypeId", "AssignmentId", "WorkerId")
MTURK_REQUIRED <- c("HITId", "WorkerId")
# Columns for the decisions of the requester: MTurk writes their names without any cells.
MTURK_OPTIONAL <- c("Approve", "Reject")

check_status <- function(status) {
  if (is.null(status) || (is.character(status) && length(status) && !anyNA(status))) {
    return(invisible())
  }
  abort_accord(
    "argument",
    c(
      "{.arg status} must be {.val NULL} or one or more values of {.var AssignmentStatus}.",
      x = "It is {.obj_type_friendly {status}}."
    ),
    argument = "status",
    value = status
  )
}

check_mturk_columns <- function(tables, required) {
  paths <- vapply(tables, function(table) table$path, "")
  check_file_columns(tables, paths, required, "A batch of MTurk results")
  check_reserved("file", paths[has_column(tables, "file")])
}

keep_status <- function(bound, status) {
  if (is.null(status)) {
    return(bound)
  }
  given <- bound$data$AssignmentStatus
  found <- unique(given[!is.na(given)])
  unknown <- setdiff(status, found)
  if (length(unknown)) {
    message <- c(
      "{.arg status} must name values of {.var AssignmentStatus}.",
      x = "{length(unknown)} value{?s} {?does/do} not occur: {.val {unknown}}.",
      i = "{length(found)} value{?s} {?occurs/occur}: {.val {found}}."
    )
    raise <- if (all(status %in% unknown)) abort_accord else warn_accord
    raise("status", message, status = unknown, available = found)
  }
  bound <- add_problems(
    bound, which(is.na(given)), "AssignmentStatus",
    "AssignmentStatus is blank; row left out by `status`."
  )
  keep_rows(bound, given %in% status)
}

# Notes repeated assignments, usually from a batch that was downloaded twice.
note_repeated_assignments <- function(bound) {
  id <- bound$data[["AssignmentId"]]
  again <- which(duplicated(id) & !is.na(id))
  first <- match(id[again], id)
  place <- sprintf("row %d of %s", bound$row[first], bound$file[first])
  problem <- sprintf("Assignment %s is in %s already; kept.", id[again], place)
  add_problems(bound, again, "AssignmentId", problem)
}
