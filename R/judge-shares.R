# Questions of judge_report() on estimates: stated confidence, shares corrected for errors, labels needed.

NO_PROBABILITY <- "no Brier score: confidence above 1 is no probability; divide percentages by 100"

# Stated confidence against the majority of people.
confidence_of_judge <- function(study, name) {
  label <- study$labels[[name]]
  if (study$level == "interval") {
    return(not_possible("ratings are scores, which are not right or wrong"))
  }
  at <- which(!is.na(label$code) & !is.na(label$confidence) & !is.na(study$majority))
  if (length(at) == 0) {
    return(not_possible("no item with confidence and a majority of people"))
  }
  sure <- label$confidence[at]
  found <- suppressMessages(
    calibration(data.frame(label = label$code[at], sure, gold = study$majority[at]), "label", "sure", "gold",
      ci = ci_none()
    ),
    classes = "accord_message_percentages"
  )
  found <- found[is.na(found$class) & found$measure != "accuracy", ]
  do.call(rbind, c(
    Map(report_row, found$measure, found$estimate, length(at), status = found$status),
    if (seem_percentages(sure)) list(report_row("brier", NA, length(at), status = NO_PROBABILITY))
  ))
}

# Items that people rated are taken as a random sample of all that the judge was asked about. Items on which people tie
# have no label and are left out of it; the judge alone (`alone`) needs no label by people. A reply that cannot be used
# is a label of its own, which no person gives: without it the sample would be that of items with a usable reply.
judged_items <- function(study, name) {
  label <- study$labels[[name]]
  scores <- study$level == "interval"
  asked <- label$asked & !(scores & is.na(label$score))
  at <- which(asked & !(study$n_people > 0 & is.na(study$majority)))
  words <- function(x) if (scores) x else study$values[x]
  judge <- words(if (scores) label$score else label$code)
  if (!scores) judge <- replace(judge, is.na(judge), NO_REPLY)
  list(at = at, people = words(study$majority[at]), judge = judge[at], alone = judge[asked])
}

# No rating has this text, since a rating that consists of blanks is text too.
NO_REPLY <- "\r"

corrected_shares <- function(study, name) {
  found <- judged_items(study, name)
  if (!anyNA(found$people)) {
    return(not_possible("people rated all items, which leaves nothing to correct"))
  }
  if (all(is.na(found$people))) {
    return(not_possible("no item that people rated too"))
  }
  frame <- data.frame(label = found$people, prediction = found$judge)
  ci <- if (study$ci$method == "none") ci_none() else ci_default()
  rows <- without_warnings(
    corrected_estimate(frame, "label", "prediction", ci = ci), c("undefined", "no_interval", "no_answer")
  )
  rows <- rows[!rows$term %in% NO_REPLY, ]
  clustered <- anyDuplicated(study$cluster[found$at]) > 0
  status <- ifelse(
    rows$status == "ok" & clustered, "no limits: items are in clusters", rows$status
  )
  limits <- if (clustered) c(NA_real_, NA_real_)
  do.call(rbind, lapply(seq_len(nrow(rows)), function(i) {
    row <- rows[i, ]
    naive <- mean(if (study$level == "interval") found$alone else found$alone == row$term)
    rbind(
      report_row("as_judged", naive, length(found$alone), who = row$term),
      report_row(
        "corrected", row$estimate, row$n_labelled, limits %||% c(row$conf.low, row$conf.high),
        if (clustered) NA_real_ else row$std.error, interval = row$interval, status = status[i], who = row$term
      )
    )
  }))
}

# The numbers of labels by people for an interval of the width asked for, with and without the judge's labels of all
# items, for each category.
labels_of_people <- function(study, name) {
  found <- judged_items(study, name)
  if (study$level == "interval") {
    return(not_possible("ratings are scores, not shares"))
  }
  known <- which(!is.na(found$people))
  if (length(known) < 3) {
    return(not_possible("fewer than three items that people rated too"))
  }
  classes <- order_text(found$people[known])
  # The shares of two categories need the same number of labels.
  if (length(classes) == 2) classes <- classes[2]
  rows <- lapply(classes, function(class) {
    person <- found$people[known] == class
    judge <- found$judge[known] == class
    r <- if (stats::sd(person) > 0 && stats::sd(judge) > 0) stats::cor(person, judge) else 0
    if (mean(person) == 1) {
      return(not_possible("people used one category only", "labels_alone"))
    }
    plan <- plan_labels(mean(person), study$width, n_items = length(found$at), correlation = r)
    rbind(
      report_row("labels_alone", plan$n_alone, length(known), who = class),
      if (plan$status == "ok") {
        report_row("labels_with_judge", plan$n_labelled, length(known), who = class)
      } else {
        not_possible(plan$status, "labels_with_judge")
      }
    )
  })
  do.call(rbind, rows)
}
