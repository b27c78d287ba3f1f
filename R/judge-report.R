#' Report on a judge
#'
#' A judge, usually a language model, rates what people rate too. A row per question and figure: does it agree with
#' people as they agree with each other, does it contradict itself, do the position or the length of an answer sway it,
#' did it change from one version to the next, is a panel of judges worth more than one, and what may be said of a share
#' that it estimates? Each question is asked if the data have what it needs, and is answered with "not possible: no
#' column ..." otherwise.
#'
#' @details
#' A row of the data is a rating, by a judge or a person. The figures of each question, for items \eqn{i}, are:
#'
#' * `"agreement"`: `with_people`, the mean over items of the share of pairs of one of the judge's replies and a person
#'   that are equal; `among_people`, that of pairs of two people, on the same items; and their `difference`, paired by
#'   item. See [percent_agreement()].
#' * `"majority"`: the `accuracy` of the judge against the label most people gave, `macro_precision`, `macro_recall`,
#'   `macro_f1` ([evaluate_consensus()]) and `kappa` ([cohen_kappa()]). A person agrees with a majority that contains
#'   their own vote, so that judge and person are compared by leaving one person out in turn ("Against the majority of
#'   others" in tables): `accuracy_others` and `person_others`, how often the judge and that person are right, held
#'   against the majority of the others, and their `difference`. Shares are of pairs of an item and a person left out
#'   whose other people have a majority; items that two people rated are left out. Where people differ, the others are
#'   often tied, so that such items count less than in `accuracy`.
#' * `"replace"`: `winning_rate` and `advantage` of [alt_test()] with this `epsilon`; a rate of .5 passes.
#' * `"runs"`: `flips`, the probability that two runs of one item differ, 1 - [percent_agreement()] over runs, whose
#'   expectation does not depend on the number of runs; and `ever_flips`, the share of items with two different replies,
#'   which grows with it. With `order`, runs are compared within an order, and an item flips if it does in one.
#' * `"position"`: `consistency` and `position_bias` of [pairwise_judgements()].
#' * `"length"`: on items on which judge and people chose one of two answers of unequal length, the share in which the
#'   judge (`judge_longer`) and people (`people_longer`) took the longer, their `difference`, and `longer_if_differ`,
#'   the share in which the judge took the longer where it differs from people (.5 without bias). Liking length as much
#'   as people do is no bias.
#' * `"source"`: of pairs with one answer by the judge itself, the share in which it prefers its own where people do,
#'   the share in which it prefers the other where people do, and their difference `self_preference` (Wataoka et al.
#'   2024). A source is the judge's own if it has the judge's name: for a family of models, give them one name.
#' * `"drift"`: on items that two consecutive versions rated, the share that `changed`, of those with two usable
#'   replies, that `gained` (right now, wrong before) and `lost`, and their difference, `drift`, the change in accuracy.
#' * `"panel"`: the mean correlation \eqn{r} of the errors of \eqn{k} judges, `error_correlation`;
#'   `effective_number`, \eqn{k / (1 + (k - 1) r)}; the `highest_correlation` of two judges; the mean
#'   `error_consistency` of pairs, Cohen's kappa of right and wrong (Geirhos et al. 2020); `all_wrong`, beside
#'   `all_wrong_if_independent`; and `panel_accuracy`, of the label that most judges gave, with \eqn{1 / m} for one of
#'   \eqn{m} tied labels. The last version of each judge counts.
#' * `"confidence"`: `auc`, `brier`, `ece` of [calibration()].
#' * `"share"`: if people rated some of the items, the share of each category by the judge alone, of all its items
#'   (`as_judged`), and `corrected` ([corrected_estimate()]), which takes the items that people rated as drawn at random
#'   and leaves out those on which they tie.
#' * `"labels"`: the number of items that people must label for an interval of this `width` of each share, without and
#'   with the judge ([plan_labels()]).
#'
#' For scores (`level = "interval"`), the mean distance of two ratings takes the place of agreement, the error against
#' the mean of the people that of accuracy, and runs have the standard deviation within items and [icc()].
#'
#' @section Several replies:
#' A judge has a reply per item, run, order and version. `"agreement"` uses all of them, `"runs"` and `"position"`
#' compare them. Other questions need one reply per item: the first run and, in it, the first order, in the order of
#' their names or, for a factor, of its levels. In the names of runs and versions, numbers are in the order of numbers,
#' so that `"v10"` follows `"v9"`. Runs are not raters: name them in `run`, not as raters.
#'
#' @section Replies that cannot be used:
#' A reply that is missing, or not among the `categories`, counts as wrong for `accuracy`; `usable` is the share of the
#' others, and `accuracy_usable` leaves such replies out. So do all figures that compare replies with each other or with
#' single people, as those of `"agreement"` and `"replace"`; the print says how many these left out. The
#' warning `accord_warning_stray_reply` names them with their judge, and labels that may be meant.
#'
#' With both answers in `order`, a choice is one of the two of its row. The name of another answer, an answer in another
#' spelling, and several other labels of people are an error unless they are among the `categories`; one other label of
#' people is taken for a tie. The name of an answer that was not shown is always an error. Labels of people that look
#' alike, and people without a common label, give the warnings of [as_ratings()].
#'
#' @section Judges on both sides:
#' A judge must not have made the labels by which it is measured. The warning `accord_warning_both_sides` names raters
#' among the people whose label is always the majority of the other people, or of these and the judge, and judges that
#' always agree with a majority although people differ. It also names people whose labels are those of a judge on all
#' of 30 or more common items, if people agree so rarely that chance gives this in fewer than one of 1000 data sets.
#' The printed report also says if a judge wrote answers that it judges, and if people often differ but never all of
#' them, as where such items were taken out.
#'
#' @section Intervals:
#' Shares and differences paired by item have score limits, over items or clusters, as in [pairwise_judgements()];
#' `std.error` is linearised over items or clusters. Where people are left out in turn, an item is a cluster. Fewer than
#' 8 clusters give no limits. Tango's limits are of differences -1, 0 and 1: for shares of several people, which vary
#' less, the counts are multiplied by the ratio of the variances, where that of the data is of the items and of one more
#' with a difference of 1. Kappa, macro F1, flips and corrected shares have those of the function that computes them.
#' With clusters, those of figures whose function has none for clusters are left out. Means of scores have t limits, and
#' none if all values, or the means of all clusters, are equal.
#'
#' The intervals of each `difference` from people hold together for all judges (Bonferroni), so that a judge differs
#' from people where its interval does not contain 0. Each has the level 1 - (1 - `conf.level`) / `n_intervals`, where
#' `n_intervals` is the number of judges, or of versions of judges. It is 1 for other figures.
#'
#' The limits of the correlation of errors, and so of the effective number, are score limits: the \eqn{r_0} that are at
#' most \eqn{t} standard errors from the mean correlation, where the standard error is that under \eqn{r_0}, if the
#' number of judges that err on an item has a beta-binomial distribution. It is multiplied by the ratio of the
#' linearised and the beta-binomial one at the estimate, where the first is larger, as in clusters or where a few judges
#' resemble each other more than others do. Coverage is in `bench/coverage-panel.csv`.
#'
#' @section Missing and degenerate data:
#' Items without a majority of people are left out where one is needed; the print says how many. Ratings by people that
#' are not among the `categories` are left out. A figure without a value is `NA`, and `status` says why.
#'
#' @section Errors:
#' `accord_error_unknown_rater`, `accord_error_runs_as_people` for people whose name is that of another run of a judge,
#' `accord_error_duplicate_rating`, `accord_error_missing_code` for scores such as -1 below all others,
#' `accord_error_choice`, `accord_error_missing_id`, `accord_error_cluster`, `accord_error_missing_column`,
#' `accord_error_no_rows`, and `accord_error_argument`.
#'
#' @param data A data frame with a row per rating.
#' @param item,rater,rating <[`tidy-select`][tidyselect::language]> Columns: what was rated (several columns make one
#'   id), by whom, and the rating. For choices between two answers, the rating is the name of the answer.
#' @param judges The raters that are judges, by name.
#' @param ... Must be empty.
#' @param people The raters that are people, by name; by default all others. Raters in neither are left out.
#' @param run,version,confidence,cluster <[`tidy-select`][tidyselect::language]> Columns: the repetition of a judge, its
#'   version, its stated confidence, and the cluster, such as a topic, of an item.
#' @param order <[`tidy-select`][tidyselect::language]> The answer that was shown first, where there are two answers, or
#'   two columns: the answers shown first and second. Without it no effect of position can be seen, and none is guessed.
#' @param length,source <[`tidy-select`][tidyselect::language]> Two columns, named by the answer to which they belong,
#'   as in ``c(`A` = words_a, `B` = words_b)``, or, with two columns in `order`, as in `c(first = words_first, second =
#'   words_second)`: the length of each answer, and who wrote it.
#' @param epsilon The margin of [alt_test()], for `"replace"`.
#' @param width The width of an interval, for `"labels"`.
#' @param questions Names of questions, such as `c("agreement", "drift")`; `NULL` for all.
#' @param level `"nominal"` for labels and choices, `"interval"` for scores.
#' @param categories The possible ratings. By default those that people used, and for scores all numbers.
#' @param ci The interval: [ci_score()], the default, or [ci_none()].
#' @return A tibble of class `accord_judge_report`, a row per judge, question and figure: `judge`, `question`,
#'   `quantity`, `of` (the category, or the judges), `estimate`, `std.error`, `conf.low`, `conf.high`, `n` (items),
#'   `n_clusters`, `interval`, `n_intervals` (how many intervals hold together), `conf.level` (the level asked for),
#'   `status`. See [tidy.accord_judge_report()].
#' @references
#' Geirhos, R., Meding, K. and Wichmann, F. A. (2020) Beyond accuracy: quantifying trial-by-trial behaviour of CNNs and
#' humans by measuring error consistency. *Advances in Neural Information Processing Systems* 33.
#' \doi{10.48550/arXiv.2006.16736}
#'
#' Tango, T. (1998) Equivalence test and confidence interval for the difference in proportions for the paired-sample
#' design. *Statistics in Medicine* 17, 891-908.
#' \doi{10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B}
#'
#' Wataoka, K., Takahashi, T. and Ri, R. (2024) Self-preference bias in LLM-as-a-judge.
#' \doi{10.48550/arXiv.2410.21819}
#' @seealso [pairwise_judgements()], [alt_test()], [corrected_estimate()], [plan_labels()]; `vignette("judges")`.
#' @export
#' @examples
#' set.seed(1)
#' truth <- sample(c("good", "bad"), 60, replace = TRUE)
#' slip <- function(p) ifelse(runif(60) < p, sample(truth), truth)
#' labels <- data.frame(
#'   item = 1:60, rater = rep(c("ann", "bob", "cat", "gpt", "gpt"), each = 60),
#'   run = rep(c(NA, NA, NA, 1, 2), each = 60),
#'   label = c(slip(.2), slip(.2), slip(.2), slip(.3), slip(.3))
#' )
#' judge_report(labels, item, rater, label, judges = "gpt", run = run, epsilon = .1)
judge_report <- function(data, item, rater, rating, judges, ..., people = NULL, run = NULL, order = NULL,
                         version = NULL, length = NULL, source = NULL, confidence = NULL, cluster = NULL,
                         epsilon = NULL, width = 0.1, questions = NULL, level = "nominal", categories = NULL,
                         ci = ci_score()) {
  check_no_dots(...)
  check_choice(level, c("nominal", "interval"), "level")
  if (!is.null(questions)) check_choices(questions, names(QUESTIONS), "questions")
  questions <- intersect(names(QUESTIONS), questions %||% names(QUESTIONS))
  if (!is.null(epsilon)) check_number(epsilon, "epsilon", from = 0, to = 1)
  check_number(width, "width", above = 0, below = 1)
  ci <- check_own_ci(ci, list(ci_score()))
  quos <- rlang::enquos(
    item = item, rater = rater, rating = rating, run = run, order = order, version = version, length = length,
    source = source, confidence = confidence, cluster = cluster
  )
  check_given(judges, "judges")
  judges <- named_raters(rlang::enquo(judges), "judges", "judges")
  people <- named_raters(rlang::enquo(people), "people", "people")
  study <- judged_study(judge_rows_of(data, quos, judges, people, level, categories))
  study$ci <- ci
  study$epsilon <- epsilon
  study$width <- width
  study$questions <- questions
  rows <- lapply(questions, function(question) question_rows(study, question))
  new_judge_report(do.call(rbind, rows), study)
}


# The questions, and the columns and arguments that each needs.
QUESTIONS <- list(
  agreement = "people", majority = "people", replace = c("people", "epsilon"), runs = "run", position = "order",
  length = c("people", "length"), source = c("people", "source"), drift = "version", panel = "people",
  confidence = c("people", "confidence"), share = "people", labels = "people"
)

# The rows of one question, for each judge or for all of them together.
question_rows <- function(study, question) {
  lacking <- lacking_for(study, question)
  ask <- switch(question,
    agreement = agreement_with_people, majority = accuracy_of_judge, replace = replacing_people, runs = flips_over_runs,
    position = effect_of_position, length = effect_of_length, source = preference_of_own, drift = drift_of_versions,
    panel = function(study, name) errors_of_panel(study), confidence = confidence_of_judge, share = corrected_shares,
    labels = labels_of_people
  )
  names <- if (question == "panel" || !is.null(lacking)) ALL_JUDGES else study$units$name
  rows <- lapply(names, function(name) {
    found <- if (is.null(lacking)) ask(study, name) else not_possible(lacking)
    if (is.null(found)) return(NULL)
    # A question that was not answered has a row with its own name.
    found$quantity[is.na(found$quantity)] <- question
    cbind(judge = name, question = question, found)
  })
  once_for_all(do.call(rbind, rows), length(names))
}

# The labels that people alone would need are the same for all judges of the same items: they have one row.
once_for_all <- function(rows, n_judges) {
  same <- vctrs::vec_group_id(rows[c("quantity", "who", "estimate", "n")])
  of_all <- n_judges > 1 & rows$quantity %in% "labels_alone" & tabulate(same)[same] == n_judges
  rows$judge[of_all] <- ALL_JUDGES
  rbind(rows[of_all & !duplicated(same), ], rows[!of_all, ])
}

# Why a question cannot be asked; NULL if it can.
lacking_for <- function(study, question) {
  needs <- QUESTIONS[[question]]
  if ("people" %in% needs && nrow(study$votes) == 0) {
    return("no ratings by people")
  }
  if ("epsilon" %in% needs && is.null(study$epsilon)) {
    return("no `epsilon`")
  }
  column <- setdiff(needs, c("people", "epsilon", study$has))
  if (length(column)) paste0("no column `", column, "`")
}
