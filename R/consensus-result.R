# The result of consensus(): a tibble that carries what was learnt. The attribute `consensus` is what tidy(),
# glance(), augment() and print() read: `groups` has a row and `fits` an element for each group.

new_consensus <- function(fits, ratings, method, settings, given) {
  part <- function(name) {
    if (length(fits) == 1) fits[[1]][[name]] else do.call(vctrs::vec_c, lapply(fits, `[[`, name))
  }
  n <- item_sizes(ratings)
  numbers <- method %in% NUMBER_METHODS
  label <- if (numbers) part("label") else vctrs::vec_slice(ratings$categories, part("code"))
  sure <- undefined_as_na(as.double(part(if (numbers) "error" else "probability")))
  # Places of items, as a rule few of all. Items are many, so what can be known in one pass is not looked for.
  gold <- which(settings$gold >= 0)
  but_gold <- function(items) if (length(gold)) setdiff(items, gold) else items
  unrated <- if (length(n) && min(n) == 0) but_gold(which(n == 0)) else integer()
  tied <- but_gold(which(part("tie")))
  if (length(unrated)) label[unrated] <- sure[unrated] <- NA
  open <- which(is.na(if (numbers || length(unrated)) label else part("code")))
  of_group <- vapply(fits, `[[`, "", "status")
  groups <- item_groups(ratings)
  columns <- c(
    as.list(vctrs::vec_slice(ratings$groups, groups)),
    list(item = ratings$items, label = label),
    stats::setNames(list(sure), if (numbers) "std.error" else "probability"),
    list(n = n, status = item_status(of_group, method, groups, list(
      tied = tied, unrated = unrated, gold = gold, open = open
    ))),
    if (method == "glad") list(ease = ease_of_items(fits)),
    if (settings$posterior) list(posterior = posterior_matrix(fits, unrated, settings$gold, ratings$categories))
  )
  by_group <- function(items) tabulate(groups[items], length(fits))
  facts <- list(
    method = method, item = given$item, rating = given$rating, keys = ratings$groups, categories = ratings$categories,
    sets = !is.null(ratings$sets), raters = ratings$raters, fits = lapply(fits, `[[`, "fit"),
    groups = tibble::tibble(
      n_items = diff(ratings$group_start),
      n_ratings = diff(ratings$item_start[ratings$group_start + 1L]),
      n_raters = vapply(fits, function(fit) length(fit$fit$raters), 1L),
      n_tied = by_group(tied), n_gold = by_group(gold), n_unlabelled = by_group(open),
      n_set_aside = count_set_aside(ratings, "group", length(fits)), status = of_group
    )
  )
  result <- new_result(columns, nrow = length(n), class = "accord_consensus", consensus = facts)
  note_value_labels(note_set_aside(result, ratings), ratings)
}

# A vote works on single ratings too; that no item has two is said of the group alone. `items`: the places of those
# that are tied, unrated, given by gold, and open, without a label.
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

# `gold`: the code of each item (from 0), or -1; empty without gold. Votes count the answers to these items too.
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

#' @importFrom tibble tbl_sum
#' @export
tbl_sum.accord_consensus <- function(x, ...) {
  facts <- consensus_facts(x)
  if (is.null(facts)) {
    return(NextMethod())
  }
  groups <- facts$groups
  where <- if (nrow(groups) > 1) paste0(" in ", big(nrow(groups)), " groups")
  words <- c(
    Consensus = paste0(
      count(nrow(x), "item"), " x ", count(ncol(x), "column"),
      ", from ", count(sum(groups$n_ratings), "rating"),
      if (!is.null(facts$raters)) paste0(" by ", count(length(facts$raters), "rater")), where
    ),
    Method = paste(c(CONSENSUS_METHODS[[facts$method]], how_it_went(facts)), collapse = "; ")
  )
  notes <- c(
    if (any(groups$n_gold > 0)) paste(big(sum(groups$n_gold)), "given by gold"),
    if (any(groups$n_tied > 0)) count(sum(groups$n_tied), "tie"),
    if (any(groups$n_unlabelled > 0)) paste(big(sum(groups$n_unlabelled)), "without a label"),
    unique(groups$status[groups$status != "ok"])
  )
  if (facts$method %in% EM_METHODS && any(groups$status == "ok")) words <- c(words, Posterior = posterior_words(facts))
  if (length(notes)) words <- c(words, Notes = paste(notes, collapse = ", "))
  c(words, value_labels_header(x), set_aside_header(x))
}

# How far probabilities are to be trusted.
posterior_words <- function(facts) {
  bags <- unlist(lapply(facts$fits, `[[`, "bags"))[1]
  if (!is.null(bags)) {
    return(paste("mean over", count(bags, "fit"), "to resampled items"))
  }
  paste0("over-confident", if (facts$method %in% BAGGED_METHODS) paste0("; `", facts$method, "(bags = 20)` is better"))
}

# EM in words: did it converge, and what random starts found.
how_it_went <- function(facts) {
  went <- vapply(facts$fits, function(fit) fit$converged %||% NA, NA)
  if (all(is.na(went))) {
    return(NULL)
  }
  one <- length(went) == 1
  steps <- if (one) paste(" after", count(length(facts$fits[[1]]$history), "iteration"))
  c(
    if (all(went, na.rm = TRUE)) {
      paste0("converged", steps)
    } else {
      paste0("not converged", if (one) steps else paste(" in", count(sum(!went, na.rm = TRUE), "group")))
    },
    starts_in_words(facts$fits, one)
  )
}

starts_in_words <- function(fits, one) {
  ends <- lapply(fits, function(fit) as.double(fit$ends))
  if (all(lengths(ends) < 2)) {
    return(NULL)
  }
  better <- vapply(ends, function(end) is_better(max(end, -Inf), c(end, -Inf)[1]), NA)
  of <- paste("best of", max(lengths(ends)), "starts")
  if (!one) {
    return(paste0(of, ", better than from the votes in ", count(sum(better), "group")))
  }
  value <- function(x) format(x, digits = 7)
  if (better) {
    paste0(of, ": ", value(max(ends[[1]])), ", from the votes ", value(ends[[1]][1]))
  } else {
    paste0(of, ": that from the votes")
  }
}
