# Columns whose cells name who rated, such as "Reviewer 1" and "Reviewer 2" beside "Decision 1" and "Decision 2".

# Returns the columns of a sheet that seem to name the raters of others: they are named like raters and told apart by
# one part of their names, or by their values, with values in common, which are never the same in one row. A list: `at`,
# `pair` and `template`; or NULL.
rater_cells <- function(columns) {
  n <- length(columns[[1]])
  if (n < 4) return(NULL)
  at <- which(vapply(columns, function(x) {
    distinct <- if (is_no_vector(x)) 0 else length(unique(x[!is.na(x)]))
    distinct > 1 && distinct <= max(2, n / 2) && distinct <= 100
  }, NA))
  named <- grepl(RATER_WORD, names(columns)[at], ignore.case = TRUE)
  found <- cells_of_persons(columns, at[named], is_rater_stem)
  if (is.null(found)) found <- persons_of_places(columns, at[named])
  if (!is.null(found)) return(found)
  # Whatever else the names: texts that nearly always would be the same in some row if they were ratings. No values
  # tell two persons from two things that are compared, so that words do.
  texts <- at[vapply(columns[at], function(x) (is.character(x) || is.factor(x)) && !all_numbers(x), NA)]
  cells_of_persons(columns, texts, function(stem) {
    !any(name_words(stem)[[1]] %in% c(COMPARED_WORDS, RATED_WORDS, LABEL_WORDS))
  }, sure = TRUE)
}

is_rater_stem <- function(stem) {
  grepl(paste0("^", RATER_WORD, "( (id|name|initials|code))?$"), stem, ignore.case = TRUE)
}

# Returns the same where each place of a reviewer has persons of its own. These are columns at `at` with few names, of
# which none occurs in two of them, beside columns told apart in the same way that share their values, and have none of
# these names.
persons_of_places <- function(columns, at) {
  few <- vapply(columns[at], function(x) {
    known <- as.character(x[!is.na(x)])
    !is.numeric(x) && !all_numbers(x) && 4 * length(unique(known)) <= length(known) && length(known) > 7
  }, NA)
  found <- cells_of_persons(columns, at[few], is_rater_stem, persons = function(own) {
    !anyDuplicated(unlist(lapply(own, column_values)))
  })
  if (is.null(found)) return(NULL)
  persons <- unlist(lapply(columns[found$at], column_values))
  rated <- vapply(as.character(pair_templates(names(columns), found)), function(template) {
    own <- columns[vapply(found$pair, function(pair) sub("{pair}", pair, template, fixed = TRUE), "")]
    values <- lapply(own, column_values)
    min(lengths(values)) > 0 && shares_values(own) && !any(unlist(values) %in% persons)
  }, NA)
  if (any(rated)) found
}

all_numbers <- function(x) all(grepl("^[-0-9.,]*$", unique(as.character(x[!is.na(x)]))))

# Returns those of the columns at `at` whose names differ in one part, whose rest fits (`fits_stem`), and whose cells
# are persons. `sure`: whether ratings would hardly have such cells; `persons`: a function that says whether cells are
# persons.
cells_of_persons <- function(columns, at, fits_stem, sure = FALSE, persons = are_persons) {
  if (length(at) < 2 || length(at) > 60) return(NULL)
  names <- names(columns)[at]
  for (first in seq_along(at)[-length(at)]) {
    for (second in seq(first + 1, length(at))) {
      ends <- common_ends(names[c(first, second)])
      stem <- trimws(gsub("[._ -]+", " ", paste0(ends[1], ends[2])))
      if (!grepl("[[:alpha:]]", stem) || !fits_stem(stem)) next
      fits <- startsWith(names, ends[1]) & endsWith(names, ends[2]) & nchar(names) > sum(nchar(ends))
      pair <- substr(names[fits], nchar(ends[1]) + 1, nchar(names[fits]) - nchar(ends[2]))
      own <- unname(columns[at[fits]])
      if (length(own) < 2 || !persons(own) || sure && !(all(nchar(pair) < 3) && surely_persons(own))) next
      return(list(at = at[fits], pair = pair, template = paste0(ends[1], "{pair}", ends[2])))
    }
  }
}

# Two raters who chose among the values at random would differ in all rows in one table of twenty; those who agree,
# hardly ever. All values occur in several columns, or most.
surely_persons <- function(columns) {
  values <- lapply(columns, function(x) as.character(x[!is.na(x)]))
  counts <- table(unlist(values))
  n <- min(lengths(values))
  shared <- mean(names(counts) %in% Reduce(intersect, values))
  n >= 8 && (1 - sum((counts / sum(counts))^2))^n < 0.05 && shared > 0.5 && stats::median(nchar(names(counts))) < 30
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

# The columns of the ratings beside such cells, as a template: those in whose names the pairs are told alike. NULL if
# there are none.
pair_template <- function(names, found) {
  texts <- pair_templates(names, found)
  if (length(texts)) texts[1]
}

# All such templates.
pair_templates <- function(names, found) {
  others <- setdiff(names, names[found$at])
  unlist(lapply(others, function(name) {
    starts <- gregexpr(found$pair[1], name, fixed = TRUE)[[1]]
    lapply(starts[starts > 0], function(start) {
      lead <- substr(name, 1, start - 1)
      rest <- substring(name, start + nchar(found$pair[1]))
      if (all(paste0(lead, found$pair, rest) %in% others)) paste0(lead, "{pair}", rest)
    })
  }))
}

# A line of advice for errors about columns of raters.
rater_cells_hint <- function(table) {
  columns <- rlang::set_names(table$columns, table$names)
  found <- if (length(columns) < 60 && !anyNA(table$names)) rater_cells(columns)
  ratings <- if (!is.null(found)) pair_template(table$names, found)
  if (is.null(ratings)) {
    return(NULL)
  }
  item <- if (length(table$id)) paste0("item = ", columns_of_id(table$id), ", ") else ""
  call <- sprintf("read_sheet(%s, %srater = \"%s\", names = \"%s\")", typed_data(), item, found$template, ratings)
  as_written(cli::format_inline("If {.var {table$names[found$at]}} name who rated, use {.code {call}}."))
}
