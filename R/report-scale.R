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

# Whether these are measured numbers, such as lengths, of which two are seldom equal, so that a share of equal ratings
# says nothing of agreement.
is_measured <- function(ratings, about) {
  about$kind == "scores" && length(ratings$categories) > 20 && isTRUE(pair_differences(ratings, about)$equal < 0.25)
}

# The unit of differences between ratings, after a blank: "steps" of ordered categories; the unit in the names of all
# raters or of the question, as in "size (mm)"; "points" of marks, which have no natural zero and whole or half steps.
unit_of_ratings <- function(ratings, about) {
  if (about$kind == "ordered") {
    return(" steps")
  }
  form <- "^.*[(]([^()]{1,8})[)]$"
  for (names in list(id_text(ratings$raters), ratings$question)) {
    unit <- unique(sub(form, "\\1", names))
    if (length(unit) == 1 && all(grepl(form, names)) && !is_numeric_text(unit)) return(paste0(" ", unit))
  }
  if (about$level %in% "ratio" || any(2 * about$values != round(2 * about$values))) "" else " points"
}

is_named_weight <- function(weights, names) rlang::is_string(weights) && weights %in% names

# Names the weights of kappa after it, if it has any, as in " with quadratic weights".
weights_of_kappa <- function(about) {
  if (!is.null(about$weights)) {
    paste(" with", weights_in_words(if (rlang::is_string(about$weights)) about$weights else "custom"))
  }
}

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

RAW_COEFFICIENTS <- c("percent_agreement", "unanimous_agreement")

# Without shares of equal ratings, which say nothing where ratings are measured.
without_raw <- function(found) vctrs::vec_slice(found, which(!found$coefficient %in% RAW_COEFFICIENTS))

names_alpha <- function(coefficients) {
  any(coefficients %in% "all") || "krippendorff_alpha" %in% full_names(coefficients, coefficient_choices())
}
