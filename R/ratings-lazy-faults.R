# Faults that the engine counted, where memory has rows.

# `n`: in each group. As settle(): stops, or returns the groups with the status of the faulty ones changed.
settle_counts <- function(fault, n, groups, places = character()) {
  faulty <- which(n > 0)
  if (length(faulty) == 0) {
    return(groups)
  }
  if (length(faulty) == length(groups$status)) {
    total <- sum(n)
    shown <- if (length(places)) paste0(": ", paste(places, collapse = "; ")) else ""
    more <- if (length(places) && total > length(places)) "; \u2026" else ""
    abort_accord(
      fault$what,
      c(
        "{fault$rule}",
        x = "Found {big(total)} {singular(fault$found, total)}{shown}{more}.",
        i = "{fault$advice}"
      ),
      n = total
    )
  }
  groups$status[faulty] <- fault$found
  groups
}

# Ratings on top of one by the same rater: an error or a faulty group, unless they are to be kept.
lazy_duplicates <- function(rows, facts, tally, duplicates) {
  n <- sum_by(tally$extra, tally$group, length(facts$groups$status))
  n[facts$groups$status != "ok"] <- 0
  if (duplicates == "keep" || all(n == 0)) {
    return(facts)
  }
  places <- if (all(n > 0)) {
    found <- ask_engine(query_duplicates(rows, facts), "looking for duplicate ratings")
    paste0("item ", found$item_id, ", rater ", found$rater_id)
  }
  fault <- duplicate_fault(TRUE)
  fault$advice <- "Remove them, or keep them with `duplicates = \"keep\"`: rows of a database have no order."
  facts$groups <- settle_counts(fault, n, facts$groups, places)
  gone <- facts$groups$status != "ok"
  facts$totals[gone, ] <- 0
  facts$n_set_aside[gone] <- 0L
  facts$set_aside <- count_reasons(facts)
  facts
}

# Both queries must have seen the same ratings.
check_tally <- function(tally, facts) {
  fine <- facts$groups$status[tally$group] == "ok"
  counts <- tally$counts[fine, , drop = FALSE] * tally$items[fine]
  seen <- group_sums(counts, tally$group[fine], nrow(facts$totals))
  expected <- facts$totals
  expected[facts$groups$status != "ok", ] <- 0
  if (any(seen != expected)) abort_table_changed(expected, seen)
}

abort_table_changed <- function(expected, seen) {
  abort_accord(
    "table_changed",
    c(
      "A table must not change while it is read.",
      x = "First there were {big(sum(expected))} ratings that count, then {big(sum(seen))}.",
      i = "Repeat the call within a transaction, or use a copy.",
      i = "If it does not change, the database has different rules for comparing and for grouping values."
    ),
    before = sum(expected), after = sum(seen)
  )
}

# Types of PostgreSQL that have upper and lower case.
TEXT_TYPES <- c("text", "varchar", "bpchar", "citext", "name")

# Where a collation is blind to case or to blanks at the end, other ids and labels are the same to it.
warn_collation <- function(rows) {
  columns <- c("item_id", if (rows$has_raters) "rater_id", "value_")
  names(columns) <- names(rows$columns)
  # An error would end the user's transaction.
  columns <- columns[rows$types[columns] %in% c("", TEXT_TYPES)]
  if (length(columns) == 0) {
    return(invisible())
  }
  alike <- tryCatch(dplyr::collect(query_alike(rows, unname(columns))), error = function(cnd) NULL)
  text <- columns[vapply(columns, function(x) is.character(alike[[x]]), NA)]
  if (is.null(alike) || length(text) == 0) {
    return(invisible())
  }
  blind <- function(column, what) {
    of <- function(what) alike[[paste0(what, match(column, columns))]]
    said <- as.integer(of(what))
    # Some engines, as SQLite, know no case but that of English letters.
    letters <- what == "blank_" | of("upper_") != of("lower_")
    any(said == 1L & letters, na.rm = TRUE)
  }
  case <- names(text)[vapply(text, blind, NA, "case_")]
  blank <- names(text)[vapply(text, blind, NA, "blank_")]
  if (length(case) || length(blank)) {
    warn_accord(
      "collation",
      c(
        "The database treats some texts as equal that differ in R.",
        x = if (length(case)) "It does not distinguish upper and lower case in {.arg {case}}.",
        x = if (length(blank)) "It ignores blanks at the end of {.arg {blank}}.",
        i = "Values that it treats as equal are one item, rater or category here."
      ),
      case = case, blank = blank
    )
  }
}
