# Files of the tools with a format of their own (Prodigy, doccano, Label Studio, INCEpTION, archives of them), and
# what must hold of their spans and lines.

TOOL_TEXT <- c("Ruth saw Naomi", "\u00e9t\u00e9 \U0001f600 fin", "a", "two  blanks", "say \\\"so\\\"", "x,y;z")

# Two different places in a text of JSON, in characters.
random_places <- function(text) {
  n <- nchar(gsub("\\\"", "\"", text, fixed = TRUE))
  at <- sort(sample.int(n + 1L, 2)) - 1L
  if (stats::runif(1) < 0.1) at <- at + pick(c(-1L, 50L))
  at
}

json_spans <- function(text, shape) {
  vapply(seq_len(pick(0:3)), function(i) {
    at <- random_places(text)
    sprintf(shape, at[1], at[2], pick(c("PER", "LOC", "=x")))
  }, "")
}

prodigy_text <- function() {
  lines <- vapply(seq_len(pick(1:6)), function(i) {
    text <- pick(TOOL_TEXT)
    spans <- paste(json_spans(text, "{\"start\": %d, \"end\": %d, \"label\": \"%s\"}"), collapse = ", ")
    sprintf(
      "{\"text\": \"%s\", \"_input_hash\": %d, \"answer\": \"%s\", \"_session_id\": \"w%d\", %s}",
      text, i, pick(c("accept", "reject", "ignore")), pick(1:3),
      pick(c(sprintf("\"spans\": [%s]", spans), "\"label\": \"good\"", "\"accept\": [\"a\", \"b\"]"))
    )
  }, "")
  paste0(c(lines, ""), collapse = "\n")
}

# Tasks of several pages, each with its own kind of answer.
prodigy_pages_text <- function() {
  lines <- vapply(seq_len(pick(1:4)), function(i) {
    pages <- vapply(seq_len(pick(0:3)), function(j) {
      text <- pick(TOOL_TEXT)
      spans <- paste(json_spans(text, "{\"start\": %d, \"end\": %d, \"label\": \"%s\"}"), collapse = ", ")
      sprintf(
        "{\"text\": \"%s\", %s}", text, pick(c(
          sprintf("\"view_id\": \"ner_manual\", \"spans\": [%s]", spans), "\"_input_hash\": 7, \"label\": \"good\"",
          "\"view_id\": \"choice\", \"options\": [], \"accept\": [\"a\"]"
        ))
      )
    }, "")
    sprintf(
      "{%s\"pages\": [%s], \"answer\": \"%s\", \"_session_id\": \"w%d\"}",
      pick(c("", sprintf("\"_input_hash\": %d, ", i))), paste(pages, collapse = ", "), pick(c("accept", "ignore")),
      pick(1:3)
    )
  }, "")
  paste0(c(lines, ""), collapse = "\n")
}

bio_text <- function() {
  tags <- sample(c("O", "O", "B-PER", "I-PER", "I-LOC", "E-LOC", "S-X", "B", "", "-DOCSTART-", "odd"), pick(2:12), TRUE)
  words <- sample(c("Ruth", "\u00e9t\u00e9", "\U0001f600", "-", "#"), length(tags), TRUE)
  separator <- pick(c(" ", "\t", " NN "))
  lines <- ifelse(tags %in% c("", "-DOCSTART-"), tags, paste0(words, separator, tags))
  paste0(c(paste0("Naomi", separator, "B-PER"), lines, ""), collapse = "\n")
}

doccano_text <- function() {
  spans <- pick(c(TRUE, FALSE))
  lines <- vapply(seq_len(pick(1:6)), function(i) {
    text <- pick(TOOL_TEXT)
    label <- if (spans) json_spans(text, "[%d, %d, \"%s\"]") else sprintf("\"%s\"", sample(c("pos", "neg"), pick(0:2)))
    sprintf("{\"id\": %d, \"text\": \"%s\", \"label\": [%s]}", i, text, paste(label, collapse = ", "))
  }, "")
  paste0(c(lines, ""), collapse = "\n")
}

studio_text <- function() {
  region <- paste0(
    "{\"id\": \"r%d\", \"from_name\": \"ner\", \"to_name\": \"text\", \"type\": \"labels\", ",
    "\"value\": {\"start\": %s, \"end\": %s, \"labels\": [\"%s\"]}}"
  )
  choice <- "{\"from_name\": \"tone\", \"to_name\": \"text\", \"type\": \"choices\", \"value\": {\"choices\": [\"x\"]}}"
  on_page <- function(result) {
    index <- vapply(result, function(one) pick(c("0", "1", "2", "null")), "")
    sprintf("{\"item_index\": %s, %s", index, sub("^[{]", "", result))
  }
  tasks <- vapply(seq_len(pick(1:4)), function(i) {
    text <- pick(TOOL_TEXT)
    paged <- pick(c(TRUE, FALSE, FALSE))
    annotations <- vapply(seq_len(pick(0:2)), function(j) {
      at <- random_places(text)
      result <- sample(c(sprintf(region, j, at[1], at[2], "PER"), choice), pick(0:2))
      if (paged && length(result)) result <- on_page(result)
      sprintf("{\"id\": %d, \"completed_by\": %d, \"result\": [%s]}", 10 * i + j, j, paste(result, collapse = ", "))
    }, "")
    sprintf(
      "{\"id\": %d, \"data\": {\"text\": \"%s\"}, \"annotations\": [%s]}", i, text, paste(annotations, collapse = ",\n")
    )
  }, "")
  paste0("[", paste(tasks, collapse = ",\n"), "]\n")
}

webanno_text <- function() {
  words <- sample(c("Ruth", "saw", "\u00e9t\u00e9", "\U0001f600", "x.", "1-1"), pick(1:6), TRUE)
  size <- ifelse(words == "\U0001f600", 2L, nchar(words))
  start <- cumsum(c(0L, size + 1L))[seq_along(words)]
  cell <- sample(c("_", "_", "PER", "PER[1]", "LOC[2]", "*[3]", "PER[4]|LOC[5]", "a\\|b"), length(words), TRUE)
  tokens <- sprintf("1-%d\t%d-%d\t%s\t%s\t", seq_along(words), start, start + size, words, cell)
  paste0(
    c(
      "#FORMAT=WebAnno TSV 3.3", "#T_SP=x.NE|value", "", "", paste0("#Text=", paste(words, collapse = " ")), tokens, ""
    ),
    collapse = "\n"
  )
}

# Spans must be within their text, and their own text must be the text there.
check_spans <- function(data) {
  spans <- data[!is.na(data$start), ]
  bad <- is.na(spans$end) | spans$start < 0 | spans$end < spans$start | !is.na(spans$length) & spans$end > spans$length
  covered <- !is.na(spans$text) & !bad
  size <- nchar(spans$text, allowNA = TRUE) != spans$end - spans$start
  c(
    if (any(bad)) sprintf("wrong: span %s-%s of %s", spans$start[bad][1], spans$end[bad][1], spans$length[bad][1]),
    if (any(size[covered], na.rm = TRUE)) paste("wrong: text of a span is", deparse(spans$text[covered & size][1]))
  )
}

# A document must have the tokens of its lines, and spans must have their words.
check_bio <- function(data, bytes) {
  if (any(bytes == 0) || is_utf16(bytes)) return(NULL)
  text <- sub("^(\xef\xbb\xbf)+", "", text_of(bytes), useBytes = TRUE)
  lines <- strsplit(text, "\r\n?|\n", useBytes = TRUE)[[1]]
  Encoding(lines) <- "UTF-8"
  lines <- sub("^\ufeff+", "", lines[validUTF8(lines)])
  lines <- lines[grepl("[^ \t\r\n]", lines) & !grepl("^[ \t]*(-DOCSTART-|#)", lines)]
  spans <- data[!is.na(data$start), ]
  n_words <- 1 + nchar(gsub("[^ ]", "", spans$text)) # one may be blank
  tokens <- sum(data$length[!duplicated(data$item)])
  c(
    if (any(spans$start < 0 | spans$end > spans$length | spans$end <= spans$start)) "wrong: a span outside",
    if (any(n_words < spans$end - spans$start & !grepl("NA", spans$text))) "wrong: words of a span",
    if (tokens < length(lines)) sprintf("lost: %d lines of tokens, %d tokens", length(lines), tokens)
  )
}

# Each nonblank line must be in a row or a problem; `shown` are lines for which no row is expected.
check_lines <- function(data, bytes) {
  if (any(bytes == 0) || is_utf16(bytes)) return(NULL)
  text <- gsub("\r\n?", "\n", text_of(bytes), useBytes = TRUE)
  if (jsonlite::validate(text)) return(NULL) # one record, of several lines
  filled <- grep("[!-~]", strsplit(text, "\n", useBytes = TRUE)[[1]], useBytes = TRUE)
  lost <- setdiff(filled, c(data$line, problems(data)$row))
  if (length(lost)) sprintf("lost: line %d of %d", lost[1], length(filled))
}

check_prodigy <- function(data, bytes) c(check_spans(data), check_lines(data, bytes))

check_studio <- function(data, bytes) {
  found <- check_spans(data)
  if (any(bytes == 0)) return(found)
  text <- text_of(bytes)
  Encoding(text) <- "UTF-8"
  if (!validUTF8(text)) return(found)
  tasks <- tryCatch(jsonlite::parse_json(text), error = function(cnd) NULL, warning = function(cnd) NULL)
  if (is.null(tasks) || !is.null(names(tasks))) return(found)
  tasks <- Filter(is.list, tasks)
  n <- sum(vapply(tasks, function(task) length(task[["annotations"]]), 0L))
  rows <- nrow(unique(data.frame(sub("_.*", "", data$item), data$annotation)))
  # An annotator without marks on a page has a row for it, so that the annotators of a task have the same pages.
  pages <- unique(data[c("item", "annotation")])
  pages <- pages[grepl("_", pages$item), ]
  ids <- if (!nrow(problems(data))) unlist(lapply(tasks, `[[`, "id"))
  if (nrow(pages) && length(ids) && !anyDuplicated(ids) && all(lengths(lapply(tasks, `[[`, "id")) == 1)) {
    n_pages <- table(sub("_.*", "", pages$item), pages$annotation)
    uneven <- apply(n_pages, 1, function(x) length(unique(x[x > 0])) > 1)
    if (any(uneven)) found <- c(found, "wrong: annotators of a task have different pages")
  }
  c(found, if (rows + nrow(problems(data)) < n) sprintf("lost: %d annotations, %d in rows", n, rows))
}

# An archive with one file, as the tool exports it.
zipped <- function(name, bytes) zip_bytes(rlang::set_names(list(bytes), name))
