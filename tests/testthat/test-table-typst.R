# The table was compiled with Typst 0.14 when this test was written; here its text is compared.

lines <- function(table) strsplit(as.character(table), "\n")[[1]]
result <- function() krippendorff_alpha(result_ratings(), item, rater, label)

test_that("a table in Typst is a figure with a caption and a label", {
  text <- lines(paper_table(result(), "typst", caption = "Agreement", label = "alpha", note = "A note"))
  expect_identical(text[1], "#figure(")
  expect_identical(text[length(text)], ") <tab:alpha>")
  expect_true(any(grepl("kind: table, caption: figure.caption(position: top, \"Agreement\")", text, fixed = TRUE)))
  expect_true(any(grepl("emph(\"Note.\") + \" A note. ", text, fixed = TRUE)))
})

test_that("without a caption there is no figure, which would have a number", {
  expect_identical(lines(paper_table(result(), "typst"))[1], "#align(center,")
})

test_that("text is in strings, and markup of the user's is not", {
  data <- transform(result_ratings(), part = "a \"b\" \\ #c $d_ <e>")
  alpha <- krippendorff_alpha(data, item, rater, label, by = part)
  text <- paper_table(alpha, "typst", caption = I("*tone*"))
  expect_match(text, "\"a \\\"b\\\" \\\\ #c $d_ <e>\", ", fixed = TRUE)
  expect_match(text, "caption: figure.caption(position: top, \"\" + [*tone*] + \"\")", fixed = TRUE)
})

test_that("a long table runs over pages", {
  items <- item_summary(with_seed(1, simulate_ratings(60, 2)), item, rater, rating)
  expect_match(paper_table(items, "typst", caption = "Items"), "breakable: true", fixed = TRUE)
  expect_no_match(paper_table(items[1:9, ], "typst", caption = "Items"), "breakable", fixed = TRUE)
})

test_that("a table of many columns has smaller type", {
  raters <- rater_summary(result_ratings(), item, rater, label)
  wide <- raters
  wide[paste("a further column", 1:4)] <- "with a long text"
  expect_match(paper_table(wide, "typst"), "set text(size: 0.", fixed = TRUE)
  expect_no_match(paper_table(raters[1:4], "typst"), "set text", fixed = TRUE)
})

test_that("of kable's arguments Typst takes two", {
  text <- paper_table(result(), "typst", col.names = c("*a*", "b", "c", "d", "e"), align = "c")
  expect_match(text, "\"\" + [*a*] + \"\"", fixed = TRUE)
  expect_match(text, "align: (center, center,", fixed = TRUE)
  expect_error(paper_table(result(), "typst", longtable = TRUE), class = "accord_error_argument")
  expect_error(paper_table(result(), "typst", align = c("l", "r")), class = "accord_error_argument")
})

test_that("in a document of R Markdown it is passed through pandoc", {
  skip_if_not_installed("knitr")
  old <- knitr::opts_knit$get("rmarkdown.pandoc.to")
  knitr::opts_knit$set(rmarkdown.pandoc.to = "typst")
  on.exit(knitr::opts_knit$set(rmarkdown.pandoc.to = old))
  expect_match(as.character(knitr::knit_print(paper_table(result(), "typst"))), "````{=typst}", fixed = TRUE)
})
