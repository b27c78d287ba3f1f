# Fits the consensus of each group.

# Returns a list for each group: `code` and `probability` of the items (for numbers `label` and `error`), `tie`,
# `posterior`, `fit` with the estimated parameters, and the `status` of the group.
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
    if (method == "crowdlab") fit$fit[c("items", "label")] <- list(items_of_group(ratings, g), fit$code)
    fit
  })
}

# `known`: for each item, whether its label was given by gold; empty without gold.
without_labels <- function(fit, known) {
  columns <- intersect(names(fit), c("code", "probability", "label", "error", "posterior"))
  open <- if (length(known)) !known %in% TRUE else TRUE
  fit[columns] <- lapply(fit[columns], function(x) replace(x, rep_len(open, length(x)), NA))
  fit$tie[] <- FALSE
  fit
}

# Returns "ok" if a model can be fitted to the group, otherwise the reason why not.
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
    return("ok") # some item has two ratings
  }
  places <- items_of_group(ratings, g)
  n <- item_sizes(ratings)[places]
  known <- length(gold) > 0 && any(gold[places] >= 0 & n > 0)
  if (all(n < 2) && !known) status_in_words("no_pairs") else "ok"
}

fit_labels <- function(ratings, g, method, settings, noise) {
  # The core reads the probabilities of the items of the group alone.
  settings$classifier <- settings$classifier[, items_of_group(ratings, g), drop = FALSE]
  call_core(consensus_of_group(ratings, g - 1L, method, settings, noise, n_threads()))
}

# Returns the best fit of all starts. The start from votes is preferred unless the objective of another one is larger by
# more than the tolerance of EM.
best_start <- function(ratings, g, method, settings, tick) {
  if (method == "anchored" && nrow(settings$classifier)) {
    return(fit_with_classifier(ratings, g, settings))
  }
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
    label <- categories[found$low] / 2 + categories[found$high] / 2 # the sum itself could overflow
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

NO_TWO_ANSWERS <- "The errors of raters can be estimated only from items with two answers."

warn_not_learnt <- function(fits, keys, method) {
  without <- method %in% LEARNING_METHODS & vapply(fits, function(fit) fit$status == status_in_words("no_pairs"), NA)
  stuck <- vapply(fits, function(fit) isFALSE(fit$fit$converged), NA)
  if (any(without)) {
    groups <- group_labels(keys)[without]
    warn_accord(
      "no_model",
      c(
        NO_TWO_ANSWERS,
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

# If most gold labels differ from the majority, raters err together, or the items of `gold` are mixed up.
warn_gold_contradicts <- function(ratings, gold) {
  n <- item_sizes(ratings)
  known <- which(gold >= 0 & n > 0)
  if (length(known) < 10) {
    return(invisible())
  }
  at <- sequence(n[known], ratings$item_start[known] + 1L)
  item <- rep.int(seq_along(known), n[known])
  votes <- vctrs::vec_count(vctrs::new_data_frame(list(item = item, code = ratings$code[at])), sort = "none")
  most <- vapply(split(votes$count, votes$key$item), max, 1L)
  right <- votes$key$code == gold[known][votes$key$item] & votes$count == most[votes$key$item]
  against <- length(known) - sum(right)
  if (2 * against > length(known)) {
    warn_accord(
      "gold_contradicts",
      c(
        "Gold labels should be answers that most raters gave, for most items.",
        x = "{big(against)} of {big(length(known))} gold labels are not the most frequent answer of their item.",
        i = "Either raters err together, and no model of ratings alone is right, or {.arg gold} has other items or
          categories than the ratings."
      ),
      n = against, n_gold = length(known)
    )
  }
}

# `fitted`: facts of the fit by which these labels were predicted.
new_consensus <- function(fits, ratings, method, settings, given, fitted = NULL) {
  part <- function(name) {
    if (length(fits) == 1) fits[[1]][[name]] else do.call(vctrs::vec_c, lapply(fits, `[[`, name))
  }
  n <- item_sizes(ratings)
  numbers <- method %in% NUMBER_METHODS
  label <- if (numbers) part("label") else vctrs::vec_slice(ratings$categories, part("code"))
  sure <- undefined_as_na(as.double(part(if (numbers) "error" else "probability")))
  # Positions of special items, which are usually few. Since there may be many items, each search is skipped if it is
  # known to find nothing.
  gold <- which(settings$gold >= 0)
  but_gold <- function(items) if (length(gold)) setdiff(items, gold) else items
  unrated <- if (length(n) && min(n) == 0) but_gold(which(n == 0)) else integer()
  tied <- but_gold(which(part("tie")))
  if (length(unrated)) label[unrated] <- sure[unrated] <- NA
  open <- which(is.na(if (numbers || length(unrated)) label else part("code")))
  of_group <- vapply(fits, `[[`, "", "status")
  groups <- item_groups(ratings)
  posterior <- if (settings$posterior) posterior_matrix(fits, unrated, settings$gold, ratings$categories)
  columns <- c(
    as.list(vctrs::vec_slice(ratings$groups, groups)),
    list(item = ratings$items, label = label),
    stats::setNames(list(sure), if (numbers) "std.error" else "probability"),
    list(n = n, status = item_status(of_group, method, groups, list(
      tied = tied, unrated = unrated, gold = gold, open = open
    ))),
    if (method == "glad") list(ease = ease_of_items(fits)),
    if (settings$posterior_column) list(posterior = posterior)
  )
  by_group <- function(items) tabulate(groups[items], length(fits))
  aside <- count_set_aside(ratings, "group", length(fits))
  # A rating that was set aside is counted under the first label of its group, and lacks under all.
  n_labels <- length(ratings$by_label)
  if (n_labels) aside <- aside[(seq_along(aside) - 1L) %/% n_labels * n_labels + 1L]
  facts <- list(
    method = method, item = given$item, rating = given$rating, keys = ratings$groups, categories = ratings$categories,
    items = if (method == "crowdlab") ratings$items,
    sets = !is.null(ratings$sets), labels = ratings$by_label, without = ratings$without,
    question = given$question, raters = ratings$raters, fits = lapply(fits, `[[`, "fit"),
    posterior = posterior, place = if (settings$posterior) columns[c(names(ratings$groups), "item")],
    tempering = settings[c("rho", "eps", "anchor", "iterations")], single = sum(n == 1), rated = sum(n > 0),
    unused = ratings$categories[tabulate(ratings$code + 1L, length(ratings$categories)) == 0],
    groups = tibble::tibble(
      n_items = diff(ratings$group_start),
      n_ratings = diff(ratings$item_start[ratings$group_start + 1L]),
      n_raters = vapply(fits, function(fit) length(fit$fit$raters), 1L),
      n_tied = by_group(tied), n_gold = by_group(gold), n_unlabelled = by_group(open),
      n_set_aside = aside, status = of_group
    )
  )
  facts[names(fitted)] <- fitted
  result <- new_result(columns, nrow = length(n), class = "accord_consensus", consensus = facts)
  result <- with_note(result, "voted", CONSENSUS_METHODS[[method]])
  note_value_labels(note_set_aside(result, ratings), ratings)
}

# A vote needs only one rating per item, so that "no_pairs" is a status of the group and not of its items. `items`: the
# positions of items that are tied, unrated, given by gold, and open (without a label).
item_status <- function(of_group, method, groups, items) {
  if (!method %in% LEARNING_METHODS) of_group[of_group == status_in_words("no_pairs")] <- "ok"
  status <- of_group[groups]
  status[items$tied] <- "tie"
  learnt <- of_group %in% status_in_words(c("ok", "one_category"))
  status[items$unrated[learnt[groups[items$unrated]]]] <- status_in_words("no_ratings")
  status[items$gold] <- "gold"
  status[items$open[status[items$open] == "ok"]] <- "no weight"
  status
}

ease_of_items <- function(fits) {
  exp(unlist(lapply(fits, function(fit) fit$fit$ease %||% rep(NA_real_, length(fit$code)))))
}

# `gold`: the code of each item (from 0), or -1; empty without gold. The posterior of gold items is replaced by 1 for
# the gold label, since votes count their answers too.
posterior_matrix <- function(fits, unrated, gold, categories) {
  posterior <- do.call(rbind, lapply(fits, `[[`, "posterior"))
  posterior[unrated, ] <- NA
  given <- which(gold >= 0)
  posterior[given, ] <- 0
  posterior[cbind(given, gold[given] + 1L)] <- 1
  posterior[is.nan(posterior)] <- NA
  colnames(posterior) <- as.character(categories)
  posterior
}
