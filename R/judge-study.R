# The questions of judge_report() are asked of these objects: judges by version with a label for each item, people and
# their majority; and rows of the report.

# Adds to judge_rows_of(): `values` (the categories, whose codes are in the column `code`) and `units` (a row per judge
# and version: `name`, `judge`, `version`). The rows become `judged`, those of judges, `replies`, those of each unit,
# and `votes`, those of people, sorted by item. Of each item: `labels` (for each unit the first reply), `n_people`,
# `among` (the agreement of two of its people) and `majority`; of each of `votes`, `of_others`, the majority of the
# others.
judged_study <- function(study) {
  rows <- study$rows
  study$values <- order_text(rows$value)
  rows$code <- match(rows$value, study$values)
  versioned <- "version" %in% study$has
  rows$unit <- rows$rater
  if (versioned) {
    of_version <- rows$judge & !is.na(rows$version)
    rows$unit[of_version] <- paste0(rows$rater, " (", rows$version, ")")[of_version]
  }
  at <- which(rows$judge)
  units <- slice_rows(rows[c("unit", "rater", "version")], at[code_column(rows$unit[at])$starts])
  units <- units[order(match(units$rater, study$judges), units$version), ]
  names(units) <- c("name", "judge", "version")
  if ("run" %in% study$has) check_runs_given(rows, study)
  check_study_once(rows, study)
  # The first of the sorted runs, and within it of the sorted orders.
  keys <- c("item", if ("run" %in% study$has) "run", if ("order" %in% study$has) c("first", "second"))
  as_they_are <- length(keys) == 1 && !is.unsorted(rows$item)
  sorted <- if (as_they_are) rows else slice_rows(rows, do.call(order, unname(as.list(rows[keys]))))
  n_items <- length(study$items)
  study$rows <- NULL
  study$units <- units
  study$judged <- slice_rows(sorted, which(sorted$judge))
  of_unit <- split(seq_len(nrow(study$judged)), factor(study$judged$unit, units$name))
  study$replies <- lapply(of_unit, slice_rows, x = study$judged)
  study$labels <- lapply(study$replies, first_replies, n = n_items)
  study$votes <- slice_rows(sorted, which(!sorted$judge))
  study$n_people <- tabulate(study$votes$item, n_items)
  if (study$level == "nominal") {
    found <- votes_of(study$votes$item, study$votes$code, n_items)
    study$among <- found$agreement
    study$majority <- found$majority
    study$of_others <- found$of_others
  } else {
    study$among <- distance_of_people(study$votes, study$n_people)
    study$majority <- mean_of(study$votes$item, study$votes$score, n_items)
  }
  study
}

# Returns for each item whether the judge was asked, and the code, score and confidence of the first reply, NA if it
# cannot be used.
first_replies <- function(own, n) {
  at <- match(seq_len(n), own$item)
  list(asked = !is.na(at), code = own$code[at], score = own$score[at], confidence = own$confidence[at])
}

# Where a judge has several replies to an item in one order, each needs its run.
check_runs_given <- function(rows, study) {
  own <- rows[rows$judge, ]
  reply <- group_ids(list(own$item, own$unit, own$first))$code
  lacking <- which(is.na(own$run) & tabulate(reply)[reply] > 1)
  if (length(lacking)) {
    found <- table(own$unit[lacking])
    each <- paste0(names(found), " (", found, ")")
    shown <- lacking[1]
    abort_accord(
      "missing_id",
      c(
        "Replies of a judge that repeat an item must have a {.arg run}.",
        x = "{.arg run} is missing for {length(lacking)} repl{?y/ies}. By {first_few(each)}, as of item
             {.val {study$items[own$item[shown]]}}.",
        i = "Fill in the run; only people, who rate an item once, may lack it."
      ),
      raters = unique(own$rater[lacking]), n = length(lacking)
    )
  }
}

check_study_once <- function(rows, study) {
  # A person gives one rating, in whatever order or run.
  of_judge <- function(x) if (is.factor(x)) replace(as.integer(x), !rows$judge, NA) else replace(x, !rows$judge, NA)
  given <- c(if ("run" %in% study$has) "run", if ("order" %in% study$has) c("first", "second"))
  id <- code_columns(c(list(rows$item, rows$unit), unname(lapply(rows[given], of_judge))))
  if (length(id$starts) < nrow(rows)) {
    again <- which(duplicated(id$code))
    shown <- again[1]
    judged <- rows$judge[shown]
    ways <- c(
      run = "that of repetitions in `run`", order = "that of the answer shown first in `order`",
      version = "that of the versions of the judge in `version`"
    )
    lacking <- paste(ways[setdiff(names(ways), study$has)], collapse = ", or ")
    if (!nzchar(lacking)) lacking <- NULL
    abort_accord(
      "duplicate_rating",
      c(
        if (judged) "A judge rates an item once in each run, order and version." else "A person rates an item once.",
        x = "{length(again)} rating{?s} {?repeats/repeat} another, as of {.val {rows$rater[shown]}}, item
             {.val {study$items[rows$item[shown]]}}.",
        i = if (!judged) {
          "Remove all but one of them."
        } else if (length(lacking)) {
          paste0("Name the column that tells them apart: ", as_written(lacking), ".")
        } else {
          "Remove all but one of them, or correct the columns in {.arg run}, {.arg order} and {.arg version}."
        }
      ),
      n = length(again)
    )
  }
}

# The most frequent codes of each group: a data frame with a row for each of them, and `tied`, their number in the
# group.
modal_codes <- function(group, code, n) {
  k <- max(code, 1L, na.rm = TRUE)
  cell <- rle(sort((group - 1) * k + code))
  of <- as.integer((cell$values - 1) %/% k + 1)
  label <- as.integer((cell$values - 1) %% k + 1)
  sorted <- order(of, -cell$lengths)
  of <- of[sorted]
  times <- cell$lengths[sorted]
  top <- times == times[match(of, of)]
  of <- of[top]
  data.frame(group = of, code = label[sorted][top], tied = tabulate(of, n)[of])
}

# The most frequent code of each group from 1 to n; NA if there is none or a tie.
majority_of <- function(group, code, n) votes_of(group, code, n)$majority

mean_of <- function(group, x, n) sum_by(x, group, n) / tabulate(group, n)

# A row of the report.
report_row <- function(quantity, estimate, n = NA, limits = c(NA_real_, NA_real_), std.error = NA_real_,
                       n_clusters = NA, interval = NA_character_, status = "ok", who = NA_character_) {
  data.frame(
    who = who, quantity = quantity, estimate = as.double(estimate), std.error = std.error, conf.low = limits[[1]],
    conf.high = limits[[2]], n = as.integer(n), n_clusters = as.integer(n_clusters),
    interval = if (is.na(limits[[1]])) NA_character_ else interval,
    n_intervals = if (is.na(limits[[1]])) NA_integer_ else 1L, status = status
  )
}

not_possible <- function(why, quantity = NA_character_) {
  report_row(quantity, NA, status = paste("not possible:", why))
}

# A mean of values from 0 to 1 of items, or from -1 to 1 if they are signed, with score limits over items or clusters;
# `at`: the items.
share_row <- function(quantity, values, at, study, is_signed = FALSE, limits = limits_of_sums) {
  use <- !is.na(values)
  cluster <- study$cluster[at][use]
  found <- rows_of_sums(share_sums(values[use], cluster, is_signed = is_signed), study$ci, limits)
  if (found$n == 0) {
    return(not_possible("no item", quantity))
  }
  report_row(
    quantity, found$estimate, found$n, c(found$conf.low, found$conf.high), clustered_error(values[use], cluster),
    found$n_clusters, if (found$n_clusters < found$n) "score over clusters" else "score", found$status
  )
}

# The same for differences of two figures of an item.
difference_row <- function(quantity, values, at, study) share_row(quantity, values, at, study, is_signed = TRUE)

# The same for several values of an item, as those of people left out in turn: items are clusters of them.
pooled_row <- function(quantity, values, at, study, is_signed = FALSE) {
  row <- share_row(quantity, values, at, study, is_signed)
  row$n <- length(unique(at))
  if (row$n_clusters == row$n) {
    row$interval <- sub("score over clusters", "score over items", row$interval, fixed = TRUE)
    row$status <- sub(" clusters$", " items", row$status)
  }
  row
}

# The difference of a judge from people, by one of the functions for rows. The intervals of all judges hold together at
# the level that was asked for (Bonferroni), so that it is clear who differs if an interval does not contain 0.
beside_people_row <- function(row, values, at, study, ...) {
  n <- nrow(study$units)
  if (study$ci$method != "none") study$ci$conf_level <- 1 - (1 - study$ci$conf_level) / n
  found <- row("difference", values, at, study, ...)
  found$n_intervals[!is.na(found$conf.low)] <- n
  found
}

# The same as share_row() for a mean of numbers, with t limits. Without variation there are none, since nothing is known
# of the variance.
mean_row <- function(quantity, values, at, study) {
  use <- !is.na(values)
  cluster <- study$cluster[at][use]
  n_clusters <- length(unique(cluster))
  if (n_clusters < 2) {
    return(not_possible("fewer than two items", quantity))
  }
  clustered <- n_clusters < sum(use)
  se <- clustered_error(values[use], cluster)
  # Differences of scores have the rounding errors of the scores.
  largest <- max(abs(c(values[use], study$judged$score, study$votes$score)), na.rm = TRUE)
  constant <- isTRUE(se <= 1e-14 * largest)
  limits <- t_limits(mean(values[use]), se, n_clusters - 1, study$ci)
  why <- paste("no limits:", if (clustered) "all clusters have the same mean" else "all values are equal")
  report_row(
    quantity, mean(values[use]), sum(use), if (constant) c(NA_real_, NA_real_) else limits, if (constant) 0 else se,
    n_clusters, if (clustered) "t over clusters" else "t",
    if (constant && study$ci$method != "none") why else "ok"
  )
}

t_limits <- function(estimate, std.error, df, ci) {
  if (ci$method == "none") {
    return(c(NA_real_, NA_real_))
  }
  estimate + c(-1, 1) * stats::qt((1 + ci$conf_level) / 2, df) * std.error
}

# The standard error of a mean, linearised over clusters.
clustered_error <- function(values, cluster) {
  sums <- values - mean(values)
  unit <- unit_of(sums)
  sums <- sums / unit
  id <- code_column(cluster)
  if (length(id$starts) < length(cluster)) sums <- sum_by(sums, id$code, length(id$starts))
  n_clusters <- length(sums)
  if (n_clusters < 2) NA_real_ else unit * sqrt(n_clusters / (n_clusters - 1) * sum(sums^2)) / length(values)
}
