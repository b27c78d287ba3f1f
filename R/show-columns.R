# The columns of a table for the paper: headings and cells, all of them text.

# A list: `cells` (character vectors), `names` (headings) and `align`, one of each per column.
table_columns <- function(x, style) {
  fixed <- intersect(AGREEMENT_COLUMNS, names(x))
  own <- setdiff(names(x), fixed)
  first <- match(names(x)[names(x) %in% fixed][1], names(x))
  keys <- own[match(own, names(x)) < first]
  of_user <- function(names) {
    lapply(stats::setNames(names, names), function(name) {
      column(escape(name, style), user_cells(x[[name]], style), is.numeric(x[[name]]))
    })
  }
  columns <- c(
    of_user(keys),
    list(coefficient_column(x, style), estimate_column(x, style), interval_column(x, style)),
    lapply(c("n_items", "n_raters", "n_ratings"), function(name) count_column(x, name, style)),
    of_user(setdiff(own, keys))
  )
  columns <- Filter(Negate(is.null), unname(columns))
  list(
    cells = lapply(columns, `[[`, "cells"),
    names = vapply(columns, `[[`, "", "heading"),
    align = vapply(columns, `[[`, "", "align")
  )
}

column <- function(heading, cells, number) {
  list(heading = heading, cells = cells, align = if (number) "r" else "l")
}

# The keys are the user's words; other numbers than whole ones get the digits of the table.
user_cells <- function(values, style) {
  text <- if (!is.numeric(values)) {
    escape(as.character(values), style)
  } else if (any(values != round(values), na.rm = TRUE)) {
    format_numbers(values, utils::modifyList(style, list(leading_zero = TRUE)))
  } else {
    with_minus(formatC(as.double(values), format = "f", digits = 0), style)
  }
  ifelse(is.na(values), "NA", text)
}

coefficient_column <- function(x, style) {
  labels <- coefficient_labels(x)
  if (length(unique(labels)) > 1) column("Coefficient", escape(labels, style), FALSE)
}

estimate_column <- function(x, style) {
  labels <- unique(coefficient_labels(x))
  heading <- if (length(labels) == 1) escape(labels, style) else "Estimate"
  column(heading, format_numbers(x$estimate, style), TRUE)
}

interval_column <- function(x, style) {
  low <- x[["conf.low"]]
  high <- x[["conf.high"]]
  if (all(is.na(low)) || all(is.na(high))) {
    return(NULL)
  }
  percent <- paste0(format(100 * (x[["conf.level"]] %||% NA), trim = TRUE), "%")
  level <- unique(percent[!is.na(low) & !is.na(high)])
  heading <- if (length(level) == 1 && level != "NA%") paste(level, "CI") else "CI"
  cells <- paste0("[", format_numbers(low, style), ", ", format_numbers(high, style), "]")
  if (length(level) > 1) cells <- paste0(cells, " (", escape(percent, style), ")")
  cells[is.na(low) | is.na(high)] <- dash(style)
  column(escape(heading, style), cells, TRUE)
}

count_column <- function(x, name, style) {
  n <- x[[name]]
  if (all(is.na(n))) {
    return(NULL)
  }
  heading <- c(n_items = "Items", n_raters = "Raters", n_ratings = "Ratings")[[name]]
  column(heading, ifelse(is.na(n), dash(style), big(n)), TRUE)
}

# "Krippendorff's alpha (ordinal)"; the level is left out where it is nominal in all rows.
coefficient_labels <- function(x) {
  registry <- coefficient_registry()
  id <- as.character(x$coefficient)
  label <- registry$label[match(id, registry$id)]
  label[is.na(label)] <- id[is.na(label)]
  metric <- as.character(x[["metric"]] %||% rep(NA, length(id)))
  tell <- !is.na(metric) & (metric != "nominal" | length(unique(metric)) > 1)
  metric[metric %in% "custom"] <- "custom distance"
  ifelse(tell, paste0(label, " (", metric, ")"), label)
}
