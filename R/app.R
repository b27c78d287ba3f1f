#' A page for people without code
#'
#' Opens a page in the browser: choose a sheet or the export of a tool, or paste cells of a spreadsheet; see how every
#' column is understood, or that it is not used, and correct it by menus; choose the level of measurement. The page
#' shows the table, the plot, raters, items to discuss, limits for other raters, and what was set aside and why, and
#' saves the table for Word, a report in HTML, a csv file, and the R script that gives the same result.
#'
#' @details
#' The page writes R code, runs it, and shows it: nothing is computed but by functions of this package, such as
#' [read_sheet()], [agreement()] and [report_agreement()], whose pages say what is done. [inspect_sheet()] proposes how
#' a sheet is read. Exports are recognised by their beginning and read by the reader of their tool (see [read_]), with
#' its defaults. A table whose rows and columns have the same names and hold counts, with or without totals, is a
#' confusion table of two raters, whose names can be typed. Spans are compared by [span_agreement()] and [span_alpha()],
#' chains by [chain_agreement()], [chain_alpha()] and [disagreements.accord_chains()].
#'
#' Where no weights are chosen, kappas of ordered ratings and of numbers have those that suit the level, as in
#' [report_agreement()]; percent agreement is that of equal ratings. Of two raters the page shows no limits for other
#' raters, which need three. If a column that tells the raters is called "coder", "nurse" or the like, the results say
#' so in place of "rater". Labels that seem to be ordered steps, such as I to IV or mild to severe, are compared as
#' labels without an order, and a button offers the order. If the only question is one of numbers, at the interval or
#' ratio level, there are intraclass correlations ([icc()]), and raters have the difference from the others; if a column
#' that tells the occasion is the group, each rater is also compared with their own ratings on the other occasions
#' ([intra_rater_agreement()]).
#'
#' Sentences of accord stand beside the field that they concern, with a button where one change mends it. Computations
#' run in an R process of their own, so that the page responds meanwhile and they can be stopped.
#'
#' @section Privacy:
#' The page is served by R on this computer, and reachable from it only. Files are copied to a temporary folder of the
#' session, and deleted when the page is closed. Nothing is fetched from elsewhere, and nothing is sent. The browser
#' keeps the choices, but no data, until the tab is closed: if the connection ends, the page connects again, sends the
#' file again, and goes on with the same choices.
#'
#' @section To serve it to others:
#' A file `app.R` with the line `accord::accord_app()` is an app for Shiny Server, Posit Connect, ShinyProxy or
#' `shiny::runApp()`; on a machine of your own `accord_app(host = "0.0.0.0", port = 8080)` is reachable from the
#' network. What is needed:
#' * the packages shiny, bslib and callr, and for all files and tables ggplot2, knitr, flextable, jsonlite, readxl and
#'   xml2;
#' * memory for an R process per open page: about 150 MB, and about ten times the size of the largest file; `max_size`
#'   limits the files;
#' * a proxy that passes on websockets, encrypts (https), asks for a password if data are confidential, and does not cut
#'   connections in which nothing happens for less than a minute; the page sends a sign of life every 20 seconds, so
#'   that it may stay open for hours.
#'
#' Each page has a folder and an R process of its own, which end with it: a second session never sees data of the first.
#' No text of a visitor is run as code. `accord_app(data)` shows the data frame to all visitors.
#'
#' @section Translation:
#' All texts of the page are in `system.file("app", "texts.csv", package = "accord")`, a column per language. Sentences
#' of errors and tables are in English.
#'
#' @section Errors:
#' `accord_error_missing_package` without shiny, bslib or callr, `accord_error_argument`.
#'
#' @param data A data frame to start with, if any; the script uses its name.
#' @param ... Options of [shiny::shinyApp()], such as `port` or `launch.browser`.
#' @param language The language of the page, a column of the file of texts.
#' @param max_size The largest file that can be chosen, in bytes.
#' @return An app of shiny, which runs when it is printed.
#' @seealso [read_sheet()], [agreement()], [report_agreement()]
#' @export
#' @examplesIf rlang::is_installed(c("shiny", "bslib", "callr"))
#' app <- accord_app()
#' # Printing it opens the page:
#' if (interactive()) app
accord_app <- function(data = NULL, ..., language = "en", max_size = 2e9) {
  frame <- NULL
  if (!is.null(data)) {
    check_data_frame(data)
    typed <- substitute(data)
    frame <- if (is.symbol(typed)) as.character(typed) else "data"
  }
  for (package in c("shiny", "bslib", "callr")) need_package(package, "for the app")
  words <- app_texts(language)
  check_number(max_size, "max_size", above = 0)
  shiny::shinyApp(
    app_page(words), app_server(data, frame, words),
    onStart = function() {
      old <- options(shiny.maxRequestSize = max_size)
      shiny::onStop(function() options(old))
    },
    options = list(...)
  )
}

# The texts of the page, named.
app_texts <- function(language) {
  texts <- utils::read.csv(system.file("app", "texts.csv", package = "accord"), encoding = "UTF-8", check.names = FALSE)
  check_choice(language, names(texts)[-1], "language")
  rlang::set_names(as.list(texts[[language]]), texts$key)
}
