# Small inputs typed after exports of Qualtrics, SoSci Survey, LimeSurvey and REDCap.

jaccard <- function(...) krippendorff_alpha(..., distance = "jaccard", ci = ci_none())$estimate

# Alpha of 8 sets, by definition: observed disagreement is the mean Jaccard distance of the two ratings of an item,
# expected disagreement that of all pairs of ratings in the data.
jaccard_alpha <- function(first, second) {
  distance <- function(a, b) if (length(union(a, b)) == 0) 0 else 1 - length(intersect(a, b)) / length(union(a, b))
  all <- c(first, second)
  pairs <- utils::combn(length(all), 2)
  expected <- mean(apply(pairs, 2, function(p) distance(all[[p[1]]], all[[p[2]]])))
  1 - mean(mapply(distance, first, second)) / expected
}

test_that("the same answers in two codings are the same ratings", {
  skip_if_quick()
  b <- data.frame(
    item = rep(1:4, each = 2), rater = c("ann", "bob"), red = c(1, 1, NA, 1, NA, NA, 1, NA),
    blue = c(NA, NA, 1, 1, 1, NA, NA, NA)
  )
  sets <- list("red", "red", "blue", c("red", "blue"), "blue", character(), "red", character())
  right <- jaccard_alpha(sets[c(1, 3, 5, 7)], sets[c(2, 4, 6, 8)])
  codings <- list(
    function(v) v, function(v) ifelse(is.na(v), "", "Y"), function(v) ifelse(is.na(v), NA, "x"), function(v) +!is.na(v),
    function(v) !is.na(v), function(v) ifelse(is.na(v), NA, TRUE), function(v) ifelse(is.na(v), "Unchecked", "Checked"),
    function(v) ifelse(is.na(v), "not selected", "selected"), function(v) ifelse(is.na(v), "false", "true"),
    function(v) ifelse(is.na(v), "0.0", "1.0")
  )
  for (coding in codings) {
    x <- b
    x[3:4] <- lapply(b[3:4], coding)
    expect_equal(jaccard(x, item, rater, c(red, blue)), right)
  }
  # The number or the text of the option.
  options <- transform(b, blue = ifelse(is.na(blue), NA, 2))
  expect_equal(jaccard(options, item, rater, c(red, blue)), right)
  texts <- transform(b, red = ifelse(is.na(red), "", "Red"), blue = ifelse(is.na(blue), "", "Blue"))
  expect_equal(jaccard(texts, item, rater, c(red, blue)), right)
  r <- as_ratings(b, item, rater, c(red, blue))
  expect_match(format(r), "2 ratings are the empty set (nothing ticked)", fixed = TRUE, all = FALSE)
  a <- krippendorff_alpha(b, item, rater, c(red, blue), ci = ci_none())
  expect_match(format(a), "# Sets: 2 ratings are the empty set (nothing ticked)", fixed = TRUE, all = FALSE)
  # Those who ticked nothing may have seen nothing.
  expect_length(as_ratings(b, item, rater, c(red, blue), na = "")$code, 6)
  expect_length(as_ratings(texts, item, rater, c(red, blue), na = "")$code, 6)
  # A box without any tick, all blank, is read as logical.
  expect_equal(jaccard(transform(texts, other = NA), item, rater, c(red, blue, other)), right)
  # One code means "no answer".
  coded <- transform(b, red = ifelse(is.na(red), 0, 1), blue = c(0, 0, 1, 1, 1, 0, -99, 0))
  expect_fault(as_ratings(coded, item, rater, c(red, blue)), "argument", "na = -99")
  expect_no_error(as_ratings(coded, item, rater, c(red, blue), na = -99))
})

test_that("where boxes say what is not ticked, a row of NA is no answer", {
  x <- data.frame(item = c(1, 1, 2), rater = c("a", "b", "a"), p = c(1, 0, NA), q = c(0, 0, NA))
  r <- as_ratings(x, item, rater, c(p, q))
  expect_equal(r$set_aside$rows, list(3L))
  expect_equal(r$categories[r$code + 1L], c("{p}", "{}"))
  a <- suppressWarnings(krippendorff_alpha(x, item, rater, c(p, q), ci = ci_none()))
  expect_match(format(a), "1 row has no rating", fixed = TRUE, all = FALSE)
})

test_that("two values that may each be a tick are an error with code that works", {
  # SoSci Survey: 1 = not chosen, 2 = chosen.
  x <- data.frame(
    paper = c(1, 1, 2, 2, 3, 3), coder = c(3, 9), a = c(2, 2, 1, 1, 1, 1), b = c(2, 1, 2, 2, 1, 1),
    c = c(1, 1, 2, 2, 1, 2), d = 1
  )
  code <- "x[3:6] <- lapply(x[3:6], function(box) box == 2)"
  cnd <- expect_fault(as_ratings(x, paper, coder, a:d), "argument", "contain \"1\" and \"2\"")
  expect_match(gsub("\\s+", " ", conditionMessage(cnd)), code, fixed = TRUE)
  eval(parse(text = code))
  sets <- list(c("a", "b"), "a", c("b", "c"), c("b", "c"), character(), "c")
  expect_equal(jaccard(x, paper, coder, a:d), jaccard_alpha(sets[c(1, 3, 5)], sets[c(2, 4, 6)]))
  # Questions or boxes: yes and no are both.
  y <- data.frame(paper = rep(1:3, each = 2), coder = 1:2, p = c("Yes", "No"), q = c("Yes", "Yes", "No"))
  cnd <- expect_fault(as_ratings(y, paper, coder, c(p, q)), "argument", "by = question")
  shown <- gsub("\\s+", " ", conditionMessage(cnd))
  expect_match(shown, "y[3:4] <- lapply(y[3:4], function(box) box == \"Yes\")", fixed = TRUE)
  # One of several options, or a mark in each.
  expect_no_error(as_ratings(transform(y, p = c("Yes", ""), q = c("", "Yes", "")), paper, coder, c(p, q)))
})

test_that("names with braces are shown as they are", {
  x <- data.frame(item = 1:3, rater = "ann", a = c("yes", "no", "yes"), c = c("no", "no", "yes"))
  names(x)[3] <- "a{b}"
  cnd <- expect_fault(as_ratings(x, item, rater, c(`a{b}`, c)), "argument", "must show which value is a tick")
  expect_match(conditionMessage(cnd), "`a{b}`", fixed = TRUE)
})

test_that("a forgotten layout is pointed out", {
  d <- data.frame(clip = 1:3, smile_A = c(1, 0, 1), smile_B = c(1, 0, 0), smile_C = c(1, 0, 1))
  expect_fault(
    agreement(d, clip, rating = c(smile_A, smile_B, smile_C)), "argument", "layout = \"raters_in_columns\""
  )
  expect_no_error(agreement(d, clip, rating = smile_A:smile_C, layout = "raters_in_columns", ci = ci_none()))
})

test_that("boxes of several raters in a row are not raters", {
  skip_if_quick()
  # ThirdspaceUofT/intercoder-agreement-calculation, data3.csv, cut down: alpha of the sets {1}, {1, 2}, ... is .417.
  x <- data.frame(id = 1:4, C1 = c(1, 1, 0, 0), C2 = c(0, 1, 1, 0), D1 = c(1, 1, 0, 1), D2 = c(0, 0, 1, 0))
  cnd <- expect_fault(
    as_ratings(x, id, rating = C1:D2, layout = "raters_in_columns"), "rating_columns", "boxes \"1\" and \"2\" of raters"
  )
  shown <- gsub("\\s+", " ", conditionMessage(cnd))
  expect_match(shown, "item = id, rater = rater, rating = c(`1`, `2`)", fixed = TRUE)
  right <- jaccard_alpha(list("1", c("1", "2"), "2", character()), list("1", "1", "2", "1"))
  expect_equal(round(right, 3), 0.417)
  long <- data.frame(
    id = rep(1:4, 2), rater = rep(c("C", "D"), each = 4), "1" = c(x$C1, x$D1), "2" = c(x$C2, x$D2), check.names = FALSE
  )
  expect_equal(jaccard(long, id, rater, c(`1`, `2`)), right)
  skip_if_not_installed("tidyr")
  code <- regmatches(shown, regexpr("long <- tidyr::pivot_longer.*\\$\"\\)", shown))
  eval(parse(text = sub("[._ -]", "[._ -]", code, fixed = TRUE)))
  expect_equal(jaccard(long, id, rater, c(`1`, `2`)), right)
  # The box may come before the rater.
  y <- stats::setNames(x, c("id", "red_ann", "blue_ann", "red_bob", "blue_bob"))
  cnd <- expect_fault(as_ratings(y, id, layout = "raters_in_columns"), "rating_columns", "\"ann\" and \"bob\"")
  expect_match(conditionMessage(cnd), "c(\".value\", \"rater\")", fixed = TRUE)
  # Raters with numbers, and raters of a scale.
  numbered <- stats::setNames(x, c("id", paste0("r", 1:4)))
  expect_no_error(as_ratings(numbered, id, rating = r1:r4, layout = "raters_in_columns"))
})

test_that("boxes of raters are found in a matrix too, and both parts are shown where either may be the rater", {
  a <- rep(0:1, 15)
  b <- rep(c(0, 0, 1), 10)
  x <- data.frame(id = 1:30, C1 = a, C2 = b, D1 = replace(a, 3:4, 1), D2 = replace(b, 9, 1))
  expect_fault(as_ratings(as.matrix(x[-1]), layout = "raters_in_columns"), "rating_columns", "as.data.frame")
  few <- stats::setNames(x[1:8, ], c("id", "p_s", "p_t", "q_s", "q_t"))
  shown <- gsub("\\s+", " ", conditionMessage(
    expect_fault(as_ratings(few, id, layout = "raters_in_columns"), "rating_columns", "boxes")
  ))
  expect_match(shown, "c(\"rater\", \".value\")", fixed = TRUE)
  expect_match(shown, "c(\".value\", \"rater\")", fixed = TRUE)
})

test_that("boxes of one rater in the form of a survey program are no raters", {
  skip_if_quick()
  a <- c(0, 1, 1, 0, 1, 0)
  forms <- list(
    REDCap = paste0("sign___", 1:3), REDCap = paste0("Signs (choice=", c("pain", "other", "none"), ")"),
    LimeSurvey = paste0("actors[SQ00", 1:3, "]"), LimeSurvey = paste0("actors.SQ00", 1:3, ".")
  )
  for (i in seq_along(forms)) {
    x <- stats::setNames(data.frame(1:6, a, rev(a), a), c("id", forms[[i]]))
    cnd <- expect_fault(as_ratings(x, id, layout = "raters_in_columns"), "rating_columns", names(forms)[i])
    expect_match(conditionMessage(cnd), "leave out `layout`", fixed = TRUE)
    expect_fault(as_ratings(x, id, rating = 2:4, layout = "raters_in_columns"), "rating_columns")
  }
  x$who <- x$id
  expect_no_error(as_ratings(x, id, rating = all_of(names(x)[2:4]), rater = who))
})

test_that("boxes that hold their option or nothing, of several items, lead to a row for each item and rater", {
  x <- data.frame(
    who = c("ann", "bob", "cem"), a = c("Fox", "Fox", ""), b = c("", "Deer", "Deer"), c = c("Fox", "", ""),
    d = c("", "Deer", "Deer"), stringsAsFactors = FALSE
  )
  rows <- function(...) krippendorff_alpha(x, rater = who, layout = "raters_in_rows", ci = ci_none(), ...)
  cnd <- expect_fault(rows(na = ""), "rating_columns", options = c("Fox", "Deer"))
  text <- gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
  code <- regmatches(text, gregexpr("`long.*?`", text, perl = TRUE))[[1]]
  for (line in code[1:2]) eval(parse(text = gsub("^`|`$", "", line)))
  expect_identical(long$item, rep(1:2, each = 3))
  expect_identical(long$Fox, c(TRUE, TRUE, FALSE, TRUE, FALSE, FALSE))
  expect_identical(long$Deer, c(FALSE, TRUE, TRUE, FALSE, TRUE, TRUE))
  expect_silent(krippendorff_alpha(long, item, rater, c(Fox, Deer), distance = "jaccard", ci = ci_none()))
})
