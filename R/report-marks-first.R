# The first lines of a report of marks, for those who decide on them: who passes, how sure that is, and what to do about
# which rater.

first_of_marks <- function(found, ratings, about, both, fits, cut, more = NULL) {
  main <- main_estimates(found)
  certain <- how_certain(main, ratings, both)
  first_lines(c(
    if (!is.null(cut)) c("Who passes?" = pass_words_first(fits, cut)),
    list("What should be done?" = marks_advice(fits, cut)),
    "How reliable are the marks?" = reliable_words(fits),
    "How far do single ratings agree?" = paste(c(
      how_high(main, ratings, about),
      # The limits of several groups are in the table of the section on agreement.
      if (length(certain) == 1) certain,
      if (count_added(fits) > 1) "Errors of single ratings partly cancel in their sum."
    ), collapse = " "),
    more
  ))
}

# The decisions, with what a mark is.
pass_words_first <- function(fits, cut) paste0(pass_words(fits$fair, cut), scale_sentence(fits))

# What is to be done, about raters first.
marks_advice <- function(fits, cut) {
  words <- c(
    erratic_advice(fits), severity_advice(fits), other_advice(fits),
    near_advice(decisions_counted(fits$fair)[["mark again"]], nrow(raters_with(fits, "erratic")) > 0),
    reliability_advice(fits)
  )
  switch(min(length(words), 2) + 1,
    "The fair marks can be used: no rater stands out.", words,
    c(paste(number_word(length(words)), "things, in this order:"), words)
  )
}

# The `n` items near the pass mark may be other ones once the items of `erratic` raters are marked again.
near_advice <- function(n, erratic) {
  if (n > 0) {
    paste0(if (erratic) {
      "Compute the fair marks anew, and let one more rater mark the items that are then too near the pass mark"
    } else {
      paste("Let one more rater mark the", count(n, "item"), "too near the pass mark")
    }, if (erratic || n > 1) ", the nearest first", ".")
  }
}

number_word <- function(n) c("One", "Two", "Three", "Four", "Five")[n]

raters_with <- function(fits, verdict) {
  found <- grepl(verdict, fits$fit$verdict, fixed = TRUE)
  vctrs::vec_slice(fits$fit, which(found))
}

erratic_advice <- function(fits) {
  out <- raters_with(fits, "erratic")
  if (nrow(out) > 0) {
    paste0(
      "Let other raters mark the ", count(sum(out$n_items), "item"), " of ", in_a_list(as.character(out$rater)),
      " again: these ratings are erratic, and the fair marks of all items depend on them."
    )
  }
}

# Fair marks allow for severity, so that no rating need be repeated because of it.
severity_advice <- function(fits) {
  verdicts <- tidy(fits$fit, "verdicts")
  out <- verdicts[grepl("severe|lenient", verdicts$verdict), ]
  if (nrow(out) == 0) {
    return(NULL)
  }
  out <- out[order(-abs(out$severity_marks)), ]
  each <- unbroken(paste0(
    out$rater, " (", in_first(abs(out$severity_marks)), " marks ", ifelse(out$severity_marks > 0, "fewer", "more"), ")"
  ))
  more <- length(each) - 4
  paste0(
    "Use the fair marks, not the raw ones: they allow for raters who differ from the average, here ",
    in_a_list(c(utils::head(each, 4), if (more > 0) paste(big(more), "more"))), "."
  )
}

other_advice <- function(fits) {
  verdicts <- tidy(fits$fit, "verdicts")
  kinds <- lapply(
    strsplit(as.character(verdicts$verdict), ", ", fixed = TRUE), setdiff, c("ok", "severe", "lenient", "erratic", NA)
  )
  who <- which(lengths(kinds) > 0)
  if (length(who)) {
    each <- paste0(verdicts$rater[who], " (", vapply(kinds[who], paste, "", collapse = ", "), ")")
    more <- length(each) - 4
    paste0(
      "Speak with ", in_a_list(c(utils::head(each, 4), if (more > 0) paste(big(more), "more"))),
      "; the words are explained under Severity of raters."
    )
  }
}
