skip_if_not_installed("ggplot2")
skip_if_not_installed("knitr")
skip_if_not(capabilities("cairo") || rlang::is_installed("svglite"))

write_report <- function(...) {
  file <- tempfile(fileext = ".html")
  report_agreement(..., file = file)
  paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
}

# A section of a page, without pictures and files.
section <- function(page, heading) {
  rest <- substring(page, regexpr(paste0("<h2>", heading, "</h2>"), page, fixed = TRUE))
  gsub("(src|href)=\"data[^\"]*\"", "", substr(rest, 1, regexpr("</section>", rest, fixed = TRUE) - 1))
}

# The lines of a csv file within a page.
saved_lines <- function(page, name) {
  uri <- sub(paste0(".*download=\"", name, "[.]csv\" href=\"data:[^,]*,([^\"]*)\".*"), "\\1", page)
  strsplit(rawToChar(jsonlite::base64_dec(uri)), "\n", fixed = TRUE)[[1]]
}

test_that("a report is one file with tables and pictures, and loads nothing", {
  skip_if_quick()
  data <- result_ratings()
  data$rater <- sub("ann", "<ann & co>", data$rater)
  page <- write_report(
    data, item, rater, label, coefficients = "alpha", title = "A < B", text = c(t3 = "The third.")
  )
  expect_match(page, "<title>A &lt; B</title>", fixed = TRUE)
  expect_no_match(page, "<ann|(src|href)=\"http|<script[^>]|<link|@import")
  expect_gte(lengths(regmatches(page, gregexpr("<div class=\"plot\"[^>]*>\\s*<(svg|img)", page))), 3)
  expect_gte(lengths(regmatches(page, gregexpr("<table", page))), 5)
  expect_match(page, "The third.", fixed = TRUE)
  expect_match(page, "The coefficient was Krippendorff.*at the nominal level. Intervals are 95% Bayesian")
  expect_match(page, "Krippendorff, K. .2019.")
})

test_that("what the data do not allow is one sentence", {
  skip_if_quick()
  counts <- matrix(c(3, 0, 1, 2, 2, 1), 3, byrow = TRUE, dimnames = list(NULL, c("a", "b")))
  expect_silent(page <- write_report(counts, layout = "counts", coefficients = "fleiss"))
  expect_match(page, "Not shown: [^<]*raters with names")
  same <- data.frame(item = rep(1:3, each = 2), rater = c("x", "y"), label = "a")
  expect_silent(page <- write_report(same, item, rater, label, coefficients = "alpha"))
  expect_match(page, "<h2>Warnings</h2>", fixed = TRUE)
  expect_match(page, "one category only", fixed = TRUE)
})

test_that("raters have their table where a plot of them has nothing to draw", {
  skip_if_quick()
  all <- data.frame(item = rep(1:5, 3), rater = rep(c("ann", "bob", "cat"), each = 5), label = "x")
  part <- section(write_report(all, item, rater, label, coefficients = "percent"), "Raters")
  expect_match(part, "<table.*ann.*bob")
  expect_match(part, "No plot: [^<]*None of 3 raters has one .one category only.")
  expect_no_match(part, "Not shown")
  one <- all[1:5, ]
  one$label <- c("x", "y", "x", "y", "x")
  page <- write_report(one, item, rater, label, coefficients = "percent")
  expect_match(section(page, "Raters"), "No plot: .*<table.*ann")
})

test_that("with groups and several coefficients a group has a row, and as many as asked for are shown", {
  skip_if_quick()
  data <- do.call(rbind, lapply(1:3, function(g) cbind(result_ratings(), part = paste("part", g))))
  page <- write_report(data, item, rater, label, by = part, coefficients = c("percent", "fleiss"), n = 2)
  table <- sub("<div class=\"plot.*", "", section(page, "Agreement"))
  expect_match(table, "<td class=\"c\">[^<]* <br>[[]")
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
  skip_if_quick()
  skip_if_not_installed("jsonlite")
  # An SVG has its height in its first lines; a png has it in bytes 21 to 24.
  height <- function(groups) {
    data <- data.frame(group = rep(seq_len(groups), each = 8), item = rep(1:4, each = 2), rater = c("ann", "bob"))
    data$label <- c("a", "b", "a", "a", "b", "b", "a", "a")
    uri <- html_plot(item_summary(data, item, rater, label, by = group), alt = "Agreement of items")
    if (grepl("image/png", uri)) {
      bytes <- jsonlite::base64_dec(sub("\".*", "", sub(".*base64,", "", uri)))
      return(sum(as.integer(bytes[21:24]) * 256^(3:0)))
    }
    as.numeric(sub("(?s).*<svg[^>]* height=.([0-9.]+)(pt)?[\"'].*", "\\1", uri, perl = TRUE))
  }
  expect_gt(height(12), 1.5 * height(2))
})

test_that("a report cites the sources of the coefficients that it has", {
  cited <- function(coefficients) {
    x <- agreement(result_ratings(), item, rater, label, coefficients = coefficients, ci = ci_none())
    sub("[ .(].*", "", references_of(x))
  }
  expect_equal(cited(c("alpha", "fleiss", "gwet_ac1")), c("Fleiss,", "Gwet,", "Krippendorff,"))
  expect_equal(cited("percent"), character())
  expect_equal(cited(c("conger", "light", "percent", "brennan")), c("Brennan,", "Conger,", "Light,"))
})

test_that("methods and references have what is shown beside the coefficients", {
  three <- as_ratings(result_ratings(), item, rater, label)
  about <- report_scale(three, NULL, NULL)
  expect_match(further_methods(three, about), "Pairs of raters have Cohen's kappa (Cohen, 1960).", fixed = TRUE)
  marked <- as_spans(result_spans())
  ratings <- as_ratings(marked)
  cited <- further_references(ratings, report_scale(ratings, NULL, NULL), marked)
  expect_match(written_references(cited), "Hripcsak, G., & Rothschild, A. S. (2005)", fixed = TRUE, all = FALSE)
  rows <- data.frame(i = rep(1:4, 2), r = rep(c("a", "b"), each = 4), x = 1:8)
  scores <- as_ratings(rows, i, r, x, level = "interval")
  about <- report_scale(scores, NULL, NULL)
  expect_identical(further_references(scores, about), c(icc = "mcgraw1996"))
  expect_match(further_methods(scores, about), "(McGraw & Wong, 1996).", fixed = TRUE)
  found <- krippendorff_alpha(scores, ci = ci_none())
  expect_match(references_of(found, more = further_references(scores, about)), "McGraw", all = FALSE)
})

test_that("with groups, items and labels of each group are shown, and what tables leave out is told", {
  skip_if_quick()
  data <- do.call(rbind, lapply(1:3, function(g) cbind(result_ratings(), part = paste("part", g))))
  page <- write_report(data, item, rater, label, by = part, coefficients = "alpha", n = 4)
  labels <- section(page, "Labels")
  items <- section(page, "Items")
  for (part in paste("part", 1:3)) expect_match(items, part, fixed = TRUE)
  expect_match(items, "The first row of each part, of ", fixed = TRUE)
  # Without a model the labels in doubt are those of these items.
  expect_match(labels, "listed under Items", fixed = TRUE)
  all <- section(write_report(data, item, rater, label, by = part, coefficients = "alpha", n = 40), "Labels")
  expect_match(all, "part 3.*Votes|Votes.*part 3")
})

test_that("numbers are compared in their units, and their values are means", {
  skip_if_quick()
  score <- c(1, 3, 2, 2, 5, 4, 1, 1, 3, 4, 2, 2, 5, 5, 1, 2)
  data <- data.frame(item = rep(1:8, each = 2), rater = c("a", "b"), score = score)
  page <- write_report(data, item, rater, score, level = "interval", coefficients = "alpha")
  expect_no_match(page, "<th[^>]*> *Disagreement *</th>")
  expect_match(page, "<th[^>]*> *Largest difference *</th>")
  by_mean <- write_report(data, item, rater, score, level = "interval", coefficients = "alpha", model = "mean")
  expect_match(section(by_mean, "Values"), "is the mean of its ratings", fixed = TRUE)
  expect_no_match(page, "<h2>Labels</h2>", fixed = TRUE)
  expect_no_match(page, "majority", fixed = TRUE)
  # Differences of the pairs: 2, 0, 1, 0, 1, 0, 0, 1.
  expect_match(page, "differ by 0.62 points on average, and are equal in 50%", fixed = TRUE)
  expect_match(section(page, "Differences"), "by 0.62 points on average, where ratings go from 1 to 5;", fixed = TRUE)
  expect_match(section(page, "Differences"), "ICC(A,1)", fixed = TRUE)
  expect_match(page, "Ferguson, T. S. (1973)", fixed = TRUE)
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
  skip_if_quick()
  signs <- c("a<b & \"q\"", "</table><script>", "\U0001F600")
  set.seed(1)
  data <- data.frame(
    item = rep(paste0("<i>", 1:8, " & \""), each = 3), rater = rep(c("r&d", "\"bob\"", "<cat>"), 8),
    label = sample(signs, 24, TRUE)
  )
  page <- write_report(data, item, rater, label, title = "<T> & \"")
  # The page has one script, and none of a name.
  expect_identical(lengths(regmatches(page, gregexpr("<script", page, fixed = TRUE))), 1L)
  page <- sub("(?s)<script>.*?</script>", "", page, perl = TRUE)
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
  expect_match(print, ".wide \\{ overflow: visible; [^}]*break-inside: avoid; \\}")
  expect_match(print, ".long:not(.grouped.narrow), .wide:not(.narrow), .columns .grouped { break-inside: auto; }", fixed = TRUE)
  expect_match(print, "h2 { break-after: avoid;", fixed = TRUE)
})

test_that("a note stands below its table and not in the part that scrolls, whose edges have a shadow", {
  found <- agreement(result_ratings(), item, rater, label, coefficients = c("fleiss", "gwet_ac1"), ci = ci_none())
  html <- paste(result_table(found, NULL), collapse = "\n")
  scrolled <- sub("</div>.*", "", html)
  expect_match(scrolled, "</table>", fixed = TRUE)
  expect_no_match(scrolled, "Note|tfoot")
  expect_match(sub(".*</div>", "", html), "^\\s*<p class=\"note\"><em>Note.</em> 8 items, 3 raters, 24 ratings")
  style <- paste(PAGE_STYLE, collapse = " ")
  expect_match(style, ".wide \\{ overflow-x: auto; [^}]*local no-repeat,[^}]*90deg, #0003, #0000\\) 0 50%")
  # A long table may be divided between pages.
  expect_no_match(html, "class=\"[^\"]*long")
  long <- bind_columns(list(column("n", rep("1", LONG_TABLE), TRUE)))
  expect_match(page_table(long, "", list(format = "html"))[1], "class=\"wide long")
})

test_that("the text of an item is in the last column of its row", {
  data <- result_ratings()
  texts <- c(t1 = "The first.", t3 = "The <third>.", t4 = "The fourth.")
  ratings <- as_ratings(data, item, rater, label)
  found <- ratings_first(disagreements(ratings))
  html <- paste(html_table(found, 4, "items", texts = texts_of(found$item, texts)), collapse = "\n")
  expect_match(html, "<th class=\"l\">Text</th></tr></thead>", fixed = TRUE)
  body <- sub("(?s).*<tbody>(.*)</tbody>.*", "\\1", html, perl = TRUE)
  rows <- strsplit(trimws(body), "\n", fixed = TRUE)[[1]]
  expect_length(rows, 4)
  plain <- function(cells) gsub("<[^>]*>", "", cells)
  expect_identical(plain(sub("</td>.*", "", rows)), as.character(found$item)[1:4])
  written <- unname(texts[as.character(found$item)[1:4]])
  expect_identical(plain(sub(".*<td", "<td", rows)), ifelse(is.na(written), "", escape_html(written)))
  # Where rows are left out in the middle, as in groups, each text stays with its item.
  two <- as_ratings(rbind(cbind(data, g = "p"), cbind(data, g = "q")), item, rater, label, by = g)
  both <- ratings_first(disagreements(two))
  html <- html_table(both, 2, "items", ratings = two, texts = paste("text of", both$item))
  shown <- both$item[match(c("p", "q"), both$g)]
  rows <- plain(grep("<td", html, value = TRUE))
  expect_identical(sub(".*text of ", "", rows), as.character(shown))
  expect_true(all(startsWith(sub("^[pq]", "", rows), as.character(shown))))
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
  expect_null(picture_markup("png", grid::grid.newpage))
  device <- picture_device()
  expect_true(device %in% c("svg", "svglite"))
  expect_match(picture_markup(device, grid::grid.newpage), "^<svg ")
  expect_identical(grDevices::dev.cur(), mine)
})

test_that("svglite draws where it is installed, and states no length of a text", {
  skip_if_not_installed("svglite")
  expect_identical(picture_device(), "svglite")
  words <- function() grid::grid.text("Words")
  picture <- picture_markup("svglite", words)
  expect_match(picture, "^<svg ")
  expect_match(picture, "<text [^>]*>Words</text>")
  expect_no_match(picture, "textLength")
})

test_that("numbers below 0 have a minus in pictures, and names keep their hyphens", {
  skip_if_not(l10n_info()[["UTF-8"]])
  drawn <- function(label) minus_in_picture(grid::textGrob(label))$label
  # A plot is laid out with them, which are wider than hyphens.
  laid_out <- function() {
    local_minus()
    drawn_minus("-.05")
  }
  expect_identical(laid_out(), "\u2212.05")
  expect_identical(drawn("-.05 [-.10, .00]"), "\u2212.05 [\u2212.10, .00]")
  expect_identical(drawn(c("gpt-4o", "a - b", "1-2")), c("gpt-4o", "a - b", "1-2"))
  data <- data.frame(item = rep(1:6, each = 2), rater = c("a", "b"), label = c("x", "y", "x", "x", "y", "x"))
  built <- ggplot2::ggplot_build(ggplot2::autoplot(pairwise_agreement(data, item, rater, label)))
  expect_no_error(grid::grid.force(minus_in_picture(ggplot2::ggplot_gtable(built)), draw = FALSE))
})

test_that("the first lines answer three questions, in one sentence each and without functions", {
  first <- function(...) {
    ratings <- as_ratings(...)
    about <- report_scale(ratings, NULL, NULL)
    found <- suppressWarnings(report_estimates(ratings, "alpha", ci_default(), about))
    lines <- first_part(found, ratings, about)
    answers <- regmatches(lines, gregexpr("<dd>[^<]*", lines))[[1]]
    expect_length(answers, 3)
    expect_no_match(answers, "[a-z]_[a-z]|[(][)]")
    answers
  }
  data <- result_ratings()
  low <- first(data, item, rater, label)
  code <- match(data$label, unique(data$label))
  alpha <- sub("^0", "", sprintf("%.2f", oracle_alpha(data$item, code, 1 - diag(max(code)))[["estimate"]]))
  # Eight items leave the height open, and no height is named.
  expect_match(low[1], paste0("^<dd>The data hardly determine how high agreement is; the estimate is ", alpha, " "))
  expect_match(low[2], "8 items hardly determine the value; agreement may be no better than chance or moderate")
  expect_match(low[3], "Let more items be rated before agreement is judged", fixed = TRUE)
  many <- do.call(rbind, lapply(1:10, function(k) transform(data, item = paste(item, k))))
  more <- first(many, item, rater, label)
  expect_match(more[1], "^<dd>Agreement is low: [.][0-9]{2} ")
  expect_match(more[3], "Do not rely on single ratings", fixed = TRUE)
  same <- first(transform(many, label = ifelse(grepl("t[12] ", item), "a", "b")), item, rater, label)
  expect_match(same[1], "Agreement is high: 1.00", fixed = TRUE)
  expect_match(first(transform(data, label = "a"), item, rater, label)[1], "cannot be determined: one category only")
  parts <- rbind(cbind(data, part = "x"), cbind(transform(data, label = substr(item, 2, 2)), part = "y"))
  by <- first(parts, item, rater, label, by = part)
  range <- paste0("ranges from ", alpha, " in x (hardly determined) to 1.00 in y (high), over x and y (")
  expect_match(by[1], range, fixed = TRUE)
})

test_that("the data section finds stray answers, look-alikes, single and repeated ratings", {
  data <- data.frame(
    item = rep(1:70, each = 3), rater = rep(c("ann", "bob", "cat"), 70), label = c("yes", "no", "no", "yes", "yes")
  )
  data$label[c(4, 20)] <- c("5", "19")
  data$label[50:55] <- "Yes "
  data <- data[-(1:2), ]
  data <- rbind(data, data[10, ])
  ratings <- suppressWarnings(as_ratings(data, item, rater, label, duplicates = "first"))
  checks <- quality_checks(ratings)
  found <- Filter(function(check) check$n > 0, checks)
  expect_setequal(vapply(found, `[[`, "", "check"), c(
    "Missing ratings", "Ratings of an item repeated by a rater, set aside", "Answers given only once or twice",
    "Answers that look alike", "Items with a single rating"
  ))
  # What was not found is a list.
  section <- paste(quality_section(ratings), collapse = " ")
  expect_match(section, "Checked too, and not found: answers outside the categories", fixed = TRUE)
  expect_identical(lengths(regmatches(section, gregexpr("<tr><td ", section))), length(found))
  which <- vapply(found, `[[`, "", "which")
  expect_true(all(c("\"19\" (1), \"5\" (1)", "1") %in% which))
  expect_match(which, "^\"Yes \" and \"yes\"$|^\"yes\" and \"Yes \"$", all = FALSE)
  # Rare categories of a declared scale are no slips.
  data$label <- factor(data$label)
  declared <- quality_checks(suppressWarnings(as_ratings(data, item, rater, label, duplicates = "first")))
  expect_identical(sum(vapply(declared, function(x) x$n * startsWith(x$check, "Answers given"), 0)), 0)
})

test_that("raters are sorted by their distance from the others, which a few ratings do not make large", {
  set.seed(4)
  raters <- unlist(lapply(1:300, function(i) sample(letters[1:6], 3)))
  data <- data.frame(item = rep(1:300, each = 3), rater = raters)
  truth <- sample(c("x", "y"), 300, TRUE)[data$item]
  data$label <- ifelse(stats::runif(900) < 0.85, truth, ifelse(truth == "x", "y", "x"))
  random <- data$rater == "d"
  data$label[random] <- sample(c("x", "y"), sum(random), TRUE)
  # Two ratings by a seventh rater, both different from the others.
  data <- rbind(data, data.frame(item = 1:2, rater = "few", label = ifelse(truth[c(1, 4)] == "x", "y", "x")))
  rows <- report_raters(as_ratings(data, item, rater, label), list(kind = "labels"))
  expect_identical(rows$rater[1], "d")
  expect_identical(rows$mark[rows$rater == "d"], "below the others")
  expect_true(all(rows$mark[rows$rater != "d"] == ""))
})

test_that("deviations of raters are those from the mean of the others", {
  data <- data.frame(
    item = rep(1:3, each = 3), rater = c("a", "b", "c"), score = c(1, 2, 3, 4, 4, 7, 2, 5, 5)
  )
  data <- rbind(data, data.frame(item = 4, rater = "a", score = 9))
  ratings <- as_ratings(data, item, rater, score, level = "interval")
  rows <- report_raters(ratings, report_scale(ratings, NULL, NULL))
  of <- function(rater) {
    mean(vapply(1:3, function(i) {
      own <- data$score[data$item == i & data$rater == rater]
      own - mean(data$score[data$item == i & data$rater != rater])
    }, 0))
  }
  expect_equal(rows$difference[match(c("a", "b", "c"), rows$rater)], c(of("a"), of("b"), of("c")))
  expect_identical(rows$n_compared, rep(3L, 3))
})

test_that("each table is saved whole, pictures say what is seen, and pseudonyms replace all names", {
  skip_if_quick()
  skip_if_not_installed("jsonlite")
  data <- result_ratings()
  data$rater <- paste0(data$rater, "=zoe")
  page <- write_report(data, item, rater, label, coefficients = "fleiss", n = 2, pseudonyms = "numbers")
  expect_no_match(page, "zoe", fixed = TRUE)
  lines <- saved_lines(page, "labels")
  expect_length(lines, 9)
  expect_match(lines[1], "\"item\",\"label\"", fixed = TRUE)
  expect_no_match(saved_lines(page, "raters"), "zoe", fixed = TRUE)
  expect_match(saved_lines(page, "raters"), "rater 1", fixed = TRUE, all = FALSE)
  alts <- regmatches(page, gregexpr("aria-label=\"[^\"]*", page))[[1]]
  expect_gte(length(alts), 3)
  expect_true(all(nchar(alts) > 40))
  code <- match(data$label, unique(data$label))
  fleiss <- oracle_kappa(oracle_items(data$item, data$rater, code), "fleiss_kappa", diag(max(code)))[["estimate"]]
  answer <- sub("<h2>Agreement</h2><span class=\"answer\">", "", section(page, "Agreement"), fixed = TRUE)
  expect_match(answer, sub("0[.]", ".", sprintf("Fleiss' kappa is %.2f, with a 95%% interval", fleiss)), fixed = TRUE)
  expect_match(page, format(Sys.Date(), "%Y-%m-%d"), fixed = TRUE)
  links <- regmatches(page, gregexpr("<a href=\"#[^\"]*", page))[[1]]
  for (id in sub("<a href=\"#", "", links)) expect_match(page, paste0("<section id=\"", id, "\""), fixed = TRUE)
  counts <- matrix(c(3, 0, 1, 2, 2, 1), 3, byrow = TRUE, dimnames = list(NULL, c("a", "b")))
  file <- tempfile(fileext = ".html")
  expect_fault(report_agreement(counts, layout = "counts", file = file, pseudonyms = "numbers"), "anonymous")
  expect_fault(report_agreement(data, item, rater, label, file = file, key = "secret"), "argument", argument = "key")
})

test_that("ratings with an order have weighted kappas, and percent agreement stays that of equal ratings", {
  data <- result_ratings()
  ordered <- transform(data, label = factor(label, c("a", "b", "c"), ordered = TRUE))
  ratings <- as_ratings(ordered, item, rater, label)
  found <- report_estimates(ratings, c("percent", "fleiss", "alpha"), ci_none(), report_scale(ratings, NULL, NULL))
  expect_identical(found$metric, c("identity", "ordinal", "ordinal"))
  linear <- report_estimates(ratings, c("percent", "fleiss"), ci_none(), report_scale(ratings, "linear", NULL))
  expect_identical(linear$metric, c("linear", "linear"))
  names <- as_ratings(data, item, rater, label)
  nominal <- report_estimates(names, c("percent", "fleiss"), ci_none(), report_scale(names, NULL, NULL))
  expect_identical(nominal$metric, c("identity", "identity"))
})

test_that("positions of spans are one row for each stretch", {
  ratings <- as_ratings(as_spans(result_spans()))
  body <- paste(item_section(ratings, report_scale(ratings, NULL, NULL), NULL, 15), collapse = "")
  expect_match(body, "d1:10-14", fixed = TRUE)
  expect_identical(lengths(regmatches(body, gregexpr(">\\s*d1:10-14\\s*<", body))), 1L)
})

test_that("a report on spans counts positions, and stretches where these have a row each", {
  ratings <- as_ratings(as_spans(result_spans()))
  facts <- data_facts(ratings)
  # Two documents of 20 positions and three annotators.
  expect_identical(facts[["Ratings"]], "120 ratings of 40 positions by 3 raters")
  expect_identical(facts[["Ratings per rater"]], "40 each")
  expect_identical(facts[["Documents"]], "2")
  expect_identical(facts[["Positions"]], "40, as starts and ends of spans number them")
  expect_identical(data_facts(ratings, 7)[["Ratings"]], "7 spans by 3 raters in 2 documents")
  stretches <- length(ratings$items)
  expect_match(facts[["Stretches"]], paste0("^", stretches, ", in each of which no label changes"))
  expect_false("Weights" %in% names(facts))
  about <- report_scale(ratings, NULL, NULL)
  labels <- paste(label_section(ratings, about, 5), collapse = " ")
  answer <- attr(label_section(ratings, about, 5), "answer")
  expect_match(answer, paste0("^[0-9]+ of ", stretches, " stretches are decided, [0-9]+ of them as O"))
  # The end of a stretch does not count, which is said by an example.
  expect_identical(
    stretch_names_words(c("d1:3-4", "d:2:10-14")),
    "Stretch d:2:10-14 has the positions 10 to 13: its last number does not belong to it."
  )
  expect_null(stretch_names_words("d1:3-4"))
  all <- item_summary(ratings)
  expect_identical(sum(ggplot2::autoplot(all)$data$n), 40L)
  found <- report_estimates(ratings, "alpha", ci_default(), about)
  expect_match(how_certain(main_estimates(found), ratings), "2 documents hardly determine the value", fixed = TRUE)
})

test_that("items that are rated in several groups are counted once, and the sum over groups is named", {
  data <- expand.grid(item = 1:5, rater = c("a", "b"), criterion = c("x", "y"))
  data$label <- rep(c("no", "yes", "no"), length.out = nrow(data))
  facts <- data_facts(as_ratings(data, item, rater, label, by = criterion))
  expect_identical(facts[["Ratings"]], "20 ratings of 5 items by 2 raters")
  expect_match(facts[["Items"]], "^5 in x and y: 10 pairs of item and criterion$")
  counted <- data.frame(item = 1:2, rater = rep(c("a", "b"), each = 2), label = c("x", "y", "x", "x"), n = c(3L, 4L))
  weighted <- data_facts(as_ratings(counted, item, rater, label, case_weights = n))
  expect_identical(weighted[["Ratings"]], "14 ratings of 7 items by 2 raters")
})

test_that("a rater who differs in several groups is named once, with the groups", {
  rows <- tibble::tibble(
    question = rep(c("tone", "topic"), each = 3), rater = rep(c("ann", "bob", "cat"), 2),
    mark = c("lower", "", "higher", "lower", "", "")
  )
  attr(rows, "limits") <- c(2.394, 2.498)
  expect_identical(marked_words(rows), paste(
    "Of 3 raters, 2 differ in some question by more than chance explains: ann (lower in tone and topic) and cat",
    "(higher in tone)."
  ))
  expect_match(chance_words(rows), paste(
    "A distance below \u22122.39 or above 2.39, up to 2.50 in groups of more raters, is beyond chance: where raters are",
    "alike, one of them has it in only 5% of studies, in each part of the table by itself.",
    "This is a reason to look at the ratings, not to remove them."
  ), fixed = TRUE)
  rows$mark <- ""
  expect_match(marked_words(rows[1:3, ]), "^None of 3 raters differs from the others by more than chance explains")
  expect_match(marked_words(rows), "^None of 3 raters differs from the others in any question by more")
})

test_that("numbers below 0 have a minus in the first lines", {
  expect_identical(in_first(c(-0.311, 0.4)), c("\u22120.31", "0.40"))
})

test_that("of several questions the report has the table of all, and the parts of each at its own level", {
  skip_if_quick()
  sheet <- data.frame(
    id = 1:6, tone_a = c(1, 2, 3, 1, 2, 3), tone_b = c(1, 2, 2, 1, 3, 3),
    ad_a = c("y", "n", "n", "y", "n", "y"), ad_b = c("y", "n", "y", "y", "n", "n")
  )
  x <- read_sheet(sheet, item = id, names = "{question}_{rater}", level = c(tone = "ordinal"))
  page <- write_report(x, coefficients = c("percent", "alpha"), ci = ci_none())
  headings <- regmatches(page, gregexpr("(?<=<h2>)[^<]*", page, perl = TRUE))[[1]]
  expect_identical(headings[1:3], c("The questions", "tone", "tone: The data"))
  expect_identical(grep("Agreement|References", headings, value = TRUE), c(
    "tone: Agreement", "ad: Agreement", "References"
  ))
  overview <- sub("(?s).*<h2>The questions</h2>(.*?)</section>.*", "\\1", page, perl = TRUE)
  expect_match(overview, "tone.*ordinal.*ad.*nominal")
  # The first lines speak of all questions, and each link has its target.
  first <- sub("(?s)<nav>.*", "", sub("(?s).*<body>", "", page, perl = TRUE), perl = TRUE)
  expect_match(first, "Agreement ranges from [^<]* over 2 questions")
  expect_match(first, "Do not rely on single ratings in ad", fixed = TRUE)
  links <- regmatches(page, gregexpr("(?<=<a href=\"#)[^\"]*", page, perl = TRUE))[[1]]
  targets <- regmatches(page, gregexpr("(?<=<section id=\")[^\"]*", page, perl = TRUE))[[1]]
  expect_true(all(c("question-1", "question-2-agreement", "references") %in% links))
  expect_true(all(links %in% targets))
  expect_identical(anyDuplicated(targets), 0L)
  # Two of six pairs differ in both questions.
  expect_identical(lengths(regmatches(overview, gregexpr("[.]67<", overview))), 2L)
})

test_that("the table of all questions has the estimates of their sections, the headline first and every group", {
  skip_if_quick()
  set.seed(3)
  sheet <- data.frame(
    id = rep(1:10, each = 2), coder = c("ann", "bob"), part = rep(c("p1", "p2"), each = 10),
    tone = sample(1:3, 20, TRUE), ad = sample(c("y", "n"), 20, TRUE), frame = sample(c("a", "b", "c"), 20, TRUE)
  )
  x <- read_sheet(
    sheet, item = id, rater = coder, rating = tone:frame, by = part, level = c(tone = "ordinal")
  )
  page <- write_report(x, coefficients = c("percent", "cohen", "alpha"), ci = ci_none(), n = 2)
  overview <- section(page, "The questions")
  expect_no_match(page, "accord_questions", fixed = TRUE)
  headings <- regmatches(overview, gregexpr("(?<=<th class)[^>]*>[^<]*", overview, perl = TRUE))[[1]]
  expect_match(headings[grepl("[kK]appa|\u03ba|alpha|\u03b1|agreement", headings)][1], "alpha|\u03b1")
  # Three questions in two groups, although tables have two rows at most.
  expect_identical(lengths(regmatches(overview, gregexpr(">p[12]<", overview))), 6L)
  # Kappa of an ordered question has ordinal weights in both places.
  kappa <- cohen_kappa(
    subset(sheet, part == "p1"), id, coder, tone, weights = "ordinal", ci = ci_none()
  )$estimate
  shown <- sub("^(-?)0", "\\1", sprintf("%.2f", kappa))
  shown <- sub("-", "\u2212", shown)
  expect_match(overview, shown, fixed = TRUE)
  expect_match(section(page, "tone: Agreement"), shown, fixed = TRUE)
  # Of all coefficients the overview has two.
  all <- section(write_report(x, ci = ci_none()), "The questions")
  expect_no_match(all, "Fleiss|Scott|Cohen")
})

test_that("pictures of a page refer to letters that the page has once", {
  skip_if_quick()
  x <- item_influence(result_ratings(), item, rater, label)
  draw <- function() print(ggplot2::autoplot(x))
  skip_if(is.null(picture_markup("svg", draw)))
  page <- paste(shared_letters(c(picture_markup("svg", draw), picture_markup("svg", draw))), collapse = "\n")
  ids <- regmatches(page, gregexpr("(?<= id=\")[^\"]*", page, perl = TRUE))[[1]]
  expect_identical(anyDuplicated(ids), 0L)
  used <- regmatches(page, gregexpr("(?<=<use href=\"#)[^\"]*", page, perl = TRUE))[[1]]
  expect_gt(length(used), 100)
  expect_true(all(used %in% ids))
  clips <- regmatches(page, gregexpr("(?<=url[(]#)[^)]*", page, perl = TRUE))[[1]]
  expect_true(all(clips %in% ids))
  drawn <- regmatches(page, gregexpr("(?<=<g id=\"l)[0-9]+\">[^\n]*", page, perl = TRUE))[[1]]
  expect_identical(anyDuplicated(sub("^[0-9]+", "", drawn)), 0L)
})

test_that("limits for other items stand beside those for other raters too, or the reason why there are none", {
  set.seed(1)
  ratings <- simulate_ratings(30, 3, n_raters = 5, accuracy = 0.8)
  part <- function(data, ci = ci_default()) {
    one <- as_ratings(data, item, rater, rating, level = "nominal")
    found <- krippendorff_alpha(one, ci = ci)
    both <- other_raters(found, one, list(asked = NULL, weights = NULL))
    list(found = found, both = both, text = paste(population_part(found, both, 5, one), collapse = "\n"), ratings = one)
  }
  five <- part(ratings)
  expected <- krippendorff_alpha(ratings, item, rater, rating, level = "nominal", ci = ci_jackknife(over = "both"))
  expect_identical(five$both$conf.low, expected$conf.low)
  limits <- function(x) paste0("from ", below_one(x$conf.low), "\u00a0to\u00a0", below_one(x$conf.high))
  own <- krippendorff_alpha(ratings, item, rater, rating, level = "nominal")
  expect_match(five$text, paste0(
    "95% interval of Krippendorff's alpha \\(nominal\\) goes ", limits(own), " for other items .*, and ",
    limits(expected), " for other items and other raters"
  ))
  words <- raters_words(five$both, five$ratings, five$found)
  expect_match(words, "for other items and other raters goes from", fixed = TRUE)
  two <- part(ratings[ratings$rater %in% unique(ratings$rater)[1:2], ])
  expect_match(two$text, "not known: there are two raters", fixed = TRUE)
  expect_null(raters_words(two$both, two$ratings, two$found))
  expect_null(part(ratings, ci_jackknife(over = "raters"))$both)
})

test_that("marks have reliability, severity, fair marks at the pass mark, drift, pairs and rounds compared", {
  skip_if_quick()
  local_seed(81)
  rows <- draw_examination(40, c(-1, 0, 0.2, 0.8), criteria = 2)$rows
  rows$round <- ifelse(rows$essay <= 20, "first", "second")
  page <- write_report(
    rows, essay, marker, mark, by = c(criterion, round), level = "interval", coefficients = "alpha", cut = 6
  )
  rounds <- c("Reliability", "Severity of raters", "Unexpected ratings", "Fair marks", "Drift", "Agreement")
  for (heading in rounds) expect_no_match(section(page, heading), "Not shown", info = heading)
  fit <- rater_severity(rows, essay, marker, mark, facets = criterion)
  marks <- fair_marks(fit, cut = 6)
  n <- function(what) sum(marks$decision == what)
  expect_match(page, paste0(
    "Who passes[?]</dt>\n<dd>", n("pass"), " of 40 items pass(es)? and ", n("fail"),
    " fails? at a pass mark of 6: the chance that the opposite would be right is below 2.5% for each of them. ",
    n("mark again")
  ))
  # The rule by which the board reads the table gives the decisions, and all are counted.
  rule <- ifelse(marks$conf.low > 6, "pass", ifelse(marks$conf.high < 6, "fail", "mark again"))
  expect_identical(marks$decision, rule)
  expect_match(section(page, "Fair marks"), "An item passes if its interval lies above the pass mark, 6", fixed = TRUE)
  expect_match(section(page, "Fair marks"), paste0("and ", n("mark again"), " should be marked again."), fixed = TRUE)
  expect_match(format(marks[1:3, ])[1], paste0("of 40 marks, ", n("pass"), " pass"))
  # The sign of a difference in marks says the direction.
  severity <- section(page, "Severity of raters")
  sign <- "Difference: how many marks more an item gets from the rater than from an average one; below 0: fewer"
  expect_match(severity, sign, fixed = TRUE)
  verdicts <- tidy(fit, "verdicts")
  lenient <- verdicts[verdicts$verdict %in% "lenient", ]
  expect_gt(nrow(lenient), 0)
  for (at in seq_len(nrow(lenient))) {
    difference <- sprintf("%.2f", -lenient$severity_marks[at])
    cells <- "%s *</td>\\s*<td[^>]*><span class=\"whole\">lenient</span></td>\\s*<td[^>]*> *%s"
    expect_match(severity, sprintf(cells, lenient$rater[at], difference))
  }
  expect_no_match(page, "[Ll]ower by")
  saved <- saved_lines(page, "fair-marks")
  expect_length(saved, 41)
  # The paragraph on methods cites the models, and the list has their sources.
  expect_match(section(page, "Methods"), "difficulties of each criterion [(]b[^)]*[)], and fair marks .* model \\(Linacre, 1989\\)")
  expect_match(section(page, "Methods"), "generalizability theory \\(Brennan, 2001\\)")
  expect_match(section(page, "References"), "Linacre, J. M. \\(1989\\) Many-Facet Rasch Measurement. MESA Press.")
  references <- gsub("<[^>]*>", "", section(page, "References"))
  expect_match(references, "https://doi.org/10.1007/978-1-4757-3456-0", fixed = TRUE)
  near <- marks$item[order(abs(marks$fair - marks$cut))[1:10]]
  cells <- regmatches(
    section(page, "Fair marks"), gregexpr("<tr>\\s*<td[^>]*>\\s*[0-9]+", section(page, "Fair marks"))
  )[[1]]
  expect_identical(as.integer(sub(".*>\\s*", "", cells))[1:10], near)
  # All that are to be marked again are named, and saved.
  again <- marks$item[marks$decision %in% "mark again"]
  listed <- sub(".*Items to be marked again</h3>", "", section(page, "Fair marks"))
  listed <- regmatches(listed, regexpr("first: [^<]+[.]", listed))
  nearest <- again[order(abs(marks$fair - marks$cut)[match(again, marks$item)])]
  expect_identical(as.integer(regmatches(listed, gregexpr("[0-9]+", listed))[[1]]), nearest)
  expect_length(saved_lines(page, "mark-again"), length(again) + 1)
  pairs <- pairwise_agreement(
    transform(rows, mark_of = paste(essay, criterion)), mark_of, marker, mark, weights = "quadratic", scores = TRUE
  )
  expect_identical(length(saved_lines(page, "pairs")), nrow(pairs) + 1L)
  expect_match(section(page, "Agreement"), "differ in agreement, over a and b together, by", fixed = TRUE)
  # Raters in sets that never meet have the reason.
  apart <- rows[(rows$essay %% 2 == 1) == (rows$marker < 3), ]
  page <- write_report(apart, essay, marker, mark, by = criterion, level = "interval", coefficients = "alpha")
  expect_match(section(page, "Severity of raters"), "Not shown: Raters who share no items", fixed = TRUE)
  expect_fault(write_report(result_ratings(), item, rater, label, cut = 3), "argument", "pass mark of marks")
  expect_fault(
    write_report(rows, essay, marker, mark, by = criterion, level = "interval", cut = 60), "argument", "from 0 to 12"
  )
})

test_that("what is about files is not printed, and pages have numbers", {
  ratings <- as_ratings(result_ratings(), item, rater, label)
  part <- paste(label_section(ratings, report_scale(ratings, NULL, NULL), 3), collapse = "\n")
  expect_match(part, "listed under Items.<span class=\"screen\"> The csv file has all.</span></p>", fixed = TRUE)
  all <- paste(label_section(ratings, report_scale(ratings, NULL, NULL), 30), collapse = "\n")
  expect_no_match(all, "csv file")
  print <- sub(".*@page", "", paste(PAGE_STYLE, collapse = " "))
  expect_match(print, "nav, .save, .screen { display: none; }", fixed = TRUE)
  expect_match(print, "counter(page)", fixed = TRUE)
})

test_that("tables of a report have the rules and notes of other tables, and one kind of zeros", {
  rows <- data.frame(rater = c("a", "b", "c"), kappa = c(0.5, 0.25, -0.125), distance = c(0.5, 1, 0.25))
  named <- c(rater = "Rater", kappa = "Kappa", distance = "Distance")
  html <- paste(html_columns(rows, named, 2, "raters"), collapse = "\n")
  expect_match(html, "<div class=\"wide[^>]*><table>\\s*<thead>")
  style <- paste(PAGE_STYLE, collapse = " ")
  expect_match(style, ".wide table { border-top: 2px solid; border-bottom: 2px solid; }", fixed = TRUE)
  expect_match(html, "<p class=\"note\"><em>Note.</em> The first 2 of 3 rows.</p>", fixed = TRUE)
  cells <- trimws(gsub("<[^>]*>", "", regmatches(html, gregexpr("<td[^>]*>.*?</td>", html, perl = TRUE))[[1]]))
  expect_identical(cells, c("a", ".50", "0.50", "b", ".25", "1.00"))
})

test_that("results of spans are told in positions and documents, and users' words stay", {
  ratings <- as_ratings(as_spans(result_spans()))
  columns <- bind_columns(list(
    name_column("Item", "item"), column("Clusters", "1", TRUE),
    c(column("Limits for", "other clusters", FALSE), told = TRUE)
  ))
  table <- function(of) {
    notes <- c("40 items, 2 clusters", "Case weights: frequencies")
    html <- page_table(columns, notes, list(format = "html"), ratings = of)
    text <- sub("[|]$", "", gsub("<[^>]*>", "|", paste(html, collapse = "")))
    trimws(strsplit(text, "[|[:space:]]{2,}")[[1]])
  }
  expect_identical(table(ratings)[-1], c(
    "Stretch", "Documents", "Limits for", "item", "1", "other documents", "Note.", "40 positions, 2 documents."
  ))
  expect_identical(table(NULL)[-1], c(
    "Item", "Clusters", "Limits for", "item", "1", "other clusters", "Note.",
    "40 items, 2 clusters. Case weights: frequencies."
  ))
})

test_that("only ratings three standard deviations from the model are listed", {
  skip_if_quick()
  data <- expand.grid(item = 1:60, rater = c("a", "b", "c"))
  data$mark <- with_seed(2, pmin(5, pmax(1, data$item %% 5 + 1 + sample(-1:1, 180, TRUE, c(.15, .7, .15)))))
  data$mark[4] <- 1
  fits <- marks_fits(as_ratings(data, item, rater, mark, level = "interval"), NULL)
  far <- sum(abs(augment(fits$fit)$.std.resid) >= 3)
  expect_gt(far, 0)
  section <- paste(unexpected_section(fits, 100), collapse = "\n")
  expect_identical(lengths(regmatches(section, gregexpr("<tr>", section))) - 1L, far)
  expect_match(attr(unexpected_section(fits, 100), "answer"), paste(far, "of 180 ratings"), fixed = TRUE)
  # Without any, there is no list.
  fits$fit <- vctrs::vec_slice(fits$fit, 0)
  expect_match(paste(unexpected_section(fits, 100), collapse = "\n"), "no severity")
})

# The words of a page.
plain_report <- function(...) {
  page <- gsub("(src|href)=\"data[^\"]*\"|<svg.*?</svg>", "", write_report(...), perl = TRUE)
  gsub("[[:space:]]+", " ", gsub("<[^>]*>", " ", page))
}

test_that("two raters are compared by their difference, and not by their one kappa", {
  rows <- data.frame(id = rep(1:30, 2), r = rep(c("Eva", "Max"), each = 30), x = c(51:80, 56:85 + rep(c(-1, 0, 1), 10)))
  page <- plain_report(rows, id, r, x, level = "ordinal")
  expect_match(page, "Of 2 raters, 2 differ by more than chance explains", fixed = TRUE)
  expect_match(page, "Eva (lower) and Max (higher)", fixed = TRUE)
  rows$x <- ifelse(rows$x %% 3 == 0, "a", "b")
  expect_no_match(plain_report(rows, id, r, x), "by more than chance explains", fixed = TRUE)
})

test_that("of two raters nobody stands out, and a single value has no plot", {
  skip_if_quick()
  rows <- data.frame(id = rep(1:20, 2), r = rep(c("ann", "bob"), each = 20), x = c("a", "b"))
  rows$x[c(3, 25, 28)] <- c("b", "b", "a")
  page <- write_report(rows, id, r, x, coefficients = "alpha")
  expect_match(section(page, "Raters"), "Two raters have the same kappa")
  expect_no_match(section(page, "Raters"), "Distance|Majority|<svg|<img")
  expect_match(section(page, "Influence of each rater"), "Without one of two raters there is nothing to compare.")
  pairs <- section(page, "Pairs of raters")
  expect_match(pairs, "kappa of ann and bob is .*They have 20 items in common[.]")
  expect_no_match(pairs, "<svg|<img")
})

test_that("empty cells of a few raters are missing ratings, and those of a crowd are not known", {
  rows <- data.frame(id = 1:8, ann = c(1, 2, NA, 1, 2, 1, 2, 2), bob = c(1, 2, 1, 1, 2, 2, 2, NA))
  page <- plain_report(rows, item = id, layout = "raters_in_columns")
  expect_match(page, "Missing ratings 2 ", fixed = TRUE)
  crowd <- data.frame(id = rep(1:12, each = 2), who = c(1:8, 3:10, 1:8), x = rep(c("a", "b", "a"), 8))
  expect_no_match(plain_report(crowd, id, who, x), "Missing ratings", fixed = TRUE)
})

test_that("the first lines of all questions say of each what its part says", {
  marks <- rep(1:4, 6)
  rows <- data.frame(item = 1:24, tone_A = marks, tone_B = marks, pitch_A = marks, pitch_B = marks)
  rows$tone_B[c(2, 3, 8, 9, 13, 20, 22)] <- c(3, 2, 2, 2, 3, 3, 4)
  rows$pitch_B[c(1, 6, 7, 11, 12, 18, 19)] <- c(2, 1, 4, 2, 3, 3, 4)
  page <- plain_report(read_sheet(rows, item = item, names = "{question}_{rater}", level = "ordinal"))
  expect_match(page, "before much depends on ratings that look reliable, in pitch.", fixed = TRUE)
  expect_match(page, "Draw only tentative conclusions in tone.", fixed = TRUE)
})

test_that("text of plots is at least as large as that of tables, and 8 points on paper", {
  style <- paste(PAGE_STYLE, collapse = "\n")
  printed <- sub(".*@media print", "", style)
  screen <- sub("@page.*", "", style)
  size <- function(pattern, text) as.double(sub(paste0("(?s).*?", pattern, ".*"), "\\1", text, perl = TRUE))
  # The smallest text of a plot has 7 points in the size for which it is laid out.
  table <- size("table, .note \\{ font-size: ([0-9.]+)pt", printed)
  wide <- size("[.]plot svg \\{[^}]*width: ([0-9.]+)cm", printed)
  expect_gte(7 * wide / PLOT_WIDTH, max(8, table))
  points <- size("\\ntable \\{[^}]*font-size: ([0-9.]+)rem", screen) * 12
  rem <- size("[.]plot svg \\{[^}]*width: ([0-9.]+)rem", screen)
  expect_gte(7 * rem * 12 / (PLOT_WIDTH / 2.54 * 72), points)
})

test_that("a table stands beside a plot on paper if it is narrow", {
  skip_if_not_installed("ggplot2")
  table <- function(columns) {
    cells <- lapply(seq_len(columns), function(k) column(paste("Column", k), rep("0.123", 3), TRUE))
    page_table(bind_columns(cells), "", list(format = "html"))
  }
  left <- function(html) {
    html <- paste(html_around("<p>Words</p>", html, "<div class=\"plot\"></div>"), collapse = "")
    !grepl("<div class=\"table\">", html)
  }
  expect_true(left(table(3)))
  expect_false(left(table(9)))
})

test_that("groups with other categories have their own answers", {
  rows <- data.frame(
    item = rep(1:4, 4), rater = rep(c("a", "b"), each = 8), part = rep(c("p", "q"), each = 4),
    label = c("x", "x", "x", "y", "u", "v", "v", "v")
  )
  facts <- answer_facts(as_ratings(rows, item, rater, label, by = part))
  expect_identical(facts, c("Answers, p" = "x 75.0%, y 25.0%", "Answers, q" = "v 75.0%, u 25.0%"))
  rows$label <- rep(c("x", "y"), 8)
  expect_identical(
    answer_facts(as_ratings(rows, item, rater, label, by = part)), c(Answers = "x 50.0%, y 50.0%")
  )
})

test_that("answers and texts have the width of a card on a phone", {
  style <- paste(PAGE_STYLE, collapse = "\n")
  phone <- sub("@page.*", "", sub(".*max-width: 40rem\\) \\{", "", style))
  expect_match(phone, ".texts .line \\{[^}]*display: block; text-align: left;")
  rows <- bind_columns(list(column("Answers", "a: x; b: y", FALSE), column("b", "2", TRUE)))
  html <- paste(page_table(rows, "", list(format = "html"), texts = "A text of more than 24 letters"), collapse = "")
  expect_match(html, "<div class=\"wide[^\"]* cards texts\"")
  expect_match(html, "<td class=\"l line\" data-name=\"Answers\">", fixed = TRUE)
  expect_match(html, "<td class=\"l line\" data-name=\"Text\">A text of more than 24 letters</td>", fixed = TRUE)
  # A table of a few short columns fits as it is.
  short <- paste(page_table(rows, "", list(format = "html"), texts = "A text"), collapse = "")
  expect_no_match(short, "cards|line")
  # Answers of few letters are in one line on wide screens, and long ones are not.
  long <- bind_columns(list(column("Answers", strrep("a: x; ", 20), FALSE)))
  expect_no_match(paste(page_table(long, "", list(format = "html")), collapse = ""), "whole")
})
