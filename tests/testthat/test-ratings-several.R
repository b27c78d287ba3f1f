# Several questions in one sheet, each with a level, categories, weights and a distance of its own.

# 12 items by three raters: numbers, words in an order, labels, sets, and counts.
sheet_of_questions <- function() {
  with_seed(41, {
    n <- 12
    data <- data.frame(id = sprintf("t%02d", seq_len(n)), round = rep(c("first", "second"), each = n / 2))
    truth <- sample(4, n, TRUE)
    for (rater in c("ann", "bob", "cat")) {
      noisy <- pmin(5, pmax(1, truth + sample(c(-1, 0, 0, 1), n, TRUE)))
      data[paste0(c("tone_", "grade_", "frame_", "topics_", "size_"), rater)] <- list(
        noisy, c("F", "D", "C", "B", "A")[noisy], c("h", "c", "e")[(noisy + sample(0:1, n, TRUE)) %% 3 + 1],
        c("a", "b", "a;b", "c", "b;c")[noisy], 10 * noisy + sample(0:9, n, TRUE)
      )
    }
    data$frame_cat[3] <- data$tone_bob[5] <- NA
    data
  })
}
SCALE <- list(
  level = c(tone = "ordinal", grade = "ordinal", size = "ratio"),
  categories = list(grade = c("F", "D", "C", "B", "A")), weights = c(grade = "linear"), distance = c(topics = "masi")
)
read_questions <- function(data = sheet_of_questions(), ...) {
  rlang::inject(read_sheet(
    data, item = id, names = "{question}_{rater}", separator = list(topics = ";"), ..., !!!SCALE
  ))
}
QUESTIONS <- c("tone", "grade", "frame", "topics", "size")

# A row per rating of one question, for functions that know nothing of sheets.
long_question <- function(data, question) {
  columns <- data[paste0(question, "_", c("ann", "bob", "cat"))]
  data.frame(
    item = rep(data$id, 3), rater = rep(c("ann", "bob", "cat"), each = nrow(data)), rating = unlist(columns),
    round = rep(data$round, 3)
  )
}

test_that("alpha of each question is that of the definition, at its own level or distance", {
  data <- sheet_of_questions()
  found <- krippendorff_alpha(read_questions(data), ci = ci_none())
  expect_identical(found$question, QUESTIONS)
  expect_identical(found$metric, c("ordinal", "ordinal", "nominal", "masi", "ratio"))
  levels <- list(tone = NULL, grade = c("F", "D", "C", "B", "A"), frame = NULL, size = NULL)
  for (question in names(levels)) {
    own <- long_question(data, question)
    value <- if (is.null(levels[[question]])) own$rating else match(own$rating, levels[[question]])
    if (is.character(value)) value <- match(value, sort(unique(value)))
    level <- found$metric[found$question == question]
    expected <- oracle_on_values(own$item, value, level)[["estimate"]]
    expect_equal(found$estimate[found$question == question], expected, info = question)
  }
  topics <- long_question(data, "topics")
  items <- split(strsplit(topics$rating, ";"), topics$item)
  expect_equal(found$estimate[found$question == "topics"], oracle_set_alpha(items, oracle_masi()))
})

# The result of f() for several questions, and for each alone.
expect_same_alone <- function(f, x, questions = QUESTIONS) {
  all <- suppressWarnings(f(as_ratings(x, question = questions)))
  own <- lapply(questions, function(question) suppressWarnings(f(as_ratings(x, question = question))))
  expect_identical(unique(all$question), questions)
  for (k in seq_along(questions)) {
    rows <- unclass(all)[setdiff(names(all), "question")]
    rows <- lapply(rows, `[`, all$question == questions[k])
    for (name in names(rows)) {
      alone <- unclass(own[[k]])[[name]]
      if (is.null(alone)) {
        expect_true(all(is.na(rows[[name]])), info = name)
      } else if (is.character(rows[[name]]) && !is.character(alone)) {
        expect_identical(rows[[name]], id_text_of(alone), info = name)
      } else if (is.list(rows[[name]]) && !is.list(alone)) {
        expect_identical(rows[[name]], as.list(alone), info = name)
      } else {
        expect_equal(rows[[name]], alone, tolerance = 0, info = name)
      }
    }
  }
}
id_text_of <- function(x) as.character(x)

test_that("a question among several has the rows that it has alone, in every verb", {
  skip_if_quick()
  x <- read_questions(by = round)
  y <- read_questions()
  plain <- ci_none()
  expect_same_alone(function(r) agreement(r, coefficients = c("percent", "alpha", "fleiss", "conger"), ci = plain), x)
  expect_same_alone(function(r) krippendorff_alpha(r), y)
  expect_same_alone(function(r) cohen_kappa(r, ci = plain), x[x$rater != "cat", ])
  for (verb in list(fleiss_kappa, gwet_ac, light_kappa, percent_agreement)) {
    expect_same_alone(function(r) verb(r, ci = plain), y)
  }
  for (verb in list(item_summary, rater_influence, item_influence, pairwise_agreement, consensus, disagreements)) {
    expect_same_alone(verb, x)
  }
  expect_same_alone(function(r) rater_summary(r, shares = FALSE), x)
  expect_same_alone(function(r) disagreements(r, what = "categories"), y)
  expect_same_alone(function(r) category_agreement(r, ci = plain), y, c("tone", "frame", "topics"))
  expect_same_alone(function(r) icc(r, ci = plain), y, c("tone", "size"))
})

test_that("a question of a sheet has the rows that a data frame has", {
  data <- sheet_of_questions()
  x <- read_questions(data, by = round)
  all <- agreement(x, coefficients = c("percent", "alpha", "fleiss"), ci = ci_none())
  grade <- long_question(data, "grade")
  alone <- list(
    agreement(
      grade, item, rater, rating, by = round, coefficients = c("percent", "alpha", "fleiss"), ci = ci_none(),
      level = "ordinal", weights = "linear", categories = SCALE$categories$grade
    ),
    agreement(
      long_question(data, "size"), item, rater, rating, by = round, coefficients = c("percent", "alpha", "fleiss"),
      ci = ci_none(), level = "ratio"
    )
  )
  for (k in 1:2) {
    own <- all[all$question == c("grade", "size")[k], names(alone[[k]])]
    expect_identical(tibble::as_tibble(own), tibble::as_tibble(alone[[k]]))
  }
})

test_that("neither the order nor the names of questions change a number", {
  skip_if_quick()
  data <- sheet_of_questions()
  all <- agreement(read_questions(data), coefficients = c("percent", "alpha"), ci = ci_none())
  turned <- agreement(read_questions(data[rev(names(data))]), coefficients = c("percent", "alpha"), ci = ci_none())
  expect_identical(turned$question[c(1, 9)], c("size", "tone"))
  place <- order(match(turned$question, QUESTIONS))
  expect_identical(tibble::as_tibble(turned)[place, ], tibble::as_tibble(all))
  names(data) <- sub("tone_", "a tone (1-5)_", names(data), fixed = TRUE)
  x <- read_sheet(data, item = id, names = "{question}_{rater}", separator = list(topics = ";"))
  found <- krippendorff_alpha(x, question = "a tone (1-5)", level = c("a tone (1-5)" = "ordinal"), ci = ci_none())
  expect_identical(found$estimate, all$estimate[2])
})

test_that("what is named by questions may be said in the sheet, in the ratings or in the call", {
  skip_if_quick()
  x <- read_sheet(sheet_of_questions(), item = id, names = "{question}_{rater}", separator = list(topics = ";"))
  said <- agreement(read_questions(), coefficients = c("percent", "alpha", "fleiss"), ci = ci_none())
  ratings <- rlang::inject(as_ratings(x, !!!SCALE))
  expect_identical(agreement(ratings, coefficients = c("percent", "alpha", "fleiss"), ci = ci_none()), said)
  in_call <- krippendorff_alpha(
    x, level = SCALE$level, categories = SCALE$categories, distance = SCALE$distance, ci = ci_none()
  )
  expect_identical(in_call$estimate, said$estimate[said$coefficient == "krippendorff_alpha"])
  kappa <- fleiss_kappa(x, weights = SCALE$weights, categories = SCALE$categories, level = NULL, ci = ci_none()) |>
    try(silent = TRUE)
  expect_s3_class(kappa, "try-error") # a kappa has no level
  # Labels have an order only if categories and the level say so.
  kappa <- fleiss_kappa(as_ratings(x, level = SCALE$level, categories = SCALE$categories), weights = SCALE$weights)
  expect_identical(kappa$estimate, said$estimate[said$coefficient == "fleiss_kappa"])
  # A call takes precedence, for the questions that it names.
  other <- krippendorff_alpha(ratings, level = c(size = "interval"), ci = ci_none())
  expect_identical(other$metric, c("ordinal", "ordinal", "nominal", "masi", "interval"))
  # A value without names is that of all.
  expect_identical(krippendorff_alpha(x, level = "nominal", ci = ci_none())$metric, rep("nominal", 5))
})

test_that("a name that is no question is an error that lists the questions", {
  skip_if_quick()
  x <- read_questions()
  for (arg in c("level", "weights", "distance")) {
    call <- function(verb, data) rlang::inject(verb(data, !!!rlang::set_names(list(c(tne = "ordinal")), arg)))
    cnd <- expect_fault(call(as_ratings, x), "argument", "The questions are", argument = arg, names = "tne")
    expect_identical(cnd$questions, QUESTIONS)
    expect_match(conditionMessage(cnd), "Did you mean \"tone\"")
  }
  expect_fault(agreement(as_ratings(x), level = c(a = "ordinal", b = "ordinal")), "argument", "2 are none")
  expect_fault(as_ratings(x, level = c(tone = "ordinal", tone = "nominal")), "argument", "1 occurs twice")
  expect_fault(as_ratings(x, categories = list(grades = "A")), "argument", names = "grades")
  expect_fault(
    read_sheet(sheet_of_questions(),
      item = id, names = "{question}_{rater}", level = c(tines = "ordinal"), separator = c(topics = ";")
    ), "argument"
  )
})

test_that("values named by questions hold for a single question, and are an error for data without questions", {
  skip_if_quick()
  x <- read_questions()
  tone <- as_ratings(x, question = "tone")
  long <- long_question(sheet_of_questions(), "tone")
  linear <- fleiss_kappa(long, item, rater, rating, weights = "linear", ci = ci_none())$estimate
  for (weights in list("linear", c(tone = "linear"))) {
    expect_identical(fleiss_kappa(tone, weights = weights, ci = ci_none())$estimate, linear)
    expect_identical(fleiss_kappa(x, question = "tone", weights = weights, ci = ci_none())$estimate, linear)
  }
  expect_fault(fleiss_kappa(x, weights = c(tne = "linear")), "argument", "The questions are", names = "tne")
  expect_fault(fleiss_kappa(tone, weights = c(tne = "linear")), "argument", "The questions are", names = "tne")
  expect_fault(fleiss_kappa(long, item, rater, rating, weights = c(tone = "linear")), "argument", "several questions")
  expect_fault(
    krippendorff_alpha(long, item, rater, rating, level = c(tone = "ordinal")), "argument", "several questions"
  )
  expect_fault(consensus(x, gold = c(t01 = "h")), "argument", "list named by questions")
  # The known labels of one question are no others'.
  gold <- list(frame = c(t01 = "h", t02 = "c"))
  all <- consensus(x, method = "one_coin", gold = gold, question = c("frame", "grade"))
  alone <- consensus(x, method = "one_coin", gold = gold$frame, question = "frame")
  expect_identical(all$label[all$question == "frame"], alone$label)
})

test_that("an error names its question, and its advice works as it is typed", {
  skip_if_quick()
  x <- read_sheet(sheet_of_questions(), item = id, names = "{question}_{rater}", separator = list(topics = ";"))
  cnd <- expect_fault(krippendorff_alpha(x, ci = ci_none()), "level_needed", "Question \"tone\"", question = "tone")
  advice <- regmatches(conditionMessage(cnd), regexpr("level = c\\([^)]*\\)", conditionMessage(cnd)))
  given <- eval(parse(text = gsub("\\s+", " ", sub("level = ", "", advice))))
  expect_setequal(names(given), c("tone", "size"))
  expect_identical(krippendorff_alpha(x, level = given, ci = ci_none())$status, rep("ok", 5))

  cnd <- expect_fault(as_ratings(x, level = c(frame = "interval")), "level", "Question \"frame\"", question = "frame")
  cnd <- expect_fault(summary(as_ratings(x)), "questions", "takes the ratings of one question", questions = QUESTIONS)
  advice <- regmatches(conditionMessage(cnd), regexpr("summary\\(as_ratings.*\\)", conditionMessage(cnd)))
  expect_s3_class(eval(parse(text = advice)), "accord_ratings_summary")
  expect_fault(rater_summary(as_ratings(x), mean_of = sure), "argument")
})

test_that("a warning that several questions have is given once, and names them", {
  data <- sheet_of_questions()
  data[c("frame_ann", "frame_bob", "frame_cat")] <- "h"
  data[c("grade_ann", "grade_bob", "grade_cat")] <- "A"
  told <- list()
  found <- withCallingHandlers(
    krippendorff_alpha(read_questions(data), ci = ci_none()),
    accord_warning = function(cnd) {
      told[[length(told) + 1]] <<- cnd
      rlang::cnd_muffle(cnd)
    }
  )
  expect_length(told, 1)
  expect_s3_class(told[[1]], "accord_warning_undefined")
  expect_identical(told[[1]]$questions, c("grade", "frame"))
  expect_match(conditionMessage(told[[1]]), "\"grade\".*\"frame\"")
  expect_identical(is.na(found$estimate), QUESTIONS %in% c("grade", "frame"))
})

test_that("the print shows what decides the numbers of each question", {
  skip_if_quick()
  shown <- format(as_ratings(read_questions()))
  expect_match(shown[1], "5 questions, 12 items, 3 raters, 178 ratings")
  expect_match(shown[3], "^  grade: ordinal, .*weights linear")
  expect_match(shown[5], "^  topics: nominal, .*distance MASI")
  expect_match(format(as_ratings(read_questions(), question = "topics"))[3], "distance: +MASI")
  expect_identical(names(as_ratings(read_questions())[2:3]), c("grade", "frame"))
  expect_identical(nrow(tibble::as_tibble(as_ratings(read_questions()))), 178L)
  damaged <- as_ratings(read_questions())
  damaged$tone <- 1
  expect_fault(agreement(damaged), "damaged", "Questions are a named list of ratings", argument = "data")
})

test_that("a codebook is a table with a row for each question", {
  skip_if_quick()
  skip_if_not_installed("knitr")
  found <- agreement(read_questions(), coefficients = c("percent", "alpha"))
  lines <- strsplit(paper_table(found, "markdown", wide = TRUE), "\n")[[1]]
  cells <- function(line) trimws(strsplit(line, "|", fixed = TRUE)[[1]])[-1]
  expect_identical(cells(lines[1]), c(
    "Question", "Level", "Weights", "Ratings", "Percent agreement", "95% CI",
    "Krippendorff's \u03b1", "95% CI"
  ))
  expect_identical(vapply(lines[3:7], function(line) cells(line)[2], "", USE.NAMES = FALSE), c(
    "ordinal", "ordinal", "nominal", "MASI", "ratio"
  ))
  # One line for each question, so that a page has room for 30 of them.
  for (format in c("latex", "html")) {
    rows <- lengths(regmatches(found_table <- paper_table(found, format, wide = TRUE), gregexpr("MASI", found_table)))
    expect_identical(rows, 1L)
  }
})

# Ten items by two raters, of three grades, of which neighbours differ in two items and the ends in two.
two_questions <- function(...) {
  data <- data.frame(
    item = rep(1:10, 2), rater = rep(c("a", "b"), each = 10),
    sev = c(
      "lo", "lo", "mid", "mid", "hi", "hi", "lo", "mid", "hi", "hi",
      "lo", "hi", "mid", "hi", "hi", "mid", "lo", "mid", "hi", "lo"
    ),
    yn = rep(c("y", "n"), 10)
  )
  read_sheet(data, item = item, rater = rater, rating = sev:yn, categories = list(sev = c("lo", "mid", "hi")), ...)
}

test_that("alpha of a question is that of its ratings alone, by the same rule", {
  skip_if_quick()
  data <- data.frame(two_questions())
  data <- data[data$question == "sev", ]
  alone <- function(...) {
    found <- agreement(
      data, item, rater, rating, categories = c("lo", "mid", "hi"), coefficients = "alpha", ci = ci_none(), ...
    )
    unlist(found[c("estimate", "metric")])
  }
  of_sheet <- function(..., verb = agreement, sheet = list()) {
    found <- verb(rlang::inject(two_questions(!!!sheet)), ci = ci_none(), ...)
    unlist(found[found$question == "sev" & found$coefficient == "krippendorff_alpha", c("estimate", "metric")])
  }
  # Without weights or a level the order of the categories changes nothing.
  expect_identical(of_sheet(), alone())
  for (weights in c("linear", "quadratic")) {
    expected <- alone(weights = weights)
    said <- list(weights = c(sev = weights))
    expect_identical(of_sheet(sheet = said), expected)
    expect_identical(of_sheet(verb = krippendorff_alpha, sheet = said), expected)
    expect_identical(of_sheet(weights = c(sev = weights)), expected)
    expect_identical(of_sheet(weights = c(sev = weights), sheet = list(level = c(sev = "ordinal"))), expected)
  }
  # By hand: of 20 * 19 / 2 pairs of values with 6 lo, 6 mid and 8 hi, 6 * 6 + 6 * 8 differ by 1 and 6 * 8 by 2;
  # observed are 2 by 1 and 2 by 2, of 10.
  expect_equal(as.double(alone(weights = "linear")[1]), 1 - (2 + 2 * 2) / 10 / ((84 + 2 * 48) / 190))
  # A level takes precedence, wherever it is said.
  ordinal <- alone(weights = "linear", level = "ordinal")
  expect_identical(of_sheet(sheet = list(weights = c(sev = "linear"), level = c(sev = "ordinal"))), ordinal)
  expect_identical(of_sheet(sheet = list(weights = c(sev = "linear")), level = c(sev = "ordinal")), ordinal)
  ratings <- as_ratings(two_questions(weights = c(sev = "linear")), level = c(sev = "ordinal"))
  expect_identical(unlist(krippendorff_alpha(ratings, ci = ci_none())[1, c("estimate", "metric")]), ordinal)
  expect_identical(sum(grepl("level", format(ratings))), 0L)
})

test_that("one column of weights is for the coefficients that have them", {
  skip_if_quick()
  skip_if_not_installed("knitr")
  x <- two_questions(weights = c(sev = "quadratic"))
  kappa <- agreement(x, coefficients = "cohen", ci = ci_none())
  both <- rbind(kappa, percent_agreement(x, weights = "identity", ci = ci_none()))
  headings <- function(x) {
    trimws(strsplit(strsplit(paper_table(x, "markdown", wide = TRUE), "\n")[[1]][1], "|", fixed = TRUE)[[1]])[-1]
  }
  expect_identical(
    headings(both), c("Question", "Weights", "Cohen's \u03ba", "Percent agreement (unweighted)")
  )
  # With the same weights they need not be named.
  same <- rbind(kappa, percent_agreement(x, weights = c(sev = "quadratic"), ci = ci_none()))
  expect_identical(headings(same), c("Question", "Weights", "Cohen's \u03ba", "Percent agreement"))
  # One column cannot hold different weights.
  mixed <- rbind(kappa, percent_agreement(x, weights = c(sev = "linear"), ci = ci_none()))
  expect_false("Weights" %in% headings(mixed))
  expect_true(all(c("Cohen's \u03ba (quadratic)", "Percent agreement (linear)") %in% headings(mixed)))
  skip_if_not_installed("ggplot2")
  expect_setequal(ggplot2::autoplot(both)$data$series, c("Cohen's kappa", "Percent agreement (unweighted)"))
})

test_that("a consensus of several questions is joined to the sheet, and compared with gold by question", {
  skip_if_quick()
  sheet <- data.frame(
    id = 1:3, tone_a = c("x", "y", "x"), tone_b = c("x", "y", "x"), ad_a = c("p", "q", "p"), ad_b = c("p", "q", "p")
  )
  found <- consensus(read_sheet(sheet, item = id, names = "{question}_{rater}"))
  joined <- augment(found, sheet, item = id)
  expect_identical(joined$.label_tone, c("x", "y", "x"))
  expect_identical(joined$.label_ad, c("p", "q", "p"))
  # Gold of one question does not judge the other.
  expect_fault(evaluate_consensus(found, c("1" = "x", "2" = "y", "3" = "x")), "gold")
  gold <- data.frame(question = "tone", item = 1:3, label = c("x", "y", "y"))
  scores <- evaluate_consensus(found, gold)
  expect_equal(scores$estimate[scores$measure == "accuracy" & scores$question == "tone"][1], 2 / 3)
  expect_fault(tidy(found), "not_consensus", "consensus[(]as_ratings[(]x, question = \"tone\"")
  # Beside a question of labels, one of sets keeps the label that a row is about.
  sheet$topic_a <- c("bug;ui", "bug", "docs;ui")
  sheet$topic_b <- c("ui;bug", "bug;ui", "ui")
  both <- consensus(read_sheet(sheet, item = id, names = "{question}_{rater}", separator = list(topic = ";")))
  expect_setequal(both$category[both$question == "topic"], c("bug", "ui", "docs"))
  expect_true(all(is.na(both$category[both$question != "topic"])))
})

test_that("an error names three questions without a fault, and no question is computed twice", {
  asked <- character()
  answer <- function(question, name) {
    asked <<- c(asked, name)
    if (name %in% c("b", "c")) abort_accord("undefined", c("It must be there.", x = "It is not."))
    name
  }
  names <- rlang::set_names(letters[1:8])
  cnd <- expect_error(each_question(as.list(names), TRUE, answer), class = "accord_error_undefined")
  expect_identical(cnd$question, "b")
  expect_match(conditionMessage(cnd), "Question \"b\": It is not.", fixed = TRUE)
  expect_match(conditionMessage(cnd), "question = c(\"a\", \"d\", \"e\")", fixed = TRUE)
  expect_identical(asked, letters[1:5])
  asked <- character()
  expect_error(each_question(as.list(names), FALSE, answer), class = "accord_error_undefined")
  expect_identical(asked, c("a", "b"))
  expect_identical(each_question(list("x"), FALSE, function(x, name) paste0(x, name)), list("x"))
})
