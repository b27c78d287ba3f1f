#' Ratings of a sheet
#'
#' @description
#' The method of [as_ratings()] for what [read_sheet()] returns. Each question has its own type, level of measurement,
#' categories, weights and distance: `level = c(tone = "ordinal", length = "interval")` says a level for these two, and
#' a value without names holds for all questions. All functions that take ratings take the result, or the sheet itself
#' with the same arguments, and return the rows of all questions, with the name in the column `question`. Each question
#' is computed as it would be by itself.
#'
#' @section Several questions:
#' Where a function has one of these arguments, it may be named by questions there too, as in
#' `agreement(x, level = c(tone = "ordinal"))`; questions that are not named have what was said before, or the default.
#' `weights` are those of all coefficients, and so of alpha unless a level or a distance is said for the question, as in
#' [agreement()] of one question. Labels with `categories` in an order are nominal until a level or weights are said;
#' an ordered factor is ordinal. `gold` of [consensus()] is a list named by questions. An error in a question names it;
#' a warning that several questions have is given once, and names them. Columns of the user's categories, as those of
#' [rater_summary()], are left out unless all questions have the same. Functions whose result is not a table, and
#' `summary()`, take one question: `as_ratings(x, question = "tone")`, or `x$tone` of the ratings.
#'
#' @section Errors:
#' `accord_error_questions` where only one question can be used, with the call for it; `accord_error_argument` for a
#' name that is no question, with a list of these; and those of [as_ratings()].
#'
#' @param data The result of [read_sheet()], or of `as_ratings()` of it.
#' @param ... Further arguments of [as_ratings()].
#' @param question The questions to use, by name. The default is all.
#' @param by <[`tidy-select`][tidyselect::language]> Columns of the sheet that divide the items of a question into
#'   groups. The default are the columns of `by` in [read_sheet()].
#' @param weights,distance Weights of agreement and a distance, as in [agreement()] and [krippendorff_alpha()], for one
#'   or more questions.
#' @inheritParams as_ratings
#' @return The ratings of one question, as [as_ratings()] returns them, or, of several, a list of these with the class
#'   `accord_questions`, whose print shows what decides the numbers of each question.
#' @seealso `vignette("codebook")`
#' @export
#' @examples
#' sheet <- data.frame(
#'   id = 1:4, tone_a = c(1, 2, 3, 1), tone_b = c(1, 2, 2, 1),
#'   ad_a = c("y", "n", "n", "y"), ad_b = c("y", "n", "y", "y")
#' )
#' x <- read_sheet(sheet, item = id, names = "{question}_{rater}")
#' ratings <- as_ratings(x, level = c(tone = "ordinal"))
#' ratings
#' agreement(ratings, coefficients = c("percent", "alpha"))
#' krippendorff_alpha(as_ratings(x, question = "tone", level = "ordinal"))
as_ratings.accord_sheet <- function(data, ..., question = NULL, by = NULL, weights = NULL, level = NULL,
                                    distance = NULL, categories = NULL) {
  made <- attr(data, "sheet", exact = TRUE)
  plain <- tibble::as_tibble(unclass(data))
  scale <- Filter(Negate(is.null), list(level = level, categories = categories, weights = weights, distance = distance))
  given <- as.list(rlang::enquos(...))
  # All but columns are values.
  values <- !names(given) %in% c("item", "rater", "rating", "cluster", "case_weights") & names(given) != ""
  given[values] <- lapply(given[values], rlang::eval_tidy)
  by <- rlang::enquo(by)
  if (!is_sheet(data) || !has_sheet_columns(given)) {
    check_sheet_kept(question, scale[c("weights", "distance")])
    return(rlang::inject(as_ratings(plain, !!!given, by = !!by, level = level, categories = categories)))
  }
  given <- given[!names(given) %in% c("item", "rater", "rating")]
  questions <- unique(plain$question)
  if (!is.null(question)) {
    check_choices(question, questions, "question")
    questions <- question
  }
  check_by_question(scale, made$questions$question)
  for (arg in setdiff(names(made$scale), names(scale))) scale[arg] <- made$scale[arg]
  by <- sheet_groups(by, plain, made)
  rows <- split(seq_along(plain$question), factor(plain$question, questions))
  check_cluster_read(given$cluster, plain, made)
  ratings <- each_question(rows, length(rows) > 1, function(rows, q) {
    q <- if (q == "") questions else q
    one_question(plain[rows, ], q, made, lapply(rlang::set_names(names(scale)), function(arg) {
      own <- value_for(scale[[arg]], q, arg)
      if (is.null(own)) value_for(made$scale[[arg]], q, arg) else own
    }), by, given)
  })
  if (length(ratings) == 1) ratings[[1]] else new_questions(ratings)
}

# A column of clusters that was read as a part of the item, or not at all.
check_cluster_read <- function(cluster, plain, made) {
  if (is.null(cluster) || rlang::quo_is_missing(cluster) || rlang::quo_is_null(cluster)) {
    return(invisible())
  }
  tryCatch(select_columns(cluster, plain, "cluster"), accord_error_missing_column = function(cnd) {
    column <- cnd$column[1]
    part <- match(column, made$facts$joined)
    unread <- is.na(part) && column %in% made$unused
    if (is.na(part) && !unread) return()
    name <- paste0("x$", column_code(column))
    code <- sprintf("%s <- vapply(strsplit(x$item, \"%s\", fixed = TRUE), getElement, \"\", %d)", name, ID_JOINT, part)
    by <- sprintf("by = %s", column_code(column))
    abort_accord(
      "missing_column",
      c(
        "{.arg cluster} must name a column of the sheet that was read.",
        x = if (!unread) "{.var {column}} is joined with other columns in {.var item}.",
        x = if (unread) "{.var {column}} is a column of the file that {.fn read_sheet} did not read.",
        i = if (!unread) "Make it a column again, in the sheet {.var x}: {.code {code}}.",
        i = if (unread) "Use {.code {by}} in {.fn read_sheet}, and {.code by = character()} beside {.arg cluster}."
      ),
      column = column
    )
  })
}

# The names of several columns that are joined as the item; none if it is one. A codebook among the files has none.
joined_columns <- function(spec) {
  of_item <- Filter(function(place) place$arg == "item", spec$places)
  for (names in spec$sheets) {
    at <- tryCatch(
      unlist(lapply(of_item, function(place) {
        if (!rlang::is_quosure(place$source)) return(sprintf("{%s}", place$source))
        names[select_names(place$source, names, "item")]
      })),
      accord_error = function(cnd) NULL
    )
    if (length(at)) return(if (length(at) > 1) at)
  }
}

# Whether the columns that are named, if any, are those in which the sheet has these.
has_sheet_columns <- function(given) {
  named <- intersect(names(given), c("item", "rater", "rating"))
  all(vapply(named, function(role) {
    rlang::quo_is_missing(given[[role]]) || identical(rlang::as_label(given[[role]]), role)
  }, NA))
}

# The columns that are groups; the questions are none of them.
sheet_groups <- function(by, plain, made) {
  if (rlang::quo_is_null(by) || rlang::quo_is_missing(by)) return(intersect(made$by, names(plain)))
  at <- tryCatch(select_columns(by, plain, "by"), accord_error_missing_column = function(cnd) {
    unread <- intersect(cnd$column, made$unused)
    if (length(unread) == 0) rlang::cnd_signal(cnd)
    code <- paste("by =", vector_code(vapply(unread, column_code, "")))
    abort_accord(
      "missing_column",
      c(
        "Columns of groups must have been read.",
        x = "{length(unread)} column{?s} of the file {?is/are} not in the sheet: {.var {unread}}.",
        i = "Say {.code {code}} in {.fn read_sheet}."
      ),
      column = unread
    )
  })
  names(plain)[setdiff(at, match("question", names(plain)))]
}

# `scale`: the level, categories, weights and distance of this question, or NULL.
one_question <- function(plain, question, made, scale, by, given) {
  plain$rating <- typed_rating(plain$rating, question, made)
  # A template may give a rater an empty name, as to `theme` beside `theme1`.
  if ("" %in% plain$rater) plain$rater <- factor(plain$rater, unique(plain$rater))
  columns <- rlang::syms(list(item = "item", rater = "rater", rating = "rating"))
  # read_sheet() has reported these.
  alike <- if (isTRUE(made$facts$alike)) "look_alike_id"
  told <- c("text_among_numbers", "final_rater", "undivided", "several_questions", alike)
  # read_sheet() was told that what looks like a missing rating is none.
  if (question %in% made$facts$answers && !"na" %in% names(given)) given$na <- character()
  ratings <- advise_columns_apart(
    without_warnings(what = told, rlang::inject(as_ratings(
      plain, !!!columns, !!!given, by = tidyselect::all_of(!!by), level = scale$level, categories = scale$categories
    ))),
    made$facts$apart
  )
  if (is.factor(ratings$raters)) ratings$raters <- as.character(ratings$raters)
  own <- Filter(Negate(is.null), scale[c("weights", "distance")])
  # Beside weights it matters whether a level was said.
  if (length(own)) ratings$scale <- c(own, list(level = scale$level)[!is.null(scale$level)])
  ratings$question <- question
  # Of some rows of the sheet it is not known which cells they lack.
  of <- made$questions[match(question, made$questions$question), ]
  if (of$n_missing > 0 && of$n == nrow(plain)) ratings$n_missing <- of$n_missing
  ratings
}

# The ratings of a question as its own type.
typed_rating <- function(rating, question, made) {
  kind <- made$questions$kind[match(question, made$questions$question)]
  rating <- switch(kind, sets = rating, numbers = as.numeric(unlist(rating)), as.character(unlist(rating)))
  levels <- made$levels[[question]]
  if (is.null(levels)) rating else factor(rating, levels$levels, ordered = levels$ordered)
}

# Whether data are a sheet of which no other columns are named than those that it has: a verb that takes a data frame
# then finds the columns by itself. `given`: columns as quosures.
is_read_sheet <- function(data, given) inherits(data, "accord_sheet") && is_sheet(data) && has_sheet_columns(given)

# The rows of each question, with ratings of its own type, by name.
rows_of_questions <- function(data) {
  made <- attr(data, "sheet", exact = TRUE)
  plain <- tibble::as_tibble(unclass(data))
  questions <- unique(plain$question)
  rows <- split(seq_along(plain$question), factor(plain$question, questions))
  lapply(rlang::set_names(questions), function(q) {
    own <- plain[rows[[q]], names(plain) != "question"]
    own$rating <- typed_rating(own$rating, q, made)
    own
  })
}

# Returns what was said of the scale of a question in a call or, where it says nothing, in read_sheet(): a list of
# `level` and so on.
scale_of_question <- function(said, made, question) {
  args <- union(names(said), names(made$scale))
  own <- lapply(rlang::set_names(args), function(arg) {
    value_for(said[[arg]], question, arg) %||% value_for(made$scale[[arg]], question, arg)
  })
  Filter(Negate(is.null), own)
}

check_sheet_kept <- function(question, scale) {
  given <- c(if (!is.null(question)) "question", names(Filter(Negate(is.null), scale)))
  if (length(given)) {
    abort_accord(
      "argument",
      c(
        "{.arg {given}} {?is/are} for a sheet as {.fn read_sheet} returned it.",
        x = "Its columns were changed, or others are named.",
        i = "Read the sheet again, or use {.code by = question} or filter the rows."
      ),
      argument = given
    )
  }
}
