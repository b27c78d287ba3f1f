# Probabilities of a classifier for the items of consensus().

# Returns a matrix with a row per category and a column per item; without rows if there is no classifier.
classifier_probabilities <- function(classifier, method, ratings, columns) {
  if (is.null(classifier)) {
    if (method == "crowdlab") abort_no_classifier()
    return(matrix(0, 0, length(ratings$items)))
  }
  if (length(ratings$by_label)) {
    abort_accord(
      "classifier",
      c(
        "A classifier is for ratings with one label each.",
        x = "The ratings are sets of labels.",
        i = "Use {.code sets = \"whole\"}, or the ratings of one label."
      )
    )
  }
  categories <- id_text(ratings$categories)
  table <- classifier_table(classifier, names(ratings$groups), columns$item, categories, ratings$categories)
  place <- table$place
  twice <- unique(place$item[vctrs::vec_duplicate_detect(place)])
  if (length(twice)) {
    abort_classifier(
      "An item has one row of probabilities at most.",
      "{length(items)} item{?s} {?has/have} several that differ: {.val {first_few(items)}}.", twice
    )
  }
  check_probabilities(table$values, place$item)
  keys <- vctrs::vec_slice(ratings$groups, item_groups(ratings))
  at <- c(lapply(as.list(keys), id_text), list(item = id_text(ratings$items)))[names(place)]
  place$item <- id_text(place$item, like = ratings$items)
  row <- vctrs::vec_match(vctrs::new_data_frame(at, n = length(ratings$items)), place)
  check_classified(row, place$item, id_text(ratings$items))
  values <- t(table$values[row, , drop = FALSE])
  values / rep(colSums(values), each = nrow(values))
}

abort_no_classifier <- function() {
  abort_accord(
    "argument",
    c(
      "CROWDLAB needs the probabilities of a classifier.",
      x = "{.arg classifier} is not given.",
      i = "Use {.code method = crowdlab(classifier = p)}, where {.code p} has the column of items and a column of
        probabilities for each category."
    ),
    argument = "classifier"
  )
}

# `found`: a cli message that may contain `items`.
abort_classifier <- function(rule, found, items, advice = NULL) {
  abort_accord("classifier", c(rule, x = found, i = advice), items = items, argument = "classifier")
}

# Returns `place`, a data frame with the given group keys and the item of each row as text, and `values`, a matrix with
# a column per category.
classifier_table <- function(x, keys, item, categories, like) {
  rule <- "a matrix of probabilities with the names of items and categories, or a data frame with the column of items
    and a column per category"
  if (is.matrix(x) && is.numeric(x) && !is.null(rownames(x)) && !is.null(colnames(x))) {
    x <- data.frame(item = rownames(x), x, check.names = FALSE)
  }
  if (!is.data.frame(x)) abort_argument(x, "classifier", rule)
  x <- own_names(x, "item", item)
  if (is.null(x[["item"]])) {
    column <- item %||% "item"
    abort_accord(
      "classifier",
      c(
        "{.arg classifier} must be about items.",
        x = "It has no column {.field {column}}, but {.val {first_few(names(x))}}.",
        i = "A matrix has the items as row names; a data frame has them in {.field {column}}."
      ),
      items = column, argument = "classifier"
    )
  }
  place <- vctrs::new_data_frame(lapply(as.list(x)[c(intersect(keys, names(x)), "item")], id_text), n = nrow(x))
  if (all(c("category", "probability") %in% names(x)) && !all(categories %in% names(x))) {
    return(wide_probabilities(place, id_text(x[["category"]], like = like), x[["probability"]], categories))
  }
  lost <- setdiff(categories, names(x))
  if (length(lost)) {
    others <- setdiff(names(x), names(place))
    abort_accord(
      "classifier",
      c(
        "{.arg classifier} must have a column for each category of the ratings.",
        x = "{length(lost)} {?is/are} missing: {.val {first_few(lost)}}.",
        i = "Its columns are {.val {first_few(others)}}."[length(others) > 0]
      ),
      categories = lost, argument = "classifier"
    )
  }
  odd <- categories[!vapply(categories, function(name) is_numbers(x[[name]]), NA)]
  if (length(odd)) {
    abort_accord(
      "classifier",
      c("Probabilities must be numbers.", x = "{length(odd)} column{?s} {?is/are} not: {.val {first_few(odd)}}."),
      categories = odd, argument = "classifier"
    )
  }
  values <- vapply(categories, function(name) as.double(x[[name]]), double(nrow(x)))
  values <- matrix(values, nrow(x), length(categories))
  check_more_classes(x[setdiff(names(x), c(categories, names(place)))], values)
  # Ratings have a row for each of the ratings of an item, which have the same probabilities.
  first <- which(!duplicated(data.frame(vctrs::vec_group_id(place), values)))
  list(place = vctrs::vec_slice(place, first), values = values[first, , drop = FALSE])
}

# Stops if a further column completes the probabilities: that of a class which no rater used. `more`: columns that are
# no categories.
check_more_classes <- function(more, values) {
  short <- which(abs(rowSums(values) - 1) > 0.02)
  more <- more[vapply(more, is_numbers, NA)]
  extra <- names(more)[vapply(more, function(x) all(is.finite(x) & x >= 0 & x <= 1), NA)]
  if (length(short) == 0 || length(extra) == 0) {
    return(invisible())
  }
  total <- rowSums(values) + Reduce(`+`, lapply(more[extra], as.double))
  if (all(abs(total - 1) <= 0.02, na.rm = TRUE)) {
    abort_accord(
      "classifier",
      c(
        "The categories of {.arg classifier} must be those of the ratings.",
        x = "{length(extra)} column{?s} of probabilities {?is/are} of none: {.val {first_few(extra)}}.",
        i = "Nobody gave {cli::qty(length(extra))}{?it/them}: add {?it/them} in {.arg categories} of {.fn consensus}."
      ),
      categories = extra, argument = "classifier"
    )
  }
}

# The same from a row per item and category, such as tidy(x, "posterior").
wide_probabilities <- function(place, category, probability, categories) {
  column <- match(category, categories)
  foreign <- unique(category[is.na(column)])
  if (length(foreign)) {
    abort_accord(
      "classifier",
      c(
        "The categories of {.arg classifier} must be those of the ratings.",
        x = "{length(foreign)} {?is/are} not: {.val {first_few(foreign)}}.",
        i = "The categories are {.val {first_few(categories)}}; {.arg categories} can add some."
      ),
      categories = foreign, argument = "classifier"
    )
  }
  if (!is_numbers(probability)) abort_argument(probability, "classifier", "a table whose probabilities are numbers")
  id <- vctrs::vec_group_id(place)
  first <- which(!duplicated(id))
  # A second row of an item and category is a second row of the item.
  cell <- vctrs::vec_duplicate_detect(data.frame(id, column))
  values <- matrix(0, length(first), length(categories))
  values[cbind(as.integer(id), column)] <- probability
  extra <- first[match(unique(id[cell]), id[first])]
  list(
    place = vctrs::vec_slice(place, c(first, extra)),
    values = values[c(seq_along(first), match(extra, first)), , drop = FALSE]
  )
}

check_probabilities <- function(values, items) {
  none <- items[rowSums(is.na(values)) > 0]
  if (length(none)) {
    abort_classifier(
      "Every item of {.arg classifier} needs all probabilities.",
      "{length(items)} item{?s} {?lacks/lack} some: {.val {first_few(items)}}.", none,
      "Without an opinion of the classifier, all categories are equally probable."
    )
  }
  wrong <- items[rowSums(values < 0 | values > 1) > 0 | abs(rowSums(values) - 1) > 0.02]
  if (length(wrong)) {
    abort_classifier(
      "The probabilities of an item must be between 0 and 1 and add up to 1.",
      "Those of {length(items)} item{?s} do not: {.val {first_few(items)}}.", wrong,
      if (stats::median(rowSums(values)) > 50 && max(values) <= 100) {
        "Divide percentages by 100."
      } else {
        "Divide scores by their sum; logits need the softmax function."
      }
    )
  }
}

# `row`: the row of the classifier's `items` for each of the `rated` ones.
check_classified <- function(row, items, rated) {
  if (length(rated) && all(is.na(row))) {
    abort_classifier(
      "{.arg classifier} must be about the items of the ratings.",
      "They have none in common: its first items are {.val {first_few(items)}}.", items,
      "Ids are compared as text."
    )
  }
  without <- unique(rated[is.na(row)])
  if (length(without)) {
    abort_classifier(
      "Every item needs the probabilities of the classifier.",
      "{length(items)} item{?s} of the ratings {?has/have} none: {.val {first_few(items)}}.", without,
      "Leave these items out, or give them the same probability for all categories."
    )
  }
  unused <- setdiff(items, rated)
  if (length(unused)) {
    inform_accord(
      "unused_items",
      c(i = "{length(unused)} item{?s} of {.arg classifier} {?is/are} left out, since {?it has/they have} no \\
             ratings: {.val {first_few(unused)}}."),
      items = unused
    )
  }
}

# A classifier that agrees with the votes more often than the right labels would has been trained on them.
MOST_SURPLUS <- 3

warn_in_sample <- function(fits, keys) {
  warn_against_raters(fits, keys)
  surplus <- vapply(fits, function(fit) as.double(fit$fit$surplus %||% 0), 0)
  bad <- surplus > MOST_SURPLUS
  if (any(bad)) {
    groups <- group_labels(keys)[bad]
    warn_accord(
      "in_sample",
      c(
        "Probabilities of a classifier must be those for items on whose labels it was not trained.",
        x = "In {length(groups)} group{?s} it agrees with the majority more often than the right labels would: \\
             {.field {first_few(groups)}}.",
        i = "Predict each item by a classifier that was trained on the others (cross-validation)."
      ),
      groups = groups, surplus = surplus[bad]
    )
  }
}

# A slope of 0 or less says that the classifier contradicts the raters, as one whose columns have wrong names does.
warn_against_raters <- function(fits, keys) {
  slope <- vapply(fits, function(fit) as.double(fit$fit$slope %||% 1), 0)
  bad <- slope <= 0
  if (any(bad)) {
    groups <- group_labels(keys)[bad]
    warn_accord(
      "classifier_against_raters",
      c(
        "A classifier should agree with the raters more often than by chance.",
        x = "In {length(groups)} group{?s} it does not: {.field {first_few(groups)}}.",
        i = "Are the columns of its probabilities named as the categories?"
      ),
      groups = groups, slope = slope[bad]
    )
  }
}

# Returns the words of the print on a consensus with a classifier.
classifier_note <- function(facts) {
  slopes <- unlist(lapply(facts$fits, `[[`, "slope"))
  if (length(slopes)) {
    return(paste0(
      "# Classifier: a prior, with its log probabilities times ",
      paste(unique(format(range(slopes), digits = 2)), collapse = " to "), " (estimated; 1: as they are)"
    ))
  }
  weights <- unlist(lapply(facts$fits, `[[`, "classifier_weight"))
  if (length(weights) == 0) {
    return(NULL)
  }
  mean <- mean(unlist(lapply(facts$fits, `[[`, "weight")))
  paste0(
    "# Classifier: its weight is ", paste(unique(format(range(weights), digits = 3)), collapse = " to "),
    ", that of a rater ", format(mean, digits = 3), " on average; labels to look at again are `tidy(x, \"items\")`"
  )
}

# Returns the quality of the majority label of items, or of ratings, the lowest first.
quality_rows <- function(facts, what) {
  rows <- Map(function(fit, group) {
    if (is.null(fit$size)) {
      return(NULL)
    }
    own <- if (what == "items") {
      tibble::tibble(
        item = vctrs::vec_slice(facts$items, fit$items), label = vctrs::vec_slice(facts$categories, fit$label),
        majority = vctrs::vec_slice(facts$categories, fit$majority), n = fit$size, quality = fit$quality
      )
    } else {
      tibble::tibble(
        item = vctrs::vec_slice(facts$items, rep(fit$items, fit$size)),
        rater = vctrs::vec_slice(facts$raters, fit$rating_rater),
        rating = vctrs::vec_slice(facts$categories, fit$rating_code), quality = fit$rating_quality
      )
    }
    vctrs::vec_cbind(vctrs::vec_slice(facts$keys, rep(group, nrow(own))), own)
  }, facts$fits, seq_along(facts$fits))
  rows <- vctrs::vec_rbind(!!!rows)
  vctrs::vec_slice(rows, order(rows$quality))
}
