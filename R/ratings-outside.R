# Ratings outside the categories that the user named: which values they are, and whose.

# `words`, such as "5/5" and "3." by model; `rater`, the one who has most of them, with the number `n`, of `all`.
outside_values <- function(rating, set_aside, rater) {
  rows <- unlist(set_aside$rows[set_aside$reason == "outside the categories"])
  if (length(rows) == 0) {
    return(NULL)
  }
  values <- as.character(rating[rows])
  distinct <- unique(values)
  quoted <- encodeString(cut_end(utils::head(distinct, 5), 40), quote = "\"")
  listed <- if (length(distinct) > 5) paste0(paste(quoted, collapse = ", "), ", \u2026") else in_a_list(quoted)
  if (is.null(rater)) {
    return(list(words = listed, values = distinct, n = 0L, all = length(rows)))
  }
  n <- tabulate(rater$code[rows], vctrs::vec_size(rater$values))
  most <- which.max(n)
  name <- show_labels(as.character(vctrs::vec_slice(rater$values, most)))
  by <- if (sum(n > 0) == 1) paste(" by", name) else paste0(", ", big(n[most]), " of them by ", name)
  list(
    words = paste0(listed, by), values = distinct, rater = name, n = n[most], all = length(rows), raters = length(n)
  )
}

# Where one rater has most of them, they are answers in another form; of several raters, answers that were not wanted.
warn_outside <- function(ratings) {
  found <- ratings$outside
  if (is.null(found$rater) || found$n < 2 || 2 * found$n <= found$all || found$raters < 2) {
    return(invisible())
  }
  warn_accord(
    "outside_categories",
    c(
      "Ratings outside the {.arg categories} do not count.",
      x = paste(
        "{found$n} of {found$all} such rating{?s} {?is/are} by one rater, {found$rater}:",
        "{.val {first_few(found$values)}}."
      ),
      i = "If they are answers in another form, write them like the {.arg categories} before this call."
    ),
    values = found$values, rater = found$rater
  )
}
