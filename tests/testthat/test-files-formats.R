test_that("files of all tools are known by how they begin", {
  folder <- folder_with(
    a = '[{"id": 1, "data": {}, "annotations": []}]', b = '{"text": "t", "_input_hash": 1}',
    c = '{"id": 1, "text": "t", "label": []}',
    d = "#FORMAT=WebAnno TSV 3.3", e = '{"%FEATURE_STRUCTURES": []}', f = "\"HITId\",\"WorkerId\"",
    g = "T1\tPER 0 4\tRuth",
    h = "#begin document (d); part 000", i = '[{"id": "1", "fields": {}, "responses": {}}]',
    j = '{"instance_id_to_label_to_value": {}}',
    k = "id,label", l = "{", m = raw(), n = c("-DOCSTART- -X- O", "", "Ruth NNP B-PER", "slept VBD O"),
    o = c("Ruth B-PER", "slept V"), p = c("<?xml version=\"1.0\"?>", "<xmi:XMI xmlns:cas=\"http:///uima/cas.ecore\">"),
    q = sprintf('{"%%TYPES": {"%s": {}}, "%%FEATURE_STRUCTURES": []}', strrep("x", 1e5))
  )
  said <- seems_to_be(file.path(folder, letters[1:17]))
  expect_match(said[1:4], "read_label_studio|read_prodigy|read_doccano|read_webanno")
  expect_match(said[c(5, 17)], "read_webanno")
  expect_match(said[16], "CAS XMI of INCEpTION: export as WebAnno TSV 3 or UIMA CAS JSON")
  expect_match(said[6], "read_mturk")
  expect_match(said[7], "read_brat")
  expect_match(said[8], "read_conll")
  expect_match(said[9], "Argilla")
  expect_match(said[10], "Potato")
  expect_match(said[14], "read_bio")
  expect_equal(said[c(11:13, 15)], rep("", 4))
})

test_that("a reader that finds none of its files names the right one", {
  expect_fault(read_annotators(export_path("prodigy"), id, label), "no_tables", "read_prodigy")
  expect_fault(read_mturk(export_path("prodigy", "news_ner.jsonl")), "extension", "read_prodigy")
  expect_fault(read_brat(export_path("webanno-tsv")), "no_tables", "read_webanno")
  expect_fault(read_conll(file.path(export_path("webanno-tsv"), "*.tsv")), "no_match", "read_webanno")
  braces <- folder_with(`{x}.jsonl` = '{"text": "t", "_input_hash": 1}')
  expect_fault(read_mturk(braces), "no_tables", "\\{x\\}")
})

test_that("tasks of Prodigy that nobody answered are known", {
  path <- folder_with(a.jsonl = '{"text": "Ruth", "spans": [{"start": 0, "end": 4, "label": "PER"}], "meta": {}}')
  expect_fault(read_doccano(path), "other_format", "read_prodigy")
  expect_warning(x <- read_prodigy(path), "has no answer")
})

test_that("json of Potato leads to its csv, whose columns are sets", {
  line <- '{"instance_id": "r1", "user_id": "ann", "labels": {"mood": {"calm": "true"}}, "spans": {}, "links": {}}'
  path <- folder_with(a.jsonl = line)
  for (read in list(read_doccano, read_prodigy, read_label_studio)) expect_fault(read(path), "other_format", "Potato")
  csv <- file.path(folder_with(a.csv = c(
    "instance_id,user_id,mood.calm,mood.wild", "r1,ann,true,", "r1,bob,,true", "r2,ann,true,", "r2,bob,true,true"
  )), "a.csv")
  x <- as_ratings(utils::read.csv(csv), instance_id, user_id, tidyselect::starts_with("mood."))
  both <- c("mood.calm", "mood.wild")
  expect_equal(tibble::as_tibble(x)$rating, list("mood.calm", "mood.wild", "mood.calm", both))
})

test_that("spans in csv of Potato are read by the lines of ?read_", {
  skip_if_not_installed("jsonlite")
  path <- file.path(folder_with(a.csv = c(
    "instance_id,user_id,ner._spans",
    r"(007,ann,"[{""start"": 0, ""end"": 4, ""label"": ""PER"", ""text"": ""Ruth""},)",
    r"( {""start"": 9, ""end"": 12, ""label"": ""LOC"", ""text"": ""Ur.""}]")",
    r"(007,bob,"[{""start"": 0, ""end"": 4, ""label"": ""PER"", ""text"": ""Ruth""}]")", "008,ann,[]", "008,bob,"
  )), "a.csv")
  unpack <- function(document, annotator, cell) {
    span <- if (nzchar(cell)) jsonlite::fromJSON(cell)
    if (length(span) == 0) span <- data.frame(start = NA, end = NA, label = NA)
    data.frame(document, annotator, span[c("start", "end", "label")])
  }
  x <- utils::read.csv(path, colClasses = "character")
  spans <- as_spans(do.call(rbind, Map(unpack, x$instance_id, x$user_id, x$ner._spans)))
  expect_equal(spans$documents, c("007", "008"))
  expect_equal(nrow(spans$seen), 4)
  expect_equal(span_agreement(spans, ci = ci_none())$f1, 2 / 3)
})

test_that("spans that accord wrote are no export of another tool", {
  skip_if_not_installed("jsonlite")
  marked <- data.frame(
    document = c(1, 1, 1, 2, 2), annotator = c("ann", "ann", "b\u00f6b", "ann", "b\u00f6b"),
    start = c(0, 9, 0, NA, NA), end = c(4, 14, 4, NA, NA), label = c("a \"b\", c", "LOC", "\U0001f600", NA, NA)
  )
  folder <- tempfile()
  dir.create(folder)
  jsonl <- file.path(folder, "a.jsonl")
  csv <- file.path(folder, "a.csv")
  write_spans(marked, jsonl)
  write_spans(marked, csv)
  for (read in list(read_doccano, read_prodigy, read_label_studio)) {
    expect_fault(read(jsonl), "other_format", "write_spans.*no reader takes it.*\\?write_spans", format = "spans")
  }
  expect_fault(read_doccano(csv), "other_format", "read.csv", format = "spans")
  # The lines of ?write_spans.
  unpack <- function(x) {
    none <- data.frame(start = NA, end = NA, label = NA)
    length <- if (is.null(x$length)) NA else x$length
    data.frame(document = x$document, annotator = x$annotator, if (length(x$spans)) x$spans else none, length)
  }
  lines <- lapply(readLines(jsonl, encoding = "UTF-8"), jsonlite::fromJSON)
  expect_equal(as_spans(do.call(rbind, lapply(lines, unpack))), as_spans(marked))
  expect_equal(as_spans(utils::read.csv(csv, na.strings = "", encoding = "UTF-8")), as_spans(marked))
  # Prodigy's tasks may have fields of these names.
  task <- '{"text": "Ruth", "document": 1, "annotator": "ann", "length": 4, "spans": []}'
  expect_equal(formats_of(file.path(folder_with(a.jsonl = task), "a.jsonl")), "prodigy")
})

test_that("the first line for Excel hides no header", {
  header <- "annotation_id;annotator;created_at;id;lead_time;tone;text;updated_at"
  folder <- folder_with(a.csv = bytes_of("sep=;\r\n", header, "\r\n7;1;x;1;2;good;a;x\r\n"))
  expect_equal(formats_of(file.path(folder, "a.csv")), "label_studio")
  expect_equal(read_label_studio(folder, controls = "tone")$label, "good")
  folder <- folder_with(a.csv = c("sep=;", "document;annotator;start;end;label;length", "d;ann;0;1;A;5"))
  expect_equal(formats_of(file.path(folder, "a.csv")), "")
})

test_that("a table with other columns, and json that is no table, name the tool that wrote them", {
  skip_if_quick()
  studio <- '[{"id": 1, "data": {"text": "a"}, "annotations": [{"id": 1, "completed_by": 1, "result": []}]}]'
  flat <- c("annotation_id,annotator,created_at,id,lead_time,tone,text,updated_at", "7,1,x,1,2,good,a,x")
  tsv <- c("#FORMAT=WebAnno TSV 3.3", "", "", "#Text=a", "1-1\t0-1\ta\t")
  cas <- '{"%TYPES": {}, "%FEATURE_STRUCTURES": [], "%VIEWS": {}}'
  at <- function(name, content) file.path(do.call(folder_with, rlang::set_names(list(content), name)), name)
  expect_fault(read_mturk(at("a.csv", flat)), "missing_column", "use `read_label_studio")
  expect_fault(read_mturk(at("a.tsv", tsv)), "missing_column", "use `read_webanno")
  expect_fault(read_annotators(at("a.csv", c("HITId,WorkerId", "h,w")), id, label), "missing_column", "use `read_mturk")
  skip_if_not_installed("jsonlite")
  expect_fault(read_annotators(at("a.json", studio), id, label), "missing_column", "use `read_label_studio")
  expect_fault(read_annotators(at("a.json", cas), id, label), "not_a_table", "use `read_webanno")
  cnd <- expect_fault(read_annotators(at("a.csv", c("id,b", "1,x")), id, label), "missing_column")
  expect_no_match(conditionMessage(cnd), "seems to be")
})

test_that("nobody is sent to the reader that was called", {
  file <- tempfile(fileext = ".txt")
  writeLines(c("HITId,WorkerId,AssignmentStatus,Answer.q", "h1,w1,Approved,a"), file)
  cnd <- expect_fault(read_mturk(file), "extension", "Save it as csv")
  expect_no_match(conditionMessage(cnd), "use `read_mturk")
  expect_fault(read_prodigy(file), "extension", "use `read_mturk\\(\\)`")
})

test_that("files of tools without a reader are named", {
  tagtog <- '{"annotatable":{"parts":["s1p1"]},"anncomplete":true,"entities":[{"classId":"e_3","part":"s1p1"}]}'
  folder <- folder_with(ann_doc1.ann.json = tagtog)
  expect_fault(read_annotators(folder, id, entities), "not_a_table", "json of tagtog")
  expect_fault(read_doccano(folder), "other_format", "json of tagtog")
  folder <- folder_with(a.TextGrid = c('File type = "ooTextFile"', 'Object class = "TextGrid"'))
  expect_fault(read_annotators(file.path(folder, "a.TextGrid"), id, label), "extension", "TextGrid of Praat")
})

test_that("json that names the annotator of each label is no export of doccano, and the lines in the help read it", {
  file <- tempfile(fileext = ".jsonl")
  labels <- c("bug", "feature")[c(1, 2, 1, 1, 2, 2)]
  writeLines(sprintf(
    '{"id":"g%d","text":"Issue","labels":[{"annotator":"ann","label":"bug"},{"annotator":"bob","label":"%s"}]}',
    1:6, labels
  ), file)
  expect_error(read_doccano(file), "annotator of each label", class = "accord_error_other_format")
  expect_error(inspect_sheet(file), "Labels in lists", class = "accord_error")
  x <- jsonlite::stream_in(file(file), verbose = FALSE)
  rows <- do.call(rbind, Map(function(item, own) if (NROW(own)) data.frame(item, own), x$id, x$labels))
  expect_equal(nrow(rows), 12)
  wide <- data.frame(id = 1:6, ann = "bug", bob = labels)
  expect_equal(
    krippendorff_alpha(rows, item, annotator, label)$estimate,
    krippendorff_alpha(wide, id, rating = c(ann, bob), layout = "raters_in_columns")$estimate
  )
})
