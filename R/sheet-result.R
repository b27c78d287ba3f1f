# The class of a sheet that was read: one long table, in which each question has a type of its own.

# `scale`: the level, categories, weights and distance that the user said, of all questions or by question.
new_sheet <- function(bound, facts, tables, problems, scale = list()) {
  kinds <- vapply(bound$questions, `[[`, "", "kind")
  data <- bound$data
  data$rating <- sheet_ratings(bound, kinds)
  missing <- lapply(bound$questions, function(one) are_missing(one$rating))
  if (any(unlist(missing))) {
    keep <- which(!are_missing(data$rating))
    data <- lapply(data, `[`, keep)
  }
  questions <- tibble::tibble(
    question = names(bound$questions), kind = unname(kinds),
    note = vapply(bound$questions, function(one) one$note %||% "", "", USE.NAMES = FALSE),
    n = unname(mapply(n_given, bound$questions, missing)),
    n_missing = vapply(bound$questions, function(one) as.double(one$n_missing), 0, USE.NAMES = FALSE)
  )
  counts <- c(na = 0, recode = 0)
  counts[] <- c(
    sum(vapply(bound$questions, function(one) as.double(one$n_na), 0)),
    sum(vapply(bound$questions, function(one) as.double(one$n_recoded), 0))
  )
  declared <- unlist(lapply(unname(bound$questions), `[[`, "declared"))
  made <- list(
    questions = questions, levels = lapply(bound$questions, `[[`, "levels"), facts = facts, counts = counts,
    declared = if (length(declared)) tapply(declared, names(declared), sum),
    unrated = setdiff(bound$blank, unique(data$item)),
    type = typeof(data$rating), by = setdiff(names(bound$data), c("question", "item", "rater")),
    scale = Filter(Negate(is.null), scale),
    unused = setdiff(unlist(lapply(tables[!table_names(tables) %in% facts$unread], function(table) {
      names(table$data)
    })), facts$used)
  )
  result <- tibble::new_tibble(data, nrow = length(data$question), class = "accord_sheet", sheet = made)
  with_problems(result, problems, vapply(tables, `[[`, "", "path"))
}

# How many cells of a question hold a rating. `missing`: which of its ratings are none.
n_given <- function(one, missing) if (is.null(one$n)) sum(!missing) else sum(one$n[!missing])

are_missing <- function(rating) {
  if (is.list(rating)) lengths(rating) == 1 & vapply(rating, function(x) anyNA(x[1]), NA) else is.na(rating)
}

# Numbers if all are, a list if there are sets, else text.
sheet_ratings <- function(bound, kinds) {
  values <- lapply(bound$questions, `[[`, "rating")
  codes <- lapply(bound$questions, `[[`, "code")
  if (!all(kinds == "numbers")) values <- lapply(values, function(x) if (is.numeric(x)) id_text(x) else x)
  if (!any(kinds == "sets")) {
    return(call_core(values_of_pieces(values, codes, match(bound$of, names(values)), bound$sizes)))
  }
  rating <- vector("list", sum(bound$sizes))
  ends <- cumsum(bound$sizes)
  for (q in names(kinds)) {
    own <- bound$of == q
    rows <- sequence(bound$sizes[own], (ends - bound$sizes)[own] + 1L)
    rating[rows] <- as.list(if (is.null(codes[[q]])) values[[q]] else values[[q]][codes[[q]]])
  }
  rating
}

#' @export
print.accord_sheet <- function(x, ...) {
  cat(format_sheet(x), sep = "\n")
  plain <- x
  attr(plain, "sheet") <- NULL
  class(plain) <- setdiff(class(plain), "accord_sheet")
  print(plain, ...)
  invisible(x)
}

# The columns that hold the questions with one rater only (`left_out`, named by these raters), where names tell.
columns_left_out <- function(left_out, unused) {
  raters <- rlang::names2(left_out)
  vapply(seq_along(left_out), function(k) {
    has <- function(part) grepl(part, unused, fixed = TRUE)
    at <- unused[has(left_out[[k]]) & has(raters[k])]
    if (raters[k] != "" && length(at) == 1) at else left_out[[k]]
  }, "")
}

format_sheet <- function(x) {
  made <- attr(x, "sheet", exact = TRUE)
  if (!is_sheet(x)) {
    return("<accord_sheet>")
  }
  questions <- unique(x$question)
  lines <- vapply(utils::head(questions, 20), function(q) question_line(x, made, q), "")
  facts <- made$facts
  sets <- made$questions$n_missing[made$questions$kind == "sets" & grepl("^separated", made$questions$note)]
  left <- columns_left_out(facts$left_out, made$unused)
  told <- c(
    if (facts$n_dropped) paste(count(facts$n_dropped, "row"), "left out by drop"),
    if (facts$n_filled) paste(count(facts$n_filled, "blank id"), "filled"),
    if (made$counts[["na"]]) paste0(count(made$counts[["na"]], "cell"), " declared missing: ", declared_words(made)),
    if (facts$n_blank && !sum(sets)) paste0(count(facts$n_blank, "blank cell"), ": not rated"),
    if (made$counts[["recode"]]) paste(count(made$counts[["recode"]], "cell"), "changed by recode"),
    facts$changes,
    if (facts$n_empty) paste0(count(facts$n_empty, "empty set"), ": blank beside other answers"),
    if (sum(sets)) {
      paste0(count(sum(sets), "cell"), " without labels: missing; `na = character()` makes blanks the empty set")
    },
    if (facts$n_unticked) paste(count(facts$n_unticked, "row"), "without a tick or another answer: missing"),
    unrated_words(made, length(unique(x$item))),
    if (length(left)) paste("left out, with one rater only:", listed(left)),
    if (length(facts$unfit)) paste("not read:", listed(facts$unfit)),
    if (length(setdiff(made$unused, left))) paste("columns not used:", listed(setdiff(made$unused, left)))
  )
  c(
    sprintf(
      "<accord_sheet> %s, %s, %s, %s", count(length(questions), "question"), count(length(unique(x$item)), "item"),
      count(length(unique(x$rater)), "rater"), count(nrow(x), "rating")
    ),
    lines,
    if (length(questions) > 20) paste0("  and ", length(questions) - 20, " more"),
    rater_line(x),
    if (length(told)) paste0("  ", told)
  )
}

# The values that `na` or `recode` made missing, with the number of their cells.
declared_words <- function(made) {
  n <- sort(made$declared, decreasing = TRUE)
  more <- length(n) - 6
  shown <- utils::head(n, 6)
  values <- paste0(show_labels(names(shown)), " (", big(as.double(shown)), ")")
  paste0(toString(values), if (more > 0) paste(" and", big(more), "more"))
}

# The items of rows without a rating that nobody else rated either: they are no items of the result.
unrated_words <- function(made, n_rated) {
  n <- length(made$unrated)
  if (n > 0) {
    paste0(
      big(n), " of ", count(n + n_rated, "item"), if (n == 1) " has" else " have", " no rating (blank cells): ",
      listed(made$unrated)
    )
  }
}

# The raters are listed, so that names of columns that are none are seen. Numbers have the order of numbers.
rater_line <- function(x) {
  raters <- unique(x$rater)
  if (all(is_numeric_text(raters))) raters <- raters[order(as.numeric(raters))]
  paste0("  raters: ", listed(raters, 8))
}

question_line <- function(x, made, q) {
  own <- x$question == q
  rating <- x$rating[own]
  at <- match(q, made$questions$question)
  kind <- made$questions$kind[at]
  note <- made$questions$note[at]
  box <- made$facts$codes[q]
  values <- if (is.list(rating)) unlist(rating) else rating
  values <- unique(values)
  shown <- if (kind == "numbers") {
    values <- sort(as.numeric(values))
    if (length(values) > 6) paste(values[1], "to", values[length(values)]) else toString(values)
  } else {
    listed(values, 4)
  }
  paste0(
    "  ", cut_end(q, 40), ": ", kind, ", ", shown, if (note != "") paste0(" (", note, ")"),
    if (!is.null(box) && !is.na(box)) paste0(" (boxes: ", box, ")")
  )
}

# Columns may have been taken away since.
is_sheet <- function(x) {
  made <- attr(x, "sheet", exact = TRUE)
  is.list(made) && is.data.frame(made$questions) && all(c("question", "item", "rater", "rating") %in% names(x)) &&
    typeof(x$rating) == made$type && all(unique(x$question) %in% made$questions$question)
}
