source(file.path(commandArgs(trailingOnly = TRUE)[1], "runners", "common.R"))

# With one type only and without an interval it stops in 0.99.60.
icc_form <- function(type) {
  function(x) {
    table <- DescTools::ICC(x$ratings)$results
    table$est[table$type == type]
  }
}
multi <- function(method) {
  function(x) {
    only(identical(x$weights, "identity"), "takes no weights")
    only(is_complete(x), "leaves out items with a missing rating, as its help says")
    DescTools::KappaM(x$ratings, method = method)
  }
}

run_cases("DescTools", list(
  krippendorff_alpha = function(x) {
    only(x$name %in% c("nominal", "ordinal", "interval", "ratio"), "has no such level")
    DescTools::KrippAlpha(t(x$ratings), x$name)$value
  },
  cohen_kappa = function(x) {
    weights <- x$weights
    if (is.character(weights)) {
      weights <- c(identity = "Unweighted", linear = "Equal-Spacing", quadratic = "Fleiss-Cohen")[[weights]]
    }
    DescTools::CohenKappa(cross_table(x), weights = weights)
  },
  fleiss_kappa = multi("Fleiss"), conger_kappa = multi("Conger"), light_kappa = multi("Light"),
  percent_agreement = function(x) {
    only(is_complete(x), "is for complete data")
    only(ncol(x$ratings) == 2, "counts items on which all raters agree")
    DescTools::Agree(x$ratings)
  },
  icc_1 = icc_form("ICC1"), icc_a1 = icc_form("ICC2"), icc_c1 = icc_form("ICC3"),
  icc_1k = icc_form("ICC1k"), icc_ak = icc_form("ICC2k"), icc_ck = icc_form("ICC3k")
))
