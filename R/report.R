#' A report in HTML for readers who do not use R
#'
#' Writes one HTML file that opens in any browser without a network. Its first lines say how high agreement is, how
#' certain that is, and what to do. Then come the quality of the data, agreement by group with intervals, raters and
#' items to check, confused categories, labels, a methods paragraph, and references. Each section begins with its answer
#' in one sentence, and each table can be saved as csv.
#'
#' @details
#' Each part is the result of a function of this package: [as_ratings()], [agreement()], [rater_summary()],
#' [rater_influence()], [pairwise_agreement()] (with up to 30 raters), [item_summary()], [disagreements()] and
#' [consensus()]. Tables have at most `n` rows, their csv files all rows (up to 50,000); plots are SVG pictures within
#' the file, by package svglite, which keeps text as text, or by [grDevices::svg()] (bitmaps where neither works). With
#' groups (`by`) raters and items are shown for each group, and several coefficients are in columns, with a row per
#' group. Of several questions, as [read_sheet()] returns them, there are first lines and a table of all, with the same
#' estimates, and then these parts for each; a question with groups counts by the lowest of them in these first lines.
#' Of all coefficients that table has alpha and percent agreement, and at most `n` groups of each question.
#'
#' **The first lines** speak of Krippendorff's alpha, or of the last coefficient if alpha is not among them, in the
#' words of Krippendorff's (2004) cut-offs .667 and .8: high from .80, moderate from .67, else low, and up to .05 no
#' better than chance. These are conventions, see [interpret()]. Where the interval is
#' wider than 0.6 and its ends have different words, the data hardly determine how high agreement is: the first lines
#' say so, name no height, and advise to have more rated.
#'
#' **Other raters**: where raters have names, the limits of that coefficient are also given for other items and other
#' raters, [ci_jackknife()] with `over = "both"`, beside those for other items, or the reason why there are none; not if
#' `ci` already refers to other raters. As another method they may be narrower where raters hardly differ; then the
#' first lines say that other raters would change little. Of several questions they say once in which ones these limits
#' are wider than 0.6, so that what other raters would give is not known.
#'
#' **Raters** are sorted by their distance from the median kappa in standard errors, which takes into account that a
#' rater with few ratings may differ by chance. The standard error is that of a rater with as many ratings, from the
#' mean variance of a rating. Those beyond the limits of a Bonferroni correction at 5% are marked, so that a report on
#' raters who do not differ marks nobody in about 95% of the cases. Of four raters or more, those are marked too who
#' agree with the majority of the others less often than the median rater does, by the same limits. The first lines name
#' only raters who are marked.
#'
#' **Items** are sorted by doubt: by disagreement, then those with the pair of categories that is confused most (of
#' three categories or more, without groups) come first, and then by the share of votes for the label, in which raters
#' count by how often they agree with others (`"wawa"`, see [consensus()]), and then by their share of all disagreement,
#' which the csv file has.
#' Answers of an item with up to six ratings name the raters, those of the majority first.
#'
#' **Answers that may be misspelt** are labels of five letters or more that were given at most twice, or in at most 1%
#' of the ratings, and differ from a more frequent one by one letter more, less or other, or by two neighbours
#' exchanged. Only labels of text that were not declared as categories are compared, and at most 200 of them.
#'
#' **Numbers and ordered ratings** (`level` or `weights`): unless `weights` are given, kappas have ordinal weights at
#' the ordinal level, quadratic ones at the interval level and those of ratios at the ratio level; percent agreement is
#' that of equal ratings. Of measured numbers, with more than 20 values and two ratings of an item equal in less than a
#' quarter of the cases, it is left out unless asked for.
#' Differences are shown in units of the ratings (steps between ordered categories), raters by how much higher or lower
#' they rate than the others who rated the same items, and for numbers there are intraclass correlations and means.
#'
#' **Marks** (whole numbers at the interval or ratio level) have first lines for those who decide on them: who passes at
#' the `cut`, what to do about which rater, how reliable marks are, and only then how far single ratings agree. Their
#' sections are [fair_marks()] with the ten items nearest the `cut` and the names of all that are to be marked again.
#' Among these are all items that an erratic rater marked, wherever their intervals lie (the column `reason` of the csv
#' file says which). There are severities with verdicts ([rater_severity()]), which take the place of mean differences
#' and influences; ratings three standard deviations or more from those expected; the reliability by the number of
#' raters ([generalizability()]); and pairs of raters without a model, but no confused categories. Columns of `by`
#' within which the same items occur again, such as criteria, are facets of the model; others, such as rounds, have
#' drift, and are compared.
#'
#' **Labels**, which have a table unless the section on items has named those in doubt already, are those of the
#' majority, medians or means (as **Values**), or with `model` those of a method of
#' [consensus()], such as `anchored()`, also with a `classifier`: the labels with the lowest probability, which should
#' be looked at again, come first, beside those of the majority. How many items have each label stands beside, and the
#' names of up to ten ties of each group where they have no row. **Confused categories** have the agreement on each
#' category beside ([category_agreement()]). Labels of sets are settled one by one, as by
#' [consensus()]. Of several questions `model` may be a list named by
#' questions; one for all is used for those whose values it can settle.
#'
#' **Judges**, such as language models, have a section with the rows of [judge_report()], but those on how many labels
#' to plan, a plot of their differences from people, and a line each in the first lines, with advice on their use and on
#' a label that they miss clearly more often than a person does, if they are named in `judges`; and a table of how often
#' a person and each judge gives the label of the majority of the other people. A judge differs clearly from people if
#' the interval of the difference does not contain 0. The first lines and the advice go by the agreement with each
#' person or, if only this has an interval, by that with the majority of the other people. Agreement, the influence of
#' raters, items, confused categories, labels and the advice are then those of people; beside their agreement stands
#' that of the judges and of all raters, and each section says whose ratings it is about. Percent agreement of people
#' has the same interval there as in the section on agreement. Where the data have columns that a report on judges
#' needs, such as runs or orders, or replies that cannot be used, give its result to `judges`, and the ratings of people
#' as `data`.
#'
#' **Spans**: with [as_spans()] as `data`, items are positions, and clusters documents; adjacent positions with the same
#' labels are a stretch, which has one row in tables, sorted by its share of all disagreement. A table has the spans of
#' each rater and the share of them that others marked with the same ends and label, as in [span_agreement()].
#'
#' **Phones and paper**: on a phone sections are closed at first, a list of headings and answers, of which a tap opens
#' one (by a few lines of script in the file; without scripts all are open), and a table that is wider than a phone is a
#' card for each row. *Print* in a browser opens all and gives numbered pages with the title and without links, in two
#' columns below the heading of each section, which wide tables cross; *Save as PDF* there makes a PDF, as does
#' `chromium --headless --print-to-pdf report.html`.
#'
#' @section Missing and degenerate data:
#' A part that the data do not allow, such as that on raters if these are anonymous, gives the reason in one sentence.
#' So does a plot without any value, such as that of kappas if there is one category only; its table is still shown.
#' Warnings on results are listed at the end of the report, and not given in the console; those on the data are given
#' there, since they say what to type.
#'
#' @section Errors:
#' Those of [as_ratings()]; `accord_error_file_exists` for a file that exists unless `overwrite = TRUE`;
#' `accord_error_extension`; `accord_error_missing_folder`; `accord_error_write` as in [write_corpus()], which also says
#' how files are replaced; `accord_error_missing_package` without ggplot2 or knitr; `accord_error_no_device` where R
#' cannot draw pictures, for which package svglite is the remedy; for pseudonyms those of [write_corpus()];
#' `accord_error_anonymous` for pseudonyms of anonymous raters; `accord_error_unknown_rater` for judges that are not
#' among the raters; `accord_error_argument`.
#'
#' @inheritParams agreement
#' @param coefficients `"all"`, or names from the table in [agreement()].
#' @param weights,level Weights of agreement, and the level of measurement for alpha, as in [agreement()]: one of them
#'   must be given for numbers with more than two values.
#' @param file Path of the file to write, ending in `.html`.
#' @param title The title of the report.
#' @param text A vector of the texts of items, named by their ids, shown with the items on which raters disagree most;
#'   for spans of the texts of documents, whose positions are their letters.
#' @param cut For marks, the pass mark, as in [fair_marks()].
#' @param n Maximum number of rows of a table (or of groups, if these are the rows).
#' @param model The model of the labels, a method of [consensus()] or its name, or `NULL`.
#' @param judges The raters that are judges, by name, or a result of [judge_report()].
#' @param pseudonyms,key `NULL` to name raters as they are; `"numbers"` for `"rater 1"` and so on, in the order of the
#'   data; or as in [write_corpus()].
#' @param overwrite Whether an existing `file` may be replaced.
#' @return The path of the file, invisibly.
#' @seealso [paper_table()] and [autoplot.accord] for single tables and plots.
#' @export
#' @examplesIf rlang::is_installed(c("ggplot2", "knitr")) && (capabilities("cairo") || rlang::is_installed("svglite"))
#' set.seed(1)
#' ratings <- simulate_ratings(40, 3, n_raters = 5, accuracy = 0.8)
#' file <- report_agreement(ratings, item, rater, rating, file = tempfile(fileext = ".html"))
#' # browseURL(file)
report_agreement <- function(data, item, rater, rating, ..., file, by = NULL, weights = NULL, level = NULL,
                             categories = NULL, duplicates = "error", coefficients = "all",
                             ci = ci_default(), title = "Agreement of the raters", text = NULL, cut = NULL, n = 15,
                             model = NULL, judges = NULL, pseudonyms = NULL, key = NULL, overwrite = FALSE) {
  if (missing(file)) file <- NULL
  check_report_arguments(file, title, text, n, overwrite)
  need_package("ggplot2", "to draw the plots of a report")
  need_package("knitr", "to write a report")
  picture_device() # stops here if there is none, before anything is computed
  columns <- rlang::enquos(item = item, rater = rater, rating = rating, by = by)
  read <- if (inherits(data, c("accord_questions", "accord_sheet"))) questions_of else verb_ratings
  advised <- if (is.null(judges)) identity else with_advice_on_runs
  ratings <- advised(read(data, columns, level = level, categories = categories, duplicates = duplicates, ...))
  judges <- judges_of_report(judges, ratings, pseudonyms)
  told <- character()
  parts <- withCallingHandlers(
    if (is_questions(ratings)) {
      questions <- questions_under_pseudonyms(with_levels(ratings, level), pseudonyms, key)
      parts <- question_parts(
        questions, coefficients, ci, n, text, weights, cut, model, if (!is.null(judges)) "Judges"
      )
      c(parts, judge_parts(judges, n))
    } else {
      named <- under_pseudonyms(ratings, pseudonyms, key)
      measures <- report_measures(named, coefficients, ci, weights, level, model, judges = judges)
      if (inherits(data, "accord_spans")) measures <- c(measures, measures_of_spans(data, ratings, named))
      report_parts(named, measures, n, text, cut, judges = judges)
    },
    accord_warning = function(cnd) {
      # The section on agreement says how many categories groups have.
      if (!inherits(cnd, "accord_warning_categories")) told <<- c(told, warning_words(cnd))
      rlang::cnd_muffle(cnd)
    },
    accord_message = function(cnd) rlang::cnd_muffle(cnd)
  )
  parts <- c(parts, if (length(told)) list(report_part("Warnings", html_list(unique(told)))))
  write_files(list(html_page(title, parts)), file, overwrite)
  invisible(file)
}

# The text of a warning without its advice, which is meant for R users.
warning_words <- function(cnd) {
  lines <- strsplit(cli::ansi_strip(conditionMessage(cnd)), "\n", fixed = TRUE)[[1]]
  # A line without a bullet continues the previous line.
  bullet <- "^([^[:space:][:alnum:]]|\u2139|[ix!*]) "
  begins <- grepl(bullet, lines)
  mark <- ifelse(begins, substr(lines, 1, 1), "")[c(1, which(begins))[cumsum(begins) + 1]]
  kept <- sub(bullet, "", lines)[!mark %in% c("i", "\u2139")]
  gsub("[[:space:]]+", " ", gsub("`", "", trimws(paste(kept, collapse = " ")), fixed = TRUE))
}

check_report_arguments <- function(file, title, text, n, overwrite) {
  output_extension(file, "html")
  check_output_files(file, overwrite)
  check_text(title, "title")
  check_whole(n, "n")
  if (!is.null(text) && (!is.atomic(text) || is.null(names(text)))) {
    abort_argument(text, "text", "a vector with the ids of the items as its names")
  }
}

# The ratings with other names of their raters.
under_pseudonyms <- function(ratings, pseudonyms, key) {
  if (is.null(pseudonyms)) {
    check_key(pseudonyms, key)
    return(ratings)
  }
  check_named_raters(ratings, "Pseudonyms need")
  if (identical(pseudonyms, "numbers")) {
    digits <- nchar(length(ratings$raters))
    ratings$raters <- paste("rater", formatC(seq_along(ratings$raters), width = digits, flag = "0"))
  } else {
    ratings$raters <- rater_names(ratings$raters, character(), pseudonyms, key)
  }
  # The words on values outside the categories name a rater.
  ratings["outside"] <- list(if (!is.null(ratings$outside)) {
    list(words = sub("(, [0-9,]+ of them)? by .*$", "", ratings$outside$words))
  })
  ratings
}

# How the ratings are compared, their estimates, and the labels of the `model`, if there is one. Where `judges` are
# among the raters, the estimates are those of the people.
report_measures <- function(ratings, coefficients, ci, weights, level, model = NULL, question = NULL, judges = NULL) {
  about <- report_scale(ratings, weights, level)
  people <- if (is.numeric(judges)) only_raters(ratings, seq_along(ratings$raters)[-judges]) else ratings
  found <- report_estimates(people, coefficients, ci, about)
  if (identical(coefficients, "all") && is_measured(people, about)) found <- without_raw(found)
  list(
    about = about, people = people, found = found, both = other_raters(found, people, about),
    sides = if (is.numeric(judges)) estimates_of_sides(ratings, judges, found, ci, about),
    settled = labels_by_model(people, about, model, question)
  )
}
