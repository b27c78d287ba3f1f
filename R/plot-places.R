# Where names of points stand: at the side of their point where they cover the fewest others. Millimetres are those of
# a page of 8 cm by 7 cm; in a larger figure there is more room.

# Letters of the names are NAME_LETTER wide, digits and capitals WIDE_LETTER, and all NAME_HEIGHT high; names stand
# NAME_GAP from the middle of their point.
NAME_LETTER <- 1.2
WIDE_LETTER <- 1.5
NAME_HEIGHT <- 2.4
NAME_GAP <- 1.4
# In lower panels a name is as near to other points as to its own.
NAMED_HEIGHT <- 10

# Sides of a point, in the order in which they are taken where they cover the same: how far to the right and up.
NAME_SIDES <- data.frame(right = c(1, -1, 0, 0, 1, -1, 1, -1), up = c(0, 0, 1, -1, 1, 1, -1, -1))

# The side of each name, a row of NAME_SIDES. `x`, `y`: the points with names, in millimetres of a panel of `size`;
# `points`, a list of `x` and `y`: all points; `lines`: heights of lines. NA for a name that would cover a point or
# another name on all sides, or end outside the panel.
name_sides <- function(x, y, label, points, size, lines = numeric()) {
  side <- integer(length(x))
  taken <- list()
  for (i in seq_along(x)) {
    boxes <- name_boxes(x[i], y[i], label[i])
    each <- function(cost) vapply(seq_len(nrow(boxes)), function(k) as.double(cost(boxes[k, ])), 0)
    outside <- boxes$left < -0.5 | boxes$right > size[1] + 0.5 | boxes$bottom < 0 | boxes$top > size[2]
    covers <- outside | each(function(box) points_in(box, points) + sum(vapply(taken, boxes_meet, NA, box))) > 0
    cost <- seq_len(nrow(boxes)) + each(function(box) 30 * sum(lines > box$bottom & lines < box$top, na.rm = TRUE))
    side[i] <- if (all(covers)) NA else which.min(ifelse(covers, Inf, cost))
    if (!all(covers)) taken <- c(taken, list(boxes[side[i], ]))
  }
  side
}

name_width <- function(label) {
  wide <- nchar(gsub("[^A-Z0-9mw]", "", label))
  NAME_LETTER * nchar(label, "width") + (WIDE_LETTER - NAME_LETTER) * wide
}

# The places of a name around its point, a row each.
name_boxes <- function(x, y, label) {
  width <- name_width(label)
  left <- x + NAME_SIDES$right * NAME_GAP + (NAME_SIDES$right - 1) / 2 * width
  bottom <- y + NAME_SIDES$up * NAME_GAP + (NAME_SIDES$up - 1) / 2 * NAME_HEIGHT
  data.frame(left = left, right = left + width, bottom = bottom, top = bottom + NAME_HEIGHT)
}

# Points are 1.5 mm wide. That of the name itself lies beside it.
points_in <- function(box, points) {
  sum(points$x > box$left - 0.7 & points$x < box$right + 0.7 & points$y > box$bottom - 0.6 & points$y < box$top + 0.6)
}

boxes_meet <- function(a, b) a$left < b$right && b$left < a$right && a$bottom < b$top && b$bottom < a$top

# What geom_text() makes of the sides: shares of the name by which it is moved, so that no blanks stand in it, which
# would be at the wrong end of Arabic and Hebrew.
name_hjust <- function(side, label) {
  right <- NAME_SIDES$right[side]
  (1 - right) / 2 - right * NAME_GAP / pmax(name_width(label), NAME_LETTER)
}

name_vjust <- function(side) {
  up <- NAME_SIDES$up[side]
  (1 - up) / 2 - up * NAME_GAP / NAME_HEIGHT
}
