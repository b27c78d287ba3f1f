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
      how_high(main, ratings, about, both = if (length(certain) > 1) both),
      # The limits of several groups are in the table of the section on agreement.
      if (length(certain) == 1) certain,
      if (count_added(fits) > 1) "Errors of single ratings partly cancel in their sum."
    ), collapse = " "),
    more
  ))
}

# The decisions, with what a mark is.
pass_words_first <- function(fits, cut) {
  paste0(pass_words(fits$fair, cut, erratic_raters(fits)), scale_sentence(fits))
}

# Says what is to be done, in an order that can be followed: marks are computed anew when erratic ratings have been
# replaced, and decide when those near the pass mark have one more rating.
marks_advice <- function(fits, cut) {
  words <- c(
    erratic_advice(fits),
    near_advice(sum(fits$fair[["reason"]] %in% "near the pass mark"), length(erratic_raters(fits)) > 0),
    severity_advice(fits), other_advice(fits), reliability_advice(fits)
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
      paste0("Let one more rater mark the items that are still too near the pass mark (now ", big(n), ")")
    } else {
      paste("Let one more rater mark the", count(n, "item"), "too near the pass mark")
    }, if (n > 1) ", the nearest first", ".")
  }
}

number_word <- function(n) c("One", "Two", "Three", "Four", "Five", "Six")[n]

raters_with <- function(fits, verdict) {
  found <- grepl(verdict, fits$fit$verdict, fixed = TRUE)
  vctrs::vec_slice(fits$fit, which(found))
}

erratic_advice <- function(fits) {
  who <- erratic_raters(fits)
  if (length(who) > 0) {
    c(
      paste0(
        "Let other raters mark the ", count(length(items_rated_by(fits, who)), "item"), " of ", in_a_list(who),
        " again: these ratings are erratic, and the fair marks of all items depend on them."
      ),
      "Compute the fair marks anew."
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
    "Decide by the fair marks, not the raw ones: they allow for raters who differ from the average, here ",
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
