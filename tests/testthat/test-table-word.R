skip_if_not_installed("flextable")

# The text of the first file of this name in a Word document.
part_of <- function(table, name = "word/document.xml") {
  file <- tempfile(fileext = ".docx")
  folder <- tempfile()
  on.exit(unlink(c(file, folder), recursive = TRUE))
  flextable::save_as_docx(table, path = file)
  utils::unzip(file, name, exdir = folder)
  paste(readLines(file.path(folder, name), warn = FALSE, encoding = "UTF-8"), collapse = "")
}
count <- function(text, mark) lengths(regmatches(text, gregexpr(mark, text, fixed = TRUE)))

tested <- function() {
  data <- transform(result_ratings(), part = rep(c("x & y", "b < c"), each = 12))
  krippendorff_alpha(data, item, rater, label, by = part, ci = ci_analytic(test = TRUE))
}

test_that("a Word document has the table with its number, rules, note and repeated heading", {
  skip_if_quick()
  table <- flextable::as_flextable(tested(), caption = "Agreement & more", label = "alpha", note = "Of all.")
  expect_s3_class(table, "flextable")
  xml <- part_of(table)
  expect_equal(count(xml, "<w:tbl>") + count(xml, "<w:tbl "), 1)
  # A heading and two rows, of which the heading is repeated on the next page and none breaks over pages.
  expect_gte(count(xml, "<w:tblHeader"), 1)
  expect_gte(count(xml, "<w:cantSplit"), 3)
  expect_gt(count(xml, "<w:keepNext"), 0)
  for (text in c("SEQ tab", "Agreement &amp; more", "w:name=\"tab:alpha\"", "x &amp; y", "b &lt; c", " Of all. ")) {
    expect_match(xml, text, fixed = TRUE)
  }
  italic <- regmatches(xml, gregexpr("<w:i/>|<w:i w:val=\"true\"/>", xml))[[1]]
  # At least the caption, the word "Note." and t, df and p.
  expect_gte(length(italic), 4)
})

test_that("every result is a table for Word, within the lines of a page", {
  skip_if_not(identical(Sys.getenv("ACCORD_TEST_LONG"), "true"), "many tables: in the long tests only")
  results <- every_result()
  results$accord_pairs$confusion <- NULL
  for (name in names(results)) {
    x <- results[[name]]
    if (!is.data.frame(x) || !inherits(x, "accord_result")) next
    table <- paper_table(x, "docx")
    expect_s3_class(table, "flextable")
    # A4 has 8.27 in, less margins of 1 in.
    expect_lte(sum(dim(table)$widths), 6.27, label = name)
  }
})

test_that("no column is narrower than its longest word, at the largest type that fits", {
  columns <- list(cells = list(c("aa", "bb"), c("1", "2")), names = c("word", "Estimate"), align = c("l", "r"))
  # Times at 10 pt: E 6.11, s 3.89, t 2.78, i 2.78, m 7.78, a 4.44, t 2.78, e 4.44 make 35 pt, at 11 pt 38.5.
  layout <- word_layout(columns, 415)
  expect_equal(layout$size, 11)
  expect_equal(layout$width[[2]], 1.1 * 35 + 10, tolerance = 0.001)
  columns$cells[[1]] <- c(strrep("x ", 90), "b")
  layout <- word_layout(columns, 415)
  expect_equal(layout$size, 8)
  expect_equal(sum(layout$width), 415)
  expect_equal(layout$width[[2]], 0.8 * 35 + 10, tolerance = 0.001)
})

test_that("a Word table takes the arguments for columns, and no others", {
  skip_if_quick()
  table <- paper_table(tested()[1, ], "docx", col.names = letters[1:9])
  expect_match(part_of(table), ">i</w:t>", fixed = TRUE)
  expect_fault(paper_table(tested(), "docx", position = "h"), "argument", "In Word")
})

test_that("a table wider than the page says so", {
  rows <- expand.grid(item = 1:12, rater = c("a", "b"), question = c("tone", "pitch"))
  rows$mark <- rep(c(1, 2, 3, 3, 2, 1, 2), length.out = 48)
  rows$mark[5] <- NA
  x <- agreement(rows, item, rater, mark, by = question, level = "ordinal", weights = "identity")
  expect_message(paper_table(x, "docx", wide = TRUE), "pt wide", class = "accord_message_wide_table")
  expect_no_message(paper_table(x, "docx", wide = TRUE, text_width = 640))
})
