# Rscript conformance/run.R [program ...]
# Runs each runner (all, or those of the programs named), judges what it gives by the rules of README.md, and writes
# results.csv, a row for each program and case, and summary.csv, a row for each program, into this folder. A program
# that is not installed is skipped with a line, and keeps the rows of its last run, judged by the cases as they are.

given <- commandArgs(trailingOnly = FALSE)
folder <- dirname(sub("^--file=", "", grep("^--file=", given, value = TRUE)))
wanted <- commandArgs(trailingOnly = TRUE)
source(file.path(folder, "judge.R"))

run <- function(file) {
  program <- tools::file_path_sans_ext(basename(file))
  command <- if (endsWith(file, ".py")) c(python(), "-B") else file.path(R.home("bin"), "Rscript")
  log <- tempfile()
  lines <- suppressWarnings(
    system2(command[1], c(command[-1], shQuote(c(file, folder))), stdout = TRUE, stderr = log)
  )
  status <- attr(lines, "status")
  if (identical(status, 77L) || length(command[1]) == 0) {
    cat(program, "is not installed: skipped\n")
    return(NULL)
  }
  if (!is.null(status)) {
    cat(program, "did not run:", utils::tail(readLines(log), 3), "\n")
    return(NULL)
  }
  rows <- utils::read.csv(text = lines, colClasses = "character", na.strings = character())
  cbind(judge(rows, read_cases(folder)), date = format(Sys.Date()))
}

# Debian's packages are those of its own Python.
python <- function() if (file.exists("/usr/bin/python3")) "/usr/bin/python3" else "python3"

files <- setdiff(list.files(file.path(folder, "runners"), "[.](R|py)$", full.names = TRUE), character())
files <- files[!grepl("^common[.]", basename(files))]
if (length(wanted)) files <- files[tools::file_path_sans_ext(basename(files)) %in% wanted]
new <- do.call(rbind, lapply(files, run))

cases <- read_cases(folder)
stored <- file.path(folder, "results.csv")
old <- if (file.exists(stored)) {
  utils::read.csv(stored, colClasses = "character", na.strings = character())
}
old <- split(old, old$program)
old <- old[!names(old) %in% new$program]
same <- vapply(old, function(rows) identical(rows$case, cases$case), NA)
if (!all(same)) cat("left out, since the last run had other cases:", toString(names(old)[!same]), "\n")
results <- rbind(new, do.call(rbind, lapply(old[same], judge, cases)))
results <- results[order(results$program != "accord", tolower(results$program), method = "radix"), ]
utils::write.csv(results, stored, row.names = FALSE)
summary <- summarise(results, cases)
utils::write.csv(summary, file.path(folder, "summary.csv"), row.names = FALSE)
print(summary[c("program", "version", "passed", "failed", "not_applicable", "date")], row.names = FALSE)
for (i in which(summary$failed > 0)) cat("\n", summary$program[i], ": ", summary$why[i], "\n", sep = "")
