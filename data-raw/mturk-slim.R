# Writes the slim copy of the ReproHum-D2T batches in inst/extdata/mturk from the original workbooks.
#
#   Rscript data-raw/mturk-slim.R <folder Responses of the study> [inst/extdata/mturk]
#
# Cells are copied as text, exactly as the workbooks hold them; only columns are left out.

arguments <- commandArgs(trailingOnly = TRUE)
if (!length(arguments) %in% 1:2) {
  stop("Usage: Rscript data-raw/mturk-slim.R <folder with the original xlsx> [output folder]")
}
from <- arguments[1]
to <- if (length(arguments) == 2) arguments[2] else file.path("inst", "extdata", "mturk")

wanted <- paste(
  "^(HITId|AssignmentId|WorkerId|AssignmentStatus|WorkTimeInSeconds)$",
  "^Input[.](code|system[12])$",
  "^Answer[.](best|worst)_",
  sep = "|"
)

files <- Sys.glob(file.path(from, "*", "*.xlsx"))
stopifnot("twelve workbooks, in one folder per dimension" = length(files) == 12)

for (file in files) {
  cells <- readxl::read_excel(file, col_types = "text", na = "", trim_ws = FALSE)
  slim <- cells[grepl(wanted, names(cells))]
  stopifnot("150 rows and ten columns" = identical(dim(slim), c(150L, 10L)))

  # "... (Coherence Batch 1).xlsx" becomes Coherence/Coherence_batch_1.csv
  name <- sub("^.*[(](.*) Batch ([0-9])[)][.]xlsx$", "\\1_batch_\\2.csv", basename(file))
  folder <- file.path(to, basename(dirname(file)))
  dir.create(folder, recursive = TRUE, showWarnings = FALSE)
  utils::write.csv(slim, file.path(folder, name), row.names = FALSE, na = "", fileEncoding = "UTF-8")
}
