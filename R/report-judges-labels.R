# How often judges find each label, in a report.

# How often each label is found where people have it: whether a judge catches the rare one that matters. Each person is
# left out in turn, and beside the judges held against the majority of the others, as in judge_report(); where no item
# has three people, judges are held against all people. A list: `labels`, `items` (their number with each label),
# `judges`, `person` (whether people are left out), `share` (a row for each label, a column for the person and each
# judge) and `below`, the label with which judges are furthest below a person, if this is clear. `people`: the ratings
# of people; `at`: the places of the judges among the raters.
labels_found <- function(ratings, people, at, about) {
  if (!is.numeric(at) || about$kind != "labels" || ncol(ratings$groups) || !is.null(ratings$sets)) {
    return(NULL)
  }
  item <- rating_items(people)
  votes <- votes_of(item, people$code + 1L, length(item_sizes(people)))
  left_out <- item_sizes(people)[item] > 2 & !is.na(votes$of_others)
  person <- any(left_out)
  cases <- if (person) {
    data.frame(item, label = votes$of_others, person = people$code + 1L)[left_out, ]
  } else {
    data.frame(item = seq_along(votes$majority), label = votes$majority)[!is.na(votes$majority), ]
  }
  if (nrow(cases) == 0) {
    return(NULL)
  }
  given <- vapply(at, function(judge) {
    own <- ratings$rater == judge - 1L
    place <- match(id_text(people$items)[cases$item], id_text(ratings$items)[rating_items(ratings)[own]])
    ratings$code[own][place] + 1L
  }, integer(nrow(cases)))
  judges <- matrix(given, nrow(cases)) == cases$label
  hit <- cbind(if (person) cases$person == cases$label, judges)
  of_label <- split(seq_len(nrow(cases)), factor(cases$label, seq_along(ratings$categories)))
  of_label <- of_label[lengths(of_label) > 0]
  shown <- show_labels(as.character(ratings$categories))[as.integer(names(of_label))]
  share <- lapply(of_label, function(own) colMeans(hit[own, , drop = FALSE], na.rm = TRUE))
  list(
    labels = shown, items = vapply(of_label, function(own) length(unique(cases$item[own])), 0L),
    judges = id_text(ratings$raters)[at], person = person, share = do.call(rbind, unname(share)),
    below = if (person) shown[clearly_below(rowMeans(judges, na.rm = TRUE) - hit[, 1], cases, people, of_label)]
  )
}

# The place of the label with the lowest difference, if its interval, which holds together with those of the other
# labels, is below 0.
clearly_below <- function(differences, cases, people, of_label) {
  cluster <- people$cluster %||% seq_along(item_sizes(people))
  group <- match(cases$label, as.integer(names(of_label)))
  known <- which(!is.na(differences))
  sums <- share_sums(
    differences[known], code_column(cluster[cases$item[known]])$code,
    is_signed = TRUE, group = group[known], n_groups = length(of_label)
  )
  found <- rows_of_sums(sums, ci_score(1 - 0.05 / length(of_label)))
  lowest <- which.min(found$estimate)
  lowest[which(found$conf.high[lowest] < 0)]
}

recall_part <- function(found) {
  if (is.null(found)) {
    return(NULL)
  }
  share <- matrix(ifelse(is.na(found$share), "\u2014", whole_percent(found$share)), nrow(found$share))
  labels <- escape_html(found$labels)
  who <- c(if (found$person) "A person", escape_html(found$judges))
  of_columns <- function(key, names, cells, items = NULL) {
    columns <- lapply(seq_along(names), function(k) column(names[k], cells[, k], TRUE))
    bind_columns(c(as_keys(list(key)), items, columns))
  }
  columns <- of_columns(name_column("Label", labels), who, share, list(column("Items", big_each(found$items), TRUE)))
  # Many judges, or long names of them, are the rows.
  if (length(found$judges) > MOST_BESIDE || !is_narrow(columns)) {
    items <- paste0(labels, " (", gsub(" ", "\u00a0", vapply(found$items, count, "", "item"), fixed = TRUE), ")")
    columns <- of_columns(name_column("Rater", who), items, t(share))
  }
  around_table(
    c("<h3>Label by label</h3>", html_text(paste(
      if (found$person) {
        paste(
          "Where the majority of the other people gave a label, how often a person and each judge gave it, too; each",
          "person is left out in turn."
        )
      } else {
        "Where the majority of people gave a label, how often each judge gave it, too."
      },
      "Shares of few items say little."
    ))),
    page_table(columns, "", list(format = "html"))
  )
}
