# Checks of the arguments of as_corpus() and write_corpus(), and of the place of the files.

# Returns the paths to write: one of json, or four of csv.
corpus_files <- function(file, overwrite) {
  extension <- output_extension(file, c("json", "csv"))
  files <- file
  if (extension == "json") {
    need_package("jsonlite", "to write JSON")
  } else {
    stem <- substr(file, 1, nchar(file) - 4)
    files <- c(file, paste0(stem, c("-raters", "-agreement", "-metadata"), substring(file, nchar(file) - 3)))
  }
  check_output_files(files, overwrite)
  files
}

check_metadata <- function(metadata) {
  plain <- is.list(metadata) && !is.data.frame(metadata)
  if (!plain || (length(metadata) && !rlang::is_named(metadata))) {
    abort_accord(
      "argument",
      c(
        "{.arg metadata} must be a list with names.",
        x = if (plain) "Not all of it has a name." else "It is {.obj_type_friendly {metadata}}."
      ),
      argument = "metadata"
    )
  }
  other <- names(metadata)[!vapply(metadata, is_writable, NA)]
  if (length(other)) {
    abort_accord(
      "argument",
      c(
        "{.arg metadata} must hold numbers, text, factors, logicals, dates, or lists and data frames of them.",
        x = "{length(other)} of {length(metadata)} element{?s} {cli::qty(length(other))}{?does/do} not: {.val {other}}."
      ),
      argument = "metadata"
    )
  }
  own <- c(
    "n_items", "n_raters", "n_incomplete", "n_left_out", "n_without_label", "raters", "agreement"
  )
  check_free_names(names(metadata), own, "part of `metadata`")
}

is_writable <- function(x) {
  if (is.list(x) && !inherits(x, "POSIXlt")) {
    return(all(vapply(x, is_writable, NA)))
  }
  is.null(x) || inherits(x, "POSIXlt") || is.atomic(x) && !is.raw(x) && !is.complex(x)
}

# Names of the parts of an item must be distinct.
check_member_names <- function(corpus) {
  own <- c(unlist(lapply(unname(columns_of_items(corpus)), names)), "answers")
  check_free_names(unique(own[duplicated(own)]), own, "column", RENAME_COLUMN)
  questions <- names(corpus$answers)
  check_free_names(questions[duplicated(questions)], questions, "question", RENAME_COLUMN)
}

# Readers name labels `label`, which is also the column of final labels in a corpus.
RENAME_COLUMN <- "Rename it in the data, or where it is selected, as in {.code c(answer = {taken[1]})}."
