#' Worths of answers from judgements of pairs
#'
#' Fits the model of Bradley and Terry to judgements of pairs, with ties by Davidson or by Rao and Kupper, and an effect
#' of the order of presentation. Standard errors allow for judges, or items, with several judgements.
#'
#' @details
#' With \eqn{\lambda_i} the log worth of an answer, \eqn{s = \lambda_i - \lambda_j + \omega} for an answer \eqn{i} shown
#' before \eqn{j}, where \eqn{\omega} is the order effect (0 without `order`),
#'
#' * `ties = "davidson"` (Davidson 1970): first, second and tie have probabilities in the ratio
#'   \eqn{e^{s/2} : e^{-s/2} : \nu}.
#' * `ties = "rao_kupper"` (Rao and Kupper 1967): \eqn{P(\mathrm{first}) = 1 / (1 + e^{\eta - s})}{P(first) = 1 / (1 +
#'   e^(eta - s))}, \eqn{P(\mathrm{second}) = 1 / (1 + e^{\eta + s})}{P(second) = 1 / (1 + e^(eta + s))}, a tie
#'   otherwise.
#' * `ties = "half"`: the model of Bradley and Terry (1952), in which a tie is half a choice of each.
#'
#' Without ties all three are the model of Bradley and Terry. The fit is that of maximum likelihood, by Fisher scoring.
#' The worth \eqn{\pi_i = e^{\lambda_i} / \sum_j e^{\lambda_j}} sums to 1.
#'
#' @section Standard errors and limits:
#' With \eqn{B} the inverse of the Fisher information and \eqn{g_c} the sum of the scores of the judgements of cluster
#' \eqn{c}, the variance is \eqn{B (\sum_c g_c g_c^T) B} (Liang and Zeger 1986), without a factor for small samples.
#' Clusters are judges (`over = "judges"`), the `cluster` of [as_preferences()] or else items (`"items"`), or there are
#' none, with the variance \eqn{B} of the model (`"none"`). By default they are the judges if there are 8 or more,
#' otherwise the items. Judges with opinions of their own make the variance of the model too small. Limits are
#' \eqn{\hat\lambda \pm t\,s\,\sqrt{G / (G - 1)}} with \eqn{t} on \eqn{G - 1} degrees of freedom for \eqn{G} clusters,
#' and normal without clusters; fewer than 8 clusters give neither standard errors nor limits,
#' with a warning. Standard errors refer to differences from the mean of
#' the log worths, or from `reference`.
#'
#' @section When worths are finite:
#' There is a finite estimate if and only if, however the answers are divided into two sets, some answer of each was
#' preferred to, or tied with, one of the other (Ford 1957). Otherwise the error
#' `accord_error_disconnected` names the sets. `npseudo = 0.5` lets each answer win and lose half a judgement
#' against an imaginary one whose log worth is 0, as package PlackettLuce does by default. This draws worths
#' together, and the judgements are not part of the log-likelihood, the counts or the standard errors over clusters.
#'
#' @section Missing and degenerate data:
#' Judgements without a choice are left out and counted. Items play no part but for clusters.
#'
#' @section Errors:
#' Those of [as_preferences()], `accord_error_disconnected`, `accord_error_not_identified` (an order effect that cannot
#' be told from the worths), `accord_error_no_fit` (all judgements are ties, or the search failed),
#' `accord_error_too_large` (more than 3,000 answers) and `accord_error_argument`.
#'
#' @inheritParams pairwise_judgements
#' @param ties The model of ties: `"davidson"`, `"rao_kupper"` or `"half"`.
#' @param order Whether to estimate an effect of the order of presentation.
#' @param over The clusters: `"judges"`, `"items"` or `"none"`; see below for `NULL`.
#' @param reference The answer whose log worth is 0; `NULL` for the mean of all.
#' @param npseudo Number of wins and of losses of each answer against an imaginary one.
#' @param ci The limits: [ci_analytic()], the default, or [ci_none()].
#' @return A tibble of class `accord_worths`, a row per answer, for ties and for the order: `quantity` (`"worth"`,
#'   `"tie"`, `"order"`), `answer`, `estimate` (the log worth \eqn{\lambda}, \eqn{\log \nu}{log nu} or \eqn{\eta}{eta},
#'   and \eqn{\omega}{omega}), `std.error`, `conf.low`, `conf.high`, `share` (the worth \eqn{\pi}{pi}), `n`
#'   (judgements), `n_clusters`, `interval`, `conf.level`, `status`. `glance()`: a row with `model`, `n`
#'   (judgements), `n_answers`, `n_clusters`, `tie`, `order`, `logLik` (the log-likelihood), `deviance` (from the model
#'   with probabilities of its own for each pair and order), `df.residual` (its degrees of freedom), `AIC`, `npseudo`;
#'   see [print.accord_worths()].
#' @references
#' Bradley, R. A. and Terry, M. E. (1952) Rank analysis of incomplete block designs: I. The method of paired
#' comparisons. *Biometrika* 39, 324-345. \doi{10.1093/biomet/39.3-4.324}
#'
#' Davidson, R. R. (1970) On extending the Bradley-Terry model to accommodate ties in paired comparison experiments.
#' *Journal of the American Statistical Association* 65, 317-328. \doi{10.1080/01621459.1970.10481082}
#'
#' Ford, L. R. (1957) Solution of a ranking problem from binary comparisons. *The American Mathematical Monthly* 64(8),
#' 28-33. \doi{10.1080/00029890.1957.11989117}
#'
#' Liang, K.-Y. and Zeger, S. L. (1986) Longitudinal data analysis using generalized linear models. *Biometrika* 73,
#' 13-22. \doi{10.1093/biomet/73.1.13}
#'
#' Rao, P. V. and Kupper, L. L. (1967) Ties in paired-comparison experiments: a generalization of the Bradley-Terry
#' model. *Journal of the American Statistical Association* 62, 194-204. \doi{10.1080/01621459.1967.10482901}
#' @seealso [preference_agreement()], [win_rates()], [print.accord_worths()]
#' @export
#' @examples
#' set.seed(1)
#' judged <- expand.grid(
#'   judge = 1:12, question = 1:4, first = c("x", "y", "z"), second = c("x", "y", "z"),
#'   stringsAsFactors = FALSE
#' )
#' judged <- judged[judged$first < judged$second, ]
#' good <- c(x = 0.8, y = 0, z = -0.5)
#' sure <- good[judged$first] - good[judged$second] + rlogis(nrow(judged))
#' judged$choice <- ifelse(abs(sure) < 0.4, "tie", ifelse(sure > 0, judged$first, judged$second))
#' preference_model(judged, question, first, second, choice, judge = judge, choices = c(tie = "tie"))
preference_model <- function(data, ..., ties = "davidson", order = FALSE, over = NULL, reference = NULL, npseudo = 0,
                             ci = ci_default()) {
  check_choice(ties, c("davidson", "rao_kupper", "half"), "ties")
  check_flag(order, "order")
  if (!is.null(over)) check_choice(over, c("judges", "items", "none"), "over")
  check_number(npseudo, "npseudo", from = 0)
  ci <- check_own_ci(ci, list(ci_analytic()))
  x <- judgements(data, ...)
  known <- which(!is.na(x$choice))
  if (length(known) == 0) abort_no_worths("There is no judgement with a choice.")
  n_left_out <- length(x$choice) - length(known)
  columns <- c("judge", "cluster", "first", "second", "choice")
  if (n_left_out) x[columns] <- lapply(x[columns], `[`, known)
  shown <- which(tabulate(c(x$first, x$second), length(x$answers)) > 0)
  answers <- x$answers[shown]
  check_reference(reference, answers)
  check_few_answers(length(answers))
  over <- over %||% if (sum(tabulate(x$judge) > 0) >= LEAST_CLUSTERS) "judges" else "items"
  cluster <- switch(over, judges = x$judge, items = x$cluster)
  place <- match(seq_along(x$answers), shown)
  first <- place[x$first]
  second <- place[x$second]
  fit <- fit_worths(
    list(
      first = first - 1L, second = second - 1L, choice = x$choice - 1L, weight = double(),
      cluster = if (is.null(cluster)) integer() else code_column(cluster)$code - 1L
    ),
    answers, ties, order, npseudo
  )
  rows <- worth_rows(fit, answers, reference, over, ci)
  rows$n <- c(
    tabulate(first, length(answers)) + tabulate(second, length(answers)),
    rep(length(known), nrow(rows) - length(answers))
  )
  fit$n_left_out <- n_left_out
  fit$over <- over
  fit$reference <- reference
  if (ci$method != "none" && over != "none" && fit$n_clusters < LEAST_CLUSTERS) {
    warn_accord(
      "no_interval",
      c(
        "Standard errors over {over} need at least {LEAST_CLUSTERS} of them.",
        x = "There {cli::qty(fit$n_clusters)}{?is/are} {fit$n_clusters}, so that there are no standard errors and no
             limits.",
        i = "{.code over = \"none\"} has those of the model, for judgements that are independent."
      ),
      n_clusters = fit$n_clusters
    )
  }
  new_worths(rows, fit, ci)
}

# `data`: integer codes from 0, as worths_fit() takes them.
fit_worths <- function(data, answers, ties, order = FALSE, npseudo = 0) {
  n <- length(answers)
  if (npseudo == 0) check_connected(call_core(worths_parts(data, n)), answers)
  if (all(data$choice == 2L) && ties != "half") abort_no_worths("All judgements are ties.")
  if (order) check_order_effect(data, n, npseudo)
  groups <- max(data$cluster + 1L, 0L)
  fit <- call_core(worths_fit(data, n, groups, ties, order, as.double(npseudo)))
  if (fit$singular && order) abort_order()
  if (fit$singular || !fit$converged) abort_no_worths("The search for the maximum failed.")
  fit$n <- if (length(data$weight)) sum(data$weight) else length(data$choice)
  fit$has_ties <- any(data$choice == 2L)
  fit$ties <- ties
  fit$has_order <- order
  fit$n_clusters <- groups
  fit$npseudo <- npseudo
  fit$n_parameters <- n - 1 + (fit$has_ties && ties != "half") + order
  fit
}

# A row for each parameter, relative to `reference`.
worth_rows <- function(fit, answers, reference, over, ci) {
  n <- length(answers)
  tied <- fit$has_ties && fit$ties != "half"
  quantity <- c(rep("worth", n), if (tied) "tie", if (fit$has_order) "order")
  estimate <- c(fit$worth, if (tied) fit$tie, if (fit$has_order) fit$order)
  variance <- if (over == "none") fit$covariance else fit$clustered
  share <- exp(fit$worth - max(fit$worth))
  status <- rep("ok", length(quantity))
  if (!is.null(reference)) {
    at <- match(reference, answers)
    shift <- diag(nrow = length(estimate))
    shift[seq_len(n), at] <- shift[seq_len(n), at] - 1
    estimate <- drop(shift %*% estimate)
    variance <- shift %*% variance %*% t(shift)
  }
  error <- sqrt(pmax(diag(variance), 0))
  few <- over != "none" && fit$n_clusters < LEAST_CLUSTERS
  if (few) {
    error[] <- NA_real_
    status[] <- paste("no limits: fewer than", LEAST_CLUSTERS, "clusters")
  }
  groups <- fit$n_clusters
  reach <- if (ci$method == "none") {
    NA_real_
  } else if (over == "none") {
    stats::qnorm((1 + ci$conf_level) / 2)
  } else {
    stats::qt((1 + ci$conf_level) / 2, max(groups - 1, 1)) * sqrt(groups / max(groups - 1, 1))
  }
  if (!is.null(reference)) error[at] <- NA_real_
  data.frame(
    quantity = quantity, answer = c(answers, rep(NA_character_, length(quantity) - n)), estimate = estimate,
    std.error = error, conf.low = estimate - reach * error, conf.high = estimate + reach * error,
    share = c(share / sum(share), rep(NA_real_, length(quantity) - n)),
    n_clusters = if (over == "none") NA_integer_ else as.integer(groups), status = status
  )
}

# ---- Checks ----

MOST_ANSWERS <- 3000L

check_few_answers <- function(n) {
  if (n > MOST_ANSWERS) {
    abort_accord(
      "too_large",
      c(
        "Worths are estimated for at most {big(MOST_ANSWERS)} answers.",
        x = "There are {big(n)}, whose covariances would be {big(n)} x {big(n)} numbers.",
        i = "{.fn win_rates} takes any number."
      ),
      n = n
    )
  }
}

check_reference <- function(reference, answers) {
  if (!is.null(reference) && !(is.atomic(reference) && length(reference) == 1 && reference %in% answers)) {
    abort_accord(
      "argument",
      c(
        "{.arg reference} must be the name of an answer.",
        x = "It is {.val {reference}}; the answers are {.val {first_few(answers)}}."
      ),
      argument = "reference"
    )
  }
}

# Parts are numbered so that none reaches a later one: answers of a part with a higher number never lost to, or tied
# with, one of a part with a lower number that they met.
check_connected <- function(part, answers) {
  sets <- lapply(split(answers, part), first_few)
  if (length(sets) == 1) {
    return(invisible())
  }
  size <- tabulate(part + 1L)
  # The largest set is what the others are not connected with.
  few <- setdiff(order(size), which.max(size))
  shown <- vapply(utils::head(sets[few], 3), function(set) {
    paste(encodeString(set, quote = "\""), collapse = " and ")
  }, "")
  abort_accord(
    "disconnected",
    c(
      "Worths need answers that are all compared, directly or by others, with a win or a tie in both directions.",
      x = "The answers fall into {length(sets)} sets; between two of them there are no judgements, or one always wins.",
      x = "Apart from the largest set: {paste(shown, collapse = '; ')}{if (length(few) > 3) '; and others'}.",
      i = if (length(sets) == length(answers)) {
        "This is so if one judge never contradicts himself: more judgements are needed, or {.code npseudo = 0.5}, which
         draws all worths together."
      },
      i = if (length(sets) < length(answers)) {
        "Leave out answers that always win or lose, fit sets that never meet separately, or say
         {.code npseudo = 0.5}, which draws all worths together."
      }
    ),
    sets = split(answers, part)
  )
}

# An order effect of +1 or -1, times any number, must not be able to explain all choices together with some worths. A
# choice of i, shown first, before j needs worth[j] <= worth[i] + effect, and a choice of j needs worth[i] <= worth[j] -
# effect: such worths exist if the graph with these lengths has no cycle of a negative length (Bellman 1958).
check_order_effect <- function(data, n, npseudo) {
  rows <- unique(as.data.frame(data[c("first", "second", "choice")]))
  won <- rows$choice != 1L
  lost <- rows$choice != 0L
  from <- c(rows$first[won], rows$second[lost]) + 1L
  to <- c(rows$second[won], rows$first[lost]) + 1L
  sign <- rep(c(1, -1), c(sum(won), sum(lost)))
  explained <- function(effect) {
    length <- effect * sign
    if (npseudo > 0) return(all(length > 0))
    pair <- paste(pmin(from, to), pmax(from, to))
    back <- length < 0
    # Two choices of the same place, in both orders of a pair, are such a cycle.
    if (anyDuplicated(unique(data.frame(pair, from)[back, ])$pair)) return(FALSE)
    worth <- double(n)
    for (round in seq_len(n + 1)) {
      reached <- worth[from] + length
      sorted <- order(to, reached)
      least <- sorted[!duplicated(to[sorted])]
      lower <- pmin(worth[to[least]], reached[least])
      if (all(lower == worth[to[least]])) return(TRUE)
      worth[to[least]] <- lower
    }
    FALSE
  }
  if (explained(1) || explained(-1)) abort_order()
}

abort_order <- function() {
  abort_accord(
    "not_identified",
    c(
      "An order effect needs answers that were shown in both places, and choices that neither place explains.",
      x = "Here the order cannot be told from the worths, or explains all choices.",
      i = "Leave out {.arg order}."
    )
  )
}

abort_no_worths <- function(reason) {
  abort_accord("no_fit", c("Worths need judgements that prefer answers.", x = reason))
}
