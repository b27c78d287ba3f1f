# Recognises the tool that wrote a file from its beginning, so that errors can suggest the right reader.

formats_of <- function(files) {
  vapply(files, function(file) tryCatch(format_of(file), error = function(cnd) ""), "", USE.NAMES = FALSE)
}

# Returns a description of each file whose format is known; "" for the others.
seems_to_be <- function(files) {
  words <- unname(KNOWN_FORMATS[formats_of(files)])
  ifelse(is.na(words), "", words)
}

KNOWN_FORMATS <- c(
  label_studio = "an export of Label Studio: use `read_label_studio()`",
  prodigy = "an export of Prodigy: use `read_prodigy()`",
  doccano = "an export of doccano: use `read_doccano()`",
  webanno = "an export of INCEpTION or WebAnno: use `read_webanno()`",
  cas = "UIMA CAS XMI of INCEpTION: export as WebAnno TSV 3 or UIMA CAS JSON, then use `read_webanno()`",
  mturk = "a batch of Mechanical Turk: use `read_mturk()`",
  brat = "standoff annotation of brat: use `read_brat()`",
  conll = "coreference in CoNLL columns: use `read_conll()`",
  conllu = "dependency trees in CoNLL-U: use `read_conll()`",
  bio = "tokens with BIO tags, as in CoNLL-2003: use `read_bio()`",
  spans = paste(
    "a file of `write_spans()`: no reader takes it;",
    "read csv with `read.csv()`, and JSONL with the lines in `?write_spans`; then use `as_spans()`"
  ),
  # Its json does not contain the status of answers, and writes rankings in the same way as several labels.
  argilla = paste(
    "an export of Argilla, which does not tell drafts from answers: no reader takes it;",
    "make a data frame with a row per submitted response, of what `to_list(flatten=True)` of its client gives"
  ),
  potato = paste(
    "json of Potato: no reader takes it; export as csv, read that with `read.csv()`,",
    "and name the columns of a scheme as `rating` in `as_ratings()`; for spans see `?read_`"
  ),
  tagtog = paste(
    "json of tagtog: no reader takes it; make a data frame with a row per entity, of its `classId` and `offsets` and",
    "of the annotator and document that the file is of, and use `as_spans()`"
  ),
  zooniverse = paste(
    "an export of Zooniverse: `?read_` shows the call of `read_sheet()` that takes the answer of a task from the json",
    "in `annotations`"
  ),
  named_labels = paste(
    "json with the annotator of each label beside it: no reader takes it; `?read_`, section Labels in lists, has the",
    "lines that make a row per label"
  ),
  textgrid = "a TextGrid of Praat: use `read_textgrid()`",
  eaf = "an annotation file of ELAN: use `read_eaf()`",
  boris = "codings of BORIS: use `read_boris()`"
)

format_of <- function(file) {
  size <- min(file.size(file), 65536)
  bytes <- readBin(file, "raw", size)
  if (identical(utils::head(bytes, 4), charToRaw("PK\003\004"))) {
    return(format_of_zip(file, utils::unzip(file, list = TRUE)$Name))
  }
  format_of_bytes(bytes)
}

# `bytes`: the beginning of a file that is no archive.
format_of_bytes <- function(bytes) {
  text <- rawToChar(bytes[bytes != 0])
  Encoding(text) <- "bytes"
  text <- sub("^\\xef\\xbb\\xbf", "", text, useBytes = TRUE, perl = TRUE)
  text <- sub(SEPARATOR_LINE, "", text, ignore.case = TRUE, useBytes = TRUE)
  has <- function(pattern) grepl(pattern, text, perl = TRUE, useBytes = TRUE)
  key <- function(name) has(sprintf("\"%s\"\\s*:", name))
  if (has("^\\s*[\\[{]")) {
    return(format_of_json(key, has))
  }
  header <- sub("\n.*", "", text, useBytes = TRUE)
  names_all <- function(...) all(vapply(c(...), grepl, NA, header, fixed = TRUE, useBytes = TRUE))
  if (has("^#FORMAT=WebAnno TSV")) {
    "webanno"
  } else if (has("<xmi:XMI")) {
    "cas"
  } else if (has("(^|\n)#\\s*begin document")) {
    "conll"
  } else if (has("(^|\n)1([-.][0-9]+)?(\t[^\t\n]+){5}\t([0-9]+|_)(\t[^\t\n]+){3}(\r?\n|$)")) {
    "conllu"
  } else if (has("^T[0-9]+\t[^\t]+ [0-9]+ [0-9]+")) {
    "brat"
  } else if (names_all("HITId", "WorkerId")) {
    "mturk"
  } else if (names_all("annotation_id", "annotator", "lead_time")) {
    "label_studio"
  } else if (gsub("[\"\r]", "", header, useBytes = TRUE) == "document,annotator,start,end,label,length") {
    "spans"
  } else if (names_all("classification_id", "subject_ids", "annotations")) {
    "zooniverse"
  } else if (has("^\\s*File type = \"ooTextFile\"")) {
    "textgrid"
  } else if (has("<ANNOTATION_DOCUMENT")) {
    "eaf"
  } else if (names_all("Observation id", "Behavior", "Start (s)") || has("^\"?Observation id[\t,]")) {
    "boris"
  } else if (is_bio(text)) {
    "bio"
  } else {
    ""
  }
}

# Returns whether lines are tokens followed by a tag, with at least one span. An incomplete last line is ignored.
is_bio <- function(text) {
  lines <- strsplit(text, "[ \t]*\r?\n", useBytes = TRUE)[[1]]
  lines <- utils::head(lines[grepl("\\S", lines, useBytes = TRUE)], 1000)
  if (length(lines) > 1 && !endsWith(text, "\n")) lines <- utils::head(lines, -1)
  lines <- lines[!grepl("^(#|-DOCSTART-)", lines, useBytes = TRUE)]
  tagged <- function(tag) grepl(paste0("[ \t]", tag, "$"), lines, useBytes = TRUE)
  all(tagged("(O|[BIESLUM]-\\S+)")) && any(tagged("[BIESLUM]-\\S+"))
}

# A list of objects of which each names who gave the label.
NAMED_LABELS <- paste0(
  "\"(labels?|ratings?|votes?|judge?ments?|codes|codings|responses)\"\\s*:\\s*\\[\\s*\\{[^{}\\[\\]]*",
  "\"(annotator|worker|coder|rater|reviewer|labell?er|judge)(_?(id|name|email))?\"\\s*:"
)

format_of_json <- function(key, has) {
  # The list of types may be longer than the part of the file that is inspected.
  if (key("behaviors_conf") || key("observations") && key("subjects_conf")) {
    "boris"
  } else if (key("%FEATURE_STRUCTURES") || key("%TYPES")) {
    "webanno"
  } else if (key("annotatable") && key("anncomplete")) {
    "tagtog"
  } else if (key("_input_hash") || key("_task_hash")) {
    "prodigy"
  } else if (key("instance_id_to_label_to_value") || key("instance_id") && key("user_id")) {
    "potato"
  } else if ((key("annotations") || key("predictions")) && key("data") || key("completions") || key("annotation_id") ||
    key("result") && key("completed_by")) {
    "label_studio"
  } else if (key("responses") && key("fields")) {
    "argilla"
  } else if (has("^\\s*[{]\"document\": [^\\n]*, \"annotator\": [^\\n]*, \"length\": [^\\n]*, \"spans\": \\[")) {
    "spans"
  } else if (has("\"answer\"\\s*:\\s*\"(accept|reject|ignore)\"") || key("spans") && !key("labels")) {
    # Tasks may lack hashes and answers if they were written for import.
    "prodigy"
  } else if (has(NAMED_LABELS)) {
    "named_labels"
  } else if (key("text") && (key("entities") || key("Comments") || key("label") || key("labels")) ||
    key("filename") && key("Comments")) {
    "doccano"
  } else {
    ""
  }
}

# Projects of INCEpTION and folders of brat are known by names of files, other archives by their first file of json.
format_of_zip <- function(file, names) {
  names <- names[!grepl("(^|/)(__MACOSX/|[.])|/$", names)]
  of_project <- grepl("(^|/)(annotation|curation)/[^/]+/[^/]+$", names)
  if (any(grepl("[.]tsv$", names)) || any(of_project & grepl("[.](json|zip)$", names))) {
    return("webanno")
  }
  if (any(of_project)) {
    return("cas")
  }
  if (any(grepl("[.]ann$", names))) {
    return("brat")
  }
  json <- grep("[.]jsonl?$", names, value = TRUE)
  if (length(json) == 0) {
    return("")
  }
  connection <- unz(file, json[1], "rb")
  on.exit(close(connection))
  format_of_bytes(readBin(connection, "raw", 65536))
}

# Returns a hint for messages about files that the reader cannot read, for the first file with a known format; otherwise
# NULL.
format_hint <- function(files) {
  seen <- utils::head(files[file.exists(files) & !dir.exists(files)], 20)
  words <- seems_to_be(seen)
  first <- which(words != "")[1]
  if (!is.na(first)) as_written(sprintf("%s seems to be %s.", basename(seen[first]), without_own_reader(words[first])))
}

# The hint does not suggest the reader that was called.
without_own_reader <- function(words) {
  advice <- ": use `(read_[a-z_]+)\\(\\)`$"
  called <- user_frame_number()
  reader <- get0(sub(paste0(".*", advice), "\\1", words), topenv(), mode = "function")
  if (!is.null(called) && identical(sys.function(called), reader)) sub(advice, "", words) else words
}

# Stops if a file is the export of another tool than `own`, the formats that the reader accepts.
check_format <- function(files, shown, own) {
  format <- formats_of(files)
  other <- which(!format %in% c("", own))
  if (length(other)) {
    words <- unname(KNOWN_FORMATS[format[other]])
    abort_accord(
      "other_format",
      c(
        "A reader reads the files of its own tool.",
        x = "{length(other)} file{?s} {?is/are} of another one: {.file {first_few(shown[other])}}.",
        i = "{.file {basename(shown[other[1]])}} seems to be {words[1]}."
      ),
      path = shown[other],
      format = format[other]
    )
  }
}
