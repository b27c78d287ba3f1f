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

# The cells of the rows of a table in LaTeX, heading first. Headings of several lines are joined.
latex_cells <- function(text) {
  text <- gsub("&\n", "& ", as.character(text), fixed = TRUE)
  heading <- "\\\\begin[{]tabular[}]\\[b\\][{]@[{][}][lrc]@[{][}][}].*?\\\\end[{]tabular[}]"
  stacked <- gregexpr(heading, text, perl = TRUE)
  regmatches(text, stacked) <- lapply(regmatches(text, stacked), function(one) {
    gsub("\\\\", " ", gsub("\\\\(begin|end)[{]tabular[}](\\[b\\][{]@[{][}][lrc]@[{][}][}])?", "", one), fixed = TRUE)
  })
  rows <- grep("&.*\\\\\\\\$", strsplit(text, "\n")[[1]], value = TRUE)
  lapply(strsplit(sub("\\\\\\\\$", "", rows), "&", fixed = TRUE), trimws)
}

test_that("widths in the style of the ACL are those of Times, which is the same shape in all sizes", {
  page <- latex_page(199, "acl")
  # Times at 10 pt: a 4.44, brackets 3.33, points, commas and blanks 2.5, and digits 5, as in Computer Modern.
  expect_equal(text_width("[.1, a]", page$letters), 2 * 3.33 + 3 * 2.5 + 5 + 4.44)
  expect_equal(vapply(page$types, `[[`, 0, "size"), c(11, 10, 9, 8) / 11)
  expect_identical(latex_page(345), latex_page(345, "apa"))
})

test_that("a column of the ACL does without what others stand for rather than have small type or two parts", {
  scores <- with_seed(1, matrix(rnorm(90, rep(rnorm(30, 50, 9), 3), 3), 30, dimnames = list(NULL, c("a", "b", "c"))))
  x <- icc(scores, layout = "raters_in_columns")
  text <- paper_table(x, "latex", style = "acl")
  expect_identical(latex_cells(text)[[1]], c("Coefficient", "\\textit{k}", "Estimate", "95\\% CI", "\\textit{p}"))
  expect_match(text, "^% Left out of the table: F, df1 and df2\n")
  expect_no_match(text, "scriptsize|continued")
  # Over both columns of a page there is room for all.
  expect_true(all(c("F", "df1", "df2") %in% gsub(
    "\\\\textit|[{}]", "", latex_cells(paper_table(x, "latex", style = "acl", text_width = 413))[[1]]
  )))
})

test_that("a single row that is too wide has a row for each column", {
  x <- audit_labels(rep(c(TRUE, TRUE, FALSE), 4), target = 0.5)
  wide <- latex_cells(paper_table(x, "latex", style = "acl", text_width = 413))
  turned <- latex_cells(paper_table(x, "latex", style = "acl"))
  expect_length(wide, 2)
  expect_identical(do.call(rbind, turned), cbind(wide[[1]], wide[[2]]))
})

test_that("limits of agreement have a row each in a column, with the numbers of the result", {
  scores <- with_seed(1, matrix(rnorm(60, 50, 9), 20, dimnames = list(NULL, c("a_1", "b", "c"))))
  x <- limits_of_agreement(scores, layout = "raters_in_columns")
  cells <- do.call(rbind, latex_cells(paper_table(x, "latex", style = "acl", digits = 3))[-1])
  expect_identical(cells[, 1], c(rbind(c("a\\_1 $-$ b", "a\\_1 $-$ c", "b $-$ c"), "", "")))
  expect_identical(cells[, 2], rep(c("Bias", "Lower limit", "Upper limit"), 3))
  number <- function(text) as.double(gsub("$-$", "-", text, fixed = TRUE))
  expect_equal(number(cells[, 3]), c(rbind(x$bias, x$lower, x$upper)), tolerance = 0.0005)
  low <- sub("^[{][}]\\[(.*), .*$", "\\1", cells[, 4])
  expect_equal(number(low), c(rbind(x$bias.conf.low, x$lower.conf.low, x$upper.conf.low)), tolerance = 0.0005)
})

test_that("a note is as wide as its table, in no larger type, and says what names in italics are that do not say it", {
  x <- judge_report(
    result_ratings(), item, rater, label, judges = "cat", questions = c("agreement", "majority")
  )
  text <- paper_table(x, "latex", style = "acl", caption = "Judges.")
  expect_match(text, "\\footnotesize\\parbox[t]{", fixed = TRUE)
  expect_match(text, "\\textit{Note.} Judge cat beside 2 people.", fixed = TRUE)
  expect_match(text, "{\\textit{Against the majority of people}}", fixed = TRUE)
  expect_identical(heads_note(list(columns = list(head_names = c("Question", "Comparison")))), "In italics: question")
  expect_null(heads_note(list(columns = list(head_names = "Comparison"))))
  # Type of 7 pt, which only a narrow page needs.
  small <- paper_table(x, "latex", caption = "Judges.", text_width = 148)
  if (grepl("\\scriptsize", small, fixed = TRUE)) expect_no_match(small, "footnotesize")
})

test_that("judges stand beside each other in a column, in two lines a figure", {
  data <- result_ratings()
  data <- rbind(data, transform(data[data$rater == "cat", ], rater = "dan", label = rev(label)))
  x <- judge_report(data, item, rater, label, judges = c("cat", "dan"), questions = c("agreement", "majority"))
  cells <- latex_cells(paper_table(x, "latex", style = "acl"))
  expect_identical(cells[[1]], c("Measure", "cat", "dan"))
  figures <- cells[lengths(cells) == 3][-1]
  # Macro precision and recall have no interval.
  expect_match(paper_table(x, "latex", style = "acl"), "^% Left out of the table: macro precision and macro rec")
  x <- x[!startsWith(x$status, "not possible") & !x$quantity %in% c("macro_precision", "macro_recall"), ]
  n <- length(unique(paste(x$question, x$quantity)))
  expect_length(figures, 2 * n)
  upper <- do.call(rbind, figures[2 * seq_len(n) - 1])
  # A dash is a figure that is not defined.
  number <- function(text) {
    text <- gsub("\\\\phantom[{][^}]*[}]", "", gsub("$-$", "-", text, fixed = TRUE))
    as.double(ifelse(grepl("[0-9]", text), text, NA))
  }
  for (k in 1:2) {
    own <- x$estimate[x$judge == c("cat", "dan")[k]]
    shown <- number(upper[, 1 + k])
    expect_identical(is.na(shown), is.na(own))
    expect_lte(max(abs(shown - own), na.rm = TRUE), 0.00501)
  }
  # With a column of the user they are below each other.
  x$own <- 1
  expect_true("Estimate" %in% latex_cells(paper_table(x, "latex", style = "acl"))[[1]])
})

test_that("a table of some items says of how many", {
  labels <- consensus(result_ratings(), item, rater, label, method = "one_coin")
  expect_match(paper_table(labels[1:3, ], "markdown"), "3 items of 8. Method", fixed = TRUE)
  expect_no_match(paper_table(labels, "markdown"), "items of")
  numbers <- data.frame(result_ratings()[1:2], score = c(1, 2, 2, 4, 5, 4, 2, 2, 3, 5, 5, 4))
  marks <- fair_marks(rater_severity(numbers, item, rater, score), cut = 3)
  text <- paper_table(marks[1:3, ], "markdown")
  expect_match(text, "3 of 8 marks. Possible marks: 1 to 5. Raw: mean of", fixed = TRUE)
  expect_no_match(paper_table(marks, "markdown"), "of 8 marks. Possible")
})

test_that("a pair has two raters, so that its number of items is enough", {
  x <- pairwise_agreement(result_ratings(), item, rater, label, ci = ci_analytic())
  cells <- latex_cells(paper_table(x, "latex", style = "acl"))
  # In a column both raters are in one, and the letter of the coefficient is explained.
  expect_identical(cells[[1]], c("Raters", "$\\kappa$", "95\\% CI"))
  expect_identical(vapply(cells[-1], `[`, "", 1), c("ann--bob", "ann--cat", "bob--cat"))
  expect_match(paper_table(x, "latex", style = "acl"), "$\\kappa$: Cohen's, unweighted.", fixed = TRUE)
  expect_match(
    paper_table(x, "markdown"), "Each row has 8 items. Both raters rated these items in 3 categories.", fixed = TRUE
  )
})

test_that("judges have estimates and intervals in one line over both columns of a page, below names of groups", {
  data <- result_ratings()
  data <- rbind(data, transform(data[data$rater == "cat", ], rater = "dan", label = rev(label)))
  x <- judge_report(data, item, rater, label, judges = c("cat", "dan"), questions = c("agreement", "majority"))
  text <- paper_table(x, "latex", style = "acl", text_width = 413)
  expect_match(text, "\\textit{Against each person (8 items)}", fixed = TRUE)
  line <- grep("^Judge agrees", strsplit(text, "\n")[[1]], value = TRUE)
  own <- x[x$quantity == "with_people", ]
  for (k in 1:2) {
    expect_match(line, sprintf("%.2f [%.2f, %.2f]", own$estimate[k], own$conf.low[k], own$conf.high[k]), fixed = TRUE)
  }
  # Macro precision and recall have no interval.
  expect_no_match(text, "No interval", fixed = TRUE)
  expect_no_match(text, "Macro (precision|recall)")
})

test_that("a name in a heading is broken after a hyphen, and not within a date", {
  expect_identical(
    stack_headings(c("gpt-4o-2024-08-06", "llama-3.1-70b"), "c", c(50, 70)),
    c("\\begin{tabular}[b]{@{}c@{}}gpt-4o-\\\\2024-08-06\\end{tabular}", "llama-3.1-70b")
  )
})
