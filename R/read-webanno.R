#' Read WebAnno TSV and UIMA CAS JSON, as INCEpTION exports them
#'
#' Reads files of the formats WebAnno TSV 3 and UIMA CAS JSON 0.4, alone or in the archive of a project of INCEpTION,
#' and returns one tibble with a row per span and feature, per mention of a chain, and per relation.
#'
#' @section Rows:
#' Column `kind` is `"span"`, `"chain"` or `"relation"`.
#' * A span is a row for each feature of its layer, with the value as `label`. An annotation of several tokens is one
#'   span, and stacked annotations are separate spans. `label` is `NA` if the feature has no value, or the layer has
#'   no features.
#' * A mention of a chain has the name of the `chain`, and `mention`, its offsets as `"0-4"`, as [as_chains()] expects
#'   them: use the layer of the chains as `layer`. Filtering by
#'   `kind == "chain"` would drop the documents in which an annotator marked none. Its `label` is the type of the
#'   mention.
#' * A relation has a row for each feature, with the offsets of its annotations in `from` and `to`. So has a labelled
#'   step from one mention of a chain to the next (feature `"referenceRelation"`), and each link of a slot feature, from
#'   the annotation that has the slot to the one that fills it, with the role as `label`.
#'
#' A document in which an annotator marked nothing (nothing in `layer`, if that is given) is a row whose
#' `kind` is `NA`. It counts in [as_spans()].
#'
#' @section Documents and annotators:
#' In a project, `annotation/<document>/<annotator>.tsv` (or `.json`) names both; `INITIAL_CAS` is not an annotator and
#' is left out. So are curated documents, unless `curation` is `TRUE` or files named in `path` are all of this kind. For
#' all other files the document is the file name without its extension, and the annotator the name of the element of
#' `path`, or else of the folder.
#'
#' @section UIMA CAS JSON:
#' Every type of annotation is a layer, under the name of the type from which it derives, except tokens, sentences,
#' and what describes the document or its format; the file does not say which layers the project has, so a layer that
#' nobody used is unknown. A feature with several values or a reference is not read, unless it is a slot feature.
#' `length` is that of the whole text, and `line` the number of the object in the file. UIMA CAS XMI is not read.
#'
#' @section Offsets:
#' The formats count in UTF-16 units, in which an emoji counts as two. `start` and `end` count characters, from 0, and
#' `end` is the first character after the span. In TSV `length` is the number of characters up to the end of the last
#' token, unless the document is there in UIMA CAS JSON too, of which `length` is that of the whole text.
#' `token_start`, `token_end` and `tokens` give the position in tokens; a span that begins or ends within a token
#' covers the whole token there.
#'
#' @section Problems:
#' Listed in [problems()] with their line: token lines that have too few columns or no offsets (left out),
#' spans without any character (left out),
#' stacked values that do not match between the columns of a layer (left out), relations and slots that lead to an
#' annotation that is not there (left out).
#'
#' @section Errors:
#' Those of [read_annotators()] about files, `accord_error_other_format`, `accord_error_duplicate_document`,
#' those about archives of [read_doccano()], `accord_error_unknown_layer` and `accord_error_argument`.
#'
#' @param path Files, folders, archives or globs. In a folder, the files with extension tsv, json or zip are read.
#' @param layer,feature Names of layers, such as `"webanno.custom.Span"` (or the part after the last dot),
#'   and of features to keep. `NULL` keeps all.
#' @param curation Whether the curated documents of a project are read too, as those of annotator
#'   `CURATION_USER`. By default (`FALSE`) they are left out.
#'
#' @return A tibble: `item` (the document), `annotator`, `kind`, `layer`, `feature`, `label`, `start`,
#'   `end`, `text` (covered), `length`, `token_start`, `token_end`, `tokens`, `chain`, `mention`, `from`,
#'   `to`, `file` and `line` (of the first token).
#' @references
#' INCEpTION, *WebAnno TSV 3.3 file format*, commit 55ba8ba, <https://inception-project.github.io>.
#'
#' Apache UIMA, *JSON serialization of the Apache UIMA CAS*, <https://github.com/apache/uima-uimaj-io-jsoncas>.
#' @seealso [as_spans()], [as_chains()], [problems()], [read_] for other tools
#' @export
#' @examples
#' folder <- tempfile()
#' dir.create(folder)
#' writeLines(c(
#'   "#FORMAT=WebAnno TSV 3.3", "#T_SP=webanno.custom.Span|value", "", "", "#Text=Ruth Smith slept",
#'   "1-1\t0-4\tRuth\tPER[1]\t", "1-2\t5-10\tSmith\tPER[1]\t", "1-3\t11-16\tslept\t_\t"
#' ), file.path(folder, "ruth.tsv"))
#' found <- read_webanno(c(ann = folder))
#' found[c("item", "annotator", "label", "start", "end", "text", "token_start", "token_end")]
read_webanno <- function(path, layer = NULL, feature = NULL, curation = FALSE) {
  for (arg in c("layer", "feature")) {
    value <- get(arg)
    if (!is.null(value) && (
      !is.character(value) || anyNA(value)
    )) abort_argument(value, arg, "names, or NULL")
  }
  check_flag(curation, "curation")
  found <- webanno_files(path, curation)
  check_format(found$files, found$shown, "webanno")
  check_documents_once(found$document, found$annotator, found$shown)
  parts <- lapply(found$files, function(file) {
    if (has_extension(file, "json")) cas_document(file) else webanno_document(file)
  })
  check_files_read(parts, found$shown)
  parts <- with_one_length(parts, found$document)
  layers <- do.call(rbind, lapply(parts, function(part) part$layers[c("layer", "feature", "use")]))
  layers <- unique(layers[layers$use %in% c("value", "role"), c("layer", "feature")])
  check_layers(layer, feature, layers)
  rows <- lapply(parts, function(part) {
    rows <- keep_layers(part$rows, layer, feature)
    if (nrow(rows) == 0) nothing_marked(part) else rows
  })
  of <- rep(seq_along(rows), vapply(rows, nrow, 0L))
  rows <- do.call(rbind, rows)
  rows$item <- found$document[of]
  rows$annotator <- found$annotator[of]
  rows$file <- found$shown[of]
  columns <- c(
    "item", "annotator", "kind", "layer", "feature", "label", "start", "end", "text", "length", "token_start",
    "token_end", "tokens", "chain", "mention", "from", "to", "file", "line"
  )
  with_problems(rows[columns], problems_of_parts(parts, found$shown), found$shown)
}

# TSV ends with the last token and CAS JSON with the text. If a document is given in both formats, both get the longer
# length, which includes blanks after the last token.
with_one_length <- function(parts, document) {
  length <- vapply(parts, function(part) as.double(part$length), 0)
  for (at in split(seq_along(parts), document)) {
    if (all(length[at] == length[at][1])) next
    words <- vapply(parts[at], function(part) gsub("[[:space:]]+", " ", trimws(part$text)), "")
    at <- at[words == words[which.max(length[at])]]
    parts[at] <- lapply(parts[at], function(part) {
      part$length <- max(length[at])
      part$rows$length <- rep(part$length, nrow(part$rows))
      part
    })
  }
  parts
}

short_layer <- function(layer) sub(".*[.]", "", layer)

keep_layers <- function(rows, layer, feature) {
  keep <- rep(TRUE, nrow(rows))
  if (!is.null(layer)) keep <- rows$layer %in% layer | short_layer(rows$layer) %in% layer
  if (!is.null(feature)) keep <- keep & (rows$feature %in% feature | rows$kind == "chain")
  rows[keep, ]
}

nothing_marked <- function(part) {
  rows <- webanno_rows(character(), part)
  rows[1, ] <- NA
  rows$length <- part$length
  rows$tokens <- part$tokens
  rows
}

check_layers <- function(layer, feature, layers) {
  known <- c(layers$layer, short_layer(layers$layer))
  asked <- list(layer = setdiff(layer, known), feature = setdiff(feature, layers$feature))
  for (arg in names(asked)) {
    unknown <- asked[[arg]]
    there <- unique(layers[[arg]][!is.na(layers[[arg]])])
    if (length(unknown)) {
      abort_accord(
        "unknown_layer",
        c(
          "{.arg {arg}} must name what the files have.",
          x = "{length(unknown)} of them {?does/do} not exist: {.val {unknown}}.",
          i = "{length(there)} {?is/are} available: {.val {first_few(there)}}."
        ),
        argument = arg,
        available = there
      )
    }
  }
}

# Returns the files, with the document and the annotator of each.
webanno_files <- function(path, curation) {
  keep <- function(names) {
    of_project <- grepl(PROJECT_FILE, names)
    if (any(of_project)) {
      return(of_project & is_of_annotator(names, curation))
    }
    grepl("[.](tsv|json)$", names) & last_name(names) != "exportedproject.json"
  }
  found <- export_files(path, c("tsv", "json"), keep)
  found$whole <- found$shown
  single <- found$files == found$shown
  found$whole[single] <- normalizePath(found$shown[single], winslash = "/", mustWork = FALSE)
  # In an unpacked project the same files are left out as in an archive, unless `path` has no others.
  left <- grepl(PROJECT_FILE, found$whole) & !is_of_annotator(found$whole, curation)
  if (!all(left)) found <- lapply(found, function(x) x[!left])
  of_project <- grepl(PROJECT_FILE, found$whole)
  found <- unpack_inner(found)
  folder <- last_name(sub("/[^/]*$", "", found$whole))
  stem <- sub("[.](tsv|json|zip)$", "", last_name(found$whole))
  found$document <- ifelse(of_project, folder, stem)
  found$annotator <- ifelse(of_project, stem, ifelse(is.na(found$annotator), folder, found$annotator))
  found
}

PROJECT_FILE <- "(^|/)(annotation|curation)/[^/]+/[^/]+[.](tsv|json|zip)$"

is_of_annotator <- function(names, curation) {
  !grepl("/INITIAL_CAS[.]", names) & (curation | !grepl("(^|/)curation/[^/]+/[^/]+$", names))
}

# Some versions put the file of each annotator into a separate archive.
unpack_inner <- function(found) {
  for (i in which(has_extension(found$files, "zip"))) {
    inner <- unpack_zip(found$files[i], function(names) grepl("[.](tsv|json)$", names))
    if (length(inner$files) == 0) {
      abort_zip(found$shown[i], "no file of WebAnno TSV or UIMA CAS JSON, formats of the export, is in it")
    }
    found$files[i] <- inner$files[1]
  }
  found
}
