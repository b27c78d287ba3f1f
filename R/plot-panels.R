# Panels: the groups that have one, how many are side by side, and their headings.

# The group of each row, from the columns before `first`; NULL if there are none.
plot_groups <- function(x, first) {
  keys <- unclass(x)[names_before(x, first)]
  keys <- Filter(function(key) is.atomic(key) && length(dim(key)) < 2, keys)
  if (length(keys) == 0) {
    return(NULL)
  }
  factor_in_order(do.call(paste, c(unname(lapply(keys, as.character)), sep = ", ")))
}

# Groups in a kind of result without groups: columns that the user put in front, such as the study in results combined
# by rbind(). `columns`: all columns of this kind of result.
own_groups <- function(x, columns, first) {
  plot_groups(unclass(x)[names(x) %in% first | !names(x) %in% columns], first)
}

# At most so many panels are drawn.
MAX_PANELS <- 12

# The rows of the first groups, with a caption that tells how many groups there are if some are left out. `most`: the
# limit from row_panels() for panels with rows of text.
first_groups <- function(x, first, most = MAX_PANELS) {
  panel <- group_panels(x, first)
  shown <- first_panels(panel, most)
  list(rows = vctrs::vec_slice(x, shown$rows), panel = droplevels(panel[shown$rows]), caption = shown$caption)
}

# The panel of each row: that of its group, or a single one without a heading.
group_panels <- function(x, first) plot_groups(x, first) %||% one_panel(x)

one_panel <- function(x) factor_in_order(rep("", nrow(x)))

# A list: `rows`, the positions of the rows in the panels that are drawn, and a `caption` if some are left out.
first_panels <- function(panel, most = MAX_PANELS, noun = "group") {
  if (nlevels(panel) <= most) {
    return(list(rows = seq_along(panel), caption = character()))
  }
  list(
    rows = which(as.integer(panel) <= most),
    caption = paste0("The first ", if (most > 1) paste0(most, " "), "of ", big(nlevels(panel)), " ", noun, "s.")
  )
}

factor_in_order <- function(labels) factor(labels, unique(labels))

# The width of a letter in names of rows and titles, in millimetres.
ROW_LETTER <- 1.35
TITLE_LETTER <- 1.42

# The widths of bold letters, for headings, as shares of the size of the type: narrow, capital, wide and other letters.
# Those of other scripts are wide.
bold_width <- function(text, size = 8) {
  count <- function(others) nchar(gsub(others, "", text))
  narrow <- count("[^][ijltfrI.,:;'|!() -]")
  capital <- count("[^A-HJ-LN-VX-Z&_+]")
  wide <- count("[^mwMW%@]") + count("[ -~]")
  other <- nchar(text) - narrow - capital - wide
  size / 72.27 * 25.4 * (0.33 * narrow + 0.72 * capital + 0.92 * wide + 0.58 * other)
}

# The mean width of a letter in the widest of these headings, in millimetres at 8 points.
heading_letter <- function(labels) {
  labels <- unique(unlist(strsplit(as.character(labels), "\n", fixed = TRUE)))
  labels <- labels[!is.na(labels) & nchar(labels) > 2]
  if (length(labels)) max(1.2, bold_width(labels) / nchar(labels)) else 1.85
}

# Millimetres between panels, so that labels at the ends of their axes do not overlap.
PANEL_GAP <- 4

longest_line <- function(labels) max(0, nchar(unlist(strsplit(as.character(labels), "\n", fixed = TRUE)), "width"))

# The width of a panel beside the names of its rows, which are at the left of all panels, or of each.
panel_width <- function(labels, across = 1, each = FALSE) {
  names <- ROW_LETTER * longest_line(labels) + 2
  if (each) page_width() / across - names else (page_width() - names) / across
}

# The number of panels side by side, chosen so that the rows of panels are full. Three are side by side or below each
# other, since the axis of one below two others would be read as that of two.
panels_across <- function(n, most = panels_of_page(if (n == 3 || n > 4) 3 else 2)) {
  across <- ceiling(n / ceiling(n / min(n, most)))
  if (n == 3 && across == 2) 1 else across
}

# Layout of panels with rows: `across`, the number side by side that leaves space for points, and `most`, the number
# of panels for which all `lines` fit. If `headings` are long, fewer and wider panels are used, provided that the
# lines fit.
row_panels <- function(n, lines, labels, each = FALSE, headings = NULL) {
  wide <- vapply(seq_len(panels_of_page(3)), function(k) panel_width(labels, k, each) >= 13, NA)
  most <- max(1, which(wide))
  across <- panels_across(n, most)
  # Three panels below each other need the height.
  if (n == 3 && across < most && 3 * (lines + 3) > max_lines()) across <- most
  letter <- heading_letter(headings)
  room <- function(k) (panel_width(labels, k, each) - PANEL_GAP) / letter
  words <- longest_line(gsub("[[:space:]_/.:-]+", "\n", as.character(headings)))
  narrow <- function(k) longest_line(headings) > room(k) * (k + 1) || words > room(k) + 2
  fits <- function(k) ceiling(n / k) * (lines + 5) <= max_lines()
  while (across > 1 && narrow(across) && fits(across - 1)) across <- across - 1
  list(across = across, narrow = narrow(across), most = min(MAX_PANELS, most * max(1, max_lines() %/% (lines + 3))))
}

# Facets for groups, `n_columns` side by side, with headings broken into lines. `width`: of a panel in millimetres, by
# default beside a numeric axis. `heights`: relative ones of panels below each other.
by_panel <- function(panel, n_columns = panels_across(n), scales = "fixed",
                     width = (page_width() - 8) / n_columns - PANEL_GAP, lines = NULL, heights = NULL) {
  n <- length(unique(panel))
  if (n <= 1) {
    return(NULL)
  }
  small <- n_columns > 2 || n / n_columns > 2
  size <- heading_size(panel, width, if (small) 7 else 8)
  room <- max(6, width %/% (heading_letter(panel) * size / 8))
  # A long word may extend beyond the line.
  word <- max(room, word_room(panel, width, size))
  # With many panels below each other, headings get few lines.
  lines <- lines %||% if (n / n_columns > 2) min(n_columns, 2) else n_columns + 1
  facets <- ggplot2::facet_wrap(
    ggplot2::vars(.data$panel),
    ncol = n_columns, scales = scales,
    labeller = ggplot2::as_labeller(function(labels) heading_lines(labels, room, lines, word))
  )
  list(
    if (is.null(heights)) facets else facets_of_heights(facets, heights),
    if (n_columns > 1) ggplot2::theme(panel.spacing.x = ggplot2::unit(PANEL_GAP, "mm")),
    if (small) {
      ggplot2::theme(
        strip.text = ggplot2::element_text(size = size, vjust = 0, margin = ggplot2::margin(2, 0, 2.5, 0)),
        panel.spacing.y = ggplot2::unit(1, "mm")
      )
    } else if (size < 8) {
      ggplot2::theme(strip.text = ggplot2::element_text(size = size))
    }
  )
}

# The same facets with relative heights of their rows, which facet_wrap() has only from ggplot2 4.0.0 on.
facets_of_heights <- function(facets, heights) {
  ggplot2::ggproto(NULL, facets, draw_panels = function(self, ...) {
    table <- ggplot2::ggproto_parent(facets, self)$draw_panels(...)
    rows <- sort(unique(table$layout$t[startsWith(table$layout$name, "panel")]))
    table$heights[rows] <- ggplot2::unit(unname(heights), "null")
    # The values of all panels end at the same edge.
    right <- which(startsWith(table$layout$name, "axis-r"))
    table$grobs[right] <- lapply(table$grobs[right], function(axis) {
      if (inherits(axis, "zeroGrob")) return(axis)
      axis$vp <- grid::viewport(x = 1, width = grid::grobWidth(axis), just = "right")
      axis
    })
    table
  })
}

# The largest type size, from `size` down to 7 points, at which the longest word need not be broken.
heading_size <- function(labels, width, size) {
  sizes <- seq(size, 7, -0.5)
  whole <- vapply(sizes, function(size) word_room(labels, width, size) > 0, NA)
  if (any(whole)) sizes[whole][1] else size
}

# The number of letters in the longest word, which may extend into the gap beside its panel; 0 if it does not fit.
word_room <- function(labels, width, size) {
  words <- unlist(strsplit(cut_labels(unique(labels), 40), "(?<=[[:space:]_/.:-])", perl = TRUE))
  words <- trimws(words)
  if (max(0, bold_width(words, size)) <= width + PANEL_GAP - 1) longest_line(words) else 0
}

# Headings in at most `lines` lines of `room` letters, cut in the middle if they are longer.
heading_lines <- function(labels, room, lines, word = room) {
  for (width in seq(max(lines * (room + 1), word), room)) {
    wrapped <- wrap_letters(cut_labels(labels, width), room, word)
    if (all(lengths(strsplit(wrapped, "\n", fixed = TRUE)) <= lines)) break
  }
  wrapped
}

# Like wrap_words(), but a line may also end after a sign such as "_" if a word is longer than the line, and with a
# hyphen within a word only if the word is longer than `word`. The dots of a cut beginning stay with what follows
# them.
wrap_letters <- function(labels, room, word = room) {
  part <- "((?<![^[:space:]])[.]{3})?[^[:space:]_/.:-]*((?!(?<=[[:space:]])[.]{3})[[:space:]_/.:-])*"
  parts <- regmatches(labels, gregexpr(part, labels, perl = TRUE))
  vapply(parts, function(parts) paste(fill_lines(parted(parts[parts != ""], word), room), collapse = "\n"), "")
}

# Splits parts that exceed a line by three letters or more into parts of a line.
parted <- function(parts, room) {
  long <- sprintf("([^[:space:]]{%d})(?=[^[:space:]]{3})", room - 1)
  parts <- ifelse(nchar(trimws(parts)) > room + 1, gsub(long, "\\1\001", parts, perl = TRUE), parts)
  parts <- gsub("(?<=\\pL)\001(?=\\pL)", "-\001", parts, perl = TRUE)
  unlist(strsplit(parts, "\001", fixed = TRUE))
}

# Combines `parts` into lines of `room` letters, or one more.
fill_lines <- function(parts, room) {
  lines <- ""
  for (part in parts) {
    last <- length(lines)
    longer <- paste0(lines[last], part)
    fits <- lines[last] == "" || nchar(trimws(longer), "width") <= room + 1
    if (fits) lines[last] <- longer else lines <- c(lines, part)
  }
  trimws(lines)
}

# About three breaks, or two in narrow panels, so that labels fit in a panel of `width` millimetres; never fewer than
# two if possible, and no more than the first and the last if it is very narrow.
few_breaks <- function(width) {
  few <- if (width < 20) 2 else 3
  function(limits) {
    for (n in few:(few + 3)) {
      breaks <- pretty_within(limits, n)
      if (length(breaks) > 1) break
    }
    if (width < 9) range(breaks) else breaks
  }
}

# Breaks of an axis of `width` millimetres, so that one lies beyond each end of the `drawn` values, or within a third of
# a step of it. There are as many as have room for their labels, by `units`, with two digits between them. Steps are
# parts of 1, so that no break lies beyond the range of a coefficient.
enclosing_breaks <- function(drawn, width, units = axis_numbers) {
  drawn <- range(drawn[is.finite(drawn)])
  if (drawn[1] == drawn[2]) return(pretty(drawn, 1))
  for (n in 5:1) {
    breaks <- round(pretty(drawn, n), 12)
    step <- breaks[2] - breaks[1]
    if (length(breaks) > 2 && breaks[2] - drawn[1] <= step / 3) breaks <- breaks[-1]
    last <- length(breaks)
    if (last > 2 && drawn[2] - breaks[last - 1] <= step / 3) breaks <- breaks[-last]
    room <- width * step / diff(range(drawn, breaks))
    if (room >= number_width("00") + max(number_width(units(breaks)))) return(breaks)
  }
  range(breaks)
}

# The width of numbers of an axis in millimetres, whose points are half as wide as digits.
number_width <- function(text) 0.74 * (2 * nchar(text) - nchar(gsub("[^.]", "", text)))

pretty_within <- function(limits, n) {
  breaks <- pretty(limits, n)
  breaks[breaks >= limits[1] & breaks <= limits[2]]
}

panel_breaks <- function(across, width) {
  if (across > 1 || width < 35) few_breaks(width) else ggplot2::waiver()
}

# Integer breaks for the y axis of panels, fewer if there are more rows of panels.
count_breaks <- function(panel) {
  n <- length(unique(panel))
  down <- ceiling(n / panels_across(max(n, 1)))
  most <- max(1, min(5, (panel_height() / down - 8) %/% 4))
  function(limits) {
    # A break at zero alone does not show the scale.
    for (n in most:(most + 4)) {
      breaks <- whole_breaks(limits, n)
      if (length(breaks) > 1) break
    }
    if (length(breaks) > most + 1) breaks[seq(1, length(breaks), ceiling((length(breaks) - 1) / most))] else breaks
  }
}
