# Checkboxes in a table with raters in columns: a rating is a set, and the ticks of a rater are in several columns.

# Stops if the columns are checkboxes. `way_out`: NULL for a data frame. `table`: the positions `at`, the columns and
# the names of the table, and the names of its id columns.
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
      if (is.null(way_out)) c(i = all_raters(table$at, table$names)) else way_out(seq_along(names))[2]
    ),
    columns = names
  )
}

# The tool that uses names of this form for the checkboxes of one question, or NULL if not all columns have the form.
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

# If names of checkboxes combine each of several options with each of several raters, a list of the `options`, the
# `raters` and the `values` of the boxes; otherwise NULL. `sure`: whether it is certain which part of the name is the
# rater.
boxes_of_raters <- function(columns, names) {
  if (length(columns) < 4) {
    return(NULL)
  }
  boxes <- lapply(columns, box_states, NULL)
  all <- unique(unlist(lapply(boxes, box_values), use.names = FALSE))
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
  # If the names do not tell which part is the rater, the agreement does: raters agree on a box more than the boxes of
  # one rater agree with each other.
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

# The calls that make a set of each rater's boxes. `id`: the names of the id columns. If it is uncertain which part of
# the names is the rater, both calls are shown.
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

# Stops for checkboxes that contain their option or nothing, for several items: each column then has a single label,
# and there are few labels in all. If blanks were missing ratings, no two ratings of an item could differ, so
# agreement would be perfect. `at`: the positions of the columns; `rater`: the names of the rater columns if the rows
# are raters.
check_no_option_boxes <- function(columns, at, rater = NULL) {
  text <- vapply(columns, function(x) is.character(x) || is.factor(x), NA)
  if (length(columns) < 4 || !all(text) || length(columns[[1]]) < 3) {
    return(invisible())
  }
  values <- lapply(columns, column_values)
  options <- unique(unlist(values))
  blank <- vapply(columns, function(x) mean(is.na(x) | trimws(as.character(x)) == ""), 0)
  if (any(lengths(values) > 1) || length(options) < 2 || 2 * length(options) > length(columns) || mean(blank) < 0.3) {
    return(invisible())
  }
  abort_accord(
    "rating_columns",
    c(
      "Boxes to tick must not be taken for ratings.",
      x = "{length(columns)} columns hold one label each, or nothing: {.val {first_few(options)}}.",
      option_boxes_advice(values, at, rater)
    ),
    options = options
  )
}

# The call that makes a row for each item and rater: if the options repeat in the same order, each repetition is an
# item. A box that was never ticked has the option at its position.
option_boxes_advice <- function(values, at, rater) {
  option <- vapply(values, function(x) c(x, NA)[1], "")
  sizes <- which(length(option) %% seq_along(option) == 0)
  for (size in sizes[sizes > 1 & sizes < length(option)]) {
    place <- rep_len(seq_len(size), length(option))
    of <- lapply(split(option, place), function(x) unique(x[!is.na(x)]))
    if (any(lengths(of) != 1) || anyDuplicated(unlist(of)) || length(rater) != 1 || any(diff(at) != 1)) next
    name <- typed_data()
    n <- length(option) / size
    frame <- sprintf(
      "long <- data.frame(item = rep(1:%d, each = nrow(%s)), rater = rep(%s$%s, %d))", n, name, name,
      column_code(rater), n
    )
    ticks <- sprintf(
      "long[c(%s)] <- lapply(%d:%d, function(j) !unlist(%s[seq(j, %d, %d)]) %%in%% c(\"\", NA))",
      toString(encodeString(unlist(of), quote = "\"")), at[1], at[size], name, at[length(at)], size
    )
    rating <- columns_code(unlist(of))
    return(c(
      i = as_written(cli::format_inline("Make a row for each item and rater: {.code {frame}}, and {.code {ticks}}.")),
      i = as_written(cli::format_inline(
        "Then use {.arg data} {.code long} with {.code item = item, rater = rater, rating = {rating}}, without ",
        "{.arg layout}."
      ))
    ))
  }
  c(i = "Make a row for each item and rater, with a column of {.val {TRUE}} and {.val {FALSE}} for each option.")
}
