# Ratings that are written in two ways, and columns, rows and headers of other kinds than the collection has.

text_of <- function(cnd) gsub("\\s+", " ", cli::ansi_strip(conditionMessage(cnd)))
wide <- function(a, b) tibble::tibble(id = seq_along(a), conf_a = a, conf_b = b)
read <- function(data, ...) read_sheet(data, item = id, names = "{question}_{rater}", ...)
file_of <- function(...) {
  path <- tempfile(fileext = ".csv")
  writeLines(c(...), path)
  path
}

test_that("numbers with a percent sign are numbers, and some without it an error", {
  sheet <- wide(c("80%", "75 %", "100%", "60%"), c("80%", "70%", "100%", "55%"))
  expect_message(x <- read(sheet), class = "accord_message_sheet_changes")
  expect_identical(x$rating, c(80, 75, 100, 60, 80, 70, 100, 55))
  expect_type(suppressMessages(read(sheet, recode = identity))$rating, "character")
  sheet$conf_a[2] <- "75"
  cnd <- expect_error(read(sheet), class = "accord_error_percent")
  expect_identical(read(sheet, recode = ~ sub(" ?%$", "", .x))$rating, c(80, 75, 100, 60, 80, 70, 100, 55))
  expect_identical(cnd$values, "75")
  sheet$conf_b[1:2] <- c("0.8", "0.7")
  expect_match(text_of(expect_error(read(sheet), class = "accord_error_percent")), "3 cells have none")
  # A sign that stands in few texts is a part of labels.
  expect_silent(read(wide(c("yes", "no", "5%", "no"), c("yes", "no", "no", "no"))))
})

test_that("yes and no in several words are an error with the labels to write", {
  sheet <- wide(c("yes", "no", "y", "no"), c("yes", "no", "yes", "n"))
  cnd <- expect_error(read(sheet), class = "accord_error_spellings")
  expect_identical(cnd$advice, "recode = c(\"y\" = \"yes\", \"n\" = \"no\")")
  x <- read(sheet, recode = c("y" = "yes", "n" = "no"))
  expect_identical(x$rating, c("yes", "no", "yes", "no", "yes", "no", "yes", "no"))
  expect_silent(read(sheet, recode = identity))
  # Also beside other labels, unless single letters are codes.
  others <- wide(c("yes", "no", "maybe", "n"), c("yes", "no", "yes", "n"))
  cnd <- expect_error(read(others), class = "accord_error_spellings")
  expect_identical(cnd$advice, "recode = c(\"n\" = \"no\")")
  expect_silent(read(wide(c("y", "n", "j", "a"), c("y", "n", "j", "b"))))
  expect_silent(read(wide(c("t", "f", "n", "t"), c("t", "f", "n", "f"))))
})

test_that("codes that became dates are an error with the codes", {
  sheet <- wide(c("1-2", "02-Jan", "3", "1"), c("1-2", "1-2", "3", "1-3"))
  cnd <- expect_error(read(sheet), class = "accord_error_mangled_code")
  expect_identical(cnd$advice, "recode = c(\"02-Jan\" = \"1-2\")")
  expect_identical(read(sheet, recode = c("02-Jan" = "1-2"))$rating[2], "1-2")
  expect_identical(read(sheet, recode = c("02-Jan" = "02-Jan"))$rating[2], "02-Jan")
  expect_silent(read(wide(c("may", "jan", "dec"), c("may", "jan", "may"))))
})

test_that("dates and notes in a range of questions are an error that names the others", {
  sheet <- data.frame(
    case = rep(1:4, each = 2), coder = c("KL", "MN"), tone = c(1, 2, 3, 1), ad = c("x", "y"),
    notes = c("ok", "unclear"), date = sprintf("2024-01-%02d", 1:8)
  )
  cnd <- expect_error(
    read_sheet(sheet, item = case, rater = coder, rating = tone:date), class = "accord_error_rating_columns"
  )
  expect_identical(cnd$columns, c("notes", "date"))
  expect_setequal(read_sheet(sheet, item = case, rater = coder, rating = c(tone, ad))$question, c("tone", "ad"))
  expect_setequal(
    read_sheet(sheet, item = case, rater = coder, rating = c(tone, notes))$question, c("tone", "notes")
  )
})

test_that("subtotals are no items, wherever they stand", {
  sheet <- data.frame(
    item = c("f1", "f2", "Subtotal", "t1", "t2", "t3", "t4", "t5"), A = c(1, 1, 2, 0, 1, 0, 1, 1),
    B = c(1, 0, 1, 0, 1, 0, 1, 1)
  )
  cnd <- expect_error(read_sheet(sheet, item = item, rating = c(A, B)), class = "accord_error_total")
  expect_identical(cnd$rows, 3L)
  expect_false("Subtotal" %in% read_sheet(sheet, item = item, rating = c(A, B), drop = "Subtotal")$item)
  expect_true("Subtotal" %in% read_sheet(sheet, item = item, rating = c(A, B), keep = "Subtotal")$item)
})

test_that("names in two rows below a title are found", {
  skip_if_quick()
  rows <- sprintf("%d,%d,%d,%d,%d", 1:6, rep(1:3, 2), rep(1:3, 2), c(1, 2, 1, 2, 1, 2), c(1, 2, 1, 1, 1, 2))
  path <- file_of("Project X,,,,", "Export,,,,", ",Tone,,Frame,", "ID,KM,LP,KM,LP", rows)
  cnd <- expect_error(read_sheet(path, item = ID, names = "{question}/{rater}"), class = "accord_error_missing_column")
  expect_match(text_of(cnd), "header = 3:4", fixed = TRUE)
  cnd <- expect_error(read_sheet(path, item = ID, rating = KM:LP.1, header = 4), class = "accord_error_header")
  expect_identical(cnd$advice, "header = 3:4")
  x <- read_sheet(path, item = ID, names = "{question}/{rater}", header = 3:4)
  expect_setequal(x$question, c("Tone", "Frame"))
  expect_output(calls <- inspect_sheet(path), "header = 3:4", fixed = TRUE)
})

test_that("yes and no of all questions are written alike by the advice, step by step", {
  skip_if_quick()
  sheet <- data.frame(
    id = 1:4, a_p = c("yes", "Y", "no", "maybe"), b_p = c("yes", "yes", "no", "no"),
    a_q = c("Yes", "N", "no", "?!"), b_q = c("Yes", "no", "N", "no")
  )
  read <- function(...) read_sheet(sheet, item = id, names = "{rater}_{question}", ...)
  first <- expect_error(read(), class = "accord_error_spellings")
  second <- expect_error(
    eval(str2lang(sprintf("read(%s)", first$advice))), class = "accord_error_spellings"
  )
  expect_match(second$advice, "\"Y\" = \"yes\".*\"N\" = \"no\"")
  x <- suppressMessages(eval(str2lang(sprintf("read(%s)", second$advice))))
  expect_setequal(tolower(x$rating), c("yes", "no", "maybe", "?!"))
  path <- file_of("id,a_p,b_p,a_q,b_q", do.call(paste, c(sheet, sep = ",")))
  utils::capture.output(call <- inspect_sheet(path))
  expect_match(call, "\"Y\" = \"yes\".*\"N\" = \"no\"")
})

test_that("recode takes formulas and named labels in turn, and advice adds to them", {
  sheet <- wide(c("80%", "75%", "0,2", "60%"), c("80%", "70%", "100%", "55%"))
  first <- expect_error(read(sheet), class = "accord_error_percent")
  advised <- function(cnd) eval(str2lang(sub("^recode = ", "", cnd$advice)))
  second <- expect_error(read(sheet, recode = advised(first)), class = "accord_error_text_among_numbers")
  x <- read(sheet, recode = advised(second))
  expect_identical(x$rating, c(80, 75, 0.2, 60, 80, 70, 100, 55))
  x <- read(sheet, recode = list(~ sub("%", "", .x), c("0,2" = "20"), as.numeric))
  expect_identical(x$rating[3], 20)
})

test_that("dates in two forms are an error whose code makes them one", {
  skip_if_quick()
  days <- as.Date("2020-05-03") + seq(0, 290, 10)
  for (form in c("%d/%m/%Y", "%m/%d/%Y", "%d.%m.%y")) {
    d <- data.frame(id = 1:30, a = format(days), b = format(days, form))
    found <- expect_fault(read_sheet(d, item = id, rating = c(a, b)), "date_forms", "60 dates are written in 2 forms")
    x <- eval(parse(text = sprintf("read_sheet(d, item = id, rating = c(a, b), %s)", found$advice)))
    expect_identical(x$rating, rep(format(days), 2))
  }
  expect_setequal(read_sheet(d, item = id, rating = c(a, b), recode = identity)$rating, c(d$a, d$b))
  # In three forms, all are written as the first.
  d$c <- format(days, "%Y/%m/%d")
  found <- expect_fault(read_sheet(d, item = id, rating = a:c), "date_forms", "3 forms")
  x <- eval(parse(text = sprintf("read_sheet(d, item = id, rating = a:c, %s)", found$advice)))
  expect_identical(x$rating, rep(format(days), 3))
})

test_that("raters whose names in columns differ in case only are one by the code of the error, and of the proposal", {
  d <- data.frame(
    id = 1:9, tone_anna = rep(1:3, 3), tone_ben = rep(1:3, 3), frame_Anna = rep(c("x", "y", "z"), 3),
    frame_ben = rep(c("x", "y", "z"), 3)
  )
  cnd <- expect_error(read_sheet(d, item = id, names = "{question}_{rater}"), class = "accord_error_template")
  expect_identical(cnd$advice, "rating = c(tone_anna, tone_ben, frame_anna = frame_Anna, frame_ben)")
  call <- sprintf("read_sheet(d, item = id, names = \"{question}_{rater}\", %s)", cnd$advice)
  expect_identical(unique(eval(str2lang(call))$rater), c("anna", "ben"))
  utils::capture.output(calls <- inspect_sheet(d))
  expect_identical(calls[1], call)
})

test_that("raters in a column who are spelled in two ways hide no proposal", {
  d <- data.frame(id = rep(1:10, 2), coder = rep(c("Anna", "Ben"), each = 10), tone = rep(c("x", "y", "y", "x"), 5))
  d$coder[c(2, 5, 13)] <- c("anna", "anna", "Ben ")
  utils::capture.output(calls <- inspect_sheet(d))
  expect_match(calls[1], "item = id, rater = coder, rating = tone)", fixed = TRUE)
  expect_warning(x <- eval(str2lang(calls[1])), "x[$]rater <- trimws[(]tolower", class = "accord_warning_look_alike_id")
  expect_length(unique(trimws(tolower(x$rater))), 2)
})

test_that("positions of coded passages are no ratings, and as_spans() is named", {
  d <- data.frame(
    Quotation = rep(1:10, 2), Code = rep(c("a", "b"), 10), Coder = rep(c("Anna", "Ben"), each = 10),
    Start = rep(10 * 1:10, 2), End = rep(10 * 1:10 + 5, 2)
  )
  shown <- utils::capture.output(inspect_sheet(d))
  expect_match(shown, "as_spans\\(\\)", all = FALSE)
  expect_no_match(shown, "rating = .*Start")
})

test_that("truth values in words beside 0 and 1 are an error with the call that makes them one, which is proposed", {
  skip_if_quick()
  values <- c(0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1)
  for (words in list(c("False", "True"), c("FALSE", "TRUE"))) {
    sheet <- data.frame(id = 1:12, ann = values, bob = words[values + 1], cat = replace(values, 3, 0))
    sheet$cat <- words[sheet$cat + 1]
    cnd <- expect_error(read_sheet(sheet, item = id, rating = ann:cat), class = "accord_error_rating_type")
    utils::capture.output(call <- inspect_sheet(sheet))
    for (code in c(sprintf("read_sheet(sheet, item = id, rating = ann:cat, %s)", cnd$advice), call)) {
      x <- eval(str2lang(code), list(sheet = sheet))
      expect_identical(x$rating, c(values, values, replace(values, 3, 0)))
    }
  }
  # A grid of which one rater wrote words, with a prediction and its confidence beside one of the questions.
  grid <- data.frame(
    id = 1:12, rude_a1 = values, rude_a2 = c("False", "True")[values + 1], mean_a1 = rev(values),
    mean_a2 = c("False", "True")[rev(values) + 1], rude_pred = values, rude_conf = seq(0.5, 0.94, 0.04)
  )
  utils::capture.output(calls <- inspect_sheet(grid))
  x <- eval(str2lang(calls[1]), list(grid = grid))
  expect_identical(list(unique(x$question), unique(x$rater)), list(c("rude", "mean"), c("a1", "a2")))
  cnd <- expect_error(read_sheet(grid, item = id, names = "{question}_{rater}"), class = "accord_error_template")
  expect_match(conditionMessage(cnd), "a1|a2|pred}", fixed = TRUE)
  expect_no_match(conditionMessage(cnd), "|conf", fixed = TRUE)
})

test_that("coded segments of MAXQDA are spans, and their positions neither ratings nor items", {
  d <- data.frame(
    "Document name" = rep(paste("Interview", 1:5), each = 6), Code = rep(c("trust", "fear", "hope"), 10),
    Beginning = rep(c(3, 9, 14, 22, 30, 41), 5) + rep(0:4, each = 6), End = rep(c(5, 12, 17, 29, 33, 50), 5),
    "Modified by" = rep(c("anna", "ben"), 15), check.names = FALSE
  )
  for (user in c("Modified by", "Coder")) {
    names(d)[5] <- user
    shown <- utils::capture.output(calls <- inspect_sheet(d))
    expect_match(shown, "as_spans\\(\\)", all = FALSE)
    expect_false(any(grepl("Beginning|End", calls)))
  }
  # One passage per row of a coder, so that the position would tell the rows apart.
  one <- data.frame(
    Document = "Interview 1", Code = rep(c("trust", "fear"), each = 2, length.out = 24),
    Beginning = rep(1:12, each = 2), End = rep(2:13, each = 2), "Modified by" = c("anna", "ben"), check.names = FALSE
  )
  shown <- utils::capture.output(calls <- inspect_sheet(one))
  expect_length(calls, 0)
  expect_match(shown, "as_spans\\(\\)", all = FALSE)
})

test_that("labels that are all days of months are asked about if they may be codes", {
  cells <- c("02-Jan", "05-Apr", "07-Jun", "02-Jan")
  cnd <- expect_error(read(wide(cells, rev(cells))), class = "accord_error_mangled_code")
  expect_match(cnd$advice, "\"02-Jan\" = \"1-2\", \"05-Apr\" = \"4-5\"", fixed = TRUE)
  expect_silent(read(wide(cells, rev(cells)), recode = identity))
  # The month before the number, and the day first where the codes rise in this way only.
  cnd <- expect_error(read(wide(c("Jan-02", "2-Mar", "0", "0"), c("Jan-02", "0", "0", "2-Mar"))))
  expect_identical(cnd$advice, "recode = c(\"Jan-02\" = \"1-2\", \"2-Mar\" = \"2-3\")")
  # Dates of events have other days, and few of them occur twice.
  expect_silent(read(wide(c("14-Jan", "2-Mar", "14-Jan", "2-Mar"), c("14-Jan", "2-Mar", "14-Jan", "2-Mar"))))
  expect_silent(read(wide(c("1-Jan", "2-Mar", "3-Mar", "4-May"), c("5-Jan", "6-Mar", "7-Mar", "8-May"))))
})

test_that("yes and no of some raters beside 1 and 0 of others are asked about, with what makes them one", {
  long <- data.frame(
    id = rep(1:4, 3), who = rep(c("a", "b", "c"), each = 4),
    v = c("0", "1", "1", "0", "0", "1", "0", "0", "no", "yes", "yes", "no")
  )
  cnd <- expect_error(read_sheet(long, item = id, rater = who, rating = v), class = "accord_error_spellings")
  expect_identical(cnd$advice, "recode = c(\"no\" = \"0\", \"yes\" = \"1\")")
  x <- read_sheet(long, item = id, rater = who, rating = v, recode = c("no" = "0", "yes" = "1"))
  expect_identical(x$rating, c(0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0))
  expect_silent(read_sheet(long, item = id, rater = who, rating = v, recode = identity))
  # What fewer cells hold is changed.
  long$v[1:4] <- c("No", "Yes", "Yes", "No")
  cnd <- expect_error(read_sheet(long, item = id, rater = who, rating = v), class = "accord_error")
  expect_match(cnd$advice, "\"0\" = \"No\", \"1\" = \"Yes\"", fixed = TRUE)
  expect_silent(read(wide(c("0", "1", "9+", "n"), c("0", "n", "9+", "1"))))
  # Columns: the advice is the same, and no template is turned round.
  sheet <- data.frame(id = 1:4, a = c(0, 1, 1, 0), b = c("no", "yes", "yes", "yes"))
  cnd <- expect_error(read_sheet(sheet, item = id, rating = c(a, b)), class = "accord_error")
  grid <- data.frame(
    id = 1:4, q_a = sheet$a, q_b = sheet$b, p_a = c(1, 1, 0, 0), p_b = c("yes", "no", "no", "yes")
  )
  cnd <- expect_error(read_sheet(grid, item = id, names = "{question}_{rater}"), class = "accord_error_rating_type")
  expect_identical(cnd$advice, "recode = c(\"no\" = \"0\", \"yes\" = \"1\")")
  calls <- character()
  utils::capture.output(calls <- inspect_sheet(sheet[rep(1:4, 3), ] |> transform(id = 1:12)))
  expect_match(calls, "rating = c(a, b), recode = c(\"no\" = \"0\", \"yes\" = \"1\")", fixed = TRUE)
})

test_that("labels that name two, were changed or are doubted are an error, and the advice is the way out", {
  label <- rep(c("positive", "neutral", "negative"), 10)
  sheet <- data.frame(id = 1:30, ann = label, bob = rev(label))
  sheet$bob[c(3, 7)] <- c("positive or neutral", "Neutral/negative?")
  sheet$ann[c(9, 12)] <- c("negative -> neutral", "neutral?")
  read <- function(...) read_sheet(sheet, item = id, rating = c(ann, bob), ...)
  cnd <- expect_error(read(), "4 cells name two labels", class = "accord_error_undecided")
  change <- eval(str2lang(sub("^recode = ", "", cnd$advice)))
  expect_identical(change[["negative -> neutral"]], "neutral")
  expect_identical(change[["neutral?"]], "neutral")
  expect_true(all(is.na(change[c("positive or neutral", "Neutral/negative?")])))
  x <- suppressMessages(read(recode = change))
  expect_setequal(x$rating, label)
  expect_identical(nrow(x), 58L)
  expect_setequal(suppressMessages(read(recode = identity))$rating, c(sheet$ann, sheet$bob))
  expect_no_error(suppressMessages(read(recode = stats::setNames(names(change), names(change)))))
  # One cell is told in the singular.
  sheet$bob <- rev(label)
  sheet$ann <- replace(label, 4, "neutral?")
  expect_error(read(), "1 cell names two labels", class = "accord_error_undecided")
  # In ratings it is a warning, since the data may be as they are.
  cells <- data.frame(item = rep(1:30, 2), rater = rep(1:2, each = 30), label = c(sheet$ann, sheet$bob))
  expect_warning(as_ratings(cells, item, rater, label), "1 rating names two", class = "accord_warning_undecided")
  expect_no_warning(as_ratings(cells, item, rater, label, na = "neutral?"))
  expect_no_warning(as_ratings(cells, item, rater, label, categories = unique(cells$label)))
})

test_that("codebooks whose labels have a stroke, an arrow or a question mark are no doubt", {
  books <- list(
    c("news", "opinion", "news/opinion"), c("yes", "no", "n/k"), c("up", "down", "up -> down"),
    c("question?", "answer"), c("male", "female", "and/or"), c("left or right", "centre"), c("true", "false", "true?"),
    c("input/output", "output"), c("who?", "what?", "where?"), c("A/B", "A", "C"), c("not sure?", "sure")
  )
  for (book in books) {
    sheet <- data.frame(id = 1:24, ann = rep(book, length.out = 24), bob = rev(rep(book, length.out = 24)))
    x <- suppressMessages(read_sheet(sheet, item = id, rating = c(ann, bob)))
    expect_setequal(x$rating, book)
  }
})

test_that("an accent that a rater drops is no other label", {
  kinds <- c("caf\u00e9", "bar", "cr\u00eaperie", "Z\u00fcrich")
  ann <- rep(kinds, 5)
  bob <- chartr("\u00e9\u00ea\u00fc", "eeu", rev(ann))
  sheet <- data.frame(id = 1:20, ann = ann, bob = replace(bob, 1, ann[1]))
  read <- function(...) read_sheet(sheet, item = id, rating = c(ann, bob), ...)
  expect_message(x <- read(), "spelled like the others")
  expect_setequal(x$rating, kinds)
  expect_setequal(read(recode = identity)$rating, c(sheet$ann, sheet$bob))
  cells <- data.frame(item = rep(1:20, 2), rater = rep(1:2, each = 20), label = c(sheet$ann, sheet$bob))
  expect_warning(as_ratings(cells, item, rater, label), "3 sets", class = "accord_warning_look_alike")
  # An umlaut in two letters, short words, and two accents that the same word without them may have.
  apart <- list(
    c("gr\u00f6\u00dfe", "groesse"), c("ou", "o\u00f9"), c("p\u00eache", "p\u00e9ch\u00e9", "peche"),
    c("sch\u00f6n", "sch\u00f3n")
  )
  for (labels in apart) {
    cells$label <- rep(labels, length.out = 40)
    expect_no_warning(as_ratings(cells, item, rater, label))
  }
})
