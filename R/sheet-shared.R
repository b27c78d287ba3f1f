# Several files or sheets have in common the columns of ratings, and the items that stand in the same rows.

# The names of the columns that `rating` selects, named by their new names. A range or a place means what it means in
# the first table, so that all tables are read alike; a column that the first lacks is read where others have it.
# `others`: the tables that are not read. NULL where each table selects for itself.
shared_columns <- function(tables, others, spec) {
  fits <- vapply(tables, fits_places, NA, spec$places)
  tables <- tables[!others & fits]
  if (!spec$has_rating || length(tables) < 2) {
    return(NULL)
  }
  first <- names(tables[[1]]$data)
  shared <- character()
  for (table in tables) {
    # What cannot be selected is an error where the table is read.
    at <- tryCatch(select_columns(spec$rating, table$data, "rating"), accord_error = function(cnd) integer())
    own <- rlang::set_names(names(table$data)[at], names(at))
    if (length(shared)) own <- own[!own %in% c(shared, first)]
    shared <- c(shared, own)
  }
  shared
}

# Returns the places of the shared columns in a table. `own`: the places that the table selects for itself.
shared_places <- function(shared, own, table) {
  if (is.null(shared)) {
    return(own)
  }
  at <- rlang::set_names(match(shared, names(table$data)), names(shared))
  at <- at[!is.na(at)]
  # Two columns of one new name are those of two tables.
  at[!(names(at) %in% names(at)[duplicated(names(at))]) | at %in% own]
}

table_label <- function(table) if (table$sheet == "") last_name(table$path) else table$sheet

table_labels <- function(tables) make.unique(vapply(tables, table_label, ""))

# `found`: the questions that the columns of each table hold, a list named by table. A question that a table lacks may
# be one whose name is written in another way there.
check_shared_questions <- function(found) {
  all <- unique(unlist(found))
  # The name that most tables have comes first.
  all <- all[order(-table(factor(unlist(found), all)))]
  for (table in names(found)) for (question in setdiff(all, found[[table]])) {
    alike <- setdiff(found[[table]], question)
    alike <- alike[plain_names(alike) == plain_names(question)]
    elsewhere <- names(found)[vapply(found, function(own) question %in% own && !any(alike %in% own), NA)]
    if (length(alike) == 0 || length(elsewhere) == 0) next
    pair <- intersect(all, c(question, alike[1]))
    where <- c(elsewhere[1], table)
    abort_two_names(pair, if (pair[1] == question) where else rev(where), all)
  }
  lacking <- lapply(rlang::set_names(all), function(question) {
    names(found)[!vapply(found, function(own) question %in% own, NA)]
  })
  lacking <- lacking[lengths(lacking) > 0]
  if (length(lacking)) {
    n <- length(found)
    shown <- vapply(utils::head(names(lacking), 5), function(question) {
      without <- lacking[[question]]
      have <- setdiff(names(found), without)
      few <- length(have) < length(without)
      of <- if (few) paste("only in", listed(have, 3)) else paste("not in", listed(without, 3))
      as_written(paste0(cut_end(question, 60), " is ", of, "."))
    }, "", USE.NAMES = FALSE)
    warn_accord(
      "lacking_question",
      c(
        "Every question should be a column of all {n} tables.",
        rlang::set_names(shown, rep("x", length(shown))),
        i = "Its ratings are those of the other tables. Columns can be named one by one in {.arg rating}."
      ),
      questions = names(lacking), tables = lacking
    )
  }
}

plain_names <- function(names) tolower(gsub("[^[:alnum:]]+", "", names))

# One question with two names. `all`: the questions.
abort_two_names <- function(names, tables, all) {
  code <- renaming_code(names, all)
  abort_accord(
    "missing_column",
    c(
      "A column of ratings must have the same name in all tables.",
      x = "It is {.var {names[1]}} in {.file {tables[1]}} and {.var {names[2]}} in {.file {tables[2]}}.",
      i = "If they are one question, use {.code rating = {code}}, or rename the column in {.file {tables[2]}}."
    ),
    column = names[2], nearest = names[1], tables = tables, advice = paste("rating =", code)
  )
}

# Code for columns of which one has two names.
renaming_code <- function(names, all) {
  typed <- vapply(setdiff(all, names[2]), column_code, "")
  quoted <- vector_code(encodeString(names, quote = "\""))
  at <- match(names[1], setdiff(all, names[2]))
  typed[at] <- sprintf("%s = any_of(%s)", typed[at], quoted)
  sprintf("c(%s)", paste(typed, collapse = ", "))
}

# A column that a table lacks, with the name of the file or sheet.
in_table <- function(table, spec, code) {
  if (length(spec$sheets) < 2) {
    return(code)
  }
  tryCatch(code, accord_error_missing_column = function(cnd) {
    names <- names(table$data)
    column <- cnd$column
    near <- names[match(plain_names(column), plain_names(names))]
    have <- names(spec$sheets)[vapply(spec$sheets, function(own) all(column %in% own), NA)]
    one <- !is.na(near[1]) && length(have) > 0
    all <- if (one) {
      tryCatch(spec$sheets[[have[1]]][select_names(spec$rating, spec$sheets[[have[1]]])], error = function(cnd) NULL)
    }
    code <- if (column[1] %in% all) renaming_code(c(column[1], near[1]), all)
    abort_accord(
      "missing_column",
      c(
        "Every file that is read must have the columns that are named.",
        x = "{.file {table_label(table)}} lacks {length(column)}: {.var {first_few(column)}}.",
        i = if (length(code)) "It has {.var {near[1]}}: if that is the same, use {.code rating = {code}}.",
        i = if (!length(code)) column_hint(nearest_columns(column, names), names),
        i = if (length(have)) "{.val {first_few(have)}} {cli::qty(length(have))}{?has/have} it."
      ),
      column = column, available = names, file = table_label(table),
      advice = if (length(code)) paste("rating =", code)
    )
  })
}

select_names <- function(quo, names, arg = "rating") {
  select_columns(quo, tibble::as_tibble(rlang::set_names(rep(list(""), length(names)), names)), arg)
}

# Rows that are joined by their place, although a column tells items apart and has another order in another table.
# `tables`: those that are read; `used`: the names of columns that are read.
check_row_order <- function(tables, used) {
  common <- setdiff(Reduce(intersect, lapply(tables, function(table) names(table$data))), used)
  for (name in common) {
    ids <- lapply(tables, function(table) table$data[[name]])
    n <- length(ids[[1]])
    distinct <- all(vapply(ids, function(x) length(x) > 2 && !anyNA(x) && !anyDuplicated(x), NA))
    if (!distinct) next
    for (t in seq_along(ids)[-1]) {
      moved <- which(ids[[t]] != ids[[1]][seq_along(ids[[t]])])
      shared <- mean(ids[[t]] %in% ids[[1]])
      if (length(moved) && shared >= 0.5) abort_row_order(name, tables[c(1, t)], ids[c(1, t)], moved[1])
    }
  }
}

abort_row_order <- function(name, tables, ids, at) {
  where <- vapply(tables, table_label, "")
  shown <- vapply(ids, `[`, "", at)
  code <- column_code(name)
  abort_accord(
    "rows",
    c(
      "Tables that are joined by the place of their rows must have the same items in the same order.",
      x = "Column {.var {name}}, distinct in each table, has {.val {shown[1]}} in row {at} of {.file {where[1]}} and \\
           {.val {shown[2]}} in that of {.file {where[2]}}.",
      i = "If it is the id of the items, use {.code item = {code}}; if it is not, leave the column out of the files."
    ),
    column = name, row = at
  )
}

# Says where it seems to stand who rated, if the user did not say so: in a column by which items are rated once only, or
# in the names of files that hold the same items. The code of the argument, or NULL. `used`: the places of the columns
# that are read.
likely_rater_code <- function(table, used, ids, spec) {
  item <- unname(ids$item)
  if (length(item) == 0 || places_use(spec$places, "row")) return(NULL)
  free <- setdiff(seq_along(table$data), used)
  columns <- unclass(table$data)[free]
  item <- joined_text(item)
  if (anyDuplicated(item)) {
    named <- grepl(SHEET_RATER, names(columns), ignore.case = TRUE)
    tells <- vapply(columns, function(x) {
      !anyNA(x) && 2 * length(unique(x)) <= length(x) && !anyDuplicated(data.frame(item, x))
    }, NA)
    found <- which(named & tells)
    if (length(found)) return(paste("rater =", column_code(names(columns)[found[1]])))
  } else if (length(spec$sheets) > 1) {
    same <- all(vapply(spec$sheets, setequal, NA, names(table$data)))
    open <- !places_use(spec$places, TABLE_SOURCES)
    if (same && open) return(if (table$sheet == "") "rater = \"{file}\"" else "rater = \"{sheet}\"")
  }
}

# Items that occur in several rows, of which a column says who rated: then the columns of ratings are no raters.
check_no_row_raters <- function(who, ids, spec) {
  if (is.null(who) || !is.null(spec$names) || !is.null(spec$boxes) || grepl("{", who, fixed = TRUE)) {
    return(invisible())
  }
  item <- joined_text(unname(ids$item))
  twice <- unique(item[duplicated(item)])
  abort_accord(
    "roles",
    c(
      "It must be said who rated where items have several rows.",
      x = "{length(twice)} item{?s} {?has/have} several rows, such as {.val {twice[1]}}, and a column tells them \
           apart.",
      i = "If it says who rated, use {.code {who}}; the columns of ratings are then questions.",
      i = "If each column of {.arg rating} is a rater, say so: {.code names = \"{{rater}}\"}."
    ),
    advice = who
  )
}

# Columns that are taken as raters, of files that hold the same items: then each file is likely of one rater.
check_no_table_raters <- function(bound, spec, tables) {
  as_raters <- !"rater" %in% spec$known && is.null(spec$names) && is.null(spec$boxes)
  if (!as_raters || length(tables) < 2 || places_use(spec$places, TABLE_SOURCES)) {
    return(invisible())
  }
  key <- joined_text(list(bound$data$item, bound$data$rater))
  twice <- bound$data$item[duplicated(key)]
  if (length(twice) == 0) {
    return(invisible())
  }
  part <- if (tables[[1]]$sheet == "") "{file}" else "{sheet}"
  who <- sprintf("rater = \"%s\"", part)
  round <- sprintf("by = \"%s\"", part)
  asked <- sprintf("question = \"%s\"", part)
  rounds <- all(are_round_names(table_names(tables)))
  abort_accord(
    "roles",
    c(
      "It must be said who rated where several tables hold the same items.",
      x = "{length(unique(twice))} item{?s} {?is/are} in more than one of {length(tables)} tables, such as \
           {.val {twice[1]}}.",
      i = if (rounds) "The tables seem to be rounds: if the columns are raters, use {.code {round}}.",
      i = "If each table is of one rater, use {.code {who}}; the columns of ratings are then questions.",
      i = if (!rounds) "If the columns are raters, and each table a question, use {.code {asked}}.",
      i = if (!rounds) "If the columns are raters, and each table a round, use {.code {round}}; if each has items of \
                        its own, add {.code {sub('rater = ', '', who)}} to {.arg item}."
    ),
    items = unique(twice), advice = if (rounds) round else who
  )
}

# Tables that are taken for raters, although their names hold a rater and a round each, or are rounds and their columns
# have the values of raters.
check_no_rounds_as_tables <- function(bound, spec) {
  place <- Filter(function(place) {
    place$arg == "rater" && is.character(place$source) && place$source %in% TABLE_SOURCES
  }, spec$places)
  rounds <- bound$raters
  if (length(place) == 1 && is.null(place[[1]]$template)) check_no_rounds_of_raters(place[[1]], rounds)
  if (length(place) != 1 || length(rounds) < 2 || !all(are_round_names(rounds))) {
    return(invisible())
  }
  template <- place[[1]]$template
  values <- lapply(bound$questions, `[[`, "rating")
  said <- !is.null(template) && restricted(template, "rater")
  if (said || length(values) < 2 || any(vapply(values, is.list, NA)) || !shares_values(values)) {
    return(invisible())
  }
  by <- sprintf("by = \"{%s}\"", place[[1]]$source)
  keep <- final_rater_code(place[[1]], rounds, character())$keep
  abort_accord(
    "roles",
    c(
      "Rounds must not be taken for raters.",
      x = "The {length(rounds)} raters are {.val {first_few(rounds)}}, and {.val {first_few(names(values))}} share \
           values as raters do.",
      i = "If the columns are raters, use {.code {by}} and no {.arg rater}.",
      i = "To compare the rounds, each column being a question, name them: {.code {keep}}."
    ),
    raters = rounds, advice = by
  )
}

check_no_rounds_of_raters <- function(place, names) {
  text <- table_rounds(names)
  if (is.null(text) || is.na(text)) {
    return(invisible())
  }
  code <- sprintf("rater = c(\"{%s}\" = \"%s\")", place$source, text)
  keep <- final_rater_code(place, names, character())$keep
  fits <- template_fits(parse_template(text, "rater", c("rater", "round")), names)[[1]]
  abort_accord(
    "roles",
    c(
      "Rounds must not be taken for raters.",
      x = "The {length(names)} raters are {.val {first_few(names)}}: {length(unique(fits$rater))} raters in \
           {length(unique(fits$round))} rounds.",
      i = "Read the rounds as groups: {.code {code}}.",
      i = "If each is a rater, name them: {.code {keep}}."
    ),
    raters = names, advice = code
  )
}
