# From a fit to the rows of a result: variance components with their limits.

COMPONENT_COLUMNS <- c(
  "component", "estimate", "share", "n_levels", "conf.low", "conf.high", "interval", "conf.level", "status"
)

# `unit`: for a jackknife, the value of jackknife_unit().
new_components <- function(fit, ci, unit) {
  k <- length(fit$components)
  none <- rep(NA_real_, k)
  ok <- fit$status == "ok"
  estimate <- if (ok) unname(fit$components) else none
  limits <- if (!ok || ci$method == "none") {
    data.frame(low = none, high = none)
  } else if (ci$method == "profile") {
    profile_components(fit, ci$conf_level)
  } else if (ci$method == "jackknife") {
    jackknife_components(fit, unit, ci$conf_level)
  } else {
    fit$draws <- bootstrap_components(fit, ci$times)
    score_draw_limits(fit$draws[, c(seq_len(k)[-1], 1), drop = FALSE] * fit$design$unit^2, ci$conf_level)
  }
  rows <- list(
    component = names(fit$components), estimate = estimate, share = estimate / sum(estimate),
    n_levels = c(fit$design$n_levels, length(fit$design$problem$y)),
    conf.low = undefined_as_na(limits$low), conf.high = undefined_as_na(limits$high),
    interval = component_intervals(ci, k, unit), conf.level = rep(ci$conf_level %||% NA_real_, k),
    status = limit_status(fit, limits)
  )
  if (!ok) warn_components(fit)
  new_result(rows, nrow = k, class = "accord_components", fit = fit, estimates = estimate)
}

# With a jackknife over objects, components of other facets have profile limits.
component_intervals <- function(ci, k, unit) {
  if (ci$method == "jackknife") {
    return(ifelse(unit$varies[c(seq_len(k)[-1], 1)], "jackknife", "profile"))
  }
  rep(if (ci$method == "none") NA_character_ else ci$label, k)
}

# Quantiles of the draws; NA if most draws have no value.
score_draw_limits <- function(draws, conf_level) {
  tails <- level_tails(conf_level)
  ends <- apply(draws, 2, stats::quantile, tails, na.rm = TRUE, names = FALSE)
  ends[, colMeans(is.na(draws)) > 0.5] <- NA
  data.frame(low = ends[1, ], high = ends[2, ])
}

warn_components <- function(fit) {
  status <- fit$status
  warn_accord(
    "undefined",
    c(
      "The components have no value for these scores.",
      x = "The reason: {status}.",
      i = if (status == "no error variance" && any(grepl(":", names(fit$components), fixed = TRUE))) {
        "The terms explain every score: leave out the largest interaction."
      } else if (status == "no error variance") {
        "The terms explain every score, and leave no error: are these scores sums or copies of others?"
      }
    ),
    reasons = status
  )
}

# ---- Arguments of variance_components() and generalizability(): data, and a model by formula or by columns ----

check_component_ci <- function(ci) check_own_ci(ci, list(ci_profile(), ci_jackknife(), ci_bootstrap()))

check_object_used <- function(object, ci) {
  if (!rlang::quo_is_null(object) && ci$method != "jackknife") {
    abort_accord(
      "argument",
      c(
        "{.arg object} is for {.code ci = ci_jackknife()}.",
        x = "{.arg ci} is {.code {ci_call(ci)}}, and {.arg object} would change nothing."
      ),
      argument = "object"
    )
  }
}

# Returns a list like that of read_score_formula(). If the model is given by columns, `terms` is NULL and `facets`
# names the columns that define the terms.
score_model <- function(data, formula, score, facets) {
  check_score_data(data)
  by_columns <- !rlang::quo_is_null(score) || !rlang::quo_is_null(facets)
  if (is.null(formula) == !by_columns) {
    abort_accord(
      "argument",
      c(
        "Give a {.arg formula}, or {.arg score} and {.arg facets}.",
        x = if (by_columns) "Both are given." else "Neither is given."
      ),
      argument = "formula"
    )
  }
  if (!by_columns) {
    return(read_score_formula(formula, data))
  }
  at <- select_columns(facets, data, "facets")
  score <- names(data)[select_one(score, data, "score")]
  if (length(at) == 0 || length(at) > 5) {
    abort_argument(length(at), "facets", "one to five columns")
  }
  check_score_apart(score, names(data)[at])
  list(score = score, fixed = ~1, terms = NULL, facets = names(data)[at])
}

check_score_data <- function(data) {
  if (is.matrix(data)) {
    abort_accord(
      "argument",
      c(
        "{.arg data} must be a data frame with a row per score.",
        x = "It is a matrix with {ncol(data)} column{?s}.",
        i = "With a rater in each column,
             {.code tibble::as_tibble(as_ratings(x, layout = \"raters_in_columns\"))} makes rows of it."
      ),
      argument = "data"
    )
  }
  check_data_frame(data, "score")
  check_not_empty(data)
}
