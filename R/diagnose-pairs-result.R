# Methods for the agreement of pairs.

own_keys.accord_pairs <- function(x) c("rater_1", "rater_2")

text_columns.accord_pairs <- function(x) c("rater_1", "rater_2")

#' @rdname pairwise_agreement
#' @param x The result of `pairwise_agreement()`.
#' @param weighted Whether to weight pairs by the number of their common items.
#' @export
mean.accord_pairs <- function(x, weighted = FALSE, ...) {
  check_no_dots(...)
  check_flag(weighted, "weighted")
  check_result_columns(x, c("estimate", if (weighted) "n_items"), "The agreement of pairs")
  x <- x[!is.na(x$estimate), ]
  if (nrow(x) == 0) {
    return(NA_real_)
  }
  stats::weighted.mean(x$estimate, if (weighted) x$n_items else rep(1, nrow(x)))
}

#' @rdname pairwise_agreement
#' @export
as.matrix.accord_pairs <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("rater_1", "rater_2", "estimate"), "The agreement of pairs")
  pair <- paste(match(x$rater_1, unique(x$rater_1)), match(x$rater_2, unique(x$rater_2)))
  if (anyDuplicated(pair)) {
    abort_accord(
      "groups",
      c(
        "A matrix holds one value for each pair of raters.",
        x = "{sum(duplicated(pair))} pair{?s} {?occurs/occur} in more than one row.",
        i = "Filter the rows to one group and one coefficient."
      )
    )
  }
  ids <- sort_ids(vctrs::vec_unique(vctrs::vec_c(x$rater_1, x$rater_2)))
  check_square(length(ids), "raters", "Filter the rows to the raters whom you want to see.")
  result <- matrix(NA_real_, length(ids), length(ids), dimnames = list(ids, ids))
  at <- cbind(match(x$rater_1, ids), match(x$rater_2, ids))
  result[at] <- x$estimate
  result[at[, 2:1, drop = FALSE]] <- x$estimate
  diag(result) <- 1
  result
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_pairs <- function(object, ..., max_raters = NULL, width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  if (!is.null(max_raters)) check_number(max_raters, "max_raters", above = 1)
  check_plot_columns(object, c("rater_1", "rater_2", "estimate", "coefficient"))
  group <- group_panels(object, "rater_1")
  labels <- coefficient_labels(object)
  if (length(unique(labels)) > 1) group <- factor_in_order(paste0(group, ifelse(group == "", "", ", "), labels))
  all <- unique(as.character(c(object$rater_1, object$rater_2)))
  max_raters <- max_raters %||% raters_of_triangle(all)
  names <- utils::head(all, max_raters)
  shown <- first_panels(group, panels_of_tiles(cut_labels(names, letters_of(12)), nlevels(group), TRUE))
  object <- object[shown$rows, ]
  group <- droplevels(group[shown$rows])
  kept <- most_met(object, max_raters)
  object <- object[kept$rows, ]
  group <- droplevels(group[kept$rows])
  sorted <- similar_order(as.character(object$rater_1), as.character(object$rater_2), object$estimate)
  short <- names_of_diagonal(sorted, if (length(sorted) * nlevels(group) > 6) 14 else 18, nlevels(group))
  place <- function(id) factor(match(as.character(id), sorted), seq_along(sorted), short)
  data <- triangle_tiles(
    place(object$rater_1), place(object$rater_2), object$estimate, plot_numbers(object$estimate), group
  )
  tile_plot(
    data, if (length(unique(labels)) == 1) labels[1] else "Estimate",
    c(
      shown$caption, kept$caption, if (anyNA(object$estimate)) {
        paste0("Cross: ", missing_caption(object$estimate, object[["status"]], "pair"))
      },
      if (2 * nrow(data) < nlevels(group) * length(sorted) * (length(sorted) - 1)) "White: no item in common."
    ),
    limits = range(c(0, 1, object$estimate), na.rm = TRUE),
    read = "Each tile is a pair of raters, named at the ends of its row and its column; similar raters are neighbours.",
    triangle = TRUE, noun = "Raters"
  )
}

# The names in the diagonal of `panels`, of which those in the upper half have room to the right of them.
names_of_diagonal <- function(names, width, panels) {
  short <- cut_labels(names, letters_of(width))
  early <- seq_along(names) <= length(names) / 2 & panels == 1
  found <- replace(short, early, cut_labels(names, letters_of(24))[early])
  if (anyDuplicated(found)) short else found
}

# As many raters as can be named.
raters_of_triangle <- function(names) {
  size <- function(n) {
    labels <- factor_in_order(cut_labels(utils::head(names, n), letters_of(12)))
    tile_size(list(row = labels, column = labels), 1, 1, TRUE, TRUE)
  }
  n <- max(2, min(length(names), panel_height() %/% LOWEST_TILE))
  while (n > 2 && !names_fit(size(n))) n <- n - 1
  n
}

# Returns the rows of the raters that are shown: first the rater with values for most pairs, then repeatedly the one who
# has most values with those already chosen.
most_met <- function(x, max_raters) {
  all <- unique(c(as.character(x$rater_1), as.character(x$rater_2)))
  if (length(all) <= max_raters) {
    return(list(rows = seq_len(nrow(x))))
  }
  known <- !is.na(x$estimate)
  first <- match(as.character(x$rater_1), all)
  second <- match(as.character(x$rater_2), all)
  from <- c(first[known], second[known])
  to <- c(second[known], first[known])
  degree <- tabulate(from, length(all))
  with_chosen <- double(length(all))
  chosen <- integer()
  while (length(chosen) < max_raters) {
    score <- with_chosen + degree / (max(degree) + 1)
    score[chosen] <- -1
    best <- which.max(score)
    chosen <- c(chosen, best)
    with_chosen <- with_chosen + tabulate(to[from == best], length(all))
  }
  list(
    rows = which(first %in% chosen & second %in% chosen),
    caption = paste0(
      length(chosen), " of ", big(length(all)), " raters: those with values for most pairs",
      if (length(all) - length(chosen) <= 3) {
        paste0("; not ", in_a_list(cut_labels(all[-chosen], 20)))
      }, "."
    )
  )
}

# Sorts raters by hierarchical clustering of their agreement; pairs without a value have the mean agreement.
similar_order <- function(first, second, value) {
  ids <- sort(unique(c(first, second)), method = "radix")
  if (length(ids) < 3) {
    return(ids)
  }
  sums <- counts <- matrix(0, length(ids), length(ids))
  at <- cbind(match(first, ids), match(second, ids))[!is.na(value), , drop = FALSE]
  known <- value[!is.na(value)]
  for (i in seq_along(known)) {
    sums[at[i, , drop = FALSE]] <- sums[at[i, , drop = FALSE]] + known[i]
    counts[at[i, , drop = FALSE]] <- counts[at[i, , drop = FALSE]] + 1
  }
  sums <- sums + t(sums)
  counts <- counts + t(counts)
  mean <- sums / counts
  mean[is.na(mean)] <- if (length(known)) mean(known) else 0
  # The branch with the highest agreement comes first.
  tree <- stats::hclust(stats::as.dist(1 - mean), "average")
  order <- stats::order.dendrogram(stats::reorder(stats::as.dendrogram(tree), -rowMeans(mean), mean))
  ids[order]
}
