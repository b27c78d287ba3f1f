# Combines the tables of several files, and converts text to numbers where this changes no value.

# Returns the rows of all tables, with the union of their columns in order of first appearance.
bind_tables <- function(tables) {
  data <- lapply(tables, function(table) table$data)
  n_rows <- vapply(data, nrow, 0L)
  columns <- unique(unlist(lapply(data, names)))
  # Cells remain text and names are not repaired, which vctrs::vec_rbind() does not guarantee.
  at <- lapply(data, function(one) match(columns, names(one)))
  plain <- lapply(data, unclass)
  together <- lapply(rlang::set_names(seq_along(columns), columns), function(j) {
    unlist(Map(function(one, at, n) if (is.na(at[j])) rep(NA_character_, n) else one[[at[j]]], plain, at, n_rows))
  })
  paths <- vapply(tables, function(table) table$path, "")
  list(
    data = tibble::new_tibble(together, nrow = sum(n_rows)),
    file = rep(paths, n_rows),
    row = unlist(lapply(tables, function(table) table$row)),
    problems = do.call(rbind, lapply(tables, function(table) table$problems)),
    paths = paths
  )
}

keep_rows <- function(bound, keep) {
  bound$data <- bound$data[keep, ]
  bound$file <- bound$file[keep]
  bound$row <- bound$row[keep]
  bound
}

# Adds a problem for each of these rows.
add_problems <- function(bound, rows, column, problem) {
  found <- new_problems(bound$file[rows], bound$row[rows], column, rep_len(problem, length(rows)))
  bound$problems <- rbind(bound$problems, found)
  bound
}

drop_blank_ids <- function(bound, columns) {
  for (column in columns) {
    blank <- is.na(bound$data[[column]])
    bound <- add_problems(bound, which(blank), column, paste(column, "is blank; row left out."))
    if (any(blank)) bound <- keep_rows(bound, !blank)
  }
  bound
}

# Converts a column of text to numbers only if all its values are written as software writes numbers: no leading zero,
# an exponent only with a sign (12E4 is an id), no whole number with more digits than a double holds, no value that
# would become 0 or infinite, and no two values that would become equal.
#
# `writer`: who wrote each row; then codes such as 1.1 and 1.10 stay text.
convert_numbers <- function(data, columns = names(data), writer = NULL) {
  cells <- unclass(data)
  at <- match(columns, names(data))
  cells[at] <- lapply(cells[at], function(x) {
    if (is.list(x) || !is_plain_numbers(x) || !is.null(writer) && are_section_codes(x, writer)) x else as.numeric(x)
  })
  tibble::new_tibble(cells, nrow = nrow(data))
}

is_plain_numbers <- function(x) {
  x <- distinct(x)
  x <- x[!is.na(x)]
  length(x) > 0 &&
    all(grepl("^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+][0-9]+)?$", x)) &&
    !any(grepl("^-?[0-9]{16,}$", x)) &&
    stay_apart(x)
}

# Whether texts of plain numbers are codes of sections, of which 1.1 and 1.10 are two: equal numbers that differ in the
# zeros behind the point, where no fraction begins with 0 or is above 39, as fractions of numbers do. Where each writer
# (`writer()`, if it is a function, tells that of each text) has a number of decimals of his own, they are numbers.
are_section_codes <- function(x, writer = NULL) {
  known <- distinct(x)
  known <- known[grepl(".", known, fixed = TRUE)]
  bare <- sub("0+$", "", known)
  twin <- bare != known & !grepl("[.]$", bare) & bare %in% known
  if (!any(twin)) {
    return(FALSE)
  }
  fraction <- sub("^[^.]*[.]", "", known)
  if (!all(grepl("^(0|[1-9]|[123][0-9])$", fraction))) {
    return(FALSE)
  }
  if (is.function(writer)) writer <- writer()
  if (is.null(writer)) {
    return(TRUE)
  }
  own <- which(x %in% known)
  decimals <- tapply(nchar(sub("^[^.]*[.]", "", x[own])), as.character(writer[own]), function(n) length(unique(n)))
  any(decimals > 1)
}

stay_apart <- function(x) {
  if (all(nchar(x) <= 15) && !any(grepl("e", x, ignore.case = TRUE))) {
    return(TRUE)
  }
  number <- as.numeric(x)
  mantissa <- sub("[eE].*", "", x)
  zero <- !grepl("[1-9]", mantissa)
  if (any(is.infinite(number)) || any(abs(number[!zero]) < 2.3e-308)) {
    return(FALSE)
  }
  digits <- gsub("^0+", "", gsub("[-.]", "", mantissa))
  if (all(nchar(digits) <= 15)) {
    return(TRUE)
  }
  # A number may be written in several ways, such as 1 and 1.0, so that numbers are compared by their significant digits
  # and the power of ten.
  decimals <- nchar(sub("^[^.]*[.]?", "", mantissa))
  power <- suppressWarnings(as.numeric(sub("^[^eE]*[eE]?", "", x)))
  power <- ifelse(is.na(power), 0, power) - decimals + nchar(digits) - nchar(sub("0+$", "", digits))
  value <- ifelse(zero, "0", paste0(ifelse(number < 0, "-", ""), sub("0+$", "", digits), "e", power))
  length(unique(value)) == length(unique(number))
}

# Handles columns of numbers with decimal commas, which spreadsheets write in most of Europe. With `decimal = ","` they
# are converted, unless a file also has decimal points; otherwise they are listed as problems, since "1,5" and "1.5"
# would be two labels. Cells that look like sets, such as "1,2", are not listed.
settle_decimals <- function(bound, columns, decimal) {
  typed <- !has_extension(bound$file, c("xlsx", "json"))
  for (column in columns) {
    cells <- bound$data[[column]]
    comma <- if (is.list(cells)) FALSE else typed & are_decimal_commas(cells)
    if (!any(comma)) next
    pointed <- replace(cells, comma, sub(",", ".", cells[comma], fixed = TRUE))
    if (!is_plain_numbers(pointed)) {
      other <- cells[typed & !is.na(cells) & !grepl("^-?[0-9]+([.][0-9]+)?$|^[0-9]+(,[0-9]+){2,}$", pointed)][1]
      # If most values are not numbers, one with a comma is text as well.
      mostly <- 2 * sum(grepl("^[-0-9.,]+$", cells)) > sum(!is.na(cells))
      if (mostly && !is.na(other) && (decimal == "," || !look_like_sets(cells[comma]))) {
        bound$problems <- rbind(bound$problems, decimal_problems(bound, column, comma, other = other))
      }
      next
    }
    both <- intersect(bound$file[comma], bound$file[typed & grepl(".", cells, fixed = TRUE)])
    if (decimal == "," && length(both) == 0) {
      bound$data[[column]] <- pointed
    } else if (decimal == "," || !look_like_sets(cells[typed])) {
      bound$problems <- rbind(bound$problems, decimal_problems(bound, column, comma, both))
    }
  }
  bound
}

# Returns which texts are numbers with a decimal comma.
are_decimal_commas <- function(x) grepl("^-?(0|[1-9][0-9]*),[0-9]+$", x)

# Returns whether cells look like sets of codes: pairs are in increasing order, and no second code is much larger than
# the first ones, which numbers with one decimal rarely satisfy. Pairs that all end in 5 are numbers on a scale with
# halves.
look_like_sets <- function(cells) {
  codes <- strsplit(unique(cells[!is.na(cells)]), ",", fixed = TRUE)
  if (any(grepl("[^0-9]|^0.", unlist(codes)))) {
    return(FALSE)
  }
  codes <- lapply(codes, as.numeric)
  first <- vapply(codes, `[`, 0, 1)
  second <- vapply(codes[lengths(codes) == 2], `[`, 0, 2)
  all(first[lengths(codes) == 2] < second) && all(second <= max(first, na.rm = TRUE) + 1) && !all(second == 5)
}

# `both`: the files that also have decimal points. `other`: a cell that is not a number.
decimal_problems <- function(bound, column, comma, both = character(), other = NA) {
  files <- unique(bound$file[comma])
  n <- tabulate(match(bound$file[comma], files), length(files))
  first <- bound$data[[column]][comma][match(files, bound$file[comma])]
  but <- if (is.na(other)) " (see argument `decimal`)" else sprintf(", and others are not numbers, such as %s", other)
  new_problems(files, column = column, problem = sprintf(
    "%s like a number with a decimal comma, such as %s%s; the column stays text.",
    ifelse(n == 1, "A cell looks", paste(big(n), "cells look")), first,
    ifelse(files %in% both, ", and others have a point", but)
  ))
}

has_column <- function(tables, column) vapply(tables, function(table) column %in% names(table$data), NA)

# `what`: what each of the `files` is called in messages.
check_file_columns <- function(tables, files, needed, what) {
  lacking <- lapply(rlang::set_names(needed), function(column) files[!has_column(tables, column)])
  lacking <- lacking[lengths(lacking) > 0]
  if (length(lacking)) {
    available <- names(tables[[match(lacking[[1]][1], files)]]$data)
    rule <- paste0(what, " must have columns ", paste(needed, collapse = ", "), ".")
    abort_missing_in_files(rule, lacking, length(files), available)
  }
}

# `lacking`: a list, named by column, of the files without it. `header`: the `path` and `row` of a possible header.
abort_missing_in_files <- function(rule, lacking, n_files, available, header = NULL) {
  column <- names(lacking)
  files <- unique(unlist(lacking, use.names = FALSE))
  n <- length(files)
  near <- nearest_columns(column, available)
  hint <- column_hint(near, available)
  abort_accord(
    "missing_column",
    c(
      "{rule}",
      x = "{length(column)} column{?s} {?is/are} not in every file: {.var {column}}.",
      x = "{n} of {n_files} file{?s} {cli::qty(n)}{?is/are} without: {.file {first_few(files)}}.",
      i = "In {.file {files[1]}}: {hint}",
      i = if (!is.null(header)) {
        "Row {header$row} of {.file {header$path}} names it; {.code skip = {header$row - 1}} if that is the header."
      },
      i = format_hint(files),
      i = "Leave files of other kinds out of {.arg path}."
    ),
    column = column,
    nearest = near,
    available = available,
    files = files
  )
}

# `files`: those with a column that has the name of one added by the reader.
check_reserved <- function(column, files) {
  if (length(files)) {
    abort_accord(
      "duplicate_column",
      c(
        "No column of a file may be named {.var {column}}: the result has its own.",
        x = "{length(files)} file{?s} {?has/have} one: {.file {first_few(files)}}.",
        i = "Rename it in the file."
      ),
      column = column,
      path = files
    )
  }
}
