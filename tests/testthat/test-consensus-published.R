published <- function(dataset) {
  rows <- read_reference("consensus-published.csv", colClasses = "character")
  rows[rows$dataset == dataset, ]
}

reference_answers <- function(dataset) {
  read_reference(file.path("consensus", paste0(dataset, ".csv")), colClasses = "character")
}

# Compares every row of the table with a consensus.
expect_all_published <- function(x, rows) {
  is <- function(quantity) rows[rows$quantity == quantity, ]
  compare <- function(found, rows) {
    for (i in seq_len(nrow(rows))) {
      info <- paste(unlist(rows[i, 1:7]), collapse = " ")
      expect_published(found[i], as.numeric(rows$value[i]), as.integer(rows$digits[i]), info)
    }
  }
  labels <- is("label")
  expect_identical(as.character(x$label[match(labels$item, x$item)]), labels$value)
  skill <- is("skill")
  if (nrow(skill)) compare(tidy(x)$estimate[match(skill$rater, tidy(x)$rater)], skill)
  share <- is("posterior")
  if (nrow(share)) {
    at <- cbind(match(share$item, x$item), match(share$label, colnames(x$posterior)))
    compare(x$posterior[at], share)
  }
  prior <- is("prior")
  if (nrow(prior)) compare(tidy(x, "classes")$estimate[match(prior$label, tidy(x, "classes")$category)], prior)
  cell <- is("confusion")
  if (nrow(cell)) {
    key <- function(rows) paste(rows$rater, rows$label, rows$rating)
    compare(tidy(x)$estimate[match(key(cell), key(tidy(x)))], cell)
  }
  if (nrow(is("log_likelihood"))) compare(glance(x)$log_likelihood, is("log_likelihood"))
}

test_that("Dawid and Skene's anaesthetists, from the votes", {
  d <- reference_answers("anaesthetists")
  x <- consensus(d, item, rater, label, method = dawid_skene(tolerance = 1e-14), duplicates = "keep")
  rows <- published("anaesthetists")
  expect_gt(nrow(rows), 100)
  expect_all_published(x, rows[rows$quantity != "best_log_likelihood", ])
  # The figures of the field guide: only two items are not settled.
  unsure <- x[x$probability < 0.99, ]
  expect_identical(unsure$item, c("35", "38"))
  expect_published(unsure$probability[1], 0.9482, 4)
  expect_published(unsure$probability[2], 0.9787, 4)
})

test_that("random starts find the better optimum of the anaesthetists, and say so", {
  d <- reference_answers("anaesthetists")
  local_seed(1)
  x <- consensus(d, item, rater, label, method = dawid_skene(restarts = 20), duplicates = "keep")
  best <- published("anaesthetists")
  best <- best[best$quantity == "best_log_likelihood", ]
  expect_published(glance(x)$log_likelihood, as.numeric(best$value), 5)
  expect_published(glance(x)$objective_votes, -190.730997, 5)
  expect_gte(glance(x)$n_best, 1L)
  shown <- gsub("[# \n]+", " ", paste(format(x), collapse = " "))
  expect_match(shown, "best of 21 starts: -189.4053, from the votes -190.731", fixed = TRUE)
})

test_that("Dawid-Skene of the grouped caries data", {
  table <- read_reference("consensus/caries.csv")
  x <- consensus(table[rep(seq_len(nrow(table)), table$n), 1:5],
    layout = "raters_in_columns", method = dawid_skene(tolerance = 1e-13)
  )
  expect_all_published(x, published("caries"))
})

test_that("votes by skill are those of crowd-kit", {
  skip_if_quick()
  for (dataset in c("crowdkit-toy", "crowdkit-simple")) {
    d <- reference_answers(dataset)
    rows <- published(dataset)
    for (method in c("majority", "wawa", "zbs")) {
      x <- consensus(d, item, rater, label, method = method, ties = "first", posterior = TRUE)
      own <- rows[rows$method == method, ]
      expect_gt(nrow(own), 10)
      expect_all_published(x, own)
    }
  }
})
