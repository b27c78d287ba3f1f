# Damaged files for every reader: random files of each kind, the ways in which files are damaged, and archives
# written byte by byte.

CSV_TEXT <- c(
  "good", "bad", "very, very good", "say \"so\"", "two\nlines", "\u00e9t\u00e9", " blank ", "007", "1.10", "",
  "3", "12345678901234567890", "TRUE", "NA", "a;b", "=1+1"
)

# A file of each kind as text, and the name that it gets.
FILE_KINDS <- list(
  csv = list(file = "ann.csv", make = function() csv_text(",")),
  semicolon = list(file = "ann.csv", make = function() csv_text(";")),
  tsv = list(file = "ann.tsv", make = function() csv_text("\t")),
  mturk = list(file = "batch.csv", make = function() mturk_text()),
  json = list(file = "ann.json", make = function() json_text()),
  brat = list(file = "ann/doc.ann", make = function() brat_text()),
  conll = list(file = "ann.conll", make = function() conll_text()),
  bio = list(file = "ann.conll", make = function() bio_text()),
  xlsx = list(file = "ann.xlsx", make = function() sheet_text()),
  prodigy = list(file = "ann.jsonl", make = function() prodigy_text()),
  prodigy_pages = list(file = "ann.jsonl", make = function() prodigy_pages_text()),
  doccano = list(file = "ann.jsonl", make = function() doccano_text()),
  label_studio = list(file = "export.json", make = function() studio_text()),
  webanno = list(file = "doc/ann.tsv", make = function() webanno_text()),
  doccano_zip = list(file = "export.zip", make = function() doccano_text()),
  webanno_zip = list(file = "export.zip", make = function() webanno_text())
)

# The path of the file in an archive, for kinds that are one.
PACKED <- c(doccano_zip = "ann.jsonl", webanno_zip = "annotation/doc.txt/ann.tsv", xlsx = "")

quoted_cell <- function(x, separator) {
  needs <- grepl(paste0("[\"\n", separator, "]"), x)
  ifelse(needs, paste0("\"", gsub("\"", "\"\"", x, fixed = TRUE), "\""), x)
}

csv_text <- function(separator) {
  n <- pick(0:8)
  cells <- cbind(paste0("t", seq_len(n)), sample(CSV_TEXT, n, TRUE), sample(CSV_TEXT, n, TRUE))
  rows <- apply(cells, 1, function(row) paste(quoted_cell(row, separator), collapse = separator))
  paste0(c(paste(c("id", "label", "note"), collapse = separator), rows, ""), collapse = "\n")
}

mturk_text <- function() {
  n <- pick(1:6)
  answer <- quoted_cell(sample(CSV_TEXT, n, TRUE), ",")
  rows <- sprintf("H%d,A%d,W%d,%s,t1,%s", seq_len(n), seq_len(n), sample.int(3, n, TRUE), "Approved", answer)
  paste0(c("HITId,AssignmentId,WorkerId,AssignmentStatus,Input.text,Answer.label", rows, ""), collapse = "\n")
}

json_text <- function() {
  n <- pick(1:6)
  string <- gsub("\n", "\\n", gsub("\"", "\\\"", sample(CSV_TEXT, n, TRUE), fixed = TRUE), fixed = TRUE)
  value <- sample(c("1.10", "-2e5", "true", "null", "[\"a\",\"b\"]", "{\"x\":1}"), n, TRUE)
  record <- sprintf("{\"id\": \"t%d\", \"label\": \"%s\", \"value\": %s}", seq_len(n), string, value)
  paste0("[", paste(record, collapse = ",\n "), "]\n")
}

brat_text <- function() {
  n <- pick(1:6)
  from <- sample.int(90, n)
  spans <- sprintf("T%d\tPlace %d %d\tword", seq_len(n), from, from + 4L)
  more <- c(
    "*\tCoreference T1 T2", "R1\tPart Arg1:T1 Arg2:T2", "E1\tPlace:T1 Who:T2", "A1\tSure T1 yes",
    "#1\tAnnotatorNotes T1\tnote", "# a comment"
  )
  paste0(c(spans, sample(more, pick(0:6))), "\n", collapse = "")
}

conll_text <- function() {
  cells <- sample(c("-", "-", "(1)", "(1", "1)", "(2|(1", "1)|2)", "(2)|(3)"), pick(2:12), TRUE)
  rows <- sprintf("doc 0 %d w%d %s", seq_along(cells) - 1L, seq_along(cells), cells)
  rows[sample.int(length(rows), 1)] <- ""
  paste0(c("#begin document (doc); part 000", rows, "#end document", ""), collapse = "\n")
}

sheet_text <- function() {
  n <- pick(1:6)
  text <- gsub("<", "&lt;", gsub("&", "&amp;", sample(CSV_TEXT, n, TRUE), fixed = TRUE), fixed = TRUE)
  cell <- function(place, text) {
    sprintf("<c r=\"%s\" t=\"inlineStr\"><is><t xml:space=\"preserve\">%s</t></is></c>", place, text)
  }
  rows <- sprintf(
    "<row r=\"%d\">%s%s</row>", seq_len(n + 1),
    cell(paste0("A", seq_len(n + 1)), c("id", paste0("t", seq_len(n)))),
    cell(paste0("B", seq_len(n + 1)), c("label", text))
  )
  paste0(
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
    "<worksheet xmlns=\"", OOXML, "spreadsheetml/2006/main\"><sheetData>",
    paste(rows, collapse = ""), "</sheetData></worksheet>"
  )
}

OOXML <- "http://schemas.openxmlformats.org/"

# A workbook of one sheet, as bytes.
workbook <- function(sheet) {
  type <- function(part, kind) {
    sprintf(
      "<Override PartName=\"/xl/%s\" ContentType=\"application/%s.spreadsheetml.%s+xml\"/>",
      part, "vnd.openxmlformats-officedocument", kind
    )
  }
  relation <- function(target, kind) {
    sprintf(
      "<Relationships xmlns=\"%s%s\"><Relationship Id=\"r1\" Type=\"%s%s/%s\" Target=\"%s\"/>%s",
      OOXML, "package/2006/relationships", OOXML, "officeDocument/2006/relationships", kind, target,
      "</Relationships>"
    )
  }
  parts <- list(
    "[Content_Types].xml" = paste0(
      "<Types xmlns=\"", OOXML, "package/2006/content-types\">",
      "<Default Extension=\"rels\" ",
      "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>",
      type("workbook.xml", "sheet.main"), type("worksheets/sheet1.xml", "worksheet"), "</Types>"
    ),
    "_rels/.rels" = relation("xl/workbook.xml", "officeDocument"),
    "xl/workbook.xml" = paste0(
      "<workbook xmlns=\"", OOXML, "spreadsheetml/2006/main\" xmlns:r=\"", OOXML,
      "officeDocument/2006/relationships\">",
      "<sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
    ),
    "xl/_rels/workbook.xml.rels" = relation("worksheets/sheet1.xml", "worksheet"),
    "xl/worksheets/sheet1.xml" = sheet
  )
  zip_bytes(lapply(parts, function(part) if (is.raw(part)) part else charToRaw(enc2utf8(part))))
}

# An archive of parts, each deflated by R's own gzip.
zip_bytes <- function(parts) {
  entries <- lapply(names(parts), function(name) {
    packed <- deflated(parts[[name]])
    body <- packed$body
    sizes <- c(packed$crc, little(length(body), 4), little(length(parts[[name]]), 4))
    common <- c(as.raw(c(20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0x54)), sizes, little(nchar(name), 2), little(0, 2))
    list(name = charToRaw(name), common = common, body = body)
  })
  local <- lapply(entries, function(x) c(charToRaw("PK\003\004"), x$common, x$name, x$body))
  at <- cumsum(c(0, lengths(local)))
  central <- Map(function(x, at) {
    c(charToRaw("PK\001\002"), little(20, 2), x$common, raw(10), little(at, 4), x$name)
  }, entries, at[seq_along(entries)])
  central <- unlist(central)
  n <- length(entries)
  c(
    unlist(local), central, charToRaw("PK\005\006"), raw(4), little(n, 2), little(n, 2),
    little(length(central), 4), little(at[n + 1], 4), raw(2)
  )
}

# The parts of a workbook that never change are deflated once.
DEFLATED <- new.env()

deflated <- function(bytes) {
  key <- if (length(bytes) < 2000) rlang::hash(bytes)
  if (!is.null(key) && !is.null(DEFLATED[[key]])) return(DEFLATED[[key]])
  file <- tempfile()
  on.exit(unlink(file))
  connection <- gzfile(file, "wb")
  writeBin(bytes, connection)
  close(connection)
  zipped <- readBin(file, "raw", file.size(file))
  n <- length(zipped)
  packed <- list(body = zipped[seq(11, length.out = n - 18)], crc = zipped[n - 7:4])
  if (!is.null(key) && length(DEFLATED) < 100) DEFLATED[[key]] <- packed
  packed
}

little <- function(x, n) as.raw(floor(x / 256^(seq_len(n) - 1)) %% 256)

# Ways to damage the bytes of a file.
DAMAGES <- list(
  none = function(bytes) bytes,
  cut = function(bytes) utils::head(bytes, sample.int(length(bytes) + 1L, 1) - 1L),
  headless = function(bytes) utils::tail(bytes, -pick(1:20)),
  doubled = function(bytes) c(bytes, bytes),
  hole = function(bytes) bytes[-(pick(seq_along(bytes)) + 0:pick(0:30))],
  flipped = function(bytes) {
    at <- sample.int(length(bytes), pick(1:6), TRUE)
    bytes[at] <- xor(bytes[at], as.raw(2^sample(0:7, length(at), TRUE)))
    bytes
  },
  any_byte = function(bytes) put_in(bytes, as.raw(sample(0:255, pick(1:4), TRUE))),
  nul = function(bytes) put_in(bytes, as.raw(0)),
  bom = function(bytes) c(as.raw(c(0xef, 0xbb, 0xbf)), bytes),
  bom_inside = function(bytes) put_in(bytes, as.raw(c(0xef, 0xbb, 0xbf))),
  utf16 = function(bytes) c(as.raw(c(0xff, 0xfe)), wide_bytes(bytes, "UTF-16LE")),
  utf16_big = function(bytes) c(as.raw(c(0xfe, 0xff)), wide_bytes(bytes, "UTF-16BE")),
  utf16_unmarked = function(bytes) wide_bytes(bytes, "UTF-16LE"),
  utf16_odd = function(bytes) c(as.raw(c(0xff, 0xfe)), utils::head(wide_bytes(bytes, "UTF-16LE"), -1)),
  latin1 = function(bytes) put_in(bytes, as.raw(c(0xe9, 0x74, 0xe9))),
  quotes = function(bytes) put_in(bytes, charToRaw(pick(c("\"", "\"\"", "\",\"", "\n\"", "'")))),
  separators = function(bytes) put_in(bytes, charToRaw(pick(c(",", ",,,,", ";", "\t", "|", "(", ")", "*")))),
  blanks = function(bytes) {
    put_in(bytes, charToRaw(pick(c("\n\n\n", "\r", " \t ", "\v\f", "\u00a0", "\u2028"))))
  },
  line_ends = function(bytes) {
    charToRaw(gsub("\n", pick(c("\r\n", "\r", "\n\n")), text_of(bytes), useBytes = TRUE))
  },
  digits = function(bytes) put_in(bytes, charToRaw(pick(c("99999999999", "1e999", "-1", "0x10", "\u0661")))),
  shapes = function(bytes) {
    for (i in seq_len(pick(1:3))) bytes <- other_value(bytes)
    bytes
  },
  lines_mixed = function(bytes) {
    lines <- strsplit(text_of(bytes), "\n", useBytes = TRUE)[[1]]
    charToRaw(paste(lines[sample.int(length(lines))], collapse = "\n"))
  },
  long = function(bytes) {
    put_in(bytes, rep(charToRaw(pick(c(",", "a", "\n", "\"", "[", "(", "{", " ", "1"))), 2e4))
  }
)

put_in <- function(bytes, new) append(bytes, new, sample.int(length(bytes) + 1L, 1) - 1L)

# Replaces one of the JSON values by another one, for instance a number by an object.
JSON_VALUE <- paste0(
  "(?(DEFINE)(?<string>\"(?:[^\"\\\\]|\\\\.)*\")",
  "(?<object>[{](?:[^\\[\\]{}\"]|(?&string)|(?&object)|(?&array))*[}])",
  "(?<array>\\[(?:[^\\[\\]{}\"]|(?&string)|(?&object)|(?&array))*\\]))",
  "(?<=[:,\\[ ])(?:(?&string)(?! *:)|(?&object)|(?&array)|-?[0-9.]+|true|false|null)"
)

other_value <- function(bytes) {
  text <- text_of(bytes)
  # The expression takes a time that grows with the square of a run of brackets.
  if (nchar(text, "bytes") > 1e4) return(bytes)
  # The search for nested values continues inside each value.
  from <- sample.int(nchar(text, "bytes"), 1)
  rest <- charToRaw(text)[from:nchar(text, "bytes")]
  at <- gregexpr(JSON_VALUE, rawToChar(rest), perl = TRUE, useBytes = TRUE)[[1]]
  if (at[1] < 0) return(bytes)
  one <- pick(seq_along(at))
  new <- pick(c(
    "7", "\"x\"", "\"\"", "null", "true", "[]", "{}", "[7]", "[[]]", "[null]", "[{}]", "{\"id\": 7}", "[\"x\", {}]",
    "[{\"start\": \"x\"}]", "{\"x\": [1, 2]}", "-1.5e300"
  ))
  c(
    charToRaw(text)[seq_len(from + at[one] - 2)], charToRaw(new),
    utils::tail(rest, -(at[one] + attr(at, "match.length")[one] - 1))
  )
}

wide_bytes <- function(bytes, to) iconv(list(bytes), "UTF-8", to, toRaw = TRUE)[[1]]

# Returns bytes as text without a declared encoding.
text_of <- function(bytes) rawToChar(bytes[bytes != 0])
