# Spans written beside their texts: tokens with BIO tags, and tasks of Label Studio with pre-annotations.

# Returns the text of each document: a list of a single text, or of tokens, in the order of the documents.
texts_of_documents <- function(spans, texts, extension) {
  if (is.null(texts)) {
    abort_accord(
      "argument",
      c(
        "A file {.val .{extension}} contains the texts.",
        i = "Give them in {.arg texts}, named by document: {.code texts = c(d1 = \"Ruth saw the field\")}."
      ),
      argument = "texts"
    )
  }
  good <- is.character(texts) || is.list(texts) && all(vapply(texts, is.character, NA))
  if (!good || is.null(names(texts)) || anyNA(unlist(texts))) {
    abort_argument(texts, "texts", "texts, or a list of tokens, named by document")
  }
  at <- match(id_text(spans$documents), id_text(names(texts), like = spans$documents))
  lacking <- spans$documents[is.na(at)]
  if (length(lacking)) {
    abort_accord(
      "unknown_document",
      c(
        "{.arg texts} must have the text of every document.",
        x = "{length(lacking)} document{?s} {?has/have} none: {.val {first_few(id_text(lacking))}}."
      ),
      documents = lacking
    )
  }
  found <- lapply(as.list(unname(texts))[at], enc2utf8)
  size <- vapply(found, function(x) if (is.list(texts)) length(x) else nchar(x, "chars"), 0L)
  long <- which(spans$span$end > size[spans$span$document])
  if (length(long)) {
    place <- spans$span[long, ]
    where <- sprintf("%s, %s to %s", id_text(spans$documents[place$document]), place$start, place$end)
    abort_accord(
      "outside_text",
      c(
        "A span must end within its text.",
        x = "{length(long)} span{?s} {?does/do} not: {first_few(where)}.",
        i = "Positions are {if (is.list(texts)) 'tokens, the elements of' else 'characters of'} {.arg texts}."
      ),
      rows = long
    )
  }
  found
}

# Returns a line per token with a tag for each annotator; documents begin with a line `-DOCSTART-`.
bio_of_spans <- function(spans, texts, tokens) {
  check_no_overlap(spans, NULL, "A tag of a token")
  n <- length(spans$annotators)
  if (nrow(spans$seen) < n * length(spans$documents)) {
    abort_accord(
      "unbalanced",
      c(
        "A file of tokens has a tag of every annotator for every token.",
        x = "{n * length(spans$documents) - nrow(spans$seen)} of {n * length(spans$documents)} pairs of document and \\
             annotator are missing, of documents that an annotator did not see.",
        i = "Write a file for each annotator."
      )
    )
  }
  rows <- split(seq_along(spans$span$document), factor(spans$span$document, seq_along(spans$documents)))
  start <- paste(c("-DOCSTART-", rep("O", n)), collapse = "\t")
  unlist(Map(function(text, rows) {
    span <- spans$span[rows, ]
    token <- if (tokens) {
      list(start = seq_along(text) - 1, end = seq_along(text), word = text, breaks = logical(length(text)))
    } else {
      tokens_of_text(text, span)
    }
    tags <- lapply(seq_len(n), function(a) bio_tags(token, span[span$annotator == a, ], spans$labels))
    lines <- do.call(paste, c(list(token$word), tags, sep = "\t"))
    # A blank line ends a sentence.
    c(start, "", paste0(ifelse(token$breaks, "\n", ""), lines), "")
  }, texts, rows), use.names = FALSE)
}

# Tokens are words, numbers and single other characters, also cut where a span begins or ends, so that every span can be
# written; `breaks`: whether a line of the text begins there, outside of spans.
tokens_of_text <- function(text, span) {
  found <- gregexpr("[\\p{L}\\p{M}\\p{N}_]+|[^\\s\\p{L}\\p{M}\\p{N}_]", text, perl = TRUE)[[1]]
  if (found[1] < 0) {
    return(list(start = numeric(), end = numeric(), word = character(), breaks = logical()))
  }
  start <- as.vector(found) - 1
  end <- start + attr(found, "match.length")
  cuts <- unique(c(span$start, span$end))
  at <- findInterval(cuts, start, left.open = TRUE)
  cuts <- cuts[at > 0 & cuts < c(0, end)[at + 1]]
  start <- sort(c(start, cuts))
  end <- sort(c(end, cuts))
  line <- findInterval(start, gregexpr("\n", text, fixed = TRUE)[[1]])
  inside <- findInterval(start, sort(span$start), left.open = TRUE) > findInterval(start, sort(span$end))
  list(
    start = start, end = end, word = substring(text, start + 1, end),
    breaks = c(FALSE, diff(line) > 0) & !inside
  )
}

bio_tags <- function(token, span, labels) {
  span <- span[order(span$start), ]
  tag <- rep("O", length(token$start))
  of <- findInterval(token$start, span$start)
  own <- of > 0 & token$end <= c(0, span$end)[of + 1]
  first <- own & !duplicated(of)
  if (sum(first) < nrow(span)) {
    abort_accord(
      "bad_span",
      c(
        "A span must cover a token.",
        x = "{nrow(span) - sum(first)} span{?s} {?covers/cover} blanks only, and cannot be written as tags."
      )
    )
  }
  tag[own] <- paste0(ifelse(first[own], "B-", "I-"), labels[span$label[of[own]]])
  tag
}

# A task for each document, whose pre-annotations are those of the annotators. Label Studio counts in UTF-16 units.
tasks_of_spans <- function(spans, texts) {
  text <- vapply(texts, function(x) if (length(x) == 1) x else NA_character_, "")
  id <- id_text(spans$documents)
  numbers <- all(grepl("^(0|[1-9][0-9]{0,14})$", id))
  if (!numbers) {
    inform_accord("task_ids", c(
      "The ids of tasks of Label Studio are numbers, which those of the documents are not.",
      i = "Tasks are numbered in the order of the documents, whose ids are in the field {.field document} of the data."
    ))
  }
  span <- spans$span
  units <- lapply(texts, function(x) c(0, cumsum(1 + (utf8ToInt(x) > 0xFFFF))))
  unit <- function(place) unlist(Map(function(d, p) units[[d]][p + 1], span$document, place))
  value <- sprintf(
    "{\"start\": %d, \"end\": %d, \"text\": %s, \"labels\": [%s]}", as.integer(unit(span$start)),
    as.integer(unit(span$end)), json_values(substring(text[span$document], span$start + 1, span$end)),
    json_values(spans$labels[span$label])
  )
  region <- sprintf(
    "{\"id\": \"s%d\", \"from_name\": \"label\", \"to_name\": \"text\", \"type\": \"labels\", \"value\": %s}",
    seq_len(nrow(span)), value
  )
  seen <- spans$seen
  of <- vctrs::vec_match(span[c("document", "annotator")], seen)
  regions <- vapply(split(region, factor(of, seq_len(nrow(seen)))), paste, "", collapse = ",\n    ")
  made <- sprintf(
    "{\"model_version\": %s, \"result\": [%s]}", json_values(id_text(spans$annotators)[seen$annotator]), regions
  )
  made <- vapply(split(made, factor(seen$document, seq_along(id))), paste, "", collapse = ",\n   ")
  task <- sprintf(
    "  {\"id\": %s, \"data\": {\"text\": %s, \"document\": %s}, \"predictions\": [%s]}",
    if (numbers) id else seq_along(id), json_values(text), json_values(id), made
  )
  c("[", paste0(task, c(rep(",", length(task) - 1), "")), "]")
}
