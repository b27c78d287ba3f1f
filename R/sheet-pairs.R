# Columns whose cells name who rated, each beside columns with that rater's ratings: "Reviewer 1", "Decision 1",
# "Reviewer 2", "Decision 2", where two of several reviewers rated each item. `{pair}` is what their names have in
# common.

# A place of raters: the template of the names of the columns that hold the raters.
pair_place <- function(text, arg) {
  if (arg != "rater") {
    abort_accord(
      "template",
      c(
        "Columns in pairs tell who rated.",
        x = "{.arg {arg}} is {.str {text}}.",
        i = "Use {.code rater = {.str {text}}}."
      ),
      template = text, argument = arg
    )
  }
  list(source = "pair", arg = arg, pairs = parse_template(text, arg, c("pair", "*")))
}

has_pairs <- function(places) any(vapply(places, function(place) !is.null(place$pairs), NA))

# The positions of the columns that name the raters, by pair.
pair_columns <- function(place, names) {
  fits <- Filter(length, template_fits(place$pairs, names))
  if (length(fits) == 0) return(integer())
  pair <- fits[[1]]$pair
  rlang::set_names(which(!is.na(pair)), pair[!is.na(pair)])
}

pairs_of <- function(places, names) {
  place <- Filter(function(place) !is.null(place$pairs), places)
  if (length(place)) pair_columns(place[[1]], names)
}

# Pairs must be said of both, the raters and their ratings.
check_pairs_said <- function(spec) {
  of_names <- unlist(lapply(spec[c("names", "boxes")], fields_of))
  of_raters <- has_pairs(spec$places)
  if (of_raters == "pair" %in% of_names && !(of_raters && "rater" %in% of_names)) {
    return(invisible())
  }
  abort_accord(
    "roles",
    c(
      "Where cells name the raters, {.val {{pair}}} must be in both templates, of their columns and of the ratings.",
      x = if (!of_raters) "It is not in {.arg rater}.",
      x = if (of_raters) "The template of the ratings has {length(of_names)} field{?s}: {.val {of_names}}.",
      i = "An example is {.code rater = \"Reviewer {{pair}}\", names = \"{{question}} {{pair}}\"}."
    )
  )
}

# The template with the pairs that have a column of raters.
with_pair_values <- function(template, pairs) {
  open <- template$field %in% "pair" & lengths(template$values) == 0
  template$values[open] <- list(names(pairs))
  template
}

# `spec` for one table: pairs are those of its columns of raters, and each must have columns of ratings.
with_pairs <- function(spec, table, free) {
  if (!has_pairs(spec$places)) return(spec)
  names <- names(table$data)
  pairs <- pairs_of(spec$places, names)
  arg <- if ("pair" %in% fields_of(spec$names)) "names" else "boxes"
  template <- spec[[arg]]
  spec[[arg]] <- with_pair_values(template, pairs)
  fit <- template_fits(spec[[arg]], names[free])
  fit <- if (length(fit)) fit[[1]] else list()
  alone <- setdiff(names(pairs), fit$pair)
  # Ratings whose columns are named like those of the pairs, without a column of raters.
  odd <- unlist(lapply(template_fits(template, names[free]), function(way) {
    new <- is.na(way$question %||% way$pair) | (way$question %||% "") %in% c("", fit$question)
    which(new & !is.na(way$pair) & is.na(fit$pair %||% NA))
  }))
  odd <- names[free][unique(odd)]
  if (length(alone) || length(odd)) abort_alone(names[pairs[alone]], odd, template, arg, names(pairs))
  spec
}

abort_alone <- function(raters, ratings, template, arg, pairs) {
  advice <- with_values(template$text, "pair", pairs)
  abort_accord(
    "template",
    c(
      "Every column that names raters must have a column of ratings in its pair, and the other way round.",
      x = if (length(raters)) {
        "{length(raters)} {?has/have} no ratings by {.str {template$text}}: {.var {first_few(raters)}}."
      },
      x = if (length(ratings)) "{length(ratings)} {?has/have} no column of raters: {.var {first_few(ratings)}}.",
      i = if (length(raters)) "Name the pairs that have both in {.arg rater}, as in {.val {{pair:1|2}}}.",
      i = if (length(ratings) && !length(raters)) {
        "If they are not needed, name the pairs: {.code {arg} = {.str {advice}}}."
      }
    ),
    columns = c(raters, ratings), template = template$text
  )
}

# The ids of a table, with the raters that stand beside one column of ratings. Each rating needs its rater.
ids_beside <- function(own, parts, k, pairs, x, table) {
  if (is.null(pairs)) return(own)
  at <- pairs[[parts$pair[k]]]
  who <- table$data[[at]]
  check_blank_ids(table, list(rater = rlang::set_names(list(who), names(table$data)[at])), !is.na(x), "rater")
  own$rater <- if (is.null(own$rater)) who else paste(own$rater, who, sep = " / ")
  own
}

# How a sheet with such columns may be read: the arguments of raters and ratings, or NULL. `found`: rater_cells().
pair_code <- function(columns, found) {
  free <- setdiff(seq_along(columns), found$at)
  free <- free[!vapply(free, function(j) is_no_answer(columns[[j]], names(columns)[j]), NA)]
  names <- names(columns)[free]
  stem <- sub("[{]pair[}].*$", "{pair}", found$template)
  marks <- c(" ", "_", ".", "-", "", ": ", " - ")
  forms <- c(
    paste0("{question}", marks, "{pair}"), paste0(stem, marks, "{question}"), paste0("{pair}", marks, "{question}"),
    paste0("{question} (", stem, ")")
  )
  for (form in forms) {
    template <- parse_template(form, "names", c("question", "pair"))
    template <- with_pair_values(template, stats::setNames(found$at, found$pair))
    fits <- template_fits(template, names)
    if (length(fits) != 1) next
    fit <- fits[[1]]
    whole <- tapply(fit$pair, fit$question, function(x) length(unique(x)) == length(found$pair))
    questions <- names(whole)[whole]
    # A question has the same values whoever rated.
    shared <- vapply(questions, function(q) {
      own <- lapply(columns[free[fit$question %in% q]], column_values)
      any(duplicated(unlist(own)))
    }, NA)
    questions <- unique(fit$question[fit$question %in% questions[shared]])
    if (length(questions) == 0) next
    others <- setdiff(fit$question[!is.na(fit$question)], questions)
    if (length(questions) == 1) {
      form <- sub("{question}", questions, form, fixed = TRUE)
    } else if (length(others)) {
      form <- with_values(form, "question", questions)
    } else if (grepl("}{", form, fixed = TRUE)) {
      form <- with_values(form, "pair", found$pair)
    }
    at <- free[fit$question %in% questions]
    return(list(code = sprintf("rater = \"%s\", names = \"%s\"", found$template, form), at = at))
  }
}

# Ratings whose raters are named in other cells of the row, which nobody said.
check_no_rater_cells <- function(plain, columns, spec) {
  said <- "rater" %in% spec$known || restricted(spec$names, "rater")
  if (said || is.null(plain) || length(columns[[1]]) > MANY_RATINGS) {
    return(invisible())
  }
  found <- rater_cells(columns)
  way <- if (!is.null(found)) pair_code(columns, found)
  if (is.null(way) || !any(way$at %in% plain$at)) {
    return(invisible())
  }
  raters <- unique(unlist(lapply(columns[found$at], column_values)))
  keep <- with_values(spec$names$text %||% "{rater}", "rater", unique(plain$parts$rater))
  abort_accord(
    "roles",
    c(
      "Where cells name the raters, it must be said which columns they are in.",
      x = "{length(found$at)} columns, {.var {names(columns)[found$at]}}, seem to name {length(raters)} rater{?s}: \\
           {.val {first_few(raters)}}.",
      i = "Say so: {.code {way$code}}.",
      i = "If the names of columns tell the raters, name these: {.code names = {.str {keep}}}."
    ),
    columns = names(columns)[found$at], advice = sub(",.*$", "", way$code)
  )
}

# Returns the proposal of inspect_sheet() for such a sheet.
pairs_proposal <- function(columns, where) {
  found <- if (is.null(where)) rater_cells(columns)
  way <- if (!is.null(found)) pair_code(columns, found)
  if (is.null(way)) return(NULL)
  id <- wide_id(columns, c(found$at, way$at))
  item <- if (length(id)) sprintf("item = %s, ", place_code(columns, id)) else ""
  roles <- list(item = id, "raters in cells" = found$at, rating = way$at)
  list(calls = paste0(item, way$code), roles = Filter(length, roles))
}
