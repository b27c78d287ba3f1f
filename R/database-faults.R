# Faults of tables in a database, which are known as counts instead of rows.

# Like settle(): stops, or returns the groups with the status of faulty ones changed. `n`: the number of faults in each
# group.
settle_counts <- function(fault, n, groups, places = character()) {
  faulty <- which(n > 0)
  if (length(faulty) == 0) {
    return(groups)
  }
  strict <- is_strict()
  if (strict || length(faulty) == length(groups$status)) {
    total <- sum(n)
    of_groups <- if (strict) strict_fault(fault, faulty, groups, total)
    shown <- if (length(places)) paste0(": ", paste(places, collapse = "; ")) else ""
    more <- if (length(places) && total > length(places)) "; \u2026" else ""
    abort_accord(
      c(fault$what, of_groups$class),
      c(
        "{fault$rule}",
        x = "Found {big(total)} {singular(fault$found, total)}{shown}{more}.",
        of_groups$line,
        i = "{fault$advice}"
      ),
      n = total, !!!of_groups$fields[c("reason", "where")]
    )
  }
  groups$status[faulty] <- fault$found
  groups
}

# Repeated ratings by the same rater are an error or make the group faulty, unless duplicates are kept.
lazy_duplicates <- function(rows, facts, tally, duplicates) {
  n <- sum_by(tally$extra, tally$group, length(facts$groups$status))
  n[facts$groups$status != "ok"] <- 0
  if (duplicates == "keep" || all(n == 0)) {
    return(facts)
  }
  places <- if (all(n > 0) || is_strict()) {
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

# Stops if the table changed between the two queries.
check_tally <- function(tally, facts) {
  fine <- facts$groups$status[tally$group] == "ok"
  counts <- tally$counts[fine, , drop = FALSE] * tally$items[fine]
  seen <- group_sums(counts, tally$group[fine], nrow(facts$totals))
  expected <- facts$totals
  expected[facts$groups$status != "ok", ] <- 0
  if (any(seen != expected)) abort_table_changed(expected, seen)
}

abort_table_changed <- function(expected = NA, seen = NA, raters = NULL) {
  abort_accord(
    "table_changed",
    c(
      "A table must not change while it is read.",
      x = if (is.null(raters)) "First there were {big(sum(expected))} ratings that count, then {big(sum(seen))}.",
      x = if (length(raters)) "Rater{?s} {.val {first_few(raters)}} {?was/were} not among the raters at first.",
      i = "Repeat the call within a transaction, or use a copy.",
      i = "If it does not change, the database has different rules for comparing and for grouping values."
    ),
    before = sum(expected), after = sum(seen)
  )
}

# Types of PostgreSQL that have upper and lower case.
TEXT_TYPES <- c("text", "varchar", "bpchar", "citext", "name")

# Returns the columns for which the collation ignores case or trailing blanks, so that distinct texts are equal in the
# database; each has `case` and `blank`. Only keys that are text in `found` are tested.
blind_columns <- function(rows, found) {
  columns <- c("item_id", if (rows$has_raters) "rater_id", "value_")
  # Other types are left out, since an error would abort the user's transaction.
  columns <- columns[rows$types[columns] %in% c("", TEXT_TYPES)]
  keys <- rows$keys[vapply(rows$keys, function(key) is.character(found[[key]]), NA)]
  keys <- keys[rows$types[keys] %in% c("", TEXT_TYPES)]
  asked <- c(columns, keys)
  if (length(asked) == 0) {
    return(list())
  }
  alike <- tryCatch(dplyr::collect(query_alike(rows, asked, columns)), error = function(cnd) NULL)
  blind <- function(column) {
    of <- function(what) alike[[paste0(what, match(column, asked))]]
    # Some engines, such as SQLite, convert the case of English letters only.
    letters <- of("upper_") != of("lower_")
    c(case = any(of("case_") == 1L & letters, na.rm = TRUE), blank = any(of("blank_") == 1L, na.rm = TRUE))
  }
  text <- asked[vapply(asked, function(x) is.character(alike[[x]]), NA)]
  found <- lapply(stats::setNames(text, text), blind)
  found[vapply(found, any, NA)]
}

warn_collation <- function(rows, blind) {
  arguments <- c(
    stats::setNames(rep("by", length(rows$keys)), rows$keys),
    item_id = "item", rater_id = "rater", value_ = "rating"
  )
  of <- function(what) unique(unname(arguments[names(Filter(function(x) x[[what]], blind))]))
  case <- of("case")
  blank <- of("blank")
  if (length(case) || length(blank)) {
    warn_accord(
      "collation",
      c(
        "The database treats some texts as equal that differ in R.",
        x = if (length(case)) "It does not distinguish upper and lower case in {.arg {case}}.",
        x = if (length(blank)) "It ignores blanks at the end of {.arg {blank}}.",
        i = "Values that it treats as equal are one item, rater, category or group here."
      ),
      case = case, blank = blank
    )
  }
}

# Replaces each text of `frame` by the first spelling that its column treats as equal; `first`: spellings of categories,
# which take precedence.
spell_alike <- function(frame, blind, first = NULL) {
  for (column in intersect(names(blind), names(frame))) {
    x <- frame[[column]]
    if (!is.character(x) || is.null(blind[[column]])) next
    x <- c(if (column == "value_" && is.character(first)) first, x)
    key <- x
    # Only English letters are folded: an engine that ignores the case of others has already combined them, and SQLite
    # distinguishes them.
    if (blind[[column]][["case"]]) key <- lower_english(key)
    if (blind[[column]][["blank"]]) key <- without_blanks_at_end(key)
    frame[[column]] <- utils::tail(x[match(key, key)], nrow(frame))
  }
  frame
}

lower_english <- function(x) chartr(paste(LETTERS, collapse = ""), paste(letters, collapse = ""), x)

without_blanks_at_end <- function(x) sub(" +$", "", x)

# Returns the positions of values from a query among those of an earlier one. In `blind` columns the engine may return
# another spelling of the same text.
match_spelling <- function(found, known, blind) {
  place <- vctrs::vec_match(found, known)
  if (length(blind) == 0) return(place)
  spell <- function(x, how) {
    if (is.data.frame(x)) x[] <- lapply(x, spell, how) else if (is.character(x)) x <- how(x)
    x
  }
  for (how in list(without_blanks_at_end, lower_english, tolower, function(x) tolower(without_blanks_at_end(x)))) {
    lost <- which(is.na(place))
    if (length(lost) == 0) break
    place[lost] <- vctrs::vec_match(spell(vctrs::vec_slice(found, lost), how), spell(known, how))
  }
  place
}
