# Numbers that may mean a missing rating: the codes of statistical programs and code books, where they lie outside of
# all other ratings.

NINES <- c(99, 99.9, 99.99, 999, 999.9, 999.99, 9999, 99999, 999999)
MISSING_CODES <- c(
  -1, -(7:9), 7:9, -c(66, 77, 88, 96:98, 666, 777, 888, 990:998, 7777, 8888), -NINES,
  c(66, 77, 88, 96:98, 666, 777, 888, 990:998, 7777, 8888), NINES
)

# It is one more category at the nominal level, and elsewhere decides the value of all others.
check_missing_codes <- function(ratings) {
  values <- ratings$categories
  if (ratings$declared || !is.numeric(values) || length(values) < 3) {
    return(check_unlabelled(ratings))
  }
  odd <- if (any(values %in% MISSING_CODES)) missing_codes_of(ratings)
  # At the ratio level a negative number has no value, which is told of its group.
  if (identical(ratings$level, "ratio")) odd <- odd[odd >= 0]
  if (length(odd)) tell_missing_codes(ratings, odd, "outside of all others") else check_unlabelled(ratings)
}

# The questions that `by` tells apart have scales of their own.
missing_codes_of <- function(ratings) {
  values <- ratings$categories
  n_groups <- length(ratings$group_status)
  if (n_groups == 1 || as.double(n_groups) * length(values) > 1e6) {
    return(missing_codes(values, category_counts(ratings)))
  }
  place <- (item_groups(ratings)[rating_items(ratings)] - 1L) * length(values) + ratings$code + 1L
  n <- matrix(ratings_at(ratings, place, n_groups * length(values)), length(values))
  found <- lapply(seq_len(n_groups), function(group) {
    used <- n[, group] > 0
    missing_codes(values[used], n[used, group])
  })
  sort(unique(unlist(found)))
}

# Of `values` in order, which occur `n` times, those that are no part of the scale of the others.
missing_codes <- function(values, n) {
  odd <- values[values %in% setdiff(MISSING_CODES, c(-1, 7:9))]
  known <- values[!values %in% odd]
  c(if (length(odd) && length(known) > 1) far_codes(odd, known), small_codes(values, n))
}

# Far from the others: by more than their width, or negative where no other is. A scale that has such a number as a
# step has others near it.
far_codes <- function(odd, known) {
  low <- min(known)
  high <- max(known)
  above <- odd - high
  below <- low - odd
  beyond <- pmax(above, below) > max(1.5 * (high - low), 5)
  alone <- low >= 0 & odd < 0 & (odd <= -66 | below > max(5, 3 * (high - low) / (length(known) - 1)))
  odd[alone | beyond & (odd < 0 | above > max(abs(known)) | below > 0 & 1.5 * odd < low)]
}

# Codes of one digit: -1 where all others are greater by a step or many, and 7 to 9 beyond a gap behind a short scale
# of which each step was used. Counts would become fewer before a gap. A single
# such number may be a slip, and frequent ones are ratings.
small_codes <- function(values, n) {
  found <- numeric()
  if (length(values) < 3) {
    return(found)
  }
  if (all(values == round(values))) {
    known <- values[values >= 0]
    # A scale of -1, 1, 3, 5 goes on below 0 in its own steps.
    off <- known[1] > 0 && length(known) > 2 && known[1] + 1 > min(diff(known))
    if (values[1] == -1 && (known[1] == 0 && length(known) > 5 || off)) found <- -1
  }
  high <- values[c(diff(values) != 1, TRUE)][1]
  last <- match(high, values)
  codes <- values[-seq_len(last)]
  short <- last >= 2 && values[1] %in% 0:1 && high <= 5 && n[last] >= 5 && sum(n) >= 20
  if (short && length(codes) && all(codes %in% 7:9) && min(codes) - high >= if (min(codes) == 7) 4 else 3) {
    found <- c(found, codes)
  }
  times <- sum(n[values %in% found])
  if (times > 1 && times <= sum(n) / 6) found else numeric()
}

# How many ratings of each category were given. Where ratings are frequencies, a row stands for many.
category_counts <- function(ratings) ratings_at(ratings, ratings$code + 1L, length(ratings$categories))

ratings_at <- function(ratings, place, n) {
  if (!isTRUE(ratings$frequencies)) return(tabulate(place, n))
  sum_by(item_counts(ratings)[rating_items(ratings)], place, n)
}

# A number without a label where all others in use have one, as SPSS and Stata keep them.
check_unlabelled <- function(ratings) {
  labels <- ratings$value_labels
  bare <- which(is.na(labels))
  if (length(labels) < 3 || length(bare) != 1 || ratings$declared) {
    return(invisible())
  }
  # A scale may have labels at its ends only, and steps between them.
  value <- ratings$categories[bare]
  if (value > min(ratings$categories) && value < max(ratings$categories)) {
    return(invisible())
  }
  tell_missing_codes(ratings, value, "the only one without a value label")
}

tell_missing_codes <- function(ratings, codes, why) {
  values <- ratings$categories
  n <- length(codes)
  of <- category_counts(ratings)[match(codes, values)]
  known <- setdiff(values, codes)
  shown <- vector_code(codes)
  keep <- if (length(values) > 15) "na = character()" else paste("categories =", vector_code(values))
  # At other levels the number itself counts, far beyond all others.
  signal <- if (ratings$level %in% c(NA, "nominal")) warn_accord else abort_accord
  signal(
    "missing_code",
    c(
      "A number that may mean a missing rating must be declared.",
      x = "{n} value{?s}, {.val {codes}}, {cli::qty(n)}{?is/are} {why}, in {sum(of)} rating{?s}.",
      x = "The others lie between {min(known)} and {max(known)}.",
      i = "If {cli::qty(n)}{?it means/they mean} that nothing was rated, use {.code na = {shown}}.",
      i = "If {cli::qty(n)}{?it is a rating/they are ratings}, use {.code {keep}}."
    ),
    codes = codes, n = of
  )
}
