# A table with a column per coefficient: one line of estimates per group, and their intervals in
# the line below, which needs no markup and so looks alike in all formats.

# As table_columns(), and `height`, the number of lines per group.
wide_columns <- function(x, style) {
  labels <- coefficient_labels(x)
  group <- group_numbers(x)
  check_wide(group, labels, x)
  first <- match(seq_len(max(group)), group)
  interval <- interval_column(x, style, centred = TRUE)
  height <- if (is.null(interval)) 1 else 2
  # The dash of the estimate stands for both.
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
    heading <- escape(label, style)
    list(heading = heading, cells = lines(upper, blank_na(below[rows])), align = "c")
  })
  counts <- lapply(counts_shown(style), function(name) wide_count(x, name, group, lines, style))
  c(bind_columns(c(as_keys(keys), estimates, counts)), list(height = height))
}

# As they come; but groups may have other coefficients, so those that all stand in the order of the registry stay in it.
labels_in_order <- function(x, labels, group) {
  place <- match(x$coefficient, REGISTRY$id)
  in_order <- !any(vapply(split(place, group), is.unsorted, NA) %in% c(TRUE, NA))
  unique(if (in_order) labels[order(place)] else labels)
}

blank_na <- function(text) ifelse(is.na(text), "", text)

# Number of the group of each row, in the order of appearance.
group_numbers <- function(x) {
  keys <- unclass(x)[key_names(x)]
  if (length(keys) == 0) {
    return(rep(1L, nrow(x)))
  }
  as.integer(vctrs::vec_group_id(vctrs::new_data_frame(keys, nrow(x))))
}

# Coefficients may use different items: then the smallest and the largest number.
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
  whole
}

# The level of the intervals, which have no heading of their own.
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
