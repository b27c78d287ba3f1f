#' One label per item
#'
#' Determines the label of each item from the ratings of its raters: by vote, by a vote in which good raters have more
#' weight, or by a model of the errors of raters, whose parameters are estimated from the ratings. Numbers are
#' combined by means and medians.
#'
#' @section Votes:
#' * `"majority"`: the category with the most answers, or with the largest sum of `rater_weights`.
#'   `probability` is its share.
#' * `"wawa"`, worker agreement with the aggregate: the skill of a rater is the share of their answers that equal the
#'   label by majority vote; then answers are weighted by skill.
#' * `"zbs"`, zero-based skill: votes weighted by skill and skills from the votes are computed in turn, 100 times
#'   (`max_iterations`). All skills start at \eqn{1 / K + 10^{-5}}{1 / K + 1e-5} for \eqn{K} categories. Each iteration
#'   replaces a skill by the agreement just computed; from the 20th iteration on it moves half of the way, from the
#'   40th a quarter, and so on.
#'
#' Both follow Toloka's crowd-kit. An item without a label because of a tie does not count for the skill of its
#' raters; a rater without labelled items has no skill (`NA`) and no vote.
#'
#' @section Models:
#' With \eqn{z_i} the hidden label of item \eqn{i}, \eqn{\pi_k} the share of label \eqn{k}, and \eqn{x_{ij}}{x_ij} the
#' answer of rater \eqn{j}, each model specifies \eqn{p_j(x | z)}, and EM finds the parameters that maximise
#' \deqn{\ell = \sum_i \log \sum_k \pi_k \prod_j p_j(x_{ij} | k).}{
#' l = sum_i log sum_k pi_k prod_j p_j(x_ij | k).} `probability` is the posterior probability of the label, given all
#' answers. Several answers of one rater to an item (`duplicates = "keep"`) count as independent.
#' * `"dawid_skene"` (Dawid and Skene 1979): a table of \eqn{K \times K}{K x K} probabilities for each
#'   rater, \eqn{p_j(x | k) = \theta_{jkx}}{p_j(x | k) = theta_jkx}.
#' * `"one_coin"` (Zhang et al. 2016, the homogeneous model): the answer is right with probability
#'   \eqn{\theta_j}{theta_j}, otherwise any other category, each with probability
#'   \eqn{(1 - \theta_j) / (K - 1)}{ (1 - theta_j) / (K - 1)}.
#' * `"mace"` (Hovy et al. 2013): the rater knows the label with probability \eqn{\theta_j}{theta_j} and otherwise
#'   answers by a strategy that does not depend on it,
#'   \eqn{p_j(x | k) = \theta_j [x = k] + (1 - \theta_j) \xi_{jx}}{
#'   p_j(x | k) = theta_j [x = k] + (1 - theta_j) xi_jx}.
#'   This is EM without priors but with the smoothing of the paper's program; `"mace_vb"` is variational
#'   Bayes with its priors, Beta(.5, .5) for \eqn{\theta}{theta} and Dirichlet(10) for \eqn{\xi}{xi}.
#'   The prior of the labels is uniform.
#' * `"glad"` (Whitehill et al. 2009): the answer is right with probability
#'   \eqn{1 / (1 + \exp(-\alpha_j \beta_i))}{ 1 / (1 + exp(-alpha_j beta_i))}, with the ability
#'   \eqn{\alpha_j}{alpha_j} of the rater and the ease \eqn{\beta_i > 0}{beta_i > 0} of the item (column `ease`),
#'   otherwise any other category. \eqn{\alpha_j}{alpha_j} and \eqn{\log \beta_i}{log beta_i} have normal priors with
#'   mean 1 and variance 1. The M step is a step of Newton's method for each item, halved until the objective does not
#'   decrease, and a step on a quadratic bound (Jaakkola and Jordan 2000) for each rater; the prior of the labels is
#'   uniform.
#'
#' EM starts from the shares of the votes and converges to a local maximum, which need not be the global one. With
#' `restarts` it also starts from the votes plus \eqn{1/K}, each multiplied by an exponential random number, and the
#' best result is kept. `glance()` reports the objectives. EM stops when the objective, \eqn{\ell}{l} plus the log
#' priors (for `"mace_vb"` the lower bound), changes by less than `tolerance` of its size. All computations use
#' logarithms, so many answers to one item cause no underflow.
#'
#' `smoothing` is added to the expected counts in the M step: to every cell of a confusion table; to the
#' right and the wrong answers (`"one_coin"`); to knowing, not knowing and every category of a strategy
#' (`"mace"`). The default is 0, maximum likelihood; for `"mace"` \eqn{0.01 / K}{0.01 / K}.
#'
#' @section Numbers:
#' * `"mean"`, with `rater_weights` \eqn{w_j} if given; `std.error` is that of the \eqn{m} ratings of the item,
#'   \eqn{\sqrt{\sum_j w_j^2 (x_{ij} - \bar{x}_i)^2\, m / (m - 1)} / \sum_j w_j}{
#'   sqrt(sum_j w_j^2 (x_ij - mean_i)^2 m / (m - 1)) / sum_j w_j}.
#' * `"median"`, also of ordered categories; if the two middle values differ, numbers are averaged and categories tie.
#' * `"weighted_mean"`: \eqn{x_{ij} = z_i + b_j + e_{ij}}{x_ij = z_i + b_j + e_ij} with a bias \eqn{b_j} for every
#'   rater, normal errors of variance \eqn{\sigma_j^2}{s_j^2}, and normal \eqn{z_i}, by EM. The label is the mean of
#'   \eqn{x_{ij} - b_j}{x_ij - b_j}, weighted by \eqn{1 / \sigma_j^2}{1 / s_j^2}, `std.error` is \eqn{(\sum_j
#'   \sigma_j^{-2})^{-1/2}}{(sum_j 1 / s_j^2)^(-1/2)}. Biases add up to 0 over all ratings, since only their
#'   differences are identified. Each rater gets `smoothing` (default 1) additional ratings with the variance of all
#'   ratings around the means of their items, so that no variance is 0. If all ratings of each item are equal there is
#'   nothing to estimate, and all errors are 0.
#'
#' @section Other software:
#' With `ties = "first"`, `"majority"`, `"wawa"` and `"zbs"` give the results of crowd-kit 1.4.1, which counts a
#' repeated answer of a rater once. Its Dawid-Skene stops when its bound, which contains the log prior once for each
#' rating, increases by less than 1e-5 per rating, which can be before the labels have converged, and replaces a
#' probability of 0 by 1e-10. Its MACE writes strategies in the sorted order of raters and labels and reads them in
#' the order in which these appear; if the two orders are the same, its labels are those of `"mace"` and `"mace_vb"`.
#' Its GLAD compares a sum with a mean in its stopping rule, and can stop after two iterations.
#'
#' @section Calibration of the probabilities: The probabilities of the models treat the estimated errors of raters as
#' known, although they were estimated from the same labels. With few ratings per item they are much too high,
#' especially those of `"dawid_skene"`. The table shows means over four simulated studies each, with four categories
#' (the last row: two): the mean `probability`, and the share of right labels.
#'
#' | items, ratings each, raters | Dawid-Skene | `bags = 20` | one-coin | its `smoothing = 1` |
#' |---|---|---|---|---|
#' | 100, 3, 3 | .90, right .64 | .72, .71 | .76, .71 | .75, .71 |
#' | 300, 3, 20 | .93, .57 | .70, .61 | .75, .68 | .73, .68 |
#' | 1000, 3, 60 | .92, .54 | .66, .60 | .72, .67 | .71, .67 |
#' | 300, 5, 20 (two) | .91, .87 | .88, .87 | .90, .87 | .89, .88 |
#'
#' `bags` is the number of samples of the items, drawn with replacement, to which the model is fitted; the
#' probabilities of these fits are averaged for each item (Breiman 1996). They are closer to the share of right
#' labels, but still above it. The estimates for raters are those from the original data. If raters gave few ratings
#' in many categories, `"one_coin"` has fewer parameters and is right more often. If accuracy matters, use gold
#' labels: [evaluate_consensus()].
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
#' A category that nobody used has prior 0 if the prior is free, and is never a label. The row of a confusion table
#' for a label that none of the rater's items has is `NA`. If EM does not converge within `max_iterations`, a warning
#' of class `accord_warning_not_converged` names the groups, and the last estimates are returned. Labels in `gold` or
#' `start` of items that are not in the data are left out with a message, `accord_message_unused_gold`.
#'
#' @section Errors:
#' Those of [as_ratings()]; `accord_error_anonymous` if the method needs the raters, `accord_error_unknown_rater`,
#' `accord_error_gold` for gold labels that are not categories or contradict each other, `accord_error_not_numbers`
#' and `accord_error_level` for means and medians of labels, `accord_error_outside_range` for means of numbers
#' whose squares overflow or underflow, `accord_error_too_large` for more confusion tables than fit into memory,
#' `accord_error_level_needed` (numbers without a method), and `accord_error_argument`, also for an argument that the
#' method does not use.
#'
#' @inheritParams as_ratings
#' @param ... More arguments of [as_ratings()], such as `layout`.
#' @param level Level of measurement; `"ordinal"` for the median of categories that are not an ordered factor.
#' @param method `"majority"` (the default; it must be given for numbers with more than two values, which may be
#'   labels or measurements), `"wawa"`, `"zbs"`, `"dawid_skene"`, `"one_coin"`, `"mace"`, `"mace_vb"` or `"glad"`; for
#'   numbers `"mean"`, `"median"` (ordered categories too) or `"weighted_mean"`.
#' @param ties The label of a tie: `NA`, the `"first"` of the tied categories in their order, or one at `"random"`
#'   (set a seed).
#' @param tie_breaker A rater whose answer breaks ties if it is one of the tied categories.
#' @param rater_weights Named numbers of 0 or more, one for each rater (`"majority"`, `"mean"`).
#' @param gold Known labels of some items, for votes and models: a vector named by items (a list if ratings are sets),
#'   or a data frame with the columns `item` and `label`, and group keys if they are for one group only. Items that
#'   are not in the data are left out, with a message.
#' @param prior The shares \eqn{\pi_k} of the labels: `"free"` (estimated; the default of `"dawid_skene"`
#'   and `"one_coin"`), `"uniform"` (the default of `"mace"`, `"mace_vb"` and `"glad"`), or numbers
#'   above 0 that add up to 1, named by category or in the order of the categories.
#' @param smoothing A number of 0 or more (`"weighted_mean"`: above 0), see below.
#' @param restarts Number of additional random starts; 0 if not given.
#' @param start Labels from which the models start, for some or all items, in the form of `gold`. Other items start
#'   from their votes. EM converges to a nearby maximum, so a good start may find a better one.
#' @param bags For `"dawid_skene"` and `"one_coin"`: the number of samples of items over which probabilities are
#'   averaged, see below; 0 if not given, 20 is enough. They use R's random numbers (set a seed).
#' @param tolerance Relative change of the objective at which EM stops; 1e-10 if not given.
#' @param max_iterations Maximum number of iterations; 1,000 if not given, 100 for `"zbs"`.
#' @param posterior Whether to add `posterior`, a matrix with a column for each category: its share of the votes, or
#'   its posterior probability; 1 for a gold label.
#' @return A tibble of class `accord_consensus`, a row per item: the group keys, `item`, `label` (of the type of the
#'   ratings; characters for factors), `probability` (numbers: `std.error`), `n` (number of its ratings) and `status`;
#'   for `"glad"` also `ease`. With integer frequencies (`case_weights` of [as_ratings()]) each copy of an item has a
#'   row. The estimates for raters are an attribute that is kept when rows are filtered or
#'   sorted: see [tidy.accord_consensus()] for skills, confusion tables and the iterations of EM, and for `augment()`,
#'   which joins the labels to data.
#' @references
#' Breiman, L. (1996) Bagging predictors. *Machine Learning* 24, 123-140. \doi{10.1007/BF00058655}
#'
#' Dawid, A. P. and Skene, A. M. (1979) Maximum likelihood estimation of observer error-rates using the EM
#' algorithm. *Applied Statistics* 28, 20-28. \doi{10.2307/2346806}
#'
#' Hovy, D., Berg-Kirkpatrick, T., Vaswani, A. and Hovy, E. (2013) Learning whom to trust with MACE.
#' *Proceedings of NAACL-HLT*, 1120-1130. <https://aclanthology.org/N13-1132/>
#'
#' Jaakkola, T. S. and Jordan, M. I. (2000) Bayesian parameter estimation via variational methods.
#' *Statistics and Computing* 10, 25-37. \doi{10.1023/A:1008932416310}
#'
#' Ustalov, D., Pavlichenko, N. and Tseitlin, B. (2024) Learning from crowds with Crowd-Kit. *Journal of
#' Open Source Software* 9(96), 6227. \doi{10.21105/joss.06227}
#'
#' Whitehill, J., Ruvolo, P., Wu, T., Bergsma, J. and Movellan, J. (2009) Whose vote should count more:
#' optimal integration of labels from labelers of unknown expertise. *Advances in Neural Information
#' Processing Systems* 22, 2035-2043.
#'
#' Zhang, Y., Chen, X., Zhou, D. and Jordan, M. I. (2016) Spectral methods meet EM: a provably optimal
#' algorithm for crowdsourcing. *Journal of Machine Learning Research* 17(102), 1-44.
#' \doi{10.48550/arXiv.1406.3824}
#' @seealso [evaluate_consensus()] against gold labels, [tidy.accord_consensus()] for skills; `vignette("consensus")`.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "b", "b", "b", "a", "a", "b", "c", "b", "b", NA, "a", "a", "a", "c", "c", "b"
#'   )
#' )
#' consensus(ratings, item, rater, label)
#' consensus(ratings, item, rater, label, tie_breaker = "ann")
#'
#' model <- consensus(ratings, item, rater, label, method = "one_coin")
#' tidy(model)
#' glance(model)
consensus <- function(data, item, rater, rating, ..., method = NULL, by = NULL,
                      level = NULL, categories = NULL, duplicates = "error", ties = NA, tie_breaker = NULL,
                      rater_weights = NULL, gold = NULL, prior = NULL, smoothing = NULL, restarts = NULL,
                      start = NULL, bags = NULL,
                      tolerance = NULL, max_iterations = NULL, posterior = FALSE) {
  check_choice(method, names(CONSENSUS_METHODS), "method", optional = TRUE)
  options <- list(
    tie_breaker = tie_breaker, rater_weights = rater_weights, gold = gold, prior = prior, smoothing = smoothing,
    restarts = restarts, start = start, bags = bags, tolerance = tolerance, max_iterations = max_iterations,
    ties = if (!(is.atomic(ties) && length(ties) == 1 && is.na(ties))) ties,
    posterior = if (!isFALSE(posterior)) posterior
  )
  check_consensus_options(options, method %||% "majority")
  columns <- rlang::enquos(item = item, rater = rater, rating = rating, by = by)
  ratings <- verb_ratings(data, columns,
    level = level, categories = categories, duplicates = duplicates, ..., .weighted = "Consensus labels", .tally = TRUE
  )
  method <- default_method(method, ratings)
  check_free_names(names(ratings$groups), CONSENSUS_COLUMNS)
  warn_faulty_groups(ratings)
  if (is_remote(ratings)) {
    if (votes_in_engine(method, options)) {
      return(lazy_majority(ratings))
    }
    ratings <- collect_remote(ratings)
  }
  given <- list(item = named_column(data, columns$item, "item"), rating = named_column(data, columns$rating, "rating"))
  settings <- consensus_settings(options, method, ratings, given)
  fits <- fit_consensus(ratings, method, settings)
  warn_not_learnt(fits, ratings$groups, method)
  new_consensus(fits, ratings, method, settings, given)
}

CONSENSUS_METHODS <- c(
  majority = "majority vote", wawa = "vote by agreement with the majority", zbs = "vote by zero-based skill",
  dawid_skene = "Dawid-Skene", one_coin = "one-coin Dawid-Skene", mace = "MACE",
  mace_vb = "MACE by variational Bayes", glad = "GLAD", mean = "mean", median = "median",
  weighted_mean = "precision-weighted mean, corrected for bias"
)

EM_METHODS <- c("dawid_skene", "one_coin", "mace", "mace_vb", "glad")
BAGGED_METHODS <- c("dawid_skene", "one_coin")
NUMBER_METHODS <- c("mean", "median", "weighted_mean")

# They learn about raters, and so need their names and items that connect them.
LEARNING_METHODS <- c(EM_METHODS, "wawa", "zbs", "weighted_mean")

CONSENSUS_COLUMNS <- c(
  "item", "label", "probability", "std.error", "n", "status", "ease", "posterior"
)

# The name of a column of the data, for augment() and gold; NULL if there is none.
named_column <- function(data, column, arg) {
  if (is.data.frame(data) && !rlang::quo_is_missing(column)) names(data)[select_ids(column, data, arg)]
}
