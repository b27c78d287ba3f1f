# The questions that callers put to an interval. The answers here hold for every method; a method has other answers in
# its own file. Other rooms read only the fields that every interval has (new_ci()), and `times` where it draws.

# Returns the ratings as the interval needs them, or stops. Intervals that leave out single raters or clusters need
# every item separately, so that frequencies are expanded.
interval_ratings <- function(ci, ratings, entries) {
  UseMethod("interval_ratings")
}

#' @export
interval_ratings.accord_ci <- function(ci, ratings, entries) {
  each <- ci$raters == "left_out" || !is.null(ratings$cluster)
  if (is.null(ratings$weight) || (ratings$frequencies && !each)) {
    return(ratings)
  }
  label <- ci$label
  substr(label, 1, 1) <- toupper(substr(label, 1, 1)) # starts a sentence
  expand_frequencies(ratings, paste(label, "intervals"))
}

# Returns the rows of the core, one per group and model, with the columns that add_interval() needs. `asked` is a list
# of `ratings`, `entries`, `models`, `metric`, `weights`, of the groups without an estimate (`skip`), and of a function
# that measures one of the entries with another interval (`measure`).
interval_inputs <- function(ci, estimates, asked) {
  UseMethod("interval_inputs")
}

#' @export
interval_inputs.accord_ci <- function(ci, estimates, asked) {
  ratings <- asked$ratings
  if (ci$raters == "left_out" && !is.null(ratings$raters)) {
    # If items are left out too, so is each rating (two_way_limits()).
    cells <- variance_of(ci) != "none"
    of_raters <- call_core(rater_variances(
      core_sample(ratings), asked$models, asked$metric, asked$weights, cells, cluster_of_items(ratings)
    ))
    estimates <- cbind(estimates, of_raters)
  }
  if (!is.null(ratings$cluster) && variance_of(ci) == "jackknife") {
    own <- cluster_jackknife(ratings, asked$models, asked$entries$least_ratings, asked$metric, asked$weights)
    own$variance[is.na(estimates$estimate)] <- NA_real_
    estimates[names(own)] <- own
  }
  estimates
}

# Returns the rows with a column of the replicates that the method draws (replicate.R).
with_replicates <- function(ci, estimates, asked) {
  estimates$replicates <- replicate_estimates(
    asked$ratings, asked$models, asked$metric, asked$weights, ci, asked$skip
  )
  estimates
}

# `estimates` has a row per estimate with the columns from the core. Returns a list of std.error, conf.low and conf.high
# and, if the interval includes a test, statistic, df and p.value.
add_interval <- function(ci, estimates) {
  UseMethod("add_interval")
}

# Returns NULL if there is such an interval for `what`, otherwise why not, in words of cli. `what` is "difference", of
# two estimates; "pairs", of raters; "sums", for an alpha of which only sums over items are known; "documents", for
# statistics that are functions of sums over documents; "documents_alone", for other statistics of documents.
refusal <- function(ci, what) {
  UseMethod("refusal")
}

#' @export
refusal.accord_ci <- function(ci, what) {
  switch(what,
    difference = "Its method is {.val {ci$method}}, which treats each estimate alone.",
    "{.arg ci} is {.code {ci_call(ci)}}."
  )
}

# Fewer clusters are too few for limits that do not allow for their number.
LEAST_CLUSTERS <- 8L

# Whether the limits with `n` clusters are too narrow.
has_few_clusters <- function(ci, n) {
  UseMethod("has_few_clusters")
}

#' @export
has_few_clusters.accord_ci <- function(ci, n) rep(FALSE, length(n))

# Returns NULL, or a function that returns columns for pairs of raters, from the ratings, the rows of the core with the
# cells of all pairs, the entry of the coefficient and its metric.
pair_inputs <- function(ci) {
  UseMethod("pair_inputs")
}

#' @export
pair_inputs.accord_ci <- function(ci) NULL

# Returns the degrees of freedom of the t distribution for a variance with `df` of them.
limit_df <- function(ci, df) {
  UseMethod("limit_df")
}

#' @export
limit_df.accord_ci <- function(ci, df) df

# Returns the call that makes the interval.
ci_call <- function(ci) {
  UseMethod("ci_call")
}

#' @export
ci_call.accord_ci <- function(ci) {
  over <- setdiff(ci[["over"]], "items")
  paste0("ci_", ci$method, "(", if (length(over)) paste0("over = \"", over, "\""), ")")
}
