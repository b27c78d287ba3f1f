# The quality of the data in a report: what there is, what was set aside, and what looks like an error.

# `spans`: how many there are, if the ratings are those of spans.
quality_section <- function(ratings, people = ratings, spans = NULL) {
  checks <- quality_checks(ratings)
  chosen <- chosen_words(ratings)
  part <- function(name, type) vapply(checks, `[[`, type, name)
  n <- part("n", 0)
  words <- words_for(part("check", ""), ratings)
  found <- n > 0
  facts <- data_facts(ratings, spans)
  told <- names(facts) == "Ratings"
  answers <- startsWith(names(facts), "Answers")
  # A share stays in the line of its answer.
  facts[answers] <- gsub(" (?=[0-9.,]+%)", "\u00a0", facts[answers], perl = TRUE)
  if (has_judges(ratings, people)) facts[answers] <- paste(facts[answers], "(of people and judges)")
  answered(
    html_beside(html_rows(facts[!told]), c(
      "<h3>Checks</h3>", if (!is.null(chosen)) html_text(chosen),
      if (any(found)) {
        html_grid(list(Check = words[found], Found = big_each(n[found]), Which = part("which", "")[found]))
      },
      if (any(!found)) {
        # Two checks may differ in what was done with what they found.
        tail <- ", (set aside|all counted)$"
        clean <- paste(unique(sub(tail, "", lower_first(words[!found]))), collapse = "; ")
        html_checked(paste0("Checked", if (any(found)) " too", ", and not found: ", clean, "."))
      }
    )),
    paste0(facts[told], sides_of_ratings(ratings, people), "; ", found_words(lower_first(words[found]), n[found]), ".")
  )
}

html_checked <- function(text) paste0("<p class=\"checked\">", escape_html(text), "</p>")

# What the checks found, in one clause.
found_words <- function(words, n) {
  if (length(n) == 0) "no check found a fault" else paste0("found: ", in_a_list(paste0(words, " (", big_each(n), ")")))
}

big_each <- function(n) vapply(n, big, "")

# Names and words on the size of the data. An item that stands for several counts as often, as in all that follows.
data_facts <- function(ratings, spans = NULL) {
  size <- item_sizes(ratings)
  times <- item_counts(ratings)
  level <- if (!is.null(ratings$sets)) {
    "sets of labels"
  } else if (is.na(ratings$level)) {
    "numbers"
  } else {
    LEVEL_WORDS[[ratings$level]] %||% ratings$level
  }
  by_rater <- if (!is.null(ratings$raters)) {
    sum_by(times[rating_items(ratings)], ratings$rater + 1L, length(ratings$raters))
  }
  several <- is_in_groups(ratings)
  c(
    Ratings = if (is.null(spans)) paste0(
      count(sum(size * times), "rating"), " of ",
      count(
        if (several) vctrs::vec_unique_count(ratings$items) else sum(times),
        if (is_spans(ratings)) "position" else "item"
      ),
      if (!is.null(ratings$raters)) paste(" by", count(length(ratings$raters), "rater"))
    ) else paste0(
      count(spans, "span"), " by ", count(length(ratings$raters), "rater"), " in ",
      count(vctrs::vec_size(ratings$clusters), "document")
    ),
    Documents = if (is_spans(ratings) && is.null(spans)) big(vctrs::vec_size(ratings$clusters)),
    Positions = if (is_spans(ratings)) paste0(big(sum(times)), ", as starts and ends of spans number them"),
    Stretches = if (is_spans(ratings)) what_items_are(ratings),
    Items = if (!is_spans(ratings)) what_items_are(ratings),
    if (ncol(ratings$groups) && !several) {
      by_question <- identical(names(ratings$groups), "question")
      rlang::set_names(groups_counted(ratings), if (by_question) "Questions" else "Groups")
    },
    Clusters = if (!is.null(ratings$clusters) && !is_spans(ratings)) big(vctrs::vec_size(ratings$clusters)),
    rlang::set_names(paste0(spread(size), if (is_shared_out(ratings)) shared_out_words(ratings)), if (several) {
      paste("Ratings per item and", group_word(ratings))
    } else {
      paste("Ratings per", if (is_spans(ratings)) "position" else "item")
    }),
    "Ratings per rater" = if (!is.null(by_rater)) spread(by_rater),
    "Kind of rating" = level,
    answer_facts(ratings),
    Weights = if (!is.null(ratings$weight) && !is_spans(ratings)) case_weight_words(ratings)
  )
}

# Says which groups there are: "3 questions", "content and form" or "9 groups, by criterion".
groups_counted <- function(ratings) {
  names <- names(ratings$groups)
  if (identical(names, "question")) {
    count(nrow(ratings$groups), "question")
  } else if (length(names) == 1 && nrow(ratings$groups) <= VALUES_NAMED) {
    in_a_list(group_labels(ratings$groups))
  } else {
    paste0(count(nrow(ratings$groups), "group"), ", by ", in_a_list(names))
  }
}

# The shares of the categories. Groups that have none or few of them in common, as questions, are told apart.
answer_facts <- function(ratings) {
  all <- c(Answers = paste0(category_shares(ratings, most = 10, width = Inf), none_words(ratings)))
  groups <- nrow(ratings$groups)
  if (!groups %in% 2:6 || is_spans(ratings)) {
    return(all)
  }
  code <- split(ratings$code, factor(item_groups(ratings)[rating_items(ratings)], seq_len(groups)))
  used <- lapply(code, unique)
  if (length(unique(unlist(used))) < 2 * min(lengths(used))) {
    return(all)
  }
  words <- vapply(seq_len(groups), function(group) {
    own <- ratings
    own$code <- match(code[[group]], sort(used[[group]])) - 1L
    own$categories <- vctrs::vec_slice(ratings$categories, sort(used[[group]]) + 1L)
    own[c("given", "value_labels")] <- NULL
    category_shares(own, most = 10, width = Inf)
  }, "")
  rlang::set_names(words, paste("Answers,", group_labels(ratings$groups)))
}

# Says what an item is, where this is not plain.
what_items_are <- function(ratings) {
  rows <- length(item_sizes(ratings))
  if (is_spans(ratings)) {
    paste0(big(rows), ", in each of which no label changes")
  } else if (is_in_groups(ratings)) {
    items <- big(vctrs::vec_unique_count(ratings$items))
    paste0(items, " in ", groups_counted(ratings), ": ", count_item_rows(rows, ratings))
  } else if (any(item_counts(ratings) != 1)) {
    paste0(big(rows), " rows, each for as many items as its weight says")
  }
}

shared_out_words <- function(ratings) {
  if (!is.null(ratings$raters)) paste0(", of ", count(length(ratings$raters), "rater"), ": the raters share the items")
}

LEVEL_WORDS <- list(
  nominal = "labels without an order", ordinal = "ordered categories", interval = "numbers, compared by differences",
  ratio = "numbers, compared by ratios", circular = "numbers on a circle", bipolar = "numbers between two poles"
)

# A list of checks, each with its words, the number found and which.
quality_checks <- function(ratings) {
  aside <- function(reason) sum(ratings$set_aside$n[ratings$set_aside$reason == reason])
  others <- ratings$set_aside[!ratings$set_aside$reason %in% c("missing", "outside the categories", "duplicate"), ]
  size <- item_sizes(ratings)
  of <- function(n) sum(item_counts(ratings)[size == n])
  misspelt <- misspelt_words(ratings)
  checks <- list(
    missing_check(ratings),
    quality_check("Answers outside the categories", aside("outside the categories"), ratings$outside$words),
    quality_check("Ratings of an item repeated by a rater, set aside", aside("duplicate")),
    if (nrow(others)) quality_check("Set aside for other reasons", sum(others$n), in_a_list(others$reason)),
    quality_of("Ratings of an item repeated by a rater, all counted", ids_of(ratings$items, repeated_items(ratings))),
    if (may_be_misspelt(ratings)) quality_of("Answers that may be misspelt", misspelt),
    if (may_be_stray(ratings)) {
      quality_of(
        if (length(misspelt)) "Other answers given only once or twice" else "Answers given only once or twice",
        stray_answers(ratings)
      )
    },
    quality_of(
      if (length(misspelt)) "Other answers that look alike" else "Answers that look alike",
      alike_words(ratings$categories)
    ),
    quality_of("Raters whose names look alike", alike_words(ratings$raters)),
    quality_of("Items whose names look alike", alike_words(ratings$items)),
    quality_of(
      paste(with_capital(item_units(2, ratings)), "with a single rating"),
      unbroken(item_group_names(ratings, which(size == 1))), of(1)
    ),
    quality_of(
      paste(with_capital(item_units(2, ratings)), "without a rating"),
      unbroken(item_group_names(ratings, which(size == 0))), of(0)
    ),
    if (!is.null(ratings$raters)) {
      quality_of(
        paste("Raters with ten", if (is_spans(ratings)) "positions" else "ratings", "or more who always gave the same",
          "answer"), ids_of(ratings$raters, one_answer(ratings))
      )
    }
  )
  Filter(Negate(is.null), checks)
}

missing_check <- function(ratings) {
  parts <- missing_parts(ratings)
  if (!is.null(parts)) {
    found <- parts[parts > 0]
    quality_check("Missing ratings", sum(parts), if (length(found)) in_a_list(paste(big_each(found), names(found))))
  }
}

# The numbers of ratings that are missing, by what the data have in their place; NULL if it is not known which were
# asked for. Where most raters rated most items, ratings are missing that have no row; where many raters share the
# items, these are not known. Ratings outside the categories do not count, so that they are missing where possible ones
# are counted.
missing_parts <- function(ratings) {
  aside <- function(reason) sum(ratings$set_aside$n[ratings$set_aside$reason == reason])
  told <- c("left blank" = aside("missing"), "in empty cells" = as.double(ratings$n_missing %||% 0))
  used <- count_used(ratings, 1L)
  possible <- sum(as.double(used$n_items) * used$n_raters)
  given <- sum(as.double(used$n_ratings))
  shared <- is_spans(ratings) || is.na(possible) || given > possible || given < possible / 2
  if (shared || sum(told) == 0 && is_shared_out(ratings)) {
    return(if (sum(told) > 0) told)
  }
  lacking <- max(possible - given - sum(told), 0)
  outside <- min(aside("outside the categories"), lacking)
  c(told, "outside the categories" = outside, "without a row" = lacking - outside)
}

# Whether all items have equally many ratings, but none those of all raters: the others were not asked for.
is_shared_out <- function(ratings) {
  size <- item_sizes(ratings)
  length(size) > 0 && is_same(size) && isTRUE(all(size[1] < count_used(ratings, 1L)$n_raters))
}

# Names that are not broken at their blanks.
unbroken <- function(names) ifelse(nchar(names) <= 40, gsub(" ", "\u00a0", names, fixed = TRUE), names)

quality_check <- function(check, n, which = NULL) list(check = check, n = as.double(n), which = which %||% "")

# The same for names of all that was found. `n`: how many there are, if a name stands for several.
quality_of <- function(check, names, n = length(names), most = 5) {
  shown <- cut_end(utils::head(names, most), 60)
  more <- length(names) - length(shown)
  between <- if (any(grepl(", ", shown, fixed = TRUE))) "; " else ", "
  quality_check(check, n, paste(c(shown, if (more > 0) paste("and", big(more), "more")), collapse = between))
}

ids_of <- function(ids, places) as.character(vctrs::vec_slice(ids, places))

repeated_items <- function(ratings) {
  if (is.null(ratings$raters)) {
    return(integer())
  }
  item <- rating_items(ratings)
  unique(item[duplicated(as.double(item) * length(ratings$raters) + ratings$rater)])
}

# Measurements and declared categories may be rare; a mark may be one that was mistyped.
may_be_stray <- function(ratings) {
  n <- length(ratings$categories)
  measured <- ratings$level %in% c("interval", "ratio") && any(ratings$categories != round(ratings$categories))
  !isTRUE(ratings$declared) && n > 0 && n <= 50 && !measured
}

# Answers that occur so rarely among others that they may be slips, such as 5 and 19 among A and B. Those that may be
# misspelt have a check of their own.
stray_answers <- function(ratings) {
  n <- tabulate(ratings$code + 1L, length(ratings$categories))
  rare <- setdiff(which(n > 0 & n <= 2 & n < 0.01 * sum(n)), misspelt_answers(ratings)$rare)
  if (length(rare)) paste0(show_labels(as.character(ratings$categories))[rare], " (", n[rare], ")")
}

# Labels of text without an order, which nobody declared, and few enough that each is compared with each.
may_be_misspelt <- function(ratings) {
  is.character(ratings$categories) && is.null(ratings$sets) && !isTRUE(ratings$declared) &&
    ratings$level %in% c(NA, "nominal") && length(ratings$categories) <= 200
}

misspelt_words <- function(ratings) {
  found <- misspelt_answers(ratings)
  label <- encodeString(as.character(ratings$categories), quote = "\"")
  where <- vapply(found$rare, function(code) places_of_answer(code, ratings), "")
  if (nrow(found)) paste0(label[found$rare], where, ", like ", label[found$like])
}

# Which items got an answer, and from whom, if it was given up to three times; else how often.
places_of_answer <- function(code, ratings) {
  at <- which(ratings$code == code - 1L)
  item <- rating_items(ratings)[at]
  if (length(at) > 3 || any(item_counts(ratings)[item] != 1)) {
    return(paste0(" (", big(sum(item_counts(ratings)[item])), " times)"))
  }
  by <- if (!is.null(ratings$raters)) paste0("by ", ids_of(ratings$raters, ratings$rater[at] + 1L), " ")
  paste0(" ", in_a_list(paste0(by, "on ", item_group_names(ratings, item))))
}

# The first lines advise to correct answers that may be misspelt, since these count as categories of their own.
misspelt_advice <- function(ratings) {
  found <- misspelt_answers(ratings)
  label <- encodeString(as.character(ratings$categories), quote = "\"")
  each <- paste0(label[found$rare], " (like ", label[found$like], ")")[seq_len(nrow(found))]
  more <- length(each) - 3
  if (length(each)) {
    paste0(
      "Correct ", in_a_list(c(utils::head(each, 3), if (more > 0) paste(big(more), "more"))), " first",
      if (length(each) == 1) ": it counts as a category of its own. " else ": they count as categories of their own. "
    )
  }
}

# Answers of five letters or more that were given at most twice, or in at most 1% of the ratings, and are one slip from
# one that was given more often. Returns the places of both among the categories, and how often the rare one was given.
misspelt_answers <- function(ratings) {
  none <- data.frame(rare = integer(), like = integer(), n = integer())
  if (!may_be_misspelt(ratings)) {
    return(none)
  }
  labels <- fold_case(as.character(ratings$categories))
  n <- tabulate(ratings$code + 1L, length(labels))
  seldom <- n <= 2 | n <= 0.01 * sum(n)
  letters <- nchar(gsub("\\P{L}", "", labels, perl = TRUE))
  # "round 1" and "round 2" are distinct.
  digits <- gsub("[^0-9]", "", labels)
  signs <- lapply(labels, utf8ToInt)
  found <- lapply(which(seldom & n > 0 & letters >= 5), function(one) {
    like <- which(!seldom & digits == digits[one] & abs(lengths(signs) - length(signs[[one]])) <= 1)
    like <- like[vapply(signs[like], is_one_slip, NA, signs[[one]])]
    data.frame(rare = rep(one, length(like)), like, n = rep(n[one], length(like)))
  })
  found <- do.call(rbind, c(list(none), found))
  # An answer that is like two others is like the more frequent one.
  found <- found[order(found$rare, -n[found$like]), ]
  found[!duplicated(found$rare), ]
}

# Whether two texts, as the numbers of their letters, differ by one letter more, less or other, or by two neighbours
# exchanged: what they do not share at the beginning and the end is then no more than this.
is_one_slip <- function(a, b) {
  shorter <- min(length(a), length(b))
  same <- function(x, y) sum(cumprod(x[seq_len(shorter)] == y[seq_len(shorter)]))
  start <- same(a, b)
  end <- min(same(rev(a), rev(b)), shorter - start)
  middle <- function(x) x[seq_len(length(x) - start - end) + start]
  a <- middle(a)
  b <- middle(b)
  max(length(a), length(b)) == 1 || length(a) == 2 && length(b) == 2 && all(a == rev(b))
}

alike_words <- function(labels) {
  alike <- look_alikes(if (is.factor(labels)) levels(labels) else unique(labels))
  vapply(alike, function(same) in_a_list(encodeString(as.character(same), quote = "\"")), "")
}

# Raters with ten ratings or more, all the same. A stretch counts as often as it has positions.
one_answer <- function(ratings) {
  by <- ratings$rater + 1L
  n <- sum_by(item_counts(ratings)[rating_items(ratings)], by, length(ratings$raters))
  kinds <- tabulate(by[!duplicated(as.double(by) * length(ratings$categories) + ratings$code)], length(n))
  which(kinds == 1 & n >= 10)
}
