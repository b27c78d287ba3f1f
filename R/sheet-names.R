# What the names of columns say by a template: of which question, item and rater each is, or which box.

# `columns`: the texts of the columns that may be ratings, by name. A list: `at`, the columns that fit; for each field a
# vector of its parts; and `left_out`, the questions with one rater only. NULL where none fits.
fit_names <- function(template, columns, arg, spec = NULL) {
  fits <- lapply(template_fits(template, names(columns)), usable_fit)
  fits <- Filter(function(fit) length(fit$at) > 0, fits)
  # One column may fit alone in a way in which others do not.
  fits <- Filter(function(fit) length(fit$at) == max(lengths(lapply(fits, `[[`, "at"))) || fit$full, fits)
  whole <- Filter(function(fit) fit$full, fits)
  if (length(whole)) fits <- whole
  fits <- fits[!duplicated(lapply(fits, `[`, c("at", "parts")))]
  if (length(fits) == 0) {
    return(NULL)
  }
  if (length(fits) > 1) abort_two_fits(template, fits, columns, arg)
  fit <- without_final_rater(fits[[1]], template, columns, spec)
  check_same_raters(template, fit, arg)
  warn_one_rater(fit, arg)
  check_columns_once(template, fit, names(columns), arg)
  fit
}

# A way to read the names without the questions that have one rater only (or one item, or one box); and whether it is
# `full`: all others have the same raters.
usable_fit <- function(parts) {
  at <- if (length(parts)) which(!is.na(parts[[1]])) else integer()
  parts <- lapply(parts, `[`, at)
  by_question <- "question" %in% names(parts)
  unit <- intersect(if (by_question) c("rater", "option", "item", "pair") else "option", names(parts))[1]
  if (is.na(unit) || length(parts) == 1) {
    return(list(at = at, parts = parts, full = TRUE, left_out = character()))
  }
  of <- if (by_question) parts$question else do.call(paste, c(unname(parts[names(parts) != unit]), sep = "\r"))
  units <- tapply(parts[[unit]], of, function(x) length(unique(x)))
  single <- names(units)[units < 2]
  keep <- !of %in% single
  # Named by their raters.
  names(single) <- parts[[unit]][match(single, of)]
  parts <- lapply(parts, `[`, keep)
  sets <- tapply(parts[[unit]], of[keep], function(x) paste(sort(unique(x)), collapse = "\r"))
  list(at = at[keep], parts = parts, full = length(unique(sets)) == 1, left_out = single, unit = unit)
}

abort_two_fits <- function(template, fits, columns, arg) {
  name <- names(columns)
  shown <- vapply(fits[1:2], function(fit) {
    parts <- vapply(fit$parts, function(x) x[1], "")
    paste0(name[fit$at[1]], " is ", toString(sprintf("%s \"%s\"", names(parts), parts)))
  }, "")
  advice <- values_advice(template, columns)
  abort_accord(
    "template",
    c(
      "A template must fit the names of the columns in one way.",
      x = "{.str {template$text}} fits in {length(fits)}: {shown[1]}, or {shown[2]}.",
      i = "Say which values a part has, as in {.code {arg} = {.str {advice}}}."
    ),
    template = template$text, argument = arg, fits = fits
  )
}

# The template with the raters that names most likely have.
values_advice <- function(template, columns) {
  grid <- name_grid(names(columns), columns)
  raters <- if (is.null(grid)) c("a", "b") else likely_raters(unique(grid$rater), columns, names(columns))
  with_values(template$text, "rater", raters)
}

# Questions may have a final label each, or some of them.
without_final_rater <- function(fit, template, columns, spec) {
  if (fit$full || !identical(fit$unit, "rater") || restricted(template, "rater") || is.null(spec)) {
    return(fit)
  }
  fit$named <- logical(length(fit$at))
  kept <- without_final_labels(fit, columns, spec)
  again <- usable_fit(kept$parts)
  again$at <- kept$at[again$at]
  again$left_out <- c(fit$left_out, again$left_out)
  again
}

# Questions of which some have raters that others have not, unless the user named the raters.
check_same_raters <- function(template, fit, arg) {
  if (fit$full || !identical(fit$unit, "rater") || restricted(template, "rater")) {
    return(invisible())
  }
  of <- table(fit$parts$rater)
  common <- names(of)[of == max(of)]
  common <- intersect(unique(fit$parts$rater), common)
  others <- setdiff(unique(fit$parts$rater), common)
  questions <- unique(fit$parts$question[fit$parts$rater %in% others])
  of_common <- unique(fit$parts$question[fit$parts$rater %in% common])
  advice <- with_values(template$text, "rater", common)
  all <- with_values(template$text, "rater", c(common, others))
  final <- length(others) == 0 || all(says(c(others, "x"), FINAL_WORDS)[seq_along(others)])
  abort_accord(
    "template",
    c(
      "Questions must have the same raters, or the template must name the raters.",
      x = "{length(common)} rater{?s} of {length(of_common)} question{?s}: {.val {first_few(common)}}.",
      x = if (length(others)) {
        "{length(others)} other{?s} of {.val {first_few(questions)}}: {.val {first_few(others)}}."
      },
      i = "Name the raters: {.code {arg} = {.str {advice}}}.",
      i = if (!final) "If the other{cli::qty(length(others))}{?/s} rated too: {.code {arg} = {.str {all}}}."
    ),
    template = template$text, argument = arg, raters = list(common = common, others = others)
  )
}

# A question left with one of the raters of the other questions may have a column whose name is misspelled.
warn_one_rater <- function(fit, arg) {
  known <- fit$left_out[names(fit$left_out) %in% setdiff(fit$parts$rater, "")]
  if (length(known)) {
    warn_accord(
      "one_rater",
      c(
        "A question needs two raters.",
        x = "{length(known)} question{?s} {?has/have} one of the raters only: {.val {first_few(unname(known))}}.",
        i = "Is the name of another column misspelled? Columns that do not fit {.arg {arg}} are not read."
      ),
      questions = unname(known)
    )
  }
}

check_columns_once <- function(template, fit, names, arg) {
  key <- do.call(paste, c(rlang::set_names(fit$parts, NULL), sep = "\r"))
  twice <- key %in% key[duplicated(key)]
  if (any(twice)) {
    first <- fit$at[key == key[twice][1]]
    abort_accord(
      "template",
      c(
        "A template must tell all columns apart.",
        x = "{sum(twice)} columns have the same parts, such as {.var {first_few(names[first])}}.",
        i = "Restrict {.arg rating} to the columns of ratings, or name what differs in {.arg {arg}}."
      ),
      template = template$text, argument = arg, columns = names[fit$at[twice]]
    )
  }
}

abort_no_fit <- function(template, names, arg) {
  nameless <- grepl("^[.]{3}[0-9]+$", names)
  abort_accord(
    "template",
    c(
      "A template must fit the names of two columns of ratings or more.",
      x = "{.str {template$text}} fits none of {length(names)} name{?s}: {.var {first_few(names)}}.",
      i = if (sum(nameless) > 1) {
        "{sum(nameless)} columns have no name: if two rows hold the names, use {.code header = 1:2}."
      },
      i = "{.fn inspect_sheet} shows how the names may be read."
    ),
    template = template$text, argument = arg
  )
}
