# A table with a column per coefficient. Each group has a line of estimates and a line of intervals below it, which
# needs no markup and so is the same in all formats.

# Like table_columns(), with a further element `height`, the number of lines per group.
wide_columns <- function(x, style) {
  if (has_levels_by_group(x)) return(codebook_columns(x, style))
  labels <- coefficient_labels(x)
  group <- group_numbers(x)
  check_wide(group, labels, x)
  first <- match(seq_len(max(group)), group)
  interval <- interval_column(x, style, centred = TRUE)
  height <- if (is.null(interval)) 1 else 2
  # The dash in place of the estimate also stands for the interval.
  below <- if (height == 2) ifelse(is.na(x$estimate), "", interval$cells)
  lines <- function(upper, lower = rep("", length(upper))) {
    if (height == 1) upper else c(rbind(upper, lower))
  }
  keys <- lapply(user_columns(x[first, ], key_names(x), style), function(key) {
    key$cells <- lines(key$cells)
    key
  })
  estimates <- lapply(labels_in_order(x, labels, group), function(label) {
    rows <- match(paste(seq_along(first), label), paste(group, labels))
    upper <- format_numbers(x$estimate, style)[rows]
    upper <- ifelse(is.na(upper), "", paste0(decimal_space(upper, style), upper))
    heading <- greek(escape(label, style), style)
    list(heading = heading, cells = lines(upper, blank_na(below[rows])), align = "c", must = TRUE)
  })
  counts <- lapply(counts_shown(x, style), function(name) wide_count(x, name, group, lines, style))
  c(bind_columns(c(as_keys(keys), estimates, counts)), list(height = height))
}

# Whether groups have levels or weights of their own, as the questions of a codebook: then these are in a column, and
# each coefficient has one column for all of them. One column of weights must hold for all coefficients whose weights
# vary.
has_levels_by_group <- function(x) {
  varies <- has_own_metric(x)
  if (!any(varies)) return(FALSE)
  group <- group_numbers(x)
  id <- as.character(x[["coefficient"]])
  weighted <- varies & id != "krippendorff_alpha"
  several <- tapply(as.character(x[["metric"]])[weighted], group[weighted], function(own) length(unique(own)) > 1)
  !any(several) && !anyDuplicated(data.frame(group, id))
}

# For each row, whether the level or the weights of its coefficient differ between rows.
has_own_metric <- function(x) {
  id <- as.character(x[["coefficient"]])
  several <- vapply(split(as.character(x[["metric"]] %||% rep(NA, length(id))), id), function(own) {
    length(unique(own)) > 1
  }, NA)
  as.vector(several[id]) %in% TRUE
}

# A row per group, with the interval of each coefficient beside it.
codebook_columns <- function(x, style) {
  group <- group_numbers(x)
  first <- match(seq_len(max(group)), group)
  labels <- coefficient_labels(without_own_levels(x))
  interval <- interval_column(x, style)
  of_label <- function(label) match(paste(seq_along(first), label), paste(group, labels))
  estimates <- lapply(labels_in_order(x, labels, group), function(label) {
    rows <- of_label(label)
    cells <- blank_na(format_numbers(x$estimate, style)[rows])
    own <- column(greek(escape(label, style), style), cells, TRUE, must = TRUE)
    list(own, if (!is.null(interval)) {
      interval$cells <- blank_na(interval$cells[rows])
      interval
    })
  })
  counts <- lapply(counts_shown(x, style), function(name) wide_count(x, name, group, identity, style))
  c(
    bind_columns(c(
      as_keys(c(user_columns(x[first, ], key_names(x), style), metric_columns(x, group, style))), counts,
      unlist(estimates, recursive = FALSE)
    )),
    list(height = 1)
  )
}

# The rows without the levels and weights that groups have of their own, which are not in the labels of coefficients
# then. Beside a column of levels or weights a coefficient without weights is called so.
without_own_levels <- function(x) {
  metric <- as.character(x[["metric"]])
  varies <- has_own_metric(x)
  weighted <- any(!metric %in% c("identity", "nominal", NA))
  metric[varies] <- NA
  x[["metric"]] <- replace(metric, metric %in% "identity", if (weighted) "unweighted" else NA)
  x
}

# The level of alpha in each group, and the weights of the other coefficients, where these vary.
metric_columns <- function(x, group, style) {
  varies <- has_own_metric(x)
  alpha <- x[["coefficient"]] == "krippendorff_alpha"
  words <- metric_words(ifelse(x[["metric"]] == "identity", "unweighted", x[["metric"]]))
  column <- function(heading, which) {
    if (any(which)) {
      own <- words[which][match(seq_len(max(group)), group[which])]
      name_column(heading, escape(blank_na(own), style))
    }
  }
  list(column("Level", varies & alpha), column("Weights", varies & !alpha))
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
  if (is.null(interval)) return(NULL)
  if (has_levels_by_group(x)) return(NULL)
  method <- if (isTRUE(style$methods)) shared_interval(x)
  where <- paste(interval$heading, below_words(style))
  if (is.null(method)) where else paste0(where, ": ", escape(method, style))
}

# Intervals stand below estimates, and have brackets in most styles.
below_words <- function(style) if (identical(style$house, "vancouver")) "below the estimates" else "in brackets"

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
