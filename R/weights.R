# Weights of agreement: the partial agreement w between 0 and 1 of two different categories. The core uses the
# disagreement 1 - w.

# The schemes, with the name of each one's disagreement in the core.
WEIGHTS <- c(
  identity = "nominal", linear = "linear", quadratic = "interval", ordinal = "steps",
  radical = "radical", ratio = "ratio", circular = "circular", bipolar = "bipolar"
)

# The metric of alpha, in the form of metric_of_level(). A distance, a level or weights may have come with the ratings
# of a question: weights count if no level was said, as in agreement().
metric_for <- function(ratings, level = NULL, range = NULL, distance = NULL) {
  said <- ratings$said
  if (is.null(level)) distance <- distance %||% said$distance
  if (!is.null(distance)) {
    return(custom_metric(ratings, level, range, distance))
  }
  if (is.null(level) && is.null(said$level) && !is.null(said$weights)) {
    return(metric_of_weights(weights_for(ratings, said$weights, range)))
  }
  metric_of_level(ratings, level, range)
}

# The same for the coefficients that take weights.
weights_for <- function(ratings, weights, range = NULL) {
  if (is.matrix(weights)) {
    # A logical matrix, such as abs(outer(1:5, 1:5, "-")) <= 1, says which categories count as equal.
    if (is.logical(weights)) storage.mode(weights) <- "double"
    check_range(range, "a matrix", "scheme of weights")
    return(matrix_weights(ratings, weights))
  }
  check_no_question_names(weights, "weights")
  check_choice(weights, c(names(WEIGHTS), set_weights()), "weights")
  check_range(range, weights, "scheme of weights")
  if (weights %in% set_weights()) return(set_metric(ratings, weights, "weights"))
  values <- if (weights != "identity") category_values(ratings, weights)
  # Weights depend on the whole set of categories, so an unsuitable category is an error for all groups, even if it
  # was never used.
  one_group <- replace(ratings, "group_status", "ok")
  metric <- metric_on_values(weights, WEIGHTS[[weights]], one_group, values, range)
  check_values_suit(weights, values, metric$range)
  metric$group_status <- ratings$group_status
  metric
}

# The metric for alpha with the same weights: its disagreement is proportional to 1 - w, and the factor cancels.
# Schemes that correspond to a level of measurement get its name.
metric_of_weights <- function(metric) {
  names <- c(identity = "nominal", quadratic = "interval", ordinal = "ordinal weights")
  if (metric$name %in% names(names)) metric$name <- names[[metric$name]]
  metric
}

# The numeric values of the categories. Labels must be ordered; labels that are not numbers are one step apart.
category_values <- function(ratings, weights) {
  categories <- ratings$categories
  if (is.numeric(categories) || is.logical(categories)) {
    return(as.double(categories))
  }
  if (!ratings$has_order) {
    abort_accord(
      "level",
      c(
        "{.code weights = \"{weights}\"} needs numbers, or the order of the categories.",
        x = "The ratings are labels without an order: {.val {first_few(categories)}}.",
        i = number_texts_hint(categories),
        i = "Give {.arg categories} from lowest to highest, an ordered factor, or numbers."
      ),
      categories = categories
    )
  }
  numbers <- suppressWarnings(as.double(categories))
  rising <- all(is.finite(numbers)) && !is.unsorted(numbers, strictly = TRUE)
  if (rising) numbers else as.double(seq_along(categories))
}

check_values_suit <- function(weights, values, range) {
  rule <- switch(weights,
    ratio = "Ratio weights are for categories of 0 or more.",
    bipolar = "Bipolar weights are for categories within {.arg range}, here {range[1]} to {range[2]}."
  )
  bad <- switch(weights,
    ratio = values[values < 0],
    bipolar = values[values < range[1] | values > range[2]]
  )
  if (length(bad)) {
    abort_accord(
      if (weights == "ratio") "negative_rating" else "outside_range",
      c(
        rule,
        x = "{length(bad)} {?is/are} not, though no rating is in {?it/them}: {.val {bad}}.",
        i = "Choose other weights, or leave {cli::qty(length(bad))}{?it/them} out of {.arg categories}."
      ),
      values = bad
    )
  }
}

matrix_weights <- function(ratings, weights) {
  categories <- ratings$categories
  weights <- matrix_over_categories(weights, categories, "weights")
  if (length(categories) > 1 && all(diag(weights) %in% 0)) {
    abort_accord(
      "weights",
      c(
        "Weights of agreement must be 1 between equal categories.",
        x = "All weights between equal categories are 0, as in a matrix of disagreements.",
        i = "If they lie between 0 and 1, the weights are {.code 1 - weights}."
      )
    )
  }
  bad <- !is.finite(weights) | weights < 0 | weights > 1
  refuse_pairs(bad, weights, categories, "weights", "Weights of agreement lie between 0 and 1.")
  check_symmetric(weights, categories, "weights", "Weights of agreement must be symmetric.")
  refuse_pairs(
    row(weights) == col(weights) & weights != 1, weights, categories, "weights",
    "Weights of agreement must be 1 between equal categories."
  )
  new_metric("custom", "matrix", ratings, double(), double(), as.double(1 - weights), ratings$group_status)
}
