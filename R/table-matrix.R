# Tables of counts: confusion matrices of two raters, and coincidences.

check_table.matrix <- function(x) {
  if (!is.numeric(x) || length(dim(x)) != 2 || nrow(x) == 0 || is.null(rownames(x)) || is.null(colnames(x))) {
    abort_accord(
      "not_agreement",
      c(
        "A matrix must be numeric, with names of rows and columns, to become a table.",
        x = "{.arg x} is {.obj_type_friendly {x}} with {nrow(x)} row{?s} and {ncol(x)} column{?s}."
      )
    )
  }
}

table_parts.matrix <- function(x, style) {
  counts <- identical(names(dimnames(x)), c("rater_1", "rater_2")) && is.integer(x)
  notes <- c(sides_note(x, style), if (counts && style$format != "text") "Numbers of items")
  list(columns = matrix_columns(x, style), notes = notes)
}

# `groups`: the group of each row, if there are several; each has its totals. `label`: what the rows are.
# `over`: what the columns are.
matrix_columns <- function(x, style, groups = NULL, label = names(dimnames(x))[1], over = names(dimnames(x))[2]) {
  force(label)
  over <- escape(side_heading(over %||% ""), style)
  parts <- split(seq_len(nrow(x)), factor(groups %||% rep(1, nrow(x)), unique(groups %||% 1)))
  x <- do.call(rbind, unname(lapply(parts, function(rows) {
    rbind(x[rows, , drop = FALSE], Total = colSums(x[rows, , drop = FALSE]))
  })))
  if (!is.null(groups)) groups <- rep(names(parts), lengths(parts) + 1)
  # All counts and totals have the same digits.
  cells <- matrix(summary_cells(c(x, rowSums(x)), FALSE, style), nrow(x))
  numbers <- lapply(seq_len(ncol(x)), function(k) {
    replace(column(escape(colnames(x)[k], style), cells[, k], TRUE), "symbol", FALSE)
  })
  total <- column("Total", cells[, ncol(cells)], TRUE)
  keys <- list(
    if (!is.null(groups)) column("Group", escape(groups, style), FALSE),
    column(escape(side_heading(label %||% ""), style), escape(rownames(x), style), FALSE)
  )
  columns <- bind_columns(c(as_keys(keys), numbers, list(total)))
  # In Word what stands in columns is named above them.
  if (style$format == "docx" && over != "") {
    columns$over <- list(heading = over, places = length(columns$names) - rev(seq_len(ncol(x))))
  }
  columns
}

side_heading <- function(name) if (name %in% names(RESULT_HEADINGS)) RESULT_HEADINGS[[name]] else name

sides_note <- function(x, style) {
  sides <- names(dimnames(x))
  if (length(sides) == 2 && all(sides != "") && style$format != "docx") {
    sides <- vapply(sides, side_heading, "")
    escape(
      paste0(sides[1], " in rows, ", tolower(substr(sides[2], 1, 1)), substring(sides[2], 2), " in columns"),
      style
    )
  }
}
