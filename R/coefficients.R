# Which coefficients to compute: names that the user gives, to entries of the core's registry.

# The core's enum Model, in order.
MODELS <- c("percent", "shared", "raters", "pairs", "uniform", "gwet", "specific", "alpha", "icc")

registry_entries <- function(ids) {
  registry <- coefficient_registry()
  registry$model <- MODELS[registry$model + 1L]
  registry[match(ids, registry$id), ]
}

# The entries for `coefficients`, in the order asked for. Gwet's coefficient is AC1 without
# weights and AC2 with them, whichever of them was named.
resolve_coefficients <- function(coefficients, ratings, weighted, extra = NULL) {
  known <- coefficient_choices(extra)
  if (identical(coefficients, "all")) {
    coefficients <- all_coefficients(ratings)
  }
  check_coefficients(coefficients, known)
  gwet <- coefficients %in% c("gwet_ac", "gwet_ac1", "gwet_ac2")
  coefficients[gwet] <- if (weighted) "gwet_ac2" else "gwet_ac1"
  registry_entries(unique(coefficients))
}

# Does chance depend on the number of categories?
depends_on_categories <- function(ids) registry_entries(ids)$model %in% c("uniform", "gwet")

coefficient_choices <- function(extra = NULL) {
  registry <- registry_entries(coefficient_registry()$id)
  c(registry$id[!registry$model %in% c("specific", "icc")], "gwet_ac", extra)
}

# Every coefficient once. Cohen's kappa and Scott's pi are, for two raters, what Conger's and
# Fleiss' kappa are for more; Light's kappa is the mean over all pairs of raters, so it joins
# where these are no more than the items.
all_coefficients <- function(ratings) {
  registry <- registry_entries(coefficient_choices())
  registry <- registry[!is.na(registry$id) & registry$id != "gwet_ac2", ]
  n_raters <- length(ratings$raters)
  drop <- if (n_raters == 2) registry$general[registry$general != ""] else registry$id[registry$general != ""]
  few_pairs <- n_raters > 2 && n_raters * (n_raters - 1) / 2 <= length(ratings$item_start) - 1
  models <- c(if (n_raters == 0) c("raters", "pairs"), if (!few_pairs) "pairs")
  registry$id[!registry$id %in% drop & !registry$model %in% models]
}

check_coefficients <- function(coefficients, known) {
  names <- is.character(coefficients) && length(coefficients) > 0 && !anyNA(coefficients)
  unknown <- if (names) setdiff(coefficients, known) else coefficients
  if (names && length(unknown) == 0) {
    return(invisible())
  }
  hints <- if (names) unlist(lapply(setdiff(unknown, "all"), nearest, choices = known))
  abort_accord(
    "argument",
    c(
      "{.arg coefficients} must be {.val all} or some of {.or {.val {known}}}.",
      x = if (names) {
        "{length(unknown)} of them {?is/are} not known: {.val {unknown}}."
      } else {
        "It is {.obj_type_friendly {coefficients}}."
      },
      i = if (length(hints)) "Did you mean {.val {unique(hints)}}?",
      i = if ("all" %in% unknown) "{.val all} stands alone.",
      i = if (names && any(startsWith(unknown, "icc"))) "{.fn icc} has the intraclass correlations."
    ),
    argument = "coefficients",
    value = coefficients
  )
}

# "Krippendorff's alpha (ordinal)", "Cohen's kappa (quadratic)"; the level or the weights are left
# out where all rows treat all disagreements alike, and for the intraclass correlation, which has
# but one level.
coefficient_labels <- function(x) {
  registry <- coefficient_registry()
  id <- as.character(x$coefficient)
  label <- registry$label[match(id, registry$id)]
  label[is.na(label)] <- id[is.na(label)]
  metric <- as.character(x[["metric"]] %||% rep(NA, length(id)))
  metric[startsWith(id, "icc")] <- NA
  plain <- metric %in% c("nominal", "identity", NA)
  if (all(plain)) {
    return(label)
  }
  custom <- metric %in% "custom"
  metric[custom] <- ifelse(id[custom] == "alpha", "custom distance", "custom weights")
  metric[metric %in% "identity"] <- "unweighted"
  ifelse(is.na(metric), label, paste0(label, " (", metric, ")"))
}
