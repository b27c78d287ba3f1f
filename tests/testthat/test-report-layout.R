# How tables of a report are laid out on screens of any width and on paper, and what notes of tables say.

html_style <- list(format = "html", digits = 2, leading_zero = FALSE)

test_that("the name of a group is a row above its rows, which are named by other columns", {
  columns <- groups_once(bind_columns(list(
    c(name_column("Part", c("p", "p", "q", "q")), key = TRUE),
    c(name_column("Rater", c("a", "b", "a", "b")), key = TRUE), column("Kappa", c(".1", ".2", ".3", ".4"), TRUE)
  )))
  html <- paste(page_table(columns, "", html_style), collapse = "\n")
  body <- sub("(?s).*?<tbody>(.*)</tbody>.*", "\\1", html, perl = TRUE)
  rows <- strsplit(trimws(body), "\n", fixed = TRUE)[[1]]
  # Each group is a body of its own, which paper keeps on one page.
  rows <- rows[!rows %in% c("<tbody>", "</tbody>")]
  expect_identical(lengths(regmatches(html, gregexpr("<tbody>", html))), 2L)
  expect_match(paste(PAGE_STYLE, collapse = " "), "tbody, [^{]*\\{ break-inside: avoid; \\}")
  expect_match(rows[c(1, 4)], "^<tr class=\"group\"><th colspan=\"2\" scope=\"rowgroup\">Part: [pq]</th></tr>$")
  expect_identical(gsub("<[^>]*>", "", rows), c("Part: p", "a.1", "b.2", "Part: q", "a.3", "b.4"))
  expect_no_match(sub("(?s)<tbody>.*", "", html, perl = TRUE), "Part")
  # The text of each row stays in its group. On paper the table is not divided in a column.
  texts <- paste(page_table(columns, "", html_style, texts = c("A", "B", "C", "D")), collapse = "")
  expect_identical(gsub("<[^>]*>", "", sub(".*?<tbody>", "", texts)), "Part: pa.1Ab.2BPart: qa.3Cb.4D")
  expect_match(texts, "<div class=\"wide[^\"]* grouped")
  divided <- ".long:not(.grouped.narrow), .wide:not(.narrow), .columns .grouped { break-inside: auto; }"
  expect_match(paste(PAGE_STYLE, collapse = " "), divided, fixed = TRUE)
  # A group that alone names its rows is a column.
  alone <- list(c(name_column("Part", c("p", "q")), key = TRUE), column("n", c("1", "2"), TRUE))
  alone <- groups_once(bind_columns(alone))
  expect_no_match(paste(page_table(alone, "", html_style), collapse = ""), "class=\"group\"")
})

test_that("an interval stands in the cell of its estimate", {
  rows <- do.call(rbind, lapply(1:3, function(g) cbind(result_ratings(), part = paste("part", g))))
  found <- agreement(rows, item, rater, label, by = part, coefficients = c("percent", "fleiss"), ci = ci_analytic())
  html <- paste(result_table(found, NULL, wide = TRUE), collapse = "")
  body <- sub(".*<tbody>", "", html)
  expect_length(gregexpr("<tr>", body, fixed = TRUE)[[1]], 3)
  first <- found[found$part == "part 1" & found$coefficient == "fleiss_kappa", ]
  number <- function(x) sub("-", "\u2212", sub("^(-?)0[.]", "\\1.", sprintf("%.3f", x)))
  expect_match(
    gsub("\u2007|&[a-z0-9#]*;| ", "", sub("</tr>.*", "", body)),
    paste0(number(first$estimate), "<br>[", number(first$conf.low), ",", number(first$conf.high), "]"), fixed = TRUE
  )
})

test_that("a table that is wider than a phone is cards there, whose figures have names", {
  made <- function(columns, text = "0.123") {
    figures <- lapply(seq_len(columns), function(k) column(paste("Figure", k), rep(text, 2), TRUE))
    columns <- bind_columns(c(list(c(name_column("Rater", c("ann", "bob")), key = TRUE)), figures))
    paste(page_table(columns, "", html_style), collapse = "")
  }
  expect_no_match(made(3), "cards|data-name")
  wide <- made(9)
  expect_match(wide, "<div class=\"wide cards\"", fixed = TRUE)
  expect_match(wide, "<td class=\"r\" data-name=\"Figure 9\">0.123</td>", fixed = TRUE)
  expect_match(wide, "<td class=\"l key whole\" data-name=\"Rater\">", fixed = TRUE)
  expect_match(made(9, "0.123 [-0.456, 0.789]"), "<div class=\"wide cards\"", fixed = TRUE)
  # An estimate has its interval in one line of a card.
  figures <- lapply(1:8, function(k) column(paste("Figure", k), rep("0.123", 2), TRUE))
  both <- c(figures, list(column("Mean", c("0.1", "0.2"), TRUE), joined(column("95% CI", c("[0, 1]", "[0, 2]"), TRUE))))
  html <- paste(page_table(bind_columns(both), "", html_style), collapse = "")
  expect_match(html, "data-name=\"Mean, 95% CI\">0.1<span class=\"with\"> [0, 1]</span></td>", fixed = TRUE)
  expect_match(html, "<td class=\"r apart\" data-name=\"95% CI\">[0, 1]</td>", fixed = TRUE)
  phone <- sub("@page.*", "", sub(".*max-width: 40rem\\) \\{", "", paste(PAGE_STYLE, collapse = " ")))
  expect_match(phone, ".cards td::before { content: attr(data-name);", fixed = TRUE)
  expect_match(phone, ".cards thead, .cards td:empty { display: none; }", fixed = TRUE)
  # A card has no field without a value.
  expect_match(made(9, "\u2014"), "class=\"r none\" data-name=\"Figure 9\"", fixed = TRUE)
  expect_match(phone, ".cards .none, .again > .plot { display: none; }", fixed = TRUE)
})

test_that("the coefficient of the first lines is the first of a table", {
  ratings <- as_ratings(cbind(result_ratings(), part = rep(c("p", "q"), length.out = nrow(result_ratings()))),
    item, rater, label, by = part)
  found <- agreement(ratings, coefficients = c("percent", "fleiss", "alpha"), ci = ci_none())
  first <- main_first(found)
  expect_identical(first$coefficient[c(1, 4)], rep("krippendorff_alpha", 2))
  expect_identical(first$part, found$part)
  html <- paste(html_agreement(first, 5, ratings), collapse = "")
  expect_match(html, "<th[^>]*>Part</th><th[^>]*>Krippendorff")
})

test_that("two narrow sections share the width, and one alone has it", {
  table <- function(columns) {
    cells <- lapply(seq_len(columns), function(k) column(paste("Column", k), rep("0.123", 3), TRUE))
    page_table(bind_columns(cells), "", html_style)
  }
  expect_true(attr(half_if_narrow("<p>Words</p>", table(3)), "half"))
  expect_null(attr(half_if_narrow("<p>Words</p>", table(12)), "half"))
  expect_identical(halves_in_pairs(c(TRUE, TRUE, FALSE, TRUE)), c(TRUE, TRUE, FALSE, FALSE))
  expect_identical(halves_in_pairs(rep(TRUE, 5)), rep(c(TRUE, FALSE), c(4, 1)))
  written <- list(function() half_width("<p>a</p>"), function() half_width("<p>b</p>"), function() "<p>c</p>")
  shown <- paste(report_sections(c("A", "B", "C"), written), collapse = "")
  parts <- "^<div class=\"columns halves\">\\s*<section id=\"a\">.*<section id=\"b\">.*</section>\\s*</div>\\s*<section"
  expect_match(shown, parts)
  # Tables that both are narrow stand beside each other, however many rows they have.
  beside <- function(left, right) any(grepl("class=\"columns\"", html_beside_if_narrow(left, right)))
  expect_true(beside(table(3), table(3)))
  expect_false(beside(table(3), table(12)))
  expect_false(beside(table(12), table(3)))
  expect_identical(html_beside(NULL, "<p>One</p>"), "<p>One</p>")
  both <- paste(html_beside("<p>One</p>", "<p>Two</p>"), collapse = "")
  expect_match(both, "class=\"left\"><p>One.*class=\"right\"><p>Two")
})

test_that("a section says whose ratings it is about", {
  ratings <- as_ratings(result_ratings(), item, rater, label)
  people <- only_raters(ratings, 1:2)
  written <- function() half_width("<p>Body</p>")
  told <- function(sections, among = people) lapply(told_whose(sections, ratings, among), function(write) write())
  words <- told(list(a = of_people(written), b = of_people(written, "Agreement"), c = of_nobody(written), d = written))
  whose <- lapply(words, attr, "whose")
  expect_identical(whose$a, "The ratings of the 2 people, without the judges.")
  expect_identical(whose$b, "Agreement of the 2 people, without the judges.")
  expect_null(whose$c)
  expect_identical(whose$d, "All 3 raters, the judges among them.")
  expect_true(all(vapply(words, attr, NA, "half")))
  expect_null(attr(told(list(a = of_people(written)), ratings)$a, "whose"))
  # It stands in a line of its own below the answer.
  part <- report_part("Items", of_whom(answered("<p>Body</p>", "Two < three."), "All."))
  expect_match(part, paste(
    "<h2>Items</h2><span class=\"answer\">Two &lt; three.</span>",
    "<span class=\"whose\">All.</span>"
  ), fixed = TRUE)
})

test_that("percent agreement of people has one interval in a report", {
  skip_if_not_installed("ggplot2")
  set.seed(3)
  truth <- sample(c("no", "yes"), 60, TRUE)
  slip <- function(p) ifelse(stats::runif(60) < p, sample(truth), truth)
  rows <- data.frame(
    item = rep(1:60, 4), rater = rep(c("ann", "bob", "cat", "gpt"), each = 60),
    label = c(slip(0.1), slip(0.2), slip(0.1), slip(0.4))
  )
  fits <- judge_report(rows, item, rater, label, "gpt", questions = c("agreement", "panel"))
  people <- rows[rows$rater != "gpt", ]
  found <- agreement(people, item, rater, label, coefficients = c("percent", "fleiss"))
  one <- with_one_interval(fits, found)
  percent <- found[found$coefficient == "percent_agreement", ]
  changed <- one$quantity == "among_people"
  expect_identical(sum(changed), 1L)
  expect_identical(c(one$conf.low[changed], one$conf.high[changed]), c(percent$conf.low, percent$conf.high))
  expect_identical(tibble::as_tibble(one)[!changed, ], tibble::as_tibble(fits)[!changed, ])
  # Another figure keeps its own.
  other <- agreement(people[people$item < 50, ], item, rater, label, coefficients = "percent")
  expect_identical(with_one_interval(fits, other), fits)
  limits <- sprintf("%.0f", 100 * c(percent$conf.low, percent$conf.high))
  words <- sprintf("two people agree %.0f%%&nbsp;[%s,&nbsp;%s]", 100 * percent$estimate, limits[1], limits[2])
  expect_match(judge_section(one, 15), words, fixed = TRUE, all = FALSE)
})

test_that("the note says what figures of a panel mean", {
  set.seed(5)
  truth <- sample(c("a", "b", "c"), 80, TRUE)
  slip <- function(p) ifelse(stats::runif(80) < p, sample(truth), truth)
  rows <- data.frame(
    item = rep(1:80, 5), rater = rep(c("ann", "bob", "cat", "j1", "j2"), each = 80),
    label = c(slip(0.1), slip(0.1), slip(0.1), slip(0.4), slip(0.4))
  )
  panel <- judge_report(rows, item, rater, label, c("j1", "j2"), questions = "panel")
  table <- paper_table(panel, "markdown")
  for (figure in c("Correlation of errors", "Effective number", "Error consistency", "All wrong", "Their majority")) {
    expect_match(table, paste0(figure, ": "), fixed = TRUE)
  }
  expect_no_match(paper_table(panel[panel$quantity == "all_wrong", ], "markdown"), "Effective number")
})

test_that("the note says why Fleiss' kappa and alpha have the same Bayesian limits, if they have", {
  set.seed(1)
  rows <- simulate_ratings(30, 3, accuracy = 0.8)
  noted <- function(rows, ...) {
    found <- agreement(rows, item, rater, rating, level = "nominal", coefficients = c("fleiss", "alpha"), ...)
    grepl("have the same limits: they are those of a population", paper_table(found, "markdown"), fixed = TRUE)
  }
  expect_true(noted(rows))
  expect_false(noted(rows, ci = ci_analytic()))
  # Items with fewer ratings count less in one of them.
  expect_false(noted(rows[-(1:4), ]))
})

test_that("in a column of the ACL tables leave out what they can spare, and say so", {
  set.seed(2)
  rows <- do.call(rbind, lapply(c("stance", "tone", "topic"), function(question) {
    cbind(simulate_ratings(60, 4, accuracy = 0.8, prevalence = c(against = 0.4, neutral = 0.3, favour = 0.3)),
      question = question)
  }))
  compared <- compare_agreement(rows, item, rater, rating, by = question, ci = ci_jackknife())
  one_part <- function(table) lengths(regmatches(table, gregexpr("\\toprule", table, fixed = TRUE)))
  acl <- paper_table(compared, "latex", style = "acl")
  expect_identical(one_part(acl), 1L)
  expect_match(acl, "Left out of the table: t(,| and) df")
  expect_match(acl, "Diff.", fixed = TRUE)
  expect_no_match(acl, "textit{t} &", fixed = TRUE)
  # A page has room for all.
  wide <- paper_table(compared, "latex", style = "acl", text_width = 415)
  expect_no_match(wide, "Left out", fixed = TRUE)
  expect_match(wide, "textit{t} &", fixed = TRUE)
  raters <- paper_table(rater_summary(rows[rows$question == "tone", ], item, rater, rating), "latex", style = "acl")
  expect_identical(one_part(raters), 1L)
  expect_match(raters, "Left out of the table: .*Share of against")
  # The note explains the headings that are shown.
  for (heading in c("majority", "others", "pairs", "kappa")) {
    explained <- grepl(paste0("(?i)[. ]", heading, ": "), sub("(?s).*Note[.]", "", raters, perl = TRUE), perl = TRUE)
    expect_identical(explained, grepl(paste0("(?i)[&\n] ?", heading, " &"), raters, perl = TRUE))
  }
  # Names of groups become rows before texts are broken.
  groups <- agreement(rows[-1, ], item, rater, rating, by = question, coefficients = c("percent", "fleiss", "alpha"))
  table <- paper_table(groups, "latex", style = "acl")
  expect_match(table, "multicolumn{4}{@{}l@{}}{\\textit{stance}}", fixed = TRUE)
  expect_match(table, "\nPercent agreement &", fixed = TRUE)
})

test_that("plots say how many items and runs a simulation has, and that values are in bins", {
  skip_if_not_installed("ggplot2")
  set.seed(4)
  rows <- simulate_ratings(40, 5, accuracy = 0.75)
  fewer <- fewer_ratings(rows, item, rater, rating, times = 3)
  shown <- function(plot) gsub("\n", " ", plot$labels$subtitle)
  expect_match(captions(ggplot2::autoplot(fewer)), "Simulation with 40 items; means of 3 runs.", fixed = TRUE)
  expect_match(paper_table(fewer, "markdown"), "Simulation with 40 items; means of 3 runs", fixed = TRUE)
  labels <- consensus(rows, item, rater, rating, method = "dawid_skene")
  binned <- length(unique(round(labels$probability, 6))) > 20
  expect_identical(grepl("Values are in 20 bins.", shown(ggplot2::autoplot(labels)), fixed = TRUE), binned)
  votes <- consensus(rows, item, rater, rating)
  expect_no_match(shown(ggplot2::autoplot(votes)), "bins")
})

test_that("the note says what BLANC is the mean of", {
  scores <- every_result()$accord_coref
  expect_match(paper_table(scores, "markdown"), "BLANC: means of the scores of pairs of mentions", fixed = TRUE)
  expect_no_match(paper_table(scores[scores$measure == "muc", ], "markdown"), "BLANC")
})

test_that("sections begin with their answer, and a script closes them on a phone and opens them to print", {
  part <- report_part("Items", answered("<p>Body</p>", "Two of three."))
  summary <- "<summary><h2>Items</h2><span class=\"answer\">Two of three.</span></summary>"
  whole <- paste0("<section id=\"items\">\n<details open>\n", summary, "\n<p>Body</p>\n</details>")
  expect_match(part, whole, fixed = TRUE)
  expect_no_match(report_part("tone", "<p>First lines</p>", folds = FALSE), "details|summary")
  page <- paste(html_page("Title", list(FOLD_HINT, part)), collapse = "\n")
  expect_match(page, "matchMedia('(max-width: 40rem)')", fixed = TRUE)
  expect_match(page, "'beforeprint'", fixed = TRUE)
  expect_match(page, "id=\"open-all\"", fixed = TRUE)
  # A section that the data do not allow says why.
  written <- report_sections("Raters", list(function() abort_accord("argument", "Raters need names.")))
  expect_match(unlist(written), "<p>Not shown: Raters need names.</p>", fixed = TRUE)
})

test_that("on paper what stands beside each other is not divided, and tables are as wide as their place", {
  print <- sub(".*@media print", "", paste(PAGE_STYLE, collapse = " "))
  whole <- regmatches(print, regexpr("p:not\\(.names[^{]*\\{ break-inside: avoid; \\}", print))
  for (part in c(".beside", ".around", ".halves")) expect_match(whole, part, fixed = TRUE)
  expect_match(print, ".wide > table { width: 100%; }", fixed = TRUE)
  # Every brace that is opened is closed.
  style <- paste(PAGE_STYLE, collapse = "\n")
  count <- function(sign) lengths(regmatches(style, gregexpr(sign, style, fixed = TRUE)))
  expect_identical(count("{"), count("}"))
})

test_that("three panels are side by side or below each other, with one axis", {
  for (n in 1:12) {
    for (most in 1:4) expect_false(n == 3 && panels_across(n, most) == 2)
  }
  expect_identical(panels_across(3, 3), 3)
  expect_identical(panels_across(3, 2), 1)
  skip_if_not_installed("ggplot2")
  rows <- do.call(rbind, lapply(c("p", "q", "r"), function(part) cbind(result_ratings(), part = part)))
  columns <- function(plot) max(ggplot2::ggplot_build(plot)$layout$layout$COL)
  for (x in list(rater_influence(rows, item, rater, label, by = part), pairwise_agreement(rows, item, rater, label,
    by = part))) {
    expect_identical(columns(ggplot2::autoplot(x, width = PLOT_WIDTH, height = 8)), 1L)
  }
})

test_that("the title stands at the foot of printed pages, whatever signs it has", {
  expect_match(title_style("Essays 2026"), "content: \"Essays 2026\"", fixed = TRUE)
  odd <- title_style("A </style> & \"B\" \\ C")
  expect_no_match(odd, "</|&|\\\\ ")
  # Each sign is written as its number in six hexadecimal digits.
  expect_match(odd, "A \\00003C/style\\00003E \\000026 \\000022B\\000022 \\00005C C", fixed = TRUE)
})

test_that("a first answer with several parts is a sentence and a list", {
  html <- first_lines(list("What?" = c("Two things:", "this <one>", "that"), "Why?" = "Because."))
  expect_match(html, "<dd>Two things:<ul>\n<li>this &lt;one&gt;</li>\n<li>that</li>\n</ul></dd>", fixed = TRUE)
  expect_match(html, "<dt>Why?</dt>\n<dd>Because.</dd>", fixed = TRUE)
})

test_that("names with digits are whole in sentences, and addresses of references break after a slash", {
  whole <- function(name) paste0("<span class=\"whole\">", name, "</span>")
  expect_identical(
    html_text("By llama-3.1-70b (gpt-4o), two-way <b-2."),
    paste0("<p>By ", whole("llama-3.1-70b"), " (", whole("gpt-4o"), "), two-way &lt;b-2.</p>")
  )
  long <- paste0("gpt-", strrep("4", 40))
  expect_identical(html_text(long), paste0("<p>", long, "</p>"))
  page <- html_references(c("One. https://doi.org/10.1/a/b-2", "Two."))
  expect_match(page, "https://doi.org/10.1/a/</span><span class=\"part\">b-2</span></li>", fixed = TRUE)
  expect_match(page, "<li>Two.</li>", fixed = TRUE)
})
