# A table in the console, and the lines around it.

# `columns` are from bind_columns(). Returns a list of the lines, and of the headings of columns that did not fit.
# Columns are dropped from the right, except for keys and those that must stay. Names (`cut`) are shortened if this
# makes space for columns that are `wanted`, such as the interval, or at least for those that must stay. At most `n`
# rows are shown; `more` is the number of the others.
text_table <- function(columns, width, n = Inf) {
  width <- check_width(width)
  check_rows(n)
  rows <- length(columns$cells[[1]])
  if (rows > n) columns$cells <- lapply(columns$cells, `[`, seq_len(n))
  stays <- columns$key | columns$must
  columns$cells <- shortened(columns, width, stays | columns$wanted) %||% shortened(columns, width, stays) %||%
    replace(columns$cells, columns$cut, cut_names(columns$cells[columns$cut], MOST_NAME))
  blocks <- Map(text_block, columns$cells, columns$names, columns$align, USE.NAMES = FALSE)
  needs <- vapply(blocks, function(block) 2 + nchar(block[1], "width"), 0)
  first <- stays | columns$wanted
  keep <- if (sum(needs[first]) <= width) first else stays
  room <- width - sum(needs[keep])
  keep[!keep] <- cumsum(needs[!keep]) <= room
  lines <- do.call(paste, c(unname(blocks[keep]), sep = "  "))
  list(lines = sub(" +$", "", paste0("  ", lines)), dropped = columns$names[!keep], more = max(rows - n, 0))
}

# The smallest and the largest width of names, in characters.
LEAST_NAME <- 8
MOST_NAME <- 40

# The cells of all columns, with the longest names cut to 40 characters, or to fewer if needed to show `these`
# columns, but not to less than their heading. NULL if they do not fit even then, or if names would become equal.
shortened <- function(columns, width, these) {
  widest <- function(cells, name) max(nchar(cut_end(c(name, cells), MOST_NAME), "width"))
  size <- mapply(widest, columns$cells, columns$names)
  cuts <- columns$cut & these
  room <- width - sum(2 + size[these & !cuts]) - 2 * sum(cuts)
  heading <- nchar(columns$names[cuts], "width")
  fits <- vapply(LEAST_NAME:MOST_NAME, function(n) sum(pmin(size[cuts], pmax(n, heading))) <= room, NA)
  if (!any(cuts)) {
    return(if (all(fits)) columns$cells)
  }
  if (!any(fits)) {
    return(NULL)
  }
  most <- max((LEAST_NAME:MOST_NAME)[fits])
  short <- cut_names(columns$cells[cuts], pmax(most, heading))
  if (!attr(short, "differ")) {
    return(NULL)
  }
  replace(columns$cells, cuts, short)
}

# Cuts the names in some columns, each to its `width`. Columns with common names, such as those of pairs, are cut
# together.
cut_names <- function(cells, width) {
  pools <- lapply(cells, function(one) unique(unlist(cells[vapply(cells, function(other) any(one %in% other), NA)])))
  short <- Map(cut_name, pools, width)
  structure(
    Map(function(one, pool, short) short[match(one, pool)], cells, pools, short),
    differ = !any(vapply(short, anyDuplicated, 0L) > 0)
  )
}

# Shortens different names: at the end; in the middle if they begin alike; or in the part before their first
# difference, if there is space for a word.
cut_name <- function(text, width) {
  cut <- cut_end(text, width)
  if (anyDuplicated(cut)) cut <- cut_middle(text, width, (width - 3) %/% 2)
  long <- which(nchar(text, "width") > width)
  if (anyDuplicated(cut) && length(long) > 1 && width >= 14) cut[long] <- from_difference(text[long], width)
  cut
}

# Names that begin alike, shown from the word in which they differ, with as many of the words before it as fit.
from_difference <- function(labels, width) {
  letters <- strsplit(labels, "")
  same <- 0
  while (all(lengths(letters) > same) && length(unique(vapply(letters, `[`, "", same + 1))) == 1) same <- same + 1
  start <- regexpr("[^[:space:]/:_.-]*$", substr(labels[1], 1, same))
  if (same - start > width - 6) start <- same + 1
  room <- width - 3
  words <- gregexpr("(?<=[[:space:]/:_.-])[^[:space:]/:_.-]", substr(labels[1], 1, same), perl = TRUE)[[1]]
  start <- min(start, words[words >= start - room + max(nchar(substring(labels, start), "width")) & words > 0])
  rest <- cut_end(substring(labels, start), room)
  paste0(if (start > 1) "...", rest)
}

# Removes the middle of text wider than `width`; `tail` is the width kept at the end.
cut_middle <- function(text, width, tail) {
  long <- nchar(text, "width") > width
  backwards <- function(x) vapply(strsplit(x, ""), function(one) paste(rev(one), collapse = ""), "")
  end <- backwards(strtrim(backwards(text[long]), tail))
  text[long] <- paste0(strtrim(text[long], width - 3 - tail), "...", end)
  text
}

# The print of a result: a headline, the `table` from text_table(), paragraphs `below` it, and grey lines: the number
# of further rows, `notes`, the columns that did not fit, and how to see the rest.
printed_lines <- function(x, headline, table, below = NULL, notes = NULL, last = all_columns(x)) {
  dropped <- if (length(table$dropped)) paste0("# Too wide to show: ", paste(table$dropped, collapse = ", "))
  c(headline, "", table$lines, below, "", cli::col_grey(c(more_rows(table$more), notes, dropped, last)))
}

# The paragraph that explains the dashes.
reason_paragraph <- function(reasons) paragraph(sprintf("%s %s", dash(list(format = "text")), reasons))

all_columns <- function(x, before = "") paste0("# ", before, "All ", ncol(x), " columns: tibble::as_tibble(x)")

more_rows <- function(n) if (n > 0) paste0("# ", big(n), " more row", if (n > 1) "s", ": print(x, n = Inf)")

# The lines of one column, all with the same width.
text_block <- function(cells, heading, align) {
  text <- cut_end(c(heading, cells), MOST_NAME)
  gap <- strrep(" ", max(nchar(text, "width")) - nchar(text, "width"))
  if (align == "r") paste0(gap, text) else paste0(text, gap)
}

# The beginnings of lines of text: a note, a reason, or ratings that were set aside.
MARKS <- "^(# |  (--|\u2014) |  (?=(Up to )?\\S+ ratings? set aside)|)"

# Wraps lines of text that are longer than the console; lines of tables stay as they are.
console_lines <- function(lines, width) {
  plain <- cli::ansi_strip(lines)
  mark <- regmatches(plain, regexpr(MARKS, plain, perl = TRUE))
  long <- nchar(plain, "width") > width & !(mark == "" & startsWith(plain, "  "))
  broken <- as.list(lines)
  broken[long] <- Map(function(line, plain, mark) {
    again <- if (mark == "# ") "#   " else strrep(" ", max(2, nchar(mark, "width")))
    parts <- strwrap(substring(plain, nchar(mark) + 1), width - nchar(again) + 1)
    broken <- paste0(c(mark, rep(again, length(parts) - 1)), parts)
    if (cli::ansi_has_any(line)) cli::col_grey(broken) else broken
  }, lines[long], plain[long], mark[long])
  unlist(broken, use.names = FALSE)
}

# The table of a print for kinds with a fixed order of columns.
own_table <- function(x, columns, style, width, n = Inf) {
  text_table(with_own_columns(list(columns = bind_columns(columns)), x, style)$columns, width, n)
}

headline_interval <- function(x) {
  if (all(is.na(x[["conf.low"]]))) {
    return(", no intervals")
  }
  with <- !is.na(x[["conf.low"]])
  method <- unique(as.character(x[["interval"]][with]))
  level <- unique(x[["conf.level"]][with])
  clustered <- length(method) > 1 && all(endsWith(method, " over clusters"))
  if (length(method) > 1) method <- unique(sub(" over clusters", "", method, fixed = TRUE))
  if (clustered) method <- paste(paste(sort(method), collapse = " and "), "over clusters")
  if (length(method) == 1 && length(level) == 1) {
    paste0(
      ", ", if (!is.na(level)) paste0(format(100 * level), "% "), intervals_by(method),
      if (has_random_raters(method)) paste(", for", population_of_limits(method))
    )
  }
}
