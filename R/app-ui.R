# The page of the app. Every choice sends one event: `set`, a list of `what` was chosen, a `key` such as a column or a
# question, and the `value`; inst/app/app.js does that for elements with the attribute data-set.

app_page <- function(words) {
  tags <- shiny::tags
  folder <- system.file("app", package = "accord")
  inline <- function(file) shiny::HTML(paste(readLines(file.path(folder, file), encoding = "UTF-8"), collapse = "\n"))
  bslib::page_fluid(
    title = words$title, theme = bslib::bs_theme(version = 5), lang = "en",
    tags$head(tags$style(inline("app.css"))),
    tags$a(class = "skip", href = "#results", words$skip),
    tags$header(
      tags$div(tags$h1(words$title), tags$p(words$tagline)),
      tags$button(id = "theme", type = "button", class = "quiet", words$theme)
    ),
    tags$div(id = "lost", role = "alert", hidden = NA, tags$p(words$lost), tags$button(
      id = "reload", type = "button", words$reload
    )),
    tags$main(
      tags$div(
        class = "steps",
        app_section("step-sheet", words$step_sheet, app_file_field(words)),
        tags$a(class = "to-results", href = "#results", words$to_results),
        shiny::uiOutput("columns"), shiny::uiOutput("scale")
      ),
      tags$div(class = "about", shiny::uiOutput("about_now")),
      tags$div(
        id = "results", class = "results", tabindex = "-1",
        tags$div(id = "progress", role = "status", `aria-live` = "polite", shiny::uiOutput("progress_now")),
        shiny::uiOutput("results_now")
      )
    ),
    tags$script(inline("app.js"))
  )
}

app_section <- function(id, heading, ..., level = shiny::tags$h2) {
  named <- paste0(id, "-h")
  shiny::tags$section(id = id, tabindex = "-1", `aria-labelledby` = named, level(id = named, heading), ...)
}

app_file_field <- function(words) {
  tags <- shiny::tags
  shiny::tagList(
    shiny::fileInput(
      "file", shiny::tagList(words$file, tags$span(class = "help", id = "file-help", words$file_help)),
      multiple = TRUE, buttonLabel = words$file_button, placeholder = words$file_none, width = "100%"
    ),
    shiny::uiOutput("file_error"),
    tags$details(
      tags$summary(words$paste),
      tags$textarea(id = "paste", `aria-label` = words$paste, rows = 6, spellcheck = "false"),
      tags$button(id = "use-cells", type = "button", `data-name` = words$paste_name, words$paste_button)
    ),
    tags$button(
      type = "button", class = "quiet", `data-set` = "example", `data-name` = words$example_name, words$example
    ),
    tags$p(class = "help", id = "private", `data-own` = words$private_own, words$private)
  )
}

# A sample of a sheet stands in place of results.
app_empty <- function(words) {
  tags <- shiny::tags
  row <- function(cell, values) tags$tr(lapply(strsplit(values, " *[|] *")[[1]], cell))
  tags$div(
    class = "empty", tags$p(words$empty), tags$p(words$empty_sample),
    tags$table(
      class = "sample", tags$thead(row(function(text) tags$th(scope = "col", text), words$sample_head)),
      tags$tbody(lapply(unname(words[paste0("sample_", 1:3)]), row, cell = tags$td))
    )
  )
}

# A native menu: keyboards, screen readers and phones know it. Help stands between the label and the field.
app_menu <- function(what, label, choices, selected, key = "", hidden = FALSE, place = "set", help = NULL) {
  tags <- shiny::tags
  id <- paste(c(place, what, if (key != "") key), collapse = "-")
  options <- Map(function(value, text) {
    tags$option(value = value, selected = if (identical(value, selected)) NA, text)
  }, unname(choices), names(choices))
  menu <- tags$select(id = id, `data-set` = what, `data-key` = key, unname(options))
  if (hidden) return(shiny::tagAppendAttributes(menu, `aria-label` = label))
  if (!is.null(help)) menu <- shiny::tagAppendAttributes(menu, `aria-describedby` = paste0(id, "-help"))
  tags$div(class = "field", tags$label(`for` = id, label), app_help(id, help), menu)
}

app_help <- function(id, help) if (!is.null(help)) shiny::tags$span(class = "help", id = paste0(id, "-help"), help)

# Ways of which one is chosen, each with its whole text, which a menu would cut.
app_radios <- function(what, label, choices, selected) {
  tags <- shiny::tags
  buttons <- Map(function(value, text) {
    tags$label(tags$input(
      type = "radio", name = what, id = paste("set", what, value, sep = "-"), value = value, `data-set` = what,
      checked = if (identical(value, selected)) NA
    ), tags$span(text))
  }, unname(choices), names(choices))
  tags$fieldset(class = "boxes", tags$legend(label), unname(buttons))
}

app_text <- function(what, label, value, help = NULL, rows = NULL, key = "") {
  tags <- shiny::tags
  id <- paste(c("set", what, if (key != "") key), collapse = "-")
  about <- list(id = id, `data-set` = what, `data-key` = key, spellcheck = "false", autocomplete = "off")
  if (!is.null(help)) about$`aria-describedby` <- paste0(id, "-help")
  input <- if (is.null(rows)) {
    do.call(tags$input, c(about, list(type = "text", value = value)))
  } else {
    do.call(tags$textarea, c(about, list(rows = rows, value)))
  }
  tags$div(
    class = "field", tags$label(`for` = id, label), app_help(id, help), input
  )
}

app_choices <- function(words, what, values) {
  rlang::set_names(values, vapply(values, function(one) words[[paste0(what, "_", one)]], ""))
}

# A name that may go on in the next line after the signs that join its words.
app_breakable <- function(name) {
  parts <- regmatches(name, gregexpr("[^_./-]+[_./-]*|^[_./-]+", name))[[1]]
  shiny::HTML(paste(vapply(parts, escape_html, ""), collapse = "<wbr>"))
}

# The columns of the sheet, each with its role. `args`: the arguments of read_sheet() so far; `problem`: a list of the
# field and the sentence beside it; `unused`: the columns that were not used when the sheet was read.
app_columns <- function(source, args, choices, words, problem = NULL, unused = NULL) {
  tags <- shiny::tags
  columns <- source$columns
  shown <- utils::head(seq_len(nrow(columns)), 200)
  roles <- app_roles(args, columns$name)
  of_roles <- rlang::set_names(c("", APP_ROLES), c(words$role_, unlist(words[paste0("role_", APP_ROLES)])))
  by_name <- app_named(args, columns$name) & !columns$name %in% unused
  beside <- function(field) if (identical(problem$field, field)) problem$html
  # Names are shown as the columns have them.
  built <- c(columns$name[by_name], grep("._.", columns$name, value = TRUE), "tone_anna")[1]
  template <- if (any(by_name) && rlang::is_string(args$names)) args$names else "{question}_{rater}"
  words$names_help <- sprintf(words$names_help, if (any(by_name)) built else "tone_anna", template)
  words$raters_names <- sprintf(words$raters_names, built)
  field <- function(name, ...) {
    list(app_text(name, words[[name]], app_field_text(args[[name]]), words[[paste0(name, "_help")]]), beside(name))
  }
  row <- function(column, role) {
    tags$tr(
      tags$th(scope = "row", app_breakable(column$name)),
      tags$td(tags$span(column$words), tags$span(class = "example", column$example)), tags$td(role)
    )
  }
  rows <- lapply(shown, function(j) {
    if (by_name[j]) names(of_roles)[1] <- words$role_template
    menu <- app_menu("role", paste(columns$name[j], words$use_as), of_roles, roles[j], key = j, hidden = TRUE)
    row(columns[j, ], menu)
  })
  # Columns that only other files have are never used.
  rows <- c(rows, lapply(seq_len(NROW(source$elsewhere)), function(j) row(source$elsewhere[j, ], words$role_)))
  several <- length(source$calls) > 1
  # Templates that are used are shown at once.
  in_names <- !is.null(args$names) || app_raters_in(args, columns$name) == "names"
  templates <- c(if (in_names) "names", if (!is.null(args$boxes)) "boxes")
  open <- isTRUE(problem$field %in% setdiff(APP_FIELDS, templates)) || !is.null(source$header)
  app_section("step-columns", words$step_columns,
    tags$ul(class = "heading", lapply(source$heading, tags$li)),
    if (several) {
      app_radios(
        "proposal", words$proposals,
        rlang::set_names(as.character(seq_along(source$calls)), vapply(source$calls, app_call_words, "")),
        as.character(choices$proposal %||% 1)
      )
    },
    tags$p(class = "help", words$columns_help),
    beside("columns"),
    app_menu(
      "raters", words$raters, app_choices(words, "raters", c("column", "columns", "names", "file", "sheet")),
      app_raters_in(args, columns$name)
    ),
    beside("raters"),
    lapply(templates, field),
    tags$div(
      class = "columns", id = "columns-table", role = "region", tabindex = "0", `aria-labelledby` = "step-columns-h",
      tags$table(
        tags$thead(tags$tr(lapply(words[c("column", "holds", "use_as")], function(text) tags$th(scope = "col", text)))),
        tags$tbody(rows)
      )
    ),
    if (nrow(columns) > length(shown)) tags$p(class = "help", words$columns_more),
    tags$details(
      open = if (open) NA, tags$summary(id = "more-cells", words$more),
      if (is.null(source$frame) && is.null(source$reader)) {
        app_menu("header", words$header, rlang::set_names(
          c("", "0", "1", "2", "3", "1:2", "1:3"),
          c(words$header_auto, words$header_0, paste(words$header_row, 1:3), paste(words$header_rows, c("1-2", "1-3")))
        ), source$header %||% "")
      },
      beside("header"), lapply(setdiff(c("names", "boxes"), templates), field), field("na"), field("separator"),
      app_menu(
        "decimal", words$decimal, rlang::set_names(c("", ".", ","), c(words$auto, ".", ",")), args$decimal %||% ""
      ),
      beside("decimal"),
      app_menu(
        "fill", words$fill, c(rlang::set_names("", words$auto), app_choices(words, "fill", c("yes", "no"))),
        app_field_text(args$fill)
      ),
      beside("fill"), field("drop")
    )
  )
}

# Returns the arguments of a call of read_sheet() in words, such as "item: id; rater: coder".
app_call_words <- function(call) {
  args <- as.list(str2lang(call))[-(1:2)]
  word <- function(expr) if (is.symbol(expr)) as.character(expr) else deparse1(expr)
  said <- vapply(args, function(arg) {
    toString(vapply(if (rlang::is_call(arg, "c")) as.list(arg)[-1] else list(arg), word, ""))
  }, "")
  paste0(names(args), ": ", said, collapse = "; ")
}

# Level, weights and order by question, and what is measured. `problems`: html by question, "" for all; `used`: the
# levels that the ratings have now, and the weights that are usual for them; see app_scales(). `source`:
# what was looked at, see app_look().
app_scale_fields <- function(questions, choices, words, problems = list(), used = NULL, source = NULL) {
  tags <- shiny::tags
  names <- choices$question %||% utils::head(questions$question, 40)
  levels <- app_choices(words, "level", c("", APP_LEVELS))
  weights <- app_choices(words, "weights", c("", APP_WEIGHTS))
  numbers <- questions$kind[match(names, questions$question)] == "numbers"
  chosen <- unique(vapply(names[numbers], function(name) choices$level[[name]] %||% "", ""))
  all_numbers <- app_menu(
    "level_all", words$level_all, rlang::set_names(levels, c(words$level_each, names(levels)[-1])),
    if (length(chosen) == 1) chosen else ""
  )
  # The first question of labels says how an order is given.
  ordered <- questions$kind == "labels" & lengths(questions$labels) > 2
  ask <- seq_along(ordered) == match(TRUE, ordered, nomatch = 0)
  of_question <- function(name) {
    j <- match(name, questions$question)
    level <- choices$level[[name]] %||% ""
    numbers <- questions$kind[j] == "numbers"
    if (numbers) names(levels)[1] <- words$level_numbers
    own <- used$levels[name]
    if (level == "" && !is.null(own) && !is.na(own)) names(levels)[1] <- paste0(own, " (", words$level_, ")")
    order <- choices$order[[name]] %||% questions$labels[[j]]
    label <- if (name == APP_TABLE) words$table else name
    if (questions$kind[j] == "sets") {
      distances <- app_choices(words, "distance", c("", APP_DISTANCES))
      menu <- app_menu(
        "distance", label, distances, choices$distance[[name]] %||% "", key = j, help = words$distance_help
      )
      return(tags$div(class = "question", menu, problems[[name]]))
    }
    tags$div(
      class = "question", app_menu("level", label, levels, level, key = j, help = if (ask[j]) words$level_help),
      problems[[name]],
      if (level == "ordinal" && !numbers) {
        list(
          app_text("order", words$order, paste(order, collapse = "\n"), rows = min(length(order) + 1, 8), key = j),
          # An order that is right as it stands is no change of the field.
          if (is.null(choices$order[[name]])) {
            tags$button(
              type = "button", `data-set` = "order", `data-key` = j, `data-from` = paste0("set-order-", j),
              words$order_use
            )
          }
        )
      }
    )
  }
  # Kappas of labels without an order have no weights.
  weighted <- function(name) {
    j <- match(name, questions$question)
    if ((choices$level[[name]] %||% "") %in% c("", "nominal") || questions$kind[j] == "sets") return(NULL)
    usual <- used$usual[name]
    if (!is.null(usual) && !is.na(usual)) names(weights)[1] <- sprintf(words$weights_usual, usual)
    label <- paste0(words$weights, if (length(names) > 1) paste0(": ", name))
    app_menu("weights", label, weights, choices$weights[[name]] %||% "", key = j)
  }
  all <- rlang::set_names(c("", questions$question), c(words$all_questions, questions$question))
  registry <- REGISTRY[REGISTRY$joins != "own_verb" & REGISTRY$id != "gwet_ac2", ]
  sides <- app_sides(source, choices)
  app_section("step-scale", words$step_scale,
    if (length(questions$question) > 1) app_menu("question", words$question, all, choices$question %||% ""),
    problems[["."]],
    if (identical(questions$question, APP_TABLE)) list(
      app_text("side_rows", words$side_rows, sides[1]),
      app_text("side_columns", words$side_columns, sides[2], words$side_help)
    ),
    tags$fieldset(tags$legend(words$level), if (sum(numbers) > 1) all_numbers, lapply(names, of_question)),
    app_measure_fields(registry, choices, words, app_intervals_of(source), lapply(names, weighted))
  )
}

# `intervals`: the names of those that can be chosen, see app_intervals_of(); `weights`: menus.
app_measure_fields <- function(registry, choices, words, intervals, weights = NULL) {
  tags <- shiny::tags
  boxes <- Map(function(id, label) {
    tags$label(tags$input(
      type = "checkbox", id = paste0("coefficient-", id), `data-set` = "coefficient", `data-key` = id,
      checked = if (id %in% choices$coefficients) NA
    ), label)
  }, registry$id, registry$label)
  tags$details(
    open = if (length(unlist(choices[c("coefficients", "ci", "weights")]))) NA,
    tags$summary(id = "more-scale", words$scale_more), weights,
    app_menu("ci", words$ci, app_choices(words, "ci", intervals), choices$ci %||% "items"),
    if (length(boxes)) tags$fieldset(
      class = "boxes", tags$legend(words$coefficients), tags$p(class = "help", words$coefficients_help), unname(boxes)
    )
  )
}
