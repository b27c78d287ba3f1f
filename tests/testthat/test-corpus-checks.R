skip_if_not_installed("jsonlite")

to <- function(file, ...) corpus_to(told(), text, who, understated, file, ...)

test_that("files that exist stay as they are", {
  skip_if_quick()
  file <- tempfile(fileext = ".json")
  writeLines("mine", file)
  expect_fault(to(file), "file_exists", "1 file already exists", files = file)
  expect_equal(readLines(file), "mine")
  to(file, overwrite = TRUE)
  expect_equal(length(read_corpus(file)$items), 2)
  file <- tempfile(fileext = ".csv")
  to(file)
  parts <- sub("[.]csv$", "", file)
  parts <- c(file, paste0(parts, c("-raters", "-agreement", "-metadata"), ".csv"))
  expect_true(all(file.exists(parts)))
  expect_fault(to(file), "file_exists", "4 files already exist", files = parts)
  unlink(parts[-2])
  expect_fault(to(file), "file_exists", "1 file already exists", files = parts[2])
})

test_that("paths that cannot be written are errors", {
  skip_if_quick()
  expect_fault(to(tempfile(fileext = ".txt")), "extension")
  expect_fault(to(file.path(tempdir(), "json")), "extension")
  expect_fault(to(file.path(tempdir(), "not", "there.json")), "missing_folder")
  expect_fault(to(c("a.json", "b.json")), "argument", argument = "file")
  expect_fault(write_corpus(as_corpus(told(), text, who, understated)), "argument", "one path")
  expect_fault(to(tempfile(fileext = ".json"), overwrite = "yes"), "argument", argument = "overwrite")
})

test_that("nothing is written where the data break a rule", {
  skip_if_quick()
  expect_none <- function(code, ...) {
    before <- list.files(tempdir())
    expect_fault(code, ...)
    expect_equal(list.files(tempdir()), before)
  }
  expect_none(write_told(told(text = c(NA, "a", "b", "c", "d", "e"))), "missing_id", "1 row whose item")
  expect_none(write_told(told(who = c("ann", NA, NA))), "missing_id", "4 rows whose rater")
  twice <- rbind(told(), told()[2, ])
  expect_none(write_told(twice), "duplicate_rating", "1 row of a rater .*: row 7 .item t1, rater bob")
  expect_none(write_told(rbind(told(), told())), "duplicate_rating", "6 rows of a rater")
  expect_none(write_told(told(understated = c(Inf, 1, 2))), "infinite_rating", "2 infinite ratings")
  expect_none(write_told(told(understated = I(list(list(1))))), "list_column")
  expect_none(write_told(told(words = I(list(1))), columns = words), "list_column")
  expect_none(write_told(confidence = why), "not_numeric", "1 column is not", columns = "why")
  expect_none(write_told(columns = sure), "varying_column", "1 column differs", columns = "sure")
  expect_none(write_told(columns = sure), "varying_column", "Among 2 items", items = c("t1", "t2"))
  expect_none(write_told(columns = c(words, sure, who)), "varying_column", "2 columns differ")
  expect_none(write_told(told(sure = c(1, 1, 1, 1, 1, 2)), columns = sure), "varying_column", "Among 1 item:")
  expect_none(write_told(required = why, incomplete = "drop"), "no_rows", "2 items lack an answer")
  expect_none(write_told(told()[4:6, ], incomplete = "drop"), "no_rows", "1 item lacks an answer")
  expect_none(write_told(told()[0, ]), "no_rows")
  expect_none(write_told(as_ratings(told(), text, who, understated)), "argument", "a data frame with a row")
})

test_that("columns that are not there, or have the name of another part, are errors", {
  skip_if_quick()
  file <- tempfile(fileext = ".json")
  write <- function(..., data = told()) corpus_to(data, text, who, ..., file = file)
  expect_fault(write(understatd), "missing_column", column = "understatd")
  expect_fault(write(c(a, b)), "missing_column", "2 columns")
  expect_fault(write(tidyselect::starts_with("x")), "argument", "selects none", argument = "answers")
  expect_fault(write(understated, columns = wrds), "missing_column", column = "wrds")
  expect_fault(write(understated, confidence = c(sure, why)), "argument", argument = "confidence")
  named <- told(label = "x", answers = "y")
  expect_fault(
    write(understated, columns = label, data = named), "reserved_name", "1 of them", columns = "label"
  )
  expect_fault(
    write(understated, columns = c(label, answers), data = named), "reserved_name", "2 of them"
  )
  expect_fault(
    write(c(sure = understated), confidence = sure), "reserved_name", "1 of them", columns = "sure"
  )
  # In other parts of the corpus it is allowed, and also if there are no labels.
  expect_equal(write(label, data = named, labels = NULL, agreement = NULL)$n_items, 2L)
})

test_that("arguments that are not as described are errors", {
  skip_if_quick()
  expect_fault(write_told(incomplete = "omit"), "argument", argument = "incomplete")
  expect_fault(write_told(n_raters = "all"), "argument", argument = "n_raters")
  expect_fault(write_told(metadata = "title"), "argument", argument = "metadata")
  expect_fault(write_told(metadata = list("title")), "argument", argument = "metadata")
  expect_fault(write_told(metadata = list(raters = 1)), "reserved_name", "of `metadata`.*1 of", columns = "raters")
  expect_fault(write_told(metadata = list(raters = 1, n_items = 2)), "reserved_name", "2 of them")
  expect_fault(write_told(agreement = "kappa"), "argument")
  expect_fault(write_told(agreement = data.frame(x = 1)), "not_agreement")
  pairs <- pairwise_agreement(told(), text, who, understated, confusion = TRUE)
  expect_fault(write_told(agreement = pairs), "list_column")
  expect_fault(write_told(overwite = TRUE), "argument", "1 unknown argument")
  expect_fault(as_corpus(consensus(told(), text, who, understated)), "argument", "as `labels`")
  expect_fault(write_told(coefficients = "alpha"), "argument", "1 unknown argument")
  expect_fault(write_corpus(told(), text, who, understated), "argument", "Gather it first: `as_corpus\\(data, item")
  expect_fault(write_corpus(), "argument", "`data` must be given")
})

test_that("the print of a corpus says what is in it, and a damaged one is an error", {
  skip_if_quick()
  corpus <- as_corpus(told(), text, who, c(understated, why), models = "gpt")
  shown <- paste(capture.output(print(corpus)), collapse = "\n")
  expect_match(shown, "2 items, 3 raters, 2 questions: understated, why\nModels: gpt\n1 item lacks an answer$")
  dropped <- as_corpus(told(), text, who, understated, incomplete = "drop", labels = NULL)
  expect_output(print(dropped), "1 question: understated\n1 item lacks an answer, 1 left out\nNo labels$")
  for (field in CORPUS_FIELDS) {
    damaged <- corpus
    damaged[[field]] <- NULL
    expect_fault(write_corpus(damaged, tempfile(fileext = ".csv")), "damaged", field)
    expect_fault(print(damaged), "damaged", field)
  }
})

test_that("one rating an item has no agreement: the corpus is written, with the reason", {
  alone <- told()[c(1, 4), ]
  expect_warning(found <- write_told(alone), class = "accord_warning_undefined")
  expect_equal(found$corpus$items[[1]]$label, TRUE)
  expect_equal(found$corpus$metadata$agreement[[1]]$status, "one rater only")
})

test_that("what a spreadsheet could take for a formula is escaped, whatever stands before it", {
  before <- c("", " ", "\n", "\t", "\r", "\u00a0", "\u3000", "\u200b", "\u2060", "\u00ad", "\ufeff", "\u202e")
  before <- c(before, " \u200b \n")
  signs <- c("=", "+", "@", "-", "\uff1d", "\uff0b", "\uff20", "\uff0d")
  text <- as.vector(outer(before, signs, paste0))
  expect_identical(tame(paste0(text, "1+1")), paste0("'", text, "1+1"))
  plain <- c("a=b", " a", "-1", "-2.5", "1-2", "", "caf\u00e9", "\u00a0yes", "\u4e2d\uff1d", "a\n=b", NA)
  expect_identical(tame(plain), plain)
})

test_that("durations are text in JSON as in csv, and what has no form there is an error", {
  skip_if_not_installed("jsonlite")
  data <- data.frame(item = rep(1:2, each = 2), rater = c("ann", "bob"), label = "x")
  data$took <- as.difftime(c(1.5, 2, NA, 4), units = "mins")
  file <- tempfile(fileext = ".json")
  corpus_to(data, item, rater, c(label, took), file, agreement = NULL, metadata = list(limit = data$took[2]))
  read <- jsonlite::fromJSON(file, simplifyVector = FALSE)
  expect_identical(read$items[[1]]$answers$took, list(ann = "1.5", bob = "2"))
  expect_null(read$items[[2]]$answers$took$ann)
  expect_identical(read$metadata$limit, "2")
  corpus <- as_corpus(data, item, rater, label, agreement = NULL)
  for (other in list(expression(a), 1i, as.raw(1), list(1, list(2i)), sum)) {
    expect_fault(
      write_corpus(corpus, file, overwrite = TRUE, metadata = list(x = other)), "argument",
      "1 of 1 element does not: .x."
    )
  }
  expect_fault(
    write_corpus(corpus, file, overwrite = TRUE, metadata = list(x = 1i, y = 2, z = sum)), "argument",
    "2 of 3 elements do not: .x. and .z."
  )
})
