#' Read brat standoff annotations
#'
#' Reads the `.ann` files of the annotation tool brat, one folder per annotator or any number of
#' files, into tidy tables: text-bound annotations with their offsets, relations, equivalences (coreference
#' chains), events, attributes and notes.
#'
#' @section Annotators and documents:
#' A document is the name of a file without `.ann`, its annotator the name of the folder, also in a zip archive. Name
#' the elements of `path` to name the annotators: `c(ann = "first/final", bob = "second/final")`. A
#' document that an annotator has twice is an error.
#'
#' @section Offsets and texts:
#' brat counts characters, not bytes, from 0, and the end is the first character after the annotation. A discontinuous
#' annotation has several spans, `"0 5;16 23"`. If the text is available, next to the `.ann` file with extension
#' `.txt` or in the folder `text`, an annotation whose text differs from the text at its offsets, or that ends after
#' the text, is kept and listed.
#'
#' @section Problems:
#' A line that cannot be read is left out, and listed in [problems()] with its file and line: a text-bound annotation
#' with missing fields or an end that is not after its start, a duplicate id, a line of an unknown kind, a relation,
#' attribute or note about an annotation that does not exist. In an equivalence only members that do not exist are left
#' out. An empty file is listed and counts as not annotated, unless `empty = "seen"`, and so does one all of whose
#' text-bound annotations are left out. A file with only notes counts as annotated with nothing marked. A text that is
#' not UTF-8 or holds a zero byte is listed, and its length is not known. Windows line ends, a byte order mark and lines
#' with free comments (`#` without an id) are read without a problem.
#'
#' @section Errors:
#' Those of [read_annotators()] about files, and `accord_error_duplicate_document`.
#'
#' @param path Folders, files, zip archives of them, or globs such as `"annotators/*"`. In a folder, the files with
#'   extension ann are read; if it has none, those of the folders in it, such as a folder for each annotator of a
#'   project.
#' @param text A folder with the texts; by default (`NULL`) they are next to the annotations. A file without its text
#'   is read, but its length is not known.
#' @param empty The meaning of an empty file. brat needs a file for every document, even before it is annotated, so by
#'   default (`"unseen"`) its annotator did not see the document. If the annotators read all documents for which they
#'   have files, use `"seen"`: they marked nothing there, which counts in [as_spans()] and [as_chains()].
#'
#' @return A list of class `accord_brat` of tibbles that all begin with `document` and `annotator`:
#'   * `files`: a row per file that was read, with `file` and `n_characters` of the text (`NA` without);
#'   * `spans`: `id`, `type`, `span` (as in the file), `start`, `end` (of all of it), `text`;
#'   * `relations`: `id`, `type`, `from`, `to`, the ids of the first and second argument;
#'   * `equivalences`: a row per member: `set` (its place in the file), `type`, `id`;
#'   * `events`: a row per argument: `id`, `type`, `role`, `target`; the first role, `NA`, is the trigger;
#'   * `attributes`: `id`, `type`, `target`, `value` (`NA` if it has none);
#'   * `notes`: `id`, `type`, `target`, `note`, normalizations included.
#' @seealso `vignette("coreference")`, [as_chains()], [as_spans()], [problems()], [read_] for other tools
#' @export
#' @examples
#' folder <- tempfile()
#' dir.create(folder)
#' writeLines(
#'   c(
#'     "T1\tMention 0 4\tRuth", "T2\tMention 10 13\tshe", "*\tCoreference T1 T2",
#'     "#1\tNote T2\tclear"
#'   ),
#'   file.path(folder, "ruth.ann")
#' )
#' ruth <- read_brat(c(ann = folder))
#' ruth
#' ruth$spans
#' as_chains(ruth)
read_brat <- function(path, text = NULL, empty = "unseen") {
  check_text_folder(text)
  check_choice(empty, c("unseen", "seen"), "empty")
  check_given(path, "path")
  found <- brat_files(path, text)
  check_documents_once(found$document, found$annotator, found$shown)
  lines <- annotation_lines(found$files, blank = FALSE, saw_empty = empty == "seen", shown = found$shown)
  parsed <- parse_brat(lines, found$shown)
  texts <- brat_texts(found$text)
  unread <- texts$fault[lines$read]
  problems <- rbind(
    lines$problems, parsed$problems,
    new_problems(found$shown[lines$read][!is.na(unread)], problem = sprintf(
      "Its text %s; read without it, and its length is not known.", unread[!is.na(unread)]
    )),
    text_problems(parsed$tables$spans, texts$text, found$shown)
  )
  # What was marked in such a file is not known, which is not to have marked nothing.
  read <- setdiff(lines$read, parsed$unread)
  place <- function(table) {
    file <- table$file
    table$file <- table$line <- NULL
    ids <- list(document = found$document[file], annotator = found$annotator[file])
    tibble::new_tibble(c(ids, table), nrow = length(file))
  }
  files <- list(file = read, path = found$shown[read], n_characters = nchar(texts$text, "chars")[read])
  tables <- lapply(c(list(files = files), parsed$tables), place)
  names(tables$files)[3] <- "file"
  with_problems(structure(tables, class = "accord_brat"), problems, found$shown)
}

#' @export
print.accord_brat <- function(x, ...) {
  n <- vapply(unclass(x), nrow, 0L)
  documents <- length(unique(x$files$document))
  annotators <- unique(x$files$annotator)
  cli::cat_line(cli::format_inline(
    "<brat> {documents} document{?s}, {length(annotators)} annotator{?s}: {.val {first_few(annotators)}}"
  ))
  shown <- n[-1][n[-1] > 0]
  cli::cat_line(if (length(shown)) paste0("$", names(shown), ": ", shown, " rows", collapse = "; ") else "no rows")
  invisible(x)
}

check_text_folder <- function(text) {
  if (!is.null(text) && !(rlang::is_string(text) && dir.exists(text))) {
    abort_accord(
      "argument",
      c(
        "{.arg text} must be a folder.",
        x = if (rlang::is_string(text)) "{.file {text}} is none." else "It is {.obj_type_friendly {text}}."
      ),
      argument = "text"
    )
  }
}

# Returns for each file of annotations: `files`, `shown` (the name in messages), `annotator`, `document`, and `text`,
# the file that may hold its text. The text of a file in an archive is in the same folder of the archive.
brat_files <- function(path, folder) {
  found <- export_files(with_inner_folders(path, "ann"), "ann", function(names) has_extension(names, c("ann", "txt")))
  found$paths <- NULL
  is_text <- has_extension(found$files, "txt")
  packed <- found$shown != found$files
  without_extension <- function(x) sub("[.][^.]*$", "", x)
  found$text <- paste0(without_extension(found$files), ".txt")
  beside <- match(without_extension(found$shown), without_extension(found$shown[is_text]))
  found$text[packed] <- found$files[is_text][beside][packed]
  folder_of <- ifelse(packed, dirname(found$shown), dirname(normalizePath(found$files)))
  found$annotator <- ifelse(is.na(found$annotator), sub("[.]zip$", "", basename(folder_of)), found$annotator)
  found$document <- without_extension(basename(found$name))
  if (!is.null(folder)) found$text <- file.path(folder, paste0(found$document, ".txt"))
  lapply(found, `[`, !is_text)
}

# The `text` of each file, NA if there is none or it cannot be read, and in the latter case the `fault`.
brat_texts <- function(paths) {
  found <- vapply(paths, function(path) {
    if (is.na(path) || !file.exists(path)) {
      return(c(NA_character_, NA_character_))
    }
    bytes <- readBin(path, "raw", file.size(path))
    if (any(bytes == 0)) {
      return(c(NA_character_, ZERO_BYTE))
    }
    text <- rawToChar(bytes)
    Encoding(text) <- "UTF-8"
    if (validUTF8(text)) c(text, NA_character_) else c(NA_character_, "is not UTF-8")
  }, c("", ""), USE.NAMES = FALSE)
  list(text = found[1, ], fault = found[2, ])
}

# Problems of spans whose text differs from the text that they cover.
text_problems <- function(spans, texts, files) {
  checked <- which(!is.na(texts[spans$file]))
  pieces <- strsplit(spans$span[checked], "[; ]")
  bounds <- as.integer(unlist(pieces))
  from <- bounds[c(TRUE, FALSE)]
  to <- bounds[c(FALSE, TRUE)]
  of <- rep(seq_along(checked), lengths(pieces) / 2)
  covered <- covered_text(texts[spans$file[checked]][of], from, to)
  covered <- vapply(split(covered, factor(of, seq_along(checked))), paste, "", collapse = " ")
  # brat writes a line break in the text as a space in the annotation.
  covered <- gsub("[\r\n]", " ", covered)
  length_of <- nchar(texts, "chars")[spans$file[checked]]
  beyond <- spans$end[checked] > length_of
  differs <- !beyond & covered != spans$text[checked]
  problem <- ifelse(
    beyond,
    sprintf(
      "%s ends at %d, but the text has %d characters; kept.",
      spans$id[checked], spans$end[checked], length_of
    ),
    sprintf(
      "%s is \"%s\", but the text there is \"%s\"; kept.", spans$id[checked], spans$text[checked], covered
    )
  )
  bad <- which(beyond | differs)
  new_problems(files[spans$file[checked]][bad], spans$line[checked][bad], problem = problem[bad])
}

# Mentions and chains in the form for build_chains(). Documents that an annotator has seen (`seen`) may have no
# mention.
brat_chains <- function(brat, type) {
  check_brat_type(brat, type)
  spans <- brat$spans
  sets <- brat$equivalences[brat$equivalences$type == type, ]
  key <- function(x) paste(match(x$document, brat$files$document), x$annotator, x$id, sep = "\r")
  set <- group_ids(sets[c("document", "annotator", "set")])$code
  first <- !duplicated(set)
  number <- stats::ave(seq_len(sum(first)), sets$document[first], sets$annotator[first], FUN = seq_along)
  chain <- paste0("C", number[set])
  # An annotation in two chains gives two rows, and one in no chain gives one row.
  of <- match(key(sets), key(spans))
  none <- setdiff(seq_len(nrow(spans)), of)
  rows <- c(of, none)
  seen <- brat$files[c("document", "annotator")]
  list(
    document = c(spans$document[rows], seen$document),
    annotator = c(spans$annotator[rows], seen$annotator),
    mention = c(paste(spans$type, spans$span)[rows], rep(NA, nrow(seen))),
    chain = c(chain[seq_along(set)], rep(NA, length(none) + nrow(seen)))
  )
}

check_brat_type <- function(brat, type) {
  there <- unique(brat$equivalences$type)
  if (!rlang::is_string(type) || !(type %in% there || length(there) == 0)) {
    abort_accord(
      "argument",
      c(
        "{.arg type} must be the type of equivalences in the data.",
        x = if (rlang::is_string(type)) "It is {.val {type}}." else "It is {.obj_type_friendly {type}}.",
        i = if (length(there)) "{length(there)} type{?s} {?is/are} available: {.val {first_few(there)}}."
      ),
      argument = "type",
      value = type
    )
  }
}
