# This file tells what read_sheet() changes or leaves out by itself, because a sheet can be read in one sensible way
# only. All of it is counted, told in one message, and shown in the print.

# A list of two functions: `tell()` adds `n` of a `noun` to what happened to them, with examples of where, and `lines()`
# returns a line for each.
new_changes <- function() {
  found <- list()
  tell <- function(n, noun, what, where) {
    key <- paste(noun, what)
    before <- found[[key]]
    found[[key]] <<- list(
      n = n + (if (is.null(before)) 0 else before$n), noun = noun, what = what, where = union(before$where, where)
    )
  }
  lines <- function() {
    vapply(found, function(one) {
      sprintf("%s %s: %s", count(one$n, one$noun), one$what, listed(one$where))
    }, "", USE.NAMES = FALSE)
  }
  list(tell = tell, lines = lines)
}

inform_changes <- function(lines) {
  if (length(lines) == 0) {
    return(invisible())
  }
  lines <- as_written(lines)
  inform_accord(
    "sheet_changes",
    c(
      "The sheet was read with these changes, which {.code ?read_sheet} explains:",
      rlang::set_names(lines, rep("*", length(lines)))
    ),
    changes = lines
  )
}

# How R and Excel write a missing value.
WRITTEN_MISSING <- c("NA", "<NA>", "#N/A")

# Cells that hold it, unless the user said what is missing or changed this text.
written_missing <- function(x, na, recode) {
  if (is.character(na) && length(na) == 0) {
    return(logical(length(x)))
  }
  x %in% setdiff(WRITTEN_MISSING, if (is.character(recode)) names(recode))
}

# Labels that differ in blanks and case only, as the most frequent of them is written.
spelled_alike <- function(x, n, spec) {
  labels <- unique(x[!is.na(x)])
  alike <- look_alikes(labels)
  if (length(alike) == 0 || identical(spec$recode, identity)) {
    return(x)
  }
  n_of <- n_by_text(x, n, labels)
  to <- unlist(lapply(alike, function(same) {
    same <- same[order(trimws(same) != same)]
    rep(same[which.max(n_of[match(same, labels)])], length(same))
  }))
  from <- unlist(lapply(alike, function(same) same[order(trimws(same) != same)]))
  at <- match(x, from)
  changed <- which(!is.na(at) & to[at] != x)
  quoted <- function(text) encodeString(text, quote = "\"")
  pairs <- unique(data.frame(to = to[at[changed]], from = x[changed]))
  shown <- sprintf("%s for %s", quoted(pairs$to), quoted(pairs$from))
  spec$changes$tell(sum(n[changed]), "cell", "spelled like the others", shown)
  replace(x, changed, to[at[changed]])
}

NUMBERED <- "^(-?[0-9]{1,2}) ?([=:)(]|[.] | [-\u2013] )[ (]*[^0-9 ].*$"

# Numbers of labels such as "4=Slightly useful", where each number has one label; some may stand alone.
numbers_of_labels <- function(x, n, spec) {
  texts <- unique(x[!is.na(x)])
  numbered <- grepl(NUMBERED, texts)
  if (!any(numbered) || !all(numbered | is_numeric_text(texts)) || identical(spec$recode, identity)) {
    return(x)
  }
  number <- ifelse(numbered, sub(NUMBERED, "\\1", texts), texts)
  values <- unique(number)
  if (anyDuplicated(number[numbered]) || length(values) < 2) {
    return(x)
  }
  # Codes such as 1 = yes, 2 = no, 9 = unknown are no scale: the labels stay, and a number alone is spelled like its
  # label.
  if (likely_level(values) == "nominal") {
    to <- ifelse(numbered, texts, texts[numbered][match(texts, number[numbered])])
    changed <- !is.na(to) & to != texts
    if (any(changed)) {
      shown <- sprintf("%s for %s", encodeString(to[changed], quote = "\""), encodeString(texts[changed], quote = "\""))
      spec$changes$tell(sum(n[x %in% texts[changed]]), "cell", "spelled like the others", shown)
    }
    return(ifelse(is.na(to), texts, to)[match(x, texts)])
  }
  spec$changes$tell(
    sum(n[x %in% texts[numbered]]), "cell", "read as numbers",
    encodeString(utils::head(texts[numbered], 2), quote = "\"")
  )
  number[match(x, texts)]
}

# Blank ids mean those above them where many are blank and each row becomes one of its own by it. `ids`: a list by field
# of lists of columns; `rated`: the rows with ratings.
ids_of_blocks <- function(ids, rated, spec) {
  columns <- unlist(unname(ids), recursive = FALSE)
  n_blank <- vapply(columns, function(x) sum(is.na(x) & rated), 0)
  first <- which(rated)[1]
  open <- !is.null(spec$fill) || !any(n_blank > 0)
  if (open || max(n_blank) < 0.3 * sum(rated) || anyNA(lapply(columns, `[`, first))) {
    return(ids)
  }
  filled <- lapply(ids, lapply, fill_down)
  key <- unlist(unname(filled), recursive = FALSE)
  if (anyDuplicated(joined_text(lapply(unname(key), `[`, rated)))) {
    return(ids)
  }
  spec$changes$tell(sum(n_blank), "blank id", "taken as the one above", names(columns)[n_blank > 0])
  filled
}

# Leaves out rows of a table, and their ids.
rows_left_out <- function(table, ids, rows) {
  if (length(rows) == 0) return(list(table = table, ids = ids))
  keep <- setdiff(seq_along(table$row), rows)
  table$data <- table$data[keep, ]
  table$row <- table$row[keep]
  ids$ids <- lapply(ids$ids, function(columns) lapply(columns, `[`, keep))
  list(table = table, ids = ids)
}

# The rows of question texts and ids that Qualtrics writes below the names.
rows_of_import <- function(table) {
  tryCatch(
    {
      check_import_rows(table$data)
      integer()
    },
    accord_error_header_row = function(cnd) cnd$rows
  )
}

# In the gradebooks of Canvas these stand in place of a student: the row of the most points, and the test student.
GRADEBOOK_ROW <- "^([Pp]oints [Pp]ossible|Student, Test)$"

# These rows, by the columns of ids.
rows_of_gradebook <- function(ids) {
  named <- lapply(unname(ids), function(x) {
    if (is.character(x)) grep(GRADEBOOK_ROW, trim_blanks(x))
  })
  sort(unique(unlist(named)))
}

# Tables without any column of ratings, among others that have them: sheets of texts, lists of codes. One with a name
# that is nearly that of a column of ratings is not among them.
tables_of_others <- function(tables, spec) {
  if (length(tables) < 2) {
    return(logical(length(tables)))
  }
  chosen <- lapply(tables, function(table) {
    names <- names(table$data)
    if (!spec$has_rating) {
      fits <- template_fits(spec$names %||% spec$boxes, names)
      return(unique(unlist(lapply(fits, function(fit) names[!is.na(fit[[1]])]))))
    }
    tryCatch(names[select_columns(spec$rating, table$data, "rating")], accord_error = function(cnd) NULL)
  })
  lacks <- lengths(chosen) == 0
  # A template may fit names by chance in a sheet without the columns of ids.
  have <- vapply(tables, has_places, NA, spec$places)
  if (any(have & !lacks)) {
    known <- plain_names(unlist(chosen[have]))
    lacks <- lacks | !have & !vapply(chosen, function(names) any(plain_names(names) %in% known), NA)
  }
  wanted <- plain_names(unlist(chosen[!lacks]))
  out <- lacks & length(wanted) > 0
  out <- out & !vapply(tables, function(table) any(plain_names(names(table$data)) %in% wanted), NA)
  check_no_codebook(tables[!out], spec)
  if (!places_use(spec$places, "sheet")) out[!out] <- are_codebooks(tables[!out])
  out
}

# Whether each of these columns is named like a final label, and has the label of the others where they agree.
are_final_labels <- function(columns, raters) {
  final <- are_final_names(raters)
  if (sum(!final) < 2) {
    return(logical(length(raters)))
  }
  lower <- lapply(columns, tolower)
  final & vapply(lower, follows_others, NA, lower[!final])
}

# The columns of ratings without final labels, unless the user named them one by one. What is a final label of one
# question is no rater of another.
without_final_labels <- function(plain, columns, spec) {
  rater <- plain$parts$rater
  if (is.null(rater)) {
    return(plain)
  }
  of <- paste(plain$parts$question %||% rep("", length(rater)), plain$parts$item)
  final <- logical(length(rater))
  for (one in unique(of)) {
    own <- which(of == one)
    if (length(own) > 2) final[own] <- are_final_labels(unname(columns[plain$at[own]]), rater[own])
  }
  final <- rater %in% rater[final & !plain$named] & !plain$named
  if (!any(final)) {
    return(plain)
  }
  spec$changes$tell(sum(final), "column", "left out as a final label", names(columns)[plain$at[final]])
  keep <- !final
  plain$at <- plain$at[keep]
  plain$named <- plain$named[keep]
  plain$parts <- lapply(plain$parts, `[`, keep)
  plain
}

# The columns without those of questions of which all values are dates, as when a reviewer was done, where others are
# left. Columns that were named one by one, and questions that the template names, are kept.
without_dates <- function(plain, columns, spec) {
  question <- plain$parts$question
  if (is.null(question) || is.null(plain$parts$rater) || restricted(spec$names, "question")) {
    return(plain)
  }
  dated <- vapply(unique(question), function(one) {
    all(vapply(columns[plain$at[question == one]], are_dates, NA))
  }, NA)
  out <- question %in% names(dated)[dated] & !plain$named
  if (!any(out) || all(out)) {
    return(plain)
  }
  spec$changes$tell(sum(out), "column", "left out as dates", names(columns)[plain$at[out]])
  plain$at <- plain$at[!out]
  plain$named <- plain$named[!out]
  plain$parts <- lapply(plain$parts, `[`, !out)
  plain
}

are_dates <- function(x) !is.numeric(x) && value_form(column_values(x)) == "dates"
