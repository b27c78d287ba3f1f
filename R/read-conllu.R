# Dependency trees in CoNLL-U, which read_conll() recognises by their ten columns.

# Whether each line could be a token of CoNLL-U: ten columns, of which the first is 3, 1-2 or 1.1 and the seventh a
# number or "_".
is_conllu <- function(text) grepl("^[0-9]+([-.][0-9]+)?(\t[^\t]+){5}\t([0-9]+|_)(\t[^\t]+){3}$", text)

# Whether the files hold trees: their first token decides, since a mixture of formats is an error of one of the readers.
are_trees <- function(lines) {
  text <- lines$text
  coreference <- any(grepl("^#\\s*begin document", text))
  first <- text[text != "" & !startsWith(text, "#")][1]
  if (!coreference && !is.na(first) && !is_conllu(first) && is_conllu(gsub("[ \t]+", "\t", trim_blanks(first)))) {
    abort_accord(
      "other_format",
      c(
        "The ten columns of CoNLL-U are separated by tabs.",
        x = "The first token has blanks in their place: {.val {first}}.",
        i = "Save the file with tabs. An editor or a copy from a page may have replaced them."
      )
    )
  }
  !coreference && !is.na(first) && is_conllu(first)
}

# A row per token: `document` (the sentence), `annotator`, `token`, `form`, `upos`, `head`, `label`. A sentence with an
# invalid line or a token without a head is left out whole, since a tree without some tokens is another tree.
conllu_tokens <- function(lines, found) {
  text <- lines$text
  comment <- startsWith(text, "#")
  blank <- trim_blanks(text) == ""
  file <- lines$file
  # A sentence ends at an empty line or at the end of a file.
  before <- c(TRUE, blank[-length(blank)] | file[-1] != file[-length(file)])
  sentence <- cumsum(before & !blank)
  sentence[blank] <- NA
  kept <- which(!comment & !blank)
  named <- grepl("^#\\s*sent_id\\s*=", text) & !blank
  name <- sub("^#\\s*sent_id\\s*=\\s*", "", trim_blanks(text[named]))[match(sentence, sentence[named])]
  # Sentences without an id have their number within the file.
  first <- tapply(sentence[!blank], file[!blank], min)
  number <- sentence - as.vector(first[as.character(file)]) + 1
  name <- ifelse(is.na(name), as.character(number), name)
  valid <- is_conllu(text[kept])
  cells <- strsplit(ifelse(valid, text[kept], paste(rep("_", 10), collapse = "\t")), "\t", fixed = TRUE)
  cell <- function(k) vapply(cells, `[`, "", k)
  id <- cell(1)
  # Words of several tokens (1-2) and empty nodes (1.1) are no tokens of the tree.
  extra <- valid & grepl("[-.]", id)
  token <- suppressWarnings(as.integer(ifelse(extra, NA, id)))
  head <- suppressWarnings(as.integer(cell(7)))
  of <- sentence[kept]
  size <- stats::ave(ifelse(extra | !valid, 0, 1), of, FUN = sum)
  outside <- !is.na(head) & head > size
  wrong <- !extra & (!valid | is.na(head) | outside)
  problems <- new_problems(
    found$files[file[kept][wrong]], lines$line[kept][wrong],
    problem = sprintf("%s; the sentence is left out.", ifelse(
      !valid[wrong], "The line is no token of CoNLL-U",
      ifelse(is.na(head[wrong]), "The token has no head", "The head is not a token of the sentence")
    ))
  )
  at <- which(!extra & !of %in% of[wrong])
  rows <- tibble::tibble(
    document = name[kept][at], annotator = found$annotator[file[kept][at]], token = token[at], form = cell(2)[at],
    upos = replace(cell(4), cell(4) == "_", NA)[at], head = head[at], label = replace(cell(8), cell(8) == "_", NA)[at]
  )
  begins <- !duplicated(of[at])
  check_documents_once(rows$document[begins], rows$annotator[begins], found$files[file[kept][at]][begins])
  with_problems(rows, rbind(lines$problems, problems), found$files)
}
