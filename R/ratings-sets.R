# Ratings that are sets of labels: each distinct set becomes a category.

# Returns NULL if ratings are single values; otherwise a list: the `label` of each row's set, NA for a missing rating,
# and `sets`, the labels in each set, named by its label. `row_of`: a function from elements of `x` to rows of the
# data. `column`: the name of the only column of ratings, for advice.
encode_sets <- function(x, separator, categories, na = NULL, row_of = identity, column = NULL) {
  if (is.null(separator) && !is_list_of_labels(x)) {
    return(NULL)
  }
  if (!is.null(categories)) {
    abort_accord(
      "categories",
      c(
        "{.arg categories} cannot be given for sets of labels: their categories are the sets that occur in the data.",
        i = "Leave out {.arg categories}."
      ),
      categories = categories
    )
  }
  if (!is.null(separator)) x <- as_set_text(x, separator)
  if (is.character(x)) {
    x <- without_na_values(plain_text(x, "rating"), na)
    check_set_texts(x, separator, column)
    check_separator(x, separator, column)
  }
  # Sets that are written differently may be equal.
  written <- vctrs::vec_group_loc(x)
  first <- vctrs::vec_slice(x, vapply(written$loc, `[`, 1L, 1L))
  pieces <- if (is.list(x)) lapply(first, set_text) else strsplit(first, separator, fixed = TRUE)
  missing <- vapply(pieces, function(set) length(set) == 1 && is.na(set), NA)
  check_no_missing_label(pieces[!missing], written$loc[!missing], row_of)
  sets <- lapply(pieces, function(set) sort(unique(set[set != ""]), method = "radix"))
  label <- set_labels(sets)
  label[missing] <- NA
  of_row <- rep(NA_character_, vctrs::vec_size(x))
  of_row[unlist(written$loc)] <- rep(label, lengths(written$loc))
  kept <- which(!missing & !duplicated(label))
  if (is.list(x) && length(kept) == 1) warn_lost_order(pieces[!missing], sets[[kept]], column)
  list(label = of_row, sets = rlang::set_names(sets[kept], label[kept]))
}

# The same labels in several orders everywhere are rankings, of which sets would say that all agree. Two labels may be
# boxes that all have ticked.
warn_lost_order <- function(pieces, set, column) {
  if (length(set) > 2 && length(unique(pieces)) > 1 && all(lengths(pieces) == length(set))) {
    warn_accord(
      "lost_order",
      c(
        "Ratings in a list column are sets, whose order does not count.",
        x = "All hold the same {length(set)} labels, in {length(unique(pieces))} orders, such as
             {.val {first_few(pieces[[1]])}}.",
        i = "If they are rankings, use {.code distance_agreement(distance = distance_ranking())}."
      ),
      column = column
    )
  }
}

set_text <- function(set) plain_text(id_text(set), "rating")

# Whether x is a list column whose elements are vectors of labels or numbers, or empty.
is_list_of_labels <- function(x) {
  is.list(x) && !is.data.frame(x) &&
    all(vapply(x, function(set) {
      is.null(set) || is.atomic(set) && is.null(dim(set)) && !is.raw(set) && !is.complex(set)
    }, NA))
}

as_set_text <- function(x, separator) {
  if (!rlang::is_string(separator) || is.na(separator) || separator == "") {
    abort_accord(
      "argument",
      c("{.arg separator} must be a text.", x = "It is {.obj_type_friendly {separator}}."),
      argument = "separator"
    )
  }
  if (is.factor(x)) x <- as.character(x)
  if (!is.character(x)) {
    abort_accord(
      "rating_type",
      c(
        "A {.arg separator} divides text.",
        x = "The ratings are {.obj_type_friendly {x}}.",
        i = "A list column of labels needs none."
      )
    )
  }
  x
}

# Stops if a separator is given for a layout of counts.
check_no_separator <- function(separator, layout) {
  if (!is.null(separator)) {
    abort_accord(
      "argument",
      c(
        "{.arg separator} divides the labels of a rating, and counts have none.",
        x = "{.arg layout} is {.val {layout}}.",
        i = "If the cells are ratings, it is {.val raters_in_columns} or {.val raters_in_rows}."
      ),
      argument = "separator"
    )
  }
}

check_no_missing_label <- function(sets, rows, row_of) {
  bad <- vapply(sets, anyNA, NA)
  if (any(bad)) {
    rows <- sort(row_of(unlist(rows[bad])))
    abort_accord(
      "missing_label",
      c(
        "A set must contain labels only; {.val {NA}} alone is a missing rating.",
        x = "{length(rows)} set{?s} contain{?s/} {.val {NA}} and labels.",
        x = "See row{cli::qty(length(rows))}{?s} {first_few(rows)}."
      ),
      rows = rows
    )
  }
}

# Labels are written so that different sets always have different labels.
set_labels <- function(sets) {
  vapply(sets, function(set) {
    quote <- any(grepl("[,{}\"]", set))
    paste0("{", paste(if (quote) encodeString(set, quote = "\"") else set, collapse = ", "), "}")
  }, "")
}

# The number of ratings that are the empty set; a print shows it, since results depend on it.
count_empty_sets <- function(ratings) {
  empty <- which(lengths(ratings$sets) == 0)
  if (length(empty)) sum(item_counts(ratings)[rating_items(ratings)][ratings$code == empty - 1L]) else 0
}

empty_set_words <- function(ratings) {
  n <- if (is_remote(ratings)) 0 else count_empty_sets(ratings)
  if (n > 0) paste0(count(n, "rating"), if (n == 1) " is" else " are", " the empty set (nothing ticked)")
}

# Returns the categories to be compared with all others: `category`, and `codes`, those of its ratings (from 0). If
# ratings are sets, these are the labels, each with all sets that have it; sets made from chains are left whole, since
# the elements of a chain are mentions and not labels.
categories_apart <- function(ratings) {
  if (is.null(ratings$sets) || isTRUE(ratings$of_chains)) {
    return(list(category = ratings$categories, codes = as.list(seq_along(ratings$categories) - 1L)))
  }
  label <- unlist(ratings$sets, use.names = FALSE)
  codes <- split(rep(seq_along(ratings$sets) - 1L, lengths(ratings$sets)), factor(label, sort_labels(label)))
  list(category = names(codes) %||% character(), codes = unname(codes))
}

sort_labels <- function(label) sort(unique(label), method = "radix")

# Returns ratings of sets as ratings TRUE and FALSE, whether a set has the label, with a group for each label in every
# group. `by_label`: the labels; `without`: the items to which a rater gave the empty set, with their groups.
by_label <- function(ratings) {
  apart <- categories_apart(ratings)
  n <- length(apart$category)
  check_few_labels(length(ratings$items), n)
  groups <- length(ratings$group_status)
  places <- unlist(lapply(seq_len(groups), function(g) rep.int(items_of_group(ratings, g), n)))
  label <- unlist(lapply(diff(ratings$group_start), function(size) rep(seq_len(n), each = size)))
  taken <- take_items(ratings, places)
  has <- matrix(FALSE, length(ratings$sets), n)
  has[cbind(unlist(apart$codes) + 1L, rep(seq_len(n), lengths(apart$codes)))] <- TRUE
  taken$code <- as.integer(has[cbind(taken$code + 1L, label[rating_items(taken)])])
  category <- rep.int(apart$category, groups)
  taken$groups <- with_category(vctrs::vec_slice(ratings$groups, rep(seq_len(groups), each = n)), category)
  taken$group_start <- c(0L, cumsum(rep(diff(ratings$group_start), each = n)))
  taken$group_status <- rep(ratings$group_status, each = n)
  taken$set_aside_by$group <- (ratings$set_aside_by$group - 1L) * n + 1L
  taken$categories <- c(FALSE, TRUE)
  taken[c("level", "has_order", "declared", "by_label")] <- list("nominal", TRUE, TRUE, apart$category)
  taken["sets"] <- NULL
  empty <- unique(rating_items(ratings)[lengths(ratings$sets)[ratings$code + 1L] == 0])
  taken$without <- place_of_items(ratings, empty)
  taken
}

# The keys of the groups and the ids of these items.
place_of_items <- function(ratings, at) {
  keys <- vctrs::vec_slice(ratings$groups, item_groups(ratings)[at])
  vctrs::new_data_frame(c(as.list(keys), list(item = vctrs::vec_slice(ratings$items, at))), n = length(at))
}

with_category <- function(groups, category) {
  vctrs::vec_cbind(groups, tibble::new_tibble(list(category = category), nrow = length(category)))
}

check_few_labels <- function(items, labels) {
  if (as.double(items) * labels > 2e8) {
    abort_accord(
      "too_large",
      c(
        "Labels of sets are settled one by one, with a row for each item and label.",
        x = "{big(items)} {cli::qty(items)}item{?s} and {big(labels)} {cli::qty(labels)}label{?s} are
             {big(as.double(items) * labels)} rows.",
        i = "Use {.code sets = \"whole\"}, or merge labels."
      ),
      size = as.double(items) * labels
    )
  }
}
