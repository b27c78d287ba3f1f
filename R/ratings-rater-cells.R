# Columns whose cells name who rated, such as "Reviewer 1" and "Reviewer 2" beside "Decision 1" and "Decision 2".

# Which columns of a sheet seem to name the raters of others: named like raters and told apart by one part of their
# names, with values in common, which are never the same in one row. A list: `at`, `pair` and `template`; or NULL.
rater_cells <- function(columns) {
  n <- length(columns[[1]])
  at <- grep(RATER_WORD, names(columns), ignore.case = TRUE)
  at <- at[vapply(columns[at], function(x) {
    distinct <- length(unique(x[!is.na(x)]))
    distinct > 1 && distinct <= max(2, n / 2) && distinct <= 100
  }, NA)]
  if (length(at) < 2 || n < 4) return(NULL)
  names <- names(columns)[at]
  for (first in seq_along(at)[-length(at)]) {
    for (second in seq(first + 1, length(at))) {
      ends <- common_ends(names[c(first, second)])
      stem <- trimws(gsub("[._ -]+", " ", paste0(ends[1], ends[2])))
      if (!grepl(paste0("^", RATER_WORD, "( (id|name|initials|code))?$"), stem, ignore.case = TRUE)) next
      fits <- startsWith(names, ends[1]) & endsWith(names, ends[2]) & nchar(names) > sum(nchar(ends))
      pair <- substr(names[fits], nchar(ends[1]) + 1, nchar(names[fits]) - nchar(ends[2]))
      if (!are_persons(unname(columns[at[fits]]))) next
      return(list(at = at[fits], pair = pair, template = paste0(ends[1], "{pair}", ends[2])))
    }
  }
}

# Returns the beginning and the end that two names have in common; at least one character is left between them.
common_ends <- function(names) {
  chars <- strsplit(names, "")
  n <- min(lengths(chars))
  lead <- match(FALSE, chars[[1]][seq_len(n)] == chars[[2]][seq_len(n)], n + 1) - 1
  rest <- lapply(chars, function(x) rev(x[seq_along(x) > lead]))
  m <- min(lengths(rest))
  tail <- if (m == 0) 0 else match(FALSE, rest[[1]][seq_len(m)] == rest[[2]][seq_len(m)], m + 1) - 1
  if (tail == m) tail <- max(0, m - 1)
  c(substr(names[1], 1, lead), substring(names[1], nchar(names[1]) - tail + 1))
}

# Nobody is the first and the second rater of one item; those who are first in some are second in others.
are_persons <- function(columns) {
  pairs <- utils::combn(length(columns), 2, simplify = FALSE)
  all(vapply(pairs, function(p) {
    x <- as.character(columns[[p[1]]])
    y <- as.character(columns[[p[2]]])
    both <- !is.na(x) & !is.na(y)
    sum(both) > 3 && !any(x[both] == y[both])
  }, NA)) && any(duplicated(unlist(lapply(columns, function(x) unique(as.character(x[!is.na(x)]))))))
}

# Warns of columns that are taken as raters, although other cells of their rows name who rated. `cells`: the columns of
# ratings; `columns`: all others.
warn_rater_cells <- function(cells, columns) {
  few <- length(cells) > 1 && length(cells) < 10 && length(columns) > 1
  found <- if (few && length(columns[[1]]) <= MANY_RATINGS) rater_cells(columns)
  if (length(found$at) != length(cells)) {
    return(invisible())
  }
  names <- unique(unlist(lapply(columns[found$at], column_values)))
  shared <- paste0(common_ends(cells[1:2]), collapse = "{pair}")
  code <- sprintf("read_sheet(%s, rater = \"%s\", names = \"%s\")", typed_data(), found$template, shared)
  warn_accord(
    "rater_cells",
    c(
      "The names of columns must be raters in this layout.",
      x = "{length(found$at)} other columns, {.var {names(columns)[found$at]}}, seem to name {length(names)} \\
           rater{?s}: {.val {first_few(names)}}.",
      i = "If they do, use {.code {code}} with {.arg item}."
    ),
    columns = names(columns)[found$at], advice = code
  )
}
