# Nothing is guessed: each rule is an error of its own class, which says what was found and where.

says <- function(call, class, ...) {
  cnd <- expect_error(suppressMessages(call), class = paste0("accord_error_", class))
  text <- gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
  for (words in c(...)) expect_match(text, words, fixed = TRUE)
}
id <- 1:6
a <- c(1, 2, 3, 1, 2, 3)
b <- c(1, 2, 3, 3, 2, 3)

test_that("1: a template that fits in two ways, and raters that differ between questions", {
  skip_if_quick()
  two <- data.frame(id, a_x_1 = a, a_x_2 = b, a_y_1 = a, a_y_2 = b, b_x_1 = a, b_x_2 = b, b_y_1 = a, b_y_2 = b)
  says(read_sheet(two, item = id, names = "{question}_{rater}"), "template", "must fit", "in one way")
  other <- data.frame(id, tone_ann = a, tone_bob = b, size_ann = a, size_eve = b)
  says(read_sheet(other, item = id, names = "{question}_{rater}"), "template", "must have the same raters", "eve")
})

test_that("2: two columns of one rater and question", {
  d <- data.frame(id, ann_tone_1 = a, ann_tone_2 = b, bob_tone_1 = a, bob_tone_2 = b)
  says(
    read_sheet(d, item = id, names = "{rater}_{question:tone}_{*}"), "template", "tell all columns apart", "ann_tone_1"
  )
})

test_that("3: a mean or a note among the raters", {
  d <- data.frame(id, ann = a, bob = b, Mittelwert = (a + b) / 2)
  says(read_sheet(d, item = id, rating = -id), "rating_columns", "Mittelwert", "rating = c(ann, bob)")
  d$Mittelwert <- paste("a text", id)
  names(d)[4] <- "Bemerkung"
  says(read_sheet(d, item = id, rating = -id), "rating_columns", "Bemerkung")
})

test_that("4 and 5: a row of names as ratings, and ratings as names", {
  skip_if_quick()
  d <- data.frame(id = c("Nr", id), ann = c("Ann", a), bob = c("Bob", b))
  says(read_sheet(d, item = id, rating = c(ann, bob)), "header_row", "drop = 1", "keep = 1")
  path <- file.path(own_folder(), "s.csv")
  writeLines(c("1,0,0,1", "2,0,1,1", "3,1,1,1"), path)
  says(read_sheet(path, item = 1, rating = 2:4), "header", "header = 0")
})

test_that("6 and 7: codes and words for missing values, and misspelled numbers", {
  d <- data.frame(id, ann = c(1, 2, -99, 1, 2, 3), bob = b)
  says(read_sheet(d, item = id, rating = c(ann, bob)), "missing_code", "na = -99")
  d$ann <- c("1", "2", "3..1", "1", "2", "3")
  says(read_sheet(d, item = id, rating = c(ann, bob)), "text_among_numbers", "row 3, column ann", "3..1")
})

test_that("8, 9 and 10: blank ids, rows of totals, ids with a suffix", {
  skip_if_quick()
  d <- data.frame(id = c(1, NA, 3:6), ann = a, bob = b)
  says(read_sheet(d, item = id, rating = c(ann, bob)), "blank_id", "drop = is.na(id)", "row 2")
  d$id <- c(1:5, "Total")
  says(read_sheet(d, item = id, rating = c(ann, bob)), "total", "drop = \"Total\"")
  d$id <- paste0(rep(1:3, each = 2), "--", 1:2)
  says(read_sheet(d, item = id, rating = -id), "item_suffix", "{item}--{rater}")
})

test_that("11 and 12: rows joined by their place, and test questions", {
  folder <- own_folder()
  writeLines(c("tone", "1", "2"), file.path(folder, "ann.csv"))
  writeLines(c("tone", "1", "2", "2"), file.path(folder, "bob.csv"))
  says(read_sheet(folder, item = "{row}", rater = "{file}", rating = tone), "rows", "same number of rows")
  says(read_sheet(folder, rater = "{file}", rating = tone), "roles", "item = \"{row}\"")
  d <- data.frame(unit = rep(id, 2), who = rep(c("x", "y"), each = 6), tone = c(a, b), is_gold = c(TRUE, rep(FALSE, 5)))
  says(read_sheet(d, item = unit, rater = who, rating = tone), "golden", "drop = is_gold == ", "keep = is_gold == ")
})

test_that("13 and 15: options with the separator, and several questions in a selection", {
  d <- data.frame(
    ann = c("One, Two", "Three", "One, Two", "Four", "One, Six", "Three, Four"),
    bob = c("One, Six", "Three", "One, Two, Four", "Four", "Three", "Four")
  )
  says(read_sheet(d, rating = c(ann, bob), separator = ", "), "divided_option", "options = c(")
  d <- data.frame(
    id, annotator1_tone = a, annotator1_frame = rep(c("h", "c"), 3), annotator2_tone = b,
    annotator2_frame = rep(c("h", "c"), 3)
  )
  says(
    read_sheet(d, item = id, rating = starts_with("annotator")), "several_questions", "names = \"{rater}_{question}\""
  )
})

test_that("14: items that are rated once have no value, and the reason is said", {
  d <- data.frame(id, who = rep(c("x", "y"), 3), tone = a)
  x <- read_sheet(d, item = id, rater = who, rating = tone)
  expect_warning(found <- krippendorff_alpha(as_ratings(x, level = "nominal"), ci = ci_none()))
  expect_identical(found$estimate, NA_real_)
  expect_false(found$status == "ok")
})

test_that("a final label is no rater, whatever other questions the sheet has", {
  skip_if_quick()
  type <- rep(c("bug", "feature", "question"), 4)
  other <- replace(type, c(2, 7, 9), c("bug", "feature", "bug"))
  long <- data.frame(
    id = rep(1:12, 3), who = rep(c("ann", "bob", "final"), each = 12), type = c(type, other, type),
    sure = c(rep(1:4, 3), rep(4:1, 3), rep(2:3, 6))
  )
  for (name in c("final", "ann+bob", "Ann & Bob")) {
    long$who[25:36] <- name
    says(read_sheet(long, item = id, rater = who, rating = type), "rating_columns", "final label", name)
    says(read_sheet(long, item = id, rater = who, rating = c(type, sure)), "rating_columns", "final label", name)
    utils::capture.output(call <- inspect_sheet(long))
    expect_match(call, sprintf("drop = who == \"%s\"", name), fixed = TRUE)
    expect_setequal(eval(str2lang(call))$rater, c("ann", "bob"))
  }
  long$type[25:36] <- rev(type)
  expect_setequal(read_sheet(long, item = id, rater = who, rating = c(type, sure))$rater, c("ann", "bob", "Ann & Bob"))
})

test_that("a final label of one question is no rater of another", {
  type <- rep(c("bug", "feature", "question"), 4)
  wide <- data.frame(
    id = 1:12, type_ann = type, type_bob = replace(type, 2:3, "bug"), type_final = type, sure_ann = rep(1:4, 3),
    sure_bob = rep(4:1, 3), sure_final = rep(2:3, 6)
  )
  expect_message(x <- read_sheet(wide, item = id, names = "{question}_{rater}"), "type_final, sure_final")
  expect_setequal(x$rater, c("ann", "bob"))
})

test_that("codes and measurements that are named one by one are no raters of one question", {
  d <- data.frame(
    lesion = 1:24, birads = c(1:6, "4A", "4B"), size = c(4, 7, 12, 28, 30, 9, 15, 22, 41, 8, 11, 17),
    second = c(1:6, "4A", "4C")
  )
  says <- expect_error(read_sheet(d, item = lesion, rating = c(birads, size)), class = "accord_error_several_questions")
  expect_match(conditionMessage(says), "codes and measurements")
  expect_no_error(read_sheet(d, item = lesion, rating = c(birads, second), recode = identity))
  # A rater who uses fewer of the numbers of a scale measures as the others do.
  d <- data.frame(id = 1:24, ann = seq(4, 96, 4), bob = rep(c(0, 20, 40, 60, 80, 100), each = 4))
  expect_no_error(read_sheet(d, item = id, rating = c(ann, bob)))
})
