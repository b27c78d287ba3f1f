# Distributions of labels: read from ratings, from posterior probabilities, or from a table of shares or counts.

# Returns a list: `place`, a data frame with the group keys and the item of each row as text; `shares`, a matrix with a
# column per category; `n`, the number of ratings of each row, NA if it is unknown; `cluster`; `level`; `multiple`,
# whether an item may have several labels, so that the shares of an item need not add up to 1; `table`, whether the
# columns of a table are the categories.
read_shares <- function(x, arg, keys = character()) {
  if (inherits(x, "accord_ratings")) {
    return(shares_of_ratings(x))
  }
  if (is_questions(x)) {
    abort_accord(
      "argument",
      c("{.arg {arg}} must be the ratings of one question.", x = "It has {length(x)}: {.val {first_few(names(x))}}."),
      argument = arg
    )
  }
  if (is.matrix(x) && is.numeric(x) && !is.null(rownames(x)) && !is.null(colnames(x))) {
    return(shares_of_table(data.frame(item = rownames(x)), x, arg))
  }
  if (is.data.frame(x) && is.null(x[["item"]])) {
    others <- names(x)
    abort_accord(
      "missing_column",
      c(
        "{.arg {arg}} must have a column {.var item}, with the ids of {.arg {setdiff(c('x', 'gold'), arg)}}.",
        x = "{length(others)} column{?s} {?is/are} there, and none is {.var item}: {.var {first_few(others)}}.",
        i = if (length(others)) {
          "Rename the column of items: {.code names({arg})[names({arg}) == \"{others[1]}\"] <- \"item\"}."
        }
      ),
      column = "item", available = others
    )
  }
  if (!is.data.frame(x)) {
    abort_argument(
      x, arg,
      "ratings (of as_ratings()), a result of consensus(), or a table with a row per item and a column per category"
    )
  }
  place <- vctrs::new_data_frame(lapply(as.list(x)[c(keys, "item")], id_text), n = nrow(x))
  if (is.matrix(x[["posterior"]])) {
    return(shares_of_table(place, x[["posterior"]], arg))
  }
  columns <- as.list(x)[setdiff(names(x), c(keys, "item"))]
  if (!is.null(x[["label"]])) {
    return(shares_of_labels(place, x[["label"]]))
  }
  columns <- columns[vapply(columns, function(column) is.numeric(column) && !is.factor(column), NA)]
  if (length(columns) < 2) {
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must have a column of shares or counts for each category.",
        x = "Beside {.field item} it has {length(columns)} column{?s} of numbers.",
        i = "Ratings in rows are {.code as_ratings(data, item, rater, rating)}."
      ),
      argument = arg
    )
  }
  shares_of_table(place, do.call(cbind, lapply(columns, as.double)), arg)
}

shares_of_ratings <- function(ratings) {
  check_no_sampling_weights(ratings, "Distributions of labels")
  if (is_remote(ratings)) ratings <- collect_remote(ratings)
  ratings <- expand_frequencies(ratings, "Distributions of labels")
  n <- item_sizes(ratings)
  k <- length(ratings$categories)
  counts <- matrix(tabulate(rating_items(ratings) + length(n) * ratings$code, length(n) * k), length(n), k)
  colnames(counts) <- id_text(ratings$categories)
  if (!is.null(ratings$sets)) {
    labels <- sort(unique(unlist(ratings$sets)), method = "radix")
    counts <- counts %*% t(vapply(ratings$sets, function(set) as.double(labels %in% set), double(length(labels))))
    colnames(counts) <- labels
  }
  keys <- lapply(vctrs::vec_slice(ratings$groups, item_groups(ratings)), id_text)
  list(
    place = vctrs::new_data_frame(c(keys, list(item = id_text(ratings$items))), n = length(n)),
    shares = counts / n, n = n, cluster = ratings$cluster, level = ratings$level, multiple = !is.null(ratings$sets),
    ratings = ratings
  )
}

# Whole numbers of which some item has more than one are counts.
shares_of_table <- function(place, shares, arg) {
  known <- rowSums(is.na(shares)) == 0
  sums <- rowSums(shares)
  wrong <- which(known & (rowSums(shares < 0) > 0 | !is.finite(sums)))
  counts <- all(shares[known, ] == round(shares[known, ])) && any(sums[known] > 1)
  if (!counts) wrong <- union(wrong, which(known & abs(sums - 1) > 0.02))
  if (length(wrong)) {
    what <- place$item[wrong]
    percent <- if (all(abs(sums[known] - 100) < 2)) percent_advice(sums)
    abort_accord(
      "shares",
      c(
        "The shares of an item must add up to 1, or be counts.",
        x = "In {.arg {arg}} those of {length(what)} item{?s} do not: {.val {first_few(what)}}.",
        i = percent %||% "If an item can have several labels, give the ratings as sets to {.fn as_ratings}."
      ),
      items = what
    )
  }
  if (counts) tell_percentages(sums[known], arg)
  list(
    place = place, shares = shares / ifelse(sums > 0, sums, NA), n = if (counts) sums else rep(NA_real_, length(sums)),
    level = NA_character_, multiple = FALSE, table = TRUE
  )
}

# Rounded percentages are whole numbers as counts are, and `perfect` depends on the number of ratings.
tell_percentages <- function(sums, arg) {
  if (length(sums) > 1 && all(abs(sums - 100) <= 1)) {
    inform_accord(
      "percentages",
      c(
        i = "Whole numbers in {.arg {arg}} are counts of ratings: every item has about 100.",
        i = "If they are percentages, divide them by 100."
      )
    )
  }
}

# A label is a distribution whose whole mass is on it.
shares_of_labels <- function(place, label) {
  if (is.list(label)) {
    labels <- sort(unique(unlist(label)), method = "radix")
    shares <- t(vapply(label, function(set) as.double(labels %in% id_text(set)), double(length(labels))))
    dimnames(shares) <- list(NULL, labels)
    n <- rep(NA_real_, nrow(shares))
    return(list(place = place, shares = shares, n = n, level = NA_character_, multiple = TRUE))
  }
  names <- if (is.factor(label)) levels(label) else id_text(sort_ids(unique(label[!is.na(label)])))
  shares <- matrix(0, length(label), length(names), dimnames = list(NULL, names))
  shares[cbind(seq_along(label), match(id_text(label), names))] <- 1
  shares[is.na(label), ] <- NA
  list(place = place, shares = shares, n = rep(NA_real_, nrow(shares)), level = NA_character_, multiple = FALSE)
}

# Returns the shares in the columns of `categories`, 0 for those that are not there.
in_categories <- function(shares, categories) {
  result <- matrix(0, nrow(shares), length(categories), dimnames = list(NULL, categories))
  result[, colnames(shares)] <- shares
  result
}
