#' Disagreements about spans, and the annotators who cause them
#'
#' `disagreements()` of spans lists the spans of each annotator, those with most disagreement first, or the pairs of
#' labels that are confused. `rater_influence()` gives the estimate without each annotator.
#'
#' @details
#' The best alignment of [span_gamma()] determines which spans of several annotators correspond, and how much they
#' disagree: each row is a unitary alignment with a cost above 0. Its cost is the `disagreement`: 0 if all marked the
#' same span, 1 if only one annotator marked a span; it may exceed 1 if position and label differ. With
#' `what = "categories"` pairs of annotators are counted in each unitary alignment, with `"(none)"` for an annotator
#' who marked nothing there.
#'
#' The influence of an annotator is the estimate from all annotators minus the estimate without this one: negative if
#' agreement would be higher without. For gamma both are simulated, see [span_gamma()].
#'
#' @section Missing and degenerate data:
#' Documents that only one annotator saw are left out. With two annotators the estimate without one is `NA`, with the
#' status `"one rater only"`.
#'
#' @section Errors:
#' Those of [span_gamma()] and of the coefficient chosen.
#'
#' @param data `accord_spans`, of [as_spans()].
#' @param ... For `rater_influence()`, arguments of the function that computes the coefficient; otherwise must be
#'   empty.
#' @param what `"spans"`, or `"categories"` for pairs of labels.
#' @param alpha,beta,distance As in [span_gamma()].
#' @return `disagreements()`: a tibble of class `accord_disagreements`. For spans `item` (the document and the
#'   positions), a column for each annotator with the label and the positions, `"none"`, or `NA` for one who
#'   did not see the document, `disagreement`, `share` (of the sum over all), `kind` (one or several of
#'   `"missing"`, `"label"` and `"place"`, as in `"label, place"`), `document`, `start` and `end`. For labels
#'   `category_1`, `category_2`, `n_items` (unitary alignments), `coincidences` (pairs) and `share`.
#' @seealso [span_gamma()] for the alignment, [disagreements()] of ratings, [rater_influence()]
#' @export
#' @examples
#' spans <- as_spans(data.frame(
#'   document = "d1", annotator = c("ann", "ann", "bob", "bob", "cat"), start = c(0, 9, 0, 10, 1),
#'   end = c(4, 14, 4, 14, 5), label = c("PER", "LOC", "PER", "PER", "PER"), length = 20
#' ))
#' disagreements(spans)
#' disagreements(spans, what = "categories")
#' rater_influence(spans)
disagreements.accord_spans <- function(data, ..., what = "spans", alpha = 1, beta = 1, distance = NULL) {
  check_no_dots(...)
  check_choice(what, c("spans", "categories"), "what")
  data <- check_no_points(whole_spans(data), "disagreements")
  dissimilarity <- gamma_dissimilarity(alpha, beta, distance, data$labels)
  annotator_pairs(data)
  continua <- span_continua(paired_documents(data))
  best <- if (continua$n) align(continua, dissimilarity, FALSE)
  # Unitary alignments are numbered within each document, so offsets are added.
  set <- as.integer(c(0, cumsum(best$n_sets)))[continua$of_unit] + best$set_of
  places <- aligned_places(continua, set, dissimilarity)
  if (what == "categories") mixed_labels(data, continua, set, places) else span_places(data, continua, set, places)
}

# A list with an element per unitary alignment: `document` (in continua), `size`, `cost`, and whether positions or
# labels differ.
aligned_places <- function(continua, set, dissimilarity) {
  n <- max(0L, set)
  size <- tabulate(set, n)
  document <- continua$of_unit[match(seq_len(n), set)]
  # All pairs of units within each unitary alignment.
  first <- rep(seq_along(set), size[set])
  members <- order(set)
  begin <- cumsum(c(0L, size))
  second <- members[begin[set[first]] + sequence(size[set])]
  kept <- second > first
  first <- first[kept]
  second <- second[kept]
  apart <- abs(continua$start[first] - continua$start[second]) + abs(continua$end[first] - continua$end[second])
  sizes <- (continua$end - continua$start)[first] + (continua$end - continua$start)[second]
  label <- if (length(dissimilarity$table)) {
    dissimilarity$table[continua$label[first] * dissimilarity$n_labels + continua$label[second] + 1]
  } else {
    as.double(continua$label[first] != continua$label[second])
  }
  d <- dissimilarity$alpha * (apart / sizes)^2 + dissimilarity$beta * label
  # Most pairs do not differ, and contribute nothing.
  differ <- d != 0
  total <- sum_by(d[differ], set[first[differ]], n)
  any_of <- function(pairs) replace(logical(n), set[first[pairs]], TRUE)
  cells <- continua$n_cells[document]
  pairs <- cells * (cells - 1) / 2
  list(
    n = n, document = document, size = size, cells = cells,
    cost = (total + pairs - size * (size - 1) / 2) / pairs,
    place = any_of(apart > 0), label = any_of(continua$label[first] != continua$label[second])
  )
}

# Texts are made only for the rows that are shown, since most spans are in no disagreement.
span_places <- function(spans, continua, set, places) {
  check_free_names(
    id_text(spans$annotators), c("item", "disagreement", "share", "kind", "document", "start", "end"),
    "annotator"
  )
  lowest <- group_least(continua$start, set)
  highest <- -group_least(-continua$end, set)
  shown <- which(places$cost > 1e-12)
  shown <- shown[order(-places$cost[shown], places$document[shown], lowest[shown])]
  row <- match(set, shown)
  unit <- which(!is.na(row))
  text <- paste0(
    spans$labels[continua$label[unit] + 1L], " ", format_places(continua$start[unit], continua$end[unit])
  )
  who <- continua$annotator[continua$cell_of_unit[unit]]
  n_documents <- as.double(continua$n)
  saw <- continua$of_cell + continua$annotator * n_documents
  answers <- lapply(seq_along(spans$annotators), function(a) {
    cell <- c(NA, "none")[((places$document[shown] + a * n_documents) %in% saw) + 1L]
    cell[row[unit[who == a]]] <- text[who == a]
    cell
  })
  document <- vctrs::vec_slice(spans$documents, continua$document[places$document[shown]])
  cost <- places$cost[shown]
  columns <- c(
    list(item = paste0(id_text(document), ":", format_places(lowest[shown], highest[shown]))),
    rlang::set_names(answers, id_text(spans$annotators)),
    list(
      disagreement = cost, share = cost / sum(places$cost), kind = kinds_of_places(places, shown), document = document,
      start = lowest[shown], end = highest[shown]
    )
  )
  new_result(columns, nrow = length(shown), class = "accord_disagreements")
}

format_places <- function(start, end, before = "") {
  n <- length(start)
  text <- format_place(c(start, end))
  paste0(before, text[seq_len(n)], "-", text[n + seq_len(n)])
}

kinds_of_places <- function(places, shown) {
  what <- cbind(places$size < places$cells, places$label, places$place)[shown, , drop = FALSE]
  every <- as.matrix(expand.grid(rep(list(c(FALSE, TRUE)), 3)))
  words <- apply(every, 1, function(x) paste(c("missing", "label", "place")[x], collapse = ", "))
  words[1 + what %*% c(1, 2, 4)]
}

mixed_labels <- function(spans, continua, set, places) {
  labels <- c(spans$labels, "(none)")
  k <- length(labels)
  # The count of each label in each unitary alignment, where absent annotators count as a label of their own; most
  # labels do not occur.
  absent <- places$cells - places$size
  lacking <- which(absent > 0)
  place <- (c(set, lacking) - 1) * k + c(continua$label + 1L, rep(k, length(lacking)))
  stands <- sort(unique(place))
  count <- sum_by(c(rep(1, length(set)), absent[lacking]), match(place, stands), length(stands))
  label <- (stands - 1) %% k + 1
  # All pairs of labels within a unitary alignment, whose labels are sorted.
  later <- cumsum(tabulate((stands - 1) %/% k + 1, places$n))[(stands - 1) %/% k + 1] - seq_along(stands)
  first <- rep(seq_along(stands), later)
  second <- first + sequence(later)
  pair <- (label[first] - 1) * k + label[second]
  pairs <- sort(unique(pair))
  at <- match(pair, pairs)
  total <- sum_by(count[first] * count[second], at, length(pairs))
  sorted <- order(-total)
  new_result(list(
    category_1 = labels[(pairs[sorted] - 1) %/% k + 1], category_2 = labels[(pairs[sorted] - 1) %% k + 1],
    n_items = tabulate(at, length(pairs))[sorted], coincidences = as.integer(total[sorted]),
    share = total[sorted] / sum(total)
  ), nrow = length(sorted), class = "accord_disagreements")
}

SPAN_FIGURES <- c("u_alpha", "u_alpha_binary", "cu_alpha", "alpha_2004", "gamma", "gamma_cat", "f1")

#' @rdname disagreements.accord_spans
#' @param coefficient `"u_alpha"`, `"u_alpha_binary"`, `"cu_alpha"` or `"alpha_2004"` of [span_alpha()],
#'   `"gamma"` or `"gamma_cat"`, or `"f1"`, the mean F1 of pairs.
#' @return `rater_influence()`: a tibble of class `accord_influence` with `rater`, `n_ratings` (spans),
#'   `estimate`, `estimate_without`, `influence` and `status`, the lowest influence first.
#' @export
rater_influence.accord_spans <- function(data, ..., coefficient = "u_alpha") {
  check_choice(coefficient, SPAN_FIGURES, "coefficient")
  data <- whole_spans(data)
  all <- span_figure(data, coefficient, ...)
  everybody <- seq_along(data$annotators)
  left <- lapply(everybody, function(a) without_annotator(data, a))
  alone <- vapply(left, function(x) !any(duplicated(x$seen$document)), NA)
  without <- lapply(everybody, function(a) {
    if (alone[a]) list(estimate = NA_real_, status = "one rater only") else span_figure(left[[a]], coefficient, ...)
  })
  value <- vapply(without, `[[`, 0, "estimate")
  status <- vapply(without, `[[`, "", "status")
  if (all$status != "ok") status[] <- all$status
  influence <- all$estimate - value
  sorted <- order(influence, na.last = TRUE)
  new_result(list(
    rater = vctrs::vec_slice(data$annotators, sorted),
    n_ratings = tabulate(data$span$annotator, length(everybody))[sorted],
    estimate = rep(all$estimate, length(everybody)), estimate_without = value[sorted],
    influence = influence[sorted], status = status[sorted]
  ), nrow = length(sorted), class = "accord_influence", counted = "Spans",
  coefficient = if (coefficient == "f1") "F1" else SPAN_WORDS[[coefficient]])
}

span_figure <- function(spans, coefficient, ...) {
  rows <- switch(coefficient,
    gamma = , gamma_cat = span_gamma(spans, ..., ci = ci_none()),
    f1 = span_agreement(spans, ..., ci = ci_none()),
    alpha_2004 = span_alpha(spans, ..., family = "2004", ci = ci_none()),
    span_alpha(spans, ..., ci = ci_none())
  )
  if (coefficient == "f1") {
    row <- nrow(rows)
    return(list(estimate = rows$f1[row], status = rows$status[row]))
  }
  row <- which(rows$coefficient == coefficient & is.na(rows$label))
  list(estimate = rows$estimate[row], status = rows$status[row])
}

without_annotator <- function(spans, annotator) {
  spans$seen <- spans$seen[spans$seen$annotator != annotator, ]
  spans$span <- spans$span[spans$span$annotator != annotator, ]
  spans
}
