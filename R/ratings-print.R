# Print of a ratings object: its contents, how sparse it is, and what was set aside with the reason.

#' @export
format.accord_ratings <- function(x, ...) {
  x <- whole_ratings(x)
  if (is_remote(x)) {
    return(format_remote(x))
  }
  per_item <- item_sizes(x)
  # An item may stand for many.
  times <- if (is_counted(x)) as.double(x$weight) else rep(1, length(per_item))
  unused <- sum(times[per_item < 2])
  n <- sum(times * per_item)
  chosen <- chosen_words(x)
  c(
    paste0(
      "<accord_ratings> ", count(n, "rating"), ", ", item_words_of(x, sum(times)), ", ",
      if (is.null(x$raters)) "anonymous raters" else count(length(x$raters), "rater")
    ),
    line("level", if (is.na(x$level)) "not stated (numbers): give `level` when it matters" else x$level),
    vapply(scale_names(x), function(name) line(name, scale_words(x, name)), "", USE.NAMES = FALSE),
    line("ratings per item", spread(per_item), if (unused) paste0("; ", big(unused), " with fewer than two")),
    if (!is.null(x$raters)) {
      line("ratings per rater", spread(sum_by(rep(times, per_item), x$rater + 1L, length(x$raters))))
    },
    if (!is.null(x$raters)) line("raters", rater_words(x$raters)),
    # Stretches of positions, or of time, have lengths.
    line(if (isTRUE(x$of_spans)) "by length" else "categories", category_shares(x)),
    if (!is.null(empty_set_words(x))) line("sets", empty_set_words(x)),
    if (!is.null(x$raters)) line("completeness", completeness(x)),
    if (ncol(x$groups)) {
      line("groups", paste0(
        nrow(x$groups), " by ", paste(names(x$groups), collapse = ", "), "; items of a group: ",
        spread(sum_by(times, rep(seq_len(nrow(x$groups)), diff(x$group_start)), nrow(x$groups)))
      ))
    },
    if (!is.null(x$clusters)) line("clusters", big(vctrs::vec_size(x$clusters))),
    if (!is.null(x$weight)) line("case weights", case_weight_words(x)),
    line("set aside", set_aside_words(x)),
    if (!is.null(chosen)) line("chosen items", chosen)
  )
}

#' @export
print.accord_ratings <- function(x, ...) {
  cat(unlist(lapply(format(x, ...), broken_line)), sep = "\n")
  invisible(x)
}

# Whether items have frequencies that count items, not positions of a text.
is_counted <- function(x) isTRUE(x$frequencies) && !is.null(x$weight) && !isTRUE(x$of_spans)

line <- function(name, ...) paste0("  ", formatC(paste0(name, ":"), width = -LINE_NAME), ...)

LINE_NAME <- 19

# Wraps a line that is longer than the console, with its continuation aligned below the text.
broken_line <- function(line) {
  if (nchar(line, "width") <= getOption("width") || !startsWith(line, "  ")) {
    return(line)
  }
  n <- LINE_NAME + 2
  parts <- strwrap(substring(line, n + 1), getOption("width") - n + 1)
  paste0(c(substr(line, 1, n), rep(strrep(" ", n), length(parts) - 1)), parts)
}

# Wraps any line that is longer than the console, with its continuation two columns further in.
wrapped_line <- function(line) {
  if (nchar(line, "width") <= getOption("width")) {
    return(line)
  }
  n <- attr(regexpr("^ *", line), "match.length")
  strwrap(line, getOption("width") + 1, indent = n, exdent = n + 2)
}

spread <- function(n) {
  if (length(n) == 0) {
    return("none")
  }
  if (min(n) == max(n)) {
    return(paste(big(n[1]), "each"))
  }
  paste0(big(min(n)), " to ", big(max(n)), ", median ", big(stats::median(n)))
}

# At most so many categories, with their shares, as fit in the `width`; more than `most` numbers are shown by their
# range.
category_shares <- function(x, most = 8, width = getOption("width") - 21) {
  k <- length(x$categories)
  if (k == 0) {
    return("none")
  }
  if (is.numeric(x$categories) && k > most) {
    ends <- format(range(x$categories), trim = TRUE)
    return(paste0(big(k), " values from ", ends[1], " to ", ends[2]))
  }
  given <- if (isTRUE(x$of_spans) || is_counted(x)) {
    sum_by(rep(as.double(x$weight %||% rep(1, length(x$items))), item_sizes(x)), x$code + 1L, k)
  } else {
    x$given %||% tabulate(x$code + 1L, k)
  }
  share <- given / max(sum(given), 1)
  # Numbers are in their order, and apart from their shares.
  number <- is.numeric(x$categories)
  shown <- utils::head(if (number) order(x$categories) else order(-share), most)
  words <- paste0(cut_end(labelled_categories(x)[shown], 200), if (number) ":", " ", percent(share[shown]))
  fitting(words, k, width)
}

rater_words <- function(raters) {
  raters <- as.character(raters)
  if (all(is_numeric_text(raters))) raters <- raters[order(as.numeric(raters))]
  names <- show_labels(raters)
  # The name of one more takes no more room than its number.
  fitting(cut_end(utils::head(names, if (length(names) == 9) 9 else 8), 200), length(names))
}

# The first of `n` words, at least two, as many as fit in the width, which is that of the line.
fitting <- function(words, n, width = getOption("width") - 21) {
  listed <- function(k) {
    paste0(paste(utils::head(words, k), collapse = ", "), if (n > k) paste0(", and ", big(n - k), " more"))
  }
  k <- length(words)
  while (k > 2 && nchar(listed(k), "width") > width) k <- k - 1
  listed(k)
}

# Where the same items occur in each group, as on each occasion, they are counted once: "30 items x 2 groups".
item_words_of <- function(x, n) {
  groups <- nrow(x$groups)
  each <- vctrs::vec_unique_count(x$items)
  if (groups > 1 && each * groups == n) paste(count(each, "item"), "\u00d7", groups, "groups") else count(n, "item")
}

completeness <- function(x) {
  empty <- share_empty(x)
  if (empty <= 0) {
    return("everyone rated everything")
  }
  # A few empty cells of many are seen.
  filled <- percent(min(1 - empty, 0.999))
  paste0(filled, " of the ", big(n_cells_of(x)), " item \u00d7 rater cells are filled")
}

n_cells_of <- function(x) as.double(length(x$item_start) - 1) * length(x$raters)

share_empty <- function(x) if (n_cells_of(x) > 0) 1 - length(x$code) / n_cells_of(x) else 0

set_aside_words <- function(x) {
  # A sheet counts what is missing, and has no rows of it.
  # Where no cell of the items is empty, what is missing is of other items.
  nobody <- !is.null(x$raters) && share_empty(x) <= 0
  absent <- if (!is.null(x$n_missing)) paste0(big(x$n_missing), " missing", if (nobody) ", of items that nobody rated")
  if (nrow(x$set_aside) == 0) {
    return(absent %||% "nothing")
  }
  named <- x$set_aside$reason == "outside the categories" & length(x$outside) > 0
  outside <- ifelse(named, paste0(" (", x$outside$words, ")"), "")
  paste(c(absent, paste0(big(x$set_aside$n), " ", x$set_aside$reason, outside)), collapse = ", ")
}
