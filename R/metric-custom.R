# A distance that the user gives: a function of two values, or a matrix over the categories.

# Pairs of distinct values up to which a function is asked for each.
MOST_CATEGORIES <- 5000L

custom_metric <- function(ratings, level, range, distance) {
  if (!is.null(level) || !is.null(range)) {
    abort_accord(
      "argument",
      c(
        "{.arg distance} stands in place of a level.",
        x = "{.arg {if (is.null(level)) 'range' else 'level'}} was given beside it."
      ),
      argument = "distance"
    )
  }
  distance <- if (is.function(distance)) {
    distance_from_function(distance, ratings$categories)
  } else {
    distance_from_matrix(distance, ratings$categories)
  }
  check_distance(distance, ratings$categories)
  new_metric("custom", length(LEVELS) + 1L, ratings, double(), double(), as.double(distance),
    ratings$group_status
  )
}

distance_from_function <- function(f, categories) {
  n <- length(categories)
  if (n > MOST_CATEGORIES) {
    abort_accord(
      "too_many_values",
      c(
        "A distance function is asked for every pair of at most {MOST_CATEGORIES} values.",
        x = "There are {n} distinct values.",
        i = "Use a level of measurement, or round the values."
      ),
      n = n
    )
  }
  distance <- matrix(0, n, n)
  for (j in seq_len(n)) {
    for (i in seq_len(n)) {
      distance[i, j] <- one_distance(f, categories[[i]], categories[[j]])
    }
  }
  distance
}

one_distance <- function(f, a, b) {
  d <- tryCatch(f(a, b), error = function(cnd) {
    abort_accord(
      "distance",
      c(
        "{.arg distance} must give a number for every two categories.",
        x = "It stopped at {.val {a}} and {.val {b}}: {conditionMessage(cnd)}"
      ),
      values = list(a, b)
    )
  })
  if (!(is.numeric(d) || is.logical(d)) || length(d) != 1) {
    abort_accord(
      "distance",
      c(
        "{.arg distance} must give one number for every two categories.",
        x = "For {.val {a}} and {.val {b}} it gave {.obj_type_friendly {d}}."
      ),
      values = list(a, b)
    )
  }
  as.double(d)
}

distance_from_matrix <- function(distance, categories) {
  n <- length(categories)
  if (!is.matrix(distance) || !is.numeric(distance) || !all(dim(distance) == n)) {
    found <- if (is.matrix(distance)) paste(dim(distance), collapse = " \u00d7 ") else NULL
    abort_accord(
      "distance",
      c(
        "{.arg distance} must be a function of two values, or a matrix over the {n} categories.",
        x = if (is.null(found)) "It is {.obj_type_friendly {distance}}." else "It is {found}."
      )
    )
  }
  names <- dimnames(distance)
  if (is.null(names)) {
    return(distance)
  }
  labels <- as.character(categories)
  at <- lapply(names, function(x) if (is.null(x)) seq_len(n) else match(labels, x))
  unnamed <- labels[is.na(at[[1]]) | is.na(at[[2]])]
  if (length(unnamed)) {
    abort_accord(
      "distance",
      c(
        "The names of {.arg distance} must be the categories.",
        x = "{length(unnamed)} categor{?y/ies} without a row or column: {.val {unnamed}}."
      ),
      categories = unnamed
    )
  }
  unname(distance[at[[1]], at[[2]], drop = FALSE])
}

# Every rule of a distance, with the first pairs of categories that break it.
check_distance <- function(distance, categories) {
  refuse_distance(!is.finite(distance), distance, categories, "be finite")
  refuse_distance(distance < 0, distance, categories, "not be negative")
  apart <- abs(distance - t(distance)) > 1e-12 * pmax(abs(distance), abs(t(distance)))
  refuse_distance(apart & upper.tri(apart), distance, categories, "be symmetric")
  on_diagonal <- row(distance) == col(distance) & distance != 0
  refuse_distance(on_diagonal, distance, categories, "be 0 between equal values")
}

refuse_distance <- function(bad, distance, categories, rule) {
  if (!any(bad)) {
    return(invisible())
  }
  at <- which(bad, arr.ind = TRUE)
  few <- utils::head(at, 3)
  pairs <- sprintf(
    "%s from %s to %s", format(distance[few], digits = 4, trim = TRUE),
    categories[few[, 1]], categories[few[, 2]]
  )
  n <- nrow(at)
  abort_accord(
    "distance",
    c(
      paste0("A distance must ", rule, "."),
      x = "{n} pair{?s} of categories break{?s/} this: {pairs}."
    ),
    pairs = at
  )
}
