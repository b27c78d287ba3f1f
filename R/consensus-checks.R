# What consensus() refuses, and its options as the core reads them.

# The methods that have an option; all others stop where it is given.
option_methods <- function(option) {
  labels <- setdiff(names(CONSENSUS_METHODS), NUMBER_METHODS)
  switch(option,
    tie_breaker = ,
    gold = ,
    posterior = labels,
    ties = c(labels, "median"),
    rater_weights = c("majority", "mean"),
    prior = ,
    start = ,
    restarts = EM_METHODS,
    bags = BAGGED_METHODS,
    smoothing = c("dawid_skene", "one_coin", "mace", "weighted_mean"),
    tolerance = c(EM_METHODS, "weighted_mean"),
    max_iterations = c(EM_METHODS, "weighted_mean", "zbs")
  )
}

# Numbers may be labels, or measured: a vote among 101 values has many ties, so the user says.
default_method <- function(method, ratings) {
  if (!is.null(method)) {
    return(method)
  }
  if (is.na(ratings$level)) {
    abort_accord(
      "level_needed",
      c(
        "Numbers may be labels or measurements: say which {.arg method} they need.",
        x = "The ratings are numbers with {length(ratings$categories)} distinct values.",
        i = value_label_hint(ratings),
        i = "Use {.val median} or {.val mean} for measurements, {.val majority} or a model for labels."
      ),
      choices = c("median", "mean", "majority")
    )
  }
  "majority"
}

# Checks that need no data.
check_consensus_options <- function(options, method) {
  given <- names(Filter(Negate(is.null), options))
  useless <- given[!vapply(given, function(option) method %in% option_methods(option), NA)]
  if (length(useless)) {
    abort_accord(
      "argument",
      c(
        "An option must be an argument of the method.",
        x = "{.arg {useless}} {?is not an argument/are not arguments} of method {.val {method}}.",
        i = "{.arg {useless[1]}} is an argument of {.val {option_methods(useless[1])}}."
      ),
      argument = useless
    )
  }
  if (!is.null(options$ties)) {
    none <- "With {.code NA}, the default, a tie has no label."
    check_choice(options$ties, c("first", "random"), "ties", advice = none)
  }
  if (!is.null(options$posterior)) check_flag(options$posterior, "posterior")
  if (!is.null(options$restarts)) check_whole(options$restarts, "restarts", least = 0)
  if (!is.null(options$bags)) check_whole(options$bags, "bags", least = 0)
  if (!is.null(options$max_iterations)) check_whole(options$max_iterations, "max_iterations")
  if (!is.null(options$tolerance)) check_number(options$tolerance, "tolerance", from = 0, to = 1)
  if (!is.null(options$smoothing)) {
    if (method == "weighted_mean") {
      check_number(options$smoothing, "smoothing", above = 0)
    } else {
      check_number(options$smoothing, "smoothing", from = 0)
    }
  }
}

# The options as the core reads them.
consensus_settings <- function(options, method, ratings, columns) {
  if (method %in% LEARNING_METHODS || !is.null(options$tie_breaker) || !is.null(options$rater_weights)) {
    check_named_raters(ratings, if (is.null(options$rater_weights)) "This consensus needs" else "Weights need")
  }
  if (method %in% NUMBER_METHODS) check_numbers(ratings, method)
  check_table_size(ratings, method)
  k <- length(ratings$categories)
  breaker <- if (!is.null(options$tie_breaker)) check_tie_breaker(options$tie_breaker, ratings)
  list(
    ties = place_of("ties", options$ties %||% "none"),
    draw = if (identical(options$ties, "random")) stats::runif(length(ratings$item_start) - 1L) else double(),
    breaker = if (is.null(breaker)) -1L else breaker - 1L,
    gold = gold_codes(options$gold, ratings, columns),
    start = gold_codes(options$start, ratings, columns, "Starting"),
    bags = as.integer(options$bags %||% 0),
    weights = rater_weights(options$rater_weights, ratings),
    prior = label_prior(options$prior, method, ratings$categories),
    smoothing = as.double(options$smoothing %||% switch(method, mace = 0.01 / k, weighted_mean = 1, 0)),
    tolerance = as.double(options$tolerance %||% 1e-10),
    max_iterations = as.integer(options$max_iterations %||% 1000),
    rounds = as.integer(options$max_iterations %||% 100),
    restarts = as.integer(options$restarts %||% 0),
    posterior = isTRUE(options$posterior)
  )
}

check_numbers <- function(ratings, method) {
  if (is.numeric(ratings$categories)) {
    return(if (method != "median") check_squares(as.double(ratings$categories)))
  }
  if (method == "median") {
    if (ratings$has_order) {
      return(invisible())
    }
    abort_accord(
      "level",
      c(
        "A median needs numbers or ordered categories.",
        x = "The categories have no order.",
        i = "Use an ordered factor, or {.code method = \"majority\"}."
      )
    )
  }
  abort_accord(
    "not_numbers",
    c(
      "A mean needs ratings that are numbers.",
      x = "They are {.obj_type_friendly {ratings$categories}}.",
      i = if (ratings$has_order) "Use {.code method = \"median\"}." else "Use {.code method = \"majority\"}."
    )
  )
}

# Errors are computed from squares.
check_squares <- function(values) {
  largest <- max(abs(values), 0)
  if (largest > 1e150 || largest > 0 && largest < 1e-150) {
    abort_accord(
      "outside_range",
      c(
        "The squares of ratings must be numbers: ratings between 1e-150 and 1e150.",
        x = "The largest is {signif(largest, 3)}.",
        i = "Give them in another unit, or use {.code method = \"median\"}."
      ),
      largest = largest
    )
  }
}

# Dawid and Skene's model has two tables of numbers of 8 bytes, MACE about eight of raters by categories.
check_table_size <- function(ratings, method) {
  k <- as.double(length(ratings$categories))
  size <- length(ratings$raters) * switch(method, dawid_skene = k^2, mace = , mace_vb = 4 * k, 0)
  if (size > 5e8) {
    confusion <- method == "dawid_skene"
    abort_accord(
      "too_large",
      c(
        paste(if (confusion) "Confusion tables" else "Tables of raters and categories", "must fit into memory."),
        x = "{length(ratings$raters)} raters and {length(ratings$categories)} categories need
          {format(round(2 * 8 * size / 2^30))} GB.",
        i = if (confusion) {
          "Use {.code method = \"one_coin\"} or {.code \"mace\"}, or merge categories."
        } else {
          "Use {.code method = \"one_coin\"}, or merge categories."
        }
      ),
      size = size
    )
  }
}

check_tie_breaker <- function(tie_breaker, ratings) {
  if (!is.atomic(tie_breaker) || length(tie_breaker) != 1 || is.na(tie_breaker)) {
    abort_argument(tie_breaker, "tie_breaker", "one rater")
  }
  match_raters(id_text(tie_breaker), ratings, "tie_breaker")
}

# A weight for each rater, in their order; none without `rater_weights`.
rater_weights <- function(weights, ratings) {
  if (is.null(weights)) {
    return(double())
  }
  good <- is.numeric(weights) && all(is.finite(weights)) && all(weights >= 0) && any(weights > 0)
  if (!good || is.null(names(weights)) || anyDuplicated(names(weights))) {
    abort_argument(weights, "rater_weights", "numbers of 0 or more, one for each rater and named by it")
  }
  names(weights) <- id_text(names(weights), like = ratings$raters)
  match_raters(names(weights), ratings, "rater_weights")
  without <- setdiff(id_text(ratings$raters), names(weights))
  if (length(without)) {
    abort_accord(
      "argument",
      c(
        "Every rater needs a weight.",
        x = "{length(without)} {?has/have} none: {.val {first_few(without)}}.",
        i = "A rater with weight 0 is ignored."
      ),
      argument = "rater_weights",
      raters = without
    )
  }
  weights <- as.double(weights[id_text(ratings$raters)])
  # Only their ratios count.
  weights / unit_of(weights)
}

# Empty if it is free.
label_prior <- function(prior, method, categories) {
  prior <- prior %||% if (method %in% c("mace", "mace_vb", "glad")) "uniform" else "free"
  k <- length(categories)
  if (identical(prior, "free")) {
    return(double())
  }
  if (identical(prior, "uniform")) {
    return(rep(1 / k, k))
  }
  good <- is.numeric(prior) && length(prior) == k && all(is.finite(prior)) && all(prior > 0) &&
    abs(sum(prior) - 1) < 1e-6
  named <- !is.null(names(prior))
  if (!good) {
    rule <- "\"free\", \"uniform\", or numbers above 0 that add up to 1, one for each category"
    abort_argument(prior, "prior", rule)
  }
  if (named) {
    names(prior) <- id_text(names(prior), like = categories)
    check_prior_names(names(prior), id_text(categories))
    prior <- prior[id_text(categories)]
  }
  unname(prior / sum(prior))
}

check_prior_names <- function(names, categories) {
  wrong <- unique(c(setdiff(names, categories), names[duplicated(names)]))
  if (length(wrong)) {
    abort_accord(
      "argument",
      c(
        "The names of {.arg prior} must be the categories, each once.",
        x = "{length(wrong)} {?is/are} not, or {?comes/come} twice: {.val {first_few(wrong)}}.",
        i = "The categories are {.val {first_few(categories)}}."
      ),
      argument = "prior", names = wrong
    )
  }
}
