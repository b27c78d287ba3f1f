# evaluate_consensus() of distributions: how far predicted shares of labels are from those of the people.

# Ratings of several people, or a table without a single label of each item, are distributions.
are_distributions <- function(gold, type) {
  if (!is.null(type)) {
    return(type == "distributions")
  }
  inherits(gold, "accord_ratings") || is.matrix(gold) ||
    is.data.frame(gold) && is.null(gold[["label"]]) && !is.null(gold[["item"]]) && ncol(gold) > 2 &&
      sum(vapply(gold[setdiff(names(gold), "item")], is.numeric, NA)) > 1
}

# Without a bound above 0 the logarithm of a predicted share of 0 would not be finite.
check_clip <- function(clip) {
  if (!is_numbers(clip) || length(clip) != 2 || !all(clip %in% clip[is.finite(clip) & clip >= 0 & clip < 0.5]) ||
    sum(clip) == 0) {
    abort_argument(clip, "clip", "two numbers from 0 to below 0.5, of which one is above 0")
  }
  clip
}

# The level of measurement matters only for distances of distributions.
check_for_distributions <- function(level) {
  if (!is.null(level)) {
    abort_accord(
      "argument",
      c(
        "{.arg level} is for distributions of labels.",
        x = "{.arg gold} has single labels.",
        i = "Give the ratings of the people as {.arg gold}: {.code as_ratings(data, item, rater, rating)}."
      ),
      argument = "level"
    )
  }
}

# `keys`: the names of group columns of data frames.
evaluate_distributions <- function(x, gold, keys, level, clip, ci) {
  conf_level <- check_own_ci(ci, list(ci_jackknife()))$conf_level %||% NA_real_
  people <- read_shares(gold, "gold", keys)
  guess <- read_shares(x, "x", keys)
  multiple <- people$multiple
  if (guess$multiple != multiple) abort_other_kind(multiple)
  row <- match_places(people, guess)
  check_common_categories(people, guess)
  categories <- unique(c(colnames(people$shares), colnames(guess$shares)))
  level <- soft_level(level, people, guess)
  values <- soft_values(categories, level, people, multiple)
  p <- in_categories(people$shares, categories)
  q <- in_categories(guess$shares, categories)[row, , drop = FALSE]
  whole <- list(gold = !is.na(rowSums(p)), x = !is.na(rowSums(q)))
  used <- !is.na(row) & whole$gold & whole$x
  tell_without_shares(people$place$item, !is.na(row), whole)
  error <- errors_by_item(people, guess, level)
  counts <- p * people$n
  groups <- people$place[setdiff(names(people$place), "item")]
  unit <- people$cluster %||% seq_len(nrow(p))
  found <- scores_by_group(groups, used, function(use) {
    soft_scores(
      soft_features(p[use, , drop = FALSE], q[use, , drop = FALSE], multiple, values, clip), unit[use], multiple,
      length(values) > 1, categories, conf_level,
      perfect = if (length(use) && !anyNA(people$n[use])) {
        perfect_measures(counts[use, , drop = FALSE], people$n[use], multiple, length(values) > 1, values, clip)
      },
      error = error[use]
    )
  })
  result <- new_evaluation(found$keys, found$scores, conf_level)
  n_lost <- sum(!is.na(row) & !used)
  with_note(result, "without_shares", if (n_lost > 0) n_lost)
}

# Items without a label, or without one of the shares, have no distribution that could be compared.
tell_without_shares <- function(item, met, whole) {
  lost <- which(met & !(whole$gold & whole$x))
  if (length(lost)) {
    sides <- vapply(names(whole), function(side) sum(!whole[[side]][lost]), 0L)
    sides <- sides[sides > 0]
    inform_accord(
      "without_shares",
      c(i = "{length(lost)} item{?s} {?is/are} left out, since a share or the label is missing in \
             {paste0('`', names(sides), '` (', sides, ')', collapse = ' and ')}: {.val {first_few(item[lost])}}."),
      items = item[lost]
    )
  }
}

# Warns of categories of one side that differ from one of the other side by case or blanks only.
warn_alike_categories <- function(people, guess) {
  alike <- look_alikes(unique(c(people, guess)))
  alike <- Filter(function(same) any(same %in% people) && any(same %in% guess) && !all(same %in% people), alike)
  if (length(alike)) {
    pairs <- vapply(alike, function(same) in_a_list(encodeString(same, quote = "\"")), "")
    warn_accord(
      "gold_labels",
      c(
        "Categories of {.arg x} and {.arg gold} are compared as text.",
        x = "{length(pairs)} of {.arg gold} look{?s/} like another one of {.arg x}: {first_few(pairs)}.",
        i = "If they mean the same, write them in the same way."
      ),
      labels = guess, gold = people
    )
  }
}

# Other columns of numbers in a table, such as a count of words, would be taken for categories.
check_common_categories <- function(people, guess) {
  warn_alike_categories(colnames(people$shares), colnames(guess$shares))
  for (side in list(list("gold", people, guess), list("x", guess, people))) {
    own <- colnames(side[[2]]$shares)
    other <- colnames(side[[3]]$shares)
    extra <- setdiff(own, other)
    # Sets that are all empty have no label to compare by.
    alone <- length(extra) > 0 && length(extra) == length(own) && length(other) > 0
    if (alone || isTRUE(side[[2]]$table) && isTRUE(side[[3]]$table) && length(extra)) {
      abort_accord(
        "shares",
        c(
          "{.arg x} and {.arg gold} must have the same categories.",
          x = "{length(extra)} of {.arg {side[[1]]}} {cli::qty(length(extra))}{?is/are} not in the other: \\
               {.val {first_few(extra)}}.",
          i = if (isTRUE(side[[2]]$table)) {
            "Columns that are no categories are left out of {.arg {side[[1]]}}; a category that the other lacks is a \\
             column of 0 there."
          }
        ),
        categories = extra
      )
    }
  }
}

abort_other_kind <- function(multiple) {
  abort_accord(
    "argument",
    c(
      "{.arg x} and {.arg gold} must both be of single labels, or both of sets of labels.",
      x = "{.arg gold} is of {if (multiple) 'sets' else 'single labels'}.",
      i = "Sets are ratings of {.fn as_ratings} with a list column, or a column {.field label} that is a list."
    ),
    argument = "x"
  )
}

# Returns for each row of `people` that of `guess`. Items are told apart by the group keys that both have.
match_places <- function(people, guess) {
  names <- intersect(names(people$place), names(guess$place))
  for (side in list(people, guess)) {
    twice <- unique(side$place$item[vctrs::vec_duplicate_detect(side$place)])
    if (length(twice)) {
      abort_accord(
        "duplicate_items",
        c(
          "Each item must have one row of shares.",
          x = "{length(twice)} item{?s} {?has/have} several: {.val {first_few(twice)}}."
        ),
        items = twice
      )
    }
  }
  row <- vctrs::vec_match(people$place[names], guess$place[names])
  lost <- unique(people$place$item[is.na(row)])
  if (all(is.na(row))) {
    abort_accord(
      "gold",
      c(
        "{.arg gold} and {.arg x} must be about the same items.",
        x = "They have none in common: {.val {first_few(lost)}} and {.val {first_few(guess$place$item)}}."
      ),
      items = lost
    )
  }
  if (length(lost)) {
    inform_accord(
      "unused_gold",
      c(i = "{length(lost)} item{?s} of {.arg gold} {?is/are} left out, since {.arg x} does not have \\
             {?it/them}: {.val {first_few(lost)}}."),
      items = lost
    )
  }
  row
}

soft_level <- function(level, people, guess) {
  if (is.null(level)) {
    own <- c(people$level, guess$level)
    return(c(own[!is.na(own)], "nominal")[1])
  }
  check_choice(level, c("nominal", "ordinal", "interval"), "level")
  level
}

# The values of ordered categories: their places, or the numbers that they are; NULL without an order.
soft_values <- function(categories, level, people, multiple) {
  if (multiple || !level %in% c("ordinal", "interval")) return(NULL)
  extra <- setdiff(categories, colnames(people$shares))
  if (level == "ordinal" && length(extra)) {
    abort_accord(
      "argument",
      c(
        "Ordered categories must be known from {.arg gold}.",
        x = "{length(extra)} of {.arg x} {?is/are} not among them: {.val {first_few(extra)}}.",
        i = "Give all categories in their order to {.fn as_ratings}, or choose {.code level = \"nominal\"}."
      ),
      categories = extra
    )
  }
  if (level == "ordinal") return(seq_along(categories))
  values <- evaluated_numbers(categories, "Categories at the interval level")
  if (is.unsorted(values)) {
    abort_accord(
      "argument",
      c(
        "Categories at the interval level must be in increasing order.",
        x = "They are {.val {first_few(categories)}}."
      ),
      categories = categories
    )
  }
  values
}

# The mean error of predictions for each person on an item, NA for items without; NULL if `guess` is no prediction of
# single ratings. At an ordered level errors are shares of the range; of sets, the share of labels that differ.
errors_by_item <- function(people, guess, level) {
  gold <- people$ratings
  own <- guess$ratings
  if (is.null(gold$raters) || is.null(own$raters)) return(NULL)
  cells <- function(side) {
    at <- rating_items(side$ratings)
    place <- as.list(vctrs::vec_slice(side$place, at))
    list(item = at, place = c(place, list(rater_ = id_text(side$ratings$raters)[side$ratings$rater + 1L])))
  }
  first <- cells(people)
  second <- cells(guess)
  names <- intersect(names(first$place), names(second$place))
  row <- vctrs::vec_match(vctrs::new_data_frame(first$place[names]), vctrs::new_data_frame(second$place[names]))
  if (all(is.na(row))) return(NULL)
  label <- id_text(gold$categories)[gold$code + 1L]
  said <- id_text(own$categories)[own$code + 1L][row]
  error <- if (people$multiple) {
    n <- length(unique(c(colnames(people$shares), colnames(guess$shares))))
    pair <- unique(data.frame(label, said))
    value <- mapply(function(a, b) {
      if (is.na(b)) return(NA_real_)
      a <- gold$sets[[a]]
      b <- own$sets[[b]]
      length(union(setdiff(a, b), setdiff(b, a))) / n
    }, pair$label, pair$said)
    value[vctrs::vec_match(data.frame(label, said), pair)]
  } else if (level %in% c("ordinal", "interval")) {
    values <- soft_values(unique(c(colnames(people$shares), colnames(guess$shares))), level, people, FALSE)
    names <- unique(c(colnames(people$shares), colnames(guess$shares)))
    abs(values[match(label, names)] - values[match(said, names)]) / max(diff(range(values)), 1e-300)
  } else {
    as.double(label != said)
  }
  n <- nrow(people$place)
  known <- !is.na(error)
  undefined_as_na(sum_by(error[known], first$item[known], n) / tabulate(first$item[known], n))
}

soft_scores <- function(features, unit, multiple, ordered, categories, conf_level, perfect, error) {
  totals <- rowsum(features, match(unit, unique(unit)))
  all <- matrix(colSums(totals), 1, dimnames = list(NULL, colnames(features)))
  measures <- function(totals) soft_measures(totals, multiple, ordered)
  estimate <- measures(all)
  names <- colnames(estimate)
  estimate <- as.vector(estimate)
  without <- if (nrow(totals) > 1) measures(matrix(all, nrow(totals), ncol(all), TRUE, dimnames(totals)) - totals)
  se <- deletion_error(without, length(names))
  n <- rep(nrow(features), length(names))
  perfect <- if (is.null(perfect)) rep(NA_real_, length(names)) else unname(perfect[names])
  if (!is.null(error)) {
    known <- !is.na(error)
    sums <- rowsum(cbind(error[known], 1), unit[known])
    total <- colSums(sums)
    names <- c(names, "perspectivist_error")
    estimate <- c(estimate, total[1] / total[2])
    se <- c(se, if (nrow(sums) > 1) {
      deletion_error(matrix((total[1] - sums[, 1]) / (total[2] - sums[, 2])), 1)
    } else {
      NA
    })
    n <- c(n, sum(known))
    perfect <- c(perfect, NA_real_)
  }
  t <- stats::qt((1 + conf_level) / 2, max(nrow(totals) - 1, 1))
  most <- ifelse(grepl("^(soft|js|perspectivist)", names), 1, ifelse(names == "manhattan", 2, Inf))
  least <- ifelse(names == "entropy_correlation", -1, 0)
  most[names == "entropy_correlation"] <- 1
  class <- sub("^[^ ]* ?", "", names)
  limits <- list(low = pmax(estimate - t * se, least), high = pmin(estimate + t * se, most))
  rows <- scores(
    sub(" .*", "", names), estimate, limits, n,
    ifelse(is.na(estimate), if (nrow(features)) "not defined" else "no items", "ok"),
    c(categories, NA)[ifelse(class == "", length(categories) + 1, suppressWarnings(as.integer(class)))]
  )
  rows$perfect <- perfect
  rows
}

# The standard errors of statistics in columns, from their values without each unit in rows; NA if one is not defined
# or none of them changes it.
deletion_error <- function(without, n) {
  if (is.null(without)) return(rep(NA_real_, n))
  g <- nrow(without)
  se <- sqrt((g - 1) / g * colSums((without - rep(colMeans(without), each = g))^2))
  unname(ifelse(se > 1e-12, se, NA))
}
