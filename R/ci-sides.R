# One-sided limits, and tests of a value. A one-sided limit at level c is that of a two-sided interval at level 2c - 1,
# for which all methods compute; `conf_level` of an interval is always that of the two-sided one, and `stated` the level
# that the user asked for.

# Returns the fields of an interval that has sides: its level, as the methods need it, and what the user asked for.
sided_level <- function(conf_level, alternative) {
  check_conf_level(conf_level)
  check_choice(alternative, c("two.sided", "greater", "less"), "alternative")
  if (alternative == "two.sided") {
    return(conf_level)
  }
  if (conf_level <= 0.5) {
    abort_accord(
      "argument",
      c(
        "The level of a one-sided limit must be above 0.5.",
        x = "{.arg conf_level} is {.val {conf_level}} and {.arg alternative} is {.val {alternative}}.",
        i = "A value that the coefficient exceeds with 97.5% confidence is {.code conf_level = 0.975}."
      ),
      argument = "conf_level", value = conf_level
    )
  }
  2 * conf_level - 1
}

is_one_sided <- function(ci) !(ci$alternative %||% "two.sided") %in% "two.sided"

stated_level <- function(ci) if (is_one_sided(ci)) ci$stated else ci$conf_level

# Gives an interval the sides of another, the default.
with_sides <- function(ci, of) {
  if (!is_one_sided(of) || ci$method == "none") {
    return(ci)
  }
  stated <- of$conf_level %||% stated_level(ci)
  ci$conf_level <- sided_level(stated, of$alternative)
  ci$alternative <- of$alternative
  ci$stated <- stated
  ci
}

# Replaces the limit that was not asked for by the end of the range of the coefficient.
one_sided <- function(ci, interval, estimates) {
  known <- !is.na(interval$conf.low) & !is.na(interval$conf.high)
  if (identical(ci$alternative, "greater")) interval$conf.high[known] <- 1
  if (identical(ci$alternative, "less")) interval$conf.low[known] <- lowest_limit(estimates)[known]
  interval
}

# The columns of a result that say which side and which value, for rows that are not two-sided or not about 0.
side_columns <- function(ci, n) {
  c(
    if (!is.null(ci$null) && ci$null != 0) list(null.value = rep(ci$null, n)),
    if (is_one_sided(ci)) list(alternative = rep(ci$alternative, n))
  )
}

# Stops where limits or tests have no one-sided form.
check_two_sided <- function(ci, what) {
  if (is_one_sided(ci)) {
    abort_accord(
      "argument",
      c(
        "{what} are two-sided.",
        x = "{.arg ci} has {.code alternative = \"{ci$alternative}\"}.",
        i = "A limit of a 95% interval is a one-sided one of 97.5%: leave out {.arg alternative}."
      ),
      argument = "ci", value = ci
    )
  }
}

# Checks the tested value; NULL asks for no test.
check_null <- function(null) {
  if (!is.null(null)) check_number(null, "null", from = -1, below = 1)
  null
}

# For intervals that are limits alone: their dots must be empty, and a value to be tested is sent to the others.
check_no_test <- function(...) {
  if ("null" %in% dots_names(...)) {
    method <- sub("^.*::", "", rlang::as_label(sys.call(-1)[[1]]))
    abort_accord(
      "argument",
      c(
        "{.fn {method}} gives limits and tests no value.",
        x = "{.arg null} was given.",
        i = "Use {.code ci_jackknife(null = )} or {.code ci_analytic(null = )} for a p value.",
        i = "Or see whether the limits contain the value; {.code alternative = \"greater\"} gives the lower one alone."
      ),
      argument = "null"
    )
  }
  check_no_dots(...)
}

# Returns a list of statistic, df and p.value. `error`: the standard error of `difference`, the estimate less the value.
test_of <- function(ci, difference, error, df) {
  statistic <- difference / ifelse(error > 0, error, NA)
  p <- switch(ci$alternative %||% "two.sided",
    greater = stats::pt(statistic, df, lower.tail = FALSE),
    less = stats::pt(statistic, df),
    2 * stats::pt(-abs(statistic), df)
  )
  list(statistic = statistic, df = ifelse(is.na(statistic), NA_real_, df), p.value = p)
}

# The notes of a table on one-sided limits and on what was tested.
side_notes <- function(x, style) {
  side <- as.character(x[["alternative"]] %||% rep(NA, nrow(x)))
  side[!side %in% c("greater", "less")] <- "two.sided"
  with <- !is.na(x[["conf.low"]] %||% rep(NA, nrow(x)))
  p <- !is.na(x[["p.value"]] %||% rep(NA, nrow(x))) & is.na(x[["df1"]] %||% rep(NA, nrow(x)))
  null <- as.double(x[["null.value"]] %||% rep(0, nrow(x)))
  null[is.na(null)] <- 0
  of_some <- function(rows, all) if (all(rows[all])) "" else " of some rows"
  limit <- function(rows, words) {
    if (any(rows & with)) paste0("Intervals", of_some(rows, with), " are one-sided: ", words)
  }
  c(
    limit(side == "greater", "the upper limit is that of the range"),
    limit(side == "less", "the lower limit is that of the range"),
    if (length(unique(null[p])) < 2) {
      tested_note(null[p], side[p], sub("of", "in", of_some(null != 0 | side != "two.sided", p)), style) %||%
        if (any(p)) "Tests are of a value of 0"
    }
  )
}

# "The hypothesis tested is a value of .40 or less", or nothing where it is a value of 0 against both sides.
tested_note <- function(null, side, where, style) {
  tested <- unique(data.frame(null = null, side = side))
  tested <- tested[tested$null != 0 | tested$side != "two.sided", ]
  if (nrow(tested) == 0) {
    return(NULL)
  }
  against <- c(two.sided = "", greater = " or less", less = " or more")[tested$side]
  paste0(
    "The hypothesis tested", where, " is a value of ", in_a_list(paste0(null_cells(tested$null, style), against))
  )
}

# The tested value of each row with a p value, for a column of a table whose rows test different values.
tested_column <- function(x, style) {
  null <- as.double(x[["null.value"]] %||% rep(0, nrow(x)))
  null[is.na(null)] <- 0
  p <- !is.na(x[["p.value"]] %||% rep(NA, nrow(x))) & is.na(x[["df1"]] %||% rep(NA, nrow(x)))
  if (length(unique(null[p])) < 2) {
    return(NULL)
  }
  column("Tested value", ifelse(p, null_cells(null, style), ""), TRUE)
}

# Tested values with as many digits as they have.
null_cells <- function(null, style) {
  digits <- max(2, nchar(sub("^[^.]*[.]?", "", format(null, trim = TRUE, digits = 6))))
  format_numbers(null, utils::modifyList(style, list(digits = digits)))
}
