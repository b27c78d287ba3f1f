# A table of a report on several judges, in which they stand beside each other: a row per figure and a column per judge.
# In LaTeX estimates and intervals are in one line if there is room; otherwise a row has a line of each.

MOST_BESIDE <- 5 # judges; more are below each other

# The columns, with the note on intervals; NULL if the report has figures that this table cannot show, or columns of the
# user. In a column of a page the table must fit it.
report_beside <- function(x, style) {
  key <- paste(x$question, figure_labels(x), sep = "\r")
  judges <- unique(as.character(x$judge))
  n_judges <- sum(judges != ALL_JUDGES)
  if (
    style$format == "text" || n_judges < 2 || n_judges > MOST_BESIDE || anyDuplicated(data.frame(key, x$judge)) ||
      any(x$n_clusters < x$n, na.rm = TRUE) || length(setdiff(names(x), REPORT_COLUMNS)) ||
      anyNA(match(c("n", "conf.low", "conf.high"), names(x)))
  ) {
    return(NULL)
  }
  first <- match(unique(key), key)
  cells <- report_lines(x, style)
  figure_columns <- function(of_judge, align) {
    lapply(judges, function(judge) {
      at <- match(paste(key[first], judge), paste(key, x$judge))
      heading <- if (judge == ALL_JUDGES) "All judges" else judge
      list(heading = escape(heading, style), cells = blank_na(of_judge(at)), align = align, must = TRUE)
    })
  }
  figures <- figure_columns(function(at) c(rbind(cells$upper[at], cells$lower[at])), "c")
  bind <- function(two) c(bind_columns(c(beside_keys(x, first, key, style, two), figures)), list(height = 2))
  level <- ci_heading(unique(level_words(x$conf.level[!is.na(x$conf.low)])))
  notes <- if (!all(is.na(x$conf.low))) paste(level, below_words(style))
  if (style$format != "latex") {
    return(list(columns = bind(FALSE), notes = notes))
  }
  page <- latex_page(style$text_width, style$house)
  beside <- ifelse(is.na(x$conf.low), "", cells$lower)
  in_a_line <- figure_columns(function(at) ifelse(is.na(at), NA, trimws(paste(cells$upper[at], beside[at]))), "l")
  # The groups have a line of their own each rather than a column that is empty in most rows.
  one_line <- c(bind_columns(c(beside_keys(x, first, key, style, FALSE, height = 1), in_a_line)), list(apart = TRUE))
  fits <- plain_layout(with_heads(groups_once(one_line)), FALSE, in_note_type(page))
  if (!is.null(fits) && below_words(style) == "in brackets") {
    return(list(columns = one_line, notes = notes))
  }
  if (!in_column(style)) {
    return(list(columns = bind(FALSE), notes = notes))
  }
  for (size in list(in_note_type(page), page)) {
    for (two in c(FALSE, TRUE)) {
      columns <- bind(two)
      named_once <- groups_once(columns)
      fits <- plain_layout(named_once, FALSE, size) %||% plain_layout(with_heads(named_once), FALSE, size)
      if (!is.null(fits)) return(list(columns = columns, notes = notes))
    }
  }
  NULL
}

# Both lines of each figure, with a dash for an interval that was not computed.
report_lines <- function(x, style) {
  upper <- replace(report_numbers(x, style), is.na(x$estimate), NA)
  lower <- interval_cells(x$conf.low, x$conf.high, style)
  lower[is.na(x$conf.low)] <- ifelse(is.na(upper), "", dash(style))[is.na(x$conf.low)]
  list(upper = ifelse(is.na(upper), dash(style), paste0(decimal_space(upper, style), upper)), lower = lower)
}

# Question and figure. The number of items stands behind the question if it is that of all figures, and otherwise behind
# each figure. `two`: whether the names of figures have two lines as well. `height`: the number of lines of a row.
beside_keys <- function(x, first, key, style, two, height = 2) {
  # Judges may have different numbers.
  range_of <- function(n) {
    n <- n[!is.na(n)]
    if (length(n)) paste0(" (", paste(unique(big(range(n))), collapse = range_dash(style)), " items)") else ""
  }
  items <- vapply(split(x$n, factor(key, unique(key))), range_of, "")
  question <- comparison_words(x)[first]
  is_common <- stats::ave(items, question, FUN = function(one) length(unique(one))) == "1"
  figure <- paste0(escape(figure_labels(x)[first], style), ifelse(is_common, "", items))
  lower <- rep("", length(figure))
  if (two) {
    lines <- lapply(figure, two_lines)
    figure <- vapply(lines, `[`, "", 1)
    lower <- vapply(lines, `[`, "", 2)
    # The second line of a name is no row of its own.
    lower[lower != ""] <- paste0("~~", lower[lower != ""])
  }
  lines <- function(upper, lower) if (height == 1) upper else c(rbind(upper, lower))
  as_keys(list(
    name_column("Comparison", lines(paste0(escape(question, style), ifelse(is_common, items, "")), "")),
    name_column("Measure", lines(figure, lower))
  ))
}

# Text divided at the blank that makes the longer line shortest.
two_lines <- function(text) {
  at <- gregexpr(" ", text, fixed = TRUE)[[1]]
  if (at[1] < 0 || nchar(text) <= 11) {
    return(c(text, ""))
  }
  at <- at[which.min(pmax(at, nchar(text) - at))]
  c(substr(text, 1, at - 1), substring(text, at + 1))
}
