#' One label per item
#'
#' For labels, the default `method`, a majority vote, is a fair start; [dawid_skene()] and [mace()] know good from bad
#' raters. For **probabilities** of labels take [anchored()]: those of other models are too high.
#'
#' Determines the label of each item from the ratings of its raters: by vote, by a vote in which good raters have more
#' weight, or by a model of the errors of raters, whose parameters are estimated from the ratings. Numbers are
#' combined by means and medians. If ratings are sets of labels, each label is settled by itself.
#'
#' @section Sets of labels:
#' Whole sets seldom agree: of {a}, {a, b} and {a, c} none has a majority, but label a has all votes, and b and c have
#' one of three. So the result has a row for each item and label: `category` is the label, and `label` whether the item
#' has it, `TRUE` or `FALSE`. A label that most of its raters did not give is `FALSE`. Methods that learn the errors of
#' raters learn them for each label. `augment()` and [as_corpus()] put the labels of an item together again; an
#' item of which no label has most votes has the status `"no label of most"` there, unless a rater gave it no label.
#'
#' `sets = "whole"` takes each distinct set as a category; the label is then the name of a set, such as `"{a, b}"`.
#' Ratings of [as_chains()] are always whole.
#'
#' @section Missing and degenerate data:
#' The column `status` says why an item has no label, or that its label was not estimated:
#' * `"no ratings"`;
#' * `"tie"`, broken by `ties` or left `NA`. `probability` is the share of each of the tied categories;
#' * `"gold"`: given by you;
#' * `"no weight"`: none of its raters has a weight above 0;
#' * `"no item with two ratings"`: the errors of raters can only be estimated from items with two answers, or with an
#'   answer and a gold label. `label` is `NA`, with a warning of class `accord_warning_no_model`. `"majority"`, `"mean"`
#'   and `"median"` do not need such items;
#' * `"one category only"`: this category is the label of all items, and no model is needed;
#' * the reason why a group has no ratings.
#'
#' Groups (`by`) have the categories of all of them, unlike in [agreement()]: a model of raters takes an answer for
#' possible that nobody gave in this group. Where groups have other questions, fit each by itself.
#'
#' A category that nobody used has prior 0 if the prior is free, and is never a label. The row of a confusion table
#' for a label that none of the rater's items has is `NA`. If EM does not converge within `max_iterations`, a warning
#' of class `accord_warning_not_converged` names the groups, and the last estimates are returned. Labels in `gold` or
#' `start` of items that are not in the data are left out with a message, `accord_message_unused_gold`. If more than
#' half of ten or more gold labels are not the most frequent answer of their item, a warning of class
#' `accord_warning_gold_contradicts` says how many. The print of a model says if most items have one rating only, so
#' that their probabilities are those of the classes and of one rater, and which categories nobody used.
#'
#' @section Errors:
#' Those of [as_ratings()]; `accord_error_anonymous` if the method needs the raters, `accord_error_unknown_rater`,
#' `accord_error_classifier` for probabilities of a classifier that do not fit the ratings,
#' `accord_error_gold` for gold labels that are not categories or contradict each other, `accord_error_not_numbers`
#' and `accord_error_level` for means and medians of labels, `accord_error_outside_range` for means of numbers
#' whose squares overflow or underflow, `accord_error_too_large` for more confusion tables than fit into memory,
#' `accord_error_level_needed` (numbers without a method), and `accord_error_argument`, also for an argument that the
#' method does not use, and for a setting of a method that is given here.
#'
#' @inheritParams as_ratings
#' @param ... More arguments of [as_ratings()], such as `layout`, or `level = "ordinal"` for the median of categories
#'   that are not an ordered factor.
#' @param method A method of consensus, such as [dawid_skene()], or its name for one without settings of its own:
#'   `"majority"` (the default; it must be given for numbers with more than two values, which may be labels or
#'   measurements), `"wawa"`, `"zbs"`, `"dawid_skene"`, `"one_coin"`, `"mace"`, `"mace_vb"`, `"glad"` or `"anchored"`,
#'   and [crowdlab()] with the probabilities of a classifier; for numbers `"mean"`, `"median"` (ordered categories too)
#'   or `"weighted_mean"`; for texts, rankings, vectors and other objects [medoid()]. Of several questions, one for
#'   each: `c(diagnosis = "majority", glucose = "mean")`, or a list. See [consensus_methods].
#' @param ties The label of a tie: `NA`, the `"first"` of the tied categories in their order, or one at `"random"`
#'   (set a seed). `c(rater = "ann")` lets the answer of a rater break ties if it is one of the tied categories, and
#'   `c(rater = "ann", "first")` names what holds for other ties.
#' @param gold Known labels of some items, for votes and models: a vector named by items (a list if ratings are sets),
#'   or a data frame with the columns `item` and `label`, and group keys (of sets also `category`) if they are for one
#'   group only. Items that are not in the data are left out, with a message.
#' @param posterior Whether to add `posterior`, a matrix with a column for each category: its share of the votes, or
#'   its posterior probability; 1 for a gold label.
#' @param sets Whether ratings that are sets are settled by `"labels"` or `"whole"`, see below.
#' @return A tibble of class `accord_consensus`, a row per item (of sets: per label and item): the group keys,
#'   `item`, `label` (of the type of the ratings; characters for factors), `probability` (numbers: `std.error`), `n`
#'   (number of its ratings) and `status`; for `"glad"` also `ease`. With integer frequencies (`case_weights` of
#'   [as_ratings()]) each copy of an item has a row. The estimates for raters are an attribute that is kept when rows
#'   are filtered or sorted: see [tidy.accord_consensus()] for skills, confusion tables and the iterations of EM, and
#'   for `augment()`, which joins the labels to data; [predict][predict.accord_consensus] labels new items.
#' @seealso [consensus_methods] for the formulas and settings of all methods, [evaluate_consensus()] against gold
#'   labels, [tidy.accord_consensus()] for skills; `vignette("consensus")`.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "b", "b", "b", "a", "a", "b", "c", "b", "b", NA, "a", "a", "a", "c", "c", "b"
#'   )
#' )
#' consensus(ratings, item, rater, label)
#' consensus(ratings, item, rater, label, ties = c(rater = "ann"))
#'
#' model <- consensus(ratings, item, rater, label, method = one_coin(smoothing = 1))
#' tidy(model)
#' glance(model)
consensus <- function(data, item, rater, rating, ..., method = NULL, by = NULL, categories = NULL,
                      duplicates = "error", ties = NA, gold = NULL, posterior = FALSE, sets = "labels") {
  check_choice(sets, c("labels", "whole"), "sets")
  columns <- rlang::enquos(item = item, rater = rater, rating = rating, by = by)
  # `level` comes after the dots, so that its name cannot be abbreviated.
  read <- function(data, ..., level = NULL) {
    verb_ratings(data, columns,
      level = level, categories = categories, duplicates = duplicates, ..., .weighted = "Consensus labels",
      .tally = TRUE
    )
  }
  # A method for each question is read before methods are made of names: the door calls consensus() for each.
  if (is_by_question(method, "method") && (is_questions(data) || inherits(data, "accord_sheet"))) read(data, ...)
  typed <- rlang::enexpr(method)
  if (!is.null(method)) method <- as_method(method)
  if (...length()) check_settings_place(rlang::enquos(...), method, typed)
  options <- c(
    check_ties(ties), list(gold = gold, posterior = if (!isFALSE(posterior)) check_flag(posterior, "posterior"))
  )
  check_consensus_options(options, method$method %||% "majority")
  if (identical(method$method, "medoid")) {
    check_no_dots(...)
    return(medoid_labels(data, columns, method$distance, options, duplicates = duplicates))
  }
  ratings <- read(data, ...)
  if (sets == "labels" && !is.null(ratings$sets) && !isTRUE(ratings$of_chains)) {
    check_key_names(names(ratings$groups), "category")
    ratings <- by_label(ratings)
  }
  options <- c(options, method %||% default_method(ratings))
  method <- options$method
  check_free_names(names(ratings$groups), CONSENSUS_COLUMNS)
  warn_faulty_groups(ratings)
  if (is_remote(ratings)) {
    if (votes_in_engine(method, options)) {
      return(lazy_majority(ratings))
    }
    ratings <- collect_remote(ratings)
  }
  given <- list(
    item = named_column(data, columns$item, "item"), rating = named_column(data, columns$rating, "rating"),
    question = if (inherits(data, "accord_ratings")) data$of_question
  )
  settings <- consensus_settings(options, method, ratings, given)
  fits <- fit_consensus(ratings, method, settings)
  warn_not_learnt(fits, ratings$groups, method)
  warn_in_sample(fits, ratings$groups)
  if (length(settings$gold)) warn_gold_contradicts(ratings, settings$gold)
  new_consensus(fits, ratings, method, settings, given)
}

CONSENSUS_METHODS <- c(
  majority = "majority vote", wawa = "vote by agreement with the majority", zbs = "vote by zero-based skill",
  dawid_skene = "Dawid-Skene", one_coin = "one-coin Dawid-Skene", mace = "MACE",
  mace_vb = "MACE by variational Bayes", glad = "GLAD", anchored = "anchored Dawid-Skene", crowdlab = "CROWDLAB",
  mean = "mean", median = "median",
  weighted_mean = "precision-weighted mean, corrected for bias", medoid = "medoid"
)

EM_METHODS <- c("dawid_skene", "one_coin", "mace", "mace_vb", "glad")
BAGGED_METHODS <- c("dawid_skene", "one_coin")
NUMBER_METHODS <- c("mean", "median", "weighted_mean")

# Methods that estimate parameters of raters, and so need their names and items that connect them.
LEARNING_METHODS <- c(EM_METHODS, "anchored", "wawa", "zbs", "crowdlab", "weighted_mean")

CONSENSUS_COLUMNS <- c(
  "item", "label", "probability", "std.error", "n", "status", "ease", "posterior"
)

# Returns the name of a column of the data, for augment() and gold; NULL if there is none.
named_column <- function(data, column, arg) {
  if (is.data.frame(data) && !rlang::quo_is_missing(column)) names(data)[select_ids(column, data, arg)]
}
