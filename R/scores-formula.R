# The model of scores: the column of scores, the facets (terms of random effects) and the fixed effects.

# The number of terms spanned by five facets.
MOST_TERMS <- 31

# The formula given by the user. Columns must be within the formula and cannot take its place.
given_formula <- function(quo, data) {
  check_given(data, "data")
  code <- rlang::quo_get_expr(quo)
  columns <- intersect(all.names(code), names(data))
  if (is.name(code)) columns <- as.character(code)
  # A column may have the name of a function, which would then be evaluated.
  of_column <- is.name(code) && columns %in% names(data)
  given <- tryCatch(rlang::eval_tidy(quo), error = function(cnd) if (length(columns)) NA else rlang::cnd_signal(cnd))
  if (identical(given, NA) || of_column && !rlang::is_formula(given)) {
    abort_accord(
      "formula",
      c(
        "{.arg formula} must be such as {.code score ~ (1 | person) + (1 | rater)}.",
        x = "It is {.code {rlang::as_label(quo)}}, which is not a formula.",
        i = "Columns go by name: {.code score = score, facets = c(person, rater)}."
      )
    )
  }
  given
}

# Returns a list: `score`, a name; `fixed`, a one-sided formula; `terms`, a list of the names of the columns of each.
read_score_formula <- function(formula, data) {
  if (!rlang::is_formula(formula)) {
    abort_formula(if (rlang::is_string(formula)) {
      "It is text: leave out the quotes."
    } else {
      "It is {.obj_type_friendly {formula}}."
    })
  }
  if (!rlang::is_formula(formula, lhs = TRUE)) abort_formula("It has one side.")
  score <- formula[[2]]
  if (!is.name(score)) abort_formula("Its left side is {.code {rlang::as_label(score)}}.")
  check_no_offset(formula)
  parts <- summands(formula[[3]])
  bars <- vapply(parts, is_bar, NA)
  terms <- unlist(lapply(parts[bars], bar_terms), recursive = FALSE)
  terms <- terms[!duplicated(lapply(terms, sort))]
  if (length(terms) == 0) abort_formula("It has no term such as {.code (1 | rater)}.")
  if (length(terms) > MOST_TERMS) abort_formula("It has {length(terms)} random terms; at most 31 are fitted.")
  fixed <- Reduce(function(a, b) call("+", a, b), parts[!bars], quote(1))
  taken <- subtrahends(formula[[3]])
  if (any(vapply(taken, is_bar, NA))) abort_formula("It takes a random term away.")
  fixed <- Reduce(function(a, b) call("-", a, b), taken, fixed)
  fixed <- stats::as.formula(call("~", fixed), env = environment(formula))
  used <- unique(c(as.character(score), unlist(terms), all.vars(fixed)))
  gone <- setdiff(used, names(data))
  if (length(gone)) abort_missing("{.arg formula} must name existing columns.", gone, names(data))
  check_score_apart(as.character(score), c(unlist(terms), all.vars(fixed)))
  list(score = as.character(score), fixed = fixed, terms = terms)
}

# Stops if the column of scores also occurs on the right-hand side.
check_score_apart <- function(score, others) {
  if (score %in% others) {
    abort_accord(
      "argument",
      c(
        "The column of scores must not be a facet or a fixed effect.",
        x = "{.field {score}} is both.",
        i = "Name the columns of persons, raters and other facets."
      ),
      argument = score
    )
  }
}

abort_formula <- function(found, .envir = parent.frame()) {
  found <- cli::format_inline(found, .envir = .envir)
  abort_accord(
    "formula",
    c(
      "{.arg formula} must be such as {.code score ~ (1 | person) + (1 | rater)}.",
      x = "{found}",
      i = "{.code (1 | rater:task)} is a rater within a task, {.code (1 | task/rater)} both."
    )
  )
}

check_no_offset <- function(formula) {
  if ("offset" %in% all.names(formula)) {
    abort_accord(
      "formula",
      c(
        "{.arg formula} must have no {.fn offset}.",
        x = "It has one, whose coefficient of 1 is not fitted.",
        i = "Subtract it from the left side, in a column of its own."
      )
    )
  }
}

summands <- function(code) {
  if (rlang::is_call(code, "+", n = 2)) {
    c(summands(code[[2]]), summands(code[[3]]))
  } else if (rlang::is_call(code, "-", n = 2)) {
    summands(code[[2]])
  } else if (!rlang::is_call(code, "-", n = 1)) {
    list(code)
  }
}

# The parts of a formula that are subtracted, usually the intercept by - 1.
subtrahends <- function(code) {
  if (rlang::is_call(code, "+", n = 2)) {
    c(subtrahends(code[[2]]), subtrahends(code[[3]]))
  } else if (rlang::is_call(code, "-", n = 2)) {
    c(subtrahends(code[[2]]), list(code[[3]]))
  } else if (rlang::is_call(code, "-", n = 1)) {
    list(code[[2]])
  }
}

is_bar <- function(code) {
  while (rlang::is_call(code, "(")) code <- code[[2]]
  if (rlang::is_call(code, "||")) abort_formula("{.code ||} is for slopes, and only intercepts are fitted.")
  rlang::is_call(code, "|")
}

# Expands nested terms: (1 | a/b) is (1 | a) + (1 | a:b).
bar_terms <- function(code) {
  while (rlang::is_call(code, "(")) code <- code[[2]]
  if (!identical(code[[2]], 1)) {
    abort_formula("{.code {rlang::as_label(code)}} is a slope, and only intercepts are fitted.")
  }
  nested <- function(part) {
    while (rlang::is_call(part, "(")) part <- part[[2]]
    if (rlang::is_call(part, "/")) {
      outer <- nested(part[[2]])
      inner <- nested(part[[3]])
      c(outer, lapply(inner, function(one) unique(c(outer[[length(outer)]], one))))
    } else if (rlang::is_call(part, ":")) {
      list(unique(c(nested(part[[2]])[[1]], nested(part[[3]])[[1]])))
    } else if (is.name(part)) {
      list(as.character(part))
    } else {
      abort_formula("{.code {rlang::as_label(part)}} is not a column.")
    }
  }
  nested(code[[3]])
}

# The terms spanned by columns of facets: every set of columns whose combinations are neither those of a larger set
# nor single scores. A facet of which each level occurs with only one level of another is nested in it, and both form
# one term.
spanned_terms <- function(facets, codes) {
  sets <- unlist(
    lapply(seq_along(facets), function(size) utils::combn(facets, size, simplify = FALSE)),
    recursive = FALSE
  )
  ids <- lapply(sets, function(set) term_ids(codes[set])$code)
  n <- vapply(ids, max, 0)
  largest <- n < length(ids[[1]])
  for (i in seq_along(sets)) {
    # If a larger set has the same combinations, the term is named after the larger set.
    above <- vapply(sets, function(other) length(other) > length(sets[[i]]) && all(sets[[i]] %in% other), NA)
    if (any(n[above] == n[i])) largest[i] <- FALSE
  }
  sets[largest]
}

# An integer id for each combination of the levels of columns.
term_ids <- function(codes) {
  if (length(codes) == 1) {
    return(list(code = codes[[1]]))
  }
  group_ids(unname(codes))
}

term_label <- function(term) paste(term, collapse = ":")
