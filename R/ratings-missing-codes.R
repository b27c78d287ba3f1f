# Numbers that may mean a missing rating: the usual codes of statistical software and code books, if they are far from
# all other ratings.

NINES <- c(99, 99.9, 99.99, 999, 999.9, 999.99, 9999, 99999, 999999)
MISSING_CODES <- c(
  -1, -(7:9), 7:9, -c(66, 77, 88, 96:98, 666, 777, 888, 990:998, 7777, 8888), -NINES,
  c(66, 77, 88, 96:98, 666, 777, 888, 990:998, 7777, 8888), NINES
)

# A missing code would be an additional category at the nominal level, and at other levels would dominate the result.
# `na`: the values that were declared as missing.
check_missing_codes <- function(ratings, na = NULL) {
  if (!check_numbers_alike(ratings, na)) check_unlabelled(ratings, na)
}

# Reports numbers that are far from all others, and returns whether there are any.
check_numbers_alike <- function(ratings, na = NULL) {
  values <- ratings$categories
  if (ratings$declared || !is.numeric(values) || length(values) < 3) {
    return(FALSE)
  }
  odd <- if (any(values %in% MISSING_CODES)) codes_by_group(ratings, missing_codes)
  # At the ratio level negative numbers are an error of the group, which is reported elsewhere.
  if (identical(ratings$level, "ratio")) odd <- odd[odd >= 0]
  if (length(odd) == 0) {
    return(check_stray_codes(ratings, na))
  }
  tell_missing_codes(ratings, odd, "outside of all others", na)
  TRUE
}

# Ratings that were made without a level, or at the nominal one, when such numbers were only warned of. `level`: that of
# the function that takes them.
check_numbers_again <- function(ratings, level) {
  if (!ratings$level %in% c(NA, "nominal") || !is.null(ratings$remote)) {
    return(invisible())
  }
  if (!is.null(level)) ratings$level <- level
  if (size_matters(ratings)) check_numbers_alike(ratings)
}

# Calls find(values, n), and returns what it finds. With several groups each is checked by itself, since the questions
# in `by` may have different scales. Where most groups that use a value have others around it, it is one of the scale
# that all share.
codes_by_group <- function(ratings, find) {
  values <- ratings$categories
  n_groups <- length(ratings$group_status)
  if (n_groups == 1 || as.double(n_groups) * length(values) > 1e6) {
    return(find(values, category_counts(ratings)))
  }
  place <- (item_groups(ratings)[rating_items(ratings)] - 1L) * length(values) + ratings$code + 1L
  n <- matrix(ratings_at(ratings, place, n_groups * length(values)), length(values))
  found <- lapply(seq_len(n_groups), function(group) {
    used <- n[, group] > 0
    find(values[used], n[used, group])
  })
  odd <- sort(unique(unlist(found)))
  used_in <- rowSums(n[match(odd, values), , drop = FALSE] > 0)
  odd[2 * tabulate(match(unlist(found), odd), length(odd)) >= used_in]
}

# The `values`, sorted and occurring `n` times, that do not belong to the scale of the others.
missing_codes <- function(values, n) {
  odd <- values[values %in% setdiff(MISSING_CODES, c(-1, 7:9))]
  known <- values[!values %in% odd]
  c(if (length(odd) && length(known) > 1) far_codes(odd, known), small_codes(values, n))
}

# Codes far from the others: by more than the range of these, or negative if no other value is. If such a number were
# a step of the scale, other values would be near it.
far_codes <- function(odd, known) {
  low <- min(known)
  high <- max(known)
  above <- odd - high
  below <- low - odd
  beyond <- pmax(above, below) > max(1.5 * (high - low), 5)
  alone <- low >= 0 & odd < 0 & (odd <= -66 | below > max(5, 3 * (high - low) / (length(known) - 1)))
  odd[alone | beyond & (odd < 0 | above > max(abs(known)) | below > 0 & 1.5 * odd < low)]
}

# Codes of one digit: -1 if all other values are larger by at least a step and the scale would not reach it, and 7 to
# 9 beyond a gap after a short scale of which each step was used. Counts would become rarer before a gap. A single
# such number may be a typing error, and frequent ones are ratings.
small_codes <- function(values, n) {
  found <- numeric()
  if (length(values) < 3) {
    return(found)
  }
  if (all(values == round(values))) {
    known <- values[values >= 0]
    # A scale such as -1, 1, 3, 5 reaches below 0 in its own steps.
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

# Codes among sets of numbers, as texts: those that never stand beside another label. `n`: how often each set occurs.
lone_set_codes <- function(sets, n) {
  label <- trim_blanks(as.character(unlist(sets)))
  size <- rep(lengths(sets), lengths(sets))
  n <- rep(n, lengths(sets))
  number <- is_numeric_text(label)
  if (!any(number) || 2 * sum(n[number]) <= sum(n)) {
    return(character())
  }
  values <- as.double(label[number])
  times <- tapply(n[number], values, sum)
  found <- missing_codes(as.double(names(times)), as.vector(times))
  unique(label[number][values %in% setdiff(found, values[size[number] > 1])])
}

# Sets of numbers with such a code.
check_set_codes <- function(ratings, na = NULL) {
  codes <- lone_set_codes(ratings$sets, category_counts(ratings))
  if (length(codes) == 0) {
    return(invisible())
  }
  of <- category_counts(ratings)[match(codes, vapply(ratings$sets, paste, "", collapse = " "))]
  known <- setdiff(unlist(ratings$sets), codes)
  tell_missing_codes(ratings, as.numeric(codes), "outside of all others", na, as.numeric(known), of)
}

# The number of ratings in each category; with frequencies, an item counts several times.
category_counts <- function(ratings) ratings_at(ratings, ratings$code + 1L, length(ratings$categories))

ratings_at <- function(ratings, place, n) {
  if (!isTRUE(ratings$frequencies)) return(tabulate(place, n))
  sum_by(item_counts(ratings)[rating_items(ratings)], place, n)
}

# Reports a number without a value label (SPSS, Stata), if all other values in use have one.
check_unlabelled <- function(ratings, na) {
  labels <- ratings$value_labels
  bare <- which(is.na(labels))
  if (length(labels) < 3 || length(bare) != 1 || ratings$declared) {
    return(invisible())
  }
  # Some scales have labels only at their ends, so values in between may have none.
  value <- ratings$categories[bare]
  if (value > min(ratings$categories) && value < max(ratings$categories)) {
    return(invisible())
  }
  tell_missing_codes(ratings, value, "the only one without a value label", na)
}

# Whether the size of numbers changes the result, so that a number that is none of the scale is an error: at all levels
# but the nominal one, and with weights that the user gave to a function.
size_matters <- function(ratings) {
  at <- user_frame_number()
  weighs <- !is.null(at) && "weights" %in% names(formals(sys.function(at)))
  !ratings$level %in% c(NA, "nominal") || weighs && is_weighted(get0("weights", sys.frame(at), inherits = FALSE))
}

is_weighted <- function(weights) !is.null(weights) && !identical(weights, "identity")

# The values of `na` as they can be typed.
declared_code <- function(na) if (is.numeric(na)) id_text(na) else encodeString(as.character(na), quote = "\"")

# `known`: the other values, and `of`, how many ratings have each code.
tell_missing_codes <- function(ratings, codes, why, na, known = setdiff(ratings$categories, codes),
                               of = category_counts(ratings)[match(codes, ratings$categories)]) {
  values <- ratings$categories
  n <- length(codes)
  shown <- vector_code(c(declared_code(na), codes))
  many <- length(values) > 15 || !is.null(ratings$sets)
  keep <- if (many) "na = character()" else paste("categories =", vector_code(values))
  signal <- if (size_matters(ratings)) abort_accord else warn_accord
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
