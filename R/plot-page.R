# The page: the size for which a plot is laid out. Names are cut, panels put side by side and rows counted so that all
# text has at least 7 points and nothing overlaps at this size.

# Sizes are asked for at many places of a layout, from the breaks of an axis to the cut of a name, so that they are the
# state of the plot that is being made and not an argument of each function.
PAGE <- new.env()
PAGE$width <- 8
PAGE$height <- 7
# Millimetres of the height that a legend and long sentences take.
PAGE$taken <- 0
# Whether the device, which is opened after the plot is made, is known to have a minus.
PAGE$minus <- FALSE

# Lays out a plot for `width` by `height` centimetres until the calling function returns. By default the size is that of
# the figures of a chunk while knitr runs, otherwise a column of 8 cm.
local_page <- function(width = NULL, height = NULL, frame = parent.frame()) {
  if (!is.null(width)) check_number(width, "width", from = 4, to = 200)
  if (!is.null(height)) check_number(height, "height", from = 3, to = 500)
  before <- list(width = PAGE$width, height = PAGE$height)
  chunk <- chunk_size()
  PAGE$width <- width %||% chunk$width %||% 8
  PAGE$height <- height %||% chunk$height %||% 7
  restore <- function() {
    PAGE$width <- before$width
    PAGE$height <- before$height
  }
  do.call(on.exit, list(as.call(list(restore)), add = TRUE), envir = frame)
}

# The size of figures in centimetres while knitr runs, if a chunk says it.
chunk_size <- function() {
  if (!isTRUE(getOption("knitr.in.progress")) || !requireNamespace("knitr", quietly = TRUE)) return(NULL)
  size <- function(name) {
    inches <- knitr::opts_current$get(name)
    if (is.numeric(inches) && length(inches) == 1 && is.finite(inches)) 2.54 * inches
  }
  width <- size("fig.width")
  height <- size("fig.height")
  list(width = if (!is.null(width)) max(4, width), height = if (!is.null(height)) max(3, height))
}

# The drawing width in millimetres, and the height of a panel below a subtitle and above a titled axis.
page_width <- function() 10 * PAGE$width - 4
panel_height <- function() max(12, 10 * PAGE$height - 16 - PAGE$taken)

# Keeps room for the legend of these series, if there are several, and for lines of other sentences, until the calling
# function returns.
local_legend <- function(series, lines = 0, frame = parent.frame()) {
  before <- PAGE$taken
  rows <- if (length(series) > 1) ceiling(length(series) / legend_columns(series)) else 0
  PAGE$taken <- if (rows) 3 + 3.6 * rows + 2.8 * lines else 2.8 * lines
  restore <- function() PAGE$taken <- before
  do.call(on.exit, list(as.call(list(restore)), add = TRUE), envir = frame)
}

# Writes numbers with a minus until the calling function returns.
local_minus <- function(frame = parent.frame()) {
  before <- PAGE$minus
  PAGE$minus <- TRUE
  restore <- function() PAGE$minus <- before
  do.call(on.exit, list(as.call(list(restore)), add = TRUE), envir = frame)
}

# The number of lines of text of 7 points that fit below each other in that height, and the height of a line.
max_lines <- function() max(4, as.integer(panel_height() %/% LINE))
LINE <- 2.65

# How many times as wide as a column of 8 cm the page is.
page_scale <- function() page_width() / 76

# A number of letters, or of panels side by side, that is chosen for a column of 8 cm, on this page. A name need not
# become longer than twice as long.
letters_of <- function(n) as.integer(n * min(2, max(0.6, page_scale())))
panels_of_page <- function(n) max(1L, as.integer(n * page_scale() + 0.1))

# The size of the open device in centimetres, within what a layout can have.
device_size <- function() {
  size <- grDevices::dev.size("cm")
  c(min(200, max(4, size[1])), min(500, max(3, size[2])))
}

# pdf() draws only letters of one encoding of Western Europe, and dots in place of others; cairo_pdf() has all. Returns
# whether there was a warning.
warn_of_letters <- function(plot) {
  if (!names(grDevices::dev.cur()) %in% c("pdf", "postscript")) {
    return(FALSE)
  }
  data <- c(list(plot$data), lapply(plot$layers, `[[`, "data"))
  data <- Filter(is.data.frame, data)
  texts <- unlist(lapply(data, function(rows) {
    lapply(rows[vapply(rows, function(x) is.character(x) || is.factor(x), NA)], function(x) unique(as.character(x)))
  }))
  texts <- texts[!is.na(texts)]
  lost <- unique(texts[is.na(iconv(texts, "UTF-8", "latin1"))])
  if (length(lost) == 0) {
    return(FALSE)
  }
  warn_accord(
    "letters",
    c(
      "{.fn grDevices::pdf} cannot draw all letters.",
      x = "{length(lost)} label{?s} {?has/have} others: {.val {utils::head(lost, 3)}}.",
      i = "Open {.code grDevices::cairo_pdf(\"plot.pdf\")} instead.",
      i = "In documents of knitr set {.code dev = \"cairo_pdf\"}."
    ),
    labels = lost
  )
  TRUE
}
