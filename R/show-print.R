# Printing a result: a headline, a table without what is the same in all rows, reasons.

#' Print results of agreement
#'
#' Shows estimates and intervals with few digits. Values that are the same in all rows (counts, method of the
#' interval) are in the first line. A dash is a missing value, with the reason below the table.
#'
#' @details
#' The result is a tibble with all its columns: extract them by name, as in `x$std.error`, or see all with
#' `tibble::as_tibble(x)`. Without the columns `coefficient` or `estimate`, it prints like a tibble. Columns that do
#' not fit the width of the console are named below the table.
#'
#' @param x A result of accord, such as that of [krippendorff_alpha()].
#' @param ... For `print()` the arguments of `format()`; otherwise it must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line.
#' @param categories Whether to show the number of categories. The default, `NULL`, shows it if expected agreement
#'   depends on it: with Brennan and Prediger's coefficient, AC1 or AC2.
#' @param style `"table"` for the printed lines, `"apa"` for sentences in APA style to use in a text, with two digits
#'   and one sentence for each row. In a knitr document for LaTeX, Greek letters and signs are formulas, such as
#'   `$\alpha$`.
#' @return `print()`: `x`, invisibly. `format()`: the lines, or the sentences, a character vector.
#' @seealso [paper_table()] for a table to publish, [interpret()] for verbal labels.
#' @examples
#' ratings <- data.frame(
#'   task = rep(c("style", "topic"), each = 12),
#'   item = rep(1:6, each = 2), rater = c("ann", "bob"),
#'   label = c(
#'     "a", "a", "b", "b", "a", "b", "b", "b", "a", "a", "b", "b",
#'     "a", "b", "b", "a", "a", "b", "b", "b", "a", "a", "b", "a"
#'   )
#' )
#' alpha <- krippendorff_alpha(ratings, item, rater, label, by = task)
#' alpha
#' print(alpha, digits = 2)
#' format(alpha, style = "apa")
#' tibble::as_tibble(alpha)
#' @name print.accord_agreement
NULL

#' @rdname print.accord_agreement
#' @export
print.accord_result <- function(x, ...) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  writeLines(console_lines(format(x, ...), list(...)$width %||% getOption("width")))
  invisible(x)
}

#' @export
format.accord_result <- function(x, ...) {
  check_whole_result(x)
  NextMethod()
}

#' @rdname print.accord_agreement
#' @export
format.accord_agreement <- function(x, ..., digits = if (style == "apa") 2 else 3, n = 20,
                                    width = getOption("width"), categories = NULL, style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_choice(style, c("table", "apa"), "style")
  check_digits(digits)
  check_rows(n)
  if (style == "apa") {
    return(apa_sentences(x, digits))
  }
  if (nrow(x) == 0) {
    return(c("Agreement: no estimates", cli::col_grey(all_columns(x))))
  }
  check_flag(categories, "categories", optional = TRUE)
  # While it is known how many raters there are.
  x[["coefficient"]] <- general_names(as.character(x[["coefficient"]]), x[["n_raters"]])
  style <- list(
    format = "text", digits = digits, leading_zero = FALSE, categories = shows_categories(x, categories)
  )
  counts <- intersect(counts_shown(style), names(x))
  same <- Filter(function(name) nrow(x) == 1 || is_same(x[[name]]), counts)
  shown <- x[seq_len(min(nrow(x), n)), setdiff(names(x), same)]
  table <- text_table(table_columns(shown, style), width)
  more <- nrow(x) - nrow(shown)
  # A dash that is not seen needs no reason.
  if ("Raters" %in% table$dropped) shown[["n_raters"]] <- NULL
  labels <- attr(x, "value_labels")
  printed_lines(
    x, headline(x, same), table, c(reason_lines(shown, style), set_aside_line(shown, attr(x, "outside"))),
    notes = c(
      more_rows(more), if (!is.null(labels)) paste("# Labels:", labels), door_notes(x),
      if (!is.null(attr(x, "empty_sets"))) paste("# Sets:", attr(x, "empty_sets")),
      if (!"p" %in% table$dropped) sprintf("# %s", one_sided_note(shown))
    )
  )
}

# Columns may have been changed too.
is_whole.accord_agreement <- function(x) {
  is.numeric(x[["estimate"]]) && !is.null(x[["coefficient"]]) && anyDuplicated(names(x)) == 0 &&
    length(lost_columns(x, c(AGREEMENT_COLUMNS, TEST_COLUMNS))) == 0
}

# "Agreement of 216 raters on 200 items (600 ratings), 95% jackknife intervals"
headline <- function(x, same) {
  n <- function(name, noun) if (name %in% same && !is.na(x[[name]][1])) count(x[[name]][1], noun)
  intra <- inherits(x, "accord_intra")
  raters <- n("n_raters", if (intra) "occasion" else "rater")
  items <- n("n_items", "item")
  ratings <- n("n_ratings", "rating")
  categories <- if ("n_categories" %in% same) category_count(x[["n_categories"]][1])
  where <- headline_groups(x, each = !is.null(c(raters, items, ratings)), intra)
  words <- c(
    if (intra) "Intra-rater agreement" else "Agreement",
    if (!is.null(raters)) paste("of", raters),
    if (!is.null(items)) paste("on", items),
    if (!is.null(ratings)) if (is.null(c(raters, items))) paste("on", ratings) else paste0("(", ratings, ")"),
    if (!is.null(categories)) paste("with", categories),
    where
  )
  paste0(paste(words, collapse = " "), headline_interval(x))
}

category_count <- function(n) if (n == 1) "1 category" else paste(big(n), "categories")

# "in each of 3 groups", "in each of 4 categories in 3 groups", "for each of 6 raters and all of them"
headline_groups <- function(x, each, intra) {
  n <- length(unique(group_numbers(x)))
  if (n < 2) {
    return(NULL)
  }
  keys <- unclass(x)[key_names(x)]
  each <- if (each) "in each of" else "in"
  if (intra && !is.null(keys$rater)) {
    return(paste("for each of", count(length(setdiff(keys$rater, ALL_RATERS)), "rater"), "and all of them"))
  }
  if (inherits(x, "accord_pairs")) {
    return(paste(each, big(n), "pairs"))
  }
  if (!"category" %in% names(keys)) {
    return(paste(each, big(n), "groups"))
  }
  others <- keys[names(keys) != "category"]
  groups <- if (length(others)) vctrs::vec_unique_count(vctrs::new_data_frame(others, nrow(x))) else 1
  paste0(
    each, " ", category_count(length(unique(keys$category))), if (groups > 1) paste0(" in ", big(groups), " groups")
  )
}

headline_interval <- function(x) {
  if (all(is.na(x[["conf.low"]]))) {
    return(", no intervals")
  }
  with <- !is.na(x[["conf.low"]])
  method <- unique(x[["interval"]][with])
  level <- unique(x[["conf.level"]][with])
  if (length(method) > 1) method <- unique(sub(" over clusters", "", method, fixed = TRUE))
  if (length(method) == 1 && length(level) == 1) {
    paste0(", ", if (!is.na(level)) paste0(format(100 * level), "% "), intervals_by(method))
  }
}

# At most ten reasons, each a line.
reason_lines <- function(x, style) {
  reasons <- dash_notes(x, style)
  notes <- c(scale_note(x), weight_note(x))
  more <- length(reasons) - 10
  if (more > 0) {
    reasons <- c(reasons[1:10], paste0("and ", big(more), " more; the column `status` has them all"))
  }
  if (length(reasons)) reasons <- paste0("  ", dash(style), " ", reasons)
  lines <- c(reasons, if (length(notes)) paste0("  ", paste0(notes, ".", collapse = " ")))
  if (length(lines)) c("", lines)
}
