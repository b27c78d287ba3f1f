#' Calibration of stated confidence
#'
#' Compares answers with gold labels at each level of the confidence stated by annotators (people or models): are
#' confident answers right more often?
#'
#' @details
#' For each value of `confidence`, or each of `bins` bins of equal width if there are more than `bins` values, the
#' share of right answers, with the interval of Clopper and Pearson (1934). Over all answers:
#' * `accuracy`: the share of right answers.
#' * `auc`: the probability that a right answer was given with more confidence than a wrong one, where a tie counts
#'   half,
#'   \deqn{\frac{1}{n_1 n_0} \sum_{i\ \mathrm{right}} \sum_{j\ \mathrm{wrong}} \left(1[c_i > c_j] +
#'   \tfrac{1}{2}\, 1[c_i = c_j]\right).}{sum over right i and wrong j of (1[c_i > c_j] + 1[c_i = c_j] / 2) / (n_1
#'   n_0).}
#'   It is .5 if confidence is uninformative, and 1 if confidence separates right from wrong answers.
#' * if confidence is a probability (numbers from 0 to 1, not all of them 0 or 1): the `brier` score \eqn{\frac{1}{n}
#'   \sum_i (c_i - r_i)^2}{mean of (c_i - r_i)^2} with \eqn{r_i = 1} for a right answer and 0 for a wrong one (Brier
#'   1950), and the expected calibration error `ece` (Naeini et al. 2015), the mean over bins, weighted by the number
#'   of answers, of the absolute difference between the share of right answers and the mean confidence. It grows with
#'   the number of bins, even for perfect calibration. The `calibration_error` of [evaluate_consensus()] has other bins,
#'   with equal numbers of items, so that the two numbers cannot be compared.
#'
#' Only the shares have intervals, which assume independent answers: use one answer per item and group, for example
#' with raters as groups.
#'
#' @section Missing and degenerate data:
#' Answers without a label, confidence or gold label are left out, and a message gives their number. `auc` is `NA` if
#' all answers are right, or all wrong; the accuracy of a group without answers is `NA` with the status `"no items"`.
#'
#' @section Errors:
#' `accord_error_missing_column`, `accord_error_argument`, `accord_error_no_rows`, `accord_error_gold` if no gold
#' label is among the labels, `accord_error_reserved_name`.
#'
#' @param data A data frame with a row per answer, such as that of [annotate_llm()] joined with gold labels.
#' @param label,gold <[`tidy-select`][tidyselect::language]> The columns of the answers and of the gold labels,
#'   compared as text.
#' @param confidence <[`tidy-select`][tidyselect::language]> The column of the stated confidence:
#'   numbers or an ordered factor.
#' @param ... Must be empty.
#' @param by <[`tidy-select`][tidyselect::language]> Columns whose combinations are groups, such as raters.
#' @param bins Maximum number of bins.
#' @param ci The interval: [ci_default()] or [ci_none()].
#' @return A tibble of class `accord_evaluation`, as that of [evaluate_consensus()]: the group keys, `class` (the
#'   confidence; `NA` for all answers), `measure`, `estimate`, `conf.low`, `conf.high`, `conf.level`, `perfect`
#'   (`NA`), `n` (answers) and `status`.
#' @references
#' Brier, G. W. (1950) Verification of forecasts expressed in terms of probability. *Monthly Weather Review* 78,
#' 1-3. \doi{10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2}
#'
#' Clopper, C. J. and Pearson, E. S. (1934) The use of confidence or fiducial limits illustrated in the case of
#' the binomial. *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#'
#' Naeini, M. P., Cooper, G. and Hauskrecht, M. (2015) Obtaining well calibrated probabilities using Bayesian
#' binning. *Proceedings of the AAAI Conference on Artificial Intelligence* 29. \doi{10.1609/aaai.v29i1.9602}
#' @seealso [annotate_llm()], [evaluate_consensus()]
#' @export
#' @examples
#' answers <- data.frame(
#'   rater = rep(c("ann", "model"), each = 6),
#'   label = c("a", "b", "a", "b", "a", "b", "a", "a", "a", "b", "a", "b"),
#'   sure = c(1, 3, 2, 3, 1, 2, 3, 3, 3, 3, 2, 3),
#'   gold = c("b", "b", "a", "b", "b", "b")
#' )
#' calibration(answers, label, sure, gold, by = rater)
calibration <- function(data, label, confidence, gold, ..., by = NULL, bins = 10, ci = ci_default()) {
  check_no_dots(...)
  check_data_frame(data)
  if (nrow(data) == 0) {
    abort_accord("no_rows", c("{.arg data} must have at least one answer.", x = "It has 0 rows."))
  }
  check_whole(bins, "bins", least = 2)
  conf_level <- check_own_ci(ci, list(ci_bayes()))$conf_level %||% NA_real_
  at <- list(
    label = select_one(rlang::enquo(label), data, "label"),
    confidence = select_one(rlang::enquo(confidence), data, "confidence"),
    gold = select_one(rlang::enquo(gold), data, "gold")
  )
  by <- group_columns(data, rlang::enquo(by))
  keys <- vctrs::new_data_frame(as.list(data)[by], n = nrow(data))
  check_free_names(names(keys), EVALUATION_COLUMNS)
  right <- right_answers(data[[at$label]], data[[at$gold]], data[[at$confidence]])
  sure <- confidence_levels(data[[at$confidence]], bins, !is.na(right))
  used <- !is.na(right) & !is.na(sure$number)
  tell_lacking(is.na(data[[at$label]]), is.na(sure$number), is.na(data[[at$gold]]))
  found <- scores_by_group(keys, used, function(rows) calibration_scores(right, sure, rows, conf_level))
  result <- new_evaluation(found$keys, found$scores[names(found$scores) != "sure"], conf_level)
  # The mean confidence per row gives the position of its point in the plot.
  of_class <- c(as.list(found$keys), found$scores["class"])
  with_note(result, "sure", list(of = tibble::new_tibble(of_class, nrow = nrow(result)), mean = found$scores$sure))
}

tell_lacking <- function(label, confidence, gold) {
  lacking <- c(label = sum(label), confidence = sum(confidence), gold = sum(gold))
  lacking <- lacking[lacking > 0]
  if (length(lacking)) {
    left <- sum(label | confidence | gold)
    parts <- paste(lacking, "without", names(lacking))
    inform_accord(
      "incomplete",
      "{left} of {length(label)} answers {cli::qty(left)}{?is/are} left out: {parts}."
    )
  }
}

right_answers <- function(label, gold, confidence) {
  label <- as.character(plain_column(label, "label"))
  numbers <- is.numeric(gold)
  gold <- as.character(plain_column(gold, "gold"))
  known <- unique(label[!is.na(label)])
  if (length(known) && any(!is.na(gold)) && !any(gold %in% known)) {
    abort_accord(
      "gold",
      c(
        "Gold labels must be among the possible answers.",
        x = "None of the gold labels is: {.val {first_few(unique(gold[!is.na(gold)]))}}.",
        i = "The answers are {.val {first_few(known)}}.",
        i = if (numbers && !is.numeric(confidence)) {
          "{.arg gold} holds numbers and {.arg confidence} none: were they exchanged?"
        } else if (numbers && all(as.character(confidence[!is.na(confidence)]) %in% known)) {
          "{.arg confidence} holds only answers: was it exchanged with {.arg gold}?"
        }
      ),
      gold = unique(gold)
    )
  }
  label == gold
}

# Returns `number`, the values that are ordered; `level`, a factor of values or bins; and `probability`, whether these
# are probabilities. Answers that are not used do not affect the bins.
confidence_levels <- function(x, bins, used) {
  if (is.factor(x) && is.ordered(x)) {
    return(list(number = as.integer(x), level = x, probability = FALSE))
  }
  x <- plain_column(x, "confidence")
  if (!is.numeric(x) || is.object(x)) {
    abort_confidence(x)
  }
  infinite <- which(is.infinite(x))
  if (length(infinite)) {
    abort_accord(
      "argument",
      c(
        "{.arg confidence} must be a column of finite numbers, or an ordered factor.",
        x = "{length(infinite)} {?is/are} infinite: {cli::qty(length(infinite))}row{?s} {first_few(infinite)}."
      ),
      argument = "confidence", rows = infinite
    )
  }
  values <- sort(unique(x[used & !is.na(x)]))
  probability <- length(values) > 0 && values[1] >= 0 && values[length(values)] <= 1 && any(values != round(values))
  level <- if (length(values) <= bins) {
    factor(x, values, short_numbers(values))
  } else {
    ends <- if (probability) c(0, 1) else range(values)
    cut(x, seq(ends[1], ends[2], length.out = bins + 1), include.lowest = TRUE)
  }
  if (!probability) tell_percent_confidence(values)
  list(number = as.double(x), level = level, probability = probability)
}

# A scale of confidence has few steps, and percentages have many.
seem_percentages <- function(values) {
  is.numeric(values) && length(values) && max(values) > 20 && !is.null(percent_advice(values))
}

tell_percent_confidence <- function(values) {
  if (seem_percentages(values)) {
    inform_accord(
      "percentages",
      c(
        i = "{.arg confidence} from {min(values)} to {max(values)} is an order only: the Brier score and the \
             calibration error need probabilities.",
        i = "If these are percentages, divide them by 100."
      )
    )
  }
}

abort_confidence <- function(x) {
  given <- trimws(unique(id_text(x[!is.na(x)])))
  texts <- is.character(x) || is.factor(x)
  percent <- grepl("%$", given)
  numbers <- length(given) > 0 && !anyNA(suppressWarnings(as.numeric(sub(" *%$", "", given))))
  abort_accord(
    "argument",
    c(
      "{.arg confidence} must be a column of finite numbers, or an ordered factor.",
      x = if (texts) "It is {.val {first_few(given)}}." else "It is {.obj_type_friendly {x}}.",
      i = if (numbers && all(percent)) {
        "For percentages {.code x} use {.code as.numeric(sub(\"%\", \"\", x)) / 100}."
      } else if (numbers && !any(percent)) {
        "For numbers as text {.code x} use {.code as.numeric(as.character(x))}."
      } else if (texts) {
        "For words, say their order, as in {.code factor(x, c(\"low\", \"medium\", \"high\"), ordered = TRUE)}."
      }
    ),
    argument = "confidence", value = x
  )
}

# Numbers have three significant digits, or as many more as are needed to keep them distinct.
short_numbers <- function(x) {
  for (digits in 3:15) {
    text <- as.character(signif(x, digits))
    if (!anyDuplicated(text)) break
  }
  text
}

calibration_scores <- function(right, sure, rows, conf_level) {
  right <- right[rows]
  number <- sure$number[rows]
  level <- droplevels(factor(sure$level[rows], levels(sure$level), ordered = FALSE))
  n <- length(rows)
  none <- list(low = NA_real_, high = NA_real_)
  times <- as.double(tapply(right, level, sum))
  of_level <- as.double(table(level))
  share <- function(times, n, class) {
    status <- ifelse(n > 0, "ok", "no items")
    scores("accuracy", times / n, share_limits(times, n, conf_level), n, status, class)
  }
  same <- if (n == 0) "no items" else if (all(right)) "all are right" else if (!any(right)) "all are wrong" else "ok"
  over_all <- list(
    share(sum(right), n, NA_character_),
    scores("auc", rank_auc(number, right), none, n, same)
  )
  if (sure$probability && n > 0) {
    gap <- abs(as.double(tapply(number, level, mean)) - times / of_level)
    over_all <- c(over_all, list(
      scores("brier", mean((number - right)^2), none, n, "ok"),
      scores("ece", sum(of_level * gap) / n, none, n, "ok")
    ))
  }
  by_level <- if (n > 0) share(times, of_level, paste("confidence", levels(level)))
  over_all <- vctrs::vec_rbind(!!!over_all)
  over_all$sure <- NA_real_
  if (n > 0) by_level$sure <- as.double(tapply(number, level, mean))
  vctrs::vec_rbind(over_all, by_level)
}

# The Mann-Whitney statistic divided by the number of pairs, which is the area under the ROC curve.
rank_auc <- function(x, right) {
  n_right <- sum(right)
  n_wrong <- sum(!right)
  if (n_right == 0 || n_wrong == 0) {
    return(NA_real_)
  }
  (sum(rank(x)[right]) - n_right * (n_right + 1) / 2) / (as.double(n_right) * n_wrong)
}
