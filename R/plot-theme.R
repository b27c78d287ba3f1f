# What all plots share: the theme, colours that differ in grey too, labels that fit. Signs of our own are ASCII,
# since R's pdf() has few others; it draws a hyphen as a minus.

# Okabe and Ito's colours, the ones that differ most in grey first; shapes tell the series apart without them.
PALETTE <- c("#0072B2", "#D55E00", "#009E73", "#000000", "#CC79A7", "#E69F00", "#56B4E9")
SHAPES <- c(16, 17, 15, 18, 1, 2, 0)

# From light to dark, so that a copy in grey reads the same.
LOW_COLOUR <- "#EFF3FA"
HIGH_COLOUR <- "#08306B"
NO_VALUE <- "#D9D9D9"
# Below 0, where the sign matters: orange, which all see apart from blue; lighter at the same distance from 0, so that
# the signs differ in grey too.
MINUS_COLOUR <- "#D55E00"

# As it looks at a width of 8 cm.
plot_theme <- function() {
  ggplot2::theme_minimal(base_size = 9) +
    ggplot2::theme(
      plot.background = ggplot2::element_rect(fill = "white", colour = NA),
      panel.grid.minor = ggplot2::element_blank(),
      panel.grid.major = ggplot2::element_line(colour = "grey92", linewidth = 0.3),
      axis.text = ggplot2::element_text(colour = "grey20", size = 7.5),
      axis.title = ggplot2::element_text(size = 8.5),
      strip.text = ggplot2::element_text(hjust = 0, size = 8, face = "bold"),
      strip.clip = "off",
      # To the right, so that a wide legend grows below the names of the rows.
      legend.position = "bottom",
      legend.justification = "right",
      legend.title = ggplot2::element_text(size = 8),
      legend.text = ggplot2::element_text(size = 8),
      legend.key.size = ggplot2::unit(3.5, "mm"),
      legend.margin = ggplot2::margin(0, 6, 0, 6),
      plot.caption = ggplot2::element_text(size = 7, colour = "grey35", hjust = 0),
      plot.caption.position = "plot",
      plot.margin = ggplot2::margin(4, 9, 4, 4)
    )
}

# An empty plot of `data`. `caption`: sentences, broken at the width of a column.
start_plot <- function(data, caption) {
  need_package("ggplot2", "to draw a plot")
  caption <- caption[!is.na(caption) & caption != ""]
  text <- if (length(caption)) paste(strwrap(paste(caption, collapse = " "), 58), collapse = "\n")
  ggplot2::ggplot(data) + plot_theme() + ggplot2::labs(caption = text)
}

# plot() draws what autoplot() makes, of every result.
#' @rdname autoplot.accord
#' @export
plot.accord_result <- function(x, ...) {
  need_package("ggplot2", "to draw a plot")
  picture <- ggplot2::autoplot(x, ...)
  print(picture)
  invisible(picture)
}

# `columns`: those that the plot cannot do without. The others of its kind, and intervals, are drawn if they are there.
check_plot_columns <- function(x, columns) {
  check_result_columns(x, columns, "What is plotted")
  check_still_numbers(x, unique(c(columns, result_kind(x)$columns, "conf.low", "conf.high", "conf.level")))
  if (nrow(x) == 0) {
    abort_accord(
      "no_rows",
      c("A plot needs at least one row.", x = "{.arg object} has 0 rows.", i = "Was all of it filtered out?")
    )
  }
}

# Rows there may be, but none with `value`: "None of 5 items has a probability (one rating only)."
check_plot_values <- function(value, status, noun, what = "a value", hint = NULL, n = length(status)) {
  if (!all(is.na(value))) {
    return(invisible())
  }
  found <- if (n == 1) paste("The", noun, "has none") else paste("None of", count(n, noun), "has one")
  abort_accord(
    "no_values",
    c(
      "A plot needs {what} to draw.",
      x = if (n == 0) "There are no {noun}s." else "{found}{reason_words(status)}.",
      i = hint
    ),
    n = n,
    reasons = reasons_of(status)
  )
}

# Long names keep their beginning and their end, which tell most of them apart; those that are then alike are shown from
# where they differ, and else numbered: parentheses hold counts.
cut_labels <- function(labels, width = 22) {
  labels <- gsub("[[:space:]]+", " ", enc2utf8(as.character(labels)))
  labels[is.na(labels)] <- "NA"
  different <- unique(labels)
  long <- nchar(different, "width") > width
  cut <- cut_middle(different, width, width %/% 3)
  # Where all begin alike only what follows tells them apart.
  alike <- length(different) > 1 && all(long) && is_same(substr(different, 1, width %/% 2))
  ends <- if (alike) from_difference(different, width)
  if (alike && !anyDuplicated(ends)) cut <- ends
  # Those that are alike when cut, as the pages of one site, keep what they can of the beginning.
  again <- which(long & cut %in% cut[duplicated(cut)])
  for (alike in split(again, cut[again])) {
    if (length(alike) > 1) {
      ends <- from_difference(different[alike], width)
      cut[alike] <- paste0(strtrim(different[alike], width - nchar(ends, "width")), ends)
    }
  }
  again <- cut %in% cut[duplicated(cut)]
  number <- stats::ave(seq_along(cut), cut, FUN = seq_along)
  cut[again] <- paste0(cut[again], "#", number[again])
  cut[match(labels, different)]
}

# "first and second", each of them cut by itself, so that it is seen which pair it is. `lines`: may they stand in two?
pair_labels <- function(first, second, between = " - ", width = 22, lines = FALSE) {
  n <- nchar(between)
  plain <- paste0(first, between, second)
  if (all(nchar(plain, "width") <= width)) return(plain)
  ids <- unique(c(as.character(first), as.character(second)))
  each <- if (lines) width - n else max(6, (width - n) %/% 2)
  short <- cut_labels(ids, each)
  name <- function(id) short[match(as.character(id), ids)]
  paste0(name(first), if (lines) "\n", if (lines) sub("^ ", "", between) else between, name(second))
}

# Words stand in several lines.
wrap_words <- function(labels, width) {
  vapply(
    as.character(labels),
    function(label) paste(strwrap(label, width + 1), collapse = "\n"),
    "",
    USE.NAMES = FALSE
  )
}

# The title of an axis in lines of `width` millimetres, in which "95% CI" stays together.
axis_title <- function(title, width) {
  joined <- gsub("% CI", "%\001CI", title, fixed = TRUE)
  gsub("\001", " ", wrap_words(joined, max(12, width %/% TITLE_LETTER)), fixed = TRUE)
}

# Numbers of the axes and tiles: .13, as in the tables.
plot_numbers <- function(x, digits = 2) {
  text <- format_numbers(x, list(format = "markdown", digits = digits, leading_zero = FALSE))
  ifelse(is.na(x), "", gsub("\u2212", "-", text, fixed = TRUE))
}

axis_numbers <- function(x) {
  text <- sub("^(-?)0[.]", "\\1.", axis_units(x))
  ifelse(is.na(x), NA, ifelse(!is.na(x) & x == 0, "0", text))
}

# In units of the data; in powers of ten, as 2.5e-5, where zeros would take the room.
axis_units <- function(x) {
  longest <- function(text) max(0, nchar(sub("^-", "", text[!is.na(x)])))
  plain <- format(x, trim = TRUE, scientific = FALSE)
  power <- format(x, trim = TRUE, scientific = TRUE)
  power <- sub("e([+]|(-))0*", "e\\2", sub("[.]?0*e", "e", sub("^(-?[0-9])e", "\\1.e", power)))
  power[!is.na(x) & x == 0] <- "0"
  if (longest(plain) > 6 && longest(power) < longest(plain)) power else plain
}

axis_counts <- function(x) ifelse(is.na(x), NA, big(x))

# Names of rows on the y axis, in so many `lines`: smaller where there are many; ggplot2 leaves out those that would
# overlap.
row_axis <- function(lines, at, labels) {
  size <- if (lines <= 15) 7.5 else if (lines <= 20) 6.5 else if (lines <= 24) 5.5 else 5
  list(
    ggplot2::scale_y_continuous(
      breaks = at, labels = as.character(labels), guide = no_overlap(), expand = ggplot2::expansion(add = 0.6)
    ),
    ggplot2::theme(axis.text.y = ggplot2::element_text(size = size), panel.grid.major.y = ggplot2::element_blank())
  )
}

no_overlap <- function() ggplot2::guide_axis(check.overlap = TRUE)

# "12 items without a value (one rating only)."
missing_caption <- function(value, status, noun, plural = paste0(noun, "s")) {
  lost <- is.na(value)
  if (!any(lost)) {
    return(character())
  }
  why <- reason_words((status %||% NA)[lost])
  paste0(big(sum(lost)), " ", if (sum(lost) == 1) noun else plural, " without a value", why, ".")
}

reasons_of <- function(status) setdiff(unique(as.character(status)), c("ok", NA))

# " (one rating only)"
reason_words <- function(status) {
  reasons <- reasons_of(status)
  if (length(reasons)) paste0(" (", paste(utils::head(reasons, 3), collapse = "; "), ")") else ""
}

#' @importFrom rlang .data
NULL

# In place of values that are not there: why, by the rows `y` and `reason` of `lost`; a dash where there is no
# room in `width` millimetres, or between so many `lines`.
reasons_layer <- function(lost, width, lines) {
  if (nrow(lost) == 0) return(NULL)
  said <- lost_rows(lost)
  fits <- reasons_fit(said, width, lines)
  if (!fits) said$reason <- "-"
  label <- list(
    ggplot2::aes(y = .data$y, label = .data$reason),
    data = said, x = -Inf, hjust = -0.04, size = if (fits) 2.3 else if (lines > MAX_LINES) 2 else 3.5,
    fontface = "italic", colour = "grey35", fill = if (fits) "white" else NA,
    label.padding = ggplot2::unit(0.4, "mm")
  )
  # The width of the border has another name from ggplot2 3.5.0 on.
  border <- if ("linewidth" %in% names(ggplot2::GeomLabel$default_aes)) "linewidth" else "label.size"
  label[[border]] <- 0
  do.call(ggplot2::geom_label, label)
}

# Series of a row without a value share its words, with each reason once.
lost_rows <- function(lost) {
  key <- do.call(paste, c(unname(lapply(lost[intersect(c("panel", "row"), names(lost))], as.character)), sep = "\r"))
  rows <- lapply(split(seq_len(nrow(lost)), factor_in_order(key)), function(rows) {
    said <- lost[rows[1], ]
    said$reason <- paste(unique(lost$reason[rows]), collapse = "; ")
    if (length(rows) > 1) said$y <- said$row
    said
  })
  do.call(rbind, unname(rows))
}

# Words are 3 mm high.
reasons_fit <- function(said, width, lines) {
  1.2 * longest_line(said$reason) <= width && lines <= 16
}

# What the dashes mean.
reasons_caption <- function(lost, width, lines) {
  if (nrow(lost) && !reasons_fit(lost_rows(lost), width, lines)) {
    each <- unique(unlist(strsplit(lost$reason, "; ", fixed = TRUE)))
    paste0("Dash: ", paste(each, collapse = "; "), ".")
  }
}

abort_no_plot <- function(what, verbs) {
  abort_accord(
    "no_plot",
    c(
      "{what} no plot of their own.",
      i = "The results of {.fn {verbs}} have one."
    ),
    verbs = verbs
  )
}
