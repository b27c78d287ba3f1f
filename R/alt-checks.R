# Checks of the arguments of alt_test().

check_alt_arguments <- function(epsilon, score, fdr, min_items, few) {
  if (is.null(epsilon)) {
    abort_accord(
      "argument",
      c(
        "{.arg epsilon} must be given: the margin by which a model may be worse than a person.",
        i = "The authors suggest .2 for experts, .15 for skilled people and .1 for a crowd."
      ),
      argument = "epsilon"
    )
  }
  check_number(epsilon, "epsilon", from = 0, to = 1)
  check_number(fdr, "fdr", above = 0, below = 1)
  check_whole(min_items, "min_items", least = 2)
  check_choice(few, c("leave_out", "wilcoxon"), "few")
  if (!is.function(score)) check_choice(score, ALT_SCORES, "score")
}

# Names that are not quoted are evaluated as objects, so that an error suggests quotes. `arg`: the argument, which names
# raters; `which`: what they are.
named_raters <- function(quo, arg, which) {
  tryCatch(
    rlang::eval_tidy(quo),
    error = function(cnd) {
      names <- all.vars(rlang::quo_get_expr(quo))
      if (length(names) == 0) rlang::cnd_signal(cnd)
      abort_accord(
        "argument",
        c(
          "{.arg {arg}} must name the raters that are {which}, as text.",
          x = "There is no object for {.code {rlang::as_label(quo)}}.",
          i = "Put {cli::qty(length(names))}{?the name/names} in quotes: {.val {names}}."
        ),
        argument = arg
      )
    }
  )
}

# Returns the positions of these raters among all of them. `ratings`: a list with all `raters`.
match_named <- function(given, ratings, arg) {
  check_vector(given, arg)
  given <- as.character(given)
  if (length(given) == 0 || anyNA(given) || anyDuplicated(given)) {
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} must name raters that are {arg}, each once.",
        x = if (length(given) == 0) "None is named." else "It is {.val {first_few(given)}}.",
        i = "There are {length(ratings$raters)} rater{?s}: {.val {first_few(as.character(ratings$raters))}}."
      ),
      argument = arg
    )
  }
  match_raters(given, ratings, arg)
}

# Returns the positions of the models among the raters.
match_models <- function(models, ratings) {
  found <- match_named(models, ratings, "models")
  if (length(found) == length(ratings$raters)) {
    # cli does not interpolate values within the alternatives of a plural.
    all <- if (length(found) == 1) "The only one is" else paste("All", length(found), "are")
    abort_accord(
      "argument",
      c(
        "There must be people among the raters.",
        x = "{all} named in {.arg models}."
      ),
      argument = "models"
    )
  }
  found
}

check_one_rating_each <- function(ratings) {
  twice <- items_repeated(ratings)
  if (length(twice)) {
    items <- unique(vctrs::vec_slice(ratings$items, twice))
    abort_accord(
      "argument",
      c(
        "The alternative annotator test takes one rating of an item by a rater.",
        x = "{length(items)} item{?s} {?has/have} more: {.val {first_few(as.character(items))}}.",
        i = "Choose {.code duplicates = \"first\"} or {.val last} in {.fn as_ratings}."
      ),
      items = items
    )
  }
}

# Runs and orders of a model are no parts of items and no groups, since people have none.
with_advice_on_runs <- function(code) {
  tryCatch(code, accord_error_duplicate_rating = function(cnd) {
    cnd$body <- c(
      cnd$body[!(names(cnd$body) == "i" & grepl("(cluster|by) = ", cnd$body))],
      i = "If a model repeats items in runs or orders, keep one run and one order of it.",
      i = "To compare all of them, call `judge_report()` with `run` and `order`."
    )
    rlang::cnd_signal(cnd)
  })
}
