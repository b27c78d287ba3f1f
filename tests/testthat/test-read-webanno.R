tsv <- function(...) c("#FORMAT=WebAnno TSV 3.3", "#T_SP=x.NE|value", "", "", ...)
ruth <- tsv(
  "#Text=Ruth Smith slept", "1-1\t0-4\tRuth\tPER[1]\t", "1-2\t5-10\tSmith\tPER[1]\t", "1-3\t11-16\tslept\t_\t"
)

# Annotations of a column, in the plainest way: pieces that are not "_", one for each id or else token.
count_annotations <- function(file, column) {
  lines <- grep("^[0-9]+-[0-9]+\t", readLines(file, encoding = "UTF-8"), value = TRUE)
  cells <- vapply(strsplit(lines, "\t"), `[`, "", column)
  pieces <- unlist(strsplit(cells[cells != "_"], "|", fixed = TRUE))
  id <- ifelse(grepl("[", pieces, fixed = TRUE), sub(".*[[]", "[", pieces), NA)
  sum(is.na(id)) + length(unique(id[!is.na(id)]))
}

test_that("the files of the tool's own tests are read", {
  files <- list.files(export_path("webanno-tsv"), full.names = TRUE)
  expect_length(files, 9)
  for (file in grep("Chain", files, invert = TRUE, value = TRUE)) {
    x <- read_webanno(file)
    spans <- x[x$kind %in% "span" & !duplicated(x[c("start", "end", "line", "label")]), ]
    expect_equal(length(unique(x$label[x$kind == "span"])) >= 1, TRUE)
    n_features <- length(unique(x$feature[x$kind == "span"]))
    expect_equal(sum(x$kind == "span"), n_features * count_annotations(file, 4), info = basename(file))
    # Lines are counted as in an editor.
    forms <- vapply(strsplit(readLines(file, encoding = "UTF-8")[spans$line], "\t"), `[`, "", 3)
    expect_true(all(startsWith(spans$text, forms)), info = basename(file))
  }
  stacked <- read_webanno(export_path("webanno-tsv", "testMultiTokenStackedSpanWithFeatureValue.tsv"))
  expect_equal(stacked$label, c("PERSON", "LOCATION"))
  expect_equal(stacked$end, c(16, 16))
  expect_equal(stacked$token_end, c(5, 5))
  crossing <- read_webanno(export_path("webanno-tsv", "testCrossSentenceSpanWithFeatureValue.tsv"))
  expect_equal(c(crossing$start, crossing$end, crossing$tokens), c(0, 34, 9))
})

test_that("an emoji is one character", {
  x <- read_webanno(export_path("webanno-tsv", "testSentenceWithEmoji.tsv"))
  expect_equal(c(x$start, x$end, x$length), c(10, 11, 13))
  expect_equal(x$text, "\U0001F60A")
})

test_that("chains go into as_chains()", {
  x <- read_webanno(export_path("webanno-tsv", "testMultiTokenChain.tsv"))
  expect_equal(x$mention, c("0-7", "8-14"))
  chains <- as_chains(x, document = item)
  expect_equal(chains$mentions, c("0-7", "8-14"))
  # The item of a reader is the document, as in as_spans().
  expect_identical(as_chains(x), chains)
  expect_equal(diff(chains$chain_start), 2L)
  y <- read_webanno(export_path("webanno-tsv", "testSimpleChain.tsv"))
  expect_equal(y$mention, c("0-4", "5-7", "8-9"))
  expect_equal(y$chain, rep("1", 3))
})

test_that("relations lead from annotation to annotation", {
  x <- read_webanno(
    export_path("webanno-tsv", "testRelationWithMultipleFeatureValues.tsv")
  )
  x <- x[x$kind == "relation", ]
  expect_equal(x$feature, c("boolValue", "integerValue", "value"))
  expect_equal(x$label, c("true", "42", "nsubj"))
  expect_equal(unique(x$from), "0-7")
  expect_equal(unique(x$to), "8-14")
})

test_that("documents and annotators come from folders, names and projects", {
  nothing <- gsub("PER[1]", "_", ruth, fixed = TRUE)
  root <- folder_with(
    `annotation/ruth.txt/ann.tsv` = ruth, `annotation/ruth.txt/bob.tsv` = nothing,
    `annotation/ruth.txt/INITIAL_CAS.tsv` = ruth,
    `curation/ruth.txt/CURATION_USER.tsv` = ruth, `one/ruth.tsv` = ruth, `source/ruth.txt` = "Ruth"
  )
  one <- read_webanno(file.path(root, "one"))
  expect_equal(c(one$item, one$annotator), c("ruth", "one"))
  named <- read_webanno(c(eve = file.path(root, "one")))
  expect_equal(named$annotator, "eve")
  # The project unpacked
  globs <- file.path(root, c("annotation", "curation"), "*", "*.tsv")
  expect_equal(read_webanno(globs[1])$annotator, c("ann", "bob"))
  expect_equal(read_webanno(file.path(root, "annotation", "ruth.txt"))$annotator, c("ann", "bob"))
  expect_equal(read_webanno(globs)$annotator, c("ann", "bob"))
  expect_equal(read_webanno(globs, curation = TRUE)$annotator, c("ann", "bob", "CURATION_USER"))
  expect_equal(read_webanno(globs[2])$annotator, "CURATION_USER")
  expect_equal(read_webanno(file.path(root, "annotation", "ruth.txt", "INITIAL_CAS.tsv"))$annotator, "INITIAL_CAS")
  skip_without_zip()
  zip <- zip_of(root, c("annotation", "curation", "source"))
  x <- read_webanno(zip)
  expect_equal(x$item, c("ruth.txt", "ruth.txt"))
  expect_equal(x$annotator, c("ann", "bob"))
  expect_equal(x$label, c("PER", NA))
  expect_equal(x$kind, c("span", NA))
  expect_equal(x$tokens, c(3, 3))
  expect_equal(read_webanno(zip, curation = TRUE)$annotator, c("ann", "bob", "CURATION_USER"))
})

test_that("layers and features are chosen by name", {
  file <- export_path("webanno-tsv", "testRelationWithMultipleFeatureValues.tsv")
  expect_equal(unique(read_webanno(file, layer = "Span")$kind), "span")
  expect_equal(nrow(read_webanno(file, layer = "webanno.custom.ComplexRelation", feature = "value")), 1L)
  expect_fault(
    read_webanno(file, layer = "NE"), "unknown_layer", "1 of them does not exist.*2 are available", argument = "layer"
  )
  expect_fault(
    read_webanno(file, feature = c("a", "b")), "unknown_layer", "2 of them do not exist", argument = "feature"
  )
  expect_fault(read_webanno(file, layer = 1), "argument", argument = "layer")
})

test_that("escapes and parts of tokens are understood", {
  folder <- folder_with(d.tsv = tsv(
    "#Text=a\\\\b c|d", "1-1\t0-3\ta\\\\b\tx\\|y\\[1\\]\t", "1-2\t4-7\tc|d\t_\t", "1-2.1\t4-5\tc\tZ\t"
  ))
  x <- read_webanno(folder)
  expect_equal(x$label, c("x|y[1]", "Z"))
  expect_equal(x$start, c(0, 4))
  expect_equal(x$end, c(3, 5))
  expect_equal(x$token_start, c(0, 1))
  expect_equal(x$tokens, c(2, 2))
})

test_that("what cannot be read is listed with its line", {
  folder <- folder_with(d.tsv = c(
    "#FORMAT=WebAnno TSV 3.3", "#T_SP=x.NE|value|link", "", "#Text=a b c d e", "1-1\t0-1\ta\tP\tx\t",
    "1-2\t2-3\tb", "1-3\t?\tc\tP\tx\t",
    "what", "1-4\t6-7\td\tP|Q\tx\t"
  ))
  expect_warning(x <- read_webanno(folder), "4 problems")
  expect_equal(problems(x)$row, c(6L, 7L, 8L, 9L))
  expect_equal(x$label, c("P", "x"))
  expect_fault(read_webanno(folder_with(d.tsv = "#FORMAT=WebAnno TSV 2")), "not_a_table", "not WebAnno TSV 3")
  twice <- folder_with("a/x/d.tsv" = ruth, "b/x/d.tsv" = ruth)
  expect_fault(
    read_webanno(file.path(twice, c("a/x", "b/x"))), "duplicate_document", "1 document occurs again"
  )
})

test_that("a damaged header or line of a layer stops nothing, and what is lost is listed", {
  skip_if_quick()
  for (line in c("#T_SP=x.N", "1|-1\t0-4\tRuth\tPER")) {
    lines <- c("#FORMAT=WebAnno TSV 3.3", line)
    file <- file.path(folder_with(a.tsv = lines), "a.tsv")
    found <- suppressWarnings(read_webanno(file))
    expect_identical(nrow(problems(found)), sum(grepl("Ruth", lines)))
  }
  # The features of a slot or relation are cut.
  for (layer in c("#T_SP=x.H|ROLE_x.H:link_x.HLink", "#T_RL=x.R")) {
    lines <- c("#FORMAT=WebAnno TSV 3.3", "#T_SP=x.NE|value", layer, "#Text=Ruth", "1-1\t0-4\tRuth\tPER\t%s\t")
    for (cell in c("1-1", "p", "*")) {
      file <- file.path(folder_with(a.tsv = sub("%s", cell, lines)), "a.tsv")
      expect_equal(suppressWarnings(read_webanno(file, layer = "NE"))$label, "PER")
    }
  }
  file <- file.path(folder_with(a.tsv = sub("#T_SP", "#T_ SP", ruth)), "a.tsv")
  expect_warning(found <- read_webanno(file), "5 columns|4 columns where the header has 3")
  expect_identical(problems(found)$row, 6:7)
  file <- file.path(folder_with(a.tsv = sub("#Text", "#Txt", ruth)), "a.tsv")
  expect_identical(read_webanno(file)$text, NA_character_)
})

test_that("a document without chains counts where its layer is asked for", {
  lines <- c(
    "#FORMAT=WebAnno TSV 3.3", "#T_SP=x.NE|value", "#T_CH=x.CorefLink|referenceRelation|referenceType", "", "",
    "#Text=Ruth slept", "1-1\t0-4\tRuth\tPER\t%s\t%s\t", "1-2\t5-10\tslept\t_\t_\t_\t"
  )
  marked <- sub("%s\t%s", "*->1-1\t*", lines, fixed = TRUE)
  none <- sub("%s\t%s", "_\t_", lines, fixed = TRUE)
  folder <- folder_with("ann/d.tsv" = marked, "ann/e.tsv" = none, "bob/d.tsv" = marked, "bob/e.tsv" = marked)
  x <- read_webanno(file.path(folder, c("ann", "bob")), layer = "CorefLink")
  expect_equal(as_chains(x, document = item)$documents, c("d", "e"))
  expect_equal(x$mention[x$annotator == "ann"], c("0-4", NA))
})

test_that("a long file is read in linear time", {
  sentences <- function(n) {
    first <- 100 * rep(seq_len(n) - 1, each = 20) + 0:19 * 5
    tsv(sprintf("%d-%d\t%d-%d\twwww\tPER\t", rep(seq_len(n), each = 20), 1:20, first, first + 4))
  }
  # A search of all tokens for each of them took more than nine seconds.
  read <- function(n) read_webanno(folder_with(d.tsv = sentences(n)))
  expect_identical(nrow(read(50)), 1000L)
  expect_linear_time(read, 250)
})

test_that("spans without any character are listed", {
  lines <- tsv("#Text=Ruth", "1-1\t0-4\tRuth\tPER\t", "1-1.1\t4-4\t\tGAP\t")
  x <- suppressWarnings(read_webanno(folder_with(d.tsv = lines)))
  expect_equal(x$label, "PER")
  expect_match(problems(x)$problem, "from 4 to 4 is empty; left out")
})

test_that("the links of slots are relations from their host to what fills them", {
  lines <- c(
    "#FORMAT=WebAnno TSV 3.3",
    "#T_SP=x.Frame|FE|ROLE_x.Frame:my_roles_x.FrameMy_rolesLink|x.Lu", "#T_SP=x.Lu|value", "", "",
    "#Text=Bob sold the clock", "1-1\t0-3\tBob\t_\t_\t_\tbob\t",
    "1-2\t4-8\tsold\tsale\tseller;a\\;b\\\\;*\t1-1;1-3[4];1-9\t_\t", "1-3\t9-12\tthe\t_\t_\t_\tclock[4]\t",
    "1-4\t13-18\tclock\tnone\t_\t*\tclock[4]\t"
  )
  x <- suppressWarnings(read_webanno(folder_with(d.tsv = lines)))
  links <- x[x$kind == "relation", ]
  expect_equal(links$feature, rep("my_roles", 2))
  expect_equal(links$label, c("seller", "a;b\\"))
  expect_equal(links$from, rep("4-8", 2))
  expect_equal(links$to, c("0-3", "9-18"))
  expect_equal(x$label[x$kind == "span"], c("sale", "none", "bob", "clock"))
  expect_match(problems(x)$problem, "filled by \"1-9\", which does not exist")
  expect_fault(
    read_webanno(folder_with(d.tsv = lines), feature = "x.Lu"), "unknown_layer", "does not exist", argument = "feature"
  )
  # A layer may have nothing but a slot, which refers to annotations of any layer.
  lines <- c(
    "#FORMAT=WebAnno TSV 3.3", "#T_SP=x.Span|", "#T_SP=x.Host|ROLE_x.Host:links_x.HostLinksLink|uima.tcas.Annotation",
    "", "", "#Text=a b", "1-1\t0-1\ta\t_\t_[1]|p[2]\t*|1-2[3]\t", "1-2\t2-3\tb\t*[3]|*[4]\t_\t_\t"
  )
  x <- read_webanno(folder_with(d.tsv = lines), layer = "Host")
  expect_equal(x$kind, c("span", "span", "relation"))
  expect_equal(x$label, c(NA, NA, "p"))
  expect_equal(x$to, c(NA, NA, "2-3"))
})

test_that("the columns of chains stand in either order, and labelled steps are relations", {
  lines <- c(
    "#FORMAT=WebAnno TSV 3.3", "#T_CH=x.CorefLink|referenceType|referenceRelation", "", "", "#Text=He saw him there",
    "1-1\t0-2\tHe\tpr[1]|nam[2]\tcoref\\->x->1-1|*->2-1\t", "1-2\t3-6\tsaw\t_\t_\t",
    "1-3\t7-10\thim\tpr[1]\t*->1-2\t", "1-4\t11-16\tthere\tpr[1]\tcoref->1-2\t"
  )
  x <- read_webanno(folder_with(d.tsv = lines))
  mentions <- x[x$kind == "chain", ]
  expect_equal(mentions$chain, c("1", "2", "1"))
  expect_equal(mentions$mention, c("0-2", "0-2", "7-16"))
  expect_equal(mentions$label, c("pr", "nam", "pr"))
  steps <- x[x$kind == "relation", ]
  expect_equal(c(steps$label, steps$from, steps$to), c("coref->x", "0-2", "7-16"))
  chains <- as_chains(x, document = item, duplicates = "first")
  expect_equal(chains$mentions, c("0-2", "7-16"))
})

test_that("a value may end with a backslash, and be empty", {
  lines <- tsv(
    "#Text=a b c", "1-1\t0-1\ta\tx\\\\[1]|y\\\\[2]\t", "1-2\t2-3\tb\tx\\\\[1]\t", "1-3\t4-5\tc\t\t"
  )
  x <- read_webanno(folder_with(d.tsv = lines))
  expect_equal(x$label, c("x\\", "y\\", NA))
  expect_equal(x$end, c(3, 1, 5))
  # Cut at the tab before the value.
  lines[length(lines)] <- "1-3\t4-5\tc\t"
  expect_warning(x <- read_webanno(folder_with(d.tsv = lines)), "3 columns where the header has 4")
  expect_equal(nrow(x), 2L)
})

test_that("a project in another format, and a file under two names, are told", {
  one <- file.path(folder_with(d.tsv = ruth), "d.tsv")
  expect_fault(
    read_webanno(c(ann = one, bob = one)), "duplicate_annotator", "1 file is there under several names",
    annotator = c("ann", "bob")
  )
  expect_equal(read_webanno(c(ann = one, ann = dirname(one)))$annotator, "ann")
  skip_without_zip()
  zip <- zip_of(folder_with(`annotation/ruth.txt/ann.xmi` = "<xmi:XMI", exportedproject.json = "{}"))
  expect_fault(read_webanno(zip), "no_tables", "seems to be UIMA CAS XMI.*export as WebAnno TSV 3")
})

test_that("chains of two layers are not taken for one", {
  lines <- c(
    "#FORMAT=WebAnno TSV 3.3", "#T_CH=x.Person|referenceRelation|referenceType",
    "#T_CH=x.Event|referenceRelation|referenceType", "", "", "#Text=Ruth slept she",
    "1-1\t0-4\tRuth\t*->1-1\tname\t_\t_\t", "1-2\t5-10\tslept\t_\t_\t*->1-1\tverb\t",
    "1-3\t11-14\tshe\t*->1-2\tpronoun\t_\t_\t"
  )
  folder <- folder_with(d.tsv = lines)
  # Both have a chain 1.
  expect_fault(
    as_chains(read_webanno(folder), document = item), "several_layers", "layer = ", column = "layer",
    available = c("x.Event", "x.Person")
  )
  expect_equal(as_chains(read_webanno(folder, layer = "Person"), document = item)$mentions, c("0-4", "11-14"))
})

test_that("a first token that cannot be read moves no span of its sentence", {
  sentence <- function(first) {
    c(
      "#FORMAT=WebAnno TSV 3.3", "#T_SP=webanno.custom.Span|value", "", "", "#Text=\U1F600 Ruth slept", first,
      "1-2\t3-7\tRuth\tPER\t", "1-3\t8-13\tslept\t_\t"
    )
  }
  # In UTF-16 the emoji has two units; characters 2 to 5 are "Ruth".
  for (first in c("1-1\t0-2\t\U1F600\t_\t", "1-1\t0-2\t\U1F600", "1-1\t0-\t\U1F600\t_\t", "1-1\t0-2")) {
    file <- tempfile(fileext = ".tsv")
    writeLines(sentence(first), file, useBytes = TRUE)
    found <- suppressWarnings(read_webanno(c(ann = file)))
    expect_identical(c(found$start, found$end), c(2, 6), info = first)
    expect_identical(found$text, "Ruth", info = first)
  }
})

test_that("a token whose offsets are reversed has none", {
  lines <- tsv("#Text=Ruth slept", "1-1\t0-4\tRuth\tPER\t", "1-2\t10-5\tslept\tX\t")
  expect_warning(x <- read_webanno(folder_with(d.tsv = lines)), class = "accord_warning_problems")
  expect_equal(c(x$start, x$end), c(0, 4))
  expect_equal(problems(x)$row, 7L)
  expect_match(problems(x)$problem, "must contain offsets such as 0-4; token left out")
})
