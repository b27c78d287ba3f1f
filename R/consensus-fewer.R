#' What would fewer ratings have given?
#'
#' Pretends that the ratings of the data came in another order, the next one always for the item whose label was least
#' certain, as [next_items()] asks for them, or for all items in turn, and shows how soon the labels are those from all
#' ratings.
#'
#' @details
#' Every item begins with `least` of its ratings, in random order (set a seed). At each step the model is fitted, and a
#' tenth of the items get one more of their own ratings: those with the largest
#' \eqn{1 - \max_k q_i(k)}{1 - max_k q_i(k)}, or those with the fewest. Results at the shares of the ratings are
#' interpolated between steps, and averaged over `times` random orders. Whom to ask cannot be simulated, since only the
#' raters of an item have rated it.
#'
#' With fewer ratings the model also knows less of the raters. Where these differ much and items are few, such as 39
#' raters who all rated the same 108 items, labels depend on it, and asking for the least certain first may give worse
#' labels than asking for all items in turn.
#'
#' @section Missing and degenerate data:
#' Items without ratings are left out. `accuracy` and `loss` are `NA` without `gold`, and so is `agreement` if no item
#' has two ratings, so that there is no label to compare with (`accord_warning_no_model`). A share that the first
#' `least` ratings of all items exceed has the values and the number of these ratings, and the print says so.
#'
#' @section Errors:
#' Those of [next_items()] and of `gold` in [consensus()].
#'
#' @inheritParams next_items
#' @param share Shares of the ratings.
#' @param times Number of random orders.
#' @param least The number of ratings with which each item begins.
#' @param gold Known labels, as in [consensus()], with which labels are compared. The model does not see them.
#' @return A tibble of class `accord_fewer` with a row per `order` (`"least certain"`, `"in turn"`) and `share`:
#'   `n_ratings`, `agreement` (the share of items with the same label as from all ratings), `accuracy` (with `gold`),
#'   and `loss`, the accuracy with all ratings less this one.
#' @seealso [next_items()]
#' @export
#' @examples
#' set.seed(1)
#' truth <- sample(c("a", "b"), 60, replace = TRUE)
#' answers <- expand.grid(rater = paste0("r", 1:5), item = 1:60)
#' right <- runif(300) < 0.8
#' answers$label <- ifelse(right, truth[answers$item], ifelse(truth[answers$item] == "a", "b", "a"))
#' fewer_ratings(answers, item, rater, label, share = c(0.5, 0.7))
fewer_ratings <- function(data, item, rater, rating, ..., categories = NULL, duplicates = "error", method = "anchored",
                          share = c(0.3, 0.5, 0.7), times = 2, least = 2, gold = NULL) {
  method <- rater_method(method)
  check_number(share, "share", above = 0, to = 1, n = NULL)
  check_whole(times, "times")
  check_whole(least, "least")
  columns <- rlang::enquos(item = item, rater = rater, rating = rating)
  ratings <- one_group_ratings(data, columns, categories, duplicates, ..., .what = "Fewer ratings")
  given <- list(item = named_column(data, columns$item, "item"), rating = named_column(data, columns$rating, "rating"))
  codes <- gold_codes(gold, ratings, given)
  rated <- which(item_sizes(ratings) > 0)
  ratings <- take_items(ratings, rated)
  known <- if (length(codes)) replace(codes[rated], codes[rated] < 0, NA) + 1L else rep(NA_integer_, length(rated))
  fit <- label_fit(ratings, method)
  full <- fit$q
  # Without labels from all ratings there is nothing to compare those from fewer with.
  labelled <- function(value) if (fit$labelled) value else NA_real_ * value
  of_all <- labelled(hits(full, known))
  n_first <- sum(pmin(least, item_sizes(ratings)))
  # The steps begin with the same ratings under both rules, so that they are compared on the same orders.
  draws <- lapply(seq_len(times), function(i) stats::runif(length(ratings$code)))
  rules <- c("least certain", "in turn")
  tick <- progress_tick("Simulating")
  rows <- lapply(seq_along(rules), function(r) {
    paths <- lapply(seq_len(times), function(i) {
      tick(((r - 1) * times + i - 1) / (2 * times))
      rating_path(ratings, method, rules[r], draws[[i]], least, max(share), full, known)
    })
    at <- function(name) {
      found <- vapply(paths, function(path) at_shares(path$share, path[[name]], share), share)
      labelled(rowMeans(matrix(found, length(share))))
    }
    accuracy <- if (all(is.na(known))) rep(NA_real_, length(share)) else at("accuracy")
    list(
      order = rep(rules[r], length(share)), share = share,
      n_ratings = as.integer(pmax(round(share * length(ratings$code)), n_first)), agreement = at("agreement"),
      accuracy = accuracy,
      loss = of_all - accuracy
    )
  })
  result <- new_result(
    do.call(Map, c(c, rows)),
    nrow = length(share) * length(rules), class = "accord_fewer"
  )
  with_note(result, "first", list(
    n = n_first, share = n_first / length(ratings$code), least = least, n_items = length(ratings$items), times = times,
    by = CONSENSUS_METHODS[[method$method]]
  ))
}

# Returns the share of items whose most probable label is `label`; ties count in proportion, items without a label not.
hits <- function(q, label) {
  at <- which(!is.na(label))
  top <- q[at, , drop = FALSE]
  top <- top > top[cbind(seq_along(at), max.col(top, "first"))] - 1e-9
  mean(top[cbind(seq_along(at), label[at])] / rowSums(top))
}

# Returns `share` of the ratings, `agreement` with the labels from all ratings and `accuracy` after each step, until
# the share is `most`.
rating_path <- function(ratings, method, rule, draw, least, most, full, known) {
  n <- length(ratings$items)
  size <- item_sizes(ratings)
  item <- rating_items(ratings)
  rank <- integer(length(item))
  rank[order(item, draw)] <- sequence(size)
  tie <- draw[match(seq_len(n), item)]
  have <- pmin(least, size)
  labels <- max.col(full, "first")
  steps <- NULL
  repeat {
    # Before an item has two ratings, nothing is known of the raters.
    q <- without_warnings(label_fit(with_ratings(ratings, rank <= have[item]), method)$q, "no_model")
    steps <- rbind(steps, data.frame(
      share = sum(have) / sum(size), agreement = hits(q, labels), accuracy = hits(q, known)
    ))
    open <- which(have < size)
    if (steps$share[nrow(steps)] >= most || length(open) == 0) {
      return(steps)
    }
    certain <- if (rule == "in turn") have else signif(q[cbind(seq_len(n), max.col(q, "first"))], 10)
    asked <- utils::head(open[order(certain[open], have[open], tie[open])], ceiling(n / 10))
    have[asked] <- have[asked] + 1L
  }
}

at_shares <- function(share, value, at) {
  if (length(share) < 2) {
    return(rep(value[1], length(at)))
  }
  stats::approx(share, value, at, rule = 2)$y
}

# Keeps the ratings in `keep`, and all items.
with_ratings <- function(ratings, keep) {
  item <- rating_items(ratings)[keep]
  ratings$code <- ratings$code[keep]
  ratings$rater <- ratings$rater[keep]
  ratings$item_start <- c(0L, cumsum(tabulate(item, length(ratings$items))))
  ratings
}
