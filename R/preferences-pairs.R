# The judgements of a pair of answers, side by side in both orders.

# A row for each pair, judge and run: the two answers in the order of their names, and the choice when they were shown
# in this order (`straight`) and in reverse: 1 for the first name, 0 for the second, 0.5 for a tie, NA for no choice or
# no judgement; `shown_straight` and `shown_reverse` tell which.
judged_pairs <- function(x) {
  sorted <- order_text(c(x$first, x$second))
  place <- match(c(x$first, x$second), sorted)
  straight <- place[seq_len(nrow(x))] < place[-seq_len(nrow(x))]
  one <- ifelse(straight, x$first, x$second)
  two <- ifelse(straight, x$second, x$first)
  id <- group_ids(list(x$item, x$judge, x$run, one, two))$code
  of_first <- c(first = 1, second = 0, tie = 0.5)[x$choice]
  of_one <- unname(ifelse(straight, of_first, 1 - of_first))
  start <- which(!duplicated(id))
  cells <- data.frame(
    item = x$item[start], judge = x$judge[start], run = x$run[start], cluster = x$cluster[start], one = one[start],
    two = two[start], straight = NA_real_, reverse = NA_real_, shown_straight = FALSE, shown_reverse = FALSE
  )
  cells$shown_straight[id[straight]] <- TRUE
  cells$shown_reverse[id[!straight]] <- TRUE
  cells$straight[id[straight]] <- of_one[straight]
  cells$reverse[id[!straight]] <- of_one[!straight]
  cells
}

order_text <- function(x) sort(unique(x), method = "radix")

# The preference of a judge for the first name of a pair over all its judgements: 0.5 unless they are the same.
settled_choice <- function(cells, id) {
  value <- c(cells$straight, cells$reverse)
  id <- c(id, id)[!is.na(value)]
  value <- value[!is.na(value)]
  low <- tapply(value, id, min)
  high <- tapply(value, id, max)
  result <- ifelse(low == high, low, 0.5)
  rlang::set_names(as.double(result), names(low))
}
