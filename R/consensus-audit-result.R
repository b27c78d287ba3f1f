# The result of audit_labels(): its print, with a sentence on what was decided and how many audits are needed, its table
# and its plot.

AUDIT_COLUMNS <- c(
  "target", "estimate", "conf.low", "conf.level", "n_audited", "n_right", "capital", "stopped", "decision", "expected",
  "needed"
)

result_kind.accord_audit <- function(x) list(words = "an audit of labels", columns = AUDIT_COLUMNS)

text_columns.accord_audit <- function(x) "decision"

sealed_names.accord_audit <- function(x) c("path", "census")

not_coefficients.accord_audit <- function(x) cli::format_inline("an audit of labels, of {.fn audit_labels}")

printed.accord_audit <- function(x) {
  list(
    who = paste("Audit of labels:", count(sum(x$n_audited), "audit")), told = c("n_audited", "conf.level"),
    figures = c("estimate", "decision"), notes = if (nrow(x) == 1) paste("#", audit_sentences(x))
  )
}

audit_sentences <- function(x) {
  share <- function(value) sub("[.]?0+%$", "%", percent(value))
  if (isTRUE(attr(x, "census"))) {
    return(paste0(
      "All items were audited: exactly ", big(x$n_right), " of ", big(x$n_audited), " labels (", percent(x$estimate),
      ") are right, which is ", if (x$decision == "stop") "more" else "not more", " than ", share(x$target), "."
    ))
  }
  decided <- if (x$decision == "stop") {
    paste0(
      "Stop: more than ", share(x$target), " of the labels are right, as shown by audit ", big(x$stopped),
      " (at the ", share(1 - x$conf.level), " level, however often it was looked at)."
    )
  } else {
    paste0(
      "Go on: it is not shown yet that more than ", share(x$target), " of the labels are right; the capital of the ",
      "test is ", format(x$capital, digits = 3), ", and ", format(1 / (1 - x$conf.level), digits = 3), " is needed."
    )
  }
  needs <- if (is.na(x$needed)) {
    paste("more than", big(MOST_AUDITS), "audits are needed")
  } else if (x$needed == Inf) {
    "no number of audits is enough"
  } else {
    paste("about", count(x$needed, "audit"), if (x$needed == 1) "is" else "are", "needed in all")
  }
  c(decided, if (x$decision != "stop") paste0("If ", share(x$expected), " are right, ", needs, "."))
}

#' Print, tidy and plot an audit of labels
#'
#' @param x A result of [audit_labels()].
#' @param ... Must be empty.
#' @return `tidy()`: a tibble with a row per audit: `audit`, `row` (of the data), `right`, and `capital` after it.
#'   `glance()`: the row of the result as a plain tibble.
#' @seealso [audit_labels()]
#' @export
#' @examples
#' x <- audit_labels(c(TRUE, TRUE, FALSE, TRUE), target = 0.5)
#' tidy(x)
#' glance(x)
tidy.accord_audit <- function(x, ...) {
  check_no_dots(...)
  audit_path(x)
}

#' @rdname tidy.accord_audit
#' @export
glance.accord_audit <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, AUDIT_COLUMNS, "An audit of labels")
  tibble::new_tibble(as.list(unclass(x)), nrow = nrow(x))
}

audit_path <- function(x) {
  check_sealed(x)
  path <- attr(x, "path")
  if (is.null(path) || nrow(x) != 1) {
    abort_accord(
      "several_fits",
      c(
        "The audits must be those of one call of {.fn audit_labels}.",
        x = "{.arg x} has {nrow(x)} row{?s}, of several results."[nrow(x) != 1],
        i = "Call it on the result of each audit."
      )
    )
  }
  path
}

table_parts.accord_audit <- function(x, style) {
  in_heading <- style$format != "text" && is_same(x[["conf.level"]])
  headings <- c(
    RESULT_HEADINGS, target = "Target", n_audited = "Audited", n_right = "Right", capital = "Capital",
    stopped = "Stopped at", decision = "Decision", conf.level = "Level"
  )
  headings[c("estimate", "expected")] <- c("Share right", "Expected share")
  headings[["conf.low"]] <- if (in_heading) paste(level_words(x[["conf.level"]][1]), "lower limit") else "Lower limit"
  needed <- x[["needed"]]
  cells <- if (is.numeric(needed)) {
    ifelse(is.na(needed), paste("over", big(MOST_AUDITS)), ifelse(needed == Inf, "none is enough", big(needed)))
  }
  replace <- if (length(cells)) list(needed = column("Audits needed", cells, TRUE)) else list()
  if (is.numeric(x[["conf.low"]])) {
    limit <- column(escape(headings[["conf.low"]], style), format_numbers(x[["conf.low"]], style), TRUE)
    replace$conf.low <- if (is.null(x[["estimate"]])) limit else joined(limit)
  }
  # An infinite capital is no amount: the labels that were found right are more than the target allows.
  if (any(x[["capital"]] == Inf)) {
    amount <- ifelse(x$capital == Inf, "no limit", format(x$capital, digits = 3))
    replace$capital <- column("Capital", amount, TRUE)
  }
  hidden <- c(
    if (in_heading) "conf.level", if (style$format != "text" && all(x[["n_set_aside"]] %in% 0)) "n_set_aside"
  )
  replace[hidden] <- list(NULL)
  result_parts(
    x, style, headings, c("target", "estimate", "conf.low", "expected", "conf.level"),
    replace = replace, notes = if (style$format != "text") escape(audit_notes(x), style)
  )
}

audit_notes <- function(x) {
  c(
    if (nrow(x) == 1 && all(AUDIT_COLUMNS %in% names(x))) sub("[.]$", "", audit_sentences(x)),
    if (all(c("expected", "n_right", "n_audited") %in% names(x)) && all(x[["n_audited"]] > 0)) {
      # This is the default of the argument `expected`.
      found <- (x[["n_right"]] + 1) / (x[["n_audited"]] + 2)
      if (isTRUE(all.equal(as.double(x[["expected"]]), found))) "Expected share: (right + 1) / (audited + 2)"
    },
    if (!isTRUE(attr(x, "census")) && any(!is.na(x[["conf.low"]]))) {
      "Lower limit: by betting, valid however often the audits are looked at"
    }
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_audit <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, AUDIT_COLUMNS)
  path <- audit_path(object)
  data <- data.frame(audit = c(0L, path$audit), capital = c(1, path$capital))
  # The capital has no limit once so many labels are right that the target is certain.
  without <- data$audit[data$capital == Inf]
  data <- data[data$capital < Inf, ]
  line <- 1 / (1 - object$conf.level)
  start_plot(
    data, character(), paste0(
      "Target: more than ", level_words(object$target), " of the labels are right. This is shown once the evidence ",
      if (nrow(data) > 1) paste0("(", plot_numbers(data$capital[nrow(data)], leading_zero = TRUE), " now) "),
      "is above the dashed line, at ", axis_units(round(line, 2)), ". The axis is logarithmic.",
      if (length(without)) paste0(" It is certain at audit ", without[1], ", where the line ends.")
    ),
    alt_list(
      "Capital of a bet after each audit", paste0(data$audit, ": ", format(data$capital, digits = 3)), data$capital
    )
  ) +
    ggplot2::geom_hline(yintercept = line, colour = "grey45", linewidth = 0.35, linetype = "22") +
    ggplot2::geom_line(ggplot2::aes(.data$audit, .data$capital), colour = PALETTE[1], linewidth = 0.55) +
    ggplot2::geom_point(
      ggplot2::aes(.data$audit, .data$capital), data = data[nrow(data), ], colour = PALETTE[1], size = 1.8
    ) +
    ggplot2::scale_x_continuous(breaks = whole_breaks) +
    ggplot2::scale_y_log10(labels = axis_numbers, breaks = capital_breaks(line)) +
    ggplot2::labs(x = "Audits", y = "Evidence: capital of a bet that starts at 1")
}

# Powers of 10 for an axis of capital, of which that near to the `line` gives way to it.
capital_breaks <- function(line) {
  function(limits) {
    powers <- 10^seq(floor(log10(limits[1])), ceiling(log10(limits[2])))
    powers <- powers[powers >= limits[1] & powers <= limits[2] & abs(log10(powers / line)) > 0.15]
    if (length(powers) < 3) powers <- sort(unique(c(powers, 1, 0.5 * powers, 5 * powers[powers < line / 10])))
    c(powers[powers >= limits[1] & powers <= limits[2]], line)
  }
}
