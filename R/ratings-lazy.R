# Tables of a database: the engine tallies, and what comes back are distinct patterns with frequencies. The
# ratings that become of them have an item for each pattern of a group, anonymous raters, and in `remote` what
# else was learnt, with the rows themselves as a lazy table.

#' @rdname as_ratings
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
  warn_faulty_groups(ratings)
  warn_labels(ratings, na, categories)
}

# What the engine is asked for, in order. More values than this are numbers to calculate with, not categories.
MOST_VALUES <- 200
MANY_VALUES <- "so many values make no patterns"
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
  data <- dplyr::ungroup(data)
  names <- colnames(data)
  frame <- stats::setNames(as.list(rep(NA, length(names))), names)
  frame <- tibble::new_tibble(frame, nrow = 1)
  item <- select_one(columns$item, frame, "item")
  rater <- select_one(columns$rater, frame, "rater", optional = TRUE)
  rating <- select_one(columns$rating, frame, "rating")
  keys <- if (rlang::quo_is_null(by)) {
    rlang::set_names(match(groups, names), groups)
  } else {
    select_columns(by, frame, "by")
  }
  ours <- paste0("key_", seq_along(keys), recycle0 = TRUE)
  taken <- c(keys, item, rater, rating)
  called <- c(ours, "item_id", if (!is.null(rater)) "rater_id", "value_")
  rows <- dplyr::transmute(data, !!!stats::setNames(rlang::syms(names[taken]), called))
  list(
    rows = rows, keys = ours, key_names = names(keys) %||% character(), has_raters = !is.null(rater),
    columns = stats::setNames(names[c(item, rater, rating)], c("item", if (!is.null(rater)) "rater", "rating")),
    where = where_lazy(data)
  )
}

# In words: what engine, and which table.
where_lazy <- function(data) {
  con <- dbplyr::remote_con(data)
  # Drivers warn of what they convert to say who they are.
  engine <- tryCatch(suppressWarnings(dbplyr::db_connection_describe(con)), error = function(cnd) class(con)[1])
  table <- tryCatch(as.character(dbplyr::remote_name(data)), error = function(cnd) NULL)
  paste0(if (length(table) == 1) paste0("table ", table, " of ") else "a query of ", engine)
}

# From the tally to ratings: an item for each pattern of a group.
lazy_ratings <- function(rows, facts, asked) {
  tally <- lazy_tally(rows, facts, asked$duplicates)
  facts <- lazy_duplicates(rows, facts, tally, asked$duplicates)
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
  ratings$remote <- list(
    rows = rows, facts = facts, asked = asked, cache = new.env(parent = emptyenv()),
    n_raters = if (rows$has_raters) lazy_rater_counts(rows, facts, tally),
    n_set_aside = facts$n_set_aside
  )
  ratings
}

# In the order of groups and counts, whatever order the engine gives; groups with a fault have none.
distinct_patterns <- function(tally, status) {
  fine <- which(status[tally$group] == "ok")
  columns <- c(list(tally$group[fine]), lapply(seq_len(ncol(tally$counts)), function(k) tally$counts[fine, k]))
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

is_remote <- function(ratings) !is.null(ratings$remote)
