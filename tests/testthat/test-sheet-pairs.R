# Twelve studies, each screened by two of three reviewers, in the order of the draw. `long` is what the cells say.
who <- cbind(c("AB", "CD", "EF", "AB", "CD", "EF", "AB", "CD", "EF", "AB", "CD", "EF"),
  c("CD", "EF", "AB", "EF", "AB", "CD", "CD", "EF", "AB", "EF", "AB", "CD"))
said <- cbind(c("yes", "no", "yes", "no", "yes", "no", "yes", "yes", "no", "no", "yes", "no"),
  c("yes", "no", "no", "no", "yes", "yes", "yes", "yes", "no", "no", "no", "no"))
score <- cbind(rep(c(1, 3, 2), 4), rep(c(1, 2, 2, 3), 3))
study <- sprintf("S%02d", 1:12)
long <- data.frame(
  study = rep(study, 2), reviewer = c(who), decision = c(said), score = c(score)
)
screening <- data.frame(
  Study = study, "Reviewer 1" = who[, 1], "Decision 1" = said[, 1], "Score 1" = score[, 1],
  "Reviewer 2" = who[, 2], "Decision 2" = said[, 2], "Score 2" = score[, 2], check.names = FALSE
)
by_hand <- function(x) x[order(x$item, x$rater), c("item", "rater", "rating")]
truth <- function(column) {
  by_hand(data.frame(item = long$study, rater = long$reviewer, rating = as.character(long[[column]])))
}
rows <- function(x, question) {
  own <- tibble::as_tibble(x)[x$question == question, ]
  by_hand(data.frame(item = own$item, rater = own$rater, rating = as.character(own$rating)))
}

test_that("raters that cells name beside their ratings are read by a template with {pair}", {
  x <- read_sheet(screening, item = Study, rater = "Reviewer {pair}", names = "{question} {pair}")
  expect_setequal(x$rater, c("AB", "CD", "EF"))
  for (question in c("Decision", "Score")) {
    expect_identical(rows(x, question), truth(tolower(question)), ignore_attr = TRUE)
  }
  one <- read_sheet(screening, item = Study, rater = "Reviewer {pair}", names = "Decision {pair}")
  expect_identical(rows(one, "rating"), truth("decision"), ignore_attr = TRUE)
  expect_equal(
    krippendorff_alpha(one, ci = ci_none())$estimate,
    krippendorff_alpha(long, study, reviewer, decision, ci = ci_none())$estimate
  )
})

test_that("a rating whose rater is blank is an error, and a blank rating is none", {
  sheet <- screening
  sheet[["Decision 2"]][3] <- NA
  x <- read_sheet(sheet, item = Study, rater = "Reviewer {pair}", names = "Decision {pair}")
  expect_identical(x$rater[x$item == "S03"], "EF")
  sheet[["Reviewer 1"]][c(2, 5)] <- NA
  cnd <- expect_error(
    read_sheet(sheet, item = Study, rater = "Reviewer {pair}", names = "Decision {pair}"),
    class = "accord_error_blank_id"
  )
  expect_identical(cnd$rows, c(2L, 5L))
  x <- read_sheet(
    sheet, item = Study, rater = "Reviewer {pair}", names = "Decision {pair}", drop = is.na(`Reviewer 1`)
  )
  expect_length(unique(x$item), 10)
})

test_that("each column of raters has its ratings, and the other way round", {
  call <- quote(read_sheet(sheet, item = Study, rater = "Reviewer {pair}", names = "Decision {pair}"))
  sheet <- screening
  sheet[["Decision 3"]] <- "yes"
  cnd <- expect_error(eval(call), class = "accord_error_template")
  expect_identical(cnd$columns, "Decision 3")
  expect_match(cli::ansi_strip(conditionMessage(cnd)), "names = \"Decision {pair:1|2}\"", fixed = TRUE)
  x <- read_sheet(sheet, item = Study, rater = "Reviewer {pair}", names = "Decision {pair:1|2}")
  expect_identical(rows(x, "rating"), truth("decision"), ignore_attr = TRUE)
  sheet <- screening
  sheet[["Reviewer 3"]] <- sheet[["Reviewer 4"]] <- "AB"
  cnd <- expect_error(eval(call), class = "accord_error_template")
  expect_setequal(cnd$columns, c("Reviewer 3", "Reviewer 4"))
  x <- read_sheet(sheet, item = Study, rater = "Reviewer {pair:1|2}", names = "Decision {pair}")
  expect_identical(rows(x, "rating"), truth("decision"), ignore_attr = TRUE)
  # Pairs are said of raters and of ratings.
  expect_error(
    read_sheet(screening, item = Study, rater = "Reviewer {pair}", rating = `Decision 1`), class = "accord_error_roles"
  )
  expect_error(read_sheet(screening, item = Study, names = "{rater} {pair}"), class = "accord_error_roles")
  expect_error(
    read_sheet(screening, item = "Study {pair}", names = "{rater} {pair}"), class = "accord_error_template"
  )
})

test_that("names of columns are not taken for raters where cells name them", {
  skip_if_quick()
  for (call in expression(
    read_sheet(screening, item = Study, names = "{question} {rater}"),
    read_sheet(screening, item = Study, names = "Decision {rater}"),
    read_sheet(screening, item = Study, rating = c(`Decision 1`, `Decision 2`))
  )) {
    cnd <- expect_error(eval(call), class = "accord_error_roles")
    expect_identical(cnd$columns, c("Reviewer 1", "Reviewer 2"))
    expect_match(cli::ansi_strip(conditionMessage(cnd)), "rater = \"Reviewer {pair}\"", fixed = TRUE)
  }
  # The advice of the last error.
  x <- read_sheet(
    screening, item = Study, rating = c(`Decision 1`, `Decision 2`), names = "{rater:Decision 1|Decision 2}"
  )
  expect_setequal(x$rater, c("Decision 1", "Decision 2"))
  cnd <- expect_warning(
    as_ratings(screening, Study, rating = c(`Decision 1`, `Decision 2`), layout = "raters_in_columns"),
    class = "accord_warning_rater_cells"
  )
  expect_match(cnd$advice, "rater = \"Reviewer {pair}\", names = \"Decision {pair}\"", fixed = TRUE)
  # Two ratings of who was right are ratings, although their columns are named like raters.
  labels <- data.frame(id = 1:12, coder1 = said[, 1], coder2 = said[, 2])
  expect_silent(read_sheet(labels, item = id, rating = c(coder1, coder2)))
})

test_that("inspect_sheet() proposes the pairs, however the columns are named", {
  forms <- list(
    c("Reviewer %d", "Decision %d", "Score %d"), c("coder_%d", "label_%d", "score_%d"),
    c("Reviewer %d Name", "Reviewer %d Decision", "Reviewer %d Score"), c("Codierer%d", "Urteil%d", "Punkte%d")
  )
  for (form in forms) {
    sheet <- screening
    names(sheet)[-1] <- c(sprintf(form, 1), sprintf(form, 2))
    utils::capture.output(calls <- inspect_sheet(sheet))
    x <- eval(str2lang(calls[1]), list(sheet = sheet))
    expect_setequal(x$rater, c("AB", "CD", "EF"))
    expect_length(unique(x$question), 2)
    expect_identical(rows(x, unique(x$question)[1]), truth("decision"), ignore_attr = TRUE)
  }
})

test_that("boxes are sets of the rater in the cell beside them", {
  boxed <- data.frame(
    Study = study, "Coder 1" = who[, 1], "Coder 2" = who[, 2], "a 1" = 1, "b 1" = rep(0:1, 6), "a 2" = 0, "b 2" = 1,
    check.names = FALSE
  )
  x <- read_sheet(boxed, item = Study, rater = "Coder {pair}", boxes = "{option} {pair}")
  own <- x$rating[x$item == "S02"]
  expect_identical(rlang::set_names(own, x$rater[x$item == "S02"]), list(CD = c("a", "b"), EF = "b"))
})

test_that("reviewers are told by their cells where each place has reviewers of its own", {
  first <- rep(c("Ann", "Bob"), 8)
  second <- rep(c("Cid", "Dee"), each = 8)
  one <- rep(c("include", "exclude", "exclude", "include"), 4)
  two <- rep(c("include", "exclude"), 8)
  d <- data.frame(
    Paper = 1:16, "Reviewer 1" = first, "Decision 1" = one, "Reviewer 2" = second, "Decision 2" = two,
    check.names = FALSE
  )
  utils::capture.output(calls <- inspect_sheet(d))
  expect_identical(
    calls, "read_sheet(d, item = Paper, rater = \"Reviewer {pair}\", names = \"Decision {pair}\")"
  )
  x <- eval(str2lang(calls))
  expected <- data.frame(item = rep(1:16, 2), rater = c(first, second), rating = c(one, two))
  found <- data.frame(item = as.integer(x$item), rater = x$rater, rating = x$rating)
  expect_equal(
    found[order(found$item, found$rater), ], expected[order(expected$item, expected$rater), ], ignore_attr = TRUE
  )
  cnd <- expect_error(read_sheet(d, item = Paper, names = "{rater} {question}"), class = "accord_error_roles")
  expect_identical(cnd$advice, "rater = \"Reviewer {pair}\"")
  # Raters who rate are no names, whatever stands beside them.
  rated <- data.frame(
    Paper = 1:16, "Rater 1" = one, "Sure 1" = rep(1:4, 4), "Rater 2" = two, "Sure 2" = rep(4:1, 4), check.names = FALSE
  )
  expect_length(unique(read_sheet(rated, item = Paper, rating = c(`Rater 1`, `Rater 2`))$rater), 2)
})
