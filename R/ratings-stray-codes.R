# Numbers that were probably mistyped: a lone code such as 11 outside of a scale from 1 to 5. A lone 0 may be
# the rarest step of a scale from 0.

MANY_STEPS <- 14
WIDEST_SCALE <- 32

# Reports such numbers, if there are any. A mistyped number is soon too rare to matter.
check_stray_codes <- function(ratings, na) {
  if (length(ratings$categories) > WIDEST_SCALE * length(ratings$group_status) || length(ratings$code) > MANY_RATINGS) {
    return(FALSE)
  }
  stray <- codes_by_group(ratings, function(values, n) union(stray_codes(values, n), beyond_sums(values, n)))
  places <- which(ratings$categories[ratings$code + 1L] %in% stray)
  # Several raters who gave such a number to an item meant it.
  if (length(stray) == 0 || anyDuplicated(rating_items(ratings)[places])) {
    return(FALSE)
  }
  tell_stray_codes(ratings, stray, places, na)
  TRUE
}

# Returns those of `values`, sorted and occurring `n` times, that are outside of a scale of which each step was used.
# Counts have no upper end, so that a number far above others is one of them if these become rarer with their size. On a
# scale from 0, which may count, a digit was typed twice, or the number is beyond the scale by three times its range.
stray_codes <- function(values, n) {
  none <- numeric()
  lone <- n <= max(1, 0.01 * sum(n))
  if (length(values) > MANY_STEPS || sum(n) < 20 || sum(!lone) < 2) {
    return(none)
  }
  step <- min(diff(values[!lone]))
  # The codes of a scale are small numbers, in steps such as .5.
  if (step < 0.1 || max(abs(values[!lone])) > 100) {
    return(none)
  }
  scale <- scale_steps(values, range(values[!lone]), step)
  if (length(scale) > 11 || !all(scale %in% values) || !scale[1] %in% c(0, 1, step, -scale[length(scale)])) {
    return(none)
  }
  top <- scale[length(scale)]
  of_scale <- n[values %in% scale]
  level <- of_scale[values[values %in% scale] == max(values[!lone])] / mean(of_scale)
  others <- setdiff(values, scale)
  digits <- function(x) nchar(format(abs(trunc(x)), trim = TRUE, scientific = FALSE))
  far <- vapply(others, digits, 0L) > digits(top) & others - top >= step * max(4, (length(scale) - 1) / 2)
  doubled <- others %in% (11 * scale)
  # Counts are most often among the lowest.
  peak <- max(which(of_scale == max(of_scale)))
  beyond <- others - top >= 3 * (top - scale[1]) & peak > 1 + (length(scale) - 1) / 3
  above <- far & (scale[1] != 0 | doubled & level >= 1 / 3 | beyond)
  negative <- others < 0 & scale[1] >= 0 & scale[1] - others >= 2 * step
  rare <- sum(n[values %in% others]) <= max(2, 0.03 * sum(n))
  # Beside a number that may be a count, or a step that hardly anybody used, only one far beyond the scale is a slip.
  if (!rare) none else if (all(above | negative)) others else others[far & beyond | negative]
}

# A number far above whole numbers that are no scale from 0 or 1, such as a sum from 5 to 20 of which most steps were
# used: by three times their range, with more digits. Measurements have fractions or are further apart.
beyond_sums <- function(values, n) {
  lone <- n <= max(1, 0.01 * sum(n))
  if (sum(n) < 20 || length(values) < 4 || any(values != round(values)) || values[1] < 1) {
    return(numeric())
  }
  gap <- which.max(diff(values))
  scale <- values[seq_len(gap)]
  others <- values[-seq_len(gap)]
  low <- scale[1]
  top <- scale[gap]
  filled <- length(scale) >= 0.6 * (top - low + 1) && top - low >= 3 && top - low < WIDEST_SCALE
  # Counts become rarer with their size.
  even <- sum(n[scale > (low + top) / 2]) >= sum(n) / 3
  far <- others[1] - top >= 3 * (top - low) && nchar(others[1]) > nchar(top)
  if (filled && even && far && all(lone[-seq_len(gap)]) && length(others) <= 2) others else numeric()
}

# The steps between two ends, and beyond these as far as each next step was used. 0 is no step of a scale from 1.
scale_steps <- function(values, ends, step) {
  while (any(abs(values - ends[2] - step) < 1e-9)) ends[2] <- ends[2] + step
  while (any(abs(values - ends[1] + step) < 1e-9) && ends[1] != 1) ends[1] <- ends[1] - step
  steps <- seq(ends[1], ends[2], by = step)
  # As they are written among the values.
  near <- vapply(steps, function(x) which.min(abs(values - x)), 0L)
  ifelse(abs(values[near] - steps) < 1e-9, values[near], steps)
}

tell_stray_codes <- function(ratings, codes, places, na) {
  values <- ratings$categories
  n <- length(codes)
  scale <- range(setdiff(values, codes))
  where <- if (is.null(ratings$remote)) {
    first <- utils::head(places, 3)
    item <- paste("item", id_text(vctrs::vec_slice(ratings$items, rating_items(ratings)[first])))
    rater <- if (!is.null(ratings$raters)) vctrs::vec_slice(ratings$raters, ratings$rater[first] + 1L)
    rater <- if (!is.null(rater)) paste(" by", id_text(rater))
    paste0(": ", paste(paste0(item, rater), collapse = "; "), if (length(places) > 3) "; \u2026")
  }
  shown <- vector_code(c(declared_code(na), codes))
  keep <- vector_code(values)
  signal <- if (size_matters(ratings)) abort_accord else warn_accord
  signal(
    c("stray_code", "missing_code"),
    c(
      "A number outside of the scale of all others must be declared.",
      x = "{n} value{?s}, {.val {codes}}, {cli::qty(n)}{?is/are} outside of the scale from {scale[1]} to {scale[2]}, \\
           in {length(places)} rating{?s}{where}.",
      i = "If {cli::qty(n)}{?it is a typing error, correct it/they are typing errors, correct them}; \\
           {.code na = {shown}} leaves {?it/them} out.",
      i = "If {cli::qty(n)}{?it is a rating/they are ratings}, use {.code categories = {keep}}."
    ),
    codes = codes, n = category_counts(ratings)[match(codes, values)]
  )
}
