columns <- function(..., align = "r") {
  list(cells = list(...), names = rep("a", ...length()), align = rep(align, ...length()))
}
type_of <- function(...) latex_layout(columns(...))$type

test_that("widths are those of the type, and markup has none", {
  # Computer Modern at 10 pt: x 5.28, digits 5, brackets and points 2.78, the minus of formulas about 7.8.
  expect_equal(text_width(c("xx", "[.1, .2]")), c(10.56, 2 * 2.78 + 3 * 2.78 + 10 + 3.33))
  expect_equal(text_width(c("a\\_b", "$-$5")), c(5 + 5 + 5.56, 7.8 + 5))
  expect_equal(seen_signs("{}[.1, .2]"), "[.1, .2]")
})

test_that("a table that is too wide gets smaller type", {
  # 60 letters of 5.28 pt and 12 pt between columns are 329 pt.
  expect_identical(type_of(strrep("x", 60)), "")
  # 66 are 360, and 334 at 9 pt.
  expect_identical(type_of(strrep("x", 66)), "\\small")
  # 73 are 397, 369 at 9 pt, and 334 at 8 pt with 6 pt between columns.
  expect_identical(type_of(strrep("x", 73)), "\\footnotesize\\setlength{\\tabcolsep}{3pt}")
})

test_that("a long heading stands in several lines before type gets smaller", {
  wide <- columns(strrep("x", 50), "1")
  wide$names <- c("name", "Agreement with others")
  layout <- latex_layout(wide)
  expect_identical(layout$type, "")
  expect_identical(layout$names[2], "\\begin{tabular}[b]{@{}r@{}}Agreement\\\\with\\\\others\\end{tabular}")
})

test_that("what no type makes fit is set in parts that repeat the names of the rows", {
  many <- do.call(columns, rep(list(strrep("x", 20)), 8))
  many$align[1] <- "l"
  parts <- latex_layout(many)$parts
  expect_gt(length(parts), 1)
  expect_true(all(vapply(parts, `[`, 0L, 1) == 1))
  expect_setequal(unlist(parts), 1:8)
})

test_that("a result with many columns becomes one float with a caption, a note and several tables", {
  skip_if_not_installed("knitr")
  raters <- rater_summary(result_ratings(), item, rater, label)
  text <- as.character(paper_table(raters, "latex", caption = "Raters", note = "A note"))
  expect_equal(lengths(regmatches(text, gregexpr("\\begin{table}", text, fixed = TRUE))), 1)
  expect_equal(lengths(regmatches(text, gregexpr("\\caption", text, fixed = TRUE))), 1)
  expect_gt(lengths(regmatches(text, gregexpr("\\toprule", text, fixed = TRUE))), 1)
  expect_match(
    text,
    paste0("end\\{tabular\\}\n\n\\\\nopagebreak\\\\smallskip\n\\",
      "\\noindent\\{\\\\footnotesize\\\\textit\\{Note.\\} A note")
  )
})

test_that("a long table runs over pages and repeats its head", {
  skip_if_not_installed("knitr")
  items <- item_summary(with_seed(1, simulate_ratings(60, 2)), item, rater, rating)
  text <- as.character(paper_table(items, "latex", caption = "Items"))
  expect_match(text, "\\begin{longtable}", fixed = TRUE)
  expect_match(text, "\\endhead", fixed = TRUE)
  expect_equal(lengths(regmatches(text, gregexpr("\\toprule", text, fixed = TRUE))), 2)
  expect_no_match(as.character(paper_table(items, "latex", longtable = FALSE)), "longtable")
})

test_that("no table in running text is pushed over the margin by the indent of a paragraph", {
  skip_if_not_installed("knitr")
  raters <- rater_summary(result_ratings(), item, rater, label)
  count <- function(text, mark) lengths(regmatches(text, gregexpr(mark, text, fixed = TRUE)))
  text <- as.character(paper_table(raters, "latex"))
  expect_gt(count(text, "\\toprule"), 1)
  expect_equal(count(text, "\\noindent\\begin{tabular}{"), count(text, "\\toprule"))
  expect_no_match(as.character(paper_table(raters, "latex", caption = "A")), "noindent\\begin", fixed = TRUE)
})
