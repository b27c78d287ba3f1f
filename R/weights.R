# Weights of agreement: what two different categories count for, between 0 and 1. The core
# works with the disagreement 1 - w.

# The schemes, and the core's names of their disagreements.
WEIGHTS <- c(
  identity = "nominal", linear = "linear", quadratic = "interval", ordinal = "steps",
  radical = "radical", ratio = "ratio", circular = "circular", bipolar = "bipolar"
)

is_weighted <- function(weights) !is.null(weights) && !identical(weights, "identity")

# Like metric_for(), for the coefficients that take weights.
weights_for <- function(ratings, weights, range = NULL) {
  if (is.matrix(weights)) {
    # Which categories count as the same, as in abs(outer(1:5, 1:5, "-")) <= 1.
    if (is.logical(weights)) storage.mode(weights) <- "double"
    check_range(range, "a matrix", "scheme of weights")
    return(matrix_weights(ratings, weights))
  }
  check_choice(weights, c(names(WEIGHTS), set_weights()), "weights")
  check_range(range, weights, "scheme of weights")
  if (weights %in% set_weights()) return(set_metric(ratings, weights, "weights"))
  values <- if (weights != "identity") category_values(ratings, weights)
  # They are relative to the whole category set, so a rating that does not suit them concerns all
  # groups, and a category that nobody used does as well.
  one_group <- replace(ratings, "group_status", "ok")
  metric <- metric_on_values(weights, WEIGHTS[[weights]], one_group, values, range)
  check_values_suit(weights, values, metric$range)
  metric$group_status <- ratings$group_status
  metric
}

# Alpha by the same weights: its disagreement is 1 - w, but for a factor that does not matter.
# Schemes that are a level of measurement go by its name.
metric_of_weights <- function(metric) {
  names <- c(identity = "nominal", quadratic = "interval", ordinal = "ordinal weights")
  if (metric$name %in% names(names)) metric$name <- names[[metric$name]]
  metric
}

# The numbers that the categories stand for. Labels need an order; those that are not numbers
# themselves are then a step apart.
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
