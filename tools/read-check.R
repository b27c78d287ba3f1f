# Rscript tools/read-check.R 00check.log
# Fails unless R CMD check found nothing but notes of a new submission or of a machine without
# internet, and says what it found.

log <- commandArgs(trailingOnly = TRUE)[1]
if (!file.exists(log) || !any(startsWith(readLines(log), "Status: "))) {
  stop("R CMD check did not finish.", call. = FALSE)
}

# For each check with permitted notes: the pattern that every line of the note must match.
offline <- paste0(
  "libcurl error code (6|7|28|35|60)|[Cc]ould ?n.t (resolve|connect)|[Cc]annot (resolve|open URL)|",
  "[Tt]imed? ?out|[Tt]imeout was reached"
)
allowed <- list(
  "CRAN incoming feasibility" = paste0(
    "^Maintainer: |^New submission$|^Found the following \\(possibly\\) invalid (URLs|DOIs):$|",
    "^ +(URL|DOI|From|Status): |^ +Message: (Error|libcurl error code (6|7|28|35|60):)$|^ .*(", offline, ")"
  ),
  # Code, its byte code, headers, help, data and vignettes are about 13 MB together (R and byte code 5.4, vignettes
  # 2.2, compiled code 2.2, headers 1.2, help 1.1).
  "installed package size" = "^ *installed size is +([5-9]|1[0-3])[.][0-9]Mb$|^ *sub-directories of 1Mb or more:$|^ +[A-Za-z]+ +[0-9.]+Mb$",
  "for future file timestamps" = "^unable to verify current time$",
  # On a busy machine an example takes longer: user time below 5 s with hardly any system time is permitted.
  "examples" = "^Examples with CPU|^ +user +system +elapsed$|^[A-Za-z_.]+ +[0-4][.][0-9]+ +0[.][0-9]+ +[0-9.]+$",
  "package dependencies" = "^Packages? (suggested|which this enhances) but not available for checking|^ +‘.*’$"
)
may_pass <- function(check, status, output) {
  output <- strsplit(output, "\n")[[1]]
  output <- output[nzchar(trimws(output))]
  status == "NOTE" && check %in% names(allowed) && all(grepl(allowed[[check]], output))
}

found <- tools::check_packages_in_dir_details(logs = log)
found <- found[!found$Status %in% c("OK", "INFO", "Note_to_CRAN_maintainers"), ]
pass <- as.logical(mapply(may_pass, found$Check, found$Status, found$Output))
first_line <- sub("\n.*", "", sub("^Maintainer: [^\n]*\n+", "", found$Output))
writeLines(sprintf("Allowed %s: %s: %s", found$Status, found$Check, first_line)[pass])
writeLines(sprintf("%s: %s\n%s", found$Status, found$Check, found$Output)[!pass])
# A warning may lack the name of a check.
status <- grep("^Status: ", readLines(log), value = TRUE)
for (kind in c("ERROR", "WARNING")) {
  counted <- as.integer(sub(paste0(".* ([0-9]+) ", kind, ".*"), "\\1", grep(kind, status, value = TRUE)))
  if (sum(counted) > sum(found$Status == kind)) {
    writeLines(readLines(log))
    stop(sprintf("R CMD check: %s", status), call. = FALSE)
  }
}
if (!all(pass)) {
  stop(sprintf("R CMD check: %d finding(s) that may not pass.", sum(!pass)), call. = FALSE)
}
writeLines("R CMD check: passed.")
