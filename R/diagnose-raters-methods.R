# What can be done with the summary of raters: means over them, and the print that shows these.

#' @rdname rater_summary
#' @param object,x The result of `rater_summary()`, possibly with some rows removed.
#' @export
summary.accord_raters <- function(object, ..., ci = ci_default()) {
  check_no_dots(...)
  conf_level <- check_own_ci(ci, list(ci_analytic()))$conf_level %||% NA_real_
  check_result_columns(object, c("rater", RATER_COUNTS), "The summary of raters")
  keys <- unclass(object)[names_before(object, "rater")]
  groups <- row_groups(tibble::new_tibble(keys, nrow = nrow(object)))
  code <- groups$code %||% rep(1L, nrow(object))
  figures <- rater_figures(object)
  rows <- lapply(figures, function(figure) mean_over_raters(object, figure, code, length(groups$status), conf_level))
  rows <- vctrs::vec_rbind(!!!rows)
  group <- rep(seq_along(groups$status), times = length(figures))
  sorted <- order(group)
  columns <- c(list(measure = rep(figures, each = length(groups$status))), rows)
  result <- grouped_result(groups$keys, group, columns, c("accord_rater_means", "accord_summary"))
  vctrs::vec_slice(result, sorted)
}

# Other results count what is missing apart.
SET_ASIDE_WORDS <- "missing ratings, ratings outside the categories, and duplicates"

AGREE_FIGURES <- c("agree_majority", "agree_others", "agree_pairs", "kappa")
RATER_COUNTS <- c("n_ratings", "n_compared", "n_set_aside")

# The columns of which there are means over raters.
rater_figures <- function(x) {
  columns <- setdiff(
    names(x)[-seq_len(match("rater", names(x)))],
    c(RATER_COUNTS, "n_items", "n_met", "std.error", "conf.low", "conf.high", "conf.level")
  )
  columns[vapply(unclass(x)[columns], is.numeric, NA)]
}

# One figure in each of `n` groups.
mean_over_raters <- function(x, figure, code, n, conf_level) {
  value <- as.double(x[[figure]])
  weight <- if (figure %in% AGREE_FIGURES) {
    x$n_compared
  } else if (figure == "set_aside") {
    x$n_ratings + x$n_set_aside
  } else {
    x$n_ratings
  }
  weight <- ifelse(is.na(value), NA, as.double(weight))
  mean_in_group <- function(y) undefined_as_na(call_core(means_by_place(code - 1L, y, n)))
  n_raters <- tabulate(code[!is.na(value)], n)
  mean <- mean_in_group(value)
  # Of a share that is the same for all there is nothing to learn about others.
  squares <- mean_in_group((value - mean[code])^2)
  half <- stats::qt((1 + conf_level) / 2, pmax(n_raters - 1, 1)) * sqrt(squares / pmax(n_raters - 1, 1))
  shares <- figure %in% c(AGREE_FIGURES, "set_aside") || startsWith(figure, "share_")
  range <- if (!shares) c(-Inf, Inf) else if (figure == "kappa") c(-1, 1) else 0:1
  half[n_raters < 2 | (!is.na(half) & half <= 1e-12 * abs(mean))] <- NA_real_
  tibble::tibble(
    estimate = mean, conf.low = pmax(mean - half, range[1]), conf.high = pmin(mean + half, range[2]),
    conf.level = rep(conf_level, n),
    weighted_mean = undefined_as_na(mean_in_group(value * weight) / mean_in_group(weight)),
    n_raters = n_raters,
    n_ratings = ifelse(n_raters > 0, n_raters * mean_in_group(weight), 0),
    status = ifelse(n_raters > 0, "ok", "no rater has a value")
  )
}

#' @export
tidy.accord_raters <- function(x, ...) {
  check_no_dots(...)
  check_whole_result(x)
  check_result_columns(x, c("rater", "kappa"), "The summary of raters")
  columns <- unclass(tidy_as(x, "kappa", "estimate"))
  columns <- append(columns, list(term = rep("kappa", nrow(x))), match("rater", names(columns)))
  tibble::new_tibble(columns, nrow = nrow(x))
}

#' @export
tidy.accord_rater_means <- function(x, ...) {
  check_no_dots(...)
  check_whole_result(x)
  check_result_columns(x, c("measure", "estimate"), "The means over raters")
  tidy_as(x, "measure", "term")
}

#' @export
tbl_sum.accord_raters <- function(x, ...) c(NextMethod(), value_labels_header(x))

#' @rdname rater_summary
#' @export
print.accord_raters <- function(x, ...) {
  NextMethod()
  # Columns may have been taken away or changed, as from any tibble.
  complete <- all(c("rater", RATER_COUNTS) %in% names(x))
  if (nrow(x) > 0 && complete && all(vapply(unclass(x)[RATER_COUNTS], is.numeric, NA))) {
    writeLines(cli::col_grey(c(
      rater_footer(summary(x)), if (any(x$n_set_aside > 0, na.rm = TRUE)) paste0("# n_set_aside: ", SET_ASIDE_WORDS)
    )))
  }
  invisible(x)
}

# "# Mean over 3 raters: agree_majority .890 (weighted .882), …", at most five groups.
rater_footer <- function(means) {
  means <- means[means$measure %in% AGREE_FIGURES, ]
  if (nrow(means) == 0) {
    return(character())
  }
  style <- list(format = "text", digits = 3, leading_zero = FALSE)
  text <- paste0(
    means$measure, " ", format_numbers(means$estimate, style),
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
  paste("#", strwrap(lines, getOption("width") - 2, exdent = 2))
}
