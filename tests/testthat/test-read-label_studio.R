skip_if_not_installed("jsonlite")

task <- function(id, ..., data = '{"text": "Ruth saw the field"}', more = "") {
  sprintf('{"id": %s, "data": %s, "annotations": [%s]%s}', id, data, paste(c(...), collapse = ", "), more)
}
annotation <- function(id, by, ..., more = "") {
  sprintf('{"id": %s, "completed_by": %s, "result": [%s]%s}', id, by, paste(c(...), collapse = ", "), more)
}
ner <- function(start, end, label, text = NULL, id = "r") {
  text <- if (is.null(text)) "" else sprintf(', "text": "%s"', text)
  sprintf(
    '{"id": "%s", "from_name": "ner", "to_name": "text", "type": "labels", "value": {"start": %s, "end": %s, "labels": [%s]%s}}', # nolint: line_length_linter.
    id, start, end, paste0('"', label, '"', collapse = ", "), text
  )
}
choice <- function(labels, name = "tone", type = "choices", key = type) {
  values <- if (type == "choices") sprintf("[%s]", paste0('"', labels, '"', collapse = ", ")) else labels
  sprintf(
    '{"from_name": "%s", "to_name": "text", "type": "%s", "value": {"%s": %s}}', name, type, key, values
  )
}
studio <- function(...) {
  file.path(folder_with(export.json = paste0("[", paste(c(...), collapse = ",\n"), "]")), "export.json")
}

test_that("the files of the tool's own tests are read", {
  one <- read_label_studio(export_path("label-studio", "csv_test.json"))
  text <- paste(readLines(export_path("label-studio", "csv_test.json"), warn = FALSE), collapse = "")
  # Every region of an annotation has an origin, those of predictions do not.
  expect_equal(nrow(one), count_of('"origin"', text))
  expect_equal(one$label, rep("Car", 3))
  expect_equal(one$item, c("1", "2", "2"))
  expect_equal(unique(one$annotator), "hakan@heartex.com")
  both <- read_label_studio(export_path("label-studio", "csv_test.json"), predictions = TRUE)
  expect_equal(sum(both$prediction), 2)
  expect_equal(unique(both$annotator[both$prediction]), "model 0")

  two <- read_label_studio(export_path("label-studio", "csv_test2.json"))
  expect_equal(two$label, "Yes \" \"\" \n \t \t \u0430 \u0431 \u0432 \n")
  three <- read_label_studio(export_path("label-studio", "json_min_data.json"))
  expect_equal(three[c("item", "annotator", "annotation", "control", "label")], tibble::tibble(
    item = "87", annotator = "1", annotation = "22", control = "label", label = "Airplane"
  ))
})

test_that("the csv that the tool made of its json says the same", {
  json <- read_label_studio(export_path("label-studio", "csv_test2.json"))
  csv <- read_label_studio(export_path("label-studio", "csv_test2_result.csv"), controls = character())
  same <- c("item", "annotator", "annotation", "lead_time")
  expect_equal(csv[same], json[same])
})

test_that("choices, sets, ratings, spans, relations and empty annotations are rows", {
  relation <- '{"type": "relation", "from_id": "a", "to_id": "b", "direction": "right", "labels": ["of"]}'
  path <- studio(
    task(1, annotation(7, 1, choice("good"), choice(4, "stars", "rating")), annotation(8, 2, choice("bad"))),
    task(
      2,
      annotation(9, 1, ner(0, 4, "PER", "Ruth", "a"), ner(9, 18, c("LOC", "NP"), "the field", "b"), relation)
    ),
    task(3, annotation(10, '{"id": 5, "email": "eve@x.org"}'))
  )
  x <- read_label_studio(path)
  expect_equal(x$item, c("1", "1", "1", "2", "2", "2", "2", "3"))
  expect_equal(x$label, c("good", "4", "bad", "PER", "LOC", "NP", "of", NA))
  expect_equal(x$control, c("tone", "stars", "tone", "ner", "ner", "ner", NA, NA))
  expect_equal(x$start, c(NA, NA, NA, 0, 9, 9, NA, NA))
  expect_equal(x$end, c(NA, NA, NA, 4, 18, 18, NA, NA))
  expect_equal(x$from[7], "a")
  expect_equal(x$to[7], "b")
  expect_equal(x$annotator[8], "eve@x.org")
  expect_equal(nrow(problems(x)), 0L)
  # A set makes the column one of sets.
  sets <- read_label_studio(
    studio(task(1, annotation(7, 1, choice(c("a", "b"))), annotation(8, 2, choice("a"))))
  )
  expect_equal(sets$label, list(c("a", "b"), "a"))
  # An annotator who marked other things than the requested ones saw the task.
  of_ner <- read_label_studio(path, controls = "ner")
  expect_equal(of_ner$item, c("1", "1", "2", "2", "2", "2", "3"))
  expect_equal(of_ner$control, c(NA, NA, "ner", "ner", "ner", NA, NA))
  expect_equal(of_ner$label, c(NA, NA, "PER", "LOC", "NP", "of", NA))
})

test_that("controls keep the relations of their regions", {
  relation <- function(from, to) {
    sprintf('{"type": "relation", "from_id": "%s", "to_id": "%s", "direction": "right", "labels": ["of"]}', from, to)
  }
  place <- sub('"ner"', '"place"', ner(9, 18, "LOC", id = "c"), fixed = TRUE)
  about <- sub("^[{]", '{"id": "c", ', choice("good"))
  path <- studio(task(1, annotation(
    7, 1, ner(0, 4, "PER", id = "a"), ner(5, 8, "ACT", id = "b"), place, about, relation("a", "b"), relation("a", "c")
  ), annotation(8, 2, ner(0, 4, "PER", id = "x"), relation("a", "b"))))
  kept <- function(controls) {
    x <- read_label_studio(path, controls = controls)
    x <- x[x$type %in% "relation", ]
    paste(x$annotator, x$from, x$to)
  }
  expect_equal(kept(NULL), c("1 a b", "1 a c", "2 a b"))
  # Regions are those of one annotation.
  expect_equal(kept("ner"), "1 a b")
  expect_equal(kept(c("ner", "place")), c("1 a b", "1 a c"))
  expect_equal(kept("tone"), character())
})

test_that("a text in which nobody marked a span has its length, whatever else was answered", {
  path <- studio(
    task(1, annotation(1, 1, ner(0, 4, "PER"), choice("good")), annotation(2, 2, choice("bad"))),
    task(2, annotation(3, 1, choice("bad")), annotation(4, 2, choice("bad")), data = '{"text": "She slept"}')
  )
  spans <- as_spans(read_label_studio(path, controls = "ner"))
  expect_equal(spans$documents, c("1", "2"))
  expect_equal(spans$length, c(18, 9))
  expect_true(all(spans$known))
})

test_that("ratings and numbers alone are numbers, so that their level is asked for", {
  path <- studio(
    task(
      1, annotation(1, 1, choice(4, "stars", "rating"), choice("x")), annotation(2, 2, choice(5, "stars", "rating"))
    ),
    task(2, annotation(3, 1, choice(2.5, "stars", "number")), annotation(4, 2, choice("bad")))
  )
  x <- read_label_studio(path, controls = "stars")
  expect_equal(x$label, c(4, 5, 2.5, NA))
  expect_error(agreement(x, item, annotator, label), class = "accord_error_level_needed")
  expect_type(read_label_studio(path)$label, "character")
})

test_that("cancelled and ground truth annotations are kept or dropped as told", {
  path <- studio(task(
    1, annotation(1, 1, choice("a"), more = ', "was_cancelled": true'),
    annotation(2, 2, choice("b"), more = ', "ground_truth": true'), annotation(3, 3, choice("c"))
  ))
  expect_equal(read_label_studio(path)$label, c("b", "c"))
  expect_equal(read_label_studio(path, cancelled = "keep")$cancelled, c(TRUE, FALSE, FALSE))
  expect_equal(read_label_studio(path, ground_truth = "drop")$label, "c")
  expect_equal(read_label_studio(path, ground_truth = "only")$label, "b")
  old <- studio('{"id": 1, "data": {}, "completions": [{"id": 4, "completed_by": 1, "result": []}]}')
  expect_equal(read_label_studio(old)$annotation, "4")
})

test_that("offsets in UTF-16 become characters", {
  path <- studio(task(1, annotation(1, 1, ner(3, 7, "PER", "Ruth")), data = '{"text": "\U0001F600 Ruth"}'))
  x <- read_label_studio(path)
  expect_equal(c(x$start, x$end, x$length), c(2, 6, 6))
})

test_that("bad spans and unknown annotators are listed with their record", {
  path <- studio(
    task(1, annotation(1, 1, ner(0, 4, "PER", "Ruth"), ner(5, 3, "X"), ner(0, 99, "X"), ner('"a"', 2, "X"))),
    task(2, annotation(2, "null", ner(0, 4, "PER"))),
    task(3),
    task(4, annotation(3, 1, ner(0, 4, "PER", "Naomi")), annotation(4, 1, ner(0, 4, "PER")))
  )
  expect_warning(x <- read_label_studio(path), class = "accord_warning_problems")
  expect_equal(x$item, c("1", "4", "4"))
  found <- problems(x)
  expect_equal(found$row, c(1L, 1L, 1L, 2L, 3L, 4L, 4L))
  said <- c(
    "ends before it starts", "outside the text of 18", "no whole numbers", "No annotator", "no annotations",
    "the text there is",
    "more than once"
  )
  for (words in said) expect_equal(sum(grepl(words, found$problem)), 1L, info = words)
})

test_that("who marked nothing but bad spans saw the text", {
  path <- studio(task(1, annotation(1, 1, ner(5, 3, "X"), ner(0, 99, "X")), annotation(2, 2, ner(0, 4, "PER"))))
  expect_warning(x <- read_label_studio(path), "counts as seen", class = "accord_warning_problems")
  expect_equal(x$annotator, c("1", "2"))
  expect_equal(x$start, c(NA, 0))
  expect_equal(nrow(as_spans(x)$seen), 2L)
  beside <- studio(task(1, annotation(1, 1, ner(5, 3, "X"), choice("good"))))
  expect_equal(suppressWarnings(read_label_studio(beside))$label, "good")
})

test_that("JSON_MIN and csv files have controls beside the data", {
  skip_if_quick()
  min <- paste0(
    '[{"text": "Ruth saw", "id": 1, "tone": "good", "ner": [{"start": 0, "end": 4, "text": "Ruth", "labels": ["PER"]}],', # nolint: line_length_linter.
    ' "annotator": 1, "annotation_id": 5, "lead_time": 2.5},',
    ' {"text": "Ruth saw", "id": 1, "tone": {"choices": ["a", "b"]}, "annotator": 2, "annotation_id": 6}]'
  )
  x <- read_label_studio(file.path(folder_with(a.json = min), "a.json"))
  expect_equal(x$control, c("tone", "ner", "tone"))
  expect_equal(x$label, list("good", "PER", c("a", "b")))
  expect_equal(x$end, c(NA, 4, NA))
  expect_equal(x$lead_time, c(2.5, 2.5, NA))
  csv <- c(
    "annotation_id,annotator,id,lead_time,ner,text,tone",
    '5,1,1,2.5,"[{""start"": 0, ""end"": 4, ""text"": ""Ruth"", ""labels"": [""PER""]}]",Ruth saw,good'
  )
  path <- file.path(folder_with(a.csv = csv), "a.csv")
  y <- read_label_studio(path, controls = c("tone", "ner"))
  same <- c("item", "annotator", "annotation", "control", "start", "end", "text", "length")
  expect_equal(y[same], x[1:2, same])
  expect_equal(y$label, c("good", "PER"))
  expect_fault(
    read_label_studio(path), "argument", "must name.*It is NULL[.].*3 columns could be", argument = "controls"
  )
  expect_fault(read_label_studio(path, controls = "toni"), "argument", "1 of them does not exist")
  expect_fault(read_label_studio(path, controls = c("toni", "x")), "argument", "2 of them do not exist")
})

test_that("JSON_MIN does not take data for answers, or answers for data, unsaid", {
  # Python keeps the place of a key: the data had `id`, or a field with the name of the control.
  with_id <- '[{"id": 1, "source": "web", "text": "Ruth", "tone": "good", "annotator": 1, "annotation_id": 5}]'
  path <- file.path(folder_with(a.json = with_id), "a.json")
  expect_fault(
    read_label_studio(path), "argument", "if `id` is the first.*3 fields could be: `source`, `text`, and `tone`",
    argument = "controls", available = c("source", "text", "tone")
  )
  expect_identical(read_label_studio(path, controls = "tone")$label, "good")
  in_place <- '[{"text": "good", "id": 1, "annotator": 1, "annotation_id": 5, "history": [1]}]'
  path <- file.path(folder_with(a.json = in_place), "a.json")
  x <- suppressWarnings(read_label_studio(path))
  expect_match(problems(x)$problem, "a control has the name of a field")
  expect_no_warning(y <- read_label_studio(path, controls = "text"))
  expect_identical(y$label, "good")
})

test_that("exports of other tools are named", {
  expect_fault(read_label_studio(
    export_path("prodigy", "news_ner.jsonl")
  ), "other_format", "1 file is.*read_prodigy",
    format = "prodigy"
  )
  expect_fault(read_label_studio(export_path("prodigy")), "other_format", "2 files are")
  path <- export_path("label-studio", "csv_test.json")
  expect_fault(read_label_studio(path, cancelled = "x"), "argument", argument = "cancelled")
  expect_fault(read_label_studio(path, ground_truth = "x"), "argument", argument = "ground_truth")
  expect_fault(read_label_studio(path, predictions = NA), "argument", argument = "predictions")
  expect_fault(read_label_studio(path, controls = 1), "argument", argument = "controls")
})

test_that("a value that is no object is no label", {
  for (value in c('["x"]', "[]", "{}", '"x"', "3")) {
    result <- sprintf('{"from_name": "tone", "to_name": "text", "type": "choices", "value": %s}', value)
    file <- studio(task(1, annotation(10, 1, result), annotation(11, 2, choice("x"))))
    found <- suppressWarnings(read_label_studio(file))
    expect_identical(found$annotation[!is.na(found$label)], "11")
  }
})

test_that("what stands in place of an annotation or a result is listed", {
  path <- studio(
    task(1, "7", annotation(11, 1, "\"x\"", choice("good"))),
    task(2, "{\"id\": 12, \"completed_by\": [2], \"result\": {}}", "null"),
    task(3, "[1]")
  )
  expect_warning(x <- read_label_studio(path), class = "accord_warning_problems")
  expect_equal(x$label[x$item == "1"], "good")
  told <- problems(x)[c("row", "problem")]
  expect_equal(
    sort(told$problem[told$row == 1]),
    paste("1 of the", c("annotations", "results of an annotation"), "is not a json object; left out.")
  )
  expect_match(told$problem[told$row == 3], "1 of the annotations")
})

sound <- function(start, end, more = ', "channel": 0') {
  sprintf(
    '{"from_name": "l", "to_name": "audio", "type": "labels", "value": {"start": %s, "end": %s, "labels": ["A"]%s}}',
    start, end, more
  )
}

test_that("the path of a sound is no text", {
  for (path in c("/data/upload/1/abc-a.wav", "/data/local-files/?d=a.wav", "a.wav")) {
    data <- sprintf('{"audio": "%s", "text": "A talk"}', path)
    x <- read_label_studio(studio(
      task(1, annotation(1, 1, sound(2, 5), sound(50, 55)), annotation(2, 2), data = data)
    ))
    expect_equal(x$start, c(2, 50, NA))
    expect_equal(x$length, rep(NA_integer_, 3))
  }
  # Old versions do not name the channel.
  data <- '{"audio": "/data/upload/1/abc-a.wav"}'
  x <- read_label_studio(studio(task(1, annotation(1, 1, sound(50, 55, "")), data = data)))
  expect_equal(c(x$start, x$length), c(50, NA))
})

test_that("an answer about a region has the offsets of the region", {
  about <- function(type, answer) {
    shape <- '{"id": "r", "from_name": "%s", "to_name": "text", "type": "%s", "value": {"start": 3, "end": 7, %s}}'
    sprintf(shape, type, type, answer)
  }
  path <- studio(task(
    1, annotation(
      1, 1, ner(3, 7, "PER", "Ruth"), about("choices", '"choices": ["sure"]'), about("rating", '"rating": 4'),
      about("textarea", '"text": ["a name"]')
    ),
    data = '{"text": "\U0001F600 Ruth"}'
  ))
  x <- read_label_studio(path)
  expect_equal(x$label, c("PER", "sure", "4", "a name"))
  expect_equal(x$start, rep(2, 4))
  expect_equal(x$end, rep(6, 4))
  expect_equal(x$length, rep(6L, 4))
  expect_equal(x$text, rep("Ruth", 4))
  expect_equal(as_spans(x[x$control == "ner", ])$length, 6)
})

test_that("the text is found by what the spans say they cover", {
  said <- c("\U0001F600 Ruth", "\U0001F600 Ruth saw")
  data <- sprintf('{"title": "The book of Ruth", "body": "%s"}', said[2])
  x <- read_label_studio(studio(task(1, annotation(1, 1, ner(3, 7, "PER", "Ruth")), data = data)))
  expect_equal(c(x$start, x$end, x$length), c(2, 6, 10))
  # A single text needs no words.
  data <- sprintf('{"body": "%s", "n": 5, "url": "https://x.org/a"}', said[1])
  x <- read_label_studio(studio(task(1, annotation(1, 1, ner(3, 7, "PER")), data = data)))
  expect_equal(c(x$start, x$end, x$length), c(2, 6, 6))
  # Positions that were counted in characters are not converted.
  data <- sprintf('{"text": "%s"}', said[1])
  x <- read_label_studio(studio(task(1, annotation(1, 1, ner(2, 6, "PER", "Ruth")), data = data)))
  expect_equal(c(x$start, x$end, x$length), c(2, 6, 6))
  data <- '{"title": "one", "body": "two"}'
  unknown <- studio(task(1, annotation(1, 1, ner(3, 7, "PER", "Ruth")), data = data))
  expect_warning(x <- read_label_studio(unknown), "not certain which field", class = "accord_warning_problems")
  expect_equal(c(x$start, x$end, x$length), c(3, 7, NA))
})

test_that("spans that are empty are listed, with the offsets of the file", {
  path <- studio(task(
    1, annotation(1, 1, ner(3, 3, "PER"), ner(3, 7, "PER"), ner(3, 99, "PER")), data = '{"text": "\U0001F600 Ruth"}'
  ))
  x <- suppressWarnings(read_label_studio(path))
  expect_equal(c(x$start, x$end), c(2, 6))
  expect_match(problems(x)$problem[1], "from 3 to 3 is empty")
  expect_match(problems(x)$problem[2], "from 3 to 99 lies outside the text of 6")
})

test_that("a region without a label does not have its text as one", {
  bare <- '{"id": "r", "from_name": "ner", "to_name": "text", "type": "labels", "value": {"start": 0, "end": 4, "text": "Ruth"}}' # nolint: line_length_linter.
  expect_equal(read_label_studio(studio(task(1, annotation(1, 1, bare))))$label, NA_character_)
})

test_that("answers of JSON_MIN and csv are those of the full json", {
  answer <- c(
    tax = '[{"taxonomy": [["A"], ["A", "B"]]}]', rate = '[{"rating": 4}]', pw = '[{"selected": "left"}]',
    when = '[{"datetime": "2020-01-01"}]', num = '[{"number": 7}]', rank = '[{"ranker": ["b", "a"]}]'
  )
  type <- c("taxonomy", "rating", "pairwise", "datetime", "number", "ranker")
  values <- substr(answer, 2, nchar(answer) - 1)
  full <- read_label_studio(studio(task(1, annotation(5, 1, sprintf(
    '{"from_name": "%s", "to_name": "text", "type": "%s", "value": %s}', names(answer), type, values
  )))))
  expect_equal(full$label, list(c("A", "A / B"), "4", "left", "2020-01-01", "7", "b / a"))
  fields <- paste(sprintf('"%s": %s', names(answer), answer), collapse = ", ")
  min <- sprintf('[{"text": "Ruth", "id": 1, %s, "annotator": 1, "annotation_id": 5}]', fields)
  cells <- sprintf('"%s"', gsub('"', '""', answer))
  csv <- c(
    paste(c("text,id", names(answer), "annotator,annotation_id"), collapse = ","),
    paste(c("Ruth,1", cells, "1,5"), collapse = ",")
  )
  folder <- folder_with(a.json = min, b.csv = csv)
  same <- c("item", "annotator", "annotation", "control", "type", "label", "start", "length")
  expect_equal(read_label_studio(file.path(folder, "a.json"))[same], full[same])
  expect_equal(read_label_studio(file.path(folder, "b.csv"), controls = names(answer))[same], full[same])
  odd <- gsub('"rating"', '"stars"', min)
  expect_warning(read_label_studio(file.path(folder_with(a.json = odd), "a.json")), "none of the known keys")
})

# In the file, frames count from 1, and 3 to 5 are three frames.
test_that("ranges of a timeline are spans in frames", {
  timeline <- function(ranges) {
    paste0(
      '{"from_name": "tl", "to_name": "video", "type": "timelinelabels", "id": "r", "value": {"ranges": [', ranges,
      '], "timelinelabels": ["Run", "Far"]}}'
    )
  }
  video <- '{"video": "/a.mp4", "text": "no text of the frames"}'
  path <- studio(task(1, data = video,
    annotation(1, 1, timeline('{"start": 3, "end": 5}, {"start": 9, "end": 9}')),
    annotation(2, 2, timeline('{"start": 5, "end": 3}'))
  ))
  expect_warning(x <- read_label_studio(path), "end", class = "accord_warning_problems")
  expect_equal(x$start, c(2, 2, 8, 8, NA))
  expect_equal(x$end, c(5, 5, 9, 9, NA))
  expect_equal(x$label, c("Run", "Far", "Run", "Far", NA))
  expect_true(all(is.na(x$length)))
  path <- studio(task(1, data = video, annotation(1, 1, timeline(""))))
  expect_warning(x <- read_label_studio(path), "timeline without a range")
  expect_equal(x$label, list(c("Run", "Far")))
})

test_that("each page of a task is an item, also for those who marked nothing on it", {
  of_page <- function(label, index) {
    sprintf(
      '{"from_name": "kind", "to_name": "img", "type": "choices", "item_index": %s, "value": {"choices": ["%s"]}}',
      index, label
    )
  }
  relation <- '{"type": "relation", "from_id": "a", "to_id": "b"}'
  path <- studio(
    task(7, data = '{"images": ["/1.png", "/2.png"]}',
      annotation(1, 1, of_page("cat", 0), of_page("dog", 1)), annotation(2, 2, of_page("cat", 1), relation),
      annotation(3, 3)
    ),
    task(8, annotation(4, 1, choice("good")))
  )
  x <- read_label_studio(path)
  labels <- function(x) paste(x$item, x$annotator, x$label)
  expect_setequal(labels(x), c(
    "7_0 1 cat", "7_1 1 dog", "7_0 2 NA", "7_1 2 cat", "7 2 NA", "7_0 3 NA", "7_1 3 NA", "8 1 good"
  ))
  # The relation belongs to the task, which is not a page.
  expect_setequal(labels(read_label_studio(path, controls = "kind")), c(
    "7_0 1 cat", "7_1 1 dog", "7_0 2 NA", "7_1 2 cat", "7_0 3 NA", "7_1 3 NA", "8 1 NA"
  ))
})

test_that("a control that is not there is an error that names those that are", {
  path <- studio(task(1, annotation(7, 1, ner(0, 4, "PER", "Ruth")), annotation(8, 2, choice("good"))))
  expect_fault(
    read_label_studio(path, controls = "Ner"), "argument", "1 of them does not exist: \"Ner\".*2 are available",
    available = c("ner", "tone")
  )
  expect_fault(read_label_studio(path, controls = character()), "argument", "names none")
  flat <- file.path(folder_with(a.json = '[{"id": 1, "tone": "good", "annotator": 2, "annotation_id": 3}]'), "a.json")
  expect_equal(read_label_studio(flat, controls = "tone")$label, "good")
  expect_fault(read_label_studio(flat, controls = "Tone"), "argument", "does not exist")
})

test_that("a task that an annotator has in two files is listed", {
  one <- studio(task(1, annotation(7, 1, choice("good"))))
  again <- studio(task(1, annotation(8, 1, choice("bad"))))
  other <- studio(task(1, annotation(9, 1, choice("bad")), data = '{"text": "Naomi slept"}'))
  expect_warning(x <- read_label_studio(c(one, again)), class = "accord_warning_problems")
  expect_equal(problems(x)$file, again)
  expect_match(problems(x)$problem, "more than once, first in .*export.json; kept")
  expect_warning(x <- read_label_studio(c(one, other)), class = "accord_warning_problems")
  expect_match(problems(x)$problem, "and the data of the two tasks differ; kept")
})

test_that("a person without an e-mail is named by the id", {
  path <- studio(task(1, annotation(7, '{"id": 5, "email": ""}', choice("good"))))
  expect_equal(read_label_studio(path)$annotator, "5")
})

test_that("files of a storage, an annotation each, are read", {
  annotation <- paste0(
    '{"id": 7, "completed_by": {"id": 3, "email": "a@b.c"}, "was_cancelled": false, "result": [{"id": "r1", ',
    '"from_name": "mood", "to_name": "text", "type": "choices", "value": {"choices": ["calm"]}}], "task": %s}'
  )
  task <- '{"id": 11, "data": {"text": "Ruth slept"}}'
  # Line breaks between fields, as files to be read by people have them.
  folder <- folder_with(
    `1.json` = sprintf(annotation, task), `2.json` = strsplit(sprintf(annotation, 12), "(?<=,) ", perl = TRUE)[[1]]
  )
  x <- read_label_studio(folder)
  expect_identical(x$item, c("11", "12"))
  expect_identical(x$annotator, rep("a@b.c", 2))
  expect_identical(x$label, rep("calm", 2))
  expect_fault(read_doccano(folder), "other_format", "Label Studio", format = rep("label_studio", 2))
  # Storages name them without an extension.
  file.copy(file.path(folder, "1.json"), file.path(folder, "9"))
  expect_fault(read_label_studio(file.path(folder, "9")), "extension", "an export of Label Studio.*rename it")
  file.remove(file.path(folder, c("1.json", "2.json")))
  expect_fault(read_label_studio(folder), "no_tables", "an export of Label Studio.*rename it")
})

test_that("the messages of a chat are texts", {
  message <- '{"id": "%s", "from_name": "chat", "to_name": "chat", "type": "chatmessage", "value": {"chatmessage": %s}}'
  x <- read_label_studio(folder_with(a.json = sprintf(
    '[{"id": 1, "data": {}, "annotations": [{"id": 7, "completed_by": 1, "result": [%s, %s]}]}]',
    sprintf(message, "a", '{"role": "user", "content": "hi", "createdAt": 17}'),
    sprintf(message, "b", '{"role": "assistant", "content": "hello", "tool_calls": null}')
  )))
  expect_identical(x$label, c("hi", "hello"))
})

test_that("rankings differ by their order, and items by their buckets", {
  ranking <- function(...) {
    answers <- sprintf('{"from_name": "rank", "to_name": "text", "type": "ranker", "value": {"ranker": %s}}', c(...))
    read_label_studio(studio(task(1, sprintf(
      '{"id": %d, "completed_by": %d, "result": [%s]}', seq_along(answers), seq_along(answers), answers
    ))))$label
  }
  # The same three items.
  expect_equal(
    ranking('["a", "b", 3]', '[3, "b", "a"]', '{"rank": ["b", "a", 3]}'), c("a / b / 3", "3 / b / a", "b / a / 3")
  )
  buckets <- c(
    '{"_": ["c"], "good": ["a", "b"], "bad": []}', '{"_": ["c"], "good": [], "bad": ["a", "b"]}', '{"_": ["a"]}'
  )
  expect_equal(
    ranking(buckets),
    list(c("good: a", "good: b"), c("bad: a", "bad: b"), character())
  )
})

test_that("texts that one control marks are items", {
  on <- function(object, ...) sub('"to_name": "text"', sprintf('"to_name": "%s"', object), ner(...), fixed = TRUE)
  both <- '{"ask": "Who saw Ruth?", "answer": "Naomi saw her there"}'
  path <- studio(
    task(
      1, annotation(7, 1, on("ask", 8, 12, "PER", "Ruth"), on("answer", 0, 5, "PER", "Naomi", "s")),
      annotation(8, 2, on("ask", 8, 12, "PER", "Ruth")), annotation(9, 3),
      data = both
    ),
    task(2, annotation(10, 1, on("answer", 0, 5, "PER", "Naomi")), annotation(11, 2, choice("good")), data = both)
  )
  x <- read_label_studio(path)
  expect_equal(nrow(problems(x)), 0L)
  marked <- x[!is.na(x$start), ]
  expect_equal(marked$item, c("1_ask", "1_answer", "1_ask", "2_answer"))
  # An annotator who marked one text saw the other one.
  spans <- read_label_studio(path, controls = "ner")
  blank <- spans[is.na(spans$start), ]
  expect_equal(blank$item, c("1_answer", "1_ask", "1_answer", "2_answer"))
  expect_equal(blank$annotator, c("2", "3", "3", "2"))
  expect_equal(spans$length, ifelse(endsWith(spans$item, "ask"), 13L, 19L))
  f1 <- span_agreement(spans, ci = ci_none())
  expect_equal(f1$f1[f1$annotator_1 %in% "1" & f1$annotator_2 %in% "2"], 2 * 1 / (3 + 1))
  # A control for each text stays as it is.
  other <- sub("ner", "loc", on("answer", 0, 5, "PER"))
  apart <- studio(task(1, annotation(7, 1, on("ask", 8, 12, "PER"), other), data = both))
  expect_equal(read_label_studio(apart)$item, c("1", "1"))
})

test_that("tasks for import are no tasks with annotations", {
  bare <- c('{"id": 1, "data": {"text": "a"}}', '{"data": {"text": "b"}, "meta": {}}')
  expect_fault(read_label_studio(studio(bare[1])), "no_annotations", "1 task has no field.*import.*export")
  path <- studio(bare)
  for (controls in list(NULL, "tone")) {
    expect_fault(read_label_studio(path, controls = controls), "no_annotations", "2 tasks have no field", path = path)
  }
  # Beside others one is listed.
  expect_warning(x <- read_label_studio(studio(task(2, annotation(7, 1, choice("good"))), bare[1])))
  expect_equal(x$item, "2")
  expect_match(problems(x)$problem, "has no annotations")
  expect_equal(problems(x)$row, 2L)
})

# Marks of one control on an object, each as c(start, end, text).
marks <- function(object, ..., control = "ner") {
  vapply(list(...), function(x) {
    one <- sub('"to_name": "text"', sprintf('"to_name": "%s"', object), ner(x[1], x[2], "L", x[3]), fixed = TRUE)
    sub('"ner"', sprintf('"%s"', control), one, fixed = TRUE)
  }, "")
}
lengths_of <- function(x) {
  at <- unique(data.frame(item = x$item, length = x$length))
  # One for all annotators.
  expect_false(anyDuplicated(at$item) > 0)
  stats::setNames(at$length, at$item)
}

test_that("an object whose name is no field shows the one that its spans are in, to everybody", {
  data <- '{"short": "Rome, old city", "long": "Rome! X"}'
  path <- studio(task(1, annotation(
    1, 1, marks("A", c(0, 4, "Rome"), c(6, 14, "old city")), marks("B", c(6, 7, "X"))
  ), annotation(2, 2), data = data))
  x <- read_label_studio(path)
  expect_equal(lengths_of(x), c(`1_A` = 14L, `1_B` = 7L))
  expect_equal(as_spans(x)$length, c(14, 7))
})

test_that("where several fields have the words other tasks decide, or the text is not known", {
  here <- '{"short": "Rome", "long": "Rome is a very old city"}'
  marked <- task(
    1, annotation(1, 1, marks("A", c(0, 4, "Rome")), marks("B", c(10, 14, "very"))), annotation(2, 2), data = here
  )
  expect_warning(x <- read_label_studio(studio(marked)), "not certain which field", class = "accord_warning_problems")
  expect_equal(lengths_of(x), c(`1_A` = NA, `1_B` = 23L))
  expect_equal(as_spans(x)$known, c(FALSE, TRUE))
  # Nor is it one because it is named text.
  of_text <- gsub('"long"', '"text"', marked, fixed = TRUE)
  expect_equal(lengths_of(suppressWarnings(read_label_studio(studio(of_text)))), c(`1_A` = NA, `1_B` = 23L))
  alone <- sub("2, 2", "2, 1", sub(marks("B", c(10, 14, "very")), marks("A", c(0, 4, "Rome")), of_text, fixed = TRUE))
  expect_equal(unique(suppressWarnings(read_label_studio(studio(alone)))$length), 23L)
  # In another task a mark of A shows that it belongs to the short text.
  other <- task(2, annotation(3, 1, marks("A", c(0, 3, "Ur,")), marks("B", c(0, 2, "Ur"))), annotation(4, 2),
    data = '{"short": "Ur, a city", "long": "Ur"}'
  )
  expect_equal(
    lengths_of(read_label_studio(studio(marked, other))), c(`1_A` = 4L, `1_B` = 23L, `2_A` = 10L, `2_B` = 2L)
  )
  # Tasks with other fields decide less than those with the same.
  swapped <- task(3, annotation(5, 1, marks("A", c(0, 3, "Ab "), c(3, 4, "c"))),
    data = '{"short": "-", "long": "Ab c", "source": "web"}'
  )
  expect_equal(
    lengths_of(read_label_studio(studio(marked, other, swapped))),
    c(`1_A` = 4L, `1_B` = 23L, `2_A` = 10L, `2_B` = 2L, `3_A` = 4L)
  )
})

test_that("who marked nothing has the length of the text that is asked about", {
  data <- '{"short": "Rome, old city", "long": "Rome! X"}'
  path <- studio(
    task(
      1, annotation(1, 1, marks("A", c(6, 14, "old city")), marks("B", c(6, 7, "X"), control = "loc")),
      annotation(2, 2), annotation(3, 3, marks("B", c(6, 7, "X"), control = "loc")), data = data
    ),
    task(2, annotation(4, 1), annotation(5, 2, choice("good")), data = '{"short": "Ur", "long": "Ur."}')
  )
  expect_equal(lengths_of(read_label_studio(path, controls = "ner")), c(`1` = 14L, `2` = 2L))
  expect_equal(lengths_of(read_label_studio(path, controls = "loc")), c(`1` = 7L, `2` = 3L))
  # If both texts are read, it can belong to either.
  both <- read_label_studio(path)
  expect_equal(both$length[is.na(both$start)], rep(NA_integer_, 3))
})

test_that("cells of csv that were cut are listed and not taken for choices", {
  csv <- c(
    "annotation_id,annotator,id,label,note,text",
    '1,1,7,"[{""start"": 0, ""end"": 4, ""text"": ""Ruth"", ""labels"": [""PER""]}]",,Ruth saw',
    '2,2,7,"[{""start"": 0, ""end"": 4, ""text"": ""Ru",,Ruth saw', "3,3,7,[none],,Ruth saw"
  )
  path <- file.path(folder_with(a.csv = csv), "a.csv")
  expect_warning(found <- read_label_studio(path, controls = "label"), class = "accord_warning_problems")
  expect_identical(found$annotator, c("1", "3"))
  expect_identical(as.character(found$label), c("PER", "[none]"))
  expect_identical(problems(found)$row, 3L)
  expect_identical(problems(found)$column, "label")
})

test_that("the data of a task may stand in the task itself", {
  both <- paste(annotation(7, 1, ner(3, 7, "V", "love")), annotation(8, 2), sep = ", ")
  plain <- function(field, more = '"id": 1, "created_at": "love", ') {
    studio(sprintf('{%s"%s": "\U0001F600 love it", "annotations": [%s]}', more, field, both))
  }
  # The emoji is one character and two units.
  for (field in c("text", "body")) {
    expect_silent(x <- read_label_studio(plain(field)))
    expect_equal(x$item, c("1", "1"))
    expect_equal(x$start, c(2, NA))
    expect_equal(x$end, c(6, NA))
    expect_equal(x$length, c(9, 9))
  }
  one <- annotation(7, 1, ner(3, 7, "V", "love"), more = ', "task": {"id": 1, "text": "\U0001F600 love it"}')
  expect_silent(x <- read_label_studio(file.path(folder_with(a.json = one), "a.json")))
  expect_equal(x[c("item", "start", "end")], tibble::tibble(item = "1", start = 2, end = 6))
  # A file without annotations is one for import.
  for (task in c('{"text": "a"}', '{"id": 1, "text": "a"}')) {
    expect_fault(read_label_studio(studio(task)), "no_annotations", "1 task has no field")
  }
  # Without ids one cannot tell whether two tasks are the same.
  expect_warning(x <- read_label_studio(plain("text", "")), "The task has no id; kept")
  expect_equal(x$item, c(NA_character_, NA))
  expect_equal(problems(x)$row, 1L)
})

test_that("the time of an annotation is a number in every export", {
  time <- function(seconds) {
    read_label_studio(studio(task(1, annotation(7, 1, choice("a"), more = sprintf(', "lead_time": %s', seconds)))))
  }
  expect_identical(time("1.5")$lead_time, 1.5)
  expect_identical(time("null")$lead_time, NA_real_)
  csv <- "annotation_id;annotator;id;lead_time;tone\n7;1;1;1,5;a"
  expect_identical(read_label_studio(folder_with(a.csv = csv), controls = "tone")$lead_time, 1.5)
})

test_that("of a task submitted twice the first or the latest version is chosen", {
  skip_if_quick()
  at <- function(created, updated = created) sprintf(', "created_at": "%s", "updated_at": "%s"', created, updated)
  # The version that stands second was made first, and changed last.
  path <- studio(
    task(
      1, annotation(9, 1, ner(0, 4, "PER"), ner(5, 8, "ACT"), more = at("2024-03-02", "2024-03-02T10")),
      annotation(8, 1, ner(0, 4, "LOC"), more = at("2024-03-01", "2024-03-05")), annotation(7, 2, ner(0, 4, "PER"))
    ),
    task(2, annotation(10, 1, ner(0, 4, "PER")), annotation(11, 1))
  )
  expect_message(x <- read_label_studio(path, duplicates = "last"), "2 annotations are other versions",
    class = "accord_message_versions"
  )
  expect_identical(x$label, c("LOC", "PER", NA))
  x <- suppressMessages(read_label_studio(path, duplicates = "first"))
  expect_identical(x$label, c("LOC", "PER", "PER"))
  expect_fault(
    read_label_studio(path, duplicates = "error"), "duplicate_annotation", "2 annotations have an earlier one",
    items = c("1", "2"), annotators = c("1", "1")
  )
  # Without a choice all are kept and listed, and are no spans of one annotation.
  expect_warning(both <- read_label_studio(path), class = "accord_warning_problems")
  expect_identical(nrow(both), 6L)
  expect_fault(as_spans(both), "several_versions", "2 documents have several by one annotator: \"1 by 1\"")
  expect_fault(as_spans(both, duplicates = "first"), "several_versions")
  expect_identical(nrow(as_spans(both[names(both) != "annotation"])$span), 5L)
  # Times are compared as times: parts of a second, and zones.
  later <- function(first, second) {
    path <- studio(task(
      1, annotation(8, 1, choice("a"), more = at(first)), annotation(9, 1, choice("b"), more = at(second))
    ))
    suppressMessages(read_label_studio(path, duplicates = "last"))$label
  }
  expect_identical(later("2024-03-01T08:00:00.5Z", "2024-03-01T08:00:00Z"), "a")
  expect_identical(later("2024-03-01T08:00:00Z", "2024-03-01 08:30:00+01:00"), "a")
  expect_identical(later("2024-03-01T08:00:00Z", "2024-03-01T07:30:00-0100"), "b")
  flat <- file.path(folder_with(a.json = paste0(
    '[{"id": 1, "tone": "good", "annotator": 2, "annotation_id": 3, "updated_at": "2024-01-02"},',
    '{"id": 1, "tone": "bad", "annotator": 2, "annotation_id": 4, "updated_at": "2024-01-01"}]'
  )), "a.json")
  expect_identical(suppressMessages(read_label_studio(flat, controls = "tone", duplicates = "last"))$label, "good")
})

test_that("answers of cancelled annotations are left out with a message", {
  cancelled <- function(...) annotation(8, 1, ..., more = ', "was_cancelled": true')
  some <- studio(task(1, cancelled(ner(0, 4, "PER"), ner(5, 8, "ACT")), annotation(7, 2, ner(0, 4, "PER"))))
  expect_message(x <- read_label_studio(some), "1 cancelled annotation with 2 answers is left out",
    class = "accord_message_cancelled"
  )
  expect_identical(nrow(x), 1L)
  expect_no_message(read_label_studio(some, cancelled = "keep"))
  # Who skipped a task and answered nothing is no loss.
  expect_no_message(read_label_studio(studio(task(1, cancelled(), annotation(7, 2, ner(0, 4, "PER"))))))
})
