# How a sheet may be read in which names of columns tell the raters.

# Names of columns tell questions and raters, or columns are the raters of one question.
wide_proposal <- function(columns, where) {
  numbering <- grepl("^([.]{3}[0-9]+|X|)$", names(columns)) &
    vapply(columns, function(x) {
      all(is.na(x)) || is.numeric(x) && !anyNA(x) && !is.unsorted(x, strictly = TRUE)
    }, NA)
  free <- which(!numbering)
  found <- template_codes(columns[free])
  # Parts of names may differ in case only.
  alike <- if (length(found$code) == 0) names_spelled_alike(names(columns)[free])
  odd <- which(alike != names(columns)[free])
  renamed <- if (length(odd)) template_codes(rlang::set_names(columns[free], alike))
  if (length(renamed$code) && any(odd %in% renamed$at)) {
    found <- renamed
    typed <- vapply(names(columns)[free], column_code, "")
    typed[odd] <- paste(vapply(alike[odd], column_code, ""), "=", typed[odd])
    found$code <- sprintf("%s, rating = c(%s)", found$code, toString(typed[found$at]))
    names(columns)[free[odd]] <- alike[odd]
  }
  found$at <- free[found$at]
  id <- wide_id(columns, found$at)
  double <- if (is.null(where)) double_bracket_items(names(columns))
  asked <- answering_id(columns, if (is.null(double)) found$at)
  if (length(asked)) id <- asked
  in_rows <- length(asked) || length(id) == 1 && grepl(SHEET_RATER, names(columns)[id], ignore.case = TRUE)
  answering <- if (!in_rows && length(found$code) == 0 && is.null(where)) answering_persons(columns, id) else ""
  in_rows <- in_rows || answering == "sure"
  item <- if (!is.null(where)) {
    sprintf("item = c(\"%s\", %s), ", where$part, place_code(columns, id))
  } else if (length(id)) {
    sprintf("%s = %s, ", if (in_rows) "rater" else "item", place_code(columns, id))
  }
  # Items with a number, and the same questions of each.
  affix <- if (in_rows && is.null(where)) {
    double_bracket_items(names(columns)[setdiff(free, id)]) %||% affix_items(names(columns)[setdiff(free, id)])
  }
  own <- columns[setdiff(free, id)[affix$at]]
  if (!is.null(affix) && is.null(text_boxes(own, sprintf("names = \"%s\"", affix$template)))) {
    return(rows_proposal(columns, id, free))
  }
  several <- if (length(item) == 0 && length(found$code)) wide_ids_code(columns, found$at)
  if (length(several)) {
    id <- several$at
    item <- several$code
  }
  if (length(found$code)) {
    code <- if (in_rows) sub("{rater", "{item", found$code, fixed = TRUE) else found$code
    # Raters of two kinds may have such names as well.
    if (!in_rows && is.null(found$rounds) && is.null(name_grid(names(columns)[found$at], columns[found$at]))) {
      code <- c(code, paste("rating =", place_code(columns, found$at)))
    }
    if (!in_rows && is.null(found$rounds)) code <- with_box_codes(code, columns[found$at])
    boxes <- if (in_rows) text_boxes(columns[found$at], code)
    if (length(boxes)) {
      roles <- list(rater = id, "boxes of each item" = found$at)
      return(list(calls = paste0(item, boxes), roles = Filter(length, roles)))
    }
    named <- if (in_rows) c("rater", "item and question") else c("item", "question and rater")
    roles <- stats::setNames(list(id, found$at), named)
    note <- if (length(found$rounds)) ROUNDS_NOTE
    calls <- c(outer(item %||% "", code, paste0))
    return(list(calls = calls, roles = Filter(length, roles), note = note))
  }
  if (in_rows) {
    by_rows <- rows_proposal(columns, id, free)
    if (!is.null(by_rows)) return(by_rows)
  }
  # With a column of raters there is a row for each rating.
  if (is.null(where) && length(rater_named_columns(columns))) return(NULL)
  free <- setdiff(free, id)
  question <- if (length(id) == 0) wide_question(columns, free)
  free <- setdiff(free, unlist(question))
  if (length(free) == 0) return(NULL)
  reason <- no_rater_reasons(columns[free], names(columns)[free])
  reason <- ifelse(reason == "", is_other_kind(columns[free], reason == ""), reason)
  own <- unname(columns[free][reason == ""])
  reason[reason == ""][is_summary(own) | is_named_summary(own, names(columns)[free][reason == ""])] <- "summary"
  # A weight is none of the scores from 0 to 10 beside it.
  reason[reason == ""][is_out_of_range(columns[free][reason == ""])] <- "other numbers"
  shared <- n_shared(lapply(columns[free], column_values)) > 0
  raters <- free[reason == "" & shared & !grepl(NO_RATER, names(columns)[free], ignore.case = TRUE)]
  # What the columns chose from says that they are raters, however little these agree.
  options <- are_options(names(columns)[free], lapply(columns[free], column_values))
  likely <- any(options) || answering != "" || of_raters(columns[raters]) ||
    length(raters) > 1 && agree_somewhat(columns[raters])
  # Columns that do not agree may be items, and the rows raters who do.
  if (!likely && length(raters) > 4 && length(id) == 1 && is.null(where) && rows_agree_somewhat(columns[raters])) {
    in_rows <- likely <- TRUE
    item <- sub("^item", "rater", item)
  }
  if (length(raters) < 2 || !likely) return(NULL)
  code <- c(
    if (length(question)) paste("item =", place_code(columns, question$item)),
    if (length(question)) paste("question =", place_code(columns, question$question)),
    paste("rating =", raters_code(columns, raters, several = !is.null(where))),
    # Each column is an item where the rows are raters.
    if (in_rows) "names = \"{item}\""
  )
  several <- if (length(item) == 0 && length(question) == 0) wide_ids_code(columns, raters)
  if (length(several)) item <- several$code
  ids <- c(id, several$at, question$item)
  roles <- list(item = ids, question = question$question, rater = raters)
  if (in_rows) roles <- list(rater = ids, item = raters)
  calls <- paste0(item, toString(code))
  # Participants may be items that the columns rate, or raters of what the columns are.
  if (answering == "maybe") {
    rows <- sub("^item", "rater", paste0(item, toString(c(code, "names = \"{item}\""))))
    calls <- c(rows, calls)
  }
  list(calls = calls, roles = Filter(length, roles))
}

has_numbered_raters <- function(code, names) {
  template <- parse_template(gsub("^names = \"|\"$", "", code), "names", SHEET_FIELDS)
  raters <- lapply(template_fits(template, names), function(fit) unique(fit$rater[!is.na(fit$rater)]))
  any(vapply(raters, function(x) length(x) > 1 && all(grepl("[0-9]$", x)) && is_numbered_word(x), NA))
}

# A ticked cell holds one of these where those that are not ticked are blank.
TICK_MARK <- "^([xX]|[\u2713\u2714\u2611])$"

# Marks the columns of numbers, with many values, that hold hardly any within the range of the others, of which there
# are two or more that share theirs.
is_out_of_range <- function(columns) {
  numbers <- vapply(columns, is.numeric, NA)
  found <- logical(length(columns))
  for (j in which(numbers)) {
    others <- setdiff(which(numbers), j)
    x <- columns[[j]][!is.na(columns[[j]])]
    if (length(others) < 2 || length(unique(x)) < 10) next
    within <- range(unlist(columns[others]), na.rm = TRUE)
    found[j] <- mean(x >= within[1] & x <= within[2]) < 0.2
  }
  if (sum(found) == 1) found else logical(length(columns))
}

# Chooses among templates of items and questions that of check boxes which hold the text of their option.
text_boxes <- function(columns, code) {
  texts <- gsub("^names = \"|\"$", "", sub("{question", "{option", code, fixed = TRUE))
  for (text in texts) {
    if (!grepl("{option", text, fixed = TRUE)) next
    fits <- template_fits(parse_template(text, "boxes", SHEET_FIELDS), names(columns))
    same <- length(fits) == 1 && all(mapply(function(x, option) all(x[!is.na(x)] == option), columns, fits[[1]]$option))
    if (same) return(sprintf("boxes = \"%s\"", text))
  }
}

# Other tables may have more raters, as Person 7 beside Person 1 to Person 6.
raters_code <- function(columns, raters, several) {
  stem <- unique(numbered_stems(names(columns)[raters]))
  if (several && length(stem) == 1 && !is.na(stem)) return(sprintf("starts_with(\"%s\")", stem))
  place_code(columns, raters)
}

# Columns that are raters of one question agree more than by chance, and those of several questions do not. Three labels
# or more in common say enough.
agree_somewhat <- function(columns) {
  k <- length(columns)
  # A few texts among numbers hide no agreement.
  columns <- lapply(columns, function(x) {
    mostly <- is.character(x) && isTRUE(mean(is_numeric_text(x[!is.na(x)])) > 0.8)
    if (mostly) suppressWarnings(as.numeric(x)) else x
  })
  values <- unique(unlist(lapply(columns, column_values)))
  if (!any(vapply(columns, is.numeric, NA)) && length(values) > 2) return(TRUE)
  kappa <- grid_agreement(unname(columns), rep("", k), as.character(seq_len(k)))$a
  numbers <- vapply(columns, is.numeric, NA)
  if (!all(numbers)) return(is.na(kappa) || kappa > 0.1)
  correlation <- suppressWarnings(stats::cor(as.data.frame(unname(columns)), use = "pairwise.complete.obs"))
  related <- mean(correlation[upper.tri(correlation)], na.rm = TRUE)
  is.na(kappa) && is.na(related) || isTRUE(kappa > 0.1) || isTRUE(related > 0.2)
}

# The first column with an id in each row.
wide_id <- function(columns, taken) {
  free <- setdiff(seq_along(columns), taken)
  free <- free[vapply(free, function(j) !anyNA(columns[[j]]) && !anyDuplicated(columns[[j]]), NA)]
  bare <- grepl("^[.]{3}", names(columns)[free])
  timed <- vapply(names(columns)[free], is_time_name, NA)
  named <- grepl("(^|[._ -])id$|^id([._ -]|$)", names(columns)[free], ignore.case = TRUE) |
    grepl("[a-z]I[Dd]$", names(columns)[free])
  likely <- grepl(NO_RATER, names(columns)[free], ignore.case = TRUE)
  utils::head(free[order(bare | timed, !named, !likely)], 1)
}

# A row for each item and question.
wide_question <- function(columns, free) {
  named <- free[grepl(QUESTION_NAME, names(columns)[free], ignore.case = TRUE)]
  for (question in named) for (item in setdiff(free, question)) {
    pair <- columns[c(item, question)]
    if (!anyNA(unlist(pair)) && !anyDuplicated(data.frame(unname(pair)))) return(list(item = item, question = question))
  }
}

# The templates by which names of columns are a grid of questions and raters: `code`, the argument, both ways where it
# is not clear which part is which, and `at`, the columns.
template_codes <- function(columns) {
  rounds <- round_codes(names(columns))
  if (!is.null(rounds)) return(rounds)
  sides <- side_codes(columns)
  if (!is.null(sides)) return(sides)
  all <- columns
  # A final label has the names of the raters' columns without their numbers.
  final <- is_of_family(columns, names(columns)) | says(names(columns), FINAL_WORDS) |
    says(names(columns), NO_RATING_WORDS) & n_shared(lapply(columns, column_values)) == 0
  dated <- vapply(columns, are_dates, NA)
  kept <- which(!final & !dated & !vapply(columns, are_sentences, NA))
  columns <- columns[kept]
  grid <- name_grid(names(columns), columns, margin = -Inf)
  if (is.null(grid)) return(list())
  text <- grid_template(names(columns)[grid$at], grid$question, grid$rater)
  both <- if (!grid$sure) grid_template(names(columns)[grid$at], grid$rater, grid$question)
  # Rounds are raters only where they are named.
  if (grid$rounds && !is.null(both)) both <- with_values(both, "rater", unique(grid$question))
  ways <- list(grid$rater, grid$question)[seq_along(c(text, both))]
  if (is.null(text)) ways <- ways[-1]
  texts <- Map(function(text, raters) {
    raters <- unique(raters)
    end <- common_end(text, raters)
    text <- sub("{rater}", paste0("{rater}", end), text, fixed = TRUE)
    raters <- substr(raters, 1, nchar(raters) - nchar(end))
    fitting_template(text, all, raters, common_lead(text, unique(grid$question)))
  }, c(text, both), ways)
  texts <- Filter(Negate(is.null), texts)
  if (length(texts) == 0) return(list())
  list(code = sprintf("names = \"%s\"", unlist(texts)), at = kept[grid$at])
}

# Whether a column holds many texts of several words, as answers to open questions, which are no ratings.
are_sentences <- function(x) {
  texts <- if (is.character(x)) unique(x[!is.na(x)])
  length(texts) > 10 && stats::median(lengths(strsplit(texts, "\\s+"))) >= 4
}

# Returns what the names of all questions begin with, up to a separator, if it is at the beginning of the names.
common_lead <- function(text, questions) {
  if (!startsWith(text, "{question}") || length(questions) < 2) "" else shared_lead(questions)
}

# Returns what the names of all raters end in, from a separator on, if they stand before the questions.
common_end <- function(text, raters) {
  if (!startsWith(text, "{rater}") || length(raters) < 2) {
    return("")
  }
  end <- sub(sprintf("^[^%s]+", NAME_MARKS), "", raters[1], perl = TRUE)
  if (all(endsWith(raters, end) & nchar(raters) > nchar(end))) end else ""
}

shared_lead <- function(names) {
  lead <- substr(names[1], 1, max(c(0, gregexpr("[:._/-] ?", names[1])[[1]])))
  while (nchar(lead) > 0 && !all(startsWith(names, lead) & nchar(names) > nchar(lead))) {
    shorter <- sub("[^:._/-]+[:._/-] ?$", "", lead)
    lead <- if (shorter == lead) "" else shorter
  }
  if (grepl("^[[:alpha:]]{2,}", lead)) lead else ""
}

# The template, with the values of the raters where it is not clear without them.
fitting_template <- function(text, columns, raters, lead) {
  mark <- sub("^[^\r]*\r?", "", text)
  text <- sub("\r.*$", "", text)
  text <- sub("{question}", paste0(lead, "{question}"), text, fixed = TRUE)
  raters[raters != ""] <- paste0(mark, raters[raters != ""])
  works <- function(text) {
    tried <- tryCatch(
      {
        template <- parse_template(text, "names", c("question", "rater"))
        check_fields_apart(template, "names")
        fit <- suppressWarnings(fit_names(template, columns, "names", tried = TRUE))
        # An open field may take more of the names than the rater.
        if (is.null(fit) || !restricted(template, "rater") && !any(fit$parts$rater %in% raters)) return(FALSE)
        fit$named <- logical(length(fit$at))
        if (!restricted(template, "rater")) check_sheet_raters(fit, columns, TRUE)
        fit
      },
      accord_error = function(cnd) NULL
    )
    !is.null(tried)
  }
  if (length(raters) > 2) raters <- raters[!says(raters, FINAL_WORDS)]
  with <- with_values(text, "rater", raters)
  if (works(text)) text else if (works(with)) with
}
