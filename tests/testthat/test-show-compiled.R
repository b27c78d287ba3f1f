# Every table of every result, compiled at 10 pt with names that are full of LaTeX's own signs. A quarter of a
# minute for each program, so only in the long tests.

skip_if_not(identical(Sys.getenv("ACCORD_TEST_LONG"), "true"), "compiles LaTeX: in the long tests only")
skip_if_not_installed("knitr")
skip_if_not(l10n_info()[["UTF-8"]], "accents need UTF-8")

every_table <- function() {
  results <- every_result(odd_name)
  groups <- rep(c("a_b & ~", "c%d^"), each = 12)
  results$groups <- agreement(transform(result_ratings(odd_name), g_1 = groups), item, rater, label, by = g_1)
  results$long <- item_summary(with_seed(1, simulate_ratings(300, 2)), item, rater, rating)
  results$accord_pairs$confusion <- NULL
  results <- results[!names(results) %in% c("accord_ratings", "accord_spans", "accord_chains", "span_consensus")]
  in_latex <- function(...) {
    vapply(results, function(x) as.character(paper_table(x, "latex", ...)), "")
  }
  odd <- ODD_NAMES[["ann"]]
  captioned <- in_latex(caption = paste("About", odd), label = "a", note = paste("Of", odd))
  wide <- vapply(results[c("accord_agreement", "groups")], function(x) {
    as.character(paper_table(x, "latex", wide = TRUE))
  }, "")
  names(captioned) <- paste(names(captioned), "with a caption")
  names(wide) <- paste(names(wide), "wide")
  c(in_latex(), captioned, wide)
}

faults_of <- function(program, ...) {
  skip_if(Sys.which(program) == "", paste(program, "is not installed"))
  latex_faults(program, every_table(), ...)
}

test_that("pdflatex sets every table within the text, without an error", {
  expect_identical(faults_of("pdflatex", "\\usepackage[T1]{fontenc}"), character())
  expect_identical(faults_of("pdflatex"), character())
})

test_that("lualatex sets every table within the text, without an error", {
  # Debian has the fonts of fontspec in packages of their own.
  has_fontspec <- suppressWarnings(length(system2("kpsewhich", "luaotfload.sty", stdout = TRUE, stderr = FALSE))) > 0
  expect_identical(faults_of("lualatex", if (has_fontspec) "\\usepackage{fontspec}"), character())
})
