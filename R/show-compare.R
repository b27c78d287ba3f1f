# Tables of comparisons of two estimates, and of plans of studies.

table_parts.accord_comparison <- function(x, style) {
  keys <- lapply(Filter(Negate(is.null), comparison_keys(x, style)), function(key) {
    if (key$heading == "Coefficient") key$cells <- escape(coefficient_labels(x), style)
    key
  })
  columns <- c(
    as_keys(keys),
    comparison_cells(x, style, c("First estimate", "Second estimate"))
  )
  about <- if (!is.null(x[["coefficient"]])) coefficient_labels(x)[is_same(coefficient_labels(x))]
  list(
    columns = bind_columns(columns),
    notes = c(
      if (length(about)) escape(about[1], style),
      paste0(
        "Difference: second minus first",
        kept(x, c("n_shared", "paired"), paste0(", ", escape(pairing_words(x), style)))
      ),
      phrase_notes(comparison_labels(x), x$status, style),
      kept(x, c("conf.low", "conf.high", "status", "interval"), {
        if (all(is.na(x$conf.low)) && any(x$status == "ok" & x$interval != "none")) "No intervals"
      }),
      if (several_tests(x)) escape(adjusted_words(x), style)
    ),
    told = is_told(x), about = comparison_labels(x)
  )
}

table_parts.accord_plan <- function(x, style) {
  labels <- coefficient_labels(x)
  same <- is_same(labels)
  number <- function(name, heading) {
    if (!all(is.na(x[[name]]))) column(heading, format_numbers(x[[name]], style), TRUE)
  }
  per_item <- user_cells(x$ratings_per_item, utils::modifyList(style, list(digits = 1)))
  raters <- ifelse(is.na(x$n_raters), dash(style), big(x$n_raters))
  failed <- any(x$no_interval > 0, na.rm = TRUE)
  settings <- plan_settings(x, style)
  columns <- c(
    as_keys(list(
      column("Items", big(x$n_items), TRUE), column("Ratings per item", per_item, TRUE),
      if (!all(is.na(x$n_raters))) column("Raters", raters, TRUE)
    )),
    list(kept(x, "n_ratings", column("Ratings", big(round(x$n_ratings)), TRUE))),
    as_keys(list(if (!same) column("Coefficient", escape(labels, style), FALSE))),
    unname(settings),
    list(
      number("value", if (same) escape(labels[1], style) else "True value"),
      number("width", "Mean width"), number("width_90", escape("90% quantile", style)),
      if (failed) column("No interval", escape(share_cells(x$no_interval, style), style), TRUE),
      number("aggregated", "Aggregated labels")
    )
  )
  has_widths <- !is_removed(x, "width") || !is_removed(x, "width_90")
  notes <- c(
    if (has_widths && !is.na(x$conf.level[1]) && is.null(settings$interval)) {
      by <- kept(x, "interval", intervals_by(x$interval[1])) %||% "intervals"
      paste0("Width of ", format(100 * x$conf.level[1]), "% ", by)
    },
    if (is_same(x[["times"]])) paste("from", studies_per_row(x$times[1]))
  )
  notes <- sub("^f", "F", paste(notes, collapse = ", "))
  list(columns = bind_columns(columns), notes = escape(notes, style))
}
