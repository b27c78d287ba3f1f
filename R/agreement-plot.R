# Plots estimates with their intervals, by group and coefficient.

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_agreement <- function(object, ..., benchmark = NULL, sort = FALSE, columns = NULL, width = NULL,
                                      height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  if (!is.null(columns)) check_number(columns, "columns", from = 1, to = 3, whole = TRUE)
  check_choice(benchmark, names(SCALES), "benchmark", optional = TRUE)
  check_flag(sort, "sort")
  check_plot_columns(object, c("coefficient", "estimate"))
  if (is_trend(object) && is.null(columns) && !sort && is.null(benchmark)) {
    return(trend_plot(object))
  }
  if (has_levels_by_group(object)) object <- levels_with_groups(object)
  data <- agreement_points(object, sort)
  alone <- NULL
  if (lack_panels(data)) {
    others <- levels(data$series)[-1]
    alone <- paste0("Not drawn for lack of width: ", paste(others, collapse = ", "), ".")
    object <- vctrs::vec_slice(object, data$series == levels(data$series)[1])
    data <- agreement_points(object, sort)
  }
  # The lower limit of a mean over pairs of raters may lie far below -1, so that the axis is cut there.
  cut <- any(data$low < -1 & data$value >= -1, na.rm = TRUE)
  if (cut) data$low <- pmax(data$low, -1)
  labels <- coefficient_labels(object)
  title <- if (is_same(labels)) labels[1] else "Estimate"
  raw <- is_raw(object)
  interval <- interval_column(object, list(format = "markdown", digits = 2, leading_zero = FALSE))
  words <- c(chance_in_words(object, raw), if (inherits(object, "accord_intra")) "Raters are compared with themselves.")
  forest_plot(
    data, if (is.null(interval)) title else paste0(title, ", ", interval$heading),
    caption = c(
      if (!is.null(benchmark)) benchmark_caption(SCALES[[benchmark]]$source, labels[raw], all(raw)),
      attr(data, "note"), attr(data, "keys"), alone, if (cut) "Intervals are truncated at -1."
    ),
    bands = if (!is.null(benchmark) && !all(raw)) function(data) benchmark_bands(SCALES[[benchmark]], data),
    # All coefficients are shown; only groups are limited in number.
    panels = if (!isTRUE(attr(data, "by_coefficient"))) "group",
    columns = columns, read = words,
    # The axis reaches 1 if words or bands speak of it, so that the distance from it is seen.
    reach = if (length(words) || !is.null(benchmark) && !all(raw)) 1
  )
}

# If groups have levels of their own, as the questions of a codebook, the level stands beside the name of the group, so
# that all groups are in one panel.
levels_with_groups <- function(x) {
  group <- group_numbers(x)
  columns <- Filter(Negate(is.null), metric_columns(x, group, list(format = "text")))
  before <- match("coefficient", names(x))
  x <- without_own_levels(x)
  keys <- lapply(columns, function(one) one$cells[group])
  names(keys) <- paste0("level ", seq_along(keys))
  columns <- unclass(x)[names(x)]
  tibble::new_tibble(append(columns, keys, before - 1), nrow = nrow(x), class = setdiff(class(x), TIBBLE))
}

# The rows of the plot are groups with up to three coefficients each. With more than three coefficients, the rows are
# coefficients with up to three groups each; with more than three of both, the smaller set becomes panels.
agreement_points <- function(x, sort) {
  group <- spoken_groups(x)
  label <- told_apart(coefficient_labels(x), group, x)
  ordered <- labels_in_order(x, label, group)
  groups <- length(unique(group))
  coefficients <- length(unique(label))
  n <- nrow(x)
  data <- data.frame(
    value = as.double(x[["estimate"]]),
    low = as.double(x[["conf.low"]] %||% rep(NA, n)), high = as.double(x[["conf.high"]] %||% rep(NA, n)),
    reason = plain_reasons(x), raw = is_raw(x)
  )
  rows <- if (groups == 1) label else group
  if (groups == 1 && coefficients == 1) rows <- rep("", n)
  if (groups > 1 && groups <= 3 && coefficients > 3) {
    rows <- label
    data$series <- factor_in_order(cut_labels(spoken_groups(x), 40))
  } else if (groups > 3 && coefficients > 3) {
    by_group <- groups <= coefficients
    # With many panels there is no room for the level of each coefficient, so that the caption gives it.
    short <- without_level(label)
    rows <- if (by_group) short$names else group
    headings <- factor(short$names, unique(short$names[match(ordered, label)]))
    data$panel <- if (by_group) factor_in_order(group) else headings
    attr(data, "by_coefficient") <- !by_group
    attr(data, "note") <- short$note
  } else if (groups > 1 && coefficients > 1) {
    data$series <- factor(label, ordered)
  }
  # Groups of several keys, such as studies and categories, may not fit into a column: then each value of one key has a
  # panel.
  split <- if (is.null(data$panel) && groups > max_lines() && coefficients <= 3) panels_of_keys(x)
  if (!is.null(split)) {
    data$panel <- split$panel
    rows <- group <- split$rows
  }
  # Names of coefficients can be broken into lines; names of groups can be any text and are cut.
  names <- rows
  order <- if (identical(rows, group)) unique(rows) else unique(rows[match(ordered, label)])
  shown <- function(rows) if (identical(names, group)) labels_of_keys(rows) else wrap_words(rows, 20)
  data$name <- names
  if (is.null(split) && identical(names, group)) {
    attr(data, "keys") <- keys_of_rows(x)
    keys <- agreement_keys(x)
    keys <- keys[!vapply(keys, is.list, NA)]
    if (length(keys) > 1) data$group <- group_labels(keys[-length(keys)])
  }
  data$label <- if (sort) sorted_rows(shown(rows), data$value) else factor(shown(rows), shown(order))
  data
}

# The names of groups, in which numbers stand after the name of their column, as in "round 2".
spoken_groups <- function(x) {
  keys <- agreement_keys(x)
  keys <- keys[!vapply(keys, is.list, NA)]
  for (name in names(keys)) {
    value <- as.character(keys[[name]])
    if (all(is_numeric_text(value))) keys[[name]] <- paste(name, value)
  }
  group_labels(keys, none = "")
}

# Names of groups of several keys, such as "Behaviour, nominal", have a line for each rather than being cut.
labels_of_keys <- function(names) {
  cut <- cut_labels(names)
  lines <- strsplit(names, "(?<=,) ", perl = TRUE)
  fits <- all(nchar(unlist(lines), "width") <= letters_of(22))
  if (fits && any(cut != names)) vapply(lines, paste, "", collapse = "\n") else cut
}

# Says what the parts of the name of a row are, such as a study and a category.
keys_of_rows <- function(x) {
  keys <- agreement_keys(x)
  keys <- keys[!vapply(keys, is.list, NA)]
  # Numbers stand after the name of their column.
  unsaid <- !vapply(keys, function(key) all(is_numeric_text(as.character(key))), NA)
  if (length(keys) > 1 && sum(unsaid) > 1) {
    headings <- vapply(names(keys), function(name) key_heading(x, name), "")
    # Those of levels_with_groups() are numbered.
    headings <- unique(sub("^level [0-9]+$", "level", headings))
    paste0("Names of rows: ", paste(tolower(headings), collapse = ", "), ".")
  }
}

# Whether many rows have three series that would cover each other, and narrow panels.
lack_panels <- function(data) {
  k <- nlevels(data$series)
  rows <- nlevels(data$label)
  if (k < 3 || rows <= 20 || !is.null(data$panel)) return(FALSE)
  names <- cut_labels(gsub("\n", " ", levels(data$label)), letters_of(32))
  rows * series_room(k) > max_lines() * LINE && panel_width(names, k) - PANEL_GAP < 13
}

# Splits groups by the key with fewest values, if there are two keys or more: its values are panels, the other keys
# name the rows.
panels_of_keys <- function(x) {
  keys <- agreement_keys(x)
  keys <- lapply(keys[!vapply(keys, is.list, NA)], as.character)
  values <- vapply(keys, function(key) length(unique(key)), 0L)
  if (sum(values > 1) < 2) return(NULL)
  fewest <- which.min(ifelse(values > 1, values, Inf))
  if (values[fewest] > panels_of_page(4)) return(NULL)
  others <- keys[setdiff(which(values > 1), fewest)]
  list(
    panel = factor_in_order(paste0(key_heading(x, names(keys)[fewest]), ": ", keys[[fewest]])),
    rows = do.call(paste, c(unname(others), sep = ", "))
  )
}

# Returns labels in which equal rows of one group, as after combining results, have a number or the value in which they
# differ.
told_apart <- function(label, group, x) {
  same <- vctrs::vec_duplicate_detect(data.frame(group, label))
  if (!any(same)) {
    return(label)
  }
  for (noun in c("rater", "item", "rating")) {
    n <- x[[paste0("n_", noun, "s")]]
    if (is.null(n)) next
    words <- paste0(big(n), " ", noun, ifelse(n %in% 1, "", "s"))
    differ <- ifelse(same, paste0(label, ", ", words), label)
    if (!vctrs::vec_duplicate_any(data.frame(group, differ))) {
      return(differ)
    }
  }
  ifelse(same, paste0(label, " (", stats::ave(seq_along(label), group, label, FUN = seq_along), ")"), label)
}

# Returns labels without the level in parentheses, such as "Krippendorff's alpha" for "Krippendorff's alpha (nominal)",
# if they stay distinct, and a note with the omitted levels.
without_level <- function(labels) {
  different <- unique(labels)
  names <- sub(" [(]([^()]*)[)]$", "", different)
  cut <- names != different
  if (anyDuplicated(names) || !any(cut)) {
    return(list(names = labels))
  }
  levels <- sub("^.* [(]([^()]*)[)]$", "\\1", different[cut])
  note <- if (is_same(levels)) levels[1] else paste0(names[cut], ": ", levels, collapse = "; ")
  who <- if (is_same(levels)) paste0(paste(names[cut], collapse = ", "), ": ")
  list(names = names[match(labels, different)], note = paste0(who, note, "."))
}

# Benchmarks do not apply to coefficients without chance correction, as in interpret().
benchmark_caption <- function(source, raw, none) {
  raw <- sub("^P", "p", sub("^S", "s", paste(unique(raw), collapse = " and ")))
  if (none) return(paste0(source, " has no labels for ", raw, "."))
  paste0("Bands after ", source, if (raw != "") paste0(", not for ", raw), ".")
}

benchmark_bands <- function(scale, data) {
  lower <- scale$lower
  upper <- c(1, lower[-length(lower)])
  # Below 0 the bands extend only as far as the data.
  least <- min(c(0, data$value, data$low), na.rm = TRUE)
  seen <- upper > least + 1e-9
  bands <- data.frame(low = pmax(lower, least), high = upper, label = scale$label)[seen, ]
  bands$label <- factor_in_order(bands$label)
  fill <- stats::setNames(grDevices::grey(seq(0.82, 0.98, length.out = length(lower)))[seen], bands$label)
  several <- length(unique(data$panel)) > 1
  list(
    ggplot2::geom_rect(
      ggplot2::aes(xmin = .data$low, xmax = .data$high, ymin = .data$bottom, ymax = .data$top, fill = .data$label),
      data = merge(bands, band_rows(data), by = NULL)
    ),
    # With several panels the labels of the bands are in a legend.
    ggplot2::scale_fill_manual(
      values = fill, name = NULL, breaks = rev(names(fill)),
      guide = if (several) ggplot2::guide_legend(ncol = legend_columns(names(fill)), order = 2) else "none"
    ),
    if (!several) band_words(bands)
  )
}

# Labels of the bands, drawn above the panel.
band_words <- function(bands) {
  list(
    ggplot2::geom_text(
      ggplot2::aes(x = (.data$low + .data$high) / 2, label = paste0(" ", .data$label)),
      data = bands, y = Inf, hjust = 0, angle = 40, size = TILE_TEXT, colour = "grey25"
    ),
    ggplot2::coord_cartesian(clip = "off"),
    ggplot2::theme(
      plot.margin = ggplot2::margin(4, 26, 4, 4),
      plot.subtitle = ggplot2::element_text(margin = ggplot2::margin(0, 0, 34, 0))
    )
  )
}

# Returns the vertical extent of the bands in each panel, for rows of coefficients that have a benchmark. The outermost
# bands fill the panel to its edges, so that the axis is not expanded.
band_rows <- function(data) {
  rows <- unique(data[c("panel", "row")])
  worded <- tapply(!data$raw, list(data$row), any)
  at <- rows$row
  lowest <- stats::ave(at, rows$panel, FUN = min)
  highest <- stats::ave(at, rows$panel, FUN = max)
  found <- data.frame(
    panel = rows$panel, bottom = ifelse(at == lowest, -Inf, at - 0.5), top = ifelse(at == highest, Inf, at + 0.5)
  )
  found[worded[as.character(at)], ]
}

# The subtitle explains 0 and 1. Kendall's W is above 0 for random rankings.
chance_in_words <- function(x, raw) {
  if (any(raw)) {
    return(NULL)
  }
  form <- startsWith(as.character(x[["coefficient"]]), "icc")
  if (any(form)) return(if (all(form)) icc_in_words(x))
  if (any(x[["coefficient"]] %in% "kendall_w")) {
    return("W of m raters is 1/m by chance, 1 with perfect agreement.")
  }
  "0 is agreement by chance, 1 perfect agreement."
}

# The sentence on intraclass correlations: what they are, and what their letters stand for.
icc_in_words <- function(x) {
  id <- as.character(x[["coefficient"]])
  k <- unique(x[["n_averaged"]][endsWith(id, "k")])
  c(
    "An ICC is 1 if ratings differ only between items, 0 if not between items.",
    letters_in_words(c(
      if (any(startsWith(id, "icc_a"))) "A: absolute agreement",
      if (any(startsWith(id, "icc_c"))) "C: without differences between the raters' means",
      if (any(endsWith(id, "k"))) {
        paste0("k: of the mean of ", if (length(k) == 1 && !is.na(k)) format(k, digits = 3) else "k", " ratings")
      }
    ))
  )
}

letters_in_words <- function(words) if (length(words)) paste0(paste(words, collapse = "; "), ".")
