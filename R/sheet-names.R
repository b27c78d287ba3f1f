# By a template the names of columns say of which question, item and rater each is, or which box.

# `columns`: the texts of the columns that may be ratings, by name. A list: `at`, the columns that fit; for each field a
# vector of its parts; and `left_out`, the questions with one rater only. NULL where none fits. `tried`: whether the
# template is one of several that are tried, so that an error needs no advice.
fit_names <- function(template, columns, arg, spec = NULL, tried = FALSE) {
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
  # A final label of two words, as tone_ground_truth, fits in two ways, and is left out in both.
  open <- lapply(fits[length(fits) > 1], replace, "full", FALSE)
  kept <- lapply(open, without_final_rater, template, columns, spec)
  if (length(kept) && any(duplicated(lapply(kept, `[`, c("at", "parts"))))) {
    fits <- kept[!duplicated(lapply(kept, `[`, c("at", "parts")))]
  }
  if (length(fits) > 1) abort_two_fits(template, fits, columns, arg, tried)
  fit <- without_final_rater(fits[[1]], template, columns, spec)
  check_same_raters(template, fit, names(columns), arg)
  warn_one_rater(fit, arg)
  check_columns_once(template, fit, names(columns), arg)
  check_no_bare_name(template, fit, columns, arg)
  # An item needs an id: one without has the name of its column.
  bare <- fit$parts$item %in% ""
  fit$parts$item[bare] <- names(columns)[fit$at[bare]]
  fit
}

# The first of several columns of one name has no number in the exports of some tools, and in what R makes of names that
# occur twice: "Clip", "Clip2", "Clip3". A final label may have such a name as well.
check_no_bare_name <- function(template, fit, columns, arg) {
  field <- intersect(c("item", "rater"), names(fit$parts))
  open <- length(field) == 1 && all(lengths(template$values[template$field %in% field]) == 0)
  if (!open || "option" %in% names(fit$parts) || !all(grepl("^[0-9]+$", fit$parts[[field]]))) {
    return(invisible())
  }
  of <- fit$parts$question %||% rep("", length(fit$at))
  others <- setdiff(seq_along(columns), fit$at)
  plain <- function(x) gsub("^[._ -]+|[._ -]+$", "", x)
  found <- unlist(lapply(unique(of), function(question) {
    text <- sub("[{]question[^}]*[}]", question, gsub("[{][*][}]", "", template$text))
    bare <- plain(sub(sprintf("[{]%s[}]", field), "", text))
    own <- columns[fit$at[of == question]]
    known <- unlist(lapply(own, column_values))
    others[vapply(others, function(j) {
      plain(names(columns)[j]) == bare && any(column_values(columns[[j]]) %in% known) &&
        (field == "item" || j < min(fit$at[of == question]) || !follows_others(columns[[j]], own))
    }, NA)]
  }))
  if (length(found) == 0) {
    return(invisible())
  }
  values <- unique(fit$parts[[field]])
  all <- with_values(template$text, field, c("", values))
  some <- with_values(template$text, field, values)
  # The sign before the field belongs to its values, where a name lacks it.
  k <- which(template$field %in% field)
  mark <- regmatches(template$token[max(1, k - 1)], regexpr("[._ -]+$", template$token[max(1, k - 1)]))
  if (k > 1 && length(mark) && !any(endsWith(names(columns)[found], mark))) {
    before <- sub(paste0(escape_regex(mark), "$"), "", template$token[k - 1])
    tokens <- replace(template$token, k - 1, before)
    all <- with_values(paste(tokens, collapse = ""), field, c("", paste0(mark, values)))
  }
  fits <- template_fits(parse_template(all, arg, SHEET_FIELDS), names(columns)[found])
  whole <- length(fits) > 0 && !anyNA(fits[[1]][[1]])
  advice <- sprintf("%s = \"%s\"", arg, if (whole) all else some)
  abort_accord(
    "template",
    c(
      "A column of ratings without a number must be said to be one, or not.",
      x = "{length(found)} column{?s} {?has/have} none, beside {length(fit$at)} that {.str {template$text}} fits: \
           {.var {first_few(names(columns)[found])}}.",
      i = if (whole) {
        "If {cli::qty(length(found))}{?it is/they are} of the first {field}, use {.code {arg} = {.str {all}}}."
      },
      i = if (!whole) "If {cli::qty(length(found))}{?it is/they are} of the first {field}, rename \
                       {cli::qty(length(found))}{?it/them} in the sheet.",
      i = "If {cli::qty(length(found))}{?it is/they are} not to be read: {.code {arg} = {.str {some}}}."
    ),
    template = template$text, columns = names(columns)[found], advice = advice
  )
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

abort_two_fits <- function(template, fits, columns, arg, tried) {
  name <- names(columns)
  # The first column that the two read differently.
  of <- lapply(fits[1:2], function(fit) {
    do.call(paste, c(unname(fit$parts), sep = "\r"))[match(seq_along(name), fit$at)]
  })
  at <- which(!is.na(of[[1]]) & !is.na(of[[2]]) & of[[1]] != of[[2]])[1]
  if (is.na(at)) at <- which(is.na(of[[1]]) != is.na(of[[2]]))[1]
  shown <- vapply(fits[1:2], function(fit) {
    parts <- vapply(fit$parts, function(x) x[match(at, fit$at)], "")
    if (anyNA(parts)) return("nothing")
    toString(sprintf("%s \"%s\"", names(parts), parts))
  }, "")
  advice <- if (!tried) values_advice(template, columns, arg)
  abort_accord(
    "template",
    c(
      "A template must fit the names of the columns in one way.",
      x = "{.str {template$text}} fits in {length(fits)}: {.var {name[at]}} is {shown[1]}, or {shown[2]}.",
      i = "Say which values a part has, as in {.code {arg} = {.str {advice}}}."
    ),
    template = template$text, argument = arg, fits = fits, advice = sprintf("%s = \"%s\"", arg, advice)
  )
}

# The template with the values of one field by which it fits the most names in one way; or else with the raters that
# names most likely have, or another.
values_advice <- function(template, columns, arg) {
  turned <- turned_advice(template, columns, arg)
  if (!is.null(turned)) {
    return(turned)
  }
  fits <- template_fits(template, names(columns))
  open <- fields_of(template)
  open <- c(intersect(c("rater", "pair", "item", "option"), open), setdiff(open, c("rater", "pair", "item", "option")))
  with_field <- function(fit, field) {
    of <- do.call(paste, c(unname(fit[setdiff(names(fit), field)]), sep = "\r"))
    values <- fit[[field]]
    of <- of[!is.na(values)]
    values <- values[!is.na(values)]
    n <- vapply(unique(values), function(one) length(unique(of[values == one])), 0L)
    common <- names(n)[n == max(n)]
    final <- says(c(common, "x"), FINAL_WORDS)[seq_along(common)] | grepl(NOTE_NAME, common, ignore.case = TRUE)
    if (field == "rater") common <- common[!final]
    if (length(common) > 1 && !any(grepl("[|{}]", common))) with_values(template$text, field, common)
  }
  texts <- unlist(lapply(open, function(field) lapply(fits, with_field, field)))
  n <- vapply(unique(texts), function(text) {
    fit <- tryCatch(
      suppressWarnings(fit_names(parse_template(text, arg, SHEET_FIELDS), columns, arg, tried = TRUE)),
      accord_error = function(cnd) NULL
    )
    # First where all questions have the same raters.
    if (is.null(fit)) 0 else length(fit$at) + length(columns) * fit$full
  }, 0)
  if (any(n > 0)) return(unique(texts)[which.max(n)])
  advice <- with_likely_raters(template, columns)
  fits <- template_fits(parse_template(advice, "names", SHEET_FIELDS), names(columns))
  code <- if (length(fits) == 0) template_codes(columns)$code
  if (length(code)) gsub("^names = \"|\"$", "", code[1]) else advice
}

# The template with its two fields exchanged, if by this all raters are named as such, as "Reviewer 1".
turned_advice <- function(template, columns, arg) {
  fields <- fields_of(template)
  if (length(fields) != 2 || !"rater" %in% fields || grepl("[{][a-z]+:", template$text)) {
    return(NULL)
  }
  other <- setdiff(fields, "rater")
  text <- sub(paste0("{", other, "}"), "{\001}", template$text, fixed = TRUE)
  text <- sub("{rater}", paste0("{", other, "}"), text, fixed = TRUE)
  text <- sub("{\001}", "{rater}", text, fixed = TRUE)
  fit <- tryCatch(
    suppressWarnings(fit_names(parse_template(text, arg, SHEET_FIELDS), columns, arg, tried = TRUE)),
    accord_error = function(cnd) NULL
  )
  if (!is.null(fit) && all(are_rater_words(fit$parts$rater))) text
}

# The template with the raters that names most likely have.
with_likely_raters <- function(template, columns) {
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
check_same_raters <- function(template, fit, names, arg) {
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
  # A confidence or a time is that of a rating, and nobody's.
  likely <- others[!says_only(others, c(ABOUT_WORDS, PROPERTY_WORDS))]
  all <- with_values(template$text, "rater", c(common, likely))
  check_raters_alike(template, fit, names, arg)
  final <- length(likely) == 0 || all(says(c(likely, "x"), FINAL_WORDS)[seq_along(likely)])
  abort_accord(
    "template",
    c(
      "Questions must have the same raters, or the template must name the raters.",
      x = "{length(common)} rater{?s} of {length(of_common)} question{?s}: {.val {first_few(common)}}.",
      x = if (length(others)) {
        "{length(others)} other{?s} of {.val {first_few(questions)}}: {.val {first_few(others)}}."
      },
      i = "Name the raters: {.code {arg} = {.str {advice}}}.",
      i = if (!final) "If {.val {first_few(likely)}} rated too: {.code {arg} = {.str {all}}}."
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
