# Boxes to tick in a table with raters in columns: the ticks of a rater are one rating, a set, in several columns.

# `way_out`: NULL for a data frame. `table`: the positions `at`, the columns and the names of the table, and the names
# of its columns of ids.
check_no_boxes <- function(columns, names, table, way_out) {
  found <- boxes_of_raters(columns, names)
  tool <- if (is.null(found)) box_tool(columns, names)
  if (is.null(found) && is.null(tool)) {
    return(invisible())
  }
  abort_accord(
    "rating_columns",
    c(
      "With raters in columns, each rater must have one column.",
      x = if (length(found)) {
        paste(
          "The names of {length(names)} columns have two parts, as boxes {.val {first_few(found$options)}} of raters",
          "{.val {first_few(found$raters)}} would, and contain {.val {found$values}}."
        )
      },
      x = if (length(tool)) {
        "{length(names)} columns are named like boxes to tick of {tool}: {.var {first_few(cut_end(names, 60))}}."
      },
      if (length(found)) boxes_advice(found, table$id, !is.null(way_out)),
      i = if (length(tool)) {
        paste(
          "The boxes that a rater ticked are a set: leave out {.arg layout}, and name {.arg item}, {.arg rater} and",
          "{.code rating = {columns_code(names)}}."
        )
      },
      if (is.null(way_out)) c(i = all_raters(table$at, table$names)) else way_out(seq_along(names))
    ),
    columns = names
  )
}

# The form of names in which a program writes the boxes of one question, NULL if not all of the columns have it.
box_tool <- function(columns, names) {
  forms <- c(
    REDCap = "^(.+)___[^_].*$", REDCap = "^(.+?)[ .][(.]choice[ .]?[=.].+$", LimeSurvey = "^(.+)[[.]SQ[0-9]+[].]$"
  )
  for (i in seq_along(forms)) {
    if (length(names) < 2 || !all(grepl(forms[[i]], names, perl = TRUE))) next
    if (length(unique(sub(forms[[i]], "\\1", names, perl = TRUE))) > 1) next
    n_values <- vapply(lapply(columns, box_states, NULL), function(box) length(box_values(box)), 0L)
    if (all(n_values < 3)) return(names(forms)[i])
  }
  NULL
}

# NULL, or the `options` and `raters` that the `names` of boxes say, and the `values` of the boxes: their names are made
# of two parts, each of the first with each of the second. `sure`: whether it is known which part is which.
boxes_of_raters <- function(columns, names) {
  if (length(columns) < 4) {
    return(NULL)
  }
  boxes <- lapply(columns, box_states, NULL)
  all <- unique(unlist(lapply(boxes, box_values)))
  is_binary <- any(vapply(list(c("0", "1"), c("false", "true"), c("checked", "unchecked")), setequal, NA, all))
  grids <- if (is_binary) Filter(Negate(is.null), lapply(name_splits(names), full_grid))
  grids <- Filter(function(grid) !is.null(grid$pattern) && length(grid$at) == length(names), grids)
  if (length(grids) == 0) {
    return(NULL)
  }
  grid <- grids[[1]]
  if (of_kinds_of_raters(list(question = grid$a, rater = grid$b))) {
    return(NULL)
  }
  # Raters agree on a box, rather than boxes of a rater with each other, if their names do not say who rated.
  agree <- grid_agreement(columns, grid$a, grid$b)
  lead <- named_lead(grid)
  by_values <- agree$b - agree$a
  first_is_rater <- if (abs(lead) >= 0.5) lead < 0 else !isTRUE(by_values < 0)
  list(
    names = names, values = sort(all), pattern = grid$pattern, first_is_rater = first_is_rater,
    sure = abs(lead) >= 0.5 || isTRUE(abs(by_values) > 0.3),
    options = unique(if (first_is_rater) grid$b else grid$a), raters = unique(if (first_is_rater) grid$a else grid$b)
  )
}

# The calls that make a set of each rater's boxes. `id`: the names of the columns of ids. Where it is not sure which
# part of the names is the rater, both are shown.
boxes_advice <- function(found, id, of_matrix = FALSE) {
  name <- typed_data()
  long <- function(first_is_rater) {
    sprintf(
      "long <- tidyr::pivot_longer(%s, %s, names_to = %s, names_pattern = \"%s\")", name, columns_code(found$names),
      if (first_is_rater) "c(\"rater\", \".value\")" else "c(\".value\", \"rater\")", found$pattern
    )
  }
  frame <- sprintf("%s <- as.data.frame(%s)", name, name)
  numbered <- sprintf("%s$item <- seq_len(nrow(%s))", name, name)
  item <- if (length(id)) columns_of_id(id) else "item"
  use <- function(rating) {
    cli::format_inline(
      "Then use {.arg data} {.code long} with {.code item = {item}, rater = rater, rating = {columns_code(rating)}}, ",
      "without {.arg layout}."
    )
  }
  code <- long(found$first_is_rater)
  other <- if (!found$sure) long(!found$first_is_rater)
  lines <- c(
    if (of_matrix) cli::format_inline("Make a data frame: {.code {frame}}."),
    if (length(id) == 0) cli::format_inline("Number the items: {.code {numbered}}."),
    cli::format_inline("Make a row for each item and rater: {.code {code}}."),
    use(found$options),
    if (!found$sure) cli::format_inline("If {.val {first_few(found$options)}} are the raters: {.code {other}}."),
    if (!found$sure) use(found$raters)
  )
  rlang::set_names(vapply(lines, as_written, ""), rep("i", length(lines)))
}
