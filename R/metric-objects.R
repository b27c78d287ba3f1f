# Distances of two objects of any kind: texts, sequences, rankings, vectors and boxes.

#' Distances of texts, rankings, vectors and boxes
#'
#' Functions of two objects for the argument `distance` of [distance_agreement()]. `distance_edit()` is one for
#' [krippendorff_alpha()] too, whose ratings then are texts.
#'
#' @details
#' * `distance_edit()`: the least number of elements to insert, delete or replace (Levenshtein 1966), divided by the
#'   longer of the two lengths. The elements of a text are its characters, those of a vector its values.
#' * `distance_ranking()`: objects are vectors of the same ids, the best first; or, with `values = "ranks"`, the ranks 1
#'   to n (1 is the best) of n things in a fixed order, or of those that name the vector. The numbers 1 to n may be
#'   either, so that `values` must say which. `"kendall"` is the share of pairs of ids
#'   in the opposite order, `"footrule"` the sum of the differences of ranks divided by its maximum
#'   \eqn{\lfloor n^2 / 2 \rfloor}{floor(n^2 / 2)}.
#' * `distance_vector()`: objects are vectors of numbers of the same length, such as scores or embeddings.
#'   `"euclidean"` is the root of the mean squared difference, `"cosine"` 1 minus the cosine.
#' * `distance_iou()`: 1 minus the intersection over union of two boxes, vectors of their corners `x1, y1, x2, y2`. An
#'   object may have several boxes, the rows of a matrix or data frame; then it is 1 minus the mean, over the boxes of
#'   both, of the largest intersection over union with a box of the other. Two objects without boxes have the distance
#'   0, and one without and one with boxes the distance 1.
#'
#' All but `"euclidean"` are between 0 and 1, `"cosine"` up to 2. They are computed once for each pair of distinct
#' objects.
#'
#' @section Missing and degenerate data:
#' Objects that the distance cannot compare, such as missing ones, rankings of different ids, vectors of other lengths
#' or with missing values, vectors of zeros for `"cosine"` and boxes whose second corner is not beyond the first, are an
#' error.
#'
#' @section Errors:
#' `accord_error_distance` and `accord_error_argument`.
#'
#' @param method Which distance, see below.
#' @param values Of rankings: `"order"` for ids, the best first; `"ranks"` for ranks. `NULL` is `"order"` for ids that
#'   are not the numbers 1 to n, and an error for these.
#' @param pixel What is added to each side of a box: 1 if the corners are pixels that both belong to it, 0 if they are
#'   places.
#' @param size Whether boxes are given as `x, y, width, height`, as in COCO and Label Studio.
#' @return A function of two objects.
#' @references Levenshtein, V. I. (1966) Binary codes capable of correcting deletions, insertions, and reversals.
#' *Soviet Physics Doklady* 10, 707-710.
#' @seealso [distance_agreement()]
#' @name distances
#' @examples
#' distance_edit()("kitten", "sitting")
#' distance_ranking()(c("a", "b", "c"), c("b", "a", "c"))
#' distance_vector("cosine")(c(1, 0), c(1, 1))
#' distance_iou()(c(0, 0, 2, 2), c(1, 1, 3, 3))
NULL

# A distance by `all`, a function of a list of objects that returns the matrix of all distances.
new_distance <- function(all) {
  structure(function(a, b) all(list(a, b))[1, 2], all = all, class = c("accord_distance", "function"))
}

#' @rdname distances
#' @export
distance_edit <- function() {
  new_distance(function(objects) {
    check_objects(objects, function(x) !anyNA(x), "texts, or vectors of values, without missing ones")
    text <- all(vapply(objects, function(x) is.character(x) && length(x) == 1, NA))
    texts <- if (text) {
      unlist(objects)
    } else {
      check_objects(objects, is.atomic, "texts, or vectors of values")
      values <- lapply(objects, id_text)
      known <- unique(unlist(values))
      # A letter for each value, without the code points that are no letters.
      letter <- 0x100 + seq_along(known)
      letter <- letter + ifelse(letter >= 0xD800, 0x2000, 0)
      vapply(values, function(x) intToUtf8(letter[match(x, known)]), "")
    }
    longer <- outer(nchar(texts), nchar(texts), pmax)
    ifelse(longer == 0, 0, utils::adist(texts) / longer)
  })
}

#' @rdname distances
#' @export
distance_ranking <- function(method = "kendall", values = NULL) {
  check_choice(method, c("kendall", "footrule"), "method")
  check_choice(values, c("order", "ranks"), "values", optional = TRUE)
  new_distance(function(objects) {
    check_objects(objects, function(x) is.atomic(x) && !anyNA(x), "vectors of ids without missing ones, the best first")
    are_numbers <- vapply(objects, is_permutation, NA)
    if (identical(values, "ranks")) {
      check_objects(objects, is_permutation, "the ranks 1 to n, without ties")
      objects <- lapply(objects, function(x) (names(x) %||% seq_along(x))[order(x)])
    } else if (is.null(values) && all(are_numbers)) {
      abort_numbered_rankings(objects)
    }
    ids <- lapply(objects, id_text)
    first <- sort(ids[[1]])
    check_objects(ids, function(x) identical(sort(x), first) && !anyDuplicated(x), "rankings of the same ids")
    rank <- do.call(rbind, lapply(ids, function(x) match(first, x)))
    n <- length(first)
    if (n < 2) {
      return(matrix(0, length(ids), length(ids)))
    }
    if (method == "footrule") {
      return(as.matrix(stats::dist(rank, "manhattan")) / floor(n^2 / 2))
    }
    pairs <- utils::combn(n, 2)
    ahead <- sign(rank[, pairs[1, ], drop = FALSE] - rank[, pairs[2, ], drop = FALSE])
    (ncol(pairs) - tcrossprod(ahead)) / (2 * ncol(pairs))
  })
}

is_permutation <- function(x) is.numeric(x) && length(x) > 1 && !anyNA(x) && all(sort(x) == seq_along(x))

abort_numbered_rankings <- function(objects) {
  example <- objects[[1]]
  abort_accord(
    "distance",
    c(
      "Rankings by numbers from 1 on may be ranks, or ids in their order.",
      x = "The {length(objects)} object{?s} hold{?s/} the numbers 1 to {length(example)}, such as
           {.val {unname(example)}}.",
      i = "If the first number is the rank of the first thing, use {.code distance_ranking(values = \"ranks\")}.",
      i = "If it is the id of the best thing, use {.code distance_ranking(values = \"order\")}."
    )
  )
}

#' @rdname distances
#' @export
distance_vector <- function(method = "euclidean") {
  check_choice(method, c("euclidean", "cosine"), "method")
  new_distance(function(objects) {
    size <- length(objects[[1]])
    check_objects(
      objects, function(x) is.numeric(x) && length(x) == size && all(is.finite(x)),
      "vectors of finite numbers of the same length"
    )
    x <- do.call(rbind, lapply(objects, as.double))
    if (method == "euclidean") {
      return(euclidean_distances(x) / sqrt(max(size, 1)))
    }
    check_objects(objects, function(x) any(x != 0), "vectors with a number other than 0")
    # Only the direction of a vector counts.
    x <- x / apply(x, 1, unit_of)
    norm <- sqrt(rowSums(x^2))
    distance <- 1 - tcrossprod(x / norm)
    # A rounding error would make equal objects differ.
    distance[abs(distance) < 1e-12] <- 0
    diag(distance) <- 0
    distance
  })
}

# Squares of large differences would overflow, those of small ones vanish: these are computed with a unit of the pair.
euclidean_distances <- function(x) {
  unit <- unit_of(x)
  x <- x / unit
  distance <- as.matrix(stats::dist(x))
  near <- which(distance < 1e-140 & upper.tri(distance), arr.ind = TRUE)
  for (k in seq_len(nrow(near))) {
    a <- near[k, 1]
    b <- near[k, 2]
    away <- x[a, ] - x[b, ]
    distance[a, b] <- distance[b, a] <- unit_of(away) * sqrt(sum((away / unit_of(away))^2))
  }
  unit * distance
}

#' @rdname distances
#' @export
distance_iou <- function(pixel = 0, size = FALSE) {
  check_number(pixel, "pixel", from = 0)
  check_flag(size, "size")
  new_distance(function(objects) {
    boxes <- lapply(objects, function(x) {
      if (is.data.frame(x)) x <- as.matrix(x)
      if (is.numeric(x) && is.null(dim(x)) && length(x) %in% c(0, 4)) x <- matrix(x, ncol = 4)
      if (size && is.matrix(x) && is.numeric(x) && ncol(x) == 4) x[, 3:4] <- x[, 1:2] + x[, 3:4]
      x
    })
    check_objects(boxes, function(x) {
      is.matrix(x) && is.numeric(x) && ncol(x) == 4 && all(is.finite(x)) && all(x[, 3:4] + pixel > x[, 1:2])
    }, "boxes of four numbers, whose second corner is beyond the first", objects, if (!size) {
      "Boxes with a width and a height, as x, y, width and height, need {.code distance_iou(size = TRUE)}."
    })
    best <- best_overlaps(boxes, pixel)
    n <- vapply(boxes, nrow, 0L)
    both <- outer(n, n, `+`)
    ifelse(both == 0, 0, pmax(0, 1 - (best + t(best)) / both))
  })
}

# For two objects the sum, over the boxes of the second (in columns), of the largest intersection over union with a box
# of the first.
best_overlaps <- function(boxes, pixel) {
  all <- do.call(rbind, boxes)
  # Areas do not overflow or vanish.
  unit <- unit_of(all, pixel)
  all <- all / unit
  pixel <- pixel / unit
  n <- length(boxes)
  of <- factor(rep(seq_len(n), vapply(boxes, nrow, 0L)), seq_len(n))
  area <- (all[, 3] - all[, 1] + pixel) * (all[, 4] - all[, 2] + pixel)
  some <- which(tabulate(of, n) > 0)
  best <- matrix(0, n, n)
  for (a in some) {
    largest <- rep(0, nrow(all))
    for (i in which(as.integer(of) == a)) {
      wide <- pmax(0, pmin(all[, 3], all[i, 3]) - pmax(all[, 1], all[i, 1]) + pixel)
      high <- pmax(0, pmin(all[, 4], all[i, 4]) - pmax(all[, 2], all[i, 2]) + pixel)
      largest <- pmax(largest, wide * high / (area + area[i] - wide * high))
    }
    best[a, some] <- rowsum(largest, as.integer(of))
  }
  best
}

# `good`: whether an object can be compared; `shown`: the objects as the user knows them.
check_objects <- function(objects, good, rule, shown = objects, hint = NULL) {
  bad <- which(!vapply(objects, function(x) isTRUE(good(x)), NA))
  if (length(bad)) {
    first <- shown[[bad[1]]]
    abort_accord(
      "distance",
      c(
        "This distance compares {rule}.",
        x = "{length(bad)} object{?s} {?is/are} not, the first {.obj_type_friendly {first}}.",
        i = if (is.atomic(first)) "It holds {.val {first_few(id_text(as.vector(first)))}}.",
        i = hint
      ),
      objects = bad
    )
  }
}

# Stops for a distance that is named, or not called, where its function of two objects is wanted.
check_distance_called <- function(distance) {
  known <- list(edit = distance_edit, ranking = distance_ranking, vector = distance_vector, iou = distance_iou)
  name <- if (rlang::is_string(distance)) {
    intersect(sub("^distance_", "", sub("[(][)]$", "", distance)), names(known))
  } else if (is.function(distance)) {
    names(known)[vapply(known, identical, NA, distance)]
  }
  if (length(name)) {
    code <- paste0("distance_", name, "()")
    abort_accord(
      "distance",
      c(
        "{.arg distance} must be a function of two objects, or a matrix.",
        x = if (is.function(distance)) {
          "It is a function that makes such a function, and was not called."
        } else {
          "It is {.val {distance}}."
        },
        i = "Use {.code distance = {code}}."
      )
    )
  }
}

# The distances of distinct objects: of all at once, or pair by pair by a function of the user.
object_distances <- function(distance, objects) {
  check_few_values(length(objects), "Compare a sample of the items.")
  all <- attr(distance, "all")
  if (is.null(all)) {
    distance_from_function(distance, objects)
  } else {
    unname(all(objects))
  }
}
