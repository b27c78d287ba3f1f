skip_if_not_installed("jsonlite")
skip_on_os("windows")

record <- '{"id": 1, "text": "Ruth", "label": ["a"]}'

test_that("an archive whose paths lead out of it is refused", {
  skip_if_quick()
  skip_without_zip()
  zip <- zip_of(folder_with(`xx/ann.jsonl` = record, `ok.jsonl` = record), c("xx/ann.jsonl", "ok.jsonl"))
  expect_equal(nrow(read_doccano(zip)), 2L)
  rename_in_zip(zip, "xx/ann.jsonl", "../ann.jsonl")
  expect_fault(read_doccano(zip), "unsafe_zip", "1 path of .* does", names = "../ann.jsonl")
  zip <- zip_of(
    folder_with(`xx/ann.jsonl` = record, `x/bob.jsonl` = record), c("xx/ann.jsonl", "x/bob.jsonl")
  )
  rename_in_zip(rename_in_zip(zip, "xx/ann.jsonl", "C:\\ann.jsonl"), "x/bob.jsonl", "//bob.jsonl")
  expect_fault(read_doccano(zip), "unsafe_zip", "2 paths of .* do")
})

test_that("files that are packed or stored, or have bytes before the archive, are the same", {
  skip_without_zip()
  folder <- folder_with(ann.jsonl = record, `x/bob.jsonl` = paste0(record, strrep(" ", 5000)))
  read <- function(zip) as.list(read_doccano(zip))[c("item", "annotator", "label", "text")]
  zip <- zip_of(folder, c("ann.jsonl", "x/bob.jsonl"))
  expected <- list(item = c("1", "1"), annotator = c("ann", "bob"), label = c("a", "a"), text = c("Ruth", "Ruth"))
  expect_equal(read(zip), expected)
  old <- setwd(folder)
  on.exit(setwd(old))
  utils::zip("stored.zip", c("ann.jsonl", "x/bob.jsonl"), flags = "-q0X")
  expect_equal(read("stored.zip"), expected)
  bytes <- readBin(zip, "raw", file.size(zip))
  other <- tempfile(fileext = ".zip")
  writeBin(c(charToRaw("#!/bin/sh\n"), bytes), other)
  expect_equal(read(other), expected)
})

test_that("an archive that unpacks to too much is refused with its size", {
  skip_without_zip()
  zip <- zip_of(folder_with(ann.jsonl = paste0(record, strrep(" ", 1e6))))
  rlang::local_options(accord.unzip_limit = 1e5)
  expect_fault(read_doccano(zip), "large_zip", "1 file of 1 MB", size = 1e6 + nchar(record) + 1, limit = 1e5)
  rlang::local_options(accord.unzip_limit = 2e6)
  expect_equal(nrow(read_doccano(zip)), 1L)
})

test_that("an archive that unpacks to hundreds of times its size is refused", {
  skip_if_quick()
  skip_without_zip()
  zip <- zip_of(folder_with(ann.jsonl = paste0(record, strrep(" ", 5.01e7))))
  expect_fault(read_doccano(zip), "large_zip", "unpack to 50 MB", limit = 5e7)
})

test_that("an archive that is none, or holds nothing to read, is an error", {
  skip_if_quick()
  skip_without_zip()
  folder <- folder_with(a.zip = "no zip", note.txt = "x")
  expect_fault(read_doccano(file.path(folder, "a.zip")), "bad_zip", "not a zip archive")
  expect_fault(read_doccano(zip_of(folder, "note.txt")), "no_tables", "1 archive contains none")
})

test_that("an archive that says too small a size is refused", {
  skip_without_zip()
  zip <- zip_of(folder_with(ann.jsonl = record))
  bytes <- readBin(zip, "raw", file.size(zip))
  # The size is at 24 of the entry in the directory.
  entry <- grepRaw(as.raw(c(0x50, 0x4b, 1, 2)), bytes, fixed = TRUE)
  bytes[entry + 24] <- as.raw(5)
  writeBin(bytes, zip)
  expect_fault(read_doccano(zip), "bad_zip", "not of the size|cannot be unpacked")
})

test_that("names in an archive that are not UTF-8 are in the code page of DOS", {
  skip_without_zip()
  zip <- zip_of(folder_with(ann_x.jsonl = record, bob.jsonl = record), c("ann_x.jsonl", "bob.jsonl"))
  rename_in_zip(zip, "ann_x.jsonl", "ann_\x82.jsonl")
  found <- unpack_zip(zip, function(name) endsWith(name, "jsonl"))
  expect_identical(found$name, c("ann_\u00e9.jsonl", "bob.jsonl"))
  expect_identical(lapply(found$files, readLines, warn = FALSE), list(record, record))
  expect_identical(read_doccano(zip)$annotator, c("ann_\u00e9", "bob"))
})

test_that("names in an archive may be divided by backslashes", {
  skip_without_zip()
  tsv <- c("#FORMAT=WebAnno TSV 3.3", "#T_SP=x.NE|value", "", "", "#Text=Ruth", "1-1\t0-4\tRuth\tPER\t")
  zip <- zip_of(folder_with(`annotation/d.txt/ann.tsv` = tsv), "annotation/d.txt/ann.tsv")
  rename_in_zip(zip, "annotation/d.txt/ann.tsv", "annotation\\d.txt\\ann.tsv")
  x <- read_webanno(zip)
  expect_equal(c(x$item, x$annotator, x$label), c("d.txt", "ann", "PER"))
})

test_that("an archive with a password is refused as such", {
  skip_without_zip()
  zip <- zip_of(folder_with(ann.jsonl = record))
  bytes <- readBin(zip, "raw", file.size(zip))
  bytes[7] <- bytes[7] | as.raw(1)
  writeBin(bytes, zip)
  expect_fault(read_doccano(zip), "bad_zip", "protected by a password")
})

test_that("names in an archive may have letters that the session does not", {
  skip_without_zip()
  skip_if_not(l10n_info()[["UTF-8"]])
  before <- Sys.getlocale("LC_CTYPE")
  on.exit(Sys.setlocale("LC_CTYPE", before))
  zip <- zip_of(folder_with(ann_xx.jsonl = record, bob.jsonl = record), c("ann_xx.jsonl", "bob.jsonl"))
  rename_in_zip(zip, "ann_xx.jsonl", "ann_\u00e9.jsonl")
  own <- file.path(dirname(zip), "\u00e9.zip")
  file.copy(zip, own)
  native <- rawToChar(charToRaw(own))
  tsv <- c("#FORMAT=WebAnno TSV 3.3", "#T_SP=x.NE|value", "", "", "#Text=Ruth", "1-1\t0-4\tRuth\tPER\t")
  project <- zip_of(folder_with(`annotation/dxx.txt/ann.tsv` = tsv), "annotation/dxx.txt/ann.tsv")
  rename_in_zip(project, "annotation/dxx.txt/ann.tsv", "annotation/d\u00e9.txt/ann.tsv")
  skip_if(Sys.setlocale("LC_CTYPE", "C") == "")
  expect_identical(read_doccano(zip)$annotator, c("ann_\u00e9", "bob"))
  expect_identical(read_doccano(native)$annotator, c("ann_\u00e9", "bob"))
  x <- read_webanno(project)
  expect_identical(c(x$item, x$annotator), c("d\u00e9.txt", "ann"))
})
