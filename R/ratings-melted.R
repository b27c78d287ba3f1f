# Data with a row per rating in which one column names rater and question, such as `variable` with the values A_tone,
# B_tone, A_topic and B_topic, as they are after a table with a column for each was made long.

is_grid_of_names <- function(names) any(!vapply(lapply(name_splits(names), full_grid), is.null, NA))

# The templates that cut the names in `key`, of which there are few, into question and rater, if the values tell that
# these are several questions: ratings of different questions have different values, or do not agree.
melted_templates <- function(item, key, rating) {
  names <- unique(key)
  items <- unique(item)
  columns <- lapply(rlang::set_names(names), function(name) {
    own <- key == name
    rating[own][match(items, item[own])]
  })
  grid <- name_grid(names, columns, margin = -Inf)
  if (is.null(grid) || length(grid$at) < length(names)) return(character())
  values <- lapply(unname(columns[grid$at]), column_values)
  distinct <- function(part) {
    all(n_shared(lapply(split(values, part), function(x) unique(unlist(x)))) == 0)
  }
  apart <- distinct(grid$question) || !grid$sure && distinct(grid$rater)
  if (!apart && !isTRUE(grid$within - grid$across > 0.3)) return(character())
  found <- c(
    grid_template(names[grid$at], grid$question, grid$rater),
    if (!grid$sure) grid_template(names[grid$at], grid$rater, grid$question)
  )
  grep("\r", found, fixed = TRUE, invert = TRUE, value = TRUE)
}

# Warns of raters whose names tell questions too, as those of such a column do. `roles`: the names of columns.
warn_melted <- function(ratings, roles) {
  names <- as.character(ratings$raters)
  many <- length(names) < 4 || length(names) > 60 || length(ratings$code) > MANY_RATINGS
  if (is.null(ratings$raters) || many || !is_grid_of_names(names)) {
    return(invisible())
  }
  found <- melted_templates(
    rating_items(ratings), names[ratings$rater + 1L], as.character(ratings$categories)[ratings$code + 1L]
  )
  single <- lengths(roles[c("item", "rater", "rating")]) == 1
  if (length(found) == 0 || !all(single)) {
    return(invisible())
  }
  code <- sprintf(
    "read_sheet(%s, item = %s, rater = c(%s = \"%s\"), rating = %s)", typed_data(), column_code(roles$item),
    column_code(roles$rater), found, column_code(roles$rating)
  )
  warn_accord(
    "several_questions",
    c(
      "The ratings of a rater must answer one question.",
      x = "The names of {length(names)} raters, such as {.val {utils::head(names, 3)}}, and their ratings are those \\
           of several questions.",
      i = "If {.var {roles$rater}} says rater and question, use {.or {.code {code}}}."
    ),
    raters = names, advice = code
  )
}
