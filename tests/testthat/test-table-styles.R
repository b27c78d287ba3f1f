skip_if_not_installed("knitr")

observed <- function(..., level = "nominal") {
  data <- with_seed(1, simulate_ratings(100, 6, prevalence = c(.5, .3, .2)))
  with_seed(1, agreement(data, item, rater, rating, level = level, ...))
}

test_that("columns with the same count in every row are in the note, and others are not", {
  table <- paper_table(observed(ci = ci_none()), "markdown")
  expect_match(table, "^[|]Coefficient +[|] Estimate[|]\n")
  expect_match(table, "*Note.* 100 items, 6 raters, 600 ratings, 3 categories.", fixed = TRUE)
  groups <- data.frame(
    part = rep(c("x", "y"), c(8, 6)), item = c(1:4, 1:4, 1:3, 1:3), rater = rep(c("a", "b", "a", "b"), c(4, 4, 3, 3)),
    label = c(1, 2, 1, 2, 1, 2, 2, 2, 1, 2, 1, 1, 2, 2)
  )
  table <- paper_table(percent_agreement(groups, item, rater, label, by = part, ci = ci_none()), "markdown")
  expect_match(table, "Items[|] Ratings")
  expect_match(table, "*Note.* Each row has 2 raters.", fixed = TRUE)
})

test_that("a single row keeps its columns", {
  alone <- paper_table(observed(coefficients = "alpha", ci = ci_none()), "markdown")
  expect_match(alone, "Items[|] Raters[|] Ratings")
})

test_that("weights of all rows are in the note, and those of some behind their names", {
  skip_if_quick()
  weighted <- observed(weights = "quadratic", level = "ordinal", ci = ci_none())
  table <- paper_table(weighted[weighted$coefficient != "percent_agreement", ], "latex")
  expect_match(table, "Quadratic weights; alpha at the ordinal level.", fixed = TRUE)
  expect_match(table, "Krippendorff's $\\alpha$ &", fixed = TRUE)
  # Percent agreement without weights, beside weighted coefficients.
  kappas <- weighted[weighted$coefficient != "percent_agreement", ]
  raw <- rbind(observed(coefficients = "percent", ci = ci_none()), kappas)
  expect_match(paper_table(raw, "latex"), "Quadratic weights, percent agreement unweighted; alpha", fixed = TRUE)
  expect_match(paper_table(raw, "latex"), "Percent agreement &", fixed = TRUE)
  mixed <- rbind(weighted, observed(coefficients = "alpha", ci = ci_none()))
  expect_match(paper_table(mixed, "latex"), "Krippendorff's $\\alpha$ (ordinal) &", fixed = TRUE)
})

test_that("each style writes intervals as its journals do", {
  x <- observed(coefficients = "alpha")
  x$estimate <- 0.4149
  x$conf.low <- 0.3
  x$conf.high <- 0.5251
  shown <- function(style) paper_table(x, "markdown", style = style)
  expect_match(shown("apa"), " .41| [.30, .53]|", fixed = TRUE)
  expect_match(shown("vancouver"), " 0.41| 0.30 to 0.53|", fixed = TRUE)
  expect_match(shown("acl"), " 0.41| [0.30, 0.53]|", fixed = TRUE)
  expect_match(paper_table(x, "markdown", style = "acl", digits = 3, leading_zero = FALSE), " .415|", fixed = TRUE)
  skip_if_not(l10n_info()[["UTF-8"]])
  expect_identical(
    format(x, style = "vancouver"), "Krippendorff's \u03b1 0.41 (95% CI 0.30 to 0.53), 100 items, 6 raters, 600 ratings"
  )
  expect_identical(
    format(x, style = "acl"), "Krippendorff's \u03b1 = 0.41 (95% CI [0.30, 0.53]), 100 items, 6 raters, 600 ratings"
  )
  expect_fault(paper_table(x, style = "mla"), "argument", argument = "style")
})

test_that("statistical symbols are in italics, but not the user's columns", {
  x <- observed(coefficients = "alpha", ci = ci_analytic(test = TRUE))
  expect_match(paper_table(x, "latex"), "\\textit{p} &", fixed = TRUE)
  expect_match(paper_table(x, "html"), "> <em>p</em> <", fixed = TRUE)
  expect_match(paper_table(x, "typst"), "\" + emph(\"p\") + \"", fixed = TRUE)
  own <- observed(coefficients = "alpha", ci = ci_none())
  own$p <- "a"
  expect_match(paper_table(own, "markdown"), "|P  |", fixed = TRUE)
})

test_that("the ACL has its caption below the table", {
  table <- paper_table(observed(), "latex", style = "acl", caption = "Agreement.")
  expect_match(table, "end[{]tabular[}].*Note.*caption[{]Agreement.[}]\n.end[{]table[}]")
})

test_that("the table of all coefficients fits a column of ACL, of Elsevier and of APA", {
  x <- observed()
  # 219 pt at 11 pt, 252 pt at 9 pt, whose letters are as wide as those of 9.5 pt, and 247 pt at 10 pt; without a
  # `text_width` it fits the first one too.
  columns <- list(acl = c(11, 219), elsevier = c(9.5, 252), apa = c(10, 247))
  for (one in columns) {
    table <- paper_table(x, "latex", text_width = 10 * one[2] / one[1])
    expect_length(gregexpr("toprule", table)[[1]], 1)
    expect_no_match(table, "scriptsize")
  }
  skip_if_not(identical(Sys.getenv("ACCORD_TEST_LONG"), "true"), "compiles tables: in the long tests only")
  skip_if(Sys.which("pdflatex") == "", "pdflatex is not installed")
  in_column <- function(one, table) {
    sizes <- c(`9.5` = "\\small", `10` = "\\normalsize", `11` = "\\fontsize{11}{13.6}\\selectfont")
    size <- sizes[[as.character(one[1])]]
    paste0("\\begin{minipage}{", one[2], "pt}", size, "\n", table, "\n\\end{minipage}")
  }
  tables <- c(
    lapply(columns, function(one) in_column(one, paper_table(x, "latex", text_width = 10 * one[2] / one[1]))),
    default = in_column(columns$acl, paper_table(x, "latex")),
    house = in_column(columns$acl, paper_table(x, "latex", style = "acl"))
  )
  expect_identical(latex_faults("pdflatex", unlist(tables)), character())
})

test_that("rules and padding of html are in the table itself", {
  table <- paper_table(observed(), "html")
  expect_match(table, "<thead style=\"border-bottom:1px solid;\">", fixed = TRUE)
  expect_no_match(gsub("<t[hd][^>]* style=\"[^\"]*padding:[^\"]*\"", "", table), "<t[hd][ >]")
})

test_that("a wide table of groups at two levels has no half-empty columns", {
  of <- function(name, ...) {
    x <- observed(coefficients = c("fleiss", "alpha"), ci = ci_none(), ...)
    tibble::add_column(x, question = name, .before = 1)
  }
  table <- paper_table(rbind(of("a"), of("b", weights = "quadratic", level = "ordinal")), "markdown", wide = TRUE)
  rows <- strsplit(strsplit(table, "\n")[[1]], "|", fixed = TRUE)
  cells <- lapply(rows[c(1, 3, 4)], function(row) trimws(row[-1]))
  expect_identical(lapply(cells, `[`, 2:3), list(
    c("Level", "Weights"), c("nominal", "unweighted"), c("ordinal", "quadratic")
  ))
  expect_identical(unique(lengths(cells)), 5L)
  expect_true(all(grepl("^[.][0-9]+$", unlist(lapply(cells[2:3], `[`, 4:5)))))
})

test_that("a table over both columns of the ACL has its caption below it, too", {
  table <- paper_table(
    observed(), "latex", style = "acl", caption = "Agreement.", text_width = 415, table.envir = "table*"
  )
  expect_match(table, "end[{]tabular[}].*Note.*caption[{]Agreement.[}]\n.end[{]table[*][}]")
})

test_that("headings that are names of the user's columns begin with a capital, unless they have one", {
  data <- transform(result_ratings(), site = rep(c("x", "y"), each = 12))
  headings <- function(x, format) {
    lines <- strsplit(as.character(paper_table(x, format)), "\n")[[1]]
    trimws(strsplit(lines[1], "|", fixed = TRUE)[[1]][-1])
  }
  for (verb in list(rater_summary, item_summary, krippendorff_alpha)) {
    expect_identical(headings(verb(data, item, rater, label, by = site), "markdown")[1], "Site")
  }
  names(data)[names(data) == "site"] <- "nSites"
  expect_identical(headings(rater_summary(data, item, rater, label, by = nSites), "markdown")[1], "nSites")
  # Columns of raters are named by the raters.
  expect_true(all(c("ann", "bob") %in% headings(
    disagreements(data, item, rater, label, raters = c("ann", "bob")), "markdown"
  )))
})
