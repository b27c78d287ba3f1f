# The paragraph on methods for a paper: what was computed, from which ratings, by which software, with references.

#' The methods paragraph for the paper
#'
#' Writes what a reader of a paper must know about estimates of agreement: the ratings, the coefficients with their
#' weights or level of measurement (of several questions: which has which), the intervals, how many ratings were set
#' aside, and the software; with the references in BibTeX, and the items of the guidelines for reporting reliability
#' and agreement studies (GRRAS; Kottner and others 2011) that you still have to write.
#'
#' @param x Estimates of agreement, such as those of [agreement()], [krippendorff_alpha()] or [icc()].
#' @param format How references are cited: `"text"` as (Cohen, 1960), `"markdown"` as `[@cohen1960]`, `"latex"` as
#'   `\citep{cohen1960}`.
#' @return A list of class `accord_methods` with `text`, a string; `references`, BibTeX entries named by their keys;
#'   `grras`, a tibble with the number of each `item`, what it asks for (`content`) and where it is `reported`:
#'   `"text"`, `"table"` ([paper_table()]), or `NA` for what the ratings do not tell. `print()` shows all three.
#' @section Errors:
#' An object that is not estimates of agreement (`accord_error_not_agreement`), a result without rows
#' (`accord_error_no_rows`), and a `format` that is not one of these (`accord_error_argument`).
#' @references
#' Kottner, J., Audige, L., Brorson, S., Donner, A., Gajewski, B. J., Hrobjartsson, A., Roberts, C., Shoukri, M. and
#' Streiner, D. L. (2011) Guidelines for reporting reliability and agreement studies (GRRAS) were proposed. *Journal of
#' Clinical Epidemiology* 64, 96-106. \doi{10.1016/j.jclinepi.2010.03.002}
#' @seealso [paper_table()] for the estimates, [print.accord_agreement] for sentences with one estimate each.
#' @export
#' @examples
#' ratings <- data.frame(
#'   item = rep(1:4, each = 2), rater = rep(c("ann", "bob"), 4),
#'   label = c("a", "a", "b", "b", "a", "b", "b", "b")
#' )
#' methods <- methods_text(krippendorff_alpha(ratings, item, rater, label))
#' methods
#' writeLines(methods$references, file.path(tempdir(), "agreement.bib"))
methods_text <- function(x, format = "text") {
  check_given(x, "x")
  check_agreement(x)
  if ("n_documents" %in% names(x)) {
    abort_accord(
      "not_agreement",
      c(
        "{.fn methods_text} is for coefficients of ratings of items.",
        x = "{.arg x} is {.cls {class(x)[1]}}, whose figures are of spans in documents.",
        i = "Its help page has the formula and the source; {.fn paper_table} says what decides the figures."
      )
    )
  }
  check_choice(format, c("text", "markdown", "latex"), "format")
  keys <- methods_keys(x)
  sentences <- c(
    data_sentence(x, format), missing_sentence(x, format), timing_sentence(x), coefficients_sentence(x, keys, format),
    interval_sentence(x, keys$interval, format), test_sentence(x, format),
    aside_sentence(x), software_sentence(format)
  )
  used <- unique(c(unlist(keys, use.names = FALSE), "kottner2011"))
  structure(
    list(
      text = paste(sentences, collapse = " "), references = c(bibtex_entries()[used], software_entry()),
      grras = grras(x)
    ),
    class = "accord_methods"
  )
}

timing_sentence <- function(x) {
  timing <- attr(x, "timing")
  if (!is.null(timing)) paste0("The ratings are of time (", timing, ").")
}

# A sentence such as "Agreement was measured among 6 raters on 100 items (600 ratings)."
data_sentence <- function(x, format) {
  groups <- length(unique(group_numbers(x)))
  # The questions of a sheet may have groups of their own.
  questions <- if ("question" %in% key_names(x)) length(unique(x[["question"]]))
  groups <- if (is.null(questions)) groups else max(1, length(unique(group_numbers(x[names(x) != "question"]))))
  explained <- !is.null(rated_twice_words(x))
  counted <- function(name, noun) {
    n <- x[[name]]
    if (length(n) == 0 || all(is.na(n))) return(NULL)
    # Coefficients that need two ratings of an item may use none.
    if (any(n > 0, na.rm = TRUE)) n <- n[n > 0]
    # A sentence of its own says which coefficients do without items of one rating.
    if (explained && length(n) == nrow(x)) n <- tapply(n, group_numbers(x), max, na.rm = TRUE)
    ends <- range(n, na.rm = TRUE)
    if (ends[1] == ends[2]) count(ends[1], noun) else paste0(big(ends[1]), " to ", count(ends[2], noun))
  }
  among <- counted("n_raters", if (inherits(x, "accord_intra")) "occasion" else "rater")
  items <- counted("n_items", "item")
  ratings <- counted("n_ratings", "rating")
  clusters <- counted("n_clusters", "cluster")
  paste0(
    "Agreement ", if (!is.null(questions)) paste0("on ", count(questions, "question"), " "), "was measured",
    if (groups > 1) paste0(" in each ", groups_measured(x, groups, format)),
    if (!is.null(among)) paste0(" among ", among), if (!is.null(items)) paste0(" on ", items),
    if (!is.null(ratings)) paste0(" (", ratings, if (grepl(" to ", ratings) && length(questions)) " each", ")"),
    if (!is.null(clusters)) paste0(" in ", clusters), "."
  )
}

# The `n` groups in which agreement was measured, such as "criterion (content, form and style)" or "of 9 groups".
groups_measured <- function(x, n, format) {
  key <- setdiff(key_names(x), "question")
  if (length(key) != 1 || n > VALUES_NAMED || key %in% c("rater", "category")) {
    return(paste("of", big(n), "groups"))
  }
  style <- list(format = format)
  paste0(escape(key, style), " (", in_a_list(escape(unique(as.character(x[[key]])), style)), ")")
}

interval_sentence <- function(x, keys, format) {
  method <- setdiff(unique(as.character(x[["interval"]])), c("none", NA))
  if (length(method) == 0 || all(is.na(x[["conf.low"]]))) {
    return("No intervals were computed.")
  }
  level <- unique(x[["conf.level"]][!is.na(x[["conf.low"]])])
  percent <- if (format == "latex") "\\%" else "%"
  level <- in_a_list(paste0(format(100 * level, trim = TRUE), percent))
  # Several methods over the same are named together: "F and MOVER intervals over items".
  over <- varied(method)
  together <- length(method) > 1 && length(unique(over)) == 1 && !any(grepl(" over ", method, fixed = TRUE))
  each <- if (together) {
    paste0(in_a_list(method), " intervals", over[1])
  } else {
    paste0(vapply(method, intervals_by, ""), over, interval_figures(x, method))
  }
  sided <- any(x[["alternative"]] %in% c("greater", "less"))
  paste0("Intervals are ", level, " ", if (sided) "one-sided ", in_a_list(each), citations(keys, format), ".")
}

# Which coefficients have which of several methods: " for percent agreement", and the last one " for the others".
interval_figures <- function(x, method) {
  own <- lapply(method, function(one) unique(coefficient_labels(x, FALSE)[x[["interval"]] %in% one]))
  if (length(method) == 1 || anyDuplicated(unlist(own))) {
    return("")
  }
  # "Percent agreement" begins a sentence elsewhere; the names of persons keep their capital.
  words <- vapply(own, function(labels) in_a_list(sub("^(Percent|Unanimous)", "\\L\\1", labels, perl = TRUE)), "")
  last <- length(method)
  words[last] <- if (length(own[[last]]) > 1) "the others" else words[last]
  paste(" for", words)
}

# Says which value a test is of, if it is not 0 against both sides; of several values, which they are.
test_sentence <- function(x, format) {
  p <- !is.na(x[["p.value"]] %||% rep(NA, nrow(x)))
  null <- as.double(x[["null.value"]] %||% rep(0, nrow(x)))[p]
  side <- as.character(x[["alternative"]] %||% rep("two.sided", nrow(x)))[p]
  style <- list(format = if (format == "latex") "latex" else "markdown", leading_zero = FALSE)
  note <- tested_note(replace(null, is.na(null), 0), replace(side, is.na(side), "two.sided"), "", style)
  if (length(note)) paste0(note, ".")
}

# Says what varies in intervals of a method: items, raters or both. Names of methods over clusters say so themselves.
varied <- function(method) {
  over <- ifelse(startsWith(method, "two-way "), " over items and raters", " over items")
  over <- ifelse(startsWith(method, "rater "), " over raters", over)
  over <- ifelse(grepl(" over ", method, fixed = TRUE), "", over)
  random <- has_random_raters(method)
  ifelse(random, paste0(over, ", which refer to ", population_of_limits(method)), over)
}

# Without its column the number of ratings set aside is unknown.
aside_sentence <- function(x) {
  n <- x[["n_set_aside"]]
  if (is.null(n) || all(is.na(n))) {
    return(NULL)
  }
  most <- max(n, na.rm = TRUE)
  if (most == 0) {
    numbers <- all(startsWith(as.character(x[["coefficient"]]), "icc"))
    return(if (numbers) "No rating was set aside." else "No rating was outside the categories or repeated by a rater.")
  }
  paste0(
    if (!is_same(n)) "Up to ", count(most, "rating"), if (!is_same(group_names(x))) " in a group",
    if (most == 1) " was" else " were", " set aside, being outside the categories or repeated by a rater."
  )
}

software_sentence <- function(format) {
  cite <- switch(format, text = "", markdown = " [@accord]", latex = " \\citep{accord}")
  paste0(
    "Computations were made with package accord ", utils::packageVersion("accord"), cite, " in R ", getRversion(), "."
  )
}

# The items of GRRAS (Kottner and others 2011, table 1).
GRRAS <- c(
  "Title and abstract say that reliability or agreement was investigated",
  "The measurement device is named and described",
  "The population of subjects", "The population of raters", "What is known of reliability, and why the study was made",
  "How the numbers of raters, subjects and replicates were chosen", "How subjects and raters were sampled",
  "The rating process, such as time between ratings, information, blinding", "Whether ratings were made independently",
  "The statistical analysis", "The numbers of raters, subjects and ratings included",
  "Characteristics of raters and subjects", "Estimates with their statistical uncertainty", "Practical relevance",
  "Detailed results, such as in a supplement"
)

grras <- function(x) {
  reported <- rep(NA_character_, length(GRRAS))
  reported[10] <- "text"
  # The number of raters is not known from counts, or without a column of raters.
  known <- vapply(c("n_raters", "n_items", "n_ratings"), function(name) !all(is.na(x[[name]])), NA)
  if (all(known)) reported[11] <- "text"
  if (!all(is.na(x[["conf.low"]]))) reported[13] <- "table"
  tibble::tibble(item = seq_along(GRRAS), content = GRRAS, reported = reported)
}

#' @export
format.accord_methods <- function(x, ...) {
  missing <- x$grras[is.na(x$grras$reported), ]
  c(
    x$text, "", unname(x$references), "",
    "For you to report (GRRAS):", paste0("  ", missing$item, ". ", missing$content, ".")
  )
}

#' @export
print.accord_methods <- function(x, ...) {
  writeLines(format(x, ...))
  invisible(x)
}
