# Writes the slim copy of the understatement study in inst/extdata/understatement: the people's sheets without the
# excerpts, the phrases, and the model's stored answers in the form in which annotate_llm() keeps answers, for
# which they are replayed through a server on loopback. Needs ellmer, httpuv, callr and a copy of
# github.com/krisstallenberg/evaluating-annotations, commit 184f397.
#   Rscript data-raw/understatement.R FOLDER     FOLDER holds the tsv files and annotated-data-llm_baseline.json
library(accord)
folder <- commandArgs(trailingOnly = TRUE)[1]
out <- file.path("inst", "extdata", "understatement")
dir.create(file.path(out, "people"), showWarnings = FALSE, recursive = TRUE)

read <- function(name) {
  utils::read.delim(file.path(folder, name), quote = "", colClasses = "character", encoding = "UTF-8")
}
write <- function(x, name) {
  utils::write.csv(x, file.path(out, name), row.names = FALSE, na = "", fileEncoding = "UTF-8")
}
items <- read("annotation-task-with-genre.tsv")
items <- data.frame(item = seq_len(nrow(items)), genre = items[[3]], phrase = items[[1]])
write(items, "items.csv")
for (who in c("antanas", "bastiaan", "kris", "szabi")) {
  sheet <- read(paste0("annotation-task-", who, ".tsv"))
  stopifnot(nrow(sheet) == 120)
  names(sheet)[3:6] <- c("understatement", "confidence", "function", "type")
  write(cbind(item = items$item, sheet[3:6]), file.path("people", paste0(who, ".csv")))
}

# What the server answers to each prompt: the model's stored answer without the texts.
stored <- jsonlite::fromJSON(file.path(folder, "annotated-data-llm_baseline.json"), simplifyVector = FALSE)
fields <- c("is_understatement", "confidence", "pragmatic_function", "understatement_type")
answers <- vapply(stored, function(x) {
  as.character(jsonlite::toJSON(x[fields], auto_unbox = TRUE, null = "null"))
}, "")
source("tests/testthat/helper-llm.R")
replay <- function() {
  texts <- paste("Does this phrase contain an understatement?", items$phrase)
  stopifnot(!anyDuplicated(texts))
  server <- llm_server(stats::setNames(answers, texts))
  file <- file.path(out, "model.jsonl")
  unlink(file)
  # One at a time, so that the answers come in the order of the items.
  annotate_llm(
    items, "Does this phrase contain an understatement? {phrase}", understatement_type(),
    llm_chat(server$url, model = "baseline"),
    item = item, file = file, range = list(confidence = c(1, 3)), max_active = 1, rpm = Inf
  )
}
result <- replay()
stopifnot(nrow(result) == 120, all(is.na(result$reason)))
