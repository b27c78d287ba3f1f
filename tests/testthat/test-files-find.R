types <- c("csv", "tsv")

test_that("files, folders and globs lead to files, in the order typed", {
  folder <- folder_with(
    b.csv = "x", a.tsv = "x", C.CSV = "x", README.md = "x", `~$a.csv` = "x", .hidden.csv = "x",
    `in/d.csv` = "x", `in2/d.csv` = "x"
  )
  at <- function(...) file.path(folder, c(...))
  expect_identical(find_files(at("b.csv"), types), at("b.csv"))
  expect_identical(find_files(at("b.csv", "a.tsv"), types), at("b.csv", "a.tsv"))
  expect_identical(find_files(folder, types), at("C.CSV", "a.tsv", "b.csv"))
  expect_identical(find_files(paste0(folder, "/"), types), at("C.CSV", "a.tsv", "b.csv"))
  expect_identical(find_files(at("?.csv"), types), at("b.csv"))
  expect_identical(find_files(at("*/*"), types), at("in/d.csv", "in2/d.csv"))
  expect_identical(find_files(at("in*"), types), at("in/d.csv", "in2/d.csv"))
  expect_identical(find_files(at("in2/*.csv", "b.csv"), types), at("in2/d.csv", "b.csv"))
})

test_that("a file that is typed twice counts once", {
  folder <- folder_with(a.csv = "x", b.csv = "x")
  at <- function(...) file.path(folder, ...)
  typed <- c(at("b.csv"), folder, at("..", basename(folder), "a.csv"))
  expect_identical(find_files(typed, types), c(at("b.csv"), at("a.csv")))
})

test_that("a file whose name looks like a glob is a file", {
  folder <- folder_with(`a[1].csv` = "x")
  path <- file.path(folder, "a[1].csv")
  expect_identical(find_files(path, types), path)
})

test_that("names of files and folders may have any letter", {
  # tempfile() has no such letter, and names that the system lists have no mark of their encoding.
  skip_if_not(l10n_info()[["UTF-8"]])
  names <- c("gr\u00f6\u00dfe 1/b.csv", "gr\u00f6\u00dfe 1/\u00e4nn.csv")
  folder <- do.call(folder_with, rlang::set_names(list("x", "x"), names))
  at <- function(...) file.path(folder, c(...))
  both <- at(names)
  for (path in c("gr\u00f6\u00dfe 1", "gr*", "*/*", "gr\u00f6\u00dfe 1/*.csv")) {
    expect_equal(find_files(at(path), types), both)
    native <- rawToChar(charToRaw(at(path)))
    expect_equal(find_files(native, types), both)
  }
})

test_that("files that are not there are named, with the nearest", {
  folder <- folder_with(batch_1.csv = "x", other.csv = "x")
  absent <- file.path(folder, c("bach_1.csv", "qqqqqqqqqqqq.tsv"))
  expect_fault(find_files(absent[1], types), "missing_file", "1 file does not exist",
    path = absent[1], nearest = file.path(folder, "batch_1.csv")
  )
  expect_fault(find_files(c(absent, folder), types), "missing_file", "2 files do not exist",
    path = absent, nearest = c(file.path(folder, "batch_1.csv"), NA)
  )
  nowhere <- file.path(folder, "no", "a.csv")
  expect_fault(find_files(nowhere, types), "missing_file", "1 folder does not exist either", path = nowhere)
  nowhere <- file.path(folder, c("no", "not"), "a.csv")
  expect_fault(find_files(nowhere, types), "missing_file", "2 folders do not exist either", path = nowhere)
})

test_that("a glob must match", {
  skip_if_quick()
  folder <- folder_with(a.md = "x", b.md = "x", c.txt = "x")
  at <- function(...) file.path(folder, c(...))
  expect_fault(find_files(at("*.csv"), types), "no_match", "1 glob matches none", path = at("*.csv"))
  expect_fault(find_files(at("*.csv", "x?"), types), "no_match", "2 globs match none",
    path = at("*.csv", "x?")
  )
  expect_fault(find_files(at("*.txt"), types), "no_match", "1 other file matches: 'c.txt'")
  expect_fault(find_files(at("*.md"), types), "no_match", "2 other files match: 'a.md' and 'b.md'")
})

test_that("a folder must hold tables", {
  folder <- folder_with(README.md = "x", `in/a.csv` = "x", `out/README.md` = "x", `old/README.md` = "x")
  expect_fault(find_files(folder, types), "no_tables", "1 folder contains none.*not searched", path = folder)
  both <- file.path(folder, c("out", "old"))
  expect_fault(find_files(both, types), "no_tables", "2 folders contain none", path = both)
})

test_that("a file must be of a known type", {
  folder <- folder_with(a.xls = "x", plain = "x", c.csv = "x")
  at <- function(...) file.path(folder, c(...))
  expect_fault(find_files(at("a.xls"), types), "extension", "1 file is of another type", path = at("a.xls"))
  expect_fault(find_files(at("a.xls", "plain", "c.csv"), types), "extension", "2 files are of another type",
    path = at("a.xls", "plain")
  )
  expect_fault(find_files(at("a.xls"), types), "extension", "Save it as csv, if it contains")
  expect_fault(find_files(at("a.xls", "plain"), types), "extension", "Save them as csv, if\\s+they contain")
})

test_that("a path is text", {
  for (path in list(1, NULL, character(), NA_character_)) {
    expect_fault(find_files(path, types), "argument", "`path` must name files", argument = "path")
  }
})

test_that("a name without an extension is told what it lacks", {
  folder <- folder_with(plain = "id\n1")
  expect_fault(find_files(file.path(folder, "plain"), types), "extension", "without an extension.*plain\\.")
})

test_that("the hint at folders inside names files that are there", {
  folder <- folder_with(`in/a.xlsx` = "x", `in/b.md` = "x")
  expect_fault(read_mturk(folder), "no_tables", "\\*/\\*\\.xlsx")
  cnd <- expect_fault(read_mturk(folder_with(`in/b.md` = "x")), "no_tables")
  expect_false(grepl("not searched", conditionMessage(cnd)))
})

test_that("links that lead nowhere are an error of their own", {
  skip_on_os("windows")
  folder <- folder_with(a.csv = c("id,label", "1,x"), a.ann = "T1\tA 0 1\tx", a.conll = "x")
  for (file in c("b.csv", "b.ann", "b.conll")) file.symlink(file.path(folder, "nowhere"), file.path(folder, file))
  at <- function(x) file.path(folder, x)
  expect_fault(
    read_annotators(folder, id, label), "unreadable_file", "1 file is not.*1 of them is a link", path = at("b.csv")
  )
  expect_fault(read_brat(folder), "unreadable_file", path = at("b.ann"))
  expect_fault(read_conll(folder), "unreadable_file", path = at("b.conll"))
  file.symlink(file.path(folder, "nowhere"), at("c.csv"))
  expect_fault(read_annotators(folder, id, label), "unreadable_file", "2 files are not.*2 of them are links")
  # Named by the user, a link is not its own nearest spelling.
  cnd <- expect_fault(read_annotators(at("b.csv"), id, label), "missing_file", "1 of them is a broken link")
  expect_false(grepl("b.csv'[?]", conditionMessage(cnd)))
  cnd <- expect_fault(read_annotators(at("none.csv"), id, label), "missing_file", "1 file does not exist")
  expect_false(grepl("broken", conditionMessage(cnd)))
})

test_that("a file that may not be read is an error of its own", {
  folder <- folder_with(a.csv = c("id,label", "1,x"))
  Sys.chmod(file.path(folder, "a.csv"), "000")
  skip_if(file.access(file.path(folder, "a.csv"), 4) == 0, "this user may read all files")
  expect_fault(read_annotators(folder, id, label), "unreadable_file", "1 file is not")
})

test_that("very many blanks in a line change nothing, and take linear time", {
  skip_if_not_installed("jsonlite")
  records <- function(n) {
    line <- paste0('{"id": 1,', strrep(" ", n), '"text": "a", "label": ["x"]}')
    read_doccano(folder_with(ann.jsonl = c(line, sub("1", "2", line))))
  }
  expect_identical(records(2e4)$item, c("1", "2"))
  expect_linear_time(records, 2e4)
  tokens <- function(n) {
    line <- paste0("d 0 0 w", strrep(" ", n), "(1)", strrep(" ", n))
    read_conll(folder_with(ann.conll = c("#begin document (d); part 000", line, "#end document")))
  }
  expect_identical(nrow(tokens(2e4)), 1L)
  expect_linear_time(tokens, 2e4)
})
