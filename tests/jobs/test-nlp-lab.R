# An NLP lab: labels in json, coreference in CoNLL and brat. The totals of the Psalms are those of the
# published study.

psalms <- function(...) reference("psalms", ...)
read_psalms <- function() read_brat(c(A = psalms("A"), B = psalms("B")), text = psalms("text"))

test_that("a lab compares labels in json", {
  labels <- list(ann = c("POS", "POS", "NEG", "NEG"), bob = c("POS", "NEG", "NEG", "NEG"))
  files <- lapply(labels, function(x) {
    paste0("[", paste(sprintf("{\"id\": \"1.%d0\", \"label\": \"%s\"}", 1:4, x), collapse = ","), "]")
  })
  data <- read_annotators(folder_with(`ann.json` = files$ann, `bob.json` = files$bob), id, label)
  expect_setequal(data$id, c("1.10", "1.20", "1.30", "1.40"))
  # By hand: 3 of 4 agree; by chance (1/2)(1/4) + (1/2)(3/4) = 1/2.
  expect_equal(cohen_kappa(data, id, annotator, label, ci = ci_none())$estimate, 0.5)
  expect_match(
    table_text(cohen_kappa(data, id, annotator, label, ci = ci_none()), "markdown"), ".500", fixed = TRUE
  )
})

test_that("a lab compares chains of CoNLL files with themselves", {
  skip_on_cran()
  lines <- c(
    "#begin document (d); part 000", "d 0 0 Ann (1)", "d 0 1 saw -", "d 0 2 her (1)", "", "#end document"
  )
  folder <- folder_with(`ann.conll` = lines, `bob.conll` = lines)
  read <- read_conll(folder)
  expect_equal(read$mention, c("0-0", "2-2", "0-0", "2-2"))
  scores <- coref_scores(as_chains(read, document, annotator, mention, chain))
  expect_equal(unique(scores$f1[scores$measure %in% c("muc", "b_cubed", "lea")]), 1)
})

test_that("a lab measures chains of brat files as the study did", {
  expect_warning(
    got <- chain_agreement(as_chains(read_psalms()), cost = "jaccard", unpaired = "free"),
    class = "accord_warning_left_out"
  )
  total <- got[got$scope == "total", ]
  expect_equal(c(total$left, total$both, total$right), c(441, 1114, 460))
  expect_printed(total$delta, "0.4471")
  expect_equal(nrow(problems(read_psalms())), 0)
})

test_that("mistakes of a lab have a message of their own", {
  expect_fault(read_brat(psalms("text")), "no_tables", "contains none")
  # Two folders of one name without names of annotators.
  twice <- folder_with(`x/ann/d.ann` = "T1\tP 0 1\ta", `y/ann/d.ann` = "T1\tP 0 1\ta")
  expect_fault(read_brat(file.path(twice, "*", "ann")), "duplicate_document", "Name the elements")
  expect_fault(as_chains(read_psalms(), type = "Coref"), "argument", "Coreference")
  expect_fault(cohen_kappa(as_chains(read_psalms()), level = "ordinal"), "argument", "weights")
  expect_fault(chain_agreement(1), "not_chains")
  expect_fault(read_annotators(folder_with(a.json = "\"/etc/hostname\""), id, label), "not_a_table")
  expect_fault(read_annotators(folder_with(a.json = "[{\"id\": 1"), id, label), "not_a_table", "valid json")
  twice <- "[{\"id\": 1, \"id\": 2, \"label\": 3}, {\"id\": 3, \"label\": 3}]"
  expect_warning(read_annotators(folder_with(a.json = twice), id, label), class = "accord_warning_problems")
  damaged <- c("#begin document (d);", "d 0 0 Ann (1", "d 0 1 saw 2)", "#end document")
  expect_warning(
    read <- read_conll(folder_with(a.conll = damaged)), "2 problems", class = "accord_warning_problems"
  )
  expect_equal(nrow(problems(read)), 2)
})
