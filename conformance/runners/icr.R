source(file.path(commandArgs(trailingOnly = TRUE)[1], "runners", "common.R"))

run_cases("icr", list(krippendorff_alpha = function(x) {
  only(x$name %in% c("nominal", "ordinal", "interval", "ratio"), "has no such level")
  only(is.numeric(x$ratings), "takes numbers only")
  icr::krippalpha(t(x$ratings), metric = x$name)$alpha
}))
