# The rows of a forest plot: their names, their number and their places.

# The name of the only row of a single panel, if this row has several series.
only_row <- function(data) {
  row <- unique(as.character(data$label))
  several <- length(unique(data$series)) > 1
  if (several && length(row) == 1 && length(unique(data$panel)) < 2) gsub("\n", " ", row)
}

# The series of that row as rows.
series_rows <- function(data) {
  data$label <- droplevels(factor(data$series))
  data[c("series", "name", "first", "second", "between")] <- NULL
  data
}

# Names of rows, of which those with the `group` of the row above have only the rest of their name.
named_once <- function(rows) {
  label <- as.character(rows$label)
  if (is.null(rows$group)) return(label)
  sorted <- order(rows$panel, -rows$row)
  group <- as.character(rows$group)[sorted]
  same <- c(FALSE, group[-1] == group[-length(group)] & diff(as.integer(rows$panel[sorted])) == 0)
  begins <- startsWith(label[sorted], paste0(group, ", "))
  label[sorted] <- ifelse(same & begins, substring(label[sorted], nchar(group) + 3), label[sorted])
  label
}

# Rows with equal labels, as in results combined by rbind(), become series, or get a number if there are series
# already.
apart_rows <- function(data) {
  key <- data[intersect(c("label", "series", "part", "panel"), names(data))]
  same <- vctrs::vec_duplicate_detect(key)
  if (!any(same)) {
    return(data)
  }
  number <- stats::ave(seq_along(same), vctrs::vec_group_id(key), FUN = seq_along)
  if (is.null(data$series) && max(number) <= 3) {
    data$series <- factor(paste("Result", number))
  } else {
    label <- ifelse(same, paste0(data$label, " (", number, ")"), as.character(data$label))
    data$label <- factor(label, unique(label[order(data$label, number)]))
  }
  data
}

# The number of rows of a panel, of which `down` are below each other: each has a line for its name, and 1.7 mm for each
# of its series, so that their signs do not touch. Headings take a line and a half.
rows_with_room <- function(data, down = 1) {
  row <- paste(as.character(data$panel %||% ""), rows_of_forest(data), sep = "\r")
  series <- max(1, tapply(as.character(data$series %||% one_panel(data)), row, function(x) length(unique(x))))
  room <- max_lines() - if (down > 1) 2 * down else 0
  as.integer(room %/% (down * max(1, if (series > 1) 1.7 * series / LINE)))
}

rows_of_forest <- function(data) paste(as.character(data$part %||% ""), as.character(data$label), sep = "\r")

# The position of each row, counted from the bottom, and of each series around it. `each`: panels have their own rows,
# between which a row stays empty: the space above and below the rows of a panel must not reach the series of another.
forest_rows <- function(data, each = TRUE) {
  for (name in c("panel", "series", "part")) data[[name]] <- data[[name]] %||% one_panel(data)
  data$reason <- data$reason %||% rep("", nrow(data))
  cell <- paste(as.integer(data$panel), rows_of_forest(data), sep = "\r")
  key <- if (each) cell else rows_of_forest(data)
  sorted <- unique(key[if (each) order(data$panel, data$part, data$label) else order(data$part, data$label)])
  data$row <- length(sorted) + 1 - match(key, sorted) + 0.5 * (nlevels(data$part) - as.integer(data$part))
  if (each) data$row <- data$row + nlevels(data$panel) - as.integer(data$panel)
  # Series are spread around the position of their row; a single series is in the middle.
  place <- stats::ave(as.integer(data$series), cell, FUN = rank)
  k <- stats::ave(place, cell, FUN = max)
  data$y <- data$row + (k + 1 - 2 * place) / (2 * k) * SPREAD
  data
}

# The same rows with a thin gap between groups, if there is room. `each`: panels have their own rows.
apart_groups <- function(data, each) {
  if (is.null(data$group) || each) return(data)
  rows <- data[!duplicated(data$row), ]
  rows <- rows[order(-rows$row), ]
  group <- as.character(rows$group)
  gaps <- cumsum(c(FALSE, group[-1] != group[-length(group)]))
  gap <- min(0.5, (max_lines() - nrow(rows)) / max(gaps))
  if (max(gaps) == 0 || max(gaps) == nrow(rows) - 1 || gap < 0.15) return(data)
  down <- gap * gaps[match(data$row, rows$row)]
  data[c("row", "y")] <- list(data$row - down, data$y - down)
  data
}

# Rows sorted by their mean value in decreasing order; rows without a value come last.
sorted_rows <- function(rows, value) {
  mean <- tapply(value, factor(rows, unique(rows)), function(v) mean(v, na.rm = TRUE))
  factor(rows, names(mean)[order(-mean, na.last = TRUE)])
}
