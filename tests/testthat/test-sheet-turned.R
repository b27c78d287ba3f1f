# Templates in which questions and raters were taken for each other.

n <- 30
# Two columns or more per question, which differ in some rows. `values`: those of each question, by name.
grid <- function(values, raters, form = "%s_%s") {
  sheet <- list(id = seq_len(n))
  for (question in names(values)) for (k in seq_along(raters)) {
    x <- rep(values[[question]], length.out = n)
    at <- seq(k, n, by = 11)
    sheet[[sprintf(form, question, raters[k])]] <- replace(x, at, rev(x)[at])
  }
  tibble::as_tibble(sheet)
}
five <- function(...) stats::setNames(rep(list(1:5), ...length()), c(...))

test_that("words for raters and for questions on the wrong side are an error with the template that works", {
  skip_if_quick()
  turned <- list(
    grid(five("tone", "stance"), c("coder1", "coder2")), grid(five("a", "b"), c("rater_x", "rater_y"), "%s.%s"),
    grid(five("fluency", "coherence"), c("anna", "bert", "cleo")), grid(five("Q1", "Q2", "Q3"), c("AB", "CD")),
    grid(five("Ton", "Thema"), c("Mueller", "Schmidt")), grid(five("pre", "post"), c("judge 1", "judge 2"))
  )
  for (sheet in turned) {
    dot <- any(grepl(".", names(sheet), fixed = TRUE))
    right <- if (dot) "{question}.{rater}" else "{question}_{rater}"
    wrong <- if (dot) "{rater}.{question}" else "{rater}_{question}"
    cnd <- expect_error(read_sheet(sheet, item = id, names = wrong), class = "accord_error_template")
    expect_identical(cnd$advice, sprintf("names = \"%s\"", right))
    expect_silent(read_sheet(sheet, item = id, names = right))
  }
  # The other way out that the error shows.
  expect_match(conditionMessage(cnd), "{rater:pre|post}_{question}", fixed = TRUE)
  expect_setequal(read_sheet(sheet, item = id, names = "{rater:pre|post}_{question}")$rater, c("pre", "post"))
})

test_that("names of questions that a column of raters holds are raters", {
  sheet <- grid(five("warmth", "depth"), c("kim", "lee"))
  sheet$first_coder <- rep(c("kim", "lee"), length.out = n)
  cnd <- expect_error(read_sheet(sheet, item = id, names = "{rater}_{question}"), class = "accord_error_template")
  expect_match(conditionMessage(cnd), "first_coder", fixed = TRUE)
  expect_silent(read_sheet(sheet, item = id, names = "{question}_{rater}"))
})

test_that("scales that differ within each question, and not within a rater, are a warning", {
  sheet <- grid(list(warmth = 1:3, depth = 1:7), c("kim", "lee"))
  cnd <- expect_warning(
    read_sheet(sheet, item = id, names = "{rater}_{question}"), class = "accord_warning_turned_template"
  )
  expect_identical(cnd$turned, "{question}_{rater}")
  expect_silent(read_sheet(sheet, item = id, names = "{question}_{rater}"))
  expect_silent(read_sheet(sheet, item = id, names = "{rater:warmth|depth}_{question}"))
  # A rater who uses a part of the scale for one question only.
  sheet$warmth_lee <- pmin(sheet$warmth_lee, 2)
  expect_silent(read_sheet(sheet, item = id, names = "{question}_{rater}"))
})

test_that("names that may be either are read as the template says", {
  right <- list(
    grid(five("R1", "R2", "R3"), c("ann", "bob")), grid(five("C1", "C2"), c("jk", "mw")),
    grid(five("plaque", "bleeding"), c("D1", "D2")), grid(five("author", "reader"), c("1", "2", "3")),
    grid(five("gpt4", "llama"), c("anna", "bert")), grid(five("worker", "manager"), c("kim", "lee")),
    grid(five("quality", "quality2"), c("u1", "u2")), grid(five("valence", "arousal"), c("s1", "s2"))
  )
  for (sheet in right) expect_silent(read_sheet(sheet, item = id, names = "{question}_{rater}"))
})
