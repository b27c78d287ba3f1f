# Ratings that were added because others differ, as by a third reader who sees only the disagreements of two. They
# raise agreement, since in such an item one of the first two ratings is repeated.

# Returns NULL, or a sentence about the rater, or about the items, whose ratings were added where others differ. Of
# ratings at random such a choice would have a probability below 1e-4.
chosen_words <- function(ratings) {
  n <- length(ratings$code)
  if (is_remote(ratings) || n < 8 || n > MANY_RATINGS) {
    return(NULL)
  }
  size <- item_sizes(ratings)
  if (max(size) < 3 || min(size) == max(size)) {
    return(NULL)
  }
  item <- rating_items(ratings)
  if (!is.null(ratings$raters) && anyDuplicated(as.double(item) * length(ratings$raters) + ratings$rater)) {
    return(NULL)
  }
  # For each item the number of categories used, and for each rating whether the other ratings of its item differ.
  answer <- vctrs::vec_group_id(as.double(item) * length(ratings$categories) + ratings$code)
  alone <- tabulate(answer)[answer] == 1L
  used <- tabulate(item[!duplicated(answer)], length(size))
  others_differ <- used[item] - alone > 1L
  chosen_by_rater(ratings, item, size, used, others_differ) %||% chosen_by_size(size, used)
}

# Compares, for each rater, the items that the rater read with those that the rater did not read: in how many do the
# others differ?
chosen_by_rater <- function(ratings, item, size, used, others_differ) {
  n_raters <- length(ratings$raters)
  if (n_raters < 3) {
    return(NULL)
  }
  rater <- ratings$rater + 1L
  compared <- size[item] > 2L
  read <- tabulate(rater[compared], n_raters)
  differ <- tabulate(rater[compared & others_differ], n_raters)
  # Of the items with two or more ratings, those of two ratings cannot be compared without the rater.
  several <- size > 1L
  read_at_all <- tabulate(rater[several[item]], n_raters)
  differ_at_all <- tabulate(rater[several[item] & used[item] > 1L], n_raters)
  unread <- sum(several) - read_at_all
  unread_differ <- sum(several & used > 1L) - differ_at_all
  by_chance <- stats::phyper(
    differ - 1, differ + unread_differ, read + unread - differ - unread_differ, read, lower.tail = FALSE
  )
  found <- which(read > 0 & differ >= 0.9 * read & by_chance < 1e-4 / n_raters)
  if (length(found) == 0) {
    return(NULL)
  }
  most <- found[which.max(differ[found])]
  name <- show_labels(as.character(vctrs::vec_slice(ratings$raters, most)))
  paste0(
    "Rater ", name, " read ", count(read[most], "item"), "; the others differ on ",
    if (differ[most] == read[most]) "all of them" else paste(big(differ[most]), "of them"), ", and on ",
    big(unread_differ[most]), " of the other ", big(unread[most]),
    ". Such a choice raises agreement: leave this rater out to describe the first readings."
  )
}

# The same for a table or a text that others read, without the advice.
reported_choice <- function(x) sub(": leave this rater out .*$", ".", attr(x, "chosen"))

# In a crowd a third rating may come from anyone. Items of two ratings then all agree, and items of more never do.
chosen_by_size <- function(size, used) {
  two <- size == 2L
  more <- size > 2L
  apart <- sum(two) > 0 && all(used[two] == 1L) && all(used[more] > 1L)
  if (!apart || -lchoose(sum(two | more), sum(more)) > log(1e-4)) {
    return(NULL)
  }
  paste0(
    "The ", count(sum(two), "item"), " with two ratings all agree, and the ", count(sum(more), "item"),
    " with more all have different ratings. Where further ratings were added because the first ones differ, ",
    "agreement is overestimated."
  )
}
