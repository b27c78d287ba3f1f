#' Regression with a variable labelled by a model
#'
#' Coefficients of a linear or logistic regression in which one variable, outcome or predictor, was labelled by people
#' in a random part of the rows and by a model in all of them. Using predictions instead of labels biases the
#' coefficients, however good the model is; here they only make the intervals narrower (design-based supervised
#' learning, Egami and others 2023).
#'
#' @details
#' With \eqn{m_i(\theta) = x_i (y_i - \mu(x_i^\top \theta))}{m_i = x_i (y_i - mu(x_i theta))} the score of row
#' \eqn{i}, \eqn{\mu}{mu} the identity or the logistic function, \eqn{\tilde m_i}{m~_i} the same with the
#' prediction in place of the label, and weights \eqn{w_i \propto 1 / \pi_i}{w_i ~ 1 / pi_i} of labelled rows
#' that sum to 1, the coefficients solve
#' \deqn{\frac{1}{N} \sum_i \tilde m_i(\theta) + \sum_i w_i (m_i(\theta) - \tilde m_i(\theta)) = 0.}{
#' mean(m~) + sum w (m - m~) = 0.}
#' The expectation of the left side is 0 at the true coefficients for any predictions,
#' since people labelled a random part. Variances are from the sandwich estimator with these terms, robust to unequal
#' variances, times \eqn{n / (n - p)} for \eqn{n} labels (Kish's effective number, with unequal probabilities) and
#' \eqn{p} coefficients; intervals use t with \eqn{n - p} degrees of freedom.
#'
#' With `calibrate = TRUE` predictions are first calibrated to the labels, by least squares of the labels on the
#' predictions; that of a labelled row is computed without its own label. This shrinks the predictions of a poor
#' model, like \eqn{\lambda}{lambda} in [corrected_estimate()]. (Package dsl does this with random parts, so that its
#' estimates depend on a seed.)
#'
#' `n_equivalent` is the number of rows that people would have had to label, drawn in the same way, for the same
#' standard error without the model: the number labelled times the ratio of the variances, from labelled rows alone
#' and from all rows; it is at most the number of rows (a larger value is due to chance in few labels).
#'
#' @section Missing and degenerate data:
#' A label that is `NA` means that no person labelled the row. Missing predictions, and missing values of other
#' variables in the formula, are errors. If there are no more labelled rows than coefficients, or no solution is found
#' (a logistic regression in which a predictor separates the outcomes), coefficients are `NA`, `status` says why, and
#' there is a warning of class `accord_warning_undefined`. A coefficient is also `NA` if fewer than three labelled
#' rows carry information about it, such as that of a category with two labelled rows, from which the errors of the
#' predictions cannot be estimated. `n_equivalent` is `NA` if the labelled rows alone have no solution.
#'
#' @section Errors:
#' Those of [corrected_estimate()]; `accord_error_formula` for a formula without the label, with the predictions, with
#' columns that do not exist, with an offset, with a term that R cannot compute, or with a term of the labels that
#' depends on other rows, such as `scale(label)` and `poly(label, 2)` (which would be a different variable with
#' predictions; `log(label)`, `I(label^2)` and `cut(label, breaks)` are computed row by row);
#' `accord_error_missing_value`; `accord_error_collinear`; `accord_error_outcome` for an outcome that is not 0 or 1 in
#' a logistic regression, or is not a number; `accord_error_not_numeric` for labels that are text: compare them with a
#' category first.
#'
#' @inheritParams corrected_estimate
#' @param label <[`tidy-select`][tidyselect::language]> Column of the labels by people, `NA` if there is none: numbers
#'   or logicals.
#' @param formula A formula of columns of `data`, in which the column `label` is the variable labelled by people.
#' @param ci The interval: [ci_default()], which is [ci_analytic()], or [ci_none()].
#' @param family `"linear"` (least squares) or `"logit"`.
#' @param calibrate Whether to calibrate the predictions to the labels, see below.
#' @return A tibble of class `accord_estimate` with a row per coefficient, like that of [corrected_estimate()];
#'   `lambda` is `NA`.
#' @references
#' Egami, N., Hinck, M., Stewart, B. M. and Wei, H. (2023) Using imperfect surrogates for downstream
#' inference: design-based supervised learning for social science applications of large language models.
#' *NeurIPS 2023*.
#' \doi{10.48550/arXiv.2306.04746}
#' @seealso [corrected_estimate()] for shares and means.
#' @export
#' @examples
#' set.seed(1)
#' angry <- runif(800) < .4
#' posts <- data.frame(
#'   shared = runif(800) < plogis(-1 + angry),
#'   person = ifelse(runif(800) < .3, angry, NA),
#'   model = ifelse(runif(800) < .1, TRUE, angry)
#' )
#' corrected_regression(posts, shared ~ person, person, model, family = "logit")
corrected_regression <- function(data, formula, label, prediction, ..., probability = NULL, drawn = NULL,
                                 family = "linear", calibrate = TRUE, ci = ci_default()) {
  check_no_dots(...)
  check_choice(family, c("linear", "logit"), "family")
  check_flag(calibrate, "calibrate")
  ci <- check_own_ci(ci, list(ci_analytic()))
  check_items(data)
  columns <- label_columns(
    data, rlang::enquo(label), rlang::enquo(prediction), rlang::enquo(probability), rlang::enquo(drawn)
  )
  check_regression_labels(columns)
  check_formula(formula, data, columns$names)
  labelled <- !is.na(columns$label)
  weight <- columns$weight %||% as.double(labelled)
  weight <- weight / sum(weight)
  f <- if (calibrate) calibrated(columns$label, columns$prediction, weight) else columns$prediction
  designs <- designs_of(formula, data, columns$names[1], columns$label, f, family)
  rows <- regression_rows(designs, weight, labelled, family)
  new_estimate(with_limits(rows, ci, c(-Inf, Inf)), ci)
}

regression_rows <- function(designs, weight, labelled, family) {
  units <- design_units(designs, family)
  designs <- lapply(designs, function(one) list(x = sweep(one$x, 2, units$x, "/"), y = one$y / units$y))
  n_items <- length(weight)
  p <- ncol(designs$guess$x)
  effective <- 1 / sum(weight^2)
  basis <- common_basis(designs)
  true <- list(x = designs$true$x %*% basis, y = designs$true$y, weight = weight)
  guess <- list(x = designs$guess$x %*% basis, y = designs$guess$y, weight = 1 / n_items - weight)
  few <- sum(labelled) <= p || effective <= p
  told_by <- if (few) rep(0, p) else fewest_rows(true$x[weight > 0, , drop = FALSE], basis)
  theta <- if (!few) solve_scores(list(true, guess), family)
  undefined <- rep(NA_real_, p)
  error <- worth <- undefined
  if (!is.null(theta)) {
    m_true <- score_rows(true, theta, family)
    m_guess <- score_rows(guess, theta, family)
    gap <- m_true - m_guess
    terms <- sweep(m_guess, 2, colMeans(m_guess)) / n_items + weight * sweep(gap, 2, colSums(weight * gap))
    error <- sandwich_errors(list(true, guess), theta, terms, family, basis) * sqrt(effective / (effective - p))
    alone <- solve_scores(list(true), family)
    if (!is.null(alone)) {
      terms <- weight * score_rows(true, alone, family)
      people <- sandwich_errors(list(true), alone, terms, family, basis) * sqrt(effective / (effective - p))
      worth <- sum(labelled) * (people / error)^2
    }
  }
  told <- function(x) replace(unname(x), told_by < 3, NA_real_)
  tibble::tibble(
    term = colnames(designs$guess$x),
    estimate = if (is.null(theta)) undefined else told(drop(basis %*% theta) / units$x * units$y),
    std.error = told(error / units$x * units$y),
    df = if (few) undefined else told(rep(effective - p, p)),
    lambda = NA_real_, n_labelled = sum(labelled), n_items = n_items,
    n_equivalent = told(worth),
    status = if (few) {
      "no more labels than coefficients"
    } else if (is.null(theta)) {
      "no solution found"
    } else {
      few_tell <- rep("fewer than three labelled items with information on it", 2)
      c("no labelled item with information on it", few_tell, "ok")[told_by + 1]
    }
  )
}
