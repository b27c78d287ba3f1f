# Columns that are what was rated, where each row holds the answers of one person: named in `rating`, they would be
# taken for raters.

STIMULUS_WORD <- paste0(
  "item|stim(ulus|uli)?|sentence|text|image|img|picture|pic|photo|sound|clip|video|trial|song|joke|tweet|scenario|",
  "vignette|statement|comment|post|essay|poem|satz|bild|aussage|phrase|frase|imagen|texto|imagem"
)
STIMULUS_NAME <- sprintf("^(%s)s?[._ -]?([0-9]+|[a-z])([.](jpe?g|png|gif|mp[34]|wav|txt))?$", STIMULUS_WORD)
ANSWERING_PERSON <- "^(participant|respondent|listener|informant)s?([._ -]?(id|no|nr|number|name))?$"

# Stops where columns without a template are raters, and their names are those of stimuli, or where the items are those
# who rate, by the name of their column: raters, or participants who gave the same answers in five columns or more.
check_stimuli_no_raters <- function(plain, columns, spec) {
  names <- names(columns)[plain$at]
  if (length(names) < 3 || any(are_rater_words(names))) {
    return(invisible())
  }
  stimuli <- all(grepl(STIMULUS_NAME, names, ignore.case = TRUE))
  item <- item_column_names(spec)
  person <- length(item) == 1 && (
    grepl(SHEET_RATER, item, ignore.case = TRUE) ||
      grepl(ANSWERING_PERSON, item, ignore.case = TRUE) && length(names) > 4 &&
        all(n_shared(lapply(columns[plain$at], column_values)) > 0)
  )
  if (!stimuli && !person) {
    return(invisible())
  }
  who <- if (length(item) == 1) column_code(item) else "\"{row}\""
  code <- sprintf("rater = %s, names = \"{item}\"", who)
  abort_accord(
    c("stimuli", "roles"),
    c(
      "What was rated must not be taken for raters.",
      x = if (stimuli) "The {length(names)} columns of {.arg rating} are named like items: {.var {first_few(names)}}.",
      x = if (!stimuli) {
        "The items are in {.var {item}}, and {length(names)} columns would be the raters: {.var {first_few(names)}}."
      },
      i = "If each row is of a person who rated, and each column an item, replace {.arg item}: {.code {code}}.",
      i = "If the columns are raters, say so: {.code names = \"{{rater}}\"}."
    ),
    columns = names
  )
}

# The names of the columns that were given as `item`, as far as they were named.
item_column_names <- function(spec) {
  places <- Filter(function(place) place$arg == "item" && rlang::is_quosure(place$source), spec$places)
  unlist(lapply(places, function(place) {
    expr <- rlang::quo_get_expr(place$source)
    if (is.symbol(expr)) as.character(expr) else if (rlang::is_string(expr)) expr
  }))
}
