# Statistics of items in a database. There may be as many items as rows, so that the result is a lazy table, which the
# engine computes when it is collected or saved.

# Returns, for each item, the keys, item_id, and m_ (ratings), top_ (the count of the most frequent category), lead_
# (its code), tie_, pairs_ and logs_ (the sum of n log n, for the entropy). `faulty`: also includes items of groups with
# a fault, without their ratings.
lazy_items <- function(ratings, faulty = FALSE) {
  rows <- ratings$remote$rows
  facts <- ratings$remote$facts
  base <- as.double(length(facts$categories) + 1)
  long <- summarise_by(query_coded(without_faulty(rows, facts, faulty), facts), c(rows$keys, "item_id", "code_"),
    n_ = !!count_all()
  )
  # The maximum of n * base + code gives the highest count and the last category that has it, and with base - code the
  # first such category: there is a tie if they differ.
  items <- summarise_by(
    long, c(rows$keys, "item_id"),
    m_ = !!rlang::expr(sum(case_when(code_ >= 1L ~ n_, TRUE ~ 0), na.rm = TRUE)),
    top_ = !!rlang::expr(max(case_when(code_ >= 1L ~ n_), na.rm = TRUE)),
    last_ = !!rlang::expr(max(case_when(code_ >= 1L ~ n_ * !!base + code_), na.rm = TRUE)),
    first_ = !!rlang::expr(max(case_when(code_ >= 1L ~ n_ * !!base + !!base - code_), na.rm = TRUE)),
    pairs_ = !!rlang::expr(sum(case_when(code_ >= 1L ~ n_ * (n_ - 1), TRUE ~ 0), na.rm = TRUE)),
    logs_ = !!rlang::expr(sum(case_when(code_ >= 1L ~ n_ * log(n_), TRUE ~ 0), na.rm = TRUE))
  )
  dplyr::mutate(
    items,
    lead_ = !!rlang::expr(last_ - top_ * !!base),
    tie_ = !!rlang::expr(case_when(
      m_ < 1 ~ NA_integer_, last_ - top_ * !!base == !!base - (first_ - top_ * !!base) ~ 0L, TRUE ~ 1L
    ))
  )
}

# Leaves out the rows of groups with a fault or, with `keep_items`, only their ratings.
without_faulty <- function(rows, facts, keep_items) {
  for (g in which(facts$groups$status != "ok")) {
    fine <- rlang::expr(!(!!in_group(rows, facts, g)))
    rows$rows <- if (keep_items) {
      dplyr::mutate(rows$rows, value_ = !!rlang::expr(case_when(!!fine ~ value_)))
    } else {
      dplyr::filter(rows$rows, !!fine)
    }
  }
  rows
}

# Returns the condition that a row belongs to group `g`. It is never NULL, since some engines do not evaluate NULL AND
# FALSE to FALSE.
in_group <- function(rows, facts, g) {
  is_key <- Map(function(name, value) {
    x <- rlang::sym(name)
    if (is.na(value)) {
      rlang::expr(is.na(!!x))
    } else if (is.double(value) && !is.object(value) && value != round(value)) {
      # Numbers in the text of a query may lose their last digits.
      near <- signif(value + c(-1, 1) * abs(value) * 1e-12, 15)
      rlang::expr(case_when(!!x > !!near[1] & !!x < !!near[2] ~ 1L, TRUE ~ 0L) == 1L)
    } else {
      rlang::expr(case_when(!!x == !!value ~ 1L, TRUE ~ 0L) == 1L)
    }
  }, rows$keys, as.list(vctrs::vec_slice(facts$groups$keys, g)))
  Reduce(function(a, b) rlang::expr(!!a & !!b), is_key)
}

# Returns an expression for the label of the most frequent category; NULL if there is a tie.
label_expression <- function(ratings) {
  labels <- lapply(seq_along(ratings$categories), function(k) {
    rlang::expr(tie_ == 0L & lead_ == !!as.double(k) ~ !!ratings$categories[[k]])
  })
  if (length(labels)) rlang::expr(case_when(!!!labels)) else NA_character_
}

# Renames the keys to the names given by the user and puts them first. This is done last and in one step, since these
# names may equal names of our columns.
with_key_names <- function(items, ratings) {
  rows <- ratings$remote$rows
  keys <- stats::setNames(rlang::syms(rows$keys), rows$key_names)
  dplyr::select(items, !!!keys, !!!rlang::syms(setdiff(colnames(items), rows$keys)))
}

# Converts columns to double, since a driver that infers types from rows returns another type if all values are NULL.
with_doubles <- function(found, columns) {
  for (name in intersect(columns, names(found))) found[[name]] <- as.double(found[[name]])
  found
}

# The summary of each item of a table in a database, as a lazy table.

lazy_item_summary <- function(ratings, base) {
  words <- status_in_words(c("no_ratings", "one_rating"))
  items <- dplyr::transmute(
    lazy_items(ratings), !!!rlang::syms(ratings$remote$rows$keys),
    item = !!quote(item_id),
    n_ratings = !!quote(as.integer(m_)),
    majority = !!label_expression(ratings),
    majority_share = !!quote(case_when(m_ > 0 ~ top_ / m_)),
    tie = !!quote(case_when(tie_ == 0L ~ FALSE, tie_ == 1L ~ TRUE)),
    unanimous = !!quote(case_when(m_ > 1 & top_ == m_ ~ TRUE, m_ > 1 ~ FALSE)),
    entropy = !!rlang::expr(case_when(m_ > 0 & top_ == m_ ~ 0, m_ > 0 ~ (log(m_) - logs_ / m_) / !!log(base))),
    agreement = !!quote(case_when(m_ > 1 ~ pairs_ / (m_ * (m_ - 1)))),
    status = !!rlang::expr(case_when(m_ < 1 ~ !!words[1], m_ < 2 ~ !!words[2], TRUE ~ "ok"))
  )
  items <- with_key_names(items, ratings)
  class(items) <- c("accord_lazy_items", "accord_lazy", class(items))
  items
}

# The majority vote for a table in a database, as a lazy table. All other methods need to know who gave which rating.

votes_in_engine <- function(method, options) {
  method == "majority" && all(vapply(options[names(options) != "method"], is.null, NA))
}

lazy_majority <- function(ratings) {
  none <- status_in_words("no_ratings")
  rows <- ratings$remote$rows
  facts <- ratings$remote$facts
  faults <- lapply(which(facts$groups$status != "ok"), function(g) {
    rlang::expr(!!in_group(rows, facts, g) ~ !!facts$groups$status[g])
  })
  votes <- dplyr::transmute(
    lazy_items(ratings, faulty = TRUE), !!!rlang::syms(rows$keys),
    item = !!quote(item_id),
    label = !!label_expression(ratings),
    probability = !!quote(case_when(m_ > 0 ~ top_ / m_)),
    n = !!quote(as.integer(m_)),
    status = !!rlang::expr(case_when(!!!faults, m_ < 1 ~ !!none, tie_ == 1L ~ "tie", TRUE ~ "ok"))
  )
  votes <- with_key_names(votes, ratings)
  class(votes) <- c("accord_lazy_labels", "accord_lazy", class(votes))
  votes
}
