# Four items, two raters; two cells of a file are empty.
cells <- function(x) data.frame(item = rep(1:4, each = 2), rater = c("a", "b"), x = x)
empty <- cells(c("x", "x", "y", "", "y", "y", "x", ""))

test_that("an empty text is a category with a warning that says what to do", {
  skip_if_quick()
  cnd <- expect_warning(
    r <- as_ratings(empty, item, rater, x), "Of 8 ratings, 2 are \"\".*na = \"\"",
    class = "accord_warning_no_answer"
  )
  expect_identical(cnd$labels, "")
  expect_identical(cnd$n, 2L)
  expect_identical(r$categories, c("", "x", "y"))
  expect_match(format(r), "categories: +\"x\" 37.5%, \"y\" 37.5%, \"\" 25.0%", all = FALSE)
  expect_warning(krippendorff_alpha(empty, item, rater, x, ci = ci_none()), class = "accord_warning_no_answer")
  several <- cells(c("x", "N/A", " ", "y", "NA", "y", "x", "x"))
  cnd <- expect_warning(
    as_ratings(several, item, rater, x), "na = c\\(\" \", \"N/A\", \"NA\"\\)", class = "accord_warning_no_answer"
  )
  expect_identical(cnd$n, c(1L, 1L, 1L))
  expect_warning(as_ratings(transform(empty, x = factor(x)), item, rater, x), class = "accord_warning_no_answer")
  wide <- data.frame(a = c("x", ""), b = c("y", "x"))
  expect_warning(as_ratings(wide, layout = "raters_in_columns"), class = "accord_warning_no_answer")
  expect_warning(as_ratings(as.matrix(wide), layout = "raters_in_columns"), class = "accord_warning_no_answer")
})

test_that("`na` says which ratings were not given", {
  known <- as_ratings(transform(empty, x = ifelse(x == "", NA, x)), item, rater, x)
  expect_silent(found <- as_ratings(empty, item, rater, x, na = ""))
  expect_identical(found, known)
  by_verb <- krippendorff_alpha(empty, item, rater, x, na = "", ci = ci_none())
  expect_identical(by_verb, krippendorff_alpha(known, ci = ci_none()))
  found <- as_ratings(transform(empty, x = factor(x)), item, rater, x, na = "")
  expect_identical(found$categories, c("x", "y"))
  expect_identical(found$set_aside, known$set_aside)
  numbers <- cells(c(1, 2, -99, 3, 3, 3, 999, 1))
  found <- as_ratings(numbers, item, rater, x, na = c(-99, 999))
  expect_identical(found$categories, c(1, 2, 3))
  expect_identical(found$set_aside$rows, list(c(3L, 7L)))
  sets <- as_ratings(cells(c("a;b", "", "a", "a", "", "b", "b", "b")), item, rater, x, separator = ";", na = "")
  expect_identical(sets$set_aside$n, 2L)
  wide <- as_ratings(data.frame(a = c("x", ""), b = c("y", "x")), layout = "raters_in_columns", na = "")
  expect_identical(wide$set_aside$n, 1L)
  rule <- "`na` must be a vector of the values that mean a missing rating, or NULL[.]"
  expect_fault(as_ratings(empty, item, rater, x, na = list("")), "argument", rule)
})

test_that("categories that were named bring no warning", {
  expect_silent(as_ratings(empty, item, rater, x, na = character()))
  expect_silent(as_ratings(empty, item, rater, x, categories = c("", "x", "y")))
})

test_that("labels that look alike are pointed out and shown apart", {
  skip_if_quick()
  alike <- function(x) {
    cnd <- expect_warning(r <- as_ratings(cells(x), item, rater, x), class = "accord_warning_look_alike")
    list(labels = cnd$labels, words = format(r), message = conditionMessage(cnd))
  }
  found <- alike(c("x", "x ", "y", "y", "x", "x", "y", "x"))
  expect_identical(found$labels, list(c("x", "x ")))
  expect_match(found$words, "\"x\" 50.0%, \"y\" 37.5%, \"x \" 12.5%", all = FALSE)
  found <- alike(c("Yes", "yes", "no", "no", "NO", "no", "yes", "yes"))
  expect_identical(found$labels, list(c("NO", "no"), c("Yes", "yes")))
  expect_match(found$message, "2 sets of them")
  found <- alike(c("caf\u00e9", "cafe\u0301", "caf\u00e8x", "a", "a", "a", "a", "a"))
  expect_identical(found$labels, list(c("cafe\u0301", "caf\u00e9")))
  expect_match(found$words, "cafe\\u0301", fixed = TRUE, all = FALSE)
  expect_identical(alike(c("a b", "a\u00a0b", "c", "c", "c", "c", "c", "c"))$labels, list(c("a b", "a\u00a0b")))
  found <- alike(c(.3, .1 + .2, 1, 1, 2, 2, 3, 3))
  expect_identical(found$labels, list(c(.3, .1 + .2)))
  expect_match(found$message, "1 set of them: 0.29999999999999999 and 0.30000000000000004")
  sets <- cells(c("a;Be", "be", "a", "a", "be", "be", "be", "be"))
  expect_warning(as_ratings(sets, item, rater, x, separator = ";"), class = "accord_warning_look_alike")
})

test_that("labels that differ to the eye bring no warning and no quotes", {
  for (x in list(c("\u00e9", "\u00e8", "e"), c("a", "A", "ab"), c("0.1", "0.10", "1"), c(1, 2, 2 + 1e-9))) {
    expect_no_warning(r <- suppressMessages(as_ratings(cells(rep_len(x, 8)), item, rater, x)))
    expect_false(any(grepl("\"", format(r))))
  }
})

test_that("every result says how many ratings were set aside", {
  skip_if_quick()
  d <- data.frame(
    part = rep(c("x", "y"), each = 6), item = rep(1:4, each = 3), rater = c("ann", "bob", "cat"),
    label = c("a", "a", "b", "b", "b", "z", "a", "b", "a", "b", "z", "b")
  )
  says <- function(x) sum(grepl("2 ratings", cli::ansi_strip(utils::capture.output(print(x)))))
  call <- function(verb, ...) suppressWarnings(verb(d, item, rater, label, categories = c("a", "b"), ...))
  for (verb in list(item_summary, item_influence, rater_influence, disagreements, consensus)) {
    expect_identical(says(call(verb)), 1L)
    # rows and columns taken away change nothing
    expect_identical(says(call(verb)[1:2, ]), 1L)
  }
  expect_identical(says(call(compare_agreement, by = part, paired = FALSE)), 1L)
  expect_identical(glance(call(consensus, by = part))$n_set_aside, c(1L, 1L))
  skip_if_not_installed("knitr")
  for (verb in list(item_summary, fleiss_kappa, compare_agreement)) {
    x <- if (identical(verb, compare_agreement)) call(verb, by = part, paired = FALSE) else call(verb)
    expect_match(paper_table(x, "markdown"), "2 ratings set aside: outside the categories, or repeated by a rater[.]")
  }
  none <- suppressWarnings(item_summary(d, item, rater, label))
  expect_no_match(paper_table(none, "markdown"), "set aside")
  expect_null(attr(none, "n_set_aside"))
  expect_false(any(grepl("Set aside", utils::capture.output(print(none)))))
})

test_that("ids that look alike are pointed out, and kept apart", {
  skip_if_quick()
  d <- data.frame(item = c("t1", "T1", "t2 ", "t2"), rater = c("Ann", "bob"), label = "x")
  cnd <- expect_warning(r <- as_ratings(d, item, rater, label), class = "accord_warning_look_alike_id")
  expect_equal(cnd$column, "items")
  expect_equal(cnd$ids, list(c("t1", "T1"), c("t2 ", "t2")))
  expect_length(r$items, 4)
  names <- c("caf\u00e9", "cafe\u0301")
  d <- data.frame(item = 1:2, rater = factor(names), label = "x")
  cnd <- expect_warning(as_ratings(d, item, rater, label), class = "accord_warning_look_alike_id")
  expect_equal(cnd$column, "raters")
  wide <- data.frame(Ann = "x", ann = "y")
  expect_warning(as_ratings(wide, layout = "raters_in_columns"), "separate raters")
  many <- data.frame(item = c(paste0("t", 1:2e4), "T1"), rater = "r", label = "x")
  expect_no_warning(as_ratings(many, item, rater, label))
  # Labels of one letter, and of different letters.
  other <- data.frame(item = c("a", "A", "b1", "b2"), rater = "r", label = "x")
  expect_no_warning(as_ratings(other, item, rater, label))
})

test_that("one empty cell is told in the singular", {
  one <- data.frame(item = c(1, 1, 2, 2), rater = c("ann", "bob"), x = c("", "a", "a", "b"))
  expect_warning(as_ratings(one, item, rater, x), "Of 4 ratings, 1 is \"\"", class = "accord_warning_no_answer")
})

test_that("value labels are shown, and numbers stay numbers", {
  skip_if_quick()
  labelled <- function(x, labels) {
    structure(x, labels = labels, class = c("haven_labelled", "vctrs_vctr", "double"))
  }
  plain <- data.frame(item = rep(1:4, 2), rater = rep(c("ann", "bob"), each = 4), x = c(1, 2, 5, 1, 1, 2, 4, 1))
  d <- plain
  d$x <- labelled(plain$x, c(no = 1, "{so}" = 5, never = 9))
  x <- as_ratings(d, item, rater, x)
  expect_match(format(x), "1 = no: 50.0%, 2: 25.0%, 4: 12.5%, 5 = {so}: 12.5%", fixed = TRUE, all = FALSE)
  expect_identical(x$level, NA_character_)
  expect_equal(
    krippendorff_alpha(d, item, rater, x, level = "interval")$estimate,
    krippendorff_alpha(plain, item, rater, x, level = "interval")$estimate
  )
  expect_fault(
    krippendorff_alpha(d, item, rater, x), "level_needed", "labels: 1 = no, 5 = \\{so\\}. .haven::as_factor"
  )
  expect_fault(consensus(d, item, rater, x), "level_needed", "1 = no")
  # Results of numbers show them too, and are otherwise those of the plain numbers.
  for (verb in list(item_summary, rater_summary, disagreements, function(...) consensus(..., method = "majority"))) {
    printed <- utils::capture.output(print(verb(d, item, rater, x), width = 200))
    expect_match(printed, "1 = no, 5 = \\{so\\}|4 \\(1\\), 5 = \\{so\\} \\(1\\)", all = FALSE)
    expect_false(any(grepl("=", utils::capture.output(print(verb(plain, item, rater, x))))))
  }
  expect_identical(item_summary(d, item, rater, x)$majority, item_summary(plain, item, rater, x)$majority)
  # Raters in columns.
  wide <- data.frame(ann = 1:3, bob = c(1, 3, 3))
  wide$ann <- labelled(c(1, 2, 3), c(low = 1, high = 3))
  wide <- as_ratings(wide, layout = "raters_in_columns")
  expect_match(format(wide), "1 = low: 33.3%, 2: 16.7%, 3 = high: 50.0%", fixed = TRUE, all = FALSE)
  # Several raters and many items, which are searched for a total and for a number of the row.
  many <- data.frame(ann = c(1, 2, 2, 1, 3, 9), bob = c(1, 2, 3, 1, 3, 3), cat = c(2, 2, 3, 1, 3, 1))
  raters <- many
  raters[] <- lapply(many, labelled, c(low = 1, refused = 9))
  attr(raters$ann, "na_values") <- 9
  many$ann[6] <- NA
  expect_equal(icc(raters, layout = "raters_in_columns")$estimate, icc(many, layout = "raters_in_columns")$estimate)
  raters$number <- labelled(1:6 + 0, NULL)
  expect_fault(icc(raters, layout = "raters_in_columns"), "rating_columns", "number")
  # Gold labels.
  label <- consensus(plain, item, rater, x, method = "median")
  expect_equal(
    evaluate_consensus(label, data.frame(item = labelled(1:4 + 0, NULL), label = labelled(c(1, 2, 5, 1), c(no = 1)))),
    evaluate_consensus(label, data.frame(item = 1:4, label = c(1, 2, 5, 1)))
  )
  # Bytes that are not valid text cause no error.
  d$x <- labelled(plain$x, stats::setNames(1:2, c("no", "\xff\xfe")))
  expect_match(format(as_ratings(d, item, rater, x)), "1 = no: 50.0%", fixed = TRUE, all = FALSE)
  # Labels of values that do not occur, and no labels.
  d$x <- labelled(plain$x, NULL)
  expect_null(as_ratings(d, item, rater, x)$value_labels)
  d$x <- labelled(plain$x, c(never = 9))
  expect_match(format(as_ratings(d, item, rater, x)), "categories: +1: 50.0%", all = FALSE)
})

test_that("signs in place of an answer are told among labels, and a minus beside a plus is an answer", {
  d <- data.frame(item = 1:4, a = c("yes", "?", "-", "tbd"), b = c("yes", "no", "no", "no"))
  warned <- tryCatch(
    agreement(d, item, rating = c(a, b), layout = "raters_in_columns"),
    accord_warning_no_answer = function(cnd) cnd
  )
  expect_setequal(warned$labels, c("?", "-", "tbd"))
  d$a <- c("+", "-", "+", "-")
  d$b <- c("+", "+", "-", "-")
  expect_no_warning(agreement(d, item, rating = c(a, b), layout = "raters_in_columns", ci = ci_none()))
})
