# Checks and messages of limits_of_agreement() and concordance().

# Ratings for a verb of numbers without `categories`: a number that may mean a missing rating or be mistyped is an
# error, with advice that holds here.
ratings_as_scores <- function(...) {
  withCallingHandlers(
    without_warnings(verb_ratings(...), "look_alike"),
    accord_warning_missing_code = function(cnd) abort_again(cnd, with_na_advice(cnd))
  )
}

with_na_advice <- function(cnd) {
  n <- length(cnd$codes)
  body <- message_parts(cnd)$body
  c(body[-length(body)], i = cli::format_inline(
    "If {cli::qty(n)}{?it is a rating/they are ratings}, use {.code na = character()}."
  ))
}

# Repeated ratings of an item by a rater are used here, so that `by` for each repetition is no good advice.
with_repeats_advice <- function(expr) {
  withCallingHandlers(expr, accord_error_duplicate_rating = function(cnd) {
    body <- cnd$body
    differ <- grep("^Rows differ in `", body, value = TRUE)
    column <- if (length(differ)) sub("^Rows differ in `([^`]*)`.*$", "\\1", differ[1])
    parts <- grep("cluster = ", body, value = TRUE, fixed = TRUE)
    rlang::abort(
      cnd$message,
      class = grep("^accord_", class(cnd), value = TRUE), call = cnd$call, use_cli_format = TRUE, rows = cnd$rows,
      body = c(
        body[names(body) == "x"],
        i = "If the true value of an item is constant, `duplicates = \"keep\"` takes all of its ratings.",
        i = if (length(column)) {
          paste0("If it changes, and `", column, "` pairs the ratings of an item: `occasion = ", column, "`.")
        } else {
          "If it changes, `occasion` is the column that pairs the ratings of an item."
        },
        i = if (length(parts)) parts[[1]]
      )
    )
  })
}

check_few_raters <- function(n) {
  if (n > 200) {
    abort_accord(
      "too_large",
      c(
        "Pairs of raters are compared for at most 200 raters.",
        x = "{n} raters rated these items.",
        i = "Take some of them, or {.code against = \"mean\"}; {.fn icc} takes any number."
      ),
      n = n
    )
  }
}

check_each_other <- function(against) {
  if (against == "mean") {
    abort_accord(
      "argument",
      c(
        "Ratings of one occasion are compared in pairs of raters.",
        x = "{.arg occasion} is given with {.code against = \"mean\"}.",
        i = "Leave out one of them."
      ),
      argument = "occasion"
    )
  }
}

check_single_ratings <- function(cells) {
  again <- sum(cells$n > 1)
  if (again > 0) {
    abort_accord(
      "duplicate_rating",
      c(
        "Limits of agreement with the mean take one rating by each rater of an item.",
        x = "{again} time{?s} a rater rated an item more than once.",
        i = "Choose {.code duplicates = \"first\"}, or compare pairs of raters."
      ),
      n = again
    )
  }
}

tell_incomplete <- function(n_items, n_full) {
  if (n_full < n_items) {
    left <- n_items - n_full
    inform_accord(
      "incomplete",
      "{left} of {n_items} items {cli::qty(left)}{?is/are} left out: not rated by all raters."
    )
  }
}

warn_limits <- function(result) {
  without <- which(result$status != "ok")
  if (length(without)) {
    pairs <- ifelse(is.na(result$rater_1), "no two raters", paste(result$rater_1, "and", result$rater_2))[without]
    where <- cli::cli_vec(pairs, list("vec-trunc" = 5))
    too_large <- any(result$status == "values too large to square")
    need <- if (too_large) ", and values whose squares are numbers"
    units <- if (is.null(result[["n_clusters"]])) "items" else "clusters with an item"
    many <- "two"
    if (has_trend(result)) {
      many <- "three"
      need <- paste0(", of different means, and a spread that is above 0 at each", need)
    }
    lack <- if (too_large || has_trend(result)) "no limits" else "one or none"
    warn_accord(
      "undefined",
      c(
        "Limits of agreement need {many} {units} that both raters rated{need}.",
        x = "{length(without)} of {nrow(result)} row{?s} {cli::qty(length(without))}{?has/have} {lack}: {where}.",
        i = "{.field status} says so, and the limits are {.val {NA}}."
      ),
      pairs = pairs
    )
  }
}

warn_concordance <- function(result) {
  without <- which(result$status != "ok")
  if (length(without)) {
    reasons <- unique(result$status[without])
    warn_accord(
      "undefined",
      c(
        "{length(without)} of {nrow(result)} concordance correlations {cli::qty(length(without))}{?has/have} no value.",
        x = "{cli::qty(length(reasons))}Reason{?s}: {reasons}."
      ),
      reasons = reasons
    )
  }
}

check_no_repeats <- function(ratings) {
  again <- length(items_repeated(ratings))
  if (again > 0) {
    abort_accord(
      "duplicate_rating",
      c(
        "Concordance correlations take one rating by each rater of an item.",
        x = "{again} time{?s} a rater rated an item more than once.",
        i = "Choose {.code duplicates = \"first\"} or {.code \"last\"}; {.fn limits_of_agreement} and {.fn icc} take
          repeated ratings."
      ),
      n = again
    )
  }
}

# Stops if what is for single ratings of pairs, approximate intervals of Bland & Altman (1986) or limits that depend on
# the size of the measurement, was asked for together with something else. `given`: the argument, as typed.
check_plain_pairs <- function(rule, given, against, linked, clustered, duplicates) {
  other <- c(
    if (against == "mean") "against = \"mean\"", if (linked) "occasion", if (clustered) "cluster",
    if (duplicates == "keep") "duplicates = \"keep\""
  )
  if (length(other)) {
    abort_accord(
      "argument",
      c(
        paste(rule, "for pairs of raters with single ratings of unrelated items."),
        x = "{cli::qty(length(other))}{length(other)} {?argument is/arguments are} against this: {.code {other}}.",
        i = "Leave out {.code {given}}."
      ),
      argument = sub(" .*", "", given)
    )
  }
}
