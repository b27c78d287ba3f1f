# Groups of raters, such as women and men: from a column of the data, or from a vector or list that names raters.

# Returns a list: `names` of the groups, and the `code` of each rater of the ratings (from 0, -1 for a rater without a
# group). `groups` and `rater` are quosures; the column of raters is needed only for groups in a column.
rater_groups <- function(groups, data, rater, ratings) {
  check_named_raters(ratings, "Groups of raters need")
  of <- group_column(groups, data, rater) %||% named_groups(rlang::eval_tidy(groups))
  at <- vctrs::vec_match(id_text(ratings$raters), of$rater)
  if (all(is.na(at))) {
    abort_accord(
      "unknown_rater",
      c(
        "{.arg groups} must be those of the raters.",
        x = "None of {length(of$rater)} name{?s} is a rater: {.val {first_few(of$rater)}}.",
        i = "The raters are {.val {first_few(id_text(ratings$raters))}}."
      ),
      raters = of$rater
    )
  }
  code <- of$code[at]
  used <- which(tabulate(code, length(of$names)) > 0)
  if (length(used) < 2) {
    abort_accord(
      "argument",
      c(
        "{.arg groups} must divide the raters into two or more groups.",
        x = if (length(used)) "All are in {.val {of$names[used]}}." else "No rater has a group."
      ),
      argument = "groups"
    )
  }
  lost <- id_text(ratings$raters)[is.na(code)]
  if (length(lost)) {
    inform_accord(
      "without_group",
      c(i = "{length(lost)} rater{?s} without a group {?is/are} left out: {.val {first_few(lost)}}."),
      raters = lost
    )
  }
  unknown <- of$rater[!of$rater %in% id_text(ratings$raters)]
  if (length(unknown)) {
    inform_accord(
      "unknown_rater",
      c(i = "{length(unknown)} name{?s} in {.arg groups} gave no rating: {.val {first_few(unknown)}}."),
      raters = unknown
    )
  }
  code <- match(code, used) - 1L
  list(names = of$names[used], code = replace(code, is.na(code), -1L))
}

# Groups in one or more columns, of which each rater has one value. NULL if `groups` names no columns.
group_column <- function(groups, data, rater) {
  if (!is.data.frame(data) || !names_columns(groups, data)) return(NULL)
  if (rlang::quo_is_missing(rater)) {
    abort_accord(
      "argument",
      c(
        "A column of {.arg groups} needs a column of raters, {.arg rater}.",
        i = "Or name the raters: {.code groups = c(ann = \"old\", bob = \"young\")}."
      ),
      argument = "groups"
    )
  }
  at <- select_columns(groups, data, "groups")
  ids <- ids_at(data, select_ids(rater, data, "rater"), "rater")
  columns <- lapply(unclass(data)[at], without_value_labels)
  known <- Reduce(`&`, lapply(columns, function(x) !is.na(x))) & !is.na(ids$code)
  columns <- lapply(columns, function(x) vctrs::vec_slice(x, known))
  code <- ids$code[known]
  group <- vctrs::vec_group_id(vctrs::new_data_frame(columns, n = length(code)))
  first <- match(seq_along(ids$values), code)
  torn <- unique(code[group != group[first[code]]])
  if (length(torn)) {
    who <- id_text(vctrs::vec_slice(ids$values, torn))
    abort_accord(
      "rater_groups",
      c(
        "A rater belongs to one group.",
        x = "{length(who)} rater{?s} {?is/are} in more than one: {.val {first_few(who)}}.",
        i = "Correct {.var {names(at)}}, or give these raters different ids."
      ),
      raters = who
    )
  }
  found <- !is.na(first)
  values <- lapply(columns, function(x) vctrs::vec_slice(x, first[found]))
  sorted <- vctrs::vec_order(vctrs::new_data_frame(lapply(values, sortable)))
  label <- do.call(paste, c(lapply(unname(values), id_text), sep = ", "))
  names <- unique(label[sorted])
  list(names = names, rater = id_text(vctrs::vec_slice(ids$values, which(found))), code = match(label, names))
}

# Levels of a factor in their order, all else by its text.
sortable <- function(x) if (is.factor(x)) as.integer(x) else if (is.numeric(x)) x else match(x, sort_ids(unique(x)))

# Whether an expression names columns: a vector that names raters has none of their names as its symbols.
names_columns <- function(groups, data) {
  expr <- rlang::quo_get_expr(groups)
  if (rlang::is_string(expr)) return(TRUE)
  if (is.symbol(expr)) {
    return(as.character(expr) %in% names(data) || !is_rater_map(tryCatch(rlang::eval_tidy(groups), error = identity)))
  }
  is.call(expr) && !is_rater_map(tryCatch(rlang::eval_tidy(groups), error = identity))
}

is_rater_map <- function(x) {
  (is.atomic(x) || is.list(x) && !inherits(x, "condition")) && !is.null(names(x)) && !is.data.frame(x)
}

# From c(ann = "old", bob = "young"), or list(old = "ann", young = c("bob", "cat")).
named_groups <- function(groups) {
  if (!is_rater_map(groups)) {
    abort_accord(
      "argument",
      c(
        "{.arg groups} must name a column of {.arg data}, or the group of each rater.",
        x = "It is {.obj_type_friendly {groups}}.",
        i = "As in {.code groups = c(ann = \"old\", bob = \"young\")}."
      ),
      argument = "groups"
    )
  }
  rater <- if (is.list(groups)) unlist(lapply(groups, id_text), use.names = FALSE) else names(groups)
  group <- if (is.list(groups)) rep(names(groups), lengths(groups)) else groups
  known <- !is.na(rater) & !is.na(group)
  names <- if (is.factor(groups)) {
    levels(groups)
  } else if (is.list(groups)) {
    names(groups)
  } else {
    id_text(sort_ids(unique(unname(group[known]))))
  }
  rater <- rater[known]
  group <- id_text(unname(group[known]))
  place <- unique(data.frame(rater, group))
  twice <- unique(place$rater[duplicated(place$rater)])
  if (length(twice)) {
    abort_accord(
      "rater_groups",
      c(
        "A rater belongs to one group.",
        x = "{length(twice)} rater{?s} {?is/are} in more than one: {.val {first_few(twice)}}."
      ),
      raters = twice
    )
  }
  list(names = names, rater = place$rater, code = match(place$group, names))
}

# Stops if a rater rated an item more than once, for methods that compare raters with others only.
check_rated_once <- function(ratings, what) {
  item <- rating_items(ratings)
  if (anyDuplicated(vctrs::new_data_frame(list(item = item, rater = ratings$rater)))) {
    abort_accord(
      "argument",
      c(
        "{what} need one rating of an item by each rater.",
        x = "{.code duplicates = \"keep\"} keeps several.",
        i = "Use {.code duplicates = \"first\"} or {.code \"last\"}."
      ),
      argument = "duplicates"
    )
  }
}
