# A number lacks what the widest one has before its decimal sign.

style <- function(format) list(format = format, digits = 2, leading_zero = FALSE)

test_that("numbers are padded to the width before the decimal sign", {
  numbers <- c("$-$.12", ".34", "10.50", "---", NA)
  expect_identical(
    decimal_space(numbers, style("latex")),
    c("\\phantom{00}", "\\phantom{$-$00}", "\\phantom{$-$}", "", "")
  )
  expect_identical(decimal_space(c(".1", "1.0"), style("typst")), c("\" + hide(\"0\") + \"", ""))
  expect_identical(decimal_space(c(".1", ".2"), style("latex")), c("", ""))
  expect_identical(decimal_space(c(".1", "1.0"), style("text")), c("", ""))
  skip_if_not(l10n_info()[["UTF-8"]])
  expect_identical(decimal_space(c(".1", "\u22121.0"), style("html")), c("\u2007\u2007", ""))
})

test_that("intervals have no holes, but where they are centred and both limits are aligned", {
  cells <- interval_cells(c(-0.2, 0.1, NA), c(0.5, 1, NA), style("latex"))
  expect_identical(cells[1:2], c("[$-$.20, .50]", "[.10, 1.00]"))
  centred <- interval_cells(c(-0.2, 0.1), c(0.5, 1), style("latex"), padded = TRUE)
  expect_identical(centred, c("[$-$.20, \\phantom{0}.50]", "\\phantom{$-$}[.10, 1.00]"))
})

test_that("the padding counts for the width of a table in LaTeX", {
  expect_equal(text_width("\\phantom{$-$0}.5"), text_width("$-$0.5"))
})

test_that("two hyphens stay two, in every format", {
  expect_equal(escape_latex(c("--", "-", "a---b")), c("-{}-", "-", "a-{}-{}-b"))
  expect_equal(escape_latex(c("``q''", "?`", "Fleiss' kappa")), c("`{}`q'{}'", "?{}`", "Fleiss' kappa"))
  # Upright quotes, which other font encodings than T1 have in typewriter type only.
  expect_equal(escape_latex("\"q\""), "\\texttt{\\char34}q\\texttt{\\char34}")
  expect_equal(escape_latex("\u03b1 \u2265 \u22125"), "$\\alpha$ $\\geq$ $-$5")
  expect_equal(escape_markdown(c("--", "-", "---")), c("-\\-", "-", "-\\-\\-"))
  expect_equal(escape_html(c("--", "-")), c("-&#45;", "-"))
  skip_if(Sys.which("pandoc") == "")
  read <- function(text, from) {
    system2("pandoc", c("-f", from, "-t", "plain"), input = text, stdout = TRUE)
  }
  expect_equal(read(escape_markdown("a--b---c"), "markdown"), "a--b---c")
  expect_equal(read(paste0("<td>", escape_html("a--b---c"), "</td>"), "markdown"), "a--b---c")
})

test_that("straight quotes in markdown stay straight, and apostrophes are set as such", {
  expect_equal(escape_markdown("\"q\" Fleiss'"), "\\\"q\\\" Fleiss'")
})

test_that("labels that were made a factor are the labels", {
  style <- list(format = "latex", digits = 3)
  expect_identical(escape(factor(c("a_b", "c")), style), escape(c("a_b", "c"), style))
})

test_that("counts are written each by itself, and equal ones once", {
  latex <- list(format = "latex")
  expect_identical(big_cells(c(1234, NA, 2^60, 1234, 0), latex), c("1,234", "---", "1.153e+18", "1,234", "0"))
  expect_identical(big_cells(integer(), latex), character())
})

test_that("only words are broken at the width of the console", {
  lines <- c("Headline of more than twenty letters", "", "  a table of more than 20 letters", "# a footer that is long")
  expect_identical(console_lines(lines, 20), c(
    "Headline of more", "  than twenty", "  letters", "", lines[3], "# a footer that is", "#   long"
  ))
  expect_identical(console_lines(lines, 80), lines)
})

test_that("numbers have no more digits than R knows of them", {
  text <- list(format = "text", digits = 3, leading_zero = FALSE)
  expect_identical(
    format_numbers(c(2^100, -1e300, 123456.7, NA, 0.5), text),
    c("1.27e+30", "-1.00e+300", "123456.700", dash(text), ".500")
  )
})
