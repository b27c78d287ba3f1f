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

# The summary of ratings contains a table for each group.
check_whole_list.accord_ratings_summary <- function(x) {
  check <- field_checker("the summary", "summary")
  check_object_fields(x, c("ratings", "coincidences"), check)
  check("ratings", if (!inherits(x$ratings, "accord_ratings")) type_fault(x$ratings, "ratings"))
  ratings <- whole_ratings(x$ratings)
  tables <- x$coincidences
  groups <- group_labels(ratings$groups)
  check("coincidences", if (!is_plain(tables, "list")) type_fault(tables, "a list"))
  check("coincidences", if (!identical(names(tables), groups)) "must have a table for each group, with its name")
  labels <- as.character(ratings$categories)
  k <- length(labels)
  plain <- vapply(tables, function(table) {
    is_plain(table, "double") && identical(dim(table), c(k, k)) &&
      (k == 0 || identical(dimnames(table), list(labels, labels)))
  }, NA)
  check("coincidences", if (!all(plain)) "must be tables of numbers with a row and a column for each category")
  bad <- vapply(tables, function(table) anyNA(table) || any(table < 0), NA)
  check("coincidences", if (any(bad)) "must be numbers from 0 on")
}

check_table.accord_ratings_summary <- function(x) {
  # Without ratings there are no categories.
  if (all(lengths(x$coincidences) == 0)) check_table_cells(data.frame())
}

table_parts.accord_ratings_summary <- function(x, style) {
  tables <- x$coincidences
  groups <- if (length(tables) > 1) rep(names(tables), vapply(tables, nrow, 1L))
  list(
    columns = matrix_columns(do.call(rbind, unname(tables)), style, groups, "One rating", "Other rating"),
    notes = paste0(
      "Coincidences: pairs of ratings of an item, ",
      if (style$format != "docx") "one rating in rows and the other in columns, ",
      "weighted so that the totals are numbers of ratings"
    )
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_ratings_summary <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_whole_result(object)
  tables <- Filter(length, object$coincidences)
  pairs <- unlist(lapply(tables, sum))
  check_plot_values(if (any(pairs > 0)) pairs, rep("no item with two ratings", length(object$coincidences)), "group",
    "coincidences"
  )
  labels <- cut_labels(unique(unlist(lapply(tables, colnames))), 16)
  shown <- first_panels(factor_in_order(names(tables)), panels_of_tiles(labels, length(tables)))
  tables <- tables[shown$rows]
  data <- lapply(names(tables), function(group) {
    table <- tables[[group]]
    dimnames(table) <- rep(list(cut_labels(colnames(table), 16)), 2)
    # Shares within the ratings of a category make rare categories visible too.
    share <- table / rowSums(table)
    share[is.nan(share)] <- NA
    table_tiles(table, share, plot_numbers(share), panel = group)
  })
  data <- do.call(rbind, data)
  data$panel <- factor_in_order(data$panel)
  tile_plot(
    data, "Share in the row", shown$caption, limits = 0:1, noun = "Categories",
    axes = c("Category of the other rating", "Category of a rating"), told = NULL,
    read = paste(
      "Numbers: for ratings of the row's category, the share of other ratings of the same items in each category;",
      "rows sum to 1. In the diagonal they agree."
    )
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_ratings <- function(object, ...) {
  autoplot.accord_ratings_summary(summary(object), ...)
}

#' @rdname autoplot.accord
#' @export
plot.accord_ratings <- function(x, ...) plot.accord_result(x, ...)

#' @export
tidy.accord_ratings <- function(x, ...) abort_not_result("tidy", "ratings", "agreement")

#' @export
glance.accord_ratings <- function(x, ...) abort_not_result("glance", "ratings", "agreement")

not_coefficients.accord_ratings <- function(x) cli::format_inline("ratings, of {.fn as_ratings}")
