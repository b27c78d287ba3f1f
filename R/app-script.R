# From the choices made in the app to R code. The code is what runs, and what is shown and saved. Choices are plain
# text, and nothing that comes from the browser is parsed: columns become symbols, all else becomes values.
#
# `source`: what was looked at, see app_look(), with the `questions`; the weights that are `usual` for them, the
# `kappas` that have them, whether all are `scores`, the coefficients of numbers that are `measured`, and whether there
# are `groups` or `many` categories, see app_scales(); the greatest number of raters in a row of the result, `n_raters`,
# and which `items` are shown, see app_items(), if they are known.
# `choices`, all of which may be missing: `proposal`, the number of the proposed call; `roles`, named by columns;
# `raters`, where these are; the fields of APP_FIELDS; `question`; `level`, `weights`, `distance` and `order` by
# question; `side_rows` and `side_columns`, the names of the raters of a confusion table; `coefficients`; `ci`.

APP_ROLES <- c("item", "rater", "question", "rating", "by")
APP_FIELDS <- c("names", "boxes", "separator", "na", "decimal", "fill", "drop")
APP_LEVELS <- c("nominal", "ordinal", "interval", "ratio")
APP_DISTANCES <- c("jaccard", "masi")
APP_WEIGHTS <- c("linear", "quadratic", "ordinal", "ratio")
# These levels and orders are chosen for the questions of the example.
APP_EXAMPLE <- list(
  level = list(tone = "ordinal", prominence = "ordinal", stance = "interval", sources = "ratio"),
  order = list(prominence = c("low", "medium", "high"))
)
# The name of the question that a confusion table is.
APP_TABLE <- ".table"
APP_INTERVALS <- list(
  items = NULL, both = quote(ci_jackknife(over = "both")), jackknife = quote(ci_jackknife()),
  bootstrap = quote(ci_bootstrap()), analytic = quote(ci_analytic()), none = quote(ci_none())
)

# The steps of the script: a list, named by step, of calls of which each makes an object of that name.
app_steps <- function(source, choices) {
  if (identical(source$pipe, "table")) {
    return(app_table_steps(source, choices))
  }
  if (!is.null(source$pipe)) {
    return(app_span_steps(source, choices))
  }
  ci <- APP_INTERVALS[[choices$ci %||% "items"]]
  several <- is.null(choices$question) && length(source$questions) > 1
  coefficients <- choices$coefficients %||% (
    if (several) c("percent_agreement", "krippendorff_alpha") else source$measured
  )
  read <- app_read_call(source, choices)
  steps <- list(
    sheet = read,
    ratings = rlang::call2("as_ratings", quote(sheet), !!!app_scale(source, choices)),
    agreed = app_call("agreement",
      coefficients = if (length(coefficients)) app_vector(coefficients),
      weights = app_kappa_weights(source, choices, coefficients), ci = ci
    ),
    raters = app_raters_call(source, choices),
    items = app_call("disagreements"),
    both = if (!identical(source$n_raters, 2L)) app_call("krippendorff_alpha", ci = APP_INTERVALS$both),
    scores = if (isTRUE(source$scores)) quote(icc(ratings)),
    again = app_again_call(source, choices, read)
  )
  if (is.null(read)) list() else Filter(Negate(is.null), steps)
}

# Agreement of two raters with each other is that of both, whose interval stands with the coefficients.
app_raters_call <- function(source, choices) {
  bare <- identical(source$n_raters, 2L) || identical(choices$ci, "none")
  narrow <- app_is_wide(source, choices) || source$groups %||% FALSE || source$many %||% FALSE
  app_call("rater_summary",
    weights = app_usual(source, choices), shares = if (narrow) FALSE, scores = if (isTRUE(source$scores)) TRUE,
    ci = if (bare) APP_INTERVALS$none
  )
}

# If a column tells the occasion, ratings of one rater on two of them are compared, too. `read`: the call of
# read_sheet().
app_again_call <- function(source, choices, read) {
  occasion <- read$by
  if (!is.symbol(occasion) || !is_occasion(as.character(occasion)) || !is.null(choices$question)) return(NULL)
  scale <- app_scale(source, choices)
  rlang::call2(
    "intra_rater_agreement", quote(sheet), occasion = occasion,
    !!!scale[intersect(names(scale), c("level", "categories", "weights"))]
  )
}

app_call <- function(verb, ...) rlang::call2(verb, quote(ratings), !!!Filter(Negate(is.null), list(...)))

# The names of the raters in rows and columns of a confusion table: those that were typed, or those of the file.
app_sides <- function(source, choices) {
  sides <- c(choices$side_rows %||% source$sides[1] %||% "", choices$side_columns %||% source$sides[2] %||% "")
  replace(sides, is.na(sides), "")
}

# Two raters tell nothing of others, and the items of a confusion table have no names.
app_table_steps <- function(source, choices) {
  chosen <- intersect(choices$ci, app_intervals_of(source))
  ci <- if (length(chosen)) APP_INTERVALS[[chosen]]
  order <- choices$order[[APP_TABLE]]
  scale <- Filter(Negate(is.null), list(
    level = choices$level[[APP_TABLE]], categories = if (length(order) > 1) as.call(c(quote(c), order)) else order
  ))
  # Sides without a name have those of as_ratings(), and one name is not that of two raters.
  sides <- app_sides(source, choices)
  sides <- ifelse(sides == "", c("rows", "columns"), sides)
  counts <- source$counts
  named <- sides[1] != sides[2] && any(sides != c("rows", "columns"))
  names(dimnames(counts)) <- if (named) sides
  list(
    export = confusion_code(counts),
    ratings = rlang::call2("as_ratings", quote(export), layout = "confusion", !!!scale),
    agreed = app_call("agreement",
      coefficients = choices$coefficients,
      weights = choices$weights[[APP_TABLE]] %||% app_kappa_weights(source, choices, choices$coefficients), ci = ci
    ),
    raters = app_raters_call(c(source, list(n_raters = 2L)), choices)
  )
}

# Spans and chains have verbs of their own, whose intervals are about other documents.
app_span_steps <- function(source, choices) {
  made <- if (source$pipe == "chains") quote(as_chains(export)) else as.call(c(quote(as_spans), quote(export),
    if (source$reader %in% c("read_textgrid", "read_eaf", "read_boris")) list(unit = 0.001)))
  chosen <- intersect(choices$ci, app_intervals_of(source))
  ci <- if (length(chosen)) APP_INTERVALS[[chosen]]
  if (source$pipe == "chains") {
    return(list(
      ratings = made, agreed = quote(chain_agreement(ratings)), alpha = app_call("chain_alpha", ci = ci),
      items = quote(disagreements(ratings))
    ))
  }
  list(
    ratings = made, agreed = app_call("span_agreement", ci = ci), alpha = app_call("span_alpha", ci = ci),
    raters = quote(rater_influence(ratings)), items = quote(disagreements(ratings))
  )
}

# The intervals that can be chosen, by their names.
app_intervals_of <- function(source) {
  out <- if (is.null(source$pipe)) NULL else if (source$pipe == "table") "both" else c("both", "jackknife", "analytic")
  setdiff(names(APP_INTERVALS), out)
}
