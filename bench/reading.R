# Reads a million rows of csv: read_annotators() of a folder of ten files and read_mturk() of one batch, compared with
# data.table::fread() and vroom::vroom() of the same files, with guessed types and with cells as text.
#   Rscript bench/reading.R [rows]
source(file.path(Sys.getenv("ACCORD_BENCH", "bench"), "crowd.R"))
suppressMessages(library(accord))
size <- as.integer(c(commandArgs(TRUE), "1000000")[1])
folder <- tempfile("reading")
dir.create(folder)
set.seed(1)
words <- replicate(1000, paste(sample(letters, 12, TRUE), collapse = ""))
text <- function(n) paste0(words[sample.int(1000, n, TRUE)], ", \"", words[sample.int(1000, n, TRUE)], "\"")
rows <- function(n, first) {
  data.frame(
    id = sprintf("item_%07d", first + seq_len(n)), text = text(n),
    label = sample(c("good", "bad", NA), n, TRUE), score = sample.int(100, n, TRUE)
  )
}
sheets <- file.path(folder, "sheets")
dir.create(sheets)
for (i in 1:10) {
  utils::write.csv(rows(size / 10, 0), file.path(sheets, sprintf("annotator_%02d.csv", i)), row.names = FALSE, na = "")
}
batch <- file.path(folder, "batch.csv")
one <- rows(size, 0)
utils::write.csv(
  data.frame(
    HITId = one$id, AssignmentId = sprintf("A%07d", seq_len(size)), WorkerId = sprintf("W%04d", sample.int(500, size, TRUE)),
    AssignmentStatus = "Approved", Input.text = one$text, Answer.label = one$label, Answer.score = one$score
  ), batch, row.names = FALSE, na = ""
)
files <- list.files(sheets, full.names = TRUE)

runs <- list(
  `ten sheets: accord` = function() read_annotators(sheets, id, c(text, label, score)),
  `one batch: accord` = function() read_mturk(batch)
)
if (requireNamespace("data.table", quietly = TRUE)) {
  threads <- data.table::setDTthreads(2)
  fread <- function(...) data.table::fread(..., showProgress = FALSE)
  runs$`ten sheets: fread` <- function() data.table::rbindlist(lapply(files, fread))
  runs$`ten sheets: fread, text` <- function() data.table::rbindlist(lapply(files, fread, colClasses = "character"))
  runs$`one batch: fread` <- function() fread(batch)
  runs$`one batch: fread, text` <- function() fread(batch, colClasses = "character")
}
if (requireNamespace("vroom", quietly = TRUE)) {
  vroom <- function(...) vroom::vroom(..., altrep = FALSE, show_col_types = FALSE, progress = FALSE, num_threads = 2)
  runs$`ten sheets: vroom` <- function() vroom(files)
  runs$`one batch: vroom` <- function() vroom(batch)
  runs$`one batch: vroom, text` <- function() vroom(batch, col_types = vroom::cols(.default = "c"))
}
stopifnot(nrow(read_mturk(batch)) == size)
seconds <- do.call(race, c(runs, times = 3))
ours <- seconds[sub(":.*", ": accord", names(seconds))]
show(
  paste("Reading", format(size, big.mark = ","), "rows"),
  what = names(seconds), seconds = seconds, `accord takes × as long` = ours / seconds
)
unlink(folder, recursive = TRUE)
