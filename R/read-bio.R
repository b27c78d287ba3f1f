#' Read tokens with BIO tags
#'
#' Reads files with one token per line and a tag such as `B-PER`, `I-PER` or `O`, as in CoNLL-2003, with one file or
#' one column per annotator, and returns one tibble with a row per span.
#'
#' @section Format:
#' Columns are separated by tabs or, in lines without tabs, by blanks; empty lines separate sentences. Text may be
#' UTF-8 or, with a byte order mark, UTF-16; any other text is read as Windows-1252. A line that begins with
#' `-DOCSTART-` begins a document; without such lines the file is one document. Lines that begin with `#` and do not
#' end with a tag are comments.
#'
#' @section Tags:
#' Spans are read as in the scorer of CoNLL-2000: a span begins at a tag with `B`, `S` or `U`, and at any other tag
#' that does not continue a span of the same label in its sentence; `E`, `L`, `S` and `U` end it. Thus IOB1, IOB2
#' (BIO), IOBES and BILOU can be read. A tag without a label, such as `B`, gives a span whose `label` is `NA`.
#'
#' @section Annotators and documents:
#' Without `tags` each file belongs to one annotator: the name of the element of `path`, as in
#' `c(ann = "first.conll")`, or else the name of the file without its extension. A document is named by its number in
#' the file; if an annotator has several files, by the name of the file and, if this has several documents, the
#' number: `"news; 2"`. With `tags` documents are always named by the file in this way, and names of `path` are names of
#' files.
#'
#' @section Problems:
#' Listed in [problems()] with their line: invalid or missing tags (read as `O`); spans that do not begin with `B`,
#' unless all tags of this annotator are IOB1, where `B` only separates adjacent spans; in IOBES and BILOU, spans
#' without an end; documents whose tokens differ from those of another annotator. Spans and documents are kept.
#'
#' @section Errors:
#' Those of [read_annotators()] about files, `accord_error_other_format` if a file has another format or a column
#' contains no tags, `accord_error_duplicate_document` and `accord_error_argument`.
#'
#' @param path Files, folders or globs. In a folder, the files with extension conll, bio, iob, iob2, tsv or txt are
#'   read; a file that is named may have another, such as `eng.testa`, if each of its lines ends with a tag.
#' @param tags The numbers of the columns of tags, named by the annotators, `c(ann = 2, bob = 3)`. `NULL`: the last
#'   column.
#' @param token The number of the column of tokens.
#' @param documents What a document is: the text between `-DOCSTART-` lines (`"marked"`), or each sentence
#'   (`"sentences"`); [span_agreement()] computes intervals over documents.
#'
#' @return A tibble: `item` (the document), `annotator`, `label`, `start`, `end` (in tokens of the document from 0;
#'   the end is the first token after the span), `text` (the tokens), `length` (number of tokens of the document),
#'   `sentence`, `file` and `line`. An annotator who marked nothing in a document has a row whose `label` is `NA`.
#' @references
#' Tjong Kim Sang, E. F. and De Meulder, F. (2003) Introduction to the CoNLL-2003 shared task: Language-independent
#' named entity recognition. *Proceedings of CoNLL-2003*, 142-147. \doi{10.3115/1119176.1119195}
#' @seealso [as_spans()], [problems()], [read_conll()] for coreference, [read_] for other tools
#' @export
#' @examples
#' file <- tempfile(fileext = ".conll")
#' writeLines(c("Ruth B-PER B-PER", "Smith I-PER O", "slept O O", "", "Naomi O B-PER"), file)
#' found <- read_bio(file, tags = c(ann = 2, bob = 3))
#' found[c("annotator", "label", "start", "end", "text", "length")]
#' span_agreement(found)
read_bio <- function(path, tags = NULL, token = 1, documents = "marked") {
  check_bio_columns(tags, token)
  check_choice(documents, c("marked", "sentences"), "documents")
  found <- files_of_annotators(path, c("conll", "bio", "iob", "iob2", "tsv", "txt"), annotator_of, own = "bio")
  check_format(found$files, found$files, "bio")
  lines <- annotation_lines(found$files, tokens = TRUE)
  read <- bio_tokens(lines, tags, token, documents)
  check_token_column(read$word, token)
  name <- if (!is.null(tags)) found$annotator else if (anyDuplicated(found$annotator)) annotator_of(found$files)
  number <- ifelse(is.null(name) | read$file %in% read$file[read$number > 1], read$number, "")
  document <- gsub("^; |; $", "", paste(name[read$file], number, sep = "; "))
  first <- !duplicated(read$of)
  annotator <- if (is.null(tags)) found$annotator[read$file] else rep("", length(document))
  check_documents_once(document[first], annotator[first], found$files[read$file[first]])
  columns <- names(tags) %||% NA
  token <- lapply(c(read, list(document = document)), rep, length(columns))
  token$annotator <- if (is.null(tags)) annotator else rep(columns, each = length(document))
  token$tag <- unlist(read$tags)
  token$tags <- NULL
  own <- group_ids(list(token$document, token$annotator))$code
  token$who <- group_ids(token$annotator)$code
  spans <- bio_spans(token)
  size <- tabulate(own)
  starts <- match(own, own)
  # A document without spans is represented by its first token.
  rows <- sort(c(spans$first, setdiff(which(!duplicated(own)), starts[spans$first])))
  at <- match(rows, spans$first)
  start <- ifelse(is.na(at), NA_integer_, token$at[rows])
  data <- tibble::tibble(
    item = token$document[rows], annotator = token$annotator[rows], label = spans$label[at],
    start = start, end = start + spans$n[at], text = spans$text[at],
    length = size[own[rows]], sentence = ifelse(is.na(at), NA_integer_, token$sentence[rows]),
    file = found$files[token$file[rows]], line = token$line[rows]
  )
  check_bio_tags(token, tags, found$files)
  bad <- read$n_columns < max(tags %||% 2, 2)
  problems <- rbind(
    lines$problems, new_problems(found$files[read$file[bad]], read$line[bad], problem = sprintf(
      "%d of %d columns; missing tags are read as O.", read$n_columns[bad], as.integer(max(tags %||% 2, 2))
    )),
    bio_problems(token, spans, found$files, if (!is.null(tags)) token$annotator), other_tokens(token, own, found$files)
  )
  with_problems(data, problems, found$files)
}

check_bio_columns <- function(tags, token) {
  whole <- function(x) is_numbers(x) && length(x) && all(is.finite(x) & x >= 1 & x == round(x))
  named <- whole(tags) && rlang::is_named(tags) && !anyDuplicated(names(tags))
  if (!is.null(tags) && !named) abort_argument(tags, "tags", "numbers of columns named by annotators, or NULL")
  if (!whole(token) || length(token) != 1) abort_argument(token, "token", "the number of a column")
}

check_token_column <- function(word, token) {
  if (length(word) && all(is.na(word))) {
    abort_accord(
      "argument",
      c("{.arg token} must be the number of a column of the files.", x = "No line has a column {token}."),
      argument = "token"
    )
  }
}

BIO_TAG <- "^(O|[BIESLUM](-.*)?)$"

# Tags are tested once for each distinct value, since tokens are many and distinct tags few.
is_bio_tag <- function(x) {
  tags <- unique(x)
  grepl(BIO_TAG, tags)[match(x, tags)]
}

# A list with an element for each token: `file`, `line`, `word`, the `number` of its document in the file, `sentence`
# in the document, `at` (from 0), `n_columns`; and `tags`, a list with the cells of each column of tags.
bio_tokens <- function(lines, tags, token, documents) {
  text <- after_blank_tokens(lines$text)
  starts <- startsWith(text, "-DOCSTART-")
  comment <- startsWith(text, "#")
  comment[comment] <- !is_bio_tag(sub(".*[\t ]", "", text[comment]))
  new_file <- !duplicated(lines$file)
  at <- which(text != "" & !starts & !comment)
  tabbed <- grepl("\t", text[at], fixed = TRUE)
  cells <- vector("list", length(at))
  cells[tabbed] <- strsplit(text[at][tabbed], "\t", fixed = TRUE)
  cells[!tabbed] <- strsplit(text[at][!tabbed], " +")
  n <- lengths(cells)
  all <- as.character(unlist(cells))
  before <- cumsum(n) - n
  cell <- function(k) all[replace(before + k, k > n, NA)]
  numbered <- function(begins, within) {
    id <- cumsum(begins)[at]
    first <- !duplicated(id)
    cumsum(first) - (cumsum(first) - 1)[match(within, within)]
  }
  file <- lines$file[at]
  sentence <- cumsum(new_file | starts | text == "")[at]
  number <- numbered(new_file | starts | if (documents == "sentences") text == "" else FALSE, file)
  of <- group_ids(list(file, number))$code
  columns <- if (is.null(tags)) list(ifelse(n < 2, NA, cell(n))) else lapply(unname(tags), cell)
  list(
    file = file, line = lines$line[at], word = cell(rep(token, length(at))), number = number,
    sentence = numbered(new_file | starts | text == "", of), at = seq_along(at) - match(of, of), n_columns = n,
    tags = columns, place = sentence, of = of
  )
}

# Lines without blanks at their ends, except for tabs after an empty token, which are followed by columns or a tag.
after_blank_tokens <- function(lines) {
  text <- trim_blanks(lines)
  led <- which(grepl("^ *\t", lines) & text != "")
  led <- led[grepl("\t", text[led], fixed = TRUE) | !grepl(" ", text[led], fixed = TRUE)]
  text[led] <- paste0(gsub(" ", "", sub("(?s)[^ \t].*", "", lines[led], perl = TRUE), fixed = TRUE), text[led])
  text
}

# Spans of tokens: `first` token, number of tokens (`n`), `label`, `text`; and the tokens whose tags are ill-formed.
bio_spans <- function(token) {
  tag <- replace(token$tag, !is_bio_tag(token$tag), "O")
  kind <- substr(tag, 1, 1)
  label <- substr(tag, 3, nchar(tag))
  n <- length(tag)
  inside <- kind != "O"
  joins <- c(FALSE, inside[-n] & inside[-1] & label[-n] == label[-1] & token$place[-n] == token$place[-1] &
    token$who[-n] == token$who[-1])[seq_len(n)]
  begins <- kind %in% c("B", "S", "U")
  ends <- kind %in% c("E", "L", "S", "U")
  opens <- inside & (begins | !joins | c(FALSE, ends[-n])[seq_len(n)])
  run <- cumsum(opens)
  closes <- inside & c(opens[-1] | !inside[-1], TRUE)[seq_len(n)]
  # In IOB1, B only begins a span that directly follows another one with the same label.
  of <- function(x) token$who %in% token$who[x]
  closed <- of(ends)
  iob2 <- of(kind == "B" & !joins) | closed
  label <- label[opens]
  size <- tabulate(run[inside], sum(opens))
  text <- token$word[opens]
  long <- inside & (size > 1)[pmax(run, 1)]
  text[size > 1] <- vapply(split(token$word[long], run[long]), paste, "", collapse = " ")
  list(
    first = which(opens), n = size, label = ifelse(label == "", NA, label),
    text = text, no_begin = which(opens & !begins & iob2), no_end = which(closes & !ends & closed)
  )
}

# `column`: for each token, the name of its column of tags, or NULL.
bio_problems <- function(token, spans, files, column) {
  place <- function(at, words) {
    new_problems(files[token$file[at]], token$line[at], if (is.null(column)) NA_character_ else column[at], words)
  }
  none <- which(!is.na(token$tag) & !is_bio_tag(token$tag))
  rbind(
    place(none, sprintf("\"%s\" is not a tag such as B-PER; taken as O.", token$tag[none])),
    place(spans$no_begin, sprintf("A span begins with \"%s\"; kept.", token$tag[spans$no_begin])),
    place(spans$no_end, sprintf("A span ends with \"%s\"; kept.", token$tag[spans$no_end]))
  )
}

# Stops for columns without any tag, such as parts of speech.
check_bio_tags <- function(token, tags, files) {
  key <- group_ids(list(token$file, if (is.null(tags)) token$file else token$who))$code
  other <- !key %in% key[is_bio_tag(token$tag)]
  first <- which(other & !duplicated(key))
  if (length(first)) {
    abort_accord(
      "other_format",
      c(
        if (is.null(tags)) {
          "The last column must contain tags such as B-PER, I-PER and O."
        } else {
          "The columns in {.arg tags} must contain tags such as B-PER, I-PER and O."
        },
        x = if (all(is.na(token$tag[first]))) {
          "{length(first)} column{?s} {?does/do} not exist, the first in {.file {files[token$file[first[1]]]}}."
        } else {
          "{length(first)} column{?s} {?holds/hold} none, the first in {.file {files[token$file[first[1]]]}}: \\
             {.val {first_few(unique(token$tag[other]))}}."
        },
        i = "Give the columns of tags: {.code tags = c(ann = 2)}."
      ),
      path = unique(files[token$file[first]])
    )
  }
}

# One problem for each document in which an annotator's tokens differ from those of the first annotator.
other_tokens <- function(token, own, files) {
  key <- group_ids(list(token$document, token$at))$code
  before <- match(key, key)
  differs <- which(!token$word %in% NA & token$word != token$word[before] & token$file != token$file[before])
  differs <- differs[!duplicated(own[differs])]
  new_problems(files[token$file[differs]], token$line[differs], problem = sprintf(
    "The token is \"%s\" here and \"%s\" in %s; kept.", token$word[differs], token$word[before[differs]],
    files[token$file[before[differs]]]
  ))
}
