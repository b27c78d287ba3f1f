# The result of preference_model().

#' Print and tidy worths of answers
#'
#' `print()` shows a row per answer, `tidy()` uses the column names of package broom, `glance()` describes the fit.
#'
#' @param x A result of [preference_model()], also filtered or sorted.
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param n Maximum number of rows.
#' @param width Maximum number of characters in a line.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector. `tidy()`: a tibble with `term` (the
#'   answer, `"tie"` or `"order"`), `estimate`, `std.error`, `conf.low`, `conf.high`, `share`, `n`, `status`.
#'   `glance()`: `model`, `n` (judgements), `n_answers`, `n_clusters`, `tie`, `order` (`NA` if not part of the model),
#'   `logLik`, `deviance`, `df.residual`, `AIC`, `npseudo`.
#' @seealso [preference_model()], [paper_table()]
#' @name print.accord_worths
#' @examples
#' judged <- data.frame(
#'   question = 1:12, first = c("x", "y", "z"), second = c("y", "z", "x"),
#'   choice = c("x", "y", "x", "x", "z", "z", "y", "y", "x", "x", "y", "x")
#' )
#' x <- preference_model(judged, question, first, second, choice)
#' print(x, digits = 2)
#' glance(x)
NULL

WORTH_COLUMNS <- c(
  "quantity", "answer", "estimate", "std.error", "conf.low", "conf.high", "share", "n", "n_clusters", "interval",
  "conf.level", "status"
)

new_worths <- function(rows, fit, ci) {
  rows$interval <- ifelse(is.na(rows$conf.low), NA_character_, switch(fit$over,
    none = "model", judges = "judge-clustered", items = "item-clustered"
  ))
  rows$conf.level <- rep(ci$conf_level %||% NA_real_, nrow(rows))
  result <- new_result(unclass(rows)[WORTH_COLUMNS], nrow(rows), "accord_worths")
  kept <- setdiff(names(fit), c("covariance", "clustered", "worth"))
  with_note(result, "fit", c(fit[kept], list(n_answers = length(fit$worth))))
}

result_kind.accord_worths <- function(x) {
  list(words = "worths of answers", columns = WORTH_COLUMNS, needed = c("quantity", "answer", "estimate"))
}

text_columns.accord_worths <- function(x) c("quantity", "answer")

sealed_names.accord_worths <- function(x) "fit"

not_coefficients.accord_worths <- function(x) "worths of answers"

#' @rdname print.accord_worths
#' @export
format.accord_worths <- function(x, ..., digits = 3, n = 20, width = getOption("width")) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  preference_lines(x, list(worth_headline, worth_cells, worth_notes), digits, n, width)
}

TIE_MODELS <- c(davidson = "Davidson", rao_kupper = "Rao-Kupper", half = "Bradley-Terry")

worth_model <- function(fit) if (fit$has_ties) TIE_MODELS[[fit$ties]] else TIE_MODELS[["half"]]

worth_headline <- function(x) {
  fit <- attr(x, "fit", exact = TRUE)
  if (is.null(fit)) {
    return("Worths of answers")
  }
  paste0("Log worths of ", count(fit$n_answers, "answer"), " by ", worth_model(fit), ", ", count(fit$n, "judgement"))
}

worth_notes <- function(x) {
  fit <- attr(x, "fit", exact = TRUE)
  reference <- if (!is.null(fit)) fit$reference
  c(
    if (length(reference)) paste0("Log worth of ", reference, ": 0") else "Mean of the log worths: 0",
    if (!is.null(fit)) {
      c(
        if (fit$over == "none") {
          "Standard errors of the model, for judgements that are independent"
        } else if (fit$n_clusters < LEAST_CLUSTERS) {
          paste0(
            "No standard errors over fewer than ", LEAST_CLUSTERS, " ", fit$over,
            "; over = \"none\" has those of the model"
          )
        } else {
          paste0("Standard errors over ", big(fit$n_clusters), " ", fit$over)
        },
        if (fit$has_ties && fit$ties == "half") "A tie counts half",
        if (fit$has_ties && fit$ties != "half") {
          paste0("Tie: ", if (fit$ties == "davidson") "log nu" else "eta", " of ", worth_model(fit))
        },
        if (fit$has_order) "Order: log odds of the answer shown first if both are worth the same",
        if (fit$npseudo > 0) paste0("With ", fit$npseudo, " pseudo-wins and losses of each answer"),
        if (fit$n_left_out > 0) paste("Left out, since there was no choice:", count(fit$n_left_out, "judgement"))
      )
    }
  )
}

worth_names <- function(x) {
  ifelse(x$quantity %in% "worth", as.character(x$answer), ifelse(x$quantity %in% "tie", "(tie)", "(order)"))
}

worth_cells <- function(x, style) {
  of_logs <- utils::modifyList(style, list(leading_zero = TRUE)) # which can exceed 1
  c(
    as_keys(list(name_column("Answer", escape(worth_names(x), style)))),
    list(
      column("Log worth", format_numbers(x$estimate, of_logs), TRUE, must = TRUE),
      kept(x, "std.error", column("SE", format_numbers(x$std.error, of_logs), TRUE)),
      interval_column(x, of_logs),
      kept(x, "share", column("Worth", format_numbers(x$share, style), TRUE)),
      kept(x, "n", column("n", big_cells(x$n, style), TRUE))
    )
  )
}

#' @rdname print.accord_worths
#' @export
tidy.accord_worths <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  term <- ifelse(x$quantity %in% "worth", as.character(x$answer), as.character(x$quantity))
  rest <- unclass(x)[c("estimate", "std.error", "conf.low", "conf.high", "share", "n", "status")]
  tibble::new_tibble(c(list(term = term), rest), nrow = nrow(x))
}

#' @rdname print.accord_worths
#' @export
glance.accord_worths <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  fit <- attr(x, "fit", exact = TRUE)
  if (is.null(fit)) {
    abort_accord("not_result", c(
      "The fit is needed, and is not part of these rows any more.", i = "Use the result of {.fn preference_model}."
    ))
  }
  tied <- fit$has_ties && fit$ties != "half"
  tibble::tibble(
    model = worth_model(fit), n = as.integer(fit$n), n_answers = fit$n_answers,
    n_clusters = if (fit$over == "none") NA_integer_ else as.integer(fit$n_clusters),
    tie = if (tied) fit$tie else NA_real_, order = if (fit$has_order) fit$order else NA_real_,
    logLik = fit$log_likelihood, deviance = 2 * (fit$saturated - fit$log_likelihood),
    df.residual = as.integer(fit$n_cells * (1 + tied) - fit$n_parameters),
    AIC = 2 * (fit$n_parameters - fit$log_likelihood), npseudo = fit$npseudo
  )
}

# Returns notes that the console does without: the meaning of worths, and how limits follow from standard errors.
worth_meanings <- function(x) {
  fit <- attr(x, "fit", exact = TRUE)
  n <- if (is.null(fit) || fit$over == "none") 0 else fit$n_clusters
  c(
    if (!is.null(x[["share"]])) {
      "Worth: the ratio of two worths is the odds that the first answer is preferred; worths sum to 1"
    },
    if (n >= LEAST_CLUSTERS && !all(is.na(x$conf.low))) {
      paste0("Limits: SE times t of ", n - 1, " df and the root of ", n, " / ", n - 1)
    },
    if (!is.null(x[["n"]])) "n: judgements of the answer"
  )
}

table_parts.accord_worths <- function(x, style) {
  list(
    columns = bind_columns(worth_cells(x, style)),
    notes = c(
      escape(c(paste0(worth_headline(x), headline_interval(x)), worth_notes(x), worth_meanings(x)), style),
      phrase_notes(worth_names(x), x$status, style)
    ),
    told = is_told(x), method_told = !is.null(headline_interval(x))
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_worths <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("quantity", "answer", "estimate", "conf.low", "conf.high", "status"))
  x <- vctrs::vec_slice(object, which(object$quantity %in% "worth"))
  x <- vctrs::vec_slice(x, order(-x$estimate))
  reference <- attr(object, "fit", exact = TRUE)$reference
  data <- forest_data(x, wrap_words(cut_labels(as.character(x$answer), 40), 18))
  forest_plot(
    data, paste0("Log worth", ci_words(x)),
    read = if (length(reference)) paste0("Line: ", reference, ".") else "Line: the mean of all answers.",
    leading_zero = TRUE
  )
}
