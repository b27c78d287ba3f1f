# From figures to the rows of a comparison: which are compared, the columns of the result, labels and warnings.

# Returns the positions of the statistics to compare, a row per comparison. Statistics are sorted by group, with
# `n_entries` coefficients each; `pairs` are pairs of groups, or of the coefficients of a single group.
figure_pairs <- function(pairs, n_entries, what) {
  if (what == "coefficients") {
    return(pairs)
  }
  entry <- rep(seq_len(n_entries), times = nrow(pairs))
  (pairs[rep(seq_len(nrow(pairs)), each = n_entries), , drop = FALSE] - 1L) * n_entries + entry
}

# Returns pairs of positions in `names`, one per row: all pairs, or the reference with each other name.
pairs_to_compare <- function(names, reference, what) {
  if (is.null(reference)) {
    return(t(utils::combn(length(names), 2)))
  }
  first <- find_reference(reference, names, what)
  cbind(first, setdiff(seq_along(names), first), deparse.level = 0)
}

# Orders the columns of the result. In comparisons of coefficients each side has its own coefficient and metric.
comparison_columns <- function(result, what, ci, adjust) {
  keys <- if (what == "coefficients") {
    c("coefficient_1", "coefficient_2", "metric_1", "metric_2")
  } else {
    result$coefficient <- result$coefficient_1
    result$metric <- result$metric_1
    c("group_1", "group_2", "coefficient", "metric")
  }
  n <- length(result$status)
  result$interval <- rep(ci$label, n)
  result$conf.level <- rep(ci$conf_level %||% NA_real_, n)
  result$adjust <- rep(adjust, n)
  new_result(result[c(keys, COMPARISON_COLUMNS)], nrow = n, class = "accord_comparison")
}

# The sets of raters for the note of a table, such as "all (all raters) and two (ann and bob)".
set_words <- function(raters) {
  who <- vapply(raters, function(set) {
    if (is.null(set)) {
      "all raters"
    } else if (length(set) > 3) {
      count(length(set), "rater")
    } else {
      in_a_list(as.character(set))
    }
  }, "")
  if (length(raters) < 4) in_a_list(paste0(names(raters), " (", who, ")"))
}

COMPARISON_COLUMNS <- c(
  "estimate_1", "estimate_2", "estimate", "std.error", "statistic", "df", "p.value", "adj.p.value",
  "conf.low", "conf.high", "n_items_1", "n_items_2", "n_shared", "paired", "interval", "conf.level",
  "adjust", "n_tests", "status"
)

announce_comparison <- function(result, ci) {
  labels <- comparison_labels(result)
  warn <- function(rows, what, message) {
    if (length(rows) == 0) {
      return(invisible())
    }
    where <- cli::cli_vec(labels[rows], list("vec-trunc" = 5))
    warn_accord(
      what,
      c(
        message,
        x = "{length(rows)} of {nrow(result)} comparison{?s}: {where}.",
        i = if (what == "undefined") "{.field status} says why."
      ),
      comparisons = labels[rows],
      reasons = result$status[rows]
    )
  }
  warn(which(result$status != "ok"), "undefined", "There is no difference where one side has no value.")
  warn(
    which(result$status == "ok" & is.na(result$conf.low) & !is.null(ci$conf_level)), "no_interval",
    "There is no interval where no item moves the difference, or too few do."
  )
  result
}

# Returns labels such as "after - before, Fleiss' kappa".
comparison_labels <- function(x) {
  if (!is.null(x[["coefficient_1"]])) {
    label <- function(id) registry_entries(id)$label
    return(paste(label(x$coefficient_2), "-", label(x$coefficient_1)))
  }
  contrast <- paste(x$group_2, "-", x$group_1)
  several <- length(unique(x$coefficient)) > 1
  if (several) paste0(contrast, ", ", registry_entries(x$coefficient)$label) else contrast
}
