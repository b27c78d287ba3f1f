ruth <- c(
  "T1\tPerson 0 4\tRuth", "T2\tPerson 9 12\tshe", "T3\tPlace 16 21;28 33\tfield\u00e9 there",
  "*\tCoreference T1 T2", "R1\tIn Arg1:T1 Arg2:T3", "E1\tGo:T2 Agent:T1 Place:T3",
  "A1\tNegated E1", "M2\tGender T1 female", "#1\tAnnotatorNotes T2\tclear enough", "# a free comment",
  "N1\tReference T1 Wiki:1\tRuth"
)

read_one <- function(...) suppressWarnings(read_brat(folder_with(...)))

problem_of <- function(lines, ...) {
  found <- problems(read_one(d.ann = lines, ...))
  expect_equal(basename(found$file), rep("d.ann", nrow(found)))
  found[c("row", "problem")]
}

test_that("every kind of line is read", {
  x <- read_brat(c(ann = folder_with(ruth.ann = ruth)))
  expect_equal(nrow(problems(x)), 0)
  expect_equal(unique(x$spans$annotator), "ann")
  expect_equal(unique(x$spans$document), "ruth")
  expect_equal(x$spans$span, c("0 4", "9 12", "16 21;28 33"))
  expect_equal(x$spans$start, c(0L, 9L, 16L))
  expect_equal(x$spans$end, c(4L, 12L, 33L))
  expect_equal(x$spans$text[3], "field\u00e9 there")
  expect_equal(as.list(x$relations[3:6]), list(id = "R1", type = "In", from = "T1", to = "T3"))
  expect_equal(
    as.list(x$equivalences[3:5]), list(set = c(1L, 1L), type = rep("Coreference", 2), id = c("T1", "T2"))
  )
  expect_equal(x$events$role, c(NA, "Agent", "Place"))
  expect_equal(x$events$target, c("T2", "T1", "T3"))
  expect_equal(x$attributes$value, c(NA, "female"))
  expect_equal(x$attributes$target, c("E1", "T1"))
  expect_equal(x$notes$note, c("clear enough", "Wiki:1 Ruth"))
  expect_output(print(x), "1 document, 1 annotator: \"ann\"")
  expect_output(print(x), "\\$spans: 3 rows; \\$relations: 1 rows")
})

test_that("folders are annotators, names rename them, files may be globbed", {
  root <- folder_with("ann/d.ann" = ruth, "ann/e.ann" = ruth, "bob/d.ann" = ruth, "bob/d.txt" = "x")
  x <- suppressWarnings(read_brat(file.path(root, "*")))
  expect_equal(x$files$annotator, c("ann", "ann", "bob"))
  expect_equal(x$files$document, c("d", "e", "d"))
  y <- suppressWarnings(read_brat(c(file.path(root, "ann"), first = file.path(root, "bob"))))
  expect_equal(y$files$annotator, c("ann", "ann", "first"))
  expect_equal(read_brat(file.path(root, "ann", "e.ann"))$files$document, "e")
  chains <- as_chains(x)
  expect_equal(chains$annotators, c("ann", "bob"))
})

test_that("an archive is read like the folders in it, with texts beside the annotations", {
  skip_without_zip()
  files <- list("ann/d.ann" = ruth, "ann/e.ann" = ruth, "bob/d.ann" = ruth, "bob/d.txt" = "short")
  root <- rlang::exec(folder_with, !!!files)
  old <- setwd(root)
  on.exit(setwd(old))
  utils::zip("project.zip", c("ann", "bob"), flags = "-qr")
  packed <- suppressWarnings(read_brat("project.zip"))
  unplaced <- function(x) lapply(unclass(x), function(table) table[setdiff(names(table), "file")])
  expect_identical(unplaced(packed), unplaced(suppressWarnings(read_brat(c("ann", "bob")))))
  expect_identical(problems(packed)$file, rep("project.zip/bob/d.ann", nrow(problems(packed))))
  expect_gt(nrow(problems(packed)), 0)
  expect_identical(packed$files$n_characters, c(NA, NA, 6L))
})

test_that("chains are lines of equivalences, all else is a singleton", {
  lines <- c(
    ruth, "T4\tPerson 40 44\tRuth", "T5\tPerson 50 54\tRuth", "*\tCoreference T4 T5", "*\tAlias T3 T4"
  )
  x <- as_chains(read_brat(c(ann = folder_with(ruth.ann = lines))))
  rows <- tibble::as_tibble(x)
  expect_equal(
    rows$mention, c("Person 0 4", "Person 9 12", "Person 40 44", "Person 50 54", "Place 16 21;28 33")
  )
  expect_equal(rows$chain, c("C1", "C1", "C2", "C2", NA))
  brat <- read_brat(c(ann = folder_with(ruth.ann = ruth)))
  expect_fault(as_chains(brat, type = "Coref"), "argument", "1 type is available: \"Coreference\"")
  expect_fault(as_chains(brat, type = NA), "argument")
  # A file with notes alone: seen, nothing marked.
  seen <- as_chains(read_brat(c(ann = folder_with(d.ann = "# nothing here"))))
  expect_equal(seen$documents, "d")
  expect_equal(seen$mention, integer())
})

test_that("a mention in two chains is an error that names both", {
  lines <- c(ruth, "*\tCoreference T2 T3")
  expect_fault(
    as_chains(read_brat(c(ann = folder_with(ruth.ann = lines)))), "duplicate_mention",
    "Person 9 12 \\(document ruth, annotator ann\\) is in chain C1 and in chain C2"
  )
  lines <- c(lines, "*\tCoreference T1 T3")
  expect_fault(
    as_chains(read_brat(c(ann = folder_with(ruth.ann = lines)))), "duplicate_mention", "3 mentions are"
  )
  # The same span twice is the same mention.
  lines <- c(ruth, "T4\tPerson 0 4\tRuth")
  expect_fault(
    as_chains(read_brat(c(ann = folder_with(ruth.ann = lines)))), "duplicate_mention", "C1 and in no chain"
  )
})

test_that("lines that cannot be read are listed with their number", {
  found <- problem_of(c(
    ruth[1], "T2\tPerson 9 12", "T3 Person 9 12 she", "T4\tPerson 9\tshe", "", "X1\tPerson",
    "T5\tPerson 9 12\tshe"
  ))
  expect_equal(found$row, c(2L, 3L, 4L, 6L))
  expect_match(found$problem[1], "text-bound line .*; 2 fields found, line left out")
  expect_match(found$problem[2], "1 field found")
  expect_match(found$problem[3], "3 fields found")
  expect_match(found$problem[4], "no known kind")
  expect_equal(read_one(d.ann = c("T2\tPerson 9 12", ruth[1]))$spans$id, "T1")
  found <- problem_of(
    c(ruth[1], "R1\tIn Arg1:T1", "*\tCoreference", "E1\tGo", "A1\tNegated", "#1\tNote", "T1\tPerson 5 6\ta")
  )
  expect_equal(found$row, 2:7)
  expect_match(found$problem[2], "An equivalence has")
  expect_match(found$problem[6], "T1 is a duplicate")
  warned <- expect_warning(
    read_brat(folder_with(d.ann = c(ruth[1], "T2"))), "row 2", class = "accord_warning_problems"
  )
  expect_match(conditionMessage(warned), "1 problem found in 1 file")
})

test_that("what names an unknown annotation is listed, and the rest of a chain is kept", {
  lines <- c(
    ruth[1:2], "*\tCoreference T1 T9 T2 T8", "R1\tIn Arg1:T1 Arg2:T9", "A1\tNegated E9", "#1\tNote T9\tx"
  )
  found <- problem_of(lines)
  expect_equal(found$row, c(3L, 3L, 4L, 5L, 6L))
  expect_equal(found$problem[1], "T9 does not exist; the member is left out.")
  expect_equal(found$problem[3], "T9 does not exist; the relation is left out.")
  x <- read_one(d.ann = lines)
  expect_equal(x$equivalences$id, c("T1", "T2"))
  expect_equal(c(nrow(x$relations), nrow(x$attributes), nrow(x$notes)), c(0L, 0L, 0L))
})

test_that("an empty file counts as not annotated", {
  root <- folder_with("ann/d.ann" = ruth, "bob/d.ann" = raw(), "ann/e.ann" = ruth, "bob/e.ann" = ruth)
  expect_warning(x <- read_brat(file.path(root, "*")), "file is empty")
  expect_equal(problems(x)$row, NA_integer_)
  expect_equal(basename(problems(x)$file), "d.ann")
  expect_equal(x$files$document, c("d", "e", "e"))
  expect_warning(chain_agreement(as_chains(x)), "1 of 2 documents: \"d\"", class = "accord_warning_left_out")
})

test_that("an empty file is one in which nothing was marked, if that is said", {
  # d has no marks, e only those of ann.
  root <- folder_with(
    "ann/d.ann" = raw(), "bob/d.ann" = "\n", "ann/e.ann" = "T1\tPer 0 4\tRuth", "bob/e.ann" = raw(),
    "ann/d.txt" = "Nobody", "bob/d.txt" = "Nobody", "ann/e.txt" = "Ruth s", "bob/e.txt" = "Ruth s"
  )
  expect_no_warning(x <- read_brat(file.path(root, "*"), empty = "seen"))
  expect_equal(x$files$document, c("d", "e", "d", "e"))
  spans <- as_spans(x)
  expect_equal(nrow(spans$seen), 4)
  # Texts end with a line break: the two annotators differ in 4 of 14 positions.
  expect_equal(span_alpha(spans)$observed[1], 4 / 14)
  expect_equal(span_agreement(spans)$n_documents, 2L)
  nobody <- read_brat(file.path(root, "*", "d.ann"), empty = "seen")
  expect_equal(span_agreement(nobody)$status, "no spans")
  expect_equal(length(as_chains(nobody)$annotators), 2)
  expect_fault(read_brat(root, empty = "x"), "argument", argument = "empty")
})

test_that("Windows line ends and a byte order mark are no problem", {
  unix <- read_brat(c(a = folder_with(d.ann = ruth)))
  windows <- c(as.raw(c(0xef, 0xbb, 0xbf)), bytes_of(enc2utf8(paste(ruth, collapse = "\r\n")), "\r\n"))
  expect_equal(read_brat(c(a = folder_with(d.ann = windows)))[-1], unix[-1], ignore_attr = TRUE)
  for (byte in c(0xe9, 0xff)) {
    found <- problem_of(c(bytes_of("T1\tPerson 0 1\t"), as.raw(byte), bytes_of("\nT2\tPerson 0 1\ta\n")))
    expect_equal(found$row, 1L)
    expect_match(found$problem, "not UTF-8")
  }
})

test_that("offsets count characters of UTF-8", {
  # An emoji is one character of four bytes.
  text <- "\u00c9l\u00e9onore \U0001F600 saw\nhim"
  lines <- c(
    "T1\tP 0 8\t\u00c9l\u00e9onore", "T2\tP 9 10\t\U0001F600", "T3\tP 11 14;15 18\tsaw him",
    "T4\tP 11 18\tsaw him"
  )
  x <- read_brat(folder_with(d.ann = lines, d.txt = text))
  expect_equal(nrow(problems(x)), 0)
  expect_equal(x$files$n_characters, 19L)
  found <- problem_of(c(lines, "T5\tP 1 9\t\u00c9l\u00e9onore", "T6\tP 15 20\thim"), d.txt = text)
  expect_equal(found$row, 5:6)
  expect_match(found$problem[1], "but the text there is \"l\u00e9onore \"")
  expect_match(found$problem[2], "ends at 20, but the text has 19 characters")
  elsewhere <- folder_with(d.txt = "other text that is long")
  expect_warning(read_brat(folder_with(d.ann = lines), text = elsewhere), "4 problems")
})

test_that("files that cannot be told apart, and no files, are errors", {
  skip_if_quick()
  root <- folder_with("x/ann/d.ann" = ruth, "y/ann/d.ann" = ruth, "x/ann/e.ann" = ruth, "y/ann/e.ann" = ruth)
  path <- file.path(root, "*", "ann")
  expect_fault(read_brat(path), "duplicate_document", "2 documents occur again", document = c("d", "e"))
  expect_fault(
    read_brat(file.path(root, c("x", "y"), "ann", "d.ann")), "duplicate_document", "1 document occurs again"
  )
  expect_fault(read_brat(folder_with(d.txt = "x")), "no_tables")
  expect_fault(read_brat(folder_with(d.ann = ruth), text = "nowhere"), "argument", "nowhere")
  expect_fault(read_brat(folder_with(d.ann = ruth), text = 1), "argument", "a number")
})

test_that("a file without a known line, and a line with a zero byte, are listed", {
  folder <- folder_with(`ann/a.ann` = c("hello world", "x"))
  expect_warning(found <- read_brat(file.path(folder, "ann")), "3 problems", class = "accord_warning_problems")
  expect_identical(c(nrow(found$spans), nrow(found$files)), c(0L, 0L))
  bytes <- c(charToRaw("T1\tPerson 0 3\tA"), as.raw(0), charToRaw("nn\nT2\tPerson 4 7\tBob\n"))
  folder <- folder_with(`ann/a.ann` = bytes)
  expect_warning(found <- read_brat(file.path(folder, "ann")), "zero byte", class = "accord_warning_problems")
  expect_identical(found$spans$text, "Bob")
  expect_identical(problems(found)$row, 1L)
})

test_that("offsets beyond any text, and lone carriage returns, lose no line", {
  expect_match(problem_of(c(ruth[1], "T2\tPerson 4 99999999999\tshe"))$problem, "text-bound line")
  bytes <- charToRaw("T1\tPerson 0 3\tAnn\rT2\tPerson 4 7\tBob\r")
  expect_identical(read_brat(folder_with(a.ann = bytes))$spans$text, c("Ann", "Bob"))
})

test_that("spans that do not end after they start are left out", {
  lines <- c(
    "T1\tPER 9 5\tRuth", "T2\tPER 3 3\t", "T3\tPER 0 4;9 6\tRuth", "T4\tPER 0 4;5 9\tRuth Noa",
    "R1\tOf Arg1:T1 Arg2:T4"
  )
  found <- problem_of(lines)
  expect_equal(found$row, c(1L, 2L, 3L, 5L))
  expect_match(found$problem[1], "T1 has \"9 5\", which does not end after it starts", fixed = TRUE)
  expect_equal(read_one(d.ann = lines)$spans$id, "T4")
})

test_that("who marked only what cannot be read has not marked nothing", {
  folder <- folder_with(
    `ann/d.ann` = "T1\tPER 0 4\tRuth", `bob/d.ann` = "T1\tPER 9 5\tRuth", `cat/d.ann` = "T1\tPER 4\tRuth",
    `dan/d.ann` = "#1\tAnnotatorNotes T1\tnone here", `eve/d.ann` = c("T1\tPER 9 5\tRuth", "T2\tPER 5 9\tNoa")
  )
  suppressWarnings(found <- read_brat(file.path(folder, c("ann", "bob", "cat", "dan", "eve"))))
  # A file with notes alone is that of one who looked and marked nothing.
  expect_setequal(found$files$annotator, c("ann", "dan", "eve"))
  expect_length(grep("not counted as annotated", problems(found)$problem), 2)
})

test_that("discontinuous annotations that become one span are told", {
  folder <- folder_with(
    `a/d.ann` = "T1\tSYM 0 4;9 12\tRuth saw", `b/d.ann` = "T1\tSYM 0 2;6 12\tRu saw", `c/d.ann` = "T1\tSYM 0 12\tx"
  )
  brat <- read_brat(file.path(folder, c("a", "b", "c")))
  cnd <- expect_warning(as_spans(brat), "2 discontinuous annotations", class = "accord_warning_fragments")
  expect_equal(cnd$n, 2L)
  expect_no_warning(as_spans(read_brat(file.path(folder, "c"))))
})

test_that("a text that cannot be decoded is listed, and its length is not known", {
  folder <- tempfile()
  dir.create(folder)
  for (name in c("zero", "latin", "good")) writeLines("T1\tPER 0 4\tRuth", file.path(folder, paste0(name, ".ann")))
  writeBin(as.raw(c(0x52, 0, 0x75, 0, 0x74, 0, 0x68, 0)), file.path(folder, "zero.txt"))
  writeBin(as.raw(c(0x52, 0x75, 0x74, 0x68, 0xe9)), file.path(folder, "latin.txt"))
  writeBin(charToRaw("Ruth"), file.path(folder, "good.txt"))
  expect_warning(found <- read_brat(c(ann = folder)), "2 problems", class = "accord_warning_problems")
  expect_identical(found$files$n_characters[match(c("good", "latin", "zero"), found$files$document)], c(4L, NA, NA))
  expect_identical(nrow(found$spans), 3L)
  expect_setequal(basename(problems(found)$file), c("latin.ann", "zero.ann"))
  expect_match(problems(found)$problem, "is not UTF-8|zero byte")
})

test_that("the sentences of problems have no names", {
  folder <- tempfile()
  dir.create(folder)
  writeLines(c("T1\tPER 6 2\tx", "R1\tLikes Arg1:T1 Arg2:T9", "Q\tfoo"), file.path(folder, "x.ann"))
  found <- suppressWarnings(read_brat(c(ann = folder)))
  expect_null(names(problems(found)$problem))
})

test_that("a folder of folders is a project with a folder for each annotator", {
  folder <- folder_with(
    "ann/d1.ann" = "T1\tMention 0 4\tRuth", "bob/d1.ann" = "T1\tMention 0 4\tRuth", "texts/d1.txt" = "Ruth saw"
  )
  x <- read_brat(folder, text = file.path(folder, "texts"))
  expect_identical(x$spans$annotator, c("ann", "bob"))
  expect_identical(x$files$n_characters, c(9L, 9L))
  # Files in the folder itself come first, and a name is that of one annotator.
  file.copy(file.path(folder, "ann", "d1.ann"), file.path(folder, "d1.ann"))
  expect_identical(read_brat(folder)$spans$annotator, basename(folder))
  file.remove(file.path(folder, "d1.ann"))
  expect_fault(read_brat(c(ann = folder)), "duplicate_document")
  expect_fault(read_brat(file.path(folder, "texts")), "no_tables")
  expect_fault(read_brat(1), "argument")
})
