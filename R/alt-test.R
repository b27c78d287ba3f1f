#' The alternative annotator test: may a model replace a person?
#'
#' A model labelled items that several people labelled too. Each person in turn is compared with the model: which of
#' the two is closer to the *other* people? The model may replace people if it does at least as well as most of them
#' (Calderon, Reichart and Dror 2025). The test does not measure the agreement of the model with the people, and needs
#' no gold labels.
#'
#' @details
#' For a person \eqn{j}, the test uses the \eqn{n_j} items rated by \eqn{j}, at least one other person and the model.
#' On item \eqn{i} the model's rating \eqn{f_i} and the person's \eqn{h_{ij}} are scored against those \eqn{h_{ik}} of
#' the other people \eqn{k \ne j}{k != j}, by the mean of
#' * `"accuracy"`: 1 if the two are the same, otherwise 0;
#' * `"neg_rmse"`: the negative root mean squared error, from the squared differences of two numbers;
#' * `"jaccard"`, `"masi"`: the similarity of two sets, 1 minus the distance of this name;
#' * a function of a rating and that of another person, which gives a number, larger for more similar ratings.
#'
#' The model wins an item if its score is no lower than the person's, and the person wins if the model's is no higher;
#' in a tie both do. With \eqn{\rho^f_j}{rho^f_j} the share of items on which the model wins and
#' \eqn{\rho^h_j}{rho^h_j} the share on which the person wins, the hypothesis that the person is better by
#' \eqn{\varepsilon}{epsilon} or more,
#' \deqn{H_{0j}: \rho^h_j - \rho^f_j \ge \varepsilon,}{H0j: rho^h_j - rho^f_j >= epsilon,}
#' is tested by a one-sided paired t test of the \eqn{n_j} differences. The p values of the people are adjusted by the
#' method of Benjamini and Yekutieli (2001), since people share items. The *winning rate* \eqn{\omega}{omega} is the
#' share of people whose hypothesis is rejected at the rate `fdr`; the model passes if it is 1/2 or more. The *average
#' advantage probability* is the mean of \eqn{\rho^f_j}{rho^f_j} over these people, with which models can be compared.
#'
#' \eqn{\varepsilon}{epsilon} is the margin allowed to the model for its lower cost. The authors suggest .2 if the
#' people are experts, .15 if they are skilled, .1 if they are a crowd; choose it before you see results. They advise
#' three people or more, and the printed result says so if there are fewer.
#'
#' @section Few items:
#' The t test needs about 30 items; the authors' program and `few = "leave_out"` leave out people with fewer, and
#' `status` says so for each person. The authors advise, for such people, the signed-rank test of Wilcoxon (1945),
#' which is `few = "wilcoxon"` (with the normal approximation and correction for continuity, since ties are common).
#' Use it with caution: it assumes differences that are symmetric around \eqn{\varepsilon}{epsilon}, which wins and
#' losses are not. With 29 items, 86% ties and a person who is better by exactly \eqn{\varepsilon = .1}{epsilon = .1},
#' it rejects at the 5% level in nine of ten samples. It is better to have more items rated.
#'
#' @section Consistency of a model, and its agreement with people:
#' Ask a model several times, and treat each repetition as a separate rater:
#' ```
#' runs <- c("run1", "run2", "run3")
#' people <- c("ann", "bob", "cat")
#' # the model with itself
#' krippendorff_alpha(labels[labels$rater %in% runs, ], item, rater, label)
#' # with each person
#' pairs <- pairwise_agreement(labels, item, rater, label)
#' pairs[xor(pairs$rater_1 %in% runs, pairs$rater_2 %in% runs), ]
#' # with the majority of the people, by category; ties have no label
#' votes <- consensus(labels[labels$rater %in% people, ], item, rater, label)
#' majority <- data.frame(item = votes$item, rater = "majority", label = votes$label)
#' category_agreement(rbind(majority, labels[labels$rater == "run1", ]), item, rater, label)
#' # people alone, and people with the model
#' compare_agreement(labels, item, rater, label, raters = list(people = people, all = c(people, "run1")))
#' ```
#' Repetitions that agree show that the model is consistent, not that it is right. In `alt_test()` name each
#' repetition in `models`, or name the people in `people`: a repetition beside people would reward a model that repeats
#' itself. [judge_report()] takes the repetition as a column.
#'
#' @section Who counts as a person:
#' All raters that are not named in `models` are people, unless `people` names them; the print says who was. A rater
#' with the name of another run of a model, as `gpt_run2` beside `gpt_run1`, is an error, and one with the name of a
#' model, as `"llama-3"`, also beside `"llama-2"`, gives the warning `accord_warning_model_as_person`, unless it is
#' named in `people`. A person with the ratings of a model on all of their common items, of which there are 30 or more
#' and on which people do not agree nearly always, gives the warning `accord_warning_both_sides`: one may be a copy of
#' the other.
#'
#' @section Missing and degenerate data:
#' Items without a rating by the model, or with fewer than two people, are left out. If all differences of a person
#' are the same, there is no t: p of the t test is then 0 if they are below \eqn{\varepsilon}{epsilon}, otherwise 1. The
#' test of Wilcoxon has its usual p. If no person can be tested, the results of the model are `NA`, `status` says why,
#' and there is a warning of class `accord_warning_undefined`. Scores that differ only by rounding are ties.
#'
#' @section Errors:
#' Those of [as_ratings()]; `accord_error_anonymous` if raters are anonymous, `accord_error_unknown_rater` for models
#' or people that are not among them, `accord_error_runs_as_people` for people whose name is that of another run of a
#' model, `accord_error_argument` for other invalid arguments, such as `"neg_rmse"` for labels, or
#' clusters; `accord_error_score` if a user function does not give a number; `accord_error_too_many_values` for more
#' than 5000 distinct sets, or values for a function; `accord_error_reserved_name` for grouping columns named like a
#' column of the result.
#'
#' @inheritParams agreement
#' @param ... For other layouts, arguments of [as_ratings()] such as `layout`; clusters are an error.
#' @param duplicates What to do when a person or model rated an item more than once: `"error"`, or use the `"first"`
#'   or `"last"` rating. Repeated ratings that were kept are an error.
#' @param models The raters that are models, by name. Each model is tested separately.
#' @param people The raters that are people, by name; by default all that are not named in `models`. Raters in neither
#'   are left out.
#' @param epsilon The margin allowed to the model, a number from 0 to 1. There is no default, see below.
#' @param score The similarity of two ratings: `"accuracy"`, `"neg_rmse"`, `"jaccard"`, `"masi"` or a function.
#' @param fdr The false discovery rate among the people, between 0 and 1.
#' @param min_items Minimum number of items for the t test of a person.
#' @param few What to do with people who have fewer items: `"leave_out"` or `"wilcoxon"`, see below.
#' @return A tibble of class `accord_alt_test`, a row per group and model. The group keys come first, then `model`,
#'   `score`, `epsilon`, `fdr`, `winning_rate`, `advantage_probability`, `passed`, `n_people` (those tested),
#'   `n_left_out`, `n_items` (distinct items that were compared), `status` (`"ok"` or the reason why there is no
#'   value) and `people`, a list of tibbles with a row per person: `person`, `n_items`, `model_wins` and `person_wins`
#'   (shares), `difference`, `statistic`, `df`, `p.value`, `adj.p.value`, `rejected`, `test` (`"t"`, `"wilcoxon"` or
#'   `NA`) and `status`. See [tidy.accord_alt_test()] for `tidy()` and `glance()`; [paper_table()] takes the result.
#' @references
#' Calderon, N., Reichart, R. and Dror, R. (2025) The alternative annotator test for LLM-as-a-judge: how to
#' statistically justify replacing human annotators with LLMs. *Proceedings of ACL 2025*.
#' \doi{10.18653/v1/2025.acl-long.782}
#'
#' Benjamini, Y. and Yekutieli, D. (2001) The control of the false discovery rate in multiple testing under
#' dependency. *Annals of Statistics* 29, 1165-1188. \doi{10.1214/aos/1013699998}
#'
#' Wilcoxon, F. (1945) Individual comparisons by ranking methods. *Biometrics Bulletin* 1, 80-83.
#' \doi{10.2307/3001968}
#' @seealso [corrected_estimate()] for estimates from a corpus that a model labelled, [compare_agreement()] for
#'   agreement with and without the model; `vignette("people-and-a-model")`.
#' @export
#' @examples
#' set.seed(1)
#' truth <- sample(c("yes", "no"), 60, replace = TRUE)
#' rate <- function(errors) ifelse(runif(60) < errors, sample(truth), truth)
#' labels <- data.frame(
#'   item = 1:60, rater = rep(c("ann", "bob", "cat", "good", "poor"), each = 60),
#'   label = c(rate(.3), rate(.3), rate(.3), rate(.1), rate(.9))
#' )
#' x <- alt_test(labels, item, rater, label, models = c("good", "poor"), epsilon = .1)
#' x
#' tidy(x)
alt_test <- function(data, item, rater, rating, models, ..., people = NULL, epsilon = NULL, score = "accuracy",
                     fdr = 0.05, min_items = 30, few = "leave_out", by = NULL, categories = NULL,
                     duplicates = "error") {
  check_no_level(...)
  check_choice(duplicates, c("error", "first", "last"), "duplicates")
  columns <- rlang::enquos(item = item, rater = rater, rating = rating, by = by)
  ratings <- with_advice_on_runs(verb_ratings(
    data, columns,
    level = NULL, categories = categories, duplicates = duplicates, ..., .weighted = "Tests of models"
  ))
  check_named_raters(ratings, "The alternative annotator test needs")
  check_no_clusters(ratings, "Tests of models")
  check_free_names(names(ratings$groups), ALT_COLUMNS)
  models <- match_models(if (!missing(models)) named_raters(rlang::enquo(models), "models", "models"), ratings)
  raters <- named_people(named_raters(rlang::enquo(people), "people", "people"), models, ratings)
  check_alt_arguments(epsilon, score, fdr, min_items, few)
  check_pair_work(ratings)
  check_one_rating_each(ratings)
  similarity <- similarity_of(score, ratings)
  warn_faulty_groups(ratings)
  compared <- lapply(models, compared_people, people = raters, ratings = ratings, similarity = similarity)
  options <- list(
    score = if (is.function(score)) "custom" else score, epsilon = as.double(epsilon), fdr = as.double(fdr),
    min_items = min_items, few = few
  )
  result <- alt_test_rows(compared, models, ratings, options)
  warn_not_tested(result)
  warn_both_sides(copies_among(ratings, models, raters))
  result <- note_unused(result, ratings, c(models, raters))
  with_note(result, "people_named", id_text(sort(vctrs::vec_slice(ratings$raters, raters), method = "radix")))
}

ALT_COLUMNS <- c(
  "model", "score", "epsilon", "fdr", "winning_rate", "advantage_probability", "passed", "n_people",
  "n_left_out", "n_items", "status", "people"
)
ALT_SCORES <- c("accuracy", "neg_rmse", "jaccard", "masi")

# Adds how many ratings of the compared `raters` were set aside, and whose they were: an item whose rating by a model
# was set aside is not compared.
note_unused <- function(result, ratings, raters) {
  n <- count_set_aside(ratings, "rater", length(ratings$raters))[raters]
  raters <- raters[n > 0]
  n <- n[n > 0]
  if (length(n) == 0) return(result)
  whose <- paste(big(n), "by", show_labels(id_text(vctrs::vec_slice(ratings$raters, raters))))
  words <- first_names(whose[order(-n, method = "radix")], 10)
  with_note(with_note(result, "n_set_aside", sum(n)), "outside", words)
}

# `compared`: the value of compared_people() for each model, with a row per group and person.
alt_test_rows <- function(compared, models, ratings, options) {
  n_groups <- nrow(ratings$groups)
  group <- rep(seq_len(n_groups), each = length(models))
  at <- rep(seq_along(models), n_groups)
  people <- Map(function(g, m) {
    rows <- compared[[m]]$people
    test_people(vctrs::vec_slice(rows, rows$group == g), ratings, options)
  }, group, at)
  mean_of <- function(name) {
    vapply(people, function(x) mean(as.double(x[[name]])[!is.na(x$p.value)]), 0)
  }
  tested <- vapply(people, function(x) sum(!is.na(x$p.value)), 0L)
  rate <- undefined_as_na(mean_of("rejected"))
  columns <- list(
    model = vctrs::vec_slice(ratings$raters, models[at]),
    score = rep(options$score, length(at)), epsilon = rep(options$epsilon, length(at)),
    fdr = rep(options$fdr, length(at)),
    winning_rate = rate,
    advantage_probability = undefined_as_na(mean_of("model_wins")),
    passed = rate >= 0.5,
    n_people = tested,
    n_left_out = lengths(lapply(people, `[[`, "person")) - tested,
    n_items = as.integer(mapply(function(g, m) compared[[m]]$n_items[g], group, at)),
    status = as.character(Map(alt_status, people, tested, ratings$group_status[group], options$min_items)),
    people = unname(people)
  )
  grouped_result(ratings$groups, group, columns, "accord_alt_test")
}

alt_status <- function(people, tested, group_status, min_items) {
  if (group_status != "ok") return(group_status)
  if (tested > 0) return("ok")
  if (nrow(people) == 0) return("no item that two people and the model rated")
  paste("no person with", min_items, "shared items")
}

warn_not_tested <- function(result) {
  none <- which(result$status != "ok")
  if (length(none) == 0) {
    return(invisible())
  }
  reasons <- unique(result$status[none])
  labels <- row_labels(result, "model")[none]
  warn_accord(
    "undefined",
    c(
      "{length(none)} of {nrow(result)} test{?s} could not be made.",
      x = "{first_few(labels)}: {reasons}.",
      i = "The results are {.val {NA}}; {.field status} says why.",
      i = if (any(grepl("shared items", reasons))) {
        "With fewer items the t test is not safe: use {.code few = \"wilcoxon\"}, or a smaller {.arg min_items}."
      }
    ),
    models = result$model[none],
    reasons = reasons
  )
}
