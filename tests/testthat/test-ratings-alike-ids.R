# Ids of one item, or rater, that are written in two ways.

ids <- c("doc1", "doc2", "doc3", "doc10")
pair <- function(other, ids = c("doc1", "doc2", "doc3", "doc10")) {
  label <- rep_len(c("x", "y"), length(ids))
  data.frame(doc = c(ids, other), who = rep(c("ann", "bob"), c(length(ids), length(other))), label = c(label, label))
}
read <- function(data) as_ratings(data, doc, who, label)

test_that("ids of two raters that never meet are named, with the code that makes them equal", {
  skip_if_quick()
  for (other in list(
    sprintf("doc%02d", c(1, 2, 3, 10)), paste0(ids, ".txt"), sub("doc", "Doc ", ids), paste0("texts/", ids, ".json"),
    toupper(ids), paste0(ids, " "), sub("doc", "doc_0", ids), sub("doc", "DOC-", ids)
  )) {
    data <- pair(other)
    cnd <- expect_warning(read(data), class = "accord_warning_look_alike_id")
    expect_gte(length(cnd$ids), sum(ids != other & substr(other, 4, 5) != "10"))
    text <- gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
    eval(str2lang(regmatches(text, regexpr("data[$]doc <- [^`]*", text))))
    expect_silent(found <- read(data))
    expect_length(found$items, 4)
  }
})

test_that("one id among others is named, and so are raters", {
  data <- pair(c("doc1", "doc2", "doc03", "doc10"))
  cnd <- expect_warning(read(data), class = "accord_warning_look_alike_id")
  expect_identical(cnd$ids, list(c("doc3", "doc03")))
  wide <- data.frame(doc = c(1:4, "04"), ann = c("x", "y", "x", "y", NA), bob = c("x", "y", "x", NA, "y"))
  cnd <- expect_warning(as_ratings(wide, doc, layout = "raters_in_columns"), class = "accord_warning_look_alike_id")
  expect_identical(cnd$ids, list(c("4", "04")))
  data <- rbind(pair(ids), pair(ids))
  data$doc[9:16] <- sub("doc", "page", data$doc[9:16])
  data$who[9:12] <- "ann_1"
  data$who[13:16] <- "ann1"
  expect_silent(read(data)) # these two rated the same items
  data$who[1:4] <- "ann_1"
  data$who[9:12] <- "cat"
  cnd <- expect_warning(read(data), class = "accord_warning_look_alike_id")
  expect_identical(cnd[c("column", "ids")], list(column = "raters", ids = list(c("ann_1", "ann1"))))
})

test_that("ids that raters tell apart are different", {
  both <- c("doc1", "doc01", "doc2", "doc02")
  expect_silent(read(pair(both, both)))
  # A third rater rated both.
  both <- data.frame(doc = c("doc1", "doc01"), who = "cat", label = "x")
  data <- rbind(pair(c("doc01", "doc2"), c("doc1", "doc2")), both)
  expect_silent(read(data))
  # Parts of a text, sections, and versions.
  expect_silent(read(pair(c("1.5", "2.1"), c("1.05", "2.10"))))
  expect_silent(read(pair(c("post.b", "post.d"), c("post.a", "post.c"))))
  expect_silent(read(pair(c("p-1-12"), c("p-11-2"))))
  expect_silent(read(pair(c("v100"), c("v10"))))
})

test_that("initials with and without blanks behind points are one rater after the advice, in whatever case", {
  for (names in list(c("J. K.", "J.K."), c("J. K.", "J.K.", "j. k."), c("J. K.", "J.K", "j. k.", "J.K."))) {
    data <- data.frame(
      doc = rep(1:12, each = 2), who = c(rbind(rep_len(names, 12), "mh")),
      label = rep(c("x", "x", "y", "x", "y", "y"), 4)
    )
    cnd <- expect_warning(read(data), class = "accord_warning_look_alike_id")
    expect_setequal(unlist(cnd$ids), names)
    text <- gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
    eval(str2lang(regmatches(text, regexpr("data[$]who <- [^`]*", text))))
    expect_silent(found <- read(data))
    expect_length(found$raters, 2)
  }
})
