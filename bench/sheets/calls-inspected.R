# The first call that inspect_sheet() proposes for each sheet, with no more known than which rows hold the names.
source(file.path(here, "sheets", "calls-first.R"), local = TRUE)
headers <- list(surveymonkey.csv = 1:2, two_row_header.xlsx = 1:2, no_header.csv = 0)
proposed <- function(file) {
  folder <- file.path(Sys.getenv("ACCORD_SHEETS"), "files")
  path <- if (grepl("/", file)) dirname(file) else file
  old <- setwd(folder)
  on.exit(setwd(old))
  utils::capture.output(calls <- inspect_sheet(path, header = if (is.null(headers[[file]])) 1 else headers[[file]]))
  if (length(calls)) str2lang(calls[1]) else quote(stop("no proposal"))
}
first <- lapply(stats::setNames(names(first), names(first)), proposed)
