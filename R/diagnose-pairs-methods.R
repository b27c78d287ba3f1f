# What can be done with the agreement of pairs.

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
