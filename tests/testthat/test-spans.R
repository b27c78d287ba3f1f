rows <- function(...) {
  d <- data.frame(
    document = c("d1", "d1", "d2", "d2"), annotator = c("ann", "bob", "ann", "bob"), start = c(0, 2, 5, NA),
    end = c(4, 6, 9, NA), label = c("A", "B", "A", NA), length = c(10, 10, 12, 12)
  )
  transform(d, ...)
}

test_that("rows go in and come out", {
  x <- as_spans(rows())
  expect_equal(x$documents, c("d1", "d2"))
  expect_equal(x$length, c(10, 12))
  expect_equal(x$labels, c("A", "B"))
  expect_equal(as.data.frame(tibble::as_tibble(x)), rows())
  expect_equal(as_spans(x), x)
  expect_equal(as_spans(rows()[4:1, ]), x)
  named <- stats::setNames(rows(), c("text", "who", "from", "to", "kind", "size"))
  expect_equal(as_spans(named, text, who, from, to, kind, size), x)
  items <- stats::setNames(rows(), c("item", names(rows())[-1]))
  expect_equal(as_spans(items), x)
})

test_that("ends may be inclusive, and positions count from 1", {
  x <- as_spans(rows(start = start + 1), from = 1, closed = TRUE)
  expect_equal(x$span, as_spans(rows())$span)
  expect_equal(as_spans(rows(end = end - 1), closed = TRUE)$span, as_spans(rows())$span)
  expect_fault(as_spans(rows(), from = 2), "argument", argument = "from")
  expect_fault(as_spans(rows(), closed = NA), "argument", argument = "closed")
})

test_that("who saw a document counts", {
  expect_equal(nrow(as_spans(rows())$seen), 4)
  expect_equal(nrow(as_spans(rows()[1:3, ])$seen), 3)
  expect_equal(nrow(as_spans(rows()[1:3, ], seen = "all")$seen), 4)
  expect_fault(as_spans(rows(), seen = "x"), "argument", argument = "seen")
})

test_that("labels and lengths may be missing", {
  x <- as_spans(rows()[1:4])
  expect_equal(x$labels, "(none)")
  expect_equal(x$length, c(6, 9))
  expect_equal(x$known, c(FALSE, FALSE))
  expect_equal(as_spans(rows()[1:4], lengths = c(d2 = 20, d1 = 10))$length, c(10, 20))
  expect_equal(as_spans(rows(length = c(10, NA, 12, NA)))$length, c(10, 12))
  sets <- rows()
  sets$label <- list("A", "B", "A", character())
  expect_equal(as_spans(sets)$labels, c("A", "B"))
  sets$label[[1]] <- c("A", "B")
  expect_fault(as_spans(sets), "argument", "1 row has several", argument = "label")
})

test_that("overlapping and stacked spans are kept", {
  d <- rows(
    document = "d1", annotator = c("ann", "ann", "ann", "bob"), start = c(0, 0, 2, NA), end = c(4, 4, 8, NA),
    length = 10
  )
  x <- as_spans(d)
  expect_equal(nrow(x$span), 3)
  expect_equal(nrow(overlapping(x)), 2)
  expect_output(print(x), "2 spans overlap another one of the same annotator")
  expect_output(print(as_spans(rows())), "<spans> 3 spans in 2 documents by 2 annotators")
  long <- transform(result_spans(), annotator = paste("annotator of the second crowdsourcing batch", annotator))
  rlang::local_options(width = 60)
  lines <- capture.output(print(as_spans(long)))
  expect_lte(max(nchar(lines)), 60)
  expect_match(paste(trimws(lines), collapse = " "), "4 by annotator of the second crowdsourcing batch ann, 4 by")
})

test_that("bad spans are errors that say which", {
  skip_if_quick()
  expect_fault(as_spans(rows(end = c(0, 6, 9, NA))), "bad_span", "1 span does not: row 1", rows = 1L)
  expect_fault(as_spans(rows(end = c(0, 1, 9, NA))), "bad_span", "2 spans do not", rows = 1:2)
  expect_fault(as_spans(rows(start = c(-1, 2, 5, NA))), "bad_span", "row 1")
  expect_fault(as_spans(rows(end = c(NA, 6, 9, NA))), "bad_span", "row 1")
  expect_fault(as_spans(rows(end = c(4.5, 6, 9, NA))), "bad_span", "1 is not: row 1 \\(4.5\\)")
  expect_fault(as_spans(rows(start = letters[1:4])), "bad_span", "a character vector")
  expect_fault(as_spans(rows(length = c(3, 3, 12, 12))), "outside_text", "2 spans do not", rows = 1:2)
  expect_fault(as_spans(rows(length = c(10, 10, 8, 8))), "outside_text", "1 span does not: row 3", rows = 3L)
  expect_fault(
    as_spans(rows(length = c(10, 11, 12, 12))), "differing_lengths", "1 document has several",
    documents = "d1"
  )
  expect_fault(as_spans(rows(length = 10:13)), "differing_lengths", "2 documents have several")
  expect_fault(
    as_spans(rows(), lengths = c(d1 = 10)), "unknown_document", "1 document is not", documents = "d2"
  )
  expect_fault(as_spans(rows(), lengths = c(x = 10)), "unknown_document", "2 documents are not")
  expect_fault(as_spans(rows(), lengths = 10), "argument", argument = "lengths")
  expect_fault(as_spans(rows()[c(1, 1:4), ]), "duplicate_span", "1 span does not", rows = 2L)
  expect_fault(as_spans(rows()[c(1, 2, 1:4), ]), "duplicate_span", "2 spans do not")
  expect_equal(as_spans(rows()[c(1, 1:4), ], duplicates = "first"), as_spans(rows()))
  expect_fault(
    as_spans(rows(document = c(NA, "d1", "d2", "d2"))), "missing_id", "1 row has none", argument = "document"
  )
  expect_fault(
    as_spans(rows(annotator = c(NA, NA, "a", "b"))), "missing_id", "2 rows have none", argument = "annotator"
  )
  expect_fault(as_spans(rows()[-3]), "missing_column", column = "start")
  expect_fault(as_spans(rows()[0, ]), "no_rows")
  expect_fault(as_spans(1), "not_spans")
})

test_that("what readers return goes in", {
  skip_if_quick()
  x <- as_spans(read_webanno(export_path("webanno-tsv", "testMultiTokenStackedSpanWithFeatureValue.tsv")))
  expect_equal(x$labels, c("LOCATION", "PERSON"))
  expect_equal(x$length, 16)
  folder <- folder_with(
    ruth.ann = c("T1\tPER 0 4\tRuth", "T2\tLOC 9 18\tthe field"), ruth.txt = "Ruth saw the field"
  )
  brat <- as_spans(read_brat(c(ann = folder)))
  expect_equal(brat$span$end, c(4, 18))
  expect_equal(brat$length, 19)
  skip_if_not_installed("jsonlite")
  y <- as_spans(read_prodigy(export_path("prodigy", "news_ner.jsonl")))
  expect_equal(length(y$documents), 20)
})

test_that("figures of groups are those of their rows, and tables and plots have them", {
  skip_if_quick()
  data <- rbind(transform(result_spans(), job = "b"), transform(result_spans(), job = "a", label = "PER"))
  verbs <- list(span_agreement, span_alpha, function(...) with_seed(1, span_gamma(...)))
  for (verb in verbs) {
    all <- verb(data, by = job)
    expect_identical(unique(all$job), c("a", "b"))
    own <- with_seed(1, verb(data[data$job == "a", ]))
    got <- all[all$job == "a", names(own)]
    expect_equal(as.data.frame(got), as.data.frame(own), ignore_attr = TRUE)
    skip_if_not_installed("knitr")
    skip_if_not_installed("ggplot2")
    expect_s3_class(paper_table(all, "markdown"), "accord_table")
    few <- all[setdiff(names(all), c("match", "annotator_1", "coefficient", "label", "conf.low"))]
    expect_s3_class(paper_table(few, "markdown"), "accord_table")
    expect_s3_class(ggplot2::ggplot_build(ggplot2::autoplot(all)), "ggplot_built")
  }
  expect_error(span_alpha(as_spans(data[1:10, ]), by = job), class = "accord_error_argument")
  expect_error(span_alpha(data, by = nothing), class = "accord_error_missing_column")
})

test_that("spans of sounds are rounded to a unit", {
  skip_if_quick()
  seconds <- data.frame(
    document = "a", annotator = c("x", "x", "y", "y"), start = c(0.3, 2.34, 0.31, 2.3), end = c(1.2, 3.66, 1.2, 3.7),
    label = c("noise", "speech", "noise", "speech"), length = 4.51
  )
  tenths <- seconds
  tenths$start <- c(3, 23, 3, 23)
  tenths$end <- c(12, 37, 12, 37)
  tenths$length <- 45
  # The unit itself is kept, for tolerances in the unit of the data.
  rounded <- as_spans(seconds, unit = 0.1)
  expect_identical(rounded$unit, 0.1)
  expect_identical(utils::modifyList(rounded, list(unit = 1)), as_spans(tenths))
  expect_identical(as_spans(seconds[names(seconds) != "length"], lengths = c(a = 4.51), unit = 0.1), rounded)
  expect_error(as_spans(seconds), "unit = 0.1", class = "accord_error_bad_span")
  seconds$end[1] <- 0.32
  expect_error(as_spans(seconds, unit = 0.1), "smaller unit", class = "accord_error_bad_span")
  # Longer than half a unit, and yet 13 to 13.
  seconds[1, c("start", "end")] <- c(1.26, 1.34)
  expect_error(as_spans(seconds, unit = 0.1), "shorter than `unit` without a position", class = "accord_error_bad_span")
  expect_error(as_spans(tenths, unit = 0), "above 0", class = "accord_error_argument")
  expect_error(as_spans(tenths, unit = 2, closed = TRUE), "measured", class = "accord_error_argument")
})

test_that("documents that only `lengths` names were seen by all with seen = \"all\"", {
  d <- data.frame(document = "d1", annotator = c("a", "b"), start = 0, end = 4, label = "X")
  x <- as_spans(d, lengths = c(d1 = 10, d2 = 20), seen = "all")
  expect_equal(x$documents, c("d1", "d2"))
  expect_equal(x$length, c(10, 20))
  expect_equal(nrow(x$seen), 4L)
  expect_equal(as_spans(d, lengths = c(d1 = 10, d2 = 20))$documents, "d1")
  numbers <- as_spans(transform(d, document = 2), lengths = c("1e+05" = 20, "2" = 10), seen = "all")
  expect_equal(numbers$documents, c(2, 100000))
  expect_equal(numbers$length, c(10, 20))
  factors <- as_spans(transform(d, document = factor("d2")), lengths = c(d1 = 10, d2 = 20), seen = "all")
  expect_equal(as.character(factors$documents), c("d2", "d1"))
  expect_equal(factors$length, c(20, 10))
})

test_that("positions that are whole but for an error of computation are taken, and others named by row", {
  d <- data.frame(document = "d", annotator = c("a", "b"), start = c(0, 1), end = c(1.1 * 100, 5), label = "X")
  expect_false(d$end[1] == 110)
  expect_equal(max(as_spans(d)$span$end), 110)
  d$end[2] <- 5.5
  expect_fault(as_spans(d), "bad_span", "1 is not: row 2 \\(5.5\\)", rows = 2L)
})

test_that("a verb without data says so", {
  expect_fault(as_spans(), "not_spans", "`data` is missing")
  expect_fault(as_chains(), "not_chains", "`data` is missing")
  expect_fault(as_ratings(), "not_ratings", "`data` is missing")
})

test_that("spans of several layers or controls are not compared as if they were of one", {
  skip_if_quick()
  two <- rbind(rows(), rows(label = c("NOUN", "VERB", "NOUN", NA)))
  layered <- transform(two, layer = rep(c("NER", "POS"), each = 4))
  for (verb in list(as_spans, span_agreement, span_alpha, span_gamma, span_consensus)) {
    expect_fault(verb(layered), "several_layers", "NER.*POS", column = "layer", available = c("NER", "POS"))
  }
  studio <- transform(two, control = factor(rep(c("ner", "pos"), each = 4)))
  expect_fault(as_spans(studio), "several_layers", "controls = ", column = "control")
  features <- transform(layered, layer = "NER", feature = layer)
  expect_fault(as_spans(features), "several_layers", column = "feature")
  # Chosen: one of them, none, the layers as labels, or a figure of each.
  expect_equal(as_spans(layered[layered$layer == "NER", ]), as_spans(rows()))
  expect_equal(as_spans(two)$labels, c("A", "B", "NOUN", "VERB"))
  expect_equal(as_spans(layered, label = layer)$labels, c("NER", "POS"))
  expect_equal(span_agreement(layered, by = layer)$layer, c("NER", "POS"))
  # Documents that are marked in one layer each are compared each for itself.
  expect_equal(nrow(as_spans(rows(layer = c("NER", "NER", "POS", NA)))$span), 3)
})

test_that("labels of whole texts are told apart from texts in which nothing was marked", {
  skip_if_quick()
  skip_if_not_installed("jsonlite")
  line <- '{"id": 1, "text": "Ruth slept", "label": %s}'
  labelled <- function(...) {
    read_doccano(folder_with(ann.jsonl = sprintf(line, ..1), bob.jsonl = sprintf(line, ..2)))
  }
  cnd <- expect_message(
    x <- span_agreement(labelled('["pos"]', '["neg"]')), "no spans, but labels.*2 rows.*as_ratings.*alpha",
    class = "accord_message_no_spans"
  )
  expect_equal(cnd$n, 2L)
  expect_equal(x$status, "no spans")
  expect_message(as_spans(labelled('["pos"]', '["a", "b"]')), "2 rows", class = "accord_message_no_spans")
  expect_message(as_spans(labelled('["pos"]', "[]")), "1 row with", class = "accord_message_no_spans")
  expect_no_message(as_spans(labelled('[[0, 4, "PER"]]', "[]")), class = "accord_message_no_spans")
  expect_no_message(
    as_spans(suppressMessages(labelled("[]", "[]"))), class = "accord_message_no_spans"
  )
  blank <- data.frame(
    document = "d", annotator = c("ann", "bob"), start = NA_real_, end = NA_real_, label = c(NA, "")
  )
  expect_no_message(as_spans(blank))
  relations <- transform(blank, label = "of", from = c("a", "b"))
  expect_no_message(as_spans(relations))
})

test_that("files of brat that nobody has annotated yet are no spans and no chains of nobody", {
  folder <- tempfile()
  dir.create(folder)
  writeLines(character(), file.path(folder, "x.ann"))
  expect_warning(found <- read_brat(c(ann = folder)), class = "accord_warning_problems")
  spans <- as_spans(found)
  expect_no_warning(lines <- capture.output(print(spans)))
  expect_identical(lines, "<spans> 0 spans in 0 documents by 0 annotators")
  lines <- capture.output(print(as_chains(found)))
  expect_length(lines, 2)
  expect_fault(as_ratings(spans), "no_rows", "has no document")
  expect_fault(as_ratings(as_chains(found)), "no_rows", "no mention")
})

test_that("a table of a database is told to be collected", {
  lazy <- structure(list(), class = "tbl_lazy")
  expect_fault(as_spans(lazy), "not_spans", "Call `dplyr::collect\\(\\)` first")
  expect_fault(as_chains(lazy), "not_chains", "Call `dplyr::collect\\(\\)` first")
  expect_fault(as_spans(), "not_spans", "`data` is missing")
})

test_that("labels are chosen without losing the documents that were seen", {
  skip_if_quick()
  marked <- data.frame(
    document = rep(c("d1", "d2", "d3"), each = 4), annotator = c("ann", "ann", "bob", "bob"),
    start = c(0, 5, 0, 5, 2, NA, 3, 6, NA, 1, NA, NA), end = c(9, 8, 9, 8, 4, NA, 4, 8, NA, 3, NA, NA),
    label = c("PER", "LOC", "PER", "LOC", "LOC", NA, "LOC", "PER", NA, "PER", NA, NA), length = 10
  )
  marked <- marked[-c(9, 12), ]
  spans <- as_spans(marked, labels = "LOC")
  expect_identical(spans$labels, "LOC")
  # By hand: the same rows, and one without a span where there was none of the label.
  by_hand <- marked
  by_hand[!by_hand$label %in% "LOC", c("start", "end", "label")] <- NA
  expect_equal(spans, as_spans(by_hand))
  expect_identical(nrow(spans$seen), 6L)
  expect_equal(span_alpha(marked, labels = "LOC"), span_alpha(spans))
  expect_equal(as_spans(as_spans(marked), labels = "LOC"), spans)
  expect_identical(as_spans(marked, labels = c("PER", "LOC")), as_spans(marked))
  expect_fault(as_spans(marked, labels = "ORG"), "argument", "1 of them is none: \"ORG\"", available = c("LOC", "PER"))
  expect_fault(as_spans(marked, labels = c("ORG", "per")), "argument", "2 of them are none")
  expect_fault(as_spans(marked, labels = character()), "argument", argument = "labels")
  expect_fault(span_alpha(marked), "overlapping_spans", "labels = \"(LOC|PER)\"")
})

test_that("labels of spans that differ by case only give the warning of ratings", {
  d <- data.frame(
    document = "d", annotator = rep(c("a", "b"), each = 2), start = c(0, 5, 0, 5), end = c(4, 9, 4, 9),
    label = c("play", "rest", "PLAY", "rest")
  )
  for (verb in list(event_kappa, span_agreement, link_objects)) {
    expect_warning(
      suppressWarnings(verb(d), classes = c("accord_warning_no_interval", "accord_warning_few_documents")),
      "Labels that look alike are separate categories.*PLAY.* and .*play",
      class = "accord_warning_look_alike"
    )
  }
  expect_no_warning(as_spans(transform(d, label = tolower(label))))
})

test_that("`lengths` overrides lengths that differ between annotators", {
  video <- data.frame(
    item = "v", annotator = c("ann", "bob"), label = "x", start = 1, end = 2.5, length = c(60, 60.5)
  )
  cnd <- expect_fault(as_spans(video, unit = 0.5), "differing_lengths", "lengths = c[(]\"v\" = 60.5[)]")
  expect_no_match(conditionMessage(cnd), "text")
  expect_equal(as_spans(video, unit = 0.5, lengths = c("v" = 60.5))$length, 121)
  two <- rbind(video, transform(video, item = "w"))
  expect_fault(as_spans(two, unit = 0.5), "differing_lengths", "\"w\" = 60.5")
  expect_fault(as_spans(transform(video, length = c(60, 61), end = 2)), "differing_lengths", "the same text")
})

test_that("positions that are text or exchanged are told how to be corrected", {
  video <- data.frame(item = "v", annotator = c("ann", "bob"), label = "x", start = c("1.5", "2"), end = 3)
  expect_fault(as_spans(video, unit = 0.5), "bad_span", "as.numeric[(]start[)]")
  expect_equal(as_spans(transform(video, start = as.numeric(start)), unit = 0.5)$span$start, c(3, 4))
  comma <- transform(video, start = c("1,5", "2"))
  expect_fault(as_spans(comma, unit = 0.5), "bad_span", 'sub[(]",", ".", start, fixed = TRUE[)]')
  comma$start <- as.numeric(sub(",", ".", comma$start, fixed = TRUE))
  expect_equal(as_spans(comma, unit = 0.5)$span$start, c(3, 4))
  expect_fault(as_spans(transform(video, start = "00:01"), unit = 0.5), "bad_span", "seconds")
  expect_no_match(conditionMessage(expect_fault(as_spans(transform(video, start = "a")), "bad_span")), "Convert")
  back <- transform(video, start = 3, end = 1)
  expect_fault(as_spans(back, unit = 0.5), "bad_span", "exchanged")
})

test_that("a single recording without an interval says why", {
  video <- data.frame(
    item = "v", annotator = rep(c("ann", "bob", "cat"), each = 2), label = c("x", "y"), start = c(0, 5, 0, 6, 1, 5),
    end = c(4, 9), length = 10
  )
  x <- event_kappa(video, unit = 0.5)
  expect_output(print(x), "No intervals, since one document is too few")
  note <- paste(paper_table(x), collapse = " ")
  expect_match(note, "Means are of estimates, over pairs with a value", fixed = TRUE)
  expect_no_match(note, "no maximum")
  expect_no_match(paste(format(event_kappa(video, unit = 0.5, ci = ci_none())), collapse = " "), "over documents")
})
