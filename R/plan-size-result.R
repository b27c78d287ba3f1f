# The result of sample_size(): its print, the sentence for a protocol, its table and its plot.

SIZE_COLUMNS <- c(
  "coefficient", "metric", "value", "width", "null.value", "power", "n_raters", "n_items", "n_ratings", "cost",
  "shares", "conf.level", "alternative", "method"
)

result_kind.accord_sample_size <- function(x) {
  list(words = "a sample size", columns = SIZE_COLUMNS)
}

text_columns.accord_sample_size <- function(x) c("shares", "method")

not_coefficients.accord_sample_size <- function(x) cli::format_inline("a sample size, of {.fn sample_size}")

printed.accord_sample_size <- function(x) {
  if (length(setdiff(c("coefficient", "value", "n_raters", "n_items"), names(x)))) {
    return(NULL)
  }
  labels <- unique(size_labels(x))
  list(
    who = paste("Sample size for", if (length(labels) == 1) labels else "agreement"), figures = "n_items",
    notes = if (nrow(x) && all(SIZE_COLUMNS %in% names(x))) {
      if (nrow(x) == 1) paste("#", size_sentences(x)) else "# Sentences for a protocol: format(x, style = \"protocol\")"
    }
  )
}

#' @rdname print.accord_agreement
#' @export
format.accord_sample_size <- function(x, ..., style = "table") {
  check_choice(style, c("table", "protocol"), "style")
  if (style == "table") {
    return(NextMethod())
  }
  check_result_columns(x, SIZE_COLUMNS, "A sample size")
  size_sentences(x)
}

# Labels such as "Cohen's kappa (linear)".
size_labels <- function(x) {
  id <- as.character(x$coefficient)
  metric <- x[["metric"]] %||% rep(NA, nrow(x))
  plain <- metric %in% c("identity", "nominal", NA) | id == "icc"
  label <- ifelse(
    id == "icc", "the intraclass correlation", registry_entries(general_names(id, x[["n_raters"]]))$label
  )
  paste0(label, ifelse(plain, "", paste0(" (", metric, ")")))
}

SIZE_METHODS <- c(
  "large sample" = "the variance of the coefficient in large samples",
  "goodness of fit" = "the test of goodness of fit of Donner and Eliasziw (1992)",
  krippendorff = "Krippendorff's formula (2019)", Bonett = "the formula of Bonett (2002)",
  Walter = "the formula of Walter, Eliasziw and Donner (1998)"
)

# Whether the number of items guarantees that neither limit is farther from the value than half the width.
is_of_halves <- function(x) {
  x[["method"]] %in% "goodness of fit" & x[["alternative"]] %in% "two.sided" & !is.na(x[["width"]] %||% NA)
}

# Sentences such as "With two raters, 89 items are needed to show at the one-sided 5% level ...".
size_sentences <- function(x) {
  number <- function(values) vapply(values, function(v) sub("^(-?)0[.]", "\\1.", format(v, digits = 4)), "")
  percent_of <- function(share) paste0(format(100 * share, digits = 4, trim = TRUE), "%")
  each <- function(i) {
    row <- lapply(unclass(x)[SIZE_COLUMNS], `[`, i)
    # Within a sentence names of coefficients keep their capital, such as Cohen's kappa; these two are words.
    label <- sub("^(Percent|Unanimous) agreement", "\\L\\1\\E agreement", size_labels(x)[i], perl = TRUE)
    side <- if (row$alternative == "two.sided") "two-sided" else "one-sided"
    aim <- if (!is.na(row$null.value)) {
      paste0(
        "give a ", side, " test of ", label, " at the ", percent_of(1 - row$conf.level), " level a power of ",
        percent_of(row$power), " to reject the value ", number(row$null.value), " if it is ", number(row$value)
      )
    } else if (is_of_halves(row)) {
      paste0(
        "estimate ", label, " with a ", percent_of(row$conf.level), " confidence interval of which neither limit is ",
        "farther than ", number(row$width / 2), " from it if it is ", number(row$value)
      )
    } else if (!is.na(row$width) && side == "two-sided") {
      paste0(
        "estimate ", label, " with a ", percent_of(row$conf.level), " confidence interval of width ",
        number(row$width), " if it is ", number(row$value)
      )
    } else if (!is.na(row$width)) {
      paste0(
        "estimate ", label, " with a one-sided ", percent_of(row$conf.level), " confidence limit at a distance of ",
        number(row$width), " if it is ", number(row$value)
      )
    } else {
      paste0("show at the ", percent_of(1 - row$conf.level), " level that ", label, " is at least ", number(row$value))
    }
    paste0(
      count(row$n_items, "item"), ", each rated by ", count(row$n_raters, "rater"), ", ",
      if (row$n_items == 1) "is" else "are", " needed to ", aim,
      if (!is.na(row$shares)) paste0(", with shares of the categories of ", row$shares),
      ". This was computed by ", in_words(row$method, SIZE_METHODS), " with package accord ",
      utils::packageVersion("accord"), "."
    )
  }
  vapply(seq_len(nrow(x)), each, "")
}

table_parts.accord_sample_size <- function(x, style) {
  given <- function(name, heading) {
    values <- x[[name]]
    if (is.null(values) || all(is.na(values))) {
      return(NULL)
    }
    digits <- max(2, nchar(sub("^[^.]*[.]?", "", format(values[!is.na(values)], trim = TRUE, digits = 4))))
    column(heading, format_numbers(values, utils::modifyList(style, list(digits = digits))), TRUE, must = TRUE)
  }
  differs <- function(name) !is.null(x[[name]]) && length(unique(x[[name]])) > 1
  words <- function(name, heading) {
    if (differs(name)) column(heading, escape(ifelse(is.na(x[[name]]), "", as.character(x[[name]])), style), FALSE)
  }
  unless_same <- function(one, words = one$heading) {
    if (!is.null(one)) or_note(one, paste0(words, ": ", one$cells[1]), setting = TRUE)
  }
  labels <- size_labels(x)
  cost <- cheapest_note(x)
  one <- style$format != "text" && length(unique(labels)) == 1
  value <- if (one) paste("True", greek(escape(labels[1], style), style)) else "Value"
  replaced <- list(
    coefficient = if (length(unique(labels)) > 1) name_column("Coefficient", greek(escape(labels, style), style)),
    metric = NULL, value = given("value", value),
    width = width_column(x, given("width", "Width"), unless_same, style),
    null.value = unless_same(given("null.value", "Tested value")),
    power = if (differs("power")) given("power", "Power"),
    shares = words("shares", "Shares"), alternative = words("alternative", "Side"), method = words("method", "Method"),
    conf.level = if (differs("conf.level")) column("Level", escape(level_words(x$conf.level), style), TRUE)
  )
  headings <- c(RESULT_HEADINGS, cost = "Cost", n_items = "Items", n_raters = "Raters", n_ratings = "Ratings")
  notes <- c(size_note(x), cost)
  # Values that have several rows are named once.
  if (!is.null(replaced$value)) replaced$value$key <- TRUE
  result_parts(x, style, headings, replace = replaced, notes = escape(notes, style), about = "coefficient")
}

# A width that is the same in all rows is in the note, which says what it is.
width_column <- function(x, one, unless_same, style) {
  one <- unless_same(one, "Width of the interval")
  if (is.null(one) || style$format == "text" || !all(is_of_halves(x))) return(one)
  half <- format_numbers(x$width / 2, utils::modifyList(style, list(digits = 2 + any(round(x$width * 100) %% 2 == 1))))
  one$note <- paste("Neither limit of the interval is farther than", half[1], "from the true value")
  one$cells <- half
  one$heading <- "Half width"
  one
}

# A note on what is the same in all rows.
size_note <- function(x) {
  same <- function(name) if (!is.null(x[[name]]) && is_same(x[[name]])) x[[name]][1]
  level <- same("conf.level")
  side <- same("alternative")
  tests <- !all(is.na(x[["null.value"]] %||% NA))
  sided <- if (identical(side, "two.sided")) "two-sided" else if (!is.null(side)) "one-sided"
  parts <- c(
    if (tests && !is.null(level)) {
      paste0(sided, if (length(sided)) " ", "test at the ", level_words(round(1 - level, 10)), " level")
    } else if (!is.null(level)) {
      of <- if (identical(sided, "one-sided")) " limits" else " intervals"
      paste0(sided, if (length(sided)) " ", level_words(level), of)
    },
    if (!is.null(same("power"))) paste0("power ", format(100 * same("power"), digits = 4), "%"),
    if (!is.null(same("shares"))) paste("shares of the categories", same("shares")),
    if (!is.null(same("method"))) paste("by", in_words(same("method"), SIZE_METHODS))
  )
  text <- paste(parts, collapse = "; ")
  if (length(parts)) paste0(toupper(substr(text, 1, 1)), substring(text, 2))
}

# This note says which number of raters costs least, for each value and width.
cheapest_note <- function(x) {
  cost <- x[["cost"]]
  columns <- c("coefficient", "value", "width", "null.value", "power", "shares", "conf.level", "alternative", "method")
  if (is.null(cost) || anyNA(cost) || !all(columns %in% names(x)) || length(unique(x$n_raters)) < 2) {
    return(NULL)
  }
  aim <- vctrs::vec_group_id(tibble::as_tibble(unclass(x)[columns]))
  best <- vapply(unique(aim), function(g) x$n_raters[aim == g][which.min(cost[aim == g])], 0L)
  paste0(
    "The cost is least with ",
    if (length(unique(best)) == 1) count(best[1], "rater") else paste(in_a_list(sort(unique(best))), "raters")
  )
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_sample_size <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("coefficient", "value", "n_raters", "n_items"))
  aim <- function(name, words) {
    values <- object[[name]] %||% rep(NA, nrow(object))
    if (length(unique(values)) > 1) paste(words, ifelse(is.na(values), "none", format(values, digits = 4)))
  }
  panel <- list(
    if (length(unique(size_labels(object))) > 1) size_labels(object),
    aim("width", "width"), aim("null.value", "against")
  )
  panel <- do.call(paste, c(Filter(Negate(is.null), c(list(rep("", nrow(object))), panel)), sep = " "))
  data <- data.frame(
    n = object$value, items = object$n_items, each = factor(object$n_raters), panel = factor_in_order(trimws(panel))
  )
  start_plot(
    data, character(), enough_words(object),
    alt_list("Numbers of items", paste0(
      ifelse(data$panel == "", "", paste0(data$panel, ", ")), "value ", axis_numbers(data$n), ", ", data$each,
      " raters: ", big(data$items)
    ), data$items)
  ) +
    ggplot2::geom_line(ggplot2::aes(.data$n, .data$items, colour = .data$each), linewidth = 0.55, na.rm = TRUE) +
    points_by_size(data, "items", "Raters", 6, axis_numbers) +
    ggplot2::geom_text(
      ggplot2::aes(.data$n, .data$items, label = big(.data$items)), data[!is.na(data$items), ], vjust = -0.9,
      size = TILE_TEXT, colour = "grey20", check_overlap = TRUE
    ) +
    ggplot2::scale_y_continuous(labels = axis_counts, limits = c(0, NA), expand = ggplot2::expansion(c(0.05, 0.12))) +
    by_panel(data$panel, 1) +
    ggplot2::labs(
      x = if (length(unique(size_labels(object))) == 1) paste("Value of", size_labels(object)[1]) else "Value",
      y = "Items"
    )
}

# Returns in words the aim that the number of items reaches, as far as it is the same for all rows.
enough_words <- function(x) {
  one <- function(name) if (!is.null(x[[name]]) && !anyNA(x[[name]]) && is_same(x[[name]])) x[[name]][1]
  number <- function(name) plot_numbers(one(name))
  aim <- if (!is.null(one("width"))) {
    level <- if (!is.null(one("conf.level"))) paste0(level_words(one("conf.level")), " ")
    if (all(is_of_halves(x))) {
      paste0("a ", level, "interval whose limits are at most ", plot_numbers(one("width") / 2), " from the value")
    } else {
      paste0("a ", level, "interval that is ", number("width"), " wide")
    }
  } else if (!is.null(one("power"))) {
    against <- if (!is.null(one("null.value"))) paste0(" against ", number("null.value"))
    paste0("a test", against, " with a power of ", number("power"))
  } else {
    "the aim"
  }
  shares <- if (!is.null(one("shares"))) paste0(" Shares of the categories: ", one("shares"), ".")
  paste0("Each point is the number of items that is enough for ", aim, ".", shares)
}
