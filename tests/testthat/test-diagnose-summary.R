skip_if_not_installed("knitr")

ratings <- data.frame(
  item = c("t1", "t1", "t1", "t2", "t2", "t3", "t4"),
  rater = c("ann", "bob", "cat", "ann", "bob", "ann", "d_n"),
  rating = c("a", "a", "b", "a", "b", "b", NA), sure = c(1, 2, 3, 1, 3, 2, 4)
)

test_that("a summary of raters is a table with its reasons below", {
  raters <- rater_summary(ratings, item, rater, rating, mean_of = sure)
  table <- paper_table(raters, "latex", digits = 2)
  # Too wide for one: tables below each other, each with the names of the raters.
  rows <- function(start) {
    # Headings stand in a line of code each.
    text <- gsub("&\n", "& ", as.character(table), fixed = TRUE)
    lines <- grep(paste0("^", start), strsplit(text, "\n")[[1]], value = TRUE)
    cells <- lapply(strsplit(sub("\\\\\\\\$", "", lines), " & ", fixed = TRUE), `[`, -1)
    gsub("\\\\(begin|end)[{]tabular[}](\\[b\\][{]@[{][}]r@[{][}][}])?|\\\\", "", unlist(cells))
  }
  expect_equal(
    rows("Rater"),
    c(
      "Items", "Ratings", "Compared", "Ratersmet", "Majority", "Others", "Pairs", "Kappa", "95% CI",
      "Setaside", "Sharesetaside", "Meansure", "Shareof a", "Shareof b"
    )
  )
  # ann: t1 agrees, t2 is a tie; the others of t1 are tied, for t2 bob chose b; bob agrees on one of two.
  expect_equal(
    rows("ann"),
    c("3", "3", "2", "2", ".50", ".00", ".25", ".00", "---", "0", ".00", "1.33", ".67", ".33")
  )
  expect_equal(rows("d..n"), c(rep("0", 4), rep("---", 5), "1", "1.00", "4.00", "---", "---"))
  expect_match(as.character(table), " d\\_n: no ratings.", fixed = TRUE)
  # The notes are about the columns and the rows that are left.
  few <- paper_table(raters[1:2, c("rater", "agree_majority")], "markdown")
  expect_equal(
    as.character(few), paste0(
      "|Rater | Majority|\n|:-----|--------:|\n|ann   |     .500|\n|bob   |     .500|\n\n",
      "*Note.* Majority: agreement with the majority. In a tie there is no majority, and nobody agrees with it."
    )
  )
  split <- rater_summary(ratings, item, rater, rating, ties = "split")
  expect_match(paper_table(split, "markdown"), "a rating in one of them counts its share of these", fixed = TRUE)
  # Pairs have no ties.
  expect_no_match(paper_table(raters[c("rater", "agree_pairs")], "markdown"), "votes", fixed = TRUE)
})

test_that("a summary of items is a table", {
  items <- item_summary(ratings, item, rater, rating)
  lines <- strsplit(as.character(paper_table(items, "markdown", digits = 2)), "\n")[[1]]
  dash <- intToUtf8(0x2014)
  cells <- function(line) trimws(strsplit(line, "|", fixed = TRUE)[[1]][-1])
  expect_equal(
    cells(lines[1]), c("Item", "Ratings", "Majority", "Share", "Tie", "Unanimous", "Entropy", "Agreement")
  )
  expect_equal(cells(lines[3]), c("t1", "3", "a", ".67", "no", "no", "0.92", ".33"))
  skip_if_not(l10n_info()[["UTF-8"]])
  expect_equal(cells(lines[4]), c("t2", "2", dash, ".50", "yes", "no", "1.00", ".00"))
  expect_equal(cells(lines[5]), c("t3", "1", "b", "1.00", "no", dash, "0.00", dash))
  expect_match(lines[8], "*Note.* Share: the largest share of the ratings that a label has; entropy: ", fixed = TRUE)
  expect_match(lines[8], ". For t3: one rating only. For t4: no ratings. For t2: no majority (a tie).", fixed = TRUE)
})

test_that("means over raters name their figure in a column, or, if there is one, in the note", {
  means <- summary(rater_summary(ratings, item, rater, rating, mean_of = sure))
  agree <- means[startsWith(means$measure, "agree"), ]
  table <- as.character(paper_table(agree, "latex", digits = 2))
  expect_match(table, "Statistic & Mean & 95.% CI & Weighted mean")
  expect_match(table, "Each row has 3 raters and 5 ratings", fixed = TRUE)
  # Weighted: (1 + 1 + 0) of five ratings.
  expect_match(table, "Agreement with the majority & .33 & {}[.00, 1.00] & .40\\\\", fixed = TRUE)
  # Numbers that may pass 1; ann 4 / 3, bob 5 / 2, cat 3, d_n 4.
  all <- as.character(paper_table(means, "latex", digits = 2))
  expect_match(all, "Mean sure & 2.71", fixed = TRUE)
  expect_match(all, "Agreement with the majority & 0.33 & {}[0.00, 1.00] & 0.40", fixed = TRUE)
  one <- as.character(paper_table(agree[1, ], "html"))
  expect_match(one, "<em>Note.</em> Agreement with the majority.", fixed = TRUE)
  expect_no_match(one, "Statistic")
})

test_that("what cannot be a table is an error", {
  raters <- rater_summary(ratings, item, rater, rating)
  expect_fault(paper_table(raters[0, ]), "no_rows")
  expect_fault(paper_table(raters, wide = TRUE), "not_wide", "does not contain coefficients")
  expect_fault(paper_table(item_summary(ratings, item, rater, rating), wide = TRUE), "not_wide")
  expect_fault(paper_table(summary(raters), wide = TRUE), "not_wide")
  raters$more <- list(1)
  expect_fault(paper_table(raters), "list_column", "1 column is", columns = "more")
  raters$again <- list(1)
  expect_fault(paper_table(raters), "list_column", "2 columns are")
})

test_that("limits of raters have the level that was asked for, and the tables say so", {
  data <- result_ratings()
  found <- rater_summary(data, item, rater, label, ci = ci_default(0.8))
  usual <- rater_summary(data, item, rater, label)
  # Limits by t of 8 ratings a rater: their widths are as the quantiles.
  width <- function(x) (x$conf.high - x$kappa)[3]
  expect_equal(width(found) / width(usual), stats::qt(0.9, 7) / stats::qt(0.975, 7))
  expect_match(paper_table(found, "markdown"), "80% CI", fixed = TRUE)
  expect_match(paper_table(usual, "markdown"), "95% CI", fixed = TRUE)
  means <- summary(usual, ci = ci_default(0.5))
  expect_match(paper_table(means, "markdown"), "50% CI", fixed = TRUE)
  kappa <- usual$kappa
  row <- means[means$measure == "kappa", ]
  expect_equal(row$conf.high - row$estimate, stats::qt(0.75, 2) * stats::sd(kappa) / sqrt(3))
  expect_fault(rater_summary(data, item, rater, label, ci = ci_default(1)), "argument")
  expect_fault(summary(usual, ci = ci_default(95)), "argument")
})

test_that("what raters did not answer is said to count as set aside", {
  data <- result_ratings()
  data$label[1] <- NA
  found <- rater_summary(data, item, rater, label)
  expect_match(paper_table(found, "markdown"), "Set aside: missing ratings, ratings outside", fixed = TRUE)
  expect_output(print(found), "# Set aside: missing ratings, ratings outside", fixed = TRUE)
  expect_no_match(paper_table(rater_summary(result_ratings(), item, rater, label), "markdown"), "missing ratings")
})
