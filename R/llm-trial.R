# A trial of annotate_llm(): what it cost, and what all rows would.

# `of`: the number of all `rows`, of requests that were `asked` now, and the `seconds` these took.
tell_trial <- function(result, of, limits, file) {
  n_trial <- nrow(result)
  times <- of$rows / (n_trial / max(1, raters_in(result)))
  all <- n_trial * times
  cost <- sum(result$cost, na.rm = TRUE)
  tokens <- sum(result$input_tokens, result$output_tokens, na.rm = TRUE)
  # Requests ran side by side, so that few of them do not show how many end in a minute.
  each <- of$seconds * min(limits$max_active, of$asked) / of$asked
  seconds <- if (of$asked > 0) max(each * all / min(limits$max_active, all), 60 * all / limits$rpm)
  inform_accord(
    "llm_trial",
    c(
      "This was a trial of {n_trial / max(1, raters_in(result))} of {of$rows} row{?s}; the rest was not asked about.",
      x = "{n_trial} answer{?s}: {big(tokens)} tokens, {dollars(cost)}.",
      i = "All {big(all)}: about {big(round(tokens * times))} tokens, {dollars(cost * times)}{in_about(seconds)}.",
      i = "Call again without {.arg trial} to go on; the answers are in {.file {file}}."
    ),
    cost = cost * times, tokens = tokens * times, seconds = seconds, answers = all
  )
}

raters_in <- function(result) nrow(vctrs::vec_unique(vctrs::new_data_frame(as.list(result)[c("rater", "repetition")])))

# Local models, and those that ellmer does not know, have no price.
dollars <- function(cost) {
  if (cost > 0) paste0("$", formatC(cost, format = "f", digits = if (cost < 1) 4 else 2)) else "no known price"
}

in_about <- function(seconds) {
  if (is.null(seconds)) {
    return("")
  }
  unit <- if (seconds < 100) c(seconds = 1) else if (seconds < 6000) c(minutes = 60) else c(hours = 3600)
  paste(", in about", format(signif(seconds / unit[[1]], 2)), names(unit))
}
