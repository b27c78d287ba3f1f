# Two orders of one set of labels, as ratings without a separator.

text_of <- function(cnd) gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
long <- function(ann, bob) {
  n <- length(ann)
  data.frame(item = rep(seq_len(n), 2), who = rep(c("ann", "bob"), each = n), mood = c(ann, bob))
}
alpha <- function(data, ...) krippendorff_alpha(data, item, who, mood, ..., ci = ci_none())
ann <- c("joy;anger", "joy", "fear;joy", "anger", "fear", "anger;joy", "joy", "fear")
bob <- c("anger;joy", "joy", "joy;fear", "anger", "fear", "joy;anger", "joy", "fear")

test_that("one set in two orders is an error, whose call makes them one", {
  skip_if_quick()
  d <- long(ann, bob)
  for (level in list(NULL, "nominal")) {
    cnd <- expect_fault(alpha(d, level = level), "separator", "mood.*4 values differ in the order of their parts only")
    expect_match(text_of(cnd), "\"anger;joy\" and \"joy;anger\"", fixed = TRUE)
    # The raters agree in all items.
    expect_identical(eval(str2lang(sprintf("alpha(d, %s)", cnd$advice)))$estimate, 1)
  }
  for (mark in c(";", "; ", " | ", ",", ", ", "\n")) {
    own <- transform(d, mood = gsub(";", mark, mood, fixed = TRUE))
    cnd <- expect_fault(alpha(own), "separator")
    expect_identical(cnd$separator, mark)
    expect_identical(eval(str2lang(sprintf("alpha(own, %s)", cnd$advice)))$estimate, 1)
  }
  expect_fault(alpha(transform(d, mood = factor(mood))), "separator")
  expect_fault(agreement(d, item, who, mood), "separator")
  # Sets of names, each with a comma.
  names <- long(c("Doe, Jane; Roe, Ann", "Roe, Ann", "Doe, Jane"), c("Roe, Ann; Doe, Jane", "Roe, Ann", "Doe, Jane"))
  expect_identical(expect_fault(alpha(names), "separator")$separator, "; ")
})

test_that("wide tables, matrices, tables of a database and sheets have the same rule", {
  skip_if_quick()
  wide <- data.frame(id = 1:8, ann, bob, note = "x")
  read <- function(...) {
    krippendorff_alpha(wide, id, rating = c(ann, bob), layout = "raters_in_columns", ..., ci = ci_none())
  }
  cnd <- expect_fault(read(), "separator", "Columns `?ann`? and `?bob`?")
  expect_identical(read(separator = ";")$estimate, 1)
  expect_fault(as_ratings(cbind(ann, bob), layout = "raters_in_columns"), "separator", "separator = \";\"")
  sheet <- data.frame(id = 1:8, mood_ann = ann, mood_bob = bob, ad_ann = rep(c("y", "n"), 4), ad_bob = "y")
  cnd <- expect_fault(read_sheet(sheet, item = id, names = "{question}_{rater}"), "separator", "mood")
  expect_identical(cnd$advice, "separator = c(mood = \";\")")
  x <- read_sheet(sheet, item = id, names = "{question}_{rater}", separator = c(mood = ";"))
  expect_identical(krippendorff_alpha(as_ratings(x, question = "mood"), ci = ci_none())$estimate, 1)
  expect_output(inspect_sheet(sheet), "separator = c(mood = \";\")", fixed = TRUE)
  categories <- list(mood = unique(ann))
  x <- read_sheet(sheet, item = id, names = "{question}_{rater}", categories = categories)
  expect_s3_class(as_ratings(x, question = "mood"), "accord_ratings")
})

test_that("an order that matters is kept by the categories", {
  d <- long(ann, bob)
  cnd <- expect_fault(alpha(d), "separator")
  code <- regmatches(text_of(cnd), regexpr("categories = c[(][^)]*[)]", text_of(cnd)))
  kept <- eval(str2lang(sprintf("alpha(d, %s)", code)))
  # The labels as they are written, under other names.
  plain <- transform(d, mood = match(mood, unique(mood)))
  expect_equal(kept$estimate, alpha(plain, level = "nominal")$estimate)
  many <- long(c(ann, paste0("x", 1:20)), c(bob, paste0("x", 1:20)))
  expect_fault(as_ratings(many, item, who, mood), "separator", "categories = sort\\(unique\\(many[$]mood\\)\\)")
  expect_no_error(alpha(many, categories = sort(unique(many$mood))))
})

test_that("texts with a sign that are in one order only are labels", {
  silent <- function(...) {
    labels <- c(...)
    expect_silent(as_ratings(long(labels, rev(labels)), item, who, mood))
  }
  silent("Blame, mild", "Blame, strong", "Praise")
  silent("1;2", "2;3", "3")
  silent("yes, definitely", "yes", "no")
  silent("a;b", "a|b", "b", "a")
  # Numbers with a decimal comma.
  expect_fault(as_ratings(long(c("1,2", "2,1", "3"), c("2,1", "1,2", "3")), item, who, mood), "decimal_comma")
  expect_silent(as_ratings(long(c("1,2", "2,1", "3"), c("2,1", "1,2", "3")), item, who, mood, level = "nominal"))
  # A trailing sign is no label.
  silent("a;", ";a", "b")
})

test_that("rankings in a list column are not silently read as sets", {
  d <- data.frame(item = rep(1:3, each = 2), rater = c("a", "b"))
  d$ranked <- list(c("x", "y", "z"), c("z", "y", "x"), c("x", "z", "y"), c("y", "x", "z"), c("x", "y", "z"), NA)
  expect_warning(
    as_ratings(d, item, rater, ranked), "the same 3 labels, in 4 orders.*distance_ranking\\(\\)",
    class = "accord_warning_lost_order"
  )
  # Sets of other labels, whose order has no meaning, and sets in one order.
  d$ranked[[1]] <- c("x", "y")
  expect_no_warning(as_ratings(d, item, rater, ranked))
  d$ranked <- rep(list(c("x", "y")), 6)
  expect_no_warning(as_ratings(d, item, rater, ranked))
})
