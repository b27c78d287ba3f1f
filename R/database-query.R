# Queries, written in verbs of dplyr, which dbplyr translates to the dialect of the engine. Counts are multiplied by
# 1.0, so that they are doubles in every engine, which neither overflow nor reach R as 64-bit integers.

# Runs a query; `step` describes it in messages. Returns NULL if there are more than `most` rows.
ask_engine <- function(query, step, most = Inf) {
  # LIMIT lets the engine stop early. The limit is not passed to the driver, which could reserve memory for as many
  # rows.
  if (is.finite(most)) query <- utils::head(query, most + 1)
  # Queries may take minutes, so that a message is shown until the result arrives.
  if (rlang::is_interactive() && cli::is_dynamic_tty()) {
    cli::cli_progress_message("The database is {step} {cli::symbol$ellipsis}")
  }
  found <- tryCatch(
    withCallingHandlers(dplyr::collect(query), warning = stop_mixed),
    error = function(cnd) {
      # dbplyr wraps the error of the database.
      while (inherits(cnd$parent, "condition")) cnd <- cnd$parent
      if (inherits(cnd, "accord_error")) rlang::cnd_signal(cnd)
      abort_query(cnd, step, attr(class(dbplyr::remote_con(query)), "package"))
    }
  )
  if (nrow(found) <= most) as.data.frame(found)
}

# An error of a package between accord and the database, such as a function that newer versions lack, is reported with
# the package, since another connection would not help.
abort_query <- function(cnd, step, driver = NULL) {
  reason <- conditionMessage(cnd)
  package <- package_that_stopped(cnd, driver)
  if (is.null(package)) {
    abort_accord(
      "engine",
      c(
        "The query of the database must not fail.",
        x = "It failed while {step}: {reason}",
        i = "Nothing was written. If the connection was lost, connect again and name the table anew."
      ),
      step = step, parent = NULL
    )
  }
  versions <- vapply(unique(c(package, "dbplyr")), function(name) format(utils::packageVersion(name)), "")
  update <- "{.code install.packages(\"dbplyr\")} ({versions[['dbplyr']]} is installed)"
  outdated <- inherits(cnd, c("defunctError", "lifecycle_error_deprecated")) || grepl(NO_FUNCTION, reason)
  abort_accord(
    "package",
    c(
      "The packages that ask the database must fit together.",
      x = "Package {.pkg {package}} {versions[[1]]} stopped while {step}: {reason}",
      i = if (outdated) paste0("Update dbplyr: ", update, "."),
      i = if (!outdated) paste0("If {.code dplyr::collect(head(data))} works, update dbplyr: ", update, ".")
    ),
    package = package, version = versions[[1]], step = step, parent = cnd
  )
}

NO_FUNCTION <- "could not find function|is not an exported object|unused argument"

# Returns the package, among those between dplyr and a driver, in whose function an error arose. NULL if the error is
# from the driver (named by its package), whose functions may have equal names: RClickhouse has a `select()`.
package_that_stopped <- function(cnd, driver = NULL) {
  between <- c("dbplyr", "dplyr", "vctrs", "tidyselect", "tibble", "rlang")
  if (rlang::is_string(cnd$package) && cnd$package %in% between) return(cnd$package)
  # The message "`f()` is defunct" names the function, while the call is that of its caller.
  said <- regmatches(conditionMessage(cnd), regexec("^`?([[:alnum:]._]+)\\(\\)`? (is|was) de", conditionMessage(cnd)))
  call <- conditionCall(cnd)
  caller <- if (is.call(call)) rlang::call_name(call)
  if (rlang::is_string(driver) && any(caller %in% ls(asNamespace(driver), all.names = TRUE))) caller <- NULL
  called <- c(said[[1]][2], caller)
  of_any <- function(package) {
    rlang::is_installed(package) && any(called %in% ls(asNamespace(package), all.names = TRUE))
  }
  found <- Filter(of_any, between)
  if (length(found)) found[[1]]
}

# SQLite can store whole numbers and decimals in one column, and its driver gives all values of a column the type of the
# first: 1.5 after a 64-bit integer becomes 1.
stop_mixed <- function(cnd) {
  if (grepl("mixed type", conditionMessage(cnd), fixed = TRUE)) {
    abort_accord(
      "column_type",
      c(
        "A column must hold values of one type.",
        x = "The driver of the database says: {conditionMessage(cnd)}",
        i = "Convert the column, for example with {.code dplyr::mutate(score = as.numeric(score))}."
      )
    )
  }
}

count_all <- function() quote(1 * n())

# COUNT is faster than SUM. dbplyr leaves functions that it does not know unchanged, so that COUNT reaches the engine.
count_where <- function(condition) rlang::expr(1 * COUNT(case_when(!!condition ~ 1L)))

# Whether an id is NULL or an empty text. Engines compare with text only what is text.
lacks_id <- function(column) {
  id <- as.name(column)
  rlang::expr(is.na(!!id) | as.character(!!id) == "")
}

# Counts distinct values other than NULL. DuckDB counts NULL as a value unless na.rm is set; older versions of dbplyr
# always omit NULL and do not accept the argument.
count_distinct <- function(of, rows) {
  told <- rlang::expr(n_distinct(!!of, na.rm = TRUE))
  known <- tryCatch(
    {
      dbplyr::translate_sql(!!told, con = dbplyr::remote_con(rows$rows), window = FALSE)
      TRUE
    },
    error = function(cnd) FALSE
  )
  if (known) told else rlang::expr(n_distinct(!!of))
}

# Does the same as dplyr::summarise(), which spends two thirds of its time on preparing an error message. If this
# version of dbplyr lacks the internal query, summarise() is used.
summarise_by <- function(rows, by, ...) {
  totals <- rlang::exprs(...)
  tryCatch(summary_query(rows, by, totals), error = function(cnd) {
    # Without keys the query returns one row, even for an empty table.
    if (length(by)) rows <- dplyr::group_by(rows, !!!rlang::syms(by))
    dplyr::ungroup(dplyr::summarise(rows, !!!totals, .groups = "drop"))
  })
}

summary_query <- function(rows, by, totals) {
  keys <- rlang::syms(by)
  totals <- lapply(totals, function(x) rlang::new_quosure(dbplyr::partial_eval(x, rows, rlang::base_env())))
  rows$lazy_query <- dbplyr::lazy_select_query(
    x = rows$lazy_query, select = c(stats::setNames(keys, by), totals), group_by = keys, group_vars = character(),
    select_operation = "summarise"
  )
  rows
}

# Query for the distinct values of each group with their counts, and for the number of rows without an id. With
# `raters`, counts are by rater; rows without a rater are then those with NULL.
query_values <- function(rows, raters = FALSE) {
  no_rater <- if (rows$has_raters && !raters) list(no_rater = count_where(lacks_id("rater_id")))
  summarise_by(
    rows$rows, c(rows$keys, "value_", if (raters) "rater_id"),
    n_ = !!count_all(), no_item = !!count_where(lacks_id("item_id")), !!!no_rater
  )
}

# Query for the rows with `code_`: codes from 1, 0 for values outside of the categories, NULL for missing ratings.
query_coded <- function(rows, facts) {
  columns <- c(rows$keys, "item_id", if (rows$has_raters) "rater_id")
  dplyr::transmute(rows$rows, !!!rlang::syms(columns), code_ = !!code_expression(facts$codes))
}

# `codes`: distinct values with their codes; NULL if every value counts.
code_expression <- function(codes) {
  if (is.null(codes)) {
    return(quote(case_when(!is.na(value_) ~ 1L)))
  }
  if (nrow(codes) == 0) {
    return(rlang::expr(as.integer(NA)))
  }
  if (by_middles(codes$value)) {
    branches <- number_branches(codes)
  } else if (is.logical(codes$value)) {
    branches <- lapply(seq_len(nrow(codes)), function(i) {
      rlang::expr(!!(if (codes$value[i]) quote(value_) else quote(!value_)) ~ !!codes$code[i])
    })
  } else {
    values <- literals(codes$value)
    branches <- Map(function(value, code) rlang::expr(value_ == !!value ~ !!code), values, codes$code)
  }
  rlang::expr(case_when(!!!unname(branches)))
}

by_middles <- function(value) is.double(value) && !all(value == round(value))

literals <- function(value) {
  lapply(value, function(x) if (is.double(x) && abs(x) < 2^31) as.integer(x) else x)
}

# Returns `given`, the condition that a rating counts, and `of`, the conditions that it is of each category. They do not
# use `code_`, which many engines would compute again for each condition.
conditions <- function(facts) {
  codes <- facts$codes
  if (is.null(codes)) {
    return(list(given = quote(!is.na(value_)), coded = FALSE))
  }
  k <- seq_along(facts$categories)
  if (nrow(codes) == 0 || is.logical(codes$value) || by_middles(codes$value)) {
    return(list(given = quote(code_ >= 1L), of = lapply(k, function(k) rlang::expr(code_ == !!k)), coded = TRUE))
  }
  values <- literals(codes$value)
  is_one_of <- function(values) {
    if (length(values) == 0) {
      return(rlang::expr(value_ != value_))
    }
    if (length(values) == 1) rlang::expr(value_ == !!values[[1]]) else rlang::expr(value_ %in% !!unlist(values))
  }
  given <- if (isTRUE(facts$all_count)) quote(!is.na(value_)) else is_one_of(values[codes$code >= 1])
  list(given = given, of = lapply(k, function(k) is_one_of(values[codes$code == k])), coded = FALSE)
}

# Decimals are distinguished by the midpoints between them, so that engines need not read numbers to the last digit.
number_branches <- function(codes) {
  codes <- codes[order(codes$value), ]
  top <- max(codes$value)
  upper <- c((codes$value[-1] + codes$value[-nrow(codes)]) / 2, top + max(1, abs(top)))
  upper <- signif(upper, 15)
  Map(function(value, code) rlang::expr(value_ < !!value ~ !!code), upper, codes$code)
}

query_given_only <- function(rows, facts) dplyr::filter(query_coded(rows, facts), !!quote(code_ >= 1L))

# Query for the number of raters with a rating that counts, in each group.
query_rater_counts <- function(rows, facts) {
  asked <- conditions(facts)
  from <- if (asked$coded) query_coded(rows, facts) else rows$rows
  summarise_by(dplyr::filter(from, !!asked$given), rows$keys, raters_ = !!count_distinct(quote(rater_id), rows))
}

# Query for the number of ratings that count by each rater; `some` restricts it to a few named raters.
query_rater_totals <- function(rows, facts, some) {
  given <- query_given_only(rows, facts)
  if (!is.null(some)) given <- dplyr::filter(given, rater_id %in% !!some)
  summarise_by(given, c(rows$keys, "rater_id"), n_ = !!count_all())
}

# Query for the numbers of missing ratings and of ratings outside of the categories, by rater.
query_raters_aside <- function(rows, facts) {
  aside <- dplyr::filter(query_coded(rows, facts), !!quote(is.na(code_) | code_ < 1L))
  summarise_by(aside, c(rows$keys, "rater_id", "code_"), n_ = !!count_all())
}

# Joins tables by keys that may be NULL. NULL equals nothing in SQL but is a group here, so that it is replaced by
# another value of the key, with a flag; the result has the original keys. `join`: if each row of x has its item in y, a
# left join is equivalent, and prevents SQLite from reading all rows of x for each item.
join_items <- function(x, y, rows, facts, join = dplyr::inner_join, on = "item_id") {
  nowhere <- rows$keys[vapply(facts$groups$keys, function(key) all(is.na(key)), NA)]
  y <- dplyr::select(y, !dplyr::all_of(nowhere))
  open <- vapply(facts$groups$keys, anyNA, NA) & !rows$keys %in% nowhere
  keys <- rows$keys[open]
  stand_in <- lapply(facts$groups$keys[open], function(key) key[!is.na(key)][1])
  flags <- sub("key", "null", keys, fixed = TRUE)
  filled <- Map(function(key, value) {
    key <- rlang::sym(key)
    rlang::expr(case_when(is.na(!!key) ~ !!value, TRUE ~ !!key))
  }, keys, stand_in)
  flagged <- lapply(rlang::syms(keys), function(key) rlang::expr(case_when(is.na(!!key) ~ 1L, TRUE ~ 0L)))
  for_join <- function(side) {
    if (length(keys) == 0) {
      return(side)
    }
    side <- dplyr::mutate(side, !!!stats::setNames(flagged, flags))
    dplyr::mutate(side, !!!stats::setNames(filled, keys))
  }
  met <- join(for_join(x), for_join(y), by = c(setdiff(rows$keys, nowhere), flags, on))
  back <- Map(function(key, flag) rlang::expr(case_when(!!rlang::sym(flag) == 0L ~ !!rlang::sym(key))), keys, flags)
  if (length(keys)) dplyr::mutate(met, !!!stats::setNames(back, keys)) else met
}

# Query for a row per item: its counts by category as columns of pack_names() and, on demand, the number of its ratings,
# of its raters (for which an engine needs more memory), and the rater of its only rating. The item is the first column,
# since engines that sort do so much faster by an id than by a group with many rows.
query_items <- function(rows, facts, number = FALSE, raters = FALSE, lone = FALSE) {
  asked <- conditions(facts)
  given <- rlang::expr(case_when(!!asked$given ~ rater_id))
  who <- list(
    n_ = if (number || raters || lone) rlang::expr(COUNT(case_when(!!asked$given ~ 1L))),
    raters_ = if (raters) count_distinct(given, rows),
    lone_ = if (lone) rlang::expr(min(!!given, na.rm = TRUE))
  )
  who <- Filter(Negate(is.null), who)
  from <- if (asked$coded) query_coded(rows, facts) else rows$rows
  summarise_by(from, c("item_id", rows$keys), !!!packed_counts(asked$of, facts), !!!who)
}

# Query for the patterns of items and their frequencies: the number of ratings and, on demand, of raters (`duplicates`)
# and the rater of a single rating (`lone`).
query_patterns <- function(rows, facts, duplicates = TRUE, lone = TRUE) {
  duplicates <- duplicates && rows$has_raters
  lone <- lone && rows$has_raters
  items <- query_items(rows, facts, number = TRUE, raters = duplicates, lone = lone)
  if (lone) items <- dplyr::mutate(items, lone_ = !!quote(case_when(n_ == 1L ~ lone_)))
  by <- c(rows$keys, pack_names(facts), "n_", if (duplicates) "raters_", if (lone) "lone_")
  summarise_by(items, by, items_ = !!count_all())
}

# Query for raters who rated an item more than once.
query_duplicates <- function(rows, facts) {
  found <- summarise_by(query_given_only(rows, facts), c(rows$keys, "item_id", "rater_id"), n_ = !!count_all())
  utils::head(dplyr::filter(found, !!quote(n_ > 1)), 5)
}

# Query for whether the engine ignores case or trailing blanks. It uses the first rows without NULL in `complete`, in
# the collations of the columns.
query_alike <- function(rows, columns, complete = columns) {
  complete <- lapply(rlang::syms(complete), function(x) rlang::expr(!is.na(!!x)))
  first <- dplyr::filter(dplyr::select(rows$rows, !!!rlang::syms(columns)), !!!complete)
  first <- utils::head(first, 50)
  asked <- lapply(columns, function(column) {
    x <- rlang::sym(column)
    list(
      rlang::expr(case_when(!!x == toupper(!!x) & !!x == tolower(!!x) ~ 1L, TRUE ~ 0L)),
      rlang::expr(case_when(!!x == paste0(!!x, " ") ~ 1L, TRUE ~ 0L)),
      rlang::expr(toupper(!!x)),
      rlang::expr(tolower(!!x))
    )
  })
  asked <- unlist(asked, recursive = FALSE)
  names(asked) <- paste0(c("case_", "blank_", "upper_", "lower_"), rep(seq_along(columns), each = 4))
  dplyr::mutate(first, !!!asked)
}
