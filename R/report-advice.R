# What the first lines of a report advise, and the categories and raters with which to begin.

# One sentence on the use of the ratings, with the categories and raters to begin with.
what_to_do <- function(main, ratings, about) {
  known <- main[!is.na(main$estimate), ]
  if (nrow(known) == 0) {
    return("Check the data below: without two different ratings of the same items there is nothing to compare.")
  }
  lowest <- which.min(known$estimate)
  estimate <- round(known$estimate[lowest], 2)
  certain <- known$conf.low[lowest] %in% NA || known$conf.low[lowest] >= 0.667
  outlying <- outlying_words(ratings, about)
  doubted <- if (is_spans(ratings)) "stretches" else "items"
  again <- counted_words(ratings) %||% paste("let the", doubted, "in doubt be rated again")
  begin <- c(confused_words(ratings, about), outlying)
  # Groups of which not all allow the same.
  each <- if (nrow(known) > 1 && nrow(known) <= CERTAIN_LINES) {
    advice_on_each(
      known$estimate, known$conf.low, known$conf.high, spoken_groups(known), paste("all of", count_groups(known)),
      paste0(": clarify the instructions, and ", again, ".")
    )
  }
  if (length(each) > 1) {
    return(paste(c(each, if (length(begin)) paste0("Begin with ", in_a_list(begin), ".")), collapse = " "))
  }
  if (estimate >= 0.8 && certain) {
    look <- in_a_list(c(
      paste("the", doubted, "in doubt that are listed below"), outlying
    ))
    return(paste0("The ratings can be relied on; worth a look are ", look, "."))
  }
  use <- if (is_open(known$conf.low, known$conf.high)[lowest]) {
    paste(
      "Let more", drawn_units(ratings), "be rated before agreement is judged, and rely on no single rating until then"
    )
  } else if (estimate >= 0.8) {
    paste(
      "The ratings look reliable, but more", drawn_units(ratings), "should be rated twice before much depends on them"
    )
  } else if (estimate >= 0.67) {
    "Draw tentative conclusions only, and clarify the instructions before more is rated"
  } else if (height_words(estimate) == "no better than chance") {
    paste0(
      "Do not use these ratings, which agree no better than chance: work on the categories, the instructions and the ",
      "training of raters first, and then let all ", if (is_spans(ratings)) "documents" else "items", " be rated anew"
    )
  } else {
    paste("Do not rely on single ratings: clarify the instructions, and", again)
  }
  paste0(use, if (length(begin)) paste0("; begin with ", in_a_list(begin)), ".")
}

# A sentence for each use that several ratings allow, with those that allow it. `names`: those of the ratings; `every`:
# the words for all of them; `doubt`: what follows the sentence on ratings that cannot be relied on.
advice_on_each <- function(estimate, low, high, names, every, doubt = ".") {
  rounded <- round(estimate, 2)
  wide <- !is.na(low) & low < 0.667
  use <- 1 + (rounded >= 0.67) + (rounded >= 0.8) + (rounded >= 0.8 & !wide)
  use[is_open(low, high)] <- 0
  listed <- function(what, at, then = ".") {
    if (any(at)) paste0(what, if (all(at) && length(names) > 2) every else in_a_list(names[at]), then)
  }
  c(
    listed("The ratings can be relied on in ", use == 4),
    listed("More should be rated twice before much depends on ratings that look reliable, in ", use == 3),
    listed("Draw only tentative conclusions in ", use == 2),
    listed("Do not rely on single ratings in ", use == 1 & rounded > CHANCE_LEVEL, doubt),
    listed("Do not use the ratings in ", use == 1 & rounded <= CHANCE_LEVEL, paste(
      ", which agree no better than chance: work on the categories, the instructions and the training of raters first,",
      "and then let all items be rated anew."
    )),
    listed("Let more be rated before agreement is judged in ", use == 0)
  )
}

# The row of the pair of categories with the largest part of the disagreement, NULL if it is not to be named.
confused_most <- function(ratings, about) {
  if (about$kind == "scores" || length(ratings$categories) < 3) {
    return(NULL)
  }
  mixed <- tryCatch(report_disagreements(ratings, about, "categories"), accord_error = function(cnd) NULL)
  if (!is.null(mixed) && nrow(mixed) > 0 && nrow(ratings$groups) < 2 && !is.na(mixed$share[1])) mixed[1, ]
}

# The label of spans on which raters agree least, as the table of each category says. Pairs of categories say less
# there, since most differences are between a label and none. NULL if there are not several labels.
hardest_label <- function(ratings) {
  found <- tryCatch(suppressMessages(suppressWarnings(
    category_agreement(ratings, coefficients = "krippendorff_alpha", ci = ci_none()), classes = "accord_warning"
  ), classes = "accord_message"), accord_error = function(cnd) NULL)
  found <- found[!found$category %in% none_of_spans(ratings) & !is.na(found$estimate), ]
  if (NROW(found) > 1) found[which.min(found$estimate), ]
}

hardest_label_words <- function(ratings) {
  lowest <- hardest_label(ratings)
  if (!is.null(lowest)) {
    paste0(
      "the label ", show_labels(as.character(lowest$category)), " (alpha against all others ",
      below_one(lowest$estimate), ", the lowest)"
    )
  }
}

confused_words <- function(ratings, about) {
  if (is_spans(ratings) && is.null(ratings$sets) && nrow(ratings$groups) < 2) {
    return(hardest_label_words(ratings))
  }
  mixed <- confused_most(ratings, about)
  if (is.null(mixed)) {
    return(NULL)
  }
  # Sets have brackets of their own.
  shown <- if (is.null(ratings$sets)) show_labels else identity
  named <- function(x) with_none(x, ratings, shown)
  paste0(
    "the difference between ", named(mixed$category_1[1]), " and ", named(mixed$category_2[1]), " (",
    whole_percent(mixed$share[1]), " of all disagreement)"
  )
}

# A table of counts names no item, so that the largest cell in which two raters differ is named instead.
counted_words <- function(ratings) {
  if (!is_counted(ratings) || length(ratings$raters) != 2 || any(item_sizes(ratings) > 2)) {
    return(NULL)
  }
  pairs <- which(item_sizes(ratings) == 2)
  code <- ratings$code[order(rating_items(ratings), ratings$rater)]
  first <- cumsum(item_sizes(ratings))[pairs] - 1
  apart <- code[first] != code[first + 1]
  if (!any(apart)) {
    return(NULL)
  }
  largest <- which(apart)[which.max(ratings$weight[pairs][apart])]
  n <- ratings$weight[pairs][largest]
  value <- show_labels(as.character(ratings$categories))[code[first[largest] + 0:1] + 1]
  raters <- as.character(ratings$raters)
  paste0(
    "look again at the largest cell in which the raters differ: ", value[1], " (", raters[1], ") and ", value[2], " (",
    raters[2], "), ", count(n, "item")
  )
}

outlying_words <- function(ratings, about) {
  raters <- tryCatch(report_raters(ratings, about), accord_error = function(cnd) NULL)
  out <- raters[raters$mark %in% c("below the others", BELOW_MAJORITY, "lower", "higher"), ]
  if (is.null(out) || nrow(out) == 0) {
    return(NULL)
  }
  names <- unique(as.character(out$rater))
  group <- group_numbers_of(raters, ratings)
  if (nrow(out) == 1 && any(is_below_majority(raters, group) & raters$mark != "")) {
    own <- group == group_numbers_of(out, ratings)
    share <- whole_percent(c(out$agree_others, stats::median(raters$agree_others[own], na.rm = TRUE)))
    return(paste0(
      "the ratings by ", names, ", who agrees with the majority of the other raters in ", share[1],
      " of the cases, the median rater in ", share[2]
    ))
  }
  # If most raters differ, only the two furthest are named.
  if (length(names) > 2 && length(names) > vctrs::vec_unique_count(raters$rater) / 2) {
    furthest <- unique(as.character(out$rater)[order(-abs(out$distance))])[1:2]
    return(paste0("the ratings by ", in_a_list(furthest), ", who differ most from the others"))
  }
  more <- if (length(names) > 4) length(names) - 3 else 0
  who <- in_a_list(c(utils::head(names, length(names) - more), if (more > 0) paste(big(more), "more")))
  paste0("the ratings by ", who)
}

# Whether a rater agrees with the majority of the others less often than chance explains beside the median rater. A
# rater with another threshold may have an ordinary kappa, and stands out here. Each rater is compared with those of
# its `group`.
is_below_majority <- function(raters, group = rep(1L, NROW(raters))) {
  distance <- majority_distance(raters, group)
  n <- tabulate(group[!is.na(distance)], max(group, 0L))[group]
  !is.na(distance) & distance < -vapply(n, chance_limit, 0)
}

# How many standard errors this share is above that of the median rater, of four raters or more.
majority_distance <- function(raters, group = rep(1L, NROW(raters))) {
  share <- raters[["agree_others"]]
  distance <- rep(NA_real_, NROW(raters))
  for (own in split(which(!is.na(share)), group[!is.na(share)])) {
    if (length(own) >= 4) {
      middle <- stats::median(share[own])
      distance[own] <- (share[own] - middle) / sqrt(middle * (1 - middle) / raters$n_compared[own])
    }
  }
  distance
}

# Mean difference between two ratings of an item, and the share of equal ones, of all items or of those in each
# `group`, the numbers from 1 of the groups. Each item with two ratings has the same weight. With the m ratings of an
# item in order, the sum of differences is that of (2 k - m - 1) times the kth.
pair_differences <- function(ratings, about, group = rep(1L, length(item_sizes(ratings)))) {
  size <- item_sizes(ratings)
  item <- rating_items(ratings)
  value <- about$values[ratings$code + 1L]
  sorted <- order(item, value, method = "radix")
  item <- item[sorted]
  value <- value[sorted]
  sums <- sum_by((2 * sequence(size) - size[item] - 1) * value, item, length(size))
  # Runs of equal ratings.
  run <- cumsum(c(TRUE, item[-1] != item[-length(item)] | value[-1] != value[-length(value)])[seq_along(item)])
  length <- tabulate(run)
  equal <- sum_by(length * (length - 1) / 2, item[!duplicated(run)], length(size))
  used <- size > 1
  pairs <- choose(size[used], 2)
  weight <- (ratings$weight %||% rep(1, length(size)))[used]
  mean_of <- function(x) {
    n <- max(1L, group)
    sum_by(weight * x / pairs, group[used], n) / sum_by(weight, group[used], n)
  }
  list(mean = mean_of(sums[used]), equal = mean_of(equal[used]))
}
