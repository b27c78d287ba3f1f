sarcasm <- system.file("extdata", "sarcasm", package = "accord")

test_that("the sarcasm files hold the printed counts", {
  x <- read_annotators(sarcasm, id = ID, annotation = annotation, join = "inner")
  expect_identical(names(x), c("ID", "annotator", "annotation"))
  # Printed by the study: 100 tweets, each with all six annotations.
  expect_identical(length(unique(x$ID)), 100L)
  expect_identical(nrow(x), 600L)
  expect_identical(
    c(tapply(x$annotation, x$annotator, sum)),
    c(florian = 14, ivo = 31, joely = 22, maiwenn = 11, samba = 58, zsofia = 29)
  )
  # The five tweets on which maiwenn chose no and florian yes.
  said <- function(who) x$annotation[x$annotator == who][match(unique(x$ID), x$ID[x$annotator == who])]
  differ <- unique(x$ID)[said("maiwenn") == 0 & said("florian") == 1]
  expect_setequal(differ, c("9700", "17443", "18012", "6478", "15535"))
})

test_that("all rows are kept without a join, blank labels too", {
  x <- read_annotators(sarcasm, ID, annotation)
  files <- list.files(sarcasm, "csv$", full.names = TRUE)
  rows <- vapply(files, function(path) length(readLines(path)) - 1L, 0L)
  expect_identical(nrow(x), sum(rows))
  expect_identical(unname(c(table(x$annotator))), unname(rows))
  expect_identical(sum(!is.na(x$annotation)), 600L)
  expect_type(x$ID, "character")
})

test_that("several columns come at once, under new names if given", {
  folder <- folder_with(
    ann.csv = c("id,sarcasm,How sure?,note", "1,yes,3,x", "2,no,,"),
    bob.tsv = c("note\tHow sure?\tid\tsarcasm", "y\t1\t2\tyes")
  )
  x <- read_annotators(folder, id, c(sarcasm, sure = "How sure?"))
  expect_identical(as.list(x), list(
    id = c("1", "2", "2"), annotator = c("ann", "ann", "bob"),
    sarcasm = c("yes", "no", "yes"), sure = c(3, NA, 1)
  ))
  expect_identical(names(read_annotators(folder, c(item = id), sarcasm)), c("item", "annotator", "sarcasm"))
  x <- read_annotators(folder, id, tidyselect::matches("s"))
  expect_identical(names(x), c("id", "annotator", "sarcasm", "How sure?"))
})

test_that("the id takes its name from the first file", {
  folder <- folder_with(ann.csv = c("text,label", "1,a"), bob.csv = c("y,label", "1,b"))
  x <- read_annotators(folder, 1, label)
  expect_identical(as.list(x), list(text = c("1", "1"), annotator = c("ann", "bob"), label = c("a", "b")))
})

test_that("types are the same for all annotators, and ids stay as written", {
  folder <- folder_with(
    ann.csv = c("id,label,n", "1.10,1,1", "007,2,2.0"),
    bob.csv = c("id,label,n", "1.1,x,2")
  )
  x <- read_annotators(folder, id, c(label, n))
  expect_identical(x$id, c("1.10", "007", "1.1"))
  expect_identical(x$label, c("1", "2", "x"))
  expect_identical(x$n, c(1, 2, 2))
})

test_that("json and csv mix", {
  skip_if_not_installed("jsonlite")
  folder <- folder_with(
    ann.csv = c("id,label", "1,2"),
    bob.json = '[{"id": 1, "label": 3}, {"id": 2, "label": null}]',
    eva.json = '{"1": {"label": 2}}'
  )
  x <- read_annotators(folder, id, label)
  expect_identical(as.list(x), list(
    id = c("1", "1", "2", "1"), annotator = c("ann", "bob", "bob", "eva"), label = c(2, 3, NA, 2)
  ))
})

test_that("an inner join keeps items with every label of every annotator", {
  folder <- folder_with(
    ann.csv = c("id,a,b", "1,x,x", "2,x,", "3,x,x", "4,x,x"),
    bob.csv = c("id,a,b", "4,y,y", "3,,y", "1,y,y", "2,y,y", "5,y,y")
  )
  inner <- function(...) read_annotators(folder, id, ..., join = "inner")
  expect_identical(inner(c(a, b))$id, c("1", "4", "4", "1"))
  expect_identical(inner(a)$id, c("1", "2", "4", "4", "1", "2"))
  expect_identical(nrow(suppressWarnings(inner(a, recode = c(x = NA)))), 0L)
  expect_identical(nrow(read_annotators(folder, id, a)), 9L)
})

test_that("an inner join that leaves no item warns", {
  # Twice by one annotator is not once by each of two.
  folder <- folder_with(ann.csv = c("id,a", "1,x", "2,x"), bob.csv = c("id,a", "t1,x", "t1,y"))
  inner <- function() x <<- read_annotators(folder, id, a, join = "inner")
  x <- NULL
  expect_warning(
    cnd <- expect_warning(inner(), "all 2.*ann 2 and bob 1", class = "accord_warning_no_common_item"),
    class = "accord_warning_problems"
  )
  expect_identical(cnd$n_items, c(ann = 2L, bob = 1L))
  expect_identical(dim(x), c(0L, 3L))
})

test_that("labels are spelt anew before types are decided", {
  skip_if_quick()
  x <- read_annotators(sarcasm, ID, c(label = annotation), recode = c("0.0" = "no", "1.0" = "yes"))
  expect_identical(sort(unique(x$label)), c("no", "yes"))
  folder <- folder_with(ann.csv = c("id,a,b", "1,Yes,Yes", "2,no,2"))
  x <- read_annotators(folder, id, c(a, b), recode = list(a = c(Yes = 1, no = 0)))
  expect_identical(x$a, c(1, 0))
  expect_identical(x$b, c("Yes", "2"))
  expect_warning(read_annotators(folder, id, a, recode = c(yes = "1")), class = "accord_warning_recode")
})

test_that("blank ids and items held twice are listed", {
  folder <- folder_with(
    ann.csv = c("id,a", "1,x", ",x", "2,x", "1,y", "1,z"),
    bob.csv = c("id,a", "1,x", "2,x,too,many")
  )
  expect_warning(x <- read_annotators(folder, id, a), "4 problems found in 2 files",
    class = "accord_warning_problems"
  )
  expect_identical(x$id, c("1", "2", "1", "1", "1"))
  expect_identical(basename(problems(x)$file), c("ann.csv", "ann.csv", "ann.csv", "bob.csv"))
  expect_identical(problems(x)$row, c(3L, 5L, 6L, 3L))
  expect_identical(problems(x)$column, c("id", "id", "id", NA))
  expect_match(problems(x)$problem[2:3], "Item 1 is in row 2 already")
})

test_that("a column that some files lack is an error with these files", {
  skip_if_quick()
  folder <- folder_with(
    ann.csv = c("id,label", "1,x"), bob.csv = c("ID,label", "1,x"), eva.csv = c("Id,lable", "1,x")
  )
  at <- function(...) file.path(folder, c(...))
  expect_fault(read_annotators(at("ann.csv", "bob.csv"), id, label), "missing_column",
    "`id` must select.*1 column is not in every file: `id`.*1 of 2 files is without.*Did you mean `ID`",
    column = "id", nearest = "ID", files = at("bob.csv"), available = c("ID", "label")
  )
  expect_fault(read_annotators(folder, id, label), "missing_column", "2 of 3 files are without",
    files = at("bob.csv", "eva.csv")
  )
  expect_fault(read_annotators(folder, 1, label), "missing_column", "`annotation` must select",
    column = "label", nearest = "lable", files = at("eva.csv")
  )
  expect_fault(read_annotators(at("ann.csv"), id, c(label, sure, note)), "missing_column",
    "2 columns are not in every file",
    column = c("sure", "note")
  )
})

test_that("id selects one column, annotation at least one, under different names", {
  skip_if_quick()
  folder <- folder_with(ann.csv = c("id,label,annotator", "1,x,y"))
  read <- function(...) read_annotators(folder, ...)
  expect_fault(read(annotation = label), "argument", "`id` must select one column", argument = "id")
  expect_fault(read(c(id, label), label), "argument", "1 name is used twice: `label`", columns = "label")
  expect_fault(read(id), "argument", "`annotation` must select", argument = "annotation")
  expect_fault(read(id, tidyselect::any_of("x")), "argument", "selects none", argument = "annotation")
  expect_fault(read(id, annotator), "argument", "1 name is used twice: `annotator`", columns = "annotator")
  expect_fault(read(id, c(id, annotator)), "argument", "2 names are used twice",
    columns = c("id", "annotator")
  )
  expect_fault(read(id, label, join = "outer"), "argument", "`join` must be one of", argument = "join")
})

test_that("each annotator has one file", {
  folder <- folder_with(
    `one/ann.csv` = "id", `two/ann.csv` = "id", `one/bob.csv` = "id", `two/bob.tsv` = "id"
  )
  expect_fault(read_annotators(file.path(folder, "*", "a*"), id, label), "duplicate_annotator",
    "1 annotator has more: \"ann\"",
    annotator = "ann", path = file.path(folder, c("one/ann.csv", "two/ann.csv"))
  )
  expect_fault(read_annotators(file.path(folder, "*", "*"), id, label), "duplicate_annotator",
    "2 annotators have more",
    annotator = c("ann", "bob")
  )
})

test_that("names of `path` are those of the annotators, as in other readers", {
  folder <- folder_with(`one/labels.csv` = c("id,label", "1,x", "2,y"), `two/labels.csv` = c("id,label", "1,z"))
  files <- file.path(folder, c("one", "two"), "labels.csv")
  expect_fault(read_annotators(files, id, label), "duplicate_annotator", "name the elements of `path`")
  x <- read_annotators(c(ann = files[1], bob = dirname(files[2])), id, label)
  expect_identical(x$annotator, c("ann", "ann", "bob"))
  expect_identical(read_annotators(c(ann = files[1], files[2]), id, label)$annotator, c("ann", "ann", "labels"))
  expect_identical(unique(read_annotators(c(ann = files[1], bob = files[2]), id, label, "inner")$id), "1")
  expect_fault(read_annotators(c(ann = files[1], ann = files[2]), id, label), "duplicate_annotator",
    "1 annotator has more", annotator = "ann", path = files
  )
})

test_that("errors name read_annotators()", {
  skip_if_quick()
  cnd <- expect_fault(read_annotators(sarcasm, item, annotation), "missing_column")
  expect_identical(as.character(cnd$call[[1]]), "read_annotators")
})

test_that("a column that only some files have is not annotated in the others, and listed", {
  skip_if_quick()
  folder <- folder_with(ann.csv = c("id,label,sure", "1,x,5"), bob.csv = c("id,label", "1,y"))
  expect_warning(found <- read_annotators(folder, id, c(label, sure)), class = "accord_warning_problems")
  expect_identical(found$sure, c(5, NA))
  expect_identical(found$label, c("x", "y"))
  expect_identical(basename(problems(found)$file), "bob.csv")
  expect_identical(problems(found)$column, "sure")
  expect_fault(read_annotators(folder, id, c(label, nobody)), "missing_column", column = "nobody")
  both <- folder_with(ann.csv = c("id,a,b", "1,x,5"), bob.csv = c("id", "1"))
  expect_warning(found <- read_annotators(both, id, c(a, b)), "2 problems")
})

test_that("a column that a helper selects in some files only is listed too", {
  folder <- folder_with(
    ann.csv = c("id,q1,q2", "1,x,y"), bob.csv = c("id,q1", "1,z"), cat.csv = c("id,text", "1,hello")
  )
  expect_warning(found <- read_annotators(folder, id, tidyselect::starts_with("q")), "3 problems found in 2 files")
  expect_identical(found$annotator, c("ann", "bob", "cat"))
  expect_identical(found$q1, c("x", "z", NA))
  expect_identical(found$q2, c("y", NA, NA))
  expect_identical(basename(problems(found)$file), c("bob.csv", "cat.csv", "cat.csv"))
  expect_identical(problems(found)$column, c("q2", "q1", "q2"))
  expect_fault(read_annotators(folder, id, tidyselect::starts_with("z")), "argument", argument = "annotation")
})

test_that("decimals of many digits stay text if they would merge or vanish", {
  read <- function(...) {
    folder <- folder_with(ann.csv = c("id,x", paste0(seq_along(c(...)), ",", c(...))))
    read_annotators(folder, id, x)$x
  }
  expect_identical(read("1e-400", "2"), c("1e-400", "2"))
  expect_identical(read("1e+400", "2"), c("1e+400", "2"))
  expect_identical(read("0.12345678901234567890", "0.12345678901234567891")[2], "0.12345678901234567891")
  expect_identical(read("0.1234567890123456", "0.50"), c(0.1234567890123456, 0.5))
  expect_identical(read("0.12345678901234567", "0.123456789012345670", "1", "1.0", "0e-500")[3:5], c(1, 1, 0))
  expect_identical(read("1e-30", "1e+30"), c(1e-30, 1e30))
})

test_that("an error names a column with very many blanks, in linear time", {
  read <- function(n) {
    folder <- folder_with(ann.tsv = c(paste0("id\tlabel\tnote", strrep(" ", n)), "t1\ta\tb"))
    expect_fault(read_annotators(folder, id, c(label, note)), "missing_column", "note [.][.][.]")
  }
  read(2000)
  expect_linear_time(read, 2000)
})

test_that("the rule for columns of annotations says what is asked of them", {
  skip_if_quick()
  folder <- folder_with(ann.csv = c("id,label", "1,a"), bob.csv = c("id,label", "1,b"))
  expect_fault(read_annotators(folder, id, tone), "missing_column", "that at least one file has")
  expect_fault(read_annotators(folder, key, label), "missing_column", "that every file has")
})

test_that("a file that holds nothing is listed beside good ones, and an error alone", {
  skip_if_quick()
  skip_if_not_installed("jsonlite")
  good <- c("id,label", "t1,a")
  folder <- folder_with(ann.csv = good, bob.csv = character(), cat.csv = c("", " ", ""), dan.json = "[]")
  for (join in c("full", "inner")) {
    expect_warning(x <- read_annotators(folder, id, label, join = join), class = "accord_warning_problems")
    expect_equal(x$annotator, "ann")
    expect_equal(basename(problems(x)$file), c("bob.csv", "cat.csv", "dan.json"))
    expect_match(problems(x)$problem, "file is empty")
  }
  expect_fault(read_annotators(file.path(folder, c("bob.csv", "cat.csv")), id, label), "empty_file", "2 of 2 files")
  writeLines("PK\003\004", file.path(folder, "eve.csv"))
  expect_fault(read_annotators(folder, id, label), "not_a_table", "1 of 5 files")
})

test_that("numbers with a decimal comma are listed, and read where the user says so", {
  folder <- folder_with(
    ann.csv = "id;size;kind\n1;1,5;a\n2;2;b\n", bob.csv = "id,size,kind\n1,1.5,a\n2,2.25,b\n"
  )
  expect_warning(x <- read_annotators(folder, id, c(size, kind)), class = "accord_warning_problems")
  expect_equal(x$size, c("1,5", "2", "1.5", "2.25"))
  expect_equal(problems(x)$column, "size")
  expect_match(problems(x)$problem, "a decimal comma, such as 1,5 (see argument `decimal`)", fixed = TRUE)
  expect_fault(krippendorff_alpha(x, id, annotator, size, level = "interval"), "level", "Commas are not decimal points")
  expect_equal(read_annotators(folder, id, c(size, kind), decimal = ",")$size, c(1.5, 2, 1.5, 2.25))
  # If a file has both commas and points, points may separate thousands.
  both <- folder_with(ann.csv = "id;size\n1;1,5\n2;1.000\n")
  expect_warning(x <- read_annotators(both, id, size, decimal = ","), "others have a point")
  expect_equal(x$size, c("1,5", "1.000"))
  two <- folder_with(ann.csv = "id;size\n1;1,5\n2;2,5\n", bob.csv = "id;size\n1;1,5\n")
  expect_equal(nrow(problems(suppressWarnings(read_annotators(two, id, size)))), 2)
  # If ratings are several labels, a comma is a separator.
  sets <- folder_with(ann.csv = "id;labels\n1;1,2\n2;1,2,3\n")
  expect_equal(read_annotators(sets, id, labels, decimal = ",")$labels, c("1,2", "1,2,3"))
  expect_fault(read_annotators(sets, id, labels, decimal = ";"), "argument", argument = "decimal")
})

test_that("sets of two codes are not taken for numbers with a decimal comma", {
  told <- function(cells) {
    folder <- folder_with(ann.csv = c("id;x", paste0(seq_along(cells), ";", cells)))
    x <- suppressWarnings(read_annotators(folder, id, x))
    expect_equal(x$x, cells)
    nrow(problems(x)) > 0
  }
  expect_false(told(c("1,2", "1", "2")))
  expect_false(told(c("1,2", "1,3", "2,3")))
  expect_false(told(c("1,12", "11,12", "12", "3")))
  # Halves of a scale, means, shares, and what is not in order.
  expect_true(told(c("1,5", "2,5", "4,5", "5")))
  expect_true(told(c("1,33", "1,67", "2")))
  expect_true(told(c("0,1", "0,2", "0,8")))
  expect_true(told(c("1,2", "2,1", "3,4")))
  expect_true(told(c("1,25", "1,05", "30,9")))
})

test_that("numbers with a decimal comma are listed where some cells are no numbers", {
  read <- function(..., decimal = ".") {
    lines <- c("id;size", paste0(seq_along(c(...)), ";", c(...)))
    read_annotators(folder_with(a.csv = lines), id, size, decimal = decimal)
  }
  expect_warning(x <- read("1,5", "1.234,5", "2,5", decimal = ","), class = "accord_warning_problems")
  expect_match(problems(x)$problem, "2 cells look .* such as 1,5, and others are not numbers, such as 1.234,5")
  expect_identical(x$size, c("1,5", "1.234,5", "2,5"))
  expect_warning(x <- read("1,5", "2,5", "x"), class = "accord_warning_problems")
  expect_match(problems(x)$problem, "others are not numbers, such as x")
  # Texts among which one has a comma, and sets of codes
  expect_silent(read("1,5", "good", "bad, worse"))
  expect_silent(read("1,2", "2,3", "1,2,3", "1"))
})

test_that("rows above the header are skipped, and pointed out where the header is not found", {
  skip_if_quick()
  folder <- folder_with(
    ann.csv = c("Sheet of ann; second round", "", "id;label", "1;yes", "2;\"no\""),
    bob.tsv = c("Sheet of bob", "\"two", "lines\"", "id\tlabel", "1\tno", "2\t")
  )
  x <- read_annotators(file.path(folder, "ann.csv"), id, label, skip = 2)
  expect_identical(as.list(x), list(id = c("1", "2"), annotator = c("ann", "ann"), label = c("yes", "no")))
  expect_identical(nrow(problems(x)), 0L)
  cnd <- expect_fault(read_annotators(folder, id, label), "missing_column", "2 of 2 files")
  expect_match(conditionMessage(cnd), "Row 3 of '.*ann.csv' names it; `skip = 2`")
  # Rows are counted as they are in problems(): one of two lines is one row.
  x <- read_annotators(folder, id, label, skip = 2)
  expect_identical(x$label, c("yes", "no", "no", NA))
  expect_fault(read_annotators(folder, id, label, skip = 9), "empty_file", "nothing below row 9")
  # A file with fewer rows is not called empty.
  few <- folder_with(ann.csv = c("a", "b", "id,label", "1,yes"), bob.csv = c("id,label", "1,no"), cat.json = "")
  expect_warning(x <- read_annotators(few, id, label, skip = 2), class = "accord_warning_problems")
  expect_match(problems(x)$problem, "^(Nothing is below row 2|The file is empty); its annotator")
  expect_identical(grepl("row 2", problems(x)$problem), c(TRUE, FALSE))
  expect_fault(read_annotators(folder, id, label, skip = -1), "argument", argument = "skip")
})

test_that("rows of a workbook are skipped", {
  skip_if_not_installed("readxl")
  book <- read_tables(test_path("fixtures", "batch.xlsx"))[[1]]
  cells <- unlist(book$data[2, ], use.names = FALSE)
  below <- read_tables(test_path("fixtures", "batch.xlsx"), skip = book$row[2] - 1)[[1]]
  expect_identical(names(below$data)[!is.na(cells)], cells[!is.na(cells)])
  expect_identical(below$row, book$row[-(1:2)])
})

test_that("several columns make the id, as elsewhere", {
  folder <- folder_with(
    a.csv = c("paper,fig,label", "p1,1,yes", "p1,2,no", "p2,1,yes"),
    b.csv = c("fig,paper,label", "1,p1,yes", "2,p1,yes")
  )
  x <- read_annotators(folder, c(paper, fig), label)
  expect_equal(names(x), c("paper", "fig", "annotator", "label"))
  expect_equal(x$fig, c("1", "2", "1", "1", "2"))
  expect_equal(nrow(problems(x)), 0)
  expect_equal(nrow(read_annotators(folder, c(paper, fig), label, join = "inner")), 4)
  expect_equal(as_ratings(x, c(paper, fig), annotator, label)$items, c("p1 / 1", "p1 / 2", "p2 / 1"))
})

test_that("a file of all annotators is not one of one annotator", {
  skip_if_quick()
  folder <- folder_with(labels.csv = c("doc,annotator,label", "d1,ann,x", "d1,bob,y", "d2,ann,x", "d2,bob,x"))
  for (selected in list("label", c("annotator", "label"))) {
    expect_fault(
      read_annotators(folder, doc, tidyselect::all_of(selected)), "several_annotators",
      "item = doc, rater = annotator", column = "annotator"
    )
  }
  # The name of the one annotator in each row, and an item that occurs twice.
  one <- folder_with(ann.csv = c("doc,annotator,label", "d1,ann,x", "d1,ann,y", "d2,ann,x"))
  expect_warning(read_annotators(one, doc, label), class = "accord_warning_problems")
})
