# The class of results of consensus(): its print, tidy(), glance(), augment() and table. They read the attribute
# `consensus`, in which `groups` has a row and `fits` an element per group.

printed.accord_consensus <- function(x) {
  if (is.null(x[["item"]]) || is.null(x[["label"]])) {
    return(NULL)
  }
  facts <- consensus_facts(x)
  groups <- facts$groups
  # Every label of sets has a group, with all ratings.
  n_labels <- max(1L, length(facts$labels))
  list(
    who = paste0("Consensus about ", if (length(facts$labels)) {
      paste(count(nrow(x), "label"), "of items")
    } else {
      # Combined results may have several rows of an item.
      n <- if (is.null(facts)) vctrs::vec_unique_count(x$item) else nrow(x)
      paste0(count(n, "item"), if (n < nrow(x)) paste0(", ", count(nrow(x), "label")))
    }),
    rest = if (!is.null(facts)) {
      paste0(
        ", from ", count(sum(groups$n_ratings) / n_labels, "rating"),
        if (!is.null(facts$raters)) {
          paste0(" by ", count(facts$predicted$n_raters %||% length(facts$raters), "rater"))
        },
        if (length(facts$labels)) paste(" with", count(n_labels, "label")), group_words(x, c("item", "category"))
      )
    },
    figures = c("label", "probability", "distance"),
    notes = if (!is.null(facts)) {
      consensus_notes(facts, x[["probability"]][!x[["status"]] %in% "gold"])
    } else if (!is.null(attr(x, "voted"))) {
      # Results of several questions.
      paste("# Method:", attr(x, "voted"))
    }
  )
}

# `probability`: those of the labels that gold does not give, whose mean is the share of right labels that the method
# states.
consensus_notes <- function(facts, probability) {
  groups <- facts$groups
  notes <- c(
    if (any(groups$n_gold > 0)) paste(big(sum(groups$n_gold)), "given by gold"),
    if (any(groups$n_tied > 0)) count(sum(groups$n_tied), "tie"),
    if (any(groups$n_unlabelled > 0)) paste(big(sum(groups$n_unlabelled)), "without a label"),
    unique(groups$status[groups$status != "ok"])
  )
  c(
    if (!is.null(facts$predicted)) {
      paste0("# Predicted by the estimates of a fit to ", count(facts$predicted$n_ratings, "rating"))
    },
    paste0("# Method: ", paste(c(CONSENSUS_METHODS[[facts$method]], how_it_went(facts)), collapse = "; ")),
    if (facts$method %in% c("crowdlab", "anchored")) classifier_note(facts),
    if (facts$method %in% c(EM_METHODS, "anchored") && any(groups$status == "ok")) {
      known <- probability[!is.na(probability)]
      c(
        paste0("# Probabilities: ", paste(c(posterior_words(facts), if (is.numeric(known) && length(known)) {
          paste("mean of those of the labels", format(round(mean(known), 3)))
        }), collapse = "; ")),
        if (facts$method == "anchored") {
          "# No model of ratings alone is right where raters err together: gold shows it, see `evaluate_consensus()`"
        },
        scarce_words(facts)
      )
    },
    if (length(notes)) paste0("# Notes: ", paste(notes, collapse = ", "))
  )
}

# Returns lines on items of which one rater alone decides, and on categories without ratings.
scarce_words <- function(facts) {
  unused <- if (is.null(facts$predicted)) id_text(facts$unused)
  c(
    if (2 * facts$single > facts$rated) {
      paste0(
        "# ", count(facts$single, "item"), " of ", big(facts$rated),
        " with one rating: the probabilities are those of the classes and of this rater alone"
      )
    },
    if (length(unused)) {
      paste0(
        "# Nobody used ", big(length(unused)), if (length(unused) > 1) " categories" else " category", ": ",
        first_names(unused)
      )
    }
  )
}

# Returns words on how probabilities were computed, which determines how far they can be trusted.
posterior_words <- function(facts) {
  bags <- unlist(lapply(facts$fits, `[[`, "bags"))[1]
  tempered <- tempering_words(facts)
  if (!is.null(bags)) {
    return(paste(c(paste("mean over", count(bags, "fit"), "to resampled items"), tempered), collapse = "; "))
  }
  if (!is.null(tempered)) {
    return(tempered)
  }
  paste0("over-confident", if (facts$method %in% BAGGED_METHODS) paste0("; `", facts$method, "(bags = 20)` is better"))
}

# Returns the settings of tempering, as given or as fitted to gold labels; NULL without tempering.
tempering_words <- function(facts) {
  given <- facts$tempering
  if (facts$method != "anchored" && given$rho == 0 && given$eps == 0) {
    return(NULL)
  }
  fitted <- Filter(function(fit) isTRUE(fit$n_calibrated > 0), facts$fits)
  words <- paste0("tempered by rho = ", format(given$rho), ", eps = ", format(given$eps))
  if (length(fitted) == 0) {
    return(words)
  }
  if (length(facts$fits) > 1) {
    return(paste0(words, ", fitted to gold in ", count(length(fitted), "group")))
  }
  fit <- fitted[[1]]
  paste0(
    "tempered by rho = ", format(given$rho), ", the power times ", signif(fit$factor, 2), " and eps = ",
    signif(fit$eps, 2), " fitted to ", count(fit$n_calibrated, "gold label")
  )
}

# Returns words on the convergence of EM and on the results of random starts.
how_it_went <- function(facts) {
  if (facts$method == "anchored") {
    return(paste0("anchor ", format(facts$tempering$anchor), "; ", count(facts$tempering$iterations, "iteration")))
  }
  went <- vapply(facts$fits, function(fit) fit$converged %||% NA, NA)
  if (all(is.na(went))) {
    return(NULL)
  }
  one <- length(went) == 1
  steps <- if (one) paste(" after", count(length(facts$fits[[1]]$history), "iteration"))
  c(
    if (all(went, na.rm = TRUE)) {
      paste0("converged", steps)
    } else {
      paste0("not converged", if (one) steps else paste(" in", count(sum(!went, na.rm = TRUE), "group")))
    },
    starts_in_words(facts$fits, one)
  )
}

starts_in_words <- function(fits, one) {
  ends <- lapply(fits, function(fit) as.double(fit$ends))
  if (all(lengths(ends) < 2)) {
    return(NULL)
  }
  better <- vapply(ends, function(end) is_better(max(end, -Inf), c(end, -Inf)[1]), NA)
  of <- paste("best of", max(lengths(ends)), "starts")
  if (!one) {
    return(paste0(of, ", better than from the votes in ", count(sum(better), "group")))
  }
  value <- function(x) format(x, digits = 7)
  if (better) {
    paste0(of, ": ", value(max(ends[[1]])), ", from the votes ", value(ends[[1]][1]))
  } else {
    paste0(of, ": that from the votes")
  }
}

#' Estimates for the raters of a consensus
#'
#' `tidy()` gives the estimates for raters and categories and the iterations, `glance()` a summary of the fit with a
#' row for each group, and `augment()` joins the labels to data.
#'
#' @param x The result of [consensus()].
#' @param what `"raters"`: a row for each estimate for a rater, with `n`, the number of ratings, `term`, `estimate` and
#'   `status` (`"ok"`, or why there is no estimate). The terms of the methods are
#'   * `"skill"`: the agreement with the labels (`"wawa"`, `"zbs"`), the probability of being right (`"one_coin"`) or of
#'     knowing the label (`"mace"`, `"mace_vb"`);
#'   * `"ability"`, \eqn{\alpha}{alpha} (`"glad"`);
#'   * `"quality"`, as in section CROWDLAB of [consensus_methods] (`"crowdlab"`);
#'   * `"probability"` (`"dawid_skene"`, `"anchored"`) of a `rating` under a `label`, a row for each; `NA` if the rater
#'     had no item with the label;
#'   * `"bias"` and `"sd"`, the standard deviation of the errors (`"weighted_mean"`).
#'
#'   Votes, means and medians have no parameters, so there is only `n`. There are no limits: those computed from the
#'   ratings alone hold only if items are equally hard; otherwise 95% limits cover as few as one in four skills. Gold
#'   labels give limits for the share of right answers of each rater, the `accuracy` of [evaluate_consensus()] of the
#'   ratings: `evaluate_consensus(data.frame(item = d$item, label = d$rating, rater = d$rater), gold, by = rater)` for
#'   ratings `d`.
#'
#'   `"strategies"`: the probabilities of the answers of a rater who does not know the label (`"mace"`, `"mace_vb"`).
#'   `"classes"`: the share \eqn{\pi_k} of each category (models). Both have `category`, `estimate` and `status`.
#'   `"iterations"`: the `objective` after each iteration (models and `"weighted_mean"`). `"posterior"`: soft labels, a
#'   row for each item of `x` and `category` with its `probability` (with more than 2 million of them it needs
#'   `posterior = TRUE`).
#'   `"items"` and `"ratings"` (`"crowdlab"`): labels to look at again, those of the lowest `quality` first: the
#'   `majority` label of each item beside its `label` by the model, and each `rating`.
#' @param ... Must be empty.
#' @return Tibbles that begin with the group keys. `glance()` has `method`, `log_likelihood`, `objective` (with the
#'   log priors, without their constants; for `"mace_vb"` the lower bound, and no likelihood), `iterations`,
#'   `converged`, `n_starts`, `n_best` (how many starts reached the best objective), `objective_votes` (the objective
#'   reached from the votes), `n_items`, `n_ratings`, `n_raters`, `n_tied`, `n_gold`, `n_unlabelled`, `n_set_aside`
#'   (rows), and `status`. It describes the data of the call, even if rows of `x` were removed. `augment()`: `data`
#'   with the columns `.label` (of labels of sets: a list with the set, `NA` if one of its labels is not settled or none
#'   has most votes; [write_corpus()] writes such columns), `.probability` (numbers: `.std.error`; a set has that of its
#'   least certain label) and `.status`. Of a sheet with several questions, the rows of others have `NA`.
#'
#' All three are errors for results combined with `rbind()`.
#' @seealso [consensus()], [evaluate_consensus()]
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:6, each = 3), rater = c("ann", "bob", "cat"),
#'   label = c(
#'     "a", "a", "b", "b", "b", "a", "a", "b", "c", "b", "b", NA, "a", "a", "a", "c", "c", "b"
#'   )
#' )
#' x <- consensus(ratings, item, rater, label, method = dawid_skene(smoothing = 0.1))
#' tidy(x)
#' tidy(x, "classes")
#' glance(x)
#' augment(x, ratings)
tidy.accord_consensus <- function(x, what = "raters", ...) {
  check_no_dots(...)
  check_choice(what, c("raters", "strategies", "classes", "iterations", "posterior", "items", "ratings"), "what")
  facts <- consensus_of(x)
  if (what == "posterior") {
    return(soft_labels(x, facts))
  }
  check_learnt(what, facts$method)
  if (what %in% c("items", "ratings")) {
    return(quality_rows(facts, what))
  }
  rows <- Map(switch(what,
    raters = function(fit, status) rater_rows(fit, facts, status),
    strategies = function(fit, status) with_status(strategy_rows(fit, facts), status),
    classes = function(fit, status) {
      unknown <- rep(NA_real_, length(facts$categories))
      with_status(tibble::tibble(category = facts$categories, estimate = fit$prior %||% unknown), status)
    },
    iterations = function(fit, status) {
      tibble::tibble(iteration = seq_along(fit$history), objective = as.double(fit$history))
    }
  ), facts$fits, facts$groups$status)
  group <- rep.int(seq_along(rows), vapply(rows, nrow, 1L))
  vctrs::vec_cbind(vctrs::vec_slice(facts$keys, group), vctrs::vec_rbind(!!!rows))
}

#' @rdname tidy.accord_consensus
#' @export
glance.accord_consensus <- function(x, ...) {
  check_no_dots(...)
  facts <- consensus_of(x)
  value <- function(name) undefined_as_na(vapply(facts$fits, function(fit) fit[[name]] %||% NA_real_, 0))
  ends <- lapply(facts$fits, function(fit) as.double(fit$ends))
  em <- lengths(ends) > 0
  best <- vapply(ends, function(end) sum(!is_better(max(end, -Inf), end)), 1L)
  steps <- vapply(facts$fits, function(fit) {
    if (is.null(fit$history)) as.integer(fit$iterations %||% NA) else length(fit$history)
  }, 1L)
  found <- tibble::tibble(
    method = facts$method,
    log_likelihood = if (facts$method == "mace_vb") NA_real_ else value("log_likelihood"),
    objective = value("objective"),
    iterations = steps,
    converged = vapply(facts$fits, function(fit) fit$converged %||% NA, NA),
    n_starts = ifelse(em, lengths(ends), NA_integer_),
    n_best = ifelse(em, best, NA_integer_),
    objective_votes = vapply(ends, function(end) c(end, NA_real_)[1], 0)
  )
  vctrs::vec_cbind(facts$keys, found, facts$groups)
}

# Returns the facts stored by consensus(). NULL if there are none, or if rows of several results were combined, which
# keep only the attribute of the first.
consensus_facts <- function(x) {
  check_sealed(x)
  facts <- attr(x, "consensus")
  if (!is.null(facts) && nrow(x) <= sum(facts$groups$n_items)) facts
}

check_table.accord_consensus <- function(x) {
  check_still_numbers(x, c(AGREEMENT_COLUMNS, "probability", "n"))
  check_table_cells(without_matrices(x))
}

# Posterior matrices are left out of tables.
without_matrices <- function(x) x[!vapply(x, function(column) length(dim(column)) > 1, NA)]

table_parts.accord_consensus <- function(x, style) {
  headings <- replace(RESULT_HEADINGS, "probability", support_words(x))
  # A model is never certain: its probability of 1 is one that was rounded, but for items with gold labels.
  sure <- x[["probability"]] %in% 1 & !x[["status"]] %in% "gold"
  if (headings[["probability"]] == "Probability" && any(sure)) x$probability[sure] <- 1 - .Machine$double.neg.eps
  method <- consensus_facts(x)$method
  method <- if (is.null(method)) attr(x, "voted") else CONSENSUS_METHODS[[method]]
  notes <- c(
    if (style$format != "text" && length(method) == 1) {
      n <- sum(consensus_facts(x)$groups$n_items)
      escape(c(
        if (n > nrow(x)) paste(count(nrow(x), "item"), "of", big(n)), paste("Method:", method),
        if (headings[["probability"]] == "Probability" && "probability" %in% names(x)) {
          "Probability: that this is the true label, by the ratings and the model"
        }
      ), style)
    },
    status_notes(without_broken_ties(x), style)
  )
  votes <- if (style$format != "text" && headings[["probability"]] == "Share of votes") vote_columns(x, style)
  result_parts(without_matrices(x), style, headings, replace = votes %||% list(), notes = notes)
}

# A column such as "3 of 4" in the place of the share of votes and the number of ratings, where votes can be counted.
vote_columns <- function(x, style) {
  n <- x[["n"]]
  votes <- x[["probability"]] * n
  if (length(votes) == 0 || !is.numeric(votes) || any(abs(votes - round(votes)) > 1e-6, na.rm = TRUE)) {
    return(NULL)
  }
  cells <- paste(big_cells(round(votes), style), "of", big_cells(n, style))
  list(probability = column("Votes", ifelse(is.na(votes), dash(style), cells), TRUE), n = NULL)
}

# A tie that was broken has a label, so that there is no dash to explain.
without_broken_ties <- function(x) {
  broken <- x[["status"]] %in% "tie" & !is.na(x[["label"]])
  if (any(broken)) x[["status"]] <- replace(as.character(x[["status"]]), broken, "ok")
  x
}

# Returns the heading of the column `probability`: votes are shares, not estimated probabilities.
support_words <- function(x) {
  # Combined results may be of several methods.
  method <- consensus_facts(x)$method %||% attr(x, "method")
  if (identical(attr(x, "voted"), CONSENSUS_METHODS[["majority"]])) method <- "majority"
  switch(method %||% "", majority = "Share of votes", wawa = , zbs = "Share of weighted votes", "Probability")
}

# Returns the same columns as for ratings in memory, but without the attribute on the whole result.
#' @exportS3Method dplyr::collect
collect.accord_lazy_labels <- function(x, ...) {
  votes <- with_doubles(NextMethod(), "probability")
  if (all(c("item", "label", "probability", "n", "status") %in% names(votes)) && !inherits(votes, "grouped_df")) {
    check_strict_result(as.list(votes))
    class(votes) <- c("accord_consensus", "accord_result", class(votes))
    attr(votes, "method") <- "majority"
  }
  votes
}

sealed_names.accord_consensus <- function(x) "consensus"

text_columns.accord_consensus <- function(x) c("item", "label")

not_coefficients.accord_consensus <- function(x) cli::format_inline("a consensus, of {.fn consensus}")
