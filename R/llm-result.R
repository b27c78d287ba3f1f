# The result that a file holds, and what is told of failures.

# ---- The result ----

llm_result <- function(path, work) {
  found <- collect_answers(path)
  n <- nrow(work$data)
  raters <- names(work$raters)
  row <- rep(seq_len(n), each = length(raters))
  rater <- rep(raters, n)
  asked <- vctrs::data_frame(id = work$items$text[row], rater = rater)
  rows <- vctrs::vec_match(asked, vctrs::new_data_frame(as.list(found$answers)[c("id", "rater")]))
  answers_frame(found, rows, work$items$name, vctrs::vec_slice(work$items$values, row), rater)
}

warn_llm_failures <- function(result) {
  failed <- which(!is.na(result$reason))
  if (length(failed)) {
    reasons <- unique(result$reason[failed])
    warn_accord(
      "llm_failures",
      c(
        "{length(failed)} of {nrow(result)} answer{?s} {?is/are} {.val {NA}}: the request failed.",
        x = "{first_few(reasons)}",
        i = "See column {.field reason}. Call again to ask them again."
      ),
      rows = failed, reasons = reasons
    )
  }
}
