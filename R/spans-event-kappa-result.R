# The result of event_kappa().

span_kind.accord_event_kappa <- function(x) {
  list(title = "Kappa of events", estimate = "estimate", about = c("annotator_1", "annotator_2", "coefficient"))
}

text_columns.accord_event_kappa <- function(x) {
  c("annotator_1", "annotator_2", "coefficient", "document", "label")
}

table_parts.accord_event_kappa <- function(x, style) {
  # In a document a mean of one pair is left out.
  mean <- is.na(x[["annotator_1"]] %||% rep(FALSE, nrow(x)))
  rows <- if (style$format == "text") seq_len(nrow(x)) else which(!mean | pairs_of_means(x, mean) != 1)
  x <- vctrs::vec_slice(x, rows)
  about <- pairs <- pair_names(x)
  mean <- is.na(x[["annotator_1"]] %||% rep(FALSE, nrow(x)))
  x <- named_means(x, style)
  x[["coefficient"]] <- in_words(x[["coefficient"]], SPAN_WORDS)
  about <- with_varying_keys(x, about, c("annotator_1", "annotator_2"), c(ROW_KEYS, "label", "coefficient"))
  # A sentence names the coefficient and then the pair, such as "linked events of ann and cat".
  if (style$format != "text" && identical(about, paste(x[["coefficient"]], pairs, sep = ", "))) {
    about <- paste(tolower(x[["coefficient"]]), "of", pairs)
  }
  unused <- Filter(function(name) all(is.na(x[[name]])), intersect(c("positive", "n_links"), names(x)))
  parts <- span_parts(
    x, style, about, c("observed", "expected", "n_documents", unused, paired_away(style)),
    c(ROW_KEYS, "label", "coefficient"),
    c(SPAN_SHARES, "maximum", "positive", "linked"),
    c(n_1 = "Events, first", n_2 = "Events, second", pair_heading(style))
  )
  of_pairs <- intersect(c("maximum", "positive", "linked", "n_1", "n_2", "n_links"), names(x))
  if (any(mean) && length(of_pairs)) {
    parts$notes <- c(parts$notes, mean_words(x, mean))
    parts$told <- parts$told | mean
  }
  parts$rows <- rows
  if (style$format == "text") {
    return(parts)
  }
  # What a pair alone has is blank beside a mean.
  for (j in which(parts$columns$names %in% c("Maximum", "Positive", OF_A_PAIR))) parts$columns$cells[[j]][mean] <- ""
  with_meanings(told_once(parts, OF_A_PAIR, pairs), event_words(x))
}

OF_A_PAIR <- c("Linked", "Events, first", "Events, second", "Links")

# The `parts` of a table in which figures of a pair of annotators, in the columns with these `headings`, are in the
# first of its rows only, as far as they are the same.
told_once <- function(parts, headings, pairs) {
  keys <- parts$columns$cells[parts$columns$key & parts$columns$names != "Coefficient"]
  group <- vctrs::vec_group_id(do.call(data.frame, c(unname(keys), list(pairs))))
  for (j in which(parts$columns$names %in% headings)) {
    cells <- parts$columns$cells[[j]]
    parts$columns$cells[[j]][c(FALSE, diff(group) == 0 & cells[-1] == cells[-length(cells)])] <- ""
  }
  parts
}

# The number of pairs with a value in the mean of each row that is one.
pairs_of_means <- function(x, mean) {
  keys <- setdiff(row_keys(names(x), c(ROW_KEYS, "label", "coefficient")), c("annotator_1", "annotator_2"))
  # A column of the user may have a value of its own in each row.
  keys <- Filter(function(key) all(x[[key]][mean] %in% x[[key]][!mean]), keys)
  group <- if (length(keys)) vctrs::vec_group_id(tibble::as_tibble(unclass(x)[keys])) else rep(1L, nrow(x))
  known <- !is.na(x[["estimate"]] %||% rep(NA, nrow(x)))
  ifelse(mean, tabulate(group[!mean & known], max(group, 0L))[group], NA)
}

# What the rows of means are: a mean of one pair repeats its value.
mean_words <- function(x, mean) {
  if (is.null(x[["estimate"]])) return("Means are of estimates only")
  words <- "Means are of estimates, over pairs with a value"
  one <- mean & pairs_of_means(x, mean) == 1
  if (!any(one) || is.null(x[["coefficient"]])) return(words)
  of <- unique(tolower(as.character(x[["coefficient"]][one])))
  paste0(words, "; for ", in_a_list(of), " one pair has a value")
}

# A note says what the rows and columns of pairs are.
event_words <- function(x) {
  words <- c(
    Coefficient = "all events: one without a link to an event of the other annotator counts as a disagreement",
    Linked = "linked: the share of events with a link", Links = "links: their number",
    Maximum = "maximum: the largest kappa with these numbers of labels, 0 where this is no better than chance"
  )
  words[c("All events" %in% x[["coefficient"]], c("linked", "n_links", "maximum") %in% names(x))]
}

# The annotators as text: in rows of means over pairs the first column says so, and the second is empty. In Word both
# names of a pair are in one column, so that the type need not be small.
named_means <- function(x, style) {
  if (style$format == "docx" && all(c("annotator_1", "annotator_2") %in% names(x))) {
    x[["annotator_1"]] <- pair_names(x)
    x[["annotator_2"]] <- rep("", nrow(x))
    return(x)
  }
  for (name in intersect(c("annotator_1", "annotator_2"), names(x))) {
    x[[name]] <- ifelse(is.na(x[[name]]), if (name == "annotator_1") "Mean of pairs" else "", id_text(x[[name]]))
  }
  x
}

# The heading of a column with the names of pairs, and the column that it stands for.
pair_heading <- function(style) if (style$format == "docx") c(annotator_1 = "Annotators")

paired_away <- function(style) if (style$format == "docx") "annotator_2"

# Names of pairs of annotators. Users may have removed columns.
pair_names <- function(x) {
  first <- x[["annotator_1"]] %||% rep(NA, nrow(x))
  ifelse(is.na(first), "Mean of pairs", paste(id_text(first), id_text(x[["annotator_2"]]), sep = " and "))
}

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_event_kappa <- function(object, ..., width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  of_linked <- all(c("event_kappa", "event_kappa_linked") %in% object[["coefficient"]])
  pair_forest(
    object, "Kappa of events", if (of_linked) "Linked events: those that the other annotator of the pair marked too."
  )
}

# Estimates of pairs of annotators, with a series for each coefficient.
pair_forest <- function(object, title, read = NULL) {
  check_plot_columns(
    object, c("annotator_1", "annotator_2", "coefficient", "estimate", "conf.low", "conf.high", "status")
  )
  # A mean of one pair is its value again. Of pairs that were filtered out it is another.
  mean <- is.na(object$annotator_1)
  again <- mean & pairs_of_means(object, mean) == 1 & object$estimate %in% stats::na.omit(object$estimate[!mean])
  object <- vctrs::vec_slice(object, !again)
  pair <- rep("Mean of pairs", nrow(object))
  one <- !is.na(object$annotator_1)
  pair[one] <- pair_labels(id_text(object$annotator_1)[one], id_text(object$annotator_2)[one], ", ", 30)
  part <- object[["label"]] %||% object[["document"]]
  label <- if (is.null(part)) pair else cut_labels(part)
  data <- forest_data(object, label)
  if (!is_same(object$coefficient)) data$series <- factor_in_order(in_words(object$coefficient, SPAN_WORDS))
  pair <- factor_in_order(pair)
  data$panel <- span_panels(object, "annotator_1", if (!is.null(part) && nlevels(pair) > 1) pair)
  partial <- !one & !is.na(object$estimate) & object$coefficient %in% object$coefficient[one & is.na(object$estimate)]
  forest_plot(
    data, paste0(title, ci_words(object)), if (any(partial)) "Means are over the pairs that have a value.",
    read = read, bare = "leaving out one document leaves kappa undefined or unchanged"
  )
}
