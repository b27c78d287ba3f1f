# The print of results whose rows are described by their columns: summaries, influence, disagreements, labels, chains.

#' @rdname print.accord_agreement
#' @export
format.accord_result <- function(x, ..., digits = 3, n = 20, width = getOption("width")) {
  about <- if (is_whole(x)) printed(x)
  if (is.null(about)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_digits(digits)
  check_rows(n)
  each <- if (nrow(x) > 1) same_counts(x[setdiff(names(x), about$told)])
  # No items at all are a reason for missing estimates, which is told below the table.
  if (!is.null(about$counted)) each <- each[unlist(each) > 0]
  headline <- paste0(about$who, each_words(each, about$counted), about$rest)
  if (nrow(x) == 0) {
    return(c(headline, cli::col_grey(all_columns(x))))
  }
  style <- list(
    format = "text", digits = digits, digits_given = !missing(digits), leading_zero = FALSE, figures = about$figures
  )
  shown <- x[seq_len(min(nrow(x), n)), setdiff(names(x), c(about$told, names(each)))]
  parts <- table_parts(shown, style)
  # Columns with fixed words are not shortened.
  parts$columns$cut <- parts$columns$align == "l" & !parts$columns$names %in% RESULT_HEADINGS[FIXED_WORDS]
  labels <- attr(x, "value_labels")
  printed_lines(
    x, headline, text_table(parts$columns, width),
    c(reason_paragraph(c(parts$notes, gap_notes(parts, style))), set_aside_line(attributes(x)["n_set_aside"])),
    notes = c(more_rows(nrow(x) - nrow(shown)), about$notes, if (!is.null(labels)) paste("# Labels:", labels))
  )
}

FIXED_WORDS <- c("kind", "measure", "distance", "tie", "unanimous")

# Nouns for counts that are the same in all rows.
COUNT_NOUNS <- list(
  n_items = "item", n_ratings = "rating", n_compared = "comparable rating", n = "rating", n_raters = "rater",
  n_values = "annotation", n_pairs = "pair", n_mentions = "mention"
)

same_counts <- function(x) {
  columns <- unclass(x)[intersect(names(COUNT_NOUNS), names(x))]
  columns <- columns[vapply(columns, function(values) is.numeric(values) && is_same(values), NA)]
  lapply(columns, `[`, 1)
}

# Words such as " with 50 ratings each", or for rows whose number `n` is of what is `counted`, ", 50 items each".
each_words <- function(counts, counted = NULL) {
  if (!is.null(counted) && identical(names(counts), "n")) return(paste0(", ", count(counts$n, counted), " each"))
  words <- Map(count, counts, COUNT_NOUNS[names(counts)])
  if (length(words)) paste0(" with ", in_a_list(unlist(words)), " each") else ""
}

# Words such as " in 3 groups"; `first`: the names of columns of which the first one follows those of groups.
group_words <- function(x, first) {
  keys <- unclass(x)[names_before(x, first)]
  keys <- keys[!vapply(keys, is.list, NA)]
  n <- if (length(keys)) vctrs::vec_unique_count(vctrs::new_data_frame(keys, nrow(x))) else 1
  if (n > 1) paste0(" in ", big(n), " groups")
}

# The names of columns that have the values of another one, the element of `pairs`.
repeated_counts <- function(x, pairs) {
  again <- vapply(names(pairs), function(name) {
    !is.null(x[[name]]) && !is.null(x[[pairs[[name]]]]) && isTRUE(all.equal(x[[name]], x[[pairs[[name]]]]))
  }, NA)
  names(pairs)[again]
}

#' @rdname print.accord_agreement
#' @export
print.accord_result <- function(x, ...) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  writeLines(console_lines(format(x, ...), list(...)$width %||% getOption("width")))
  invisible(x)
}
