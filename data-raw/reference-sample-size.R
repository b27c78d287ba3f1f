# Writes tests/testthat/reference/sample-size.csv: what kappaSize, irr and ICC.Sample.Size give, and figures as they are
# printed. The three packages are on CRAN; install them before. For limits kappaSize
# searches the first number of items, from 11 on, whose chi-squared is .001 above the quantile, so that some have one
# item more than the formula.
stopifnot(requireNamespace("kappaSize"), requireNamespace("irr"), requireNamespace("ICC.Sample.Size"))
version <- function(package) paste(package, utils::packageVersion(package))
row <- function(source, coefficient, value, n, width = NA, null = NA, power = NA, conf_level = 0.95,
                alternative = "two.sided", n_raters = 2, prevalence = NA, method = NA) {
  data.frame(
    source, coefficient, value, width, null, power, conf_level, alternative, n_raters,
    prevalence = if (!anyNA(prevalence)) paste(prevalence, collapse = " ") else NA, method, n
  )
}

shares <- list(
  c(0.3, 0.7), c(0.5, 0.5), c(0.1, 0.9), c(0.3, 0.6, 0.1), c(0.3, 0.3, 0.3, 0.1), c(0.3, 0.2, 0.1, 0.3, 0.1)
)
power_of <- list(kappaSize::PowerBinary, kappaSize::Power3Cats, kappaSize::Power4Cats, kappaSize::Power5Cats)
limits_of <- list(kappaSize::CIBinary, kappaSize::CI3Cats, kappaSize::CI4Cats, kappaSize::CI5Cats)
rows <- list()
for (p in shares) {
  props <- if (length(p) == 2) p[1] else p
  for (raters in 2:6) {
    size <- function(functions, ...) {
      found <- functions[[length(p) - 1]](..., props = props, raters = raters)
      ceiling(if (is.null(found$N)) found$n else found$N)
    }
    add <- function(...) {
      rows[[length(rows) + 1]] <<- row(
        version("kappaSize"), "fleiss_kappa", ..., n_raters = raters, prevalence = p, method = "goodness_of_fit"
      )
    }
    add(0.6, size(power_of, kappa0 = 0.4, kappa1 = 0.6), null = 0.4, power = 0.8)
    add(0.4, size(power_of, kappa0 = 0.6, kappa1 = 0.4, alpha = 0.1, power = 0.9),
      null = 0.6, power = 0.9, conf_level = 0.9)
    add(0.4, size(limits_of, kappa0 = 0.4, kappaL = 0.3, kappaU = 0.5), width = 0.2)
    add(0.7, size(limits_of, kappa0 = 0.7, kappaL = 0.6), width = 0.1, alternative = "greater")
  }
}
for (rate in c(0.1, 0.3, 0.5)) {
  for (case in list(c(0.6, 0.4, 0.8), c(0.85, 0.7, 0.8), c(0.7, 0.85, 0.8), c(0.5, 0, 0.9))) {
    for (sides in 1:2) {
      n <- irr::N.cohen.kappa(rate, rate, case[1], case[2], power = case[3], twosided = sides == 2)
      side <- if (sides == 2) "two.sided" else if (case[1] > case[2]) "greater" else "less"
      rows[[length(rows) + 1]] <- row(
        version("irr"), "cohen_kappa", case[1], n,
        null = case[2], power = case[3], alternative = side, prevalence = c(rate, 1 - rate), method = "large_sample"
      )
    }
  }
}
for (raters in c(2, 3, 5, 10)) {
  for (case in list(c(0.8, 0.6), c(0.5, 0), c(0.9, 0.8))) {
    for (tails in 1:2) {
      found <- ICC.Sample.Size::calculateIccSampleSize(case[1], case[2], k = raters, tails = tails)[[1]]
      rows[[length(rows) + 1]] <- row(
        version("ICC.Sample.Size"), "icc", case[1], found$N,
        null = case[2], power = 0.8, alternative = if (tails == 2) "two.sided" else "greater", n_raters = raters
      )
    }
  }
}

# ptenklooster.nl, calculator after Bonett (2002): 51, and 51 + 5 * .8 = 55 for two raters and .7 or more.
rows[[length(rows) + 1]] <- row("Bonett (2002) at ptenklooster.nl", "icc", 0.8, 55, width = 0.2)
# doc.atlasti.com, ICA sample size: four categories with equal shares, level .05.
for (case in list(c(0.667, 81), c(0.8, 139))) {
  rows[[length(rows) + 1]] <- row(
    "Krippendorff (2019) in the manual of ATLAS.ti 22", "krippendorff_alpha", case[1], case[2],
    prevalence = rep(0.25, 4), method = "krippendorff"
  )
}
utils::write.csv(do.call(rbind, rows), "tests/testthat/reference/sample-size.csv", row.names = FALSE, na = "")
