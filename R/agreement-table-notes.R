# The notes of the table of an <agreement>, which explain missing values and say what figures and limits mean.

# Notes are sentences without a full stop; they explain every dash in the table.
table_notes <- function(x, style, wide) {
  c(
    dash_notes(x, style), if (!wide) c(letter_note(x, style), meaning_notes(x, style)),
    if (wide) wide_note(x, style) else c(metric_note(x, style), escape(scale_note(x), style), one_sided_note(x, style)),
    population_note(x), same_limits_note(x, style),
    if (!is.null(attr(x, "rated_twice"))) escape(rated_twice_words(x), style),
    if (!is.null(attr(x, "chosen"))) escape(sub("[.]$", "", reported_choice(x)), style),
    side_notes(x, style),
    weight_note(x),
    if (!is.null(attr(x, "timing"))) paste("Time:", escape(attr(x, "timing"), style))
  )
}

# The figures of some results are defined for readers who have no help page.
meaning_notes <- function(x, style) {
  if ("category" %in% own_keys(x)) {
    more <- any(x[["coefficient"]] != "category_agreement")
    return(paste0(
      if (!is.null(known_uses(x))) "In parentheses: ratings in the category. ",
      "Specific agreement: the probability that another rating of an item is in the category if one is",
      if (more) "; other coefficients: the category against all others combined"
    ))
  }
  if (inherits(x, "accord_pairs") && !is.null(x[["n_items"]])) {
    n <- x[["n_categories"]]
    paste0(
      "Both raters rated these items",
      if (is_same(n) && !isTRUE(style$categories)) {
        paste0(" in ", big(n[1]), if (n[1] == 1) " category" else " categories")
      }
    )
  } else if (inherits(x, "accord_intra") && any(x[["rater"]] %in% "all raters") && !is.null(x[["n_items"]])) {
    paste0(
      "All raters: items are counted for each rater",
      if (is.null(x[["n_clusters"]]) && any(grepl("over clusters", x[["interval"]], fixed = TRUE))) {
        ", and the same item of several raters is a cluster"
      }
    )
  } else if (any(startsWith(as.character(x[["coefficient"]]), "icc"))) {
    icc_note(x)
  }
}

# Returns a note that explains the letters of the intraclass correlations that are used, and their F tests.
icc_note <- function(x) {
  id <- unique(as.character(x[["coefficient"]]))
  id <- id[startsWith(id, "icc")]
  null <- as.double(x[["null.value"]] %||% 0)
  tested <- has_added(x, "p.value") && any(!is.na(x[["p.value"]])) && statistic_name(x) == "F"
  meanings_note(c(
    if (any(startsWith(id, "icc1"))) "ICC(1) and ICC(1,k): each item may have other raters",
    if (any(startsWith(id, "icc_a"))) "A: absolute agreement",
    if (any(startsWith(id, "icc_c"))) "C: consistency, without constant differences between raters",
    if (any(endsWith(id, "1"))) "1: of one rating", if (any(endsWith(id, "k"))) "k: of the mean of k ratings",
    if (a_exceeds_c(x)) "A above C: the variance of the raters is estimated below 0",
    if (tested && all(null %in% c(0, NA))) "F tests: of a correlation of 0"
  ))
}

# Whether an absolute agreement exceeds the consistency of the same ratings.
a_exceeds_c <- function(x) {
  of <- function(id) {
    rows <- vctrs::vec_slice(x, which(x[["coefficient"]] == id))
    rlang::set_names(rows[["estimate"]], group_names(rows))
  }
  above <- function(k) {
    a <- of(paste0("icc_a", k))
    any(a > of(paste0("icc_c", k))[names(a)] + 1e-9, na.rm = TRUE)
  }
  above("1") || above("k")
}

# Limits for other items need no note; those for other raters are rare, and a reader must know it.
population_note <- function(x) {
  population <- unique(population_of_limits(as.character(x[["interval"]][!is.na(x[["conf.low"]])])))
  if (length(population) == 1 && grepl("raters$", population)) paste("Intervals refer to", population)
}

# Bayesian limits are those of a population, in which Fleiss' kappa and alpha are the same where all items have equally
# many ratings: the estimates differ, since alpha corrects for the size of the sample.
same_limits_note <- function(x, style) {
  of <- function(id) vctrs::vec_slice(x, which(x[["coefficient"]] == id & grepl("^Bayesian", x[["interval"]])))
  fleiss <- of("fleiss_kappa")
  alpha <- of("krippendorff_alpha")
  limits <- function(rows) vctrs::new_data_frame(lapply(unclass(rows)[c("conf.low", "conf.high")], round, 9))
  groups <- function(rows) group_names(rows)
  if (nrow(fleiss) == 0 || nrow(alpha) == 0 || anyNA(match(c("conf.low", "conf.high"), names(x)))) {
    return(NULL)
  }
  same <- vctrs::vec_in(
    vctrs::vec_cbind(limits(fleiss), group = groups(fleiss)), vctrs::vec_cbind(limits(alpha), group = groups(alpha))
  )
  if (!any(same)) {
    return(NULL)
  }
  labels <- greek(escape(c("Fleiss' kappa", "alpha"), style), style)
  paste0(
    labels[1], " and ", labels[2], " have the same limits",
    if (!all(same)) paste(" in", in_a_list(escape(groups(fleiss)[same], style))),
    ": they are those of a population of items, in which the two coefficients are equal"
  )
}

# A one-sided test can reject a value although the two-sided interval, which may be of another method, contains it; the
# note says so.
one_sided_note <- function(x, style) {
  if (statistic_name(x) != "F") {
    return(NULL)
  }
  null <- as.double(x[["null.value"]] %||% rep(0, nrow(x)))
  kept <- x[["conf.low"]] <= null & null <= x[["conf.high"]]
  tested <- unique(null[!is.na(null) & null != 0])
  apart <- any(x[["p.value"]] < 1 - x[["conf.level"]] & kept, na.rm = TRUE)
  if (length(tested) == 0 && !apart) {
    return(NULL)
  }
  paste0(
    "F tests are one-sided",
    if (length(tested)) paste0(", of a value of ", in_a_list(null_cells(tested, style)), " or less"),
    if (apart) "; intervals are two-sided, and those of another method need not agree with the tests"
  )
}

# The note on weights, such as "Case weights: frequencies".
weight_note <- function(x) {
  if ("case_weights" %in% names(x) && has_added(x, "case_weights")) {
    words <- as.character(x[["case_weights"]])
    paste0("Case weights", if (anyNA(words)) " of some rows", ": ", in_a_list(setdiff(unique(words), NA)))
  }
}

# Returns one phrase for each reason and group, which names the rows and the reason.
dash_notes <- function(x, style) {
  reason <- dash_reasons(x, style)
  tell <- which(reason != "")
  group <- group_names(x)
  labels <- row_coefficients(x, style)
  several <- length(unique(labels)) > 1
  # Rows of one group that have no value for the same reason share a phrase.
  phrase <- paste(group, reason, sep = "\r")[tell]
  notes <- vapply(unique(phrase), function(one) {
    rows <- tell[phrase == one]
    whole <- length(rows) > 1 && length(rows) == sum(group == group[rows[1]])
    name <- c(group[rows[1]], if (several && !whole) in_a_list(unique(labels[rows])))
    about_rows(paste(name[name != ""], collapse = ", "), reason[rows[1]], style)
  }, "", USE.NAMES = FALSE)
  greek(escape(notes, style), style)
}

# Returns the reason for the dash in each row, "" for rows without one.
dash_reasons <- function(x, style) {
  no_value <- is.na(x$estimate)
  no_interval <- !no_value & !is.null(interval_column(x, style)) & is.na(x[["conf.low"]] %||% NA)
  no_raters <- is.na(x[["n_raters"]] %||% NA) & !is.null(count_column(x, "n_raters", style))
  reason <- as.character(x[["status"]] %||% rep(NA, nrow(x)))
  reason[is.na(reason) | reason == "ok"] <- "no value"
  reason <- ifelse(no_value, reason, ifelse(no_interval, paste0("no interval, ", lacking_interval(x)), ""))
  ifelse(
    no_raters & !no_value,
    paste0(reason, ifelse(reason == "", "", ", "), "anonymous raters"), reason
  )
}
