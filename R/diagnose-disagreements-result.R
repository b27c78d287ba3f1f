# The result of disagreements().

#' @rdname autoplot.accord
#' @exportS3Method ggplot2::autoplot
autoplot.accord_disagreements <- function(object, ..., n = 20, width = NULL, height = NULL) {
  check_no_dots(...)
  local_page(width, height)
  check_whole(n, "n")
  if ("category_1" %in% names(object)) {
    return(category_tiles(object))
  }
  check_disagreement(object)
  check_plot_columns(object, c("item", "disagreement"))
  check_plot_values(object$disagreement, NULL, "item", "a disagreement", n = nrow(object))
  defined <- if (!is.null(attr(object, "scale"))) paste0("Disagreement: ", attr(object, "scale"), ".")
  groups <- max(nlevels(plot_groups(object, "item")), 1)
  # By default there are as many bars as fit with their text, of which they are the ground.
  most <- if (missing(n) && groups > 1) 4 else MAX_PANELS
  if (missing(n)) {
    room <- if (groups > 1) max_lines() %/% min(groups, most) else floor(0.8 * max_lines())
    n <- max(2, min(n, room - 2))
  }
  shown <- first_groups(object, "item", most)
  object <- shown$rows
  panel <- shown$panel
  rows <- unlist(lapply(split(seq_len(nrow(object)), panel), utils::head, n))
  # Bars of the same length show nothing: then items with the same ratings share a bar.
  tied <- sum(round(object$disagreement, 12) == round(object$disagreement[rows[1]], 12)) > n
  if (groups == 1 && tied && length(equal_words(object$disagreement[rows], ""))) {
    return(pattern_bars(object, n, defined))
  }
  data <- data.frame(
    y = rev(seq_along(rows)), label = cut_labels(object$item[rows]), value = object$disagreement[rows],
    panel = panel[rows]
  )
  places <- nrow(data) + 2 * nlevels(panel)
  # A single panel has no heading.
  bars <- if (nlevels(panel) > 1) places else nrow(data)
  answers <- item_answers(vctrs::vec_slice(object, rows), data$label, places, bars)
  data$text <- answers$text
  all <- max(table(panel))
  start_plot(
    data,
    c(shown$caption, if (all > n) paste0(
      "The first ", n, " of ", if (nlevels(panel) > 1) "up to ", big(all), " items with disagreement",
      if (nlevels(panel) == 1) tied_words(object$disagreement, n, "disagreement"), "."
    )),
    c(
      paste0(
        "Bars are the disagreement of an item. In them: ", ratings_in_words(object), "."
      ), defined,
      equal_words(data$value, "disagreement")
    ),
    alt_list(
      "Bars of the disagreement of items",
      paste0(data$label, " ", plot_numbers(data$value), ", rated ", gsub("\n", " ", data$text)), data$value
    )
  ) +
    ggplot2::geom_col(
      ggplot2::aes(.data$value, .data$y),
      orientation = "y", width = 0.75, fill = "#9ECAE1"
    ) +
    ggplot2::geom_text(
      ggplot2::aes(x = 0, y = .data$y, label = gsub("(^|\n)", "\\1 ", .data$text)),
      hjust = 0, size = answers$size, lineheight = 0.9, check_overlap = TRUE
    ) +
    ggplot2::scale_x_continuous(labels = axis_numbers, expand = ggplot2::expansion(mult = c(0, 0.05))) +
    by_panel(data$panel, 1, "free_y") +
    row_axis(places, data$y, data$label) +
    ggplot2::labs(x = "Disagreement of the item", y = NULL)
}

# Bars of the numbers of items that have the same ratings, those with most disagreement first.
pattern_bars <- function(object, n, defined) {
  answers <- if (is.null(object[["ratings"]])) {
    do.call(paste, c(unname(lapply(unclass(object)[answer_places(object)], as.character)), sep = "\r"))
  } else {
    as.character(object$ratings)
  }
  first <- which(!duplicated(answers))
  items <- tabulate(match(answers, answers[first]))
  value <- round(object$disagreement[first], 12)
  sorted <- order(-value, -items)
  all <- length(first)
  first <- utils::head(first[sorted], n)
  data <- data.frame(
    y = rev(seq_along(first)), n = utils::head(items[sorted], n), label = plot_numbers(object$disagreement[first])
  )
  alike <- is_same(data$label)
  found <- item_answers(vctrs::vec_slice(object, first), data$label, nrow(data), nrow(data))
  data$text <- found$text
  # Short patterns stand before their bars, others in them.
  before <- alike && !any(grepl("\n", data$text)) && panel_width(data$text) >= page_width() / 3
  start_plot(
    data, if (all > n) paste0("The ", n, " patterns of ratings with most disagreement, of ", big(all), "."),
    c(
      paste0(
        "Bars are numbers of items with the same ratings",
        if (is.null(object[["ratings"]])) paste0(": ", ratings_in_words(object)),
        if (!before) ", in the bars", "."
      ), defined,
      if (alike) paste0("All that are shown have the same, ", data$label[1], ".")
    ),
    alt_list(
      "Bars of items with the same ratings",
      paste0(
        gsub("\n", " ", data$text), ": ", big(data$n), ifelse(data$n == 1, " item", " items"), ", disagreement ",
        data$label
      ), data$n
    )
  ) +
    ggplot2::geom_col(ggplot2::aes(.data$n, .data$y), orientation = "y", width = 0.75, fill = "#9ECAE1") +
    (if (!before) ggplot2::geom_text(
      ggplot2::aes(x = 0, y = .data$y, label = gsub("(^|\n)", "\\1 ", .data$text)),
      hjust = 0, size = found$size, lineheight = 0.9, check_overlap = TRUE
    )) +
    ggplot2::scale_x_continuous(
      labels = axis_counts, breaks = whole_breaks, expand = ggplot2::expansion(mult = c(0, 0.05))
    ) +
    # A bar needs no more than 8 mm.
    empty_below(panel_height() - 8 * (nrow(data) + 0.5)) +
    row_axis(nrow(data), data$y, if (before) data$text else if (alike) rep("", nrow(data)) else data$label) +
    ggplot2::labs(x = "Items", y = if (!alike) "Disagreement")
}

printed.accord_disagreements <- function(x) {
  mixed <- "category_1" %in% names(x)
  if (!mixed && is.null(x[["item"]])) {
    return(NULL)
  }
  of_spans <- !mixed && "kind" %in% names(x)
  noun <- if (mixed) "pair" else if ("mention" %in% names(x)) "mention" else if (of_spans) "span" else "item"
  list(
    who = if (nrow(x) == 0) {
      "No disagreements"
    } else {
      paste0("Disagreements ", if (mixed) "between " else "about ", count(nrow(x), noun), if (mixed) " of categories")
    },
    rest = group_words(x, if (mixed) "category_1" else "item"), figures = if (!of_spans) "disagreement",
    notes = c(
      if (!is.null(attr(x, "scale"))) paste("# Disagreement:", attr(x, "scale")),
      if (!is.null(x[["share"]]) && !is_of_two(x)) "# Share: the part of all disagreement"
    )
  )
}

# Whether these are mentions of chains of two annotators, who differ wholly on each of them.
is_of_two <- function(x) all(c("kind", "mention") %in% names(x)) && is.null(attr(x, "scale"))

table_parts.accord_disagreements <- function(x, style) {
  # The name of an item of spans consists of these columns.
  place <- c("document", "start", "end")
  of_chains <- all(c("item", "kind", "document", "mention") %in% names(x))
  hidden <- if (all(c("item", "kind", place) %in% names(x))) place
  mixed <- "category_1" %in% names(x)
  if (of_chains) hidden <- c("document", "mention", if (is_of_two(x)) c("disagreement", "share"))
  notes <- if (style$format != "text") {
    c(
      if (!is.null(attr(x, "scale")) && !is.null(x[["disagreement"]])) {
        escape(paste("Disagreement:", attr(x, "scale")), style)
      },
      if (length(hidden) && !of_chains) {
        "Disagreement: 0 if all marked the same span, 1 if only one marked any, more if place and label differ"
      },
      if (of_chains) "None: not marked; with: the other mentions of its chain",
      if (mixed && !is.null(x[["coincidences"]])) {
        "Coincidences: pairs of ratings of an item, weighted so that an item counts as often as it was rated"
      },
      if (!is.null(x[["share"]]) && !"share" %in% hidden) "Share: the part of all disagreement",
      if (!mixed && has_counted_answers(x[["ratings"]])) "Answers: in parentheses, how many raters gave each"
    )
  }
  headings <- if (style$format != "text") c(RESULT_HEADINGS, rater_headings(x)) else RESULT_HEADINGS
  shares <- c(RESULT_SHARES, if (grepl("^the share", attr(x, "scale") %||% "")) "disagreement")
  result_parts(
    x, style, headings, shares, rlang::set_names(rep(list(NULL), length(hidden)), hidden), notes
  )
}

# Whether answers stand beside the number of raters who gave them.
has_counted_answers <- function(answers) any(grepl("\\([0-9.,]+\\)$", answers))

# The headings of columns of raters, between the item and the disagreement, are their names; those of numbers say so.
rater_headings <- function(x) {
  place <- match(c("item", "disagreement"), names(x))
  if (anyNA(place) || place[2] - place[1] < 2) {
    return(NULL)
  }
  raters <- setdiff(names(x)[(place[1] + 1):(place[2] - 1)], names(RESULT_HEADINGS))
  who <- if ("kind" %in% names(x)) "Annotator" else "Rater"
  stats::setNames(sub("^([0-9]+)$", paste(who, "\\1"), raters), raters)
}

# Returns the answers on the items of some bars, to be printed beside them. `labels`: the names of the rows. `places`:
# the number of lines of the plot, which determines the size of text; smaller text is used if it fits more entries.
item_answers <- function(x, labels, places, bars) {
  answers <- entries_of_items(x)
  between <- if (is.null(x[["ratings"]])) "   " else ", "
  found <- lapply(TILE_TEXT, function(size) {
    room <- panel_width(labels) %/% NAME_LETTER - 1
    lines <- max(1, (0.75 * panel_height() / bars) %/% (1.1 * size))
    c(answers_in_room(answers, between, room, lines), size = size)
  })
  found[[which.max(vapply(found, `[[`, 0, "n"))]]
}

# Returns the parts of each entry: "a (2)" and "b (1)", or one entry per rater.
entries_of_items <- function(x) {
  if (!is.null(x[["ratings"]])) {
    # Labels may contain commas, so that entries are split after the count in parentheses.
    answers <- strsplit(gsub("([(][0-9.,]+[)]), ", "\\1\001", x[["ratings"]]), "\001", fixed = TRUE)
    return(lapply(answers, function(answer) {
      label <- sub(" ?[(][0-9.,]+[)]$", "", answer)
      data.frame(rater = rep("", length(label)), label = label, after = substring(answer, nchar(label) + 1))
    }))
  }
  between <- answer_places(x)
  # The number of a rater could be taken for a rating.
  raters <- sub("^([0-9.]+)$", "rater \\1", names(x)[between])
  once <- are_named_once(x)
  # For spans the label is followed by its position.
  place <- if (all(c("kind", "start", "end") %in% names(x))) " -?[0-9]+--?[0-9]+$" else "$"
  lapply(seq_len(nrow(x)), function(row) {
    answer <- vapply(between, function(column) as.character(x[[column]])[row], "")
    if (once) answer[is.na(answer)] <- "none"
    given <- !is.na(answer)
    label <- sub(place, "", answer[given])
    data.frame(
      rater = if (once) "" else raters[given], label = label, after = substring(answer[given], nchar(label) + 1)
    )
  })
}

# The places of the columns of raters.
answer_places <- function(x) {
  place <- match(c("item", "disagreement"), names(x))
  seq(place[1] + 1, length.out = place[2] - place[1] - 1)
}

# Few raters are named once, above the plot, in whose order their ratings stand in each row.
are_named_once <- function(x) {
  raters <- names(x)[answer_places(x)]
  length(raters) <= 4 && sum(nchar(raters, "width")) <= 24
}

# Says what the text of a row consists of.
ratings_in_words <- function(x) {
  if (!is.null(x[["ratings"]])) return("each rating and its number of raters")
  if (!are_named_once(x)) return("each rater and the rating")
  raters <- names(x)[answer_places(x)]
  numbered <- all(grepl("^[0-9.]+$", raters))
  paste0("those of ", if (numbered && length(raters) > 1) "raters ", in_a_list(raters), " in this order")
}

# The minimum widths to which names of raters and categories are cut, so that they remain recognisable.
SHORTEST_RATERS <- c(10, 8, 6)
SHORTEST_CATEGORY <- 12

# `answers`: a data frame for each bar, with a row per entry. Names are as long as fits for all bars; if the shortest
# ones are too long, the last entries of a bar are left out. Returns `text` and `n`, the number of entries that are
# shown.
answers_in_room <- function(answers, between, room, lines) {
  all <- do.call(rbind, answers)
  raters <- unique(all$rater)
  labels <- unique(all$label)
  longest <- min(max(0, nchar(labels, "width")), room)
  filled_by <- function(rater, label) {
    who <- cut_labels(raters, rater)
    who[raters != ""] <- paste0(who, ": ")[raters != ""]
    short <- cut_labels(labels, label)
    function(part) {
      entries <- paste0(who[match(part$rater, raters)], short[match(part$label, labels)], part$after)
      entries_in_lines(entries, between, room, lines)
    }
  }
  text_of <- function(fill) {
    filled <- lapply(answers, fill)
    list(text = vapply(filled, `[[`, "", "text"), n = sum(vapply(filled, `[[`, 0, "n")))
  }
  shortest <- min(longest, SHORTEST_CATEGORY)
  for (rater in if (all(raters == "")) SHORTEST_RATERS[1] else SHORTEST_RATERS) {
    for (label in seq(longest, shortest)) {
      fill <- filled_by(rater, label)
      # One bar that does not fit is enough to know that names must be shorter.
      if (is.null(Find(function(part) fill(part)$n < nrow(part), answers))) return(text_of(fill))
    }
  }
  found <- lapply(SHORTEST_RATERS, function(rater) text_of(filled_by(rater, shortest)))
  found[[which.max(vapply(found, `[[`, 0, "n"))]]
}

# Returns as many entries as fit into the lines, with dots for the others; `n`: their number.
entries_in_lines <- function(entries, between, room, lines) {
  all <- length(entries)
  for (n in all:0) {
    shown <- lines_of_entries(c(entries[seq_len(n)], if (n < all) "..."), between, room)
    if (length(shown) <= lines && all(nchar(shown, "width") <= room)) break
  }
  list(text = paste(shown, collapse = "\n"), n = as.double(n))
}

lines_of_entries <- function(entries, between, room) {
  lines <- ""
  for (entry in entries) {
    last <- length(lines)
    longer <- paste0(lines[last], if (lines[last] != "") between, entry)
    if (lines[last] == "" || nchar(longer, "width") <= room) {
      lines[last] <- longer
    } else {
      lines[last] <- sub(" +$", "", paste0(lines[last], between))
      lines <- c(lines, entry)
    }
  }
  lines
}

text_columns.accord_disagreements <- function(x) c("item", "category_1", "category_2")

not_coefficients.accord_disagreements <- function(x) cli::format_inline("disagreements, of {.fn disagreements}")
