# The class of results of pairwise_judgements() and win_rates().

#' Print and tidy results on judges of pairs
#'
#' `print()` shows a row per estimate, `tidy()` uses the column names of package broom, `glance()` gives one row.
#'
#' @param x A result of [pairwise_judgements()] or [win_rates()], also filtered or sorted.
#' @param ... Must be empty.
#' @param digits Number of digits after the decimal point, 0 to 15.
#' @param n Maximum number of rows.
#' @param width Maximum number of characters in a line.
#' @return `print()`: `x`, invisibly. `format()`: the lines, a character vector. `tidy()`: a tibble with `judge`,
#'   `answer`, `term` (the quantity), `estimate`, `conf.low`, `conf.high`, `n`, `status`. `glance()`: `n_judges`,
#'   `n_estimates`, `n_undefined`, `conf.level`.
#' @seealso [pairwise_judgements()], [win_rates()], [paper_table()]
#' @name print.accord_pairwise
#' @examples
#' judged <- data.frame(
#'   question = rep(1:10, 2), first = rep(c("x", "y"), each = 10),
#'   second = rep(c("y", "x"), each = 10),
#'   choice = rep(c("x", "x", "y", "x"), 5)
#' )
#' x <- pairwise_judgements(judged, question, first, second, choice)
#' print(x, digits = 2)
#' tidy(x)
NULL

PAIRWISE_COLUMNS <- c(
  "quantity", "estimate", "conf.low", "conf.high", "n", "n_clusters", "n_left_out", "interval", "conf.level", "status"
)

# `more`: the names of key columns beside the judge.
new_pairwise <- function(rows, ci, more) {
  n <- nrow(rows)
  none <- is.na(rows$conf.low)
  rows$interval <- ifelse(none, NA_character_, ifelse(rows$n_clusters < rows$n, "score over clusters", "score"))
  rows$conf.level <- rep(ci$conf_level %||% NA_real_, n)
  counts <- c("n", "n_clusters", "n_left_out")
  rows[counts] <- lapply(rows[counts], as.integer)
  warn_no_choice(rows)
  new_result(unclass(rows)[c("judge", more, PAIRWISE_COLUMNS)], n, "accord_pairwise")
}

warn_no_choice <- function(rows) {
  lost <- rows$status != "ok"
  if (any(lost)) {
    warn_accord(
      "undefined",
      c(
        "{sum(lost)} of {nrow(rows)} row{?s} {cli::qty(sum(lost))}{?has/have} no estimate or no limits.",
        x = "Reason{?s}: {first_few(unique(rows$status[lost]))}.",
        i = "{.field status} has the reason of each."
      ),
      reasons = rows$status[lost]
    )
  }
}

result_kind.accord_pairwise <- function(x) {
  list(
    words = "results on judges of pairs", columns = PAIRWISE_COLUMNS, needed = c("judge", "quantity", "estimate"),
    grouped = TRUE
  )
}

text_columns.accord_pairwise <- function(x) c("judge", "answer", "quantity")

not_coefficients.accord_pairwise <- function(x) "results on judges of pairs"

QUANTITIES <- c(
  consistency = "Same in both orders", position_bias = "First minus second place", first_place = "First place",
  ties = "Ties", accuracy = "Agrees with the reference",
  accuracy_of_all = "Agrees with the reference, no choice as wrong",
  accuracy_both = "Agrees with it in both orders",
  win_rate = "Win rate", u = "Agreement u", weak_violations = "Weakly intransitive",
  moderate_violations = "Moderately intransitive", strong_violations = "Strongly intransitive",
  circular_triads = "Circular triads", zeta = "Consistency zeta", best_worst = "Best minus worst"
)

# In the column of judges, for what is computed from all of them.
ALL_JUDGES <- "all judges"

quantity_labels <- function(quantity) ifelse(is.na(QUANTITIES[quantity]), quantity, QUANTITIES[quantity])

#' @rdname print.accord_pairwise
#' @export
format.accord_pairwise <- function(x, ..., digits = 3, n = 20, width = getOption("width")) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  preference_lines(x, list(pairwise_headline, pairwise_cells, pairwise_notes), digits, n, width)
}

# The lines of results on judged pairs and of worths. `of`: functions for the headline, the cells and the notes.
preference_lines <- function(x, of, digits, n, width) {
  check_digits(digits)
  style <- list(format = "text", digits = digits, leading_zero = FALSE)
  printed_lines(
    x, paste0(of[[1]](x), headline_interval(x)), own_table(x, of[[2]](x, style), style, width, n),
    reason_paragraph(setdiff(unique(x$status), c("ok", NA))), notes = paste("#", of[[3]](x), recycle0 = TRUE)
  )
}

pairwise_headline <- function(x) {
  judges <- count(length(setdiff(x$judge, ALL_JUDGES)), "judge")
  if ("u" %in% x$quantity || "zeta" %in% x$quantity) {
    return(paste("Agreement and consistency of", judges))
  }
  if ("best_worst" %in% x$quantity) {
    return("Best-worst scores of answers")
  }
  paste(if (all(x$quantity %in% "win_rate")) "Win rates of answers by" else "Choices in pairs by", judges)
}

pairwise_notes <- function(x) {
  lost <- max(c(x$n_left_out, 0L), na.rm = TRUE)
  c(
    if ("position_bias" %in% x$quantity) {
      "First minus second place: share of pairs in which the first place won twice, minus that of the second"
    },
    if ("first_place" %in% x$quantity) "First place: without bias .5, if the order was drawn at random",
    if ("win_rate" %in% x$quantity) "A tie counts half",
    if ("best_worst" %in% x$quantity) {
      paste0(
        "Score: times best minus times worst, by the times shown",
        if (!all(is.na(x$conf.low))) "; limits over judges"
      )
    },
    if (!any(x$quantity %in% "best_worst") && any(x$n_clusters < x$n, na.rm = TRUE)) {
      "Pairs of an item or cluster are not independent, for which the limits allow"
    },
    if (lost > 0) {
      paste0("Left out, since there was no choice: ", if (!is_same(x$n_left_out)) "up to ", count(lost, "judgement"))
    }
  )
}

# The columns of print() and paper_table().
pairwise_cells <- function(x, style) {
  keys <- unclass(x)[names_before(x, PAIRWISE_COLUMNS)]
  headings <- c(judge = "Judge", answer = "Answer")
  heading <- function(name) if (name %in% names(headings)) headings[[name]] else name
  judges <- length(unique(x$judge)) > 1 || "answer" %in% names(x) && !all(x$judge %in% ALL_JUDGES)
  tested <- "statistic" %in% names(x) && is.numeric(x$statistic)
  c(
    as_keys(c(
      lapply(setdiff(names(keys), if (!judges) "judge"), function(name) key_column(heading(name), keys[[name]], style)),
      list(if (!all(x$quantity %in% c("win_rate", "best_worst"))) {
        name_column("Measure", escape(quantity_labels(x$quantity), style))
      })
    )),
    list(
      column("Estimate", format_numbers(x$estimate, style), TRUE, must = TRUE), interval_column(x, style),
      kept(x, "n", column("n", big_cells(x$n, style), TRUE)),
      if (any(x$n_clusters < x$n, na.rm = TRUE)) {
        column(if (all(x$quantity %in% "best_worst")) "Judges" else "Clusters", big_cells(x$n_clusters, style), TRUE)
      },
      if (tested && !all(is.na(x$statistic))) column("Chi-square", tested_cells(x$statistic, 2, style), TRUE),
      if (tested && !all(is.na(x$df))) column("df", tested_cells(x$df, 2, style), TRUE),
      if (tested && !all(is.na(x[["p.value"]]))) {
        column("p", ifelse(is.na(x$p.value), "", format_p(x$p.value, style)), TRUE)
      }
    )
  )
}

tested_cells <- function(value, digits, style) {
  ifelse(is.na(value), "", format_numbers(value, utils::modifyList(style, list(digits = digits))))
}

#' @rdname print.accord_pairwise
#' @export
tidy.accord_pairwise <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  columns <- unclass(x)
  keys <- columns[setdiff(names(x), PAIRWISE_COLUMNS)]
  rest <- columns[c("estimate", "conf.low", "conf.high", "n", "status")]
  tibble::new_tibble(c(keys, list(term = columns$quantity), rest), nrow = nrow(x))
}

#' @rdname print.accord_pairwise
#' @export
glance.accord_pairwise <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  tibble::tibble(
    n_judges = length(unique(x$judge)), n_estimates = nrow(x), n_undefined = sum(is.na(x$estimate)),
    conf.level = common_value(x$conf.level)
  )
}

# Says what the numbers of units count; NULL for results whose numbers need no words.
unit_words <- function(x) {
  if (!any(c("consistency", "accuracy", "first_place") %in% x$quantity) || is.null(x[["n"]])) {
    return(NULL)
  }
  paste0(
    "n: pairs of answers",
    if ("consistency" %in% x$quantity) ", judged in both orders",
    if (all(c("consistency", "accuracy") %in% x$quantity)) {
      ", each of which counts half in agreement with the reference"
    }
  )
}

table_parts.accord_pairwise <- function(x, style) {
  list(
    columns = bind_columns(pairwise_cells(x, style)),
    notes = c(
      escape(c(paste0(pairwise_headline(x), headline_interval(x)), unit_words(x), pairwise_notes(x)), style),
      phrase_notes(row_labels(x, "quantity"), x$status, style)
    ),
    # Only u has an interval among the measures of agreement and consistency.
    told = is_told(x), interval_told = "statistic" %in% names(x), method_told = !is.null(headline_interval(x))
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_pairwise <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("judge", "quantity", "estimate", "conf.low", "conf.high", "status"))
  if (any(object$quantity %in% c("u", "zeta"))) {
    return(consistency_plot(object))
  }
  if (all(object$quantity %in% "best_worst") && "answer" %in% names(object)) {
    data <- forest_data(object, wrap_words(cut_labels(as.character(object$answer), 40), 18))
    return(forest_plot(data, paste0("Best-worst score", ci_words(object)), "Line: as often best as worst."))
  }
  wins <- all(object$quantity %in% "win_rate") && "answer" %in% names(object)
  label <- if (wins) as.character(object$answer) else quantity_labels(object$quantity)
  data <- data.frame(
    label = factor_in_order(wrap_words(cut_labels(label, 40), 18)),
    series = factor_in_order(as.character(object$judge)),
    value = object$estimate, low = object$conf.low, high = object$conf.high,
    reason = plain_reasons(object)
  )
  if (!wins) {
    title <- if (any(object$quantity %in% "position_bias")) "Share or difference" else "Share"
    return(forest_plot(data, paste0(title, ci_words(object))))
  }
  title <- paste0("Win rate", ci_words(object))
  forest_plot(data, title, "Line: as many wins as losses.", zero = FALSE, bands = function(drawn) {
    list(ggplot2::geom_vline(xintercept = 0.5, colour = "grey45", linewidth = 0.35))
  })
}

# Agreement of all judges above the consistency of each.
consistency_plot <- function(x) {
  x <- vctrs::vec_slice(x, x$quantity %in% c("u", "zeta"))
  label <- ifelse(x$quantity == "u", "all judges (u)", as.character(x$judge))
  data <- forest_data(x, wrap_words(cut_labels(label, 40), 18))
  forest_plot(data, paste0("Agreement u and consistency zeta", ci_words(x)))
}
