# Tables of a database: the engine tallies, and what comes back are distinct patterns with frequencies. The
# ratings that become of them have an item for each pattern of a group, anonymous raters, and in `remote` what
# else was learnt, with the rows themselves as a lazy table.

#' @rdname as_ratings
#' @order 3
#' @export
as_ratings.tbl_lazy <- function(data, item, rater, rating, ..., by = NULL, level = NULL, categories = NULL,
                                duplicates = "error", layout = "tidy", cluster = NULL, case_weights = NULL,
                                separator = NULL, na = NULL) {
  check_no_dots(...)
  given <- c(
    cluster = !rlang::quo_is_null(rlang::enquo(cluster)),
    case_weights = !rlang::quo_is_null(rlang::enquo(case_weights)),
    separator = !is.null(separator), layout = !identical(layout, "tidy")
  )
  check_lazy_arguments(names(given)[given], duplicates)
  check_level_name(level)
  columns <- list(item = rlang::enquo(item), rater = rlang::enquo(rater), rating = rlang::enquo(rating))
  rows <- lazy_rows(data, columns, rlang::enquo(by))
  asked <- list(level = level, categories = categories, duplicates = duplicates, na = na)
  facts <- lazy_facts(rows, asked)
  if (is.null(facts)) {
    # A verb that can do with sums leaves here.
    rlang::cnd_signal(rlang::cnd("accord_signal_many_values", rows = rows, asked = asked))
    return(collect_lazy(rows, asked, MANY_VALUES))
  }
  ratings <- lazy_ratings(rows, facts, asked)
  check_strict_ratings(ratings)
  warn_faulty_groups(ratings)
  warn_labels(ratings, na, categories)
}

# What the engine is asked for, in order. More values than this are numbers to calculate with, not categories.
MOST_VALUES <- 200
MANY_VALUES <- "with so many distinct values, patterns of ratings save nothing"
# Rows of a tally, at most: 100 MB.
MOST_PATTERNS <- 2e6

check_lazy_arguments <- function(given, duplicates) {
  check_choice(duplicates, c("error", "first", "last", "keep"), "duplicates")
  if (duplicates %in% c("first", "last")) {
    abort_accord(
      "argument",
      c(
        "The rows of a database have no order.",
        x = "{.arg duplicates} is {.val {duplicates}}.",
        i = "Select the rows to use, for example with {.fn dplyr::slice_max} by time."
      ),
      argument = "duplicates"
    )
  }
  if (length(given)) {
    abort_accord(
      "argument",
      c(
        "A table of a database must have one row per rating.",
        x = "{length(given)} argument{?s} {?is/are} given that {?is/are} only for data in memory: {.arg {given}}.",
        i = "Call {.fn dplyr::collect} first."
      ),
      argument = given
    )
  }
}

# The columns under names of our own, so that no name of the user's meets one of ours or of the engine's.
# A list: the lazy table `rows`, the names of the keys in it and for the user, and whether raters are known.
lazy_rows <- function(data, columns, by) {
  need_package("dbplyr", "for tables of a database")
  need_package("dplyr", "for tables of a database")
  groups <- dplyr::group_vars(data)
  data <- as_subquery(without_order(dplyr::ungroup(data)))
  names <- colnames(data)
  frame <- stats::setNames(as.list(rep(NA, length(names))), names)
  frame <- tibble::new_tibble(frame, nrow = 1)
  item <- select_one_lazy(columns$item, frame, "item")
  rater <- select_one_lazy(columns$rater, frame, "rater", optional = TRUE)
  rating <- select_one(columns$rating, frame, "rating")
  keys <- if (rlang::quo_is_null(by)) {
    rlang::set_names(match(groups, names), groups)
  } else {
    select_columns(by, frame, "by")
  }
  ours <- paste0("key_", seq_along(keys), recycle0 = TRUE)
  taken <- c(keys, item, rater, rating)
  called <- c(ours, "item_id", if (!is.null(rater)) "rater_id", "value_")
  rows <- take_columns(data, names[taken], called)
  types <- declared_types(rows)
  list(
    rows = with_minimum(rows, types), types = types, keys = ours, key_names = names(keys) %||% character(),
    has_raters = !is.null(rater),
    columns = stats::setNames(names[c(item, rater, rating)], c("item", if (!is.null(rater)) "rater", "rating")),
    where = where_lazy(data)
  )
}

# These columns under other names: first under names that no column has where one column is called as another is now,
# since transmute() goes one by one.
take_columns <- function(data, columns, called) {
  renamed <- function(data, from, to) dplyr::transmute(data, !!!stats::setNames(rlang::syms(from), to))
  if (any(called %in% columns & called != columns)) {
    between <- utils::tail(make.unique(c(called, colnames(data), paste0(called, "_"))), length(called))
    data <- renamed(data, columns, between)
    columns <- between
  }
  renamed(data, columns, called)
}

# As select_ids(), which memory alone joins: engines write numbers as text in ways of their own.
select_one_lazy <- function(quo, frame, arg, optional = FALSE) {
  columns <- names(select_ids(quo, frame, arg, optional))
  if (length(columns) > 1) {
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must select one column of a table of a database.",
        x = "It selects {length(columns)} columns: {.var {first_few(columns)}}.",
        i = "Make one column of them, for example with {.code dplyr::mutate(id = paste(a, b))}."
      ),
      argument = arg,
      columns = columns
    )
  }
  select_one(quo, frame, arg, optional)
}

# Rows of a tally have no order, and dbplyr warns that it is lost.
without_order <- function(data) {
  query <- data$lazy_query
  if (length(query$order_by) && is.null(query$limit)) data$lazy_query["order_by"] <- list(NULL)
  data
}

# A filter of a summary becomes HAVING, for which dbplyr (2.3.0) puts the expressions of the summary in place of its
# columns, and fails if a column is called as one that it is computed from, or is renamed. One of a subquery does not.
as_subquery <- function(data) {
  if (identical(data$lazy_query$select_operation, "summarise")) dplyr::collapse(data) else data
}

# What the engine calls the types of columns, where its driver says so: that of PostgreSQL does. "" where it does not.
declared_types <- function(rows) {
  columns <- colnames(rows)
  found <- tryCatch(
    {
      query <- dbplyr::remote_query(utils::head(rows, 0))
      result <- suppressWarnings(DBI::dbSendQuery(dbplyr::remote_con(rows), query))
      on.exit(DBI::dbClearResult(result))
      DBI::dbColumnInfo(result)
    },
    error = function(cnd) NULL
  )
  types <- found$.typname[match(columns, found$name)]
  stats::setNames(if (length(types)) ifelse(is.na(types), "", types) else rep("", length(columns)), columns)
}

# Raters are compared by their minimum, which PostgreSQL does not have of every type.
with_minimum <- function(rows, types) {
  as_text <- switch(if ("rater_id" %in% names(types)) types[["rater_id"]] else "",
    uuid = quote(as.character(rater_id)),
    bool = quote(case_when(rater_id ~ "TRUE", !rater_id ~ "FALSE"))
  )
  if (is.null(as_text)) rows else dplyr::mutate(rows, rater_id = !!as_text)
}

# In words: what engine, and which table.
where_lazy <- function(data) {
  con <- dbplyr::remote_con(data)
  # Drivers warn of what they convert to say who they are.
  engine <- tryCatch(suppressWarnings(dbplyr::db_connection_describe(con)), error = function(cnd) class(con)[1])
  table <- tryCatch(dbplyr::remote_name(data), error = function(cnd) NULL)
  table <- if (!inherits(table, "sql")) paste(unlist(lapply(unclass(table), as.character)), collapse = ".")
  paste0(if (isTRUE(nzchar(table))) paste0("table ", table, " of ") else "a query of ", engine)
}

# From the tally to ratings: an item for each pattern of a group.
lazy_ratings <- function(rows, facts, asked) {
  settled <- settle_tally(rows, facts, asked$duplicates)
  tally <- settled$tally
  facts <- lazy_duplicates(rows, settled$facts, tally, asked$duplicates)
  check_tally(tally, facts)
  patterns <- distinct_patterns(tally, facts$groups$status)
  counts <- patterns$counts
  n_groups <- length(facts$groups$status)
  ratings <- new_ratings(
    items = seq_along(patterns$items),
    raters = NULL,
    rows = list(
      item_start = c(0L, as.integer(cumsum(rowSums(counts)))),
      code = rep.int(rep.int(seq_len(ncol(counts)) - 1L, nrow(counts)), as.vector(t(counts)))
    ),
    categories = facts$categories,
    level = facts$level,
    has_order = facts$has_order,
    declared = facts$declared,
    groups = facts$groups$keys,
    group_start = c(0L, as.integer(cumsum(tabulate(patterns$group, n_groups)))),
    group_status = facts$groups$status,
    set_aside = facts$set_aside,
    weight = patterns$items,
    frequencies = TRUE
  )
  ratings$remote <- structure(
    list(
      rows = rows, facts = facts, asked = asked, cache = new.env(parent = emptyenv()),
      n_raters = if (rows$has_raters) lazy_rater_counts(rows, facts, tally),
      n_set_aside = facts$n_set_aside
    ),
    class = "accord_remote"
  )
  ratings
}

# In the order of groups and counts, whatever order the engine gives; groups with a fault have none.
distinct_patterns <- function(tally, status) {
  fine <- which(status[tally$group] == "ok")
  columns <- c(list(tally$group[fine]), each_column(tally$counts[fine, , drop = FALSE]))
  id <- code_columns(columns)
  first <- id$starts
  sorted <- do.call(order, c(lapply(columns, `[`, first), method = "radix"))
  items <- drop(rowsum(tally$items[fine], id$code))
  list(
    group = columns[[1]][first][sorted],
    counts = tally$counts[fine[first[sorted]], , drop = FALSE],
    items = unname(items[sorted])
  )
}
