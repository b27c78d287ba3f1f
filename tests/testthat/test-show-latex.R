columns <- function(...) list(cells = list(...), names = rep("a", ...length()))

test_that("a table that is too wide gets smaller type, in its float or in a group", {
  float <- "\\begin{table}\n\\centering\n\\begin{tabular}{l}\n\\end{tabular}\n\\end{table}"
  expect_identical(fit_width(float, columns(strrep("x", 60))), float)
  # 75 letters of 4.7 pt and 12 pt are 364, and 329 at nine tenths.
  expect_match(fit_width(float, columns(strrep("x", 75))), "\\centering\n\\small\n\\begin{tabular}", fixed = TRUE)
  expect_match(fit_width(float, columns(strrep("x", 95))), "\\footnotesize\\setlength{\\tabcolsep}{3pt}", fixed = TRUE)
  alone <- "\n\\begin{tabular}{l}\n\\end{tabular}"
  expect_identical(fit_width(alone, columns(strrep("x", 75))), paste0("{\\small", alone, "\n\\par}"))
})

test_that("markup is no width", {
  expect_equal(seen_letters(c("a\\_b", "\\textbackslash{}c", "{}[.1, .2]", "$-$.5")), c(3, 2, 8, 3))
})
