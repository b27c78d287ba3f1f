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
    data_sentence(x), missing_sentence(x), timing_sentence(x), coefficients_sentence(x, keys, format),
    levels_sentence(x, format), interval_sentence(x, keys$interval, format), test_sentence(x, format),
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

# The keys of the references of each coefficient, and of the intervals.
methods_keys <- function(x) {
  ids <- unique(general_names(as.character(x[["coefficient"]]), x[["n_raters"]]))
  of_kappa <- x[["coefficient"]] != "krippendorff_alpha"
  weighted <- !all(x[["metric"]][of_kappa] %in% c("identity", "nominal", NA))
  limits <- if (!all(is.na(x[["conf.low"]]))) unique(sub(" over .*$", "", x[["interval"]]))
  c(
    lapply(stats::setNames(ids, ids), function(id) coefficient_references(id, weighted)),
    list(interval = unlist(INTERVAL_REFERENCES[limits], use.names = FALSE))
  )
}

COEFFICIENT_REFERENCES <- list(
  cohen_kappa = "cohen1960", scott_pi = "scott1955", fleiss_kappa = "fleiss1971", conger_kappa = "conger1980",
  light_kappa = "light1971", brennan_prediger = "brennan1981", gwet_ac1 = "gwet2008", gwet_ac2 = "gwet2014",
  van_oest = "vanoest2019", krippendorff_alpha = "krippendorff2019", icc1 = "shrout1979", icc1k = "shrout1979",
  icc_a1 = "mcgraw1996", icc_c1 = "mcgraw1996", icc_ak = "mcgraw1996", icc_ck = "mcgraw1996",
  kendall_w = "kendall1939"
)

INTERVAL_REFERENCES <- list(Bayesian = "ferguson1973", analytic = "gwet2014", MOVER = "zou2008")

coefficient_references <- function(id, weighted) {
  c(COEFFICIENT_REFERENCES[[id]], if (weighted && id == "cohen_kappa") "cohen1968")
}

# Citations of the references with these keys, after a blank, or nothing.
citations <- function(keys, format) {
  if (length(keys) == 0) {
    return("")
  }
  switch(format,
    text = paste0(" (", paste(cited_authors(bibtex_entries()[keys]), collapse = "; "), ")"),
    markdown = paste0(" [", paste0("@", keys, collapse = "; "), "]"),
    latex = paste0(" \\citep{", paste(keys, collapse = ","), "}")
  )
}

# Returns "Shrout & Fleiss, 1979" for each entry.
cited_authors <- function(entries) {
  authors <- strsplit(bibtex_field(entries, "author"), " and ", fixed = TRUE)
  authors <- lapply(authors, function(one) sub(",.*$", "", one))
  names <- vapply(authors, function(one) {
    if (length(one) > 2) paste(one[1], "et al.") else paste(one, collapse = " & ")
  }, "")
  paste0(names, ", ", bibtex_field(entries, "year"))
}

# The field of each entry; NA for those without it.
bibtex_field <- function(entries, name) {
  form <- paste0("^.*[, ]", name, " = [{](.*?)[}](, [a-z]+ = .*|[}])$")
  ifelse(grepl(form, entries, perl = TRUE), sub(form, "\\1", entries, perl = TRUE), NA_character_)
}

ACCENTS <- c("{\\'e}" = "\u00e9", "{\\'o}" = "\u00f3", "{\\o}" = "\u00f8")

# The entries as they are printed in a list of references, in the order of authors. `doi`: with the links that they
# have.
written_references <- function(keys, doi = FALSE) {
  if (length(keys) == 0) {
    return(character())
  }
  entries <- bibtex_entries()[unique(keys)]
  for (accent in names(ACCENTS)) entries <- gsub(accent, ACCENTS[[accent]], entries, fixed = TRUE)
  field <- function(name) gsub("--", "\u2013", gsub("[{}]", "", bibtex_field(entries, name)), fixed = TRUE)
  authors <- vapply(strsplit(field("author"), " and ", fixed = TRUE), function(each) {
    given <- sub("^[^,]*, ", "", each)
    initials <- gsub("([[:alpha:]])[^ .-]*[.]?( |-|$)", "\\1.\\2", given)
    names <- paste0(sub(",.*$", "", each), ", ", initials)
    n <- length(names)
    # As in APA style, with a comma before the sign, too.
    if (n == 1) names else paste0(paste(names[-n], collapse = ", "), ", & ", names[n])
  }, "")
  edition <- paste0(ifelse(is.na(field("edition")), ". ", paste0(", ", field("edition"), " ed. ")), field("publisher"))
  journal <- paste0(". ", field("journal"), " ", field("volume"), ", ", field("pages"))
  pages <- ifelse(is.na(field("pages")), "", paste0(", ", field("pages")))
  meeting <- paste0(". ", field("booktitle"), pages)
  source <- ifelse(is.na(field("journal")), ifelse(is.na(field("booktitle")), edition, meeting), journal)
  links <- bibtex_field(entries, "doi")
  link <- ifelse(doi & !is.na(links), paste0(" https://doi.org/", links), "")
  sort(unname(paste0(authors, " (", field("year"), ") ", field("title"), source, ".", link)))
}

bibtex_entries <- function() {
  entries <- readLines(system.file("references.bib", package = "accord", mustWork = TRUE), encoding = "UTF-8")
  stats::setNames(entries, sub("^@[a-z]+[{]([a-z0-9]+),.*$", "\\1", entries))
}

software_entry <- function() {
  c(accord = paste0(
    "@manual{accord, author = {{The accord authors}}, title = {accord: Agreement Between Annotators, from Export to ",
    "Paper Table}, note = {R package version ", utils::packageVersion("accord"), "}}"
  ))
}

# A sentence such as "Agreement was measured among 6 raters on 100 items (600 ratings)."
data_sentence <- function(x) {
  groups <- length(unique(group_numbers(x)))
  # The questions of a sheet are variables, and may have groups of their own.
  variables <- if ("question" %in% key_names(x)) length(unique(x[["question"]]))
  groups <- if (is.null(variables)) groups else max(1, length(unique(group_numbers(x[names(x) != "question"]))))
  counted <- function(name, noun) {
    n <- x[[name]]
    if (length(n) == 0 || all(is.na(n))) return(NULL)
    # Coefficients that need two ratings of an item may use none.
    if (any(n > 0, na.rm = TRUE)) n <- n[n > 0]
    ends <- range(n, na.rm = TRUE)
    if (ends[1] == ends[2]) count(ends[1], noun) else paste0(big(ends[1]), " to ", count(ends[2], noun))
  }
  among <- counted("n_raters", if (inherits(x, "accord_intra")) "occasion" else "rater")
  items <- counted("n_items", "item")
  ratings <- counted("n_ratings", "rating")
  clusters <- counted("n_clusters", "cluster")
  paste0(
    "Agreement ", if (!is.null(variables)) paste0("on ", count(variables, "variable"), " "), "was measured",
    if (groups > 1) paste0(" in each of ", big(groups), " groups"),
    if (!is.null(among)) paste0(" among ", among), if (!is.null(items)) paste0(" on ", items),
    if (!is.null(ratings)) paste0(" (", ratings, ")"), if (!is.null(clusters)) paste0(" in ", clusters), "."
  )
}

# Says how many ratings are missing where most items have been rated by most raters, and which items count for chance
# agreement alone.
missing_sentence <- function(x) {
  if (!is.null(attr(x, "chosen"))) {
    return(reported_choice(x))
  }
  twice <- rated_twice_words(x)
  twice <- if (!is.null(twice)) paste0(twice, ".")
  counts <- as.data.frame(unclass(x)[c("n_items", "n_raters", "n_ratings")])
  if (inherits(x, "accord_intra") || has_added(x, "case_weights") || anyNA(counts)) {
    return(twice)
  }
  each <- counts[order(group_numbers(x), -counts$n_ratings), ]
  each <- each[!duplicated(sort(group_numbers(x))), ]
  possible <- sum(as.double(each$n_items) * each$n_raters)
  given <- sum(each$n_ratings)
  if (given > possible || given < possible / 2 || given == 0) {
    return(twice)
  }
  n <- possible - given
  # Coefficients of pairs of ratings do not count items with one rating.
  complete <- n == 0 && all(each$n_raters > 1) && length(using_single_ratings(x)) > 0
  c(
    if (complete) "All raters rated all items.",
    if (n > 0) {
      verb <- if (n == 1) "is" else "are"
      paste("Of the", big(possible), "ratings of these items by these raters,", big(n), verb, "missing.")
    },
    twice
  )
}

# Weights and levels stand behind the names of coefficients only if they differ, as in a table.
coefficients_sentence <- function(x, keys, format) {
  if (has_question_levels(x)) x <- without_own_levels(x)
  shared <- shared_metrics(x)
  labels <- coefficient_labels(x, measured = is.null(shared))
  id <- general_names(as.character(x[["coefficient"]]), x[["n_raters"]])[!duplicated(labels)]
  label <- sub("^(Percent|Unanimous|Specific|Mean)", "\\L\\1", unique(labels), perl = TRUE)
  style <- list(format = if (format == "latex") "latex" else "markdown")
  label <- greek(if (format == "latex") escape(label, style) else label, style)
  cited <- vapply(keys[id], citations, "", format = format)
  named <- paste0(label, ifelse(duplicated(id), "", cited))
  shared <- if (length(named) == 1) sub("^alpha with( the| a)? |^alpha (?=at)", "", shared, perl = TRUE) else shared
  weights <- !grepl("^a(lpha|t) ", shared)
  shared[weights] <- paste("with", shared[weights])
  paste0(
    "The coefficient", if (length(named) == 1) " was " else "s were ", in_a_list(named),
    if (length(shared)) paste0(if (length(named) > 1) ", " else " ", paste(shared, collapse = ", ")), "."
  )
}

# Whether questions have levels or weights of their own, which then are in a sentence for each coefficient.
has_question_levels <- function(x) "question" %in% key_names(x) && has_levels_by_group(x)

# Sentences such as "Krippendorff's alpha was computed at the nominal level for ad, and at the ordinal level for tone."
levels_sentence <- function(x, format) {
  if (!has_question_levels(x)) {
    return(NULL)
  }
  style <- list(format = if (format == "latex") "latex" else "markdown")
  written <- function(words) if (format == "latex") escape(words, style) else words
  bare <- coefficient_labels(without_own_levels(x))
  sentences <- lapply(unique(bare), function(label) {
    own <- which(bare == label)
    metric <- as.character(x[["metric"]])[own]
    if (length(unique(metric)) < 2) return(NULL)
    alpha <- x[["coefficient"]][own[1]] == "krippendorff_alpha"
    each <- vapply(unique(metric), function(one) {
      how <- if (alpha) {
        sub("^alpha ", "", level_in_words(one))
      } else if (one == "identity") {
        "unweighted"
      } else {
        paste("with", weights_in_words(one))
      }
      paste(how, "for", in_a_list(written(unique(as.character(x[["question"]])[own][metric == one]))))
    }, "")
    each[length(each)] <- paste("and", each[length(each)])
    label <- greek(written(label), style)
    paste0(toupper(substr(label, 1, 1)), substring(label, 2), " was computed ", paste(each, collapse = ", "), ".")
  })
  unlist(sentences)
}

interval_sentence <- function(x, keys, format) {
  method <- setdiff(unique(as.character(x[["interval"]])), c("none", NA))
  if (length(method) == 0 || all(is.na(x[["conf.low"]]))) {
    return("No intervals were computed.")
  }
  level <- unique(x[["conf.level"]][!is.na(x[["conf.low"]])])
  percent <- if (format == "latex") "\\%" else "%"
  level <- in_a_list(paste0(format(100 * level, trim = TRUE), percent))
  each <- paste0(vapply(method, intervals_by, ""), varied(method))
  sided <- any(x[["alternative"]] %in% c("greater", "less"))
  paste0("Intervals are ", level, " ", if (sided) "one-sided ", in_a_list(each), citations(keys, format), ".")
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
    return("No rating was outside the categories or repeated by a rater.")
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
