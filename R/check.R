# Checks of arguments; checks of the data are in ratings-*.R.

# `near`: a function of `x` and `choices` that returns the choices that may have been meant. `advice`: advice that
# replaces the suggestion of the nearest choice.
check_choice <- function(x, choices, arg, optional = FALSE, near = nearest, advice = NULL) {
  check_quoted(x, arg, parent.frame())
  if (optional && is.null(x)) {
    return(NULL)
  }
  if (is.character(x) && length(x) == 1 && x %in% choices) {
    return(x)
  }
  hint <- if (is.character(x) && length(x) == 1) near(x, choices)
  abort_accord(
    "argument",
    c(
      "{.arg {arg}} must be one of {.or {.val {choices}}}.",
      x = if (rlang::is_string(x)) "It is {.val {x}}." else "It is {.obj_type_friendly {x}}.",
      i = advice %||% if (length(hint)) "Did you mean {.or {.val {hint}}}?"
    ),
    argument = arg,
    value = x
  )
}

# Does the same for a vector of one or more choices.
check_choices <- function(x, choices, arg) {
  if (length(x) == 0 || !is.character(x)) check_choice(x, choices, arg)
  for (one in x) check_choice(one, choices, arg)
}

# Checks arguments without a default. `x`: the argument of the calling function.
check_given <- function(x, arg) {
  if (missing(x)) {
    abort_accord("argument", c("{.arg {arg}} must be given.", x = "It is missing."), argument = arg)
  }
}

check_flag <- function(x, arg, optional = FALSE) {
  if (rlang::is_bool(x) || optional && is.null(x)) {
    return(x)
  }
  abort_argument(x, arg, "TRUE or FALSE")
}

# `above` and `below` are exclusive bounds, `from` and `to` inclusive ones. `n`: the accepted lengths of `x`, 1 and
# possibly the number of raters; NULL for any length but 0.
check_number <- function(x, arg, above = -Inf, below = Inf, from = -Inf, to = Inf, whole = FALSE, n = 1) {
  fits <- if (is.null(n)) length(x) > 0 else length(x) %in% n
  good <- is_numbers(x) && fits && all(is.finite(x)) && all(x > above & x < below & x >= from & x <= to)
  if (good && (!whole || all(x == round(x)))) {
    return(invisible(as.double(x)))
  }
  noun <- if (is.null(n)) "numbers" else if (whole) "a whole number" else "one number"
  if (whole && is.null(n)) noun <- "whole numbers"
  # The largest integer of R is mentioned as a bound only if `x` exceeds it.
  if (whole && to == .Machine$integer.max && !(is_numbers(x) && any(x > to, na.rm = TRUE))) to <- Inf
  rule <- paste(c(noun, bounds_in_words(above, below, from, to, whole)), collapse = " ")
  abort_argument(x, arg, paste0(rule, if (length(n) > 1) paste0(", or one for each of the ", n[2], " raters")))
}

# 64-bit integers, such as counts from a database, are doubles with a meaningless value unless package bit64 is loaded.
is_integer64 <- function(x) inherits(x, c("integer64", "nanotime"))

# Whether the class was put on numbers with fractions, whose bits are those of other numbers, all above 2^52.
is_false_integer64 <- function(x) is_integer64(x) && any(abs(unclass(x)) >= .Machine$double.xmin, na.rm = TRUE)

# Stops for such columns, since nothing but their bits is left.
check_no_false_integers <- function(x, names) {
  bad <- names[vapply(unclass(x)[names], is_false_integer64, NA)]
  if (length(bad)) {
    abort_accord(
      "not_agreement",
      c(
        "The columns of numbers in {.arg x} must still be numbers.",
        x = "{length(bad)} {?has/have} the class {.cls integer64} without being whole numbers: {.field {bad}}.",
        i = "Make the result anew, and keep its columns."
      ),
      columns = bad
    )
  }
}

is_numbers <- function(x) is.numeric(x) && !is_integer64(x)

# Returns bounds in words: "above 0 and below 1", "between 0 and 1", "from 0 to below 1", "of 0 or more", or "from 1 to
# 9" for whole numbers.
bounds_in_words <- function(above, below, from, to, whole) {
  say <- function(bound) format(bound, big.mark = ",", scientific = FALSE)
  if (from == -Inf) {
    open <- c(if (above > -Inf) paste("above", say(above)), if (below < Inf) paste("below", say(below)))
    return(if (length(open)) paste(open, collapse = " and "))
  }
  if (below < Inf) {
    paste("from", say(from), "to below", say(below))
  } else if (to < Inf) {
    if (whole) paste("from", say(from), "to", say(to)) else paste("between", say(from), "and", say(to))
  } else if (whole) {
    paste("from", say(from), "on")
  } else {
    paste("of", say(from), "or more")
  }
}

check_conf_level <- function(conf_level) check_number(conf_level, "conf_level", above = 0, below = 1)

# Detects a number of draws that was given as the first argument of an interval method, which is `conf_level`.
check_not_times <- function(conf_level) {
  if (rlang::is_integerish(conf_level, 1, finite = TRUE) && conf_level >= 100) {
    abort_accord(
      "argument",
      c(
        "{.arg conf_level} must be one number above 0 and below 1.",
        x = "It is {format(conf_level, big.mark = \",\", scientific = FALSE)}.",
        i = "The number of draws is {.code times = {format(conf_level, scientific = FALSE)}}."
      ),
      argument = "conf_level", value = conf_level
    )
  }
}

check_whole <- function(x, arg, least = 1, most = .Machine$integer.max, several = FALSE) {
  check_number(x, arg, from = least, to = most, whole = TRUE, n = if (!several) 1)
}

abort_argument <- function(x, arg, rule) {
  abort_accord(
    "argument",
    c(
      "{.arg {arg}} must be {rule}.",
      x = if (is_numbers(x) && length(x) > 0 && is.null(dim(x))) {
        "It is {.val {first_few(x)}}."
      } else {
        "It is {.obj_type_friendly {x}}."
      },
      i = if (inherits(x, "tbl_lazy")) "Call {.fn dplyr::collect} first.",
      i = if (is_integer64(x)) "Convert it with {.fn as.numeric}."
    ),
    argument = arg,
    value = x
  )
}

# `what`: the beginning of the error message, as in "Pairs of raters need".
check_named_raters <- function(ratings, what) {
  if (is.null(ratings$raters) && !isTRUE(ratings$remote$rows$has_raters)) {
    abort_anonymous(what)
  }
}

abort_anonymous <- function(what) {
  abort_accord(
    "anonymous",
    c(
      "{what} raters with names.",
      x = "The raters are anonymous.",
      i = "Name their column with {.arg rater}; tables of counts do not contain raters."
    )
  )
}

# Returns the most similar choice, if one is similar enough. There is none for text with invalid code points, whose case
# R cannot change.
nearest <- function(x, choices) {
  tryCatch(nearest_spelling(x, choices), error = function(cnd) character())
}

# The choices that are probably meant by these texts.
near_spellings <- function(x, choices) unique(unlist(lapply(utils::head(x, 20), nearest, choices = choices)))

nearest_spelling <- function(x, choices) {
  if (length(choices) == 0) {
    return(character())
  }
  # Initials stand for a choice, such as "ds" for "dawid_skene".
  initials <- gsub("(^|_)(.)[^_]*", "\\2", choices)
  short <- which(tolower(x) == initials & nchar(initials) > 1)
  if (length(short) == 1) {
    return(choices[short])
  }
  begun <- which(startsWith(tolower(choices), tolower(x)) & nchar(choices) < 4 * nchar(x))
  if (length(begun) == 1 && nchar(x) > 2) {
    return(choices[begun])
  }
  distance <- utils::adist(x, choices, ignore.case = TRUE)[1, ]
  inside <- utils::adist(x, choices, ignore.case = TRUE, partial = TRUE)[1, ]
  best <- which.min(distance + inside)
  # In a short word half of the characters may differ if the first one is right.
  same_start <- tolower(substr(choices[best], 1, 1)) == tolower(substr(x, 1, 1))
  most <- if (nchar(x) > 4) max(2, nchar(x) / 3) else if (nchar(x) > 2 && same_start) 2 else min(1, nchar(x) - 1)
  near <- min(distance[best], inside[best] + 1) <= most
  if (near) choices[best] else character()
}

# Names of arguments are taken without evaluating the arguments, which may be names of columns.
dots_names <- function(...) names(rlang::enquos(...))

check_no_dots <- function(...) {
  given <- if (...length() > 0) dots_names(...)
  # A trailing comma after the last argument leaves an empty argument, which does not count.
  if (length(given) == 0) {
    return(invisible())
  }
  given[given == ""] <- "(unnamed)"
  level <- rlang::quo_get_expr(rlang::enquos(...)[[match("conf_level", given, 1)]])
  abort_unknown(given, names(formals(sys.function(sys.parent()))), if (is.numeric(level)) level else 0.9)
}

# `own`: the arguments of the function that calls this check; those of the function that the user called are added.
# `level` is the `conf_level` that was given.
abort_unknown <- function(given, own = NULL, level = 0.9) {
  known <- setdiff(c(user_arguments(), own), c("...", "data", "x", "object", given))
  of_ci <- "conf_level" %in% given && "ci" %in% known
  by_name <- if ("(unnamed)" %in% given && "..." %in% own) own[-seq_len(match("...", own))]
  # `weights` (of pairs of categories) is often confused with `case_weights` (of items).
  of_items <- "weights" %in% given && "case_weights" %in% known
  # Only functions of ratings have a level of measurement; elsewhere `level` may stand for `conf_level`.
  of_level <- "level" %in% given && "rating" %in% known
  of_null <- if ("ci" %in% known) intersect(given, c("test_value", "null", "null_value", "null.value"))
  explained <- c("(unnamed)", if (of_ci) "conf_level", if (of_items) "weights", if (of_level) "level", of_null)
  hints <- unique(unlist(lapply(setdiff(given, explained), nearest, choices = known)))
  abort_accord(
    "argument",
    c(
      "All arguments must be known.",
      x = "{length(given)} unknown argument{?s}: {.arg {given}}.",
      i = if (length(hints)) "Did you mean {.arg {hints}}?",
      i = if ("na" %in% given && !"na" %in% known) {
        "Make missing ratings {.val {NA}} in the data first, as in {.code data$label[data$label == 9] <- NA}."
      },
      i = if (length(by_name)) "These go by name only: {.arg {by_name}}.",
      i = if (of_items) "There are no weights of agreement to choose here; weights of items are {.arg case_weights}.",
      i = if (of_level && "weights" %in% known) {
        "A level of measurement is for {.fn krippendorff_alpha}. Here all differences count alike unless {.arg weights}
         say how far two categories agree, as in {.code weights = \"quadratic\"}."
      } else if (of_level) {
        "No level of measurement is chosen here."
      },
      i = if (length(of_null)) "A value to test is part of {.arg ci}: {.code ci = ci_analytic(null = 0.4)}.",
      i = if (of_ci) "The level of intervals is part of {.arg ci}: {.code ci = ci_default({level})}."
    ),
    argument = given
  )
}

check_digits <- function(digits) check_whole(digits, "digits", least = 0, most = MOST_DIGITS)

MOST_DIGITS <- 15

# Checks a line width; NULL stands for the width of the console.
check_width <- function(width) {
  if (is.null(width)) {
    return(getOption("width"))
  }
  if (identical(width, Inf)) width else check_number(width, "width", above = 0)
}

# Checks a number of rows to print, `Inf` for all.
check_rows <- function(n) {
  if (!identical(n, Inf)) check_whole(n, "n")
}

check_text <- function(x, arg, optional = FALSE) {
  check_quoted(x, arg, parent.frame())
  if (!rlang::is_string(x) && !(optional && is.null(x))) abort_argument(x, arg, "one string")
}

# Stops for a name without quotes, such as `annotator = tier`, of which there is no object. `x` is not evaluated before.
check_quoted <- function(x, arg, frame) {
  tryCatch(force(x), error = function(cnd) {
    typed <- eval(call("substitute", as.name(arg)), frame)
    if (!is.symbol(typed) || identical(typed, as.name(arg)) || exists(typed, envir = parent.frame(2))) {
      rlang::cnd_signal(cnd)
    }
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must be text.",
        x = "{.code {typed}} has no quotes, and no object has this name.",
        i = "Write {.code {arg} = {encodeString(as.character(typed), quote = '\"')}}."
      ),
      argument = arg
    )
  })
}

# Functions, formulas and the like are no vectors; NULL is accepted.
check_vector <- function(x, arg) {
  if (!is.null(x) && !rlang::is_vector(x)) abort_argument(x, arg, "a vector")
}

# Suggested packages are loaded only when a feature needs them.
need_package <- function(package, reason) {
  if (!rlang::is_installed(package)) {
    abort_accord(
      "missing_package",
      c(
        "Package {.pkg {package}} is needed {reason}.",
        i = "Install it with {.code install.packages(\"{package}\")}."
      ),
      package = package
    )
  }
}

is_strict <- function() {
  strict <- getOption("accord.strict", FALSE)
  check_flag(strict, "options(accord.strict)")
  strict
}

STRICT_ADVICE <- "With {.code options(accord.strict = FALSE)} the result says what is concerned in {.field status} and
  {.field n_set_aside}."

first_places <- function(x) {
  paste0(paste(cut_end(utils::head(x, 5), 60), collapse = ", "), if (length(x) > 5) ", \u2026")
}
