# The design of a study, from which simulate_ratings() draws and population_agreement() computes values.

# Returns a list of the checked arguments, with `categories` (the values of ratings) and `confusion` (a list of
# matrices with the truth in rows: one for all raters, or one for each).
rating_design <- function(n_items, n_raters, ratings_per_item = n_raters, prevalence = c(0.5, 0.5),
                          accuracy = 0.8, errors = "even", confusion = NULL, rater_sd = 0,
                          difficulty_sd = 0, cluster_size = 1, cluster_cor = 0, batch_size = 1) {
  check_whole(n_items, "n_items")
  check_whole(n_raters, "n_raters")
  check_whole(ratings_per_item, "ratings_per_item")
  check_enough_raters(n_raters, ratings_per_item)
  check_few_ratings(n_items, ratings_per_item)
  check_prevalence(prevalence)
  check_choice(errors, c("even", "near"), "errors")
  check_number(rater_sd, "rater_sd", from = 0)
  check_number(difficulty_sd, "difficulty_sd", from = 0)
  check_whole(cluster_size, "cluster_size")
  check_number(cluster_cor, "cluster_cor", from = 0, to = 1)
  check_whole(batch_size, "batch_size")
  check_clusters(cluster_cor, cluster_size)
  list(
    n_items = as.integer(n_items),
    n_raters = as.integer(n_raters),
    ratings_per_item = as.integer(ratings_per_item),
    categories = design_categories(prevalence, errors),
    prevalence = unname(prevalence) / sum(prevalence),
    confusion = design_confusion(confusion, accuracy, errors, length(prevalence), n_raters),
    rater_sd = rater_sd,
    difficulty_sd = difficulty_sd,
    cluster_size = as.integer(cluster_size),
    cluster_cor = cluster_cor,
    batch_size = as.integer(batch_size)
  )
}

# Returns numbers if the names are increasing numbers or there are none, otherwise a factor, which is ordered if
# errors depend on the order.
design_categories <- function(prevalence, errors) {
  labels <- names(prevalence)
  if (is.null(labels)) {
    return(as.double(seq_along(prevalence)))
  }
  numbers <- suppressWarnings(as.double(labels))
  if (!anyNA(numbers) && !is.unsorted(numbers, strictly = TRUE)) {
    return(numbers)
  }
  factor(labels, levels = labels, ordered = errors == "near")
}

design_confusion <- function(confusion, accuracy, errors, q, n_raters) {
  if (is.null(confusion)) {
    check_number(accuracy, "accuracy", from = 0, to = 1, n = c(1, n_raters))
    return(lapply(accuracy, function(a) spread_errors(a, errors, q)))
  }
  if (is.matrix(confusion)) confusion <- list(confusion)
  if (!is.list(confusion) || !length(confusion) %in% c(1, n_raters)) {
    found <- if (is.list(confusion)) length(confusion)
    abort_accord(
      "argument",
      c(
        "{.arg confusion} must be a matrix, or a list with a matrix for each of the raters.",
        x = if (is.null(found)) {
          "It is {.obj_type_friendly {confusion}}."
        } else {
          "{found} {cli::qty(found)}matri{?x/ces} {?is/are} given for {n_raters} rater{?s}."
        }
      ),
      argument = "confusion"
    )
  }
  check_confusion(confusion, q)
  lapply(confusion, function(x) unname(x) / rowSums(x))
}

# A confusion matrix with `accuracy` on its diagonal; errors are equally likely in all other categories, or half as
# likely with each further step.
spread_errors <- function(accuracy, errors, q) {
  apart <- abs(outer(seq_len(q), seq_len(q), "-"))
  weight <- if (errors == "near") 0.5^apart else matrix(1, q, q)
  diag(weight) <- 0
  confusion <- (1 - accuracy) * weight / rowSums(weight)
  diag(confusion) <- accuracy
  confusion
}

# Returns the design with raters so accurate that its first coefficient has the `value`.
design_with_value <- function(design, value, errors, scale_of) {
  scale <- scale_of(design)
  q <- length(design$prevalence)
  with_accuracy <- function(accuracy) {
    design$confusion <- list(spread_errors(accuracy, errors, q))
    design
  }
  excess <- function(accuracy) population_agreement(with_accuracy(accuracy), scale)[[1]] - value
  # With an accuracy of 1 / q, raters guess; with nearly 1 they hardly err.
  ends <- c(1 / q, 1 - 1e-9)
  range <- vapply(ends, excess, 0)
  if (anyNA(range) || range[1] > 1e-9 || range[2] < 0) abort_no_accuracy(value, range + value, scale$entries$label[1])
  if (range[1] > 0) {
    return(with_accuracy(ends[1]))
  }
  with_accuracy(stats::uniroot(excess, ends, f.lower = range[1], f.upper = range[2], tol = 1e-12)$root)
}

abort_no_accuracy <- function(value, range, label) {
  abort_accord(
    "argument",
    c(
      "{.arg value} must be one that {label} has for raters of some accuracy.",
      x = if (anyNA(range)) {
        "The value of {label} in the population is not known."
      } else {
        "It is {format(value)}, but with these shares {label} is between {format(round(range[1], 3))} and \\
         {format(round(range[2], 3))}."
      },
      i = if (anyNA(range)) "Put another one of {.arg coefficients} first, or give {.arg accuracy}."
    ),
    argument = "value", value = value
  )
}

# ---- Checks of designs ----

check_enough_raters <- function(n_raters, ratings_per_item) {
  if (ratings_per_item > n_raters) {
    abort_accord(
      "argument",
      c(
        "An item has at most one rating from each rater.",
        x = "{ratings_per_item} rating{?s} per item from {n_raters} {cli::qty(n_raters)}rater{?s}.",
        i = "Give more {.arg n_raters}, or fewer {.arg ratings_per_item}."
      ),
      argument = "ratings_per_item"
    )
  }
}

# A data frame cannot have more rows than this.
check_few_ratings <- function(n_items, ratings_per_item) {
  n <- as.double(n_items) * ratings_per_item
  if (n > .Machine$integer.max) {
    abort_accord(
      "argument",
      c(
        "A study has at most {big(.Machine$integer.max)} ratings.",
        x = "{big(n_items)} items with {big(ratings_per_item)} {cli::qty(ratings_per_item)}rating{?s} each have
             {big(n)}.",
        i = "Give fewer {.arg n_items}."
      ),
      argument = "n_items"
    )
  }
}

# `given`: whether an accuracy is given.
check_one_accuracy <- function(given, confusion) {
  if (given && !is.null(confusion)) {
    abort_accord(
      "argument",
      c(
        "{.arg confusion} takes the place of {.arg accuracy}.",
        x = "Both are given.",
        i = "Leave out one of them: the diagonal of a confusion matrix says how often a rater is right."
      ),
      argument = "accuracy"
    )
  }
}

# `least`: how many categories must have a share above 0.
check_prevalence <- function(prevalence, least = 1) {
  numbers <- is.numeric(prevalence) && length(prevalence) > 1 && !anyNA(prevalence)
  named <- is.null(names(prevalence)) || !anyDuplicated(names(prevalence)) && all(nzchar(names(prevalence)))
  varies <- numbers && sum(prevalence > 0) >= least
  if (numbers && named && varies && all(prevalence >= 0) && abs(sum(prevalence) - 1) < 1e-6) {
    return(invisible())
  }
  abort_accord(
    "argument",
    c(
      "{.arg prevalence} must be the shares of two or more categories, which add up to 1.",
      x = if (!numbers) {
        "It is {.obj_type_friendly {prevalence}}."
      } else if (!named) {
        lacking <- if (anyDuplicated(names(prevalence))) "distinct" else "complete"
        "Its names are not {lacking}: {.val {names(prevalence)}}."
      } else if (any(prevalence < 0)) {
        "{sum(prevalence < 0)} of them {?is/are} below 0."
      } else if (!varies) {
        "All ratings would be of one category."
      } else {
        "They add up to {.val {sum(prevalence)}}."
      },
      i = if (numbers && abs(sum(prevalence) - 100) < 2) percent_advice(sum(prevalence))
    ),
    argument = "prevalence",
    value = prevalence
  )
}

check_confusion <- function(confusion, q) {
  bad <- which(!vapply(confusion, is_confusion, NA, q))
  if (length(bad)) {
    abort_accord(
      "argument",
      c(
        "Each matrix in {.arg confusion} must have a row and a column per category, and rows that add up to 1.",
        x = "{length(bad)} of the matrices {?does/do} not: {.val {first_few(bad)}}.",
        i = "{.arg prevalence} has {q} categories; rows are true labels."
      ),
      argument = "confusion",
      matrices = bad
    )
  }
}

is_confusion <- function(x, q) {
  is.matrix(x) && is.numeric(x) && all(dim(x) == q) && !anyNA(x) && all(x >= 0) &&
    all(abs(rowSums(x) - 1) < 1e-6)
}

check_clusters <- function(cluster_cor, cluster_size) {
  if (cluster_cor > 0 && cluster_size == 1) {
    abort_accord(
      "argument",
      c(
        "{.arg cluster_cor} needs clusters of two or more items.",
        x = "{.arg cluster_size} is 1."
      ),
      argument = "cluster_cor"
    )
  }
}
