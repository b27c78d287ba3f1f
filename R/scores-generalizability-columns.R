# From decision studies to the rows of a result: coefficients, variances and limits.

GENERALIZABILITY_COLUMNS <- c(
  "coefficient", "estimate", "conf.low", "conf.high", "universe", "error", "sem", "interval", "conf.level",
  "status"
)

new_generalizability <- function(fit, object, studies, weights, settings) {
  m <- nrow(studies)
  ok <- fit$status == "ok"
  sides <- study_sides(weights)
  universe <- study_variances(fit, sides$signal)
  error <- study_variances(fit, sides$noise)
  limits <- ratio_limits(fit, sides$signal, sides$noise, settings)
  n <- 2 * m
  profiled <- settings$ci$method != "none"
  columns <- list(
    coefficient = rep(c("generalizability", "dependability"), m),
    estimate = universe / (universe + error), conf.low = undefined_as_na(limits$low),
    conf.high = undefined_as_na(limits$high),
    universe = universe, error = error, sem = sqrt(error),
    interval = rep(if (profiled) settings$ci$label else NA_character_, n),
    conf.level = rep(settings$ci$conf_level %||% NA_real_, n), status = limit_status(fit, limits)
  )
  if (!ok) warn_components(fit)
  new_result(
    c(lapply(studies, rep, each = 2), columns),
    nrow = n, class = "accord_generalizability",
    fit = fit, object = object, fixed = settings$fixed, estimates = columns$estimate
  )
}

# The weight of each component in the universe score variance and in the error variance, for both coefficients of each
# study.
study_sides <- function(weights) {
  m <- ncol(weights$universe)
  noise <- weights$relative[, rep(seq_len(m), each = 2), drop = FALSE]
  noise[, 2 * seq_len(m)] <- weights$absolute
  list(signal = weights$universe[, rep(seq_len(m), each = 2), drop = FALSE], noise = noise)
}

study_variances <- function(fit, side) {
  variance <- fit$variance * fit$design$unit^2
  if (fit$status != "ok") variance[] <- NA_real_
  drop(variance %*% side)
}

# Both coefficients for studies of other sizes, as for a curve; NA unless the sizes of all facets are given.
coefficients_of_studies <- function(x, studies) {
  fit <- attr(x, "fit")
  sources <- variance_sources(fit$design, attr(x, "object"))
  if (!all(sources$facets %in% names(studies))) {
    return(rep(NA_real_, 2 * nrow(studies)))
  }
  sides <- study_sides(study_weights(studies, sources, attr(x, "fixed")))
  universe <- study_variances(fit, sides$signal)
  universe / (universe + study_variances(fit, sides$noise))
}

ratio_limits <- function(fit, signal, noise, settings) {
  none <- rep(NA_real_, ncol(signal))
  if (fit$status != "ok" || settings$ci$method == "none") {
    return(data.frame(low = none, high = none))
  }
  if (settings$ci$method == "profile") {
    return(profile_ratios(fit, signal, noise, settings$ci$conf_level))
  }
  if (settings$ci$method == "jackknife") {
    sides <- list(signal = signal, noise = noise)
    deleted <- deleted_components(fit, settings$unit$of)
    return(jackknife_ratios(
      fit, sides, deleted, settings$unit$varies, study_stretch(fit, sides, settings$met), settings$ci$conf_level
    ))
  }
  draws <- fit$draws %||% bootstrap_components(fit, settings$ci$times)
  universe <- draws %*% signal
  score_draw_limits(universe / (universe + draws %*% noise), settings$ci$conf_level)
}

# ---- Checks of generalizability(): names of facets, and arguments that are only for fitting ----

# Names of facets may be given without quotes, like that of the object.
fixed_names <- function(quo, sources) {
  code <- rlang::quo_get_expr(quo)
  bare <- if (rlang::is_call(code, "c")) as.list(code)[-1] else list(code)
  names <- vapply(bare, function(one) if (is.name(one)) as.character(one) else NA_character_, "")
  if (length(names) && all(names %in% setdiff(sources$facets, "replicate"))) {
    return(names)
  }
  tryCatch(
    rlang::eval_tidy(quo),
    error = function(cnd) {
      if (!anyNA(names)) check_facet_names(names, sources, "fixed")
      rlang::cnd_signal(cnd)
    }
  )
}

check_fixed_facets <- function(fixed, sources) {
  if (is.null(fixed)) {
    return(invisible())
  }
  if (!is.character(fixed)) abort_argument(fixed, "fixed", "names of facets")
  check_facet_names(fixed, sources, "fixed")
  if (all(setdiff(sources$facets, "replicate") %in% fixed) && !"replicate" %in% sources$facets) {
    abort_accord(
      "no_random_facet",
      c("One facet must be random.", x = "All are fixed: {.field {sources$facets}}."),
      facets = fixed
    )
  }
}

check_facet_names <- function(names, sources, arg) {
  known <- if (arg == "fixed") setdiff(sources$facets, "replicate") else sources$facets
  unknown <- setdiff(names, known)
  if (length(unknown)) {
    abort_accord(
      "unknown_facet",
      c(
        "{.arg {arg}} must name facets of the model.",
        x = "{length(unknown)} of them {?is/are} not in it: {.field {unknown}}.",
        i = "{cli::qty(length(known))}{?The facet is/Facets are} {.field {known}}."
      ),
      facets = unknown
    )
  }
}

# Stops if arguments for fitting are given with components that are already fitted.
check_fitted <- function(method, formula, score, facets) {
  given <- c(
    formula = !is.null(formula), score = !rlang::quo_is_null(score), facets = !rlang::quo_is_null(facets),
    method = method
  )
  if (any(given)) {
    given <- names(given)[given]
    abort_accord(
      "argument",
      c(
        "Components are fitted already.",
        x = "{length(given)} argument{?s} would change nothing: {.arg {given}}.",
        i = "Give the data in place of the components."
      ),
      argument = given
    )
  }
}
