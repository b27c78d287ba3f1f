# The ratings for a verb: from data and columns given by the user, or ratings as they are. A verb has its own warning
# for groups without a value, so faulty groups are not reported here as well.
# `.weighted`: the method that does not accept case weights, in words; NULL if they are used.
# `.tally`: whether the tally of a database suffices; otherwise its rows are collected. `.joins`: whether the verb
# compares ratings of common items, for which rows are collected if they are not too many.
# `.scores`: whether ratings are used as numbers, which are not checked as labels that look alike.
verb_ratings <- function(data, .columns, level, categories, duplicates, ..., .weighted = NULL, .tally = FALSE,
                         .joins = FALSE, .scores = FALSE) {
  check_given(data, "data")
  if (has_questions(data)) answer_by_question(data, .columns, level, categories, duplicates, ...)
  # Arguments are passed by their full names, since an unknown argument such as `lev` would match `level` partially.
  read <- function() {
    ratings_of(
      data, .columns,
      level = level, categories = categories, duplicates = duplicates, ..., .tally = .tally, .joins = .joins
    )
  }
  ratings <- if (.scores) scores_of(read()) else read()
  check_strict_ratings(ratings)
  if (!is.null(ratings$remote)) {
    if (!.tally) return(collect_remote(ratings))
    if (.joins) ratings <- rows_for_joins(ratings)
    if (is_remote(ratings)) return(ratings)
  }
  if (is.null(.weighted)) ratings else expand_frequencies(ratings, .weighted)
}

# A number that may mean a missing rating is an error for scores, at any level.
scores_of <- function(code) {
  withCallingHandlers(
    without_warnings(code, "look_alike"),
    accord_warning_missing_code = function(cnd) warning_as_error(cnd, "missing_code", codes = cnd$codes, n = cnd$n)
  )
}

ratings_of <- function(data, .columns, level, categories, duplicates, ..., .tally = FALSE, .joins = FALSE) {
  given <- Filter(Negate(is.null), list(categories = categories))
  if (!identical(duplicates, "error")) given$duplicates <- duplicates
  columns <- .columns[!vapply(.columns, rlang::quo_is_missing, NA)]
  columns <- columns[!(names(columns) == "by" & vapply(columns, rlang::quo_is_null, NA))]
  if (inherits(data, "accord_ratings")) {
    check_level_name(level)
    unknown <- setdiff(dots_names(...), c(names(formals(as_ratings.data.frame)), "units", ""))
    if (length(unknown)) abort_unknown(unknown)
    arguments <- c(names(columns), names(given), dots_names(...))
    if (length(arguments)) {
      abort_accord(
        "argument",
        c(
          "Ratings already have their columns and categories.",
          x = "{length(arguments)} argument{?s} given in addition: {.arg {arguments}}.",
          i = "Give {.arg {arguments}} to {.fn as_ratings}."
        ),
        argument = arguments
      )
    }
    ratings <- whole_ratings(data)
    check_numbers_again(ratings, level)
    return(ratings)
  }
  check_in_memory(data)
  check_no_estimates(data)
  if (!is.data.frame(data) && !inherits(data, "tbl_lazy") && length(columns)) {
    abort_accord(
      "argument",
      c(
        "Columns are named only for a data frame.",
        x = "{.arg data} is {.obj_type_friendly {data}}, but {.arg {names(columns)}} {?was/were} given.",
        i = if (is.character(data) && length(data) == 1) {
          "Read the file first: {.fn read.csv}, or a reader of accord such as {.fn read_annotators}."
        } else if (is.atomic(data) && length(dim(data)) == 0) {
          "Combine two vectors of ratings in a table: {.code cbind(x, y), layout = \"raters_in_columns\"}."
        } else {
          "Specify its layout with {.arg layout}."
        }
      ),
      argument = names(columns)
    )
  }
  read <- ratings_reader(data, .tally, .joins)
  without_warnings(rlang::inject(read(data, !!!columns, level = level, !!!given, ...)), "faulty_group")
}

# Stops if the data are estimates, as for a comparison of two results.
check_no_estimates <- function(data) {
  if (inherits(data, c("accord_agreement", "accord_comparison"))) {
    abort_accord(
      "not_ratings",
      c(
        "{.arg data} must be the ratings.",
        x = "It is a table of estimates.",
        i = "Give the data that the estimates were computed from; {.fn compare_agreement} computes the estimates that \\
             it compares."
      )
    )
  }
}

# Stops for `level` in verbs without a level; as_ratings() would accept it among the other arguments.
check_no_level <- function(...) {
  if ("level" %in% dots_names(...)) abort_unknown("level")
}

# Stops for `level` and `categories` in verbs for numbers, which use neither.
check_no_categories <- function(...) {
  check_no_level(...)
  if ("categories" %in% dots_names(...)) abort_unknown("categories")
}

# In strict mode, stops if ratings were given that do not count. A missing rating was not given, and one with weight 0
# was excluded by the user.
check_strict_ratings <- function(ratings) {
  if (!is_strict()) {
    return(invisible(ratings))
  }
  aside <- ratings$set_aside
  aside <- aside[!aside$reason %in% c("missing", "without weight"), ]
  if (NROW(aside) == 0) {
    return(invisible(ratings))
  }
  where <- Map(places_set_aside, aside$reason, aside$rows, list(ratings))
  found <- paste0(
    format(aside$n, big.mark = ",", trim = TRUE), " (", aside$reason, ")",
    vapply(where, function(x) if (length(x)) paste0(": ", first_places(x)) else "", "")
  )
  codes <- ratings$remote$facts$codes
  values <- as.character(codes$value[codes$code %in% 0L])
  n <- sum(aside$n)
  abort_accord(
    "strict",
    c(
      "No rating may be set aside in strict mode.",
      x = "{n} rating{?s} {?is/are} set aside.",
      stats::setNames(as_written(found), rep("x", length(found))),
      x = if (length(values)) "Outside the categories: {.val {first_few(values)}}.",
      i = STRICT_ADVICE
    ),
    reason = aside$reason, where = unname(where), n = aside$n
  )
}

# The rows that were set aside, or, for a database, the groups.
places_set_aside <- function(reason, rows, ratings) {
  if (reason == "group with a fault") {
    faulty <- which(ratings$group_status != "ok")
    return(paste0(group_labels(ratings$groups)[faulty], " (", ratings$group_status[faulty], ")"))
  }
  if (length(rows)) {
    return(paste("row", rows))
  }
  if (ncol(ratings$groups) == 0 || is.null(ratings$remote)) {
    return(character())
  }
  group_labels(ratings$groups)[ratings$remote$n_set_aside > 0]
}

# Adds to a result the number of ratings that are empty sets, and of rows without a rating.
note_empty_sets <- function(result, ratings) {
  if (!is.null(ratings$sets)) {
    missing <- sum(ratings$set_aside$n[ratings$set_aside$reason == "missing"])
    words <- c(
      empty_set_words(ratings),
      if (missing > 0) paste0(count(missing, "row"), if (missing == 1) " has" else " have", " no rating")
    )
    result <- with_note(result, "empty_sets", if (length(words)) paste(words, collapse = "; "))
  }
  result
}

# Adds to alpha of sets at the nominal level that other distances count the labels that two sets have in common.
note_whole_sets <- function(result) {
  whole <- any(result$coefficient == "krippendorff_alpha" & result$metric %in% "nominal")
  words <- paste0(
    "at the nominal level two sets are equal or not; `krippendorff_alpha()` with `distance = \"jaccard\"` or ",
    "`\"masi\"` counts common labels"
  )
  with_note(result, "whole_sets", if (whole) words)
}

# Adds to a result how its data were read: the columns of raters, values that were set aside and whose they were,
# coefficients left out for a table of a database, and ratings added because others differ.
note_door <- function(result, ratings) {
  notes <- list(
    taken = if (length(ratings$taken)) rater_words(ratings$taken), outside = ratings$outside$words,
    left_out = if (length(ratings$left_out)) ratings$left_out, chosen = chosen_words(ratings),
    timing = ratings$timing
  )
  for (name in names(Filter(Negate(is.null), notes))) result <- with_note(result, name, notes[[name]])
  result
}

door_notes <- function(x) {
  taken <- attr(x, "taken")
  left_out <- attr(x, "left_out")
  timing <- attr(x, "timing")
  c(
    if (!is.null(timing)) paste("# Time:", timing),
    if (!is.null(taken)) paste("# Raters: the columns", taken),
    if (!is.null(left_out)) {
      one <- length(left_out) == 1
      paste0(
        "# Left out: ", paste(left_out, collapse = ", "), ", which ", if (one) "needs" else "need",
        " all rows in R; name ", if (one) "it" else "them", " in `coefficients` to collect them."
      )
    },
    if (!is.null(attr(x, "chosen"))) paste("#", attr(x, "chosen"))
  )
}

check_in_memory <- function(data) {
  if (inherits(data, c("ArrowTabular", "Dataset", "arrow_dplyr_query"))) {
    abort_accord(
      "not_ratings",
      c(
        "Ratings must be in the memory of R, or in a table of a database.",
        x = "{.arg data} is {.obj_type_friendly {data}}.",
        i = "Make a table of package duckdb of it with {.code arrow::to_duckdb()}, or call {.code dplyr::collect()}."
      )
    )
  }
}

# The function that makes ratings of `data`. If the `tally` suffices for a verb, the rows of a table are not
# collected, unless the database would have to join the ratings of common items.
ratings_reader <- function(data, tally, joins) UseMethod("ratings_reader")

ratings_reader.default <- function(data, tally, joins) as_ratings
