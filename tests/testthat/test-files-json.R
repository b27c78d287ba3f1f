skip_if_not_installed("jsonlite")

read_json_text <- function(text) {
  folder <- folder_with(a.json = enc2utf8(text))
  read_tables(file.path(folder, "a.json"))[[1]]
}
cells <- function(table) as.list(table$data)

test_that("an array of records is a table of text", {
  table <- read_json_text('[
    {"id": 5721, "label": "yes", "sure": true, "score": 0.1, "tags": ["a", "b"]},
    {"id": 1234567890123456789, "label": null, "score": 100000.0},
    {"id": "007", "label": "", "sure": false, "score": 2.0, "note": "caf\u00e9"}
  ]')
  expect_identical(cells(table), list(
    id = c("5721", "1234567890123456789", "007"),
    label = c("yes", NA, NA),
    sure = c("true", NA, "false"),
    score = c("0.1", "100000.0", "2.0"),
    tags = c('["a","b"]', NA, NA),
    note = c(NA, NA, "caf\u00e9")
  ))
  expect_identical(table$row, 1:3)
})

test_that("an array or object of any depth stays json that says the same", {
  nested <- c(
    "[]", "{}", "[[],{}]", '[null,true,false,"true",1.10,-0,1E5,12345678901234567890]',
    '{"start":0,"label":["a","b"],"note":null,"":"no name","say \\"hi\\"":{"x":[1]}}',
    '["a\\"b","c\\\\d","e\\nf\\tg\\rh","\\u0001","</b>","caf\u00e9","\u2028"]'
  )
  table <- read_json_text(sprintf("[%s]", paste0('{"id": 1, "x": ', nested, "}", collapse = ",")))
  expect_identical(table$data$x, nested)
})

test_that("a number that json does not have is named", {
  reason <- "not valid json, which has no NaN: write null"
  both <- '[{"id": 1, "label": NaN}, {"id": 2, "label": -Infinity}]'
  expect_fault(read_json_text(both), "not_a_table", reason = reason)
  expect_fault(read_json_text('[{"id": 1, "tags": [1, NaN]}]'), "not_a_table", reason = reason)
  expect_fault(
    read_json_text('[{"id": 1, "label": -Infinity}]'), "not_a_table",
    reason = "not valid json, which has no Infinity: write null"
  )
  expect_fault(read_prodigy(folder_with(a.jsonl = '{"label": NaN}')), "not_a_table", "which has no NaN")
  # It may occur as text.
  expect_identical(cells(read_json_text('[{"id": 1, "label": "NaN"}]')), list(id = "1", label = "NaN"))
  expect_fault(read_json_text('[{"id": 1, "label": "NaN"}'), "not_a_table", reason = "not valid json")
})

test_that("an object leads from id to record, or from id to value", {
  table <- read_json_text('{"t1": {"label": "yes"}, "t2": {"label": "no", "sure": 1}}')
  expect_identical(cells(table), list(id = c("t1", "t2"), label = c("yes", "no"), sure = c(NA, "1")))
  table <- read_json_text('{"t1": "yes", "t2": null}')
  expect_identical(cells(table), list(id = c("t1", "t2"), value = c("yes", NA)))
  table <- read_json_text('{"x": {"id": "t1", "label": "yes"}}')
  expect_identical(cells(table), list(id = "t1", label = "yes"))
})

test_that("other json is no table", {
  skip_if_quick()
  for (text in c('{"samples": [{"id": 1}]}', '["a", "b"]', "3", '[{"id": 1}, 2]', '{"id": 1', "[[1, 2]]")) {
    expect_fault(read_json_text(text), "not_a_table", "cannot be read as a table")
  }
  expect_fault(read_json_text('{"id": 1'), "not_a_table", reason = "not valid json")
  for (text in c("[]", "{}", " ")) {
    expect_fault(read_json_text(text), "empty_file", "1 of 1 file does not")
  }
})

test_that("a record per line is told from other text that is not json", {
  lines <- "{\"id\": \"1\", \"label\": {\"x\": 1}}\r\n{\"id\": \"2\", \"label\": \"b\"}\n"
  expect_fault(read_json_text(lines), "not_a_table", "a record per line: make one array of them, \\[\\{...\\}, ")
  for (text in c("[{\"id\": 1}\n{\"id\": 2}]", "{\"id\": {\"a\": 1}\n}\n}")) {
    expect_fault(read_json_text(text), "not_a_table", reason = "not valid json")
  }
})

test_that("text that names a file or an address opens neither", {
  secret <- folder_with(labels.json = '[{"id": "t1", "label": "yes"}]')
  for (text in c(file.path(secret, "labels.json"), "http://localhost:1/labels.json")) {
    expect_fault(read_json_text(text), "not_a_table", reason = "not valid json")
    expect_fault(read_json_text(paste0("\"", text, "\"")), "not_a_table")
  }
})

# jsonlite passes invalid json to printf() as its format, which ends R at %n (glibc).
test_that("percent signs do no harm, in json or in what is not", {
  expect_identical(cells(read_json_text('[{"id": "5%n%s", "label": "%%"}]')), list(id = "5%n%s", label = "%%"))
  for (text in c('[{"id": x%n%n%s}]', '{"id": "%n"')) {
    expect_fault(read_json_text(text), "not_a_table", reason = "not valid json")
  }
  lines <- c('{"id": 1, "text": "5%n", "label": ["a"]}', '{"id": 2, "%nd": "x"( "label": ["a"]}')
  expect_warning(x <- read_doccano(folder_with(ann.jsonl = lines)), class = "accord_warning_problems")
  expect_identical(x$item, "1")
})

test_that("numbers are kept as they are written, in cells and in sets", {
  table <- read_json_text('[
    {"id": 1.10, "l": [1, 2.50, "3"]}, {"id": 1.1}, {"id": 12345678901234567890}, {"id": 12345678901234567891},
    {"id": 1E5, "l": {"a": 1e-400}}, {"id": -0.0, "l": "say \\"7\\" 8"}
  ]')
  expect_identical(cells(table), list(
    id = c("1.10", "1.1", "12345678901234567890", "12345678901234567891", "1E5", "-0.0"),
    l = c('[1,2.50,"3"]', NA, NA, NA, '{"a":1e-400}', 'say "7" 8')
  ))
  for (text in c('[{"id": 01}]', '[{"id": 1.}]', '[{"id": -}]', '[{"id": NaN}]')) {
    expect_fault(read_json_text(text), "not_a_table", "not valid json")
  }
})

test_that("a key given twice is listed, and no text is cut", {
  table <- read_json_text('[{"id": 1, "label": "a", "label": "b"}, {"id": 2}, {"id": 3, "x": [{"k": 1, "k": 2}]}]')
  expect_identical(table$data$id, "2")
  expect_identical(table$row, 2L)
  expect_identical(table$problems$row, c(1L, 3L))
  expect_match(table$problems$problem, "\"(label|k)\" occurs twice; record left out")
  expect_identical(cells(read_json_text('[{"": 1, "id": 2}]')), list(...1 = "1", id = "2"))
  expect_fault(read_json_text('[{"id": "a\\u0000b"}]'), "not_a_table", "cannot represent")
  expect_identical(read_json_text('[{"id": "a\\\\u0000b"}]')$data$id, "a\\u0000b")
})

test_that("json with a zero in a text is said to hold one, and not to be invalid", {
  folder <- folder_with(
    task.json = '[{"id": 1, "data": {"text": "a\\u0000b"}, "annotations": []}]',
    two.jsonl = c('{"id": 1, "text": "a\\u0000b", "label": []}', '{"id": 2, "text": "c", "label": [[0, 1, "X"]]}'),
    wrong.jsonl = c('{"id": 1, "text": "a", "label": [}', '{"id": 2, "text": "c", "label": [[0, 1, "X"]]}')
  )
  expect_error(read_label_studio(file.path(folder, "task.json")), "u0000", class = "accord_error_not_a_table")
  expect_warning(found <- read_doccano(file.path(folder, "two.jsonl")), class = "accord_warning_problems")
  expect_identical(found$item, "2")
  expect_match(problems(found)$problem, "u0000, which R cannot represent")
  found <- suppressWarnings(read_doccano(file.path(folder, "wrong.jsonl")))
  expect_match(problems(found)$problem, "^Not a json object")
})

test_that("lines of which none is json are not told to become an array where lines are read", {
  # These lines are Python dictionaries as printed.
  lines <- c("{'id': 1, 'text': 'a', 'label': ['x']}", "{'id': 2, 'text': 'b', 'label': ['x']}")
  cnd <- expect_fault(read_doccano(folder_with(a.jsonl = lines)), "not_a_table", "not valid json")
  expect_no_match(conditionMessage(cnd), "make one array")
  expect_fault(read_annotators(folder_with(a.json = lines), id, label), "not_a_table", "make one array")
})

test_that("json that is nested too deep is no table", {
  nested <- function(depth) {
    deep <- paste0(strrep("[", depth), "\"[\"", strrep("]", depth))
    folder_with(ann.json = sprintf("[{\"id\": \"t1\", \"label\": %s}]", deep))
  }
  # Two for the array and the object; brackets in text do not count.
  expect_identical(nrow(read_annotators(nested(98), id, label)), 1L)
  for (depth in c(99, 200, 1e6)) {
    expect_fault(read_annotators(nested(depth), id, label), "not_a_table", "lie more than 100 deep in each other")
  }
  expect_error(read_doccano(file.path(nested(200), "ann.json")), class = "accord_error")
  expect_error(read_label_studio(file.path(nested(200), "ann.json")), class = "accord_error")
})
