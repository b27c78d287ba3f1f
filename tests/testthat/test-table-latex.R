columns <- function(..., align = "r") {
  n <- ...length()
  list(
    cells = list(...), names = rep("a", n), align = rep(align, n), key = seq_len(n) == 1, joined = rep(FALSE, n)
  )
}
type_of <- function(...) latex_layout(columns(...))$type

# Rows with the first `n` cells of the row above where these are empty: a group is named in the first of its rows.
filled_down <- function(rows, n) {
  cells <- strsplit(rows, " & ", fixed = TRUE)
  for (i in seq_along(cells)[-1]) {
    empty <- which(trimws(sub("^ *&", "", cells[[i]][seq_len(n)])) == "")
    cells[[i]][empty] <- cells[[i - 1]][empty]
  }
  vapply(cells, paste, "", collapse = " & ")
}

test_that("widths are those of the type, and markup has none", {
  # Computer Modern at 10 pt: x 5.28, digits 5, brackets and points 2.78, the minus of formulas about 7.8, and the
  # underscore of T1 7.78.
  expect_equal(text_width(c("xx", "[.1, .2]")), c(10.56, 2 * 2.78 + 3 * 2.78 + 10 + 3.33))
  expect_equal(text_width(c("a\\_b", "$-$5")), c(5 + 7.78 + 5.56, 7.8 + 5))
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

test_that("an estimate and its interval are in one part, whatever the width", {
  # An estimate of 21 pt and an interval of 69 pt at 8.5 pt, after names that could take all of the width.
  many <- columns(strrep("word ", 20), "0.12", "[0.123, 0.456]", "0.12", "[0.123, 0.456]", "0.12", "[0.123, 0.456]")
  many$align[1] <- "l"
  many$joined <- c(FALSE, rep(c(FALSE, TRUE), 3))
  for (width in c(130, 150, 170, 200, 230)) {
    parts <- latex_layout(many, page = latex_page(width))$parts
    part_of <- function(column) which(vapply(parts, function(part) column %in% part, NA))
    for (interval in c(3, 5, 7)) expect_identical(part_of(interval), part_of(interval - 1))
    expect_gt(length(parts), 1)
  }
  # Every interval is joined to a column.
  skip_if_not_installed("knitr")
  heads <- function(text) {
    parts <- strsplit(text, "\\toprule", fixed = TRUE)[[1]][-1]
    vapply(parts, function(part) sub("(?s)\\\\midrule.*$", "", part, perl = TRUE), "", USE.NAMES = FALSE)
  }
  wide <- c("accord_relation_agreement", "accord_comparison", "accord_span_alpha", "accord_severity")
  for (x in every_result()[wide]) {
    found <- heads(as.character(paper_table(x, "latex", style = "acl", caption = "A")))
    expect_length(grep("CI", found), 1)
    expect_match(grep("CI", found, value = TRUE), "Estimate|Diff[.]|Severity")
  }
})

test_that("later parts of a table say that they continue it, also in floats of their own", {
  skip_if_not_installed("knitr")
  raters <- rater_summary(result_ratings(), item, rater, label)
  times <- function(text, mark) lengths(regmatches(text, gregexpr(mark, text)))
  for (caption in list(NULL, "Raters")) {
    text <- as.character(paper_table(raters, "latex", caption = caption, text_width = 150))
    expect_identical(times(text, "[(]continued[)]"), times(text, "toprule") - 1L)
  }
  # More than 36 rows in all parts; in the style of the ACL captions and the lines that continue them are below.
  items <- item_summary(with_seed(1, simulate_ratings(30, 3)), item, rater, rating)
  for (style in list(NULL, "acl")) {
    text <- as.character(paper_table(items, "latex", caption = "Items", text_width = 90, style = style))
    floats <- strsplit(text, "\\begin{table}", fixed = TRUE)[[1]][-1]
    expect_gt(length(floats), 1)
    expect_match(floats[1], "\\caption", fixed = TRUE)
    expect_match(floats[-1], "\\tablename~\\thetable{} (continued)", fixed = TRUE)
    of_table <- regexpr("\\toprule", floats, fixed = TRUE)
    named <- regexpr("\\\\caption|\\\\tablename", floats)
    expect_identical(unique(named > of_table), identical(style, "acl"))
  }
})

test_that("a result with many columns becomes one float with a caption, a note and several tables", {
  skip_if_not_installed("knitr")
  raters <- rater_summary(result_ratings(), item, rater, label)
  text <- as.character(paper_table(raters, "latex", caption = "Raters", note = "A note", text_width = 150))
  expect_equal(lengths(regmatches(text, gregexpr("\\begin{table}", text, fixed = TRUE))), 1)
  expect_equal(lengths(regmatches(text, gregexpr("\\caption", text, fixed = TRUE))), 1)
  expect_gt(lengths(regmatches(text, gregexpr("\\toprule", text, fixed = TRUE))), 1)
  expect_match(
    text,
    paste0("end\\{tabular\\}\n\n\\\\nopagebreak\\\\smallskip\n\\",
      "\\noindent\\{\\\\footnotesize\\\\parbox\\[t\\]\\{\\\\linewidth\\}",
      "\\{\\\\raggedright \\\\textit\\{Note.\\} A note")
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
  text <- as.character(paper_table(raters, "latex", text_width = 150))
  expect_gt(count(text, "\\toprule"), 1)
  expect_equal(count(text, "\\noindent\\begin{tabular}{"), count(text, "\\toprule"))
  expect_no_match(as.character(paper_table(raters, "latex", caption = "A")), "noindent\\begin", fixed = TRUE)
})

test_that("a part repeats all columns that tell which row it is, numbers too", {
  skip_if_not_installed("knitr")
  text <- as.character(paper_table(every_result()$accord_plan, "latex"))
  expect_no_match(text, "Items &.*Items &") # of one coefficient: no parts
  plan <- with_seed(1, plan_agreement(
    n_items = c(20, 40), ratings_per_item = 2:3, coefficients = c("alpha", "gwet_ac1"), times = 5, ci = ci_jackknife()
  ))
  text <- strsplit(as.character(paper_table(plan, "latex", text_width = 250)), "\n")[[1]]
  expect_gt(sum(text == "\\toprule"), 1)
  rows <- filled_down(grep("^([24]0)? *&.*(alpha|AC1)", text, value = TRUE), 2)
  expect_match(rows, "^[24]0 & [23] &")
  expect_length(rows, sum(text == "\\toprule") * nrow(plan))
  expect_true(all(grepl("Krippendorff's alpha|Gwet's AC1", rows)))
})

# The rows of each part of a table up to the last of its first `n` cells.
row_names <- function(table, n) {
  text <- strsplit(as.character(table), "\n")[[1]]
  rows <- regmatches(text, regexpr(paste0("^([^&]*&){", n, "}"), text))
  rows <- rows[!grepl("parbox\\[b\\]|^G ", rows)]
  rows <- filled_down(rows, 1)
  split(rows, rep(seq_len(sum(text == "\\toprule")), each = length(rows) / sum(text == "\\toprule")))
}

test_that("in every result each part says which row it is", {
  skip_if_not_installed("knitr")
  data <- transform(result_ratings(), g = rep(c("x", "y"), each = 12))
  data$score <- c(1, 2, 2, 4, 5, 4, 2, 2, 3, 5, 5, 4)
  by_two <- list(
    pairwise_agreement(data, item, rater, label, by = g),
    rater_summary(data, item, rater, label, by = g),
    limits_of_agreement(data, item, rater, score, by = g),
    icc(data, item, rater, score, by = g)
  )
  n_keys <- c(3, 2, 3, 2)
  for (i in seq_along(by_two)) {
    names <- row_names(suppressWarnings(paper_table(by_two[[i]], "latex")), n_keys[i])
    for (part in names) expect_identical(anyDuplicated(part), 0L)
    expect_length(names[[1]], nrow(by_two[[i]]))
  }
})

test_that("names of rows that leave no room for a number stand in several lines", {
  wide <- columns(strrep("x ", 60), strrep("y", 60), "1")
  wide$align <- c("l", "l", "r")
  wide$key <- c(TRUE, TRUE, FALSE)
  layout <- latex_layout(wide)
  expect_identical(layout$parts, list(1:3))
  expect_match(layout$cells[[1]], "^\\\\parbox\\[t\\][{]([0-9.]+)em[}]")
  # A word of 60 letters breaks between letters: 60 * 5.28 * .85 = 269 pt.
  expect_match(layout$cells[[2]], "y\\allowbreak{}y", fixed = TRUE)
  expect_identical(gsub("\\\\allowbreak[{][}]", "", break_words("a\\_b\\textless{}$-$c", 8)), "a\\_b\\textless{}$-$c")
})

test_that("columns are aligned as LaTeX knows it", {
  skip_if_quick()
  x <- krippendorff_alpha(result_ratings(), item, rater, label)
  n <- length(strsplit(strsplit(paper_table(x, "markdown"), "\n")[[1]][1], "|", fixed = TRUE)[[1]]) - 1
  for (wrong in list("x", strrep("r", n + 1), rep("q", n), rep("p{", n))) {
    expect_fault(paper_table(x, "latex", align = wrong), "argument")
  }
  for (good in list("c", strrep("r", n), "p{2cm}", rep("S[table-format=1.3]", n), rep(">{\\bfseries}l", n))) {
    expect_s3_class(paper_table(x, "latex", align = good), "accord_table")
  }
})

test_that("a table is as wide as the lines that it is for", {
  skip_if_quick()
  skip_if_not_installed("knitr")
  raters <- rater_summary(result_ratings(), item, rater, label)
  parts <- function(...) {
    lengths(regmatches(text <- paper_table(raters, "latex", ...), gregexpr("\\toprule", text, fixed = TRUE)))
  }
  expect_lt(parts(text_width = 455), parts(text_width = 219))
  expect_lt(parts(), parts(text_width = 150))
  old <- options(accord.text_width = 455)
  on.exit(options(old))
  expect_equal(parts(), parts(text_width = 455))
  expect_fault(paper_table(raters, "latex", text_width = "wide"), "argument")
})

test_that("headings in several lines make no line of code that is longer than a page", {
  skip_if_not_installed("knitr")
  table <- paper_table(krippendorff_alpha(result_ratings(), item, rater, label), "latex", text_width = 240)
  lines <- strsplit(as.character(table), "\n")[[1]]
  expect_match(lines, "begin{tabular}[b]", fixed = TRUE, all = FALSE)
  expect_lt(max(nchar(lines)), 80)
})

# Seven coefficients of three groups: 21 rows, which need two parts, since no column of numbers is narrowed.
conditions <- function() {
  of <- function(name) data.frame(with_seed(1, simulate_ratings(20, 3, prevalence = c(a = .5, b = .3, c = .2))), name)
  data <- do.call(rbind, lapply(c("a first condition", "a second condition", "a third condition"), of))
  x <- agreement(data, item, rater, rating, by = name)
  x[paste0(c("first", "second", "third", "fourth"), "_session")] <- 0.5
  x
}

test_that("the rows of a table are counted once, in however many parts it is set", {
  skip_if_quick()
  text <- as.character(paper_table(
    conditions(), "latex",
    caption = "About x", label = "x", note = "Of all."
  ))
  expect_no_match(text, "longtable")
  # No page is long enough for both parts, so each is a float; the first has the caption, the last the note.
  expect_length(gregexpr("\\begin{table}", text, fixed = TRUE)[[1]], 2)
  expect_length(gregexpr("\\footnotesize\\setlength", text, fixed = TRUE)[[1]], 2)
  expect_length(gregexpr("\\caption", text, fixed = TRUE)[[1]], 1)
  parts <- strsplit(text, "\\end{table}\n\n\\begin{table}", fixed = TRUE)[[1]]
  expect_match(parts[1], "\\caption{\\label{tab:x}About x}", fixed = TRUE)
  expect_match(parts[2], "\\tablename~\\thetable{} (continued)", fixed = TRUE)
  expect_match(parts[2], "\\textit{Note.} Of all.", fixed = TRUE)
  expect_no_match(parts[1], "Note.", fixed = TRUE)
  # The environment is that of the first.
  both <- as.character(paper_table(conditions(), "latex", caption = "x", table.envir = "table*", position = "p"))
  expect_length(gregexpr("\\begin{table*}[p]", both, fixed = TRUE)[[1]], 2)
  expect_length(gregexpr("\\end{table*}", both, fixed = TRUE)[[1]], 2)
  plain <- as.character(paper_table(conditions(), "latex"))
  expect_no_match(plain, "longtable|begin.table|tablename")
  twice <- rbind(conditions(), conditions())
  expect_match(as.character(paper_table(twice, "latex")), "\\begin{longtable}", fixed = TRUE)
  skip_if(Sys.which("pdflatex") == "", "pdflatex is not installed")
  tables <- c(floats = text, star = both, plain = plain)
  expect_identical(latex_faults("pdflatex", tables), character())
})

test_that("names that are set in several lines count as several rows", {
  x <- conditions()
  x$name <- paste(strrep("a very long name of a condition, ", 5), x$name)
  expect_match(as.character(paper_table(x, "latex")), "\\begin{longtable}", fixed = TRUE)
})

test_that("signs are as wide as in T1", {
  skip_if_quick()
  # \\wd0 of \\setbox0\\hbox{\\_}, {\\%} and {\\#} in ecrm1000; those of cmr10 are 3.6, 8.33336 and 8.33336.
  expect_equal(text_width(c("\\_", "\\%", "\\#")), c(7.77588, 8.3313, 8.3313), tolerance = 0.001)
  skip_if(Sys.which("pdflatex") == "", "pdflatex is not installed")
  x <- conditions()[1:3, ]
  for (name in c("beta & gamma_50%", "_____", "%#_%#_%#_", "a_b_c_d_e")) {
    x$name <- name
    widths <- seq(200, 345, by = test_size(5, 1))
    tables <- vapply(widths, function(width) as.character(paper_table(x, "latex", text_width = width)), "")
    tables <- paste0("\\hsize=", widths, "pt\\relax\n", tables)
    names(tables) <- paste("width", widths)
    expect_identical(latex_faults("pdflatex", tables, "\\usepackage[T1]{fontenc}"), character())
  }
})

# Three groups of two groups of rows, with names that leave no room beside them.
nested <- function(rows = 4) {
  x <- expand.grid(row = seq_len(rows), judge = sprintf("judge-%d-of-some-company", 1:2), part = paste("part", 1:3))
  rater <- sprintf("the rater with number %02d", x$row)
  new_result(list(
    part = as.character(x$part), judge = as.character(x$judge), rater = rater, agree_majority = rep(0.5, nrow(x)),
    conf.low = rep(0.25, nrow(x)), conf.high = rep(0.75, nrow(x)), conf.level = rep(0.95, nrow(x))
  ), nrow(x), "accord_disagreements")
}

test_that("names of groups stand above their rows where they leave no room for others", {
  skip_if_not_installed("knitr")
  columns <- function(x) {
    keys <- Map(name_column, c("Part", "Judge", "Rater"), list(x$part, x$judge, x$rater))
    groups_once(bind_columns(c(as_keys(keys), list(column("Share", rep("0.50", nrow(x)), TRUE)))))
  }
  x <- nested()
  layout <- latex_layout(columns(x), page = latex_page(135), may_head = TRUE)
  expect_length(layout$parts, 1)
  cells <- layout$cells
  heads <- grepl("multicolumn", cells[[1]])
  groups <- unique(paste(x$part, x$judge, sep = ", "))
  expect_identical(cells[[1]][heads], paste0("\\multicolumn{2}{@{}l@{}}{\\textit{", groups, "}}"))
  # All rows are there, in their order, each below its group.
  expect_identical(sum(!heads), nrow(x))
  expect_identical(cells[[2]][!heads], rep("0.50", nrow(x)))
  expect_identical(groups[cumsum(heads)[!heads]], paste(x$part, x$judge, sep = ", "))
  # With the room for them they are columns, and numbers always are.
  expect_length(latex_layout(columns(x), page = latex_page(500), may_head = TRUE)$cells, 4)
  numbered <- columns(x)
  numbered$align[1] <- "r"
  expect_false(any(grepl("multicolumn", unlist(latex_layout(numbered, page = latex_page(120), may_head = TRUE)$cells))))
})

test_that("in two columns a table longer than a page is in several floats, and never a longtable", {
  skip_if_not_installed("knitr")
  x <- nested(12)
  text <- as.character(paper_table(x, "latex", style = "acl", caption = "Long", label = "long"))
  expect_no_match(text, "longtable")
  floats <- strsplit(text, "\\begin{table}", fixed = TRUE)[[1]][-1]
  expect_gt(length(floats), 1)
  expect_length(grep("\\caption{", floats, fixed = TRUE), 1)
  expect_length(grep("\\thetable{} (continued)", floats, fixed = TRUE), length(floats) - 1)
  # Each row is in one float, and each float has at most as many lines as a page, and begins with its groups.
  rows <- lapply(floats, function(float) grep("number [0-9]+.* & ", strsplit(float, "\n")[[1]], value = TRUE))
  expect_identical(sum(lengths(rows)), nrow(x))
  expect_lte(max(lengths(rows)), LONG_ROWS)
  expect_true(all(grepl("midrule\n(\\\\multicolumn|part)", floats)))
  # A user who wants a long table gets it, and other styles have it by default.
  expect_match(as.character(paper_table(x, "latex", style = "acl", longtable = TRUE)), "longtable")
  expect_match(as.character(paper_table(x, "latex")), "longtable")
  skip_if(Sys.which("pdflatex") == "", "pdflatex is not installed")
  plain <- as.character(paper_table(x, "latex", style = "acl"))
  expect_identical(latex_faults("pdflatex", c(floats = text, plain = plain)), character())
})
