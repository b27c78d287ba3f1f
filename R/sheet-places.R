# Item, rater and question may be in columns, in the name of the file, its folder or the sheet, in the place of the row,
# or in a part of one of these.

# Returns what the user typed as one of these arguments, as a list of places. Each has a `source`, a quosure of columns
# or one of SHEET_SOURCES, and perhaps a `template` that cuts what is there.
sheet_places <- function(quo, arg) {
  if (rlang::quo_is_missing(quo) || rlang::quo_is_null(quo)) {
    return(list())
  }
  expr <- rlang::quo_get_expr(quo)
  parts <- if (rlang::is_call(expr, "c")) as.list(expr)[-1] else list(expr)
  names <- rlang::names2(parts)
  texts <- vapply(parts, is_template, NA)
  if (!any(texts)) {
    return(list(list(source = quo, arg = arg)))
  }
  places <- Map(text_place, parts[texts], names[texts], list(arg), list(rlang::quo_get_env(quo)))
  if (all(texts)) {
    return(places)
  }
  columns <- as.call(c(quote(c), parts[!texts]))
  before <- texts & cumsum(!texts) == 0
  columns <- list(source = rlang::new_quosure(columns, rlang::quo_get_env(quo)), arg = arg)
  c(places[before[texts]], list(columns), places[!before[texts]])
}

# "{file}", or a column and the template of its ids.
text_place <- function(text, name, arg, env) {
  bare <- gsub("[{}]", "", name)
  source <- if (is_template(name) && bare %in% SHEET_SOURCES) bare
  if (name == "" && text %in% paste0("{", SHEET_SOURCES, "}")) {
    return(list(source = gsub("[{}]", "", text), arg = arg))
  }
  if (name == "" && grepl("{pair", text, fixed = TRUE)) {
    return(pair_place(text, arg))
  }
  if (name == "" || is_template(name) && is.null(source)) {
    named <- sprintf("%s = c(column = \"%s\")", arg, text)
    of_file <- sprintf("%s = c(\"{file}\" = \"%s\")", arg, text)
    abort_accord(
      "template",
      c(
        "A template of ids must have the name of the column that holds them.",
        x = "{.arg {arg}} is {.str {text}}.",
        i = "Name it, as in {.code {named}}, or, for names of files, {.code {of_file}}.",
        i = "Templates without one are {.val {paste0('{', SHEET_SOURCES, '}')}}, and {.val Reviewer {{pair}}} for \\
             columns whose cells name the raters."
      ),
      template = text, argument = arg
    )
  }
  template <- parse_template(text, arg, c("item", "rater", "question", "round", "*"))
  check_fields_apart(template, arg)
  list(source = source %||% rlang::new_quosure(as.name(name), env), arg = arg, template = template)
}

# Whether one of these places is the name of the file or sheet (any of `what`).
places_use <- function(places, what) {
  any(vapply(places, function(place) is.character(place$source) && place$source %in% what, NA))
}

# The fields that these places tell.
place_fields <- function(places) {
  unique(unlist(lapply(places, function(place) if (is.null(place$template)) place$arg else fields_of(place$template))))
}

# The ids of one table as they stand at all places: `columns`, a list of those of each place; `whole`, those that tell
# the item; `used`, the positions of the columns; and `filled`, how many blanks were. NULL where the name of the file or
# sheet does not fit.
whole_ids <- function(places, table, fill) {
  n <- nrow(table$data)
  if (!fits_places(table, places)) {
    return(NULL)
  }
  used <- integer()
  filled <- 0
  columns <- lapply(places, function(place) {
    if (!is.null(place$pairs)) {
      used <<- c(used, unname(pair_columns(place, names(table$data))))
      return(list())
    }
    if (rlang::is_quosure(place$source)) {
      at <- select_columns(place$source, table$data, place$arg)
      used <<- c(used, at)
      own <- lapply(rlang::set_names(at, names(table$data)[at]), function(j) table$data[[j]])
    } else {
      own <- list(switch(place$source,
        row = as.character(table$row - table$top), rep(table[[place$source]], n)
      ))
      names(own) <- paste0("{", place$source, "}")
    }
    if (fill) {
      before <- sum(is.na(unlist(own)))
      own <- lapply(own, fill_down)
      filled <<- filled + before - sum(is.na(unlist(own)))
    }
    own
  })
  check_items_are_no_raters(places, columns)
  of_items <- vapply(places, function(place) "item" %in% place_fields(list(place)), NA)
  whole <- unlist(columns[of_items], recursive = FALSE)
  list(columns = columns, whole = whole, used = unique(used), filled = filled)
}

# The same, with the ids cut in their parts: `ids`, a list by field of lists of vectors. Rows that are `out` have none,
# since what stands there need not fit.
table_ids <- function(places, whole, out) {
  ids <- list()
  for (k in seq_along(places)) {
    place <- places[[k]]
    columns <- whole$columns[[k]]
    if (!is.null(place$pairs)) next
    if (is.null(place$template)) {
      ids[[place$arg]] <- c(ids[[place$arg]], columns)
      next
    }
    x <- replace(columns[[1]], out, NA)
    parts <- cut_ids(place$template, x, names(columns), place$arg, whole = rlang::is_quosure(place$source))
    for (field in setdiff(names(parts), "round")) {
      ids[[field]] <- c(ids[[field]], rlang::set_names(parts[field], names(columns)))
    }
    # A round is a group of this name.
    ids$by <- c(ids$by, parts[names(parts) == "round"])
  }
  list(ids = ids, used = whole$used, filled = whole$filled)
}

# Whether the name of the file or sheet fits, by which a table may be none of those to read.
fits_places <- function(table, places) {
  by_name <- vapply(places, function(place) is.character(place$source) && !is.null(place$template), NA)
  all(vapply(places[by_name], function(place) {
    !is.null(cut_ids(place$template, table[[place$source]], place$source, place$arg, whole = FALSE))
  }, NA))
}

# Returns what the user said with the name of each column that tells something, however it was selected, since advice
# names it.
with_column_names <- function(spec) {
  spec$places <- lapply(spec$places, function(place) {
    if (!rlang::is_quosure(place$source)) return(place)
    for (names in spec$sheets) {
      at <- tryCatch(select_names(place$source, names, place$arg), accord_error = function(cnd) integer())
      if (length(at) != 1) next
      place$source <- rlang::new_quosure(as.name(names[at]), rlang::quo_get_env(place$source))
      if (identical(place$template$text, "{rater}")) place$template <- NULL
      break
    }
    place
  })
  spec
}

# Whether a table has the columns that are places.
has_places <- function(table, places) {
  all(vapply(places, function(place) {
    if (!is.null(place$pairs)) return(length(pair_columns(place, names(table$data))) > 0)
    !rlang::is_quosure(place$source) ||
      tryCatch(length(select_columns(place$source, table$data, place$arg)) > 0, accord_error = function(cnd) FALSE)
  }, NA))
}

fill_down <- function(x) {
  last <- cummax(seq_along(x) * !is.na(x))
  replace(x, last > 0, x[last])
}

# Ids cut in their parts. Files and sheets whose names do not fit are not read (NULL).
cut_ids <- function(template, x, column, arg, whole) {
  known <- unique(x[!is.na(x)])
  fits <- template_fits(template, known)
  full <- Filter(function(fit) length(fit) && !anyNA(fit[[1]]), fits)
  if (length(full) == 0 && !whole) {
    return(NULL)
  }
  if (length(full) != 1) {
    fit <- fits[1][[1]] %||% list(NA)
    odd <- if (length(full)) known else known[is.na(rep_len(fit[[1]], length(known)))]
    drop <- if (!length(full)) drop_code(template, odd, setdiff(known, odd), column)
    abort_accord(
      "template",
      c(
        "A template must fit all ids of a column in one way.",
        x = if (length(full)) {
          "{.str {template$text}} fits {.val {first_few(odd)}} in {length(full)} ways."
        } else {
          "{.str {template$text}} does not fit {length(odd)} id{?s} of {.var {column}}: {.val {first_few(odd)}}."
        },
        i = if (length(full)) "Say which values a part has, as in {.code {with_values(template$text, 'rater', 1:2)}}.",
        i = if (length(drop)) "To leave out {cli::qty(length(odd))}{?its row/their rows}, use {.code {drop}}."
      ),
      template = template$text, argument = arg, ids = odd, advice = drop
    )
  }
  lapply(full[[1]], function(part) part[match(x, known)])
}

# How to leave out the ids that do not fit a template, if most do: by what stands between its fields, or one by one.
drop_code <- function(template, odd, others, column) {
  if (length(others) <= length(odd)) {
    return(NULL)
  }
  has <- function(x, mark) grepl(mark, x, fixed = TRUE)
  marks <- Filter(function(mark) !any(has(odd, mark)), template$token[is.na(template$field)])
  if (length(odd) <= 5) return(paste("drop =", vector_code(encodeString(odd, quote = "\""))))
  if (length(marks)) {
    mark <- encodeString(marks[1], quote = "\"")
    sprintf("drop = !grepl(%s, %s, fixed = TRUE)", mark, column_code(column))
  }
}

# Files that are told apart by their names, of which some have the same name in several folders.
check_folders_told <- function(tables, places) {
  if (!places_use(places, "file") || places_use(places, "folder")) {
    return(invisible())
  }
  of <- unique(data.frame(file = vapply(tables, `[[`, "", "file"), folder = vapply(tables, `[[`, "", "folder")))
  twice <- unique(of$file[duplicated(of$file)])
  if (length(twice) == 0) {
    return(invisible())
  }
  place <- Filter(function(place) identical(place$source, "file"), places)[[1]]
  arg <- place$arg
  folders <- of$folder[of$file == twice[1]]
  code <- sprintf("%s = \"{folder}\"", arg)
  both <- sprintf("%s = c(\"{folder}\", \"{file}\")", arg)
  abort_accord(
    "roles",
    c(
      "Files that are told apart by their names must have different names.",
      x = "{length(twice)} name{?s} {?is/are} that of files in several folders: {.val {first_few(twice)}}, in folders \\
           {.val {first_few(folders)}}.",
      i = "If the folder says it, use {.code {code}}; if both do, {.code {both}}."
    ),
    files = twice, folders = unique(of$folder), advice = code
  )
}

# A title may stand above the names: then a row below has the columns that were asked for. `spec`: given for columns of
# ids, which all tables must have.
under_header <- function(table, code, spec = NULL) {
  tryCatch(code, accord_error_missing_column = function(cnd) {
    # The places of columns are no names.
    row <- if (!all(grepl("^[0-9]{1,2}$", cnd$column))) row_with_names(table, cnd$column)
    if (is.null(row)) abort_lacking_ids(table, cnd, spec)
    if (is.null(row)) rlang::cnd_signal(cnd)
    # A title is one cell; several above the names are names as well.
    both <- sum(table$first$row == row - 1) > 1
    rows <- if (both) paste0(row - 1, ":", row) else row
    abort_accord(
      "missing_column",
      c(
        "Columns must be named as in the row of the names, which {.arg header} tells.",
        x = "{length(cnd$column)} column{?s} {?is/are} not in row {table$top}: {.var {cnd$column}}.",
        i = "Row {row} has {cli::qty(length(cnd$column))}{?it/them}: {.code header = {rows}}.",
        i = if (both) "The names of the columns are then those of both rows, joined by {.val /}."
      ),
      column = cnd$column
    )
  })
}

# A table without the columns of ids that others have, such as a sheet with a summary.
abort_lacking_ids <- function(table, cnd, spec) {
  have <- names(spec$sheets)[vapply(spec$sheets, function(names) all(cnd$column %in% names), NA)]
  if (length(have) == 0) {
    return(invisible())
  }
  of_sheets <- Filter(function(place) identical(place$source, "sheet") && is.null(place$template), spec$places)
  code <- if (length(of_sheets)) sheets_code(of_sheets[[1]], have)
  abort_accord(
    "missing_column",
    c(
      "Every file or sheet that is read must have the columns of ids.",
      x = "{.val {table_label(table)}} lacks {length(cnd$column)}: {.var {first_few(cnd$column)}}.",
      i = if (length(code)) "Name the sheets to read, without those of final labels, as in {.code {code}}.",
      i = if (length(code) == 0) "{.val {first_few(have)}} {cli::qty(length(have))}{?has/have} it; read no others."
    ),
    column = cnd$column, sheet = table$sheet, advice = code
  )
}
