# A result at the end of a chunk becomes a table in the format of the document.

# The maximum number of rows of a table in a document; a note tells how many there are.
KNIT_ROWS <- 30

# Columns that a table cannot show are left out; a result that cannot be a table is printed as in the console.
knit_result <- function(x, options) {
  rows <- nrow(x)
  shown <- if (is.data.frame(x)) x[seq_len(min(rows, KNIT_ROWS)), ] else x
  more <- if (is.data.frame(x) && rows > KNIT_ROWS) {
    paste0("The first ", KNIT_ROWS, " of ", big(rows), " rows.")
  }
  knit_rows(x, shown, more, options)
}

# `shown`: the rows of `x` in the table.
knit_rows <- function(x, shown, more, options) {
  as_table <- function(x) tryCatch(paper_table(x, note = more), accord_error = function(e) NULL)
  table <- as_table(shown) %||% if (is.data.frame(shown)) as_table(flat_columns(shown))
  if (is.null(table)) knitr::normal_print(x, options) else knitr::knit_print(table)
}

flat_columns <- function(x) {
  x[!vapply(x, function(column) is.list(column) || length(dim(column)) > 1, NA)]
}

#' @exportS3Method knitr::knit_print
knit_print.accord_result <- function(x, options, ...) knit_result(x, options)

# The label of a table in knitr is that of its chunk; the second and later tables of a chunk have a number added.
# Without a chunk there is no label.
chunk_label <- function() {
  chunk <- knitr::opts_current$get("label")
  if (is.null(chunk)) {
    return(NULL)
  }
  document <- knit_frame()
  same <- identical(chunk, LABELLED$chunk) && identical(document, rlang::wref_key(LABELLED$document))
  LABELLED$tables <- if (same) LABELLED$tables + 1 else 1
  LABELLED$chunk <- chunk
  LABELLED$document <- rlang::new_weakref(document)
  if (LABELLED$tables == 1) chunk else paste0(chunk, "-", LABELLED$tables)
}

# The chunk and the knitr run that had the last table. A weak reference allows the run to be garbage collected.
LABELLED <- new.env(parent = emptyenv())
LABELLED$document <- rlang::new_weakref(globalenv())

# The frame that identifies the run of knitr, since two documents of a session may have chunks with the same name.
knit_frame <- function() {
  for (n in seq_len(sys.nframe())) {
    if (identical(sys.function(n), knitr::knit)) {
      return(sys.frame(n))
    }
  }
  globalenv()
}
