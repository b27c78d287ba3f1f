# Damaged files of files.R, read by the reader of their kind, against what can be counted in the file itself.

READERS <- list(
  csv = function(path) read_annotators(path, id, c(label, note)),
  semicolon = function(path) read_annotators(path, id, c(label, note)),
  tsv = function(path) read_annotators(path, id, c(label, note)),
  mturk = function(path) read_mturk(path),
  json = function(path) read_annotators(path, id, c(label, value)),
  brat = function(path) read_brat(dirname(path)),
  conll = function(path) read_conll(path),
  bio = function(path) read_bio(path),
  xlsx = function(path) read_annotators(path, id, label),
  prodigy = function(path) read_prodigy(path, c("accept", "reject", "ignore")),
  prodigy_pages = function(path) read_prodigy(path, c("accept", "reject", "ignore")),
  doccano = function(path) read_doccano(path),
  label_studio = function(path) read_label_studio(path),
  webanno = function(path) read_webanno(path),
  doccano_zip = function(path) read_doccano(path),
  webanno_zip = function(path) read_webanno(path)
)

# Files of annotators are sheets too. What read_sheet() changes and refuses is in its tests: here it must stop with a
# class, or give no more ratings than the file has cells.
SHEETS <- c("csv", "semicolon", "tsv", "xlsx")

fuzz_sheet <- function(path, bytes) {
  got <- attempt(read_sheet(path, item = id, rater = "{file}", rating = tidyselect::any_of(c("label", "note"))))
  if (is.null(got$error) && is.null(got$fault)) {
    cells <- sum(bytes %in% charToRaw(",;\t\n\r")) + 1
    if (nrow(got$value) > cells) return(sprintf("wrong: %d ratings from %d cells", nrow(got$value), cells))
  }
  got$fault
}

# Returns a list: `found`, descriptions of the faults in reading the file of this seed, `kind`, `damages`, and the
# `outcome`: "read", "problems", or "error".
fuzz_file <- function(seed) {
  local_seed(seed + 2e7)
  kind <- names(FILE_KINDS)[seed %% length(FILE_KINDS) + 1]
  text <- enc2utf8(FILE_KINDS[[kind]]$make())
  # Each damage is applied to each kind in turn, alone or before others.
  damages <- names(DAMAGES)[(seed %/% length(FILE_KINDS)) %% length(DAMAGES) + 1]
  if (stats::runif(1) < 0.4) damages <- unique(c(damages, sample(names(DAMAGES), pick(1:2))))
  folder <- tempfile("fuzz")
  on.exit(unlink(folder, recursive = TRUE))
  path <- file.path(folder, FILE_KINDS[[kind]]$file)
  dir.create(dirname(path), recursive = TRUE)
  bytes <- charToRaw(text)
  packed <- kind %in% names(PACKED)
  inside <- !packed || stats::runif(1) < 0.7
  pack <- function(bytes) if (kind == "xlsx") workbook(bytes) else zipped(PACKED[[kind]], bytes)
  if (!inside) bytes <- pack(bytes)
  for (damage in damages) if (length(bytes)) bytes <- DAMAGES[[damage]](bytes)
  writeBin(if (packed && inside) pack(bytes) else bytes, path)
  if (kind == "brat" && stats::runif(1) < 0.5) writeLines(strrep("word ", 18), sub("ann$", "txt", path))
  got <- attempt(READERS[[kind]](path))
  found <- got$fault
  if (!length(found) && is.null(got$error)) {
    found <- switch(kind,
      csv = ,
      semicolon = ,
      tsv = check_annotated(got$value, bytes, kind == "tsv"),
      mturk = check_mturk(got$value, bytes),
      brat = check_brat(got$value, bytes),
      conll = check_conll(got$value, bytes),
      json = check_json(got$value, bytes),
      bio = check_bio(got$value, bytes),
      prodigy = ,
      prodigy_pages = ,
      doccano = check_prodigy(got$value, bytes),
      label_studio = check_studio(got$value, bytes),
      webanno = ,
      webanno_zip = ,
      doccano_zip = check_spans(got$value)
    )
  }
  if (kind %in% SHEETS) found <- c(found, paste("sheet", fuzz_sheet(path, bytes), recycle0 = TRUE))
  if (!is.null(got$error) && identical(damages, "none") && grepl("t1|H1|T1|w1|WebAnno|\"id\"|\"text\"", text)) {
    found <- paste("wrong: refused:", got$error)
  }
  if (length(found)) found <- paste0("file ", seed, " (", kind, ", ", paste(damages, collapse = ", "), "): ", found)
  list(found = found, kind = kind, damages = damages, outcome = outcome_of(got))
}

outcome_of <- function(got) {
  if (!is.null(got$error)) "error" else if (nrow(problems(got$value))) "problems" else "read"
}

# A table read character by character, as a list of rows of cells; NULL where quotes are damaged, or where the
# text is not UTF-8.
csv_by_hand <- function(bytes, tab = FALSE) {
  while (identical(utils::head(bytes, 3), as.raw(c(0xef, 0xbb, 0xbf)))) bytes <- bytes[-(1:3)]
  if (any(bytes == 0) || length(bytes) > 5000) return(NULL)
  text <- rawToChar(bytes)
  Encoding(text) <- "UTF-8"
  if (!validUTF8(text)) return(NULL)
  text <- gsub("\r", "\n", gsub("\r\n", "\n", text, fixed = TRUE), fixed = TRUE)
  plain <- !grepl("\"", text, fixed = TRUE)
  lines <- strsplit(gsub("\"[^\"]*\"", "", text), "\n", fixed = TRUE)[[1]]
  first <- lines[grepl("[^[:space:]]", lines)][1]
  if (is.na(first)) return(NULL)
  counts <- vapply(c(",", ";", "\t"), function(s) nchar(gsub(sprintf("[^%s]", s), "", first)), 0L)
  separator <- names(counts)[which.max(counts)]
  if (tab) separator <- "\t"
  rows <- list()
  cells <- character()
  cell <- ""
  state <- "start" # of a cell; then "bare", "quoted", or "closed" behind a quote
  for (char in c(strsplit(text, "")[[1]], "\n")) {
    if (state == "quoted" && char != "\"") {
      cell <- paste0(cell, char)
    } else if (state == "quoted") {
      state <- "closed"
    } else if (char == "\"" && state == "closed") {
      cell <- paste0(cell, "\"")
      state <- "quoted"
    } else if (char == "\"" && state == "start") {
      if (cell != "") return(NULL) # blanks before a quote
      state <- "quoted"
    } else if (char %in% c(separator, "\n")) {
      cells <- c(cells, cell)
      cell <- ""
      state <- "start"
      if (char == "\n") {
        rows <- c(rows, list(cells))
        cells <- character()
      }
    } else if (state == "closed") {
      return(NULL)
    } else {
      cell <- paste0(cell, char)
      if (char != " " || plain) state <- "bare"
    }
  }
  if (state == "quoted" || length(cells)) return(NULL)
  blank <- function(x) !grepl("[^[:space:]]", x)
  Filter(function(row) any(!blank(row)), rows)
}

# Each row of the file must be in the result, cell by cell, or among the problems.
check_rows <- function(data, rows, columns, required) {
  if (is.null(rows)) return(NULL)
  header <- rows[[1]]
  listed <- unique(problems(data)$row)
  # A repeated header is left out, and listed.
  again <- function(row) sum(header != "") > 1 && identical(row, header)
  kept <- Filter(function(row) {
    !again(row) && all(!grepl("[^[:space:]]", row[-seq_along(header)])) &&
      all(grepl("[^[:space:]]", row[match(required, header)]))
  }, rows[-1])
  if (nrow(data) != length(kept)) return(sprintf("wrong: %d rows, not %d", nrow(data), length(kept)))
  left_out <- length(rows) - 1 - length(kept)
  if (left_out > length(listed)) return(sprintf("lost: %d rows, %d listed", left_out, length(listed)))
  unlist(lapply(intersect(columns, header), function(name) {
    wanted <- vapply(kept, function(row) row[match(name, header)], "")
    wanted[!grepl("[^[:space:]]", wanted)] <- NA
    same <- if (is.numeric(data[[name]])) as.numeric(wanted) == data[[name]] else wanted == data[[name]]
    if (!identical(is.na(wanted), is.na(data[[name]])) || !all(same, na.rm = TRUE)) {
      paste("wrong: cells of", name, "are", deparse(data[[name]])[1], "not", deparse(wanted)[1])
    }
  }))
}

check_annotated <- function(data, bytes, tab) {
  check_rows(data, csv_by_hand(bytes, tab), c("id", "label", "note"), "id")
}

check_mturk <- function(data, bytes) {
  check_rows(data, csv_by_hand(bytes), c("WorkerId", "Answer.label"), c("HITId", "WorkerId"))
}

lines_by_hand <- function(bytes) {
  lines <- strsplit(text_of(bytes), "[\r\n]", useBytes = TRUE)[[1]]
  lines[grepl("[!-~]", lines, useBytes = TRUE)]
}

# Damage can create line breaks in UTF-16, and remove some, so such files are recognised, with a mark or without.
is_utf16 <- function(bytes) {
  length(bytes) > 0 && (bytes[1] %in% as.raw(c(0xff, 0xfe)) || mean(bytes == 0) > 0.3)
}

# Each line is a row of a table, a comment, or a problem. A byte order mark at its beginning is ignored.
check_brat <- function(brat, bytes) {
  if (is_utf16(bytes)) return(NULL)
  lines <- sub("^\xef\xbb\xbf", "", lines_by_hand(bytes), useBytes = TRUE)
  lines <- lines[!grepl("^#", lines, useBytes = TRUE) | grepl("^#[0-9]+(\t|$)", lines, useBytes = TRUE)]
  tables <- unclass(brat)[setdiff(names(brat), "files")]
  rows <- vapply(tables, function(x) nrow(unique(x[if ("set" %in% names(x)) "set" else "id"])), 0L)
  listed <- nrow(problems(brat))
  spans <- brat$spans
  size <- brat$files$n_characters[match(spans$document, brat$files$document)]
  c(
    if (sum(rows) + listed < length(lines)) {
      sprintf("lost: %d lines, %d rows and %d problems", length(lines), sum(rows), listed)
    },
    # Spans outside of the text are kept, and listed.
    if (sum(spans$start < 0 | spans$end < spans$start | spans$end > size, na.rm = TRUE) > listed) "wrong: span outside"
  )
}

# A mention begins with a bracket in the last column, and is a row or a problem.
check_conll <- function(data, bytes) {
  if (is_utf16(bytes)) return(NULL)
  lines <- lines_by_hand(bytes)
  lines <- lines[!grepl("^[[:space:]]*#|^\xef\xbb\xbf#", lines, useBytes = TRUE)]
  cells <- sub(".*[\t ]", "", sub("[[:space:]]+$", "", lines, useBytes = TRUE), useBytes = TRUE)
  opened <- sum(nchar(gsub("[^(]", "", cells, useBytes = TRUE), "bytes"))
  listed <- nrow(problems(data))
  rows <- sum(!is.na(data$mention))
  # A last column that is not coreference is one problem, for any number of brackets in it.
  odd <- grepl("not mark coreference|outside|UTF-8", problems(data)$problem)
  if (!any(odd) && rows + listed < opened) {
    sprintf("lost: %d brackets, %d mentions and %d problems", opened, rows, listed)
  }
}

# Texts must be equal to those of another parser, with the same number of records.
check_json <- function(data, bytes) {
  if (!requireNamespace("jsonlite", quietly = TRUE) || any(bytes == 0)) return(NULL)
  while (identical(utils::head(bytes, 3), as.raw(c(0xef, 0xbb, 0xbf)))) bytes <- bytes[-(1:3)]
  text <- rawToChar(bytes)
  Encoding(text) <- "UTF-8"
  if (!validUTF8(text)) return(NULL)
  records <- tryCatch(jsonlite::parse_json(text), error = function(cnd) NULL, warning = function(cnd) NULL)
  if (is.null(records) || !is.null(names(records))) return(NULL)
  if (nrow(data) + nrow(problems(data)) < length(records)) return("lost: records")
  if (nrow(problems(data))) return(NULL)
  label <- lapply(records, function(record) record[["label"]])
  texts <- vapply(label, is.character, NA)
  wanted <- as.character(unlist(label[texts]))
  got <- as.character(data$label)[texts]
  wanted[!grepl("[^[:space:]]", wanted)] <- NA
  if (!is.numeric(data$label) && !identical(got, wanted)) {
    paste("wrong: labels are", deparse(got)[1], "not", deparse(wanted)[1])
  }
}

# Reads paths that are not files, and archives that unpack to far more than their size.
fuzz_odd_files <- function() {
  folder <- tempfile("fuzz")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  at <- function(...) file.path(folder, ...)
  dir.create(at("folder.csv"))
  dir.create(at("dangling"))
  file.symlink(at("nowhere.csv"), at("dangling", "a.csv"))
  dir.create(at("loop"))
  file.symlink(at("loop", "a.csv"), at("loop", "a.csv"))
  dir.create(at("good"))
  writeLines(c("id,label,note", "t1,a,b"), at("good", "ann.csv"))
  file.symlink(at("good"), at("link"))
  file.symlink(at("good", "ann.csv"), at("good", "bob.csv"))
  file.create(at("empty.csv"), at("empty.ann"), at("empty.conll"), at("empty.json"), at("empty.xlsx"))
  sheet <- sheet_text()
  padded <- c(charToRaw(sheet), rep(charToRaw(" "), 2e8))
  writeBin(workbook(padded), at("bomb.xlsx"))
  writeBin(workbook(gsub("\"(A|B)2\"", "\"\\11048576\"", sheet)), at("far.xlsx"))
  writeBin(workbook(gsub("\"B2\"", "\"XFD1048576\"", sheet)), at("wide.xlsx"))
  writeBin(zip_bytes(list("a.txt" = charToRaw("no workbook"))), at("other.xlsx"))
  writeLines(c("id,label,note", strrep(",", 1e6)), at("commas.csv"))
  writeLines(c(paste0("id,label,note", paste0(",c", 1:50000, collapse = "")), "t1,a,b"), at("wide.csv"))
  writeLines(paste0(strrep("[", 1e5), strrep("]", 1e5)), at("deep.json"))
  writeLines(strrep("{\"a\":", 1e5), at("deeper.json"))
  writeLines(paste0("\"", at("good", "ann.csv"), "\""), at("path.json"))
  writeLines(c("id,label,note", "t1,a,\"b", rep("t2,a,b", 2e5)), at("open.csv"))
  writeLines(c("id,label,note", rep("t1,\"\",\"", 1e5)), at("quotes.csv"))
  sheet <- charToRaw(webanno_text())
  writeBin(zipped("annotation/doc.txt/ann.tsv", c(sheet, rep(charToRaw(" "), 2e8))), at("bomb.zip"))
  writeBin(zipped("../../ann.jsonl", charToRaw(doccano_text())), at("outside.zip"))
  writeBin(zipped("a.zip", zipped("a.zip", zipped("ann.jsonl", charToRaw(doccano_text())))), at("nested.zip"))
  file.create(at("empty.jsonl"), at("empty.zip"), at("empty.tsv"))
  paths <- c(list.files(folder, full.names = TRUE), at("none.csv"), at("good", "*.csv"), "", "[", "\n")
  outcomes <- list()
  faults <- lapply(paths, function(path) {
    readers <- list(
      read_annotators = function() read_annotators(path, id, label), read_mturk = function() read_mturk(path),
      read_brat = function() read_brat(path), read_conll = function() read_conll(path),
      read_prodigy = function() read_prodigy(path), read_doccano = function() read_doccano(path),
      read_label_studio = function() read_label_studio(path), read_webanno = function() read_webanno(path),
      read_bio = function() read_bio(path)
    )
    lapply(names(readers), function(name) {
      got <- attempt(readers[[name]]())
      outcomes[[name]] <<- c(outcomes[[name]], outcome_of(got))
      if (length(got$fault)) paste0(name, "(", basename(path), "): ", got$fault)
    })
  })
  list(n = sum(lengths(outcomes)), found = unlist(faults), outcomes = outcomes)
}
