# Several columns as one id, as document and sentence.

draw <- function() {
  set.seed(1)
  d <- expand.grid(document = c("a", "b", NA), sentence = 1:8, team = c("x", "y"), who = 1:2, stringsAsFactors = TRUE)
  d <- d[!is.na(d$document), ]
  d$label <- sample(c("yes", "no"), nrow(d), TRUE)
  d[sample(nrow(d), 50), ]
}

test_that("several columns are one id, as if pasted before", {
  skip_if_quick()
  d <- draw()
  pasted <- transform(d, item = paste(document, sentence, sep = " / "), rater = paste(team, who, sep = " / "))
  for (verb in list(agreement, item_summary, rater_summary, pairwise_agreement, rater_influence)) {
    expect_equal(
      tibble::as_tibble(verb(d, item = c(document, sentence), rater = c(team, who), rating = label)),
      tibble::as_tibble(verb(pasted, item, rater, label))
    )
  }
  again <- rbind(pasted, transform(pasted, label = rev(label)))
  expect_equal(
    tibble::as_tibble(intra_rater_agreement(again, c(document, sentence), rater, label)),
    tibble::as_tibble(intra_rater_agreement(again, item, rater, label))
  )
})

test_that("wide data have them, too", {
  d <- data.frame(document = c("a", "a", "b"), sentence = c(1, 2, 1), ann = c(1, 2, 2), bob = c(1, 2, 1))
  r <- as_ratings(d, item = c(document, sentence), layout = "raters_in_columns", level = "nominal")
  expect_identical(r$items, c("a / 1", "a / 2", "b / 1"))
  expect_identical(as.character(r$raters), c("ann", "bob"))
})

test_that("labels that are known, and augment(), find items by the same columns", {
  d <- draw()
  found <- consensus(d, c(document, sentence), c(team, who), label)
  places <- data.frame(document = c("b", "a"), sentence = c(3, 1))
  expect_identical(augment(found, places)$.label, found$label[match(c("b / 3", "a / 1"), found$item)])
  gold <- data.frame(document = "a", sentence = 1:3, label = "yes")
  by_name <- rlang::set_names(gold$label, paste("a", gold$sentence, sep = " / "))
  expect_equal(evaluate_consensus(found, gold), evaluate_consensus(found, by_name))
})

test_that("an id needs all its parts, and stands for one combination", {
  d <- data.frame(document = c("a", NA, "a", "a"), sentence = c(1, 1, NA, 1), who = c(1, 1, 1, 2), label = 1:4)
  expect_fault(
    as_ratings(d, c(document, sentence), who, label, level = "nominal"),
    "missing_id", "2 rows whose item is NA: row 2; row 3"
  )
  d <- data.frame(document = c("a / 1", "a"), sentence = c("2", "1 / 2"), who = 1:2, label = c("x", "y"))
  expect_fault(as_ratings(d, c(document, sentence), who, label), "argument", "must differ when they are joined")
  expect_fault(
    as_ratings(d, tidyselect::everything(), who, label), "argument", "2 columns are selected twice: `who` and `label`"
  )
})

test_that("items of several columns are distinct, as an oracle counts them", {
  set.seed(2)
  d <- data.frame(a = sample(c("x", "y", "1"), 300, TRUE), b = sample(50, 300, TRUE), c = sample(c(.5, 2), 300, TRUE))
  d$who <- seq_len(nrow(d))
  d$label <- c("u", "v")[1 + (d$b > 25)]
  expect_no_warning(r <- as_ratings(d, c(a, b, c), who, label))
  expect_length(r$items, nrow(unique(d[c("a", "b", "c")])))
})
