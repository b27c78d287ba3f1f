# The majority vote of a table in a database, as a lazy table. All other methods look at who gave which rating.

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
