# The output shown in README.md is that of its code.

skip_on_cran()
skip_if_not_installed("knitr")
skip_if_not_installed("ggplot2")
skip_if_not(l10n_info()[["UTF-8"]])

readme <- test_path("..", "..", "README.md")
skip_if_not(file.exists(readme), "the sources are not there")
text <- readLines(readme, encoding = "UTF-8")

# A list per block of R code: `code`, and `table`, the rows and the note of the table that follows it, if one does.
blocks <- function(text) {
  start <- grep("^```r$", text)
  lapply(start, function(first) {
    last <- first + match("```", text[-seq_len(first)])
    below <- text[-seq_len(last + 1)]
    rows <- match(FALSE, startsWith(below, "|")) - 1
    note <- if (rows > 0 && startsWith(below[rows + 2], "*Note.*")) 2 else 0
    list(code = text[(first + 1):(last - 1)], table = below[seq_len(rows + note)])
  })
}

# Intervals in README.md must not be broken across lines.
squeezed <- function(lines) gsub("[ -]+", " ", gsub("\u00a0", " ", lines))

test_that("every block of R code in README.md runs, and the table below it is the one it makes", {
  skip_if_quick()
  old <- setwd(tempdir())
  grDevices::pdf(NULL)
  on.exit({
    grDevices::dev.off()
    setwd(old)
  })
  env <- new.env(parent = globalenv())
  shown <- 0
  for (block in blocks(text)) {
    if (any(grepl("install.packages", block$code, fixed = TRUE))) next
    said <- character()
    for (one in parse(text = block$code, encoding = "UTF-8")) {
      result <- tryCatch(withVisible(eval(one, env)), accord_error = function(cnd) {
        said <<- c(said, conditionMessage(cnd))
        list(visible = FALSE)
      })
      if (result$visible && inherits(result$value, "accord_table")) {
        printed <- strsplit(as.character(result$value), "\n")[[1]]
        expect_identical(squeezed(printed), squeezed(block$table))
        shown <- shown + 1
      }
    }
    promised <- grep("^#> [!\u2716\u2139]", block$code, value = TRUE)
    expect_equal(length(said) > 0, length(promised) > 0)
    said <- gsub("[[:space:]]+", " ", cli::ansi_strip(paste(said, collapse = " ")))
    for (line in sub("^#> . ", "", promised)) expect_match(said, line, fixed = TRUE)
  }
  expect_equal(shown, sum(lengths(lapply(blocks(text), `[[`, "table")) > 0))
})

test_that("files that README.md links to are there", {
  links <- unlist(regmatches(text, gregexpr("(?<=\\]\\()[^)h][^)]*(?=\\))", text, perl = TRUE)))
  expect_gt(length(links), 10)
  expect_true(all(file.exists(file.path(dirname(readme), links))))
})

test_that("functions that README.md names are there, and ?accord lists every function, as README.md says", {
  exports <- getNamespaceExports("accord")
  own <- unlist(strsplit(paste(text, collapse = "\n"), "(?s)## How it compares.*?(?=\n## )", perl = TRUE))
  named <- unique(unlist(regmatches(own, gregexpr("(?<=`)[a-z_]+(?=\\([^`]*\\)`)", own, perl = TRUE))))
  expect_gt(length(named), 40)
  expect_identical(setdiff(named, c(exports, "vignette", "citation")), character())

  page <- paste(as.character(tools::Rd_db("accord")[["accord-package.Rd"]]), collapse = "")
  listed <- vapply(exports, function(name) grepl(paste0("{", name, "()}"), page, fixed = TRUE), NA)
  # The table of ?agreement has those of the registry.
  others <- setdiff(coefficient_registry()$verb, exports[listed])
  expect_setequal(exports[!listed], c(others, "augment", "glance", "tidy"))
})
