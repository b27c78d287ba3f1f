# Tasks of Label Studio in which several pages or texts are marked, each an item of its own.

# Where a control marks spans in several texts of a task, each text is a page: positions in two texts are not those of
# one.
objects_as_pages <- function(results, task) {
  flat <- unlist(results, recursive = FALSE)
  values <- lapply(field_values(flat, "value"), function(x) if (is.list(x)) x else list())
  spanned <- vapply(values, function(x) any(c("start", "ranges") %in% names(x)), NA)
  marks <- data.frame(
    task = rep(task, lengths(results)), control = field_text(flat, "from_name"), object = field_text(flat, "to_name")
  )
  several <- unique(marks[spanned & !is.na(marks$control) & !is.na(marks$object), ])
  several <- several[duplicated(several[1:2]) | duplicated(several[1:2], fromLast = TRUE), ]
  if (nrow(several) == 0) {
    return(results)
  }
  paged <- which(spanned & marks$object %in% marks$object[spanned & marks$control %in% several$control])
  flat[paged] <- Map(function(result, object) {
    result[["item_index"]] <- paste(c(result[["item_index"]], object), collapse = "_")
    result
  }, flat[paged], marks$object[paged])
  parts_like(flat, results)
}

# Where a task has several pages or pictures, `item_index` counts them from 0; a relation, and an answer about the
# task, has none. An annotation without a result on one that others of its task have marked saw it and marked nothing.
with_blank_pages <- function(results, task) {
  result <- unlist(results, recursive = FALSE)
  index <- field_text(result, "item_index")
  if (all(is.na(index))) {
    return(results)
  }
  index <- lapply(parts_like(index, results), setdiff, NA)
  paged <- task %in% task[lengths(index) > 0]
  there <- split(unlist(index[paged]), rep(task[paged], lengths(index[paged])))
  object <- split(
    data.frame(index = field_text(result, "item_index"), to = field_text(result, "to_name")),
    rep(task, lengths(results))
  )
  results[paged] <- Map(function(own, index, task) {
    lacking <- setdiff(there[[as.character(task)]], index)
    known <- object[[as.character(task)]]
    c(own, Map(function(x, to) list(item_index = x, to_name = to), lacking, known$to[match(lacking, known$index)]))
  }, results[paged], index[paged], task[paged])
  results
}

item_of_page <- function(item, result) {
  index <- field_text(result, "item_index")
  ifelse(is.na(index), item, paste0(item, "_", index))
}
