# The shared parts of all plots: the theme, colours that differ in greyscale, labels that fit. Our own symbols are
# ASCII, since R's pdf() has few others, except for the minus of devices that have one.

# The colours of Okabe and Ito, ordered so that the first differ most in greyscale; shapes also distinguish the
# series.
PALETTE <- c("#0072B2", "#D55E00", "#009E73", "#000000", "#CC79A7", "#E69F00", "#56B4E9")
SHAPES <- c(16, 17, 15, 18, 1, 2, 0)

# A scale from light to dark, which is also readable in greyscale.
LOW_COLOUR <- "#EFF3FA"
HIGH_COLOUR <- "#08306B"
NO_VALUE <- "#BFBFBF"
# The colour for negative values, if the sign matters: orange can be distinguished from blue with any colour vision.
# At the same distance from 0 it is lighter than the blue, so that the signs also differ in greyscale.
MINUS_COLOUR <- "#D55E00"

# No text is smaller than 7 points.
plot_theme <- function() {
  ggplot2::theme_minimal(base_size = 9) +
    ggplot2::theme(
      plot.background = ggplot2::element_rect(fill = "white", colour = NA),
      panel.grid.minor = ggplot2::element_blank(),
      panel.grid.major = ggplot2::element_line(colour = "grey92", linewidth = 0.3),
      axis.text = ggplot2::element_text(colour = "grey20", size = 7.5),
      axis.title = ggplot2::element_text(colour = "grey20", size = 7.5),
      # The second line of a title stays clear of the numbers.
      axis.title.y = ggplot2::element_text(lineheight = 0.9, margin = ggplot2::margin(r = 5)),
      strip.text = ggplot2::element_text(hjust = 0, size = 8, face = "bold"),
      strip.clip = "off",
      # The legend is aligned to the right, so that a wide one extends below the names of the rows.
      legend.position = "bottom",
      legend.justification = "right",
      legend.title = ggplot2::element_text(size = 7.5),
      legend.text = ggplot2::element_text(size = 7.5),
      legend.key.size = ggplot2::unit(3.5, "mm"),
      legend.margin = ggplot2::margin(0, 6, 0, 6),
      plot.subtitle = ggplot2::element_text(
        size = 7, colour = "grey25", hjust = 0, margin = ggplot2::margin(0, 0, 4, 0)
      ),
      plot.title.position = "plot",
      plot.caption = ggplot2::element_text(size = 7, colour = "grey35", hjust = 0),
      plot.caption.position = "plot",
      plot.margin = ggplot2::margin(4, 9, 4, 4)
    )
}

# An empty plot of `data`. `read`: sentences above it that say how to read it; `caption`: sentences below it on what is
# not shown; `alt`: what is seen, for readers who do not see it.
start_plot <- function(data, caption, read = NULL, alt = NULL) {
  need_package("ggplot2", "to draw a plot")
  lines <- function(text) {
    text <- text[!is.na(text) & text != ""]
    if (length(text)) wrap_sentences(text)
  }
  alt <- paste(c(alt, read, caption), collapse = " ")
  ggplot2::ggplot(data) + plot_theme() + ggplot2::labs(caption = lines(caption), subtitle = lines(read), alt = alt)
}

# Sentences in lines as wide as the page, each in lines of its own if this takes no more lines. A short list of numbers,
# such as ".5, .5.", and an estimate with its interval are not broken.
wrap_sentences <- function(text) {
  lists <- gregexpr("[-.0-9]+(, [-.0-9]+)+", text)
  regmatches(text, lists) <- lapply(regmatches(text, lists), function(found) {
    ifelse(nchar(found) <= 30, gsub(", ", ",\001", found, fixed = TRUE), found)
  })
  text <- gsub("(?<=[0-9]) (?=\\[)", "\001", text, perl = TRUE)
  width <- SENTENCE * page_scale()
  each <- unlist(lapply(text, even_lines, width))
  together <- even_lines(paste(text, collapse = " "), width)
  lines <- if (length(each) <= length(together)) each else together
  gsub("\001", " ", paste(lines, collapse = "\n"), fixed = TRUE)
}

# Text in as many lines as it needs at this width, which are narrower if the last would otherwise have a word or two.
even_lines <- function(text, width) {
  lines <- strwrap(text, width)
  if (length(lines) < 2 || nchar(lines[length(lines)]) > width / 4) return(lines)
  for (narrower in seq(floor(width) - 1, ceiling(width / 2))) {
    found <- strwrap(text, narrower)
    if (length(found) > length(lines)) break
    lines <- found
    if (nchar(lines[length(lines)]) > width / 4) break
  }
  lines
}

# The letters of a sentence in a line of a column of 8 cm.
SENTENCE <- 66

# The plot() method of every result draws autoplot(), laid out for the device that is open.
#' @rdname autoplot.accord
#' @export
plot.accord_result <- function(x, ..., width = NULL, height = NULL) {
  need_package("ggplot2", "to draw a plot")
  size <- device_size()
  picture <- ggplot2::autoplot(x, ..., width = width %||% size[1], height = height %||% size[2])
  told <- warn_of_letters(picture)
  withCallingHandlers(print(picture), warning = function(cnd) {
    # R has many of these for each letter, which were said in one.
    if (told && grepl("mbcsToSbcs", conditionMessage(cnd), fixed = TRUE)) invokeRestart("muffleWarning")
  })
  invisible(picture)
}

# `columns`: those that the plot requires. Other columns of this kind of result, and intervals, are drawn if present.
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

# Stops if no row has a `value`, as in "None of 5 items has a probability (one rating only)."
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

# Cuts long labels in the middle, since beginning and end distinguish most of them. Labels that are then equal are
# shown from the first difference on, or else get a number, without parentheses, which contain counts.
cut_labels <- function(labels, width = letters_of(22)) {
  labels <- gsub("[[:space:]]+", " ", enc2utf8(as.character(labels)))
  labels[is.na(labels)] <- "NA"
  different <- unique(labels)
  long <- nchar(different, "width") > width
  cut <- cut_middle(different, width, width %/% 3)
  # If all labels begin alike, only the rest distinguishes them.
  alike <- length(different) > 1 && all(long) && is_same(substr(different, 1, width %/% 2))
  ends <- if (alike) from_difference(different, width)
  if (alike && !anyDuplicated(ends)) cut <- ends
  # If labels are equal after the cut, such as pages of one site, the part where they differ is shown after as much of
  # the beginning as fits.
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

# Labels "first and second", in which each name is cut by itself, so that both can be recognized. `lines`: whether
# they may be in two lines.
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

# Labels wrapped at blanks.
wrap_words <- function(labels, width) {
  vapply(
    as.character(labels),
    function(label) paste(strwrap(label, width + 1), collapse = "\n"),
    "",
    USE.NAMES = FALSE
  )
}

# The title of an axis, wrapped in lines of `width` millimetres, in which "95% CI" is not broken.
axis_title <- function(title, width) {
  joined <- gsub("% CI", "%\001CI", title, fixed = TRUE)
  gsub("\001", " ", wrap_words(joined, max(12, width %/% TITLE_LETTER)), fixed = TRUE)
}

# Numbers in tiles and labels without a leading zero, such as .13, as in the tables.
plot_numbers <- function(x, digits = 2, leading_zero = FALSE) {
  text <- format_numbers(x, list(format = "markdown", digits = digits, leading_zero = leading_zero))
  ifelse(is.na(x), "", gsub("\u2212", "-", text, fixed = TRUE))
}

axis_numbers <- function(x) {
  text <- sub("^(-?)0[.]", "\\1.", plain_units(x))
  drawn_minus(ifelse(is.na(x), NA, ifelse(!is.na(x) & x == 0, "0", text)))
}

# The same text with a minus in place of each hyphen before a number.
minus_for_hyphen <- function(text) gsub("(?<![[:alnum:]])-(?=[.]?[0-9])", "\u2212", text, perl = TRUE)

# Numbers below 0 with a minus in place of the hyphen, if the device that is open has one: pdf() has none, but draws a
# hyphen as a minus. It is called while a plot is drawn, since the device may be opened after the plot was made.
drawn_minus <- function(text) {
  if (!l10n_info()[["UTF-8"]] || !PAGE$minus && names(grDevices::dev.cur()) %in% WITHOUT_MINUS) {
    return(text)
  }
  minus_for_hyphen(text)
}

WITHOUT_MINUS <- c("null device", "pdf", "postscript", "xfig", "pictex", "tikz output")

# Numbers of an axis in units of the data, or in scientific notation, such as 2.5e-5, if that is shorter.
axis_units <- function(x) drawn_minus(plain_units(x))

plain_units <- function(x) {
  longest <- function(text) max(0, nchar(sub("^-", "", text[!is.na(x)])))
  plain <- format(x, trim = TRUE, scientific = FALSE)
  power <- format(x, trim = TRUE, scientific = TRUE)
  power <- sub("e([+]|(-))0*", "e\\2", sub("[.]?0*e", "e", sub("^(-?[0-9])e", "\\1.e", power)))
  power <- sub("e$", "", power)
  power[!is.na(x) & x == 0] <- "0"
  if (longest(plain) > 6 && longest(power) < longest(plain)) power else plain
}

axis_counts <- function(x) ifelse(is.na(x), NA, big(x))

# The y axis with names of rows, in smaller type if there are many `lines`; ggplot2 leaves out labels that would
# overlap. `values`: a data frame of `y` and `text`, which stand at the right edge; `room`: space above and below.
row_axis <- function(lines, at, labels, values = NULL, room = 0.6) {
  size <- if (lines <= 0.7 * max_lines()) 7.5 else 7
  second <- if (is.null(values)) {
    ggplot2::waiver()
  } else {
    ggplot2::sec_axis(~., breaks = values$y, labels = values_at(values), guide = no_overlap())
  }
  list(
    ggplot2::scale_y_continuous(
      breaks = at, labels = as.character(labels), guide = no_overlap(), expand = ggplot2::expansion(add = room),
      sec.axis = second
    ),
    ggplot2::theme(
      axis.text.y = ggplot2::element_text(size = size, lineheight = 0.85),
      axis.text.y.right = ggplot2::element_text(size = 7, hjust = 1),
      # Below a panel between names and values, a legend at the right would extend beyond the left edge.
      legend.justification = if (is.null(values)) "right" else "center",
      panel.grid.major.y = ggplot2::element_blank()
    )
  )
}

# The texts beside the breaks of an axis, which may be those of one of several panels.
values_at <- function(values) {
  function(at) {
    text <- aligned_texts(drawn_minus(values$text))[match(round(at, 6), round(values$y, 6))]
    if (has_gaps(values$text)) parse(text = ifelse(is.na(text), "NA", text), keep.source = FALSE) else text
  }
}

no_overlap <- function() ggplot2::guide_axis(check.overlap = TRUE)

# A caption such as "12 items without a value (one rating only)."
missing_caption <- function(value, status, noun, plural = paste0(noun, "s")) {
  lost <- is.na(value)
  if (!any(lost)) {
    return(character())
  }
  why <- reason_words((status %||% NA)[lost])
  paste0(big(sum(lost)), " ", if (sum(lost) == 1) noun else plural, " without a value", why, ".")
}

reasons_of <- function(status) setdiff(unique(as.character(status)), c("ok", NA))

# The reasons in parentheses, such as " (one rating only)".
reason_words <- function(status) {
  reasons <- reasons_of(status)
  if (length(reasons)) paste0(" (", paste(utils::head(reasons, 3), collapse = "; "), ")") else ""
}

#' @importFrom rlang .data
NULL

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
