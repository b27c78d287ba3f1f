# What the ratings of each item of a table in a database say: a lazy table too.

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
