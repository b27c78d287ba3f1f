# A session of the app. `state` has what was looked at (`source`), what was chosen (`choices`), the result of each step
# (`views`, each with the code that gave it, its `key`), and what is being done (`busy`).

app_server <- function(data, frame, words) {
  function(input, output, session) {
    folder <- tempfile("accord-app-")
    dir.create(folder)
    worker <- app_worker(folder)
    session$onSessionEnded(function() {
      close_worker(worker)
      unlink(folder, recursive = TRUE)
    })
    session$allowReconnect("force")
    state <- shiny::reactiveValues(
      source = NULL, choices = list(), views = list(), problem = NULL, wrong_sheet = NULL,
      wrong_scale = NULL, busy = NULL, waiting = NULL, halted = NULL,
      form = 0, scale = 0, save = NULL, save_problem = NULL
    )
    app_events(state, worker, input, session, words)
    app_outputs(state, output, words)
    for (kind in c("docx", "html", "csv", "script")) output[[paste0("get_", kind)]] <- app_download(kind, state, folder)
    # The links are hidden, and work nevertheless.
    for (kind in c("docx", "html", "csv", "script")) {
      shiny::outputOptions(output, paste0("get_", kind), suspendWhenHidden = FALSE)
    }
    if (!is.null(frame)) {
      shiny::isolate({
        state$given <- list(frame, data)
        state$lost <- TRUE
        state$loading <- list(frame = frame)
        state$waiting <- list(look_job(state$loading))
      })
    }
  }
}

look_job <- function(args) list(what = "app_look", args = args, name = "look", files = args$files)

# Returns the next job: one that waits, the first step whose code is not that of its result, or a file to save.
app_next <- function(state) {
  # A new process lacks what the one before it had.
  if (isTRUE(state$lost) && is.null(state$halted)) {
    return(list(what = "app_begin", name = "begin", args = list(state$given, state$source$before)))
  }
  if (length(state$waiting)) {
    return(state$waiting[[1]])
  }
  if (is.null(state$source) || !is.null(state$halted)) {
    return(NULL)
  }
  steps <- app_current(state)
  for (name in names(steps)) {
    view <- state$views[[name]]
    if (!identical(view$key, steps[[name]]$key)) {
      wide <- app_is_wide(app_source(state), state$choices)
      return(c(list(what = "app_run", name = name, args = list(steps[[name]]$code, name, wide)), steps[[name]]["key"]))
    }
    # All that follows would meet the same fault.
    if (!is.null(view$error) && name %in% c("sheet", "ratings", "agreed")) {
      return(NULL)
    }
  }
  if (length(state$save)) {
    code <- app_saving(state$save[1], app_is_wide(app_source(state), state$choices))
    return(list(what = "app_save", args = list(code), name = state$save[1], key = "save"))
  }
}

# The steps with their code and their key, the code of all on which they depend. The questions are those of the sheet as
# it is read now.
app_current <- function(state) {
  source <- app_source(state)
  steps <- app_steps(source, state$choices)
  code <- mapply(app_code, names(steps), steps)
  on <- function(name) unique(c(intersect(c("sheet", "export", "ratings"), names(steps)), name))
  Map(function(name, code_of) {
    before <- if (name %in% c("sheet", "export")) name else on(name)
    list(code = code_of, key = paste(c(state$number, code[before]), collapse = "\n"))
  }, names(steps), code)
}

app_source <- function(state) {
  source <- state$source
  source$questions <- app_asked(state)$question
  known <- c("usual", "kappas", "scores", "measured", "groups", "many")
  source[known] <- state$views$ratings$view[known]
  source$n_raters <- state$views$agreed$view$n_raters
  source$items <- state$views$items$view[c("by", "most")]
  source
}

# The questions, see app_questions().
app_asked <- function(state) state$source$table %||% state$views$sheet$view$questions

app_events <- function(state, worker, input, session, words) {
  load <- function(args, choices = list()) {
    stop_job(worker)
    state$number <- (state$number %||% 0) + 1
    state$source <- state$problem <- state$halted <- state$save <- state$save_problem <- NULL
    state$views <- list()
    state$choices <- choices
    state$wrong_sheet <- state$wrong_scale <- NULL
    state$waiting <- list(look_job(args))
    state$loading <- args
  }
  shiny::observeEvent(input$file, load(list(files = app_own_files(input$file, worker$folder))))
  shiny::observeEvent(input$cells, {
    lines <- strsplit(input$cells, "\r?\n")[[1]]
    lines <- lines[nzchar(trimws(lines))]
    if (length(lines) < 2 || nchar(input$cells) > 5e6) {
      rule <- if (length(lines) < 2) words$no_cells else words$too_long
      state$problem <- list(cnd = list(rule = rule))
    } else {
      file <- if (any(grepl("\t", lines, fixed = TRUE))) "pasted.tsv" else "pasted.csv"
      writeLines(lines, file.path(worker$folder, file), useBytes = TRUE)
      load(list(files = file, pasted = lines))
    }
  })
  shiny::observeEvent(input$set, {
    event <- input$set
    state$halted <- NULL
    state$save_problem <- NULL
    if (event$what == "example") {
      file.copy(system.file("extdata", "codebook", "articles.csv", package = "accord"), worker$folder)
      load(list(files = "articles.csv"), APP_EXAMPLE)
    } else if (event$what == "header") {
      kept <- state$source[c("files", "frame", "pasted")]
      load(c(Filter(Negate(is.null), kept), if (event$value != "") list(header = event$value)))
    } else if (event$what == "stop") {
      state$halted <- "stopped"
      state$waiting <- state$save <- NULL
      stop_job(worker)
    } else if (event$what == "again" && is.null(state$source)) {
      load(state$loading)
    } else if (event$what == "apply") {
      advice <- state$views$sheet$error$apply
      state$source$advice[names(app_advice(advice))] <- app_advice(advice)
      state$choices[names(app_advice(advice))] <- NULL
      state$form <- state$form + 1
    } else if (event$what == "save") {
      if (event$key == "script") session$sendCustomMessage("accord-save", "script")
      if (event$key %in% c("docx", "html", "csv")) state$save <- unique(c(state$save, event$key))
    } else if (!is.null(state$source)) {
      state$choices <- app_chosen(state$choices, event, state$source, app_asked(state))
      if (event$what %in% c("raters", "proposal")) state$form <- state$form + 1
      redrawn <- c("question", "level", "level_all", "distance", "weights", "order", "ordered")
      if (event$what %in% redrawn) state$scale <- state$scale + 1
      session$sendCustomMessage("accord-keep", list(files = state$source$files, choices = state$choices))
    }
  }, ignoreInit = TRUE)

  # Work begins and ends here: now and then it is asked how far it is.
  shiny::observe({
    done <- shiny::isolate(finished_job(worker))
    if (!is.null(done)) shiny::isolate(app_finished(state, done, input$kept, session))
    job <- app_next(state)
    running <- worker$job
    if (!is.null(running) && !is.null(running$key) && !app_still_wanted(running, state)) stop_job(worker)
    begun <- !is.null(job) && begin_job(worker, job)
    if (begun && job$name == "look") state$waiting <- NULL
    # From now on the object of this step is no longer the one that is shown, even if the work is stopped.
    if (begun && !is.null(state$views[[job$name]])) state$views[[job$name]]["key"] <- list(NULL)
    busy <- worker$job
    state$busy <- if (!is.null(busy)) list(name = busy$name, since = busy$since)
    if (!is.null(job) || !is.null(busy)) shiny::invalidateLater(150)
  })
}

app_still_wanted <- function(job, state) {
  if (job$key == "save") return(job$name %in% state$save)
  if (is.null(state$source)) return(FALSE)
  identical(app_current(state)[[job$name]]$key, job$key)
}

# Files of the session, under the names that they have on the computer of the user.
app_own_files <- function(files, folder) {
  name <- make.unique(gsub("[/\\\\[:cntrl:]]", "_", basename(files$name)))
  file.copy(files$datapath, file.path(folder, name), overwrite = TRUE)
  unlink(files$datapath)
  name
}

app_finished <- function(state, job, kept, session) {
  result <- job$result
  if (isTRUE(job$ended)) {
    # The new process knows nothing of what the one before it made.
    state$views <- list()
    state$number <- (state$number %||% 0) + 1
    state$lost <- TRUE
    # A process that was idle, or was to stop, is replaced without a word, and what is asked for meanwhile is done by
    # its successor. What ended by itself would end again.
    if (is.null(job$name) || isTRUE(job$stopped)) return(invisible())
    if (is.null(state$halted) && length(state$waiting) == 0) state$halted <- "ended"
    state$save <- NULL
    return(invisible())
  }
  # A signal to stop may reach the job after the one that it was for: then it is done again, unless the user stopped it.
  if (isTRUE(result$error$stopped)) {
    again <- job$name == "look" && is.null(state$halted) && length(state$waiting) == 0
    if (again) state$waiting <- list(look_job(state$loading))
    return(invisible())
  }
  if (job$name == "begin") {
    state$lost <- FALSE
    if (!is.null(result$error)) {
      state$problem <- list(cnd = result$error)
      state$source <- NULL
    }
  } else if (job$name == "look") {
    state$scale <- state$scale + 1
    if (!is.null(result$error)) {
      state$problem <- list(cnd = result$error)
    } else if (length(state$waiting) == 0) {
      state$source <- result
      # After a lost connection the choices for the same files hold.
      if (identical(unlist(kept$files), result$files)) state$choices <- app_kept(kept$choices)
      state$form <- state$form + 1
    }
  } else if (job$name %in% c("docx", "html", "csv")) {
    if (!is.null(result$error)) state$save_problem <- result$error
    if (is.null(result$error)) session$sendCustomMessage("accord-save", job$name)
    others <- setdiff(state$save, job$name)
    state$save <- if (length(others)) others
  } else if (!is.null(job$key) && app_still_wanted(job, state)) {
    before <- state$views$sheet$view$questions
    unnamed <- app_unnamed(state)
    levels <- state$views$ratings$view$levels
    state$views[[job$name]] <- c(list(key = job$key), result)
    # A file is not saved later, unasked, once a fault is mended.
    if (!is.null(result$error) && job$name %in% c("sheet", "ratings", "agreed")) state$save <- NULL
    # Forms are written anew only if these change.
    if (job$name == "sheet") state$wrong_sheet <- result$error
    if (job$name == "agreed" || job$name == "ratings" && !is.null(result$error)) state$wrong_scale <- result$error
    if (job$name == "sheet" && !identical(unnamed, app_unnamed(state))) state$form <- state$form + 1
    if (job$name == "sheet" && !identical(before, result$view$questions)) state$scale <- state$scale + 1
    if (job$name == "ratings" && !identical(levels, result$view$levels)) state$scale <- state$scale + 1
    if (job$name == "sheet") state$views <- state$views[c("sheet", setdiff(names(state$views), "sheet"))]
  }
}

# The columns whose names fit a template, but that were not used when the sheet was read.
app_unnamed <- function(state) {
  call <- app_read_call(app_source(state), state$choices)
  columns <- state$source$columns$name
  intersect(columns[app_named(as.list(call)[-(1:2)], columns)], state$views$sheet$view$unused)
}

# The choices after an event. What is no choice of the page is left out.
app_chosen <- function(choices, event, source, asked) {
  value <- event$value
  questions <- asked$question
  if (event$what %in% c("side_rows", "side_columns")) {
    choices[[event$what]] <- trimws(value)
  } else if (event$what %in% c(APP_FIELDS, "raters", "ci")) {
    choices[[event$what]] <- value
  } else if (event$what == "proposal") {
    choices <- list(proposal = as.integer(value))
  } else if (event$what == "role") {
    choices$roles[[source$columns$name[as.integer(event$key)]]] <- if (value %in% APP_ROLES) value else ""
  } else if (event$what == "question") {
    choices$question <- if (value %in% questions) value
  } else if (event$what %in% c("level", "weights", "distance")) {
    question <- questions[as.integer(event$key)]
    choices[[event$what]][[question]] <- if (value %in% c(APP_LEVELS, APP_WEIGHTS, APP_DISTANCES)) value
    if (event$what == "level") choices$order[[question]] <- NULL
  } else if (event$what == "level_all") {
    numbers <- intersect(choices$question %||% questions, questions[asked$kind == "numbers"])
    choices$level[numbers] <- if (value %in% APP_LEVELS) value
  } else if (event$what == "ordered") {
    j <- as.integer(event$key)
    choices$level[[questions[j]]] <- "ordinal"
    choices$order[[questions[j]]] <- app_order_seen(asked$labels[[j]])
  } else if (event$what == "order") {
    labels <- trimws(strsplit(value, "\n", fixed = TRUE)[[1]])
    choices$order[[questions[as.integer(event$key)]]] <- labels[labels != ""]
  } else if (event$what == "coefficient" && event$key %in% REGISTRY$id) {
    known <- setdiff(choices$coefficients, event$key)
    choices$coefficients <- if (isTRUE(value)) c(known, event$key) else if (length(known)) known
  }
  choices
}

# Choices that the browser kept, if they have the form of choices.
app_kept <- function(choices) {
  is_text <- function(x) length(x) > 0 && all(vapply(x, function(one) is.character(one) || is.numeric(one), NA))
  flat <- choices[intersect(names(choices), c(APP_FIELDS, "proposal", "raters", "question", "ci", "side_rows",
    "side_columns"))]
  flat <- Filter(function(x) length(x) == 1 && is_text(x), flat)
  nested <- choices[intersect(names(choices), c("roles", "level", "weights", "distance"))]
  nested <- lapply(Filter(is_text, nested), as.list)
  order <- lapply(Filter(is_text, choices$order), unlist)
  coefficients <- intersect(unlist(choices$coefficients), REGISTRY$id)
  c(flat, nested, if (length(order)) list(order = order), if (length(coefficients)) list(coefficients = coefficients))
}
