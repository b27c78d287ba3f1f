# Checks and messages of corrected_estimate().

check_items <- function(data) {
  check_given(data, "data")
  check_in_memory(data)
  check_data_frame(data, "item")
  check_not_empty(data)
}

# `columns`: the two columns of the data.
check_same_kind <- function(label, prediction, columns) {
  if (is.numeric(label) != is.numeric(prediction)) {
    names <- names(columns)
    text <- names[if (is.numeric(label)) 2 else 1]
    abort_accord(
      "not_numeric",
      c(
        "Labels and predictions must both be numbers (or logical), or both text.",
        x = "The labels are {.obj_type_friendly {columns[[1]]}}, the predictions
             {.obj_type_friendly {columns[[2]]}}.",
        i = "The share of one category: compare the text with it, as in {.code {text} == \"yes\"}; the other column is
             then logical, or a probability."
      ),
      columns = names
    )
  }
}

# Returns the interval method: by default the score interval if the estimates are proportions.
estimate_ci <- function(ci, columns) {
  of_means <- list(ci_analytic(), ci_analytic(distribution = "normal"))
  zero_one <- columns$share || all(columns$label %in% c(0, 1, NA))
  if (ci$method == "score" && !zero_one) {
    abort_accord(
      "argument",
      c(
        "{.fn ci_score} is for shares: logical labels, text, factors, or numbers that are 0 or 1.",
        x = "The labels are other numbers.",
        i = "Use {.fn ci_analytic}."
      ),
      argument = "ci"
    )
  }
  check_own_ci(ci, if (columns$share) c(list(ci_score()), of_means) else c(of_means, list(ci_score())))
}

# Returns the name of the distribution of the limits, as used in papers.
estimate_label <- function(ci) {
  of_means <- if (is.infinite(limit_df(ci, 1))) "normal" else "t"
  switch(ci$method, none = NA_character_, analytic = of_means, ci$method)
}

check_differences <- function(differences, groups) {
  if (differences && length(groups$status) < 2) {
    abort_accord(
      "argument",
      c(
        "{.code differences = TRUE} compares groups, so that two or more are needed.",
        x = if (is.null(groups$code)) "There are no groups." else "There is one group.",
        i = "Name a column with two or more values in {.arg by}."
      ),
      argument = "differences"
    )
  }
}

warn_estimates <- function(result) {
  undefined <- which(result$status != "ok")
  if (length(undefined)) {
    warn_accord(
      "undefined",
      c(
        "{length(undefined)} of {nrow(result)} estimate{?s} could not be made.",
        x = "{cli::qty(length(undefined))}The reason: {unique(result$status[undefined])}.",
        i = "They are {.val {NA}}; {.field status} says why."
      ),
      rows = undefined
    )
  }
  without <- which(result$status == "ok" & is.na(result$conf.low) & !is.na(result$conf.level))
  if (length(without)) {
    warn_accord(
      "no_interval",
      c(
        "Labels and predictions must vary for an interval.",
        x = "{length(without)} of {nrow(result)} estimate{?s} {cli::qty(length(without))}{?has/have} none."
      ),
      rows = without
    )
  }
}
