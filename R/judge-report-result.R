REPORT_COLUMNS <- c(
  "judge", "question", "quantity", "of", "estimate", "std.error", "conf.low", "conf.high", "n", "n_clusters",
  "interval", "conf.level", "status"
)
new_judge_report <- function(rows, study) {
  rows$of <- rows$who
  rows$conf.level <- ifelse(is.na(rows$conf.low), NA_real_, study$ci$conf_level %||% NA_real_)
  new_result(unclass(rows)[REPORT_COLUMNS], nrow(rows), "accord_judge_report")
}
