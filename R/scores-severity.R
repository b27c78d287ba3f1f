#' Severity of raters: the many-facet Rasch model
#'
#' Which raters are severe and which are lenient, if they did not rate the same items? Estimates severities of raters
#' in logits, on one scale with the items, with standard errors, fit, and the rating that an average item would get
#' from each rater.
#'
#' @details
#' The rating \eqn{x} of item \eqn{p} by rater \eqn{r} falls into category \eqn{k} rather than \eqn{k - 1} with the
#' log odds (Linacre 1989; Andrich 1978)
#' \deqn{\log \frac{P(x = k)}{P(x = k - 1)} = \theta_p - s_r - d_c - \tau_k}{
#' log(P(x = k) / P(x = k - 1)) = theta_p - s_r - d_c - tau_k} with the severity \eqn{s_r} of the rater, the
#' difficulty \eqn{d_c} of each level of further `facets` (criteria, tasks) and steps \eqn{\tau_k} that add up to 0:
#' the rating scale model. With `steps`, each level of that column has separate steps, \eqn{\tau_{ck}}: the partial
#' credit model (Masters 1982). An "item" is what was rated, such as an essay or a person. Category 0 is the lowest
#' number that occurs; an unused number in between remains a category with probability 0.
#'
#' With `slopes = TRUE` each rater also has a slope \eqn{a_r > 0}{a_r > 0}, the generalized many-facet Rasch model (Uto
#' and Ueno 2020; with the raters as items it is the generalized partial credit model of Muraki 1992):
#' \deqn{\log \frac{P(x = k)}{P(x = k - 1)} = a_r (\theta_p - s_r - d_c - \tau_k).}{
#' log(P(x = k) / P(x = k - 1)) = a_r (theta_p - s_r - d_c - tau_k).}
#' A rater with a high slope is consistent: ratings rise steeply with \eqn{\theta_p}{theta_p}. Logits are identified by
#' the condition that the product of all slopes is 1, so that an average rater has the slope 1; a common factor of the
#' slopes is the inverse factor of all other parameters. A rater has one slope in all batches. [fair_marks()] are those
#' of a rater with the slope 1. See *Which model*.
#'
#' **Estimation** is by marginal maximum likelihood: \eqn{\theta_p \sim N(\mu, \sigma^2)}{theta_p ~ N(mu, sigma^2)} is
#' integrated out (Bock and Aitkin 1981). It assumes that the assignment of items to raters does not depend on
#' \eqn{\theta_p}{theta_p}, given the links between them. Standard errors come from the full observed information
#' (Louis 1982). `vignette("severity")` compares this with joint maximum likelihood.
#'
#' **Origin.** With `center = "raters"` severities have the mean 0, and standard errors are those of
#' \eqn{s_r - \bar s}{s_r - mean(s)}. With `"items"` the items have the mean 0.
#'
#' **Fit.** With the expected rating \eqn{E} and its variance \eqn{V} at \eqn{\theta}{theta},
#' \deqn{\mathrm{outfit} = \frac1n \sum \frac{(x - E)^2}{V}, \qquad \mathrm{infit} = \frac{\sum (x - E)^2}{\sum V}}{
#' outfit = mean((x - E)^2 / V), infit = sum((x - E)^2) / sum(V)} over the ratings of a rater (Wright and Masters 1982),
#' each averaged over the posterior of \eqn{\theta_p}{theta_p}, so that both have the expectation 1. Above 1 a rater
#' is less predictable than the model implies, below 1 more predictable: see the verdicts.
#'
#' **Fair average**: the expected rating of the average item, on all levels of further facets at their mean
#' difficulty.
#'
#' **Separation** is \eqn{G = \hat\sigma_s / e}{G = sqrt(v) / e}, where \eqn{e} is the root mean squared error of the
#' severities and \eqn{\hat\sigma_s^2}{v} their variance minus \eqn{e^2}. Strata are \eqn{(4 G + 1) / 3}, and
#' reliability is \eqn{G^2 / (1 + G^2)}: how reliably the severities can be distinguished. The chi-square statistic is
#' Wald's for equal severities.
#'
#' @section Verdicts:
#' `verdict` is `"ok"`, or what chance does not explain and is large enough to matter; `tidy(x, "verdicts")` has the
#' figures and the reason (`why`).
#'
#' * severe, lenient: a rating by the rater is half a category or more below (above) that of an average rater, and
#'   the test of no difference has p < .05 after Holm's correction for the number of raters;
#' * erratic: infit or outfit is above 1.2, p < .05;
#' * predictable: infit or outfit is below 0.5, p < .05, without halo or central tendency;
#' * halo: within an item, ratings on several facets vary less than 0.8 times as much as the model implies, p < .01,
#'   also relative to how much all ratings of the rater vary;
#' * central tendency: all ratings of the rater vary less than 0.8 times as much as implied, p < .01;
#' * extremes: they vary more than 1.25 times as much, p < .01, and the rater is not erratic;
#' * bias: with `facets`, ratings at a level of one of them, such as a criterion, are on average a quarter of a category
#'   or more from those expected from this rater (see below), p < .05 after Holm's correction for all raters and levels;
#' * drift: with `batch`, any change or a trend (see below), p < .05 after Holm's correction, for the smaller of the
#'   two p values, doubled.
#'
#' Mean squares up to 1.2 are accepted where raters should agree (Wright and Linacre 1994); below 0.5 ratings tell
#' little but do no harm (Linacre 2002). Mean squares are standardized by the cube root of Wilson and Hilferty (1931),
#' with their variance under the model in which \eqn{\theta_p}{theta_p} is unknown; the p value is that of the larger
#' one, doubled. Halo, central tendency and extremes are ratios of sums of squares, observed and expected given the
#' ratings. Their differences by item have the mean 0 under the model, and their variance is estimated from all raters.
#'
#' A rater is compared with a model that was fitted to all of them: if most raters have the same fault, none of them
#' stands out, and a severe fault of one changes the estimates of all. Where raters are erratic, the fit, halo and
#' spread of the others in `tidy(x, "verdicts")` are those of a second fit, without the erratic raters, since these make
#' the ratings of the others look alike; so are those beside raters who are predictable or have halo or central
#' tendency, who make the others look erratic. With an erratic rater among few, items seem to differ less (`item_sd` of
#' [glance()][tidy.accord_severity]), and [fair_marks()] are drawn together, so compare a fit without this rater. In
#' simulations 0 to 4% of raters
#' without a fault had such a verdict; `vignette("severity")` has the table.
#'
#' @section Which model:
#' The print has the information criteria of the model; fit the rating scale model, `steps` and `slopes = TRUE`, and
#' compare them by `anova(x, y, z)`: the lowest AIC or BIC is best, where BIC chooses the smaller model more often.
#' Slopes need more ratings than severities. In simulations with six raters, seven categories, slopes from 0.7 to 1.5
#' and three raters for each item, slopes were finite in 50 of 50 data sets with 100 ratings by each rater, in 43 with
#' 50, and in 19 with 25; with two raters for each item in 38 with 67. A slope has no finite estimate if ratings of a
#' rater do not rise with those of the others, or for too few ratings: all estimates are `NA` then, and `status` names
#' the rater. Leave this rater out, or fit the model without slopes, in which such a rater is erratic. In a model with
#' slopes infit and outfit are 1 on average also for a rater of little consistency, who has a slope below 1.
#'
#' @section Bias:
#' `tidy(x, "bias")` has the interaction of each rater with each level of the `facets`, as the bias analysis of FACETS
#' (Linacre 1989): with all other estimates held fixed, the severity \eqn{b} that is added at this level alone,
#' \deqn{\hat b = -\frac{\sum (x - E)}{I}, \qquad z = \hat b \sqrt{I}}{b = -sum(x - E) / I, z = b sqrt(I)}
#' over these ratings, where \eqn{I} is the sum of their variances minus the posterior variance of their sum, as items
#' are integrated out. Since a bias also changes the main effects, which take up a part of it, \eqn{b} is drawn
#' towards 0, with two levels by about a half, and the test is conservative. Raters who all treat a level alike have no
#' bias: this is its difficulty.
#'
#' @section Drift:
#' With `batch`, a rater has a severity in each batch (Myford and Wolfe 2009), all on one scale. `tidy(x, "drift")`
#' tests for each rater that the severity did not change (Wald), gives the last batch minus the first, and the trend:
#' the change in logits per unit of the batches if they are numbers, per day if they are dates, and otherwise per
#' batch, by generalized least squares. A trend finds a slow change over many batches that the test of any change
#' misses. Batches that are text are ordered by their numbers if they differ in one number only, as `"week 9"` and
#' `"week 10"`, otherwise alphabetically: use a factor for any other order. The printed result names the first and the
#' last batch. Batches without common items are linked only by the distribution of the items: see `link`. Drift of
#' agreement is measured by `compare_agreement(by = batch)`; the consistency of a rater by [intra_rater_agreement()].
#'
#' @section One dimension:
#' The model has one location for each item. If raters judge two qualities that do not go together, residuals of the
#' same items correlate between the levels of a facet, such as criteria, or between raters. The largest eigenvalue of
#' the correlations of standardized residuals (Smith 2002), of the first facet with three levels or more, without
#' facets of three to 100 raters, is compared with 32 simulated data sets that follow the model. If it is more than four
#' of their standard deviations and 15% above their mean, a line of the print says so: in a simulation never in 150 data
#' sets of one quality (40 to 150 items), and in 59 of 60 in which half of four criteria were of another (60 and 150
#' items, a second standard deviation of 0.5 or 0.8 logits beside the first of 1.2).
#'
#' @section Coverage:
#' In simulations 95% limits contained the true severity in 94 to 96% of the data sets; `vignette("severity")` has the
#' table.
#'
#' @section Missing and degenerate data:
#' Missing ratings (`NA`) are left out. A rater who gave only the lowest, or only the highest, rating has no finite
#' severity: `severity` is `NA`, `status` says so, with a warning, and these ratings, which carry no information, are
#' left out of the fit. If items do not differ, the standard deviation of the items is 0 (`glance()`). If raters agree
#' (almost) always, it grows without limit, and no severity is finite: all estimates are `NA`, also those of `tidy()`
#' and `glance()`, `status` says so, and there is a warning. The same holds for a fit that does not converge.
#'
#' A warning of class `accord_warning_exchanged` says that items and raters may be exchanged, as in [icc()]: raters are
#' at least twice as many as items, rated at least half of them, and differ much more than the items.
#'
#' @section Errors:
#' `accord_error_not_identified` if sets of raters have no common item (it names them), or a facet cannot be separated
#' from raters; `accord_error_level` for labels, `accord_error_not_whole`, `accord_error_missing_code` (also
#' `accord_error_stray_code`) for a number that may mean a missing rating or be mistyped, see [as_ratings()],
#' `accord_error_too_many_categories` (above 50), `accord_error_no_variance` if all ratings are equal,
#' `accord_error_no_scores` if there are none,
#' `accord_error_one_level` (one rater), `accord_error_duplicate_rating`, `accord_error_sparse_categories` (separate
#' steps need all categories), `accord_error_extreme` (a level of a facet with ratings at one end of the scale only),
#' `accord_error_too_large` (more than 5,000 severities), `accord_error_missing_value`, `accord_error_missing_column`,
#' `accord_error_infinite_value`, `accord_error_no_rows` and `accord_error_argument`.
#'
#' @param data A data frame with a row per rating; or anything that [as_ratings()] accepts, with its `layout`.
#' @param item,rater,rating <[`tidy-select`][tidyselect::language]> Columns, one each. Ratings are whole numbers,
#'   or an ordered factor. Levels that are increasing whole numbers, at most 50 apart, have these values; others count
#'   by their positions, from 1, and the print says so. Half marks or other parts of 1 that are ratings of
#'   `as_ratings(level = "ordinal")` are such levels, with all steps between the lowest and the highest.
#' @param ... Arguments of [as_ratings()], such as `layout`; not together with `facets`, `steps` or `batch`. Clusters
#'   are an error. Case weights that are frequencies are expanded to that many items, with numbered ids.
#' @param facets <[`tidy-select`][tidyselect::language]> Further columns with a difficulty for each level, such as
#'   criteria or tasks.
#' @param steps <[`tidy-select`][tidyselect::language]> The rater column or one of `facets`, each level of which has
#'   separate steps. By default all share the same steps.
#' @param slopes Whether each rater has a slope, the consistency of the rater: the generalized model.
#' @param batch <[`tidy-select`][tidyselect::language]> A column of batches or times, see below: numbers and dates are
#'   in their order, factors in that of their levels.
#' @param center `"raters"` or `"items"`: whose mean is 0.
#' @param link `"items"`: raters are compared through common items, and it is an error if there are none.
#'   `"population"`: items were assigned at random to sets of raters without common items, so that these can be
#'   compared because their items are equally good on average.
#' @param weights <[`tidy-select`][tidyselect::language]> A column of frequencies, whole numbers: a rating with the
#'   weight 3 counts as three such ratings of the item, and one with the weight 0 is set aside. The result is that of
#'   the rows so often repeated with `duplicates = "keep"`, but neither time nor memory grows with the weights, and
#'   `augment()` has each row once, with its weight. For items that occur several times use `case_weights`.
#' @param categories The ratings that can be given, such as `0:6`. Others, such as a typed 9, are set aside and counted.
#'   By default those that occur. Unused ones at the ends of the scale have no finite step, and are not part of the
#'   model.
#' @param duplicates What to do when a rater rated an item (within facets and batch) more than once: `"error"`,
#'   `"first"`, `"last"`, or `"keep"` all as independent.
#' @param ci The interval: [ci_default()] or [ci_none()].
#'
#' @return A tibble of class `accord_severity` with a row per rater (and batch): `rater`, `batch`, `severity`,
#'   `std.error`, `conf.low`, `conf.high`, `fair_average`, `mean` (of the ratings given), `infit`, `outfit`,
#'   `n_items`, `n_ratings`, `verdict`, `conf.level`, `status`; with slopes also `slope`.
#'   [tidy()][tidy.accord_severity] also gives the reasons of
#'   the verdicts, items, facets, steps, slopes and drift; [fair_marks()] the marks of the items;
#'   [augment()][tidy.accord_severity] the expected value and the residual of each rating;
#'   [glance()][tidy.accord_severity] separation, reliability and the fit.
#' @references
#' Andrich, D. (1978) A rating formulation for ordered response categories. *Psychometrika* 43, 561-573.
#' \doi{10.1007/BF02293814}
#'
#' Bock, R. D. and Aitkin, M. (1981) Marginal maximum likelihood estimation of item parameters: application of an EM
#' algorithm. *Psychometrika* 46, 443-459. \doi{10.1007/BF02293801}
#'
#' Linacre, J. M. (2002) What do infit and outfit, mean-square and standardized mean? *Rasch Measurement Transactions*
#' 16(2), 878.
#'
#' Linacre, J. M. (1989) *Many-Facet Rasch Measurement*. MESA Press.
#'
#' Louis, T. A. (1982) Finding the observed information matrix when using the EM algorithm. *Journal of the Royal
#' Statistical Society B* 44, 226-233. \doi{10.1111/j.2517-6161.1982.tb01203.x}
#'
#' Masters, G. N. (1982) A Rasch model for partial credit scoring. *Psychometrika* 47, 149-174.
#' \doi{10.1007/BF02296272}
#'
#' Muraki, E. (1992) A generalized partial credit model: application of an EM algorithm. *Applied Psychological
#' Measurement* 16, 159-176. \doi{10.1177/014662169201600206}
#'
#' Myford, C. M. and Wolfe, E. W. (2009) Monitoring rater performance over time: a framework for detecting
#' differential
#' accuracy and differential scale category use. *Journal of Educational Measurement* 46, 371-389.
#' \doi{10.1111/j.1745-3984.2009.00088.x}
#'
#' Smith, E. V. (2002) Detecting and evaluating the impact of multidimensionality using item fit statistics and
#' principal component analysis of residuals. *Journal of Applied Measurement* 3, 205-231.
#'
#' Uto, M. and Ueno, M. (2020) A generalized many-facet Rasch model and its Bayesian estimation using Hamiltonian Monte
#' Carlo. *Behaviormetrika* 47, 469-496. \doi{10.1007/s41237-020-00115-7}
#'
#' Wilson, E. B. and Hilferty, M. M. (1931) The distribution of chi-square. *Proceedings of the National Academy of
#' Sciences* 17, 684-688. \doi{10.1073/pnas.17.12.684}
#'
#' Wright, B. D. and Linacre, J. M. (1994) Reasonable mean-square fit values. *Rasch Measurement Transactions* 8, 370.
#'
#' Wright, B. D. and Masters, G. N. (1982) *Rating Scale Analysis*. MESA Press.
#' @seealso [fair_marks()] for the marks of the items, [variance_components()] for the variance due to raters,
#'   [generalizability()] for the effect of more raters, [intra_rater_agreement()] for consistency;
#'   `vignette("severity")`.
#' @export
#' @examples
#' set.seed(1)
#' essays <- expand.grid(essay = 1:60, rater = c("ann", "bob", "cat", "dan"))
#' essays <- essays[runif(240) < .6, ]
#' place <- 1.5 * rnorm(60)[essays$essay] - c(ann = -1, bob = 0, cat = .3, dan = .7)[essays$rater]
#' essays$grade <- 1 + rowSums(outer(place, c(-1, 0, 1), `-`) > rlogis(nrow(essays) * 3))
#' x <- rater_severity(essays, essay, rater, grade)
#' x
#' glance(x)
#' tidy(x, "steps")
rater_severity <- function(data, item, rater, rating, ..., facets = NULL, steps = NULL, slopes = FALSE, batch = NULL,
                           center = "raters", link = "items", weights = NULL, categories = NULL, duplicates = "error",
                           ci = ci_default()) {
  check_no_groups(data, "Models of scores are fitted to all rows.")
  check_choice(center, c("raters", "items"), "center")
  check_choice(link, c("items", "population"), "link")
  check_flag(slopes, "slopes")
  check_choice(duplicates, c("error", "first", "last", "keep"), "duplicates")
  ci <- check_own_ci(ci, list(ci_analytic(distribution = "normal")))
  columns <- rlang::enquos(item = item, rater = rater, rating = rating)
  others <- rlang::enquos(facets = facets, steps = steps, batch = batch, weights = weights)
  # The checks of values and ids are those of as_ratings(), which has made them if there are ratings.
  checked <- inherits(data, "accord_ratings")
  of_sheet <- inherits(data, "accord_sheet") && all(vapply(columns, rlang::quo_is_missing, NA))
  as_rows <- is.data.frame(data) && !of_sheet && !any(OF_AS_RATINGS %in% dots_names(...))
  if (!as_rows) {
    # Other arguments may be names of columns.
    na <- if ("na" %in% dots_names(...)) rlang::eval_tidy(rlang::enquos(...)$na)
    checked <- checked || !is.null(na) && length(na) == 0
    data <- severity_rows(data, columns, others, duplicates, ...)
    columns <- rlang::quos(item = "item", rater = "rater", rating = "rating")
  } else {
    check_no_dots(...)
  }
  check_score_data(data)
  at <- vapply(names(columns), function(name) unname(select_one(columns[[name]], data, name)), 0L)
  facets <- if (!rlang::quo_is_null(others$facets)) unname(select_columns(others$facets, data, "facets"))
  batch <- unname(select_one(others$batch, data, "batch", optional = TRUE))
  steps <- unname(select_one(others$steps, data, "steps", optional = TRUE))
  weights <- unname(select_one(others$weights, data, "weights", optional = TRUE))
  check_severity_roles(at, facets, batch, steps, names(data), weights)
  design <- read_severity(data, at, facets, batch, duplicates, categories, rating_weights(data, weights))
  design$slopes <- slopes
  if (length(weights)) design$weights_name <- names(data)[weights]
  if (as_rows) warn_alike_ids_of(seen_ratings(design), design$names[["item"]])
  if (is.null(categories) && !checked) check_severity_codes(design)
  warn_exchanged_severity(design)
  design$steps <- if (length(steps)) names(design$names)[match(names(data)[steps], design$names)]
  new_severity(design, center, link, ci$conf_level %||% NA_real_)
}

SEVERITY_COLUMNS <- c(
  "rater", "severity", "std.error", "conf.low", "conf.high", "fair_average", "mean", "infit", "outfit",
  "n_items", "n_ratings", "verdict", "conf.level", "status"
)

new_severity <- function(design, center, link, conf_level) {
  facets <- Filter(is_facet, names(design$columns))
  check_some_ratings(design$rating)
  design <- with_cells(design)
  aside <- set_extremes_aside(design, facets)
  rating <- design$rating[aside$kept]
  count <- design$count[aside$kept]
  columns <- lapply(design$columns, `[`, aside$kept)
  if (link == "items" && length(unique(columns$rater)) < 2) {
    # Raters without a common item may have no rating between the ends for this reason, so this is checked first.
    check_linked(design$columns$rater, design$columns$item, design$cell_label)
  }
  check_severity_varies(design$rating, rating, columns$rater, design$cell_label)
  for (name in facets) check_facet_varies(columns[[name]], design$names[[name]])
  if (link == "items") {
    check_linked(columns$rater, columns$item, design$cell_label[sort(unique(columns$rater))])
    check_facets_apart(columns, facets, design$names)
  }
  check_left_ratings_vary(design$rating, rating)
  fit <- severity_estimates(design, rating, count, columns, facets)
  parts <- severity_parts(fit, design, columns, facets, center, conf_level)
  parts$model <- severity_model(fit, design, columns, facets, conf_level)
  parts$bias <- bias_rows(fit, design, columns, facets, parts$model$raters)
  parts$dimension <- residual_dimension(fit, design, facets)
  parts$verdicts <- severity_verdict_rows(fit, parts, function(cells) {
    own <- columns$rater %in% cells
    severity_estimates(design, rating[own], count[own], lapply(columns, `[`, own), facets)
  })
  if (!parts$ok && !is.null(parts$bias)) parts$bias <- without_estimates(parts$bias)
  rows <- severity_table(fit, design, parts, aside, conf_level)
  n <- length(design$cell_label)
  parts$ratings <- fitted_ratings(fit, design, aside$kept)
  result <- new_result(
    rows, nrow = n, class = "accord_severity",
    parts = parts, center = center, link = link, estimates = rows$severity
  )
  warn_severity(result, design$cell_label)
  result
}
