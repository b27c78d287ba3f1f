skip_if_not_installed("jsonlite")

test_that("classification is a row per text", {
  folder <- folder_with(
    ann.jsonl = c(
      '{"id": 1, "text": "Ruth slept", "label": ["pos"], "Comments": []}',
      '{"id": 2, "text": "No", "label": ["neg"]}'
    ),
    bob.jsonl = '{"id": 1, "text": "Ruth slept", "label": ["neg"]}'
  )
  x <- read_doccano(folder)
  expect_equal(x$item, c("1", "2", "1"))
  expect_equal(x$annotator, c("ann", "ann", "bob"))
  expect_equal(x$label, c("pos", "neg", "neg"))
  expect_true(all(is.na(x$start)))
  sets <- read_doccano(
    folder_with(
      ann.jsonl = c('{"id": 1, "text": "t", "label": ["a", "b"]}', '{"id": 2, "text": "t", "label": []}')
    )
  )
  expect_equal(sets$label, list(c("a", "b"), character()))
})

test_that("texts that a member did not come to are not texts without labels, if that is said", {
  text <- c('{"id": 1, "text": "Ruth slept", "label": %s}', '{"id": 2, "text": "No", "label": []}')
  folder <- folder_with(
    admin.jsonl = sprintf(text, "[]"), ann.jsonl = sprintf(text, '[[0, 4, "PER"]]'),
    bob.jsonl = sprintf(text, '[[0, 4, "PER"]]')
  )
  cnd <- expect_message(x <- read_doccano(folder), "admin.*empty = \"unseen\"", class = "accord_message_idle")
  expect_identical(cnd$annotators, "admin")
  expect_identical(nrow(x), 6L)
  expect_no_message(y <- read_doccano(folder, empty = "unseen"))
  expect_identical(y$annotator, c("ann", "bob"))
  expect_identical(y$label, c("PER", "PER"))
  expect_fault(read_doccano(folder, empty = NA), "argument", argument = "empty")
  csv <- folder_with(ann.csv = c("id,text,label", "1,a,pos", "2,b,"))
  expect_identical(read_doccano(csv)$label, list("pos", character()))
  expect_identical(read_doccano(csv, empty = "unseen")$label, "pos")
  relation <- paste0(
    '{"id": 1, "text": "Ruth slept", "entities": [{"id": 1, "label": "P", "start_offset": 0, "end_offset": 4}, ',
    '{"id": 2, "label": "V", "start_offset": 5, "end_offset": 10}], ',
    '"relations": [{"id": 1, "from_id": 1, "to_id": 2, "type": "does"}]}'
  )
  expect_identical(nrow(read_doccano(folder_with(ann.jsonl = relation), empty = "unseen")), 3L)
})

test_that("spans and relations of both forms are rows", {
  folder <- folder_with(
    ann.jsonl = c(
      '{"id": 1, "text": "Ruth slept", "label": [[0, 4, "PER"], [5, 10, "VERB"]]}',
      '{"id": 2, "text": "No", "label": []}'
    ),
    bob.jsonl = paste0(
      '{"id": 1, "text": "Ruth slept", "entities": [{"id": 3, "label": "PER", "start_offset": 0, "end_offset": 4},',
      ' {"id": 4, "label": "VERB", "start_offset": 5, "end_offset": 10}],',
      ' "relations": [{"id": 9, "from_id": 3, "to_id": 4, "type": "agent"}]}'
    )
  )
  x <- read_doccano(folder)
  expect_equal(x$item, c("1", "1", "2", "1", "1", "1"))
  expect_equal(x$label, c("PER", "VERB", NA, "PER", "VERB", "agent"))
  expect_equal(x$start, c(0, 5, NA, 0, 5, NA))
  expect_equal(x$text, c("Ruth", "slept", "No", "Ruth", "slept", "Ruth slept"))
  expect_equal(x$from[6], "3")
  expect_equal(x$region[4:5], c("3", "4"))
  empty <- folder_with(ann.jsonl = '{"id": 1, "text": "No", "label": []}')
  expect_equal(read_doccano(empty, task = "spans")$label, NA_character_)
  expect_equal(read_doccano(empty, task = "classification")$label, list(character()))
  expect_fault(read_doccano(empty, task = "x"), "argument", argument = "task")
})

test_that("csv joins labels with #", {
  folder <- folder_with(ann.csv = c("id,text,label,Comments", "1,one,pos,", "2,two,pos#neg,", "3,three,,"))
  expect_equal(read_doccano(folder)$label, list("pos", c("pos", "neg"), character()))
})

test_that("a zip holds a file per annotator", {
  skip_if_quick()
  skip_without_zip()
  folder <- folder_with(
    ann.jsonl = '{"id": 1, "text": "Ruth", "label": [[0, 4, "PER"]]}',
    bob.jsonl = '{"id": 1, "text": "Ruth", "label": [[0, 9, "PER"]]}'
  )
  expect_warning(x <- read_doccano(zip_of(folder)), "lies outside the text of 4")
  expect_equal(basename(problems(x)$file), "bob.jsonl")
  # The span is left out; that bob saw the text is not.
  expect_equal(x$annotator, c("ann", "bob"))
  expect_equal(x$end, c(4, NA))
  expect_equal(x$text, c("Ruth", "Ruth"))
  unseen <- suppressWarnings(read_doccano(zip_of(folder), empty = "unseen"))
  expect_equal(unseen$annotator, c("ann", "bob"))
})

test_that("what cannot be read is listed with its line", {
  folder <- folder_with(ann.jsonl = c(
    "{bad", '{"text": "t", "label": ["a"]}', '{"id": 1, "text": "t", "label": ["a"]}',
    '{"id": 1, "text": "t", "label": ["b"]}'
  ))
  expect_warning(x <- read_doccano(folder), "3 problems")
  expect_equal(problems(x)$row, c(1L, 2L, 4L))
  expect_equal(x$label, c("a", "b"))
  expect_fault(read_doccano(export_path("prodigy", "news_ner.jsonl")), "other_format", "read_prodigy")
})

test_that("offsets beyond the integers of R are outside the text", {
  line <- '{"id": 1, "text": "Ruth slept", "label": [[0, 4, "PER"], [5, 59999999999990, "X"], [3e12, 4e12, "Y"]]}'
  expect_warning(found <- read_doccano(folder_with(ann.jsonl = line)), class = "accord_warning_problems")
  expect_identical(found$text, "Ruth")
  expect_identical(nrow(problems(found)), 2L)
})

test_that("a byte order mark before a line is no part of it", {
  lines <- c('{"id": 1, "text": "a", "label": ["x"]}', '\ufeff{"id": 2, "text": "b", "label": ["y"]}', '{"id": 3,')
  expect_warning(found <- read_doccano(folder_with(ann.jsonl = lines)), class = "accord_warning_problems")
  expect_identical(found$label, c("x", "y"))
  expect_identical(problems(found)$row, 3L)
})

test_that("a large csv is read in linear time, with what is empty", {
  read <- function(n) {
    lines <- c("id,text,label,note", "1,a,x#y,", "2,b,,n", paste0(3:n, ",c,x,n"))
    read_doccano(folder_with(ann.csv = lines))
  }
  found <- read(1000)
  expect_identical(found$label[1:3], list(c("x", "y"), character(), "x"))
  expect_identical(found$item[1000], "1000")
  expect_linear_time(read, 4000)
})

test_that("a csv without a row that can be used gives no rows, and says so", {
  expect_warning(
    x <- read_doccano(folder_with(ann.csv = c("id,label,note", strrep(",", 50)))),
    class = "accord_warning_problems"
  )
  expect_identical(nrow(x), 0L)
  expect_identical(problems(x)$problem, "A header and no rows.")
})

test_that("what stands in place of an entity is listed", {
  entity <- '{"id": 1, "label": "PER", "start_offset": 0, "end_offset": 4}'
  line <- sprintf('{"id": 1, "text": "Ruth slept", "entities": ["x", %s]}', entity)
  expect_warning(x <- read_doccano(folder_with(ann.jsonl = line)), class = "accord_warning_problems")
  expect_equal(x$label, "PER")
  expect_equal(problems(x)$problem, "1 of the entities and relations is not a json object; left out.")
})

test_that("the json of old versions has its annotators within", {
  x <- suppressWarnings(read_doccano(file.path(folder_with(all.json = c(
    '[{"id": 1, "text": "Ruth slept", "annotations": [',
    '{"label": 3, "start_offset": 0, "end_offset": 4, "user": 1}, {"label": 4, "start_offset": 5, "end_offset": 10,',
    '"user": 2}], "meta": {}}, {"id": 2, "text": "No", "annotations": []}]'
  )), "all.json")))
  expect_equal(x$annotator, c("1", "2"))
  expect_equal(x$label, c("3", "4"))
  expect_equal(x$text, c("Ruth", "slept"))
  expect_match(problems(x)$problem, "does not say who saw it")
  y <- read_doccano(folder_with(all.json = c(
    '[{"id": 1, "text": "a", "annotations": [{"label": 3, "user": 1}, {"label": 5, "user": 2}]}]'
  )))
  expect_equal(y$label, c("3", "5"))
  expect_equal(y$annotator, c("1", "2"))
})

test_that("records without a field of labels are no records without labels", {
  folder <- folder_with(ann.jsonl = c(
    '{"id": 1, "text": "t", "sentiment": ["pos"]}', '{"id": 2, "text": "t", "label": ["neg"]}',
    '{"id": 3, "text": "t", "bbox": [{"id": 1}]}'
  ))
  expect_warning(x <- read_doccano(folder), class = "accord_warning_problems")
  expect_equal(x$item, "2")
  expect_equal(problems(x)$row, c(1L, 3L))
  expect_match(problems(x)$problem, "none of the fields label, .*id, text, (sentiment|bbox); left out")
  csv <- folder_with(ann.csv = c("id,text,tone", "1,one,pos"))
  expect_warning(read_doccano(csv), "none of the fields")
})

test_that("entities may be arrays", {
  x <- read_doccano(folder_with(ann.jsonl = '{"id": 1, "text": "Ruth slept", "entities": [[0, 4, "P"]]}'))
  expect_equal(nrow(problems(x)), 0L)
  expect_equal(x$label, "P")
  expect_equal(c(x$start, x$end), c(0, 4))
  other <- folder_with(ann.jsonl = '{"id": 1, "text": "t", "entities": [7]}')
  expect_warning(read_doccano(other), class = "accord_warning_problems")
})

test_that("categories beside spans are told, and read on request", {
  flat <- '{"id": 1, "text": "Ruth slept", "cats": ["calm"], "entities": [[0, 4, "PER"]], "Comments": []}'
  nested <- '{"id": 1, "text": "Ruth slept", "label": {"cats": ["calm"], "entities": [[0, 4, "PER"]]}}'
  for (line in c(flat, nested)) {
    folder <- folder_with(ann.jsonl = line)
    expect_message(x <- read_doccano(folder), "categories of 1 text", class = "accord_message_answers")
    expect_equal(x$label, "PER")
    expect_equal(x$end, 4)
    y <- read_doccano(folder, task = "classification")
    expect_equal(y$label, "calm")
    expect_equal(nrow(problems(y)), 0L)
  }
})

test_that("images and sounds are named by their file", {
  x <- read_doccano(folder_with(
    ann.jsonl = '{"id": 1, "filename": "cat.jpg", "label": ["cat"], "Comments": []}',
    bob.jsonl = '{"id": 1, "filename": "cat.jpg", "label": ["dog"], "Comments": []}'
  ))
  expect_equal(x$label, c("cat", "dog"))
  expect_equal(x$text, c("cat.jpg", "cat.jpg"))
  expect_true(all(is.na(x$length)))
})

test_that("the empty file of an annotator who did nothing is listed where others have records", {
  folder <- folder_with(
    ann.jsonl = '{"id": 1, "text": "Ruth slept", "label": ["a"]}', bob.jsonl = "", eve.jsonl = raw()
  )
  expect_warning(x <- read_doccano(folder), class = "accord_warning_problems")
  expect_equal(x$annotator, "ann")
  expect_equal(basename(problems(x)$file), c("bob.jsonl", "eve.jsonl"))
  expect_match(problems(x)$problem, "no records")
})

test_that("texts without ids are items by their words", {
  texts <- c('{"text": "Ruth slept", "label": ["%s"]}', '{"text": "Leo ran", "label": ["%s"]}')
  x <- read_doccano(folder_with(ann.jsonl = sprintf(texts, "calm"), bob.jsonl = sprintf(texts, "wild")))
  expect_identical(x$item, rep(c("Ruth slept", "Leo ran"), 2))
  # If other texts have an id, a missing one is a problem.
  texts[1] <- sub("{", '{"id": 1, ', texts[1], fixed = TRUE)
  expect_warning(x <- read_doccano(folder_with(ann.jsonl = sprintf(texts, "calm"))), "no id or no text")
  expect_identical(x$item, "1")
})

test_that("annotators who labelled nothing are named, even if nobody labelled anything", {
  text <- c('{"id": 1, "text": "Ruth slept", "label": []}', '{"id": 2, "text": "No", "label": []}')
  for (folder in c(folder_with(ann.jsonl = text, bob.jsonl = text), folder_with(ann.jsonl = text))) {
    cnd <- expect_message(x <- read_doccano(folder), "empty = \"unseen\"", class = "accord_message_idle")
    expect_identical(cnd$annotators, sub(".jsonl", "", list.files(folder), fixed = TRUE))
    expect_identical(nrow(x), 2L * length(list.files(folder)))
  }
})

test_that("labels that are no spans are listed where others are", {
  lines <- c(
    '{"id": 1, "text": "Ruth", "label": [[0, 4, "PER"], "calm"]}',
    '{"id": 2, "text": "Naomi", "label": ["calm", "sad"]}',
    '{"id": 3, "text": "Boaz", "label": [[0, 4]]}', '{"id": 4, "text": "Obed", "label": []}'
  )
  path <- file.path(folder_with(ann.jsonl = lines), "ann.jsonl")
  expect_warning(found <- read_doccano(path), "3 problems", class = "accord_warning_problems")
  expect_identical(found$label, c("PER", NA, NA, NA))
  expect_identical(problems(found)$row, 1:3)
  expect_match(problems(found)$problem[1], "^1 label is no span; left out")
  expect_match(problems(found)$problem[2], "^2 labels are no spans; left out")
  # As classes they are used unchanged.
  expect_no_warning(read_doccano(file.path(folder_with(bob.jsonl = lines[c(2, 4)]), "bob.jsonl")))
})

test_that("whoever gave labels of which all are left out has seen the text", {
  folder <- tempfile()
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  write <- function(name, labels) {
    writeLines(sprintf('{"id": %d, "text": "Ruth slept", "label": %s}', 1:2, labels), file.path(folder, name))
  }
  write("ann.jsonl", "[[0, 4, \"PER\"]]")
  write("bob.jsonl", "[[0, 40, \"PER\"]]")
  write("cat.jsonl", "[\"PER\"]")
  write("dan.jsonl", "[]")
  of <- function(empty) as_spans(suppressMessages(suppressWarnings(read_doccano(folder, empty = empty))))
  expect_identical(of("seen")$annotators, c("ann", "bob", "cat", "dan"))
  expect_identical(of("unseen")$annotators, c("ann", "bob", "cat"))
  expect_identical(as_spans(of("unseen"), labels = "PER")$annotators, c("ann", "bob", "cat"))
})
