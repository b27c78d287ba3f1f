# Joins the labels of a consensus to data: by group and item, or to a sheet with a row per item.

#' @rdname tidy.accord_consensus
#' @param data A data frame with the items and group keys, such as the ratings; or, without the keys, a sheet with a row
#'   per item, as where the groups are questions in columns, which gets columns for each group: `.label_tone`,
#'   `.probability_tone`, `.status_tone`. Ids of another type (numbers and text) are compared as text.
#'   If none of its items has a label, it is an error of class `accord_error_no_common_item`.
#' @param item <[`tidy-select`][tidyselect::language]> The column of items in `data`. The default is
#'   that of the call of [consensus()].
#' @importFrom generics augment
#' @export
augment.accord_consensus <- function(x, data, item = NULL, ...) {
  check_no_dots(...)
  facts <- facts_of_questions(x) %||% facts_of_medoids(x) %||% consensus_of(x)
  if (length(facts$labels)) {
    facts$keys$category <- NULL
    x <- sets_of_items(x, names(facts$keys), facts$without)
  }
  check_data_frame(if (!missing(data)) data)
  quo <- rlang::enquo(item)
  if (rlang::quo_is_null(quo)) {
    check_has_items(x, data, facts$item %||% "item")
    quo <- rlang::quo(tidyselect::all_of(!!(facts$item %||% "item")))
  }
  at <- select_ids(quo, data, "item")
  id <- if (length(at) > 1) joined_text(unclass(data)[at]) else data[[at]]
  keys <- names(facts$keys)
  # Ratings that lack their groups have several rows for an item, and a sheet has one.
  wide <- length(keys) > 0 && !any(keys %in% names(data)) && nrow(facts$keys) <= MAX_WIDE_GROUPS &&
    !vctrs::vec_duplicate_any(id)
  if (!wide) select_columns(rlang::quo(tidyselect::all_of(!!keys)), data, "data")
  sure <- if (facts$method %in% NUMBER_METHODS) "std.error" else "probability"
  if (facts$method == "medoid") sure <- "distance"
  if (facts$method == "several") sure <- character()
  added <- c(.label = "label", stats::setNames(sure, sprintf(".%s", sure)), .status = "status")
  check_result_columns(x, c(keys, "item", added), "A consensus")
  parts <- if (wide) groups_of_labels(x, keys) else list(x)
  if (wide && facts$method == "several") parts <- lapply(parts, with_numbers)
  by <- if (!wide) keys
  rows <- lapply(parts, function(part) {
    match_ids(c(as.list(data)[by], list(id)), c(as.list(part)[by], list(part[["item"]])))
  })
  # Other questions of a sheet may have the same items.
  if (is_sheet(data) && !is.null(facts$question)) {
    other <- data[["question"]] != facts$question
    rows <- lapply(rows, function(row) replace(row, other, NA_integer_))
  }
  if (length(id) && nrow(x) && all(is.na(unlist(rows)))) abort_no_common_item(id, x[["item"]], names(data)[at])
  warn_items_not_met(x[["item"]], id, Reduce(`&`, lapply(rows, is.na)), names(data)[at])
  columns <- unlist(unname(Map(function(part, row, name) {
    rlang::set_names(lapply(added, function(column) vctrs::vec_slice(part[[column]], row)), paste0(names(added), name))
  }, parts, rows, names(parts) %||% "")), recursive = FALSE)
  check_free_names(names(data), names(columns), "column of data")
  tibble::as_tibble(vctrs::vec_cbind(data, vctrs::new_data_frame(columns, n = nrow(data))))
}

# Stops where the data lack the columns of items that the consensus knows, with the column that holds the items.
check_has_items <- function(x, data, names) {
  lacking <- setdiff(names, names(data))
  if (length(lacking) == 0) {
    return(invisible())
  }
  items <- id_text(x[["item"]])
  plain <- Filter(function(name) is.null(column_fault(data[[name]])) && is.atomic(data[[name]]), names(data))
  met <- vapply(plain, function(name) sum(items %in% id_text(data[[name]])), 0)
  likely <- if (any(met > 0)) plain[which.max(met)]
  abort_accord(
    "missing_column",
    c(
      "{.arg item} must name the column of items in {.arg data}.",
      x = "It is not given, and {.arg data} has no column {.var {lacking}}.",
      i = if (!is.null(likely)) "The items are in {.var {likely}}: {.code item = {column_code(likely)}}.",
      i = if (is.null(likely)) "No column holds the items of the consensus."
    ),
    argument = "item", column = lacking[1]
  )
}

# The labels of a question by several methods are text, also those of one whose labels are all numbers.
with_numbers <- function(part) {
  label <- part[["label"]]
  numbers <- suppressWarnings(as.numeric(label))
  if (is.character(label) && identical(is.na(numbers), is.na(label)) && !any(grepl("^-?0[0-9]", label))) {
    part[["label"]] <- numbers
  }
  part
}

# Warns of items without a row where a row without an item has nearly the same id, such as "007" and 7, which text that
# is read as numbers becomes. `without`: the rows that have no item.
warn_items_not_met <- function(items, id, without, column) {
  rows <- unique(id_text(id[without & !is.na(id)]))
  lost <- unique(id_text(items[is.na(match_ids(list(items), list(id)))]))
  if (length(lost) == 0 || length(rows) == 0 || !all(validUTF8(c(lost, rows)))) {
    return(invisible())
  }
  to <- match(spelled_by(lost, ID_SPELLINGS), spelled_by(rows, ID_SPELLINGS))
  alike <- !is.na(to)
  if (!any(alike)) {
    return(invisible())
  }
  n <- sum(alike)
  pairs <- sprintf("\"%s\" and \"%s\"", lost[alike], rows[to[alike]])
  warn_accord(
    "items_not_met",
    c(
      "Ids must be written alike to be joined.",
      x = "{n} item{?s} of the consensus {?has/have} no row of the data, and {?a row/rows} with nearly the same \\
           {.var {column}} no label: {utils::head(pairs, 3)}.",
      i = "If they are the same, read them as text, as with {.code colClasses = \"character\"} of {.fn read.csv}."
    ),
    items = lost[alike], rows = rows[to[alike]]
  )
}

# Returns what augment() must know of a consensus of several questions, which is bound from a consensus of each, or
# NULL for others.
facts_of_questions <- function(x) {
  keys <- names_before(x, "item")
  if (!is.null(attr(x, "consensus")) || !"question" %in% keys || "category" %in% keys) {
    return(NULL)
  }
  number <- is.null(x[["probability"]]) && !is.null(x[["std.error"]])
  # Labels by several methods have no column of both.
  several <- is.null(x[["probability"]]) && is.null(x[["std.error"]])
  list(
    keys = vctrs::vec_unique(vctrs::new_data_frame(as.list(x)[keys], n = nrow(x))),
    method = if (number) "mean" else if (several) "several" else "majority"
  )
}

# For more groups than this, augment() adds no columns for each of them.
MAX_WIDE_GROUPS <- 200L

# Returns the rows of each group, named by the end of the names of its columns, such as `_tone`.
groups_of_labels <- function(x, keys) {
  groups <- vctrs::vec_group_loc(vctrs::new_data_frame(as.list(x)[keys], n = nrow(x)))
  parts <- lapply(groups$loc, function(rows) lapply(as.list(x), vctrs::vec_slice, rows))
  rlang::set_names(parts, paste0("_", do.call(paste, c(lapply(as.list(groups$key), id_text), sep = "_"))))
}

# Returns the labels of sets, which have a row each, as one row per group and item: `label` is the set of the labels
# that are TRUE, NA if one of them is not settled, or if no label has most votes and no rater gave the empty set;
# `probability` that of the least certain one. `keys` are the names of the group keys; `without` has the items to which
# a rater gave the empty set.
sets_of_items <- function(x, keys, without) {
  check_result_columns(x, c("category", "item", "label", "probability", "n", "status"), "A consensus of sets")
  found <- vctrs::vec_group_loc(vctrs::new_data_frame(as.list(x)[c(keys, "item")], n = nrow(x)))
  rows <- unlist(found$loc)
  item <- factor(rep(seq_along(found$loc), lengths(found$loc)), seq_along(found$loc))
  of_item <- function(column, f, value) unname(vapply(split(x[[column]][rows], item), f, value))
  has <- x[["label"]][rows] %in% TRUE
  label <- unname(split(x[["category"]][rows][has], item[has]))
  label[of_item("label", anyNA, NA)] <- list(NA_character_)
  status <- of_item("status", function(status) c(status[status != "ok"], "ok")[1], "")
  place <- vctrs::new_data_frame(as.list(found$key)[names(without)], n = length(label))
  split <- lengths(label) == 0 & status == "ok" & !vctrs::vec_in(place, without)
  label[split] <- list(NA_character_)
  status[split] <- "no label of most"
  vctrs::vec_cbind(found$key, vctrs::new_data_frame(list(
    label = label, probability = of_item("probability", min, 0), n = of_item("n", max, 0L), status = status
  ), n = length(label)))
}
