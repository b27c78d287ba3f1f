# Compiles LaTeX documents.

ODD_NAMES <- c(
  ann = "a_b%c&d#{e}~f^g\\h$i<j>k|l", bob = "Zo\u00eb \u00c5ngstr\u00f6m", cat = "\"q\" `t` --- 'x' [y]",
  a = "l_1 & $x$", b = "100 % {#} \u0142\u0151 \u03b1\u2265",
  c = "<c>|~^\\\u00f1\u00e9", d1 = "d_1.txt", t1 = "[t_1]%", PER = "P_%", LOC = "L#{}"
)
odd_name <- function(x) unname(ifelse(x %in% names(ODD_NAMES), ODD_NAMES[x], x))

# Returns lines of the log that report an error, a box that is too wide, or a character that the font lacks, each after
# the name of its table.
latex_faults <- function(program, tables, preamble = character(), class = "[10pt]{article}") {
  folder <- tempfile("latex")
  dir.create(folder)
  old <- setwd(folder)
  on.exit({
    setwd(old)
    unlink(folder, recursive = TRUE)
  })
  body <- paste0("\\typeout{TABLE ", names(tables), "}\n", tables, "\n\n\\clearpage")
  text <- c(
    paste0("\\documentclass", class), preamble, "\\usepackage{booktabs,longtable}", "\\tracinglostchars=2",
    "\\begin{document}", enc2utf8(body), "\\end{document}"
  )
  writeLines(text, "tables.tex", useBytes = TRUE)
  system2(program, c("-interaction=nonstopmode", "tables.tex"), stdout = FALSE, stderr = FALSE)
  log <- readLines("tables.log", warn = FALSE, encoding = "bytes")
  table <- c("", sub("TABLE ", "", grep("^TABLE ", log, value = TRUE)))[1 + cumsum(grepl("^TABLE ", log))]
  fault <- grepl("^!|^Overfull|^Missing character", log, useBytes = TRUE)
  if (!any(grepl("^Output written", log, useBytes = TRUE))) return("no document")
  paste(table, log, sep = ": ")[fault]
}
