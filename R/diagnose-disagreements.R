#' Where raters disagree
#'
#' Lists the items on which ratings differ, those with most disagreement first; or the pairs of categories that are
#' confused, with their share of the disagreement; or, for selected raters, the items on which they differ, with their
#' ratings side by side.
#'
#' @details
#' The disagreement of an item with \eqn{m_i}{m_i} ratings is the mean over the pairs of its ratings,
#' \deqn{d_i = \frac{1}{m_i (m_i - 1)} \sum_{c,k} n_{ic} (n_{ik} - [c = k])\, \delta_{ck},}{
#' d_i = sum_ck n_ic (n_ik - [c = k]) delta_ck / (m_i (m_i - 1)),}
#' where \eqn{n_{ic}}{n_ic} of them are in category \eqn{c}{c}, and \eqn{\delta_{ck}}{delta_ck} is the
#' disagreement of two categories: that of the `level`, see [krippendorff_alpha()], or \eqn{1 - w_{ck}}{
#' 1 - w_ck} for the `weights` of [agreement()]. For labels it is the share of pairs that differ, one
#' minus Fleiss' \eqn{P_i}{P_i}; at the interval level it is in squared units of the ratings. At the ordinal level it
#' is divided by the disagreement of the lowest and the highest category of the group, so that it lies between 0 and 1.
#' The print says which of these it is.
#'
#' The shares decompose the observed disagreement of Krippendorff's alpha,
#' \deqn{\mathrm{share}_i = \frac{m_i d_i}{\sum_j m_j d_j}, \qquad
#' \mathrm{share}_{ck} = \frac{2\, o_{ck}\, \delta_{ck}}{\sum_j m_j d_j},}{
#' share_i = m_i d_i / sum_j m_j d_j,   share_ck = 2 o_ck delta_ck / sum_j m_j d_j,}
#' with \eqn{o_{ck}}{o_ck} the table of coincidences, see [summary.accord_ratings()]. Each adds up to 1 in a group. If
#' all items have the same number of ratings, they are also the shares in the observed disagreement of percent
#' agreement and of all kappas but Light's.
#'
#' @section Missing and degenerate data:
#' Items with fewer than two ratings, and items and categories without disagreement, have no row. With perfect
#' agreement there are no rows. With `raters`, an item that only one of them rated is left out, and all results are
#' about the ratings of these raters alone. A group with invalid ratings is left out with a warning of class
#' `accord_warning_faulty_group`. Shares are `NA` for values so large that the sum is not finite.
#'
#' @section Errors:
#' Those of [agreement()]; with `raters`, `accord_error_unknown_rater` for a rater who is not in the data,
#' `accord_error_anonymous` if raters are anonymous, `accord_error_duplicate_rating` if one of them rated an item
#' twice (`duplicates = "keep"`), and `accord_error_reserved_name` for a rater with the name of a column of the
#' result.
#'
#' @inheritParams agreement
#' @param what `"items"`, or `"categories"` for pairs of categories.
#' @param raters Two or more raters: use only their ratings, and show these in one column each.
#' @param weights,level The disagreement of two categories: weights as in [agreement()], or a level of measurement,
#'   but not both. The default is the level of the ratings or, if they have none, `"nominal"`.
#' @return A tibble of class `accord_disagreements`. The group keys come first, if there are any; then
#' * for items: `item`, `n_ratings`, `disagreement` (\eqn{d_i}{d_i}), `share`, and `ratings`, the number of ratings in
#'   each category, as in `"yes (2), no (1)"`. Sorted by disagreement, then by the number of ratings, then as in the
#'   data;
#' * with `raters`: `item`, a column with the ratings of each of them (`NA` if there is none), `disagreement` and
#'   `share`, sorted in the same way;
#' * for categories: `category_1`, `category_2`, `disagreement` (\eqn{\delta_{ck}}{delta_ck}), `n_items` that received
#'   both, `coincidences` (\eqn{2 o_{ck}}{2 o_ck}) and `share`, sorted by share.
#' @references
#' Krippendorff, K. (2019) *Content Analysis: An Introduction to Its Methodology*, 4th ed.,
#' chapter 12. \doi{10.4135/9781071878781}
#' @seealso [item_summary()] for all items, [pairwise_agreement()] for who agrees with whom;
#'   [disagreements.accord_spans()] for spans.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "a", "a", "b", "c", "b", "b", NA, "a", "a", "a", "b", "a", "b"
#'   )
#' )
#' disagreements(ratings, item, rater, label)
#' disagreements(ratings, item, rater, label, what = "categories")
#' disagreements(ratings, item, rater, label, raters = c("ann", "bob"))
disagreements <- function(data, ...) {
  UseMethod("disagreements")
}

#' @rdname disagreements
#' @export
disagreements.default <- function(data, item, rater, rating, ..., what = "items", raters = NULL, by = NULL,
                                  weights = NULL, level = NULL, range = NULL, categories = NULL,
                                  duplicates = "error") {
  check_choice(what, c("items", "categories"), "what")
  check_one_scale(weights, level)
  ratings <- verb_ratings(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = level, categories = categories, duplicates = duplicates, ..., .weighted = "Disagreements of items"
  )
  if (!is.null(raters)) ratings <- keep_raters(ratings, check_raters(raters, ratings))
  metric <- disagreement_metric(ratings, weights, level, range)
  ratings$group_status <- metric$group_status
  warn_faulty_groups(ratings)
  rows <- if (what == "categories") {
    category_rows(ratings, metric)
  } else {
    item_rows(ratings, metric, side_by_side = !is.null(raters))
  }
  ok <- ratings$group_status[rows$group] == "ok"
  result <- grouped_result(ratings$groups, rows$group, as.list(rows$table), "accord_disagreements")
  result <- note_set_aside(vctrs::vec_slice(result, ok), ratings)
  result <- with_note(result, "scale", disagreement_words(metric, what == "categories"))
  if (what == "items") {
    result <- stretches_once(result, ratings)
  } else {
    result <- with_note(result, "order", id_text(ratings$categories)) # of the tiles of its plot
  }
  # Results that contain answers in words also contain their value labels.
  if (what == "categories" || !is.null(raters)) note_value_labels(result, ratings) else result
}

check_one_scale <- function(weights, level) {
  if (!is.null(weights) && !is.null(level)) {
    abort_accord(
      "argument",
      c("Give {.arg weights} or {.arg level}.", x = "Both are given."),
      argument = c("weights", "level")
    )
  }
}

# Returns the metric as for alpha in agreement(); `by_weights` is TRUE if disagreement is between 0 and 1.
disagreement_metric <- function(ratings, weights, level, range) {
  has_metric <- !is.na(ratings$level) || !is.null(ratings$said$distance)
  by_weights <- is.null(level) && !(takes_own_metric(ratings, weights, level) && has_metric)
  if (by_weights) {
    metric <- weights_for(ratings, weights %||% "identity", range)
  } else {
    metric <- metric_for(ratings, level, range)
  }
  c(metric, by_weights = by_weights)
}

# Disagreement by weights has no unit. At the ordinal level it is a squared number of ratings, which grows with the
# data, so it is divided by that between the lowest and the highest category of the group.
disagreement_in_units <- function(found, ratings, metric) {
  if (metric$by_weights) {
    found$disagreement
  } else if (metric$name == "ordinal") {
    found$disagreement / widest_ordinal(ratings)[found$group]
  } else {
    in_rating_units(found$disagreement, metric)
  }
}

# The ordinal disagreement of the lowest and the highest category that occur in pairs of ratings, for each group.
widest_ordinal <- function(ratings) {
  size <- item_sizes(ratings)
  group <- factor(rep.int(item_groups(ratings), size)[rep.int(size > 1, size)], seq_along(ratings$group_status))
  code <- ratings$code[rep.int(size > 1, size)]
  vapply(split(code, group), function(code) {
    if (length(code)) (length(code) - sum(code == min(code), code == max(code)) / 2)^2 else NA_real_
  }, 0, USE.NAMES = FALSE)
}

# Words on the numbers in the column `disagreement`; `each`: whether they are of pairs of categories.
disagreement_words <- function(metric, each) {
  square <- c(
    interval = "squared difference", ratio = "square of the difference divided by the sum",
    ordinal = "squared distance in ranks, 1 between the lowest and the highest category"
  )
  words <- if (metric$by_weights && metric$name != "identity") {
    "1 - weight"
  } else if (metric$name %in% names(square)) {
    square[[metric$name]]
  } else if (metric$name %in% c("nominal", "identity")) {
    return(if (!each) "the share of pairs of ratings that differ")
  } else {
    "distance of the two ratings"
  }
  paste0(if (!each) "mean ", words)
}

# Returns a list: `group` of each row, and the `table` without the group keys.
item_rows <- function(ratings, metric, side_by_side) {
  check_free_names(names(ratings$groups), c("item", "n_ratings", "disagreement", "share", "ratings"))
  labels <- enc2utf8(as.character(ratings$categories))
  named <- which(!is.na(ratings$value_labels))
  labels[named] <- paste(labels[named], "=", ratings$value_labels[named])
  found <- call_core(disagreement_by_item(core_sample(ratings), metric, metric$by_weights, labels))
  sorted <- order(found$group, -found$disagreement, -found$n_ratings, method = "radix")
  found <- lapply(found, `[`, sorted)
  found$disagreement <- disagreement_in_units(found, ratings, metric)
  values <- list(disagreement = found$disagreement, share = undefined_as_na(found$share))
  columns <- if (side_by_side) {
    c(answers(ratings, found$item), values)
  } else {
    c(list(n_ratings = found$n_ratings), values, list(ratings = found$ratings))
  }
  columns <- c(list(item = vctrs::vec_slice(ratings$items, found$item)), columns)
  list(group = found$group, table = tibble::new_tibble(columns, nrow = length(sorted)))
}

category_rows <- function(ratings, metric) {
  own <- c("category_1", "category_2", "disagreement", "n_items", "coincidences", "share")
  check_free_names(names(ratings$groups), own)
  found <- call_core(disagreement_by_category(core_sample(ratings), metric, metric$by_weights))
  found$share <- undefined_as_na(found$share)
  sorted <- order(found$group, -found$share, method = "radix")
  sorted <- sorted[found$disagreement[sorted] > 0]
  found <- lapply(found, `[`, sorted)
  found$disagreement <- disagreement_in_units(found, ratings, metric)
  columns <- c(
    list(
      category_1 = vctrs::vec_slice(ratings$categories, found$first),
      category_2 = vctrs::vec_slice(ratings$categories, found$second)
    ),
    found[c("disagreement", "n_items", "coincidences", "share")]
  )
  list(group = found$group, table = tibble::new_tibble(columns, nrow = length(sorted)))
}

# Returns the ratings of the chosen raters (positions) only. Items keep their positions.
only_raters <- function(ratings, chosen) {
  place <- match(seq_along(ratings$raters), chosen)[ratings$rater + 1L] - 1L
  kept <- !is.na(place)
  ratings$item_start <- c(0L, cumsum(tabulate(rating_items(ratings)[kept], length(ratings$item_start) - 1L)))
  ratings$code <- ratings$code[kept]
  ratings$rater <- place[kept]
  ratings$raters <- vctrs::vec_slice(ratings$raters, chosen)
  set_aside_of(ratings, chosen)
}

# The ratings with what was set aside of the chosen raters only.
set_aside_of <- function(ratings, chosen) {
  by <- ratings$set_aside_by
  if (length(by$rater) == 0 || is_remote(ratings)) {
    return(ratings)
  }
  place <- match(by$rater, chosen)
  kept <- !is.na(place)
  aside <- ratings$set_aside
  of_reason <- factor(rep(seq_len(nrow(aside)), aside$n), seq_len(nrow(aside)))
  aside$rows <- unname(Map(`[`, aside$rows, split(kept, of_reason)))
  aside$n <- lengths(aside$rows)
  ratings$set_aside <- vctrs::vec_slice(aside, aside$n > 0)
  ratings$set_aside_by <- list(group = by$group[kept], rater = place[kept])
  ratings
}

# The same for ratings side by side.
keep_raters <- function(ratings, chosen) {
  ratings <- only_raters(ratings, chosen)
  item <- rating_items(ratings)
  twice <- unique(item[duplicated(data.frame(item, ratings$rater))])
  if (length(twice)) {
    ids <- as.character(vctrs::vec_slice(ratings$items, twice))
    abort_accord(
      "duplicate_rating",
      c(
        "Ratings side by side need one rating per item and rater.",
        x = "{length(ids)} item{?s} {?has/have} two by one of {.arg raters}: {.val {first_few(ids)}}.",
        i = "Choose with {.code duplicates = \"first\"} or {.code \"last\"}."
      ),
      items = ids
    )
  }
  ratings
}

# Returns a column per rater with the answers to the given items.
answers <- function(ratings, items) {
  row <- match(rating_items(ratings), items)
  columns <- lapply(seq_along(ratings$raters), function(g) {
    own <- ratings$rater == g - 1L & !is.na(row)
    code <- rep(NA_integer_, length(items))
    code[row[own]] <- ratings$code[own] + 1L
    vctrs::vec_slice(ratings$categories, code)
  })
  stats::setNames(columns, id_text(ratings$raters))
}

# Returns the positions of the raters given by the user.
check_raters <- function(raters, ratings) {
  check_named_raters(ratings, "Pairs of raters need")
  asked <- if (is.atomic(raters)) unique(id_text(raters[!is.na(raters)])) else character()
  places <- match_raters(asked, ratings, "raters")
  if (length(asked) < 2) {
    abort_accord(
      "argument",
      c(
        "{.arg raters} must be two or more raters.",
        x = if (is.atomic(raters)) {
          "{length(asked)} {?is/are} given."
        } else {
          "It is {.obj_type_friendly {raters}}."
        }
      ),
      argument = "raters"
    )
  }
  check_free_names(asked, c(names(ratings$groups), "item", "disagreement", "share"), "rater")
  places
}
