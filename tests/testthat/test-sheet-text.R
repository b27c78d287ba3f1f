sheet <- function(a, b) data.frame(id = seq_along(a), t_a = a, t_b = b, u_a = "x", u_b = "x")
read_t <- function(a, b, ...) {
  x <- read_sheet(sheet(a, b), item = id, names = "{question}_{rater}", ...)
  x[x$question == "t", ]
}

test_that("values are missing before types are known", {
  x <- read_sheet(data.frame(a = c("1", "*", "3"), b = c("2", "* ", "1")), rating = c(a, b), na = "*")
  expect_identical(x$rating, c(1, 3, 2, 1))
  expect_match(paste(format_sheet(x), collapse = "\n"), "2 cells declared missing: ")
  x <- read_t(c(1, -99, 3), c(2, 2, 1), na = -99)
  expect_identical(x$rating, c("1", "3", "2", "2", "1"))
})

test_that("labels change by name or by a function, for all questions or some", {
  yes_no <- c("yes", "no", "yes", "no")
  expect_identical(read_t(c("Yes", "no"), c("yes ", "No"), recode = list(trimws, tolower))$rating, yes_no)
  expect_identical(read_t(c("Yes", "no"), c("y", "no"), recode = c(Yes = "yes", y = "yes"))$rating, yes_no)
  present <- read_t(c(2, 0), c(0, 1), recode = list(t = function(x) x > 0))$rating
  expect_identical(present, c("TRUE", "FALSE", "FALSE", "TRUE"))
  first <- read_t(c("4=x", "5=y"), c("4=x", "4=x"), recode = ~ sub("=.*", "", .x))$rating
  expect_identical(first, c("4", "5", "4", "4"))
  expect_error(read_t(c("a", "b"), c("a", "b"), recode = function(x) x[1]), class = "accord_error_argument")
})

test_that("a misspelled number and a word for a missing value are errors that say where", {
  skip_if_quick()
  path <- file.path(own_folder(), "s.csv")
  writeLines(c("id,a,b", "1,3,4", "2,3..5,4", "3,2,2"), path)
  cnd <- expect_error(read_sheet(path, item = id, rating = c(a, b)), class = "accord_error_text_among_numbers")
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "s.csv, row 3, column a", fixed = TRUE)
  expect_identical(
    read_sheet(path, item = id, rating = c(a, b), recode = c("3..5" = "3.5"))$rating, c(3, 3.5, 2, 4, 4, 2)
  )
  for (word in c("n/a", "k. A.", "-", "NaN", "keine Angabe", "?")) {
    expect_error(read_t(c(1, 2, 3), c("1", word, "3")), class = "accord_error_missing_code")
    expect_length(read_t(c(1, 2, 3), c("1", word, "3"), na = word)$rating, 5)
  }
  # Another word is a label, and so it is after it was said.
  expect_true("unclear" %in% read_t(c(1, 2, 3), c("1", "unclear", "3"))$rating)
  expect_true("n/a" %in% read_t(c(1, 2, 3), c("1", "n/a", "3"), recode = c("n/a" = "n/a"))$rating)
})

test_that("grades with a sign or a letter are advised to be labels, all of them, and a single misspelled cell is not", {
  skip_if_quick()
  grades <- data.frame(
    cand = 1:16, m1 = c("3+", "2-", 1:4, "2+", "3-", "1-", 2:3, "4+", 2:3, 1:2),
    m2 = c(3:1, "2-", 3:4, 2:3, 1:2, "3+", 4, 2:3, 1:2)
  )
  birads <- data.frame(
    lesion = 1:20, r1 = c(1:3, "4A", 3, 2, 5, "4C", 1:3, "4B", 1:3, 5, 0:3),
    r2 = c(1:3, "4B", 3, 2, 5, "4B", 1:3, "4A", 1:8)
  )
  bounds <- data.frame(nest = 1:12, a = c("<1", ">10", rep(c(2, 5), 5)), b = c("<1", 10, rep(c(2, 5), 5)))
  for (d in list(grades, birads, bounds)) {
    read <- function(...) read_sheet(d, item = 1, rating = c(2, 3), ...)
    cnd <- expect_error(read(), class = "accord_error_text_among_numbers")
    x <- eval(str2lang(sprintf("read(%s)", cnd$advice)))
    expect_identical(x$rating, c(d[[2]], d[[3]]))
    expect_identical(read(recode = identity)$rating, c(d[[2]], d[[3]]))
    utils::capture.output(call <- inspect_sheet(d))
    x <- eval(str2lang(call), list(d = d))
    expect_identical(percent_agreement(x, ci = ci_none())$estimate, mean(d[[2]] == d[[3]]))
  }
  d <- data.frame(id = 1:12, a = c(1:4, "3x", 2:3, 1:5), b = c(1:4, 3, 2:3, 1:5))
  cnd <- expect_error(read_sheet(d, item = id, rating = c(a, b)), class = "accord_error_text_among_numbers")
  expect_identical(cnd$advice, "recode = c(\"3x\" = \"3\")")
})

test_that("decimal commas are declared", {
  expect_error(read_t(c("1,5", "2,0"), c("1,5", "3,5")), class = "accord_error_decimal_comma")
  x <- read_sheet(data.frame(a = c("1,5", "2,0"), b = c("1,5", "3")), rating = c(a, b), decimal = ",")
  expect_identical(x$rating, c(1.5, 2, 1.5, 3))
})

test_that("sets stand in a cell, with a separator or as a list", {
  x <- read_sheet(data.frame(a = c("x; y", "y"), b = c("x", "y; z")), rating = c(a, b), separator = "; ")
  expect_identical(x$rating, list(c("x", "y"), "y", "x", c("y", "z")))
  x <- read_sheet(data.frame(a = c("['2', '4']", "[]"), b = c("['4']", "['2']")), rating = c(a, b))
  expect_identical(x$rating, list(c("2", "4"), character(), "4", "2"))
  # One of two questions has sets; the other one has numbers, which stay.
  x <- read_sheet(sheet(c("x, y", "y"), c("x", "y")), item = id, names = "{question}_{rater}", separator = ", ")
  expect_identical(attr(x, "sheet")$questions$kind, c("sets", "labels"))
})

test_that("options that contain the separator are an error whose advice works", {
  skip_if_quick()
  d <- data.frame(
    a = c("Praise, Blame, Mild", "Facts", "Blame, Mild", "Praise", "Facts, Blame, Strong", "Blame, Mild"),
    b = c("Praise", "Facts", "Blame, Strong", "Praise, Facts", "Facts", "Blame, Mild")
  )
  cnd <- expect_error(read_sheet(d, rating = c(a, b), separator = ", "), class = "accord_error_divided_option")
  expect_setequal(cnd$options, c("Praise", "Facts", "Blame, Mild", "Blame, Strong"))
  x <- read_sheet(d, rating = c(a, b), separator = ", ", options = cnd$options)
  expect_identical(x$rating[1:2], list(c("Praise", "Blame, Mild"), "Facts"))
  expect_error(read_sheet(d, rating = c(a, b), separator = ", ", options = "Praise"), class = "accord_error_options")
  # Ends in lower case are no options where all others begin in upper case.
  d[] <- lapply(d, function(x) gsub("Mild", "mild", gsub("Strong", "strong", x)))
  expect_message(x <- read_sheet(d, rating = c(a, b), separator = ", "), "2 options read whole")
  expect_identical(x$rating[1:2], list(c("Praise", "Blame, mild"), "Facts"))
})

test_that("levels of factors stay", {
  scale <- c("low", "mid", "high")
  x <- data.frame(id = 1:2, t_a = factor(c("low", "high"), scale, ordered = TRUE))
  x$t_b <- factor(c("low", "low"), scale, ordered = TRUE)
  x$u_a <- x$u_b <- c("x", "y")
  r <- as_ratings(read_sheet(x, item = id, names = "{question}_{rater}"), question = "t")
  expect_identical(r$categories, scale)
  expect_identical(r$level, "ordinal")
})

test_that("a label to change that never occurs is a warning", {
  expect_warning(read_t(c("a", "b"), c("a", "b"), recode = c(z = "a")), class = "accord_warning_recode")
})

test_that("the advice for sets with blanks beside some separators works for a file", {
  d <- data.frame(id = 1:3, ann = c("a;b", "a; b", "b"), ben = c("a; b", "a", "b"))
  read <- function(...) read_sheet(d, item = id, rating = c(ann, ben), separator = ";", ...)
  cnd <- expect_error(read(), class = "accord_error_look_alike")
  x <- read(recode = eval(str2lang(sub("^recode = ", "", cnd$advice))))
  expect_setequal(unlist(x$rating), c("a", "b"))
})

test_that("grades with a letter beside numbers are labels if they recur, and a rare one is an error", {
  d <- data.frame(
    case = 1:8, a = c("2", "3", "4A", "4B", "5", "4A", "3", "2"), b = c("2", "3", "4A", "4B", "5", "3", "3", "2")
  )
  x <- read_sheet(d, item = case, rating = c(a, b))
  expect_setequal(x$rating, c("2", "3", "4A", "4B", "5"))
  d$a[3] <- d$b[3] <- "3"
  d$a[6] <- "4X"
  expect_error(read_sheet(d, item = case, rating = c(a, b)), class = "accord_error_text_among_numbers")
})

test_that("codes that are no scale keep their labels, and a number alone is spelled like its label", {
  d <- data.frame(
    id = 1:6, mi_a = c("1 = yes", "2 = no", "9 = unknown", "1 = yes", "2", "1 = yes"),
    mi_b = c("1 = yes", "2 = no", "1 = yes", "1", "2 = no", "9 = unknown")
  )
  expect_message(x <- read_sheet(d, item = id, names = "{question}_{rater}"), "2 cells spelled like the others")
  expect_setequal(x$rating, c("1 = yes", "2 = no", "9 = unknown"))
  # A scale is read as its numbers.
  d[-1] <- list(rep(c("1=poor", "2=fair", "3=good"), 2), rep(c("1=poor", "3=good"), 3))
  expect_message(x <- read_sheet(d, item = id, names = "{question}_{rater}"), "read as numbers")
  expect_setequal(x$rating, c(1, 2, 3))
})

test_that("a word among measurements must be declared, and so must units", {
  d <- data.frame(id = 1:30, a = seq(10, 16, length.out = 30), b = as.character(seq(10, 16, length.out = 30)))
  d$b[5] <- "not done"
  found <- expect_fault(read_sheet(d, item = id, rating = c(a, b)), "text_among_numbers", "1 cell: \"not done\"")
  expect_identical(found$advice, "na = \"not done\"")
  expect_type(read_sheet(d, item = id, rating = c(a, b), na = "not done")$rating, "double")
  labels <- read_sheet(d, item = id, rating = c(a, b), recode = c("not done" = "not done"))
  expect_type(labels$rating, "character")
  d$a <- d$b <- paste(d$id, "g/dL")
  found <- expect_fault(read_sheet(d, item = id, rating = c(a, b)), "text_among_numbers", "60 cells end in \"g/dL\"")
  read <- eval(parse(text = sprintf("suppressMessages(read_sheet(d, item = id, rating = c(a, b), %s))", found$advice)))
  expect_identical(read$rating, as.double(c(1:30, 1:30)))
  # A unit may have signs with a meaning in patterns.
  d$a <- d$b <- paste(d$id, "kg/m^2")
  found <- expect_fault(read_sheet(d, item = id, rating = c(a, b)), "text_among_numbers", "60 cells end in")
  read <- eval(parse(text = sprintf("suppressMessages(read_sheet(d, item = id, rating = c(a, b), %s))", found$advice)))
  expect_identical(read$rating, as.double(c(1:30, 1:30)))
  expect_type(read_sheet(d, item = id, rating = c(a, b), recode = identity)$rating, "character")
})

test_that("the level that an error proposes for codes is nominal", {
  d <- data.frame(
    id = 1:6, mi_a = c(1, 2, 9, 9, 2, 1), mi_b = c(1, 2, 9, 1, 2, 9), sex_a = c(1, 2), sex_b = c(1, 2, 2, 1, 1, 1),
    tone_a = c(1, 2, 3, 1, 4, 2), tone_b = c(1, 2, 3, 4, 4, 1), size_a = 1:6 / 4, size_b = c(1:5, 7) / 4
  )
  x <- read_sheet(d, item = id, names = "{question}_{rater}", na = character())
  # Two numbers are labels at any level.
  levels <- "c(mi = \"nominal\", tone = \"ordinal\", size = \"interval\")"
  said <- tryCatch(agreement(x), accord_error_level_needed = function(cnd) gsub("\\s+", " ", conditionMessage(cnd)))
  expect_match(said, levels, fixed = TRUE)
  said <- tryCatch(consensus(x), accord_error_level_needed = function(cnd) gsub("\\s+", " ", conditionMessage(cnd)))
  methods <- "method = c(mi = \"majority\", sex = \"majority\", tone = \"median\", size = \"mean\")"
  expect_match(said, methods, fixed = TRUE)
})

test_that("codes with two points are labels, and numbers with marks of thousands or dates are none", {
  codes <- rep(c("1", "1.1", "1.10", "2.1.1", "3"), 4)
  sheet <- data.frame(id = 1:20, ann = codes, bob = rev(codes))
  x <- read_sheet(sheet, item = id, rating = c(ann, bob))
  expect_setequal(x$rating, codes)
  sheet$ann <- replace(sheet$ann, sheet$ann == "2.1.1", "2.100.000")
  sheet$bob <- rev(sheet$ann)
  expect_error(read_sheet(sheet, item = id, rating = c(ann, bob)), class = "accord_error")
})

test_that("halves and quarters in one sign are numbers in the advice", {
  grades <- rep(c("0", "1", "2", "3", "4"), 4)
  sheet <- data.frame(id = 1:20, ann = grades, bob = replace(grades, c(2, 4, 6), c("1\u00bd", "\u00bd", "2 \u00be")))
  read <- function() read_sheet(sheet, item = id, rating = c(ann, bob), recode = c("0" = "0.0"))
  cnd <- expect_error(read(), class = "accord_error_text_among_numbers")
  for (code in unlist(lapply(cnd$advice, function(x) sub("^recode = ", "", x)))) {
    meant <- eval(str2lang(code))
    expect_identical(unname(meant[c("1\u00bd", "\u00bd", "2 \u00be")]), c("1.5", "0.5", "2.75"))
  }
})
