# From the values of a rating column to codes of categories: the set of categories, the level of measurement, and
# which rows contain a rating.

# Returns a list: `value` (a number per row for its value), `code_of` (the code of each value from 1, NA for none),
# `categories`, `level`, `has_order`, `declared`.
encode_ratings <- function(x, level, categories) {
  kind <- rating_kind(x)
  categories <- check_categories(categories, kind)
  ordered <- kind %in% c("number", "ordered", "logical") || !is.null(categories)
  coded <- distinct_values(x, kind)
  set <- if (is.null(categories)) {
    own_categories(coded$values, kind)
  } else {
    given_categories(coded$values, kind, categories)
  }
  coded[c("categories", "code_of")] <- set[c("categories", "code_of")]
  coded$has_order <- ordered
  # Categories are declared by the user or by the type of the column; otherwise they are those that occur.
  coded$declared <- !is.null(categories) || kind %in% c("factor", "ordered", "logical")
  coded$level <- level %||% default_level(kind, coded)
  check_level(coded$level, coded$categories, coded$has_order)
  coded
}

check_level_name <- function(level) {
  if (is.null(level)) {
    return(invisible())
  }
  check_no_question_names(level, "level")
  check_choice(level, LEVELS, "level")
}

# Names are those of questions, which one set of ratings does not have.
check_no_question_names <- function(x, arg) {
  if (!is.character(x) || is.null(names(x))) {
    return(invisible())
  }
  code <- "read_sheet(data, item = , rater = , question = , rating = )"
  hints <- if (arg == "weights") unique(unlist(lapply(names(x), nearest, choices = coefficient_choices())))
  abort_accord(
    "argument",
    c(
      "A named {.arg {arg}} is for several questions.",
      x = "It has {length(x)} name{?s}, {.val {names(x)}}, and the data have no questions.",
      i = "Give it without names, or say what the questions are: {.code {code}}.",
      i = if (arg == "weights") "Only {.fn agreement} has weights by coefficient, with the names of coefficients.",
      i = if (length(hints)) "Did you mean {.or {.val {hints}}}?"
    ),
    argument = arg, names = names(x)
  )
}

# Plain character vectors are returned as they are; only their distinct values are checked later.
plain_rating <- function(x) {
  rating_kind(x)
  if (is.character(x) && is.null(attributes(x))) x else plain_column(x, "rating")
}

# Returns "ordered", "factor", "character", "logical" or "number"; stops for other types.
rating_kind <- function(x) {
  kind <- kind_of(x)
  if (!is.null(kind)) {
    return(kind)
  }
  if (is_no_vector(x)) {
    abort_accord(
      "list_column",
      c(
        "A rating is a single value: a number, a label or a logical.",
        x = "The ratings are {.obj_type_friendly {x}}."
      )
    )
  }
  abort_accord(
    "rating_type",
    c(
      "Ratings are numbers, labels or logicals.",
      x = "They are {.obj_type_friendly {x}}.",
      i = "Convert them with {.fn as.numeric} or {.fn as.character}."
    )
  )
}

is_no_vector <- function(x) is.list(x) || length(dim(x)) > 1

# The kind of a rating column as above, or NULL if it cannot be one.
kind_of <- function(x) {
  if (is_no_vector(x)) return(NULL)
  if (is.ordered(x)) return("ordered")
  if (is.factor(x)) return("factor")
  if (is.character(x)) return("character")
  if (is.logical(x)) return("logical")
  if (is.numeric(x) && !inherits(x, c("Date", "POSIXt", "difftime"))) return("number")
  NULL
}

check_categories <- function(categories, kind) {
  if (is.null(categories)) {
    return(NULL)
  }
  given <- kind_of(categories)
  if (is.null(given)) abort_argument(categories, "categories", "a vector of numbers, labels or logicals")
  categories <- plain_column(categories, "categories")
  labels <- c("factor", "ordered", "character")
  if (kind %in% labels != given %in% labels) {
    abort_accord(
      "categories",
      c(
        "{.arg categories} must be of the same kind as the ratings.",
        x = "The ratings are {kind} values, the categories are {given} values."
      )
    )
  }
  if (is.factor(categories)) categories <- levels(categories)
  bad <- anyNA(categories) || anyDuplicated(categories) || length(categories) == 0
  if (bad) {
    twice <- unique(categories[duplicated(categories)])
    abort_accord(
      "categories",
      c(
        "{.arg categories} must be distinct values without {.val {NA}}.",
        x = if (length(categories) == 0) "There are none.",
        x = if (anyNA(categories)) "One of them is {.val {NA}}.",
        x = if (length(twice)) "{length(twice)} value{?s} occur{?s/} twice: {.val {twice}}."
      ),
      categories = categories
    )
  }
  categories
}

# Integers up to this number are used as codes directly.
MAX_STEPS <- 1000L

# Returns `value`, a number per row, and `values`, the value for each number.
distinct_values <- function(x, kind) {
  if (is.factor(x)) {
    return(list(value = as.integer(x), values = levels(x)))
  }
  if (is.integer(x) && length(x) > 0) {
    # Small positive integers are codes already, so the column is not copied.
    seen <- call_core(integers_seen(x, MAX_STEPS))
    if (!is.null(seen)) {
      return(list(value = x, values = ifelse(seen, as.double(seq_along(seen)), NA)))
    }
  }
  id <- group_ids(x, "rating")
  # Adding 0 makes -0 and 0 equal.
  list(value = id$code, values = if (kind == "number") as.double(id$values) + 0 else id$values)
}

# Returns a list: `categories` in their order, and `code_of` each distinct value.
own_categories <- function(values, kind) {
  if (kind == "logical") {
    return(given_categories(values, kind, c(FALSE, TRUE)))
  }
  if (kind %in% c("factor", "ordered")) {
    return(list(categories = values, code_of = seq_along(values)))
  }
  sorted <- order(values, na.last = NA, method = "radix")
  code_of <- rep(NA_integer_, length(values))
  code_of[sorted] <- seq_along(sorted)
  list(categories = values[sorted], code_of = code_of)
}

given_categories <- function(values, kind, categories) {
  if (kind == "number") categories <- sort(as.double(categories))
  list(categories = categories, code_of = match(values, categories))
}

# The number of categories in each group: all that were declared, whether used or not; otherwise those that the group
# used.
n_categories_by_group <- function(ratings) {
  if (ratings$declared) {
    return(rep(length(ratings$categories), length(ratings$group_status)))
  }
  call_core(count_by_group(ratings, 1L))$used_categories
}

default_level <- function(kind, coded) {
  if (kind == "ordered") return("ordinal")
  if (kind != "number" || length(coded$categories) <= 2) return("nominal")
  NA_character_
}

# Stops if the level needs an order of the categories, or numeric values, and they have none.
check_level <- function(level, categories, has_order, hint = NULL) {
  if (level %in% c(NA, "nominal") || is.numeric(categories) || is.logical(categories)) {
    return(invisible())
  }
  if (level == "ordinal" && has_order) {
    return(invisible())
  }
  if (level == "ordinal") {
    abort_accord(
      "level",
      c(
        "{.code level = \"ordinal\"} needs the order of the categories.",
        x = "The ratings are labels without an order: {.val {first_few(categories)}}.",
        i = number_texts_hint(categories),
        i = lone_words_hint(categories),
        i = "Give {.arg categories} from lowest to highest, an ordered factor, or numbers."
      ),
      level = level,
      categories = categories
    )
  }
  abort_accord(
    "level",
    c(
      "{.code level = \"{level}\"} needs numbers.",
      x = "The ratings are labels: {.val {first_few(categories)}}.",
      i = hint %||% numbers_hint(categories)
    ),
    level = level,
    categories = categories
  )
}

# A hint how to convert labels to numbers.
numbers_hint <- function(categories) {
  number_texts_hint(categories) %||% lone_words_hint(categories) %||% lost_numbers(as.character(categories)) %||%
    "Convert them with {.fn as.numeric}; for a factor, {.code as.numeric(as.character(x))}."
}

# This hint is also used by verbs for scores, which have no argument `categories`.
NAMES_AS_NUMBERS <-
  "In a table of counts they are its names: give {.fn as_ratings} {.code categories = c(1, 2, 5)}, in order."
