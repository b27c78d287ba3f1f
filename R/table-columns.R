# The columns of a table as text.

bind_columns <- function(columns) {
  columns <- Filter(Negate(is.null), unname(columns))
  list(
    cells = lapply(columns, `[[`, "cells"),
    names = vapply(columns, `[[`, "", "heading"),
    align = vapply(columns, `[[`, "", "align"),
    must = vapply(columns, function(one) isTRUE(one$must), NA),
    key = vapply(columns, function(one) isTRUE(one$key), NA),
    wanted = vapply(columns, function(one) isTRUE(one$wanted), NA),
    note = vapply(columns, function(one) one$note %||% "", ""),
    symbol = vapply(columns, function(one) isTRUE(one$symbol), NA),
    setting = vapply(columns, function(one) isTRUE(one$setting), NA),
    joined = vapply(columns, function(one) isTRUE(one$joined), NA),
    spare = vapply(columns, function(one) max(0, as.double(one$spare), na.rm = TRUE), 0),
    # Whether the cells are words of accord.
    told = vapply(columns, function(one) isTRUE(one$told), NA),
    cut = vapply(columns, function(one) isTRUE(one$cut), NA)
  )
}

# `must`: whether the column is shown in the console however narrow it is.
column <- function(heading, cells, number, must = FALSE) {
  symbol <- heading %in% SYMBOLS
  list(heading = heading, cells = cells, align = if (number) "r" else "l", must = must, symbol = symbol)
}

# Headings that are statistical symbols or begin with one, which is in italics. A column of the user may have such a
# name and be none.
SYMBOLS <- c(
  "p", "t", "z", "F", "df", "df1", "df2", "k", "n", "SD", "SE", "SEM", "p adj.", "p of slope", "p of equal errors"
)

# The headings of `columns` with the markup of the format for italics; in Word flextable sets them.
italic_symbols <- function(columns, style) {
  marks <- ITALICS[[style$format]]
  if (style$format == "docx") {
    return(columns)
  }
  first <- sub(" .*", "", columns$names[columns$symbol])
  rest <- substring(columns$names[columns$symbol], nchar(first) + 1)
  columns$names[columns$symbol] <- paste0(marks[1], first, marks[2], rest)
  columns
}

# What stands before and behind words in italics. In Word these are signs that split a note in runs.
ITALICS <- list(
  latex = c("\\textit{", "}"), html = c("<em>", "</em>"), markdown = c("*", "*"),
  typst = c("\" + emph(\"", "\") + \""), docx = c("\u0002", "\u0003"), text = c("", "")
)

# Notes with the symbols of headings, and the letters of tests and distributions, in italics. Names of rows, before
# what is said about these, are left as they are.
italic_in_notes <- function(notes, columns, style) {
  symbols <- unique(sub(" .*", "", columns$names[columns$symbol]))
  of_test <- "[tzF](?= (tests?|distributions?)\\b)|df(?= =)|(?<=by )t(?= over )|(?<=times )t(?= of )"
  pattern <- paste0("(?<![[:alnum:],(\\\\])(", paste(c(symbols, of_test), collapse = "|"), ")(?![[:alnum:]])")
  names <- regmatches(notes, regexpr("^(For .*?: )?", notes, perl = TRUE))
  marks <- gsub("\\", "\\\\", ITALICS[[style$format]], fixed = TRUE)
  paste0(
    names, gsub(pattern, paste0(marks[1], "\\1", marks[2]), substring(notes, nchar(names) + 1), perl = TRUE),
    recycle0 = TRUE
  )
}

# Headings of columns whose names say by themselves what they are, such as "Against each person", so that a row with
# such a name needs no heading.
SAID_BY_NAMES <- "Comparison"

# A column of names, which are shortened if a table is too wide for the console.
name_column <- function(heading, cells) c(column(heading, cells, FALSE), cut = TRUE)

# The heading of a column of the user. In documents it begins with a capital, like all others, unless the name has one.
user_heading <- function(name, style) if (style$format == "text") name else with_capital(name)

with_capital <- function(names) {
  ifelse(names == tolower(names), paste0(toupper(substr(names, 1, 1)), substring(names, 2)), names)
}

# Both names of a pair in one column, for a narrow table. Names of several words stay apart by blanks.
pair_column <- function(heading, first, second, style) {
  dash <- range_dash(style)
  if (any(grepl("[ \u2013-]", c(first, second)))) dash <- paste0(" ", dash, " ")
  name_column(heading, paste0(escape(first, style), dash, escape(second, style)))
}

# A column of the user's data, either names or numbers.
key_column <- function(heading, values, style) {
  heading <- escape(user_heading(heading, style), style)
  cells <- user_cells(values, style)
  one <- if (is.numeric(values)) column(heading, cells, TRUE) else name_column(heading, cells)
  utils::modifyList(one, list(symbol = FALSE))
}

# A column that becomes part of the note, in these `words`, if it has the same value in every row. `setting`: whether
# it says how all rows were computed, rather than counts something in each.
or_note <- function(column, words, setting = FALSE) c(column, note = words[1], setting = setting)

# A column that is left out where a table would not fit the column of a page without being divided; those of the highest
# `rank` are the first.
spare <- function(column, rank) if (!is.null(column)) c(column, spare = rank)

# The `parts` of a table without the columns that say the same in every row: their words are the first note. A single
# row keeps all its columns.
same_in_note <- function(parts) {
  columns <- parts$columns
  is_constant <- function(cells) length(unique(cells[cells != ""])) == 1
  same <- columns$note != "" & vapply(columns$cells, is_constant, NA)
  if (length(columns$cells[[1]]) <= (columns$height %||% 1) || !any(same)) {
    return(parts)
  }
  counts <- of_each_annotator(columns$note[same & !columns$setting])
  settings <- columns$note[same & columns$setting]
  varies <- vapply(columns$cells, function(cells) length(unique(cells)) > 1, NA)
  each <- parts$grouped %||% any(columns$key & varies)
  counts <- if (length(counts)) if (each) paste("Each row has", in_a_list(counts)) else paste(counts, collapse = ", ")
  parts$notes <- c(counts, settings, parts$notes)
  is_per_column <- lengths(columns) == length(same)
  parts$columns[is_per_column] <- lapply(columns[is_per_column], `[`, !same)
  parts
}

# The columns without those that have no value in any row, whose reason is in the note. The first figures stay, whatever
# they are; a single row keeps all its columns, and so do tables of counts.
without_empty <- function(columns, style) {
  if (length(columns$cells[[1]]) <= (columns$height %||% 1) || !is.null(columns$over)) {
    return(columns)
  }
  is_empty <- vapply(columns$cells, function(cells) all(cells %in% c("", dash(style))), NA)
  kept <- !is_empty | columns$key | columns$must
  kept[match(FALSE, columns$key)] <- TRUE
  is_per_column <- lengths(columns) == length(kept)
  columns[is_per_column] <- lapply(columns[is_per_column], `[`, kept)
  columns
}

# "5 spans of the first annotator" and as many of the second are "5 spans of each annotator".
of_each_annotator <- function(counts) {
  sides <- paste(" of the", c("first", "second"), "annotator")
  at <- vapply(sides, function(side) match(TRUE, endsWith(counts, side)), 0L)
  if (anyNA(at) || !is_same(sub(" of the [a-z]+ annotator$", "", counts[at]))) return(counts)
  counts[at[1]] <- sub(sides[1], " of each annotator", counts[at[1]], fixed = TRUE)
  counts[-at[2]]
}

# A column of counts.
counts_column <- function(heading, n, style) {
  one <- column(escape(heading, style), big_cells(n, style), TRUE)
  if (length(n) == 0 || anyNA(n)) one else or_note(one, escape(counted_in_words(n[1], heading), style))
}

# The words of a count in a note: "100 items", "5 other raters met", "spans of first: 5".
counted_in_words <- function(n, heading) {
  noun <- sub("^raters met$", "other raters met", tolower(heading))
  if (heading %in% PAST_HEADINGS) {
    return(paste(big(n), if (n != 1) noun else sub("raters met$", "rater met", noun)))
  }
  if (grepl(", (first|second)$", heading)) {
    side <- strsplit(noun, ", ", fixed = TRUE)[[1]]
    return(paste(big(n), if (n != 1) side[1] else sub("s$", "", side[1]), "of the", side[2], "annotator"))
  }
  if (!heading %in% COUNT_HEADINGS) {
    return(paste0(noun, ": ", big(n)))
  }
  paste(big(n), if (n != 1) noun else sub("ie$", "y", sub("s$", "", noun)))
}

# Columns that identify the rows; they are repeated in each part if a table is split.
as_keys <- function(columns) {
  lapply(columns, function(one) if (!is.null(one)) c(one, key = TRUE))
}

# The columns with each group once, in the first of its rows, where rows are sorted by groups. The keys of a row are
# compared from the left, so that a group within groups is named again in each of them. `most`: the number of rows that
# stay together on a page, after which groups are named again; see blocks_of_page(). Adds `once`, the places of the
# columns that name groups, and `again`, the rows that continue the block of the row above.
groups_once <- function(columns, most = Inf) {
  height <- columns$height %||% 1
  row <- rep(seq_len(length(columns$cells[[1]]) / height), each = height)
  # A name may have a second line.
  named <- function(cells) vapply(split(cells, row), paste, "", collapse = "\r")
  group <- rep(1L, max(row))
  found <- list()
  for (j in which(columns$key)) {
    # The names of a pair are those of one thing.
    if (columns$names[j] %in% c("First", RESULT_HEADINGS[PAIR_KEYS])) break
    group <- vctrs::vec_group_id(data.frame(group = as.integer(group), cells = named(columns$cells[[j]])))
    if (sum(starts_group(group)) > max(group)) break
    if (all(starts_group(group))) break
    found[[as.character(j)]] <- as.integer(group)
  }
  if (length(found) == 0) {
    return(columns)
  }
  starts <- starts_group(blocks_of_page(found, most))
  for (j in names(found)) {
    columns$cells[[as.integer(j)]][(!starts & !starts_group(found[[j]]))[row]] <- ""
  }
  columns$once <- as.integer(names(found))
  columns$again <- !starts[row] & !duplicated(row)
  columns
}

starts_group <- function(group) c(TRUE, group[-1] != group[-length(group)])

# The block of each row, from its `groups`, the outermost first: a group of at most `most` rows is a block, and so are
# the groups within a larger one, or its parts of so many rows if there are none.
blocks_of_page <- function(groups, most) {
  block <- groups[[1]]
  n_rows <- function() stats::ave(block, block, FUN = length)
  for (group in groups[-1]) {
    block <- as.integer(vctrs::vec_group_id(data.frame(block, within = ifelse(n_rows() > most, group, 0L))))
  }
  if (any(n_rows() > most)) {
    place <- stats::ave(block, block, FUN = seq_along)
    size <- ceiling(n_rows() / ceiling(n_rows() / most))
    block <- as.integer(vctrs::vec_group_id(data.frame(block, part = (place - 1) %/% size)))
  }
  block
}

# The rows before another one of their group, in groups that are small enough to be kept on a page.
before_same_group <- function(columns) {
  again <- columns$again
  if (is.null(again)) {
    return(integer())
  }
  size <- stats::ave(seq_along(again), cumsum(!again), FUN = length)
  which(c(again[-1], FALSE) & size <= MOST_KEPT)
}

MOST_KEPT <- 12

PAIR_KEYS <- c("rater_1", "annotator_1", "category_1", "chain_1")

# Cells with the user's values; numbers other than integers get the digits of the table.
user_cells <- function(values, style) {
  if (is.list(values) || length(dim(values)) > 1) {
    return(rep(paste0("<", vctrs::vec_ptype_abbr(values), ">"), vctrs::vec_size(values)))
  }
  text <- if (!is.numeric(values)) {
    escape(value_words(values, style), style)
  } else if (any(values != round(values), na.rm = TRUE)) {
    format_numbers(values, utils::modifyList(style, list(leading_zero = TRUE)))
  } else {
    with_minus(formatC(as.double(values), format = "f", digits = 0), style)
  }
  ifelse(is.na(values), "NA", text)
}

# In a document logical values are yes and no.
value_words <- function(values, style) {
  if (is.logical(values) && style$format != "text") c("no", "yes")[1 + values] else as.character(values)
}

# `centred`: the column will be centred, so that lower limits are aligned only if all cells have the same width.
interval_column <- function(x, style, centred = FALSE) {
  low <- x[["conf.low"]]
  high <- x[["conf.high"]]
  if (all(is.na(low)) || all(is.na(high))) {
    return(NULL)
  }
  percent <- rep_len(level_words(x[["conf.level"]]), length(low))
  level <- unique(percent[!is.na(low) & !is.na(high)])
  heading <- ci_heading(level)
  none <- is.na(low) | is.na(high)
  cells <- interval_cells(replace(low, none, NA), replace(high, none, NA), style, centred)
  if (length(level) > 1) cells <- paste0(cells, " (", escape(percent, style), ")")
  cells[none] <- dash(style)
  joined(c(column(escape(heading, style), cells, TRUE), wanted = TRUE))
}

# A column that belongs to the one before it, as an interval to its estimate: if a table is in parts, both are in one.
joined <- function(column) if (!is.null(column)) c(column, joined = TRUE)

level_words <- function(level) paste0(format(100 * (level %||% NA), trim = TRUE), "%")

ci_heading <- function(level) if (is_same(level) && level[1] != "NA%") paste(level[1], "CI") else "CI"

# Cells such as "[.041, .213]". Their column ends at the right, so that upper limits are aligned; `padded` cells, which
# are centred, are widened to align the decimal points of both limits.
interval_cells <- function(low, high, style, padded = FALSE) {
  low <- format_numbers(low, style)
  high <- format_numbers(high, style)
  # In formats that break lines within cells, the blank is non-breaking.
  comma <- switch(style$format, typst = ",\\u{a0}", html = ",&nbsp;", docx = ",\u00a0", ", ")
  if (identical(style$house, "vancouver")) {
    return(paste0(if (padded) decimal_space(low, style), low, " to ", if (padded) decimal_space(high, style), high))
  }
  paste0(if (padded) decimal_space(low, style), "[", low, comma, if (padded) decimal_space(high, style), high, "]")
}

interpretation_columns <- function(x, style) {
  list(
    if (has_added(x, "interpretation")) {
      words <- as.character(x[["interpretation"]])
      column("Interpretation", ifelse(is.na(words), "", escape(words, style)), FALSE, must = TRUE)
    },
    if (has_added(x, "probability")) {
      p <- x[["probability"]]
      column("Probability", ifelse(is.na(p), "", format_numbers(p, style)), TRUE, must = TRUE)
    }
  )
}

COUNTS <- c(
  n_items = "Items", n_clusters = "Clusters", n_raters = "Raters", n_ratings = "Ratings", n_categories = "Categories"
)
COUNT_HEADINGS <- c(COUNTS, "Occasions", "People", "Answers", "Mentions", "Annotations", "Pairs", "Spans", "Links")
PAST_HEADINGS <- c("Compared", "Raters met", "Set aside", "Labelled", "Ratings so far")

# For kinds of results with a fixed order of columns: the `parts` of a table or print, with the columns that the user
# added before or after all others. For other kinds `parts` already contain them. `parts$rows`: the rows that are shown,
# if not all.
with_own_columns <- function(parts, x, style) {
  kind <- result_kind(x)
  if (is.null(kind$needed)) {
    return(parts)
  }
  if (!is.null(parts$rows)) x <- x[parts$rows, ]
  fixed <- names(x) %in% kind$columns
  own <- names(x)[!fixed & !names(x) %in% c(kind$others, ADDED_COLUMNS)]
  front <- intersect(own, names(x)[cumsum(fixed) == 0])
  keys <- if (!isTRUE(kind$grouped)) as_keys(own_key_columns(x, front, style))
  more <- lapply(list(keys, own_columns(x, setdiff(own, front), style)), bind_columns)
  of_columns <- names(more[[1]])
  parts$columns[of_columns] <- Map(c, more[[1]], parts$columns[of_columns], more[[2]])
  parts
}

own_key_columns <- function(x, names, style) lapply(names, function(name) key_column(name, x[[name]], style))

# In columns that the user added after the others, missing values are dashes, as elsewhere in a table.
own_columns <- function(x, names, style) {
  Map(function(one, values) {
    if (style$format != "text") one$cells[is.na(values)] <- dash(style)
    one
  }, own_key_columns(x, names, style), unclass(x)[names])
}
