source(file.path(commandArgs(trailingOnly = TRUE)[1], "runners", "common.R"))

# Its default is another estimator; method = "customary" is what its help calls Krippendorff's.
run_cases("krippendorffsalpha", list(krippendorff_alpha = function(x) {
  level <- x$name
  only(level %in% c("nominal", "ordinal", "interval", "ratio"), "has no such level")
  only(level != "ordinal", "takes squared differences at the ordinal level, as its help says")
  only(level == "nominal" || is.numeric(x$ratings), "takes numbers only at this level")
  ratings <- x$ratings
  # Text as numbers: at the nominal level any will do.
  if (!is.numeric(ratings)) ratings <- array(as.numeric(factor(ratings)), dim(ratings))
  krippendorffsalpha::krippendorffs.alpha(ratings, level, method = "customary", confint = FALSE)$alpha.hat[[1]]
}))
