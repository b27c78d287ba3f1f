skip_if_not_installed("knitr")

# A result with numbers of our choice: three groups, the last without a value.
result <- function(..., keys = tibble::tibble(Part = c("first", "second", "third")), level = 0.95) {
  columns <- list(
    coefficient = rep("krippendorff_alpha", 3),
    metric = rep("nominal", 3),
    estimate = c(0.1283, -0.05, NA),
    std.error = c(0.04, 0.1, NA),
    conf.low = c(0.0412, -0.245, NA),
    conf.high = c(0.2134, 0.1452, NA),
    observed = c(0.44, 0.5, 0),
    expected = c(0.5, 0.4, 0),
    n_items = c(200L, 1200L, 4L),
    n_raters = c(119L, 3L, 2L),
    n_ratings = c(600L, 3600L, 8L),
    n_categories = c(2L, 2L, 2L),
    n_set_aside = c(0L, 0L, 0L),
    interval = rep("jackknife", 3),
    conf.level = rep_len(level, 3),
    status = c("ok", "ok", "one category only")
  )
  new_agreement(keys, utils::modifyList(columns, list(...)))
}

lines <- function(table) strsplit(as.character(table), "\n")[[1]]

# The characters written in a session that is in UTF-8, or in one that is not.
minus <- if (l10n_info()[["UTF-8"]]) "\u2212" else "-"
dash <- if (l10n_info()[["UTF-8"]]) "\u2014" else "---"

# The cells of a row of a markdown table, with Greek letters in words and symbols without their italics.
cells <- function(line) {
  spelled <- gsub("\u03b1", "alpha", gsub("\u03ba", "kappa", gsub("\u03c0", "pi", line)))
  gsub("^[*](.*)[*]$", "\\1", trimws(strsplit(gsub("^[|]|[|]$", "", spelled), "|", fixed = TRUE)[[1]]))
}

test_that("a table has the columns of a paper", {
  table <- lines(paper_table(result()))
  expect_equal(
    cells(table[1]),
    c("Part", "Krippendorff's alpha (nominal)", "95% CI", "Items", "Raters", "Ratings")
  )
  expect_equal(cells(table[3]), c("first", ".128", "[.041, .213]", "200", "119", "600"))
  second <- c("second", paste0(minus, ".050"), paste0("[", minus, ".245, .145]"), "1,200", "3", "3,600")
  expect_equal(cells(table[4]), second)
  expect_equal(cells(table[5]), c("third", dash, dash, "4", "2", "8"))
})

test_that("digits and the leading zero are for the caller to choose", {
  table <- lines(paper_table(result(), digits = 2, leading_zero = TRUE))
  expect_equal(cells(table[3])[2:3], c("0.13", "[0.04, 0.21]"))
  expect_equal(cells(table[4])[2], paste0(minus, "0.05"))
  expect_equal(cells(lines(paper_table(result(), digits = 0))[3])[2], "0")
})

test_that("zero has no minus sign and one keeps its digit", {
  table <- lines(paper_table(result(estimate = c(-0.0001, 0.9999, 1), conf.low = c(-1, 0, 0))))
  estimates <- lapply(table[3:5], function(line) cells(line)[2])
  expect_equal(estimates, list(".000", "1.000", "1.000"))
  expect_equal(cells(table[3])[3], paste0("[", minus, "1.000, .213]"))
})

test_that("the heading tells the level of the interval, if it is known", {
  expect_equal(cells(lines(paper_table(result(level = 0.9)))[1])[3], "90% CI")
  expect_equal(cells(lines(paper_table(result(level = 0.999)))[1])[3], "99.9% CI")
  bare <- tibble::as_tibble(unclass(result())[names(result())])
  expect_equal(cells(lines(paper_table(bare))[1])[3], "95% CI")
  unknown <- bare[setdiff(names(bare), "conf.level")]
  expect_equal(cells(lines(paper_table(unknown))[1])[3], "CI")
  mixed <- lines(paper_table(result(level = c(0.95, 0.9, 0.95))))
  expect_equal(cells(mixed[1])[3], "CI")
  expect_match(mixed[3], "(95%)", fixed = TRUE)
  expect_match(mixed[4], "(90%)", fixed = TRUE)
})

test_that("there is no column for intervals or raters when there are none", {
  none <- result(conf.low = rep(NA_real_, 3), conf.high = rep(NA_real_, 3), n_raters = rep(NA_integer_, 3))
  expect_equal(cells(lines(paper_table(none))[1]), c("Part", "Krippendorff's alpha (nominal)", "Items", "Ratings"))
})

test_that("several coefficients or levels have a column", {
  levels <- lines(paper_table(result(metric = c("nominal", "ordinal", "custom"))))
  expect_equal(cells(levels[1])[2:3], c("Coefficient", "Estimate"))
  expect_equal(cells(levels[3])[2], "Krippendorff's alpha (nominal)")
  expect_equal(cells(levels[5])[2], "Krippendorff's alpha (custom distance)")

  one_level <- lines(paper_table(result(metric = rep("interval", 3))))
  expect_equal(cells(one_level[1])[2], "Krippendorff's alpha (interval)")

  unknown <- lines(paper_table(result(coefficient = c("krippendorff_alpha", "krippendorff_alpha", "mine"))))
  expect_equal(cells(unknown[5])[2], "mine")
})

test_that("a note under the table explains every dash", {
  skip_if_quick()
  expect_match(paper_table(result()), "\n\n*Note.* For third: one category only.", fixed = TRUE)
  expect_match(paper_table(result()[1:2, ]), "Note[.][*] 95% CI: jackknife[.]$")

  more <- result(conf.low = c(0.1, NA, NA), n_raters = c(119L, 3L, NA), status = c("ok", "ok", "no ratings"))
  expect_match(
    paper_table(more),
    "Note.* For second: no interval, since the items are too few or do not vary enough. For third: no ratings.",
    fixed = TRUE
  )
  anonymous <- result(n_raters = c(NA, 3L, 2L))
  expect_match(paper_table(anonymous), "For first: anonymous raters. For third: one category only.", fixed = TRUE)

  levels <- result(metric = c("nominal", "nominal", "ordinal"))
  expect_match(paper_table(levels), "third, Krippendorff's \\S+ \\(ordinal\\): one category only")
  silent <- result(status = factor(c("ok", "ok", NA)))
  expect_match(paper_table(silent), "*Note.* For third: no value.", fixed = TRUE)
  alone <- result(keys = tibble::tibble(.rows = 3))[3, ]
  expect_match(paper_table(alone), "*Note.* One category only.", fixed = TRUE)
})

test_that("the note lies inside the environment or the element of the table", {
  latex <- lines(paper_table(result(), "latex", caption = "Agreement.", label = "a"))
  note <- grep("textit{Note.}", latex, fixed = TRUE)
  expect_gt(note, max(grep("\\end{tabular}", latex, fixed = TRUE)))
  expect_lt(note, grep("\\end{table}", latex, fixed = TRUE))
  expect_match(paper_table(result(), "html"), "<tfoot>.*colspan=\"6\".*Note.*</tfoot>\\s*</table>")
})

test_that("latex is booktabs, with a caption and a label", {
  latex <- paper_table(result(), "latex", caption = I("Agreement, \\(n\\) items."), label = "agree")
  for (part in c("\\toprule", "\\midrule", "\\bottomrule", "95\\% CI", "$-$.050")) {
    expect_match(latex, part, fixed = TRUE)
  }
  expect_match(latex, "\\caption{\\label{tab:agree}Agreement, \\(n\\) items.}", fixed = TRUE)
  expect_no_match(latex, "addlinespace")
  expect_no_match(paper_table(result(), "latex"), "begin{table}", fixed = TRUE)
})

test_that("html has the label as its id", {
  html <- paper_table(result(), "html", caption = "Agreement.", label = "agree")
  expect_match(html, "<table class=\"table\" [^>]*id=\"tab:agree\">")
  expect_match(html, "<caption[^>]*>Agreement.</caption>")
})

test_that("what has a meaning in the format is escaped", {
  odd <- tibble::tibble(`key_%` = c("a|b_c*d", "[x] 5% & <tag> #1 $2^3~4 {y} \\z", "* \"q\"\nr"))
  latex <- paper_table(result(keys = odd), "latex")
  for (part in c(
    "Key\\_\\%", "a\\textbar{}b\\_c*d", "{[}x] 5\\% \\& \\textless{}tag\\textgreater{}",
    "\\#1 \\$2\\textasciicircum{}3\\textasciitilde{}4 \\{y\\} \\textbackslash{}z",
    "{*} \\texttt{\\char34}q\\texttt{\\char34} r"
  )) {
    expect_match(latex, part, fixed = TRUE)
  }

  html <- paper_table(result(keys = odd), "html")
  expect_match(html, "&#91;x&#93; 5% &amp; &lt;tag&gt; &#35;1 &#36;2&#94;3&#126;4", fixed = TRUE)
  expect_match(html, "&#123;y&#125; &#92;z", fixed = TRUE)
  expect_match(html, "&#42; &quot;q&quot; r", fixed = TRUE)

  markdown <- paper_table(result(keys = odd))
  expect_match(markdown, "a&#124;b\\_c\\*d", fixed = TRUE)
  expect_match(markdown, "&#91;x] 5% \\& \\<tag\\> \\#1 \\$2\\^3\\~4 \\{y\\} \\\\z", fixed = TRUE)
})

test_that("keys are shown as they are", {
  keys <- tibble::tibble(
    year = c(2001, 2002, NA), day = as.Date("2024-02-01") + 0:2, part = factor(c("x", "y", NA)),
    weight = c(0.25, -1, 3)
  )
  table <- lines(paper_table(result(keys = keys)))
  expect_equal(cells(table[3])[1:4], c("2001", "2024-02-01", "x", "0.250"))
  expect_equal(cells(table[4])[4], paste0(minus, "1.000"))
  expect_equal(cells(table[5])[1:4], c("NA", "2024-02-03", "NA", "3.000"))
})

test_that("results may be filtered, bound, changed", {
  x <- result()
  expect_length(lines(paper_table(x[x$Part == "first", ])), 5)
  expect_length(lines(paper_table(rbind(x, x)[c(1, 2, 4), ])), 7)
  expect_length(lines(paper_table(vctrs::vec_rbind(x[1, ], x[2, ]))), 6)
  x$remark <- c("good", "bad", NA)
  expect_equal(cells(lines(paper_table(x))[3])[7], "good")
  # A missing value is a dash, as in every table, and the note explains it.
  expect_equal(cells(lines(paper_table(x))[5])[7], dash)
  expect_match(paper_table(x), "no remark")
  fewer <- x[setdiff(names(x), c("metric", "n_items", "n_raters", "n_ratings", "status", "remark"))]
  expect_equal(cells(lines(paper_table(fewer))[1]), c("Part", "Krippendorff's alpha", "95% CI"))

  skip_if_not_installed("dplyr")
  bound <- dplyr::bind_rows(x, x)
  expect_equal(cells(lines(paper_table(bound))[1])[3], "95% CI")
  expect_length(lines(paper_table(dplyr::filter(x, Part != "third"))), 6)
  expect_length(lines(paper_table(dplyr::group_by(dplyr::slice(x, 1), Part))), 5)
})

test_that("a table is text: it prints, goes into a file, and is what knitr shows", {
  table <- paper_table(result(), "latex")
  expect_s3_class(table, c("accord_table", "knitr_kable"), exact = TRUE)
  expect_equal(attr(table, "format"), "latex")
  expect_output(print(table), "\\toprule", fixed = TRUE)
  file <- tempfile()
  writeLines(table, file)
  expect_equal(readLines(file), lines(table))
  unlink(file)

  expect_identical(format(table), as.character(table))
  shown <- knitr::knit_print(table)
  expect_s3_class(shown, "knit_asis")
  expect_match(shown, as.character(table), fixed = TRUE)
})

test_that("the format follows the document that knitr makes", {
  format_in <- function(target) {
    old <- options(knitr.in.progress = TRUE)
    before <- knitr::opts_knit$get("rmarkdown.pandoc.to")
    on.exit({
      options(old)
      knitr::opts_knit$set(rmarkdown.pandoc.to = before)
    })
    knitr::opts_knit$set(rmarkdown.pandoc.to = target)
    attr(paper_table(result()), "format")
  }
  expect_equal(attr(paper_table(result()), "format"), "markdown")
  expect_equal(format_in("latex"), "latex")
  expect_equal(format_in("html"), "html")
  skip_if(rlang::is_installed("flextable"), "with flextable it is a table of this package")
  expect_equal(format_in("docx"), "markdown")
})

test_that("arguments for kable are passed on", {
  latex <- paper_table(result(), "latex", caption = "A.", position = "h!")
  expect_match(latex, "\\begin{table}[h!]", fixed = TRUE)
  expect_match(paper_table(result(), col.names = letters[1:6]), "^[|]a +[|] +b[|]")
  expect_fault(paper_table(result(), escape = TRUE), "argument", "1 argument cannot.*escape")
  expect_fault(paper_table(result(), "latex", 3, FALSE, NULL, NULL, 1), "argument", "unnamed")
})

test_that("what is no result, or cannot be a table, is an error", {
  skip_if_quick()
  expect_fault(paper_table(letters), "not_agreement", "It is a character vector")
  expect_fault(paper_table(data.frame(a = 1)), "not_agreement", "without the class of a result, with the column a")
  expect_fault(paper_table(data.frame(a = 1)), "not_agreement", "span_consensus.*knitr::kable")
  bare <- result()
  bare$estimate <- NULL
  expect_fault(paper_table(bare), "not_agreement", "lacks 1 column: estimate")
  expect_fault(paper_table(tidy(result())), "not_agreement", "lacks 1 column: coefficient.*itself")
  expect_fault(paper_table(result()[0, ]), "no_rows", "0 rows")
  text <- result(estimate = letters[1:3])
  expect_fault(paper_table(text), "not_agreement", "1 is not: estimate", columns = "estimate")
  texts <- result(conf.low = letters[1:3], conf.high = letters[1:3])
  expect_fault(paper_table(texts), "not_agreement", "2 are not: conf.low and conf.high")

  x <- result()
  x$list <- list(1, 2, 3)
  expect_fault(paper_table(x), "list_column", "1 column is .*list", columns = "list")
  x$matrix <- matrix(0, 3, 2)
  expect_fault(paper_table(x), "list_column", "2 columns are .*list.*matrix", columns = c("list", "matrix"))
})

test_that("arguments are checked", {
  skip_if_quick()
  expect_fault(paper_table(result(), "pdf"), "argument", "latex", argument = "format")
  expect_fault(paper_table(result(), digits = -1), "argument", argument = "digits")
  expect_fault(paper_table(result(), digits = 1.5), "argument", "whole number", argument = "digits")
  expect_fault(paper_table(result(), leading_zero = NA), "argument", argument = "leading_zero")
  expect_fault(paper_table(result(), caption = c("a", "b")), "argument", argument = "caption")
  expect_fault(paper_table(result(), label = "a"), "argument", "needs a `caption`", argument = "label")
})

# Two groups with three coefficients that are not in the registry, so that labels are ids.
several <- function(..., keys = tibble::tibble(Part = rep(c("first", "second"), each = 3))) {
  columns <- list(
    coefficient = rep(c("one", "two", "six"), 2),
    metric = rep("identity", 6),
    estimate = c(0.1, 0.2, 0.3, 0.4, NA, NA),
    std.error = rep(0.1, 6),
    conf.low = c(0, 0.1, 0.2, 0.3, NA, NA),
    conf.high = c(0.2, 0.3, 0.4, 0.5, NA, NA),
    observed = rep(0.1, 6),
    expected = rep(0.2, 6),
    n_items = c(200L, 200L, 198L, 50L, 50L, 50L),
    n_raters = rep(3L, 6),
    n_ratings = rep(600L, 6),
    n_categories = rep(2L, 6),
    interval = rep("analytic", 6),
    conf.level = rep(0.95, 6),
    status = rep(c("ok", "one category only"), c(4, 2))
  )
  new_agreement(keys, utils::modifyList(columns, list(...)))
}

test_that("weights and levels stand behind the coefficient unless all are plain", {
  labels <- function(coefficient, metric) {
    coefficient_labels(data.frame(coefficient = coefficient, metric = metric))
  }
  expect_equal(labels(c("a", "b"), c("identity", "nominal")), c("a", "b"))
  expect_equal(
    labels(c("a", "a", "krippendorff_alpha"), c("identity", "quadratic", "ordinal weights")),
    c("a (unweighted)", "a (quadratic)", "Krippendorff's alpha (ordinal weights)")
  )
  expect_equal(
    labels(c("a", "krippendorff_alpha", "b"), c("custom", "custom", NA)),
    c("a (custom weights)", "Krippendorff's alpha (custom distance)", "b")
  )
  expect_no_match(labels(c("icc1", "icc_ak"), "interval"), "interval")
})

test_that("rows of a group without a value for one reason share a phrase", {
  expect_match(paper_table(several()), "ratings. For second, two and six: one category only.", fixed = TRUE)
  none <- several(estimate = c(0.1, 0.2, 0.3, NA, NA, NA), status = rep(c("ok", "no ratings"), each = 3))
  expect_match(paper_table(none), "ratings. For second: no ratings.", fixed = TRUE)
})

test_that("a wide table has a column per coefficient, and intervals below", {
  table <- lines(paper_table(several(), wide = TRUE))
  range <- if (l10n_info()[["UTF-8"]]) "198\u2013200" else "198-200"
  expect_equal(cells(table[1]), c("Part", "one", "two", "six", "Items"))
  expect_equal(cells(table[3]), c("first", ".100", ".200", ".300", range))
  expect_equal(cells(table[4])[1:4], c("", "[.000, .200]", "[.100, .300]", "[.200, .400]"))
  expect_equal(cells(table[5])[1:5], c("second", ".400", dash, dash, "50"))
  expect_equal(cells(table[6])[1:4], c("", "[.300, .500]", "", ""))
  expect_equal(
    table[8], paste(
      "*Note.* Each row has 3 raters and 600 ratings. For second, two and six: one category only.",
      "95% CI in brackets: analytic."
    )
  )
})

test_that("a wide table goes by groups and coefficients, not by the order of rows", {
  shuffled <- paper_table(several()[c(1, 4, 5, 2, 6, 3), ], wide = TRUE)
  expect_identical(as.character(shuffled), as.character(paper_table(several(), wide = TRUE)))
  gap <- lines(paper_table(several()[-2, ], wide = TRUE))
  expect_equal(cells(gap[1])[2:4], c("one", "six", "two"))
  expect_equal(cells(gap[3])[2:4], c(".100", ".300", ""))
  expect_equal(cells(gap[4])[2:4], c("[.000, .200]", "[.200, .400]", ""))
})

test_that("coefficients of some groups alone stand where the registry has them, whichever group comes first", {
  data <- expand.grid(item = 1:8, rater = c("ann", "bob", "cat"), part = c("p", "q"))
  data$label <- c("a", "b", "b")[(data$item * 3 + as.integer(data$rater) * data$item) %% 3 + 1]
  for (two in c("p", "q")) {
    x <- agreement(data[data$part != two | data$rater != "cat", ], item, rater, label, by = part, ci = ci_none())
    headings <- cells(lines(paper_table(x, wide = TRUE))[1])
    expect_equal(headings[2:10], c(
      "Percent agreement", "Cohen's kappa", "Scott's pi", "Fleiss' kappa", "Conger's kappa", "Light's kappa",
      "Brennan-Prediger", "Gwet's AC1", "Krippendorff's alpha (nominal)"
    ))
  }
})

test_that("a wide table without intervals or groups has one line", {
  skip_if_quick()
  none <- several(conf.low = rep(NA_real_, 6), conf.high = rep(NA_real_, 6))
  table <- lines(paper_table(none, wide = TRUE))
  expect_equal(cells(table[4])[1:3], c("second", ".400", dash))
  expect_no_match(table, "brackets")
  expect_no_match(paper_table(none, "latex", wide = TRUE), "addlinespace")
  alone <- lines(paper_table(several()[1:3, names(several()) != "Part"], wide = TRUE))
  expect_equal(cells(alone[1])[1:4], c("one", "two", "six", "Items"))
  expect_equal(cells(alone[3])[1:3], c(".100", ".200", ".300"))
  anonymous <- several(n_raters = c(3L, 3L, 3L, NA, NA, NA))
  expect_equal(cells(lines(paper_table(anonymous, wide = TRUE))[5])[6], dash)
})

test_that("a wide table in latex and html keeps its intervals below", {
  latex <- paper_table(several(), "latex", wide = TRUE)
  expect_match(latex, " & {}[.000, .200] & {}[.100, .300]", fixed = TRUE)
  expect_match(latex, "198--200", fixed = TRUE)
  expect_length(gregexpr("addlinespace", latex, fixed = TRUE)[[1]], 1)
  expect_match(latex, "95\\%~CI in brackets:~analytic.", fixed = TRUE)
  expect_match(paper_table(several(), "html", wide = TRUE), "colspan=\"5\".*95% CI in brackets")
})

test_that("a cell of a wide table has one row", {
  x <- several()
  expect_fault(
    paper_table(rbind(x, x[1, ]), wide = TRUE), "not_wide", "1 row repeats.*first, one",
    rows = 7L
  )
  expect_fault(paper_table(rbind(x, x[1:2, ]), wide = TRUE), "not_wide", "2 rows repeat ")
  cnd <- expect_fault(paper_table(rbind(x, x[c(1, 1), ]), wide = TRUE), "not_wide", rows = 7:8)
  expect_length(gregexpr("first, one", conditionMessage(cnd), fixed = TRUE)[[1]], 1)
  expect_fault(paper_table(x, wide = NA), "argument", argument = "wide")
})

test_that("tests have a statistic with its name, and p values as the APA writes them", {
  x <- result(estimate = c(0.1, 0.2, 0.3))
  heading <- function(x) cells(lines(paper_table(x))[1])
  x$statistic <- c(2, -3.291, 40)
  x$p.value <- 2 * pnorm(-abs(x$statistic))
  table <- lines(paper_table(x))
  expect_equal(cells(table[1])[4:5], c("z", "p"))
  expect_equal(cells(table[3])[4:5], c("2.00", ".046"))
  expect_equal(cells(table[4])[4:5], c(paste0(minus, "3.29"), "\\< .001"))
  expect_equal(cells(lines(paper_table(x, leading_zero = TRUE))[4])[5], "\\< 0.001")
  expect_match(paper_table(x, "html"), "&lt; .001", fixed = TRUE)
  expect_match(paper_table(x, "latex"), "\\textless{} .001", fixed = TRUE)

  x$p.value <- 2 * pt(-abs(x$statistic), 11)
  expect_equal(heading(x)[4:5], c("t", "p"))
  x$df1 <- c(5, 5, NA)
  x$df2 <- c(4.25, 10, NA)
  x$statistic[3] <- NA
  x$p.value[3] <- NA
  table <- lines(paper_table(x))
  expect_equal(cells(table[1])[4:7], c("F", "df1", "df2", "p"))
  expect_equal(cells(table[3])[4:6], c("2.00", "5", "4.2"))
  expect_equal(cells(table[5])[4:7], rep("", 4))
  x$statistic <- x$p.value <- x$df1 <- x$df2 <- NA_real_
  expect_equal(heading(x)[4], "Items")
})

test_that("the words of interpret() have a column, and their source a note", {
  skip_if_quick()
  x <- interpret(result(), "krippendorff", "probabilistic")
  table <- lines(paper_table(x))
  expect_equal(cells(table[1])[4:5], c("Interpretation", "Probability"))
  expect_equal(cells(table[3])[4:5], c("Not reliable", "1.000"))
  expect_equal(cells(table[5])[4:5], c("", ""))
  expect_match(
    paper_table(x),
    "third: one category only. Interpretation after Krippendorff (2004). Probability is that of the label",
    fixed = TRUE
  )
  expect_no_match(paper_table(interpret(result(), c(all = -1))), "Interpretation after")
  expect_no_match(paper_table(x, wide = TRUE), "Interpretation after")
  own <- paper_table(interpret(result(), c(all = -1), "probabilistic"))
  expect_match(own, "third: one category only. Probability is that", fixed = TRUE)
  nothing <- paper_table(interpret(result(coefficient = rep("percent_agreement", 3))))
  expect_no_match(nothing, "Interpretation")
})

test_that("the number of categories has a column where chance depends on it, or on request", {
  skip_if_quick()
  x <- result(n_categories = c(5L, 5L, 1200L))
  heading <- function(x, ...) cells(lines(paper_table(x, ...))[1])
  expect_identical(heading(x), heading(x, categories = FALSE))
  expect_identical(heading(x, categories = TRUE), c(heading(x), "Categories"))
  expect_equal(cells(lines(paper_table(x, categories = TRUE))[5])[7], "1,200")
  for (id in c("brennan_prediger", "gwet_ac1", "gwet_ac2")) {
    y <- result(coefficient = rep(id, 3), n_categories = rep(5L, 3))
    expect_match(paper_table(y), "Note.* Each row has 5 categories", info = id)
    expect_identical(tail(heading(y, categories = FALSE), 1), "Ratings")
  }
  wide <- several(coefficient = rep(c("one", "two", "gwet_ac1"), 2), n_categories = rep(c(5L, 3L), each = 3))
  table <- lines(paper_table(wide, wide = TRUE))
  expect_identical(tail(cells(table[1]), 1), "Categories")
  expect_identical(tail(cells(table[3]), 1), "5")
  expect_fault(paper_table(x, categories = "yes"), "argument", "`categories` must be")
})

test_that("caption and note are text, unless they are marked as markup", {
  skip_if_quick()
  of <- function(format, ...) as.character(paper_table(result(), format, ...))
  expect_match(of("latex", caption = "50% of A_B & C"), "\\caption{50\\% of A\\_B \\& C}", fixed = TRUE)
  expect_match(of("latex", caption = I("\\emph{A}")), "\\caption{\\emph{A}}", fixed = TRUE)
  expect_match(of("html", caption = "a < b"), ">a &lt; b</caption>", fixed = TRUE)
  expect_match(of("html", caption = I("<b>a</b>")), "><b>a</b></caption>", fixed = TRUE)
  expect_match(of("latex", note = "100% of A_B."), "textit{Note.} 100\\% of A\\_B. ", fixed = TRUE)
  expect_match(of("latex", note = I("\\emph{x}")), "textit{Note.} \\emph{x}. ", fixed = TRUE)
  expect_match(of("latex", caption = "A", label = "my_table"), "\\label{tab:my_table}", fixed = TRUE)
  expect_fault(of("latex", caption = "A", label = "50%"), "argument", "letters, digits", argument = "label")
  expect_match(of("latex", caption = "A", label = I("50\\%")), "tab:50\\%", fixed = TRUE)
  expect_fault(of("latex", note = 1), "argument", argument = "note")
})

test_that("arguments that kable does not know are a sentence", {
  expect_fault(paper_table(result(), n = 5), "argument", "knitr::kable", argument = "n")
})

test_that("other results of accord are called by their names", {
  skip_if_quick()
  # Each has its own table as long as it has its class.
  plain <- function(x) tibble::new_tibble(as.list(x), nrow = nrow(x))
  data <- rated(ann = c("a", "b", "b"), bob = c("a", "b", "a"), cat = c("b", "b", "a"))
  # alpha and Fleiss' kappa of complete data differ by no more than their definitions
  expect_warning(
    comparison <- compare_agreement(data, item, rater, label, coefficients = c("fleiss", "alpha")), "no interval"
  )
  expect_fault(paper_table(as_ratings(data, item, rater, label)), "not_agreement", "is ratings, of `as_ratings\\(\\)`")
  expect_fault(paper_table(plain(rater_influence(data, item, rater, label))), "not_agreement", "as it was returned")
  expect_fault(
    paper_table(comparison[setdiff(names(comparison), "estimate")]), "missing_column",
    "A table of a comparison must have"
  )
  expect_fault(interpret(comparison), "not_agreement", "It is a comparison")
  expect_fault(interpret(as_ratings(data, item, rater, label)), "not_agreement", "It is ratings")
})

test_that("formats of documents are told which of ours leads to them", {
  skip_if_quick()
  expect_fault(paper_table(result(), digts = 2), "argument", "Did you mean `digits`", argument = "digts")
  expect_fault(paper_table(result(), colnames = "a"), "argument", "Did you mean `col.names`")
  expect_fault(paper_table(result(), n = 5), "argument", "takes `col.names`")
  expect_fault(paper_table(result(), "word"), "argument", "Use \"docx\", .* leave out `format`", value = "word")
  expect_fault(paper_table(result(), "PDF"), "argument", "\"latex\" or \"typst\", whichever")
  for (name in c("tex", "Tex")) expect_fault(paper_table(result(), name), "argument", "mean \"latex\"")
  expect_fault(paper_table(result(), "md"), "argument", "Did you mean \"markdown\"")
  expect_fault(paper_table(result(), "htlm"), "argument", "Did you mean \"html\"")
})

test_that("a group is named once, in the first of its rows, where rows are sorted by groups", {
  skip_if_not_installed("knitr")
  data <- rbind(cbind(result_ratings(), part = "x"), cbind(result_ratings(), part = "y"))
  found <- agreement(data, item, rater, label, by = part, coefficients = c("percent", "fleiss"), ci = ci_none())
  first <- function(table) {
    lines <- strsplit(as.character(table), "\n")[[1]]
    rows <- lines[grepl("agreement|Fleiss", lines)]
    trimws(sub("^[|&]? *([^|&]*)[|&].*", "\\1", rows))
  }
  expect_identical(first(paper_table(found, "markdown")), c("x", "", "y", ""))
  expect_identical(first(paper_table(found, "latex")), c("x", "", "y", ""))
  # Rows in another order are each named, as are the two of a pair.
  expect_identical(first(paper_table(found[c(1, 3, 2, 4), ], "markdown")), c("x", "y", "x", "y"))
  pairs <- strsplit(paper_table(pairwise_agreement(result_ratings(), item, rater, label), "markdown"), "\n")[[1]]
  expect_length(grep("^[|](ann|bob) +[|](bob|cat) ", pairs), 3)
  # Nothing is lost where the result is given on.
  expect_identical(found$part, rep(c("x", "y"), each = 2))
})

test_that("a small group of a long table stays on a page", {
  again <- c(FALSE, TRUE, TRUE, FALSE, rep(TRUE, 13), FALSE, TRUE)
  expect_identical(before_same_group(list(again = again)), c(1L, 2L, 18L))
  expect_identical(before_same_group(list()), integer())
})

test_that("where a table can go on, on a further page, its rows name their groups again", {
  cells <- list(rep("a", 30), rep(c("x", "y"), c(10, 20)), as.character(1:30))
  columns <- list(cells = cells, names = c("One", "Two", "Three"), key = c(TRUE, TRUE, FALSE))
  shown <- groups_once(columns, 12)
  # The groups within the first are blocks of 10 rows, and one of 20, which is halved.
  starts <- c(1, 11, 21)
  expect_identical(which(!shown$again), as.integer(starts))
  expect_identical(which(shown$cells[[1]] != ""), as.integer(starts))
  expect_identical(which(shown$cells[[2]] != ""), as.integer(starts))
  # A table on one page names each group once.
  once <- groups_once(columns)
  expect_identical(which(once$cells[[1]] != ""), 1L)
  expect_identical(which(once$cells[[2]] != ""), c(1L, 11L))
})
