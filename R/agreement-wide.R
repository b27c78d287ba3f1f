# A table with a column per coefficient. Each group has a line of estimates and a line of intervals below it, which
# needs no markup and so is the same in all formats.

# Like table_columns(), with a further element `height`, the number of lines per group.
wide_columns <- function(x, style) {
  group <- group_numbers(x)
  of_groups <- metrics_of_groups(x, group)
  labels <- coefficient_labels(x, measured = is.null(of_groups))
  check_wide(group, labels, x)
  first <- match(seq_len(max(group)), group)
  interval <- interval_column(x, style, centred = TRUE)
  height <- if (is.null(interval)) 1 else 2
  # The dash in place of the estimate also stands for the interval.
  below <- if (height == 2) ifelse(is.na(x$estimate), "", interval$cells)
  lines <- function(upper, lower = rep("", length(upper))) {
    if (height == 1) upper else c(rbind(upper, lower))
  }
  measured <- if (!is.null(of_groups)) column("Measured", lines(escape(of_groups, style)), FALSE)
  keys <- lapply(user_columns(x[first, ], key_names(x), style), function(key) {
    key$cells <- lines(key$cells)
    key
  })
  estimates <- lapply(labels_in_order(x, labels, group), function(label) {
    rows <- match(paste(seq_along(first), label), paste(group, labels))
    upper <- format_numbers(x$estimate, style)[rows]
    upper <- ifelse(is.na(upper), "", paste0(decimal_space(upper, style), upper))
    heading <- greek(escape(label, style), style)
    list(heading = heading, cells = lines(upper, blank_na(below[rows])), align = "c")
  })
  counts <- lapply(counts_shown(style), function(name) wide_count(x, name, group, lines, style))
  c(bind_columns(c(as_keys(c(keys, list(measured))), estimates, counts)), list(height = height))
}

# The weights and levels of each group, if groups differ in them but none has a coefficient with two of them. A column
# for each coefficient with its weights would then be empty in the groups with others. NULL otherwise.
metrics_of_groups <- function(x, group) {
  metric <- as.character(x[["metric"]] %||% rep(NA, nrow(x)))
  metric[metric %in% "identity"] <- "unweighted"
  metric[startsWith(as.character(x$coefficient), "icc")] <- NA
  coefficient <- as.character(x$coefficient)
  twice <- anyDuplicated(data.frame(group, coefficient)) > 0
  differ <- any(tapply(metric, coefficient, function(one) length(unique(one)) > 1))
  if (twice || !differ || anyNA(metric)) {
    return(NULL)
  }
  metric[metric %in% "custom"] <- "custom weights"
  unname(tapply(metric_words(metric), group, function(one) paste(unique(one), collapse = ", ")))
}

# Labels keep their order of appearance, unless the coefficients of every group are in the order of the registry: then
# all are sorted by it, since groups may have different coefficients.
labels_in_order <- function(x, labels, group) {
  place <- match(x$coefficient, REGISTRY$id)
  in_order <- !any(vapply(split(place, group), is.unsorted, NA) %in% c(TRUE, NA))
  unique(if (in_order) labels[order(place)] else labels)
}

blank_na <- function(text) ifelse(is.na(text), "", text)

# Returns the number of the group of each row, in order of appearance.
group_numbers <- function(x) {
  keys <- unclass(x)[key_names(x)]
  if (length(keys) == 0) {
    return(rep(1L, nrow(x)))
  }
  as.integer(vctrs::vec_group_id(vctrs::new_data_frame(keys, nrow(x))))
}

# Coefficients of a group may use different numbers of items; the cell then shows the smallest and the largest.
wide_count <- function(x, name, group, lines, style) {
  whole <- count_column(x, name, style)
  if (is.null(whole)) {
    return(NULL)
  }
  cells <- tapply(x[[name]], group, function(n) {
    n <- n[!is.na(n)]
    if (length(n) == 0) dash(style) else paste(unique(big(range(n))), collapse = range_dash(style))
  })
  whole$cells <- lines(as.vector(cells))
  # A range is no count that a note could state.
  if (!is_same(x[[name]])) whole$note <- NULL
  whole
}

# Intervals have no heading in this layout, so that the note gives their level.
wide_note <- function(x, style) {
  interval <- interval_column(x, style)
  if (!is.null(interval)) paste(interval$heading, "in brackets")
}

check_wide <- function(group, labels, x) {
  twice <- which(duplicated(data.frame(group, labels)))
  if (length(twice)) {
    names <- group_names(x)[twice]
    where <- unique(paste0(names, ifelse(names == "", "", ", "), labels[twice]))
    abort_accord(
      "not_wide",
      c(
        "With {.code wide = TRUE} there is one row per group and coefficient.",
        x = "{length(twice)} row{?s} repeat{?s/} a group and coefficient: {where}.",
        i = "Add a column that distinguishes these rows, before {.field coefficient}."
      ),
      rows = twice
    )
  }
}
