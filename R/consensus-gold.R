# Known (gold) labels, for some items of consensus() or for its evaluation.

# Returns a data frame: `item` and the given group keys as text, and `label` as text or numbers. Items without a label
# are left out, and repeated rows with the same label count once. `item` and `rating`: the names of these columns in the
# data, if known. If labels were given as a list of sets, the attribute `sets` has the labels of each set by its name.
# `labels`: those of ratings by label, for which gold sets become rows by label.
read_gold <- function(gold, keys, item, rating, labels = NULL, what = "Gold") {
  sets <- NULL
  if (is.data.frame(gold)) {
    found <- names(gold)
    gold <- only_names(own_names(own_names(gold, "item", item), "label", rating), keys)
    columns <- intersect(c(keys, "item", "label"), names(gold))
    if (is_list_of_labels(gold[["label"]])) {
      encoded <- encode_sets(gold[["label"]], NULL, NULL)
      sets <- encoded$sets
      gold[["label"]] <- encoded$label
    }
    texts <- columns[columns != "label" | !are_bare_numbers(gold[["label"]])]
    gold <- vctrs::new_data_frame(as.list(gold)[columns], n = nrow(gold))
    gold[texts] <- lapply(as.list(gold)[texts], id_text)
  } else if ((is.atomic(gold) || is_list_of_labels(gold)) && !is.null(names(gold))) {
    item <- names(gold)
    if (is.list(gold)) {
      encoded <- encode_sets(unname(gold), NULL, NULL)
      sets <- encoded$sets
      gold <- encoded$label
    }
    gold <- unname(gold)
    gold <- data.frame(item = item, label = if (are_bare_numbers(gold)) gold else id_text(gold))
  }
  if (!is.data.frame(gold) || !all(c("item", "label") %in% names(gold))) {
    rule <- "labels named by items, or a data frame with the columns `item` and `label`"
    if (inherits(gold, "accord_ratings")) {
      abort_accord(
        "argument",
        c(
          "{.arg gold} must be {rule}.",
          x = "It is ratings, of which an item can have several.",
          i = "Their label is {.code gold = consensus(...)} of these ratings."
        ),
        argument = "gold", value = gold
      )
    }
    if (!is.data.frame(gold)) abort_argument(gold, "gold", rule)
    abort_accord(
      "argument",
      c(
        "{.arg gold} must be {rule}.",
        x = "It has {length(found)} column{?s}: {.val {first_few(found)}}."
      ),
      argument = "gold", value = gold
    )
  }
  gold <- vctrs::vec_unique(vctrs::vec_slice(gold, !is.na(gold$label) & !is.na(gold$item)))
  place <- gold[setdiff(names(gold), "label")]
  twice <- unique(gold$item[vctrs::vec_duplicate_detect(place)])
  if (length(twice)) {
    abort_accord(
      "gold",
      c(
        "An item has one gold label at most.",
        x = "{length(twice)} item{?s} {?has/have} several: {.val {first_few(twice)}}.",
        i = "If these are ratings by several raters, their label is {.code gold = consensus(...)}; where people differ,
          {.fn evaluate_consensus} compares with all of them: {.code gold = as_ratings(...)}."
      ),
      items = twice
    )
  }
  gold <- structure(gold, sets = sets)
  if (is.null(labels)) gold else gold_by_label(gold, labels, what)
}

# Returns gold sets as rows for ratings by label: whether each of the sets has each of the `labels`.
gold_by_label <- function(gold, labels, what) {
  sets <- attr(gold, "sets")
  if (is.null(sets)) {
    return(check_gold_by_label(gold, what))
  }
  foreign <- setdiff(unlist(sets[unique(gold$label)]), labels)
  if (length(foreign)) {
    inform_accord(
      "unused_gold",
      c(i = "{length(foreign)} label{?s} in sets {?is/are} given by no rater, and left out of the {tolower(what)} \\
         labels: {.val {first_few(foreign)}}."),
      labels = foreign
    )
  }
  row <- rep(seq_len(nrow(gold)), each = length(labels))
  has <- unlist(lapply(sets[gold$label], function(set) labels %in% set), use.names = FALSE)
  gold <- vctrs::vec_slice(gold, row)
  gold$category <- rep_len(labels, length(row))
  gold$label <- as.character(has)
  structure(gold, sets = NULL)
}

# Without sets, gold labels are whether an item has the label in `category`.
check_gold_by_label <- function(gold, what) {
  if ("category" %in% names(gold) && all(gold$label %in% c("TRUE", "FALSE"))) {
    return(gold)
  }
  abort_accord(
    "gold",
    c(
      "{what} labels of ratings that are sets must be sets too.",
      x = "They are single labels: {.val {first_few(unique(gold$label))}}.",
      i = "Give sets as a list, such as {.code list(\"1\" = c(\"a\", \"b\"))}."
    ),
    labels = unique(gold$label)
  )
}

# Plain numbers are compared as numbers, since conversion to text takes seconds for a million of them and may lose
# digits.
are_bare_numbers <- function(x) is.numeric(x) && is.null(attributes(x))

own_names <- function(gold, name, own) {
  if (name == "item" && length(own) > 1 && all(own %in% names(gold))) gold[[name]] <- joined_text(unclass(gold)[own])
  if (!name %in% names(gold)) names(gold)[names(gold) %in% own] <- name
  gold
}

# Beside the group keys and one of the columns `item` and `label`, the only other column can only be the other one.
only_names <- function(x, keys) {
  lacking <- setdiff(c("item", "label"), names(x))
  other <- setdiff(names(x), c(keys, "item", "label"))
  if (length(lacking) == 1 && length(other) == 1) names(x)[names(x) == other] <- lacking
  x
}

# Labels `x` that are no result of consensus(), with items by the name that they have in `gold` too.
named_as_gold <- function(x, gold, keys) {
  both <- if (is.data.frame(gold)) setdiff(intersect(names(x), names(gold)), c(keys, "label"))
  if (!"item" %in% names(x) && length(both) == 1) names(x)[names(x) == both] <- "item"
  only_names(x, keys)
}

# `sets`: whether the ratings are sets.
check_gold_labels <- function(gold, categories, sets, what = "Gold") {
  unknown <- unknown_gold(gold, categories)
  if (length(unknown)) {
    given <- !is.null(attr(gold, "sets"))
    near <- unique(same_spelling(unknown, id_text(categories)))
    near <- near[!is.na(near)]
    abort_accord(
      "gold",
      c(
        "{what} labels must be categories of the ratings.",
        x = "{length(unknown)} of them {?is/are} not: {.val {first_few(unknown)}}.",
        i = if (length(near)) "Did you mean {.val {first_few(near)}}?",
        i = if (length(near)) {
          "Labels are compared as they are written, with case and blanks."
        } else if (sets) {
          "The categories are the sets that occur: {.val {first_few(id_text(categories))}}."
        } else if (given) {
          "The categories are single labels, not sets: {.val {first_few(id_text(categories))}}."
        } else {
          "The categories are {.val {first_few(id_text(categories))}}; {.arg categories} of {.fn consensus}
            can add some."
        },
        i = if (sets && given) {
          "Leave out items whose set no rater gave."
        } else if (sets) {
          "Give sets as a list, such as {.code list(\"1\" = c(\"a\", \"b\"))}."
        } else if (given) {
          "Give the labels as a vector in place of a list."
        }
      ),
      labels = unknown
    )
  }
}

# Returns for each text the one of `known` that differs only in case and blanks; NA if there is none or several.
same_spelling <- function(text, known) {
  plain <- function(x) tolower(gsub("[[:space:]]+", "", x))
  found <- plain(known)
  found[vctrs::vec_duplicate_detect(found)] <- NA
  known[match(plain(text), found, incomparables = NA)]
}

# Gold labels of a result may all be absent from its labels if they are sets, since a correct set need not have been
# given by any rater.
check_result_gold <- function(gold, facts) {
  if (!facts$sets || is.null(attr(gold, "sets"))) check_gold_labels(gold, facts$categories, facts$sets)
}

unknown_gold <- function(gold, categories) setdiff(id_text(gold$label, like = categories), id_text(categories))

# Returns the row of `gold` for each row of a table of items with these group keys; NA for none.
match_gold <- function(gold, items, keys) {
  place <- setdiff(names(gold), "label")
  table <- c(lapply(as.list(keys), id_text), list(item = id_text(items)))[place]
  gold$item <- id_text(gold$item, like = items)
  vctrs::vec_match(
    vctrs::new_data_frame(table, n = length(items)),
    vctrs::new_data_frame(as.list(gold)[place], n = nrow(gold))
  )
}

# `row` is the row of `gold` for each of `items`. If no gold item matches, the columns were probably read in different
# ways, for example "001" as 1.
check_gold_items <- function(row, gold, items, what = "Gold") {
  used <- tabulate(row, nrow(gold)) > 0
  if (all(used)) {
    return(invisible())
  }
  gold$item <- id_text(gold$item, like = items)
  items <- unique(id_text(items))
  # Gold labels with group keys apply to the item in that group only.
  named <- group_labels(gold[setdiff(names(gold), "label")])
  lost <- setdiff(gold$item[!used], items)
  plain <- function(id) {
    # Patterns are applied only to ids with a leading zero or a blank, since they take seconds for a million ids.
    odd <- grep("^0|[[:space:]]", id)
    id[odd] <- sub("^0+(?=.)", "", gsub("[[:space:]]+", " ", trimws(id[odd])), perl = TRUE)
    id
  }
  at <- if (length(lost)) match(plain(lost), plain(items))
  alike <- lost[!is.na(at)]
  near <- items[at[!is.na(at)]]
  hint <- "Ids differ only by leading zeros or blanks: {.val {first_few(alike)}} and {.val {first_few(near)}}.
    Read ids as text."
  if (all(is.na(row)) && length(items) && nrow(gold)) {
    abort_accord(
      "gold",
      c(
        "{what} labels must belong to items of these data.",
        x = "{nrow(gold)} label{?s} {?belongs/belong} to none of them: {.val {first_few(named)}}.",
        i = if (any(gold$item %in% items)) {
          "Items of the same name are in other groups only."
        } else {
          "The items are {.val {first_few(items)}}."
        },
        i = if (length(alike)) hint
      ),
      items = gold$item
    )
  }
  if (length(alike)) {
    warn_accord(
      "gold_ids",
      c(
        "Ids of {tolower(what)} labels are compared as text.",
        x = "{length(alike)} item{?s} with such a label {?is/are} left out.",
        i = hint
      ),
      items = alike
    )
  }
  unused <- which(!used & !gold$item %in% alike)
  if (length(unused)) {
    all <- nrow(gold)
    n <- length(unused)
    inform_accord(
      "unused_gold",
      c(i = "{big(n)} of {big(all)} {tolower(what)} {cli::qty(all)}label{?s} {cli::qty(n)}{?is/are} left out, since \\
         {?its item is/their items are} not in the data: {.val {first_few(named[unused])}}."),
      items = gold$item[unused]
    )
  }
}

# Does the same if `x` is a result of consensus(); items whose label consensus() took from gold are left out.
match_result_gold <- function(gold, x, keys) {
  row <- match_gold(gold, x[["item"]], keys)
  check_gold_items(row, gold, x[["item"]])
  given <- x[["status"]] %in% "gold"
  n <- sum(given & !is.na(row))
  if (n > 0) {
    inform_accord(
      "given_gold",
      c(i = "{big(n)} of {big(sum(!is.na(row)))} items with a gold label {cli::qty(n)}{?is/are} left out, since \\
         {.fn consensus} was given a gold label for {?it/them}: a label that was copied is not evaluated."),
      items = x[["item"]][given & !is.na(row)]
    )
  }
  structure(replace(row, given, NA), given = n)
}

# Returns the code of the gold label of each item (from 0), or -1; empty without gold.
gold_codes <- function(gold, ratings, columns, what = "Gold") {
  if (is.null(gold)) {
    return(integer())
  }
  gold <- read_gold(gold, names(ratings$groups), columns$item, columns$rating, ratings$by_label, what)
  check_gold_labels(gold, ratings$categories, !is.null(ratings$sets), what)
  row <- match_gold(gold, ratings$items, vctrs::vec_slice(ratings$groups, item_groups(ratings)))
  check_gold_items(row, gold, ratings$items, what)
  code <- match(id_text(gold$label, like = ratings$categories), id_text(ratings$categories))[row] - 1L
  code[is.na(row)] <- -1L
  code
}
