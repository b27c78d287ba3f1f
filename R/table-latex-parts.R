# Tables in LaTeX that are divided into parts below each other, because they do not fit the lines otherwise. Each part
# has the columns that identify a row.

# The best way to set a table in parts. Headings of numbers are broken if only this keeps an estimate with its interval
# without breaking names.
best_split <- function(columns, page) {
  cells <- vapply(columns$cells, function(x) max(0, text_width(x, page$letters)), 0)
  stacked <- stack_headings(columns$names, columns$align, cells, page$letters)
  widths <- least_widths(columns, stacked, page$letters)
  heading <- widths$heading
  word <- widths$word
  split <- function(heading) {
    unlist(lapply(page$types[3:4], function(type) {
      lapply(KEY_SHARES, split_layout, columns, type, cbind(pmax(cells, heading), word), page$width)
    }), recursive = FALSE)
  }
  figure <- function(layouts, name) vapply(layouts, function(one) as.double(one[[name]]), 0)
  layouts <- split(heading)
  if (!any(figure(layouts, "apart") == 0 & figure(layouts, "breaks") == 0)) {
    layouts <- c(layouts, split(ifelse(columns$align == "l", heading, pmin(heading, BROKEN_HEADING))))
  }
  apart <- figure(layouts, "apart")
  best <- layouts[apart == min(apart)]
  best <- best[[which.min(lengths(lapply(best, `[[`, "parts")) + figure(best, "breaks"))]]
  wrapped_layout(columns, stacked, best$type, best$limits, best$parts, page$letters)
}

# The shares of a part that columns of names may take. Of all layouts those with the fewest estimates `apart` from their
# intervals are considered, and the first one with the fewest parts is used; one with broken words counts as one more.
KEY_SHARES <- c(0.7, 0.6, 0.5, 0.4, 0.3)

# A table in parts, from the full `widths` of its columns and those of their longest words, at 10 pt: the `limits` of
# these widths, the `parts`, the number of estimates that are `apart` from their intervals, and whether it `breaks`
# words of the columns that identify a row.
split_layout <- function(share, columns, type, widths, available) {
  widths <- type$size * widths + 2 * type$gap
  keys <- key_places(columns$key)
  texts <- columns$align == "l"
  least <- widths[, 2]
  limits <- width_limits(widths[, 1], least, keys, texts, available, share, columns$joined)
  parts <- column_parts(limits, keys, available, columns$joined)
  breaks <- any(texts[keys] & limits[keys] < pmin(widths[keys, 1], least[keys]) - ROUNDING)
  list(type = type, limits = limits, parts = parts, apart = n_apart(parts, columns$joined), breaks = breaks)
}

# The number of columns that are not in the part of the column before them, although they belong to it.
n_apart <- function(parts, joined) {
  part <- rep(0, length(joined))
  for (k in seq_along(parts)) part[parts[[k]]] <- k
  sum(vapply(which(joined), function(j) part[j] != part[j - 1], NA))
}

BROKEN_HEADING <- 28 # in pt, of a heading that is broken with a hyphen

# Each part must have space for the keys and at least one other column, with the columns that are `joined` to it, so
# texts that are too wide are wrapped; numbers are not. `least`: the widths of the longest words, which are kept whole
# if they leave space for a column.
width_limits <- function(width, least, keys, is_text, room, share, joined) {
  limits <- width
  block <- cumsum(!joined)
  numbers <- tapply(ifelse(is_text, 0, width)[-keys], block[-keys], sum)
  space <- max(share * room, min(sum(least[keys]), room - max(0, numbers)))
  fixed <- sum(width[keys][!is_text[keys]])
  least <- least * min(1, max(0, space - fixed) / max(1, sum(least[keys][is_text[keys]])))
  limits[keys] <- shrunk(width[keys], least[keys], is_text[keys], space)
  others <- setdiff(which(is_text), keys)
  limits[others] <- pmin(width[others], room - sum(limits[keys]))
  limits
}

# Splits the columns into parts, each of which begins with the key columns.
column_parts <- function(width, keys, room, joined = rep(FALSE, length(width))) {
  if (sum(width) <= room) {
    return(list(seq_along(width)))
  }
  parts <- packed_parts(width, keys, room, joined)
  # If the number of parts is the same, the columns are spread more evenly over them.
  even <- packed_parts(width, keys, 0.87 * room, joined)
  if (length(even) == length(parts) && n_apart(even, joined) <= n_apart(parts, joined)) even else parts
}

# A column that is `joined` to the one before it, such as an interval to its estimate, stays in its part if both fit.
packed_parts <- function(width, keys, room, joined) {
  parts <- list(keys)
  others <- setdiff(seq_along(width), keys)
  for (column in others) {
    with_next <- c(column, if (isTRUE(joined[column + 1])) column + 1)
    here <- parts[[length(parts)]]
    fits <- function(columns) sum(width[columns]) <= room
    full <- !fits(c(here, column)) || !fits(c(here, with_next)) && fits(c(keys, with_next))
    if (full && length(here) > length(keys)) {
      parts <- c(parts, list(c(keys, column)))
    } else {
      parts[[length(parts)]] <- c(here, column)
    }
  }
  parts
}
