# Published scales: labels for the size of a coefficient, with the lower bound of each.

# Labels are in decreasing order. `inclusive`: whether the bound itself belongs to the label. The sources print ranges
# such as .61-.80, where .80 belongs to the lower label, or .60-.74, where .75 belongs to the upper one.
SCALES <- list(
  landis_koch = list(
    source = "Landis and Koch (1977)",
    label = c("Almost perfect", "Substantial", "Moderate", "Fair", "Slight", "Poor"),
    lower = c(0.8, 0.6, 0.4, 0.2, 0, -1),
    inclusive = c(FALSE, FALSE, FALSE, FALSE, TRUE, TRUE)
  ),
  fleiss = list(
    source = "Fleiss (1981)",
    label = c("Excellent", "Fair to good", "Poor"),
    lower = c(0.75, 0.4, -1),
    inclusive = c(FALSE, TRUE, TRUE)
  ),
  altman = list(
    source = "Altman (1991)",
    label = c("Very good", "Good", "Moderate", "Fair", "Poor"),
    lower = c(0.8, 0.6, 0.4, 0.2, -1),
    inclusive = c(FALSE, FALSE, FALSE, FALSE, TRUE)
  ),
  cicchetti_sparrow = list(
    source = "Cicchetti and Sparrow (1981)",
    label = c("Excellent", "Good", "Fair", "Poor"),
    lower = c(0.75, 0.6, 0.4, -1),
    inclusive = TRUE
  ),
  regier = list(
    source = "Regier et al. (2013)",
    label = c("Excellent", "Very good", "Good", "Questionable", "Unacceptable"),
    lower = c(0.8, 0.6, 0.4, 0.2, -1),
    inclusive = TRUE
  ),
  koo_li = list(
    source = "Koo and Li (2016)",
    label = c("Excellent", "Good", "Moderate", "Poor"),
    lower = c(0.9, 0.75, 0.5, -1),
    inclusive = c(FALSE, TRUE, TRUE, TRUE)
  ),
  krippendorff = list(
    source = "Krippendorff (2004)",
    label = c("Reliable", "Tentative", "Not reliable"),
    lower = c(0.8, 0.667, -1),
    inclusive = TRUE
  )
)

#' @rdname interpret
#' @export
interpretation_scales <- function() {
  columns <- lapply(names(SCALES), function(name) {
    scale <- SCALES[[name]]
    n <- length(scale$label)
    data.frame(
      scale = rep(name, n),
      source = rep(scale$source, n),
      label = scale$label,
      lower = scale$lower,
      inclusive = rep_len(scale$inclusive, n)
    )
  })
  tibble::as_tibble(do.call(rbind, columns))
}

# Converts a name, or lower bounds named by their labels, to a list like those in SCALES, with its name.
check_scale <- function(scale) {
  if (is.numeric(scale)) {
    return(custom_scale(scale))
  }
  name <- check_choice(scale, names(SCALES), "scale")
  found <- SCALES[[name]]
  found$inclusive <- rep_len(found$inclusive, length(found$label))
  c(list(name = name), found)
}

custom_scale <- function(bounds) {
  labels <- names(bounds) %||% rep("", length(bounds))
  fault <- if (length(bounds) == 0) {
    "It is empty."
  } else if (any(labels %in% c("", NA))) {
    unnamed <- sum(labels %in% c("", NA))
    "{unnamed} of its bounds {?has/have} no name."
  } else if (anyNA(bounds) || any(bounds == Inf | bounds >= 1)) {
    beyond <- sum(is.na(bounds) | bounds >= 1)
    "{beyond} of its bounds {?is/are} missing, or 1 or above."
  } else if (anyDuplicated(bounds)) {
    twice <- unique(bounds[duplicated(bounds)])
    "{length(twice)} bound{?s} {?has/have} more than one label: {twice}."
  }
  if (!is.null(fault)) {
    abort_accord(
      "argument",
      c(
        "{.arg scale} is the name of a scale, or lower bounds named by their labels.",
        x = fault,
        i = "Use, for instance, {.code c(poor = -1, fair = 0.4, good = 0.6)}."
      ),
      argument = "scale",
      value = bounds
    )
  }
  top_down <- order(bounds, decreasing = TRUE)
  list(
    name = "custom", label = labels[top_down], lower = unname(bounds)[top_down],
    inclusive = rep(TRUE, length(bounds))
  )
}

# A logical matrix with a row per estimate and a column per label in decreasing order: whether the estimate reaches
# the label.
estimate_reaches <- function(estimate, scale) {
  estimate <- round(as.double(estimate), 10)
  lower <- open_below(scale)
  bound <- rep(round(lower, 10), each = length(estimate))
  inclusive <- rep(scale$inclusive, each = length(estimate))
  matrix(estimate > bound | (inclusive & estimate == bound), length(estimate), length(lower))
}

open_below <- function(scale) ifelse(scale$lower <= -1, -Inf, scale$lower)

first_reached <- function(reached) {
  first <- rep(NA_integer_, nrow(reached))
  for (label in rev(seq_len(ncol(reached)))) first[which(reached[, label])] <- label
  first
}

labels_reached <- function(scale, reached) scale$label[first_reached(reached)]

# Stops for values above 1, which are percentages rather than coefficients, and for values below the scale.
check_within <- function(estimate, scale) {
  lowest <- min(open_below(scale))
  outside <- which(estimate > 1 + 1e-10 | estimate < lowest - 1e-10)
  if (length(outside)) {
    high <- any(estimate[outside] > 1)
    abort_accord(
      "outside_scale",
      c(
        "A scale covers the estimates from its lowest bound up to 1.",
        x = "{length(outside)} estimate{?s} {?is/are} outside: {estimate[outside]}.",
        i = if (high) "A percentage has to be divided by 100." else "Let {.arg scale} begin at -1."
      ),
      estimates = estimate[outside]
    )
  }
}
