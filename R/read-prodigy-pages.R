# Tasks of Prodigy that contain several decisions: pages, and versions in a review.

# Splits a task with pages into a decision for each page. The annotator and the answer are fields of the whole task.
open_pages <- function(records, shown) {
  pages <- field_objects(records$record, "pages")
  paged <- vapply(field_values(records$record, "pages"), is.list, NA)
  parts <- lapply(records$record, list)
  parts[paged] <- Map(pages_as_tasks, records$record[paged], pages$objects[paged])
  beside <- paged & vapply(field_values(records$record, PAGE_MARKS), is.list, NA)
  blank <- paged & lengths(parts) == 0 & pages$other == 0
  place <- function(at, problem) new_problems(shown[records$file[at]], records$row[at], "pages", problem)
  split_records(records, parts, rbind(
    other_problems(pages$other, shown[records$file], records$row, "of the pages"),
    place(which(blank), rep("The task has no page; left out.", sum(blank))),
    place(which(beside), rep("Annotations outside the pages are not read.", sum(beside)))
  ))
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

# Splits a reviewed task into its versions: each is a decision of every annotator who made it (`sessions`).
open_versions <- function(records, shown) {
  versions <- field_objects(records$record, "versions")
  reviewed <- vapply(field_values(records$record, "versions"), is.list, NA)
  parts <- lapply(records$record, list)
  parts[reviewed] <- Map(versions_as_tasks, records$record[reviewed], versions$objects[reviewed])
  split_records(records, parts, other_problems(versions$other, shown[records$file], records$row, "of the versions"))
}

versions_as_tasks <- function(task, versions) {
  task[["_view_id"]] <- task[["view_id"]]
  shared <- task[names(task) %in% c(
    "text", "html", "image", "audio", "video", "label", "options", "_input_hash", "_view_id"
  )]
  tasks <- lapply(versions, function(version) {
    own <- c(version, shared[setdiff(names(shared), names(version))])
    sessions <- json_texts(as.list(version[["sessions"]]))
    if (length(sessions) == 0) {
      return(list(own))
    }
    lapply(sessions, function(session) replace(own, "_annotator_id", session))
  })
  unlist(unname(tasks), recursive = FALSE)
}

tell_versions <- function(records) {
  n <- sum(lengths(field_objects(records$record, "versions")$objects) > 0)
  if (n > 0) {
    inform_accord(
      "versions",
      c(i = "{n} decision{?s} {?is/are} of a review: {.code versions = TRUE} reads what the annotators had decided.")
    )
  }
}
