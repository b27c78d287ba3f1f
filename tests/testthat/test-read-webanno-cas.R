skip_if_not_installed("jsonlite")

# Feature structures in the order of their ids; the text is the first.
cas <- function(text, ..., types = "{}") {
  objects <- c(
    sprintf('"%%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": "_InitialView", "sofaString": "%s"', text), ...
  )
  sprintf(
    '{"%%TYPES": %s, "%%FEATURE_STRUCTURES": [%s], "%%VIEWS": {}}', types,
    paste(sprintf('{"%%ID": %d, %s}', seq_along(objects), objects), collapse = ",\n")
  )
}
mark <- function(type, begin, end, more = "") {
  sprintf('"%%TYPE": "%s", "@sofa": 1, "begin": %d, "end": %d%s', type, begin, end, more)
}
tokens <- function(begin, end) mark("de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token", begin, end)
shared <- c(
  "kind", "layer", "feature", "label", "start", "end", "text", "token_start", "token_end", "tokens", "mention", "from",
  "to"
)

test_that("a document says in CAS JSON what it says in TSV", {
  # An emoji has two units. The span of token 3 has no label, that of tokens 1 and 2 has an emoji before its end.
  tsv <- c(
    "#FORMAT=WebAnno TSV 3.3", "#T_SP=x.NE|value|sure", "#T_SP=x.Host|ROLE_x.Host:links_x.HostLinksLink|x.NE",
    "#T_CH=x.Link|referenceRelation|referenceType", "#T_RL=x.Rel|value|BT_x.NE", "", "",
    "#Text=\U0001F600a he so",
    "1-1\t0-2\t\U0001F600\tPER[1]\ttrue[1]\t_\t_\tthen->1-1\tname\t_\t_\t",
    "1-2\t2-3\ta\tPER[1]\ttrue[1]\t_\t_\t_\t_\t_\t_\t",
    "1-3\t4-6\the\t*\t*\tagent\t1-1[1]\t*->1-2\tpronoun\tof\t1-1[1_0]\t",
    "1-4\t7-9\tso\t_\t_\t_\t_\t_\t_\t_\t_\t"
  )
  json <- cas(
    "\U0001F600a he so", mark("uima.tcas.DocumentAnnotation", 0, 9), tokens(0, 2), tokens(2, 3), tokens(4, 6),
    tokens(7, 9), mark("de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence", 0, 9),
    mark("x.NE", 0, 3, ', "value": "PER", "sure": true'), mark("x.NE", 4, 6),
    mark("x.Host", 4, 6, ', "@links": 11'), '"%TYPE": "x.HostLink[]", "%ELEMENTS": [12]',
    '"%TYPE": "x.HostLink", "role": "agent", "@target": 8',
    mark("x.Link", 0, 2, ', "@next": 14, "referenceRelation": "then", "referenceType": "name"'),
    mark("x.Link", 4, 6, ', "referenceType": "pronoun"'), '"%TYPE": "x.Chain", "@first": 13',
    mark("x.Rel", 4, 6, ', "@Governor": 8, "@Dependent": 9, "value": "of"')
  )
  one <- read_webanno(folder_with(d.tsv = tsv))
  other <- read_webanno(folder_with(d.json = json))
  in_one_order <- function(x) {
    x <- as.data.frame(x)[shared]
    x <- x[do.call(order, unname(x)), ]
    rownames(x) <- NULL
    x
  }
  expect_equal(in_one_order(other), in_one_order(one))
  expect_equal(other$item, rep("d", nrow(other)))
  expect_equal(other$chain[other$kind == "chain"], c("1", "1"))
  expect_equal(unique(other$length), 8)
  expect_equal(nrow(problems(other)), 0L)
  # One layer is selected, as in TSV.
  expect_equal(read_webanno(folder_with(d.json = json), layer = "NE", feature = "value")$label, c("PER", NA))
  expect_fault(read_webanno(folder_with(d.json = json), layer = "POS"), "unknown_layer", "Host.*Link")
})

test_that("types that derive from a layer are of it, and a defined feature may be without a value", {
  types <- paste0(
    '{"x.POS": {"%SUPER_TYPE": "uima.tcas.Annotation", "value": {"%RANGE": "x.Tag"}, "other": {"%RANGE": "x.NE"}},',
    '"x.Tag": {"%SUPER_TYPE": "uima.cas.String"}, "x.NOUN": {"%SUPER_TYPE": "x.POS"}}'
  )
  x <- read_webanno(folder_with(d.json = cas("Ruth slept", mark("x.NOUN", 0, 4), types = types)))
  expect_equal(x[c("layer", "feature", "label")], tibble::tibble(
    layer = "x.POS", feature = "value", label = NA_character_
  ))
})

test_that("a text that an annotator opened and left unmarked counts, in a project too", {
  blank <- cas("Ruth slept", tokens(0, 4), tokens(5, 10))
  marked <- cas("Ruth slept", tokens(0, 4), tokens(5, 10), mark("x.NE", 0, 4, ', "value": "PER"'))
  files <- list(
    `annotation/ruth.txt/ann.json` = marked, `annotation/ruth.txt/bob.json` = blank,
    `annotation/ruth.txt/INITIAL_CAS.json` = blank, exportedproject.json = "{}"
  )
  skip_without_zip()
  x <- read_webanno(zip_of(do.call(folder_with, files)))
  expect_equal(x$item, rep("ruth.txt", 2))
  expect_equal(x$annotator, c("ann", "bob"))
  expect_equal(x$kind, c("span", NA))
  expect_equal(as_spans(x)$length, 10)
  expect_equal(span_agreement(x, ci = ci_none())$f1, 0)
})

test_that("what is no CAS JSON, or leads nowhere, is told", {
  expect_fault(read_webanno(folder_with(d.json = "{")), "not_a_table", "not valid json")
  expect_fault(read_webanno(folder_with(d.json = '{"a": 1}')), "not_a_table", "not UIMA CAS JSON")
  expect_fault(
    read_webanno(folder_with(d.json = '{"text": "a", "_input_hash": 1}')), "other_format", "read_prodigy"
  )
  json <- cas(
    "Ruth slept", mark("x.NE", 0, 4), mark("x.NE", 4, 4), mark("x.NE", 8, 99),
    mark("x.Rel", 0, 4, ', "@Governor": 2, "@Dependent": 77, "value": "of"'),
    # The chain is circular.
    mark("x.Link", 0, 4, ', "@next": 7'), mark("x.Link", 5, 10, ', "@next": 6')
  )
  expect_warning(x <- read_webanno(folder_with(d.json = json)), class = "accord_warning_problems")
  expect_equal(x$start[x$kind == "span"], 0)
  expect_equal(x$chain[x$kind == "chain"], c("1", "1"))
  found <- problems(x)
  expect_equal(sort(found$row), c(3L, 4L, 5L))
  for (words in c("is empty", "outside the text of 10", "not there")) expect_match(found$problem, words, all = FALSE)
})

test_that("types that derive from each other are read", {
  circle <- '{"x.A": {"%SUPER_TYPE": "x.B"}, "x.B": {"%SUPER_TYPE": "x.A"}}'
  x <- read_webanno(folder_with(d.json = cas("Ruth slept", tokens(0, 4), mark("x.A", 0, 4), types = circle)))
  expect_equal(x$text, "Ruth")
})

test_that("a document in both formats has one length", {
  tsv <- c(
    "#FORMAT=WebAnno TSV 3.3", "#T_SP=x.NE|value", "", "", "#Text=a he", "1-1\t0-1\ta\tPER\t", "1-2\t2-4\the\t_\t", "",
    "#Text=so", "2-1\t5-7\tso\t_\t"
  )
  json <- function(text) cas(text, tokens(0, 1), tokens(2, 4), tokens(5, 7), mark("x.NE", 2, 4, ', "value": "PER"'))
  both <- function(text) {
    folder <- tempfile()
    dir.create(file.path(folder, "ann"), recursive = TRUE)
    dir.create(file.path(folder, "bob"))
    writeLines(tsv, file.path(folder, "ann", "d.tsv"))
    writeLines(json(text), file.path(folder, "bob", "d.json"))
    read_webanno(file.path(folder, c("ann", "bob")))
  }
  # TSV lacks the line break at the end of the text, and that between sentences is a blank.
  x <- both("a he\\nso\\n")
  expect_equal(x$annotator, c("ann", "bob"))
  expect_equal(x$length, c(8, 8))
  expect_equal(span_agreement(x, match = "overlap", ci = ci_none())$f1, 0)
  # Another text is no longer one.
  expect_fault(as_spans(both("a he\\nto go")), "differing_lengths", "1 document has several")
})

test_that("annotations whose offsets are not there are listed", {
  json <- cas(
    "Ruth slept", mark("x.NE", 0, 4, ', "value": "PER"'), '"%TYPE": "x.NE", "@sofa": 1, "begin": 5, "value": "LOC"',
    '"%TYPE": "x.NE", "@sofa": 1, "begin": "a", "end": 3', '"%TYPE": "x.Other", "value": "no annotation"',
    # This belongs to another view, whose text is not read.
    '"%TYPE": "x.NE", "@sofa": 9, "begin": 5'
  )
  expect_warning(x <- read_webanno(folder_with(d.json = json)), class = "accord_warning_problems")
  expect_equal(x$label, "PER")
  expect_equal(problems(x)$row, c(3L, 4L))
  expect_equal(problems(x)$column, c("x.NE", "x.NE"))
  expect_match(problems(x)$problem, "has no whole numbers as offsets; left out", all = TRUE)
})
