events <- function(name) test_path("reference", "events", name)

new_folder <- function() {
  folder <- tempfile()
  dir.create(folder)
  folder
}

test_that("four encodings of a TextGrid are the same tiers", {
  skip_if_quick()
  read <- function(name) {
    x <- suppressWarnings(read_textgrid(c(ann = events(name))))
    attr(x, "problems") <- NULL
    x[setdiff(names(x), c("item", "file"))]
  }
  one <- read("long_utf8.TextGrid")
  for (other in c("short_utf8.TextGrid", "long_utf16.TextGrid", "short_utf16.TextGrid")) {
    expect_identical(read(other), one)
  }
  points <- one[one$kind == "point", ]
  expect_equal(nrow(points), 43)
  expect_equal(points$label[c(1, 5)], c("j", "P\\"))
  expect_identical(points$start, points$end)
  expect_equal(length(unique(one$tier)), 5)
  expect_match(problems(suppressWarnings(read_textgrid(events("long_utf8.TextGrid"))))$problem[1], "ends at 3.4546")
})

test_that("quotes and line breaks are part of a text", {
  x <- read_textgrid(c(ann = events("quotes_newlines_short.TextGrid")))
  expect_equal(unique(x$tier), c("\"word\"", "phrase", ""))
  expect_equal(x$label[1], "\"\"\"BOBBY\"\"\"\nNoun")
  expect_equal(x$label[9], "85\np4")
  expect_equal(x$kind, rep(c("interval", "point"), c(5, 4)))
})

test_that("a TextGrid, an EAF and its export have the same units", {
  skip_if_not_installed("xml2")
  read <- function(x) {
    x <- x[!is.na(x$start), ]
    data.frame(tier = x$annotator, label = x$label, start = round(x$start, 3), end = round(x$end, 3))
  }
  grid <- read(read_textgrid(events("three_tiers.TextGrid"), annotator = "tier"))
  eaf <- read(read_eaf(events("three_tiers.eaf"), annotator = "tier"))
  expect_equal(grid, eaf)
  expect_equal(read(read_eaf(events("three_tiers_tab.txt"), annotator = "tier")), eaf)
  expect_equal(nrow(grid), 4)
  two <- read_eaf(events("three_tiers.eaf"), tier = c("Maureen", "Robin"), annotator = "tier")
  expect_equal(nrow(two), 3)
  # A tier without annotations is an annotator who marked nothing.
  expect_true(is.na(read_eaf(events("three_tiers.eaf"), tier = "default", annotator = "tier")$start))
  expect_equal(nrow(as_spans(two, unit = 0.001)$span), 3)
  expect_error(read_eaf(events("three_tiers.eaf"), tier = "Bob"), class = "accord_error_unknown_layer")
  expect_error(read_eaf(events("three_tiers.eaf"), annotator = "participant"), class = "accord_error_missing_id")
})

test_that("names of tiers and files say who annotated what", {
  folder <- new_folder()
  lines <- function(name) {
    c(
      "File type = \"ooTextFile\"", "Object class = \"TextGrid\"", "", "0", "2", "<exists>", length(name),
      unlist(lapply(name, function(one) c("\"IntervalTier\"", dQuote(one, FALSE), 0, 2, 1, 0, 2, "\"x\"")))
    )
  }
  writeLines(lines(c("hand_ann", "hand_bob", "noise")), file.path(folder, "rec1.TextGrid"))
  expect_warning(x <- read_textgrid(folder, tiers = "{tier}_{annotator}"), class = "accord_warning_problems")
  expect_equal(x$annotator, c("ann", "bob"))
  expect_equal(x$tier, c("hand", "hand"))
  expect_match(problems(x)$problem, "\"noise\" is not of the form")
  file.remove(file.path(folder, "rec1.TextGrid"))
  for (who in c("ann", "bob")) writeLines(lines("hand"), file.path(folder, sprintf("rec_1_%s.TextGrid", who)))
  y <- read_textgrid(folder, names = "{item}_{annotator}")
  expect_equal(unique(y$item), "rec_1")
  expect_equal(y$annotator, c("ann", "bob"))
  expect_error(read_textgrid(folder, names = "{item}-{annotator}"), class = "accord_error_argument")
  expect_error(read_textgrid(folder, names = "{who}"), class = "accord_error_argument")
  # Several tiers are several questions.
  writeLines(lines(c("hand", "face")), file.path(folder, "rec_1_ann.TextGrid"))
  two <- read_textgrid(folder, names = "{item}_{annotator}")
  expect_fault(as_spans(two, unit = 0.1), "several_layers", "annotator = tier")
  expect_fault(cohen_kappa(two), "argument", "spans or events.*as_spans\\(\\)")
})

test_that("a TextGrid that ends early is read up to there", {
  skip_if_quick()
  folder <- new_folder()
  whole <- readLines(events("three_tiers.TextGrid"))
  writeLines(utils::head(whole, 22), file.path(folder, "cut.TextGrid"))
  expect_warning(x <- read_textgrid(folder), class = "accord_warning_problems")
  expect_match(problems(x)$problem, "ends within a tier")
  expect_equal(x$label, "S")
  writeLines("ooBinaryFile", file.path(folder, "cut.TextGrid"))
  expect_error(read_textgrid(folder), class = "accord_error_not_a_table")
})

test_that("slots without a time lie between their neighbours, and references have the times of their parent", {
  skip_if_not_installed("xml2")
  folder <- new_folder()
  slot <- function(id, time) sprintf("<TIME_SLOT TIME_SLOT_ID=\"ts%d\"%s/>", id, time)
  note <- function(id, from, to, text) {
    sprintf(
      "<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID=\"a%d\" TIME_SLOT_REF1=\"ts%d\" TIME_SLOT_REF2=\"ts%d\">%s%s%s",
      id, from, to, "<ANNOTATION_VALUE>", text, "</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
    )
  }
  writeLines(c(
    "<ANNOTATION_DOCUMENT><TIME_ORDER>", slot(1, " TIME_VALUE=\"1000\""), slot(2, ""), slot(3, ""),
    slot(4, " TIME_VALUE=\"4000\""), "</TIME_ORDER><TIER TIER_ID=\"word\" ANNOTATOR=\"ann\">",
    note(1, 1, 2, "a"), note(2, 2, 3, "b"), note(3, 3, 4, "c"), "</TIER><TIER TIER_ID=\"kind\" ANNOTATOR=\"ann\">",
    "<ANNOTATION><REF_ANNOTATION ANNOTATION_ID=\"a4\" ANNOTATION_REF=\"a2\"><ANNOTATION_VALUE>noun</ANNOTATION_VALUE>",
    "</REF_ANNOTATION></ANNOTATION></TIER></ANNOTATION_DOCUMENT>"
  ), file.path(folder, "talk.eaf"))
  expect_warning(x <- read_eaf(folder, annotator = "annotator"), class = "accord_warning_problems")
  expect_equal(x$start, c(1, 2, 3, 2))
  expect_equal(x$end, c(2, 3, 4, 3))
  expect_equal(x$tier, c("word", "word", "word", "kind"))
  expect_equal(unique(x$annotator), "ann")
})

test_that("annotations of ELAN without text have no label", {
  skip_if_not_installed("xml2")
  folder <- new_folder()
  note <- function(id, text) {
    sprintf(
      "<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID=\"a%d\" TIME_SLOT_REF1=\"ts%d\" TIME_SLOT_REF2=\"ts%d\">%s%s%s",
      id, id, id + 1L, "<ANNOTATION_VALUE>", text, "</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
    )
  }
  writeLines(c(
    "<ANNOTATION_DOCUMENT><TIME_ORDER>",
    sprintf("<TIME_SLOT TIME_SLOT_ID=\"ts%d\" TIME_VALUE=\"%d\"/>", 1:4, 1:4 * 1000L),
    "</TIME_ORDER><TIER TIER_ID=\"word\" ANNOTATOR=\"ann\">",
    note(1L, "a"), note(2L, ""), note(3L, "  "), "</TIER></ANNOTATION_DOCUMENT>"
  ), file.path(folder, "talk.eaf"))
  expect_warning(x <- read_eaf(folder, annotator = "annotator"), class = "accord_warning_problems")
  expect_equal(x$label, c("a", NA, NA))
  expect_equal(x$start, 1:3)
  expect_match(problems(x)$problem, "In tier \"word\", 2 annotations have no text; kept without a label")
  expect_match(format(as_spans(x, document = item)), "[(]none[)]", all = FALSE)
})

test_that("projects and exports of BORIS have the same events", {
  skip_if_quick()
  skip_if_not_installed("jsonlite")
  project <- suppressWarnings(read_boris(events("test.boris")))
  expect_match(problems(suppressWarnings(read_boris(events("test.boris"))))$problem, "\"s\" at 26.862")
  told <- function(x) as.data.frame(x[!is.na(x$start), c("kind", "label", "start", "end", "length")])
  old <- read_boris(events("tabular_old.tsv"))
  expect_equal(told(old), told(project[project$observation == "observation #1", ]), ignore_attr = TRUE)
  new <- read_boris(events("aggregated.tsv"))
  of <- project[project$observation == "observation #2", ]
  expect_equal(told(new)[order(new$start), ], told(of)[order(told(of)$start), ], ignore_attr = TRUE)
  expect_equal(sum(old$kind == "point", na.rm = TRUE), 0)
  packed <- file.path(new_folder(), "test.boris.gz")
  writeLines(readLines(events("test.boris"), warn = FALSE), connection <- gzfile(packed))
  close(connection)
  gz <- suppressWarnings(read_boris(packed))
  expect_equal(gz[names(gz) != "file"], project[names(gz) != "file"], ignore_attr = TRUE)
  expect_equal(unique(read_boris(events("tabular_old.tsv"), annotator = "a")$annotator), "12")
  expect_error(read_boris(events("test.boris"), annotator = "nobody"), class = "accord_error_argument")
  expect_error(read_boris(events("test.boris"), keep = "nothing"), class = "accord_error_argument")
})

test_that("readers know the files of each other", {
  expect_error(read_brat(events("three_tiers.eaf")), "read_eaf")
  expect_error(read_annotators(events("test.boris"), id), "read_boris")
  expect_error(read_eaf(c(a = events("long_utf8.TextGrid"))), "read_textgrid")
})

# A TextGrid in the short format with one tier of a single labelled interval.
one_tier <- function(file, tier, end = "2") {
  writeLines(c(
    "File type = \"ooTextFile\"", "Object class = \"TextGrid\"", "", "0", end, "<exists>", "1", "\"IntervalTier\"",
    dQuote(tier, FALSE), "0", end, "1", "0", end, "\"nod\""
  ), file)
}

test_that("who lacks a tier has not marked nothing there", {
  folder <- new_folder()
  one_tier(file.path(folder, "talk_ann.TextGrid"), "gesture")
  one_tier(file.path(folder, "talk_bob.TextGrid"), "Gesture ")
  expect_warning(
    x <- read_textgrid(folder, tier = "gesture", names = "{item}_{annotator}"), class = "accord_warning_problems"
  )
  expect_equal(x$annotator, "ann")
  expect_match(problems(x)$problem, "No tier \"gesture\" of \"bob\", whose tiers are \"Gesture \"", fixed = TRUE)
})

test_that("who marked only what cannot be read has not marked nothing", {
  folder <- new_folder()
  # A file of one tier with these intervals.
  grid <- function(who, intervals, size = length(intervals) / 3) {
    writeLines(c(
      "File type = \"ooTextFile\"", "Object class = \"TextGrid\"", "", "0", "9", "<exists>", "1", "\"IntervalTier\"",
      "\"gesture\"", "0", "9", size, intervals
    ), file.path(folder, paste0("talk_", who, ".TextGrid")))
  }
  grid("ann", c("1", "2", "\"nod\""))
  grid("bob", c("5", "4", "\"nod\""))
  grid("cat", c("0", "9", "\"\""))
  grid("dan", c("5", "4", "\"nod\"", "5", "6", "\"nod\""))
  grid("eve", character(), size = 2)
  read <- function(...) suppressWarnings(read_textgrid(folder, names = "{item}_{annotator}", ...))
  x <- read()
  # Only cat looked and marked nothing; bob and eve marked something that is not known.
  expect_identical(x$annotator, c("ann", "cat", "dan"))
  expect_identical(is.na(x$start), c(FALSE, TRUE, FALSE))
  expect_identical(read(tier = "gesture")$annotator, x$annotator)
  told <- grep("not counted as seen", problems(x)$problem, value = TRUE)
  expect_match(told, "\"bob\"|\"eve\"")
  expect_length(told, 2)
  folder <- new_folder()
  writeLines(c("ann\t1006\t1896\tnod", "bob\t5738\t4926\tnod", "cat\t3738\t4926\tnod"), file.path(folder, "talk.txt"))
  columns <- c(tier = 1, start = 2, end = 3, label = 4)
  export <- suppressWarnings(read_eaf(folder, annotator = "tier", columns = columns))
  expect_identical(export$annotator, c("ann", "cat"))
  skip_if_not_installed("xml2")
  # The same for annotations in xml: the annotation of one tier ends before it starts.
  folder <- new_folder()
  tier <- function(id, from, to) {
    sprintf(paste0(
      "<TIER TIER_ID=\"%s\"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID=\"%s1\" TIME_SLOT_REF1=\"%s\" ",
      "TIME_SLOT_REF2=\"%s\"><ANNOTATION_VALUE>nod</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>"
    ), id, id, from, to)
  }
  writeLines(c(
    "<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID=\"t1\" TIME_VALUE=\"1000\"/>",
    "<TIME_SLOT TIME_SLOT_ID=\"t2\" TIME_VALUE=\"2000\"/></TIME_ORDER>", tier("ann", "t1", "t2"),
    tier("bob", "t2", "t1"), "<TIER TIER_ID=\"cat\"/>", "</ANNOTATION_DOCUMENT>"
  ), file.path(folder, "talk.eaf"))
  x <- suppressWarnings(read_eaf(folder, annotator = "tier"))
  expect_identical(x$annotator, c("ann", "cat"))
  expect_identical(is.na(x$start), c(FALSE, TRUE))
})

test_that("times with decimal commas are an error, and an observation that cannot be read was not seen", {
  folder <- new_folder()
  one_tier(file.path(folder, "talk.TextGrid"), "gesture", "2,5")
  expect_error(read_textgrid(c(ann = folder)), "decimal commas", class = "accord_error_not_a_table")
  one_tier(file.path(folder, "talk.TextGrid"), "1,5\n2,5")
  expect_equal(read_textgrid(c(ann = folder))$label, "nod")
  boris <- function(times) {
    file <- file.path(new_folder(), "x.tsv")
    writeLines(c(
      "Observation id\tMedia file\tTotal length\tSubject\tBehavior\tModifiers\tBehavior type\tStart (s)\tStop (s)",
      "ann\tv.mp4\t60.0\tNo focal subject\trest\t\tSTATE\t1.8\t8.125",
      paste0("bob\tv.mp4\t60.0\tNo focal subject\trest\t\tSTATE\t", times)
    ), file)
    read_boris(file)
  }
  expect_error(boris("1,9\t8,2"), "decimal commas", class = "accord_error_not_a_table")
  expect_warning(x <- boris("9.0\t8.2"), class = "accord_warning_problems")
  expect_equal(x$annotator, "ann")
})

test_that("a tier that holds nothing, or is not read, needs no annotator", {
  skip_if_not_installed("xml2")
  folder <- new_folder()
  tier <- function(id, who, note) {
    paste0(
      "<TIER TIER_ID=\"", id, "\"", who, ">", if (note) paste0(
        "<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID=\"", id, "1\" TIME_SLOT_REF1=\"t1\" TIME_SLOT_REF2=\"t2\">",
        "<ANNOTATION_VALUE>x</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
      ), "</TIER>"
    )
  }
  writeLines(c(
    "<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID=\"t1\" TIME_VALUE=\"0\"/>",
    "<TIME_SLOT TIME_SLOT_ID=\"t2\" TIME_VALUE=\"900\"/></TIME_ORDER>",
    tier("gesture", " ANNOTATOR=\"ann\" PARTICIPANT=\"p\"", TRUE), tier("default", "", FALSE), tier("notes", "", TRUE),
    "</ANNOTATION_DOCUMENT>"
  ), file.path(folder, "talk.eaf"))
  expect_equal(read_eaf(folder, annotator = "annotator", tier = "gesture")$annotator, "ann")
  expect_equal(read_eaf(folder, annotator = "participant", tier = c("gesture", "default"))$annotator, "p")
  expect_error(read_eaf(folder, annotator = "annotator"), class = "accord_error_missing_id")
})

test_that("an export of ELAN may have a header and participants", {
  folder <- new_folder()
  export <- function(...) {
    writeLines(c(...), file.path(folder, "talk.txt"))
    as.data.frame(read_eaf(c(ann = folder)))[c("tier", "label", "start", "end")]
  }
  plain <- export("gesture\t1006\t1896\tnod", "gesture\t3738\t4926\tshrug")
  expect_equal(export("Tier\tBegin\tEnd\tValue", "gesture\t1006\t1896\tnod", "gesture\t3738\t4926\tshrug"), plain)
  expect_equal(export("gesture\tP1\t1006\t1896\tnod", "gesture\tP1\t3738\t4926\tshrug"), plain)
  expect_equal(plain$start, c(1.006, 3.738))
})

test_that("times of an export of ELAN may be whole seconds, or have decimal commas", {
  text <- function(...) {
    file <- tempfile(fileext = ".txt")
    writeLines(c(...), file)
    x <- read_eaf(c(a = file))
    c(x$start, x$end)
  }
  expect_equal(text("beh\t0\t16.57\tnod", "beh\t20.295\t31.7\tshake"), c(0, 20.295, 16.57, 31.7))
  expect_equal(text("beh\t1\t2.5\tnod", "beh\t3\t4.5\tshake"), c(1, 3, 2.5, 4.5))
  expect_equal(text("beh\t1000\t2500\tnod", "beh\t3000\t4500\tshake"), c(1, 3, 2.5, 4.5))
  expect_equal(text("beh\t00:00:01,000\t00:00:02,500\tnod"), c(1, 2.5))
  expect_equal(text("tier\tbegin\tend\tvalue", "beh\t1,0\t2,5\tnod"), c(1, 2.5))
  # With hours and seconds, of which one is whole, hours decide.
  expect_equal(text("beh\t00:00:00.000\t0\t00:00:02.500\t2.5\t2.5\tnod"), c(0, 2.5))
  # Begin, end and duration in seconds, begins all whole.
  expect_equal(text("beh\t1\t2.5\t1.5\tnod", "beh\t3\t4.5\t1.5\tshake"), c(1, 3, 2.5, 4.5))
})

test_that("advice about annotators names what the files have", {
  skip_if_quick()
  file <- tempfile(fileext = ".csv")
  head <- "Observation id,Media file,Total length,coder,Subject,Behavior,Modifiers,Behavior type,Start (s),Stop (s)"
  writeLines(c(
    head, "v_ann,v.mp4,60.0,ann,No focal subject,rest,,STATE,1.5,8",
    "v_bob,v.mp4,60.0,bob,No focal subject,rest,,STATE,2,8"
  ), file)
  cnd <- expect_fault(read_boris(c(ann = file), annotator = "file"), "duplicate_document", "independent variable")
  expect_match(conditionMessage(cnd), "{item}_{annotator}", fixed = TRUE)
  expect_no_match(conditionMessage(cnd), "Name the elements")
  expect_fault(read_boris(file, annotator = "Coder"), "argument", 'annotator = "coder"')
  expect_equal(read_boris(file, annotator = "coder")$annotator, c("ann", "bob"))
  expect_equal(read_boris(file, observations = "{item}_{annotator}")$annotator, c("ann", "bob"))
  expect_fault(read_boris(file, annotator = nowhere), "argument", 'annotator = "nowhere"')
  expect_fault(read_boris(file, observations = "video"), "argument", "has no placeholder")
})
