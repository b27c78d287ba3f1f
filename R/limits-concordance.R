# The concordance correlation: how far pairs of numbers are from the line of equal ratings.

#' Concordance correlation
#'
#' Agreement of raters or methods on numbers: 1 if all ratings of an item are equal, and smaller the more raters
#' differ in their means, in their standard deviations, or in the order of the items.
#'
#' @details
#' For two raters with means \eqn{\bar x, \bar y}{mean(x), mean(y)}, variances \eqn{s_x^2, s_y^2} and covariance
#' \eqn{s_{xy}}{s_xy}, all with the divisor \eqn{n} (Lin 1989),
#' \deqn{\rho_c = \frac{2 s_{xy}}{s_x^2 + s_y^2 + (\bar x - \bar y)^2} = \rho\, C_b}{
#' rho_c = 2 s_xy / (s_x^2 + s_y^2 + (mean(x) - mean(y))^2) = rho * C_b} with Pearson's correlation \eqn{\rho}{rho}
#' (`precision`) and the bias correction \eqn{C_b = 2 / (v + 1/v + u^2)} (`accuracy`), where `scale_shift` is \eqn{v =
#' s_x / s_y} and `location_shift` is \eqn{u = (\bar x - \bar y) / \sqrt{s_x s_y}}{u = (mean(x) - mean(y)) / sqrt(s_x
#' s_y)}. It equals Cohen's kappa with quadratic weights on the numbers. For several raters it is Conger's kappa with
#' these weights: the overall coefficient of Barnhart, Haber and Song (2002), \eqn{1 - E(\mathrm{disagreement}) /
#' E(\mathrm{disagreement\ if\ independent})}{1 - E(disagreement) / E(disagreement if independent)}, which generalises
#' the definition above. So estimates and intervals are those of [cohen_kappa()] and [conger_kappa()].
#'
#' For raters who are a sample of possible raters, the corresponding coefficient from variance components (Carrasco
#' and Jover 2003) is `icc_a1` of [icc()].
#'
#' @section Coverage:
#' In a simulation of 10 to 100 normal items by 2 or 3 raters who differ little, 95% intervals contained a concordance
#' of .7 in 94 to 96% of 500 data sets with [ci_default()] and in 93 to 95% with [ci_jackknife()], and one of .97 in 94
#' to 98% and in 93 to 96%. For high concordance the default interval is conservative: at .97 its intervals were two
#' to four times as wide as those of the jackknife, which is then the better choice (20 items by 2 raters: .29 and .08;
#' 100 items: .06 and .025).
#'
#' With lognormal items (the standard deviation of the logarithm .8) and normal errors, a concordance of .7 was
#' contained in 75 to 89% of the data sets with the default and in 78 to 87% with the jackknife, one of .97 in 71 to 83%
#' and 79 to 87%. With 100 items the coverage was hardly better than with 10, and nearly all other intervals were too
#' low: a sample of skewed items seldom contains extreme ones, so the concordance is underestimated. No interval
#' corrects this; take logarithms of such ratings (`bench/coverage-concordance-default.R` in the sources).
#'
#' In a simulation of 15 items by 3 normal raters whose variance equals that of the items, 95% intervals contained the
#' concordance of two and of all raters in 97 and 95% of 350 data sets with [ci_default()], in 92 and 91% of 500 data
#' sets with [ci_jackknife()], and in 89 and 88% with [ci_analytic()]. With skewed items and errors (exponential, 20
#' items by 4 raters) these were 91 and 84%, 91 and 85%, and 85 and 79% of 500 data sets (`bench/coverage-scores.R`).
#'
#' Other intervals were tried for all raters (`bench/coverage-concordance.R`; 500 data sets of 20 skewed items by 4
#' raters, in which the coverage of the jackknife was 85%). The coverage of the jackknife of Fisher's z, around the
#' estimate or its bias-corrected value, was 84 and 85%, and that of the bias-corrected
#' \eqn{\log(1 - \rho_c)}{log(1 - rho_c)} 83%. That of the bootstrap t on Fisher's scale (Hall, Martin and Schucany
#' 1989) was 89%, 87% in 400 other data sets, and 91% (jackknife: 93%) with 50 normal items by 3 raters; it is not
#' implemented.
#'
#' @section Missing and degenerate data:
#' A group in which no item has two raters has one row, `NA`. Pairs are compared on items that both rated; the
#' coefficient of all raters treats missing ratings like [conger_kappa()]. If all ratings are equal, or there is a
#' single item, the coefficient is not defined: `estimate` is `NA`, and `status` says why.
#'
#' @section Errors:
#' Those of [as_ratings()], `accord_error_level` (labels instead of numbers), `accord_error_anonymous`,
#' `accord_error_duplicate_rating` (repeated ratings, kept or not), and `accord_error_argument` (an
#' interval that is not available for pairs of raters; it may be with `pairs = FALSE`).
#'
#' @inheritParams krippendorff_alpha
#' @param ... For matrices and tables, `layout`, and other arguments of [as_ratings()], such as `cluster`.
#' @param duplicates What to do when a rater rated an item more than once: `"error"`, or use the `"first"` or `"last"`
#'   rating. Repeated ratings that were kept are an error: use [limits_of_agreement()] or [icc()] for these.
#' @param pairs Whether to add a row for each pair of raters, before that of all raters. By default, if there are at
#'   most 10 raters.
#' @return A tibble of class `accord_concordance`: the group keys, `rater_1` and `rater_2` (in sorted order; for a
#'   confusion table `"rows"` and `"columns"`; `NA` in the row of all raters, which exists if there are more than
#'   two), `estimate`, `std.error`, `conf.low`, `conf.high`, `precision`, `accuracy`, `location_shift`, `scale_shift`
#'   (for pairs), `n_items`, `n_ratings`, `interval`, `conf.level`, `status`.
#' @references
#' Hall, P., Martin, M. A. and Schucany, W. R. (1989) Better nonparametric bootstrap confidence intervals for the
#' correlation coefficient. *Journal of Statistical Computation and Simulation* 33, 161-172.
#'
#' Lin, L. I.-K. (1989) A concordance correlation coefficient to evaluate reproducibility. *Biometrics* 45, 255-268.
#' \doi{10.2307/2532051}
#'
#' Barnhart, H. X., Haber, M. and Song, J. (2002) Overall concordance correlation coefficient for evaluating agreement
#' among multiple observers. *Biometrics* 58, 1020-1027. \doi{10.1111/j.0006-341X.2002.01020.x}
#'
#' Carrasco, J. L. and Jover, L. (2003) Estimating the generalized concordance correlation coefficient through variance
#' components. *Biometrics* 59, 849-858. \doi{10.1111/j.0006-341X.2003.00099.x}
#' @seealso [limits_of_agreement()] in the unit of the ratings, [icc()], [conger_kappa()] with quadratic weights.
#' @export
#' @examples
#' wright <- c(494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427)
#' mini <- c(512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451)
#' concordance(cbind(wright, mini), layout = "raters_in_columns")
concordance <- function(data, item, rater, rating, ..., by = NULL, pairs = NULL, duplicates = "error",
                                    ci = ci_default()) {
  check_no_categories(...)
  check_flag(pairs, "pairs", optional = TRUE)
  ratings <- ratings_as_scores(
    data, rlang::enquos(item = item, rater = rater, rating = rating, by = by),
    level = NULL, categories = NULL, duplicates = duplicates, ..., .weighted = "Concordance correlations"
  )
  check_free_names(names(ratings$groups), CONCORDANCE_COLUMNS)
  values <- rating_numbers(
    ratings$categories, "The concordance correlation needs numbers.", isTRUE(ratings$of_spans)
  )
  check_named_raters(ratings, "Concordance correlations need")
  check_no_repeats(ratings)
  ci <- check_ci(ci)
  pairs <- pairs %||% (length(ratings$raters) <= 10)
  rows <- list()
  if (pairs || length(ratings$raters) == 2) {
    two <- without_warnings(
      pairwise_agreement(ratings, coefficient = "cohen_kappa", weights = "quadratic", ci = ci), "undefined"
    )
    if (nrow(two)) {
      rows$pairs <- concordance_rows(two, as.character(two$rater_1), as.character(two$rater_2))
      rows$pairs <- cbind(rows$pairs, shifts_of_pairs(rows$pairs, ratings, values))
    }
  }
  if (length(ratings$raters) > 2) {
    all <- without_warnings(conger_kappa(ratings, weights = "quadratic", ci = ci), "undefined")
    rows$all <- concordance_rows(all, NA_character_, NA_character_)
    rows$all[c("precision", "accuracy", "location_shift", "scale_shift")] <- NA_real_
  }
  rows$none <- groups_without(rows, ratings, ci)
  rows <- vctrs::vec_rbind(!!!unname(rows))
  group <- vctrs::vec_match(rows[names(ratings$groups)], ratings$groups)
  rows <- rows[order(group), c(names(ratings$groups), CONCORDANCE_COLUMNS)]
  result <- new_result(as.list(rows), nrow = nrow(rows), class = "accord_concordance")
  warn_concordance(result)
  note_set_aside(result, ratings)
}

CONCORDANCE_COLUMNS <- c(
  "rater_1", "rater_2", "estimate", "std.error", "conf.low", "conf.high", "precision", "accuracy",
  "location_shift", "scale_shift", "n_items", "n_ratings", "interval", "conf.level", "status"
)

# Returns a row without a value for each group in which no item has two raters.
groups_without <- function(rows, ratings, ci) {
  keys <- ratings$groups
  seen <- lapply(unname(rows), function(x) vctrs::vec_match(tibble::as_tibble(x[names(keys)]), keys))
  group <- setdiff(which(ratings$group_status == "ok"), if (nrow(keys) == 1 && length(rows)) 1L else unlist(seen))
  if (length(group) == 0) {
    return(NULL)
  }
  counts <- call_core(count_by_group(ratings, 1L))[group, ]
  n <- length(group)
  numbers <- setdiff(CONCORDANCE_COLUMNS, c("rater_1", "rater_2", "n_items", "n_ratings", "interval", "status"))
  none <- as.data.frame(rlang::rep_named(numbers, list(rep(NA_real_, n))))
  none[c("rater_1", "rater_2")] <- NA_character_
  none$n_items <- counts$n_items
  none$n_ratings <- counts$n_ratings
  none$interval <- rep(ci$label, n)
  none$conf.level <- rep(ci$conf_level %||% NA_real_, n)
  none$status <- rep("no item with two raters", n)
  vctrs::vec_cbind(as.data.frame(vctrs::vec_slice(keys, group)), none)
}

concordance_rows <- function(kappas, rater_1, rater_2) {
  keys <- setdiff(key_names(kappas), c("rater_1", "rater_2"))
  rows <- as.data.frame(unclass(kappas)[c(keys, setdiff(CONCORDANCE_COLUMNS, c(
    "rater_1", "rater_2", "precision", "accuracy", "location_shift", "scale_shift"
  )))], optional = TRUE)
  rows$rater_1 <- rep_len(rater_1, nrow(rows))
  rows$rater_2 <- rep_len(rater_2, nrow(rows))
  # With a single item the observed and the expected disagreement are equal, so the kappa of 0 has no meaning.
  single <- rows$n_items == 1 & rows$status == "ok"
  rows[single, c("estimate", "std.error", "conf.low", "conf.high")] <- NA_real_
  rows$status[single] <- "one item only"
  rows
}

# The components of the coefficient of two raters (Lin, 1989).
shifts_of_pairs <- function(rows, ratings, values) {
  group <- vctrs::vec_match(rows[names(ratings$groups)], ratings$groups)
  by_group <- lapply(seq_along(ratings$group_status), function(g) {
    if (g %in% group) {
      cells <- score_cells(ratings, values, g)
      split(cells, factor(as.character(ratings$raters)[cells$rater], as.character(ratings$raters)))
    }
  })
  found <- lapply(seq_len(nrow(rows)), function(i) {
    both <- shared_cells(by_group[[group[i]]], c(rows$rater_1[i], rows$rater_2[i]))
    shifts(both$x, both$y)
  })
  as.data.frame(do.call(rbind, found))
}

shifts <- function(x, y) {
  from_means <- list(x - mean(x), y - mean(y))
  unit <- unit_of(unlist(from_means))
  from_means <- lapply(from_means, `/`, unit)
  covariance <- function(a, b) mean(a * b)
  sd <- sqrt(vapply(from_means, function(x) covariance(x, x), 0))
  v <- sd[1] / sd[2]
  u <- (mean(x) - mean(y)) / unit / sqrt(sd[1] * sd[2])
  found <- c(
    precision = covariance(from_means[[1]], from_means[[2]]) / (sd[1] * sd[2]), accuracy = 2 / (v + 1 / v + u^2),
    location_shift = u, scale_shift = v
  )
  replace(found, !is.finite(found), NA_real_)
}
