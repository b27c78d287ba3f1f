# Checks of the arguments of consensus(), and their conversion to the form used by the core.

# Returns the methods that have a given option of consensus(); for other methods it is an error.
option_methods <- function(option) {
  labels <- setdiff(names(CONSENSUS_METHODS), c(NUMBER_METHODS, "medoid"))
  switch(option, ties = c(labels, "median", "medoid"), gold = setdiff(labels, "crowdlab"), labels)
}

# Numeric ratings without a level are ambiguous: they may be labels or measurements, and a vote among 101 values has
# many ties.
default_method <- function(ratings) {
  # Two measurements are rarely equal, so that a vote would leave most items without a label.
  measured <- ratings$level %in% c("interval", "ratio") && is.numeric(ratings$categories) &&
    any(ratings$categories != round(ratings$categories))
  if (is.na(ratings$level) || measured) {
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
  new_method("majority")
}

# Returns a list: `ties`, a rule or NULL, and `tie_breaker`, a rater or NULL.
check_ties <- function(ties) {
  if (!is.atomic(ties) || length(ties) == 0) abort_ties(ties)
  given <- names(ties) %||% character(length(ties))
  rater <- given == "rater"
  rule <- unname(ties[!rater])
  if (!all(given %in% c("rater", "")) || sum(rater) > 1 || length(rule) > 1 || anyNA(ties[rater])) abort_ties(ties)
  if (length(rule) && !is.na(rule) && !(is.character(rule) && rule %in% c("first", "random"))) abort_ties(ties)
  list(ties = if (length(rule) && !is.na(rule)) rule, tie_breaker = if (any(rater)) unname(ties[rater]))
}

abort_ties <- function(ties) {
  rater <- if (length(ties) == 1 && is.atomic(ties) && !is.na(ties) && is.null(names(ties))) paste(ties) else "ann"
  abort_accord(
    "argument",
    c(
      "{.arg ties} must be {.val {NA}}, {.val first} or {.val random}, or name one rater.",
      x = if (is.atomic(ties) && length(ties) %in% 1:5) {
        "It is {.code {deparse(ties)[1]}}."
      } else {
        "It is {.obj_type_friendly {ties}}."
      },
      i = "With {.code NA}, the default, a tie has no label.",
      i = "The answer of a rater breaks ties by {.code ties = c(rater = {.val {rater}})}, others by
        {.code ties = c(rater = {.val {rater}}, \"first\")}."
    ),
    argument = "ties",
    value = ties
  )
}

# Checks that do not need the data.
check_consensus_options <- function(options, method) {
  given <- c(
    if (!is.null(options$ties) || !is.null(options$tie_breaker)) "ties",
    if (!is.null(options$gold)) "gold", if (!is.null(options$posterior)) "posterior"
  )
  useless <- given[!vapply(given, function(option) method %in% option_methods(option), NA)]
  if (length(useless)) {
    abort_accord(
      "argument",
      c(
        "An argument must be one that the method uses.",
        x = "{.arg {useless}} {?is/are} not used by method {.val {method}}.",
        i = "{.arg {useless[1]}} is for {.val {option_methods(useless[1])}}."
      ),
      argument = useless
    )
  }
  if (method == "median" && !is.null(options$tie_breaker)) {
    abort_accord(
      "argument",
      c(
        "A tie of a median is between two middle ratings.",
        x = "{.arg ties} names a rater.",
        i = "Use {.code ties = \"first\"} or {.code ties = \"random\"}."
      ),
      argument = "ties"
    )
  }
}

# Returns the options in the form used by the core.
consensus_settings <- function(options, method, ratings, columns) {
  if (method %in% LEARNING_METHODS || !is.null(options$tie_breaker) || !is.null(options$rater_weights)) {
    check_named_raters(ratings, if (is.null(options$rater_weights)) "This consensus needs" else "Weights need")
  }
  if (method %in% NUMBER_METHODS) check_numbers(ratings, method)
  check_table_size(ratings, method)
  breaker <- if (!is.null(options$tie_breaker)) match_raters(id_text(options$tie_breaker), ratings, "ties")
  smoothing <- options$smoothing %||% if (method == "mace") 0.01 / length(ratings$categories) else 0
  most <- as.integer(options$max_iterations %||% 0)
  list(
    ties = place_of("ties", options$ties %||% "none"),
    draw = if (identical(options$ties, "random")) stats::runif(length(ratings$item_start) - 1L) else double(),
    breaker = if (is.null(breaker)) -1L else breaker - 1L,
    gold = gold_codes(options$gold, ratings, columns),
    start = gold_codes(options$start, ratings, columns, "Starting"),
    classifier = classifier_probabilities(options$classifier, method, ratings, columns),
    bags = as.integer(options$bags %||% 0),
    weights = rater_weights(options$rater_weights, ratings),
    prior = label_prior(options$prior %||% "free", ratings$categories),
    smoothing = as.double(smoothing),
    tolerance = as.double(options$tolerance %||% 0),
    max_iterations = most,
    rounds = most,
    restarts = as.integer(options$restarts %||% 0),
    rho = as.double(options$rho %||% 0), eps = as.double(options$eps %||% 0),
    anchor = as.double(options$anchor %||% 0), iterations = as.integer(options$iterations %||% 0),
    within = FALSE, log_prior = double(),
    posterior = isTRUE(options$posterior) || keeps_posterior(ratings, method),
    posterior_column = isTRUE(options$posterior)
  )
}

# A result keeps probabilities of all categories where they need little memory, so that soft labels need no second fit.
keeps_posterior <- function(ratings, method) {
  !method %in% NUMBER_METHODS && (length(ratings$item_start) - 1) * length(ratings$categories) <= 2e6
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

# Errors are computed from squares, which must neither overflow nor vanish.
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

# The models of Dawid and Skene need two tables of doubles (raters by categories squared), MACE about eight of raters by
# categories.
check_table_size <- function(ratings, method) {
  k <- as.double(length(ratings$categories))
  size <- length(ratings$raters) * switch(method, dawid_skene = , anchored = k^2, mace = , mace_vb = 4 * k, 0)
  # Other models, which the next error advises, need to be possible; work is announced if nothing else is wrong.
  check_work(ratings, method, k, announce = FALSE)
  if (size > 5e8) {
    confusion <- method %in% c("dawid_skene", "anchored")
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
  check_work(ratings, method, k)
}

# An iteration of a model visits every category for each rating and item, and every cell of the confusion tables; the
# anchored model keeps a number for each item and category. A step took 1.5 to 7 ns, and fits of 100 and 1,000
# categories 4 to 26 iterations: 5 ns and 25 iterations are assumed, with which 5e8 steps take a minute.
SECONDS_OF_STEP <- 25 * 5e-9
MOST_MODEL_STEPS <- 5e9

check_work <- function(ratings, method, k, announce = TRUE) {
  n_ratings <- length(ratings$code)
  n_items <- length(ratings$item_start) - 1
  cells <- if (method %in% c("dawid_skene", "anchored")) k^2 * length(ratings$raters) else 0
  steps <- if (method %in% c(EM_METHODS, "anchored")) k * (n_ratings + n_items) + cells else 0
  kept <- if (method == "anchored") k * n_items else 0
  minutes <- round(steps * SECONDS_OF_STEP / 60)
  if (steps > MOST_MODEL_STEPS || kept > 1e9) {
    abort_accord(
      "too_large",
      c(
        "A model of raters computes a probability for each rating and category in every iteration.",
        x = if (steps > MOST_MODEL_STEPS) {
          "{big(n_ratings)} ratings and {big(k)} categories would take about {big(minutes)} minutes or more."
        } else {
          "{big(n_items)} items and {big(k)} categories need {format(round(8 * kept / 2^30))} GB."
        },
        i = "Use {.code method = \"majority\"} or {.code \"wawa\"}, or merge categories."
      ),
      size = steps
    )
  }
  if (announce && minutes > 1) {
    inform_accord(
      "long_work",
      c(i = "A fit to {big(n_ratings)} ratings in {big(k)} categories takes about {big(minutes)} minutes.")
    )
  }
}

# Checks weights without the data; rater_weights() compares them with the raters.
check_rater_weights <- function(weights) {
  good <- is.numeric(weights) && all(is.finite(weights)) && all(weights >= 0) && any(weights > 0)
  if (!good || is.null(names(weights)) || anyDuplicated(names(weights))) {
    abort_argument(weights, "rater_weights", "numbers of 0 or more, one for each rater and named by it")
  }
}

# Returns a weight for each rater, in the order of raters; empty without `rater_weights`.
rater_weights <- function(weights, ratings) {
  if (is.null(weights)) {
    return(double())
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
  # Weights are scaled, since only their ratios matter.
  weights / unit_of(weights)
}

# Checks a prior without the data; label_prior() compares it with the categories.
check_prior <- function(prior) {
  if (rlang::is_string(prior) && prior %in% c("free", "uniform")) {
    return(invisible())
  }
  good <- is.numeric(prior) && length(prior) > 0 && all(is.finite(prior)) && all(prior > 0) &&
    abs(sum(prior) - 1) < 1e-6
  if (!good) abort_argument(prior, "prior", PRIOR_RULE)
}

PRIOR_RULE <- "\"free\", \"uniform\", or numbers above 0 that add up to 1, one for each category"

# Returns the prior probabilities; empty if the prior is estimated ("free").
label_prior <- function(prior, categories) {
  k <- length(categories)
  if (identical(prior, "free")) {
    return(double())
  }
  if (identical(prior, "uniform")) {
    return(rep(1 / k, k))
  }
  if (length(prior) != k) abort_argument(prior, "prior", paste0(PRIOR_RULE, ", of which there are ", k))
  if (!is.null(names(prior))) {
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
