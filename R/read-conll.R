#' Read coreference of CoNLL-2012 and trees of CoNLL-U
#'
#' Reads files in which the last column marks where coreference chains begin and end, such as the keys and responses
#' of the CoNLL-2011 and 2012 shared tasks, and returns one tibble with a row per mention; or dependency trees in
#' CoNLL-U, and returns one with a row per token, of which [relation_agreement()] computes attachment scores.
#'
#' @section Format:
#' `#begin document (name); part 000` and `#end document` enclose the tokens of a document, one per line, with columns
#' separated by tabs or blanks and empty lines between sentences. In the last column `(3` begins a mention of chain 3
#' at the token, `3)` ends one, `(3)` is a mention of this token alone, and `|` may separate them; `-`, `_` and `*`
#' mean none. Text may be UTF-8 or, with a byte order mark, UTF-16; any other text is read as Windows-1252. Of nested
#' mentions of one chain, the last to begin ends first. At one token, as in the reference scorer, mentions of this
#' token alone come first, then beginnings, then ends.
#'
#' For columns of labels of tokens, such as `B-PER`, `I-PER` and `O` of CoNLL-2003, use [read_bio()].
#'
#' @section Trees:
#' Files whose first token has the ten columns of CoNLL-U are read as trees. Empty lines separate sentences, whose name
#' is `sent_id`, or else their number in the file. Words of several tokens (`1-2`) and empty nodes (`1.1`) are left out,
#' as are enhanced dependencies. A relation with a subtype stays as it is: `label = sub(":.*", "", label)` removes it.
#' Columns may not be empty; `_` is none.
#'
#' @section Annotators:
#' Name the elements of `path` to name the annotators, `c(key = "gold", response = "system.conll")`. Without a name,
#' the annotator is the name of the file without its extension.
#'
#' @section Problems:
#' A mention that does not end, an end without a beginning, an invalid last column, and a token outside of a document
#' are listed in [problems()] with file and line; all other mentions are kept. A document without mentions has one row
#' with `NA`. An empty file is listed. Of CoNLL-U, a sentence with a line that is no token, or with a token that has no
#' head or one outside of the sentence, is left out whole.
#'
#' @section Errors:
#' Those of [read_annotators()] about files, `accord_error_duplicate_document`, and `accord_error_other_format` for
#' columns of labels and for files without the beginning of a document. Annotators with different tokens in a sentence
#' are an error of [as_relations()] (`accord_error_differing_tokens`), which names the first tokens that differ.
#'
#' @param path Files, folders or globs. In a folder, the files with extension conll, conllu, v4_gold_conll,
#'   v4_auto_conll, gold_conll, auto_conll, key or response are read; a file that is named, whatever its extension, if
#'   it has the beginning of a document or trees.
#'
#' @return A tibble: `document` (with its part), `annotator`, `mention` (first and last token, `"3-6"`),
#'   `chain`, `sentence`, `start` and `end` (first and last token of the document, from 0), and `text` (the words in the
#'   fourth column; `NA` where a line has fewer than five). Mentions are in the order in which their chains begin in the
#'   document, then by their first token.
#'
#'   For trees: `document` (the sentence), `annotator`, `token` (1, 2, ...), `form`, `upos`, `head` (0 for the root) and
#'   `label` (the relation).
#' @seealso [as_chains()], [as_relations()], [problems()], [read_] for other tools
#' @export
#' @examples
#' file <- tempfile(fileext = ".conll")
#' writeLines(c(
#'   "#begin document (ruth); part 000",
#'   "ruth 0 0 Ruth (1)", "ruth 0 1 saw -", "ruth 0 2 the (2", "ruth 0 3 field 2)", "",
#'   "ruth 0 0 She (1)", "#end document"
#' ), file)
#' read_conll(c(ann = file))
#'
#' tree <- function(head) {
#'   paste0(1:3, "\t", c("She", "saw", "him"), "\t_\tX\t_\t_\t", head, "\tdep\t_\t_")
#' }
#' files <- c(ann = tempfile(fileext = ".conllu"), bob = tempfile(fileext = ".conllu"))
#' writeLines(tree(c(2, 0, 2)), files[1])
#' writeLines(tree(c(2, 0, 1)), files[2])
#' relation_agreement(read_conll(files), ci = ci_none())
read_conll <- function(path) {
  found <- files_of_annotators(path, CONLL_EXTENSIONS, annotator_of, own = "conll")
  lines <- annotation_lines(found$files, tokens = TRUE)
  if (are_trees(lines)) {
    return(conllu_tokens(lines, found))
  }
  check_documents_begin(lines, found$files)
  tokens <- conll_tokens(lines, found)
  events <- conll_events(tokens)
  mentions <- conll_mentions(tokens, events)
  problems <- rbind(lines$problems, tokens$problems, events$problems, mentions$problems)
  # A document without mentions gets a row, since it was annotated.
  none <- setdiff(seq_along(tokens$document), mentions$document)
  rows <- c(mentions$document, none)
  blank <- rep(NA_integer_, length(none))
  data <- tibble::tibble(
    document = tokens$document[rows],
    annotator = found$annotator[tokens$document_file[rows]],
    mention = c(sprintf("%d-%d", mentions$start, mentions$end), as.character(blank)),
    chain = c(mentions$chain, as.character(blank)),
    sentence = c(mentions$sentence, blank),
    start = c(mentions$start, blank),
    end = c(mentions$end, blank),
    text = c(mentions$text, as.character(blank))
  )
  data <- data[order(rows, method = "radix"), ]
  with_problems(data, problems, found$files)
}

CONLL_EXTENSIONS <- c(
  "conll", "conllu", "v4_gold_conll", "v4_auto_conll", "gold_conll", "auto_conll", "key", "response"
)

# Stops for files that contain tokens but no beginning of a document, of which nothing would be read. If their last
# column labels the tokens, another reader is suggested.
check_documents_begin <- function(lines, files) {
  text <- trim_blanks(lines$text)
  is_token <- text != "" & !startsWith(text, "#")
  in_file <- lines$file[is_token]
  lacking <- setdiff(in_file, lines$file[grepl("^#\\s*begin document", text)])
  if (length(lacking) == 0) {
    return(invisible())
  }
  other <- in_file[!grepl("^(O|[BIESLUM]-.+)$", sub(".*[\t ]", "", text[is_token]))]
  labelled <- setdiff(lacking, other)
  bad <- if (length(labelled)) labelled else lacking
  abort_accord(
    "other_format",
    if (length(labelled)) {
      c(
        "The last column must say where coreference chains begin and end, as in CoNLL-2012.",
        x = "{length(bad)} file{?s} {?labels/label} tokens there, as in CoNLL-2003: {.file {first_few(files[bad])}}.",
        i = "{.fn read_bio} reads these."
      )
    } else {
      c(
        "Every document must begin with a line {.code #begin document (name); part 000}.",
        x = "{length(bad)} file{?s} {?has/have} no such line: {.file {first_few(files[bad])}}.",
        i = "Add it before the tokens, and {.code #end document} after them."
      )
    },
    path = files[bad]
  )
}

# The documents, and their tokens: number of the `document`, position `at` in it, `sentence`, `file`, `line`, and the
# last column, `cell`.
conll_tokens <- function(lines, found) {
  text <- trim_blanks(lines$text)
  begins <- grepl("^#\\s*begin document", text)
  ends <- grepl("^#\\s*end document", text)
  document <- cumsum(begins)
  # A line is inside a document if it comes after a beginning in this file and before the next end.
  closed <- cumsum(ends)
  start <- match(document, document[begins])
  before <- closed[begins]
  inside <- document > 0 & !begins & !ends
  inside[inside] <- closed[inside] == before[start[inside]] &
    lines$file[inside] == lines$file[begins][start[inside]]
  name <- sub("^#\\s*begin document\\s*", "", text[begins])
  part <- ifelse(grepl("part", name), sub(".*part\\s*", "; part ", name), "")
  name <- paste0(gsub("^\\(|\\);?\\s*$|;\\s*$", "", sub(";\\s*part.*", "", name)), part)
  file <- lines$file[begins]
  check_documents_once(name, found$annotator[file], found$files[file])

  comment <- startsWith(text, "#")
  blank <- text == ""
  outside <- !inside & !comment & !blank
  problems <- new_problems(
    found$files[lines$file[outside]], lines$line[outside],
    problem = rep("The token is outside of a document; left out.", sum(outside))
  )
  is_token <- inside & !comment & !blank
  at <- which(is_token)
  # A sentence begins after an empty line or at the beginning of a document.
  new_sentence <- c(TRUE, blank[-length(blank)] | begins[-length(begins)])[at]
  number <- document[at]
  first <- match(number, number)
  sentence <- cumsum(new_sentence)
  list(
    document = name, document_file = file,
    token = list(
      document = number, at = seq_along(at) - first, sentence = sentence - sentence[first] + 1L,
      file = lines$file[at], line = lines$line[at], cell = sub(".*[\t ]", "", text[at]), word = conll_words(text[at])
    ),
    files = found$files, problems = problems
  )
}

# The word of each token: the fourth column of CoNLL-2012, NA where there are fewer than five.
conll_words <- function(text) {
  form <- "^([^\t ]+[\t ]+){3}([^\t ]+)[\t ].*$"
  ifelse(grepl(form, text), sub(form, "\\2", text), NA)
}

# The words from the `first` to the `last` token, for all mentions that have a further word at once.
mention_texts <- function(words, first, last) {
  text <- words[first]
  longer <- which(first < last & !is.na(text))
  step <- 1L
  while (length(longer)) {
    text[longer] <- paste(text[longer], words[first[longer] + step])
    step <- step + 1L
    longer <- longer[first[longer] + step <= last[longer]]
  }
  text
}

# The brackets in the order of their effect: `token`, `chain`, `opens`, `closes`.
conll_events <- function(tokens) {
  cell <- tokens$token$cell
  cell[cell %in% c("-", "_", "*")] <- ""
  some <- which(cell != "")
  form <- "\\([^()|]+\\)|\\([^()|]+|[^()|]+\\)"
  bad <- some[gsub("|", "", gsub(form, "", cell[some]), fixed = TRUE) != ""]
  problems <- conll_problems(
    tokens, bad, sprintf("The last column is \"%s\", which does not mark coreference; taken as none.", cell[bad])
  )
  some <- setdiff(some, bad)
  brackets <- regmatches(cell[some], gregexpr(form, cell[some]))
  token <- rep(some, lengths(brackets))
  brackets <- unlist(brackets) %||% character()
  opens <- startsWith(brackets, "(")
  closes <- endsWith(brackets, ")")
  sorted <- order(token, !(opens & closes), closes, method = "radix")
  list(
    token = token[sorted], chain = gsub("[()]", "", brackets[sorted]),
    opens = opens[sorted], closes = closes[sorted], problems = problems
  )
}

conll_mentions <- function(tokens, events) {
  of <- lapply(tokens$token, `[`, events$token)
  kind <- group_ids(list(of$document, events$chain))
  pairs <- which(!(events$opens & events$closes))
  partner <- call_core(
    bracket_partners(kind$code[pairs], events$opens[pairs], max(kind$code, 0L))
  )
  lost <- pairs[partner == 0]
  words <- c(
    "A mention of chain %s ends here and did not begin; left out.",
    "A mention of chain %s begins here and does not end; left out."
  )[1 + events$opens[lost]]
  problems <- conll_problems(tokens, events$token[lost], sprintf(words, events$chain[lost]))
  last <- seq_along(events$token)
  last[pairs] <- ifelse(partner == 0, NA, pairs[partner])
  first <- which(events$opens & !is.na(last))
  # Chains are numbered in the order in which they begin.
  first <- first[order(kind$code[first], of$at[first], method = "radix")]
  list(
    document = of$document[first], chain = events$chain[first], sentence = of$sentence[first],
    start = of$at[first], end = of$at[last[first]],
    text = mention_texts(tokens$token$word, events$token[first], events$token[last[first]]), problems = problems
  )
}

conll_problems <- function(tokens, token, problem) {
  new_problems(tokens$files[tokens$token$file[token]], tokens$token$line[token], problem = problem)
}
