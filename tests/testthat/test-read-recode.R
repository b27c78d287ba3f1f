labels <- tibble::tibble(a = c("Yes", "y", "no", NA), b = c("y", "3", "y", "No"))

test_that("one vector spells the labels of all columns, a list those of its columns", {
  expect_identical(
    as.list(recode_labels(labels, c(Yes = "yes", y = "yes", No = "no"))),
    list(a = c("yes", "yes", "no", NA), b = c("yes", "3", "yes", "no"))
  )
  expect_identical(
    as.list(recode_labels(labels, list(b = c("y" = "yes")))),
    list(a = labels$a, b = c("yes", "3", "yes", "No"))
  )
  expect_identical(recode_labels(labels, NULL), labels)
})

test_that("labels swap, turn into numbers or into NA", {
  expect_identical(recode_labels(labels, list(a = c("Yes" = "y", "y" = "Yes")))$a, c("y", "Yes", "no", NA))
  expect_identical(recode_labels(labels, list(a = c("Yes" = 1, "no" = 0)))$a, c("1", "y", "0", NA))
  expect_identical(recode_labels(labels, c("3" = NA))$b, c("y", NA, "y", "No"))
})

test_that("a label that never occurs is a warning", {
  cnd <- expect_warning(recode_labels(labels, c(y = "yes", YES = "yes")), "1 label does not: \"YES\"",
    class = "accord_warning_recode"
  )
  expect_identical(cnd$labels, "YES")
  expect_identical(cnd$available, c("3", "No", "Yes", "no", "y"))
  # It does not occur in its own column.
  cnd <- expect_warning(recode_labels(labels, list(a = c("3" = "three", No = "no", y = "yes"))),
    "2 labels do not",
    class = "accord_warning_recode"
  )
  expect_identical(cnd$labels, c("3", "No"))
  expect_identical(cnd$available, c("Yes", "no", "y"))
})

test_that("recode names each label once", {
  skip_if_quick()
  wrong <- list("yes", c(Yes = "yes", "no"), list(a = "yes"), mean, TRUE, character())
  for (recode in wrong) {
    expect_fault(recode_labels(labels, recode), "argument", "must name each label once", argument = "recode")
  }
  expect_fault(recode_labels(labels, c(y = "a", y = "b")), "argument",
    "1 label occurs more than once: \"y\""
  )
  expect_fault(recode_labels(labels, c(y = "a", y = "b", n = "a", n = "b")), "argument",
    "2 labels occur more than once"
  )
})

test_that("a list is named by annotation columns", {
  expect_fault(recode_labels(labels, list(A = c(y = "yes"))), "missing_column",
    "1 name is no such column: `A`.*mean `a`",
    column = "A", nearest = "a", available = c("a", "b"), argument = "recode"
  )
  expect_fault(recode_labels(labels, list(one = c(y = "yes"), two = c(y = "yes"))), "missing_column",
    "2 names are no such column", column = c("one", "two")
  )
  expect_fault(recode_labels(labels, list(c(y = "yes"))), "missing_column", "unnamed")
})
