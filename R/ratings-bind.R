# Results of several questions, or of groups that were computed one by one, as the rows of one result.

is_bindable <- function(x) inherits(x, "accord_result") && is.data.frame(x) && !inherits(x, "accord_lazy")

# `results`: named by the questions.
bind_questions <- function(results) {
  bind_results(results, list(question = names(results)))
}

# `keys`: columns with a row per result, which come first.
bind_results <- function(results, keys) {
  check_free_names(unique(unlist(lapply(results, names))), names(keys))
  rows <- vapply(results, nrow, 0L)
  columns <- bound_columns(results, rows)
  keys <- lapply(keys, rep, times = rows)
  class <- setdiff(class(results[[1]]), c("accord_result", TIBBLE))
  result <- new_result(c(keys, columns), nrow = sum(rows), class = class)
  names <- unique(unlist(lapply(results, function(x) names(attr(x, "seal")))))
  for (name in intersect(names, BOUND_NOTES)) result <- with_note(result, name, bound_note(results, name))
  after_binding(result)
}

# Computes again what a kind of result computes over all its rows, such as p values that are adjusted for all of them.
after_binding <- function(x) UseMethod("after_binding")

after_binding.default <- function(x) x

# Notes in words, or numbers to add. Other attributes describe a single fit, and are left out as in rbind().
BOUND_NOTES <- c(
  "n_set_aside", "empty_sets", "whole_sets", "taken", "outside", "left_out", "value_labels", "timing",
  "voted", "scale", "rated_twice"
)

bound_note <- function(results, name) {
  notes <- Filter(Negate(is.null), lapply(results, attr, name, exact = TRUE))
  if (name == "n_set_aside") return(sum(unlist(notes)))
  if (length(unique(notes)) == 1 && (length(notes) == length(results) || name == "left_out")) return(notes[[1]])
  if (name == "left_out") return(unique(unlist(notes)))
  if (name == "rated_twice") return(do.call(rbind, Map(`rownames<-`, notes, names(notes))))
  words <- vapply(notes, paste, "", collapse = ", ")
  same <- unique(words)
  of <- vapply(same, function(one) in_a_list(names(notes)[words == one]), "")
  paste0(of, ": ", same, collapse = "; ")
}

# Estimates of coefficients may lack columns that others have, which are then NA. Other results have the columns that
# all have: shares of categories, say, have a meaning only where the questions have the same.
bound_columns <- function(results, rows) {
  names <- lapply(results, names)
  estimates <- inherits(results[[1]], "accord_agreement")
  all <- unique(unlist(names))
  if (estimates) {
    full <- names[[which.max(lengths(names))]]
    all <- c(full, setdiff(all, full))
  } else {
    all <- Reduce(intersect, names)
    # Without the label that a row is about, as of sets, it would say nothing.
    if (any(vapply(names, function(x) "category" %in% x, NA))) all <- unique(c("category", all))
  }
  lapply(rlang::set_names(all), function(name) {
    in_one_type(Map(function(x, n) unclass(x)[[name]] %||% rep(NA, n), results, rows))
  })
}

# Ratings of questions of different types are text together; single labels are sets of one beside sets.
in_one_type <- function(values) {
  lists <- vapply(values, is.list, NA)
  if (all(lists)) return(vctrs::vec_c(!!!unname(values), .ptype = list()))
  if (any(lists)) values[!lists] <- lapply(values[!lists], as.list)
  if (any(lists)) return(vctrs::vec_c(!!!unname(values), .ptype = list()))
  empty <- vapply(values, function(x) is.logical(x) && all(is.na(x)), NA)
  kind <- vapply(values[!empty], function(x) class(x)[1], "")
  numbers <- kind %in% c("numeric", "integer")
  if (length(unique(kind)) > 1 && !all(numbers)) {
    values[!empty] <- lapply(values[!empty], function(x) if (is.character(x)) x else id_text(x))
  }
  vctrs::vec_c(!!!unname(values))
}

# The rows of several questions as a plain tibble. `columns`: a list of columns for each.
stack_questions <- function(columns, rows) {
  all <- Reduce(intersect, lapply(columns, names))
  bound <- lapply(rlang::set_names(all), function(name) in_one_type(lapply(columns, `[[`, name)))
  tibble::new_tibble(c(list(question = rep(names(columns), times = rows)), bound), nrow = sum(rows))
}
