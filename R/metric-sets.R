# Distances of ratings that are sets.

# Names that are weights of agreement too: 1 less the distance.
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
  labels <- as.character(unlist(sets, use.names = FALSE)) # there may be no set
  # Numbered in sorted order, so that the numbers within a set are sorted as well.
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
