# Checks and messages of rater_severity().

check_some_ratings <- function(rating) {
  if (length(rating) == 0) {
    abort_accord(
      "no_scores",
      c("Severity needs ratings.", x = "All are {.val {NA}}, as ratings that were not given."),
      n_scores = 0L
    )
  }
}

abort_no_variance <- function(found) {
  abort_accord(
    "no_variance",
    c("Ratings must differ.", x = found, i = "Without differences there is no severity to estimate.")
  )
}

check_severity_varies <- function(all, rating, rater, label) {
  if (all(all == all[1])) abort_no_variance(cli::format_inline("All {length(all)} are the same."))
  if (length(unique(rater)) < 2) {
    n <- length(label)
    abort_accord(
      "one_level",
      c(
        "Severity compares two raters or more.",
        x = if (n == 1) {
          "There is one."
        } else {
          "Of {n}, {length(unique(rater))} gave ratings other than one end of the scale."
        }
      ),
      terms = "rater"
    )
  }
  top <- max(rating) - min(rating)
  if (top > MOST_STEPS) {
    abort_accord(
      "too_many_categories",
      c(
        "The model has a step for each category: at most 50.",
        x = "Ratings go from {min(rating)} to {max(rating)}.",
        i = "Cut them into fewer, or take them as scores: {.fn variance_components}."
      ),
      n = top + 1
    )
  }
}

# Stops if the ratings of the remaining raters are all equal, after raters with only extreme ratings were left out.
check_left_ratings_vary <- function(all, rating) {
  if (all(rating == rating[1])) {
    abort_no_variance(cli::format_inline(
      "Without raters who gave only one end of the scale, {length(rating)} of {length(all)} are left, all the same."
    ))
  }
}

check_facet_varies <- function(code, name) {
  if (length(unique(code)) < 2) {
    abort_accord(
      "one_level",
      c("A facet needs two levels or more.", x = "{.field {name}} has one.", i = "Leave it out."),
      terms = name
    )
  }
}

warn_severity <- function(result, label) {
  without <- which(result$status != "ok")
  endless <- result$status[startsWith(result$status, NO_SLOPE)]
  if (length(endless)) {
    warn_accord(
      "undefined",
      c(
        "A slope must have a finite estimate, on which the severities of all raters depend.",
        x = "The likelihood rises without end as the slope of {sub(NO_SLOPE, '', endless[1], fixed = TRUE)} \
             goes to 0 or grows: none of {nrow(result)} severit{?y/ies} has a value.",
        i = "Slopes need many ratings of each rater: here {min(result$n_ratings)} to {max(result$n_ratings)}.",
        i = "{.code slopes = FALSE} estimates severities with one slope for all, or leave the rater out."
      ),
      raters = label[without],
      reasons = result$status[without]
    )
  } else if (length(without)) {
    where <- cli::cli_vec(paste0(label[without], " (", result$status[without], ")"), list("vec-trunc" = 5))
    warn_accord(
      "undefined",
      c(
        "{length(without)} of {nrow(result)} severities {cli::qty(length(without))}{?has/have} no value.",
        x = "{where}.",
        i = "{.field status} says why."
      ),
      raters = label[without],
      reasons = result$status[without]
    )
  }
}

check_severity_roles <- function(at, facets, batch, steps, names, weights) {
  used <- c(unname(at), facets, batch, weights)
  twice <- unique(names[used[duplicated(used)]])
  if (length(twice)) {
    abort_accord(
      "argument",
      c("A column can have only one role in the model.", x = "{length(twice)} {?has/have} several: {.field {twice}}."),
      argument = "facets"
    )
  }
  if (length(steps) && !steps %in% c(at[["rater"]], facets)) {
    abort_accord(
      "argument",
      c(
        "{.arg steps} must be the column of raters, or one of {.arg facets}.",
        x = "It is {.field {names[steps]}}."
      ),
      argument = "steps"
    )
  }
}

# How often each rating counts, NULL without weights. Other weights than frequencies would be no numbers of ratings, on
# which standard errors and mean squares rest.
rating_weights <- function(data, at) {
  if (length(at) == 0) {
    return(NULL)
  }
  weight <- data[[at]]
  faulty <- if (is.numeric(weight)) which(!is.finite(weight) | weight < 0 | weight != round(weight))
  if (!is.numeric(weight) || length(faulty)) {
    abort_accord(
      "argument",
      c(
        "{.arg weights} is a column of frequencies: whole numbers, at least 0.",
        x = if (is.numeric(weight)) {
          "{length(faulty)} {?is/are} not, as in {cli::qty(length(faulty))}{?row/rows} {first_few(faulty)}."
        } else {
          "It is {.obj_type_friendly {weight}}."
        }
      ),
      argument = "weights", rows = faulty
    )
  }
  if (sum(as.double(weight)) > .Machine$integer.max) {
    abort_accord(
      "too_large",
      c(
        "A rating with a weight counts as that many ratings, of which there are at most {big(.Machine$integer.max)}.",
        x = "Their sum is {big(sum(as.double(weight)))}."
      ),
      n = sum(as.double(weight))
    )
  }
  if (length(weight) && all(weight == 0)) {
    abort_accord(
      "no_scores",
      c(
        "Severity needs ratings.",
        x = "All {length(weight)} weight{?s} in {.arg weights} {?is/are} 0, as of ratings that were not given."
      ),
      n_scores = 0L
    )
  }
  as.double(weight)
}

# Stops unless every level with its own steps uses every category.
check_steps <- function(rating, group, levels, name) {
  used <- table(factor(group, seq_along(levels)), rating) > 0
  lacking <- as.character(levels)[rowSums(used) > 0 & rowSums(!used) > 0]
  if (length(lacking)) {
    abort_accord(
      "sparse_categories",
      c(
        "Separate steps need every category in each level of {.field {name}}.",
        x = "{length(lacking)} level{?s} {?does/do} not have all: {.val {first_few(lacking)}}.",
        i = "Leave out {.arg steps}, or put categories together that are rarely used."
      ),
      levels = lacking
    )
  }
}

# ---- Fair marks ----

# Marks are sums over the cells of facets, between the ends of the scale.
check_cut <- function(cut, model, weight) {
  possible <- range(outer(model$scale, colSums(weight)))
  if (cut < possible[1] || cut > possible[2]) {
    possible <- format(possible, digits = 7, trim = TRUE)
    positions <- position_words(model)
    unused <- "Marks that were never given count if {.arg categories} of {.fn rater_severity} has them."
    abort_accord(
      "argument",
      c(
        "{.arg cut} must be among the possible marks, from {possible[1]} to {possible[2]}.",
        x = "It is {cut}.",
        i = if (is.null(model$labels)) unused,
        i = if (!is.null(positions)) as_written(positions)
      ),
      argument = "cut",
      value = cut
    )
  }
}

# The ratings of an erratic marker change the steps and the marks of all items.
tell_erratic <- function(verdicts) {
  who <- unique(as.character(verdicts$rater[grepl("erratic", verdicts$verdict, fixed = TRUE)]))
  if (length(who)) {
    inform_accord(
      "erratic",
      c(
        "{length(who)} erratic rater{?s} may change the fair marks of all items: {.val {first_few(who)}}.",
        i = "Compare these with the marks of a fit without {cli::qty(length(who))}{?this rater/these raters}."
      )
    )
  }
}
