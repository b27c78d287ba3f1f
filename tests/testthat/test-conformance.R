# The suite in conformance/ of the sources: accord gives all its values, and these agree with the oracles of the tests.

suite <- test_path("..", "..", "conformance")

# The folder is not in the built package.
skip_if_no_suite <- function() skip_if_not(file.exists(file.path(suite, "cases.csv")), "the sources are not there")

suite_cases <- function() {
  utils::read.csv(file.path(suite, "cases.csv"), colClasses = "character", na.strings = character())
}

test_that("accord's runner passes each case of the suite, to ten digits", {
  skip_if_no_suite()
  source(file.path(suite, "judge.R"), local = TRUE)
  lines <- system2(
    file.path(R.home("bin"), "Rscript"), shQuote(c(file.path(suite, "runners", "accord.R"), suite)),
    stdout = TRUE, stderr = FALSE, env = paste0("R_LIBS=", paste(.libPaths(), collapse = .Platform$path.sep))
  )
  rows <- utils::read.csv(text = lines, colClasses = "character", na.strings = character())
  judged <- judge(rows, suite_cases(), tolerance = 1e-10)
  expect_gt(nrow(judged), 100)
  expect_identical(judged$case[judged$verdict != "passed"], character())
})

# The oracle of the tests is in R and visits the same definitions in another way than the fractions of the suite.
suite_oracle <- function(case, items) {
  labels <- suite_labels(case, items)
  code <- match(items$rating, labels)
  values <- if (is.numeric(labels)) labels else seq_along(labels)
  if (case$coefficient == "krippendorff_alpha") {
    return(oracle_alpha(items$item, code, oracle_delta(case$weights, values))[["estimate"]])
  }
  w <- oracle_weights(case$weights, values)
  coefficient <- if (case$coefficient == "gwet_ac") "gwet_ac2" else case$coefficient
  oracle_kappa(oracle_items(items$item, items$rater, code), coefficient, w)[["estimate"]]
}

suite_labels <- function(case, items) {
  labels <- sort(unique(items$rating), method = "radix")
  if (nzchar(case$categories)) labels <- strsplit(case$categories, ";")[[1]]
  if (anyNA(suppressWarnings(as.numeric(labels)))) labels else as.numeric(labels)
}

suite_items <- function(case) {
  cells <- as.matrix(utils::read.csv(file.path(suite, "data", paste0(case$data, ".csv")),
    colClasses = "character", na.strings = "", row.names = 1, check.names = FALSE
  ))
  rating <- c(cells)
  if (!anyNA(suppressWarnings(as.numeric(rating[!is.na(rating)])))) rating <- as.numeric(rating)
  data.frame(item = c(row(cells)), rater = c(col(cells)), rating = rating)[!is.na(rating), ]
}

test_that("the values of the suite are those of the oracles, and round to what was printed", {
  skip_if_no_suite()
  cases <- suite_cases()
  printed <- cases[nzchar(cases$published), ]
  expect_gt(nrow(printed), 40)
  for (i in seq_len(nrow(printed))) {
    digits <- nchar(sub("^[^.]*[.]?", "", printed$published[i]))
    expect_published(as.numeric(printed$value[i]), as.numeric(printed$published[i]), digits, printed$case[i])
  }
  own <- c("jaccard", "masi", "cohen1968", "half_check", "")
  cases <- cases[!cases$weights %in% own, ]
  for (i in seq_len(nrow(cases))) {
    value <- suite_oracle(cases[i, ], suite_items(cases[i, ]))
    if (cases$exact[i] == "undefined") {
      expect_true(is.na(value), info = cases$case[i])
    } else {
      expect_equal(value, as.numeric(cases$value[i]), tolerance = 1e-10, info = cases$case[i])
    }
  }
})

test_that("the judge fails a wrong value, a value where there is none and nothing where there is one", {
  skip_if_no_suite()
  source(file.path(suite, "judge.R"), local = TRUE)
  cases <- data.frame(case = letters[1:6], exact = c("1/3", "1/3", "1/3", "1/3", "undefined", "undefined"))
  cases$value <- c("0.333333333333", "0.333333333333", "0.333333333333", "0.333333333333", "", "")
  cases$about <- c("x", "x", "x", "y", "z", "z")
  rows <- data.frame(case = letters[1:6], value = c("0.33333", "0.3334", "", "", "1", ""))
  rows$note <- c("", "", "error: no", "not applicable: no such level", "", "no number")
  judged <- judge(rows, cases)
  expect_identical(judged$verdict, c("passed", "failed", "failed", "not applicable", "failed", "passed"))
  expect_identical(why_failed(judged, cases), paste0(
    "x (2 cases): 0.33340 instead of 0.33333; z: 1.00000 instead of no number"
  ))
})
