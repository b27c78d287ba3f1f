# Combining results by rows.

#' Combine results by rows
#'
#' `rbind()` puts results of the same kind one below the other, for one table or plot. Estimates of coefficients of the
#' same groups may have different columns, such as those of alpha and of [icc()], or with and without a test: columns
#' that one of them lacks are `NA` in its rows.
#'
#' `dplyr::bind_rows(list(first = x, second = y), .id = "study")` adds a column in front that says which result a row is
#' from; prints, tables and plots show it. Statistics of a single fit, such as the separation of the raters of
#' [rater_severity()], are not printed for combined rows.
#'
#' @section Errors:
#' * `accord_error_missing_column` for results of different kinds, or with other columns of `by`.
#' * `accord_error_several_fits` is raised by `glance()` of combined variance components, generalizability studies or
#'   severities, by `augment()` and `tidy()` (of items, facets, steps and drift) of combined severities, and by
#'   `augment()` and the plot of combined limits of agreement.
#' * `accord_error_not_consensus` is raised by `tidy()`, `glance()`, `augment()` and the plot of combined labels of
#'   [consensus()].
#'
#' @param ... Results of accord of the same kind.
#' @param deparse.level As in [rbind()].
#' @return A result of the same kind.
#' @seealso [paper_table()]
#' @examples
#' scores <- data.frame(
#'   essay = rep(1:5, each = 2), rater = c("ann", "bob"), score = c(1, 1, 2, 3, 5, 4, 3, 3, 4, 4)
#' )
#' rbind(
#'   krippendorff_alpha(scores, essay, rater, score, level = "interval"),
#'   icc(scores, essay, rater, score)
#' )
#' @export
rbind.accord_result <- function(..., deparse.level = 1) { # nolint: object_name_linter.
  all <- Filter(Negate(is.null), list(...))
  results <- Filter(function(x) inherits(x, "accord_result"), all)
  for (x in results) if (inherits(x, "accord_lazy")) abort_lazy("`rbind()`")
  for (x in Filter(is.data.frame, all)) check_whole_result(x)
  if (length(results) == length(all)) {
    all <- if (are_of_same_groups(results)) with_all_columns(results) else with_names_of_results(results)
    check_combinable(all)
  }
  result <- do.call(rbind.data.frame, c(all, list(deparse.level = deparse.level)))
  for (name in WORDS_OF_CALL) if (!is_same_attribute(all, name)) attr(result, name) <- NULL
  with_note(result, "timing", timing_of_rows(all))
}

# How time was rated, see timing_words(), by rows where results differ.
timing_of_rows <- function(results) {
  words <- lapply(results, attr, "timing", exact = TRUE)
  if (is_same(words)) {
    return(words[[1]])
  }
  n <- vapply(results, NROW, 0L)
  last <- cumsum(n)
  rows <- ifelse(n == 1, paste("row", last), paste("rows", last - n + 1, "to", last))
  paste0(rows, ": ", vapply(words, function(one) one %||% "all of it", ""), collapse = "; ")
}

# Attributes with words on all rows of a call, such as the coefficient of influences.
WORDS_OF_CALL <- c("coefficient", "scale", "voted", "ties")

is_same_attribute <- function(all, name) length(unique(lapply(all, attr, name, exact = TRUE))) == 1

are_of_same_groups <- function(results) {
  inherits(results[[1]], "accord_agreement") && is_same(lapply(results, class)) && is_same(lapply(results, key_names))
}

# Evaluations of several methods have the same rows, which a first column `result` tells apart: the names of the
# arguments of rbind(), or numbers. Without names, results whose rows differ need no such column.
with_names_of_results <- function(results) {
  evaluations <- all(vapply(results, inherits, NA, "accord_evaluation"))
  has <- vapply(results, function(x) "result" %in% names(x), NA)
  if (!evaluations || all(has)) {
    return(results)
  }
  given <- rlang::names2(results)
  if (!any(has) && all(given == "")) {
    keys <- lapply(results, function(x) as.list(x)[setdiff(row_keys(names(x)), "result")])
    keys <- tryCatch(vctrs::vec_rbind(!!!lapply(keys, vctrs::new_data_frame)), error = function(cnd) NULL)
    if (is.null(keys) || !vctrs::vec_duplicate_any(keys)) return(results)
  }
  used <- unlist(lapply(results[has], function(x) unique(x$result)))
  numbers <- setdiff(as.character(seq_len(length(results) + length(used))), c(used, given))
  for (i in which(!has)) {
    name <- if (given[i] == "") numbers[1] else given[i]
    numbers <- setdiff(numbers, name)
    x <- results[[i]]
    x[["result"]] <- rep(name, nrow(x))
    results[[i]] <- x[c("result", setdiff(names(x), "result"))]
  }
  results
}

# Adds columns that other results have, with NA.
with_all_columns <- function(results) {
  columns <- unique(unlist(lapply(results, names)))
  lapply(results, function(x) {
    x[setdiff(columns, names(x))] <- NA
    x[columns]
  })
}

check_combinable <- function(results) {
  columns <- lapply(results, names)
  tables <- vapply(results, is.data.frame, NA)
  fits <- tables & vapply(columns, setequal, NA, columns[[1]])
  if (all(fits)) {
    return(invisible())
  }
  n <- max(2, which(!fits)[1])
  more <- setdiff(columns[[n]], columns[[1]])
  less <- setdiff(columns[[1]], columns[[n]])
  kinds <- vapply(results[c(1, n)], function(x) class(x)[1], "", USE.NAMES = FALSE)
  alike <- is_same(kinds) && all(tables)
  abort_accord(
    "missing_column",
    c(
      "{.fn rbind} combines tables of the same kind that have the same columns.",
      x = if (!alike) "Result 1 is {.cls {kinds[1]}}, result {n} {.cls {kinds[2]}}.",
      x = if (alike && length(less)) "Result {n} lacks {length(less)} column{?s} of result 1: {.field {less}}.",
      x = if (alike && length(more)) "Result 1 lacks {length(more)} column{?s} of result {n}: {.field {more}}.",
      i = if (alike) {
        "{.fn dplyr::bind_rows} makes such columns {.val {NA}} where they are missing."
      } else {
        "Make a {.fn paper_table} of each."
      }
    ),
    column = c(less, more)
  )
}
