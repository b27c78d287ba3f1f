#' Which reader for which tool
#'
#' Each reader converts the export of one tool to a data frame with a row per label or span and annotator, with the
#' columns that [as_ratings()], [as_spans()] and [as_chains()] expect; [problems()] lists what could not be read. If a
#' reader is given the export of another tool, the error names that tool and its reader.
#'
#' | annotated with | exported as | read with | continue with |
#' |---|---|---|---|
#' | Label Studio | JSON, JSON_MIN or CSV | [read_label_studio()] | `as_ratings()`, `as_spans()` |
#' | Prodigy | JSONL, written by `prodigy db-out` | [read_prodigy()] | `as_ratings()`, `as_spans()` |
#' | doccano | JSONL per annotator, or a zip of these | [read_doccano()] | `as_ratings()`, `as_spans()` |
#' | INCEpTION, WebAnno | TSV 3, UIMA CAS JSON, zip of a project | [read_webanno()] | `as_spans()`, `as_chains()` |
#' | brat | `.ann` and `.txt` files, a folder per annotator | [read_brat()] | `as_spans()`, `as_chains()` |
#' | tokens with BIO tags, as in CoNLL-2003 | a file or column per annotator | [read_bio()] | `as_spans()` |
#' | coreference, as in CoNLL-2012 | columns, a file per annotator | [read_conll()] | `as_chains()` |
#' | dependency trees | CoNLL-U, a file per annotator | [read_conll()] | `as_relations()` |
#' | Praat | TextGrid, long or short | [read_textgrid()] | `as_spans()` |
#' | ELAN | EAF, or tab-delimited text | [read_eaf()] | `as_spans()` |
#' | BORIS | project, tabular or aggregated events | [read_boris()] | `as_spans()` |
#' | Amazon Mechanical Turk | results of batches: csv, tsv, xlsx | [read_mturk()] | `as_ratings()` |
#' | a spreadsheet, a survey, a codebook | csv, tsv, xlsx, data frames in R | [read_sheet()] | `as_ratings()` |
#' | any other tool | a file per annotator: csv, tsv, xlsx, json | [read_annotators()] | `as_ratings()` |
#' | R, Python, a database | a data frame with a row per rating or span | (none) | `as_ratings()`, `as_spans()` |
#'
#' INCEpTION exports other formats too: choose WebAnno TSV 3 or UIMA CAS JSON.
#'
#' Spans have the positions of the tool, from 0 and with the first position after the span as end; offsets in UTF-16
#' units are converted to characters. Only mentions of [read_conll()] end with their last token: for spans of them, use
#' `as_spans(closed = TRUE)`. Annotators who saw a text and marked nothing have a row, since this is an
#' answer. In brat and doccano they cannot be distinguished from annotators who did not open the text: the argument
#' `empty` of [read_brat()] and [read_doccano()] says which of the two a text without labels is.
#'
#' @section Survey programs, forms and platforms:
#' [read_sheet()] reads their exports; `inspect_sheet(path)` proposes the call. Each of these calls is a test, on a
#' small file in the form of the export:
#' * Qualtrics, a column per item and question (Loop & Merge), a row per rater. The rows of question texts and of
#'   `ImportId` below the names are left out:
#'   `read_sheet(path, rater = ResponseId, names = "{item}_{question}")`. Boxes that hold the number of their option or
#'   nothing: `boxes = "{item}_{question:Q2}_{option}"`.
#' * REDCap with double data entry, raw: records `101--1` and `101--2` are of one item, `sign___1` is a box:
#'   `read_sheet(path, item = c(record_id = "{item}--{rater}"), rating = outcome, boxes = "{question}___{option}")`.
#'   With labels, the names are the texts of the questions and boxes hold Checked or Unchecked:
#'   `item = c("Record ID" = "{item}--{rater}")` and `boxes = "{question} (choice={option})"`.
#' * Google Forms, a row per answer:
#'   `read_sheet(path, item = 3, rater = "Email Address", rating = 4:5, separator = ", ")`, with `options` if one of
#'   them contains a comma.
#' * SoSci Survey, where boxes hold 1 or 2, and -9 is no answer:
#'   `read_sheet(path, item = REF, rater = CASE, rating = TO01, boxes = "{question:TH01}_{option}", na = -9)`.
#' * LimeSurvey, where boxes hold Y or nothing:
#'   `read_sheet(path, item = unit, rater = coder, rating = tone, boxes = "{question}[{option}]")`.
#' * Rayyan keeps the decisions of all reviewers in one cell, from which a column each is made:
#'   ```
#'   x <- read.csv("articles.csv")
#'   for (who in c("Anna", "Ben")) {
#'     own <- regmatches(x$notes, regexec(sprintf("\"\\Q%s\\E\"=>\"([^\"]*)\"", who), x$notes, perl = TRUE))
#'     x[[who]] <- vapply(own, `[`, "", 2)
#'   }
#'   read_sheet(x, item = key, rating = c(Anna, Ben))
#'   ```
#' * Zooniverse keeps the answers of all tasks in one cell as json. The answer to task T0, if it is one text:
#'   ```
#'   answer <- function(cell) sub(".*\"task\":\"T0\".*?\"value\":\"([^\"]*)\".*", "\\1", cell)
#'   read_sheet(path, item = subject_ids, rater = user_name, rating = annotations, recode = answer)
#'   ```
#'   Without an account, `user_name` is `not-logged-in-` and a part of the address, so that one person may be several.
#'
#' @section Events in time:
#' Times of [read_textgrid()], [read_eaf()] and [read_boris()] are in seconds: [as_spans()] needs `unit`, the size of
#' one position, such as `unit = 0.001`. Events without a duration are points. json of tagtog has no reader; an
#' entity in it is a span too.
#'
#' @section Logs of Inspect and vitals:
#' Both write logs of model-graded evaluations in one format, which has no reader. In the terminal,
#' `inspect log dump name.eval > name.json` converts a log of Inspect to json (files `.eval` are zip archives that
#' recent versions compress with zstd, which R cannot unpack); package vitals writes json. These lines make a row per
#' sample, run and scorer; a scorer that gives several values at once needs a column of each:
#' ```
#' samples <- jsonlite::read_json("name.json")$samples
#' scores <- do.call(rbind, lapply(samples, function(one) {
#'   value <- vapply(one$scores, function(score) as.character(score$value), "")
#'   data.frame(item = as.character(one$id), run = one$epoch, scorer = names(value), value = unname(value))
#' }))
#' intra_rater_agreement(scores, item, scorer, value, occasion = run)
#' ```
#' The last line is for several epochs; labels by people for the same ids can be added with `rbind()`, for one run.
#'
#' @section Labels in lists:
#' JSONL with a record per item, and in it a list of annotators and their labels, such as
#' `{"id": "g1", "labels": [{"annotator": "ann", "label": "bug"}, ...]}`, has no reader. These lines make a row per
#' label:
#' ```
#' x <- jsonlite::stream_in(file("name.jsonl"))
#' rows <- do.call(rbind, Map(function(item, own) if (NROW(own)) data.frame(item, own), x$id, x$labels))
#' krippendorff_alpha(rows, item, annotator, label)
#' ```
#'
#' @section Argilla and Potato:
#' Neither has a reader. What can be read nevertheless, as their documentation describes the files (no file of either
#' tool was at hand):
#' * Potato, labels: its csv has a row per item and annotator and a column per label of a scheme, which [as_ratings()]
#'   accepts as it is: `as_ratings(read.csv(file), instance_id, user_id, starts_with("sentiment."))`.
#' * Potato, spans: in the csv, one cell holds all spans of an annotator in an item, as json. Nothing in accord unpacks
#'   it; for a scheme `ner` these lines do, and keep items in which an annotator marked nothing:
#'   ```
#'   unpack <- function(document, annotator, cell) {
#'     span <- if (nzchar(cell)) jsonlite::fromJSON(cell)
#'     if (length(span) == 0) span <- data.frame(start = NA, end = NA, label = NA)
#'     data.frame(document, annotator, span[c("start", "end", "label")])
#'   }
#'   x <- read.csv(file, colClasses = "character")
#'   as_spans(do.call(rbind, Map(unpack, x$instance_id, x$user_id, x$ner._spans)))
#'   ```
#'   Discontinuous spans lose their other parts (`additional_parts`), and spans of several fields of a page
#'   (`target_field`) must be separated first. The Parquet export has a row per span, but none for annotators who
#'   marked nothing.
#' * Argilla: `to_list(flatten=True)` of its Python client returns the answers with their users and status. A data
#'   frame with a row per submitted answer, or per span of one, is what [as_ratings()] and [as_spans()] accept.
#'
#' What cannot be read: the json of Argilla, which does not distinguish drafts from submitted answers, nor rankings from
#' sets; the json of Potato (`user_state.json`, JSONL); and annotations of images, sounds and links of both tools.
#'
#' @return Each reader returns a tibble; see its page.
#' @seealso [problems()], [as_ratings()], [as_spans()], [as_chains()]
#' @name read_
#' @examplesIf rlang::is_installed("jsonlite")
#' export <- system.file("extdata", "label_studio", "project.json", package = "accord")
#' marked <- read_label_studio(export)
#' problems(marked)
#' as_spans(marked)
NULL
