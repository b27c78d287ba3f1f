#' Problems found by a reader
#'
#' The readers, such as [read_mturk()], [read_annotators()] and [read_label_studio()], return the rows that they could
#' read and keep a list of problems: rows with too many or too few fields, rows without an id, items that an annotator
#' has twice. They warn once if there are any, and `problems()` returns the list.
#'
#' Package readr has a function of this name. Each of the two gives the problems of the other's results too, so that it
#' does not matter which package was attached last.
#'
#' @param x The result of a reader, of accord or of readr. Some functions that change a data frame drop the list, so
#'   keep the result in a variable.
#'
#' @return A tibble with one row per problem: `file`, `row` (as in a spreadsheet, with the header as row 1; in a json
#'   file the number of the record, in a file of annotations that of the line; `NA` for the whole file), `column`
#'   (`NA` for the whole row) and `problem`, a sentence that says what was found and what was done. It has no rows if
#'   there are no problems.
#' @seealso [read_mturk()], [read_annotators()], [read_brat()], [read_conll()], [read_label_studio()],
#'   [read_prodigy()], [read_doccano()], [read_webanno()], [read_bio()]
#' @export
#' @examples
#' folder <- tempfile()
#' dir.create(folder)
#' writeLines(c("id,label", "t1,yes", "t2,no,really", ",yes"), file.path(folder, "ann.csv"))
#' labels <- suppressWarnings(read_annotators(folder, id, label))
#' labels
#' problems(labels)
problems <- function(x) {
  check_given(x, "x")
  # readr::problems() uses the same attribute; for tables of readr it holds a pointer.
  found <- attr(x, "problems", exact = TRUE) %||% new_problems()
  if (typeof(found) != "externalptr") {
    return(found)
  }
  need_package("vroom", "for problems of files read by readr")
  getExportedValue("vroom", "problems")(x)
}

new_problems <- function(file = NA_character_, row = NA_integer_, column = NA_character_,
                         problem = character()) {
  n <- length(problem)
  tibble::new_tibble(
    list(
      file = rep_len(file, n),
      row = rep_len(as.integer(row), n),
      column = rep_len(column, n),
      problem = unname(problem)
    ),
    nrow = n
  )
}

# Returns the data with their problems, in the order of `files`, and raises a single warning if there are any.
with_problems <- function(data, problems, files) {
  if (nrow(problems) == 0) {
    return(data)
  }
  problems <- problems[order(match(problems$file, files), problems$row, na.last = FALSE), ]
  n_files <- length(unique(problems$file))
  first <- problems[1, ]
  place <- if (is.na(first$row)) "" else paste0(", row ", first$row)
  problem <- cut_end(first$problem, 1000)
  warn_accord(
    "problems",
    c(
      "{nrow(problems)} problem{?s} found in {n_files} file{?s}.",
      x = "{.file {first$file}}{place}: {problem}",
      i = "Call {.code problems()} on the result to see {cli::qty(nrow(problems))}{?it/them all}."
    ),
    problems = problems
  )
  attr(data, "problems") <- problems
  data
}

in_file <- function(problems, file) {
  problems$file <- rep(file, nrow(problems))
  problems
}

# Returns the problems of all files; `parts`: the result of reading each file.
problems_of_parts <- function(parts, files) {
  do.call(rbind, Map(function(part, file) in_file(part$problems, file), parts, files))
}
