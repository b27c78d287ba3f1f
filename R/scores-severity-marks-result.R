# The result of fair_marks().

text_columns.accord_marks <- function(x) c("item", "decision", names_before(x, "raw"))

not_coefficients.accord_marks <- function(x) "fair marks"

MARK_HEADINGS <- c(raw = "Raw", fair = "Fair", p_pass = "P(pass)", decision = "Decision")

# Of the columns, those between the item and the raw mark are levels of facets.
mark_keys <- function(x) setdiff(names_before(x, "raw"), "item")

printed.accord_marks <- function(x) {
  if (is.null(x[["item"]]) || is.null(x[["fair"]])) {
    return(NULL)
  }
  by <- if ("raw" %in% names(x)) mark_keys(x)
  list(
    who = paste0("Fair marks of ", count(vctrs::vec_unique_count(x[["item"]]), "item")),
    rest = paste0(if (length(by)) paste0(", by ", in_a_list(by)), decision_words(x)), told = "cut", figures = "fair",
    notes = paste0(
      "# ", if ("raw" %in% names(x)) "Raw: means of the ratings given; fair: expected" else "Fair: expected",
      " from an average rater. Summary: glance(x)"
    )
  )
}

DECISIONS <- c("pass", "fail", "mark again")

# Words such as ". Pass mark 12: of 60 marks, 40 pass, 9 fail, 11 to be marked again". The counts are those of the whole
# result, also where some of its rows are shown.
decision_words <- function(x) {
  cut <- unique(x[["cut"]])
  if (length(cut) != 1 || is.null(x[["decision"]])) {
    return("")
  }
  n <- attr(x, "decided") %||% count_decisions(x)
  paste0(
    ". Pass mark ", format(cut), ": of ", count(n[["all"]], "mark"), ", ", big(n[["pass"]]), " pass, ",
    big(n[["fail"]]), " fail, ", big(n[["mark again"]]), " to be marked again"
  )
}

# What the marks of a table are, and how many of all are in it.
mark_words <- function(x, limits) {
  made <- attr(x, "made")
  # Rows of several results have the attributes of the first.
  if (!isTRUE(nrow(x) <= made$n)) made <- NULL
  meanings <- c(
    raw = paste0("raw: mean of the ratings given", if (length(made$added)) {
      n <- if (length(made$n_added)) paste0(" (", made$n_added, ")")
      paste0(" for each ", in_a_list(made$added), n, ", added up")
    }),
    fair = "fair: expected of an average rater, by a many-facet Rasch model"
  )
  c(
    if (isTRUE(nrow(x) < made$n)) paste(big(nrow(x)), "of", count(made$n, "mark")),
    if (length(made$range)) paste("Possible marks:", format(made$range[1]), "to", format(made$range[2])),
    meanings_note(meanings[intersect(names(meanings), names(x))]),
    if (!is.null(limits)) {
      paste0(ci_heading(unique(level_words(x[["conf.level"]]))), ": Bayesian, of the fair mark")
    }
  )
}

# By what a mark is decided.
decision_rule <- function(x, style) {
  cut <- unique(x[["cut"]])
  level <- unique(x[["conf.level"]])
  if (length(cut) != 1 || length(level) != 1 || is.null(x[["decision"]])) {
    return(character())
  }
  ends <- sub("^0", if (style$leading_zero) "0" else "", format(c(1 - level, 1 + level) / 2, trim = TRUE))
  paste0(
    "P(pass): probability of a fair mark of ", format(cut), " or more; pass above ", ends[2], ", fail below ", ends[1]
  )
}

count_decisions <- function(x) {
  c(all = nrow(x), vapply(DECISIONS, function(one) sum(x[["decision"]] %in% one), 0L))
}

table_parts.accord_marks <- function(x, style) {
  wide <- utils::modifyList(style, list(leading_zero = TRUE))
  limits <- interval_column(x, wide)
  replace <- list(conf.low = limits, conf.high = NULL, conf.level = NULL, cut = NULL)
  if (!is.null(limits)) replace["std.error"] <- list(NULL)
  if (style$format != "text" && !isTRUE(style$digits_given) && !is.null(x[["p_pass"]])) {
    # A probability has the digits of the rule that it decides by.
    rule <- format((1 + max(x[["conf.level"]] %||% 0.95)) / 2)
    exact <- utils::modifyList(style, list(digits = max(style$digits, nchar(sub("^[^.]*[.]?", "", rule)))))
    replace$p_pass <- spare(
      result_column("p_pass", MARK_HEADINGS[["p_pass"]], x[["p_pass"]], TRUE, exact), SPARE_COLUMNS[["p_pass"]]
    )
  }
  words <- c(mark_words(x, limits), sub("^[.] ", "", decision_words(x)), decision_rule(x, style))
  keys <- if ("raw" %in% names(x)) names_before(x, "raw") else "item"
  notes <- c(
    escape(words[nzchar(words)], style), phrase_notes(row_labels(x, keys), x[["status"]], style)
  )
  result_parts(x, style, c(RESULT_HEADINGS, MARK_HEADINGS), "p_pass", replace, notes, keys)
}

#' @rdname fair_marks
#' @export
tidy.accord_marks <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("item", "fair"), "Fair marks")
  tidy_as(x, "fair", "estimate")
}

#' @rdname fair_marks
#' @export
glance.accord_marks <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("item", "raw", "fair", "std.error", "status"), "Fair marks")
  keys <- tibble::new_tibble(unclass(x)[mark_keys(x)], nrow = nrow(x))
  place <- vctrs::vec_group_loc(keys)
  rows <- lapply(place$loc, function(at) {
    fair <- x$fair[at]
    known <- !is.na(fair)
    found <- stats::var(fair[known])
    error <- mean(x$std.error[at][known]^2)
    decided <- function(what) sum(x[["decision"]][at] %in% what)
    row <- tibble::tibble(
      n_items = length(at), n_without = sum(!known), raw_mean = undefined_as_na(mean(x$raw[at], na.rm = TRUE)),
      fair_mean = undefined_as_na(mean(fair[known])), fair_sd = sqrt(found), rmse = undefined_as_na(sqrt(error)),
      reliability = undefined_as_na(found / (found + error))
    )
    if (!is.null(x[["decision"]])) {
      row <- tibble::add_column(
        row, n_pass = decided("pass"), n_fail = decided("fail"), n_mark_again = decided("mark again")
      )
    }
    row
  })
  tibble::new_tibble(c(as.list(place$key), as.list(vctrs::vec_rbind(!!!rows))), nrow = length(rows))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_marks <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("item", "raw", "fair", "conf.low", "conf.high", "status"))
  check_plot_values(object$fair, object$status, "item")
  keys <- unclass(object)[mark_keys(object)]
  scale <- attr(object, "scale")
  panel <- factor_in_order(
    if (length(keys)) group_labels(tibble::new_tibble(keys, nrow = nrow(object))) else rep("", nrow(object))
  )
  shown <- first_panels(panel)
  object <- vctrs::vec_slice(object, shown$rows)
  lost <- is.na(object$fair)
  data <- data.frame(
    value = object$fair, low = object$conf.low, high = object$conf.high, raw = object$raw,
    panel = droplevels(panel[shown$rows])
  )
  cut <- unique(object[["cut"]])
  # With a cut, the items that need a further mark are seen by their colour and shape.
  data$series <- if (is.null(object[["decision"]])) "fair mark" else as.character(object[["decision"]])
  data <- data[!lost, ]
  data$series <- factor(data$series, intersect(c("fail", "mark again", "pass", "fair mark"), data$series))
  level <- unique(object[["conf.level"]])
  level <- if (is_same(level)) level
  data$n <- stats::ave(data$value, data$panel, FUN = function(value) rank(value, ties.method = "first"))
  local_legend(levels(data$series), 2)
  start_plot(
    data, c(shown$caption, missing_caption(object$fair, object$status, "item")),
    paste0(
      "Points are fair marks, lines their ", if (length(level)) paste0(level_words(level), " "),
      "intervals; open circles are raw marks.",
      if (length(cut) == 1) paste0(" The line is the pass mark, ", axis_units(cut), "."),
      if ("mark again" %in% data$series) {
        paste0(" Mark again: the interval contains it", paste0(", ", attr(object, "again"), recycle0 = TRUE), ".")
      }
    ),
    alt_list("Fair marks in their order", paste0(data$series, " ", plot_numbers(data$value)), data$value)
  ) +
    (if (length(cut)) ggplot2::geom_hline(yintercept = cut, colour = "grey45", linewidth = 0.35)) +
    ggplot2::geom_linerange(
      ggplot2::aes(.data$n, ymin = .data$low, ymax = .data$high, colour = .data$series), linewidth = 0.3, alpha = 0.5
    ) +
    # A circle is wider than the point that may lie in it.
    ggplot2::geom_point(
      ggplot2::aes(.data$n, .data$raw), data[!is.na(data$raw), ], shape = 1, colour = "grey25", stroke = 0.35,
      size = if (nrow(data) > 100) 1 else if (nrow(data) > 25) 1.5 else 2.1
    ) +
    ggplot2::geom_point(
      ggplot2::aes(.data$n, .data$value, colour = .data$series, shape = .data$series),
      size = if (nrow(data) > 100) 1 else if (nrow(data) > 25) 1.2 else 1.5
    ) +
    series_scales(data$series, nlevels(data$series) > 1) +
    ggplot2::scale_x_continuous(labels = axis_counts, breaks = rank_breaks(nlevels(data$panel))) +
    ggplot2::scale_y_continuous(labels = axis_numbers) +
    by_panel(data$panel) +
    # The legend is narrower than the panel.
    ggplot2::theme(legend.justification = "center") +
    ggplot2::labs(
      x = "Items, from the lowest to the highest fair mark",
      y = wrap_words(paste0("Mark", if (!is.null(scale)) paste0(" (", scale, ")")), letters_of(32))
    )
}

# Each of a few ranks, otherwise the first and some others, fewer where panels stand beside each other.
rank_breaks <- function(n_panels) {
  function(limits) {
    if (limits[2] < 11) return(seq_len(floor(limits[2])))
    breaks <- whole_breaks(limits, if (n_panels > 1) 2 else 5)
    unique(c(1, breaks[breaks > 0.1 * limits[2]]))
  }
}
