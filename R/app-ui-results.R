# The results on the page of the app, and conditions as html.

# A condition as html: its sentences, and a button where one change mends it.
app_condition <- function(cnd, words, class = "problem") {
  tags <- shiny::tags
  if (isTRUE(cnd$stopped)) return(NULL)
  code <- function(text) {
    # Names in backticks within code cannot be told from its end.
    if (grepl("(c\\(|, )`", text)) return(gsub("`", "", text, fixed = TRUE))
    parts <- strsplit(paste0(text, " "), "`", fixed = TRUE)[[1]]
    lapply(seq_along(parts), function(k) if (k %% 2 == 0) tags$code(parts[k]) else parts[k])
  }
  # Advice on arguments is said in terms of the menus.
  own <- function(part) words[[paste0(part, "_", cnd$what %||% "")]]
  cnd$rule <- own("rule") %||% cnd$rule
  cnd$advice <- own("advice") %||% cnd$advice
  tags$div(
    class = class, role = if (class == "problem") "alert",
    tags$p(tags$strong(code(cnd$rule))), lapply(cnd$found, function(text) tags$p(code(text))),
    if (length(cnd$advice)) tags$ul(lapply(cnd$advice, function(text) tags$li(code(text)))),
    if (!is.null(cnd$apply)) {
      tags$button(type = "button", `data-set` = "apply", words$apply, ": ", tags$code(cnd$apply))
    },
    if (isTRUE(cnd$bug)) tags$p(words$bug)
  )
}

app_told <- function(told, words) {
  if (length(told) == 0) return(NULL)
  shiny::tags$div(class = "told", shiny::tags$h4(words$told), lapply(told, app_condition, words, class = "note"))
}

app_lines <- function(lines) if (length(lines)) shiny::tags$pre(tabindex = "0", paste(lines, collapse = "\n"))

# The lines of a print as a list: what a line is about, if it is short, comes before a colon.
app_facts <- function(lines) {
  tags <- shiny::tags
  if (length(lines) == 0) return(NULL)
  form <- "^([^:]{1,24}): +(.*)$"
  facts <- lapply(trimws(lines[-1]), function(line) {
    if (!grepl(form, line)) return(tags$li(line))
    tags$li(tags$strong(sub(form, "\\1:", line)), sub(form, "\\2", line))
  })
  list(tags$p(lines[1]), if (length(facts)) tags$ul(class = "facts", facts))
}

# A section for the result of a step: its error, or what is to be seen of it, and what was told.
app_step_section <- function(views, stale, words, step, heading, ..., help = NULL) {
  tags <- shiny::tags
  view <- views[[step]]
  if (is.null(view)) return(NULL)
  body <- if (!is.null(view$error)) app_condition(view$error, words) else list(...)
  shown <- app_section(paste0("result-", step), heading, if (!is.null(help)) tags$p(class = "help", help), body,
    app_told(view$told, words),
    level = tags$h3
  )
  if (step %in% stale) shiny::tagAppendAttributes(shown, class = "stale") else shown
}

# Says what was read and compared, below the fields that say how.
app_about <- function(views, source, words, stale) {
  tags <- shiny::tags
  section <- function(...) app_step_section(views, stale, words, ...)
  lines <- function(step) app_facts(views[[step]]$view$lines)
  # A change that the lines name is not told twice.
  is_new <- function(told) length(told$found) == 0 || !all(told$found %in% trimws(views$sheet$view$lines))
  views$sheet$told <- Filter(is_new, views$sheet$told)
  problems <- views$sheet$view$problems
  list(
    section("sheet", words$sheet, lines("sheet"),
      if (length(problems)) list(tags$h4(words$problems), app_lines(problems))
    ),
    if (is.null(views$sheet) && length(source$pipe)) {
      heading <- if (source$pipe == "table") words$sheet else words$export
      app_section("result-export", heading, lapply(source$heading, tags$p), app_sample_table(source, words),
        level = tags$h3)
    },
    section("ratings", words$ratings, lines("ratings"))
  )
}

# The results: a section per step that has something to show.
app_results <- function(views, source, script, words, stale, blocked = NULL, hints = NULL) {
  tags <- shiny::tags
  section <- function(...) app_step_section(views, stale, words, ...)
  table <- function(step) {
    html <- views[[step]]$view$table
    if (identical(html, "")) return(tags$p(words$items_none))
    all <- views[[step]]$view$all
    list(
      if (!is.null(html)) app_table_html(html, step, words),
      if (!is.null(all)) {
        tags$details(
          tags$summary(id = paste0("all-", step), sprintf(words$show_all, big(views[[step]]$view$n))),
          app_table_html(all, step, words)
        )
      }
    )
  }
  agreed <- views$agreed$view
  # The first lines are those that know most.
  known <- setdiff(names(views), if (!"agreed" %in% stale) stale)
  first <- unlist(lapply(rev(c("agreed", "alpha", "items", "both")), function(step) {
    if (step %in% known) views[[step]]$view$first
  }))[1]
  failed <- any(vapply(views, function(view) isTRUE(view$error$bug), NA))
  pipe <- source$pipe %||% "ratings"
  of_raters <- if (identical(source$n_raters, 2L) || pipe == "table") words$raters_two else words$raters_help
  list(
    blocked,
    section("agreed", words$agreed, if (length(first)) shiny::HTML(first), hints, table("agreed"),
      if (!is.null(agreed$plot)) shiny::HTML(agreed$plot),
      if (!is.null(agreed$methods)) {
        tags$details(tags$summary(words$methods), tags$p(class = "methods", agreed$methods))
      }
    ),
    app_saves(!is.null(agreed), words),
    section("alpha", if (pipe == "chains") words$alpha_chains else words$alpha, table("alpha"),
      help = if (pipe == "chains") words$alpha_chains_help else words$alpha_help),
    section("scores", words$scores, table("scores"), help = words$scores_help),
    section("items", if (pipe == "chains") words$items_chains else words$items, table("items"),
      help = if (pipe == "spans") words$items_spans),
    if (pipe == "spans") {
      if (!is.null(views$raters$view$table)) section("raters", words$raters_spans, table("raters"))
    } else {
      section("raters", words$raters_view, table("raters"), help = of_raters)
    },
    section("again", words$again, table("again"), help = words$again_help),
    section("both", words$both, table("both"), help = words$both_help),
    if (!is.null(agreed) || failed) app_script_section(script, words)
  )
}

# A line that is too long for the page is moved sideways, since a text within it must not be broken.
app_script_section <- function(script, words) {
  tags <- shiny::tags
  lines <- unlist(strsplit(paste(script, collapse = "\n"), "\n", fixed = TRUE))
  app_section("result-script", words$script, tags$p(class = "help", words$script_help),
    tags$details(
      tags$summary(id = "show-script", words$script_show),
      tags$pre(id = "script", tabindex = "0", shiny::HTML(paste0(
        "<span class=\"line\">", escape_html(lines), "\n</span>", collapse = ""
      )))
    ),
    tags$button(id = "copy", type = "button", class = "quiet", `data-done` = words$copied, words$copy),
    level = tags$h3
  )
}

# A table of paper_table(), which is as wide as it needs, with its note below it, which is as wide as the page.
app_table_html <- function(html, step, words) {
  tags <- shiny::tags
  foot <- "(?s)\\s*<tfoot>.*?<td[^>]*>(.*?)</td>.*?</tfoot>"
  found <- regmatches(html, regexpr(foot, html, perl = TRUE))
  list(
    app_wide(shiny::HTML(sub(foot, "", html, perl = TRUE)), step, words),
    if (length(found)) tags$p(class = "table-note", shiny::HTML(sub(foot, "\\1", found, perl = TRUE)))
  )
}

# A table that may be wider than its place: app.js makes cards of its rows on a phone, and else says that it moves.
app_wide <- function(table, step, words) {
  tags <- shiny::tags
  list(
    tags$p(class = "moves", `aria-hidden` = "true", words$moves),
    tags$div(class = "wide", role = "region", tabindex = "0", `aria-labelledby` = paste0("result-", step, "-h"), table)
  )
}

# A few rows of an export: its `sample` is a list of a `head` and of `rows`, by column.
app_sample_table <- function(source, words) {
  tags <- shiny::tags
  sample <- source$sample
  if (is.null(sample)) return(NULL)
  rows <- lapply(seq_along(sample$rows[[1]]), function(i) {
    tags$tr(lapply(sample$rows, function(column) tags$td(style = "text-align:left;", column[i])))
  })
  list(
    if (source$pipe != "table") tags$p(class = "help", words$sample_rows),
    app_wide(tags$table(
      tags$thead(tags$tr(lapply(sample$head, function(text) tags$th(scope = "col", text)))), tags$tbody(rows)
    ), "export", words)
  )
}

app_saves <- function(ready, words) {
  tags <- shiny::tags
  kinds <- c("docx", "html", "csv", "script")
  buttons <- lapply(kinds, function(kind) {
    tags$button(type = "button", `data-set` = "save", `data-key` = kind, words[[paste0("download_", kind)]])
  })
  links <- lapply(kinds, function(kind) {
    shiny::downloadLink(paste0("get_", kind), "", class = "hidden-link", tabindex = "-1", `aria-hidden` = "true")
  })
  if (!ready) return(NULL)
  app_section("result-save", words$download, tags$p(class = "help", words$download_help),
    tags$div(class = "buttons", buttons), links,
    shiny::uiOutput("save_error"), level = tags$h3)
}
