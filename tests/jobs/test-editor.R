# Two files to hand in: a table for Word of eight behaviours, with the paragraph on methods, and the table of a column
# of the ACL.

# Four observers and 40 sessions for each behaviour; two of these are rated on a scale of three.
behaviours <- function() {
  names <- c(
    "shares", "helps another child", "waits", "asks the teacher for help", "hits", "cries", "sits alone", "shouts"
  )
  scales <- names %in% c("shouts", "sits alone")
  Map(function(name, scale, k) {
    of <- if (scale) c(0.5, 0.3, 0.2) else c(0.6, 0.4)
    set.seed(k)
    data.frame(behaviour = name, simulate_ratings(40, 4, prevalence = of))
  }, names, scales, seq_along(names))
}

test_that("an article for a psychological journal: a Word table of eight behaviours and its methods", {
  skip_if_not_installed("flextable")
  each <- behaviours()
  estimates <- do.call(rbind, lapply(each, function(one) {
    scale <- length(unique(one$rating)) > 2
    agreement(
      one, item, rater, rating,
      by = behaviour, coefficients = c("conger", "alpha"),
      weights = if (scale) "quadratic", level = if (scale) "ordinal" else "nominal", ci = ci_analytic()
    )
  }))
  table <- paper_table(estimates, "docx", style = "apa", wide = TRUE, caption = "Agreement of Four Observers")
  file <- tempfile(fileext = ".docx")
  on.exit(unlink(file))
  flextable::save_as_docx(table, path = file, align = "left")
  connection <- unz(file, "word/document.xml")
  xml <- paste(readLines(connection, warn = FALSE, encoding = "UTF-8"), collapse = "")
  close(connection)
  # Each behaviour is named once, with an estimate above its interval in two columns.
  for (one in each) expect_length(gregexpr(paste0(">", one$behaviour[1], "<"), xml, fixed = TRUE)[[1]], 1)
  expect_length(gregexpr(">[.][0-9]{2}<", xml)[[1]], 16)
  expect_match(xml, "Each row has 40 items, 4 raters and 160 ratings.", fixed = TRUE)
  for (metric in c("quadratic", "ordinal")) expect_length(gregexpr(paste0(">", metric, "<"), xml)[[1]], 2)
  expect_match(methods_text(estimates)$text, "in each of 8 groups among 4 raters on 40 items", fixed = TRUE)
})

test_that("a paper for the ACL: the table of a column, with its caption below", {
  skip_if_not_installed("knitr")
  skip_if(Sys.which("pdflatex") == "", "pdflatex is not installed")
  set.seed(1)
  x <- agreement(simulate_ratings(200, 5), item, rater, rating)
  table <- paper_table(x, "latex", style = "acl", caption = "Agreement of five annotators.", label = "agreement")
  folder <- tempfile()
  dir.create(folder)
  old <- setwd(folder)
  on.exit({
    setwd(old)
    unlink(folder, recursive = TRUE)
  })
  # The lines of a column of acl.sty, at 11 pt.
  writeLines(c(
    "\\documentclass[11pt]{article}", "\\usepackage{booktabs}", "\\textwidth219pt", "\\begin{document}",
    as.character(table), "Table~\\ref{tab:agreement}.", "\\end{document}"
  ), "paper.tex")
  for (k in 1:2) system2("pdflatex", c("-interaction=nonstopmode", "paper.tex"), stdout = FALSE)
  log <- readLines("paper.log", warn = FALSE)
  expect_true(file.exists("paper.pdf"))
  expect_identical(grep("^!|^Overfull|undefined", log, value = TRUE), character())
})
