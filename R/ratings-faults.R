# Rows that break a rule of the data. A fault is an error, unless there are groups and some of
# them are free of it: then the faulty groups are left without ratings, their status says why,
# and the others go on.

# `rule`: a sentence; `found`: a noun, plural, what the rows are; `advice`: what to do, a sentence each.
fault <- function(what, rows, rule, found, advice) {
  if (length(rows)) list(what = what, rows = rows, rule = rule, found = found, advice = advice)
}

find_missing_ids <- function(id, what) {
  unknown <- if (anyNA(id$values)) which(vctrs::vec_detect_missing(id$values))
  missing_id_fault(if (length(unknown)) which(id$code %in% unknown), what)
}

missing_id_fault <- function(rows, what) {
  fault(
    "missing_id", rows,
    rule = paste0("Every rating needs its ", what, "."),
    found = paste("rows whose", what, "is NA"),
    advice = paste("Remove these rows, or fill in the", what, "column.")
  )
}

find_infinite <- function(rating) infinite_fault(if (is.double(rating)) which(is.infinite(rating)))

infinite_fault <- function(rows) {
  fault(
    "infinite_rating", rows,
    rule = "A rating must be finite.",
    found = "infinite ratings",
    advice = "Use NA for a rating that was not given."
  )
}

# Stops, or returns the groups with the status of the faulty ones changed. `locate` turns
# rows into words.
settle <- function(fault, groups, locate) {
  if (is.null(fault)) {
    return(groups)
  }
  faulty <- if (is.null(groups$code)) 1L else unique(groups$code[fault$rows])
  strict <- is_strict()
  if (strict || length(faulty) == length(groups$status)) {
    places <- locate(utils::head(fault$rows, 5))
    n <- length(fault$rows)
    more <- if (n > 5) "; \u2026" else ""
    of_groups <- if (strict) strict_fault(fault, faulty, groups, n)
    abort_accord(
      c(fault$what, of_groups$class),
      c(
        "{fault$rule}",
        x = "Found {n} {singular(fault$found, n)}: {paste(places, collapse = '; ')}{more}.",
        of_groups$line,
        rlang::set_names(sprintf("{fault$advice[%d]}", seq_along(fault$advice)), rep("i", length(fault$advice)))
      ),
      rows = fault$rows, !!!of_groups$fields
    )
  }
  groups$status[faulty] <- fault$found
  groups
}

# What an error in strict mode has more: its class, the groups, and the fields of all such errors.
strict_fault <- function(fault, faulty, groups, n) {
  labels <- group_labels(groups$keys, "all rows")[faulty]
  line <- if (length(groups$status) > 1) {
    c(x = as_written(paste0("Group", if (length(faulty) > 1) "s", ": ", first_places(labels), ".")))
  }
  list(class = "strict", line = line, fields = list(reason = fault$found, where = labels, n = n))
}

# The nouns of faults are written in the plural.
singular <- function(found, n) {
  if (n != 1) {
    return(found)
  }
  found <- sub("^rows ", "row ", found)
  sub("ratings\\b", "rating", found)
}

# One warning for all groups that have no ratings because of a fault.
warn_faulty_groups <- function(ratings) {
  faulty <- which(ratings$group_status != "ok")
  if (length(faulty)) {
    labels <- group_labels(ratings$groups)[faulty]
    reasons <- ratings$group_status[faulty]
    warn_accord(
      "faulty_group",
      c(
        "{length(faulty)} group{?s} {?is/are} left without ratings.",
        x = "{.field {labels}}: {unique(reasons)}."
      ),
      groups = labels,
      reasons = reasons
    )
  }
}

# `none`: where there are no groups.
group_labels <- function(keys, none = "all") {
  if (ncol(keys) == 0) {
    return(rep(none, nrow(keys)))
  }
  do.call(paste, c(unname(lapply(keys, as.character)), sep = ", "))
}

# The item of each rating that its rater gave again, where ratings were made with `duplicates = "keep"`.
items_repeated <- function(ratings) {
  item <- rating_items(ratings)
  item[duplicated((item - 1) * length(ratings$raters) + ratings$rater)]
}

# An item that adds up the others, or is their mean, as the last row of a spreadsheet. Its name says so, and the numbers
# of each rater do; a word that was rated may well be "total".
TOTAL_ITEM <- "^((grand|over)[ -]?)?(all|totals?|sums?|means?|averages?|\u03a3)$"

check_no_total_item <- function(item, rater, rating, groups) {
  if (is.null(rater) || !is.character(item$values) || !is.numeric(rating)) {
    return(invisible())
  }
  named <- grep(TOTAL_ITEM, item$values, ignore.case = TRUE, perl = TRUE)
  if (length(named) == 0) {
    return(invisible())
  }
  place <- data.frame(group = groups$code %||% rep(1L, length(rating)), rater = rater$code)
  others <- which(!item$code %in% named & is.finite(rating))
  for (j in named) {
    own <- which(item$code %in% j & is.finite(rating))
    at <- vctrs::vec_match(place[others, ], place[own, ])
    n <- tabulate(at, length(own))
    if (length(own) < 2 || any(n < 3)) next
    sums <- as.vector(tapply(rating[others], factor(at, seq_along(own)), sum))
    near <- function(expected, most) all(abs(rating[own] - expected) <= most)
    broken <- any(rating[own] != round(rating[own]))
    if (any(sums != 0) && near(sums, 1e-8 * max(abs(sums))) || broken && near(sums / n, 0.006)) {
      abort_accord(
        "total",
        c(
          "An item must not be the total of the others.",
          x = "The {length(own)} ratings of item {.val {item$values[j]}} are the sums or means of the others.",
          i = "Leave it out, as a row of totals that a spreadsheet added.",
          i = "If it is an item, give it another name."
        ),
        found = item$values[j]
      )
    }
  }
}
