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
#'   * `"probability"` (`"dawid_skene"`) of a `rating` under a `label`, a row for each; `NA` if the rater had no item
#'     with the label;
#'   * `"bias"` and `"sd"`, the standard deviation of the errors (`"weighted_mean"`).
#'
#'   Votes, means and medians have no parameters, so there is only `n`.
#'
#'   `"strategies"`: the probabilities of the answers of a rater who does not know the label (`"mace"`, `"mace_vb"`).
#'   `"classes"`: the share \eqn{\pi_k} of each category (models). Both have `category`, `estimate` and `status`.
#'   `"iterations"`: the `objective` after each iteration (models and `"weighted_mean"`). `"posterior"`: soft labels, a
#'   row for each item of `x` and `category` with its `probability` (needs `posterior = TRUE`).
#' @param ... Must be empty.
#' @return Tibbles that begin with the group keys. `glance()` has `method`, `log_likelihood`, `objective` (with the
#'   log priors, without their constants; for `"mace_vb"` the lower bound, and no likelihood), `iterations`,
#'   `converged`, `n_starts`, `n_best` (how many starts reached the best objective), `objective_votes` (the objective
#'   reached from the votes), `n_items`, `n_ratings`, `n_raters`, `n_tied`, `n_gold`, `n_unlabelled`, `n_set_aside`
#'   (rows), and `status`. It describes the data of the call, even if rows of `x` were removed. `augment()`: `data`
#'   with the columns `.label`, `.probability` (numbers: `.std.error`) and `.status`.
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
  check_choice(what, c("raters", "strategies", "classes", "iterations", "posterior"), "what")
  facts <- consensus_of(x)
  if (what == "posterior") {
    return(soft_labels(x, facts))
  }
  check_learnt(what, facts$method)
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

# Item by item, a row per category.
soft_labels <- function(x, facts) {
  posterior <- x[["posterior"]]
  if (is.null(posterior)) {
    abort_accord(
      "missing_column",
      c(
        "Soft labels are what {.code posterior = TRUE} adds.",
        x = "There is no column {.field posterior}.",
        i = "Call {.code consensus(..., posterior = TRUE)}."
      ),
      column = "posterior"
    )
  }
  k <- length(facts$categories)
  check_result_columns(x, c(names(facts$keys), "item"), "Soft labels")
  check_posterior(posterior, k)
  row <- rep(seq_len(nrow(x)), each = k)
  columns <- c(
    lapply(as.list(unclass(x))[c(names(facts$keys), "item")], vctrs::vec_slice, row),
    list(
      category = vctrs::vec_slice(facts$categories, rep.int(seq_len(k), nrow(x))),
      probability = as.vector(t(posterior))
    )
  )
  tibble::new_tibble(columns, nrow = length(row))
}

check_posterior <- function(posterior, k) {
  if (!is.matrix(posterior) || !is.numeric(posterior) || ncol(posterior) != k) {
    abort_accord(
      "damaged",
      c(
        "The column {.field posterior} must be a matrix of numbers with a column for each category.",
        x = "It is {.obj_type_friendly {posterior}}, and there {cli::qty(k)}{?is/are} {k} categor{?y/ies}.",
        i = "Call {.code consensus(..., posterior = TRUE)} again."
      ),
      columns = "posterior", argument = "x"
    )
  }
}

# The facts that consensus() found; NULL without them, and if rows of several results were bound together, which have
# those of the first.
consensus_facts <- function(x) {
  check_sealed(x)
  facts <- attr(x, "consensus")
  if (!is.null(facts) && nrow(x) <= sum(facts$groups$n_items)) facts
}

consensus_of <- function(x) {
  facts <- consensus_facts(x)
  if (is.null(facts)) {
    abort_accord(
      "not_consensus",
      c(
        "{.arg x} must be a result of {.fn consensus}.",
        x = if (is.null(attr(x, "consensus"))) {
          "The estimates for raters are not attached to it."
        } else {
          "It has the rows of several results, or some rows twice."
        },
        i = if (is.null(attr(x, "consensus"))) {
          "Verbs of dplyr keep them; {.fn tibble::as_tibble} and labels collected from a database do not have them."
        }
      )
    )
  }
  facts
}

check_learnt <- function(what, method) {
  models <- list(
    strategies = c("mace", "mace_vb"), classes = EM_METHODS, iterations = c(EM_METHODS, "weighted_mean")
  )[[what]]
  if (!is.null(models) && !method %in% models) {
    abort_accord(
      "argument",
      c(
        "{.code what = \"{what}\"} is for {.or {.val {models}}}.",
        x = "The method is {.val {method}}."
      ),
      argument = "what"
    )
  }
}

# An estimate that is not known is NA; `none` says why, unless the group has a reason of its own.
with_status <- function(rows, status, none = "no estimate") {
  rows$status <- rep("ok", nrow(rows))
  rows$status[is.na(rows$estimate)] <- if (status == "ok") none else status
  rows
}

rater_rows <- function(fit, facts, status) {
  n <- length(fit$raters)
  rater <- if (is.null(facts$raters)) rep(NA, n) else vctrs::vec_slice(facts$raters, fit$raters)
  rows <- tibble::new_tibble(list(rater = rater, n = as.integer(fit$n)), nrow = n)
  learnt <- function(values) undefined_as_na(values %||% rep(NA_real_, n))
  if (facts$method == "dawid_skene") {
    return(with_status(confusion_rows(rows, fit$confusion, facts$categories), status, "no item with the label"))
  }
  if (!facts$method %in% LEARNING_METHODS) {
    return(rows)
  }
  if (facts$method == "weighted_mean") {
    rows <- vctrs::vec_slice(rows, rep(seq_len(n), each = 2))
    rows$term <- rep(c("bias", "sd"), n)
    rows$estimate <- c(rbind(learnt(fit$bias), sqrt(learnt(fit$variance))))
  } else {
    rows$term <- rep(if (facts$method == "glad") "ability" else "skill", n)
    rows$estimate <- learnt(fit$skill)
  }
  with_status(rows, status, "no labelled item")
}

# Rater by rater, label by label. A row of zeros is of a label that the rater never met.
confusion_rows <- function(rows, confusion, categories) {
  k <- length(categories)
  n <- length(rows$n)
  confusion <- matrix(confusion %||% NA_real_, k, n * k)
  confusion[, which(colSums(confusion) == 0)] <- NA
  rows <- vctrs::vec_slice(rows, rep(seq_len(n), each = k * k))
  rows$label <- vctrs::vec_slice(categories, rep(rep(seq_len(k), each = k), n))
  rows$rating <- vctrs::vec_slice(categories, rep(seq_len(k), n * k))
  rows$term <- rep("probability", nrow(rows))
  rows$estimate <- c(confusion)
  rows
}

strategy_rows <- function(fit, facts) {
  k <- length(facts$categories)
  n <- if (is.null(fit$strategy)) 0L else length(fit$raters)
  tibble::tibble(
    rater = vctrs::vec_slice(facts$raters, rep(fit$raters[seq_len(n)], each = k)),
    category = vctrs::vec_slice(facts$categories, rep(seq_len(k), n)),
    estimate = as.double(fit$strategy)
  )
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

#' @rdname tidy.accord_consensus
#' @param data A data frame with the items and group keys. Ids of another type (numbers and text) are compared as text.
#'   If none of its items has a label, it is an error of class `accord_error_no_common_item`.
#' @param item <[`tidy-select`][tidyselect::language]> The column of items in `data`. The default is
#'   that of the call of [consensus()].
#' @importFrom generics augment
#' @export
augment.accord_consensus <- function(x, data, item = NULL, ...) {
  check_no_dots(...)
  facts <- consensus_of(x)
  check_data_frame(if (!missing(data)) data)
  quo <- rlang::enquo(item)
  if (rlang::quo_is_null(quo)) quo <- rlang::quo(tidyselect::all_of(!!(facts$item %||% "item")))
  at <- select_ids(quo, data, "item")
  keys <- names(facts$keys)
  select_columns(rlang::quo(tidyselect::all_of(!!keys)), data, "data")
  sure <- if (facts$method %in% NUMBER_METHODS) "std.error" else "probability"
  added <- c(.label = "label", stats::setNames(sure, paste0(".", sure)), .status = "status")
  check_result_columns(x, c("item", added), "A consensus")
  check_free_names(names(data), names(added), "column of data")
  id <- if (length(at) > 1) joined_text(unclass(data)[at]) else data[[at]]
  row <- match_ids(c(as.list(data)[keys], list(id)), c(as.list(x)[keys], list(x[["item"]])))
  if (length(row) && nrow(x) && all(is.na(row))) abort_no_common_item(id, x[["item"]], names(data)[at])
  columns <- lapply(added, function(name) vctrs::vec_slice(x[[name]], row))
  tibble::as_tibble(vctrs::vec_cbind(data, vctrs::new_data_frame(columns, n = nrow(data))))
}

abort_no_common_item <- function(found, known, column) {
  examples <- function(id) utils::head(unique(id_text(id)), 3)
  abort_accord(
    "no_common_item",
    c(
      "{.arg data} must have items that have a label.",
      x = "None of its {length(found)} row{?s} has: {.var {column}} holds {.val {examples(found)}}.",
      i = "Items with a label are {.val {examples(known)}}.",
      i = "Choose the column of items with {.arg item}."
    ),
    argument = "data"
  )
}

#' @export
generics::augment
