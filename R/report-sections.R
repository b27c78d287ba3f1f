# The sections of a report, and in which order they come.

# `question`: the name of a question, which stands in the headings; its references are those of all questions. `id`: the
# target of links to it.
report_parts <- function(ratings, measures, n, text, cut = NULL, question = NULL, judges = NULL, id = NULL) {
  about <- measures$about
  people <- measures$people
  marks <- about$kind == "scores"
  check_cut_of_marks(cut, marks || !is.null(question))
  found <- measures$found
  fits <- if (marks) marks_fits(ratings, cut)
  judged <- judge_fits(judges, ratings, about, found)
  labels_judged <- if (!inherits(judged, "condition")) labels_found(ratings, people, judges, about)
  sections <- c(
    list(
      "The data" = of_nobody(function() quality_section(ratings, people, measures$n_spans)),
      "Agreement" = of_people(function() agreement_section(measures, n, ratings), "Agreement")
    ),
    if (about$kind == "labels") {
      list("Raters" = function() rater_section(ratings, n))
    } else {
      list(
        "Differences" = of_people(function() difference_section(people, about, n)),
        "Raters" = function() deviation_section(ratings, about, n)
      )
    },
    list(
      "Influence of each rater" = of_people(function() influence_section(people, about)),
      "Pairs of raters" = function() pair_section(ratings, about),
      "Items" = of_people(function() item_section(people, about, text, n, measures$settled)),
      "Confused categories" = of_people(function() category_section(people, about, n, measures$f1_of_labels)),
      "Labels" = of_people(function() label_section(people, about, n, measures$settled)),
      "Methods" = of_nobody(function() {
        methods <- report_methods(
          found, about, fits, measures$both, judged, ratings, measures$settled, measures$spans
        )
        html_text(paste(c(methods, whose_methods(ratings, people)), collapse = " "))
      }),
      "References" = of_nobody(function() {
        marked <- marks && !inherits(fits, "condition")
        more <- c(label_references(measures$settled), further_references(ratings, about, measures$spans))
        html_references(references_of(found, marked, more, judged))
      })
    )
  )
  names(sections)[names(sections) == "Labels"] <- label_heading(about, measures$settled)
  # Pairs of marks are no more than pairs of items.
  if (marks) sections[["Confused categories"]] <- NULL
  if (marks) sections <- with_marks(sections, fits, ratings, about, n, cut, !is.null(measures$settled), people)
  sections <- told_whose(sections, ratings, people)
  if (!is.null(judged)) {
    section <- list(Judges = function() judge_section(judged, n, labels_judged))
    sections <- append(sections, section, match("Agreement", names(sections)))
  }
  first <- if (marks && !inherits(fits, "condition")) {
    first_of_marks(found, ratings, about, measures$both, fits, cut, judge_words(judged))
  } else {
    first_part(
      found, ratings, about, measures$both, judge_words(judged), people, judge_advice(judged, labels_judged),
      measures$spans
    )
  }
  if (!is.null(question)) {
    sections[["References"]] <- NULL
    headings <- paste0(question, ": ", names(sections))
    ids <- paste0(id, "-", anchor(names(sections)))
    opening <- report_part(question, c(first, html_contents(names(sections), ids)), id, folds = FALSE)
    return(c(list(opening), report_sections(headings, sections, ids)))
  }
  if (is_spans(ratings)) names(sections)[names(sections) == "Items"] <- "Stretches"
  contents <- html_contents(names(sections), short = TRUE)
  c(list(with_bounds(first), contents, FOLD_HINT), report_sections(names(sections), sections))
}

# The sections that the functions `sections` write, or the reasons why the data do not allow them.
report_sections <- function(headings, sections, ids = anchor(headings)) {
  bodies <- lapply(unname(sections), function(write) {
    tryCatch(write(), accord_error = function(cnd) {
      html_text(paste("Not shown:", cli::ansi_strip(rlang::cnd_header(cnd))))
    })
  })
  half <- halves_in_pairs(vapply(bodies, function(body) isTRUE(attr(body, "half")), NA))
  beside_in_pairs(Map(report_part, headings, bodies, ids), half)
}
