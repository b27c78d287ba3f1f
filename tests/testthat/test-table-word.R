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
  # A text may take two lines before the type becomes smaller: 80 letters and blanks make 600 pt.
  columns$cells[[1]] <- c(trimws(strrep("x ", 80)), "b")
  expect_equal(word_layout(columns, 415)$size, 11)
  columns$cells[[1]] <- c(trimws(strrep("x ", 180)), "b")
  layout <- word_layout(columns, 415)
  expect_equal(layout$size, 8)
  expect_equal(sum(layout$width), 415)
  # Columns are nearer to each other as well: 3 pt on both sides, and 2 pt for rounding.
  expect_equal(layout$width[[2]], 0.8 * 35 + 8, tolerance = 0.001)
})

test_that("a heading takes no more lines than it needs", {
  # Widths at 10 pt from those of the letters of Times: "Spans," 5.56 + 5 + 4.44 + 5 + 3.89 + 2.5, "of" 5 + 3.33,
  # "first" 3.33 + 2.78 + 3.33 + 3.89 + 2.78, and a blank 2.5.
  expect_equal(width_in_lines("Spans, of first", 1), 26.39 + 2.5 + 8.33 + 2.5 + 16.11)
  expect_equal(width_in_lines("Spans, of first", 2), 8.33 + 2.5 + 16.11)
  expect_equal(width_in_lines("Spans, of first", 3), 26.39)
  expect_equal(width_in_lines("", 2), 0)
})

test_that("a narrow table is wider where its note is long, with equal spaces and within the page", {
  columns <- list(align = c("l", "r", "l"))
  layout <- list(width = c(40, 50, 60), size = 10, gap = 4)
  # Texts stand off the numbers before them, in any table that has room.
  short <- with_wider_gaps(layout, columns, character(), 400)
  expect_equal(short$width, c(40, 50, 64))
  expect_equal(short$lead, c(0, 0, 4))
  expect_equal(with_wider_gaps(layout, columns, character(), 150)$width, layout$width)
  # At most half as wide again, and never wider than the page. 500 letters x are 2,500 pt.
  long <- with_wider_gaps(layout, columns, strrep("x", 500), 400)
  expect_equal(long$width - short$width, c(0, 77 / 2, 77 / 2))
  expect_equal(long$lead, c(0, 0, 4 + 77 / 2))
  expect_equal(sum(with_wider_gaps(layout, columns, strrep("x", 500), 200)$width), 200)
  # A single column has no spaces.
  one <- with_wider_gaps(list(width = 40, size = 10, gap = 4), list(align = "r"), strrep("x", 500), 400)
  expect_equal(one$width, 40)
})

test_that("symbols are in italics in notes as in headings, in each format", {
  columns <- list(names = c("p", "SD", "Estimate", "k"), symbol = c(TRUE, TRUE, FALSE, FALSE))
  notes <- c(
    "SD: of the differences; p of slope", "For k and p: no p", "ICC(1,k), Estimate of k, group p2, (p)", "for 3 t tests"
  )
  expect_identical(italic_in_notes(notes, columns, list(format = "markdown")), c(
    "*SD*: of the differences; *p* of slope", "For k and p: no *p*", "ICC(1,k), Estimate of k, group p2, (p)",
    "for 3 *t* tests"
  ))
  expect_identical(italic_in_notes("p: two", columns, list(format = "latex")), "\\textit{p}: two")
  expect_identical(italic_in_notes("p: two", columns, list(format = "html")), "<em>p</em>: two")
  expect_identical(italic_in_notes(character(), columns, list(format = "html")), character())
  grades <- data.frame(item = rep(1:6, 2), rater = rep(c("a", "b"), each = 6), score = c(1:6, 2, 1, 3, 5, 4, 6))
  xml <- part_of(paper_table(limits_of_agreement(grades, item, rater, score), "docx"))
  # Newer versions of flextable write a run in several lines.
  runs <- regmatches(xml, gregexpr("(?s)<w:r( [^>]*)?>.*?</w:r>", xml, perl = TRUE))[[1]]
  italic <- grepl("<w:i/>|<w:i w:val=\"true\"/>", runs)
  text <- trimws(gsub("<[^>]*>", "", runs))
  # SD is a heading and twice a word of the note.
  expect_identical(sum(italic & text == "SD"), 3L)
  expect_identical(sum(!italic & grepl("SD", text)), 0L)
  expect_true(any(italic & text == "Note."))
})

test_that("a confusion table names what its columns are above them", {
  skip_if_quick()
  counts <- matrix(1:4, 2, dimnames = list(first = c("a", "b"), `the other one` = c("a", "b")))
  xml <- part_of(paper_table(counts, "docx"))
  expect_equal(count(xml, "the other one"), 1)
  expect_match(xml, "w:gridSpan w:val=\"2\"", fixed = TRUE)
  expect_no_match(xml, "in columns", fixed = TRUE)
})

test_that("apostrophes and dashes between names are those of print, and the user's text stays", {
  words <- list(format = "docx", typeset = TRUE)
  expect_identical(typeset("Fleiss' kappa, a rater's", words), "Fleiss\u2019 kappa, a rater\u2019s")
  expect_identical(typeset("Brennan-Prediger of x-y", words), "Brennan\u2013Prediger of x-y")
  expect_identical(typeset("in 'quotes'", words), "in 'quotes'")
  expect_identical(typeset("Fleiss' kappa", list(format = "html")), "Fleiss' kappa")
  expect_identical(typeset("Brennan-Prediger, Fleiss'", list(format = "latex", typeset = TRUE)),
    "Brennan--Prediger, Fleiss'")
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
