skip_if_not_installed("ggplot2")
skip_if_not_installed("knitr")
skip_if_not(capabilities("cairo") || rlang::is_installed("svglite"))

text_of_report <- function(...) {
  file <- tempfile(fileext = ".html")
  report_agreement(..., file = file, coefficients = "alpha")
  page <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  page <- gsub("(src|href)=\"data[^\"]*\"|<svg.*?</svg>", "", page, perl = TRUE)
  gsub("[[:space:]]+", " ", gsub("<[^>]*>", " ", page))
}
# A tie of two votes that skill settles: "cat" errs often.
skilled <- data.frame(
  item = rep(1:12, each = 3), rater = c("ann", "bob", "cat"),
  label = c(rbind(rep(c("x", "y"), 6), rep(c("x", "y"), 6), rep(c("y", "x", "x"), 4)))
)[-2, ]

test_that("the labels of a report are those of its model, beside those of the majority", {
  skip_if_quick()
  page <- text_of_report(skilled, item, rater, label, model = one_coin(rho = 0.1))
  labels <- consensus(skilled, item, rater, label, method = one_coin(rho = 0.1))
  least <- labels[which.min(labels$probability), ]
  expect_match(page, sprintf("Label Probability Ratings %s %s", least$item, least$label), fixed = TRUE)
  expect_match(page, "the most probable one by the model one-coin Dawid-Skene, with its probability. No model")
  expect_match(page, "Labels are determined by the model one-coin Dawid-Skene (Dawid &amp; Skene, 1979).", fixed = TRUE)
  expect_match(page, "Dawid, A. P., &amp; Skene, A. M. (1979)", fixed = TRUE)
  expect_match(page, "among equals those whose label is least probable")
  # A tie of votes has no label of the majority.
  expect_match(page, "All are those of the majority")
  changed <- skilled
  changed$label[3] <- "y"
  changed <- rbind(changed, data.frame(item = 1L, rater = "dot", label = "y"))
  weighted <- consensus(changed, item, rater, label, method = "one_coin")$label
  votes <- consensus(changed, item, rater, label)$label
  differ <- sum(weighted != votes, na.rm = TRUE)
  expect_gt(differ, 0)
  page <- text_of_report(changed, item, rater, label, model = "one_coin")
  expect_match(page, paste(differ, if (differ == 1) "label differs" else "labels differ", "from that of the majority"))
  expect_match(page, "Item Label Majority Probability")
  expect_match(page, "which is too high on average")
})

test_that("the model of labels is a method of consensus for these ratings", {
  report <- function(...) report_agreement(skilled, item, rater, label, file = tempfile(fileext = ".html"), ...)
  expect_error(report(model = "dawid"), "`model` must be a method of consensus", class = "accord_error_argument")
  expect_error(report(model = medoid()), "a method for labels or numbers", class = "accord_error_argument")
  expect_error(report(model = "mean"), class = "accord_error")
  expect_error(report(model = crowdlab()), class = "accord_error")
})

test_that("of several questions, a model settles those that it fits", {
  skip_if_quick()
  sheet <- data.frame(
    id = 1:12, tone_a = rep(c("x", "y"), 6), tone_b = rep(c("x", "y", "y"), 4), tone_c = rep(c("x", "y"), 6),
    size_a = 1:12, size_b = c(2:12, 12), size_c = c(1:11, 11)
  )
  read <- read_sheet(sheet, item = id, names = "{question}_{rater}", level = c(size = "interval"))
  page <- text_of_report(read, model = "one_coin")
  expect_match(page, "by the model one-coin Dawid-Skene")
  expect_match(page, "fair marks are those of a many-facet Rasch model")
  expect_error(text_of_report(read, model = c(tune = "one_coin")), "has the names of questions")
})

test_that("the medians in most doubt are those of items whose ratings differ most", {
  data <- data.frame(clip = rep(1:20, 3), ref = rep(c("A", "B", "C"), each = 20), x = rep(c(1, 2, 3, 2, 1), 12))
  data$x[20] <- 3
  data$x[38:40] <- c(3, 1, 2)
  data$x <- factor(data$x, ordered = TRUE)
  file <- tempfile(fileext = ".html")
  on.exit(unlink(file))
  report_agreement(data, clip, ref, x, file = file, n = 20)
  page <- paste(readLines(file, encoding = "UTF-8"), collapse = "")
  labels <- sub("^.*<h2>Values</h2>(.*?)</table>.*$", "\\1", page, perl = TRUE)
  expect_match(gsub("(<[^>]*>|[[:space:]])+", "|", labels), "|Item|Median|20|2|19|2|1|1|", fixed = TRUE)
})

test_that("labels of sets are settled one by one, as by consensus()", {
  set.seed(8)
  rows <- expand.grid(item = 1:20, rater = c("a", "b", "c", "d"), stringsAsFactors = FALSE)
  topics <- c("art", "news", "sport")
  rows$tags <- lapply(seq_len(nrow(rows)), function(i) sample(topics, sample(1:2, 1)))
  ratings <- as_ratings(rows, item, rater, tags)
  found <- labels_of_items(ratings, "majority")
  # The share of each label, from the definition; a tie of one label leaves the item without a label.
  share <- sapply(topics, function(topic) {
    tapply(vapply(rows$tags, function(set) topic %in% set, NA), rows$item, mean)
  })
  expected <- apply(share, 1, function(own) {
    if (any(own == 0.5) || all(own < 0.5)) return(NA_character_)
    paste0("{", paste(topics[own > 0.5], collapse = ", "), "}")
  })
  expect_identical(as.character(found$label), unname(expected))
  expect_equal(found$probability, unname(apply(pmax(share, 1 - share), 1, min)))
  joined <- augment(consensus(ratings), data.frame(item = 1:20), item = item)
  expect_identical(is.na(found$label), vapply(joined$.label, anyNA, NA))
  words <- label_section(ratings, report_scale(ratings, NULL, NULL), 30)[1]
  expect_match(words, "each is settled by itself", fixed = TRUE)
  expect_match(label_methods(list(kind = "labels"), sets = TRUE), "each label of a set by itself", fixed = TRUE)
})
