# Who gave which answer on the items to discuss, and which of these items come first: for the report and accord_app().

# The largest number of ratings of an item whose raters are named.
NAMED_RATERS <- 6

# Disagreements with the raters of each answer, such as "eva, mia: conflict; jonas: none", the majority first, in place
# of "conflict (2), none (1)". An item with many ratings, or with two of one rater, keeps the numbers of raters.
answers_by_rater <- function(x, ratings) {
  if (is.null(x[["ratings"]]) || is.null(ratings$raters) || nrow(x) == 0) {
    return(x)
  }
  place <- places_of_items(x, ratings)
  few <- place[!is.na(place) & item_sizes(ratings)[place] <= NAMED_RATERS]
  item <- rating_items(ratings)
  used <- which(item %in% few)
  words <- answer_words(item[used], ratings$rater[used] + 1L, ratings$code[used] + 1L, ratings)
  words <- words$text[match(place, words$item)]
  x[["ratings"]] <- ifelse(is.na(words), x[["ratings"]], words)
  x
}

# The text of each item, NA for one with two ratings of a rater. The ratings of an item are next to each other; they are
# joined place by place, since there may be many items.
answer_words <- function(item, rater, code, ratings) {
  answer <- code_columns(list(item, code))$code
  size <- tabulate(answer)[answer]
  sorted <- order(item, -size, group_least(rater, answer)[answer], rater)
  item <- item[sorted]
  answer <- answer[sorted]
  categories <- as.character(ratings$categories)
  named <- which(!is.na(ratings$value_labels))
  categories[named] <- paste(categories[named], "=", ratings$value_labels[named])
  category <- categories[code[sorted]]
  raters <- id_text(ratings$raters)
  many <- if (all(is_numeric_text(raters))) ifelse(size[sorted] > 1, "raters ", "rater ") else ""
  begins <- !duplicated(item)
  ends <- !duplicated(item, fromLast = TRUE)
  piece <- paste0(ifelse(duplicated(answer), ", ", many), raters[rater[sorted]])
  new <- which(!begins & !duplicated(answer))
  piece[new] <- paste0(": ", category[new - 1L], "; ", piece[new])
  piece[ends] <- paste0(piece[ends], ": ", category[ends])
  of <- cumsum(begins)
  at <- seq_along(item) - which(begins)[of] + 1L
  text <- character(sum(begins))
  for (k in seq_len(max(at, 0L))) text[of[at == k]] <- paste0(text[of[at == k]], piece[at == k])
  text[of[duplicated(data.frame(item, rater[sorted]))]] <- NA
  list(item = item[begins], text = text)
}

# The position among the items of the ratings of each row of a result.
places_of_items <- function(x, ratings) {
  key <- function(columns) do.call(paste, c(lapply(columns, id_text), sep = "\r"))
  keys <- c(names(ratings$groups), "item")
  groups <- as.list(vctrs::vec_slice(ratings$groups, item_groups(ratings)))
  match(key(unclass(x)[keys]), key(c(groups, list(item = ratings$items))))
}

# Whether both categories of a pair (positions) were given to each item.
has_both <- function(x, ratings, pair) {
  if (is.null(pair)) {
    return(rep(FALSE, nrow(x)))
  }
  item <- rating_items(ratings)
  given <- function(one) unique(item[ratings$code + 1L == one])
  places_of_items(x, ratings) %in% intersect(given(pair[1]), given(pair[2]))
}

# The positions of the two categories with the largest part of the disagreement, NULL if none is to be named.
confused_pair <- function(ratings, about) {
  mixed <- confused_most(ratings, about)
  if (!is.null(mixed)) vctrs::vec_match(c(mixed$category_1, mixed$category_2), ratings$categories)
}

# The items to discuss of accord_app(): the result of disagreements(), in which items with the confusion that the first
# lines speak of come first among equals, and in which raters are named.
items_to_discuss <- function(x, ratings) {
  if (inherits(ratings, "accord_ratings")) {
    about <- report_scale(ratings, NULL, NULL)
    both <- has_both(x, ratings, confused_pair(ratings, about))
    sorted <- order(group_numbers_of(x, ratings), -signif(x$disagreement, 10), !both)
    return(answers_by_rater(vctrs::vec_slice(x, sorted), ratings))
  }
  if (!is_questions(ratings) || is.null(x[["question"]])) {
    return(x)
  }
  for (name in intersect(names(ratings), x$question)) {
    own <- which(x$question == name)
    changed <- items_to_discuss(vctrs::vec_slice(x, own), ratings[[name]])
    for (column in names(x)) x[[column]][own] <- changed[[column]]
  }
  x
}
