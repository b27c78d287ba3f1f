# Every table of every result, compiled at 10 pt with names that are full of LaTeX's own signs. A quarter of a
# minute for each program, so only in the long tests.

skip_if_not(identical(Sys.getenv("ACCORD_TEST_LONG"), "true"), "compiles tables: in the long tests only")
skip_if_not_installed("knitr")
skip_if_not(l10n_info()[["UTF-8"]], "accents need UTF-8")

every_table <- function(format = "latex", ...) {
  results <- every_result(odd_name)
  groups <- rep(c("a_b & ~", "c%d^"), each = 12)
  results$groups <- agreement(transform(result_ratings(odd_name), g_1 = groups), item, rater, label, by = g_1)
  results$long <- item_summary(with_seed(1, simulate_ratings(300, 2)), item, rater, rating)
  results$accord_pairs$confusion <- NULL
  no_table <- c("accord_ratings", "accord_preferences", "accord_spans", "accord_chains", "span_consensus")
  results <- results[!names(results) %in% no_table]
  house <- list(...)
  tables <- function(...) {
    vapply(results, function(x) as.character(do.call(paper_table, c(list(x, format, ...), house))), "")
  }
  odd <- if (length(house)) "all raters" else ODD_NAMES[["ann"]]
  captioned <- tables(caption = paste("About", odd), label = "a", note = paste("Of", odd))
  wide <- vapply(results[c("accord_agreement", "groups")], function(x) {
    as.character(paper_table(x, format, wide = TRUE, ...))
  }, "")
  names(captioned) <- paste(names(captioned), "with a caption")
  names(wide) <- paste(names(wide), "wide")
  c(tables(), captioned, wide)
}

faults_of <- function(program, ...) {
  skip_if(Sys.which(program) == "", paste(program, "is not installed"))
  latex_faults(program, every_table(), ...)
}

test_that("pdflatex sets every table within the text, without an error", {
  expect_identical(faults_of("pdflatex", "\\usepackage[T1]{fontenc}"), character())
  expect_identical(faults_of("pdflatex"), character())
})

test_that("every table fits a column of the ACL, one of Elsevier and a page of APA style", {
  skip_if(Sys.which("pdflatex") == "", "pdflatex is not installed")
  faults <- function(class, width, ..., fonts = NULL) {
    preamble <- c("\\usepackage[T1]{fontenc}", fonts, paste0("\\textwidth", width, "pt\\textheight650pt"))
    latex_faults("pdflatex", every_table(...), preamble, class)
  }
  expect_identical(faults("[11pt]{article}", 219, style = "acl", fonts = "\\usepackage{times}"), character())
  expect_identical(faults("[12pt]{article}", 469, style = "apa", text_width = 469 * 10 / 12), character())
  skip_if(suppressWarnings(length(system2("kpsewhich", "extarticle.cls", stdout = TRUE, stderr = FALSE))) == 0)
  expect_identical(
    faults("[9pt]{extarticle}", 252, style = "vancouver", text_width = 252 * 10 / 9.5), character()
  )
})

test_that("lualatex sets every table within the text, without an error", {
  skip_if(Sys.which("lualatex") == "", "lualatex is not installed")
  # Without fontspec its fonts lack letters such as an e with two dots.
  has_fontspec <- suppressWarnings(length(system2("kpsewhich", "luaotfload.sty", stdout = TRUE, stderr = FALSE))) > 0
  skip_if_not(has_fontspec, "fontspec cannot be used: luaotfload is not installed")
  expect_identical(faults_of("lualatex", "\\usepackage{fontspec}"), character())
})

test_that("typst sets every table, without an error or a warning", {
  program <- Sys.which("typst")
  skip_if(program == "", "typst is not installed")
  tables <- every_table("typst")
  folder <- tempfile("typst")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  file <- file.path(folder, "tables.typ")
  text <- c("#set text(size: 10pt)", paste0(enc2utf8(tables), "\n#pagebreak()\n"))
  writeLines(text, file, useBytes = TRUE)
  expect_identical(system2(program, c("compile", file), stdout = TRUE, stderr = TRUE), character())
  expect_true(file.exists(sub("typ$", "pdf", file)))
})
