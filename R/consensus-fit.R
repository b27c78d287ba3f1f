# From ratings to labels, group by group.

# For each group a list: `code` and `probability` of the items (numbers: `label` and `error`), `tie`, `posterior`,
# `fit` with what was learnt, and the `status` of the group.
fit_consensus <- function(ratings, method, settings) {
  tick <- progress_tick("Starting anew")
  groups <- seq_along(ratings$group_status)
  lapply(groups, function(g) {
    status <- learning_status(ratings, g, method, settings$gold)
    learns <- status == "ok" || !method %in% LEARNING_METHODS
    fit <- if (method %in% NUMBER_METHODS) {
      fit_numbers(ratings, g, if (learns) method else "mean", settings)
    } else {
      best_start(ratings, g, if (learns) method else "majority", settings, function(share) {
        tick((g - 1 + share) / length(groups))
      })
    }
    if (!learns && status != status_in_words("one_category")) {
      fit <- without_labels(fit, settings$gold[items_of_group(ratings, g)] >= 0)
    }
    fit$status <- status
    fit
  })
}

# `known`: for each item, whether its label was given; empty if none was.
without_labels <- function(fit, known) {
  columns <- intersect(names(fit), c("code", "probability", "label", "error", "posterior"))
  open <- if (length(known)) !known %in% TRUE else TRUE
  fit[columns] <- lapply(fit[columns], function(x) replace(x, rep_len(open, length(x)), NA))
  fit$tie[] <- FALSE
  fit
}

# What a model would have to learn from.
learning_status <- function(ratings, g, method, gold) {
  if (ratings$group_status[g] != "ok") {
    return(ratings$group_status[g])
  }
  items <- ratings$group_start[g + 0:1]
  n_ratings <- diff(ratings$item_start[items + 1L])
  if (n_ratings == 0) {
    return(status_in_words("no_ratings"))
  }
  if (length(ratings$categories) < 2 && method %in% LEARNING_METHODS) {
    return(status_in_words("one_category"))
  }
  if (n_ratings > diff(items)) {
    return("ok") # some item has two
  }
  places <- items_of_group(ratings, g)
  n <- item_sizes(ratings)[places]
  known <- length(gold) > 0 && any(gold[places] >= 0 & n > 0)
  if (all(n < 2) && !known) status_in_words("no_pairs") else "ok"
}

fit_labels <- function(ratings, g, method, settings, noise) {
  call_core(consensus_of_group(ratings, g - 1L, method, settings, noise, n_threads()))
}

# The best of all starts; that from the votes unless another one is better by more than EM may miss.
best_start <- function(ratings, g, method, settings, tick) {
  from <- start_weights(settings$start, items_of_group(ratings, g), length(ratings$categories))
  best <- fit_labels(ratings, g, method, settings, from)
  if (!method %in% EM_METHODS) {
    return(best)
  }
  ends <- best$fit$objective
  n <- length(ratings$categories) * (ratings$group_start[g + 1] - ratings$group_start[g])
  for (i in seq_len(settings$restarts)) {
    tick(i / settings$restarts)
    found <- fit_labels(ratings, g, method, settings, stats::rexp(n))
    ends <- c(ends, found$fit$objective)
    if (is_better(found$fit$objective, best$fit$objective)) best <- found
  }
  best$fit$ends <- ends
  if (settings$bags > 0) {
    posterior <- bagged_posterior(ratings, g, method, settings, tick)
    best <- c(call_core(labels_of_posterior(ratings, g - 1L, posterior, settings)), best["fit"])
    best$fit$bags <- settings$bags
  }
  best
}

is_better <- function(objective, than) objective > than + 1e-6 * max(1, abs(than))

fit_numbers <- function(ratings, g, method, settings) {
  categories <- ratings$categories
  if (method == "median") {
    return(fit_median(ratings, g, settings))
  }
  values <- as.double(categories)
  found <- call_core(mean_of_group(ratings, g - 1L, method, values, settings, n_threads()))
  found$tie <- logical(length(found$label))
  found
}

fit_median <- function(ratings, g, settings) {
  categories <- ratings$categories
  found <- call_core(median_of_group(ratings, g - 1L))
  n <- length(found$low)
  if (is.numeric(categories)) {
    label <- categories[found$low] / 2 + categories[found$high] / 2 # the sum may have no number
    return(list(label = label, error = rep(NA_real_, n), tie = logical(n), fit = found$fit))
  }
  tie <- !is.na(found$low) & found$low != found$high
  code <- found$low
  ties <- ENUMS$ties[settings$ties + 1L]
  if (ties == "none") code[tie] <- NA
  if (ties == "random") {
    draw <- settings$draw[ratings$group_start[g] + seq_len(n)]
    code[tie & draw >= 0.5] <- found$high[tie & draw >= 0.5]
  }
  list(label = vctrs::vec_slice(categories, code), error = rep(NA_real_, n), tie = tie, fit = found$fit)
}

warn_not_learnt <- function(fits, keys, method) {
  without <- method %in% LEARNING_METHODS & vapply(fits, function(fit) fit$status == status_in_words("no_pairs"), NA)
  stuck <- vapply(fits, function(fit) isFALSE(fit$fit$converged), NA)
  if (any(without)) {
    groups <- group_labels(keys)[without]
    warn_accord(
      "no_model",
      c(
        "The errors of raters can be estimated only from items with two answers.",
        x = "{length(groups)} group{?s} {?has/have} no item with two ratings: {.field {first_few(groups)}}.",
        i = if (method == "weighted_mean") {
          "Use {.code method = \"mean\"} or {.code method = \"median\"}."
        } else {
          "Use {.code method = \"majority\"}, or give {.arg gold}."
        }
      ),
      groups = groups
    )
  }
  if (any(stuck)) {
    groups <- group_labels(keys)[stuck]
    warn_accord(
      "not_converged",
      c(
        "EM stopped before it converged.",
        x = "{length(groups)} group{?s} {?has/have} not converged: {.field {first_few(groups)}}.",
        i = "The last estimates are returned; raise {.arg max_iterations} or {.arg tolerance} of {.fn {method}}."
      ),
      groups = groups
    )
  }
}
