#' Consensus of any objects
#'
#' The method of [consensus()] for ratings that are no labels or numbers: texts, sequences, rankings, vectors, boxes, or
#' anything for which you have a distance. The consensus of an item is the medoid of its ratings, the object with the
#' smallest mean distance to the others.
#'
#' @details `consensus(data, item, rater, rating, method = medoid(distance = ))` takes the columns of
#' [distance_agreement()], also a list column, or several columns of numbers. Of its other arguments it uses
#' `duplicates` and `ties`. The result has `item`, `label` (the medoid), `distance` (its mean distance to the item's
#' other ratings), `n` (the number of ratings) and `status`.
#'
#' Two different ratings of an item are always a tie. Ties have no label, and the status `"tie"`, unless `ties =
#' "first"` takes the first of the tied objects: first in the data, or of texts and numbers in their order.
#'
#' An object that is `NULL` or `NA` is missing. An item with one rating has it as its label, with the distance `NA`, and
#' an item without a rating has the status `"no ratings"`.
#'
#' `augment()` joins the medoids to the data by item, as `.label`, `.distance` and `.status`. A medoid has no estimates
#' for raters or probabilities: `tidy()`, `glance()` and plots are errors of class `accord_error_not_consensus`.
#'
#' @param ... Must be empty: `distance` is given by name.
#' @param distance One of the [distances], a function of two objects that returns a number, or a matrix as in
#'   [distance_agreement()].
#' @return An object of class `accord_method`, for the argument `method` of [consensus()].
#' @section Errors:
#' Those of [distance_agreement()], and `accord_error_argument` for arguments of [consensus()] that this method does not
#' use.
#' @references Braylan, A., Alonso, O. and Lease, M. (2022) Measuring annotator agreement generally across complex
#' structured, multi-object, and free-text annotation tasks. *WWW '22*, 1720-1730. \doi{10.1145/3485447.3512242}
#' @seealso [consensus()], [distance_agreement()], [consensus_methods] for labels and numbers
#' @export
#' @examples
#' read <- data.frame(
#'   line = rep(1:2, each = 3), rater = c("ann", "bob", "cat"),
#'   text = c("of the sea", "of the see", "on the sea", "a ship", "a ship", "a shop")
#' )
#' consensus(read, line, rater, text, method = medoid(distance = distance_edit()))
medoid <- function(..., distance = NULL) {
  check_settings("medoid", ...)
  new_method("medoid", distance = distance)
}

medoid_labels <- function(data, columns, distance, ties, ...) {
  if (!rlang::quo_is_null(columns$by)) {
    abort_accord(
      "argument",
      c(
        "Medoids are of all data together.",
        x = "{.arg by} is given.",
        i = "Leave it out; an item may be several columns, as in {.code item = c(group, item)}."
      ),
      argument = "by"
    )
  }
  if (!is.null(ties$tie_breaker) || identical(ties$ties, "random")) {
    abort_accord(
      "argument",
      c(
        "A tie of medoids is left open or broken by their order.",
        x = if (is.null(ties$tie_breaker)) "{.arg ties} is {.val random}." else "{.arg ties} names a rater.",
        i = "Use {.code ties = \"first\"}, or leave it out."
      ),
      argument = "ties"
    )
  }
  rated <- rated_objects(data, columns[c("item", "rater", "rating")], distance, ...)
  ratings <- rated$ratings
  item <- named_column(data, columns$item, "item")
  n <- item_sizes(ratings)
  code <- split(ratings$code + 1L, factor(rep(seq_along(n), n), seq_along(n)))
  found <- vapply(code, central_object, c(0, 0, 0), rated$distance, USE.NAMES = FALSE)
  tie <- found[3, ] > 1
  place <- as.integer(found[1, ])
  if (is.null(ties$ties)) place[tie] <- NA
  columns <- list(
    item = ratings$items, label = vctrs::vec_slice(rated$values, place), distance = found[2, ], n = n,
    status = ifelse(n == 0, "no ratings", ifelse(tie, "tie", "ok"))
  )
  tibble::new_tibble(
    columns,
    nrow = length(n), medoid_item = item, class = c("accord_consensus", "accord_result")
  )
}

# Whether a consensus is of medoids, which alone have a distance.
is_of_medoids <- function(x) inherits(x, "accord_consensus") && !is.null(x[["distance"]]) && is.null(x[["probability"]])

# Returns what augment() must know of medoids, or NULL for other labels.
facts_of_medoids <- function(x) {
  if (is_of_medoids(x)) {
    list(keys = vctrs::new_data_frame(n = 1L), method = "medoid", item = attr(x, "medoid_item"))
  }
}

# The place of the medoid, its mean distance to the others, and the number of medoids.
central_object <- function(x, distance) {
  if (length(x) < 2) return(c(c(x, NA)[1], NA, length(x)))
  mean <- rowSums(distance[x, x]) / (length(x) - 1)
  # Equal means may differ by rounding.
  best <- unique(x[mean <= min(mean) + 1e-12])
  c(min(best), min(mean), length(best))
}
