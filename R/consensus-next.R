#' Which items to label next, and by whom
#'
#' Takes ratings so far and a budget of further ratings, and says for which items to ask, the least certain label first,
#' and which rater to ask.
#'
#' @details
#' Every item first gets `least` ratings, those with the fewest first. Then each further rating is for the item whose
#' label is least certain: the largest \eqn{1 - \max_k q_i(k)}{1 - max_k q_i(k)}, where \eqn{q_i} is the posterior
#' probability of the labels under `method`. Equal items are taken in the order of fewer ratings, and then of their ids.
#' An item is asked for a second time only after all others that may have more ratings.
#'
#' The rater is the one, of those who have not rated the item, whose answer \eqn{x} is expected to tell most about the
#' label, in bits:
#' \deqn{I = \sum_x p(x) (H(q_i) - H(q_i \mid x)),}{I = sum_x p(x) (H(q_i) - H(q_i | x)),}
#' with the entropy \eqn{H} and the probabilities of the rater's answers under `method`. No rater gets more than
#' `per_rater` of the ratings. Among equal raters the one with fewer ratings so far is taken, and then the first id.
#'
#' Labels that are expected to change after one more answer are no good rule: where one answer cannot change any label
#' it asks for nothing. With few ratings the probabilities are uncertain themselves, so ask for some and call
#' `next_items()` again. [fewer_ratings()] shows on your own data how much this saves.
#'
#' @section Missing and degenerate data:
#' Items of which all ratings are missing have none, and are asked for first; so are the ids in `items`. If all raters
#' that may be asked have rated an item, its `rater` is `NA`: someone new. If no item has two ratings, or all ratings
#' are of one category, the model is not estimated (a warning of class `accord_warning_no_model`, which says why), all
#' items count as equally uncertain and `information` is `NA`. The result has fewer rows than `budget` if all items have
#' `most` ratings.
#'
#' @section Tasks for an annotation tool:
#' Label Studio imports a JSON list of tasks, each with its columns under `data`. With the texts in `texts$text`, by
#' `texts$item`, package jsonlite writes a task for each rating to ask for, the first one first:
#' ```
#' asked <- next_items(ratings, item, rater, label, budget = 200)
#' tasks <- data.frame(item = asked$item, text = texts$text[match(asked$item, texts$item)], rater = asked$rater)
#' jsonlite::write_json(tibble::tibble(data = tasks), "tasks.json")
#' ```
#' Label Studio numbers tasks itself: [read_label_studio()] has these numbers as items. Its export as CSV has `item`,
#' `annotator` and a column per control, so that with `more <- read.csv(file)` and a control `tone` the next call is
#' for `rbind(ratings, data.frame(item = more$item, rater = more$annotator, label = more$tone))`. Annotators must have
#' the same names in both.
#'
#' @section Errors:
#' Those of [consensus()]; `accord_error_argument` for numbers that are not as described, methods without probabilities
#' of answers, and ratings in groups.
#'
#' @inheritParams consensus
#' @param method `"anchored"`, `"dawid_skene"` or `"one_coin"`, or an object such as [anchored()] or
#'   `one_coin(smoothing = 1)`.
#' @param budget The number of ratings to ask for.
#' @param least,most Each item gets at least, and at most, so many ratings.
#' @param raters The ids of the raters who may be asked; `NULL` for all in the data.
#' @param per_rater The most ratings to ask of one rater; `NULL` for an equal number of all, rounded up.
#' @param items Ids of further items without ratings.
#' @return A tibble of class `accord_next` with a row per rating to ask for, the first one first: `item`, `rater`,
#'   `label` and `probability` (so far), `n` (ratings so far), `uncertainty` and `information` (bits).
#'   `write.csv()` writes it.
#' @references
#' Lewis, D. D. and Gale, W. A. (1994) A sequential algorithm for training text classifiers. *Proceedings of SIGIR '94*,
#' 3-12. \doi{10.1007/978-1-4471-2099-5_1}
#' @seealso [fewer_ratings()], [audit_labels()] to stop, [consensus()].
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", NA, "b", "b", NA, "a", NA, "c", NA, "b", NA, "a", "a", "a", "c", "c", "b"
#'   )
#' )
#' next_items(ratings, item, rater, label, budget = 4)
next_items <- function(data, item, rater, rating, ..., categories = NULL, duplicates = "error", method = "anchored",
                       budget = 20, least = 2, most = Inf, raters = NULL, per_rater = NULL, items = NULL) {
  method <- rater_method(method)
  check_whole(budget, "budget")
  check_whole(least, "least")
  if (!identical(most, Inf)) check_whole(most, "most", least = least)
  if (!is.null(per_rater)) check_whole(per_rater, "per_rater")
  columns <- rlang::enquos(item = item, rater = rater, rating = rating)
  ratings <- one_group_ratings(data, columns, categories, duplicates, ..., .what = "Next items")
  known <- places_of_raters(raters, ratings)
  fit <- label_fit(ratings, method)
  pool <- items_to_ask(ratings, fit, items)
  asked <- asked_items(pool, budget, least, most)
  told <- information_of(pool$q[asked$item, , drop = FALSE], fit$tables)
  rater <- assigned_raters(ratings, asked, told, known, per_rater %||% ceiling(budget / max(1, length(known))))
  n <- nrow(asked)
  best <- pool$label[asked$item]
  result <- new_result(
    list(
      item = vctrs::vec_slice(pool$id, asked$item), rater = vctrs::vec_slice(ratings$raters, rater),
      label = vctrs::vec_slice(ratings$categories, best), probability = 1 - pool$uncertainty[asked$item],
      n = asked$n, uncertainty = pool$uncertainty[asked$item],
      information = if (is.null(told)) rep(NA_real_, n) else told[cbind(seq_len(n), rater)],
      status = ifelse(is.na(rater), "no known rater is left", "ok")
    ),
    nrow = n, class = "accord_next"
  )
  with_note(result, "voted", CONSENSUS_METHODS[[method$method]])
}

# Returns a method whose probabilities of answers are known.
rater_method <- function(method) {
  method <- as_method(method)
  fault <- if (!method$method %in% c("anchored", BAGGED_METHODS)) {
    c(
      "{.arg method} must be one that estimates the answers of raters: {.val anchored}, {.val dawid_skene} or
        {.val one_coin}.",
      x = "It is {.val {method$method}}."
    )
  } else if (!is.null(method$classifier)) {
    c("{.arg method} must have no classifier here.", x = "{.arg classifier} is given.")
  }
  if (length(fault)) abort_accord("argument", fault, argument = "method")
  method
}

# `level` comes after the dots, so that its name cannot be abbreviated.
one_group_ratings <- function(data, columns, categories, duplicates, ..., level = NULL, .what) {
  ratings <- verb_ratings(data, columns,
    level = level, categories = categories, duplicates = duplicates, ..., .weighted = .what
  )
  groups <- length(ratings$group_status)
  fault <- if (groups > 1) {
    c(
      "{(.what)} are those of one group of items.",
      x = "The ratings have {groups} groups.", i = "Call the function for the rows of each group."
    )
  } else if (!is.null(ratings$sets)) {
    c("{(.what)} need ratings with one label each.", x = "The ratings are sets of labels.")
  }
  if (length(fault)) abort_accord("argument", fault, argument = "data")
  check_named_raters(ratings, paste(.what, "need"))
  ratings
}

# Returns the positions of the raters who may be asked.
places_of_raters <- function(raters, ratings) {
  if (is.null(raters)) {
    return(seq_along(ratings$raters))
  }
  unique(match_raters(id_text(raters, like = ratings$raters), ratings, "raters"))
}

# Returns the posterior of the items, a row each, and `tables`: the probabilities of answers (first index) given the
# label (second) of each rater (third); NULL if the model was not fitted. `labelled`: whether there are labels.
label_fit <- function(ratings, method) {
  # The columns are those of ratings, which are given whole. The advice of consensus() is another method, or gold.
  found <- without_warnings(consensus(ratings, method = method, posterior = TRUE), "no_model")
  facts <- consensus_of(found)
  fit <- facts$fits[[1]]
  k <- length(ratings$categories)
  if (facts$groups$status[1] != "ok") {
    warn_no_errors(ratings)
    # With one category only the labels are known all the same.
    q <- found[["posterior"]]
    known <- which(!is.na(q[, 1]))
    prior <- if (length(known)) colMeans(q[known, , drop = FALSE]) else rep(1 / k, k)
    q[setdiff(seq_len(nrow(q)), known), ] <- rep(prior, each = nrow(q) - length(known))
    return(list(q = unname(q), prior = unname(prior), labelled = length(known) > 0))
  }
  seen <- answer_probabilities(fit, if (is.null(fit$confusion)) "one_coin" else "dawid_skene", k)
  tables <- array(1 / k, c(k, k, length(ratings$raters)))
  tables[, , fit$raters] <- seen
  q <- found[["posterior"]]
  unrated <- which(is.na(q[, 1]))
  q[unrated, ] <- rep(fit$prior, each = length(unrated))
  list(q = unname(q), prior = fit$prior, tables = tables, labelled = TRUE)
}

# Says why nothing is known of the raters: ratings of one category show no error, and neither do single ones.
warn_no_errors <- function(ratings) {
  twice <- any(item_sizes(ratings) > 1)
  warn_accord(
    "no_model",
    if (twice) {
      c(
        "The errors of raters can be estimated only from ratings of two categories.",
        x = "All {length(ratings$code)} ratings are {.val {id_text(ratings$categories)[ratings$code[1] + 1L]}}, so that
             all items count as equally uncertain.",
        i = "Ask for ratings of items that may have another label."
      )
    } else {
      c(
        NO_TWO_ANSWERS,
        x = "No item has two ratings, so that all items count as equally uncertain.",
        i = "Ask for a second rating of some items first."
      )
    }
  )
}

# Returns the items that may be asked for: ids, posterior, most probable label, uncertainty, ratings so far, and their
# order by id.
items_to_ask <- function(ratings, fit, items) {
  id <- ratings$items
  q <- fit$q
  if (!is.null(items)) {
    check_vector(items, "items")
    new <- unique(items[!id_text(items, like = id) %in% id_text(id)])
    cast <- tryCatch(vctrs::vec_c(id, new), vctrs_error_incompatible_type = function(cnd) {
      c(id_text(id), id_text(new))
    })
    if (length(new)) q <- rbind(q, matrix(fit$prior, length(new), ncol(q), byrow = TRUE))
    id <- cast
  }
  best <- max.col(q, "first")
  top <- q[cbind(seq_along(best), best)]
  list(
    id = id, q = q, label = best, uncertainty = 1 - top,
    n = c(item_sizes(ratings), integer(length(id) - length(ratings$items))),
    # Rounding errors do not decide the order.
    certain = signif(top, 10), name = match(id_text(id), id_text(sort_ids(id)))
  )
}

# Returns a data frame with a row per rating to ask for: `item`, and `n`, its ratings so far.
asked_items <- function(pool, budget, least, most) {
  n <- pool$n
  all <- seq_along(n)
  order_of <- function(items) items[order(n[items], pool$certain[items], pool$name[items])]
  # The first ratings of all items: an item with fewer comes before one with more.
  lack <- pmax(0, least - n)
  first <- order_of(rep(all, lack))
  has <- n[first] + stats::ave(first, first, FUN = seq_along) - 1
  first <- utils::head(first[order(has)], budget)
  room <- pmin(most, n + budget) - pmax(n, least)
  sure <- all[room > 0]
  sure <- sure[order(pool$certain[sure], n[sure], pool$name[sure])]
  rest <- budget - length(first)
  rounds <- if (length(sure)) ceiling(rest / length(sure)) else 0
  more <- unlist(lapply(seq_len(rounds), function(round) sure[room[sure] >= round]))
  item <- c(first, utils::head(more, rest))
  data.frame(item = item, n = as.integer(n[item]))
}

# Returns the expected information of an answer about the label in bits, for each row of `q` and each rater: the
# entropy of the answer less its expected entropy given the label. NULL without `tables`.
information_of <- function(q, tables) {
  if (is.null(tables)) {
    return(NULL)
  }
  k <- ncol(q)
  bits <- function(p) ifelse(p > 0, -p * log2(p), 0)
  raters <- dim(tables)[3]
  answers <- 0
  for (x in seq_len(k)) answers <- answers + bits(q %*% matrix(tables[x, , ], k, raters))
  known <- matrix(colSums(bits(tables)), k, raters)
  pmax(answers - q %*% known, 0)
}

# Returns the position of the rater for each of the `asked` ratings, NA if none is left.
assigned_raters <- function(ratings, asked, told, known, per_rater) {
  given <- tabulate(ratings$rater + 1L, length(ratings$raters))
  name <- match(id_text(ratings$raters), id_text(sort_ids(ratings$raters)))
  left <- rep(0, length(ratings$raters))
  left[known] <- per_rater
  rater <- rep(NA_integer_, nrow(asked))
  own <- list()
  for (row in seq_len(nrow(asked))) {
    item <- asked$item[row]
    key <- as.character(item)
    if (is.null(own[[key]])) {
      rows <- if (item < length(ratings$item_start)) {
        seq_len(ratings$item_start[item + 1L] - ratings$item_start[item]) + ratings$item_start[item]
      }
      own[[key]] <- ratings$rater[rows] + 1L
    }
    free <- setdiff(which(left > 0), own[[key]])
    if (length(free) == 0) next
    value <- if (is.null(told)) rep(0, length(free)) else -signif(told[row, free], 10)
    best <- free[order(value, given[free], name[free])[1]]
    rater[row] <- best
    left[best] <- left[best] - 1
    given[best] <- given[best] + 1
    own[[key]] <- c(own[[key]], best)
  }
  rater
}
