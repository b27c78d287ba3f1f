# Fair marks: what an average rater would give, in the units of the ratings.

#' Fair marks
#'
#' What would each essay have got from an average marker? From a fit of [rater_severity()], gives the expected mark of
#' each item in the units of the ratings, corrected for the severity of those who rated it, with a standard error and
#' an interval; and the probability of passing, with the items that should be marked again.
#'
#' @details
#' The fair mark of item \eqn{p} on criterion \eqn{c} is the expected rating by a rater of mean severity
#' \eqn{\bar s}{s},
#' \deqn{f_c(\theta_p) = \sum_k k \, P(x = k \mid \theta_p, \bar s, d_c, \tau),}{
#' f_c(theta_p) = sum of k P(x = k | theta_p, s, d_c, tau),} averaged over the posterior of \eqn{\theta_p}{theta_p}
#' given the ratings. The mark in all is the sum over the criteria (all combinations of levels of the `facets` that
#' occur), so that marks of essays with missing ratings are on the same scale. With separate steps for each rater,
#' the expected ratings are averaged over their steps.
#'
#' **Uncertainty.** `std.error` is the root of the posterior variance of the mark plus the variance due to
#' the estimates of the model (delta method). Limits are quantiles of the posterior, widened about its mean by the
#' same amount, so that they stay within the scale. In simulations of 15 designs with 2 to 50 markers, 95% limits
#' contained the mark in 94 to 95% of the essays where all markers keep to the model, and in as few as 91% where one of
#' six does not (central tendency, halo, erratic): see *Erratic raters*, and `vignette("severity")` for the table.
#'
#' **Other definitions.** FACETS's fair average of an item is the expected rating at one estimate of
#' \eqn{\theta_p}{theta_p} by joint maximum likelihood, with all other facets at their mean (Linacre 2024): that of an
#' average criterion, not the mean of the criteria. Here it is averaged over the posterior, which draws marks from few
#' ratings towards the mean of all items; an item with only the highest ratings has a finite mark.
#'
#' **Erratic raters.** Items that such a rater marked seem to differ less, and steps to be wider, so that marks of all
#' items are drawn together, and fewer may pass. A message names raters whose `verdict` is erratic; compare the marks
#' of a fit without them.
#'
#' **Cut.** With `cut`, `p_pass` is the probability that the fair mark is `cut` or more, and `decision` is `"pass"` or
#' `"fail"` if the interval lies on one side of it, otherwise `"mark again"`.
#'
#' @section Errors:
#' `accord_error_several_fits` for combined results, `accord_error_argument`, `accord_error_unknown_levels` if `newdata`
#' has raters or levels without an estimate, and those of [rater_severity()] for `newdata`. If a fit has no estimates,
#' marks are `NA`, and `status` says why.
#'
#' @param x A result of [rater_severity()].
#' @param ... Not used.
#' @param newdata A data frame with ratings of other items by the same raters, with the columns of the data of `x`. By
#'   default, marks are given to the items of the fit.
#' @param by <[`tidy-select`][tidyselect::language]> Facets of the fit: a mark for each of their levels, such as each
#'   criterion. By default one mark in all.
#' @param average <[`tidy-select`][tidyselect::language]> Facets over which marks are averaged rather than added, such
#'   as tasks of which each candidate did one.
#' @param cut The pass mark, or `NULL`: one of the possible marks, which are those between the lowest and the highest
#'   rating of the fit or of its `categories`, summed over criteria. With `by`, it is that of each level.
#' @param conf_level The level of the interval, by default that of `x`.
#'
#' @return A tibble of class `accord_marks` with a row per item (and level of `by`): `item`, the levels, `raw` (the sum
#'   over criteria of the mean ratings given, `NA` if a criterion has none), `fair`, `std.error`, `conf.low`,
#'   `conf.high`, with `cut` also `p_pass` and `decision`, `n_raters`, `n_ratings`, `conf.level`, `cut`, `status`. For
#'   an ordered factor marks are in the values of the levels, see [rater_severity()]. `predict()` on a result of
#'   [rater_severity()] does the same. `tidy()`: the same rows with `estimate` for `fair`. `glance()`: a row (per level
#'   of `by`) with `n_items`, `n_without` (a fair mark), `raw_mean`, `fair_mean`, `fair_sd`, `rmse` (the root mean
#'   squared standard error), `reliability` (the variance of the fair marks divided by the sum of it and the mean
#'   squared standard error) and, with `cut`, `n_pass`, `n_fail` and `n_mark_again`.
#' @references
#' Linacre, J. M. (2024) *A User's Guide to FACETS*. Winsteps.com.
#' @seealso [rater_severity()]; [`tidy(x, "verdicts")`][tidy.accord_severity] for the raters.
#' @export
#' @examples
#' set.seed(1)
#' essays <- expand.grid(
#'   essay = 1:60, marker = c("ann", "bob", "cat", "dan"), criterion = c("form", "content")
#' )
#' essays <- essays[(essays$essay + as.integer(essays$marker)) %% 4 < 2, ]
#' place <- 1.5 * rnorm(60)[essays$essay] - c(ann = -1, bob = 0, cat = .3, dan = .7)[essays$marker]
#' essays$mark <- rowSums(outer(place, c(-1.5, -.5, .5, 1.5), `-`) > rlogis(nrow(essays) * 4))
#' x <- rater_severity(essays, essay, marker, mark, facets = criterion)
#' marks <- fair_marks(x, cut = 4)
#' marks
#' table(marks$decision)
#' fair_marks(x, by = criterion)
fair_marks <- function(x, ..., newdata = NULL, by = NULL, average = NULL, cut = NULL, conf_level = NULL) {
  check_no_dots(...)
  check_given(x, "x")
  if (!inherits(x, "accord_severity")) abort_argument(x, "x", "a result of `rater_severity()`")
  check_kind(x)
  parts <- check_one_fit(x, "parts", "fair_marks")
  model <- parts$model
  conf_level <- conf_level %||% model$conf_level
  check_conf_level(conf_level)
  if (!is.null(cut)) check_number(cut, "cut")
  roles <- list(by = chosen_facets(rlang::enquo(by), model, "by"))
  roles$average <- chosen_facets(rlang::enquo(average), model, "average")
  check_separate_roles(roles)
  check_free_names(roles$by, MARK_COLUMNS, "facet in `by`")
  rated <- if (is.null(newdata)) own_ratings(parts) else scored_ratings(newdata, model)
  marks <- mark_cells(model, roles)
  if (!is.null(cut)) check_cut(cut, model, marks$weight)
  tell_erratic(parts$verdicts)
  found <- if (parts$ok) mark_estimates(model, rated, marks, cut, conf_level)
  mark_rows(model, rated, marks, found, cut, conf_level)
}

#' @rdname fair_marks
#' @param object A result of [rater_severity()].
#' @importFrom stats predict
#' @export
predict.accord_severity <- function(object, newdata = NULL, ...) fair_marks(object, newdata = newdata, ...)

chosen_facets <- function(quo, model, arg) {
  if (rlang::quo_is_null(quo)) {
    return(character())
  }
  if (length(model$facet_cells) == 0) {
    abort_accord(
      "missing_column",
      c(
        "{.arg {arg}} selects facets of the fit.",
        x = "This fit has no facets.",
        i = "Leave out {.arg {arg}}, or fit the model with {.arg facets} of {.fn rater_severity}."
      ),
      columns = rlang::as_label(quo)
    )
  }
  names(select_columns(quo, model$facet_cells, arg))
}

check_separate_roles <- function(roles) {
  both <- intersect(roles$by, roles$average)
  if (length(both)) {
    abort_accord(
      "argument",
      c("{.arg by} and {.arg average} must be different facets.", x = "{.field {both}} {?is/are} in both."),
      argument = "average"
    )
  }
}

# Returns what a fit keeps for marks of its items and of others.
severity_model <- function(fit, design, columns, facets, conf_level) {
  codes <- lapply(facets, function(name) sort(unique(columns[[name]])))
  levels <- Map(function(name, code) vctrs::vec_slice(design$levels[[name]], code), facets, codes)
  names(levels) <- design$names[facets]
  # Without facets there is one cell.
  combinations <- if (length(facets)) group_ids(rlang::set_names(fit$dense[facets], design$names[facets]))$values
  cell_codes <- lapply(combinations, `[`, sorted_places(combinations))
  cells <- tibble::new_tibble(Map(vctrs::vec_slice, levels, cell_codes), nrow = max(lengths(cell_codes), 1L))
  kept <- c("item_start", "score", "count", "location", "steps", "slope", names(fit$shape))
  list(
    problem = fit$problem[kept], shape = fit$shape, parameter = fit$parameter, low = fit$low,
    names = design$names, rating_name = design$rating_name, labels = design$labels,
    values = design$values, scale = design$scale,
    raters = vctrs::vec_slice(tibble::new_tibble(cell_keys(design), nrow = length(design$cell_label)), fit$cells),
    all_raters = design$levels$rater, batches = design$levels$batch, facets = levels, facet_cells = cells,
    cell_codes = cell_codes, steps = design$steps, slopes = design$slopes,
    slope_raters = if (design$slopes) sort(unique(columns$own)),
    groups = if (!is.null(design$steps)) vctrs::vec_slice(design$levels[[design$steps]], fit$groups),
    items = vctrs::vec_slice(design$levels$item, fit$items), status = fit$status,
    conf_level = if (is.na(conf_level)) 0.95 else conf_level
  )
}

# ---- Which cells make a mark ----

# Returns a list: `rows` (the levels of `by` of each mark), `weight` (cells x marks), `key` (by cell: the mark, and the
# cell among those that are added).
mark_cells <- function(model, roles) {
  cells <- model$facet_cells
  n <- nrow(cells)
  mark <- if (length(roles$by)) group_ids(as.list(cells[roles$by]))$code else rep(1L, n)
  added <- setdiff(names(cells), roles$average)
  added <- if (length(added)) group_ids(as.list(cells[added]))$code else rep(1L, n)
  weight <- matrix(0, n, max(mark))
  weight[cbind(seq_len(n), mark)] <- 1 / tabulate(added)[added]
  list(
    rows = vctrs::vec_slice(cells[roles$by], match(seq_len(max(mark)), mark)), weight = weight, mark = mark,
    added = added, facets = if (n > max(mark)) setdiff(names(cells), unlist(roles))
  )
}

# The weights of parameters in the places of cells, and of groups of steps in their expected ratings.
mark_design <- function(model) {
  shape <- model$shape
  n <- nrow(model$facet_cells)
  location <- matrix(0, shape$n_parameters, n)
  location[seq_len(shape$n_raters), ] <- 1 / shape$n_raters
  for (f in seq_along(model$cell_codes)) {
    code <- model$cell_codes[[f]]
    free <- which(code > 1)
    location[cbind(shape$first[f] + code[free] - 1L, free)] <- 1
  }
  steps <- matrix(1 / shape$n_groups, shape$n_groups, n)
  if (isTRUE(model$steps != "rater")) {
    steps[] <- 0
    steps[cbind(model$cell_codes[[match(model$names[[model$steps]], names(model$facets))]], seq_len(n))] <- 1
  }
  list(location = location, steps = steps, n_cells = n, n_groups = shape$n_groups)
}

mark_estimates <- function(model, rated, marks, cut, conf_level) {
  least <- model$low * colSums(marks$weight)
  target <- c(mark_design(model), list(
    weight = marks$weight, cut = if (is.null(cut)) rep(NA_real_, length(least)) else cut - least, level = conf_level,
    normal = stats::qnorm((1 + conf_level) / 2)
  ))
  if (length(rated$items) == 0) {
    return(NULL)
  }
  found <- call_core(severity_fair(
    model$problem, rated$problem, target, model$parameter, n_threads()
  ))
  found <- lapply(found, matrix, ncol = length(least))
  for (name in c("mean", "low", "high")) found[[name]] <- found[[name]] + rep(least, each = nrow(found$mean))
  found
}

# ---- From estimates to rows ----

mark_rows <- function(model, rated, marks, found, cut, conf_level) {
  n_marks <- ncol(marks$weight)
  n <- nrow(rated$all)
  at <- vctrs::vec_match(rated$all$item, rated$items)
  place <- function(name) {
    if (is.null(found)) rep(NA_real_, n * n_marks) else c(t(found[[name]][at, , drop = FALSE]))
  }
  status <- if (model$status != "ok") model$status else ifelse(is.na(at), "no rating by a rater with a severity", "ok")
  each <- function(x) rep(x, each = n_marks)
  rows <- c(
    list(item = vctrs::vec_rep_each(rated$all$item, n_marks)), as.list(vctrs::vec_rep(marks$rows, n)),
    list(
      raw = raw_marks(rated, marks), fair = place("mean"), std.error = place("error"), conf.low = place("low"),
      conf.high = place("high")
    )
  )
  if (!is.null(cut)) {
    rows$p_pass <- place("above")
    tail <- (1 - conf_level) / 2
    rows$decision <- ifelse(rows$p_pass > 1 - tail, "pass", ifelse(rows$p_pass < tail, "fail", "mark again"))
  }
  rows$n_raters <- each(rated$all$n_raters)
  rows$n_ratings <- each(rated$all$n_ratings)
  rows$conf.level <- rep(conf_level, n * n_marks)
  if (!is.null(cut)) rows$cut <- rep(as.double(cut), n * n_marks)
  rows$status <- each(rep_len(status, n))
  result <- new_result(rows, nrow = n * n_marks, class = "accord_marks")
  # The ends of the scale of a mark, if all marks have the same.
  size <- unique(colSums(marks$weight))
  made <- list(
    n = n * n_marks, range = if (length(size) == 1) size * range(model$scale), added = marks$facets,
    n_added = if (length(size) == 1) size
  )
  with_note(with_note(result, "decided", if (!is.null(cut)) count_decisions(result)), "made", made)
}

MARK_COLUMNS <- c(
  "item", "raw", "fair", "std.error", "conf.low", "conf.high", "p_pass", "decision", "n_raters", "n_ratings",
  "conf.level", "cut", "status"
)

# The marks that were given: the mean over raters on each criterion, added up. A row per item and mark, items first.
raw_marks <- function(rated, marks) {
  n <- nrow(rated$all)
  n_marks <- ncol(marks$weight)
  known <- !is.na(rated$cell)
  add <- function(value, code, n) sum_by(as.double(value), code, n)
  n_added <- max(marks$added)
  slot <- (rated$code[known] - 1) * n_added + marks$added[rated$cell[known]]
  count <- rated$count[known]
  mean <- add(count * rated$rating[known], slot, n * n_added) / add(count, slot, n * n_added)
  of_added <- marks$mark[match(seq_len(n_added), marks$added)]
  total <- c(rowsum(matrix(mean, n_added), of_added))
  replace(total, is.nan(total), NA)
}
