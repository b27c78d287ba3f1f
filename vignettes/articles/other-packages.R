# Alpha of items × raters by other packages: the calls that the article shows. Run as a script, this writes
# other-packages.csv beside it, which stands in for packages that are not installed:
#   Rscript other-packages.R <library with irr, irrCAC, icr and krippendorffsalpha>
examples <- list(
  "Fleiss (1971), nominal" = list(level = "nominal", data = {
    text <- paste(
      "444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 144444 124444 222333 144444 224445",
      "333335 111455 111112 224444 133555 555555 244444 224555 114444 144445 222224 111155 224444 133333 555555"
    )
    t(vapply(strsplit(strsplit(text, " ")[[1]], ""), as.numeric, numeric(6)))
  }),
  "Krippendorff (2011), nominal" = list(level = "nominal", data = cbind(
    A = c(1, 2, 3, 3, 2, 1, 4, 1, 2, NA, NA, NA),
    B = c(1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NA, 3),
    C = c(NA, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NA),
    D = c(1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NA)
  ))
)
examples[["Krippendorff (2011), ordinal"]] <- list(level = "ordinal", data = examples[[2]]$data)
examples[["one category"]] <- list(level = "nominal", data = matrix(1, 5, 3))

calls <- list(
  irr = function(x, level) irr::kripp.alpha(t(x), level)$value,
  irrCAC = function(x, level) {
    weights <- c(nominal = "unweighted", ordinal = "ordinal")[[level]]
    irrCAC::krippen.alpha.raw(x, weights = weights)$est$coeff.val
  },
  icr = function(x, level) icr::krippalpha(t(x), metric = level)$alpha,
  krippendorffsalpha = function(x, level) {
    krippendorffsalpha::krippendorffs.alpha(x, level, confint = FALSE)$alpha.hat[[1]]
  }
)

# One row: what `package` gives for an example, or its error in place of the number.
run_other <- function(package, example) {
  given <- examples[[example]]
  value <- tryCatch(
    format(as.numeric(suppressWarnings(calls[[package]](given$data, given$level))), digits = 6),
    error = function(cnd) "error"
  )
  if (length(value) == 0) value <- "nothing"
  version <- as.character(utils::packageVersion(package))
  data.frame(package = package, version = version, example = example, value = value)
}

if (sys.nframe() == 0L) {
  .libPaths(c(commandArgs(trailingOnly = TRUE)[1], .libPaths()))
  all <- expand.grid(package = names(calls), example = names(examples), stringsAsFactors = FALSE)
  rows <- do.call(rbind, Map(run_other, all$package, all$example))
  utils::write.csv(rows, "other-packages.csv", row.names = FALSE)
  print(rows, row.names = FALSE)
}
