# Checks of the arguments of sample_size().

size_method <- function(method, id, weights, level, tests) {
  check_choice(method, c("large_sample", "goodness_of_fit", "krippendorff"), "method", optional = TRUE)
  nominal <- is.null(weights) && (level %||% "nominal") == "nominal"
  shares <- id %in% c("scott_pi", "fleiss_kappa") || id == "krippendorff_alpha"
  usual <- if (id == "icc") {
    if (tests) "Walter" else "Bonett"
  } else if (nominal && id %in% c("scott_pi", "fleiss_kappa")) {
    "goodness_of_fit"
  } else {
    "large_sample"
  }
  fits <- is.null(method) || switch(method,
    goodness_of_fit = shares && nominal, krippendorff = id == "krippendorff_alpha" && nominal, id != "icc"
  )
  if (!fits) {
    abort_accord(
      "argument",
      c(
        "{.code method = \"{method}\"} is for {switch(method, goodness_of_fit = \"Scott's pi, Fleiss' kappa and alpha\",
          krippendorff = 'alpha', 'coefficients of categories')}{if (method != 'large_sample') ' of nominal ratings'}.",
        x = "The coefficient is {.val {id}}{if (!nominal) ', with weights or a level'}.",
        i = "Leave {.arg method} out."
      ),
      argument = "method", value = method
    )
  }
  method %||% usual
}

# Scores have no categories, so that these arguments would change nothing.
check_of_categories <- function(given) {
  if (length(given)) {
    abort_accord(
      "argument",
      c(
        "An intraclass correlation is of scores, which have no categories.",
        x = "{length(given)} argument{?s} of categories {?is/are} given: {.arg {given}}.",
        i = "Leave {cli::qty(length(given))}{?it/them} out."
      ),
      argument = given[1]
    )
  }
}

# `given`: which of `power` and `alternative` the user gave. Without a test there is no power, and Krippendorff's
# formula has a side of its own.
check_of_tests <- function(given, without_test, method) {
  idle <- intersect(given, c(if (without_test) "power", if (method == "krippendorff") "alternative"))
  if (length(idle)) {
    abort_accord(
      "argument",
      c(
        if (method == "krippendorff") {
          "Krippendorff's formula has a one-sided level, and no test whose power could be chosen."
        } else {
          "Power is that of the test of a value, {.arg null}."
        },
        x = "{length(idle)} {?is/are} given, and would change nothing: {.arg {idle}}.",
        i = "Leave {cli::qty(length(idle))}{?it/them} out."
      ),
      argument = idle[1]
    )
  }
}

check_goal <- function(width, null, method) {
  given <- c(if (!is.null(width)) "width", if (!is.null(null)) "null")
  needed <- if (method == "krippendorff") 0 else 1
  if (length(given) != needed) {
    abort_accord(
      "argument",
      c(
        if (needed == 0) {
          "Krippendorff's formula has neither {.arg width} nor {.arg null}: {.arg value} is the least acceptable one."
        } else {
          "A sample size is for the {.arg width} of an interval or the test of a value, {.arg null}."
        },
        x = "{length(given)} {?is/are} given{if (length(given)) ': '}{.arg {given}}.",
        i = if (needed == 1) "For example {.code null = 0.4}, or {.code width = 0.2}."
      ),
      argument = c(given, "width")[1]
    )
  }
  if (!is.null(width)) check_number(width, "width", above = 0, below = 2, n = NULL)
  if (!is.null(null)) check_number(null, "null", from = -1, below = 1, n = NULL)
}

check_other_value <- function(grid, alternative) {
  wrong <- switch(alternative,
    greater = grid$value <= grid$goal, less = grid$value >= grid$goal, grid$value == grid$goal
  )
  if (any(wrong)) {
    first <- grid[which(wrong)[1], ]
    abort_accord(
      "argument",
      c(
        "The test has power only if {.arg value} is {switch(alternative, greater = 'above', less = 'below', 'not')}
         {.arg null}.",
        x = "{.arg value} is {first$value} and {.arg null} is {first$goal}.",
        i = "{.arg null} is the value to reject, such as the least acceptable one."
      ),
      argument = "null"
    )
  }
}

check_cost <- function(cost) {
  if (is.null(cost) || (is.numeric(cost) && setequal(names(cost), c("item", "rating")) && length(cost) == 2 &&
    all(is.finite(cost)) && all(cost >= 0))) {
    return(invisible())
  }
  abort_accord(
    "argument",
    c(
      "{.arg cost} must be the cost of an item and of a rating, neither below 0.",
      x = if (is.numeric(cost)) {
        if (is.null(names(cost))) {
          "It is {.val {unname(cost)}}, without names."
        } else {
          "It is {.val {unname(cost)}}, named {.val {names(cost)}}."
        }
      } else {
        "It is {.obj_type_friendly {cost}}."
      },
      i = "For example {.code cost = c(item = 5, rating = 1)}."
    ),
    argument = "cost", value = cost
  )
}

check_few_patterns <- function(q, n_raters) {
  if (q^n_raters > MOST_ENUMERATED) {
    abort_accord(
      "argument",
      c(
        "The formula for large samples enumerates the patterns of ratings, at most {big(MOST_ENUMERATED)}.",
        x = "{n_raters} raters and {q} categories have {big(q^n_raters)}.",
        i = "Give fewer {.arg n_raters}, or simulate: {.fn plan_agreement} takes the {.arg value}, too."
      ),
      argument = "n_raters"
    )
  }
}

abort_low_value <- function(value, least) {
  abort_accord(
    "argument",
    c(
      "With these shares the coefficient cannot be so low, even if raters agree by chance only.",
      x = "A value of {format(value)} is asked for; the least is {format(ceiling(1000 * least) / 1000)}.",
      i = "Give another {.arg value}, or other shares in {.arg prevalence}."
    ),
    argument = "value", value = value
  )
}
