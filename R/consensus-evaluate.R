#' Evaluate a consensus against gold labels
#'
#' Compares labels with gold labels: accuracy, macro F1, and precision, recall and F1 of every class, each
#' with an interval. Numbers are compared by their errors.
#'
#' @details
#' With \eqn{t_c} items of class \eqn{c} that have label \eqn{c}, \eqn{g_c} items of the class and \eqn{l_c} items
#' with the label, among \eqn{n} items,
#' \deqn{\mathrm{precision}_c = t_c / l_c, \quad \mathrm{recall}_c = t_c / g_c, \quad
#' F_c = \frac{2 t_c}{l_c + g_c}, \quad \mathrm{accuracy} = \sum_c t_c / n.}{
#' precision_c = t_c / l_c,  recall_c = t_c / g_c,  F_c = 2 t_c / (l_c + g_c),  accuracy = sum_c t_c / n.}
#' Macro F1 is the mean of \eqn{F_c} over the classes that are in the gold labels or among the labels.
#'
#' An item without a label, for example because of a tie, counts as wrong. `labelled` is the share of items with a
#' label.
#'
#' For numbers: the mean absolute error `mae`, the root mean square error `rmse` and Pearson's
#' `correlation`.
#'
#' @section Probabilities:
#' For labels by a model, three rows say how far its probabilities can be believed, and `perfect` what probabilities
#' that are just right would show:
#' * `stated`: the mean probability of the labels. If it is above `accuracy`, the model is over-confident.
#' * `log_score`: the mean logarithm of the probability of the gold label, which is kept above 1e-6; `perfect` is minus
#'   the mean entropy.
#' * `calibration_error`: the mean over items of the absolute difference between stated and observed share of right
#'   labels in ten bins with equal numbers of items, since most labels of a model are stated to be nearly certain. It is
#'   above 0 by chance; `perfect` is the mean if each label is right with its probability (De Moivre's mean deviation of
#'   a binomial distribution, scaled to the variance). The `ece` of [calibration()] has bins of equal width, so that the
#'   two numbers cannot be compared.
#'
#' Tied labels count in proportion here. There are no such rows for sets of labels, and for more than 2 million items
#' times categories without `posterior = TRUE` in [consensus()].
#'
#' @section Intervals:
#' Each limit is a quantile of the posterior of the population, given the items and one pseudo-item (the imprecise
#' Dirichlet model of Walley 1996): for the lower limit a wrong one, for the upper limit a right one; for errors it is
#' the other way round. So a few items that are all right do not imply a population without errors.
#'
#' * `accuracy`, `labelled`, `precision`, `recall`: the posteriors are beta distributions, and the interval is that of
#'   Clopper and Pearson (1934), whose coverage is at least the nominal level, given the number of items in the
#'   denominator. For each class, F1 is \eqn{2 J / (1 + J)} with
#'   \eqn{J = t_c / (l_c + g_c - t_c)}{J = t_c / (l_c + g_c - t_c)}, a share of the items that are of the class or
#'   have the label (Hand et al. 2021); its limits are those of \eqn{J}, transformed.
#' * `macro_f1`: each cell of the confusion table has a gamma weight with its count as the shape. For the lower limit
#'   two wrong ratings are spread over the classes. Draws of F1 tend to lie below the estimate, since it is concave in
#'   the weights, by at most the effect of half a right item per class; so for the upper limit each class gets half a
#'   right item, or a whole one if there is one class only. The interval refers to the classes that are in the gold
#'   labels or among the labels.
#' * `mae`, `rmse`, `correlation`: each item has a gamma weight with shape 1. The wrong pseudo-item has the label of
#'   one item and the gold number of another, both at random; the right one has no error or, for the correlation, a
#'   label and a gold number of the same rank.
#'
#' Draws are 1,000 to 20,000 quantiles in a fixed order (a Latin hypercube): the limits are a function
#' of the labels and gold, and random numbers of the session are neither used nor changed.
#'
#' Their coverage was simulated: see `bench/coverage-consensus.R` and its table in the sources.
#'
#' **No interval accounts for errors that are rare and very large.** If 5% of the labels have normal errors with three
#' times the standard deviation of gold, and all others are right, the upper 95% limit of `rmse` of 50 items was too
#' low in 28% of 600 data sets, and the lower limit of `correlation` too high in 25% (200 items: 13 and 12%), since
#' many samples contain hardly any of these errors. If normal labels are unrelated to gold, intervals of 20 items
#' contained `rmse` in 91% and `correlation` in 94%.
#'
#' @section Labels or numbers:
#' A result of [consensus()] has the type of its labels. In any other data frame, whole numbers are treated as labels
#' (such as 0 and 1), and as numbers if some label or gold label is not whole; `type` overrides this.
#'
#' @section Distributions of labels:
#' Where people differ, their labels are a distribution. `gold` is then their ratings (from [as_ratings()]), or shares
#' or counts in a matrix (items by categories, both named) or in a data frame with `item` and a column per category; `x`
#' can be the same, a result of [consensus()] with `posterior = TRUE`, ratings by another group, or single labels. With
#' the shares \eqn{P} of the people and \eqn{Q} of `x`, means over items of
#' * `manhattan`: \eqn{\sum |P - Q|}{sum |P - Q|}, 0 to 2;
#' * `js_divergence`: Jensen-Shannon divergence, base 2; `js_distance`: its root;
#' * `cross_entropy`: \eqn{-\sum P \log Q}{-sum P log Q} in nats, where \eqn{Q} is kept between `clip[1]` and 1 -
#'   `clip[1]`, and `clip[2]` is added; the default is that of LeWiDi 2023 (Leonardelli et al. 2023). Where some
#'   \eqn{Q} is 0, the figure depends on `clip`;
#' * `soft_accuracy`: \eqn{\sum \min(P, Q)}{sum min(P, Q)}, which is 1 - `manhattan` / 2 and the micro F1;
#' * `wasserstein`, at the `level` `"ordinal"` or `"interval"`: the sum of the differences of cumulative shares times
#'   the steps between categories, 1 for ordinal ones;
#' * `perspectivist_error`, if `x` has ratings by raters of `gold`, as predictions for persons: the share of wrong ones,
#'   or at an ordered level the mean absolute difference as a share of the range.
#'
#' From sums over items come `soft_precision` \eqn{\sum \min(P_c, Q_c) / \sum Q_c}{sum min(P_c, Q_c) / sum Q_c},
#' `soft_recall` (divided by \eqn{\sum P_c}{sum P_c}) and `soft_f1` of each class, their mean `soft_f1_macro`
#' (Kurniawan et al. 2025), and `entropy_correlation`, Pearson's correlation of the entropies: does `x` know where
#' people differ? For ratings that are sets, shares are those of each label, measures of an item are means over labels
#' as distributions of two values, and `soft_f1_micro` takes the place of `soft_accuracy`.
#'
#' Shares of few ratings vary by chance, so that no model gets 0. `perfect` is what one would get that knows the
#' distribution behind each item: shares are drawn from a Dirichlet distribution fitted to the data, given the
#' ratings of the item, and as many ratings as it has from these. It is `NA` if the numbers of ratings are not known.
#'
#' Intervals are jackknife intervals over items, or over the clusters of `gold`, with the \eqn{t} quantile
#' (`ci = ci_jackknife()`).
#'
#' @section Missing and degenerate data:
#' Ids are compared as text, so `"001"` and `"1"` are two items: it is an error if no id of the gold labels is that of
#' an item, and ids that differ only by leading zeros or blanks give a warning, `accord_warning_gold_ids`. Labels of a
#' data frame are compared as text too, and give a warning, `accord_warning_gold_labels`, if they have none in common
#' with gold, such as `"Yes"` and `"yes"`; so do sets. A gold set that no rater gave is a class of its own. Items
#' without a gold label are left out, and so are items whose label was given as gold to [consensus()], with a message,
#' `accord_message_given_gold`, and a line in the print. Gold labels of
#' items that are not in the data are left out with a message, `accord_message_unused_gold`. Of distributions, an item
#' without a label, or with a missing share, in `x` or in `gold` is left out too, with a message,
#' `accord_message_without_shares`, and a line in the print. `estimate` is `NA` with a
#' `status` if it is not defined: `"no items"`, `"class never used"` (neither gold nor label), `"never labelled"`
#' (precision), `"not in gold"` (recall); for numbers `"no spread"`. There is no interval (`NA`) for the errors of a
#' single number, or for a correlation of fewer than four.
#'
#' @section Errors:
#' `accord_error_gold` for gold labels (not gold sets) that are not among the categories or contradict each other, or
#' that are all for other items, `accord_error_not_numbers` for labels or gold labels that are not finite numbers if
#' numbers are evaluated, `accord_error_duplicate_items` if an item has several rows within a group,
#' `accord_error_missing_column`, `accord_error_argument`.
#'
#' @param x The result of [consensus()], or a data frame with the columns `item` and `label`. The items may have the
#'   name that they have in `gold`.
#' @param gold A vector of labels named by items, or a data frame with the columns `item` and `label`
#'   (or with the names that these columns have in the data of [consensus()]), and group keys if there are
#'   any. Beside one of the two and the keys, a single other column is the other one.
#' @param ... Must be empty.
#' @param ci The interval: [ci_default()] or [ci_none()]; of distributions also [ci_jackknife()], the default.
#' @param by <[`tidy-select`][tidyselect::language]> The group keys of a data frame; not needed for a consensus.
#' @param level Of distributions: `"nominal"`, `"ordinal"` or `"interval"`. The default is that of the ratings.
#' @param type `"labels"`, `"numbers"` or `"distributions"`, see below.
#' @param clip Of distributions: two numbers that bound the logarithm of the cross-entropy.
#' @return A tibble of class `accord_evaluation`: the group keys, `class` (`NA` for all classes), `measure`,
#'   `estimate`, `conf.low`, `conf.high`, `conf.level`, `perfect` (of distributions and of labels by a model, else
#'   `NA`), `n` (the number of items in the denominator; for F1 that of \eqn{J}) and `status`.
#' @references
#' Clopper, C. J. and Pearson, E. S. (1934) The use of confidence or fiducial limits illustrated in the case of
#' the binomial. *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#'
#' Hand, D. J., Christen, P. and Kirielle, N. (2021) F*: an interpretable transformation of the F-measure.
#' *Machine Learning* 110, 451-456. \doi{10.1007/s10994-021-05964-1}
#'
#' Kurniawan, K., Mistica, M., Baldwin, T. and Lau, J. H. (2025) Training and evaluating with human label variation: an
#' empirical study. <https://arxiv.org/abs/2502.01891>
#'
#' Leonardelli, E. et al. (2023) SemEval-2023 task 11: learning with disagreements (LeWiDi).
#' <https://arxiv.org/abs/2304.14803>
#'
#' Walley, P. (1996) Inferences from multinomial data: learning about a bag of marbles. *Journal of the Royal
#' Statistical Society B* 58, 3-34. \doi{10.1111/j.2517-6161.1996.tb02065.x}
#' @seealso [consensus()], [calibration()] for stated confidence; `vignette("consensus")`.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "b", "b", "b", "a", "a", "b", "c", "b", "b", NA, "a", "a", "a", "c", "c", "b"
#'   )
#' )
#' x <- consensus(ratings, item, rater, label)
#' evaluate_consensus(x, gold = c("1" = "a", "2" = "b", "3" = "b", "4" = "b", "5" = "a", "6" = "c"))
#'
#' # Shares that a model predicts, against the ratings
#' predicted <- data.frame(item = 1:6, a = c(.7, .2, .4, .1, .9, 0), b = c(.3, .8, .4, .9, .1, .4),
#'   c = c(0, 0, .2, 0, 0, .6))
#' evaluate_consensus(predicted, gold = as_ratings(ratings, item, rater, label))
evaluate_consensus <- function(x, gold, ..., by = NULL, level = NULL, type = NULL, clip = c(1e-12, 1e-9),
                               ci = ci_default()) {
  check_no_dots(...)
  check_given(x, "x")
  check_given(gold, "gold")
  by <- rlang::enquo(by)
  check_choice(type, c("labels", "numbers", "distributions"), "type", optional = TRUE)
  if (are_distributions(gold, type)) {
    keys <- if (!rlang::quo_is_null(by)) names(gold)[select_columns(by, gold, "by")] else character()
    return(evaluate_distributions(x, gold, keys, level, check_clip(clip), ci))
  }
  check_for_distributions(level)
  conf_level <- check_own_ci(ci, list(ci_bayes()))$conf_level %||% NA_real_
  if (!is.data.frame(x)) abort_argument(x, "x", "the result of consensus() or a data frame")
  keys <- if (!rlang::quo_is_null(by)) names(x)[select_columns(by, x, "by")]
  item <- NULL
  if (!inherits(x, "accord_consensus")) {
    named <- named_as_gold(x, gold, keys)
    item <- names(x)[match("item", names(named))]
    x <- named
  }
  if (is_list_of_labels(x[["label"]])) x$label <- encode_sets(x$label, NULL, NULL)$label
  keys <- evaluation_keys(x, keys)
  facts <- consensus_facts(x)
  if ("question" %in% names(keys)) check_gold_of_questions(gold, keys$question)
  gold <- read_gold(gold, names(keys), facts$item %||% item, facts$rating, facts$labels)
  known <- !is.null(facts) && !facts$method %in% NUMBER_METHODS
  if (known) check_result_gold(gold, facts)
  fresh <- if (known) sort(unknown_gold(gold, facts$categories), method = "radix")
  row <- match_result_gold(gold, x, keys)
  numbers <- are_numbers(x[["label"]], gold$label, facts, type)
  if (numbers) {
    truth <- evaluated_numbers(gold$label[row], "Gold labels for numbers")
    x$label <- evaluated_numbers(x$label, "Labels that are evaluated as numbers")
  } else {
    truth <- id_text(gold$label, like = x[["label"]])[row]
    if (is.null(facts) || length(fresh)) warn_foreign_gold(truth, x[["label"]])
  }
  if (is.null(facts)) check_items_once(x, keys, !is.na(row))
  classes <- if (known) c(id_text(facts$categories), fresh)
  models <- c(EM_METHODS, "anchored")
  posterior <- if (known && facts$method %in% models && !length(facts$labels)) posterior_of(x, facts)
  found <- scores_by_group(keys, !is.na(row), function(use) {
    if (numbers) {
      number_scores(x[["label"]][use], truth[use], conf_level)
    } else {
      found <- class_scores(id_text(x[["label"]][use]), truth[use], classes, conf_level)
      if (is.null(posterior)) {
        return(found)
      }
      believed <- probability_scores(posterior[use, , drop = FALSE], match(truth[use], id_text(facts$categories)))
      # Perfect probabilities are right as often as they state.
      found$perfect[1] <- believed$estimate[1]
      vctrs::vec_rbind(found[1:3, ], believed, found[-(1:3), ])
    }
  })
  result <- new_evaluation(found$keys, found$scores, conf_level)
  given <- attr(row, "given")
  with_note(result, "given", if (isTRUE(given > 0)) given)
}

EVALUATION_COLUMNS <- c(
  "class", "measure", "estimate", "conf.low", "conf.high", "conf.level", "perfect", "n", "status"
)

# An item that counted twice would make limits too narrow. Only the group keys distinguish its rows.
check_items_once <- function(x, keys, used) {
  place <- vctrs::vec_slice(vctrs::new_data_frame(c(keys, list(item = x$item)), n = nrow(x)), used)
  twice <- unique(place$item[vctrs::vec_duplicate_detect(place)])
  if (length(twice)) {
    abort_accord(
      "duplicate_items",
      c(
        "The labels to be evaluated must have one row per item.",
        x = "{length(twice)} item{?s} {?has/have} several: {.val {first_few(as.character(twice))}}.",
        i = "Take one label of each, or add a column that distinguishes the rows, and name it in {.arg by}."
      ),
      items = twice
    )
  }
}

# Whole numbers may be names of classes, so that numeric labels count as numbers only if the method returns numbers or
# some value has decimals.
are_numbers <- function(label, gold, facts, type) {
  if (!is.null(type)) {
    return(type == "numbers")
  }
  if (!is.numeric(label) || is.factor(label)) {
    return(FALSE)
  }
  if (!is.null(facts)) {
    return(facts$method %in% NUMBER_METHODS)
  }
  numbers <- c(label, suppressWarnings(as.double(gold)))
  any(numbers != round(numbers), na.rm = TRUE)
}

# Returns the group keys of each row.
evaluation_keys <- function(x, by) {
  facts <- consensus_facts(x)
  # A consensus of several questions is the rows of several results, which items of the same name tell apart.
  keys <- by %||% if (inherits(x, "accord_consensus") && is.null(facts)) names_before(x, "item") else names(facts$keys)
  check_result_columns(x, c(keys, "item", "label"), "What is evaluated")
  check_free_names(keys, EVALUATION_COLUMNS)
  vctrs::new_data_frame(as.list(x)[keys], n = nrow(x))
}

# Items have the same ids in all questions, so that gold labels by item alone would judge every question.
check_gold_of_questions <- function(gold, question) {
  if (is.data.frame(gold) && "question" %in% names(gold) || length(unique(question)) < 2) {
    return(invisible())
  }
  abort_accord(
    "gold",
    c(
      "Gold labels of several questions must say which question they are for.",
      x = "{.arg gold} is {.obj_type_friendly {gold}}{if (is.data.frame(gold)) ' without a column of questions'}.",
      i = "Give a data frame with the columns {.var question}, {.var item} and {.var label}.",
      i = "Or evaluate one question: {.code evaluate_consensus(x[x$question == {encodeString(as.character(question[1]),
           quote = '\"')}, ], gold)}."
    )
  )
}

evaluated_numbers <- function(label, what) {
  number <- if (is.numeric(label) && !is.factor(label)) {
    as.double(label)
  } else {
    suppressWarnings(as.double(id_text(label)))
  }
  lost <- unique(id_text(label[!is.finite(number) & !is.na(label)]))
  if (length(lost)) {
    abort_accord(
      "not_numbers",
      c(
        "{what} must be finite numbers.",
        x = "{length(lost)} value{?s} {?is/are} not: {.val {first_few(lost)}}."
      ),
      values = lost
    )
  }
  number
}

# Warns if no gold label is among the labels, which suggests another spelling. With only one label on each side, the
# label may simply be wrong.
warn_foreign_gold <- function(truth, label) {
  known <- if (is.factor(label)) levels(label) else unique(id_text(label[!is.na(label)]))
  truth <- unique(truth[!is.na(truth)])
  if (length(known) && length(truth) && length(c(known, truth)) > 2 && !any(truth %in% known)) {
    warn_accord(
      "gold_labels",
      c(
        "Labels and gold labels are compared as text.",
        x = "They have none in common: labels are {.val {first_few(known)}}, gold labels {.val {first_few(truth)}}.",
        i = "If they mean the same, write them in the same way."
      ),
      labels = known, gold = truth
    )
  }
}
