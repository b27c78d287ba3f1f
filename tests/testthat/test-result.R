# Methods that every class of result has. If one is missing, the table gives the reason.

skip_if_not_installed("knitr")
skip_if_not_installed("ggplot2")

TIDY <- "it is a tidy tibble: a row per thing, numbers in columns"
NO_MODEL <- "nothing was fitted that one row could sum up"
CORPUS <- "a plain tibble of the spans of a corpus, to go on with by as_spans()"
OBJECT <- "an object that results are made of, not a result"

reasons <- list(
  accord_raters = c(glance = "summary() has the means over raters"),
  accord_rater_means = c(glance = NO_MODEL),
  accord_items = c(glance = NO_MODEL),
  accord_influence = c(glance = NO_MODEL),
  accord_disagreements = c(glance = NO_MODEL),
  accord_evaluation = c(glance = NO_MODEL),
  accord_next = c(glance = NO_MODEL),
  accord_fewer = c(glance = NO_MODEL),
  accord_plan = c(glance = NO_MODEL),
  accord_sample_size = c(glance = NO_MODEL),
  accord_chain_agreement = c(glance = NO_MODEL),
  accord_coref = c(glance = "mean() has the means over annotators"),
  accord_coref_means = c(glance = NO_MODEL),
  accord_chain_alpha = c(glance = NO_MODEL),
  accord_ratings = c(
    paper_table = OBJECT, knit_print = OBJECT, tidy = "as_tibble() gives the rows back",
    glance = "print() says what was found"
  ),
  accord_ratings_summary = c(tidy = "a list of tables", glance = NO_MODEL),
  accord_spans = c(
    paper_table = OBJECT, knit_print = OBJECT, tidy = "as_tibble() gives the spans back",
    glance = "print() says what was found"
  ),
  accord_chains = c(
    paper_table = OBJECT, knit_print = OBJECT, autoplot = "chain_agreement() counts what can be drawn",
    tidy = "as_tibble() gives the mentions back", glance = "print() says what was found"
  ),
  accord_preferences = c(
    paper_table = OBJECT, knit_print = OBJECT, autoplot = OBJECT, tidy = "as_tibble() gives the rows back",
    glance = "print() says what was found"
  ),
  span_consensus = c(
    paper_table = CORPUS, knit_print = CORPUS, autoplot = "as long as the corpus; disagreements() draws what differs",
    tidy = TIDY, glance = NO_MODEL
  ),
  confusion = c(
    knit_print = "a matrix of base R", autoplot = "autoplot() of a matrix is not ours to define",
    tidy = "as.data.frame(as.table(x)) has the cells", glance = NO_MODEL
  )
)

works <- list(
  print = function(x) expect_output(print(x)),
  paper_table = function(x) {
    x <- if (inherits(x, "accord_pairs")) x[names(x) != "confusion"] else x
    formats <- c("latex", "markdown", "html", "typst")
    # Each writer has tests of its own, so that make test asks one of them for all classes.
    for (format in test_size("markdown", formats)) {
      expect_s3_class(paper_table(x, format), "accord_table")
    }
  },
  knit_print = function(x) expect_s3_class(knitr::knit_print(x), "knit_asis"),
  autoplot = function(x) {
    expect_s3_class(suppressWarnings(ggplot2::ggplot_build(ggplot2::autoplot(x))), "ggplot_built")
  },
  tidy = function(x) expect_s3_class(tidy(x), "tbl_df"),
  glance = function(x) expect_s3_class(glance(x), "tbl_df")
)

test_that("every class of result has every verb, or a reason", {
  skip_if_quick()
  results <- every_result()
  for (name in names(results)) {
    for (verb in names(works)) {
      if (is.na(reasons[[name]][verb] %||% NA)) {
        expect_no_error(works[[verb]](results[[name]]))
      } else if (verb == "knit_print") {
        utils::capture.output(knitted <- knitr::knit_print(results[[name]]))
        expect_false(inherits(knitted, "knit_asis"), info = name)
      } else {
        # Errors of accord's own methods give the reason.
        ours <- verb %in% c("tidy", "glance") && !name %in% c("span_consensus", "confusion")
        expect_error(works[[verb]](results[[name]]), class = if (ours) "accord_error", info = paste(name, verb))
      }
    }
  }
})

test_that("tidy() of a result that is tidy is a plain tibble, whatever it is", {
  results <- every_result()
  for (x in results[c("accord_items", "accord_plan", "accord_chain_alpha")]) {
    expect_identical(class(tidy(x)), c("tbl_df", "tbl", "data.frame"))
    expect_identical(as.list(tidy(x)), as.list(x)[names(x)], ignore_attr = TRUE)
  }
  expect_fault(tidy(results$accord_ratings_summary), "no_tidy", "a list of tables")
  expect_fault(glance(results$accord_items), "no_glance", "has neither")
  expect_fault(tidy(results$accord_ratings), "not_result", "is ratings")
  expect_fault(glance(results$accord_chains), "not_result", "is chains")
  expect_fault(tidy(results$accord_spans), "not_result", "is spans")
})

test_that("every class that a result has is in the table", {
  skip_if_quick()
  root <- test_path("..", "..")
  skip_if_not(file.exists(file.path(root, "ARCHITECTURE.md")), "sources are not there")
  lines <- unlist(lapply(list.files(file.path(root, "R"), "[.]R$", full.names = TRUE), readLines))
  lines <- grep("^ *#", lines, invert = TRUE, value = TRUE)
  classes <- unique(
    unlist(
      regmatches(
        lines, gregexpr("(?<=class = \")accord_[a-z_]+|(?<=class = c\\(\")accord_[a-z_]+", lines, perl = TRUE)
      )
    )
  )
  # A table already made, what readers give, kinds of interval and of consensus, sheets and their questions, what
  # is written to a file, links, relations and distances.
  others <- c(
    "accord_table", "accord_word_table", "accord_methods", "accord_brat", "accord_ci", "accord_ci_default",
    "accord_method", "accord_corpus", "accord_bad_file", "accord_remote", "accord_sheet", "accord_questions",
    "accord_links", "accord_relations", "accord_distance", "accord_distances"
  )
  expect_identical(setdiff(classes, c(names(every_result()), others)), character())
})

test_that("tests come along into tidy frames, and evaluations and comparisons have theirs", {
  results <- every_result()
  scores <- tidy(results$accord_icc)
  expect_identical(scores$p.value, results$accord_icc$p.value)
  expect_true(all(c("statistic", "df1", "df2") %in% names(scores)))
  data <- result_ratings()
  tested <- fleiss_kappa(data, item, rater, label, ci = ci_analytic(test = TRUE))
  expect_equal(tidy(tested)$p.value, tested$p.value)
  expect_false("p.value" %in% names(tidy(results$accord_agreement)))
  expect_identical(tidy(results$accord_evaluation)$term, results$accord_evaluation$measure)
  comparison <- glance(results$accord_comparison)
  expect_identical(c(comparison$n_comparisons, comparison$n_tests), c(1L, 1L))
  study <- format(results$accord_generalizability, style = "apa")
  expect_match(study[1], "^rater = 1: generalizability = [.]\\d\\d, 95% CI \\[")
  components <- format(results$accord_components, style = "apa", digits = 2)
  expect_match(components[1], "^item: variance = \\d[.]\\d\\d, 95% CI \\[")
  severity <- format(results$accord_severity, style = "apa")
  expect_match(severity[1], "^ann: severity = .*\\d[.]\\d\\d logits, 95% CI \\[.*\\], \\d+ ratings$")
})

test_that("a result with numbers that are text now prints as a tibble, and is no table", {
  skip_if_quick()
  for (x in Filter(is.data.frame, every_result())) {
    columns <- result_kind(x)$columns
    text <- c(TEXT_COLUMNS, text_columns(x))
    words <- columns[!vapply(x[columns], is_number_column, NA)]
    expect_equal(sum(!words %in% text), 0, info = class(x)[1])
    numbers <- setdiff(if (is.null(columns)) intersect("conf.level", names(x)) else columns, text)
    for (column in utils::head(numbers, test_size(1, Inf))) {
      changed <- x
      changed[[column]] <- paste("about", x[[column]])
      expect_output(print(changed), "# A tibble|# Summary", info = paste(class(x)[1], column))
      expect_fault(paper_table(changed, "markdown"), "not_agreement", columns = column)
    }
  }
})

test_that("words of a column that was taken away are left out of a table", {
  results <- every_result()
  for (x in list(results$accord_evaluation, results$accord_coref, results$accord_coref_means)) {
    x <- x[setdiff(names(x), c("metric", "measure"))]
    expect_s3_class(paper_table(x, "markdown"), "accord_table")
  }
})

test_that("what a plot needs is asked for in a sentence, whatever column was taken away or became text", {
  skip_if_quick()
  drawn <- function(x) {
    # If the plot does not change without the column, this is as good as a message.
    tryCatch(
      {
        ggplot2::ggplot_build(ggplot2::autoplot(x))
        "drawn"
      },
      accord_error = function(cnd) "sentence",
      error = conditionMessage,
      warning = conditionMessage
    )
  }
  results <- Filter(function(x) inherits(x, "accord_result") && is.data.frame(x), every_result())
  # Of the other classes the long run takes the columns away.
  for (x in results[test_size(c("accord_agreement", "accord_comparison", "accord_severity"), names(results))]) {
    if (!identical(drawn(x), "drawn")) next
    for (column in names(x)) {
      expect_true(drawn(x[names(x) != column]) %in% c("drawn", "sentence"), info = paste(class(x)[1], column))
      if (!is.numeric(x[[column]])) next
      changed <- x
      changed[[column]] <- paste("about", x[[column]])
      expect_true(drawn(changed) %in% c("drawn", "sentence"), info = paste(class(x)[1], column, "text"))
    }
  }
})

test_that("tidy() has one vocabulary", {
  skip_if_quick()
  renamed <- c("skill", "kappa", "f1", "severity", "winning_rate", "bias", "difference", "p.adjusted", "mean")
  # Descriptions and counts, which are not estimates.
  no_estimate <- c(
    "accord_items", "accord_disagreements", "accord_chain_agreement", "accord_sample_size", "span_consensus",
    "accord_audit", "accord_next", "accord_fewer"
  )
  results <- every_result()
  for (name in setdiff(names(results), names(Filter(function(x) !is.null(x) && "tidy" %in% names(x), reasons)))) {
    names <- names(tidy(results[[name]]))
    expect_identical(names[grepl("_(low|high)$|_p$", names)], character(), info = name)
    if (name %in% no_estimate) next
    expect_true("estimate" %in% names, info = name)
    if (name != "accord_plan") expect_true("status" %in% names, info = name)
    if (name != "accord_severity") expect_identical(intersect(renamed, names), character(), info = name)
  }
})
