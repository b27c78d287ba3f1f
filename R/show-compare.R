# Tables of comparisons of two estimates, and of plans of studies.

check_table.accord_comparison <- function(x) check_kept(x, is_whole(x), "a comparison")
check_table.accord_plan <- function(x) check_kept(x, is_whole(x), "a plan")

check_kept <- function(x, kept, kind) {
  check_table_cells(x)
  if (!kept) {
    abort_accord(
      "not_agreement",
      c(
        "A table of {kind} needs all columns of {kind}.",
        x = "Some are gone, or are not numbers any more.",
        i = "Filter rows, but keep all columns."
      )
    )
  }
}

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
      paste0("Difference: second minus first, ", escape(pairing_words(x), style)),
      phrase_notes(comparison_labels(x), x$status, style),
      if (all(is.na(x$conf.low)) && any(x$status == "ok" & x$interval != "none")) "No intervals",
      if (several_tests(x)) escape(
        paste0("p adj.: for ", sum(!is.na(x$p.value)), " tests (", x$adjust[1], ")"), style
      )
    ),
    told = x$status != "ok", about = comparison_labels(x)
  )
}

table_parts.accord_plan <- function(x, style) {
  labels <- coefficient_labels(x)
  same <- is_same(labels)
  number <- function(name, heading) {
    if (!all(is.na(x[[name]]))) column(heading, format_numbers(x[[name]], style), TRUE)
  }
  failed <- any(x$no_interval > 0, na.rm = TRUE)
  design <- as_keys(list(
    items = column("Items", big(x$n_items), TRUE),
    per_item = column(
      "Ratings per item", user_cells(x$ratings_per_item, utils::modifyList(style, list(digits = 1))), TRUE
    ),
    raters = if (!all(is.na(x$n_raters))) column(
      "Raters", ifelse(is.na(x$n_raters), dash(style), big(x$n_raters)), TRUE
    ),
    coefficient = if (!same) column("Coefficient", escape(labels, style), FALSE)
  ))
  columns <- list(
    design$items, design$per_item, design$raters,
    column("Ratings", big(round(x$n_ratings)), TRUE),
    design$coefficient,
    number("value", if (same) escape(labels[1], style) else "True value"),
    number("width", "Mean width"),
    number("width_90", escape("90% quantile", style)),
    if (failed) column("No interval", escape(share_cells(x$no_interval, style), style), TRUE),
    number("aggregated", "Aggregated labels")
  )
  level <- if (!is.na(x$conf.level[1])) paste0(
    "Width of ", format(100 * x$conf.level[1]), "% ", intervals_by(x$interval[1]), ", "
  )
  list(
    columns = bind_columns(columns),
    notes = escape(paste0(level %||% "", "from ", big(x$times[1]), " simulated studies per row"), style)
  )
}
