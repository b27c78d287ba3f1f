# Questions of judge_report() on a judge and itself: runs, orders, versions.

# An item in one order has a rating per run. The rate of flips is 1 - percent agreement over runs.
flips_over_runs <- function(study, name) {
  own <- study$replies[[name]]
  own <- vctrs::vec_slice(own, !is.na(if (study$level == "interval") own$score else own$code))
  own$shown <- group_ids(list(own$item, own$first))$code
  times <- tabulate(own$shown)
  own <- vctrs::vec_slice(own, times[own$shown] > 1)
  if (nrow(own) == 0) {
    return(not_possible("no item with two runs", "flips"))
  }
  if (study$level == "interval") noise_of_scores(own, study) else flips_of_labels(own, study)
}

flips_of_labels <- function(own, study) {
  at <- own$item[!duplicated(own$shown)]
  frame <- data.frame(
    item = own$shown, rater = as.integer(own$run), rating = own$value, cluster = study$cluster[own$item]
  )
  clustered <- anyDuplicated(study$cluster[at]) > 0
  ci <- if (study$ci$method == "none") ci_none() else ci_bayes(study$ci$conf_level)
  ratings <- as_ratings(
    frame, "item", "rater", "rating",
    level = "nominal", cluster = !!(if (clustered) "cluster"), categories = study$values
  )
  found <- without_warnings(percent_agreement(ratings, ci = ci), c("undefined", "no_interval"))
  # An item flips if two runs differ in one of its orders.
  items <- unique(own$item)
  differs <- items %in% own$item[own$code != own$code[match(own$shown, own$shown)]]
  rbind(
    report_row(
      "flips", 1 - found$estimate, length(items), 1 - c(found$conf.high, found$conf.low), found$std.error,
      length(unique(study$cluster[at])), found$interval
    ),
    # The share of items that ever flip grows with the number of runs.
    transform(share_row("ever_flips", as.double(differs), items, study), who = runs_in_words(own))
  )
}

runs_in_words <- function(own) {
  times <- range(tabulate(own$shown)[unique(own$shown)])
  paste(if (times[1] == times[2]) times[1] else paste(times[1], "to", times[2]), "runs")
}

# One-way analysis of variance of the scores of runs.
noise_of_scores <- function(own, study) {
  away <- own$score - stats::ave(own$score, own$shown)
  unit <- unit_of(away)
  within <- sum((away / unit)^2) / (nrow(own) - length(unique(own$shown)))
  n <- length(unique(own$item))
  frame <- data.frame(item = own$shown, rater = as.integer(own$run), rating = own$score)
  clustered <- anyDuplicated(study$cluster[own$item[!duplicated(own$shown)]]) > 0
  ci <- if (study$ci$method == "none" || clustered) ci_none() else ci_default()
  found <- without_warnings(
    icc(frame, "item", "rater", "rating", form = "icc1", na = character(), ci = ci),
    c("undefined", "no_interval", "other_scale")
  )
  rbind(
    report_row("within_sd", unit * sqrt(within), n),
    report_row(
      "icc_runs", found$estimate, n, c(found$conf.low, found$conf.high),
      interval = found$interval, status = figure_status("ICC", found$status)
    )
  )
}

# Choices when the answers stood in one order and in the other.
effect_of_position <- function(study, name) {
  own <- study$replies[[name]]
  own <- vctrs::vec_slice(own, !is.na(own$first))
  if (nrow(own) == 0) {
    return(not_possible("the order of answers is missing"))
  }
  place <- ifelse(own$value == own$first, "first", ifelse(own$value == own$second, "second", "tie"))
  judged <- data.frame(
    item = own$item, first = own$first, second = own$second, run = as.integer(own$run), place,
    cluster = study$cluster[own$item]
  )
  x <- as_preferences(
    judged, "item", "first", "second", "place",
    run = "run", cluster = "cluster", choices = c(first = "first", second = "second", tie = "tie")
  )
  found <- without_warnings(pairwise_judgements(x, ci = study$ci), "undefined")
  do.call(rbind, Map(
    report_row, found$quantity, found$estimate, found$n, Map(c, found$conf.low, found$conf.high), NA_real_,
    found$n_clusters, found$interval, found$status
  ))
}

# Each version of a judge beside the one before it, on the items that both rated.
drift_of_versions <- function(study, name) {
  at <- match(name, study$units$name)
  if (sum(study$units$judge == study$units$judge[at]) == 1) {
    return(not_possible("one version"))
  }
  before <- at - 1
  if (before < 1 || study$units$judge[before] != study$units$judge[at]) {
    return(NULL)
  }
  old <- study$labels[[before]]
  new <- study$labels[[at]]
  both <- which(old$asked & new$asked)
  if (length(both) == 0) {
    return(not_possible("no item that two versions rated", "drift"))
  }
  if (study$level == "interval") {
    return(mean_row("score_drift", (new$score - old$score)[both], both, study))
  }
  # Items without a usable reply of both versions are left out here, and count as wrong below.
  changed <- share_row("changed", as.double(old$code != new$code)[both], both, study)
  gold <- study$majority
  known <- both[!is.na(gold[both])]
  if (length(known) == 0) {
    return(rbind(changed, not_possible("no item with a majority of people", "drift")))
  }
  right <- function(label) (label$code[known] == gold[known]) %in% TRUE
  rbind(
    changed, share_row("gained", as.double(right(new) & !right(old)), known, study),
    share_row("lost", as.double(right(old) & !right(new)), known, study),
    difference_row("drift", right(new) - right(old), known, study)
  )
}
