# Checks of ratings that a user may have changed. The required content of each field is listed in ?as_ratings and in
# ARCHITECTURE.md.

RATINGS_FIELDS <- c(
  "items", "raters", "categories", "declared", "level", "has_order", "groups", "group_status", "group_start",
  "item_start", "code", "rater", "set_aside", "set_aside_by", "clusters", "cluster", "weight", "frequencies",
  "case_weights"
)

# Returns the ratings if they are valid; otherwise stops.
whole_ratings <- function(x) {
  check <- field_checker("the ratings", "as_ratings")
  check_object_fields(x, RATINGS_FIELDS, check)
  n_items <- max(length(x$item_start) - 1, 0)
  n_ratings <- length(x$code)
  check("group_status", status_fault(x$group_status))
  n_groups <- length(x$group_status)
  check("groups", frame_fault(x$groups, character(), n_groups, "group"))
  check("item_start", starts_fault(x$item_start, n_ratings, "rating"))
  check("group_start", starts_fault(x$group_start, n_items, "item"))
  check("group_start", size_fault(x$group_start[-1], n_groups, "group"))
  check("items", size_fault(x$items, n_items, "item") %||% column_fault(x$items))
  check("declared", flag_fault(x$declared))
  check("has_order", flag_fault(x$has_order))
  check_whole_categories(x, check)
  n_categories <- length(x$categories)
  check("code", codes_fault(x$code, n_categories, 0L, n_ratings, "rating"))
  check("raters", if (!is.null(x$raters)) ids_fault(x$raters))
  check("raters", if (is.null(x$raters) && !is.null(x$rater)) "are missing")
  if (!is.null(x$raters)) check("rater", codes_fault(x$rater, length(x$raters), 0L, n_ratings, "rating"))
  check("clusters", if (!is.null(x$clusters)) ids_fault(x$clusters))
  check("clusters", if (is.null(x$clusters) && !is.null(x$cluster)) "are missing")
  if (!is.null(x$clusters)) check("cluster", codes_fault(x$cluster, length(x$clusters), 1L, n_items, "item"))
  check_whole_weights(x, n_items, check)
  check_whole_set_aside(x, n_groups, check)
  check_whole_remote(x, check)
  check_whole_notes(x, check)
  x
}

status_fault <- function(x) {
  if (!is_plain(x, "character")) return(type_fault(x, "text"))
  if (length(x) == 0) return("is empty")
  if (anyNA(x) || !all(nzchar(x))) "has a missing value"
}

check_whole_categories <- function(x, check) {
  values <- x$categories
  plain <- is.atomic(values) && !is.null(values) && !is.object(values)
  check("categories", if (!plain) type_fault(values, "numbers, text or TRUE and FALSE"))
  check("categories", if (is.double(values)) rising_fault(values) else if (length(values)) ids_fault(values))
  known <- length(x$level) == 1 && !is.object(x$level) && x$level %in% c(NA, LEVELS)
  check("level", if (!known) paste0("must be NA or one of ", paste(LEVELS, collapse = ", ")))
  check_level(x$level, values, x$has_order)
  for (field in c("sets", "value_labels")) {
    given <- x[[field]]
    check(field, if (!is.null(given)) size_fault(given, length(values), "category"))
  }
  check("sets", if (!is.null(x$sets) && !is_plain(x$sets, "list")) type_fault(x$sets, "a list"))
  words <- x$value_labels
  check("value_labels", if (!is.null(words) && !is_plain(words, "character")) type_fault(words, "text"))
}

rising_fault <- function(x) {
  at <- place_not_rising(x)
  if (length(x) == 1 && is.na(x)) return("has no number at place 1")
  if (at > 0) paste("must be distinct numbers in rising order, but those at place", at, "and before it are not")
}

check_whole_weights <- function(x, n_items, check) {
  weight <- x$weight
  named <- x$case_weights
  whole <- is.null(named) || rlang::is_string(named) && !is.object(named)
  check("case_weights", if (!whole) type_fault(named, "one text"))
  if (is.null(weight)) return()
  plain <- is_plain(weight, "double")
  check("weight", if (!plain) type_fault(weight, "numbers") else size_fault(weight, n_items, "item"))
  check("frequencies", flag_fault(x$frequencies))
  bad <- which(!is.finite(weight) | weight < 0 | weight > 1e100 | x$frequencies & weight != round(weight))[1]
  wanted <- if (x$frequencies) "whole numbers from 0 on" else "numbers from 0 on"
  check("weight", if (!is.na(bad)) paste0("must be ", wanted, ", but is ", weight[bad], " at place ", big(bad)))
  # An item with weight 0 must not have ratings.
  empty <- which(weight == 0)
  rated <- empty[x$item_start[empty + 1L] > x$item_start[empty]]
  check("weight", if (length(rated)) paste("is 0 at place", big(rated[1]), "for an item that has ratings"))
}

check_whole_set_aside <- function(x, n_groups, check) {
  aside <- x$set_aside
  check("set_aside", frame_fault(aside, c("reason", "n", "rows")))
  types <- is_plain(aside$reason, "character") && is_plain(aside$n, "integer", "double") && is_plain(aside$rows, "list")
  check("set_aside", if (!types) "must have the columns reason (text), n (numbers) and rows (a list)")
  check("set_aside", if (anyNA(aside$n) || any(aside$n < 0)) "must have numbers from 0 on in its column n")
  if (!is.null(x$remote)) return()
  check("set_aside", if (any(lengths(aside$rows) != aside$n)) "must have as many rows in its column rows as n says")
  n <- sum(aside$n)
  by <- x$set_aside_by
  check("set_aside_by", if (!is.null(by) && !is_plain(by, "list")) type_fault(by, "a list"))
  for (of in c("group", "rater")) {
    place <- by[[of]]
    known <- if (of == "group") n_groups else length(x$raters)
    check("set_aside_by", if (!is.null(place) || of == "group" && !is.null(by) && n > 0) places_fault(place, known, n))
  }
}

# Checks positions from 1 to `n`; NA if a position is unknown.
places_fault <- function(x, n, length) {
  if (!is_plain_integer(x)) return(type_fault(x, "lists of integers"))
  size_fault(x, length, "row") %||% {
    at <- place_outside_or_missing(x, 1L, n)
    if (at > 0) paste0("has ", x[at], " at place ", big(at), ", but there ", if (n == 1) "is " else "are ", n)
  }
}

check_whole_remote <- function(x, check) {
  remote <- x$remote
  if (is.null(remote)) return()
  whole <- is.list(remote) && is.list(remote$rows) && inherits(remote$rows$rows, "tbl_lazy") &&
    is.list(remote$facts) && is.environment(remote$cache)
  check("remote", if (!whole) "must hold the lazy table and what was found out about it")
}

# Checks the fields used by prints, and that fields added by verbs within a call are absent.
check_whole_notes <- function(x, check) {
  check("taken", if (!is.null(x$taken) && !is_plain(x$taken, "character")) type_fault(x$taken, "text"))
  outside <- x$outside
  whole <- is.null(outside) || is_plain(outside, "list") && rlang::is_string(outside$words) && !is.object(outside$words)
  check("outside", if (!whole) "must say which values were set aside")
  for (field in c("sample", "joined")) check(field, if (!is.null(x[[field]])) "is no field of ratings")
}
