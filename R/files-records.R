# Files of json to records: an array of them, or one a line. Numbers are text with a mark, as quote_numbers()
# makes it, until json_texts() takes them out.

# The files behind a path, with archives unpacked: `files`, `shown`, `name` (of a file in an archive; else its
# own) and `annotator` (from names of `path`, else NA).
export_files <- function(path, extensions, keep = function(names) has_extension(names, extensions)) {
  found <- files_of_annotators(path, c(extensions, "zip"), function(files) rep(NA_character_, length(files)))
  parts <- Map(function(file, annotator) {
    part <- if (has_extension(file, "zip")) {
      unpack_zip(file, keep)
    } else {
      list(files = file, name = basename(file), shown = file)
    }
    part$annotator <- rep(annotator, length(part$files))
    part
  }, found$files, found$annotator)
  check_archives_hold(found$files, lengths(lapply(parts, `[[`, "files")), extensions)
  all <- lapply(rlang::set_names(c("files", "name", "shown", "annotator")), function(field) {
    unlist(lapply(parts, `[[`, field), use.names = FALSE)
  })
  all$paths <- all$shown
  all
}

check_archives_hold <- function(files, n, extensions) {
  empty <- files[n == 0]
  if (length(empty)) {
    abort_accord(
      "no_tables",
      c(
        "An archive must contain at least one file of type {.or {.val {extensions}}} with annotations.",
        x = "{length(empty)} archive{?s} {?contains/contain} none: {.file {first_few(empty)}}.",
        i = format_hint(empty)
      ),
      path = empty
    )
  }
}

# A list: `record`, `file` (its number), `row` (the line, or the number of the record), `problems`. A record
# with a key twice, and a line that is not valid, are left out.
json_records <- function(found) {
  need_package("jsonlite", "to read json files")
  parts <- lapply(found$files, records_of_file)
  bad <- are_bad_files(parts)
  # Tools write an empty file for an annotator who did nothing.
  idle <- bad & !all(bad) & vapply(parts, function(part) identical(part$what, "empty_file"), NA)
  parts[idle] <- list(list(record = list(), row = integer(), problems = new_problems(
    problem = "The file has no records; its annotator counts as having seen nothing."
  )))
  check_files_read(parts, found$shown)
  record <- unlist(lapply(parts, `[[`, "record"), recursive = FALSE)
  n <- vapply(parts, function(part) length(part$record), 0L)
  list(
    record = record %||% list(), file = rep(seq_along(parts), n), row = unlist(lapply(parts, `[[`, "row")),
    problems = problems_of_parts(parts, found$shown)
  )
}

records_of_file <- function(file) {
  if (file.size(file) == 0) {
    return(bad_file("empty_file", "no bytes"))
  }
  text <- read_utf8(file)
  if (inherits(text, "accord_bad_file")) {
    return(text)
  }
  # An object is a line of its own, however many there are.
  whole <- if (!opens_object(text)) parse_marked(text)
  if (!is.null(whole) && is.null(names(whole)) && is.list(whole)) {
    if (length(whole) == 0) {
      return(bad_file("empty_file", "no records"))
    }
    return(good_records(whole, seq_along(whole)))
  }
  # Files that were put together have a byte order mark within.
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  marked <- startsWith(lines, "\ufeff")
  lines[marked] <- sub("^\ufeff+", "", lines[marked])
  row <- which(!is_blank(lines))
  if (!any(opens_object(lines[row]))) {
    return(bad_file("not_a_table", why_unread(text)))
  }
  # All at once is quicker; one by one tells which line is at fault.
  together <- parse_marked(paste0("[", paste(lines[row], collapse = ",\n"), "]"))
  records <- if (length(together) == length(row)) together else lapply(lines[row], parse_marked)
  unread <- vapply(records, is.null, NA)
  # Or the lines are those of one object, laid out to be read.
  one <- if (any(unread)) parse_marked(text)
  if (!is.null(one)) {
    return(good_records(list(one), 1L))
  }
  if (all(unread)) {
    return(bad_file("not_a_table", why_unread(text, lines = TRUE)))
  }
  good_records(records, row, lines[row])
}

# By bytes, which takes no time on long text.
opens_object <- function(text) grepl("^\\s*[{]", text, perl = TRUE, useBytes = TRUE)

parse_marked <- function(text) {
  if (holds_zero(text)) {
    return(NULL)
  }
  tryCatch(parse_json(quote_numbers(text)), error = function(cnd) NULL)
}

# `lines`: what they were made of, if each is one.
good_records <- function(records, row, lines = character(length(records))) {
  is_record <- vapply(records, is_object, NA)
  twice <- rep(NA_character_, length(records))
  twice[is_record] <- repeated_keys(records[is_record])
  good <- is_record & is.na(twice)
  problem <- ifelse(
    is_record, sprintf(
      "The key \"%s\" occurs twice; record left out.", twice
    ), "Not a json object; left out."
  )
  zero <- which(!good)[vapply(lines[!good], holds_zero, NA)]
  problem[zero] <- "The record holds a text with \\u0000, which R cannot represent; left out."
  list(
    record = records[good], row = row[good], problems = new_problems(
      row = row[!good], problem = problem[!good]
    )
  )
}

# Of each record the text behind a key, NA where there is none or it is blank; that of the first of several keys.
field_text <- function(records, ...) {
  text <- rep(NA_character_, length(records))
  for (key in c(...)) {
    open <- which(is.na(text))
    values <- field_values(records[open], key)
    there <- !vapply(values, is.null, NA)
    text[open[there]] <- json_texts(values[there])
  }
  text
}

# The same as whole numbers.
field_whole <- function(records, ...) {
  text <- field_text(records, ...)
  text[!grepl("^-?[0-9]{1,15}([.]0+)?$", text)] <- NA
  as.numeric(text)
}

field_flag <- function(records, key) field_text(records, key) %in% "true"

field_list <- function(record, key) {
  value <- if (is.list(record)) record[[key, exact = TRUE]]
  if (is.list(value)) value else list()
}

# Of each record the objects in the arrays behind some keys: a list of `objects`, and how many elements are
# `other` values.
field_objects <- function(records, ...) {
  objects <- rep(list(list()), length(records))
  other <- integer(length(records))
  for (key in c(...)) {
    values <- field_values(records, key)
    for (i in which(lengths(values) > 0 & vapply(values, is.list, NA))) {
      good <- vapply(values[[i]], is_object, NA)
      objects[[i]] <- c(objects[[i]], values[[i]][good])
      other[i] <- other[i] + sum(!good)
    }
  }
  list(objects = objects, other = other)
}

is_object <- function(x) is.list(x) && !is.null(names(x))

# A row for each part of a record, NULL for a record without any: the `part`, and which record it is `of`.
part_rows <- function(parts) {
  parts[lengths(parts) == 0] <- list(list(NULL))
  list(part = unlist(parts, recursive = FALSE), of = rep(seq_along(parts), lengths(parts)))
}

# Each record replaced by those of its element of `parts`; `of`: which records they come from.
split_records <- function(records, parts, problems) {
  of <- rep(seq_along(parts), lengths(parts))
  list(
    record = unlist(parts, recursive = FALSE) %||% list(), file = records$file[of], row = records$row[of],
    of = of, problems = rbind(records$problems, problems)
  )
}

# `other`, `shown`, `row`: an element each.
other_problems <- function(other, shown, row, what) {
  at <- which(other > 0)
  are <- ifelse(other[at] == 1, "is not a json object", "are not json objects")
  new_problems(shown[at], row[at], problem = sprintf("%d %s %s; left out.", other[at], what, are))
}

# Labels of one rating each: plain text, or a list of sets where one of them is not a single label.
set_column <- function(sets) {
  if (all(lengths(sets) == 1)) as.character(unlist(sets)) else sets
}

# The value of a json text, or an error. jsonlite's parse_json() takes text for text; its fromJSON() would open the file
# or address that it names. What is not json goes into the error as a format of printf() (jsonlite 1.8.4): a "%n" in it
# ends R.
parse_json <- function(text) {
  if (depth_of_json(text) > MOST_NESTED) stop("nested too deep")
  if (grepl("%", text, fixed = TRUE, useBytes = TRUE) && !jsonlite::validate(text)) stop("not valid json")
  jsonlite::parse_json(text, simplifyVector = FALSE)
}

# R cannot hold a zero within text. The second look takes long, and is for a backslash before the escape.
holds_zero <- function(text) {
  grepl("\\u0000", text, fixed = TRUE, useBytes = TRUE) &&
    grepl("(?<!\\\\)(\\\\\\\\)*\\\\u0000", text, perl = TRUE)
}

# Numbers become text with a mark before them, so that none changes: 1.10 is not 1.1, and an id may have any
# number of digits.
quote_numbers <- function(text) mark_numbers(text, NUMBER_MARK)

# An escape in json, whose letter no editor writes.
NUMBER_MARK <- "\\uf8ff#"
NUMBER_MARK_READ <- "\uf8ff#"

# Each of a list of lists of values: all at once, which takes a tenth of the time of one by one.
json_text_lists <- function(values) {
  parts_like(json_texts(unlist(values, recursive = FALSE)), values)
}

# `x` in parts that are as long as those of a list.
parts_like <- function(x, parts) unname(split(x, factor(rep(seq_along(parts), lengths(parts)), seq_along(parts))))

# Values as the file writes them; an array or object, such as a set of labels, stays json.
json_texts <- function(values) write_json_texts(as.list(values), NUMBER_MARK_READ)
