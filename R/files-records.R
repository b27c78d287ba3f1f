# Reads files of json as records: an array of them, or one per line. Numbers are kept as marked text, see
# quote_numbers(), until json_texts() removes the mark.

# Returns the files for a path, with archives unpacked: `files`, `shown` (names in messages), `name` (in an archive,
# otherwise that of the file) and `annotator` (from names of `path`, otherwise NA).
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

# Returns a list: `record`, `file` (its number), `row` (the line, or the number of the record), `problems`. Records with
# a repeated key and invalid lines are left out.
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
  # Text that begins with an object is read as lines, whether there is one or several.
  whole <- if (!opens_object(text)) parse_marked(text)
  if (!is.null(whole) && is.null(names(whole)) && is.list(whole)) {
    if (length(whole) == 0) {
      return(bad_file("empty_file", "no records"))
    }
    return(good_records(whole, seq_along(whole)))
  }
  # Concatenated files have byte order marks within the text.
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  marked <- startsWith(lines, "\ufeff")
  lines[marked] <- sub("^\ufeff+", "", lines[marked])
  row <- which(!is_blank(lines))
  if (!any(opens_object(lines[row]))) {
    return(bad_file("not_a_table", why_unread(text)))
  }
  # Reading all lines at once is faster; if this fails, each line is read to find the invalid ones.
  together <- parse_marked(paste0("[", paste(lines[row], collapse = ",\n"), "]"))
  records <- if (length(together) == length(row)) together else lapply(lines[row], parse_marked)
  unread <- vapply(records, is.null, NA)
  # The lines may also be a single object that is formatted over several lines.
  one <- if (any(unread)) parse_marked(text)
  if (!is.null(one)) {
    return(good_records(list(one), 1L))
  }
  if (all(unread)) {
    return(bad_file("not_a_table", why_unread(text, lines = TRUE)))
  }
  good_records(records, row, lines[row])
}

# Bytes are compared, which is fast for long text.
opens_object <- function(text) grepl("^\\s*[{]", text, perl = TRUE, useBytes = TRUE)

parse_marked <- function(text) {
  if (holds_zero(text)) {
    return(NULL)
  }
  tryCatch(parse_json(quote_numbers(text)), error = function(cnd) NULL)
}

# `lines`: the source of each record, if each is one line.
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

# Returns the text of a field of each record, NA if it is missing or blank; of several keys the first that is present is
# used.
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

# Does the same for whole numbers.
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

# Returns the objects in the array fields of each record: a list of `objects`, and the number of elements that are
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

# Returns a row for each part of a record, with NULL for a record without parts: the `part`, and the record it is `of`.
part_rows <- function(parts) {
  parts[lengths(parts) == 0] <- list(list(NULL))
  list(part = unlist(parts, recursive = FALSE), of = rep(seq_along(parts), lengths(parts)))
}

# Replaces each record by the records in its element of `parts`; `of`: the original record of each.
split_records <- function(records, parts, problems) {
  of <- rep(seq_along(parts), lengths(parts))
  list(
    record = unlist(parts, recursive = FALSE) %||% list(), file = records$file[of], row = records$row[of],
    of = of, problems = rbind(records$problems, problems)
  )
}

# `other`, `shown` and `row` have an element per record.
other_problems <- function(other, shown, row, what) {
  at <- which(other > 0)
  are <- ifelse(other[at] == 1, "is not a json object", "are not json objects")
  new_problems(shown[at], row[at], problem = sprintf("%d %s %s; left out.", other[at], what, are))
}

# Returns the labels of ratings: as text, or as a list of sets if some rating is not a single label.
set_column <- function(sets) {
  if (all(lengths(sets) == 1)) as.character(unlist(sets)) else sets
}

# Returns the value of a json text, or raises an error. parse_json() of jsonlite always treats its argument as json,
# while fromJSON() would open a file or address of that name. Invalid json is passed to printf() as a format in the
# error message (jsonlite 1.8.4), so that "%n" in it would crash R; it is therefore validated first.
parse_json <- function(text) {
  if (depth_of_json(text) > MOST_NESTED) stop("nested too deep")
  if (grepl("%", text, fixed = TRUE, useBytes = TRUE) && !jsonlite::validate(text)) stop("not valid json")
  jsonlite::parse_json(text, simplifyVector = FALSE)
}

# R text cannot contain a zero character. The second pattern, which is slow, excludes an escaped backslash before
# "u0000".
holds_zero <- function(text) {
  grepl("\\u0000", text, fixed = TRUE, useBytes = TRUE) &&
    grepl("(?<!\\\\)(\\\\\\\\)*\\\\u0000", text, perl = TRUE)
}

# Converts numbers to marked text, so that none changes: 1.10 remains distinct from 1.1, and ids may have any number of
# digits.
quote_numbers <- function(text) mark_numbers(text, NUMBER_MARK)

# The mark is an escape in json, of a private-use character that is not used in texts.
NUMBER_MARK <- "\\uf8ff#"
NUMBER_MARK_READ <- "\uf8ff#"

# Converts a list of lists of values in one call, which takes a tenth of the time of a call for each.
json_text_lists <- function(values) {
  parts_like(json_texts(unlist(values, recursive = FALSE)), values)
}

# Splits `x` into parts with the lengths of those of a list.
parts_like <- function(x, parts) unname(split(x, factor(rep(seq_along(parts), lengths(parts)), seq_along(parts))))

# Returns values as written in the file; an array or object, such as a set of labels, remains json.
json_texts <- function(values) write_json_texts(as.list(values), NUMBER_MARK_READ)
