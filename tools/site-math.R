# Formulas of the web site as MathML, which browsers show without MathJax and without a network. An estimate and its
# interval, such as ".41 [.30, .53]", stay in one line, and so do a formula and the mark behind it:
#   Rscript tools/site-math.R build/site

site <- commandArgs(trailingOnly = TRUE)[1]
pages <- list.files(site, "[.]html$", recursive = TRUE, full.names = TRUE)
read_page <- function(path) paste(readLines(path, encoding = "UTF-8", warn = FALSE), collapse = "\n")
texts <- vapply(pages, read_page, "")

# Code and scripts have no formulas.
DISPLAY <- "[$]{2}.+?[$]{2}|\\\\\\[.+?\\\\\\]"
FORMULA <- paste0("(?s)<(pre|code|script)\\b.*?</\\1>(*SKIP)(*FAIL)|", DISPLAY, "|\\\\\\(.+?\\\\\\)")
found <- regmatches(texts, gregexpr(FORMULA, texts, perl = TRUE))
formulas <- unique(unlist(found))

# All formulas are converted in one call of pandoc, a paragraph each.
inside <- substr(formulas, 3, nchar(formulas) - 2)
for (sign in list(c("&lt;", "<"), c("&gt;", ">"), c("&amp;", "&"))) inside <- gsub(sign[1], sign[2], inside, fixed = TRUE)
inside <- gsub("^\\s+|\\s+$", "", gsub("\\s+", " ", inside))
mark <- ifelse(startsWith(formulas, "\\("), "$", "$$")
source <- tempfile(fileext = ".md")
writeLines(enc2utf8(paste0(mark, inside, mark, "\n")), source, useBytes = TRUE)
made <- system2("pandoc", c("--from=markdown", "--to=html", "--mathml", source), stdout = TRUE)
made <- paste(enc2utf8(made), collapse = "\n")
math <- regmatches(made, gregexpr("(?s)<math\\b.*?</math>", made, perl = TRUE))[[1]]
stopifnot(length(math) == length(formulas))

NUMBER <- "[-\u2212]?[0-9]*[.]?[0-9]+"
INTERVAL <- sprintf(
  "(?s)<(pre|code|script)\\b.*?</\\1>(*SKIP)(*FAIL)|(?:%s\\s)?\\[%s,\\s%s\\]", NUMBER, NUMBER, NUMBER
)

# Formulas of vignettes are MathML already.
BEFORE_MARK <- "(?s)(?<!<span class=\"whole\">)(<math display=\"inline\"(?:(?!</math>).)*</math>[,.;:)])"

for (k in seq_along(pages)) {
  text <- texts[k]
  regmatches(text, gregexpr(FORMULA, text, perl = TRUE)) <- list(math[match(found[[k]], formulas)])
  text <- gsub(BEFORE_MARK, "<span class=\"whole\">\\1</span>", text, perl = TRUE)
  intervals <- gregexpr(INTERVAL, text, perl = TRUE)
  regmatches(text, intervals) <- lapply(regmatches(text, intervals), gsub, pattern = "\\s", replacement = "\u00a0")
  text <- gsub("<script[^>]*mathjax[^>]*></script>", "", text, ignore.case = TRUE)
  writeLines(text, pages[k], useBytes = TRUE)
}
