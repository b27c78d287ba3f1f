# Returns the value of `run`, or its error, in an R process that lacks some packages, such as the suggested ones: its
# library has links to all others.
in_r_without <- function(packages, run, ...) {
  skip_on_cran()
  skip_if_not_installed("callr")
  skip_on_os("windows") # where links need rights
  skip_if(any(packages %in% rownames(utils::installed.packages(.Library))), "the library of R itself has them")
  library <- tempfile()
  dir.create(library)
  on.exit(unlink(library, recursive = TRUE))
  for (folder in setdiff(.libPaths(), .Library)) {
    there <- setdiff(list.files(folder), c(packages, list.files(library)))
    if (length(there)) file.symlink(file.path(folder, there), file.path(library, there))
  }
  # With the environment of the test, its objects would be sent too, and load their packages.
  environment(run) <- globalenv()
  callr::r(function(library, run, arguments) {
    .libPaths(library, include.site = FALSE)
    environment(run) <- asNamespace("accord")
    tryCatch(do.call(run, arguments), error = function(cnd) cnd)
  }, list(library, run, list(...)))
}
