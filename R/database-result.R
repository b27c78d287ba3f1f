# Results that are lazy tables: methods that work before collect(), and errors for those that do not.

# Methods that need the collected result.
check_table.accord_lazy <- function(x) abort_lazy("A table")

#' @export
tidy.accord_lazy_labels <- function(x, ...) abort_lazy("`tidy()`", whole = TRUE)

#' @export
glance.accord_lazy_labels <- function(x, ...) abort_lazy("`glance()`", whole = TRUE)

#' @export
augment.accord_lazy_labels <- function(x, ...) abort_lazy("`augment()`", whole = TRUE)

# Only the rows that are shown are collected.
#' @exportS3Method knitr::knit_print
knit_print.accord_lazy <- function(x, options, ...) {
  rows <- dplyr::collect(utils::head(x, KNIT_ROWS + 1))
  more <- if (nrow(rows) > KNIT_ROWS) paste0("The first ", KNIT_ROWS, " rows.")
  knit_rows(x, rows[seq_len(min(nrow(rows), KNIT_ROWS)), ], more, options)
}

# Results of item_summary() and consensus() for a table in a database.
#' @exportS3Method ggplot2::autoplot
autoplot.accord_lazy <- function(object, ...) abort_lazy("A plot", whole = inherits(object, "accord_lazy_labels"))

#' @export
plot.accord_lazy <- function(x, ...) autoplot.accord_lazy(x)
