# The sentences on ratings that are missing, and on items with one rating.

# Says how many ratings are missing where most items have been rated by most raters, and which items count for chance
# agreement alone.
missing_sentence <- function(x, format) {
  if (!is.null(attr(x, "chosen"))) {
    return(reported_choice(x))
  }
  twice <- rated_twice_words(x)
  twice <- if (!is.null(twice)) greek(paste0(twice, "."), list(format = if (format == "latex") "latex" else "markdown"))
  counts <- as.data.frame(unclass(x)[c("n_items", "n_raters", "n_ratings")])
  if (inherits(x, "accord_intra") || has_added(x, "case_weights") || anyNA(counts)) {
    return(twice)
  }
  first <- order(group_numbers(x), -counts$n_ratings)
  first <- first[!duplicated(group_numbers(x)[first])]
  each <- counts[first, ]
  questions <- if ("question" %in% key_names(x)) as.character(x[["question"]])[first]
  possible <- sum(as.double(each$n_items) * each$n_raters)
  given <- sum(each$n_ratings)
  if (given > possible || given <= possible / 2 || given == 0) {
    return(twice)
  }
  n <- possible - given
  lacking <- as.double(each$n_items) * each$n_raters - each$n_ratings
  # Coefficients of pairs of ratings do not count items with one rating.
  complete <- n == 0 && all(each$n_raters > 1) && length(using_single_ratings(x)) > 0
  c(
    if (complete) "All raters rated all items.",
    if (n > 0) {
      verb <- if (n == 1) "is" else "are"
      of <- if (!is.null(questions)) listed(sprintf("%s: %s", questions, big(lacking))[lacking > 0])
      paste0(
        "Of the ", big(possible), " possible ratings of these items by these raters, ", big(n), " ", verb, " missing",
        if (length(of)) sprintf(" (%s)", of), "."
      )
    },
    twice
  )
}
