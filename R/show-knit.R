# A result at the end of a chunk is a table in whatever the document becomes.

# The rows that a table in a document has: the rest is counted below it.
KNIT_ROWS <- 30

# Columns that no table holds are left out; what cannot be a table prints as in the console.
knit_result <- function(x, options) {
  rows <- nrow(x)
  shown <- if (is.data.frame(x)) x[seq_len(min(rows, KNIT_ROWS)), ] else x
  more <- if (is.data.frame(x) && rows > KNIT_ROWS) {
    paste0("The first ", KNIT_ROWS, " of ", big(rows), " rows.")
  }
  as_table <- function(x) tryCatch(paper_table(x, note = more), accord_error = function(e) NULL)
  table <- as_table(shown) %||% if (is.data.frame(x)) as_table(flat_columns(shown))
  if (is.null(table)) knitr::normal_print(x, options) else knitr::knit_print(table)
}

flat_columns <- function(x) {
  x[!vapply(x, function(column) is.list(column) || length(dim(column)) > 1, NA)]
}

#' @exportS3Method knitr::knit_print
knit_print.accord_agreement <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_summary <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_comparison <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_plan <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_consensus <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_influence <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_disagreements <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_evaluation <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_chain_agreement <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_chain_alpha <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_coref <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_coref_means <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_ratings_summary <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_alt_test <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_components <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_generalizability <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_estimate <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_limits <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_concordance <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_severity <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_span_agreement <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_span_alpha <- function(x, options, ...) knit_result(x, options)

#' @exportS3Method knitr::knit_print
knit_print.accord_span_gamma <- function(x, options, ...) knit_result(x, options)
