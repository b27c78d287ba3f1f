# Returns a row per item and category.
soft_labels <- function(x, facts) {
  check_result_columns(x, c(names(facts$keys), "item"), "Soft labels")
  posterior <- posterior_of(x, facts)
  if (is.null(posterior)) {
    abort_accord(
      "missing_column",
      c(
        "Soft labels of many items and categories are what {.code posterior = TRUE} adds.",
        x = "There is no column {.field posterior}.",
        i = "Call {.code consensus(..., posterior = TRUE)}."
      ),
      column = "posterior"
    )
  }
  k <- length(facts$categories)
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

# Returns the probabilities of all categories, from the column `posterior` or as kept by consensus(), of which rows may
# have been left out since; NULL if there are none.
posterior_of <- function(x, facts) {
  k <- length(facts$categories)
  if (!is.null(x[["posterior"]])) {
    check_posterior(x[["posterior"]], k)
    return(x[["posterior"]])
  }
  if (is.null(facts$posterior)) {
    return(NULL)
  }
  place <- as.list(unclass(x))[names(facts$place)]
  n <- nrow(facts$posterior)
  row <- vctrs::vec_match(
    vctrs::new_data_frame(place, n = nrow(x)), vctrs::new_data_frame(facts$place, n = n)
  )
  facts$posterior[row, , drop = FALSE]
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

consensus_of <- function(x) {
  facts <- consensus_facts(x)
  if (is.null(facts) && is_of_medoids(x)) {
    abort_accord(
      "not_consensus",
      c(
        "{.fn tidy}, {.fn glance} and plots of a consensus need estimates for raters, or probabilities.",
        x = "Labels by {.fn medoid} have neither: a medoid is a rating, with its mean distance to the others.",
        i = "{.fn augment} joins medoids to data; {.fn distance_agreement} says how far raters agree."
      )
    )
  }
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
        i = if ("question" %in% names(x)) {
          one <- encodeString(as.character(x$question[1]), quote = "\"")
          "Each question has its own: {.code consensus(as_ratings(x, question = {one}))} has those of one."
        } else if (is.null(attr(x, "consensus"))) {
          "Verbs of dplyr keep them; {.fn tibble::as_tibble} and labels collected from a database do not have them."
        }
      )
    )
  }
  facts
}

check_learnt <- function(what, method) {
  models <- list(
    strategies = c("mace", "mace_vb"), classes = c(EM_METHODS, "anchored"), iterations = c(EM_METHODS, "weighted_mean"),
    items = "crowdlab", ratings = "crowdlab"
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

# Estimates that are not available are NA; `none` gives the reason, unless the group has its own.
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
  if (facts$method %in% c("dawid_skene", "anchored")) {
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
    rows$term <- rep(switch(facts$method, glad = "ability", crowdlab = "quality", "skill"), n)
    rows$estimate <- learnt(fit$skill)
  }
  with_status(rows, status, "no labelled item")
}

# Rows are sorted by rater and label. A row of the confusion matrix with only zeros belongs to a label of none of the
# rater's items, and becomes NA.
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
