# The questions to the engine, in verbs of dplyr, which dbplyr writes in its dialect. Counts are sums of 1.0:
# doubles everywhere, so that no engine overflows and R gets no integers of 64 bits.

# Runs a query; `step` says what for. At most `most` rows come back, NULL if there are more.
ask_engine <- function(query, step, most = Inf) {
  found <- tryCatch(
    dplyr::collect(query, n = if (is.finite(most)) most + 1 else Inf),
    error = function(cnd) {
      reason <- conditionMessage(cnd)
      abort_accord(
        "engine",
        c(
          "The database must answer.",
          x = "It failed while {step}: {reason}",
          i = "Nothing was written. Once the connection works again, so does the call."
        ),
        step = step, parent = NULL
      )
    }
  )
  if (nrow(found) <= most) as.data.frame(found)
}

count_all <- function() rlang::expr(sum(1, na.rm = TRUE))

count_where <- function(condition) rlang::expr(sum(case_when(!!condition ~ 1, TRUE ~ 0), na.rm = TRUE))

summarise_by <- function(rows, by, ...) {
  # Without keys there is one row, also of an empty table.
  if (length(by)) rows <- dplyr::group_by(rows, !!!rlang::syms(by))
  dplyr::ungroup(dplyr::summarise(rows, ..., .groups = "drop"))
}

# The distinct values of each group with their numbers, and the rows that lack an id.
query_values <- function(rows) {
  no_rater <- if (rows$has_raters) count_where(quote(is.na(rater_id))) else 0
  summarise_by(
    rows$rows, c(rows$keys, "value_"),
    n_ = !!count_all(), no_item = !!count_where(quote(is.na(item_id))), no_rater = !!no_rater
  )
}

# The rows with `code_`: from 1, 0 outside of the categories, NULL where no rating was given.
query_coded <- function(rows, facts) {
  columns <- c(rows$keys, "item_id", if (rows$has_raters) "rater_id")
  dplyr::transmute(rows$rows, !!!rlang::syms(columns), code_ = !!code_expression(facts$codes))
}

# `codes`: distinct values and the code of each.
code_expression <- function(codes) {
  if (nrow(codes) == 0) {
    return(rlang::expr(as.integer(NA)))
  }
  if (is.logical(codes$value)) {
    branches <- lapply(seq_len(nrow(codes)), function(i) {
      rlang::expr(!!(if (codes$value[i]) quote(value_) else quote(!value_)) ~ !!codes$code[i])
    })
  } else if (is.character(codes$value) || all(codes$value == round(codes$value))) {
    branches <- Map(function(value, code) {
      if (is.double(value) && abs(value) < 2^31) value <- as.integer(value)
      rlang::expr(value_ == !!value ~ !!code)
    }, codes$value, codes$code)
  } else {
    branches <- number_branches(codes)
  }
  rlang::expr(case_when(!!!unname(branches)))
}

# Decimals are told apart by the middle between them: no engine has to read a literal to the last digit.
number_branches <- function(codes) {
  codes <- codes[order(codes$value), ]
  top <- max(codes$value)
  upper <- c((codes$value[-1] + codes$value[-nrow(codes)]) / 2, top + max(1, abs(top)))
  upper <- signif(upper, 15)
  Map(function(value, code) rlang::expr(value_ < !!value ~ !!code), upper, codes$code)
}

# How often each rater gave each category.
query_raters <- function(rows, facts) {
  summarise_by(query_coded(rows, facts), c(rows$keys, "rater_id", "code_"), n_ = !!count_all())
}

count_names <- function(facts) paste0("c", seq_along(facts$categories), recycle0 = TRUE)

# A row for each item: how often it received each category, by how many raters, and by whom if by one alone.
query_items <- function(rows, facts) {
  counts <- lapply(seq_along(facts$categories), function(k) {
    rlang::expr(sum(case_when(code_ == !!k ~ 1L, TRUE ~ 0L), na.rm = TRUE))
  })
  names(counts) <- count_names(facts)
  size <- list(n_ = quote(sum(case_when(code_ >= 1L ~ 1L, TRUE ~ 0L), na.rm = TRUE)))
  who <- if (rows$has_raters) {
    given <- quote(case_when(code_ >= 1L ~ rater_id))
    list(raters_ = rlang::expr(n_distinct(!!given)), lone_ = rlang::expr(min(!!given, na.rm = TRUE)))
  }
  summarise_by(query_coded(rows, facts), c(rows$keys, "item_id"), !!!counts, !!!size, !!!who)
}

query_patterns <- function(rows, facts) {
  items <- query_items(rows, facts)
  by <- c(rows$keys, count_names(facts))
  if (!rows$has_raters) {
    return(summarise_by(items, by, items_ = !!count_all()))
  }
  items <- dplyr::mutate(
    items,
    lone_ = !!quote(case_when(n_ == 1L ~ lone_)), # Without a rating some engines count NULL raters.
    extra_ = !!quote(case_when(n_ > raters_ ~ 1 * (n_ - raters_), TRUE ~ 0))
  )
  summarise_by(items, c(by, "lone_"), items_ = !!count_all(), extra_ = !!quote(sum(extra_, na.rm = TRUE)))
}

# Raters who rated an item more than once.
query_duplicates <- function(rows, facts) {
  coded <- dplyr::filter(query_coded(rows, facts), !!quote(code_ >= 1L))
  found <- summarise_by(coded, c(rows$keys, "item_id", "rater_id"), n_ = !!count_all())
  utils::head(dplyr::filter(found, !!quote(n_ > 1)), 5)
}

# Does the engine take upper and lower case, or blanks at the end, for the same? It is asked about the first
# rows, in the collations of the columns themselves.
query_alike <- function(rows, columns) {
  first <- utils::head(dplyr::select(rows$rows, !!!rlang::syms(columns)), 50)
  asked <- lapply(columns, function(column) {
    x <- rlang::sym(column)
    list(
      rlang::expr(case_when(!!x == toupper(!!x) & !!x == tolower(!!x) ~ 1L, TRUE ~ 0L)),
      rlang::expr(case_when(!!x == paste0(!!x, " ") ~ 1L, TRUE ~ 0L))
    )
  })
  asked <- unlist(asked, recursive = FALSE)
  names(asked) <- paste0(c("case_", "blank_"), rep(seq_along(columns), each = 2))
  dplyr::mutate(first, !!!asked)
}
