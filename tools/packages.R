# Rscript tools/packages.R missing NAMES   prints the packages that are absent or too old
# Rscript tools/packages.R install NAMES   installs packages from CRAN
# Among NAMES, @hard and @suggests are replaced by the fields of DESCRIPTION; a ? at the end is kept.

arguments <- commandArgs(trailingOnly = TRUE)
description <- read.dcf("DESCRIPTION")[1, ]

# Package names of DESCRIPTION's fields, with the oldest version allowed ("0" for any) as values.
field <- function(names) {
  entries <- trimws(unlist(strsplit(description[intersect(names, names(description))], ",")))
  versions <- ifelse(grepl(">=", entries), gsub(".*>=|[)[:space:]]", "", entries), "0")
  out <- stats::setNames(versions, sub("[[:space:](].*", "", entries))
  out[!names(out) %in% c("R", "")]
}
hard <- field(c("Depends", "Imports", "LinkingTo"))
suggests <- field("Suggests")
oldest <- c(hard, suggests)

expand <- function(name) {
  optional <- if (endsWith(name, "?")) "?" else ""
  name <- sub("[?]$", "", name)
  paste0(switch(name, "@hard" = names(hard), "@suggests" = names(suggests), name), optional)
}

is_missing <- function(name) {
  name <- sub("[?]$", "", name)
  version <- tryCatch(utils::packageVersion(name), error = function(e) NULL)
  is.null(version) || any(version < oldest[names(oldest) == name])
}

install <- function(names) {
  repos <- getOption("repos")
  if (!"CRAN" %in% names(repos) || repos[["CRAN"]] == "@CRAN@") {
    utils::chooseCRANmirror(graphics = FALSE, ind = 1)
  }
  library <- .libPaths()[1]
  if (file.access(library, 2) != 0) {
    library <- path.expand(Sys.getenv("R_LIBS_USER"))
    dir.create(library, recursive = TRUE, showWarnings = FALSE)
    .libPaths(c(library, .libPaths()))
  }
  Sys.setenv(USE_BUNDLED_LIBUV = "1") # package fs (for testthat), where Debian's libuv is absent
  utils::install.packages(names, lib = library, Ncpus = parallel::detectCores())
}

names <- unlist(lapply(arguments[-1], expand))
# A package that is both required and optional is required.
names <- unique(names[!sub("[?]$", "", names) %in% names | !endsWith(names, "?")])
switch(arguments[1],
  missing = writeLines(Filter(is_missing, names)),
  install = install(names)
)
