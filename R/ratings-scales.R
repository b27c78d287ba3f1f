# Raters who used other categories than the rest: codes that begin with another number, or no category in common.

# What is looked at: few raters and categories, and not so many ratings that a count of them would be felt.
MANY_RATERS <- 20
MANY_CODES <- 20
MANY_RATINGS <- 2e5

warn_other_scales <- function(ratings) {
  n_raters <- length(ratings$raters)
  n_codes <- length(ratings$categories)
  n <- length(ratings$code)
  if (n_raters < 2 || n_raters > MANY_RATERS || n_codes < 2 || n_codes > MANY_CODES || n < 20 || n > MANY_RATINGS) {
    return(invisible())
  }
  used <- matrix(tabulate(ratings$rater * n_codes + ratings$code + 1L, n_raters * n_codes) > 0, n_codes)
  if (all(used == used[, 1]) || isTRUE(warn_shifted(ratings, used))) {
    return(invisible())
  }
  warn_strangers(ratings, used)
}

# The rater whose categories are those of all others plus a constant, if they agree more without it. Of two raters,
# either may be meant.
warn_shifted <- function(ratings, used) {
  values <- ratings$categories
  if (!is.numeric(values) || any(values != round(values))) {
    return(FALSE)
  }
  for (r in rev(seq_len(ncol(used)))) {
    own <- values[used[, r]]
    others <- values[rowSums(used[, -r, drop = FALSE]) > 0]
    shift <- own[1] - others[1]
    if (length(own) < 2 || length(own) != length(others) || shift == 0 || any(own - others != shift)) next
    pairs <- rated_with(ratings, r)
    mine <- values[pairs$own]
    theirs <- values[pairs$other]
    if (length(unique(pairs$item)) < 10 || mean(mine - shift == theirs) - mean(mine == theirs) < 0.3) next
    name <- show_labels(as.character(vctrs::vec_slice(ratings$raters, r)))
    percent <- sprintf("%.0f%%", 100 * c(mean(mine == theirs), mean(mine - shift == theirs)))
    change <- if (shift > 0) paste("subtract", shift, "from") else paste("add", -shift, "to")
    warn_accord(
      "other_scale",
      c(
        "Raters must use the same codes for the same categories.",
        x = "Rater {name} used {.val {own}}, where {.val {others}} were used otherwise.",
        x = "{percent[1]} of the pairs with this rater agree, and {percent[2]} if the codes begin alike.",
        i = "If they mean the same, {change} the ratings of {name} before this call.",
        i = "If they do not, name all {.arg categories}."
      ),
      raters = name, shift = shift
    )
    return(TRUE)
  }
  FALSE
}

# Two raters of many common items without one category that both used, as where one wrote labels and the other numbers.
# Numbers that are counts or scores may differ by chance, so that most must have been used again.
warn_strangers <- function(ratings, used) {
  apart <- which(crossprod(used) == 0 & upper.tri(diag(ncol(used))), arr.ind = TRUE)
  for (p in seq_len(nrow(apart))) {
    pair <- apart[p, ]
    pairs <- rated_with(ratings, pair[1], pair[2])
    n <- length(unique(pairs$item))
    sets <- lapply(pair, function(r) ratings$categories[used[, r]])
    if (n < 10 || 2 * length(unlist(sets)) > n) next
    # Of labels that look alike another warning tells.
    if (is.character(unlist(sets)) && length(look_alikes(as.character(unlist(sets))))) next
    name <- show_labels(as.character(vctrs::vec_slice(ratings$raters, pair)))
    warn_accord(
      "other_scale",
      c(
        "Raters must use the same codes for the same categories.",
        x = "Raters {name} have {n} items in common and no category.",
        x = "{name[1]} used {.val {first_few(sets[[1]])}}, {name[2]} used {.val {first_few(sets[[2]])}}.",
        i = "If these are names of the same categories, write them alike before this call.",
        i = "If they are not, name all {.arg categories}."
      ),
      raters = name
    )
    return(invisible())
  }
}

# The ratings of rater `r` beside each rating that another one, or all others, gave to the same item.
rated_with <- function(ratings, r, other = NULL) {
  item <- rating_items(ratings)
  rater <- ratings$rater + 1L
  mine <- which(rater == r)
  theirs <- which(if (is.null(other)) rater != r else rater == other)
  at <- match(item[theirs], item[mine])
  list(
    item = item[theirs][!is.na(at)], own = ratings$code[mine][at[!is.na(at)]] + 1L,
    other = ratings$code[theirs][!is.na(at)] + 1L
  )
}
