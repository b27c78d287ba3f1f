# Warnings about an <agreement>: missing estimates and intervals, and items that only one rater marked.

# Raises at most one warning per call for missing estimates, and one for missing intervals.
announce <- function(result, ci, ratings) {
  warn_undefined(result)
  warn_no_interval(result, over_clusters(ci, ratings))
  warn_few_clusters(result, ci)
  warn_category_sets(result, ratings)
  result
}

# Warns if groups have different numbers of categories and a coefficient depends on this number, since the estimates are
# then not comparable.
warn_category_sets <- function(result, ratings) {
  rows <- which(depends_on_categories(result$coefficient) & !is.na(result$estimate))
  n <- result$n_categories[rows]
  if (ratings$declared || length(unique(n)) < 2) {
    return(invisible())
  }
  labels <- unique(registry_entries(result$coefficient[rows])$label)
  warn_accord(
    "categories",
    c(
      "{labels} depend{?s/} on the number of categories, which differs between groups.",
      x = "Groups used {min(n)} to {max(n)} categories.",
      i = "Name the set that all raters could choose from with {.arg categories}, or make the ratings a factor."
    ),
    n_categories = range(n)
  )
}

warn_undefined <- function(result) {
  undefined <- which(result$status != "ok")
  if (length(undefined) == 0) {
    return(invisible())
  }
  reasons <- result$status[undefined]
  labels <- estimate_labels(result)[undefined]
  named <- general_names(as.character(result$coefficient), result$n_raters)
  single <- unique(registry_entries(named)$label)
  where <- cli::cli_vec(paste0(labels, " (", reasons, ")"), list("vec-trunc" = 5))
  none_counts <- reasons == "no ratings" & result$n_set_aside[undefined] > 0
  outside <- if (any(none_counts)) "Where there are no ratings, all were set aside: none is among {.arg categories}."
  warn_accord(
    "undefined",
    if (nrow(result) == 1) {
      c(
        "{single} has no value for these data.",
        x = "The reason: {reasons}.",
        i = outside,
        i = "{.field estimate} is {.val {NA}}; {.field status} says why."
      )
    } else {
      c(
        if (length(single) == 1) {
          "{single} has no value in {length(undefined)} of {nrow(result)} groups."
        } else {
          "{length(undefined)} of {nrow(result)} estimates have no value."
        },
        x = "{where}.",
        i = outside,
        i = "Their {.field estimate} is {.val {NA}}; {.field status} says why."
      )
    },
    groups = group_labels(agreement_keys(result))[undefined],
    coefficients = result$coefficient[undefined],
    reasons = reasons
  )
}

warn_no_interval <- function(result, ci) {
  without <- which(result$status == "ok" & is.na(result$conf.low))
  if (length(without) == 0 || is.null(ci$conf_level)) {
    return(invisible())
  }
  method <- sub("^(.*?)( over .*)?$", "\\1 method\\2", ci$label, perl = TRUE)
  # Names of groups and coefficients may contain commas, so that semicolons separate them.
  labels <- cli::cli_vec(
    estimate_labels(result)[without],
    list("vec-trunc" = 5, "vec-sep" = "; ", "vec-sep2" = "; ", "vec-last" = "; ")
  )
  why <- if (ci$raters == "left_out") why_no_raters(vctrs::vec_slice(result, without))
  warn_accord(
    "no_interval",
    c(
      if (is.null(why)) {
        "The {method} finds no interval where the {ci$units} are too few or do not vary enough."
      } else {
        "Limits for other raters need three raters or more, none of whom is indispensable, and ratings that differ."
      },
      x = if (nrow(result) == 1) {
        "The estimate has no interval."
      } else {
        "No interval for {length(without)} of {nrow(result)} estimates: {labels}."
      },
      x = if (!is.null(why)) "The reason: {why}.",
      i = if (is.null(why)) {
        "{.code ?ci_{ci$method}} says when this happens."
      } else {
        "Limits for other items, rated by the same raters, are those of {.code ci = ci_default()}."
      }
    ),
    groups = group_labels(agreement_keys(result))[without],
    coefficients = result$coefficient[without]
  )
}

# Returns in words why estimates have no limits for other raters.
why_no_raters <- function(result) {
  why <- ifelse(
    result$n_raters %in% 2L, "there are two raters, and without one of them there is no pair",
    ifelse(
      (result[["n_clusters"]] %||% 2L) %in% 1L, "all items are in one cluster",
      ifelse(
        result$observed %in% 0, "all raters agree, so that the data do not show how much raters differ",
        "without some rater or item there is no value, or all of them have the same effect"
      )
    )
  )
  cli::cli_vec(unique(why), list("vec-sep" = "; ", "vec-sep2" = "; ", "vec-last" = "; "))
}

warn_few_clusters <- function(result, ci) {
  n <- result[["n_clusters"]][!is.na(result$conf.low)]
  if (!any(has_few_clusters(ci, n))) {
    return(invisible())
  }
  warn_accord(
    "few_clusters",
    c(
      "Limits of {.fn ci_bootstrap} are too narrow with fewer than {LEAST_CLUSTERS} clusters.",
      x = paste0("There are {min(n)}", if (!is_same(n)) " in a group", "."),
      i = "{.code ci = ci_jackknife()} and {.code ci = ci_bayes()} allow for their number."
    ),
    n = min(n)
  )
}

# If raters mark only what they see, an item that one rater marked was skipped by the others, which no layout records.
# Perfect agreement together with many items that have one rating is a sign of this.
warn_unmarked <- function(result, ratings) {
  if (!any(result$estimate %in% 1)) {
    return(invisible())
  }
  keys <- agreement_keys(vctrs::vec_slice(result, result$estimate %in% 1))
  perfect <- sort(unique(vctrs::vec_match(keys, ratings$groups)))
  if (length(perfect) == 0 || !knows_raters(ratings)) {
    return(invisible())
  }
  size <- item_sizes(ratings)
  in_perfect <- function(x) {
    n <- sum_by(item_counts(ratings) * x, item_groups(ratings), length(ratings$group_status))
    replace(numeric(length(n)), perfect, n[perfect])
  }
  rated <- in_perfect(size > 0)
  single <- in_perfect(size == 1)
  suspect <- single >= 5 & single >= 0.2 * rated
  if (any(suspect)) {
    n <- sum(single[suspect])
    warn_accord(
      "one_rating",
      c(
        "Perfect agreement on items that several raters rated says nothing about those that one rater alone rated.",
        x = "{n} of {sum(rated[suspect])} items have one rating.",
        i = "If raters mark what they see, as with named entities, an item that is not marked is an answer too:
          add it, with a label such as {.val none}."
      ),
      n = n,
      groups = group_labels(ratings$groups)[suspect]
    )
  }
}

# Returns labels that distinguish the estimates of a result: by group, by coefficient, or by both.
estimate_labels <- function(result) {
  keys <- agreement_keys(result)
  labels <- registry_entries(result$coefficient)$label
  if (ncol(keys) == 0) {
    return(labels)
  }
  groups <- group_labels(keys)
  if (length(unique(labels)) > 1) paste0(groups, ", ", labels) else groups
}
