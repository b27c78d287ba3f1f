# What paper_table() returns: text, and how it becomes a part of a document.

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

# Is what is printed read by pandoc as a part of the document?
is_asis_chunk <- function() {
  isTRUE(getOption("knitr.in.progress")) && identical(knitr::opts_current$get("results"), "asis")
}

#' @exportS3Method knitr::knit_print
knit_print.accord_table <- function(x, ...) { # nolint: object_name_linter.
  knitr::asis_output(paste0("\n\n", document_text(x), "\n\n"), meta = table_packages(x))
}

# The table as the source of a document has it.
document_text <- function(x) {
  text <- as.character(x)
  format <- attr(x, "format")
  pandoc <- !is.null(knitr::opts_knit$get("rmarkdown.pandoc.to"))
  if (pandoc && identical(format, "markdown")) {
    text <- pandoc_table(text, attr(x, "key"), attr(x, "text_width") %||% PAGE_WIDTH)
  }
  if (identical(format, "latex") && !grepl("\\\\begin[{](table|longtable)", text)) {
    text <- paste0("\\begin{center}\n", text, "\n\\end{center}\n\\medskip")
  }
  # Without a fence pandoc takes the note under a table for markdown; one of three ticks would be joined with
  # the source that follows in a chunk with `collapse = TRUE`.
  if (format %in% c("latex", "typst") && pandoc) {
    text <- paste0("````{=", format, "}\n", text, "\n````")
  }
  # What is wider than the page scrolls, and the page does not.
  if (identical(format, "html")) text <- paste0("<div style=\"overflow-x: auto\">\n", text, "\n</div>")
  text
}

# The packages of LaTeX that R Markdown has to load for it.
table_packages <- function(x) {
  if (identical(attr(x, "format"), "latex") && rlang::is_installed("rmarkdown")) {
    long <- grepl("\\begin{longtable}", as.character(x), fixed = TRUE)
    lapply(c("booktabs", if (long) "longtable"), rmarkdown::latex_dependency)
  }
}

# What the document that knitr is making turns into.
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
  } else {
    "markdown"
  }
}
