# Checks of the arguments of plan_agreement(), and the designs that they define.

grid_of_designs <- function(n_items, ratings_per_item, n_raters, more) {
  check_one_accuracy("accuracy" %in% names(more), more$confusion)
  kinds <- max(length(more$accuracy), if (is.list(more$confusion)) length(more$confusion))
  if (kinds > 1) n_raters <- n_raters %||% kinds
  if (is.null(ratings_per_item)) ratings_per_item <- ratings_by_all(n_raters)
  check_whole(ratings_per_item, "ratings_per_item", least = 2, several = TRUE)
  grid <- expand.grid(ratings_per_item = ratings_per_item, n_items = n_items)
  lapply(seq_len(nrow(grid)), function(i) {
    size <- list(
      n_items = grid$n_items[i], n_raters = n_raters %||% grid$ratings_per_item[i],
      ratings_per_item = grid$ratings_per_item[i]
    )
    do.call(rating_design, c(size, more))
  })
}

check_value_alone <- function(value, more) {
  if (is.null(value)) {
    return(invisible())
  }
  check_number(value, "value", above = -1, below = 1)
  given <- intersect(c("accuracy", "confusion"), names(more))
  if (length(given)) {
    abort_accord(
      "argument",
      c(
        "{.arg value} takes the place of {.arg {given}}.",
        x = "Both are given.",
        i = "Leave out one of them: from a value the accuracy of raters is computed."
      ),
      argument = "value"
    )
  }
}

# By default all raters rate all items, as in simulate_ratings().
ratings_by_all <- function(n_raters) {
  if (is.null(n_raters)) {
    abort_accord(
      "argument",
      c("Give {.arg ratings_per_item}, or {.arg n_raters} who rate every item.", x = "Neither is given."),
      argument = "ratings_per_item"
    )
  }
  check_whole(n_raters, "n_raters", least = 2)
  n_raters
}

check_design_names <- function(more) {
  sizes <- c("n_items", "n_raters", "ratings_per_item")
  known <- setdiff(names(formals(rating_design)), sizes)
  given <- rlang::names2(more)
  unknown <- given[!given %in% known]
  if (length(unknown)) {
    of_plan <- setdiff(user_arguments(), c("data", "item", "rater", "rating", "..."))
    hints <- unique(unlist(lapply(unknown[nzchar(unknown)], nearest, choices = union(c(known, sizes), of_plan))))
    shown <- ifelse(nzchar(unknown), unknown, "without a name")
    asked <- coefficient_asked(unknown)
    abort_accord(
      "argument",
      c(
        "A design is described by {.or {.arg {known}}}.",
        x = "{length(unknown)} argument{?s} {?is/are} none of them: {.val {shown}}.",
        i = if ("power" %in% unknown) "For the power of a test, {.fn sample_size} has {.arg power}.",
        i = if (length(hints) && !length(asked)) "Did you mean {.arg {hints}}?",
        i = if (length(asked)) "From a value of the coefficient: {.code sample_size(\"{asked}\", 0.6, null = 0.4)}."
      ),
      argument = unknown
    )
  }
}

# Returns the coefficient whose name is among the names of arguments, as in `plan_agreement(kappa = 0.6)`, or NULL.
coefficient_asked <- function(names) {
  known <- c(coefficient_choices(), "icc")
  names <- full_names(replace(names, names == "kappa", "cohen_kappa"), known)
  utils::head(intersect(names, known), 1)
}

# Stops for a number in place of the data, as in `plan_agreement(100, 3)`.
check_pilot_is_no_size <- function(data) {
  if (is.numeric(data) && is.null(dim(data))) {
    abort_accord(
      "argument",
      c(
        "{.arg data} is the data of a pilot.",
        x = "It is {.obj_type_friendly {data}}.",
        i = "Sizes are named, as in {.code n_items = {utils::head(data, 1)}}; without a pilot leave out {.arg data}."
      ),
      argument = "data"
    )
  }
}

check_no_pilot <- function(columns, categories, duplicates) {
  given <- c(
    names(columns)[!vapply(columns, rlang::quo_is_missing, NA)],
    if (!is.null(categories)) "categories", if (!identical(duplicates, "error")) "duplicates"
  )
  if (length(given)) {
    abort_accord(
      "argument",
      c(
        "Columns and categories are arguments for a pilot.",
        x = "{length(given)} argument{?s} given without {.arg data}: {.arg {given}}."
      ),
      argument = given
    )
  }
}

# Stops if arguments of a design are given with a pilot. `more`: the names of further arguments.
check_pilot_arguments <- function(ratings_per_item, n_raters, more) {
  given <- c(
    if (!is.null(ratings_per_item)) "ratings_per_item", if (!is.null(n_raters)) "n_raters",
    intersect(more, c(names(formals(rating_design)), "value"))
  )
  if (length(given)) {
    abort_accord(
      "argument",
      c(
        "A pilot has its own raters and numbers of ratings.",
        x = "{length(given)} argument{?s} given together with {.arg data}: {.arg {given}}."
      ),
      argument = given
    )
  }
}

check_pilot <- function(pilot) {
  n <- length(pilot$group_status)
  if (n > 1) {
    abort_accord(
      "groups",
      c(
        "A plan is for one study.",
        x = "The pilot has {n} groups.",
        i = "Ungroup the data, or plan for each group separately."
      ),
      n = n
    )
  }
  if (length(pilot$code) == 0) {
    abort_accord("no_rows", c("A pilot needs ratings.", x = "There are none."))
  }
  pilot
}

# With a pilot of fewer items, widths may be wrong by a factor.
SMALL_PILOT <- 50

# Warns about a small pilot: the plan treats it as the population, so the widths are unreliable.
warn_small_pilot <- function(found, pilot) {
  n <- sum(item_sizes(pilot) > 1)
  if (n >= SMALL_PILOT) {
    return(invisible())
  }
  style <- list(format = "text", digits = 2, leading_zero = FALSE)
  known <- found[!is.na(found$conf.low), ]
  intervals <- paste0(
    registry_entries(known$coefficient)$label, " is ", format_numbers(known$estimate, style), ", between ",
    format_numbers(known$conf.low, style), " and ", format_numbers(known$conf.high, style), rep(".", nrow(known))
  )
  warn_accord(
    "small_pilot",
    c(
      "A plan treats the pilot as the population, so widths from a small pilot are uncertain.",
      x = "{n} item{?s} of the pilot {?has/have} two ratings or more.",
      x = if (nrow(known)) {
        "{intervals}"
      } else {
        "The pilot has no interval, so its uncertainty is not known."
      },
      i = "Widths may be far off. Rate {SMALL_PILOT} items or more, or plan for designs by {.arg accuracy}
        and {.arg prevalence} that are compatible with the pilot."
    ),
    n_items = n, conf.low = found$conf.low, conf.high = found$conf.high
  )
}
