# The measure of disagreement in the form used by the core: a level, a scheme of weights, or a distance.

# Returns a list: `name` for the result, `level` (position in the core's enum Level), `values` in a `unit`, `range`,
# `distance`, and group_status, in which groups whose ratings do not suit the level are marked.
metric_of_level <- function(ratings, level, range = NULL) {
  level <- check_metric_level(level %||% ratings$level, ratings)
  check_range(range, level, "level")
  calculates <- !level %in% c("nominal", "ordinal")
  metric_on_values(level, level, ratings, if (calculates) as.double(ratings$categories), range)
}

# `values` are those of the categories, or NULL if the level needs none.
metric_on_values <- function(name, level, ratings, values, range) {
  values <- values %||% double()
  check_pairs_of_values(level, length(ratings$categories))
  check_range_of_groups(level, range, ratings)
  range <- switch(level,
    circular = circumference(range, values),
    bipolar = scale_ends(range, values),
    double()
  )
  status <- switch(level,
    ratio = settle_codes(ratings, values < 0, "negative_rating",
      "Ratings on a ratio scale are 0 or more.", "negative ratings",
      "Choose a level or weights for which 0 is not the natural zero of the scale."
    ),
    bipolar = settle_codes(ratings, values < range[1] | values > range[2], "outside_range",
      paste0("Ratings on a bipolar scale lie within `range`, here ", range[1], " to ", range[2], "."),
      "ratings outside the scale", "Give the ends of the scale as `range`."
    ),
    ratings$group_status
  )
  unit <- if (level == "interval") tiny_unit(values) else 1
  new_metric(name, level, ratings, values / unit, range, double(), status, unit)
}

# The unit for values so close that fourth powers of their differences, of which variances consist, would lose digits or
# underflow: a power of two, by which values can be divided without rounding. Otherwise 1.
tiny_unit <- function(values) {
  spread <- if (length(values)) max(values) - min(values) else 0
  if (isTRUE(spread > 0 && spread < 1e-60)) unit_of(spread) else 1
}

# Squared differences from the core, converted to the squared unit of the ratings.
in_rating_units <- function(squares, metric) squares * metric$unit * metric$unit

# Levels without a closed form compare each pair of values, so their number is limited.
check_pairs_of_values <- function(level, n) {
  if (level %in% c("ratio", "bipolar", "radical") && n > 1e5) {
    abort_accord(
      "too_many_values",
      c(
        "Disagreement of this kind, {.val {level}}, is found for every pair of at most 100,000 values.",
        x = "There are {n} distinct values.",
        i = "Round the values, or use the interval level (quadratic weights), which takes any number."
      ),
      n = n
    )
  }
}

check_range <- function(range, level, arg) {
  if (!is.null(range) && !level %in% c("circular", "bipolar")) {
    abort_accord(
      "argument",
      c(
        "{.arg range} is for circular and bipolar scales.",
        x = "The {arg} is {.val {level}}."
      ),
      argument = "range"
    )
  }
}

# With several groups, the range must be given: if it came from the ratings of all groups, one group would change the
# value of another.
check_range_of_groups <- function(level, range, ratings) {
  n <- nrow(ratings$groups)
  if (is.null(range) && level %in% c("circular", "bipolar") && n > 1 && !ratings$declared) {
    abort_accord(
      "range_needed",
      c(
        "A {level} scale of groups needs its {.arg range}, or the {.arg categories} that could be chosen.",
        x = "There are {n} groups, and each may have used a part of the scale.",
        i = if (level == "circular") {
          "Give the length of a full turn, for example {.code range = 24} for hours."
        } else {
          "Give the two ends of the scale, for example {.code range = c(1, 7)}."
        }
      )
    )
  }
}

new_metric <- function(name, level, ratings, values, range, distance, group_status, unit = 1) {
  list(
    name = name,
    level = place_of("level", level),
    n_categories = length(ratings$categories),
    values = as.double(values),
    unit = unit,
    range = range,
    distance = distance,
    tick = progress_tick("Comparing pairs of values"),
    group_status = group_status
  )
}

# Stops for numbers without a level, and for labels at a level that needs numbers or an order.
check_metric_level <- function(level, ratings) {
  if (is.na(level)) {
    abort_accord(
      "level_needed",
      c(
        "Krippendorff's alpha of numbers needs a level of measurement: say which with {.arg level}.",
        x = "The ratings are numbers with {length(ratings$categories)} distinct values.",
        i = value_label_hint(ratings),
        i = "One of {.or {.val {LEVELS}}}; {.val nominal} treats all differences alike."
      ),
      choices = LEVELS
    )
  }
  check_level_name(level)
  check_level(level, ratings$categories, ratings$has_order)
  level
}

circumference <- function(range, values) {
  if (!is.null(range)) {
    return(check_number(range, "range", above = 0))
  }
  if (any(values != round(values))) {
    abort_accord(
      "range_needed",
      c(
        "Circular values that are not whole numbers need the length of a full turn.",
        i = "Give it as {.arg range}, for example {.code range = 360} for degrees."
      )
    )
  }
  if (length(values)) max(values) - min(values) + 1 else 1
}

scale_ends <- function(range, values) {
  if (is.null(range)) {
    return(if (length(values)) base::range(values) else c(0, 1))
  }
  if (!is_numbers(range) || length(range) != 2 || !all(is.finite(range)) || range[1] >= range[2]) {
    abort_accord(
      "argument",
      c(
        "{.arg range} must be the two ends of the scale, the lower one first.",
        x = if (is_numbers(range)) "It is {.val {range}}." else "It is {.obj_type_friendly {range}}."
      ),
      argument = "range"
    )
  }
  as.double(range)
}

# For ratings in categories that break a rule: stops, or returns the group status in which the groups concerned are
# marked.
settle_codes <- function(ratings, bad, what, rule, found, advice) {
  positions <- if (any(bad)) which(bad[ratings$code + 1L])
  if (length(positions) == 0) {
    return(ratings$group_status)
  }
  item <- findInterval(positions - 1L, ratings$item_start)
  groups <- list(
    code = findInterval(item - 1L, ratings$group_start),
    keys = ratings$groups,
    status = ratings$group_status
  )
  if (length(groups$status) == 1) groups$code <- NULL
  locate <- function(rows) {
    value <- format(ratings$categories[ratings$code[positions[rows]] + 1L], trim = TRUE)
    paste0(value, " (item ", format(vctrs::vec_slice(ratings$items, item[rows]), trim = TRUE), ")")
  }
  settle(fault(what, seq_along(positions), rule, found, advice), groups, locate)$status
}
