# Raters in a report: sorted by how far they lie from the others, in standard errors, with those marked whom chance does
# not explain.

# A data frame with a row per group and rater that can be compared: the keys, `rater`, `n` ratings, its
# `distance` from the others in standard errors, and `mark`, "" within the limits of a Bonferroni correction at 5%.
# Those furthest from the others come first.
report_raters <- function(ratings, about) {
  rows <- if (about$kind == "labels") kappas_of(ratings) else deviations_of(ratings, about)
  words <- if (about$kind == "labels") c("below the others", "above the others") else c("lower", "higher")
  group <- group_numbers_of(rows, ratings)
  rows$mark <- rep("", nrow(rows))
  limits <- numeric()
  for (own in split(seq_len(nrow(rows)), group)) {
    known <- own[!is.na(rows$distance[own])]
    # Two raters have one kappa, and one difference with two signs.
    compared <- if (length(known) == 2) as.integer(about$kind != "labels") else length(known)
    if (compared > 0) {
      limit <- chance_limit(compared)
      limits <- c(limits, limit)
      distance <- rows$distance[known]
      rows$mark[known] <- c(words[1], "", words[2])[2 + (distance > limit) - (distance < -limit)]
    }
  }
  # A rater whom advice names is one whom the section on raters names.
  if (about$kind == "labels") rows$mark[rows$mark == "" & is_below_majority(rows, group)] <- BELOW_MAJORITY
  # Low kappas are the ones to look at, but both directions of a difference.
  rows <- rows[order(group, if (about$kind == "labels") rows$distance else -abs(rows$distance), na.last = TRUE), ]
  attr(rows, "limits") <- limits
  rows
}

BELOW_MAJORITY <- "less often with the majority"

group_numbers_of <- function(rows, ratings) {
  keys <- names(ratings$groups)
  if (length(keys)) vctrs::vec_match(tibble::as_tibble(rows)[keys], ratings$groups) else rep(1L, nrow(rows))
}

# Kappas, and their distance from the median in standard errors of a rater with as many ratings, see kappa_middle().
kappas_of <- function(ratings) {
  rows <- rater_summary(ratings, shares = FALSE)
  rows$distance <- rep(NA_real_, nrow(rows))
  for (own in split(seq_len(nrow(rows)), group_numbers_of(rows, ratings))) {
    n <- rows$n_compared[own]
    middle <- kappa_middle(rows$kappa[own], n, rows$std.error[own])
    if (isTRUE(middle$spread > 0)) rows$distance[own] <- (rows$kappa[own] - middle$centre) * sqrt(n) / middle$spread
  }
  rows
}

# Mean differences of each rater from the mean of the other ratings of the same items, with a standard error from the
# mean variance of one difference.
deviations_of <- function(ratings, about) {
  check_named_raters(ratings, "A comparison of raters needs")
  ratings <- sort_raters(ratings)
  size <- item_sizes(ratings)
  item <- rating_items(ratings)
  value <- about$values[ratings$code + 1L]
  total <- sum_by(value, item, length(size))
  used <- size[item] > 1
  item <- item[used]
  value <- value[used]
  apart <- value - (total[item] - value) / (size[item] - 1)
  weight <- (ratings$weight %||% rep(1, length(size)))[item]
  n_raters <- length(ratings$raters)
  n_groups <- length(ratings$group_status)
  cell <- (item_groups(ratings)[item] - 1L) * n_raters + ratings$rater[used] + 1L
  over_raters <- function(x) sum_by(weight * x, cell, n_raters * n_groups)
  group <- rep(seq_len(n_groups), each = n_raters)
  n <- over_raters(rep(1, length(apart)))
  mean <- over_raters(apart) / n
  squares <- over_raters((apart - mean[cell])^2)
  of_one <- sum_by(squares, group, n_groups) / pmax(sum_by(pmax(n - 1, 0), group, n_groups), 1)
  error <- sqrt(of_one[group] / n)
  kept <- which(n > 0)
  rows <- c(
    as.list(vctrs::vec_slice(ratings$groups, (kept - 1) %/% n_raters + 1)),
    list(
      rater = vctrs::vec_slice(ratings$raters, (kept - 1) %% n_raters + 1),
      n_compared = whole_numbers(n[kept]),
      difference = mean[kept], conf.low = (mean - 1.96 * error)[kept], conf.high = (mean + 1.96 * error)[kept],
      absolute = (over_raters(abs(apart)) / n)[kept],
      distance = ifelse(error > 0, mean / error, NA)[kept]
    )
  )
  tibble::new_tibble(rows, nrow = length(kept))
}

rater_section <- function(ratings, n) {
  rows <- report_raters(ratings, list(kind = "labels"))
  plotted <- rater_summary(ratings, shares = FALSE)
  named <- c(
    rater = "Rater", n_ratings = "Ratings", kappa = "Kappa", conf.low = "conf.low", conf.high = "conf.high",
    conf.level = "conf.level", distance = "Distance", agree_others = "Majority",
    n_set_aside = "Set aside"
  )
  empty <- c(
    n_set_aside = !any_aside(ratings), mark = all(rows$mark == ""),
    # With two others, their majority is that they agree, which with the rater is the same for all, as it is for two.
    agree_others = all(rows$n_met %in% 2) || length(ratings$raters) == 2,
    # Two raters have one kappa.
    distance = length(attr(rows, "limits")) == 0,
    # The section on the data has a number that is the same for all.
    n_ratings = nrow(rows) > 1 && is_same(rows$n_ratings)
  )
  named <- named[!names(named) %in% names(which(empty))]
  words <- paste(
    c(
      KAPPA_WORDS, if ("distance" %in% names(named)) DISTANCE_WORDS,
      if ("agree_others" %in% names(named)) MAJORITY_WORDS,
      if ("n_set_aside" %in% names(named)) aside_words(ratings, sum(rows$n_set_aside))
    ),
    collapse = " "
  )
  # A star takes less room than words, which the first sentence has. It stands at the Majority that is its reason, or at
  # the name for the distance, which is of kappa, as the plot is.
  table <- tibble::as_tibble(rows)
  keys <- c(names(ratings$groups), "rater")
  star <- function(x) {
    starred <- tibble::as_tibble(rows)[!rows$mark %in% c("", BELOW_MAJORITY), keys]
    paste0(id_text(x$rater), ifelse(vctrs::vec_in(tibble::as_tibble(x)[keys], starred), " *", ""))
  }
  table$rater <- star(rows)
  plotted$rater <- star(plotted)
  stars <- list(agree_others = rows$mark == BELOW_MAJORITY)
  of_columns <- function(named) {
    shown <- table[c(names(ratings$groups), names(named))]
    html_columns(shown, named, n, "raters", rows, ratings, stars = stars)
  }
  made <- of_columns(named)
  # A phone has cards of a table that is too wide. The file has the numbers of ratings, too.
  if (any(grepl("class=\"wide[^\"]* cards", made))) made <- of_columns(named[names(named) != "n_ratings"])
  answered(html_around(
    html_text(words_for(paste0(words, chance_words(rows, "A star marks this, ")), ratings)),
    made,
    # Few raters are rows, and many are points.
    if (length(ratings$raters) != 2) plot_or_reason(
      plotted, rows = if (nrow(plotted) > 5 + 10 * panel_rows(nrow(ratings$groups))) 7 else 1 + nrow(plotted),
      alt = raters_in_words(rows)
    ),
    again = TRUE
  ), marked_words(rows))
}

KAPPA_WORDS <- "Kappa: agreement with the other ratings of the same items, corrected for chance."

DISTANCE_WORDS <- "Distance: Kappa less that of the median rater, in standard errors; the lowest come first."

MAJORITY_WORDS <- "Majority: how often the rater agrees with the majority of the other raters."

# Whether ratings were set aside that are not just missing, which the numbers of ratings show.
any_aside <- function(ratings) any(ratings$set_aside$n[ratings$set_aside$reason != "missing"] > 0)

# `n`: the sum of the column.
aside_words <- function(ratings, n) {
  parts <- missing_parts(ratings)
  missing <- parts[names(parts) %in% c("without a row", "in empty cells") & parts > 0]
  none <- sum(missing)
  paste0(
    "Set aside: how many ratings in the data do not count, since they are left blank, outside the categories, or ",
    "repeat another one, ", big(n), " in all",
    if (none > 0) paste0(
      "; ", count(none, "missing rating"), " ", paste(names(missing), collapse = " or "), " ",
      if (none == 1) "is" else "are", " not among them"
    ), "."
  )
}

# The answer of the section: who differs. There is nothing to say of raters who are not compared, but of two.
marked_words <- function(rows) {
  if (length(attr(rows, "limits")) == 0) {
    two <- vctrs::vec_unique_count(rows$rater) == 2 && !all(is.na(rows[["kappa"]]))
    return(if (two) "Two raters have the same kappa: which of them errs more is not known.")
  }
  n <- sum(rows$mark != "")
  raters <- count(vctrs::vec_unique_count(rows$rater), "rater")
  # With groups there is a row for each rater and group.
  groups <- anyDuplicated(id_text(rows$rater)) > 0
  word <- word_of_groups(names_before(rows, "rater"))
  if (n == 0) {
    return(paste0(
      "None of ", raters, " differs from the others", if (groups) paste(" in any", word),
      " by more than chance explains."
    ))
  }
  marked <- rows[rows$mark != "", ]
  who <- as.character(marked$rater)
  named <- vapply(unique(who), function(one) {
    times <- if (groups) paste(" in", in_some_groups(marked[who == one, ]))
    paste0(one, " (", paste(unique(marked_in_words(marked, rows)[who == one]), collapse = " or "), times, ")")
  }, "")
  more <- length(named) - 5
  paste0(
    "Of ", raters, ", ", big(length(named)), if (length(named) == 1) " differs" else " differ",
    if (groups) paste(" in some", word), " by more than chance explains: ",
    in_a_list(c(utils::head(named, 5), if (more > 0) paste(big(more), "more"))), "."
  )
}

# The groups of rows by name, or how many there are.
in_some_groups <- function(rows) {
  keys <- names_before(rows, "rater")
  if (nrow(rows) > 3) paste(big(nrow(rows)), "of them") else in_a_list(groups_in_words(rows, keys))
}

# The marks with the numbers that show them. Groups have different medians.
marked_in_words <- function(marked, rows) {
  if (anyDuplicated(id_text(rows$rater)) || is.null(rows[["agree_others"]])) {
    return(marked$mark)
  }
  ifelse(marked$mark != BELOW_MAJORITY, marked$mark, paste0(
    "agrees with the majority of the other raters in ", whole_percent(marked$agree_others), ", ",
    in_first(-majority_distance(rows)[match(marked$rater, rows$rater)]), " standard errors below the median rater's ",
    whole_percent(stats::median(rows$agree_others, na.rm = TRUE)), "; kappa is within chance"
  ))
}

# Which distances are beyond chance, and what that is a reason for. `who`: the raters of whom it is one.
chance_words <- function(rows, who = "This is ") {
  limits <- limit_words(attr(rows, "limits"), any(rows$mark == BELOW_MAJORITY))
  reason <- paste0(" ", who, "a reason to look at the ratings, not to remove them.")
  paste0(limits, if (any(rows$mark != "")) reason)
}

# The limits of the distance, which depend on the number of raters. `majority`: whether the Majority marks a rater.
limit_words <- function(limits, majority = FALSE) {
  if (length(limits) == 0) {
    return(NULL)
  }
  ends <- unique(in_first(range(limits)))
  paste0(
    " A distance below \u2212", ends[1], " or above ", ends[1],
    if (length(ends) > 1) paste0(", up to ", ends[2], " in groups of more raters,"),
    " is beyond chance", if (majority) ", and so is a Majority as many standard errors below that of the median rater",
    ": where raters are alike, ", if (majority) "each of the two is found in at most" else "one of them has it in only",
    " 5% of studies",
    if (length(limits) > 1) ", in each part of the table by itself", "."
  )
}

raters_in_words <- function(rows) {
  known <- rows[!is.na(rows$kappa), ]
  if (nrow(known) == 0) {
    return("No rater has a kappa")
  }
  lowest <- which.min(known$kappa)
  highest <- which.max(known$kappa)
  paste0(
    "Kappa of ", count(nrow(known), "rater"), " against their number of ratings: from ", below_one(known$kappa[lowest]),
    " (", known$rater[lowest], ") to ", below_one(known$kappa[highest]), " (", known$rater[highest], "), with a band ",
    "for what chance explains"
  )
}

deviation_section <- function(ratings, about, n) {
  rows <- report_raters(ratings, about)
  unit <- unit_of_ratings(ratings, about)
  words <- paste0(
    "Difference: how far a rater is above (if negative, below) the mean of the other ratings of the same items",
    if (unit != "") paste0(", in", unit), ", with a 95% interval. Size: the mean size of these differences. Distance: ",
    "how many standard errors the difference is above 0 (if negative, below). Those furthest away come first."
  )
  named <- c(
    rater = "Rater", n_compared = "Ratings", difference = "Difference", conf.low = "conf.low", conf.high = "conf.high",
    mark = "Beyond chance", distance = "Distance", absolute = "Size"
  )
  if (all(rows$mark == "")) named <- named[names(named) != "mark"]
  rows$conf.level <- rep(0.95, nrow(rows))
  answered(c(
    html_text(paste0(words, chance_words(rows))),
    html_columns(rows[c(names(ratings$groups), names(named), "conf.level")], named, n, "raters", ratings = ratings)
  ), marked_words(rows))
}
