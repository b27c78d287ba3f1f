# Shares by a model whose errors are known from a calibration sample of another population: the columns of both, their
# tables of labels by predictions, and the rows of the result.

# `quos`: the selections of label, prediction and groups.
estimate_by_calibration <- function(data, calibration, quos, ci) {
  ci <- check_own_ci(ci, list(ci_melded(), ci_adjusted()))
  sample <- calibration_columns(calibration, quos)
  target <- target_columns(data, quos, sample, calibration[[sample$names[1]]])
  levels <- calibrated_levels(sample, target)
  check_two_labels(ci, levels)
  groups <- row_groups(group_keys(data, group_columns(data, quos$by)))
  check_free_names(names(groups$keys), c(ESTIMATE_COLUMNS, ALONE_COLUMNS, CALIBRATION_COLUMNS))
  confusion <- confusion_table(sample, levels)
  check_calibration_sizes(confusion, if (isTRUE(sample$logical)) c("FALSE", "TRUE") else levels)
  of_group <- split(seq_len(nrow(data)), groups$code %||% rep(1L, nrow(data)))
  rows <- lapply(of_group, function(here) {
    part <- lapply(target, `[`, here)
    predicted <- tabulate(level_codes(part$prediction, levels), length(levels))
    cbind(
      calibrated_shares(predicted, confusion, confusion_table(part, levels), ci), shares_alone(part, levels, ci)
    )
  })
  # Numbers or logicals with two values have a row for the second only, such as 1 or TRUE.
  shown <- if (is.numeric(sample$label)) 2L else seq_along(levels)
  terms <- if (!is.numeric(sample$label)) levels else if (sample$logical) "TRUE" else "mean"
  rows <- vctrs::vec_rbind(!!!lapply(rows, vctrs::vec_slice, shown))
  rows$term <- rep(terms, length(of_group))
  keys <- vctrs::vec_slice(groups$keys, rep(seq_along(of_group), each = length(shown)))
  result <- new_estimate(vctrs::vec_cbind(keys, rows), ci, c(ALONE_COLUMNS, CALIBRATION_COLUMNS))
  warn_unequal_errors(result)
  result
}

# `equal_errors` is the p value of the hypothesis that the model errs as often in the data as in the calibration sample.
CALIBRATION_COLUMNS <- c("sensitivity", "specificity", "equal_errors")

# Without a common population, labels have no probabilities, and predictions no weight.
check_calibration_alone <- function(quos, differences, lambda) {
  given <- c(
    probability = !rlang::quo_is_null(quos$probability), drawn = !rlang::quo_is_null(quos$drawn),
    differences = differences, lambda = !is.null(lambda)
  )
  if (any(given)) {
    arg <- names(which(given))[1]
    abort_accord(
      "argument",
      c(
        "{.arg {arg}} does not apply to shares with a calibration sample.",
        x = if (arg == "differences") {
          "Groups share the calibration sample, so that their estimates depend on each other."
        },
        i = if (arg == "differences") {
          "Compare the intervals of {.arg by}, or leave out {.arg calibration} if each group has labels of its own."
        } else {
          "Leave it out."
        }
      ),
      argument = arg
    )
  }
}

calibration_columns <- function(calibration, quos) {
  if (!is.data.frame(calibration)) abort_argument(calibration, "calibration", "a data frame with a row per item")
  check_not_empty(calibration, "calibration")
  label_columns(
    calibration, quos$label, quos$prediction, rlang::quo(NULL), drawn = NULL, of = "calibration item"
  )
}

# The data need predictions, and may have labels, in columns of the same names as in the calibration sample. `given`:
# the labels of the sample as they were given.
target_columns <- function(data, quos, sample, given) {
  column <- function(name) rlang::quo(tidyselect::all_of(!!name))
  at <- select_one(column(sample$names[2]), data, "prediction")
  label <- if (sample$names[1] %in% names(data)) {
    plain_labels(data[[select_one(column(sample$names[1]), data, "label")]], "label")
  }
  prediction <- complete_predictions(data[[at]], label, "item")
  if (is.null(label)) label <- prediction[rep(NA_integer_, length(prediction))]
  check_same_kind(sample$label, prediction, stats::setNames(list(given, data[[at]]), sample$names))
  # A column that is NA throughout is logical, whatever the labels would be.
  if (!all(is.na(label))) {
    check_same_kind(label, prediction, stats::setNames(list(data[[sample$names[1]]], data[[at]]), sample$names))
  }
  list(label = label, prediction = prediction)
}

# Returns the labels that occur, in their order: people's first. Numbers must be 0 or 1.
calibrated_levels <- function(sample, target) {
  if (is.numeric(sample$label)) {
    check_zero_one(list(sample$label, target$label), "label", sample$names[1])
    check_zero_one(list(sample$prediction, target$prediction), "prediction", sample$names[2])
    return(c("0", "1"))
  }
  check_common_labels(sample$label, c(as.character(sample$prediction), as.character(target$prediction)))
  of <- function(x) {
    if (is.factor(x)) levels(x)[sort(unique(as.integer(x)))] else sort(unique(x[!is.na(x)]), method = "radix")
  }
  unique(unlist(lapply(list(sample$label, target$label, sample$prediction, target$prediction), of)))
}

check_zero_one <- function(columns, arg, name) {
  values <- unlist(columns)
  others <- unique(values[!is.na(values) & !values %in% 0:1])
  if (length(others)) {
    abort_accord(
      "not_labels",
      c(
        "With a calibration sample {.arg {arg}} must be labels: logical, text, a factor, or 0 and 1.",
        x = "{length(others)} other value{?s} {?is/are} found: {first_few(others)}.",
        i = "Make labels of probabilities, by the same rule in both data frames, as in
             {.code data[[\"{name}\"]] > 0.5}."
      ),
      argument = arg
    )
  }
}

level_codes <- function(x, levels) match(as.character(x), levels, incomparables = NA)

# Returns the counts of predictions (rows) by labels (columns).
confusion_table <- function(columns, levels) {
  k <- length(levels)
  of <- !is.na(columns$label)
  cell <- level_codes(columns$prediction[of], levels) + k * (level_codes(columns$label[of], levels) - 1L)
  matrix(tabulate(cell, k * k), k, dimnames = list(levels, levels))
}

# Without items of a label its errors are unknown; below this number of items they are hardly known.
LEAST_CALIBRATION <- 10L

check_calibration_sizes <- function(confusion, levels) {
  size <- colSums(confusion)
  if (any(size == 0)) {
    lacking <- levels[size == 0]
    abort_accord(
      "calibration",
      c(
        "The calibration sample needs items of every label; how often the model errs on others is unknown.",
        x = "It has none of {length(lacking)} label{?s}: {.val {first_few(lacking)}}.",
        i = "Label such items by people and add them: the sample may be drawn by label, so that rare ones are not
             missed.",
        i = "A prediction that is no label, such as a refusal, must first be counted as one of the labels."
      ),
      labels = lacking
    )
  }
  few <- size < LEAST_CALIBRATION
  if (any(few)) {
    found <- paste0("\"", levels[few], "\" ", size[few])
    warn_accord(
      "few_calibration",
      c(
        "With fewer than {LEAST_CALIBRATION} calibration items of a label the errors on it are hardly known.",
        x = "{sum(few)} of {length(levels)} labels {cli::qty(sum(few))}{?has/have} fewer: {first_few(found)}.",
        i = "More items of such labels make the interval narrower than more of the others."
      ),
      labels = levels[few], n = unname(size[few])
    )
  }
}

check_two_labels <- function(ci, levels) {
  if (ci$method == "adjusted" && length(levels) > 2) {
    abort_accord(
      "argument",
      c(
        "{.fn ci_adjusted} is for two labels.",
        x = "There are {length(levels)}: {.val {first_few(levels)}}.",
        i = "Use {.code ci = ci_melded()}."
      ),
      argument = "ci"
    )
  }
}

# Returns a row per label. `predicted`: the counts of predictions; `own`: the table of the items with labels among them.
calibrated_shares <- function(predicted, confusion, own, ci) {
  k <- length(predicted)
  n <- sum(predicted)
  size <- colSums(confusion)
  table <- sweep(confusion, 2, size, "/")
  # For two labels the determinant is sensitivity + specificity - 1.
  told <- det(table) > 1e-8
  none <- rep(NA_real_, k)
  estimate <- error <- none
  limits <- list(low = none, high = none)
  if (told) {
    inverse <- solve(table)
    estimate <- drop(inverse %*% (predicted / n))
    error <- sqrt(diag(inverse %*% calibrated_variance(predicted / n, n, table, size, estimate) %*% t(inverse)))
    limits <- switch(ci$method,
      melded = melded_limits(predicted, confusion, ci$conf_level),
      adjusted = adjusted_limits(predicted, confusion, ci$conf_level),
      limits
    )
  }
  # If no share from 0 to 1 is within the limits, the model must have other errors here.
  outside <- !is.na(limits$low) & (limits$low >= 1 | limits$high <= 0)
  or_na <- function(x) replace(unname(x), outside, NA_real_)
  tibble::tibble(
    estimate = or_na(estimate), std.error = or_na(error), df = ifelse(is.na(or_na(error)), NA_real_, Inf),
    conf.low = or_na(limits$low), conf.high = or_na(limits$high),
    lambda = NA_real_, n_labelled = as.integer(sum(size)), n_items = as.integer(n), n_equivalent = NA_real_,
    sensitivity = unname(diag(table)), specificity = if (k == 2) unname(rev(diag(table))) else NA_real_,
    equal_errors = equal_errors(confusion, own),
    status = if (told) {
      ifelse(outside, "no share from 0 to 1 agrees with the errors in the calibration sample", "ok")
    } else if (k == 2) {
      "sensitivity + specificity is not above 1"
    } else {
      "the predictions do not tell the labels apart"
    }
  )
}

# The shares of predictions, and of the labels among these items, with Wilson's limits.
shares_alone <- function(part, levels, ci) {
  score <- if (ci$method == "none") ci else ci_score(ci$conf_level)
  codes <- lapply(part, level_codes, levels)
  rows <- lapply(seq_along(levels), function(level) {
    estimates_beside(lapply(codes, function(x) as.double(x == level)), NULL, 0, score, 0:1)
  })
  vctrs::vec_rbind(!!!rows)[ALONE_COLUMNS]
}

# The variance of the shares of predictions, and of those that the errors of the calibration sample would give.
calibrated_variance <- function(share, n, table, size, estimate) {
  multinomial <- function(p, n) (diag(p) - tcrossprod(p)) / n
  variance <- multinomial(share, n)
  for (k in seq_along(size)) variance <- variance + estimate[k]^2 * multinomial(table[, k], size[k])
  variance
}

# The p value of the hypothesis that the model is right as often in both, on the items of each label: Fisher's exact
# test for each label, the smallest p value times the number of labels (Bonferroni).
equal_errors <- function(confusion, own) {
  tested <- which(colSums(own) > 0)
  if (length(tested) == 0) {
    return(NA_real_)
  }
  p <- vapply(tested, function(k) {
    right <- c(confusion[k, k], own[k, k])
    stats::fisher.test(cbind(right, c(sum(confusion[, k]), sum(own[, k])) - right))$p.value
  }, 0)
  min(1, length(tested) * min(p))
}

warn_unequal_errors <- function(result) {
  p <- result$equal_errors
  bad <- which(!is.na(p) & p < 0.05)
  if (length(bad)) {
    least <- format_p(min(p[bad]), list(format = "text", digits = 3, leading_zero = FALSE))
    if (!startsWith(least, "<")) least <- paste("=", least)
    warn_accord(
      "unequal_errors",
      c(
        "A calibration sample of another population serves only if the model errs as often in both.",
        x = "On the labelled items of {.arg data} it errs more or less often: p {least}.",
        i = "If these items were drawn at random, leave out {.arg calibration}: the estimate from them needs no
             assumption on errors."
      ),
      rows = bad
    )
  }
}
