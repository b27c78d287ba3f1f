# Marks in a report: the fits on which their sections rest, and which sections there are.

# The fits for these sections, once, or the condition that says why there are none. Groups with the same items, as
# criteria, are facets of the model; groups with items of their own, as rounds, are batches.
marks_fits <- function(ratings, cut) {
  fits <- tryCatch(
    {
      check_named_raters(ratings, "Severity needs")
      check_no_clusters(ratings, "Severities")
      check_unweighted_marks(ratings)
      rows <- tibble::as_tibble(ratings)
      facets <- facet_groups(ratings)
      batch <- setdiff(names(ratings$groups), facets)
      declared <- if (isTRUE(ratings$declared) && is.numeric(ratings$categories)) ratings$categories
      attr(rows, "declared") <- declared
      fits <- list(
        rows = rows, facets = facets, batch = batch, fit = severity_of_rows(rows, facets, NULL, declared)
      )
      # Severities in each round are comparable if the rounds have items of equal quality on average.
      fits$drift <- if (length(batch)) {
        tryCatch(severity_of_rows(rows, facets, batch[1], declared, "population"), accord_error = identity)
      }
      fits
    },
    accord_error = identity
  )
  if (!inherits(fits, "condition")) {
    fits$fair <- with_note(without_message(fair_marks(fits$fit, cut = cut)), "scale", mark_range(fits))
    if (!is.null(cut)) fits$fair <- with_reasons(fits$fair, fits)
    fits$study <- tryCatch(study_of_marks(fits), accord_error = identity)
  }
  fits
}

# Decisions rest on all ratings of an item, so that one that an erratic rater marked is to be marked again, wherever its
# interval lies. The column `reason` says why an item is.
with_reasons <- function(fair, fits) {
  who <- erratic_raters(fits)
  rated <- id_text(fair$item) %in% items_rated_by(fits, who)
  fair$decision[rated] <- "mark again"
  again <- fair$decision %in% "mark again"
  fair$reason <- ifelse(again, ifelse(rated, "marked by an erratic rater", "near the pass mark"), NA)
  # The last columns stay those on the interval and the status.
  fair <- fair[append(setdiff(names(fair), "reason"), "reason", match("decision", names(fair)))]
  fair <- with_note(fair, "decided", count_decisions(fair))
  with_note(fair, "again", if (length(who)) paste0("or ", in_a_list(who, "or"), " marked the item"))
}

erratic_raters <- function(fits) as.character(raters_with(fits, "erratic")$rater)

# The lowest and the highest mark of an item that is a sum; NULL where it is a single rating.
mark_range <- function(fits) {
  if (length(fits$facets)) {
    ends <- range(fits$rows$rating, attr(fits$rows, "declared")) * count_added(fits)
    paste(format(ends[1]), "to", format(ends[2]))
  }
}

# The number of ratings that make a mark: that of all levels of the facets.
count_added <- function(fits) if (length(fits$facets)) vctrs::vec_unique_count(fits$rows[fits$facets]) else 1L

# Says what a mark is where it is a sum. The name of a column stands for one of its values, as in "each criterion".
scale_sentence <- function(fits) {
  range <- mark_range(fits)
  if (!is.null(range)) {
    paste0(
      " A mark adds up the ratings for each ", in_a_list(vapply(fits$facets, function(facet) {
        levels <- as.character(vctrs::vec_unique(fits$rows[[facet]]))
        paste0(facet, " (", if (length(levels) <= 6) in_a_list(levels) else big(length(levels)), ")")
      }, "")), ", from ", range, "."
    )
  }
}

severity_of_rows <- function(rows, facets, batch, categories, link = "items") {
  rlang::inject(rater_severity(
    rows, "item", "rater", "rating",
    facets = !!(if (length(facets)) facets), batch = !!batch, link = link, categories = categories
  ))
}

# An erratic rater is named in the section on severity.
without_message <- function(code) suppressMessages(code, classes = "accord_message")

check_cut_of_marks <- function(cut, marks) {
  if (!is.null(cut)) check_number(cut, "cut")
  if (!is.null(cut) && !marks) {
    abort_accord(
      "argument",
      c(
        "{.arg cut} is the pass mark of marks.",
        x = "The ratings are not marks: numbers at the interval or ratio level.",
        i = "Marks need {.code level = \"interval\"}; otherwise leave out {.arg cut}."
      ),
      argument = "cut"
    )
  }
}

check_unweighted_marks <- function(ratings) {
  if (!is.null(ratings$weight)) {
    abort_accord("argument", c("Severities are not estimated for weighted items.", x = "The items have weights."))
  }
}

# The columns of groups within which the same item occurs more than once.
facet_groups <- function(ratings) {
  item <- vctrs::vec_group_id(ratings$items)
  group <- item_groups(ratings)
  Filter(function(name) {
    level <- vctrs::vec_slice(ratings$groups[[name]], group)
    pairs <- unique(data.frame(item = item, level = vctrs::vec_group_id(level)))
    # A few items in common only link rounds.
    mean(tabulate(pairs$item) > 1) > 0.5
  }, names(ratings$groups))
}

# The sections of a report with those of marks. The severity of raters takes the place of their mean differences and of
# their influence, and fair marks that of the means.
with_marks <- function(sections, fits, ratings, about, n, cut, by_model = FALSE,
                       people = ratings) {
  if (inherits(fits, "condition")) {
    reason <- list("Severity of raters" = function() rlang::cnd_signal(fits))
    return(append(sections, reason, match("Raters", names(sections))))
  }
  sections[c("Raters", "Influence of each rater", if (!by_model) "Values")] <- NULL
  sections[["Pairs of raters"]] <- function() mark_pairs_section(ratings, about, n)
  marks <- list(
    "Fair marks" = function() fair_section(fits, n, cut),
    "Reliability" = function() reliability_section(fits),
    "Unexpected ratings" = function() unexpected_section(fits, n),
    "Severity of raters" = function() severity_section(fits, n),
    "Drift" = if (length(fits$batch)) function() drift_section(fits, n)
  )
  by <- compared_by(fits)
  if (!is.null(by)) sections <- with_compared(sections, about, fits, by, n, has_judges(ratings, people))
  # Who decides on marks reads these first.
  c(Filter(Negate(is.null), marks), sections)
}

# The sections with the comparison of groups: a sentence stands at the end of the section on agreement, unless that is
# about the ratings of people alone (`apart`), and a table has a section.
with_compared <- function(sections, about, fits, by, n, apart) {
  found <- tryCatch(compared_section(about, fits, by, n), accord_error = identity)
  if (inherits(found, "condition") || any(grepl("<table", found, fixed = TRUE)) || apart) {
    write <- function() if (inherits(found, "condition")) rlang::cnd_signal(found) else found
    return(append(sections, list("Groups compared" = write), match("Differences", names(sections))))
  }
  agreement <- sections[["Agreement"]]
  sections[["Agreement"]] <- of_people(function() {
    body <- agreement()
    answered(c(body, html_text(attr(found, "answer")), found), attr(body, "answer"))
  }, attr(agreement, "subject"))
  sections
}
