# Users meet these first: files that are not there, blank ids, previews of surveys, JSON, and advice for many questions.

said <- function(cnd) gsub("\\s+", " ", conditionMessage(cnd))

test_that("a file that is not there is told before anything else", {
  cnd <- expect_error(read_sheet("no_such.csv", item = id), class = "accord_error")
  expect_match(said(cnd), "no_such.csv", fixed = TRUE)
  expect_no_match(said(cnd), "columns of ratings")
})

test_that("rows with blank ids have their places", {
  d <- tibble::tibble(Slide = c("S1", NA, "S2", NA), A = c(1, 2, 1, 2), B = c(1, 2, 2, 2))
  cnd <- expect_error(
    as_ratings(d, Slide, rating = A:B, layout = "raters_in_columns"), class = "accord_error_missing_id"
  )
  expect_match(said(cnd), "row 2, column A", fixed = TRUE)
  expect_no_match(said(cnd), "row NA", fixed = TRUE)
})

test_that("the advice for the levels of many questions works for all of them", {
  set.seed(6)
  names <- paste0("q", letters[1:12])
  d <- as.data.frame(matrix(sample(0:3, 24 * 20, TRUE), 20))
  names(d) <- paste0(rep(names, each = 2), c("_A", "_B"))
  d$id <- 1:20
  x <- read_sheet(d, item = id, names = "{question}_{rater}")
  cnd <- expect_error(krippendorff_alpha(x), class = "accord_error_level_needed")
  code <- sub("^.*such as `(level = .*)`[.].*$", "\\1", said(cnd))
  got <- eval(str2lang(sprintf("krippendorff_alpha(x, %s, ci = ci_none())", code)))
  expect_identical(got$question, names)
})

test_that("a preview of a survey is told where rows are raters", {
  s <- data.frame(
    ResponseId = paste0("R_", 1:5), Status = replace(rep("IP Address", 5), 3, "Survey Preview"),
    Q1 = c(1, 2, 3, 1, 2), Q2 = c(1, 2, 3, 1, 1), Q3 = c(3, 3, 1, 3, 3)
  )
  expect_warning(as_ratings(s, rater = ResponseId, rating = Q1:Q3, layout = "raters_in_rows"),
    class = "accord_warning_golden")
  expect_no_warning(as_ratings(s[-3, ], rater = ResponseId, rating = Q1:Q3, layout = "raters_in_rows"))
})

test_that("codes that became dates have one error, however the raters are named", {
  d <- data.frame(
    Case = 1:12, "Rad 1" = rep(c("3-1", "1-1", "1-2"), 4), "Rad 2" = rep(c("01-Mar", "01-Jan", "02-Jan"), 4),
    check.names = FALSE
  )
  expect_error(read_sheet(d, item = Case, rating = c(`Rad 1`, `Rad 2`)), class = "accord_error_mangled_code")
  expect_error(read_sheet(d, item = Case, names = "{rater}"), class = "accord_error_mangled_code")
})

test_that("an unknown `na` and a folder of JSON are told what to do", {
  cnd <- expect_error(as_corpus(data.frame(text = "a", label = "b"), na = 9), class = "accord_error_argument")
  expect_match(said(cnd), "<- NA", fixed = TRUE)
  folder <- own_folder()
  writeLines("{\"a\": 1}", file.path(folder, "x.json"))
  expect_match(said(expect_error(inspect_sheet(folder), class = "accord_error_no_tables")), "read_annotators")
})

test_that("teeth are parts of patients, who are the clusters", {
  h <- expand.grid(patient = 1:6, tooth = 1:8)
  set.seed(7)
  h <- rbind(cbind(h, who = "A", r = sample(0:3, 48, TRUE)), cbind(h, who = "B", r = sample(0:3, 48, TRUE)))
  for (order in list(seq_len(96), order(h$tooth, h$patient), order(h$patient, h$tooth))) {
    own <- h[order, ]
    cnd <- expect_error(as_ratings(own, tooth, who, r), class = "accord_error_duplicate_rating")
    expect_match(said(cnd), "cluster = patient", fixed = TRUE)
    cnd <- expect_error(as_ratings(own, patient, who, r), class = "accord_error_duplicate_rating")
    expect_match(said(cnd), "cluster = patient", fixed = TRUE)
  }
})
