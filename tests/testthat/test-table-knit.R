skip_if_not_installed("knitr")

test_that("a result in a document is its table", {
  alpha <- krippendorff_alpha(result_ratings(), item, rater, label)
  expect_equal(as.character(knitr::knit_print(alpha)), paste0("\n\n", paper_table(alpha), "\n\n"))
})

test_that("of a long result the first rows are shown, and it says so", {
  data <- data.frame(item = rep(1:40, each = 2), rater = c("ann", "bob"), label = c("a", "b", "a", "a"))
  text <- as.character(knitr::knit_print(item_summary(data, item, rater, label)))
  expect_match(text, "*Note.* The first 30 of 40 rows.", fixed = TRUE)
  expect_length(grep("^[|] *[0-9]", strsplit(text, "\n")[[1]]), 30)
})

test_that("list columns have no place there", {
  skip_if_quick()
  pairs <- pairwise_agreement(result_ratings(), item, rater, label, confusion = TRUE)
  expect_match(as.character(knitr::knit_print(pairs)), "First rater")
})

test_that("what can no longer be a table prints", {
  alpha <- krippendorff_alpha(result_ratings(), item, rater, label)
  alpha$estimate <- NULL
  utils::capture.output(knitted <- knitr::knit_print(alpha, list()))
  expect_false(inherits(knitted, "knit_asis"))
})

test_that("of a query the first rows are shown, as of a result in memory", {
  skip_if_quick()
  skip_if_not_installed("dbplyr")
  skip_if_not_installed("RSQLite")
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  on.exit(DBI::dbDisconnect(con))
  DBI::dbWriteTable(con, "few", result_ratings())
  DBI::dbWriteTable(con, "many", data.frame(item = rep(1:40, each = 2), rater = c("ann", "bob"), label = c("a", "b")))
  shown <- function(x) as.character(knitr::knit_print(x))
  items <- item_summary(dplyr::tbl(con, "many"), item, rater, label)
  expect_match(shown(items), "Note.* The first 30 rows[.]")
  skip_if_not(asks_all(), "long")
  expect_match(shown(consensus(dplyr::tbl(con, "few"), item, rater, label)), "[*]Note.[*] t3: tie")
  utils::capture.output(plain <- knitr::knit_print(dplyr::count(items)))
  expect_false(inherits(plain, "knit_asis"))
})

test_that("in HTML a table that is too wide scrolls in the page", {
  table <- paper_table(krippendorff_alpha(result_ratings(), item, rater, label), "html")
  text <- as.character(knitr::knit_print(table))
  expect_match(text, "^\n\n<div style=\"overflow-x: auto\">\n<table.*</table>\n</div>\n\n$")
})

test_that("a table that a chunk prints as it is reaches LaTeX whole", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available())
  folder <- tempfile("asis")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  raters <- rater_summary(result_ratings(), item, rater, label)
  saveRDS(raters, file.path(folder, "raters.rds"))
  source <- c(
    "---", "title: A", "---", "", "```{r, results = 'asis', echo = FALSE}",
    "for (i in 1:2) print(accord::paper_table(readRDS('raters.rds')))", "```"
  )
  writeLines(source, file.path(folder, "a.Rmd"))
  made <- rmarkdown::render(
    file.path(folder, "a.Rmd"), rmarkdown::latex_document(), quiet = TRUE, envir = new.env()
  )
  text <- paste(readLines(made), collapse = "\n")
  # A4 has 597.5 pt less 2 in of 72.27 pt, and R Markdown sets these margins.
  table <- as.character(paper_table(raters, "latex", text_width = 453))
  expect_equal(lengths(regmatches(text, gregexpr(paste0("center}\n", table), text, fixed = TRUE))), 2)
  expect_match(text, "usepackage{booktabs}", fixed = TRUE)
})

test_that("tables of one chunk have labels of their own, and the next run of knitr begins anew", {
  skip_if_quick()
  alpha <- krippendorff_alpha(result_ratings(), item, rater, label)
  code <- c(
    "```{r two, results = 'asis'}", "for (k in 1:3) print(paper_table(alpha, 'latex', caption = 'Agreement.'))", "```",
    "```{r one, results = 'asis'}", "print(paper_table(alpha, 'latex', caption = 'Agreement.'))", "```"
  )
  labels <- function() {
    text <- knitr::knit(text = code, quiet = TRUE, envir = list2env(list(alpha = alpha), parent = topenv()))
    regmatches(text, gregexpr("(?<=\\\\label[{])[^}]*", text, perl = TRUE))[[1]]
  }
  expect_equal(labels(), c("tab:two", "tab:two-2", "tab:two-3", "tab:one"))
  expect_equal(labels(), c("tab:two", "tab:two-2", "tab:two-3", "tab:one"))
})

test_that("a float stands beside its chunk, if there is room", {
  alpha <- krippendorff_alpha(result_ratings(), item, rater, label)
  code <- c("```{r}", "accord::paper_table(alpha, 'latex', caption = 'Agreement.')", "```")
  text <- knitr::knit(text = code, quiet = TRUE, envir = list2env(list(alpha = alpha), parent = topenv()))
  expect_match(text, "begin{table}[!htbp]", fixed = TRUE)
  expect_match(paper_table(alpha, "latex", caption = "Agreement."), "begin{table}\n", fixed = TRUE)
})
