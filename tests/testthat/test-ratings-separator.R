# A separator, or a value of `na`, that no rating answers to.

text_of <- function(cnd) gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
sets <- c(
  "red; blue", "red", "blue", "green; red", "red; blue", "green", "blue; green", "red", "red; blue", "blue",
  "red; blue", "red", "blue; red", "green; red", "red", "green", "blue", "red", "blue; red; green", "blue"
)
data <- data.frame(item = rep(1:10, 2), rater = rep(c("ann", "bob"), each = 10), label = sets)
alpha <- function(data, ...) krippendorff_alpha(data, item, rater, label, ..., distance = "jaccard", ci = ci_none())

test_that("a separator that no rating contains is an error that shows the right one", {
  skip_if_quick()
  right <- alpha(data, separator = "; ")$estimate
  for (mark in c("; ", ", ", ",", "|", " | ", "/", " ", "+", "\n", " & ")) {
    own <- data
    own$label <- gsub("; ", mark, own$label, fixed = TRUE)
    cnd <- expect_fault(alpha(own, separator = "#"), "separator", "None of 20 ratings contains \"#\"")
    # The advice is typed as it is given.
    expect_identical(eval(str2lang(paste0("alpha(own, ", cnd$advice, ")")))$estimate, right)
  }
  wide <- data.frame(ann = sets[1:10], bob = sets[11:20])
  expect_fault(
    krippendorff_alpha(wide, layout = "raters_in_columns", separator = ","), "separator", "separator = \"; \""
  )
})

test_that("labels are left whole that no sign divides as sets are", {
  one_each <- function(labels) {
    own <- data
    own$label <- rep(labels, length.out = 20)
    expect_silent(as_ratings(own, item, rater, label, separator = ";"))
  }
  one_each(c("yes", "no"))
  one_each(c("Blame, mild", "Blame, strong", "Praise", "Facts", "Praise"))
  one_each(c("very good", "good", "very bad", "bad"))
  one_each(c("positive, weak", "positive, strong", "negative, weak", "negative, strong", "none, weak", "none, strong"))
  one_each(c("not-relevant", "relevant", "well-done", "done"))
  one_each(c("New York", "Rome", "Los Angeles", "Paris"))
})

test_that("a second sign between labels is pointed out", {
  own <- data
  own$label[1:10] <- gsub("; ", ", ", own$label[1:10], fixed = TRUE)
  cnd <- expect_warning(as_ratings(own, item, rater, label, separator = "; "), class = "accord_warning_separator")
  expect_match(text_of(cnd), "4 ratings contain \"; \", and 5 have \", \" instead")
  code <- regmatches(text_of(cnd), regexpr("own[$]label <- [^`]*fixed = TRUE[)]", text_of(cnd)))
  right <- as_ratings(data, item, rater, label, separator = "; ")
  # Data without a name are called the user's.
  cnd <- expect_warning(
    as_ratings(data.frame(own), item, rater, label, separator = "; "), class = "accord_warning_separator"
  )
  expect_match(text_of(cnd), "your_data$label <-", fixed = TRUE)
  eval(str2lang(code))
  expect_identical(as_ratings(own, item, rater, label, separator = "; ")$sets, right$sets)
})

test_that("values declared as missing do not hide others, nor those in another case", {
  bob <- c(rep(c("yes", "no"), 5), "Unclear", "no")
  d <- data.frame(item = 1:12, ann = rep(c("yes", "no", "unclear"), 4), bob)
  cnd <- expect_warning(
    as_ratings(d, item, layout = "raters_in_columns", na = "unclear"), class = "accord_warning_no_answer"
  )
  expect_match(text_of(cnd), "na = c(\"unclear\", \"Unclear\")", fixed = TRUE)
  expect_silent(as_ratings(d, item, layout = "raters_in_columns", na = c("unclear", "Unclear")))
  n <- data.frame(item = 1:12, ann = rep(1:4, 3), bob = c(rep(1:4, 2), -99, 2, -98, 4))
  cnd <- expect_fault(
    krippendorff_alpha(n, item, layout = "raters_in_columns", na = -99, level = "ordinal"), "missing_code", "-98"
  )
  expect_match(text_of(cnd), "na = c(-99, -98)", fixed = TRUE)
  expect_silent(as_ratings(n, item, layout = "raters_in_columns", na = c(-99, -98), level = "ordinal"))
  # A list of codes may hold some that do not occur.
  expect_silent(as_ratings(n, item, layout = "raters_in_columns", na = c(-99, -98, 999, -77), level = "ordinal"))
})

test_that("labels that seem to be several are a warning with the separator", {
  d <- data.frame(
    item = 1:8, ann = c("bug", "ui", "bug, ui", "docs", "bug, ui", "bug, docs", "ui", "bug"),
    bob = c("bug", "ui", "bug", "docs", "bug, ui", "bug", "ui", "bug")
  )
  cnd <- expect_warning(as_ratings(d, item, layout = "raters_in_columns"), class = "accord_warning_undivided")
  expect_identical(cnd$separator, ", ")
  expect_silent(as_ratings(d, item, layout = "raters_in_columns", separator = ", "))
  labels <- c("bug", "bug, docs", "bug, ui", "docs", "ui")
  expect_silent(as_ratings(d, item, layout = "raters_in_columns", categories = labels))
  cnd <- expect_warning(read_sheet(d, item = item, rating = c(ann, bob)), class = "accord_warning_undivided")
  x <- expect_silent(read_sheet(d, item = item, rating = c(ann, bob), separator = ", "))
  expect_identical(attr(x, "sheet")$questions$kind, "sets")
  expect_silent(read_sheet(d, item = item, rating = c(ann, bob), categories = labels))
  # One label with a comma in it, and a distance of the user's own.
  d[d == "bug, ui"] <- "docs"
  d[d == "bug, docs"] <- "Blame, mild"
  expect_silent(as_ratings(d, item, layout = "raters_in_columns"))
})

test_that("scores of two parts, of which the order matters, are no sets", {
  skip_if_quick()
  for (scores in list(c("3+3", "3+4", "4+3", "4+4"), c("3+4", "4+3", "4+5", "5+4"), c("0/0", "0/1", "1/0", "1/1"))) {
    d <- data.frame(case = 1:12, ann = rep(scores, 3), bob = rep(rev(scores), 3))
    expect_null(likely_separator(c(d$ann, d$bob)))
    x <- read_sheet(d, item = case, rating = c(ann, bob))
    expect_identical(percent_agreement(x, ci = ci_none())$estimate, mean(d$ann == d$bob))
    utils::capture.output(call <- inspect_sheet(d))
    expect_false(grepl("separator", call))
  }
  # A label that stands alone is one of a set.
  expect_identical(likely_separator(c("bug+ui", "ui+bug", "bug", "ui"))$mark, "+")
})
