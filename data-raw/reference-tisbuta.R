# The corpus TISBUTA as its authors published it, flat, and the answers it was made of: for the test of
# write_corpus(). Needs a copy of github.com/krisstallenberg/evaluating-annotations, commit 184f397.
#   Rscript data-raw/reference-tisbuta.R FOLDER     FOLDER holds TISBUTA-dataset.json and the tsv files
folder <- commandArgs(trailingOnly = TRUE)[1]
out <- "tests/testthat/reference/tables"

published <- jsonlite::fromJSON(file.path(folder, "TISBUTA-dataset.json"), simplifyVector = FALSE)
text <- function(x) if (is.null(x)) "" else if (is.logical(x)) tolower(x) else format(x, digits = 15)
rows <- lapply(seq_along(published$samples), function(i) {
  sample <- published$samples[[i]]
  of_question <- lapply(names(sample$annotations), function(question) {
    answers <- sample$annotations[[question]]
    data.frame(
      sample = i, phrase = sample$phrase, genre = sample$genre, question = question, name = names(answers),
      value = vapply(answers, text, "")
    )
  })
  do.call(rbind, of_question)
})
flat <- do.call(rbind, rows)
wide <- stats::reshape(
  flat,
  direction = "wide", idvar = c("sample", "phrase", "genre", "question"), timevar = "name"
)
names(wide) <- sub("^value[.]", "", names(wide))
wide[wide$question != "is_understatement", c("phrase", "genre")] <- NA
write <- function(x, name) {
  utils::write.csv(x, file.path(out, name), row.names = FALSE, na = "", fileEncoding = "UTF-8")
}
write(wide, "tisbuta-corpus.csv")

# The answers as the annotators gave them, in the words of the corpus.
names_of <- c(antanas = "annotator-1", bastiaan = "annotator-2", kris = "annotator-3", szabi = "annotator-4")
read <- function(name) {
  utils::read.delim(file.path(folder, name), quote = "", colClasses = "character", encoding = "UTF-8")
}
answers <- lapply(names(names_of), function(who) {
  x <- read(paste0("annotation-task-", who, ".tsv"))
  data.frame(
    item = seq_len(nrow(x)), annotator = names_of[[who]],
    is_understatement = c(Yes = TRUE, No = FALSE)[trimws(x[[3]])],
    confidence = as.integer(substr(x[[4]], 1, 1)),
    pragmatic_function = sub("humoristic", "humorous", sub("^(T|H)", "\\L\\1", x[[5]], perl = TRUE)),
    understatement_type = tolower(sub(" .*", "", x[[6]]))
  )
})
model <- jsonlite::fromJSON(file.path(folder, "annotated-data-llm_baseline.json"))
model$item <- seq_len(nrow(model))
model$annotator <- "annotator-llm"
answers <- rbind(do.call(rbind, answers), model[names(answers[[1]])])
answers <- answers[order(answers$item), ]
write(answers, "tisbuta-answers.csv")

items <- read("annotation-task-with-genre.tsv")
write(data.frame(item = seq_len(nrow(items)), phrase = items[[1]], genre = items[[3]]), "tisbuta-items.csv")
