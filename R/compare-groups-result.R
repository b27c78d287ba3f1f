# The class of results of compare_agreement(groups = ).

GROUP_MEASURE_WORDS <- c(
  difference = "Difference", within = "Within", across = "Across", association = "Within / across",
  normalised = "Normalised"
)

measure_words <- function(measure) {
  words <- GROUP_MEASURE_WORDS[measure]
  unname(ifelse(is.na(words), measure, words))
}

result_kind.accord_group_comparison <- function(x) {
  list(
    words = "a comparison of groups of raters", columns = GROUP_COMPARISON_COLUMNS,
    needed = c("group", "measure", "estimate"), grouped = TRUE
  )
}

text_columns.accord_group_comparison <- function(x) c("group", "against", "measure", "adjust")

sealed_names.accord_group_comparison <- function(x) "shares"

not_coefficients.accord_group_comparison <- function(x) "a comparison of groups of raters"

after_binding.accord_group_comparison <- function(x) {
  adjusted <- adjusted_by_measure(x[c("measure", "p.value", "adjust")])
  x$adj.p.value <- adjusted$adj.p.value
  x$n_tests <- adjusted$n_tests
  x
}

#' @rdname print.accord_comparison
#' @export
format.accord_group_comparison <- function(x, ..., digits = 3, n = 20, width = getOption("width")) {
  if (!is_whole(x)) {
    return(NextMethod())
  }
  check_no_dots(...)
  check_digits(digits)
  style <- list(format = "text", digits = digits, leading_zero = FALSE)
  bare <- x$status == "ok" & is.na(x$conf.low) & !is.na(x$conf.level)
  reasons <- ifelse(bare, "no interval, since it is not defined without one of the raters", x$status)
  told <- !reasons %in% c("ok", NA)
  printed_lines(
    x, paste0(groups_headline(x), headline_interval(x)), own_table(x, groups_cells(x, style), style, width, n),
    c(
      reason_paragraph(unique(paste0(x$group, ", ", tolower(measure_words(x$measure)), ": ", reasons)[told])),
      set_aside_line(x)
    ),
    notes = paste("#", groups_notes(x))
  )
}

groups_headline <- function(x) {
  metric <- metric_words(as.character(x$metric))
  items <- x$n_items[!is.na(x$n_items)]
  paste0(
    "Agreement within and across ", count(length(unique(x$group)), "group"), " of raters",
    if (is_same(metric)) paste0(" (", metric[1], ")"),
    if (length(items)) paste0(", ", paste(unique(big(range(items))), collapse = " to "), " items in common")
  )
}

# `in_table`: the notes of a table, whose title says what is compared, and which leaves out shares of the ratings.
groups_notes <- function(x, in_table = FALSE) {
  least <- unique(x[["least.p"]][!is.na(x[["least.p"]])])
  n <- max(c(x$n_permutations, 0L), na.rm = TRUE)
  metric <- metric_words(as.character(x$metric))
  items <- x$n_items[!is.na(x$n_items)]
  c(
    if (in_table) {
      c(
        if (length(items)) paste(paste(unique(big(range(items))), collapse = " to "), "items in common"),
        if (!all(is.na(x$conf.low))) {
          bare <- !is.na(x$estimate) & is.na(x$conf.low)
          none <- if (any(bare)) "; none where leaving out a rater leaves no value"
          paste0(sub("^, ", "", headline_interval(x)), none)
        }
      )
    },
    paste0(
      "Within: Krippendorff's alpha of the group; across: agreement with all other raters, corrected for chance",
      if (in_table && is_same(metric)) paste0(" (", metric[1], ")"), "; difference: within minus across",
      if (in_table) ", computed before rounding"
    ),
    single_words(x, in_table),
    if ("association" %in% x$measure) {
      paste0("Within / across: the group association index", if (!in_table) " (GAI), where across is above 0")
    },
    if ("normalised" %in% x$measure) "Normalised: across, divided by the root of the alphas of both sides",
    if (n > 0 && length(least)) {
      smallest <- paste(
        unique(format_p(range(least), list(format = "text", leading_zero = FALSE))), collapse = " to "
      )
      if (in_table && all(is_no_test(x)[!is.na(x$p.value)])) {
        paste0("No test: with ", count(n, "assignment"), " of raters to groups a two-sided p is at least ", smallest)
      } else {
        paste0(
          "p: ", if (in_table) "two-sided, by ", big(n), " assignments of raters to groups",
          if (in_table) ", at least " else "; smallest possible p ", smallest
        )
      }
    },
    if (several_group_tests(x)) {
      paste0("p adj.: over the groups, for each measure", kept(x, "adjust", paste0(" (", x$adjust[1], ")")))
    },
    if (!in_table && !is.null(attr(x, "shares"))) paste0("Shares of the ratings: ", attr(x, "shares"))
  )
}

# Whether so few assignments of raters to groups are possible that no p value could be below the level.
is_no_test <- function(x) {
  level <- ifelse(is.na(x$conf.level), 0.05, 1 - x$conf.level)
  !is.na(x[["least.p"]] %||% NA) & (x[["least.p"]] %||% NA) > level
}

# A group of one rater stands for itself.
single_words <- function(x, in_table) {
  single <- unique(x$group[x$n_raters %in% 1])
  if (length(single) && !all(is.na(x$conf.low))) {
    one <- in_a_list(single)
    if (in_table) {
      paste("Intervals of", one, "are for its only rater")
    } else {
      paste0("Only one rater in ", one, ": intervals are for this rater, with items and other raters random")
    }
  }
}

several_group_tests <- function(x) any(x$adj.p.value != x$p.value, na.rm = TRUE)

groups_cells <- function(x, style) {
  keys <- unclass(x)[names_before(x, GROUP_COMPARISON_COLUMNS)]
  none <- function(cells) ifelse(cells == "", dash(style), cells)
  c(
    as_keys(c(
      lapply(names(keys), function(name) key_column(name, keys[[name]], style)),
      list(
        name_column("Group", escape(as.character(x$group), style)),
        name_column("Agreement", escape(measure_words(x$measure), style))
      )
    )),
    list(
      column("Estimate", format_numbers(x$estimate, style), TRUE, must = TRUE), interval_column(x, style),
      if (!all(is.na(x$p.value))) column("p", none(format_p(x$p.value, style)), TRUE),
      if (several_group_tests(x)) column("p adj.", none(format_p(x$adj.p.value, style)), TRUE),
      kept(x, "n_raters", column("Raters in group", big_cells(x$n_raters, style), TRUE))
    )
  )
}

#' @rdname print.accord_comparison
#' @export
tidy.accord_group_comparison <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  columns <- unclass(x)
  keys <- columns[names_before(x, GROUP_COMPARISON_COLUMNS)]
  rest <- columns[c("estimate", "std.error", "p.value", "adj.p.value", "conf.low", "conf.high", "status")]
  tibble::new_tibble(c(keys, columns[c("group", "against")], list(term = columns$measure), rest), nrow = nrow(x))
}

#' @rdname print.accord_comparison
#' @export
glance.accord_group_comparison <- function(x, ...) {
  check_no_dots(...)
  check_kind(x)
  tibble::tibble(
    n_groups = length(unique(x$group)), n_undefined = sum(is.na(x$estimate)), adjust = common_value(x$adjust),
    interval = common_value(x$interval), conf.level = common_value(x$conf.level)
  )
}

table_parts.accord_group_comparison <- function(x, style) {
  # Rows without a value are not shown, and what a group lacks is told in the note: ratios are extras.
  rows <- which(!is.na(x$estimate))
  if (length(rows) == 0) rows <- seq_len(nrow(x))
  shown <- vctrs::vec_slice(x, rows)
  no_test <- !is.na(shown$p.value) & is_no_test(shown)
  named <- function(x) paste(tolower(measure_words(x$measure)), "of", x$group)
  told <- any(no_test) && all(no_test[!is.na(shown$p.value)])
  cells <- shown
  if (told) cells$adj.p.value <- cells$p.value
  columns <- groups_cells(cells, style)
  if (told) columns <- lapply(columns, function(one) {
    if (identical(one$heading, "p")) one$cells <- rep(dash(style), nrow(shown))
    one
  })
  list(
    columns = bind_columns(columns),
    notes = c(
      escape(c(groups_notes(shown, in_table = TRUE), not_shown(x, rows, named)), style),
      phrase_notes(named(shown), shown$status, style)
    ),
    rows = rows, told = is_told(shown), about = named(shown), columns_told = if (told) "p",
    method_told = !all(is.na(shown$conf.low)) && !is.null(headline_interval(shown)),
    interval_told = any(!is.na(shown$conf.low))
  )
}

# Sentences on the groups without any value, and on the differences and their parts that others lack.
not_shown <- function(x, rows, named) {
  lost <- setdiff(seq_len(nrow(x)), rows)
  bare <- !x$group %in% x$group[rows]
  extra <- x$measure %in% c("association", "normalised")
  who <- ifelse(bare, paste("group", x$group), named(x))
  told <- lost[(bare | !extra)[lost]]
  reasons <- as.character(x$status[told])
  vapply(unique(reasons), function(reason) {
    names <- unique(who[told][reasons %in% reason])
    as_sentence(paste0(
      in_a_list(names), if (length(names) == 1) " is" else " are", " not shown",
      if (!is.na(reason)) paste0(" (", reason, ")")
    ))
  }, "", USE.NAMES = FALSE)
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_group_comparison <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("group", "measure", "estimate", "conf.low", "conf.high", "status"))
  # Ratios have another scale than agreement.
  drawn <- c("within", "across", "difference")
  object <- vctrs::vec_slice(object, object$measure %in% drawn)
  # Groups without any value are said, not drawn.
  panel <- group_panels(object, "group")
  known <- stats::ave(!is.na(object$estimate), object$group, panel, FUN = any)
  without <- if (any(known)) {
    lost <- vctrs::vec_slice(object, !known)
    who <- paste0(panel[!known], ifelse(panel[!known] == "", "", ", "), lost$group)
    why <- ifelse(lost$status %in% NA, "no value", paste0("no value (", lost$status, ")"))
    unique(paste0(cut_labels(who, 40), ": ", why, "."))
  }
  if (any(known)) object <- vctrs::vec_slice(object, known)
  data <- forest_data(object, cut_labels(object$group))
  data$series <- factor(measure_words(object$measure), measure_words(intersect(drawn, object$measure)))
  data$panel <- own_groups(object, GROUP_COMPARISON_COLUMNS, "group")
  forest_plot(
    data, paste0("Agreement or difference", ci_words(object)), c(
      "Within: Krippendorff's alpha of the group; across: agreement with all other raters, corrected for chance.",
      without
    ),
    bare = "too few raters for the jackknife"
  )
}
