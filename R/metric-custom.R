# A distance given by the user: a function of two values, a matrix over the categories, or the name of a distance
# between sets.

# The largest number of distinct values for which a function is called for every pair.
MOST_CATEGORIES <- 5000L

custom_metric <- function(ratings, level, range, distance) {
  if (!is.null(level) || !is.null(range)) {
    abort_accord(
      "argument",
      c(
        "{.arg distance} takes the place of a level.",
        x = "{.arg {if (is.null(level)) 'range' else 'level'}} was given, too."
      ),
      argument = "distance"
    )
  }
  check_distance_called(distance)
  if (is.character(distance)) {
    check_choice(distance, ENUMS$set_distance, "distance")
    if (distance == "nominal") return(metric_of_level(ratings, "nominal"))
    return(set_metric(ratings, distance, "distance"))
  }
  if (inherits(distance, "accord_distance") && !is.null(ratings$sets)) {
    abort_accord(
      "distance",
      c(
        "A list column of {.fn krippendorff_alpha} holds sets, whose elements have no order.",
        i = "Use {.fn distance_agreement}, which gives alpha for objects of any kind."
      )
    )
  }
  distance <- if (inherits(distance, "accord_distance")) {
    object_distances(distance, as.list(ratings$categories))
  } else if (is.function(distance)) {
    distance_from_function(distance, ratings$sets %||% ratings$categories)
  } else {
    matrix_over_categories(distance, ratings$categories, "distance")
  }
  check_distance(distance, ratings$categories)
  new_metric("custom", "matrix", ratings, double(), double(), as.double(distance), ratings$group_status)
}

distance_from_function <- function(f, categories) {
  n <- length(categories)
  check_few_values(n, "Use a level of measurement, or round the values.")
  distance <- matrix(0, n, n)
  for (j in seq_len(n)) {
    for (i in seq_len(n)) {
      distance[i, j] <- number_for_pair(f, categories[[i]], categories[[j]], "distance", "categories")
    }
  }
  distance
}

check_few_values <- function(n, advice) {
  if (n > MOST_CATEGORIES) {
    abort_accord(
      "too_many_values",
      c(
        "A function is called for each pair of at most {MOST_CATEGORIES} values.",
        x = "There are {n} distinct values.",
        i = advice
      ),
      n = n
    )
  }
}

# The number that the user's function `f`, the argument `arg`, returns for two of the `things`; stops if it is not one
# number.
number_for_pair <- function(f, a, b, arg, things, finite = FALSE) {
  rule <- if (finite) "one finite number" else "one number"
  stop_at <- function(found, reason = NULL) {
    abort_accord(
      arg,
      c("{.arg {arg}} must give {rule} for every two {things}.", x = found),
      values = list(a, b)
    )
  }
  number <- tryCatch(f(a, b), error = function(cnd) {
    stop_at("It stopped at {.val {a}} and {.val {b}}: {reason}", conditionMessage(cnd))
  })
  known <- (is.numeric(number) || is.logical(number)) && length(number) == 1
  if (!known || finite && !is.finite(number)) {
    stop_at("For {.val {a}} and {.val {b}} it gave {.obj_type_friendly {number}}.")
  }
  as.double(number)
}

# The matrix in the order of the categories, to which its dimnames, if any, are matched. `ordered`: whether texts have
# an order, as categories have; distinct objects have none.
matrix_over_categories <- function(x, categories, arg, ordered = TRUE) {
  n <- length(categories)
  if (!is.matrix(x) || !is.numeric(x) || !all(dim(x) == n)) {
    found <- if (is.matrix(x)) paste(dim(x), collapse = " \u00d7 ") else NULL
    if (is.matrix(x) && !is.numeric(x)) found <- paste0(found, ", of type ", typeof(x))
    what <- c(distance = "a function of two values", weights = "the name of a scheme")[[arg]]
    abort_accord(
      arg,
      c(
        "{.arg {arg}} must be {what}, or a matrix over the {n} categories.",
        x = if (is.null(found)) "It is {.obj_type_friendly {x}}." else "It is {found}."
      )
    )
  }
  names <- dimnames(x)
  if (is.null(names)) {
    if (is.character(categories) && !ordered) check_order_matters_not(x, categories, arg)
    return(x)
  }
  labels <- as.character(categories)
  at <- lapply(names, function(x) if (is.null(x)) seq_len(n) else match(labels, x))
  unnamed <- labels[is.na(at[[1]]) | is.na(at[[2]])]
  if (length(unnamed)) {
    abort_accord(
      arg,
      c(
        "The names of {.arg {arg}} must be the categories.",
        x = "{length(unnamed)} categor{?y/ies} without a row or column: {.val {unnamed}}."
      ),
      categories = unnamed
    )
  }
  bare <- which(vapply(names, is.null, NA))
  if (length(bare) && is.unsorted(at[[3 - bare]])) {
    sides <- c("rows", "columns")
    abort_accord(
      arg,
      c(
        "A matrix whose {sides[3 - bare]} are named, but not in the order of the categories, needs names of
         {sides[bare]}.",
        x = "The {sides[bare]} of {.arg {arg}} have no names.",
        i = "Set both with {.fn dimnames}, or put the {sides[3 - bare]} in the order of the categories:
             {.val {first_few(labels)}}."
      )
    )
  }
  unname(x[at[[1]], at[[2]], drop = FALSE])
}

# Texts have no order, so the rows of a matrix can be identified only by their names, unless all pairs are alike.
check_order_matters_not <- function(x, categories, arg) {
  if (length(unique(x[row(x) != col(x)])) > 1 && nrow(x) > 2) {
    abort_accord(
      arg,
      c(
        "The rows and columns of {.arg {arg}} must be named by the values if these are text.",
        x = "They have no names, so that it is not known which of {length(categories)} values a row is of:
             {.val {first_few(categories)}}.",
        i = "If {.var v} holds the values in the order of the rows, use {.code dimnames({arg}) <- list(v, v)} first."
      ),
      categories = categories
    )
  }
}

# Stops if the matrix breaks a rule for distances, and names the first such pairs of categories.
check_distance <- function(distance, categories) {
  refuse_pairs(!is.finite(distance), distance, categories, "distance", "A distance must be finite.")
  refuse_pairs(distance < 0, distance, categories, "distance", "A distance must not be negative.")
  check_symmetric(distance, categories, "distance", "A distance must be symmetric.")
  on_diagonal <- row(distance) == col(distance) & distance != 0
  refuse_pairs(on_diagonal, distance, categories, "distance", "A distance must be 0 between equal values.")
}

check_symmetric <- function(x, categories, what, rule) {
  apart <- abs(x - t(x)) > 1e-12 * pmax(abs(x), abs(t(x)))
  refuse_pairs(apart & upper.tri(apart), x, categories, what, rule)
}

# Stops if any entry of a matrix over the categories is bad.
refuse_pairs <- function(bad, x, categories, what, rule) {
  if (!any(bad)) {
    return(invisible())
  }
  at <- which(bad, arr.ind = TRUE)
  few <- utils::head(at, 3)
  pairs <- sprintf(
    "%s from %s to %s", format(x[few], digits = 4, trim = TRUE),
    categories[few[, 1]], categories[few[, 2]]
  )
  n <- nrow(at)
  abort_accord(
    what,
    c("{rule}", x = "{n} pair{?s} of categories break{?s/} this: {pairs}."),
    pairs = at
  )
}

# ---- Distances of ratings that are sets ----

# Names of distances that are also weights of agreement, as 1 minus the distance.
set_weights <- function() setdiff(ENUMS$set_distance, "nominal")

set_metric <- function(ratings, name, arg) {
  sets <- ratings$sets
  if (is.null(sets)) {
    abort_accord(
      arg,
      c(
        "{.code {arg} = \"{name}\"} is for ratings that are sets.",
        x = "The ratings are single values.",
        i = "Give a list column, or a column of text and its {.arg separator}."
      )
    )
  }
  check_number_of_sets(length(sets))
  labels <- as.character(unlist(sets, use.names = FALSE)) # NULL if there are no sets
  # Labels are numbered in sorted order, so that the numbers within a set are sorted as well.
  element <- match(labels, sort(unique(labels), method = "radix"))
  distance <- call_core(distances_of_sets(
    c(0L, cumsum(lengths(sets, use.names = FALSE))), as.integer(element), place_of("set_distance", name)
  ))
  new_metric(name, "matrix", ratings, double(), double(), distance, ratings$group_status)
}

check_number_of_sets <- function(n) {
  if (n > MOST_CATEGORIES) {
    abort_accord(
      "too_many_values",
      c(
        "Distances are found between at most {MOST_CATEGORIES} distinct sets.",
        x = "There are {n} distinct sets."
      ),
      n = n
    )
  }
}
