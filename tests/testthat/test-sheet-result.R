# Two coders: tone 1, 2, 2, 3 and 1, 2, 3, 3; frame h, h, c, c and h, c, c, c.
x <- read_sheet(
  data.frame(
    id = 1:4, tone_a = c(1, 2, 2, 3), tone_b = c(1, 2, 3, 3), frame_a = c("h", "h", "c", "c"),
    frame_b = c("h", "c", "c", "c"), note = "n"
  ),
  item = id, names = "{question}_{rater}"
)

test_that("a question is measured by itself, as of its own type", {
  # Three of four pairs agree.
  expect_identical(percent_agreement(as_ratings(x, question = "frame"))$estimate, 0.75)
  r <- as_ratings(x, question = "tone", level = "interval")
  expect_identical(r$categories, c(1, 2, 3))
  # Alpha at the interval level from its definition: 1 - (n - 1) * (sum of d^2 in pairs) / (sum of d^2 of all values).
  v <- c(1, 2, 2, 3, 1, 2, 3, 3)
  within <- 2 * 1
  all <- sum(outer(v, v, "-")^2)
  expect_equal(krippendorff_alpha(r, ci = ci_none())$estimate, 1 - 7 * within / all)
})

test_that("questions have their own types and levels, also where the level of all is given", {
  expect_s3_class(as_ratings(x), "accord_questions")
  expect_error(as_ratings(x, level = "ordinal"), class = "accord_error_level")
  found <- percent_agreement(as_ratings(x, level = "nominal"))
  expect_identical(found$question, c("tone", "frame"))
  expect_identical(found$estimate, c(0.75, 0.75))
  expect_error(as_ratings(x, question = "size"), class = "accord_error_argument")
})

test_that("verbs take a sheet as they take ratings", {
  expect_identical(percent_agreement(x)$estimate, c(0.75, 0.75))
  both <- krippendorff_alpha(x, level = "nominal", ci = ci_none())
  expect_setequal(both$question, c("tone", "frame"))
  named <- krippendorff_alpha(x, item, rater, rating, by = question, level = "nominal", ci = ci_none())
  expect_identical(named$estimate, both$estimate)
  expect_identical(percent_agreement(x[x$question == "frame", ])$estimate, 0.75)
  expect_error(
    krippendorff_alpha(x, item, rater, rating, by = question), class = "accord_error_level_needed"
  )
})

test_that("the print says how the sheet was understood, and no number of agreement", {
  shown <- format_sheet(x)
  expect_match(shown[1], "2 questions, 4 items, 2 raters, 16 ratings")
  expect_match(shown[2], "tone: numbers, 1, 2, 3")
  expect_match(shown[3], "frame: labels, h, c")
  expect_match(shown[5], "columns not used: note")
  expect_output(print(x), "accord_sheet")
  expect_output(print(x[1:2]), "accord_sheet")
})

test_that("missing ratings of a sheet are counted by question", {
  data <- data.frame(
    item = rep(1:4, 2), rater = rep(c("a", "b"), each = 4),
    tone = c("x", NA, "x", "y", "x", "k. A.", "x", NA), ad = rep(c("y", "n"), 4)
  )
  x <- read_sheet(data, item = item, rater = rater, rating = tone:ad, na = list(tone = "k. A."))
  shown <- format(as_ratings(x))
  expect_match(shown[2], "tone: .*set aside: 3 missing")
  expect_no_match(shown[3], "missing")
  expect_match(format(as_ratings(x, question = "tone")), "set aside: +3 missing", all = FALSE)
  checks <- quality_checks(as_ratings(x, question = "tone"))
  expect_identical(Filter(function(one) one$check == "Missing ratings", checks)[[1]]$n, 3)
  # Rows that were filtered may lack what was missing.
  expect_no_match(format(as_ratings(x[x$item != "1", ], question = "tone")), "missing")
  # An empty cell in the column of a rater is a rating that this rater did not give, as in rows that tell the rater.
  wide <- data.frame(item = 1:4, a = c("x", NA, "x", "y"), b = c("x", "y", "x", "n. a."))
  x <- read_sheet(wide, item = item, names = "{rater}", na = "n. a.")
  expect_match(format(as_ratings(x)), "set aside: +2 missing", all = FALSE)
  # Where most cells are empty, raters share the items.
  shared <- data.frame(item = 1:6, a = c("x", "y", rep(NA, 4)), b = c("x", NA, "y", rep(NA, 3)), c = c(NA, rep("x", 5)))
  expect_match(format(as_ratings(read_sheet(shared, item = item, names = "{rater}"))), "nothing", all = FALSE)
})

test_that("ids that are not stored once per row are texts like others", {
  frame <- data.frame(id = c("p", "q", "r"), tone_a = c(1, NA, 3), tone_b = 1:3)
  read <- read_sheet(frame, item = id, names = "{question}_{rater}")
  item <- c("p", "r", "p", "q", "r")
  rater <- c("a", "a", "b", "b", "b")
  expect_identical(read$item, item)
  expect_identical(read$rater, rater)
  expect_identical(read$item[c(5, NA, 1, 9)], c("r", NA, "p", NA))
  expect_identical(read$item[c(2L, NA, 6L)], c("r", NA, NA))
  expect_identical(read$rater[-1], rater[-1])
  expect_identical(rev(read$item), rev(item))
  expect_identical(order(read$item), order(item))
  changed <- read
  changed$rater[2] <- "c"
  expect_identical(changed$rater, replace(rater, 2, "c"))
  expect_identical(read$rater, rater)
  path <- tempfile(fileext = ".rds")
  saveRDS(read, path)
  expect_identical(readRDS(path)$item, item)
})

test_that("the print of several questions says how many items of each have two ratings", {
  sheet <- data.frame(id = 1:6, a_t = c(1, 2, 1, 2, 1, 1), a_s = c(1, 1, 2, 2, 1, 2), b_t = c(1, 2, 2, NA, NA, NA))
  sheet$b_s <- c(1, 2, 2, 2, NA, NA)
  read <- read_sheet(sheet, item = id, names = "{rater}_{question}")
  expect_output(
    print(cohen_kappa(read, ci = ci_none())),
    "t: 3 of 6 items, s: 4 of 6 items have two or more ratings",
    fixed = TRUE
  )
})
