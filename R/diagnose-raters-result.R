# The class of results of rater_summary(): print, tidy() and a plot of each rater's agreement against the number of
# ratings.

text_columns.accord_raters <- function(x) "rater"

printed.accord_raters <- function(x) {
  if (is.null(x[["rater"]])) {
    return(NULL)
  }
  aside <- !all(x[["n_set_aside"]] %in% 0)
  n <- vctrs::vec_unique_count(x[["rater"]])
  # Users may have removed or changed columns, as in any tibble.
  complete <- nrow(x) > 0 && all(RATER_COUNTS %in% names(x)) &&
    all(vapply(unclass(x)[RATER_COUNTS], is.numeric, NA))
  list(
    who = paste0("Summary of ", count(n, "rater")),
    rest = group_words(x, "rater"),
    told = c(
      repeated_counts(x, c(n_items = "n_ratings", n_compared = "n_ratings")), "std.error",
      if (all(x[["n_met"]] %in% (n - 1))) "n_met", if (!aside) c("n_set_aside", "set_aside")
    ),
    figures = "kappa",
    notes = if (complete) {
      scale <- attr(x, "scale")
      c(
        rater_footer(summary(x)), if (!is.null(scale)) paste0("# Kappa: ", scale),
        if (aside) paste0("# Set aside: ", SET_ASIDE_WORDS)
      )
    }
  )
}

printed.accord_rater_means <- function(x) {
  if (!is.null(x[["measure"]])) {
    same <- is_same(x[["n_raters"]] %||% NA)
    list(
      who = paste0("Means over ", if (same) count(x[["n_raters"]][1], "rater") else "raters"),
      rest = group_words(x, "measure"), told = c(if (same) "n_raters", "n_ratings"), figures = "estimate",
      notes = "# Weighted mean: by the number of ratings of each rater"
    )
  }
}

# Returns lines such as "# Mean over 3 raters: Majority .890 (weighted .882), …", for at most five groups.
rater_footer <- function(means) {
  means <- means[means$measure %in% AGREE_FIGURES, ]
  if (nrow(means) == 0) {
    return(character())
  }
  style <- list(format = "text", digits = 3, leading_zero = FALSE)
  text <- paste0(
    SUMMARY_HEADINGS[means$measure], " ", format_numbers(means$estimate, style),
    " (weighted ", format_numbers(means$weighted_mean, style), ")"
  )
  keys <- unclass(means)[names_before(means, "measure")]
  group <- group_labels(tibble::new_tibble(keys, nrow = nrow(means)))
  shown <- utils::head(unique(group), 5)
  lines <- vapply(shown, function(one) {
    rows <- which(group == one)
    paste0(
      "Mean over ", count(max(means$n_raters[rows]), "rater"), if (length(keys)) paste0(", ", one), ": ",
      paste(text[rows], collapse = ", ")
    )
  }, "", USE.NAMES = FALSE)
  lines <- c(lines, if (length(unique(group)) > 5) "More groups: summary(x)")
  paste("#", lines)
}

# Other results count missing ratings separately.
SET_ASIDE_WORDS <- "missing ratings, ratings outside the categories, and duplicates"

AGREE_FIGURES <- c("agree_majority", "agree_others", "agree_pairs", "kappa")
RATER_COUNTS <- c("n_ratings", "n_compared", "n_set_aside")

#' @export
tidy.accord_raters <- function(x, ...) {
  check_no_dots(...)
  check_whole_result(x)
  check_result_columns(x, c("rater", "kappa"), "The summary of raters")
  columns <- unclass(tidy_as(x, "kappa", "estimate"))
  columns <- append(columns, list(term = rep("kappa", nrow(x))), match("rater", names(columns)))
  tibble::new_tibble(columns, nrow = nrow(x))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_raters <- function(object, ..., figure = "kappa", width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_choice(figure, AGREE_FIGURES, "figure")
  check_plot_columns(
    object, c("rater", "n_compared", figure, if (figure == "kappa") c("conf.low", "conf.high"))
  )
  data <- data.frame(
    rater = as.character(object$rater), n = object$n_compared, value = object[[figure]],
    panel = group_panels(object, "rater")
  )
  # Raters without any comparison are not drawn.
  data$value[is.na(data$n)] <- NA
  status <- if (!is.null(object[["status"]])) as.character(object[["status"]])
  # The reason is the same as in the note of the table.
  if (figure == "kappa" && !is.null(status)) status[is.na(data$value) & status %in% "ok"] <- SUMMARY_GAPS$Kappa
  check_plot_values(
    data$value, status, "rater",
    hint = if (figure == "kappa") "Kappa needs two categories; {.code figure = \"agree_pairs\"} does not.",
    n = nrow(data)
  )
  data$std.error <- if (figure == "kappa") {
    level <- object[["conf.level"]] %||% 0.95
    half <- (object$conf.high - object$conf.low) / 2
    object[["std.error"]] %||% (half / stats::qt((1 + level) / 2, pmax(data$n - 1, 1)))
  } else {
    NA
  }
  middle <- if (figure == "kappa") "median" else "mean"
  lost <- is.na(data$value)
  band <- do.call(rbind, lapply(split(data[!lost, ], data$panel[!lost], drop = TRUE), sampling_band, figure))
  data <- with_middle(data, figure)
  if (in_rater_rows(data[!lost, ])) {
    limits <- if (figure == "kappa") {
      list(low = object$conf.low, high = object$conf.high)
    } else {
      share_limits(data$value * data$n, data$n, 0.95)
    }
    data$low <- limits$low
    data$high <- limits$high
    return(rater_forest(data[!lost, ], FIGURE_WORDS[[figure]], missing_caption(data$value, status, "rater"), middle))
  }
  shown <- first_panels(data$panel)
  data <- droplevels(data[shown$rows, ])
  band <- band[band$panel %in% data$panel, ]
  caption <- c(shown$caption, missing_caption(data$value, status[shown$rows], "rater"))
  lost <- is.na(data$value)
  named <- named_points(data, band, base = if (figure == "kappa") 0)
  start_plot(
    data[!lost, ], c(unnamed_caption(named), caption),
    c(
      "Points are raters.",
      if (!is.null(band)) {
        paste0("Line: their ", middle, "; band: where all of them are in 95% of studies if they are alike.")
      },
      if (any(data$outside)) "Triangles lie outside.", if (figure == "kappa") "Dashed: agreement by chance."
    ), raters_alt(data[!lost, ], FIGURE_WORDS[[figure]])
  ) +
    (if (!is.null(band)) {
      list(
        ggplot2::geom_ribbon(
          ggplot2::aes(.data$n, ymin = .data$low, ymax = .data$high),
          data = band, fill = "grey85"
        ),
        ggplot2::geom_line(
          ggplot2::aes(.data$n, .data$middle), data = band, colour = "grey45", linewidth = 0.35
        )
      )
    }) +
    (
      if (figure == "kappa") ggplot2::geom_hline(
        yintercept = 0, linetype = "22", colour = "grey30", linewidth = 0.4
      )
    ) +
    rater_points(data[!lost, ]) +
    name_layer(named) +
    volume_scale(data$n[!lost]) +
    ggplot2::scale_y_continuous(labels = axis_numbers, guide = no_overlap()) +
    by_panel(data$panel) +
    ggplot2::labs(x = "Ratings that can be compared", y = wrap_words(FIGURE_WORDS[[figure]], letters_of(32)))
}
