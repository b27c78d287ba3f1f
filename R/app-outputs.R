# A session of the app shows forms with errors beside their fields, progress, results, and files to download.

# The field beside which each error of read_sheet() is shown.
APP_FIELD_OF <- c(
  missing_code = "na", separator = "separator", divided_option = "separator", options = "separator",
  template = "names", boxes = "boxes", header = "header", header_row = "header", decimal_comma = "decimal",
  thousands = "decimal", blank_id = "fill", total = "drop", golden = "drop"
)

app_outputs <- function(state, output, words) {
  beside <- function(error) {
    if (is.null(error)) return(NULL)
    field <- APP_FIELD_OF[error$what]
    if (is.na(field) && isTRUE(error$argument %in% APP_FIELDS)) field <- error$argument
    list(field = if (is.na(field)) "columns" else unname(field), html = app_condition(error, words))
  }
  output$file_error <- shiny::renderUI({
    if (!is.null(state$problem)) app_condition(state$problem$cnd, words)
  })
  output$columns <- shiny::renderUI({
    state$form
    source <- state$source
    wrong <- state$wrong_sheet
    if (is.null(source) || !is.null(source$pipe)) return(NULL)
    choices <- shiny::isolate(state$choices)
    call <- app_read_call(source, choices)
    problem <- beside(wrong) %||% (if (is.null(call)) {
      list(field = "columns", html = app_condition(list(rule = source$why), words))
    })
    unused <- shiny::isolate(state$views$sheet$view$unused)
    app_columns(source, as.list(call)[-(1:2)], choices, words, problem, unused)
  })
  output$scale <- shiny::renderUI({
    state$scale
    error <- state$wrong_scale
    questions <- shiny::isolate(app_asked(state))
    if (!is.null(state$source$pipe) && is.null(questions)) {
      intervals <- app_intervals_of(state$source)
      fields <- app_measure_fields(REGISTRY[0, ], shiny::isolate(state$choices), words, intervals)
      return(app_section("step-scale", words$step_scale, if (!is.null(error)) app_condition(error, words), fields))
    }
    if (is.null(questions)) return(NULL)
    problems <- list()
    if (!is.null(error)) {
      place <- error$question %||% "."
      if (!any(place %in% questions$question)) place <- if (length(questions$question) == 1) questions$question else "."
      problems[[place[1]]] <- app_condition(error, words)
    }
    used <- shiny::isolate(state$views$ratings$view)
    choices <- shiny::isolate(state$choices)
    app_scale_fields(questions, choices, words, problems, used, state$source)
  })
  output$progress_now <- shiny::renderUI(app_progress(state, words))
  output$save_error <- shiny::renderUI(if (!is.null(state$save_problem)) app_condition(state$save_problem, words))
  output$results_now <- shiny::renderUI({
    heading <- shiny::tags$h2(words$results)
    if (is.null(state$source)) return(list(heading, app_empty(words)))
    shown <- app_shown_views(state)
    blocked <- if (!is.null(shown$blocked)) app_blocked(state, shown$blocked, words)
    source <- app_source(state)
    noun <- app_noun(source, state$choices)
    list(heading, app_results(
      views_in_own_word(shown$views, noun), source, app_script(source, state$choices), lapply(words, in_own_word, noun),
      shown$stale, blocked, app_order_hints(app_asked(state), state, words)
    ))
  })
  output$about_now <- shiny::renderUI({
    if (is.null(state$source)) return(NULL)
    shown <- app_shown_views(state)
    source <- app_source(state)
    app_about(views_in_own_word(shown$views, app_noun(source, state$choices)), source, words, shown$stale)
  })
}

# The `views` that are shown, those of them that are `stale`, and the section in which something must be chosen first.
app_shown_views <- function(state) {
  views <- state$views
  steps <- app_current(state)
  stale <- Filter(function(name) !identical(views[[name]]$key, steps[[name]]$key), names(views))
  # Errors in reading stand beside the fields, those in measuring beside the level.
  failed <- names(Filter(function(view) !is.null(view$error), views[c("sheet", "ratings", "agreed")]))
  hidden <- c(failed, if (length(failed)) c("both", "raters", "items", "scores", "again", "ratings"))
  # Nobody asked for these, so that data without them need no word.
  hidden <- c(hidden, names(Filter(function(view) !is.null(view$error), views[c("scores", "again")])))
  if (any(failed %in% c("sheet", "ratings"))) hidden <- c(hidden, "agreed")
  # A result of other choices may have no step now.
  if (length(steps)) hidden <- c(hidden, setdiff(names(views), names(steps)))
  blocked <- if (length(steps) == 0 || "sheet" %in% failed) "#step-columns" else if (length(failed)) "#step-scale"
  list(views = views[setdiff(names(views), hidden)], stale = stale, blocked = blocked)
}

# Says what must be chosen before agreement can be measured. Levels can be chosen at once, beside the names of their
# questions.
app_blocked <- function(state, place, words) {
  tags <- shiny::tags
  asked <- app_asked(state)
  levels <- state$views$ratings$view$levels
  missing <- which(asked$question %in% names(levels)[is.na(levels)])
  if (place == "#step-columns" || length(missing) == 0) {
    where <- words[[if (place == "#step-columns") "blocked_columns" else "blocked_scale"]]
    return(tags$p(class = "empty", where, " ", tags$a(href = place, words$blocked_link)))
  }
  if (!is.null(state$choices$question)) missing <- which(asked$question == state$choices$question)
  choices <- app_choices(words, "level", c("", APP_LEVELS))
  names(choices)[1] <- words$level_numbers
  shown <- utils::head(missing, 12)
  names <- asked$question[shown]
  names[names == APP_TABLE] <- words$table
  tags$div(
    class = "asked", tags$p(tags$strong(sprintf(words$blocked_levels, in_a_list(names)))),
    tags$p(words$advice_level_needed),
    if (length(missing) > 1) {
      each <- rlang::set_names(choices, c(words$level_each, names(choices)[-1]))
      app_menu("level_all", words$level_all, each, "", place = "asked")
    },
    lapply(seq_along(shown), function(k) {
      app_menu("level", names[k], choices, "", key = shown[k], place = "asked")
    }),
    if (length(missing) > length(shown)) tags$a(href = place, words$blocked_link)
  )
}

# Says of labels without an order which one they seem to have. The order is chosen with one click, and never without it.
app_order_hints <- function(asked, state, words) {
  tags <- shiny::tags
  levels <- state$views$ratings$view$levels
  open <- vapply(asked$question, function(name) {
    (state$choices$level[[name]] %||% "") == "" && identical(unname(levels[name]), "nominal")
  }, NA)
  if (!is.null(state$choices$question)) open <- open & asked$question == state$choices$question
  hints <- lapply(utils::head(which(open & asked$kind == "labels"), 40), function(j) {
    order <- app_order_seen(asked$labels[[j]])
    if (is.null(order)) return(NULL)
    name <- if (asked$question[j] == APP_TABLE) words$table else asked$question[j]
    tags$div(
      class = "hint", tags$p(sprintf(words$order_hint, name, toString(order))),
      tags$button(
        type = "button", class = "quiet", `data-set` = "ordered", `data-key` = j,
        sprintf(words$order_take, paste(order, collapse = " < "))
      )
    )
  })
  Filter(Negate(is.null), hints)
}

# Shows the work that is being done, for how long, and the button to stop it; else that all is done, or was stopped.
app_progress <- function(state, words) {
  tags <- shiny::tags
  button <- function(what) tags$button(type = "button", class = "quiet", `data-set` = what, words[[what]])
  busy <- state$busy
  if (!is.null(busy) && !is.null(words[[paste0("doing_", busy$name)]])) {
    seconds <- as.integer(difftime(Sys.time(), busy$since, units = "secs"))
    if (seconds >= 1) shiny::invalidateLater(1000) else shiny::invalidateLater(1050)
    return(tags$div(class = "working", tags$span(class = "spinner", `aria-hidden` = "true"),
      tags$span(words[[paste0("doing_", busy$name)]]),
      if (seconds >= 2) tags$span(class = "seconds", `aria-hidden` = "true", paste(seconds, "s")), button("stop")
    ))
  }
  if (!is.null(state$halted)) return(tags$div(class = "halted", tags$span(words[[state$halted]]), button("again")))
  if (!is.null(state$views$agreed$view) && is.null(app_shown_views(state)$blocked)) {
    tags$div(class = "done", words$done)
  }
}

app_download <- function(kind, state, folder) {
  name <- if (kind == "script") "agreement.R" else paste0("agreement.", kind)
  shiny::downloadHandler(name, function(file) {
    if (kind == "script") {
      writeLines(shiny::isolate(app_script(app_source(state), state$choices)), file, useBytes = TRUE)
    } else {
      file.copy(file.path(folder, name), file, overwrite = TRUE)
    }
  })
}
