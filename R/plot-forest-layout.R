# The layout of a forest plot: which rows and panels are drawn, how many panels are side by side, and how long the names
# of rows are.

# Returns a list: the panels that are drawn, the number side by side, and whether each panel has its own rows.
forest_layout <- function(data, panels, stacked, columns = NULL) {
  if (is.null(data$panel)) data$panel <- rep("", nrow(data))
  if (!is.factor(data$panel)) data$panel <- factor_in_order(data$panel)
  data$panel <- droplevels(data$panel)
  if (!stacked && nlevels(data$panel) == 1 && is.null(data$part) && !identical(columns, 1)) {
    found <- forest_columns(data, columns)
    if (!is.null(found)) {
      return(found)
    }
  }
  in_panel <- tapply(as.character(rows_of_forest(data)), data$panel, function(keys) length(unique(keys)))
  # If most rows are in most panels, their names are shown only once, at the left.
  each <- stacked || length(unique(rows_of_forest(data))) > 1.5 * max(in_panel)
  lines <- if (each) max(in_panel) else length(unique(rows_of_forest(data)))
  levels(data$label) <- lines_in_room(levels(data$label), if (stacked) nrow(data) else lines, data)
  rows <- lines
  lines <- rows * mean(lengths(strsplit(levels(data$label), "\n", fixed = TRUE)))
  found <- row_panels(nlevels(data$panel), lines, data$label, each, levels(data$panel))
  # Names have less space if panels are below each other.
  down <- ceiling(min(nlevels(data$panel), found$most) / found$across)
  names <- lines_in_room(levels(data$label), rows * down + 2 * (down - 1), data)
  if (!stacked && !identical(names, levels(data$label))) {
    levels(data$label) <- names
    lines <- rows
    found <- row_panels(nlevels(data$panel), lines, data$label, each, levels(data$panel))
  }
  # Names that are already cut are cut further if the headings of the panels would not fit otherwise.
  short <- levels(data$label)
  is_cut <- grepl("...", short, fixed = TRUE)
  short[is_cut] <- cut_rows(data, 14, short)[is_cut]
  if (found$narrow && !anyDuplicated(short)) {
    levels(data$label) <- short
    found <- row_panels(nlevels(data$panel), lines, data$label, each, levels(data$panel))
  }
  if (stacked) found$across <- 1
  # Some panels for which there is no room can be series of the same rows.
  some <- nlevels(data$panel) <= 6 && nlevels(data$panel) > found$most
  if (some && !is.null(panels) && !each && is.null(data$series)) {
    data$series <- factor(cut_labels(data$panel, 40), cut_labels(levels(data$panel), 40))
    data$panel <- NULL
    local_legend(levels(data$series), 2)
    return(forest_layout(data, panels, stacked, 1))
  }
  shown <- list()
  if (!is.null(panels)) shown <- first_panels(data$panel, found$most, panels)
  if (length(shown$caption)) data <- droplevels(data[shown$rows, ])
  across <- min(found$across, nlevels(data$panel))
  first <- first_rows(data, each, ceiling(nlevels(data$panel) / across))
  # With fewer rows there is more space for panels and for their names, so the layout is computed again.
  if (length(first$caption) && nlevels(data$panel) > 1) {
    layout <- forest_layout(first$data, panels, stacked)
    layout$caption <- c(shown$caption, first$caption, layout$caption)
    return(layout)
  }
  data <- first$data
  list(
    data = data, across = across, each = each && nlevels(data$panel) > 1, caption = c(shown$caption, first$caption),
    width = panel_width(data$label, across, each) - if (across > 1) PANEL_GAP else 0, in_columns = FALSE
  )
}

# Arranges the rows of a single panel in columns side by side, so that each has space for its name; NULL if one column
# suffices.
forest_columns <- function(data, columns) {
  rows <- nlevels(droplevels(data$label))
  across <- columns %||% (1 + (rows > max_lines()))
  if (across == 1) {
    return(NULL)
  }
  levels(data$label) <- lines_in_room(levels(data$label), rows, data)
  most <- across * rows_with_room(data)
  data <- droplevels(data[as.integer(droplevels(data$label)) <= most, ])
  # Names that are already cut are cut anew from the full name.
  short <- cut_rows(data, 14, (data$name %||% as.character(data$label))[match(levels(data$label), data$label)])
  while (across > 1 && panel_width(short, across, TRUE) - PANEL_GAP < 8) across <- across - 1
  if (panel_width(data$label, across, TRUE) - PANEL_GAP < 13) levels(data$label) <- short
  data$panel <- factor((as.integer(data$label) - 1) %/% ceiling(nlevels(data$label) / across))
  list(
    data = data, across = across, each = TRUE, in_columns = TRUE,
    caption = if (rows > most) first_words(most, rows),
    width = panel_width(data$label, across, TRUE) - PANEL_GAP
  )
}

# Names in several lines are put into one line if they would overlap the next row.
lines_in_room <- function(labels, rows, data = NULL) {
  # Pairs get fewer letters, since both names are shown by their beginnings and the axis has a title.
  whole <- gsub("(?<=[_/.:-])\n", "", labels, perl = TRUE)
  one <- cut_rows(data, if (is.null(data$first)) letters_of(32) else 30, whole)
  several <- max(lengths(strsplit(labels, "\n", fixed = TRUE)))
  if (several > 1 && several * rows * LINE > panel_height() && !anyDuplicated(one)) one else labels
}

# Names of rows in `width` letters. In a pair each name is cut by itself, to more letters if the short names would be
# equal.
cut_rows <- function(data, width, names) {
  if (is.null(data$first)) {
    return(cut_labels(names, width))
  }
  rows <- data[match(levels(data$label), data$label), ]
  pair <- !is.na(rows$second)
  rows <- rows[pair, ]
  for (width in width:48) {
    cut <- pair_labels(rows$first, rows$second, rows$between[1], width)
    if (!any(grepl("#[0-9]+( |$)", cut))) break
  }
  found <- replace(names, pair, cut)
  # Names that got a number because they were equal keep it.
  if (anyDuplicated(found)) cut_labels(names, width) else found
}

# The first rows, as many as remain legible; fewer if series or panels share the height, but all coefficients that
# agreement() gives if there are series only.
first_rows <- function(data, each, down) {
  most <- max(if (down > 1) 5 else 7, rows_with_room(data, down))
  panel <- if (each) data$panel else one_panel(data)
  key <- rows_of_forest(data)
  kept <- lapply(split(seq_len(nrow(data)), panel, drop = TRUE), function(rows) {
    sorted <- rows[if (is.null(data$part)) order(data$label[rows]) else order(data$part[rows], data$label[rows])]
    all <- unique(key[sorted])
    list(rows = rows[key[rows] %in% utils::head(all, most)], all = length(all))
  })
  all <- max(vapply(kept, `[[`, 0L, "all"))
  if (all <= most) {
    return(list(data = data, caption = character()))
  }
  rows <- sort(unlist(lapply(kept, `[[`, "rows"), use.names = FALSE))
  list(data = droplevels(data[rows, ]), caption = first_words(most, all))
}

first_words <- function(most, all) {
  paste0("The first ", most, " of ", big(all), " rows, as they are sorted.")
}
