#' Bootstrap intervals over items, raters, or both
#'
#' Resamples items, raters or both with replacement, and records how the estimate varies.
#'
#' @details
#' `over = "items"` draws as many items as there are. Items with the same pattern of ratings are drawn together:
#' the numbers of items per pattern are multinomial, so that a replicate takes the same time for a thousand
#' items and for a million. For the kappas of Cohen, Conger and Light, a pattern includes the raters: the time grows
#' with the number of items if these have different raters. The interval refers to other items, rated by the same
#' raters.
#'
#' `over = "raters"` draws raters, with all their ratings: the interval refers to other raters of the same items.
#' `over = "both"` draws items and raters independently of each other (the pigeonhole bootstrap of Owen 2007); the
#' interval refers to other items and other raters. A rating then counts as often as its rater was drawn, but copies
#' of one rating are never compared with each other. With few raters the interval is only approximate.
#'
#' With \eqn{\hat\kappa}{k} the estimate, \eqn{\hat\kappa^*}{k*} the replicates, \eqn{s} their
#' standard deviation (the `std.error` of the result), and \eqn{q_p}{q_p} a quantile of the
#' replicates:
#' * `"percentile"`: from \eqn{q_{\gamma/2}}{q_(g/2)} to \eqn{q_{1-\gamma/2}}{q_(1-g/2)};
#' * `"bca"`: the same with levels corrected for bias, by the share of replicates below the estimate (plus half of
#'   those equal to it), and for acceleration, by the jackknife over items (Efron 1987); for `over = "items"`
#'   only;
#' * `"normal"`: \eqn{\hat\kappa \pm z s}{k +- z s}, truncated to the range of the coefficient;
#' * `"studentized"`: quantiles of the deviation of each replicate from the estimate, in units of its own linearised
#'   standard error, on Fisher's scale (DiCiccio and Efron 1996); for `over = "items"` only, and not for Light's
#'   kappa, whose replicates have no standard error.
#'
#' With `cluster` (see [as_ratings()]) whole clusters are drawn instead of items.
#'
#' Draws use R's random numbers: after the same [set.seed()] the result is the same, for any number of threads. In
#' parallel code that checks random numbers, such as that of package future, set `seed = TRUE`; [ci_bayes()],
#' [ci_jackknife()] and [ci_analytic()] use no random numbers and do not create `.Random.seed`.
#'
#' @section Computing time:
#' Over items, hardly more time than the estimate. If the coefficient distinguishes raters, or raters are drawn, each
#' replicate is a pass over the items that differ in their ratings or raters. With 100,000 ratings by five raters of
#' the same items, 1,000 replicates took less than .1 s on two cores, for alpha and for Conger's kappa, over items,
#' raters or both; with 100,000 ratings, each item rated by three of 500 raters, alpha took 1.5 s over raters and 2.7
#' s over both, and Conger's kappa 1.1 s over items.
#'
#' @section Degenerate data:
#' A replicate may have no value, for example if it contains one category only. Such replicates are left out. There is
#' no interval (`NA`, with a warning) if more than half of them have no value, or if all replicates are the same, as
#' with perfect agreement. `"bca"` also gives no interval if leaving out some item leaves no estimate, or if all
#' replicates lie on one side of the estimate.
#'
#' @section Case weights:
#' Integer frequencies (`case_weights` of [as_ratings()]) count as that many items. Sampling weights are an error:
#' only [ci_default()], that is [ci_bayes()], and [ci_none()] accept them.
#'
#' @section Errors:
#' `accord_error_argument` for arguments that are not as described; when raters are to be drawn, for
#' ratings whose raters are anonymous and for specific agreement.
#'
#' @param conf_level Confidence level, between 0 and 1.
#' @param times Number of replicates, at most ten million.
#' @param over What is drawn: `"items"`, `"raters"` or `"both"`.
#' @param type `"percentile"`, `"bca"`, `"normal"` or `"studentized"`.
#' @param alternative `"two.sided"` for two limits. `"greater"`: only the lower limit, at the level `conf_level`, as in
#'   "at least .67 with 97.5%"; `conf.high` is then 1. `"less"`: only the upper limit.
#' @param ... Must be empty. In particular no `null`: [ci_jackknife()] and [ci_analytic()] test a value.
#' @return An object for the argument `ci` of [agreement()] and of other functions; their pages say which methods they
#'   accept.
#' @references
#' DiCiccio, T. J. and Efron, B. (1996) Bootstrap confidence intervals. *Statistical Science* 11,
#' 189-228. \doi{10.1214/ss/1032280214}
#'
#' Efron, B. (1987) Better bootstrap confidence intervals. *Journal of the American Statistical
#' Association* 82, 171-185. \doi{10.1080/01621459.1987.10478410}
#'
#' Owen, A. B. (2007) The pigeonhole bootstrap. *Annals of Applied Statistics* 1, 386-411.
#' \doi{10.1214/07-AOAS122}
#' @seealso [ci_default()], [ci_jackknife()], [ci_analytic()]; `vignette("intervals")`.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:8, each = 3), rater = c("ann", "bob", "eve"),
#'   label = c(
#'     "a", "a", "a", "b", "b", "b", "a", "b", "b", "b", "b", "a",
#'     "a", "a", "a", "b", "b", "b", "a", "a", "b", "b", "b", "b"
#'   )
#' )
#' set.seed(1)
#' krippendorff_alpha(ratings, item, rater, label, ci = ci_bootstrap())
#' krippendorff_alpha(ratings, item, rater, label, ci = ci_bootstrap(over = "both"))
ci_bootstrap <- function(conf_level = 0.95, times = 2000, over = "items", type = "percentile",
                         alternative = "two.sided", ...) {
  check_no_test(...)
  check_not_times(conf_level)
  level <- sided_level(conf_level, alternative)
  check_times(times)
  check_choice(over, c("items", "raters", "both"), "over")
  check_choice(type, c("percentile", "bca", "normal", "studentized"), "type")
  if (over != "items" && type %in% c("bca", "studentized")) {
    abort_accord(
      "argument",
      c(
        "{.code type = \"{type}\"} is for {.code over = \"items\"}.",
        x = if (type == "bca") {
          "{.arg over} is {.val {over}}, and the acceleration is that of items."
        } else {
          "{.arg over} is {.val {over}}, for which no standard error of a replicate is known."
        },
        i = "Use {.code type = \"percentile\"} or {.code type = \"normal\"}."
      ),
      argument = "type"
    )
  }
  new_ci(
    "bootstrap", level, switch(type, bca = "jackknife", studentized = "ratio", "none"),
    times = times,
    over = over,
    type = type,
    raters = if (over == "items") "fixed" else "drawn",
    units = units_of(over),
    alternative = alternative,
    stated = conf_level,
    label = switch(over, items = "bootstrap", raters = "rater bootstrap", both = "two-way bootstrap")
  )
}

MOST_TIMES <- 1e7L

check_times <- function(times) {
  check_number(times, "times", from = 2, whole = TRUE)
  if (times > MOST_TIMES) {
    abort_accord(
      "argument",
      c(
        "{.arg times} must be at most {format(MOST_TIMES, big.mark = \",\")}.",
        x = "It is {format(times, big.mark = \",\", scientific = times >= 1e12)}.",
        i = "2,000 to 10,000 draws are enough for an interval."
      ),
      argument = "times",
      value = times
    )
  }
}

#' @export
refusal.accord_ci_bootstrap <- function(ci, what) {
  switch(what,
    difference = if (ci$over != "items") {
      "It draws raters."
    } else if (!ci$type %in% c("percentile", "normal")) {
      "Its type is {.val {ci$type}}, which is for a single estimate."
    },
    documents = ,
    documents_alone = if (ci$over != "items" || ci$type == "studentized") NextMethod(),
    NextMethod()
  )
}

#' @export
interval_inputs.accord_ci_bootstrap <- function(ci, estimates, asked) {
  with_replicates(ci, NextMethod(), asked)
}

check_drawn_raters <- function(ci, ratings, models) {
  if (length(ratings$raters) == 0) {
    abort_accord(
      "argument",
      c(
        "To draw raters, these must be known.",
        x = "The raters of these ratings are anonymous.",
        i = "Use {.code over = \"items\"}."
      ),
      argument = "over"
    )
  }
  # Specific agreement counts pairs by the category of one rating, so if a rater were drawn twice, copies of a rating
  # would have to be distinguished.
  if ("specific" %in% ENUMS$model[models + 1L]) {
    abort_accord(
      "argument",
      c(
        "Specific agreement has no interval from drawn raters.",
        x = "{.arg over} is {.val {ci$over}}.",
        i = "Use {.code over = \"items\"}, or leave {.val specific} out of {.arg coefficients}."
      ),
      argument = "over"
    )
  }
}

#' @export
replicator.accord_ci_bootstrap <- function(ci, ratings, models, metric, weights) {
  if (ci$raters == "drawn") check_drawn_raters(ci, ratings, models)
  weight_replicator(
    ratings, models, metric, weights, ci$times, function(rows, n) draw_weights(ci, rows, n),
    raters = ci$raters == "drawn", variance = ci$type == "studentized"
  )
}

# Returns `n` draws: a list of `weights` of the rows, with a column per draw, and of `times`, how often each rater is
# drawn, or NULL. `rows` is as in weight_replicator(). Random numbers are used draw by draw, so that results do not
# depend on `n`.
draw_weights <- function(ci, rows, n = 1) {
  if (ci$raters != "drawn") {
    return(list(weights = draw_items(rows, n)))
  }
  # Items and raters are drawn alternately, so that draws do not depend on `n`, the size of a block.
  who <- rows$raters
  draws <- lapply(seq_len(n), function(b) {
    list(
      weights = if (ci$over == "raters") rows$mass else draw_items(rows, 1),
      times = tabulate(who[sample.int(length(who), replace = TRUE)] + 1L, rows$n_raters)
    )
  })
  all_of <- function(name) unlist(lapply(draws, `[[`, name), use.names = FALSE)
  list(weights = matrix(all_of("weights"), ncol = n), times = matrix(all_of("times"), ncol = n))
}

# Returns the number of items drawn of each row, with a column per draw. Items of a cluster are drawn together.
draw_items <- function(rows, n) {
  size <- length(rows$mass)
  drawn <- sum(rows$mass)
  if (is.null(rows$cluster) && !quicker_one_by_one(rows$mass)) {
    return(draw_multinomial(n, rows$mass))
  }
  draw <- if (is.null(rows$cluster)) {
    row_of <- rep.int(seq_len(size), rows$mass)
    function(b) tabulate(row_of[draw_places(drawn)], size)
  } else {
    clusters <- max(rows$cluster)
    function(b) rows$mass * tabulate(draw_places(clusters), clusters)[rows$cluster]
  }
  matrix(unlist(lapply(seq_len(n), draw), use.names = FALSE), ncol = n)
}

# rmultinom() is limited to integer sizes. Beyond these, each row is a binomial draw of the items that remain.
draw_multinomial <- function(n, mass) {
  if (sum(mass) <= .Machine$integer.max) {
    return(stats::rmultinom(n, sum(mass), mass))
  }
  left <- rep(sum(mass), n)
  mass_left <- rev(cumsum(rev(mass)))
  drawn <- matrix(0, length(mass), n)
  for (i in seq_along(mass)) {
    drawn[i, ] <- stats::rbinom(n, left, mass[i] / mass_left[i])
    left <- left - drawn[i, ]
  }
  drawn
}

# Returns whether drawing single items is faster than a multinomial draw over rows: if each row is one item, or if there
# are many rows of few items each.
quicker_one_by_one <- function(mass) all(mass == 1) || (length(mass) > 1000 && sum(mass) < 3 * length(mass))

# Draws `n` of `n` positions with replacement. runif() has 2^32 distinct values, so that for a million positions the
# probabilities differ by less than 1 in 4,000; sample.int() would take twice as long.
draw_places <- function(n) {
  if (n < 2^20) as.integer(stats::runif(n, 1, n + 1)) else sample.int(n, replace = TRUE)
}

#' @export
add_interval.accord_ci_bootstrap <- function(ci, estimates) {
  interval_columns(lapply(seq_len(nrow(estimates)), function(i) {
    bootstrap_interval(estimates$replicates[[i]], estimates[i, ], ci)
  }))
}

# Returns standard error and limits of one estimate; `row`: its row from the core.
bootstrap_interval <- function(replicates, row, ci) {
  probs <- level_tails(ci$conf_level)
  if (is.null(replicates) || is.na(row$estimate)) {
    return(rep(NA_real_, 3))
  }
  if (ci$type == "bca") probs <- bca_levels(replicates$estimate, row, probs)
  if (anyNA(probs)) {
    return(rep(NA_real_, 3))
  }
  found <- replicate_summary(replicates, probs)
  limits <- switch(ci$type,
    normal = row$estimate + stats::qnorm(probs) * found$sd,
    studentized = studentized_limits(replicates, row, probs),
    found$quantiles
  )
  c(found$sd, pmin(pmax(limits, lowest_limit(row)), 1))
}

# Whether limits are those of a normal distribution with the variance of the replicates.
takes_normal <- function(ci) ci$type == "normal"

# Efron (1987), equation 2.3. Half of the replicates that equal the estimate count as below it. If the estimate is
# undefined without some item, there is no acceleration and no interval.
bca_levels <- function(x, row, probs) {
  x <- x[!is.na(x)]
  tied <- abs(x - row$estimate) < 1e-12
  z0 <- stats::qnorm(mean(x < row$estimate & !tied) + mean(tied) / 2)
  if (!is.finite(z0) || row$undefined > 0) {
    return(c(NA_real_, NA_real_))
  }
  z <- z0 + stats::qnorm(probs)
  stats::pnorm(z0 + z / (1 - row$acceleration * z))
}

studentized_limits <- function(replicates, row, probs) {
  scale <- fisher_scale(row$lowest)
  s <- sqrt(replicates$variance) * scale$slope(replicates$estimate)
  deviation <- (scale$to(replicates$estimate) - scale$to(row$estimate)) / s
  deviation <- deviation[is.finite(deviation)]
  own <- sqrt(row$variance) * scale$slope(row$estimate)
  if (length(deviation) < length(s) / 2 || !is.finite(own) || own == 0) {
    return(c(NA_real_, NA_real_))
  }
  scale$back(scale$to(row$estimate) - own * stats::quantile(deviation, rev(probs), type = 6))
}

# Draws of a few clusters vary less than a sample of them does, and two clusters can be drawn in three ways only.
# Studentized limits know the error of each draw.
#' @export
has_few_clusters.accord_ci_bootstrap <- function(ci, n) ci$type != "studentized" & n < LEAST_CLUSTERS
