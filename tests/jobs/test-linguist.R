# A linguist: a folder with one spreadsheet per annotator, to the table. The figures are those that the
# study of sarcasm printed.

test_that("a linguist reads a folder, measures, and makes the table", {
  tweets <- read_annotators(shipped("sarcasm"), ID, annotation, join = "inner")
  expect_equal(length(unique(tweets$ID)), 100)
  expect_equal(nrow(tweets), 600)
  sarcastic <- tapply(tweets$annotation, tweets$annotator, sum)
  counted <- c(florian = 14, ivo = 31, joely = 22, maiwenn = 11, samba = 58, zsofia = 29)
  expect_equal(c(sarcastic[names(counted)]), counted)

  got <- agreement(tweets, ID, annotator, annotation, coefficients = c("percent", "fleiss"))
  expect_printed(got$estimate[1], "0.766")
  expect_printed(got$estimate[2], "0.41316614")
  expect_match(table_text(got, "markdown"), ".413", fixed = TRUE)
  expect_match(table_text(got, "html"), "Fleiss", fixed = TRUE)

  pairs <- pairwise_agreement(tweets, ID, annotator, annotation)
  expect_equal(nrow(pairs), choose(6, 2))
  # Each pair on the same 100 tweets: the mean share of agreement is that of all six.
  expect_equal(mean(1 - pairs$observed), got$estimate[1])
  unclear <- disagreements(tweets, ID, annotator, annotation)
  split <- tapply(tweets$annotation, tweets$ID, function(x) length(unique(x)) > 1)
  expect_setequal(unique(unclear[[1]]), names(split)[split])
  gold <- consensus(tweets, ID, annotator, annotation, method = "majority")
  expect_equal(nrow(gold), 100)
})

test_that("mistakes of a linguist have a message of their own", {
  folder <- shipped("sarcasm")
  expect_fault(read_annotators(folder, id, annotation), "missing_column", "6 of 6 files")
  expect_fault(read_annotators(folder, ID, sarcasm), "missing_column")
  expect_fault(read_annotators(file.path(folder, "ivo.cvs"), ID, annotation), "missing_file", "ivo.csv")
  expect_fault(read_annotators(file.path(folder, "README.md"), ID, annotation), "extension")
  expect_warning(
    read_annotators(folder, ID, annotation, recode = c(yes = "1")), class = "accord_warning_recode"
  )
  tweets <- read_annotators(folder, ID, annotation)
  # Blank annotations are no ratings, and counted as such.
  expect_equal(as_ratings(tweets, ID, annotator, annotation)$set_aside$n, sum(is.na(tweets$annotation)))
  expect_fault(agreement(tweets, ID, anotator, annotation), "missing_column", "annotator")

  own <- folder_with(
    `ann.csv` = c("item;label", "1;caf\u00e9", "2;th\u00e9", ";x"),
    `bob.csv` = c("item;label", "1;caf\u00e9", "1;caf\u00e9")
  )
  expect_warning(read <- read_annotators(own, item, label), class = "accord_warning_problems")
  expect_equal(nrow(problems(read)), 2)
  expect_fault(agreement(read, item, annotator, label), "duplicate_rating", "1 duplicate")
  expect_fault(read_annotators(folder_with(a.csv = ""), item, label), "empty_file")
  expect_fault(read_annotators(folder_with(a.csv = c("x,x", "1,2")), x, x), "duplicate_column")
  far <- folder_with(a.csv = c("item,label", "1,x"), b.csv = c("item,label", "01,x"))
  expect_warning(read_annotators(far, item, label, join = "inner"), class = "accord_warning_no_common_item")
})
