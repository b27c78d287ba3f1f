# Questions that a tally of anonymous patterns cannot answer: who gave which rating, or the rows themselves.

# The maximum number of raters for patterns that have a column per rater.
MOST_COLUMNS <- 60
# The maximum number of rows that are collected without a request by the user.
MOST_ROWS <- 5e6

# The reason for collecting rows, in messages.
WHO_RATED <- "coefficients and intervals that distinguish raters need single ratings of so many raters"

# Returns ratings with raters: for few raters from patterns of who gave which rating, otherwise from the rows.
with_raters.accord_remote <- function(ratings) {
  remote <- ratings$remote
  if (!remote$rows$has_raters) {
    return(ratings)
  }
  if (is.null(remote$cache$named)) {
    named <- if (!keeps_rows(ratings)) named_patterns(ratings)
    remote$cache$named <- named %||% collect_remote(ratings, WHO_RATED)
  }
  remote$cache$named
}

keeps_rows.accord_remote <- function(ratings) {
  remote <- ratings$remote
  if (!remote$rows$has_raters) {
    return(FALSE)
  }
  vctrs::vec_size(remote_raters(remote)) > MOST_COLUMNS || remote$asked$duplicates == "keep"
}

# `who`: the code given by each rater, in a column each. NULL if there are too many patterns.
named_patterns <- function(ratings) {
  remote <- ratings$remote
  rows <- remote$rows
  raters <- remote_raters(remote)
  found <- ask_engine(
    query_named(rows, remote$facts, raters), "tallying who gave which rating", MOST_PATTERNS
  )
  if (is.null(found)) {
    return(NULL)
  }
  group <- match_groups(found, rows, remote$facts)
  fine <- ratings$group_status[group] %in% "ok"
  codes <- lapply(columns_of_raters(raters), function(name) as.integer(found[[name]])[fine])
  columns <- c(list(group[fine]), codes)
  order <- do.call(order, c(columns, method = "radix"))
  codes <- matrix(unlist(codes), sum(fine))[order, , drop = FALSE]
  given <- which(!is.na(t(codes)))
  ratings$items <- seq_along(order)
  ratings$raters <- raters
  ratings$item_start <- c(0L, as.integer(cumsum(rowSums(!is.na(codes)))))
  ratings$code <- t(codes)[given] - 1L
  ratings$rater <- as.integer((given - 1L) %% max(length(raters), 1L))
  ratings$group_start <- c(0L, as.integer(cumsum(tabulate(group[fine], length(ratings$group_status)))))
  ratings$weight <- as.double(found$items_)[fine][order]
  check_named(ratings)
  ratings
}

columns_of_raters <- function(raters) paste0("r", seq_along(raters), recycle0 = TRUE)

query_named <- function(rows, facts, raters) {
  codes <- lapply(seq_along(raters), function(r) {
    rlang::expr(max(case_when(rater_id == !!raters[[r]] & code_ >= 1L ~ code_), na.rm = TRUE))
  })
  names(codes) <- columns_of_raters(raters)
  items <- summarise_by(query_coded(rows, facts), c(rows$keys, "item_id"), !!!codes)
  summarise_by(items, c(rows$keys, names(codes)), items_ = !!count_all())
}

# Stops if the table changed since the tally.
check_named <- function(ratings) {
  remote <- ratings$remote
  counted <- rep(ratings$weight, item_sizes(ratings))
  seen <- sum_by(counted, ratings$code + 1L, length(ratings$categories))
  expected <- colSums(remote$facts$totals)
  if (any(seen != expected)) abort_table_changed(expected, seen)
}

collect_remote.accord_remote <- function(ratings, why = SINGLE_RATINGS) {
  remote <- ratings$remote
  if (is.null(remote$cache$rows)) {
    n <- sum(remote$facts$totals) + sum(remote$facts$set_aside$n)
    # Warnings that the tally has already raised are not repeated.
    said <- c("no_answer", "look_alike", "faulty_group")
    remote$cache$rows <- without_warnings(collect_lazy(remote$rows, remote$asked, why, n, remote$facts$blind), said)
  }
  remote$cache$rows
}

# Verbs that compare raters need the ratings of common items. For tables small enough to be collected without a request,
# collecting the rows takes a fraction of the time of a join in the engine.
rows_for_joins.accord_remote <- function(ratings) {
  if (sum(ratings$remote$facts$n_rows) > most_rows()) {
    return(ratings)
  }
  collect_remote(ratings, JOINED_ITEMS)
}

# Returns whether the table is small enough to collect its rows, before any other query.
has_few_rows <- function(data) {
  need_package("dplyr", "for tables of a database")
  most <- most_rows()
  most > 0 && isTRUE(count_rows(as_subquery(without_order(dplyr::ungroup(data)))) <= most)
}

# Returns the number of rows; NA if it is NULL, which some engines return for a sum over no rows.
count_rows <- function(rows) {
  as.double(ask_engine(summarise_by(rows, character(), n_ = !!count_all()), "counting the rows")$n_)
}

most_rows <- function() {
  most <- getOption("accord.collect", MOST_ROWS)
  if (!identical(most, Inf)) check_number(most, "options(accord.collect)", from = 0)
  most
}

# The generic that users of dplyr call to get the rows.
#' @exportS3Method dplyr::collect
collect.accord_ratings <- function(x, ...) {
  check_no_dots(...)
  x <- whole_ratings(x)
  if (is.null(x$remote)) x else collect_remote(x, "collect() asks for them")
}

ratings_reader.tbl_lazy <- function(data, tally, joins) {
  if (!tally) return(collect_ratings)
  if (joins && has_few_rows(data)) function(...) collect_ratings(..., .why = JOINED_ITEMS) else as_ratings
}

# Does the same as as_ratings(), for verbs that need the rows.
collect_ratings <- function(data, item, rater, rating, ..., by = NULL, level = NULL, categories = NULL,
                            duplicates = "error", na = NULL, .why = SINGLE_RATINGS) {
  check_lazy_arguments(dots_names(...), duplicates)
  columns <- list(item = rlang::enquo(item), rater = rlang::enquo(rater), rating = rlang::enquo(rating))
  rows <- lazy_rows(data, columns, rlang::enquo(by))
  asked <- list(level = level, categories = categories, duplicates = duplicates, na = na)
  collect_lazy(rows, asked, .why)
}

collect_lazy <- function(rows, asked, why, n = NULL, blind = NULL) {
  most <- most_rows()
  n <- n %||% count_rows(rows$rows)
  if (n %in% c(0, NA)) check_not_empty(ask_engine(utils::head(rows$rows, 0), "reading the columns"))
  if (n > most) ask_to_collect(n, most, why)
  inform_accord(
    "collected",
    c(i = "{big(n)} row{cli::qty(n)}{?s} come{cli::qty(n)}{?s/} from the database to R: {why}."),
    about = list(rows$where, n), n = n
  )
  frame <- ask_engine(rows$rows, "collecting the ratings")
  if (is.null(blind)) {
    blind <- blind_columns(rows, frame)
    warn_collation(rows, blind)
  }
  frame <- spell_alike(frame, blind, asked$categories)
  at <- stats::setNames(match(rows$keys, names(frame)), rows$key_names)
  columns <- list(item = match("item_id", names(frame)), rating = match("value_", names(frame)))
  if (rows$has_raters) columns$rater <- match("rater_id", names(frame))
  given <- Filter(Negate(is.null), asked)
  if (length(at)) columns$by <- rlang::expr(c(!!!at))
  rlang::inject(as_ratings(frame, !!!columns, !!!given))
}

ask_to_collect <- function(n, most, why) {
  if (rlang::is_interactive()) {
    yes <- utils::askYesNo(sprintf("Collect %s rows into the memory of R? (%s)", big(n), why), default = FALSE)
    if (isTRUE(yes)) {
      return(invisible())
    }
  }
  abort_accord(
    "too_large",
    c(
      "More than {big(most)} rows are collected only on demand.",
      x = "There are {big(n)}, and {why}.",
      i = if (why == MANY_VALUES) {
        "{.fn krippendorff_alpha} of the table itself, at the interval level with {.code ci = ci_jackknife()}
          or {.fn ci_analytic}, collects none."
      } else if (why == WHO_RATED) {
        "{.code coefficients = c(\"fleiss_kappa\", \"gwet_ac\", \"krippendorff_alpha\")}, with intervals over items,
          need no rows."
      },
      i = "Use {.code options(accord.collect = {format(n, scientific = FALSE)})}, or select some of them."
    ),
    size = n
  )
}
