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
  if (!is.null(found$counts)) return(app_table(source, found$counts))
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

# What a column holds, and which of its values mean that something is missing.
app_holds <- function(x, na) {
  missing <- unique(x[x %in% na])
  words <- column_words(x[!x %in% na])
  if (length(missing)) paste0(words, "; not rated: ", toString(missing)) else words
}

# A confusion table is the only question of its sheet, `table`. The script holds its counts.
app_table <- function(source, counts) {
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
  source$before <- app_code("export", confusion_code(counts))
  source$heading <- c(source$heading, sprintf(
    "A confusion table: %s of %s, each rated by two raters, one in the rows and the other in the columns.",
    count(sum(counts), "item"), if (numbers) toString(categories) else paste(length(categories), "categories")
  ))
  source$pasted <- NULL
  app_begin(NULL, source$before)
  source
}

app_vector <- function(x) if (length(x) == 1) x else as.call(c(quote(c), as.list(x)))

app_examples <- function(x) {
  values <- unique(x[!is.na(x)])
  toString(cut_end(utils::head(values, 3), 30))
}

# What an export contains, in sentences.
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
    count(sum(is_span), "span"), if (nothing > 0) {
      paste0(count(nothing, "row"), " of a document in which an annotator marked nothing")
    },
    if (other > 0) paste(count(other, "answer"), "on whole documents, not compared here")
  )
  c(rows, in_a_list(parts))
}

# A few rows of an export as a table.
app_sample <- function(x) {
  named <- c(item = "Document", annotator = "Annotator", label = "Label", start = "From", end = "To", text = "Text")
  if (!is.data.frame(x) || !all(c("item", "annotator", "label", "start") %in% names(x))) {
    return(NULL)
  }
  own <- named[names(named) %in% names(x)]
  rows <- utils::head(x[!is.na(x$start), names(own)], 4)
  rows[] <- lapply(rows, function(column) cut_end(as.character(column), 40))
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
    error = function(cnd) error <<- app_words(cnd), interrupt = function(cnd) error <<- list(rule = "", stopped = TRUE)
  )
  list(value = if (is.null(error)) value, error = error, told = unique(told))
}

# A condition in sentences: the `rule`, what was `found`, and `advice`; where it belongs (`what`, `argument`), and the
# argument of read_sheet() that mends it (`apply`).
app_words <- function(cnd) {
  lines <- strsplit(cli::ansi_strip(conditionMessage(cnd)), "\n", fixed = TRUE)[[1]]
  mark <- substr(lines, 1, 2)
  body <- sub("^([x!i*]|\u2716|\u2139|\u2022) ", "", trimws(lines))
  is_advice <- mark %in% c("i ", "\u2139 ")
  is_found <- mark %in% c("x ", "\u2716 ", "* ", "\u2022 ")
  apply <- if (rlang::is_string(cnd[["advice"]])) cnd$advice
  usable <- tryCatch(all(names(app_advice(apply)) %in% names(formals(read_sheet))), error = function(cnd) FALSE)
  list(
    rule = paste(body[!is_advice & !is_found], collapse = " "), found = body[is_found], advice = body[is_advice],
    what = sub("^accord_[a-z]+_", "", class(cnd)[1]), argument = cnd[["argument"]],
    question = cnd[["question"]], apply = if (usable && !is.null(apply)) apply,
    bug = !inherits(cnd, c("accord_error", "accord_warning", "accord_message"))
  )
}

app_advice <- function(apply) if (!is.null(apply)) as.list(str2lang(sprintf("list(%s)", apply)))[-1]

# Returns what the page shows of an object. Tables have their first rows.
app_view <- function(x, step, wide) {
  table <- function(x, ...) {
    n <- if (wide && step == "agreed") Inf else 50
    note <- if (nrow(x) > n) paste0("The first ", n, " of ", big(nrow(x)), " rows.")
    as.character(paper_table(x[seq_len(min(nrow(x), n)), ], "html", note = note, ...))
  }
  switch(step,
    sheet = list(lines = without_class(format_sheet(x)), questions = app_questions(x), problems = app_problems(x)),
    ratings = c(list(lines = app_printed(x)), app_scales(x)),
    agreed = list(
      table = if (wide) table(x, wide = TRUE) else table(x), first = app_first(step),
      plot = if (rlang::is_installed("ggplot2")) app_plots(x), methods = app_methods(x)
    ),
    items = c(app_items(x), first = app_first(step)),
    both = , alpha = list(table = table(x), first = app_first(step)),
    list(table = if (nrow(x) > 0) table(x) else "")
  )
}

# The lines of a print, without the class in front of them.
app_printed <- function(x) without_class(utils::capture.output(print(x)))

without_class <- function(lines) c(sub("^<[a-z_]+> ", "", lines[1]), lines[-1])

# By question, the level that is used, NA where it must be said, and the weights that are usual for it.
app_scales <- function(x) {
  each <- if (is_questions(x)) unclass(x) else if (inherits(x, "accord_ratings")) list(x)
  if (is.null(each)) return(NULL)
  if (!is_questions(x)) names(each) <- rep(x$question %||% APP_TABLE, length(each))
  usual <- lapply(each, function(one) report_scale(one, NULL, NULL)$weights)
  list(
    levels = vapply(each, function(one) as.character(one$level), ""),
    usual = unlist(Filter(rlang::is_string, usual))
  )
}

# The first items of each question, and all for those who ask.
app_items <- function(x) {
  if (nrow(x) == 0) {
    return(list(table = ""))
  }
  x <- app_with_texts(x)
  of <- if (is.null(x[["question"]])) rep("", nrow(x)) else as.character(x$question)
  most <- if (length(unique(of)) > 1) 3L else 8L
  rank <- stats::ave(seq_along(of), of, FUN = seq_along)
  shown <- which(rank <= most)
  alike <- vapply(split(seq_along(of), factor(of, unique(of))), function(own) {
    sum(x$disagreement[own[-seq_len(min(most, length(own)))]] %in% x$disagreement[own[min(most, length(own))]])
  }, 0L)
  alike <- alike[alike > 0]
  several <- length(unique(of)) > 1
  note <- c(
    if (length(shown) < nrow(x)) {
      paste("The first", most, if (several) "of each question, out of" else "out of", count(nrow(x), "item"))
    },
    if (length(alike)) {
      where <- if (several) paste0(" in ", names(alike)) else ""
      verb <- if (sum(alike) == 1) "is" else "are"
      paste(in_a_list(paste0(big(alike), " more", where)), verb, "as far apart as the last one shown")
    }
  )
  html <- function(rows, note = NULL) {
    as.character(paper_table(x[rows, ], "html", note = if (length(note)) paste0(note, ".", collapse = " ")))
  }
  list(
    table = html(shown, note),
    all = if (length(shown) < nrow(x)) html(seq_len(min(nrow(x), 500))), n = nrow(x)
  )
}

# The words of spans, beside their places, from the export that has them.
app_with_texts <- function(x) {
  spans <- if (!is.null(x[["start"]]) && exists("export", globalenv(), inherits = FALSE)) get("export", globalenv())
  if (!is.data.frame(spans) || !all(c("item", "start", "end", "text") %in% names(spans))) {
    return(x)
  }
  place <- function(document, start, end) paste(document, start, end, sep = "\r")
  known <- place(spans$item, format_place(spans$start), format_place(spans$end))
  for (name in setdiff(names(x), c("item", "disagreement", "share", "kind", "document", "start", "end"))) {
    cell <- as.character(x[[name]])
    form <- "^(.*) ([0-9.]+)-([0-9.]+)$"
    at <- match(place(x$document, sub(form, "\\2", cell), sub(form, "\\3", cell)), known)
    at[!grepl(form, cell)] <- NA
    text <- cut_end(spans$text[at], 40)
    x[[name]] <- ifelse(is.na(at) | is.na(text), cell, paste0(sub(form, "\\1", cell), ": ", text))
  }
  x
}

app_problems <- function(x) {
  found <- problems(x)
  if (nrow(found) > 0) utils::capture.output(print(found, n = 10))
}

# The questions of a sheet, with the labels that an order may be given to.
app_questions <- function(x) {
  of <- attr(x, "sheet", exact = TRUE)$questions
  labels <- lapply(of$question, function(q) {
    values <- unique(unlist(x$rating[x$question == q]))
    if (length(values) <= 50) sort(as.character(values)) else character()
  })
  list(question = of$question, kind = of$kind, labels = labels)
}

# Two pictures, of which the page shows the one that fits its width. They share their letters, whose ids are those of
# the page.
app_plots <- function(x) {
  pictures <- c(wide = app_plot(x, 12), narrow = app_plot(x, 6.5))
  paste(shared_letters(
    sprintf("<div class=\"plot-%s\">\n%s\n</div>", names(pictures), pictures)
  ), collapse = "\n")
}

# The words are for those who do not see the picture. A result without values has no plot.
app_plot <- function(x, width) {
  alt <- if (inherits(x, "accord_agreement")) estimates_in_words(x) else "The estimates with their intervals."
  found <- app_caught(html_plot(x, rows = nrow(x), alt = alt, page = width))
  # The words name the frame of the picture, so that the picture itself needs none.
  gsub("<svg xmlns", "<svg aria-hidden=\"true\" xmlns", paste(found$value, collapse = "\n"), fixed = TRUE)
}

# The first lines of a report, from the results so far.
app_first <- function(step) {
  of <- function(name, after) if (step %in% after) get0(name, globalenv(), inherits = FALSE)
  app_caught(first_of_results(
    get("agreed", globalenv()), get("ratings", globalenv()), of("both", "both"), of("raters", "items"),
    of("items", "items"), of("alpha", c("alpha", "items"))
  ))$value
}

app_methods <- function(x) {
  app_caught(methods_of_results(x, get("ratings", globalenv())))$value
}

# Writes a file by code that names it.
app_save <- function(code) {
  found <- app_caught(eval(parse(text = code), globalenv()))
  list(error = found$error, told = found$told)
}
