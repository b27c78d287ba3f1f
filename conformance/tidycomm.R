# Rscript conformance/tidycomm.R LIBRARY
# Installs tidycomm from CRAN without the packages that only its regressions and scales need, which take hours to
# compile or need a newer R than Debian's. What its test of intercoder reliability uses is unchanged.

library <- normalizePath(commandArgs(trailingOnly = TRUE)[1])
unused <- c("car", "fastDummies", "forcats", "GGally", "lm.beta", "MBESS", "misty")
.libPaths(c(library, .libPaths()))
if (requireNamespace("tidycomm", quietly = TRUE)) quit()

repos <- getOption("repos")
if (!"CRAN" %in% names(repos) || repos[["CRAN"]] == "@CRAN@") utils::chooseCRANmirror(graphics = FALSE, ind = 1)
folder <- tempfile()
dir.create(folder)
archive <- utils::download.packages("tidycomm", folder, type = "source")[1, 2]
utils::untar(archive, exdir = folder)
sources <- file.path(folder, "tidycomm")

namespace <- file.path(sources, "NAMESPACE")
lines <- readLines(namespace)
writeLines(lines[!grepl(sprintf("^import(From)?[(](%s)[,)]", paste(unused, collapse = "|")), lines)], namespace)
description <- read.dcf(file.path(sources, "DESCRIPTION"))
needed <- strsplit(description[1, "Imports"], "[,[:space:]]+")[[1]]
description[1, "Imports"] <- paste(setdiff(needed, unused), collapse = ", ")
write.dcf(description, file.path(sources, "DESCRIPTION"))
missing <- setdiff(setdiff(needed, unused), rownames(utils::installed.packages()))
if (length(missing)) utils::install.packages(missing, lib = library)
utils::install.packages(sources, lib = library, repos = NULL, type = "source")
