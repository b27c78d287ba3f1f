# Memory and time of read_sheet(), as multiples of the text of the file, beside utils::read.csv() and, where they are
# installed, readr and data.table: 500,000 items, five questions, two raters. For a small file the peak would tell
# little, since R collects what is no longer used only when its heap is full.
suppressMessages(library(accord))

n <- 5e5
set.seed(1)
sheet <- data.frame(id = paste0("item", seq_len(n)))
for (name in outer(paste0("q", 1:5), c("a", "b"), paste, sep = "_")) {
  sheet[[name]] <- sample(c("alpha", "beta", "gamma"), n, TRUE)
}
path <- tempfile(fileext = ".csv")
utils::write.csv(sheet, path, row.names = FALSE)
rm(sheet)
megabytes <- file.size(path) / 2^20

# The largest use of memory during the call, and what its result takes.
measured <- function(code) {
  invisible(gc(reset = TRUE))
  before <- sum(gc()[, 2])
  seconds <- system.time(result <- force(code))[[1]]
  after <- gc()
  c(seconds = seconds, peak = sum(after[, 6]) - before, result = sum(after[, 2]) - before) / c(1, megabytes, megabytes)
}

runs <- list(
  read_sheet = measured(suppressMessages(read_sheet(path, item = id, names = "{question}_{rater}"))),
  read.csv = measured(utils::read.csv(path))
)
if (requireNamespace("readr", quietly = TRUE)) {
  runs$readr <- measured(readr::read_csv(path, show_col_types = FALSE, progress = FALSE, lazy = FALSE))
}
if (requireNamespace("data.table", quietly = TRUE)) runs$fread <- measured(data.table::fread(path, nThread = 1))
cat(sprintf("text: %.1f MB; memory as multiples of it\n", megabytes))
print(round(do.call(rbind, runs), 2))
