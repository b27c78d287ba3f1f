# Determines what is compared, and checks the arguments of compare_agreement().

# Returns "raters", "groups" or "coefficients".
what_is_compared <- function(ratings, raters, entries) {
  n_groups <- length(ratings$group_status)
  if (!is.null(raters)) {
    return("raters")
  }
  if (ncol(ratings$groups) > 0) {
    if (n_groups == 1) {
      abort_accord(
        "argument",
        c("A comparison needs two groups.", x = "There is 1: {.val {group_labels(ratings$groups)}}."),
        argument = "by"
      )
    }
    return("groups")
  }
  if (nrow(entries) == 1) {
    abort_accord(
      "argument",
      c(
        "A comparison needs two estimates.",
        x = "There is one coefficient, of one group and one set of raters.",
        i = "Give {.arg by}, {.arg raters}, or several {.arg coefficients}."
      ),
      argument = "by"
    )
  }
  "coefficients"
}

# Returns whether items with the same id in two groups are the same item. For groups this must be given by the user,
# since ids are often counted anew in each group; sets of raters and coefficients are compared on one set of items.
settle_paired <- function(paired, what) {
  if (is.null(paired)) {
    return(what != "groups")
  }
  check_flag(paired, "paired")
  if (!paired && what != "groups") {
    abort_accord(
      "argument",
      c(
        "{.code paired = FALSE} is for groups with different items.",
        x = "Here {what} are compared, on the same items.",
        i = "Leave {.arg paired} out."
      ),
      argument = "paired"
    )
  }
  paired
}

# Warns if the user said that items are paired, but no item is shared.
warn_not_shared <- function(result) {
  compared <- result$n_items_1 > 0 & result$n_items_2 > 0
  if (any(compared) && all(result$n_shared == 0)) {
    warn_accord(
      "not_paired",
      c(
        "With {.code paired = TRUE} groups need common items; without any they are compared as independent.",
        x = "No two groups have an item in common.",
        i = "The same item must have the same id in both groups, and two ratings in each."
      )
    )
  }
}

# Returns the position of the reference.
find_reference <- function(reference, names, what) {
  single <- is.atomic(reference) && length(reference) == 1 && !is.na(reference)
  name <- if (single) as.character(reference)
  if (what == "coefficients") name <- full_names(name, coefficient_choices())
  # Which of the two coefficients of Gwet is meant depends on the weights.
  if (single && what == "coefficients" && name %in% c("gwet_ac", "gwet_ac1", "gwet_ac2")) {
    name <- c(intersect(c("gwet_ac1", "gwet_ac2"), names), name)[1]
  }
  at <- match(name, names)
  if (length(at) == 1 && !is.na(at)) {
    return(at)
  }
  hint <- if (single) nearest(name, names)
  abort_accord(
    "argument",
    c(
      "{.arg reference} must be one of what is compared: {.val {first_few(names)}}.",
      x = if (single) "It is {.val {name}}." else "It is {.obj_type_friendly {reference}}.",
      i = if (length(hint)) "Did you mean {.val {hint}}?"
    ),
    argument = "reference",
    value = reference
  )
}

# Only intervals that resample or linearise both estimates jointly apply to a difference.
check_difference_ci <- function(ci) {
  ci <- check_ci(ci)
  check_two_sided(ci, "Limits of differences")
  reason <- refusal(ci, "difference")
  if (is.null(reason)) {
    return(ci)
  }
  abort_accord(
    "argument",
    c(
      "The interval of a difference must be over items.",
      x = reason,
      i = "Use {.code ci_bayes()}, {.code ci_analytic()}, {.code ci_jackknife()}, {.code ci_bootstrap()} or \\
           {.code ci_none()}."
    ),
    argument = "ci",
    value = ci
  )
}

# Returns the codes of the raters in each set. NULL stands for all raters.
check_rater_sets <- function(sets, ratings) {
  check_rater_list(sets)
  check_named_raters(ratings, "Sets of raters need")
  known <- id_text(ratings$raters)
  asked <- lapply(sets, function(who) if (is.null(who)) known else unique(id_text(who)))
  match_raters(unlist(asked), ratings, "raters")
  small <- names(asked)[lengths(asked) < 2]
  if (length(small)) {
    abort_accord(
      "argument",
      c(
        "A set of raters must contain two or more.",
        x = "{length(small)} {?does/do} not: {.val {small}}."
      ),
      argument = "raters",
      sets = small
    )
  }
  lapply(asked, function(who) match(who, known) - 1L)
}

check_rater_list <- function(sets) {
  twice <- names(sets)[duplicated(names(sets))]
  wrong <- if (!is.list(sets)) {
    "It is {.obj_type_friendly {sets}}."
  } else if (length(sets) < 2) {
    "It has {length(sets)} set{?s}."
  } else if (any(!nzchar(rlang::names2(sets)))) {
    "{sum(!nzchar(rlang::names2(sets)))} of them {?has/have} no name."
  } else if (length(twice)) {
    "{length(twice)} name{?s} {?is/are} given again: {.val {twice}}."
  } else if (!all(vapply(sets, is_rater_set, NA))) {
    "{sum(!vapply(sets, is_rater_set, NA))} of them {?is/are} no vector of raters."
  }
  if (!is.null(wrong)) {
    abort_accord(
      "argument",
      c(
        "{.arg raters} must be a named list of two or more sets of raters.",
        x = wrong,
        i = "As in {.code list(people = c(\"ann\", \"bob\"), all = NULL)}."
      ),
      argument = "raters"
    )
  }
}

is_rater_set <- function(who) is.null(who) || (is.atomic(who) && length(dim(who)) == 0)

# Intraclass correlations are of numbers.
check_icc_alone <- function(scale) {
  given <- names(Filter(Negate(is.null), scale))
  if (length(given)) {
    abort_accord(
      "argument",
      c(
        "Intraclass correlations are of numbers, and take no weights or level.",
        x = "{length(given)} {?is/are} given: {.arg {given}}."
      ),
      argument = given
    )
  }
}

# With groups of raters there is one statistic, alpha, and one kind of comparison.
check_groups_alone <- function(coefficients, raters, reference, paired, permutations) {
  given <- c(
    if (!identical(coefficients, "krippendorff_alpha")) "coefficients", if (!is.null(raters)) "raters",
    if (!is.null(reference)) "reference", if (!is.null(paired)) "paired"
  )
  if (length(given)) {
    abort_accord(
      "argument",
      c(
        "{.arg groups} compares alpha within and kappa across groups of raters.",
        x = "{length(given)} argument{?s} {?does/do} not apply: {.arg {given}}.",
        i = "Leave out {.arg {given}}."
      ),
      argument = given
    )
  }
  check_whole(permutations, "permutations", least = 0)
}
