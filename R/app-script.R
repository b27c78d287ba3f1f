# From the choices made in the app to R code. The code is what runs, and what is shown and saved. Choices are plain
# text, and nothing that comes from the browser is parsed: columns become symbols, all else becomes values.
#
# `source`: what was looked at, see app_look(), with the `questions`, the weights that are `usual` for them and the
# `kappas` that have them, see app_scales(), and the greatest number of raters in a row of the result, `n_raters`, if it
# is known.
# `choices`, all of which may be missing: `proposal`, the number of the proposed call; `roles`, named by columns;
# `raters`, where these are; the fields of APP_FIELDS; `question`; `level`, `weights`, `distance` and `order` by
# question; `side_rows` and `side_columns`, the names of the raters of a confusion table; `coefficients`; `ci`.

APP_ROLES <- c("item", "rater", "question", "rating", "by")
APP_FIELDS <- c("names", "boxes", "separator", "na", "decimal", "fill", "drop")
APP_LEVELS <- c("nominal", "ordinal", "interval", "ratio")
APP_DISTANCES <- c("jaccard", "masi")
APP_WEIGHTS <- c("linear", "quadratic", "ordinal")
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
  coefficients <- choices$coefficients %||% (if (several) c("percent_agreement", "krippendorff_alpha"))
  read <- app_read_call(source, choices)
  steps <- list(
    sheet = read,
    ratings = rlang::call2("as_ratings", quote(sheet), !!!app_scale(source, choices)),
    agreed = app_call("agreement",
      coefficients = coefficients, weights = app_kappa_weights(source, choices, coefficients), ci = ci
    ),
    raters = app_raters_call(source, choices),
    items = app_call("disagreements"),
    both = if (!identical(source$n_raters, 2L)) app_call("krippendorff_alpha", ci = APP_INTERVALS$both)
  )
  if (is.null(read)) list() else Filter(Negate(is.null), steps)
}

# Agreement of two raters with each other is that of both, whose interval stands with the coefficients.
app_raters_call <- function(source, choices) {
  bare <- identical(source$n_raters, 2L) || identical(choices$ci, "none")
  app_call("rater_summary", weights = app_usual(source, choices), ci = if (bare) APP_INTERVALS$none)
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

# The weights that suit the level of each question, where none were chosen.
app_usual <- function(source, choices) {
  usual <- source$usual[!names(source$usual) %in% names(choices$weights)]
  chosen <- unlist(choices$weights[names(choices$weights) %in% names(source$usual)])
  usual <- as.list(c(usual, chosen))
  one <- length(source$questions) == 1 || !is.null(choices$question)
  if (length(usual)) if (one) unname(usual)[[1]] else as.call(c(quote(c), usual))
}

# Returns the weights of kappas: where none were chosen, those that suit the level, as for single raters and in reports;
# percent agreement stays that of equal ratings, and alpha has its level.
app_kappa_weights <- function(source, choices, coefficients) {
  usual <- as.list(source$usual[!names(source$usual) %in% names(choices$weights)])
  kappas <- if (is.null(coefficients)) source$kappas else intersect(gwet_by_verb(coefficients), app_kappas(REGISTRY))
  if (length(usual) == 0 || length(kappas) == 0) return(NULL)
  each <- lapply(usual, function(weights) {
    as.call(c(quote(c), rlang::set_names(rep(list(weights), length(kappas)), kappas)))
  })
  one <- length(source$questions) == 1 || !is.null(choices$question)
  if (one) unname(each)[[1]] else as.call(c(quote(list), each))
}

# The coefficients with weights that are named in weights = c(cohen_kappa = "linear").
app_kappas <- function(entries) {
  unique(gwet_by_verb(entries$id[entries$corrected & entries$joins != "own_verb" & entries$id != "krippendorff_alpha"]))
}

# Spans and chains have verbs of their own, whose intervals are about other documents.
app_span_steps <- function(source, choices) {
  made <- if (source$pipe == "chains") quote(as_chains(export)) else as.call(c(quote(as_spans), quote(export),
    if (source$reader %in% c("read_textgrid", "read_eaf", "read_boris")) list(unit = 0.001)))
  chosen <- intersect(choices$ci, app_intervals_of(source))
  ci <- if (length(chosen)) APP_INTERVALS[[chosen]]
  if (source$pipe == "chains") {
    return(list(ratings = made, agreed = quote(chain_agreement(ratings)), alpha = app_call("chain_alpha", ci = ci)))
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

# The arguments of as_ratings().
app_scale <- function(source, choices) {
  own <- choices$question %||% source$questions
  by_question <- function(x) {
    x <- x[names(x) %in% own]
    if (length(x)) as.call(c(quote(c), x))
  }
  order <- choices$order[names(choices$order) %in% own]
  order <- lapply(order, function(labels) if (length(labels) > 1) as.call(c(quote(c), labels)) else labels)
  Filter(Negate(is.null), list(
    question = choices$question, weights = by_question(choices$weights), level = by_question(choices$level),
    distance = by_question(choices$distance),
    categories = if (length(order)) as.call(c(quote(list), order))
  ))
}

# The call of read_sheet(): the proposed one, with what was chosen in place of it. NULL if nothing says what to read.
app_read_call <- function(source, choices) {
  args <- app_proposed(source, choices)
  if (length(choices$roles)) args <- app_with_roles(args, choices$roles, source$columns$name)
  if (!is.null(choices$raters)) args <- app_with_raters(args, choices$raters)
  for (field in intersect(names(choices), APP_FIELDS)) args[field] <- list(app_field_value(field, choices[[field]]))
  args <- Filter(Negate(is.null), args)
  if (length(source$calls) == 0 && !is.null(source$header)) args$header <- str2lang(source$header)
  if (length(setdiff(names(args), "header")) == 0) {
    return(NULL)
  }
  rlang::call2("read_sheet", source$code, !!!args)
}

# The arguments of the proposed call; those that an error asked for come with the source.
app_proposed <- function(source, choices) {
  call <- if (length(source$calls)) str2lang(source$calls[min(choices$proposal %||% 1, length(source$calls))])
  args <- as.list(call)[-(1:2)]
  args[names(source$advice)] <- source$advice
  args
}

# The columns and other places that an argument such as `item` names: a list of `at`, places of columns, and `other`,
# parts that are no columns, such as "{file}". A template that cuts a column is that column, and is kept in `cut`.
app_places <- function(expr, columns) {
  parts <- if (rlang::is_call(expr, "c")) as.list(expr)[-1] else if (!is.null(expr)) list(expr)
  cut <- vapply(parts, rlang::is_string, NA) & rlang::names2(parts) %in% columns
  other <- vapply(parts, rlang::is_string, NA) & !cut
  data <- rlang::set_names(as.list(seq_along(columns)), columns)
  at <- lapply(seq_along(parts), function(k) {
    if (other[k]) return(integer())
    if (cut[k]) return(match(names(parts)[k], columns))
    tryCatch(unname(tidyselect::eval_select(parts[[k]], data)), error = function(cnd) integer())
  })
  list(at = unlist(at), other = parts[other], cut = parts[cut])
}

# The role of each column by the arguments of read_sheet(); "" for none.
app_roles <- function(args, columns) {
  role <- rep("", length(columns))
  for (one in intersect(APP_ROLES, names(args))) role[app_places(args[[one]], columns)$at] <- one
  role
}

# Whether the name of each column tells what it is: it fits the template of `names` or `boxes`.
app_named <- function(args, columns) {
  fits <- lapply(c("names", "boxes"), function(field) {
    found <- tryCatch(
      template_fits(parse_template(args[[field]], field, SHEET_FIELDS), columns),
      error = function(cnd) NULL
    )
    unlist(lapply(found, function(fit) which(!is.na(fit[[1]]))))
  })
  seq_along(columns) %in% unlist(fits)
}

# Arguments whose columns are other ones now name these one by one.
app_with_roles <- function(args, roles, columns) {
  before <- app_roles(args, columns)
  now <- before
  now[match(names(roles), columns)] <- unlist(roles)
  for (one in APP_ROLES[vapply(APP_ROLES, function(one) !identical(which(now == one), which(before == one)), NA)]) {
    old <- app_places(args[[one]], columns)
    own <- which(now == one)
    kept <- old$cut[names(old$cut) %in% columns[own]]
    nameless <- grepl("^[.]{3}[0-9]+$", columns[own])
    typed <- ifelse(nameless, as.list(as.numeric(own)), rlang::syms(columns[own]))
    if (one == "rater" && length(typed)) old$other <- NULL
    parts <- c(old$other, typed[!columns[own] %in% names(kept)], kept)
    args[one] <- list(if (length(parts) == 1 && is.null(names(parts))) parts[[1]] else if (length(parts)) {
      as.call(c(quote(c), parts))
    })
  }
  args
}

# Returns where the raters are: in a column, in the columns of ratings, in the names of columns, in files or in sheets.
app_raters_in <- function(args, columns) {
  place <- app_places(args$rater, columns)
  template <- grepl("{rater", paste(args$names, args$boxes, deparse1(args$item)), fixed = TRUE)
  if (length(place$at)) {
    "column"
  } else if (length(place$other)) {
    if (grepl("{sheet}", deparse1(args$rater), fixed = TRUE)) "sheet" else "file"
  } else if (template) {
    "names"
  } else {
    "columns"
  }
}

app_with_raters <- function(args, raters) {
  if (raters %in% c("file", "sheet")) args$rater <- sprintf("{%s}", raters)
  if (raters %in% c("columns", "names")) args["rater"] <- list(NULL)
  if (raters == "columns") args[c("names", "boxes", "question")] <- list(NULL)
  args
}

# Returns the value of the text that was typed into a field; NULL if it is empty.
app_field_value <- function(field, text) {
  if (field == "fill") return(switch(text, yes = TRUE, no = FALSE))
  if (field %in% c("names", "boxes", "decimal")) text <- trimws(text)
  if (text == "") {
    return(NULL)
  }
  if (!field %in% c("na", "drop")) {
    return(text)
  }
  parts <- lapply(trimws(strsplit(text, ",", fixed = TRUE)[[1]]), function(part) {
    number <- suppressWarnings(as.numeric(part))
    if (is.na(number)) part else number
  })
  parts <- parts[vapply(parts, function(part) !identical(part, ""), NA)]
  if (length(parts) == 0) NULL else if (length(parts) == 1) parts[[1]] else as.call(c(quote(c), parts))
}

# The text of a field for an argument. Other code than values is shown as it is.
app_field_text <- function(expr) {
  if (is.null(expr)) return("")
  if (is.logical(expr)) return(if (expr) "yes" else "no")
  parts <- if (rlang::is_call(expr, "c")) as.list(expr)[-1] else list(expr)
  # Negative numbers are calls.
  parts <- lapply(parts, function(part) if (rlang::is_call(part, "-", n = 1)) eval(part, baseenv()) else part)
  plain <- vapply(parts, function(part) is.atomic(part) && length(part) == 1, NA)
  if (all(plain) && is.null(names(parts))) toString(unlist(lapply(parts, as.character))) else deparse1(expr)
}

# Whether the table has a row per question.
app_is_wide <- function(source, choices) is.null(choices$question) && length(source$questions) > 1

# The number of items to discuss that are shown, in all or of each of several questions.
APP_ITEMS <- 8L
APP_ITEMS_EACH <- 3L

# The code that shows the object of a step.
app_shown <- function(wide) {
  items <- if (wide) {
    sprintf(
      "first <- ave(seq_along(items$question), items$question, FUN = seq_along)\npaper_table(items[first <= %d, ])",
      APP_ITEMS_EACH
    )
  } else {
    sprintf("paper_table(head(items, %d))", APP_ITEMS)
  }
  c(
    agreed = sprintf("paper_table(agreed%s)\nplot(agreed)", if (wide) ", wide = TRUE" else ""),
    alpha = "paper_table(alpha)", raters = "paper_table(raters)", items = items, both = "paper_table(both)"
  )
}

# The code that writes a file from the results.
app_saving <- function(kind, wide) {
  switch(kind,
    docx = sprintf(
      "flextable::save_as_docx(paper_table(agreed, \"docx\"%s), path = \"agreement.docx\")",
      if (wide) ", wide = TRUE" else ""
    ),
    html = "report_agreement(ratings, file = \"agreement.html\", overwrite = TRUE)",
    csv = "utils::write.csv(tidy(agreed), \"agreement.csv\", row.names = FALSE)"
  )
}

# The script, which gives the same results on its own.
app_script <- function(source, choices) {
  steps <- app_steps(source, choices)
  shown <- app_shown(app_is_wide(source, choices))
  own <- is.null(source$frame) && is.null(source$pasted) && is.null(source$table)
  body <- lapply(names(steps), function(name) {
    code <- c(app_code(name, steps[[name]]), shown[names(shown) == name])
    # A blank line follows the code that shows something.
    if (any(names(shown) == name)) c(code, "") else code
  })
  pasted <- if (!is.null(source$pasted)) call("writeLines", app_vector(source$pasted), source$files)
  lines <- c(
    sprintf("# Made by accord_app() of accord %s.", utils::packageVersion("accord")),
    if (!is.null(source$frame)) sprintf("# The data frame `%s` is the one that accord_app() was given.", source$frame),
    if (own) strwrap(paste("Run it in the folder of", toString(source$files)), 78, prefix = "# "),
    "library(accord)", "", if (!is.null(pasted)) app_text_of(pasted), source$before, unlist(body, use.names = FALSE)
  )
  if (utils::tail(lines, 1) == "") utils::head(lines, -1) else lines
}
