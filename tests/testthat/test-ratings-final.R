# Raters who are a final label: in data with a row per rating, in rows, and at the end of a range.

ann <- c("a", "b", "b", "a", "c", "b", "a", "c")
bob <- c("a", "b", "c", "a", "c", "b", "b", "c")
final <- c("a", "b", "b", "a", "c", "b", "a", "c")
long <- function(...) {
  x <- list(...)
  data.frame(item = rep(1:8, length(x)), rater = rep(names(x), each = 8), label = unlist(x))
}

test_that("a final label among raters in rows is a warning whose advice works", {
  d <- long(ann = ann, bob = bob, gold = final)
  cnd <- expect_warning(as_ratings(d, item, rater, label), class = "accord_warning_final_rater")
  expect_identical(cnd$raters, "gold")
  code <- regmatches(conditionMessage(cnd), regexpr("d\\[!.*\\]", gsub("\\s+", " ", conditionMessage(cnd))))
  expect_no_warning(ratings <- as_ratings(eval(str2lang(code)), item, rater, label))
  expect_identical(ratings$raters, c("ann", "bob"))
  wide <- data.frame(who = c("ann", "bob", "Consensus"), rbind(ann, bob, final))
  expect_warning(
    as_ratings(wide, rater = who, layout = "raters_in_rows"), class = "accord_warning_final_rater"
  )
})

test_that("a rater with such a name who rates otherwise is one, and so is one of two", {
  expect_no_warning(as_ratings(long(ann = ann, bob = bob, gold = rev(final)), item, rater, label))
  expect_no_warning(as_ratings(long(ann = ann, gold = final), item, rater, label))
  expect_no_warning(as_ratings(long(ann = ann, bob = bob, goldie = final), item, rater, label))
})

test_that("a range of columns that ends with a final label does not name it", {
  d <- data.frame(id = 1:8, ann, bob, final)
  expect_error(
    as_ratings(d, id, rating = ann:final, layout = "raters_in_columns"), class = "accord_error_rating_columns"
  )
  expect_length(as_ratings(d, id, rating = c(ann, bob, final), layout = "raters_in_columns")$raters, 3)
  expect_length(as_ratings(d, id, rating = ann:bob, layout = "raters_in_columns")$raters, 2)
})

test_that("read_sheet() stops for a final label in a column or a file, and keeps it if told", {
  d <- long(ann = ann, bob = bob, gold = final)
  read <- function(...) read_sheet(d, item = item, rater = rater, rating = label, ...)
  cnd <- expect_error(read(), class = "accord_error_rating_columns")
  expect_identical(cnd$advice, "drop = rater == \"gold\"")
  expect_identical(unique(read(drop = rater == "gold")$rater), c("ann", "bob"))
  x <- read(keep = rater == "gold")
  expect_identical(unique(x$rater), c("ann", "bob", "gold"))
  expect_no_warning(as_ratings(x))
  folder <- own_folder()
  for (who in unique(d$rater)) utils::write.csv(d[d$rater == who, ], file.path(folder, paste0(who, ".csv")))
  cnd <- expect_error(
    read_sheet(folder, item = item, rater = "{file}", rating = label), class = "accord_error_rating_columns"
  )
  expect_identical(cnd$advice, "rater = c(\"{file}\" = \"{rater:ann|bob}\")")
  call <- str2lang(sprintf("read_sheet(folder, item = item, rating = label, %s)", cnd$advice))
  expect_identical(unique(eval(call)$rater), c("ann", "bob"))
})

test_that("who rated only the items on which others differ, and is named so, is a final label", {
  a <- rep(c("x", "y", "z"), 10)
  b <- replace(a, c(2, 9, 13, 20, 27), "x")
  differ <- which(a != b)
  data <- data.frame(
    id = c(1:30, 1:30, differ), who = rep(c("Ann", "Bob", "Conflict Resolution"), c(30, 30, length(differ))),
    v = c(a, b, a[differ])
  )
  cnd <- expect_error(
    read_sheet(data, item = id, rater = who, rating = v), "Conflict Resolution", class = "accord_error_rating_columns"
  )
  expect_identical(cnd$advice, "drop = who == \"Conflict Resolution\"")
  expect_warning(as_ratings(data, id, who, v), class = "accord_warning_final_rater")
  # The same items by another name are noted by measures; items on which all agree are no such choice.
  data$who <- sub("Conflict Resolution", "Cem", data$who)
  expect_silent(read_sheet(data, item = id, rater = who, rating = v))
  data$who <- sub("Cem", "Conflict Resolution", data$who)
  data$id[61:62] <- c(1, 3)
  data$v[61:62] <- c("y", "x")
  expect_silent(read_sheet(data, item = id, rater = who, rating = v))
})
