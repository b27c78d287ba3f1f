# Rscript tests/fuzz/run.R: random data and damaged files. ACCORD_FUZZ_SETS, _FILES and _CORRUPTIONS are the numbers of
# sets, files and damaged objects, ACCORD_FUZZ_FROM the first number, ACCORD_FUZZ_MINUTES the time limit of each part.
# Most sets are groups of a call with others (batches.R); a small share is in calls of its own or with few others
# (sets.R). Faults are printed when they are found, and counted on the last line; before it, tables show what was
# tested: an empty cell was not. The number of the current test is in build/fuzz-now, so that it is known after a crash
# of R.

library(accord)
`%||%` <- rlang::`%||%`
for (file in c(
  list.files("tests/testthat", "^helper-(data|oracle).*[.]R$", full.names = TRUE),
  file.path("tests/fuzz", paste0(c(
    "attempt", "classes", "sets", "oracle-dense", "batches", "checks", "summaries", "files", "tools", "readers",
    "corpus", "results", "corruptions", "tables"
  ), ".R"))
)) source(file)

wanted <- function(name, default) as.integer(as.numeric(Sys.getenv(paste0("ACCORD_FUZZ_", name), default)))
first <- wanted("FROM", 1)
n_sets <- wanted("SETS", 20000)
n_files <- wanted("FILES", 2000)
minutes <- wanted("MINUTES", 600)
now <- Sys.getenv("ACCORD_FUZZ_NOW", "build/fuzz-now")
found <- character()

# Calls check() for each number until the time limit; returns a list of the results.
look <- function(what, numbers, check) {
  begun <- Sys.time()
  done <- vector("list", length(numbers))
  for (i in seq_along(numbers)) {
    if (difftime(Sys.time(), begun, units = "mins") > minutes) break
    writeLines(paste(what, numbers[i]), now)
    one <- check(numbers[i])
    if (length(one$found)) writeLines(one$found)
    found <<- c(found, one$found)
    one$found <- NULL
    done[[i]] <- one
  }
  Filter(Negate(is.null), done)
}

# Sets in a call with others come first, then those in calls of their own: five groups a call on the average.
per_batch <- min(2000, max(100, n_sets %/% 10))
n_calls <- if (n_sets > 0) max(20, n_sets %/% 1e4) else 0
n_batches <- ceiling(max(0, n_sets - 5 * n_calls) / per_batch)
half <- first + n_batches %/% 2
loaded <- character()
batches <- look("batches", seq(first, length.out = n_batches), function(number) {
  # Columns of these packages with and without their methods.
  if (number == half) loaded <<- Filter(function(name) requireNamespace(name, quietly = TRUE), c("bit64", "haven"))
  fuzz_batch(number, per_batch)
})
singles <- look("sets", seq(first, length.out = n_calls), fuzz_set)
files <- look("files", seq(first, length.out = n_files), function(number) {
  word_conditions(quick = number %% 13 != 0)
  fuzz_file(number)
})
word_conditions(quick = FALSE)
corpora <- look("corpora", seq(first, length.out = n_files %/% 10), fuzz_corpus)
# Tests damaged objects, half as many as files or the requested number.
n_corruptions <- wanted("CORRUPTIONS", n_files %/% 2)
corruptions <- look("corruptions", seq(first, length.out = n_corruptions), function(number) {
  word_conditions(quick = number %% 13 != 0)
  fuzz_corruption(number)
})
word_conditions(quick = FALSE)
undamaged <- look("undamaged", seq(first, length.out = ceiling(n_corruptions / 1000)), fuzz_undamaged)
odd <- if (n_files > 0) fuzz_odd_files() else list(n = 0)
writeLines(as.character(odd$found))
found <- c(found, odd$found)

sets <- c(singles, batches)
if (n_sets > 0) show_classes(sets)
if (n_sets > 0) show_checks(batches)
if (n_files > 0) show_files(files, odd)
show_counts("Corpora by kind of answers", table(factor(vapply(corpora, `[[`, "", "kind"), names(CORPUS_ANSWERS))))
if (n_corruptions > 0) show_corruptions(corruptions, undamaged)
cat("Loaded from the middle of the batches on:", if (length(loaded)) loaded else "neither bit64 nor haven", "\n")
slow <- grepl("slow: ", found)
unclassed <- grepl("unclassed ", found) & !slow
total <- function(x, name) sum(vapply(x, function(one) as.numeric(one[[name]]), 0))
cat(sprintf(
  paste0(
    "fuzz: %d sets in %d calls, %d files, %d corruptions, %d wrong, %d unclassed, %d slow; ",
    "the longest call took %.1f s\n"
  ),
  as.integer(total(sets, "sets")), as.integer(total(sets, "calls")), length(files) + odd$n, length(corruptions),
  sum(!slow & !unclassed), sum(unclassed), sum(slow), LONGEST$seconds
))
quit(status = as.integer(length(found) > 0))
