bytes <- function(file) readBin(file, "raw", file.size(file))
marked <- function(n, label = "PER") {
  data.frame(document = sprintf("d%07d", seq_len(n)), annotator = "ann", start = 0, end = 4, label = label, length = 20)
}
small_corpus <- function(file, label = "yes", ...) {
  data <- data.frame(item = rep(1:3, each = 2), rater = c("ann", "bob"), answer = label)
  corpus_to(data, item, rater, answer, file, agreement = NULL, ...)
}

test_that("a full disk leaves the old files, and no others", {
  skip_if_quick()
  disk <- small_disk(64)
  csv <- file.path(disk, "spans.csv")
  write_spans(marked(2), csv)
  old <- bytes(csv)
  expect_fault(
    write_spans(marked(1e5), csv, overwrite = TRUE), "write", "no room for .*spans.csv.* on the disk",
    file = csv, reason = "room"
  )
  expect_identical(bytes(csv), old)
  expect_identical(list.files(disk, all.files = TRUE, no.. = TRUE), "spans.csv")
  expect_fault(write_spans(marked(1e5), file.path(disk, "new.csv")), "write", "no room", reason = "room")
  expect_identical(list.files(disk), "spans.csv")
  # A file that fits is written after the failures, since these left no data on the disk.
  write_spans(marked(3), csv, overwrite = TRUE)
  expect_identical(nrow(utils::read.csv(csv)), 3L)
})

test_that("a corpus of several files is written as a whole or not at all", {
  disk <- small_disk(40) # ten blocks: four for the old files, and not four and more for new ones
  csv <- file.path(disk, "corpus.csv")
  small_corpus(csv)
  files <- list.files(disk, full.names = TRUE)
  expect_length(files, 4)
  old <- lapply(files, bytes)
  many <- strrep("x", 15000)
  expect_fault(
    small_corpus(csv, overwrite = TRUE, metadata = list(about = many, more = many)), "write", "no room", reason = "room"
  )
  expect_identical(lapply(files, bytes), old)
  expect_identical(list.files(disk, full.names = TRUE), files)
})

test_that("a report replaces the old one when it is whole", {
  skip_if_quick()
  skip_if_not_installed("ggplot2")
  skip_if_not_installed("knitr")
  skip_if_not(capabilities("png"))
  disk <- small_disk(12)
  file <- file.path(disk, "report.html")
  writeLines("old", file)
  data <- data.frame(item = rep(1:4, each = 2), rater = c("ann", "bob"), label = strsplit("aababbaa", "")[[1]])
  expect_fault(
    report_agreement(data, item, rater, label, file = file, coefficients = "percent", overwrite = TRUE),
    "write", "no room", reason = "room"
  )
  expect_identical(readLines(file), "old")
  expect_identical(list.files(disk), "report.html")
})

test_that("a process that is killed while it writes leaves a whole file", {
  skip_if_quick()
  skip_on_os("windows")
  folder <- own_folder()
  csv <- file.path(folder, "spans.csv")
  n <- 2e4
  # Two files of different lengths are written in turn repeatedly, so that the process is probably writing when it is
  # killed.
  script <- file.path(folder, "child.R")
  writeLines(c(
    sprintf(".libPaths(%s)", paste(deparse(.libPaths()), collapse = "")),
    sprintf("lines <- lapply(c(1, 3), function(k) strrep(as.character(k), rep(%d, %d)))", 500L, n),
    sprintf("file <- %s", deparse(csv)),
    sprintf("writeLines(as.character(Sys.getpid()), %s)", deparse(file.path(folder, "pid"))),
    "repeat for (i in 1:2) accord:::write_files(lines[i], file, TRUE)"
  ), script)
  whole <- 501 * n
  rounds <- test_size(2, 50)
  left <- 0
  for (round in seq_len(rounds)) {
    unlink(c(csv, file.path(folder, "pid")))
    system2(file.path(R.home("bin"), "Rscript"), shQuote(script), wait = FALSE, stdout = FALSE, stderr = FALSE)
    until <- Sys.time() + 60
    while (!file.exists(csv) && Sys.time() < until) Sys.sleep(0.005)
    Sys.sleep(0.05 + 0.013 * round)
    tools::pskill(as.integer(readLines(file.path(folder, "pid"))), tools::SIGKILL)
    Sys.sleep(0.05)
    text <- readLines(csv)
    expect_identical(file.size(csv), whole)
    expect_length(unique(text), 1)
    # The incomplete file remains beside it, under another name.
    parts <- list.files(folder, "[.]part$", full.names = TRUE)
    left <- left + length(parts)
    unlink(parts)
    expect_setequal(list.files(folder), c("child.R", "pid", "spans.csv"))
  }
  if (rounds > 10) expect_gt(left, 0)
})

test_that("what is no place for a file is an error that says so", {
  skip_if_quick()
  folder <- own_folder()
  at <- function(name) file.path(folder, name)
  dir.create(at("folder.csv"))
  expect_fault(
    write_spans(marked(1), at("folder.csv"), overwrite = TRUE), "write", "folder.csv.* is a folder", reason = "folder"
  )
  dir.create(at("corpus-raters.csv"))
  expect_fault(
    small_corpus(at("corpus.csv"), overwrite = TRUE), "write", "corpus-raters.csv.* is a folder",
    file = at("corpus-raters.csv"), reason = "folder"
  )
  expect_false(file.exists(at("corpus.csv")))
  expect_fault(write_spans(marked(1), file.path(tempfile(), "x.csv")), "missing_folder")
  expect_fault(write_spans(marked(1), NA_character_), "argument")
  skip_on_os("windows")
  file.symlink("/dev/null", at("device.csv"))
  expect_fault(
    write_spans(marked(1), at("device.csv"), overwrite = TRUE), "write", "device.csv.* is no ordinary file",
    reason = "device"
  )
  file.symlink(at("round.csv"), at("circle.csv"))
  file.symlink(at("circle.csv"), at("round.csv"))
  expect_fault(write_spans(marked(1), at("round.csv")), "write", "links lead in a circle")
  file.symlink("/nowhere/at/all.csv", at("far.csv"))
  expect_fault(write_spans(marked(1), at("far.csv")), "missing_folder", "/nowhere/at", folder = "/nowhere/at")
  # The system's limit is 255 bytes for a name.
  long <- at(paste0(strrep("x", 251), ".csv"))
  expect_identical(write_spans(marked(1), long)$file, long)
  expect_fault(write_spans(marked(1), at(paste0(strrep("x", 252), ".csv"))), "write", "cannot be written")
})

test_that("a file system that cannot be written is an error that says so", {
  disk <- small_disk(64, ",ro")
  file <- file.path(disk, "spans.csv")
  expect_fault(write_spans(marked(1), file), "write", "permission|file system", file = file)
})

test_that("without permission there is an error, and the old file", {
  skip_on_os("windows")
  skip_if(Sys.info()[["effective_user"]] == "root", "root may write everywhere")
  folder <- own_folder()
  file <- file.path(folder, "spans.csv")
  write_spans(marked(1), file)
  Sys.chmod(file, "444")
  expect_fault(write_spans(marked(2), file, overwrite = TRUE), "write", "no permission", reason = "permission")
  Sys.chmod(file, "644")
  Sys.chmod(folder, "555")
  expect_fault(write_spans(marked(2), file, overwrite = TRUE), "write", "no permission", reason = "permission")
  Sys.chmod(folder, "755")
  expect_identical(nrow(utils::read.csv(file)), 1L)
})

test_that("a link, and the mode of a file, stay", {
  skip_on_os("windows")
  folder <- own_folder()
  at <- function(...) file.path(folder, ...)
  dir.create(at("data"))
  write_spans(marked(1), at("data", "spans.csv"))
  Sys.chmod(at("data", "spans.csv"), "600")
  file.symlink("data/spans.csv", at("link.csv"))
  write_spans(marked(2), at("link.csv"), overwrite = TRUE)
  expect_identical(Sys.readlink(at("link.csv")), "data/spans.csv")
  expect_identical(nrow(utils::read.csv(at("data", "spans.csv"))), 2L)
  expect_identical(format(file.mode(at("data", "spans.csv"))), "600")
  # A link to a file that does not exist yet creates the file.
  file.symlink("data/new.csv", at("new.csv"))
  write_spans(marked(2), at("new.csv"))
  expect_true(file.exists(at("data", "new.csv")))
  expect_identical(Sys.readlink(at("new.csv")), "data/new.csv")
  # A new file has the mode that the user's mask gives.
  old <- Sys.umask("027")
  on.exit(Sys.umask(old), add = TRUE)
  write_spans(marked(1), at("masked.csv"))
  expect_identical(format(file.mode(at("masked.csv"))), "640")
})

test_that("a file that came meanwhile is not overwritten", {
  folder <- own_folder()
  file <- file.path(folder, "spans.csv")
  writeLines("theirs", file)
  expect_fault(accord:::write_files(list("ours"), file, FALSE), "file_exists", files = file)
  expect_identical(readLines(file), "theirs")
  expect_identical(list.files(folder), "spans.csv")
})
