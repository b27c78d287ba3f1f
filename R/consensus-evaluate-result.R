# The class of results of evaluate_consensus() and calibration().

SCORE_WORDS <- c(
  accuracy = "Accuracy", macro_f1 = "Macro F1", labelled = "Labelled", precision = "Precision",
  recall = "Recall", f1 = "F1", mae = "Mean absolute error", rmse = "Root mean square error",
  correlation = "Correlation", auc = "Area under the curve", brier = "Brier score",
  ece = "Expected calibration error", calibration_error = "Calibration error of labels",
  stated = "Stated probability", log_score = "Log score",
  manhattan = "Manhattan distance", js_divergence = "Jensen-Shannon divergence",
  js_distance = "Jensen-Shannon distance", cross_entropy = "Cross-entropy", wasserstein = "Wasserstein distance",
  soft_accuracy = "Soft accuracy", soft_f1_micro = "Soft micro F1", soft_f1_macro = "Soft macro F1",
  entropy_correlation = "Correlation of entropies", soft_precision = "Soft precision", soft_recall = "Soft recall",
  soft_f1 = "Soft F1", perspectivist_error = "Perspectivist error"
)

# Measures of distributions, which are not shares of items.
SOFT_MEASURES <- c("manhattan", "js_divergence", "js_distance", "cross_entropy", "wasserstein")

printed.accord_evaluation <- function(x) {
  if (is.null(x[["measure"]])) {
    return(NULL)
  }
  level <- unique(x[["conf.level"]])
  list(
    who = if (any(x[["measure"]] %in% SOFT_MEASURES)) {
      "Shares of labels compared with those of people"
    } else if (is.null(attr(x, "sure"))) {
      "Labels compared with gold"
    } else {
      "Confidence compared with gold"
    },
    counted = if (is_of_answers(x)) "answer" else "item",
    rest = group_words(x, c("class", "measure")), figures = "estimate",
    notes = c(
      if (!is.null(attr(x, "given"))) {
        paste("#", count(attr(x, "given"), "item"), "left out, with a gold label that was given to consensus()")
      },
      if (!is.null(attr(x, "without_shares"))) {
        paste("#", count(attr(x, "without_shares"), "item"), "left out, whose shares or label are missing")
      }
    )
  )
}

table_parts.accord_evaluation <- function(x, style) {
  rows <- if (style$format == "text") seq_len(nrow(x)) else which(!is_unused_class(x))
  unused <- unique(as.character(x[["class"]])[-rows])
  if (length(rows) == 0) rows <- seq_len(nrow(x))
  x <- vctrs::vec_slice(x, rows)
  measure <- as.character(x[["measure"]])
  counted <- if (is_of_answers(x)) "Answers" else "Items"
  in_units <- measure %in% c("mae", "rmse", "wasserstein", "cross_entropy", "log_score")
  if (any(in_units)) style <- style_in_units(style, x[["estimate"]][in_units])
  shares <- if (!any(in_units)) "estimate"
  interval <- interval_column(
    x, if (length(shares)) style else utils::modifyList(style, list(leading_zero = TRUE))
  )
  counts <- if (style$format != "text") evaluation_notes(x, measure, tolower(counted))
  x[["measure"]] <- in_words(measure, SCORE_WORDS)
  perfect <- if (any(measure %in% SOFT_MEASURES)) "Perfect" else "If calibrated"
  if (all(is.na(x[["class"]]))) x[["class"]] <- NULL
  for (name in intersect("class", names(x))) x[[name]] <- ifelse(
    is.na(x[[name]]), "all", as.character(x[[name]])
  )
  parts <- result_parts(
    x, style, c(RESULT_HEADINGS[names(RESULT_HEADINGS) != "n"], n = counted, perfect = perfect),
    c(shares, if (length(shares)) "perfect"),
    replace = list(conf.low = interval, conf.high = NULL, conf.level = NULL)
  )
  parts$about <- score_labels(x)
  # Measures of probabilities have no intervals, as the note says.
  of_probabilities <- measure %in% names(PROBABILITY_WORDS)
  parts$interval_told <- style$format != "text" && any(of_probabilities) && all(
    !is.na(x[["conf.low"]] %||% 0) | of_probabilities | is_told(x)
  )
  parts$rows <- rows
  parts$notes <- c(
    escape(c(counts, unused_words(unused, measure)), style),
    phrase_notes(of_whole_class(x, parts$about), x[["status"]], style)
  )
  parts$lacking <- rep("", nrow(x))
  lacking <- is.na(x[["perfect"]] %||% 0)
  if (any(lacking) && !all(lacking)) {
    parts$columns_told <- perfect
    parts$notes <- c(parts$notes, if (perfect == "Perfect") {
      "Perfect: what probabilities that are just right would show"
    } else {
      "If calibrated: expected if the probabilities are right"
    })
  }
  parts
}

# Rows of a class that no label and no gold label has, which have no values, if there are rows of others.
is_unused_class <- function(x) {
  bare <- x[["status"]] %in% "class never used" & is.na(x[["estimate"]] %||% 0) & !is.na(x[["class"]] %||% NA)
  class <- as.character(x[["class"]] %||% rep(NA, nrow(x)))
  bare & !class %in% class[!bare] & !all(bare)
}

unused_words <- function(unused, measure) {
  if (length(unused)) {
    paste0(
      if (length(unused) == 1) "Class " else "Classes ", in_a_list(unused), if (length(unused) == 1) " is" else " are",
      " never used and not shown", if (any(measure %in% "macro_f1")) "; macro F1 is of the others"
    )
  }
}

# Says what was counted, and of what kind the intervals are.
evaluation_notes <- function(x, measure, counted) {
  whole <- is.na(x[["class"]] %||% rep(NA, nrow(x)))
  all <- x[["n"]][whole]
  limited <- unique(measure[!is.na(x[["conf.low"]] %||% rep(NA, nrow(x)))])
  level <- if (is_same(x[["conf.level"]])) paste0(level_words(x[["conf.level"]][1]), " ")
  drawn <- intersect(limited, c("macro_f1", "mae", "rmse", "correlation"))
  by <- if (any(measure %in% SOFT_MEASURES)) {
    "jackknife intervals"
  } else {
    drawn_words <- paste("by an imprecise Dirichlet model", if (length(drawn) < length(limited)) {
      paste("for", in_a_list(unname(sub("^M(?=[aer])", "m", SCORE_WORDS[drawn], perl = TRUE))))
    })
    exact <- if (length(drawn) < length(limited)) "of Clopper and Pearson"
    paste("intervals", paste(c(exact, if (length(drawn)) trimws(drawn_words)), collapse = ", "))
  }
  c(
    if (is_same(all) && !is_same(x[["n"]])) {
      groups <- sum(measure %in% "accuracy" & whole)
      paste0(big(all[1]), " ", counted, " with a gold label", if (groups > 1) " in each group")
    },
    if (all(c("precision", "recall", "f1") %in% measure)) {
      "Items of a class: by its label, its gold, or either"
    },
    if (length(limited)) {
      paste0(level, by, if (any(measure %in% names(PROBABILITY_WORDS))) "; none for measures of probabilities")
    },
    meanings_note(c(
      if (any(measure %in% "labelled")) paste("labelled: share of", counted, "with a label"),
      PROBABILITY_WORDS[intersect(names(PROBABILITY_WORDS), measure)]
    ))
  )
}

# The measures of probabilities that the model states, which have no intervals.
PROBABILITY_WORDS <- c(
  stated = "stated probability: the mean that the model gives to its labels",
  log_score = "log score: mean log probability of the gold label",
  calibration_error = "calibration error: mean gap between stated and true shares in bins"
)

# Returns whether scores are of answers, as from calibration(), of which an item may have several. Combined results lack
# the attribute, but only calibration() has an accuracy for each class.
is_of_answers <- function(x) {
  !is.null(attr(x, "sure")) || any(x[["measure"]] %in% "auc" | x[["measure"]] %in% "accuracy" & !is.na(x[["class"]]))
}

# The labels of rows, of which those of a class whose rows all have the same status are its name alone.
of_whole_class <- function(x, labels) {
  class <- as.character(x[["class"]])
  if (length(class) == 0) {
    return(labels)
  }
  of_class <- !class %in% c("all", NA)
  name <- mapply(function(label, measure, class) {
    sub(paste(measure, "of", class), class, label, fixed = TRUE)
  }, labels, x[["measure"]] %||% "score", class)
  whole <- stats::ave(as.integer(factor(x[["status"]])), name, FUN = function(own) length(unique(own))) == 1
  ifelse(of_class & whole, name, labels)
}

# Returns labels such as "g1, Recall of a", with the group columns that vary.
score_labels <- function(x) {
  of_class <- !(x[["class"]] %||% rep("all", nrow(x))) %in% c("all", NA)
  measure <- x[["measure"]] %||% rep("score", nrow(x))
  score <- ifelse(of_class, paste(measure, "of", x[["class"]]), measure)
  groups <- x[setdiff(row_keys(names(x)), c("class", "measure"))]
  groups <- groups[vapply(groups, function(column) length(unique(column)) > 1, NA)]
  if (ncol(groups)) do.call(paste, c(unname(as.list(groups)), list(score), sep = ", ")) else score
}

#' Tidy an evaluation
#'
#' The result as a plain tibble with the column names of package broom.
#'
#' @param x A result of [evaluate_consensus()] or [calibration()].
#' @param ... Must be empty.
#' @return A tibble with the columns of `x`, where `measure` is renamed to `term`.
#' @seealso [evaluate_consensus()], [calibration()]
#' @export
#' @examples
#' votes <- data.frame(item = c("a", "b", "c", "d"), label = c("yes", "no", "yes", "yes"))
#' tidy(evaluate_consensus(votes, c(a = "yes", b = "no", c = "no", d = "yes")))
tidy.accord_evaluation <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("measure", "estimate", "conf.low", "conf.high"), "An evaluation")
  tidy_as(x, "measure", "term")
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_evaluation <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("class", "measure", "estimate", "conf.low", "conf.high"))
  measure <- as.character(object$measure)
  # The classes of calibration() are levels of confidence, each with an accuracy.
  if (any(measure[!is.na(object$class)] == "accuracy")) {
    return(confidence_plot(object))
  }
  # A log score is no share, and a low calibration error is good: they have no place on the axis of scores.
  apart <- measure %in% c("log_score", "calibration_error")
  if (all(apart)) apart[] <- FALSE
  object <- vctrs::vec_slice(object, !apart)
  measure <- measure[!apart]
  plain <- c(labelled = "Share of items that received a label", stated = "Mean probability of the labels")
  words_of <- function(measure) in_words(measure, replace(SCORE_WORDS, names(plain), plain))
  # Classes that no label and no gold has are named, not drawn.
  unused <- unused_classes(object)
  object <- vctrs::vec_slice(object, !object$class %in% unused)
  measure <- as.character(object$measure)
  words <- words_of(measure)
  group <- plot_groups(object, "class")
  of_class <- !is.na(object$class)
  rows <- ifelse(of_class, cut_labels(object$class, 40), words)
  by_score <- is.null(group) && any(of_class)
  data <- forest_data(object, wrap_words(rows, if (by_score) letters_of(15) else 20))
  over_all <- NULL
  if (any(of_class)) {
    data$series <- factor_in_order(ifelse(of_class, words, ""))
    data$part <- factor_in_order(ifelse(of_class, "By class", "All classes"))
  }
  data$panel <- group
  # The scores of all classes are no scores of a class, and have a panel of their own.
  stacked <- if (by_score) score_panels(data, measure, of_class)
  apart <- character()
  if (!is.null(stacked)) {
    apart <- scores_in_words(data[measure %in% names(plain) & !(measure == "labelled" & data$value %in% 1), ], "")
    data <- stacked
  } else if (by_score) {
    # Without the height each score of the classes has a panel, and those of all classes are said.
    over_all <- scores_in_words(data[!of_class, ])
    data <- data[of_class, ]
    data$panel <- droplevels(data$series)
    data[c("series", "part")] <- NULL
  }
  level <- unique(object[["conf.level"]])
  title <- paste0("Score", if (length(level) == 1) paste0(", ", format(100 * level), "% CI"))
  forest_plot(
    data, title,
    caption = c(apart, if (length(unused)) {
      rest <- if (length(unused) > 5) paste(" and", big(length(unused) - 5), "more")
      names <- paste(cut_labels(utils::head(unused, 5), 20), collapse = ", ")
      paste0("Classes with neither labels nor gold: ", names, rest, ".")
    }), zero = any(measure %in% "correlation"),
    panels = if (!is.null(group)) "group", read = over_all, stacked = !is.null(stacked)
  )
}

# Rows of the classes with their scores, above accuracy and macro F1; NULL if their numbers do not fit.
score_panels <- function(data, measure, of_class) {
  series <- ifelse(of_class, as.character(data$series), ifelse(measure == "macro_f1" & any(measure == "f1"), "F1", ""))
  data$series <- factor(series, unique(c(series[of_class], series)))
  panels <- c("Each class", "All classes")
  data$panel <- factor(panels[2 - of_class], panels)
  data$part <- NULL
  data <- droplevels(data[!measure %in% c("labelled", "stated"), ])
  local_legend(levels(data$series)[levels(data$series) != ""], 2)
  if (values_fit_below(forest_rows(data), nlevels(data$panel))) data
}

# Such as "All classes: accuracy .83 [.36, 1.00], macro F1 .83 [.36, .99]."
scores_in_words <- function(data, of = "All classes: ") {
  if (nrow(data) == 0) return(NULL)
  name <- gsub("\n", " ", as.character(data$label))
  name <- gsub("^([A-Z])(?=[a-z])", "\\L\\1", name, perl = TRUE)
  said <- paste0(of, paste(name, ifelse(is.na(data$value), "-", interval_texts(data, TRUE)), collapse = ", "), ".")
  sub("^(.)", "\\U\\1", said, perl = TRUE)
}

# The classes that have no value in any group, if others have.
unused_classes <- function(x) {
  known <- tapply(!is.na(x$estimate), factor_in_order(as.character(x$class)), any)
  if (any(known)) names(known)[!known] else character()
}

sealed_names.accord_evaluation <- function(x) "sure"

text_columns.accord_evaluation <- function(x) c("class", "measure")

not_coefficients.accord_evaluation <- function(x) "scores against gold"
