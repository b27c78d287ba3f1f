told <- function(code) gsub("\\s+", " ", conditionMessage(expect_fault(code, "duplicate_rating")))

lesions <- function() {
  data.frame(
    patient = rep(1:4, each = 4), lesion = rep(1:2, each = 2), rater = c("a", "b"),
    score = c("x", "y", "x", "x", "y", "y", "x", "y", "y", "y", "x", "x", "x", "y", "y", "x")
  )
}

test_that("parts of an item, questions and occasions have their calls", {
  d <- lesions()
  error <- told(as_ratings(d, patient, rater, score))
  for (code in c("item = c(patient, lesion), cluster = patient", "by = lesion",
    "intra_rater_agreement(d, patient, rater, score, occasion = lesion)")) {
    expect_match(error, code, fixed = TRUE)
  }
  expect_length(as_ratings(d, item = c(patient, lesion), rater, score, cluster = patient)$items, 8)
  # Names of their own in each item are parts, and no questions.
  d$lesion <- paste(d$patient, d$lesion)
  error <- told(as_ratings(d, patient, rater, score))
  expect_match(error, "item = c(patient, lesion), cluster = patient", fixed = TRUE)
  expect_no_match(error, "by = ", fixed = TRUE)
  # The name of a column suggests repeated ratings.
  d <- stats::setNames(lesions(), c("patient", "rep", "rater", "score"))
  error <- told(as_ratings(d, patient, rater, score))
  expect_match(error, "intra_rater_agreement(d, patient, rater, score, occasion = rep)", fixed = TRUE)
  expect_match(error, "duplicates = \"keep\"", fixed = TRUE)
  expect_no_match(error, "cluster", fixed = TRUE)
  expect_no_error(intra_rater_agreement(d, patient, rater, score, occasion = rep, ci = ci_none()))
})

test_that("two columns may tell rows apart together", {
  skip_if_quick()
  d <- rbind(cbind(lesions(), side = "left"), cbind(lesions(), side = "right"))
  error <- told(as_ratings(d, patient, rater, score))
  expect_match(error, "item = c(patient, lesion, side), cluster = patient", fixed = TRUE)
  expect_length(as_ratings(d, item = c(patient, lesion, side), rater, score, cluster = patient)$items, 16)
})

test_that("another answer does not tell rows apart", {
  d <- data.frame(
    item = rep(1:3, each = 4), rater = rep(c("a", "b"), each = 2), label = "x",
    sure = c(1, 2, 3, 4, 2, 1, 4, 5, 1, 3, 2, 4)
  )
  expect_match(told(as_ratings(d, item, rater, label)), "duplicates = \"first\"", fixed = TRUE)
})

test_that("a column that says who rated is named", {
  d <- data.frame(doc = rep(1:3, each = 2), tool = "labels", annotator = c("ann", "bob"), label = c("x", "y", "y"))
  expect_match(told(as_ratings(d, doc, tool, label)), "rater = annotator", fixed = TRUE)
})

test_that("ids that differ in a suffix only are pointed out", {
  # REDCap, double data entry.
  x <- data.frame(
    record_id = paste0(rep(101:104, each = 2), "--", 1:2), outcome = c("a", "a", "b", "a", "b", "b", "a", "b")
  )
  cnd <- expect_warning(as_ratings(x, record_id, rating = outcome), class = "accord_warning_item_suffix")
  shown <- gsub("\\s+", " ", conditionMessage(cnd))
  rater <- "x$rater <- sub(\".*--\", \"\", x$record_id)"
  item <- "x$record_id <- sub(\"--(1|2)$\", \"\", x$record_id)"
  expect_match(shown, rater, fixed = TRUE)
  expect_match(shown, item, fixed = TRUE)
  eval(parse(text = c(rater, item)))
  # Ratings of two of four items agree: 101 (a, a) and 103 (b, b).
  expect_equal(percent_agreement(x, record_id, rater, outcome, ci = ci_none())$estimate, 0.5)
  # Sentences of texts are rated once each.
  parts <- data.frame(id = paste0(rep(c("a", "b"), each = 8), "-", 1:8), label = "x")
  expect_silent(as_ratings(parts, id, rating = label))
})

test_that("a header that is a row of data is none", {
  # read.csv() of "0,0,0,4" and rows like it
  x <- utils::read.csv(text = "0,0,0,4\n0,0,1,0\n0,1,0,1\n0,1,1,1")
  expect_fault(as_ratings(x, X0, X0.2, X4), "header", "header = FALSE")
  expect_no_error(as_ratings(data.frame(X1 = 1:3, X2 = 1:3, X3 = c(1, 2, 2)), layout = "raters_in_columns"))
})

test_that("duplicates with raters in columns lead to the same calls, of a table with a row per rating", {
  w <- data.frame(
    patient = rep(1:5, each = 2), lesion = 1:2, ann = rep(c("x", "y", "x", "x", "y"), 2),
    bob = rep(c("x", "y", "x", "y", "y"), 2)
  )
  text <- told(cohen_kappa(w, patient, rating = c(ann, bob), layout = "raters_in_columns"))
  expect_match(text, "`item = c(patient, lesion), cluster = patient` of `long`", fixed = TRUE)
  expect_match(text, "intra_rater_agreement(long, patient, rater, rating, occasion = lesion)", fixed = TRUE)
  code <- "long <- tidyr::pivot_longer(w, c(ann, bob), names_to = \"rater\", values_to = \"rating\")"
  expect_match(text, code, fixed = TRUE)
  skip_if_not_installed("tidyr")
  eval(parse(text = code))
  # Kappa from its definition.
  kappa <- cohen_kappa(long, c(patient, lesion), rater, rating, cluster = patient, ci = ci_none())$estimate
  agreeing <- mean(w$ann == w$bob)
  chance <- mean(w$ann == "x") * mean(w$bob == "x") + mean(w$ann == "y") * mean(w$bob == "y")
  expect_equal(kappa, (agreeing - chance) / (1 - chance))
})

test_that("the cluster is the column whose values have the items as parts", {
  skip_if_quick()
  text <- data.frame(
    document = rep(c("d1", "d2", "d3", "d4", "d5"), each = 6), token = rep(rep(1:3, each = 2), 5),
    annotator = c("a", "b"), label = "x"
  )
  text$label[c(1, 8, 9)] <- "y"
  for (d in list(text, text[order(text$annotator, text$token), ])) {
    both <- "c(document, token), cluster = document"
    expect_match(told(cohen_kappa(d, token, annotator, label)), both, fixed = TRUE)
    expect_match(told(cohen_kappa(d, document, annotator, label)), both, fixed = TRUE)
  }
  expect_no_error(cohen_kappa(text, c(document, token), annotator, label, cluster = document))
})

test_that("events are sent to verbs for events", {
  events <- data.frame(
    item = "v", annotator = rep(c("a", "b"), each = 2), label = c("x", "y"), kind = "state", start = c(0, 5.5),
    end = c(4, 9.5)
  )
  expect_match(told(cohen_kappa(events, item, annotator, label)), "event_kappa(events, unit = 0.1)", fixed = TRUE)
  expect_no_error(event_kappa(events, unit = 0.1))
  expect_no_error(span_agreement(as_spans(events, unit = 0.1), match = "tolerance", tolerance = 0.5))
})

test_that("raters who are numbered anew in each site are named by both columns", {
  kinds <- rep(c("x", "y", "z", "x", "y"), 8)
  data <- data.frame(id = rep(1:10, 4), site = rep(c("N", "S"), each = 20), nr = rep(rep(1:2, each = 10), 2), kinds)
  expect_error(as_ratings(data, id, nr, kinds), "`rater = c\\(site, nr\\)`", class = "accord_error_duplicate_rating")
  expect_length(as_ratings(data, id, c(site, nr), kinds)$raters, 4)
  data$nr <- c("ann", "bob")[data$nr]
  text <- tryCatch(as_ratings(data, id, nr, kinds), accord_error_duplicate_rating = conditionMessage)
  expect_no_match(text, "numbered anew")
})
