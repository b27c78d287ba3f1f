# What read_sheet() changes by itself is written by hand here, beside sheets that look alike and stay as they are.

read_told <- function(...) {
  told <- character()
  x <- withCallingHandlers(read_sheet(...), accord_message_sheet_changes = function(cnd) {
    told <<- cnd$changes
    rlang::cnd_muffle(cnd)
  })
  list(x = x, told = told)
}

expect_told <- function(found, pattern) expect_true(any(grepl(pattern, found$told)), info = toString(found$told))

test_that("NA is missing, unless the user says that nothing is", {
  d <- data.frame(id = 1:4, ann = c("x", "NA", "y", "x"), bob = c("x", "y", "#N/A", "x"))
  found <- read_told(d, item = id, rating = c(ann, bob))
  expect_told(found, "^2 cells taken as missing: NA, #N/A$")
  expect_identical(found$x$rating, c("x", "y", "x", "x", "y", "x"))
  expect_match(paste(format_sheet(found$x), collapse = "\n"), "2 cells taken as missing")
  expect_length(read_told(d, item = id, rating = c(ann, bob), na = character())$x$rating, 8)
  own <- read_told(d, item = id, rating = c(ann, bob), recode = c("NA" = "not applicable"))
  expect_true("not applicable" %in% own$x$rating)
})

test_that("labels that differ in blanks and case are one, single letters are not", {
  d <- data.frame(id = 1:4, ann = c("Yes", "no", "yes ", "a"), bob = c("yes", "no", "yes", "A"))
  found <- read_told(d, item = id, rating = c(ann, bob))
  expect_told(found, "^2 cells spelled like the others: \"yes\" for \"Yes\", \"yes\" for \"yes \"$")
  expect_identical(found$x$rating, c("yes", "no", "yes", "a", "yes", "no", "yes", "A"))
  expect_identical(
    read_told(d, item = id, rating = c(ann, bob), recode = identity)$x$rating[1:3], c("Yes", "no", "yes ")
  )
  scale <- c("yes", "Yes", "no")
  d <- data.frame(id = 1:3, ann = factor(c("yes", "Yes", "no"), scale), bob = factor(c("yes", "no", "no"), scale))
  expect_identical(read_told(d, item = id, rating = c(ann, bob))$told, character())
})

test_that("labels with their numbers are numbers where each has one", {
  skip_if_quick()
  for (form in c("%d=%s", "%d = %s", "%d: %s", "%d) %s", "%d. %s", "%d - %s", "%d (%s)")) {
    label <- function(x) ifelse(x == 3, "3", sprintf(form, x, c("not at all", "little", "", "much")[x]))
    d <- data.frame(id = 1:4, ann = label(c(1, 2, 3, 4)), bob = label(c(1, 4, 3, 4)))
    found <- read_told(d, item = id, rating = c(ann, bob))
    expect_told(found, "^6 cells read as numbers")
    expect_identical(found$x$rating, c(1, 2, 3, 4, 1, 4, 3, 4))
  }
  d <- data.frame(id = 1:3, ann = c("1=x", "2=y", "1=z"), bob = c("1=x", "1=x", "2=y"))
  expect_identical(read_told(d, item = id, rating = c(ann, bob))$x$rating[3], "1=z")
  times <- data.frame(id = 1:3, ann = c("10:30", "11:00", "12:15"), bob = c("10:30", "11:15", "12:15"))
  expect_identical(read_told(times, item = id, rating = c(ann, bob))$x$rating[1], "10:30")
})

test_that("decimal commas are read in a file with semicolons, and lists of codes are not", {
  path <- file.path(own_folder(), "s.csv")
  writeLines(c("id;ann;bob", "1;3,5;4,0", "2;2,0;2,5", "3;5,0;4"), path)
  found <- read_told(path, item = id, rating = c(ann, bob))
  expect_told(found, "^5 cells read as a number with a decimal comma")
  expect_identical(found$x$rating, c(3.5, 2, 5, 4, 2.5, 4))
  expect_error(read_sheet(path, item = id, rating = c(ann, bob), decimal = "."), class = "accord_error_decimal_comma")
  writeLines(c("id;ann;bob", "1;1,2;1", "2;2,3;1,3", "3;3;2"), path)
  expect_warning(
    found <- read_told(path, item = id, rating = c(ann, bob)), class = "accord_warning_undivided"
  )
  expect_type(found$x$rating, "character")
})

test_that("many blank ids are those above them where each row becomes one of its own", {
  d <- data.frame(
    case = c("a", NA, NA, "b", NA, NA), page = c(1, 2, 3, 1, 2, 3), ann = c(1, 2, 3, 1, 2, 3),
    bob = c(1, 2, 2, 1, 2, 1)
  )
  found <- read_told(d, item = c(case, page), rating = c(ann, bob))
  expect_told(found, "^4 blank ids taken as the one above: case$")
  expect_setequal(found$x$item, paste(rep(c("a", "b"), each = 3), 1:3, sep = " / "))
  long <- data.frame(post = c(1, NA, 2, NA), who = c("ann", "bob"), tone = c(1, 1, 2, 3))
  expect_identical(read_told(long, item = post, rater = who, rating = tone)$x$item, c("1", "1", "2", "2"))
  # A row would be there twice.
  expect_error(read_sheet(d, item = case, rating = c(ann, bob)), class = "accord_error_blank_id")
  d$case <- c("a", "a", NA, "b", "b", "b")
  expect_error(read_sheet(d, item = c(case, page), rating = c(ann, bob)), class = "accord_error_blank_id")
})

test_that("final labels are left out where their name and their values say so", {
  d <- data.frame(
    id = 1:6, ann = c("x", "y", "x", "y", "x", "x"), bob = c("x", "y", "y", "y", "x", "y"),
    Consensus = c("x", "y", "x", "y", "x", "y")
  )
  found <- read_told(d, item = id, rating = -id)
  expect_told(found, "^1 column left out as a final label: Consensus$")
  expect_setequal(found$x$rater, c("ann", "bob"))
  expect_true("Consensus" %in% read_told(d, item = id, rating = c(ann, bob, Consensus))$x$rater)
  # A person may be called so, and disagree with the others where they agree.
  d$Consensus <- c("y", "y", "x", "x", "y", "y")
  expect_error(read_sheet(d, item = id, rating = -id), class = "accord_error_rating_columns")
  named <- data.frame(
    id = 1:4, tone_ann = c(1, 2, 2, 1), tone_bob = c(1, 2, 1, 1), tone_gold = c(1, 2, 2, 1), size_ann = c(1, 2, 3, 3),
    size_bob = c(1, 2, 3, 2)
  )
  found <- read_told(named, item = id, names = "{question}_{rater}")
  expect_told(found, "tone_gold")
  expect_setequal(found$x$rater, c("ann", "bob"))
})

test_that("a share below the items is left out where it is no rating, and a sum is not", {
  skip_if_quick()
  d <- data.frame(id = c("t1", "t2", "t3", "% agreement"), ann = c("x", "y", "x", "67"), bob = c("x", "x", "x", NA))
  found <- read_told(d, item = id, rating = c(ann, bob))
  expect_told(found, "^1 row left out as no item: % agreement$")
  expect_setequal(found$x$item, c("t1", "t2", "t3"))
  d$id[4] <- "Total"
  expect_error(read_sheet(d, item = id, rating = c(ann, bob)), class = "accord_error_total")
  d[4, ] <- list("Mean", "x", "y")
  expect_error(read_sheet(d, item = id, rating = c(ann, bob)), class = "accord_error_total")
})

test_that("tables without the columns of ratings are not read, unless a name is misspelled", {
  skip_if_quick()
  folder <- own_folder()
  writeLines(c("id,Tone", "1,1", "2,2"), file.path(folder, "ann.csv"))
  writeLines(c("id,Tone", "1,1", "2,1"), file.path(folder, "bob.csv"))
  writeLines(c("code,meaning", "1,good", "2,bad"), file.path(folder, "codebook.csv"))
  found <- read_told(folder, item = id, rater = "{file}", rating = Tone)
  expect_told(found, "^1 file not read, without columns of ratings: codebook$")
  expect_setequal(found$x$rater, c("ann", "bob"))
  writeLines(c("id,tone", "1,1", "2,1"), file.path(folder, "eve.csv"))
  expect_error(
    suppressMessages(read_sheet(folder, item = id, rater = "{file}", rating = Tone)),
    class = "accord_error_missing_column"
  )
})

test_that("codes and words for missing ratings are asked for at once, at any level", {
  skip_if_quick()
  d <- data.frame(
    id = 1:6, tone_ann = c(1, 2, 3, 999, 2, 1), tone_bob = c(1, 2, 3, 2, 2, 999),
    frame_ann = c("h", "k. A.", "c", "c", "h", "h"), frame_bob = c("h", "c", "c", "c", "h", "h")
  )
  cnd <- expect_error(read_sheet(d, item = id, names = "{question}_{rater}"), class = "accord_error_missing_code")
  expect_identical(cnd$codes, c("999", "k. A."))
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "na = c(999, \"k. A.\")", fixed = TRUE)
  expect_equal(nrow(read_sheet(d, item = id, names = "{question}_{rater}", na = c(999, "k. A."))), 21)
  # What was declared before stays in the advice.
  expect_error(
    read_sheet(d, item = id, names = "{question}_{rater}", na = 999), "na = c(999, \"k. A.\")", fixed = TRUE
  )
  kept <- read_sheet(d, item = id, names = "{question}_{rater}", recode = c("999" = "999", "k. A." = "k. A."))
  expect_equal(nrow(kept), 24)
  expect_equal(nrow(read_sheet(d, item = id, names = "{question}_{rater}", na = character())), 24)
  # Answers that look alike: a class called 404, and counts.
  fine <- data.frame(
    id = 1:6, ann = c("ok", "404", "ok", "404", "ok", "none"), bob = c("ok", "404", "ok", "ok", "none", "none")
  )
  expect_length(read_sheet(fine, item = id, rating = c(ann, bob))$rating, 12)
  counts <- data.frame(id = 1:6, ann = c(0, 40, 99, 120, 77, 3), bob = c(1, 42, 98, 110, 80, 3))
  expect_length(read_sheet(counts, item = id, rating = c(ann, bob))$rating, 12)
})

test_that("two questions that are named one by one are no raters where their values say so", {
  d <- data.frame(id = 1:6, tone = c(1, 2, 2, 3, 1, 2), length = c(120, 200, 130, 250, 120, 200))
  cnd <- expect_error(read_sheet(d, item = id, rating = c(tone, length)), class = "accord_error_several_questions")
  expect_length(read_sheet(d, item = id, rating = c(tone, length), names = "{rater}")$rating, 12)
  d$length <- rep(c("short", "long"), 3)
  d$tone <- rep(c("good", "bad", "bad"), 2)
  expect_error(read_sheet(d, item = id, rating = c(tone, length)), class = "accord_error_several_questions")
  scores <- data.frame(id = 1:6, ann = c(10, 20, 30, 41, 50, 61), bob = c(11, 22, 33, 44, 55, 66))
  expect_length(read_sheet(scores, item = id, rating = c(ann, bob))$rating, 12)
})

test_that("a first row of texts is a header also in a short sheet", {
  d <- data.frame(id = c("", "1", "2"), q1 = c("Tone", "1", "2"), q2 = c("Length", "3", "2"))
  expect_error(
    suppressMessages(read_sheet(d[-1], rating = c(q1, q2))), class = "accord_error_header_row"
  )
})

test_that("dates beside the answers of each rater are no question", {
  calls <- rep(c("in", "out", "out", "in"), 5)
  days <- format(as.Date("2024-01-01") + c(3, 40, 17, 88, 5, 61))[rep(1:6, length.out = 20)]
  again <- calls[c(2, 1, 3:20)]
  d <- data.frame(
    Id = 1:20, "First - Call" = calls, "First - Reviewed On" = days, "QC - Call" = again,
    "QC - Reviewed On" = rev(days), check.names = FALSE
  )
  expect_message(
    x <- read_sheet(d, item = Id, names = "{rater} - {question}"), "left out as dates: First - Reviewed On"
  )
  expect_identical(unique(x$question), "Call")
  expect_setequal(x$rater, c("First", "QC"))
  expect_identical(x$rating[x$rater == "First"], calls)
  utils::capture.output(proposed <- inspect_sheet(d))
  read <- suppressMessages(eval(str2lang(proposed[1])))
  expect_false(any(days %in% read$rating))
  expect_identical(sort(read$rating), sort(c(calls, again)))
  # A question that the template names is kept.
  kept <- read_sheet(d, item = Id, names = "{rater} - {question:Call|Reviewed On}")
  expect_setequal(kept$question, c("Call", "Reviewed On"))
})

test_that("quotes, dashes, HTML, underscores and full stops do not make another label", {
  read_labels <- function(a, b, ...) {
    suppressMessages(read_sheet(data.frame(id = seq_along(a), ann = a, bob = b), item = id, rating = c(ann, bob), ...))
  }
  plain <- c("don't know", "pro-life", "R&D", "not sure", "yes", "pro-life")
  odd <- list(
    "don\u2019t know", "pro\u2013life", "R&amp;D", "not_sure", "yes.", "pro\u2011life"
  )
  for (i in seq_along(odd)) {
    other <- replace(plain, i, odd[[i]])
    expect_identical(unique(read_labels(plain, other)$rating), unique(plain))
    expect_true(odd[[i]] %in% read_labels(plain, other, recode = identity)$rating)
  }
  expect_message(
    read_sheet(data.frame(id = 1:6, ann = plain, bob = replace(plain, 5, "yes.")), item = id, rating = c(ann, bob)),
    "spelled like the others"
  )
  # Codes keep their marks.
  codes <- c("a_1", "a 1", "A.", "A", "1.", "1_2")
  expect_identical(read_labels(codes, codes)$rating, rep(codes, 2))
})

test_that("1 and 1.0 are one number where a column of a file has missing values", {
  path <- tempfile(fileext = ".csv")
  writeLines(c("id,ann,bob", "1,1,1.0", "2,2,2.0", "3,3,", "4,1,3.0", "5,2,2.0", "6,1,1.0", "7,3,3.0"), path)
  x <- read_sheet(path, item = id, rating = c(ann, bob))
  expect_identical(x$rating, c(1, 2, 3, 1, 2, 1, 3, 1, 2, 3, 2, 1, 3))
  writeLines(c(
    "id,q_ann,q_bob,p_ann,p_bob", "1,1,1.0,yes,no", "2,2,,no,no", "3,1,2.0,no,yes", "4,2,1.0,yes,yes", "5,1,1.0,no,no"
  ), path)
  expect_silent(x <- read_sheet(path, item = id, names = "{question}_{rater}"))
  expect_setequal(x$question, c("q", "p"))
})
