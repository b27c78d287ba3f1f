# Each column of a table is an id, a rating of a question, a box, or nothing that is read.

# `spec`: what the user said of all tables (see read_sheet()). A list: `n`, the number of rows; `ids`, by field; `used`;
# `plain`, a list of `at`, `parts` and `left_out` of the columns of ratings; `boxes`, the same of boxes or NULL.
table_roles <- function(table, ids, spec) {
  free <- setdiff(seq_along(table$data), ids$used)
  spec <- with_pairs(spec, table, free)
  named <- integer()
  chosen <- free
  if (spec$has_rating) {
    chosen <- shared_places(spec$shared, select_in_sheet(spec$rating, table, spec), table)
    named <- named_columns(rlang::quo_get_expr(spec$rating), table$data)
    check_rating_columns_chosen(names(table$data)[intersect(chosen, ids$used)], length(chosen))
  }
  columns <- unclass(table$data)
  # New names may be given, as in rating = c(tone = V3).
  names(columns)[chosen] <- names(chosen) %||% names(columns)[chosen]
  boxes <- if (!is.null(spec$boxes)) fit_at(spec$boxes, columns, free, "boxes")
  plain <- NULL
  if (spec$has_rating || !is.null(spec$names)) {
    plain <- fit_at(spec$names, columns, setdiff(chosen, boxes$at), "names", spec)
    plain$named <- plain$at %in% named
  }
  list(plain = plain, boxes = boxes)
}

# The columns of ratings. In a workbook with a sheet per rater, other sheets may hold texts.
select_in_sheet <- function(rating, table, spec) {
  by_sheet <- length(spec$sheets) > 1 && places_use(spec$places, "sheet")
  if (!by_sheet) {
    return(in_table(table, spec, select_columns(rating, table$data, "rating")))
  }
  tryCatch(select_columns(rating, table$data, "rating"), accord_error_missing_column = function(cnd) {
    have <- names(spec$sheets)[vapply(spec$sheets, function(names) all(cnd$column %in% names), NA)]
    place <- Filter(function(place) identical(place$source, "sheet"), spec$places)[[1]]
    code <- sheets_code(place, have)
    abort_accord(
      "missing_column",
      c(
        "Every sheet that is read must have the columns of {.arg rating}.",
        x = "Sheet {.val {table$sheet}} lacks {length(cnd$column)}: {.var {first_few(cnd$column)}}.",
        i = if (length(have)) "Name the sheets to read, as in {.code {code}}.",
        i = if (!length(have)) "No sheet has {cli::qty(length(cnd$column))}{?it/all of them}; see {.fn inspect_sheet}."
      ),
      column = cnd$column, sheet = table$sheet
    )
  })
}

# Code that names the sheets to read, without those that are named like final labels.
sheets_code <- function(place, sheets) {
  final <- if (place$arg == "rater") are_final_names(sheets) else logical(length(sheets))
  if (sum(!final) > 1) sheets <- sheets[!final]
  sprintf("%s = c(\"{sheet}\" = \"{%s:%s}\")", place$arg, place$arg, paste(sheets, collapse = "|"))
}

# The columns at `at` as a template reads them; `spec` says what they are without one.
fit_at <- function(template, columns, at, arg, spec = NULL) {
  if (is.null(template)) {
    name <- names(columns)[at]
    parts <- if (!"rater" %in% spec$known) {
      list(rater = name)
    } else if (!"question" %in% spec$known) {
      list(question = name)
    } else {
      check_one_column(name)
      list()
    }
    return(list(at = unname(at), parts = parts, left_out = character()))
  }
  fit <- fit_names(template, columns[at], arg, spec)
  if (is.null(fit)) abort_no_fit(template, names(columns)[at], arg)
  fit$at <- unname(at[fit$at])
  fit
}

# Where question and rater are known, one column holds the ratings.
check_one_column <- function(names) {
  if (length(names) > 1) {
    abort_accord(
      "roles",
      c(
        "Where columns tell question and rater, one column must hold the ratings.",
        x = "{.arg rating} selects {length(names)}: {.var {first_few(names)}}.",
        i = "If each is a question, leave out {.arg question}, or make that column a part of the id in {.arg item}."
      ),
      columns = names
    )
  }
}

# `both`: columns that are ids as well; `n`: how many are chosen.
check_rating_columns_chosen <- function(both, n) {
  if (length(both) || n == 0) {
    abort_accord(
      "argument",
      c(
        "{.arg rating} must select columns other than those of {.arg item}, {.arg rater} and {.arg question}.",
        x = if (n == 0) "It selects none.",
        x = if (length(both)) "{length(both)} column{?s} {?is/are} selected twice: {.var {first_few(both)}}."
      ),
      argument = "rating", columns = both
    )
  }
}

# Columns that are taken as raters, and may be something else. `columns`: all of the table.
check_sheet_raters <- function(plain, columns, has_template, spec = NULL, who = NULL) {
  rater <- plain$parts$rater
  if (is.null(rater)) {
    return(invisible())
  }
  names <- names(columns)
  if (!has_template) check_one_question(plain, columns, names, who)
  if (!has_template) check_named_apart(plain, columns, names, who, spec)
  if (!has_template && !is.null(spec)) check_stimuli_no_raters(plain, columns, spec)
  of <- paste(plain$parts$question %||% rep("", length(rater)), plain$parts$item)
  for (one in unique(of)) {
    at <- which(of == one)
    if (length(at) < 2 || all(plain$named[at])) next
    # Numbers are judged as numbers.
    texts <- rlang::set_names(columns[plain$at[at]], seq_along(at))
    own <- numbers_to_judge(texts, na_texts(unlist(spec$na)))
    reason <- no_rater_reasons(unname(own), rater[at])
    # As texts, numbers with commas show as well what no other column has.
    written <- unclass(convert_numbers(tibble::as_tibble(texts)))
    changed <- !mapply(identical, unname(written), unname(own))
    if (any(changed)) reason <- ifelse(reason == "", no_rater_reasons(unname(written), rater[at]), reason)
    # Truth values in words beside 0 and 1 have an error of their own.
    if (!has_template && length(truth_values(own)) == 0) {
      odd <- is_other_kind(unname(own), reason == "" & !plain$named[at])
      reason <- ifelse(reason == "", odd, reason)
    }
    reason[reason == "" & (is_summary(own) | is_named_summary(own, rater[at]))] <- "is a mean or a sum of the others"
    reason[plain$named[at]] <- ""
    if (all(reason == "")) next
    check_template_turned(plain, columns, spec)
    abort_no_raters(names[plain$at[at]], rater[at], reason, if (has_template) spec$names$text %||% "{rater}")
  }
}

# Columns that are taken as questions, and are notes, dates or links. `columns`: all of the table.
check_question_columns <- function(plain, columns) {
  question <- plain$parts$question
  if (is.null(question) || !is.null(plain$parts$rater) || length(question) < 2 || all(plain$named)) {
    return(invisible())
  }
  own <- columns[plain$at]
  reason <- mapply(function(x, said, named) {
    values <- column_values(x)
    form <- value_form(values)
    if (named || length(values) == 0) {
      ""
    } else if (form != "") {
      paste("holds", form)
    } else if (said && !any(is_numeric_text(values))) {
      "is named like a note or a comment"
    } else {
      ""
    }
  }, own, grepl(NOTE_NAME, names(own), ignore.case = TRUE), plain$named)
  if (any(reason != "") && !all(reason != "")) abort_no_raters(names(own), question, unname(reason), noun = "questions")
}

NOTE_NAME <- paste0(
  "(^|[._ -])(notes?|comments?|remarks?|kommentare?|bemerkung(en)?|anmerkung(en)?|notiz(en)?|remarques?|",
  "commentaires?|notas?|comentarios?)$"
)

# Ids such as 101--1 and 101--2, whose suffix says who rated.
check_no_suffix <- function(ids) {
  found <- if (length(ids) == 1) suffixes_of(unique(ids[[1]][!is.na(ids[[1]])]))
  if (is.null(found) || found$joint != "--") {
    return(invisible())
  }
  code <- suffix_code(names(ids), found)
  abort_accord(
    "item_suffix",
    c(
      "An item must have the same id in all of its rows.",
      x = "{length(ids[[1]])} ids are {length(unique(found$stems))} ids with a suffix, such as {.val {found$example}}.",
      i = "If the suffix says who rated, use {.code item = {code}}; the columns of ratings are then questions.",
      i = "If it does not, name the columns one by one in {.arg rating}."
    ),
    items = ids[[1]], suffixes = found$suffixes
  )
}

suffix_code <- function(column, found) {
  name <- if (make.names(column) == column) column else encodeString(column, quote = "`")
  sprintf("c(%s = \"{item}%s{rater}\")", name, gsub("[][]", "", found$joint))
}

# Names that are a grid of questions and raters.
check_one_question <- function(plain, columns, names, who) {
  if (all(plain$named)) {
    return(invisible())
  }
  found <- several_questions(plain$at, columns, names, margin = 0.1)
  if (is.null(found)) {
    return(invisible())
  }
  way <- template_codes(columns)
  code <- way$code
  # Names that occur again got a number: the questions may stand in the row above.
  again <- all(found$questions == "" | grepl("^[0-9]+$", found$questions))
  abort_accord(
    "several_questions",
    c(
      "The columns must hold the ratings of one question, or {.arg names} must tell the questions.",
      x = "{length(found$questions)} question{?s}, {.val {first_few(found$questions)}}, seem to have \\
           {length(found$raters)} rater{?s} each: {.val {first_few(found$raters)}}.",
      i = if (again) "The names are in the file more than once. If the row above says the questions, {.arg header} \
                      must name both rows, as in {.code header = 1:2}.",
      i = if (length(code) && !found$rounds && is.null(way$rounds)) "Say so: {.or {.code {code}}}.",
      i = if (length(way$rounds)) {
        "{.val {way$rounds}} seem to be rounds: read each by a call of its own, {.or {.code {code}}}."
      },
      i = if (length(code) > 1 && found$rounds) {
        "If {.val {found$questions}} are rounds, each is a question: {.code {code[1]}}."
      },
      i = if (length(code) > 1 && found$rounds) {
        "To compare the rounds of each rater, or if they are raters: {.code {code[2]}}."
      },
      i = if (length(who)) "If each column is a question, say who rated: {.code {who}}.",
      i = "If each column is a rater, name the columns one by one in {.arg rating}."
    ),
    questions = found$questions, raters = found$raters
  )
}
