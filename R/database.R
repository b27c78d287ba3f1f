# Ratings from a table in a database: the engine computes the tally and returns the distinct patterns with frequencies.
# The ratings have an item for each pattern in a group, anonymous raters, and in `remote` the other facts and the lazy
# table.

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
    # Verbs that can use sums instead of patterns catch this signal and do not return here.
    rlang::cnd_signal(rlang::cnd("accord_signal_many_values", rows = rows, asked = asked))
    return(collect_lazy(rows, asked, MANY_VALUES))
  }
  ratings <- lazy_ratings(rows, facts, asked)
  check_strict_ratings(ratings)
  warn_faulty_groups(ratings)
  warn_labels(ratings, na, categories)
}

# With more distinct values than this, ratings are treated as numbers to compute with and not as categories.
MOST_VALUES <- 200
MANY_VALUES <- "with so many distinct values, patterns of ratings save nothing"
# The maximum number of rows of a tally, which take 100 MB.
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

# Selects the columns and gives them internal names, so that names of the user cannot conflict with ours or those of the
# engine. Returns a list: the lazy table `rows`, its key names and those of the user, and whether raters are known.
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

# Selects columns and renames them. If a new name is also the name of another column, they are first renamed to unused
# names, since transmute() renames one after the other.
take_columns <- function(data, columns, called) {
  renamed <- function(data, from, to) dplyr::transmute(data, !!!stats::setNames(rlang::syms(from), to))
  if (any(called %in% columns & called != columns)) {
    between <- utils::tail(make.unique(c(called, colnames(data), paste0(called, "_"))), length(called))
    data <- renamed(data, columns, between)
    columns <- between
  }
  renamed(data, columns, called)
}

# Like select_ids(), but several columns are an error: only R combines them, since engines convert numbers to text in
# different ways.
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

# Removes the order of rows, which a tally ignores and of whose loss dbplyr would warn.
without_order <- function(data) {
  query <- data$lazy_query
  if (length(query$order_by) && is.null(query$limit)) data$lazy_query["order_by"] <- list(NULL)
  data
}

# dbplyr (2.3.0) translates a filter of a summary to HAVING, in which it replaces columns by their expressions; this
# fails if a column has the name of one that it is computed from, or is renamed. A filter of a subquery works.
as_subquery <- function(data) {
  if (identical(data$lazy_query$select_operation, "summarise")) dplyr::collapse(data) else data
}

# Returns the types of columns as declared in the database, if the driver reports them, as that of PostgreSQL does;
# otherwise "".
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

# Queries take the minimum of raters, which PostgreSQL does not define for every type, so that some are converted to
# text.
with_minimum <- function(rows, types) {
  as_text <- switch(if ("rater_id" %in% names(types)) types[["rater_id"]] else "",
    uuid = quote(as.character(rater_id)),
    bool = quote(case_when(rater_id ~ "TRUE", !rater_id ~ "FALSE"))
  )
  if (is.null(as_text)) rows else dplyr::mutate(rows, rater_id = !!as_text)
}

# Returns a description of the engine and the table.
where_lazy <- function(data) {
  con <- dbplyr::remote_con(data)
  # Drivers may warn while they describe the connection.
  engine <- tryCatch(suppressWarnings(dbplyr::db_connection_describe(con)), error = function(cnd) class(con)[1])
  table <- tryCatch(dbplyr::remote_name(data), error = function(cnd) NULL)
  table <- if (!inherits(table, "sql")) paste(unlist(lapply(unclass(table), as.character)), collapse = ".")
  paste0(if (isTRUE(nzchar(table))) paste0("table ", table, " of ") else "a query of ", engine)
}

# Builds the ratings from the tally, with an item for each pattern in a group.
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

# Patterns are sorted by group and counts, so that they do not depend on the order of the engine; groups with a fault
# have none.
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
