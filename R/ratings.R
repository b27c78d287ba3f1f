#' Check and prepare ratings
#'
#' `as_ratings()` checks the data of an annotation project and turns them into the compact object
#' that every measure of agreement starts from. Verbs such as [krippendorff_alpha()] call it
#' for you; call it yourself to look at the data first, or to use them more than once.
#'
#' @section Layouts:
#' * `"tidy"`: a data frame with one row per rating, as exports give it. `item`, `rater` and
#'   `rating` name its columns. Without `rater` the raters are anonymous: duplicates cannot be
#'   checked and `n_raters` is `NA`.
#' * `"raters_in_columns"`, `"raters_in_rows"`: a matrix or data frame with one cell per item
#'   and rater, `NA` where there is no rating. In a data frame, `item` (raters in columns) or
#'   `rater` (raters in rows) may name the column that holds the ids; all columns that are
#'   neither ids nor named in `by` hold ratings, or those that `rating` selects, as in `rating = first:last`.
#'   Columns
#'   that look like ids, conditions or totals are an error, so that none is mistaken for a rater. Row and column
#'   names
#'   serve as ids, else the
#'   positions. In a sparse matrix of package Matrix a stored entry is a rating, an explicit
#'   zero included, and an absent entry is a missing rating; a dense one (dgeMatrix) is read as a matrix.
#' * `"counts"`: items in rows, categories in columns, cells say how often the item received
#'   the category, `NA` like 0. Raters are anonymous. Rows or columns that add up the others are an error. The column
#'   names are the
#'   categories, or give
#'   `categories` in the order of the columns.
#' * `"confusion"`: two raters, the categories of one in rows and of the other in columns,
#'   cells count items, `NA` like 0. A table of R with the same categories on both sides is recognised as one.
#'
#' @section Level of measurement:
#' An ordered factor is ordinal; factors, characters and logicals are nominal; numbers with at
#' most two distinct values are nominal, since then all levels coincide. Other numbers have no
#' level until you name one, and verbs that need it stop. Characters and unordered factors
#' have no order of their own ("10" sorts before "2"): at the ordinal level give
#' `categories` in order, or an ordered factor. Values are never trimmed, folded in
#' case or ranked.
#'
#' @section Sets:
#' Where a rater may give several labels a rating is a set: give a list column of labels, or a column
#' of text and its `separator`, or several columns as `rating`, one for each box, that hold `TRUE` or
#' `FALSE`, 1 or
#' 0, or one label or nothing (a row of `NA` alone is a missing rating). `character()`, `NULL` and the text
#' `""` are
#' the empty set, a rating like any
#' other; `NA` is a missing rating. Order and repetition of the labels do not matter, empty
#' pieces between separators do not count, and nothing is trimmed. The categories are then the
#' distinct sets, written `{a, b}`, at the nominal level: sets are equal or not. Distances that use
#' their common labels are `distance = "jaccard"`, `"masi"`, `"dice"` or `"passonneau"` of
#' [krippendorff_alpha()] and the influences, and the `weights` of these names everywhere else.
#'
#' @section Missing, duplicated and bad data:
#' `NA` and `NaN` are missing ratings, and so are a factor level `NA`, values that SPSS declares
#' missing (package haven), and the values in `na`. Numbers with value labels (SPSS, Stata) are compared as
#' numbers, and the print shows their labels; `haven::as_factor()` makes the labels the categories. Any other
#' text is a category: an empty one, as `read.csv()` gives for an empty cell, or one such as `"N/A"` gives a
#' warning, and so do labels that look alike (case but of single letters, blanks, an accent stored in two ways,
#' numbers that differ in the last
#' digit), unless `categories` names them; ids of items or raters that look alike give one of class
#' `accord_warning_look_alike_id`. Where texts are more than 10,000 nothing is said of them. Ratings outside the
#' category set are set aside. Both
#' are counted in the element `set_aside`, with their rows. A rater who rates an item twice
#' is an error, unless `duplicates` says otherwise. `NA` as an item or rater, or within a set, infinite
#' ratings, and list columns of anything but labels are errors. With groups, a group whose rows break a
#' rule is left without ratings, one warning names it, its estimates are `NA` with the reason as status,
#' and the other groups are not affected; if all groups have the fault, it is an error.
#'
#' @section Tables of a database:
#' A lazy table of package dbplyr (`dplyr::tbl(con, "ratings")`, or any query of it) has a row per rating. The database
#' counts, and R receives a row for each distinct pattern of ratings in a group, with the number of items that
#' show it, and one for each rater and category. The result has an item for each pattern, frequencies, and
#' no ratings of single items; its print says where they live. The rules for missing, duplicated and bad data are those
#' for data in memory; messages give counts in place of rows. `duplicates = "first"` and `"last"` are errors, since
#' rows of a database have no order, and so are `cluster`, `case_weights`, `separator` and `layout`.
#'
#' Coefficients, [category_agreement()], intervals over items, [pairwise_agreement()], [rater_summary()] and
#' [rater_influence()] are computed from counts. [item_summary()] and the majority vote of [consensus()] are lazy
#' tables themselves, without an order; `dplyr::collect()` makes a summary of items like any other. Coefficients that
#' depend on who rated (Conger's kappa of [agreement()] too), and intervals over raters, fetch patterns with their
#' raters for up to `r MOST_COLUMNS` raters, and the rows of more. All else collects the four columns it needs, with a
#' message (`accord_message_collected`), up to five million rows, or `options(accord.collect = )`; more are an error
#' (`accord_error_too_large`). Ratings of more than `r MOST_VALUES` distinct values are collected too, whatever the
#' verb and its weights, but for [krippendorff_alpha()] of a lazy table at the interval level with [ci_jackknife()],
#' [ci_analytic()] or [ci_none()] (ordinal: [ci_none()]), which the database adds up item by item. [ci_bootstrap()]
#' over items draws patterns by their frequencies, so that its draws differ from those for data in memory, but not
#' their distribution.
#'
#' Text is the same where the database says so; where upper and lower case, or blanks at the end, are the same to it,
#' a warning says so (`accord_warning_collation`). Queries run one after the other: if the ratings that count change
#' between them, it is an error (`accord_error_table_changed`), but a change that leaves the number of ratings of
#' each category in each group as it was is not seen; ask within a transaction. If the database fails, the error
#' (`accord_error_engine`) names the step; where you collect a lazy table yourself, the error is dbplyr's. No table
#' is written, not even a temporary one.
#'
#' @section Errors:
#' Each has the class `accord_error` and one that tells what is wrong:
#' `accord_error_missing_column`, `duplicate_rating`, `missing_id`, `infinite_rating`,
#' `list_column`, `rating_columns`, `total`, `column_type`, `encoding`, `rating_type`, `level`, `categories`,
#' `layout`,
#' `no_rows`, `duplicate_name`,
#' `engine`, `table_changed`, `too_large`,
#' `not_counts`, `not_square`, `not_ratings`, `missing_package` and `argument`, all with the same
#' beginning.
#'
#' @param data A data frame, matrix, `Matrix`, table, lazy table of a database, or `accord_ratings`.
#' @param item,rater,rating <[`tidy-select`][tidyselect::language]> Columns of a data frame,
#'   one each. `rating` may select several columns in wide data, or the columns of check boxes.
#' @param ... For methods; must be empty otherwise.
#' @param by <[`tidy-select`][tidyselect::language]> Columns that split the data into groups.
#'   The default is the grouping of a grouped data frame. Items are identified within a
#'   group: the same id in two groups is two items.
#' @param level Level of measurement: `"nominal"`, `"ordinal"`, `"interval"`, `"ratio"`,
#'   `"circular"` or `"bipolar"`. The default follows from the ratings, see below.
#' @param categories The category set, in order where order matters. The default is the levels
#'   of a factor, shared by all groups. Where neither is given, they are the distinct ratings, of each group its own.
#' @param duplicates What to do when a rater rated an item more than once: stop (`"error"`),
#'   use the `"first"` or the `"last"` rating, or `"keep"` all.
#' @param layout How `data` are laid out, see below. Matrices and tables have no default.
#' @param cluster <[`tidy-select`][tidyselect::language]> Column of a tidy data frame that says to
#'   which cluster an item belongs, such as the document of a sentence. Intervals then draw or
#'   leave out whole clusters, since items of one text hang together; estimates do not change.
#' @param na Ratings that stand for a rating not given, such as `""` or `c(-99, 999)`. `character()` says that
#'   there are none, also where a text looks like one.
#' @param case_weights <[`tidy-select`][tidyselect::language]> Column of a data frame that says what an item
#'   counts for, the same in all of its rows. Integers (and `hardhat::frequency_weights()`) are frequencies: how
#'   many equal items one stands for. Other numbers (and `hardhat::importance_weights()`) are sampling weights:
#'   the item was observed once, and intervals know it; of whole numbers that are not stored as integers a message
#'   (`accord_message_case_weights`) says so. Only their ratios matter: the items that a coefficient uses
#'   have the mean weight 1. Sampling weights are taken by [agreement()], its verbs and [category_agreement()], with
#'   [ci_default()] or [ci_none()]. Not to be mixed up with the `weights` of categories.
#' @param separator What divides the labels of a set in a column of text, such as `";"`.
#'
#' @return An object of class `accord_ratings`, a list:
#'   `items`, `raters` (`NULL` if anonymous) and `categories` hold the ids;
#'   `group_start`, `item_start`, `code` and `rater` hold the ratings as compressed
#'   sparse rows with positions and codes that count from 0: those of item `i` (from 0) lie
#'   from `item_start[i + 1]` to `item_start[i + 2] - 1`; `groups` is a tibble with the
#'   keys of each group and `group_status` says `"ok"` or why a group has no ratings;
#'   `level` is the level of measurement, or `NA`; `has_order` says whether the order of the
#'   categories means something; `set_aside` is a tibble of what was left
#'   out: `reason`, `n`, and the `rows`, and `set_aside_by` holds the positions (from 1) of `group`
#'   and `rater` of each of these rows, or `NULL`; `clusters` and `cluster` are the ids of clusters and the
#'   position (from 1) of that of each item, or `NULL`; `weight` is that of each item, `frequencies` its
#'   kind and `case_weights` that in words, or
#'   `NULL`; `sets` are the labels of each category, where
#'   ratings are sets. `tibble::as_tibble()` gives the ratings
#'   back, a row each.
#' @references
#' Fleiss, J. L. (1971) Measuring nominal scale agreement among many raters. *Psychological
#' Bulletin* 76, 378-382. \doi{10.1037/h0031619} (the layout of counts)
#' @seealso [agreement()] and its relatives take the result; [summary.accord_ratings()] for the
#'   coincidences, [accord-terms] for
#'   the terms.
#' @export
#' @examples
#' responses <- data.frame(
#'   text = c("t1", "t1", "t2", "t2", "t3"),
#'   who = c("ann", "bob", "ann", "bob", "ann"),
#'   label = c("yes", "yes", "no", "yes", NA)
#' )
#' as_ratings(responses, item = text, rater = who, rating = label)
#'
#' # Fleiss (1971) prints counts: subjects in rows, diagnoses in columns
#' counts <- rbind(c(0, 0, 0, 6), c(0, 3, 0, 3), c(1, 4, 0, 1))
#' as_ratings(counts, layout = "counts", categories = c("a", "b", "c", "d"))
as_ratings <- function(data, ...) {
  UseMethod("as_ratings")
}

#' @rdname as_ratings
#' @export
as_ratings.accord_ratings <- function(data, ...) {
  check_no_dots(...)
  data
}

#' @export
as_ratings.default <- function(data, ...) {
  if (!missing(data)) check_in_memory(data)
  abort_accord(
    "not_ratings",
    c(
      "Ratings come as a data frame, a matrix, a sparse matrix of package Matrix, or a table.",
      x = if (missing(data)) "{.arg data} is missing." else "{.arg data} is {.obj_type_friendly {data}}.",
      i = if (!missing(data) && inherits(data, "DBIConnection")) "Name the table: {.code dplyr::tbl(con, \"ratings\")}."
    )
  )
}

check_in_memory <- function(data) {
  if (inherits(data, c("ArrowTabular", "Dataset", "arrow_dplyr_query"))) {
    abort_accord(
      "not_ratings",
      c(
        "Ratings must be in the memory of R, or in a table of a database.",
        x = "{.arg data} is {.obj_type_friendly {data}}.",
        i = "Make a table of package duckdb of it with {.code arrow::to_duckdb()}, or call {.code dplyr::collect()}."
      )
    )
  }
}

LAYOUTS <- c("tidy", "raters_in_columns", "raters_in_rows", "counts", "confusion")
LEVELS <- c("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")

# The raters of a confusion table that does not name them.
CONFUSION_RATERS <- c("rows", "columns")

new_ratings <- function(items, raters, rows, categories, level, has_order, groups,
                        group_start, group_status, set_aside, clusters = NULL, weight = NULL,
                        frequencies = NULL, case_weights = NULL, set_aside_by = NULL, declared = TRUE) {
  structure(
    list(
      items = items,
      raters = raters,
      categories = categories,
      declared = declared,
      level = level,
      has_order = has_order,
      groups = groups,
      group_status = group_status,
      group_start = group_start,
      item_start = rows$item_start,
      code = rows$code,
      rater = rows$rater,
      set_aside = set_aside,
      set_aside_by = set_aside_by,
      clusters = clusters$values,
      cluster = clusters$code,
      weight = weight,
      frequencies = frequencies,
      case_weights = case_weights
    ),
    class = "accord_ratings"
  )
}

#' @importFrom tibble as_tibble
#' @export
as_tibble.accord_ratings <- function(x, ...) {
  item <- rating_items(x)
  group <- item_groups(x)[item]
  columns <- list(
    item = vctrs::vec_slice(x$items, item),
    rater = if (!is.null(x$raters)) vctrs::vec_slice(x$raters, x$rater + 1L),
    rating = vctrs::vec_slice(if (is.null(x$sets)) x$categories else unname(x$sets), x$code + 1L),
    case_weights = if (!is.null(x$weight)) x$weight[item]
  )
  rows <- tibble::new_tibble(Filter(Negate(is.null), columns), nrow = length(item))
  vctrs::vec_cbind(vctrs::vec_slice(x$groups, group), rows, .name_repair = "unique_quiet")
}
