read_text <- function(..., name = "a.csv") {
  folder <- folder_with(a = bytes_of(...))
  path <- file.path(folder, name)
  file.rename(file.path(folder, "a"), path)
  read_tables(path)[[1]]
}
cells <- function(table) as.list(table$data)

test_that("cells are text, blank ones NA", {
  table <- read_text("id,x,y,z,u\n007,T,NA, 1,\n1e5,,\"\",  ,v\n")
  expect_identical(
    cells(table),
    list(id = c("007", "1e5"), x = c("T", NA), y = c("NA", NA), z = c(" 1", NA), u = c(NA, "v"))
  )
  expect_identical(table$row, 2:3)
  expect_identical(nrow(table$problems), 0L)
})

test_that("quoted fields hold separators, line breaks and quotes", {
  table <- read_text("id,\"a, b\"\n1,\"one, \"\"two\"\"\nthree\"\n2, \"x,y\" \n\"3\",\"\"\"\"\n")
  expect_identical(cells(table), list(id = c("1", "2", "3"), `a, b` = c("one, \"two\"\nthree", "x,y", "\"")))
  expect_identical(table$row, 2:4)
})

test_that("a quote inside a field is a character like any other", {
  table <- read_text("id,text\n1,5\" wide, 3\" high\n2,said \"no\"\n3,\"open\n4,x\n", name = "a.csv")
  expect_identical(cells(table), list(id = c("2", "3", "4"), text = c("said \"no\"", "\"open", "x")))
  expect_identical(table$problems$row, c(2L, 4L))
  expect_match(table$problems$problem, c("3 fields|none closes it"))

  table <- read_text("id\ttext\n1\t5\" wide, 3\" high\n2\tsaid \"no\"\n3\t\"yes\"\n", name = "a.tsv")
  text <- c("5\" wide, 3\" high", "said \"no\"", "yes")
  expect_identical(cells(table), list(id = c("1", "2", "3"), text = text))
})

test_that("a long quoted field full of quotes is read whole", {
  click <- strrep("{\"\"a\"\": 1,\n ", 1e5)
  table <- read_text("id,clicks\n1,\"", click, "\"\n2,x\n")
  expect_identical(table$data$clicks, c(gsub("\"\"", "\"", click), "x"))
})

test_that("line ends of any system, and no line end at the end", {
  for (end in c("\n", "\r\n", "\r")) {
    table <- read_text("id,text", end, "1,\"a", end, "b\"", end, "2,c")
    expect_identical(cells(table), list(id = c("1", "2"), text = c("a\nb", "c")))
  }
})

test_that("UTF-8 with and without a mark, UTF-16 and Windows-1252 give the same text", {
  text <- "id,text\n1,\u00e9\u20ac \u201cx\u201d\n"
  utf16 <- iconv(text, "UTF-8", "UTF-16LE", toRaw = TRUE)[[1]]
  big <- iconv(text, "UTF-8", "UTF-16BE", toRaw = TRUE)[[1]]
  folder <- folder_with(
    plain.csv = charToRaw(text),
    mark.csv = c(as.raw(c(0xef, 0xbb, 0xbf)), charToRaw(text)),
    little.csv = c(as.raw(c(0xff, 0xfe)), utf16),
    big.csv = c(as.raw(c(0xfe, 0xff)), big),
    windows.csv = iconv(text, "UTF-8", "windows-1252", toRaw = TRUE)[[1]]
  )
  for (table in read_tables(list.files(folder, full.names = TRUE))) {
    expect_identical(cells(table), list(id = "1", text = "\u00e9\u20ac \u201cx\u201d"))
  }
  # Byte 0x81 has no meaning in Windows-1252.
  latin <- folder_with(a.csv = c(charToRaw("id,text\n1,"), as.raw(c(0xe9, 0x81)), charToRaw("\n")))
  table <- read_tables(file.path(latin, "a.csv"))[[1]]
  expect_identical(cells(table), list(id = "1", text = "\u00e9\u0081"))
})

test_that("a csv file may have semicolons or tabs, a tsv file has tabs", {
  expect_identical(cells(read_text("id;a\n1;0,5\n")), list(id = "1", a = "0,5"))
  expect_identical(cells(read_text("id\ta\n1\t0,5\n")), list(id = "1", a = "0,5"))
  expect_identical(cells(read_text("id,\"a;b;c\"\n1,x\n")), list(id = "1", `a;b;c` = "x"))
  expect_identical(cells(read_text("id,a\tb\n1,2\tx\n", name = "a.tsv")), list(`id,a` = "1,2", b = "x"))
})

test_that("a first line for Excel names the separator and is no row", {
  for (line in c("sep=;", "\"sep=;\"", "SEP=;", "sep=;;;")) for (end in c("\n", "\r\n")) {
    table <- read_text(line, end, "id;a,b,c", end, "1;0,5", end, "2;x;y", end)
    expect_identical(cells(table), list(id = "1", `a,b,c` = "0,5"))
    # In Excel the header is row 1.
    expect_identical(table$problems$row, 3L)
  }
  expect_identical(cells(read_text("sep=|\nid|a\n1|x,y\n")), list(id = "1", a = "x,y"))
  expect_identical(cells(read_text("sep=\t\nid\ta\n1\tx\n")), list(id = "1", a = "x"))
  mark <- as.raw(c(0xff, 0xfe))
  utf16 <- iconv("sep=;\r\nid;a\r\n1;\u00e9\r\n", "UTF-8", "UTF-16LE", toRaw = TRUE)[[1]]
  folder <- folder_with(a.csv = c(mark, utf16))
  expect_identical(cells(read_tables(file.path(folder, "a.csv"))[[1]]), list(id = "1", a = "\u00e9"))
  expect_fault(read_text("sep=;\n"), "empty_file")
  # A column may have such a name.
  expect_identical(cells(read_text("sep=,id\n1,2\n")), list(`sep=` = "1", id = "2"))
  expect_identical(nchar(read_text("sep=;\nid;a\n1;", strrep("x", 2e6), "\n")$data$a), 2000000L)
})

test_that("names stay as they are; a column without one gets its place, or goes if blank", {
  table <- read_text(",Answer.a b,if,,\n1,2,3,,\n2,3,4,,\n")
  expect_identical(names(table$data), c("...1", "Answer.a b", "if"))
  expect_identical(nrow(table$problems), 0L)
})

test_that("blank rows are passed over and rows keep their numbers", {
  table <- read_text("\n\nid,a\n\n1,x\n,\n,,,\n2,y\n\n")
  expect_identical(cells(table), list(id = c("1", "2"), a = c("x", "y")))
  expect_identical(table$row, c(5L, 8L))
  expect_identical(nrow(table$problems), 0L)
})

test_that("short rows are filled, long rows left out, and both listed", {
  table <- read_text("id,a,b\n1,x,y\n2\n3,x,y,\n4,x,y,z\n5,\"p\nq\",y\n6,x,y,,z\n")
  expect_identical(cells(table), list(
    id = c("1", "2", "3", "5"), a = c("x", NA, "x", "p\nq"), b = c("y", NA, "y", "y")
  ))
  expect_identical(table$row, c(2L, 3L, 4L, 6L))
  expect_identical(table$problems$row, c(5L, 7L, 3L))
  expect_identical(basename(table$problems$file), rep("a.csv", 3))
  expect_match(table$problems$problem[1:2], "^[45] fields where the header has 3; row left out")
  expect_match(table$problems$problem[3], "^1 of 3 fields")
})

test_that("a header without rows is no error but a problem", {
  table <- read_text("id,a\n")
  expect_identical(cells(table), list(id = character(), a = character()))
  expect_identical(table$problems$row, NA_integer_)
  expect_match(table$problems$problem, "no rows")
})

test_that("empty files are named", {
  folder <- folder_with(a.csv = raw(), b.csv = "", c.csv = c("id,a", "1,2"))
  at <- function(...) file.path(folder, c(...))
  expect_fault(read_tables(at("a.csv", "c.csv")), "empty_file", "1 of 2 files does not: .*a.csv",
    path = at("a.csv")
  )
  expect_fault(read_tables(at("a.csv", "b.csv")), "empty_file", "2 of 2 files do not",
    path = at("a.csv", "b.csv")
  )
})

test_that("files that are no tables are named", {
  png <- as.raw(c(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d))
  folder <- folder_with(a.csv = png, b.csv = bytes_of("PK\003\004abc"), c.csv = c("id,a", "1,2"))
  at <- function(...) file.path(folder, c(...))
  expect_fault(read_tables(at("a.csv", "c.csv")), "not_a_table", "1 of 2 files does not",
    path = at("a.csv"), reason = "no text file"
  )
  expect_fault(read_tables(at("a.csv", "b.csv")), "not_a_table", "2 of 2 files do not.*workbook",
    path = at("a.csv", "b.csv")
  )
})

test_that("a table has each column name once", {
  folder <- folder_with(a.csv = "id,a,a", b.csv = "id,id,a,a")
  at <- function(...) file.path(folder, c(...))
  expect_fault(read_tables(at("a.csv")), "duplicate_column", "1 of 1 file does not.*twice: a",
    path = at("a.csv")
  )
  expect_fault(read_tables(at("a.csv", "b.csv")), "duplicate_column", "2 of 2 files do not.*twice: id, a",
    path = at("a.csv", "b.csv")
  )
})

test_that("a workbook is read as text from its first sheet", {
  skip_if_not_installed("readxl")
  # Rows 1 and 4 are blank, see data-raw/test-workbook.R.
  table <- read_tables(test_path("fixtures", "batch.xlsx"))[[1]]
  expect_identical(cells(table), list(
    HITId = c("H1", "H1", "H2"), WorkerId = c("007", "w2", "w3"), Answer.flag = c("TRUE", "FALSE", NA),
    Answer.score = c("1.5", "2", "0.1"), Answer.text = c("NA", "T", " caf\u00e9, \"x\"\ny")
  ))
  expect_identical(table$row, c(3L, 5L, 6L))
  expect_identical(table$problems$row, NA_integer_)
  expect_match(table$problems$problem, "Sheet \"notes\" is not read")
})

test_that("a workbook must be one, and hold cells", {
  skip_if_quick()
  skip_if_not_installed("readxl")
  folder <- folder_with(a.xlsx = "id,a", b.xlsx = "id,a")
  at <- function(...) file.path(folder, c(...))
  expect_fault(read_tables(at("a.xlsx")), "not_a_table", "not an Excel workbook", path = at("a.xlsx"))
  expect_fault(read_tables(at("a.xlsx", "b.xlsx")), "not_a_table", "2 of 2 files do not",
    path = at("a.xlsx", "b.xlsx")
  )
  expect_fault(read_tables(test_path("fixtures", "empty.xlsx")), "empty_file", "no cells")
  # An error of Excel, and the same as text.
  table <- read_tables(test_path("fixtures", "error.xlsx"))[[1]]
  expect_identical(cells(table), list(id = c("t1", "t2"), label = c(NA, "#N/A")))
  expect_identical(table$problems$row, 2L)
  expect_match(table$problems$problem, "Cell B2 .*error #N/A")
})

test_that("xlsx needs readxl, json needs jsonlite", {
  skip_if_quick()
  folder <- folder_with(a.xlsx = "x", a.json = "x")
  errors <- in_r_without(c("readxl", "jsonlite"), function(folder) {
    list(
      readxl = tryCatch(read_mturk(file.path(folder, "a.xlsx")), error = identity),
      jsonlite = tryCatch(read_annotators(file.path(folder, "a.json"), id, a), error = identity)
    )
  }, folder)
  for (name in names(errors)) {
    expect_fault(stop(errors[[name]]), "missing_package", paste(name, "is needed"), package = name)
  }
})

test_that("very wide files and very long rows are read in linear time", {
  skip_if_quick()
  n <- test_size(2e4, 1e5)
  long <- test_size(2e5, 1e6)
  wide <- function(n) {
    read_tables(
      file.path(folder_with(a.csv = c(paste0("c", 1:n, collapse = ","), paste(1:n, collapse = ","))), "a.csv")
    )[[1]]
  }
  table <- wide(n)
  expect_identical(unname(unlist(table$data[c(1, n)])), c("1", format(n, scientific = FALSE)))
  expect_linear_time(wide, 25000)
  path <- file.path(
    folder_with(a.csv = c("a,b", "1,2", strrep(",", long), paste0("3,4", strrep(",", long), "x"))), "a.csv"
  )
  table <- read_tables(path)[[1]]
  expect_identical(cells(table), list(a = "1", b = "2"))
  expect_identical(table$problems$row, 4L)
  path <- file.path(folder_with(a.csv = c(paste0("c", 1:2e4, collapse = ","), rep("1,2", 1e4))), "a.csv")
  expect_fault(read_tables(path), "not_a_table", "10000 rows by 20000 columns")
})

test_that("a first row that is no header is said to be none, and not a name", {
  skip_if_quick()
  text <- strrep("word ", 3000)
  fault <- "the name of column 1 has 15000 bytes, too long for R"
  expect_fault(read_tables(file.path(folder_with(a.csv = c(text, "a", "b")), "a.csv")), "not_a_table", fault)
  data <- data.frame(ann = c("a", "b"), bob = c("a", "b"))
  names(data)[2] <- text
  short <- "column 2"
  expect_fault(cohen_kappa(data, layout = "raters_in_columns"), "argument", short, argument = "data")
  expect_fault(cohen_kappa(data, item = ann, rater = ann, rating = ann), "argument", short, argument = "data")
})

test_that("a workbook with a cell far off costs what it holds", {
  skip_if_quick()
  skip_if_not_installed("readxl")
  table <- read_tables(test_path("fixtures", "last-row.xlsx"))[[1]]
  expect_identical(cells(table), list(id = c("t1", "t2"), label = c("yes", NA)))
  expect_identical(table$row, c(2L, 1048576L))
  expect_fault(
    read_tables(test_path("fixtures", "last-cell.xlsx")), "not_a_table", "5 cells.*row 1048576 and column XFD"
  )
})

test_that("a header that stands again is left out and listed", {
  file <- tempfile(fileext = ".csv")
  batch <- function(...) paste0(c("HITId,WorkerId,Answer.q,", ...), collapse = "\n")
  writeLines(c(batch("h1,w1,1,", "h1,w2,2,"), batch("h2,w1,3,"), batch("h3,WorkerId,4,")), file)
  x <- suppressWarnings(read_mturk(file), "accord_warning_problems")
  expect_identical(x$HITId, c("h1", "h1", "h2", "h3"))
  expect_identical(x$Answer.q, c(1, 2, 3, 4))
  expect_identical(problems(x)$row, c(4L, 6L))
  expect_match(problems(x)$problem, "The header again")
  # One column may hold its own name.
  expect_identical(header_again(list(word = c("a", "word")), TRUE), integer())
})

test_that("UTF-16 is read without a byte order mark too", {
  text <- "id,label\n1,J\u00e4ger\n2,b\n"
  for (encoding in c("UTF-16LE", "UTF-16BE")) {
    path <- file.path(own_folder(), "wide.csv")
    writeBin(iconv(text, "UTF-8", encoding, toRaw = TRUE)[[1]], path)
    expect_identical(read_tables(path)[[1]]$data$label, c("J\u00e4ger", "b"))
  }
})

test_that("files with bars between cells are read, and bars in cells are left", {
  cells <- function(table) lapply(as.list(table$data), as.character)
  expect_identical(cells(read_text("id|a|b\n1|x,y|z\n")), list(id = "1", a = "x,y", b = "z"))
  expect_identical(cells(read_text("id|a\n1|\"x|y\"\n")), list(id = "1", a = "x|y"))
  # One cell, and rows with other numbers of bars, are no such file.
  expect_identical(cells(read_text("a|b\nx\n")), list(`a|b` = "x"))
  expect_identical(cells(read_text("id,a|b\n1,x|y\n")), list(id = "1", `a|b` = "x|y"))
})
