skip_if_not_installed("ggplot2")
skip_if_not_installed("knitr")
skip_if_not(capabilities("cairo") || rlang::is_installed("svglite"))

write_report <- function(...) {
  file <- tempfile(fileext = ".html")
  report_agreement(..., file = file)
  paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
}

test_that("a report is one file with tables and pictures, and loads nothing", {
  data <- result_ratings()
  data$rater <- sub("ann", "<ann & co>", data$rater)
  page <- write_report(
    data, item, rater, label, coefficients = "alpha", title = "A < B", text = c(t3 = "The third.")
  )
  expect_match(page, "<title>A &lt; B</title>", fixed = TRUE)
  expect_no_match(page, "<ann|(src|href)=\"http|<script|<link")
  expect_gte(lengths(regmatches(page, gregexpr("src=\"data:image/(svg[+]xml|png);base64", page))), 6)
  expect_gte(lengths(regmatches(page, gregexpr("<table", page))), 5)
  expect_match(page, "The third.", fixed = TRUE)
  expect_match(page, "measured by Krippendorff.*alpha .nominal. with 95% intervals")
  expect_match(page, "Krippendorff, K. .2019.")
})

test_that("what the data do not allow is one sentence", {
  counts <- matrix(c(3, 0, 1, 2, 2, 1), 3, byrow = TRUE, dimnames = list(NULL, c("a", "b")))
  expect_silent(page <- write_report(counts, layout = "counts", coefficients = "fleiss"))
  expect_match(page, "Not shown: [^<]*raters with names")
  same <- data.frame(item = rep(1:3, each = 2), rater = c("x", "y"), label = "a")
  expect_silent(page <- write_report(same, item, rater, label, coefficients = "alpha"))
  expect_match(page, "<h2>Warnings</h2>", fixed = TRUE)
  expect_match(page, "one category only", fixed = TRUE)
})

test_that("raters have their table where a plot of them has nothing to draw", {
  section <- function(page, heading) sub(paste0(".*<h2>", heading, "</h2>(.*?)</section>.*"), "\\1", page)
  both <- data.frame(item = rep(1:5, 2), rater = rep(c("ann", "bob"), each = 5), label = "x")
  part <- section(write_report(both, item, rater, label, coefficients = "percent"), "Raters")
  expect_match(part, "<table.*ann.*bob")
  expect_match(part, "No plot: [^<]*None of 2 raters has one .one category only.")
  expect_no_match(part, "Not shown")
  one <- both[1:5, ]
  one$label <- c("x", "y", "x", "y", "x")
  page <- write_report(one, item, rater, label, coefficients = "percent")
  expect_match(section(page, "Raters"), "<table.*ann.*No plot: ")
  expect_match(section(page, "Items"), "No plot: [^<]*None of 5 items has one .one rating only.")
})

test_that("with groups and several coefficients a group has a row, and as many as asked for are shown", {
  data <- do.call(rbind, lapply(1:3, function(g) cbind(result_ratings(), part = paste("part", g))))
  page <- write_report(data, item, rater, label, by = part, coefficients = c("percent", "fleiss"), n = 2)
  table <- sub(".*<h2>Agreement</h2>(.*?)</table>.*", "\\1", page, perl = TRUE)
  expect_match(table, "class=\"wide pairs\"", fixed = TRUE)
  expect_match(table, "part 2", fixed = TRUE)
  expect_no_match(table, "part 3")
  expect_match(table, "The first 2 of 3 groups.", fixed = TRUE)
})

test_that("a file is not overwritten, and arguments are checked", {
  file <- tempfile(fileext = ".html")
  writeLines("mine", file)
  data <- result_ratings()
  expect_fault(
    report_agreement(data, item, rater, label, file = file), "file_exists", "1 file already exists", files = file
  )
  expect_identical(readLines(file), "mine")
  expect_fault(report_agreement(data, item, rater, label), "argument", "`file` must be one path")
  at <- function(name) report_agreement(data, item, rater, label, file = name)
  expect_fault(at(tempfile(fileext = ".txt")), "extension", "must end in \"[.]html\"")
  expect_fault(at(file.path(tempfile(), "x.html")), "missing_folder")
  page <- tempfile(fileext = ".html")
  expect_fault(report_agreement(data, item, rater, label, file = page, text = "a"), "argument", "names")
})

test_that("a picture is higher with more panels below each other", {
  skip_if_not_installed("jsonlite")
  # An SVG has its height in its first lines; a png has it in bytes 21 to 24.
  height <- function(groups) {
    data <- data.frame(group = rep(seq_len(groups), each = 8), item = rep(1:4, each = 2), rater = c("ann", "bob"))
    data$label <- c("a", "b", "a", "a", "b", "b", "a", "a")
    uri <- html_plot(item_summary(data, item, rater, label, by = group))
    bytes <- jsonlite::base64_dec(sub("\".*", "", sub(".*base64,", "", uri)))
    if (grepl("image/png", uri)) return(sum(as.integer(bytes[21:24]) * 256^(3:0)))
    as.numeric(sub(".*<svg[^>]* height=.([0-9.]+)(pt)?[\"'].*", "\\1", rawToChar(bytes)))
  }
  expect_gt(height(12), 1.5 * height(2))
})

test_that("the paragraph on methods says what varies in the intervals, and what was set aside", {
  data <- result_ratings()
  words <- function(ci, ...) {
    ratings <- suppressWarnings(as_ratings(data, item, rater, label, ...))
    methods_words(suppressWarnings(agreement(ratings, coefficients = "fleiss", ci = ci)), ratings$set_aside)
  }
  expect_match(words(ci_jackknife()), "(jackknife, over items). Missing ratings are left out. Items", fixed = TRUE)
  expect_match(words(ci_jackknife(over = "raters")), "(rater jackknife, over raters)", fixed = TRUE)
  local_seed(1)
  both <- words(ci_bootstrap(times = 50, over = "both"))
  expect_match(both, "(two-way bootstrap, over items and raters)", fixed = TRUE)
  data$part <- as.integer(factor(data$item)) %/% 3
  expect_match(words(ci_analytic(), cluster = part), "(analytic over clusters)", fixed = TRUE)
  first <- sort(unique(data$label[!is.na(data$label)]))[1]
  n <- sum(data$label %in% first)
  others <- setdiff(data$label, c(first, NA))
  data <- rbind(data, data[which(data$label %in% others)[1], ])
  expect_match(
    words(ci_none(), categories = others, duplicates = "first"),
    sprintf("left out, and so are %d ratings outside the categories and 1 duplicate rating. Items", n)
  )
})

test_that("the paragraph on methods writes words small and names as they are", {
  named <- c("percent_agreement", "unanimous_agreement", "fleiss_kappa", "brennan_prediger")
  x <- agreement(result_ratings(), item, rater, label, coefficients = named, ci = ci_none())
  words <- methods_words(x, as_ratings(result_ratings(), item, rater, label)$set_aside)
  those <- "by percent agreement, unanimous agreement, Fleiss' kappa and the coefficient of Brennan and Prediger."
  expect_match(words, those, fixed = TRUE)
})

test_that("a report cites the sources of the coefficients that it has", {
  registry <- accord:::coefficient_registry()
  expect_setequal(setdiff(names(accord:::REFERENCES), c(registry$id, registry$verb)), "ci_bayes")
  cited <- function(coefficients) {
    x <- agreement(result_ratings(), item, rater, label, coefficients = coefficients, ci = ci_none())
    sub("[ .(].*", "", references_of(x))
  }
  expect_equal(cited(c("alpha", "fleiss", "gwet_ac1")), c("Fleiss,", "Gwet,", "Krippendorff,"))
  expect_equal(cited(c("conger", "light", "percent", "brennan")), c("Brennan,", "Conger,", "Light,"))
})

test_that("with groups, items and labels of each group are shown, and what tables leave out is told", {
  data <- do.call(rbind, lapply(1:3, function(g) cbind(result_ratings(), part = paste("part", g))))
  page <- write_report(data, item, rater, label, by = part, coefficients = "alpha", n = 4)
  labels <- sub(".*<h2>Labels by majority</h2>(.*?)</section>.*", "\\1", page, perl = TRUE)
  for (part in paste("part", 1:3)) expect_match(labels, part, fixed = TRUE)
  expect_match(labels, "The first row of each group", fixed = TRUE)
  expect_match(labels, "Share of votes", fixed = TRUE)
})

test_that("of ranks and numbers the report gives shares of disagreement alone, and says that a vote is not a mean", {
  score <- c(1, 3, 2, 2, 5, 4, 1, 1, 3, 4, 2, 2, 5, 5, 1, 2)
  data <- data.frame(item = rep(1:8, each = 2), rater = c("a", "b"), score = score)
  page <- write_report(data, item, rater, score, level = "interval", coefficients = "alpha")
  expect_no_match(page, "<th[^>]*> *Disagreement *</th>")
  expect_match(page, "a mean or a median may be better", fixed = TRUE)
  expect_match(page, "Walley, P. (1996)", fixed = TRUE)
})

test_that("a warning stands in the report without the advice for those who use R", {
  cnd <- tryCatch(
    warn_accord("undefined", c(
      "First.", x = "What was found.", i = paste("Use", strrep("another ", 30)), "!" = "Last."
    )),
    warning = identity
  )
  expect_identical(warning_words(cnd), "First. What was found. Last.")
  skip_if_not(l10n_info()[["UTF-8"]])
  cnd$message <- "First.\n\u2716 What was\n  found.\n\u2139 Use `this`,\n  or that."
  expect_identical(warning_words(cnd), "First. What was found.")
})

test_that("names with signs of HTML are text in a report", {
  signs <- c("a<b & \"q\"", "</table><script>", "\U0001F600")
  set.seed(1)
  data <- data.frame(
    item = rep(paste0("<i>", 1:8, " & \""), each = 3), rater = rep(c("r&d", "\"bob\"", "<cat>"), 8),
    label = sample(signs, 24, TRUE)
  )
  page <- write_report(data, item, rater, label, title = "<T> & \"")
  expect_no_match(page, "<script|<cat|<i>|<T>")
  # Apart from pictures, an ampersand begins an entity.
  expect_no_match(gsub("src=\"[^\"]*\"", "", page), "&(?![#a-z0-9]+;)", perl = TRUE)
  tables <- function(tag) lengths(regmatches(page, gregexpr(tag, page)))
  expect_identical(tables("<table"), tables("</table>"))
})

test_that("of many groups the plot shows all, with one coefficient", {
  data <- data.frame(
    group = rep(1:20, each = 8), item = rep(1:4, each = 2), rater = c("ann", "bob"),
    label = c("a", "b", "a", "a", "b", "b", "a", "a")
  )
  plotted <- plotted_estimates(agreement(data, item, rater, label, by = group))
  expect_identical(plotted$group, 1:20)
  expect_identical(unique(plotted$coefficient), "krippendorff_alpha")
  few <- agreement(data[1:16, ], item, rater, label, by = group)
  expect_identical(plotted_estimates(few), few)
})

test_that("a printed report has no bars to scroll, and its headings stand with what follows", {
  page <- paste(html_page("Title", list()), collapse = "\n")
  print <- sub(".*@media print", "", page)
  expect_match(print, ".wide { overflow: visible; }", fixed = TRUE)
  expect_match(print, "h2 { break-after: avoid;", fixed = TRUE)
})

test_that("a report has a title", {
  d <- data.frame(item = rep(1:3, 2), rater = rep(c("a", "b"), each = 3), label = c("x", "y", "y", "x", "y", "x"))
  file <- tempfile(fileext = ".html")
  expect_fault(report_agreement(d, item, rater, label, file = file, title = NULL), "argument", argument = "title")
  expect_false(file.exists(file))
})

test_that("a device that does not open is left out, and one that is open stays the current one", {
  # Without a screen X11 cannot write a png, although capabilities() reports it.
  skip_on_os(c("windows", "mac"))
  rlang::local_options(bitmapType = "Xlib")
  display <- Sys.getenv("DISPLAY", NA)
  Sys.unsetenv("DISPLAY")
  on.exit(if (!is.na(display)) Sys.setenv(DISPLAY = display), add = TRUE)
  grDevices::pdf(NULL)
  mine <- grDevices::dev.cur()
  on.exit(grDevices::dev.off(mine), add = TRUE)
  expect_null(picture_uri("png", grid::grid.newpage))
  device <- picture_device()
  expect_true(device %in% c("svg", "svglite"))
  expect_match(picture_uri(device, grid::grid.newpage), "^data:image/svg[+]xml;base64,")
  expect_identical(grDevices::dev.cur(), mine)
})

test_that("svglite draws where it is installed", {
  skip_if_not_installed("svglite")
  expect_match(picture_uri("svglite", grid::grid.newpage), "^data:image/svg[+]xml;base64,")
})

test_that("of several questions the report has the table of all, and the parts of each at its own level", {
  sheet <- data.frame(
    id = 1:6, tone_a = c(1, 2, 3, 1, 2, 3), tone_b = c(1, 2, 2, 1, 3, 3),
    ad_a = c("y", "n", "n", "y", "n", "y"), ad_b = c("y", "n", "y", "y", "n", "n")
  )
  x <- read_sheet(sheet, item = id, names = "{question}_{rater}", level = c(tone = "ordinal"))
  page <- write_report(x, coefficients = c("percent", "alpha"), ci = ci_none())
  headings <- regmatches(page, gregexpr("(?<=<h2>)[^<]*", page, perl = TRUE))[[1]]
  expect_identical(headings[1:2], c("The questions", "tone: The data"))
  expect_identical(grep("Agreement|References", headings, value = TRUE), c(
    "tone: Agreement", "ad: Agreement", "References"
  ))
  overview <- sub("(?s).*<h2>The questions</h2>(.*?)</section>.*", "\\1", page, perl = TRUE)
  expect_match(overview, "tone.*ordinal.*ad.*nominal")
  # Two of six pairs differ in both questions.
  expect_identical(lengths(regmatches(overview, gregexpr("[.]667", overview))), 2L)
})
