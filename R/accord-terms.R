#' Terms used in accord
#'
#' The terms used in the help pages, arguments and tables, one for each notion. Other names are in brackets.
#'
#' @section Data:
#' * **Item** (unit, instance, subject, target): what is rated.
#' * **Rater** (annotator, coder, judge, observer, worker): who rates, a person or a model.
#' * **Rating** (label, annotation, answer, code): what one rater gave to one item.
#' * **Category** (class, label): a possible value of a rating. The **category set** contains all of them,
#'   including those that nobody used.
#' * **Pattern**: the categories that an item received and how often, such as \{a, a, b\}. Most statistics need only the
#'   number of items with each pattern.
#' * **Missing rating**: `NA`, a rating that was not given. **Set aside**: a rating that was given but is not
#'   counted, such as one outside the category set.
#' * **Group**: rows with the same value of `by`, analysed separately. **Cluster**: items that belong
#'   together, such as the sentences of a document; intervals resample whole clusters.
#'
#' @section Agreement:
#' * **Level** (level of measurement): the meaning of differences between categories: nominal, ordinal,
#'   interval, ratio, circular, bipolar.
#' * **Distance** (difference function, metric, \eqn{\delta}{delta}): how different two categories are, 0 if
#'   they are equal. The level determines a distance; `distance` specifies another one.
#' * **Weight** (of agreement): the partial agreement assigned to two categories, from 0 to 1 (equal
#'   categories); 1 - weight is a distance.
#' * **Observed agreement**: the share of agreeing pairs of ratings of an item (weighted, if there are
#'   weights). **Expected agreement** (chance agreement): the same under a model of chance. Most coefficients are
#'   (observed - expected) / (1 - expected). **Disagreement** is one minus agreement, or the mean distance.
#' * **Coefficient**: a measure of agreement, such as Krippendorff's alpha. **Estimate**: its value in the data.
#' * **Coincidence**: a pair of ratings of the same item, counted with the weight 1 / (number of ratings
#'   of the item - 1).
#' * **Specific agreement**: the probability that a second rater uses the category that the first one used.
#'
#' @section Uncertainty:
#' * **Interval**: a range for the population coefficient that, over repeated samples of items (or raters, or both),
#'   should contain it with the stated probability; see [ci_default()]. **Coverage**: how often
#'   intervals contain the true value.
#' * **Influence**: the change of the estimate caused by an item or rater: the estimate with it minus that
#'   without it.
#'
#' @section Labels:
#' * **Consensus** (aggregation, adjudication): one label per item. **Majority**: the category with more
#'   votes than any other. **Tie**: no category has more votes than all others.
#' * **Gold label** (reference, ground truth): a label that is known to be right.
#' * **Skill**: a measure of how good a rater is, estimated by a model. **Posterior**: the probability of each
#'   label of an item.
#'
#' @section Structure:
#' * **Mention**: a stretch of text that refers to something. **Chain** (entity, cluster): mentions of the
#'   same thing. **Singleton**: a chain of one mention.
#' * **Span** (unit, entity mention): a stretch of text with a label. **Continuum**: the whole text.
#'
#' @seealso [accord-package] for the functions in the order of the work.
#' @name accord-terms
#' @aliases glossary
NULL
