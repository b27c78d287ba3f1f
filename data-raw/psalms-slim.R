# Writes the slim copy of the coreference study in inst/extdata/psalms: of each .ann file the mentions and chains,
# without comments, for the 13 texts that both annotators did. Needs a copy of
# github.com/cmerwich/participant-analysis, commit 5580b94.
#   Rscript data-raw/psalms-slim.R FOLDER     FOLDER holds chris_A and gyus_B
folder <- commandArgs(trailingOnly = TRUE)[1]
from <- c(A = "chris_A", B = "gyus_B")
texts <- Reduce(intersect, lapply(file.path(folder, from), list.files, pattern = "[.]ann$"))
for (annotator in names(from)) {
  out <- file.path("inst", "extdata", "psalms", annotator)
  dir.create(out, showWarnings = FALSE, recursive = TRUE)
  for (text in texts) {
    lines <- readLines(file.path(folder, from[[annotator]], text))
    writeLines(grep("^[T*]", lines, value = TRUE), file.path(out, text))
  }
}
