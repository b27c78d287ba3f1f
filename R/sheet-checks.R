# These checks say what a call of read_sheet() must tell, and what its tables must have in common.

check_header_argument <- function(header) {
  whole <- is.numeric(header) && length(header) > 0 && !anyNA(header) && all(header == round(header))
  if (!whole || !identical(as.double(header), 0) && (any(header < 1) || is.unsorted(header, strictly = TRUE))) {
    abort_argument(header, "header", "the rows of the names, such as 1 or 1:2, or 0 where there are none")
  }
}

# Something must say who rated, and what a rating is.
check_sheet_spec <- function(spec) {
  of_names <- c(if (!is.null(spec$names)) fields_of(spec$names), if (!is.null(spec$boxes)) fields_of(spec$boxes))
  nothing <- !spec$has_rating && is.null(spec$names) && is.null(spec$boxes)
  no_option <- !is.null(spec$boxes) && !"option" %in% fields_of(spec$boxes)
  if (nothing || no_option) {
    example <- if (no_option) "boxes = \"{question}___{option}\"" else "names = \"{question}_{rater}\""
    abort_accord(
      "roles",
      c(
        if (nothing) "The columns of ratings must be named.",
        if (!nothing) "The template in {.arg boxes} must have a field for the option.",
        x = if (nothing) "Neither {.arg rating}, {.arg names} nor {.arg boxes} is given.",
        i = "Use {.arg rating}, or a template such as {.code {example}}.",
        i = "{.fn inspect_sheet} shows how the sheet may be read."
      )
    )
  }
  check_pairs_said(spec)
  # Without a template the columns are raters, but boxes are none.
  if (!is.null(spec$boxes) && !"rater" %in% c(spec$known, fields_of(spec$boxes))) abort_no_rater()
  if (!is.null(spec$names) && !"rater" %in% c(spec$known, fields_of(spec$names))) abort_no_rater()
}

abort_no_rater <- function() {
  file <- "rater = \"{file}\""
  names <- "names = \"{question}_{rater}\""
  abort_accord(
    "roles",
    c(
      "It must be said who rated.",
      x = "Neither {.arg rater} nor a template says so.",
      i = "Name the column of raters in {.arg rater}, or use {.code {file}} for a file per rater, or {.code {names}}."
    )
  )
}

# Each row is an item where the names of columns tell the raters. Rows of several tables are told apart by the user
# only.
with_row_items <- function(spec, tables) {
  of_names <- c(if (!is.null(spec$names)) fields_of(spec$names), if (!is.null(spec$boxes)) fields_of(spec$boxes))
  if ("item" %in% c(spec$known, of_names)) {
    return(spec)
  }
  raters_in_names <- !"rater" %in% spec$known
  if (!raters_in_names || length(tables) > 1) {
    row <- "item = \"{row}\""
    template <- if (is.null(spec$names) && is.null(spec$boxes)) items_of_names(spec, tables[[1]])
    abort_accord(
      "roles",
      c(
        "It must be said what was rated.",
        x = "{.arg item} is not given.",
        i = if (length(template)) "If each of these columns is an item, add {.code {template}}.",
        i = "Name the column of ids, or several, in {.arg item}.",
        i = if (length(tables) > 1) "If row 1 is the same item in all {length(tables)} tables, use {.code {row}}."
      )
    )
  }
  spec$places <- c(spec$places, list(list(source = "row", arg = "item")))
  spec
}

# The template by which the names of the columns of ratings are those of items, if there are several.
items_of_names <- function(spec, table) {
  at <- tryCatch(select_columns(spec$rating, table$data, "rating"), accord_error = function(cnd) integer())
  if (length(at) > 1) sprintf("names = \"%s\"", item_names(names(table$data)[at])$template %||% "{item}")
}

# Stops where one column is both what was rated and who rated. `columns`: those of each place.
check_items_are_no_raters <- function(places, columns) {
  of <- function(arg) {
    whole <- vapply(places, function(place) place$arg == arg && is.null(place$template) && is.null(place$pairs), NA)
    unlist(lapply(unname(columns[whole]), names))
  }
  both <- of("rater")
  if (length(both) && setequal(of("item"), both)) {
    abort_accord(
      "argument",
      c(
        "{.arg item} and {.arg rater} must select different columns.",
        x = "Both are {.var {both}}.",
        i = "If each row is of a rater and the columns are items, leave out {.arg item}: a template such as \\
             {.code names = \"T{{item}}\"} says where they are."
      ),
      argument = "item", columns = both
    )
  }
}

# Rows are the same items only in tables of the same length.
check_joined_rows <- function(spec, tables, facts) {
  if (!places_use(spec$places, "row") || places_use_for(spec$places, "item", TABLE_SOURCES)) {
    return(invisible())
  }
  own <- tables[!table_names(tables) %in% facts$unread]
  if (length(own) > 1) check_row_order(own, facts$used)
  n <- vapply(own, function(table) max(table$row - table$top, 0L), 0)
  if (length(unique(n)) > 1) {
    name <- vapply(own, function(table) if (table$sheet == "") basename(table$path) else table$sheet, "")
    shown <- sprintf("%s (%d)", name, n)
    abort_accord(
      "rows",
      c(
        "Tables that are joined by the place of their rows must have the same number of rows.",
        x = "{length(own)} tables have {min(n)} to {max(n)} rows: {first_few(shown)}.",
        i = "Name columns of ids in {.arg item}."
      ),
      n = n
    )
  }
}

table_names <- function(tables) vapply(tables, function(table) if (table$sheet == "") table$file else table$sheet, "")

places_use_for <- function(places, arg, what) {
  any(vapply(places, function(place) place$arg == arg && is.character(place$source) && place$source %in% what, NA))
}

check_any_ratings <- function(read) {
  unread <- read$facts$unread
  if (length(read$pieces) == 0) {
    abort_accord(
      "template",
      c(
        "A template must fit the name of a file or sheet.",
        x = "It fits none of {length(unread)}: {.val {first_few(unread)}}."
      )
    )
  }
  if (all(vapply(read$pieces, function(piece) length(piece$row) == 0, NA))) {
    abort_accord("no_rows", c("A sheet must hold ratings.", x = "All cells of the columns of ratings are blank."))
  }
}
