# Figures of spans for each group of rows.

# `figure(data)` gives the rows of a group, with intervals by `ci`; `by`, a quosure, its columns. The rows are a
# tibble of class `class`.
figures_by <- function(data, by, class, ci, figure) {
  grouped <- is.data.frame(data) && length(group_columns(data, rlang::quo(NULL))) > 0
  if (rlang::quo_is_null(by) && !grouped) {
    return(tibble::new_tibble(with_interval_name(figure(data), ci), class = class))
  }
  if (!is.data.frame(data)) {
    abort_accord(
      "argument",
      c(
        "{.arg by} names columns of a data frame with a row per span.",
        x = "{.arg data} is {.obj_type_friendly {data}}.",
        i = "Give the data frame in place of the spans."
      ),
      argument = "by"
    )
  }
  check_not_empty(data)
  chosen <- group_columns(data, by)
  keys <- rlang::set_names(tibble::as_tibble(as.list(data[chosen])), names(chosen))
  groups <- vctrs::vec_unique(keys)
  groups <- vctrs::vec_slice(groups, vctrs::vec_order(groups))
  group <- vctrs::vec_match(keys, groups)
  each <- lapply(seq_len(nrow(groups)), function(g) figure(vctrs::vec_slice(data, group == g)))
  rows <- with_interval_name(do.call(rbind, each), ci)
  check_free_names(names(keys), names(rows))
  key <- vctrs::vec_slice(groups, rep(seq_along(each), vapply(each, nrow, 0L)))
  tibble::new_tibble(vctrs::vec_cbind(key, rows), class = class)
}
