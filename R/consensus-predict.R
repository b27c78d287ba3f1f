# Labels of new items from the estimates of a consensus: predict().

PREDICTING_METHODS <- c("anchored", "dawid_skene", "one_coin", "mace")

# The logarithm of a probability of 0, which a model without smoothing may estimate, would rule a label out.
LEAST_PROBABILITY <- 1e-10

#' Labels of new items by known raters
#'
#' Computes the labels of new items, and their probabilities, from the estimates of a fitted consensus. Nothing is
#' fitted again, so that an item can be labelled as soon as its ratings are there.
#'
#' With the share \eqn{\pi_k}{pi_k} of category k in the fit and the probability \eqn{p_j(x \mid k)}{p_j(x | k)} of
#' answer x of rater j under label k, an item with the answers \eqn{x_j}{x_j} of m raters has
#' \deqn{q(k) \propto \pi_k \prod_j p_j(x_j \mid k).}{q(k) = const pi_k prod_j p_j(x_j | k).}
#' Then q is tempered as in the fit: by `rho` and the m ratings of the new item, and `eps`, as given or as calibrated by
#' gold labels ([consensus_methods]).
#'
#' The rows of raters come from all items of the fit. The probabilities of these items themselves differ a little from
#' those predicted for the same ratings if the method is [anchored()], which judges each item without its own ratings;
#' the difference vanishes as raters have more ratings.
#'
#' @section Unknown raters:
#' [anchored()] has a row for raters without ratings, that of a rater of average ability (the pooled row); a message of
#' class `accord_message_new_raters` names them. Other models have none: raters that they do not know are an error of
#' class `accord_error_unknown_rater`.
#'
#' @section Missing and degenerate data:
#' Missing ratings are left out. An item without ratings has the label `NA` and the status `"no ratings"`. A category
#' that the fit does not know is an error. For models without smoothing a probability of 0 counts as 1e-10. A fit with
#' `bags` predicts by its estimates from all items.
#'
#' @section Errors:
#' `accord_error_argument` for methods without probabilities of answers for new items (votes, means, [mace_vb()], and
#' [glad()], for which the ease of an item would have to be estimated), for sets of labels, and for a group of which the
#' fit has no estimates; `accord_error_unknown_rater`; `accord_error_categories`; those of [as_ratings()].
#'
#' @inheritParams consensus
#' @param object A result of [consensus()] with method [anchored()], [dawid_skene()], [one_coin()] or [mace()].
#' @param data,item,rater,rating,by New ratings, as in [consensus()]; `by` if the fit has groups, with the same names.
#' @param ... More arguments of [as_ratings()].
#' @return A tibble of class `accord_consensus` as from [consensus()], with the new items. Its attribute has the
#'   estimates of the fit.
#' @seealso [consensus()], [consensus_methods]
#' @importFrom stats predict
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "b", "b", "b", "a", "a", "b", "b", "b", "b", NA, "a", "a", "a", "a", "a", "b"
#'   )
#' )
#' fit <- consensus(ratings, item, rater, label, method = anchored())
#' new <- data.frame(item = c(7, 7, 8), rater = c("ann", "cat", "cat"), label = c("a", "b", "b"))
#' predict(fit, new, item, rater, label)
predict.accord_consensus <- function(object, data, item, rater, rating, ..., by = NULL, duplicates = "error",
                                     posterior = FALSE) {
  facts <- consensus_of(object)
  check_predicts(facts)
  check_flag(posterior, "posterior")
  columns <- rlang::enquos(item = item, rater = rater, rating = rating, by = by)
  read <- function(data, ..., level = NULL) {
    verb_ratings(data, columns, level = level, categories = NULL, duplicates = duplicates, ...,
      .weighted = "Consensus labels"
    )
  }
  ratings <- read(data, ...)
  check_named_raters(ratings, "This prediction needs")
  ratings <- with_categories(ratings, facts$categories)
  group <- groups_of_fit(ratings, facts$keys)
  check_estimates(facts, unique(group))
  rater <- vctrs::vec_match(id_text(ratings$raters), id_text(facts$raters))
  tell_new_raters(ratings$raters[is.na(rater)], facts$method)
  given <- list(item = named_column(data, columns$item, "item"), rating = named_column(data, columns$rating, "rating"))
  settings <- consensus_settings(
    list(rho = facts$tempering$rho, eps = facts$tempering$eps, posterior = posterior), "majority", ratings, given
  )
  fits <- lapply(seq_along(group), function(g) {
    predict_group(ratings, g, facts$fits[[group[g]]], facts$method, settings, rater)
  })
  new_consensus(fits, ratings, facts$method, settings, given, fitted = list(
    raters = facts$raters, tempering = facts$tempering, predicted = list(
      n_ratings = sum(facts$groups$n_ratings[unique(group)]), n_raters = length(ratings$raters)
    )
  ))
}

# `rater`: for each rater of the new ratings the place among those of the fit.
predict_group <- function(ratings, g, fit, method, settings, rater) {
  items <- items_of_group(ratings, g)
  size <- item_sizes(ratings)[items]
  at <- ratings$item_start[items[1]] + seq_len(sum(size))
  row <- match(rater[ratings$rater[at] + 1L], fit$raters)
  tell_new_raters(unique(ratings$raters[ratings$rater[at] + 1L][is.na(row)]), method, ratings$raters[is.na(rater)])
  k <- length(ratings$categories)
  logs <- log_answers(fit, method, row, ratings$code[at] + 1L, k)
  log_q <- matrix(log(pmax(fit$prior, LEAST_PROBABILITY)), length(items), k, byrow = TRUE)
  rated <- which(size > 0)
  log_q[rated, ] <- log_q[rated, ] + rowsum(logs, rep.int(seq_along(items), size), reorder = FALSE)
  # The core takes these to the power of `rho`; a factor that was fitted to gold comes first.
  q <- exp((fit$factor %||% 1) * (log_q - log_q[cbind(seq_along(items), max.col(log_q, "first"))]))
  settings$eps <- fit$eps %||% settings$eps
  found <- call_core(labels_of_posterior(ratings, g - 1L, q / rowSums(q), settings))
  fit$bags <- NULL
  c(found, list(fit = fit, status = ratings$group_status[g]))
}

# Returns the log probability of each answer (rows) under each label (columns). `row`: the rater's place in the fit.
log_answers <- function(fit, method, row, answer, k) {
  n <- length(row)
  label <- rep(seq_len(k), each = n)
  hit <- answer == label
  p <- if (method %in% c("anchored", "dawid_skene")) {
    # The tables of raters are stored by answer and label.
    p <- fit$confusion[((row - 1) * k + label - 1) * k + answer]
    if (method == "anchored") ifelse(is.na(p), fit$pooled[(label - 1) * k + answer], p) else p
  } else if (method == "one_coin") {
    ifelse(hit, fit$skill[row], (1 - fit$skill[row]) / (k - 1))
  } else {
    hit * fit$skill[row] + (1 - fit$skill[row]) * fit$strategy[(row - 1) * k + answer]
  }
  matrix(log(pmax(p, LEAST_PROBABILITY)), n, k)
}

check_predicts <- function(facts) {
  method <- facts$method
  if (!is.null(unlist(lapply(facts$fits, `[[`, "slope")))) {
    abort_accord(
      "argument",
      c(
        "Labels of new items are predicted from ratings alone.",
        x = "This fit has a classifier as a prior.",
        i = "Fit without {.arg classifier}, or fit old and new items together."
      ),
      argument = "object"
    )
  }
  if (!method %in% PREDICTING_METHODS || facts$sets || length(facts$labels)) {
    abort_accord(
      "argument",
      c(
        "Labels of new items need a model of the answers of raters.",
        x = if (method %in% PREDICTING_METHODS) "The ratings are sets." else "The method is {.val {method}}.",
        i = "Methods that predict are {.or {.val {PREDICTING_METHODS}}}, for ratings with one label."
      ),
      argument = "object"
    )
  }
}

check_estimates <- function(facts, groups) {
  without <- groups[vapply(facts$fits[groups], function(fit) is.null(fit$prior), NA)]
  if (length(without)) {
    why <- unique(facts$groups$status[without])
    abort_accord(
      "argument",
      c(
        "Labels of new items need the estimates of a fit.",
        x = "{length(without)} group{?s} {?has/have} none: {why}."
      ),
      argument = "object"
    )
  }
}

# Returns the ratings with codes of these categories.
with_categories <- function(ratings, categories) {
  code <- match(id_text(ratings$categories, like = categories), id_text(categories)) - 1L
  used <- tabulate(ratings$code + 1L, length(ratings$categories)) > 0
  unknown <- ratings$categories[is.na(code) & used]
  if (length(unknown)) {
    abort_accord(
      "categories",
      c(
        "New ratings must have categories of the fit.",
        x = "{length(unknown)} categor{?y/ies} {?is/are} not: {.val {first_few(id_text(unknown))}}.",
        i = "The categories are {.val {first_few(id_text(categories))}}."
      ),
      categories = unknown
    )
  }
  ratings$code <- code[ratings$code + 1L]
  ratings$categories <- categories
  ratings
}

# Returns the group of the fit for each group of the new ratings.
groups_of_fit <- function(ratings, keys) {
  same <- setequal(names(ratings$groups), names(keys))
  as_text <- function(groups) {
    vctrs::new_data_frame(lapply(as.list(groups)[names(keys)], id_text), n = nrow(groups))
  }
  found <- if (same) vctrs::vec_match(as_text(ratings$groups), as_text(keys))
  lost <- if (same) group_labels(ratings$groups)[is.na(found)]
  if (!same || length(lost)) {
    abort_accord(
      "argument",
      c(
        "New ratings must be of the groups of the fit.",
        x = if (same) {
          "{length(lost)} group{?s} {?is/are} not: {.field {first_few(lost)}}."
        } else if (length(keys)) {
          "The fit is by {.val {names(keys)}}."
        } else {
          "The fit has no groups."
        },
        i = if (same) "The groups are {.field {first_few(group_labels(keys))}}." else "Give the same {.arg by}."
      ),
      argument = "by"
    )
  }
  found
}

# `told`: raters of whom a message was given before.
tell_new_raters <- function(raters, method, told = NULL) {
  raters <- setdiff(id_text(raters), id_text(told))
  if (length(raters) == 0) {
    return(invisible())
  }
  if (method != "anchored") {
    abort_accord(
      "unknown_rater",
      c(
        "New ratings must be by raters of the fit.",
        x = "{length(raters)} rater{?s} {?is/are} not: {.val {first_few(raters)}}.",
        i = "Leave out their ratings, or fit {.code method = \"anchored\"}, which has a row for new raters."
      ),
      raters = raters
    )
  }
  inform_accord(
    "new_raters",
    c(i = "{length(raters)} rater{?s} {?is/are} new, and {?is/are} taken as {?a rater/raters} of average ability: \\
       {.val {first_few(raters)}}."),
    raters = raters
  )
}
