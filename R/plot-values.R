# A forest plot says in words and numbers: the values at its right edge, how to read it, and what is seen, for readers
# who do not see it.

# Returns a list: `rows`, with the position `y` and the `text` of each point, and the `width` in millimetres that they
# take beside the panel; NULL if they do not fit. `data` may have its own column `text`. Panels that share their rows
# have theirs within. `lines`: those of all rows, with `down` panels below each other. `beside`: values of the
# series of a row that have no line each stand beside each other. `inside`: values stand within their panel.
forest_values <- function(data, layout, lines, down, stacked = FALSE, leading_zero = FALSE) {
  known <- !is.na(data$value) & (data$text %||% "x") != ""
  if (stacked) {
    all <- values_fit_below(data, down)
    if (!all && !values_fit_below(data, down, FALSE)) return(NULL)
  }
  # Panels of unequal numbers of rows have the same height.
  if (layout$each) {
    in_panel <- tapply(data$row, data$panel, function(row) length(unique(row)))
    lines <- max(lines, max(in_panel) * down + 2 * (down - 1))
  }
  if (!any(known)) return(NULL)
  # Panels that share their rows have their values at their own right edges, within the panel.
  inside <- !layout$each && nlevels(data$panel) > 1
  # Each of several values of a row has a line, or they stand in one, in the order of the legend.
  most <- max(table(data$panel[known], data$row[known]))
  beside <- !stacked && lines * series_room(most) > max_lines() * LINE || stacked && !all
  if (beside && (inside || most > 3 || lines > max_lines() || !is.null(data$text))) return(NULL)
  if (beside) {
    data <- values_in_lines(data, leading_zero)
    known <- !is.na(data$text)
  }
  texts <- if (is.null(data$text)) {
    lapply(c(TRUE, FALSE), interval_texts, data = data, leading_zero = leading_zero)
  } else {
    list(data$text)
  }
  for (text in unique(texts)) {
    width <- 1.25 * longest_line(paste0(text, missing_end(text))[known]) + 2
    if (layout$width - width >= least_points(data, layout, inside)) {
      # A panel without values has a blank one, since ggplot2 warns of an axis without breaks.
      blank <- !data$panel %in% data$panel[known] & !duplicated(data$panel)
      text[blank] <- " "
      return(list(
        rows = data.frame(y = data$y, text = text, panel = data$panel)[known | blank, ], width = width,
        intervals = text[known], beside = beside, inside = inside
      ))
    }
  }
}

# Whether panels below each other have room for a line of each value, or of each row. A heading takes a line and a half.
values_fit_below <- function(data, down, values = TRUE) {
  sum(panel_heights(data, values)) <= max_lines() - 1.5 * down
}

# The width that points and lines need beside their values, in millimetres. Panels side by side have at least an axis
# of two numbers, such as 0 and 1.0 (7 mm), or 0 and 1 without intervals. The others were chosen by eye on the contact
# sheet (tools/contact-sheet.R) at 8 cm: below 19 mm, a quarter of the page, or 11 mm for the points of two columns, the
# numbers of the limits are left out, or all numbers, so that points and lines can still be compared.
least_points <- function(data, layout, inside) {
  pointed <- all(is.na(data$low))
  if (inside) {
    if (pointed) 6 else 7
  } else {
    if (pointed && layout$in_columns) 11 else 19
  }
}

# The values within the panels, in a strip at the right of each that has neither points nor `breaks`.
values_inside <- function(values, width, breaks) {
  if (!isTRUE(values$inside)) return(list(layer = NULL, expand = ggplot2::waiver(), breaks = breaks))
  strip <- strip_at_right(values$width, width, breaks)
  layer <- ggplot2::geom_text(
    ggplot2::aes(x = Inf, y = .data$y, label = aligned_texts(drawn_minus(.data$text))), values$rows, hjust = 1,
    size = TILE_TEXT, colour = "grey20", parse = has_gaps(values$rows$text)
  )
  c(list(layer = layer), strip)
}

# An axis with a strip of `width` millimetres at its right, beside `rest` millimetres of the panel, that has no breaks.
# `left`: the room at its left, as a share of the axis.
strip_at_right <- function(width, rest, breaks, left = 0.05) {
  more <- (1 + left + 0.05) * width / rest
  list(
    expand = ggplot2::expansion(c(left, 0.05 + more)),
    breaks = function(limits) {
      limits[2] <- limits[2] - more / (1 + left + 0.05 + more) * diff(limits)
      if (is.function(breaks)) breaks(limits) else if (is.numeric(breaks)) breaks else pretty_within(limits, 5)
    }
  )
}

# The same data, in which the values of the series of a row are one text in its middle.
values_in_lines <- function(data, leading_zero) {
  all <- c(data$value, data$low, data$high)
  leading_zero <- leading_zero || any(abs(all[is.finite(all)]) > 1)
  number <- plot_numbers(data$value, value_digits(data$value), leading_zero = leading_zero)
  intervals <- interval_texts(data, TRUE, leading_zero)
  series <- levels(droplevels(data$series))
  data$text <- NA_character_
  for (rows in split(seq_len(nrow(data)), list(data$panel, data$row), drop = TRUE)) {
    own <- data$panel == data$panel[rows[1]]
    # Text ends at the right edge, so that the first series may have none.
    wanted <- intersect(series, data$series[own])
    found <- number[rows][match(wanted, data$series[rows])]
    first <- which(!found %in% c(NA, ""))
    if (length(first) == 0) next
    found <- ifelse(found %in% c(NA, ""), "none", found)[first[1]:length(found)]
    data$text[rows[1]] <- if (length(wanted) > 1) paste(found, collapse = ", ") else intervals[rows[1]]
    data$y[rows[1]] <- data$row[rows[1]]
  }
  data
}

# Texts such as ".42 [.30, .53]", or without intervals. Numbers that can exceed 1 have a zero before the decimal point.
interval_texts <- function(data, intervals, leading_zero = FALSE) {
  all <- c(data$value, data$low, data$high)
  digits <- value_digits(all)
  number <- function(x) plot_numbers(x, digits, leading_zero = leading_zero || any(abs(all[is.finite(all)]) > 1))
  limits <- paste0(" [", number(data$low), ", ", number(data$high), "]")
  paste0(number(data$value), ifelse(intervals & !is.na(data$low) & !is.na(data$high), limits, ""))
}

# The signs that each text lacks at its end, so that all intervals are equally wide and estimates end at one place: the
# signs of an interval that has as many of each kind as that which has most. Digits are equally wide.
missing_end <- function(text) {
  ends <- gsub("[0-9]", "0", ifelse(grepl("[", text, fixed = TRUE), sub("^.*(?= \\[)", "", text, perl = TRUE), ""))
  signs <- strsplit(ends, "")
  kinds <- unique(unlist(signs))
  counts <- vapply(kinds, function(kind) vapply(signs, function(own) sum(own == kind), 0L), integer(length(text)))
  counts <- matrix(counts, length(text))
  vapply(seq_along(text), function(i) {
    paste(rep(kinds, apply(counts, 2, max) - counts[i, ]), collapse = "")
  }, "")
}

has_gaps <- function(text) any(missing_end(text) != "")

# Texts that end with the signs that they lack, which are not drawn, as expressions if there are any.
aligned_texts <- function(text) {
  if (!has_gaps(text)) return(text)
  quoted <- function(text) encodeString(text, quote = "\"")
  paste0(quoted(text), " * phantom(", quoted(missing_end(text)), ")")
}

# Two digits for shares and coefficients, fewer for large numbers, more if all are small.
value_digits <- function(x) {
  largest <- suppressWarnings(max(abs(x[is.finite(x)])))
  if (!is.finite(largest) || largest == 0) return(2)
  min(15, max(0, if (largest < 0.1) 1 - floor(log10(largest)) else 2 - floor(log10(max(largest, 1)))))
}

# Without intervals the title of the axis says what points and numbers are.
forest_reading <- function(data, values) {
  intervals <- any(!is.na(data$low) & !is.na(data$value))
  with_limits <- any(grepl("[", values$intervals, fixed = TRUE))
  # Texts of a kind of result are explained by it.
  if (!is.null(data$text)) return(character())
  c(
    if (intervals) paste0(
      if (!is.null(values) && !with_limits) "Points and numbers are estimates" else "Points are estimates",
      ", lines their intervals", if (with_limits) ", also in numbers", "."
    ),
    if (isTRUE(data$unasked[1])) "Without intervals.",
    if (isTRUE(values$beside)) "Numbers are in the order of the legend."
  )
}

# Such as "Forest plot of Fleiss' kappa, 95% CI. comments: .42 [.30, .53]; headlines: not defined (one rating only)."
forest_alt <- function(data, title) {
  several <- function(column) {
    names <- as.character(data[[column]])
    if (nlevels(factor(names)) > 1) ifelse(names == "", "", paste0(names, ", "))
  }
  name <- gsub("\n", " ", paste0(several("panel"), several("series"), as.character(data$name %||% data$label)))
  said <- ifelse(
    is.na(data$value), paste0("no value", ifelse(data$reason == "", "", paste0(" (", data$reason, ")"))),
    interval_texts(data, TRUE)
  )
  order <- order(data$panel, -data$y)
  alt_list(paste0("Forest plot of ", gsub("\n", " ", title)), ifelse(name == "", said, paste(name, said))[order],
    data$value
  )
}

# A sentence on each of a few entries, or the range of many.
alt_list <- function(what, entries, value) {
  most <- 15
  text <- paste(utils::head(entries, most), collapse = "; ")
  paste0(
    what, ". ", text, if (length(entries) > most) {
      paste0("; and ", big(length(entries) - most), " more", if (any(is.finite(value))) {
        paste0(", from ", paste(plot_numbers(range(value[is.finite(value)])), collapse = " to "))
      })
    }, "."
  )
}
