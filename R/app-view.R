# The parts of a result that the page of accord_app() shows: tables, plots, first lines, levels and problems.

# Returns what the page shows of an object. Tables have their first rows.
app_view <- function(x, step, wide) {
  table <- function(x, ...) {
    n <- if (wide && step == "agreed") Inf else 50
    note <- if (nrow(x) > n) paste0("The first ", n, " of ", big(nrow(x)), " rows.")
    as.character(paper_table(x[seq_len(min(nrow(x), n)), ], "html", note = note, ...))
  }
  switch(step,
    export = list(),
    sheet = list(
      lines = without_class(format_sheet(x)), questions = app_questions(x), problems = app_problems(x),
      unused = attr(x, "sheet", exact = TRUE)$unused
    ),
    ratings = c(list(lines = app_printed(x)), app_scales(x)),
    agreed = list(
      table = if (wide) table(x, wide = TRUE) else table(x), first = app_first(step),
      plot = if (rlang::is_installed("ggplot2")) app_plots(x), methods = app_methods(x),
      n_raters = if (length(x[["n_raters"]])) as.integer(max(x$n_raters))
    ),
    items = c(app_items(x), first = app_first(step)),
    # Limits for other raters that the data do not give need no table: what is told says why.
    both = list(table = if (!all(is.na(x$conf.low))) table(x), first = app_first(step)),
    alpha = list(table = table(x), first = app_first(step)),
    # If two annotators marked spans, neither can be left out.
    raters = list(table = if (nrow(x) > 0 && !all(is.na(x[["estimate_without"]] %||% 0))) table(x)),
    list(table = if (nrow(x) > 0) table(x) else "")
  )
}

# The lines of a print, without the class in front of them.
app_printed <- function(x) without_class(utils::capture.output(print(x)))

without_class <- function(lines) c(sub("^<[a-z_]+> ", "", lines[1]), lines[-1])

# By question, the level that is used, NA where it must be said, and the weights that are usual for it; the kappas of
# one question; whether it is one of numbers that are compared as such (`scores`); whether there are `groups`,
# or too `many` categories for a column each; the coefficients of one question of measured numbers, which say more than
# percent agreement.
app_scales <- function(x) {
  each <- if (is_questions(x)) unclass(x) else if (inherits(x, "accord_ratings")) list(x)
  if (is.null(each)) return(NULL)
  if (!is_questions(x)) names(each) <- rep(x$question %||% APP_TABLE, length(each))
  scales <- lapply(each, report_scale, NULL, NULL)
  # Kappas of sets have the weights that are 1 - the distance of alpha, where that was chosen.
  usual <- Map(function(scale, one) {
    distance <- one$scale$distance
    scale$weights %||% (if (rlang::is_string(distance) && distance %in% set_weights()) distance)
  }, scales, each)
  usual <- unlist(Filter(rlang::is_string, usual))
  one <- if (length(each) == 1) each[[1]]
  list(
    measured = if (!is.null(one) && is_measured(one, scales[[1]])) setdiff(app_coefficients_of(one), RAW_COEFFICIENTS),
    groups = any(vapply(each, function(one) ncol(one$groups) > 0, NA)),
    many = any(lengths(lapply(each, `[[`, "categories")) > 6),
    levels = vapply(each, function(one) as.character(one$level), ""),
    usual = usual, scores = length(each) == 1 && scales[[1]]$kind == "scores" && !isTRUE(each[[1]]$frequencies),
    kappas = if (length(each) == 1 && length(usual)) app_kappas_of(each[[1]])
  )
}

# The kappas that agreement() computes of these ratings.
app_kappas_of <- function(x) app_kappas(all_entries(coefficients_by_group("all", x, TRUE)))

app_coefficients_of <- function(x) unique(gwet_by_verb(all_entries(coefficients_by_group("all", x, TRUE))$id))

# The first items, of each question and group if there are several, and all for those who ask. `by`: the columns that
# say of what; `most`: how many of each are shown.
app_items <- function(x) {
  if (nrow(x) == 0) {
    return(list(table = ""))
  }
  x <- items_to_discuss(app_with_texts(x), get0("ratings", globalenv(), inherits = FALSE))
  by <- names_before(x, "item")
  keys <- lapply(rlang::set_names(by), function(name) {
    value <- as.character(x[[name]])
    if (all(is_numeric_text(value))) paste(name, value) else value
  })
  of <- if (length(by)) group_labels(tibble::new_tibble(keys, nrow = nrow(x))) else rep("", nrow(x))
  n_of <- length(unique(of))
  most <- if (n_of == 1) APP_ITEMS else max(1L, min(APP_ITEMS_EACH, 24L %/% n_of))
  rank <- stats::ave(seq_along(of), of, FUN = seq_along)
  shown <- which(rank <= most)
  alike <- vapply(split(seq_along(of), factor(of, unique(of))), function(own) {
    sum(x$disagreement[own[-seq_len(min(most, length(own)))]] %in% x$disagreement[own[min(most, length(own))]])
  }, 0L)
  alike <- alike[alike > 0]
  noun <- if (is.null(x[["kind"]])) "item" else "disagreement"
  note <- c(
    if (length(shown) < nrow(x)) {
      paste("The first", most, if (n_of > 1) {
        each <- if (identical(by, "question")) "question" else "group"
        paste0("of each ", each, ", out of ", count(nrow(x), "disagreement"))
      } else {
        paste0("out of ", count(nrow(x), noun), if (noun == "item") " with disagreement")
      })
    },
    if (length(alike)) {
      where <- if (n_of > 1) paste0(" in ", names(alike)) else ""
      verb <- if (sum(alike) == 1) "is" else "are"
      last <- if (all(tapply(x$disagreement[shown], of[shown], is_same))) "those shown" else "the last one shown"
      paste(in_a_list(paste0(big(alike), " more", where)), verb, "as far apart as", last)
    }
  )
  html <- function(rows, note = NULL) {
    as.character(paper_table(x[rows, ], "html", note = if (length(note)) paste0(note, ".", collapse = " ")))
  }
  list(
    table = html(shown, note), by = by, most = most,
    all = if (length(shown) < nrow(x)) html(seq_len(min(nrow(x), 500))), n = nrow(x)
  )
}

# The words of spans, beside their places, from the export that has them.
app_with_texts <- function(x) {
  spans <- get0("export", globalenv(), inherits = FALSE)
  if (!is.data.frame(spans) || is.null(spans[["text"]])) return(x)
  if (all(c("mention", "kind") %in% names(x))) return(app_with_mentions(x, spans))
  if (is.null(x[["start"]]) || !all(c("item", "start", "end") %in% names(spans))) return(x)
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

# The words of mentions in place of their ids; the mention itself has both, since its words may occur again.
app_with_mentions <- function(x, mentions) {
  if (!all(c("document", "mention") %in% names(mentions)) || all(is.na(mentions$text))) return(x)
  known <- paste(mentions$document, mentions$mention, sep = "\r")
  words <- function(document, mention) {
    text <- cut_end(mentions$text[match(paste(document, mention, sep = "\r", recycle0 = TRUE), known)], 30)
    ifelse(is.na(text), mention, text)
  }
  own <- words(x$document, x$mention)
  x$item <- ifelse(own == x$mention, x$item, paste0(x$document, ": ", own, " (", x$mention, ")"))
  for (name in setdiff(names(x), c("item", "disagreement", "share", "kind", "document", "mention"))) {
    seen <- !is.na(x[[name]])
    at <- gregexpr("[0-9]+-[0-9]+", x[[name]][seen])
    ids <- regmatches(x[[name]][seen], at)
    regmatches(x[[name]][seen], at) <- Map(words, x$document[seen], ids)
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
  drawn <- shared_letters(sprintf("<div class=\"plot-%s\">\n%s\n</div>", names(pictures), pictures))
  paste(on_dark_pages(drawn), collapse = "\n")
}

# Makes the colours of pictures suit a dark page, too: each is a variable, and has a counterpart of the same hue whose
# lightness is turned over; white is the page. Black texts of svglite have no colour of their own. Browsers that do not
# know light-dark() show pictures on white.
on_dark_pages <- function(drawn) {
  place <- "(?<=fill:|fill: |stroke:|stroke: |fill=[\"']|stroke=[\"'])(rgb\\([0-9.%, ]+\\)|#[0-9A-Fa-f]{6})"
  at <- gregexpr(place, drawn, perl = TRUE)
  used <- regmatches(drawn, at)
  colours <- unique(unlist(used))
  if (length(colours) == 0) return(drawn)
  shares <- vapply(colours, shares_of_colour, numeric(3))
  dark <- apply(dark_counterpart(shares), 2, function(one) grDevices::rgb(one[1], one[2], one[3]))
  dark[colSums(shares) > 2.999] <- "transparent"
  regmatches(drawn, at) <- lapply(used, function(one) sprintf("var(--c%d)", match(one, colours)))
  variables <- function(values) paste0("--c", seq_along(colours), ": ", values, ";", collapse = " ")
  c(
    "<style>", sprintf(".plot { %s }", variables(colours)),
    sprintf(
      paste(
        "@supports (color: light-dark(#000, #fff)) { .plot { background: transparent; %s }",
        ".plot text { fill: currentColor; } }"
      ),
      variables(sprintf("light-dark(%s, %s)", colours, dark))
    ), "</style>", drawn
  )
}

# The shares of red, green and blue of "rgb(0%,50%,100%)" or "#0080FF".
shares_of_colour <- function(colour) {
  if (startsWith(colour, "#")) return(as.double(grDevices::col2rgb(colour)) / 255)
  as.numeric(regmatches(colour, gregexpr("[0-9.]+", colour))[[1]][1:3]) / 100
}

# Colours in columns, as shares of red, green and blue: black becomes nearly white, and the darkest grey of a page stays
# visible beside the lightest ones.
dark_counterpart <- function(shares) {
  lab <- grDevices::convertColor(t(shares), "sRGB", "Lab")
  lab[, 1] <- 93 - 0.65 * lab[, 1]
  t(grDevices::convertColor(lab, "Lab", "sRGB", clip = TRUE))
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
  app_caught(with_bounds(first_of_results(
    get("agreed", globalenv()), get("ratings", globalenv()), of("both", "both"), of("raters", "items"),
    of("items", "items"), of("alpha", c("alpha", "items"))
  )))$value
}

app_methods <- function(x) {
  app_caught(methods_of_results(x, get("ratings", globalenv())))$value
}
