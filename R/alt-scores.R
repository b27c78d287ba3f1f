# Similarity of the ratings of a model and of a person to those of the other people, item by item.

# Returns a function of two vectors of codes (from 1), a rating and that of another person; larger values are closer.
similarity_of <- function(score, ratings) {
  if (is.function(score)) {
    return(own_similarity(score, ratings))
  }
  switch(score,
    accuracy = function(a, b) as.double(a == b),
    neg_rmse = {
      values <- numbers_of_categories(ratings)
      values <- values / unit_of(values)
      # The root of the mean squared error is not taken, since it does not change the order.
      function(a, b) -(values[a] - values[b])^2
    },
    {
      distance <- matrix(set_metric(ratings, score, "score")$distance, length(ratings$categories))
      function(a, b) 1 - distance[cbind(a, b)]
    }
  )
}

numbers_of_categories <- function(ratings) {
  categories <- ratings$categories
  if (!is.numeric(categories) || !is.null(ratings$sets)) {
    abort_accord(
      "argument",
      c(
        "{.code score = \"neg_rmse\"} is for ratings that are numbers.",
        x = "The ratings are labels: {.val {first_few(as.character(categories))}}.",
        i = "Convert them, or use {.val accuracy} or a function."
      ),
      argument = "score"
    )
  }
  as.double(categories)
}

own_similarity <- function(score, ratings) {
  values <- ratings$sets %||% ratings$categories
  n <- length(values)
  check_few_values(n, "Use {.val accuracy}, or round the values.")
  function(a, b) {
    pair <- (a - 1) * n + b
    met <- unique(pair)
    scores <- vapply(met, function(one) {
      number_for_pair(
        score, values[[(one - 1) %/% n + 1]], values[[(one - 1) %% n + 1]], "score", "ratings",
        finite = TRUE
      )
    }, 0)
    scores[match(pair, met)]
  }
}

# Compares one model with people, given by their positions: the `people` returned have a row per group and person with
# sums over shared items, `n_items` the number of items in each group.
compared_people <- function(model, people, ratings, similarity) {
  item <- rating_items(ratings)
  group <- item_groups(ratings)
  rater <- ratings$rater + 1L
  model_code <- rep(NA_integer_, length(group))
  of_model <- which(rater == model)
  model_code[item[of_model]] <- ratings$code[of_model] + 1L
  use <- which(rater %in% people & !is.na(model_code[item]))
  size <- tabulate(item[use], length(group))
  use <- use[size[item[use]] > 1]
  shared <- list(item = item[use], rater = rater[use], code = ratings$code[use] + 1L)
  wins <- wins_of_items(shared, model_code, similarity)
  list(
    people = sums_of_people(group[shared$item], shared$rater, wins),
    n_items = tabulate(group[unique(shared$item)], nrow(ratings$groups))
  )
}

# Returns, for each row (the rating of an item by a person), whether the model wins and whether the person wins.
wins_of_items <- function(shared, model_code, similarity) {
  n <- length(shared$item)
  if (n == 0) {
    return(list(model = logical(), person = logical()))
  }
  # A person's score depends on the item and the person's category alone: a cell. Each cell is compared with those of
  # its item, so that the work grows with the number of categories that an item received and not with that of its
  # people.
  n_codes <- max(shared$code)
  id <- (as.double(shared$item) - 1) * n_codes + shared$code
  cell <- rle(sort(id))
  item <- as.integer((cell$values - 1) %/% n_codes + 1)
  code <- as.integer((cell$values - 1) %% n_codes + 1)
  start <- match(item, item)
  size <- tabulate(start, length(item))[start]
  own <- rep(seq_along(item), size)
  other <- rep(start, size) + sequence(size) - 1L
  sums <- function(of) {
    all <- rowsum(cell$lengths[other] * similarity(of[own], code[other]), own, reorder = FALSE)[, 1]
    # The person left out is one of the cell.
    unname(all - similarity(of, code))
  }
  at <- match(id, cell$values)
  person <- sums(code)[at]
  model <- sums(model_code[item])[at]
  # Sums of the same terms in a different order may differ by rounding, so that near ties count as ties.
  near <- 1e-9 * (abs(person) + abs(model))
  list(model = model >= person - near, person = person >= model - near)
}

sums_of_people <- function(group, rater, wins) {
  key <- tibble::tibble(group = group, rater = rater)
  found <- vctrs::vec_sort(vctrs::vec_unique(key))
  at <- vctrs::vec_match(key, found)
  total <- function(x) tabulate(at[x], nrow(found))
  found$n_items <- tabulate(at, nrow(found))
  found$model_wins <- total(wins$model)
  found$person_wins <- total(wins$person)
  found$both <- total(wins$model & wins$person)
  found
}
