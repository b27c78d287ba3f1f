# Weights that differ between coefficients in one call of agreement(), such as
# weights = c(cohen_kappa = "quadratic"): coefficients without a name are then unweighted, and alpha has its level.

# Returns the weights with the ids of coefficients as names.
by_coefficient_id <- function(weights) {
  names(weights) <- gwet_by_verb(full_names(names(weights), coefficient_choices()))
  twice <- unique(names(weights)[duplicated(names(weights))])
  if (length(twice)) {
    abort_accord(
      "argument",
      c(
        "A named {.arg weights} names each coefficient once.",
        x = "{length(twice)} {?is/are} named more often: {.val {twice}}."
      ),
      argument = "weights", names = twice
    )
  }
  as.list(weights)
}

# AC1 and AC2 are one coefficient without and with weights.
gwet_by_verb <- function(ids) replace(ids, ids %in% c("gwet_ac1", "gwet_ac2"), "gwet_ac")

# Splits each kind of groups by the weights of its entries, and gives each part its metrics. `place` is that of the
# entries in the kind, so that the rows of a group can be put in order again.
split_by_weights <- function(kinds, ratings, weights, level, range) {
  check_weights_are_used(weights, all_entries(kinds)$id, level)
  parts <- lapply(kinds, function(kind) {
    named <- match(gwet_by_verb(kind$entries$id), names(weights), nomatch = 0L)
    scheme <- match(weights[named[named > 0]], unique(weights))
    of_entry <- replace(named, named > 0, scheme)
    lapply(unique(of_entry), function(s) {
      place <- which(of_entry == s)
      own <- if (s > 0) unique(weights)[[s]]
      list(entries = kind$entries[place, ], groups = kind$groups, place = place, weights = own)
    })
  })
  parts <- unlist(parts, recursive = FALSE)
  takes_range <- vapply(parts, function(part) {
    if (is.null(part$weights)) "alpha" %in% part$entries$model else any(part$weights %in% c("circular", "bipolar"))
  }, NA)
  if (!any(takes_range)) check_range(range, unlist(Filter(is.character, weights)), "scheme of weights")
  Map(function(part, ranged) {
    alpha <- "alpha" %in% part$entries$model
    part$metrics <- metrics_for(ratings, alpha, part$weights, if (alpha) level, if (ranged) range)
    part
  }, parts, takes_range)
}

# Weights of a coefficient that is not computed would change nothing, and alpha has either weights or a level.
check_weights_are_used <- function(weights, ids, level) {
  unused <- setdiff(names(weights), gwet_by_verb(ids))
  if (length(unused)) {
    abort_accord(
      "argument",
      c(
        "A named {.arg weights} has the names of coefficients that are computed.",
        x = "{length(unused)} {?is/are} not computed: {.val {unused}}.",
        i = "Computed are {.val {unique(gwet_by_verb(ids))}}; choose by {.arg coefficients}."
      ),
      argument = "weights", names = unused
    )
  }
  if (!is.null(level) && "krippendorff_alpha" %in% names(weights)) {
    abort_accord(
      "argument",
      c(
        "Krippendorff's alpha has either weights or a level.",
        x = "{.arg weights} names it, and {.arg level} is {.val {level}}.",
        i = "Leave out one of the two."
      ),
      argument = "level"
    )
  }
}
