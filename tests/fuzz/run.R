# Rscript tests/fuzz/run.R: random data and damaged files. ACCORD_FUZZ_SETS and ACCORD_FUZZ_FILES say how many
# calls and files, ACCORD_FUZZ_FROM from which number on, ACCORD_FUZZ_MINUTES how long each may take at most.
# What is wrong is printed as it is found, and counted on the last line. The number of what is looked at
# stands in build/fuzz-now, so that a crash of R leaves its cause.

library(accord)
`%||%` <- rlang::`%||%`
for (file in c(
  list.files("tests/testthat", "^helper-(data|oracle).*[.]R$", full.names = TRUE),
  file.path("tests/fuzz", c("attempt.R", "classes.R", "sets.R", "files.R", "readers.R"))
)) source(file)

wanted <- function(name, default) as.integer(Sys.getenv(paste0("ACCORD_FUZZ_", name), default))
first <- wanted("FROM", 1)
minutes <- wanted("MINUTES", 600)
begun <- Sys.time()
found <- character()

look <- function(what, check, numbers) {
  for (number in numbers) {
    if (difftime(Sys.time(), begun, units = "mins") > minutes) break
    writeLines(paste(what, number), "build/fuzz-now")
    wrong <- check(number)
    writeLines(as.character(wrong))
    found <<- c(found, wrong)
    last[[what]] <<- number
  }
}

last <- list(sets = first - 1L, files = first - 1L)
look("sets", fuzz_set, seq(first, length.out = wanted("SETS", 400)))
n_sets <- sum(vapply(seq(first, length.out = last$sets - first + 1), n_groups_of, 0))
begun <- Sys.time()
look("files", fuzz_file, seq(first, length.out = wanted("FILES", 800)))
odd <- fuzz_odd_files()
writeLines(as.character(odd$found))
found <- c(found, odd$found)

slow <- grepl("slow: ", found)
unclassed <- grepl("unclassed ", found) & !slow
cat(sprintf(
  "fuzz: %d sets, %d files, %d wrong, %d unclassed, %d slow\n",
  as.integer(n_sets), last$files - first + 1L + odd$n, sum(!slow & !unclassed), sum(unclassed), sum(slow)
))
quit(status = as.integer(length(found) > 0))
