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
#' | Amazon Mechanical Turk | results of batches: csv, tsv, xlsx | [read_mturk()] | `as_ratings()` |
#' | a spreadsheet, any other tool | a file per annotator: csv, tsv, xlsx, json | [read_annotators()] | `as_ratings()` |
#' | R, Python, a database | a data frame with a row per rating or span | (none) | `as_ratings()`, `as_spans()` |
#'
#' INCEpTION exports other formats too: choose WebAnno TSV 3 or UIMA CAS JSON.
#'
#' There is no reader for Argilla and Potato. The json of Argilla does not distinguish drafts from submitted answers,
#' nor rankings from sets; `to_list(flatten=True)` of its Python client does, and returns the users and the status of
#' all responses. Potato exports csv with a row per item and annotator and a column per label of a scheme, which
#' [as_ratings()] accepts as it is: `as_ratings(read.csv(file), instance_id, user_id, starts_with("sentiment."))`.
#'
#' Spans have the positions of the tool, from 0 and with the first position after the span as end; offsets in UTF-16
#' units are converted to characters. Annotators who saw a text and marked nothing have a row, since this is an
#' answer. In brat and doccano they cannot be distinguished from annotators who did not open the text: the argument
#' `empty` of [read_brat()] and [read_doccano()] says which of the two a text without labels is.
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
