# Cells that list raters: "AB; CD", who both chose what the column is named, or "AB: yes; CD: no". No argument reads
# them, and the errors show how to make a column for each rater.

LIST_MARKS <- c("; ", ";", ", ", ",", " / ", "/", "\n", " ")

# Initials, numbered raters, and addresses.
LISTED_RATER <- paste0(
  "^([A-Z]{2,3}[0-9]?|[RC][0-9]{1,2}|[^@ ]+@[^@ ]+|", RATER_WORD, "[ _-]?([0-9]{1,2}|[A-Z]))$"
)

check_no_listed_raters <- function(plain, columns, spec) {
  said <- "rater" %in% spec$known || !is.null(spec$separator) || restricted(spec$names, "rater")
  if (said || length(plain$at) == 0 || length(columns[[1]]) > MANY_RATINGS) {
    return(invisible())
  }
  cells <- lapply(columns[plain$at], function(x) unique(x[!is.na(x)]))
  names <- names(cells)
  if (length(cells) == 1) {
    found <- raters_with_values(cells[[1]])
    if (!is.null(found)) abort_raters_with_values(found, names)
    return(invisible())
  }
  found <- listed_raters(cells)
  if (is.null(found)) {
    return(invisible())
  }
  who <- vector_code(encodeString(found$raters, quote = "\""))
  of <- vector_code(encodeString(names, quote = "\""))
  code <- sprintf(
    "for (one in %s) d[paste(one, who, sep = \"_\")] <- lapply(who, grepl, x = d[[one]], fixed = TRUE)", of
  )
  # Columns that agree are raters, and what their cells hold are labels.
  own <- unname(columns[plain$at])
  labels <- isTRUE(grid_agreement(own, rep("", length(own)), as.character(seq_along(own)))$a > 0.2)
  sets <- c(i = cli::format_inline("If they are labels, use {.code separator = {.str {found$mark}}}."))
  abort_accord(
    "roles",
    c(
      "Cells must hold ratings, and not the names of those who gave them.",
      x = "The cells of {length(names)} columns list {length(found$raters)} names, {.val {first_few(found$raters)}}, \\
           as in {.val {found$example}}.",
      if (labels) as_written(sets),
      i = "If they are the raters who chose what a column is named, and all of them saw all rows, make a column for \\
           each, in the data frame {.var d}: {.code who <- {who}}, and then {.code {code}}.",
      i = "Read {.var d} with {.code names = \"{{question}}_{{rater:{paste(found$raters, collapse = '|')}}}\"}.",
      if (!labels) as_written(sets)
    ),
    columns = names, raters = found$raters,
    advice = if (labels) paste("separator =", encodeString(found$mark, quote = "\""))
  )
}

# The names of raters in cells of several columns, of which some hold several names: a list of `raters`, the `mark`
# between them and an `example`; or NULL.
listed_raters <- function(cells) {
  all <- unlist(cells)
  for (mark in LIST_MARKS) {
    several <- grep(mark, all, fixed = TRUE, value = TRUE)
    if (length(several) == 0) next
    parts <- strsplit(all, mark, fixed = TRUE)
    raters <- unique(unlist(parts))
    of_columns <- lapply(cells, function(x) unique(unlist(strsplit(x, mark, fixed = TRUE))))
    shared <- all(vapply(of_columns, function(x) 2 * sum(x %in% raters) > length(raters), NA))
    person <- all(grepl(LISTED_RATER, raters))
    if (person && shared && length(raters) > 1 && length(raters) <= 20 && !any(vapply(parts, anyDuplicated, 0L))) {
      return(list(raters = sort(raters, method = "radix"), mark = mark, example = several[1]))
    }
  }
}

# The raters of cells such as "AB: yes; CD: no": a list of `raters`, the `mark` between them, the `sign` behind their
# names, and an `example`; or NULL.
raters_with_values <- function(cells) {
  for (mark in setdiff(LIST_MARKS, " ")) for (sign in c(": ", ":", "=")) {
    several <- grep(mark, cells, fixed = TRUE, value = TRUE)
    if (2 * length(several) < length(cells) || length(several) < 2) next
    parts <- strsplit(cells, mark, fixed = TRUE)
    if (!all(grepl(sign, unlist(parts), fixed = TRUE))) next
    raters <- lapply(parts, function(x) sub(paste0(escape_regex(sign), ".*$"), "", x))
    all <- unique(unlist(raters))
    twice <- any(vapply(raters, anyDuplicated, 0L))
    if (!twice && length(all) > 1 && length(all) <= 20 && all(lengths(strsplit(all, " ")) < 4)) {
      return(list(raters = sort(all, method = "radix"), mark = mark, sign = sign, example = several[1]))
    }
  }
}

abort_raters_with_values <- function(found, name) {
  who <- vector_code(encodeString(found$raters, quote = "\""))
  lead <- encodeString(found$sign, quote = "\"")
  cell <- paste0("d$", column_code(name))
  code <- sprintf(
    paste0(
      "d[who] <- lapply(paste0(who, %s), function(w) ifelse(grepl(w, %s, fixed = TRUE), ",
      "sub(paste0(\"^.*\", w, \"([^%s]*).*$\"), \"\\\\1\", %s), NA))"
    ),
    lead, cell, trimws(found$mark), cell
  )
  columns <- vector_code(vapply(found$raters, column_code, ""))
  abort_accord(
    "roles",
    c(
      "A cell must hold the rating of one rater.",
      x = "Those of {.var {name}} hold the ratings of several, {.val {first_few(found$raters)}}, as in \\
           {.val {found$example}}.",
      i = "Make a column for each rater, in the data frame {.var d}: {.code who <- {who}}, and then {.code {code}}.",
      i = "Read {.var d} with {.code rating = {columns}}."
    ),
    columns = name, raters = found$raters
  )
}
