source(file.path(commandArgs(trailingOnly = TRUE)[1], "runners", "common.R"))

icc_form <- function(model, type, unit) {
  function(x) irr::icc(x$ratings, model = model, type = type, unit = unit)$value
}
unweighted <- function(x) only(identical(x$weights, "identity"), "takes no weights")
# Its help says of these that subjects with missing values are omitted.
complete <- function(x) only(is_complete(x), "leaves out items with a missing rating, as its help says")

run_cases("irr", list(
  krippendorff_alpha = function(x) {
    only(x$name %in% c("nominal", "ordinal", "interval", "ratio"), "has no such level")
    irr::kripp.alpha(t(x$ratings), x$name)$value
  },
  cohen_kappa = function(x) {
    complete(x)
    only(is.character(x$weights), "takes weights by distance of ranks only")
    weights <- c(identity = "unweighted", linear = "equal", quadratic = "squared")
    irr::kappa2(x$ratings, unname(weights[x$weights]))$value
  },
  fleiss_kappa = function(x) {
    unweighted(x)
    complete(x)
    irr::kappam.fleiss(x$ratings)$value
  },
  conger_kappa = function(x) {
    unweighted(x)
    complete(x)
    irr::kappam.fleiss(x$ratings, exact = TRUE)$value
  },
  light_kappa = function(x) irr::kappam.light(x$ratings)$value,
  percent_agreement = function(x) {
    complete(x)
    only(ncol(x$ratings) == 2, "counts items on which all raters agree")
    irr::agree(x$ratings)$value / 100
  },
  icc_1 = icc_form("oneway", "consistency", "single"),
  icc_a1 = icc_form("twoway", "agreement", "single"),
  icc_c1 = icc_form("twoway", "consistency", "single"),
  icc_1k = icc_form("oneway", "consistency", "average"),
  icc_ak = icc_form("twoway", "agreement", "average"),
  icc_ck = icc_form("twoway", "consistency", "average")
))
