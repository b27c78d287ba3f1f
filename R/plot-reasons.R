# Reasons in place of values in a forest plot.

# Shows the reason in place of a missing value, at `y` and `reason` of `lost`; or a dash if the reasons do not fit in
# `width` millimetres or between `lines` lines. `from`: where the text begins, by default at the left edge.
reasons_layer <- function(lost, width, lines, from = -Inf) {
  if (nrow(lost) == 0) return(NULL)
  said <- lost_rows(lost)
  fits <- reasons_fit(said, width, lines)
  if (!fits) said$reason <- "-"
  plain_label(
    ggplot2::aes(y = .data$y, label = .data$reason),
    data = said, x = from, hjust = -0.04, size = if (fits || lines > max_lines()) 2.5 else 3.5,
    fontface = "italic", colour = "grey35", fill = if (fits) "white" else NA
  )
}

# Text on a ground without a border, whose width ggplot2 3.5.0 renamed.
plain_label <- function(...) {
  border <- if ("linewidth" %in% names(ggplot2::GeomLabel$default_aes)) "linewidth" else "label.size"
  border <- stats::setNames(list(0), border)
  do.call(ggplot2::geom_label, c(list(..., label.padding = ggplot2::unit(0.4, "mm")), border))
}

# The series of a row without a value share one text, which contains each reason once.
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

# Whether the reasons fit; a line of text is 3 mm high.
reasons_fit <- function(said, width, lines) {
  1.3 * longest_line(said$reason) <= width && lines <= panel_height() / 3.3
}

# The caption that explains the dashes.
reasons_caption <- function(lost, width, lines) {
  if (nrow(lost) && !reasons_fit(lost_rows(lost), width, lines)) {
    each <- unique(unlist(strsplit(lost$reason, "; ", fixed = TRUE)))
    paste0("Dash: ", paste(each, collapse = "; "), ".")
  }
}
