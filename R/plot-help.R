#' Plots of results
#'
#' Every result of accord has an `autoplot()` method for package ggplot2, whose plot `plot()` draws; that of
#' [link_objects()] and [distance_agreement()] says which other result has a plot. It can be
#' modified like any ggplot. It is laid out for its true size: that of `width` and `height`, of the open device for
#' `plot()`, of the figures of a chunk in a document of knitr, and otherwise of a column of 8 by 7 cm.
#'
#' @details
#' | result of | plot |
#' |---|---|
#' | [agreement()], single coefficients, [icc()], [category_agreement()] | estimates in rows, or along time |
#' | [intra_rater_agreement()] | the same, for each rater |
#' | [pairwise_agreement()] | raters by raters, ordered by similarity, with the estimates if they fit |
#' | [rater_summary()] | agreement against the number of ratings, with a band for sampling variation; or in rows |
#' | `summary()` of [rater_summary()] | means over raters with intervals; groups by measure, many groups by kappa |
#' | [item_summary()] | the number of items by their agreement |
#' | [rater_influence()], [item_influence()] | the `n` most influential items or raters; bars of all if these tie |
#' | [disagreements()] | items with most disagreement, or patterns of ratings if these tie; pairs of categories |
#' | [as_ratings()] and its `summary()` | shares of the other ratings by category, a row for each category |
#' | [compare_agreement()] | differences with their intervals |
#' | [consensus()] | the probabilities of the labels; with `gold`, their calibration; the errors of raters |
#' | [evaluate_consensus()] | scores of each class and of all with intervals, or a panel per score |
#' | [calibration()] | the share of right answers against their mean confidence |
#' | [alt_test()] | the shares of items of the model and of each person, whether the model wins, and the winning rate |
#' | [judge_report()] | shares and differences with intervals; several judges are rows, with a panel for each figure |
#' | [corrected_estimate()] | the model alone, people alone and the corrected estimates, in rows |
#' | [corrected_regression()] | coefficients with their intervals, in rows |
#' | [variance_components()] | components with their intervals |
#' | [generalizability()] | both coefficients against the number of raters, tasks or occasions |
#' | [rater_severity()] | severities and items; a panel per rater of batches; a Wright map; curves of the categories |
#' | [fair_marks()] | items in the order of their fair marks, with intervals, raw marks and the pass mark |
#' | [limits_of_agreement()] | differences against means, with bias and limits |
#' | [concordance()] | correlations with their intervals |
#' | [next_items()] | the ratings to ask for: uncertainty of the item, information of the rater's answer |
#' | [fewer_ratings()] | accuracy, or the share of equal labels, by the number of ratings, in both orders |
#' | [audit_labels()] | the capital after each audit, and the line that it must reach |
#' | [sample_size()] | number of items against the value of the coefficient, a line per number of raters |
#' | [plan_agreement()] | width of the interval against the number of items |
#' | [chain_agreement()] | mentions of the first only, of both, of the second annotator only; \eqn{\delta}{delta} |
#' | [coref_scores()] and its `mean()`, [chain_alpha()] | scores (of several pairs F1, of many one measure), alpha |
#' | [as_spans()] | a timeline: the spans or events of each annotator, a panel for each document |
#' | [span_agreement()] | estimates with their intervals, in rows; by three tolerances or more, a curve |
#' | [span_alpha()], [span_gamma()], [event_kappa()] | estimates with their intervals, in rows |
#'
#' Of several coefficients by group, up to three coefficients share the row of a group, or up to three groups that of a
#' coefficient; if there are more of both, each group or each coefficient has a panel. Three series of a row that would
#' cover each other have panels side by side. Rows of combined results with equal names get the number of raters, items
#' or ratings, or a number, such as "Result 1" and "Result 2".
#'
#' A sentence above the plot says how to read it. Estimates in rows are given in numbers at the right edge, of their
#' panel or of the page, if there is room. A number of the axis lies beyond each end of what is drawn, or near to it.
#' All text has 7 points or more, so that as many rows, tiles and panels are drawn as have room for their names; a
#' larger `width` or `height` has room for more, if the plot is then saved in that size:
#' `ggplot2::ggsave("plot.pdf", autoplot(x, height = 15), width = 8, height = 15, units = "cm")`.
#' Few rows are only as high as they need, at the top: a smaller `height` leaves nothing empty below them. Numbers below
#' 0 have a minus, or a hyphen, which `pdf()` draws as a minus, on devices that have none. The alt text
#' (`ggplot2::get_alt_text()`) says what is seen.
#'
#' Groups that are days (of class `Date` or `POSIXct`, or text such as `"2024-03-01"`) are an axis of time, on which the
#' estimates need not begin at 0. Groups of several columns that are too many for one column of rows have a panel for
#' each value of the column with fewest. Raters are rows with their intervals, the lowest agreement first, if their
#' numbers of ratings differ by less than a fifth or if they are more than 100; if there are too many for a name each,
#' the lowest are drawn, below ticks for all. The intervals of shares are those of Clopper and Pearson (1934). Of
#' severities, the triangles are raters whose infit or outfit is below .5 or above 1.5 (Linacre, 2002). Of pairs of
#' raters and of categories one triangle is drawn, with the names in the diagonal; if tiles have no room for numbers,
#' those below 0 have a stroke, so that a grey copy shows the sign.
#'
#' In the plot of raters the line is the median kappa of the raters, or the mean share over all ratings, and the band is
#' plus or minus \eqn{z\, s / \sqrt{n}}{z s / sqrt(n)} around it: \eqn{s} is the binomial standard deviation for shares,
#' and the mean standard error of a rating for kappa. With \eqn{z} of the two-sided level 5% divided by the number of
#' raters in the panel (Bonferroni), none of them is outside in 95% of studies if all are alike, as in
#' [report_agreement()]. Raters outside are triangles. Up
#' to eight raters of a panel are named; if there are more, the eight with most ratings among those below the band.
#' Names that would cover points or other names are left out, and a caption gives their number.
#' Raters with the same values are one larger point. The dashed line at 0, for kappa only, is chance agreement.
#'
#' Colours are those of Okabe and Ito, which can be distinguished with all common kinds of colour blindness; series
#' also differ in shape, and tiles and bars in lightness, so that a grey copy is legible. Long names are shortened in
#' the middle; those that would then be the same are shown from where they differ, or numbered. More rows of estimates
#' than have room in one column are shown in two. `pdf()` draws no letters beyond those of Western Europe, of which
#' `plot()` warns: use `cairo_pdf()`, as in `ggplot2::ggsave("plot.pdf", device = cairo_pdf)`.
#'
#' @section Missing and degenerate data:
#' An estimate that is not defined has a row with the `status` instead of a point; tiles without a value are grey, with
#' a cross; the number of raters or items without a value is given under the plot. For a test that was not made the
#' reason is shown instead of the shares. Bands of a benchmark are drawn only behind coefficients to which the scale
#' applies. If there are too many rows, only part of them is drawn, and a caption says so: the first 12 of more than 12
#' groups with a panel each, as many panels and rows as fit (fewer if each row has several estimates), and the largest
#' differences; filter the rows, or use a larger `height`, to see others. If many rows have three coefficients or more
#' and there is no width for a panel of each, the first is drawn, and the caption names the others. Of the means of
#' [rater_summary()], those of other columns are not drawn together with shares if they exceed 1; the caption names
#' them. Of [compare_agreement()] within and across groups of raters, groups without any value are named in the caption.
#' Log scores and the calibration error of labels have no place on the axis of scores. Curves of [generalizability()]
#' are computed from its components, and left out if results were combined. Of [as_spans()], documents in which nobody
#' marked anything are counted in the caption, and an annotator who marked nothing has an empty row. There is no plot of
#' chains ([as_chains()]).
#'
#' @section Errors:
#' `accord_error_missing_package` without ggplot2 (for `plot()`), `accord_error_missing_column` for results whose
#' columns were removed, `accord_error_no_rows`, `accord_error_no_values` if no row has a value to draw (medians have
#' no standard error), `accord_error_nothing_to_plot` if all ratings to ask for are equally uncertain and informative,
#' `accord_error_no_plot` for chains, links and distances, and `accord_error_argument`. The warning
#' of letters that `pdf()` does not draw is `accord_warning_letters`.
#'
#' @param object,x A result of accord, possibly with some rows removed.
#' @param ... For `plot()`, the arguments of `autoplot()`; otherwise must be empty.
#' @param benchmark The name of a scale of [interpret()], whose labels are drawn as bands behind the estimates.
#' @param sort Whether rows are sorted, the highest estimate on top.
#' @param columns For estimates in rows without panels, the number of columns of rows, 1 to 3. The default is two for
#'   more rows than have a line each. A higher plot has room for them in one, with 3 mm for each.
#' @param width,height The size of the plot in centimetres, for which it is laid out. The default of `autoplot()` is the
#'   size of figures in a chunk of knitr, otherwise 8 by 7 cm; that of `plot()` is the size of the open device.
#' @param max_raters Maximum number of raters: those with values for most pairs are shown. The default is as many as
#'   have room for their names.
#' @param figure The statistic to plot: for raters `"kappa"`, `"agree_majority"`, `"agree_others"` or `"agree_pairs"`;
#'   for items `"agreement"`, `"entropy"` or `"majority_share"`.
#' @param n Maximum number of rows in each group; by default as many as have room, at most 20. For Dawid-Skene, the
#'   maximum number of raters; by default as many, up to nine, as have room for their numbers.
#' @param what `"labels"`: a histogram of their probabilities (for numbers, of their standard errors). `"raters"`: the
#'   confusion tables estimated by Dawid-Skene, or the skills of the other methods. `"calibration"`: the share of
#'   right labels against their probability, in up to ten bins with 95% limits of Clopper and Pearson (1934); the
#'   default if `gold` is given. For severities, `"raters"`; `"map"`: items (a histogram), raters, facets and steps on
#'   one scale (Wright map), with the mean over steps of several groups; or `"categories"`: the probability of each
#'   category by the place of the item.
#' @param gold Known labels, as for [evaluate_consensus()].
#' @return `autoplot()`: a ggplot. `plot()` draws it and returns it invisibly.
#' @references
#' Clopper, C. J. and Pearson, E. S. (1934) The use of confidence or fiducial limits illustrated in the case of
#' the binomial. *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#'
#' Linacre, J. M. (2002) What do infit and outfit, mean-square and standardized mean? *Rasch Measurement Transactions*
#' 16(2), 878.
#'
#' Okabe, M. and Ito, K. (2008) *Color Universal Design*. <https://jfly.uni-koeln.de/color/>
#' @seealso [paper_table()] for the numbers.
#' @name autoplot.accord
#' @order 1
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
