# Tokens of one document by their last columns; "" ends a sentence.
conll <- function(..., name = "(d); part 000") {
  cells <- c(...)
  lines <- ifelse(cells == "", "", paste("d", 0, seq_along(cells) - 1, "word", cells, sep = "\t"))
  c(paste("#begin document", name), lines, "#end document")
}

read_cells <- function(...) read_conll(c(ann = folder_with(d.conll = c(...))))

test_that("mentions are read with their tokens", {
  x <- read_cells(conll("(1)", "-", "(2", "2)", "", "(1", "(3)", "1)"))
  expect_equal(x$document, rep("d; part 000", 4))
  expect_equal(x$annotator, rep("ann", 4))
  expect_equal(x$mention, c("0-0", "4-6", "2-3", "5-5"))
  expect_equal(x$chain, c("1", "1", "2", "3"))
  expect_equal(x$sentence, c(1L, 2L, 1L, 2L))
  expect_equal(x$start, c(0L, 4L, 2L, 5L))
  expect_equal(x$end, c(0L, 6L, 3L, 5L))
  chains <- as_chains(x)
  expect_equal(diff(chains$chain_start), c(2L, 1L, 1L))
})

test_that("mentions nest, cross, and share a token", {
  x <- read_cells(conll("(1(1", "(1)|(2", "1)", "1)2)"))
  expect_equal(x$mention[x$chain == "1"], c("0-3", "0-2", "1-1"))
  expect_equal(x$mention[x$chain == "2"], "1-3")
  # The same mention twice, in one chain and in two.
  twice <- read_cells(conll("(1(1", "1)1)", "(2(3)", "2)", "(2|(3", "2)|3)"))
  expect_fault(as_chains(twice), "duplicate_mention", "0-1 .*twice in chain 1")
  expect_fault(as_chains(twice), "duplicate_mention", "2 mentions are repeated")
  first <- tibble::as_tibble(as_chains(twice, duplicates = "first"))
  # At the third token, a mention of chain 3 with one token begins before chain 2.
  expect_equal(first$mention, c("0-1", "2-2", "4-5", "2-3"))
  expect_equal(first$chain, c("1", "3", "3", "2"))
})

test_that("blanks and tabs, empty columns, other marks for none, and Windows line ends", {
  lines <- c(
    "#begin document (d);", "d  0  0 a (1) ", "d\t0\t1\tb\t_\t", "d 0 2 c *", "d 0 3 c (1)", "#end document"
  )
  x <- read_cells(lines)
  expect_equal(x$document, c("d", "d"))
  expect_equal(x$start, c(0L, 3L))
  windows <- read_conll(c(ann = folder_with(d.conll = bytes_of(paste(lines, collapse = "\r\n"), "\r\n"))))
  expect_equal(windows, x)
})

test_that("documents, parts and files", {
  root <- folder_with(
    "gold/a.key" = c(conll("(1)"), conll("(1", "1)", name = "(d); part 001")),
    "gold/b.key" = conll("-", "-", name = "(e)"), system.response = conll("(7)")
  )
  x <- read_conll(c(key = file.path(root, "gold"), file.path(root, "system.response")))
  expect_equal(x$document, c("d; part 000", "d; part 001", "e", "d; part 000"))
  expect_equal(x$annotator, c("key", "key", "key", "system"))
  # A document without mentions.
  expect_equal(x$mention, c("0-0", "0-1", NA, "0-0"))
  chains <- as_chains(x)
  expect_equal(chains$documents, c("d; part 000", "d; part 001", "e"))
  expect_equal(chains$part_document, c(1L, 1L, 2L, 3L))
})

test_that("a response without mentions scores 0", {
  x <- as_chains(read_conll(c(
    key = folder_with(d.conll = conll("(1)", "(1)")), sys = folder_with(d.conll = conll("-", "-"))
  )))
  expect_equal(unique(coref_scores(x)$f1), 0)
})

test_that("what cannot be read is listed with its line", {
  expect_warning(x <- read_cells(conll("(1", "2)", "(3)", "x(", "(4)")), class = "accord_warning_problems")
  expect_equal(x$chain, c("3", "4"))
  found <- problems(x)
  expect_equal(found$row, c(2L, 3L, 5L))
  expect_match(found$problem[1], "A mention of chain 1 begins here and does not end")
  expect_match(found$problem[2], "A mention of chain 2 ends here and did not begin")
  expect_match(found$problem[3], "The last column is \"x\\(\"")
  expect_warning(x <- read_cells("d 0 0 a (1)", conll("(2)"), "d 0 0 a (1)"), "2 problems")
  expect_equal(problems(x)$row, c(1L, 5L))
  expect_match(problems(x)$problem[1], "outside of a document")
  expect_equal(x$chain, "2")
  expect_warning(read_conll(folder_with(d.conll = raw(), e.conll = conll("(1)"))), "file is empty")
})

test_that("a document twice, and files of another kind, are errors", {
  skip_if_quick()
  root <- folder_with(a.conll = c(conll("(1)"), conll("(1)")))
  expect_fault(read_conll(root), "duplicate_document", "1 document occurs again", document = "d; part 000")
  root <- folder_with(
    a.conll = conll("(1)"), b.conll = c(conll("(1)"), conll("(1)", name = "(e)"), conll("(1)", name = "(e)"))
  )
  expect_fault(read_conll(c(a = root)), "duplicate_document", "2 documents occur again")
  expect_fault(read_conll(folder_with(a.txt = "x")), "no_tables")
})

test_that("a line with a zero byte is listed", {
  bytes <- c(
    charToRaw("#begin document (d); part 000\nd 0 0 Ann (1"), as.raw(0), charToRaw("2)\nd 0 1 he (1)\n#end document\n")
  )
  path <- folder_with(a.conll = bytes)
  expect_warning(found <- read_conll(path), "zero byte \\(NUL\\)", class = "accord_warning_problems")
  expect_identical(problems(found)$row, 2L)
})

test_that("columns of labels of tokens are an error that says so", {
  tokens <- c("-DOCSTART- -X- -X- O", "", "Ruth NNP B-NP B-PER", "slept VBD B-VP O")
  folder <- folder_with(ann.conll = tokens)
  cnd <- expect_fault(read_conll(folder), "other_format", "1 file labels tokens there")
  expect_equal(basename(cnd$path), "ann.conll")
})

test_that("a line that is not UTF-8 keeps its token and its mention", {
  lines <- c(
    charToRaw("#begin document (d); part 000\nd 0 0 M"), as.raw(0xfc),
    charToRaw("ller (1)\nd 0 1 he (1)\n#end document\n")
  )
  expect_warning(x <- read_conll(c(a = folder_with(d.conll = lines))), "Windows-1252")
  expect_equal(x$mention, c("0-0", "1-1"))
})

test_that("tokens before the beginning of any document are an error", {
  path <- folder_with(d.conll = c("d 0 0 Ann (1)", "d 0 1 he (1)"))
  expect_fault(read_conll(path), "other_format", "1 file has no such line")
})

test_that("mentions are spans that end with their last token", {
  x <- read_cells(conll("(1", "1)", "(1)"))
  expect_fault(as_spans(x, label = chain), "argument", "closed = TRUE", argument = "closed")
  expect_equal(tibble::as_tibble(as_spans(x, label = chain, closed = TRUE))$end, c(2, 3))
})

test_that("a file that is named is read whatever its extension", {
  lines <- c("#begin document (ruth); part 000", "ruth 0 0 Ruth (1)", "ruth 0 1 saw -", "#end document")
  folder <- folder_with(key.txt = lines, plain = lines, other.txt = "ruth 0 0 Ruth")
  for (name in c("key.txt", "plain")) {
    expect_identical(read_conll(file.path(folder, name))$mention, "0-0")
  }
  expect_fault(read_conll(file.path(folder, "other.txt")), "extension", "is of another type")
  expect_fault(read_conll(folder), "no_tables")
})

# A sentence of CoNLL-U by its words, heads and relations.
conllu <- function(form, head, label, id = seq_along(form), name = NULL) {
  lines <- paste(id, form, "_", "NOUN", "_", "_", head, label, "_", "_", sep = "\t")
  c(if (!is.null(name)) paste("# sent_id =", name), lines)
}

test_that("trees of CoNLL-U are read without ranges and empty nodes", {
  ann <- c(
    conllu(c("vamonos", "vamos", "nos", "al", "a", "el", "ido", "mar"), c("_", 0, 1, "_", 5, 5, "_", 1),
      c("_", "root", "obj", "_", "case", "det", "_", "obl:arg"),
      id = c("1-2", "1", "2", "3-4", "3", "4", "4.1", "5"), name = "es-1"
    ), "", "# text = ruido", conllu(c("dos", "palabras"), c(2, 0), c("nummod", "root")), ""
  )
  bob <- gsub("\t1\tobl:arg", "\t2\tobl:arg", sub("nummod", "det", ann))
  root <- folder_with(ann.conllu = ann, bob.conllu = paste0(paste(bob, collapse = "\r\n"), "\r\n"))
  x <- read_conll(root)
  expect_equal(x$document[x$annotator == "ann"], rep(c("es-1", "2"), c(5, 2)))
  expect_equal(x$token[x$annotator == "ann"], c(1:5, 1:2))
  expect_equal(x$head[x$annotator == "ann"], c(0L, 1L, 5L, 5L, 1L, 2L, 0L))
  expect_equal(x$label[x$annotator == "bob"][5:7], c("obl:arg", "det", "root"))
  expect_equal(nrow(problems(x)), 0)
  # Of seven tokens one has another head, and another one another relation.
  y <- relation_agreement(x, measure = c("f1_unlabelled", "f1_labelled"), ci = ci_none())
  expect_equal(y$estimate, c(6 / 7, 5 / 7))
  # A missing line at the end of the file.
  expect_equal(read_conll(c(ann = folder_with(x.conllu = head(ann, -1))))[-2], x[x$annotator == "ann", -2])
})

test_that("trees of the NDT give the same scores from CoNLL-U", {
  path <- test_path("reference", "relations", "ndt1.csv")
  x <- read.csv(path, colClasses = c(rel_1 = "character", rel_2 = "character"))
  lines <- function(k) {
    unlist(lapply(split(x, x$sentence), function(s) {
      c(conllu("w", s[[paste0("head_", k)]], s[[paste0("rel_", k)]], id = s$token, name = s$sentence[1]), "")
    }))
  }
  trees <- read_conll(folder_with(a1.conllu = lines(1), a2.conllu = lines(2)))
  y <- relation_agreement(trees, measure = c("f1_labelled", "f1_unlabelled"), ci = ci_none())
  # LAS as printed by Skjaerholt (2014), and UAS counted in the file.
  expect_equal(round(y$estimate[1], 3), 0.940)
  expect_equal(y$estimate[2], mean(x$head_1 == x$head_2))
})

test_that("what is no tree in CoNLL-U is listed, and differing words are an error", {
  good <- conllu(c("a", "b"), c(2, 0), "dep", name = "good")
  bad <- c(
    conllu(c("a", "b"), c("_", 0), "dep", name = "no-head"), "", conllu(c("a", "b"), c(3, 0), "dep", name = "far")
  )
  broken <- sub("\t_\t_$", "", conllu(c("a", "b"), c(2, 0), "dep", name = "broken"))
  x <- suppressWarnings(read_conll(c(ann = folder_with(x.conllu = c(good, "", bad, "", broken)))))
  expect_equal(unique(x$document), "good")
  expect_equal(problems(x)$row, c(6, 10, 14, 15))
  expect_match(problems(x)$problem, "no head|not a token of the sentence|no token of CoNLL-U")
  root <- folder_with(ann.conllu = good, bob.conllu = conllu(c("a", "c"), c(2, 0), "dep", name = "good"))
  expect_fault(as_relations(read_conll(root)), "differing_tokens", "Token 2 of \"good\" is \"b\" and \"c\"")
  more <- folder_with(ann.conllu = good, bob.conllu = conllu(c("a", "b", "c"), c(2, 0, 2), "dep", name = "good"))
  expect_fault(as_relations(read_conll(more)), "differing_tokens", "Not all annotators of \"good\" have token 3")
  expect_fault(read_conll(c(ann = folder_with(x.conllu = c(good, "", good)))), "duplicate_document", "good")
  expect_match(seems_to_be(file.path(root, "ann.conllu")), "read_conll")
})

test_that("blanks in place of the tabs of CoNLL-U are an error that says so", {
  file <- tempfile(fileext = ".conllu")
  on.exit(unlink(file))
  writeLines(c("1 She she PRON _ _ 2 nsubj _ _", "2 sings sing VERB _ _ 0 root _ _"), file)
  expect_fault(read_conll(c(ann = file)), "other_format", "separated by tabs.*1 She she PRON")
})
