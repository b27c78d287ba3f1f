# Two items, two people and a model; bob left t2 open, and gpt stated no confidence there.
told <- function(...) {
  d <- data.frame(
    text = rep(c("t1", "t2"), each = 3), words = rep(c("not \"bad\"", "a bit\nwet, \u00e9\\"), each = 3),
    who = c("ann", "bob", "gpt"), understated = c(TRUE, TRUE, FALSE, TRUE, NA, TRUE),
    why = c("mild", NA, NA, "mild", NA, "wry"), sure = c(3, 2, 3, 1, 2, NA)
  )
  transform(d, ...)
}

# Gathers a corpus and writes it, in one step.
corpus_to <- function(data, item, rater, answers, file, ...) {
  given <- as.list(rlang::enquos(...))
  columns <- names(given) %in% c("columns", "confidence", "required")
  given[!columns] <- lapply(given[!columns], rlang::eval_tidy)
  of_file <- names(given) %in% names(formals(write_corpus))
  corpus <- rlang::inject(as_corpus(data, {{ item }}, {{ rater }}, {{ answers }}, !!!given[!of_file]))
  rlang::inject(write_corpus(corpus, file, !!!given[of_file]))
}

# Writes a corpus of them and reads it again.
write_told <- function(data = told(), ..., extension = ".json") {
  file <- tempfile(fileext = extension)
  counts <- corpus_to(data, text, who, c(understated, why), file, ...)
  list(file = file, counts = counts, corpus = if (extension == ".json") read_corpus(file))
}

read_corpus <- function(file) jsonlite::fromJSON(file, simplifyVector = FALSE)

TEST_KEY <- "a key of sixteen bytes, or more"
