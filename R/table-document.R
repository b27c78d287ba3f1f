# The value of paper_table(): text, and how it is included in a document.

#' @export
format.accord_table <- function(x, ...) as.character(x)

#' @export
as.character.accord_table <- function(x, ...) as.character(unclass(x))

#' @export
print.accord_table <- function(x, ...) {
  if (is_asis_chunk()) {
    knitr::knit_meta_add(table_packages(x))
    writeLines(c("", document_text(x), ""))
  } else {
    writeLines(as.character(x))
  }
  invisible(x)
}

# Whether printed output becomes part of the document that pandoc reads.
is_asis_chunk <- function() {
  isTRUE(getOption("knitr.in.progress")) && identical(knitr::opts_current$get("results"), "asis")
}

#' @exportS3Method knitr::knit_print
knit_print.accord_table <- function(x, ...) { # nolint: object_name_linter.
  knitr::asis_output(paste0("\n\n", document_text(x), "\n\n"), meta = table_packages(x))
}

# The text of a table as part of the source of a document.
document_text <- function(x) {
  text <- as.character(x)
  format <- attr(x, "format")
  pandoc <- !is.null(knitr::opts_knit$get("rmarkdown.pandoc.to"))
  if (identical(format, "latex") && !grepl("\\\\begin[{](table|longtable)", text)) {
    text <- paste0("\\begin{center}\n", text, "\n\\end{center}\n\\medskip")
  }
  # Without a fence pandoc would read the note under a table as markdown. With three backticks, the fence would be
  # joined with the following source in a chunk with `collapse = TRUE`.
  if (format %in% c("latex", "typst") && pandoc) {
    text <- paste0("````{=", format, "}\n", text, "\n````")
  }
  # A table wider than the page is scrolled by itself, not with the page.
  if (identical(format, "html")) text <- paste0("<div style=\"overflow-x: auto\">\n", text, "\n</div>")
  text
}

# The LaTeX packages that R Markdown has to load for the table.
table_packages <- function(x) {
  if (identical(attr(x, "format"), "latex") && rlang::is_installed("rmarkdown")) {
    long <- grepl("\\begin{longtable}", as.character(x), fixed = TRUE)
    lapply(c("booktabs", if (long) "longtable"), rmarkdown::latex_dependency)
  }
}

# The format of the document that knitr is producing.
document_format <- function() {
  if (!isTRUE(getOption("knitr.in.progress"))) {
    return("markdown")
  }
  if (knitr::is_latex_output()) {
    "latex"
  } else if (knitr::is_html_output()) {
    "html"
  } else if (identical(knitr::opts_knit$get("rmarkdown.pandoc.to"), "typst")) {
    "typst"
  } else if (identical(knitr::opts_knit$get("rmarkdown.pandoc.to"), "docx") && rlang::is_installed("flextable")) {
    "docx"
  } else {
    "markdown"
  }
}
