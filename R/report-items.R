# The items on which raters disagree, in a report.

# Disagreements by the weights of the user, or at the level of the ratings, or by the usual weights.
report_disagreements <- function(ratings, about, what = "items") {
  weights <- about$asked %||% if (is.na(ratings$level)) about$weights
  disagreements(ratings, what = what, weights = weights)
}

# `settled`: the labels of a model, or NULL.
item_section <- function(ratings, about, text, n, settled = NULL) {
  found <- report_disagreements(ratings, about)
  both <- has_both(found, ratings, confused_pair(ratings, about))
  found <- by_doubt(found, ratings, about, settled, both)
  shown <- ratings_first(answers_by_rater(found, ratings))
  if (about$kind != "labels") shown <- in_units(shown, ratings, about)
  counted <- has_counted_answers(shown[["ratings"]])
  words <- html_text(item_words(ratings, about, found$item, !is.null(settled[["probability"]]), any(both)))
  texts <- if (is_spans(ratings)) texts_of_stretches(found$item, text) else texts_of(found$item, text)
  table <- if (is_spans(ratings)) {
    # A name and the words of a stretch say how long it is, so that its number of positions is left out.
    columns <- c(names(ratings$groups), setdiff(names(STRETCH_COLUMNS), if (!is.null(texts)) "n_positions"))
    html_columns(shown[columns], STRETCH_COLUMNS, n, "items", shown, ratings, texts = texts)
  } else {
    # Answers that name their raters say how many there are, and shares follow from the disagreement.
    left_out <- c("share", if (!counted && !is.null(shown[["ratings"]])) "n_ratings")
    digits <- if (about$kind == "labels") 2
    html_table(shown[setdiff(names(shown), left_out)], n, "items", shown, digits, ratings, texts = texts)
  }
  answered(half_if_narrow(words, table), items_answer(found, item_summary(ratings), ratings, n))
}

STRETCH_COLUMNS <- c(item = "Stretch", ratings = "Answers", n_positions = "Positions", share = "Share of disagreement")

# On how many of the items that can be compared raters differ, and whether this orders the first `n`, which are listed.
items_answer <- function(found, all, ratings, n = Inf) {
  known <- sum(!is.na(all$agreement))
  apart <- sum(found$disagreement > 0, na.rm = TRUE)
  if (known == 0) {
    return(NULL)
  }
  paste0(
    "Raters differ on ", big(apart), " of ", count_item_rows(known, ratings), " with two ratings or more",
    if (apart > 1 && is_same(utils::head(found$disagreement, n))) {
      paste0("; ", if (apart > n) "those that are listed differ" else "they differ", " equally")
    }, "."
  )
}

# `by_model`: whether the doubt is that of a model; `confused`: whether items with the confusion that the first lines
# name come first among equals.
item_words <- function(ratings, about, items, by_model = FALSE, confused = FALSE) {
  if (is_spans(ratings)) {
    return(paste(
      c(
        stretch_names_words(id_text(items)), "The stretches with the largest share of all disagreement come first.",
        if (length(none_of_spans(ratings))) paste0(none_of_spans(ratings), ":\u00a0no\u00a0label.")
      ),
      collapse = " "
    ))
  }
  voted <- about$kind == "labels" && length(ratings$raters) > 2
  among <- c(
    if (confused) "those with the two categories that are confused most",
    if (by_model) {
      "those whose label is least probable"
    } else if (voted) {
      "those whose label was given by raters who agree least with others"
    }
  )
  paste0(
    "The items in most doubt come first",
    if (length(among)) {
      paste0(": those with most disagreement, and among equals ", paste(among, collapse = ", then "))
    } else if (about$kind == "scores") {
      ", equal ones in data order"
    }, "."
  )
}

# Items with equal disagreement are sorted by whether they have the confusion that the first lines name (`both`), then
# by the support for their label: its probability by the model, or else the
# share of votes, in which raters count by their agreement with others; those that are still equal by their share of all
# disagreement. Stretches of a text are sorted by this share alone, since long ones matter more than short ones.
by_doubt <- function(found, ratings, about, settled, both = rep(FALSE, nrow(found))) {
  if (nrow(found) == 0) {
    return(found)
  }
  if (is_spans(ratings)) {
    return(vctrs::vec_slice(found, order(group_numbers_of(found, ratings), -signif(found$share, 10), na.last = TRUE)))
  }
  labels <- if (!is.null(settled[["probability"]])) {
    settled
  } else if (about$kind == "labels" && !is.null(ratings$raters)) {
    tryCatch(labels_of_items(ratings, "wawa"), accord_error = function(cnd) NULL)
  }
  keys <- c(names(ratings$groups), "item")
  frame <- function(x) vctrs::new_data_frame(unclass(x)[keys], nrow(x))
  support <- if (is.null(labels)) {
    rep(0, nrow(found))
  } else {
    signif(labels$probability[vctrs::vec_match(frame(found), frame(labels))], 10)
  }
  group <- group_numbers_of(found, ratings)
  vctrs::vec_slice(found, order(group, -signif(found$disagreement, 10), !both, support, -found$share, na.last = TRUE))
}

# For numbers and ordered categories: the largest difference of two ratings of an item in place of the disagreement,
# which is in squared units.
in_units <- function(x, ratings, about) {
  rated <- which(item_sizes(ratings) > 0)
  item <- rating_items(ratings)
  value <- about$values[ratings$code + 1L]
  largest <- -group_least(-value, item) - group_least(value, item)
  keys <- c(
    as.list(vctrs::vec_slice(ratings$groups, item_groups(ratings)[rated])),
    list(item = vctrs::vec_slice(ratings$items, rated))
  )
  own <- vctrs::new_data_frame(unclass(x)[names(keys)], nrow(x))
  x[["disagreement"]] <- largest[vctrs::vec_match(own, vctrs::new_data_frame(keys, length(rated)))]
  names(x)[names(x) == "disagreement"] <- "Largest difference"
  x
}

# Puts the ratings beside the item: on a phone the columns after them are those that need scrolling.
ratings_first <- function(x) {
  x <- x[append(setdiff(names(x), "ratings"), "ratings", match("item", names(x)))]
  # A column of ratings may be narrow; non-breaking spaces keep "no (2)" on one line.
  x[["ratings"]] <- gsub(" (?=\\([0-9]+\\))", "\u00a0", x[["ratings"]], perl = TRUE)
  x
}

# The texts of items, which stand below their rows.
texts_of <- function(items, text) {
  if (is.null(text)) {
    return(NULL)
  }
  found <- cut_end(text[as.character(items)], 200)
  unname(ifelse(is.na(found), "", escape_html(found)))
}

# The words of stretches, in bold between those around them, from the texts of their documents. The name of a stretch
# ends with its first position, from 0, and the one after its last.
texts_of_stretches <- function(items, text) {
  if (is.null(text)) {
    return(NULL)
  }
  parts <- utils::strcapture(
    "^(.*):([0-9]+)-([0-9]+)$", id_text(items), list(document = "", from = 0, to = 0), perl = TRUE
  )
  whole <- unname(text[parts$document])
  from <- parts$from
  to <- parts$to
  end <- pmin(to, from + STRETCH_LETTERS)
  dots <- function(more) ifelse(more, "\u2026", "")
  # No word is cut around a stretch.
  cut_before <- from > AROUND_STRETCH
  before <- substr(whole, from - AROUND_STRETCH + 1, from)
  before <- ifelse(cut_before, sub("^\\S*\\s+(?=\\S)", "", before, perl = TRUE), before)
  cut_after <- nchar(whole) > to + AROUND_STRETCH
  after <- substr(whole, to + 1, to + AROUND_STRETCH)
  after <- ifelse(cut_after, sub("(?<=\\S)\\s+\\S*$", "", after, perl = TRUE), after)
  words <- paste0(
    dots(cut_before), escape_html(before), "<b>", escape_html(substr(whole, from + 1, end)), dots(to > end), "</b>",
    escape_html(after), dots(cut_after)
  )
  ifelse(is.na(whole), "", words)
}

# How many letters of a stretch and how many on either side of it are shown.
STRETCH_LETTERS <- 120
AROUND_STRETCH <- 15
