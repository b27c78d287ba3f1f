#' Print and tidy comparisons
#'
#' `print()` shows a row per comparison with few digits; values that are the same in all rows are in the first line.
#' `tidy()` uses the column names of package broom.
#'
#' @param x A comparison made by [compare_agreement()].
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15; p values have three.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector. `tidy()`: a tibble with the columns
#'   that identify the comparison, `contrast`, `estimate` (the difference), `std.error`, `statistic`, `p.value`,
#'   `adj.p.value`, `conf.low` and `conf.high`. `glance()`: one row with `n_comparisons`, `n_undefined` (those
#'   without a value), `n_tests`, `adjust`, `interval` and `conf.level` (`NA` if rows differ). For groups of raters
#'   `tidy()` has `group`, `against` and `term` (the measure), `glance()` `n_groups`.
#' @seealso [compare_agreement()], [paper_table()]
#' @name print.accord_comparison
#' @examples
#' ratings <- data.frame(
#'   round = rep(c("first", "second"), each = 12),
#'   item = rep(1:6, each = 2), rater = c("ann", "bob"),
#'   label = c(
#'     "a", "b", "b", "b", "a", "b", "b", "b", "a", "a", "b", "a",
#'     "a", "a", "b", "b", "a", "b", "b", "b", "a", "a", "b", "b"
#'   )
#' )
#' x <- compare_agreement(ratings, item, rater, label, by = round)
#' print(x, digits = 2)
#' tidy(x)
#' tibble::as_tibble(x)
NULL

#' @rdname print.accord_comparison
#' @export
format.accord_comparison <- function(x, ..., digits = 3, n = 20, width = getOption("width")) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_digits(digits)
  style <- list(format = "text", digits = digits, leading_zero = FALSE)
  keys <- Filter(Negate(is.null), comparison_keys(x, style))
  cells <- comparison_cells(x, style, c("Est. 1", "Est. 2"))
  table <- own_table(x, c(as_keys(keys), cells), style, width, n)
  printed_lines(
    x, comparison_headline(x), table, c(comparison_reasons(x), set_aside_line(x)),
    notes = c(
      "# Difference: second minus first",
      pairing_hint(x),
      if (several_tests(x)) paste("#", adjusted_words(x))
    )
  )
}

# Returns the columns after the keys of a comparison; `headings`: those of the two estimates.
comparison_cells <- function(x, style, headings) {
  c(
    list(
      kept(x, "estimate_1", column(headings[1], format_numbers(x$estimate_1, style), TRUE)),
      kept(x, "estimate_2", column(headings[2], format_numbers(x$estimate_2, style), TRUE)),
      column(if (in_column(style)) "Diff." else "Difference", format_numbers(x$estimate, style), TRUE, must = TRUE),
      interval_column(x, style)
    ),
    test_cells(x, style),
    if (!same_items(x)) item_columns(x, style)
  )
}

# P values are adjusted for all tests that are shown together.
after_binding.accord_comparison <- function(x) {
  x$adj.p.value <- stats::p.adjust(x$p.value, x$adjust[1])
  x$n_tests <- rep(sum(!is.na(x$p.value)), nrow(x))
  x
}

# Comparisons of groups name the coefficient only if there are several.
comparison_keys <- function(x, style) {
  names <- if (is.null(x[["coefficient"]])) {
    lapply(1:2, side_labels, x = x)
  } else {
    list(x$group_1, x$group_2)
  }
  labels <- if (!is.null(x[["coefficient"]])) coefficient_labels(x)
  # In a narrow table both are in one column, unless one of them is the same in all rows.
  sides <- if (in_column(style) && !is_same(names[[1]]) && !is_same(names[[2]])) {
    list(pair_column("Compared", names[[1]], names[[2]], style))
  } else {
    list(side_column("First", names[[1]], style), side_column("Second", names[[2]], style))
  }
  c(sides, list(
    if (length(unique(labels)) > 1 && is.null(common_coefficient(x))) name_column("Coefficient", labels),
    if (length(unique(labels)) > 1 && !is.null(common_coefficient(x))) metric_column(x, style)
  ))
}

# One side of the comparisons, which is in the note of a table if it is that of all rows.
side_column <- function(heading, names, style) {
  cells <- escape(names, style)
  or_note(name_column(heading, cells), paste0(heading, ": ", cells[1]), setting = TRUE)
}

# The coefficient of all rows, without its level if these have several; NULL if there are several.
common_coefficient <- function(x) {
  if (is.null(x[["coefficient"]]) || !is_same(x$coefficient)) return(NULL)
  if (is_same(coefficient_labels(x))) coefficient_labels(x)[1] else registry_entries(x$coefficient[1])$label
}

# The levels or weights of a coefficient that has several.
metric_column <- function(x, style) {
  alpha <- x$coefficient[1] == "krippendorff_alpha"
  words <- metric_words(ifelse(x$metric %in% "identity", "unweighted", x$metric))
  name_column(if (alpha) "Level" else "Weights", escape(words, style))
}

side_labels <- function(side, x) {
  coefficient_labels(list(
    coefficient = x[[paste0("coefficient_", side)]], metric = x[[paste0("metric_", side)]]
  ))
}

test_cells <- function(x, style) {
  none <- function(cells) ifelse(cells == "", dash(style), cells)
  two <- utils::modifyList(style, list(digits = 2, leading_zero = TRUE))
  statistic <- statistic_letter(x) %||% "Statistic"
  list(
    if (!all(is.na(x$statistic))) spare(column(statistic, format_numbers(x$statistic, two), TRUE), 3),
    if (style$format != "text" && !all(is.na(x$statistic)) && any(is.finite(x[["df"]]))) {
      spare(compared_df(x$df, style), 3)
    },
    if (!all(is.na(x$p.value))) spare(column("p", none(format_p(x$p.value, style)), TRUE), several_tests(x)),
    if (several_tests(x)) column("p adj.", none(format_p(x$adj.p.value, style)), TRUE)
  )
}

# The letter of the statistic of tests; NULL without statistics or degrees of freedom.
statistic_letter <- function(x) {
  if (is_removed(x, "df") || all(is.na(x[["statistic"]]))) return(NULL)
  if (all(is.infinite(x$df) | is.na(x$df))) "z" else "t"
}

# Returns whether p values are adjusted, so that they differ from those of single tests.
several_tests <- function(x) {
  differ <- any(x$adj.p.value != x$p.value, na.rm = TRUE)
  adjusted <- !is_removed(x, "adjust") && is_same(x$adjust) && x$adjust[1] != "none"
  (differ || any(tests_together(x) > 1) && adjusted) && !is_removed(x, "adj.p.value")
}

# Returns the numbers of tests for which p values were adjusted; there may be several after results were combined or
# rows removed.
tests_together <- function(x) {
  tested <- !is.na(if (is_removed(x, "p.value")) x$adj.p.value else x$p.value)
  if (is_removed(x, "n_tests")) integer() else unique(x$n_tests[tested])
}

# `of`: what the tests are of.
adjusted_words <- function(x, of = "") {
  n <- tests_together(x)
  test <- paste(c(statistic_letter(x), "test"), collapse = " ")
  tests <- if (length(n) == 1) {
    count(n, test)
  } else if (length(n) > 1) {
    paste0("the ", test, "s of each call, ", min(n), " to ", max(n))
  } else {
    paste0("all ", test, "s made together")
  }
  method <- if (!is_removed(x, "adjust") && is_same(x$adjust)) x$adjust[1]
  # Methods have the names of their authors, or are abbreviations.
  method <- if (method %in% "fdr") "FDR" else sub("^([a-z])", "\\U\\1", method, perl = TRUE)
  if (length(method) == 0) method <- NULL
  paste0("p adj.: for ", tests, of, if (!is.null(method)) paste0(" (", method, ")"))
}

# Says which test gives the p values of a table.
test_words <- function(x) {
  if (several_tests(x)) {
    bounded <- any(!is.na(x[["conf.low"]] %||% NA))
    return(paste0(adjusted_words(x, " of no difference"), if (bounded) "; intervals are not adjusted"))
  }
  letter <- statistic_letter(x)
  by <- if (!is.null(letter)) {
    ""
  } else if (all(startsWith(as.character(x[["interval"]] %||% ""), "Bayesian"), na.rm = TRUE)) {
    # The draws of a limit contain a pseudo-item, so that their median is not the estimate.
    unit <- if (any(grepl("over clusters", x[["interval"]], fixed = TRUE))) "a cluster" else "an item"
    paste0(", made cautious by ", unit, " added against the difference, so that p may seem large beside the interval")
  } else {
    ", by the method of the interval"
  }
  paste0("p: two-sided ", if (length(letter)) paste0(letter, " "), "test of no difference", by)
}

# In a table, numbers that are the same in all rows are in the note; that of shared items is in the words on pairing.
# Degrees of freedom are infinite where the distribution is normal.
compared_df <- function(df, style) {
  df[!is.finite(df)] <- NA
  cells <- format_numbers(df, utils::modifyList(style, list(digits = df_digits(df), leading_zero = TRUE)))
  one <- column("df", ifelse(is.na(df), "", cells), TRUE)
  if (anyNA(df)) one else or_note(one, paste("df =", cells), setting = TRUE)
}

item_columns <- function(x, style) {
  same <- style$format != "text" && nrow(x) > 1
  items <- list(
    kept(x, "n_items_1", counts_column("Items 1", x$n_items_1, style)),
    kept(x, "n_items_2", counts_column("Items 2", x$n_items_2, style))
  )
  shared <- kept(x, "n_shared", column("Shared", big(x$n_shared), TRUE, must = TRUE))
  if (same && is_same(x[["n_items_1"]]) && is_same(x[["n_items_2"]]) && !anyNA(c(x$n_items_1, x$n_items_2))) {
    words <- if (x$n_items_1[1] == x$n_items_2[1]) {
      paste(count(x$n_items_1[1], "item"), "on each side")
    } else {
      paste0("Items: ", big(x$n_items_1[1]), " and ", big(x$n_items_2[1]))
    }
    items <- list(or_note(column("Items", big_cells(x$n_items_1, style), TRUE), words, setting = TRUE))
  }
  c(items, list(if (!same || !is_same(x[["n_shared"]]) || is_removed(x, "paired")) shared))
}

# The headline, such as "Difference in Krippendorff's alpha (nominal), paired on the same 15 items, 95% analytic
# interval".
comparison_headline <- function(x) {
  label <- common_coefficient(x)
  difference <- if (nrow(x) > 1) "Differences" else "Difference"
  interval <- if (!all(is.na(x$conf.low))) {
    words <- intervals_by(x$interval[1])
    paste0(", ", format(100 * x$conf.level[1]), "% ", if (nrow(x) > 1) words else sub("intervals", "interval", words))
  }
  paste0(difference, " in ", label %||% "agreement", ", ", pairing_words(x), interval %||% ", no intervals")
}

# Says what was paired or, if groups share ids, that they were not paired.
pairing_words <- function(x) {
  shared <- unique(big(range(x$n_shared, na.rm = TRUE)))
  shared <- paste0(paste(shared, collapse = " to "), if (identical(shared, "1")) " item" else " items")
  if (!isTRUE(any(x$n_shared > 0))) {
    by_cluster <- isTRUE(any(x$paired)) && any(grepl("over clusters", x$interval, fixed = TRUE))
    return(if (by_cluster) "no common items; the same id is the same cluster" else "not paired: no common items")
  }
  if (!all(x$paired, na.rm = TRUE)) return("not paired: the groups are taken as having different items")
  if (same_items(x)) paste("paired on the same", shared) else paste("paired on", shared, "in common")
}

# Returns whether both estimates use the same items, as far as the columns that were not removed show it.
same_items <- function(x) {
  counts <- setdiff(c("n_items_1", "n_items_2", "n_shared"), attr(x, "removed"))
  (is_removed(x, "paired") || isTRUE(all(x$paired))) && length(unique(unlist(unclass(x)[counts]))) < 2
}

# Returns a hint on how to change the pairing.
pairing_hint <- function(x) {
  if (any(x$n_shared > 0 & !x$paired, na.rm = TRUE)) {
    paste0(
      "# ", paste(unique(big(range(x$n_shared, na.rm = TRUE))), collapse = " to "),
      " ids are in both groups: `paired = TRUE` if they are the same items"
    )
  }
}

comparison_reasons <- function(x) {
  no_value <- x$status != "ok"
  no_interval <- !no_value & is.na(x$conf.low) & !all(is.na(x$conf.low))
  reason <- ifelse(no_value, x$status, "no interval")
  told <- which(no_value | no_interval)
  reason_paragraph(paste0(comparison_labels(x), ": ", reason)[told])
}

# Keys of the result are two groups, or two coefficients.
result_kind.accord_comparison <- function(x) {
  of_coefficients <- "coefficient_1" %in% names(x)
  keys <- if (of_coefficients) {
    c("coefficient_1", "coefficient_2", "metric_1", "metric_2")
  } else {
    c("group_1", "group_2", "coefficient", "metric")
  }
  needed <- c(setdiff(keys, c("metric", "metric_1", "metric_2")), "estimate")
  list(words = "a comparison", columns = c(keys, COMPARISON_COLUMNS), needed = needed)
}

text_columns.accord_comparison <- function(x) {
  c(paste0(rep(c("group", "coefficient", "metric"), 2), rep(c("_1", "_2"), each = 3)), "paired", "adjust")
}

sealed_names.accord_comparison <- function(x) "sets"

not_coefficients.accord_comparison <- function(x) cli::format_inline("a comparison, of {.fn compare_agreement}")

#' @rdname print.accord_comparison
#' @export
tidy.accord_comparison <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  columns <- unclass(x)
  keys <- columns[setdiff(names(x), COMPARISON_COLUMNS)]
  between <- if (is.null(keys$coefficient_1)) c("group_2", "group_1") else c("coefficient_2", "coefficient_1")
  numbers <- list(
    contrast = paste(keys[[between[1]]], "-", keys[[between[2]]]),
    estimate = columns$estimate, std.error = columns$std.error, statistic = columns$statistic,
    p.value = columns$p.value, adj.p.value = columns$adj.p.value, conf.low = columns$conf.low,
    conf.high = columns$conf.high, status = columns$status
  )
  tibble::new_tibble(c(keys, numbers), nrow = nrow(x))
}

#' @rdname print.accord_comparison
#' @export
glance.accord_comparison <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  tibble::tibble(
    n_comparisons = nrow(x), n_undefined = sum(is.na(x$estimate)), n_tests = sum(!is.na(x$p.value)),
    adjust = common_value(x$adjust), interval = common_value(x$interval), conf.level = common_value(x$conf.level)
  )
}

# The letter of the coefficient that all rows have, such as that of kappa, or "value".
value_word <- function(x, style) greek_letter((common_coefficient(x) %||% "")[1], style) %||% "value"

table_parts.accord_comparison <- function(x, style) {
  keys <- lapply(Filter(Negate(is.null), comparison_keys(x, style)), function(key) {
    if (key$heading == "Coefficient") key$cells <- greek(escape(coefficient_labels(x), style), style)
    key
  })
  columns <- c(
    as_keys(keys),
    comparison_cells(
      x, style, paste(if (in_column(style)) c("1st", "2nd") else c("First", "Second"), value_word(x, style))
    )
  )
  about <- common_coefficient(x)
  limits <- kept(x, c("conf.low", "conf.high", "status", "interval"), {
    if (!all(is.na(x$conf.low))) {
      method <- unique(x$interval[!is.na(x$conf.low)])
      of <- if (length(method) == 1) paste(sub("intervals", "interval", intervals_by(method)), "")
      paste0("CI: ", of, "of the difference")
    } else if (any(x$status == "ok" & x$interval != "none")) {
      "No intervals"
    }
  })
  list(
    columns = bind_columns(columns),
    notes = c(
      if (length(about)) greek(escape(about[1], style), style),
      if (!is.null(attr(x, "sets"))) escape(paste("Sets of raters:", attr(x, "sets")), style),
      paste0(
        if (in_column(style)) "Diff." else "Difference", ": second minus first, computed before rounding",
        kept(x, c("n_shared", "paired"), paste0(", ", escape(pairing_words(x), style)))
      ),
      phrase_notes(comparison_labels(x), x$status, style),
      escape(limits, style),
      if (any(!is.na(x[["p.value"]] %||% NA))) escape(test_words(x), style)
    ),
    told = is_told(x), about = comparison_labels(x), method_told = length(limits) > 0
  )
}
