source(file.path(commandArgs(trailingOnly = TRUE)[1], "runners", "common.R"))

icc_form <- function(type) {
  function(x) {
    table <- psych::ICC(x$ratings, lmer = FALSE)$results
    table$ICC[table$type == type]
  }
}
kappa_of <- function(x) {
  if (is.character(x$weights) && x$weights == "identity") {
    return(psych::cohen.kappa(x$ratings, levels = x$categories))
  }
  if (!is.character(x$weights)) {
    return(psych::cohen.kappa(unclass(cross_table(x)), w = x$weights))
  }
  only(x$weights %in% c("linear", "quadratic"), "has no such weights")
  exponent <- c(linear = 1, quadratic = 2)[[x$weights]]
  psych::cohen.kappa(x$ratings, levels = x$categories, w.exp = exponent)
}

run_cases("psych", list(
  cohen_kappa = function(x) {
    found <- kappa_of(x)
    if (identical(x$weights, "identity")) found$kappa else found$weighted.kappa
  },
  light_kappa = function(x) psych::cohen.kappa(x$ratings)$av.kappa,
  icc_1 = icc_form("ICC1"), icc_a1 = icc_form("ICC2"), icc_c1 = icc_form("ICC3"),
  icc_1k = icc_form("ICC1k"), icc_ak = icc_form("ICC2k"), icc_ck = icc_form("ICC3k")
))
