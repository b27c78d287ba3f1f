# The sentences on coefficients: which they are, and their weights and levels, perhaps of each question.

# Weights stand in a sentence of their own, since behind a list they would be taken for those of its last coefficient;
# so do the weights and levels of questions. Those of one coefficient, or the level of alpha alone, stand behind the
# names.
coefficients_sentence <- function(x, keys, format) {
  apart <- has_question_levels(x)
  shared <- if (!apart) shared_metrics(x)
  weighted <- !grepl("^a(lpha|t) ", shared)
  labels <- coefficient_labels(x, measured = !apart && is.null(shared))
  ids <- general_names(as.character(x[["coefficient"]]), x[["n_raters"]])
  several <- length(unique(labels)) > 1
  apart <- apart || several && any(weighted)
  id <- ids[!duplicated(labels)]
  cited <- vapply(keys[id], citations, "", format = format)
  named <- paste0(written_labels(unique(labels), format), ifelse(duplicated(id), "", cited))
  shared <- if (several) shared else sub("^alpha with( the| a)? |^alpha (?=at)", "", shared, perl = TRUE)
  shared[weighted] <- paste("with", shared[weighted])
  # The level of alpha stands behind its name, if that is the last one.
  behind <- several && length(shared) == 1 && grepl("^alpha at", shared) && utils::tail(id, 1) == "krippendorff_alpha"
  if (behind) shared <- sub("^alpha ", "", shared)
  paste0(
    "The coefficient", if (several) "s were " else " was ", in_a_list(named),
    if (length(shared) && !apart) paste0(if (several && !behind) ", " else " ", paste(shared, collapse = ", ")), ".",
    if (apart) paste0(" ", metrics_sentences(x, format))
  )
}

# Labels of coefficients within a sentence.
written_labels <- function(label, format) {
  style <- list(format = if (format == "latex") "latex" else "markdown")
  label <- sub("^(Percent|Unanimous|Specific|Mean)", "\\L\\1", label, perl = TRUE)
  greek(if (format == "latex") escape(label, style) else label, style)
}

# Whether questions have levels or weights of their own.
has_question_levels <- function(x) "question" %in% key_names(x) && any(has_own_metric(x))

# Sentences such as "Krippendorff's alpha was computed at the nominal level for ad, and at the ordinal level for tone."
# Coefficients of which the same is true share one. Without questions all are in one sentence.
metrics_sentences <- function(x, format) {
  labels <- coefficient_labels(x, measured = FALSE)
  how <- vapply(split(seq_along(labels), factor(labels, unique(labels))), function(own) {
    metrics_in_words(x, own, format)
  }, "")
  how <- how[how != ""]
  if (length(how) == 0) {
    return(NULL)
  }
  alike <- split(names(how), factor(how, unique(how)))
  computed <- ifelse(lengths(alike) > 1, "were computed", "was computed")
  # Within one sentence the verb stands once.
  whole <- has_question_levels(x)
  if (!whole) computed[-1] <- ""
  named <- vapply(alike, function(own) {
    other <- setdiff(unique(labels), own)
    all_but <- length(own) > 3 && length(other) == 1
    paste0(if (all_but) "all but ", in_a_list(written_labels(if (all_but) other else own, format)))
  }, "")
  parts <- gsub(" +", " ", paste(named, computed, names(alike)))
  sentences <- if (whole) vapply(parts, in_sentence, "") else in_sentence(parts)
  paste0(sentences, ".", collapse = " ")
}

# Parts of a sentence, with commas between them.
in_sentence <- function(parts) {
  n <- length(parts)
  if (n > 1) parts[n] <- paste("and", parts[n])
  parts <- paste(parts, collapse = ", ")
  paste0(toupper(substr(parts, 1, 1)), substring(parts, 2))
}

# The weights or levels of a coefficient in its rows `own`, with the questions that have them, unless all have the same.
metrics_in_words <- function(x, own, format) {
  id <- as.character(x[["coefficient"]])
  metric <- as.character(x[["metric"]])[own]
  if (all(is.na(metric)) || startsWith(id[own[1]], "icc")) {
    return("")
  }
  questions <- if ("question" %in% key_names(x)) as.character(x[["question"]])
  each <- vapply(unique(metric), function(one) {
    words <- if (id[own[1]] == "krippendorff_alpha") {
      sub("^alpha ", "", level_in_words(one))
    } else if (one == "identity") {
      "unweighted"
    } else {
      paste("with", weights_in_words(one))
    }
    with <- unique(questions[own][metric %in% one])
    if (setequal(with, questions)) return(words)
    style <- list(format = "latex")
    paste(words, "for", in_a_list(if (format == "latex") escape(with, style) else with))
  }, "")
  n <- length(each)
  if (n > 1) each[n] <- paste("and", each[n])
  paste(each, collapse = ", ")
}
