#' Plots of results
#'
#' Every result of accord has an `autoplot()` method for package ggplot2, and `plot()` draws what it makes: to
#' look at, or to change as any ggplot and print in a column of 8 cm.
#'
#' @details
#' | result of | plot |
#' |---|---|
#' | [agreement()] and its verbs, [icc()], [category_agreement()] | estimates with their intervals, in rows |
#' | [pairwise_agreement()] | raters by raters, in an order of similarity; estimates where they fit |
#' | [rater_summary()] | agreement against the number of ratings, with a band of sampling |
#' | [item_summary()] | the number of items by their agreement |
#' | [rater_influence()], [item_influence()] | the `n` with most influence |
#' | [disagreements()] | the `n` items that divide raters most, with their answers; categories by categories |
#' | [as_ratings()] and its `summary()` | coincidences of categories, shaded by their share in the row |
#' | [compare_agreement()] | differences with their intervals |
#' | [consensus()] | the probabilities of the labels; with `gold`, their calibration; the errors of raters |
#' | [evaluate_consensus()] | scores with their intervals |
#' | [calibration()] | the share of answers that are right against their mean confidence |
#' | [alt_test()] | the shares of items on which the model, and each person, is as close to the others |
#' | [corrected_estimate()], [corrected_regression()] | estimates with their intervals, in rows |
#' | [variance_components()] | components with their intervals |
#' | [generalizability()] | both coefficients against the number of raters, tasks or occasions |
#' | [rater_severity()] | severities with their intervals; with batches, each rater through them |
#' | [plan_agreement()] | width of the interval against the number of items |
#' | [chain_agreement()] | mentions of the first, of both, of the second annotator; \eqn{\delta}{delta} |
#' | [coref_scores()] and its `mean()`, [chain_alpha()] | scores and alpha |
#' | [span_agreement()], [span_alpha()], [span_gamma()] | estimates with their intervals, in rows |
#'
#' In the plot of raters the line is the mean over all ratings, and the band is the mean plus or minus
#' \eqn{1.96\, s / \sqrt{n}}{1.96 s / sqrt(n)}, which holds 95% of raters whose true value is the mean: \eqn{s} is
#' the binomial standard deviation for shares, and the mean standard error of a rating for kappa. Triangles lie
#' outside. Up to eight raters of a panel are named; of more, those below the band, the eight with most ratings.
#' Of crowds of raters at the same place there is one larger point. The dashed line at 0 is agreement by chance, for
#' kappa alone.
#'
#' Colours are those of Okabe and Ito, and differ for all common kinds of colour blindness; series differ in
#' shape too, and tiles and bars in lightness, so that a copy in grey can be read. Ids longer than their room
#' are cut in the middle, and numbered if they would then be the same. Where labels would overlap, some are left
#' out: make the plot higher, as by `ggplot2::ggsave("plot.pdf", width = 8, height = 15, units = "cm")`. More than 24
#' rows of estimates stand in two columns, in which up to 60 names can be read.
#'
#' @section Missing and degenerate data:
#' An estimate that is not defined has its row, with the `status` in place of the point; tiles without a value
#' are grey; the number of raters or items without one stands under the plot. A test that was not made has no
#' shares, and says why. Bands of a benchmark lie behind coefficients that the scale has words for.
#' Of more than 12 groups that need a panel each the first 12 are drawn, of panels with many rows as many as have
#' room, of more than 60 rows of one panel (fewer where each has several estimates) the first 60, of more than 40
#' differences the largest 40, and it says so under the plot; filter the rows to see others. Of the means of
#' [rater_summary()] those of other columns are not drawn beside shares if they lie beyond 1, and are named there.
#' Curves of [generalizability()] are computed from its components, and left out where rows were bound together.
#' Spans and chains as such ([as_spans()], [as_chains()]) have no plot.
#'
#' @section Errors:
#' `accord_error_missing_package` without ggplot2 (for `plot()`), `accord_error_missing_column` for results
#' whose columns were taken away, `accord_error_no_rows`, `accord_error_no_values` where no row has
#' anything to draw (medians have no standard error), `accord_error_no_plot` for spans and chains, and
#' `accord_error_argument`.
#'
#' @param object,x A result of accord; rows may have been taken out.
#' @param ... For `plot()`, the arguments of `autoplot()`; else must be empty.
#' @param benchmark The name of a scale of [interpret()], whose words are drawn as bands behind the estimates.
#' @param sort Whether rows are sorted, the highest estimate on top.
#' @param columns Of estimates in rows without panels, the number of columns that the rows stand in, 1 to 3. The default
#'   is two for more than 24 rows, so that all names can be read in a plot 7 cm high. A higher one has room for them in
#'   one: `plot(x, columns = 1)` with 3 mm for each.
#' @param max_raters The number of raters to show at most: those with values for most pairs.
#' @param figure What is plotted: of raters `"kappa"`, `"agree_majority"`, `"agree_others"` or
#'   `"agree_pairs"`; of items `"agreement"`, `"entropy"` or `"majority_share"`.
#' @param n The number of rows to show at most in each group, fewer where it is not given and groups are many; of
#'   Dawid-Skene, the number of raters.
#' @param what `"labels"`: a histogram of their probability (of numbers, of their standard error). `"raters"`:
#'   the confusion tables estimated by Dawid-Skene, or the skills of the other methods. `"calibration"`: the
#'   share of labels that are right against their probability, in up to ten bins with 95% limits of Clopper
#'   and Pearson (1934); the default where there is `gold`.
#' @param gold Labels that are known, as for [evaluate_consensus()].
#' @return `autoplot()`: a ggplot. `plot()` draws it and returns it invisibly.
#' @references
#' Clopper, C. J. and Pearson, E. S. (1934) The use of confidence or fiducial limits illustrated in the case of
#' the binomial. *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#'
#' Okabe, M. and Ito, K. (2008) *Color Universal Design*. <https://jfly.uni-koeln.de/color/>
#' @seealso [paper_table()] for the numbers.
#' @name autoplot.accord
#' @examplesIf rlang::is_installed("ggplot2")
#' set.seed(1)
#' ratings <- simulate_ratings(60, 3, n_raters = 6, accuracy = 0.8)
#' alpha <- agreement(ratings, item, rater, rating)
#' plot(alpha, benchmark = "landis_koch")
#' plot(pairwise_agreement(ratings, item, rater, rating))
#' plot(rater_summary(ratings, item, rater, rating))
#'
#' # A ggplot, to be changed as any other
#' ggplot2::autoplot(rater_influence(ratings, item, rater, rating)) + ggplot2::ggtitle("Who differs")
NULL
