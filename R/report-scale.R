# How the ratings of a report are compared, and their estimates.

# How ratings are compared: the `kind` of ratings, `"labels"`, `"ordered"` or `"scores"`; `weights` of kappas and of
# disagreements; whether the user `asked` for the weights, here or when the ratings were read; and a number for each
# category, if it has one.
report_scale <- function(ratings, weights, level) {
  weights <- weights %||% ratings$scale$weights
  level <- level %||% ratings$level
  numbers <- is.numeric(ratings$categories) && length(ratings$categories) > 2
  spaced <- level %in% c("interval", "ratio") || is_named_weight(weights, c("quadratic", "linear", "radical", "ratio"))
  kind <- if (length(ratings$categories) < 3) {
    "labels"
  } else if (numbers && spaced) {
    "scores"
  } else if (level %in% "ordinal" || isTRUE(ratings$has_order) && (spaced || is_named_weight(weights, "ordinal"))) {
    "ordered"
  } else {
    "labels"
  }
  # Differences of ratios suit the ratio level, as in its alpha.
  spaced_by <- if (level %in% "ratio") "ratio" else "quadratic"
  usual <- if (is.null(weights)) switch(kind, scores = spaced_by, ordered = "ordinal")
  list(
    kind = kind, weights = weights %||% usual, asked = weights, level = level,
    values = if (kind == "scores") as.double(ratings$categories) else seq_along(ratings$categories)
  )
}

is_named_weight <- function(weights, names) rlang::is_string(weights) && weights %in% names

# Without weights of the user, percent agreement is that of equal ratings, and kappas have the usual weights.
report_estimates <- function(ratings, coefficients, ci, about) {
  if (is.null(about$weights) || !is.null(about$asked)) {
    return(agreement(ratings, coefficients = coefficients, weights = about$asked, ci = ci))
  }
  found <- agreement(
    ratings, coefficients = coefficients, weights = about$weights,
    level = if (names_alpha(coefficients)) about$level, ci = ci
  )
  raw <- found$coefficient %in% c("percent_agreement", "unanimous_agreement")
  if (!any(raw)) {
    return(found)
  }
  equal <- agreement(ratings, coefficients = unique(found$coefficient[raw]), ci = ci)
  found <- rbind(equal, found[!raw, ])
  vctrs::vec_slice(found, order(group_numbers(found)))
}

names_alpha <- function(coefficients) {
  any(coefficients %in% "all") || "krippendorff_alpha" %in% full_names(coefficients, coefficient_choices())
}
