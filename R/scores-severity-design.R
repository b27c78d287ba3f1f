# Ratings by items, raters and further facets in the form used by the core.

# Returns a list: `columns` (codes: item, rater, batch, and the facets by facet_key()), `levels` (their values, by
# column), `names` (of the columns in the data), `rating_name`, `rating` (integers), `count` (as how many ratings each
# counts), `labels` and `values` of ordered categories or NULL, `scale` (its ends), `n_set_aside`, `n_outside` and
# `outside` (the ratings that are not among the categories, and their values).
read_severity <- function(data, at, facets, batch, duplicates, categories = NULL, weight = NULL) {
  rating <- severity_ratings(data[[at[["rating"]]]], names(data)[at[["rating"]]])
  outside <- outside_scale(rating, categories)
  warn_many_outside(rating, outside, names(data)[at[["rating"]]])
  rating$value[outside] <- NA
  given <- which(!is.na(rating$value) & (weight %||% 1) > 0)
  roles <- c(list(item = at[["item"]], rater = at[["rater"]]), as.list(facets), if (length(batch)) list(batch = batch))
  names(roles)[2 + seq_along(facets)] <- facet_key(names(data)[facets])
  codes <- lapply(names(roles), function(role) {
    place <- roles[[role]]
    facet_levels(data[[place]], names(data)[place], given, if (role == "batch") batch_places else sorted_places)
  })
  names(codes) <- names(roles)
  columns <- lapply(codes, `[[`, "code")
  kept <- keep_ratings(columns, duplicates, given)
  n_set_aside <- nrow(data) - length(kept)
  list(
    columns = lapply(columns, function(code) code[kept]), levels = lapply(codes, `[[`, "values"),
    names = rlang::set_names(names(data)[unlist(roles)], names(roles)), rating_name = names(data)[at[["rating"]]],
    rating = rating$value[given][kept], count = (weight %||% rep(1, nrow(data)))[given][kept],
    labels = rating$labels, values = rating$values,
    scale = possible_scale(rating, categories),
    n_set_aside = n_set_aside, n_outside = sum(outside),
    outside = sort(unique(as.character(data[[at[["rating"]]]][outside])))
  )
}

# Warns if so many ratings are outside of the scale that they can hardly be slips.
warn_many_outside <- function(rating, outside, name) {
  n <- sum(outside)
  if (n <= max(2, 0.02 * sum(!is.na(rating$value)))) return(invisible())
  given <- if (is.null(rating$labels)) rating$value else rating$labels[match(rating$value, rating$values)]
  found <- as.character(sort(unique(given[outside])))
  warn_accord(
    "outside_categories",
    c(
      "Ratings outside the {.arg categories} do not count.",
      x = "{n} of {sum(!is.na(rating$value))} rating{?s} of {.var {name}} {cli::qty(n)}{?is/are} outside: \
           {.val {first_few(found)}}.",
      i = "If they are steps of the scale, add them to {.arg categories}."
    ),
    values = found
  )
}

# The prefix distinguishes facets from other parts of the model, such as "item" or "batch".
facet_key <- function(name) paste("facet", name)

is_facet <- function(key) startsWith(key, "facet ")

# Codes in the sort order of the values, which is determined by `places`.
facet_levels <- function(x, name, given, places) {
  code <- facet_codes(x, name, given)
  values <- vctrs::vec_slice(plain_column(x, name), given[match(seq_len(max(code, 0L)), code)])
  sorted <- places(values)
  list(code = order(sorted)[code], values = vctrs::vec_slice(values, sorted))
}

# Text that differs only in one number, such as "week 9" and "week 10", is sorted by that number.
batch_places <- function(values) {
  sorted <- sorted_places(values)
  if (is_numbered(values)) sorted[order(as.double(sub(ONE_NUMBER, "\\2", values))[sorted])] else sorted
}

is_numbered <- function(values) {
  is.character(values) && all(grepl(ONE_NUMBER, values)) &&
    length(unique(sub(ONE_NUMBER, "\\1 \\3", values))) == 1
}

ONE_NUMBER <- "^([^0-9]*)([0-9]+)([^0-9]*)$"

# `counts`: whether the ratings may be the names of a table of counts.
severity_ratings <- function(x, name, counts = FALSE) {
  if (is.ordered(x)) {
    values <- label_values(levels(x))
    return(list(value = values[as.integer(x)], labels = levels(x), values = values))
  }
  if (!is.numeric(x) && !is.logical(x)) {
    found <- unique(as.character(unlist(x)))
    # The levels of a factor may already be in the intended order.
    found <- if (is.factor(x)) intersect(levels(x), found) else sort(found[!is.na(found)])
    abort_accord(
      "level",
      c(
        "Severity needs ratings with an order: whole numbers, or an ordered factor.",
        x = "The ratings are labels: {.val {first_few(found)}}.",
        i = label_advice(found, column_code(name), is.factor(x)),
        i = if (counts && is.null(lost_numbers(found))) NAMES_AS_NUMBERS
      ),
      level = "ordinal",
      categories = found
    )
  }
  value <- score_values(x, name)
  broken <- which(value != round(value))
  if (length(broken)) {
    steps <- parts_of_steps(value)
    abort_accord(
      "not_whole",
      c(
        "Severity needs whole numbers: the steps of a scale.",
        x = "{length(broken)} {?rating is/ratings are} not, as in {cli::qty(length(broken))}{?row/rows}
          {first_few(broken)}.",
        i = if (length(steps)) {
          "If they are steps of 1/{steps}, use ratings of {.code as_ratings(level = \"ordinal\")}, or count the steps: \
           ratings of {.code {steps} * {column_code(name)}} are whole."
        },
        i = "For measurements, {.fn variance_components} and {.fn limits_of_agreement}."
      ),
      rows = broken
    )
  }
  list(value = value, labels = NULL)
}

# How to make ratings of labels. A call with more levels would not be read, and one without all of them not work.
label_advice <- function(labels, column, is_factor) {
  if (is.null(lost_numbers(labels))) {
    code <- if (is_factor) paste0("as.numeric(as.character(", column, "))") else paste0("as.numeric(", column, ")")
    return(as_written(cli::format_inline("These are numbers: {.code {code}}.")))
  }
  text <- is.na(suppressWarnings(as.numeric(labels)))
  if (sum(!text) >= 3 && 2 * sum(text) <= sum(!text)) {
    return(as_written(cli::format_inline(
      "All but {sum(text)} are numbers: write {.val {first_few(labels[text])}} as
       {cli::qty(sum(text))}{?a number/numbers} too, or as {.val {NA}}, and convert with {.code as.numeric({column})}."
    )))
  }
  order <- vector_code(encodeString(labels, quote = "\""))
  code <- if (length(labels) <= 20) paste0("factor(", column, ", levels = ", order, ", ordered = TRUE)")
  as_written(cli::format_inline(
    "Make them an ordered factor, and put its levels in order, the lowest first",
    if (is.null(code)) ", in {.arg levels} of {.fn factor}." else ": {.code {code}}."
  ))
}

# The values of ordered labels: the numbers that they are, if these are whole and increase; otherwise the positions, in
# which the steps of the model are counted.
label_values <- function(labels) {
  numbers <- suppressWarnings(as.double(labels))
  rising <- all(is.finite(numbers)) && all(numbers == round(numbers)) && !is.unsorted(numbers, strictly = TRUE)
  # Labels such as 10, 20, ..., 100 span more steps than the model has.
  if (rising && diff(range(numbers)) <= MOST_STEPS) numbers else as.double(seq_along(labels))
}

MOST_STEPS <- 50

# Whether the values of labels are not the numbers that the labels are.
are_positions <- function(labels, values) !identical(suppressWarnings(as.double(labels)), values)

# Ratings by words have no other unit. `model`: that of the fit.
position_words <- function(model) {
  labels <- model$labels
  if (!is.null(labels) && are_positions(labels, model$values)) {
    ends <- encodeString(cut_end(labels[c(1, length(labels))], 20), quote = "\"")
    paste0("Ratings count by the positions of their levels: ", ends[1], " is 1, ", ends[2], " is ", length(labels), ".")
  }
}

labels_of <- function(rating, scale) scale$labels[match(rating, scale$values)]

# Whether each rating was given but is not among the categories of the scale.
outside_scale <- function(rating, categories) {
  if (is.null(categories)) {
    return(rep(FALSE, length(rating$value)))
  }
  scale <- if (is.null(rating$labels)) {
    if (is_numbers(categories)) categories
  } else {
    rating$values[match(as.character(categories), rating$labels)]
  }
  if (length(scale) < 2 || anyNA(scale) || any(scale != round(scale))) {
    abort_accord(
      "argument",
      c(
        "{.arg categories} must be the ratings that can be given: {.or {c('whole numbers', 'levels of the ordered
          factor')}}.",
        x = "It is {.val {first_few(as.character(categories))}}.",
        i = "For marks from 0 to 6, {.code categories = 0:6}."
      ),
      argument = "categories"
    )
  }
  !is.na(rating$value) & !rating$value %in% scale
}

# The lowest and the highest rating that can be given, if they are known; otherwise that was.
possible_scale <- function(rating, categories) {
  given <- rating$value[!is.na(rating$value)]
  said <- if (is.null(rating$labels)) categories else rating$values[match(categories %||% rating$labels, rating$labels)]
  if (length(c(given, said))) range(given, said)
}

# The rows that are kept if a rater rated an item more than once within all facets.
keep_ratings <- function(columns, duplicates, given) {
  cell <- group_ids(columns)$code
  twice <- switch(duplicates,
    error = which(duplicated(cell)),
    first = which(duplicated(cell)),
    last = which(duplicated(cell, fromLast = TRUE)),
    keep = integer()
  )
  if (duplicates == "error" && length(twice)) {
    rows <- given[twice]
    abort_accord(
      "duplicate_rating",
      c(
        "A rater rates an item once, or once for each level of the {.arg facets} and {.arg batch}.",
        x = "{length(twice)} time{?s} there is another rating: {cli::qty(length(rows))}{?row/rows} {first_few(rows)}.",
        i = "Name the column that distinguishes them in {.arg facets} or {.arg batch}, or choose {.arg duplicates}."
      ),
      rows = rows
    )
  }
  setdiff(seq_along(cell), twice)
}
