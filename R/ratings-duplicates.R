# A rater who rated an item more than once: the column that distinguishes the rows, and what it may mean.

# The rows of second and later ratings of an item by the same rater; rows without a rating do not count.
find_duplicates <- function(item, rater, rated, keep) {
  rows <- which(rated)
  if (keep == "last") rows <- rev(rows)
  sort(rows[-code_columns(list(item[rows], rater[rows]))$starts])
}

duplicate_fault <- function(rows, advice = NULL) {
  fault(
    "duplicate_rating", rows,
    rule = "A rater may rate an item at most once.",
    found = "duplicate ratings",
    advice = advice
  )
}

# `others`: columns of the data that have no role; `roles`: the names of those that have one.
duplicate_advice <- function(item, rater, rated, others, roles, rows) {
  if (are_spans(others, rows)) {
    if (are_events(others, rows)) {
      data <- roles$name %||% typed_data()
      return(sprintf(paste(
        "Rows with `start` and `end` are events: compare them with `event_kappa(%s, unit = 0.1)`, or with",
        "`span_agreement(as_spans(%s, unit = 0.1), match = \"tolerance\", tolerance = 0.5)`, and leave them out here."
      ), data, data))
    }
    return("Rows with `start` and `end` are spans: compare them with `span_agreement()`, and leave them out here.")
  }
  apart <- telling_columns(item, rater, rated, others, one_rater = length(unique(rater$code)) == 1)
  # If both are numbers, their names tell which is a part of the other, as a tooth is of a patient.
  is_part <- c(grepl(PART_NAME, roles$item[1] %||% "", TRUE), grepl(PART_NAME, apart$columns[1] %||% "", TRUE))
  if (length(apart$columns) == 1 && length(roles$item) == 1 && sum(is_part) == 1) apart$coarser <- is_part[1]
  apart$numbered <- are_rater_numbers(rater$values)
  if (length(apart$columns) == 0) {
    return(paste(
      "Remove them, or choose with `duplicates = \"first\"` or `\"last\"`, or `\"keep\"` where a function accepts",
      "repeated ratings.",
      if ("annotation" %in% names(others)) {
        "Versions of one annotation are chosen by their times in `read_label_studio(duplicates = \"last\")`."
      }
    ))
  }
  advice <- columns_advice(apart, roles)
  if (is.null(roles$long)) {
    return(advice)
  }
  c(advice, sprintf("`%s` makes a row of each rating, for `item`, `rater = rater` and `rating = rating`.", roles$long))
}

# `apart`: a list with `columns`, the column or combination of columns in which the rows differ, `nested`, whether each
# of its values occurs with only one item, `coarser`, whether the items rather are its parts, and `numbered`, whether
# raters are numbers or letters from the first on.
columns_advice <- function(apart, roles) {
  columns <- apart$columns
  shown <- paste0("`", columns, "`", collapse = " and ")
  code <- columns_of_id(columns)
  differ <- paste0("Rows differ in ", shown, if (length(columns) > 1) " together")
  other <- if (length(apart$others)) paste0(" (and in `", paste(apart$others, collapse = "` and in `"), "`)")
  if (apart$one_rater && grepl(RATER_NAME, columns[1], ignore.case = TRUE)) {
    return(paste0(differ, ", and all ratings are by one rater: if it says who rated, use `rater = ", code, "`."))
  }
  # Without column names for item and rater, code with them could not be typed, so only `by` is suggested.
  if (length(roles$item) == 0 || length(roles$rater) == 0) return(paste0(differ, ": `by = ", code, "`."))
  parts <- if (isTRUE(apart$coarser)) {
    sprintf(
      "if it says of what the items are parts, as of a document, use both: `item = %s, cluster = %s`%s.",
      columns_code(c(columns, roles$item)), code, if (is.null(roles$long)) "" else " of `long`"
    )
  } else {
    sprintf(
      "if it numbers parts of the item, the parts are the items: `item = %s, cluster = %s`%s.",
      columns_code(c(roles$item, columns)), column_code(roles$item[1]), if (is.null(roles$long)) "" else " of `long`"
    )
  }
  if (apart$nested) {
    return(c(
      paste0(differ, other, ", of which each value occurs with one item only."),
      sub("^if it numbers", "If it names", parts)
    ))
  }
  questions <- paste0("if these are different questions or criteria, use `by = ", code, "`.")
  again <- sprintf(
    "if a rater rated again on each occasion, `by = %s` compares raters on each, and `%s` the ratings of each rater.",
    code,
    sprintf(
      "intra_rater_agreement(%s, %s, %s, %s, occasion = %s)", roles$name %||% typed_data(), columns_of_id(roles$item),
      columns_of_id(roles$rater), columns_of_id(roles$rating), code
    )
  )
  keep <- "`duplicates = \"keep\"` uses all of them as ratings of one item, where a function accepts that."
  ways <- if (length(columns) > 1) {
    c(parts, questions)
  } else if (grepl(OCCASION, columns, ignore.case = TRUE)) {
    c(again, keep)
  } else if (grepl(QUESTION_NAME, columns, ignore.case = TRUE)) {
    c(questions, parts)
  } else {
    both <- sprintf(
      "if raters are numbered anew for each of its values, both say who rated: `rater = %s`.",
      columns_code(c(columns, roles$rater))
    )
    c(parts, questions, again, if (isTRUE(apart$numbered) && is.null(roles$long)) both)
  }
  at_start <- function(text) sub("^([a-z])", "\\U\\1", text, perl = TRUE)
  c(paste0(differ, other, ": ", ways[1]), at_start(ways[-1]))
}

are_rater_numbers <- function(values) {
  x <- sort(tolower(as.character(values)))
  length(x) %in% 2:9 && (all(x == seq_along(x)) || all(x == letters[seq_along(x)]))
}

# For raters in columns, the roles that columns have after reshaping to a row per rating, which is needed for parts of
# an item or occasions.
wide_roles <- function(id, names, at) {
  shown <- if (length(at) > 12 && all(diff(at) == 1)) {
    paste0(at[1], ":", at[length(at)])
  } else if (length(at) > 12 || any(names[at] %in% c("", NA))) {
    vector_code(at)
  } else {
    columns_code(names[at])
  }
  long <- sprintf(
    "long <- tidyr::pivot_longer(%s, %s, names_to = \"rater\", values_to = \"rating\")", typed_data(), shown
  )
  list(item = id, rater = "rater", rating = "rating", name = "long", long = long)
}

# Whether columns `start` and `end` are positions, as the readers return them; if they are times they are not numeric.
are_spans <- function(others, rows) {
  start <- others[["start"]]
  end <- others[["end"]]
  is.numeric(start) && is.numeric(end) && any(!is.na(start[rows] + end[rows]))
}

# Whether spans are events in time: so marked by a reader of recordings, or with times that are no whole numbers.
are_events <- function(others, rows) {
  start <- others[["start"]][rows]
  any(others[["kind"]][rows] %in% c("state", "point", "interval")) || any(start != round(start), na.rm = TRUE)
}

# Finds a column without a role, such as a question, a part of the item or an occasion, within whose values no rater
# has an item twice; if there is none, a pair of columns. Unlike row numbers or times, such values recur with other
# items or raters. So there must be fewer values than items, or at most as many as one rater has rows for an item, or
# so few that each has on average two of the rows to be distinguished. Raters of the same item must also share most
# values, which answers to another question would not.
telling_columns <- function(item, rater, rated, others, one_rater) {
  rows <- which(rated)
  n_items <- vctrs::vec_size(item$values)
  items <- item$code[rows]
  raters <- rater$code[rows]
  of <- code_columns(list(items, raters))$code
  n_rows <- tabulate(of)
  again <- n_rows[of] > 1
  n_raters_of <- function(code) tabulate(code[!duplicated(data.frame(code, raters))], max(code))[code]
  met <- n_raters_of(items) > 1
  usable <- vapply(others, function(x) !is.list(x) && length(dim(x)) < 2, NA)
  codes <- lapply(others[usable], function(x) code_column(x[rows])$code)
  is_asked_again <- function(x, n) {
    n <= max(n_rows) && n < length(rows) || 2 * length(unique(x[again])) <= sum(again)
  }
  tells <- function(x) length(code_columns(list(x, of))$starts) == length(rows)
  share_met <- function(x) {
    with <- n_raters_of(code_columns(list(items, x))$code) > 1
    if (any(met)) mean(with[met]) else 1
  }
  few <- vapply(codes, function(x) {
    n <- max(x)
    if (n > 1 && tells(x) && (n < max(n_items, 3) || is_asked_again(x, n)) && share_met(x) >= 0.5) n else NA_integer_
  }, 0L)
  columns <- names(codes)[order(few, na.last = NA)]
  named <- if (one_rater) RATER_NAME else paste0(OCCASION, "|", QUESTION_NAME)
  columns <- columns[order(!grepl(named, columns, ignore.case = TRUE))]
  chosen <- utils::head(columns, 1)
  if (length(chosen) == 0) {
    chosen <- two_columns(codes, length(rows), function(x) tells(x) && share_met(x) >= 0.9)
  }
  joint <- if (length(chosen)) code_columns(unname(codes[chosen]))$code
  list(
    columns = chosen, others = utils::head(setdiff(columns, chosen), 3), one_rater = one_rater,
    nested = length(chosen) == 1 && n_items > 1 && length(code_columns(list(joint, items))$starts) == max(joint),
    coarser = length(chosen) == 1 && is_coarser(joint, others[[chosen]][rows], items, item$values)
  )
}

# Whether a column (`code`, `values`) names what the items (`items`, their `ids`) are parts of. Parts are numbered from
# 0 or 1 on within the whole, and change more often from row to row.
is_coarser <- function(code, values, items, ids) {
  numbered <- function(part, whole) {
    part <- suppressWarnings(as.numeric(id_text(part)))
    if (anyNA(part)) return(FALSE)
    of <- split(part, whole)
    all(vapply(of, function(x) min(x) %in% 0:1 && max(x) - min(x) == length(unique(x)) - 1, NA))
  }
  items_are_parts <- numbered(vctrs::vec_slice(ids, items), code)
  if (items_are_parts != numbered(values, items)) return(items_are_parts)
  sum(diff(code) != 0) < sum(diff(items) != 0)
}

# The first pair of columns, among at most 12, that distinguishes the rows.
two_columns <- function(codes, n_rows, together) {
  n <- vapply(codes, max, 0L)
  columns <- utils::head(names(codes)[n > 1 & 2 * n <= n_rows], 12)
  for (j in seq_along(columns)) {
    for (i in seq_len(j - 1)) {
      if (together(code_columns(unname(codes[columns[c(i, j)]]))$code)) return(columns[c(i, j)])
    }
  }
  character()
}

# The name of a number within an item.
PART_NAME <- paste0(
  "[._ -](no|nr|num|number|nummer|idx|index)$|",
  "^(lesion|nodule|tooth|teeth|zahn|sentence|paragraph|segment|line|part|page|slide|turn|section|satz|absatz|zeile|",
  "lobe|joint|eye|ear|limb|vertebra|quadrant)s?$"
)
