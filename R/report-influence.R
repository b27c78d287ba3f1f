# What single raters and pairs of raters contribute, in a report.

influence_section <- function(ratings, about) {
  influence <- rater_influence(ratings, weights = if (is.null(about$level) || is.na(about$level)) about$asked)
  n <- if (nrow(ratings$groups) > 1) 6 else 20
  known <- influence[!is.na(influence$influence), ]
  if (nrow(known) == 0) {
    return(half_width(html_text(no_influence_words(influence, ratings))))
  }
  ends <- known[c(which.min(known$influence), which.max(known$influence)), ]
  alt <- paste0(
    "Change of the estimate due to each rater: from ", below_one(ends$influence[1]), " (", ends$rater[1], ") to ",
    below_one(ends$influence[2]), " (", ends$rater[2], ")"
  )
  rows <- min(n, length(ratings$raters)) * panel_rows(nrow(ratings$groups))
  plot <- html_plot(influence, rows = rows, n = n, alt = alt)
  body <- half_width(c(plot, html_save(influence, "influence")))
  answered(body, influence_answer(known, names(ratings$groups)))
}

# Why no rater has an influence.
no_influence_words <- function(influence, ratings) {
  if (length(ratings$raters) == 2) {
    return("Without one of two raters there is nothing to compare.")
  }
  paste0("Not known without one of the raters: ", in_a_list(unique(plain_reasons(influence))), ".")
}

# The rater without whom agreement would rise most; `known`: rows with a value; `keys`: the names of the groups.
influence_answer <- function(known, keys) {
  lowest <- known[which.min(known$influence), ]
  if (round(lowest$influence, 2) >= 0) {
    return("There is no rater without whom agreement would be higher.")
  }
  group <- groups_in_words(lowest, keys)
  paste0(
    "Agreement would rise most without ", lowest$rater, if (group != "") paste0(", in ", group), ": by ",
    below_one(-lowest$influence), ", which is no reason to remove these ratings."
  )
}

# The groups of rows in words, "" without groups.
groups_in_words <- function(rows, keys) {
  if (length(keys)) group_labels(tibble::as_tibble(rows)[keys]) else rep("", nrow(rows))
}

# More have too many pairs to be shown.
MOST_RATERS_OF_PAIRS <- 30

pair_section <- function(ratings, about) {
  if (length(ratings$raters) > MOST_RATERS_OF_PAIRS) {
    return(html_text(paste0("Pairs are not shown for more than ", MOST_RATERS_OF_PAIRS, " raters.")))
  }
  pairs <- agreement_of_pairs(ratings, about, ci_none())
  few <- html_words(words_for(paste(
    c(shared_words(pairs$n_items, ratings), if (any(is_few(pairs$n_items))) FEW_WORDS), collapse = " "
  ), ratings))
  # A single value needs no plot.
  plot <- if (nrow(pairs) != 1 || is.na(pairs$estimate)) pair_plot(pairs, length(ratings$raters), nrow(ratings$groups))
  body <- half_width(c(few, plot, html_save(pairs, "pairs")))
  answered(body, pairs_answer(pairs, ratings, about))
}

agreement_of_pairs <- function(ratings, about, ci) {
  if (is.null(about$weights)) {
    return(pairwise_agreement(ratings, ci = ci))
  }
  pairwise_agreement(ratings, weights = about$weights, ci = ci)
}

# The same pairs with intervals, which are computed for these alone.
pairs_with_limits <- function(pairs, ratings, about) {
  keys <- names(ratings$groups)
  rows <- lapply(seq_len(nrow(pairs)), function(k) {
    own <- c(id_text(pairs$rater_1[k]), id_text(pairs$rater_2[k]))
    two <- only_raters(ratings, match(own, id_text(ratings$raters)))
    found <- without_warnings(agreement_of_pairs(two, about, ci_default()), "no_interval")
    if (length(keys) == 0) {
      return(found)
    }
    found[vctrs::vec_match(tibble::as_tibble(pairs)[k, keys], tibble::as_tibble(found)[keys]), ]
  })
  do.call(rbind, rows)
}

# How many items pairs have in common.
shared_words <- function(n, ratings) {
  if (length(n) == 0) {
    return(NULL)
  }
  groups <- if (is_in_groups(ratings)) paste0(", in each ", group_word(ratings))
  if (length(n) == 1) {
    return(paste0("They have ", count(n, "item"), " in common."))
  }
  if (is_same(n)) {
    return(paste0("Each pair has ", count(n[1], "item"), " in common", groups, "."))
  }
  paste0("Pairs have ", big(min(n)), " to ", count(max(n), "item"), " in common", groups, ".")
}

# The pairs at both ends.
pairs_answer <- function(pairs, ratings, about) {
  known <- pairs[!is.na(pairs$estimate) & !is_few(pairs$n_items), ]
  if (nrow(known) == 0) {
    return(NULL)
  }
  name <- coefficient_labels(known)[1]
  ends <- known[unique(c(which.min(known$estimate), which.max(known$estimate))), ]
  ends <- pairs_with_limits(ends, ratings, about)
  group <- groups_in_words(ends, names(ratings$groups))
  who <- paste0(ends$rater_1, " and ", ends$rater_2, ifelse(group == "", "", paste0(", ", group)))
  # An interval is not broken.
  limits <- paste0("\u00a0[", below_one(ends$conf.low), ",\u00a0", below_one(ends$conf.high), "]")
  limits[is.na(ends$conf.low)] <- ""
  value <- paste0(below_one(ends$estimate), limits)
  level <- if (any(limits != "")) paste0(", with ", level_of(ends), " intervals")
  if (nrow(known) == 1) {
    return(paste0(name, " of ", who, " is ", value, sub("intervals", "interval", level), "."))
  }
  if (nrow(ends) == 1) {
    return(paste0(name, " of two raters is ", below_one(ends$estimate), " in all pairs."))
  }
  paste0(name, " of two raters goes from ", value[1], " (", who[1], ") to ", value[2], " (", who[2], ")", level, ".")
}

# Pairs with so few items in common say little.
is_few <- function(n) n < FEW_ITEMS

FEW_ITEMS <- 10

FEW_WORDS <- paste(
  "Pairs of raters with fewer than", FEW_ITEMS, "ratings in common are not shown, since so few say little."
)

pair_plot <- function(pairs, n_raters, groups = 1) {
  pairs$estimate[is_few(pairs$n_items)] <- NA
  known <- pairs[!is.na(pairs$estimate), ]
  alt <- if (nrow(known)) {
    ends <- known[c(which.min(known$estimate), which.max(known$estimate)), ]
    paste0(
      coefficient_labels(known)[1], " of ", count(nrow(pairs), "pair"), " of raters: from ",
      below_one(ends$estimate[1]), " (", ends$rater_1[1], " and ", ends$rater_2[1], ") to ",
      below_one(ends$estimate[2]), " (", ends$rater_1[2],
      " and ", ends$rater_2[2], ")"
    )
  } else {
    "No pair of raters has a value"
  }
  rows <- if (groups == 3) 3 * n_raters + 1.5 else min(20, max(3, n_raters))
  plot_or_reason(pairs, rows = rows, alt = alt)
}
