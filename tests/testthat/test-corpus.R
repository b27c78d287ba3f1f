skip_if_not_installed("jsonlite")

tisbuta <- function() {
  answers <- read_reference("tables/tisbuta-answers.csv")
  items <- read_reference("tables/tisbuta-items.csv")
  answers[answers == ""] <- NA
  cbind(answers, items[match(answers$item, items$item), c("phrase", "genre")])
}

test_that("the corpus of understatements has the items, answers, labels and means of the published one", {
  skip_if_quick()
  answers <- tisbuta()
  complete <- answers[!answers$item %in% answers$item[is.na(answers$is_understatement)], ]
  file <- tempfile(fileext = ".json")
  counts <- corpus_to(
    answers, item, annotator,
    c(is_understatement, confidence, pragmatic_function, understatement_type), file,
    columns = c(phrase, genre), confidence = confidence, incomplete = "drop", models = "annotator-llm",
    agreement = fleiss_kappa(complete, item, annotator, is_understatement, ci = ci_none())
  )
  expect_equal(counts$n_items, 115L)
  expect_equal(counts$n_left_out, 5L)

  ours <- read_corpus(file)
  published <- read_reference("tables/tisbuta-corpus.csv")
  labels <- published[published$question == "is_understatement", ]
  of <- function(name) unlist(lapply(ours$items, `[[`, name))
  expect_equal(of("phrase"), labels$phrase)
  expect_equal(of("genre"), labels$genre)
  expect_equal(of("label"), as.logical(labels$majority_annotation))
  expect_equal(sum(of("label")), 73)
  means <- published[published$question == "confidence", ]
  expect_equal(of("mean_confidence"), means$average_confidence, tolerance = 1e-14)
  raters <- c("annotator-1", "annotator-2", "annotator-3", "annotator-4", "annotator-llm")
  for (question in unique(published$question)) {
    theirs <- published[published$question == question, ]
    for (rater in raters) {
      found <- vapply(ours$items, function(item) {
        answer <- item$answers[[question]][[rater]]
        if (is.null(answer)) "" else if (is.logical(answer)) tolower(answer) else as.character(answer)
      }, "")
      truth <- theirs[[rater]]
      expect_equal(found, ifelse(is.na(truth), "", as.character(truth)), info = paste(question, rater))
    }
  }
  # No item has an answer that is missing in the published corpus.
  expect_equal(unique(lapply(ours$items, function(item) lengths(item$answers))), list(
    c(is_understatement = 5L, confidence = 5L, pragmatic_function = 5L, understatement_type = 5L)
  ))

  about <- ours$metadata
  field <- function(name) unlist(lapply(about$raters, `[[`, name))
  expect_equal(field("rater"), raters)
  expect_equal(field("type"), c(rep("human", 4), "model"))
  # Printed: antanas 2.28, bastiaan 2.18, kris 2.62, szabi 2.36, the model 2.95.
  expect_equal(sprintf("%.2f", field("mean_confidence")), c("2.28", "2.18", "2.62", "2.36", "2.95"))
  expect_equal(
    field("mean_confidence")[-1], c(2.1848739495798317, 2.6218487394957983, 2.3620689655172415, 2.95),
    tolerance = 1e-14 # those that the metadata of the corpus hold
  )
  expect_equal(about$agreement[[1]]$estimate, 0.4056511056511055, tolerance = 1e-14)
  expect_equal(about$agreement[[1]]$n_items, 118)
})

test_that("a corpus holds what is in the data, in every script and with every sign", {
  found <- write_told(
    columns = words, confidence = sure, models = "gpt", metadata = list(title = "x", by = "us")
  )
  expect_equal(found$corpus$items[[2]], list(
    text = "t2", words = "a bit\nwet, \u00e9\\",
    answers = list(
      understated = list(ann = TRUE, bob = NULL, gpt = TRUE),
      why = list(ann = "mild", bob = NULL, gpt = "wry"),
      sure = list(ann = 1L, bob = 2L, gpt = NULL)
    ),
    label = TRUE, mean_confidence = 1.5
  ))
  expect_equal(found$corpus$items[[1]]$label, TRUE)
  expect_equal(found$corpus$items[[1]]$mean_confidence, 8 / 3, tolerance = 1e-14)
  about <- found$corpus$metadata
  expect_equal(about[1:7], list(
    title = "x", by = "us", n_items = 2L, n_raters = 3L, n_incomplete = 1L, n_left_out = 0L,
    n_without_label = 0L
  ))
  expect_equal(about$raters[[2]], list(rater = "bob", type = "human", n_answers = 1L, mean_confidence = 2L))
  expect_equal(about$raters[[3]], list(rater = "gpt", type = "model", n_answers = 2L, mean_confidence = 3L))
  # t1 has T T F, t2 T T: a third and all of the pairs agree.
  percent <- Filter(function(one) one$coefficient == "percent_agreement", about$agreement)[[1]]
  expect_equal(percent$estimate, mean(c(1 / 3, 1)), tolerance = 1e-14)
  expect_equal(
    unclass(found$counts[-1]), list(
      n_items = 2L, n_raters = 3L, n_incomplete = 1L, n_left_out = 0L, n_without_label = 0L
    ),
    ignore_attr = TRUE
  )
  expect_equal(found$counts$file, found$file)
})

test_that("which items lack an answer is as asked", {
  counts <- function(..., data = told()) as.list(write_told(data, ..., agreement = NULL)$counts[2:5])
  expect_equal(counts(), list(n_items = 2L, n_raters = 3L, n_incomplete = 1L, n_left_out = 0L))
  expect_equal(
    counts(incomplete = "drop"), list(n_items = 1L, n_raters = 3L, n_incomplete = 1L, n_left_out = 1L)
  )
  # The last row of t2 has no confidence.
  open <- told(understated = TRUE)
  expect_equal(counts(data = open)$n_incomplete, 0L)
  expect_equal(counts(data = open, confidence = sure)$n_incomplete, 1L)
  expect_equal(counts(data = open, confidence = sure, required = understated)$n_incomplete, 0L)
  expect_equal(counts(data = open, required = why)$n_incomplete, 2L)
  # One row is missing.
  expect_equal(counts(data = open[-5, ])$n_incomplete, 0L)
  expect_equal(counts(data = open[-5, ], n_raters = 3)$n_incomplete, 1L)
  # Raters' own figures are over all that they answered.
  dropped <- write_told(confidence = sure, incomplete = "drop")$corpus
  expect_equal(unlist(lapply(dropped$items, `[[`, "text")), "t1")
  ann <- list(rater = "ann", type = "human", n_answers = 2L, mean_confidence = 2L)
  expect_equal(dropped$metadata$raters[[1]], ann)
  expect_equal(dropped$metadata$agreement[[1]]$n_items, 1L)
})

test_that("the order of rows changes the order of items at most", {
  one <- write_told(columns = words, confidence = sure)$corpus
  two <- write_told(told()[c(6, 5, 4, 2, 1, 3), ], columns = words, confidence = sure)$corpus
  expect_equal(two$metadata, one$metadata)
  expect_equal(two$items[2:1], one$items)
})

test_that("random jobs with few raters an item come back as they were", {
  skip_if_quick()
  data <- random_job(11, n_items = 20)
  file <- tempfile(fileext = ".json")
  counts <- corpus_to(data, item, rater, c(rating, sure), file, confidence = sure)
  items <- read_corpus(file)$items
  expect_equal(vapply(items, `[[`, "", "item"), unique(data$item))
  truth <- oracle_item_rows(data)
  for (i in seq_along(items)) {
    own <- data[data$item == truth$item[i], ]
    own <- own[order(own$rater), ]
    answers <- items[[i]]$answers
    expect_equal(names(answers$rating), own$rater)
    given <- lapply(answers$rating, function(x) x %||% NA_character_)
    expect_equal(given, as.list(stats::setNames(own$rating, own$rater)))
    expect_equal(items[[i]]$label %||% NA_character_, truth$majority[i])
    mean <- mean(own$sure, na.rm = TRUE)
    expect_equal(items[[i]]$mean_confidence %||% NaN, mean, tolerance = 1e-14)
  }
  expect_equal(counts$n_without_label, sum(is.na(truth$majority)))
})

test_that("csv files hold the same, row by row", {
  found <- write_told(
    columns = words, confidence = sure, models = "gpt", metadata = list(title = "x"), extension = ".csv"
  )
  read <- function(part = "") {
    file <- sub("[.]csv$", paste0(part, ".csv"), found$file)
    utils::read.csv(file, encoding = "UTF-8", check.names = FALSE)
  }
  truth <- told()
  rows <- read()
  expect_named(rows, c("text", "words", "who", "understated", "why", "sure", "label", "mean_confidence"))
  expect_equal(rows$words, truth$words)
  expect_equal(rows$understated, truth$understated)
  expect_equal(rows$mean_confidence, rep(c(8 / 3, 1.5), each = 3), tolerance = 1e-14)
  expect_equal(read("-raters")$type, c("human", "human", "model"))
  expect_equal(read("-agreement")$coefficient, c("percent_agreement", "fleiss_kappa", "krippendorff_alpha"))
  about <- read("-metadata")
  expect_equal(about$value[match(c("title", "n_items", "n_incomplete"), about$name)], c("x", "2", "1"))
  # An empty cell is NA, "" is empty text.
  lines <- write_told(told(why = c("", NA)), extension = ".csv", agreement = NULL)
  lines <- readLines(lines$file)
  expect_equal(lines[2:3], c("\"t1\",\"ann\",TRUE,\"\",TRUE", "\"t1\",\"bob\",TRUE,,TRUE"))
})

test_that("numbers, dates and factors are written as what they are", {
  data <- told(understated = c(4.5, 1e15, NA), day = as.Date("2024-02-29"), kind = factor("k"))
  corpus <- write_told(data, columns = c(day, kind), level = "interval")$corpus
  expect_equal(corpus$metadata$agreement[[3]]$metric, "interval")
  item <- corpus$items[[1]]
  expect_equal(item[c("day", "kind")], list(day = "2024-02-29", kind = "k"))
  expect_equal(item$answers$understated[1:2], list(ann = 4.5, bob = 1e15))
})

test_that("a majority of dates is a date, and those that differ disagree", {
  day <- as.Date("2024-02-29") + c(0, 0, 1, 2, NA, 3)
  data <- told()
  data$understated <- day
  told_days <- write_told(data)
  items <- told_days$corpus$items
  expect_equal(items[[1]]$label, "2024-02-29")
  expect_equal(items[[1]]$answers$understated$gpt, "2024-03-01")
  expect_null(items[[2]]$label)
  expect_equal(told_days$counts$n_without_label, 1)
  # One of three pairs of the first item agrees, and none of one pair of the second.
  expect_equal(told_days$corpus$metadata$agreement[[1]]$estimate, 1 / 6)
  data$understated <- as.POSIXct(day)
  rows <- utils::read.csv(write_told(data, extension = ".csv")$file)
  expect_match(rows$label[1:3], "^2024-02-29")
})

test_that("cells of csv that a spreadsheet would run get an apostrophe, unless told otherwise", {
  why <- c("=1+1", "+x", "-2.5", "@sum", "-x", "a=b")
  data <- told()
  data$why <- why
  cells <- function(...) {
    file <- write_told(data, extension = ".csv", agreement = NULL, ...)$file
    utils::read.csv(file)$why
  }
  expect_identical(cells(), c("'=1+1", "'+x", "-2.5", "'@sum", "'-x", "a=b"))
  expect_identical(cells(escape_formulas = FALSE), why)
  names <- write_told(told(who = c("=ann", "bob", "gpt")), extension = ".csv", agreement = NULL)$file
  expect_identical(unique(utils::read.csv(names)$who), c("'=ann", "bob", "gpt"))
  expect_fault(write_told(escape_formulas = NA), "argument")
})

test_that("the advice of warnings and errors is about a corpus", {
  d <- data.frame(item = c(1, 1, 2, 2), rater = c("a", "b"), label = c("x", "NA", "x", "y"))
  file <- tempfile(fileext = ".csv")
  d$answer_label <- d$item
  expect_fault(
    corpus_to(d, item, rater, label, file, columns = answer_label, agreement = NULL), "reserved_name",
    "c\\(answer = answer_label\\)"
  )
  cnd <- expect_warning(
    corpus_to(d, item, rater, c(answer = label), file, level = "nominal"), class = "accord_warning_no_answer"
  )
  expect_no_match(conditionMessage(cnd), "na =")
})

set_corpus <- function(..., extension = ".json") {
  d <- data.frame(item = rep(c("t1", "t2", "t3"), each = 2), who = c("ann", "bob"))
  d$topics <- list(c("b", "a"), c("a", "b"), NA, "a", character(), "c")
  file <- tempfile(fileext = extension)
  list(data = d, file = file, counts = corpus_to(d, item, who, topics, file, ...))
}

test_that("sets are arrays of json and cells of csv, and are read back equal", {
  found <- set_corpus(agreement = "krippendorff_alpha")
  corpus <- read_corpus(found$file)
  expect_equal(lapply(corpus$items, `[[`, "label"), list(list("a", "b"), list("a"), NULL))
  expect_equal(lapply(corpus$items, function(x) x$answers$topics), list(
    list(ann = list("a", "b"), bob = list("a", "b")), list(ann = NULL, bob = list("a")),
    list(ann = list(), bob = list("c"))
  ))
  expect_equal(corpus$metadata[c("n_incomplete", "n_without_label")], list(n_incomplete = 1L, n_without_label = 1L))
  expect_equal(
    corpus$metadata$agreement[[1]]$estimate,
    krippendorff_alpha(found$data, item, who, topics, ci = ci_none())$estimate, tolerance = 1e-14
  )
  csv <- set_corpus(extension = ".csv", separator = "|")
  read <- utils::read.csv(csv$file, na.strings = "")
  expect_equal(read$topics, c("a|b", "a|b", NA, "a", NA, "c"))
  kept <- lengths(csv$data$topics) > 0
  rows <- function(d, ...) as_tibble(as_ratings(d[kept, ], item, who, topics, ...))
  expect_equal(rows(read, separator = "|"), rows(csv$data))
  expect_match(readLines(csv$file)[6], '"t3","ann","",', fixed = TRUE)
})

test_that("settled labels that are sets may be sets or their names", {
  of <- function(labels) lapply(read_corpus(set_corpus(labels = labels)$file)$items, `[[`, "label")
  expect_equal(of(data.frame(item = c("t2", "t1"), label = c("c", "{a, b}"))), list(list("a", "b"), list("c"), NULL))
  own <- data.frame(item = c("t1", "t2"))
  own$label <- list("d", c("b", "a"))
  expect_equal(of(own), list(list("d"), list("a", "b"), NULL))
  settled <- consensus(set_corpus()$data, item, who, topics, method = "majority")
  expect_equal(of(settled), list(list("a", "b"), list("a"), NULL))
})

test_that("what cannot be written as a set is said", {
  expect_fault(set_corpus(extension = ".csv", separator = "a"), "separator", "1 label contains \"a\"", labels = "a")
  expect_fault(set_corpus(separator = ""), "argument")
  d <- set_corpus()$data
  d$topics[[1]] <- c("a", NA)
  expect_fault(corpus_to(d, item, who, topics, tempfile(fileext = ".json")), "missing_label")
})

test_that("where no question is required no item lacks an answer", {
  d <- data.frame(item = rep(1:2, each = 2), rater = c("a", "b"), answer = c("x", NA, "y", "y"))
  lacking <- function(...) {
    corpus_to(d, item, rater, answer, tempfile(fileext = ".csv"), agreement = NULL, ...)$n_incomplete
  }
  expect_identical(lacking(), 1L)
  expect_identical(lacking(required = character()), 0L)
})

test_that("answers in a column called label stand beside the final label", {
  d <- data.frame(item = rep(1:2, each = 3), rater = 1:3, label = c("a", "a", "b", "b", "b", "a"))
  file <- tempfile(fileext = ".csv")
  corpus_to(d, item, rater, label, file, agreement = NULL)
  expect_equal(utils::read.csv(file), data.frame(
    item = d$item, rater = d$rater, answer_label = d$label, label = rep(c("a", "b"), each = 3)
  ))
})

test_that("a sheet is a corpus as it is, with an answer per question", {
  sheet <- data.frame(
    id = 1:3, tone_ann = c(1, 2, NA), tone_bob = c(1, 3, 2), ad_ann = c("y", "n", "n"), ad_bob = c("y", NA, "n")
  )
  x <- read_sheet(sheet, item = id, names = "{question}_{rater}", level = c(tone = "ordinal"))
  file <- tempfile(fileext = ".json")
  write_corpus(as_corpus(x), file)
  items <- jsonlite::fromJSON(file, simplifyVector = FALSE)$items
  expect_identical(items[[1]]$answers, list(tone = list(ann = 1L, bob = 1L), ad = list(ann = "y", bob = "y")))
  expect_identical(items[[2]]$answers$ad, list(ann = "n", bob = NULL))
  expect_identical(items[[3]]$answers$tone, list(ann = NULL, bob = 2L))
  expect_identical(as_corpus(x)$agreement, as_corpus(x, item, rater, rating)$agreement)
  expect_identical(unique(as_corpus(x)$agreement$metric), c("identity", "ordinal", "nominal"))
  expect_identical(names(as_corpus(x, answers = ad)$answers), "ad")
  expect_identical(names(as_corpus(x, answers = ad, confidence = tone)$answers), c("ad", "tone"))
})

test_that("each question of a sheet has its final labels and its agreement", {
  sheet <- data.frame(
    id = 1:4, tone_ann = c(1, 2, NA, 3), tone_bob = c(1, 3, 2, 3), tone_cem = c(1, 3, 2, 1),
    ad_ann = c("y", "n", "n", "y"), ad_bob = c("y", NA, "n", "n"), ad_cem = c("n", "n", "n", NA),
    of_ann = c("a;b", "a", "", "b"), of_bob = c("a;b", "b", "a", "b"), of_cem = c("b", "a", "a", "c")
  )
  x <- read_sheet(sheet,
    item = id, names = "{question}_{rater}", level = c(tone = "ordinal"), separator = c(of = ";")
  )
  corpus <- as_corpus(x)
  # Items are in the order of the rows of the sheet, in which the third has no first rating.
  at <- match(1:4, corpus$item$values)
  expect_identical(names(corpus$labels), c("label_tone", "label_ad", "label_of"))
  # The votes, counted by hand.
  expect_equal(as.numeric(corpus$labels$label_tone)[at], c(1, 3, 2, 3))
  expect_identical(as.character(corpus$labels$label_ad)[at], c("y", "n", "n", NA))
  expect_identical(corpus$labels$label_of[at], list(c("a", "b"), "a", "a", "b"))
  expect_output(print(corpus), "1 without a label of some question")
  # The agreement of each question is that of its ratings alone.
  expect_identical(unique(corpus$agreement$question), c("tone", "ad", "of"))
  for (q in c("tone", "ad")) {
    own <- agreement(
      as_ratings(x, question = q), coefficients = c("percent_agreement", "fleiss_kappa", "krippendorff_alpha"),
      ci = ci_none()
    )
    found <- corpus$agreement[corpus$agreement$question == q, ]
    expect_equal(found$estimate, own$estimate)
  }
  # A consensus has the question of each label, and further columns.
  by_votes <- as_corpus(x, labels = consensus(x))
  expect_equal(by_votes$labels$label_tone[at], c(1, 3, 2, 3))
  expect_identical(by_votes$labels$label_ad[at], c("y", "n", "n", NA))
  expect_identical(by_votes$labels$label_of[[1]], c("a", "b"))
  expect_true(all(c("probability_tone", "status_ad") %in% names(by_votes$labels)))
  # One question needs no such names.
  expect_identical(names(as_corpus(x, answers = ad)$labels), "label")
  expect_false("question" %in% names(as_corpus(x, answers = ad)$agreement))
  # Labels without a question are those of the first.
  given <- data.frame(item = as.character(1:4), label = 1:4)
  expect_identical(names(as_corpus(x, labels = given)$labels), "label")
  given$question <- "tune"
  expect_error(as_corpus(x, labels = given), "\"tune\"", class = "accord_error_argument")
  file <- tempfile(fileext = ".csv")
  write_corpus(corpus, file)
  written <- utils::read.csv(file)
  expect_true(all(c("tone", "label_tone", "label_ad", "label_of") %in% names(written)))
  expect_identical(unique(written$label_of[written$item == 1]), "a;b")
})

test_that("rounds of a sheet must be chosen", {
  sheet <- data.frame(id = rep(1:3, 2), who = "ann", round = rep(1:2, each = 3), kind = c("x", "y", "x", "x", "x", "x"))
  x <- read_sheet(sheet, item = id, rater = who, rating = kind, by = round)
  cnd <- expect_error(as_corpus(x), "3 items", class = "accord_error_duplicate_rating")
  expect_identical(cnd$advice, "as_corpus(x[x$round == \"2\", ])")
  chosen <- as_corpus(x[x$round == "2", ], agreement = NULL)
  expect_identical(as.character(chosen$answers$kind), rep("x", 3))
})

test_that("agreement by a distance is given to a corpus as a result", {
  sheet <- data.frame(id = 1:3, ann = c("a;b", "a", "b"), bob = c("a", "a", "b;a"))
  x <- read_sheet(sheet, item = id, rating = c(ann, bob), separator = ";", distance = "jaccard")
  cnd <- expect_error(as_corpus(x), class = "accord_error_argument")
  expect_identical(cnd$advice, "agreement = krippendorff_alpha(x)")
  alpha <- krippendorff_alpha(x, ci = ci_none())
  expect_identical(as_corpus(x, agreement = alpha)$agreement$estimate, alpha$estimate)
})

test_that("questions of a sheet for which no final labels are given are told", {
  sheet <- data.frame(
    id = 1:4, tone_a = c("x", "y", "x", "y"), tone_b = c("x", "y", "y", "y"), ad_a = c("p", "q", "p", "q"),
    ad_b = c("p", "q", "q", "q")
  )
  x <- read_sheet(sheet, item = id, names = "{question}_{rater}")
  labels <- data.frame(question = "tone", item = 1:4, label = "x")
  cnd <- expect_warning(corpus <- as_corpus(x, labels = labels), class = "accord_warning_lacking_question")
  expect_identical(cnd$questions, "ad")
  misspelled <- rbind(labels, transform(labels, question = "add", label = "p"))
  expect_warning(as_corpus(x, labels = misspelled), "\"add\"", class = "accord_warning_lacking_question")
  expect_no_warning(as_corpus(x, answers = tone, labels = labels))
  expect_no_warning(as_corpus(x, labels = rbind(labels, transform(labels, question = "ad", label = "p"))))
})
