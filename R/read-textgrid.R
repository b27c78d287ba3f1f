#' Read TextGrids of Praat
#'
#' Reads files of Praat in the long and the short text format, and returns one tibble with a row per labelled interval
#' or point.
#'
#' @details A file is a sequence of numbers, texts in quotes and flags; all other text is decoration, so that the
#' long and the short format are read in the same way. Within a text, `""` is a quote, and line breaks are part of it.
#' Files are in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252, which includes Latin-1.
#'
#' Intervals cover the whole tier: those without a text mark nothing, and are left out. Points are rows whose `kind` is
#' `"point"` and whose `end` is `start`. `length` is the end of the file. Times are in seconds: [as_spans()] needs the
#' size of one position, such as `unit = 0.001` for milliseconds.
#'
#' @section Tiers and annotators:
#' By default a tier is a layer, which [as_spans()] takes one at a time (`tier`), and the annotator is the name of the
#' element of `path`, or else the folder. With `annotator = "tier"` each tier is an annotator. With
#' `tiers = "{tier}_{annotator}"` the name of a tier says both, and with `names = "{item}_{annotator}"` that of a file
#' says its document and annotator. An annotator who marked nothing in a file has a row without `start`.
#' An annotator who has none of the tiers in `tier` has none, and is listed in [problems()]: nothing says whether
#' anybody looked. Nor has an annotator all of whose rows in a file are left out, as below: what was marked is not
#' known.
#'
#' @section Problems:
#' Listed in [problems()]: tiers that end before the file does or after it (kept), tiers of the same name (kept; their
#' intervals are of one tier), intervals that end before they start (left out), and files that end within a tier (read
#' up to there).
#'
#' @section Errors:
#' Those of [read_annotators()] about files, `accord_error_other_format`, `accord_error_not_a_table` for files that are
#' no text of a TextGrid (such as the binary format), `accord_error_unknown_layer`, `accord_error_missing_id` and
#' `accord_error_argument`.
#'
#' @param path Files, folders or globs; names are annotators, as in `c(ann = "ann/*.TextGrid")`.
#' @param tier Names of tiers to keep; `NULL` keeps all.
#' @param annotator Who the annotator is: `"file"` or `"tier"`, see below.
#' @param tiers A template of the names of tiers with `{tier}` and `{annotator}`, or `NULL`.
#' @param names A template of the names of files, without extension, with `{item}` and `{annotator}`, or `NULL`.
#' @return A tibble: `item` (the document), `annotator`, `tier`, `participant` (`NA`), `kind` (`"interval"` or
#'   `"point"`), `label`, `start`, `end`, `length` and `file`.
#' @references Boersma, P. and Weenink, D. *Praat: doing phonetics by computer*, manual page *TextGrid file formats*,
#' <https://www.fon.hum.uva.nl/praat/manual/TextGrid_file_formats.html>
#' @seealso [as_spans()], [event_kappa()], [problems()], [read_] for other tools
#' @export
#' @examples
#' folder <- tempfile()
#' dir.create(folder)
#' writeLines(c(
#'   "File type = \"ooTextFile\"", "Object class = \"TextGrid\"", "", "0", "2", "<exists>", "1",
#'   "\"IntervalTier\"", "\"gesture\"", "0", "2", "3", "0", "0.5", "\"\"", "0.5", "1.2", "\"nod\"",
#'   "1.2", "2", "\"\""
#' ), file.path(folder, "talk.TextGrid"))
#' read_textgrid(c(ann = folder))
read_textgrid <- function(path, tier = NULL, annotator = "file", tiers = NULL, names = NULL) {
  check_given(path, "path")
  check_choice(annotator, c("file", "tier"), "annotator")
  found <- event_files(path, c("textgrid", "txt"), names, "textgrid")
  check_format(found$files, found$files, "textgrid")
  check_documents_once(found$document, found$annotator, found$files)
  parts <- lapply(found$files, textgrid_file)
  check_files_read(parts, found$files)
  bind_events(parts, found, tier, tiers, annotator)
}

# The stream of a text file: `text` of each token, and whether it is a `quoted` text.
textgrid_tokens <- function(text) {
  # The last alternative is a comment, up to the end of the line.
  form <- paste0(
    "\"[^\"]*+(?:\"\"[^\"]*+)*+\"|<(?:exists|absent)>|(?<![^\\s])[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?%?(?![^\\s])|",
    "(?<![^\\s])!.*"
  )
  token <- regmatches(text, gregexpr(form, text, perl = TRUE))[[1]]
  token <- token[!startsWith(token, "!")]
  quoted <- startsWith(token, "\"")
  token[quoted] <- gsub("\"\"", "\"", substr(token[quoted], 2, nchar(token[quoted]) - 1), fixed = TRUE)
  list(text = token, quoted = quoted)
}

DECIMAL_COMMA_LINE <- "(?m)^[ \t]*(?:[a-z]+ *= *)?[-+]?[0-9]+,[0-9]+[ \t]*\r?$"

textgrid_file <- function(path) {
  text <- read_utf8(path)
  if (inherits(text, "accord_bad_file")) {
    return(text)
  }
  # Texts in quotes may hold anything, also lines that look like numbers.
  outside <- gsub("\"[^\"]*+\"", "\"", text, perl = TRUE)
  if (grepl(DECIMAL_COMMA_LINE, outside, perl = TRUE)) {
    return(bad_file("not_a_table", "times with decimal commas: write them with points"))
  }
  token <- textgrid_tokens(text)
  if (length(token$text) < 6 || !identical(token$text[1:2], c("ooTextFile", "TextGrid"))) {
    return(bad_file("not_a_table", "not a TextGrid in a text format: save it in Praat with Save as text file"))
  }
  number <- function(k) suppressWarnings(as.double(token$text[k]))
  whole_end <- number(4)
  n_tiers <- if (identical(token$text[5], "<exists>")) number(6) else 0
  at <- 7
  tiers <- list()
  cut <- FALSE
  while (length(tiers) < n_tiers) {
    points <- identical(token$text[at], "TextTier")
    size <- number(at + 4)
    if (is.na(size) || !all(token$quoted[at + 0:1])) {
      cut <- TRUE
      break
    }
    width <- if (points) 2 else 3
    there <- min(size, (length(token$text) - at - 4) %/% width)
    cut <- there < size
    first <- at + 5 + (seq_len(there) - 1) * width
    tiers[[length(tiers) + 1]] <- list(
      name = token$text[at + 1], end = number(at + 3), points = points, start = number(first),
      stop = number(first + width - 2), label = token$text[first + width - 1]
    )
    at <- at + 5 + size * width
    if (cut) break
  }
  textgrid_part(tiers, whole_end, cut)
}

textgrid_part <- function(tiers, whole_end, cut) {
  name <- vapply(tiers, `[[`, "", "name")
  rows <- lapply(tiers, function(one) {
    kind <- if (one$points) "point" else "interval"
    new_events(rep(one$name, length(one$label)), kind, one$label, one$start, one$stop)
  })
  rows <- do.call(rbind, c(list(new_events(character(), "", character(), double(), double())), rows))
  wrong <- is.na(rows$start) | is.na(rows$end) | rows$end < rows$start | rows$end == rows$start & rows$kind != "point"
  marked <- rows$kind == "point" | !is_blank(rows$label)
  ends <- vapply(tiers, `[[`, 0, "end")
  other <- which(abs(ends - whole_end) > 1e-6)
  twice <- unique(name[duplicated(name)])
  list(
    rows = rows[marked & !wrong, ], tiers = new_tiers(unique(name)), length = max(whole_end, ends),
    # The last tier of a file that ends within it may have had more.
    unread = unique(c(rows$tier[marked & wrong], if (cut) utils::tail(name, 1))),
    problems = rbind(
      new_problems(problem = sprintf(
        "Tier \"%s\" ends at %s, the file at %s; kept.", name[other], format_end(ends[other]), format_end(whole_end)
      )),
      new_problems(problem = sprintf("Several tiers are named \"%s\"; read as one.", twice)),
      new_problems(problem = sprintf(
        "In tier \"%s\", \"%s\" does not end after its start; left out.", rows$tier[marked & wrong],
        rows$label[marked & wrong]
      )),
      if (cut) new_problems(problem = "The file ends within a tier; read up to there.")
    )
  )
}

format_end <- function(x) format(x, digits = 10, trim = TRUE)
