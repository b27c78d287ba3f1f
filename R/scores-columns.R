# Columns of scores, facets and fixed effects, converted to numbers.

score_values <- function(x, name) {
  x <- plain_column(x, name)
  if (is.logical(x)) x <- as.double(x)
  check_numeric_columns(rlang::set_names(list(x), name), "score")
  infinite <- which(is.infinite(x))
  if (length(infinite)) {
    abort_accord(
      "infinite_value",
      c(
        "Scores must be finite.",
        x = "{length(infinite)} {?is/are} not, in {cli::qty(length(infinite))}{?row/rows} {first_few(infinite)}."
      ),
      rows = infinite
    )
  }
  x <- as.double(x)
  x[is.nan(x)] <- NA
  x
}

facet_codes <- function(x, name, given) {
  x <- vctrs::vec_slice(plain_column(x, name), given)
  lacking <- given[is.na(x)]
  if (length(lacking)) {
    abort_accord(
      "missing_value",
      c(
        "Every score needs its level of each facet.",
        x = "{length(lacking)} {?score has/scores have} no {.field {name}}:
             {cli::qty(length(lacking))}{?row/rows} {first_few(lacking)}.",
        i = "Take these rows out, or give unknown values a level of their own."
      ),
      rows = lacking
    )
  }
  column_ids(x, name)$code
}

fixed_effects <- function(fixed, data, given) {
  used <- all.vars(fixed)
  rows <- vctrs::vec_slice(data[used], given)
  lacking <- given[!stats::complete.cases(rows) & length(used) > 0]
  if (length(lacking)) {
    abort_accord(
      "missing_value",
      c(
        "Every score needs all fixed effects.",
        x = "{length(lacking)} {?score lacks/scores lack} one: {?row/rows} {first_few(lacking)}."
      ),
      rows = lacking
    )
  }
  if (length(used) == 0) {
    constant <- attr(stats::terms(fixed), "term.labels")
    if (length(constant)) abort_formula("{.code {constant[1]}} has no column of the data.")
    if (attr(stats::terms(fixed), "intercept") == 0) {
      abort_formula("It has neither an intercept nor another fixed effect: leave the intercept in.")
    }
    return(matrix(1, length(given), 1, dimnames = list(NULL, "(Intercept)")))
  }
  # Values for which R would warn, such as log(-1), are reported by the next check.
  frame <- suppressWarnings(stats::model.frame(fixed, rows, na.action = stats::na.pass, drop.unused.levels = TRUE))
  x <- suppressWarnings(stats::model.matrix(fixed, frame))
  check_finite_effects(x, given)
  x
}

check_finite_effects <- function(x, given) {
  bad <- given[rowSums(!is.finite(x)) > 0]
  if (length(bad)) {
    abort_accord(
      "missing_value",
      c(
        "Every fixed effect must be a finite number for each score.",
        x = "{length(bad)} {?score has/scores have} one that is not: {?row/rows} {first_few(bad)}."
      ),
      rows = bad
    )
  }
}

# Warns of scores that may be mistyped or mean a missing one. Scores are mostly measurements, and any number may be one.
# `given`: the rows of the scores. Those with the same level of the largest facet, such as the person, are an item.
warn_score_codes <- function(y, given, codes) {
  item <- codes[[which.max(vapply(codes, max, 0L))]]
  sorted <- order(item, method = "radix")
  values <- sort(unique(y))
  seen <- list(
    categories = values, code = match(y[sorted], values) - 1L, level = "interval", declared = FALSE,
    items = seq_len(max(item)), item_start = c(0L, cumsum(tabulate(item))), group_status = "ok"
  )
  tryCatch(check_missing_codes(seen), accord_error_missing_code = function(cnd) {
    rows <- given[y %in% cnd$codes]
    warn_accord(
      sub("accord_error_", "", setdiff(class(cnd)[startsWith(class(cnd), "accord_error_")], "accord_error")),
      c(
        "A score outside of the scale of all others may be mistyped, or mean a missing score.",
        x = "{length(cnd$codes)} value{?s}, {.val {cnd$codes}}, in {length(rows)} row{?s}: {first_few(rows)}.",
        x = "The others lie between {min(setdiff(values, cnd$codes))} and {max(setdiff(values, cnd$codes))}.",
        i = "If {cli::qty(length(rows))}{?it is no score, correct it or make it/they are no scores, correct them or \\
             make them} {.val {NA}}."
      ),
      codes = cnd$codes, n = cnd$n, rows = rows
    )
  })
}
