#' Summary of ratings: the coincidence table
#'
#' Shows the table from which Krippendorff's alpha can be computed by hand: how often two categories occur together in
#' the pairs of ratings of an item.
#'
#' @details
#' An item with \eqn{m}{m} ratings has \eqn{m (m - 1)}{m (m - 1)} ordered pairs, each of which counts
#' \eqn{1 / (m - 1)}{1 / (m - 1)}; items with one rating have none. The table is symmetric and its row sums are
#' \eqn{n_c}{n_c}, the number of ratings in each category that can be paired. With \eqn{o_{ck}}{o_ck} its entries and
#' \eqn{n}{n} their sum,
#' \deqn{\alpha = 1 - (n - 1) \frac{\sum_{c,k} o_{ck}\, \delta^2_{ck}}{\sum_{c,k} n_c n_k\, \delta^2_{ck}}}{
#' alpha = 1 - (n - 1) sum_ck o_ck delta^2_ck / sum_ck n_c n_k delta^2_ck}
#' where \eqn{\delta^2}{delta^2} is the disagreement of the level, see [krippendorff_alpha()].
#'
#' @section Errors:
#' `accord_error_too_many_values` for more than 1000 categories.
#'
#' @param object Ratings made by [as_ratings()].
#' @param ... Must be empty.
#' @return An object of class `accord_ratings_summary`, a list: `ratings`, and `coincidences`, a
#'   list with a matrix for each group. Missing ratings are left out. Categories that nobody used
#'   have rows of zeros.
#' @references
#' Krippendorff, K. (2019) *Content Analysis: An Introduction to Its Methodology*, 4th ed.,
#' chapter 12. \doi{10.4135/9781071878781}
#' @seealso [as_ratings()], [krippendorff_alpha()], [disagreements()] for the pairs of categories that differ
#' @export
#' @examples
#' scores <- rbind(c(5, 5, 5, 1), c(4, 5, 4, 3))
#' ratings <- as_ratings(scores, layout = "raters_in_rows", level = "interval")
#' summary(ratings)
#'
#' o <- summary(ratings)$coincidences[[1]]
#' n <- rowSums(o)
#' delta2 <- outer(c(1, 3, 4, 5), c(1, 3, 4, 5), "-")^2
#' 1 - (sum(n) - 1) * sum(o * delta2) / sum(outer(n, n) * delta2)
#' krippendorff_alpha(ratings)$estimate
summary.accord_ratings <- function(object, ...) {
  check_no_dots(...)
  object <- whole_ratings(object)
  labels <- as.character(object$categories)
  if (length(labels) > 1000) {
    abort_accord(
      "too_many_values",
      c(
        "A coincidence table has at most 1000 categories.",
        x = "There are {length(labels)} distinct ratings."
      ),
      n = length(labels)
    )
  }
  tables <- lapply(call_core(coincidences_by_group(core_sample(object))), function(table) {
    dimnames(table) <- list(labels, labels)
    table
  })
  names(tables) <- group_labels(object$groups)
  structure(list(ratings = object, coincidences = tables), class = c("accord_ratings_summary", "accord_result"))
}

#' @export
print.accord_ratings_summary <- function(x, digits = 4, ...) {
  check_whole_result(x)
  check_whole(digits, "digits", most = 15)
  print(x$ratings)
  for (group in names(x$coincidences)) {
    of_group <- if (length(x$coincidences) > 1) paste0(" of ", group) else ""
    table <- x$coincidences[[group]]
    cat("\nCoincidence table", of_group, ":\n", sep = "")
    print(signif(cbind(table, n = rowSums(table)), digits))
    cat("n = ", format(sum(table), digits = digits), "\n", sep = "")
  }
  invisible(x)
}
