test_that("an estimate is a sentence of the APA", {
  skip_if_not(l10n_info()[["UTF-8"]])
  x <- krippendorff_alpha(result_ratings(), item, rater, label)
  x$estimate <- 0.128
  x$conf.low <- -0.0449
  x$conf.high <- 0.2234
  expect_equal(
    format(x, style = "apa"),
    "Krippendorff's \u03b1 = .13, 95% CI [\u2212.04, .22], 8 items, 3 raters, 24 ratings"
  )
  expect_match(format(x, style = "apa", digits = 3), "= .128, ", fixed = TRUE)
  x$conf.low <- NA_real_
  expect_equal(format(x, style = "apa"), "Krippendorff's \u03b1 = .13, 8 items, 3 raters, 24 ratings")
  x$metric <- "ordinal"
  expect_match(format(x, style = "apa"), "^Krippendorff's \u03b1 \\(ordinal\\)")
})

test_that("what is not defined, groups and tests are told", {
  data <- result_ratings()
  data$half <- rep(c("x", "y"), each = 12)
  data$label[data$half == "y"] <- "a"
  x <- suppressWarnings(agreement(data, item, rater, label, by = half, coefficients = c("fleiss", "percent")))
  text <- format(x, style = "apa")
  expect_match(text[1], "^x: Fleiss' ")
  expect_match(
    text[3], "^y: Fleiss' . is not defined \\(one category only\\), 4 items, 3 raters, 12 ratings$"
  )
  icc <- icc(krippendorff_c(), layout = "raters_in_rows", form = "icc1")
  expect_match(
    format(icc, style = "apa"), "F\\([0-9]+, [0-9.]+\\) = [0-9.]+, p ([<=]) [.][0-9]+, 1[0-2] items, 4 raters"
  )
  expect_fault(format(x, style = "mla"), "argument", "\"vancouver\", or \"acl\"")
})

test_that("in a document that becomes LaTeX letters and signs are formulas", {
  skip_if_not_installed("knitr")
  x <- krippendorff_alpha(result_ratings(), item, rater, label)
  x$conf.low <- -0.0449
  x$conf.high <- 0.2234
  old <- knitr::opts_knit$get("rmarkdown.pandoc.to")
  knitr::opts_knit$set(rmarkdown.pandoc.to = "latex")
  knitting <- options(knitr.in.progress = TRUE)
  on.exit({
    knitr::opts_knit$set(rmarkdown.pandoc.to = old)
    options(knitting)
  })
  text <- format(x, style = "apa")
  expect_match(text, "Krippendorff's $\\alpha$ = ", fixed = TRUE)
  expect_match(text, "95\\% CI [$-$.04, .22]", fixed = TRUE)
  # Names that LaTeX would not set.
  data <- transform(result_ratings(), part = rep(c("R&D_1", "50%"), each = 12))
  text <- format(krippendorff_alpha(data, item, rater, label, by = part), style = "apa")
  expect_match(text, "R\\&D\\_1: Krippendorff's $\\alpha$", fixed = TRUE, all = FALSE)
  expect_match(text, "50\\%: ", fixed = TRUE, all = FALSE)
})

test_that("a t has its degrees of freedom, a z has none", {
  data <- with_seed(1, simulate_ratings(60, 4, accuracy = 0.8))
  x <- krippendorff_alpha(data, item, rater, rating, level = "nominal", ci = ci_analytic(test = TRUE))
  expect_identical(x$df, 59)
  expect_match(format(x, style = "apa"), ", t(59) = ", fixed = TRUE)
  skip_if_not_installed("knitr")
  expect_match(as.character(paper_table(x)), "[|] +[*]t[*][|] +[*]df[*][|] +[*]p[*][|]")
  normal <- ci_analytic(test = TRUE, distribution = "normal")
  z <- krippendorff_alpha(data, item, rater, rating, level = "nominal", ci = normal)
  expect_match(format(z, style = "apa"), ", z = ", fixed = TRUE)
  expect_no_match(as.character(paper_table(z)), "[|] +df[|]")
})
