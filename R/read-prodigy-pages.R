# Tasks of Prodigy with several pages.

# Each page of a task as a decision of its own. Who decided, and the answer, stand beside the pages.
open_pages <- function(records, shown) {
  pages <- field_objects(records$record, "pages")
  paged <- vapply(field_values(records$record, "pages"), is.list, NA)
  parts <- lapply(records$record, list)
  parts[paged] <- Map(pages_as_tasks, records$record[paged], pages$objects[paged])
  beside <- paged & vapply(field_values(records$record, PAGE_MARKS), is.list, NA)
  blank <- paged & lengths(parts) == 0 & pages$other == 0
  place <- function(at, problem) new_problems(shown[records$file[at]], records$row[at], "pages", problem)
  problems <- rbind(
    records$problems,
    other_problems(pages$other, shown[records$file], records$row, "of the pages"),
    place(which(blank), rep("The task has no page; left out.", sum(blank))),
    place(which(beside), rep("Annotations outside the pages are not read.", sum(beside)))
  )
  of <- rep(seq_along(parts), lengths(parts))
  list(
    record = unlist(parts, recursive = FALSE) %||% list(), file = records$file[of], row = records$row[of],
    problems = problems
  )
}

PAGE_MARKS <- c("spans", "relations", "accept", "audio_spans")

pages_as_tasks <- function(task, pages) {
  shared <- task[names(task) %in% c("answer", "_task_hash", "_annotator_id", "_session_id")]
  hash <- field_text(list(task), "_input_hash")
  Map(function(page, i) {
    own <- page[setdiff(names(page), "view_id")]
    if (is.null(own[["_view_id"]])) own[["_view_id"]] <- page[["view_id"]]
    if (is.null(own[["_input_hash"]]) && !is.na(hash)) own[["_input_hash"]] <- paste0(hash, "_", i)
    c(own, shared[setdiff(names(shared), names(own))])
  }, unname(pages), seq_along(pages))
}
