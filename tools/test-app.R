# Usage: Rscript tools/test-app.R FOLDER, as make test-app does. Writes sheets and what R gives for them to FOLDER,
# serves accord_app() on loopback to tools/test-app.py, which drives Chromium, and runs the script that the page saved.

library(accord)
folder <- commandArgs(TRUE)[1]
unlink(folder, recursive = TRUE)
dir.create(folder, recursive = TRUE)
port <- httpuv::randomPort()
extdata <- function(...) system.file("extdata", ..., package = "accord")

# Coders and questions in the names of columns; a file per annotator; rows per rating; the export of a tool.
codebook <- read.csv(extdata("codebook", "articles.csv"))
codebook <- codebook[grep("article|topic|tone|stance", names(codebook))]
write.csv(codebook, file.path(folder, "codebook.csv"), row.names = FALSE)
invisible(file.copy(list.files(extdata("sarcasm"), "csv$", full.names = TRUE), folder))
set.seed(1)
long <- as.data.frame(simulate_ratings(40, 3, n_raters = 4, accuracy = 0.7))
write.csv(long, file.path(folder, "long.csv"), row.names = FALSE)
invisible(file.copy(extdata("label_studio", "project.json"), folder))
counts <- c("\tyes\tno\tTotal", "yes\t20\t5\t25", "no\t10\t15\t25", "Total\t30\t20\t50")
writeLines(counts, file.path(folder, "table.tsv"))
writeBin(as.raw(c(0, 255, 1:200, 0, 0)), file.path(folder, "broken.csv"))
write_pairs <- function(ann, bob, file) {
  writeLines(c("id,ann,bob", sprintf("%d,%s,%s", 1:12, ann, bob)), file.path(folder, file))
}
write_pairs(c("a", "b"), c("a", "k. A.", "b"), "missing.csv")
write_pairs(c("a", "b", strrep("x", 1e6)), c("a", "b"), "big-cell.csv")
many <- as.data.frame(simulate_ratings(1e5, 4, n_raters = 5, accuracy = 0.7))
write.csv(many, file.path(folder, "many.csv"), row.names = FALSE)
invisible(file.create(file.path(folder, "empty.csv")))
# Two annotators of coreference, who differ in two of four documents.
for (who in c("ann", "bob")) {
  writeLines(unlist(lapply(c("ruth", "jonah", "tobit", "esther"), function(book) {
    chains <- c("(1)", "(2)", "(1)", "(2)", "(1)", "(2)", "-", "(1)")
    if (who == "bob" && book == "tobit") chains[7:8] <- c("(2)", "-")
    if (who == "bob" && book == "ruth") chains[4:5] <- c("(1)", "(2)")
    c(sprintf("#begin document (%s); part 000", book), paste(book, 0, 0:7, letters[1:8], chains), "", "#end document")
  })), file.path(folder, paste0(who, ".conll")))
}
grDevices::png(file.path(folder, "picture.png"))
plot(1)
invisible(grDevices::dev.off())

old <- setwd(folder)
levels <- list(tone = "ordinal", stance = "interval")
both <- c("percent_agreement", "krippendorff_alpha")
sheet <- read_sheet("codebook.csv", item = article, names = "{question}_{rater}", na = 99)
files <- sort(basename(list.files(extdata("sarcasm"), "csv$")))
people <- read_sheet(files, item = ID, rater = "{file}", rating = annotation)
# Estimates, as tables show them, of `x`.
cells <- function(x, column = "estimate") {
  value <- x[[column]]
  sub("^(-?)0", "\\1", sprintf("%.3f", value[!is.na(value)]))
}
spans <- span_agreement(as_spans(read_label_studio("project.json")))
expected <- list(
  list(files = "project.json", levels = NULL, cells = cells(spans, "f1")),
  list(files = files, levels = NULL, cells = cells(agreement(people))),
  list(
    files = "table.tsv", levels = NULL,
    cells = cells(agreement(rbind(yes = c(yes = 20, no = 5), no = c(yes = 10, no = 15)), layout = "confusion"))
  ),
  list(files = "long.csv", levels = NULL, cells = cells(agreement(long, item, rater, rating))),
  list(
    files = "codebook.csv", levels = levels,
    cells = cells(agreement(as_ratings(sheet, level = unlist(levels)), coefficients = both))
  )
)
last <- agreement(as_ratings(sheet, level = unlist(levels)), coefficients = both)
jsonlite::write_json(lapply(expected, function(one) list(
  files = as.list(one$files), cells = as.list(one$cells),
  levels = if (length(one$levels)) one$levels else structure(list(), names = character())
)), "expected.json", auto_unbox = TRUE)
setwd(old)

served <- callr::r_bg(function(port) {
  shiny::runApp(accord::accord_app(), port = port, launch.browser = FALSE)
}, list(port), stderr = file.path(folder, "app.log"), stdout = file.path(folder, "app.log"))
address <- sprintf("http://127.0.0.1:%d", port)
until <- Sys.time() + 60
answers <- function() {
  tryCatch(length(readLines(address, warn = FALSE)) > 0, error = function(cnd) FALSE, warning = function(cnd) FALSE)
}
while (!answers() && Sys.time() < until) Sys.sleep(0.5)
status <- tryCatch(
  system2("/usr/bin/python3", c("tools/test-app.py", shQuote(folder), port, served$get_pid())),
  finally = served$kill()
)

# What was saved is what R gives.
setwd(folder)
good <- tryCatch({
  saved <- read.csv("agreement.csv")
  grDevices::pdf(NULL)
  env <- new.env(parent = globalenv())
  source("agreement.R", local = env)
  stopifnot(
    isTRUE(all.equal(saved$estimate, last$estimate, tolerance = 1e-14)), identical(env$agreed, last),
    file.size("agreement.docx") > 5000, any(grepl("<h1>", readLines("agreement.html"), fixed = TRUE))
  )
  TRUE
}, error = function(cnd) {
  message(conditionMessage(cnd))
  FALSE
})
cat(if (good) "ok      " else "FAILED  ", "the files and the script that were saved give what R gives\n", sep = "")
cat("Pictures are in", folder, "\n")
quit(status = as.integer(status != 0 || !good))
