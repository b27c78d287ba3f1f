# All layouts of data arrive here as rows: ids of items and raters (NULL if anonymous) from group_ids(), a rating, and
# the group keys of each. `others`: columns that have no role. `roles`: the names of the columns that have one.

build_ratings <- function(...) with_memory(ratings_of_rows(...))

ratings_of_rows <- function(item, rater, rating, keys = no_keys(length(rating)), level = NULL,
                            categories = NULL, duplicates = "error", cluster = NULL, weight = NULL, na = NULL,
                            others = NULL, roles = NULL, locate = function(rows) paste("row", rows)) {
  check_choice(duplicates, c("error", "first", "last", "keep"), "duplicates")
  check_level_name(level)
  rating <- without_na_values(plain_rating(rating), na, categories)

  groups <- row_groups(keys)
  groups <- settle(find_missing_ids(item, "item"), groups, locate)
  if (!is.null(rater)) groups <- settle(find_missing_ids(rater, "rater"), groups, locate)
  if (!is.null(cluster)) groups <- settle(find_missing_ids(cluster, "cluster"), groups, locate)
  groups <- settle(find_infinite(rating), groups, locate)
  check_no_total_item(item, rater, rating, groups)
  faulty <- faulty_rows(groups)
  if (length(faulty)) rating[faulty] <- NA

  coded <- encode_ratings(rating, level, categories)
  set_aside <- list_set_aside(rating, coded, faulty)
  if (!is.null(weight)) {
    weightless <- setdiff(which(weight$value == 0 & !is.na(coded$code_of[coded$value])), faulty)
    set_aside <- add_set_aside(set_aside, "without weight", weightless)
    coded$value[weightless] <- NA
  }
  items <- items_by_group(item, groups)
  clusters <- if (!is.null(cluster)) clusters_of_items(cluster, item, items, locate)
  compress <- function(coded) {
    size <- c(vctrs::vec_size(items$values), vctrs::vec_size(rater$values))
    call_core(compress_rows(
      items$code, rater$code, coded$value, coded$code_of, items$rank, size, n_threads()
    ))
  }
  rows <- compress(coded)
  if (rows$duplicates && duplicates != "keep") {
    rated <- !is.na(coded$code_of[coded$value])
    twice <- find_duplicates(items$code, rater$code, rated, duplicates)
    if (duplicates == "error") {
      fault <- duplicate_fault(twice, duplicate_advice(items, rater, rated, others, roles, twice))
      groups <- settle(fault, groups, locate_ids(item, rater, locate))
      twice <- faulty_rows(groups)
      set_aside <- add_set_aside(without_rows(set_aside, twice), "group with a fault", twice)
    } else {
      set_aside <- add_set_aside(set_aside, "duplicate", twice)
    }
    coded$value[twice] <- NA
    rows <- compress(coded)
  }
  ratings <- new_ratings(
    items = items$values, raters = rater$values, rows = rows,
    categories = coded$categories, level = coded$level, has_order = coded$has_order, declared = coded$declared,
    groups = groups$keys, group_start = items$start, group_status = groups$status,
    set_aside = set_aside, set_aside_by = who_set_aside(set_aside, rater, groups), clusters = clusters,
    weight = if (!is.null(weight)) weights_of_items(weight, item, items, locate),
    frequencies = weight$frequencies, case_weights = weight$words
  )
  check_strict_ratings(ratings)
  if ("outside the categories" %in% set_aside$reason) {
    ratings$outside <- outside_values(rating, set_aside, rater)
    warn_outside(ratings)
  }
  warn_faulty_groups(ratings)
  ratings
}

# The place of rows in words, such as "row 601 (item 256#0#3, rater worker_029)".
locate_ids <- function(item, rater, locate) {
  function(rows) {
    paste0(
      locate(rows), " (item ", vctrs::vec_slice(item$values, item$code[rows]),
      ", rater ", vctrs::vec_slice(rater$values, rater$code[rows]), ")"
    )
  }
}

# The keys of ungrouped rows: a tibble without columns.
no_keys <- function(n) tibble::new_tibble(list(), nrow = n)

faulty_rows <- function(groups) {
  faulty <- which(groups$status != "ok")
  if (length(faulty)) which(groups$code %in% faulty) else integer()
}

# Lists the rows that are not used, with the reason, so that every row is accounted for.
list_set_aside <- function(rating, coded, faulty) {
  none <- anyNA(coded$code_of) || anyNA(coded$value)
  empty <- if (none) setdiff(which(is.na(coded$code_of[coded$value])), faulty) else integer()
  absent <- is.na(rating[empty])
  set_aside <- tibble::new_tibble(list(reason = character(), n = integer(), rows = list()), nrow = 0)
  set_aside <- add_set_aside(set_aside, "missing", empty[absent])
  set_aside <- add_set_aside(set_aside, "outside the categories", empty[!absent])
  add_set_aside(set_aside, "group with a fault", faulty)
}

# The positions of group and rater of each row that was set aside.
who_set_aside <- function(set_aside, rater, groups) {
  rows <- unlist(set_aside$rows)
  group <- if (is.null(groups$code)) rep(1L, length(rows)) else groups$code[rows]
  list(group = group, rater = rater$code[rows])
}

# The number of given ratings that do not count (outside the categories, or duplicates) in each of the `n` groups or
# raters, as `of` says.
count_set_aside <- function(ratings, of, n, within = NULL) {
  if (!is.null(ratings$remote)) {
    return(if (of == "group") ratings$remote$n_set_aside else count_raters_aside(ratings, n, within))
  }
  given <- rep(ratings$set_aside$reason %in% c("outside the categories", "duplicate"), ratings$set_aside$n)
  if (!any(given)) {
    return(integer(n))
  }
  if (!is.null(within)) given <- given & ratings$set_aside_by$group == within
  tabulate(ratings$set_aside_by[[of]][given], n)
}

# Adds the total number of ratings set aside to a result whose rows are not groups, so that its print can mention it.
note_set_aside <- function(result, ratings) {
  n <- sum(count_set_aside(ratings, "group", length(ratings$group_status)))
  with_note(result, "n_set_aside", if (n > 0) n)
}

# Removes rows that are now set aside for another reason, since each row has only one.
without_rows <- function(set_aside, rows) {
  set_aside$rows <- lapply(set_aside$rows, setdiff, rows)
  set_aside$n <- lengths(set_aside$rows)
  set_aside[set_aside$n > 0, ]
}

add_set_aside <- function(set_aside, reason, rows) {
  if (length(rows) == 0) {
    return(set_aside)
  }
  tibble::add_row(set_aside, reason = reason, n = length(rows), rows = list(rows))
}

# `rule`: a sentence; `found`: a plural noun for the rows; `advice`: sentences that tell what to do.
fault <- function(what, rows, rule, found, advice) {
  if (length(rows)) list(what = what, rows = rows, rule = rule, found = found, advice = advice)
}

find_missing_ids <- function(id, what) {
  unknown <- if (anyNA(id$values)) which(vctrs::vec_detect_missing(id$values))
  # An empty cell of a file of text is no name; a level of a factor and a column without a name may be.
  empty <- if (is.character(id$values) && is.null(id$in_header)) which(id$values == "")
  word <- c(if (length(unknown)) "NA", if (length(empty)) "\"\"")
  missing_id_fault(if (length(word)) which(id$code %in% c(unknown, empty)), what, paste(word, collapse = " or "))
}

missing_id_fault <- function(rows, what, word = "NA") {
  fault(
    "missing_id", rows,
    rule = paste0("Every rating needs its ", what, "."),
    found = paste("rows whose", what, "is", word),
    advice = paste("Remove these rows, or fill in the", what, "column.")
  )
}

find_infinite <- function(rating) infinite_fault(if (is.double(rating)) which(is.infinite(rating)))

infinite_fault <- function(rows) {
  fault(
    "infinite_rating", rows,
    rule = "A rating must be finite.",
    found = "infinite ratings",
    advice = "Use NA for a rating that was not given."
  )
}

# Stops, or returns the groups with the status of faulty ones changed. `locate` describes rows in words.
settle <- function(fault, groups, locate) {
  if (is.null(fault)) {
    return(groups)
  }
  faulty <- if (is.null(groups$code)) 1L else unique(groups$code[fault$rows])
  strict <- is_strict()
  if (strict || length(faulty) == length(groups$status)) {
    places <- locate(utils::head(fault$rows, 5))
    n <- length(fault$rows)
    more <- if (n > 5) "; \u2026" else ""
    of_groups <- if (strict) strict_fault(fault, faulty, groups, n)
    abort_accord(
      c(fault$what, of_groups$class),
      c(
        "{fault$rule}",
        x = "Found {n} {singular(fault$found, n)}: {paste(places, collapse = '; ')}{more}.",
        of_groups$line,
        rlang::set_names(sprintf("{fault$advice[%d]}", seq_along(fault$advice)), rep("i", length(fault$advice)))
      ),
      rows = fault$rows, !!!of_groups$fields
    )
  }
  groups$status[faulty] <- fault$found
  groups
}

# The additions to an error in strict mode: its class, a line with the groups, and the fields of all such errors.
strict_fault <- function(fault, faulty, groups, n) {
  labels <- group_labels(groups$keys, "all rows")[faulty]
  line <- if (length(groups$status) > 1) {
    c(x = as_written(paste0("Group", if (length(faulty) > 1) "s", ": ", first_places(labels), ".")))
  }
  list(class = "strict", line = line, fields = list(reason = fault$found, where = labels, n = n))
}

# Descriptions of faults are in the plural; this gives the singular for one row.
singular <- function(found, n) {
  if (n != 1) {
    return(found)
  }
  found <- sub("^rows ", "row ", found)
  sub("ratings\\b", "rating", found)
}

# Warns once about all groups that have no ratings because of a fault.
warn_faulty_groups <- function(ratings) {
  faulty <- which(ratings$group_status != "ok")
  if (length(faulty)) {
    labels <- group_labels(ratings$groups)[faulty]
    reasons <- ratings$group_status[faulty]
    warn_accord(
      "faulty_group",
      c(
        "{length(faulty)} group{?s} {?is/are} left without ratings.",
        x = "{.field {labels}}: {unique(reasons)}."
      ),
      groups = labels,
      reasons = reasons
    )
  }
}

# The items that some rater rated again, if ratings were made with `duplicates = "keep"`.
items_repeated <- function(ratings) {
  item <- rating_items(ratings)
  item[duplicated((item - 1) * length(ratings$raters) + ratings$rater)]
}
