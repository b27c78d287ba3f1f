#' Agreement of any objects by a distance
#'
#' Agreement of ratings that are no labels or numbers: texts, sequences, rankings, vectors, boxes, or anything for which
#' you have a distance. Gives Krippendorff's alpha, and two measures that depend only on the order of the distances
#' (Braylan, Alonso and Lease 2022). [consensus()] with [medoid()] gives the most central object of each item.
#'
#' @details With \eqn{D_o}{D_o} the distances of two ratings of one item, each weighted by \eqn{1/(m-1)}{1/(m - 1)} for
#' an item of \eqn{m} ratings, and \eqn{D_e}{D_e} those of two ratings of different items:
#' * `"alpha"` is [krippendorff_alpha()] with this distance, whose expected disagreement is over all pairs.
#'   `alpha_between` is 1 minus the ratio of the means of \eqn{D_o}{D_o} and \eqn{D_e}{D_e}, as in the source.
#' * `"ks"` is the largest difference of their distribution functions, \eqn{\max_d F_o(d) - F_e(d)}{max F_o(d) -
#'   F_e(d)}, from 0 (as by chance) to 1 (each pair of an item is closer than any pair of different items).
#' * `"sigma"` is the share of \eqn{D_o}{D_o} that is smaller than 95% of \eqn{D_e}{D_e}, which is .05 by chance: the
#'   share with \eqn{P(D_e < d) + P(D_e = d) / 2 < .05}{P(D_e < d) + P(D_e = d) / 2 < .05}. The source smooths
#'   \eqn{F_e}{F_e} with a Gaussian kernel instead.
#'
#' Any increasing function of the distance changes alpha, and neither of the others. Distances are computed once for
#' each pair of distinct objects.
#'
#' @section Missing and degenerate data:
#' An object that is `NULL` or `NA` is missing. Items with one rating take part in no pair of an item. Without two items
#' with two ratings there are no estimates, and the status says why. With the same object everywhere alpha is not
#' defined. There are no intervals of `"ks"` and `"sigma"`.
#'
#' @section Errors:
#' Those of [as_ratings()], `accord_error_distance` for a distance that is missing, negative, not symmetric or not 0
#' between equal objects, and `accord_error_too_many_values` for more than 5,000 distinct objects.
#'
#' @param data A data frame with a row per rating.
#' @param item,rater <[`tidy-select`][tidyselect::language]> The columns of items and of raters. Several columns make
#'   one id, as in `item = c(group, item)`.
#' @param rating <[`tidy-select`][tidyselect::language]> The column of objects: text, numbers or a list column; or
#'   several columns of numbers, whose rows are vectors.
#' @param ... Must be empty.
#' @param distance One of the [distances], a function of two objects that returns a number, or a matrix over the
#'   distinct values of a column without lists: named by these, which texts must be, or in the order of numbers or
#'   levels.
#' @param ci Interval of alpha.
#' @return A tibble with a row for each of `coefficient` `"alpha"`, `"alpha_between"`, `"ks"` and
#'   `"sigma"`, with `estimate`, `std.error`, `conf.low`, `conf.high`, `n_items` (with two ratings or more),
#'   `n_ratings` (of these items), `n_objects` (distinct) and `status`.
#' @references Braylan, A., Alonso, O. and Lease, M. (2022) Measuring annotator agreement generally across complex
#' structured, multi-object, and free-text annotation tasks. *WWW '22*, 1720-1730. \doi{10.1145/3485447.3512242}
#' @seealso [distances], [krippendorff_alpha()], [medoid()]
#' @export
#' @examples
#' ranked <- data.frame(
#'   item = rep(c("q1", "q2", "q3"), each = 2), rater = c("ann", "bob"),
#'   order = I(list(
#'     c("x", "y", "z"), c("x", "z", "y"), c("z", "y", "x"),
#'     c("z", "y", "x"), c("y", "x", "z"), c("y", "z", "x")
#'   ))
#' )
#' distance_agreement(ranked, item, rater, order, distance = distance_ranking(), ci = ci_none())
distance_agreement <- function(data, item, rater, rating, ..., distance, ci = ci_default()) {
  check_no_dots(...)
  if (rlang::is_missing(distance)) distance <- NULL
  rated <- rated_objects(data, rlang::enquos(item = item, rater = rater, rating = rating), distance)
  sides <- rated_distances(rated$ratings, rated$distance)
  alpha_with <- function(distance, ci) {
    without_warnings(krippendorff_alpha(rated$ratings, distance = distance, ci = ci), "undefined")
  }
  alpha <- alpha_with(without_unit(rated$distance), ci)
  alpha$estimate <- alpha_with(rated$distance, ci_none())$estimate
  rows <- distance_rows(alpha, sides, length(rated$values))
  tibble::new_tibble(rows, nrow = nrow(rows), class = "accord_distances")
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_distances <- function(object, ...) {
  check_no_dots(...)
  abort_no_plot("Coefficients of objects have", "krippendorff_alpha")
}

#' @rdname autoplot.accord
#' @export
plot.accord_distances <- function(x, ...) ggplot2::autoplot(x, ...)

# The `ratings`, whose codes are places of the distinct objects, with `values` and `distance` as of coded_objects(). The
# further arguments are those of as_ratings().
rated_objects <- function(data, columns, distance, ...) {
  check_no_groups(data, "Distances of objects are compared in all data together.")
  if (!is.data.frame(data)) abort_argument(data, "data", "a data frame with a row per rating")
  check_not_empty(data)
  if (is.null(distance)) {
    abort_accord(
      "argument",
      c("{.arg distance} must be a function of two objects, or a matrix.", x = "It is not given."),
      argument = "distance"
    )
  }
  check_distance_called(distance)
  ids <- lapply(rlang::set_names(c("item", "rater")), function(what) {
    at <- select_ids(columns[[what]], data, what)
    # The id of one column keeps its type.
    if (length(at) == 1) return(data[[at]])
    id <- ids_at(data, at, what)
    id$values[id$code]
  })
  objects <- coded_objects(data[select_columns(columns$rating, data, "rating")], distance)
  rows <- tibble::tibble(item = ids$item, rater = ids$rater, code = objects$code)
  categories <- seq_along(objects$values)
  ratings <- as_ratings(rows, "item", "rater", "code", level = "nominal", categories = categories, ...)
  c(list(ratings = ratings), objects[c("values", "distance")])
}

# The distinct objects of the columns: their `code` in each row, `values` and the matrix of their `distance`.
coded_objects <- function(columns, distance) {
  values <- if (length(columns) == 1) {
    columns[[1]]
  } else {
    numbers <- vapply(columns, is.numeric, NA)
    if (!all(numbers)) abort_argument(columns[[which(!numbers)[1]]], "rating", "one column, or several of numbers")
    lapply(seq_len(nrow(columns)), function(i) unname(unlist(columns[i, ])))
  }
  lists <- is.list(values) && !is.data.frame(values)
  if (!lists) values <- plain_column(values, "rating")
  # The class of I() is not that of the objects.
  if (lists) values <- unclass(values)
  missing <- if (lists) {
    vapply(values, function(x) is.null(x) || is.atomic(x) && length(x) > 0 && all(is.na(x)), NA)
  } else {
    is.na(values)
  }
  known <- which(!missing)
  distinct <- if (lists) unique(values[known]) else sort(unique(values[known]), method = "radix")
  if (length(distinct) == 0) {
    abort_accord("no_rows", c("Agreement needs objects.", x = "All {length(values)} of them are missing."))
  }
  place <- if (lists) order_objects(distinct) else seq_along(distinct)
  distinct <- distinct[place]
  code <- rep(NA_integer_, length(values))
  code[known] <- match(values[known], distinct)
  distances <- if (is.function(distance)) {
    object_distances(distance, if (lists) distinct else as.list(distinct))
  } else if (lists) {
    abort_argument(distance, "distance", "a function of two objects if these are in a list column")
  } else {
    matrix_over_categories(distance, distinct, "distance", ordered = FALSE)
  }
  check_distance(distances, if (lists) paste("object", place) else distinct)
  list(code = code, values = distinct, distance = distances)
}

# The places of distinct objects in an order of their own, whatever the order of the rows, since intervals that are
# drawn depend on it. Numbers are ordered as such, so that their unit changes nothing.
order_objects <- function(objects) {
  if (all(vapply(objects, is.numeric, NA)) && length(unique(lengths(objects))) == 1 && length(objects[[1]]) > 0) {
    return(do.call(order, as.data.frame(do.call(rbind, objects))))
  }
  order(vapply(objects, function(x) paste(deparse(x), collapse = " "), ""), method = "radix")
}

# Distances relative to the largest one. They are rounded, since intervals are drawn with seeds made from the distances,
# which must not change with the unit.
without_unit <- function(distance) {
  largest <- max(distance)
  if (largest > 0) signif(distance / largest, 9) else distance
}

# Distances within items, with their `weight`, and between items, with their frequency.
rated_distances <- function(ratings, distance) {
  n <- diff(ratings$item_start)
  code <- split(ratings$code + 1L, rep(seq_along(n), n))
  code <- code[lengths(code) > 1]
  within <- lapply(code, function(x) {
    d <- distance[x, x]
    data.frame(d = d[upper.tri(d)], weight = 1 / (length(x) - 1))
  })
  within <- do.call(rbind, within) %||% data.frame(d = numeric(), weight = numeric())
  size <- nrow(distance)
  paired <- tabulate(as.integer(unlist(code)), size)
  # All pairs of ratings, less those of one item.
  pairs <- outer(as.double(paired), as.double(paired))
  for (x in code) {
    own <- tabulate(x, size)
    at <- which(own > 0)
    pairs[at, at] <- pairs[at, at] - outer(own[at], own[at])
  }
  some <- pairs > 0
  list(within = within, between = data.frame(d = distance[some], weight = pairs[some]), n_items = length(code))
}

distance_rows <- function(alpha, sides, n_objects) {
  o <- sides$within
  e <- sides$between
  enough <- sides$n_items > 1
  mean_of <- function(x) sum(x$d * x$weight) / sum(x$weight)
  figures <- rep(NA_real_, 3)
  if (enough) {
    # Distances that differ by a rounding error are equal, so that their unit changes nothing.
    at <- sort(unique(c(o$d, e$d)))
    step <- cumsum(c(TRUE, diff(at) > 1e-10 * max(at)))
    share <- function(x) {
      each <- numeric(max(step))
      sums <- rowsum(x$weight, step[match(x$d, at)])
      each[as.integer(rownames(sums))] <- sums
      each / sum(x$weight)
    }
    observed <- share(o)
    expected <- share(e)
    figures <- c(
      if (mean_of(e) > 0) 1 - mean_of(o) / mean_of(e) else NA,
      max(0, cumsum(observed) - cumsum(expected)),
      sum(observed[cumsum(expected) - expected / 2 < 0.05])
    )
  }
  none <- rep(NA_real_, 3)
  reason <- if (sides$n_items == 0) "no item with two ratings" else if (sides$n_items == 1) "one item only" else "ok"
  if (reason != "ok") {
    alpha[c("estimate", "std.error", "conf.low", "conf.high")] <- NA_real_
    alpha$status <- reason
  }
  tibble::tibble(
    coefficient = c("alpha", "alpha_between", "ks", "sigma"), estimate = c(alpha$estimate, figures),
    std.error = c(alpha$std.error, none), conf.low = c(alpha$conf.low, none), conf.high = c(alpha$conf.high, none),
    n_items = sides$n_items, n_ratings = alpha$n_ratings, n_objects = n_objects,
    status = c(alpha$status, ifelse(is.na(figures) & reason == "ok", "no variation", reason))
  )
}
