#' Intra-rater agreement: the same rater twice
#'
#' How consistent is a rater who rated the same items on several occasions? Any coefficient of [agreement()], with
#' its interval, for each rater and for all of them.
#'
#' @details
#' For each rater, occasions take the place of raters: the coefficient is that of [agreement()] for the ratings that
#' this rater gave each item, on occasions 1, 2 and so on. Krippendorff calls this stability, others test-retest or
#' intra-observer agreement. The agreement of raters with themselves limits their agreement with others.
#'
#' The row of **all raters** treats each item of each rater as an item, and compares its ratings over occasions, so
#' only ratings by the same rater are compared. Its expected agreement uses the shares of the categories among all
#' raters. If raters use the categories differently (one marks nearly everything as spam, another nothing), each may
#' be consistent by habit alone; this row counts that as agreement, the rows of single raters do not. Its interval
#' accounts for the correlation of ratings of the same item by several raters (the items are clusters, see
#' [as_ratings()], unless `cluster` puts items together, such as the lesions of a patient).
#'
#' Coefficients that distinguish raters, such as Cohen's kappa, use the shares of the categories on each occasion.
#' Alpha, Fleiss' kappa and Gwet's coefficients treat occasions as exchangeable, so that a shift between occasions
#' counts as disagreement. The column `n_raters` counts occasions.
#'
#' **Drift.** Whether agreement changed over batches is a question for `compare_agreement(by = batch)`, whether
#' raters became more severe one for `rater_severity(batch = )`.
#'
#' @section Coverage:
#' In a simulation of 20 or 60 items rated by 2 or 4 raters, all or half of them twice, with raters who are right in 73
#' to 97% (`bench/coverage-intra.R` in the sources, 250 data sets each), 95% intervals by [ci_default()] contained the
#' true percent agreement and alpha of a rater in 96 to 99.8%, and those of all raters in 95 to 99.6%.
#'
#' @section Missing and degenerate data:
#' An item that a rater rated once says nothing about consistency and is treated like an item with one rating in
#' [agreement()]. A rater who never rated an item twice has the status "no item rated twice", with a warning; the
#' other reasons are those of [agreement()].
#'
#' @section Errors:
#' Those of [agreement()]; `accord_error_no_repeats` if no rater rated an item twice, `accord_error_duplicate_rating`
#' if a rater has two ratings of an item on one `occasion`, `accord_error_reserved_name` for a rater named "all
#' raters", and `accord_error_argument` for data that do not have a row per rating, and for a `ci` that leaves out or
#' draws raters: here occasions take their place.
#'
#' @inheritParams agreement
#' @param coefficients `"all"`, or names from the table in [agreement()].
#' @param data A data frame with a row per rating, or what [read_sheet()] returned: `item`, `rater` and `rating` are
#'   then left out, the column of `by` in [read_sheet()] is the occasion, and the result has rows for each question.
#' @param ... `na` and `separator` of [as_ratings()]. Case weights and other layouts are errors.
#' @param item,rater,rating <[`tidy-select`][tidyselect::language]> Columns, one each; `item` may have several, which
#'   make one id.
#' @param occasion <[`tidy-select`][tidyselect::language]> The column with the occasion of a rating. Without it, the
#'   ratings that a rater gave an item are numbered in the order of the rows.
#' @param cluster <[`tidy-select`][tidyselect::language]> The column with the cluster of an item, such as the patient of
#'   a lesion. Intervals then resample or leave out whole clusters.
#' @return A tibble of class `accord_intra`, an `accord_agreement` with a row per rater and coefficient, followed by
#'   rows for all raters, in which `rater` is `"all raters"`. The columns are those of [krippendorff_alpha()] after
#'   `by` and `rater`.
#' @references
#' Krippendorff, K. (2004) Reliability in content analysis: some common misconceptions and recommendations. *Human
#' Communication Research* 30, 411-433. \doi{10.1111/j.1468-2958.2004.tb00738.x}
#'
#' Gwet, K. L. (2008) Intrarater reliability. *Wiley Encyclopedia of Clinical Trials*.
#' \doi{10.1002/9780471462422.eoct631}
#' @seealso [rater_summary()] for agreement with others, [rater_severity()] for drift of severity, [icc()] and
#'   [limits_of_agreement()] with `duplicates = "keep"` for scores.
#' @export
#' @examples
#' set.seed(3)
#' twice <- expand.grid(tweet = 1:40, rater = c("ann", "bob"), round = 1:2)
#' truth <- rep(sample(c("spam", "ham"), 40, TRUE), 4)
#' slip <- runif(160) < ifelse(twice$rater == "ann", .05, .25)
#' twice$label <- ifelse(slip, ifelse(truth == "spam", "ham", "spam"), truth)
#' intra_rater_agreement(twice, tweet, rater, label, occasion = round, coefficients = "gwet_ac")
intra_rater_agreement <- function(data, item, rater, rating, ..., occasion = NULL, cluster = NULL,
                                  coefficients = "krippendorff_alpha", by = NULL, weights = NULL, level = NULL,
                                  range = NULL, categories = NULL, ci = ci_default()) {
  ci <- check_ci(ci)
  check_fixed_raters(ci)
  unknown <- setdiff(dots_names(...), c("na", "separator"))
  check_occasions_only(
    intersect(unknown, c("layout", "case_weights", "duplicates")),
    "Intra-rater agreement takes"
  )
  if (length(unknown)) check_no_dots(...)
  quos <- rlang::enquos(item = item, rater = rater, rating = rating, occasion = occasion, by = by, cluster = cluster)
  if (!missing(data) && is_read_sheet(data, quos[c("item", "rater", "rating")])) {
    scale <- list(level = level, categories = categories, weights = weights, range = range)
    return(intra_of_sheet(data, quos, scale, list(coefficients = coefficients, ci = ci, ...)))
  }
  rows <- intra_rows(data, quos)
  measure <- function(item, keys, cluster) {
    frame <- tibble::new_tibble(
      c(unclass(rows$keys), list(.item = item, .occasion = rows$occasion, .rating = rows$rating, .cluster = cluster)),
      nrow = length(item)
    )
    ratings <- rlang::inject(as_ratings(
      frame, ".item", ".occasion", ".rating",
      by = tidyselect::all_of(!!keys), level = level, categories = categories,
      cluster = !!(if (!is.null(cluster)) ".cluster"), ...
    ))
    # Categories are declared, since all raters chose among the same ones.
    ratings$declared <- TRUE
    agreement(ratings, coefficients = coefficients, weights = weights, level = level, range = range, ci = ci)
  }
  keys <- names(rows$keys)
  pairs <- group_ids(list(rows$item, rows$keys$rater))$code
  result <- without_warnings(
    each_warning_once(bind_raters(
      measure(rows$item, keys, rows$cluster),
      measure(pairs, setdiff(keys, "rater"), rows$cluster %||% rows$item)
    )),
    # Items that a rater rated once say nothing on what others did not mark.
    c("undefined", "one_rating")
  )
  warn_undefined(result)
  result
}

# Stops at arguments of as_ratings() that make no sense here, where occasions take the place of raters.
check_occasions_only <- function(given, rule) {
  if (length(given)) {
    abort_accord(
      "argument",
      c(
        "{rule} one row per rating, all with the same weight.",
        x = "It takes no {.arg {given}}."
      ),
      argument = given
    )
  }
}

# Occasions take the place of raters here, so that leaving one out says nothing of other raters.
check_fixed_raters <- function(ci) {
  if (ci$raters != "fixed") {
    abort_accord(
      "argument",
      c(
        "Limits of intra-rater agreement are for other items, rated by the same raters on the same occasions.",
        x = "{.arg ci} is {.code {ci_call(ci)}}, but occasions, not raters, are compared.",
        i = "Leave {.arg ci} out, or use {.code ci_jackknife()}."
      ),
      argument = "ci",
      value = ci
    )
  }
}

# Returns a list: `keys` (a tibble of the groups and the rater), `item`, `occasion` and `cluster` (codes; NULL without
# clusters), and `rating`.
intra_rows <- function(data, quos) {
  check_data_frame(data, "rating")
  check_not_empty(data)
  items <- select_ids(quos$item, data, "item")
  at <- vapply(c("rater", "rating"), function(name) unname(select_one(quos[[name]], data, name)), 0L)
  by <- group_columns(data, quos$by)
  keys <- group_keys(data, by)
  check_key_names(names(keys), c("rater", ".item", ".occasion", ".rating", ".cluster"))
  keys$rater <- plain_column(data[[at[["rater"]]]], "rater")
  check_known(is.na(keys$rater), "rater")
  if (ALL_RATERS %in% as.character(keys$rater)) {
    abort_accord(
      "reserved_name",
      c(
        "No rater may have the name of the row of all raters.",
        x = "There is a rater {.val {ALL_RATERS}}.",
        i = "Give this rater another name."
      ),
      names = ALL_RATERS
    )
  }
  item <- ids_at(data, items, "item")
  check_known(is.na(vctrs::vec_slice(item$values, item$code)), "item")
  rating <- data[[at[["rating"]]]]
  if (inherits(rating, "POSIXlt") || !is_list_of_labels(rating)) rating_kind(rating)
  given <- which(if (is.list(rating)) lengths(rating) > 0 else !is.na(rating))
  cell <- group_ids(c(unclass(keys), list(item$code)))$code
  occasion <- select_one(quos$occasion, data, "occasion", optional = TRUE)
  used <- c(items, at, by, occasion)
  advice <- function(code) {
    others <- setdiff(names(data), names(data)[used])
    parts_advice(data, others, names(data)[items], data.frame(cell, code)[given, ], given)
  }
  occasion <- if (is.null(occasion)) {
    running_number(cell, given)
  } else {
    occasion_codes(data[[occasion]], cell, given, advice)
  }
  if (!anyDuplicated(cell[given])) abort_no_repeats(length(unique(keys$rater)))
  cluster <- intra_clusters(data, quos, keys, item)
  list(keys = keys, item = item$code, occasion = occasion, rating = rating, cluster = cluster)
}

# The cluster of each row, or NULL. An item of a group lies in one cluster, whoever rated it.
intra_clusters <- function(data, quos, keys, item) {
  at <- select_one(quos$cluster, data, "cluster", optional = TRUE)
  if (is.null(at)) {
    return(NULL)
  }
  ids <- column_ids(data[[at]], "cluster")
  check_known(is.na(vctrs::vec_slice(ids$values, ids$code)), "cluster")
  in_group <- group_ids(c(unclass(keys)[setdiff(names(keys), "rater")], list(item$code)))$code
  clusters_of_items(ids, item, list(code = in_group, start = max(in_group)), function(rows) paste("row", rows))
  ids$code
}

check_known <- function(unknown, what) {
  if (any(unknown)) {
    settle(
      missing_id_fault(which(unknown), what), row_groups(no_keys(length(unknown))), function(rows) paste("row", rows)
    )
  }
}

# Numbers the given ratings of each cell in order of their rows: 1, 2, ...
running_number <- function(cell, given) {
  sorted <- given[order(cell[given], method = "radix")]
  start <- !duplicated(cell[sorted])
  place <- seq_along(sorted)
  number <- rep(1L, length(cell))
  number[sorted] <- place - place[start][cumsum(start)] + 1L
  number
}

# Occasions are coded in sorted order, since some coefficients depend on which occasion comes first.
# `advice`: a function of the codes, for ratings that repeat an occasion.
occasion_codes <- function(x, cell, given, advice) {
  x <- plain_column(x, "occasion")
  check_ids_given(x, "rating", "occasion", given)
  code <- match(x, sort(unique(x), method = "radix"))
  twice <- given[duplicated(data.frame(cell, code)[given, ])]
  if (length(twice)) {
    abort_accord(
      "duplicate_rating",
      c(
        "A rater rates an item once on each occasion.",
        x = "{length(twice)} duplicate rating{?s}: {cli::qty(length(twice))}{?row/rows} {first_few(twice)}.",
        i = advice(code)
      ),
      rows = twice
    )
  }
  code
}

# A column that tells such ratings apart, as the order of two answers does, makes other items of them.
parts_advice <- function(data, others, item, cells, given) {
  tells <- function(name) {
    x <- data[[name]]
    is.atomic(x) && length(dim(x)) < 2 && !anyDuplicated(cbind(cells, match(x, unique(x))[given]))
  }
  told <- Filter(tells, others)
  if (length(told) == 0) {
    return("Leave out {.arg occasion} to use ratings in the order of the rows.")
  }
  n <- vapply(told, function(name) length(unique(data[[name]])), 0L)
  code <- sprintf("item = %s, cluster = %s", columns_code(c(item, told[which.min(n)])), columns_of_id(item))
  column <- as_written(told[which.min(n)])
  paste0("Rows differ in ", column, ", which makes items of them: {.code ", as_written(code), "}.")
}

abort_no_repeats <- function(n) {
  abort_accord(
    "no_repeats",
    c(
      "Intra-rater agreement needs items that a rater rated twice.",
      x = "{n} rater{?s} rated every item once.",
      i = "For agreement between raters use {.fn agreement}."
    ),
    n_raters = n
  )
}

ALL_RATERS <- "all raters"

# Combines the rows of single raters with those of all raters below; `rater` is text in both. The column of raters
# counts occasions here.
bind_raters <- function(each, all) {
  columns <- as.list(unclass(each)[names(each)])
  columns$rater <- as.character(columns$rater)
  below <- as.list(unclass(all)[names(all)])
  below$rater <- rep(ALL_RATERS, nrow(all))
  columns <- Map(vctrs::vec_c, columns, below[names(columns)])
  columns$status[columns$status %in% c("one rater only", "no item with two ratings")] <- "no item rated twice"
  new_result(columns, nrow = nrow(each) + nrow(all), class = c("accord_intra", "accord_agreement"))
}

own_keys.accord_intra <- function(x) "rater"
