# Prints a result: a headline, a table without the columns that are constant, and the reasons for missing values.

#' Print results
#'
#' Shows estimates and intervals with few digits. Values that are the same in all rows (counts, method of the
#' interval) are in the first line. A dash is a missing value, with the reason below the table.
#'
#' @details
#' The result is a tibble with all its columns: extract them by name, as in `x$std.error`, or see all with
#' `tibble::as_tibble(x)`. Without the columns `coefficient` or `estimate`, it prints like a tibble. Columns that do
#' not fit the width of the console are named below the table.
#'
#' Summaries of raters and items, influences, disagreements, labels of a consensus and results of chains print in the
#' same way, with the headings of [paper_table()]; counts that are the same in all rows are in the first line, and
#' columns that repeat another one are left out. All prints show the first `n` rows.
#'
#' @param x A result of accord, such as that of [krippendorff_alpha()].
#' @param ... For `print()` the arguments of `format()`; otherwise it must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line.
#' @param categories Whether to show the number of categories. The default, `NULL`, shows it if expected agreement
#'   depends on it: with Brennan and Prediger's coefficient, AC1 or AC2.
#' @param style `"table"` for the printed lines; `"apa"`, `"vancouver"` (95% CI 0.30 to 0.53) or `"acl"` for sentences
#'   in that style to use in a text, with two digits and one sentence for each row. In a knitr document for LaTeX, Greek
#'   letters and signs are formulas, such as `$\alpha$`.
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
#' print(item_summary(ratings, item, rater, label, by = task), n = 5)
#' @name print.accord_agreement
NULL

#' @rdname print.accord_agreement
#' @export
format.accord_agreement <- function(x, ..., digits = if (style == "table") 3 else 2, n = 20,
                                    width = getOption("width"), categories = NULL, style = "table") {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_choice(style, SENTENCE_STYLES, "style")
  check_digits(digits)
  check_rows(n)
  if (style != "table") {
    return(apa_sentences(x, digits, style))
  }
  if (nrow(x) == 0) {
    return(c("Agreement: no estimates", cli::col_grey(all_columns(x))))
  }
  check_flag(categories, "categories", optional = TRUE)
  twice <- rated_twice_words(x)
  # The names depend on the number of raters, whose column is removed below if it is constant.
  x[["coefficient"]] <- general_names(as.character(x[["coefficient"]]), x[["n_raters"]])
  style <- list(
    format = "text", digits = digits, leading_zero = FALSE, categories = shows_categories(x, categories)
  )
  counts <- intersect(counts_shown(x, style), names(x))
  same <- Filter(function(name) nrow(x) == 1 || is_same(x[[name]]), counts)
  shown <- x[seq_len(min(nrow(x), n)), setdiff(names(x), same)]
  table <- text_table(table_columns(shown, style), width)
  more <- nrow(x) - nrow(shown)
  # If the column of raters is not printed, its missing values need no explanation.
  if ("Raters" %in% table$dropped) shown[["n_raters"]] <- NULL
  labels <- attr(x, "value_labels")
  metric <- metric_note(shown, style)
  printed_lines(
    x, headline(x, same), table, c(reason_lines(shown, style), set_aside_line(shown, attr(x, "outside"))),
    notes = c(
      more_rows(more), if (!is.null(metric)) paste("#", metric), if (!is.null(labels)) paste("# Labels:", labels),
      door_notes(x),
      if (!is.null(twice)) paste("#", twice),
      if (!is.null(attr(x, "none_twice")) && all(x[["n_items"]] %in% 0L)) "# No item has two or more ratings",
      skewed_note(x), few_common_note(x), whole_range_note(x), exchanged_note(x),
      if (!is.null(attr(x, "empty_sets"))) paste("# Sets:", attr(x, "empty_sets")),
      if (!is.null(attr(x, "whole_sets"))) paste("# Sets:", attr(x, "whole_sets")),
      if (!"p" %in% table$dropped) sprintf("# %s", one_sided_note(shown, style))
    )
  )
}

# Why an interval contains all values from -1 to 1.
whole_range_note <- function(x) {
  wide <- which(x[["conf.low"]] <= -1 & x[["conf.high"]] >= 1)
  if (length(wide) == 0) {
    return(NULL)
  }
  unit <- if (is.null(x[["n_clusters"]])) "item" else "cluster"
  n <- unique(x[[paste0("n_", unit, "s")]][wide])
  paste0("# From -1 to 1: too few ", unit, "s", if (length(n) == 1) paste0(" (", n, ")"), " to exclude any value")
}

# Few items of very many raters are more often ids and raters in each other's place.
exchanged_note <- function(x) {
  items <- x[["n_items"]]
  raters <- x[["n_raters"]]
  known <- length(items) > 0 && length(raters) > 0 && !inherits(x, "accord_intra")
  if (!known || !isTRUE(all(items > 0 & items <= 5 & raters >= 4 * items))) {
    return(NULL)
  }
  "# Few items and many raters: are `item` and `rater` in each other's place?"
}

# Users may also have changed the type of a column.
is_whole.accord_agreement <- function(x) {
  is.numeric(x[["estimate"]]) && !is.null(x[["coefficient"]]) && anyDuplicated(names(x)) == 0 &&
    length(lost_columns(x, c(AGREEMENT_COLUMNS, TEST_COLUMNS))) == 0
}

# The first line, such as "Agreement of 216 raters on 200 items (600 ratings), 95% jackknife intervals".
headline <- function(x, same) {
  # Without two ratings of any item nothing is used: the counts are those of the data.
  given <- attr(x, "none_twice")
  if (!is.null(given) && all(x[["n_items"]] %in% 0L)) x[names(given)] <- given
  n <- function(name, noun) if (name %in% same && !is.na(x[[name]][1])) count(x[[name]][1], noun)
  intra <- inherits(x, "accord_intra")
  raters <- n("n_raters", if (intra) "occasion" else "rater")
  items <- n("n_items", "item")
  ratings <- n("n_ratings", "rating")
  categories <- if ("n_categories" %in% same) category_count(x[["n_categories"]][1])
  clusters <- n("n_clusters", "cluster")
  where <- headline_groups(x, each = !is.null(c(raters, items, ratings)), intra)
  words <- c(
    if (intra) "Intra-rater agreement" else "Agreement",
    if (!is.null(raters)) paste("of", raters),
    if (!is.null(items)) paste("on", items),
    if (!is.null(ratings)) if (is.null(c(raters, items))) paste("on", ratings) else paste0("(", ratings, ")"),
    if (!is.null(clusters)) paste("in", clusters), if (!is.null(categories)) paste("with", categories),
    where
  )
  paste0(paste(words, collapse = " "), headline_interval(x))
}

category_count <- function(n) if (n == 1) "1 category" else paste(big(n), "categories")

# The part of the headline about groups, such as "in each of 3 groups" or "for each of 6 raters and all of them".
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

# Returns at most ten reasons for missing values, one per line.
reason_lines <- function(x, style) {
  reasons <- dash_notes(x, style)
  notes <- c(scale_note(x), side_notes(x, style), weight_note(x))
  more <- length(reasons) - 10
  if (more > 0) {
    reasons <- c(reasons[1:10], paste0("and ", big(more), " more; the column `status` has them all"))
  }
  if (length(reasons)) reasons <- paste0("  ", dash(style), " ", reasons)
  lines <- c(reasons, if (length(notes)) paste0("  ", paste0(notes, ".", collapse = " ")))
  if (length(lines)) c("", lines)
}

# Sentences such as "Krippendorff's alpha = .13, 95% CI [.06, .22], 200 items, 119 raters, 600 ratings."
apa_sentences <- function(x, digits, house) {
  # Signs are those of print(), or LaTeX formulas if the document is converted to LaTeX.
  style <- in_house(list(format = apa_format(), digits = digits, leading_zero = FALSE), house)
  names <- apa_text(group_names(x), style)
  paste0(
    ifelse(names == "", "", paste0(names, ": ")),
    apa_names(x, style), apa_value(x, style), apa_interval(x, style), apa_test(x, style), apa_counts(x)
  )
}

apa_names <- function(x, style) {
  greek(apa_text(sub(" (nominal)", "", coefficient_labels(x), fixed = TRUE), style), style)
}

apa_test <- function(x, style) {
  if (!has_added(x, "p.value") || !has_added(x, "statistic")) {
    return("")
  }
  two <- utils::modifyList(style, list(digits = 2, leading_zero = TRUE))
  whole <- function(df) sub("[.]0$", "", formatC(df, format = "f", digits = 1))
  less <- if (style$format == "latex") "p $<$ .001" else "p < .001"
  df <- if (has_added(x, "df")) {
    ifelse(is.finite(x[["df"]]), paste0("(", whole(x[["df"]]), ")"), "")
  } else if (all(c("df1", "df2") %in% names(x))) {
    ifelse(is.na(x[["df1"]]), "", paste0("(", whole(x[["df1"]]), ", ", whole(x[["df2"]]), ")"))
  } else {
    ""
  }
  p <- x[["p.value"]]
  small <- !is.na(p) & p < 0.001
  p <- ifelse(small, less, paste("p =", format_numbers(p, utils::modifyList(style, list(digits = 3)))))
  text <- paste0(", ", statistic_name(x), df, " = ", format_numbers(x[["statistic"]], two), ", ", p)
  ifelse(is.na(x[["p.value"]]) | is.na(x[["statistic"]]), "", text)
}

#' Tidy results of agreement
#'
#' Methods for the generics of package generics, with the column names of package broom.
#'
#' @param x The result of [agreement()] or of the function for one coefficient, such as [krippendorff_alpha()]. `tidy()`
#'   of a result without another method, such as that of [rater_summary()], is the result as a plain tibble; `glance()`
#'   of it is an error.
#' @param ... Must be empty.
#' @return `tidy()`: a tibble with the group keys, `term` (the coefficient), `estimate`, `std.error`, the test if
#'   there is one (`statistic`, `df` or `df1` and `df2`, `p.value`), `conf.low`, `conf.high`, `n_set_aside` and
#'   `status`. `glance()`: a tibble with one row: `n_estimates`, `n_undefined` (those without a value), `n_set_aside`
#'   (the sum over groups), `status` (`"ok"`, or the other ones that occur), `interval` and `conf.level` (`NA` if rows
#'   differ), `min_items` and `max_items`, and `n_categories` (`NA` if rows differ).
#' @seealso [agreement()], [krippendorff_alpha()], [paper_table()] for a table to publish
#' @name tidy.accord_agreement
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:4, each = 2), rater = rep(c("ann", "bob"), 4),
#'   label = c("a", "a", "b", "b", "a", "b", "b", "b")
#' )
#' x <- krippendorff_alpha(ratings, item, rater, label)
#' tidy(x)
#' glance(x)
NULL

#' @rdname tidy.accord_agreement
#' @importFrom generics tidy
#' @export
tidy.accord_agreement <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  columns <- unclass(x)
  tests <- intersect(TEST_COLUMNS, setdiff(names(x), key_names(x)))
  tests <- c(tests, intersect(c("null.value", "alternative"), setdiff(names(x), key_names(x))))
  fixed <- c("estimate", "std.error", tests, "conf.low", "conf.high")
  tibble::new_tibble(
    c(as.list(agreement_keys(x)), list(term = columns$coefficient), columns[c(fixed, "n_set_aside", "status")]),
    nrow = nrow(x)
  )
}

#' @rdname tidy.accord_agreement
#' @importFrom generics glance
#' @export
glance.accord_agreement <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  tibble::tibble(
    n_estimates = nrow(x),
    n_undefined = sum(x$status != "ok"),
    n_set_aside = sum(x$n_set_aside[!duplicated(agreement_keys(x))]),
    status = if (all(x$status == "ok")) "ok" else paste(setdiff(x$status, "ok"), collapse = "; "),
    interval = common_value(x$interval),
    conf.level = common_value(x$conf.level),
    min_items = if (nrow(x)) min(x$n_items) else NA_integer_,
    max_items = if (nrow(x)) max(x$n_items) else NA_integer_,
    n_categories = common_value(x$n_categories)
  )
}
