# The result of alt_test().

#' Print and tidy alternative annotator tests
#'
#' `print()` shows a row per model. `tidy()` gives a row per model and person, `glance()` one row, in the
#' column names of package broom.
#'
#' @param x A result of [alt_test()], also filtered or sorted.
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param n Number of rows to show.
#' @param width Maximum number of characters in a line.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector. `tidy()`: a tibble with the group
#'   keys, `model`, `term` (the person), `estimate` (the share of items that the person wins minus that of the model),
#'   `statistic`, `parameter` (degrees of freedom), `p.value`, `adj.p.value`, `rejected`, `n_items`, `method`,
#'   `status`. `glance()`: `n_models`, `n_passed`, `n_undefined`, `score`, `epsilon`, `fdr` (`NA` if they differ),
#'   `min_items` and `max_items`.
#' @seealso [alt_test()], [paper_table()]
#' @name print.accord_alt_test
#' @examples
#' labels <- data.frame(
#'   item = 1:40, rater = rep(c("ann", "bob", "model"), each = 40),
#'   label = c(rep(c("a", "b"), 20), rep(c("a", "b", "b", "b"), 10), rep(c("a", "b"), 20))
#' )
#' x <- alt_test(labels, item, rater, label, models = "model", epsilon = .2)
#' print(x, digits = 2)
#' tidy(x)
#' glance(x)
NULL

result_kind.accord_alt_test <- function(x) {
  needed <- c("model", "winning_rate")
  list(words = "an alternative annotator test", columns = ALT_COLUMNS, needed = needed, grouped = TRUE)
}

text_columns.accord_alt_test <- function(x) c("model", "score", "passed", "people")

#' @rdname print.accord_alt_test
#' @export
format.accord_alt_test <- function(x, ..., digits = 3, n = 20, width = getOption("width")) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_digits(digits)
  style <- list(format = "text", digits = digits, leading_zero = FALSE)
  table <- own_table(x, alt_cells(x, style), style, width, n)
  reasons <- paste0(row_labels(x, "model"), ": ", x$status)[!x$status %in% c("ok", NA)]
  printed_lines(
    x, alt_headline(x, style), table, c(reason_paragraph(reasons), set_aside_line(x, attr(x, "outside"))),
    notes = c(
      "# Winning rate: share of people whom the model matches or beats; it passes with .5 or more",
      "# Advantage: mean share of items on which the model is as close to the others as the person left out",
      people_note(x),
      if (any(x$n_left_out > 0, na.rm = TRUE)) "# People with too few shared items are left out: tidy(x)",
      if (any(x$n_people %in% 1:2)) "# The authors advise three people or more"
    ), last = all_columns(x, "Each person: tidy(x). ")
  )
}

sealed_names.accord_alt_test <- function(x) "people_named"

# Whom the models were compared with, since all raters that are no models may be meant.
people_note <- function(x) {
  people <- of_fit(x, "people_named")
  if (length(people)) paste0("# People: ", first_names(people, 10))
}

# Rows that a user set to NA have no model and no settings.
alt_headline <- function(x, style) {
  known <- function(name) x[[name]][!is.na(x[[name]])]
  one <- function(values) if (is_same(values)) format_numbers(values[1], style) else "differs"
  models <- known("model")
  paste0(
    "Alternative annotator test of ", count(length(unique(models)), "model"),
    if (anyDuplicated(models)) " in groups",
    if (length(models)) {
      paste0(
        ": score ", paste(unique(known("score")), collapse = ", "), ", epsilon ", one(known("epsilon")),
        ", false discovery rate ", one(known("fdr"))
      )
    }
  )
}

# The columns of print() and paper_table().
alt_cells <- function(x, style) {
  keys <- unclass(x)[setdiff(names_before(x, "model"), ALT_COLUMNS)]
  passed <- c("yes", "no", dash(style))[match(x$passed, c(TRUE, FALSE), nomatch = 3)]
  c(
    as_keys(c(
      lapply(names(keys), function(name) {
        name_column(escape(user_heading(name, style), style), user_cells(keys[[name]], style))
      }),
      list(name_column("Model", escape(as.character(x$model), style)))
    )),
    list(
      column("Winning rate", format_numbers(x$winning_rate, style), TRUE, must = TRUE),
      kept(x, "advantage_probability", column("Advantage", format_numbers(x$advantage_probability, style), TRUE)),
      kept(x, "passed", column("Passes", passed, FALSE)),
      kept(x, "n_people", spare(counts_column("People", x$n_people, style), 1)),
      if (any(x$n_left_out > 0, na.rm = TRUE)) counts_column("Left out", x$n_left_out, style),
      kept(x, "n_items", counts_column("Items", x$n_items, style))
    )
  )
}

#' @rdname print.accord_alt_test
#' @export
tidy.accord_alt_test <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  keys <- tibble::new_tibble(unclass(x)[setdiff(names(x), setdiff(ALT_COLUMNS, "model"))], nrow = nrow(x))
  # A row that a user set to NA has no people.
  people <- if (all(lengths(x$people) == 0)) NO_PEOPLE else vctrs::vec_rbind(!!!x$people)
  rows <- vctrs::vec_slice(keys, rep(seq_len(nrow(x)), vapply(x$people, NROW, 0L)))
  numbers <- list(
    term = people$person, estimate = people$difference, statistic = people$statistic, parameter = people$df,
    p.value = people$p.value, adj.p.value = people$adj.p.value, rejected = people$rejected,
    n_items = people$n_items, method = people$test, status = people$status
  )
  tibble::new_tibble(c(as.list(rows), numbers), nrow = nrow(rows))
}

#' @rdname print.accord_alt_test
#' @export
glance.accord_alt_test <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  n_items <- x$n_items[!is.na(x$n_items)]
  range <- if (length(n_items)) range(n_items) else c(NA_integer_, NA_integer_)
  tibble::tibble(
    n_models = nrow(x), n_passed = sum(x$passed, na.rm = TRUE), n_undefined = sum(!x$status %in% "ok"),
    score = common_value(x$score), epsilon = common_value(x$epsilon), fdr = common_value(x$fdr),
    min_items = range[1], max_items = range[2]
  )
}

check_table.accord_alt_test <- function(x) {
  check_kind(x, "a table of", result_kind(x)$needed)
  check_table_cells(x[setdiff(names(x), "people")])
}

# The authors ask for so many items of each person.
ENOUGH_ITEMS <- 30

table_parts.accord_alt_test <- function(x, style) {
  one <- function(name, values) if (is_same(values)) paste(name, format_numbers(values[1], style))
  score <- if (is_same(x$score)) paste("score", escape(x$score[1], style))
  reasons <- phrase_notes(row_labels(x, "model"), x$status, style)
  setting <- paste(c(one("epsilon", x$epsilon), one("false discovery rate", x$fdr), score), collapse = ", ")
  list(
    columns = bind_columns(alt_cells(x, style)),
    notes = c(
      paste0("Alternative annotator test", if (setting != "") paste0(": ", setting)),
      paste0(
        "Winning rate: share of people whom the model matches or beats by a test",
        if (any(x[["n_items"]] < ENOUGH_ITEMS, na.rm = TRUE)) ", which is rare with so few items",
        kept(x, "passed", paste("; it passes with", format_numbers(0.5, style), "or more"))
      ),
      kept(
        x, "advantage_probability",
        "Advantage: mean share of items on which the model is as close to the others as the person left out"
      ),
      reasons
    ),
    told = is_told(x)
  )
}
