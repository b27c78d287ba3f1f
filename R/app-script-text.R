# The script as text: the steps, the code that shows them, and the code that saves them.

# Whether the table has a row per question.
app_is_wide <- function(source, choices) is.null(choices$question) && length(source$questions) > 1

# The number of items to discuss that are shown, in all or of each of several questions.
APP_ITEMS <- 8L
APP_ITEMS_EACH <- 3L

# The code that shows the object of a step. `items`: see app_items(), NULL before these are known.
app_shown <- function(wide, items = NULL) {
  by <- items$by %||% (if (wide) "question")
  items <- if (length(by)) {
    columns <- paste0("items$", vapply(rlang::syms(by), deparse, "", backtick = TRUE), collapse = ", ")
    sprintf(
      "first <- ave(seq_along(items$item), %s, FUN = seq_along)\npaper_table(items[first <= %d, ])",
      columns, items$most %||% APP_ITEMS_EACH
    )
  } else {
    sprintf("paper_table(head(items, %d))", APP_ITEMS)
  }
  c(
    agreed = sprintf("paper_table(agreed%s)\nplot(agreed)", if (wide) ", wide = TRUE" else ""),
    alpha = "paper_table(alpha)", scores = "paper_table(scores)", raters = "paper_table(raters)", items = items,
    again = "paper_table(again)", both = "paper_table(both)"
  )
}

# The code that writes a file from the results.
app_saving <- function(kind, wide) {
  switch(kind,
    docx = sprintf(
      "flextable::save_as_docx(paper_table(agreed, \"docx\"%s), path = \"agreement.docx\")",
      if (wide) ", wide = TRUE" else ""
    ),
    html = "report_agreement(ratings, file = \"agreement.html\", overwrite = TRUE)",
    csv = "utils::write.csv(tidy(agreed), \"agreement.csv\", row.names = FALSE)"
  )
}

# The script, which gives the same results on its own.
app_script <- function(source, choices) {
  steps <- app_steps(source, choices)
  shown <- app_shown(app_is_wide(source, choices), source$items)
  own <- is.null(source$frame) && is.null(source$pasted) && is.null(source$table)
  body <- lapply(names(steps), function(name) {
    code <- c(app_code(name, steps[[name]]), shown[names(shown) == name])
    # A blank line follows the code that shows something.
    if (any(names(shown) == name)) c(code, "") else code
  })
  pasted <- if (!is.null(source$pasted)) call("writeLines", app_vector(source$pasted), source$files)
  lines <- c(
    sprintf("# Made by accord_app() of accord %s.", utils::packageVersion("accord")),
    if (!is.null(source$frame)) sprintf("# The data frame `%s` is the one that accord_app() was given.", source$frame),
    if (own) strwrap(paste("Run it in the folder of", toString(source$files)), 78, prefix = "# "),
    "library(accord)", "", if (!is.null(pasted)) app_text_of(pasted), source$before, unlist(body, use.names = FALSE)
  )
  if (utils::tail(lines, 1) == "") utils::head(lines, -1) else lines
}
