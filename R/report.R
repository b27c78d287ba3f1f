#' A report in HTML for readers who do not use R
#'
#' Writes one HTML file that opens in any browser without a network: a description of the data and the ratings set
#' aside, agreement by group with intervals and a plot, raters and items to check, confused categories, majority
#' labels, a methods paragraph, and references.
#'
#' @details
#' Each part is the result of a function of this package with its defaults: [as_ratings()], [agreement()],
#' [rater_summary()], [rater_influence()], [pairwise_agreement()] (with up to 30 raters), [item_summary()],
#' [disagreements()] and [consensus()]. Tables have at most `n` rows, plots are SVG pictures within the file
#' (bitmaps where neither [grDevices::svg()] nor package svglite works). With groups
#' (`by`) raters and items are shown for each group, and several coefficients are in columns, with a row per group.
#' Of several questions, as [read_sheet()] returns them, there is first the table of all, and then these parts for each.
#'
#' @section Missing and degenerate data:
#' A part that the data do not allow, such as that on raters if these are anonymous, gives the reason in one sentence.
#' So does a plot without any value, such as that of kappas if there is one category only; its table is still shown.
#' Warnings are listed at the end of the report, and not given in the console.
#'
#' @section Errors:
#' Those of [as_ratings()]; `accord_error_file_exists` for a file that exists unless `overwrite = TRUE`;
#' `accord_error_extension`; `accord_error_missing_folder`; `accord_error_write` as in [write_corpus()], which also says
#' how files are replaced; `accord_error_missing_package` without ggplot2 or knitr; `accord_error_no_device` where R
#' cannot draw pictures, for which package svglite is the remedy;
#' `accord_error_argument`.
#'
#' @inheritParams agreement
#' @param level Level of measurement for alpha, as in [krippendorff_alpha()]: it must be given for numbers with more
#'   than two values.
#' @param file Path of the file to write, ending in `.html`.
#' @param title The title of the report.
#' @param text A vector of the texts of items, named by their ids, shown with the items on which raters disagree most.
#' @param n Maximum number of rows of a table (or of groups, if these are the rows).
#' @param overwrite Whether an existing `file` may be replaced.
#' @return The path of the file, invisibly.
#' @seealso [paper_table()] and [autoplot.accord] for single tables and plots.
#' @export
#' @examplesIf rlang::is_installed(c("ggplot2", "knitr")) && (capabilities("cairo") || rlang::is_installed("svglite"))
#' set.seed(1)
#' ratings <- simulate_ratings(40, 3, n_raters = 5, accuracy = 0.8)
#' file <- report_agreement(ratings, item, rater, rating, file = tempfile(fileext = ".html"))
#' # browseURL(file)
report_agreement <- function(data, item, rater, rating, ..., file, by = NULL, level = NULL,
                             categories = NULL, duplicates = "error", coefficients = "all",
                             ci = ci_default(), title = "Agreement of the raters", text = NULL, n = 15,
                             overwrite = FALSE) {
  if (missing(file)) file <- NULL
  check_report_arguments(file, title, text, n, overwrite)
  need_package("ggplot2", "to draw the plots of a report")
  need_package("knitr", "to write a report")
  picture_device() # stops here if there is none, before anything is computed
  columns <- rlang::enquos(item = item, rater = rater, rating = rating, by = by)
  read <- if (inherits(data, c("accord_questions", "accord_sheet"))) questions_of else verb_ratings
  ratings <- read(data, columns, level = level, categories = categories, duplicates = duplicates, ...)
  told <- character()
  parts <- withCallingHandlers(
    if (is_questions(ratings)) {
      question_parts(with_levels(ratings, level), coefficients, ci, n, text)
    } else {
      report_parts(ratings, coefficients, ci, n, text)
    },
    accord_warning = function(cnd) {
      told <<- c(told, warning_words(cnd))
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

# The table of all questions, then the parts of each.
question_parts <- function(questions, coefficients, ci, n, text) {
  found <- agreement(questions, coefficients = coefficients, ci = ci)
  overview <- list(report_part("The questions", c(html_facts(format(questions)), html_agreement(found, n))))
  parts <- lapply(names(questions), function(name) {
    own <- report_parts(questions[[name]], coefficients, ci, n, text, name)
    own[names(own) != "References"]
  })
  c(overview, unlist(parts, recursive = FALSE), list(report_part("References", html_list(references_of(found)))))
}

# `question`: the name of a question, for the headings.
report_parts <- function(ratings, coefficients, ci, n, text, question = NULL) {
  found <- agreement(ratings, coefficients = coefficients, ci = ci)
  sections <- list(
    "The data" = function() html_facts(format(ratings)),
    "Agreement" = function() {
      plotted <- plotted_estimates(found)
      c(html_agreement(found, n), html_plot(plotted, rows = nrow(plotted), columns = 1))
    },
    "Raters" = function() {
      raters <- rater_summary(ratings, shares = FALSE)
      lowest <- raters[order(raters$kappa, na.last = TRUE), ]
      c(
        html_text(RATER_WORDS), html_table(lowest[setdiff(names(lowest), columns_left_out(lowest))], n),
        plot_or_reason(raters)
      )
    },
    "Influence of each rater" = function() {
      influence <- rater_influence(ratings)
      n <- if (nrow(ratings$groups) > 1) 6 else 20
      c(html_text(INFLUENCE_WORDS), html_plot(influence, rows = min(n, nrow(influence)), n = n))
    },
    "Pairs of raters" = function() {
      if (length(ratings$raters) > 30) {
        return(html_text("There are more than 30 raters; pairwise_agreement() compares them."))
      }
      html_plot(pairwise_agreement(ratings), rows = if (length(ratings$raters) > 6) 20 else 10)
    },
    "Items" = function() {
      found <- without_distances(disagreements(ratings), ratings)
      c(
        html_text(item_words(ratings)), plot_or_reason(item_summary(ratings)),
        html_groups(with_text(found, text), ratings, n)
      )
    },
    "Confused categories" = function() {
      mixed <- disagreements(ratings, what = "categories")
      if (nrow(mixed) == 0) {
        return(html_text("None."))
      }
      # With a single pair of categories, a plot would show nothing more.
      several <- nrow(unique(as.data.frame(mixed)[c("category_1", "category_2")])) > 1
      shown <- mixed[setdiff(names(mixed), "disagreement")]
      c(html_text(CATEGORY_WORDS), html_groups(shown, ratings, n), if (several) html_plot(mixed))
    },
    "Labels by majority" = function() {
      labels <- consensus(ratings, method = "majority")
      c(html_text(label_words(labels, ratings)), html_groups(labels, ratings, n))
    },
    "Methods" = function() html_text(methods_words(found, ratings$set_aside)),
    "References" = function() html_list(references_of(found))
  )
  Map(function(heading, write) {
    body <- tryCatch(write(), accord_error = function(cnd) {
      html_text(paste("Not shown:", cli::ansi_strip(rlang::cnd_header(cnd))))
    })
    report_part(paste(c(question, heading), collapse = ": "), body)
  }, names(sections), sections)
}

RATER_WORDS <- paste(
  "The raters with the lowest kappa come first. Compared: ratings of items that others rated too.",
  "Majority: how often a rater agrees with the majority; Others: with the majority of the other raters.",
  "Kappa: agreement with the other ratings of the same items, corrected for chance."
)

INFLUENCE_WORDS <- paste(
  "The estimate of Krippendorff's alpha from all ratings minus the estimate without the rater: below 0, agreement",
  "would be higher without this rater. This is a reason to look at the ratings, not to remove them."
)

item_words <- function(ratings) {
  paste0(
    "The items with most disagreement come first. ",
    if (identical(ratings$level, "nominal")) "Disagreement: the share of the pairs of ratings that differ; ",
    "Share: the part of all disagreement", if (nrow(ratings$groups) > 1) " in the group",
    " that is due to the item; in parentheses, how many raters gave the rating."
  )
}

CATEGORY_WORDS <- paste(
  "Items: how many received both categories. Coincidences: the ordered pairs of ratings with these two",
  "categories, each weighted by 1 / (number of ratings of the item - 1). Share: the part of all disagreement."
)

# Columns left out so that the table fits the page.
columns_left_out <- function(raters) {
  c("n_items", "n_met", "agree_pairs", if (all(raters$set_aside %in% 0)) c("n_set_aside", "set_aside"))
}

# At levels other than nominal, disagreements are in a unit unknown to readers, so only their shares are shown.
without_distances <- function(x, ratings) {
  if (identical(ratings$level, "nominal")) x else x[setdiff(names(x), "disagreement")]
}

# Adds the texts of the items, if they are given.
with_text <- function(x, text) {
  if (!is.null(text) && nrow(x)) x[["Text"]] <- cut_end(text[as.character(x[["item"]])], 200)
  # Beside a long text the column of ratings is narrow; non-breaking spaces keep "no (2)" on one line.
  x[["ratings"]] <- gsub(" (?=\\([0-9]+\\))", "\u00a0", x[["ratings"]], perl = TRUE)
  x
}

label_words <- function(labels, ratings) {
  open <- sum(is.na(labels$label))
  tied <- sum(labels$status == "tie")
  paste0(
    "The label of an item is the rating that most raters gave",
    if (ratings$level %in% c("interval", "ratio")) "; for numbers a mean or a median may be better",
    ". ", count(nrow(labels), "item"), ", ", big(nrow(labels) - open), " with a label, ", big(tied),
    if (tied == 1) " tie." else " ties."
  )
}

# The paragraph on methods for a paper.
methods_words <- function(x, set_aside) {
  labels <- sub("^(Percent|Unanimous)", "\\L\\1", unique(coefficient_labels(x)), perl = TRUE)
  labels <- sub("^Brennan-Prediger", "the coefficient of Brennan and Prediger", labels)
  level <- unique(x$conf.level[!is.na(x$conf.low)])
  interval <- if (length(level) == 1) {
    paste0(" with ", format(100 * level), "% intervals (", interval_and_unit(x$interval[!is.na(x$conf.low)][1]), ")")
  }
  paste0(
    "Agreement was measured by ", in_a_list(labels), interval,
    ". Missing ratings are left out", also_left_out(set_aside), ". Items ",
    "with a single rating do not enter observed agreement; if a coefficient uses all ratings for chance agreement, ",
    "they enter it. Labels are determined by majority vote; ties have no label. Computed with R ", getRversion(),
    " and package accord ",
    utils::packageVersion("accord"), "."
  )
}

# The kind of interval, and whether it is over items, raters or both.
interval_and_unit <- function(interval) {
  over <- if (startsWith(interval, "two-way ")) {
    ", over items and raters"
  } else if (startsWith(interval, "rater ")) {
    ", over raters"
  } else if (!grepl(" over ", interval, fixed = TRUE)) {
    ", over items"
  }
  paste0(interval, over)
}

# Words such as ", and so are 24 ratings outside the categories and 7 duplicate ratings"
also_left_out <- function(set_aside) {
  given <- set_aside[set_aside$reason != "missing", ]
  if (nrow(given) == 0) {
    return("")
  }
  words <- mapply(function(n, reason) {
    if (reason == "duplicate") count(n, "duplicate rating") else paste(count(n, "rating"), reason)
  }, given$n, given$reason)
  paste0(", and so ", if (sum(given$n) == 1) "is " else "are ", in_a_list(words))
}

references_of <- function(x) {
  own <- vapply(unique(as.character(x$coefficient)), function(id) {
    REFERENCES[c(id, sub("[0-9]+$", "", id))][1 + is.na(REFERENCES[id])]
  }, "")
  interval <- if (any(x$interval %in% "Bayesian" & !is.na(x$conf.low))) REFERENCES["ci_bayes"]
  sort(unique(c(own[!is.na(own)], interval)))
}

REFERENCES <- c(
  krippendorff_alpha = "Krippendorff, K. (2019) Content Analysis: An Introduction to Its Methodology, 4th ed. Sage.",
  fleiss_kappa = paste(
    "Fleiss, J. L. (1971) Measuring nominal scale agreement among many raters.",
    "Psychological Bulletin 76, 378-382."
  ),
  cohen_kappa = paste(
    "Cohen, J. (1960) A coefficient of agreement for nominal scales.",
    "Educational and Psychological Measurement 20, 37-46."
  ),
  conger_kappa = paste(
    "Conger, A. J. (1980) Integration and generalization of kappas for multiple raters.",
    "Psychological Bulletin 88, 322-328."
  ),
  light_kappa = paste(
    "Light, R. J. (1971) Measures of response agreement for qualitative data: some generalizations and",
    "alternatives. Psychological Bulletin 76, 365-377."
  ),
  scott_pi = paste(
    "Scott, W. A. (1955) Reliability of content analysis: the case of nominal scale coding.",
    "Public Opinion Quarterly 19, 321-325."
  ),
  brennan_prediger = paste(
    "Brennan, R. L. and Prediger, D. J. (1981) Coefficient kappa: some uses, misuses, and alternatives.",
    "Educational and Psychological Measurement 41, 687-699."
  ),
  gwet_ac = paste(
    "Gwet, K. L. (2008) Computing inter-rater reliability and its variance in the presence of high",
    "agreement.",
    "British Journal of Mathematical and Statistical Psychology 61, 29-48."
  ),
  ci_bayes = paste(
    "Walley, P. (1996) Inferences from multinomial data: learning about a bag of marbles.",
    "Journal of the Royal Statistical Society B 58, 3-34."
  )
)
