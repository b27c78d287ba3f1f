# The result of coref_scores(), and its mean().

text_columns.accord_coref_means <- function(x) "measure"

text_columns.accord_coref <- function(x) c("key", "response", "document", "scope", "measure")

printed.accord_coref <- function(x) {
  if (!is.null(x[["measure"]])) list(who = "Scores of coreference", figures = "f1")
}

printed.accord_coref_means <- function(x) {
  if (!is.null(x[["measure"]])) list(who = "Mean scores of coreference over pairs of annotators", figures = "f1")
}

COREF_WORDS <- c(
  muc = "MUC", b_cubed = "B-cubed", ceaf_m = "CEAF by mentions", ceaf_e = "CEAF by entities",
  blanc = "BLANC", lea = "LEA", conll = "CoNLL mean"
)

# Explains BLANC, whose F1 is not the usual mean.
blanc_note <- function(x) {
  if ("blanc" %in% x[["measure"]]) {
    "BLANC: means of the scores of pairs of mentions in one chain and of those of all other pairs"
  }
}

table_parts.accord_coref <- function(x, style) {
  rows <- if (style$format == "text") seq_len(nrow(x)) else one_direction(x)
  swapped <- if (length(rows) < nrow(x)) "With the other annotator as the key, recall and precision are swapped"
  x <- named_totals(vctrs::vec_slice(x, rows))
  note <- blanc_note(x)
  x[["measure"]] <- in_words(x[["measure"]], COREF_WORDS)
  about <- row_labels(x, c("key", "response", "document", "measure"))
  parts <- result_parts(x, style, notes = c(swapped, phrase_notes(about, x[["status"]], style), note))
  c(parts, list(rows = rows, about = x[["measure"]], because = CONLL_GAPS))
}

# The rows of the first direction of each pair of annotators: the other one has recall and precision swapped.
one_direction <- function(x) {
  key <- id_text(x[["key"]])
  response <- id_text(x[["response"]])
  if (length(key) == 0 || length(response) == 0) {
    return(seq_len(nrow(x)))
  }
  same <- unclass(x)[intersect(names(x), c("scope", "document", "measure"))]
  pair <- vctrs::new_data_frame(c(same, list(.first = pmin(key, response), .second = pmax(key, response))), nrow(x))
  which(!duplicated(vctrs::vec_group_id(pair)))
}

table_parts.accord_coref_means <- function(x, style) {
  note <- blanc_note(x)
  headings <- RESULT_HEADINGS
  x[["measure"]] <- in_words(x[["measure"]], COREF_WORDS)
  # Means over both directions of each pair have equal precision and recall.
  if (style$format != "text" && !is.null(x[["precision"]]) && isTRUE(all.equal(x[["precision"]], x[["recall"]]))) {
    x[["precision"]] <- NULL
    headings <- replace(RESULT_HEADINGS, "recall", "Recall and precision")
    pairs <- x[["n_pairs"]]
    of <- "each pair of annotators"
    # Each pair was counted in both directions.
    if (length(pairs) && !anyNA(pairs) && all(pairs %% 2 == 0)) {
      x[["n_pairs"]] <- if (!is_same(pairs)) pairs %/% 2L
      if (is_same(pairs)) of <- paste(count(pairs[1] / 2, "pair"), "of annotators")
    }
    note <- c(
      paste0(
        "Means over both directions of ", of, ", so that recall and precision are equal; F1: the mean of the F1 of ",
        "the pairs"
      ),
      note
    )
  }
  parts <- result_parts(x, style, headings, notes = note)
  c(parts, list(about = x[["measure"]], because = rlang::set_names(CONLL_GAPS, headings[["recall"]])))
}

CONLL_GAPS <- list(Recall = "it is a mean of F1")

#' @export
tidy.accord_coref <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("measure", "f1"), "Scores of chains")
  tidy_as(x, c("measure", "f1"), c("term", "estimate"))
}

#' @export
tidy.accord_coref_means <- tidy.accord_coref

#' @rdname coref_scores
#' @param x The result of `coref_scores()`.
#' @export
mean.accord_coref <- function(x, ...) {
  check_no_dots(...)
  check_result_columns(x, c("scope", "measure", "recall", "precision", "f1"), "Scores of chains")
  x <- x[x$scope == "total", ]
  by <- factor(x$measure, unique(x$measure))
  of <- function(column) undefined_as_na(as.double(tapply(column, by, mean, na.rm = TRUE)))
  result <- tibble::tibble(
    measure = levels(by), recall = of(x$recall), precision = of(x$precision), f1 = of(x$f1),
    n_pairs = as.integer(tapply(!is.na(x$f1), by, sum))
  )
  result$status <- ifelse(result$n_pairs > 0, "ok", "no pair has a value")
  new_result(result, class = "accord_coref_means")
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_coref <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("key", "response", "scope", "measure", "recall", "precision", "f1"))
  all <- any(object$scope == "total")
  if (all) object <- object[object$scope == "total", ]
  # The other direction swaps recall and precision.
  object <- vctrs::vec_slice(object, one_direction(object))
  pair <- pair_labels(object$key, object$response, " and ", 30)
  if (length(unique(object[["document"]])) > 1) pair <- paste0(cut_labels(object$document, 12), ": ", pair)
  read <- if (all) "All documents together."
  if (!is_same(pair)) return(f1_dots(object, factor_in_order(pair), read))
  score_dots(object, c(read, paste0("Key: ", object$key[1], ", response: ", object$response[1], ".")))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_coref_means <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_plot_columns(object, c("measure", "recall", "precision", "f1"))
  score_dots(object, "Means over the pairs of annotators.")
}

# The scores of a pair, or means over pairs: a row for each measure.
score_dots <- function(x, read) {
  n <- nrow(x)
  scores <- c("Precision", "Recall", "F1")
  data <- data.frame(
    label = factor_in_order(rep(in_words(x$measure, COREF_WORDS), 3)), series = factor(
      rep(scores, each = n), scores
    ),
    value = c(x$precision, x$recall, x$f1), low = NA_real_, high = NA_real_, reason = ""
  )
  # The CoNLL mean is defined for F1 only.
  data <- data[!is.na(data$value) | data$series == "F1" | !rep(x$measure == "conll", 3), ]
  # Means over both directions of each pair have equal precision and recall.
  if (isTRUE(all.equal(x$precision, x$recall))) {
    read <- c(read, if (inherits(x, "accord_coref_means")) {
      "Precision equals recall, since each annotator is the key once."
    })
    data <- data[data$series != "Recall", ]
    data$series <- factor(sub("Precision", "Precision and recall", data$series), c("Precision and recall", "F1"))
  }
  forest_plot(data, "Score", zero = FALSE, read = read, reach = 0:1, columns = 1)
}

# F1, which is the same in both directions. Up to three pairs share the row of each measure; more pairs are rows of one
# measure.
f1_dots <- function(x, pair, read) {
  title <- "F1"
  data <- data.frame(value = x$f1, low = NA_real_, high = NA_real_, reason = "")
  if (nlevels(pair) <= 3) {
    data$label <- factor_in_order(in_words(x$measure, COREF_WORDS))
    data$series <- pair
  } else {
    measure <- if ("conll" %in% x$measure) "conll" else x$measure[1]
    data$label <- pair
    if (length(unique(x[["document"]])) < 2) data[c("first", "second", "between")] <- list(x$key, x$response, " and ")
    data <- data[x$measure == measure, ]
    title <- paste0("F1, ", in_words(measure, COREF_WORDS))
  }
  forest_plot(data, title, zero = FALSE, read = read, reach = 0:1, columns = 1)
}
