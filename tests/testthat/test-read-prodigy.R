skip_if_not_installed("jsonlite")

decision <- function(hash, answer, ..., who = "ann", text = "Ruth saw Naomi") {
  more <- c(...)
  paste0(
    '{"text": "', text, '", "_input_hash": ', hash, ', "answer": "', answer, '", "_session_id": "', who, '"',
    if (length(more)) paste0(", ", paste(more, collapse = ", ")), "}"
  )
}
decisions <- function(...) file.path(folder_with(d.jsonl = c(...)), "d.jsonl")
span <- function(start, end, label) sprintf('{"start": %s, "end": %s, "label": "%s"}', start, end, label)
spans <- function(...) sprintf('"spans": [%s]', paste(c(...), collapse = ", "))

test_that("the files of the tool's own recipes are read", {
  file <- export_path("prodigy", "news_ner.jsonl")
  lines <- readLines(file, encoding = "UTF-8")
  x <- read_prodigy(file)
  n <- count_of('"token_start"', lines)
  expect_true(all(grepl('"answer":"accept"', lines, fixed = TRUE)))
  expect_equal(sum(!is.na(x$start)), sum(n))
  expect_equal(sum(is.na(x$label)), sum(n == 0))
  expect_equal(x$text[1:2], c("Uber", "Silicon Valley"))
  expect_equal(x$line, rep(seq_along(lines), pmax(n, 1)))

  file <- export_path("prodigy", "pydata_ams_choice.jsonl")
  lines <- readLines(file, encoding = "UTF-8")
  expect_message(y <- read_prodigy(file), "5 ignore decisions", class = "accord_message_answers")
  expect_equal(sum(grepl('"answer":"ignore"', lines, fixed = TRUE)), 5)
  for (answer in c("accept", "reject")) {
    expect_equal(sum(y$label == answer), sum(grepl(sprintf('"answer":"%s"', answer), lines, fixed = TRUE)))
  }
  expect_equal(
    length(unique(y$annotator)), length(unique(sub('.*"_annotator_id":"([^"]*)".*', "\\1", lines)))
  )
  expect_equal(unique(y$question), "new-dataset")
})

test_that("whole files are read, where they are there", {
  folder <- file.path(Sys.getenv("ACCORD_EXPORTS", "nowhere"), "prodigy")
  skip_if_not(dir.exists(folder), "the files are not there")
  for (file in list.files(folder, full.names = TRUE)) {
    lines <- readLines(file, encoding = "UTF-8")
    x <- read_prodigy(file, answers = c("accept", "reject", "ignore"))
    of_spans <- grepl("ner", basename(file))
    expect_equal(nrow(x), if (of_spans) sum(pmax(count_of('"token_start"', lines), 1)) else length(lines))
    expect_equal(length(unique(x$item)), length(unique(sub('.*"_input_hash":(-?[0-9]+).*', "\\1", lines))))
  }
})

test_that("choices are labels or sets", {
  options <- '"options": [{"id": "a"}, {"id": "b"}], "_view_id": "choice"'
  one <- decisions(
    decision(1, "accept", options, '"accept": ["a"]'), decision(
      1, "accept", options, '"accept": ["b"]', who = "bob"
    )
  )
  x <- read_prodigy(one)
  expect_equal(x$label, c("a", "b"))
  expect_equal(x$annotator, c("ann", "bob"))
  expect_equal(x$question, c(NA_character_, NA))
  more <- decisions(
    decision(1, "accept", options, '"accept": ["a", "b"]'), decision(2, "accept", options, '"accept": []')
  )
  expect_equal(read_prodigy(more)$label, list(c("a", "b"), character()))
})

test_that("a decision without spans counts, and ignored ones are told", {
  path <- decisions(
    decision(1, "accept", spans(span(0, 4, "PER"), span(9, 14, "PER"))), decision(2, "accept", spans()),
    decision(3, "reject", spans()), decision(4, "ignore", spans()), decision(
      5, "accept", '"_view_id": "ner_manual"'
    )
  )
  expect_message(x <- read_prodigy(path), "1 ignore and 1 reject decisions")
  expect_equal(x$item, c("1", "1", "2", "5"))
  expect_equal(x$label, c("PER", "PER", NA, NA))
  expect_equal(x$text[2], "Naomi")
  expect_equal(x$length, rep(14L, 4))
  expect_equal(nrow(read_prodigy(path, answers = "accept") |> suppressMessages()), 4)
  expect_fault(
    read_prodigy(path, answers = "yes"), "argument",
    "NULL.*\"accept\", \"reject\", and \"ignore\".*1 value is none of these: \"yes\"", argument = "answers"
  )
  expect_fault(read_prodigy(path, answers = c("yes", "accept", "no")), "argument", "2 values are none of these")
  expect_fault(read_prodigy(path, answers = TRUE), "argument", "It is `TRUE`")
})

test_that("relations lead from span to span", {
  relation <- '"relations": [{"head": 0, "child": 2, "label": "likes", "head_span": {"start": 0, "end": 4}, "child_span": {"start": 9, "end": 14}}]' # nolint: line_length_linter.
  x <- read_prodigy(decisions(decision(1, "accept", spans(span(0, 4, "PER")), relation)))
  expect_equal(x$label, c("PER", "likes"))
  expect_equal(x$from, c(NA, "0-4"))
  expect_equal(x$to, c(NA, "9-14"))
})

test_that("who marked nothing but bad spans saw the text", {
  path <- decisions(decision(1, "accept", spans(span(4, 0, "X"), span(3, 99, "X"))))
  expect_warning(x <- read_prodigy(path), "counts as seen", class = "accord_warning_problems")
  expect_equal(c(x$start, x$end, x$label), rep(NA_character_, 3))
  expect_equal(nchar(x$text), x$length)
  expect_equal(nrow(as_spans(x)$seen), 1L)
})

test_that("what cannot be read is listed with its line", {
  path <- decisions(
    decision(1, "accept", spans(span(0, 4, "PER"), span(4, 0, "X"), span(3, 99, "X"))), "{bad", "[1, 2]",
    '{"text": "t", "_input_hash": 2, "spans": []}', decision(1, "accept", spans())
  )
  expect_warning(x <- read_prodigy(path), "6 problems", class = "accord_warning_problems")
  expect_equal(problems(x)$row, c(1L, 1L, 2L, 3L, 4L, 5L))
  expect_equal(x$label, c("PER", NA))
})

test_that("a file with nothing to read, and one of another tool, are errors", {
  expect_fault(read_prodigy(decisions("{bad")), "not_a_table", "cannot be read as a table")
  expect_fault(read_prodigy(file.path(folder_with(a.jsonl = raw()), "a.jsonl")), "empty_file")
  expect_fault(
    read_prodigy(export_path("label-studio", "csv_test.json")), "other_format", "read_label_studio"
  )
})

test_that("an answer that Prodigy does not know is listed, and is no decision", {
  file <- decisions(
    decision(1, "act", spans(span(0, 4, "P"), span(5, 8, "P"))), decision(2, "accept", spans(span(0, 4, "P")))
  )
  for (answers in list(NULL, "accept", c("accept", "reject", "ignore"))) {
    expect_warning(found <- read_prodigy(file, answers), "answer is \"act\"")
    expect_identical(found$item, "2")
    expect_identical(problems(found)$row, 1L)
  }
})

test_that("what stands in place of a span is listed", {
  spans <- '"spans": [7, {"start": 0, "end": 3, "label": "X"}, null]'
  file <- decisions(decision(1, "accept", spans, '"_view_id": "ner"'))
  expect_warning(x <- read_prodigy(file), class = "accord_warning_problems")
  expect_equal(x$label, "X")
  expect_equal(problems(x)$problem, "2 of the spans and relations are not json objects; left out.")
})

test_that("spans of sounds are in seconds", {
  sound <- '{"audio": "a.wav", "text": "a.wav", "_input_hash": 1, "answer": "accept", "_view_id": "audio_manual"'
  line <- function(more) paste0(sound, more, "}")
  x <- read_prodigy(decisions(
    line(', "audio_spans": [{"start": 2.5, "end": 50.25, "label": "A"}]'),
    line(', "audio_spans": [], "_session_id": "b"')
  ))
  expect_equal(x$label, c("A", NA))
  expect_equal(x$start, c(2.5, NA))
  expect_equal(x$end, c(50.25, NA))
  expect_equal(x$length, c(NA_integer_, NA))
})

test_that("what was written is a label, or listed", {
  x <- read_prodigy(decisions(decision(1, "accept", '"user_input": "a name"')))
  expect_equal(x$label, "a name")
  expect_true(is.na(x$question))
  both <- decisions(decision(1, "accept", '"user_input": "a name"', '"label": "PER"'))
  expect_warning(y <- read_prodigy(both), "not read if there are other labels", class = "accord_warning_problems")
  expect_equal(y$label, "accept")
})

test_that("decisions without hashes are Prodigy's, not doccano's", {
  line <- sprintf('{"text": "Ruth slept", "label": "CALM", "answer": "%s"}', c("accept", "reject"))
  path <- c(ann = decisions(line[1]), bob = decisions(line[2]))
  x <- read_prodigy(path)
  expect_equal(x$item, rep("Ruth slept", 2))
  expect_equal(x$label, c("accept", "reject"))
})

test_that("spans beside a choice in blocks are listed", {
  lines <- paste0(
    '{"text": "Ruth slept", "_input_hash": 1, "spans": [{"start": 0, "end": 4, "label": "PER"}], "options": [], ',
    '"accept": ["a"], "answer": "accept", "_view_id": "blocks", "_session_id": "ann"}'
  )
  expect_warning(x <- read_prodigy(folder_with(a.jsonl = lines)), class = "accord_warning_problems")
  expect_equal(x$label, "a")
  expect_equal(problems(x)$column, "spans")
  expect_match(problems(x)$problem, "not read")
})

pages <- function(hash, who, ..., answer = "accept") {
  sprintf(
    '{"pages": [%s], "_input_hash": %s, "_task_hash": 9, "answer": "%s", "_view_id": "pages", "_session_id": "%s"}',
    paste(c(...), collapse = ", "), hash, answer, who
  )
}
page <- function(text, ..., view = "ner_manual") {
  sprintf('{"text": "%s", "view_id": "%s", %s}', text, view, paste(c(...), collapse = ", "))
}

test_that("each page of a task is an item, also one on which nothing is marked", {
  path <- decisions(
    pages(2, "ann", page("Ruth saw", spans(span(0, 4, "PER"))), page("Boaz slept", spans())),
    pages(2, "bob", page("Ruth saw", spans()), page("Boaz slept", spans(span(0, 4, "PER"), span(5, 10, "ACT")))),
    pages(3, "bob", page("Naomi", spans()), answer = "reject")
  )
  expect_message(x <- read_prodigy(path), "1 reject", class = "accord_message_answers")
  expect_equal(x$item, c("2_1", "2_2", "2_1", "2_2", "2_2"))
  expect_equal(x$annotator, rep(c("ann", "bob"), c(2, 3)))
  expect_equal(x$label, c("PER", NA, NA, "PER", "ACT"))
  expect_equal(x$text, c("Ruth", "Boaz slept", "Ruth saw", "Boaz", "slept"))
  expect_equal(x$line, c(1, 1, 2, 2, 2))
  expect_equal(x$task, rep("9", 5))
  expect_equal(nrow(problems(x)), 0L)
  expect_output(print(as_spans(x)), "<spans> 3 spans in 2 documents by 2 annotators")
})

test_that("a page has its own hash, view and choice, and what is beside the pages is listed", {
  choice <- page("Ruth", '"options": [{"id": "a"}], "accept": ["a"], "_input_hash": 7', view = "choice")
  both <- page("Boaz", '"options": [{"id": "a"}], "accept": ["a", "b"]', view = "choice")
  line <- pages(2, "ann", choice, '"x"', both)
  line <- sub("{", '{"spans": [], ', line, fixed = TRUE)
  expect_warning(x <- read_prodigy(decisions(line, pages(4, "ann"))), class = "accord_warning_problems")
  expect_equal(x$item, c("7", "2_2"))
  expect_equal(x$view, c("choice", "choice"))
  expect_equal(x$label, list("a", c("a", "b")))
  expect_match(problems(x)$problem, "1 of the pages is not|has no page|outside the pages are not read", all = TRUE)
  expect_equal(sort(problems(x)$row), c(1, 1, 2))
})

test_that("the name of an element of path is the annotator, whatever the session is called", {
  line <- '{"text": "a", "_input_hash": 1, "label": "X", "answer": "accept", "_session_id": "db-1"}'
  file <- file.path(folder_with(a.jsonl = line), "a.jsonl")
  expect_equal(read_prodigy(c(ann = file))$annotator, "ann")
  expect_equal(read_prodigy(file)$annotator, "db-1")
})

test_that("a review in which nothing was marked is of spans", {
  path <- folder_with(a.jsonl = paste0(
    '{"text": "Nobody", "_input_hash": 1, "_view_id": "review", "view_id": "ner_manual", "answer": "accept", ',
    '"_session_id": "rev", "versions": [{"text": "Nobody", "spans": [], "sessions": ["ann"]}]}'
  ))
  expect_message(x <- read_prodigy(path), "1 decision is of a review")
  expect_identical(x$label, NA_character_)
  expect_identical(x$annotator, "rev")
})

test_that("the versions of a review are the decisions of those who made them", {
  version <- function(spans, who) {
    sprintf('{"text": "Ruth", "_session_id": "x", "answer": "accept", "spans": [%s], "sessions": [%s]}', spans, who)
  }
  name <- '{"start": 0, "end": 4, "label": "PER"}'
  path <- folder_with(a.jsonl = c(
    sprintf(
      paste0(
        '{"text": "Ruth", "_input_hash": 1, "_view_id": "review", "view_id": "ner_manual", "answer": "accept", ',
        '"_session_id": null, "spans": [%s], "versions": [%s, %s]}'
      ), name, version(name, '"ann", "bob"'), version("", '"eve"')
    ),
    '{"text": "Leo", "_input_hash": 2, "_view_id": "ner_manual", "_session_id": "ann", "answer": "accept"}'
  ))
  x <- read_prodigy(c(someone = path), versions = TRUE)
  expect_identical(x$annotator, c("ann", "bob", "eve", "ann"))
  expect_identical(x$item, c("1", "1", "1", "2"))
  expect_identical(x$label, c("PER", "PER", NA, NA))
  expect_identical(x$view, rep("ner_manual", 4))
  # The question is yes or no, and each answer is a version.
  path <- folder_with(a.jsonl = paste0(
    '{"text": "Ruth", "label": "CALM", "_input_hash": 1, "_view_id": "review", "view_id": "classification", ',
    '"answer": "accept", "_annotator_id": "rev", "versions": [{"answer": "reject", "_session_id": "ann"}, ',
    '{"answer": "accept", "sessions": ["bob"]}, 7]}'
  ))
  expect_warning(x <- read_prodigy(path, versions = TRUE), "1 of the versions is not a json object")
  expect_identical(x$annotator, c("ann", "bob"))
  expect_identical(x$label, c("reject", "accept"))
  expect_identical(x$question, c("CALM", "CALM"))
  expect_fault(read_prodigy(path, versions = NA), "argument", argument = "versions")
})

test_that("who typed nothing has no label, and the task may name the field of the text", {
  line <- '{"text": "Ruth", "_input_hash": %d, "_view_id": "text_input", %s "answer": "accept", "_session_id": "ann"}'
  fields <- c('"user_input": "she",', '"user_input": "",', "", '"field_id": "gloss", "gloss": "friend",')
  x <- read_prodigy(folder_with(ann.jsonl = sprintf(line, 1:4, fields)))
  expect_equal(x$label, c("she", NA, NA, "friend"))
})

test_that("spans of a text without offsets are listed, those of a picture are not", {
  line <- function(more, spans) {
    sprintf('{%s, "spans": [%s], "answer": "accept", "_annotator_id": "ann"}', more, spans)
  }
  box <- '{"points": [[1, 2], [3, 4]], "label": "BOX"}'
  folder <- folder_with(
    text.jsonl = c(
      line('"text": "Ruth saw", "_input_hash": 1', '{"start": 0, "end": 4, "label": "PER"}, {"label": "LOC"}'),
      line('"text": "Ruth saw", "_input_hash": 2', '{"start": null, "end": null, "label": "LOC"}')
    ),
    image.jsonl = line('"image": "a.png", "text": "A field", "_input_hash": 3', box)
  )
  expect_warning(found <- read_prodigy(file.path(folder, "text.jsonl")), class = "accord_warning_problems")
  expect_identical(found$label, c("PER", NA))
  expect_match(problems(found)$problem, "has no whole numbers as offsets; left out")
  expect_no_warning(found <- read_prodigy(file.path(folder, "image.jsonl")))
  expect_identical(found$label, "BOX")
})
