# Follows the advice of an error: the code in it changes `d`.
follow <- function(cnd, d) {
  lines <- gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
  code <- regmatches(lines, gregexpr("`[^`]*<-[^`]*`|for \\(one[^`]*", lines))[[1]]
  for (one in gsub("`", "", code)) eval(str2lang(one))
  d
}

test_that("columns whose cells list the raters who chose them are an error whose advice works", {
  d <- data.frame(
    excerpt = 1:6, trust = c("AB;CD", "AB", NA, "CD", "AB;CD", NA), risk = c(NA, "CD", "AB;CD", "AB", NA, "CD")
  )
  cnd <- rlang::with_options(
    cli.width = 10000,
    expect_error(read_sheet(d, item = excerpt, rating = c(trust, risk)), class = "accord_error_roles")
  )
  expect_identical(cnd$raters, c("AB", "CD"))
  x <- read_sheet(follow(cnd, d), item = excerpt, names = "{question}_{rater:AB|CD}")
  trust <- as.logical(x$rating[x$question == "trust"])
  expect_identical(trust[x$rater[x$question == "trust"] == "AB"], c(TRUE, TRUE, FALSE, FALSE, TRUE, FALSE))
  expect_identical(trust[x$rater[x$question == "trust"] == "CD"], c(TRUE, FALSE, FALSE, TRUE, TRUE, FALSE))
  # Sets of labels are read.
  sets <- data.frame(id = 1:4, ann = c("US;EU", "US", "EU", "US"), bob = c("US", "US", "EU;US", "US"))
  expect_s3_class(read_sheet(sets, item = id, rating = c(ann, bob), separator = ";"), "accord_sheet")
})

test_that("a cell with the ratings of several raters is an error whose advice works", {
  d <- data.frame(study = 1:4, codes = c("AB: yes; CD: no", "CD: no", "AB: no; CD: maybe", "AB: yes; CD: yes"))
  cnd <- rlang::with_options(
    cli.width = 10000, expect_error(read_sheet(d, item = study, rating = codes), class = "accord_error_roles")
  )
  expect_identical(cnd$raters, c("AB", "CD"))
  wide <- follow(cnd, d)
  expect_identical(wide$AB, c("yes", NA, "no", "yes"))
  expect_identical(wide$CD, c("no", "no", "maybe", "yes"))
  expect_length(read_sheet(wide, item = study, rating = c(AB, CD))$rating, 7)
})

test_that("labels that look like initials are advised to be sets where the columns agree", {
  skip_if_quick()
  codes <- c("AC", "WP", "AC/WP")
  d <- data.frame(doc = 1:12, ann = rep(codes, 4), bob = c(rep(codes, 3), "AC", "AC", "WP"))
  cnd <- expect_error(read_sheet(d, item = doc, rating = c(ann, bob)), class = "accord_error_roles")
  expect_identical(cnd$advice, "separator = \"/\"")
  expect_match(conditionMessage(cnd), "separator.*who")
  utils::capture.output(call <- inspect_sheet(d))
  expect_identical(eval(str2lang(call))$rating[[3]], c("AC", "WP"))
})
