# A psychologist: scales as SPSS has them, a column per rater and labels on the columns, to a table of
# intraclass correlations. The figures are those of Shrout and Fleiss (1979, table 4), and of
# fast-krippendorff.

# A file as haven::read_sav(user_na = TRUE) gives it: -9 is declared missing.
spss <- function(x) {
  x[is.na(x)] <- -9
  structure(
    as.double(x), label = "Sympathy", na_values = -9,
    class = c("haven_labelled_spss", "haven_labelled", "vctrs_vctr", "double")
  )
}

wide <- function() {
  data <- reference_csv("tables", "icc-shrout_fleiss1979.csv")
  tibble::tibble(id = 101:106, data)
}

quietly <- function(code) suppressMessages(code, classes = "accord_message")

test_that("a psychologist has intraclass correlations of a wide file", {
  got <- icc(wide(), item = id, rating = J1:J4, layout = "raters_in_columns")
  printed <- c(
    icc1 = "0.17", icc_a1 = "0.29", icc_c1 = "0.71", icc1k = "0.44", icc_ak = "0.62", icc_ck = "0.91"
  )
  for (form in names(printed)) expect_printed(got$estimate[match(form, got$coefficient)], printed[[form]])
  expect_match(table_text(got, "latex"), "ICC(C,1)", fixed = TRUE)
  expect_identical(as.character(interpret(got)$interpretation[3]), "Moderate") # Koo and Li (2016): .50 to .75

  labelled <- wide()
  labelled[-1] <- lapply(labelled[-1], spss)
  expect_equal(icc(labelled, item = id, rating = J1:J4, layout = "raters_in_columns")$estimate, got$estimate)

  tidy <- data.frame(
    id = rep(101:106, 4), judge = rep(paste0("J", 1:4), each = 6),
    score = unlist(wide()[-1], use.names = FALSE)
  )
  expect_equal(icc(tidy, id, judge, score)$estimate, got$estimate)

  anxiety <- reference_csv("tables", "irr-anxiety.csv")
  alpha <- function(level) {
    quietly(krippendorff_alpha(anxiety, layout = "raters_in_columns", level = level, ci = ci_none()))$estimate
  }
  expect_printed(alpha("ordinal"), "0.228386945292")
  expect_printed(alpha("interval"), "0.170098607889")
})

test_that("what SPSS declares missing is no rating", {
  data <- wide()
  data[-1] <- lapply(data[-1], as.double)
  data$J2[3] <- NA
  labelled <- data
  labelled[-1] <- lapply(labelled[-1], spss)
  alpha <- function(data) {
    krippendorff_alpha(
      data, item = id, rating = J1:J4, layout = "raters_in_columns", level = "interval", ci = ci_none()
    )
  }
  expect_equal(but_set_aside(alpha(labelled), alpha(labelled)$n_set_aside), but_set_aside(alpha(data), 0L))
  expect_equal(alpha(labelled)$n_ratings, 23L)
})

test_that("mistakes of a psychologist have a message of their own", {
  data <- wide()
  expect_fault(icc(data, layout = "raters_in_columns"), "rating_columns", "`id`")
  expect_no_error(icc(data, item = id, layout = "raters_in_columns"))
  expect_fault(
    quietly(icc(cbind(data, sex = "f"), item = id, layout = "raters_in_columns")), "rating_columns"
  )
  expect_fault(
    krippendorff_alpha(data, item = id, rating = J1:J4, layout = "raters_in_columns"), "level_needed",
    "interval"
  )
  expect_fault(
    krippendorff_alpha(data, item = id, rating = J1:J4, layout = "raters_in_columns", level = "intervall"),
    "argument", "interval"
  )
  expect_fault(
    icc(data, item = id, rating = J1:J4, layout = "raters_in_columns", form = "icc31"), "argument", "icc_c1"
  )
  expect_fault(icc(data, item = id, rating = J1:J5, layout = "raters_in_columns"), "missing_column")
  text <- transform(
    data, J1 = as.character(J1), J2 = as.character(J2), J3 = as.character(J3), J4 = as.character(J4)
  )
  expect_fault(icc(text, item = id, rating = J1:J4, layout = "raters_in_columns"), "level", "as.numeric")
  one <- data[1, ]
  expect_warning(
    got <- icc(one, item = id, rating = J1:J4, layout = "raters_in_columns"),
    class = "accord_warning_undefined"
  )
  expect_true(all(is.na(got$estimate)))
})
