# Questions of judge_report() on a judge and people: agreement, the majority, replacing a person.

# Agreement of the judge with a person beside that of two people on the same items, by item: the mean over pairs of the
# judge's replies and people, and over pairs of people. Scores are compared by their distance.
agreement_with_people <- function(study, name) {
  own <- study$replies[[name]]
  votes <- study$votes
  n_people <- study$n_people
  scores <- study$level == "interval"
  usable <- !is.na(if (scores) own$score else own$code)
  pairs <- any(usable & n_people[own$item] > 1)
  own <- vctrs::vec_slice(own, usable & n_people[own$item] > pairs)
  if (nrow(own) == 0) {
    return(not_possible("no item that a person rated too"))
  }
  at <- unique(own$item)
  with_people <- if (scores) distance_to_people(own, votes) else share_of_people(own, votes, n_people)
  with_people <- rowsum(with_people, own$item, reorder = FALSE)[, 1] / tabulate(own$item)[at]
  row <- if (scores) mean_row else share_row
  names <- if (scores) c("distance_to_people", "distance_of_people") else c("with_people", "among_people")
  rows <- row(names[1], with_people, at, study)
  if (!pairs) {
    none <- "no item that two people rated"
    return(rbind(rows, not_possible(none, names[2]), not_possible(none, "difference")))
  }
  among <- study$among[at]
  difference <- if (scores) mean_row else difference_row
  rbind(rows, row(names[2], among, at, study), beside_people_row(difference, with_people - among, at, study))
}

# The share of the item's people who gave the same label as each of these replies.
share_of_people <- function(own, votes, n_people) {
  k <- max(votes$code, own$code)
  cell <- code_together(list(c(votes$item, own$item), c(votes$code, own$code)), c(length(n_people), k))
  count <- tabulate(cell$code[seq_along(votes$item)], length(cell$starts))
  count[cell$code[length(votes$item) + seq_along(own$item)]] / n_people[own$item]
}

# The mean absolute difference of each reply from the item's people.
distance_to_people <- function(own, votes) {
  start <- match(own$item, votes$item)
  size <- tabulate(votes$item)[own$item]
  reply <- rep(seq_len(nrow(own)), size)
  at <- rep(start, size) + sequence(size) - 1
  rowsum(abs(own$score[reply] - votes$score[at]), reply)[, 1] / size
}

# The mean absolute difference of two of the item's people: with sorted values x, 2 sum (2 j - n - 1) x_j / (n (n - 1)).
distance_of_people <- function(votes, n_people) {
  votes <- vctrs::vec_slice(votes, order(votes$item, votes$score))
  place <- sequence(rle(votes$item)$lengths)
  term <- (2 * place - n_people[votes$item] - 1) * votes$score
  2 * mean_of(votes$item, term, length(n_people)) / (n_people - 1)
}

# The judge against the majority of people, and against that of all people but one beside the person left out.
accuracy_of_judge <- function(study, name) {
  label <- study$labels[[name]]
  gold <- study$majority
  at <- which(label$asked & !is.na(gold))
  if (length(at) == 0) {
    return(not_possible("no item with a majority of people"))
  }
  if (study$level == "interval") {
    return(scores_against_people(study, label, at))
  }
  code <- label$code[at]
  hit <- code == gold[at]
  usable <- !is.na(code)
  rows <- rbind(
    share_row("accuracy", as.double(usable & hit %in% TRUE), at, study),
    if (any(!usable)) share_row("usable", as.double(usable), at, study),
    if (any(!usable)) share_row("accuracy_usable", as.double(hit[usable]), at[usable], study),
    scores_by_class(code, gold[at], study),
    kappa_row(code[usable], gold[at][usable], study)
  )
  rbind(rows, beside_person(study, label))
}

# Macro scores from evaluate_consensus(), in which an item without a usable reply is wrong.
scores_by_class <- function(code, gold, study) {
  ci <- if (study$ci$method == "none") ci_none() else ci_bayes(study$ci$conf_level)
  found <- without_warnings(evaluate_consensus(
    data.frame(item = seq_along(code), label = study$values[code]),
    data.frame(item = seq_along(code), label = study$values[gold]),
    ci = ci
  ), c("gold_labels", "undefined"))
  macro <- function(measure) {
    values <- found$estimate[found$measure == measure & !is.na(found$class)]
    none <- if (measure == "recall") "a label is never that of the majority" else "the judge never gave a label"
    report_row(paste0("macro_", measure), mean(values), length(code), status = if (anyNA(values)) none else "ok")
  }
  f1 <- found[found$measure == "macro_f1", ]
  clustered <- anyDuplicated(study$cluster) > 0
  limits <- if (clustered) c(NA_real_, NA_real_) else c(f1$conf.low, f1$conf.high)
  rbind(
    macro("precision"), macro("recall"),
    report_row("macro_f1", f1$estimate, length(code), limits, interval = "Bayesian")
  )
}

kappa_row <- function(code, gold, study) {
  n <- length(code)
  if (n == 0) {
    return(not_possible("no usable reply", "kappa"))
  }
  ratings <- data.frame(item = rep(seq_len(n), 2), rater = rep(1:2, each = n), rating = study$values[c(code, gold)])
  # Named categories are labels, also if they are numbers written as text.
  found <- without_warnings(
    cohen_kappa(ratings, "item", "rater", "rating", categories = unique(ratings$rating), ci = own_ci(study)),
    c("undefined", "no_interval")
  )
  report_row(
    "kappa", found$estimate, n, c(found$conf.low, found$conf.high), found$std.error, NA, found$interval,
    figure_status("kappa", found$status)
  )
}

# The reason of another function, with the name of the figure, which the report prints among those of other figures.
figure_status <- function(figure, status) if (status == "ok") status else paste0("no ", figure, ": ", status)

# For coefficients of agreement: their default interval. They are not asked for clusters here.
own_ci <- function(study) {
  if (study$ci$method == "none" || anyDuplicated(study$cluster)) ci_none() else ci_bayes(study$ci$conf_level)
}

# Each person in turn is held against the majority of the others, and so is the judge. Left-out people are pooled: of an
# item on which two of three agree only the third has a majority of others, and errs, so that a mean over items would
# count the errors of people more often than their hits.
beside_person <- function(study, label) {
  quantities <- c("accuracy_others", "person_others", "difference")
  none <- function(why) do.call(rbind, lapply(quantities, not_possible, why = why))
  votes <- study$votes
  at <- which(label$asked[votes$item] & study$n_people[votes$item] > 2)
  if (length(at) == 0) {
    return(none("to leave out a person, three must have rated an item"))
  }
  # All people of an item are among these, or none.
  gold <- study$of_others[at]
  known <- which(!is.na(gold))
  if (length(known) == 0) {
    return(none("without a person, the others have no majority on any item"))
  }
  item <- votes$item[at][known]
  judge <- as.double((label$code[item] == gold[known]) %in% TRUE)
  person <- as.double(votes$code[at][known] == gold[known])
  rbind(
    pooled_row(quantities[1], judge, item, study), pooled_row(quantities[2], person, item, study),
    beside_people_row(pooled_row, judge - person, item, study, is_signed = TRUE)
  )
}

# Scores: the mean absolute error against the mean of people, and the correlation with it.
scores_against_people <- function(study, label, at) {
  at <- at[!is.na(label$score[at])]
  error <- label$score[at] - study$majority[at]
  r <- correlation_by(label$score[at], study$majority[at], rep(1L, length(at)), 1L)
  rbind(
    mean_row("absolute_error", abs(error), at, study), mean_row("mean_error", error, at, study),
    if (is.na(r)) not_possible("scores do not vary", "correlation") else report_row("correlation", r, length(at))
  )
}

replacing_people <- function(study, name) {
  label <- study$labels[[name]]
  scores <- study$level == "interval"
  of <- if (scores) "score" else "code"
  at <- which(!is.na(label[[of]]))
  votes <- study$votes
  frame <- data.frame(
    item = c(votes$item, at), rater = c(paste("p", votes$rater), rep("judge", length(at))),
    rating = c(votes[[of]], label[[of]][at])
  )
  if (length(unique(votes$rater)) < 2) {
    return(not_possible("fewer than two people"))
  }
  found <- without_warnings(alt_test(
    frame, "item", "rater", "rating", models = "judge", epsilon = study$epsilon,
    score = if (scores) "neg_rmse" else "accuracy", na = character()
  ), c("undefined", "other_scale", "both_sides"))
  if (found$status != "ok") {
    return(not_possible(found$status, "winning_rate"))
  }
  rbind(
    report_row("winning_rate", found$winning_rate, found$n_items),
    report_row("advantage", found$advantage_probability, found$n_items)
  )
}
