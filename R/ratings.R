#' Check and prepare ratings
#'
#' `as_ratings()` checks the data of an annotation project and converts them to the compact object from which all
#' measures of agreement are computed. Functions such as [krippendorff_alpha()] call it; call it yourself to inspect
#' the data first, or to use them more than once.
#'
#' @section Layouts:
#' * `"tidy"`: a data frame with one row per rating, as in most exports. `item`, `rater` and `rating` name its
#'   columns. Without `rater` the raters are anonymous: duplicates cannot be checked and `n_raters` is `NA`.
#'   An item called total, sum, mean, average or all is an error if its numbers are the sums or means of each rater's
#'   other ratings, here and in the next two layouts.
#' * `"raters_in_columns"`, `"raters_in_rows"`: a matrix or data frame with one cell per item and rater, `NA` where
#'   there is no rating. In a data frame, `item` (raters in columns) or `rater` (raters in rows) may name the column
#'   that holds the ids; all columns that are neither ids nor named in `by` are ratings, unless `rating` selects them,
#'   as in `rating = first:last`. Columns that look like ids, conditions or totals are an error, so that none is
#'   mistaken for a rater; also in a matrix with column names, where they are left out as in `data[, -1]`, and, with
#'   raters in rows, rows of a matrix with row names. If columns do hold ratings, remove the
#'   names, as in `colnames(data) <- NULL`. Row and column names serve as ids; without names, positions do. In a sparse
#'   matrix of package Matrix a stored entry is a rating, even if it is zero, and an absent entry is a missing rating;
#'   of its rows and columns the names alone are checked. A dense one (dgeMatrix) is read as a matrix.
#' * `"counts"`: items in rows, categories in columns, cells say how often the item received the category, `NA` like
#'   0. Raters are anonymous. Rows or columns with totals are an error. The categories are the column names, or
#'   `categories` in the order of the columns.
#' * `"confusion"`: two raters, the categories of one in rows and of the other in columns, cells count items, `NA`
#'   like 0. A `table` with the same categories in rows and columns is recognised as one. With names on both sides,
#'   a category that one of them lacks is one that this rater did not use; the order is that of both sides together or,
#'   where they leave it open, none. A confusion table in the two layouts above is an error.
#'
#' Tables with several questions, or whose names of columns tell more than the rater (`names = "{question}_{rater}"`),
#' are read by [read_sheet()], which takes data frames as well as files.
#'
#' @section Columns that are no raters:
#' With raters in columns, an error names the columns that hold no ratings and shows the call that leaves them out:
#' texts, links, dates, ids and counts, whose values occur in no other column; columns called final, gold, majority,
#' vote and the like, or fold, split, confidence and the like; a column that is the greatest, least or median of the
#' others in each row, or says whether they agree; boxes to tick; a column with the name of others without their
#' numbers, as `label` after `label1` and `label2`, or with the name of another one and a property, as `conf_ann`;
#' columns of which each combination is in one row, as items and raters are in a table with a row per rating; and
#' columns of several questions, whose names are a grid of questions and raters, as `gender_c1`, `gender_c2`,
#' `observers_c1`, `observers_c2`, or stand above the first of several columns, as names in merged cells. In `human_1`,
#' `human_2`, `model_1`, `model_2` both words are kinds of raters, which is one question. A part of a name
#' (`starts_with()`), `everything()`, positions, and names from a vector or a call, as in `all_of(columns)`, are checked
#' in the same way. Columns that you name one by one, as in `rating = c(ann, final)`, `all_of(c("ann", "final"))` or
#' `c(!!!rlang::syms(columns))`, or as an end of a range that is not named like a final label, are raters. The print of
#' a result names the columns that are the raters if `rating` was not given.
#'
#' In data with a row per rating, a rater named like a final label who has the label of the others where these agree
#' gives a warning of class `accord_warning_final_rater`, and raters such as `A_tone`, `B_tone`, `A_topic`, `B_topic`,
#' whose ratings are those of several questions, one of class `accord_warning_several_questions` with the call that
#' reads them.
#'
#' @section Level of measurement:
#' An ordered factor is ordinal; factors, characters and logicals are nominal; numbers with at most two distinct
#' values are nominal, since then all levels coincide. Other numbers have no level until you give one, and functions
#' that need it stop with an error. Characters and unordered factors have no order of their own ("10" sorts before
#' "2"): at the ordinal level give `categories` in order, or an ordered factor. Text of which all is numbers, such as
#' `"3"` or `"80%"`, is nominal too, which a message says once. Values are never trimmed, folded in case or ranked.
#'
#' @section Sets:
#' If a rater may give several labels, a rating is a set. Give a list column of labels, a column of text and its
#' `separator`, or several columns as `rating`, one per check box, with `TRUE` or `FALSE`, 1 or 0, checked or unchecked,
#' or one label (a mark, the text or the number of the option) or nothing. Two values that do not say which of them is a
#' tick, such as 1 and 2 or yes and no, are an error that shows how to say it. A row in which nothing is ticked is the
#' empty set, a rating, whether boxes that are not ticked contain 0, `FALSE`, a blank or `NA`; but a row of `NA` alone
#' is a missing rating if 0, `FALSE` or a blank text also occur in these columns, since then an answer was distinguished
#' from none. `na = ""` makes all rows of blanks or `NA` missing. The print of the ratings and of a result counts the
#' empty sets. With raters in columns or in rows the cells may be sets too: list columns (a column of single labels
#' beside these is read as one of sets), or text with its `separator`, but not several boxes of each rater.
#' `character()`, `NULL` and the text `""` are the empty set, which is a rating; `NA` is a missing rating. Order and
#' repetition of the labels do not matter, empty pieces between separators do not count, and nothing is trimmed. Lists
#' in brackets, `"[1, 2]"`, and boxes in one text, `"1,0,0,1"`, are errors, and so are a `separator` that no rating
#' contains if another sign divides sets, and texts that differ in the order of their parts only, such as `"a;b"` and
#' `"b;a"`, without a `separator` (`categories` keeps them as they are); a blank behind each separator, an option that
#' seems to contain the separator, a second sign between labels, and texts such as `"a;b"` beside `"a"` and `"b"`
#' without a `separator` are warnings. The categories are then the distinct sets, written `{a, b}`, at the nominal
#' level: sets are equal or not. To give credit for common labels use `distance = "jaccard"`, `"masi"`, `"dice"` or
#' `"passonneau"` in [krippendorff_alpha()] and the influence functions, and `weights` of these names elsewhere.
#'
#' @section Missing, duplicated and bad data:
#' `NA` and `NaN` are missing ratings, and so are a factor level `NA`, values that SPSS declares missing (package
#' haven), and the values in `na`. Numbers with value labels (SPSS, Stata) are compared as numbers, and prints show
#' their labels; `haven::as_factor()` makes the labels the categories. Any other text is a category. An empty text, as
#' `read.csv()` gives for an empty cell, or one such as `"N/A"` gives a warning, and so do labels that look alike (they
#' differ in case, except for single letters, in blanks, in an accent that one lacks or encodes in another way, or in
#' the last digit of a number) and rare ones that name two others or doubt one (`A or B`, `A?`; class
#' `accord_warning_undecided`), unless `categories` names them; ids of items or raters that look alike give a warning of
#' class `accord_warning_look_alike_id`, also those that differ in leading zeros, an extension or signs, as `doc1`,
#' `doc01` and `Doc 1.txt`, if no rater rated both. More than 10,000 distinct texts are not compared. Ratings outside
#' the category set are set aside. Missing ratings and these are counted in the element `set_aside`, with their rows. A
#' rater who rates an item twice is an error, unless `duplicates` says otherwise; if a column of the data tells these
#' rows apart, the error shows the calls for parts of an item, questions, or occasions. If no item has two ratings, and
#' ids differ in a suffix such as `101--1` and `101--2`, there is a warning of class `accord_warning_item_suffix`. A
#' rater whose numbers are those of the others plus a constant (0 and 1, but 1 and 2), and two raters of at least ten
#' common items without a common category, give a warning of class `accord_warning_other_scale`, where at most 20 raters
#' use at most 20 categories in at most 200,000 ratings. A column that marks test questions of a crowd platform
#' (`_golden`, `GOLDEN:`), previews of a survey (`Status`) or practice trials (`phase`), in data with a row per rating
#' gives one of class `accord_warning_golden`. `NA` or an empty text as an item or rater, `NA` within a set, infinite
#' ratings, and list columns of anything but labels are errors. A number such as -99 or 999 outside of all others, a
#' rare one such as 11 or -3 outside of a scale of few steps that starts at 0 or 1, or such as 100 far above whole
#' numbers from 5 to 20 (of at most 200,000 ratings), or one without a value label where all others have one, is an
#' error at a `level` that calculates with it, in functions with `weights`, and in functions of scores, and a warning
#' otherwise, also in [variance_components()], whose scores may be measurements, until `na` or `categories` says what it
#' is. Numbers with decimal commas, rows of a header among the ratings, names that are the first row of the data, and a
#' file read as one column are errors. Ratings outside the categories are named, in a warning if one rater has most of
#' them. With `by`, a group that contains an error is left without ratings, one warning names it, its estimates are `NA`
#' with the reason as status, and the other groups are not affected; if all groups contain the error, it is an error.
#'
#' @section Strict mode:
#' With `options(accord.strict = TRUE)`, for jobs that run unattended, all functions stop with an error of class
#' `accord_error_strict` if ratings would be set aside (outside the categories, or duplicates that are not used), if a
#' group contains an error, or if the `status` of any row of a result is not `"ok"`, as it is for a tie in a majority
#' vote. The fields of the error are `reason`, `where` (rows, groups, or the ids of rows of the result) and `n`. An
#' error in a group also keeps its own class, such as `accord_error_duplicate_rating`. Missing ratings, and ratings of
#' weight 0, are no errors. Lazy tables are checked when they are collected.
#'
#' @section Tables of a database:
#' A lazy table of package dbplyr (`dplyr::tbl(con, "ratings")`, or any query of it) has a row per rating. The
#' database counts, and R receives a row for each distinct pattern of ratings in a group, with the number of items
#' with this pattern, and one for each rater and category. The result has an item for each pattern, with its
#' frequency, and no ratings of single items; its printed form names the table. The rules for missing, duplicated and
#' bad data are those for data in memory; messages give counts instead of row numbers. `duplicates = "first"` and
#' `"last"` are errors, since rows of a database have no order, and so are `cluster`, `case_weights`, `separator` and
#' `layout`, and several columns of `item` or `rater`.
#'
#' Coefficients, [category_agreement()] and intervals over items are computed from counts. [pairwise_agreement()],
#' [rater_summary()] and [rater_influence()] collect the rows if there are no more than may be collected (see below),
#' since that takes less time than to join the ratings of common items; the database joins those of larger tables, or of
#' all tables with `options(accord.collect = 0)`. [item_summary()] and the majority vote of [consensus()] are lazy
#' tables themselves, without an order; `dplyr::collect()` makes a summary of items like any other. Coefficients that
#' depend on who rated, and intervals over raters, fetch patterns with their raters for up to `r MOST_COLUMNS` raters,
#' and all rows for more raters; then `coefficients = "all"` of [agreement()] leaves these coefficients out, and the
#' printed result names them. All other functions whose rows are ratings
#' of one occasion collect the four columns they need, with a message (`accord_message_collected`), up to five million
#' rows, or `options(accord.collect = )`; more rows are an error (`accord_error_too_large`). Functions of other rows,
#' such as [intra_rater_agreement()], [variance_components()], [corrected_estimate()] and [as_corpus()], take data
#' in memory only: call `dplyr::collect()` first. Ratings with more than `r MOST_VALUES` distinct values are collected
#' too, for all functions and weights. The exception is [krippendorff_alpha()] of a lazy table at the interval level
#' with [ci_jackknife()], [ci_analytic()] or [ci_none()], and at the ordinal level with [ci_none()]: the database
#' computes sums by item, at the ordinal level of mid-ranks by window functions or, if it has none, by a join of up to
#' 1e8 pairs of values. [ci_bootstrap()] over items draws patterns by their frequencies, so that its draws differ from
#' those for data in memory, but not their distribution.
#'
#' Text is compared as the database does it; if it ignores case or trailing blanks, there is a warning
#' (`accord_warning_collation`). Queries run one after the other: if the ratings change between them, it is an error
#' (`accord_error_table_changed`), but a change that leaves the number of ratings of each category in each group as it
#' was is not detected; use a transaction. If the database fails, the error (`accord_error_engine`, or
#' `accord_error_package` if a package such as dbplyr fails) names the step; if
#' you collect a lazy table yourself, the error is that of dbplyr. No table is written, not even a temporary one.
#'
#' @section Errors:
#' Each has the class `accord_error` and one that names the problem: `accord_error_missing_column`, `duplicate_rating`,
#' `missing_id`, `infinite_rating`, `list_column`, `rating_columns`, `total`, `column_type`, `encoding`, `rating_type`,
#' `missing_code` (also `stray_code`), `separator` (in none of the ratings, or missing), `decimal_comma`,
#' `header`, `header_row`, `separated` (a file read as one column),
#' `missing_label` (`NA` within a set), `level`, `categories`, `layout`, `cluster` (an item in several), `case_weights`
#' (weights that are missing, negative or differ within an item, and sampling weights where they cannot be used),
#' `no_rows`, `duplicate_name`, `engine`, `table_changed`, `too_large`, `size` (counts of more ratings than fit),
#' `not_counts`, `not_square`, `separated_text` (what is no list of labels), `header` (names that are a row of data),
#' `not_ratings`, `damaged` (data, or ratings, that were changed so that their parts do not belong together), `memory`
#' (memory that the system refused), `missing_package` and `argument`, all with the prefix `accord_error_`.
#'
#' @param data A data frame, matrix, `Matrix`, table, lazy table of a database, or `accord_ratings`.
#' @param item,rater,rating <[`tidy-select`][tidyselect::language]> Columns of a data frame,
#'   one each. Several columns of `item` or `rater`, as in `item = c(document, sentence)`, make one id, written
#'   `"12 / 3"`. `rating` may select several columns in wide data, or the columns of check boxes.
#' @param ... For methods; must be empty otherwise.
#' @param by <[`tidy-select`][tidyselect::language]> Columns that split the data into groups.
#'   The default is the grouping of a grouped data frame. Items are identified within a
#'   group: the same id in two groups is two items.
#' @param level Level of measurement: `"nominal"`, `"ordinal"`, `"interval"`, `"ratio"`,
#'   `"circular"` or `"bipolar"`. The default follows from the ratings, see below.
#' @param categories The category set, in order if the order matters. The default is the levels of a factor, shared by
#'   all groups; for other ratings, the distinct ratings of each group.
#' @param duplicates What to do when a rater rated an item more than once: stop (`"error"`),
#'   use the `"first"` or the `"last"` rating, or `"keep"` all.
#' @param layout The layout of `data`, see below. Matrices and tables have no default.
#' @param cluster <[`tidy-select`][tidyselect::language]> Column of a data frame whose rows are ratings or items (tidy,
#'   with raters in columns, or counts) that says to which cluster an
#'   item belongs, such as the document of a sentence. Intervals then resample or leave out whole clusters, since
#'   items of one text are correlated. Estimates of coefficients do not change.
#' @param na Values that stand for a missing rating, such as `""` or `c(-99, 999)`; blanks around a text do not count,
#'   and a column of text whose other cells are numbers becomes one of numbers. `character()` says that there are
#'   none, even if a text or a number looks like one.
#' @param case_weights <[`tidy-select`][tidyselect::language]> Column of a data frame with the weight of an item, the
#'   same in all of its rows. Integers (and `hardhat::frequency_weights()`) are frequencies: the number of equal items
#'   that one stands for. Other numbers (and `hardhat::importance_weights()`) are sampling weights: the item was
#'   observed once, which intervals take into account; for whole numbers that are not stored as integers a message
#'   (`accord_message_case_weights`) says so. Only the ratios of sampling weights matter: the items that a coefficient
#'   uses have the mean weight 1. Sampling weights can be used in [agreement()], the functions of single coefficients
#'   and [category_agreement()], with [ci_default()] or [ci_none()]. They are not the `weights` of categories.
#' @param separator The text between the labels of a set in a column (or matrix) of text, such as `";"`.
#'
#' @return An object of class `accord_ratings`, a list: `items`, `raters` (`NULL` if anonymous) and `categories` hold
#'   the ids; `group_start`, `item_start`, `code` and `rater` hold the ratings as compressed sparse rows with
#'   positions and codes that count from 0: those of item `i` (from 0) lie from `item_start[i + 1]` to
#'   `item_start[i + 2] - 1`; `groups` is a tibble with the keys of each group and `group_status` says `"ok"` or why a
#'   group has no ratings; `level` is the level of measurement, or `NA`; `has_order` says whether the order of the
#'   categories is meaningful and `declared` whether they were declared, by you or by the type of the column;
#'   `set_aside` is a tibble of the rows left out: `reason`, `n`, and `rows`, and `set_aside_by` holds the positions
#'   (from 1) of `group` and `rater` of each of these rows, or `NULL`; `clusters` and `cluster` are the ids of clusters
#'   and the position (from 1) of the cluster of each item, or `NULL`; `weight` is the case weight of each item,
#'   `frequencies` says whether these are frequencies and `case_weights` names their kind, or `NULL`; `sets` are the
#'   labels of each category, if ratings are sets, and `value_labels` those of numbers with labels.
#'   `tibble::as_tibble()` returns the ratings, one row each, with `cluster` and `case_weights` if there are any.
#' @references
#' Fleiss, J. L. (1971) Measuring nominal scale agreement among many raters. *Psychological
#' Bulletin* 76, 378-382. \doi{10.1037/h0031619} (the layout of counts)
#' @seealso [read_] for the readers of files, [agreement()] and [krippendorff_alpha()], which take the result;
#'   [summary.accord_ratings()] for the coincidences, [accord-terms] for the terms.
#' @export
#' @order 1
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
  whole_ratings(data)
}

#' @export
as_ratings.default <- function(data, ...) {
  if (!missing(data)) check_in_memory(data)
  abort_accord(
    "not_ratings",
    c(
      "Ratings come as a data frame, a matrix, a sparse matrix of package Matrix, or a table.",
      x = if (missing(data)) "{.arg data} is missing." else "{.arg data} is {.obj_type_friendly {data}}.",
      i = if (!missing(data) && inherits(data, "accord_brat")) {
        "These are spans of annotators: {.fn as_spans} takes them, for {.fn span_agreement}, {.fn span_alpha}, and
         {.fn as_ratings} for other coefficients."
      },
      i = if (!missing(data) && inherits(data, "DBIConnection")) "Name the table: {.code dplyr::tbl(con, \"ratings\")}."
    )
  )
}

LAYOUTS <- c("tidy", "raters_in_columns", "raters_in_rows", "counts", "confusion")
LEVELS <- c("nominal", "ordinal", "interval", "ratio", "circular", "bipolar")

# Names for the raters of a confusion table without names.
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

# Frequencies are integers and sampling weights are doubles, so that as_ratings() can distinguish them again.
case_weights_of <- function(x) {
  whole <- isTRUE(x$frequencies) && all(x$weight <= .Machine$integer.max)
  if (whole) as.integer(x$weight) else unname(x$weight)
}

#' @importFrom tibble as_tibble
#' @export
as_tibble.accord_ratings <- function(x, ...) {
  x <- whole_ratings(x)
  item <- rating_items(x)
  group <- item_groups(x)[item]
  columns <- list(
    item = vctrs::vec_slice(x$items, item),
    rater = if (!is.null(x$raters)) vctrs::vec_slice(x$raters, x$rater + 1L),
    rating = vctrs::vec_slice(if (is.null(x$sets)) x$categories else unname(x$sets), x$code + 1L),
    cluster = if (!is.null(x$clusters)) vctrs::vec_slice(x$clusters, x$cluster[item]),
    case_weights = if (!is.null(x$weight)) case_weights_of(x)[item]
  )
  rows <- tibble::new_tibble(Filter(Negate(is.null), columns), nrow = length(item))
  vctrs::vec_cbind(vctrs::vec_slice(x$groups, group), rows, .name_repair = "unique_quiet")
}

# Numbers the raters in sorted order, so that pairs do not depend on the order of the rows.
sort_raters <- function(ratings) {
  if (identical(ratings$raters, CONFUSION_RATERS)) {
    return(ratings)
  }
  sorted <- order(ratings$raters, method = "radix")
  place <- order(sorted)
  ratings$rater <- place[ratings$rater + 1L] - 1L
  ratings$set_aside_by$rater <- place[ratings$set_aside_by$rater]
  ratings$raters <- vctrs::vec_slice(ratings$raters, sorted)
  ratings
}
