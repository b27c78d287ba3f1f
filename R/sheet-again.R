# A rater who rated an item in several rows of a sheet, columns that were not read and tell these rows apart, and ids
# that look alike.

# The names of these columns. `own`: the ids of the rows, by field; `groups`: those of the groups; `others`: the columns
# that are not read.
columns_apart <- function(own, groups, rated, others) {
  if (is.null(own$item) || length(others) == 0 || length(rated) > MANY_RATINGS) {
    return(character())
  }
  # Where the columns are raters, each rated all rows.
  wide <- is.null(own$rater)
  if (wide) own$rater <- rep("", length(rated))
  rated <- rated & !is.na(own$item) & !is.na(own$rater)
  item <- joined_text(c(list(own$item), own["question"][!is.null(own$question)], unname(groups)))
  if (!anyDuplicated(data.frame(item, own$rater)[rated, ])) {
    return(character())
  }
  coded <- function(x) list(values = unique(x), code = match(x, unique(x)))
  one <- !wide && length(unique(own$rater)) == 1
  telling_columns(coded(item), coded(own$rater), rated, others, one_rater = one)$columns
}

# Says what to read where a rater rated an item of a sheet twice. `columns`: those that tell the rows apart.
advise_columns_apart <- function(code, columns) {
  if (length(columns) == 0) return(code)
  tryCatch(code, accord_error_duplicate_rating = function(cnd) {
    shown <- columns_of_id(columns)
    occasion <- all(grepl(OCCASION, columns, ignore.case = TRUE))
    question <- all(grepl(QUESTION_NAME, columns, ignore.case = TRUE))
    read <- c(
      question = if (!occasion && length(columns) == 1) "what was asked",
      by = if (!question) "on which occasion it was rated, or of which group the items are",
      item = if (occasion) "that each is an item of its own" else if (!question) "which part of the item it was"
    )
    ways <- sprintf("If it says %s, add {.code %s = %s}.", read, names(read), shown)
    ways[names(read) == "item"] <- sprintf("If it says %s, add it to {.arg item}.", read[names(read) == "item"])
    abort_accord(
      "duplicate_rating",
      c(
        "A rater may rate an item at most once.",
        x = "{length(cnd$rows)} rating{?s} {?is/are} not the first of this item by this rater.",
        x = "The rows differ in {.var {columns}}, which {.fn read_sheet} did not read.",
        rlang::set_names(ways, rep("i", length(ways))),
        i = "If they are the same, choose with {.code duplicates = \"first\"} or {.code \"last\"}."
      ),
      rows = cnd$rows, columns = columns
    )
  })
}

# Warns of items and raters of a sheet whose ids look alike, `x` being what is read. Whether there are any.
warn_alike_sheet_ids <- function(data) {
  told <- FALSE
  if (length(data$item) > MANY_RATINGS) return(told)
  withCallingHandlers(
    {
      met <- function(own, other) {
        function(at) {
          rows <- data[[own]] %in% unique(data[[own]])[at]
          list(id = data[[own]][rows], with = data[[other]][rows])
        }
      }
      unmet <- function(own, other, alone) unmet_ids(unique(data[[own]]), met(own, other), alone)
      warn_alike_ids(unique(data$item), "items", unmet("item", "rater", TRUE), "item", "x")
      warn_alike_ids(unique(data$rater), "raters", unmet("rater", "item", FALSE), "rater", "x")
    },
    accord_warning_look_alike_id = function(cnd) told <<- TRUE
  )
  told
}
