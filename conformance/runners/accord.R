source(file.path(commandArgs(trailingOnly = TRUE)[1], "runners", "common.R"))

library(accord)

arguments_of <- function(x) {
  list(x$ratings, layout = "raters_in_columns", categories = x$categories, ci = ci_none())
}
kappa_of <- function(verb) {
  function(x) do.call(verb, c(arguments_of(x), list(weights = x$weights)))$estimate
}
icc_form <- function(form) {
  function(x) icc(x$ratings, layout = "raters_in_columns", form = form)$estimate
}

run_cases("accord", list(
  krippendorff_alpha = function(x) {
    arguments <- arguments_of(x)
    if (x$name %in% c("jaccard", "masi")) {
      long <- data.frame(item = c(row(x$ratings)), rater = c(col(x$ratings)))
      long$rating <- strsplit(c(x$ratings), "|", fixed = TRUE)
      return(krippendorff_alpha(long, item, rater, rating, distance = x$name, ci = ci_none())$estimate)
    }
    if (is.character(x$weights)) {
      arguments$level <- x$weights
    } else {
      arguments$distance <- 1 - x$weights
    }
    do.call(krippendorff_alpha, arguments)$estimate
  },
  percent_agreement = kappa_of(percent_agreement),
  cohen_kappa = kappa_of(cohen_kappa),
  scott_pi = kappa_of(scott_pi),
  fleiss_kappa = kappa_of(fleiss_kappa),
  conger_kappa = kappa_of(conger_kappa),
  light_kappa = kappa_of(light_kappa),
  brennan_prediger = kappa_of(brennan_prediger),
  gwet_ac = kappa_of(gwet_ac),
  icc_1 = icc_form("icc1"), icc_a1 = icc_form("icc_a1"), icc_c1 = icc_form("icc_c1"),
  icc_1k = icc_form("icc1k"), icc_ak = icc_form("icc_ak"), icc_ck = icc_form("icc_ck")
))
