# Ratings of a sheet that are sets: labels with a separator between them, lists in brackets, and JSON.

# Sets in one cell, or NULL: labels with a separator between them, or lists as Python and JSON write them.
cell_sets <- function(x, n, question, spec) {
  texts <- unique(x[!is.na(x)])
  check_no_json(texts, question, spec)
  if (length(texts) && all(grepl("^\\s*\\[.*\\]\\s*$", texts))) {
    sets <- lapply(texts, bracket_labels)
    return(list(sets = sets_at(sets, texts, x), note = "lists in brackets"))
  }
  separator <- separator_of(question, spec)
  if (is.null(separator) || !any(grepl(separator, texts, fixed = TRUE))) {
    return(NULL)
  }
  options <- value_for(spec$options, question, "options")
  if (is.null(options)) check_separator(x, separator, sheet = TRUE, n = n)
  sets <- if (is.null(options)) {
    divided <- strict_set_texts(texts, separator, question, spec)
    if (length(divided)) {
      whole <- paste0("\"", divided, "\"")
      spec$changes$tell(length(divided), "option", "read whole, with the separator in it", whole)
      pieces <- unlist(strsplit(texts, separator, fixed = TRUE))
      sets_of_options(texts, separator, c(divided, setdiff(pieces, "")), question)
    } else {
      lapply(strsplit(texts, separator, fixed = TRUE), function(labels) labels[labels != ""])
    }
  } else {
    sets_of_options(texts, separator, as.character(options), question)
  }
  list(sets = sets_at(sets, texts, x), note = sprintf("separated by \"%s\"", separator))
}

# Objects of JSON, as Label Studio writes several labels of an annotation, would be labels, or torn at their commas.
check_no_json <- function(texts, question, spec) {
  found <- grep("^\\s*[[]?\\s*[{]\\s*\"[^\"]*\"\\s*:.*[}]\\s*[]]?\\s*$", texts, value = TRUE)
  if (length(found) == 0 || kept_as_written(found, question, spec)) {
    return(invisible())
  }
  of_studio <- any(grepl("\"(choices|labels|rating|taxonomy)\"|labels\"\\s*:", found))
  labels <- "recode = ~ gsub('[^:]*:|[][{}\"]', '', .x)"
  one_list <- all(lengths(regmatches(found, gregexpr("\"\\s*:", found))) == 1)
  abort_accord(
    "separated_text",
    c(
      "Cells with JSON must be read before they are ratings.",
      x = "Of {.val {question}}, {length(found)} text{?s} {?is/are} JSON: {.val {first_few(cut_end(found, 60))}}.",
      i = if (of_studio) "Exports of Label Studio are read by {.fn read_label_studio}.",
      i = "If all hold one list of labels, leave out the rest, {.code {labels}}, with {.code separator = \",\"}.",
      i = "If they are labels, use {.code recode = identity}."
    ),
    question = question, values = found, advice = if (one_list) paste0(labels, ", separator = \",\"")
  )
}

sets_at <- function(sets, texts, x) c(sets, list(NA_character_))[match(x, texts, nomatch = length(texts) + 1L)]

bracket_labels <- function(text) {
  inner <- sub("^\\s*\\[(.*)\\]\\s*$", "\\1", text)
  quoted <- regmatches(inner, gregexpr("'[^']*'|\"[^\"]*\"", inner))[[1]]
  if (length(quoted)) return(substr(quoted, 2, nchar(quoted) - 1))
  labels <- trimws(strsplit(inner, ",", fixed = TRUE)[[1]])
  labels[labels != ""]
}

# Blank cells of a question whose cells are sets, as ticked options in one cell: the empty set, "", where the rater
# answered something else in the row, as for boxes. Returns the `columns`, and how many cells these are, `n_empty`.
with_empty_sets <- function(columns, plain, boxes, spec) {
  question <- plain$parts$question %||% rep("", length(plain$at))
  rater <- plain$parts$rater %||% rep("", length(plain$at))
  seen <- columns
  filled <- function(at) {
    cells <- lapply(seen[at], function(x) replace(x, x %in% na_texts(unlist(spec$na)), NA))
    rows_filled(cells, length(seen[[plain$at[1]]]))
  }
  n_empty <- 0
  for (q in unique(question)) {
    own <- plain$at[question == q]
    separator <- separator_of(q, spec)
    if (is.null(separator) || !any(vapply(seen[own], function(x) any(grepl(separator, x, fixed = TRUE)), NA))) next
    for (at in own[vapply(seen[own], anyNA, NA)]) {
      same <- rater == rater[match(at, plain$at)]
      others <- c(setdiff(plain$at[same], own), if (is.null(plain$parts$rater)) boxes)
      empty <- is.na(seen[[at]]) & (nothing_missing(spec) | filled(others))
      columns[[at]][empty] <- ""
      n_empty <- n_empty + sum(empty)
    }
  }
  list(columns = columns, n_empty = n_empty)
}

# What as_ratings() warns of is an error here, where the file can be read in another way. Options that certainly contain
# the separator are returned.
strict_set_texts <- function(texts, separator, question, spec) {
  pieces <- strsplit(texts, separator, fixed = TRUE)
  divided <- character()
  withCallingHandlers(
    check_set_texts(texts, separator),
    accord_warning_divided_option = function(cnd) {
      if (cnd$sure) {
        divided <<- cnd$options
        rlang::cnd_muffle(cnd)
      }
      parts <- unlist(strsplit(cnd$options, separator, fixed = TRUE))
      options <- c(setdiff(unique(unlist(pieces)), c(parts, "")), cnd$options)
      code <- vector_code(encodeString(options, quote = "\""))
      if (is_by_question(spec$separator, "separator")) code <- sprintf("list(%s = %s)", name_code(question), code)
      abort_accord(
        "divided_option",
        c(
          "Options that contain the separator must be named.",
          x = if (!cnd$blank) {
            "A part of {length(cnd$options)} text{?s} never occurs without the other: {.val {cnd$options}}."
          },
          x = if (cnd$blank) {
            "In {length(cnd$options)} text{?s} a blank follows the separator, {.val {cnd$options}}, and in others none."
          },
          i = "If {cli::qty(length(cnd$options))}{?this is one option/these are options}, use \\
               {.code options = {code}}.",
          i = "If they are two labels each, name them all in {.arg options}."
        ),
        options = options, advice = paste("options =", code)
      )
    },
    accord_warning_look_alike = function(cnd) {
      tight <- length(pieces) && separator %in% c(",", ";", "|", "/")
      behind <- unlist(lapply(pieces, `[`, -1))
      if (!tight || all(grepl("^\\s", behind[behind != ""]))) {
        warning_as_error(cnd, "look_alike", labels = cnd$labels)
      }
      code <- sprintf("recode = ~ gsub(\" *[%1$s] *\", \"%1$s\", .x)", separator)
      abort_accord(
        "look_alike",
        c(
          "Labels that look alike are separate categories.",
          x = "{length(cnd$labels)} label{?s} begin{?s/} with the blank behind the separator: {.val {cnd$labels}}.",
          i = "Some separators have a blank beside them, others have none. Leave out the blanks: {.code {code}}."
        ),
        labels = cnd$labels, advice = code
      )
    }
  )
  divided
}

# Labels of texts that are made of known options, the longest first.
sets_of_options <- function(texts, separator, options, question) {
  options <- options[order(-nchar(options))]
  sets <- lapply(texts, function(text) {
    found <- character()
    while (nzchar(text)) {
      at <- which(startsWith(text, options) & vapply(options, function(option) {
        rest <- substring(text, nchar(option) + 1)
        rest == "" || startsWith(rest, separator)
      }, NA))
      if (length(at) == 0) return(NULL)
      found <- c(found, options[at[1]])
      text <- substring(text, nchar(options[at[1]]) + nchar(separator) + 1)
    }
    found
  })
  odd <- texts[vapply(sets, is.null, NA)]
  if (length(odd)) {
    abort_accord(
      "options",
      c(
        "{.arg options} must name all labels of a question with sets.",
        x = "Of {.val {question}}, {length(odd)} text{?s} {?is/are} not made of them: {.val {first_few(odd)}}.",
        i = "For one question, name it: {.code options = list(\"{question}\" = c(...))}."
      ),
      options = options, values = odd
    )
  }
  sets
}
