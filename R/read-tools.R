#' Which reader for which tool
#'
#' Every reader turns the export of one tool into a tidy frame, a row per label or span and annotator, in the
#' columns that [as_ratings()], [as_spans()] and [as_chains()] take; what cannot be used is listed by
#' [problems()]. A reader given the export of another tool names that tool and its reader.
#'
#' | annotated with | exported as | read with | go on with |
#' |---|---|---|---|
#' | Label Studio | JSON, JSON_MIN or CSV | [read_label_studio()] | `as_ratings()`, `as_spans()` |
#' | Prodigy | what `prodigy db-out` writes, JSONL | [read_prodigy()] | `as_ratings()`, `as_spans()` |
#' | doccano | JSONL per annotator, or the zip of them | [read_doccano()] | `as_ratings()`, `as_spans()` |
#' | INCEpTION, WebAnno | WebAnno TSV 3, or the zip of a project | [read_webanno()] | `as_spans()`, `as_chains()` |
#' | brat | `.ann` and `.txt` files, a folder per annotator | [read_brat()] | `as_spans()`, `as_chains()` |
#' | tokens with BIO tags, as in CoNLL-2003 | a file or column per annotator | [read_bio()] | `as_spans()` |
#' | coreference, as in CoNLL-2012 | columns, a file per annotator | [read_conll()] | `as_chains()` |
#' | Amazon Mechanical Turk | results of batches: csv, tsv, xlsx | [read_mturk()] | `as_ratings()` |
#' | a spreadsheet, any other | a file per annotator: csv, tsv, xlsx, json | [read_annotators()] | `as_ratings()` |
#' | R, Python, a database | a data frame, a row per rating or per span | (none) | `as_ratings()`, `as_spans()` |
#'
#' INCEpTION exports other formats too: choose WebAnno TSV 3.
#'
#' Argilla and Potato have no reader. The json of Argilla does not tell drafts from submitted answers, nor rankings
#' from sets; what `to_list(flatten=True)` of its Python client gives does, with the users and the status of all
#' responses. Potato exports csv with a row per item and annotator and a column per label of a scheme, which
#' [as_ratings()] takes as they are: `as_ratings(read.csv(file), instance_id, user_id, starts_with("sentiment."))`.
#'
#' Spans keep the positions of the tool, from 0 and with the first position after the span as its end;
#' offsets in UTF-16 units become characters. Annotators who saw a text and marked nothing have a row of their
#' own, since that counts. In brat alone they cannot be told from those who did not open it: both leave an empty file,
#' which counts as not annotated unless [as_spans()] is told `seen = "all"`.
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
