# The R process of a session runs the code of the app in its global environment, and returns what is shown, never the
# data. Functions of this file are called there, by name.

# Looks at files, or at a data frame of the global environment by its name, and proposes how to read them.
app_look <- function(files = NULL, header = NULL, frame = NULL, pasted = NULL) {
  source <- list(files = files, header = header, frame = frame, pasted = pasted)
  source$code <- if (is.null(frame)) app_vector(files) else as.name(frame)
  data <- if (is.null(frame)) files else get(frame, globalenv())
  reader <- if (is.null(frame)) app_reader(files)
  if (length(reader)) {
    source$reader <- reader
    source$before <- app_code("export", call(reader, source$code))
    app_begin(NULL, source$before)
    data <- get("export", globalenv())
    source$code <- as.name("export")
    source$pipe <- app_pipe(data, reader)
    source$heading <- app_contents(data, files)
    source$sample <- app_sample(data)
    if (!is.null(source$pipe)) return(source)
  }
  rows <- if (!is.null(header)) switch(header, "1:2" = 1:2, "1:3" = 1:3, as.numeric(header))
  found <- inspected_sheet(data, rows, deparse1(source$code))
  source[c("heading", "why")] <- found[c("heading", "why")]
  if (!is.null(found$counts)) return(app_table(source, found$counts, dim(found$table$data)))
  if (length(found$votes)) {
    source$why <- paste("These columns seem to be counts of votes, which the page does not read. In R:", found$calls[1])
    found$calls <- character()
  }
  source$calls <- app_calls_of_reader(reader, data) %||% found$calls
  columns <- unclass(found$table$data)
  na <- app_declared(source$calls[1])
  source$columns <- data.frame(
    name = names(columns), words = vapply(columns, app_holds, "", na),
    example = vapply(columns, function(x) app_examples(x[!x %in% na]), "")
  )
  source$elsewhere <- data.frame(
    name = names(found$elsewhere) %||% character(), words = vapply(found$elsewhere, function(x) {
      paste0(column_words(x$values), "; only in ", listed(x$where))
    }, "", USE.NAMES = FALSE),
    example = vapply(found$elsewhere, function(x) app_examples(x$values), "", USE.NAMES = FALSE)
  )
  source
}

# The values that a proposed call takes for missing.
app_declared <- function(call) {
  if (length(call) == 0 || is.na(call)) {
    return(NULL)
  }
  na <- tryCatch(eval(as.list(str2lang(call))$na, baseenv()), error = function(cnd) NULL)
  unlist(lapply(na, na_texts))
}

# Describes what a column holds, and which of its values mean that something is missing.
app_holds <- function(x, na) {
  missing <- unique(x[x %in% na])
  words <- column_words(x[!x %in% na])
  if (length(missing)) paste0(words, "; not rated: ", toString(missing)) else words
}

# A confusion table is the only question of its sheet, `table`, of the size `whole`. The script holds its counts.
app_table <- function(source, counts, whole) {
  categories <- rownames(counts)
  numbers <- all(is_numeric_text(categories))
  source$pipe <- "table"
  source$sample <- list(
    head = c("", colnames(counts)), rows = c(list(categories), unname(lapply(seq_len(ncol(counts)), function(j) {
      as.character(counts[, j])
    })))
  )
  source$table <- list(
    question = APP_TABLE, kind = if (numbers) "numbers" else "labels", labels = list(categories)
  )
  source$counts <- counts
  source$sides <- names(dimnames(counts))
  source$heading <- c(source$heading, sprintf(
    "A confusion table: %s of %s, each rated by two raters, one in the rows and the other in the columns.",
    count(sum(counts), "item"), if (numbers) toString(categories) else paste(length(categories), "categories")
  ), if (whole[1] > nrow(counts) || whole[2] > ncol(counts) + 1) {
    "Totals, and what is not part of the table, are left out."
  })
  source$pasted <- NULL
  source
}

app_vector <- function(x) if (length(x) == 1) x else as.call(c(quote(c), as.list(x)))

app_examples <- function(x) {
  values <- unique(x[!is.na(x)])
  # A comma may be part of a value.
  paste(cut_end(utils::head(values, 3), 30), collapse = if (any(grepl(",", values, fixed = TRUE))) " | " else ", ")
}

# Returns sentences on what an export contains.
app_contents <- function(x, files) {
  if (!is.data.frame(x)) {
    return(utils::head(utils::capture.output(print(x)), 12))
  }
  who <- if (!is.null(x[["annotator"]])) unique(id_text(x$annotator[!is.na(x$annotator)]))
  people <- if (length(who)) paste0(" by ", count(length(who), "annotator"), " (", listed(who, 8), ")")
  rows <- paste0(listed(files), ": ", count(nrow(x), "row"), people, if (!is.null(x[["item"]])) {
    paste(" in", count(length(unique(x$item)), if (is.null(x[["start"]])) "item" else "document"))
  })
  is_span <- if (is.null(x[["start"]])) logical() else !is.na(x$start)
  if (!any(is_span)) {
    return(rows)
  }
  nothing <- sum(!is_span & is.na(x$label))
  other <- sum(!is_span) - nothing
  parts <- c(
    count(sum(is_span), if (is.null(x[["chain"]])) "span" else "mention"), if (nothing > 0) {
      paste0(count(nothing, "row"), " of a document in which an annotator marked nothing")
    },
    if (other > 0) paste(count(other, "answer"), "on whole documents, not compared here")
  )
  c(rows, in_a_list(parts))
}

# A few rows of an export as a table.
app_sample <- function(x) {
  named <- c(item = "Document", annotator = "Annotator", label = "Label", place = "Place", text = "Text")
  if (!is.data.frame(x) || !all(c("item", "annotator", "label", "start", "end") %in% names(x))) {
    return(NULL)
  }
  rows <- utils::head(x[!is.na(x$start), ], 4)
  rows$place <- paste0(format_place(rows$start), "-", format_place(rows$end))
  own <- named[names(named) %in% names(rows)]
  rows <- lapply(unclass(rows)[names(own)], function(column) cut_end(as.character(column), 24))
  list(head = unname(own), rows = unname(as.list(rows)))
}

# The reader of the export that these files are; NULL for sheets.
app_reader <- function(files) {
  words <- seems_to_be(files)
  words <- words[grepl("use `read_[a-z_]+\\(\\)`$", words)]
  if (length(words)) sub(".*use `(read_[a-z_]+)\\(\\)`$", "\\1", words[1])
}

# "spans" or "chains" if an export holds these; NULL if it holds ratings.
app_pipe <- function(data, reader) {
  if (reader == "read_conll") {
    "chains"
  } else if (inherits(data, "accord_brat") || any(!is.na(data[["start"]]))) {
    "spans"
  }
}

# The columns in which these readers return ratings.
app_calls_of_reader <- function(reader, data) {
  question <- switch(reader %||% "", read_label_studio = "control", read_prodigy = "question", read_doccano = "")
  if (!is.null(question)) {
    asked <- question != "" && !all(is.na(data[[question]]))
    question <- if (asked) sprintf(", question = %s", question) else ""
    sprintf("read_sheet(export, item = item, rater = annotator%s, rating = label)", question)
  }
}

# Gives a new process the data frame that the app was `given` (a list of its name and itself), and runs the code
# `before` the first step. The process is the session's own, so that its global environment is nobody else's.
app_begin <- function(given, before) {
  if (!is.null(given)) rlang::env_bind(globalenv(), !!!rlang::set_names(given[2], given[[1]]))
  for (code in before) eval(parse(text = code), globalenv())
}

# Runs code, and returns what the app shows of the object that it makes: `view`, or `error`, and what was `told`.
app_run <- function(code, step, wide = FALSE) {
  found <- app_caught({
    eval(parse(text = code, encoding = "UTF-8"), globalenv())
    app_view(get(step, globalenv()), step, wide)
  })
  list(view = found$value, error = found$error, told = found$told)
}

app_caught <- function(code) {
  old <- options(cli.width = 10000L, cli.num_colors = 1L, rlang_backtrace_on_error = "none")
  on.exit(options(old))
  told <- list()
  tell <- function(cnd) {
    told <<- c(told, list(app_words(cnd)))
    rlang::cnd_muffle(cnd)
  }
  error <- NULL
  value <- tryCatch(
    withCallingHandlers(code, warning = tell, message = tell),
    error = function(cnd) error <<- app_words(cnd), interrupt = function(cnd) error <<- app_words(cnd)
  )
  list(value = if (is.null(error)) value, error = error, told = unique(told))
}

# A condition in sentences: the `rule`, what was `found`, and `advice`; where it belongs (`what`, `argument`), and the
# argument of read_sheet() that mends it (`apply`); or that the work was `stopped`.
app_words <- function(cnd) {
  if (inherits(cnd, c("interrupt", "callr_timeout_error"))) return(list(rule = "", stopped = TRUE))
  lines <- strsplit(cli::ansi_strip(conditionMessage(cnd)), "\n", fixed = TRUE)[[1]]
  mark <- substr(lines, 1, 2)
  body <- sub("^([x!i*]|\u2716|\u2139|\u2022) ", "", trimws(lines))
  is_advice <- mark %in% c("i ", "\u2139 ")
  is_found <- mark %in% c("x ", "\u2716 ", "* ", "\u2022 ")
  apply <- if (rlang::is_string(cnd[["advice"]])) cnd$advice
  usable <- tryCatch(all(names(app_advice(apply)) %in% names(formals(read_sheet))), error = function(cnd) FALSE)
  list(
    rule = paste(body[!is_advice & !is_found], collapse = " "), found = body[is_found], advice = body[is_advice],
    # An error on a level is a problem of this level alone.
    what = paste(c(sub("^accord_[a-z]+_", "", class(cnd)[1]), cnd[["level"]][1]), collapse = "_"),
    argument = cnd[["argument"]], question = cnd[["question"]], apply = if (usable && !is.null(apply)) apply,
    bug = !inherits(cnd, c("accord_error", "accord_warning", "accord_message"))
  )
}

app_advice <- function(apply) if (!is.null(apply)) as.list(str2lang(sprintf("list(%s)", apply)))[-1]

# Writes a file by code that names it.
app_save <- function(code) {
  found <- app_caught(eval(parse(text = code), globalenv()))
  list(error = found$error, told = found$told)
}
