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
  # Who marked other things than those asked for saw the task.
  of_ner <- read_label_studio(path, controls = "ner")
  expect_equal(of_ner$item, c("1", "1", "2", "2", "2", "3"))
  expect_equal(of_ner$control, c(NA, NA, "ner", "ner", "ner", NA))
  expect_equal(of_ner$label, c(NA, NA, "PER", "LOC", "NP", NA))
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

test_that("JSON_MIN and csv files have controls beside the data", {
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
    read_label_studio(path), "argument", "must name the columns.*3 columns could be", argument = "controls"
  )
  expect_fault(read_label_studio(path, controls = "toni"), "argument", "1 of them is not there")
  expect_fault(read_label_studio(path, controls = c("toni", "x")), "argument", "2 of them are not there")
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
